"""How mail that is read is declared, and the values of messages.

A handler is a pure function of the state, the message, whose time is the clock when it was handed over, and the setup.
It gives the state after it and a remark about mail that was used all the same (empty: none); what it posts waits in
the state. It raises ``MailError`` for a value that can't be used.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from math import isfinite, nan

from usimmarine_py.errors import MailError
from usimmarine_py.kinematic.dialects import Dialect
from usimmarine_py.simulator.config.setup import Setup
from usimmarine_py.simulator.state import SimulatorState
from usimmarine_py.text import loose_boolean, read_number
from usimmarine_py.values import MailEntry, Message
from usimmarine_py.values.frozen import dataclass, field

Taken = tuple[SimulatorState, str]
Handler = Callable[[SimulatorState, Message, Setup], Taken]
#: Why mail that was taken, the state being that after it, has no effect on this vehicle; empty when it has.
Idle = Callable[[SimulatorState, Message, Setup], Iterable[str]]

KEPT = "the last good value stays"
#: Faster (m/s) no water and no vehicle moves. Beyond it a number is a mistake, and what follows from it is no motion.
FASTEST = 1000.0
UNCHANGED = "nothing is changed"
V22_V23 = ("v22", "v23")


@dataclass(frozen=True, slots=True)
class Incoming(MailEntry):
    """A variable that is read, with its handler. ``dialects`` are those whose original reads it.

    The other dialects read it, too, unless quirks are asked for or it is ``exclusive``.
    """

    handler: Handler = field(kw_only=True, compare=False)
    exclusive: bool = field(default=False, kw_only=True)  #: only the dialects named above read it
    ours: bool = field(default=False, kw_only=True)  #: an addition of ours: not read with quirks
    while_disabled: bool = field(default=False, kw_only=True)  #: a number is taken only while the vehicle is disabled
    axis: str = field(default="", kw_only=True)  #: sway or heave, which some vehicles cannot be driven along
    holds: bool = field(default=False, kw_only=True)  #: read by a vehicle that holds its place, whatever ``coupled``
    coupled: bool | None = field(default=None, kw_only=True)  #: read only with (True) or without an embedded controller
    idle: Idle | None = field(default=None, kw_only=True, compare=False)  #: told once for each of its reasons
    setting: str = field(default="", kw_only=True)  #: read only where this field of the setup is set

    def known(self, dialect: Dialect) -> bool:
        """Whether a dialect reads it."""
        if dialect.quirks or self.exclusive:
            return not self.ours and (not self.dialects or dialect.name in self.dialects)
        return True


def reads(
    name: str,
    kind: str,
    handler: Handler,
    help: str,
    unit: str = "",
    *,
    group: str,
    section: str = "usimmarine 4",
    aliases: tuple[str, ...] = (),
    dialects: tuple[str, ...] = (),
    exclusive: bool = False,
    while_disabled: bool = False,
    coupled: bool | None = None,
    holds: bool = False,
    idle: Idle | None = None,
) -> Incoming:
    """The declaration of a variable that uSimMarine reads; ``section``: page and heading in docs/laws."""
    return Incoming(
        name,
        "in",
        kind,
        help,
        unit,
        when="at any time",
        aliases=aliases,
        dialects=dialects,
        group=group,
        source=f"laws/{section}",
        handler=handler,
        exclusive=exclusive,
        while_disabled=while_disabled,
        coupled=coupled,
        holds=holds,
        idle=idle,
    )


def on_surface(state: SimulatorState, message: Message, setup: Setup) -> Iterable[str]:
    """A vehicle that floats has neither depth nor buoyancy to command; 0 asks for none."""
    del state
    if setup.limits.surface and message.value not in (0, "0"):
        yield "has no effect: the vehicle stays on the surface"


def of_elevator(state: SimulatorState, message: Message, setup: Setup) -> Iterable[str]:
    """A vehicle that floats, or without anything that an elevator moves; 0 asks for nothing."""
    yield from on_surface(state, message, setup)
    if not (setup.limits.surface or setup.limits.elevator) and message.value not in (0, "0"):
        yield "has no effect: the elevator moves nothing of this vehicle"


def of_a_side(state: SimulatorState, message: Message, setup: Setup) -> Iterable[str]:
    """Thrust of one side, which a vehicle with hydrodynamics drops outside differential mode; the kinematic dialects
    do it without a word.
    """
    del message
    if not setup.kinematic and not state.command.differential:
        yield "has no effect outside differential mode; THRUST_MODE_DIFFERENTIAL = true switches it on"


def of_both_sides(state: SimulatorState, message: Message, setup: Setup) -> Iterable[str]:
    """Thrust and rudder, which differential mode drops in the same way."""
    del message
    if not setup.kinematic and state.command.differential:
        yield "has no effect in differential mode; THRUST_MODE_DIFFERENTIAL = false ends it"


def of_the_fan(state: SimulatorState, message: Message, setup: Setup) -> Iterable[str]:
    """The fan is of the kinematic vehicle under sail; V23 drops it otherwise without a word."""
    yield from of_the_laws(state, message, setup)
    if setup.kinematic and setup.dialect.name != "v23" and not state.sails:
        yield "has no effect: the vehicle is not under sail"


def of_the_laws(state: SimulatorState, message: Message, setup: Setup) -> Iterable[str]:
    """What changes a kinematic law changes nothing on a vehicle that moves by others."""
    del state, message
    if not setup.kinematic:
        yield f"has no effect: it is for dynamics = kinematic, this vehicle is {setup.dynamics}"


def refusal(message: Message, problem: str) -> MailError:
    """The error that says what is wrong with a message."""
    return MailError(message.variable, message.source, message.value, problem)


def number(message: Message, setup: Setup) -> tuple[float, str]:
    """The message's number and a remark; text counts where the dialect lets it, and never anything not finite."""
    value = message.value
    if type(value) is float and isfinite(value):
        return value, ""
    if isinstance(value, str):
        if setup.dialect.string_for_number:
            return -1.0, "text where a number is expected; the recorded version reads it as -1"
        found = read_number(value, exponent=setup.dialect.exponent)
        if found is None:
            raise refusal(message, f"must be a finite number; {KEPT}")
        return found, "a number sent as text; send it as a number"
    try:
        # float() would read the digits of a binary value
        found = nan if isinstance(value, bytes) else float(value)
    except (TypeError, ValueError, OverflowError):
        found = nan
    if not isfinite(found):
        raise refusal(message, f"must be a finite number; {KEPT}")
    return found, ""


def within(message: Message, setup: Setup, most: float, unit: str) -> tuple[float, str]:
    """As ``number``, of a size that can be meant: at most ``most`` either way."""
    value, remark = number(message, setup)
    if abs(value) > most:
        raise refusal(message, f"must lie within +-{most:g} {unit}; {KEPT}")
    return value, remark


def text(message: Message, setup: Setup) -> tuple[str, str]:
    """The message's text and a remark; a number reads as the empty text where the dialect has it so."""
    if isinstance(message.value, str):
        return message.value, ""
    if setup.dialect.string_for_number:
        return "", "not a text; the recorded version reads it as an empty one"
    raise refusal(message, f"must be a text; {UNCHANGED}")


def loose(message: Message, setup: Setup, current: bool) -> tuple[bool, str]:
    """The message's loose boolean and a remark."""
    word, remark = text(message, setup)
    found = loose_boolean(word, current)
    if found is None:
        raise refusal(message, f"must be true or false; {UNCHANGED}")
    return found, remark
