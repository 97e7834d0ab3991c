"""BHV_MinAltitudeX."""

from __future__ import annotations

from usimmarine_py.helm.behavior import Behavior
from usimmarine_py.helm.functions import Function, at_most
from usimmarine_py.helm.parameters import choice, number


class MinAltitudeX(Behavior):
    """Keeps clear of the sea bed."""

    default_name = "min_altitude"
    variables = ("NAV_ALTITUDE", "NAV_DEPTH")
    constraint = True
    min_altitude: float = number(1.0, minimum=0.0, unit="m", what="Least altitude.")
    basewidth: float = number(1.0, minimum=0.0, also=("tolerance",), unit="m", what="Over which utility falls to 0.")
    missing_altitude_critical: str = choice("true", ("true", "false"), what="An altitude that never came is an error.")

    def ends(self) -> bool:
        return False

    def on_run(self) -> Function | None:
        if "NAV_ALTITUDE" not in self.buffer.numbers:
            if self.missing_altitude_critical == "true":
                self.fail("No ownship NAV_ALTITUDE in info_buffer")
            else:
                self.warn("No ownship NAV_ALTITUDE in info_buffer")
            return None
        bed = self.value("NAV_DEPTH") + self.value("NAV_ALTITUDE")
        return at_most(self.axis("depth"), max(bed - self.min_altitude, 0.0), self.basewidth)
