"""What each mail variable does to the simulator's state.

A handler is a pure function of the state, the message, whose time is the clock when it was handed over, and the setup.
It gives the state after it and a remark about mail that was used all the same (empty: none); what it posts waits in
the state. It raises ``MailError`` for a value that can't be used. Section numbers mean the behaviour specification of
uSimMarine.
"""

from __future__ import annotations

from collections.abc import Callable
from math import isfinite, nan

from usimmarine_py.control.pid import PidState
from usimmarine_py.environment.drift import Drift, read_vector
from usimmarine_py.errors import ConfigError, MailError
from usimmarine_py.model import Message, Post
from usimmarine_py.model.frozen import replace
from usimmarine_py.simulator.config.pose import moved, read_exactly, read_leniently
from usimmarine_py.simulator.config.setup import Setup
from usimmarine_py.simulator.mail.weather import faults_after, with_sailing_wind, with_weather
from usimmarine_py.simulator.state import DIFFERENTIAL, NORMAL, SAILING, LocatedState, SimulatorState
from usimmarine_py.simulator.steering import limited_rudder
from usimmarine_py.text import loose_boolean, read_number, strict_boolean

Taken = tuple[SimulatorState, str]
Handler = Callable[[SimulatorState, Message, Setup], Taken]

_KEPT = "the last good value stays"
_UNCHANGED = "nothing is changed"


def refusal(message: Message, problem: str) -> MailError:
    """The error that says what is wrong with a message."""
    return MailError(message.variable, message.source, message.value, problem)


def number(message: Message, setup: Setup) -> tuple[float, str]:
    """The message's number and a remark; text counts where the dialect lets it, and never anything not finite."""
    value = message.value
    if isinstance(value, str):
        if setup.dialect.string_for_number:
            return -1.0, "text where a number is expected; the recorded version reads it as -1"
        found = read_number(value, exponent=setup.dialect.exponent)
        if found is None:
            raise refusal(message, f"must be a finite number; {_KEPT}")
        return found, "a number sent as text; send it as a number"
    try:
        # float() would read the digits of a binary value
        found = nan if isinstance(value, bytes) else float(value)
    except (TypeError, ValueError, OverflowError):
        found = nan
    if not isfinite(found):
        raise refusal(message, f"must be a finite number; {_KEPT}")
    return found, ""


def text(message: Message, setup: Setup) -> tuple[str, str]:
    """The message's text and a remark; a number reads as the empty text where the dialect has it so."""
    if isinstance(message.value, str):
        return message.value, ""
    if setup.dialect.string_for_number:
        return "", "not a text; the recorded version reads it as an empty one"
    raise refusal(message, f"must be a text; {_UNCHANGED}")


def _loose(message: Message, setup: Setup, current: bool) -> tuple[bool, str]:
    """The message's loose boolean and a remark."""
    word, remark = text(message, setup)
    found = loose_boolean(word, current)
    if found is None:
        raise refusal(message, f"must be true or false; {_UNCHANGED}")
    return found, remark


# ---- commands ---------------------------------------------------------------------------------------------------


def _command(name: str, *, gate: bool | None = None) -> Handler:
    """A set-point; ``gate``: taken in differential mode only (True), outside it only (False)."""

    def handle(state: SimulatorState, message: Message, setup: Setup) -> Taken:
        value, remark = number(message, setup)
        if gate is not None and gate != (state.thrust_mode == DIFFERENTIAL):
            return state, remark
        return replace(state, command=replace(state.command, **{name: value})), remark

    return handle


def _side(left: bool) -> Handler:
    """Thrust of one side (4); the recorded programs swap and negate the sides on arrival while in reverse (6.7)."""

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
    raise refusal(message, f"must be {word} or normal, true or false; {_UNCHANGED}")


def _reverse(state: SimulatorState, message: Message, setup: Setup) -> Taken:
    found, remark = _mode_word(message, setup, "reverse", state.command.reverse)
    return state if found is None else replace(state, command=replace(state.command, reverse=found)), remark


def _differential(state: SimulatorState, message: Message, setup: Setup) -> Taken:
    found, remark = _mode_word(message, setup, "differential", state.thrust_mode == DIFFERENTIAL)
    if found is None:
        return state, remark
    command = replace(state.command, differential=found)
    return replace(state, thrust_mode=DIFFERENTIAL if found else NORMAL, command=command), remark


# ---- what surrounds the vehicle ---------------------------------------------------------------------------------


def _buoyancy(state: SimulatorState, message: Message, setup: Setup) -> Taken:
    rate, remark = number(message, setup)
    return replace(state, settings=replace(state.settings, buoyancy_rate=rate), buoyancy_given=True), remark


def _water_depth(state: SimulatorState, message: Message, setup: Setup) -> Taken:
    value, remark = number(message, setup)
    if value < 0:
        raise refusal(message, f"must be at least 0; {_KEPT}")
    return replace(state, water_depth=value), remark


def _drifted(
    state: SimulatorState, drift: Drift, message: Message, setup: Setup, *, vector: bool = False
) -> SimulatorState:
    """The state with another drift, and whether the summary is due again (7)."""
    if not (isfinite(drift.x) and isfinite(drift.y)):
        raise refusal(message, f"makes the drift infinite; {_KEPT}")
    rule = setup.dialect.summary_rule
    fresh = rule == "any" or (rule == "vector" and vector)
    if rule == "source":
        fresh = message.source not in state.drift_sources
    sources = tuple(sorted({*state.drift_sources, message.source}))
    return replace(state, drift=drift, drift_sources=sources, drift_fresh=state.drift_fresh or fresh)


def _drift_x(state: SimulatorState, message: Message, setup: Setup) -> Taken:
    value, remark = number(message, setup)
    return _drifted(state, state.drift.with_x(value), message, setup), remark


def _drift_y(state: SimulatorState, message: Message, setup: Setup) -> Taken:
    value, remark = number(message, setup)
    return _drifted(state, state.drift.with_y(value), message, setup), remark


def _vector(change: Callable[[Drift, float, float], Drift]) -> Handler:
    """Mail with a text ``heading,magnitude`` that changes the drift."""

    def handle(state: SimulatorState, message: Message, setup: Setup) -> Taken:
        words, remark = text(message, setup)
        vector = read_vector(words, exponent=setup.dialect.exponent)
        if vector is not None:
            return _drifted(state, change(state.drift, *vector), message, setup, vector=True), remark
        problem = f"must be heading,magnitude; {_KEPT}"
        if not setup.dialect.lists_bad_senders:
            raise refusal(message, problem)
        return replace(state, drift_sources=tuple(sorted({*state.drift_sources, message.source}))), problem

    return handle


def _drift_mult(state: SimulatorState, message: Message, setup: Setup) -> Taken:
    factor, remark = number(message, setup)
    return _drifted(state, state.drift.times(factor), message, setup, vector=True), remark


def _rotate_speed(state: SimulatorState, message: Message, setup: Setup) -> Taken:
    value, remark = number(message, setup)
    return replace(state, rotate_speed=value), remark


def _field(state: SimulatorState, message: Message, setup: Setup) -> Taken:
    found, remark = _loose(message, setup, state.field_active)
    return replace(state, field_active=found), remark


def _wind(state: SimulatorState, message: Message, setup: Setup) -> Taken:
    words, remark = text(message, setup)
    sailing, accepted = state.sailing.with_wind(words, exponent=setup.dialect.exponent)
    state = replace(state, sailing=sailing)
    if not setup.dialect.quirks:
        try:
            state = replace(state, weather=with_sailing_wind(setup, state.weather, sailing))
        except ConfigError as error:
            remark = f"{error}; only the sails take it"
    if not words:
        remark = "an empty text sets a wind that keeps its speed and direction"
    if not accepted:
        return state, "must be spd=m/s, dir=deg; what came before the mistake is used"
    if setup.dialect.sailing_mode and sailing.is_set:
        state = replace(state, thrust_mode=SAILING, command=replace(state.command, differential=False))
    return state, remark


def _weather(state: SimulatorState, message: Message, setup: Setup) -> Taken:
    words, remark = text(message, setup)
    try:
        return with_weather(setup, state, words), remark
    except ConfigError as error:
        raise refusal(message, f"{error}; {_UNCHANGED}") from None


def _fault(state: SimulatorState, message: Message, setup: Setup) -> Taken:
    words, remark = text(message, setup)
    try:
        return replace(state, faults=faults_after(setup, state, words), faults_fresh=True), remark
    except ConfigError as error:
        raise refusal(message, f"{error}; {_UNCHANGED}") from None


# ---- the run ----------------------------------------------------------------------------------------------------


def _pause(state: SimulatorState, message: Message, setup: Setup) -> Taken:
    """The time between pause and going on is taken off the clock (9.3)."""
    if setup.dialect.strict_booleans:
        word, remark = text(message, setup)
        paused = word.lower() == "true"
    else:
        paused, remark = _loose(message, setup, state.paused)
    if paused == state.paused:
        return state, remark
    if paused:
        return replace(state, paused=True, pause_began=message.time), remark
    if setup.dialect.pause_moves_stamp:
        return replace(state, paused=False), remark
    elapsed = message.time - state.pause_began
    if setup.dialect.pause_wall_clock:
        elapsed /= setup.time_warp
    return replace(state, paused=False, pause_total=state.pause_total + elapsed), remark


def _put(own: LocatedState, values: dict[str, float], setup: Setup) -> LocatedState:
    return replace(own, state=setup.place(moved(own.state, values, exact=setup.dialect.exact_reset)))


def _reset(state: SimulatorState, message: Message, setup: Setup) -> Taken:
    words, remark = text(message, setup)
    count = state.reset_count + 1
    reading = (read_exactly if setup.dialect.exact_reset else read_leniently)(words)
    if reading.problem and setup.dialect.exact_reset:
        raise refusal(message, f"{reading.problem}; {_UNCHANGED}")
    if reading.problem:
        remark = f"{reading.problem}; what came before it is used"
    state = replace(
        state,
        nav=_put(state.nav, reading.values, setup),
        truth=_put(state.truth, reading.values, setup),
        reset_count=count,
        pending=(*state.pending, Post("USM_RESET_COUNT", float(count))),
    )
    return state, remark if reading.problem else reading.remark or remark


def _turn_rate(state: SimulatorState, message: Message, setup: Setup) -> Taken:
    value, remark = number(message, setup)
    rate = min(max(value, 0.0), 100.0)
    if rate != value:
        remark = f"must lie in [0, 100]; {rate:g} is used"
    return replace(state, settings=replace(state.settings, turn_rate=rate)), remark


def _turn_radius(state: SimulatorState, message: Message, setup: Setup) -> Taken:
    value, remark = number(message, setup)
    if value < 0:
        raise refusal(message, f"must be at least 0; {_KEPT}")
    return replace(state, settings=replace(state.settings, turn_radius=value)), remark


def _enabled(state: SimulatorState, message: Message, setup: Setup) -> Taken:
    found, remark = _loose(message, setup, state.enabled)
    return replace(state, enabled=found), remark


def _obstacle(state: SimulatorState, message: Message, setup: Setup) -> Taken:
    value, rule, remark = message.value, setup.dialect.obstacle_hit, ""
    found: bool | None
    if rule == "all_but_0":
        # a text reads as -1 here, so that "false" is a hit as well, and nothing ever releases
        found = state.obstacle or isinstance(value, (str, bytes)) or value != 0
    elif rule == "strict":
        found = isinstance(value, str) and strict_boolean(value) is True
    else:
        found = loose_boolean(value, state.obstacle) if isinstance(value, str) else None
        if found is None and rule == "boolean":
            found = state.obstacle
        elif found is None:
            hit, remark = number(message, setup)
            found = hit != 0
    return replace(state, obstacle=found), remark


def _navigate(name: str) -> Handler:
    """Position or heading from elsewhere, taken while disabled; each one puts the rudder amidships (9.1)."""

    def handle(state: SimulatorState, message: Message, setup: Setup) -> Taken:
        value, remark = number(message, setup)
        if state.enabled:
            return state, remark
        nav, truth = _put(state.nav, {name: value}, setup), _put(state.truth, {name: value}, setup)
        return replace(state, nav=nav, truth=truth, command=replace(state.command, rudder=0.0)), remark

    return handle


def _reset_nav(state: SimulatorState, message: Message, setup: Setup) -> Taken:
    del message
    # without dual state nobody steps the ground truth: V22 goes back to the start or the last reset, stamp and all
    if setup.dual_state or setup.dialect.resets_to_unmoved_truth:
        state = replace(state, nav=state.truth)
    return state, ""


def _buoyancy_control(state: SimulatorState, message: Message, setup: Setup) -> Taken:
    words, remark = text(message, setup)
    handshake, posts = state.handshake.request_buoyancy(words, message.time)
    if not posts:
        raise refusal(message, f"must be true; {_UNCHANGED}")
    settings = replace(state.settings, buoyancy_rate=0.0)
    pending = (*state.pending, *posts)
    return replace(state, handshake=handshake, settings=settings, buoyancy_given=True, pending=pending), remark


def _trim_control(state: SimulatorState, message: Message, setup: Setup) -> Taken:
    words, remark = text(message, setup)
    handshake, posts = state.handshake.request_trim(words, message.time)
    if not posts:
        raise refusal(message, f"must be true; {_UNCHANGED}")
    return replace(state, handshake=handshake, pending=(*state.pending, *posts)), remark


# ---- the embedded controller (13) -------------------------------------------------------------------------------


def _steering(state: SimulatorState, message: Message) -> PidState:
    if state.pid is None:
        raise refusal(message, "there is no embedded controller; give a yaw_pid_* parameter")
    return state.pid


def _desired(name: str) -> Handler:
    """A set-point of the embedded controller (13.3)."""

    def handle(state: SimulatorState, message: Message, setup: Setup) -> Taken:
        value, remark = number(message, setup)
        pid = setup.controller.with_desired(_steering(state, message), **{name: value})
        return replace(state, pid=pid), remark

    return handle


def _speed_factor(state: SimulatorState, message: Message, setup: Setup) -> Taken:
    value, remark = number(message, setup)
    if value < 0:
        raise refusal(message, f"must be at least 0; {_KEPT}")
    return replace(state, pid=setup.controller.with_speed_factor(_steering(state, message), value)), remark


def _override(state: SimulatorState, message: Message, setup: Setup) -> Taken:
    word, remark = text(message, setup)
    if strict_boolean(word) is None:
        raise refusal(message, f"must be true or false; {_UNCHANGED}")
    pid, posts = setup.controller.with_override(_steering(state, message), word)
    # the controller keeps what it has to say until its next step (13.5)
    return replace(state, pid=pid, pid_posts=(*state.pid_posts, *posts)), remark


HANDLERS: dict[str, Handler] = {
    "DESIRED_THRUST": _command("thrust", gate=False),
    "DESIRED_RUDDER": _rudder,
    "DESIRED_ELEVATOR": _command("elevator"),
    "DESIRED_THRUST_L": _side(left=True),
    "DESIRED_THRUST_R": _side(left=False),
    "THRUST_MODE_REVERSE": _reverse,
    "THRUST_MODE_DIFFERENTIAL": _differential,
    "BUOYANCY_RATE": _buoyancy,
    "USM_BUOYANCY_RATE": _buoyancy,
    "WATER_DEPTH": _water_depth,
    "USM_WATER_DEPTH": _water_depth,
    "DRIFT_X": _drift_x,
    "DRIFT_Y": _drift_y,
    "DRIFT_VECTOR": _vector(Drift.with_vector),
    "DRIFT_VECTOR_ADD": _vector(Drift.plus_vector),
    "DRIFT_VECTOR_MULT": _drift_mult,
    "ROTATE_SPEED": _rotate_speed,
    "USM_CURRENT_FIELD": _field,
    "USM_SIM_PAUSED": _pause,
    "USM_RESET": _reset,
    "USM_TURN_RATE": _turn_rate,
    "USM_TURN_RADIUS": _turn_radius,
    "USM_ENABLED": _enabled,
    "OBSTACLE_HIT": _obstacle,
    "NAV_X": _navigate("x"),
    "NAV_Y": _navigate("y"),
    "NAV_HEADING": _navigate("heading"),
    "USM_RESET_NAV": _reset_nav,
    "DESIRED_FAN": _fan,
    "WIND_CONDITIONS": _wind,
    "USM_WEATHER": _weather,
    "USM_FAULT": _fault,
    "BUOYANCY_CONTROL": _buoyancy_control,
    "TRIM_CONTROL": _trim_control,
    "DESIRED_HEADING": _desired("heading"),
    "DESIRED_SPEED": _desired("speed"),
    "DESIRED_DEPTH": _desired("depth"),
    "SPEED_FACTOR": _speed_factor,
    "MOOS_MANUAL_OVERRIDE": _override,
}
