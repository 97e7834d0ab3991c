"""What a picture in three dimensions shows of a mission beyond its mail: sea surface, beams of sensors, hull model."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from math import cos, radians, sin
from typing import Any

from usimmarine_py.errors import ConfigError
from usimmarine_py.logs.mcap.shapes import Vector, flipped
from usimmarine_py.sea.data.seabed import Seabed
from usimmarine_py.sea.settings import merge, parse_list, weather_from
from usimmarine_py.sea.waves import CALM, WaveField
from usimmarine_py.sensors.sensor import Sensor
from usimmarine_py.simulator import Simulator
from usimmarine_py.simulator.parts.around.ground import Bottom
from usimmarine_py.simulator.parts.around.weather import WeatherPart
from usimmarine_py.simulator.parts.shown.sensors import SensorPart

#: Most changes of a sea that are kept.
_MOST_SEAS = 200
#: Half of the opening (deg) that the narrow beams of Doppler instruments are drawn with [choice].
_NARROW = 1.5


@dataclass(frozen=True, slots=True)
class Beam:
    """A cone in which an instrument looks; vectors are forward, to port and up."""

    name: str
    at: Vector  #: m, its tip
    way: Vector  #: unit vector along its axis
    half: float  #: deg, from the axis to the side
    reach: float  #: m, along the axis


class Seas:
    """The sea surfaces of a mission over time; ``at`` gives the one in force.

    Its clock is the MOOS clock: ``elevation(MOOS time, north, east)`` of a ``WaveField``, m, positive up.
    """

    def __init__(self, settings: Mapping[str, str] | None = None, bed: float = 0.0) -> None:
        """``settings``: weather parameters of the mission; ``bed``: depth of the water (m) that its waves run in."""
        self._first = _drawable(settings or {})
        self._bed = bed
        self.clear()

    def clear(self) -> None:
        """Back to the sea of the mission: another run begins."""
        self._settings = dict(self._first)
        self.changes: list[tuple[float, WaveField]] = [(float("-inf"), self._surface(self._settings))]

    def _surface(self, settings: Mapping[str, str]) -> WaveField:
        try:
            return weather_from(settings, None, 0.0, self._bed).surface()
        except ConfigError:
            return CALM

    def take(self, text: str, time: float) -> None:
        """Take mail of ``USM_WEATHER`` at ``time`` (s); one that the simulator refuses changes nothing."""
        with suppress(ConfigError):
            settings = merge(self._settings, _drawable(parse_list(text)))
            surface = weather_from(settings, None, 0.0, self._bed).surface()
            self._settings = settings
            if surface is not self.changes[-1][1]:
                self.changes = [*(change for change in self.changes if change[0] < time), (time, surface)][-_MOST_SEAS:]

    def at(self, time: float) -> WaveField:
        """The surface in force at ``time`` (s)."""
        return next((surface for since, surface in reversed(self.changes) if since <= time), self.changes[0][1])


def _drawable(settings: Mapping[str, str]) -> dict[str, str]:
    """Without how the waves move the vehicle, which needs the vehicle's numbers and does not change the surface."""
    return {key: value for key, value in settings.items() if key != "waves"}


@dataclass
class SceneFacts:
    """What a mission says of the scene."""

    seas: Seas = field(default_factory=Seas)
    beams: Sequence[Beam] = ()
    sensors: Sequence[str] = ()  #: names
    bed: Seabed | None = None  #: also the flat one of ``water_depth``
    model: bytes | None = None  #: a hull of the user's own, binary glTF


def scene_of(simulator: Simulator, model: bytes | None = None) -> SceneFacts:
    """What the simulator of a mission knows of the scene."""
    weather = simulator.vehicle.part(WeatherPart).state
    seas = Seas(dict(weather.settings), weather.model.bed)
    sensors = simulator.vehicle.part(SensorPart).suite.sensors
    beams = [beam for sensor in sensors for beam in beams_of(sensor)]
    return SceneFacts(
        seas, beams, [sensor.name.lower() for sensor in sensors], simulator.vehicle.part(Bottom).bed, model
    )


def beams_of(sensor: Sensor) -> list[Beam]:
    """The beams of a sensor; none of one that does not look anywhere."""
    own, at = sensor.own, flipped(sensor.arm)
    if sensor.kind.name == "sonar":
        return [Beam(sensor.name, at, _direction(*own.look), 0.5 * own.beam, own.range)]
    if sensor.kind.name == "dvl":
        s, c = sin(radians(own.beam_angle)) * 0.5**0.5, cos(radians(own.beam_angle))
        ways = [(s, s, c), (s, -s, c), (-s, s, c), (-s, -s, c)]
        return [Beam(sensor.name, at, flipped(way), _NARROW, own.range / c) for way in ways]
    if sensor.kind.name == "adcp":
        s, c = sin(radians(own.beam_angle)), cos(radians(own.beam_angle))
        down = -c if own.up else c
        ways = [(s, 0.0, down), (-s, 0.0, down), (0.0, s, down), (0.0, -s, down)]
        return [Beam(sensor.name, at, flipped(way), _NARROW, own.range / c) for way in ways]
    return []


def _direction(azimuth: float, elevation: float) -> Vector:
    """From azimuth (deg, to starboard) and elevation (deg, up)."""
    a, e = radians(azimuth), radians(elevation)
    return cos(e) * cos(a), -cos(e) * sin(a), sin(e)


def scene_json(facts: SceneFacts, clock: float | None) -> dict[str, Any]:
    """For a page: ``clock`` is the MOOS time at its time 0 (s), None if unknown: no waves can be drawn then.

    A sea is ``[since, rows]``: page time (s, None: from the start), and the five rows of ``kernels.waves``.
    """
    seas = [] if clock is None else facts.seas.changes
    return {
        "clock": clock,
        "seas": [[None if since == float("-inf") else since, [list(row) for row in sea.rows]] for since, sea in seas],
        "beams": [[beam.name, beam.at, beam.way, beam.half, beam.reach] for beam in facts.beams],
        "bed": facts.bed is not None,
        "model": facts.model is not None,
    }
