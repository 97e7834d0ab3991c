"""The checker behind ``usim check``: it checks a mission without running it. Pure.

An error is a line that has no effect or makes the start fail; a warning is a line that probably does not do what its
author intended; a note is information. The simulator itself checks the values of parameters, by reading the block as
at a start.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from usimmarine_py.check.macros import MACROS, without_macros
from usimmarine_py.check.table import BY_NAME, OVERLAPS, PARAMETERS
from usimmarine_py.errors import ConfigError, Severity, shorten, suggest
from usimmarine_py.finding import FilePlace, Finding
from usimmarine_py.kinematic.dialects import dialect_of_name, find_dialect
from usimmarine_py.maths.drift import Drift, read_vector
from usimmarine_py.mission.antler import (
    find_simulator_block,
    is_simulator,
    launches,
    missing_block_text,
    simulator_blocks,
)
from usimmarine_py.mission.fields import SHORE_BROKER
from usimmarine_py.mission.reader import Block, Entry, Mission, dropped_lines
from usimmarine_py.script import read_config
from usimmarine_py.simulator import Simulator
from usimmarine_py.simulator.config.draft import FileReader
from usimmarine_py.simulator.config.peculiar import REMEDY
from usimmarine_py.simulator.parts.run.pose import pieces
from usimmarine_py.text import read_number
from usimmarine_py.values.application import APPLICATION_NAMES
from usimmarine_py.values.frozen import replace


def lint(mission: Mission, block_name: str | None = None, *, read_file: FileReader | None = None) -> list[Finding]:
    """All findings about the mission and its simulator blocks (or only the block called ``block_name``).

    ``read_file`` returns the text of files that the block names; without it they are not checked. Findings are in the
    order of their lines. Raises ``MissionFileError`` if there is no block of the given name.
    """
    if block_name is not None:
        blocks: tuple[Block, ...] = (find_simulator_block(mission, block_name),)
    else:
        blocks = simulator_blocks(mission)
    found = [*mission.diagnostics, *_check_globals(mission), *_check_launches(mission)]
    if not blocks and not any(launch.program == SHORE_BROKER for launch in launches(mission)):  # a shore has no vehicle
        present = ", ".join(mission.block_names) or "none"
        text = f"no block of a simulator (uSimMarine* or usimmarine*); blocks present: {present}"
        found.append(Finding(text, FilePlace(mission.file), severity=Severity.NOTE))
    for block in blocks:
        found += lint_block(mission, block, read_file=read_file)
    found += _check_scripts(mission)
    unique = dict.fromkeys(found)
    return sorted(unique, key=lambda d: (d.line, d.column))


def lint_block(mission: Mission, block: Block, *, read_file: FileReader | None = None) -> list[Finding]:
    """All findings about one block of a simulator."""
    name = next((x.alias for x in launches(mission) if x.alias.lower() == block.name.lower()), block.name)
    entries, found = without_macros(block)
    found += check_application(block)
    by_line = {entry.line: entry for entry in entries}
    try:
        simulator = Simulator.from_lines(
            replace(block, entries=tuple(entries)).config_lines,
            dialect=dialect_of_name(name),
            datum=mission.datum()[0],
            known_elsewhere=APPLICATION_NAMES,
            read_file=read_file,
        )
    except ConfigError as error:
        entry = by_line.get(error.line)
        column = entry.value_column if entry else 0
        where = (block.file, error.line or block.line, column)
        found.append(
            Finding(error.problem, FilePlace(*where, error.key), severity=Severity.ERROR, suggestion=error.suggestion)
        )
        return found
    found += [_from_warning(warning, by_line.get(warning.line)) for warning in simulator.config_warnings]
    dialect = find_dialect(simulator.dialect, simulator.quirks)
    found += _check_overlaps(entries, first_counts=dialect.has("config_order"))
    if dialect.has("disabled_moves") and dialect.quirks is None:
        found += _check_disabling(mission)
    found += _check_relations(entries)
    found += _check_script_name(mission, entries)
    return [d.placed(d.where._replace(file=d.file or block.file)) for d in found]


def _from_warning(warning: Finding, entry: Entry | None) -> Finding:
    """Add what the whole table knows, and the column, to what the simulator finds about a line."""
    what, suggestion, severity = warning.what, warning.suggestion, warning.severity
    if warning.unknown and warning.key.lower() in BY_NAME:
        what, suggestion, severity = "not supported yet", "", Severity.WARNING
    elif warning.unknown:
        suggestion = suggest(warning.key, [n for p in PARAMETERS for n in p.names])
    column = 0 if entry is None else entry.column if warning.about_key else entry.value_column
    where = warning.where._replace(column=column, key=shorten(warning.key, 80))
    return Finding(what, where, severity=severity, suggestion=suggestion)


def check_application(block: Block) -> list[Finding]:
    """Findings about the block of any MOOS application: lines that MOOS drops, keys that libMOOS reads."""
    return [*dropped_lines(block), *_check_application_keys(block)]


def _check_application_keys(block: Block) -> Iterable[Finding]:
    """Check keys that libMOOS reads: numbers by its own rules, and the first of several lines is used."""
    first: dict[str, Entry] = {}
    for entry in block.entries:
        key = entry.key.lower()
        parameter = BY_NAME.get(key)
        if key not in APPLICATION_NAMES or parameter is None:
            continue
        where = (block.file, entry.line, entry.value_column, entry.key)
        earlier = first.setdefault(key, entry)
        if earlier is not entry and earlier.value != entry.value:
            text = f"given before in line {earlier.line} as {shorten(earlier.value, 50)}; that one counts"
            yield Finding(text, FilePlace(*where))
            continue
        if parameter.kind in ("number", "integer"):
            leads = entry.value[:1].isdigit() or entry.value[:1] == "-"
            value = read_number(entry.value, exponent=True)
            if not leads or value is None:
                text = f"is no number that MOOS reads; {parameter.default or 'its default'} is used"
                yield Finding(text, FilePlace(*where), severity=Severity.ERROR if not leads else Severity.WARNING)
            elif key == "apptick" and value <= 0:
                yield Finding("the application will iterate without any pause", FilePlace(*where))
        elif parameter.choices and entry.value.lower() not in parameter.choices:
            text = f"must be one of {', '.join(parameter.choices)}"
            yield Finding(
                text, FilePlace(*where), severity=Severity.ERROR, suggestion=suggest(entry.value, parameter.choices)
            )


def _check_disabling(mission: Mission) -> Iterable[Finding]:
    """Find where the mission disables a vehicle whose program does not stop it then."""
    for block in mission.all_blocks(verbatim=False):
        for entry in block.entries:
            if "USM_ENABLED" in entry.value:
                text = f"a vehicle of dialect classic that is disabled moves on without posts; {REMEDY}"
                yield Finding(
                    text, FilePlace(block.file, entry.line, entry.value_column, entry.key), severity=Severity.NOTE
                )


def _check_overlaps(entries: list[Entry], *, first_counts: bool = False) -> Iterable[Finding]:
    """Find lines that set the same value as a line with another key; ``first_counts``: the block is read backwards."""
    order = {entry.line: -entry.line if first_counts else entry.line for entry in entries}
    by_name: dict[str, Entry] = {}
    for entry in entries:
        parameter = BY_NAME.get(entry.key.lower())
        if parameter is not None:
            by_name[parameter.name] = entry
    for whole, parts in OVERLAPS.items():
        other = by_name.get(whole)
        both = [by_name[p] for p in parts if p in by_name]
        if other is None or not both:
            continue
        if whole == "thrust_map":
            text = f"has no effect beside thrust_map in line {other.line}, unless that has no positive pair"
            yield Finding(text, FilePlace("", both[0].line, both[0].column, both[0].key), severity=Severity.NOTE)
            continue
        if whole == "start_pos":
            both = [e for e in both if _start_word(e) in {key for key, _ in pieces(other.value)}]
        both = [e for e in both if not _says_the_same(other, e)]
        early = ", ".join(f"{e.key} (line {e.line})" for e in both if order[e.line] < order[other.line])
        if early:
            text = f"sets again what {early} set; this line counts"
            yield Finding(text, FilePlace("", other.line, other.column, other.key))
        for late in both:
            if order[late.line] > order[other.line]:
                text = f"sets again what {other.key} (line {other.line}) set; this line counts"
                yield Finding(text, FilePlace("", late.line, late.column, late.key))


def _says_the_same(whole: Entry, part: Entry) -> bool:
    """Whether ``start_pos`` or ``drift_vector`` sets the same number as another line."""
    name = BY_NAME[whole.key.lower()].name
    number = read_number(part.value, exponent=True)
    if name == "start_pos":
        return number is not None and number == read_number(dict(pieces(whole.value))[_start_word(part)], exponent=True)
    vector = read_vector(whole.value, exponent=True) if name == "drift_vector" else None
    if vector is None:
        return False
    drift = Drift().with_vector(*vector)
    return number == (drift.x if BY_NAME[part.key.lower()].name == "drift_x" else drift.y)


def _start_word(entry: Entry) -> str:
    return BY_NAME[entry.key.lower()].name.removeprefix("start_")


def _check_relations(entries: list[Entry]) -> Iterable[Finding]:
    """Find values that contradict each other."""
    found = {BY_NAME[e.key.lower()].name: e for e in entries if e.key.lower() in BY_NAME}
    values = {name: read_number(e.value, exponent=True) for name, e in found.items()}

    def pair(low: str, high: str) -> tuple[float, float] | None:
        a, b = values.get(low), values.get(high)
        return None if a is None or b is None else (a, b)

    def finding(name: str, text: str) -> Finding:
        entry = found[name]
        return Finding(text, FilePlace("", entry.line, entry.value_column, entry.key))

    speeds = pair("turn_spd_map_null_speed", "turn_spd_map_full_speed")
    if speeds and speeds[0] >= speeds[1] > 0:
        yield finding("turn_spd_map_null_speed", f"must be below turn_spd_map_full_speed ({speeds[1]:g})")
    depths = pair("start_depth", "default_water_depth")
    if depths and 0 < depths[1] < depths[0]:
        yield finding("start_depth", f"is below the bottom: default_water_depth is {depths[1]:g}")
    active = found.get("current_field_active")
    if active is not None and "current_field" not in found and active.value.strip().lower() == "true":
        yield finding("current_field_active", "there is no current_field to switch on")


def _check_script_name(mission: Mission, entries: list[Entry]) -> Iterable[Finding]:
    for entry in entries:
        wanted = entry.key.lower() == "timer_script" and entry.value.lower() != "none"
        if wanted and mission.block(entry.value, verbatim=False) is None:
            text = missing_block_text(mission, shorten(entry.value, 60))
            guess = suggest(entry.value, mission.block_names)
            yield Finding(
                text,
                FilePlace("", entry.line, entry.value_column, entry.key),
                severity=Severity.ERROR,
                suggestion=guess,
            )


def _check_scripts(mission: Mission) -> Iterable[Finding]:
    """Find what uTimerScript would warn about, in each of its blocks."""
    players = {x.alias.lower() for x in launches(mission) if x.program.endswith("uTimerScript")}
    for block in mission.all_blocks(verbatim=False):
        if block.name.lower().startswith("utimerscript") or block.name.lower() in players:
            if any(m in e.value for e in block.entries for m in MACROS[1:]):
                continue
            yield from read_config(block, block.name).warnings


def _check_globals(mission: Mission) -> Iterable[Finding]:
    """Check port and warp as every application reads them, and the datum: both keys or none, and numbers."""
    port, warp = mission.value("ServerPort"), mission.value("MOOSTimeWarp")
    if port is not None and not any(m in port for m in MACROS) and not _is_port(port):
        problem = f"'{shorten(port, 40)}' is no port from 1 to 65535; 9000 is used"
        yield Finding(
            problem, FilePlace(mission.file, _line_of(mission, "ServerPort"), 1, "ServerPort"), severity=Severity.ERROR
        )
    number = mission.number("MOOSTimeWarp")
    if warp is not None and not any(m in warp for m in MACROS) and not (number is not None and 0.0 < number <= 400.0):
        problem = f"'{shorten(warp, 40)}' is no number above 0 and at most 400; 1 is used"
        yield Finding(
            problem,
            FilePlace(mission.file, _line_of(mission, "MOOSTimeWarp"), 1, "MOOSTimeWarp"),
            severity=Severity.ERROR,
        )
    texts: Mapping[str, str | None] = {key: mission.value(key) for key in ("LatOrigin", "LongOrigin")}
    if all(text is None for text in texts.values()):
        return
    for key, text in texts.items():
        if text is None:
            problem = f"{key} is missing; it belongs to the other key; there will be no LAT, LONG"
            yield Finding(problem, FilePlace(mission.file))
        elif mission.number(key) is None and not any(m in text for m in MACROS):
            problem = f"'{shorten(text, 40)}' is no number; there will be no LAT, LONG"
            yield Finding(problem, FilePlace(mission.file, _line_of(mission, key), 1, key), severity=Severity.ERROR)


def _is_port(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) <= 5 and 1 <= int(text) <= 65535


def _line_of(mission: Mission, key: str) -> int:
    for line in mission.verbatim.lines:
        if line.text.partition("=")[0].strip().lower() == key.lower():
            return line.number
    return 0


def _check_launches(mission: Mission) -> Iterable[Finding]:
    """Find lines that start nothing, and simulators that pAntler starts without a block of their name."""
    for launch in launches(mission):
        if not launch.program:
            yield Finding("names no program", FilePlace(mission.file, launch.line, 1, "Run"), severity=Severity.ERROR)
    yield from check_launches(mission, is_simulator, "the simulator will run with all defaults")


def check_launches(
    mission: Mission, ours: Callable[[str], bool], consequence: str, severity: Severity = Severity.WARNING
) -> Iterable[Finding]:
    """Find programs accepted by ``ours`` that pAntler starts under a wrong name or without a block of their name."""
    for launch in launches(mission):
        program, tilde, alias = launch.program.partition("~")
        if not ours(program):
            continue
        if tilde:
            text = f"pAntler looks for a program '{launch.program}'; write {program} @ NewConsole = false ~ {alias}"
            yield Finding(text, FilePlace(mission.file, launch.line, 1), severity=Severity.ERROR)
        elif not launch.plain and not mission.block(launch.alias) and not any(m in launch.alias for m in MACROS):
            guess = suggest(launch.alias, mission.block_names)
            text = f"no block ProcessConfig = {launch.alias}; {consequence}"
            yield Finding(text, FilePlace(mission.file, launch.line, 1), severity=severity, suggestion=guess)
