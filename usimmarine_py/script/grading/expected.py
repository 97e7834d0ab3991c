"""The expectations of a mission file itself: a block ``ProcessConfig = usim_grade``, which MOOS ignores."""

from __future__ import annotations

from usimmarine_py.conditions import ExpectationError, refuse_constants
from usimmarine_py.errors import Severity
from usimmarine_py.finding import Finding
from usimmarine_py.mission.reader import Mission
from usimmarine_py.values.application import APP_KEYS
from usimmarine_py.values.frozen import dataclass, field
from usimmarine_py.values.key import Key, KeyTable, read_block

BLOCK = "usim_grade"


@dataclass(slots=True)
class Expected:
    """The block as read, with a finding for each wrong line."""

    expectations: list[str] = field(default_factory=list)
    within: float | None = None  #: s
    seed: int | None = None
    errors: tuple[Finding, ...] = ()


def _expect(expected: Expected, value: str) -> Finding | None:
    try:
        refuse_constants([value])
    except ExpectationError as error:
        return Finding(error.problem, suggestion=error.suggestion)
    expected.expectations.append(value)
    return None


#: The keys of the block.
KEYS = KeyTable(
    (
        Key(
            "expect", "text", help="What must hold at the end of the run, or in it; several lines add up.",
            take=_expect, repeatable=True, example="ARRIVED = true", group="grading", source="docs/expectations.md",
        ),
        Key(
            "within", "number", help="Simulated time after which the mission fails.", unit="s", above=0.0,
            example="600", group="grading", source="docs/grading.md",
        ),
        Key(
            "seed", "integer", help="Seed of the run where no other is given.", minimum=0, maximum=10**18 - 1,
            group="grading", source="docs/grading.md",
        ),
    ),
    Expected,
)  # fmt: skip


def read_expected(mission: Mission) -> Expected:
    """Return the block of a mission; all empty where there is none."""
    block = mission.block(BLOCK)
    expected = Expected()
    if block is not None:
        found = read_block(block.config_lines, KEYS, expected, APP_KEYS, unknown="unknown parameter")
        expected.errors = tuple(one._replace(severity=Severity.ERROR) for one in found)
    return expected
