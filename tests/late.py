"""Which tests a change need not play: they take long, and others that it plays run each line that they run.

    scripts/late                 play the tests of computations, and write tests/support/late.txt anew
    scripts/late --rows DIR      the same from what an earlier run measured

The longest are left out first, and of each file a test stays. Tests of numbers, where the same lines say something else
for another hull or sea, stay by one case of each at least; recordings and searches stay whole.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import mkdtemp

from tests.support.paths import ROOT
from tests.support.portions import LATE, LATE_FILE

#: What is shorter is always played, CPU s.
LONG = 0.15
#: Tests of sockets and processes, whose lines run elsewhere.
WAITING = ("apps", "cli", "fault", "launch", "moos")
#: Recordings, searches, and what holds pages and examples true: they stay.
KEPT = ("tests/docs/", "tests/examples/", "tests/golden/", "tests/helm/", "tests/reference/", "tests/test_")
#: Tests of numbers: one case of each stays.
NUMBERS = tuple(
    f"tests/{name}/"
    for name in ("fit", "gym", "kinematic", "maths", "missions", "sea", "sensors", "simulator", "trials", "vehicle")
)


@dataclass
class Measured:
    """What a test takes, and the lines that it runs, as numbers."""

    seconds: float = 0.0
    lines: set[int] = field(default_factory=set)
    alone: bool = False  #: all its lines are seen


def read_rows(folder: Path) -> dict[str, Measured]:
    """Read what ``tests/support/lines.py`` has written, by tests."""
    found: dict[str, Measured] = {}
    numbers: dict[str, int] = {}
    for file in sorted(folder.glob("*.tsv")):
        for row in file.read_text().splitlines():
            test, phase, seconds, lines = row.split("\t")
            one = found.setdefault(test, Measured())
            if phase == "call":  # what fixtures take may be shared
                one.seconds += float(seconds)
                one.alone = bool(lines)
            one.lines |= {numbers.setdefault(line, len(numbers)) for line in lines.split()}
    return found


def chosen(tests: dict[str, Measured]) -> list[str]:
    """Return the tests that may be left out."""
    runs = Counter(line for one in tests.values() for line in one.lines)
    of_file = Counter(test.partition("::")[0] for test in tests)
    cases = Counter(test.partition("[")[0] for test in tests)
    found = []
    for test, one in sorted(tests.items(), key=lambda pair: (-pair[1].seconds, pair[0])):
        file, function = test.partition("::")[0], test.partition("[")[0]
        if one.seconds < LONG:
            break
        if not one.alone or test.startswith(KEPT) or of_file[file] == 1:
            continue
        if test.startswith(NUMBERS) and cases[function] == 1:
            continue
        if any(runs[line] == 1 for line in one.lines):
            continue
        runs.subtract(one.lines)
        of_file[file] -= 1
        cases[function] -= 1
        found.append(test)
    return sorted(found)


def main() -> int:
    """Run the command."""
    parser = argparse.ArgumentParser("scripts/late", description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--rows", type=Path, help="a folder with what was measured")
    rows: Path | None = parser.parse_args().rows
    if rows is None:
        if sys.version_info < (3, 12):
            parser.error("lines are watched by Python 3.12 or newer: PYTHON=python3.12 scripts/late")
        rows = Path(mkdtemp(prefix="lines-"))
        LATE_FILE.write_text("")  # all of them are measured
        ignored = [f"--ignore=tests/{name}" for name in WAITING]
        pytest = [sys.executable, "-m", "pytest", "-q", "-n", "auto", "--dist", "loadfile", "-p", "tests.support.lines"]
        environment = {**os.environ, "USIM_LINES": str(rows)}
        subprocess.run([*pytest, "tests", *ignored], cwd=ROOT, env=environment, check=False)
    tests = {test: one for test, one in read_rows(rows).items() if not test.startswith(tuple(LATE))}
    found = chosen(tests)
    LATE_FILE.write_text("".join(f"{test}\n" for test in found))
    taken = sum(tests[test].seconds for test in found)
    whole = sum(one.seconds for one in tests.values())
    print(f"{len(found)} of {len(tests)} tests may wait: {taken:.0f} of {whole:.0f} s")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
