"""BHV_AvoidObstacleV24."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import cos
from typing import TYPE_CHECKING

from usimmarine_py.helm.behaviours.obstacles.obstacle import PARTS, Look, PassingFlags, Region
from usimmarine_py.helm.parameters import add_hints, hints, spelled_hints, truth, word
from usimmarine_py.helm.platform import TurningModel
from usimmarine_py.maths.angles import angle_360, angle_difference, to_radians
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
    gels = (9, 9)
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
            add_hints(self._hints, spelled_hints(self.visual_hints))

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
            off = min(angle_difference(self.nav_heading, low), angle_difference(self.nav_heading, high))
            share = share * max(cos(to_radians(off)), 0.0) or _LEAST_RELEVANCE
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

    def utilities(self, courses: Array, speeds: Array, clear: Array) -> Array:
        import numpy as np

        from usimmarine_py.helm.behaviours.obstacles.clearance import worth

        utility = worth(clear, self.min_util_cpa_dist, self.max_util_cpa_dist)
        if self._lock:
            relative = self.centre_bearing() - courses  # deg, then wrapped to what ``side`` looks at
            wrapped = np.where(relative >= 0, np.mod(relative, 360.0), 360.0 - np.mod(-relative, 360.0))
            starboard, side = (wrapped > 0) & (wrapped < 180), self.side(self.nav_heading)
            utility[(starboard != (side == "star")) | (side == "none")] = 0.0
        return utility[:, None]

    def level_regions(self, courses: Array, speeds: Array, clear: Array) -> Iterator[Region]:
        """Yield full utility where the path keeps out of the outer buffer, at every speed.

        None towards the side that is locked out, nor, where some path is clear, where a path meets the obstacle, or
        does one degree further. The original looks in whole degrees, and takes the first clear sector only.
        """
        import numpy as np

        from usimmarine_py.helm.behaviours.obstacles.clearance import clearances, runs
        from usimmarine_py.helm.functions.refinery import course_ranges

        course, taken = self.axis("course"), np.zeros(len(courses), bool)
        own, degrees = (self.nav_x, self.nav_y), [float(degree) for degree in range(360)]
        gut, rim = (
            clearances(polygon, own, self.nav_heading, degrees, self.turning) <= 0
            for polygon in (self.points, self.grown(self.max_util_cpa_dist))
        )
        found: list[tuple[float, int, int]] = []
        sectors = [(100.0, _clear_sector(rim.tolist()))]
        if self._lock:
            sectors.append((0.0, tuple(angle_360(self.nav_heading + turn) for turn in _LOCKED_OUT[self._lock])))
        if not rim.all():
            sectors.append((0.0, _met_sector(gut.tolist())))
        for utility, sector in sectors:
            for first, last in sorted(course_ranges(course, *sector), key=lambda one: -one[1]) if sector else ():
                wanted = np.zeros_like(taken)
                wanted[first : last + 1] = True
                found += [(utility, *run) for run in runs(wanted & ~taken)]
                taken |= wanted
        for utility, first, last in sorted(found, key=lambda one: (-one[0], -one[2])):
            yield (first, last, 0, len(speeds) - 1), utility

    @property
    def fill(self) -> str:
        return "pink" if self._lock else super().fill

    def macros(self) -> Mapping[str, float | str | None]:
        return {
            **super().macros(), "OIDX": self.label.rpartition("_")[2], "SLOCK": self._lock,
            "MINU_CPA": self.min_util_cpa_dist, "MAXU_CPA": self.max_util_cpa_dist,
        }  # fmt: skip


def _clear_sector(hit: Sequence[bool]) -> tuple[float, ...]:
    """Return the first and the last whole degree (by ``hit``) of the first sector that is clear; nothing without one,
    or where all are clear. As in the original one that reaches 359 ends at 0.
    """
    if all(hit) or not any(hit):
        return ()
    if not hit[0] and not hit[359]:
        below = next((i for i in range(358, 0, -1) if hit[i]), -1) + 1
        above = next((i for i in range(1, 359) if hit[i]), 1) - 1
        return float(below), float(above)
    first = next((i for i in range(359) if not hit[i]), 0)
    end = next((i for i in range(first, 359) if hit[i] and not hit[first]), 1)
    return float(first), float(end - 1)


def _met_sector(hit: Sequence[bool]) -> tuple[float, ...]:
    """Return the whole degrees beside the first sector that meets the obstacle; nothing without one, or a clear one."""
    if all(hit) or not any(hit):
        return ()
    if hit[0] and hit[359]:
        below = next((i for i in range(358, 0, -1) if not hit[i]), 0)
        return float(below), float(next((i for i in range(1, 359) if not hit[i]), 0))
    first = next((i for i in range(359) if hit[i]), -1)
    if first < 0:
        return 0.0, 0.0
    return float((first - 1) % 360), float(next((i for i in range(first, 359) if not hit[i]), 0))
