"""Scenarios from behaviour files of missions, for scripts/helm-oracle: their words, contacts and obstacles."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import _helm_scenarios as single
import _helm_values as values
from _helm_scenarios import find_kind

from usimmarine_py.helm.behavior import Behavior

_CONDITION = re.compile(r"(\w+)\s*(?:==|!=|=|>=|<=|>|<)\s*([\w.:-]+)")
_BLOCK = re.compile(r"^\s*Behavior\s*=\s*BHV_(\w+)[^{]*\{(.*?)^\s*\}", re.MULTILINE | re.IGNORECASE | re.DOTALL)
_MODE = re.compile(r"^\s*set\s+\w+\s*=\s*\w+\s*\{([^}]*)\}", re.MULTILINE | re.IGNORECASE)
_HELM = re.compile(r"^\s*ProcessConfig\s*=\s*pHelmIvP[^{]*\{(.*?)^\s*\}", re.MULTILINE | re.IGNORECASE | re.DOTALL)
_PLACE = re.compile(r"(-?\d+(?:\.\d+)?)\s*,\s*(-?\d+(?:\.\d+)?)")
_NUMBER = re.compile(r"(?<![\w.-])\d+(?:\.\d+)?(?![\w.])")
_NAMES = ("ben", "cal", "deb")
#: Keys of a behaviour that are not added to it: places, and what is open (docs/helm.md).
_NOT_ADDED = ("points", "polygon", "poly", "updates", "build_info", "precision", "use_plat_model")
#: Keys of a block of the helm that are of the mission's machine.
_ELSEWHERE = ("behaviors", "ivp_behavior_dir", "apptick", "commstick", "seed_random", "hold_on_app", "app_logging")


def files(folder: Path) -> list[Path]:
    """Return the behaviour files below a folder, whose macros are expanded."""
    found = sorted(folder.rglob("*.bhv"))
    return [path for path in found if not path.name.startswith(("meta_", "plug")) and "$(" not in path.read_text()]


def scenario(path: Path, root: Path, seed: int) -> dict[str, Any]:
    """Return a scenario of a behaviour file; the same each time."""
    name = re.sub(r"\W+", "_", str(path.relative_to(root).with_suffix("")))
    return _Played(path, Random(f"{name} {seed}")).document(f"{name}_{seed}")


class _Played:
    """One play of a file."""

    def __init__(self, path: Path, rng: Random) -> None:
        self.path, self.rng = path, rng
        self.dt = rng.choice((0.25, 0.25, 0.5, 0.5, 1.0, 0.1, 2.0))
        self.ticks = rng.randint(120, 300)
        self.inputs: list[list[Any]] = []

    def document(self, name: str) -> dict[str, Any]:
        """Return the scenario."""
        rng = self.rng
        text = self._text()
        places = [(float(x), float(y)) for x, y in _PLACE.findall(text)] or [(0.0, 0.0)]
        x, y = rng.choice(places)
        self.start = round(x + rng.uniform(-60, 60), 2), round(y + rng.uniform(-60, 60), 2)
        self._mail(text)
        for kind, body in _BLOCK.findall(text):
            self._about(kind, _lines(body))
        plant = {"turn_rate": rng.choice((6, 10, 20, 40)), "accel": rng.choice((0.2, 0.5, 1.0)),
                 "dive_rate": rng.choice((0.3, 1.0))}  # fmt: skip
        return {
            "format": 1, "name": name, "family": "missions", "t0": 1000.0, "dt": self.dt, "n": self.ticks,
            "community": "zoe", "datum": list(single.DATUM), "config": self._config(),
            "bhv_files": {"m.bhv": text}, "inputs": sorted(self.inputs, key=lambda one: one[0]),
            "nav_from": rng.choice((1, 1, 1, 4)), "plant": plant,
            "nav_start": [*self.start, float(rng.randint(0, 359)), round(rng.choice((0, rng.uniform(0, 2))), 2), 0.0],
        }  # fmt: skip

    def _text(self) -> str:
        """Return the file, in which some numbers are others."""
        rng, share = self.rng, self.rng.choice((0.0, 0.0, 0.05, 0.2))

        def other(found: re.Match[str]) -> str:
            if rng.random() >= share:
                return found[0]
            digits = len(found[0].partition(".")[2])
            return f"{float(found[0]) * rng.choice((0.5, 0.8, 1.1, 1.25, 2)):.{digits}f}"

        lines = self.path.read_text("utf-8", "replace").replace("\r", "").split("\n")
        text = "\n".join(line if line.lstrip().startswith("//") else _NUMBER.sub(other, line) for line in lines)
        more = rng.choice((0.0, 0.0, 0.3, 0.7))
        return _BLOCK.sub(lambda found: self._with_more(found) if rng.random() < more else found[0], text)

    def _with_more(self, found: re.Match[str]) -> str:
        """Return a block with keys that it has not."""
        rng, kind = self.rng, found[1]
        if (known := find_kind(f"BHV_{kind}")) is None:
            return found[0]
        given = {key for key, _ in _lines(found[2])}
        keys = [key for key in {one.name: one for one in known.all_keys.values()}.values()
                if key.name not in (*single.LEFT_OUT, *given, *_NOT_ADDED)]  # fmt: skip
        lines = []
        for key in rng.sample(keys, min(len(keys), rng.choice((1, 2, 3)))):
            if (value := values.value(rng, key, kind)) is not None and key.kind != "flag":
                lines.append(f"  {key.name} = {value}\n")
        end = found[0].rindex("}")
        return found[0][:end] + "".join(lines) + found[0][end:]

    def _config(self) -> list[str]:
        rng = self.rng
        config = [f"AppTick = {rng.choice((1, 2, 4, 4, 10))}", "behaviors = m.bhv"]
        beside = self.path.with_suffix(".moos")
        found = _HELM.search(beside.read_text("utf-8", "replace")) if beside.exists() else None
        own = [
            line for line in (found[1].split("\n") if found else ())
            if "=" in line and not line.lstrip().lower().startswith(_ELSEWHERE)
        ]  # fmt: skip
        if not any("domain" in line.lower() for line in own):
            own += ["domain = course:0:359:360", "domain = speed:0:4:41", "domain = depth:0:100:101:optional"]
        return [*config, *(line.partition("//")[0].strip() for line in own), "seed_random = false"]

    def _mail(self, text: str) -> None:
        """Send what conditions and modes ask for, as an operator does: deploy, then this and that."""
        rng = self.rng
        conditions = [line.partition("=")[2] for line in text.split("\n")
                      if line.strip().lower().startswith("condition")]  # fmt: skip
        asked: dict[str, set[str]] = {}
        for part in (*conditions, *_MODE.findall(text)):
            for variable, value in _CONDITION.findall(part):
                if variable not in ("MODE", "condition") and not variable.startswith("NAV_"):
                    asked.setdefault(variable, set()).add(value)
        self._post(rng.choice((1, 1, 2, 5)), "MOOS_MANUAL_OVERRIDE", rng.choice(("false", "false", "FALSE")))
        self._post(rng.choice((2, 3, 8)), "DEPLOY", "true")
        for variable, wanted in asked.items():
            words = sorted({*wanted, "true", "false"} if wanted & {"true", "false"} else {*wanted, "3", "true"})
            for _ in range(rng.choice((0, 1, 1, 2))):
                self._post(rng.randint(2, self.ticks), variable, rng.choice(words))
        for _ in range(rng.choice((0, 0, 1, 2))):
            self._post(rng.randint(5, self.ticks), *rng.choice((
                ("RETURN", "true"), ("STATION_KEEP", "true"), ("STATION_KEEP", "false"), ("RETURN", "false"),
                ("DEPLOY", "false"), ("DEPLOY", "true"), ("MOOS_MANUAL_OVERRIDE", "true"),
                ("MOOS_MANUAL_OVERRIDE", "false"), ("IVPHELM_REJOURNAL", "true"), ("HELM_MAP_CLEAR", "1"),
                ("APPCAST_REQ", "node=zoe,app=all,duration=3.0,key=k,thresh=any"),
            )))  # fmt: skip
        for k in range(1, self.ticks, 4):
            self.inputs.append([k, "NAV_ALTITUDE", "D", round(40 + 25 * math.sin(k / 15), 2), "uSim"])

    def _post(self, k: int, variable: str, text: str) -> None:
        number = _NUMBER.fullmatch(text)
        self.inputs.append([k, variable, "D" if number else "S", float(text) if number else text, "uTest"])

    def _about(self, kind: str, lines: list[tuple[str, str]]) -> None:
        """Send what a behaviour hears of: updates, contacts, obstacles."""
        rng, given = self.rng, dict(lines)
        if (found := find_kind(f"BHV_{kind}")) is None:
            return
        known = found.all_keys
        template = given.get("templating", "").lower() in ("spawn", "clone")
        updates = given.get("updates", "")
        names: tuple[str, ...] = ()
        if "contact" in known:
            contact = given.get("contact", "")
            names = _NAMES[: rng.randint(1, 3)] if template or not re.fullmatch(r"\w+", contact) else (contact,)
            for name in names:
                self._contact(name)
        elif kind.startswith("AvoidObstacle") and template:
            names = tuple(f"ob_{place}" for place in range(rng.randint(1, 4)))
        if not updates:
            return
        for name in names if template else ():
            text = f"name={name}#contact={name}"
            if kind.startswith("AvoidObstacle"):
                x, y = (one + rng.uniform(-60, 60) for one in self.start)
                text = f"name={name}#poly={values.polygon(rng, x, y, 3, 12, name)}#id={name}"
            self.inputs.append([rng.randint(3, self.ticks // 2), updates, "S", text, "pManager"])
        own = [key for key in {one.name: one for one in known.values()}.values()
               if key.name not in single.LEFT_OUT and key.name not in Behavior.all_keys and key.kind != "flag"
               and key.name not in ("build_info", "use_plat_model", "points")]  # fmt: skip
        for _ in range(rng.choice((0, 1, 2, 3)) if own else 0):
            parts = []
            for key in rng.sample(own, rng.choice((1, 1, min(2, len(own))))):
                fits = [one for one in own if one.name in given] or own
                chosen = rng.choice(fits) if rng.random() < 0.6 else key
                if (value := values.value(rng, chosen, kind)) is not None:
                    parts.append(f"{chosen.name}={value}")
            if "points" in known and rng.random() < 0.4:
                parts.append(f"points={values.points(rng, rng.randint(1, 4))}")
            if template:
                parts.insert(0, f"name={given.get('name', '')}{rng.choice(names or ('ben',))}")
            if parts:
                self.inputs.append([rng.randint(4, self.ticks), updates, "S", " # ".join(parts), "uPokeDB"])

    def _contact(self, name: str) -> None:
        """Send the reports of a vehicle that sails near."""
        rng = self.rng
        if any(row[1] == "NODE_REPORT" and f"NAME={name}," in row[3] for row in self.inputs):
            return
        x, y = (one + rng.uniform(-90, 90) for one in self.start)
        heading = math.degrees(math.atan2(self.start[0] - x, self.start[1] - y)) + rng.uniform(-40, 40)
        speed, turn = rng.uniform(0.3, 2.5), rng.choice((0.0, 0.0, rng.uniform(-4, 4)))
        first, every = rng.randint(1, 20), rng.choice((1, 2, 2, 4))
        last = self.ticks if rng.random() < 0.8 else rng.randint(first, self.ticks)
        kind, group = rng.choice(("kayak", "ship")), rng.choice(("blue", "red"))
        for k in range(1, last + 1):
            heading = (heading + turn * self.dt) % 360
            x += speed * self.dt * math.sin(math.radians(heading))
            y += speed * self.dt * math.cos(math.radians(heading))
            if k >= first and k % every == 0:
                text = (f"NAME={name},X={x:.2f},Y={y:.2f},SPD={speed:.2f},HDG={heading:.2f},DEP=0,TYPE={kind},"
                        f"GROUP={group},MODE=MODE@ACTIVE:LOITERING,LENGTH=4,TIME={1000 + k * self.dt:.2f}")  # fmt: skip
                self.inputs.append([k, "NODE_REPORT", "S", text, "pShare"])


def _lines(body: str) -> list[tuple[str, str]]:
    return list(_pairs(body))


def _pairs(body: str) -> Iterator[tuple[str, str]]:
    for line in body.split("\n"):
        key, sign, text = line.partition("//")[0].partition("=")
        if sign:
            yield key.strip().lower(), text.strip()
