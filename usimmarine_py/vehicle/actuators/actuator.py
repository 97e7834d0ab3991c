"""Actuators as a vehicle file describes them: type, limits, lags and force parameters (laws/actuators 1)."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from math import cos, hypot, inf, pi, radians, sin
from typing import NamedTuple

from usimmarine_py.kernels.body import drives as of
from usimmarine_py.kernels.body.actuators import curve_by_series, curve_by_table
from usimmarine_py.values.frozen import dataclass, replace
from usimmarine_py.values.toml_table import TableReader

AHEAD = (1.0, 0.0, 0.0)
ATHWART = (0.0, 1.0, 0.0)
#: revolutions a second of one unit of shaft speed
_RPS = {"rpm": 1.0 / 60.0, "rad/s": 0.5 / pi, "rps": 1.0}


@dataclass(frozen=True, slots=True)
class ActuatorState:
    """One lagged quantity of an actuator, e.g. its shaft speed."""

    name: str  #: as in tables: NAME_n, NAME_alpha, NAME_beta, NAME_delta
    low: float  #: limits of the set-point, in the state's unit
    high: float
    time_constant: float  #: s, 0 = follows at once
    rate: float = 0.0  #: limit of the rate of change, unit/s; 0 = none
    unit: str = ""

    @property
    def rest(self) -> float:
        """Where the state starts: zero, or the limit closest to it (a jet idles at n_min)."""
        return self.clip(0.0)

    def clip(self, reference: float) -> float:
        """The set-point within its limits."""
        low, high = self.low, self.high
        raised = reference if reference > low else low  # not-a-number is the lower limit
        return raised if raised < high else high


class MmgDrive(NamedTuple):
    """Propeller and rudder of the MMG standard method."""

    propeller: of.MmgPropeller
    rudder: of.MmgRudder


class FullPush(NamedTuple):
    """What a generalised force pushes with at 100 per cent."""

    surge: float  #: N
    yaw: float  #: N m


Law = (
    of.Screw | of.Jet | of.AdvanceScrew | of.RaceRudder | of.LinearScrew | of.QuadrantScrew | of.FinForce | of.Ballast
    | MmgDrive | FullPush
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Actuator:
    """One actuator; ``law`` holds the numbers of its force law as the kernels read them."""

    name: str
    kind: str
    position: tuple[float, float, float]  #: m, BODY
    states: tuple[ActuatorState, ...]
    law: Law
    behind: str = ""  #: the thruster in whose race a rudder stands
    axis: str = ""  #: yaw or pitch, fins only
    planar: bool = False  #: the published simulator's jet law
    direction: tuple[float, float, float] = AHEAD  #: unit vector, BODY: where a positive shaft speed pushes
    normal: tuple[float, float] | None = None  #: y and z of the unit normal of a fin anywhere; None: by ``axis``
    power: float = 0.0  #: W at the shaft at full speed; 0 = not known
    disc: float = 0.0  #: m, diameter of the propeller, which limits its efficiency; 0 = not known
    curve: tuple[float, ...] = ()  #: of a four-quadrant propeller, as ``laws.curve_by_table`` or ``_series`` read it

    @property
    def plain(self) -> bool:
        """Whether a thruster is the textbook's: along its usual axis, no loss by advance and none at the surface."""
        usual = ATHWART if self.kind == "tunnel" else AHEAD
        return self.direction == usual and isinstance(self.law, of.Screw) and not (self.law.K_ram or self.law.radius)

    @property
    def bollard(self) -> tuple[float, float] | None:
        """Gains of K n |n| (N) without advance, ahead and astern; None where that is no thruster of one direction."""
        law = self.law
        if self.kind in ("thruster", "tunnel") and isinstance(law, of.Screw):
            return law.K_pos, law.K_neg
        if isinstance(law, of.AdvanceScrew):
            return law.T_nn_pos, law.T_nn_neg
        if isinstance(law, of.LinearScrew):
            gain = (1.0 - law.t) * law.rho * law.D**4 / 3600.0
            return gain * law.KT_0, gain * law.KT_0 * (law.astern or 1.0)
        if isinstance(law, of.QuadrantScrew):
            read = curve_by_series if law.form == of.CURVE_FOURIER else curve_by_table
            ahead, astern = (read(beta, self.curve, 0, int(law.rows))[0] for beta in (0.0, pi))
            swept = 0.125 * pi * (0.7 * pi) ** 2 * law.to_rps**2
            gain = law.deduction * law.rho * law.D**4 * swept
            return gain * ahead, -gain * astern
        return None


def read_actuator(table: TableReader, rho: float, g: float = 9.81) -> Actuator:
    """One [[actuator]] table; ``rho`` (kg/m3) holds where the table has none of its own, ``g`` is in m/s2. Raises
    ConfigError.
    """
    name = table.text("name")
    if not name.isidentifier():
        raise table.error("name", f"must be a word of letters, digits and underscores, not {name!r}")
    kind = table.text("type", choices=tuple(_READERS))
    actuator = _READERS[kind](table, name, kind, table.number("rho", rho, above=0.0))
    if isinstance(actuator.law, of.Ballast):  # what was read is a mass
        actuator = replace(actuator, law=replace(actuator.law, weight=actuator.law.weight * g))
    if "disc" in table:
        actuator = replace(actuator, disc=table.number("disc", above=0.0))
    if "power" in table:
        actuator = replace(actuator, power=table.number("power", low=0.0))
    table.finish()
    return actuator


def _speed(t: TableReader, name: str, k_unit: str = "rpm") -> ActuatorState:
    low, high = t.number("n_min"), t.number("n_max")
    if not low < high:
        raise t.error("n_min", f"must be less than n_max = {high:g}")
    unit = t.text("n_unit", k_unit, choices=("rpm", "rad/s", "rps"))
    return ActuatorState(f"{name}_n", low, high, t.number("T_n", 0.0, low=0.0), unit=unit)


def _angle(t: TableReader, name: str, symbol: str) -> ActuatorState:
    limit = radians(t.number(f"{symbol}_max", above=0.0, high=180.0))
    rate = radians(t.number(f"{symbol}_rate", 0.0, low=0.0))
    lag = t.number(f"T_{symbol}", 0.0, low=0.0)
    return ActuatorState(f"{name}_{symbol}", -limit, limit, lag, rate, "rad")


def _position(t: TableReader) -> tuple[float, float, float]:
    x, y, z = t.vector("position", 3, (0.0, 0.0, 0.0))
    return x, y, z


def _gains(t: TableReader) -> dict[str, float]:
    """K_pos and K_neg, or one K for both."""
    if "K" in t:
        k = t.number("K", low=0.0)
        return {"K_pos": k, "K_neg": k}
    return {"K_pos": t.number("K_pos", low=0.0), "K_neg": t.number("K_neg", low=0.0)}


def _deduction(t: TableReader) -> float:
    """Thrust deduction t: the share of the thrust that the hull loses to the suction in front of the propeller."""
    return t.number("t", 0.0, low=0.0, high=1.0)


def _direction(t: TableReader, usual: tuple[float, float, float]) -> tuple[float, float, float]:
    """Where a thruster pushes: ``direction``, or ``yaw`` and ``pitch`` in degrees (laws/actuators 1.5)."""
    if "yaw" in t or "pitch" in t:
        if "direction" in t:
            raise t.error("direction", "give either direction or yaw and pitch")
        yaw = radians(t.number("yaw", 0.0, low=-360.0, high=360.0))
        pitch = radians(t.number("pitch", 0.0, low=-90.0, high=90.0))
        return cos(pitch) * cos(yaw), cos(pitch) * sin(yaw), 0.0 - sin(pitch)
    x, y, z = t.vector("direction", 3, usual)
    length = hypot(x, y, z)
    if length == 0.0:
        raise t.error("direction", "must not be zero: say where the thrust goes, as x ahead, y to starboard, z down")
    return x / length, y / length, z / length


def _radius(t: TableReader, diameter: float | None = None) -> float:
    """Radius (m) of a propeller that loses thrust near the surface; 0 without ``ventilation`` (laws/actuators 1.6)."""
    if diameter is None:
        diameter = t.number("D", 0.0, low=0.0)
    if not t.flag("ventilation", False):
        return 0.0
    if diameter == 0.0:
        raise t.error("ventilation", "needs the propeller's diameter D (m)")
    return 0.5 * diameter


def _thruster(t: TableReader, name: str, kind: str, rho: float) -> Actuator:
    left = 1.0 - _deduction(t)
    gains = {k: left * x for k, x in _gains(t).items()}
    law = of.Screw(**gains, K_ram=left * t.number("K_ram", 0.0, low=0.0), radius=_radius(t))
    direction = _direction(t, ATHWART if kind == "tunnel" else AHEAD)
    return Actuator(name, kind, _position(t), (_speed(t, name),), law, direction=direction)


def _azimuth(t: TableReader, name: str, kind: str, rho: float) -> Actuator:
    return Actuator(name, kind, _position(t), (_speed(t, name), _angle(t, name, "alpha")), of.Screw(**_gains(t)))


def _waterjet(t: TableReader, name: str, kind: str, rho: float) -> Actuator:
    bucket = ActuatorState(f"{name}_beta", -1.0, 1.0, t.number("T_beta", 0.0, low=0.0))
    planar = t.flag("sway_follows_deflector", False)
    states = (_speed(t, name), _angle(t, name, "alpha"), bucket)
    left = 1.0 - _deduction(t)
    gain, ram = left * t.number("K", low=0.0), t.number("K_ram", 0.0, low=0.0)
    law = of.Jet(gain, ram, t.number("astern", 1.0, low=0.0, high=1.0))
    return Actuator(name, kind, _position(t), states, law, planar=planar)


def _advance(t: TableReader, name: str, kind: str, rho: float) -> Actuator:
    numbers = {
        k: t.number(k, above=0.0 if "nn" in k else -inf) for k in ("T_nn_pos", "T_nu_pos", "T_nn_neg", "T_nu_neg")
    }
    left, wake = 1.0 - _deduction(t), 1.0 - t.number("w", 0.0, low=0.0, high=1.0)
    numbers = {k: left * (wake if "nu" in k else 1.0) * x for k, x in numbers.items()}
    return Actuator(name, kind, _position(t), (_speed(t, name, "rps"),), of.AdvanceScrew(**numbers))


def _rudder(t: TableReader, name: str, kind: str, rho: float) -> Actuator:
    numbers = {k: t.number(k) for k in ("L_d_pos", "L_dd_pos", "L_d_neg", "L_dd_neg", "k_u")}
    law = of.RaceRudder(rho=rho, D=t.number("D", above=0.0), **numbers)
    return Actuator(name, kind, _position(t), (_angle(t, name, "delta"),), law, behind=t.text("behind"))


def _propeller(t: TableReader, name: str, kind: str, rho: float) -> Actuator:
    numbers = {k: t.number(k) for k in ("KT_0", "KT_max", "KQ_0", "KQ_max")}
    numbers |= {"D": t.number("D", above=0.0), "J_max": t.number("J_max", above=0.0), "rho": rho}
    numbers |= {"t": t.number("t", 0.0), "w": t.number("w", 0.0), "roll_factor": t.number("roll_factor", 1.0)}
    # astern: the source's bollard thrust, or a share of the law for ahead
    numbers["astern"] = t.number("astern", 0.0, low=0.0, high=1.0)
    # the advance ratio by ground speed is the peer's choice, by relative speed the physical one
    numbers["ground"] = 1.0 if t.text("advance", "relative", choices=("relative", "ground")) == "ground" else 0.0
    return Actuator(name, kind, _position(t), (_speed(t, name),), of.LinearScrew(**numbers))


def _four_quadrant(t: TableReader, name: str, kind: str, rho: float) -> Actuator:
    speed, diameter = _speed(t, name), t.number("D", above=0.0)
    series = "CT_cos" in t
    curve = _series(t) if series else _curve(t)
    turn = {"none": 0.0, "right": 1.0, "left": -1.0}
    law = of.QuadrantScrew(
        diameter,
        rho,
        1.0 - t.number("w", 0.0, low=0.0, high=1.0),
        1.0 - _deduction(t),
        turn[t.text("rotation", "none", choices=tuple(turn))],
        _RPS[speed.unit],
        rows=float(len(curve) // (4 if series else 3)),
        form=of.CURVE_FOURIER if series else of.CURVE_TABLE,
        radius=_radius(t, diameter),
    )
    made = Actuator(name, kind, _position(t), (speed,), law, direction=_direction(t, AHEAD), curve=curve)
    ahead, astern = made.bollard or (0.0, 0.0)
    if ahead <= 0.0 or astern <= 0.0:
        raise t.error("CT_cos" if series else "CT", "must push ahead at 0 degrees and astern at 180: is a sign turned?")
    return made


def _series(t: TableReader) -> tuple[float, ...]:
    """A_T, B_T, A_Q, B_Q of each harmonic, in turn."""
    columns = [t.numbers(key) for key in ("CT_cos", "CT_sin", "CQ_cos", "CQ_sin")]
    for key, column in zip(("CT_sin", "CQ_cos", "CQ_sin"), columns[1:], strict=True):
        if len(column) != len(columns[0]):
            raise t.error(key, f"must have as many harmonics as CT_cos: {len(columns[0])}, not {len(column)}")
    push, twist = t.number("CT_scale", 1.0), t.number("CQ_scale", 1.0)
    scales = (push, push, twist, twist)
    return tuple(scale * x for row in zip(*columns, strict=True) for scale, x in zip(scales, row, strict=True))


def _curve(t: TableReader) -> tuple[float, ...]:
    """Rows beta (rad), C_T, C_Q that go once round, from at or below -pi to at or above pi."""
    beta = t.numbers("beta")
    if len(beta) < 4 or any(b <= a for a, b in pairwise(beta)) or beta[-1] - beta[0] >= 360.0:
        raise t.error("beta", "must be at least four angles in ascending order, less than once round (degrees)")
    gap = max(b - a for a, b in pairwise([*beta, beta[0] + 360.0]))
    if gap > 180.0:
        raise t.error("beta", f"must go once round: nothing is said of {gap:g} of its 360 degrees")
    c_t, c_q = t.vector("CT", len(beta)), t.vector("CQ", len(beta))
    turns = [(radians(b + turn), x, y) for turn in (-360.0, 0.0, 360.0) for b, x, y in zip(beta, c_t, c_q, strict=True)]
    first = max(i for i, row in enumerate(turns) if row[0] <= -pi)
    last = min(i for i, row in enumerate(turns) if row[0] >= pi)
    return tuple(x for row in turns[first : last + 1] for x in row)


def _mmg(t: TableReader, name: str, kind: str, rho: float) -> Actuator:
    """Propeller and rudder of the MMG standard method (laws/actuators 1.9)."""
    speed = _speed(t, name)
    propeller = of.MmgPropeller(
        to_rps=_RPS[speed.unit],
        D=t.number("D", above=0.0),
        t=_deduction(t),
        w=t.number("w", low=0.0, high=1.0),
        C1=t.number("C1", 0.0, low=0.0),
        C2_pos=t.number("C2_pos", 1.0, low=0.0),
        C2_neg=t.number("C2_neg", 1.0, low=0.0),
        **{k: t.number(k) for k in ("x_P", "k_0", "k_1", "k_2")},
        astern=t.number("astern", 0.0, low=0.0, high=1.0),
    )
    rudder = of.MmgRudder(
        0.5 * rho * t.number("area", low=0.0) * t.number("f_alpha", low=0.0),
        **{k: t.number(k, low=0.0) for k in ("epsilon", "kappa", "gamma_pos", "gamma_neg", "a_H")},
        **{k: t.number(k, low=0.0, high=1.0) for k in ("eta", "t_R")},
        **{k: t.number(k) for k in ("l_R", "x_H", "x_R")},
    )
    states = (speed, _angle(t, name, "delta"))
    return Actuator(name, kind, (0.0, 0.0, 0.0), states, MmgDrive(propeller, rudder))


def _buoyancy_engine(t: TableReader, name: str, kind: str, rho: float) -> Actuator:
    """Oil pumped into a bladder, cm3: displaced volume that is more (or less) than that of a neutral hull."""
    low, high = t.number("volume_min", high=0.0), t.number("volume_max", low=0.0)
    if not low < high:
        raise t.error("volume_min", f"must be less than volume_max = {high:g}")
    lag, rate = t.number("T_volume", 0.0, low=0.0), t.number("volume_rate", 0.0, low=0.0)
    state = ActuatorState(f"{name}_volume", low, high, lag, rate, "cm3")
    return Actuator(name, kind, _position(t), (state,), of.Ballast(1e-6 * rho))


def _moving_mass(t: TableReader, name: str, kind: str, rho: float) -> Actuator:
    """A mass that slides along the hull and turns about its axis."""
    limit = t.number("x_max", above=0.0)
    slide = ActuatorState(
        f"{name}_x", -limit, limit, t.number("T_x", 0.0, low=0.0), t.number("x_rate", 0.0, low=0.0), "m"
    )
    law = of.Ballast(t.number("mass", above=0.0), t.number("offset", 0.0, low=0.0))
    return Actuator(name, kind, (0.0, 0.0, 0.0), (slide, _angle(t, name, "gamma")), law)


#: deg of attack at which a fin of low aspect ratio stalls (Whicker and Fehlner 1958: 20 to 30) [choice]
STALL = 25.0


def _stall(t: TableReader) -> float:
    """Angle (rad) of attack at which a fin stalls; 0 in the file: it does not, its lift is linear to the end."""
    angle = t.number("stall", STALL, low=0.0, high=80.0)
    if 0.0 < angle < 5.0:
        raise t.error("stall", "must be 0 (none) or from 5 to 80 deg")
    return radians(angle) if angle > 0.0 else of.NEVER


def _fin(t: TableReader, name: str, kind: str, rho: float) -> Actuator:
    half = 0.5 * rho * t.number("area", low=0.0) * t.number("CL")
    flap = t.number("k_flap", 1.0) if kind == "fin" else 1.0
    stall = _stall(t) if kind == "fin" else of.NEVER
    law = of.FinForce(half, flap, 1.0 if t.flag("two_way", False) else 0.0, stall)
    if kind == "fin" and "span_angle" in t:
        angle = radians(t.number("span_angle", low=-360.0, high=360.0))
        normal = (-sin(angle), cos(angle))
        law = replace(law, ny=normal[0], nz=normal[1])
        return Actuator(name, kind, _position(t), (_angle(t, name, "delta"),), law, normal=normal)
    axis = t.text("axis", choices=("yaw", "pitch"))
    return Actuator(name, kind, (t.number("x"), 0.0, 0.0), (_angle(t, name, "delta"),), law, axis=axis)


def _generalised(t: TableReader, name: str, kind: str, rho: float) -> Actuator:
    return Actuator(name, kind, (0.0, 0.0, 0.0), (), FullPush(t.number("X_max"), t.number("N_max")))


_READERS: dict[str, Callable[[TableReader, str, str, float], Actuator]] = {
    "thruster": _thruster,
    "azimuth": _azimuth,
    "waterjet": _waterjet,
    "tunnel": _thruster,
    "thruster_advance": _advance,
    "slipstream_rudder": _rudder,
    "propeller": _propeller,
    "four_quadrant": _four_quadrant,
    "mmg": _mmg,
    "buoyancy_engine": _buoyancy_engine,
    "moving_mass": _moving_mass,
    "fin_simple": _fin,
    "fin": _fin,
    "generalised_force": _generalised,
}
