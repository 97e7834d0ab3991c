"""The data of one vehicle for the page, from mail or log rows: the latest values and the track."""

from __future__ import annotations

import math
from bisect import bisect_right
from collections import deque

from usimmarine_py.logs.drift import DriftPlayback
from usimmarine_py.logs.viewer.names import PREFIXES, WIND_CONDITIONS
from usimmarine_py.watch.track import MAX_ROWS, Row, Track

#: States with the prefix in a row of the track, after the time.
STATES = ("X", "Y", "HEADING", "SPEED", "SPEED_OVER_GROUND", "DEPTH")
ACTUATORS = ("DESIRED_THRUST", "DESIRED_RUDDER", "DESIRED_ELEVATOR", "DESIRED_THRUST_L", "DESIRED_THRUST_R")
#: What a helm or an operator asks for, after them.
WANTED = ("DESIRED_HEADING", "DESIRED_SPEED", "DESIRED_DEPTH")
#: A position to hold, m.
HOLD = ("DESIRED_X", "DESIRED_Y")
#: Other state variables with the prefix, shown but not drawn.
EXTRA_STATES = ("HEADING_OVER_GROUND", "ALTITUDE", "ROLL", "PITCH", "Z")
#: Those of them that a picture in three dimensions needs as often as the position: m up, rad, rad.
ATTITUDE = ("Z", "ROLL", "PITCH")
#: Endings of actuator states of vehicles with hydrodynamics, after the prefix and the actuator's name.
MEASURED = ("RPM", "RAD_S", "DEG")
#: Variables without a prefix that the page shows.
COMMON = (
    *ACTUATORS, "PID_HAS_CONTROL", *WANTED, *HOLD, WIND_CONDITIONS,
    "USM_WAVE_ELEVATION", "USM_WIND_SPEED", "USM_WIND_DIR", "USM_CURRENT_SPEED", "USM_CURRENT_DIR", "USM_SIM_PAUSED",
    "USM_BATTERY_CHARGE", "USM_BATTERY_VOLTAGE", "USM_BATTERY_POWER", "CONTACTS_ALERTED",
)  # fmt: skip
#: The drift to the east and to the north (m/s) in ``LiveData.values``, nan while it is not known.
DRIFT = ("drift_x", "drift_y")

#: Real s over which the real-time factor is computed, and its minimum.
_FACTOR_WINDOW, _FACTOR_LEAST = 4.0, 1.0
#: Real s without a position after which the vehicle counts as silent.
SILENT_AFTER = 2.0

#: Variables that end in _X but are not positions of vehicles.
_NO_POSITIONS = frozenset({"DRIFT", "CURRENT", "TRUE", "DESIRED"})
#: Posts out of order by less than this (s) are ignored; more indicates a clock that was set back.
_DISORDER = 1.0

#: Posts of x and y within this time (s) belong together.
_SAME_TIME = 0.01


def is_position(variable: str) -> bool:
    """Whether a variable may be the x of a vehicle."""
    return variable.endswith("_X") and variable.removesuffix("_X") not in _NO_POSITIONS


#: A variable with more values is thinned to half: a log of days stays in memory.
MAX_VALUES = 6000
#: Most variables with stored values, and most characters of a text that is stored: mail may name and say anything.
MAX_NAMES, MAX_TEXT = 500, 2000

Value = float | str

#: Time (s), x, y, z (m east, north, up), roll, pitch (rad), heading (deg), and elevation of the sea there (m, up); nan:
#: not known.
Motion = tuple[float, ...]
#: Latest motions that are kept for pages that open three dimensions.
MAX_MOTIONS = 100


class History:
    """Values of variables over time, in order of time; at most ``most`` of each."""

    def __init__(self, most: int = MAX_VALUES) -> None:
        self._most = most
        self._times: dict[str, list[float]] = {}
        self._values: dict[str, list[Value]] = {}
        self._gaps: dict[str, float] = {}

    def add(self, name: str, value: Value, time: float) -> None:
        """Store a value at ``time`` (s), unless it is unchanged or earlier than the last one."""
        if isinstance(value, str) and len(value) > MAX_TEXT:
            return
        if name not in self._times and len(self._times) >= MAX_NAMES:
            return
        times = self._times.setdefault(name, [])
        values = self._values.setdefault(name, [])
        if times and (values[-1] == value or time < times[-1] + self._gaps.get(name, 0.0)):
            if values[-1] == value or time < times[-1]:
                return
            # within the gap the last value is used
            values[-1] = value
            return
        times.append(time)
        values.append(value)
        if len(times) > self._most:
            self._gaps[name] = 2.0 * (times[-1] - times[0]) / len(times)
            self._times[name], self._values[name] = times[::2], values[::2]

    def at(self, time: float) -> dict[str, Value]:
        """The latest value of each variable at ``time`` (s)."""
        found: dict[str, Value] = {}
        for name, times in self._times.items():
            place = bisect_right(times, time)
            if place:
                found[name] = self._values[name][place - 1]
        return found

    def changes(self, name: str) -> list[tuple[float, Value]]:
        """Times (s) and values of a variable, each from when on it held."""
        return [*zip(self._times.get(name, ()), self._values.get(name, ()), strict=True)]

    def back_to(self, time: float) -> None:
        """Forget what is later than ``time`` (s): a clock was set back."""
        for name, times in self._times.items():
            place = bisect_right(times, time)
            del times[place:], self._values[name][place:]

    def clear(self) -> None:
        """Forget everything."""
        self._times, self._values, self._gaps = {}, {}, {}


class LiveData:
    """One vehicle. Times are those of the page, in s; ``now`` is always real time in s from any fixed start.

    Args:
        prefix: of the position (``NAV``); empty selects NAV, USM or the first one received.
        keep: whether all values are stored, for a page that shows earlier times.
        most: how many values of a variable are stored; of more every other one goes.
        rows: how many rows its track has at most.
    """

    def __init__(
        self, prefix: str = "", *, keep: bool = False, most: int = MAX_VALUES, rows: int = MAX_ROWS
    ) -> None:  # fmt: skip
        self._asked = prefix.removesuffix("_")
        self.motions: deque[Motion] = deque(maxlen=MAX_MOTIONS)
        self.moved = 0  #: number of motions so far
        self.track = Track(rows)
        self.history = History(most) if keep else None
        self.clear()

    def clear(self) -> None:
        """Clear all data for a new run."""
        self.prefix = self._asked
        self.track.clear()
        self.motions.clear()
        if self.history is not None:
            self.history.clear()
        self.values: dict[str, float | str] = {}
        self._drift = DriftPlayback()
        self.positions: set[str] = set()  #: prefixes under which a position was seen
        self.time = math.nan  #: of the latest position, s
        self._east: tuple[float, float] | None = None  # time and x of a pending position
        self._north: tuple[float, float] | None = None  # the latest y
        self._place: Row | None = None  # complete, waiting for the following states
        self._arrived: float | None = None
        self._pace: deque[tuple[float, float]] = deque()

    # --- in -------------------------------------------------------------------------------------------

    def take(self, name: str, value: float | str, time: float, now: float, *, late: bool = False) -> None:
        """One value of one variable, posted at ``time``; ``late``: before this reader came."""
        if isinstance(value, float) and not math.isfinite(value):
            return
        if isinstance(value, float) and is_position(name):
            self._choose(name.removesuffix("_X"))
        if name == f"{self.prefix}_X":
            self.flush()  # values after the last position belong to it
            self._take_east(value, time, now)
        elif name == f"{self.prefix}_Y":
            self._take_north(value, time)
        self._set(name, value, time)
        if self._drift.take(name, value, late=late):
            drift = (self._drift.x, self._drift.y) if self._drift.known else (math.nan, math.nan)
            for part, speed in zip(DRIFT, drift, strict=True):
                self._set(part, speed, time)

    def _set(self, name: str, value: float | str, time: float) -> None:
        self.values[name] = value
        if self.history is not None:
            self.history.add(name, value, time)

    def _choose(self, prefix: str) -> None:
        """The prefix of the position to draw: the requested one, else NAV, USM, or the first one received."""
        if prefix in self.positions:
            return
        self.positions.add(prefix)
        if self._asked:
            return
        rank = [*PREFIXES, self.prefix, prefix]
        if not self.prefix or rank.index(prefix) < rank.index(self.prefix):
            self.prefix = prefix
            self.track.clear()
            self.motions.clear()
            self._east = self._north = self._place = None
            self.time = math.nan

    def _take_east(self, x: float | str, time: float, now: float) -> None:
        if not isinstance(x, float):
            return
        if time < self.time:
            if self.time - time < _DISORDER:
                return
            self.track.back_to(time)
            if self.history is not None:
                self.history.back_to(time)
            self.motions.clear()
            self._pace.clear()
            self._north = None
        self.time, self._arrived = time, now
        self._east = time, x

    def _take_north(self, y: float | str, time: float) -> None:
        """Complete the position: x and y may come at different times, since a MOOSDB thins each by itself."""
        if not isinstance(y, float):
            self._north = None
            return
        before, self._north = self._north, (time, y)
        if self._east is None or time < self._east[0] - _SAME_TIME:
            return
        at, x = self._east
        if before is not None and before[0] < at < time - _SAME_TIME:
            y = before[1] + (y - before[1]) * (at - before[0]) / (time - before[0])
        self._east = None
        self._place = at, x, y

    def flush(self) -> None:
        """Append the complete position to the track, with its states."""
        place, self._place = self._place, None
        latest = self.track.latest
        if place is None or (latest is not None and place[0] <= latest[0]):
            return
        states = (self.number(f"{self.prefix}_{name}") for name in STATES[2:])
        self.track.add((*place, *states, *(self.number(name) for name in (*ACTUATORS, *WANTED))))
        z = self.state("Z")
        height = -self.state("DEPTH") if math.isnan(z) else z
        attitude = (self.state("ROLL"), self.state("PITCH"), self.state("HEADING"))
        self.motions.append((*place, height, *attitude, self.number("USM_WAVE_ELEVATION")))
        self.moved += 1

    def tick(self, now: float) -> None:
        """Update the real-time factor; called after the mail of each poll."""
        self.flush()
        if not math.isnan(self.time):
            self._pace.append((now, self.time))
            while len(self._pace) > 2 and now - self._pace[0][0] > _FACTOR_WINDOW:
                self._pace.popleft()

    def restart_pace(self) -> None:
        """Reset the real-time factor, after reading old data."""
        self._pace.clear()

    # --- out ------------------------------------------------------------------------------------------

    def at(self, time: float) -> LiveData:
        """The data at ``time``, without a track; all values must be stored."""
        found = LiveData(self.prefix)
        found.prefix, found.positions, found.time = self.prefix, set(self.positions), time
        found._arrived = 0.0 if self.track.at(time) is not None else None
        found.values = self.history.at(time) if self.history is not None else dict(self.values)
        return found

    def number(self, name: str) -> float:
        """The latest number of a variable, nan without one."""
        value = self.values.get(name)
        return value if isinstance(value, float) else math.nan

    def state(self, name: str) -> float:
        """The latest number of a state of the vehicle (``HEADING``), nan without one."""
        return self.number(f"{self.prefix}_{name}")

    def measured(self, *endings: str) -> dict[str, float]:
        """Actuator states by the actuator's name, in order: those whose variable has one of the ``endings``."""
        start, ends = f"{self.prefix}_", tuple(f"_{ending}" for ending in endings)
        return {
            name.removeprefix(start): value
            for name, value in sorted(self.values.items())
            if isinstance(value, float) and name.startswith(start) and name.endswith(ends)
            # a command is not a measurement
            if not name.startswith("USM_SET_")
        }

    def text(self, name: str) -> str:
        """The latest text of a variable, empty without one."""
        value = self.values.get(name)
        return value if isinstance(value, str) else ""

    def silence(self, now: float) -> float | None:
        """Real s since the last position; None before the first."""
        return None if self._arrived is None else now - self._arrived

    def factor(self) -> float | None:
        """Simulated s for each real s, over the last few real s; None with too little data."""
        if len(self._pace) < 2:
            return None
        (first_real, first), (last_real, last) = self._pace[0], self._pace[-1]
        if last_real - first_real < _FACTOR_LEAST:
            return None
        return (last - first) / (last_real - first_real)
