"""BHV_FixTurn, the elder of BHV_FixedTurn."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from usimmarine_py.helm.behaviours.deprecated import Deprecated
from usimmarine_py.helm.functions import Utility
from usimmarine_py.helm.functions.builders import straight_to
from usimmarine_py.helm.parameters import choice, hints, number, other_key, variable
from usimmarine_py.limits import MOST_SCHEDULED, admit
from usimmarine_py.maths.angles import angle_180, angle_360
from usimmarine_py.maths.plane.polygon import Point
from usimmarine_py.sums import plain_dist, plain_sum
from usimmarine_py.text import compact_number, read_number
from usimmarine_py.texts.pairs import pairs
from usimmarine_py.texts.shapes import no_shape_text, points_text
from usimmarine_py.values.key import Key

_ACROSS_LOOK = "label_color=invisible,edge_color=gray70,vertex_color=light_green,duration=60,vertex_size=5"
_PORT, _STAR = "port", "star"
_SIDES = {"port": _PORT, "star": _STAR, "starboard": _STAR, "auto": ""}
#: The words of a turn, in the order of its short form.
_WORDS = ("spd", "mhdg", "fix", "turn")


class FixTurn(Deprecated):
    """Turns by a fixed angle; the elder of BHV_FixedTurn, deprecated."""

    needed_axes = ("course", "speed")
    successor = ("BHV_FixTurn not supported. Use BHV_FixedTurn instead.",)
    other_keys: ClassVar[tuple[Key, ...]] = (
        other_key("turn_dir", "choice", "port, star, or toggle: the other one.", default="port"),
        other_key(
            "turn_spec", "text", "A turn of the schedule: `spd=,mhdg=,fix=,turn=`, or the four values; clear: none."
        ),
    )

    awaited = ("fix_turn|turn_spec",)
    without = "its turn ends at once"
    default_name = "zig"
    variables = ("NAV_X", "NAV_Y", "NAV_SPEED", "NAV_HEADING", "DESIRED_RUDDER")
    fix_turn: float = number(0.0, minimum=0.0, unit="deg", what="Angle of the turn; at 0 it ends at once.")
    mod_hdg: float = number(20.0, unit="deg", what="How far ahead the course is.")
    speed: float = number(1.0, minimum=0.0, words={"auto": -1.0}, unit="m/s", what="Speed, or auto: the own one.")
    stale_nav_thresh: float = number(5.0, above=0.0, unit="s", what="Navigation older than this stops it.")
    schedule: str = choice("norepeat", ("repeat", "norepeat"), what="repeat: after its last turn the first one comes.")
    radius_rep_var: str = variable(what="Accepted; no effect.")
    visual_hints: str = hints(strict=True, what="Accepted; no effect.")

    def on_create(self) -> None:
        self._to_port = True
        #: What turns of the schedule say of speed (m/s), step and angle (deg), and side.
        self._speeds: list[float] = []
        self._steps: list[float] = []
        self._angles: list[float] = []
        self._turn_sides: list[str] = []
        self._index = 0
        self._drawn: set[str] = set()
        self._began: float | None = None  #: of the present turn, s; None before it
        self._last_time = 0.0
        self._reset()

    def _reset(self) -> None:
        self._began = None
        self._own_speed = self._turned = self._way = self._elapsed = 0.0
        self._last_heading = 0.0
        self._last: Point | None = None
        self._places: dict[int, Point] = {}  #: by the whole degrees turned
        self._rudders: list[float] = []

    # -- parameters

    def on_other(self, key: str, text: str) -> bool:
        if key == "turn_dir":
            word = text.strip().lower()
            if word not in ("toggle", "port", "star", "starboard"):
                raise ValueError(f"port, star or toggle expected, found {text}")
            self._to_port = not self._to_port if word == "toggle" else word == "port"
        elif key == "turn_spec":
            self._read_turn(text.strip().lower())
        else:
            return False
        return True

    def _read_turn(self, text: str) -> None:
        first, comma, rest = text.partition(",")
        if first in ("clear", "clearall"):
            # odd, but so: angles and sides stay
            self._speeds, self._steps, self._index = [], [], 0
            if not comma:
                return
            text = rest
        if "=" in text:
            found = dict(pairs(text))
        else:
            # odd, but so: of the short form the original takes numbers with a blank before them, and no words
            parts = text.split(",")
            found = dict(zip((*_WORDS, "a fifth value"), parts, strict=False))
        if unknown := sorted(found.keys() - set(_WORDS)):
            raise ValueError(f"{', '.join(_WORDS)} expected, found {unknown[0]}")
        numbers = []
        for name in _WORDS[:3]:
            word = found.get(name, "auto")
            value = -1.0 if word == "auto" else read_number(word)
            if value is None:
                raise ValueError(f"a number or auto expected for {name}, found {word}")
            numbers.append(value)
        side = _SIDES.get(found.get("turn", "auto"))
        if side is None:
            raise ValueError(f"port, star or auto expected for turn, found {found['turn']}")
        admit(len(self._turn_sides) + 1, MOST_SCHEDULED, "turns")
        for kept, value in zip((self._speeds, self._steps, self._angles), numbers, strict=True):
            kept.append(value)
        self._turn_sides.append(side)

    def _scheduled(self, values: list[float], default: float) -> float:
        wanted = values[self._index] if self._index < len(values) else 0.0
        return wanted if wanted > 0 else default

    @property
    def _wanted_speed(self) -> float:
        return self._scheduled(self._speeds, self._own_speed if self.speed < 0 else self.speed)

    @property
    def _step(self) -> float:
        return self._scheduled(self._steps, self.mod_hdg)

    @property
    def _side(self) -> float:
        """1 to starboard, -1 to port."""
        default = _PORT if self._to_port else _STAR
        wanted = self._turn_sides[self._index] if self._index < len(self._turn_sides) else ""
        return -1.0 if (wanted or default) == _PORT else 1.0

    # -- running

    def on_idle_to_run(self) -> None:
        self._began = None

    def on_run_to_idle(self) -> None:
        self._began = None

    def on_run(self) -> Utility | None:
        self.read_pose()
        if self.pose_is_stale(self.stale_nav_thresh):
            return None
        rudder = self.value("DESIRED_RUDDER") if self.heard("DESIRED_RUDDER") else 0.0
        here = self.nav_x, self.nav_y
        self._way += plain_dist(here, self._last or here)
        self._last = here
        if self._began is None:
            self._began, self._own_speed = self.now, self.nav_speed
            self._last_heading, self._turned, self._way, self._last = self.nav_heading, 0.0, 0.0, None
            for label in sorted(self._drawn):
                self.post("VIEW_SEGLIST", no_shape_text(label))
            self._drawn.clear()
        self._elapsed = self.now - self._began
        self._measure(here, rudder)
        if self._turned >= self._scheduled(self._angles, self.fix_turn):
            self._began = None
            self._report()
            self.complete()
            self._index += 1
            if self.schedule == "repeat" and self._index >= len(self._steps):
                self._index = 0
            if self.perpetual:
                self._reset()
            return None
        course = angle_360(self.nav_heading + self._side * self._step)
        return straight_to(self.axis("course"), self.axis("speed"), course, self._wanted_speed, again=True)

    def _measure(self, here: Point, rudder: float) -> None:
        turn = angle_180(self.nav_heading - self._last_heading)
        if turn == 0:
            return
        to_star = self.nav_heading > self._last_heading or self._last_heading - self.nav_heading > 180
        self._turned += abs(turn) if to_star == (self._side > 0) else -abs(turn)
        angle = int(angle_360(self._turned))
        before = self._places.get(angle)
        self._places[angle] = here if before is None else ((before[0] + here[0]) / 2, (before[1] + here[1]) / 2)
        self._rudders.insert(0, rudder)
        self._last_heading = self.nav_heading

    def _report(self) -> None:
        across = [(self._places[a], self._places[a + 180]) for a in range(180) if {a, a + 180} <= self._places.keys()]
        for k, pair in enumerate(across):
            label = f"{self.community}ft{k}"
            self._drawn.add(label)
            self.post("VIEW_SEGLIST", f"{points_text(pair)},label={label},{_ACROSS_LOOK}")
        rudder = plain_sum(self._rudders) / len(self._rudders) if self._rudders else 0.0
        report = f"spd={compact_number(self._wanted_speed)},mod_hdg={compact_number(self._step)}"
        report += f",rudder_avg={compact_number(rudder, 1)}"
        # odd, but so: these are diameters
        widths = [plain_dist(*pair) for pair in across]
        if plain_sum(widths) > 0:
            measured = (("avg", plain_sum(widths) / len(widths)), ("min", min(widths)), ("max", max(widths)))
            report += "".join(f",{name}_rad={compact_number(width)}" for name, width in measured)
        self.post("FT_REPORT", report + "foo")
        self.post("VIEW_TEXTBOX", f"x=-25,y=-85,msg={report}")

    def macros(self) -> Mapping[str, float | str | None]:
        return {"TURN_DIST": self._way, "TURN_TIME": self._elapsed}
