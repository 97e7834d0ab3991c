"""The motion of vehicles for a page in three dimensions: poses, and arrows of their actuators."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from usimmarine_py.logs.mcap.actuators import Actuators
from usimmarine_py.logs.mcap.shapes import HullShape
from usimmarine_py.logs.runs import RecordedRun
from usimmarine_py.logs.viewer.names import PREFIXES
from usimmarine_py.watch.feeds.feed import ShownVehicle

#: Most poses of one answer, and decimals of positions (m), angles and times.
MOST_POSES, DECIMALS = 2000, 5
#: Most seconds of a log in one answer.
LONGEST = 7200.0
_STATES = ("Y", "Z", "ROLL", "PITCH", "HEADING", "DEPTH")
_ENDINGS = ("_RPM", "_RPS", "_RAD_S", "_DEG")
_NOTHING = (np.empty(0), np.empty(0))


class Movers:
    """What one page has of the motion of the vehicles."""

    def __init__(self) -> None:
        self._sent: dict[str, tuple[ShownVehicle, int]] = {}
        self._actuators: dict[str, tuple[str, int, Actuators]] = {}
        self._arrows: dict[str, list[list[Any]]] = {}

    def news(self, vehicles: Mapping[str, ShownVehicle]) -> dict[str, Any]:
        """What is new of each vehicle by name: ``poses``, as rows of ``Motion``, and ``pushes``, if they changed."""
        found: dict[str, Any] = {}
        for name, vehicle in vehicles.items():
            known, count = self._sent.get(name, (None, 0))
            new = vehicle.data.moved - (count if known is vehicle else 0)
            self._sent[name] = vehicle, vehicle.data.moved
            part: dict[str, Any] = {}
            if new > 0 and vehicle.data.motions:
                part["poses"] = [pose_json(pose) for pose in list(vehicle.data.motions)[-new:]]
            if vehicle.own and (pushes := self._pushes(name, vehicle)) != self._arrows.get(name):
                self._arrows[name] = part["pushes"] = pushes
            if part:
                found[name] = part
        return found

    def _pushes(self, name: str, vehicle: ShownVehicle) -> list[list[Any]]:
        values, prefix = vehicle.data.values, vehicle.data.prefix
        known, count, actuators = self._actuators.get(name, ("", -1, Actuators(prefix, vehicle.hull)))
        if known != prefix or count != len(values):
            actuators = Actuators(prefix, vehicle.hull)
            for variable in values:
                actuators.learn(variable)
            self._actuators[name] = prefix, len(values), actuators
        return pushes_json(actuators, values, vehicle.hull.length)


def pose_json(pose: Sequence[float]) -> list[float | None]:
    """A row with nan as null."""
    return [None if not math.isfinite(value) else round(value, DECIMALS) for value in pose]


def pushes_json(actuators: Actuators, values: Mapping[str, Any], size: float) -> list[list[Any]]:
    """Arrows as tail and vector (m: forward, to port, up), and whether it is a blade; none below 1 % of the hull."""
    return [
        [[round(part, 4) for part in push.tail], [round(part, 4) for part in push.to], push.blade]
        for push in actuators.pushes(values)
        if math.hypot(*push.to) > 0.01 * size
    ]


def motion_of_log(run: RecordedRun, hull: HullShape, prefix: str, begin: float, end: float) -> dict[str, Any]:
    """Poses and arrows of a log from the last position at ``begin`` to the first behind ``end``, in s of the log.

    ``pushes`` is a list of time and arrows, one for each change.
    """
    prefix = prefix or next((one for one in PREFIXES if f"{one}_X" in run.series), "")
    if f"{prefix}_X" not in run.series or f"{prefix}_Y" not in run.series:
        return {"poses": [], "pushes": []}
    end = min(end, begin + LONGEST)
    times, east = run.series[f"{prefix}_X"]
    first = max(int(np.searchsorted(times, begin, "right")) - 1, 0)
    last = min(int(np.searchsorted(times, end, "left")) + 1, len(times))
    thin = max(1, -(-(last - first) // MOST_POSES))
    kept = np.arange(first, last, thin)
    # what is posted before the next position belongs to this one
    until = np.append(times, np.inf)[kept + 1]

    def column(name: str) -> NDArray[np.float64]:
        """The latest value of a variable with each pose, nan without one."""
        own_times, values = run.series.get(name, _NOTHING)
        places = np.searchsorted(own_times, until, "left") - 1
        return np.where(places >= 0, np.append(values, np.nan)[places], np.nan)

    y, z, roll, pitch, heading, depth, wave = (
        column(name) for name in (*(f"{prefix}_{state}" for state in _STATES), "USM_WAVE_ELEVATION")
    )
    height = np.where(np.isnan(z), -depth, z)
    poses = np.column_stack((times[kept], east[kept], y, height, roll, pitch, heading, wave)).tolist()
    actuators, columns = Actuators(prefix, hull), {}
    for name in run.series:
        actuators.learn(name)
        if name.startswith(("USM_FORCE_", "DESIRED_")) or (name.startswith(f"{prefix}_") and name.endswith(_ENDINGS)):
            columns[name] = column(name).tolist()
    pushes: list[list[Any]] = []
    for n, pose in enumerate(poses):
        arrows = pushes_json(
            actuators, {name: each[n] for name, each in columns.items() if each[n] == each[n]}, hull.length
        )
        if not pushes or pushes[-1][1] != arrows:
            pushes.append([pose[0], arrows])
    return {"poses": [pose_json(pose) for pose in poses], "pushes": pushes}
