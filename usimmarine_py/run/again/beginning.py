"""The beginning of the journal of a live run: all that a repetition needs but the events."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Collection, Sequence
from pathlib import Path

from usimmarine_py.run.again.journal import (
    ENDING,
    JournalCommunity,
    JournalLog,
    JournalStart,
    RunJournal,
    leave_pointer,
)
from usimmarine_py.run.again.played_files import keep, of_missions
from usimmarine_py.run.live.context import LiveCommunity, LiveContext
from usimmarine_py.run.logger import BusLogger
from usimmarine_py.values.frozen import dataclass
from usimmarine_py.version import __version__

#: Folder of the copies, by the name of the log.
_COPIES = ".files"
#: A variable of the environment in a mission file.
_VARIABLE = re.compile(rb"\$\{([^}\s]+)\}")


@dataclass(frozen=True, slots=True)
class PlayedMission:
    """A community that plays here, how its mission was read, and its logs."""

    community: LiveCommunity
    definitions: tuple[str, ...]
    folders: tuple[str, ...]
    logs: Sequence[BusLogger]


def begin_journal(
    played: Sequence[PlayedMission],
    context: LiveContext,
    behaviors: Sequence[str],
    files: Collection[str],
    trouble: Callable[[str], object],
) -> RunJournal:
    """Return the journal beside the first log, with copies of the files; the folders of other logs point to it.

    ``files`` were opened when the run was planned. ``trouble`` as of ``RunJournal``. Raises ``LogFileError``.
    """
    paths = [log.path for one in played for log in one.logs]
    target = paths[0].with_suffix(ENDING)
    missions = [path for one in played for path in _files(one.community)]
    start = JournalStart(
        version=__version__,
        python=python_version(),
        warp=context.warp,
        start=context.start_time,
        began=context.began,
        utc_offset=context.utc_offset,
        token=context.token,
        address=context.address,
        process_id=context.process_id,
        reports=context.reports,
        folder=os.getcwd(),  # noqa: PTH109
        environment=_environment(missions),
        behaviors=tuple(behaviors),
        communities=tuple(_community(one, target.parent) for one in played),
        files=keep(of_missions(files, missions), target.with_suffix(_COPIES)),
    )
    journal = RunJournal(target, start, trouble)
    for path in paths[1:]:
        if path.parent != target.parent:
            leave_pointer(path, target)
    return journal


def python_version() -> str:
    """Return the version of Python, without the import that knows it, too."""
    return ".".join(map(str, sys.version_info[:3]))


def _files(community: LiveCommunity) -> list[str]:
    """Return the absolute paths of the files that a mission was read from."""
    mission = community.mission
    expanded = () if mission.expansion is None else mission.expansion.files
    return list(dict.fromkeys(os.path.abspath(name) for name in (mission.file, *expanded)))  # noqa: PTH100


def _environment(files: Sequence[str]) -> dict[str, str]:
    """Return the variables of the environment that files name, as far as there are any."""
    names = {os.fsdecode(name) for file in files for name in _VARIABLE.findall(Path(file).read_bytes())}
    return {name: os.environ[name] for name in sorted(names) if name in os.environ}


def _community(one: PlayedMission, beside: Path) -> JournalCommunity:
    community = one.community
    logs = [JournalLog(log.name, os.path.relpath(log.path, beside), log.opened) for log in one.logs]
    return JournalCommunity(
        community.mission.file, one.definitions, one.folders, tuple(sorted(community.outside)),
        {name: app.program for name, app in community.own.items()}, tuple(logs),
    )  # fmt: skip
