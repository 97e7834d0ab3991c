"""What `scripts/torture` found, as a page of Markdown."""

from __future__ import annotations

import json
import os
import platform
import shutil
import subprocess
import sys
from datetime import datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

#: Packages whose versions a failure may hang on.
PACKAGES = ("numpy", "click", "numba", "pyarrow", "scipy", "hypothesis", "pytest")
#: Of MOOS-IvP, those that tests run beside ours.
PROGRAMS = ("MOOSDB", "pAntler", "uSimMarineV22", "pHelmIvP", "pLogger")


class Results:
    """Rows of the file of `--figures`, and runs that ended without any."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self.rounds: list[str] = []
        self._broken: list[dict[str, Any]] = []

    def broken(self, job: str, code: int, shown: str) -> None:
        """A run of pytest that ended in a way of its own."""
        why = shown[-3000:]
        known = any(row["outcome"] == "failed" for row in self.rows)
        if code != 1 or not known:
            row = {"test": job, "outcome": "failed", "seconds": 0.0, "figures": [f"exit code {code}"], "why": why}
            self._broken.append({**row, "python": platform.python_version(), "again": f"pytest {job}"})

    def round(self, order: int, seconds: float, last: str) -> None:
        """One of many runs in an order of its own."""
        self.rounds.append(f"| {order} | {seconds:.0f} | {last} |")

    @property
    def rows(self) -> list[dict[str, Any]]:
        """One a test and Python, with how it ended; where something ran again, every time."""
        lines = self.file.read_text().splitlines() if self.file.exists() else []
        return [json.loads(line) for line in lines] + self._broken

    @property
    def failed(self) -> int:
        """How many did."""
        return sum(row["outcome"] == "failed" for row in self.rows)

    def wanting(self, what: str) -> list[str]:
        """Tests that were skipped for a reason that names ``what``."""
        return [row["test"] for row in self.rows if row["outcome"] == "skipped" and what in row["why"]]

    def summary(self) -> str:
        """How many passed, failed, were skipped."""
        outcomes = [row["outcome"] for row in self.rows]
        return ", ".join(f"{outcomes.count(word)} {word}" for word in ("passed", "failed", "skipped"))


def report(results: Results, seed: int, tier: str, seconds: float, ended: str) -> str:
    """The page. ``ended``: ``whole``, or what it was instead."""
    rows = sorted(results.rows, key=lambda row: str(row["test"]))
    lines = [f"# Torture, {datetime.now():%Y-%m-%d}", "", f"{results.summary()}, in {seconds / 60:.0f} minutes."]
    if ended != "whole":
        lines += ["", f"**It was {ended}: what follows is a part.**"]
    lines += ["", f"- command: `scripts/torture --seed {seed} --tier {tier}`", *_where(), ""]
    if results.rounds:
        lines += ["| order | s | end |", "| --- | --- | --- |", *results.rounds, ""]
    else:
        lines += ["| test | Python | end | s | figures |", "| --- | --- | --- | --- | --- |", *map(_row, rows), ""]
    failures = [row for row in rows if row["outcome"] == "failed"]
    for row in failures:
        lines += [f"## {row['test']}", "", f"    {row['again']}", "", "```", str(row["why"])[-3000:], "```", ""]
    return "\n".join(lines)


def _row(row: dict[str, Any]) -> str:
    said = "; ".join(row["figures"]) or (row["why"] if row["outcome"] == "skipped" else "")
    name = str(row["test"]).removeprefix("tests/fault/")
    return f"| {_cell(name)} | {row['python']} | {row['outcome']} | {row['seconds']:.0f} | {_cell(said)} |"


def _cell(text: str) -> str:
    return " ".join(text.replace("|", "\\|").split())


def _where() -> list[str]:
    there = [name for name in PROGRAMS if shutil.which(name)]
    found = []
    for package in PACKAGES:
        try:
            found.append(f"{package} {version(package)}")
        except PackageNotFoundError:
            continue
    commit = ""
    if git := shutil.which("git"):
        asked = [git, "describe", "--always", "--dirty"]
        commit = subprocess.run(
            asked, cwd=Path(__file__).parent, capture_output=True, text=True, check=False
        ).stdout.strip()
    return [
        f"- machine: {platform.platform()}, {_processor()}, {os.cpu_count()} processors, {_memory():.0f} GB",
        f"- Python {sys.version.split()[0]}, {', '.join(found)}",
        f"- the checkout: {commit or 'no repository'}",
        f"- of MOOS-IvP: {', '.join(there) if there else 'nothing on PATH'}",
    ]


def _processor() -> str:
    info = Path("/proc/cpuinfo")
    lines = info.read_text().splitlines() if info.exists() else []
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.processor() or platform.machine()


def _memory() -> float:
    return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30
