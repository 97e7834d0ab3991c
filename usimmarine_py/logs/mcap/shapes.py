"""Hull, arrows and lines as Foxglove's primitives, in m and in frames with z up."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import hypot, sqrt
from typing import Any

from usimmarine_py.values.frozen import dataclass, field

Vector = tuple[float, float, float]
Quaternion = tuple[float, float, float, float]  #: x, y, z, w

_UPRIGHT: Quaternion = (0.0, 0.0, 0.0, 1.0)
#: From z, the axis of a cylinder, to x.
_FORWARD: Quaternion = (0.0, sqrt(0.5), 0.0, sqrt(0.5))
#: Transparent, so that the arrows inside are visible.
_HULL = (0.95, 0.62, 0.10, 0.55)
_DECK = (0.85, 0.85, 0.87, 0.5)


@dataclass(frozen=True, slots=True)
class Fitting:
    """An actuator on the hull; vectors in BODY (forward, starboard, down)."""

    position: Vector = (0.0, 0.0, 0.0)  #: m
    push: Vector = (1.0, 0.0, 0.0)  #: unit vector along which a positive shaft speed pushes
    edge: Vector = (0.0, 1.0, 0.0)  #: unit vector to which a positive angle turns the trailing edge
    limit: float = 0.0  #: largest shaft speed, in the unit of its posts; 0 = unknown


@dataclass(frozen=True, slots=True)
class HullShape:
    """The drawn shape of a vehicle."""

    length: float = 2.0  #: m
    beam: float = 0.7  #: m
    draft: float = 0.25  #: m
    form: str = "boat"  #: boat, torpedo or box
    fittings: Mapping[str, Fitting] = field(default_factory=dict)  #: by the actuator's name in capitals
    hulls: int = 1  #: 2: a catamaran
    kind: str = ""  #: of the vehicle's file (usv, ship, auv, rov ...); glider: an auv with a buoyancy engine


def vector(at: Sequence[float]) -> dict[str, float]:
    """Three numbers as Vector3 or Point3."""
    return {"x": at[0], "y": at[1], "z": at[2]}


def pose(at: Vector, turn: Quaternion = _UPRIGHT) -> dict[str, Any]:
    """A position and an orientation as Pose."""
    return {"position": vector(at), "orientation": dict(zip("xyzw", turn, strict=True))}


def _color(rgba: Sequence[float]) -> dict[str, float]:
    return dict(zip("rgba", rgba, strict=True))


def flipped(body: Vector) -> Vector:
    """BODY (forward, starboard, down) to forward, port, up."""
    return body[0], -body[1], -body[2]


def arrow(tail: Vector, to: Vector, size: float, color: Sequence[float]) -> dict[str, Any] | None:
    """An arrow from ``tail`` along the vector ``to``, both in m; ``size`` is the vehicle's; None for length zero."""
    length = hypot(*to)
    if length < 0.01 * size:
        return None
    dx, dy, dz = (part / length for part in to)
    # the shortest turn from x to the direction; backwards there are many, of which one about z
    turn = (0.0, -dz, dy, 1.0 + dx) if dx > -0.999999 else (0.0, 0.0, 1.0, 0.0)
    norm = hypot(*turn)
    head = min(0.3 * length, 0.12 * size)
    return {
        "pose": pose(tail, (0.0, turn[1] / norm, turn[2] / norm, turn[3] / norm)),
        "shaft_length": length - head, "shaft_diameter": 0.025 * size,
        "head_length": head, "head_diameter": 0.06 * size,
        "color": _color(color),
    }  # fmt: skip


def line(points: Sequence[Vector], thickness: float, color: Sequence[float]) -> dict[str, Any]:
    """A line through points, with a constant thickness on the screen (pixels)."""
    return {
        "type": 0, "pose": pose((0.0, 0.0, 0.0)), "thickness": thickness, "scale_invariant": True,
        "points": [vector(point) for point in points], "color": _color(color), "colors": [], "indices": [],
    }  # fmt: skip


def hull(of: HullShape) -> dict[str, list[dict[str, Any]]]:
    """The primitives of a hull around its origin, forward, port and up."""
    if of.form == "torpedo":
        return {"cylinders": _torpedo(of)}
    if of.form == "box":
        size = vector((of.length, of.beam, max(of.draft, 0.1 * of.length)))
        return {"cubes": [{"pose": pose((0.0, 0.0, 0.0)), "size": size, "color": _color(_HULL)}]}
    return {"triangles": _boat(of)}


def _torpedo(of: HullShape) -> list[dict[str, Any]]:
    length, width = of.length, of.beam
    # stern cone, body and nose: where each begins and ends in lengths, and how wide it begins and ends
    parts = ((-0.5, -0.3, 0.35, 1.0), (-0.3, 0.4, 1.0, 1.0), (0.4, 0.5, 1.0, 0.4))
    return [
        {
            "pose": pose((0.5 * (begin + end) * length, 0.0, 0.0), _FORWARD),
            "size": vector((width, width, (end - begin) * length)),
            "bottom_scale": bottom,
            "top_scale": top,
            "color": _color(_HULL),
        }
        for begin, end, bottom, top in parts
    ]


def _boat(of: HullShape) -> list[dict[str, Any]]:
    length, half, draft = of.length, 0.5 * of.beam, max(of.draft, 0.02 * of.length)
    freeboard = max(draft, 0.06 * length)
    outline = ((0.5, 0.0), (0.2, 1.0), (-0.5, 1.0), (-0.5, -1.0), (0.2, -1.0))
    deck = [(x * length, y * half, freeboard) for x, y in outline]
    keel = [(0.88 * x * length, 0.7 * y * half, -draft) for x, y in outline]
    top, bottom = [(0, 1, 4), (1, 2, 3), (1, 3, 4)], [(5, 9, 6), (6, 8, 7), (6, 9, 8)]
    sides = []
    for i in range(5):
        j = (i + 1) % 5
        sides += [(i, i + 5, j), (j, i + 5, j + 5)]
    points = [vector(point) for point in deck + keel]
    return [
        {
            "pose": pose((0.0, 0.0, 0.0)), "points": points, "color": _color(color), "colors": [],
            "indices": [corner for face in faces for corner in face],
        }
        for faces, color in ((top, _DECK), (bottom + sides, _HULL))
    ]  # fmt: skip
