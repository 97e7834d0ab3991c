"""From the records of a draft to a vehicle: which parts there are, what each reads, and the order of a tick."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from usimmarine_py.simulator.config.draft import Draft
from usimmarine_py.simulator.config.flow import steady_flow, too_long
from usimmarine_py.simulator.features import FEATURES
from usimmarine_py.simulator.part import Part, PartsRow
from usimmarine_py.simulator.parts.around.currents import Currents
from usimmarine_py.simulator.parts.around.drift import DriftPart
from usimmarine_py.simulator.parts.around.ground import Bottom
from usimmarine_py.simulator.parts.around.sailing import Sails
from usimmarine_py.simulator.parts.around.weather import WeatherPart
from usimmarine_py.simulator.parts.motion import Around, Motion
from usimmarine_py.simulator.parts.run.clock import RecordedClock, VehicleClock
from usimmarine_py.simulator.parts.run.gates import Gates, GatesV22, GatesV23
from usimmarine_py.simulator.parts.run.guard import Guard
from usimmarine_py.simulator.parts.run.handshake import Requested
from usimmarine_py.simulator.parts.run.reset import Reset
from usimmarine_py.simulator.parts.shown.navigation import Located, Navigation
from usimmarine_py.simulator.parts.shown.sensors import SensorPart
from usimmarine_py.simulator.parts.steering.commands import CommandPart, Rudder
from usimmarine_py.simulator.parts.steering.direct import Direct
from usimmarine_py.simulator.parts.steering.faults import Failing, Faults
from usimmarine_py.simulator.parts.steering.pid import Perceived, Pid
from usimmarine_py.simulator.table import bound
from usimmarine_py.simulator.vehicle import SimulatedVehicle

if TYPE_CHECKING:
    from usimmarine_py.sea.data.flows import Flow

_POSTS = (
    "requests.post", "navigation.post", "weather.post", "sensors.post", "faults.post", "battery.post", "bottom.post",
    "navigation.forces", "drift.post", "sails.post", "wormholes.post",
)  # fmt: skip
_STEP = ("pid.step", "hover.step", "clock.step", "hull.hold", "motion.step", "sails.step", "clock.end")
#: The order of a tick; what is not in the row is passed over.
ORDER = ("clock.begin", "gates.obstacle", "gates.disabled", *_STEP, *_POSTS)
#: The same where a disabled vehicle moves on in silence (quirk of CLASSIC).
MOVES_DISABLED = ("clock.begin", "gates.obstacle", *_STEP, "gates.silent", *_POSTS)

_GATES: dict[str, type[Gates]] = {"v22": GatesV22, "v23": GatesV23}


class Assembly(PartsRow):
    """The parts of a vehicle while they are put together; each gets the records and parts that it reads."""

    def __init__(self, draft: Draft, time_warp: float) -> None:
        settings = draft.publication
        super().__init__(
            draft.dialect, draft.command, draft.start_time, dual=settings.dual_state, nav_modulo=settings.nav_modulo
        )
        self.draft = draft
        self.parts: dict[str, Part] = {}
        for own in self.owns:
            own.set(draft.pose)
        self._vehicle: SimulatedVehicle | None = None
        clock = RecordedClock if draft.dialect.recorded else VehicleClock
        self.clock = clock(self, draft.pause, time_warp)
        self.guard = Guard(self, draft.vehicle.limits)
        self.bottom = Bottom(self, draft.depths, draft.vehicle.ground)
        self.currents = Currents(self, draft.currents, draft.current_state, draft.start_time)
        for tide in draft.currents.waters:
            if tide.rises:
                self.bottom.rise_by(partial(self._level, tide))
        self.failing = Failing()

    def _level(self, tide: Flow) -> float:
        return tide.level(self.own.time - self.currents.start)

    def arrange(self) -> None:
        """Let the vehicle put its shares in order again."""
        if self._vehicle is not None:
            self._vehicle.arrange()

    def vehicle(self) -> SimulatedVehicle:
        """Return the vehicle."""
        draft, dialect, vehicle = self.draft, self.dialect, self.draft.vehicle
        kinematic = vehicle.backend is None
        sensors = SensorPart(
            self, vehicle.suite, draft.sensor_settings, draft.nmea, draft.weather, self.failing, self.bottom,
            self.currents, vehicle.geodesy, rho=vehicle.hull.rho,
        )  # fmt: skip
        weather = WeatherPart(
            self, draft.weather, self.currents, self.bottom, sensors, draft.sail, vehicle.hull, vehicle.limits,
            lambda model: too_long(vehicle.backend, steady_flow(draft) + model.fastest), kinematic=kinematic,
            name=draft.publication.prefix.lower(), visuals_at=draft.publication.visuals_at,
        )  # fmt: skip
        sails = Sails(self, draft.sail, weather)
        motion = self._motion(weather, sails)
        diving = not dialect.later or draft.steering.gains.controls_depth
        located = Located(vehicle.geodesy, dialect)
        navigation = Navigation(self, draft.publication, located, draft.weather, sensors, diving=diving)
        gates = _GATES.get(dialect.name, Gates)(self, self.clock, motion.placed)
        if isinstance(gates, GatesV22):
            gates.post_held = navigation.held
        rudder = Rudder(self.command, dialect, draft.steering.rudder_rate)
        direct = Direct(self, vehicle.dynamics, vehicle.points, vehicle.force_components)
        commands = CommandPart(
            self, rudder, vehicle.limits, steered=draft.steering.gains.coupled,
            dynamics="" if kinematic else vehicle.dynamics, axes=vehicle.axes, pushes=bool(vehicle.force_components),
            sails=lambda: sails.sails,
        )  # fmt: skip
        self.parts |= {
            "clock": self.clock,
            "gates": gates,
            "commands": commands,
            "direct": direct,
            "reset": Reset(self, draft.reset, self.guard, motion.placed),
            "requests": Requested(self, draft.requests, motion.neutral, answers=diving),
            "motion": motion,
            "navigation": navigation,
            "drift": DriftPart(self, draft.drifting),
            "currents": self.currents,
            "weather": weather,
            "sensors": sensors,
            "sails": sails,
            "faults": Faults(self, self.failing, vehicle.suite.groups, vehicle.actuators),
            "bottom": self.bottom,
            "guard": self.guard,
        }
        self._asked_for(Perceived(self, draft.weather, sensors), rudder, motion)
        mail = bound(self.parts.values(), direct, dialect)
        order = MOVES_DISABLED if dialect.has("disabled_moves") else ORDER
        self._vehicle = SimulatedVehicle(self.parts, order, mail, self.output, shows=not dialect.quirks)
        return self._vehicle

    def _motion(self, weather: WeatherPart, sails: Sails) -> Motion:
        draft, vehicle = self.draft, self.draft.vehicle
        for feature in FEATURES:
            self.parts |= feature.make(self)
        column = None if vehicle.backend is None else draft.sensor_settings.water_column
        around = Around(draft.drifting, self.bottom, self.currents, weather, column, vehicle.banks)
        return Motion(
            self, draft.motion, self.clock, around, sails, self.failing, self.guard, backend=vehicle.backend,
            dynamics=vehicle.dynamics, geodesy=vehicle.geodesy if self.dialect.later else None,
        )  # fmt: skip

    def _asked_for(self, perceived: Perceived, rudder: Rudder, motion: Motion) -> None:
        """Add the parts that few vehicles have."""
        draft, vehicle = self.draft, self.draft.vehicle
        if draft.steering.gains.coupled:
            self.parts["pid"] = Pid(self, draft.steering, rudder, perceived)
        elif vehicle.holds:
            from usimmarine_py.simulator.parts.steering.hover import Hover

            self.parts["hover"] = Hover(self, draft.steering, rudder, perceived)
        if draft.nmea.nmea_ais:
            from usimmarine_py.simulator.parts.shown.ais import Ais

            self.parts["ais"] = Ais(self, draft.nmea, vehicle.geodesy)
        if vehicle.wormholes:
            from usimmarine_py.simulator.parts.run.wormholes import Wormholes

            self.parts["wormholes"] = Wormholes(self, vehicle.wormholes, motion.placed, draft.publication.prefix)
