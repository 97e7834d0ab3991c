"""The envelope of a vehicle: every command for some minutes, in calm water and in weather, with tests of the motion.

Thrust x rudder (x elevator for AUVs, which start at 20 m), all from rest. In calm water every grid step is checked;
without thrust the energy must never grow. The rules: laws/hydrodynamics 14.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from math import degrees, inf, isfinite, isnan, nan, sqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray

from usimmarine_py.errors import ConfigError, NotFiniteError, UsimError
from usimmarine_py.kernels.body.drives import LinearScrew
from usimmarine_py.run.engine import use_engine, wants_compiled
from usimmarine_py.simulator import Simulator
from usimmarine_py.values import ActuatorCommand
from usimmarine_py.values.arrays import Array
from usimmarine_py.vehicle.actuators.actuator import MmgDrive
from usimmarine_py.vehicle.actuators.commands import Demand
from usimmarine_py.vehicle.description.energy import EnergyLaw, tilt
from usimmarine_py.vehicle.description.vehicle import VehicleDescription
from usimmarine_py.vehicle.files import load
from usimmarine_py.vehicle.model import Model
from usimmarine_py.vehicle.solver import default_step, tableau

Case = tuple[float, float, float, float, float]  #: thrust, rudder, elevator, sway, heave, per cent

TILT = 45.0  #: deg of roll and pitch that a surface craft may reach in calm water
CAPSIZED = 90.0  #: deg of roll, or of pitch, at which it has capsized
SPEED_RATIO = 1.3  #: of the file's speed_max
REST = 1e-3  #: m/s, rad/s, remaining after 300 s without command
MIRROR = 0.01  #: of the distance (or the length): difference of port and starboard
GROWTH = 1e-9  #: of the energy at the start, in a step: rounding and the solver's own error
DEPTH = 20.0  #: m, where an AUV starts
CURRENT = 0.5  #: m/s
STORM, HIGH_SEA = 33.0, 14.0  #: m/s and m: the upper limit, Beaufort 12
WEATHER_FROM = 60.0  #: deg, FROM, of wind and waves: ahead and from the side of a vehicle that heads north
_TICK = 0.1  # s between iterations in weather
_PERIODS = 10  # of the waves, for averaging a speed, because waves carry a boat back and forth


@dataclass(frozen=True, slots=True)
class CommandGrid:
    """The commands of an envelope, and their duration."""

    thrust: tuple[float, ...] = tuple(float(t) for t in range(-100, 101, 20))
    rudder: tuple[float, ...] = (-100.0, -50.0, 0.0, 50.0, 100.0)
    elevator: tuple[float, ...] = (-100.0, 0.0, 100.0)
    seconds: float = 300.0
    decays: int = 8  #: initial states of a vehicle without thrust

    def cases(self, vehicle: VehicleDescription) -> tuple[Case, ...]:
        """All commands; the elevator only if there is one, sway and heave only at full values and with thrusters."""
        moves = vehicle.submerged and any(
            a.axis == "pitch" or a.normal is not None or a.kind == "buoyancy_engine" for a in vehicle.actuators
        )
        found: list[Case] = list(product(self.thrust, self.rudder, self.elevator if moves else (0.0,), (0.0,), (0.0,)))
        able = () if vehicle.command is None else vehicle.command.set_points
        if "sway" in able or "heave" in able:
            sway, heave = (_FULL_BOTH if axis in able else (0.0,) for axis in ("sway", "heave"))
            ends = sorted({min(self.rudder), 0.0, max(self.rudder)})
            found += product((0.0, max(self.thrust)), ends, (0.0,), sway, heave)
        return tuple(dict.fromkeys(found))


_FULL_BOTH = (-100.0, 0.0, 100.0)
FULL = CommandGrid()


def _silent(simulated: float, part: float) -> None:
    del simulated, part


@dataclass(frozen=True, slots=True)
class EnvelopeRow:
    """The results in one sea; nan if not tested."""

    sea: str  #: calm or weather
    cases: int
    diverged: int
    capsized: int
    roll: float  #: deg, largest
    pitch: float  #: deg
    speed: float  #: m/s through the water; in weather the mean over ten wave periods
    peak: float  #: m/s, largest instantaneous speed: crests carry the vehicle beyond its own speed
    rest: float = nan  #: |nu| at the end of the run without any command
    mirror: float = nan  #: largest distance between a track and the mirrored one of the other rudder, over the way
    growth: float = nan  #: largest growth of the energy in a step, over that at the start
    faults: tuple[str, ...] = ()  #: violated rules as text

    @property
    def passed(self) -> bool:
        """Whether every rule holds."""
        return not self.faults


def envelope_of(
    name: str, variant: str = "", grid: CommandGrid = FULL, progress: Callable[[float, float], None] = _silent
) -> list[EnvelopeRow]:
    """Test a shipped vehicle or a vehicle file in calm water and in weather, compiled if numba is installed.

    ``progress`` gets the simulated seconds of all runs and the completed fraction (0 to 1).
    """
    vehicle = load(name, variant)
    if vehicle.command is None:
        raise ConfigError(
            "has no [command]: DESIRED_* means nothing to it, so it cannot be tried", file=vehicle.about.file
        )
    parameters = {"dynamics": f"fossen{vehicle.dof}", "vehicle": name, **({"variant": variant} if variant else {})}
    whole = grid.seconds * len(grid.cases(vehicle))  # of each sea

    # calm water takes a tenth of the time of weather
    in_calm = calm(Model(vehicle), grid, progress=lambda simulated, part: progress(simulated, part / 11.0))
    in_weather = weather(
        parameters, vehicle, grid, compiled=wants_compiled("auto"),
        progress=lambda simulated, part: progress(whole + simulated, (1.0 + 10.0 * part) / 11.0),
    )  # fmt: skip
    return [in_calm, in_weather]


def table(rows: Sequence[EnvelopeRow]) -> str:
    """Format the rows with a heading, followed by the violations."""
    lines = [f"{'sea':8}{'cases':>6}{'diverged':>9}{'capsized':>9}{'roll':>7}{'pitch':>7}{'m/s':>7}{'peak':>7}"
             f"{'rest':>9}{'mirror':>9}{'energy':>9}"]  # fmt: skip
    for r in rows:
        lines.append(
            f"{r.sea:8}{r.cases:6}{r.diverged:9}{r.capsized:9}{r.roll:7.1f}{r.pitch:7.1f}{r.speed:7.2f}{r.peak:7.2f}"
            + "".join(f"{'-' if isnan(x) else format(x, '.1e'):>9}" for x in (r.rest, r.mirror, r.growth))
        )
    faults = [f"{r.sea}: {fault}" for r in rows for fault in r.faults]
    return "\n".join([*lines, *(faults or ["passed"])])


def is_symmetric(vehicle: VehicleDescription) -> bool:
    """Whether port and starboard are equal: no Ixy, Iyz, no parts off the centre line, no propeller torque or bias."""
    i = vehicle.body.inertia
    laws = [a.law for a in vehicle.actuators]
    twist = any(isinstance(law, LinearScrew) and law.roll_factor for law in laws)
    # one propeller with one sense of rotation: wake and flow straightening differ between the sides
    sided = any(
        isinstance(law, MmgDrive)
        and (law.rudder.gamma_pos != law.rudder.gamma_neg or law.propeller.C2_pos != law.propeller.C2_neg)
        for law in laws
    )
    return not (i[0, 1] or i[1, 2] or vehicle.r_g[1] or vehicle.forces.payload.y or twist or sided)


def calm(
    model: Model,
    grid: CommandGrid = FULL,
    *,
    solver: str = "dp5",
    step: float | None = None,
    progress: Callable[[float, float], None] = _silent,
) -> EnvelopeRow:
    """The envelope in calm water."""
    h = default_step(solver) if step is None else step
    cases = grid.cases(model.vehicle)
    states, inputs = _start(model, len(cases)), np.array([_inputs(model, case) for case in cases])
    table = model.solver(tableau(solver), h)
    watch = _Watch(model, len(cases))
    tracks = np.zeros((len(cases), 2, round(grid.seconds) + 1))
    run = _stepper(model, table)
    each = max(1, round(1.0 / h))
    for k in range(1, round(grid.seconds / h) + 1):
        run(states, inputs, 1)
        watch.look(states)
        if k % each == 0:
            tracks[:, :, k // each] = states[:, :2]
            progress(k * h * len(cases), k * h / grid.seconds)
    # in less time an AUV that floats up does not come to rest
    still = [i for i, case in enumerate(cases) if not any(case) and grid.seconds >= FULL.seconds]
    rest = max((float(np.abs(model.nu(states[i].tolist())).max()) for i in still), default=nan)
    hydrostatics = model.vehicle.forces.hydrostatics
    if still and model.vehicle.submerged and hydrostatics.buoyancy > model.vehicle.mass * model.vehicle.g:
        rest = _afloat(model, run, inputs[still[0]], round(grid.seconds / h))  # it may float up, and has to lie there
    mirror = _mirror(cases, tracks, watch.diverged, model.vehicle.length_pp) if is_symmetric(model.vehicle) else nan
    figures = watch.figures()
    row = EnvelopeRow("calm", len(cases), *figures, figures[-1], rest, mirror, _growth(model, grid, table, h))
    return replace(row, faults=tuple(_faults(model.vehicle, row)))


def _afloat(model: Model, run: Callable[[Array, Array, int], None], given: Array, steps: int) -> float:
    """|nu| (m/s, rad/s) of a vehicle that was put on the surface to float, stopped there and left alone."""
    states = np.array([model.state()])
    run(states, given[None, :], steps)
    # where drag is quadratic alone it coasts for hours with what it had from falling in
    states[:, model.head - (3 if model.planar else 6) : model.head] = 0.0
    run(states, given[None, :], steps)
    return float(np.abs(model.nu(states[0].tolist())).max())


def weather(
    parameters: Mapping[str, Any],
    vehicle: VehicleDescription,
    grid: CommandGrid = FULL,
    *,
    compiled: bool = False,
    progress: Callable[[float, float], None] = _silent,
) -> EnvelopeRow:
    """The envelope in wind, waves and current of the vehicle's size; ``parameters`` make a simulator of it.

    The sea acts as with ``waves = auto``: as forces if the vehicle supports them.
    """
    length = vehicle.length_pp
    period = 4.5 * sqrt(min(length / 10.0, HIGH_SEA) / 0.3)
    sea: dict[str, Any] = {
        "wave_hs": min(length / 10.0, HIGH_SEA),
        "wave_tp": period,
        "wave_dir": WEATHER_FROM + 180.0,
        "current_speed": CURRENT,
        "current_dir": WEATHER_FROM + 180.0,
        "speed_option": "water",
        "seed": 1,
    }
    if vehicle.weather.wind.law != 0.0:
        sea |= {"wind_speed": min(4.0 * sqrt(length), STORM), "wind_dir": WEATHER_FROM}
    if vehicle.submerged:
        sea |= {"start_depth": DEPTH}
    simulator = Simulator(**{**parameters, **sea})
    use_engine(simulator, compiled)
    cases = grid.cases(vehicle)
    diverged = capsized = 0
    roll = pitch = speed = peak = 0.0
    for done, case in enumerate(cases, 1):
        progress(done * grid.seconds, done / len(cases))
        outcome = _sailed(simulator, case, grid.seconds, _PERIODS * period, 3.0 * vehicle.speed_max)
        if outcome is None:
            diverged += 1
            continue
        capsized += not vehicle.submerged and max(outcome[0], outcome[1]) > CAPSIZED
        roll, pitch, speed, peak = map(max, (roll, pitch, speed, peak), outcome)
    row = EnvelopeRow("weather", len(cases), diverged, capsized, roll, pitch, speed, peak)
    return replace(row, faults=tuple(_faults(vehicle, row)))


def _sailed(
    simulator: Simulator, case: Case, seconds: float, window: float, implausible: float
) -> tuple[float, float, float, float] | None:
    """Largest roll and pitch (deg) of one run in weather, largest mean speed (m/s) over ``window`` s and largest
    instantaneous speed; None if it diverged.
    """
    simulator.reset()
    thrust, rudder, elevator, sway, heave = case
    command = ActuatorCommand(thrust, rudder, elevator, sway=sway, heave=heave)
    roll = pitch = peak = 0.0
    way = [0.0]
    for _ in range(round(seconds / _TICK)):
        try:
            state = simulator.step(command, _TICK)
        except UsimError:
            return None
        roll, pitch = max(roll, abs(state.roll)), max(pitch, abs(state.pitch))
        peak = max(peak, abs(state.speed))
        way.append(way[-1] + abs(state.speed))
        if not isfinite(state.x + state.y + roll) or abs(state.speed) > implausible:
            return None
    ticks = min(round(window / _TICK), len(way) - 1)
    speed = max(b - a for a, b in zip(way, way[ticks:], strict=False)) / ticks
    return degrees(roll), degrees(pitch), speed, peak


class _Watch:
    """The largest values of a fleet so far."""

    def __init__(self, model: Model, size: int) -> None:
        self.model = model
        self.diverged = np.zeros(size, dtype=bool)
        self._start = _start(model, 1)[0]
        self._largest = np.zeros((3, size))

    def look(self, states: Array) -> None:
        """Update after a step; a diverged vehicle is counted and reset, so that the others continue."""
        model = self.model
        o = model.head - (3 if model.planar else 6)
        with np.errstate(all="ignore"):
            speed = np.hypot(states[:, o], states[:, o + 1])
            lost = ~np.isfinite(states.sum(axis=1)) | (speed > 3.0 * model.vehicle.speed_max)
        if lost.any():
            self.diverged |= lost
            states[lost] = self._start
            speed[lost] = 0.0
        roll, pitch = tilt(model, states)
        np.maximum(self._largest, np.abs(np.stack([roll, pitch, speed])), out=self._largest)

    def figures(self) -> tuple[int, int, float, float, float]:
        """Diverged, capsized, largest roll and pitch (deg) and speed (m/s) of those that did not diverge."""
        sound = self._largest[:, ~self.diverged]
        if not sound.shape[1]:
            return int(self.diverged.sum()), 0, nan, nan, nan
        roll, pitch = np.degrees(sound[0]), np.degrees(sound[1])
        over = 0 if self.model.vehicle.submerged else int((np.maximum(roll, pitch) > CAPSIZED).sum())
        return int(self.diverged.sum()), over, float(roll.max()), float(pitch.max()), float(sound[2].max())


def _start(model: Model, size: int) -> Array:
    depth = DEPTH if model.vehicle.submerged else 0.0
    return np.array([model.state((0.0, 0.0, depth, 0.0, 0.0, 0.0))] * size)


def _inputs(model: Model, case: Case) -> list[float]:
    thrust, rudder, elevator, sway, heave = case
    return model.commanded(Demand(thrust, rudder, elevator, sway=sway, heave=heave))


def _stepper(model: Model, table: Sequence[float]) -> Callable[[Array, Array, int], None]:
    """Return a function that advances a fleet in place by some steps, compiled if numba is installed."""
    if wants_compiled("auto"):
        from usimmarine_py.vehicle.compiled import Compiled

        compiled = Compiled(model, table)

        def fast(states: Array, inputs: Array, steps: int) -> None:
            for state, given in zip(states, inputs, strict=True):
                compiled.advance_in_place(state, given, steps)

        return fast

    def plain(states: Array, inputs: Array, steps: int) -> None:
        for state, given in zip(states, inputs, strict=True):
            try:
                state[:] = model.advance(state.tolist(), given.tolist(), table, steps)
            except NotFiniteError:
                state[:] = nan

    return plain


def _mirror(cases: Sequence[Case], tracks: Array, diverged: NDArray[np.bool_], length: float) -> float:
    """The largest distance between a track and the mirrored track of the other rudder, over the distance (or L)."""
    worst = 0.0
    for i, (thrust, rudder, elevator, sway, heave) in enumerate(cases):
        j = cases.index((thrust, -rudder, elevator, -sway, heave))
        if diverged[i] or diverged[j]:
            continue
        apart = np.hypot(tracks[i, 0] - tracks[j, 0], tracks[i, 1] + tracks[j, 1])
        way = np.hypot(*np.diff(tracks[i], axis=1)).sum()
        worst = max(worst, float(apart.max()) / max(length, float(way)))
    return worst


def _growth(model: Model, grid: CommandGrid, table: Sequence[float], h: float) -> float:
    """The largest growth of the energy in a step of a vehicle without command, over its energy at the start."""
    states = np.array(list(_left_alone(model, grid.decays)))
    inputs = np.array([_inputs(model, (0.0, 0.0, 0.0, 0.0, 0.0))] * len(states))
    law, run = EnergyLaw(model), _stepper(model, table)
    at_rest = law.of(_start(model, 1))[0]
    last = law.of(states)
    scale = np.abs(last - at_rest)
    worst = -inf
    for _ in range(round(grid.seconds / h)):
        run(states, inputs, 1)
        now = law.of(states)
        worst = max(worst, float(np.nan_to_num((now - last) / scale, nan=inf).max()))
        last = now
    return worst


def _left_alone(model: Model, count: int) -> Iterator[list[float]]:
    """Initial states: ahead and astern at speed, then random velocities, heave, roll and pitch from a fixed stream."""
    v = model.vehicle
    rng = np.random.default_rng(1)
    # typical for speed_max, in turns of some lengths and slow rolling
    size = v.speed_max * np.array([1.0, 0.3, 0.1, 0.2 / v.length_pp, 0.1 / v.length_pp, 0.5 / v.length_pp])
    for i in range(count):
        nu = size * rng.uniform(-1.0, 1.0, 6)
        z, phi, theta = rng.uniform(-1.0, 1.0, 3) * (0.3 * v.size.draft, 0.3, 0.1)
        if i < 2:
            nu, z, phi, theta = size * ((-1.0) ** i, 0, 0, 0, 0, 0), 0.0, 0.0, 0.0
        yield model.state((0.0, 0.0, z + (DEPTH if v.submerged else 0.0), phi, theta, 0.0), nu.tolist())


def _faults(vehicle: VehicleDescription, row: EnvelopeRow) -> Iterator[str]:
    if row.diverged:
        yield f"{row.diverged} of {row.cases} diverged"
    if row.capsized:
        yield f"{row.capsized} capsized"
    if row.sea == "calm" and not vehicle.submerged and max(row.roll, row.pitch) > TILT:
        yield f"tilts by {max(row.roll, row.pitch):.0f} deg"
    if row.speed > SPEED_RATIO * vehicle.speed_max:
        yield f"{row.speed:.2f} m/s is above {SPEED_RATIO:g} x speed_max = {SPEED_RATIO * vehicle.speed_max:.2f} m/s"
    if row.rest > REST:
        yield f"moves without command at {row.rest:.2g} m/s"
    if row.mirror > MIRROR:
        yield f"port and starboard differ by {100.0 * row.mirror:.2g} % of the distance"
    if row.growth > GROWTH:
        yield f"energy grows by {row.growth:.1g} in a step"
