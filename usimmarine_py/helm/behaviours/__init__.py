"""The stock behaviours, in modules by what they do; a module is imported when a file names its kind."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from importlib import import_module

from usimmarine_py.errors import suggest
from usimmarine_py.helm.behavior import Behavior

PREFIX = "BHV_"
#: Kind -> module below this package.
KINDS: Mapping[str, str] = {
    "BHV_ConstantSpeed": "constant",
    "BHV_ConstantHeading": "constant",
    "BHV_ConstantDepth": "constant",
    "BHV_MaxSpeed": "constant",
    "BHV_MaxDepth": "constant",
    "BHV_Waypoint": "points.waypoint",
    "BHV_SimpleWaypoint": "points.simple_waypoint",
    "BHV_Loiter": "points.loiter",
    "BHV_StationKeep": "points.station_keep",
    "BHV_LegRun": "legs.run",
    "BHV_Timer": "timing",
    "BHV_OpRegion": "region.op_region",
    "BHV_OpRegionV24": "region.saving",
    "BHV_GoToDepth": "depth.go_to",
    "BHV_PeriodicSurface": "depth.periodic_surface",
    "BHV_MinAltitudeX": "constant",
    "BHV_PeriodicSpeed": "timing",
    "BHV_TestFailure": "timing",
    "BHV_MemoryTurnLimit": "turning.memory_limit",
    "BHV_FixedTurn": "turning.fixed",
    "BHV_ZigZag": "turning.zig_zag",
    "BHV_FixTurn": "turning.fix_turn",
    "BHV_HeadingBias": "turning.heading",
    "BHV_HeadingChange": "turning.heading",
    "BHV_MaintainHeading": "turning.heading",
    "BHV_Hysteresis": "turning.hysteresis",
    "BHV_FullStop": "stopping",
    "BHV_RStationKeep": "points.tethers",
    "BHV_RubberBand": "points.tethers",
    "BHV_OpRegionRecover": "region.recover",
    "BHV_HSLine": "views",
    "BHV_BearingLine": "views",
    "BHV_PModelView": "views",
    "BHV_AvoidObstacle": "obstacles.first",
    "BHV_AvoidObstacleX": "obstacles.avoid_obstacle_v21",
    "BHV_AvoidObstacleV21": "obstacles.avoid_obstacle_v21",
    "BHV_AvoidObstacleV24": "obstacles.avoid_obstacle",
    "BHV_Attractor": "contacts.attractor",
    "BHV_Convoy": "contacts.convoy",
    "BHV_CutRange": "contacts.cut_range",
    "BHV_Shadow": "contacts.shadow",
    "BHV_Trail": "contacts.trail",
    "BHV_AvoidCollision": "contacts.avoid_collision",
    "BHV_AvdColregsV17": "contacts.colregs.behaviors",
    "BHV_AvdColregsV19": "contacts.colregs.behaviors",
    "BHV_AvdColregsV22": "contacts.colregs.behaviors",
    "BHV_AvdColregsV26": "contacts.colregs.behaviors",
}
#: Kinds that MOOS-IvP has the source of, and whose helm does not load them: a helm that names one is MALCONFIG.
NOT_LOADED = frozenset(
    f"BHV_{name}" for name in ("AbortToPoint", "HAttractor", "HeadingHysteresis", "RangePulse", "TimeOut")
)


def find_kind(kind: str) -> type[Behavior] | None:
    """Return the class of a stock behaviour such as ``BHV_Waypoint``, None for an unknown kind."""
    place = KINDS.get(kind)
    if place is None:
        return None
    module = import_module(f"{__name__}.{place}")
    classes = [c for c in vars(module).values() if isinstance(c, type) and issubclass(c, Behavior) and c.kind == kind]
    return classes[0]


def nearest_kind(kind: str, others: Iterable[str] = ()) -> str:
    """Return the kind whose name is closest to one that there is not, of the stock kinds and ``others``; or empty."""
    known = {name.removeprefix(PREFIX): name for name in (*KINDS, *others)}
    near = suggest(kind.removeprefix(PREFIX), known)
    return known.get(near, "")


def kind_of_file(name: str) -> str:
    """Return the kind that is looked for in a file beside the mission: ``BHV_HoldBearing`` for ``hold_bearing.py``."""
    return PREFIX + "".join(word.title() for word in name.removesuffix(".py").split("_"))
