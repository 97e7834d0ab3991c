"""BHV_AvoidObstacleV24."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import cos, radians
from typing import TYPE_CHECKING

from usimmarine_py.helm.behaviours.obstacles.obstacle import PARTS, Look, PassingFlags, Region
from usimmarine_py.helm.parameters import add_hints, hints, truth, word
from usimmarine_py.helm.platform import TurningModel
from usimmarine_py.maths.angles import angle_180
from usimmarine_py.text import truth_text
from usimmarine_py.texts.pairs import pairs
from usimmarine_py.texts.shapes import points_text

if TYPE_CHECKING:
    from usimmarine_py.helm.functions.approach import Array

#: Beyond this side lock begins, below that it ends; relevance.
_LOCK, _UNLOCK = 0.6, 0.1
#: Courses from the heading that the refinery locks out, by the side of the obstacle when the lock began, deg.
_LOCKED_OUT = {"star": (10.0, 195.0), "port": (165.0, 350.0)}
#: The relevance of an obstacle abeam.
_LEAST_RELEVANCE = 0.01
_LOOK: Look = {
    "label_color": "white",
    "edge_color": "gray50",
    "vertex_color": "gray50",
    "vertex_size": 0.0,
    "edge_size": 1.0,
}
_BUFFER: Look = {**_LOOK, "fill_color": "gray70"}


class AvoidObstacleV24(PassingFlags):
    """Keeps clear of a convex obstacle."""

    sizes = (3, 3)
    arc = 30.0
    must_leave = True
    without = "the helm stops the vehicle near the obstacle (BHV_ERROR)"
    labels = ("mid_poly", "rim_poly")
    looks = (_LOOK, _BUFFER, _BUFFER)

    visual_hints: str = hints(
        strict=True,
        what="Colours and sizes: `edge_color=red`, or of the obstacle and its buffers: `gut_`, `mid_`, `rim_`.",
    )
    id: str = word(also=("obid",), what="Name of the obstacle; cannot change.")
    holonomic_ok: bool = truth(False, what="No warning for a vehicle that turns at once.")
    allstop_on_breach: bool = truth(True, what="Inside the obstacle the vehicle stops.")
    can_disable: bool = truth(False, what="BHV_ABLE_FILTER may disable it.")
    draw_buff_min_poly: bool = truth(True, what="Accepted; no effect: both buffers are drawn.")
    draw_buff_max_poly: bool = truth(True, what="Accepted; no effect.")

    def on_create(self) -> None:
        super().on_create()
        self._hints: dict[str, str] = {}
        self._narrow = False  #: a buffer does not hold the obstacle, and no warning has said so
        self._lock = ""  #: the side on which the obstacle was when side lock began

    def on_set(self, name: str) -> None:
        if name == "visual_hints":
            add_hints(self._hints, pairs(self.visual_hints))

    def shown_looks(self) -> Sequence[Look]:
        given = self._hints
        return [
            {key: value if key == "fill_color" else given.get(f"{part}_{key}", given.get(key, value))
             for key, value in look.items()}
            for part, look in zip(PARTS, self.looks, strict=True)
        ]  # fmt: skip

    def on_configured(self) -> None:
        super().on_configured()
        # as in the original the vehicle is at the origin until its pose is known
        self.measure_range()
        self._note_buffers()

    def on_updated(self) -> None:
        super().on_updated()
        self._note_buffers()

    def _note_buffers(self) -> None:
        if self.poly is not None and not self.contains_itself():
            self._narrow = True

    def judge_buffers(self) -> None:
        self._note_buffers()
        if self._narrow:
            self._narrow = False
            label = f",label={self.label}" if self.label else ""
            self.warn(f"Bad expand: {points_text(self.points, 1)}{label}")

    def on_every_iteration(self) -> None:
        super().on_every_iteration()
        if self.poly is None:
            self.warn("Invalid update of ownship/obship model")
            return
        if not self.holonomic_ok and self.surroundings.platform is None:
            self.warn("holo plat_model not best. Set holonomic_ok=true to silence")

    @property
    def turning(self) -> TurningModel | None:
        return self.surroundings.platform

    def relevant(self, share: float, low: float, high: float) -> float:
        if high - low <= 180:
            off = min(abs(angle_180(self.nav_heading - low)), abs(angle_180(self.nav_heading - high)))
            share = share * max(cos(radians(off)), 0.0) or _LEAST_RELEVANCE
        if share > _LOCK:
            side = self.side(self.nav_heading)
            self._lock = self._lock or ("" if side == "none" else side)
        elif share < _UNLOCK:
            self._lock = ""
        return share

    def breached(self, *, ready: bool) -> None:
        if self.allstop_on_breach or not ready:
            self.fail("Allstop: Obstacle Breached")
        else:
            self.warn("Obstacle Breached")
        self._lock = self._lock if self.range > 0 else ""

    def utilities(self, courses: Array, speeds: Array, clear: Array) -> Array:
        import numpy as np

        from usimmarine_py.helm.functions.approach import graded

        utility = graded(clear, self.min_util_cpa_dist, self.max_util_cpa_dist, 0.0)
        if self._lock:
            relative = self.centre_bearing() - courses  # deg, then wrapped to what ``side`` looks at
            wrapped = np.where(relative >= 0, np.mod(relative, 360.0), 360.0 - np.mod(-relative, 360.0))
            starboard = (wrapped > 0) & (wrapped < 180)
            utility[starboard != (self.side(self.nav_heading) == "star")] = 0.0
        return utility[:, None]

    def level_regions(self, courses: Array, speeds: Array, clear: Array) -> Iterator[Region]:
        """Yield full utility where the path keeps out of the outer buffer, at every speed.

        None towards the side that is locked out, nor, where some path is clear, where a path meets the obstacle, or
        does one course further.
        """
        import numpy as np

        from usimmarine_py.helm.behaviours.obstacles.clearance import misses, runs

        rim, own = self.grown(self.max_util_cpa_dist), (self.nav_x, self.nav_y)
        outside = misses(rim, own, self.nav_heading, courses, self.turning)
        kinds = np.full(len(courses), -1)
        if outside.any():
            meets = clear <= 0
            near = meets.copy()
            near[1:] |= meets[:-1]
            near[:-1] |= meets[1:]
            near[0] |= meets[-1]
            near[-1] |= meets[0]
            kinds[near] = 0
        if self._lock:
            low, high = _LOCKED_OUT[self._lock]
            relative = (courses - self.nav_heading) % 360.0
            kinds[(relative >= low) & (relative <= high)] = 1
        kinds[outside] = 2
        for kind, utility in ((0, 0.0), (1, 0.0), (2, 100.0)):
            for first, last in runs(kinds == kind):
                yield (first, last, 0, len(speeds) - 1), utility

    @property
    def fill(self) -> str:
        return "pink" if self._lock else super().fill

    def macros(self) -> Mapping[str, float | str | None]:
        return {
            **super().macros(), "OIDX": self.label.rpartition("_")[2], "SLOCK": truth_text(self._lock),
            "MINU_CPA": self.min_util_cpa_dist, "MAXU_CPA": self.max_util_cpa_dist,
        }  # fmt: skip
