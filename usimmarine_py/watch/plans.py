"""The plan of a mission before anything runs: from its files of behaviours, and from usim_guidance's waypoints."""

from __future__ import annotations

from collections.abc import Iterator
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


def planned_shapes(mission: Mission) -> list[Drawing]:
    """Drawings (m) of all behaviours that a mission names, as ``planned``; what cannot be read is left out.

    What is wrong with a file of behaviours is for ``usim check`` and the helm to say.
    """
    found: list[Drawing] = []
    helm = mission.block("pHelmIvP", verbatim=False)
    for entry in helm.entries if helm is not None else ():
        if entry.key.strip().lower() == "behaviors":
            found += _of_file(Path(mission.file).parent / entry.value.strip().strip('"'))
    guidance = mission.block("usim_guidance", verbatim=False)
    for entry in guidance.entries if guidance is not None else ():
        if entry.key.strip().lower() == "waypoints":
            found += _line("waypoints", entry.value)
    return found[:_MOST]


def _of_file(path: Path) -> list[Drawing]:
    try:
        blocks = read_behavior_file(path.name, read_text(str(path))).behaviors
    except (OSError, ReadError, UsimError, ValueError):
        return []
    return [drawing for block in blocks for drawing in _of_block(block)]


def _of_block(block: BehaviorBlock) -> Iterator[Drawing]:
    given: dict[str, str] = {}
    for line in block.lines:
        given[line.key.strip().lower()] = line.value
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
