"""All-stop: when the helm stops the vehicle, and what it posts about it."""

from __future__ import annotations

from collections.abc import Callable

CLEAR = "clear"
BEHAVIOR_ERROR = "BehaviorError"
#: How reasons begin that are errors.
ERRORS = (BEHAVIOR_ERROR, "MissingDecVars", "NoGoalBehavior", "BadNavigation")


class AllStop:
    """Posts IVPHELM_ALLSTOP, and zeros for every axis where the vehicle has to stop."""

    def __init__(self, post: Callable[[str, float | str], None], zeros: tuple[str, ...]) -> None:
        self._post, self._zeros = post, zeros
        self.text = ""  #: the last one posted
        self._times = 0  #: iterations in a row with reasons that are delayed

    def clear(self) -> None:
        """There is a decision."""
        self._times = 0
        if self.text != CLEAR:
            self.text = CLEAR
            self._post("IVPHELM_ALLSTOP", CLEAR)

    def stop(self, text: str) -> None:
        """Stop at once."""
        self._times = 0
        if text != self.text:
            self._say(text, zeros=True)

    def stop_if_it_lasts(self, text: str) -> None:
        """Stop in the second iteration in a row with such a reason, the same or another one."""
        self._times += 1
        if self._times <= 2 or text != self.text:
            self._say(text, zeros=self._times >= 2)

    def _say(self, text: str, *, zeros: bool) -> None:
        self.text = text
        self._post("IVPHELM_ALLSTOP", text)
        if zeros:
            for name in self._zeros:
                self._post(name, 0.0)
