"""The VIEW variables, as pMarineViewer interprets them.

A shape is identified by its kind, its community and its label: a later one replaces it, ``active=false`` (or
``erase``) removes it, and ``duration`` removes it after that time.
"""

from __future__ import annotations

import json
import math
from dataclasses import dataclass, field
from typing import Any

from usimmarine_py.logs.viewer import marks
from usimmarine_py.logs.viewer.fields import colour, fields_of, place, shown
from usimmarine_py.text import finite_number

#: What behaviours draw of a plan.
OUTLINES = {"VIEW_POINT": "point", "VIEW_SEGLIST": "seglist", "VIEW_POLYGON": "polygon", "VIEW_CIRCLE": "circle"}
GRID_DELTA = "VIEW_GRID_DELTA"
#: All that is drawn; the change of a grid is mail, and no shape of its own.
KINDS = {
    **OUTLINES,
    "VIEW_MARKER": "marker", "VIEW_VECTOR": "vector", "VIEW_ARROW": "arrow", "VIEW_OVAL": "oval", "VIEW_WEDGE": "wedge",
    "VIEW_TEXTBOX": "text", "VIEW_SEGLR": "seglr", "VIEW_RANGE_PULSE": "pulse", "VIEW_COMMS_PULSE": "beam",
    "VIEW_GRID": "grid", GRID_DELTA: "grid",
}  # fmt: skip
_READERS = {
    "marker": marks.marker, "vector": marks.vector, "arrow": marks.arrow, "oval": marks.oval, "wedge": marks.wedge,
    "text": marks.text_box, "seglr": marks.seglr, "pulse": marks.range_pulse, "beam": marks.comms_pulse,
}  # fmt: skip
#: Kinds that are drawn as an outline.
_AS_POLYGON = frozenset(("arrow", "oval", "wedge"))
#: Limits of drawings from mail.
MAX_SHAPES, MAX_VERTICES = 2000, 2000
#: Stored posts of a log, for a page that shows earlier times.
MAX_KEPT = 50_000
_COLOURS = (("edge", "edge_color"), ("vertex", "vertex_color"), ("fill", "fill_color"), ("ink", "label_color"))

#: End of the label of a helm's next waypoint, behind the name of its vehicle.
_NEXT = "'s nextpt"

Key = tuple[str, str, str]


@dataclass(frozen=True, slots=True)
class DrawnShape:
    """One shape, as sent to the page."""

    drawing: dict[str, Any]
    until: float  #: page s, inf: stays
    text: str  #: the drawing as JSON, equal for equal ones


@dataclass
class Shapes:
    """All shapes of a page. ``changes`` increases with each change."""

    keep: bool = False
    changes: int = 0
    _present: dict[Key, DrawnShape] = field(default_factory=dict)
    _posts: list[tuple[float, str, str, str]] = field(default_factory=list)

    def take(self, variable: str, text: str, community: str, time: float) -> None:
        """Take a post of a VIEW variable at page time ``time`` (s); an invalid shape is ignored."""
        if self.keep and len(self._posts) < MAX_KEPT:
            self._posts.append((time, variable, text, community))
        if variable == GRID_DELTA:
            self._change_grid(text)
            return
        kind = KINDS[variable]
        given = fields_of(text)
        drawing = drawing_of(kind, given, text)
        label = shown(given.get("label", ""))
        if drawing is not None and kind == "point" and label.endswith(_NEXT):
            drawing["leads"] = label.removesuffix(_NEXT)
        key = (kind, community, label or f"\0{drawing and (drawing['points'], drawing.get('radius'))}")
        if given.get("active", "true").lower() == "false" or given.get("erase", "false").lower() in ("", "true"):
            self._remove(key)
            return
        if drawing is None:
            return
        if "lasts" in drawing:  # a pulse begins with its post
            drawing["t"] = round(time, 3)
            given["duration"] = str(drawing["lasts"] + drawing.get("linger", 0.0))
        lasts = finite_number(given.get("duration", given.get("dur", "")))
        until = time + lasts if lasts is not None and lasts >= 0.0 else math.inf
        known = self._present.get(key)
        if known is None and len(self._present) >= MAX_SHAPES:
            self._present.pop(next(iter(self._present)))
        if known is None or known.drawing != drawing:
            self.changes += 1
            encoded = json.dumps(drawing, sort_keys=True)
        else:
            encoded = known.text
        self._present[key] = DrawnShape(drawing, until, encoded)

    def _change_grid(self, text: str) -> None:
        label, _, changes = text.partition("@")
        for key, known in self._present.items():
            if key[0] == "grid" and key[2] == label.strip():
                drawing = marks.with_changes(known.drawing, changes)
                self._present[key] = DrawnShape(drawing, known.until, json.dumps(drawing, sort_keys=True))
                self.changes += 1

    def _remove(self, key: Key) -> None:
        if self._present.pop(key, None) is not None:
            self.changes += 1

    def expire(self, time: float) -> None:
        """Remove shapes whose duration has passed at page time ``time`` (s)."""
        for key in [key for key, shape in self._present.items() if shape.until <= time]:
            self._remove(key)

    def drawings(self) -> list[dict[str, Any]]:
        """The present drawings."""
        return [shape.drawing for shape in self._present.values()]

    def texts(self) -> list[str]:
        """The present drawings as JSON."""
        return [shape.text for shape in self._present.values()]

    def at(self, time: float) -> list[dict[str, Any]]:
        """The drawings at an earlier time; the posts must be stored."""
        then = Shapes()
        for when, variable, text, community in self._posts:
            if when <= time:
                then.take(variable, text, community, when)
        then.expire(time)
        return then.drawings()

    def clear(self) -> None:
        """Forget everything."""
        self._present.clear()
        self._posts.clear()
        self.changes += 1


def drawing_of(kind: str, given: dict[str, str], text: str = "") -> dict[str, Any] | None:
    """Positions (m), sizes (dots) and colours; None if a position is missing or invalid.

    ``given``: the pairs of the post ``text``, which a grid is read from.
    """
    if kind == "grid":
        found = marks.grid(given, text)
        return None if found is None else {"kind": kind} | found
    if kind in _READERS:
        found = _READERS[kind](given)
        if found is None:
            return None
        return _look({"kind": "polygon" if kind in _AS_POLYGON else kind}, given) | found
    points: list[list[float]] | None
    radius = None
    if kind in ("point", "circle"):
        x, y = place(given.get("x")), place(given.get("y"))
        points = None if x is None or y is None else [[x, y]]
        if kind == "circle":
            radius = place(given.get("radius", given.get("rad")))
            if radius is None or radius < 0.0:
                return None
    else:
        points = _vertices(given)
    if not points:
        return None
    drawing: dict[str, Any] = {"kind": kind, "points": points}
    if radius is not None:
        drawing["radius"] = radius
    return _look(drawing, given)


def _look(drawing: dict[str, Any], given: dict[str, str]) -> dict[str, Any]:
    """The drawing with its label, colours and sizes."""
    words = shown(given.get("msg") or given.get("label", ""))
    if words and given.get("msg") != "_null_":
        drawing["label"] = words
    for key, name in _COLOURS:
        found = colour(given.get(name) or (given.get("color") if key in ("edge", "vertex") else None))
        if found:
            drawing[key] = found
    for key, name, most in (
        ("edge_size", "edge_size", 20.0),
        ("vertex_size", "vertex_size", 40.0),
        ("clear", "fill_transparency", 1.0),
    ):
        size = finite_number(given.get(name, ""))
        if size is not None:
            drawing[key] = min(max(size, 0.0), most)
    return drawing


def _vertices(given: dict[str, str]) -> list[list[float]] | None:
    form = given.get("format", "").lower()
    if form in ("radial", "ellipse"):
        return _round(given, form)
    found: list[list[float]] = []
    for pair in given.get("pts", "").strip("{} ").split(":"):
        numbers = [place(part) for part in pair.split(",")]
        if len(numbers) < 2 or numbers[0] is None or numbers[1] is None:
            return None
        found.append([numbers[0], numbers[1]])
        if len(found) > MAX_VERTICES:
            return None
    return found


def _round(given: dict[str, str], form: str) -> list[list[float]] | None:
    """``format=radial`` and ``format=ellipse``: vertices around a centre, in m."""
    x, y = place(given.get("x")), place(given.get("y"))
    count = place(given.get("pts"))
    if x is None or y is None or count is None or not 3 <= count <= MAX_VERTICES:
        return None
    number = int(count)
    if form == "radial":
        radius = place(given.get("radius"))
        if radius is None:
            return None
        # the first two vertices lie on either side of north
        turns = [(k + 0.5) * 2.0 * math.pi / number for k in range(number)]
        return [[x + radius * math.sin(a), y + radius * math.cos(a)] for a in turns]
    major, minor = place(given.get("major")), place(given.get("minor"))
    if major is None or minor is None:
        return None
    degrees = finite_number(given.get("degs", ""))
    turn = math.radians(degrees) if degrees is not None else finite_number(given.get("rads", "")) or 0.0
    found = []
    for k in range(number):
        a = (k + 0.5) * 2.0 * math.pi / number
        along, across = 0.5 * major * math.cos(a), 0.5 * minor * math.sin(a)
        found.append([x + along * math.sin(turn) + across * math.cos(turn),
                      y + along * math.cos(turn) - across * math.sin(turn)])  # fmt: skip
    return found
