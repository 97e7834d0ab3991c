"""Line-of-sight guidance over a plan: position in, heading, speed and depth out. No clock, no mail.

The steering law is the look-ahead based line of sight of Fossen (Handbook of Marine Craft Hydrodynamics and Motion
Control, 2nd edition, 12.3): desired course = course of the path - atan(cross-track error / look-ahead distance).
``drift_compensation`` makes the difference between course and heading.
"""

from __future__ import annotations

from collections.abc import Callable
from math import atan2, cos, degrees, hypot, isfinite, radians, sin, sqrt

from usimmarine_py.control.drift_compensation import DriftCompensation
from usimmarine_py.control.plan import Hold, Loiter, Plan, Point, Task, Waypoints
from usimmarine_py.maths.angles import angle_180, angle_360
from usimmarine_py.model.frozen import dataclass


@dataclass(frozen=True, slots=True)
class Wanted:
    """What the vehicle should do now."""

    heading: float  #: deg
    speed: float  #: m/s
    depth: float  #: m
    cross_track: float | None = None  #: m, positive to starboard of the path; None without a path


@dataclass(slots=True)
class TrackRecord:
    """How well the legs between waypoints were kept; one sample each update."""

    samples: int = 0
    sum_absolute: float = 0.0
    sum_square: float = 0.0
    largest: float = 0.0

    def add(self, error: float) -> None:
        """One cross-track error, m."""
        self.samples += 1
        self.sum_absolute += abs(error)
        self.sum_square += error * error
        self.largest = max(self.largest, abs(error))

    @property
    def mean(self) -> float:
        """Mean absolute error, m."""
        return self.sum_absolute / self.samples if self.samples else 0.0

    @property
    def rms(self) -> float:
        """Root mean square error, m."""
        return sqrt(self.sum_square / self.samples) if self.samples else 0.0


class Guidance:
    """Works off a ``Plan``. ``say`` takes one line for every waypoint reached and every task begun."""

    def __init__(self, plan: Plan, say: Callable[[str], None] | None = None) -> None:
        self.plan = plan
        self.track = TrackRecord()
        self.reached = 0  #: waypoints
        self.missed = 0  #: of them passed outside the acceptance radius
        self.drift = DriftCompensation(plan.drift_compensation, plan.integral_gain, plan.drift_time)
        self._say = say if say is not None else lambda text: None
        self.restart()

    def restart(self) -> None:
        """Begin the plan anew at the next update; what was learned of the drift is kept."""
        self.finished = False
        self.passes = 0
        self._task = 0
        self._begin_task()
        self._last_heading: float | None = None

    @property
    def progress(self) -> float:
        """How much of the plan is done, 0 to 1; tasks count alike, legs within theirs. 0 without an end."""
        if self.finished:
            return 1.0
        if not self.plan.ends:
            return 0.0
        task = self.plan.tasks[self._task]
        part = min(max(self._part, 0.0), 1.0)
        if isinstance(task, Waypoints):
            part = (self._index + part) / len(task.points)
        return (self.passes + (self._task + part) / len(self.plan.tasks)) / (self.plan.repeat + 1)

    @property
    def status(self) -> str:
        """One line: where in the plan we are."""
        if self.finished:
            return f"finished, waypoints={self.reached}"
        task = self.plan.tasks[self._task]
        text = f"task={self._task + 1}/{len(self.plan.tasks)}, kind={type(task).__name__.lower()}"
        if isinstance(task, Waypoints):
            text += f", waypoint={self._index + 1}/{len(task.points)}"
        return f"{text}, pass={self.passes + 1}"

    def update(
        self,
        now: float,
        x: float,
        y: float,
        heading: float,
        course: float | None = None,
        sog: float | None = None,
        *,
        learns: bool = True,
    ) -> Wanted:
        """The set-points at clock ``now`` (s) and position ``x`` east, ``y`` north (m); ``heading`` in deg.

        ``course`` (deg) and ``sog`` (m/s) over ground, None = unknown, count for drift compensation by course only.
        Without ``learns`` this update teaches nothing about the drift.
        """
        self.drift.begin(now, heading, course, sog, learns)
        # a task that is over hands on to the next one at once; each may be over only once in an update
        for _ in range(len(self.plan.tasks) + 1):
            if self.finished:
                break
            wanted = self._follow(now, x, y, heading)
            if wanted is not None:
                self._last_heading = wanted.heading
                return wanted
            self._next_task()
        held = heading if self._last_heading is None else self._last_heading
        return Wanted(held, 0.0, self.plan.depth)

    def _begin_task(self) -> None:
        self._index = 0
        self._part = 0.0  # of the present leg, circle or hold, as of the last update
        self._from: Point | None = None
        self._began: float | None = None
        self._held: float | None = None
        self._angle: float | None = None
        self._swept = 0.0

    def _next_task(self) -> None:
        task = self.plan.tasks[self._task]
        self._task += 1
        self._begin_task()
        if isinstance(task, Waypoints):  # the next leg begins where this one was to end
            self._from = task.points[-1]
        if self._task < len(self.plan.tasks):
            return
        self._task = 0
        self.passes += 1
        if self.passes > self.plan.repeat:
            self.finished = True
            self._say("plan finished")

    def _follow(self, now: float, x: float, y: float, heading: float) -> Wanted | None:
        """The set-points of the present task, None when it is over."""
        task = self.plan.tasks[self._task]
        if isinstance(task, Waypoints):
            return self._legs(task, x, y)
        if isinstance(task, Loiter):
            return self._circle(task, now, x, y)
        return self._hold(task, now, heading)

    # ---- straight legs ------------------------------------------------------------------------------------------

    def _legs(self, task: Waypoints, x: float, y: float) -> Wanted | None:
        while self._index < len(task.points):
            goal = task.points[self._index]
            start = self._from if self._from is not None else (x, y)
            self._from = start
            length = hypot(goal[0] - start[0], goal[1] - start[1])
            distance = hypot(goal[0] - x, goal[1] - y)
            east, north = ((goal[0] - start[0]) / length, (goal[1] - start[1]) / length) if length else (0.0, 1.0)
            along = (x - start[0]) * east + (y - start[1]) * north
            near = distance <= self.plan.acceptance_radius
            if near or (self.plan.capture_line and length > 0.0 and along >= length):
                self._arrive(goal, distance, near)
                continue
            self._part = along / length if length else 0.0
            cross = (x - start[0]) * north - (y - start[1]) * east
            self.track.add(cross)
            speed, depth = self._pace(task)
            # starboard of a leg towards (east, north) is (north, -east)
            offset = self.drift.offset(cross, north, -east, self.plan.lookahead, speed)
            course = degrees(atan2(east, north) - atan2(cross + offset, self.plan.lookahead))
            return Wanted(angle_360(course - self.drift.heading_offset), speed, depth, cross)
        return None

    def _arrive(self, goal: Point, distance: float, near: bool) -> None:
        self.reached += 1
        self._index += 1
        self._part = 0.0
        self._from = goal
        self.missed += not near
        how = "reached" if near else "passed abeam"
        self._say(f"waypoint={self._index}, x={goal[0]:g}, y={goal[1]:g}, {how} at distance={distance:.2f}")

    # ---- circles and set-points ---------------------------------------------------------------------------------

    def _circle(self, task: Loiter, now: float, x: float, y: float) -> Wanted | None:
        side = 1.0 if task.clockwise else -1.0
        distance = hypot(x - task.x, y - task.y)
        angle = degrees(atan2(x - task.x, y - task.y))  # bearing of the vehicle from the centre
        outside = distance - task.radius
        if self._began is None and abs(outside) <= self.plan.acceptance_radius:
            self._began, self._angle = now, angle
            self._say(f"loiter circle reached, radius={task.radius:g}")
        if self._began is not None and self._angle is not None:
            self._swept += side * angle_180(angle - self._angle)
            self._angle = angle
            self._part = max((now - self._began) / task.time, self._swept / (360.0 * task.turns))
            if now - self._began >= task.time or self._swept >= 360.0 * task.turns:
                return None
        # starboard of a clockwise circle is its inside
        cross = -side * outside
        speed, depth = self._pace(task)
        inwards = -side * sin(radians(angle)), -side * cos(radians(angle))
        offset = self.drift.offset(cross, *inwards, self.plan.lookahead, speed)
        course = angle + side * (90.0 + degrees(atan2(outside - side * offset, self.plan.lookahead)))
        return Wanted(angle_360(course - self.drift.heading_offset), speed, depth, cross)

    def _hold(self, task: Hold, now: float, heading: float) -> Wanted | None:
        if self._began is None:
            self._began = now
            self._held = heading if task.heading is None else task.heading
            if task.heading is None and self._last_heading is not None:
                self._held = self._last_heading
        self._part = (now - self._began) / task.time
        # ticks of a stepped clock meet the end only up to rounding
        if isfinite(task.time) and now - self._began >= task.time - 1e-9:
            return None
        return Wanted(angle_360(self._held if self._held is not None else heading), *self._pace(task))

    def _pace(self, task: Task) -> tuple[float, float]:
        """Speed (m/s) and depth (m) of a task: its own, else those of the plan."""
        return (
            self.plan.speed if task.speed is None else task.speed,
            self.plan.depth if task.depth is None else task.depth,
        )
