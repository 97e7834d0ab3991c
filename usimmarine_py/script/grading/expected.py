"""The expectations of a mission file itself: a block ``ProcessConfig = usim_grade``, which MOOS ignores."""

from __future__ import annotations

from usimmarine_py.conditions import ExpectationError, Judge
from usimmarine_py.errors import ConfigError, suggest
from usimmarine_py.mission.reader import Entry, Mission
from usimmarine_py.text import finite_number
from usimmarine_py.values.application import APP_KEYS
from usimmarine_py.values.frozen import dataclass

BLOCK = "usim_grade"
KEYS = ("expect", "within", "seed")


@dataclass(frozen=True, slots=True)
class Expected:
    """The block as read, with an error for each wrong line."""

    expectations: tuple[str, ...] = ()
    within: float | None = None  #: s
    seed: int | None = None
    errors: tuple[ConfigError, ...] = ()


def read_expected(mission: Mission) -> Expected:
    """Return the block of a mission; all empty where there is none."""
    block = mission.block(BLOCK)
    expectations: list[str] = []
    within: float | None = None
    seed: int | None = None
    errors: list[ConfigError] = []

    def refuse(entry: Entry, problem: str, suggestion: str = "") -> None:
        errors.append(ConfigError(problem, key=entry.key, file=mission.file, line=entry.line, suggestion=suggestion))

    for entry in block.entries if block is not None else ():
        key, value = entry.key.lower(), entry.value.strip()
        if key == "expect":
            try:
                Judge([value])
            except ExpectationError as error:
                refuse(entry, error.problem, error.suggestion)
            else:
                expectations.append(value)
        elif key == "within":
            within = finite_number(value)
            if within is None or within <= 0.0:
                refuse(entry, f"must be above 0 seconds, found {value}")
                within = None
        elif key == "seed":
            if value.isascii() and value.isdigit() and len(value) <= 18:
                seed = int(value)
            else:
                refuse(entry, f"must be a whole number, at least 0, found {value}")
        elif key not in APP_KEYS:  # keys that every block may have
            refuse(entry, "unknown parameter", suggest(entry.key, KEYS))
    return Expected(tuple(expectations), within, seed, tuple(errors))
