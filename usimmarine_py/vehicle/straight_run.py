"""A surface craft on a straight course through regular waves: its linear motion, and the mean force left over in that.

Both by the model that the simulator runs, whatever its file has; waves of any number at once (laws/environment 4.9).
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from usimmarine_py.kernels.body.motion6 import derivative_euler
from usimmarine_py.kernels.body.places import IN, IN_REF
from usimmarine_py.kernels.lanes import on_lanes
from usimmarine_py.maths.attitude import rzyx
from usimmarine_py.maths.rotations import Rzyx
from usimmarine_py.values.arrays import Array
from usimmarine_py.vehicle.description.vehicle import VehicleDescription
from usimmarine_py.vehicle.model import Model
from usimmarine_py.vehicle.wave_box import RegularLoad

_derivatives = on_lanes(derivative_euler)
_PHASES = 4  # of a period: what is of second order has the frequencies 0 and 2
_WITHIN = (0.5 - 0.5 * 3.0**-0.5, 0.5 + 0.5 * 3.0**-0.5)  # of a step: Gauss's two places
_PART = 64  # rows
_SHORTEST = 1e-3  # s
_SMALL = 1e-5
_AFLOAT = 1e-30  # m: in waves, though of no height
_SLOWEST = 0.4  # share of its frequency at which a wave is met at least


class StraightRun:
    """The motion at ``speed`` m/s ahead, north, round which all is small."""

    def __init__(self, vehicle: VehicleDescription, load: RegularLoad, speed: float) -> None:
        self.vehicle, self.load, self.speed = vehicle, load, speed
        self._model = Model(vehicle, "euler", actuators=False)
        self._mass = vehicle.M
        self._lead = load.lead  # half of a step, over which load and water are held
        self._step = max(2.0 * self._lead, _SHORTEST)
        attitude = self._trimmed()
        self._start = self._placed(attitude)
        names, still = len(self._model.names), np.zeros(10)
        steps = np.array([max(1.0, 1e-4 * vehicle.mass)] * 6 + [_SMALL] * 4)
        ways = _SMALL * np.eye(names)
        self._states = _slopes(lambda e: self._rates(self._start + e, still), ways, _SMALL)
        self._inputs = _slopes(lambda e: self._rates(self._start, e), np.diag(steps), steps)
        self._calm = self._level(attitude)
        self._stiffness = self._stiff(attitude)
        self._known: tuple[Array, Array, tuple[Array, Array]] | None = None

    def _rates(self, states: Array, given: Array) -> Array:
        """Of states (..., n) under force, water's velocity and elevation (..., 10)."""
        shape = np.broadcast_shapes(states.shape[:-1], given.shape[:-1])
        rows = np.broadcast_to(states, (*shape, states.shape[-1])).reshape(-1, states.shape[-1])
        inputs = np.zeros((len(rows), IN_REF))
        held = np.broadcast_to(given, (*shape, 10)).reshape(-1, 10)
        inputs[:, :6], inputs[:, IN.current_n : IN.current_d + 1] = held[:, :6], held[:, 6:9]
        inputs[:, IN.surface] = held[:, 9] + _AFLOAT
        return _derivatives(rows, inputs, self._model.body).reshape(*shape, states.shape[-1])

    def _placed(self, attitude: Array) -> Array:
        """The state of a run whose heave, roll and pitch are given."""
        z, phi, theta = attitude.tolist()
        turn = rzyx(phi, theta, 0.0)
        nu = [self.speed * turn[i] for i in range(3)]
        return np.array(self._model.state((0.0, 0.0, z, phi, theta, 0.0), (*nu, 0.0, 0.0, 0.0)))

    def _level(self, attitude: Array) -> Array:
        """Force north, east, down and moments (6,) on such a run."""
        found = self._mass @ self._rates(self._placed(attitude), np.zeros(10))[6:12]
        found[:3] = np.reshape(rzyx(float(attitude[1]), float(attitude[2]), 0.0), (3, 3)) @ found[:3]
        return np.asarray(found)

    def _stiff(self, attitude: Array) -> Array:
        """How that force changes with heave, roll and pitch (6, 3)."""
        slopes = [self._level(attitude + e) - self._level(attitude - e) for e in _SMALL * np.eye(3)]
        return np.array(slopes).T / (2.0 * _SMALL)

    def _trimmed(self) -> Array:
        """Heave, roll and pitch at which nothing lifts or trims."""
        found = np.zeros(3)
        for _ in range(8):
            before = found
            found = before - np.linalg.solve(self._stiff(before)[2:5], self._level(before)[2:5])
            if np.array_equal(found, before):
                break
        return found

    def met(self, omega: Array, chi: Array) -> Array:
        """Frequencies (rad/s, signed) at which waves towards ``chi`` (rad) are met."""
        found = omega - omega**2 / self.vehicle.g * self.speed * np.cos(chi)
        return np.where(found < 0.0, np.minimum(found, -_SLOWEST * omega), np.maximum(found, _SLOWEST * omega))

    def motion(self, omega: Array, chi: Array) -> Array:
        """Complex amplitudes per metre of wave (m, states) of waves A sin(w_e t) at the place, times exp(i w_e t)."""
        return self._moved(omega, chi)[0]

    def _moved(self, omega: Array, chi: Array) -> tuple[Array, Array]:
        """Those at the begin of a step, and of force, water and elevation that are held over it (m, 10)."""
        if self._known is None or self._known[0] is not omega or self._known[1] is not chi:
            self._known = omega, chi, self._solved(omega, chi)
        return self._known[2]

    def _solved(self, omega: Array, chi: Array) -> tuple[Array, Array]:
        pose = np.zeros((len(omega), 6)) + self._start[:6]
        crest = [self._forced(omega, chi, pose, angle, 1.0) for angle in (0.0, 0.5 * np.pi)]
        met = self.met(omega, chi)
        given = (crest[0] - 1j * crest[1]) * np.exp(1j * met * self._lead)[:, None]
        on, by = self._flow(self._step)
        whole = np.exp(1j * met * self._step)[:, None, None] * np.eye(len(self._start)) - on
        return np.linalg.solve(whole, _times(given, by)[..., None])[..., 0], given

    def _flow(self, time: float) -> tuple[Array, Array]:
        """What a state and a held input make of the linear motion after ``time`` s."""
        n, m = self._inputs.shape
        whole = np.zeros((n + m, n + m))
        whole[:n, :n], whole[:n, n:] = self._states, self._inputs
        found = exponential(whole * time)
        return found[:n, :n], found[:n, n:]

    def _forced(self, omega: Array, chi: Array, pose: Array, angle: Array | float, amplitude: Array | float) -> Array:
        """Force, water's velocity and elevation (m, 10) at poses (m, 6), the wave at ``angle`` at their origin."""
        return self.load.pushed(omega, chi, self.vehicle.g, pose, angle, amplitude)

    def left_over(self, omega: Array, chi: Array) -> Array:
        """Mean X, Y (N/m2, along and across the course) and N (N m/m2) per square of the wave's amplitude, (m, 3)."""
        (motion, held), met = self._moved(omega, chi), self.met(omega, chi)
        amplitude = np.minimum(self.vehicle.length_pp / 60.0, 0.05 * self.vehicle.g / omega**2)
        # the load looks ahead from the begin of the step by its rates
        ahead = motion + _times(self._lead * motion, self._states)
        within = []
        for place in _WITHIN:
            on, by = self._flow(place * self._step)
            state = _times(motion, on) + _times(held, by)
            rate = _times(state, self._states) + _times(held, self._inputs)
            within.append((state, rate[:, :6], _times(rate, self._states[:6])))
        moments = []
        for i in range(_PHASES):
            angle = 2.0 * np.pi * i / _PHASES
            wheel = (amplitude * np.exp(1j * angle))[:, None]
            pose = self._start[:6] + (wheel * ahead[:, :6]).real
            given = self._forced(omega, chi, pose, angle + met * self._lead, amplitude)
            moments += [(*self._moment(*(wheel * part for part in parts)), given) for parts in within]
        states, slowed, turns, forces = (np.array(part) for part in zip(*moments, strict=True))
        total = np.zeros((len(omega), 6))
        for rates, slow, turn in zip(self._rates(states, forces)[..., 6:12], slowed, turns, strict=True):
            force = (rates - slow) @ self._mass.T
            force[:, :3] = np.einsum("nij,nj->ni", turn, force[:, :3])
            total += force / (_PHASES * len(_WITHIN))
        total -= self._calm
        # what lifts and trims it in the mean is taken up by how it floats
        moved = np.linalg.solve(self._stiffness[2:5], -total[:, 2:5].T).T
        total += moved @ self._stiffness.T
        return np.asarray(total[:, [0, 1, 5]] / amplitude[:, None] ** 2)

    def _moment(self, moved: Array, rates: Array, second: Array) -> tuple[Array, Array, Array]:
        """States of the motion (m, states) whose pose has the rates and second rates (m, 6), what these are in BODY,
        and the rotations from there."""
        states, rate, bent = self._start + moved.real, rates.real, second.real
        angles = states[:, 3:6]
        level = rate[:, :3] + np.array((self.speed, 0.0, 0.0))
        states[:, 6:12], slowed = _body(angles, level, rate[:, 3:6], bent[:, :6])
        return states, slowed, Rzyx(*angles.T)


def _slopes(of: Callable[[Array], Array], ways: Array, steps: Array | float) -> Array:
    """Slopes (n, k) of a function of rows along ways (k, m) of the lengths ``steps``, by central differences."""
    return np.asarray((of(ways) - of(-ways)).T / (2.0 * steps))


def _times(rows: Array, matrix: Array) -> Array:
    """Complex or real rows (m, n) times a transposed real matrix (k, n), in parts so small that no library spreads them
    over threads, which take longer to meet than to multiply."""
    found = np.zeros((len(rows), len(matrix)), dtype=rows.dtype)
    for i in range(0, len(rows), _PART):
        part = rows[i : i + _PART]
        found.real[i : i + _PART] = part.real @ matrix.T
        if np.iscomplexobj(rows):
            found.imag[i : i + _PART] = part.imag @ matrix.T
    return found


def exponential(matrix: Array) -> Array:
    """The exponential of a square matrix: Taylor's series of a 2^-k-th of it, squared k times."""
    halvings = max(0, int(np.ceil(np.log2(max(float(np.abs(matrix).sum(axis=1).max()), 1e-300)))) + 2)
    term = found = np.eye(len(matrix))
    for i in range(1, 14):
        term = term @ matrix / (i * 2.0**halvings)
        found = found + term
    for _ in range(halvings):
        found = found @ found
    return found


def _body(angles: Array, velocity: Array, rates: Array, second: Array) -> tuple[Array, Array]:
    """nu and nu_dot (m, 6) of velocities north, east, down, rates of roll, pitch, heading and their rates."""
    turn = np.swapaxes(Rzyx(*angles.T), -1, -2)
    (sphi, cphi), (sth, cth) = ((np.sin(a), np.cos(a)) for a in angles.T[:2])
    dphi, dth, dpsi = rates.T
    ephi, eth, epsi = second[:, 3:].T
    spin = np.stack((dphi - dpsi * sth, dth * cphi + dpsi * sphi * cth, dpsi * cphi * cth - dth * sphi), axis=-1)
    spun = np.stack(
        (
            ephi - epsi * sth - dpsi * dth * cth,
            eth * cphi - dth * dphi * sphi + epsi * sphi * cth + dpsi * (dphi * cphi * cth - dth * sphi * sth),
            epsi * cphi * cth - eth * sphi - dth * dphi * cphi - dpsi * (dphi * sphi * cth + dth * cphi * sth),
        ),
        axis=-1,
    )
    own = np.einsum("nij,nj->ni", turn, velocity)
    slowed = np.einsum("nij,nj->ni", turn, second[:, :3]) - np.cross(spin, own)
    return np.concatenate((own, spin), axis=-1), np.concatenate((slowed, spun), axis=-1)
