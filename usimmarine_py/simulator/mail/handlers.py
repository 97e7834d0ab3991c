"""What each mail variable does to the simulator's state.

A handler is a pure function of the state, the mail and the context; it raises ``MailError`` for a value that can't be
used, and the state before it stays. Section numbers mean the behaviour specification of uSimMarine.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from math import isfinite, nan
from typing import NamedTuple

from usimmarine_py.control.pid import PidState
from usimmarine_py.environment.drift import Drift, read_vector
from usimmarine_py.errors import ConfigError, MailError
from usimmarine_py.model.frozen import replace
from usimmarine_py.simulator.config.pose import moved, read_exactly, read_leniently
from usimmarine_py.simulator.config.setup import Setup
from usimmarine_py.simulator.mail.weather import with_faults, with_sailing_wind, with_weather
from usimmarine_py.simulator.state import DIFFERENTIAL, NORMAL, SAILING, Copy, Post, SimulatorState
from usimmarine_py.simulator.weather.state import sailing_in
from usimmarine_py.text import loose_boolean, read_number, strict_boolean


class Mail(NamedTuple):
    """One message: ``time`` is its own stamp, ``now`` the clock when it was handed over (s)."""

    variable: str
    value: float | str | bytes
    time: float
    now: float
    source: str

    def error(self, problem: str) -> MailError:
        """The error that says why this mail can't be used."""
        return MailError(self.variable, self.source, self.value, problem)


@dataclass
class Context:
    """What the handlers need besides state and mail; posts and warnings are collected here."""

    setup: Setup
    posts: list[Post] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)

    def warn(self, mail: Mail, problem: str) -> None:
        """A run warning about mail that was used all the same."""
        self.warnings.append(str(mail.error(problem)))


Handler = Callable[[SimulatorState, Mail, Context], SimulatorState]


def number(mail: Mail, context: Context) -> float:
    """The mail's number; text counts where the dialect lets it, and never anything that is not finite."""
    value = mail.value
    if isinstance(value, str):
        if context.setup.dialect.string_for_number:
            context.warn(mail, "text where a number is expected; the recorded version reads it as -1")
            return -1.0
        found = read_number(value, exponent=context.setup.dialect.exponent)
        if found is None:
            raise mail.error("must be a finite number; the last good value stays")
        context.warn(mail, "a number sent as text; send it as a number")
        return found
    try:
        # float() would read the digits of a binary value
        found = nan if isinstance(value, bytes) else float(value)
    except (TypeError, ValueError, OverflowError):
        found = nan
    if not isfinite(found):
        raise mail.error("must be a finite number; the last good value stays")
    return found


def text(mail: Mail, context: Context) -> str:
    """The mail's text; a number reads as the empty text where the dialect has it so."""
    if isinstance(mail.value, str):
        return mail.value
    if context.setup.dialect.string_for_number:
        context.warn(mail, "not a text; the recorded version reads it as an empty one")
        return ""
    raise mail.error("must be a text; nothing is changed")


def _command(name: str, *, gate: bool | None = None, limit: bool = False) -> Handler:
    """A set-point; ``gate``: taken in differential mode only (True), outside it only (False)."""

    def handle(state: SimulatorState, mail: Mail, context: Context) -> SimulatorState:
        value = number(mail, context)
        if gate is not None and gate != (state.thrust_mode == DIFFERENTIAL):
            return state
        if limit:
            value = min(max(value, -100.0), 100.0)
        return replace(state, command=replace(state.command, **{name: value}))

    return handle


def _side(left: bool) -> Handler:
    """Thrust of one side (4); the recorded programs swap and negate the sides on arrival while in reverse (6.7)."""

    def handle(state: SimulatorState, mail: Mail, context: Context) -> SimulatorState:
        value = min(max(number(mail, context), -100.0), 100.0)
        if state.thrust_mode != DIFFERENTIAL:
            return state
        to_left = left
        if state.command.reverse and context.setup.dialect.reverse_differential:
            value, to_left = -value, not left
        name = "thrust_left" if to_left else "thrust_right"
        return replace(state, command=replace(state.command, **{name: value}))

    return handle


def move_rudder(state: SimulatorState, wanted: float, now: float, context: Context) -> SimulatorState:
    """The rudder after a request for ``wanted`` per cent at clock ``now``: the limiter (10)."""
    before = state.command.rudder
    change = wanted - before
    cap = 100.0 if context.setup.dialect.rudder_step_cap else None
    if context.setup.rudder_rate > 0:
        cap = (now - state.rudder_time) * context.setup.rudder_rate
        if not context.setup.dialect.rudder_first_unlimited:
            cap = max(cap, 0.0)
    if cap is not None:
        change = -cap if change < -cap else cap if change > cap else change
    # written so that an unlimited rudder is exactly what was asked for
    rudder = wanted if cap is None else before + change
    return replace(state, command=replace(state.command, rudder=rudder), rudder_time=now)


def _rudder(state: SimulatorState, mail: Mail, context: Context) -> SimulatorState:
    wanted = number(mail, context)
    if state.thrust_mode == DIFFERENTIAL:
        return state
    return move_rudder(state, wanted, mail.now, context)


_ON = frozenset({"true", "on", "yes"})
_OFF = frozenset({"false", "off", "no", "normal"})


def _mode_word(mail: Mail, context: Context, word: str, current: bool) -> bool | None:
    """Which way a THRUST_MODE_* text points; None where the recorded program ignores it."""
    found = text(mail, context).lower()
    if context.setup.dialect.mode_words == "any":
        if found == "toggle":
            return not current
        if found == word or found in _ON:
            return True
        if found in _OFF:
            return False
        raise mail.error(f"must be {word} or normal, true or false; nothing is changed")
    if context.setup.dialect.mode_words == "true_only":
        # the reverse mode is cleared by any other text; the differential mode takes a loose boolean
        return found == "true" if word == "reverse" else loose_boolean(found, current)
    return {word: True, "true": True, "normal": False, "false": False}.get(found)


def _reverse(state: SimulatorState, mail: Mail, context: Context) -> SimulatorState:
    found = _mode_word(mail, context, "reverse", state.command.reverse)
    return state if found is None else replace(state, command=replace(state.command, reverse=found))


def _differential(state: SimulatorState, mail: Mail, context: Context) -> SimulatorState:
    found = _mode_word(mail, context, "differential", state.thrust_mode == DIFFERENTIAL)
    if found is None:
        return state
    command = replace(state.command, differential=found)
    return replace(state, thrust_mode=DIFFERENTIAL if found else NORMAL, command=command)


def _buoyancy(state: SimulatorState, mail: Mail, context: Context) -> SimulatorState:
    settings = replace(state.settings, buoyancy_rate=number(mail, context))
    return replace(state, settings=settings, buoyancy_given=True)


def _water_depth(state: SimulatorState, mail: Mail, context: Context) -> SimulatorState:
    value = number(mail, context)
    if value < 0:
        raise mail.error("must be at least 0; the last good value stays")
    return replace(state, water_depth=value)


def _drifted(state: SimulatorState, drift: Drift, mail: Mail, context: Context, *, vector: bool) -> SimulatorState:
    """The state with another drift, and whether the summary is due again (7)."""
    rule = context.setup.dialect.summary_rule
    fresh = rule == "any" or (rule == "vector" and vector)
    if rule == "source":
        fresh = mail.source not in state.drift_sources
    sources = tuple(sorted({*state.drift_sources, mail.source}))
    return replace(state, drift=drift, drift_sources=sources, drift_fresh=state.drift_fresh or fresh)


def _checked(drift: Drift, mail: Mail) -> Drift:
    if not (isfinite(drift.x) and isfinite(drift.y)):
        raise mail.error("makes the drift infinite; the last good value stays")
    return drift


def _drift_x(state: SimulatorState, mail: Mail, context: Context) -> SimulatorState:
    return _drifted(state, state.drift.with_x(number(mail, context)), mail, context, vector=False)


def _drift_y(state: SimulatorState, mail: Mail, context: Context) -> SimulatorState:
    return _drifted(state, state.drift.with_y(number(mail, context)), mail, context, vector=False)


def _vector(change: Callable[[Drift, float, float], Drift]) -> Handler:
    """Mail with a text ``heading,magnitude`` that changes the drift."""

    def handle(state: SimulatorState, mail: Mail, context: Context) -> SimulatorState:
        vector = read_vector(text(mail, context), exponent=context.setup.dialect.exponent)
        if vector is not None:
            return _drifted(state, _checked(change(state.drift, *vector), mail), mail, context, vector=True)
        problem = "must be heading,magnitude; the last good value stays"
        if not context.setup.dialect.lists_bad_senders:
            raise mail.error(problem)
        context.warn(mail, problem)
        return replace(state, drift_sources=tuple(sorted({*state.drift_sources, mail.source})))

    return handle


def _drift_mult(state: SimulatorState, mail: Mail, context: Context) -> SimulatorState:
    drift = _checked(state.drift.times(number(mail, context)), mail)
    return _drifted(state, drift, mail, context, vector=True)


def _rotate_speed(state: SimulatorState, mail: Mail, context: Context) -> SimulatorState:
    return replace(state, rotate_speed=number(mail, context))


def _field(state: SimulatorState, mail: Mail, context: Context) -> SimulatorState:
    found = loose_boolean(text(mail, context), state.field_active)
    if found is None:
        raise mail.error("must be true or false; nothing is changed")
    return replace(state, field_active=found)


def set_paused(state: SimulatorState, paused: bool, now: float, context: Context) -> SimulatorState:
    """Pause or go on at clock ``now``; the time in between is taken off the clock (9.3)."""
    if paused == state.paused:
        return state
    if paused:
        return replace(state, paused=True, pause_began=now)
    if context.setup.dialect.pause_moves_stamp:
        return replace(state, paused=False)
    elapsed = now - state.pause_began
    if context.setup.dialect.pause_wall_clock:
        elapsed /= context.setup.time_warp
    return replace(state, paused=False, pause_total=state.pause_total + elapsed)


def _pause(state: SimulatorState, mail: Mail, context: Context) -> SimulatorState:
    word = text(mail, context)
    if context.setup.dialect.strict_booleans:
        return set_paused(state, word.lower() == "true", mail.now, context)
    found = loose_boolean(word, state.paused)
    if found is None:
        raise mail.error("must be true or false; nothing is changed")
    return set_paused(state, found, mail.now, context)


def _put(copy: Copy, values: dict[str, float], context: Context) -> Copy:
    return replace(copy, state=context.setup.place(moved(copy.state, values, exact=context.setup.dialect.exact_reset)))


def _reset(state: SimulatorState, mail: Mail, context: Context) -> SimulatorState:
    words = text(mail, context)
    count = state.reset_count + 1
    reading = (read_exactly if context.setup.dialect.exact_reset else read_leniently)(words)
    if reading.problem and context.setup.dialect.exact_reset:
        raise mail.error(f"{reading.problem}; nothing is changed")
    if reading.problem:
        context.warn(mail, f"{reading.problem}; what came before it is used")
    elif reading.remark:
        context.warn(mail, reading.remark)
    values = reading.values
    context.posts.append(Post("USM_RESET_COUNT", float(count)))
    nav, truth = _put(state.nav, values, context), _put(state.truth, values, context)
    return replace(state, nav=nav, truth=truth, reset_count=count)


def _turn_rate(state: SimulatorState, mail: Mail, context: Context) -> SimulatorState:
    value = number(mail, context)
    rate = min(max(value, 0.0), 100.0)
    if rate != value:
        context.warn(mail, f"must lie in [0, 100]; {rate:g} is used")
    return replace(state, settings=replace(state.settings, turn_rate=rate))


def _turn_radius(state: SimulatorState, mail: Mail, context: Context) -> SimulatorState:
    value = number(mail, context)
    if value < 0:
        raise mail.error("must be at least 0; the last good value stays")
    return replace(state, settings=replace(state.settings, turn_radius=value))


def _enabled(state: SimulatorState, mail: Mail, context: Context) -> SimulatorState:
    found = loose_boolean(text(mail, context), state.enabled)
    if found is None:
        raise mail.error("must be true or false; nothing is changed")
    return replace(state, enabled=found)


def _obstacle(state: SimulatorState, mail: Mail, context: Context) -> SimulatorState:
    value = mail.value
    rule = context.setup.dialect.obstacle_hit
    if rule != "any":
        if rule == "all_but_0":
            # a text reads as -1 here, so that "false" is a hit as well, and nothing ever releases
            hit = state.obstacle or isinstance(value, (str, bytes)) or value != 0
        elif rule == "boolean":
            found = loose_boolean(value, state.obstacle) if isinstance(value, str) else None
            hit = state.obstacle if found is None else found
        else:
            hit = isinstance(value, str) and strict_boolean(value) is True
        return replace(state, obstacle=hit)
    if isinstance(value, str):
        found = loose_boolean(value, state.obstacle)
        if found is None:
            found = number(mail, context) != 0
        return replace(state, obstacle=found)
    return replace(state, obstacle=number(mail, context) != 0)


def _navigate(name: str) -> Handler:
    """Position or heading from elsewhere, taken while disabled; each one puts the rudder amidships (9.1)."""

    def handle(state: SimulatorState, mail: Mail, context: Context) -> SimulatorState:
        value = number(mail, context)
        if state.enabled:
            return state
        nav, truth = _put(state.nav, {name: value}, context), _put(state.truth, {name: value}, context)
        return replace(state, nav=nav, truth=truth, command=replace(state.command, rudder=0.0))

    return handle


def _reset_nav(state: SimulatorState, mail: Mail, context: Context) -> SimulatorState:
    del mail
    # without dual state nobody steps the ground truth: V22 goes back to the start or the last reset, stamp and all
    if context.setup.dual_state or context.setup.dialect.resets_to_unmoved_truth:
        return replace(state, nav=state.truth)
    return state


def _fan(state: SimulatorState, mail: Mail, context: Context) -> SimulatorState:
    value = number(mail, context)
    if not state.sails:
        return state
    return replace(state, command=replace(state.command, fan=value))


def _wind(state: SimulatorState, mail: Mail, context: Context) -> SimulatorState:
    words = text(mail, context)
    sailing, accepted = state.sailing.with_wind(words, exponent=context.setup.dialect.exponent)
    state = replace(state, sailing=sailing)
    if not context.setup.dialect.quirks:
        try:
            state = replace(state, sea=with_sailing_wind(context.setup, state.sea, sailing))
        except ConfigError as error:
            context.warn(mail, f"{error}; only the sails take it")
    if not words:
        context.warn(mail, "an empty text sets a wind that keeps its speed and direction")
    if not accepted:
        context.warn(mail, "must be spd=m/s, dir=deg; what came before the mistake is used")
        return state
    if context.setup.dialect.sailing_mode and sailing.is_set:
        return replace(state, thrust_mode=SAILING, command=replace(state.command, differential=False))
    return state


def _buoyancy_control(state: SimulatorState, mail: Mail, context: Context) -> SimulatorState:
    handshake, posts = state.handshake.request_buoyancy(text(mail, context), mail.now)
    if not posts:
        raise mail.error("must be true; nothing is changed")
    context.posts += [Post(*post) for post in posts]
    settings = replace(state.settings, buoyancy_rate=0.0)
    return replace(state, handshake=handshake, settings=settings, buoyancy_given=True)


def _trim_control(state: SimulatorState, mail: Mail, context: Context) -> SimulatorState:
    handshake, posts = state.handshake.request_trim(text(mail, context), mail.now)
    if not posts:
        raise mail.error("must be true; nothing is changed")
    context.posts += [Post(*post) for post in posts]
    return replace(state, handshake=handshake)


def _desired(name: str) -> Handler:
    """A set-point of the embedded controller (13.3)."""

    def handle(state: SimulatorState, mail: Mail, context: Context) -> SimulatorState:
        value = number(mail, context)
        return replace(state, pid=context.setup.controller.with_desired(_steering(state, mail), **{name: value}))

    return handle


def _steering(state: SimulatorState, mail: Mail) -> PidState:
    if state.pid is None:
        raise mail.error("there is no embedded controller; give a yaw_pid_* parameter")
    return state.pid


def _speed_factor(state: SimulatorState, mail: Mail, context: Context) -> SimulatorState:
    value = number(mail, context)
    if value < 0:
        raise mail.error("must be at least 0; the last good value stays")
    return replace(state, pid=context.setup.controller.with_speed_factor(_steering(state, mail), value))


def _override(state: SimulatorState, mail: Mail, context: Context) -> SimulatorState:
    word = text(mail, context)
    if strict_boolean(word) is None:
        raise mail.error("must be true or false; nothing is changed")
    pid, posts = context.setup.controller.with_override(_steering(state, mail), word)
    # the controller keeps what it has to say until its next step (13.5)
    return replace(state, pid=pid, pid_posts=(*state.pid_posts, *(Post(*post) for post in posts)))


def _weather(state: SimulatorState, mail: Mail, context: Context) -> SimulatorState:
    try:
        sea = with_weather(context.setup, state.sea, text(mail, context))
        return replace(state, sea=sea, sailing=sailing_in(sea, state.sailing))
    except ConfigError as error:
        raise mail.error(f"{error}; nothing is changed") from None


def _fault(state: SimulatorState, mail: Mail, context: Context) -> SimulatorState:
    vehicle = state.truth.state if context.setup.dual_state else state.nav.state
    try:
        return replace(state, sea=with_faults(context.setup, state.sea, text(mail, context), state.command, vehicle))
    except ConfigError as error:
        raise mail.error(f"{error}; nothing is changed") from None


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
