"""The body of the report (appcast), text for text as the recorded versions write it (laws/usimmarine 6)."""

from __future__ import annotations

from collections.abc import Sequence
from math import isfinite

from usimmarine_py.simulator.config.setup import Setup
from usimmarine_py.simulator.guard import OK
from usimmarine_py.simulator.publish.navigation import located
from usimmarine_py.simulator.publish.weather import faults_text, weather_now
from usimmarine_py.simulator.state import DIFFERENTIAL, LocatedState, SimulatorState, StartValues
from usimmarine_py.simulator.wormhole import Wormhole
from usimmarine_py.text import compact_number, stream_number
from usimmarine_py.values.frozen import dataclass

_POSE_TITLES = ("  Start", "Pose", "Current", "Pose (NAV)", "Current", "Pose (GT)")
_LABELS = ("Headng:", "Speed:", "Depth:", "Alt:", "(X,Y):", "Lat:", "Lon:")
_DEPTH_ROWS = ("Depth:", "Alt:")
_DRIFT_TITLES = ("Ext Drift", "X ", "Y ", "Mag", "Ang", "Rot.", "Source(s)")


@dataclass(frozen=True, slots=True)
class Facts:
    """Everything that the report shows."""

    setup: Setup
    state: SimulatorState
    nav: LocatedState
    truth: LocatedState


def report(setup: Setup, state: SimulatorState) -> str:
    """The whole body; every line ends with a line feed."""
    facts = Facts(setup, state, located(setup, state.nav), located(setup, state.truth))
    lines = _head(facts) + _table(
        _POSE_TITLES, _pose_rows(facts), right=frozenset({0, 2, 4}), gaps=(" ", "   ", " ", "   ", " ")
    )
    lines += _buoyancy(facts)
    lines += _table(
        _DRIFT_TITLES, _drift_rows(facts), right=frozenset({0}), gaps=("  ", "  ", "  |  ", "  ", "  |  ", "  |  ")
    )
    lines += ["", *_velocity(facts)]
    if facts.setup.depth_info:
        lines += ["", *_depth(facts)]
    if facts.setup.wormholes:
        lines += ["", *_wormholes(facts.setup.wormholes)]
    return "\n".join([*lines, *_direct(state), *_weather(setup, state), ""])


def _word(value: bool) -> str:
    return "true" if value else "false"


def _head(facts: Facts) -> list[str]:
    enabled = _word(facts.state.enabled)
    datum = facts.setup.geodesy
    where = "" if datum is None else f"{compact_number(datum.latitude, 9)},{compact_number(datum.longitude, 9)}"
    if facts.setup.dialect.report == "classic":
        return [f"Enabled: {enabled}", f"Datum: {where or '0,0'}", ""]
    lines = [f"Enabled:  {enabled}", f"TurnRate: {compact_number(facts.state.settings.turn_rate, 2)}"]
    if facts.setup.dialect.report == "v22":
        lines.append(f"TurnRadius: {compact_number(facts.state.settings.turn_radius, 2)}")
    unknown = "?,?" if facts.setup.start_values is not None else ","
    lines += [f"Datum: {where or unknown}", "Sailing:"]
    sailing = facts.state.sailing
    lines += [
        f"  WindModel: {sailing.wind.summary()}",
        f"  PolarPlot: {sailing.plot.text()}",
        f"  Enabled:   {_word(facts.state.shows_sailing)}",
    ]
    if facts.setup.dialect.report == "v22":
        if facts.setup.post_thrust:
            lines.append(f"  post_des_thrust:   {facts.setup.post_thrust}")
        if facts.setup.post_rudder:
            lines.append(f"  post_des_rudder:   {facts.setup.post_rudder}")
        if facts.setup.post_elevator:
            lines.append(f"  post_des_elevator: {facts.setup.post_elevator}")
    return [*lines, "", ""]


def _number_or_zero(value: float, decimals: int) -> str:
    return compact_number(value if isfinite(value) else 0.0, decimals)


def _column(own: LocatedState, water_depth: float, heading: float) -> list[str]:
    """The values of one current column."""
    state = own.state
    return [
        compact_number(heading, 1),
        compact_number(state.speed, 2),
        compact_number(max(state.depth, 0.0), 1),
        compact_number(max(0.0, water_depth - state.depth), 1),
        f"{compact_number(state.x, 2)},{compact_number(state.y, 2)}",
        _number_or_zero(own.latitude, 8),
        _number_or_zero(own.longitude, 8),
    ]


def _start_column(start: StartValues | None) -> list[str]:
    if start is None:
        return ["", "", "", "", ",", "", ""]
    return [
        compact_number(start.heading, 1),
        compact_number(start.speed, 2),
        compact_number(start.depth, 2),
        compact_number(start.altitude, 2),
        f"{compact_number(start.x, 2)},{compact_number(start.y, 2)}",
        compact_number(start.latitude, 8),
        compact_number(start.longitude, 8),
    ]


def _pose_rows(facts: Facts) -> list[list[str]]:
    start = _start_column(facts.setup.start_values)
    heading = facts.nav.state.heading
    nav = _column(facts.nav, facts.state.water_depth, heading)
    if facts.setup.dual_state:
        # the recorded versions show the navigation heading in both columns
        labels, truth = list(_LABELS), _column(facts.truth, facts.state.water_depth, heading)
    else:
        labels, truth = ["(same)"] + [""] * (len(_LABELS) - 1), ["-"] * len(_LABELS)
    rows = zip(_LABELS, start, _LABELS, nav, labels, truth, strict=True)
    return [list(row) for row in rows if facts.setup.depth_info or row[0] not in _DEPTH_ROWS]


def _buoyancy(facts: Facts) -> list[str]:
    starting = compact_number(facts.setup.start_values.buoyancy_rate, 8) if facts.setup.start_values is not None else ""
    lines = [
        f"Present Buoyancy rate: {compact_number(facts.state.settings.buoyancy_rate, 8)}",
        f"        Starting rate: {starting}",
    ]
    if facts.setup.dialect.report == "classic":
        return [*lines, "               Source: initial_config", ""]
    return ["", *lines, ""]


def _drift_rows(facts: Facts) -> list[list[str]]:
    start, state = facts.setup.start_values, facts.state
    first = ["Starting", "", "", "", "", "", "init_config"]
    if start is not None:
        first[1:6] = [
            compact_number(start.drift.x, 4),
            compact_number(start.drift.y, 4),
            *_polar(start.drift.magnitude, start.drift.direction),
            compact_number(start.rotate_speed, 4),
        ]
    present = [
        "Present",
        compact_number(state.drift.x, 3),
        compact_number(state.drift.y, 3),
        *_polar(state.drift.magnitude, state.drift.direction),
        compact_number(state.rotate_speed, 4),
        ",".join(state.drift_sources) or "n/a",
    ]
    return [first, present]


def _polar(magnitude: float, direction: float) -> tuple[str, str]:
    """Magnitude and angle; the angle is shown as 0 when the magnitude prints as 0."""
    length = compact_number(magnitude, 4)
    return length, "0" if length == "0" else compact_number(direction, 4)


def _velocity(facts: Facts) -> list[str]:
    state, settings = facts.state, facts.state.settings
    table = settings.thrust_map
    factor = f"true ({compact_number(table.factor, 4)})" if table.uses_factor else "false"
    lines = [
        "Velocity Information: ",
        "--------------------- ",
        f"     DESIRED_THRUST={compact_number(state.command.thrust, 1)} ==> "
        f"SPEED={compact_number(facts.nav.state.speed, 2)}",
        f"     Using Thrust_Factor: {factor}",
    ]
    if facts.setup.dialect.report != "classic":
        lines += [
            f"           Using Sailing: {_word(state.shows_sailing)}",
            f"    PID Coupled: {_word(facts.setup.gains.coupled)}",
        ]
    lines += [
        f"     Positive Thrust Map: {table.positive_text or 'n/a'}",
        f"     Negative Thrust Map: {table.negative_text or 'n/a'}",
    ]
    if facts.setup.dialect.report == "v23":
        lines += [
            f"      Pos Fan Thrust Map: {settings.fan_map.positive_text}",
            f"      Neg Fan Thrust Map: {settings.fan_map.negative_text}",
        ]
    sides = ["n/a", "n/a"]
    if state.thrust_mode == DIFFERENTIAL:
        sides = [compact_number(state.command.thrust_left, 2), compact_number(state.command.thrust_right, 2)]
    return [
        *lines,
        f"        Max Accereration: {compact_number(settings.max_acceleration, 6)}",
        f"        Max Decereration: {compact_number(settings.max_deceleration, 6)}",
        "",
        f"             Thrust Mode: {state.thrust_mode}",
        f"     Thrust Mode Reverse: {_word(state.command.reverse)}",
        f"        DESIRED_THRUST_L: {sides[0]}",
        f"        DESIRED_THRUST_R: {sides[1]}",
    ]


def _depth(facts: Facts) -> list[str]:
    settings = facts.state.settings
    return [
        "Depth Information: ",
        "------------------ ",
        f"           Max Depth Rate: {compact_number(settings.max_depth_rate, 6)}",
        f"     Max Depth Rate Speed: {compact_number(settings.max_depth_rate_speed, 6)}",
        f"              Water Depth: {stream_number(facts.state.water_depth)}",
    ]


def _wormholes(wormholes: tuple[Wormhole, ...]) -> list[str]:
    lines = ["WormHole Information:", "---------------------", f"Total WormHoles: {len(wormholes)}"]
    return lines + [line for wormhole in wormholes for line in wormhole.report_lines()]


def _direct(state: SimulatorState) -> list[str]:
    """Set-points of single actuators and the generalised force; empty without."""
    command = state.command
    lines = []
    if command.set_points:
        given = ", ".join(f"{name}={compact_number(value, 3)}" for name, value in command.set_points)
        lines.append(f"Actuators set one by one: {given}")
    if command.force:
        given = ", ".join(f"{n}={compact_number(v, 3)}" for n, v in zip("XYZKMN", command.force, strict=True) if v)
        lines.append(f"USM_FORCE: {given or 'none'}")
    return ["", *lines] if lines else []


def _weather(setup: Setup, state: SimulatorState) -> list[str]:
    """Weather, sensors, faults and status; empty when there is nothing to tell."""
    lines: list[str] = []
    weather = state.weather
    if weather.acts or setup.flowing:
        given = ", ".join(f"{name}={value}" for name, value in weather.settings if name != "seed")
        lines += ["", "Weather Information:", "--------------------"]
        if weather.acts:
            lines.append(f"     Given: {given} (seed {weather.model.seed})")
        if setup.flow is not None:
            lines.append(f"     Field: {setup.flow.summary()}{'' if state.field_active else ', switched off'}")
        lines += [f"     Water: {flow.summary()}" for flow in setup.waters]
        shown = weather_now(setup, state)[2]
        lines += [f"  {post.variable.rjust(20)}: {float(post.value):.3f}" for post in shown]
    if setup.suite.sensors:
        lines += ["", "Sensors:", "--------"]
        for sensor, now in zip(setup.suite.sensors, state.sensing.suite.sensors, strict=False):
            said = dict(now.last.outputs) if now.last is not None else {}
            state_now = [f"{name.lower()} {said[name]}" for name in ("LOCK", "QUALITY") if name in said]
            lines.append(", ".join([f"  {sensor.name}: {sensor.kind.name}", f"{sensor.rate:g} Hz", *state_now]))
        lines.append(f"  PREFIX_* carries the {'measured' if setup.sensors_as_nav else 'true'} state")
    if state.battery is not None:
        from usimmarine_py.simulator.publish.power import battery_report  # few vehicles have one

        lines += battery_report(state.battery)
    if state.faults:
        lines += ["", f"Faults: {faults_text(state.faults)}"]
    if state.lying.aground or state.lying.on_bottom:
        lines += ["", f"Ground: {'aground' if state.lying.aground else 'on the bottom'}"]
    if state.worst != OK and not setup.dialect.quirks:
        lines += ["", f"Vehicle status: {state.status} (worst: {state.worst})"]
    return lines


def _table(
    titles: Sequence[str], rows: Sequence[Sequence[str]], *, right: frozenset[int], gaps: Sequence[str]
) -> list[str]:
    """Lines of a table: titles, a dashed line as wide as each column, the rows.

    ``right`` holds the columns that are justified to the right; ``gaps[i]`` stands after column i, the last column
    has neither gap nor padding.
    """
    widths = [max(len(row[column]) for row in (titles, *rows)) for column in range(len(titles))]
    dashes = ["-" * width for width in widths]
    lines = []
    for row in (titles, dashes, *rows):
        cells = []
        for column, cell in enumerate(row):
            padded = cell.rjust(widths[column]) if column in right else cell.ljust(widths[column])
            cells.append(padded + (gaps[column] if column < len(gaps) else ""))
        lines.append("".join(cells).rstrip(" "))
    return lines
