"""The external drift in force, played back from the mail that changes it."""

from __future__ import annotations

from collections.abc import Callable
from math import isfinite

from usimmarine_py.logs.viewer.fields import numbers_in
from usimmarine_py.maths.drift import Drift, read_vector
from usimmarine_py.text import read_number

DRIFT_SUMMARY = "USM_DRIFT_SUMMARY"

_NUMBERS: dict[str, Callable[[Drift, float], Drift]] = {
    "DRIFT_X": Drift.with_x, "CURRENT_X": Drift.with_x, "DRIFT_Y": Drift.with_y, "CURRENT_Y": Drift.with_y,
    "DRIFT_VECTOR_MULT": Drift.times, "USM_DRIFT_VECTOR_MULT": Drift.times,
}  # fmt: skip
_VECTORS: dict[str, Callable[[Drift, float, float], Drift]] = {
    "DRIFT_VECTOR": Drift.with_vector, "DRIFT_VECTOR_ADD": Drift.plus_vector,
}  # fmt: skip
_RELATIVE = frozenset({"DRIFT_VECTOR_ADD", "DRIFT_VECTOR_MULT", "USM_DRIFT_VECTOR_MULT"})
#: The mail that changes the drift.
DRIFT_MAIL = (*_NUMBERS, *_VECTORS)
#: What a playback reads.
DRIFT_READ = frozenset({DRIFT_SUMMARY, *DRIFT_MAIL})


class DriftPlayback:
    """The drift by mail and summaries, taken in order of time.

    A summary is the drift at its time. It does not follow every change: v22 and v23 post one for each sender of mail
    only, so that the mail between two summaries counts, too.
    """

    def __init__(self) -> None:
        self._drift = Drift()
        self.seen = False  #: any mail or summary
        self.known = True  #: False after a relative change of a drift that was not received

    @property
    def x(self) -> float:
        """The drift to the east, m/s."""
        return self._drift.x

    @property
    def y(self) -> float:
        """The drift to the north, m/s."""
        return self._drift.y

    def take(self, variable: str, value: float | str, *, late: bool = False) -> bool:
        """Take a post; return whether it is one of ``DRIFT_READ`` that can be read.

        ``late``: it was posted before the reader came, and others before it may have been missed.
        """
        drift = self._changed(variable, value)
        if drift is None or not (isfinite(drift.x) and isfinite(drift.y)):
            return False
        self._drift, self.seen = drift, True
        if variable in _RELATIVE:
            self.known = self.known and not late
        elif variable in (DRIFT_SUMMARY, "DRIFT_VECTOR"):
            self.known = True
        return True

    def _changed(self, variable: str, value: float | str) -> Drift | None:
        if variable == DRIFT_SUMMARY:
            found = numbers_in(value) if isinstance(value, str) else {}
            return Drift(found["xmag"], found["ymag"]) if {"xmag", "ymag"} <= found.keys() else None
        if variable in _VECTORS:
            vector = read_vector(value, exponent=True) if isinstance(value, str) else None
            return None if vector is None else _VECTORS[variable](self._drift, *vector)
        if variable in _NUMBERS:
            number = read_number(value, exponent=True) if isinstance(value, str) else value
            return None if number is None else _NUMBERS[variable](self._drift, number)
        return None
