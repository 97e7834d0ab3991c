"""What a vehicle with given numbers would have shown in every piece of the records, and its derivatives.

All pieces, and all of them again with each unknown a little larger and smaller, are one fleet: the package's own
equations, compiled where numba is installed. The derivatives are central differences of whole predictions, within
1e-8 of those by dual numbers (``kernels.duals``), which are interpreted and take a thousand times as long.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from usimmarine_py.errors import ConfigError, FitError, UsimError, suggest
from usimmarine_py.fit.identify.free import VehicleFile
from usimmarine_py.fit.identify.pieces import Piece, Problem, Run
from usimmarine_py.fit.identify.record import CHANNELS, COMMANDS, Record, held_at, held_means
from usimmarine_py.kernels.body.places import IN, IN_REF
from usimmarine_py.kernels.lag import decay, lagged, lagged_limited
from usimmarine_py.values.arrays import Array
from usimmarine_py.vehicle.arrays.fleet import Fleet
from usimmarine_py.vehicle.arrays.vehicle import Vehicle

#: Steps of the differences: of the vehicle's numbers as a share of their size, m/s of a current, of start states.
_STEP, _STREAM, _STATE = 1e-5, 1e-5, 1e-6
_LAG = 0.02  # s
#: Numbers of inputs and states that are held at a time.
_MOST = 6_000_000


class RefusedNumbersError(Exception):
    """These numbers make no vehicle, or none whose motion stays finite."""


class Predicted(NamedTuple):
    """One piece: residuals predicted - measured in the channels' units, and their derivatives."""

    residuals: Array  #: (n,)
    channel: NDArray[np.intp]  #: (n,), index into ``Problem.channels``
    shared: Array  #: (n, s), by ``columns`` of the shared unknowns
    columns: NDArray[np.intp]  #: (s,)
    starts: Array  #: (n, ns)


@dataclass
class PiecePredictor:
    """Predicts all pieces of a problem."""

    file: VehicleFile
    problem: Problem

    def __post_init__(self) -> None:
        self._tables: dict[int, tuple[Array, Array]] = {}
        self.base = self.file.build({})
        self._states = list(self.problem.places)

    def vehicle(self, shared: Array) -> Vehicle:
        """The vehicle of some numbers. Raises ``RefusedNumbersError``."""
        changes: dict[str, float] = {}
        for free, value in zip(self.problem.free, shared.tolist(), strict=False):
            changes |= free.overrides(value)
        try:
            return self.file.build(changes)
        except UsimError as error:
            raise RefusedNumbersError(str(error)) from None

    def states(self, shared: Array, starts: Array) -> list[Array]:
        """The states (rows + 1, n) of every piece. Raises ``RefusedNumbersError``."""
        vehicle = self.vehicle(shared)
        found: list[Array] = []
        for batch in self._batches(1):
            found += [row[0] for row in self._simulated([vehicle], shared, starts, batch, None)]
        return found

    def predict(self, shared: Array, starts: Array, derivatives: bool = True, numbers: bool = True) -> list[Predicted]:
        """Residuals of every piece, and their derivatives, those by the vehicle's ``numbers``, too. Raises
        ``RefusedNumbersError``.
        """
        p = self.problem
        count = len(p.free)
        vehicles, sides = [self.vehicle(shared)], []
        for i in range(count if derivatives and numbers else 0):
            pair = []
            for sign in (1.0, -1.0):
                value = shared[i] + sign * _STEP * p.sizes[i]
                if not p.low[i] <= value <= p.high[i]:
                    pair.append((0, 0.0))
                    continue
                moved = shared.copy()
                moved[i] = value
                try:
                    vehicles.append(self.vehicle(moved))
                    pair.append((len(vehicles) - 1, sign * _STEP * float(p.sizes[i])))
                except RefusedNumbersError:
                    pair.append((0, 0.0))
            sides.append(pair)
        found = []
        copies = 1 + (2 * (count + 6 + len(p.states)) if derivatives else 0)
        for batch in self._batches(copies):
            recipe = sides if derivatives else None
            for piece, rows in zip(batch, self._simulated(vehicles, shared, starts, batch, recipe), strict=True):
                found.append(self._compared(p.pieces[piece], shared, rows, sides, derivatives))
        return found

    def _batches(self, copies: int) -> list[list[int]]:
        p = self.problem
        width = IN_REF + len(self.base.model.lags) + len(self.base.names)
        found: list[list[int]] = []
        size = 0
        for i, piece in enumerate(p.pieces):
            mine = piece.rows * copies * width
            if not found or size + mine > _MOST:
                found.append([])
                size = 0
            found[-1].append(i)
            size += mine
        return found

    def _active(self, run: Run, piece: Piece) -> list[int]:
        """The knots of the current that a piece feels."""
        if len(run.knots) < 2:
            return list(range(len(run.knots)))
        begin, end = run.edges[piece.first], run.edges[piece.first + piece.rows]
        gap = float(run.knots[1] - run.knots[0])
        return [k for k, t in enumerate(run.knots.tolist()) if begin - gap < t < end + gap]

    def _simulated(
        self,
        vehicles: Sequence[Vehicle],
        shared: Array,
        starts: Array,
        batch: Sequence[int],
        sides: Sequence[Sequence[tuple[int, float]]] | None,
    ) -> list[Array]:
        """States of pieces, (c, rows + 1, n): as they are, then both sides of every unknown that moves them."""
        p = self.problem
        longest = max(p.pieces[i].rows for i in batch)
        rows: list[tuple[Vehicle, Array, Array]] = []
        counts = []
        for i in batch:
            piece = p.pieces[i]
            run = p.runs[piece.run]
            stream = run.currents(shared)
            mine = [(0, starts[i], stream)]
            for pair in sides or ():
                mine += [(vehicle, starts[i], stream) for vehicle, _ in pair]
            if sides is not None:
                for knot in self._active(run, piece):
                    for way in (0, 1):
                        for sign in (1.0, -1.0):
                            moved = shared.copy()
                            moved[run.current + 2 * knot + way] += sign * _STREAM
                            mine.append((0, starts[i], run.currents(moved)))
                for place in self._states:
                    for sign in (1.0, -1.0):
                        start = starts[i].copy()
                        start[place] += sign * _STATE
                        mine.append((0, start, stream))
            counts.append(len(mine))
            for which, start, water in mine:
                table, lags = self._inputs(vehicles[which], piece.run)
                head = self.base.model.head
                begun = start.copy()
                begun[head : head + lags.shape[1]] = lags[piece.first]
                own = table[piece.first : piece.first + piece.rows].copy()
                own[:, IN.current_n : IN.current_e + 1] = water[piece.first : piece.first + piece.rows]
                rows.append((vehicles[which], begun, own))
        fleet = Fleet([v for v, _, _ in rows], step=p.options.step, solver=p.options.solver)
        fleet.state[:] = [s for _, s, _ in rows]
        inputs = np.zeros((longest, len(rows), rows[0][2].shape[1]))
        for k, (_, _, own) in enumerate(rows):
            inputs[: len(own), k] = own
            inputs[len(own) :, k] = own[-1]
        first = fleet.state.copy()
        record = fleet.advance(inputs, steps=round(p.row / p.options.step), record=True, check=False)
        assert record is not None
        states = np.concatenate([first[None], record]).swapaxes(0, 1)
        found, at = [], 0
        for i, count in zip(batch, counts, strict=True):
            mine_states = states[at : at + count, : p.pieces[i].rows + 1]
            # nor that with an unknown moved, which gives a derivative
            if not np.isfinite(mine_states.sum()):
                raise RefusedNumbersError(
                    "the motion does not stay finite; is a sign, a side or a unit in --map another one?"
                )
            found.append(mine_states)
            at += count
        return found

    def _inputs(self, vehicle: Vehicle, run: int) -> tuple[Array, Array]:
        """The table of inputs (S, m) of a run without current, and actuator states (S + 1, k) at its rows."""
        r = self.problem.runs[run]
        own, base = vehicle.description, self.base.description
        if own.command == base.command and vehicle.model.lags == self.base.model.lags:
            if run not in self._tables:
                self._tables[run] = run_inputs(self.base, r.record, r.edges)
            return self._tables[run]
        return _cached(vehicle, _Same(r))

    def _compared(
        self,
        piece: Piece,
        shared: Array,
        states: Array,
        sides: Sequence[Sequence[tuple[int, float]]],
        derivatives: bool,
    ) -> Predicted:
        p = self.problem
        run = p.runs[piece.run]
        late = float(shared[run.lag]) / p.row if run.lag >= 0 else 0.0
        stream = run.currents(shared)[piece.first : piece.first + piece.rows]
        channels = p.channels
        names = [name for name in channels if name in piece.observed]
        base: dict[str, Array] = {}
        for name in names:
            t, measured = piece.observed[name]
            at = t - late if name in run.late else t
            residual = observe(self.base, states[0], stream, name, at) - measured
            residual = residual + (float(shared[run.biases[name]]) if name in run.biases else 0.0)
            base[name] = wrapped(residual) if CHANNELS[name].angle else residual
        residuals = np.concatenate([base[name] for name in names])
        channel = np.concatenate([np.full(len(base[name]), channels.index(name)) for name in names])
        if not derivatives:
            nothing = np.zeros((len(residuals), 0))
            return Predicted(residuals, channel, nothing, np.zeros(0, dtype=np.intp), nothing)

        def seen(k: int, water: Array, more: float = 0.0) -> Array:
            rows = []
            for name in names:
                behind = late + more if name in run.late else 0.0
                rows.append(observe(self.base, states[k], water, name, piece.observed[name][0] - behind))
            return np.concatenate(rows)

        turns = np.concatenate([np.full(len(base[name]), CHANNELS[name].angle) for name in names])

        def slope(high: Array, low: Array, width: float) -> Array:
            apart = high - low
            return np.asarray(np.where(turns, wrapped(apart), apart) / width)

        columns: list[int] = []
        slopes: list[Array] = []
        at_row = 1
        for i, pair in enumerate(sides):
            high, low = (seen(at_row + k, stream) for k in (0, 1))
            width = pair[0][1] - pair[1][1]
            at_row += 2
            if width == 0.0:
                raise RefusedNumbersError(f"no number near {shared[i]:g} of {p.names[i]} makes a vehicle")
            columns.append(i)
            slopes.append(slope(high, low, width))
        for knot in self._active(run, piece):
            for way in (0, 1):
                place = run.current + 2 * knot + way
                water = []
                for sign in (1.0, -1.0):
                    moved = shared.copy()
                    moved[place] += sign * _STREAM
                    water.append(run.currents(moved)[piece.first : piece.first + piece.rows])
                columns.append(place)
                slopes.append(slope(seen(at_row, water[0]), seen(at_row + 1, water[1]), 2.0 * _STREAM))
                at_row += 2
        for name, place in run.biases.items():
            if name in names:
                columns.append(place)
                slopes.append(np.concatenate([np.full(len(base[n]), float(n == name)) for n in names]))
        if run.lag >= 0:
            columns.append(run.lag)
            half = _LAG / p.row
            slopes.append(slope(seen(0, stream, half), seen(0, stream, -half), 2.0 * _LAG))
        starts = []
        for _ in self._states:
            starts.append(slope(seen(at_row, stream), seen(at_row + 1, stream), 2.0 * _STATE))
            at_row += 2
        return Predicted(
            residuals, channel, np.stack(slopes, axis=-1), np.array(columns, dtype=np.intp), np.stack(starts, axis=-1)
        )


@dataclass(frozen=True, eq=False)
class _Same:
    """A run that is looked up by what it is, not by what it holds."""

    run: Run

    def __hash__(self) -> int:
        return id(self.run)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and other.run is self.run


@lru_cache(maxsize=400)
def _cached(vehicle: Vehicle, of: _Same) -> tuple[Array, Array]:
    return run_inputs(vehicle, of.run.record, of.run.edges)


def wrapped(angle: Array) -> Array:
    """Angles (deg) within half a turn."""
    return np.asarray((angle + 180.0) % 360.0 - 180.0)


def run_inputs(vehicle: Vehicle, record: Record, edges: Array) -> tuple[Array, Array]:
    """The table of inputs (S, m) between ``edges`` (s), and the actuator states (S + 1, k) that follow them.

    A command counts in a row for the share of it that it is in force. Raises ``ConfigError`` for an unknown actuator.
    """
    lags = vehicle.model.lags
    names = [lag.name for lag in lags]
    orders = [name for name in COMMANDS if name in record.commands]
    points = np.tile([lag.rest for lag in lags], (len(edges) - 1, 1)).astype(float)
    tau = np.zeros((len(edges) - 1, vehicle.dof))
    if orders and vehicle.description.command is not None:
        times = np.unique(np.concatenate([edges[:1], *(record.commands[name][0] for name in orders)]))
        given = {name: held_at(record.commands[name], times) for name in orders}
        unique, back = np.unique(np.stack(list(given.values()), axis=-1), axis=0, return_inverse=True)
        made = vehicle.orders(**dict(zip(given, unique.T, strict=True)))
        back = np.asarray(back).reshape(-1)
        for i in range(len(lags)):
            points[:, i] = held_means((times, made.setpoints[back, i]), edges)
        for i in range(vehicle.dof):
            if made.tau[..., i].any():
                tau[:, i] = held_means((times, made.tau[back, i]), edges)
    for name, (t, values) in record.commands.items():
        if name in COMMANDS:
            continue
        if name not in names:
            known = ", ".join([*COMMANDS, *names])
            raise ConfigError(f"{name} is no command or actuator of {vehicle.name} ({known})", key="--map",
                              suggestion=suggest(name, [*COMMANDS, *names]))  # fmt: skip
        lag = lags[names.index(name)]
        points[:, names.index(name)] = held_means(
            (t, np.radians(values) if lag.unit == "rad" else values), edges, lag.rest
        )
    table = vehicle.inputs(points, tau)
    row = float(edges[1] - edges[0])
    states = np.zeros((len(edges), len(lags)))
    for i, lag in enumerate(lags):
        x = table[0, IN_REF + i]
        follows = [x]
        factor = decay(row, lag.time_constant)
        for reference in table[:, IN_REF + i].tolist():
            if lag.rate > 0.0:
                x = lagged_limited(x, reference, row, lag.time_constant, lag.rate)
            else:
                x = lagged(x, reference, factor)
            follows.append(x)
        states[:, i] = follows
    return table, states


def observe(vehicle: Vehicle, states: Array, stream: Array, name: str, at: Array) -> Array:
    """What a channel shows at times ``at`` (rows, as floats) of states (rows + 1, n); ``stream`` (rows, 2) in m/s."""
    last = len(states) - 1
    place = np.clip(at, 0.0, last)
    low = np.minimum(place.astype(int), last - 1)
    share = place - low
    names = vehicle.names

    def of(state: str) -> Array:
        if state not in names:
            return np.zeros(len(at))
        line = states[:, names.index(state)]
        return np.asarray(line[low] * (1.0 - share) + line[low + 1] * share)

    if name in ("x", "y", "depth"):
        return of({"x": "y", "y": "x", "depth": "z"}[name])
    if name in ("heading", "roll", "pitch", "roll_rate", "pitch_rate", "yaw_rate"):
        key = {"heading": "psi", "roll": "phi", "pitch": "theta", "roll_rate": "p", "pitch_rate": "q", "yaw_rate": "r"}
        return np.asarray(np.degrees(of(key[name])))
    if name in ("u", "v", "w"):
        return of(name)
    if name == "speed":
        psi, theta = of("psi"), of("theta")
        water = stream[low]
        along = np.cos(psi) * water[:, 0] + np.sin(psi) * water[:, 1]
        return np.asarray(of("u") - np.cos(theta) * along)
    ahead, aside, down = of("u"), of("v"), of("w")
    phi, theta, psi = of("phi"), of("theta"), of("psi")
    along = np.cos(theta) * ahead + np.sin(phi) * np.sin(theta) * aside + np.cos(phi) * np.sin(theta) * down
    across = np.cos(phi) * aside - np.sin(phi) * down
    if name == "sog":
        return np.asarray(np.hypot(along, across))
    if name == "cog":
        return np.asarray(np.degrees(psi + np.arctan2(across, along)))
    raise FitError(f"{name} is no quantity that a fit knows")
