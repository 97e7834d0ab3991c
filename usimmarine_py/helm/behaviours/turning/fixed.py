"""BHV_FixedTurn."""

from __future__ import annotations

from collections.abc import Mapping
from math import dist
from typing import NamedTuple

from usimmarine_py.helm.behavior import Behavior
from usimmarine_py.helm.functions import Peak, Utility, couple, heading_peak, speed_band
from usimmarine_py.helm.life.flags import BehaviorFlag
from usimmarine_py.helm.parameters import choice, number, parameter, truth
from usimmarine_py.maths.angles import angle_180, angle_360
from usimmarine_py.text import compact_number, read_number
from usimmarine_py.values.words import pairs

_HALF_TURN = 180.0
_PORT, _STAR = "port", "star"
_SIDES = {"port": _PORT, "left": _PORT, "star": _STAR, "starboard": _STAR, "right": _STAR}


_DEFAULT_SPEED: float | None = 1.0


def _speed(text: str) -> float | None:
    """Read a speed, or ``auto``: the own speed when the turn begins."""
    if text.strip().lower() == "auto":
        return None
    value = read_number(text)
    if value is None or value < 0:
        raise ValueError(f"a speed or auto expected, found {text}")
    return value


def _side(text: str) -> str:
    found = _SIDES.get(text.strip().lower())
    if found is None:
        raise ValueError(f"port or star expected, found {text}")
    return found


#: Other names of the words of a turn.
_ALSO = {"fhdg": "fix", "tdir": "turn"}


class TurnSpec(NamedTuple):
    """One turn of a schedule; what it leaves open is the behaviour's."""

    speed: float | None = None
    automatic: bool = False
    step: float | None = None  #: deg, ahead of the own heading
    angle: float | None = None  #: deg
    side: str = ""
    timeout: float | None = None  #: s
    key: str = ""
    flags: tuple[BehaviorFlag, ...] = ()


def read_turn_spec(text: str) -> TurnSpec:
    """Read ``spd=2,mhdg=25,fix=90,turn=port,timeout=60,flag=A=1``; what is negative or ``auto`` is the behaviour's.

    Raises ``ValueError``.
    """
    found: dict[str, str] = {}
    flags = []
    for part in text.split(","):
        key, _, value = part.partition("=")
        if key.strip().lower() == "flag":
            flags.append(BehaviorFlag(value))
        else:
            found.update((_ALSO.get(name, name), given) for name, given in pairs(part).items())
    unknown = found.keys() - {"spd", "mhdg", "fix", "turn", "key", "timeout"}
    if unknown:
        raise ValueError(f"spd, mhdg, fix, turn, key, timeout or flag expected, found {sorted(unknown)[0]}")
    numbers: dict[str, float | None] = {}
    automatic = found.get("spd", "").lower() == "auto"
    for name in ("mhdg", "fix", "timeout", "spd"):
        if name not in found or (name == "spd" and automatic):
            continue
        wanted = read_number(found[name])
        if wanted is None:
            raise ValueError(f"a number expected for {name}, found {found[name]}")
        numbers[name] = wanted if wanted >= 0 else None
    side = _side(found["turn"]) if found.get("turn", "auto").lower() != "auto" else ""
    return TurnSpec(
        numbers.get("spd"),
        automatic,
        numbers.get("mhdg"),
        numbers.get("fix"),
        side,
        numbers.get("timeout"),
        found.get("key", ""),
        tuple(flags),
    )


class FixedTurn(Behavior):
    """Turns by a fixed angle with a course that stays ahead of the own heading, once or by a schedule."""

    own_flags = ("turn",)
    variables = ("NAV_X", "NAV_Y", "NAV_HEADING", "NAV_SPEED", "DESIRED_RUDDER")
    fix_turn: float = number(0.0, minimum=0.0, unit="deg", what="Angle of the turn; at 0 it ends at once.")
    mod_hdg: float = number(20.0, minimum=0.0, maximum=180.0, unit="deg", what="The course is this far ahead.")
    turn_dir: str = parameter(_PORT, _side, "choice", what="port or star.")
    speed: float | None = parameter(_DEFAULT_SPEED, _speed, "number", unit="m/s", what="Speed, or auto: the own one.")
    timeout: float = number(-1.0, minimum=0.0, unit="s", what="Longest time of a turn.")
    turn_delay: float = number(0.0, minimum=0.0, unit="s", what="Time before each turn.")
    schedule_repeat: bool = truth(True, what="Accepted; after the schedule the other parameters count.")
    stale_nav_thresh: float = number(5.0, above=0.0, unit="s", what="Navigation older than this stops it.")
    rudder_gain: str = choice("off", ("off",), what="Accepted; no effect.")

    def on_create(self) -> None:
        self.schedule: list[TurnSpec] = []
        self._index = 0
        self._reset()

    def _reset(self) -> None:
        self._waits: float | None = None  #: since when it has run
        self._began: float | None = None  #: when its turn began, after the delay
        self._turned = 0.0
        self._last: tuple[float, float, float] | None = None
        self._length = 0.0
        self._own_speed = 0.0
        self._places: list[tuple[float, float, float]] = []  #: x, y (m) and the angle turned there (deg)
        self._rudders: list[float] = []

    def on_other(self, key: str, text: str) -> bool:
        if key != "turn_spec":
            return False
        if text.strip().lower() == "clear":
            self.schedule.clear()
            self._index = 0
            return True
        spec = read_turn_spec(text)
        if spec.key:
            for k, known in enumerate(self.schedule):
                if known.key == spec.key:
                    self.schedule[k] = spec
                    return True
        self.schedule.append(spec)
        return True

    @property
    def _spec(self) -> TurnSpec:
        return self.schedule[self._index] if self._index < len(self.schedule) else TurnSpec()

    def on_run_to_idle(self) -> None:
        self._reset()

    def on_run(self) -> Utility | None:
        self.read_pose()
        for name in self.variables[:4]:
            if self.now - self.buffer.received.get(name, self.now) > self.stale_nav_thresh:
                self.warn(f"{name} is stale")
                return None
        if self._waits is None:
            self._waits = self.now
        if self.now - self._waits < self.turn_delay:
            return self._function(self.nav_heading, self._wanted(self._spec)[0])
        if self._began is None:
            self._began, self._own_speed = self.now, self.nav_speed
        way = self._measure()
        spec = self._spec
        angle = self.fix_turn if spec.angle is None else spec.angle
        timeout = self.timeout if spec.timeout is None else spec.timeout
        late = 0 <= timeout <= self.now - self._began
        if late or abs(self._turned) >= angle:
            self._finish(spec)
            return None
        self._length += way
        speed, step = self._wanted(spec)
        side = -1.0 if (spec.side or self.turn_dir) == _PORT else 1.0
        return self._function(self.nav_heading + side * step, speed)

    def _measure(self) -> float:
        """Return the way since the last iteration, m; it counts only while the turn goes on, as in the original."""
        here = (self.nav_x, self.nav_y, self.nav_heading)
        way = 0.0
        if self._last is not None:
            turn, way = angle_180(here[2] - self._last[2]), dist(here[:2], self._last[:2])
            self._turned += turn
            self._rudders.append(self.value("DESIRED_RUDDER"))
        self._last = here
        self._places.append((here[0], here[1], self._turned))
        return way

    def _radii(self) -> list[float]:
        """Radii of the parts of half a turn: as in the original a quarter of the way across."""
        found = []
        for k, (last_x, last_y, turned) in enumerate(self._places):
            across = next((p for p in reversed(self._places[:k]) if abs(turned - p[2]) >= _HALF_TURN), None)
            if across is not None:
                found.append(dist((last_x, last_y), across[:2]) / 4)
        return found

    def _wanted(self, spec: TurnSpec) -> tuple[float, float]:
        speed = spec.speed if spec.speed is not None else self.speed
        if spec.automatic or speed is None:
            speed = self._own_speed
        return speed, self.mod_hdg if spec.step is None else spec.step

    def _function(self, course: float, speed: float) -> Utility:
        heading = heading_peak(self.axis("course"), Peak(angle_360(course), 0.0, 180.0))
        return couple(heading, speed_band(self.axis("speed"), speed, 0.1, speed + 0.4, 85.0, 20.0))

    def _finish(self, spec: TurnSpec) -> None:
        speed, step = self._wanted(spec)
        rudder = sum(self._rudders) / len(self._rudders) if self._rudders else 0.0
        report = f"spd={compact_number(speed)},mod_hdg={compact_number(step)},rudder_avg={compact_number(rudder, 1)}"
        if radii := self._radii():
            measured = (("avg", sum(radii) / len(radii)), ("min", min(radii)), ("max", max(radii)))
            report += "".join(f",{name}_rad={compact_number(radius, 2)}" for name, radius in measured)
        self.post("FT_REPORT", report)
        self.complete()
        self.post_flags("turn")
        for flag in spec.flags:
            if (value := flag.filled(self.buffer, self._macro)) is not None:
                self.post(flag.variable, value, repeatable=True)
        if self._index < len(self.schedule):
            self._index += 1
        self._reset()

    def macros(self) -> Mapping[str, float | str | None]:
        time = self.now - self._began if self._began is not None else 0.0
        radii = self._radii()
        mean = sum(radii) / len(radii) if radii else -1.0
        return {"TURN_DIST": compact_number(self._length, 1), "TURN_TIME": time, "TURN_RAD": mean}
