"""The kinds of sensors: their measurements, default errors and posts (laws/sensors).

A kind measures raw channels; each belongs to a group with one error model. Raw angles are in degrees.
The noise defaults are a [choice]; ``perfect = true`` gives the thesis's noise-free sensors.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import atan2, cos, degrees, hypot, isfinite, radians, sin, sqrt
from typing import Any

from usimmarine_py.sensors.truth import Truth, Turns, Vector, cross, to_body, to_ned, turned, turns
from usimmarine_py.values.frozen import dataclass, field

GRAVITY = 9.81
_NO_ARM = (0.0, 0.0, 0.0)
ToLatLon = Callable[[float, float], "tuple[float, float] | None"]
#: (suffix of the variable, value)
Output = tuple[str, "float | str"]
#: Of (truth, lever arm, settings of the kind, surroundings): the raw channels.
Observe = Callable[[Truth, Vector, Any, Any], "tuple[float, ...] | None"]


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


@dataclass(frozen=True, slots=True)
class SensorKind:
    """One kind of sensor."""

    name: str
    rate: float  #: Hz
    channels: tuple[tuple[str, str], ...]  #: (channel, group)
    errors: Mapping[str, ErrorModel]  #: by group; the first is the main one
    measure: Callable[[Truth, Vector], tuple[float, ...] | None]  #: of (truth, lever arm); None = nothing to measure
    report: Callable[[tuple[float, ...], ToLatLon | None], list[Output]]
    units: Mapping[str, str] = field(default_factory=dict)  #: by group
    # of instruments that measure more than the motion, see sensors.underwater
    own: Any = None  #: settings of only this kind, with their defaults
    readers: Mapping[str, Callable[[str], Any]] = field(default_factory=dict)  #: of them; they raise ``ConfigError``
    observe: Observe | None = None  #: in place of ``measure``
    tell: Callable[[tuple[float, ...], ToLatLon | None, Any], list[Output]] | None = None  #: in place of ``report``
    hears: Callable[[tuple[float, ...], Any], tuple[float, float]] | None = None  #: chance of a loss, delay (s)

    @property
    def main(self) -> str:
        """The group of settings and faults without a group name."""
        return next(iter(self.errors))


def position(t: Truth, arm: Vector, by: Turns | None = None) -> Vector:
    """North, east, down (m) of a point at ``arm`` in BODY."""
    shift = turned(by if by is not None else turns(t.roll, t.pitch, t.psi), arm)
    return t.north + shift[0], t.east + shift[1], t.down + shift[2]


def body_velocity(t: Truth, arm: Vector) -> Vector:
    """u, v, w (m/s) over ground of a point at ``arm``."""
    turn = cross((t.p, t.q, t.r), arm)
    return t.u + turn[0], t.v + turn[1], t.w + turn[2]


def _acceleration(t: Truth, arm: Vector) -> Vector:
    """d(u, v, w)/dt + omega x v at the sensor: the inertial acceleration in BODY axes."""
    omega = (t.p, t.q, t.r)
    own = cross(omega, (t.u, t.v, t.w))
    if arm == _NO_ARM:
        return t.du + own[0], t.dv + own[1], t.dw + own[2]
    tangential, central = cross((t.dp, t.dq, t.dr), arm), cross(omega, cross(omega, arm))
    return (
        t.du + own[0] + tangential[0] + central[0],
        t.dv + own[1] + tangential[1] + central[1],
        t.dw + own[2] + tangential[2] + central[2],
    )


def _rates(t: Truth) -> Vector:
    return degrees(t.p), degrees(t.q), degrees(t.r)


def _gps(t: Truth, arm: Vector) -> tuple[float, ...]:
    by = turns(t.roll, t.pitch, t.psi)
    north, east, down = position(t, arm, by)
    v_n, v_e, _ = turned(by, body_velocity(t, arm))
    # psi_dot of Euler angles, q sin(phi) + r cos(phi) over cos(theta); a GPS is never at 90 degrees of pitch
    turn = (t.q * by[1] + t.r * by[0]) / max(by[2], 1e-3)
    return north, east, -down, v_n, v_e, degrees(t.psi), degrees(turn), degrees(t.roll), degrees(t.pitch)


def covered(t: Truth, antenna: float) -> bool:
    """Whether an antenna ``antenna`` m above CO is under water or in a wave (laws/sensors 2.4)."""
    return t.down + t.surface > antenna * cos(t.roll) * cos(t.pitch)


def deviation(card: tuple[float, float, float, float], heading: float) -> float:
    """Deviation (deg, east positive) on a magnetic ``heading`` (rad) from that on N, E, S and W (laws/sensors 2.5)."""
    north, east, south, west = card
    constant, quadrantal = 0.25 * (north + east + south + west), 0.25 * (north - east + south - west)
    return (
        constant
        + 0.5 * (east - west) * sin(heading)
        + 0.5 * (north - south) * cos(heading)
        + quadrantal * cos(2.0 * heading)
    )


def _gps_report(y: tuple[float, ...], to_latlon: ToLatLon | None) -> list[Output]:
    north, east, height, v_n, v_e, heading, turn, roll, pitch = y
    out: list[Output] = [("QUALITY", 1.0)]
    place = to_latlon(east, north) if to_latlon is not None else None
    if place is not None:
        out += [("LAT", place[0]), ("LONG", place[1])]
    out += [("X", east), ("Y", north), ("HEIGHT", height), ("SPEED", hypot(v_n, v_e))]
    out += [("TRACK", degrees(atan2(v_e, v_n)) % 360.0), ("HEADING", heading % 360.0), ("HEADING_RATE", turn)]
    return [*out, ("ROLL", radians(roll)), ("PITCH", radians(pitch))]


def _mru(t: Truth, arm: Vector) -> tuple[float, ...]:
    by = turns(t.roll, t.pitch, t.psi)
    velocity = turned(by, body_velocity(t, arm))
    attitude = (degrees(t.roll), degrees(t.pitch), degrees(t.psi))
    return *_acceleration(t, arm), *_rates(t), *position(t, arm, by), *velocity, *attitude


def _mru_report(y: tuple[float, ...], _: ToLatLon | None) -> list[Output]:
    ax, ay, az, p, q, r, north, east, down, v_n, v_e, v_d, roll, pitch, heading = y
    return [
        *(("AX", ax), ("AY", ay), ("AZ", az), ("P", radians(p)), ("Q", radians(q)), ("R", radians(r))),
        *(("Y", north), ("X", east), ("DEPTH", down), ("V_NORTH", v_n), ("V_EAST", v_e), ("V_DOWN", v_d)),
        *(("ROLL", radians(roll)), ("PITCH", radians(pitch)), ("HEADING", heading % 360.0)),
    ]


def _imu(t: Truth, arm: Vector) -> tuple[float, ...]:
    g = to_body(t.roll, t.pitch, t.psi, (0.0, 0.0, GRAVITY))
    a = _acceleration(t, arm)
    return a[0] - g[0], a[1] - g[1], a[2] - g[2], *_rates(t)


def _imu_report(y: tuple[float, ...], _: ToLatLon | None) -> list[Output]:
    fx, fy, fz, p, q, r = y
    return [("FX", fx), ("FY", fy), ("FZ", fz), ("P", radians(p)), ("Q", radians(q)), ("R", radians(r))]


def _log(t: Truth, arm: Vector) -> tuple[float, ...]:
    turn = cross((t.p, t.q, t.r), arm)
    return t.u_r + turn[0], t.v_r + turn[1]


def _wind(t: Truth, arm: Vector) -> tuple[float, ...]:
    u, v, _ = body_velocity(t, arm)
    u_rw = u - t.wind_speed * cos(t.wind_towards - t.psi)
    v_rw = v - t.wind_speed * sin(t.wind_towards - t.psi)
    # clockwise from the bow to where it comes from: the negative of gamma_rw
    return hypot(u_rw, v_rw), degrees(atan2(v_rw, u_rw))


def _wind_report(y: tuple[float, ...], _: ToLatLon | None) -> list[Output]:
    return [("SPEED", max(y[0], 0.0)), ("ANGLE", y[1] % 360.0)]


def _depth(t: Truth, arm: Vector) -> tuple[float, ...]:
    return (position(t, arm)[2],)


def _altimeter(t: Truth, arm: Vector) -> tuple[float, ...] | None:
    if not isfinite(t.altitude):
        return None
    return (t.altitude - to_ned(t.roll, t.pitch, t.psi, arm)[2],)


def _one(suffix: str) -> Callable[[tuple[float, ...], ToLatLon | None], list[Output]]:
    return lambda y, _: [(suffix, y[0])]


def channels(**groups: str) -> tuple[tuple[str, str], ...]:
    """Channels with their groups, of names separated by blanks."""
    return tuple((channel, group) for group, names in groups.items() for channel in names.split())


KINDS: dict[str, SensorKind] = {
    kind.name: kind
    for kind in (
        SensorKind(
            "gps",
            20.0,
            channels(position="north east height", speed="v_north v_east", heading="heading", rate="turn")
            + channels(attitude="roll pitch"),
            {
                "position": ErrorModel(noise=0.1, drift=1.5, tau=60.0),
                "speed": ErrorModel(noise=0.05),
                "heading": ErrorModel(noise=0.3),
                "rate": ErrorModel(noise=0.1),
                "attitude": ErrorModel(noise=0.3),
            },
            _gps,
            _gps_report,
            {"position": "m", "speed": "m/s", "heading": "deg", "rate": "deg/s", "attitude": "deg"},
        ),
        SensorKind(
            "mru",
            100.0,
            channels(acceleration="ax ay az", rate="p q r", position="north east down")
            + channels(velocity="v_north v_east v_down", attitude="roll pitch heading"),
            {
                "attitude": ErrorModel(noise=0.02),
                "rate": ErrorModel(noise=0.02),
                "velocity": ErrorModel(noise=0.02),
                "acceleration": ErrorModel(noise=0.02),
                "position": ErrorModel(noise=0.1, drift=1.5, tau=60.0),
            },
            _mru,
            _mru_report,
            {"attitude": "deg", "rate": "deg/s", "velocity": "m/s", "acceleration": "m/s2", "position": "m"},
        ),
        SensorKind(
            "imu",
            100.0,
            channels(accel="fx fy fz", gyro="p q r"),
            {
                "accel": ErrorModel(density=0.002, drift=0.01, tau=300.0, turn_on=0.02),
                "gyro": ErrorModel(density=0.002, drift=0.005, tau=300.0, turn_on=0.02),
            },
            _imu,
            _imu_report,
            {"accel": "m/s2", "gyro": "deg/s"},
        ),
        SensorKind(
            "log",
            20.0,
            channels(speed="u_r v_r"),
            {"speed": ErrorModel(noise=0.02, scale=0.005)},
            _log,
            lambda y, _: [("SPEED", y[0]), ("SWAY", y[1])],
            {"speed": "m/s"},
        ),
        SensorKind(
            "wind",
            50.0,
            channels(speed="speed", angle="angle"),
            {"speed": ErrorModel(noise=0.3), "angle": ErrorModel(noise=2.0)},
            _wind,
            _wind_report,
            {"speed": "m/s", "angle": "deg"},
        ),
        SensorKind(
            "depth",
            10.0,
            channels(depth="depth"),
            {"depth": ErrorModel(noise=0.02)},
            _depth,
            _one("DEPTH"),
            {"depth": "m"},
        ),
        SensorKind(
            "altimeter",
            10.0,
            channels(altitude="altitude"),
            {"altitude": ErrorModel(noise=0.05)},
            _altimeter,
            lambda y, _: [("ALTITUDE", max(y[0], 0.0))],
            {"altitude": "m"},
        ),
        SensorKind(
            "compass",
            10.0,
            channels(heading="heading"),
            {"heading": ErrorModel(noise=0.5, bias=1.0)},
            lambda t, _: (degrees(t.psi),),
            lambda y, _: [("HEADING", y[0] % 360.0)],
            {"heading": "deg"},
        ),
    )
}
#: Channels that a GPS measures only with two antennas.
DUAL_ONLY = frozenset({"HEADING", "HEADING_RATE", "ROLL", "PITCH"})
#: Kinds in sensors.underwater, which is imported on use.
UNDERWATER = ("dvl", "usbl", "pressure", "ctd", "sonar")
#: Other names of the same kinds.
KIND_NAMES = {"speedlog": "log", "speed_log": "log", "navp": "mru", "anemometer": "wind", "echosounder": "altimeter"}
KIND_NAMES |= {"doppler": "dvl", "range": "sonar", "rangefinder": "sonar", "pressure_sensor": "pressure"}
