"""BHV_LegRun."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import inf
from typing import ClassVar

from usimmarine_py.finding import Finding
from usimmarine_py.helm.behaviours.legs.speeds import LegSpeeds
from usimmarine_py.helm.behaviours.legs.turn import LegTurns, point_on_way, project, way_left
from usimmarine_py.helm.behaviours.points.engine import COMPLETED, PointEngine
from usimmarine_py.helm.behaviours.points.waypoint import read_repeat
from usimmarine_py.helm.functions import Utility
from usimmarine_py.helm.functions.builders import straight_to
from usimmarine_py.helm.parameters import choice, hints, number, other_key, parameter, truth
from usimmarine_py.maths.angles import bearing
from usimmarine_py.maths.plane.polygon import Point, foot_on_segment
from usimmarine_py.sums import plain_dist, plain_hypot
from usimmarine_py.text import compact_number, read_number
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
#: Points nearer to each other than this are equal but for rounding, m.
_SAME = 1e-6
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
    capture_radius: float = number(3.0, minimum=0.0, also=("radius",), unit="m", what="A point this close is reached.")
    slip_radius: float = number(
        15.0,
        minimum=0.0,
        unit="m",
        what="A point that was this close and then falls behind is reached.",
    )
    repeat: float = parameter(0.0, read_repeat, "number", what="More times through, or forever.")

    def ends(self) -> bool:
        return self.repeat < inf

    def on_create(self) -> None:
        self._hints = dict(_LOOK)
        self._taken_away = False  #: what it drew, as it completed
        self.engine = PointEngine()
        self.leg_speeds = LegSpeeds()
        self._leg_speed: float | None = None  #: of the schedule; otherwise ``speed`` counts
        self._over = False  #: it has completed, and no leg has begun since
        self._entered: Point | None = None  #: where the line of the present leg begins, if not at its end
        self._next_end = 1  #: the end of the leg (1 or 2) that it comes to next
        self._has_line = True  #: crossing the line across its end may end this leg
        self._left = ""  #: the mode that an update has ended
        self._edition = 0  #: rises with such an update: the ways are drawn again
        self._turns: list[list[Point]] = []  #: as drawn last
        self._turn_edition = 0  #: rises when they change: the marks beside both are drawn again
        self._has_marks = False  #: whether the marks beside the turns were drawn
        self._mode = _INIT
        self._begins_anew = True  #: which is to be posted
        self._changed = False  #: its way was changed since it was configured last
        self._legs = self._wraps = self._cycles = self._ends_reached = 0
        self._middle_passed = False
        self._odometer = 0.0
        self._last: Point | None = None

    # -- parameters

    def _middle(self) -> float:
        return self.mid_turn_pct if self._mode.startswith("turn") else self.mid_leg_pct

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
        self._changed = True

    def _move(self, key: str, text: str, *, more: bool = False) -> bool:
        """Give the leg another length (m), angle (deg) or middle; ``more``: add to what it has."""
        if self.vx1 is None or self.vx2 is None:
            return False
        one, other = self.vx1, self.vx2
        middle = (one[0] + other[0]) / 2, (one[1] + other[1]) / 2
        angle, length = bearing(*one, *other), plain_dist(one, other)
        if key == "shift_pt":
            middle = read_point(text)
        else:
            value = read_number(text)
            if value is None:
                return False
            if key == "leg_ang":
                angle = angle + value if more else value
            else:
                length = max(length + value if more else value, 0.0)
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
            found = pairs(self.visual_hints).items()
            self._hints.update((key.lower().replace("lcolor", "label_color"), value) for key, value in found)
        elif name in ("turn1_rad", "turn2_rad"):
            setattr(self, name, max(getattr(self, name), self.turn_rad_min))

    def refusal(self, key: str, text: str) -> Finding | None:
        self._changed = self._changed or key.lower() not in _KEEPING
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
            self._mode, self._left, self._begins_anew = _INIT, self._mode, True

    def on_configured(self) -> None:
        self._begin_if_changed()
        if self._unset:
            self.warn(_UNSET)
        else:
            self.retract(_UNSET)
        if self._begins_anew:
            self._begins_anew = False
            self._post_mode()
        self.post_settings()

    def on_updated(self) -> None:
        self._begin_if_changed()
        self.post_settings()
        if self._mode == _INIT and self._left.startswith("turn"):
            self.post("VIEW_SEGLIST", no_shape_text(f"{self.community}_turn"), tag="turn")
            self.post("VIEW_POINT", no_point_text(f"{self.community}'s next waypoint"), tag="next waypoint")
        if self._begins_anew:
            self._edition += 1
        self.on_configured()

    def post_settings(self) -> None:
        text = f"type={self.kind},name={self.name},speed={compact_number(self.speed, 1)},currix={self._next_end - 1}"
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

    def on_run_to_idle(self) -> None:
        self.engine.closest = inf
        self._last = None
        self._take_away()

    def on_complete_state(self) -> None:
        self._take_away(again=self._taken_away)
        self._taken_away = True

    def _take_away(self, *, again: bool = False) -> None:
        name = self.community
        self.post("VIEW_SEGLIST", no_shape_text(f"{name}_turn"), repeatable=True, tag="turn")
        for label in ("track-point", "next waypoint"):
            self.post("VIEW_POINT", no_point_text(f"{name}'s {label}"), tag=label)
        # the ends of the leg stay, as in the original
        for label, place in (("p1", self.vx1), ("p2", self.vx2)):
            if place is not None:
                self.post("VIEW_POINT", point_text(place, f"{name}_{label}"), tag=label)
        for label in ("pview1", "pview2", "pview3"):
            self.post(
                "VIEW_SEGLIST", no_shape_text(f"{name}_{label}"), repeatable=again, tag=f"{label} {self._edition}"
            )
        # repeatable posts leave no memory: these are not drawn again when it resumes
        for label in ("fpt1", "fpt2") if self._has_marks else ("",):
            self.post("VIEW_POINT", no_point_text(label and f"{name}_{label}"), repeatable=True, tag=label)

    def macros(self) -> Mapping[str, float | str | None]:
        here, one, other = (self.nav_x, self.nav_y), self.vx1 or (0.0, 0.0), self.vx2 or (0.0, 0.0)
        following, previous = (other, one) if self._next_end == 2 else (one, other)
        ahead, behind = plain_dist(here, following), plain_dist(here, previous)
        left = -1.0 if self.repeat == inf else max(self.repeat - self._cycles, 0.0)
        return {
            "SPEED": self._speed(), "NI": float(self._next_end - 1), "NX": following[0],
            "CYCLES": float(self._cycles), "CYCREM": left,
            "WPTS_HIT": float(self._ends_reached), "MODE": self._mode, "DIST_NP": ahead, "DIST_PP": behind,
            "PCT_NP": behind / (ahead + behind) if ahead + behind > 0 else 0.0,
            "LEG_ODO": self._odometer, "LEG_ID": float(self._legs), "WRAPS": float(self._wraps),
        }  # fmt: skip

    # -- running

    def on_run(self) -> Utility | None:
        self.read_pose()
        if self.vx1 is None or self.vx2 is None or self._unset:
            return None
        here = (self.nav_x, self.nav_y)
        if self._last is not None and not self._mode.startswith("turn"):
            self._odometer += plain_dist(here, self._last)
        self._last = here
        begins = self._mode == _INIT
        if begins:
            self._begin(here, self.vx1, self.vx2)
        result = self._look(here)
        steer: Point | None = None
        if result != COMPLETED or begins:
            self._draw_ways(self.vx1, self.vx2)
            steer = (self._way_back if result == COMPLETED else self._steering_point)(here, self.vx1, self.vx2)
            self._draw_ends(self.vx1, self.vx2)
        if result == COMPLETED:
            steer = self._end(here, self.vx1, self.vx2)
        if steer is None:
            return None
        self._draw_ends(self.vx1, self.vx2)
        self._watch_middle(here)
        speed = self._speed()
        self.post("LR_NOW_SPD", speed)
        return straight_to(self.axis("course"), self.axis("speed"), bearing(*here, *steer), speed, self.patience)

    def _begin(self, here: Point, one: Point, other: Point) -> None:
        first = 0
        if self.init_leg_mode != "fixed":
            nearer = plain_dist(here, one) <= plain_dist(here, other)
            first = 0 if nearer == (self.init_leg_mode == "close_turn") else 2
        self._enter(_MODES[first], one, other)
        # crossing the line does not end the second leg if it is the first one, as in the original
        self._has_line = not first

    def _enter(self, mode: str, one: Point, other: Point) -> None:
        self._mode, self._middle_passed, self._has_line = mode, False, True
        self._post_mode()
        end = int(mode[-1])
        points = [one if end == 1 else other] if mode.startswith("leg") else self.turn_at(one, other, end)
        engine = self.engine
        engine.points, engine.index, engine.closest, engine.previous = points, 0, inf, None
        self._entered = None
        if mode.startswith("leg"):
            self._next_end = end
            self._odometer = 0.0
            # a line across its end may be crossed already, and the leg done, when it begins
            engine.previous = other if mode == "leg1" else one
            if self._over:
                # the line of the first leg after its end begins at the vehicle, as in the original
                self._over, self._entered, engine.previous = False, self._last, None
            if self._legs:
                self._leg_speed = self.leg_speeds.advance(repeat=self.leg_spds_repeat)
        else:
            if not self.leg_spds_onturn:
                self._leg_speed = None
            look = look_text(f"{self.community}_turn", **self._look_of("turn", _LINE))
            self.post("VIEW_SEGLIST", points_text(points) + look, tag="turn")

    def _end(self, here: Point, one: Point, other: Point) -> Point | None:
        """End a leg or a turn and go on to the next one; return the point to steer to, None when all is done."""
        kind, end = self._mode[:-1], self._mode[-1]
        following = _MODES[(_MODES.index(self._mode) + 1) % len(_MODES)]
        if kind == "leg":
            self._next_end, self._ends_reached = 3 - int(end), self._ends_reached + 1
            self._cycles += end == "2"
            self.post_flags("leg_end")
            self.post_flags(f"leg{end}_end")
            # in this iteration it steers along the leg back, as the original does
            if end == "2":
                self._wraps += 1
                if self._cycles > self.repeat:
                    return self._end_last(here, one, other)
            self._legs += 1
            steer = self._way_back(here, one, other)
            self._enter(following, one, other)
            return steer
        self.post_flags("turn_end")
        self.post_flags(f"turn{end}_end")
        label = f"{self.community}_turn"
        self.post("VIEW_SEGLIST", no_shape_text(label), tag="turn")
        self.post("VIEW_POINT", no_point_text(f"{self.community}'s next waypoint"), tag="next waypoint")
        self._enter(following, one, other)
        return self._steering_point(here, one, other)

    def _way_back(self, here: Point, one: Point, other: Point) -> Point:
        """Return the point to steer to at the end of a leg: along the leg back."""
        return self._lead(here, one, other) if self._mode == "leg1" else self._lead(here, other, one)

    def _end_last(self, here: Point, one: Point, other: Point) -> Point | None:
        """Complete; return the point to steer to if it goes on, in its turn at once."""
        self._over = True
        self.post_flags("end", repeatable=False)
        self.life.completed = not self.perpetual
        self._cycles, self._legs = 0, self._legs + 1
        if self.life.completed:
            return None
        self.post("VIEW_POINT", no_point_text(f"{self.community}'s next waypoint"), tag="next waypoint")
        self._enter("turn2", one, other)
        self._look(here)
        return self._steering_point(here, one, other)

    def _look(self, here: Point) -> str:
        line = self._has_line and self.capture_line != "false"
        engine = self.engine
        if engine.previous is None:
            engine.previous = here
        if plain_dist(engine.previous, engine.current) < _SAME:
            # of two equal points of a turn the second is reached next, wherever the vehicle is
            x, y = engine.current
            engine.previous = 2 * x - here[0], 2 * y - here[1]
        return engine.look(*here, self.capture_radius, self.slip_radius, line=line, perpetual=False, repeat=0)

    def _speed(self) -> float:
        return self.speed if self._leg_speed is None else self._leg_speed

    def _whole(self) -> float:
        if self._mode.startswith("turn"):
            return way_left(self.engine.points, 1, self.engine.points[0])
        return plain_dist(self.vx1, self.vx2) if self.vx1 is not None and self.vx2 is not None else 0.0

    def _watch_middle(self, here: Point) -> None:
        whole = self._whole()
        if self._middle_passed or whole <= 0:
            return
        if on_leg := self._mode.startswith("leg"):
            start = self.vx2 if self._mode == "leg1" else self.vx1
            passed = plain_dist(here, start) if start is not None else 0.0
        else:
            passed = whole - way_left(self.engine.points, self.engine.index, here)
        if 100.0 * passed / whole >= self._middle():
            self._middle_passed = True
            self.post_flags("midleg" if on_leg else "midturn")

    def _steering_point(self, here: Point, one: Point, other: Point) -> Point:
        """Return the point to steer to, ahead on the line to the next one."""
        target = self.engine.current
        if self._mode.startswith("leg"):
            start = other if self._mode == "leg1" else one
            return self._lead(here, self._entered or start, target)
        if self.engine.index:
            return self._lead(here, self.engine.points[self.engine.index - 1], target)
        return self._aim_at(target)

    def _aim_at(self, target: Point) -> Point:
        self.post("VIEW_POINT", no_point_text(f"{self.community}'s track-point"), tag="track-point")
        self._show_next(target)
        return target

    def _lead(self, here: Point, anchor: Point, target: Point) -> Point:
        name = f"{self.community}'s track-point"
        if self.lead <= 0 or self.lead_damper <= 0:
            return self._aim_at(target)
        foot = foot_on_segment(*anchor, *target, *here)
        off = plain_hypot(here[0] - foot[0], here[1] - foot[1])
        factor = 1 + 2 * (1 - off / self.lead_damper) if off < self.lead_damper else 1.0
        left = plain_dist(foot, target)
        share = min(self.lead * factor, left) / left if left > 0 else 0.0
        track = (foot[0] + share * (target[0] - foot[0]), foot[1] + share * (target[1] - foot[1]))
        drawn = no_point_text(name)
        if plain_dist(track, target) > _TRACK_DRAWN:
            drawn = point_text(track, name, **self._look_of("nextpt", _POINT))
        self.post("VIEW_POINT", drawn, tag="track-point")
        self._show_next(target)
        return track

    def _show_next(self, target: Point) -> None:
        drawn = point_text(target, f"{self.community}'s next waypoint", **self._look_of("nextpt", _POINT))
        self.post("VIEW_POINT", drawn, tag="next waypoint")

    def _look_of(self, part: str, names: Sequence[str]) -> dict[str, str]:
        return {name: self._hints.get(f"{part}_{name}", self._hints[name]) for name in names}

    def _draw_ways(self, one: Point, other: Point) -> None:
        name = self.community
        turns = [self.turn_at(one, other, end) for end in (1, 2)]
        if turns != self._turns:
            self._turns, self._turn_edition = turns, self._turn_edition + 1
        for end, points in enumerate(turns, 1):
            look = look_text(f"{name}_pview{end}", **self._look_of("turn", _LINE))
            self.post("VIEW_SEGLIST", points_text(points) + look, tag=f"pview{end} {self._edition}")
        look = look_text(f"{name}_pview3", **self._look_of("legpt", _LINE))
        self.post("VIEW_SEGLIST", points_text([one, other]) + look, tag=f"pview3 {self._edition}")
        for end, points in enumerate(turns, 1):
            # at the same way around both turns, as the original has it
            (x, y), course = point_on_way(points, _MARKED * way_left(turns[0], 1, turns[0][0]))
            place = f"x={compact_number(x, 2)},y={compact_number(y, 2)}"
            if course is not None:
                place += f",z={compact_number(course, 2)}"
            lime = {"label_color": "invisible", "vertex_color": "limegreen"}
            look = look_text(f"{name}_fpt{end}", **lime, duration=600.0, vertex_size=8.0)
            self.post("VIEW_POINT", place + look, tag=f"fpt{end} {self._turn_edition}")
        self._has_marks = True

    def _draw_ends(self, one: Point, other: Point) -> None:
        for point, label, larger in ((one, "p1", 1.5), (other, "p2", 1.0)):
            look: dict[str, str | float] = {**self._look_of("legpt", _POINT)}
            look["vertex_size"] = larger * int(float(look["vertex_size"])) if larger > 1 else look["vertex_size"]
            self.post("VIEW_POINT", point_text(point, f"{self.community}_{label}", **look), tag=label)
