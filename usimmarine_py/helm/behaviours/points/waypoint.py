"""BHV_Waypoint."""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from math import inf
from typing import ClassVar

from usimmarine_py.helm.behavior import SILENT
from usimmarine_py.helm.behaviours.points.efficiency import Efficiency
from usimmarine_py.helm.behaviours.points.engine import COMPLETED, CYCLED, HIT
from usimmarine_py.helm.behaviours.points.leading import Leading
from usimmarine_py.helm.functions import Utility, speed_band
from usimmarine_py.helm.functions.builders import steering
from usimmarine_py.helm.parameters import (
    choice,
    hints,
    leading,
    number,
    other_key,
    parameter,
    spelled_hints,
    take_hints,
    truth,
)
from usimmarine_py.limits import MOST_POINTS, admit
from usimmarine_py.maths.angles import bearing
from usimmarine_py.maths.plane.polygon import Point, Polygon
from usimmarine_py.sums import plain_dist, plain_hypot, plain_sum
from usimmarine_py.text import compact_number, read_number, truth_text
from usimmarine_py.texts.pairs import pairs, unquoted
from usimmarine_py.texts.shapes import (
    Behind,
    PointList,
    look_text,
    no_point_text,
    no_shape_text,
    point_text,
    read_point,
    read_points,
)
from usimmarine_py.values.key import Key

#: The track point is drawn only if it is further than this from the point itself, m.
_TRACK_DRAWN = 5.0
_UNSEEN = ("off", "inactive")
_NO_POINTS = "No waypts given. Set val to empty if intentional"


def read_repeat(text: str) -> float:
    """Read a number of repetitions, or ``forever``."""
    if text.strip().lower() == "forever":
        return inf
    value = read_number(text)
    if value is None or value < 0:
        raise ValueError(f"an integer or forever expected, found {text}")
    return float(int(value))


_ROC = ("roc", "rate_of_closure")


def _function_kind(text: str) -> str:
    word = unquoted(text).lower()
    return word if word in ("zaic", "zaic_spd", *_ROC) else ""


def _end_speed(text: str) -> tuple[float, float] | None:
    found = pairs(text)
    slow, stop = read_number(found.get("slow_dist", "")), read_number(found.get("stop_dist", ""))
    if slow is None or stop is None or not 0 <= stop <= slow:
        raise ValueError(f"slow_dist=M,stop_dist=M expected, found {text}")
    return slow, stop


class Waypoint(Leading):
    """Steers to a list of points, one after the other."""

    needed_axes = ("course", "speed")
    unknown_keys = ("precision",)
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

    awaited = ("points|point|newpt|xpoints",)
    default_name = "bhv_waypoint"
    own_flags = ("wpt", "cycle")
    variables = ("NAV_X", "NAV_Y", "NAV_SPEED")
    passes_over = passes_over_empty = ("greedy_tour", "shortest_tour", "use_alt_speed")

    speed: float = number(0.0, minimum=0.0, unit="m/s", what="Speed; at most the top of the domain.")
    speed_alt: float = number(-1.0, minimum=0.0, unit="m/s", what="Speed with use_alt_speed.")
    use_alt_speed: bool = truth(False, what="Uses speed_alt.")
    capture_radius: float = leading(3.0, above=0.0, also=("radius",), unit="m", what="A point this close is reached.")
    slip_radius: float = leading(
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
    currix: float = leading(0.0, minimum=0.0, what="Index of the first point.")
    greedy_tour: bool = truth(False, also=("shortest_tour",), what="Nearest point first.")
    wptflag_on_start: bool = truth(False, what="Posts wptflags at the start too.")
    eager_prev_index_flag: bool = truth(
        False, what="For macros: the index of the last point is known as soon as it is reached."
    )
    efficiency_measure: str = choice("off", ("off", "all"), what="Posts how straight the way was.")
    crs_spd_zaic_ratio: float = leading(
        50.0, minimum=1.0, maximum=99.0, also=("patience",), unit="%", what="Weight of the course against the speed."
    )
    ipf_type: str = parameter(
        "", _function_kind, also=("ipf-type",), what="zaic, zaic_spd or roc; another word changes nothing."
    )
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
        self._exhausted = True  #: the list is done; points that are added to none do not begin one
        self._rounds = 0.0  #: more times through the list as a number that was said last, whether or not it is for ever
        self._intended_empty = False
        self._begins_where_it_is = False
        self._flagged = False  #: wptflags were posted
        self._function_kind = "zaic"
        self._last: Point | None = None
        self._reached: Point | None = None  #: the last point reached; at first the position then
        self._shown_reached: Point = (0.0, 0.0)  #: the same for macros, which know it while there is none
        self._following: Point = (0.0, 0.0)  #: the next point as of the last iteration, for macros
        self._index_before = -1  #: that was posted last, or left last
        self._cycles_before = 0
        self._odometer = 0.0
        self._efficiency = Efficiency()
        self._look = {
            "nextpt_color": "yellow", "nextpt_label_color": "aqua", "nextpt_vertex_size": "5",
            "vertex_color": "dodger_blue", "edge_color": "white", "label_color": "white", "vertex_size": "3",
            "edge_size": "1",
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
        if key == "newpt":
            point = read_point(text)
            if not self.reverse:  # in reverse the original takes it, and leaves it out
                admit(len(self.points.points) + 1, MOST_POINTS, "points")
                behind = (*self.points.behind, Behind()) if self.points.behind else ()
                self.points = self.points._replace(points=(*self.points.points, point), behind=behind)
                self.engine.points = list(self.points.points)
            return True
        if words in ("empty", "start"):
            self._intended_empty, self._begins_where_it_is = True, words == "start"
            return True
        if key == "point":
            self._arrange(PointList((read_point(text),)))
            return True
        found = read_points(text, (self.nav_x, self.nav_y))
        index = self.engine.index
        if key == "xpoints":
            if len(found.points) != len(self.points.points):
                return False
            self._arrange(found)
            self.engine.index = min(index, max(len(found.points) - 1, 0))
        else:
            self._arrange(found)
            self._index_before, self._cycles_before = -1, 0
        self._reached = None
        return True

    @property
    def _in_order(self) -> PointList:
        """The points in the order in which they are sailed."""
        return self.points.reverse if self.reverse else self.points

    def _arrange(self, points: PointList) -> None:
        """Begin with other points; rounds that were made count on."""
        engine = self.engine
        self.points, self.start = points, None
        engine.points = list(self._in_order.points)
        engine.index = engine.cycles = 0
        engine.closest = inf
        self._exhausted = False

    def _order(self, text: str) -> bool:
        known = {"reverse": True, "reversed": True, "normal": False, "toggle": not self.reverse}
        if text not in known:
            return False
        engine = self.engine
        if known[text] != self.reverse:
            self.reverse, self._exhausted = known[text], False
            engine.index = 0
        engine.points = list(self._in_order.points)
        return True

    def on_set(self, name: str) -> None:
        super().on_set(name)
        if name == "repeat":
            if self.repeat > 0:
                self.perpetual = True
            if self.repeat < inf:
                self._rounds = self.repeat
        elif name == "speed":
            self.speed = min(self.speed, self.axis("speed").high)
            self._efficiency.count(self.speed, self.speed_alt, self.use_alt_speed)
        elif name in ("speed_alt", "use_alt_speed"):
            self._efficiency.count(self.speed, self.speed_alt, self.use_alt_speed)
        elif name == "ipf_type":
            self.ipf_type = self._function_kind = self.ipf_type or self._function_kind
        elif name == "currix":
            if 0 <= int(self.currix) < len(self.engine.points):
                self.engine.index, self.engine.closest = int(self.currix), inf
        elif name == "lead" and self.lead <= 0:
            self.lead = -1.0
        elif name == "capture_line" and self.capture_line == "absolute":
            self.capture_radius = self.slip_radius = 0.0
        elif name == "visual_hints":
            take_hints(self._look, spelled_hints(self.visual_hints))

    def on_configured(self) -> None:
        super().on_configured()
        if self._rounds > 0 and len(self.engine.points) == 1:
            self.warn("cycles/repeats not supported with single waypt")
        if self.engine.points:
            self.retract(_NO_POINTS)
        elif not self._intended_empty:
            self.warn(_NO_POINTS)
        self.post_settings()

    def post_settings(self) -> None:
        self.post("BHV_SETTINGS", self._settings(), repeatable=True)

    def _settings(self) -> str:
        names = (self.wpt_status, self.wpt_dist_to_prev, self.wpt_dist_to_next, self.wpt_index, self.cycle_index_var)
        status, to_prev, to_next, index, cycle = names
        shown = self._in_order.text() if self.engine.points else ""
        repeats = "forever" if self.repeat == inf else compact_number(self.repeat)
        absolute = not (self.capture_radius or self.slip_radius)
        line = f"capture_line={'absolute' if absolute else 'true'}," if self.capture_line != "false" else ""
        return (
            f"type={self.kind},name={self.name},points={shown}"
            f",speed={compact_number(self.speed, 1)},speed_alt={compact_number(self.speed_alt, 1)}"
            f",currix={self.engine.index},greedy_tour={truth_text(self.greedy_tour)}"
            f",use_alt_speed={truth_text(self.use_alt_speed)},wpt_status={status}"
            f",wpt_dist_to_prev={to_prev},wpt_dist_to_next={to_next},wpt_index={index},cycle_index_var={cycle}"
            f",post_suffix={self.post_suffix},post_suffix={self.post_suffix},ipf_type={self._function_kind}"
            f",lead={compact_number(self.lead, 1)},lead_damper={compact_number(self.lead_damper, 1)}"
            f",lead_to_start={truth_text(self.lead_to_start)},order={'reverse' if self.reverse else 'normal'}"
            f",repeats={repeats},efficiency_measure={self.efficiency_measure}"
            f",capture_radius={compact_number(self.capture_radius, 1)}"
            f",slip_radius={compact_number(self.slip_radius, 1)},{line}"
            f"crs_spd_zaic_ratio={compact_number(self.crs_spd_zaic_ratio, 2)}"
        )

    # -- states

    def _restart(self) -> None:
        self.engine.restart()
        self._exhausted = False

    def on_run_to_idle(self) -> None:
        self.engine.closest = inf
        self._last = None
        self._efficiency.forget()
        if self.reset_on_idle:
            self._restart()
        self._take_points_away("track", "next")
        self._take_list_away()
        for name in (self.wpt_dist_to_prev, self.wpt_dist_to_next):
            if name:
                self.post(name, -1.0)

    def on_idle_to_run(self) -> None:
        self.on_idle()

    def on_idle(self) -> None:
        self.read_pose()
        self._tour()

    def on_every_iteration(self) -> None:
        if self._begins_where_it_is and not self.engine.points and {"NAV_X", "NAV_Y"} <= self.buffer.numbers.keys():
            self._arrange(PointList((read_point(f"{self.value('NAV_X'):.3f},{self.value('NAV_Y'):.3f}"),)))

    def on_complete_state(self) -> None:
        self._take_points_away("track", "next")
        self._take_list_away()

    def macros(self) -> Mapping[str, float | str | None]:
        engine = self.engine
        here = (self.nav_x, self.nav_y)
        following = self._following
        previous = self._shown_reached
        count = len(engine.points)
        hits = engine.captured + engine.passed
        cycle_left = self._to_end_of_list(here)
        left = max(self._rounds - engine.repeats, 0.0)
        # the last four as the original writes them, truths as numbers
        return {
            "USE_SPEED_ALT": float(self.use_alt_speed), "WPT_FLAG_ON_START": float(self.wptflag_on_start),
            "LEAD_TO_START": float(self.lead_to_start), "LEAD_DAMPER": self.lead_damper,
            "POINTS": self._in_order.text(), "SPEED": self.speed, "SPEED_ALT": self.speed_alt,
            "IPF_TYPE": self._function_kind, "ORDER": "reverse" if self.reverse else "normal",
            "NI": float(engine.index),
            "IX": float(engine.index), "NX": following[0], "NY": following[1],
            "PI": float(self._index_before), "PX": previous[0], "PY": previous[1],
            "X": previous[0], "Y": previous[1], "CYCLES": float(engine.cycles), "CYCREM": left,
            "WPTS_HIT": float(hits), "WPTS_REM": float(count - engine.index), "WPTS": float(count),
            "CYC_DIST_TOGO": cycle_left, "ALL_DIST_TOGO": self._to_very_end(here),
        }  # fmt: skip

    # -- running

    def on_run(self) -> Utility | None:
        engine = self.engine
        if not engine.points:
            return None
        self.read_pose()
        here = (self.nav_x, self.nav_y)
        self._tour()
        if self._last is not None:
            self._odometer += plain_hypot(here[0] - self._last[0], here[1] - self._last[1])
        self._last = here
        if self._reached is None:
            self._reached = self._shown_reached = here
        aim, aimed = engine.current, engine.index
        engine.previous = self._reached
        result = COMPLETED if self._exhausted else engine.look(
            self.nav_x, self.nav_y, self.capture_radius, self.slip_radius,
            line=self.capture_line != "false", perpetual=self.perpetual, repeat=self.repeat,
        )  # fmt: skip
        if result and self.efficiency_measure != "off":
            for name, value in self._efficiency.leg(here, self._odometer, self.now, self.speed, self._names()):
                self.post(name + self.post_suffix, value)
            self._odometer = 0.0
        self.post("WPT_ODO" + self.post_suffix, self._odometer)
        behind = None if result == HIT else self._reached  #: what counts as the previous point of the list
        if result == COMPLETED:
            engine.index = 0  # for macros; they know the last point as the next one
        if result in (CYCLED, COMPLETED):
            if self.wpt_status != SILENT:
                self.post(self.wpt_status + self.post_suffix, f"behavior-name={self.name},{result}")
            self.post_flags("cycle")
        if result == COMPLETED:
            self.complete()
            self.start = None
            self._restart()
        else:
            self._following = engine.current
            track = self.track_point(here)  # where leading begins is kept before flags are posted
        if result or engine.current != aim or (self.wptflag_on_start and not self._flagged):
            self._reached = self._shown_reached = aim
            self._flagged = True
            if self.eager_prev_index_flag:
                self._index_before = aimed
            self.post_flags("wpt", repeatable=False)
        if self.cycle_index_var != SILENT and engine.cycles != self._cycles_before:
            self._cycles_before = engine.cycles
            self.post(self.cycle_index_var + self.post_suffix, float(engine.cycles))
        if result == COMPLETED:
            self._take_points_away("next")
            return None
        self.post_status(index=engine.index != self._index_before)
        if not self.eager_prev_index_flag:
            self._index_before = engine.index
        self._draw(track)
        self.post_distances(behind)
        return self._function(track)

    def _tour(self) -> None:
        if not self.greedy_tour:
            return
        here = (self.nav_x, self.nav_y)
        listed = self._in_order
        rest, tour = list(range(len(listed.points))), []
        while rest:
            nearest = min(rest, key=lambda place: plain_dist(here, listed.points[place]))
            here = listed.points[nearest]
            rest.remove(nearest)
            tour.append(nearest)
        # of a pattern's lanes none is left, and no height
        behind = tuple(listed.behind[place]._replace(z=0.0) for place in tour) if listed.behind else ()
        start = self.start  # leading goes on from where it began
        self._arrange(PointList(tuple(listed.points[place] for place in tour), listed.label, "", behind))
        self.start = start
        self.greedy_tour = False  # done once, also if the points change

    def _names(self) -> str:
        return f"vname={self.community}, bhv_name={self.name}"

    def _speed(self) -> float:
        return self.speed_alt if self.use_alt_speed and self.speed_alt >= 0 else self.speed

    def _draw(self, track: Point) -> None:
        engine, look = self.engine, self._look
        label = f"{self.community}_{self.name}"
        tags = f",tags={self.points.tags}" if self.points.tags else ""
        text = self._in_order.text(3) + tags
        shown = {name: look[name] for name in ("label_color", "edge_color", "vertex_color", "vertex_size", "edge_size")}
        if look["edge_color"] in _UNSEEN:
            self.post("VIEW_SEGLIST", no_shape_text(label))
        else:
            self._draw_list(text, label, shown)
        following = point_text(
            engine.current, f"{self.community}'s nextpt", active=True, label_color=look["nextpt_label_color"],
            vertex_color=look["nextpt_color"], vertex_size=look["nextpt_vertex_size"],
        )  # fmt: skip
        self.post("VIEW_POINT", following, tag="next")
        name = f"{self.community}'s trackpt"
        drawn = no_point_text(name)
        if plain_hypot(track[0] - engine.current[0], track[1] - engine.current[1]) > _TRACK_DRAWN:
            drawn = point_text(
                track, name, label_color=look["nextpt_color"], vertex_color=look["nextpt_color"], vertex_size=4,
            )  # fmt: skip
        self.post("VIEW_POINT", drawn, tag="track")

    def _draw_list(self, text: str, label: str, shown: dict[str, str]) -> None:
        if self.draw_path_loop and Polygon.convex(tuple(self.engine.points)) is not None:
            tags = f",tags={self.points.tags}" if self.points.tags else ""
            self.post("VIEW_POLYGON", self._in_order.text() + tags + look_text("", **shown))
        self.post("VIEW_SEGLIST", text + look_text(label, **shown))

    def _take_points_away(self, *tags: str) -> None:
        for tag in tags:
            self.post("VIEW_POINT", no_point_text(f"{self.community}'s {tag}pt"), tag=tag)

    def _take_list_away(self) -> None:
        tags = f"tags={self.points.tags}," if self.points.tags else ""
        shown = f"{self._in_order.text()},{tags}" if self.engine.points else ""
        self.post("VIEW_SEGLIST", f"{shown}active=false,label={self.community}_{self.name}")

    # -- the function

    def _to_end_of_list(self, here: Point) -> float:
        engine = self.engine
        if not engine.points:
            return 0.0
        rest = engine.points[engine.index :]
        return plain_dist(here, rest[0]) + plain_sum(plain_dist(a, b) for a, b in itertools.pairwise(rest))

    def _to_very_end(self, here: Point) -> float:
        if self.repeat == inf:
            return -1.0
        points = self.engine.points
        loop = plain_sum(plain_dist(a, b) for a, b in zip(points, [*points[1:], *points[:1]], strict=False))
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
        kind = self._function_kind
        if kind in _ROC:
            from usimmarine_py.helm.functions.surface import rate_of_closure  # numpy only for coupled functions

            return rate_of_closure(course, speed_axis, to_track, speed, self.surroundings.draws)
        band = speed_band(speed_axis, speed, 0.1, speed + 0.4, 70.0, 20.0) if kind == "zaic_spd" else None
        return steering(course, speed_axis, to_track, self.nav_heading, speed, self.crs_spd_zaic_ratio, band)
