"""BHV_FixedTurn."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, NamedTuple

from usimmarine_py.helm.behavior import Behavior
from usimmarine_py.helm.functions import Utility
from usimmarine_py.helm.functions.builders import straight_to
from usimmarine_py.helm.life.flags import BehaviorFlag
from usimmarine_py.helm.parameters import hints, number, other_key, parameter, truth, variable
from usimmarine_py.limits import MOST_FLAGS, MOST_SCHEDULED, admit
from usimmarine_py.maths.angles import angle_360
from usimmarine_py.maths.plane.polygon import Point
from usimmarine_py.sums import plain_dist, plain_hypot, plain_sum
from usimmarine_py.text import compact_number, read_number
from usimmarine_py.texts.pairs import pairs
from usimmarine_py.texts.shapes import no_shape_text
from usimmarine_py.values.key import Key

_HALF_TURN, _TURN = 180.0, 360.0
_ACROSS_LOOK = "label_color=invisible,edge_color=gray70,vertex_color=light_green,duration=60,vertex_size=5"
_POSE = ((("NAV_X", "NAV_Y"), "NAV_X/Y"), (("NAV_HEADING",), "NAV_HEADING"), (("NAV_SPEED",), "NAV_SPEED"))
_PORT, _STAR = "port", "star"
_SIDES = {"port": _PORT, "star": _STAR, "starboard": _STAR}


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
            admit(len(flags) + 1, MOST_FLAGS, "flags of a turn")
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
        wanted = -1.0 if name == "spd" and found[name] == "auto" else read_number(found[name])
        if wanted is None:
            raise ValueError(f"a number expected for {name}, found {found[name]}")
        changed[field] = wanted if wanted > 0 else None
    if "turn" in found:
        word = found["turn"].lower()
        # "rand" is taken, too, and changes nothing, as auto does
        changed["side"] = spec.side if word in ("auto", "rand") else _side(word)
    if "key" in found:
        changed["key"] = found["key"]
    return spec._replace(**changed)


class TurnTrack:
    """What one turn has done so far: angle and way, where each degree of it was, and the rudder."""

    def __init__(self) -> None:
        self.turned = 0.0  #: to the wanted side, deg
        self.way = 0.0  #: m
        self.places: dict[int, Point] = {}  #: by full degree turned; the mean of two that fall on one
        self.rudders: list[float] = []
        self._heading = 0.0
        self._last: Point | None = None

    def begin(self, heading: float) -> None:
        """Begin to turn at a heading (deg); what was marked before stays."""
        self._heading, self.turned, self.way, self._last = heading, 0.0, 0.0, None

    def move(self, here: Point) -> None:
        """Add the way to a place."""
        if self._last is not None:
            self.way += plain_hypot(here[0] - self._last[0], here[1] - self._last[1])
        self._last = here

    def turn(self, here: Point, heading: float, side: str, rudder: float) -> None:
        """Add what was turned since the last heading; what is turned away from ``side`` is taken off."""
        old, self._heading = self._heading, heading
        change = abs(angle_360(heading) - angle_360(old))
        change = _TURN - change if change >= _HALF_TURN else change
        if change <= 0:
            return
        # a turn to port across north counts as one to starboard, as in the original
        went = _STAR if heading > old or old - heading > _HALF_TURN else _PORT
        self.turned += change if went == side else -change
        degree = int(angle_360(self.turned))
        x, y = self.places.get(degree, here)
        self.places[degree] = ((x + here[0]) / 2, (y + here[1]) / 2)
        self.rudders.append(rudder)

    def across(self) -> list[tuple[Point, Point]]:
        """Return pairs of places that lie half a turn apart."""
        half = int(_HALF_TURN)
        return [(self.places[k], self.places[k + half]) for k in range(half) if {k, k + half} <= self.places.keys()]


class FixedTurn(Behavior):
    """Turns by a fixed angle with a course that stays ahead of the own heading, once or by a schedule."""

    needed_axes = ("course", "speed")
    other_keys: ClassVar[tuple[Key, ...]] = (
        other_key(
            "turn_spec", "text", "A turn of the schedule: `spd=,mhdg=,fix=,turn=,timeout=,flag=,key=`; clear: none."
        ),
    )

    awaited = ("fix_turn|turn_spec",)
    without = "its turn ends at once"
    variables = ("NAV_X", "NAV_Y", "NAV_SPEED", "NAV_HEADING", "DESIRED_RUDDER", "DESIRED_RUDDERX")
    fix_turn: float = number(0.0, minimum=0.0, unit="deg", what="Angle of the turn; at 0 it ends at once.")
    mod_hdg: float = number(20.0, unit="deg", what="How far ahead the course is.")
    turn_dir: str = parameter(_PORT, _side, "choice", what="port or star.")
    speed: float = number(1.0, minimum=0.0, words={"auto": -1.0}, unit="m/s", what="Speed, or auto: the own one.")
    timeout: float = number(-1.0, unit="s", what="Longest time of a turn; 0 or less: no limit.")
    turn_delay: float = number(-1.0, unit="s", what="Time before each turn; 0 or less: none.")
    schedule_repeat: bool = truth(False, what="After its last turn the schedule begins anew.")
    stale_nav_thresh: float = number(5.0, above=0.0, unit="s", what="Navigation older than this stops it.")
    radius_rep_var: str = variable(what="Accepted; no effect, as in the original.")
    visual_hints: str = hints(strict=True, what="Accepted; no effect, as in the original.")

    def on_create(self) -> None:
        self.schedule: list[TurnSpec] = []
        self._index = 0
        self._drawn: list[str] = []  #: labels of the lines across the last turn
        self._reset()

    def _reset(self) -> None:
        self._waits_since: float | None = None  #: s
        self._turns = False
        self._track = TurnTrack()
        self._clock: float | None = None  #: since when its time runs, s
        self._own_speed = self._rudder = 0.0
        self._radius = -1.0

    def on_other(self, key: str, text: str) -> bool:
        if key != "turn_spec":
            return False
        first, _, rest = text.partition(",")
        if first.strip().lower() in ("clear", "clearall"):
            spec = read_turn_spec(rest) if rest else None
            self.schedule = [] if spec is None else [spec]
            self._index = 0
            return True
        spec = read_turn_spec(text)
        # a key changes the turn that has it, or gives itself to the first turn without one
        same = (k for k, known in enumerate(self.schedule) if spec.key and known.key in (spec.key, ""))
        place = next(same, None)
        if place is None:
            admit(len(self.schedule) + 1, MOST_SCHEDULED, "turns")
            self.schedule.append(spec)
        else:
            self.schedule[place] = read_turn_spec(text, self.schedule[place])
        return True

    @property
    def _spec(self) -> TurnSpec:
        return self.schedule[self._index] if self._index < len(self.schedule) else TurnSpec()

    def on_run_to_idle(self) -> None:
        self._waits_since, self._turns = None, False

    def on_idle_to_run(self) -> None:
        self.on_run_to_idle()

    def on_run(self) -> Utility | None:
        if not self._see_pose():
            return None
        here, now, spec = (self.nav_x, self.nav_y), self.now, self._spec
        for name in ("DESIRED_RUDDERX", "DESIRED_RUDDER"):
            self._rudder = self.buffer.numbers.get(name, self._rudder)
        self._track.move(here)
        self._clock = now if self._clock is None else self._clock
        timeout = self.timeout if spec.timeout is None else spec.timeout
        late = 0 < timeout < now - self._clock
        if self._done(here, spec) or late:
            self._finish(spec)
            return None
        speed, step = self._wanted(spec)
        side = -1.0 if self._side(spec) == _PORT else 1.0
        course = angle_360(self.nav_heading + side * step)
        return straight_to(self.axis("course"), self.axis("speed"), course, speed, again=True)

    def _see_pose(self) -> bool:
        for names, what in _POSE:
            ages = [self.now - self.buffer.received.get(name, self.now) for name in names]
            if not all([self.heard(name) for name in names]) or max(ages) > self.stale_nav_thresh:
                self.fail(f"ownship {what} not found or stale.")
                return False
        self.read_pose()
        return True

    def _done(self, here: Point, spec: TurnSpec) -> bool:
        """Turn on, and return whether the angle is reached."""
        if not self._turns:
            if self.turn_delay > 0 and self._waits_since is None:
                self._waits_since = self.now
                return False
            if self._waits_since is not None and self.now - self._waits_since < self.turn_delay:
                return False
            self._turns, self._own_speed, self._clock = True, self.nav_speed, self.now
            self._waits_since = None
            self._track.begin(self.nav_heading)
            for label in self._drawn:
                self.post("VIEW_SEGLIST", no_shape_text(label))
            self._drawn = []
        self._track.turn(here, self.buffer.numbers["NAV_HEADING"], self._side(spec), self._rudder)
        if self._track.turned < (self.fix_turn if spec.angle is None else spec.angle):
            return False
        self._turns = False
        return True

    def _side(self, spec: TurnSpec) -> str:
        return spec.side or self.turn_dir

    def _wanted(self, spec: TurnSpec) -> tuple[float, float]:
        speed = self._own_speed if self.speed < 0 else self.speed
        step = self.mod_hdg if spec.step is None else spec.step
        # while it waits it keeps its heading
        return spec.speed or speed, 0.0 if self._waits_since is not None else step

    def _finish(self, spec: TurnSpec) -> None:
        speed, step = self._wanted(spec)
        track = self._track
        across = track.across()
        for k, pair in enumerate(across):
            points = ":".join(",".join(compact_number(value, 1) for value in place) for place in pair)
            self._drawn.append(f"{self.community}ft{k}")
            self.post("VIEW_SEGLIST", f"pts={{{points}}},label={self._drawn[-1]},{_ACROSS_LOOK}")
        self._drawn.sort()
        # from the newest one, as the original adds them
        rudder = plain_sum(track.rudders[::-1]) / len(track.rudders) if track.rudders else 0.0
        report = f"spd={compact_number(speed)},mod_hdg={compact_number(step)},rudder_avg={compact_number(rudder, 1)}"
        radii = [plain_dist(*pair) / 2 for pair in across]
        if (total := plain_sum(radii)) > 0:
            self._radius = total / len(radii)
            measured = (("avg", self._radius), ("min", min(radii)), ("max", max(radii)))
            report += "".join(f",{name}_rad={compact_number(radius, 2)}" for name, radius in measured)
        self.post("FT_REPORT", report)
        self.complete()
        for flag in spec.flags:
            self.post_flag(flag, repeatable=False)
        # also past the end: a turn that is added to a schedule that is over has its number
        self._index += 1
        if self.schedule_repeat and self._index >= len(self.schedule):
            self._index = 0
        if self.perpetual:
            self._reset()

    def macros(self) -> Mapping[str, float | str | None]:
        time = self.now - self._clock if self._clock is not None else 0.0
        return {"TURN_DIST": compact_number(self._track.way, 1), "TURN_TIME": time, "TURN_RAD": self._radius}
