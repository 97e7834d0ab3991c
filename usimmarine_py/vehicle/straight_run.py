"""A surface craft on a straight course through regular waves: its linear motion, and the mean force left over in that.

Both by the model that the simulator runs, whatever its file has; waves of any number at once (laws/environment 4.9).
"""

from __future__ import annotations

import numpy as np

from usimmarine_py.maths.attitude import rzyx
from usimmarine_py.maths.rotations import Rzyx
from usimmarine_py.values.arrays import Array
from usimmarine_py.vehicle.description.vehicle import VehicleDescription
from usimmarine_py.vehicle.model import Forcing, Model
from usimmarine_py.vehicle.wave_box import RegularLoad

_PHASES = 4  # of a period: what is of second order has the frequencies 0 and 2
_WITHIN = (0.5 - 0.5 * 3.0**-0.5, 0.5 + 0.5 * 3.0**-0.5)  # of a step: Gauss's two places
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
        names = len(self._model.names)
        still = np.zeros(10)
        steps = np.array([max(1.0, 1e-4 * vehicle.mass)] * 6 + [_SMALL] * 4)
        self._states = np.array(
            [self._rates(self._start + e, still) - self._rates(self._start - e, still) for e in _SMALL * np.eye(names)]
        ).T / (2.0 * _SMALL)
        self._inputs = np.array(
            [(self._rates(self._start, e) - self._rates(self._start, -e)) / (2.0 * e.max()) for e in np.diag(steps)]
        ).T
        self._calm = self._level(attitude)
        self._stiffness = np.array(
            [self._level(attitude + e) - self._level(attitude - e) for e in _SMALL * np.eye(3)]
        ).T / (2.0 * _SMALL)

    def _rates(self, state: Array, given: Array) -> Array:
        """Of a state under force, water's velocity and elevation (10,)."""
        force, water, up = given[:6].tolist(), given[6:9].tolist(), float(given[9])
        inputs = self._model.inputs(Forcing(force, (water[0], water[1], water[2]), surface=up + _AFLOAT))
        return np.array(self._model.derivative(0.0, state.tolist(), inputs))

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

    def _trimmed(self) -> Array:
        """Heave, roll and pitch at which nothing lifts or trims."""
        found = np.zeros(3)
        for _ in range(8):
            slopes = [self._level(found + e) - self._level(found - e) for e in _SMALL * np.eye(3)]
            found = found - np.linalg.solve(np.array(slopes).T[2:5] / (2.0 * _SMALL), self._level(found)[2:5])
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
        pose = np.zeros((len(omega), 6)) + self._start[:6]
        crest = [self._forced(omega, chi, pose, angle, 1.0) for angle in (0.0, 0.5 * np.pi)]
        met = self.met(omega, chi)
        given = (crest[0] - 1j * crest[1]) * np.exp(1j * met * self._lead)[:, None]
        on, by = self._flow(self._step)
        whole = np.exp(1j * met * self._step)[:, None, None] * np.eye(len(self._start)) - on
        return np.linalg.solve(whole, (given @ by.T)[..., None])[..., 0], given

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
        ahead = motion + self._lead * motion @ self._states.T
        total = np.zeros((len(omega), 6))
        within = []
        for place in _WITHIN:
            on, by = self._flow(place * self._step)
            state = motion @ on.T + held @ by.T
            rate = state @ self._states.T + held @ self._inputs.T
            within.append((state, rate[:, :6], rate @ self._states[:6].T))
        for i in range(_PHASES):
            angle = 2.0 * np.pi * i / _PHASES
            wheel = (amplitude * np.exp(1j * angle))[:, None]
            pose = self._start[:6] + (wheel * ahead[:, :6]).real
            given = self._forced(omega, chi, pose, angle + met * self._lead, amplitude)
            for parts in within:
                moved, rates, second = (wheel * part for part in parts)
                total += self._lacking(moved, rates, second, given) / (_PHASES * len(_WITHIN))
        total -= self._calm
        # what lifts and trims it in the mean is taken up by how it floats
        moved = np.linalg.solve(self._stiffness[2:5], -total[:, 2:5].T).T
        total += moved @ self._stiffness.T
        return np.asarray(total[:, [0, 1, 5]] / amplitude[:, None] ** 2)

    def _lacking(self, moved: Array, rates: Array, second: Array, given: Array) -> Array:
        """Force north, east, down and moments (m, 6) beyond what the motion (m, states) takes, whose pose has the rates
        and second rates (m, 6)."""
        states, rate, bent = self._start + moved.real, rates.real, second.real
        angles = states[:, 3:6]
        level = rate[:, :3] + np.array((self.speed, 0.0, 0.0))
        states[:, 6:12], slowed = _body(angles, level, rate[:, 3:6], bent[:, :6])
        found = np.array([self._rates(s, g)[6:12] for s, g in zip(states, given, strict=True)])
        force = (found - slowed) @ self._mass.T
        force[:, :3] = np.einsum("nij,nj->ni", Rzyx(*angles.T), force[:, :3])
        return np.asarray(force)


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
