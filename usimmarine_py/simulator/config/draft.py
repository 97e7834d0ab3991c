"""A vehicle while its lines are read: the records of its parts, and what can be judged behind the last line only."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

from usimmarine_py.errors import ConfigError, Severity
from usimmarine_py.kinematic.dialects import Dialect
from usimmarine_py.kinematic.sailing import Sailing
from usimmarine_py.kinematic.settings import KinematicSettings
from usimmarine_py.maths.drift import Drift
from usimmarine_py.maths.geodesy import Geodesy
from usimmarine_py.sea.hull import Hull
from usimmarine_py.sensors.suite import Suite
from usimmarine_py.simulator.config.lines import about
from usimmarine_py.simulator.parts.around.currents import CurrentSettings, CurrentState
from usimmarine_py.simulator.parts.around.drift import Drifting
from usimmarine_py.simulator.parts.around.ground import Depths, GroundRules
from usimmarine_py.simulator.parts.motion import MotionState
from usimmarine_py.simulator.parts.run.clock import Pause
from usimmarine_py.simulator.parts.run.handshake import RequestSettings
from usimmarine_py.simulator.parts.run.reset import ResetState
from usimmarine_py.simulator.parts.shown.navigation import Publication
from usimmarine_py.simulator.parts.shown.sensors import NmeaSettings, SensorSettings
from usimmarine_py.simulator.parts.steering.pid import SteeringSettings
from usimmarine_py.simulator.records import Command, SailState, WeatherNow
from usimmarine_py.values import Backend, ConfigLine, Finding, Key, Limits, SetPoint, VehicleState
from usimmarine_py.values.frozen import dataclass, field, field_names, replace
from usimmarine_py.vehicle.actuators.faults import COMMAND_TARGETS

if TYPE_CHECKING:
    from usimmarine_py.sea.banks import Banks
    from usimmarine_py.sea.data.flows import Constituent
    from usimmarine_py.sea.data.land import Area
    from usimmarine_py.sensors.sensor import Sensor
    from usimmarine_py.simulator.parts.run.wormholes import Wormhole

#: Gives the text of a file named in the configuration; raises ``OSError`` or ``ValueError``.
FileReader = Callable[[str], str]


@runtime_checkable
class FileFinder(Protocol):
    """A ``FileReader`` that can also find a file that is no text, or too large."""

    def find(self, path: str) -> str:
        """Return the place of a file; raises ``OSError``."""
        ...


class NamedFiles:
    """Files by a plain function from Python, which gives the text of a file or, as a path, the file itself.

    Of a function that gives texts alone, files that are no text (NetCDF, GeoTIFF, grids) are found by ``others``.
    """

    def __init__(self, given: Callable[[str], Any], others: Any) -> None:
        self._given, self._others = given, others

    def __call__(self, path: str) -> str:
        """Return the text of a file; raises ``OSError``."""
        found = self._given(path)
        if hasattr(found, "__fspath__") and self._others is not None:
            text: str = self._others(found.__fspath__())
            return text
        return str(found)

    def find(self, path: str) -> str:
        """Return the place of a file; raises ``OSError``."""
        try:
            found = self._given(path)
        except UnicodeError:  # it took a file for text that is none
            found = ""
        place = found.__fspath__() if hasattr(found, "__fspath__") else path
        if self._others is None:
            return str(place)
        try:
            lies: str = self._others.find(place)
        except FileNotFoundError as error:
            raise FileNotFoundError(f"{error}; read_file may return a pathlib.Path of it") from None
        return lies


@dataclass(slots=True)
class VehicleFacts:
    """The vehicle's dynamics and instruments after the lines; completed after the last line."""

    dynamics: str = "kinematic"
    backend: Backend | None = None  #: None = the kinematic laws
    geodesy: Geodesy | None = None
    hull: Hull = field(default_factory=Hull)
    limits: Limits = field(default_factory=Limits)
    ground: GroundRules = GroundRules()
    suite: Suite = field(default_factory=Suite)
    holds: bool = False  #: a controller holds the vehicle's place
    points: tuple[SetPoint, ...] = ()  #: states of actuators that have mail of their own (laws/actuators 2.3)
    axes: tuple[str, ...] = ()  #: of sway and heave, along which the vehicle can be pushed
    force_components: str = ""  #: which of X, Y, Z, K, M, N of USM_FORCE act on the vehicle
    actuators: tuple[str, ...] = COMMAND_TARGETS  #: what USM_FAULT can fail, beside sensors
    wormholes: tuple[Wormhole, ...] = ()
    draft: float | None = None  #: m, None = that of the vehicle's file
    banks: Banks | None = None  #: land that pulls at its hull; None = there is none, or the mission does not ask


@dataclass(slots=True)
class PendingLines:
    """Lines that are judged together, behind the last of them."""

    lines: dict[str, ConfigLine] = field(default_factory=dict)  #: the last of each name
    ocean: ConfigLine | None = None  #: a current field that is no text
    tides: tuple[Constituent, ...] = ()
    land: tuple[Area, ...] = ()
    sensors: tuple[Sensor, ...] = ()
    sensor_lines: dict[str, ConfigLine | None] = field(default_factory=dict)  #: by name of the sensor
    backend_lines: dict[str, str] = field(default_factory=dict)


_KINEMATIC = field_names(KinematicSettings) - {"dialect"}


class Draft:
    """The records of the parts while the lines are read. ``change`` finds the record that has a field."""

    def __init__(
        self, dialect: Dialect, start_time: float, read_file: FileReader | None, warnings: list[Finding]
    ) -> None:
        """``start_time``: the clock at the start, s; ``warnings`` about the choice of the dialect are added to."""
        self.dialect, self.start_time, self.read_file = dialect, start_time, read_file
        self.meets_ground = not dialect.recorded  #: the water depth of parameter and mail holds the vehicle
        self.aborted = False  #: start-up ended with the controller's lines (quirk ``pid_startup_abort``)
        self.pose = VehicleState(time=start_time)  #: where the vehicle starts, so far
        self.more_notes: list[Finding] = []  #: further answers of a reader
        self.warnings = warnings  #: about the lines, in the order in which they are worked through
        self.lines: dict[str, ConfigLine] = {}  #: the last one of each parameter, by name
        self.line: ConfigLine | None = None  #: that is being read
        self.pending, self.vehicle = PendingLines(), VehicleFacts()
        self.features: dict[str, Any] = {}  #: what the features that are asked for keep for their parts, by name
        # the records of the parts
        self.publication = Publication(
            nav_modulo=dialect.nav_modulo, speed_cap=5.0 if dialect.has("published_speed_cap") else None
        )
        self.steering, self.requests = SteeringSettings(), RequestSettings()
        self.currents, self.current_state = CurrentSettings(), CurrentState()
        self.sensor_settings, self.nmea = SensorSettings(), NmeaSettings()
        self.pause, self.command, self.reset = Pause(), Command(), ResetState()
        self.drifting = Drifting(Drift(documented=not dialect.recorded))
        self.depths, self.sail = Depths(), SailState()
        self.motion = MotionState(KinematicSettings(dialect=dialect))
        self.weather = WeatherNow()
        self.records: tuple[Any, ...] = (
            self.publication, self.steering, self.requests, self.currents, self.current_state, self.sensor_settings,
            self.nmea, self.pause, self.command, self.reset, self.drifting, self.depths, self.sail, self.motion,
            self.vehicle, self.pending,
        )  # fmt: skip
        self._owners = {name: record for record in self.records for name in record.__slots__}

    @property
    def settings(self) -> KinematicSettings:
        """The settings of the kinematic laws so far."""
        return self.motion.settings

    @property
    def sailing(self) -> Sailing:
        """Wind and polar plot so far."""
        return self.sail.sailing

    def find(self, path: str) -> str:
        """Return where a file lies that a line names; raises ``OSError``."""
        reader: object = self.read_file
        if isinstance(reader, FileFinder):
            return reader.find(path)
        raise FileNotFoundError(f"{path}: no files can be found here")

    def warn(self, line: ConfigLine | str, problem: str, **how: Any) -> None:
        """Warn of a line, or of that of a collected parameter, of which the recorded programs do not."""
        if isinstance(line, str):
            line = self.pending.lines.get(line, ConfigLine(line, ""))
        note = Finding(problem, **how)
        self.warnings.append(about(line, note))

    def refuse(self, error: ConfigError, line: ConfigLine | None = None) -> None:
        """Warn of a line that cannot be used; the error names it where it is not given."""
        self.warn(line or error.key, error.problem, suggestion=error.suggestion, severity=Severity.ERROR)

    def values(self, parameters: Iterable[Key]) -> Iterator[tuple[Key, Any]]:
        """Yield those of these collected parameters that are given, with their values; warn of wrong ones."""
        for parameter in parameters:
            line = self.pending.lines.get(parameter.name)
            if line is None:
                continue
            try:
                value = parameter.value(line.value)
            except ConfigError as error:
                self.refuse(error, line)
            else:
                yield parameter, value

    def get(self, name: str) -> Any:
        """Return a field of the kinematic settings, or of the one record that has it."""
        return getattr(self.settings if name in _KINEMATIC else self._owners[name], name)

    def change(self, **changes: Any) -> None:
        """Set fields of the kinematic settings, or of the records that have them."""
        for name, value in changes.items():
            if name in _KINEMATIC:
                self.motion.settings = replace(self.motion.settings, **{name: value})
            else:
                setattr(self._owners[name], name, value)

    def place(self, pose: VehicleState) -> None:
        """Let the vehicle start there."""
        self.pose = pose
