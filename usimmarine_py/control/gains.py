"""Settings and parameters of the controllers, embedded and stand-alone (laws/controller 1, 6), and their reader."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable
from operator import attrgetter
from typing import Any

from usimmarine_py.errors import Severity
from usimmarine_py.text import loose_boolean, read_number, strict_boolean
from usimmarine_py.values import ConfigLine, Finding, Key
from usimmarine_py.values.frozen import dataclass, field, replace
from usimmarine_py.values.key import KeyTable, SimulatorRules, Take, bool_value, read_block


@dataclass(frozen=True, slots=True)
class Gains:
    """One scalar loop: proportional, derivative and integral gain, and the limit of the integral."""

    kp: float = 0.0
    kd: float = 0.0
    ki: float = 0.0
    integral_limit: float = 0.0


@dataclass(frozen=True, slots=True)
class Tardy:
    """Ages (s) at which mail counts as stale."""

    helm: float = 2.0  #: of desired values
    nav: float = 2.0  #: of navigation


@dataclass(frozen=True, slots=True)
class LoopDebug:
    """Which loops post what they compute."""

    heading: bool = False
    speed: bool = False
    depth: bool = False


@dataclass(frozen=True, slots=True)
class PidSettings:
    """All of 13.1. ``coupled`` is set by any yaw gain line; without one the rest has no effect."""

    coupled: bool = False
    yaw: Gains = Gains()
    max_rudder: float = 100.0  #: %, output limit of the heading loop too
    speed: Gains = Gains()
    max_thrust: float = 100.0  #: %, output limit of the speed loop too
    speed_factor: float = 0.0  #: % per m/s; not 0: replaces the speed loop
    depth_control: bool = True
    z_to_pitch: Gains = Gains()
    max_pitch: float = 15.0  #: rad; the parameter is in degrees, the references take the default as radians
    pitch: Gains = Gains()
    max_elevator: float = 13.0  #: deg; output limit of the pitch loop (before conversion) too
    simulation: bool = False  #: no staleness check
    sim_instability: float = 0.0  #: 0 to 100, amplitude of the rudder bias
    tardy: Tardy = Tardy()
    debug: LoopDebug = LoopDebug()

    @property
    def controls_depth(self) -> bool:
        """The depth-control flag (laws/usimmarine 5): true unless coupled with ``depth_control = false``."""
        return self.depth_control or not self.coupled


@dataclass(frozen=True, slots=True)
class HoverSettings:
    """The controller that holds a place (laws/controller 7). Gains are per cent by m, m/s, m s; deg, deg/s, deg s."""

    active: bool = False
    speed: float = 0.3  #: m/s, of the motion to another position
    depth_rate: float = 0.2  #: m/s
    turn_rate: float = 20.0  #: deg/s
    limit: float = 100.0  #: %, of each set-point
    position: Gains = Gains(40.0, 40.0, 4.0, 50.0)
    depth: Gains = Gains(40.0, 40.0, 4.0, 50.0)
    heading: Gains = Gains(0.08, 0.08, 0.02, 50.0)


_V22_V23 = ("v22", "v23")
_SOURCE = "laws/controller 1"


def _declare(name: str, kind: str, default: str, what: str, into: str = "", **more: Any) -> Key:
    return Key(
        name,
        kind,
        default,
        what,
        group="controller",
        source=_SOURCE,
        **more,
        rules=SimulatorRules(dialects=_V22_V23, into=into),
    )


def _loop(prefix: str, loop: str, label: str) -> tuple[Key, ...]:
    kp, kd, ki = (
        _declare(f"{prefix}_{gain}", "number", "0", f"{what} gain of the {label} loop.", f"{loop}.{gain}")
        for gain, what in (("kp", "Proportional"), ("kd", "Derivative"), ("ki", "Integral"))
    )
    largest = f"Largest integral part of the {label} loop."
    old = (f"{prefix}_ki_limit",) if loop == "yaw" else ()
    limit = _declare(f"{prefix}_integral_limit", "number", "0", largest, f"{loop}.integral_limit", aliases=old)
    return kp, kd, ki, limit


def _limit(name: str, default: str, unit: str, what: str, into: str = "", maximum: float | None = None) -> Key:
    return _declare(name, "number", default, what, into, unit=unit, minimum=0.0, maximum=maximum)


def _switch(name: str, default: str, what: str, into: str = "") -> Key:
    return _declare(name, "bool", default, what, into)


#: Every key of the controller; ``into`` is the field of the settings, behind a point that of a record in it.
PARAMETERS: tuple[Key, ...] = (
    *_loop("yaw_pid", "yaw", "heading"),
    _limit("maxrudder", "100", "%", "Largest rudder of the heading loop.", "max_rudder", 100.0),
    *_loop("speed_pid", "speed", "speed"),
    _limit("maxthrust", "100", "%", "Largest thrust of the speed loop.", "max_thrust", 100.0),
    _limit("speed_factor", "0", "%/(m/s)", "Thrust for each m/s of desired speed; 0 uses the speed loop."),
    _switch("depth_control", "true", "Control depth by the elevator as well."),
    *_loop("z_to_pitch_pid", "z_to_pitch", "depth"),
    _limit("maxpitch", "15", "deg", "Largest pitch that the depth loop asks for.", "max_pitch"),
    *_loop("pitch_pid", "pitch", "pitch"),
    _limit("maxelevator", "13", "deg", "Largest elevator of the pitch loop.", "max_elevator"),
    _switch("simulation", "false", "Switch the check for stale mail off."),
    _limit("sim_instability", "0", "%", "Amplitude of a rudder bias that changes sides every 10 s.", maximum=100.0),
    _limit("tardy_helm_threshold", "2", "s", "Age at which a desired value counts as stale.", "tardy.helm"),
    _limit("tardy_nav_threshold", "2", "s", "Age at which a navigation value counts as stale.", "tardy.nav"),
    _switch("heading_debug", "false", "Post PID_HDG_DEBUG and its kin.", "debug.heading"),
    _switch("speed_debug", "false", "Post PID_SPD_DEBUG and its kin.", "debug.speed"),
    _switch("depth_debug", "false", "Post PID_DEP_DEBUG and its kin.", "debug.depth"),
)


def _hover(name: str, kind: str, default: str, unit: str, what: str, into: str) -> Key:
    def store(draft: Any, value: object) -> None:
        draft.change(hover=_with(draft.get("hover"), into, value))

    least = 0.0 if kind == "number" else None
    return Key(
        name, kind, default, what, unit=unit, minimum=least, group="controller", source="laws/controller 7",
        rules=SimulatorRules(into=store, beyond="never"),
    )  # fmt: skip


def _hover_loop(loop: str, label: str, error: str, defaults: tuple[str, str, str]) -> tuple[Key, ...]:
    units = f"%/{error}", f"%/({error}/s)", f"%/({error} s)"
    gains = zip(("kp", "kd", "ki"), ("Proportional", "Derivative", "Integral"), defaults, units, strict=True)
    return tuple(
        _hover(f"hover_{loop}_{gain}", "number", default, unit, f"{what} gain of the {label}.", f"{loop}.{gain}")
        for gain, what, default, unit in gains
    )


#: Of the station-keeping controller, which uSimMarine does not have.
HOVER: tuple[Key, ...] = (
    _hover(
        "hover", "bool", "false", "",
        "Hold place, depth and heading (DESIRED_X, _Y, _DEPTH, _HEADING) by thrust along all axes; for vehicles with "
        "command.type = allocation that can push sideways.",
        "active",
    ),
    _hover("hover_speed", "number", "0.3", "m/s", "Speed of the way to another place.", "speed"),
    _hover("hover_depth_rate", "number", "0.2", "m/s", "Speed of the way to another depth.", "depth_rate"),
    _hover("hover_turn_rate", "number", "20", "deg/s", "Rate of the turn to another heading.", "turn_rate"),
    _hover("hover_limit", "number", "100", "%", "Largest thrust, sway, heave, rudder of hovering.", "limit"),
    *_hover_loop("position", "hovering place", "m", ("40", "40", "4")),
    *_hover_loop("depth", "hovering depth", "m", ("40", "40", "4")),
    *_hover_loop("heading", "hovering heading", "deg", ("0.08", "0.08", "0.02")),
)  # fmt: skip
_LOOPS = frozenset(("yaw", "speed", "z_to_pitch", "pitch"))
_BY_NAME = {name: p for p in PARAMETERS for name in p.names}

#: Every name that is taken out of the simulator's block for the controller, whether or not it is coupled.
PID_PARAMETERS = frozenset(_BY_NAME)

#: The line that the references refuse to start with; its configuration warning reads so.
STARTUP_REFUSAL = "Improper DEP PID Setting"


def read_pid_parameter(
    settings: PidSettings, name: str, value: str, *, exponent: bool = False
) -> tuple[PidSettings, Finding | None]:
    """Return the settings after one line ``name = value``, and what was wrong with it (None: nothing).

    ``name`` must be one of ``PID_PARAMETERS`` in any case. A bad value keeps the setting that was there; a negative
    tardy threshold counts as 0. A yaw gain line couples the controller even when its value is bad.
    """
    p = _BY_NAME[name.lower()]
    if p.kind == "bool":
        # as in the references, a word of the reports is `true` alone
        is_report = p.target.startswith("debug.")
        flag = strict_boolean(value) if is_report else loose_boolean(value, attrgetter(p.target)(settings))
        if flag is None:
            return settings, _wrong("must be true or false")
        if is_report:  # of several lines one `true` is enough
            flag |= attrgetter(p.target)(settings)
        return _with(settings, p.target, flag), None
    loop = p.target.partition(".")[0]
    if loop == "yaw":
        settings = replace(settings, coupled=True)
    number = read_number(value, exponent=exponent)
    if number is None:
        return settings, _wrong("must be a number")
    if loop in _LOOPS:
        return _with(settings, p.target, number), None
    if p.name.startswith("tardy_") and number < 0:
        return _with(settings, p.target, 0.0), Finding("must not be below 0; 0 is used", taken=True)
    if p.name == "sim_instability" and not 0 <= number <= 100:
        clipped = min(max(number, 0.0), 100.0)
        finding = Finding(f"must be between 0 and 100; {clipped:g} is used", taken=True)
        return _with(settings, p.target, clipped), finding
    if number < 0:
        return settings, _wrong("must not be below 0")
    return _with(settings, p.target, math.radians(number) if p.name == "maxpitch" else number), None


def _wrong(what: str) -> Finding:
    return Finding(what, severity=Severity.ERROR)


def _with(frozen: Any, name: str, value: object) -> Any:
    """Return a record with one value changed; ``part.name`` names one of a record in it."""
    part, point, inner = name.partition(".")
    return replace(frozen, **{part: _with(getattr(frozen, part), inner, value) if point else value})


#: The message of a stand-alone controller without a line of the heading loop.
NO_YAW_GAIN = "no yaw_pid gain is given: the rudder stays amidships"

#: What the older controller makes of words of ``depth_control``.
_OLDER_DEPTH_WORDS = {"1": "true", "on": "", "toggle": ""}


@dataclass(frozen=True, slots=True)
class PidOptions:
    """The options of the stand-alone controllers, apart from the gains."""

    gains: PidSettings = field(default_factory=PidSettings)
    older: bool = False  #: pMarinePID: see ``apps.pid``
    ignore_nav_yaw: bool = False
    active_start: bool = False  #: of the older one: it has control before MOOS_MANUAL_OVERRIDE says so
    verbose: bool = False  #: of the older one, PID_REPORT of every loop
    suffix: str = ""  #: upper case, behind the names of the three outputs
    resets: frozenset[str] = frozenset()  #: of the older one, as of ``PidController``
    saturation: frozenset[str] = frozenset()  #: of the older one: loops that say when their limit acts


class _PidReader:
    """The options while the lines are read."""

    def __init__(self, options: PidOptions) -> None:
        self.options = options

    def change(self, **changes: Any) -> None:
        self.options = replace(self.options, **changes)


def _gain(name: str) -> Take:
    def take(reader: _PidReader, value: str) -> Finding | None:
        older = reader.options.older
        if older and name == "depth_control":
            value = _OLDER_DEPTH_WORDS.get(value.lower(), value)
        if older and name == "speed_factor" and (number := read_number(value)) is not None and number < 0:
            reader.change(gains=replace(reader.options.gains, speed_factor=0.0))
            return Finding("must not be below 0; 0 is used", taken=True)
        gains, finding = read_pid_parameter(reader.options.gains, name, value, exponent=older)
        reader.change(gains=gains)
        return finding

    return take


def _older_option(name: str, help: str, into: str, what: str) -> Key:
    """Declare a switch of the older controller, which puts ``what`` into the set ``into`` of the options."""

    def take(reader: _PidReader, value: str) -> Finding | None:
        if not reader.options.older:
            return Finding("has no effect in the newer controller", about_key=True)
        kept: frozenset[str] = getattr(reader.options, into)
        reader.change(**{into: kept | {what} if bool_value(value, what in kept) else kept - {what}})
        return None

    return Key(name, "bool", "false", help, group="controller", source="laws/controller 6", take=take)


def _option(name: str, help: str, **more: Any) -> Key:
    def keep(reader: _PidReader, value: bool) -> None:
        if name in ("ignore_nav_yaw", "active_start"):
            reader.change(**{name: value})

    return Key(name, "bool", "false", help, group="controller", source="laws/controller 6", into=keep, **more)


def _verbose(reader: _PidReader, value: str) -> None:
    if value not in ("verbose", "terse", "quiet"):
        bool_value(value)
    if not reader.options.older or value in ("true", "verbose", "terse", "quiet"):
        reader.change(verbose=value in ("true", "verbose"))


def _suffix(reader: _PidReader, value: str) -> Finding | None:
    if reader.options.older:
        return Finding("has no effect in the older controller", about_key=True)
    reader.change(suffix=value.upper())
    return None


#: The keys of the stand-alone controllers.
KEYS = KeyTable(
    (
        *(replace(key, take=_gain(key.name)) for key in PARAMETERS),
        _option("ignore_nav_yaw", "Steers by NAV_HEADING, without NAV_YAW."),
        _option("active_start", "The older controller has control before MOOS_MANUAL_OVERRIDE says so."),
        *(
            _older_option(f"reset_{loop}_i_at_{when}", f"The older controller's integral of the {loop} begins anew "
                          f"where {how}.", "resets", f"{loop}_{what}")
            for loop in ("heading", "speed", "depth", "pitch")
            for when, what, how in (
                ("zero_error", "error", "its error changes its sign"),
                ("new_desired", "desired", "another one is desired"),
            )
        ),
        *(
            _older_option(f"max_sat_{word}_debug", f"The older controller posts PID_MAX_SAT_{word.upper()} and its "
                          f"_DEBUG where the limit of the {loop} loop acts.", "saturation", loop)
            for word, loop in (("hdg", "heading"), ("spd", "speed"), ("dep", "depth"))
        ),
        _option("enable_thrust_cap", "Taken, without effect."),
        _option("pid_verbose", "Taken, without effect."),
        Key(
            "verbose", "bool", "false", "The older controller reports every loop by PID_REPORT: true or verbose.",
            group="controller", source="laws/controller 6", take=_verbose,
        ),
        Key(
            "output_suffix", "text", help="Stands behind the names of the three outputs, in capitals.",
            group="controller", source="laws/controller 6", take=_suffix,
        ),
    ),
    squeezed=True,
    severity=Severity.ERROR,
)  # fmt: skip


def read_pid_options(
    lines: Iterable[ConfigLine], name: str, elsewhere: Collection[str] = ()
) -> tuple[PidOptions, list[Finding]]:
    """Return the options of the stand-alone controller ``name``, and what is wrong with its lines; raises nothing.

    A name that begins with ``pMarinePIDV`` is the newer controller, another ``pMarinePID`` the older one. ``elsewhere``
    names keys (lower case) that others read.
    """
    lowered = name.lower()
    older = lowered.startswith("pmarinepid") and not lowered.startswith("pmarinepidv")
    reader = _PidReader(PidOptions(PidSettings(depth_control=not older), older))
    lines = list(lines)
    if older:  # of two contradicting lines the first counts, and one spelling before the other
        lines.reverse()
        if any(line.key.strip().lower() == "yaw_pid_integral_limit" for line in lines):
            lines = [line for line in lines if line.key.strip().lower() != "yaw_pid_ki_limit"]
    found = read_block(lines, KEYS, reader, elsewhere, unknown="unknown parameter")
    if older:
        reader.change(gains=_older_gains(reader.options))
        found.reverse()
    return reader.options, found


def _older_gains(options: PidOptions) -> PidSettings:
    """Return what the older controller makes of its gains: some per cent end at 100, one word turns all reports on."""
    gains, said = options.gains, options.verbose
    limits = {name: min(getattr(gains, name), 100.0) for name in ("max_rudder", "speed_factor")}
    return replace(gains, **limits, debug=LoopDebug(said, said, said))
