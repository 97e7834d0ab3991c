"""BHV_GoToDepth."""

from __future__ import annotations

from usimmarine_py.helm.behavior import Behavior
from usimmarine_py.helm.functions import Function, Peak, peak
from usimmarine_py.helm.parameters import integer, number, parameter, variable
from usimmarine_py.text import read_number


def _levels(text: str) -> tuple[tuple[float, float], ...]:
    """Read ``D1,T1:D2,T2``: depths in m, times to stay in s."""
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

    awaited = ("depth",)
    default_name = "bhv_goto_depth"
    variables = ("NAV_DEPTH",)
    depth: tuple[tuple[float, float], ...] = parameter((), _levels, unit="m, s", what="`D1,T1:D2,T2:...`.")
    repeat: int = integer(0, minimum=0, what="More times through the list.")
    arrival_delta: float = number(1.0, minimum=0.0, also=("capture_delta",), unit="m", what="This close is there.")
    arrival_flag: str = variable(also=("capture_flag",), what="`F`: GTD_F is posted with the number of arrivals.")

    def on_create(self) -> None:
        self._index = self._rounds = self._arrivals = 0
        self._arrived: float | None = None
        self._last: float | None = None

    def on_set(self, name: str) -> None:
        if name == "depth":
            self._index = self._rounds = 0
            self._arrived = None

    def _common(self, key: str, text: str) -> bool | None:
        # arrival_flag ends like a list of flags, and is none
        return None if key in ("arrival_flag", "capture_flag") else super()._common(key, text)

    def on_run(self) -> Function | None:
        if not self.depth:
            self.warn("No depth is set")
            return None
        depth = self.value("NAV_DEPTH")
        if self._arrived is not None and self.now - self._arrived >= self.depth[self._index][1]:
            self._arrived = None
            if not self._advance():
                self.complete()
                return None
            self.post("LEVEL_DEPTH", self.depth[self._index][0])
        level = self.depth[self._index][0]
        if self._arrived is None and self._reached(level, depth):
            self._arrived = self.now
            self._arrivals += 1
            if self.arrival_flag:
                self.post(f"GTD_{self.arrival_flag}", float(self._arrivals))
        self._last = depth
        return peak(self.axis("depth"), Peak(level, 0.0, 5.0))

    def _advance(self) -> bool:
        """Go on to the next depth; False at the end."""
        self._index += 1
        if self._index == len(self.depth):
            self._index = 0
            self._rounds += 1
            if self._rounds > self.repeat:
                # a perpetual one counts its arrivals anew
                self._rounds = self._arrivals = 0
                return False
        return True

    def _reached(self, level: float, depth: float) -> bool:
        if abs(depth - level) <= self.arrival_delta:
            return True
        return self._last is not None and min(self._last, depth) <= level <= max(self._last, depth)
