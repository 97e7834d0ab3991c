"""Sensors: they watch the vehicle's motion, and what they measure is posted (laws/sensors)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, NamedTuple

from usimmarine_py.sea.weather import Conditions
from usimmarine_py.sensors.sensor import Reading
from usimmarine_py.sensors.suite import Suite, SuiteState, publications
from usimmarine_py.sensors.truth import Truth, Vector, riding, truth_from
from usimmarine_py.simulator.part import Part, PartsRow, Share
from usimmarine_py.simulator.parts.around.currents import Currents
from usimmarine_py.simulator.parts.around.ground import Bottom
from usimmarine_py.simulator.parts.shown.measured import measured, silent_suffixes, with_motion
from usimmarine_py.simulator.parts.steering.faults import Failing
from usimmarine_py.simulator.records import WeatherNow
from usimmarine_py.values import Environment, VehicleState
from usimmarine_py.values.frozen import dataclass, field, replace

if TYPE_CHECKING:
    from datetime import datetime

    from usimmarine_py.maths.geodesy import Geodesy
    from usimmarine_py.maths.water.column import WaterColumn
    from usimmarine_py.sensors.water import Surroundings


@dataclass(slots=True)
class SensorSettings:
    """Sensors as configured."""

    sensors_as_nav: bool = False  #: PREFIX_* measured, PREFIX_GT_* true
    dead_reckoning: bool = False
    dead_reckoning_drift: float = 0.02  #: m of error a metre of way that it expects
    water_column: WaterColumn | None = None  #: temperature and speed of sound by depth; None = not given


@dataclass(slots=True)
class NmeaSettings:
    """Sentences as configured."""

    nmea: bool = True  #: sentences as mail
    nmea_start: datetime | None = None  #: calendar time (UTC) of simulated time 0; None = that of ``nmea.EPOCH``
    nmea_udp: tuple[str, int] | None = None  #: host and port
    nmea_tcp: tuple[str, int] | None = None  #: own address and port
    nmea_serial: str = ""  #: a pseudo-terminal: true, or the name of its link
    nmea_rates: tuple[tuple[str, float], ...] = ()  #: Hz at most, by sentence
    nmea_ais: str = ""  #: sentences of other vehicles: auto, a or b
    own_name: str = ""  #: of the vehicle among others, which AIS leaves out


@dataclass(slots=True)
class Sensing:
    """Where the sensors of a vehicle stand."""

    suite: SuiteState = field(default_factory=SuiteState)
    base: Truth | None = None  #: the truth behind the suite's, without what waves add to outputs
    readings: tuple[Reading, ...] = ()  #: delivered in the last step
    heard: frozenset[str] = frozenset()  #: kinds of sensors that delivered in the last step
    fresh: frozenset[str] = frozenset()  #: kinds of sensors that delivered since navigation was last published


class _Look(NamedTuple):
    """What the sensors have seen in a step so far."""

    suite: SuiteState
    base: Truth | None
    readings: tuple[Reading, ...] = ()


class SensorPart(Part):
    """The sensors of a vehicle; none at all are a suite of none."""

    def __init__(
        self,
        row: PartsRow,
        suite: Suite,
        settings: SensorSettings,
        nmea: NmeaSettings,
        weather: WeatherNow,
        failing: Failing,
        bottom: Bottom,
        currents: Currents,
        geodesy: Geodesy | None,
        *,
        rho: float,
    ) -> None:
        """``rho``: density of the water, kg/m3."""
        self.suite, self.settings, self.nmea, self.state = suite, settings, nmea, Sensing(suite.start())
        super().__init__(row, self.state)
        self.watched = bool(suite.sensors)
        self._weather, self._failing, self._bottom, self._rho = weather, failing, bottom, rho
        self._currents = currents
        self._to_latlon = None if geodesy is None else geodesy.to_latlon
        self._look = _Look(self.state.suite, None)
        self._waters: Surroundings | None = None
        self._speaking = {sensor.name: 1.0 / sensor.rate for sensor in suite.sensors if sensor.nmea}

    @property
    def as_navigation(self) -> bool:
        """Whether what they measure is the vehicle's navigation."""
        return self.settings.sensors_as_nav and self.watched

    # ---- the step ---------------------------------------------------------------------------------------------------

    def begin(self, state: VehicleState, around: Environment, here: Conditions, now: float, *, moved_on: bool) -> None:
        """Begin a step at simulated time ``now`` (s); ``moved_on``: the vehicle is where the last step has ended."""
        if not self.watched:
            return
        suite, base = self.state.suite, self.state.base
        if suite.truth is None or not moved_on:
            # the vehicle was put there: no motion led from the last reading to here
            base = self._base(state, around, here, now, None)
            sensors = tuple([one if one.since is None else replace(one, since=None) for one in suite.sensors])
            suite = replace(suite, truth=riding(base, here.motion), reckoned=None, sensors=sensors)
        self._look, self._waters = _Look(suite, base), self.surroundings()

    def look(self, state: VehicleState, around: Environment, here: Conditions, now: float) -> None:
        """Watch the vehicle at simulated time ``now`` (s)."""
        if not self.watched:
            return
        suite, base, readings = self._look
        base = self._base(state, around, here, now, base)
        suite, arrived = self.suite.advance(
            suite, riding(base, here.motion), self._failing.faults, self._to_latlon, self._waters
        )
        self._look = _Look(suite, base, (*readings, *arrived))

    def accept(self) -> None:
        """Take what was seen in a step."""
        if not self.watched:
            return
        state, (suite, base, readings) = self.state, self._look
        state.suite, state.base, state.readings = suite, base, readings
        state.heard = frozenset(reading.kind for reading in readings if reading.values)
        state.fresh |= state.heard

    def drop(self) -> None:
        """Forget the readings of a vehicle that is not believed."""
        self.state.readings, self.state.heard = (), frozenset()

    def surroundings(self) -> Surroundings | None:
        """Return what instruments under water see; None where there are none."""
        if not self.suite.under_water:
            return None
        from usimmarine_py.sensors.water import Surroundings  # few vehicles have such instruments

        model, waves = self._weather.model, None
        if self._rides:
            sea = model.surface()

            def waves(time: float, north: float, east: float, down: float) -> float:
                return sea.head(model.origin + time, north, east, down)

        return Surroundings(self._bottom.bed, self.settings.water_column, self._rho, waves, self._stream)

    def _stream(self, time: float, place: Vector) -> Vector:
        """Return the velocity of the water (m/s, NED), the drift of mail apart, ``time`` s after the start."""
        x, y, depth = place[1], place[0], max(place[2], 0.0)
        bed = self._bottom.bed
        known = 0.0 if bed is None else bed.depth(x, y)
        weather = self._weather
        north, east, down = weather.model.flow(weather.processes, time, (y, x, depth), known if known > 0.0 else 0.0)
        if self._currents.flowing:
            more = self._currents.at(x, y, depth, self._currents.start + time)
            north, east = north + more[1], east + more[0]
        return north, east, down

    @property
    def _rides(self) -> bool:
        # a filter of its own lifts the vehicle, and none nothing: it does not ride the waves that are seen
        return self._weather.model.wave_action in ("forces", "motion")

    def _base(
        self, state: VehicleState, around: Environment, here: Conditions, now: float, previous: Truth | None
    ) -> Truth:
        """Return what sensors could measure of the vehicle now without the motion that waves add."""
        truth = truth_from(replace(state, time=now), around, previous)
        rides = here.elevation != 0.0 and self._rides
        return replace(truth, surface=here.elevation) if rides else truth

    # ---- what others see --------------------------------------------------------------------------------------------

    def measured(self) -> tuple[VehicleState, tuple[float, float] | None]:
        """Return the state that sensors give, and latitude and longitude; what none of them measures is true."""
        return measured(self.suite, self.state.suite, with_motion(self._own.state, self._weather.conditions.motion))

    def silent(self, delivered: frozenset[str]) -> frozenset[str]:
        """Return the suffixes of PREFIX_* that a sensor measures whose kind is not among the ``delivered``."""
        return silent_suffixes(self.suite, delivered)

    # ---- posts ------------------------------------------------------------------------------------------------------

    def shares(self) -> Mapping[str, Share]:
        """``post`` posts the readings of the last step."""
        return {"post": self.post} if self.watched else {}

    def post(self, now: float) -> None:
        """Post the readings of the last step, and their NMEA sentences, which are mail too if asked."""
        del now
        state, output, nmea = self.state, self._output, self.nmea
        if self._time.iteration % self._modulo == 0:
            state.fresh = frozenset()
        rates = dict(nmea.nmea_rates)
        for reading in state.readings:
            for variable, value, *_ in publications(reading):
                output.post(variable, value)
            if reading.sensor in self._speaking:
                from usimmarine_py.sensors.nmea import sentences  # a vehicle without sensors starts without

                own = sentences(reading, nmea.nmea_start, rates, self._speaking[reading.sensor])
                output.sentences += own
                if nmea.nmea:
                    for sentence in own:
                        output.post("USM_NMEA", sentence)
        state.readings = ()

    def report(self) -> Iterable[str]:
        """The sensors and how they are."""
        if not self.watched:
            return
        yield from ("", "Sensors:", "--------")
        for sensor, now in zip(self.suite.sensors, self.state.suite.sensors, strict=False):
            outputs = dict(now.last.outputs) if now.last is not None else {}
            status = [f"{name.lower()} {outputs[name]}" for name in ("LOCK", "QUALITY") if name in outputs]
            yield ", ".join([f"  {sensor.name}: {sensor.kind.name}", f"{sensor.rate:g} Hz", *status])
        yield f"  PREFIX_* carries the {'measured' if self.settings.sensors_as_nav else 'true'} state"
