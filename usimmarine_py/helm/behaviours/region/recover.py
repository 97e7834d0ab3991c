"""BHV_OpRegionRecover."""

from __future__ import annotations

from math import inf

from usimmarine_py.helm.behavior import Behavior
from usimmarine_py.helm.behaviours.region.op_region import distance_ahead
from usimmarine_py.helm.functions import Utility, couple, speed_band
from usimmarine_py.helm.functions.builders import lines
from usimmarine_py.helm.parameters import hints, number, parameter, take_hints, variable
from usimmarine_py.maths.plane.buffers import buffered
from usimmarine_py.maths.plane.polygon import Point, Polygon
from usimmarine_py.maths.plane.segments import distance_to_polygon
from usimmarine_py.texts.pairs import pairs
from usimmarine_py.texts.shapes import LabelledPolygon, look_text, points_text, read_polygon

_NONE, _LEFT, _RIGHT = "none", "left", "right"
#: The speed of the way back, and where its utility is that of standing and of the top speed (m/s and utilities).
_SPEED = (0.3, 0.1, 0.5, 0.0, 0.0, 80.0, 30.0)


class OpRegionRecover(Behavior):
    """Brings the vehicle back into a region by the nearest way, turning to one side."""

    needed_axes = ("course", "speed")
    awaited = ("polygon",)
    endless = True
    default_name = "op_recover"
    loads = ("usimmarine_py.helm.functions.rays",)
    variables = ("NAV_X", "NAV_Y", "NAV_HEADING", "NAV_SPEED")

    polygon: LabelledPolygon | None = parameter(None, read_polygon, "polygon", unit="m", what="The region, convex.")
    buffer_dist: float = number(0.0, minimum=0.0, unit="m", what="The region grows by this.")
    trigger_entry_time: float = number(
        1.0,
        minimum=0.0,
        unit="s",
        what="Time inside that counts as having been in; given above 0, leaving counts then.",
    )
    trigger_exit_time: float = number(0.5, minimum=0.0, unit="s", what="Time outside that counts as leaving.")
    reset_var: str = variable(empty=True, what="Variable whose mail `true` begins anew.")
    dynamic_region_var: str = variable(empty=True, what="Variable whose mail is a new polygon.")
    opregion_poly_var: str = variable(what="Variable for the grown polygon.")
    visual_hints: str = hints(strict=False, what="Colours and sizes.")

    def on_create(self) -> None:
        self._entry_demanded = False
        self._grown: tuple[Point, ...] = ()
        self._label = ""
        self._look = {
            "label_color": "",
            "edge_color": "aqua",
            "vertex_color": "brown",
            "vertex_size": "1",
            "edge_size": "1",
        }
        self._committed = _NONE
        self._entered = self._was_inside = False
        self._inside_since, self._outside_since = 0.0, -inf
        self._inside_for = self._outside_for = 0.0

    def on_set(self, name: str) -> None:
        if name == "trigger_entry_time":
            self._entry_demanded |= self.trigger_entry_time > 0
        elif name in ("reset_var", "dynamic_region_var"):
            self.extra_variables.append(getattr(self, name))
        elif name == "visual_hints":
            take_hints(self._look, pairs(self.visual_hints))

    def on_configured(self) -> None:
        self._grow()
        if self.opregion_poly_var and self._grown:
            self.post(self.opregion_poly_var, points_text(self._grown, 2))

    def _grow(self) -> None:
        points = self.polygon.points if self.polygon is not None else ()
        grows = bool(points) and self.buffer_dist > 0
        self._grown = tuple(buffered(points, self.buffer_dist)) if grows else points
        # a region that grows loses its own label
        self._label = self.polygon.label if self.polygon is not None and not grows else ""

    # -- running

    def on_idle(self) -> None:
        self._read_reset()
        self._take_away()

    def on_complete_state(self) -> None:
        self._take_away()

    def _take_away(self) -> None:
        if self._grown:
            label = f",label={self._label}" if self._label else ""
            self.post("VIEW_POLYGON", f"{points_text(self._grown)},active=false{label}")

    def _read_reset(self) -> None:
        if self.reset_var and "true" in self.buffer.tick.get(self.reset_var, ()):
            self._inside_for, self._was_inside, self._entered = 0.0, False, False

    def on_run(self) -> Utility | None:
        self.read_pose()
        tick = self.buffer.tick
        for text in tick.get(self.dynamic_region_var, ()) if self.dynamic_region_var else ():
            if isinstance(text, str) and self.set("polygon", text):
                self._grow()
        if not self._grown:
            return None
        self._read_reset()
        if self._is_in():
            self._committed = _NONE
            self._post_perimeter()
            self._draw()
            self.post("OPR_DEBUG", "in poly no problemo", repeatable=True)
            return None
        self.post("OPR_DEBUG", "not in poly", repeatable=True)
        function = self._way_back()
        self._post_perimeter()
        self._draw()
        return function

    def _is_in(self) -> bool:
        """Whether it counts as in the region: also outside, before it counts as having left it."""
        now, contained = self.now, Polygon(self._grown).contains(self.nav_x, self.nav_y)
        if contained != self._was_inside:
            self._inside_for = self._outside_for = 0.0
            self._inside_since, self._outside_since = (now, 0.0) if contained else (0.0, now)
        elif contained:
            self._inside_for = now - self._inside_since
        else:
            self._outside_for = now - self._outside_since
        self._was_inside = contained
        self.post("OPR_SECS_IN_POLY", self._inside_for, repeatable=True)
        if contained:
            self._entered |= self._inside_for >= self.trigger_entry_time
            return True
        if self._entry_demanded and not self._entered:
            return True
        return self._outside_for < self.trigger_exit_time

    def _way_back(self) -> Utility:
        import numpy as np  # outside the region only

        from usimmarine_py.helm.functions.rays import distances_ahead, turns

        course, here = self.axis("course"), (self.nav_x, self.nav_y)
        ways = distances_ahead(self._grown, here, course)
        turned, hits = turns(course, self.nav_heading), ways >= 0
        ahead = distance_ahead(list(self._grown), here, self.nav_heading)
        self.post("OPR_HDG_DIST_TO_POLY", ahead, repeatable=True)
        if ahead != -1:
            self._committed = _NONE
        elif self._committed == _NONE:
            nearest = float(turned[hits][np.abs(turned[hits]).argmin()]) if hits.any() else -self.nav_heading
            self._committed = _LEFT if nearest <= 0 or abs(nearest) == 180 else _RIGHT
        self.post("OPR_TURN", self._committed, repeatable=True)
        utilities = np.zeros(course.count)
        if hits.any() and ways[hits].min() < ways[hits].max():
            near, far = ways[hits].min(), ways[hits].max()
            side = {_RIGHT: 1.0, _LEFT: -1.0, _NONE: 0.0}[self._committed]
            wanted = hits & ((turned * side >= 0) | (np.abs(turned) == 180))
            utilities = np.where(wanted, 100.0 * (far - ways) / (far - near), 0.0)
        speed = speed_band(self.axis("speed"), *_SPEED)
        return couple(lines(course, list(enumerate(utilities.tolist()))), speed)

    # -- posts

    def _post_perimeter(self) -> None:
        points, here = list(self._grown), (self.nav_x, self.nav_y)
        ahead = distance_ahead(points, here, self.nav_heading)
        nearest, top = distance_to_polygon(points, *here), self.axis("speed").high
        self.post_rounded("OPR_TRAJECTORY_PERIM_DIST", ahead, 1.0)
        self.post_whole("OPR_TRAJECTORY_PERIM_ETA", ahead / self.nav_speed if self.nav_speed > 0 else 0.0)
        self.post_rounded("OPR_ABSOLUTE_PERIM_DIST", nearest, 1.0)
        self.post("OPR_ABSOLUTE_PERIM_ETA", float(int((nearest / top if top > 0 else 0.0) + 0.5)))

    def _draw(self) -> None:
        self._label = self._label or f"{self.community}:{self.name}:opreg"
        look = {key: value for key, value in self._look.items() if value}
        self.post("VIEW_POLYGON", points_text(self._grown) + look_text(self._label, **look))
