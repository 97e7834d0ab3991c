"""``usim check`` for the blocks of pLogger: lines that the logger of this package does not follow."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from datetime import datetime
from pathlib import Path, PurePosixPath

from usimmarine_py.errors import ConfigError, Severity
from usimmarine_py.logs.plogger import read_logger_block
from usimmarine_py.mission import Mission, launches
from usimmarine_py.values.finding import Finding, Place


def check_loggers(mission: Mission) -> Iterable[Finding]:
    """Yield the findings about all blocks of pLogger."""
    programs = {one.alias.lower(): PurePosixPath(one.program).name.lower() for one in launches(mission)}
    for block in mission.blocks:
        name = block.name.lower()
        if programs.get(name, name) != "plogger":
            continue
        with suppress(ConfigError):  # it asks for nothing: no log
            for entry, problem in read_logger_block(block, Path(), datetime.min).notes:
                if "$(" in entry.value:
                    continue
                yield Finding(
                    problem, Place(block.file, entry.line, entry.value_column, entry.key), severity=Severity.NOTE
                )
