"""The text of ``start_pos`` and USM_RESET (laws/usimmarine 7)."""

from __future__ import annotations

from math import isfinite

from usimmarine_py.text import atof, bite, is_number, read_number, split
from usimmarine_py.values.frozen import dataclass
from usimmarine_py.values.state import FARTHEST

_BY_PLACE = ("x", "y", "heading", "speed", "depth")
_KEYS = {
    "x": "x",
    "y": "y",
    "heading": "heading",
    "hdg": "heading",
    "deg": "heading",
    "speed": "speed",
    "spd": "speed",
    "depth": "depth",
    "dep": "depth",
}


def pieces(text: str) -> list[tuple[str, str]]:
    """(key, value) of each piece; the key is empty where it is unknown or a sixth bare piece."""
    found = []
    for place, piece in enumerate(split(text, ",")):
        key, value = bite(piece.lower(), "=")
        if value == "":
            key, value = (_BY_PLACE[place] if place < len(_BY_PLACE) else ""), key
        else:
            key = _KEYS.get(key, "")
        found.append((key, value))
    return found


@dataclass(frozen=True, slots=True)
class PoseReading:
    """What a text sets; ``problem`` ends in its being refused (or cut short), ``remark`` only in a warning."""

    values: dict[str, float]
    problem: str = ""
    remark: str = ""


def read_leniently(text: str) -> PoseReading:
    """What the recorded programs set from a text.

    Garbage reads as 0; an unknown key ends the reading, what came before stays. A value that is not finite is left
    out, which is the one thing that they would not do.
    """
    values: dict[str, float] = {}
    remark = "" if text else "an empty text sets nothing"
    for key, word in pieces(text):
        if not key:
            return PoseReading(values, f"unknown piece {word[:50]!r}" if word else "an empty piece")
        number = atof(word)
        if not abs(number) <= FARTHEST:
            what = f"is beyond {FARTHEST:g}" if isfinite(number) else "is not a finite number"
            remark = f"{key} {what} and keeps its value"
            continue
        if not is_number(word):
            remark = f"{key} is no number and is read as {number:g}"
        values[key] = number
    return PoseReading(values, remark=remark)


def read_exactly(text: str) -> PoseReading:
    """What the documented dialect sets from a text: everything or, with the reason, nothing."""
    values: dict[str, float] = {}
    for key, word in pieces(text):
        if not key:
            return PoseReading({}, "an unknown key or too many values")
        number = read_number(word, exponent=True)
        if number is None:
            return PoseReading({}, f"{key} is not a finite number")
        if abs(number) > FARTHEST:
            return PoseReading({}, f"{key} is beyond {FARTHEST:g}")
        values[key] = number
    if not values:
        return PoseReading({}, "an empty text")
    if values.get("depth", 0.0) < 0:
        return PoseReading(values, remark="depth must be at least 0; 0 is used")
    return PoseReading(values)
