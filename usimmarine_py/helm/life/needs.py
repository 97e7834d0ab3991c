"""The axes of the domain that the kinds of behaviours need: without one they are idle, and stop the vehicle."""

from __future__ import annotations

from collections.abc import Collection

_BOTH = frozenset((
    "AvdColregsV17", "AvdColregsV19", "AvdColregsV22", "AvdColregsV26", "HeadingChange", "FixedTurn", "PModelView",
    "Waypoint", "ZigZag", "RStationKeep", "CutRange", "AvoidObstacleV24", "Shadow", "AvoidCollision", "FullStop",
    "Trail",
    "OpRegionV24", "LegRun", "OpRegionRecover", "Loiter", "Convoy", "StationKeep", "AvoidObstacleX", "RubberBand",
    "Attractor", "AvoidObstacle", "AvoidObstacleV21", "FixTurn",
))  # fmt: skip
_COURSE = frozenset(("MemoryTurnLimit", "Hysteresis", "ConstantHeading", "HeadingBias", "MaintainHeading"))
_SPEED = frozenset(("PeriodicSpeed", "MaxSpeed", "ConstantSpeed", "PeriodicSurface"))
_DEPTH = frozenset(("ConstantDepth", "MaxDepth", "GoToDepth", "MinAltitudeX", "PeriodicSurface"))
_BY_AXIS = {"course": _BOTH | _COURSE, "speed": _BOTH | _SPEED, "depth": _DEPTH}


def missing_axes(kind: str, axes: Collection[str]) -> list[str]:
    """Return the axes that a kind (with ``BHV_``) needs and that are not there."""
    name = kind.removeprefix("BHV_")
    return [axis for axis, kinds in _BY_AXIS.items() if name in kinds and axis not in axes]
