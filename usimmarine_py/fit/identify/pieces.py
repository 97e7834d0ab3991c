"""Trials cut into pieces, each predicted from a start state of its own (multiple shooting); the unknowns of a fit."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import inf, radians

import numpy as np
from numpy.typing import NDArray

from usimmarine_py.errors import ConfigError, FitError, suggest
from usimmarine_py.fit.identify.free import Free
from usimmarine_py.fit.identify.record import CHANNELS, COMMANDS, Record, Series, held_at
from usimmarine_py.values.arrays import Array
from usimmarine_py.vehicle.arrays.vehicle import Vehicle
from usimmarine_py.vehicle.description.checks import longest_step
from usimmarine_py.vehicle.solver import tableau

#: A time without any measurement that is this much longer than usual, and than this (s), separates pieces.
_GAP, _LEAST_GAP = 10.0, 5.0
_FEWEST = 8  # values that a piece needs at least
#: Of actuators that a log finds under way: time constants to wait for, and the largest share of the log.
_CONSTANTS, _WAIT = 5.0, 0.25
_AT_REST = 1e-3  # of an actuator's range
#: Length of a piece: so many lengths of the hull at full speed, within these (s).
_LENGTHS, _SHORTEST, _LONGEST = 30.0, 30.0, 300.0
_STEPS = (0.1, 0.05, 0.02, 0.01, 0.005)  # s, of the solver
CURRENTS = ("constant", "slow", "none")
#: Of the random walk of a slow current: between two knots, and how far apart they are (s).
WALK, KNOTS = 0.05, 300.0
_STREAM = 1.0  # m/s, standard deviation of a current that nothing is known about
#: Standard deviations of start states that no instrument tells.
_SPREAD = {"x": 1e3, "y": 1e3, "z": 10.0, "phi": 0.1, "theta": 0.2, "psi": 10.0, "p": 0.1, "q": 0.1, "r": 1.0}


@dataclass(frozen=True, slots=True)
class Options:
    """How a fit treats its records."""

    horizon: float = 0.0  #: s, of a piece; 0: by the vehicle's length and speed
    step: float = 0.0  #: s, of the solver; 0: by the vehicle's fastest motion
    solver: str = "rk4"
    current: str = "constant"  #: one of ``CURRENTS``
    bias: Sequence[str] = ()  #: channels with a constant error, one for each run
    lag: Sequence[str] = ()  #: channels that come late, all by one time for each run
    noise: Mapping[str, float] = field(default_factory=dict)  #: known standard deviations; others are estimated
    robust: float = 2.5  #: standard deviations from which a residual counts less; 0: least squares
    leave_out: bool = True  #: cross-validate


@dataclass(frozen=True, slots=True)
class Piece:
    """A part of a run."""

    run: int
    first: int  #: row of the run's inputs
    rows: int
    observed: Mapping[str, Series]  #: times are rows after the first, as floats

    @property
    def count(self) -> int:
        """How many values it has."""
        return sum(len(t) for t, _ in self.observed.values())


@dataclass(frozen=True, slots=True)
class Run:
    """A record on the grid of its inputs, and where its own unknowns stand among all."""

    record: Record
    edges: Array  #: s, (S + 1,), of the rows
    knots: Array  #: s, of the current; empty without one
    current: int  #: place of the first unknown of the current: north and east of each knot
    biases: Mapping[str, int]  #: places by channel
    lag: int  #: place; -1: none
    late: Sequence[str]  #: channels with that lag
    wait: float = 0.0  #: s at its begin that are left out: where the actuators stood is not known

    def currents(self, shared: Array) -> Array:
        """The current north and east (m/s) in each row: (S, 2)."""
        if not len(self.knots):
            return np.zeros((len(self.edges) - 1, 2))
        middles = 0.5 * (self.edges[1:] + self.edges[:-1])
        values = shared[self.current : self.current + 2 * len(self.knots)].reshape(-1, 2)
        return np.stack([np.interp(middles, self.knots, values[:, i]) for i in (0, 1)], axis=-1)


@dataclass(frozen=True, slots=True)
class Problem:
    """What is fitted to what. Unknowns: the vehicle's numbers, those of each run (``shared``), starts of pieces."""

    free: Sequence[Free]
    runs: Sequence[Run]
    pieces: Sequence[Piece]
    names: Sequence[str]  #: of the shared unknowns
    first: Array  #: where they start
    sizes: Array
    low: Array
    high: Array
    prior: Array  #: means of the shared unknowns, where ``weight`` is above 0
    weight: Array  #: 1/sd
    walks: NDArray[np.intp]  #: pairs of unknowns that are close: (W, 2)
    states: Sequence[str]  #: of the start that are unknown
    places: Sequence[int]  #: where those stand in a state
    starts: Array  #: (P, n), whole states
    spread: Array  #: (ns,), standard deviations of the starts about what was measured
    options: Options
    row: float  #: s, of a row of inputs

    @property
    def channels(self) -> list[str]:
        """The channels that were measured, in their usual order."""
        return [name for name in CHANNELS if any(name in piece.observed for piece in self.pieces)]

    @property
    def count(self) -> int:
        """How many values were measured."""
        return sum(piece.count for piece in self.pieces)


def make_problem(vehicle: Vehicle, free: Sequence[Free], records: Sequence[Record], options: Options) -> Problem:
    """Cut the records into pieces, and list all unknowns. Raises ``ConfigError`` and ``FitError``."""
    _check(records, options)
    horizon = options.horizon or _usual_horizon(vehicle)
    if not options.step:
        options = replace(options, step=_usual_step(vehicle, options.solver))
    row = options.step * max(1, round(0.1 / options.step))
    names = [f.name for f in free]
    first, sizes = [f.start for f in free], [f.size for f in free]
    low, high = [f.low for f in free], [f.high for f in free]
    prior = [0.0 if f.prior is None else f.prior[0] for f in free]
    weight = [0.0 if f.prior is None else 1.0 / f.prior[1] for f in free]
    walks: list[tuple[int, int]] = []
    runs: list[Run] = []
    pieces: list[Piece] = []

    def add(name: str, size: float, spread: float, value: float = 0.0, span: float = inf) -> int:
        for column, number in (
            (names, name), (first, value), (sizes, size), (low, -span), (high, span), (prior, 0.0),
            (weight, 1.0 / spread if spread else 0.0),
        ):  # fmt: skip
            column.append(number)  # type: ignore[arg-type]
        return len(names) - 1

    for i, record in enumerate(records):
        begin, end = record.begin, record.end
        count = max(2, int(np.ceil((end - begin) / row)) + 1)
        edges: Array = np.asarray(begin + row * np.arange(count), dtype=np.float64)
        knots = np.zeros(0)
        if options.current != "none":
            count = 1 if options.current == "constant" else max(2, int(np.ceil((end - begin) / KNOTS)) + 1)
            knots = np.asarray(np.linspace(begin, end, count) if count > 1 else np.array([begin]), dtype=np.float64)
        place = len(names)
        for k in range(len(knots)):
            of = f" at {knots[k] - begin:.0f} s" if len(knots) > 1 else ""
            for way in ("north", "east"):
                at = add(f"{record.name}: current {way}{of}", 0.1, _STREAM)
                if k:
                    walks.append((at - 2, at))
        mine = [name for name in options.bias if name in record.channels]
        biases = {name: add(f"{record.name}: bias of {name}", CHANNELS[name].noise, 0.0) for name in mine}
        late = [name for name in options.lag if name in record.channels]
        lag = add(f"{record.name}: lag", 0.1, 0.0, 0.0, 5.0) if late else -1
        run = Run(record, edges, knots, place, biases, lag, late, unsettled(vehicle, record))
        runs.append(run)
        pieces += _cut(i, run, horizon, row)
    if not pieces:
        raise FitError("no part of these runs has enough measurements in a row; give longer runs")
    rest = run_rest(vehicle)
    starts = np.stack([_start(vehicle, rest, p, row) for p in pieces])
    states = [name for name in vehicle.names[: vehicle.model.head] if _unknown(name, vehicle, records)]
    top = vehicle.description.speed_max
    spread = np.array([_SPREAD.get(name, top if name == "u" else 0.5 * top) for name in states])
    return Problem(
        tuple(free), runs, pieces, names, np.array(first), np.array(sizes), np.array(low), np.array(high),
        np.array(prior), np.array(weight), np.array(walks, dtype=np.intp).reshape(-1, 2), states,
        [vehicle.names.index(name) for name in states], starts, spread, options, row,
    )  # fmt: skip


def _check(records: Sequence[Record], options: Options) -> None:
    measured = {name for record in records for name in record.channels}
    for option, given in (("--bias", options.bias), ("--lag", options.lag), ("--noise", list(options.noise))):
        for name in given:
            if name not in measured:
                known = ", ".join(n for n in CHANNELS if n in measured)
                raise ConfigError(
                    f"{name} was not measured in these runs ({known})", key=option, suggestion=suggest(name, measured)
                )


def _usual_step(vehicle: Vehicle, solver: str) -> float:
    """The step (s): a quarter of the longest that lets every motion decay, 0.1 s at most."""
    longest = longest_step(vehicle.description, tableau(solver), 0.0)
    return float(next((s for s in _STEPS if s <= 0.25 * longest), _STEPS[-1]))


def _usual_horizon(vehicle: Vehicle) -> float:
    size = vehicle.description
    return float(np.clip(_LENGTHS * size.length_pp / max(size.speed_max, 1e-3), _SHORTEST, _LONGEST))


def _unknown(state: str, vehicle: Vehicle, records: Sequence[Record]) -> bool:
    """Whether a start state is estimated: those of surface craft that nothing measures stay at their equilibrium."""
    measured = {name for record in records for name in record.channels}
    if vehicle.description.submerged or state in ("x", "y", "psi", "u", "v", "r"):
        return True
    by = {
        "z": {"depth"}, "w": {"depth", "w"}, "phi": {"roll"}, "p": {"roll", "roll_rate"}, "theta": {"pitch"},
        "q": {"pitch", "pitch_rate"},
    }  # fmt: skip
    return bool(by[state] & measured)


def unsettled(vehicle: Vehicle, record: Record) -> float:
    """The seconds from the begin of a record in which its actuators may not yet be where the first commands want them.

    A log that begins with the propeller ordered ahead may be of a craft under way, or of one that got the order then.
    A quarter of the record at most; 0 where the first commands leave all actuators at rest.
    """
    begin = record.begin
    lags = vehicle.model.lags
    rest = {lag.name: lag.rest for lag in lags}
    at = np.array([begin])
    given = {name: float(held_at(one, at, rest.get(name, 0.0))[0]) for name, one in record.commands.items()}
    orders = {name: value for name, value in given.items() if name in COMMANDS}
    points = [lag.rest for lag in lags]
    if orders and vehicle.description.command is not None:
        points = np.asarray(vehicle.orders(**orders).setpoints).reshape(-1).tolist()
    longest = 0.0
    for lag, point in zip(lags, points, strict=True):
        if lag.name in given:
            point = radians(given[lag.name]) if lag.unit == "rad" else given[lag.name]
        way = abs(point - lag.rest)
        if way > _AT_REST * (lag.high - lag.low):
            longest = max(longest, _CONSTANTS * lag.time_constant + (way / lag.rate if lag.rate > 0.0 else 0.0))
    earlier = [float(t[t <= begin][-1]) for t, _ in record.commands.values() if np.any(t <= begin)]
    # an order of before the first measurement has been followed since
    longest -= begin - max(earlier, default=begin)
    return float(np.clip(longest, 0.0, _WAIT * (record.end - begin)))


def _cut(i: int, run: Run, horizon: float, row: float) -> list[Piece]:
    """The pieces of a run: at most ``horizon`` s, and none across a gap or a break."""
    every = np.unique(np.concatenate([t for t, _ in run.record.channels.values()]))
    usual = float(np.median(np.diff(every))) if len(every) > 1 else 0.0
    gaps = np.flatnonzero(np.diff(every) > max(_LEAST_GAP, _GAP * usual))
    begins, ends = [float(every[0]) + run.wait], []
    for k in gaps.tolist():
        ends.append(float(every[k]))
        begins.append(float(every[k + 1]))
    ends.append(float(every[-1]))
    found = []
    for begin, end in zip(begins, ends, strict=True):
        marks = [begin, *sorted(b for b in run.record.breaks if begin < b < end), end]
        for a, b in itertools.pairwise(marks):
            count = max(1, round((b - a) / horizon))
            for k in range(count):
                left, right = a + (b - a) * k / count, a + (b - a) * (k + 1) / count
                piece = _piece(i, run, left, right, k == count - 1, row)
                if piece.count >= _FEWEST and piece.rows >= 2:
                    found.append(piece)
    return found


def _piece(i: int, run: Run, left: float, right: float, last: bool, row: float) -> Piece:
    first = int(np.floor((left - run.edges[0]) / row + 1e-9))
    rows = min(int(np.ceil((right - run.edges[first]) / row - 1e-9)), len(run.edges) - 1 - first)
    observed = {}
    for name, (t, values) in run.record.channels.items():
        mine = (t >= left - 1e-9) & ((t <= right + 1e-9) if last else (t < right - 1e-9))
        if mine.any():
            observed[name] = ((t[mine] - run.edges[first]) / row, values[mine])
    return Piece(i, first, rows, observed)


def _start(vehicle: Vehicle, rest: Array, piece: Piece, row: float) -> Array:
    """The state where a piece begins: at rest but for what its measurements tell."""
    state = rest.copy()
    place = {name: k for k, name in enumerate(vehicle.names)}
    early: dict[str, tuple[float, float]] = {}
    for name, (t, values) in piece.observed.items():
        line = np.degrees(np.unwrap(np.radians(values))) if CHANNELS[name].angle else values
        near = t <= t[0] + max(3.0 / row, 4.0 * float(np.median(np.diff(t))) if len(t) > 1 else 0.0)
        if near.sum() >= 3 and np.ptp(t[near]) > 0.0:
            slope, level = np.polyfit(t[near], line[near], 1)
        else:
            slope, level = 0.0, float(line[0])
        early[name] = float(level), float(slope) / row  # per s
    if "x" in early and "y" in early:
        state[place["x"]], state[place["y"]] = early["y"][0], early["x"][0]
    heading = early.get("heading") or early.get("cog")
    if heading is None and "x" in early and "y" in early:
        heading = (float(np.degrees(np.arctan2(early["x"][1], early["y"][1]))), 0.0)
    if heading is not None:
        state[place["psi"]], state[place["r"]] = radians(heading[0]), radians(heading[1])
    for name, state_of in (("depth", "z"), ("roll", "phi"), ("pitch", "theta")):
        if name in early and state_of in place:
            state[place[state_of]] = early[name][0] if name == "depth" else radians(early[name][0])
    for name, state_of in (("roll_rate", "p"), ("pitch_rate", "q"), ("yaw_rate", "r")):
        if name in early and state_of in place:
            state[place[state_of]] = radians(early[name][0])
    for name in ("u", "speed", "sog"):
        if name in early:
            state[place["u"]] = early[name][0]
            break
    else:
        if "x" in early and "y" in early:
            state[place["u"]] = float(np.hypot(early["x"][1], early["y"][1]))
    for name in ("v", "w"):
        if name in early and name in place:
            state[place[name]] = early[name][0]
    return state


def run_rest(vehicle: Vehicle) -> Array:
    """The state at rest of a vehicle: afloat where its weight and buoyancy put it."""
    if vehicle.dof == 3 or vehicle.description.submerged:
        return vehicle.state()
    found = vehicle.steady().state.copy()
    head = vehicle.model.head
    found[head - 6 : head] = 0.0
    return found
