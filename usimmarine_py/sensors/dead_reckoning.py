"""Dead reckoning from readings: a velocity log, a heading, and occasional fixes (laws/sensors 5).

``Reckoner`` is the law, ``Reckoned`` its state: a reading gives the next ``Reckoned``, also without a simulator:

    reckoner, now = Reckoner(), Reckoned()
    for reading in readings:  # of dvl or log, compass or mru, depth or pressure, gps, usbl
        now = reckoner.follow(now, reading)
"""

from __future__ import annotations

from collections.abc import Iterable
from math import atan2, degrees, hypot, radians, sqrt

from usimmarine_py.errors import ConfigError
from usimmarine_py.sensors.kinds import ErrorModel, Output, ToLatLon
from usimmarine_py.sensors.sensor import Reading, Sensor
from usimmarine_py.sensors.truth import to_ned
from usimmarine_py.values.frozen import dataclass, replace

#: Kind and name of its own readings.
KIND = "dr"
#: Stored times for delayed fixes.
_MOST_MOMENTS = 64
Moment = tuple[float, float, float]


@dataclass(frozen=True)  # no slots: made for each reading, see values.frozen
class Reckoned:
    """The estimated position of a vehicle. North and east in m, angles in rad."""

    north: float = 0.0  #: reckoned since the last GPS fix, or since the start
    east: float = 0.0
    shift_north: float = 0.0  #: correction by other fixes
    shift_east: float = 0.0
    sigma: float = 0.0  #: m, of each coordinate with the shift
    time: float | None = None  #: s, of the last velocity; None = none yet
    velocity: tuple[float, float] = (0.0, 0.0)  #: north, east, m/s
    heading: float | None = None  #: true; None = none yet
    roll: float = 0.0
    pitch: float = 0.0
    moments: tuple[Moment, ...] = ()  #: (time, north, east), newest last

    @property
    def place(self) -> tuple[float, float]:
        """North and east with all fixes."""
        return self.north + self.shift_north, self.east + self.shift_east

    def at(self, time: float) -> tuple[float, float]:
        """North and east by dead reckoning at a recent time."""
        later = (self.time or 0.0, self.north, self.east)
        for moment in reversed(self.moments):
            if moment[0] <= time:
                span = later[0] - moment[0]
                share = min((time - moment[0]) / span, 1.0) if span > 0.0 else 0.0
                return moment[1] + share * (later[1] - moment[1]), moment[2] + share * (later[2] - moment[2])
            later = moment
        return later[1], later[2]


@dataclass(frozen=True, slots=True)
class Reckoner:
    """The law of dead reckoning, with the properties of its instruments."""

    velocity: str = "dvl"  #: kind that velocities come from: dvl or log
    heading: str = "compass"  #: kind that headings come from: compass or mru
    declination: float = 0.0  #: deg, added to the heading
    drift: float = 0.02  #: error (m) per metre of distance, without fixes
    gps_sigma: float = 1.5  #: m, of a coordinate
    usbl_range: ErrorModel = ErrorModel(share=0.002)
    usbl_bearing: ErrorModel = ErrorModel(noise=0.5)

    def follow(self, now: Reckoned, reading: Reading) -> Reckoned:
        """Return the estimated position after a reading."""
        said = reading.numbers
        if reading.kind == "mru" and "ROLL" in said:
            now = replace(now, roll=said["ROLL"], pitch=said["PITCH"])
        if reading.kind == self.heading and "HEADING" in said:
            now = replace(now, heading=radians(said["HEADING"] + self.declination))
        if reading.kind == self.velocity:
            return self._moved(now, reading.time, _velocity(said))
        if reading.kind == "gps" and "X" in said:
            # better than dead reckoning
            return replace(
                now, north=said["Y"], east=said["X"], shift_north=0.0, shift_east=0.0, sigma=self.gps_sigma, moments=()
            )
        if reading.kind == "usbl":
            return self._fixed(now, reading.time, said)
        return now

    def _moved(self, now: Reckoned, time: float, body: tuple[float, float, float] | None) -> Reckoned:
        if body is None or now.heading is None:
            return now
        north, east, _ = to_ned(now.roll, now.pitch, now.heading, body)
        if now.time is None or time <= now.time:
            return replace(now, time=time, velocity=(north, east))
        dt = time - now.time
        way_n, way_e = 0.5 * dt * (now.velocity[0] + north), 0.5 * dt * (now.velocity[1] + east)
        return replace(
            now,
            north=now.north + way_n,
            east=now.east + way_e,
            sigma=now.sigma + self.drift * hypot(way_n, way_e),
            time=time,
            velocity=(north, east),
            moments=(*now.moments[1 - _MOST_MOMENTS :], (now.time, now.north, now.east)),
        )

    def _fixed(self, now: Reckoned, time: float, said: dict[str, float]) -> Reckoned:
        """Move towards a fix by the weight of its error (laws/sensors 5.3)."""
        slant = said["RANGE"]
        along = self.usbl_range.noise + self.usbl_range.share * slant
        across = radians(self.usbl_bearing.noise) * slant
        variance, own = 0.5 * (along * along + across * across), now.sigma * now.sigma
        gain = own / (own + variance) if own > 0.0 else 0.0
        north, east = now.at(time)
        return replace(
            now,
            shift_north=now.shift_north + gain * (said["Y"] - north - now.shift_north),
            shift_east=now.shift_east + gain * (said["X"] - east - now.shift_east),
            sigma=now.sigma * sqrt(1.0 - gain),
        )

    def tell(self, now: Reckoned, time: float, to_latlon: ToLatLon | None) -> Reading:
        """The reading to post."""
        north, east = now.place
        speed_n, speed_e = now.velocity
        out: list[Output] = [("DR_X", now.east), ("DR_Y", now.north), ("EST_X", east), ("EST_Y", north)]
        place = to_latlon(east, north) if to_latlon is not None else None
        if place is not None:
            out += [("EST_LAT", place[0]), ("EST_LONG", place[1])]
        out += [("EST_SIGMA", now.sigma), ("EST_SPEED", hypot(speed_n, speed_e))]
        out.append(("EST_COURSE", degrees(atan2(speed_e, speed_n)) % 360.0))
        return Reading(KIND, KIND, time, (north, east), tuple(out))


def _velocity(said: dict[str, float]) -> tuple[float, float, float] | None:
    """u, v, w (m/s) of a reading: over ground if available, else through the water."""
    for names in (("U", "V", "W"), ("U_WATER", "V_WATER", "W_WATER")):
        if names[0] in said:
            return said[names[0]], said[names[1]], said[names[2]]
    return (said["SPEED"], said["SWAY"], 0.0) if "SPEED" in said else None


def reckoner_for(sensors: Iterable[Sensor], drift: float) -> Reckoner:
    """Return a reckoner for these instruments. Raises ``ConfigError`` if they do not suffice."""
    kinds = {sensor.kind.name: sensor for sensor in reversed(list(sensors))}
    velocity = next((name for name in ("dvl", "log") if name in kinds), "")
    heading = next((name for name in ("compass", "mru") if name in kinds), "")
    if not velocity or not heading:
        missing = " and ".join(
            text for text, found in (("a dvl or log", velocity), ("a compass or mru", heading)) if not found
        )
        raise ConfigError(f"needs {missing} among the sensors", key="dead_reckoning")
    found = Reckoner(velocity, heading, drift=drift)
    if heading == "compass":
        found = replace(found, declination=kinds["compass"].own.declination)
    if "gps" in kinds:
        model = dict(kinds["gps"].errors)["position"]
        found = replace(found, gps_sigma=hypot(model.noise, model.drift))
    if "usbl" in kinds:
        models = dict(kinds["usbl"].errors)
        found = replace(found, usbl_range=models["range"], usbl_bearing=models["bearing"])
    return found
