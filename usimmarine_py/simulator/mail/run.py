"""Mail about the run itself: pause, reset, the vehicle put elsewhere, obstacles, requests."""

from __future__ import annotations

from functools import partial

from usimmarine_py.simulator.config.pose import moved, read_exactly, read_leniently
from usimmarine_py.simulator.config.setup import Setup
from usimmarine_py.simulator.guard import OK
from usimmarine_py.simulator.mail.values import (
    KEPT,
    UNCHANGED,
    V22_V23,
    Handler,
    Incoming,
    Taken,
    loose,
    number,
    of_the_laws,
    reads,
    refusal,
    text,
    within,
)
from usimmarine_py.simulator.state import LocatedState, SimulatorState
from usimmarine_py.text import loose_boolean, strict_boolean
from usimmarine_py.values import Message, Post
from usimmarine_py.values.frozen import replace
from usimmarine_py.values.state import FARTHEST


def _pause(state: SimulatorState, message: Message, setup: Setup) -> Taken:
    """The time between pause and going on is taken off the clock (laws/usimmarine 8.3)."""
    if setup.dialect.strict_booleans:
        word, remark = text(message, setup)
        paused = word.lower() == "true"
    else:
        paused, remark = loose(message, setup, state.paused)
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
        raise refusal(message, f"{reading.problem}; {UNCHANGED}")
    if reading.problem:
        remark = f"{reading.problem}; what came before it is used"
    news = () if state.status == OK else (Post("USM_VEHICLE_STATUS", OK),)
    state = replace(
        state,
        nav=_put(state.nav, reading.values, setup),
        truth=_put(state.truth, reading.values, setup),
        reset_count=count,
        status=OK,
        pending=(*state.pending, *news, Post("USM_RESET_COUNT", float(count))),
    )
    return state, remark if reading.problem else reading.remark or remark


def _turn_rate(state: SimulatorState, message: Message, setup: Setup) -> Taken:
    value, remark = number(message, setup)
    rate = min(max(value, 0.0), 100.0)
    if rate != value:
        remark = f"must lie in [0, 100]; {rate:g} is used"
    return replace(state, settings=replace(state.settings, turn_rate=rate)), remark


def _turn_radius(state: SimulatorState, message: Message, setup: Setup) -> Taken:
    value, remark = within(message, setup, FARTHEST, "m")
    if value < 0:
        raise refusal(message, f"must be at least 0; {KEPT}")
    return replace(state, settings=replace(state.settings, turn_radius=value)), remark


def _enabled(state: SimulatorState, message: Message, setup: Setup) -> Taken:
    found, remark = loose(message, setup, state.enabled)
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


#: Mail that counts while disabled only.
NAVIGATED = frozenset(("NAV_X", "NAV_Y", "NAV_HEADING"))


def _navigate(name: str) -> Handler:
    """Position or heading from elsewhere, taken while disabled; each one puts the rudder amidships (laws/usimmarine
    8.1).
    """

    def handle(state: SimulatorState, message: Message, setup: Setup) -> Taken:
        value, remark = within(message, setup, FARTHEST, "m")
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
        raise refusal(message, f"must be true; {UNCHANGED}")
    settings = replace(state.settings, buoyancy_rate=0.0)
    pending = (*state.pending, *posts)
    return replace(state, handshake=handshake, settings=settings, buoyancy_given=True, pending=pending), remark


def _trim_control(state: SimulatorState, message: Message, setup: Setup) -> Taken:
    words, remark = text(message, setup)
    handshake, posts = state.handshake.request_trim(words, message.time)
    if not posts:
        raise refusal(message, f"must be true; {UNCHANGED}")
    return replace(state, handshake=handshake, pending=(*state.pending, *posts)), remark


_run = partial(reads, group="run")
_ask = partial(reads, group="handshake", section="14")
_elsewhere = partial(_run, dialects=V22_V23, while_disabled=True)

MAIL: tuple[Incoming, ...] = (
    _run("USM_SIM_PAUSED", "text", _pause, "true or false: holds the vehicle, publications go on.", section="9.3"),
    _run("USM_RESET", "text", _reset, "The text of start_pos: puts the vehicle there.", section="8"),
    _run("USM_TURN_RATE", "number", _turn_rate, "Replaces turn_rate, within [0, 100].", "deg/s", idle=of_the_laws),
    _run(
        "USM_TURN_RADIUS",
        "number",
        _turn_radius,
        "Replaces turn_radius.",
        "m",
        dialects=("v22",),
        section="6.11",
        idle=of_the_laws,
    ),
    _run("USM_ENABLED", "text", _enabled, "true or false: takes the vehicle out of the simulation.", section="9.1"),
    _run("OBSTACLE_HIT", "any", _obstacle, "The vehicle is held by an obstacle.", section="9.2"),
    _ask("TRIM_CONTROL", "text", _trim_control, "true: asks for trim."),
    _ask("BUOYANCY_CONTROL", "text", _buoyancy_control, "true: asks for neutral buoyancy."),
    _elsewhere("NAV_X", "number", _navigate("x"), "Position, taken while disabled only.", "m"),
    _elsewhere("NAV_Y", "number", _navigate("y"), "Position, taken while disabled only.", "m"),
    _elsewhere("NAV_HEADING", "number", _navigate("heading"), "Heading, taken while disabled only.", "deg"),
    _run("USM_RESET_NAV", "any", _reset_nav, "Navigation := ground truth (dual state).", dialects=("v22",)),
)
