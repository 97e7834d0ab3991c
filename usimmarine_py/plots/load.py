"""From a log to what a figure needs."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from usimmarine_py.errors import ConfigError, UsimError
from usimmarine_py.moos.alog import Series, read_alog
from usimmarine_py.plots.run import RunSeries
from usimmarine_py.plots.run import Series as Pair

#: Looked for in this order: what the vehicle navigates by, then the simulator's own default.
PREFIXES = ("NAV", "USM")
DRIFT_SUMMARY = "USM_DRIFT_SUMMARY"


class NothingToDrawError(UsimError):
    """A log without a position."""


def load_run(path: Path, prefix: str = "") -> RunSeries:
    """Track and states of the run in an ``.alog`` (of ours or of pLogger).

    ``prefix`` chooses the position by name, without its underscore. Raises ``LogFileError`` for a file that is no
    log, ``NothingToDrawError`` for one without a position.
    """
    if path.suffix.lower() != ".alog":
        raise ConfigError("is no .alog; give the log of a run", file=str(path))
    prefix = prefix.removesuffix("_")
    numbers, drifts = _read(path)
    candidates = [prefix] if prefix else [*PREFIXES, *sorted(n[:-2] for n in numbers if n.endswith("_X"))]
    found = next((p for p in candidates if f"{p}_X" in numbers and f"{p}_Y" in numbers), None)
    if found is None:
        wanted = f"{prefix}_X and {prefix}_Y" if prefix else "a position (..._X and ..._Y)"
        raise NothingToDrawError(f"{path}: no {wanted} in this log; choose the position with --prefix")
    x, y = numbers[f"{found}_X"], numbers[f"{found}_Y"]
    times = x.times
    return RunSeries(
        name=path.stem,
        track_t=times,
        x=x.values,
        y=np.interp(times, y.times, y.values),
        heading=_pair(numbers.get(f"{found}_HEADING")),
        speed=_pair(numbers.get(f"{found}_SPEED")),
        speed_over_ground=_pair(numbers.get(f"{found}_SPEED_OVER_GROUND")),
        depth=_pair(numbers.get(f"{found}_DEPTH")),
        drift_x=_drift(drifts, "xmag"),
        drift_y=_drift(drifts, "ymag"),
    )


def _read(path: Path) -> tuple[dict[str, Series], list[tuple[float, dict[str, float]]]]:
    times: dict[str, list[float]] = {}
    values: dict[str, list[float]] = {}
    drifts: list[tuple[float, dict[str, float]]] = []
    for row in read_alog(path):
        if isinstance(row.value, float):
            times.setdefault(row.variable, []).append(row.time)
            values.setdefault(row.variable, []).append(row.value)
        elif row.variable == DRIFT_SUMMARY and isinstance(row.value, str):
            drifts.append((row.time, _summary(row.value)))
    series = {name: _ordered(np.asarray(t), np.asarray(values[name])) for name, t in times.items()}
    return series, drifts


def _ordered(times: NDArray[np.float64], values: NDArray[np.float64]) -> Series:
    """In order of time: pLogger writes in order of arrival."""
    keep = np.isfinite(values)
    order = np.argsort(times[keep], kind="stable")
    return Series(times[keep][order], values[keep][order])


def _summary(text: str) -> dict[str, float]:
    """``ang=90, mag=0.3, xmag=0.3, ymag=0`` as numbers; pieces that are none are left out."""
    found = {}
    for piece in text.split(","):
        key, _, value = piece.partition("=")
        try:
            found[key.strip()] = float(value)
        except ValueError:
            continue
    return found


def _drift(drifts: list[tuple[float, dict[str, float]]], key: str) -> Pair | None:
    entries = [(t, d[key]) for t, d in drifts if key in d]
    if not entries:
        return None
    return np.array([t for t, _ in entries]), np.array([v for _, v in entries])


def _pair(series: Series | None) -> Pair | None:
    return None if series is None or not len(series.times) else (series.times, series.values)
