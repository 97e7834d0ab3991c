"""What a loader says about a vehicle in words: course stability, damping, range (laws/hydrodynamics 5, 9, 11.1)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import product
from math import inf

import numpy as np
from numpy.typing import NDArray

from usimmarine_py.errors import ConfigError
from usimmarine_py.kernels.body.damping import polynomial
from usimmarine_py.kernels.body.mmg import mmg_hull
from usimmarine_py.kernels.body.motion6 import damping_forces
from usimmarine_py.maths.integrators import Tableau, stability_polynomial
from usimmarine_py.sums import plain_sum
from usimmarine_py.vehicle.description.vehicle import VehicleDescription
from usimmarine_py.vehicle.model import Forcing, Model

Pairs = tuple[NDArray[np.complex128], NDArray[np.complex128], tuple[str, ...]]

_SIDEWAYS = 0.1  # of a thruster's direction along x: less drives nothing ahead
_HARDLY = 0.02  # damping ratio
_GROWING = 1e-6  # 1/s
_STEP = 1e-6  # of the central differences; the smallest kink of |v| v is as small
#: power below this share of the largest one on the grid counts as fed in, not as rounding
_ROUNDING = 1e-12


@dataclass(frozen=True, slots=True)
class Mode:
    """The mode that grows fastest at one speed."""

    speed: float  #: m/s, negative astern
    growth: float  #: 1/s, real part
    pulse: float  #: rad/s, imaginary part
    axis: str  #: what moves most: surge, course, roll, heave and pitch


def eigenvalues(
    vehicle: VehicleDescription,
    speed: float,
    actuators: bool = True,
    across: tuple[float, float] = (0.0, 0.0),
) -> Pairs:
    """Eigenvalues (1/s) and vectors (columns) of a straight run at ``speed`` (m/s), and the names of the states.

    ``across`` is how fast (m/s) it goes through the water to starboard and down as well.

    All of them: velocities, heave, roll, pitch, memory; place and heading, which nothing depends on, are left out, and
    so is the depth of a submerged vehicle. Fins stand at zero, propellers still; without ``actuators`` there are none.
    Raises ``ConfigError`` for a vehicle whose forces are not finite.
    """
    model = Model(vehicle, "" if vehicle.dof == 3 else "euler", actuators=actuators)
    left_out = {"x", "y", "psi", *(lag.name for lag in model.lags)} | ({"z"} if vehicle.submerged else set())
    first_memory = model.head + len(model.lags)
    indices = [i for i, n in enumerate(model.names) if n not in left_out]
    # deep enough that no buoyancy is lost at the surface
    depth = 100.0 * vehicle.size.length_oa if vehicle.submerged else 0.0
    state = model.state((0.0, 0.0, depth, 0.0, 0.0, 0.0), nu=(speed, *across, 0.0, 0.0, 0.0))
    for i in range(model.head, first_memory):
        state[i] = 0.0
    inputs = model.inputs(Forcing(), [0.0] * len(model.lags))
    try:
        values, vectors = np.linalg.eig(_slopes(model, state, inputs, indices))
    except (ArithmeticError, ValueError):  # what is not finite is a ValueError, too
        problem = f"no finite forces at {speed:g} m/s: look for numbers that are far too large or small"
        raise ConfigError(problem, file=vehicle.about.file) from None
    return values, vectors, tuple(model.names[i] for i in indices)


def _slopes(model: Model, state: list[float], inputs: list[float], indices: list[int]) -> NDArray[np.float64]:
    """Derivatives of the states' rates by the states, by central differences."""
    matrix = np.zeros((len(indices), len(indices)))
    for column, i in enumerate(indices):
        ends = []
        for sign in (1.0, -1.0):
            moved = list(state)
            moved[i] += sign * _STEP
            ends.append(model.derivative(0.0, moved, inputs))
        for line, j in enumerate(indices):
            matrix[line, column] = (ends[0][j] - ends[1][j]) / (2.0 * _STEP)
    return matrix


def trial_spectra(vehicle: VehicleDescription) -> dict[float, Pairs]:
    """``eigenvalues`` at every trial speed."""
    return {speed: eigenvalues(vehicle, speed) for speed in trial_speeds(vehicle)}


def longest_step(vehicle: VehicleDescription, method: Tableau, flow: float) -> float:
    """The longest step (s) with which the motion decays in water that flows at up to ``flow`` m/s.

    From ahead and astern it meets a vehicle at full speed, from the side and from above one that has hardly any way on
    unless it can push that way.
    """
    fastest, slow = vehicle.speed_max + flow, 0.1 * flow  # no way at all is a kink of wing formulas
    able = () if vehicle.command is None else vehicle.command.set_points
    runs = [(fastest, 0.0, 0.0), (-fastest, 0.0, 0.0), (slow, fastest if "sway" in able else flow, 0.0)]
    if vehicle.submerged:
        down = fastest if "heave" in able else flow
        runs += [(slow, 0.0, down), (slow, 0.0, -down)]
    return largest_step([eigenvalues(vehicle, u, across=(v, w)) for u, v, w in runs], method)


def modes(vehicle: VehicleDescription, spectra: Mapping[float, Pairs]) -> tuple[Mode, ...]:
    """The mode that grows fastest of each kind at each trial speed."""
    result = []
    for speed, (values, vectors, names) in spectra.items():
        fastest: dict[str, Mode] = {}
        for value, vector in zip(values, vectors.T, strict=True):
            axis = _axis(vector, names, vehicle)
            if axis not in fastest or value.real > fastest[axis].growth:
                fastest[axis] = Mode(speed, float(value.real), abs(float(value.imag)), axis)
        result += [fastest[axis] for axis in _AXES if axis in fastest]
    return tuple(result)


def trial_speeds(vehicle: VehicleDescription) -> tuple[float, ...]:
    """The speeds (m/s) of a straight run at which a vehicle is looked at: full and half, ahead and astern, and rest."""
    return tuple(share * vehicle.speed_max for share in (1.0, 0.5, 0.0, -0.5, -1.0))


_AXES = {"surge": ("u",), "course": ("v", "r"), "roll": ("p", "phi"), "heave and pitch": ("w", "q", "z", "theta")}


def _axis(vector: NDArray[np.complex128], names: tuple[str, ...], vehicle: VehicleDescription) -> str:
    """What a mode moves most, lengths counted in lengths of the vehicle; memory follows what drives it."""
    size = {n: abs(x) / (1.0 if n in ("p", "q", "r", "phi", "theta") else vehicle.length_pp)
            for n, x in zip(names, vector, strict=True)}  # fmt: skip
    share = {axis: max(size.get(n, 0.0) for n in parts) for axis, parts in _AXES.items()}
    return max(share, key=lambda axis: share[axis])


def lateral_eigenvalue(vehicle: VehicleDescription, speed: float, *, actuators: bool = True) -> float:
    """Largest real part (1/s) of the lateral states (v, p, r, phi, memory) in a straight run at ``speed`` (m/s)."""
    values, vectors, names = eigenvalues(vehicle, speed, actuators)
    lateral = [n in ("v", "p", "r", "phi") for n in names]
    vertical = [n in ("u", "w", "q", "z", "theta") for n in names]
    # symmetric hulls part into two halves: a mode belongs to the one that it moves
    chosen = [
        value.real
        for value, vector in zip(values, np.abs(vectors.T), strict=True)
        if vector[lateral].max() >= vector[vertical].max(initial=0.0)
    ]
    return float(max(chosen))


def largest_step(spectra: Iterable[Pairs], method: Tableau) -> float:
    """The longest step (s) with which ``method`` lets every mode decay that decays; inf when there is none."""
    values = np.concatenate([values for values, _vectors, _names in spectra])
    size = np.abs(values)
    # what hardly decays takes a long time to show, whatever the step
    counted = (values.real < -_HARDLY * size) & (values.imag >= 0.0)
    values, size = values[counted], size[counted]
    if not len(values):
        return inf
    reach = np.arange(1.0, 600.0) * 0.01  # of h |lambda|: explicit methods have lost stability well before 6
    z = np.multiply.outer(values / size, reach)
    factor = np.zeros_like(z)
    for c in reversed(stability_polynomial(method)):
        factor = factor * z + c
    first = np.argmax(np.abs(factor) > 1.0, axis=1)
    return float(np.min((reach[first] - 0.01) / size))


def stability_report(vehicle: VehicleDescription, spectra: Mapping[float, Pairs]) -> Iterator[str]:
    """One line for every trial speed: what grows, or that nothing does."""
    for speed in trial_speeds(vehicle):
        found = [m for m in modes(vehicle, {speed: spectra[speed]}) if m.axis != "surge" or m.growth > _GROWING]
        growing = [m for m in found if m.growth > _GROWING]
        where = _where(speed)
        if growing:
            what = ", ".join(f"{m.axis} at {_growth(m.growth)} 1/s" for m in growing)
            yield f"{where}: a disturbance grows in {what}"
        else:
            slowest = max(found, key=lambda m: m.growth)
            yield f"{where}: every disturbance decays, that of {slowest.axis} slowest ({slowest.growth:+.2g} 1/s)"


def damping_power(model: Model, nu: tuple[float, float, float, float, float, float]) -> float:
    """nu^T D(nu) nu in W: positive takes energy out. ``nu`` relative to the water, m/s and rad/s."""
    if model.planar:
        x, y, n = polynomial(nu[0], nu[1], nu[5], model.constants.damping.derivatives)
        if model.vehicle.forces.mmg.on:
            more = mmg_hull(nu[0], nu[1], nu[5], model.constants)
            x, y, n = x + more[0], y + more[1], n + more[2]
        return -(x * nu[0] + y * nu[1] + n * nu[5])
    forces = damping_forces(*nu, model.constants)
    return plain_sum(f * v for f, v in zip(forces, nu, strict=True))


def feeding_state(vehicle: VehicleDescription) -> tuple[tuple[float, ...], float] | None:
    """The velocities of a grid at which damping feeds in the most power, and that power (W); None when it never does.

    The grid spans the file's speed range; rotations reach a turn in which the ends move at that speed.
    """
    model = Model(vehicle, actuators=False)
    worst, largest, where = 0.0, 0.0, None
    for nu in _grid(vehicle):
        power = damping_power(model, nu)
        largest = max(largest, abs(power))
        if power < worst:
            worst, where = power, nu
    if where is None or worst > -_ROUNDING * largest:
        return None
    return where, worst


def _grid(vehicle: VehicleDescription) -> Iterator[tuple[float, float, float, float, float, float]]:
    v_max = vehicle.speed_max
    turn = 2.0 * v_max / vehicle.length_pp
    shares = (-1.0, -0.6, -0.3, -0.2, -0.1, -0.05, 0.0, 0.05, 0.1, 0.2, 0.3, 0.6, 1.0)
    few = (-1.0, -0.1, 0.0, 0.1, 1.0)
    for a, b, c in product(few, shares, shares):
        yield a * v_max, b * v_max, 0.0, 0.0, 0.0, c * turn
    if vehicle.dof == 6:
        for a, b, c in product(few, shares, shares):
            yield a * v_max, 0.0, b * v_max, 0.0, c * turn, 0.0
        for a, b, c in product(shares, few, few):
            yield 0.0, a * v_max, 0.0, b * turn, 0.0, c * turn


def _growth(rate: float) -> str:
    """1/s; ships grow out of their course by thousandths."""
    return f"{rate:.2f}" if rate >= 0.01 else f"{rate:.1g}"


def _where(speed: float) -> str:
    return "at rest" if speed == 0.0 else f"at {abs(speed):g} m/s {'ahead' if speed > 0.0 else 'astern'}"


def vehicle_warnings(vehicle: VehicleDescription, spectra: Mapping[float, Pairs] | None = None) -> tuple[str, ...]:
    """Everything that is worth saying about a vehicle, one sentence each; empty when all is well.

    ``spectra`` are those of ``trial_spectra``, where the caller has them already.
    """
    result = [f"{vehicle.name}: {note}" for note in vehicle.about.notes]
    fastest = lateral_eigenvalue(vehicle, vehicle.speed_max)
    if fastest > 1e-9:
        stable = [v for v in vehicle.about.variants if v != vehicle.variant]
        hint = f"; variants: {', '.join(stable)}" if stable else ""
        result.append(
            f"{vehicle.name} is course-unstable: at {vehicle.speed_max:g} m/s a disturbance of a straight run grows "
            f"at {_growth(fastest)} 1/s, so that it needs a helmsman or a heading controller{hint}"
        )
    # astern every ship is course-unstable, and every body with fins at its stern in pitch: the report tells, no warning
    worst: dict[str, Mode] = {}
    for mode in modes(vehicle, trial_spectra(vehicle) if spectra is None else spectra):
        known = worst[mode.axis].growth if mode.axis in worst else _GROWING
        backwards = mode.speed < 0.0 and vehicle.submerged
        if mode.axis != "course" and not backwards and mode.growth > known:
            worst[mode.axis] = mode
    for axis, mode in worst.items():
        result.append(
            f"{vehicle.name} is unstable in {axis}: {_where(mode.speed)} a disturbance grows at "
            f"{_growth(mode.growth)} 1/s"
        )
    fed = feeding_state(vehicle)
    if fed is not None:
        names = ("u", "v", "w", "p", "q", "r")
        shown = ", ".join(f"{n} = {x:.3g}" for n, x in zip(names, fed[0], strict=True) if x != 0.0)
        result.append(f"{vehicle.name}: damping feeds energy in ({-fed[1]:.3g} W) at {shown} (m/s, rad/s)")
    if vehicle.forces.coriolis.model == "linear_surge":
        result.append(
            f"{vehicle.name}: the linear_surge Coriolis model does work on the vehicle by construction; energy is not "
            "conserved without damping"
        )
    reach = vehicle.froude(vehicle.speed_max)
    if reach > vehicle.froude_max and not vehicle.submerged:
        limit = vehicle.froude_max * (vehicle.g * vehicle.length_pp) ** 0.5
        result.append(
            f"{vehicle.name}: above {limit:.2f} m/s (Froude number {vehicle.froude_max:g}) the displacement model is "
            f"out of its range; its file goes up to {vehicle.speed_max:g} m/s"
        )
    result += [f"{vehicle.name}: {sentence}" for sentence in _idle_set_points(vehicle)]
    return tuple(result)


_AXIS_WORDS = {"surge": "ahead", "sway": "sideways", "heave": "up and down", "pitch": "in pitch", "yaw": "in yaw"}
_MAIL = {"surge": "THRUST", "sway": "SWAY", "heave": "HEAVE", "pitch": "ELEVATOR", "yaw": "RUDDER"}


def _idle_set_points(vehicle: VehicleDescription) -> Iterator[str]:
    """Set-points that the actuators cannot follow, and thrusters that the rule drives the wrong way."""
    rule = vehicle.command
    if rule is None:
        return
    if rule.type != "allocation":
        for a in vehicle.actuators:
            if a.kind == "thruster" and abs(a.direction[0]) < _SIDEWAYS:
                yield (
                    f"{a.name} pushes sideways or up and down, but command.type = {rule.type} gives it DESIRED_THRUST; "
                    "use command.type = allocation"
                )
        return
    steers = rule.allocation.fins or any(a.axis == "yaw" or a.kind == "slipstream_rudder" for a in vehicle.actuators)
    expected = ["surge", *([] if steers else ["yaw"]), *rule.allocation.most]
    for axis in dict.fromkeys(expected):
        if axis not in rule.set_points:
            yield (
                f"no share of its thrusters pushes {_AXIS_WORDS[axis]} and nothing else: DESIRED_{_MAIL[axis]} does "
                "not move it"
            )
    for axis, most in rule.allocation.most.items():
        able = rule.allocation.able.get(axis, (inf, inf))
        if most > 1.001 * max(able):
            unit = "N m" if axis in ("pitch", "yaw") else "N"
            yield f"command.{axis} = {most:g} {unit} is more than its thrusters have, {max(able):.3g} {unit}"
