"""Random scenarios of one kind of behaviour each, for scripts/helm-oracle."""

from __future__ import annotations

import math
import sys
from pathlib import Path
from random import Random
from typing import Any

from usimmarine_py.helm.behavior import Behavior
from usimmarine_py.helm.behaviours import KINDS, find_kind

sys.path.insert(0, str(Path(__file__).parent))
import _helm_values as values

DATUM = (43.8253, -70.3304)
#: What a block of a kind must have; a callable takes the random numbers.
NEEDED: dict[str, dict[str, Any]] = {
    "Waypoint": {"points": values.points, "speed": 2},
    "SimpleWaypoint": {"ptx": 40, "pty": -30, "speed": 2},
    "Loiter": {"polygon": lambda r: values.polygon(r, r.uniform(-30, 30), r.uniform(-30, 30), 8, 25), "speed": 1.5},
    "StationKeep": {"station_pt": values.point},
    "RStationKeep": {"contact": "ben", "rstation_position": values.TEXTS["rstation_position"]},
    "RubberBand": {"points": lambda r: f"{r.randint(-40, 40)},{r.randint(-40, 40)}"},
    "LegRun": {"leg": values.TEXTS["leg"], "speed": 1.6, "turn_rad": lambda r: r.randint(5, 15)},
    "OpRegion": {"polygon": values.region}, "OpRegionRecover": {"polygon": values.region},
    "OpRegionV24": {"core_poly": values.region, "save_dist": 5, "halt_dist": 15},
    "GoToDepth": {"depth": values.TEXTS["depth"]},
    "ConstantDepth": {"depth": 12, "duration": "no-time-limit"}, "MaxDepth": {"max_depth": 10},
    "ConstantSpeed": {"speed": 1.7, "duration": "no-time-limit"},
    "ConstantHeading": {"heading": 77, "duration": "no-time-limit"},
    "MinAltitudeX": {"min_altitude": 5}, "MaxSpeed": {"max_speed": 1.3},
    "PeriodicSurface": {"period": 15, "mark_variable": "MARK"},
    "PeriodicSpeed": {"period_busy": 5, "period_lazy": 4, "period_speed": 1.5},
    "MemoryTurnLimit": {"memory_time": 6, "turn_range": 40}, "Hysteresis": {"memory_time": 6},
    "FixedTurn": {"fix_turn": 120, "turn_dir": "star"},
    "FixTurn": {"fix_turn": 120, "i_understand_this_behavior_is_deprecated": "true"},
    "ZigZag": {"zig_angle": 30, "speed": 1.5}, "BearingLine": {"bearing_point": values.point},
    "HeadingChange": {"heading_delta": 60}, "TestFailure": {"failure_type": "hang,0"},
}  # fmt: skip
CONTACTS = {"contact": "ben"}
OBSTACLE = {"min_util_cpa_dist": 4, "max_util_cpa_dist": 10, "allowable_ttc": 20}
_DEPTHS = ("GoToDepth", "ConstantDepth", "MaxDepth", "MinAltitudeX", "PeriodicSurface")
#: Never drawn: what differs by design (docs/helm.md), aborts a process, or is drawn apart from here.
LEFT_OUT = {
    "name",
    "descriptor",
    "templating",
    "max_spawnings",
    "updates",
    "failure_type",
    "condition",
    "polygon_",
    "contact",
    "bearing_line_show",
}

_ONLY_BY_UPDATE = {"width", "collision_depth"}
#: A kind of moos-ivp-extend, which the original's factory does not have.
_ELSEWHERE = "SimpleWaypoint"
#: Lines that change what others say.
_AFTER = {"xpoints", "newpt", "order", "leg_ang", "leg_len", "leg_len_mod", "leg_ang_mod", "shift_pt", "turn_ext_mod",
          "turn_rad_mod", "turn_bias_mod", "mod_poly_rad", "xcenter_assign", "ycenter_assign", "reset",
          "mod_trail_range", "mod_trail_range_pct", "mod_speed"}  # fmt: skip


def block(kind: str, lines: list[tuple[str, Any]]) -> str:
    """Return the text of a behaviour."""
    return f"Behavior = BHV_{kind}\n{{\n" + "".join(f"  {key} = {text}\n" for key, text in lines) + "}\n"


class Maker:
    """Makes one scenario."""

    def __init__(self, kind: str, seed: int) -> None:
        self.rng = Random(f"{kind} {seed}")
        self.take(kind)
        self.inputs: list[list[Any]] = []
        self.dt = self.rng.choice((0.25, 0.5, 0.5, 1.0))
        self.ticks = self.rng.randint(40, 140)

    def take(self, kind: str) -> None:
        """Draw for a kind from here on."""
        self.kind = kind
        self.cls = find_kind(f"BHV_{kind}")
        self.contact = "contact" in self.cls.all_keys
        self.obstacle = kind.startswith("AvoidObstacle")

    def document(self, name: str) -> dict[str, Any]:
        rng = self.rng
        speeds = rng.choice(("0:4:41", "0:3:31", "0:5:26", "0:4:21", "0:2.5:26"))
        courses = rng.choice(("0:359:360",) * 7 + ("0:358:180", "0:355:72"))
        config = ["AppTick = 4", "behaviors = m.bhv", f"domain = course:{courses}", f"domain = speed:{speeds}",
                  "seed_random = false"]  # fmt: skip
        if self.kind in _DEPTHS or rng.random() < 0.06:
            config.insert(4, f"domain = depth:0:{rng.choice((100, 60))}:{rng.choice((101, 61))}:optional")
        if self.obstacle and rng.random() < 0.3:
            step = rng.choice(("degs", "spoke_degs"))
            config.append(f"pmgen = alg=dubins#radius={rng.randint(4, 12)}#{step}={rng.randint(2, 9)}")
        elif "colregs" in self.kind.lower() and rng.random() < 0.2:
            config.append(f"pmgen = alg=dubins#radius={rng.randint(4, 12)}#degs={rng.randint(2, 9)}")
        if rng.random() < 0.1:
            config.append(rng.choice((
                "helm_prefix = H_", "goals_mandatory = true", "park_on_allstop = true", "other_override_var = OV",
                "contact_max_age = 15", "helm_alias = nav",
            )))  # fmt: skip
        start_x, start_y = round(rng.uniform(-40, 40), 1), round(rng.uniform(-40, 40), 1)
        self.start = start_x, start_y
        speed = round(rng.choice((0.0, rng.uniform(0, 2.5))), 2)
        if self.kind == "AvdColregsV26":
            speed = speed or 1.0  # of own ship at rest, too
        blocks = self._blocks()
        self._mail()
        plant = {
            "turn_rate": rng.choice((6, 10, 20, 40)),
            "accel": rng.choice((0.2, 0.5, 1.0)),
            "dive_rate": rng.choice((0.3, 1.0)),
        }
        return {
            "format": 1, "name": name, "family": self.kind.lower(), "t0": 1000.0, "dt": self.dt, "n": self.ticks,
            "community": "abe", "datum": list(DATUM), "config": config, "bhv_files": {"m.bhv": "".join(blocks)},
            "inputs": sorted(self.inputs, key=lambda one: one[0]), "nav_from": 1, "plant": plant,
            "nav_start": [start_x, start_y, float(rng.randint(0, 359)), speed, 0.0],
        }  # fmt: skip

    def _given(self) -> list[tuple[str, Any]]:
        """Return the lines of the kind itself."""
        rng = self.rng
        needed = dict(NEEDED.get(self.kind, {}))
        if self.obstacle:
            self._needed_of_obstacle(needed)
        elif self.contact and self.kind != "RStationKeep":
            needed |= CONTACTS
        lines = {key: one(rng) if callable(one) else one for key, one in needed.items()}
        own = [
            key
            for key in {one.name: one for one in self.cls.all_keys.values()}.values()
            if key.name not in LEFT_OUT and key.name != "flags"
        ]
        own = [key for key in own if key.name not in Behavior.all_keys]
        share = rng.choice((0.08, 0.2, 0.4))
        for key in own:
            if rng.random() < (share if key.name not in ("build_info", "match_region", "ignore_region") else share / 4):
                text = values.value(rng, key, self.kind)
                if text is not None and not (key.name == "points" and key.name in lines):
                    lines[key.name] = text
        for one in _ONLY_BY_UPDATE & lines.keys():
            del lines[one]
        if self.kind != "AvdColregsV26":
            lines.pop("use_plat_model", None)  # differs by design
        if "bearing_line_config" in lines:  # without a word on its label the original's has any colour
            lines.setdefault("bearing_line_label_show", rng.choice(("true", "false")))
        for wide, narrow in (
            ("match_group", "ignore_group"),
            ("match_type", "ignore_type"),
            ("match_name", "ignore_name"),
        ):
            if wide in lines:
                lines.pop(narrow, None)
        if "completed_dist" in lines and "pwt_outer_dist" in lines:
            lines["completed_dist"] = f"{float(lines['pwt_outer_dist']) + rng.randint(0, 30):g}"
        if "i_understand_this_behavior_is_deprecated" in lines:
            lines["i_understand_this_behavior_is_deprecated"] = "true"
        found = list(lines.items())
        if rng.random() < 0.5:
            rng.shuffle(found)
        found.sort(key=lambda one: one[0] in _AFTER)
        if rng.random() < 0.02:
            rng.shuffle(found)
        return found

    def _needed_of_obstacle(self, needed: dict[str, Any]) -> None:
        rng = self.rng
        ahead = rng.uniform(15, 50), rng.uniform(-15, 15)
        place = values.polygon(rng, self.start[0] + ahead[0], self.start[1] + ahead[1], 4, 14, "ob_0")
        needed["polygon" if self.kind == "AvoidObstacle" else "poly"] = place
        if self.kind == "AvoidObstacle":
            needed |= {"buffer_dist": rng.randint(2, 8)}
        else:
            needed |= OBSTACLE | {"id": "ob_0", "pwt_outer_dist": rng.randint(20, 60)}
        if self.kind != "AvoidObstacleV24":
            needed["i_understand_this_behavior_is_deprecated"] = "true"

    def _blocks(self) -> list[str]:
        rng = self.rng
        lines = [("name", "b_1"), *self._given()]
        for key in (
            "runflag",
            "idleflag",
            "activeflag",
            "inactiveflag",
            "endflag",
            "configflag",
            "spawnflag",
            "runxflag",
        ):
            if rng.random() < 0.15:
                lines.append((key, values.flag(rng, self.kind)))
        common = {key.name: key for key in Behavior.all_keys.values()}
        for name in ("pwt", "duration", "duration_status", "duration_reset", "duration_idle_decay", "perpetual",
                     "no_starve", "post_mapping", "comms_policy"):  # fmt: skip
            if self.kind == "TestFailure" and name == "duration":
                continue  # at its end the original waits for a clock that stands
            if rng.random() < 0.1 and name not in dict(lines):
                lines.append((name, values.value(rng, common[name], self.kind)))
        if rng.random() < 0.2:
            lines.append(
                ("condition", rng.choice(("GO = true", "LEVEL > 2", "(GO = true) or (LEVEL >= 4)", "MODE == ONE")))
            )
        if rng.random() < 0.4:
            lines.append(("updates", "UP"))
            self._updates(templated=False)
        if self.contact and not self.obstacle and self.kind not in ("RStationKeep", "Attractor") and rng.random() < 0.2:
            self._template(lines)
        blocks = ["initialize GO = true, LEVEL = 3, START = here\n"]
        if rng.random() < 0.15:
            blocks.append("set MODE = ONE {\n  GO = true\n} TWO\n")
        blocks.append(block(self.kind, lines))
        blocks += self._company()
        return blocks

    def _company(self) -> list[str]:
        """Return behaviours beside, for the axes that the kind leaves open."""
        rng = self.rng
        kind = self.kind
        found = []
        whole = kind in (
            "Waypoint",
            "Loiter",
            "StationKeep",
            "LegRun",
            "SimpleWaypoint",
            "ZigZag",
            "FixedTurn",
            "FixTurn",
        )
        if not whole or rng.random() < 0.25:
            if rng.random() < 0.5 and kind != "Waypoint":
                end = f"{rng.randint(-80, 80)},{rng.randint(-80, 80)}"
                if self.contact or self.obstacle:
                    end = f"{self.start[0] + rng.randint(50, 120):.0f},{self.start[1] + rng.randint(-30, 30):.0f}"
                found.append(
                    block("Waypoint", [("name", "z_way"), ("points", end), ("speed", rng.choice((1, 1.5, 2)))])
                )
            else:
                found.append(block("ConstantSpeed", [("name", "c_speed"), ("speed", rng.choice((1, 1.5, 2))),
                                                      ("duration", "no-time-limit"), ("basewidth", 1.3)]))  # fmt: skip
                found.append(block("ConstantHeading", [("name", "d_heading"), ("heading", rng.randint(0, 359)),
                                                        ("duration", "no-time-limit")]))  # fmt: skip
        return found

    def _template(self, lines: list[tuple[str, Any]]) -> None:
        lines[:] = [line for line in lines if line[0] not in ("name", "contact", "updates")]
        lines[:0] = [
            ("name", "b_"),
            ("updates", "SPAWN"),
            ("templating", self.rng.choice(("spawn", "clone"))),
            ("contact", "to-be-set"),
        ]
        for name in ("ben", "cal"):
            self.inputs.append([self.rng.randint(4, 25), "SPAWN", "S", f"name={name} # contact={name}", "pContactMgr"])

    def _updates(self, *, templated: bool) -> None:
        rng = self.rng
        own = [key for key in {one.name: one for one in self.cls.all_keys.values()}.values()
               if key.name not in LEFT_OUT and key.kind != "flag" and key.name not in Behavior.all_keys]  # fmt: skip
        for _ in range(rng.randint(1, 4)):
            if not own:
                return
            parts = []
            for key in rng.sample(own, min(len(own), rng.choice((1, 1, 2)))):
                text = values.value(rng, key, self.kind)
                if text is not None:
                    parts.append(f"{key.name}={text}")
            if rng.random() < 0.15:
                parts.append(
                    rng.choice(("nosuch=1", "speed=-2", "pwt=50", "condition=GO=true", "name=b_1", "name=other"))
                )
            if parts:
                self.inputs.append([rng.randint(5, self.ticks), "UP", "S", "#".join(parts), "uPokeDB"])

    def _mail(self) -> None:
        rng = self.rng
        self.inputs.append([rng.choice((1, 1, 2)), "MOOS_MANUAL_OVERRIDE", "S", "false", "uTest"])
        for _ in range(rng.choice((0, 0, 1, 3))):
            k = rng.randint(4, self.ticks)
            self.inputs.append(rng.choice((
                [k, "GO", "S", rng.choice(("true", "false")), "uTest"],
                [k, "LEVEL", "D", float(rng.randint(0, 5)), "uTest"],
            )))  # fmt: skip
        if rng.random() < 0.15:
            k = rng.randint(4, self.ticks)
            self.inputs.append(rng.choice((
                [k, "HELM_MAP_CLEAR", "D", 1.0, "pMarineViewer"], [k, "IVPHELM_REJOURNAL", "S", "true", "uTest"],
                [k, "MOOS_MANUAL_OVERRIDE", "S", "true", "uTest"], [k, "RESTART_HELM", "S", "type1", "uTest"],
            )))  # fmt: skip
        if self.kind in _DEPTHS or self.kind.startswith("OpRegion"):
            for k in range(1, self.ticks, 3):
                self.inputs.append([k, "NAV_ALTITUDE", "D", round(20 + 15 * math.sin(k / 15), 2), "uSim"])
        if self.kind == "PeriodicSurface":
            for k in range(30, self.ticks, 40):
                self.inputs.append([k, "MARK", "D", float(k), "uTest"])
        if self.obstacle and rng.random() < 0.3:
            self.inputs.append([rng.randint(5, self.ticks), "OBM_RESOLVED", "S", "ob_0", "pObstacleMgr"])
        if self.contact:
            self._contacts()

    def _contacts(self) -> None:
        rng = self.rng
        every = rng.choice((1, 2, 4))
        for name in ("ben", "cal")[: rng.choice((1, 1, 2))]:
            x, y = self.start[0] + rng.uniform(-60, 60), self.start[1] + rng.uniform(-60, 60)
            heading, speed = rng.uniform(0, 360), rng.choice((0.0, rng.uniform(0.2, 2.5)))
            if self.kind == "AvdColregsV26":
                speed = speed or 1.0  # of a contact at rest the original reads what it has not set
            until = self.ticks if rng.random() < 0.8 else rng.randint(10, self.ticks)
            turn = rng.choice((0.0, 0.0, rng.uniform(-4, 4)))
            kind, group = rng.choice(("kayak", "ship")), rng.choice(("blue", "red"))
            for k in range(1, until + 1):
                heading = (heading + turn * self.dt) % 360
                x += speed * self.dt * math.sin(math.radians(heading))
                y += speed * self.dt * math.cos(math.radians(heading))
                if k % every == 1 % every:
                    text = (f"NAME={name},X={x:.2f},Y={y:.2f},SPD={speed:.2f},HDG={heading:.2f},DEP=0,TYPE={kind},"
                            f"GROUP={group},MODE=X,LENGTH=4,TIME={1000 + k * self.dt:.2f}")  # fmt: skip
                    self.inputs.append([k, "NODE_REPORT", "S", text, "pShare"])


def scenario(kind: str, seed: int) -> dict[str, Any]:
    """Return a scenario of a kind (without ``BHV_``); the same each time."""
    return Maker(kind, seed).document(f"{kind}_{seed}")


def all_kinds() -> list[str]:
    """Return the kinds."""
    return [kind.removeprefix("BHV_") for kind in KINDS if not kind.endswith(_ELSEWHERE)]
