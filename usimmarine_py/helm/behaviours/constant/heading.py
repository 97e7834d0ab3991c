"""BHV_ConstantHeading."""

from usimmarine_py.helm.behavior import Behavior
from usimmarine_py.helm.functions import Function, Peak, heading_peak
from usimmarine_py.helm.parameters import number, variable
from usimmarine_py.maths.angles import angle_180, angle_360


class ConstantHeading(Behavior):
    """Holds a course. Without ``duration`` it completes in its first iteration, as the original does."""

    duration = 0.0
    heading: float = number(0.0, unit="deg", what="The course.")
    peakwidth: float = number(10.0, minimum=0.0, clamped=True, unit="deg", what="Half width of the top.")
    basewidth: float = number(170.0, minimum=0.0, clamped=True, unit="deg", what="0 this far beyond peakwidth.")
    summitdelta: float = number(25.0, minimum=0.0, clamped=True, what="Fall of utility over peakwidth.")
    complete_thresh: float = number(-1.0, unit="deg", what="Completes when the heading is this close.")
    heading_mismatch_var: str = variable(what="Variable for the difference to NAV_HEADING.")

    def ends(self) -> bool:
        return self.complete_thresh > 0

    def on_set(self, name: str) -> None:
        if name == "heading":
            course = self.axis("course")
            self.heading = course.value(course.nearest(angle_360(self.heading)))

    def on_run(self) -> Function:
        off = abs(angle_180(self.value("NAV_HEADING") - self.heading))
        if self.heading_mismatch_var:
            self.post(self.heading_mismatch_var, off)
        if off < self.complete_thresh:
            self.complete()
        top = Peak(self.heading, self.peakwidth, self.basewidth, self.summitdelta)
        return heading_peak(self.axis("course"), top)
