"""BHV_Waypoint."""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from math import dist, hypot, inf
from typing import ClassVar

from usimmarine_py.helm.behaviours.points.efficiency import Efficiency
from usimmarine_py.helm.behaviours.points.engine import COMPLETED, CYCLED
from usimmarine_py.helm.behaviours.points.leading import Leading
from usimmarine_py.helm.functions import Utility, speed_band
from usimmarine_py.helm.functions.builders import steering
from usimmarine_py.helm.parameters import choice, hints, integer, number, other_key, parameter, take_hints, truth, word
from usimmarine_py.limits import MOST_POINTS, admit
from usimmarine_py.maths.angles import bearing
from usimmarine_py.maths.plane.polygon import Point, Polygon
from usimmarine_py.sums import plain_sum
from usimmarine_py.text import compact_number, read_number, truth_text
from usimmarine_py.texts.pairs import pairs
from usimmarine_py.texts.shapes import (
    PointList,
    look_text,
    no_point_text,
    point_text,
    points_text,
    read_point,
    read_points,
)
from usimmarine_py.values.key import Key

#: The track point is drawn only if it is further than this from the point itself, m.
_TRACK_DRAWN = 5.0
_NO_POINTS = "No waypts given. Set val to empty if intentional"


def read_repeat(text: str) -> float:
    """Read a number of repetitions, or ``forever``."""
    if text.strip().lower() == "forever":
        return inf
    value = read_number(text)
    if value is None or value < 0:
        raise ValueError(f"an integer or forever expected, found {text}")
    return float(int(value))


def _end_speed(text: str) -> tuple[float, float] | None:
    found = pairs(text)
    slow, stop = read_number(found.get("slow_dist", "")), read_number(found.get("stop_dist", ""))
    if slow is None or stop is None or not 0 <= stop <= slow:
        raise ValueError(f"slow_dist=M,stop_dist=M expected, found {text}")
    return slow, stop


class Waypoint(Leading):
    """Steers to a list of points, one after the other."""

    other_keys: ClassVar[tuple[Key, ...]] = (
        other_key(
            "points",
            "list",
            "The points: `x,y : x,y`, a form such as `format=lawnmower,...`, or empty.",
            also=("polygon",),
            unit="m",
        ),
        other_key("point", "point", "The only point, or start: where it is.", unit="m"),
        other_key("newpt", "point", "A further point behind the last.", unit="m"),
        other_key("xpoints", "list", "Points in place of as many, without beginning anew.", unit="m"),
        other_key("order", "text", "normal, reverse or toggle.", default="normal"),
    )

    default_name = "bhv_waypoint"
    own_flags = ("wpt", "cycle")
    variables = ("NAV_X", "NAV_Y", "NAV_SPEED")

    speed: float = number(0.0, minimum=0.0, unit="m/s", what="Speed; at most the top of the domain.")
    speed_alt: float = number(-1.0, minimum=0.0, unit="m/s", what="Speed with use_alt_speed.")
    use_alt_speed: bool = truth(False, what="Uses speed_alt.")
    capture_radius: float = number(3.0, above=0.0, also=("radius",), unit="m", what="A point this close is reached.")
    slip_radius: float = number(
        15.0,
        minimum=0.0,
        also=("nm_radius",),
        unit="m",
        what="A point that was this close and falls behind is reached.",
    )
    capture_line: str = choice(
        "false",
        ("true", "false", "absolute"),
        what="Crossing the line across a point reaches it; absolute: nothing else does.",
    )
    repeat: float = parameter(0.0, read_repeat, "number", what="More times through the list, or forever.")
    currix: int = integer(0, minimum=0, what="Index of the first point.")
    greedy_tour: bool = truth(False, also=("shortest_tour",), what="Nearest point first.")
    wptflag_on_start: bool = truth(False, what="Posts wptflags at the start too.")
    eager_prev_index_flag: bool = truth(False, what="Accepted; no effect.")
    efficiency_measure: str = choice("off", ("off", "all"), what="Posts how straight the way was.")
    crs_spd_zaic_ratio: float = number(
        50.0, minimum=1.0, maximum=99.0, also=("patience",), unit="%", what="Weight of the course against the speed."
    )
    ipf_type: str = word("zaic", also=("ipf-type",), what="zaic, zaic_spd or roc.")
    reset_on_idle: bool = truth(False, what="Begins at the first point after being idle.")
    end_spd: tuple[float, float] | None = parameter(
        None, _end_speed, what="`slow_dist=M,stop_dist=M`: slows down before the very end."
    )
    visual_hints: str = hints(strict=True, what="Colours and sizes: `nextpt_color=red`.")
    draw_path_loop: bool = truth(False, what="Draws the points as a polygon, too, if it is convex.")

    def ends(self) -> bool:
        return self.repeat < inf

    def on_create(self) -> None:
        super().on_create()
        self.points = PointList(())
        self.reverse = False
        self._intended_empty = False
        self._begun = False  #: ran since it was made or completed
        self._last: Point | None = None
        #: For macros: the last point reached (after the first iteration the position then), the next one, and its
        #: index before this iteration.
        self._reached: Point | None = None
        self._following: Point | None = None
        self._index_before = -1
        self._odometer = 0.0
        self._efficiency = Efficiency()
        self._look = {
            "nextpt_color": "yellow", "nextpt_lcolor": "aqua", "nextpt_vertex_size": "5", "trackpt_color": "yellow",
            "trackpt_lcolor": "yellow", "trackpt_vertex_size": "4", "vertex_color": "dodger_blue",
            "edge_color": "white", "label_color": "white", "vertex_size": "3", "edge_size": "1",
        }  # fmt: skip

    # -- parameters

    def on_other(self, key: str, text: str) -> bool:
        if key in ("points", "polygon", "point", "xpoints", "newpt"):
            return self._take_points(key, text)
        if key == "order":
            return self._order(text.strip().lower())
        return super().on_other(key, text)

    def _take_points(self, key: str, text: str) -> bool:
        words = text.strip().strip('"').lower()
        here = (self.value("NAV_X"), self.value("NAV_Y"))
        engine = self.engine
        if key == "newpt":
            if self.reverse:
                return False
            admit(len(self.points.points) + 1, MOST_POINTS, "points")
            self.points = self.points._replace(points=(*self.points.points, read_point(text)), tags="")
            engine.points = list(self.points.points)
            return True
        if words == "empty":
            found = PointList(())
            self._intended_empty = True
        elif words == "start":
            found = PointList((here,))
        elif key == "point":
            found = PointList((read_point(text),))
        else:
            known = "NAV_X" in self.buffer.numbers
            found = read_points(text, here if known else None)
        if key == "xpoints":
            if len(found.points) != len(self.points.points):
                return False
        else:
            index = engine.index = 0
            engine.cycles = engine.repeats = index
            engine.closest, self._index_before = inf, -1
        self.points = found
        engine.points = list(found.points[::-1] if self.reverse else found.points)
        return True

    def _order(self, text: str) -> bool:
        known = {"reverse": True, "reversed": True, "normal": False, "toggle": not self.reverse}
        if text not in known:
            return False
        engine = self.engine
        if known[text] != self.reverse:
            self.reverse = known[text]
            engine.index, engine.closest = 0, inf
        engine.points = list(self.points.points[::-1] if self.reverse else self.points.points)
        return True

    def on_set(self, name: str) -> None:
        if name == "repeat":
            if self.repeat > 0:
                self.perpetual = True
        elif name == "speed":
            self.speed = min(self.speed, self.axis("speed").high)
            self._efficiency.forget()
        elif name in ("speed_alt", "use_alt_speed"):
            self._efficiency.forget()
        elif name == "currix":
            self.engine.index = self.currix if 0 <= self.currix < len(self.engine.points) else self.engine.index
        elif name == "lead" and self.lead <= 0:
            self.lead = -1.0
        elif name == "capture_line" and self.capture_line == "absolute":
            self.capture_radius = self.slip_radius = 0.0
        elif name == "visual_hints":
            take_hints(self._look, self.visual_hints)

    def on_configured(self) -> None:
        if 0 < self.repeat < inf and len(self.engine.points) == 1:
            self.warn("cycles/repeats not supported with single waypt")
        if self.engine.points:
            self.retract(_NO_POINTS)
        elif not self._intended_empty:
            self.warn(_NO_POINTS)
        self.post("BHV_SETTINGS", self._settings(), repeatable=True)

    def _settings(self) -> str:
        names = (self.wpt_status, self.wpt_dist_to_prev, self.wpt_dist_to_next, self.wpt_index, self.cycle_index_var)
        status, to_prev, to_next, index, cycle = names
        shown = points_text(self.engine.points) if self.engine.points else ""
        repeats = "forever" if self.repeat == inf else compact_number(self.repeat)
        line = f"capture_line={self.capture_line}," if self.capture_line != "false" else ""
        return (
            f"type={self.kind},name={self.name},points={shown}"
            f",speed={compact_number(self.speed, 1)},speed_alt={compact_number(self.speed_alt, 1)}"
            f",currix={self.engine.index},greedy_tour={truth_text(self.greedy_tour)}"
            f",use_alt_speed={truth_text(self.use_alt_speed)},wpt_status={status}"
            f",wpt_dist_to_prev={to_prev},wpt_dist_to_next={to_next},wpt_index={index},cycle_index_var={cycle}"
            f",post_suffix={self.post_suffix},post_suffix={self.post_suffix},ipf_type={self.ipf_type}"
            f",lead={compact_number(self.lead, 1)},lead_damper={compact_number(self.lead_damper, 1)}"
            f",lead_to_start={truth_text(self.lead_to_start)},order={'reverse' if self.reverse else 'normal'}"
            f",repeats={repeats},efficiency_measure={self.efficiency_measure}"
            f",capture_radius={compact_number(self.capture_radius, 1)}"
            f",slip_radius={compact_number(self.slip_radius, 1)},{line}"
            f"crs_spd_zaic_ratio={compact_number(self.crs_spd_zaic_ratio, 2)}"
        )

    # -- states

    def on_run_to_idle(self) -> None:
        self.engine.closest = inf
        self._last = None
        self._efficiency.forget()
        if self.reset_on_idle:
            self.engine.index = 0
        self._take_points_away("track", "next")
        self._take_list_away()
        for name in (self.wpt_dist_to_prev, self.wpt_dist_to_next):
            if name:
                self.post(name, -1.0)

    def on_complete_state(self) -> None:
        self._take_points_away("next", "track")
        self._take_list_away()

    def macros(self) -> Mapping[str, float | str | None]:
        engine = self.engine
        here = (self.nav_x, self.nav_y)
        following = self._following or (0.0, 0.0)
        previous = self._reached or following
        count = len(engine.points)
        hits = engine.captured + engine.passed
        cycle_left = self._to_end_of_list(here)
        left = 0.0 if self.repeat == inf else max(self.repeat - engine.repeats, 0.0)
        return {
            "POINTS": points_text(engine.points, 3), "SPEED": self.speed, "SPEED_ALT": self.speed_alt,
            "IPF_TYPE": self.ipf_type, "ORDER": "reverse" if self.reverse else "normal", "NI": float(engine.index),
            "IX": float(engine.index), "NX": following[0], "NY": following[1],
            "PI": float(self._index_before), "PX": previous[0], "PY": previous[1],
            "X": previous[0], "Y": previous[1], "CYCLES": float(engine.cycles), "CYCREM": left,
            "WPTS_HIT": float(hits), "WPTS_REM": float(count - engine.index), "WPTS": float(count),
            "CYC_DIST_TOGO": cycle_left, "ALL_DIST_TOGO": self._to_very_end(here),
        }  # fmt: skip

    # -- running

    def on_run(self) -> Utility | None:
        self.read_pose()
        engine, here = self.engine, (self.nav_x, self.nav_y)
        if not engine.points:
            return None
        if self._last is not None:
            self._odometer += hypot(here[0] - self._last[0], here[1] - self._last[1])
        self._last = here
        if self.start is None:
            self.start = here
        if self.greedy_tour:
            self._tour(here)
        first = not self._begun
        self._begun = True
        if engine.previous is None and engine.points:
            engine.previous = here
        if self._following is None:
            self._following = engine.current
        result = engine.look(
            self.nav_x, self.nav_y, self.capture_radius, self.slip_radius,
            line=self.capture_line != "false", perpetual=self.perpetual, repeat=self.repeat,
        )  # fmt: skip
        self._measure(result, here)
        self.post("WPT_ODO" + self.post_suffix, self._odometer)
        reached = engine.reached
        if result == COMPLETED:
            engine.index = 0  # for macros; they know the last point as the next one
        if result in (CYCLED, COMPLETED):
            self.post(self.wpt_status + self.post_suffix, f"behavior-name={self.name},{result}")
            self.post_flags("cycle")
        if result == COMPLETED:
            self.complete()
            engine.restart()
        else:
            self._following = engine.current
        if result:
            self._reached = reached
        if result or (first and self.wptflag_on_start):
            self.post_flags("wpt", repeatable=False)
        if result in (CYCLED, COMPLETED):
            self.post(self.cycle_index_var + self.post_suffix, float(engine.cycles))
        if result == COMPLETED:
            self._end()
            return None
        self._reached, self._index_before = self._reached or here, engine.index
        self.post_status()
        track = self.track_point(here)
        self._draw(track)
        self.post_distances(cycled=result == CYCLED)
        return self._function(track)

    def _end(self) -> None:
        self._take_points_away("next")
        self.start = None
        self._begun = False
        self._efficiency.forget()

    def _tour(self, here: Point) -> None:
        rest, tour = list(self.engine.points), []
        while rest:
            here = min(rest, key=lambda point: dist(here, point))
            rest.remove(here)
            tour.append(here)
        self.engine.points = tour
        self.greedy_tour = False  # done once, also if the points change

    def _measure(self, result: str, here: Point) -> None:
        if self.efficiency_measure == "off":
            return
        if not self._efficiency.begun and not result:
            self._efficiency.wait()
            return
        if result:
            speed = self._speed()
            for name, value in self._efficiency.leg(here, self._odometer, self.now, speed, self._names()):
                self.post(name, value)
            self._odometer = 0.0

    def _names(self) -> str:
        return f"vname={self.community}, bhv_name={self.name}"

    def _speed(self) -> float:
        return self.speed_alt if self.use_alt_speed and self.speed_alt >= 0 else self.speed

    def _draw(self, track: Point) -> None:
        engine, look = self.engine, self._look
        label = f"{self.community}_{self.name}"
        tags = f",tags={self.points.tags}" if self.points.tags else ""
        text = points_text(engine.points, 3) + tags
        shown = {name: look[name] for name in ("label_color", "edge_color", "vertex_color", "vertex_size", "edge_size")}
        if self.draw_path_loop and Polygon.convex(tuple(engine.points)) is not None:
            self.post("VIEW_POLYGON", points_text(engine.points, 3) + look_text("", **shown))
        self.post("VIEW_SEGLIST", text + look_text(label, **shown))
        following = point_text(
            engine.current, f"{self.community}'s nextpt", active=True, label_color=look["nextpt_lcolor"],
            vertex_color=look["nextpt_color"], vertex_size=look["nextpt_vertex_size"],
        )  # fmt: skip
        self.post("VIEW_POINT", following, tag="next")
        name = f"{self.community}'s trackpt"
        drawn = no_point_text(name)
        if hypot(track[0] - engine.current[0], track[1] - engine.current[1]) > _TRACK_DRAWN:
            drawn = point_text(
                track, name, label_color=look["trackpt_lcolor"], vertex_color=look["trackpt_color"],
                vertex_size=look["trackpt_vertex_size"],
            )  # fmt: skip
        self.post("VIEW_POINT", drawn, tag="track")

    def _take_points_away(self, *tags: str) -> None:
        for tag in tags:
            self.post("VIEW_POINT", no_point_text(f"{self.community}'s {tag}pt"), tag=tag)

    def _take_list_away(self) -> None:
        shown = f"{points_text(self.engine.points, 3)}," if self.engine.points else ""
        self.post("VIEW_SEGLIST", f"{shown}active=false,label={self.community}_{self.name}")

    # -- the function

    def _to_end_of_list(self, here: Point) -> float:
        engine = self.engine
        if not engine.points:
            return 0.0
        rest = engine.points[engine.index :]
        return dist(here, rest[0]) + plain_sum(dist(a, b) for a, b in itertools.pairwise(rest))

    def _to_very_end(self, here: Point) -> float:
        if self.repeat == inf:
            return -1.0
        points = self.engine.points
        loop = plain_sum(dist(a, b) for a, b in zip(points, [*points[1:], *points[:1]], strict=False))
        return self._to_end_of_list(here) + loop * max(self.repeat - self.engine.repeats, 0.0)

    def _function(self, track: Point) -> Utility:
        course, speed_axis = self.axis("course"), self.axis("speed")
        to_track = bearing(self.nav_x, self.nav_y, *track)
        speed = self._speed()
        if self.end_spd is not None:
            slow, stop = self.end_spd
            left = self._to_very_end((self.nav_x, self.nav_y))
            if left <= stop:
                speed = 0.0
            elif left < slow:
                speed *= (left - stop) / (slow - stop)
        kind = self.ipf_type.lower()
        if kind in ("roc", "rate_of_closure"):
            from usimmarine_py.helm.functions.surface import rate_of_closure  # numpy only for coupled functions

            return rate_of_closure(course, speed_axis, to_track, speed)
        band = speed_band(speed_axis, speed, 0.1, speed + 0.4, 70.0, 20.0) if kind == "zaic_spd" else None
        return steering(course, speed_axis, to_track, self.nav_heading, speed, self.crs_spd_zaic_ratio, band)
