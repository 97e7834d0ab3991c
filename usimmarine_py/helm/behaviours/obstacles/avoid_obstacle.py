"""BHV_AvoidObstacleV24."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import pairwise
from math import cos, inf, radians
from typing import TYPE_CHECKING

from usimmarine_py.helm.behavior import Behavior
from usimmarine_py.helm.functions import Utility
from usimmarine_py.helm.life.flags import BehaviorFlag
from usimmarine_py.helm.parameters import number, parameter, truth, word
from usimmarine_py.maths.angles import angle_180, angle_360, bearing
from usimmarine_py.maths.plane.buffers import buffered
from usimmarine_py.maths.plane.shapes import (
    LabelledPolygon,
    Point,
    distance_to_edges,
    look_text,
    no_shape_text,
    points_text,
    read_polygon,
)
from usimmarine_py.text import compact_number, read_number, truth_text
from usimmarine_py.values.words import pairs

if TYPE_CHECKING:
    from usimmarine_py.helm.functions.approach import Array

#: Step of the arcs of the drawn buffers, deg.
_ARC = 30.0
#: Beyond this side lock begins, below that it ends; relevance.
_LOCK, _UNLOCK = 0.6, 0.1
#: Courses from the heading that the refinery locks out, by the side of the obstacle when the lock began, deg.
_LOCKED_OUT = {"star": (10.0, 195.0), "port": (165.0, 350.0)}
#: An obstacle whose vertices all lie in this sector is passed, deg.
_ABAFT = (110.0, 250.0)
#: The relevance of an obstacle abeam.
_LEAST_RELEVANCE = 0.01
#: Fall and rise of the range that count as approach and departure, m.
_CLEAR_CHANGE = 1.0
_LOOK = {"label_color": "white", "edge_color": "gray50", "vertex_color": "gray50"}
#: What BHV_BAD_CONFIG says of a value that is refused.
_BAD_VALUE = {"poly": "obstacle is not convex", "allowable_ttc": "allowable_ttc cannot be a negative number"}
#: Distances that must not fall in this order; one that is not given follows those that are.
_ASCENDING = (
    ("pwt_inner_dist", "pwt_outer_dist", "completed_dist"),
    ("min_util_cpa_dist", "max_util_cpa_dist"),
)
_MANDATORY = ("min_util_cpa_dist", "max_util_cpa_dist", "allowable_ttc")


class AvoidObstacleV24(Behavior):
    """Keeps clear of a convex obstacle."""

    constraint = True
    variables = ("NAV_X", "NAV_Y", "NAV_SPEED", "NAV_HEADING", "OBM_RESOLVED")

    poly: LabelledPolygon | None = parameter(
        None, read_polygon, "polygon", also=("polygon",), unit="m", what="The obstacle."
    )
    id: str = word(also=("obid",), what="Name of the obstacle; cannot change.")
    allowable_ttc: float = number(20.0, minimum=0.0, unit="s", what="Must be given; no further effect.")
    min_util_cpa_dist: float = number(8.0, minimum=0.0, unit="m", what="Closer has no utility; must be given.")
    max_util_cpa_dist: float = number(16.0, minimum=0.0, unit="m", what="Wider has full utility; must be given.")
    pwt_inner_dist: float = number(10.0, minimum=0.0, unit="m", what="Here it has its full weight.")
    pwt_outer_dist: float = number(50.0, minimum=0.0, unit="m", what="From here on it has a weight.")
    completed_dist: float = number(50.0, minimum=0.0, unit="m", what="Beyond this it completes for good.")
    holonomic_ok: bool = truth(False, what="No warning for a vehicle that turns at once.")
    allstop_on_breach: bool = truth(True, what="Inside the obstacle the vehicle stops.")
    use_refinery: bool = truth(False, what="Courses that are clear, and those that are not, are made level.")
    can_disable: bool = truth(False, what="BHV_ABLE_FILTER may disable it.")
    no_alert_request: bool = truth(False, what="A template does not ask the obstacle manager for alerts.")
    draw_buff_min_poly: bool = truth(True, what="Draws the inner buffer.")
    draw_buff_max_poly: bool = truth(True, what="Draws the outer buffer.")
    visual_hints: str = word(what="Accepted; colours are the defaults.")

    def on_create(self) -> None:
        self._given: set[str] = set()
        self._id = ""
        self._source = ""
        self._range_flags: list[tuple[float, BehaviorFlag]] = []
        self._cpa_flags: list[BehaviorFlag] = []
        self.range = inf  #: to the obstacle, m; 0 inside
        self._least_ever = inf
        self._turning: float | None = None  #: range at the last turn from opening to closing or back, m
        self._closing = False
        self._shown_cpa = 0.0
        self._lock = ""  #: the side on which the obstacle was when side lock began
        self._done = self._resolved = False

    # -- parameters

    def on_other(self, key: str, text: str) -> bool:
        if key in ("rng_flag", "rngflag"):
            limit = inf
            if text.strip().startswith("<"):
                tag, _, text = text.strip().partition(" ")
                found = read_number(tag[1:])
                if found is None:
                    raise ValueError(f"<RANGE VARIABLE=VALUE expected, found {tag}")
                limit = found
            self._range_flags.append((limit, BehaviorFlag(text)))
        elif key in ("cpa_flag", "cpaflag"):
            self._cpa_flags.append(BehaviorFlag(text))
        else:
            return False
        return True

    def refusal(self, key: str, text: str) -> str | None:
        found = self.parameters.get(key.lower())
        before = getattr(self, found.name) if found is not None else None
        problem = super().refusal(key, text)
        if found is None:
            return problem
        if problem:
            if found.name in _BAD_VALUE:
                self._note_bad(_BAD_VALUE[found.name])
        else:
            if problem := self._contradiction(found.name):
                setattr(self, found.name, before)
            elif found.name == "poly":
                self._source = _source_of(text)
            # a distance that contradicts another one counts as given, as in the original
            self._given.add(found.name)
        return problem

    def _contradiction(self, name: str) -> str | None:
        """Say what is wrong with a parameter beside those that were given before it."""
        if name == "id":
            if self._id and self.id != self._id:
                return f"the obstacle is {self._id} and cannot become another one"
            self._id = self.id
        chain = next((chain for chain in _ASCENDING if name in chain), ())
        value = getattr(self, name)
        for other in chain:
            if other in self._given and (chain.index(other) - chain.index(name)) * (getattr(self, other) - value) < 0:
                relation = "<=" if chain.index(other) > chain.index(name) else ">="
                problem = f"{_short(name)} must be {relation} {_short(other)}"
                self._note_bad(problem)
                return problem
        for other in chain:
            if other not in self._given:
                bound = max if chain.index(other) > chain.index(name) else min
                setattr(self, other, bound(getattr(self, other), value))
        return None

    def _note_bad(self, problem: str) -> None:
        self.post("BHV_BAD_CONFIG", f"{self.name}: {problem}")

    def on_configured(self) -> None:
        self._post_settings()

    def on_idle_to_run(self) -> None:
        self._post_settings()

    def _post_settings(self) -> None:
        self.post(
            "BHV_SETTINGS",
            f"type={self.kind},name={self.name},allowable_ttc={self.allowable_ttc:.2f}"
            f",min_util_cpa={self.min_util_cpa_dist:.2f},max_util_cpa={self.max_util_cpa_dist:.2f}"
            f",pwt_outer_dist={self.pwt_outer_dist:.2f},pwt_inner_dist={self.pwt_inner_dist:.2f}"
            f",completed_dist={self.completed_dist:.2f}",
            repeatable=True,
        )

    def start_messages(self) -> Iterator[tuple[str, str]]:
        if self.updates and self.templating != "disallow" and not self.no_alert_request:
            distance = compact_number(self.pwt_outer_dist)
            yield "OBM_ALERT_REQUEST", f"name={self.name},update_var={self.updates},alert_range={distance}"

    def on_able(self, words: Mapping[str, str]) -> bool:
        own = {"obstacle_id": self.id, "vsource": self._source}
        return all(key in own and own[key].lower() == value for key, value in words.items())

    # -- one iteration

    @property
    def _points(self) -> tuple[Point, ...]:
        return self.poly.points if self.poly is not None else ()

    def on_every_iteration(self) -> None:
        self.read_pose()
        for text in self.buffer.tick.get("OBM_RESOLVED", ()):
            self.post("NOTED_RESOLVED", text, repeatable=True)
            self._resolved = self._resolved or text == self.id
        if self.poly is not None:
            x, y = self.nav_x, self.nav_y
            self.range = 0.0 if self.poly.polygon.contains(x, y) else distance_to_edges(self._points, x, y)
            self._least_ever = self._shown_cpa = min(self._least_ever, self.range)
            for limit, flag in self._range_flags:
                if self.range < limit:
                    self.post_flag(flag, repeatable=False)
            self._see_passing()
        if not self.holonomic_ok and self.surroundings.platform is None:
            self.warn("holo plat_model not best. Set holonomic_ok=true to silence")

    def _see_passing(self) -> None:
        if self._turning is None:
            self._turning = self.range
        elif self._closing:
            if self.range - self._turning > _CLEAR_CHANGE:
                self._closing, self._shown_cpa, self._turning = False, self._turning, self.range
                if self.range < self.pwt_outer_dist:
                    for flag in self._cpa_flags:
                        self.post_flag(flag)
            else:
                self._turning = min(self._turning, self.range)
        elif self._turning - self.range >= _CLEAR_CHANGE:
            self._closing, self._turning = True, self.range
        else:
            self._turning = max(self._turning, self.range)

    def _ends(self) -> bool:
        """Complete where the obstacle is gone or far away; return whether it has nothing to do any more."""
        if not self._done and (self._resolved or (self.poly is not None and self.range > self.completed_dist)):
            self._done = True
            self.complete()
        return self._done

    def on_idle(self) -> None:
        self._ends()
        self._draw(None)

    def on_complete_state(self) -> None:
        self._draw(None)

    def on_run(self) -> Utility | None:
        if self._ends() or self.poly is None:
            self._draw(None)
            return None
        self.relevance = self._relevance()
        if self.relevance > _LOCK:
            side = self._side(self.nav_heading)
            self._lock = self._lock or ("" if side == "none" else side)
        elif 0 < self.relevance < _UNLOCK:
            self._lock = ""
        if self.relevance <= 0:
            self._draw(None)
            return None
        missing = next((_short(name) for name in _MANDATORY if name not in self._given), "")
        problem = f"{missing} is not set" if missing else ""
        if problem or self.range == 0:
            self.warn(f"Unable to init AOF_AvoidObstacleV24:{problem or 'm_obstacle contains osx,osy'}")
            if problem or self.allstop_on_breach:
                self.fail("Allstop: Obstacle Breached")
            else:
                self.warn("Obstacle Breached")
            self._lock = self._lock if self.range > 0 else ""
            self._draw(None)
            return None
        self._draw("pink" if self._lock else "gray60")
        return self._function()

    def _relevance(self) -> float:
        x, y = self.nav_x, self.nav_y
        towards = [bearing(x, y, *point) for point in self._points]
        if self.range > 0 and all(_ABAFT[0] < angle_360(b - self.nav_heading) < _ABAFT[1] for b in towards):
            return 0.0
        outer, inner = self.pwt_outer_dist, self.pwt_inner_dist
        if self.range >= outer:
            return 0.0
        found = 1.0 if self.range <= inner else (outer - self.range) / (outer - inner)
        low, high = min(towards), max(towards)
        if high - low <= 180:
            off = min(abs(angle_180(self.nav_heading - low)), abs(angle_180(self.nav_heading - high)))
            found = found * max(cos(radians(off)), 0.0) or _LEAST_RELEVANCE
        return found

    def _side(self, heading: float) -> str:
        """Return on which side of a heading (deg) the middle of the obstacle is."""
        x, y = self.poly.polygon.box_centre() if self.poly is not None else (0.0, 0.0)
        relative = angle_360(bearing(self.nav_x, self.nav_y, x, y) - heading)
        if 0 < relative < 180:
            return "star"
        return "port" if relative > 180 else "none"

    def _function(self) -> Utility | None:
        import numpy as np  # only when there is an obstacle

        from usimmarine_py.helm.behaviours.obstacles.clearance import clearances
        from usimmarine_py.helm.functions.approach import graded
        from usimmarine_py.helm.functions.surface import Layout, Surface, layout

        course, speed = self.axis("course"), self.axis("speed")
        courses: Array = np.array([course.value(i) for i in range(course.count)])
        own = self.nav_x, self.nav_y
        paths = clearances(self._points, own, self.nav_heading, courses, self.surroundings.platform)
        utility = graded(paths, self.min_util_cpa_dist, self.max_util_cpa_dist, 0.0)
        if self._lock:
            kept = self._side(self.nav_heading) == "star"
            utility[[(self._side(float(c)) == "star") != kept for c in courses]] = 0.0
        flat = self._level_regions(courses, paths) if self.use_refinery else []
        if utility.max() <= 0 and not any(level for _, _, level in flat):
            self.fail("Allstop: obstacle unavoidable")
            self._draw(None)
            return None
        values = np.repeat(utility[:, None], speed.count, axis=1)
        if flat:
            cuts = [k for first, last, _ in flat for k in (first, last + 1) if k < course.count]
            boxes = Layout(course, speed, cuts=cuts)
        else:
            boxes = layout(course, speed)
        return Surface(boxes, boxes.sample(values), flat)

    def _level_regions(self, courses: Array, paths: Array) -> list[tuple[int, int, float]]:
        """Return the regions of the original's refinery: first and last course, utility; ``paths``: clearances, m.

        Full utility where the path keeps out of the drawn outer buffer. None towards the side that is locked out, nor,
        where some path is clear, where a path meets the obstacle, or does one course further.
        """
        import numpy as np

        from usimmarine_py.helm.behaviours.obstacles.clearance import clearances

        rim = buffered(self._points, min(self.max_util_cpa_dist, max(self.range - 1.0, 0.0)), _ARC)
        own = self.nav_x, self.nav_y
        clear = clearances(rim, own, self.nav_heading, courses, self.surroundings.platform) > 0
        kinds = np.full(len(courses), -1)
        if clear.any():
            meets = paths <= 0
            kinds[meets | np.roll(meets, 1) | np.roll(meets, -1)] = 0
        if self._lock:
            low, high = _LOCKED_OUT[self._lock]
            relative = (courses - self.nav_heading) % 360.0
            kinds[(relative >= low) & (relative <= high)] = 1
        kinds[clear] = 2
        starts = [0, *(np.flatnonzero(np.diff(kinds)) + 1).tolist(), len(courses)]
        return [(a, b - 1, 100.0 if kinds[a] == 2 else 0.0) for a, b in pairwise(starts) if kinds[a] >= 0]

    # -- posts

    def _draw(self, fill: str | None) -> None:
        """Draw the obstacle and its buffers; without a colour take them away."""
        label = self.poly.label if self.poly is not None else ""
        if not label:
            return
        room = max(self.range - 1.0, 0.0)
        layers = (
            (label, 0.0, fill, True),
            (f"{label}_mid_poly", min(self.min_util_cpa_dist, room), "gray70", self.draw_buff_min_poly),
            (f"{label}_rim_poly", min(self.max_util_cpa_dist, room), "gray70", self.draw_buff_max_poly),
        )
        for name, distance, colour, wanted in layers:
            if not wanted:
                continue
            if fill is None:
                text = no_shape_text(name)
            else:
                points = buffered(self._points, distance, _ARC) if distance > 0 else self._points
                look: dict[str, str | float | bool] = {**_LOOK, "fill_color": colour or ""}
                text = points_text(points, 5) + look_text(name, **look, vertex_size=0.0, edge_size=1.0)
            self.post("VIEW_POLYGON", text, tag=name)

    def macros(self) -> Mapping[str, float | str | None]:
        x, y = self.poly.polygon.box_centre() if self.poly is not None else (0.0, 0.0)
        label = self.poly.label if self.poly is not None else ""
        return {
            "RNG": self.range, "BNG": bearing(self.nav_x, self.nav_y, x, y), "SIDE": self._side(self.nav_heading),
            "OID": self.id, "OIDX": label.rpartition("_")[2], "CPA": self._shown_cpa,
            "SLOCK": truth_text(self._lock), "MINU_CPA": self.min_util_cpa_dist,
            "MAXU_CPA": self.max_util_cpa_dist,
        }  # fmt: skip


def _short(name: str) -> str:
    """Return a parameter's name as the original's messages write it."""
    return name.removesuffix("_dist") if "_util_" in name else name


def _source_of(text: str) -> str:
    try:
        return pairs(text).get("vsource", "")
    except ValueError:
        return ""
