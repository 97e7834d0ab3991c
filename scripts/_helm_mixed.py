"""Random missions of several behaviours, modes and keys of the helm, for scripts/helm-oracle."""

from __future__ import annotations

import math
from random import Random
from typing import Any

import _helm_keys as keys
import _helm_many as many
import _helm_odd as odd
import _helm_poses as poses
import _helm_scenarios as single
import _helm_values as values
from _helm_scenarios import Maker

KIND = "Mixed"

MOVERS = ("Waypoint", "Waypoint", "Loiter", "StationKeep", "LegRun", "ZigZag", "FixedTurn", "Trail", "Convoy",
          "ConstantHeading", "ConstantSpeed")  # fmt: skip
GUARDS = ("AvoidCollision", "AvoidCollision", "AvoidObstacleV24", "AvdColregsV22", "OpRegion", "OpRegionV24",
          "MaxSpeed", "MemoryTurnLimit", "Timer", "PeriodicSpeed", "CutRange", "Shadow")  # fmt: skip
DEPTHS = ("ConstantDepth", "GoToDepth", "MaxDepth", "PeriodicSurface")
#: Mode trees: text of the file, and the values that conditions ask for.
_MODES = (
    ("set MODE = ACTIVE {\n  GO = true\n} INACTIVE\n\nset MODE = RETURNING {\n  MODE = ACTIVE\n  BACK = true\n}\n\n"
     "set MODE = LOITERING {\n  MODE = ACTIVE\n  (LEVEL > 3) and (BACK != true)\n} SURVEYING\n",
     ("ACTIVE", "INACTIVE", "RETURNING", "LOITERING", "SURVEYING")),
    ("set MODE = ACTIVE {\n  GO = true\n} INACTIVE\n\nset MODE = FAST {\n  MODE = ACTIVE\n  LEVEL >= 3\n} SLOW\n\n"
     "set MODE = HOME {\n  MODE = ACTIVE:SLOW\n  BACK = true\n} OUT\n",
     ("ACTIVE", "INACTIVE", "FAST", "SLOW", "HOME", "OUT", "ACTIVE:FAST")),
    ("set MODE = ON {\n  GO = true\n} OFF\n\nset WATCH = NEAR {\n  LEVEL < 3\n} FAR\n", ("ON", "OFF")),
)  # fmt: skip


_FLAGS = ("runflag", "idleflag", "activeflag", "inactiveflag", "endflag", "endflag", "configflag", "spawnflag",
          "runxflag")  # fmt: skip


def modes(rng: Random) -> tuple[str, tuple[str, ...]]:
    """Return mode declarations and the values that they give, or none."""
    return rng.choice(_MODES) if rng.random() < 0.6 else ("", ())


def condition(rng: Random, values: tuple[str, ...]) -> str:
    """Return a condition of a behaviour."""
    if values and rng.random() < 0.7:
        return f"MODE {rng.choice(('=', '==', '==', '!='))} {rng.choice(values)}"
    return rng.choice((
        "GO = true", "BACK = true", "BACK != true", "LEVEL > 2", "(GO = true) and (LEVEL >= 2)",
        "(BACK = true) or (LEVEL < 2)", "WATCH = NEAR",
    ))  # fmt: skip


def helm_keys(rng: Random, lines: list[str], mail: list[list[Any]], ticks: int) -> None:
    """Add keys of the helm's block and the mail that they are about."""

    def later() -> int:
        return rng.randint(4, ticks)

    for key in rng.sample(_KEYS, rng.choice((0, 1, 1, 2, 3))):
        if key == "ok_skew":
            lines.append(f"ok_skew = {rng.choice(('2', '0.5', '0', 'any', 'ANY', '60'))}")
            mail += [[later(), "LEVEL", "D", float(n), "uTest", -rng.choice((0.2, 1.0, 3.0))] for n in (1, 4)]
        elif key == "standby":
            lines.append(f"standby = {rng.choice((2, 5))}")
            mail.append([later(), "IVPHELM_STATE", "S", "DRIVE", "pHelmOther"])
        elif key == "other_override_var":
            lines.append("other_override_var = OTHER_OVERRIDE")
            mail += [[later(), "OTHER_OVERRIDE", "S", one, "uTest"] for one in ("true", "false")]
        elif key == "allow_park":
            lines.append(f"allow_park = {rng.choice(('false', 'true'))}")
            mail += [[later(), "MOOS_MANUAL_OVERRIDE", "S", one, "uTest"] for one in ("true", "false")]
        elif key == "hold_on_apps":
            lines.append(f"{rng.choice(('hold_on_app', 'hold_on_apps'))} = pMgr")
            mail.append([later(), "DB_CLIENTS", "S", "DBWebServer,pHelmIvP,pMgr,", "MOOSDB_abe"])
        else:
            lines.append(f"{key} = {rng.choice(_KEY_VALUES.get(key, ('true', 'false')))}")


_KEY_VALUES = {
    "nav_grace": ("1", "-1", "5", "0"), "node_skew": ("ben,5", "ben,5", "60"), "contact_max_age": ("10", "15"),
    "helm_prefix": ("H_",), "helm_alias": ("nav",), "verbose": ("terse", "quiet", "verbose"),
}  # fmt: skip
_KEYS = ("ok_skew", "standby", "other_override_var", "allow_park", "hold_on_apps", "nav_grace", "node_skew",
         "contact_max_age", "helm_prefix", "helm_alias", "verbose", "park_on_allstop", "goals_mandatory",
         "start_engaged", "start_in_drive", "active_start", "park_on_allstop", "goals_mandatory")  # fmt: skip


def mail(rng: Random, names: list[str], ticks: int) -> list[list[Any]]:
    """Return mail of a mission: what conditions ask for, and requests to the helm."""

    def later() -> int:
        return rng.randint(3, ticks)

    found: list[list[Any]] = [[rng.choice((1, 2, 3)), "MOOS_MANUAL_OVERRIDE", "S", "false", "uTest"]]
    for _ in range(rng.randint(1, 5)):
        found.append(rng.choice((
            [later(), "GO", "S", rng.choice(("true", "false")), "uTest"],
            [later(), "BACK", "S", rng.choice(("true", "false", "TRUE")), "uTest"],
            [later(), "LEVEL", "D", float(rng.randint(0, 5)), "uTest"],
        )))  # fmt: skip
    for _ in range(rng.choice((0, 0, 1, 2))):
        found.append(rng.choice((
            [later(), "HELM_MAP_CLEAR", "D", 1.0, "pMarineViewer"],
            [later(), "IVPHELM_REJOURNAL", "S", "true", "uTest"],
            [later(), "MOOS_MANUAL_OVERRIDE", "S", rng.choice(("true", "True", "no")), "uTest"],
            [later(), "MOOS_MANUAL_OVERIDE", "S", rng.choice(("true", "false")), "uTest"],
            [later(), "RESTART_HELM", "S", rng.choice(("type1", "type2")), "uTest"],
            [later(), "BHV_ABLE_FILTER", "S", f"action={rng.choice(('disable', 'enable', 'expunge'))},"
             f"{rng.choice((f'bhv_name={rng.choice(names)}', 'contact=ben', 'bhv_type=BHV_Waypoint'))}", "uTest"],
            [later(), "BHV_ABLE_FILTER", "S", f"action=disable,bhv_name={rng.choice(names)}", "uTest"],
            [later(), "NODE_REPORT_LOCAL", "S", "NAME=abe,X=1,Y=2,SPD=1,HDG=3,DEP=0,TYPE=kayak,GROUP=blue,TIME=1003",
             "pNodeReporter"],
            [later(), "COMMS_POLICY", "S", rng.choice(("lean", "dire", "open")), "uTest"],
            [later(), "APPCAST_REQ", "S", "node=abe,app=all,duration=3.0,key=k,thresh=any", "uMAC"],
        )))  # fmt: skip
    return found


class _Mission(Maker):
    """Makes one mission."""

    def document(self, name: str) -> dict[str, Any]:
        rng = self.rng
        kinds = [rng.choice(MOVERS), *rng.sample(GUARDS, rng.choice((1, 1, 2)))]
        if deep := rng.random() < 0.3:
            kinds.append(rng.choice(DEPTHS))
        if rng.random() < 0.3:
            kinds.append(rng.choice(MOVERS))
        self.start = round(rng.uniform(-40, 40), 1), round(rng.uniform(-40, 40), 1)
        text, values_of_mode = modes(rng)
        blocks = [self._part(kind, f"{'abcdefgh'[place]}_{kind.lower()}", values_of_mode)
                  for place, kind in enumerate(kinds)]  # fmt: skip
        blocks += self._level_of(kinds)
        if rng.random() < 0.5:
            rng.shuffle(blocks)
        start = "initialize GO = true, LEVEL = 3\n"
        start += rng.choice(("", "initialize BACK = false\n", "initialize_ BACK = no\n"))
        half = rng.randint(0, len(blocks)) if rng.random() < 0.2 else len(blocks)
        files = {"m.bhv": start + text + "".join(blocks[:half])}
        if half < len(blocks):
            files[rng.choice(("a.bhv", "z.bhv"))] = "".join(blocks[half:])
        config = ["AppTick = 4", *(f"behaviors = {file}" for file in files),
                  f"domain = course:{rng.choice(('0:359:360', '0:359:360', '0:355:72', '0:358:180'))}",
                  f"domain = speed:0:{rng.choice(('4:41', '3:31', '5:26', '4:21', '2.5:26'))}",
                  "seed_random = false"]  # fmt: skip
        if deep or rng.random() < 0.05:
            place, deepest = rng.randint(1, len(config) - 1), rng.choice(("100:101", "60:61", "50:26"))
            config.insert(place, f"domain = depth:0:{deepest}{rng.choice((':optional', ':optional', ''))}")
        names = [f"{'abcdefgh'[place]}_{kind.lower()}" for place, kind in enumerate(kinds)]
        self.inputs += mail(rng, names, self.ticks)
        helm_keys(rng, config, self.inputs, self.ticks)
        if any("contact" in single.find_kind(f"BHV_{kind}").all_keys for kind in kinds):
            self._contacts()
        if "PeriodicSurface" in kinds:
            self.inputs += [[k, "MARK", "D", float(k), "uTest"] for k in range(30, self.ticks, 40)]
        for k in range(1, self.ticks, 3):
            self.inputs.append([k, "NAV_ALTITUDE", "D", round(20 + 15 * math.sin(k / 15), 2), "uSim"])
        plant = {"turn_rate": rng.choice((6, 10, 20, 40)), "accel": rng.choice((0.2, 0.5, 1.0)),
                 "dive_rate": rng.choice((0.3, 1.0))}  # fmt: skip
        found = {
            "format": 1, "name": name, "family": "mixed", "t0": 1000.0, "dt": self.dt, "n": self.ticks,
            "community": "abe", "datum": list(single.DATUM), "config": config, "bhv_files": files,
            "inputs": sorted(self.inputs, key=lambda one: one[0]), "nav_from": rng.choice((1, 1, 1, 1, 3, 8)),
            "plant": plant, "nav_start": [*self.start, float(rng.randint(0, 359)), round(rng.uniform(0, 2), 2), 0.0],
        }  # fmt: skip
        if rng.random() < 0.1:
            found["nav_until"] = rng.randint(self.ticks // 2, self.ticks)
        return found

    def _part(self, kind: str, name: str, values_of_mode: tuple[str, ...]) -> str:
        """Return the block of one behaviour of the mission."""
        rng = self.rng
        self.take(kind)
        lines: list[tuple[str, Any]] = [("name", name), *self._given()]
        if rng.random() < 0.7:
            lines.append(("pwt", rng.choice((50, 80, 100, 150, 200, 300, 500))))
        for _ in range(rng.choice((0, 1, 1, 2))):
            lines.append(("condition", condition(rng, values_of_mode)))
        for key in _FLAGS:
            if rng.random() < 0.15:
                state = rng.choice(("GO = true", "BACK = true", "BACK = false", "LEVEL = 4", "LEVEL = 1"))
                lines.append((key, values.flag(rng, kind) if rng.random() < 0.6 else state))
        own = {key.name for key in single.Behavior.all_keys.values()}
        common = {key.name: key for key in single.Behavior.all_keys.values() if key.name in own}
        for key in ("duration", "duration_status", "duration_reset", "duration_idle_decay", "perpetual", "no_starve",
                    "post_mapping", "comms_policy"):  # fmt: skip
            if rng.random() < 0.1 and key not in dict(lines):
                lines.append((key, values.value(rng, common[key])))
        if rng.random() < 0.4:
            lines.append(("updates", "UP"))
            if rng.random() < 0.5:
                lines[-1] = ("updates", f"{name.upper()}_UP")
            before = len(self.inputs)
            self._updates(templated=False)
            for one in self.inputs[before:]:
                one[1] = lines[-1][1]
        templated = self.contact and not self.obstacle and kind != "Attractor" and rng.random() < 0.4
        if templated:
            self._template(lines)
            lines[0] = ("name", f"{name}_")
        elif kind in ("ConstantSpeed", "Waypoint", "Timer") and rng.random() < 0.1:
            lines[0] = ("name", f"{name}_")
            lines[:] = [line for line in lines if line[0] != "updates"]
            lines += [("updates", "SPAWN_IT"), ("templating", rng.choice(("spawn", "clone")))]
            self.inputs += [[rng.randint(4, self.ticks), "SPAWN_IT", "S", f"name={one}{end}", "uTest"]
                            for one, end in (("p", ""), ("q", "#pwt=70"))]  # fmt: skip
        return single.block(kind, lines)

    def _level_of(self, kinds: list[str]) -> list[str]:
        """Return behaviours that decide what the others leave open, mostly."""
        rng = self.rng
        if rng.random() < 0.3:
            return []
        if rng.random() < 0.5:
            end = f"{self.start[0] + rng.randint(-120, 120):.0f},{self.start[1] + rng.randint(-120, 120):.0f}"
            return [single.block("Waypoint", [("name", "z_way"), ("points", end), ("speed", rng.choice((1, 1.5, 2))),
                                              ("pwt", rng.choice((20, 100)))])]  # fmt: skip
        return [
            single.block("ConstantSpeed", [("name", "y_speed"), ("speed", rng.choice((1, 1.5, 2))),
                                           ("duration", "no-time-limit"), ("basewidth", 1.3)]),
            single.block("ConstantHeading", [("name", "z_heading"), ("heading", rng.randint(0, 359)),
                                             ("duration", "no-time-limit")]),
        ]  # fmt: skip


def scenario(kind: str, seed: int) -> dict[str, Any]:
    """Return a scenario of a kind, or a mission of several; the same each time."""
    if kind == keys.KIND:
        return keys.scenario(seed)
    if kind == poses.KIND:
        return poses.scenario(seed)
    if kind == many.KIND:
        return many.scenario(seed)
    if kind == odd.KIND:
        return odd.scenario(seed)
    if kind != KIND:
        return single.scenario(kind, seed)
    return _Mission("Waypoint", seed).document(f"{KIND}_{seed}")


def all_kinds() -> list[str]:
    """Return the kinds that can be drawn."""
    return [*single.all_kinds(), KIND, poses.KIND, odd.KIND, many.KIND, keys.KIND]
