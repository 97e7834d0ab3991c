"""BHV_Hysteresis."""

from __future__ import annotations

from usimmarine_py.helm.behavior import Behavior
from usimmarine_py.helm.behaviours.turning.memory import HeadingMemory
from usimmarine_py.helm.functions import Function, Peak, heading_peak
from usimmarine_py.helm.parameters import number

#: From this spread of the headings on the window has its least width, deg.
_SPREAD = 30.0


class Hysteresis(Behavior):
    """Prefers courses in a window around the own heading; the steadier the heading was, the wider the window."""

    needed_axes = ("course",)
    pose_macros = False
    mandatory = ("memory_time",)
    endless = True
    default_name = "bhv_hysteresis"
    variables = ("NAV_HEADING", "NAV_SPEED")
    memory_time: float = number(-1.0, minimum=0.0, unit="s", what="Span of the mean heading; needed.")
    min_heading_window: float = number(
        10.0, minimum=0.0, maximum=360.0, unit="deg", what="Width of the window after a heading that was not steady."
    )
    max_heading_window: float = number(
        280.0, minimum=0.0, maximum=360.0, unit="deg", what="Its width after a steady one."
    )
    max_window_utility: float = number(
        90.0, minimum=0.0, maximum=100.0, what="Utility at the edge of the window; 100 in its middle."
    )

    def on_create(self) -> None:
        self._headings = HeadingMemory()

    def on_set(self, name: str) -> None:
        # of the pair the one that was given last moves the other
        if name == "min_heading_window":
            self.max_heading_window = max(self.max_heading_window, self.min_heading_window)
        elif name == "max_heading_window":
            self.min_heading_window = min(self.min_heading_window, self.max_heading_window)

    def on_idle(self) -> None:
        self._remember()

    def _remember(self) -> bool:
        if self.memory_time < 0:
            self.warn("Variable memory_time not specified")
            return False
        self.read_pose()
        self._headings.add(self.now, self.nav_heading, self.memory_time)
        return True

    def on_run(self) -> Function | None:
        if not self._remember():
            return None
        mean = self._headings.mean()
        spread = self._headings.spread(mean)
        self.post("HYSTER_HDG_AVG", float(int(mean + 0.5)))
        self.post("HYSTER_HDG_VAR", float(int(spread + 0.5)))
        least, most = self.min_heading_window, self.max_heading_window
        width = least
        if least != most:  # odd, but so: equal windows are not halved
            width = (least + max(_SPREAD - spread, 0.0) / _SPREAD * (most - least)) * 0.5
        top = Peak(self.nav_heading, width, max(180.0 - width, 0.0), 100.0 - self.max_window_utility)
        return heading_peak(self.axis("course"), top)
