"""The actuators of a vehicle as arrows, from its posts: forces, else shaft speeds and angles, else commands."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from math import cos, isfinite, nan, radians, sin
from typing import Any, NamedTuple

from usimmarine_py.logs.mcap.shapes import Fitting, HullShape, Vector, flipped

#: Forces that are not of actuators.
_NO_ACTUATORS = frozenset(
    {"ACTUATORS", "EXTERNAL", "WIND", "WAVES", "DRAG", "RESTORING", "MEMORY", "CURRENT", "TOTAL", "GROUND"}
)
_FORCE = re.compile(r"USM_FORCE_(\w+)_X")
_SHAFT = re.compile(r"(\w+)_N_(?:RPM|RPS|RAD_S)")
_ANGLE = re.compile(r"(\w+)_(?:ALPHA|DELTA)_DEG")
#: Angle (deg) of a rudder of 100 %, if unknown.
_FULL_RUDDER = 45.0


class Push(NamedTuple):
    """One arrow, forward, to port and up, m."""

    tail: Vector
    to: Vector  #: from the tail to the head
    blade: bool = False  #: a rudder or fin, from its stock to its trailing edge; else a push


class Actuators:
    """The actuators of the vehicle under ``prefix``."""

    def __init__(self, prefix: str, of: HullShape) -> None:
        self._prefix, self._hull = prefix, of
        self._forces: dict[str, str] = {}  # variables of the states of actuators, by their names
        self._shafts: dict[str, str] = {}
        self._angles: dict[str, str] = {}
        self._largest: dict[str, float] = {}

    def learn(self, variable: str) -> None:
        """Take the name of a variable that is posted."""
        if (found := _FORCE.fullmatch(variable)) and found[1] not in _NO_ACTUATORS:
            self._forces[found[1]] = f"USM_FORCE_{found[1]}"
        if not variable.startswith(f"{self._prefix}_"):
            return
        own = variable.removeprefix(f"{self._prefix}_")
        if found := _SHAFT.fullmatch(own):
            self._shafts[found[1]] = variable
        elif found := _ANGLE.fullmatch(own):
            self._angles[found[1]] = variable

    def pushes(self, values: Mapping[str, Any]) -> Iterator[Push]:
        """The arrows of the latest ``values`` by variable, of which texts do not count."""
        size = self._hull.length
        if self._forces:
            for name, variable in self._forces.items():
                yield from self._force(name, variable, values)
        elif self._shafts or self._angles:
            for name, variable in self._shafts.items():
                yield from self._shaft(name, variable, values)
            for name, variable in self._angles.items():
                if name not in self._shafts:
                    yield self._blade(self._fitting(name), radians(_number(values, variable)))
        else:
            # a glider has no thruster that a command could drive
            sides = {"DESIRED_THRUST": 0.0, "DESIRED_THRUST_L": -0.4, "DESIRED_THRUST_R": 0.4}
            for name, side in sides.items() if self._hull.kind != "glider" else ():
                part = _number(values, name, 0.0) / 100.0
                yield Push(flipped((-0.5 * size, side * self._hull.beam, 0.0)), (part * size, 0.0, 0.0))
            rudder = max(-100.0, min(100.0, _number(values, "DESIRED_RUDDER")))
            if isfinite(rudder) and "DESIRED_RUDDER" in values:
                yield self._blade(self._fitting(""), radians(rudder / 100.0 * _FULL_RUDDER))

    def _fitting(self, name: str) -> Fitting:
        """The position of an actuator; an unknown one is placed at the stern."""
        return self._hull.fittings.get(name) or Fitting((-0.5 * self._hull.length, 0.0, 0.0))

    def _force(self, name: str, variable: str, values: Mapping[str, Any]) -> Iterator[Push]:
        force = tuple(_number(values, f"{variable}_{axis}", 0.0) for axis in "XYZ")
        # the largest force so far is drawn as long as the hull
        largest = self._largest[""] = max(self._largest.get("", 0.0), *(abs(part) for part in force))
        if largest:
            scale = self._hull.length / largest
            to = flipped((scale * force[0], scale * force[1], scale * force[2]))
            yield Push(flipped(self._fitting(name).position), to)

    def _shaft(self, name: str, variable: str, values: Mapping[str, Any]) -> Iterator[Push]:
        speed, fitting = _number(values, variable, 0.0), self._fitting(name)
        largest = self._largest[name] = max(self._largest.get(name, 0.0), abs(speed))
        if fitting.limit or largest:
            part = self._hull.length * speed / (fitting.limit or largest)
            turn = radians(_number(values, self._angles.get(name, ""), 0.0))
            (px, py, pz), c, s = fitting.push, cos(turn), sin(turn)
            to = flipped((part * (c * px - s * py), part * (s * px + c * py), part * pz))
            yield Push(flipped(fitting.position), to)

    def _blade(self, fitting: Fitting, angle: float) -> Push:
        """A rudder or fin: from its stock to its trailing edge."""
        length, s = 0.25 * self._hull.length, sin(angle)
        ex, ey, ez = fitting.edge
        to = flipped((length * (s * ex - cos(angle)), length * s * ey, length * s * ez))
        return Push(flipped(fitting.position), to, True)


def _number(values: Mapping[str, Any], variable: str, default: float = nan) -> float:
    value = values.get(variable, default)
    return value if isinstance(value, float) else default
