"""BHV_OpRegion."""

from __future__ import annotations

from math import cos, inf, radians, sin

from usimmarine_py.helm.behavior import Behavior
from usimmarine_py.helm.parameters import hints, number, parameter, take_hints, truth, variable
from usimmarine_py.maths.plane.polygon import Point, distance_to_edges, edges_of
from usimmarine_py.texts.shapes import LabelledPolygon, look_text, points_text, read_polygon


class OpRegion(Behavior):
    """Stops the vehicle when it leaves a region, dives too deep, comes too near to the bed, or is out too long."""

    endless = True
    default_name = "bhv_opregion"
    own_flags = ("breached_poly", "breached_time", "breached_altitude", "breached_depth")
    variables = ("NAV_X", "NAV_Y", "NAV_HEADING", "NAV_SPEED", "NAV_DEPTH", "NAV_ALTITUDE", "MOOS_MANUAL_OVERRIDE")
    constraint = True

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
        self._poly_breached = self._time_breached = self._depth_breached = self._altitude_breached = False
        self._forget_places()

    def _forget_places(self) -> None:
        self._inside_since: float | None = None
        self._outside_since: float | None = None
        self._entered = False

    def on_set(self, name: str) -> None:
        if name == "trigger_entry_time":
            self._entry_demanded = self.trigger_entry_time > 0
        elif name == "reset_var":
            self.extra_variables.append(self.reset_var)
        elif name == "visual_hints":
            take_hints(self._look, self.visual_hints)

    def on_configured(self) -> None:
        if self.opregion_poly_var and self.polygon is not None:
            self.post(self.opregion_poly_var, points_text(list(self.polygon.points), 3))

    def on_run(self) -> None:
        self.read_pose()
        self._reset()
        if self._began is None:
            self._began = self.now
        if self.polygon is not None:
            self._watch_polygon(self.polygon)
            self._post_perimeter(self.polygon)
        has_left = self.life.failed
        self._watch_depth()
        self._watch_altitude()
        self._watch_time()
        if self.polygon is not None and not has_left:
            inside = self.now - self._inside_since if self._inside_since is not None else 0.0
            self.post("SECS_IN_POLY", inside)
            text = points_text(list(self.polygon.points), 3) + look_text(self._label(), **self._look)
            self.post("VIEW_POLYGON", text)

    def on_idle(self) -> None:
        self._take_away()

    def on_complete_state(self) -> None:
        self._take_away()

    def _take_away(self) -> None:
        if self.polygon is not None:
            text = points_text(list(self.polygon.points), 3)
            # it gets its label when it runs
            label = f",label={self._label()}" if self._began is not None else ""
            self.post("VIEW_POLYGON", f"{text},active=false{label}")

    def _label(self) -> str:
        return f"{self.community}:{self.name}:opreg"

    def _reset(self) -> None:
        for value in self.buffer.tick.get(self.reset_var, ()) if self.reset_var else ():
            word_found = str(value).lower()
            everything = word_found == "true"
            if everything or word_found == "poly":
                self._poly_breached = False
                self._forget_places()
            if everything or word_found == "time":
                self._time_breached, self._began = False, None
            if everything or word_found == "altitude":
                self._altitude_breached = False
            if everything:
                self._depth_breached = False

    def _breach(self, kind: str, text: str, before: bool) -> None:
        if not before:
            self.post_flags(f"breached_{kind}")
        self.fail(text)

    def _watch_polygon(self, region: LabelledPolygon) -> None:
        now = self.now
        if region.polygon.contains(self.nav_x, self.nav_y):
            self._outside_since = None
            if self._inside_since is None:
                self._inside_since = now
            if now - self._inside_since >= self.trigger_entry_time:
                self._entered = True
        else:
            self._inside_since = None
            if self._outside_since is None:
                self._outside_since = now
            armed = self._entered or not self._entry_demanded
            if armed and now - self._outside_since >= self.trigger_exit_time and now > self._outside_since:
                self._leave()
                return
        if self._poly_breached:
            self._leave()

    def _leave(self) -> None:
        text = f"Polygon containment failure:  x={self.nav_x:.1f} y={self.nav_y:.1f}"
        if not self.soft_poly_breach:
            self._breach("poly", f"{self.kind} {text}", self._poly_breached)
            self._poly_breached = True
            return
        self.post_flags("breached_poly")
        self.post("MOOS_MANUAL_OVERRIDE", "true", repeatable=True)
        self.warn(f"{self.kind} {text}")
        self._forget_places()

    def _post_perimeter(self, region: LabelledPolygon) -> None:
        points = list(region.points)
        ahead = distance_ahead(points, (self.nav_x, self.nav_y), self.nav_heading)
        self.post_rounded("OPREG_TRAJECTORY_PERIM_DIST", ahead, 1.0)
        eta = ahead / self.nav_speed if self.nav_speed > 0 else 0.0
        self.post("OPREG_TRAJECTORY_PERIM_ETA", float(int(eta + 0.5)))
        nearest = distance_to_edges(points, self.nav_x, self.nav_y)
        self.post_rounded("OPREG_ABSOLUTE_PERIM_DIST", nearest, 1.0)
        top = self.axis("speed").high
        self.post("OPREG_ABSOLUTE_PERIM_ETA", float(int(nearest / top + 0.5)) if top > 0 else 0.0)

    def _watch_depth(self) -> None:
        depth = self.value("NAV_DEPTH")
        if self.max_depth > 0 and depth > self.max_depth:
            text = f"OpRegion Depth failure: max:{self.max_depth:.5f} detected:{depth:.5f}"
            self._breach("depth", text, self._depth_breached)
            self._depth_breached = True

    def _watch_altitude(self) -> None:
        if self.min_altitude <= 0:
            return
        if not self.heard("NAV_ALTITUDE"):
            self.fail("No ownship altitude in info_buffer.")
            return
        altitude = self.value("NAV_ALTITUDE")
        if altitude < self.min_altitude:
            text = f"OpRegion Altitude failure: Min-Altitude:{self.min_altitude:.5f}  Detected Altitude: {altitude:.5f}"
            self._breach("altitude", text, self._altitude_breached)
            self._altitude_breached = True

    def _watch_time(self) -> None:
        if self.max_time <= 0 or self._began is None:
            if self.time_remaining_var:  # the original posts both
                self.post(self.time_remaining_var, -1.0)
                self.post(self.time_remaining_var, 0.0)
            return
        elapsed = self.now - self._began
        left = max(self.max_time - elapsed, 0.0)
        self.post("OPREG_TIME_REMAINING", left)
        if elapsed > self.max_time:
            text = f"OpRegion timeout failure: MaxTime:{self.max_time:.5f}  Elapsed Time: {elapsed:.5f}"
            self._breach("time", text, self._time_breached)
            self._time_breached = True
        if self.time_remaining_var:
            self.post_rounded(self.time_remaining_var, left)


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
