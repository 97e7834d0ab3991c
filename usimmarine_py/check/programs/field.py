"""``usim check`` for the blocks of the applications of a field, as these read them."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import PurePosixPath

from usimmarine_py.errors import ConfigError
from usimmarine_py.field.programs import field_program, make_field_app
from usimmarine_py.field.settings import HomeCommunity
from usimmarine_py.finding import FilePlace, Finding
from usimmarine_py.mission import Block, Mission, launches
from usimmarine_py.mission.fields import is_template
from usimmarine_py.simulator.config.draft import FileReader

_MACRO = "$("
#: Checked by a module of its own; reads files.
_SHARE, _READS = "pShare", ("uFldObstacleSim", "uFldHazardSensor", "uFldHazardMetric", "uSimCurrent")


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
