"""BHV_MaxDepth."""

from usimmarine_py.helm.behavior import Behavior
from usimmarine_py.helm.functions import Function, at_most
from usimmarine_py.helm.parameters import number, parameter, variable
from usimmarine_py.text import read_number


def _limit(text: str) -> float:
    value = read_number(text)
    if value is None:
        raise ValueError(f"a number expected, found {text}")
    return max(value, 0.0)


class MaxDepth(Behavior):
    """Limits the depth."""

    constraint = True
    max_depth: float = parameter(0.0, _limit, "number", unit="m", what="The limit; below 0 it is 0.")
    basewidth: float = number(
        100.0, minimum=0.0, clamped=True, also=("tolerance",), unit="m", what="Utility falls over it."
    )
    depth_slack_var: str = variable(what="Variable for the limit minus NAV_DEPTH.")

    def ends(self) -> bool:
        return False

    def on_run(self) -> Function:
        if self.depth_slack_var:
            self.post(self.depth_slack_var, self.max_depth - self.value("NAV_DEPTH"))
        return at_most(self.axis("depth"), self.max_depth, self.basewidth)
