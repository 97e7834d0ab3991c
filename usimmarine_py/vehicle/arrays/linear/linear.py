"""Linear models of a vehicle about a state: A and B, kinks found and named (laws/hydrodynamics 5.4)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from usimmarine_py.errors import ConfigError, suggest
from usimmarine_py.kernels.body.places import IN, IN_REF
from usimmarine_py.values.arrays import Array
from usimmarine_py.vehicle.arrays.linear.discrete import Discrete, discretise, state_space
from usimmarine_py.vehicle.arrays.linear.exact import JUMP, slopes
from usimmarine_py.vehicle.description.vehicle import axes_of
from usimmarine_py.vehicle.model import Model

#: first steps of the differences, as shares of what a quantity usually is (odd ones: tables bend at round
#: numbers), and how often each is halved
_FIRST = (0.19, 0.017, 1.3e-3, 1.1e-4)
_HALVINGS = 7
#: left and right slopes that differ by more than this share of the larger one are a kink
_KINK, _ROUNDING = 1e-5, 1e-7
_EXTRA = {
    "current_north": IN.current_n, "current_east": IN.current_e, "current_down": IN.current_d,
    "wind_speed": IN.wind_speed, "wind_towards": IN.wind_towards,
}  # fmt: skip


class Kink(NamedTuple):
    """A derivative that is not the same on both sides: A or B has the mean. Infinite where the rate itself jumps: there
    A or B has that of the other side, or 0.
    """

    rate: str  #: of which state
    by: str  #: with which state or input
    left: float  #: in units of the rate over those of ``by``
    right: float  #: likewise


class Linear(NamedTuple):
    """x_dot - x0_dot = A (x - x0) + B (u - u0): SI units, rad, set-points in the units of the vehicle's file."""

    A: Array  #: (n, n), 1/s and alike
    B: Array  #: (n, p)
    states: tuple[str, ...]  #: names of the n rows
    inputs: tuple[str, ...]  #: names of the p columns of B
    x: Array  #: (n,), where it was linearised
    u: Array  #: (p,)
    rates: Array  #: (n,), x0_dot: zero at a steady state, but for places and headings that run on
    kinks: tuple[Kink, ...]  #: where no derivative exists

    @property
    def eigenvalues(self) -> NDArray[np.complex128]:
        """Of A, by falling real part, 1/s."""
        values = np.linalg.eigvals(self.A).astype(complex)
        return np.asarray(values[np.lexsort((values.imag, -values.real))])

    def c2d(self, dt: float) -> Discrete:
        """The same in steps of ``dt`` s, inputs held in each: exact. ConfigError for a step that is none.

        >>> from usimmarine_py.vehicle import Vehicle
        >>> v = Vehicle.load("mssjl_example")
        >>> model = v.linearise(v.state(nu=[1.0, 0, 0])).select(["v", "r"], ["N"])
        >>> bool(abs(model.c2d(0.1).A - model.c2d(0.05).A @ model.c2d(0.05).A).max() < 1e-12)
        True
        """
        step = discretise(self.A, self.B, self.rates, dt)
        return Discrete(*step, self.states, self.inputs, self.x, self.u, float(dt))

    def to_control(self, outputs: Sequence[str] | None = None) -> Any:
        """The deviations from x and u as a ``control.StateSpace`` of python-control (extra ``control``).

        ``outputs``: names of states, all when not given.
        """
        return state_space(self.A, self.B, self.states, self.inputs, outputs, 0.0)

    def select(self, states: Sequence[str] | None = None, inputs: Sequence[str] | None = None) -> Linear:
        """Some states and inputs alone, in that order, all others held.

        ConfigError for unknown names, and for the set-point of an actuator whose state is left out: held, it moves
        nothing. `linearise(lags=False)` has actuators that follow at once.
        """
        rows = [_index(name, self.states, "states") for name in (self.states if states is None else states)]
        columns = [_index(name, self.inputs, "inputs") for name in (self.inputs if inputs is None else inputs)]
        names, given = tuple(self.states[i] for i in rows), tuple(self.inputs[j] for j in columns)
        for j, name in zip(columns, given, strict=True):
            if name in self.states and name not in names and not self.B[rows, j].any():
                raise ConfigError(
                    f"{name} acts only through the state {name}, which is left out", key="states",
                    remedy=f"name {name} among the states, or use linearise(lags=False)",
                )  # fmt: skip
        kept = tuple(k for k in self.kinks if k.rate in names and k.by in (*names, *given))
        return Linear(
            self.A[np.ix_(rows, rows)], self.B[np.ix_(rows, columns)], names, given,
            self.x[rows], self.u[columns], self.rates[rows], kept,
        )  # fmt: skip


def _index(name: str, known: Sequence[str], key: str) -> int:
    if name not in known:
        raise ConfigError(f"has no {name!r} ({', '.join(known)})", key=key, suggestion=suggest(name, known))
    return known.index(name)


def force_names(model: Model) -> tuple[str, ...]:
    """Of the components of a force."""
    return ("X", "Y", "N") if model.planar else ("X", "Y", "Z", "K", "M", "N")


def linearise(model: Model, state: Array, table: Array, inputs: Sequence[str] | None, lags: bool) -> Linear:
    """``Vehicle.linearise``."""
    if model.quaternion:
        raise ConfigError("a linear model is one in Euler angles: load the vehicle with euler", key="attitude")
    if state.ndim != 1 or table.ndim != 1:
        raise ConfigError("must be one state and one row of inputs", key="state")
    head, names = model.head, list(model.names)
    # what follows its set-point at once is no state: its place in the state is the input
    direct = [i for i, lag in enumerate(model.lags) if not lags or (lag.time_constant <= 0.0 and lag.rate <= 0.0)]
    places = {lag.name: IN_REF + i for i, lag in enumerate(model.lags)}
    components = force_names(model)
    places |= dict(zip(components, axes_of(model.vehicle.dof), strict=True)) | _EXTRA
    given = (*(lag.name for lag in model.lags), *components) if inputs is None else tuple(inputs)
    for name in given:
        _index(name, tuple(places), "inputs")
    rows = [j for j in range(len(names)) if j - head not in direct]
    point = np.array(state)
    if not lags:
        # actuators stand at their set-points
        point[head : head + len(model.lags)] = table[IN_REF:]
    for i in direct:
        point[head + i] = table[IN_REF + i]
    sizes = _sizes(model)
    moved = [(names[j], j, sizes[j]) for j in rows]
    for name in given:
        place = places[name]
        actuator = place - IN_REF
        if actuator in direct:
            moved.append((name, head + actuator, sizes[head + actuator]))
        else:
            moved.append((name, len(names) + place, _size_of_input(model, place)))
    joint = np.concatenate([point, table])

    def rates(x: list[float]) -> list[float]:
        return model.derivative(0.0, x[: len(names)], x[len(names) :])

    columns: list[Array] = []
    kinks: list[Kink] = []
    size_of = {place: size for _, place, size in moved}
    each = slopes(model, joint, list(size_of), lambda place: differences(rates, joint, place, size_of[place]))
    sides = dict(zip(size_of, each, strict=True))
    for name, place, _ in moved:
        left, right = sides[place]
        columns.append(mean(left, right))
        for j in _kinked(left, right, rows, sizes):
            kinks.append(Kink(names[j], name, float(left[j]), float(right[j])))
    matrix = np.stack(columns, axis=-1)[rows]
    u = np.array([joint[place] for _, place, _ in moved[len(rows) :]])
    return Linear(
        matrix[:, : len(rows)], matrix[:, len(rows) :], tuple(names[j] for j in rows), given, point[rows], u,
        np.array(rates(joint.tolist()))[rows], tuple(kinks),
    )  # fmt: skip


def jacobian(model: Model, state: Array, table: Array) -> tuple[Array, Array]:
    """``Vehicle.jacobian``."""
    if state.ndim != 1 or table.ndim != 1:
        raise ConfigError("must be one state and one row of inputs", key="state")
    count, joint = len(state), np.concatenate([state, table])
    sizes = _sizes(model)
    switches = (count + IN.wind_on, count + IN.lift_on)

    def rates(x: list[float]) -> list[float]:
        return model.derivative(0.0, x[:count], x[count:])

    def approximately(place: int) -> tuple[Array, Array]:
        size = sizes[place] if place < count else _size_of_input(model, place - count)
        return differences(rates, joint, place, size)

    places = [place for place in range(len(joint)) if place not in switches]
    whole = np.zeros((count, len(joint)))
    whole[:, places] = np.stack([mean(*sides) for sides in slopes(model, joint, places, approximately)], axis=-1)
    return whole[:, :count], whole[:, count:]


def differences(
    rates: Callable[[list[float]], Sequence[float]], x: Array, place: int, size: float
) -> tuple[Array, Array]:
    """Slopes of ``rates`` to the left and to the right of ``x`` along one of its entries.

    One-sided differences over steps that are halved, extrapolated to none (Neville): whatever is smooth on its side
    counts, so that v |v| has its derivative at 0. Of several first steps the one with the least error counts, entry by
    entry, as a kink may be near. Infinite where a rate jumps.
    """
    middle = np.array(rates(x.tolist()))
    found = []
    for sign in (-1.0, 1.0):
        best = np.zeros(len(middle))
        least = np.full(len(middle), np.inf)
        for first in _FIRST:
            value, error = _extrapolated(rates, x, place, sign * first * size, middle)
            better = error < least
            best[better], least[better] = value[better], error[better]
        # where a rate jumps no step is short enough: the slope is what the first one makes of the jump
        jump = (least > 0.1 * abs(best)) & (abs(best) * _FIRST[0] * size > JUMP * np.maximum(abs(middle), 1.0))
        found.append(np.where(jump, np.inf, best))
    return found[0], found[1]


def mean(left: Array, right: Array) -> Array:
    """Of the slopes on both sides; of a side that jumps the other one."""
    first, second = np.where(np.isinf(left), right, left), np.where(np.isinf(right), left, right)
    return np.where(np.isinf(left) & np.isinf(right), 0.0, 0.5 * (first + second))


def _extrapolated(
    rates: Callable[[list[float]], Sequence[float]], x: Array, place: int, first: float, middle: Array
) -> tuple[Array, Array]:
    """The slope on one side and how far it may be off."""
    row: list[Array] = []
    best = np.zeros(len(middle))
    least = np.full(len(middle), np.inf)
    h = first
    for _ in range(_HALVINGS):
        moved = x.tolist()
        moved[place] += h
        step = moved[place] - x[place]  # as it is after rounding
        try:
            value = (np.array(rates(moved)) - middle) / step
        except (OverflowError, ValueError, ZeroDivisionError):
            break
        # rounding of the rates, which extrapolation multiplies by less than ten
        noise = 1e-15 * abs(middle) / abs(step)
        above = value
        next_row = [above]
        for i, earlier in enumerate(row):
            above = above + (above - earlier) / (2.0 ** (i + 1) - 1.0)
            error = np.maximum(abs(above - next_row[-1]), abs(above - earlier)) + noise
            # two points agree by chance
            better = (error < least) & (i > 0)
            best[better], least[better] = above[better], error[better]
            next_row.append(above)
        row = next_row
        h *= 0.5
    return best, least


def _kinked(left: Array, right: Array, rows: Iterable[int], sizes: Array) -> list[int]:
    """The rates whose two slopes differ, rounding apart."""
    jumps = np.isinf(left) | np.isinf(right)
    size = sizes[: len(left)]
    left, right = np.where(jumps, 0.0, left), np.where(jumps, 0.0, right)
    apart, largest = abs(left - right), np.maximum(abs(left), abs(right))
    # compared with the largest of the column, each rate in what it usually is
    differs = (apart > _KINK * largest) & (apart / size > _ROUNDING * float((largest / size).max()))
    return [j for j in rows if jumps[j] or differs[j]]


def _sizes(model: Model) -> Array:
    """What each state usually is: a length of the hull, a rad, a m/s, a range of an actuator."""
    length = model.vehicle.length_pp
    found = []
    for name in model.names[: model.head]:
        if name in ("x", "y", "z"):
            found.append(length)
        elif name in ("u", "v", "w"):
            found.append(1.0)
        else:
            found.append(1.0 if name in ("phi", "theta", "psi") else 1.0 / max(1.0, length))
    found += [lag.high - lag.low for lag in model.lags]
    found += [1.0] * (len(model.names) - len(found))
    return np.array(found)


def _size_of_input(model: Model, place: int) -> float:
    if place >= IN_REF:
        lag = model.lags[place - IN_REF]
        return lag.high - lag.low
    if place < 6:
        return model.vehicle.mass * (1.0 if place < 3 else model.vehicle.length_pp)
    return 1.0
