"""Actuators as a vehicle file describes them: type, limits, lags and force parameters (laws/actuators 1)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import inf, radians

from usimmarine_py.model.frozen import dataclass, field
from usimmarine_py.model.toml_table import TableReader


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


@dataclass(frozen=True, slots=True)
class Actuator:
    """One actuator; ``numbers`` are the parameters of its force law, angles in rad, the rest as in the file."""

    name: str
    kind: str
    position: tuple[float, float, float]  #: m, BODY
    states: tuple[ActuatorState, ...]
    numbers: Mapping[str, float] = field(default_factory=dict)
    behind: str = ""  #: the thruster in whose race a rudder stands
    axis: str = ""  #: yaw or pitch, fins only
    planar: bool = False  #: the published simulator's jet law


def read_actuator(table: TableReader, rho: float) -> Actuator:
    """One [[actuator]] table; ``rho`` (kg/m3) holds where the table has none of its own. Raises ConfigError."""
    name = table.text("name")
    if not name.isidentifier():
        raise table.error("name", f"must be a word of letters, digits and underscores, not {name!r}")
    kind = table.text("type", choices=tuple(_READERS))
    actuator = _READERS[kind](table, name, kind, table.number("rho", rho, above=0.0))
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


def _thruster(t: TableReader, name: str, kind: str, rho: float) -> Actuator:
    left = 1.0 - _deduction(t)
    return Actuator(name, kind, _position(t), (_speed(t, name),), {k: left * x for k, x in _gains(t).items()})


def _azimuth(t: TableReader, name: str, kind: str, rho: float) -> Actuator:
    return Actuator(name, kind, _position(t), (_speed(t, name), _angle(t, name, "alpha")), _gains(t))


def _waterjet(t: TableReader, name: str, kind: str, rho: float) -> Actuator:
    bucket = ActuatorState(f"{name}_beta", -1.0, 1.0, t.number("T_beta", 0.0, low=0.0))
    planar = t.flag("sway_follows_deflector", False)
    states = (_speed(t, name), _angle(t, name, "alpha"), bucket)
    left = 1.0 - _deduction(t)
    numbers = {"K": left * t.number("K", low=0.0), "K_ram": t.number("K_ram", 0.0, low=0.0)}
    numbers["astern"] = t.number("astern", 1.0, low=0.0, high=1.0)
    return Actuator(name, kind, _position(t), states, numbers, planar=planar)


def _advance(t: TableReader, name: str, kind: str, rho: float) -> Actuator:
    numbers = {
        k: t.number(k, above=0.0 if "nn" in k else -inf) for k in ("T_nn_pos", "T_nu_pos", "T_nn_neg", "T_nu_neg")
    }
    left, wake = 1.0 - _deduction(t), 1.0 - t.number("w", 0.0, low=0.0, high=1.0)
    numbers = {k: left * (wake if "nu" in k else 1.0) * x for k, x in numbers.items()}
    return Actuator(name, kind, _position(t), (_speed(t, name, "rps"),), numbers)


def _rudder(t: TableReader, name: str, kind: str, rho: float) -> Actuator:
    numbers = {k: t.number(k) for k in ("L_d_pos", "L_dd_pos", "L_d_neg", "L_dd_neg", "k_u")}
    numbers["D"] = t.number("D", above=0.0)
    numbers["rho"] = rho
    return Actuator(name, kind, _position(t), (_angle(t, name, "delta"),), numbers, behind=t.text("behind"))


def _propeller(t: TableReader, name: str, kind: str, rho: float) -> Actuator:
    numbers = {k: t.number(k) for k in ("KT_0", "KT_max", "KQ_0", "KQ_max")}
    numbers |= {"D": t.number("D", above=0.0), "J_max": t.number("J_max", above=0.0), "rho": rho}
    numbers |= {"t": t.number("t", 0.0), "w": t.number("w", 0.0), "roll_factor": t.number("roll_factor", 1.0)}
    # astern: the source's bollard thrust, or a share of the law for ahead
    numbers["astern"] = t.number("astern", 0.0, low=0.0, high=1.0)
    # the advance ratio by ground speed is the peer's choice, by relative speed the physical one
    numbers["ground"] = 1.0 if t.text("advance", "relative", choices=("relative", "ground")) == "ground" else 0.0
    return Actuator(name, kind, _position(t), (_speed(t, name),), numbers)


def _fin(t: TableReader, name: str, kind: str, rho: float) -> Actuator:
    half = 0.5 * rho * t.number("area", low=0.0) * t.number("CL")
    numbers = {"half_rho_area_cl": half}
    if kind == "fin":
        numbers["k_flap"] = t.number("k_flap", 1.0)
    numbers["two_way"] = 1.0 if t.flag("two_way", False) else 0.0
    axis = t.text("axis", choices=("yaw", "pitch"))
    return Actuator(name, kind, (t.number("x"), 0.0, 0.0), (_angle(t, name, "delta"),), numbers, axis=axis)


def _generalised(t: TableReader, name: str, kind: str, rho: float) -> Actuator:
    return Actuator(name, kind, (0.0, 0.0, 0.0), (), {"X_max": t.number("X_max"), "N_max": t.number("N_max")})


_READERS: dict[str, Callable[[TableReader, str, str, float], Actuator]] = {
    "thruster": _thruster,
    "azimuth": _azimuth,
    "waterjet": _waterjet,
    "tunnel": _thruster,
    "thruster_advance": _advance,
    "slipstream_rudder": _rudder,
    "propeller": _propeller,
    "fin_simple": _fin,
    "fin": _fin,
    "generalised_force": _generalised,
}
