"""Convert posts to Foxglove's messages: position and attitude of the vehicle, its actuators, and the weather.

Frames. ``map`` is the local plane: x east, y north, z up from the still water, in m from the datum. ``base_link`` is
the vehicle: x forward, y to port, z up. Both are right-handed with z up, as the viewers require. MOOS has x east and y
north, too; z is PREFIX_Z, else minus PREFIX_DEPTH. Heading psi (clockwise from north), pitch theta (bow up) and roll
phi (starboard down) turn BODY (forward, starboard, down) into north, east, down by Rz(psi) Ry(theta) Rx(phi); with both
frames turned upside down that is yaw 90 deg - psi, pitch -theta and roll phi in the viewers' frames.

Time. A position is stamped with the time at which PREFIX_X was posted, and goes with the latest of the other variables
before the next PREFIX_X.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from math import cos, isfinite, nan, pi, radians, sin
from typing import Any

from usimmarine_py.logs.drift import DriftPlayback
from usimmarine_py.logs.mcap import schemas
from usimmarine_py.logs.mcap.actuators import Actuators
from usimmarine_py.logs.mcap.shapes import HullShape, Quaternion, Vector, arrow, hull, line, pose, vector
from usimmarine_py.logs.viewer.fields import numbers_in
from usimmarine_py.logs.viewer.names import WIND_CONDITIONS
from usimmarine_py.maths.attitude import euler_to_quaternion

#: Topic, schema, time (ns), message.
Emit = Callable[[str, schemas.Schema, int, dict[str, Any]], None]

MAP, VEHICLE = "map", "base_link"
_NANOSECONDS = 1_000_000_000
#: Latitude and longitude posted at most this long (ns) before the position belong to it.
_SAME_TIME = 10_000_000
#: Minimum time (ns) between two updates of the arrows.
_ARROWS_EVERY = 100_000_000
#: Most points of the track; a longer one is thinned to half.
_TRACK = 2000
#: Variables that end in _X but are not positions.
_NO_POSITIONS = re.compile(r"(?:DRIFT|CURRENT|TRUE|DESIRED|USM_FORCE_.*)_X")
_GREEN, _BLUE, _CYAN, _ORANGE = (
    (0.1, 0.75, 0.3, 1.0),
    (0.25, 0.5, 1.0, 0.9),
    (0.1, 0.8, 0.85, 0.9),
    (0.95, 0.3, 0.2, 1.0),
)
#: Speeds (m/s) that are drawn as one hull length.
_WIND_SCALE, _CURRENT_SCALE = 10.0, 1.0


def position_prefix(variable: str) -> str | None:
    """The prefix of the east of a position (``NAV`` of ``NAV_X``), None for another variable."""
    return variable[:-2] if variable.endswith("_X") and not _NO_POSITIONS.fullmatch(variable) else None


def orientation(roll: float, pitch: float, heading: float) -> Quaternion:
    """From ``base_link`` to ``map``: roll and pitch in rad, heading in deg."""
    w, x, y, z = euler_to_quaternion(roll, -pitch, 0.5 * pi - radians(heading))
    return x, y, z, w


def stamp(time: int) -> dict[str, int]:
    """A time (ns) as Foxglove's."""
    return {"sec": time // _NANOSECONDS, "nsec": time % _NANOSECONDS}


class Scene:
    """Converts posts to messages for the vehicle under ``prefix``, and for the positions of others."""

    def __init__(self, emit: Emit, prefix: str, of: HullShape) -> None:
        self._emit, self._prefix, self._hull = emit, prefix, of
        self._values: dict[str, float] = {}
        self._drift = DriftPlayback()
        self._times: dict[str, int] = {}
        self._waiting: dict[str, int] = {}  # time of an X whose other states are pending, by prefix
        self._pushers = Actuators(prefix, of)
        self._drawn: int | None = None
        self._arrows: dict[str, list[dict[str, Any]]] = {}
        self._began: int | None = None
        self._track: list[Vector] = []
        self._stride, self._skipped = 1, 0

    def take(self, time: int, variable: str, value: float | str | bytes) -> None:
        """Take one post at ``time`` (ns)."""
        if not isinstance(value, bytes) and self._drift.take(variable, value):
            self._values |= {"drift_x": self._drift.x, "drift_y": self._drift.y}
        if isinstance(value, str):
            if variable == WIND_CONDITIONS:
                self._values |= {f"{variable}.{key}": number for key, number in numbers_in(value).items()}
            return
        if isinstance(value, bytes) or not isfinite(value):
            return
        if variable not in self._values:
            self._pushers.learn(variable)
        prefix = position_prefix(variable)
        if prefix is not None:
            self._place(prefix)
            self._waiting[prefix] = time
        self._values[variable] = value
        self._times[variable] = time

    def place_known(self) -> None:
        """Emit the pending positions whose Y has come after their X."""
        for prefix, time in list(self._waiting.items()):
            if self._times.get(f"{prefix}_Y", -1) >= time:
                self._place(prefix)

    def close(self) -> None:
        """Emit pending positions, and the track with the time of its first point, so that it is always shown."""
        for prefix in list(self._waiting):
            self._place(prefix)
        if self._began is not None and len(self._track) > 1:
            drawn = {"lines": [line(self._track, 2.0, _BLUE)]}
            self._draw("/track", self._began, MAP, "track", drawn)

    def _number(self, variable: str, default: float = nan) -> float:
        return self._values.get(variable, default)

    def _place(self, prefix: str) -> None:
        """Emit the pending position of a prefix, if it is complete."""
        time = self._waiting.pop(prefix, None)
        x, y = self._number(f"{prefix}_X"), self._number(f"{prefix}_Y")
        if time is None or not isfinite(y):
            return
        z = self._number(f"{prefix}_Z", -self._number(f"{prefix}_DEPTH", 0.0))
        heading = self._number(f"{prefix}_HEADING", 90.0)
        turn = orientation(self._number(f"{prefix}_ROLL", 0.0), self._number(f"{prefix}_PITCH", 0.0), heading)
        at, when = (x, y, z), stamp(time)
        own = prefix == self._prefix
        under = "" if own else f"/{prefix.lower()}"
        if own:
            moved = {"translation": vector(at), "rotation": dict(zip("xyzw", turn, strict=True))}
            frames = {"timestamp": when, "parent_frame_id": MAP, "child_frame_id": VEHICLE}
            self._emit("/tf", schemas.TRANSFORM, time, frames | moved)
        self._emit(f"/pose{under}", schemas.POSE, time, {"timestamp": when, "frame_id": MAP, "pose": pose(at, turn)})
        self._fix(prefix, f"/location{under}", time, z)
        if own:
            self._show(time, at)

    def _fix(self, prefix: str, topic: str, time: int, height: float) -> None:
        latitude, longitude = self._number(f"{prefix}_LAT"), self._number(f"{prefix}_LONG")
        if not isfinite(latitude + longitude) or self._times[f"{prefix}_LAT"] < time - _SAME_TIME:
            return
        fix = {
            "timestamp": stamp(time), "frame_id": VEHICLE if prefix == self._prefix else MAP,
            "latitude": latitude, "longitude": longitude, "altitude": height,
            "position_covariance": [0.0] * 9, "position_covariance_type": 0,
        }  # fmt: skip
        self._emit(topic, schemas.FIX, time, fix)

    def _show(self, time: int, at: Vector) -> None:
        if self._began is None:
            self._began = time
            self._draw("/hull", time, VEHICLE, "hull", hull(self._hull))
        self._skipped += 1
        if self._skipped >= self._stride:
            self._skipped = 0
            self._track.append(at)
            if len(self._track) > _TRACK:
                self._track, self._stride = self._track[::2], 2 * self._stride
        if self._drawn is None or time < self._drawn or time - self._drawn >= _ARROWS_EVERY - 1:
            self._drawn = time
            self._point("actuators", time, VEHICLE, self._actuators())
            self._point("weather", time, MAP, self._weather(at))

    def _point(self, name: str, time: int, frame: str, arrows: list[dict[str, Any]]) -> None:
        """Emit changed arrows; unchanged ones stay."""
        if self._arrows.get(name) != arrows:
            self._arrows[name] = arrows
            self._draw(f"/{name}", time, frame, name, {"arrows": arrows})

    def _draw(self, topic: str, time: int, frame: str, name: str, primitives: dict[str, list[dict[str, Any]]]) -> None:
        entity = {
            "timestamp": stamp(time), "frame_id": frame, "id": name, "lifetime": {"sec": 0, "nsec": 0},
            "frame_locked": True, "metadata": [], **{kind: primitives.get(kind, []) for kind in schemas.PRIMITIVES},
        }  # fmt: skip
        self._emit(topic, schemas.SCENE, time, {"deletions": [], "entities": [entity]})

    def _actuators(self) -> list[dict[str, Any]]:
        """Arrows of the posted forces, else of the actuators' states, else of the commands."""
        found = (
            arrow(push.tail, push.to, self._hull.length, _ORANGE if push.blade else _GREEN)
            for push in self._pushers.pushes(self._values)
        )
        return [one for one in found if one is not None]

    def _weather(self, at: Vector) -> list[dict[str, Any]]:
        """Arrows of the wind above the vehicle and of the current at the surface, TOWARDS."""
        size, values, found = self._hull.length, self._values, []
        wind = values.get("USM_WIND_SPEED"), values.get("USM_WIND_DIR")
        if None in wind:
            wind = values.get(f"{WIND_CONDITIONS}.spd"), values.get(f"{WIND_CONDITIONS}.dir")
        if wind[0] is not None and wind[1] is not None:
            away = radians(wind[1] + 180.0)
            length = size * wind[0] / _WIND_SCALE
            tail = (at[0], at[1], max(at[2], 0.0) + 0.6 * size)
            found.append(arrow(tail, (length * sin(away), length * cos(away), 0.0), size, _CYAN))
        east, north = self._number("drift_x", 0.0), self._number("drift_y", 0.0)
        speed, towards = self._number("USM_CURRENT_SPEED", 0.0), radians(self._number("USM_CURRENT_DIR", 0.0))
        scale = size / _CURRENT_SCALE
        flow = scale * (east + speed * sin(towards)), scale * (north + speed * cos(towards)), 0.0
        found.append(arrow(at, flow, size, _BLUE))
        return [one for one in found if one is not None]
