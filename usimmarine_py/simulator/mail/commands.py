"""Commands: set-points, modes of the thrusters, and what the embedded controller takes instead (laws/controller)."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from functools import partial

from usimmarine_py.control.pid import PidState
from usimmarine_py.simulator.config.setup import Setup
from usimmarine_py.simulator.mail.values import (
    KEPT,
    UNCHANGED,
    V22_V23,
    Handler,
    Incoming,
    Taken,
    number,
    of_a_side,
    of_both_sides,
    of_elevator,
    of_the_fan,
    reads,
    refusal,
    text,
)
from usimmarine_py.simulator.state import DIFFERENTIAL, NORMAL, SimulatorState
from usimmarine_py.simulator.steering import limited_rudder
from usimmarine_py.text import finite_number, loose_boolean, strict_boolean
from usimmarine_py.values import MailEntry, Message, Post
from usimmarine_py.values.frozen import replace

#: A force (N) or moment (N m) beyond this is a mistake: no ship bears it.
MOST_FORCE = 1e12


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
    rudder = limited_rudder(setup, state.command.rudder, state.rudder_time, wanted, message.time)
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
        if state.holding is not None:
            return replace(state, holding=replace(state.holding, **{name: value})), remark
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
    if state.holding is not None:
        from usimmarine_py.control.hover import with_override  # loaded with the state

        has = strict_boolean(word) is False
        post, holding = Post("PID_HAS_CONTROL", "true" if has else "false"), with_override(state.holding, not has)
        if not has:
            # nobody steers until somebody does
            state = replace(state, command=replace(state.command, thrust=0.0, sway=0.0, heave=0.0, rudder=0.0))
        return replace(state, holding=holding, pending=(*state.pending, post)), remark
    pid, posts = setup.controller.with_override(_pid(state, message), word)
    # the controller keeps what it has to say until its next step (laws/controller 5)
    return replace(state, pid=pid, pid_posts=(*state.pid_posts, *posts)), remark


# ---- past the per cent (laws/actuators 2.3, 2.4) ---


def _set_point(state: SimulatorState, message: Message, setup: Setup) -> Taken:
    """DESIRED_<ACTUATOR>: a set-point of its own, until USM_RELEASE gives it back to the per cent."""
    name = message.variable.removeprefix("DESIRED_")
    point = next(one for one in setup.set_points if name in one.names)
    value, remark = number(message, setup)
    given = {**dict(state.command.set_points), point.state: min(max(value, point.low), point.high)}
    return replace(state, command=replace(state.command, set_points=tuple(given.items()))), remark


def _release(state: SimulatorState, message: Message, setup: Setup) -> Taken:
    """USM_RELEASE: actuators, or single states of them, or all follow the per cent again."""
    words, remark = text(message, setup)
    if not setup.set_points:
        raise refusal(message, f"has no effect: dynamics = {setup.dynamics} has no actuators to set; {UNCHANGED}")
    back: set[str] = set()
    for word in words.split(","):
        name = word.strip().upper().removeprefix("DESIRED_")
        found = {p.state for p in setup.set_points if name in ("ALL", p.actuator, p.state.upper())}
        if not found:
            raise refusal(message, f"must be names of actuators or all, not {word.strip()[:40]!r}; {UNCHANGED}")
        back |= found
    kept = tuple((key, value) for key, value in state.command.set_points if key not in back)
    return replace(state, command=replace(state.command, set_points=kept)), remark


def _force(state: SimulatorState, message: Message, setup: Setup) -> Taken:
    """USM_FORCE: X=, Y=, Z=, K=, M=, N=; what is not named is 0, ``none`` ends it."""
    words, remark = text(message, setup)
    if not setup.force_components:
        raise refusal(message, f"has no effect: dynamics = {setup.dynamics} knows no forces; {UNCHANGED}")
    found: dict[str, float] = {}
    for piece in words.split(",") if words.strip().lower() not in ("", "none") else ():
        key, equals, digits = piece.partition("=")
        name, value = key.strip().upper(), finite_number(digits.strip()) if equals else None
        if len(name) != 1 or name not in "XYZKMN" or value is None or name in found or abs(value) > MOST_FORCE:
            raise refusal(message, f"must be X=,Y=,Z=,K=,M=,N= (N and N m), each at most once, or none; {UNCHANGED}")
        found[name] = value
    idle = [name for name, value in found.items() if value != 0.0 and name not in setup.force_components]
    if idle:
        remark = f"{', '.join(idle)} cannot act on a vehicle of three degrees of freedom; the rest does"
    force = tuple(found.get(name, 0.0) for name in "XYZKMN") if found else ()
    return replace(state, command=replace(state.command, force=force)), remark


_command = partial(reads, group="command")
#: Not while the embedded controller steers.
_steering = partial(_command, coupled=False)
_controller = partial(reads, group="controller", dialects=V22_V23, coupled=True)
_FOR = "For the embedded controller."

#: Numbers that controllers and guidance post all the time, and what they set: of the command (in differential mode the
#: elevator alone), and of the embedded controller. Finite ones have no other effect but ``remarked``.
ORDERS = {"DESIRED_THRUST": "thrust", "DESIRED_RUDDER": "rudder", "DESIRED_ELEVATOR": "elevator"}
DESIRED = {"DESIRED_HEADING": "heading", "DESIRED_SPEED": "speed", "DESIRED_DEPTH": "depth"}

MAIL: tuple[Incoming, ...] = (
    _steering(
        "DESIRED_THRUST", "number", _set("thrust", gate=False), "Thrust of the propeller.", "%", idle=of_both_sides
    ),
    _steering(
        "DESIRED_RUDDER",
        "number",
        _rudder,
        "Rudder, positive to starboard; limited to 100 when used.",
        "%",
        idle=of_both_sides,
    ),
    _command(
        "DESIRED_ELEVATOR",
        "number",
        _set("elevator"),
        "Elevator, positive dives; limited to 100 when used.",
        "%",
        idle=of_elevator,
    ),
    _steering(
        "DESIRED_THRUST_L", "number", _side(left=True), "Left thrust, in differential mode only.", "%", idle=of_a_side
    ),
    _steering(
        "DESIRED_THRUST_R", "number", _side(left=False), "Right thrust, in differential mode only.", "%", idle=of_a_side
    ),
    _steering(
        "DESIRED_FAN",
        "number",
        _fan,
        "Fan thruster, while sailing only.",
        "%",
        dialects=("v23",),
        section="4, 11",
        idle=of_the_fan,
    ),
    _command(
        "THRUST_MODE_REVERSE", "text", _reverse, "true or reverse: thrust and rudder change sign.", section="4, 6.7"
    ),
    _command("THRUST_MODE_DIFFERENTIAL", "text", _split, "true or differential: two thrusts steer.", section="4, 6.6"),
)


def _goal(name: str, where: str) -> Incoming:
    return Incoming(
        name, "in", "number", f"Place to hold, {where}.", "m", when="at any time, with hover", group="controller",
        source="laws/controller 7", handler=_desired(name[-1].lower()), ours=True, setting="holds",
    )  # fmt: skip


def _along(name: str, axis: str, what: str) -> Incoming:
    when = "at any time, where command.type = allocation and the thrusters can"

    def idle(state: SimulatorState, message: Message, setup: Setup) -> Iterable[str]:
        del state
        if axis not in setup.axes and message.value != 0:
            yield f"has no effect: the vehicle cannot push along {axis} (command.type = allocation)"

    return Incoming(
        name, "in", "number", what, "%", when=when, group="command", source="laws/actuators 2.5", handler=_set(axis),
        ours=True, axis=axis, coupled=False, idle=idle,
    )  # fmt: skip


#: Features of our own.
OURS: tuple[Incoming, ...] = (
    Incoming(
        "USM_RELEASE",
        "in",
        "text",
        "Names of actuators (JET_PORT) or of single states (JET_PORT_ALPHA), separated by commas, or all: they follow "
        "the per cent again",
        when="at any time, with dynamics = fossen3 or fossen6",
        group="command",
        source="laws/actuators 2.3",
        handler=_release,
        ours=True,
    ),
    _along("DESIRED_SWAY", "sway", "Push sideways, positive to starboard; limited to 100 when used."),
    _goal("DESIRED_X", "east"),
    _goal("DESIRED_Y", "north"),
    _along("DESIRED_HEAVE", "heave", "Push up and down, positive down; limited to 100 when used."),
    Incoming(
        "USM_FORCE",
        "in",
        "text",
        "X=, Y=, Z=, K=, M=, N=: a force on the vehicle in its own axes beside all others, until changed; what is not "
        "named is 0, none ends it",
        "N, N m",
        when="at any time, with dynamics = fossen3 or fossen6",
        group="command",
        source="laws/actuators 2.4",
        handler=_force,
        ours=True,
    ),
)

_OWN = "at any time, with dynamics = fossen3 or fossen6"

#: What stands on the reference page for the mail of the actuators, which goes by their names.
SET_POINTS: tuple[MailEntry, ...] = (
    MailEntry(
        "DESIRED_ACTUATOR",
        "in",
        "number",
        "First state of an actuator under the actuator's name in the vehicle file, such as DESIRED_JET_PORT, within "
        "its range; ahead of the per cent until USM_RELEASE gives it back. A name that is taken, "
        "such as DESIRED_RUDDER, keeps its meaning.",
        "rpm, rps, rad/s, deg",
        when=_OWN,
        group="command",
        source="laws/actuators 2.3",
    ),
    MailEntry(
        "DESIRED_ACTUATOR_STATE",
        "in",
        "number",
        "Any state of an actuator, such as DESIRED_JET_PORT_ALPHA or DESIRED_RUDDER_DELTA.",
        "rpm, rps, rad/s, deg",
        when=_OWN,
        group="command",
        source="laws/actuators 2.3",
    ),
)


def set_point_mail(setup: Setup, taken: Collection[str]) -> dict[str, Incoming]:
    """The variables of the vehicle's actuators; those of ``taken`` belong to somebody else."""
    if setup.dialect.quirks:
        return {}
    return {
        name: Incoming(
            name, "in", "number", "", point.unit, group="command", source="laws/actuators 2.3",
            handler=_set_point, ours=True,
        )
        for point in setup.set_points
        for name in (f"DESIRED_{one}" for one in point.names)
        if name not in taken
    }  # fmt: skip


CONTROLLER: tuple[Incoming, ...] = (
    _controller("DESIRED_HEADING", "number", _desired("heading"), _FOR, "deg", holds=True),
    _controller("DESIRED_SPEED", "number", _desired("speed"), _FOR, "m/s"),
    _controller("DESIRED_DEPTH", "number", _desired("depth"), _FOR, "m", holds=True),
    _controller("SPEED_FACTOR", "number", _speed_factor, "Replaces speed_factor.", "%/(m/s)"),
    _controller(
        "MOOS_MANUAL_OVERRIDE",
        "text",
        _override,
        "true: a person steers.",
        aliases=("MOOS_MANUAL_OVERIDE",),
        holds=True,
    ),
)


def remarked(state: SimulatorState, setup: Setup) -> frozenset[tuple[str, bool]]:
    """Of which finite numbers of ``ORDERS`` and ``DESIRED`` something is to be said as things are: the variable, and
    whether of those that are not 0.
    """
    if setup.dialect.quirks:
        return frozenset()
    return frozenset(
        (entry.name, value != 0.0)
        for entry in _STEERING
        for value in (0.0, 1.0)
        if entry.idle is not None and any(entry.idle(state, Message(entry.name, value, state.clock), setup))
    )


_STEERING = tuple(e for e in (*MAIL, *CONTROLLER) if e.idle is not None and (e.name in ORDERS or e.name in DESIRED))
