"""BHV_GoToDepth."""

from __future__ import annotations

from usimmarine_py.helm.behavior import Behavior
from usimmarine_py.helm.functions import Function, Peak, peak
from usimmarine_py.helm.parameters import integer, number, parameter, variable
from usimmarine_py.limits import MOST_SCHEDULED, admit
from usimmarine_py.text import read_number


def read_levels(text: str) -> tuple[tuple[float, float], ...]:
    """Read ``D1,T1:D2,T2``: depths in m, times to stay in s."""
    admit(text.count(":") + 1, MOST_SCHEDULED, "depths")  # before they are read
    found = []
    for part in text.strip().strip('"').split(":"):
        depth_text, _, time_text = part.partition(",")
        depth, time = read_number(depth_text), read_number(time_text) if time_text.strip() else 0.0
        if depth is None or depth < 0 or time is None or time < 0:
            raise ValueError(f"DEPTH,SECONDS:DEPTH,SECONDS expected, found {text}")
        found.append((depth, time))
    return tuple(found)


class GoToDepth(Behavior):
    """Goes to depths, one after the other, and stays a while at each."""

    needed_axes = ("depth",)
    unknown_keys = ("precision",)
    awaited = ("depth",)
    passes_over_empty = ("depth",)
    default_name = "bhv_goto_depth"
    variables = ("NAV_DEPTH",)
    depth: tuple[tuple[float, float], ...] = parameter((), read_levels, unit="m, s", what="`D1,T1:D2,T2:...`.")
    repeat: int = integer(0, minimum=0, plain=True, what="More times through the list.")
    arrival_delta: float = number(1.0, minimum=0.0, also=("capture_delta",), unit="m", what="This close is there.")
    arrival_flag: str = variable(
        blanks=True, also=("capture_flag",), what="`F`: GTD_F is posted with the number of arrivals."
    )

    def on_create(self) -> None:
        self._levels: tuple[tuple[float, float], ...] = ()
        self._index = self._arrivals = 0
        self._arrived: float | None = None  #: since when it stays, s
        self._last = 0.0  #: depth as of the last iteration on the way, m
        self._first = True

    def on_set(self, name: str) -> None:
        if name == "depth":
            admit(len(self._levels) + len(self.depth), MOST_SCHEDULED, "depths")
            self._levels += self.depth  # another line, or an update, adds to the list

    def _common(self, key: str, text: str) -> bool | None:
        # arrival_flag ends like a list of flags, and is none
        return None if key in ("arrival_flag", "capture_flag") else super()._common(key, text)

    def on_run(self) -> Function | None:
        if not self._levels:
            self.warn("No depth is set")
            return None
        goes_on = self._go_on(self.value("NAV_DEPTH"))
        self._first = False
        if not goes_on:
            return None
        return peak(self.axis("depth"), Peak(self._levels[self._index][0], 0.0, 5.0))

    def _go_on(self, depth: float) -> bool:
        """See whether a depth is reached, or was stayed at for long enough; False at the end."""
        if self._arrived is not None:
            if self.now - self._arrived < self._levels[self._index][1]:
                return True
            self._arrived = None
            if not self._advance():
                return False
        level = self._levels[self._index][0]
        passed = not self._first and min(self._last, depth) <= level <= max(self._last, depth)
        if abs(depth - level) <= self.arrival_delta or passed:
            self._arrived = self.now
            self._arrivals += 1
            if self.arrival_flag:
                self.post(f"GTD_{self.arrival_flag}", float(self._arrivals))
        self._last = depth
        return True

    def _advance(self) -> bool:
        """Go on to the next depth; False at the end."""
        self._index += 1
        if self._index >= len(self._levels):
            self._index = 0
            if self.repeat == 0:
                self.complete()
                self._first, self._arrivals = True, 0
                return False
            self.repeat -= 1
        self.post("LEVEL_DEPTH", self._levels[self._index][0])
        return True
