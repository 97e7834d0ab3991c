"""The kinds of sensors: their measurements, default errors and posts (laws/sensors).

A kind measures raw channels; each belongs to a group with one error model. Raw angles are in degrees.
The noise defaults are a [choice]; ``perfect = true`` gives the thesis's noise-free sensors.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import atan2, cos, degrees, hypot, inf, isfinite, radians, sin, sqrt
from typing import Any, NamedTuple

from usimmarine_py.errors import ConfigError, shorten
from usimmarine_py.sensors.truth import Truth, Turns, Vector, cross, plus, to_body, to_ned, turned, turns
from usimmarine_py.text import finite_number
from usimmarine_py.values.frozen import dataclass, field
from usimmarine_py.values.key import NumberLimits, bool_value

GRAVITY = 9.81
_NO_ARM = (0.0, 0.0, 0.0)
Values = tuple[float, ...]
ToLatLon = Callable[[float, float], "tuple[float, float] | None"]
#: (suffix of the variable, value)
Output = tuple[str, "float | str"]
#: Of (truth, lever arm, settings of the kind, surroundings): the raw channels; None = nothing to measure.
Measure = Callable[[Truth, Vector, Any, Any], "Values | None"]
#: Of (raw channels, local to latitude and longitude, settings of the kind): the posts.
Report = Callable[[Values, "ToLatLon | None", Any], list[Output]]


@dataclass(frozen=True, slots=True)
class ErrorModel:
    """y = (1 + scale) x + bias + drift + noise, quantised; the unit is the group's."""

    noise: float = 0.0  #: standard deviation of white noise
    bias: float = 0.0  #: constant
    drift: float = 0.0  #: stationary standard deviation of a Gauss-Markov drift
    tau: float = 60.0  #: s, its time constant
    scale: float = 0.0  #: 0.01 = reads 1 % too much
    quantum: float = 0.0  #: resolution; 0 = none
    density: float = 0.0  #: of white noise, per root Hz; adds sqrt(rate) times this value to ``noise``
    turn_on: float = 0.0  #: standard deviation of a bias that is drawn once per run
    share: float = 0.0  #: fraction of the value's magnitude, added to ``noise``: 0.003 = 0.3 % of it

    def white(self, rate: float) -> float:
        """Standard deviation of the white noise of a sample at ``rate`` Hz (laws/sensors 1.3)."""
        return hypot(self.noise, self.density * sqrt(rate)) if self.density > 0.0 else self.noise


class Group(NamedTuple):
    """Channels of one unit that share an error model."""

    unit: str
    channels: str  #: their names, separated by blanks
    errors: ErrorModel


@dataclass(frozen=True, slots=True)
class SensorKind:
    """One kind of sensor."""

    name: str
    rate: float  #: Hz
    groups: Mapping[str, Group]  #: by name, in the order of their channels
    measure: Measure
    report: Report
    own: Any = None  #: settings of only this kind, with their defaults
    readers: Mapping[str, Callable[[str], Any]] = field(default_factory=dict)  #: of them; they raise ``ConfigError``
    main: str = ""  #: the group of settings and faults without a group name; empty: the first one
    under_water: bool = False  #: whether it measures more than the vehicle's motion
    integrates: bool = False  #: whether it reports what it measures integrated over a sample, too (``increments``)
    hears: Callable[[Values, Any], tuple[float, float]] | None = None  #: chance of a loss, delay (s)
    channels: tuple[tuple[str, str], ...] = field(init=False, repr=False, compare=False)  #: (channel, group)

    def __post_init__(self) -> None:
        channels = tuple((channel, name) for name, group in self.groups.items() for channel in group.channels.split())
        object.__setattr__(self, "channels", channels)
        object.__setattr__(self, "main", self.main or next(iter(self.groups)))

    @property
    def errors(self) -> dict[str, ErrorModel]:
        """The default errors by group."""
        return {name: group.errors for name, group in self.groups.items()}


# ---- settings of one kind -------------------------------------------------------------------------------------------


def number(low: float, high: float) -> Callable[[str], float]:
    """A reader of numbers from ``low`` to ``high``; it raises ``ConfigError``."""

    limits = NumberLimits(low, high)

    def read(text: str) -> float:
        value = finite_number(text)
        if value is None or limits.problem(value):
            raise ConfigError(f"must be {limits}, found {shorten(text)!r}")
        return value

    return read


def numbers(count: int, form: str, most: float = inf) -> Callable[[str], tuple[float, ...]]:
    """A reader of ``count`` numbers of at most ``most`` between colons; ``form`` describes them."""

    def read(text: str) -> tuple[float, ...]:
        found = [value for piece in text.split(":") if (value := finite_number(piece)) is not None]
        if len(found) != count or len(text.split(":")) != count or any(abs(value) > most for value in found):
            raise ConfigError(f"must be {form}; found {shorten(text)!r}")
        return tuple(found)

    return read


def boolean(text: str) -> bool:
    """Read true or false; raises ``ConfigError``."""
    return bool_value(text)


@dataclass(frozen=True, slots=True)
class GpsSettings:
    """The antennas of a GPS."""

    antenna: float = 0.5  #: m above CO [choice]
    reacquire: float = 5.0  #: s that it needs for a fix once its antenna is out of the water
    dual_antenna: bool = False  #: whether it measures heading, roll and pitch as well

    def covered(self, t: Truth) -> bool:
        """Whether the antenna is under water or in a wave (laws/sensors 2.4)."""
        return t.place[2] + t.surface > self.antenna * cos(t.attitude[0]) * cos(t.attitude[1])


@dataclass(frozen=True, slots=True)
class CompassSettings:
    """The errors of a compass that reads the heading by the magnetic field, not corrected."""

    declination: float = 0.0  #: deg, magnetic north east of true north
    deviation: tuple[float, ...] = (0.0, 0.0, 0.0, 0.0)  #: deg, east positive, on N, E, S, W

    @property
    def magnetic(self) -> bool:
        """Whether one of them counts."""
        return self.declination != 0.0 or any(self.deviation)

    def deviation_on(self, heading: float) -> float:
        """Deviation (deg, east positive) on a magnetic ``heading`` (rad) from that on N, E, S, W (laws/sensors 2.5)."""
        north, east, south, west = self.deviation
        constant, quadrantal = 0.25 * (north + east + south + west), 0.25 * (north - east + south - west)
        return (
            constant
            + 0.5 * (east - west) * sin(heading)
            + 0.5 * (north - south) * cos(heading)
            + quadrantal * cos(2.0 * heading)
        )


# ---- what they measure ----------------------------------------------------------------------------------------------


def position(t: Truth, arm: Vector, by: Turns | None = None) -> Vector:
    """North, east, down (m) of a point at ``arm`` in BODY."""
    return plus(t.place, turned(by if by is not None else turns(*t.attitude), arm))


def body_velocity(t: Truth, arm: Vector) -> Vector:
    """u, v, w (m/s) over ground of a point at ``arm``."""
    return plus(t.velocity, cross(t.rates, arm))


def _acceleration(t: Truth, arm: Vector) -> Vector:
    """d(u, v, w)/dt + omega x v at the sensor: the inertial acceleration in BODY axes."""
    origin = plus(t.acceleration, cross(t.rates, t.velocity))
    if arm == _NO_ARM:
        return origin
    tangential, central = cross(t.spin, arm), cross(t.rates, cross(t.rates, arm))
    return plus(plus(origin, tangential), central)


def _in_degrees(angles: Vector) -> Vector:
    return degrees(angles[0]), degrees(angles[1]), degrees(angles[2])


def _gps(t: Truth, arm: Vector, own: Any, around: Any) -> Values:
    by = turns(*t.attitude)
    north, east, down = position(t, arm, by)
    v_n, v_e, _ = turned(by, body_velocity(t, arm))
    # psi_dot of Euler angles, q sin(phi) + r cos(phi) over cos(theta); a GPS is never at 90 degrees of pitch
    turn = (t.rates[1] * by[1] + t.rates[2] * by[0]) / max(by[2], 1e-3)
    roll, pitch, heading = _in_degrees(t.attitude)
    return north, east, -down, v_n, v_e, heading, degrees(turn), roll, pitch


def _gps_report(y: Values, to_latlon: ToLatLon | None, own: GpsSettings) -> list[Output]:
    north, east, height, v_n, v_e, heading, turn, roll, pitch = y
    out: list[Output] = [("QUALITY", 1.0)]
    place = to_latlon(east, north) if to_latlon is not None else None
    if place is not None:
        out += [("LAT", place[0]), ("LONG", place[1])]
    out += [("X", east), ("Y", north), ("HEIGHT", height), ("SPEED", hypot(v_n, v_e))]
    out.append(("TRACK", degrees(atan2(v_e, v_n)) % 360.0))
    if own.dual_antenna:
        out += [("HEADING", heading % 360.0), ("HEADING_RATE", turn)]
        out += [("ROLL", radians(roll)), ("PITCH", radians(pitch))]
    return out


def _mru(t: Truth, arm: Vector, own: Any, around: Any) -> Values:
    by = turns(*t.attitude)
    motion = (*_acceleration(t, arm), *_in_degrees(t.rates))
    return *motion, *position(t, arm, by), *turned(by, body_velocity(t, arm)), *_in_degrees(t.attitude)


def _mru_report(y: Values, to_latlon: ToLatLon | None, own: Any) -> list[Output]:
    ax, ay, az, p, q, r, north, east, down, v_n, v_e, v_d, roll, pitch, heading = y
    return [
        *(("AX", ax), ("AY", ay), ("AZ", az), ("P", radians(p)), ("Q", radians(q)), ("R", radians(r))),
        *(("Y", north), ("X", east), ("DEPTH", down), ("V_NORTH", v_n), ("V_EAST", v_e), ("V_DOWN", v_d)),
        *(("ROLL", radians(roll)), ("PITCH", radians(pitch)), ("HEADING", heading % 360.0)),
    ]


def _imu(t: Truth, arm: Vector, own: Any, around: Any) -> Values:
    g = to_body(*t.attitude, (0.0, 0.0, GRAVITY))
    a = _acceleration(t, arm)
    return a[0] - g[0], a[1] - g[1], a[2] - g[2], *_in_degrees(t.rates)


def _imu_report(y: Values, to_latlon: ToLatLon | None, own: Any) -> list[Output]:
    fx, fy, fz, p, q, r = y
    return [("FX", fx), ("FY", fy), ("FZ", fz), ("P", radians(p)), ("Q", radians(q)), ("R", radians(r))]


def _log(t: Truth, arm: Vector, own: Any, around: Any) -> Values:
    return plus(t.water, cross(t.rates, arm))[:2]


def _wind(t: Truth, arm: Vector, own: Any, around: Any) -> Values:
    u, v, _ = body_velocity(t, arm)
    gamma = t.wind_towards - t.attitude[2]
    u_rw, v_rw = u - t.wind_speed * cos(gamma), v - t.wind_speed * sin(gamma)
    # clockwise from the bow to where it comes from: the negative of gamma_rw
    return hypot(u_rw, v_rw), degrees(atan2(v_rw, u_rw))


def _wind_report(y: Values, to_latlon: ToLatLon | None, own: Any) -> list[Output]:
    return [("SPEED", max(y[0], 0.0)), ("ANGLE", y[1] % 360.0)]


def _depth(t: Truth, arm: Vector, own: Any, around: Any) -> Values:
    return (position(t, arm)[2],)


def _altimeter(t: Truth, arm: Vector, own: Any, around: Any) -> Values | None:
    if not isfinite(t.altitude):
        return None
    return (t.altitude - to_ned(*t.attitude, arm)[2],)


def _compass(t: Truth, arm: Vector, own: CompassSettings, around: Any) -> Values:
    if not own.magnetic:
        return (degrees(t.attitude[2]),)
    heading = t.attitude[2] - radians(own.declination)
    return (degrees(heading) - own.deviation_on(heading),)


KINDS: dict[str, SensorKind] = {
    kind.name: kind
    for kind in (
        SensorKind(
            "gps",
            20.0,
            {
                "position": Group("m", "north east height", ErrorModel(noise=0.1, drift=1.5, tau=60.0)),
                "speed": Group("m/s", "v_north v_east", ErrorModel(noise=0.05)),
                "heading": Group("deg", "heading", ErrorModel(noise=0.3)),
                "rate": Group("deg/s", "turn", ErrorModel(noise=0.1)),
                "attitude": Group("deg", "roll pitch", ErrorModel(noise=0.3)),
            },
            _gps,
            _gps_report,
            GpsSettings(),
            {"antenna": number(-100.0, 100.0), "reacquire": number(0.0, 86400.0), "dual_antenna": boolean},
        ),
        SensorKind(
            "mru",
            100.0,
            {
                "acceleration": Group("m/s2", "ax ay az", ErrorModel(noise=0.02)),
                "rate": Group("deg/s", "p q r", ErrorModel(noise=0.02)),
                "position": Group("m", "north east down", ErrorModel(noise=0.1, drift=1.5, tau=60.0)),
                "velocity": Group("m/s", "v_north v_east v_down", ErrorModel(noise=0.02)),
                "attitude": Group("deg", "roll pitch heading", ErrorModel(noise=0.02)),
            },
            _mru,
            _mru_report,
            main="attitude",
        ),
        SensorKind(
            "imu",
            100.0,
            {
                "accel": Group("m/s2", "fx fy fz", ErrorModel(density=0.002, drift=0.01, tau=300.0, turn_on=0.02)),
                "gyro": Group("deg/s", "p q r", ErrorModel(density=0.002, drift=0.005, tau=300.0, turn_on=0.02)),
            },
            _imu,
            _imu_report,
            integrates=True,
        ),
        SensorKind(
            "log",
            20.0,
            {"speed": Group("m/s", "u_r v_r", ErrorModel(noise=0.02, scale=0.005))},
            _log,
            lambda y, _, own: [("SPEED", y[0]), ("SWAY", y[1])],
        ),
        SensorKind(
            "wind",
            50.0,
            {
                "speed": Group("m/s", "speed", ErrorModel(noise=0.3)),
                "angle": Group("deg", "angle", ErrorModel(noise=2.0)),
            },
            _wind,
            _wind_report,
        ),
        SensorKind(
            "depth",
            10.0,
            {"depth": Group("m", "depth", ErrorModel(noise=0.02))},
            _depth,
            lambda y, _, own: [("DEPTH", y[0])],
        ),
        SensorKind(
            "altimeter",
            10.0,
            {"altitude": Group("m", "altitude", ErrorModel(noise=0.05))},
            _altimeter,
            lambda y, _, own: [("ALTITUDE", max(y[0], 0.0))],
        ),
        SensorKind(
            "compass",
            10.0,
            {"heading": Group("deg", "heading", ErrorModel(noise=0.5, turn_on=1.0))},
            _compass,
            lambda y, _, own: [("HEADING", y[0] % 360.0)],
            CompassSettings(),
            {
                "declination": number(-180.0, 180.0),
                "deviation": numbers(4, "N:E:S:W in degrees, up to 90", 90.0),
            },
        ),
    )
}
#: Channels that a GPS measures only with two antennas.
DUAL_ONLY = frozenset({"HEADING", "HEADING_RATE", "ROLL", "PITCH"})
#: Kinds in sensors.underwater, which is imported on use.
UNDERWATER = ("dvl", "adcp", "usbl", "pressure", "ctd", "sonar")
#: Other names of the same kinds.
KIND_NAMES = {"speedlog": "log", "speed_log": "log", "navp": "mru", "anemometer": "wind", "echosounder": "altimeter"}
KIND_NAMES |= {"doppler": "dvl", "range": "sonar", "rangefinder": "sonar", "pressure_sensor": "pressure"}
#: What a line ``sensor`` sets of any kind, by which a key such as ``gps_noise`` is known as meant for it.
_SETTINGS = ("noise", "bias", "drift", "quantum", "latency", "dropout")


def line_meant(key: str) -> str:
    """Return the line that sets what an unknown key says: ``sensor=gps, noise=VALUE`` for gps_noise; empty if none."""
    head, _, tail = key.lower().rpartition("_")
    kind = KIND_NAMES.get(head, head)
    return f"sensor={kind}, {tail}=VALUE" if tail in _SETTINGS and kind in (*KINDS, *UNDERWATER) else ""
