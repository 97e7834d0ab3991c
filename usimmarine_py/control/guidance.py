"""Line-of-sight guidance over a plan: position in, heading, speed and depth out. No clock, no mail.

The steering law is the look-ahead based line of sight of Fossen (Handbook of Marine Craft Hydrodynamics and Motion
Control, 2nd edition, 12.3): desired course = course of the path - atan(cross-track error / look-ahead distance).
``drift_compensation`` makes the difference between course and heading.
"""

from __future__ import annotations

from collections.abc import Callable
from math import atan2, cos, degrees, hypot, inf, isfinite, radians, sin, sqrt
from typing import NamedTuple

from usimmarine_py.control.arcs import Arc, Point, arc_at, turns
from usimmarine_py.control.drift_compensation import DriftCompensation
from usimmarine_py.control.plan import Hold, Loiter, Plan, Task, Waypoints
from usimmarine_py.maths.angles import angle_180, angle_360
from usimmarine_py.values.frozen import dataclass

# -- Tells whether a vehicle still comes nearer to where it is to go (laws/guidance 1.5). Pure


#: Limit of the time (s) between two checks: in a longer gap the vehicle was not steered.
LONGEST_STEP = 5.0


class Nearing:
    """Watches what is left (m) to one goal after the other."""

    def __init__(self, patience: float, least: float) -> None:
        """``patience`` (s): longest time without progress, 0 = unlimited. ``least`` (m): smallest progress."""
        self._patience = patience
        self._least = least
        self.restart()

    def restart(self) -> None:
        """Forget everything."""
        self._goal: object = None
        self._best = 0.0
        self._waited = 0.0
        self._last: float | None = None

    def look(self, now: float, goal: object, left: float | None, *, counts: bool = True) -> bool:
        """Return whether it has come no nearer to ``goal`` for too long; ``left`` None: what ends by itself.

        Without ``counts`` the time since the last look is no failure of the vehicle.
        """
        last, self._last = self._last, now
        if left is None or goal != self._goal or left <= self._best - self._least:
            self._goal, self._best, self._waited = goal, left or 0.0, 0.0
            return False
        if counts and last is not None:
            self._waited += min(max(now - last, 0.0), LONGEST_STEP)
        return 0.0 < self._patience <= self._waited


class DesiredMotion(NamedTuple):
    """The present set-points of the vehicle."""

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
    """Executes a ``Plan``. ``say`` is called with one line for every waypoint reached and every task begun."""

    def __init__(self, plan: Plan, say: Callable[[str], None] | None = None) -> None:
        self.plan = plan
        self.track = TrackRecord()
        self.reached = 0  #: waypoints
        self.missed = 0  #: of them passed outside the acceptance radius
        self.drift = DriftCompensation(plan.drift_compensation, plan.integral_gain, plan.drift_time)
        self._say = say if say is not None else lambda text: None
        # a tenth of what counts as there is more than a wandering position, and less than any progress
        self._stated: tuple[object, ...] = ()
        self._status = ""
        self._nearing = Nearing(plan.give_up, 0.1 * plan.path.acceptance_radius)
        self.restart()

    def restart(self) -> None:
        """Restart the plan at the next update; the estimate of the drift is kept."""
        self.finished = False
        self.stuck = ""  #: what cannot be reached, in one line; empty: all is well, or may be yet
        self._nearing.restart()
        self.passes = 0
        self._task = 0
        self._begin_task()
        self._last_heading: float | None = None
        self._last_depth = self.plan.depth

    @property
    def progress(self) -> float:
        """The completed fraction of the plan, 0 to 1: tasks count equally, and legs within a task. 0 without an end."""
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
    def keeps_altitude(self) -> bool:
        """Whether the present task goes by the altitude."""
        return not self.finished and self.plan.altitude_of(self.plan.tasks[self._task]) is not None

    @property
    def status(self) -> str:
        """One line: where in the plan we are."""
        where = self.finished, self.passes, self._task, self._index
        if where != self._stated:
            self._stated, self._status = where, self._state()
        return self._status

    def _state(self) -> str:
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
        bottom: float | None = None,
    ) -> DesiredMotion:
        """Return the set-points at clock ``now`` (s) and position ``x`` east, ``y`` north (m); ``heading`` in deg.

        ``course`` (deg) and ``sog`` (m/s) over ground, None = unknown, count for drift compensation by course only.
        Without ``learns`` this update teaches nothing about the drift. ``bottom`` (m) is the depth of the bed below,
        for tasks that keep an altitude; None = unknown: the last depth stays.
        """
        self.drift.begin(now, heading, course, sog, learns)
        # a task that is over hands on to the next one at once; each may be over only once in an update
        for _ in range(len(self.plan.tasks) + 1):
            if self.finished:
                break
            desired = self._follow(now, x, y, heading)
            if desired is not None:
                altitude = self.plan.altitude_of(self.plan.tasks[self._task])
                if altitude is not None:
                    if bottom is not None:
                        self._last_depth = max(bottom - altitude, 0.0)
                    desired = desired._replace(depth=self._last_depth)
                self._last_depth = desired.depth
                self._last_heading = desired.heading
                goal = (self.passes, self._task, self._index, self._rounding, self._began)
                if self._nearing.look(now, goal, self._left, counts=learns) != bool(self.stuck):
                    self._get_stuck(x, y)
                return desired
            self._next_task()
        held = heading if self._last_heading is None else self._last_heading
        return DesiredMotion(held, 0.0, self.plan.depth)

    def _get_stuck(self, x: float, y: float) -> None:
        """Report that the present goal seems out of reach, or withdraw the report."""
        if self.stuck:
            self.stuck = ""
            self._say("under way again")
            return
        task = self.plan.tasks[self._task]
        if isinstance(task, Waypoints):
            goal = task.points[self._index]
            what, at = f"waypoint={self._index + 1}", goal
        elif isinstance(task, Loiter):
            what, at = f"loiter, radius={task.radius:g}", (task.x, task.y)
        else:
            raise AssertionError("a hold ends by itself")
        away = hypot(at[0] - x, at[1] - y)
        where = f"x={at[0]:g}, y={at[1]:g}, distance={away:.1f}"
        self.stuck = f"{what}, {where}: cannot be reached, no nearer for {self.plan.give_up:g} s"
        self._say(self.stuck)

    def _begin_task(self) -> None:
        self._index = 0
        self._part = 0.0  # of the present leg, circle or hold, as of the last update
        self._left: float | None = None  # m to what ends the leg or circle, for ``Nearing``
        self._from: Point | None = None
        self._before: Point | None = None  # where the leg to there began
        self._entered = False  # whether ``_leg`` and ``_arc`` are those of the present leg
        self._leg = 0.0, 0.0, 1.0  # length (m), and the direction towards east and north
        self._arc: Arc | None = None
        self._rounding = False
        self._closest = inf  # to the waypoint that is rounded, m
        self._began: float | None = None
        self._held: float | None = None
        self._angle: float | None = None
        self._swept = 0.0

    def _next_task(self) -> None:
        task, before = self.plan.tasks[self._task], self._before
        self._task += 1
        self._begin_task()
        if isinstance(task, Waypoints):  # the next leg begins where this one was to end
            self._from, self._before = task.points[-1], before
        if self._task < len(self.plan.tasks):
            return
        self._task = 0
        self.passes += 1
        if self.passes > self.plan.repeat:
            self.finished = True
            self._say("plan finished")

    def _follow(self, now: float, x: float, y: float, heading: float) -> DesiredMotion | None:
        """Return the set-points of the present task, None when it is over."""
        task = self.plan.tasks[self._task]
        if isinstance(task, Waypoints):
            return self._legs(task, x, y)
        if isinstance(task, Loiter):
            return self._circle(task, now, x, y)
        return self._hold(task, now, heading)

    # ---- legs, and the arcs between them ------------------------------------------------------------------------

    def _legs(self, task: Waypoints, x: float, y: float) -> DesiredMotion | None:
        path = self.plan.path
        while self._index < len(task.points):
            goal = task.points[self._index]
            start = self._from if self._from is not None else (x, y)
            self._from = start
            if not self._entered:
                self._enter_leg(start, goal)
            length, east, north = self._leg
            distance = hypot(goal[0] - x, goal[1] - y)
            along = (x - start[0]) * east + (y - start[1]) * north
            cross = (x - start[0]) * north - (y - start[1]) * east
            if self._arc is not None:
                at_tangent = along >= length - self._arc.tangent
                if at_tangent and (path.capture_line or abs(cross) <= path.acceptance_radius):
                    self._rounding = True
                if self._rounding:
                    self._closest = min(self._closest, distance)
                    if self._arc.beyond(x, y) < 0.0:
                        return self._along_arc(self._arc, task, x, y, length)
                    self._arrive(goal, self._closest)
                    continue
            elif distance <= path.acceptance_radius or (path.capture_line and length > 0.0 and along >= length):
                self._arrive(goal, distance)
                continue
            self._part = along / length if length else 0.0
            ends = length if self._arc is None else length - self._arc.tangent
            # abeam of it counts, or only the place itself does
            self._left = ends - along if path.capture_line and length else hypot(ends - along, cross)
            self.track.add(cross)
            speed, depth = self._pace(task)
            # starboard of a leg towards (east, north) is (north, -east)
            offset = self.drift.offset(cross, north, -east, path.lookahead, speed)
            course = degrees(atan2(east, north) - atan2(cross + offset, path.lookahead))
            return DesiredMotion(angle_360(course - self.drift.heading_offset), speed, depth, cross)
        return None

    def _enter_leg(self, start: Point, goal: Point) -> None:
        self._entered = True
        length = hypot(goal[0] - start[0], goal[1] - start[1])
        east, north = ((goal[0] - start[0]) / length, (goal[1] - start[1]) / length) if length else (0.0, 1.0)
        self._leg = length, east, north
        radius = self.plan.path.arc_radius
        if radius <= 0.0:
            return
        after, last = self._upcoming()
        self._arc = arc_at((self._before, start, goal, after, last), radius)
        if turns(start, goal, after) and (self._arc is None or self._arc.radius < (1.0 - 1e-9) * radius):
            what = "no arc, its legs are too short or turn back"
            if self._arc is not None:
                what = f"arc of radius={self._arc.radius:.2f} instead of {radius:g}, its legs are too short"
            self._say(f"waypoint={self._index + 1}, x={goal[0]:g}, y={goal[1]:g}, {what}")

    def _upcoming(self) -> tuple[Point | None, Point | None]:
        """Return the two waypoints behind the present one, as far as legs lead there."""
        found: list[Point] = []
        task, index, passes = self._task, self._index + 1, self.passes
        while len(found) < 2:
            present = self.plan.tasks[task]
            if not isinstance(present, Waypoints):
                break
            found += present.points[index:][:2]
            task, index = task + 1, 0
            if task == len(self.plan.tasks):
                task, passes = 0, passes + 1
                if passes > self.plan.repeat:
                    break
        after, last, *_ = (*found, None, None)
        return after, last

    def _along_arc(self, arc: Arc, task: Waypoints, x: float, y: float, length: float) -> DesiredMotion:
        swept = arc.swept(x, y)
        self._part = 1.0 - arc.tangent / length * (1.0 - swept)
        self._left = radians(arc.turn) * arc.radius * (1.0 - swept)
        # from further ahead a small circle looks like its own chord
        lookahead = min(self.plan.path.lookahead, arc.radius)
        desired = self._round((arc.x, arc.y), arc.radius, 1.0 if arc.clockwise else -1.0, lookahead, task, x, y)
        self.track.add(desired.cross_track or 0.0)
        return desired

    def _arrive(self, goal: Point, distance: float) -> None:
        near = distance <= self.plan.path.acceptance_radius
        how = "rounded" if self._rounding else "reached" if near else "passed abeam"
        self.reached += 1
        self._index += 1
        self._part = 0.0
        self._from, self._before = goal, self._from
        self._entered, self._arc, self._rounding, self._closest = False, None, False, inf
        self.missed += not near
        self._say(f"waypoint={self._index}, x={goal[0]:g}, y={goal[1]:g}, {how} at distance={distance:.2f}")

    # ---- circles and set-points ---------------------------------------------------------------------------------

    def _circle(self, task: Loiter, now: float, x: float, y: float) -> DesiredMotion | None:
        side = 1.0 if task.clockwise else -1.0
        distance = hypot(x - task.x, y - task.y)
        angle = degrees(atan2(x - task.x, y - task.y))  # bearing of the vehicle from the centre
        outside = distance - task.radius
        self._left = abs(outside)
        if self._began is None and abs(outside) <= self.plan.path.acceptance_radius:
            self._began, self._angle = now, angle
            self._say(f"loiter circle reached, radius={task.radius:g}")
        if self._began is not None and self._angle is not None:
            self._swept += side * angle_180(angle - self._angle)
            self._angle = angle
            self._part = max((now - self._began) / task.time, self._swept / (360.0 * task.turns))
            settled = task.time < inf or task.turns == inf
            self._left = None if settled else radians(360.0 * task.turns - self._swept) * task.radius
            if now - self._began >= task.time or self._swept >= 360.0 * task.turns:
                return None
        return self._round((task.x, task.y), task.radius, side, self.plan.path.lookahead, task, x, y)

    def _round(
        self, centre: Point, radius: float, side: float, lookahead: float, task: Task, x: float, y: float
    ) -> DesiredMotion:
        """Return the set-points on a circle; ``side`` +1 clockwise, -1 else (laws/guidance 1.2)."""
        angle = degrees(atan2(x - centre[0], y - centre[1]))  # bearing of the vehicle from the centre
        outside = hypot(x - centre[0], y - centre[1]) - radius
        # starboard of a clockwise circle is its inside
        cross = -side * outside
        speed, depth = self._pace(task)
        inwards = -side * sin(radians(angle)), -side * cos(radians(angle))
        offset = self.drift.offset(cross, *inwards, lookahead, speed)
        course = angle + side * (90.0 + degrees(atan2(outside - side * offset, lookahead)))
        return DesiredMotion(angle_360(course - self.drift.heading_offset), speed, depth, cross)

    def _hold(self, task: Hold, now: float, heading: float) -> DesiredMotion | None:
        if self._began is None:
            self._began = now
            self._held = heading if task.heading is None else task.heading
            if task.heading is None and self._last_heading is not None:
                self._held = self._last_heading
        self._part = (now - self._began) / task.time
        # ticks of a stepped clock meet the end only up to rounding
        if isfinite(task.time) and now - self._began >= task.time - 1e-9:
            return None
        return DesiredMotion(angle_360(self._held if self._held is not None else heading), *self._pace(task))

    def _pace(self, task: Task) -> tuple[float, float]:
        """Speed (m/s) and depth (m) of a task: its own, else those of the plan."""
        return (
            self.plan.speed if task.speed is None else task.speed,
            self.plan.depth if task.depth is None else task.depth,
        )
