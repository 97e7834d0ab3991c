"""BHV_FixedTurn."""

from __future__ import annotations

from collections.abc import Mapping
from math import dist
from typing import Any, ClassVar, NamedTuple

from usimmarine_py.helm.behavior import Behavior
from usimmarine_py.helm.functions import Utility
from usimmarine_py.helm.functions.builders import straight_to
from usimmarine_py.helm.life.flags import BehaviorFlag
from usimmarine_py.helm.parameters import choice, number, other_key, parameter, truth
from usimmarine_py.maths.angles import angle_180, angle_360
from usimmarine_py.sums import plain_sum
from usimmarine_py.text import compact_number, read_number
from usimmarine_py.texts.pairs import pairs
from usimmarine_py.values.key import Key

_HALF_TURN = 180.0
#: Places whose headings differ by half a turn up to this lie across from each other, deg.
_OPPOSITE = 0.5
_ACROSS_LOOK = "label_color=invisible,edge_color=gray70,vertex_color=light_green,duration=60,vertex_size=5"
_PORT, _STAR = "port", "star"
_SIDES = {"port": _PORT, "left": _PORT, "star": _STAR, "starboard": _STAR, "right": _STAR}


def _side(text: str) -> str:
    found = _SIDES.get(text.strip().lower())
    if found is None:
        raise ValueError(f"port or star expected, found {text}")
    return found


#: Other names of the words of a turn.
_ALSO = {"fhdg": "fix", "tdir": "turn"}
#: The words that take a number, and the fields that keep it.
_NUMBERS = {"spd": "speed", "mhdg": "step", "fix": "angle", "timeout": "timeout"}


class TurnSpec(NamedTuple):
    """One turn of a schedule; what it leaves open is the behaviour's."""

    speed: float | None = None
    step: float | None = None  #: deg, ahead of the own heading
    angle: float | None = None  #: deg
    side: str = ""
    timeout: float | None = None  #: s
    key: str = ""
    flags: tuple[BehaviorFlag, ...] = ()


def read_turn_spec(text: str, given: TurnSpec | None = None) -> TurnSpec:
    """Read ``spd=2,mhdg=25,fix=90,turn=port,timeout=60,flag=A=1``; what is negative or ``auto`` is the behaviour's.

    ``given``: the turn that the words change; flags are added to its own. Raises ``ValueError``.
    """
    spec = given or TurnSpec()
    found: dict[str, str] = {}
    flags = list(spec.flags)
    for part in text.split(","):
        key, _, value = part.partition("=")
        if key.strip().lower() == "flag":
            flags.append(BehaviorFlag(value))
        else:
            found.update((_ALSO.get(name, name), word) for name, word in pairs(part).items())
    unknown = found.keys() - {*_NUMBERS, "turn", "key"}
    if unknown:
        raise ValueError(f"spd, mhdg, fix, turn, key, timeout or flag expected, found {sorted(unknown)[0]}")
    changed: dict[str, Any] = {"flags": tuple(flags)}
    for name, field in _NUMBERS.items():
        if name not in found:
            continue
        wanted = -1.0 if name == "spd" and found[name].lower() == "auto" else read_number(found[name])
        if wanted is None:
            raise ValueError(f"a number expected for {name}, found {found[name]}")
        changed[field] = wanted if wanted >= 0 else None
    if "turn" in found:
        changed["side"] = "" if found["turn"].lower() == "auto" else _side(found["turn"])
    if "key" in found:
        changed["key"] = found["key"]
    return spec._replace(**changed)


class FixedTurn(Behavior):
    """Turns by a fixed angle with a course that stays ahead of the own heading, once or by a schedule."""

    other_keys: ClassVar[tuple[Key, ...]] = (
        other_key(
            "turn_spec", "text", "A turn of the schedule: `spd=,mhdg=,fix=,turn=,timeout=,flag=,key=`; clear: none."
        ),
    )

    awaited = ("fix_turn|turn_spec",)
    without = "its turn ends at once"
    own_flags = ("turn",)
    variables = ("NAV_X", "NAV_Y", "NAV_HEADING", "NAV_SPEED", "DESIRED_RUDDER")
    fix_turn: float = number(0.0, minimum=0.0, unit="deg", what="Angle of the turn; at 0 it ends at once.")
    mod_hdg: float = number(
        20.0, minimum=0.0, maximum=180.0, clamped=True, unit="deg", what="How far ahead the course is."
    )
    turn_dir: str = parameter(_PORT, _side, "choice", what="port or star.")
    speed: float = number(1.0, minimum=0.0, words={"auto": -1.0}, unit="m/s", what="Speed, or auto: the own one.")
    timeout: float = number(-1.0, unit="s", what="Longest time of a turn.")
    turn_delay: float = number(0.0, minimum=0.0, clamped=True, unit="s", what="Time before each turn.")
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
        first, _, rest = text.partition(",")
        if first.strip().lower() == "clear":
            spec = read_turn_spec(rest) if rest else None
            self.schedule = [] if spec is None else [spec]
            self._index = 0
            return True
        spec = read_turn_spec(text)
        # a key changes the turn that has it, or gives itself to the first turn without one
        same = (k for k, known in enumerate(self.schedule) if spec.key and known.key in (spec.key, ""))
        place = next(same, None)
        if place is None:
            self.schedule.append(spec)
        else:
            self.schedule[place] = read_turn_spec(text, self.schedule[place])
        return True

    @property
    def _spec(self) -> TurnSpec:
        return self.schedule[self._index] if self._index < len(self.schedule) else TurnSpec()

    def on_run_to_idle(self) -> None:
        self._reset()

    def on_run(self) -> Utility | None:
        self.read_pose()
        if self.pose_is_stale(self.stale_nav_thresh):
            return None
        if self._waits is None:
            self._waits = self.now
        if self.now - self._waits < self.turn_delay:
            return self._function(self.nav_heading, self._wanted(self._spec)[0])
        if self._began is None:
            self._began, self._own_speed = self.now, self.nav_speed
        spec = self._spec
        side = -1.0 if (spec.side or self.turn_dir) == _PORT else 1.0
        self._measure(side)
        angle = self.fix_turn if spec.angle is None else spec.angle
        timeout = self.timeout if spec.timeout is None else spec.timeout
        late = 0 <= timeout <= self.now - self._began
        if late or self._turned >= angle:
            self._finish(spec)
            return None
        speed, step = self._wanted(spec)
        return self._function(self.nav_heading + side * step, speed)

    def _measure(self, side: float) -> None:
        """Add what was turned since the last iteration, and the way; the first way does not count, as in the original.

        What is turned to the other side than ``side`` (1 starboard, -1 port) is taken off.
        """
        here = (self.nav_x, self.nav_y, self.nav_heading)
        if self._last is not None:
            turn = angle_180(here[2] - self._last[2])
            if len(self._places) > 1:
                self._length += dist(here[:2], self._last[:2])
            if here[2] - self._last[2] > _HALF_TURN:  # to port across north counts as to starboard, as in the original
                turn = -turn
            self._turned += side * turn
            self._rudders.append(self.value("DESIRED_RUDDER"))
        self._last = here
        self._places.append((here[0], here[1], self._turned))

    def _across(self) -> list[tuple[tuple[float, float], tuple[float, float]]]:
        """Return pairs of places (x, y, m) of the first full turn that lie half a turn apart."""
        found = []
        for k, (x, y, turned) in enumerate(self._places):
            if abs(turned) >= _HALF_TURN:
                break
            later = (p for p in self._places[k + 1 :] if abs(abs(p[2] - turned) - _HALF_TURN) <= _OPPOSITE)
            if (other := next(later, None)) is not None:
                found.append(((x, y), other[:2]))
        return found

    def _radii(self) -> list[float]:
        return [dist(*pair) / 2 for pair in self._across()]

    def _wanted(self, spec: TurnSpec) -> tuple[float, float]:
        speed = spec.speed if spec.speed is not None else self.speed
        return self._own_speed if speed < 0 else speed, self.mod_hdg if spec.step is None else spec.step

    def _function(self, course: float, speed: float) -> Utility:
        return straight_to(self.axis("course"), self.axis("speed"), angle_360(course), speed)

    def _finish(self, spec: TurnSpec) -> None:
        speed, step = self._wanted(spec)
        rudder = plain_sum(self._rudders) / len(self._rudders) if self._rudders else 0.0
        report = f"spd={compact_number(speed)},mod_hdg={compact_number(step)},rudder_avg={compact_number(rudder, 1)}"
        if radii := self._radii():
            measured = (("avg", plain_sum(radii) / len(radii)), ("min", min(radii)), ("max", max(radii)))
            report += "".join(f",{name}_rad={compact_number(radius, 2)}" for name, radius in measured)
        for k, pair in enumerate(self._across()):
            points = ":".join(",".join(compact_number(value, 1) for value in place) for place in pair)
            self.post("VIEW_SEGLIST", f"pts={{{points}}},label=abeft{k},{_ACROSS_LOOK}")
        self.post("FT_REPORT", report)
        self.complete()
        self.post_flags("turn")
        for flag in spec.flags:
            self.post_flag(flag)
        self._index += 1  # also past the end: a turn that is added to a schedule that is over has its number
        self._reset()

    def macros(self) -> Mapping[str, float | str | None]:
        time = self.now - self._began if self._began is not None else 0.0
        radii = self._radii()
        mean = plain_sum(radii) / len(radii) if radii else -1.0
        return {"TURN_DIST": compact_number(self._length, 1), "TURN_TIME": time, "TURN_RAD": mean}
