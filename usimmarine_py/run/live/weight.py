"""What mail from outside weighs: how much of it is one portion."""

from __future__ import annotations

from collections.abc import Sequence

from usimmarine_py.limits import MOST_POINTS
from usimmarine_py.moos.transport.lockstep import MUCH_MAIL, weight_of
from usimmarine_py.texts.shapes import points_asked
from usimmarine_py.values import Message, Value

#: Of a point that a short text asks for: 500 take 0.6 ms of CPU.
_EACH_POINT = 6


def weight_of_mail(value: Value) -> int:
    """Return what a value counts in ``MUCH_MAIL``: its length, and the points that are made of it."""
    points = points_asked(value) if isinstance(value, str) else 0
    return weight_of(value) + _EACH_POINT * min(points, MOST_POINTS)


def portion_of(mail: Sequence[Message], limit: int = MUCH_MAIL) -> int:
    """Return how many messages are one portion, of all ``len(mail)``."""
    weight = 0
    for place, message in enumerate(mail):
        weight += weight_of_mail(message.value)
        if weight > limit and place:
            return place
    return len(mail)


def is_crowd(mail: Sequence[Message]) -> bool:
    """Whether so much mail waits that its reader should not wait for its tick."""
    return portion_of(mail, MUCH_MAIL // 4) < len(mail)
