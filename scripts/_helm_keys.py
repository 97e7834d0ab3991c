"""Random scenarios of one behaviour with keys that the others do not draw, for scripts/helm-oracle."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

import _helm_scenarios as single

KIND = "Keys"
_Keys = Mapping[str, Sequence[str]]
_NUMBERS = ("5", "0", "12.5", "-2", "30", "x", "7x")
_BOOLS = ("true", "false")
_FLAGS = ("F_9 = 1", "F_9 = $[NOW]")
_NAMES = ("VAR", "a b", "a=b", "a-b", '"q"')
_AREAS = ("pts={10,10:20,10:20,20:10,20},label=a", "format=radial,x=0,y=40,radius=20,pts=5")
#: Of every behaviour.
_EVERY: _Keys = {
    **dict.fromkeys(("active_flag", "config_flag", "end_flag", "idle_flag", "inactive_flag", "runx_flag", "spawn_flag"),
                    _FLAGS),
    "precision": ("low", "high"), "priority": ("50", "-3", "x"), "priwt": ("70",),
    "duration_status": _NAMES,
}  # fmt: skip
#: Of those that have a contact.
_CONTACT: _Keys = {
    "bearing_line_show": _BOOLS, "collision_depth": ("3",), "bearing_line_label_show": ("true",),
    "bearing_lines": ("white:0, green:0.65, yellow:0.8, red:1.0", "info:range, red:20, green:200"),
}  # fmt: skip
_KEYS: Mapping[str, _Keys] = {
    **dict.fromkeys(("Attractor", "AvdColregsV17", "AvdColregsV19", "AvdColregsV22", "AvdColregsV26", "AvoidCollision",
                     "CutRange", "Trail"), _CONTACT),
    "Shadow": {
        **_CONTACT, **dict.fromkeys(("hdg_basewidth", "hdg_peakwidth", "spd_basewidth", "spd_peakwidth"), _NUMBERS),
    },
    "Convoy": {**_CONTACT, **dict.fromkeys(("range_estop", "range_lagging", "range_tailgating"), _NUMBERS)},
    "AvoidObstacle": {"points": _AREAS, "poly": _AREAS}, "AvoidObstacleX": {"polygon": _AREAS},
    "AvoidObstacleV21": {"polygon": _AREAS}, "AvoidObstacleV24": {"polygon": _AREAS, "obid": ("zz", "a b")},
    "ConstantSpeed": {"speed_mismatch_var": _NAMES}, "ConstantHeading": {"heading_mismatch_var": _NAMES},
    "ConstantDepth": {"depth_mismatch_var": _NAMES},
    "FixedTurn": {"radius_rep_var": _NAMES}, "FixTurn": {"radius_rep_var": _NAMES},
    "GoToDepth": {"capture_delta": _NUMBERS, "capture_flag": _NAMES},
    "LegRun": {
        **dict.fromkeys(("leg1_end_flag", "leg2_end_flag", "leg_end_flag", "turn1_end_flag", "turn_end_flag"), _FLAGS),
        "radius": _NUMBERS, "perpetual": ("false",), "repeat": ("0", "1", "forever"),
    },
    "Loiter": {
        "acquire_distance": _NUMBERS, "ipf-type": ("roc", "zaic", "x"), "nm_radius": _NUMBERS, "radius": _NUMBERS,
        "clockwise": ("Off", "best", "x"), "spiral_factor": _NUMBERS,
    },
    "MaxDepth": {"tolerance": _NUMBERS, "depth_slack_var": _NAMES},
    "MaxSpeed": {"tolerance": _NUMBERS, "speed_slack_var": _NAMES},
    "OpRegion": {"reset_var": _NAMES, "time_remaining_var": _NAMES, "opregion_poly_var": _NAMES},
    "OpRegionV24": {"recover_spd": _NUMBERS, "dynamic_region_var": _NAMES},
    "PeriodicSurface": {
        "atsurface_status_variable": _NAMES, "pending_status_variable": _NAMES, "speed_to_surface": ("0.4", "-1"),
    },
    "RStationKeep": {"them": ("ben",)}, "RubberBand": {"point": ("10,20", "x=1,y=3"), "width": _NUMBERS},
    "StationKeep": {"extra_speed": _NUMBERS, "point": ("30,20", "x=30,y=20", "x")},
    "Timer": {"var_status_idle": _NAMES, "var_status_running": _NAMES},
    "Waypoint": {
        "ipf-type": ("roc", "zaic"), "nm_radius": _NUMBERS, "patience": ("20", "99", "120", "30x"), "currix": _NUMBERS,
        "polygon": ("10,10:30,40:-20,50", *_AREAS), "radius": _NUMBERS, "shortest_tour": (*_BOOLS, "x"),
        "wpt_index_var": _NAMES, "wpt_status_var": _NAMES, "wpt_dist_to_prev": (*_NAMES, ""),
    },
    "ZigZag": {"delta_heading": ("20", "0", "60"), "spd_on_active": _BOOLS},
}  # fmt: skip


def scenario(seed: int) -> dict[str, Any]:
    """Return a scenario; the same each time."""
    rng = Random(f"{KIND} {seed}")
    kind = rng.choice(list(_KEYS))
    document = single.scenario(kind, rng.randint(1, 10_000))
    keys: _Keys = {**_EVERY, **_KEYS[kind]} if rng.random() < 0.3 else _KEYS[kind]
    lines = [f"  {key} = {rng.choice(keys[key])}" for key in rng.choices(list(keys), k=rng.choice((1, 1, 2, 3)))]
    head, begin, rest = document["bhv_files"]["m.bhv"].partition(f"Behavior = BHV_{kind}\n{{\n")
    body, end, behind = rest.partition("\n}")
    body = "\n".join([*lines, body] if rng.random() < 0.3 else [body, *lines])
    document["bhv_files"]["m.bhv"] = head + begin + body + end + behind
    return {**document, "name": f"{KIND}_{seed}", "family": "keys"}
