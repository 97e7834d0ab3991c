"""All-stop: when the helm stops the vehicle, and what it posts about it."""

from __future__ import annotations

from collections.abc import Callable

CLEAR = "clear"


class AllStop:
    """Posts IVPHELM_ALLSTOP, and zeros for every axis where the vehicle has to stop."""

    def __init__(self, post: Callable[[str, float | str], None], zeros: tuple[str, ...]) -> None:
        self._post, self._zeros = post, zeros
        self.text = ""  #: the last one posted
        self._delayed = ""  #: the delayed reason that the last iterations gave
        self._times = 0

    def clear(self) -> None:
        """There is a decision."""
        self._delayed = ""
        if self.text != CLEAR:
            self.text = CLEAR
            self._post("IVPHELM_ALLSTOP", CLEAR)

    def stop(self, text: str) -> None:
        """Stop at once."""
        self._delayed = ""
        if text != self.text:
            self._say(text, zeros=True)

    def stop_if_it_lasts(self, text: str) -> None:
        """Stop in the second iteration in a row that gives this reason."""
        if text != self._delayed:
            self._delayed, self._times = text, 0
        self._times += 1
        if self._times <= 2:
            self._say(text, zeros=self._times == 2)

    def _say(self, text: str, *, zeros: bool) -> None:
        self.text = text
        self._post("IVPHELM_ALLSTOP", text)
        if zeros:
            for name in self._zeros:
                self._post(name, 0.0)
