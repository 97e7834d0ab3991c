"""The motion in a recorded run: track, heading, speed, depth and drift, for several naming conventions."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from usimmarine_py.errors import NothingToDrawError
from usimmarine_py.logs.drift import DRIFT_MAIL, DRIFT_SUMMARY
from usimmarine_py.logs.runs import RESET, RecordedRun, Series
from usimmarine_py.logs.viewer.names import PREFIXES
from usimmarine_py.logs.viewer.planned import Planned, planned
from usimmarine_py.values.frozen import dataclass, field

#: Drift steps smaller than this (m/s) are rounding errors.
DRIFT_SHOWN = 0.005
#: A vehicle counts as diving below this depth (m) for at least this time (s): waves are shorter.
_SURFACED, _DIVE = 0.2, 10.0
#: A step of the track farther (m) and faster (m/s) than this is a jump, as on the live page; and how long (s) after
#: the mail of a reset its jump stands in the log.
_FAR, _FAST, _AFTER = 15.0, 40.0, 2.0


@dataclass(frozen=True, slots=True)
class RunSeries:
    """Track and states of one run; every series is (t, value) with t in seconds since the start of the log."""

    name: str
    track_t: NDArray[np.float64]  #: s, shape (n,)
    x: NDArray[np.float64]  #: m east, shape (n,)
    y: NDArray[np.float64]  #: m north, shape (n,)
    heading: Series | None = None  #: deg
    speed: Series | None = None  #: m/s
    speed_over_ground: Series | None = None  #: m/s
    depth: Series | None = None  #: m, positive down
    drift_x: Series | None = None  #: m/s to the east, a step function
    drift_y: Series | None = None  #: m/s to the north, a step function
    resets: NDArray[np.float64] = field(default_factory=lambda: np.zeros(0))  #: s, times of resets
    plan: Planned = field(default_factory=Planned)  #: waypoints and legs in the log
    hull: tuple[float, float] | None = None  #: m, length and beam, if known

    @property
    def jumps(self) -> NDArray[np.float64]:
        """Times (s) of the first position after each jump, ascending."""
        return jump_times(self.track_t, self.x, self.y, self.resets)

    @property
    def dives(self) -> bool:
        """True for a vehicle that dives, rather than one that follows the waves."""
        if self.depth is None:
            return False
        times, depth = self.depth
        deep = np.concatenate([[False], depth > _SURFACED, [False]])
        begins, ends = np.flatnonzero(~deep[:-1] & deep[1:]), np.flatnonzero(deep[:-1] & ~deep[1:])
        if not len(begins):
            return False
        longest = float(np.max(times[ends - 1] - times[begins]))
        return longest >= min(_DIVE, 0.5 * float(times[-1] - times[0]))

    @property
    def drifts(self) -> bool:
        """True when an external drift was ever in force."""
        return any(s is not None and bool(np.any(np.abs(s[1]) > DRIFT_SHOWN)) for s in (self.drift_x, self.drift_y))


def jump_times(
    times: NDArray[np.float64], x: NDArray[np.float64], y: NDArray[np.float64], resets: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Times (s) of the first position after each jump: of ``resets`` (s, of their mail), and of impossible steps."""
    step, taken = np.hypot(np.diff(x), np.diff(y)), np.diff(times)
    found = set(np.flatnonzero((step > _FAR) & (step > _FAST * taken)).tolist())
    for reset in resets:
        near = np.flatnonzero((times[1:] > reset - 1e-6) & (times[1:] <= reset + _AFTER))
        if len(near):
            found.add(int(near[np.argmax(step[near])]))
    return np.asarray(times[np.array(sorted(found), dtype=int) + 1])


def run_series(log: RecordedRun, prefix: str = "") -> RunSeries:
    """Return track and states of a run. ``prefix`` selects the position by name, without underscore.

    Columns of a table are matched in this order: by MOOS name (``NAV_X``), by state name (``x`` east, ``y`` north,
    ``heading`` in degrees), and as the states of ``usim verify simulate`` (``x`` north, ``y`` east, ``psi`` in
    radians). Raises ``NothingToDrawError`` for a log without a position.
    """
    prefix = prefix.removesuffix("_")
    numbers = dict(log.series)
    if _has_states(log, prefix):
        return _from_states(log.name, _turned(numbers) if "psi" in numbers and "heading" not in numbers else numbers)
    found = _position(log, prefix)
    if found is None:
        wanted = f"{prefix}_X and {prefix}_Y" if prefix else "position (..._X and ..._Y)"
        raise NothingToDrawError(f"{log.path}: no {wanted} in this log", remedy="choose the position with --prefix")
    drift_x, drift_y = _drift(log, found)
    (times, x), y = numbers[f"{found}_X"], numbers[f"{found}_Y"]
    return RunSeries(
        name=log.name,
        track_t=times,
        x=x,
        y=np.interp(times, *y),
        heading=numbers.get(f"{found}_HEADING"),
        speed=numbers.get(f"{found}_SPEED"),
        speed_over_ground=numbers.get(f"{found}_SPEED_OVER_GROUND"),
        depth=numbers.get(f"{found}_DEPTH"),
        drift_x=drift_x,
        drift_y=drift_y,
        resets=np.array([time for time, _ in log.mail.get(RESET, ())]),
        plan=planned(log.mail, numbers),
    )


def _drift(log: RecordedRun, prefix: str) -> tuple[Series | None, Series | None]:
    """The drift to east and north: played back from its mail; without the mail, what speed and heading leave of the
    motion over ground where the summaries say that the drift changed.
    """
    numbers = log.series
    played = numbers.get("drift_x"), numbers.get("drift_y")
    names = [f"{prefix}_{state}" for state in ("SPEED", "HEADING", "SPEED_OVER_GROUND", "HEADING_OVER_GROUND")]
    mail = any(name in numbers or name in log.texts for name in DRIFT_MAIL)
    said = [numbers[name][1] for name in (f"{DRIFT_SUMMARY}.xmag", f"{DRIFT_SUMMARY}.ymag") if name in numbers]
    changed = any(np.ptp(values) > DRIFT_SHOWN for values in said)
    if mail or not changed or any(name not in numbers for name in names):
        return played
    times = numbers[names[0]][0]
    speed, heading, over_ground, course = (_held(numbers[name], times) for name in names)
    bow, way = np.radians(heading), np.radians(course)
    return (
        (times, over_ground * np.sin(way) - speed * np.sin(bow)),
        (times, over_ground * np.cos(way) - speed * np.cos(bow)),
    )


def _held(series: Series, times: NDArray[np.float64]) -> NDArray[np.float64]:
    """The latest value at each time (s), or the first one before it."""
    return series[1][np.maximum(np.searchsorted(series[0], times, side="right") - 1, 0)]


def has_position(log: RecordedRun, prefix: str = "") -> bool:
    """Whether a run has a position that ``run_series`` finds."""
    prefix = prefix.removesuffix("_")
    return _has_states(log, prefix) or _position(log, prefix) is not None


def _has_states(log: RecordedRun, prefix: str) -> bool:
    return not prefix and {"x", "y"} <= log.series.keys()


def _position(log: RecordedRun, prefix: str) -> str | None:
    """The prefix of the position: the one asked for, else NAV, USM, or the first one."""
    numbers = log.series
    candidates = [prefix] if prefix else [*PREFIXES, *sorted(name[:-2] for name in numbers if _is_position(name))]
    return next((p for p in candidates if f"{p}_X" in numbers and f"{p}_Y" in numbers), None)


def _is_position(name: str) -> bool:
    """Whether a variable may be the east of a position; a force in x is not."""
    return name.endswith("_X") and not name.startswith("USM_FORCE_")


def _from_states(name: str, numbers: dict[str, Series]) -> RunSeries:
    (times, x), y = numbers["x"], numbers["y"]
    return RunSeries(
        name=name,
        track_t=times,
        x=x,
        y=np.interp(times, *y),
        heading=numbers.get("heading"),
        speed=numbers.get("speed"),
        speed_over_ground=numbers.get("sog"),
        depth=numbers.get("depth"),
        drift_x=numbers.get("drift_x"),
        drift_y=numbers.get("drift_y"),
    )


def _turned(numbers: dict[str, Series]) -> dict[str, Series]:
    """Convert north-east-down states of a table of ``usim verify simulate`` to the frame and units of a figure."""
    found = {"x": numbers["y"], "y": numbers["x"]}
    times, psi = numbers["psi"]
    found["heading"] = times, np.degrees(psi) % 360.0
    if "u" in numbers:
        times, u = numbers["u"]
        v = np.interp(times, *numbers["v"]) if "v" in numbers else np.zeros_like(u)
        found["sog"] = times, np.hypot(u, v)  # u and v are over ground there
    if "z" in numbers:
        found["depth"] = numbers["z"]
    return found
