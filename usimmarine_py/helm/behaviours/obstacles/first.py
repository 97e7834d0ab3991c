"""BHV_AvoidObstacle, the first of its kind."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from usimmarine_py.colours import is_colour
from usimmarine_py.helm.behaviours.deprecated import Deprecated
from usimmarine_py.helm.behaviours.obstacles.avoid_obstacle_v21 import SUCCESSOR
from usimmarine_py.helm.behaviours.obstacles.obstacle import is_abaft
from usimmarine_py.helm.functions import Utility
from usimmarine_py.helm.parameters import number, other_key, parameter, truth, variable
from usimmarine_py.maths.angles import bearing
from usimmarine_py.maths.plane.buffers import buffered
from usimmarine_py.maths.plane.polygon import Point, Polygon
from usimmarine_py.maths.plane.segments import distance_to_polygon
from usimmarine_py.text import compact_number, read_number
from usimmarine_py.texts.pairs import pairs
from usimmarine_py.texts.shapes import LabelledPolygon, look_text, no_shape_text, points_text, read_polygon
from usimmarine_py.values.key import Key

#: Points of a piece of its function on each axis.
_SIZES = (3, 3)
#: Step of the arcs of its buffer, deg.
_ARC = 10.0
_LOOK = {
    "obstacle_edge_color": "white", "obstacle_fill_color": "gray60", "obstacle_fill_transparency": "0.7",
    "buffer_edge_color": "gray60", "buffer_vertex_color": "dodger_blue", "buffer_fill_color": "gray70",
    "buffer_fill_transparency": "0.1",
}  # fmt: skip


class AvoidObstacle(Deprecated):
    """Keeps clear of a convex obstacle, on the side on which it is; deprecated. It needs ``buffer_dist``."""

    needed_axes = ("course", "speed")
    pose_macros = False
    successor = ("BHV_AvoidObstacle is no longer supported.", SUCCESSOR)
    default_name = "avoid_obstacles"
    constraint = True
    mandatory = ("buffer_dist",)
    awaited = ("polygon",)
    variables = ("NAV_X", "NAV_Y", "NAV_HEADING")
    other_keys: ClassVar[tuple[Key, ...]] = (
        other_key("visual_hints", "text", "Colours, and shares of what shines through: `obstacle_fill_color=red`."),
    )

    polygon: LabelledPolygon | None = parameter(
        None, read_polygon, "polygon", also=("points", "poly"), unit="m", what="The obstacle."
    )
    allowable_ttc: float = number(20.0, minimum=0.0, unit="s", what="It does not mind what is farther away in time.")
    buffer_dist: float = number(0.0, minimum=0.0, unit="m", what="Distance to keep; must be given, above 0.")
    obstacle_key: str = variable(what="Name of the obstacle.")
    pwt_outer_dist: float = number(30.0, minimum=0.0, unit="m", what="From here on it has a weight.")
    pwt_inner_dist: float = number(20.0, minimum=0.0, unit="m", what="Here it has its full weight.")
    completed_dist: float = number(75.0, minimum=0.0, unit="m", what="Beyond this it completes.")
    no_alert_request: bool = truth(False, what="It does not ask the obstacle manager for alerts.")
    resolved: bool = truth(False, what="true: the obstacle is gone; it completes.")

    def on_create(self) -> None:
        self._look = dict(_LOOK)
        self._rim: tuple[Point, ...] = ()  #: the obstacle grown by buffer_dist, m
        self._rim_label = ""

    # -- parameters

    def on_set(self, name: str) -> None:
        if name not in ("pwt_outer_dist", "pwt_inner_dist", "completed_dist"):
            return
        self.given.add(name)  # also where it is refused
        if name == "pwt_inner_dist":
            if self.pwt_outer_dist < self.pwt_inner_dist:
                self.pwt_outer_dist = self.pwt_inner_dist
                self._refuse("pwt_outer_dist", "pwt_inner_dist must be < pwt_outer_dist", noted=False)
            return
        if name == "pwt_outer_dist" and self.pwt_inner_dist > self.pwt_outer_dist:
            self.pwt_inner_dist = self.pwt_outer_dist
            self._refuse("pwt_inner_dist", "pwt_outer_dist must be > pwt_inner_dist")
        if self.completed_dist <= self.pwt_outer_dist:
            self.completed_dist = self.pwt_outer_dist + 1
            if name == "pwt_outer_dist":
                self._refuse("completed_dist", "pwt_outer_dist must be < completed_dist", noted=False)
            else:
                self._refuse("pwt_outer_dist", "completed_dist must be > pwt_outer_dist")

    def _refuse(self, other: str, problem: str, *, noted: bool = True) -> None:
        """Refuse a distance, where the ``other`` one that it contradicts was given, too."""
        if other in self.given:
            if noted:
                self.post("BHV_BAD_CONFIG", f"{self.name}: {problem}", repeatable=True)
            raise ValueError(problem)

    def on_other(self, key: str, text: str) -> bool:
        if key != "visual_hints":
            return False
        for name, value in pairs(text).items():
            share = read_number(value) if name.endswith("transparency") else None
            if name not in (*_LOOK, "obstacle_vertex_color") or (share is None and not is_colour(value)):
                raise ValueError(f"{', '.join(_LOOK)} expected, found {name}={value}")
            self._look[name] = value if share is None else str(min(max(share, 0.0), 1.0))
        return True

    def on_configured(self) -> None:
        self.post_settings()

    def on_idle_to_run(self) -> None:
        self.post_settings()

    def post_settings(self) -> None:
        text = (
            f"type=BHV_AvoidObstacles,name={self.name},allowable_ttc={self.allowable_ttc:.2f}"
            f",buffer_dist={self.buffer_dist:.2f},pwt_outer_dist={self.pwt_outer_dist:.2f}"
            f",pwt_inner_dist={self.pwt_inner_dist:.2f},completed_dist={self.completed_dist:.2f}"
            f",obstacle_key={self.obstacle_key}"
        )
        self.post("BHV_SETTINGS", text, repeatable=True)

    def start_messages(self) -> Iterator[tuple[str, str]]:
        if self.updates and not self.no_alert_request:
            distance = compact_number(self.pwt_outer_dist, 1)
            yield "OBM_ALERT_REQUEST", f"name={self.name},update_var={self.updates},alert_range={distance}"

    # -- running

    def on_idle(self) -> None:
        self._erase()

    def on_run_without_function(self) -> None:
        self._erase()

    def on_complete_state(self) -> None:
        self._erase()
        self.post("OBSTACLE_RESOLVED", self.obstacle_key, repeatable=True)

    def on_spawn(self) -> None:
        self.post("AVD_OB_SPAWN", self.name)

    def on_run(self) -> Utility | None:
        if self.resolved:
            self.complete()
            return None
        self.read_pose()
        if self.polygon is None or not self._grow(self.polygon):
            return None
        distance = distance_to_polygon(self.polygon.points, self.nav_x, self.nav_y)
        self.post("OS_DIST_TO_POLY", distance)
        if distance > self.completed_dist:
            self.complete()
            return None
        self.relevance = self._relevance(self.polygon.points, distance)
        if self.relevance <= 0:
            return None
        if self.allowable_ttc <= 0:
            self.warn("Unable to init AOF_AvoidObstacle:m_allowable_ttc is not set")
            return None
        self._draw(self.polygon)
        return self._function(self.polygon)

    def _grow(self, obstacle: LabelledPolygon) -> bool:
        """Grow the obstacle, less where own ship is near; return whether that was possible."""
        own = self.nav_x, self.nav_y
        self._rim, self._rim_label = obstacle.points, obstacle.label
        if self.buffer_dist <= 0 or obstacle.polygon.contains(*own):
            return False
        distance, room = self.buffer_dist, distance_to_polygon(obstacle.points, *own)
        if room < distance + 1:
            distance = max(room - 2, 0.0)
        rim = tuple(buffered(obstacle.points, distance, _ARC)) if distance > 0 else obstacle.points
        if Polygon(rim).contains(*own):
            self.warn("Buffer obstacle contains OS position")
            return False
        self._rim, self._rim_label = rim, obstacle.label + "_buff"
        return True

    def _relevance(self, points: tuple[Point, ...], distance: float) -> float:
        outer, inner = self.pwt_outer_dist, self.pwt_inner_dist
        if outer < inner or distance == 0 or is_abaft(points, (self.nav_x, self.nav_y), self.nav_heading):
            return 0.0
        if distance <= inner and distance < outer:
            return 1.0
        return max((outer - distance) / (outer - inner), 0.0) if outer > inner else 0.0

    def _function(self, obstacle: LabelledPolygon) -> Utility:
        import numpy as np  # near an obstacle only

        from usimmarine_py.helm.functions.rays import distances_ahead
        from usimmarine_py.helm.functions.surface import Surface, layout

        own, course = (self.nav_x, self.nav_y), self.axis("course")
        boxes = layout(course, self.axis("speed"), _SIZES)
        towards = bearing(*own, *obstacle.polygon.box_centre())
        on_star = (towards - boxes.a) % 360.0 <= 180.0
        # what counts is the least distance to the grown obstacle, not that along the course
        reach = boxes.b * self.allowable_ttc
        hits = (distances_ahead(self._rim, own, course) >= 0)[:, None]
        blocked = hits & (boxes.b != 0) & (reach >= distance_to_polygon(self._rim, *own))
        kept = (towards - self.nav_heading) % 360.0 <= 180.0
        return Surface(boxes, boxes.sample(np.where(blocked | (on_star != kept), 0.0, 100.0)), gels=_SIZES)

    # -- posts

    def _draw(self, obstacle: LabelledPolygon) -> None:
        own = self._colours("obstacle", vertex_color="pink")
        self.post("VIEW_POLYGON", points_text(obstacle.points, 3) + look_text(obstacle.label, **own), tag="orig")
        rim = look_text(self._rim_label, **self._colours("buffer"))
        self.post("VIEW_POLYGON", points_text(self._rim, 3) + rim, tag="buff")

    def _colours(self, whose: str, **more: str) -> dict[str, str]:
        return {
            **{key.removeprefix(f"{whose}_"): value for key, value in self._look.items() if key.startswith(whose)},
            **more,
        }  # fmt: skip

    def _erase(self) -> None:
        if self.polygon is not None:
            self.post("VIEW_POLYGON", no_shape_text(self.polygon.label), tag="orig")
        if self._rim and self.buffer_dist > 0:
            self.post("VIEW_POLYGON", no_shape_text(self._rim_label), tag="buff")
