"""Objects of a hazard field as text: a place, a label, whether it is a hazard, and what makes it hard to tell."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from usimmarine_py.colours import is_colour
from usimmarine_py.text import compact_number, read_number
from usimmarine_py.texts.pairs import fields_of
from usimmarine_py.values.frozen import dataclass

HAZARD, BENIGN = "hazard", "benign"
#: Shapes that viewers draw.
SHAPES = ("circle", "diamond", "square", "triangle", "efield", "gateway")
_QUARTER = 90.0
_TEXTS = ("type", "label", "source")
_PARTS = frozenset(("x", "y", "hr", "aspect", "aspect_min", "aspect_max", "shape", "color", "width", "hazard", *_TEXTS))


@dataclass(frozen=True, slots=True)
class Hazard:
    """An object; x, y m, angles deg. None and empty texts are not given. Made by ``read_hazard``.

    ``hr``: how much a benign object resembles a hazard, 0 to 1. ``aspect``: the heading (or its opposite) at which it
    is best distinguished from a hazard; up to ``aspect_min`` off it as well as ever, from ``aspect_max`` on not at all.
    """

    x: float | None = None
    y: float | None = None
    label: str = ""
    type: str = ""
    hr: float | None = None
    aspect: float | None = None
    aspect_min: float | None = None
    aspect_max: float | None = None
    shape: str = ""
    color: str = ""
    width: float | None = None
    source: str = ""
    problems: tuple[str, ...] = ()  #: of parts of the text that were left out

    @property
    def is_hazard(self) -> bool:
        """Whether it is one in truth."""
        return self.type == HAZARD

    @property
    def place(self) -> tuple[float, float]:
        """Where it is, m."""
        return self.x or 0.0, self.y or 0.0

    def text(self, leave_out: Collection[str] = ()) -> str:
        """Return it as it is reported, without the parts in ``leave_out``."""
        numbers = (("x", self.x, 2), ("y", self.y, 2))
        parts = [f"{name}={compact_number(value or 0.0, digits)}" for name, value, digits in numbers]
        more: list[tuple[str, str | float | None]] = [
            ("label", self.label), ("type", self.type), ("color", self.color),
            # as in the original: the shape is reported with the name of the colour
            ("shape", self.shape and self.color), ("width", self.width), ("hr", None if self.is_hazard else self.hr),
            ("aspect", self.aspect), ("aspect_min", self.aspect_min), ("aspect_max", self.aspect_max),
        ]  # fmt: skip
        for name, value in more:
            if name not in leave_out and value is not None and value != "":
                parts.append(f"{name}={value if isinstance(value, str) else compact_number(value)}")
        return ",".join(parts)


def read_hazard(text: str) -> Hazard:
    """Read ``x=4,y=2,label=07,type=hazard``; a part that is no value of its kind is left out, and named."""
    parts = fields_of(text)
    found: dict[str, Any] = {}
    problems = [f"{name} is no part of a hazard" for name in parts if name and name not in _PARTS]
    for name, value in parts.items():
        if name in _TEXTS:
            found[name] = value
        elif name in _PARTS and name != "hazard":
            kept, problem = _value(name, value, found)
            if problem:
                problems.append(f"{name}={value} {problem}")
            else:
                found[name] = kept
    if not found.get("type") and "hazard" in parts:
        found["type"] = HAZARD if parts["hazard"].lower() == "true" else BENIGN
    return Hazard(**found, problems=tuple(problems))


def _value(name: str, text: str, found: dict[str, Any]) -> tuple[float | str, str]:
    """Return the value of a part, and what is wrong with it."""
    if name == "shape":
        shape = text.lower()
        return shape, "" if shape in SHAPES else f"must be one of {', '.join(SHAPES)}"
    if name == "color":
        return text, "" if is_colour(text) else "is no colour that viewers know"
    number = read_number(text)
    if number is None:
        return 0.0, "must be a number"
    if name == "width" and number < 0:
        return 0.0, "must be at least 0"
    if name == "aspect" and not 0 <= number < 4 * _QUARTER:
        return 0.0, "must be from 0 to less than 360"
    if name in ("aspect_min", "aspect_max"):
        return number, _range_problem(name, number, found)
    return number, ""


def _range_problem(name: str, number: float, found: dict[str, Any]) -> str:
    """Return what is wrong with one end of a range of aspects beside the other, if that is known already."""
    least = number if name == "aspect_min" else found.get("aspect_min", 0.0)
    most = number if name == "aspect_max" else found.get("aspect_max", least)
    if not 0 <= number <= _QUARTER:
        return "must be from 0 to 90"
    if least > most:
        return "must leave aspect_min at most aspect_max"
    other_known = {"aspect_min", "aspect_max"} - {name} <= found.keys()
    return (
        "must leave the sum of aspect_min and aspect_max at most 90" if other_known and least + most > _QUARTER else ""
    )
