"""Figures kept from release to release, one JSON file each, and what has changed since the last."""

from __future__ import annotations

import json
import os
import platform
import sys
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent
#: Smaller changes are not told: they come and go from run to run.
TOLERANCE = 0.05

#: By row, then by program.
Table = Mapping[str, Mapping[str, float]]


def machine() -> dict[str, Any]:
    """What the figures depend on beside the code; ``load`` above the number of cores makes them doubtful."""
    return {
        "python": platform.python_version(),
        "system": f"{platform.system()} {platform.machine()}, {os.cpu_count()} cores",
        "load": round(os.getloadavg()[0], 1) if hasattr(os, "getloadavg") else 0.0,
    }


def keep(name: str, benchmark: str, table: Table, folder: Path = FOLDER) -> Path:
    """Write the figures of a benchmark into the file of release ``name``, beside those of other benchmarks."""
    path = folder / f"{name}.json"
    found = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    rounded = {row: {program: float(f"{x:.4g}") for program, x in values.items()} for row, values in table.items()}
    found |= {"date": time.strftime("%Y-%m-%d", time.gmtime()), "machine": machine(), benchmark: rounded}
    path.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
    return path


def last(benchmark: str, folder: Path = FOLDER) -> tuple[str, dict[str, Any]] | None:
    """Release and file of the newest figures of a benchmark."""
    found = [(path.stem, json.loads(path.read_text(encoding="utf-8"))) for path in sorted(folder.glob("*.json"))]
    return max((row for row in found if benchmark in row[1]), key=lambda row: str(row[1]["date"]), default=None)


def changes(table: Table, before: Table) -> Iterator[str]:
    """A line for every figure that differs from the one before by more than ``TOLERANCE``."""
    for row, values in table.items():
        for program, value in values.items():
            old = before.get(row, {}).get(program)
            if old and not abs(value / old - 1.0) <= TOLERANCE:
                yield f"{row}, {program}: {old:.4g} -> {value:.4g} ({100.0 * (value / old - 1.0):+.0f} %)"


def compare(benchmark: str, table: Table, folder: Path = FOLDER) -> None:
    """Print what has changed since the last release."""
    if (found := last(benchmark, folder)) is None:
        print(f"{benchmark}: no figures are kept to compare with")
        return
    name, kept = found
    lines = list(changes(table, kept[benchmark]))
    print(f"{benchmark}: {len(lines) or 'no'} figures differ by more than {TOLERANCE:.0%} from {name} ({kept['date']})")
    for line in lines:
        print(f"  {line}")
    if kept["machine"] != (here := machine()):
        print(f"  measured on {kept['machine']}, here on {here}", file=sys.stderr)
