"""docs/reliability.md: each row names tests that exist, and its numbers of kinds are those of the tests."""

from __future__ import annotations

import re

import pytest

from tests.fault import test_simulated, test_simulated_parts, test_simulated_programs
from tests.fault.test_lengths import LIES
from tests.support.formats import FORMATS
from tests.support.paths import ROOT
from tests.support.programs import PROGRAMS
from usimmarine_py.wire.limits import MAX_STORED_OF_CLIENT, MAX_VARIABLES_OF_CLIENT

PAGE = (ROOT / "docs" / "reliability.md").read_text(encoding="utf-8")
SECURITY = (ROOT / "docs" / "security.md").read_text(encoding="utf-8")
#: What a fault does, and by which tests: rows of three columns, the last of which begins with a name.
ROWS = re.findall(r"^\| (?!fault )(.+?) \| (.+?) \| (`[^|]*test_.+?) \|$", PAGE, re.MULTILINE)


def test_each_row_names_tests_that_exist() -> None:
    assert len(ROWS) > 40
    for fault, _, tests in ROWS:
        for name in re.findall(r"`([^`]+)`", tests):
            place = ROOT / name if "/" in name else ROOT / "tests" / "fault" / f"{name}.py"
            assert place.is_file(), (fault, name)
    tables = PAGE.split("| fault | result | test |\n")[1:]
    rows = [line for table in tables for line in table.partition("\n\n")[0].splitlines() if "---" not in line]
    assert len(rows) == len(ROWS)  # none without a test


@pytest.mark.parametrize(
    ("row", "words"),
    [
        ("damaged files of", f"damaged files of {len(FORMATS)} kinds"),
        ("false lengths", f"of {len(LIES) + 1} such packets"),  # and one of very many messages
        ("signals at random instants", f"in {len(PROGRAMS)} calls"),
        (
            "a whole live community on a simulated machine",
            f"{test_simulated.CHUNKS * test_simulated.EACH} seeds "
            f"({test_simulated.CHUNKS * test_simulated.BY_NIGHT:,} by night)",
        ),
        (
            "the same with several programs",
            f"{test_simulated_programs.CHUNKS * test_simulated_programs.EACH} seeds "
            f"({test_simulated_programs.CHUNKS * test_simulated_programs.BY_NIGHT:,} by night)",
        ),
        (
            "`usim launch --processes 3` on that machine",
            f"{test_simulated_parts.EACH} seeds ({test_simulated_parts.BY_NIGHT:,} by night)",
        ),
        ("one client with many names", f"{MAX_VARIABLES_OF_CLIENT:,} names and {MAX_STORED_OF_CLIENT >> 20} MiB"),
    ],
)
def test_numbers_of_kinds_are_those_of_the_tests(row: str, words: str) -> None:
    (found,) = [line for line in PAGE.splitlines() if line.startswith(f"| {row}")]
    assert words in found


def test_each_fault_test_has_its_row() -> None:
    """What is tested there is promised here; two tests are about pages and about `scripts/torture` itself."""
    named = {name for _, _, tests in ROWS for name in re.findall(r"`(test_\w+)`", tests)}
    there = {path.stem for path in (ROOT / "tests" / "fault").glob("test_*.py")}
    elsewhere = {name for name in there if f"tests/fault/{name}.py" in PAGE + SECURITY}
    assert there - named - elsewhere == {"test_pages", "test_torture"}
