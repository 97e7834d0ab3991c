"""Behaviours that hold or limit one value."""

from __future__ import annotations

from usimmarine_py.helm.behavior import Behavior
from usimmarine_py.helm.functions import Function, Peak, at_most, heading_peak, peak
from usimmarine_py.helm.parameters import number, truth, variable
from usimmarine_py.maths.angles import angle_180, angle_360


class ConstantSpeed(Behavior):
    """Holds a speed. Without ``duration`` it completes in its first iteration, as the original does."""

    needed_axes = ("speed",)
    endless = True
    duration = 0.0
    speed: float = number(0.0, minimum=0.0, clamped=True, unit="m/s", what="The speed.")
    basewidth: float = number(0.2, minimum=0.0, clamped=True, unit="m/s", what="Where utility falls to 0.")
    peakwidth: float = number(0.0, minimum=0.0, clamped=True, unit="m/s", what="Half width of the top.")
    summitdelta: float = number(0.0, minimum=0.0, clamped=True, what="Fall of utility over peakwidth.")
    speed_mismatch_var: str = variable(empty=True, what="Variable for the difference to NAV_SPEED.")

    def on_idle(self) -> None:
        if self.speed_mismatch_var:
            self.post(self.speed_mismatch_var, abs(self.value("NAV_SPEED") - self.speed))

    def on_run(self) -> Function:
        self.on_idle()
        return peak(self.axis("speed"), Peak(self.speed, self.peakwidth, self.basewidth, self.summitdelta))


class ConstantHeading(Behavior):
    """Holds a course. Without ``duration`` it completes in its first iteration, as the original does."""

    needed_axes = ("course",)
    duration = 0.0
    heading: float = number(0.0, unit="deg", what="The course.")
    peakwidth: float = number(10.0, minimum=0.0, clamped=True, unit="deg", what="Half width of the top.")
    basewidth: float = number(170.0, minimum=0.0, clamped=True, unit="deg", what="0 this far beyond peakwidth.")
    summitdelta: float = number(25.0, minimum=0.0, clamped=True, what="Fall of utility over peakwidth.")
    complete_thresh: float = number(-1.0, unit="deg", what="Completes when the heading is this close.")
    heading_mismatch_var: str = variable(empty=True, what="Variable for the difference to NAV_HEADING.")

    def ends(self) -> bool:
        return self.complete_thresh > 0

    def on_set(self, name: str) -> None:
        if name == "heading":
            course = self.axis("course")
            self.heading = course.value(course.nearest(angle_360(self.heading)))

    def on_idle(self) -> None:
        if self.heading_mismatch_var:
            self.post(self.heading_mismatch_var, self._off())

    def _off(self) -> float:
        return abs(angle_180(self.value("NAV_HEADING") - self.heading))

    def on_run(self) -> Function | None:
        self.on_idle()
        if self._off() < self.complete_thresh:
            self.complete()
            return None
        top = Peak(self.heading, self.peakwidth, self.basewidth, self.summitdelta)
        return heading_peak(self.axis("course"), top)


class ConstantDepth(Behavior):
    """Holds a depth. Without ``duration`` it completes in its first iteration, as the original does."""

    needed_axes = ("depth",)
    endless = True
    duration = 0.0
    depth: float = number(0.0, minimum=0.0, clamped=True, unit="m", what="The depth; below 0 counts as 0.")
    peakwidth: float = number(3.0, minimum=0.0, clamped=True, unit="m", what="Half width of the top.")
    basewidth: float = number(100.0, minimum=0.0, clamped=True, unit="m", what="0 this far beyond peakwidth.")
    summitdelta: float = number(50.0, minimum=0.0, clamped=True, what="Fall of utility over peakwidth.")
    depth_mismatch_var: str = variable(empty=True, what="Variable for the difference to NAV_DEPTH.")

    def on_idle(self) -> None:
        if self.depth_mismatch_var:
            self.post(self.depth_mismatch_var, abs(self.value("NAV_DEPTH") - self.depth))

    def on_run(self) -> Function:
        self.on_idle()
        return peak(self.axis("depth"), Peak(self.depth, self.peakwidth, self.basewidth, self.summitdelta))


class Limit(Behavior):
    """Limits a value."""

    endless = True
    constraint = True

    def most(self, name: str, limit: float, basewidth: float) -> Function:
        """Return 100 up to ``limit``, falling to 0 over ``basewidth``; warn, as the original, of one off the axis."""
        axis = self.axis(name)
        if not axis.low <= limit <= axis.high:
            self.warn("given summit value out of domain range (suspicious):")
        return at_most(axis, limit, basewidth)


class MaxSpeed(Limit):
    """Limits the speed."""

    needed_axes = ("speed",)
    max_speed: float = number(1.0, minimum=0.0, clamped=True, unit="m/s", what="The limit.")
    basewidth: float = number(
        0.5, minimum=0.0, clamped=True, also=("tolerance",), unit="m/s", what="Utility falls over it."
    )
    speed_slack_var: str = variable(empty=True, what="Variable for the limit minus NAV_SPEED.")

    def on_idle(self) -> None:
        if self.speed_slack_var:
            self.post(self.speed_slack_var, self.max_speed - self.value("NAV_SPEED"))

    def on_run(self) -> Function:
        self.on_idle()
        return self.most("speed", self.max_speed, self.basewidth)


class MaxDepth(Limit):
    """Limits the depth."""

    needed_axes = ("depth",)
    max_depth: float = number(0.0, minimum=0.0, clamped=True, unit="m", what="The limit; below 0 it is 0.")
    basewidth: float = number(
        100.0, minimum=0.0, clamped=True, also=("tolerance",), unit="m", what="Utility falls over it."
    )
    depth_slack_var: str = variable(empty=True, what="Variable for the limit minus NAV_DEPTH.")

    def on_idle(self) -> None:
        if self.depth_slack_var:
            self.post(self.depth_slack_var, self.max_depth - self.value("NAV_DEPTH"))

    def on_run(self) -> Function:
        self.on_idle()
        return self.most("depth", self.max_depth, self.basewidth)


class MinAltitudeX(Behavior):
    """Keeps clear of the sea bed. It has no wish while the altitude is 0 or less."""

    needed_axes = ("depth",)
    endless = True
    default_name = "min_altitude"
    variables = ("NAV_DEPTH", "NAV_ALTITUDE")
    constraint = True
    min_altitude: float = number(0.0, minimum=0.0, unit="m", what="Least altitude.")
    missing_altitude_critical: bool = truth(True, what="Read; without it, too, this is an error.")

    def on_run(self) -> Function | None:
        if not self.heard("NAV_ALTITUDE"):
            self.fail("No ownship NAV_ALTITUDE info in the helm info_buffer")
            self.post("MIN_ALT_STATUS", "Missing NAV_ALTITUDE info")
            return None
        altitude = self.value("NAV_ALTITUDE")
        if altitude <= 0:
            return None
        return at_most(self.axis("depth"), max(self.value("NAV_DEPTH") + altitude - self.min_altitude, 0.0), 0.0)
