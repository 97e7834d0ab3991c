"""All-stop: when the helm stops the vehicle, and what it posts about it."""

from __future__ import annotations

from collections.abc import Callable

CLEAR = "clear"
BEHAVIOR_ERROR = "BehaviorError"
#: How reasons begin that are errors.
ERRORS = (BEHAVIOR_ERROR, "MissingDecVars", "NoGoalBehavior", "BadNavigation")
#: Reasons that get one iteration more, so that the helm can change between modes; two kinds, counted apart.
_PATIENT = (("NothingToDo", "MissingDecVars"), ("NoGoalBehavior",))


class AllStop:
    """Posts IVPHELM_ALLSTOP, and zeros for every axis where the vehicle has to stop."""

    def __init__(self, post: Callable[[str, float | str], None], zeros: tuple[str, ...]) -> None:
        self._post, self._zeros = post, zeros
        self.text = ""  #: the last one posted
        self._waits = False  #: the reason that was posted last waits for its second iteration
        self._times = [0] * len(_PATIENT)  #: posts in a row with reasons of each kind

    def clear(self) -> None:
        """There is a decision."""
        self.stop(CLEAR)

    def stop(self, text: str) -> None:
        """Post a reason that was not posted last, and stop at once, or for some reasons in the second iteration."""
        if text == self.text and not self._waits:
            return
        self.text, self._waits = text, False
        self._times = [n + 1 if text.startswith(kind) else 0 for n, kind in zip(self._times, _PATIENT, strict=True)]
        self._say()

    def say_again(self) -> None:
        """Post the last text once more."""
        if self.text:
            self._times = [0] * len(_PATIENT)
            self._say()

    def _say(self) -> None:
        self._post("IVPHELM_ALLSTOP", self.text)
        if self.text == CLEAR:
            return
        self._waits = 1 in self._times
        if not self._waits:
            for name in self._zeros:
                self._post(name, 0.0)
