"""BHV_ConstantSpeed."""

from usimmarine_py.helm.behavior import Behavior
from usimmarine_py.helm.functions import Function, Peak, peak
from usimmarine_py.helm.parameters import number, variable


class ConstantSpeed(Behavior):
    """Holds a speed. Without ``duration`` it completes in its first iteration, as the original does."""

    duration = 0.0
    speed: float = number(0.0, minimum=0.0, clamped=True, unit="m/s", what="The speed.")
    basewidth: float = number(0.2, minimum=0.0, clamped=True, unit="m/s", what="Where utility falls to 0.")
    peakwidth: float = number(0.0, minimum=0.0, clamped=True, unit="m/s", what="Half width of the top.")
    summitdelta: float = number(0.0, minimum=0.0, clamped=True, what="Fall of utility over peakwidth.")
    speed_mismatch_var: str = variable(what="Variable for the difference to NAV_SPEED.")

    def ends(self) -> bool:
        return False

    def on_run(self) -> Function:
        if self.speed_mismatch_var:
            self.post(self.speed_mismatch_var, abs(self.value("NAV_SPEED") - self.speed))
        return peak(self.axis("speed"), Peak(self.speed, self.peakwidth, self.basewidth, self.summitdelta))
