"""The text of ``start_pos`` and USM_RESET (section 8 of the behaviour specification)."""

from __future__ import annotations

from dataclasses import replace
from math import isfinite

from usimmarine_py.maths.angles import angle_180, angle_360, to_radians
from usimmarine_py.model import VehicleState
from usimmarine_py.text import atof, bite, read_number, split

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


def read_leniently(text: str) -> tuple[dict[str, float], str]:
    """What the recorded programs set from a text, and what is wrong with it.

    Garbage reads as 0; an unknown key ends the reading, what came before stays. A value that is not finite is left
    out, which is the one thing that they would not do.
    """
    values: dict[str, float] = {}
    problem = ""
    for key, word in pieces(text):
        if not key:
            return values, f"unknown piece {word!r}" if word else "an empty piece"
        number = atof(word)
        if not isfinite(number):
            problem = problem or f"{key} is not a finite number"
            continue
        values[key] = number
    return values, problem


def read_exactly(text: str) -> tuple[dict[str, float], str]:
    """What the documented dialect sets from a text: everything or, with the reason, nothing."""
    values: dict[str, float] = {}
    for key, word in pieces(text):
        if not key:
            return {}, "an unknown key or too many values"
        number = read_number(word, exponent=True)
        if number is None:
            return {}, f"{key} is not a finite number"
        values[key] = number
    return values, "" if values else "no value"


def moved(state: VehicleState, values: dict[str, float], *, exact: bool) -> VehicleState:
    """The state with the named values set; ``exact`` wraps the heading, lets yaw follow it and keeps depth >= 0."""
    if not exact:
        return replace(state, **values)  # type: ignore[arg-type]
    new = dict(values)
    if "heading" in new:
        new["heading"] = angle_360(new["heading"])
        new["yaw"] = -to_radians(angle_180(new["heading"]))
    if "depth" in new:
        new["depth"] = max(new["depth"], 0.0)
    return replace(state, **new)  # type: ignore[arg-type]
