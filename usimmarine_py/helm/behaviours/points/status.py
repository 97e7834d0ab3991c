"""What a behaviour that goes through points says about them."""

from __future__ import annotations

from usimmarine_py.helm.behavior import SILENT, Behavior
from usimmarine_py.helm.behaviours.points.engine import PointEngine
from usimmarine_py.helm.parameters import suffix, variable
from usimmarine_py.maths.plane.polygon import Point
from usimmarine_py.sums import plain_dist, plain_hypot

_STATUS, _INDEX, _CYCLE = "WPT_STAT", "WPT_INDEX", "CYCLE_INDEX"


class PointStatus(Behavior):
    """Goes through the points of an engine and posts where it is."""

    wpt_status: str = variable(_STATUS, also=("wpt_status_var",), what="Variable for the status, or silent.")
    wpt_index: str = variable(_INDEX, also=("wpt_index_var",), what="Variable for the index, or silent.")
    cycle_index_var: str = variable(_CYCLE, what="Variable for the cycles, or silent.")
    wpt_dist_to_prev: str = variable(empty=True, what="Variable for the distance to the previous point.")
    wpt_dist_to_next: str = variable(empty=True, what="Variable for the distance to the next point.")
    post_suffix: str = suffix(what="Ending of the variables of status.")

    def on_create(self) -> None:
        self.engine = PointEngine()

    def on_set(self, name: str) -> None:
        if name in ("wpt_status", "wpt_index", "cycle_index_var") and getattr(self, name).lower() == SILENT:
            setattr(self, name, SILENT)
        elif name in ("wpt_dist_to_prev", "wpt_dist_to_next") and getattr(self, name).lower() == SILENT:
            setattr(self, name, "")

    def post_status(self, *, index: bool) -> None:
        """Post the status, and with ``index`` the index; the own pose is read."""
        engine = self.engine
        x, y = engine.current
        distance = plain_hypot(x - self.nav_x, y - self.nav_y)
        eta = f"{distance / self.nav_speed:.0f}" if self.nav_speed else "inf"
        hits = engine.captured + engine.passed
        text = (
            f"vname={self.community},behavior-name={self.name},index={engine.index},hits={engine.captured}/{hits}"
            f",cycles={engine.cycles},dist={distance:.0f},eta={eta}"
        )
        if self.wpt_status != SILENT:
            self.post(self.wpt_status + self.post_suffix, text)
        if index and self.wpt_index != SILENT:
            self.post(self.wpt_index + self.post_suffix, float(engine.index))

    def post_distances(self, behind: Point | None) -> None:
        """Post the distances to the point ``behind`` (m), by default the one before, and to the next point, where asked
        for.
        """
        engine, here = self.engine, (self.nav_x, self.nav_y)
        if self.wpt_dist_to_prev:
            place = behind or (engine.points[engine.index - 1] if engine.index else None)
            self.post(self.wpt_dist_to_prev, -1.0 if place is None else plain_dist(here, place))
        if self.wpt_dist_to_next:
            self.post(self.wpt_dist_to_next, plain_dist(here, engine.current))
