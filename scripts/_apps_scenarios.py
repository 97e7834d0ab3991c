"""Random scenarios of one application each, for scripts/apps-oracle: its keys, good and bad, and mail."""

from __future__ import annotations

import math
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any

sys.path.insert(0, str(Path(__file__).parent))
import _apps_between
import _apps_contacts
import _apps_grading
import _apps_network
import _apps_shore
import _apps_timers
import _apps_vehicles
import _apps_watching
from _apps_values import Drawn, draw, junk

_PARTS = (_apps_contacts, _apps_shore, _apps_between, _apps_timers, _apps_vehicles, _apps_network,
          _apps_grading, _apps_watching)  # fmt: skip
BLOCKS = {app: keys for part in _PARTS for app, keys in part.BLOCKS.items()}
MAIL = {app: mail for part in _PARTS for app, mail in part.MAIL.items()}
DATUM = [43.8253, -70.3304]
NAMES = ("ben", "cal", "deb", "Eve", "BEN")
START = 1000.0
#: Applications that hear of vehicles, and of their own ship.
_HEARS = ("pContactMgrV20", "uFldObstacleSim", "uFldCollisionDetect", "uFldCollObDetect", "uFldContactRangeSensor",
          "uFldBeaconRangeSensor", "pSearchGrid", "uFldNodeComms", "pBasicContactMgr", "uFldGenericSensor",
          "uFldPathCheck")  # fmt: skip
_SAILS = (
    "pContactMgrV20",
    "pBasicContactMgr",
    "pObstacleMgr",
    "pNodeReporter",
    "pMarinePIDV22",
    "pMarinePID",
    "uTimerScript",
)
#: What the reports of a moving vehicle may say besides.
_WORDS: Mapping[str, Sequence[str]] = {
    "TYPE": ("kayak", "KAYAK", "ship", "uuv", "UUV", "auv", "glider", "heron", "wamv", "saucer", "longship",
    "mokai", ""),
    "GROUP": ("red", "Red", "blue", "3", "green team", "{a,b}", ""), "COLOR": ("yellow", "orange", "7", "nocolor"),
    "LENGTH": ("4", "0", "-2", "7.5", "x"), "DEP": ("0", "3.5", "x"), "MODE": ("DRIVE", "MODE@ACTIVE:LOITERING", ""),
    "ALLSTOP": ("clear", ""), "VSOURCE": ("ais", "radar", ""), "YAW": ("1.2",), "INDEX": ("7", "x"), "COG": ("12", "x"),
    "TRAJECTORY": ("{1,2:3,4}", "5", "1,2"), "SPD_OG": ("1.5", "x"), "HDG_OG": ("12.345", "-1"),
    "TRANSPARENCY": ("0.5", "x"),
    "THRUST_MODE_REVERSE": ("true", "TRUE", "false", "1"), "SPEED": ("1",), "HEADING": ("99", "x", "-5"), "LEN": ("3",
    "x"),
    "ALT": ("7",), "MODE_AUX": ("aux",), "DEPTH": ("2",), "FOO": ("bar", ""), "ALTITUDE": ("10",),
    "LOAD_WARNING": ("a:2",), "BEAM": ("1.2",),
}  # fmt: skip


#: Mail that comes from other communities.
_ELSEWHERE = ("NODE_BROKER_PING", "NODE_BROKER_ACK")


class Vehicle:
    """One that reports itself, moving straight and turning at times."""

    def __init__(self, rng: Random, name: str, reach: float = 120.0) -> None:
        self.rng, self.name = rng, name
        self.x, self.y = rng.uniform(-reach, reach), rng.uniform(-reach, reach)
        self.speed, self.heading = round(rng.choice((0, rng.uniform(0.5, 4))), 2), round(rng.uniform(0, 360), 1)
        share = rng.choice((0.1, 0.3))
        self.words = {key: rng.choice(words) for key, words in _WORDS.items() if rng.random() < share}
        self.odd = rng.choice((0.0, 0.05, 0.2))
        self.every = rng.choice((1, 1, 2, 5))
        self.last = rng.choice((10_000, 10_000, rng.randint(5, 40)))
        self.digits = rng.choice((0, 1, 2, 4))
        self.late = rng.choice((0.0, 0.0, 0.3, 2.0, -0.5))

    def step(self, dt: float) -> None:
        """Move on."""
        if self.rng.random() < 0.05:
            self.heading = round(self.rng.uniform(0, 360), 1)
        if self.rng.random() < 0.03:
            self.speed = round(self.rng.choice((0, self.rng.uniform(0, 5))), 2)
        self.x += self.speed * dt * math.sin(math.radians(self.heading))
        self.y += self.speed * dt * math.cos(math.radians(self.heading))

    def report(self, now: float) -> str:
        """Return its node report, odd at times."""
        rng = self.rng
        fields = {
            "NAME": self.name, "X": f"{self.x:.{self.digits}f}", "Y": f"{self.y:.{self.digits}f}",
            "SPD": f"{self.speed}", "HDG": f"{self.heading}", "TIME": f"{now - self.late:.2f}", **self.words,
        }  # fmt: skip
        if rng.random() >= self.odd:
            return ",".join(f"{key}={value}" for key, value in fields.items())
        for _ in range(rng.randint(1, 2)):
            key = rng.choice(list(fields))
            how = rng.random()
            if how < 0.3:
                del fields[key]
            elif how < 0.5:
                fields[key] = junk(rng)
            elif how < 0.6:
                fields["TIME"] = f"{now - rng.choice((5, 20, 45, 100, -3)):.2f}"
            elif how < 0.7:
                fields |= {"LAT": f"{DATUM[0] + self.y / 111e3:.6f}", "LON": f"{DATUM[1] + self.x / 80e3:.6f}"}
                if rng.random() < 0.7:
                    fields.pop("X", None)
                    fields.pop("Y", None)
            elif how < 0.8:
                fields[key.lower()] = fields.pop(key)
            elif how < 0.83:
                keys = list(fields)
                rng.shuffle(keys)
                fields = {one: fields[one] for one in keys}
            elif how < 0.87:
                text = ",".join(f"{one}={value}" for one, value in fields.items())
                again = rng.choice(
                    (f"{key}={junk(rng)}", "", ",", "=", "X", "=3", f"{key.title()}=2", "X=1=2", "Y={3", "}", '"')
                )
                return f"{again},{text}" if rng.random() < 0.5 else f"{text},{again}"
            elif how < 0.92:
                fields = {" " + key: f" {value}" for key, value in fields.items()}
            else:
                return "{" + ",".join(f'"{key}":"{value}"' for key, value in fields.items()) + "}"
        return ",".join(f"{key}={value}" for key, value in fields.items())


class Maker:
    """Makes one scenario."""

    def __init__(self, app: str, seed: int) -> None:
        self.app, self.rng = app, Random(f"{app} {seed}")
        rng = self.rng
        self.dt = rng.choice((0.1, 0.25, 0.5, 0.5, 1.0, 2.0, 0.3))
        self.ticks = rng.randint(15, 90)
        self.inputs: list[list[Any]] = []

    def document(self, name: str) -> dict[str, Any]:
        """Return the scenario."""
        rng = self.rng
        drawn = Drawn(rng, self.ticks)
        config = [f"AppTick = {rng.choice((1, 2, 4, 10))}"] if rng.random() < 0.8 else []
        config += self._block(drawn)
        for k in range(1, self.ticks + 1):
            self._at(k, drawn)
        document = {
            "format": 1, "app": self.app.partition(" ")[0], "name": name, "community": "abe", "datum": DATUM,
            "t0": START, "dt": self.dt,
            "n": self.ticks, "config": config, "inputs": self.inputs,
        }  # fmt: skip
        return document | ({"files": drawn.files} if drawn.files else {})

    def _block(self, drawn: Drawn) -> list[str]:
        rng, keys = self.rng, BLOCKS[self.app]
        share = rng.choice((0.1, 0.25, 0.6))
        lines = []
        if self.app == "uFldContactRangeSensor":  # nothing is heard by chance
            lines += ["push_distance = default=5000", "pull_distance = default=5000"]
        for key, values in keys.items():
            if key.endswith("+"):
                lines.append(f"{key[:-1]} = {draw(drawn, values)}")
                continue
            wanted = 0.85 if "!" in key else share
            while rng.random() < wanted:
                lines.append(self._line(key.rstrip("!*"), draw(drawn, values)))
                if not key.endswith("*") and rng.random() > 0.1:
                    break
                wanted = 0.6
        if rng.random() < 0.1:
            lines.append(rng.choice(("foo = bar", "= 3", "nothing", "", "// a comment", "bogus_key = 5 // said")))
        if rng.random() < 0.5:
            rng.shuffle(lines)
        return lines

    def _line(self, key: str, value: str) -> str:
        rng = self.rng
        if rng.random() < 0.07 and not key.startswith(("tardy_", "start_pos")):  # refused here, 0 or not-a-number there
            value = junk(rng)
        if rng.random() < 0.05:
            value = f" {value}  "
        if rng.random() < 0.08:
            key = rng.choice((key.upper(), key.title()))
        return f"{key}{rng.choice((' = ', ' = ', '=', '  =', '= '))}{value}"

    def _at(self, k: int, drawn: Drawn) -> None:
        rng, now = self.rng, START + k * self.dt
        drawn.k, drawn.now = k, now
        if self.app in _SAILS:
            own = drawn.own
            own.step(self.dt)
            if rng.random() < 0.95:
                for name, value in (("X", own.x), ("Y", own.y), ("HEADING", own.heading), ("SPEED", own.speed)):
                    self.inputs.append([k, f"NAV_{name}", "D", round(value, 6), "uSim"])
        if self.app in _HEARS:
            for one in drawn.vehicles:
                one.step(self.dt)
                if k % one.every == 0 and k <= one.last:
                    self.inputs.append([k, "NODE_REPORT", "S", one.report(now), "uTest"])
        for variable, (rate, values) in MAIL[self.app].items():
            for name in variable.split("|"):
                if rng.random() < rate:
                    value = draw(drawn, values)
                    if isinstance(value, str) and rng.random() < 0.05:
                        value = junk(rng)
                    self._mail(k, drawn.variable(name), value)

    def _mail(self, k: int, variable: str, value: float | str) -> None:
        rng = self.rng
        kind = "S" if isinstance(value, str) else "D"
        row = [k, variable, kind, value, rng.choice(("uTest", "uTest", "pHelmIvP"))]
        self.inputs.append(row if variable not in _ELSEWHERE else [*row, 0.0, "elsewhere"])


def scenario(app: str, seed: int) -> dict[str, Any]:
    """Return a random scenario of an application; a seed gives the same one each time."""
    return Maker(app, seed).document(f"{app.replace(' ', '_')}_{seed}")


def all_apps() -> list[str]:
    """The applications that are drawn."""
    return list(BLOCKS)
