"""BHV_MemoryTurnLimit."""

from __future__ import annotations

from usimmarine_py.helm.behavior import Behavior
from usimmarine_py.helm.behaviours.turning.memory import HeadingMemory
from usimmarine_py.helm.functions import Function, Peak, heading_peak
from usimmarine_py.helm.parameters import number

#: Below this speed (m/s) the range is as at it; from the other one on it is whole.
_LEAST, _WHOLE = 0.3, 1.5


class MemoryTurnLimit(Behavior):
    """Keeps the course within a range around the mean heading of the last seconds."""

    needed_axes = ("course",)
    mandatory = ("memory_time", "turn_range")
    endless = True
    default_name = "mem_turn_limit"
    variables = ("NAV_HEADING", "NAV_SPEED")
    constraint = True
    memory_time: float = number(-1.0, minimum=0.0, unit="s", what="Span of the mean; needed.")
    turn_range: float = number(-1.0, minimum=0.0, maximum=180.0, unit="deg", what="Range to either side; needed.")

    def on_create(self) -> None:
        self._headings = HeadingMemory()

    def on_run(self) -> Function | None:
        for name in ("memory_time", "turn_range"):
            if getattr(self, name) < 0:
                self.warn(f"Variable {name} not specified")
                return None
        self._headings.add(self.now, self.value("NAV_HEADING"), self.memory_time)
        mean = self._headings.mean()
        self.post("MEM_HDG_AVG", float(int(mean + 0.5)))
        speed = max(self.value("NAV_SPEED"), _LEAST)
        width = self.turn_range * speed / _WHOLE if speed < _WHOLE else self.turn_range
        return heading_peak(self.axis("course"), Peak(mean, width, 0.0, 0.2))
