"""BHV_Loiter."""

from __future__ import annotations

from collections.abc import Mapping
from math import inf
from typing import ClassVar

from usimmarine_py.helm.behavior import Behavior
from usimmarine_py.helm.behaviours.points.engine import NOTHING, PointEngine
from usimmarine_py.helm.functions import Peak, Utility, couple, heading_peak, peak, speed_band
from usimmarine_py.helm.parameters import (
    choice,
    hints,
    leading,
    number,
    other_key,
    parameter,
    suffix,
    take_hints,
    truth,
)
from usimmarine_py.maths.angles import angle_180, angle_difference, bearing
from usimmarine_py.maths.plane.buffers import projected
from usimmarine_py.maths.plane.polygon import Point, Polygon, doubled_area, edges_of
from usimmarine_py.maths.plane.segments import distance_to_polygon, segments_meet
from usimmarine_py.sums import plain_dist, plain_hypot, plain_sum
from usimmarine_py.text import compact_number, loose_boolean, read_number, truth_text
from usimmarine_py.texts.pairs import pairs, unquoted
from usimmarine_py.texts.shapes import LabelledPolygon, look_text, point_text, points_text, read_polygon
from usimmarine_py.values.key import Key, RefusedValueError

#: Vertices are multiples of this, m.
_GRID = 0.1
#: What the original makes of an infinite time.
_NO_INTEGER = -(2**31)
_NAMES = {"label": "label", "lcolor": "label_color", "label_color": "label_color"}
_DRAWN = ("label_color", "edge_color", "vertex_color", "vertex_size", "edge_size")
#: mod_poly_rad makes no polygon smaller, measured from the middle of its box, m.
_LEAST_RADIUS = 5.0
_IDLE, _STABLE = "idle", "stable"


def _function_kind(text: str) -> str:
    kind = unquoted(text).lower()
    return kind if kind in ("zaic", "zaic_spd") else ""


_OWN_EDGES = 2  # of a vertex


def _turn(before: Point, here: Point, after: Point) -> float:
    """Return the turn from one way to the next one, deg; with the original's bits."""
    if here in (before, after):
        return 0.0
    first, second = (way - 360.0 if way > 180.0 else way for way in (bearing(*before, *here), bearing(*here, *after)))
    turn = second - first
    return turn - 360.0 if turn > 180.0 else turn + 360.0 if turn <= -180.0 else turn


def _sense(text: str) -> str:
    word = unquoted(text).lower()
    found = None if word == "toggle" else loose_boolean(word, current=True)
    if found is None and word != "best":
        raise RefusedValueError("must be true, false or best", text)
    return word if found is None else truth_text(found)


class LoiterBehavior(Behavior, kind="BHV_Loiter"):
    """Circles along a convex polygon."""

    needed_axes = ("course", "speed")
    unknown_keys = ("precision",)
    other_keys: ClassVar[tuple[Key, ...]] = (
        other_key("center_assign", "point", "The centre of the polygon: x, y or present_position.", unit="m"),
        other_key("xcenter_assign", "number", "East coordinate of the centre, from the next iteration on.", unit="m"),
        other_key("ycenter_assign", "number", "North coordinate of the centre, from the next iteration on.", unit="m"),
        other_key("mod_poly_rad", "number", "Added to the distance of the corners from the middle.", unit="m"),
    )

    awaited = ("polygon",)
    default_name = "bhv_loiter"
    variables = ("NAV_X", "NAV_Y", "NAV_HEADING", "NAV_SPEED")

    polygon: LabelledPolygon | None = parameter(
        None, lambda text: read_polygon(text, _GRID), "polygon", unit="m", what="The polygon, convex."
    )
    speed: float = number(0.0, minimum=0.0, unit="m/s", what="Speed.")
    speed_alt: float = number(-1.0, unit="m/s", what="Speed with use_alt_speed.")
    use_alt_speed: bool = truth(False, what="Uses speed_alt.")
    clockwise: str = choice(
        "true", ("true", "false", "best"), read=_sense, what="Sense of rotation; best: the nearer way."
    )
    capture_radius: float = number(3.0, minimum=0.0, also=("radius",), unit="m", what="A vertex this close is reached.")
    slip_radius: float = number(
        15.0,
        minimum=0.0,
        also=("nm_radius",),
        unit="m",
        what="A vertex that was this close and falls behind is reached.",
    )
    acquire_dist: float = number(
        10.0, also=("acquire_distance",), minimum=0.0, unit="m", what="Further out it chooses where to join."
    )
    center_activate: bool = truth(False, strict=True, what="The centre is the own position when it begins to run.")
    patience: float = number(50.0, minimum=1.0, maximum=99.0, unit="%", what="Weight of the course against the speed.")
    ipf_type: str = parameter(
        "", _function_kind, also=("ipf-type",), what="zaic or zaic_spd; another word changes nothing."
    )
    slingshot: float = number(-1.0, minimum=0.0, unit="deg", what="Completes after turning this far around the centre.")
    post_suffix: str = suffix(marked=True, what="Ending of the variables of status.")
    spiral_factor: float = leading(-2.0, what="Preference for vertices ahead when it joins from inside.")
    visual_hints: str = hints(strict=False, words=("label",), what="Colours and sizes, and a label.")

    def ends(self) -> bool:
        return self.slingshot >= 0

    def on_create(self) -> None:
        self.engine = PointEngine()
        self._clockwise = True
        self._mode = _IDLE
        self._acquiring = True
        self._with_band = False  #: the speed is a band
        self._distance_shown = 0.0  #: to the polygon, as of the last iteration in which it ran, m
        self._shown: Point = (0.0, 0.0)  #: the point that was drawn last
        self._turned = 0.0
        self._last_bearing: float | None = None
        self._assigned: str | None = None  #: the centre to be taken over when it runs, as in an update
        self._eta = 0.0  #: to the polygon, s
        self._look = {
            "nextpt_color": "yellow", "nextpt_lcolor": "aqua", "nextpt_vertex_size": "5", "edge_color": "white",
            "vertex_color": "dodger_blue", "vertex_size": "1", "edge_size": "1",
        }  # fmt: skip

    # -- parameters

    def on_set(self, name: str) -> None:
        if name == "polygon":
            self._arrange()
            self.engine.index, self._acquiring = 0, True
        elif name == "clockwise":
            if self.clockwise != "best":
                self._clockwise, self.engine.index = self.clockwise == "true", 0
                self._arrange()
        elif name == "ipf_type" and self.ipf_type:
            self._with_band = self.ipf_type == "zaic_spd"
        elif name == "speed":
            self.speed = min(self.speed, self.axis("speed").high)
        elif name == "visual_hints":
            found = pairs(self.visual_hints)
            take_hints(self._look, found)
            # a name for the polygon, and the colour of it
            self._look.update((name, found[key]) for key, name in _NAMES.items() if key in found)

    def on_other(self, key: str, text: str) -> bool:
        if key == "center_assign":
            self._assigned = text
            self._assign()
        elif key in ("xcenter_assign", "ycenter_assign"):
            self._assigned = f"{self._assigned or ''},{key[0]}={text}"
        elif key == "mod_poly_rad":
            value = read_number(text)
            if value is None:
                return False
            self._grow(value)
            self._acquiring, self._mode = True, _IDLE
        else:
            return False
        return True

    def _assign(self) -> None:
        """Take over the centre of an update: ``present_position``, ``X,Y``, ``x=X`` or both; else nothing."""
        text, self._assigned = self._assigned, None
        if text is None:
            return
        text = text.lower()
        x, y = self._center()
        if text == "present_position":
            self._move_to((self.nav_x, self.nav_y))
        elif "=" in text:
            found = {name: value for name, word in pairs(text).items() if (value := read_number(word)) is not None}
            if "x" in found or "y" in found:
                self._move_to((found.get("x", x), found.get("y", y)))
        else:
            numbers = [read_number(word) for word in text.split(",")]
            if len(numbers) == 2 and numbers[0] is not None and numbers[1] is not None:
                self._move_to((numbers[0], numbers[1]))

    def _center(self) -> Point:
        return self.polygon.polygon.box_centre() if self.polygon is not None else (0.0, 0.0)

    def _change(self, points: list[Point]) -> None:
        if (polygon := Polygon.convex(tuple(points))) is not None and self.polygon is not None:
            self.polygon = self.polygon._replace(polygon=polygon)
            self.engine.points = list(points)

    def _move_to(self, center: Point) -> None:
        if self.polygon is not None:
            x, y = self._center()
            self._change([(a + (center[0] - x), b + (center[1] - y)) for a, b in self.polygon.points])

    def _grow(self, amount: float) -> None:
        if self.polygon is None:
            return
        points = self.polygon.points
        largest = max(plain_dist(point, self._center()) for point in points)
        amount = max(largest + amount, _LEAST_RADIUS) - largest  # rounded as the original does
        x, y = (plain_sum(numbers) / len(points) for numbers in zip(*points, strict=True))
        self._change([projected(point, bearing(x, y, *point), amount) for point in points])
        self.engine.closest = inf

    def _arrange(self) -> None:
        """Put the vertices in the order of the wanted sense of rotation."""
        if self.polygon is None:
            return
        points = list(self.polygon.points)
        self.engine.points = points = points if (doubled_area(points) < 0) == self._clockwise else points[::-1]
        self.polygon = self.polygon._replace(polygon=Polygon(tuple(points)))
        self.engine.closest = inf
        self.engine.index = min(self.engine.index, len(points) - 1)

    def on_configured(self) -> None:
        self.post_settings()

    def post_settings(self) -> None:
        x, y = self._center()
        polygon = points_text(list(self.polygon.points)) + self._label() if self.polygon is not None else ""
        text = (
            f"type={self.kind},name={self.name},x={x:.2f},y={y:.2f},clockwise={truth_text(self._clockwise)}"
            f",dynamic_clockwise={truth_text(self.clockwise == 'best')}"
            f",center_activate={truth_text(self.center_activate)}"
            f',desired_speed={self.speed:.1f},polygon="{polygon}"'
        )
        self.post("BHV_SETTINGS", text, repeatable=True)

    def _label(self) -> str:
        return f",label={self.polygon.label}" if self.polygon is not None and self.polygon.label else ""

    def macros(self) -> Mapping[str, float | str | None]:
        x, y = self._center()
        points = list(self.polygon.points) if self.polygon is not None else []
        radius = max((plain_hypot(a - x, b - y) for a, b in points), default=0.0)
        return {
            "PTS": float(len(points)), "CX": x, "CY": y,
            "CENTER": f"x={compact_number(x, 2)},y={compact_number(y, 2)}", "CWISE": float(self._clockwise),
            "RAD": radius,
        }  # fmt: skip

    def _speed(self) -> float:
        return self.speed_alt if self.use_alt_speed and self.speed_alt >= 0 else self.speed

    # -- states

    def on_idle(self) -> None:
        self._take_point_away()
        self._take_polygon_away()
        self._mode = _IDLE
        self._post_report()
        self._last_bearing, self._turned = None, 0.0
        if self.center_activate:
            self._assigned = "present_position"

    def on_complete_state(self) -> None:
        self._take_point_away()
        self._take_polygon_away()
        self.post("LOITER_COMPLETE", "true")
        self._last_bearing, self._turned = None, 0.0

    @property
    def _name(self) -> str:
        return self._look.get("label") or f"{self.community}_{self.name.lower()}"

    def _take_point_away(self) -> None:
        x, y = self._shown
        name = f"{self.community}_waypoint"
        self.post("VIEW_POINT", f"x={compact_number(x, 2)},y={compact_number(y, 2)},active=false,label={name}")

    def _take_polygon_away(self) -> None:
        points = points_text(list(self.polygon.points)) + "," if self.polygon is not None else ""
        self.post("VIEW_POLYGON", f"{points}active=false,label={self._name}")

    def on_idle_to_run(self) -> None:
        self.post_settings()
        if not self._see():
            return
        self._acquire()
        if self.clockwise == "best":
            self._choose_sense()

    # -- running

    def _see(self) -> bool:
        """Read the own pose and how far the polygon is; False without one."""
        if self.polygon is None:
            self.warn("Empty/NULL Loiter Specification.")
            return False
        self.read_pose()
        self._distance_shown = distance = self._distance()
        self._eta = 0.0
        # odd, but so: a heading of 0 counts as standing
        if distance > 0 and self.nav_heading > 0.001:
            self._eta = distance / self.nav_speed if self.nav_speed else inf
        return True

    def on_run(self) -> Utility | None:
        if not self._see():
            self._take_point_away()
            return None
        engine, distance = self.engine, self._distance_shown
        self._mode = self._next_mode(distance)
        self._assign()
        self._acquiring = distance > self.acquire_dist
        if self._acquiring:
            self._acquire()
        done = self._swing()
        reached = engine.look(
            self.nav_x, self.nav_y, self.capture_radius, self.slip_radius, line=False, perpetual=True, repeat=inf
        )
        if reached != NOTHING:
            self._acquiring = False
        course, speed_axis, speed = self.axis("course"), self.axis("speed"), self._speed()
        heading = heading_peak(course, Peak(bearing(self.nav_x, self.nav_y, *engine.current), 0.0, 180.0))
        if self._with_band:
            fast = speed_band(speed_axis, speed, 0.1, speed + 0.4, 85.0, 20.0)
        else:
            fast = peak(speed_axis, Peak(speed, 0.0, 0.3))
        self._post_status()
        if done:
            self.complete()
        return couple(heading, fast, self.patience, 100 - self.patience, again=True)

    def _swing(self) -> bool:
        """Sum the turning around the centre, once it has joined; whether it is more than slingshot."""
        if self.slingshot < 0 or self._acquiring:
            return False
        towards = bearing(self.nav_x, self.nav_y, *self._center())
        if self._last_bearing is not None:
            change = angle_difference(towards, self._last_bearing)
            self._turned += change
            self.post("LOITER_BNG_TOTAL", self._turned)
            self.post("LOITER_BNG_DELTA", change)
        self._last_bearing = towards
        return self._turned > self.slingshot

    def _inside(self) -> bool:
        return self.polygon is not None and self.polygon.polygon.contains(self.nav_x, self.nav_y)

    def _distance(self) -> float:
        """Return the distance to the polygon, negative inside, m."""
        distance = distance_to_polygon(self.engine.points, self.nav_x, self.nav_y)
        return -distance if self._inside() else distance

    def _choose_sense(self) -> None:
        """Take the sense whose first vertex needs the smaller turn, if it is outside; begin at the first vertex."""
        if not self._inside():
            turns = []
            for clockwise in (True, False):
                place = self.engine.points[self._way_in(clockwise)]
                turns.append(abs(angle_180(self.nav_heading - bearing(self.nav_x, self.nav_y, *place))))
            self._clockwise = turns[0] < turns[1]
            self._arrange()
        self.engine.index, self.engine.closest = 0, inf

    def _acquire(self) -> None:
        """Choose the vertex where it joins the polygon."""
        self.engine.index = self._way_out() if self._inside() else self._way_in(self._clockwise)
        self.engine.closest = inf

    def _angles(self) -> list[float]:
        """Return the turn at each vertex from the way to it to the edge behind it, deg."""
        own = self.nav_x, self.nav_y
        return [_turn(own, *edge) for edge in edges_of(self.engine.points)]

    def _way_in(self, clockwise: bool) -> int:
        side = 1 if clockwise else -1
        best, index = -inf, 0
        for i, angle in enumerate(self._angles()):
            if side * angle > best and self._sees(i):
                best, index = side * angle, i
        return index

    def _way_out(self) -> int:
        # the difference to a heading across north is large here, as in the original
        off = [abs(self.nav_heading - bearing(self.nav_x, self.nav_y, *point)) for point in self.engine.points]
        ahead = off.index(min(off))
        scores = [abs(angle) + (self.spiral_factor if i == ahead else 0.0) for i, angle in enumerate(self._angles())]
        return scores.index(min(scores))

    def _sees(self, index: int) -> bool:
        """Whether a vertex is seen from outside: the way to it meets no edge but its own two."""
        points, own = self.engine.points, (self.nav_x, self.nav_y)
        met = [edge for edge in edges_of(points) if segments_meet(own, points[index], *edge)]
        return own == points[index] or len(met) <= _OWN_EDGES

    # -- posts

    def _post_status(self) -> None:
        engine, look = self.engine, self._look
        x, y = engine.current
        self.post("LOITER_DIST_TO_VERT", plain_hypot(x - self.nav_x, y - self.nav_y))
        if self.polygon is not None:
            text = points_text(list(self.polygon.points))
            shown = {name: look[name] for name in _DRAWN if name in look}
            self.post("VIEW_POLYGON", text + look_text(self._name, **shown))
        point = point_text(
            (x, y), f"{self.community}_waypoint", label_color=look["nextpt_lcolor"],
            vertex_color=look["nextpt_color"], vertex_size=look["nextpt_vertex_size"],
        )  # fmt: skip
        self.post("VIEW_POINT", point)
        self._shown = (x, y)
        self._post_report()

    def _post_report(self) -> None:
        engine, ending, distance = self.engine, self.post_suffix, self._distance_shown
        report = f"index={engine.index},capture_hits={engine.captured},nonmono_hits={engine.passed}"
        self.post("LOITER_REPORT" + ending, f"{report},acquire_mode={truth_text(self._acquiring)}")
        self.post("LOITER_INDEX" + ending, float(engine.index))
        self.post("LOITER_MODE" + ending, self._mode)
        self.post("LOITER_ACQUIRE" + ending, 1.0 if self._acquiring else 0.0)
        self.post_rounded("LOITER_DIST_TO_POLY" + ending, distance)
        # as the original makes a whole number of what has none
        eta = float(_NO_INTEGER) if self._eta == inf else self._eta
        self.post_rounded("LOITER_ETA_TO_POLY" + ending, eta)

    def _next_mode(self, distance: float) -> str:
        if abs(distance) <= self.acquire_dist:
            return _STABLE
        side = "external" if distance > 0 else "internal"
        recovering = self._mode == _STABLE or self._mode == f"recovering_{side}"
        return f"recovering_{side}" if recovering else f"acquiring_{side}"
