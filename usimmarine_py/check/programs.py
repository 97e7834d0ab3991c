"""``usim check`` for the blocks of fields, pShare, pLogger and graders, as these read them."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from datetime import datetime
from pathlib import Path, PurePosixPath

from usimmarine_py.errors import ConfigError, Severity
from usimmarine_py.field.programs import field_program, make_field_app
from usimmarine_py.field.settings import HomeCommunity
from usimmarine_py.field.share.share import stops_brokers
from usimmarine_py.finding import FilePlace, Finding
from usimmarine_py.logs.plogger import read_logger_block
from usimmarine_py.mission import Block, Mission, launches
from usimmarine_py.mission.antler import EVALUATION, FINISH, POKE
from usimmarine_py.mission.fields import is_template
from usimmarine_py.script.grading.evaluation import read_evaluation
from usimmarine_py.script.grading.pokes import read_finish, read_hash, read_poke
from usimmarine_py.simulator.config.draft import FileReader
from usimmarine_py.texts.shares import MulticastBase, RouteError, inputs_of, long_form, routes_of, short_form

_MACRO = "$("
#: Checked by a module of its own; reads files.
_SHARE, _READS = "pShare", ("uFldObstacleSim", "uFldHazardSensor", "uFldHazardMetric", "uSimCurrent", "pMapMarkers")


def check_field(mission: Mission, read_file: FileReader | None = None) -> Iterable[Finding]:
    """Yield what the applications of a field do not take of their blocks; ``read_file``: files that these name."""
    programs = {one.alias.lower(): PurePosixPath(one.program).name for one in launches(mission)}
    seen = set()
    for verbatim in mission.blocks:
        name = verbatim.name.lower()
        program = field_program(programs.get(name, verbatim.name))
        block = mission.block(verbatim.name, verbatim=False)
        if name in seen or block is None or program in ("", _SHARE) or (program in _READS and read_file is None):
            continue
        seen.add(name)
        yield from _check_block(mission, block, program, read_file)


def _check_block(mission: Mission, block: Block, program: str, read_file: FileReader | None) -> Iterable[Finding]:
    def file_text(name: str) -> str | None:
        try:
            return None if read_file is None else read_file(name)
        except (OSError, ConfigError):
            return None

    entries = {entry.line: entry for entry in block.entries}
    datum, _ = mission.datum()
    launched = tuple(one.alias for one in launches(mission))
    home = HomeCommunity(mission.value("Community") or "", datum=datum, launched=launched, file_text=file_text)
    for found in make_field_app(program, block.config_lines, home, block.name).findings:
        entry = entries.get(found.line)
        if entry is None:
            if not is_template(mission) and _MACRO not in found.text:
                yield found.placed(found.where if found.file else FilePlace(block.file, block.line, 1))
        elif _MACRO not in entry.value:
            # of a line that nsplug completes nothing is known
            yield found.placed(found.where._replace(file=block.file, column=entry.column))


def check_loggers(mission: Mission) -> Iterable[Finding]:
    """Yield the findings about all blocks of pLogger."""
    programs = {one.alias.lower(): PurePosixPath(one.program).name.lower() for one in launches(mission)}
    for block in mission.blocks:
        name = block.name.lower()
        if programs.get(name, name) != "plogger":
            continue
        with suppress(ConfigError):  # it asks for nothing: no log
            entries = {entry.line: entry for entry in block.entries}
            for note in read_logger_block(block, Path(), datetime.min).notes:
                entry = entries[note.line]
                if _MACRO not in entry.value:
                    yield note.placed(note.where._replace(column=entry.value_column))


def check_shares(mission: Mission) -> Iterable[Finding]:
    """Yield the findings about all blocks of pShare."""
    programs = {one.alias.lower(): PurePosixPath(one.program).name.lower() for one in launches(mission)}
    for block in mission.blocks:
        name = block.name.lower()
        if programs.get(name, name) == "pshare":
            yield from _check_share(block)


def _check_share(block: Block) -> Iterable[Finding]:
    base = MulticastBase()
    for entry in block.entries:
        key = entry.key.lower()
        if _MACRO in entry.value or key not in ("input", "output"):
            continue
        where = (block.file, entry.line, entry.value_column, entry.key)
        try:
            if key == "input":
                for one in inputs_of(long_form(entry.value), base):
                    if stops_brokers(one):
                        text = (
                            "the white_list lacks NODE_BROKER_PING or NODE_BROKER_ACK, without which no vehicle and "
                            "shore find each other: our pShare lets both pass, the original none"
                        )
                        yield Finding(text, FilePlace(*where), severity=Severity.NOTE)
            elif "route" in entry.value:
                routes_of(long_form(entry.value), base, 0.0)
            else:
                short_form(entry.value, base, 0.0)
        except RouteError as error:
            yield Finding(str(error), FilePlace(*where), severity=Severity.ERROR)


def grader_warnings(kind: str, block: Block, ignored: frozenset[str]) -> list[Finding]:
    """Return all that does not count. ``ignored`` keys (lower case) belong to others."""
    if kind == EVALUATION:
        return read_evaluation(block, ignored).warnings
    if kind == POKE:
        return read_poke(block, ignored).warnings
    return read_finish(block, ignored).warnings if kind == FINISH else read_hash(block, ignored).warnings
