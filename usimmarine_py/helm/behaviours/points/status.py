"""What a behaviour that goes through points says about them."""

from __future__ import annotations

from math import hypot

from usimmarine_py.helm.behavior import Behavior
from usimmarine_py.helm.behaviours.points.engine import PointEngine
from usimmarine_py.helm.parameters import suffix, variable

_STATUS, _INDEX, _CYCLE = "WPT_STAT", "WPT_INDEX", "CYCLE_INDEX"


class PointStatus(Behavior):
    """Goes through the points of an engine and posts where it is."""

    wpt_status: str = variable(_STATUS, also=("wpt_status_var",), what="Variable for the status, or silent.")
    wpt_index: str = variable(_INDEX, also=("wpt_index_var",), what="Variable for the index, or silent.")
    cycle_index_var: str = variable(_CYCLE, what="Variable for the cycles, or silent.")
    wpt_dist_to_prev: str = variable(what="Variable for the distance to the previous point.")
    wpt_dist_to_next: str = variable(what="Variable for the distance to the next point.")
    post_suffix: str = suffix(what="Ending of the variables of status.")

    def on_create(self) -> None:
        self.engine = PointEngine()

    def post_status(self) -> None:
        """Post the status and the index; the own pose is read."""
        engine = self.engine
        x, y = engine.current
        distance = hypot(x - self.nav_x, y - self.nav_y)
        eta = f"{distance / self.nav_speed:.0f}" if self.nav_speed else "inf"
        hits = engine.captured + engine.passed
        text = (
            f"vname={self.community},behavior-name={self.name},index={engine.index},hits={engine.captured}/{hits}"
            f",cycles={engine.cycles},dist={distance:.0f},eta={eta}"
        )
        self.post(self.wpt_status + self.post_suffix, text)
        self.post(self.wpt_index + self.post_suffix, float(engine.index))

    def post_distances(self, *, cycled: bool) -> None:
        """Post the distances to the previous and to the next point, where asked for; ``cycled``: a cycle ended now."""
        engine = self.engine
        if self.wpt_dist_to_prev and engine.previous is not None:
            # in the iteration of a cycle the original still takes the point before the last one
            behind = engine.points[-2] if cycled and len(engine.points) > 1 else engine.previous
            self.post(self.wpt_dist_to_prev, hypot(self.nav_x - behind[0], self.nav_y - behind[1]))
        if self.wpt_dist_to_next:
            self.post(self.wpt_dist_to_next, hypot(self.nav_x - engine.current[0], self.nav_y - engine.current[1]))
