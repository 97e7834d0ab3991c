"""BHV_MaxSpeed."""

from usimmarine_py.helm.behavior import Behavior
from usimmarine_py.helm.functions import Function, at_most
from usimmarine_py.helm.parameters import number, variable


class MaxSpeed(Behavior):
    """Limits the speed."""

    constraint = True
    max_speed: float = number(1.0, minimum=0.0, clamped=True, unit="m/s", what="The limit.")
    basewidth: float = number(
        0.5, minimum=0.0, clamped=True, also=("tolerance",), unit="m/s", what="Utility falls over it."
    )
    speed_slack_var: str = variable(what="Variable for the limit minus NAV_SPEED.")

    def ends(self) -> bool:
        return False

    def on_run(self) -> Function:
        if self.speed_slack_var:
            self.post(self.speed_slack_var, self.max_speed - self.value("NAV_SPEED"))
        return at_most(self.axis("speed"), self.max_speed, self.basewidth)
