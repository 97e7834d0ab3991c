"""Which servo output of an autopilot drives what of a vehicle."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from usimmarine_py.doors.sitl.packets import ServoFrame
from usimmarine_py.errors import ConfigError, suggest
from usimmarine_py.simulator import Simulator
from usimmarine_py.simulator.parts.steering.direct import Direct
from usimmarine_py.text import finite_number, whole_number
from usimmarine_py.values.frozen import replace
from usimmarine_py.vehicle.backend import FossenBackend

#: us: SERVOn_MIN, SERVOn_TRIM and SERVOn_MAX of ArduPilot as they are without a setting.
LOW, REST, HIGH = 1100.0, 1500.0, 1900.0
#: us; what no servo understands.
WIDTHS = (100.0, 5000.0)
#: Commands in per cent by the name in ``--servo``.
PER_CENT = {
    "left": "DESIRED_THRUST_L", "right": "DESIRED_THRUST_R", "thrust": "DESIRED_THRUST", "rudder": "DESIRED_RUDDER",
    "elevator": "DESIRED_ELEVATOR", "sway": "DESIRED_SWAY", "heave": "DESIRED_HEAVE",
}  # fmt: skip
#: Those that need two thrusts to be in force.
SIDES = ("DESIRED_THRUST_L", "DESIRED_THRUST_R")
#: Outputs of ArduPilot's Rover frames: skid steering by ThrottleLeft and ThrottleRight, or GroundSteering and Throttle.
SKID, STEERED = ("1:left", "3:right"), ("1:rudder", "3:thrust")
#: Those of PX4's airframe of a boat: two motors, and a rudder.
PX4_SKID, PX4_STEERED = ("1:left", "2:right"), ("1:thrust", "3:rudder")


@dataclass(frozen=True, slots=True)
class Servo:
    """One output, and what it drives: from ``low`` at LOW us over ``rest`` to ``high`` at HIGH us."""

    output: int  #: counted from 1
    variable: str  #: of the mail
    low: float = -100.0  #: in the unit of the mail
    rest: float = 0.0
    high: float = 100.0
    widths: tuple[float, float, float] = (LOW, REST, HIGH)  #: us

    def value(self, pwm: float) -> float:
        """Return what a pulse of ``pwm`` us means; without a signal, at rest."""
        low, rest, high = self.widths
        if pwm == 0:
            return self.rest
        side, end = (low, self.low) if (pwm < rest) == (low < high) else (high, self.high)
        share = min(max((pwm - rest) / (side - rest), 0.0), 1.0)
        return self.rest + share * (end - self.rest) + 0.0


def servos_of(texts: Sequence[str], simulator: Simulator, *, px4: bool = False) -> tuple[Servo, ...]:
    """Return the servos of a vehicle: as given by ``--servo``, else as ArduPilot's Rover or PX4's boat has them.

    Each text is OUTPUT:NAME[:LOW:REST:HIGH], with the pulses in us. Raises ``ConfigError``.
    """
    own = _own(simulator)
    if not texts:
        texts = _usual(simulator, *((PX4_SKID, PX4_STEERED) if px4 else (SKID, STEERED)))
        if not texts:
            raise ConfigError(
                f"say what each output drives: --servo OUTPUT:NAME for {simulator.dynamics}, such as "
                f"--servo 1:{next(iter(own), 'thrust').lower()}; names are {', '.join(_names(own))}",
                key="--servo",
            )
    found = [_servo(text, own) for text in texts]
    for one in found:
        if any(one is not other and one.output == other.output for other in found):
            raise ConfigError(f"output {one.output} is given twice", key="--servo")
        if any(one is not other and one.variable == other.variable for other in found):
            raise ConfigError(f"{one.variable} is given twice", key="--servo")
    _check(found, simulator)
    return tuple(found)


def commands_of(servos: Iterable[Servo], frame: ServoFrame) -> list[tuple[str, float]]:
    """Return variables and values that a frame means; an output that it does not have is at rest."""
    pwm = frame.pwm
    return [(one.variable, one.value(pwm[one.output - 1] if one.output <= len(pwm) else 0)) for one in servos]


def _own(simulator: Simulator) -> dict[str, Servo]:
    """The actuators that are driven one by one, by the names that ``--servo`` knows."""
    found = {}
    for point in simulator.vehicle.part(Direct).set_points:
        rest = min(max(0.0, point.low), point.high)
        for name in point.names:
            found[name] = Servo(0, f"DESIRED_{name}", point.low, rest, point.high)
    return found


def _usual(simulator: Simulator, skid: tuple[str, ...], steered: tuple[str, ...]) -> tuple[str, ...]:
    backend = simulator.backend
    if backend is None:
        return steered
    rule = backend.model.vehicle.command if isinstance(backend, FossenBackend) else None
    kind = "" if rule is None else rule.type
    return {"differential": skid, "waterjet": steered, "propeller_rudder": steered, "azimuth": steered}.get(kind, ())


def _names(own: Iterable[str]) -> list[str]:
    return [*PER_CENT, *(name.lower() for name in own)]


def _servo(text: str, own: dict[str, Servo]) -> Servo:
    words = [word.strip() for word in text.split(":")]
    if len(words) not in (2, 5):
        raise ConfigError(f"must be OUTPUT:NAME or OUTPUT:NAME:LOW:REST:HIGH, found {text!r}", key="--servo")
    output = whole_number(words[0])
    if output is None or not 1 <= output <= 32:
        raise ConfigError(f"the output must be 1 to 32, found {words[0]!r}", key="--servo")
    name = words[1]
    if name.lower() in PER_CENT:
        found = Servo(output, PER_CENT[name.lower()])
    elif name.upper() in own:
        found = replace(own[name.upper()], output=output)
    else:
        close = suggest(name.lower(), _names(own))
        hint = f"did you mean {close}" if close else f"names are {', '.join(_names(own))}"
        raise ConfigError(f"{name!r} is nothing that this vehicle has; {hint}", key="--servo")
    if len(words) == 2:
        return found
    widths = [finite_number(word) for word in words[2:]]
    low, rest, high = (0.0 if one is None else one for one in widths)
    inside = None not in widths and all(WIDTHS[0] <= one <= WIDTHS[1] for one in (low, rest, high))
    if not inside or not (low < rest < high or high < rest < low):
        raise ConfigError(
            f"LOW:REST:HIGH must be pulses in us with REST between the others, found {':'.join(words[2:])}",
            key="--servo",
        )
    return replace(found, widths=(low, rest, high))


def _check(servos: Sequence[Servo], simulator: Simulator) -> None:
    """Refuse a per cent that the vehicle does not read: the output would have no effect."""
    read = set(simulator.subscriptions())
    for one in servos:
        if one.variable not in read:
            raise ConfigError(f"this vehicle does not read {one.variable} (output {one.output})", key="--servo")
