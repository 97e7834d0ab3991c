"""From DESIRED_* mail in per cent to set-points of actuators (laws/actuators 2)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import sqrt
from typing import NamedTuple

from usimmarine_py.values.frozen import dataclass, field
from usimmarine_py.values.toml_table import TableReader
from usimmarine_py.vehicle.actuators.actuator import Actuator, ActuatorState
from usimmarine_py.vehicle.actuators.allocation import SET_POINTS, Allocation, allocate, with_fins

COMMAND_TYPES = ("waterjet", "differential", "auv", "propeller_rudder", "azimuth", "generalised_force", "allocation")


@dataclass(frozen=True, slots=True)
class CommandRule:
    """How one vehicle understands DESIRED_* mail."""

    type: str
    mix: float = 0.5  #: share of the rudder in either side of a differential drive
    deflector_band: float = 5.0  #: per cent of thrust at which a jet's bucket is fully open or closed
    linear_thrust: bool = False  #: make the force, not the shaft speed, proportional to the command
    allocation: Allocation = field(default_factory=Allocation)  #: of thrusters with that type, of fins with any

    @property
    def set_points(self) -> tuple[str, ...]:
        """Which of ``allocation.SET_POINTS`` thrusters follow together; empty for rules that drive them one by one."""
        return self.allocation.set_points


class Demand(NamedTuple):
    """Demands in per cent; ``left`` and ``right`` count when ``sides`` is true."""

    thrust: float = 0.0
    rudder: float = 0.0
    elevator: float = 0.0
    left: float = 0.0
    right: float = 0.0
    bow: float = 0.0
    sides: bool = False
    sway: float = 0.0
    heave: float = 0.0


class SetPoints(NamedTuple):
    """Set-points of all actuator states in file order, within their limits, and a direct force X, N (N, N m)."""

    references: tuple[float, ...]
    surge: float = 0.0
    yaw: float = 0.0


def read_command(table: TableReader, actuators: Sequence[Actuator] = ()) -> CommandRule:
    """The [command] table of a vehicle with these actuators. Raises ConfigError."""
    kind = table.text("type", choices=COMMAND_TYPES)
    try:
        made = with_fins(_allocation(table, actuators) if kind == "allocation" else Allocation(), actuators)
    except (ArithmeticError, ValueError) as error:
        raise table.error("type", f"nothing can be shared out: {error}; check the actuators' numbers") from None
    rule = CommandRule(
        kind,
        table.number("mix", 0.5),
        table.number("deflector_band", 5.0, above=0.0),
        table.flag("linear_thrust", False),
        made,
    )
    table.finish()
    return rule


def _allocation(table: TableReader, actuators: Sequence[Actuator]) -> Allocation:
    """The rest of a [command] of type allocation: what 100 per cent means, and the weights."""
    for key in ("mix", "deflector_band", "linear_thrust"):
        if key in table:
            raise table.error(key, "has no effect with type = allocation, which shares out forces")
    for a in actuators:
        if a.kind in ("waterjet", "azimuth", "mmg", "buoyancy_engine", "moving_mass", "generalised_force"):
            raise table.error("type", f"{a.name} of type {a.kind} cannot be allocated: give thrusters and fins")
    most = {name: table.number(name, above=0.0) for name in SET_POINTS if name in table}
    weights = table.table("weights")
    given = {a.name: weights.number(a.name, above=0.0) for a in actuators if a.bollard and a.name in weights}
    weights.finish()
    return allocate(actuators, given, most)


def set_points(rule: CommandRule, actuators: Sequence[Actuator], demand: Demand) -> SetPoints:
    """The set-points that a demand means for a vehicle; every demand is clipped to [-100, 100] first."""
    d = Demand(
        _clip(demand.thrust),
        _clip(demand.rudder),
        _clip(demand.elevator),
        _clip(demand.left),
        _clip(demand.right),
        _clip(demand.bow),
        demand.sides,
        _clip(demand.sway),
        _clip(demand.heave),
    )
    if d.sides and rule.type != "differential":
        # the inverse of a differential drive's mixing, as uSimMarine has it
        d = d._replace(thrust=0.5 * (d.left + d.right), rudder=0.5 * (d.left - d.right), sides=False)
    surge = yaw = 0.0
    references: list[float] = []
    shared = _shared(rule.allocation, d)
    for i, actuator in enumerate(actuators):
        if actuator.kind == "generalised_force":
            surge += actuator.numbers["X_max"] * d.thrust / 100.0
            yaw += actuator.numbers["N_max"] * d.rudder / 100.0
            continue
        wanted = (shared[i],) if i in shared else _RULES[rule.type](rule, actuator, d)
        references += [s.clip(x) for s, x in zip(actuator.states, wanted, strict=True)]
    return SetPoints(tuple(references), surge, yaw)


def _shared(allocation: Allocation, d: Demand) -> dict[int, float]:
    """Set-points by actuator of what is allocated (laws/actuators 2.5)."""
    if not (allocation.full or allocation.fins):
        return {}
    along = {"surge": d.thrust, "sway": d.sway, "heave": d.heave, "pitch": d.elevator, "yaw": d.rudder}
    return {**allocation.speeds(along), **allocation.deflections(d.rudder, d.elevator)}


def _clip(percent: float) -> float:
    raised = percent if percent > -100.0 else -100.0  # not-a-number is -100
    return raised if raised < 100.0 else 100.0


def shaft_speed(percent: float, state: ActuatorState, linear_thrust: bool) -> float:
    """Set-point of a shaft: n_max at 100 per cent, n_min at -100 (when that runs astern)."""
    share = percent / 100.0
    if linear_thrust:
        share = sqrt(share) if share >= 0.0 else -sqrt(-share)
    return state.high * share if share >= 0.0 else -state.low * share


def _steering(actuator: Actuator, d: Demand) -> float:
    """Deflection of a rudder or a stern plane."""
    percent = d.elevator if actuator.axis == "pitch" else d.rudder
    return actuator.states[0].high * percent / 100.0


def _gliding(actuator: Actuator, d: Demand) -> tuple[float, ...]:
    """The thrust says how much buoyancy is used, the elevator which way and how steeply (laws/actuators 2.6)."""
    drive = max(0.0, d.thrust) * d.elevator / 1e4
    if actuator.kind == "buoyancy_engine":
        volume = actuator.states[0]
        return (-drive * volume.high if drive < 0.0 else drive * volume.low,)
    slide, turn = actuator.states
    return slide.high * d.elevator / 100.0, turn.high * d.rudder / 100.0


def _by_type(rule: CommandRule, actuator: Actuator, d: Demand, thrust: float) -> tuple[float, ...]:
    """What a single actuator does with a share of the thrust: the same in every rule."""
    if actuator.kind in ("fin", "fin_simple", "slipstream_rudder"):
        return (_steering(actuator, d),)
    if actuator.kind in ("buoyancy_engine", "moving_mass"):
        return _gliding(actuator, d)
    if actuator.kind == "tunnel":
        return (shaft_speed(d.bow, actuator.states[0], rule.linear_thrust),)
    if actuator.kind == "waterjet":
        n, alpha, _bucket = actuator.states
        return (
            n.low + (n.high - n.low) * abs(thrust) / 100.0,
            -alpha.high * d.rudder / 100.0,
            min(1.0, max(-1.0, thrust / rule.deflector_band)),
        )
    speed = shaft_speed(thrust, actuator.states[0], rule.linear_thrust)
    if actuator.kind == "mmg":
        return speed, actuator.states[1].high * d.rudder / 100.0
    if actuator.kind == "azimuth":
        side = 1.0 if actuator.position[0] >= 0.0 else -1.0
        return speed, side * actuator.states[1].high * d.rudder / 100.0
    return (speed,)


def _common(rule: CommandRule, actuator: Actuator, d: Demand) -> tuple[float, ...]:
    return _by_type(rule, actuator, d, d.thrust)


def _differential(rule: CommandRule, actuator: Actuator, d: Demand) -> tuple[float, ...]:
    left, right = d.left, d.right
    if not d.sides:
        left, right = _clip(d.thrust + rule.mix * d.rudder), _clip(d.thrust - rule.mix * d.rudder)
    y = actuator.position[1]
    share = left if y < 0.0 else (right if y > 0.0 else 0.5 * (left + right))
    return _by_type(rule, actuator, d, share)


_RULES: dict[str, Callable[[CommandRule, Actuator, Demand], tuple[float, ...]]] = {
    "waterjet": _common,
    "differential": _differential,
    "auv": _common,
    "propeller_rudder": _common,
    "azimuth": _common,
    "generalised_force": _common,
    "allocation": _common,
}
