"""BHV_TestFailure."""

from __future__ import annotations

from usimmarine_py.helm.behavior import Behavior
from usimmarine_py.helm.parameters import parameter
from usimmarine_py.text import read_number

#: Without a number it burns so long, real s.
_BURN = 3.0


def _failure(text: str) -> tuple[str, float]:
    """Read the kind of failure; any other word is a crash, as in the original."""
    kind, _, seconds = (part.strip() for part in text.partition(","))
    kind = kind.lower()
    if kind not in ("burn", "hang"):
        return "crash", 0.0
    time = read_number(seconds)
    return kind, _BURN if time is None else max(time, 0.0)


class TestFailure(Behavior):
    """Fails when it completes, to test what watches a helm; its application acts, ``helm.failure`` says how."""

    default_name = "test_failure"
    failure_type: tuple[str, float] = parameter(
        ("crash", 0.0), _failure, what="crash; burn,S or hang,S: no tick for S real s."
    )

    def ends(self) -> bool:
        return False

    def on_complete(self) -> None:
        self.surroundings.failure = self.failure_type
