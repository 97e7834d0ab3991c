"""From a log to what a fit needs: commands and motion at every tick of the vehicle."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from usimmarine_py.errors import FitError, suggest
from usimmarine_py.fit.breaks import OtherMail, find_breaks
from usimmarine_py.logs.alog import read_alog
from usimmarine_py.logs.runs import read_run, stem
from usimmarine_py.logs.viewer.names import PREFIXES
from usimmarine_py.values.arrays import Array

COMMANDS = ("DESIRED_THRUST", "DESIRED_RUDDER", "DESIRED_ELEVATOR", "DESIRED_THRUST_L", "DESIRED_THRUST_R")
#: Columns of the tables of ``usim run``, as mail calls them.
_TABLE = {
    **{name.lower(): f"NAV_{name}" for name in ("SPEED", "HEADING", "DEPTH", "PITCH", "X", "Y")},
    **{"thrust": "DESIRED_THRUST", "thrust_left": "DESIRED_THRUST_L", "thrust_right": "DESIRED_THRUST_R"},
    **{"rudder": "DESIRED_RUDDER", "elevator": "DESIRED_ELEVATOR"},
}
_MOTION = ("SPEED", "HEADING", "DEPTH", "PITCH", "X", "Y")
LEAST_TICKS = 20
LEAST_DEPTH = 0.05  #: m: a vehicle that moves less than this up and down stays at its depth
#: m: without an elevator command a vehicle whose usual depth stays within this of the surface is afloat.
_AFLOAT = 0.5
#: A tick this many times longer than the usual one is a gap: nothing is predicted across it.
GAP = 5.0
#: Steps in which logs round their numbers.
_RESOLUTIONS = (0.1, 0.01, 0.001, 1e-4, 1e-5)
#: Beyond all that is measured, times on the clock included.
_LARGEST = 1e12


@dataclass(frozen=True, slots=True)
class Held:
    """A command as it was posted: each value holds until the next one."""

    times: Array  #: s
    values: Array  #: %
    own: bool  #: posted by the vehicle's own application (an embedded controller): counts in that very step

    def at(self, t: Array) -> Array:
        """Return the command in force in the steps that end at ``t``: what came before; 0 before the first one."""
        places = np.searchsorted(self.times, t, side="right" if self.own else "left") - 1
        if not len(self.values):
            return np.zeros(len(t))
        return np.where(places >= 0, self.values[np.clip(places, 0, None)], 0.0)

    def limited(self, cap: float) -> Held:
        """The same, each change cut to ``cap``: a change beyond it stays short until the next mail (laws/usimmarine
        9).
        """
        values: list[float] = []
        for value in self.values.tolist():
            last = values[-1] if values else 0.0
            values.append(last + min(cap, max(-cap, value - last)))
        return replace(self, values=np.array(values))


@dataclass(frozen=True, slots=True)
class FitData:
    """A run, tick by tick; all arrays have shape (n,)."""

    name: str
    prefix: str
    t: Array  #: s
    speed: Array  #: m/s
    heading: Array  #: deg, not wrapped
    depth: Array | None  #: m
    pitch: Array | None  #: rad
    x: Array | None  #: m
    y: Array | None  #: m
    commands: Mapping[str, Held]  #: by the names in ``COMMANDS``
    differential: bool
    breaks: NDArray[np.bool_]  #: whether no law leads from the tick before to this one: reset, pause, jump
    notes: tuple[str, ...] = ()  #: omitted or missing data, as text
    source: str = ""  #: the application that posted the motion

    @property
    def dt(self) -> Array:
        """Length of the step that led to each tick, s; entry 0 is 0."""
        return np.diff(self.t, prepend=self.t[0])

    @property
    def usual_dt(self) -> float:
        """The median step, s."""
        return float(np.median(np.diff(self.t)))


@dataclass
class _Column:
    times: list[float]
    values: list[float]
    sources: set[str]


def stays_afloat(data: FitData) -> bool:
    """Whether a vehicle is one of the surface: no elevator was used, and heave and waves are all of its depth."""
    elevator = data.commands.get("DESIRED_ELEVATOR")
    if data.depth is None or (elevator is not None and bool(np.any(elevator.values))):
        return False
    usual = [float(np.median(abs(part))) for part in np.array_split(data.depth, min(10, len(data.depth)))]
    return max(usual) < _AFLOAT


def read_fit_data(path: Path, prefix: str = "") -> FitData:
    """Read a log, or a table of ``usim run``.

    Raises ``LogFileError`` for a file that is none, ``FitError`` for one without what it takes, ``ConfigError`` for
    one of another kind.
    """
    mail = OtherMail()
    columns = _from_log(path, mail) if path.suffix.lower() == ".alog" else _from_table(path)
    prefix = prefix.removesuffix("_")
    found = _prefix(path, columns, prefix)
    for name, column in columns.items():
        largest = max(map(abs, (*column.values, *column.times)), default=0.0)
        if largest >= _LARGEST:
            raise FitError(f"{path}: {name} holds {largest:g}, which is nothing that was measured; correct the log")
    t, speed, lost = _speeds(columns, found)
    if len(t) < LEAST_TICKS:
        raise FitError(f"{path}: only {len(t)} values of {found}_SPEED; a fit needs at least {LEAST_TICKS}")
    speed = _finer(speed, columns.get(f"{found}_SPEED_OVER_GROUND"), t)
    motion: dict[str, Array | None] = {}
    for name in _MOTION[1:]:
        logged = columns.get(f"{found}_{name}")
        motion[name] = None if logged is None else _at(t, logged, unwrap=name == "HEADING")
    heading = motion["HEADING"]
    if heading is None:
        raise FitError(f"{path}: no {found}_HEADING in this log", remedy="choose another prefix with --prefix")
    ours = columns[f"{found}_SPEED"].sources
    commands = {name: _held(columns.get(name), ours) for name in COMMANDS}
    differential = mail.differential or "DESIRED_THRUST" not in columns
    if differential and not {"DESIRED_THRUST_L", "DESIRED_THRUST_R"} <= set(columns):
        problem = "no DESIRED_THRUST in this log (nor both of DESIRED_THRUST_L and _R): log the commands"
        hint = "those of an embedded controller stand in the tables of usim run --csv and --parquet"
        raise FitError(f"{path}: {problem}; {hint}")
    breaks, notes = find_breaks(mail, t, speed, motion["X"], motion["Y"])
    notes = (*lost, *notes, *_missing(found, columns, motion, differential))
    return FitData(
        stem(path),
        found,
        t,
        speed,
        heading,
        motion["DEPTH"],
        motion["PITCH"],
        motion["X"],
        motion["Y"],
        commands,
        differential,
        breaks,
        notes,
        next(iter(ours)) if len(ours) == 1 else "",
    )


def _speeds(columns: Mapping[str, _Column], prefix: str) -> tuple[Array, Array, list[str]]:
    """Times (s) and speeds (m/s) as far as the heading is known, too, and a note where that leaves something out."""
    t, speed = _sorted(columns[f"{prefix}_SPEED"])
    keep = np.concatenate([[True], np.diff(t) > 0])
    t, speed = t[keep], speed[keep]
    # a value that was logged before or after the other one only would be taken for constant
    turned = columns[f"{prefix}_HEADING"].times
    tick = float(np.median(np.diff(t))) if len(t) > 1 else 0.0
    both = (t >= min(turned) - tick) & (t <= max(turned) + tick)
    lost: list[str] = []
    if not np.all(both):
        left_out = f"only from {min(turned):.1f} to {max(turned):.1f} s: the rest is left out"
        lost.append(f"{prefix}_HEADING was logged {left_out}")
    return t[both], speed[both], lost


def _from_log(path: Path, mail: OtherMail) -> dict[str, _Column]:
    columns: dict[str, _Column] = {}
    for row in read_alog(path):
        mail.take(row)
        number = row.number
        if number is not None and np.isfinite(number):
            column = columns.setdefault(row.variable, _Column([], [], set()))
            column.times.append(row.time)
            column.values.append(number)
            column.sources.add(row.source)
    return columns


def _from_table(path: Path) -> dict[str, _Column]:
    """Return the columns of a table by the names of mail; a command counts in its own row."""
    series = read_run(path).series
    missing = [name for name in ("speed", "heading", "thrust", "rudder") if name not in series]
    if missing:
        hint = "give the .alog of a run, or what usim run --csv or --parquet left"
        raise FitError(f"{path}: no column {' and no column '.join(missing)}; {hint}")
    columns = {
        _TABLE[name]: _Column(times.tolist(), values.tolist(), {""})
        for name, (times, values) in series.items()
        if name in _TABLE
    }
    sides = [columns[name].values for name in ("DESIRED_THRUST_L", "DESIRED_THRUST_R") if name in columns]
    if any(map(any, sides)) and not any(columns["DESIRED_THRUST"].values):
        del columns["DESIRED_THRUST"]
    return columns


def _missing(
    prefix: str, columns: Mapping[str, _Column], motion: Mapping[str, Array | None], differential: bool
) -> list[str]:
    """Return what a fit would have made use of."""
    notes = []
    if not differential and "DESIRED_RUDDER" not in columns:
        notes.append("no DESIRED_RUDDER in this log: taken for 0 throughout")
    if motion["DEPTH"] is None:
        notes.append(f"no {prefix}_DEPTH in this log: it gives no parameters of diving")
    elif "DESIRED_ELEVATOR" not in columns and float(np.ptp(motion["DEPTH"])) >= LEAST_DEPTH:
        notes.append("no DESIRED_ELEVATOR in this log: taken for 0 throughout")
    if motion["X"] is None or motion["Y"] is None:
        notes.append(f"no {prefix}_X and {prefix}_Y in this log: no track to compare, and no drift")
    return notes


def _prefix(path: Path, columns: dict[str, _Column], wanted: str) -> str:
    present = [name.removesuffix("_SPEED") for name in sorted(columns) if name.endswith("_SPEED")]
    candidates = [wanted] if wanted else [*PREFIXES, *(p for p in present if p not in ("DESIRED", "ROTATE"))]
    for candidate in candidates:
        if f"{candidate}_SPEED" in columns and f"{candidate}_HEADING" in columns:
            return candidate
    hint = suggest(wanted, present) if wanted else ""
    more = f"; did you mean {hint}?" if hint else "; choose the vehicle's prefix with --prefix"
    name = wanted or "NAV"
    raise FitError(f"{path}: no {name}_SPEED and {name}_HEADING in this log{more}")


def _sorted(column: _Column) -> tuple[Array, Array]:
    times, values = np.array(column.times), np.array(column.values)
    order = np.argsort(times, kind="stable")
    return times[order], values[order]


def _at(t: Array, column: _Column, *, unwrap: bool) -> Array:
    times, values = _sorted(column)
    if unwrap:
        values = np.asarray(np.unwrap(values, period=360.0), dtype=np.float64)
    return np.asarray(np.interp(t, times, values))


def _finer(speed: Array, over_ground: _Column | None, t: Array) -> Array:
    """Return the speed over ground where it is the same number with more digits: PREFIX_SPEED is snapped to 0.01 m/s.

    It is when no tick differs by more than the rounding, that is, in a run without drift.
    """
    step = resolution(speed)
    if over_ground is None or step < 0.01:
        return speed
    finer = _at(t, over_ground, unwrap=False) * np.where(speed < 0, -1.0, 1.0)
    return finer if bool(np.all(np.abs(finer - speed) <= 0.5 * step + 1e-5)) else speed


def _held(column: _Column | None, simulator: set[str]) -> Held:
    if column is None:
        return Held(np.empty(0), np.empty(0), False)
    times, values = _sorted(column)
    return Held(times, values, column.sources <= simulator)


def resolution(values: Array) -> float:
    """Return the step in which a logged number moves: the coarsest power of ten that all values are multiples of."""
    for step in _RESOLUTIONS:
        if np.all(np.abs(values - np.round(values / step) * step) < 1e-6 * step + 1e-9):
            return step
    return _RESOLUTIONS[-1]
