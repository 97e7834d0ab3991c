"""Commands in per cent, the modes of the thrusters, and the limiter of the rudder (laws/usimmarine 4, 9)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import Any, ClassVar

from usimmarine_py.errors import Severity
from usimmarine_py.kinematic.dialects import Dialect
from usimmarine_py.simulator.mail import UNCHANGED, V22_V23, Incoming, reads, refusal
from usimmarine_py.simulator.part import Part, PartsRow
from usimmarine_py.simulator.records import DIFFERENTIAL, NORMAL, Command
from usimmarine_py.text import loose_boolean
from usimmarine_py.values import Finding, Key, Limits, Message, unhandled
from usimmarine_py.values.key import SimulatorRules

_ON = frozenset({"true", "on", "yes"})
_OFF = frozenset({"false", "off", "no", "normal"})


class Rudder:
    """The limiter of the rudder (laws/usimmarine 9)."""

    def __init__(self, command: Command, dialect: Dialect, rate: float) -> None:
        """``rate``: per cent per second, 0 = no limit."""
        self._command, self._rate = command, rate
        self._cap = 100.0 if dialect.recorded else None
        self._backward = dialect.has("rudder_first_unlimited")

    def move(self, desired: float, now: float) -> None:
        """Move the rudder towards ``desired`` per cent at clock ``now`` (s)."""
        command, cap = self._command, self._cap
        command.rudder_wanted = desired
        if self._rate > 0.0:
            cap = (now - command.rudder_time) * self._rate
            if not self._backward:
                cap = max(cap, 0.0)
        command.rudder_time = now
        if cap is None:
            command.rudder = desired
            return
        before = command.rudder
        change = desired - before
        command.rudder = before + (-cap if change < -cap else cap if change > cap else change)


class CommandPart(Part):
    """Set-points in per cent and the modes of the thrusters.

    With an embedded controller (``steered``) thrust and rudder are its own; ``axes`` are those of sway and heave along
    which the vehicle can be pushed, ``pushes`` says whether per cent of these are read at all. ``dynamics`` is empty
    for a kinematic vehicle.
    """

    def __init__(
        self, row: PartsRow, rudder: Rudder, limits: Limits, *, steered: bool, dynamics: str, axes: tuple[str, ...],
        pushes: bool, sails: Callable[[], bool],
    ) -> None:  # fmt: skip
        super().__init__(row, row.command)
        self.command, self._rudder, self._limits, self._sails = row.command, rudder, limits, sails
        self._steered, self._dynamics, self._axes, self._pushes = steered, dynamics, axes, pushes

    def mail(self) -> Iterable[Incoming]:
        """All but what the embedded controller or the shape of the vehicle rules out."""
        for entry in self.MAIL:
            if self._steered and entry.name in _STEERING:
                continue
            if entry.name in ("DESIRED_SWAY", "DESIRED_HEAVE") and not self._pushes:
                continue
            yield entry

    # ---- mail -------------------------------------------------------------------------------------------------------

    def on_thrust(self, message: Message) -> str:
        """Take DESIRED_THRUST."""
        value, remark = self.reader.number(message)
        if self.command.thrust_mode != DIFFERENTIAL:
            self.command.thrust = value
        return remark

    def on_rudder(self, message: Message) -> str:
        """Take DESIRED_RUDDER."""
        value, remark = self.reader.number(message)
        if self.command.thrust_mode != DIFFERENTIAL:
            self._rudder.move(value, message.time)
        return remark

    def on_alone(self, message: Message) -> str:
        """Take DESIRED_ELEVATOR, DESIRED_SWAY and DESIRED_HEAVE, which no mode has a say in."""
        value, remark = self.reader.number(message)
        setattr(self.command, _after_desired(message), value)
        return remark

    def on_side(self, message: Message) -> str:
        """Take DESIRED_THRUST_L and DESIRED_THRUST_R; the recorded programs swap and negate the sides on arrival while
        in reverse (laws/kinematics 7).
        """
        value, remark = self.reader.number(message)
        value, left = min(max(value, -100.0), 100.0), message.variable == "DESIRED_THRUST_L"
        command = self.command
        if command.thrust_mode != DIFFERENTIAL:
            return remark
        if command.reverse and self._dialect.has("reverse_differential"):
            value, left = -value, not left
        if left:
            command.thrust_left = value
        else:
            command.thrust_right = value
        return remark

    def on_fan(self, message: Message) -> str:
        """Take DESIRED_FAN."""
        value, remark = self.reader.number(message)
        if self._sails():
            self.command.fan = value
        return remark

    def _mode(self, message: Message, word: str, current: bool) -> tuple[bool | None, str]:
        """Return which way a THRUST_MODE_* text points (None where the recorded program ignores it), and a remark."""
        found, remark = self.reader.text(message)
        found = found.lower()
        if self._dialect.has("mode_strings"):
            if self._dialect.later:
                known = {word: True, "true": True, "normal": False, "false": False}
                if found not in known and not self._dialect.quirks:
                    remark = f"dialect {self._dialect.name} knows {', '.join(known)} only; {UNCHANGED}"
                return known.get(found), remark
            # the reverse mode is cleared by any other text; the differential mode takes a loose boolean
            return found == "true" if word == "reverse" else loose_boolean(found, current), remark
        if found == "toggle":
            return not current, remark
        if found == word or found in _ON:
            return True, remark
        if found in _OFF:
            return False, remark
        raise refusal(message, f"must be {word} or normal, true or false; {UNCHANGED}")

    def on_reverse(self, message: Message) -> str:
        """Take THRUST_MODE_REVERSE."""
        found, remark = self._mode(message, "reverse", self.command.reverse)
        if found is not None:
            self.command.reverse = found
        return remark

    def on_differential(self, message: Message) -> str:
        """Take THRUST_MODE_DIFFERENTIAL."""
        found, remark = self._mode(message, "differential", self.command.differential)
        if found is not None:
            self.command.thrust_mode = DIFFERENTIAL if found else NORMAL
        return remark

    # ---- mail without effect on this vehicle ------------------------------------------------------------------------

    def idle_thrust(self, message: Message) -> Iterable[str]:
        """Thrust and rudder, which differential mode drops; the kinematic dialects do so without a remark."""
        del message
        if self._dynamics and self.command.differential:
            return ("has no effect in differential mode; THRUST_MODE_DIFFERENTIAL = false ends it",)
        return ()

    def idle_side(self, message: Message) -> Iterable[str]:
        """Thrust of one side, which is dropped outside differential mode."""
        del message
        if self._dynamics and not self.command.differential:
            return ("has no effect outside differential mode; THRUST_MODE_DIFFERENTIAL = true switches it on",)
        return ()

    def idle_elevator(self, message: Message) -> Iterable[str]:
        """The elevator of a vehicle that floats, or without anything that an elevator moves; 0 asks for nothing."""
        if message.value in (0, "0"):
            return
        if self._limits.surface:
            yield STAYS_ON_SURFACE
        elif not self._limits.elevator:
            yield "has no effect: the elevator moves nothing of this vehicle"

    def idle_fan(self, message: Message) -> Iterable[str]:
        """The fan, which is of the kinematic vehicle under sail; V23 drops it otherwise without a remark."""
        del message
        if self._dynamics:
            yield FOR_KINEMATIC.format(self._dynamics)
        elif self._dialect.name != "v23" and not self._sails():
            yield "has no effect: the vehicle is not under sail"

    def idle_axis(self, message: Message) -> Iterable[str]:
        """A push along an axis that no thruster serves."""
        axis = _after_desired(message)
        if axis not in self._axes and message.value != 0:
            yield f"has no effect: the vehicle cannot push along {axis} (command.type = allocation)"

    MAIL: ClassVar[tuple[Incoming, ...]] = ()


STAYS_ON_SURFACE = "has no effect: the vehicle stays on the surface"
FOR_KINEMATIC = "has no effect: it is for dynamics = kinematic, this vehicle is {}"
#: Mail that the embedded controller takes the place of.
_STEERING = frozenset(
    (
        *("DESIRED_THRUST", "DESIRED_RUDDER", "DESIRED_THRUST_L", "DESIRED_THRUST_R"),
        *("DESIRED_FAN", "DESIRED_SWAY", "DESIRED_HEAVE"),
    )
)

_command = partial(reads, group="command")


def _after_desired(message: Message) -> str:
    return message.variable.removeprefix("DESIRED_").lower()


def _along(name: str, what: str) -> Incoming:
    when = "at any time, where command.type = allocation and the thrusters can"
    return Incoming(
        name, "in", "number", what, "%", when=when, group="command", source="laws/actuators 2.5",
        handler=CommandPart.on_alone, ours=True, idle=CommandPart.idle_axis,
    )  # fmt: skip


CommandPart.MAIL = (
    _command(
        "DESIRED_THRUST", "number", CommandPart.on_thrust, "Thrust of the propeller.", "%",
        idle=CommandPart.idle_thrust,
    ),
    _command(
        "DESIRED_RUDDER", "number", CommandPart.on_rudder, "Rudder, positive to starboard; limited to 100 when used.",
        "%", idle=CommandPart.idle_thrust,
    ),
    _command(
        "DESIRED_ELEVATOR", "number", CommandPart.on_alone, "Elevator, positive dives; limited to 100 when used.",
        "%", idle=CommandPart.idle_elevator,
    ),
    _command(
        "DESIRED_THRUST_L", "number", CommandPart.on_side, "Left thrust, in differential mode only.", "%",
        idle=CommandPart.idle_side,
    ),
    _command(
        "DESIRED_THRUST_R", "number", CommandPart.on_side, "Right thrust, in differential mode only.", "%",
        idle=CommandPart.idle_side,
    ),
    _command(
        "DESIRED_FAN", "number", CommandPart.on_fan, "Fan thruster, while sailing only.", "%", dialects=("v23",),
        section="usimmarine 4, 10", idle=CommandPart.idle_fan,
    ),
    _command(
        "THRUST_MODE_REVERSE", "text", CommandPart.on_reverse, "true or reverse: thrust and rudder change sign.",
        section="usimmarine 4, laws/kinematics 7",
    ),
    _command(
        "THRUST_MODE_DIFFERENTIAL", "text", CommandPart.on_differential, "true or differential: two thrusts steer.",
        section="usimmarine 4, laws/kinematics 6",
    ),
    _along("DESIRED_SWAY", "Push sideways, positive to starboard; limited to 100 when used."),
    _along("DESIRED_HEAVE", "Push up and down, positive down; limited to 100 when used."),
)  # fmt: skip


def _mode_diff(draft: Any, text: str) -> Finding | None:
    word = text.lower()
    if word not in ("differential", "true", "normal", "false"):
        return unhandled("must be differential or normal")
    draft.command.thrust_mode = DIFFERENTIAL if word in ("differential", "true") else NORMAL
    return None


def _mode_reverse(draft: Any, text: str) -> Finding | None:
    word = text.lower()
    if word not in ("reverse", "true", "normal", "false"):
        return unhandled("must be reverse or normal")
    draft.command.reverse = word in ("reverse", "true")
    if not draft.dialect.recorded:
        return None
    return unhandled("works, though the recorded version reports it as unhandled", severity=Severity.NOTE)


PARAMETERS: tuple[Key, ...] = (
    Key(
        "thrust_mode_diff", "text", "normal", "Start in differential thrust mode.",
        choices=("differential", "true", "normal", "false"), group="speed",
        source="laws/usimmarine 3, laws/kinematics 6",
        rules=SimulatorRules(dialects=V22_V23, exclusive=True, reader=_mode_diff),
    ),
    Key(
        "thrust_mode_reverse", "text", "normal", "Start in reverse thrust mode.",
        choices=("reverse", "true", "normal", "false"), group="speed",
        source="laws/usimmarine 3, laws/kinematics 7",
        rules=SimulatorRules(dialects=V22_V23, exclusive=True, reader=_mode_reverse),
    ),
)  # fmt: skip
