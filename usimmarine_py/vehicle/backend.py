"""The Fossen models behind the simulator's backend interface.

The motion is integrated on a fixed grid k * sim_step of simulated time since the start; a call runs the whole steps
that are due and keeps the rest in the state, so that results do not depend on the AppTick. A command acts from the
next grid point on (laws/solvers 2).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from math import degrees, floor, hypot, nan, radians, sqrt
from typing import TYPE_CHECKING

from usimmarine_py.errors import NotFiniteError
from usimmarine_py.kernels.body.motion6 import current_body, damping_forces
from usimmarine_py.kernels.body.places import IN_REF
from usimmarine_py.kernels.body.records import MODEL_3DOF, MODEL_QUATERNION
from usimmarine_py.kernels.body.restoring import submerged_share
from usimmarine_py.maths.attitude import rzyx
from usimmarine_py.maths.integrators import DP5, Tableau
from usimmarine_py.maths.moos_frame import heading_deg, moos_yaw, over_ground
from usimmarine_py.maths.water.squat import icorels_coefficient
from usimmarine_py.sea.hull import Hull
from usimmarine_py.sea.wave_filter import WaveGains
from usimmarine_py.sums import plain_sum
from usimmarine_py.values import ActuatorCommand, Environment, Limits, SetPoint, ShaftMeter, VehicleState
from usimmarine_py.values.faults import Fault
from usimmarine_py.values.frozen import replace
from usimmarine_py.values.state import FARTHEST
from usimmarine_py.vehicle.actuators.commands import Demand, SetPoints
from usimmarine_py.vehicle.actuators.faults import COMMAND_TARGETS, faulty_value
from usimmarine_py.vehicle.forces import Forces
from usimmarine_py.vehicle.model import ZERO, Forcing, Model, Six
from usimmarine_py.vehicle.solver import solver_table
from usimmarine_py.vehicle.wave_load import load_of

if TYPE_CHECKING:
    from usimmarine_py.maths.water.bank import BankTable

_GRID = 1e-6  # of a step: sums of ticks may miss a grid point by rounding
_DEGREE = degrees(1.0)
#: Into how many a step may be cut: all of them divide that of random processes.
_PARTS = (1, 2, 4, 5, 10, 20, 50, 100)
#: Of a hull on the bottom: horizontal over vertical impulse, and the share of the speed downwards that is thrown back
#: (laws/environment 7.2).
SOILS = {"sand": (0.5, 0.0), "mud": (5.0, 0.0), "rock": (0.4, 0.3)}
#: m/s, slower than which nothing is thrown back.
_STILL = 0.02

Advance = Callable[[Sequence[float], Sequence[float], Sequence[float], int], list[float]]


@dataclass(frozen=True, slots=True)
class FossenBackend:
    """A Fossen vehicle as ``dynamics = fossen3`` or ``fossen6``.

    ``internal`` of its states holds: steps done, simulated seconds, the inputs in force, the model's own state.
    """

    name: str
    model: Model
    method: Tableau = DP5
    sim_step: float = 0.05  #: s
    speed_option: str = "surge"  #: surge, water or ground
    warnings: tuple[str, ...] = ()  #: about the vehicle, in words
    plain_drift: bool = False  #: DRIFT_* moves the vehicle over ground; False: it is current
    adrift: bool = True  #: it starts moving with the water
    solver: tuple[float, ...] = ()
    advance: Advance | None = None  #: compiled stand-in for ``model.advance``
    engine_given: bool = False  #: the mission says whether there is one
    step_given: bool = True  #: the mission says how long a step is; else it may be shortened
    forces: Forces | None = None  #: what acts is given with every state
    soil: tuple[float, float] = SOILS["sand"]  #: of the bottom
    shallow: bool = False  #: its model is that of a craft in shallow water
    _waters: dict[int, FossenBackend] = field(default_factory=dict, init=False, repr=False, compare=False)
    _known: list[tuple[ActuatorCommand | None, SetPoints]] = field(
        default_factory=lambda: [(None, SetPoints(()))], init=False, repr=False, compare=False
    )
    _held: list[tuple[ActuatorCommand | None, Environment | None, list[float]]] = field(
        default_factory=lambda: [(None, None, [])], init=False, repr=False, compare=False
    )

    def __post_init__(self) -> None:
        if not self.solver:
            object.__setattr__(self, "solver", self.model.solver(self.method, self.sim_step))

    def _in_water(self, depth: float) -> FossenBackend | None:
        """The same craft in water ``depth`` m deep, where that changes its hull's forces (laws/hydrodynamics 4.10)."""
        if depth <= 0.0 or self.shallow or self.model.vehicle.submerged:
            return None
        from usimmarine_py.vehicle.shallow import in_water, water_of  # few missions have a surface craft over a bed

        number = water_of(self.model.vehicle, depth)
        if number is None:
            return None
        if number not in self._waters:
            kind = self.model.constants.model
            attitude = "" if kind == MODEL_3DOF else "quaternion" if kind == MODEL_QUATERNION else "euler"
            model = Model(in_water(self.model.vehicle, number), attitude)
            advance = None
            if self.advance is not None:
                from usimmarine_py.vehicle.compiled import compiled_advance

                advance = compiled_advance(model)
            forces = None if self.forces is None else Forces(model)
            self._waters[number] = replace(self, model=model, advance=advance, forces=forces, shallow=True)
        return self._waters[number]

    def initial_state(self, start: VehicleState) -> VehicleState:
        """``start`` completed: forward speed from ``speed``, level, actuators at rest, memory zero."""
        vehicle = self.model.vehicle
        z = start.depth if vehicle.submerged else 0.0
        eta = (start.y, start.x, z, 0.0, 0.0, radians(start.heading))
        state = self.model.state(eta, (start.speed, 0.0, 0.0, 0.0, 0.0, 0.0))
        still = self.model.inputs(Forcing(), [lag.rest for lag in self.model.lags])
        shown = self._shown(start, 0.0, 0.0, still, state, Environment(), start.time)
        return shown if self.forces is None else self._with_forces(shown, still, state, ActuatorCommand())

    def step(self, state: VehicleState, command: ActuatorCommand, environment: Environment, dt: float) -> VehicleState:
        """The state ``dt`` seconds later; ``state`` must come from ``initial_state`` or ``step``."""
        there = self._in_water(environment.water_depth)
        if there is not None:
            return there.step(state, command, environment, dt)
        size = IN_REF + len(self.model.lags)
        if len(state.internal) != 2 + size + len(self.model.names):
            state = self.initial_state(state)
        done, elapsed = state.internal[0], state.internal[1] + dt
        running, own = state.internal[2 : 2 + size], list(state.internal[2 + size :])
        inputs = self.inputs(command, environment)
        due = floor(elapsed / self.sim_step + _GRID) - int(done)
        depth = environment.water_depth
        under_way = done * self.sim_step < elapsed - dt - _GRID * self.sim_step
        if under_way and due <= 0:
            # nothing begins in this call: what was in force at the last grid point stays
            inputs = list(running)
        elif under_way:
            # the step that was under way when this call's command came keeps its own
            own = self._advanced(own, running, 1, depth)
            done += 1.0
            due -= 1
        if due > 0:
            own = self._advanced(own, inputs, due, depth)
            done += float(due)
        steps = done - state.internal[0]
        if self.plain_drift and steps > 0.0:
            # no force depends on the place, so that a constant velocity over ground is added exactly
            own[0] += environment.drift_y * steps * self.sim_step
            own[1] += environment.drift_x * steps * self.sim_step
        try:
            shown = self._shown(state, done, elapsed, inputs, own, environment, state.time + dt)
        except (OverflowError, ValueError, ZeroDivisionError):
            # all finite, and no attitude: a quaternion of no length
            raise self._diverged() from None
        if not abs(shown.x) + abs(shown.y) + abs(shown.depth) < FARTHEST:
            raise self._diverged()
        if self.forces is None or steps <= 0.0:
            return shown
        return self._with_forces(shown, inputs, own, command, environment.bank_forces)

    def _diverged(self) -> NotFiniteError:
        return NotFiniteError(
            f"{self.model.vehicle.name}: the motion left all bounds with a step of {self.sim_step:g} s; "
            "reduce the step or check added mass and damping"
        )

    def to_grid(self, state: VehicleState) -> float:
        """Seconds from the state's moment to the next grid point, in (0, sim_step]."""
        if len(state.internal) < 2:
            return self.sim_step
        reach = (state.internal[0] + 1.0) * self.sim_step - state.internal[1]
        return min(self.sim_step, max(_GRID * self.sim_step, reach))

    def held(self, place: VehicleState, running: VehicleState) -> VehicleState:
        """The vehicle at rest in the pose of ``place``, with time and actuators of ``running``; memory zero."""
        size, head = IN_REF + len(self.model.lags), self.model.head
        still, now = list(place.internal[2 + size :]), running.internal[2 + size :]
        first = head - (3 if self.model.planar else 6)
        still[first:] = [0.0] * (len(still) - first)
        lags = len(self.model.lags)
        still[head : head + lags] = now[head : head + lags]
        done, elapsed, *inputs = running.internal[: 2 + size]
        shown = self._shown(running, done, elapsed, inputs, still, Environment(), running.time)
        return replace(shown, speed=0.0, altitude=running.altitude)

    def validity(self, state: VehicleState) -> str:
        """Why the model should not be trusted in this state (Froude number beyond the file's range); else empty."""
        vehicle = self.model.vehicle
        if len(state.nu) < 2 or vehicle.submerged:
            return ""
        froude = vehicle.froude(state.speed)
        if froude <= vehicle.froude_max:
            return ""
        regime = "semi-displacement" if froude < 1.0 else "planing"
        return (
            f"{vehicle.name}: Froude number {froude:.2f} at {state.speed:.2f} m/s is beyond {vehicle.froude_max:g}: "
            f"{regime} regime, which this displacement model does not cover"
        )

    @property
    def squat(self) -> float:
        """Sinkage (m) of a surface craft over Fn_h^2/sqrt(1 - Fn_h^2), by ICORELS (laws/environment 7.6)."""
        vehicle = self.model.vehicle
        return 0.0 if vehicle.submerged else icorels_coefficient(vehicle.mass / vehicle.medium.rho, vehicle.length_pp)

    def bank_table(self) -> BankTable | None:
        """What banks do to its hull (laws/environment 7.7); None for one that dives."""
        from usimmarine_py.maths.water.bank import BankTable  # few missions have banks
        from usimmarine_py.vehicle.shallow import bank_hull

        hull = bank_hull(self.model.vehicle)
        return None if hull is None else BankTable(hull)

    @property
    def hull(self) -> Hull:
        """What wind and waves need to know of the vehicle."""
        vehicle = self.model.vehicle
        waves = vehicle.weather.waves
        return Hull(
            load_of(vehicle, self.sim_step),
            None if waves is None else WaveGains(waves["K"], waves["lambda"], waves["drift"]),
            vehicle.length_pp,
            vehicle.weather.sensor_height,
            vehicle.weather.wind.law != 0.0,
            vehicle.medium.rho,
            vehicle.added_resistance,
        )

    @property
    def limits(self) -> Limits:
        """What its states have to keep to."""
        vehicle, model = self.model.vehicle, self.model
        euler = not (model.planar or model.quaternion)
        down, level = (self._set_points(ActuatorCommand(thrust=50.0, elevator=x)) for x in (50.0, 0.0))
        return Limits(vehicle.speed_max, not vehicle.submerged, euler, vehicle.size.draft, model.planar, down != level)

    def longest_step(self, flow: float) -> float:
        """The longest ``sim_step`` (s) that works in water that flows at up to ``flow`` m/s."""
        from usimmarine_py.vehicle.description.checks import longest_step  # few missions have a current

        return longest_step(self.model.vehicle, self.method, flow)

    def shortened(self, flow: float) -> FossenBackend | None:
        """The same vehicle with a step that works in water that flows at up to ``flow`` m/s; None where the mission
        gives another.
        """
        longest = self.longest_step(flow)
        parts = next((n for n in _PARTS if self.sim_step <= n * longest), 0)
        if self.step_given or not parts:
            return None
        step = self.sim_step / parts
        return replace(self, sim_step=step, solver=self.model.solver(self.method, step))

    def with_water(self, state: VehicleState, water: tuple[float, float, float]) -> VehicleState:
        """A state that moves with the water as well, which flows north, east, down at ``water`` (m/s).

        A surface craft is held by its waterplane: down is then that of the waves alone, which lift the surface, too.
        """
        if not (self.adrift and any(water)):
            return state
        model, size = self.model, IN_REF + len(self.model.lags)
        inputs, own = state.internal[2 : 2 + size], list(state.internal[2 + size :])
        phi, theta, psi = model.eta(own)[3:]
        flow = current_body(rzyx(phi, theta, psi), psi, *water, model.constants.current)
        first = model.head - (3 if model.planar else 6)
        for i, speed in enumerate(flow[:2] if model.planar else flow):
            own[first + i] += speed
        here = Environment(current_north=water[0], current_east=water[1], current_down=water[2])
        shown = self._shown(state, state.internal[0], state.internal[1], inputs, own, here, state.time)
        return shown if self.forces is None else self._with_forces(shown, inputs, own, ActuatorCommand())

    def floating(self, state: VehicleState, up: float) -> VehicleState:
        """A submerged vehicle that was put on the surface, as it floats where that stands ``up`` m above its mean."""
        h, weight = self.model.vehicle.forces.hydrostatics, self.model.vehicle.mass * self.model.vehicle.g
        radius = h.surfacing_radius
        if not self.model.vehicle.submerged or state.depth >= radius or h.buoyancy <= weight:
            return state
        low, high = -radius, radius
        for _ in range(40):
            middle = 0.5 * (low + high)
            low, high = (middle, high) if h.buoyancy * submerged_share(middle, radius) < weight else (low, middle)
        return self.initial_state(replace(state, depth=low - up))

    @property
    def actuator_targets(self) -> tuple[str, ...]:
        """What faults can name: each actuator (its first state) and each state, in lower case."""
        states = [lag.name.lower() for lag in self.model.lags]
        named = [a.name.lower() for a in self.model.vehicle.actuators if a.states]
        # a name that the mail has for its per cent means those
        return tuple(name for name in dict.fromkeys([*named, *states]) if name not in COMMAND_TARGETS)

    @property
    def set_points(self) -> tuple[SetPoint, ...]:
        """What mail can command of its actuators, in the units in which their states are published."""
        found = []
        for actuator in self.model.vehicle.actuators:
            for i, lag in enumerate(actuator.states):
                scale = _DEGREE if lag.unit == "rad" else 1.0
                unit = "deg" if lag.unit == "rad" else lag.unit
                name = actuator.name.upper()
                found.append(SetPoint(name, lag.name, unit, lag.low * scale, lag.high * scale, first=i == 0))
        return tuple(found)

    @property
    def axes(self) -> tuple[str, ...]:
        """Along which of sway and heave its thrusters can push together."""
        rule = self.model.vehicle.command
        return () if rule is None else tuple(axis for axis in ("sway", "heave") if axis in rule.set_points)

    @property
    def components(self) -> str:
        """Which parts of a generalised force act."""
        return "XYN" if self.model.planar else "XYZKMN"

    def push(self, state: VehicleState, command: ActuatorCommand) -> tuple[float, float]:
        """What its actuators and the commanded force push with at rest, forward and to starboard (N)."""
        forces = self.forces or Forces(self.model)
        size, head = IN_REF + len(self.model.lags), self.model.head
        own = list(state.internal[2 + size :])
        first = head - (3 if self.model.planar else 6)
        own[first:head] = [0.0] * (head - first)
        points = self._set_points(command)
        direct: Six = (points.surge, 0.0, 0.0, 0.0, 0.0, points.yaw)
        parts = forces.parts(own, state.internal[2 : 2 + size], direct, ZERO)
        ahead, aside = parts["actuators"][:2]
        x, y = _external(command, planar=self.model.planar)[:2]
        return ahead + x, aside + y

    def shaft_meter(self) -> ShaftMeter:
        """What tells how fast its shafts turn."""
        from usimmarine_py.vehicle.shafts import ModelShafts  # few vehicles have a battery

        return ModelShafts(self.model)

    def with_forces(self) -> FossenBackend:
        """The same vehicle, whose states tell set-points and forces."""
        return replace(self, forces=Forces(self.model))

    def without_lags(self) -> FossenBackend:
        """The same vehicle, whose actuators are at their set-points at once: for set-points that were measured."""
        none = [0.0] * len(self.model.lags)
        return replace(self, solver=solver_table(self.method, self.sim_step, none, none))

    def _with_forces(
        self,
        shown: VehicleState,
        inputs: Sequence[float],
        own: Sequence[float],
        command: ActuatorCommand,
        banks: Sequence[float] = (),
    ) -> VehicleState:
        """The state with its set-points, before faults, and the forces under the inputs in force."""
        if self.forces is None:
            return shown
        points = self._set_points(command)
        states = []
        for (name, _), lag, reference in zip(shown.actuators, self.model.lags, points.references, strict=True):
            value = lag.clip(reference) + 0.0
            states.append((f"SET_{name.upper()}", degrees(value) if lag.unit == "rad" else value))
        direct: Six = (points.surge, 0.0, 0.0, 0.0, 0.0, points.yaw)
        external = _external(command, planar=self.model.planar)
        return replace(shown, forces=(*states, *self.forces.named(own, inputs, direct, external, banks)))

    def _set_points(self, command: ActuatorCommand) -> SetPoints:
        """Where the actuators are to go: as the per cent say, but for what has a set-point of its own.

        Those of the last command are kept: it stays the same over many steps.
        """
        known, points = self._known[0]
        if known is not command and known != command:
            points = self._found_set_points(command)
            self._known[0] = command, points
        return points

    def _found_set_points(self, command: ActuatorCommand) -> SetPoints:
        points = self.model.set_points(_demand(command))
        if not command.set_points:
            return points
        given = dict(command.set_points)
        references = [
            reference if lag.name not in given else radians(given[lag.name]) if lag.unit == "rad" else given[lag.name]
            for lag, reference in zip(self.model.lags, points.references, strict=True)
        ]
        return points._replace(references=tuple(references))

    def _failed(self, references: Sequence[float], faults: Sequence[Fault]) -> list[float]:
        """Set-points as faults of actuators leave them; a fault's value is in the unit that is published (deg, rpm)."""
        first = {a.states[0].name: a.name.lower() for a in self.model.vehicle.actuators if a.states}
        result = []
        for lag, reference in zip(self.model.lags, references, strict=True):
            angle = lag.unit == "rad"
            value = degrees(reference) if angle else reference
            for target in (first.get(lag.name, ""), lag.name.lower()):
                value = value if target in COMMAND_TARGETS else faulty_value(value, target, faults)
            result.append(radians(value) if angle else value)
        return result

    def inputs(self, command: ActuatorCommand, environment: Environment) -> list[float]:
        """The kernel's table of inputs, not to be changed: that of the last command and surroundings is kept."""
        known, around, inputs = self._held[0]
        if around is not environment or (known is not command and known != command):
            inputs = self._found_inputs(command, environment)
            self._held[0] = command, environment, inputs
        return inputs

    def _found_inputs(self, command: ActuatorCommand, environment: Environment) -> list[float]:
        points = self._set_points(command)
        references: Sequence[float] = points.references
        tau: Sequence[float] = (points.surge, 0.0, 0.0, 0.0, 0.0, points.yaw)
        if command.force:
            tau = [a + b for a, b in zip(tau, _external(command, planar=self.model.planar), strict=True)]
        if command.faults:
            references = self._failed(references, command.faults)
        if environment.wave_forces:
            tau = [a + b for a, b in zip(tau, environment.wave_forces, strict=True)]
        if environment.bank_forces:
            tau = [a + b for a, b in zip(tau, environment.bank_forces, strict=True)]
        wind = None
        if environment.wind_speed is not None:
            wind = (environment.wind_speed, radians(environment.wind_towards))
        forcing = Forcing(
            tau,
            self._current(environment),
            wind,
            radians(environment.rotate_speed),
            self._lift(environment),
            environment.surface,
            environment.current_rate,
        )
        return self.model.inputs(forcing, references)

    def _current(self, environment: Environment) -> tuple[float, float, float]:
        """v_c^n in NED, with the drift of the mail unless that is plain."""
        drift_x, drift_y = (0.0, 0.0) if self.plain_drift else (environment.drift_x, environment.drift_y)
        return environment.current_north + drift_y, environment.current_east + drift_x, environment.current_down

    def _lift(self, environment: Environment) -> float | None:
        """B - W (N) of a submerged vehicle: that which lets it rise at a rate without way, else by the water around."""
        vehicle, rise = self.model.vehicle, environment.buoyancy_rate
        if not vehicle.submerged:
            return None
        if rise is None:
            water = environment.water
            return None if water is None else vehicle.buoyancy_in(water) - vehicle.mass * vehicle.g
        return damping_forces(0.0, 0.0, rise, 0.0, 0.0, 0.0, self.model.constants)[2]

    def _advanced(self, own: Sequence[float], inputs: Sequence[float], steps: int, depth: float) -> list[float]:
        advance = self.advance or self.model.advance
        if depth <= 0.0 or not self.model.vehicle.submerged:
            return advance(own, inputs, self.solver, steps)
        result = list(own)
        for _ in range(steps):
            before, result = result, advance(result, inputs, self.solver, 1)
            if result[2] >= depth:
                self._touch_bottom(before, result, depth)
        return result

    def _touch_bottom(self, before: Sequence[float], own: list[float], depth: float) -> None:
        """Hold the vehicle on the bottom: no deeper, with friction, and not up a slope (laws/environment 7.2)."""
        o = self.model.head - 6
        rot = rzyx(*self.model.eta(own)[3:])
        north, east, down = (rot[i] * own[o] + rot[i + 1] * own[o + 1] + rot[i + 2] * own[o + 2] for i in (0, 3, 6))
        along = hypot(north, east)
        friction, bounce = self.soil
        back = bounce * down if bounce * down > _STILL else 0.0
        left = 0.0
        if along > 0.0:
            # the impulses are in that ratio; a hull that slides ahead has less inertia that way than downwards
            ahead, aside = north / along, east / along
            slide = self._yields([rot[i] * ahead + rot[3 + i] * aside for i in range(3)])
            friction *= slide / self._yields([rot[6 + i] for i in range(3)])
            left = max(0.0, 1.0 - friction * (max(down, 0.0) + back) / along)
        if before[2] > depth:
            left = 0.0
        if left == 0.0 and before[2] >= depth:
            own[0], own[1] = before[0], before[1]
        own[2] = depth
        up = min(down, 0.0) - back if left > 0.0 or back > 0.0 else 0.0
        own[o : o + 3] = [left * (rot[i] * north + rot[3 + i] * east) + rot[6 + i] * up for i in range(3)]

    def _yields(self, way: Sequence[float]) -> float:
        """Speed (m/s) that an impulse of 1 N s gives along a unit vector of BODY, turning and couplings left out."""
        mass = self.model.vehicle.M
        return plain_sum(way[i] * way[i] / float(mass[i, i]) for i in range(3))

    def _shown(
        self,
        last: VehicleState,
        done: float,
        elapsed: float,
        inputs: Sequence[float],
        own: Sequence[float],
        environment: Environment,
        time: float,
    ) -> VehicleState:
        """The state as everybody else reads it."""
        model = self.model
        north, east, z, phi, theta, psi = model.eta(own)
        nu = model.nu(own)
        rot = rzyx(phi, theta, psi)
        current = self._current(environment)
        uc, vc, wc = current_body(rot, psi, *current, model.constants.current)
        relative = (nu[0] - uc, nu[1] - vc, nu[2] - wc)
        v_n = rot[0] * nu[0] + rot[1] * nu[1] + rot[2] * nu[2]
        v_e = rot[3] * nu[0] + rot[4] * nu[1] + rot[5] * nu[2]
        if self.plain_drift:
            v_n, v_e = v_n + environment.drift_y, v_e + environment.drift_x
        sog, hog = over_ground(v_n, v_e, last.hog)
        speed = relative[0]
        if self.speed_option == "water":
            speed = sqrt(relative[0] * relative[0] + relative[1] * relative[1])
            speed = -speed if relative[0] < 0.0 else speed
        elif self.speed_option == "ground":
            speed = sog
        heading = heading_deg(psi)
        return replace(
            last,
            time=time,
            x=east,
            y=north,
            heading=heading,
            speed=speed,
            depth=z,
            roll=phi,
            pitch=theta,
            yaw=moos_yaw(heading),
            sog=sog,
            hog=hog,
            altitude=environment.water_depth - z if environment.water_depth > 0.0 else nan,
            nu=nu,
            actuators=self._actuators(own),
            internal=(done, elapsed, *inputs, *own),
        )

    def _actuators(self, own: Sequence[float]) -> tuple[tuple[str, float], ...]:
        shown = zip(self.model.shown, own[self.model.head :], strict=False)
        return tuple([(name, degrees(value) if angle else value) for (name, angle), value in shown])


def _external(command: ActuatorCommand, *, planar: bool) -> Six:
    """The generalised force beside the actuators, as far as the vehicle can follow it."""
    if not command.force:
        return ZERO
    x, y, z, k, m, n = command.force
    return (x, y, 0.0, 0.0, 0.0, n) if planar else (x, y, z, k, m, n)


def _demand(command: ActuatorCommand) -> Demand:
    """The command in per cent; in reverse, thrust and rudder change sign and the sides their places."""
    thrust, rudder = command.thrust, command.rudder
    left, right = command.thrust_left, command.thrust_right
    if command.reverse:
        thrust, rudder, left, right = -thrust, -rudder, -right, -left
    sides = command.differential
    return Demand(thrust, rudder, command.elevator, left, right, sides=sides, sway=command.sway, heave=command.heave)
