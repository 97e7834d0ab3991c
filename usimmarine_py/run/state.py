"""The state of the vehicle after each of its ticks, as rows: for CSV, Parquet and arrays."""

from __future__ import annotations

import csv
from array import array
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from usimmarine_py.errors import LogFileError, MissingExtraError
from usimmarine_py.kinematic.motion import Motion
from usimmarine_py.simulator import Simulator

BASE_COLUMNS = (
    *("time", "x", "y", "heading", "speed", "depth", "roll", "pitch", "yaw", "sog", "hog", "altitude"),
    *("thrust", "rudder", "elevator", "thrust_left", "thrust_right", "drift_x", "drift_y"),
)
BODY_VELOCITIES = ("u", "v", "w", "p", "q", "r")
#: Rows of a Parquet group.
GROUP = 65536


class RowSink(Protocol):
    """Takes rows of numbers; the names came before."""

    def row(self, values: Sequence[float]) -> None:
        """One row."""
        ...

    def close(self) -> None:
        """No more rows."""
        ...


class StateRows:
    """Called after each tick of the simulator: hands a row to every sink, at most one each ``every`` s.

    Columns are those of ``columns``: time in s since the start, the true state in the units of ``VehicleState``, the
    command in per cent, the external drift in m/s; body velocities and actuators where the backend has them.
    """

    def __init__(self, simulator: Simulator, start: float, sinks: Sequence[RowSink], every: float = 0.0) -> None:
        self._simulator = simulator
        self._start = start
        self._sinks = sinks
        self._every = every
        self._next = -np.inf

    def __call__(self, now: float) -> None:
        """Record the state at MOOS time ``now``."""
        if now < self._next:
            return
        # half a microsecond early counts: a stepped clock meets its grid only up to rounding
        self._next = now + self._every - 5e-7 if self._every > 0 else -np.inf
        values = state_row(self._simulator, now - self._start)
        for sink in self._sinks:
            sink.row(values)

    def stretch(self, times: Sequence[float], motions: Sequence[Motion]) -> None:
        """As many ticks at once: MOOS times and motions; the command is the same in all."""
        now, roll = self._simulator.internal, self._simulator.truth.roll
        c, drift = now.command, now.drift
        rest = [c.thrust, c.rudder, c.elevator, c.thrust_left, c.thrust_right, drift.x, drift.y]
        for time, s in zip(times, motions, strict=True):
            if time < self._next:
                continue
            self._next = time + self._every - 5e-7 if self._every > 0 else -np.inf
            row = [time - self._start, s.x, s.y, s.heading, s.speed, s.depth, roll, s.pitch, s.yaw, s.sog, s.hog]
            row += [s.altitude, *rest]
            for sink in self._sinks:
                sink.row(row)


def state_columns(simulator: Simulator) -> tuple[str, ...]:
    """The names of ``state_row``."""
    state = simulator.truth
    actuators = tuple(name for name, _ in state.actuators)
    return (*BASE_COLUMNS, *BODY_VELOCITIES[: len(state.nu)], *actuators)


def state_row(simulator: Simulator, time: float) -> list[float]:
    """The state of the moment."""
    s, now = simulator.truth, simulator.internal
    c, drift = now.command, now.drift
    row = [time, s.x, s.y, s.heading, s.speed, s.depth, s.roll, s.pitch, s.yaw, s.sog, s.hog, s.altitude]
    row += [c.thrust, c.rudder, c.elevator, c.thrust_left, c.thrust_right, drift.x, drift.y]
    if s.nu or s.actuators:
        row += s.nu
        row += [value for _, value in s.actuators]
    return row


class CsvRows:
    """A CSV file with the shortest digits that give back the same number."""

    def __init__(self, path: Path, columns: Sequence[str]) -> None:
        try:
            self._file = path.open("w", encoding="utf-8", newline="")
        except OSError as error:
            raise LogFileError(f"cannot write: {error.strerror or error}", file=str(path)) from error
        self._writer = csv.writer(self._file, lineterminator="\n")
        self._writer.writerow(columns)

    def row(self, values: Sequence[float]) -> None:
        """One row."""
        self._writer.writerow(values)

    def close(self) -> None:
        """Close the file."""
        self._file.close()


class ArrayRows:
    """Columns in memory."""

    def __init__(self, columns: Sequence[str]) -> None:
        self._columns = tuple(columns)
        self._data = array("d")

    def row(self, values: Sequence[float]) -> None:
        """One row."""
        self._data.extend(values)

    def close(self) -> None:
        """Nothing to do."""

    def arrays(self) -> dict[str, npt.NDArray[np.float64]]:
        """Each column as an array of shape (n,)."""
        table = np.array(self._data).reshape(-1, len(self._columns))
        return {name: np.ascontiguousarray(table[:, i]) for i, name in enumerate(self._columns)}


class ParquetRows:
    """A Parquet file, written in groups so that memory stays flat. Needs pyarrow."""

    def __init__(self, path: Path, columns: Sequence[str], metadata: dict[str, str] | None = None) -> None:
        try:
            import pyarrow
            import pyarrow.parquet
        except ImportError:
            raise MissingExtraError("--parquet", "pyarrow", "logs") from None
        self._arrow: Any = pyarrow
        self._columns = tuple(columns)
        self._schema = pyarrow.schema([(name, pyarrow.float64()) for name in columns], metadata=metadata or {})
        try:
            self._file = pyarrow.parquet.ParquetWriter(str(path), self._schema)
        except OSError as error:
            raise LogFileError(f"cannot write: {error.strerror or error}", file=str(path)) from error
        self._rows = ArrayRows(columns)
        self._held = 0

    def row(self, values: Sequence[float]) -> None:
        """One row."""
        self._rows.row(values)
        self._held += 1
        if self._held >= GROUP:
            self._write_group()

    def close(self) -> None:
        """Write what is left and close the file."""
        if self._held:
            self._write_group()
        self._file.close()

    def _write_group(self) -> None:
        arrays = self._rows.arrays()
        self._file.write_table(self._arrow.table(arrays, schema=self._schema))
        self._rows = ArrayRows(self._columns)
        self._held = 0
