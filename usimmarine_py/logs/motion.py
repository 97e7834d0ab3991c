"""The motion in a recorded run: track, heading, speed, depth and drift, whatever its columns are called."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from usimmarine_py.errors import NothingToDrawError
from usimmarine_py.logs.runs import DRIFT_SUMMARY, PREFIXES, RecordedRun, Series, read_run
from usimmarine_py.model.frozen import dataclass

#: Drift steps smaller than this (m/s) are rounding, not weather.
DRIFT_SHOWN = 0.005


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

    @property
    def drifts(self) -> bool:
        """True when an external drift was ever in force."""
        return any(s is not None and bool(np.any(np.abs(s[1]) > DRIFT_SHOWN)) for s in (self.drift_x, self.drift_y))


def load_run(path: Path, prefix: str = "") -> RunSeries:
    """Track and states of the run in an ``.alog`` (of ours or of pLogger), a CSV or a Parquet file.

    ``prefix`` chooses the position by name, without its underscore. Raises ``LogFileError`` for a file that is no
    log, ``NothingToDrawError`` for one without a position.
    """
    return run_series(read_run(path), prefix)


def run_series(log: RecordedRun, prefix: str = "") -> RunSeries:
    """Track and states of a run that was read.

    Columns of a table are matched in this order: by MOOS name (``NAV_X``), by state name (``x`` east, ``y`` north,
    ``heading`` in degrees), and as the states of ``usim simulate`` (``x`` north, ``y`` east, ``psi`` in radians).
    """
    prefix = prefix.removesuffix("_")
    numbers = dict(log.series)
    if not prefix and {"x", "y"} <= numbers.keys():
        return _from_states(log.name, _turned(numbers) if "psi" in numbers and "heading" not in numbers else numbers)
    candidates = [prefix] if prefix else [*PREFIXES, *sorted(n[:-2] for n in numbers if _is_position(n))]
    found = next((p for p in candidates if f"{p}_X" in numbers and f"{p}_Y" in numbers), None)
    if found is None:
        wanted = f"{prefix}_X and {prefix}_Y" if prefix else "a position (..._X and ..._Y)"
        raise NothingToDrawError(f"{log.path}: no {wanted} in this log", remedy="choose the position with --prefix")
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
        drift_x=numbers.get(f"{DRIFT_SUMMARY}.xmag"),
        drift_y=numbers.get(f"{DRIFT_SUMMARY}.ymag"),
    )


def _is_position(name: str) -> bool:
    """Whether a variable may be the east of a position; a force forward is none."""
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
    """North-east-down states of a table of ``usim simulate`` in the frame and the units of a figure."""
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
