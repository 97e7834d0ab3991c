"""From DESIRED_* mail in per cent to set-points of actuators (laws/actuators 2)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from usimmarine_py.kernels.body import set_points as law
from usimmarine_py.kernels.body.set_points import CommandBody, CommandTerms, SetPointTerms
from usimmarine_py.sums import plain_sum
from usimmarine_py.values.frozen import dataclass, field
from usimmarine_py.values.toml_table import TableReader
from usimmarine_py.vehicle.actuators.actuator import Actuator, FullPush
from usimmarine_py.vehicle.actuators.allocation import SET_POINTS, Allocation, allocate, with_fins

COMMAND_TYPES = ("waterjet", "differential", "auv", "propeller_rudder", "azimuth", "generalised_force", "allocation")
#: What a set-point follows, and with which number.
_Rule = tuple[float, float]


@dataclass(frozen=True, slots=True)
class CommandRule:
    """How one vehicle understands DESIRED_* mail."""

    type: str
    body: CommandBody  #: what the kernel reads
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
    mix = table.number("mix", 0.5)
    band = table.number("deflector_band", 5.0, above=0.0)
    linear = table.flag("linear_thrust", False)
    table.finish()
    points = tuple(_points(kind == "differential", band, float(linear), made, actuators))
    pushes = [a.law for a in actuators if isinstance(a.law, FullPush)]
    terms = CommandTerms(
        float(len(points)),
        float(len(made.thrusters)),
        float(kind == "differential"),
        float(mix),
        plain_sum(push.surge for push in pushes),
        plain_sum(push.yaw for push in pushes),
    )
    return CommandRule(kind, CommandBody(terms, points, made.thrusters), made)


def _points(
    differential: bool, band: float, linear: float, allocation: Allocation, actuators: Sequence[Actuator]
) -> list[SetPointTerms]:
    """What every actuator state of a vehicle follows, in file order."""
    found = []
    shares = allocation.set_points or allocation.fins
    shared = {actuator: i for i, actuator in enumerate(allocation.places)} if shares else {}
    for i, a in enumerate(actuators):
        y = a.position[1]
        side = (law.LEFT if y < 0.0 else law.RIGHT if y > 0.0 else law.BOTH) if differential else law.COMMON
        if i in allocation.fins:
            limit = a.states[0].high
            found.append(SetPointTerms(law.FIN, *allocation.fins[i], -limit, limit))
        elif i in shared:
            found.append(SetPointTerms(law.SHARED, float(shared[i]), 0.0, a.states[0].low, a.states[0].high))
        elif a.states:
            rules = zip(_followed(a, band, linear), a.states, strict=True)
            found += [SetPointTerms(kind, number, 0.0, s.low, s.high, side) for (kind, number), s in rules]
    return found


def _followed(a: Actuator, band: float, linear: float) -> tuple[_Rule, ...]:
    """What the states of one actuator follow."""
    states = a.states
    if a.kind in ("fin", "fin_simple", "slipstream_rudder"):
        return ((law.ELEVATOR if a.axis == "pitch" else law.RUDDER, states[0].high),)
    if a.kind == "buoyancy_engine":
        return ((law.ENGINE, 0.0),)
    if a.kind == "moving_mass":
        return (law.ELEVATOR, states[0].high), (law.RUDDER, states[1].high)
    if a.kind == "tunnel":
        return ((law.BOW, linear),)
    if a.kind == "waterjet":
        return (law.JET, 0.0), (law.RUDDER, -states[1].high), (law.BUCKET, band)
    if a.kind == "mmg":
        return (law.SHAFT, linear), (law.RUDDER, states[1].high)
    if a.kind == "azimuth":
        turned = states[1].high if a.position[0] >= 0.0 else -states[1].high
        return (law.SHAFT, linear), (law.RUDDER, turned)
    return ((law.SHAFT, linear),)


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


def set_points(rule: CommandRule, demand: Demand) -> SetPoints:
    """The set-points that a demand means for a vehicle; every demand is clipped to [-100, 100] first."""
    body, d = rule.body, demand
    count, thrusters = len(body.points), len(body.thrusters)
    out = [0.0] * count
    surge, yaw = law.set_points(
        d.thrust, d.rudder, d.elevator, d.left, d.right, d.bow, d.sides, d.sway, d.heave,
        body, [0.0] * thrusters, [0.0] * thrusters, out, 0,
    )  # fmt: skip
    return SetPoints(tuple(out), surge, yaw)
