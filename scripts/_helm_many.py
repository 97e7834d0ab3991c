"""Random missions of many contacts and obstacles, and of domains of other steps, for scripts/helm-oracle."""

from __future__ import annotations

import math
from random import Random
from typing import Any

import _helm_scenarios as single
import _helm_values as values

KIND = "Many"
_AVOIDERS = ("AvoidCollision", "AvdColregsV22", "AvdColregsV22", "AvdColregsV19", "AvdColregsV26", "CutRange",
"Trail",
             "Convoy", "Shadow")  # fmt: skip
_NAMES = ("ben", "cal", "deb", "eve", "fin", "gus")


def scenario(seed: int) -> dict[str, Any]:
    """Return a scenario; the same each time."""
    rng = Random(f"{KIND} {seed}")
    ticks, dt = rng.randint(40, 90), rng.choice((0.25, 0.5, 1.0))
    inputs: list[list[Any]] = [[1, "MOOS_MANUAL_OVERRIDE", "S", "false", "uTest"]]
    blocks = ["initialize GO = true, LEVEL = 3\n", *_movers(rng, ticks, inputs)]
    blocks += _contacts(rng, ticks, dt, inputs) if rng.random() < 0.7 else []
    blocks += _obstacles(rng, ticks, inputs) if rng.random() < 0.5 else []
    config = ["AppTick = 4", "behaviors = m.bhv", "seed_random = false",
              f"domain = course:{rng.choice(('0:359:360', '0:359:360', '0:355:72', '0:345:24', '0:357.5:144'))}",
              f"domain = speed:0:{rng.choice(('4:41', '5:51', '5:26', '2:9', '3:16', '1.5:16'))}"]  # fmt: skip
    if rng.random() < 0.2:
        config.reverse()
    if rng.random() < 0.3:
        config.append("contact_max_age = " + rng.choice(("10", "20")))
    if rng.random() < 0.2:
        config.append("goals_mandatory = true")
    if rng.random() < 0.2:
        blocks.append(single.block("ConstantDepth", [("name", "u_depth"), ("depth", rng.randint(0, 20)), ("updates",
        "UP"),
                                                     ("duration", rng.choice(("no-time-limit", "20")))]))  # fmt: skip
        config.append(f"domain = depth:0:{rng.choice(('50:51', '100:21', '20:201'))}")
        for _ in range(2):
            inputs.append([rng.randint(5, ticks), "UP", "S", f"depth={rng.randint(0, 30)}", "uTest"])
    if rng.random() < 0.3:
        rng.shuffle(blocks)
    return {
        "format": 1, "name": f"{KIND}_{seed}", "family": "many", "t0": 1000.0, "dt": dt, "n": ticks,
        "community": "abe",
        "datum": list(single.DATUM), "config": config, "bhv_files": {"m.bhv": "".join(blocks)},
        "inputs": sorted(inputs, key=lambda one: one[0]), "nav_from": 1,
        "plant": {"turn_rate": rng.choice((10, 20, 40)), "accel": 0.5, "dive_rate": 0.5},
        "nav_start": [round(rng.uniform(-20, 20), 1), round(rng.uniform(-20, 20), 1), float(rng.randint(0, 359)),
                      round(rng.uniform(0.2, 2), 2), 0.0],
    }  # fmt: skip


def _movers(rng: Random, ticks: int, inputs: list[list[Any]]) -> list[str]:
    """Return behaviours that give way to each other as updates change their weights."""
    ends = [f"{rng.randint(-80, 80)},{rng.randint(-80, 80)}" for _ in range(4)]
    found = [single.block("Waypoint", [
        ("name", "v_way"), ("points", ":".join(ends[:2])), ("speed", rng.choice((1, 1.5, 2.2))), ("updates", "V_UP"),
        ("perpetual", rng.choice(("true", "false"))), ("repeat", rng.choice((0, 1, "forever"))),
        ("runflag", "R = $[BHVNAME]"), ("wptflag", "W = $[X],$[Y]"), ("endflag", "E = $[CYCLES]"),
    ])]  # fmt: skip
    if rng.random() < 0.6:
        found.append(single.block("Waypoint", [
            ("name", "w_way"), ("points", ":".join(ends[2:])), ("speed", rng.choice((1, 1.5, 2))), ("updates",
            "W_UP"),
            ("pwt", rng.choice((50, 100, 120))), ("duration", rng.choice((8, 20, "no-time-limit"))),
            ("duration_idle_decay", rng.choice(("true", "false"))), ("condition", rng.choice(("GO = true",
            "LEVEL > 2"))),
            ("duration_status", "LEFT"), ("nostarve", "GO, 15"), ("lead", rng.choice((5, 8))),
        ]))  # fmt: skip
    if rng.random() < 0.4:
        circle = f"format=radial,x={rng.randint(-30, 30)},y={rng.randint(-30, 30)},radius={rng.randint(8, 20)},pts=8"
        found.append(single.block("Loiter", [("name", "x_loiter"), ("polygon", circle), ("speed", 1.3), ("updates",
        "V_UP"),
                                             ("pwt", rng.choice((60, 100)))]))  # fmt: skip
    for _ in range(rng.randint(2, 6)):
        text = rng.choice((f"pwt={rng.randint(1, 300)}",
        f"pwt={rng.randint(1, 300)}#speed={values.number(rng, 0.5, 2)}",
                           f"points={ends[0]}:{ends[3]}", "pwt=0", "duration=10", "currix=1"))  # fmt: skip
        inputs.append([rng.randint(3, ticks), rng.choice(("V_UP", "W_UP")), "S", text, "uTest"])
    for _ in range(rng.choice((0, 1, 2, 4))):
        inputs.append([rng.randint(3, ticks), *rng.choice((("GO", "S", "true"), ("GO", "S", "false"), ("LEVEL", "D",
        1.0),
                                                           ("LEVEL", "D", 4.0))), "uTest"])  # fmt: skip
    return found


def _contacts(rng: Random, ticks: int, dt: float, inputs: list[list[Any]]) -> list[str]:
    """Return a template that makes a behaviour for each of several contacts."""
    kind = rng.choice(_AVOIDERS)
    lines: list[tuple[str, Any]] = [
        ("name", "cn_"),
        ("updates", "CN_UP"),
        ("templating", "spawn"),
        ("contact", "to-be-set"),
    ]
    more = {
        "pwt_outer_dist": rng.randint(30, 90), "completed_dist": rng.randint(60, 120),
        "post_per_contact_info": "true",
        "endflag": "CN_END = $[CN_NAME]", "spawnflag": "CN_NEW = $[CONTACT]", "cnflag": "@<30 CN_NEAR = $[RANGE]",
        "ignore_group": "red", "match_type": "kayak", "can_disable": "true",
        "bearing_line_config": "white:0, green:0.65, yellow:0.8, red:1.0", "use_refinery": "true",
        "pwt": rng.randint(50, 300),
        "exit_on_filter_group": "true", "giveup_range": rng.randint(40, 90), "bearing_line_label_show": "true",
        "pwt_inner_dist": rng.randint(5, 25), "velocity_filter": "min_spd=0.5,max_spd=3,pct=50", "time_on_leg": 45,
    }  # fmt: skip
    more["bearing_line_label_show"] = rng.choice(("true", "false"))
    known = single.find_kind(f"BHV_{kind}").all_keys
    lines += [(key, text) for key, text in more.items() if key in known and rng.random() < 0.3]
    if "bearing_line_config" in dict(lines) and "bearing_line_label_show" not in dict(lines):
        lines.append(("bearing_line_label_show", "true"))  # what the original leaves unset
    for name in rng.sample(_NAMES, rng.randint(1, 4)):
        x, y = rng.uniform(-60, 60), rng.uniform(-60, 60)
        heading, speed, turn = rng.uniform(0, 360), rng.uniform(0.2, 2.5), rng.choice((0, 0, rng.uniform(-5, 5)))
        every, first = rng.choice((1, 2, 3)), rng.randint(1, 12)
        group, kind_of = rng.choice(("blue", "red")), rng.choice(("kayak", "ship", "auv"))
        until = ticks if rng.random() < 0.7 else rng.randint(15, ticks)
        for k in range(1, until + 1):
            heading = (heading + turn * dt) % 360
            x += speed * dt * math.sin(math.radians(heading))
            y += speed * dt * math.cos(math.radians(heading))
            if rng.random() < 0.01:
                group = rng.choice(("blue", "red"))
            if k >= first and k % every == 0:
                text = (f"NAME={name},X={x:.2f},Y={y:.2f},SPD={speed:.2f},HDG={heading:.2f},DEP=0,TYPE={kind_of},"
                        f"GROUP={group},MODE=X,LENGTH=4,TIME={1000 + k * dt:.2f}")  # fmt: skip
                inputs.append([k, "NODE_REPORT", "S", text, "pShare"])
        inputs.append(
            [min(first + rng.randint(0, 6), ticks), "CN_UP", "S", f"name={name}#contact={name}", "pContactMgr"]
        )
        if rng.random() < 0.3:
            text = f"name={name}#{rng.choice(('pwt=150', 'pwt_outer_dist=70', 'completed_dist=90', 'nosuch=2'))}"
            inputs.append([rng.randint(8, ticks), "CN_UP", "S", text, "uTest"])
    if rng.random() < 0.3:
        word = rng.choice(("disable", "enable", "expunge"))
        inputs.append(
            [rng.randint(5, ticks), "BHV_ABLE_FILTER", "S", f"action={word},contact={rng.choice(_NAMES)}", "uTest"]
        )
    return [single.block(kind, lines)]


def _obstacles(rng: Random, ticks: int, inputs: list[list[Any]]) -> list[str]:
    """Return a template that makes a behaviour for each of several obstacles, some of which move."""
    lines: list[tuple[str, Any]] = [
        ("name", "ob_"), ("updates", "OB_UP"), ("templating", "spawn"), ("pwt_outer_dist", rng.randint(20, 50)),
        ("pwt_inner_dist", rng.randint(3, 15)), ("completed_dist", rng.randint(50, 90)), ("min_util_cpa_dist",
        rng.randint(2, 6)),
        ("max_util_cpa_dist", rng.randint(7, 14)), ("allowable_ttc", rng.randint(10, 40)), ("holonomic_ok", "true"),
    ]  # fmt: skip
    for key, text in {"use_refinery": "true", "rng_flag": "<20 OB_NEAR = $[RNG]", "cpa_flag": "OB_CPA = $[CPA]",
                      "allstop_on_breach": "false", "endflag": "OB_END = $[OID]",
                      "can_disable": "true"}.items():  # fmt: skip
        if rng.random() < 0.3:
            lines.append((key, text))
    for number in range(rng.randint(1, 4)):
        x, y = rng.uniform(-50, 50), rng.uniform(-50, 50)
        east, north = (rng.uniform(-1, 1), rng.uniform(-1, 1)) if rng.random() < 0.4 else (0.0, 0.0)
        label, first, size = f"o_{number}", rng.randint(2, 15), rng.randint(3, 9)
        angles = sorted(rng.sample(range(0, 360, 10), rng.randint(3, 6)), reverse=True)
        for k in range(first, ticks, rng.choice((3, 5))):
            corners = ":".join(
                f"{x + east * k + size * math.sin(a):.1f},{y + north * k + size * math.cos(a):.1f}"
                for a in map(math.radians, angles)
            )
            text = f"name={label}#poly=pts={{{corners}}},label={label}"
            inputs.append([k, "OB_UP", "S", f"{text}#id={label}" if k == first else text, "pObstacleMgr"])
            if not east and not north:
                break
        if rng.random() < 0.3:
            inputs.append([rng.randint(first + 1, ticks + 1), "OBM_RESOLVED", "S", label, "pObstacleMgr"])
    return [single.block("AvoidObstacleV24", [*lines, ("poly", "pts={0,0:1,0:1,-1:0,-1},label=x"), ("id", "x")])]
