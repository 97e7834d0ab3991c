"""Commands: set-points, modes of the thrusters, and what the embedded controller takes instead (laws/controller)."""

from __future__ import annotations

from functools import partial

from usimmarine_py.control.pid import PidState
from usimmarine_py.model import Message
from usimmarine_py.model.frozen import replace
from usimmarine_py.simulator.config.setup import Setup
from usimmarine_py.simulator.mail.values import (
    KEPT,
    UNCHANGED,
    V22_V23,
    Handler,
    Incoming,
    Taken,
    number,
    reads,
    refusal,
    text,
)
from usimmarine_py.simulator.state import DIFFERENTIAL, NORMAL, SimulatorState
from usimmarine_py.simulator.steering import limited_rudder
from usimmarine_py.text import loose_boolean, strict_boolean


def _set(name: str, *, gate: bool | None = None) -> Handler:
    """A set-point; ``gate``: taken in differential mode only (True), outside it only (False)."""

    def handle(state: SimulatorState, message: Message, setup: Setup) -> Taken:
        value, remark = number(message, setup)
        if gate is not None and gate != (state.thrust_mode == DIFFERENTIAL):
            return state, remark
        return replace(state, command=replace(state.command, **{name: value})), remark

    return handle


def _side(left: bool) -> Handler:
    """Thrust of one side (laws/usimmarine 4); the recorded programs swap and negate the sides on arrival while in
    reverse (laws/kinematics 7).
    """

    def handle(state: SimulatorState, message: Message, setup: Setup) -> Taken:
        value, remark = number(message, setup)
        value = min(max(value, -100.0), 100.0)
        if state.thrust_mode != DIFFERENTIAL:
            return state, remark
        to_left = left
        if state.command.reverse and setup.dialect.reverse_differential:
            value, to_left = -value, not left
        name = "thrust_left" if to_left else "thrust_right"
        return replace(state, command=replace(state.command, **{name: value})), remark

    return handle


def _rudder(state: SimulatorState, message: Message, setup: Setup) -> Taken:
    wanted, remark = number(message, setup)
    if state.thrust_mode == DIFFERENTIAL:
        return state, remark
    rudder = limited_rudder(setup, state, wanted, message.time)
    return replace(state, command=replace(state.command, rudder=rudder), rudder_time=message.time), remark


def _fan(state: SimulatorState, message: Message, setup: Setup) -> Taken:
    value, remark = number(message, setup)
    if not state.sails:
        return state, remark
    return replace(state, command=replace(state.command, fan=value)), remark


_ON = frozenset({"true", "on", "yes"})
_OFF = frozenset({"false", "off", "no", "normal"})


def _mode_word(message: Message, setup: Setup, word: str, current: bool) -> tuple[bool | None, str]:
    """Which way a THRUST_MODE_* text points (None where the recorded program ignores it), and a remark."""
    found, remark = text(message, setup)
    found = found.lower()
    if setup.dialect.mode_words == "exact":
        return {word: True, "true": True, "normal": False, "false": False}.get(found), remark
    if setup.dialect.mode_words == "true_only":
        # the reverse mode is cleared by any other text; the differential mode takes a loose boolean
        return found == "true" if word == "reverse" else loose_boolean(found, current), remark
    if found == "toggle":
        return not current, remark
    if found == word or found in _ON:
        return True, remark
    if found in _OFF:
        return False, remark
    raise refusal(message, f"must be {word} or normal, true or false; {UNCHANGED}")


def _reverse(state: SimulatorState, message: Message, setup: Setup) -> Taken:
    found, remark = _mode_word(message, setup, "reverse", state.command.reverse)
    return state if found is None else replace(state, command=replace(state.command, reverse=found)), remark


def _split(state: SimulatorState, message: Message, setup: Setup) -> Taken:
    found, remark = _mode_word(message, setup, "differential", state.thrust_mode == DIFFERENTIAL)
    if found is None:
        return state, remark
    command = replace(state.command, differential=found)
    return replace(state, thrust_mode=DIFFERENTIAL if found else NORMAL, command=command), remark


# ---- the embedded controller (laws/controller) ---


def _pid(state: SimulatorState, message: Message) -> PidState:
    if state.pid is None:
        raise refusal(message, "there is no embedded controller; give a yaw_pid_* parameter")
    return state.pid


def _desired(name: str) -> Handler:
    """A set-point of the embedded controller (laws/controller 3)."""

    def handle(state: SimulatorState, message: Message, setup: Setup) -> Taken:
        value, remark = number(message, setup)
        pid = setup.controller.with_desired(_pid(state, message), **{name: value})
        return replace(state, pid=pid), remark

    return handle


def _speed_factor(state: SimulatorState, message: Message, setup: Setup) -> Taken:
    value, remark = number(message, setup)
    if value < 0:
        raise refusal(message, f"must be at least 0; {KEPT}")
    return replace(state, pid=setup.controller.with_speed_factor(_pid(state, message), value)), remark


def _override(state: SimulatorState, message: Message, setup: Setup) -> Taken:
    word, remark = text(message, setup)
    if strict_boolean(word) is None:
        raise refusal(message, f"must be true or false; {UNCHANGED}")
    pid, posts = setup.controller.with_override(_pid(state, message), word)
    # the controller keeps what it has to say until its next step (laws/controller 5)
    return replace(state, pid=pid, pid_posts=(*state.pid_posts, *posts)), remark


_command = partial(reads, group="command")
#: Not while the embedded controller steers.
_steering = partial(_command, coupled=False)
_controller = partial(reads, group="controller", dialects=V22_V23, coupled=True)
_FOR = "For the embedded controller."

MAIL: tuple[Incoming, ...] = (
    _steering("DESIRED_THRUST", "number", _set("thrust", gate=False), "Thrust of the propeller.", "%"),
    _steering("DESIRED_RUDDER", "number", _rudder, "Rudder, positive to starboard; limited to 100 when used.", "%"),
    _command(
        "DESIRED_ELEVATOR", "number", _set("elevator"), "Elevator, positive dives; limited to 100 when used.", "%"
    ),
    _steering("DESIRED_THRUST_L", "number", _side(left=True), "Left thrust, in differential mode only.", "%"),
    _steering("DESIRED_THRUST_R", "number", _side(left=False), "Right thrust, in differential mode only.", "%"),
    _steering(
        "DESIRED_FAN", "number", _fan, "Fan thruster, while sailing only.", "%", dialects=("v23",), section="4, 11"
    ),
    _command(
        "THRUST_MODE_REVERSE", "text", _reverse, "true or reverse: thrust and rudder change sign.", section="4, 6.7"
    ),
    _command("THRUST_MODE_DIFFERENTIAL", "text", _split, "true or differential: two thrusts steer.", section="4, 6.6"),
)

CONTROLLER: tuple[Incoming, ...] = (
    _controller("DESIRED_HEADING", "number", _desired("heading"), _FOR, "deg"),
    _controller("DESIRED_SPEED", "number", _desired("speed"), _FOR, "m/s"),
    _controller("DESIRED_DEPTH", "number", _desired("depth"), _FOR, "m"),
    _controller("SPEED_FACTOR", "number", _speed_factor, "Replaces speed_factor.", "%/(m/s)"),
    _controller("MOOS_MANUAL_OVERRIDE", "text", _override, "true: a person steers.", aliases=("MOOS_MANUAL_OVERIDE",)),
)
