"""Objects of a map as text: how one is drawn."""

from __future__ import annotations

from collections.abc import Mapping

from usimmarine_py.colours import is_colour, shown_colour
from usimmarine_py.text import atof, compact_number

#: What the text of an object says besides, in the order of MOOS-IvP: words, colours, and numbers with their decimals.
_WORDS, _COLOURS = ("msg", "source", "vsource", "id"), ("label", "edge", "vertex", "fill")
_SIZES = {"time": 2, "duration": 2, "vertex_size": 1, "edge_size": 1, "fill_transparency": 2}


def object_text(label: str, given: Mapping[str, str]) -> str:
    """Return the end of the text of an object with what was ``given`` of it; what none of its parts is, is left out."""
    parts = ["active=false"] if given.get("active", "").lower() == "false" else []
    parts.append(f"label={label}")
    parts += [f"{key}={value}" for key in _WORDS if (value := given.get(key))]
    for kind in _COLOURS:
        colour = given.get(f"{kind}_color", "")
        if is_colour(colour):
            parts.append(f"{kind}_color={shown_colour(colour)}")
    for key, decimals in _SIZES.items():
        number = atof(given[key]) if key in given else -1.0
        if key == "fill_transparency" and key in given:
            number = min(max(number, 0.0), 1.0)
        if number >= 0:
            parts.append(f"{key}={compact_number(number, decimals)}")
    return ",".join(parts)
