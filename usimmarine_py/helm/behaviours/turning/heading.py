"""Behaviours that hold the own heading, or turn away from it."""

from __future__ import annotations

from usimmarine_py.helm.behavior import Behavior
from usimmarine_py.helm.functions import Function, Peak, Utility, couple, heading_peak, peak
from usimmarine_py.helm.parameters import choice, number, parameter
from usimmarine_py.maths.angles import angle_180, angle_360
from usimmarine_py.text import read_number, truth_text
from usimmarine_py.values.key import RefusedValueError

#: Weight of BHV_HeadingChange's function, whatever its priority: the original does not set it.
_UNSET_WEIGHT = 10.0
#: A heading this close to the goal has reached it, deg.
_REACHED = 1.0


class HeadingBias(Behavior):
    """Has the same utility for every course, as in the original: what its function is meant for has no effect."""

    needed_axes = ("course",)
    pose_macros = False
    unknown_keys = ("precision",)
    endless = True
    default_name = "bhv_headingbias"
    bias: str = choice("right", ("right", "left"), what="Accepted; no effect.")

    def on_run(self) -> Function:
        self.read_pose()
        # a top of half the circle to either side
        return heading_peak(self.axis("course"), Peak((self.value("NAV_HEADING") + 90.0) % 360.0, 180.0))


class HeadingChange(Behavior):
    """Turns by an angle from the heading at which it begins, and completes."""

    needed_axes = ("course", "speed")
    pose_macros = False
    default_name = "hdg_change"
    variables = ("NAV_HEADING", "NAV_X", "NAV_Y", "DESIRED_HEADING", "DESIRED_SPEED", "NAV_SPEED")
    heading_delta: float = number(20.0, minimum=1.0, maximum=359.999999, unit="deg", what="Angle of the turn.")
    turn_speed: float = number(
        -1.0, above=0.0, words={"current": -1.0}, unit="m/s", what="Speed; current: the own one when it first begins."
    )
    turn_type: str = choice("starboard", ("port", "starboard"), what="Side to which it turns.")

    def on_create(self) -> None:
        self._goal: float | None = None  #: deg, while it turns
        self._began = 0.0
        self._from_above = False  #: the heading was larger than the goal when the turn began
        self._turns = 0
        self._track: list[tuple[float, float, float, float]] = []  #: s since it began, deg off the goal, x, y (m)

    @property
    def weight(self) -> float:
        return _UNSET_WEIGHT

    def on_idle(self) -> None:
        self._goal = None

    def on_run(self) -> Utility | None:
        if not self.heard("DESIRED_SPEED"):
            self.warn("Problem retrieving info from info_buffer.")
            return None
        self.read_pose()
        heading = self.value("NAV_HEADING")
        if self._goal is None:
            if self.turn_speed < 0:
                self.turn_speed = self.nav_speed
            side = 1.0 if self.turn_type == "starboard" else -1.0
            self._goal, self._began = angle_360(heading + side * self.heading_delta), self.now
            self._from_above = heading > self._goal
        elif self._reached(heading, self._goal):
            self._post_trends()
            self.complete()
            self._goal = None
            return None
        speed = peak(self.axis("speed"), Peak(self.turn_speed, 0.4, 0.6, 50.0))
        course = heading_peak(self.axis("course"), Peak(self._goal, 20.0, 160.0, 50.0))
        self.post("HEADING_GOAL", self._goal)
        return couple(course, speed)

    def _reached(self, heading: float, goal: float) -> bool:
        off = abs(angle_180(heading - goal))
        self._track.append((self.now - self._began, off, self.nav_x, self.nav_y))
        self.post("CURR_HDG_DELTA", off)
        # odd, but so: both are of the begin
        for name in ("M_SIGN_POS", "CURR_SIGN_POS"):
            self.post(name, truth_text(self._from_above))
        return (heading > goal) != self._from_above or off <= _REACHED

    def _post_trends(self) -> None:
        self._turns += 1
        self.post("TURNS", float(self._turns))
        trends = {
            "HEADING_TREND_1": [(time, off) for time, off, _, _ in self._track],
            "HEADING_TREND_2": [(time, self.heading_delta - off) for time, off, _, _ in self._track],
            "POS_TREND": [(x, y) for _, _, x, y in self._track],
        }
        for name, rows in trends.items():
            self.post(name, ":".join(f"{one:.2f},{other:.2f}" for one, other in rows))
        self._track.clear()


def _heading(text: str) -> float | None:
    if text.strip().lower() == "on_active":
        return None
    found = read_number(text)
    if found is None:
        raise RefusedValueError("must be a heading or on_active", text)
    return found


class MaintainHeading(Behavior):
    """Holds the heading at which it begins to run. Without ``duration`` it completes in its first iteration."""

    needed_axes = ("course",)
    pose_macros = False
    duration = 0.0
    default_name = "maintain_heading"
    variables = ("NAV_HEADING",)
    heading: float | None = parameter(
        None, _heading, "number", unit="deg", what="The heading, or on_active: the own one when it begins to run."
    )
    peakwidth: float = number(30.0, minimum=0.0, unit="deg", what="Half width of the top.")
    basewidth: float = number(150.0, minimum=0.0, unit="deg", what="0 this far beyond peakwidth.")
    summitdelta: float = number(80.0, minimum=0.0, what="Fall of utility over peakwidth.")

    def on_create(self) -> None:
        self._wanted = 0.0
        self._running = False

    def on_set(self, name: str) -> None:
        if name == "heading" and self.heading is not None:
            if not -180 <= self.heading < 360:
                self.warn(f"Dubious initial heading provided:{self.heading:g}")
            self.heading = self._wanted = angle_360(self.heading)

    def on_idle(self) -> None:
        self._running = False
        self.life.started = None

    def on_run(self) -> Function:
        if not self._running:
            self._running = True
            if self.heading is None:
                self._wanted = angle_360(self.value("NAV_HEADING"))
        top = Peak(self._wanted, self.peakwidth, self.basewidth, self.summitdelta)
        return heading_peak(self.axis("course"), top)
