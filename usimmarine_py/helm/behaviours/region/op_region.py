"""BHV_OpRegion."""

from __future__ import annotations

from math import cos, inf, radians, sin

from usimmarine_py.helm.behavior import Behavior
from usimmarine_py.helm.parameters import hints, number, parameter, take_hints, truth, variable
from usimmarine_py.maths.plane.polygon import Point, edges_of
from usimmarine_py.maths.plane.segments import distance_to_polygon
from usimmarine_py.texts.pairs import pairs
from usimmarine_py.texts.shapes import LabelledPolygon, look_text, points_text, read_polygon

_SOFT = "Soft polygon containment breach"


class OpRegion(Behavior):
    """Stops the vehicle when it leaves a region, dives too deep, comes too near to the bed, or is out too long."""

    endless = True
    default_name = "bhv_opregion"
    own_flags = ("breached_poly", "breached_time", "breached_altitude", "breached_depth")
    variables = ("NAV_X", "NAV_Y", "NAV_HEADING", "NAV_SPEED", "NAV_DEPTH", "NAV_ALTITUDE", "MOOS_MANUAL_OVERRIDE")

    polygon: LabelledPolygon | None = parameter(None, read_polygon, "polygon", unit="m", what="The region, convex.")
    max_depth: float = number(0.0, minimum=0.0, unit="m", what="Deepest depth; 0: off.")
    min_altitude: float = number(0.0, minimum=0.0, unit="m", what="Least altitude; 0: off.")
    max_time: float = number(0.0, minimum=0.0, unit="s", what="Longest time; 0: off.")
    trigger_entry_time: float = number(1.0, minimum=0.0, unit="s", what="Time inside before leaving counts.")
    trigger_exit_time: float = number(0.5, minimum=0.0, unit="s", what="Time outside that counts as leaving.")
    soft_poly_breach: bool = truth(False, what="Leaving parks the helm instead of an error.")
    reset_var: str = variable(what="Variable whose mail (`poly`, `time`, `altitude`, `true`) begins anew.")
    time_remaining_var: str = variable(what="Variable for the remaining time.")
    opregion_poly_var: str = variable(what="Variable for the polygon.")
    visual_hints: str = hints(strict=False, what="Colours and sizes.")

    def on_create(self) -> None:
        self._entry_demanded = False
        self._look = {
            "label_color": "aqua", "edge_color": "aqua", "vertex_color": "brown", "vertex_size": "3", "edge_size": "1"
        }  # fmt: skip
        self._began: float | None = None
        self._before = self._elapsed = 0.0  #: when it ran last, and how long it has run then, s
        self._breached: set[str] = set()  #: whose flags were posted
        self._warned = False  #: of a soft breach
        self._labelled = False  #: the polygon gets its label when it is drawn first
        self._forget_places()
        self._outside = 0.0  #: how long it has been outside, s

    def _forget_places(self) -> None:
        self._inside = 0.0  #: how long it has been inside, s
        self._was_inside = self._entered = False

    def on_set(self, name: str) -> None:
        if name == "trigger_entry_time":
            self._entry_demanded = self._entry_demanded or self.trigger_entry_time > 0
        elif name == "reset_var":
            self.extra_variables.append(self.reset_var)
        elif name == "visual_hints":
            take_hints(self._look, pairs(self.visual_hints))
        elif name == "polygon":
            self._labelled = False

    def on_configured(self) -> None:
        if self.opregion_poly_var and self.polygon is not None:
            self.post(self.opregion_poly_var, points_text(list(self.polygon.points), 2))

    def on_run(self) -> None:
        self._reset()
        step = self._see_time()
        if self._warned and self.buffer.texts.get("MOOS_MANUAL_OVERRIDE", "").lower() == "false":
            self.retract(_SOFT)
            self._warned = False
        if self.polygon is not None:
            self._watch_polygon(self.polygon, step)
        self._post_perimeter()
        self._watch_depth()
        self._watch_altitude()
        self._watch_time()
        self._post_time_left()
        self.post("SECS_IN_POLY", self._inside)
        if self.polygon is not None:
            self._labelled = True
            text = points_text(list(self.polygon.points)) + look_text(self._label(), **self._look)
            self.post("VIEW_POLYGON", text)

    def _see_time(self) -> float:
        """Return the time since it ran last, 0 the first time (s)."""
        now = self.now
        if self._began is None:
            self._began = self._before = now
        step, self._before = now - self._before, now
        self._elapsed = now - self._began
        return step

    def on_idle(self) -> None:
        self._reset()
        self._post_time_left()
        self._take_away()

    def on_complete_state(self) -> None:
        self._take_away()

    def _take_away(self) -> None:
        if self.polygon is not None:
            label = self._label() if self._labelled else self.polygon.label
            text = points_text(list(self.polygon.points)) + ",active=false"
            self.post("VIEW_POLYGON", text + (f",label={label}" if label else ""))

    def _label(self) -> str:
        return self.polygon.label if self.polygon and self.polygon.label else f"{self.community}:{self.name}:opreg"

    def _reset(self) -> None:
        if not self.reset_var or self.buffer.received.get(self.reset_var) != self.now:
            return
        word_found = self.buffer.texts.get(self.reset_var, "").lower()
        everything = word_found == "true"
        if everything or word_found == "poly":
            self._breached.discard("poly")
            self._forget_places()
        if everything or word_found == "time":
            self._breached.discard("time")
            self._began = None
        if everything or word_found == "altitude":  # and depth has no word of its own
            self._breached -= {"altitude", "depth"}

    def _breach(self, kind: str, text: str) -> None:
        self._post_breach(kind)
        self.fail(text)

    def _post_breach(self, kind: str) -> None:
        if kind not in self._breached:
            self._breached.add(kind)
            self.post_flags(f"breached_{kind}", repeatable=False)

    def _watch_polygon(self, region: LabelledPolygon, step: float) -> None:
        x, y = self.value("NAV_X"), self.value("NAV_Y")
        was_inside, self._was_inside = self._was_inside, region.polygon.contains(x, y)
        if self._was_inside:
            self._outside = 0.0
            self._inside = self._inside + step if was_inside else 0.0
            self._entered = self._entered or self._inside >= self.trigger_entry_time
            return
        self._inside = 0.0
        self._outside = 0.0 if was_inside else self._outside + step
        waits = self._outside < self.trigger_exit_time
        if (self._entry_demanded and not self._entered) or waits:
            return
        self._post_breach("poly")
        if self.soft_poly_breach:
            self.post("MOOS_MANUAL_OVERRIDE", "true", repeatable=True)
            self.warn(_SOFT)
            self._warned = True
            self._breached.discard("poly")
            self._forget_places()
        else:
            self.fail(f"BHV_OpRegion Polygon containment failure:  x={x:.1f} y={y:.1f}")

    def _post_perimeter(self) -> None:
        points = list(self.polygon.points) if self.polygon is not None else []
        here, speed = (self.value("NAV_X"), self.value("NAV_Y")), self.value("NAV_SPEED")
        ahead = distance_ahead(points, here, self.value("NAV_HEADING")) if points else -1.0
        self.post_rounded("OPREG_TRAJECTORY_PERIM_DIST", ahead, 1.0)
        self.post_whole("OPREG_TRAJECTORY_PERIM_ETA", ahead / speed if speed > 0 else 0.0)
        nearest = distance_to_polygon(points, *here) if points else -1.0
        self.post_rounded("OPREG_ABSOLUTE_PERIM_DIST", nearest, 1.0)
        top = self.axis("speed").high
        self.post("OPREG_ABSOLUTE_PERIM_ETA", float(int((nearest / top if top > 0 else 0.0) + 0.5)))
        if self.max_time > 0:
            self.post("OPREG_TIME_REMAINING", max(self.max_time - self._elapsed, 0.0))

    def _watch_depth(self) -> None:
        if self.max_depth <= 0:
            return
        if not self.heard("NAV_DEPTH"):
            self.fail("No ownship depth in info_buffer.")
            return
        depth = self.value("NAV_DEPTH")
        if depth > self.max_depth:
            self._breach("depth", f"OpRegion Depth failure: max:{self.max_depth:.5f} detected:{depth:.5f}")

    def _watch_altitude(self) -> None:
        if self.min_altitude <= 0:
            return
        if not self.heard("NAV_ALTITUDE"):
            self.fail("No ownship altitude in info_buffer.")
            return
        altitude = self.value("NAV_ALTITUDE")
        if altitude < self.min_altitude:
            text = f"OpRegion Altitude failure: Min-Altitude:{self.min_altitude:.5f}  Detected Altitude: {altitude:.5f}"
            self._breach("altitude", text)

    def _watch_time(self) -> None:
        if 0 < self.max_time < self._elapsed:
            text = f"OpRegion timeout failure: MaxTime:{self.max_time:.5f}  Elapsed Time: {self._elapsed:.5f}"
            self._breach("time", text)

    def _post_time_left(self) -> None:
        if not self.time_remaining_var:
            return
        if self.max_time <= 0:  # the original posts both
            self.post(self.time_remaining_var, -1.0)
        self.post_rounded(self.time_remaining_var, max(self.max_time - self._elapsed, 0.0))


def distance_ahead(points: list[Point], here: Point, heading: float) -> float:
    """Return the distance along a heading to the nearest edge of a polygon, -1 without one, m."""
    dx, dy = sin(radians(heading)), cos(radians(heading))
    best = inf
    for (ax, ay), (bx, by) in edges_of(points):
        ex, ey = bx - ax, by - ay
        across = dx * ey - dy * ex
        if across == 0:
            continue
        along = ((ax - here[0]) * ey - (ay - here[1]) * ex) / across
        share = ((ax - here[0]) * dy - (ay - here[1]) * dx) / across
        if along >= 0 and -1e-12 <= share <= 1 + 1e-12:
            best = min(best, along)
    return best if best < inf else -1.0
