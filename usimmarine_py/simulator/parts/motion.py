"""The motion of a vehicle: the step of its laws in what surrounds it (laws/kinematics, laws/hydrodynamics)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import partial
from math import cos, hypot, nan, radians, sin
from typing import TYPE_CHECKING

from usimmarine_py.errors import NotFiniteError
from usimmarine_py.kernels.kinematic import Water, altitude
from usimmarine_py.kinematic.engine import SimEngine
from usimmarine_py.kinematic.settings import KinematicSettings
from usimmarine_py.maths.geodesy import Geodesy
from usimmarine_py.simulator.mail import FASTEST, KEPT, also_as_usm, reads, refusal
from usimmarine_py.simulator.part import Part, PartsRow, Share
from usimmarine_py.simulator.parts.around.currents import Currents
from usimmarine_py.simulator.parts.around.drift import Drifting
from usimmarine_py.simulator.parts.around.ground import AFLOAT, Bottom
from usimmarine_py.simulator.parts.around.sailing import Sails
from usimmarine_py.simulator.parts.around.weather import Carried, Move, WeatherPart
from usimmarine_py.simulator.parts.run.clock import VehicleClock
from usimmarine_py.simulator.parts.run.guard import CAPSIZED, DIVERGED, Guard, held
from usimmarine_py.simulator.parts.steering.commands import FOR_KINEMATIC, STAYS_ON_SURFACE
from usimmarine_py.simulator.parts.steering.faults import Failing
from usimmarine_py.simulator.records import Command, Own
from usimmarine_py.values import ActuatorCommand, Backend, Environment, Message, VehicleState, gridded, validated
from usimmarine_py.values.frozen import dataclass, replace
from usimmarine_py.values.state import FARTHEST
from usimmarine_py.vehicle.actuators.faults import faulty_command

if TYPE_CHECKING:
    from usimmarine_py.maths.water.column import WaterColumn
    from usimmarine_py.sea.banks import Banks


@dataclass(slots=True)
class MotionState:
    """Parameters of the motion that mail can change."""

    settings: KinematicSettings
    buoyancy_given: bool = False  #: the rate was configured or mailed: a backend goes by it


class Around:
    """What meets a vehicle: all that a step looks at beside the vehicle and its command."""

    def __init__(
        self,
        drifting: Drifting,
        bottom: Bottom,
        currents: Currents,
        weather: WeatherPart,
        column: WaterColumn | None = None,
        banks: Banks | None = None,
    ) -> None:
        self.drifting, self.bottom, self.currents, self.weather = drifting, bottom, currents, weather
        self.column = column  #: of temperature and salinity; None = the water is that of the vehicle's file
        self.banks = banks  #: None = no land pulls at the vehicle
        self._known: tuple[tuple[object, ...], Environment] = (), Environment()

    def environment(self, buoyancy: float | None) -> Environment:
        """Return what is the same everywhere, by parameters and mail; the same object as long as it is."""
        drift, rotate, depth = self.drifting.drift, self.drifting.rotate_speed, self.bottom.water_depth
        given = (drift, rotate, depth, buoyancy)
        if given != self._known[0]:
            self._known = given, Environment(drift.x, drift.y, rotate, water_depth=depth, buoyancy_rate=buoyancy)
        return self._known[1]

    def altitude(self, x: float, y: float, depth: float, unknown: float) -> float:
        """Return the height (m) of a vehicle at ``depth`` (m) above the bottom at a place, or ``unknown``."""
        bottom = self.bottom
        bed, known = bottom.rules.seabed, bottom.state.water_depth
        if bed is None and known <= 0.0:
            return unknown
        water = bottom.water_depth
        return altitude(water if bed is None else bottom.rules.depth(water, x, y), depth, unknown)

    def water(self, vehicle: Own) -> Water:
        """Return drift, current and rotation at a vehicle, as the kinematic laws take them."""
        drift, rotate = self.drifting.drift, self.drifting.rotate_speed
        if not self.currents.flowing:
            return drift.x, drift.y, 0.0, 0.0, rotate
        east, north = self.currents.at(vehicle.x, vehicle.y, vehicle.depth, vehicle.time)
        return drift.x, drift.y, east, north, rotate

    def local(self, base: Environment, vehicle: VehicleState | Own) -> Environment:
        """Return the surroundings with current and water depth at a vehicle."""
        if self.bottom.rules.seabed is not None:
            depth = self.bottom.rules.depth(base.water_depth, vehicle.x, vehicle.y)
            base = replace(base, water_depth=depth)
        if self.column is not None:
            base = replace(base, water=self.column.water_at(vehicle.depth))
        if not self.currents.flowing:
            return base
        east, north, rate_e, rate_n = self.currents.with_rate(vehicle.x, vehicle.y, vehicle.depth, vehicle.time)
        return replace(base, current_east=east, current_north=north, current_rate=(rate_n, rate_e, 0.0))

    def beside_banks(self, banks: Banks, move: Move, *, plain_drift: bool) -> Move:
        """Return the step ``move`` of a vehicle that banks pull at, where it is as the step begins."""

        def step(vehicle: VehicleState, around: Environment, dt: float) -> VehicleState:
            psi = radians(vehicle.heading)
            north, east = around.current_north, around.current_east
            if not plain_drift:
                north, east = north + around.drift_y, east + around.drift_x
            ahead = vehicle.nu[0] - cos(psi) * north - sin(psi) * east
            load = banks.load(vehicle.x, vehicle.y, vehicle.heading, ahead, around.water_depth)
            return move(vehicle, replace(around, bank_forces=load), dt)

        return step

    def water_speed(self, carried: Carried | None, vehicle: VehicleState) -> float:
        """Return the speed (m/s) of the water at a vehicle, the greater one before and after a step."""
        drift, east, north = self.drifting.drift, 0.0, 0.0
        if self.currents.flowing:
            east, north = self.currents.at(vehicle.x, vehicle.y, vehicle.depth, vehicle.time)
        before = self.weather.state.conditions
        return max(
            hypot(drift.x + met.current_east + east, drift.y + met.current_north + north, met.current_down)
            for met in (before, before if carried is None else carried.conditions)
        )

    @property
    def varies(self) -> bool:
        """Whether the water is not the same everywhere."""
        return self.currents.flowing or self.bottom.rules.seabed is not None or self.column is not None


class Motion(Part):
    """Moves the vehicle; without a ``backend`` by the kinematic laws.

    ``own`` is the vehicle that drifts; with dual state ``nav`` is the one that navigation believes in, which knows
    neither drift nor current. ``geodesy`` is given where the dialect keeps latitude and longitude of a step.
    """

    def __init__(
        self,
        row: PartsRow,
        state: MotionState,
        clock: VehicleClock,
        around: Around,
        sails: Sails,
        failing: Failing,
        guard: Guard,
        *,
        backend: Backend | None,
        dynamics: str,
        geodesy: Geodesy | None,
    ) -> None:
        super().__init__(row, state, *(row.owns if row.dual else (row.own,)))
        self.state, self.backend, self.dynamics = state, backend, dynamics
        self.own, self.nav = row.own, row.nav if row.dual else None
        self._clock, self._around, self._sails = clock, around, sails
        self._failing, self._guard, self._loads = failing, guard, row.loads
        self._spenders, self._unpowered = row.spenders, row.unpowered
        self._later, self._geodesy = row.dialect.later, geodesy
        self._engine = SimEngine(state.settings)
        self._drives = False  #: by the kinematic laws alone, as long as the ground is out of reach
        self._mapped: KinematicSettings | None = None  #: the last whose turn-speed map was used, which changes no more

    def shares(self) -> Mapping[str, Share]:
        """``step`` moves the vehicle."""
        weather = self._around.weather
        self._drives = self.backend is None and self.nav is None and not (weather.state.acts or weather.sensors.watched)
        return {"step": self.step}

    def placed(self, state: VehicleState) -> VehicleState:
        """Return a state that was put somewhere, completed by the backend."""
        return state if self.backend is None else self.backend.initial_state(state)

    # ---- the step ---------------------------------------------------------------------------------------------------

    def step(self, now: float) -> None:
        """Move the vehicle by the step that the clock asks for."""
        time = self._time
        if not time.moves:
            return
        dt, guard = time.dt, self._guard.state
        if guard.status == DIVERGED:
            self._clock.stamp(now)
            time.elapsed += dt
            return
        command: ActuatorCommand | Command = self._command
        if self.backend is not None or self._unpowered or self._failing.faults:
            command = self._in_force()
        try:
            engine, settings = self._engine, self.state.settings
            if ((self._later or settings.turn_map_given) and settings is not self._mapped) or self._sails.rigged:
                settings = self._settings(command)
            if settings is not engine.settings:
                engine = self._engine = SimEngine(settings)
            if self._drives and not self._around.bottom.in_reach():
                self._drive(engine, command, dt)
            else:
                self._carry(engine, command, now, dt)
        except NotFiniteError as error:
            self._stay(now, dt, f"the vehicle stays where it was: {error}")
            return
        if self._spenders and guard.status != DIVERGED:
            for spend in self._spenders:
                spend(command.frozen() if isinstance(command, Command) else command, dt)

    def _in_force(self) -> ActuatorCommand | Command:
        """Return the command that reaches the actuators, where these may fail or a backend takes it."""
        faults, capsized = self._failing.faults, self._guard.state.status == CAPSIZED
        unpowered = capsized or any(stands() for stands in self._unpowered)
        if self.backend is None and not (faults or unpowered):
            return self._command
        command = self._command.frozen()
        if unpowered:
            command = _unpowered(command)
        return replace(faulty_command(command, faults), faults=faults) if faults else command

    def _loaded(self, command: ActuatorCommand, before: VehicleState, base: Environment) -> ActuatorCommand:
        """Return the command with the forces of parts, held through the tick."""
        weather = self._around.weather
        for load in self._loads:
            here = weather.environment(weather.state.conditions, self._around.local(base, before))
            force = load(before, here)
            if any(force):
                total = zip(command.force or (0.0,) * 6, force, strict=True)
                command = replace(command, force=tuple([a + b for a, b in total]))
        return command

    def _settings(self, command: ActuatorCommand | Command) -> KinematicSettings:
        """Return the parameters of the kinematic laws as a step with a turn-speed map, or under sail, uses them."""
        settings = self.state.settings
        if (self._later or settings.turn_map_given) and not command.differential:
            settings = self.state.settings = self._mapped = settings.with_turn_speed_map_used()
        if self._sails.rigged and self.backend is None and self._sails.sails:
            return replace(settings, sail=self._sails.limit)
        return settings

    def _drive(self, engine: SimEngine, command: ActuatorCommand | Command, dt: float) -> None:
        """Move a kinematic vehicle with nothing in its way but drift and current."""
        own, around = self.own, self._around
        x, y = own.x, own.y
        own.x, own.y, own.heading, own.speed, depth, own.pitch, own.yaw, own.hog, own.sog = engine.moved(
            (x, y, own.heading, own.speed, own.depth, own.pitch, own.yaw, own.hog), command, around.water(own), dt
        )
        own.depth = depth
        own.time += dt
        own.altitude = around.altitude(x, y, depth, own.altitude if engine.recorded else nan)
        own.full = None
        self._time.elapsed += dt
        if self._geodesy is not None:
            self._locate(own)
        if around.currents.flowing:
            around.currents.watch(own.x, own.y, depth, own.time)

    def _carry(self, engine: SimEngine, command: ActuatorCommand | Command, now: float, dt: float) -> None:
        """Move any vehicle through weather, over ground and below the eyes of its sensors."""
        own, nav, around, bottom = self.own, self.nav, self._around, self._around.bottom
        if isinstance(command, Command):
            command = command.frozen()
        backend = engine if self.backend is None else self.backend
        base = around.environment(engine.settings.buoyancy_rate if self.state.buoyancy_given else None)
        before = own.state
        command = self._loaded(command, before, base)
        believed = None
        if nav is not None:
            # navigation believes in neither drift nor current
            believed = backend.step(nav.state, command, replace(base, drift_x=0.0, drift_y=0.0), dt)
        contact = bottom.contact(backend, command)
        move: Move = contact.step
        if around.banks is not None:
            plain = bool(getattr(self.backend, "plain_drift", False))
            move = around.beside_banks(around.banks, move, plain_drift=plain)
        local, weather = partial(around.local, base), around.weather
        carried = None
        if weather.state.acts or weather.sensors.watched or (gridded(backend) and around.varies):
            carried = weather.carry(backend, move, before, local, dt)
            after = carried.state
        else:
            after = move(before, local(before), dt)
        if nav is not None and believed is not None and contact.ground != AFLOAT:
            # lying still is felt, whatever navigation believes in
            believed = contact.hold(nav.state, believed)
        status, reason = self._guard.state.status, ""
        if self.backend is not None:
            pairs = [(before, after)] if nav is None or believed is None else [(nav.state, believed), (before, after)]
            status, reason = self._guard.judge(pairs, dt, partial(around.water_speed, carried))
            if status == DIVERGED:
                self._stay(now, dt, f"the vehicle stays where it was: {reason}")
                return
        own.set(after)
        self._locate(own)
        if nav is not None and believed is not None:
            nav.set(believed)
            self._locate(nav)
        if carried is None:
            self._clock.time.elapsed += dt
        else:
            weather.accept(carried)
        bottom.lie(contact.ground)
        bottom.watch()
        around.currents.watch(own.x, own.y, own.depth, own.time)
        self._guard.set(status, reason)
        if validated(self.backend):
            self._guard.doubt(self.backend.validity(after))

    def _locate(self, own: Own) -> None:
        """Keep latitude and longitude of a vehicle's new place, where the dialect does so."""
        if self._geodesy is not None:
            place = self._geodesy.to_latlon(own.x, own.y)
            if place is not None:
                own.latitude, own.longitude = place

    def _stay(self, now: float, dt: float, problem: str) -> None:
        """Keep the last state that can be believed, at rest."""
        for own in (self.own, self.nav):
            if own is not None:
                own.set(held(own.state))
        self._clock.stamp(now)
        if self.backend is None:
            # other mail may bring these laws back
            self._guard.state.worst = DIVERGED
            self._output.warnings.append(problem)
            return
        self._clock.time.elapsed += dt
        self._around.weather.sensors.drop()
        self._output.warnings.append(f"diverged: {problem}")
        self._guard.set(DIVERGED, problem)

    # ---- mail -------------------------------------------------------------------------------------------------------

    def neutral(self) -> None:
        """Set the buoyancy rate to 0 for good."""
        self.state.settings = replace(self.state.settings, buoyancy_rate=0.0)
        self.state.buoyancy_given = True

    def on_buoyancy(self, message: Message) -> str:
        """Take BUOYANCY_RATE."""
        rate, remark = self.reader.within(message, FASTEST, "m/s")
        self.state.settings = replace(self.state.settings, buoyancy_rate=rate)
        self.state.buoyancy_given = True
        return remark

    def on_turn_rate(self, message: Message) -> str:
        """Take USM_TURN_RATE."""
        value, remark = self.reader.number(message)
        rate = min(max(value, 0.0), 100.0)
        if rate != value:
            remark = f"must lie in [0, 100]; {rate:g} is used"
        self.state.settings = replace(self.state.settings, turn_rate=rate)
        return remark

    def on_turn_radius(self, message: Message) -> str:
        """Take USM_TURN_RADIUS."""
        value, remark = self.reader.within(message, FARTHEST, "m")
        if value < 0:
            raise refusal(message, f"must be at least 0; {KEPT}")
        self.state.settings = replace(self.state.settings, turn_radius=value)
        return remark

    def idle_buoyancy(self, message: Message) -> Iterable[str]:
        """Buoyancy of a vehicle that floats; 0 asks for none."""
        if self._guard.limits.surface and message.value not in (0, "0"):
            yield STAYS_ON_SURFACE

    def idle_turn(self, message: Message) -> Iterable[str]:
        """A parameter of the kinematic laws on a vehicle that moves by others."""
        del message
        if self.backend is not None:
            yield FOR_KINEMATIC.format(self.dynamics)


def _unpowered(command: ActuatorCommand) -> ActuatorCommand:
    """Return the command of a vehicle whose shafts stand still; rudders and fins go on by their per cent."""
    return replace(command, thrust=0.0, thrust_left=0.0, thrust_right=0.0, sway=0.0, heave=0.0, fan=0.0, set_points=())


_run = partial(reads, group="run")
Motion.MAIL = (
    *also_as_usm(
        reads(
            "BUOYANCY_RATE", "number", Motion.on_buoyancy, "Vertical speed without command, positive floats up.", "m/s",
            group="depth", idle=Motion.idle_buoyancy,
        )
    ),
    _run(
        "USM_TURN_RATE", "number", Motion.on_turn_rate, "Replaces turn_rate, within [0, 100].", "deg/s",
        idle=Motion.idle_turn,
    ),
    _run(
        "USM_TURN_RADIUS", "number", Motion.on_turn_radius, "Replaces turn_radius.", "m", dialects=("v22",),
        section="kinematics 11", idle=Motion.idle_turn,
    ),
)  # fmt: skip
