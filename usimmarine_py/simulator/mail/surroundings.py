"""Mail about what surrounds the vehicle: buoyancy, water depth, drift, wind, weather; and faults."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import TYPE_CHECKING

from usimmarine_py.errors import ConfigError
from usimmarine_py.kinematic.sailing import Sailing
from usimmarine_py.sea.drift import Drift, read_vector
from usimmarine_py.sea.settings import merge, parse_list, weather_from
from usimmarine_py.simulator.config.setup import Setup
from usimmarine_py.simulator.mail.values import (
    FASTEST,
    KEPT,
    UNCHANGED,
    V22_V23,
    Handler,
    Incoming,
    Taken,
    loose,
    number,
    on_surface,
    reads,
    refusal,
    text,
    within,
)
from usimmarine_py.simulator.state import SAILING, SimulatorState
from usimmarine_py.simulator.weather.state import WeatherNow, sailing_in, wind_settings
from usimmarine_py.values import Message
from usimmarine_py.values.faults import Fault, change_faults, hold
from usimmarine_py.values.frozen import replace
from usimmarine_py.values.state import FARTHEST
from usimmarine_py.vehicle.actuators.faults import command_values, faulty_command

if TYPE_CHECKING:
    from usimmarine_py.simulator.weather.effect import Asked


def _buoyancy(state: SimulatorState, message: Message, setup: Setup) -> Taken:
    rate, remark = within(message, setup, FASTEST, "m/s")
    return replace(state, settings=replace(state.settings, buoyancy_rate=rate), buoyancy_given=True), remark


def _water_depth(state: SimulatorState, message: Message, setup: Setup) -> Taken:
    value, remark = within(message, setup, FARTHEST, "m")
    if value < 0:
        raise refusal(message, f"must be at least 0; {KEPT}")
    return replace(state, water_depth=value), remark


def _drifted(
    state: SimulatorState, drift: Drift, message: Message, setup: Setup, *, vector: bool = False
) -> SimulatorState:
    """The state with another drift, and whether the summary is due again (laws/usimmarine 4.3)."""
    if not (abs(drift.x) <= FASTEST and abs(drift.y) <= FASTEST):
        raise refusal(message, f"makes the drift faster than {FASTEST:g} m/s; {KEPT}")
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
        problem = f"must be heading,magnitude; {KEPT}"
        if not setup.dialect.lists_bad_senders:
            raise refusal(message, problem)
        return replace(state, drift_sources=tuple(sorted({*state.drift_sources, message.source}))), problem

    return handle


def _drift_mult(state: SimulatorState, message: Message, setup: Setup) -> Taken:
    factor, remark = number(message, setup)
    return _drifted(state, state.drift.times(factor), message, setup, vector=True), remark


def _rotate_speed(state: SimulatorState, message: Message, setup: Setup) -> Taken:
    value, remark = within(message, setup, FARTHEST, "deg/s")
    return replace(state, rotate_speed=value), remark


def _field(state: SimulatorState, message: Message, setup: Setup) -> Taken:
    found, remark = loose(message, setup, state.field_active)
    return replace(state, field_active=found), remark


def _wind(state: SimulatorState, message: Message, setup: Setup) -> Taken:
    words, remark = text(message, setup)
    sailing, accepted = state.sailing.with_wind(words, exponent=setup.dialect.exponent)
    state = replace(state, sailing=sailing)
    if not setup.dialect.quirks:
        try:
            state = replace(state, weather=_with_sailing_wind(setup, state.weather, sailing))
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
        after = _with_weather(setup, state, words)
    except ConfigError as error:
        raise refusal(message, f"{error}; {UNCHANGED}") from None
    return after, remark


def _fault(state: SimulatorState, message: Message, setup: Setup) -> Taken:
    words, remark = text(message, setup)
    try:
        return replace(state, faults=_faults_after(setup, state, words), faults_fresh=True), remark
    except ConfigError as error:
        raise refusal(message, f"{error}; {UNCHANGED}") from None


def _node_report(state: SimulatorState, message: Message, setup: Setup) -> Taken:
    """What AIS would tell of another vehicle (laws/sensors 6)."""
    from usimmarine_py.sensors import ais, nmea  # of what few vehicles listen to

    words, remark = text(message, setup)
    to_latlon = None if setup.geodesy is None else setup.geodesy.to_latlon
    known = {contact.name: contact for contact in state.contacts}
    try:
        contact = ais.contact_from(words, setup.nmea_ais, to_latlon, known)
    except ConfigError as error:
        raise refusal(message, f"{error}; ignored") from None
    if contact.name.lower() == setup.own_name.lower():
        return state, remark
    second = nmea.second_at(state.elapsed, setup.nmea_start)
    contact, sentences = ais.due(contact, message.time, second, dict(setup.nmea_rates).get(nmea.AIS))
    known[contact.name] = contact
    return replace(state, contacts=tuple(known.values()), spoken=(*state.spoken, *sentences)), remark


def _with_weather(setup: Setup, state: SimulatorState, text: str) -> SimulatorState:
    """The state after USM_WEATHER; raises ``ConfigError``."""
    weather = replace(_changed(setup, state.weather, parse_list(text)), asked=True, acts=True)
    return replace(state, weather=weather, sailing=sailing_in(weather, state.sailing))


def _with_sailing_wind(setup: Setup, weather: WeatherNow, sailing: Sailing) -> WeatherNow:
    """The weather after WIND_CONDITIONS, which the sails have read already; raises ``ConfigError``."""
    return _changed(setup, weather, wind_settings(sailing)) if sailing.wind.is_set else weather


def _faults_after(setup: Setup, state: SimulatorState, text: str) -> tuple[Fault, ...]:
    """The faults after USM_FAULT; an actuator that gets stuck stays where it is. Raises ``ConfigError``."""
    vehicle = (state.truth if setup.dual_state else state.nav).state
    faults = change_faults(state.faults, text, setup.suite.groups, setup.actuators)
    present = {name.lower(): value for name, value in vehicle.actuators}
    for target in setup.actuators:
        # a short name means the actuator's first state, as jet_port means jet_port_n
        found = [value for name, value in present.items() if name.startswith(target + "_")]
        if target not in present and found:
            present[target] = found[0]
    present |= command_values(faulty_command(state.command, state.faults))
    return hold(faults, present)


def _changed(setup: Setup, weather: WeatherNow, changes: Mapping[str, str]) -> WeatherNow:
    settings = merge(dict(weather.settings), changes)
    hull = setup.hull
    model = weather_from(settings, hull, weather.model.origin)
    acts = weather.asked or (not setup.kinematic and model.wind.given)
    return replace(weather, settings=tuple(settings.items()), model=model, acts=acts)


def _asked(state: SimulatorState, setup: Setup) -> Asked:
    from usimmarine_py.simulator.weather.effect import Asked  # for weather mail alone

    return Asked(
        dict(state.weather.settings),
        state.weather.model,
        state.sailing,
        setup.suite,
        setup.kinematic,
        setup.limits.surface,
        setup.limits.planar,
        state.water_depth > 0.0 or setup.ground.seabed is not None,
        setup.flowing,
    )


def _idle_wind(state: SimulatorState, message: Message, setup: Setup) -> Iterable[str]:
    from usimmarine_py.simulator.weather.effect import idle_wind

    del message
    return filter(None, [idle_wind(_asked(state, setup))])


def _idle_weather(state: SimulatorState, message: Message, setup: Setup) -> Iterable[str]:
    from usimmarine_py.simulator.weather.effect import idle_weather

    for found in idle_weather(parse_list(str(message.value)), _asked(state, setup)):
        yield f"{found.name}: {found.why}"


def _idle_field(state: SimulatorState, message: Message, setup: Setup) -> Iterable[str]:
    del state, message
    if setup.flow is None:
        yield "has no effect without current_field"


_depth = partial(reads, group="depth")
_drift = partial(reads, group="drift")
_documented = partial(_depth, dialects=("documented",), exclusive=True)

MAIL: tuple[Incoming, ...] = (
    _depth(
        "BUOYANCY_RATE",
        "number",
        _buoyancy,
        "Vertical speed without command, positive floats up.",
        "m/s",
        idle=on_surface,
    ),
    _documented("USM_BUOYANCY_RATE", "number", _buoyancy, "As BUOYANCY_RATE.", "m/s", idle=on_surface),
    _depth("WATER_DEPTH", "number", _water_depth, "Water depth; 0 makes it unknown, below 0 is refused.", "m"),
    _documented("USM_WATER_DEPTH", "number", _water_depth, "As WATER_DEPTH.", "m"),
    _drift("DRIFT_X", "number", _drift_x, "External drift to the east.", "m/s", aliases=("CURRENT_X",)),
    _drift("DRIFT_Y", "number", _drift_y, "External drift to the north.", "m/s", aliases=("CURRENT_Y",)),
    _drift("DRIFT_VECTOR", "text", _vector(Drift.with_vector), "heading,magnitude: replaces the drift.", "deg, m/s"),
    _drift(
        "DRIFT_VECTOR_ADD", "text", _vector(Drift.plus_vector), "heading,magnitude: is added to the drift.", "deg, m/s"
    ),
    _drift("DRIFT_VECTOR_MULT", "number", _drift_mult, "Scales the drift."),
    _drift(
        "USM_DRIFT_VECTOR_MULT",
        "number",
        _drift_mult,
        "As DRIFT_VECTOR_MULT.",
        dialects=("documented",),
        exclusive=True,
    ),
    _drift("ROTATE_SPEED", "number", _rotate_speed, "External rotation, clockwise.", "deg/s"),
    _drift(
        "USM_CURRENT_FIELD",
        "text",
        _field,
        "true or false: switches the current field.",
        aliases=("CURRENT_FIELD",),
        dialects=("documented",),
        idle=_idle_field,
    ),
    reads(
        "WIND_CONDITIONS",
        "text",
        _wind,
        "spd=, dir=: the wind.",
        group="sailing",
        dialects=V22_V23,
        section="11",
        idle=_idle_wind,
    ),
)

#: Features of our own.
OURS: tuple[Incoming, ...] = (
    Incoming(
        "USM_WEATHER",
        "in",
        "text",
        "any weather parameters as a list, as in wind_speed=12, wave_hs=0.8; all of them or none; NAME= is the default",
        group="weather",
        source="laws/environment",
        handler=_weather,
        ours=True,
        idle=_idle_weather,
    ),
    Incoming(
        "USM_FAULT",
        "in",
        "text",
        "faults of sensors and actuators: TARGET:ACTION[=VALUE], TARGET:clear or clear, separated by commas; "
        "sensors: freeze, dead, bias, gain, noise, stuck, dropout; actuators: stuck, dead, bias, gain, limit",
        group="sensors",
        source="docs/weather.md",
        handler=_fault,
        ours=True,
    ),
    Incoming(
        "NODE_REPORT",
        "in",
        "text",
        "another vehicle, as pNodeReporter tells of it: NAME, LAT and LON or X and Y, SPD, HDG, DEP, TYPE, LENGTH",
        when="with nmea_ais",
        group="sensors",
        source="laws/sensors 6",
        handler=_node_report,
        ours=True,
        setting="nmea_ais",
    ),
)
