"""BHV_AvoidObstacleV21 and BHV_AvoidObstacleX, elders of BHV_AvoidObstacleV24."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise
from math import ceil, floor
from typing import TYPE_CHECKING

from usimmarine_py.colours import is_colour
from usimmarine_py.helm.behaviours.deprecated import Deprecated
from usimmarine_py.helm.behaviours.obstacles.obstacle import Look, ObstacleBehavior, PassingFlags, Region
from usimmarine_py.helm.functions import Utility
from usimmarine_py.helm.parameters import leading, parameter, truth
from usimmarine_py.maths.angles import angle_180, angle_360, bearing
from usimmarine_py.maths.plane.polygon import Point
from usimmarine_py.maths.plane.segments import foot_on_segment
from usimmarine_py.sums import plain_dist
from usimmarine_py.text import read_number
from usimmarine_py.texts.shapes import points_text
from usimmarine_py.values.key import RefusedValueError

if TYPE_CHECKING:
    from usimmarine_py.helm.behaviours.obstacles.clearance import Chosen
    from usimmarine_py.helm.functions.approach import Array

#: What the original says to use instead.
SUCCESSOR = "Use BHV_AvoidObstacleV24 or newer instead."
#: The utility of a course at the obstacle, or the wrong way round.
_POOR = 20.0
#: What its buffers are looked at again for.
_GROWING = ("poly", "min_util_cpa_dist", "max_util_cpa_dist", "allowable_ttc")
_LOOK: Look = {"edge_color": "white", "vertex_color": "white", "vertex_size": 1.0, "fill_transparency": 0.7}
_BUFFER: Look = {"edge_color": "gray60", "vertex_color": "dodger_blue", "fill_color": "gray70", "vertex_size": 1.0}


#: Parts of a drawing as ``visual_hints`` name them, and the part whose transparency each sets: odd, but so.
_PARTS = {"obstacle": 0, "buffer_min": 1, "buffer_max": 2}
_TRANSPARENT = (0, 2, 2)

Hint = tuple[int, str, str | float]


def _hints(text: str) -> tuple[Hint, ...]:
    """Read colours and sizes of parts; as the original none behind the first colour or size."""
    found: list[Hint] = []
    for pair in text.split(","):
        name, _, value = (piece.strip() for piece in pair.partition("="))
        prefix = next((prefix for prefix in _PARTS if name.lower().startswith(prefix + "_")), "")
        key, number_ = name.lower().removeprefix(prefix + "_"), read_number(value)
        part = _PARTS.get(prefix, -1)
        if part >= 0 and key in ("edge_color", "vertex_color", "fill_color") and is_colour(value):
            return (*found, (part, key, value))
        if part >= 0 and key == "vertex_size" and number_ is not None and number_ >= 0:
            return (*found, (part, key, number_))
        if part < 0 or key != "fill_transparency" or number_ is None:
            raise RefusedValueError("obstacle_, buffer_min_ or buffer_max_ and a colour or size expected", pair.strip())
        found.append((_TRANSPARENT[part], key, min(max(number_, 0.0), 1.0)))
    return tuple(found)


class ElderObstacle(ObstacleBehavior, Deprecated):
    """Keeps clear of a convex obstacle, by course and speed."""

    passes_over_empty = ("visual_hints",)
    sizes = (3, 2)
    gels = (6, 4)
    arc = 10.0
    labels = ("buff_min", "buff_max")
    looks = (_LOOK, {**_BUFFER, "fill_transparency": 0.25}, {**_BUFFER, "fill_transparency": 0.1})

    visual_hints: tuple[Hint, ...] = parameter(
        (), _hints, "text", what="Colours and sizes: `obstacle_edge_color=red`, or of `buffer_min_` and `buffer_max_`."
    )
    allowable_ttc: float = leading(
        20.0, minimum=0.0, unit="s", what="It does not mind what is farther away in time; must be given."
    )

    def on_create(self) -> None:
        super().on_create()
        self._shown = [dict(look) for look in self.looks]
        self._narrow = ""  #: the obstacle that a buffer does not hold, if no warning has said so

    def note_buffers(self) -> None:
        """Remember that a buffer does not hold the obstacle."""
        if not self._narrow and not self.contains_itself():
            label = f",label={self.label}" if self.label else ""
            self._narrow = f"{points_text(self.points, 1)}{label}"

    def warn_of_buffers(self) -> None:
        """Say so, once."""
        if self._narrow:
            self.warn(f"Failed expand: {self._narrow}")
            self._narrow = ""

    def on_set(self, name: str) -> None:
        if name in _GROWING and self.poly is not None:
            self.measure_range()  # at first of a vehicle at the origin, as the original
            self.note_buffers()
        if name == "visual_hints":
            for part, key, value in self.visual_hints:
                self._shown[part][key] = value

    def shown_looks(self) -> Sequence[Look]:
        return self._shown

    def utilities(self, courses: Array, speeds: Array, clear: Array) -> Array:
        import numpy as np

        from usimmarine_py.helm.behaviours.obstacles.clearance import worth

        rim, reach = self.grown(self.max_util_cpa_dist), speeds * self.allowable_ttc
        low, high, farthest = self._view(self.points)
        found = np.repeat(worth(clear, self.min_util_cpa_dist, self.max_util_cpa_dist)[:, None], len(speeds), 1)
        found[:, reach < self._distance(rim)] = 100.0
        found[np.ix_(_within(courses, low, high), reach > farthest)] = _POOR
        low, high, _ = self._view(rim)
        found[~_within(courses, low, high)] = 100.0
        if sector := self._wrong_way():
            found[_within(courses, *sector)] = _POOR
        return found

    def level_regions(self, courses: Array, speeds: Array, clear: Array) -> Iterator[Region]:
        """Yield no utility the wrong way round at every speed, and fast at the obstacle; full utility slowly, and past
        the outer buffer at every speed.
        """
        from usimmarine_py.helm.behaviours.obstacles.clearance import runs

        top, rim = len(speeds) - 1, self.grown(self.max_util_cpa_dist)
        low, high, farthest = self._view(self.points)
        if sector := self._wrong_way():
            first, last = sector
            ends = (ceil(first), floor(last)) if first == self.centre_bearing() else (floor(first), ceil(last))
            for a, b in runs(_within(courses, *ends)):
                yield (a, b, 0, top), 0.0
        inside = _within(courses, *self._view(rim)[:2])
        for a, b in runs(~inside):
            yield (a, b, 0, top), 100.0
        for a, b in runs(_within(courses, ceil(low), ceil(high))):
            yield (a, b, self._index(farthest, ceil), top), 0.0
        if (slow := self._index(self._distance(rim), floor)) >= 0:
            for a, b in runs(inside):
                yield (a, b, 0, slow), 100.0

    def _index(self, distance: float, whole: Callable[[float], int]) -> int:
        """Return the index of the speed that takes ``distance`` (m) in the allowable time, rounded twice."""
        axis = self.axis("speed")
        if self.allowable_ttc <= 0:
            return axis.count - 1
        steps = whole(distance / self.allowable_ttc / axis.step)
        return max(0, min(whole((steps * axis.step - axis.low) / axis.step), axis.count - 1))

    def _wrong_way(self) -> tuple[float, float] | None:
        """Return the sector (deg) from the middle of the obstacle to the end of the turn the wrong way round."""
        centre = self.centre_bearing()
        off = angle_180(centre - self.nav_heading)
        if not 0 < abs(off) < 180:
            return None
        end = self.nav_heading + 180.0 if abs(off) <= 90 else centre + (90.0 if off > 0 else -90.0)
        return (centre, end) if off > 0 else (end, centre)

    def _view(self, points: Sequence[Point]) -> tuple[float, float, float]:
        """Return between which bearings (deg) a polygon is, and the farther of the two corners there (m)."""
        x, y = self.nav_x, self.nav_y
        seen = [(bearing(x, y, *point), plain_dist((x, y), point)) for point in points]
        first = seen[0][0]
        seen.sort(key=lambda one: angle_180(one[0] - first))
        return seen[0][0], seen[-1][0], max(seen[0][1], seen[-1][1])

    def _distance(self, points: Sequence[Point]) -> float:
        """Return the distance (m) to the edges of a polygon, as the original without that of its last to its first."""
        x, y = self.nav_x, self.nav_y
        return min(plain_dist((x, y), foot_on_segment(*a, *b, x, y)) for a, b in pairwise(points))


class AvoidObstacleV21(ElderObstacle, PassingFlags):
    """Keeps clear of a convex obstacle, by course and speed; deprecated."""

    common_macros = False
    successor = ("BHV_AvoidObstacleV21 is no longer supported.", SUCCESSOR)

    def judge_buffers(self) -> None:
        self.note_buffers()
        self.warn_of_buffers()

    def on_every_iteration(self) -> None:
        super().on_every_iteration()
        self.post("OS_DIST_TO_POLY", self.range)

    def macros(self) -> Mapping[str, float | str | None]:
        return {
            **super().macros(), "RBNG": angle_360(self.centre_bearing() - self.nav_heading), "SPD": 0.0, "OSV": 0.0,
        }  # fmt: skip


class AvoidObstacleX(ElderObstacle):
    """The elder of BHV_AvoidObstacleV21, deprecated: without flags, and it looks at the obstacle only while it runs."""

    successor = ("BHV_AvoidObstacleX is no longer supported.", SUCCESSOR)
    settings_kind = "BHV_AvoidObstacleXs"
    default_name = "avoid_obstacle"
    id_is_final = False
    decimals = 3
    resolved: bool = truth(False, what="true: the obstacle is gone; it completes.")

    def on_set(self, name: str) -> None:
        super().on_set(name)
        self.is_resolved |= name == "resolved" and self.resolved

    def on_spawn(self) -> None:
        self.post("AVD_OB_SPAWN", self.name)

    def on_every_iteration(self) -> None:
        self.note_resolved()

    def on_idle(self) -> None:
        self.erase()
        if self.is_resolved:
            self.complete()

    def judge_buffers(self) -> None:
        self.note_buffers()

    def on_run(self) -> Utility | None:
        if not self.is_resolved:
            self.warn_of_buffers()  # as of the last iteration
        self.see_obstacle()
        if self.poly is None and not self.is_resolved:
            self.warn("Problem updating obship_model pose")
        elif not self.is_resolved:
            self.post("OS_DIST_TO_POLY", self.range)
        return super().on_run()

    def macros(self) -> Mapping[str, float | str | None]:
        return {}


def _within(courses: Array, low: float, high: float) -> Chosen:
    """Whether courses are in a sector (deg)."""
    inside: Chosen = (courses - low) % 360.0 <= (high - low) % 360.0
    return inside
