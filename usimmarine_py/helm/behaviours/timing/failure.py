"""BHV_TestFailure."""

from __future__ import annotations

from usimmarine_py.helm.behavior import Behavior
from usimmarine_py.helm.parameters import parameter
from usimmarine_py.text import read_number


def _failure(text: str) -> tuple[str, float]:
    kind, _, seconds = (part.strip() for part in text.partition(","))
    kind = kind.lower()
    if kind == "crash":
        return kind, 0.0
    time = read_number(seconds)
    if kind not in ("burn", "hang") or time is None or time < 0:
        raise ValueError(f"crash, burn,SECONDS or hang,SECONDS expected, found {text}")
    return kind, time


class TestFailure(Behavior):
    """Fails when it completes: a helm is tested with it. The helm acts on ``failure`` outside of its pure part."""

    default_name = "test_failure"
    failure_type: tuple[str, float] = parameter(("crash", 0.0), _failure, what="crash, burn,SECONDS or hang,SECONDS.")

    def ends(self) -> bool:
        return False

    def on_complete(self) -> None:
        self.surroundings.failure = self.failure_type
