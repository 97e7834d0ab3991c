"""BHV_ZigZag."""

from __future__ import annotations

from collections.abc import Mapping
from math import cos, radians, sin
from typing import ClassVar

from usimmarine_py.helm.behavior import Behavior
from usimmarine_py.helm.functions import Utility
from usimmarine_py.helm.functions.builders import straight_to
from usimmarine_py.helm.parameters import choice, integer, number, other_key, parameter, truth
from usimmarine_py.maths.angles import angle_180, angle_360
from usimmarine_py.sums import plain_dist
from usimmarine_py.text import read_number, truth_text
from usimmarine_py.texts.pairs import pairs
from usimmarine_py.texts.shapes import look_text, no_shape_text, points_text
from usimmarine_py.values.key import Key

#: Length of the drawn course, m.
_DRAWN = 20.0
#: Spellings of a side.
_SIDES = {"port": "port", "left": "port", "star": "star", "starboard": "star", "right": "star"}
_STEM = "stem"
#: The widest zig, deg.
_WIDEST = 75.0
#: Navigation older than this stops it, s.
_STALE = 5.0
#: What is drawn, and how: visual_hints change it.
_LOOK = {"draw_set_hdg": "true", "draw_req_hdg": "true", "set_hdg_color": "white", "req_hdg_color": "yellow"}


def _hints(text: str) -> dict[str, str]:
    found = pairs(text)
    for name, value in found.items():
        if name not in _LOOK or (name.startswith("draw") and value.lower() not in ("true", "false")):
            raise ValueError(f"{', '.join(_LOOK)} expected, found {text}")
    return found


_OPPOSITE = 170.0  #: deg


class Odometer:
    """The way over the places that it is moved to, m."""

    def __init__(self) -> None:
        self.total = 0.0
        self._last: tuple[float, float] | None = None

    def move(self, here: tuple[float, float]) -> None:
        """Add the way to a place, the first of which is where it begins."""
        self.total += plain_dist(here, self._last or here)
        self._last = here


class ZigZag(Behavior):
    """Steers to both sides of a stem heading in turn; each leg ends when its heading is reached."""

    needed_axes = ("course", "speed")
    other_keys: ClassVar[tuple[Key, ...]] = (
        other_key("portflagx", "flag", "A flag that is posted at the end of each leg to port."),
        other_key("starflagx", "flag", "A flag that is posted at the end of each leg to starboard."),
        other_key("max_zig_zags", "number", "max_zig_legs as pairs of legs."),
        other_key("mod_speed", "number", "Added to the speed; reset: the speed of the stem.", unit="m/s"),
    )

    awaited = ("zig_angle",)
    without = "its legs end at once"
    own_flags = ("zig", "zag", "port", "star")
    variables = ("NAV_X", "NAV_Y", "NAV_SPEED", "NAV_HEADING")
    stem_hdg: float = number(0.0, unit="deg", what="Stem heading.")
    stem_on_active: bool = truth(False, what="The stem heading is the own one each time it goes from idle to running.")
    zig_angle: float = number(0.0, minimum=1.0, maximum=_WIDEST, unit="deg", what="Angle to either side; needed.")
    fierce_zigging: bool = truth(False, what="Wishes a course off the own heading until that of the leg is reached.")
    zig_angle_fierce: float = number(
        -1.0,
        minimum=1.0,
        maximum=_WIDEST,
        also=("delta_heading",),
        unit="deg",
        what="Angle off the own heading then; without: zig_angle.",
    )
    speed: float = number(0.0, minimum=0.0, unit="m/s", what="Speed.")
    speed_on_active: bool = truth(
        False, also=("spd_on_active",), what="The speed is the own one each time it goes from idle to running."
    )
    max_zig_legs: int = integer(2, minimum=0, plain=True, what="It completes when one leg more has ended.")
    max_stem_odo: float = number(-1.0, above=0.0, unit="m", what="It completes after this way along the stem.")
    zig_first: str = choice("port", tuple(_SIDES), what="Side of the first leg.")
    visual_hints: dict[str, str] = parameter(
        {}, _hints, what="`draw_set_hdg=false, set_hdg_color=white`, and the same with `req_`."
    )
    hdg_thresh: float = number(0.0, minimum=0.0, unit="deg", what="A heading this close is reached.")

    def on_create(self) -> None:
        self._look = dict(_LOOK)
        self.flags.lists.update(portflagx=[], starflagx=[])
        self._slowest = -1.0  #: own speed since the present leg began, m/s
        self._turned_at = 0.0  #: own heading where it began, deg
        self._stem_speed = 0.0
        self._activated: tuple[float, float] | None = None  #: where it went from idle to running
        self._ever = 0  #: legs since it was made
        self._reset()

    def _reset(self) -> None:
        self._odometer = 0.0  #: way since it began to run, m
        self._last: tuple[float, float] | None = None
        self._side = ""  #: port, star; empty before the first leg
        self._zigs = self._zags = 0
        self._along = self._off = 0.0  #: way along the stem since then, and off it, m
        self._over = False
        self._set = 0.0  #: course of this leg, deg
        self._zig_way, self._zag_way = Odometer(), Odometer()  #: since the last leg ended, and the last pair of legs

    def on_set(self, name: str) -> None:
        if name == "visual_hints":
            self._look.update(self.visual_hints)
        elif name == "stem_hdg":
            self.stem_hdg = angle_360(self.stem_hdg)

    def on_other(self, key: str, text: str) -> bool:
        if key in ("portflagx", "starflagx"):
            self.flags.add(key, text)
        elif key == "max_zig_zags":
            pairs = read_number(text)
            if pairs is None or pairs < 1:
                raise ValueError(f"a number of at least 1 expected, found {text}")
            self.max_zig_legs = 2 * int(pairs)
        elif key == "mod_speed":
            change = read_number(text)
            if change is None and text.strip().lower() != "reset":
                return False
            wanted = self._stem_speed if change is None else self.speed + change
            self.speed = min(max(wanted, 0.0), self.axis("speed").high)
        else:
            return False
        return True

    def on_idle_to_run(self) -> None:
        self.read_pose()
        self._reset()
        self._activated = (self.nav_x, self.nav_y)
        if self.stem_on_active:
            self.stem_hdg = self.nav_heading
        if self.speed_on_active:
            self.speed = self._stem_speed = self.nav_speed

    def on_run_to_idle(self) -> None:
        for name in ("set", "req"):
            self.post("VIEW_SEGLIST", no_shape_text(f"zig_{name}_{self.community}"))

    def on_run(self) -> Utility | None:
        self.read_pose()
        if self.pose_is_stale(_STALE):
            return None
        self._measure()
        if not self._side:
            self._turn(_SIDES[self.zig_first])
        else:
            left = angle_180(self._set - self.nav_heading)
            left = -left if self._side == "port" else left
            # as in the original, nearly opposite to the course counts as well
            if left < self.hdg_thresh or left > _OPPOSITE:
                self._end_leg()
        course = wanted = self._set
        if self.fierce_zigging:
            angle = self.zig_angle_fierce if self.zig_angle_fierce > 0 else self.zig_angle
            wanted = angle_360(self.nav_heading + (-angle if self._side == "port" else angle))
        self._draw(course, wanted)
        if self._over or 0 < self.max_stem_odo <= self._along:
            self._over = True
            self.complete()
            return None
        return straight_to(self.axis("course"), self.axis("speed"), wanted, self.speed, again=True)

    def _measure(self) -> None:
        here = self.nav_x, self.nav_y
        self._odometer += plain_dist(here, self._last or here)
        self._last = here
        self._zig_way.move(here)
        self._zag_way.move(here)
        if self._activated is not None:
            x, y, stem = self.nav_x - self._activated[0], self.nav_y - self._activated[1], radians(self.stem_hdg)
            self._along, self._off = max(x * sin(stem) + y * cos(stem), 0.0), abs(x * cos(stem) - y * sin(stem))
        if self._side:
            self._slowest = self.nav_speed if self._slowest < 0 else min(self._slowest, self.nav_speed)

    def _end_leg(self) -> None:
        self._zigs += 1
        self._ever += 1
        ended = self._side
        self._zags = self._zigs // 2
        self.post_flags("zig", repeatable=False)
        if self._zigs % 2 == 0:
            self.post_flags("zag", repeatable=False)
        self.post_flags(ended + "flagx", repeatable=False)
        self._over = self.max_zig_legs < self._zigs
        self._turn("star" if ended == "port" else "port")
        self._slowest, self._turned_at = -1.0, self.nav_heading
        self._zig_way = Odometer()
        if self._zigs % 2 == 0:
            self._zag_way = Odometer()

    def _turn(self, side: str) -> None:
        if not self._over:
            self.post_flags(side, repeatable=False)
        self._side = side
        # what the angle or the stem is later counts from the next leg on
        self._set = angle_360(self.stem_hdg + (-self.zig_angle if side == "port" else self.zig_angle))

    def macros(self) -> Mapping[str, float | str]:
        # odd, but so: the original takes the heading for the speed at the begin of the leg
        lost = self._turned_at - self._slowest if self._slowest >= 0 else 0.0
        left = float(max(self.max_zig_legs - self._zigs, 0))
        return {
            "ZIG_ODO": self._zig_way.total, "ZAG_ODO": self._zag_way.total,
            "ZIGS_EVER": float(self._ever), "ZAGS_EVER": float(self._ever // 2),
            "ZIGS_TOGO": left, "ZAGS_TOGO": left,  # the original does not halve it
            "ZIG_PORT": truth_text(self._side == "port"), "ZIG_STAR": truth_text(self._side == "star"),
            "ZIG_START_SPD": self._turned_at,
            "ZIGS": float(self._zigs), "ZAGS": float(self._zags), "ZIG_SIDE": self._side or _STEM,
            "STEM_ODO": round(self._along, 2), "STEM_DIST": round(self._off, 2), "STEM_HDG": self.stem_hdg,
            "ODO": self._odometer, "STEM_SPD": self._stem_speed, "ZIG_MIN_SPD": self._slowest, "ZIG_SPD_DELTA": lost,
        }  # fmt: skip

    def _draw(self, course: float, wanted: float) -> None:
        x, y = self.nav_x, self.nav_y
        look: dict[str, str | float | bool] = {
            "label_color": "invisible",
            "duration": 5.0,
            "vertex_size": 2.0,
            "edge_size": 1.0,
        }
        for name, angle in (("set", radians(course)), ("req", radians(wanted))):
            if self._look[f"draw_{name}_hdg"].lower() == "false":
                continue
            color = self._look[f"{name}_hdg_color"]
            line = points_text([(x, y), (x + _DRAWN * sin(angle), y + _DRAWN * cos(angle))])
            text = look_text(f"zig_{name}_{self.community}", **look, edge_color=color, vertex_color=color)
            self.post("VIEW_SEGLIST", line + text)
