"""BHV_ConstantDepth."""

from usimmarine_py.helm.behavior import Behavior
from usimmarine_py.helm.functions import Function, Peak, peak
from usimmarine_py.helm.parameters import number, variable


class ConstantDepth(Behavior):
    """Holds a depth. Without ``duration`` it completes in its first iteration, as the original does."""

    duration = 0.0
    depth: float = number(0.0, unit="m", what="The depth; below 0 counts as 0.")
    peakwidth: float = number(3.0, minimum=0.0, clamped=True, unit="m", what="Half width of the top.")
    basewidth: float = number(100.0, minimum=0.0, clamped=True, unit="m", what="0 this far beyond peakwidth.")
    summitdelta: float = number(50.0, minimum=0.0, clamped=True, what="Fall of utility over peakwidth.")
    depth_mismatch_var: str = variable(what="Variable for the difference to NAV_DEPTH.")

    def ends(self) -> bool:
        return False

    def on_set(self, name: str) -> None:
        if name == "depth":
            self.depth = max(self.depth, 0.0)

    def on_run(self) -> Function:
        if self.depth_mismatch_var:
            self.post(self.depth_mismatch_var, abs(self.value("NAV_DEPTH") - self.depth))
        return peak(self.axis("depth"), Peak(self.depth, self.peakwidth, self.basewidth, self.summitdelta))
