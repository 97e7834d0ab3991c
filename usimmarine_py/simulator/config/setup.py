"""What the configuration fixes for a whole run, and the draft that grows to it line by line."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol, runtime_checkable

from usimmarine_py.control.gains import HoverSettings, PidSettings
from usimmarine_py.control.pid import PidController
from usimmarine_py.kinematic.dialects import Dialect
from usimmarine_py.kinematic.sailing import Sailing
from usimmarine_py.kinematic.settings import KinematicSettings
from usimmarine_py.maths.geodesy import Geodesy
from usimmarine_py.sea.drift import Drift
from usimmarine_py.sea.hull import Hull
from usimmarine_py.sensors.sensor import Sensor
from usimmarine_py.sensors.suite import Suite
from usimmarine_py.simulator.config.lines import ConfigWarning
from usimmarine_py.simulator.ground import GroundRules
from usimmarine_py.simulator.state import LocatedState, SimulatorState, StartValues
from usimmarine_py.simulator.wormhole import Wormhole
from usimmarine_py.values import Backend, ConfigLine, Environment, Limits, Note, SetPoint, VehicleState
from usimmarine_py.values.frozen import dataclass, field, field_names, replace
from usimmarine_py.vehicle.actuators.faults import COMMAND_TARGETS

if TYPE_CHECKING:
    from datetime import datetime

    from usimmarine_py.actuators.battery import PowerSupply
    from usimmarine_py.sea.current_field import CurrentField
    from usimmarine_py.sea.data.flows import Constituent, Flow
    from usimmarine_py.sea.data.land import Area
    from usimmarine_py.sensors.water import Surroundings, WaterColumn

#: Gives the text of a file named in the configuration; raises ``OSError`` or ``ValueError``.
FileReader = Callable[[str], str]


@runtime_checkable
class FileFinder(Protocol):
    """A ``FileReader`` that can also tell where a file lies, for what is no text or too large."""

    def find(self, path: str) -> str:
        """The place of a file; raises ``OSError``."""
        ...


@dataclass(frozen=True)  # no slots: reading copies it line by line, see model.frozen
class Setup:
    """All that does not change during a run, and the state that it begins with."""

    dialect: Dialect
    start: SimulatorState
    start_values: StartValues | None = None  #: for the report; None when start-up broke off
    warnings: tuple[ConfigWarning, ...] = ()
    time_warp: float = 1.0
    dynamics: str = "kinematic"
    backend: Backend | None = None  #: None = the kinematic engine, which goes by the settings in force
    geodesy: Geodesy | None = None
    # publication
    prefix: str = "USM"  #: of the published names, without the underscore that joins them
    dual_state: bool = False  #: navigation without drift, ground truth with it (laws/kinematics 1.1)
    nav_modulo: int = 1  #: navigation is published in every n-th iteration
    post_forces: bool = False  #: post set-points and forces (laws/hydrodynamics 15)
    navpos_summary: bool = False  #: post USM_NAVPOS_SUMMARY (laws/usimmarine 1.8)
    depth_info: bool = True  #: depth in the report (laws/usimmarine 6)
    speed_cap: float | None = None  #: m/s, of the published speed (laws/usimmarine 5)
    # commands and requests
    set_points: tuple[SetPoint, ...] = ()  #: states of actuators that have mail of their own (laws/actuators 2.3)
    axes: tuple[str, ...] = ()  #: of sway and heave, along which DESIRED_SWAY and DESIRED_HEAVE drive the vehicle
    force_components: str = ""  #: which of X, Y, Z, K, M, N of USM_FORCE act on the vehicle
    rudder_rate: float = 0.0  #: per cent per second, 0 = no limit (laws/usimmarine 9)
    trim_tolerance: float = 5.0  #: deg (laws/usimmarine 11)
    max_trim_delay: float = 10.0  #: s (laws/usimmarine 11)
    gains: PidSettings = field(default_factory=PidSettings)  #: of the embedded controller (laws/controller)
    controller: PidController = field(default_factory=lambda: PidController(PidSettings()))  #: coupled or not
    hover: HoverSettings = HoverSettings()  #: of the controller that holds a place
    post_thrust: str = ""  #: variable for the embedded controller's thrust
    post_rudder: str = ""
    post_elevator: str = ""
    # what there is around the vehicle
    wormholes: tuple[Wormhole, ...] = ()
    current_field: CurrentField | None = None  #: vectors of a text file
    field_interpolation: str = "reference"  #: between them
    flow: Flow | None = None  #: the current field in force, which can be switched
    waters: tuple[Flow, ...] = ()  #: profile and tides, which always act
    flowing: bool = False  #: any of them
    kinematic: bool = True  #: the backend knows no wind force, so that the wind makes leeway
    hull: Hull = field(default_factory=Hull)
    draft: float | None = None  #: m, None = that of the vehicle's file
    ground: GroundRules = GroundRules()
    limits: Limits = field(default_factory=Limits)  #: of the backend's vehicle
    visuals_at: tuple[float, float] | None = None  #: m, where the arrows are drawn; None = nowhere
    # sensors and faults
    suite: Suite = field(default_factory=Suite)
    water_column: WaterColumn | None = None  #: temperature and speed of sound by depth; None = not given
    dead_reckoning: bool = False
    dead_reckoning_drift: float = 0.02  #: m of error a metre of way that it expects
    sensors_as_nav: bool = False  #: PREFIX_* measured, PREFIX_GT_* true
    nmea: bool = True  #: sentences as mail
    nmea_start: datetime | None = None  #: calendar time (UTC) of simulated time 0; None = that of ``nmea.EPOCH``
    nmea_udp: tuple[str, int] | None = None  #: host and port
    nmea_tcp: tuple[str, int] | None = None  #: own address and port
    nmea_serial: str = ""  #: a pseudo-terminal: true, or the name of its link
    nmea_rates: tuple[tuple[str, float], ...] = ()  #: Hz at most, by sentence
    nmea_ais: str = ""  #: other vehicles are told of: auto, a or b
    own_name: str = ""  #: of the vehicle among others, which AIS leaves out
    power: PowerSupply | None = None  #: a battery; None = there is none
    actuators: tuple[str, ...] = COMMAND_TARGETS  #: what USM_FAULT can fail, beside sensors

    @property
    def holds(self) -> bool:
        """Whether the embedded controller that holds a place is there (laws/controller 7)."""
        return self.start.holding is not None

    @property
    def depth_mode(self) -> bool:
        """The depth-control flag (laws/usimmarine 2.3): true unless the coupled controller leaves the depth alone."""
        return self.gains.controls_depth

    def local(self, around: Environment, vehicle: VehicleState, *, field: bool) -> Environment:
        """The surroundings with the current (``field``: that of the field counts) and water depth at a vehicle."""
        if self.ground.seabed is not None:
            around = replace(around, water_depth=self.ground.depth(around.water_depth, vehicle.x, vehicle.y))
        if not self.flowing:
            return around
        east = north = 0.0
        flows = (self.flow, *self.waters) if self.flow is not None and field else self.waters
        time = vehicle.time - self.start.clock
        for flow in flows:
            to_east, to_north = flow.at(vehicle.x, vehicle.y, vehicle.depth, time)
            east, north = east + to_east, north + to_north
        return replace(around, current_east=east, current_north=north)

    def surroundings(self, water_depth: float) -> Surroundings | None:
        """What instruments under water see in ``water_depth`` m, 0 = unknown; None where there are none."""
        if not self.suite.under_water:
            return None
        from usimmarine_py.sensors.water import Surroundings  # few vehicles have such instruments

        return Surroundings(self.ground.bed(water_depth), self.water_column, self.hull.rho)

    def place(self, state: VehicleState) -> VehicleState:
        """Tell the backend that the vehicle was put somewhere."""
        return state if self.backend is None else self.backend.initial_state(state)


_SETTINGS = field_names(KinematicSettings) - {"dialect"}
_STATE = field_names(SimulatorState)


@dataclass
class Draft:
    """The setup while its lines are read, and what can be judged behind the last line only."""

    setup: Setup
    read_file: FileReader | None = None
    aborted: bool = False  #: start-up ended with the controller's lines (quirk ``pid_startup_abort``)
    more_notes: list[Note] = field(default_factory=list)  #: what a reader has to say beside its answer
    lines: dict[str, ConfigLine] = field(default_factory=dict)  #: the last one of each parameter, by name
    collected: dict[str, ConfigLine] = field(default_factory=dict)  #: lines to be judged together; the last of a name
    ocean: ConfigLine | None = None  #: a current field that is no text, for behind the last line
    tides: tuple[Constituent, ...] = ()
    land: tuple[Area, ...] = ()
    sensors: tuple[Sensor, ...] = ()
    line: ConfigLine | None = None  #: that is being read
    sensor_lines: dict[str, ConfigLine | None] = field(default_factory=dict)  #: by name of the sensor
    backend_lines: dict[str, str] = field(default_factory=dict)

    @property
    def dialect(self) -> Dialect:
        """The dialect in force."""
        return self.setup.dialect

    @property
    def settings(self) -> KinematicSettings:
        """The settings of the kinematic laws so far."""
        return self.setup.start.settings

    @property
    def sailing(self) -> Sailing:
        """Wind and polar plot so far."""
        return self.setup.start.sailing

    @property
    def drift(self) -> Drift:
        """The drift so far."""
        return self.setup.start.drift

    @property
    def pose(self) -> VehicleState:
        """Where the vehicle starts, so far."""
        return self.setup.start.nav.state

    def find(self, path: str) -> str:
        """Where a file lies that a line names; raises ``OSError``."""
        reader: object = self.read_file
        if isinstance(reader, FileFinder):
            return reader.find(path)
        raise FileNotFoundError(f"{path}: no files can be found here")

    def get(self, name: str) -> object:
        """A field of the settings, the start state or the setup, whichever has it; no two have one of the same name."""
        owner = self.settings if name in _SETTINGS else self.setup.start if name in _STATE else self.setup
        return getattr(owner, name)

    def change(self, **changes: object) -> None:
        """Set fields of the settings, the start state or the setup, whichever has them."""
        start = self.setup.start
        for name, value in changes.items():
            if name in _SETTINGS:
                start = replace(start, settings=replace(start.settings, **{name: value}))
            elif name in _STATE:
                start = replace(start, **{name: value})
            else:
                self.setup = replace(self.setup, **{name: value})
        self.setup = replace(self.setup, start=start)

    def place(self, pose: VehicleState) -> None:
        """Let the vehicle start there."""
        self.change(nav=LocatedState(pose))


def new_draft(dialect: Dialect, start_time: float, read_file: FileReader | None) -> Draft:
    """The draft with the defaults of a dialect."""
    here = LocatedState(VehicleState(time=start_time))
    start = SimulatorState(
        KinematicSettings(dialect=dialect), here, here, start_time, drift=Drift(documented=dialect.plain_drift)
    )
    return Draft(Setup(dialect, start, nav_modulo=dialect.nav_modulo, speed_cap=dialect.speed_cap), read_file)
