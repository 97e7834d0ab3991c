"""What the configuration fixes of weather and sensors, and what of them changes while running."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime

from usimmarine_py.actuators.faults import COMMAND_TARGETS
from usimmarine_py.environment.hull import Hull
from usimmarine_py.environment.weather import Conditions, Weather, WeatherState
from usimmarine_py.model import VehicleState
from usimmarine_py.model.faults import Fault
from usimmarine_py.sensors.nmea import EPOCH
from usimmarine_py.sensors.sensor import Reading
from usimmarine_py.sensors.suite import Suite, SuiteState


@dataclass(frozen=True, slots=True)
class SeaSetup:
    """Fixed for a run."""

    suite: Suite = field(default_factory=Suite)
    as_nav: bool = False  #: PREFIX_* measured, PREFIX_GT_* true
    nmea: bool = True  #: sentences as mail
    epoch: datetime = EPOCH  #: calendar time (UTC) of simulated time 0
    nmea_udp: int = 0  #: port on 127.0.0.1, 0 = none
    nmea_tcp: int = 0
    visuals_at: tuple[float, float] | None = None  #: m, where the arrows are drawn; None = nowhere
    kinematic: bool = True  #: the backend knows no wind force, so that the wind makes leeway
    hull: Hull = field(default_factory=Hull)
    actuators: tuple[str, ...] = COMMAND_TARGETS  #: what USM_FAULT can fail, beside sensors


@dataclass(frozen=True)  # no slots: a step copies it several times, see model.frozen
class SeaState:
    """Changes while running."""

    settings: tuple[tuple[str, str], ...] = ()  #: weather parameters in force, by name
    weather: Weather = field(default_factory=Weather)  #: made from them
    asked: bool = False  #: a weather parameter or USM_WEATHER was given; WIND_CONDITIONS alone is for the sails
    processes: WeatherState = field(default_factory=WeatherState)
    conditions: Conditions = field(default_factory=Conditions)  #: at the vehicle, after the last step
    seen: VehicleState | None = None  #: the vehicle after the last step; None = ``conditions`` are out of date
    suite: SuiteState = field(default_factory=SuiteState)
    readings: tuple[Reading, ...] = ()  #: delivered in the last step
    heard: frozenset[str] = frozenset()  #: kinds of sensors that delivered in the last step
    fresh: frozenset[str] = frozenset()  #: kinds of sensors that delivered since navigation was last published
    faults: tuple[Fault, ...] = ()
    faults_fresh: bool = False  #: USM_FAULTS is due

    def blows(self, setup: SeaSetup) -> bool:
        """Whether weather acts on this vehicle at all."""
        return self.asked or (not setup.kinematic and self.weather.wind.given)

    def idle(self, setup: SeaSetup) -> bool:
        """Whether a step is the same as without this room."""
        return not self.blows(setup) and not setup.suite.sensors
