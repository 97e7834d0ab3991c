"""Everything that changes while the simulator runs, in one frozen value.

A change makes a new ``SimulatorState``; the one after start-up is kept, so that ``reset()`` is an assignment.
"""

from __future__ import annotations

from math import nan
from typing import TYPE_CHECKING

from usimmarine_py.control.pid import PidState
from usimmarine_py.kinematic.sailing import Sailing
from usimmarine_py.kinematic.settings import KinematicSettings
from usimmarine_py.sea.drift import Drift
from usimmarine_py.simulator.ground import AFLOAT, Ground
from usimmarine_py.simulator.guard import OK
from usimmarine_py.simulator.handshake import Handshake
from usimmarine_py.simulator.weather.state import Sensing, WeatherNow
from usimmarine_py.simulator.wormhole import Tunnel
from usimmarine_py.values import ActuatorCommand, Environment, Post, VehicleState
from usimmarine_py.values.faults import Fault
from usimmarine_py.values.frozen import dataclass, field, nan_equal, replace

if TYPE_CHECKING:
    from usimmarine_py.actuators.battery import BatteryState
    from usimmarine_py.control.hover import HoverState
    from usimmarine_py.sensors.ais import AisContact

#: The words of the thrust mode, as the report shows them.
NORMAL, DIFFERENTIAL, SAILING = "normal", "differential", "sailing"

#: Paused time (s) that may be missing to a whole second for no other reason than rounding.
_CLOCK_ROUNDING = 1e-5


@nan_equal
@dataclass(frozen=True)
class LocatedState:
    """A vehicle and, with a datum, where on the globe its position was last converted to (deg)."""

    state: VehicleState
    latitude: float = nan
    longitude: float = nan


@nan_equal
@dataclass(frozen=True, slots=True)
class StartValues:
    """The starting values that the report shows, frozen at the end of start-up (laws/usimmarine 2.1)."""

    heading: float
    speed: float
    depth: float
    altitude: float
    x: float
    y: float
    latitude: float
    longitude: float
    buoyancy_rate: float
    drift: Drift
    rotate_speed: float


@dataclass(frozen=True)  # no slots: a step copies it several times, see model.frozen
class SimulatorState:
    """The whole run-time state."""

    settings: KinematicSettings
    nav: LocatedState
    truth: LocatedState  #: the ground truth; stepped with dual state only
    clock: float  #: s, of the last iteration, or of start-up
    iteration: int = 0
    command: ActuatorCommand = field(default_factory=ActuatorCommand)
    thrust_mode: str = NORMAL
    rudder_time: float = 0.0  #: s, when the rudder was last moved (laws/usimmarine 9)
    drift: Drift = field(default_factory=Drift)
    drift_sources: tuple[str, ...] = ()  #: who sent drift mail, sorted (laws/usimmarine 6)
    drift_fresh: bool = True  #: the drift summary is due (laws/usimmarine 4.3)
    rotate_speed: float = 0.0  #: deg/s
    water_depth: float = 0.0  #: m, 0 = unknown
    buoyancy_given: bool = False  #: the rate was configured or mailed: a dynamic backend goes by it
    field_active: bool = True  #: the current field counts
    paused: bool = False
    pause_began: float = 0.0  #: s
    pause_total: float = 0.0  #: s, paused time taken off the clock (laws/kinematics 1.1)
    enabled: bool = True
    obstacle: bool = False
    reset_count: int = 0
    sailing: Sailing = field(default_factory=Sailing)
    sailed: bool = False  #: wind and polar plot were set in the last step, whatever the thrust mode
    handshake: Handshake = field(default_factory=Handshake)
    tunnel: Tunnel = field(default_factory=Tunnel)  #: where in a wormhole the vehicle is (laws/usimmarine 13)
    pid: PidState | None = None  #: of the embedded controller; None = not coupled (laws/controller)
    holding: HoverState | None = None  #: of the controller that holds a place; None = there is none (laws/controller 7)
    pid_posts: tuple[Post, ...] = ()  #: what the controller has to say in its next step
    elapsed: float = 0.0  #: s, simulated since the start
    status: str = OK  #: of the vehicle now
    worst: str = OK  #: status since the start
    lying: Ground = AFLOAT  #: how the vehicle lies on the ground
    told: frozenset[str] = frozenset()  #: files about the sea that were left, an empty battery: said so
    strained: bool = False  #: the backend has been out of its range, which was told
    weather: WeatherNow = field(default_factory=WeatherNow)
    sensing: Sensing = field(default_factory=Sensing)
    faults: tuple[Fault, ...] = ()  #: in force
    faults_fresh: bool = False  #: USM_FAULTS is due
    battery: BatteryState | None = None  #: None = there is none
    pending: tuple[Post, ...] = ()  #: what mail made since the last iteration
    contacts: tuple[AisContact, ...] = ()  #: other vehicles, with ``nmea_ais``
    spoken: tuple[str, ...] = ()  #: their sentences since the last iteration

    @property
    def shows_sailing(self) -> bool:
        """Whether the report and the wind arrow show a sailing vehicle: V22 notices with its first step."""
        return self.sails if self.settings.dialect.sailing_mode else self.sailed

    @property
    def around(self) -> Environment:
        """What is around the vehicle by parameters and mail alone, the same everywhere."""
        return Environment(
            self.drift.x,
            self.drift.y,
            self.rotate_speed,
            water_depth=self.water_depth,
            buoyancy_rate=self.settings.buoyancy_rate if self.buoyancy_given else None,
        )

    @property
    def sails(self) -> bool:
        """The sail limit is in force: by mode in V23, elsewhere while wind and plot are set in normal mode
        (laws/usimmarine 10).
        """
        if self.settings.dialect.sailing_mode:
            return self.thrust_mode == SAILING
        return self.sailing.is_set and self.thrust_mode != DIFFERENTIAL


def paused_time(state: SimulatorState, *, whole: bool) -> float:
    """Time (s) that all pauses that are over take off the clock; ``whole``: in whole seconds (laws/kinematics 1.1,
    laws/usimmarine 8.3).
    """
    # a clock of 0.01 s measured it, which does not see the rounding of our differences
    return int(state.pause_total + _CLOCK_ROUNDING) if whole else state.pause_total


def started_at(start: SimulatorState, now: float) -> SimulatorState:
    """The state after start-up with every stamp that shows the clock of start-up (s) moved to ``now``."""
    before = start.clock

    def stamped(own: LocatedState) -> LocatedState:
        # a start-up that broke off never set the vehicle's stamp (laws/usimmarine 2.1)
        return replace(own, state=replace(own.state, time=now)) if own.state.time == before else own

    return replace(
        start,
        clock=now,
        nav=stamped(start.nav),
        truth=stamped(start.truth),
        rudder_time=now if start.rudder_time == before else start.rudder_time,
        pause_began=now,
    )
