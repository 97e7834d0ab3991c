"""BHV_LegRun."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import inf
from typing import ClassVar

from usimmarine_py.finding import Finding
from usimmarine_py.helm.behaviours.legs.engine import LegEngine, LegOdometer, WrapCounter
from usimmarine_py.helm.behaviours.legs.speeds import LegSpeeds
from usimmarine_py.helm.behaviours.legs.turn import LegTurns, point_on_way, project, way_left
from usimmarine_py.helm.behaviours.points.engine import COMPLETED, CYCLED, HIT
from usimmarine_py.helm.behaviours.points.waypoint import read_repeat
from usimmarine_py.helm.functions import Utility
from usimmarine_py.helm.functions.builders import straight_to
from usimmarine_py.helm.parameters import (
    add_hints,
    choice,
    hints,
    leading,
    number,
    other_key,
    parameter,
    spelled_hints,
    truth,
)
from usimmarine_py.maths.angles import bearing
from usimmarine_py.maths.plane.polygon import Point
from usimmarine_py.maths.plane.segments import foot_on_segment
from usimmarine_py.sums import plain_dist, plain_hypot
from usimmarine_py.text import compact_number, is_number, read_number
from usimmarine_py.texts.pairs import pairs
from usimmarine_py.texts.shapes import look_text, no_point_text, no_shape_text, point_text, points_text, read_point
from usimmarine_py.values.key import Key

_UNSET = "Invalid or unset legrun"
#: Share of the way around a turn where a point is drawn.
_MARKED = 0.42
#: The track point is drawn only if it is further than this from the point itself, m.
_TRACK_DRAWN = 5.0
#: Keys that leave the way as it is: after any other, taken or not, the next update that is taken begins it anew.
_KEEPING = frozenset((
    "capture_line", "init_leg_mode", "lead", "lead_damper", "leg_spds", "leg_spds_onturn", "leg_spds_repeat",
    "mid_leg_pct", "mid_turn_pct", "patience", "radius", "capture_radius", "repeat", "slip_radius", "speed",
    "visual_hints",
    *(f"{name}_{end}" for name in ("leg", "leg1", "leg2", "turn", "turn1", "turn2") for end in ("endflag", "end_flag")),
    "midlegflag", "mid_leg_flag", "midturnflag", "mid_turn_flag",
))  # fmt: skip
#: The radius of a turn that has none, as the keys that change it count, m.
_NO_RADIUS = -1.0
#: Parameters of both turns.
_BOTH = ("turn_rad", "turn_ext", "turn_dir", "turn_bias")
#: A mark beside a turn that moves by less is not drawn again, m.
_MARK_MOVED = 1.0
_INIT, _MODES = "init", ("leg1", "turn1", "leg2", "turn2")
#: How parts are drawn: the names of visual_hints; what has no part of its own is that of all.
_LOOK = {
    "vertex_size": "3", "edge_size": "1", "vertex_color": "dodger_blue", "edge_color": "gray60", "label_color": "off",
    "nextpt_vertex_size": "3", "nextpt_vertex_color": "yellow", "nextpt_label_color": "aqua",
    "legpt_vertex_size": "7", "legpt_vertex_color": "orange", "legpt_label_color": "off",
    "turn_vertex_size": "2", "turn_edge_size": "1", "turn_vertex_color": "gray70", "turn_edge_color": "gray30",
    "turn_label_color": "off",
}  # fmt: skip
_POINT = ("label_color", "vertex_color", "vertex_size")
_LINE = ("label_color", "edge_color", "vertex_color", "vertex_size", "edge_size")


def _leg(text: str) -> list[float | None]:
    """Read x, y (m, of the middle), angle (deg) and length (m): ``X:Y:ANGLE:LENGTH`` or ``x=X,y=Y,ang=A,len=L``."""
    named = pairs(text) if "=" in text else {}
    parts = [named.get(name, "") for name in ("x", "y", "ang", "len")] if named else text.split(":")
    return [read_number(part) for part in parts]


class LegRun(LegTurns):
    """Runs a leg to and fro, with a turn at each end that leads back onto it."""

    needed_axes = ("course", "speed")
    unknown_keys = ("precision",)
    other_keys: ClassVar[tuple[Key, ...]] = (
        other_key("leg", "text", "The leg by its middle, direction and length: `x=,y=,ang=,len=`.", unit="m"),
        other_key("leg_len", "number", "Another length of the leg, its middle stays.", unit="m"),
        other_key("leg_ang", "number", "Another direction of the leg, its middle stays.", unit="deg"),
        other_key("shift_pt", "point", "Another middle of the leg.", unit="m"),
        other_key("leg_len_mod", "number", "Added to the length of the leg.", unit="m"),
        other_key("leg_ang_mod", "number", "Added to the direction of the leg.", unit="deg"),
        other_key("leg_spds", "list", "Speeds of the legs to come, between commas.", unit="m/s"),
        other_key("turn_dir", "text", "Direction of both turns."),
        *(
            key
            for name, what, unit in (("rad", "radius", "m"), ("ext", "way before", "m"), ("bias", "bias", "%"))
            for key in (
                other_key(f"turn_{name}", "number", f"The {what} of both turns.", unit=unit),
                other_key(
                    f"turn_{name}_mod", "number", f"Added to the {what} of both turns.",
                    also=(f"turn1_{name}_mod", f"turn2_{name}_mod"), unit=unit,
                ),
            )
        ),
        other_key("mid_leg_flag", "text", "Another spelling of midlegflag."),
        other_key("mid_turn_flag", "text", "Another spelling of midturnflag."),
    )  # fmt: skip

    awaited = ("vx1|leg", "vx2|leg")
    without = "it has no leg to run"
    default_name = "legrun"
    own_flags = (
        "leg_end", "leg1_end", "leg2_end", "turn_end", "turn1_end", "turn2_end", "midleg", "midturn",
    )  # fmt: skip
    variables = ("NAV_X", "NAV_Y", "NAV_SPEED")
    perpetual = True
    passes_over = ("repeat",)
    passes_over_empty = ("repeat", "leg_spds")

    vx1: Point | None = parameter(None, read_point, "point", also=("p1",), unit="m", what="First end of the leg.")
    vx2: Point | None = parameter(None, read_point, "point", also=("p2",), unit="m", what="Second end of the leg.")
    speed: float = number(0.0, minimum=0.0, unit="m/s", what="Speed.")
    leg_spds_repeat: bool = truth(False, what="`leg_spds` begin again after the last one.")
    leg_spds_onturn: bool = truth(False, what="A turn has the speed of the leg before it, otherwise `speed`.")
    capture_line: str = choice(
        "false",
        ("true", "false", "absolute"),
        what="Crossing the line across a point reaches it; absolute: nothing else does.",
    )
    patience: float = number(
        50.0, minimum=1.0, maximum=99.0, clamped=True, unit="%", what="Weight of the course against the speed."
    )
    visual_hints: str = hints(
        strict=True, what="Colours and sizes, `nextpt_label_color=red`; also of `turn_` and `legpt_`."
    )
    mid_leg_pct: float = number(25.0, minimum=0.0, maximum=100.0, unit="%", what="Share of a leg at midlegflag.")
    mid_turn_pct: float = number(25.0, minimum=0.0, maximum=100.0, unit="%", what="Share of a turn at midturnflag.")
    init_leg_mode: str = choice("fixed", ("fixed", "close_turn", "far_turn"), what="Where it begins.")
    lead: float = number(-1.0, minimum=0.0, unit="m", what="Steers to a point this far ahead on the leg.")
    lead_damper: float = number(-1.0, minimum=0.0, unit="m", what="Off the leg by less than this, leads further.")
    capture_radius: float = leading(3.0, minimum=0.0, also=("radius",), unit="m", what="A point this close is reached.")
    slip_radius: float = leading(
        15.0,
        minimum=0.0,
        unit="m",
        what="A point that was this close and then falls behind is reached.",
    )
    repeat: float = parameter(0.0, read_repeat, "number", what="More times through, or forever.")

    def ends(self) -> bool:
        return self.repeat < inf

    def _passed_over(self, key: str, text: str, finding: Finding) -> Finding | None:
        # of repetitions only what is no number
        return finding if key == "repeat" and is_number(text) else super()._passed_over(key, text, finding)

    def on_create(self) -> None:
        self._hints = dict(_LOOK)
        self._taken_away = False  #: what it drew, as it completed
        self.legs, self.turn = LegEngine(), LegEngine()
        self.leg_speeds = LegSpeeds()
        self._leg_speed: float | None = None  #: of the schedule; otherwise ``speed`` counts
        self._left = ""  #: the mode that an update has ended
        self._preview_due = True  #: the ways are to be drawn
        self._turns: dict[int, list[Point]] = {}  #: as made last, by their end
        #: The points beside the turns, and the course there (deg), as drawn last.
        self._marks: tuple[tuple[Point, float | None], ...] = (((0.0, 0.0), None),) * 2
        self._has_marks = False  #: whether they were drawn
        self._mode, self._following = _INIT, ""
        self._begins_anew = True  #: which is to be posted
        self._changed = False  #: its way was changed since it was configured last
        self._legs_done = 0
        self._middles: set[str] = set()  #: of the leg and of the turn, passed
        self._odometer, self._wraps = LegOdometer(), WrapCounter()

    # -- parameters

    def on_other(self, key: str, text: str) -> bool:
        name = key.removesuffix("_mod")
        if name in _BOTH:
            return all([self.set(key.replace("turn_", f"turn{end}_"), text) for end in (1, 2)])
        if name != key:
            return self._modify(name, text)
        if key in ("mid_leg_flag", "mid_turn_flag"):
            self.flags.add(key.removesuffix("_flag").replace("_", ""), text)
        elif key == "leg_spds":
            self.leg_speeds.change(text, self.axis("speed").high)
        elif key == "leg":
            numbers = _leg(text)
            if len(numbers) != 4 or None in numbers:
                return False
            x, y, angle, length = (float(value or 0.0) for value in numbers)
            self._put((x, y), angle, length)
        elif key in ("leg_len", "leg_ang", "shift_pt"):
            return self._move(key, text)
        else:
            return False
        return True

    def _modify(self, name: str, text: str) -> bool:
        """Change a number of the turns or of the leg by ``text``."""
        change = read_number(text)
        if change is None:
            return False
        if name in ("leg_len", "leg_ang"):
            return self._move(name, text, more=True)
        if name not in self.parameters or name[:4] != "turn":
            return False
        before = getattr(self, name)
        return self.set(name, str((before or _NO_RADIUS if name.endswith("_rad") else before) + change))

    def _put(self, middle: Point, angle: float, length: float) -> None:
        self.vx1, self.vx2 = project(angle - 180.0, length / 2, middle), project(angle, length / 2, middle)
        self._turns.clear()
        self._changed = True

    def _move(self, key: str, text: str, *, more: bool = False) -> bool:
        """Give the leg another length (m), angle (deg) or middle; ``more``: add to what it has."""
        if (self.vx1 is None or self.vx2 is None) and key == "shift_pt":
            return False
        one, other = self.vx1 or (0.0, 0.0), self.vx2 or (0.0, 0.0)
        middle = (one[0] + other[0]) / 2, (one[1] + other[1]) / 2
        angle, length = bearing(*one, *other), plain_dist(one, other)
        if self.vx1 is None or self.vx2 is None:
            angle, length = -1.0, -1.0  # odd, but so: a length alone makes a leg
        if key == "shift_pt":
            middle = read_point(text)
        else:
            value = read_number(text)
            if value is None:
                return False
            if key == "leg_ang":
                angle = angle + value if more else value
            else:
                length = length + value if more else value
        if length <= 0:
            return False
        self._put(middle, angle, length)
        return True

    def on_set(self, name: str) -> None:
        top = self.axis("speed").high
        if name == "speed" and self.speed > top:
            raise ValueError(f"at most {top:g} expected, found {self.speed:g}")
        if name == "capture_line" and self.capture_line == "absolute":
            self.capture_radius = self.slip_radius = 0.0
        elif name in ("capture_radius", "slip_radius") and self.capture_line == "absolute":
            self.capture_line = "true"
        elif name == "visual_hints":
            add_hints(self._hints, spelled_hints(self.visual_hints))
        elif name.startswith("turn") and name != "turn_rad_min":
            self._turns.clear()  # odd, but so: an end of the leg that is moved by itself leaves them
        if name in ("turn1_rad", "turn2_rad"):
            setattr(self, name, max(getattr(self, name), self.turn_rad_min))

    def refusal(self, key: str, text: str) -> Finding | None:
        if key.lower() not in _KEEPING:
            self._changed = self._preview_due = True
        problem = super().refusal(key, text)
        value = read_number(text) if key.lower() == "speed" else None
        if problem is not None and value is not None:
            # refused, and as in the original the nearest end has its effect all the same
            self.speed = min(max(value, 0.0), self.axis("speed").high)
        return problem

    @property
    def _unset(self) -> bool:
        return self.vx1 is None or self.vx2 is None or self.turn1_rad <= 0 or self.turn2_rad <= 0

    def _begin_if_changed(self) -> None:
        if self._changed:
            self._changed = False
            if self.vx1 is not None and self.vx2 is not None:
                self.legs.put([self.vx1, self.vx2])
            self._mode, self._left, self._begins_anew = _INIT, self._mode, True

    def on_configured(self) -> None:
        if 0 < self.repeat < inf:
            self.perpetual = True
        self._begin_if_changed()
        if self._unset:
            self.warn(_UNSET)
        else:
            self.retract(_UNSET)
        if self._begins_anew:
            self._begins_anew = False
            if self._left.startswith("turn"):
                self.post("VIEW_SEGLIST", no_shape_text(f"{self.community}_turn"))
                self._hide_points()
            self._post_mode()
        self.post_settings()

    def on_updated(self) -> None:
        self.post_settings()
        self.on_configured()

    def post_settings(self) -> None:
        text = f"type={self.kind},name={self.name},speed={compact_number(self.speed, 1)},currix={self.legs.index}"
        radii = f"capture_radius={compact_number(self.capture_radius, 1)}"
        radii += f",slip_radius={compact_number(self.slip_radius, 1)}"
        if self.capture_line != "false":
            radii += f",capture_line={self.capture_line}"
        self.post("BHV_SETTINGS", f"{text},{radii},patience={compact_number(self.patience, 2)}", repeatable=True)

    def _post_mode(self) -> None:
        self.post("LR_MODE", self._mode)
        report = f"vname={self.community},mode={self._mode},utc={compact_number(self.written_now, 2)}"
        self.post("LR_MODE_REPORT", report)

    # -- states

    def on_idle(self) -> None:
        self._note_place()

    def on_idle_to_run(self) -> None:
        self._preview_due = True
        # a turn that was left is not taken up again: the next leg begins
        self._mode = {"turn1": "leg2", "turn2": "leg1"}.get(self._mode, self._mode)

    def on_run_to_idle(self) -> None:
        self.legs.closest = self.turn.closest = inf
        self._take_away()

    def on_complete_state(self) -> None:
        self._take_away(again=self._taken_away)
        self._taken_away = True

    def _take_away(self, *, again: bool = False) -> None:
        name = self.community
        self.post("VIEW_SEGLIST", no_shape_text(f"{name}_turn"), repeatable=again)
        self._hide_points()
        # the ends of the leg stay, as in the original
        for label, place in (("p1", self.vx1), ("p2", self.vx2)):
            if place is not None:
                self.post("VIEW_POINT", point_text(place, f"{name}_{label}"), tag=label)
        for label in ("pview1", "pview2", "pview3"):
            self.post("VIEW_SEGLIST", no_shape_text(f"{name}_{label}"), repeatable=again)
        for label in ("fpt1", "fpt2") if self._has_marks else ("", ""):
            self.post("VIEW_POINT", no_point_text(label and f"{name}_{label}"))

    def _hide_points(self) -> None:
        for label in ("track-point", "next waypoint"):
            self.post("VIEW_POINT", no_point_text(f"{self.community}'s {label}"), tag=label)

    def macros(self) -> Mapping[str, float | str | None]:
        here, legs = (self.nav_x, self.nav_y), self.legs
        following, other = (legs.current, legs.points[1 - legs.index]) if legs.points else ((0.0, 0.0), (0.0, 0.0))
        ahead, behind = plain_dist(here, following) if legs.points else -1.0, plain_dist(here, other)
        left = -1.0 if self.repeat == inf else max(self.repeat - legs.laps, 0.0)
        return {
            "SPEED": self.speed, "NI": float(legs.index), "NX": following[0], "CYCLES": float(legs.laps),
            "CYCREM": left, "WPTS_HIT": float(legs.hits), "MODE": self._mode, "DIST_NP": ahead,
            "DIST_PP": -1.0 if legs.previous is None else plain_dist(here, legs.previous),
            "PCT_NP": behind / (ahead + behind) if ahead + behind > 0 else -1.0,
            "LEG_ODO": self._odometer.way, "LEG_ID": float(self._legs_done), "WRAPS": float(self._wraps.count),
        }  # fmt: skip

    # -- running

    def _note_place(self) -> Point:
        self.read_pose()
        here = (self.nav_x, self.nav_y)
        self._odometer.move(here)
        self._wraps.move(here)
        return here

    def on_run(self) -> Utility | None:
        here = self._note_place()
        if self.vx1 is None or self.vx2 is None or self._unset:
            return None
        if self._mode == _INIT:
            self._begin(here, self.vx1, self.vx2)
        if self._preview_due:
            self._draw_ways(self.vx1, self.vx2)
        steer = self._go_on(here)
        self._change_mode()
        if steer is None and not self.life.completed:
            steer = self._go_on(here)
        if steer is None:
            return None
        speed = self._leg_speed or self.speed
        self.post("LR_NOW_SPD", speed)
        course, fast = self.axis("course"), self.axis("speed")
        return straight_to(course, fast, bearing(*here, *steer), speed, self.patience, slower=70.0)

    def _begin(self, here: Point, one: Point, other: Point) -> None:
        nearer = plain_dist(here, one) - plain_dist(here, other)
        second = (self.init_leg_mode == "close_turn" and nearer >= 0) or (
            self.init_leg_mode == "far_turn" and nearer <= 0
        )
        self._mode = "leg2" if second else "leg1"
        self._post_mode()
        # the line on which it comes to the second end first is none, so that crossing its end does not end the leg
        self.legs.take_next(int(second))

    def _go_on(self, here: Point) -> Point | None:
        """Return the point to steer to; None where this part of the way is over."""
        return (self._turn_on if self._mode.startswith("turn") else self._run_on)(here)

    def _look(self, engine: LegEngine, here: Point, most: float) -> str:
        return engine.look(here, self.capture_radius, self.slip_radius, line=self.capture_line != "false", most=most)

    def _run_on(self, here: Point) -> Point | None:
        legs, end = self.legs, self._mode[-1]
        found = self._look(legs, here, self.repeat)
        if found in (HIT, CYCLED, COMPLETED):
            self.post_flags("leg_end")
            self.post_flags(f"leg{end}_end")
            self._await_next()
            self._odometer.held = True
        if found == COMPLETED:
            self.post_flags("end", repeatable=False)
            # one that is not perpetual does not complete, either, as in the original
            if self.perpetual:
                legs.begin()
            self._hide_points()
            return None
        # in the iteration that ends a leg it steers along the leg back, as the original does
        steer = self._steering_point(legs, here)
        self._draw_ends()
        ahead, behind = plain_dist(here, legs.current), plain_dist(here, legs.points[1 - legs.index])
        self._watch_middle("midleg", behind / (ahead + behind) if ahead + behind > 0 else -1.0, self.mid_leg_pct)
        return steer

    def _turn_on(self, here: Point) -> Point | None:
        turn, end = self.turn, self._mode[-1]
        if self._look(turn, here, 0) == COMPLETED:
            self.post_flags("turn_end")
            self.post_flags(f"turn{end}_end")
            self._await_next()
            self.post("VIEW_SEGLIST", no_shape_text(f"{self.community}_turn"))
            self._hide_points()
            self._wraps.reset()
            self._odometer.reset()
            return None
        if turn.state == HIT:
            self._draw_turn()
        steer = self._steering_point(turn, here)
        self._draw_ends()
        whole = way_left(turn.points, 1, turn.points[0])
        left = way_left(turn.points, turn.index, here)
        self._watch_middle("midturn", max(whole - left, 0.0) / whole if whole > 0 else 0.0, self.mid_turn_pct)
        return steer

    def _turn(self, one: Point, other: Point, end: int) -> list[Point]:
        if end not in self._turns:
            self._turns[end] = self.turn_at(one, other, end)
        return self._turns[end]

    def _await_next(self) -> None:
        self._following = _MODES[(_MODES.index(self._mode) + 1) % len(_MODES)]

    def _change_mode(self) -> None:
        """Go on to the part of the way that follows, if one is over."""
        if not self._following or self.life.completed:
            return
        self._mode, self._following = self._following, ""
        self._post_mode()
        self._middles.clear()
        if self._mode.startswith("turn") and self.vx1 is not None and self.vx2 is not None:
            self._legs_done += 1
            self.turn.begin(self._turn(self.vx1, self.vx2, int(self._mode[-1])))
            self._draw_turn()
            if not self.leg_spds_onturn:
                self._leg_speed = None
        elif self._mode.startswith("leg"):
            self._leg_speed = self.leg_speeds.advance(repeat=self.leg_spds_repeat)

    def _watch_middle(self, flags: str, share: float, percent: float) -> None:
        if 100.0 * share > percent and flags not in self._middles:
            self._middles.add(flags)
            self.post_flags(flags)

    def _steering_point(self, engine: LegEngine, here: Point) -> Point:
        """Return the point to steer to, ahead on the line to the next one, and draw both."""
        target = track = engine.current
        if self.lead > 0 and self.lead_damper > 0 and engine.previous is not None:
            foot = foot_on_segment(*engine.previous, *target, *here)
            off = plain_hypot(here[0] - foot[0], here[1] - foot[1])
            factor = 1 + 2 * (1 - off / self.lead_damper) if off < self.lead_damper else 1.0
            left = plain_dist(foot, target)
            if left > self.lead * factor:
                track = project(bearing(*engine.previous, *target), self.lead * factor, foot)
        name = f"{self.community}'s track-point"
        drawn = no_point_text(name)
        if plain_dist(track, target) > _TRACK_DRAWN:
            drawn = point_text(track, name, **self._look_of("nextpt", _POINT))
        self.post("VIEW_POINT", drawn, tag="track-point")
        drawn = point_text(target, f"{self.community}'s next waypoint", **self._look_of("nextpt", _POINT))
        self.post("VIEW_POINT", drawn, tag="next waypoint")
        return track

    def _look_of(self, part: str, names: Sequence[str]) -> dict[str, str]:
        return {name: self._hints.get(f"{part}_{name}", self._hints[name]) for name in names}

    def _draw_turn(self) -> None:
        look = look_text(f"{self.community}_turn", **self._look_of("turn", _LINE))
        self.post("VIEW_SEGLIST", points_text(self.turn.points) + look)

    def _draw_ways(self, one: Point, other: Point) -> None:
        self._preview_due = False
        name = self.community
        turns = [self._turn(one, other, end) for end in (1, 2)]
        for end, points in enumerate(turns, 1):
            look = look_text(f"{name}_pview{end}", **self._look_of("turn", _LINE))
            self.post("VIEW_SEGLIST", points_text(points) + look)
        look = look_text(f"{name}_pview3", **self._look_of("legpt", _LINE))
        self.post("VIEW_SEGLIST", points_text([one, other]) + look)
        # at the same way around both turns, as the original has it
        way = _MARKED * way_left(turns[0], 1, turns[0][0])
        marks = [point_on_way(points, way) for points in turns]
        moved = [plain_dist(mark[0], old[0]) > _MARK_MOVED for mark, old in zip(marks, self._marks, strict=True)]
        self._marks = tuple(mark if new else old for mark, old, new in zip(marks, self._marks, moved, strict=True))
        if not any(moved):
            return
        self._has_marks = True
        for end, ((x, y), course) in enumerate(self._marks, 1):  # one that has hardly moved stays
            place = f"x={compact_number(x, 2)},y={compact_number(y, 2)}"
            if course is not None:
                place += f",z={compact_number(course, 2)}"
            lime = {"label_color": "invisible", "vertex_color": "limegreen"}
            look = look_text(f"{name}_fpt{end}", **lime, duration=600.0, vertex_size=8.0)
            self.post("VIEW_POINT", place + look)

    def _draw_ends(self) -> None:
        for point, label, larger in ((self.vx1, "p1", 1.5), (self.vx2, "p2", 1.0)):
            if point is None:
                continue
            look: dict[str, str | float] = {**self._look_of("legpt", _POINT)}
            look["vertex_size"] = larger * int(float(look["vertex_size"])) if larger > 1 else look["vertex_size"]
            self.post("VIEW_POINT", point_text(point, f"{self.community}_{label}", **look), tag=label)
