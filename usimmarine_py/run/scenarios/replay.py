"""Playing a recorded scenario: configuration, clock and mail in, states and publications out.

The format of a scenario is that of the golden data: ``config`` lines, ``t0`` with ``dt`` and ``n`` or ``times``, and
``inputs`` as [time, variable, type, value, source]. Numbers are written with 17 significant digits, so that reading
one gives back the exact double.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from math import isfinite
from pathlib import Path
from typing import Any

from usimmarine_py.errors import ConfigError, file_errors, shorten
from usimmarine_py.logs.whole_rows import put_file
from usimmarine_py.run.scenarios.text import scenario_text
from usimmarine_py.simulator import ConfigLine, Simulator
from usimmarine_py.simulator.parts.around.drift import DriftPart
from usimmarine_py.simulator.parts.run.reset import Reset
from usimmarine_py.simulator.parts.steering.commands import CommandPart
from usimmarine_py.values import Message, Post, VehicleState
from usimmarine_py.values.frozen import dataclass

COLUMNS = (
    *("k", "t", "x", "y", "heading", "speed", "depth", "pitch", "yaw", "sog", "hog", "altitude", "lat", "lon"),
    *("ts", "rudder", "drift_x", "drift_y"),
)
#: More iterations than any recorded run, fewer than would fill the memory.
MOST_STEPS = 10_000_000

TRUTH_COLUMNS = tuple(f"gt_{c}" for c in ("x", "y", "heading", "speed", "depth", "pitch", "yaw", "sog", "hog"))


@dataclass(frozen=True, slots=True)
class Scenario:
    """A scenario as read: everything that a dialect needs to play it."""

    name: str
    lines: tuple[ConfigLine, ...]
    datum: tuple[float, float] | None
    start: float  #: s, the clock at start-up
    times: tuple[float, ...]  #: s, the clock of each iteration
    inputs: tuple[Message, ...]
    time_warp: float = 1.0
    record_every: int = 1
    truth: bool = False  #: the ground truth is written as well
    report_steps: Mapping[str, frozenset[int]] | None = None  #: by dialect, which iterations' reports are read


@dataclass(frozen=True, slots=True)
class PlayedTick:
    """One iteration of a replay; ``step`` 0 is the state after start-up."""

    step: int
    time: float
    simulator: Simulator
    posts: tuple[Post, ...]


def read_scenario(path: Path) -> Scenario:
    """Read a scenario file; raises ``ConfigError`` with the reason when it can't be used."""
    try:
        with file_errors(path, "cannot be read", ConfigError):
            data = json.loads(scenario_text(path))
    except (ValueError, RecursionError) as error:
        raise ConfigError(f"is no JSON file: {error}", file=str(path)) from error
    try:
        return parse_scenario(data)
    except (KeyError, TypeError, ValueError, IndexError, OverflowError) as error:
        what = f"lacks {error}" if isinstance(error, KeyError) else str(error)
        raise ConfigError(f"is no scenario: {what}", file=str(path)) from error


def parse_scenario(data: Any) -> Scenario:
    """A scenario from decoded JSON; raises ``KeyError``, ``TypeError`` or ``ValueError`` for another shape."""
    if not isinstance(data, dict):
        raise TypeError("the top level is not an object")
    if data.get("format", 1) != 1:
        raise ValueError(f"format {data['format']!r} is unknown")
    start = _finite(data["t0"], "t0")
    if data.get("times") is not None:
        times = tuple(_finite(t, f"times[{i}]") for i, t in enumerate(_listed(data["times"], "times")))
    else:
        dt = _finite(data["dt"], "dt")
        times = tuple(start + k * dt for k in range(1, _whole(data["n"], "n", 0) + 1))
    time_warp = _finite(data.get("time_warp", 1.0), "time_warp")
    if time_warp <= 0:
        raise ValueError(f"time_warp is {time_warp:g}, must be above 0")
    return Scenario(
        name=str(data.get("name", "")),
        lines=tuple(_config_lines(_listed(data.get("config", []), "config"))),
        datum=_datum(data.get("datum")),
        start=start,
        times=times,
        inputs=tuple(_inputs(_listed(data.get("inputs", []), "inputs"))),
        time_warp=time_warp,
        record_every=_whole(data.get("record_every", 1), "record_every", 1),
        truth=bool(data.get("ground_truth_columns", False)),
        report_steps=dict(_report_steps(data.get("engines") or {})),
    )


def _listed(value: Any, name: str) -> list[Any]:
    if not isinstance(value, list):
        raise TypeError(f"{name} is no list")
    return value


def _number(value: Any, name: str) -> float:
    try:
        return float(value)
    except (TypeError, ValueError, OverflowError):
        raise ValueError(f"{name} is {shorten(value, 40)}, must be a number") from None


def _finite(value: Any, name: str) -> float:
    number = _number(value, name)
    if not isfinite(number):
        raise ValueError(f"{name} is {number}, must be finite")
    return number


def _whole(value: Any, name: str, least: int) -> int:
    number = _finite(value, name)
    if number != int(number) or not least <= number <= MOST_STEPS:
        raise ValueError(f"{name} is {number:g}, must be a whole number from {least} to {MOST_STEPS}")
    return int(number)


def _datum(value: Any) -> tuple[float, float] | None:
    if value is None:
        return None
    if len(_listed(value, "datum")) != 2:
        raise ValueError("datum is not [LatOrigin, LongOrigin]")
    return _finite(value[0], "datum[0]"), _finite(value[1], "datum[1]")


def _report_steps(engines: Any) -> Iterator[tuple[str, frozenset[int]]]:
    if not isinstance(engines, dict):
        raise TypeError("engines is no object")
    for name, engine in engines.items():
        if not isinstance(engine, dict) or engine.get("reports") is None:
            continue
        where = f"engines.{name}.reports"
        reports = _listed(engine["reports"], where)
        if not all(isinstance(report, dict) and "k" in report for report in reports):
            raise ValueError(f"{where} is no list of objects with k")
        yield str(name), frozenset(_whole(report["k"], f"{where}.k", 0) for report in reports)


def _config_lines(lines: list[Any]) -> Iterator[ConfigLine]:
    """The lines as the mission file reader hands them over: without white space, those without a value dropped."""
    for number, line in enumerate(lines, start=1):
        if not isinstance(line, str):
            raise TypeError(f"config[{number - 1}] is no text")
        key, _, value = "".join(line.split()).partition("=")
        if value:
            yield ConfigLine(key, value, line=number)


def _inputs(rows: list[Any]) -> Iterator[Message]:
    for number, row in enumerate(rows):
        where = f"inputs[{number}]"
        if not isinstance(row, list) or not 4 <= len(row) <= 5:
            raise TypeError(f"{where} is not [time, variable, type, value, source]")
        time, variable, kind, value = row[:4]
        if kind not in ("D", "S"):
            raise ValueError(f"{where} has the type {kind!r}, not D or S")
        if kind == "S" and not isinstance(value, str):
            raise TypeError(f"{where} has the type S, but {shorten(value, 40)} is no text")
        source = str(row[4]) if len(row) == 5 else ""
        # not-a-number goes on its way: the simulator refuses it as it would in mail
        content = value if kind == "S" else _number(value, f"the value of {where}")
        yield Message(str(variable), content, _finite(time, f"the time of {where}"), source)


def play(scenario: Scenario, *, dialect: str | None = None, quirks: bool | None = False) -> Iterator[PlayedTick]:
    """Play a scenario; the first tick is the state after start-up.

    All ticks share one simulator, so read the values of a tick before asking for the next.
    """
    simulator = Simulator.from_lines(
        scenario.lines,
        dialect=dialect,
        quirks=quirks,
        datum=scenario.datum,
        start_time=scenario.start,
        time_warp=scenario.time_warp,
        reproduce_nan=bool(quirks),
        # a scenario is about the law alone
        ground=False,
    )
    yield PlayedTick(0, scenario.start, simulator, ())
    waiting = 0
    for step, now in enumerate(scenario.times, start=1):
        while waiting < len(scenario.inputs) and scenario.inputs[waiting].time <= now:
            message = scenario.inputs[waiting]
            simulator.on_mail(message, now=now)
            waiting += 1
        yield PlayedTick(step, now, simulator, tuple(simulator.iterate(now)))


def row(tick: PlayedTick, *, truth: bool) -> tuple[float, ...]:
    """The numbers of a tick, in the order of ``COLUMNS`` and, with ``truth``, ``TRUTH_COLUMNS``."""
    simulator = tick.simulator
    state = simulator.state
    latitude, longitude = simulator.position
    part = simulator.vehicle.part
    drift = part(DriftPart).state.drift
    values = (
        *(tick.step, tick.time),
        *_pose(state),
        *(state.altitude, latitude, longitude),
        *(state.time, part(CommandPart).command.rudder, drift.x, drift.y),
    )
    # without dual state the recorded versions leave this copy where it was put
    return (*values, *_pose(part(Reset).truth.state)) if truth else values


def _pose(s: VehicleState) -> tuple[float, ...]:
    return s.x, s.y, s.heading, s.speed, s.depth, s.pitch, s.yaw, s.sog, s.hog


def number_text(value: float) -> str:
    """17 significant digits; ``nan`` for not-a-number."""
    return format(value, ".17g")


def post_line(step: int, post: Post) -> str:
    """One line of the publications file."""
    if isinstance(post.value, str):
        return f"{step}\t{post.variable}\tS\t{json.dumps(post.value)[1:-1]}"
    return f"{step}\t{post.variable}\tD\t{number_text(float(post.value))}"


def warning_texts(simulator: Simulator) -> list[str]:
    """The configuration warnings as the dialect's program words and orders them; our own ones are left out there.

    CLASSIC works through the block from its end, and reports so.
    """
    if simulator.dialect == "documented":
        return [str(warning) for warning in simulator.config_warnings]
    warnings = [warning for warning in simulator.config_warnings if warning.reference]
    if simulator.dialect == "classic" and simulator.quirks is False:
        warnings.sort(key=lambda warning: -warning.line)
    return [warning.reference for warning in warnings]


@dataclass(frozen=True, slots=True)
class Outputs:
    """Where a replay is written; None leaves that file out."""

    states: Path
    publications: Path | None = None
    reports: Path | None = None


def replay(scenario: Scenario, outputs: Outputs, *, dialect: str | None = None, quirks: bool = False) -> None:
    """Play a scenario into files. Raises ``ConfigError`` and ``LogFileError``."""
    columns = COLUMNS + TRUTH_COLUMNS if scenario.truth else COLUMNS
    states, posts, reports = [",".join(columns)], [], []
    warnings: list[str] = []
    last = len(scenario.times)
    wanted: frozenset[int] | None = None
    for tick in play(scenario, dialect=dialect, quirks=quirks):
        if tick.step == 0:
            warnings = warning_texts(tick.simulator)
            wanted = (scenario.report_steps or {}).get(tick.simulator.dialect)
        if tick.step % scenario.record_every == 0 or tick.step == last:
            states.append(",".join(map(number_text, row(tick, truth=scenario.truth))))
        posts += [post_line(tick.step, post) for post in tick.posts]
        if outputs.reports is not None and (wanted is None or tick.step in wanted):
            reports.append({"k": tick.step, "text": tick.simulator.report()})
    _write(outputs.states, "\n".join([*states, ""]))
    if outputs.publications is not None:
        _write(outputs.publications, "".join(f"{line}\n" for line in posts))
    if outputs.reports is not None:
        _write(outputs.reports, json.dumps({"config_warnings": warnings, "reports": reports}, indent=1) + "\n")


def _write(path: Path, text: str) -> None:
    with file_errors(path):
        put_file(path, text.encode("utf-8", "backslashreplace"))
