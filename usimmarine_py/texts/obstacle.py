"""Obstacles as text: a convex polygon with a label, and who saw it for how long."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from usimmarine_py.maths.plane.polygon import Point, Polygon
from usimmarine_py.text import atof, compact_number, read_number
from usimmarine_py.texts.pairs import fields_of, first_value, pairs
from usimmarine_py.texts.shapes import points_text, read_polygon, vertices_asked
from usimmarine_py.values.frozen import dataclass


@dataclass(frozen=True, slots=True)
class Obstacle:
    """An obstacle; ``duration`` (s) is how long a report of it counts, None: it does not say."""

    polygon: Polygon
    label: str
    source: str = ""
    duration: float | None = None
    active: bool = True
    ends: bool = False  #: its polygon has a duration of 0
    shown: tuple[str, str] = ("", "")  #: what a drawing of it says more, before its colours and behind them

    @property
    def points(self) -> tuple[Point, ...]:
        """The vertices in the order of the text."""
        return self.polygon.vertices

    def text(self, decimals: int = 2) -> str:
        """Return points, label and source."""
        return obstacle_text(self.points, self.label, self.source, decimals)


def obstacle_text(points: Sequence[Point], label: str, source: str = "", decimals: int = 2) -> str:
    """Return the text of an obstacle."""
    name = f",label={label}" if label else ""
    return f"{points_text(points, decimals)}{name}" + (f",vsource={source}" if source else "")


def read_given(text: str, admit: Callable[[str, int], object] = lambda label, vertices: None) -> Obstacle:
    """Read an obstacle as pObstacleMgr does: ``read_obstacle``, where no label is one, too.

    A duration that is no number is -1; nothing is found of one behind a part without ``=``. Raises ``ValueError``.
    """
    found = fields_of(text)
    label = found.get("label", "")
    admit(label, vertices_asked(text))
    given = first_value(text, "duration")
    duration = read_number(given) if given else None
    ends = "duration" in found and atof(found["duration"]) == 0
    active = found.get("active", "true").lower() != "false"
    polygon, named = read_polygon(text)
    source = found.get("vsource", "")
    first = {"msg": found.get("msg"), "source": found.get("source"), "vsource": source, "id": found.get("id")}
    last = {key: compact_number(atof(found[key]), 2) for key in ("time", "duration") if key in found}
    shown = [",".join(("", *(f"{key}={value}" for key, value in part.items() if value))) for part in (first, last)]
    duration = -1.0 if given and duration is None else duration
    return Obstacle(polygon, named or label, source, duration, active, ends, (shown[0], shown[1]))


def read_obstacle(text: str, admit: Callable[[str, int], object] = lambda label, vertices: None) -> Obstacle:
    """Read ``pts={..},label=..[,vsource=..][,duration=..]``. Raises ``ValueError``.

    ``admit`` gets label and number of vertices before these are made, and may raise, too.
    """
    found = pairs(text)
    admit(found.get("label", ""), vertices_asked(text))
    polygon, label = read_polygon(text)
    label = label or found.get("label", "")
    if not label:
        raise ValueError("label= is missing")
    duration = None
    if "duration" in found:
        duration = read_number(found["duration"])
        if duration is None:
            raise ValueError(f"duration: a number expected, found {found['duration']}")
    active = found.get("active", "true").lower() != "false"
    return Obstacle(polygon, label, found.get("vsource", ""), duration, active)
