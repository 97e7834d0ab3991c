"""Random scenarios of jumping poses, for scripts/helm-oracle: own ship and what it avoids are each time elsewhere."""

from __future__ import annotations

from random import Random
from typing import Any

import _helm_scenarios as single
import _helm_values as values

KIND = "Poses"
_CONTACTS = ("AvoidCollision", "AvdColregsV22", "AvdColregsV22", "AvdColregsV19", "AvdColregsV17", "AvdColregsV26")
#: Ticks in which a pose stays.
_STAYS = (1, 2, 3)


def scenario(seed: int) -> dict[str, Any]:
    """Return a scenario; the same each time."""
    rng = Random(f"{KIND} {seed}")
    ticks, dt = rng.randint(80, 150), rng.choice((0.5, 0.5, 1.0))
    kind = "AvoidObstacleV24" if rng.random() < 0.4 else rng.choice(_CONTACTS)
    name = rng.choice(("cn", "z_avd"))
    blocks = [
        single.block("Waypoint", [("name", "wpt"), ("points", f"{rng.choice((200, -150))},{rng.choice((0, 40))}"),
                                  ("speed", rng.choice((1, 2, 3)))]),
        single.block(kind, [("name", name), ("pwt", rng.choice((100, 200, 400))), *_lines(rng, kind)]),
    ]  # fmt: skip
    config = ["AppTick = 2", "behaviors = m.bhv", "seed_random = false",
              f"domain = course:{rng.choice(('0:359:360', '0:359:360', '0:358:180', '0:355:72'))}",
              f"domain = speed:0:{rng.choice(('4:41', '4:41', '5:26', '4:21'))}"]  # fmt: skip
    if rng.random() < 0.2 and kind == "AvoidObstacleV24":
        config.append(f"pmgen = alg=dubins#radius={rng.randint(4, 12)}#degs={rng.randint(2, 9)}")
    inputs: list[list[Any]] = [[1, "MOOS_MANUAL_OVERRIDE", "S", "false", "uTest"]]
    stay, k = rng.choice(_STAYS), 1
    while k <= ticks:
        pose, seen = _pose(rng, kind)
        for tick in range(k, min(k + stay, ticks + 1)):
            inputs += [[tick, f"NAV_{part}", "D", value, "uTest"] for part, value in pose.items()]
            if kind != "AvoidObstacleV24":
                text = f"NAME=ben,{seen},DEP=0,TYPE=kayak,GROUP=blue,MODE=X,LENGTH=4,TIME={1000 + tick * dt:.2f}"
                inputs.append([tick, "NODE_REPORT", "S", text, "uTest"])
        k += stay
    return {
        "format": 1, "name": f"{KIND}_{seed}", "family": "poses", "t0": 1000.0, "dt": dt, "n": ticks,
        "community": "abe", "datum": list(single.DATUM), "config": config, "bhv_files": {"m.bhv": "".join(blocks)},
        "inputs": inputs, "nav_from": ticks + 1,
    }  # fmt: skip


def _pose(rng: Random, kind: str) -> tuple[dict[str, float], str]:
    """Return navigation, and where a contact is."""
    x, y = round(rng.uniform(-50, 50), 3), round(rng.uniform(-50, 50), 3)
    # of one at rest BHV_AvdColregsV26 of the original reads what it has not set, of own ship as of a contact
    still = 0.1 if kind == "AvdColregsV26" else 0.0
    heading, speed = round(rng.uniform(0, 360), 2), round(rng.choice((still, rng.uniform(still, 3))), 2)
    if rng.random() < 0.1:
        x, y, heading = float(round(x)), float(round(y)), float(rng.choice((0, 45, 90, 180, 270)))
    own = {"X": x, "Y": y, "HEADING": heading % 360, "SPEED": speed, "DEPTH": 0.0}
    fast = rng.uniform(0.1, 3) if kind == "AvdColregsV26" or rng.random() < 0.9 else 0.0
    place = f"X={rng.uniform(-50, 50):.2f},Y={rng.uniform(-50, 50):.2f}"
    return own, f"{place},SPD={fast:.2f},HDG={rng.uniform(0, 359.9):.2f}"


def _lines(rng: Random, kind: str) -> list[tuple[str, Any]]:
    if kind == "AvoidObstacleV24":
        corners = "-20,10:20,10:20,20:-20,20"
        place = f"pts={{{corners}}},label=ob_0" if rng.random() < 0.3 else values.polygon(rng, 0, 0, 4, 20, "ob_0")
        found: list[tuple[str, Any]] = [
            ("poly", place), ("id", "ob_0"), ("allowable_ttc", 20), ("pwt_outer_dist", rng.choice((40, 60, 80))),
            ("min_util_cpa_dist", rng.randint(0, 6)), ("max_util_cpa_dist", rng.randint(7, 16)),
            ("pwt_inner_dist", rng.choice((0, 10, 30))), ("completed_dist", 300), ("holonomic_ok", "true"),
        ]  # fmt: skip
        if rng.random() < 0.3:
            found.append(("use_refinery", "true"))
        if rng.random() < 0.4:
            found.append(("allstop_on_breach", "false"))
        return found
    found = [
        ("contact", "ben"), ("pwt_outer_dist", 100), ("pwt_inner_dist", rng.choice((20, 30))),
        ("completed_dist", 300), ("min_util_cpa_dist", rng.choice((5, 8, 10))),
        ("max_util_cpa_dist", rng.choice((20, 25, 40))),
    ]  # fmt: skip
    more = {
        "post_per_contact_info": "true", "pwt_grade": rng.choice(("linear", "quadratic", "quasi")),
        "use_refinery": "true", "time_on_leg": rng.choice((30, 60, 120)),
    }  # fmt: skip
    if kind == "AvdColregsV22":
        more["velocity_filter"] = "min_spd=1,max_spd=3,pct=40"
        more["giveway_bow_dist"] = str(rng.randint(10, 40))
    if kind == "AvdColregsV17":
        del more["use_refinery"]
    return found + [(key, text) for key, text in more.items() if rng.random() < 0.25]
