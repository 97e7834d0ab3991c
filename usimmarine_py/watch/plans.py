"""The plan of a mission before anything runs: from its files of behaviours, and from usim_guidance's waypoints."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from usimmarine_py.errors import UsimError
from usimmarine_py.helm.files.reader import BehaviorBlock, ReadError, read_behavior_file
from usimmarine_py.logs.viewer.fields import place, shown
from usimmarine_py.mission import Mission
from usimmarine_py.mission.plain import read_text
from usimmarine_py.texts.shapes import read_point, read_points, read_polygon

#: Keys of behaviours that hold a line, an area, a place.
_LINES, _AREAS = ("points", "xpoints"), ("polygon", "core_poly", "save_poly", "halt_poly", "poly", "search_region")
_PLACES = ("point", "station_pt", "center_pos", "anchor_point")
#: Of a place: radii to draw, m.
_RADII = ("outer_radius", "inner_radius", "radius", "hold_radius")
#: Most shapes of one mission.
_MOST = 200
_EDGE = "#7f7f7f"

Drawing = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Movable:
    """A line or polygon of a behaviour with ``updates``: mail can move its points."""

    community: str
    behavior: str
    variable: str  #: of ``updates``
    key: str  #: ``points`` or ``polygon``
    kind: str  #: of the behaviour

    @property
    def shape(self) -> dict[str, str]:
        """How a page knows it: the kind of drawing, and its label before and after the helm draws it."""
        drawn = "polygon" if self.key == "polygon" or "loiter" in self.kind.lower() else "seglist"
        label = f"{self.community}_{self.behavior}".lower()
        return {"kind": drawn, "label": label, "plan": shown(self.behavior).lower()}


def movable_shapes(mission: Mission) -> list[Movable]:
    """What of a mission's behaviours can be moved on the map; templates are left out."""
    found = []
    for path in _files(mission):
        for block in _blocks(path):
            given = _given(block)
            key = next((key for key in ("points", "polygon") if key in given), "")
            if key and given.get("updates", "").strip() and "templating" not in given:
                variable = given["updates"].strip().strip('"')
                community = mission.value("Community") or ""
                found.append(Movable(community, given.get("name", block.kind).strip(), variable, key, block.kind))
    return found[:_MOST]


def planned_shapes(mission: Mission) -> list[Drawing]:
    """Drawings (m) of all behaviours that a mission names, as ``planned``; what cannot be read is left out.

    What is wrong with a file of behaviours is for ``usim check`` and the helm to say.
    """
    found = [drawing for path in _files(mission) for block in _blocks(path) for drawing in _of_block(block)]
    guidance = mission.block("usim_guidance", verbatim=False)
    for entry in guidance.entries if guidance is not None else ():
        if entry.key.strip().lower() == "waypoints":
            found += _line("waypoints", entry.value)
    return found[:_MOST]


def _files(mission: Mission) -> list[Path]:
    helm = mission.block("pHelmIvP", verbatim=False)
    entries = [
        entry for entry in (helm.entries if helm is not None else ()) if entry.key.strip().lower() == "behaviors"
    ]
    return [Path(mission.file).parent / entry.value.strip().strip('"') for entry in entries]


def _blocks(path: Path) -> list[BehaviorBlock]:
    try:
        return list(read_behavior_file(path.name, read_text(str(path))).behaviors)
    except (OSError, ReadError, UsimError, ValueError):
        return []


def _given(block: BehaviorBlock) -> dict[str, str]:
    return {line.key.strip().lower(): line.value for line in block.lines}


def _of_block(block: BehaviorBlock) -> Iterator[Drawing]:
    given = _given(block)
    name = given.get("name", block.kind)
    for key in _AREAS:
        if key in given:
            yield from _area(name, given[key])
    loiters = "loiter" in block.kind.lower()
    for key in _LINES:
        if key in given:
            yield from _area(name, given[key]) if loiters else _line(name, given[key], given)
    for key in _PLACES:
        if key in given:
            yield from _spot(name, given[key], given)


def _drawing(kind: str, name: str, points: object, **more: object) -> Drawing:
    return {"kind": kind, "label": shown(name), "points": points, "edge": _EDGE, "planned": True, **more}


def _line(name: str, text: str, given: dict[str, str] | None = None) -> Iterator[Drawing]:
    try:
        points = read_points(text).points
    except ValueError:
        return
    yield _drawing("seglist" if len(points) > 1 else "point", name, [list(point) for point in points])
    radius = place((given or {}).get("capture_radius", (given or {}).get("radius")))
    if radius is not None and radius > 0.0:
        for point in points[:50]:
            yield _drawing("circle", "", [list(point)], radius=radius)


def _area(name: str, text: str) -> Iterator[Drawing]:
    try:
        vertices = read_polygon(text).polygon.vertices
    except ValueError:
        return
    yield _drawing("polygon", name, [list(vertex) for vertex in vertices])


def _spot(name: str, text: str, given: dict[str, str]) -> Iterator[Drawing]:
    try:
        spot = list(read_point(text))
    except ValueError:
        return
    yield _drawing("point", name, [spot])
    for key in _RADII:
        radius = place(given.get(key))
        if radius is not None and radius > 0.0:
            yield _drawing("circle", "", [spot], radius=radius)
