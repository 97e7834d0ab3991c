"""What the kinds of BHV_AvoidObstacle have in common."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import inf
from typing import TYPE_CHECKING, ClassVar

from usimmarine_py.finding import Finding
from usimmarine_py.helm.behavior import Behavior
from usimmarine_py.helm.functions import Utility
from usimmarine_py.helm.life.flags import BehaviorFlag
from usimmarine_py.helm.parameters import leading, number, other_key, parameter, truth, word
from usimmarine_py.helm.platform import TurningModel
from usimmarine_py.limits import MOST_FLAGS, admit
from usimmarine_py.maths.angles import angle_360, bearing
from usimmarine_py.maths.plane.buffers import buffered, holds, holds_point
from usimmarine_py.maths.plane.polygon import Point
from usimmarine_py.maths.plane.segments import distance_to_polygon
from usimmarine_py.text import compact_number, read_number
from usimmarine_py.texts.pairs import pairs
from usimmarine_py.texts.shapes import LabelledPolygon, look_text, no_shape_text, points_text, read_polygon
from usimmarine_py.values.key import Key

if TYPE_CHECKING:
    from usimmarine_py.helm.functions.approach import Array

#: An obstacle whose vertices all lie in this sector is passed, deg.
_ABAFT = (110.0, 250.0)
#: Fall and rise of the range that count as approach and departure, m.
_CLEAR_CHANGE = 1.0
#: What BHV_BAD_CONFIG says of a value that is refused.
_BAD_VALUE = {"poly": "obstacle is not convex", "allowable_ttc": "allowable_ttc cannot be a negative number"}
#: Distances that must not fall in this order; one that is not given follows those that are.
_ASCENDING = (
    ("pwt_inner_dist", "pwt_outer_dist", "completed_dist"),
    ("min_util_cpa_dist", "max_util_cpa_dist"),
)

#: The obstacle, its inner and its outer buffer.
PARTS = ("gut", "mid", "rim")

#: How a polygon is drawn.
Look = Mapping[str, "str | float | bool"]


#: First and last index of courses, first and last of speeds, and a utility.
Region = tuple[tuple[int, int, int, int], float]


class ObstacleBehavior(Behavior):
    """Keeps clear of a convex obstacle; a kind says what a course is worth."""

    needed_axes = ("course", "speed")
    pose_macros = False
    constraint = True
    able_words = frozenset(("obstacle_id", "vsource"))
    mandatory = ("min_util_cpa_dist", "max_util_cpa_dist", "allowable_ttc")
    variables = ("NAV_X", "NAV_Y", "NAV_HEADING", "OBM_RESOLVED")
    sizes: ClassVar[tuple[int, int]]  #: courses and speeds of a piece of its function
    gels: ClassVar[tuple[int, int]]  #: those of a field, as of ``Surface``
    arc: ClassVar[float]  #: step of the arcs of its buffers, deg
    loads = (
        "usimmarine_py.helm.behaviours.obstacles.clearance",
        *(f"usimmarine_py.helm.functions.{name}" for name in ("approach", "rays", "surface")),
    )
    must_leave: ClassVar[bool] = False  #: without a course that has utility the vehicle stops
    settings_kind: ClassVar[str] = ""  #: how its settings name its kind
    id_is_final: ClassVar[bool] = True  #: the obstacle cannot become another one
    decimals: ClassVar[int] = 5  #: of drawn coordinates
    labels: ClassVar[tuple[str, str]]  #: ends of the labels of the two buffers
    looks: ClassVar[tuple[Look, Look, Look]]  #: of the obstacle, of the inner and of the outer buffer

    poly: LabelledPolygon | None = parameter(
        None, read_polygon, "polygon", also=("polygon",), unit="m", what="The obstacle."
    )
    id: str = word(what="Name of the obstacle; cannot change.")
    allowable_ttc: float = leading(20.0, minimum=0.0, unit="s", what="Must be given; no further effect.")
    min_util_cpa_dist: float = number(8.0, minimum=0.0, unit="m", what="Closer has no utility; must be given.")
    max_util_cpa_dist: float = number(16.0, minimum=0.0, unit="m", what="Wider has full utility; must be given.")
    pwt_inner_dist: float = number(10.0, minimum=0.0, unit="m", what="Here it has its full weight.")
    pwt_outer_dist: float = number(50.0, minimum=0.0, unit="m", what="From here on it has a weight.")
    completed_dist: float = number(50.0, minimum=0.0, unit="m", what="Beyond this it completes for good.")
    use_refinery: bool = truth(False, what="Courses that are clear, and those that are not, are made level.")

    def on_create(self) -> None:
        self._id = ""
        self._source = ""
        self.range = inf  #: to the obstacle, m; 0 inside
        self.done = self.is_resolved = False

    # -- what a kind writes

    def utilities(self, courses: Array, speeds: Array, clear: Array) -> Array:
        """Return utilities, of shape (courses, speeds) or (courses, 1), of courses (deg) and speeds (m/s).

        ``clear``: the least distance (m) of the path on each course to the obstacle.
        """
        raise NotImplementedError

    def relevant(self, share: float, low: float, high: float) -> float:
        """Return the relevance of an obstacle from ``share``, which is by range only.

        ``low``, ``high``: least and greatest bearing of a corner, deg.
        """
        return share

    def breached(self, *, ready: bool) -> None:
        """Act where no function can be made, inside the obstacle or, not ``ready``, for a parameter that is missing."""

    @property
    def fill(self) -> str:
        """Colour of the drawn obstacle."""
        return "gray60"

    @property
    def turning(self) -> TurningModel | None:
        """The turn that is looked ahead along; None: it turns at once."""
        return None

    def level_regions(self, courses: Array, speeds: Array, clear: Array) -> Iterator[Region]:
        """Yield the regions of the original's refinery, and their utility; of two that meet the first one counts.

        ``clear``: as of ``utilities``.
        """
        raise NotImplementedError

    @property
    def corners(self) -> int:
        return 0 if self.poly is None else len(self.poly.polygon.vertices)

    # -- parameters

    def refusal(self, key: str, text: str) -> Finding | None:
        found = self.parameters.get(key.lower())
        before = getattr(self, found.name) if found is not None else None
        problem = super().refusal(key, text)
        if found is None:
            return problem
        if problem:
            if found.name in _BAD_VALUE:
                self._note_bad(_BAD_VALUE[found.name])
        elif found.name == "id":
            problem = self._other_id()
            if problem is not None:
                self.id = str(before)
        else:
            problem = self._contradiction(found.name)
            if found.name == "poly":
                self._source = _source_of(text)
        return problem

    def _other_id(self) -> Finding | None:
        if self.id_is_final and self._id and self.id != self._id:
            return Finding(f"the obstacle is {self._id} and cannot become another one")
        if len(self.id.split()) != 1:
            return Finding("must be a name without blanks")
        self._id = self.id
        return None

    def _contradiction(self, name: str) -> Finding | None:
        """Say what is wrong with a parameter beside those that were given before it.

        As in the original an update that is refused has its effect all the same, and moves the first one that it is at
        odds with.
        """
        chain = next((chain for chain in _ASCENDING if name in chain), ())
        value = getattr(self, name)
        for other in chain:
            if (chain.index(other) - chain.index(name)) * (getattr(self, other) - value) >= 0:
                continue
            setattr(self, other, value)
            if other in self.given:
                relation = "<=" if chain.index(other) > chain.index(name) else ">="
                problem = f"{_short(name)} must be {relation} {_short(other)}"
                self._note_bad(problem)
                return Finding(problem)
        return None

    def _note_bad(self, problem: str) -> None:
        self.post("BHV_BAD_CONFIG", f"{self.name}: {problem}")

    def on_configured(self) -> None:
        self.post_settings()

    def on_idle_to_run(self) -> None:
        self.post_settings()

    def post_settings(self) -> None:
        self.post(
            "BHV_SETTINGS",
            f"type={self.settings_kind or self.kind},name={self.name},allowable_ttc={self.allowable_ttc:.2f}"
            f",min_util_cpa={self.min_util_cpa_dist:.2f},max_util_cpa={self.max_util_cpa_dist:.2f}"
            f",pwt_outer_dist={self.pwt_outer_dist:.2f},pwt_inner_dist={self.pwt_inner_dist:.2f}"
            f",completed_dist={self.completed_dist:.2f}",
            repeatable=True,
        )

    def start_messages(self) -> Iterator[tuple[str, str]]:
        if self.updates and self.templating != "disallow":
            distance = compact_number(self.pwt_outer_dist, 1)
            yield "OBM_ALERT_REQUEST", f"name={self.name},update_var={self.updates},alert_range={distance}"

    def on_able(self, words: Mapping[str, str]) -> bool:
        if "obstacle_id" in words:  # then the source does not matter
            return self.id.lower() == words["obstacle_id"]
        return self._source.lower() == words["vsource"]

    # -- one iteration

    @property
    def label(self) -> str:
        """Label of the obstacle."""
        return self.poly.label if self.poly is not None else ""

    @property
    def points(self) -> tuple[Point, ...]:
        """Corners of the obstacle, m."""
        return self.poly.points if self.poly is not None else ()

    def grown(self, distance: float) -> Sequence[Point]:
        """Return the corners (m) of the obstacle grown by ``distance`` (m), or up to 1 m before own ship."""
        distance = min(distance, self.range - 1.0)
        return buffered(self.points, distance, self.arc) if distance > 0 else self.points

    def centre_bearing(self) -> float:
        """Return the bearing (deg) of the middle of the obstacle."""
        x, y = self.poly.polygon.box_centre() if self.poly is not None else (0.0, 0.0)
        return bearing(self.nav_x, self.nav_y, x, y)

    def side(self, heading: float) -> str:
        """Return on which side of a heading (deg) the middle of the obstacle is."""
        relative = angle_360(self.centre_bearing() - heading)
        if 0 < relative < 180:
            return "star"
        return "port" if relative > 180 else "none"

    def on_every_iteration(self) -> None:
        self.note_resolved()
        self.see_obstacle()

    def note_resolved(self) -> None:
        """Read the mail that says which obstacles are gone."""
        for text in self.buffer.tick.get("OBM_RESOLVED", ()):
            self.post("NOTED_RESOLVED", text)
            self.is_resolved = self.is_resolved or text == self.id

    def see_obstacle(self) -> None:
        """Read the own pose, and find how far away the obstacle is."""
        self.read_pose()
        if self.poly is not None:
            self.measure_range()
            self.judge_buffers()

    def measure_range(self) -> None:
        """Find how far away the obstacle is."""
        if self.poly is not None:
            x, y = self.nav_x, self.nav_y
            self.range = 0.0 if holds_point(self.points, (x, y)) else distance_to_polygon(self.points, x, y)

    def judge_buffers(self) -> None:
        """Say what is wrong with the buffers at the present range."""

    def contains_itself(self) -> bool:
        """Whether both buffers hold the corners of the obstacle; those of very small distances need not."""
        distances = self.min_util_cpa_dist, self.max_util_cpa_dist
        return all(holds(tuple(self.grown(distance)), self.points) for distance in distances)

    def _ends(self) -> bool:
        """Complete where the obstacle is gone or far away; return whether it has nothing to do any more."""
        if not self.done and (self.is_resolved or (self.poly is not None and self.range > self.completed_dist)):
            self.done = True
            self.complete()
        return self.done

    def on_idle(self) -> None:
        self.erase()
        self._ends()

    def on_complete_begin(self) -> None:
        self.on_every_iteration()

    def on_complete_state(self) -> None:
        self.erase()

    def on_run_without_function(self) -> None:
        self.erase()

    def on_run(self) -> Utility | None:
        if self._ends() or self.poly is None:
            return None
        self.relevance = self._relevance()
        if self.relevance <= 0:
            return None
        missing = next((_short(name) for name in self.mandatory if name not in self.given), "")
        if missing or self.range == 0:
            problem = f"{missing} is not set" if missing else "m_obstacle contains osx,osy"
            self.warn(f"Unable to init {self.kind.replace('BHV', 'AOF')}:{problem}")
            self.breached(ready=not missing)
            return None
        if self.refused_building:
            self.warn(self.refused_building)
            self.breached(ready=True)
            return None
        self._draw(self.fill)
        return self._function()

    def _relevance(self) -> float:
        x, y = self.nav_x, self.nav_y
        towards = [bearing(x, y, *point) for point in self.points]
        if self.range > 0 and is_abaft(self.points, (x, y), self.nav_heading):
            return 0.0
        outer, inner = self.pwt_outer_dist, self.pwt_inner_dist
        if self.range >= outer:
            return 0.0
        found = 1.0 if self.range <= inner else (outer - self.range) / (outer - inner)
        if self.range == 0:
            towards = [0.0]  # inside the original leaves the bearings unset: they are 0
        return self.relevant(found, min(towards), max(towards))

    def _function(self) -> Utility | None:
        import numpy as np  # only when there is an obstacle

        from usimmarine_py.helm.behaviours.obstacles.clearance import clearances
        from usimmarine_py.helm.functions.surface import Surface, layout, with_regions

        course, speed = self.axis("course"), self.axis("speed")
        courses: Array = course.low + np.arange(course.count, dtype=np.float64) * course.step  # the bits of ``value``
        speeds: Array = speed.low + np.arange(speed.count, dtype=np.float64) * speed.step
        own = self.nav_x, self.nav_y
        clear = clearances(self.points, own, self.nav_heading, courses.tolist(), self.turning)
        utility = self.utilities(courses, speeds, clear)
        regions = list(self.level_regions(courses, speeds, clear)) if self.use_refinery else []
        values = np.broadcast_to(utility, (course.count, speed.count))
        if regions:
            boxes, numbers = with_regions(course, speed, self.sizes, [region for region, _ in regions])
            samples = boxes.sample(values)
            samples[:, boxes.count - len(numbers) :] = [regions[k][1] for k in numbers]
        else:
            boxes = layout(course, speed, self.sizes)
            samples = boxes.sample(values)
        if self.must_leave and samples.max() <= 0:
            self.fail("Allstop: obstacle unavoidable")
            return None
        return Surface(boxes, samples, gels=self.gels)

    # -- posts

    def erase(self) -> None:
        """Take the drawn obstacle and its buffers away; as the original, also where nothing was drawn."""
        if self.poly is not None:
            self._draw(None)
            return
        for part in PARTS:
            self.post("VIEW_POLYGON", no_shape_text(""), tag=part)

    def _draw(self, fill: str | None) -> None:
        """Draw the obstacle and its buffers; without a colour take them away."""
        if self.poly is None:
            return
        names = (self.label, *(f"{self.label}_{end}" for end in self.labels))
        distances = (0.0, self.min_util_cpa_dist, self.max_util_cpa_dist)
        rows = zip(PARTS, names, distances, self.shown_looks(), self.drawn(), strict=True)
        for part, name, distance, look, wanted in rows:
            if not wanted:
                continue
            if fill is None:
                text = no_shape_text(name)
            else:
                points = self.grown(distance)
                colours = {**look, "fill_color": look.get("fill_color", fill)}
                text = points_text(points, self.decimals) + look_text(name, **colours)
            self.post("VIEW_POLYGON", text, tag=part)

    def shown_looks(self) -> Sequence[Look]:
        """Return how the obstacle, its inner and its outer buffer are drawn."""
        return self.looks

    def drawn(self) -> tuple[bool, bool, bool]:
        """Whether the obstacle, its inner and its outer buffer are drawn."""
        return True, True, True

    def macros(self) -> Mapping[str, float | str | None]:
        return {
            "RNG": self.range, "BNG": self.centre_bearing(), "SIDE": self.side(self.nav_heading),
            "OID": self.label,
        }  # fmt: skip


class PassingFlags(ObstacleBehavior):
    """An obstacle behaviour with flags that are posted in range, and at the closest approach."""

    passes_over = ("rng_flag",)

    other_keys: ClassVar[tuple[Key, ...]] = (
        other_key(
            "rng_flag",
            "text",
            "`[<RANGE] VARIABLE = VALUE`, posted in range, or each time that it comes nearer.",
            unit="m",
        ),
        other_key("cpa_flag", "text", "`VARIABLE = VALUE`, posted at the closest approach."),
    )

    def on_create(self) -> None:
        super().on_create()
        self._range_flags: list[tuple[float, BehaviorFlag]] = []
        self._cpa_flags: list[BehaviorFlag] = []
        self._least_ever = inf
        self._turning: float | None = None  #: range at the last turn from opening to closing or back, m
        self._closing = False
        self._shown_cpa = 0.0

    def on_other(self, key: str, text: str) -> bool:
        if key == "rng_flag":
            limit = inf
            if text.strip().startswith("<"):
                tag, _, text = text.strip().partition(" ")
                found = read_number(tag[1:])
                if found is None:
                    raise ValueError(f"<RANGE VARIABLE=VALUE expected, found {tag}")
                limit = found
            admit(len(self._range_flags) + 1, MOST_FLAGS, "flags of a range")
            self._range_flags.append((limit, BehaviorFlag(text)))
        elif key == "cpa_flag":
            admit(len(self._cpa_flags) + 1, MOST_FLAGS, "flags of an approach")
            self._cpa_flags.append(BehaviorFlag(text))
        else:
            return False
        return True

    def _passed_over(self, key: str, text: str, finding: Finding) -> Finding | None:
        # a range that is none is not passed over
        if key == "rng_flag" and text.startswith("<") and read_number(text[1:].partition(" ")[0]) is None:
            return finding
        return super()._passed_over(key, text, finding)

    def see_obstacle(self) -> None:
        super().see_obstacle()
        if self.poly is None:
            return
        self._least_ever = self._shown_cpa = min(self._least_ever, self.range)
        for limit, flag in self._range_flags:
            if self.range < limit:
                self.post_flag(flag, repeatable=False)
        self._see_passing()

    def _see_passing(self) -> None:
        if self._turning is None:
            self._turning = self.range
        elif self._closing:
            if self.range > self._turning + _CLEAR_CHANGE:
                self._closing, self._shown_cpa, self._turning = False, self._turning, self.range
                if self.range < self.pwt_outer_dist:
                    for flag in self._cpa_flags:
                        self.post_flag(flag)
            else:
                self._turning = min(self._turning, self.range)
        elif self.range < self._turning - _CLEAR_CHANGE:
            self._closing, self._turning = True, self.range
        else:
            self._turning = max(self._turning, self.range)

    def macros(self) -> Mapping[str, float | str | None]:
        return {**super().macros(), "CPA": self._shown_cpa}


def is_abaft(points: Sequence[Point], own: Point, heading: float) -> bool:
    """Whether all corners (m) of an obstacle lie abaft as seen from ``own`` (m) on a heading (deg)."""
    return all(_ABAFT[0] < angle_360(bearing(*own, *point) - heading) < _ABAFT[1] for point in points)


def _short(name: str) -> str:
    """Return a parameter's name as the original's messages write it."""
    return name.removesuffix("_dist") if "_util_" in name else name


def _source_of(text: str) -> str:
    try:
        return pairs(text).get("vsource", "")
    except ValueError:
        return ""
