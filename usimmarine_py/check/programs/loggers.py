"""``usim check`` for the blocks of pLogger: lines that the logger of this package does not follow."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from datetime import datetime
from pathlib import Path, PurePosixPath

from usimmarine_py.errors import ConfigError
from usimmarine_py.finding import Finding
from usimmarine_py.logs.plogger import read_logger_block
from usimmarine_py.mission import Mission, launches


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
                if "$(" not in entry.value:
                    yield note.placed(note.where._replace(column=entry.value_column))
