"""``--set KEY=VALUE``: values put into a mission for one run. Keys as in ``template``.

A key that nothing reads and a value that its reader refuses are errors before anything starts.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from usimmarine_py.apps.own.find import AppLike
from usimmarine_py.errors import ConfigError, Severity
from usimmarine_py.mission import Beside, Mission, read_mission
from usimmarine_py.run.asked import MissionReading
from usimmarine_py.run.communities import apps_of, chosen_blocks, of_communities

if TYPE_CHECKING:
    from usimmarine_py.run.changes.template import FilledMission, MissionTemplate

#: Beginnings of warnings of controllers, guidance and scripts about a key that they do not read.
_UNREAD = ("unknown parameter", "unhandled config line")


def changed_mission(
    path: Path | str,
    reading: MissionReading,
    *,
    program: str = "",
    apps: Sequence[AppLike] = (),
    literal: bool = False,
) -> Mission:
    """Return the mission with the changes of ``reading`` put in; keys without a block belong to its ``block``.

    ``program`` as in ``check_keys``, ``literal`` as in ``read_mission``, ``apps`` as in ``plan_run``.
    Raises ``ConfigError`` for a key that nothing reads or a value that is refused, ``MissionFileError`` for the file.
    """
    changes = reading.changes
    if not changes:
        return read_mission(path, definitions=reading.definitions, folders=reading.folders, literal=literal)
    # only here: most missions are run as they are written
    from usimmarine_py.run.changes.template import MissionTemplate, check_keys, filled

    template = MissionTemplate.read(Path(path), reading, literal=literal)
    check_keys(template, list(changes), program=program, apps=apps)
    made = filled(template, changes)
    if not reading.lenient:
        refuse(template, made, changes)
    return template.filled(made)


def changed_missions(
    files: Sequence[str | Path],
    reading: MissionReading,
    apps: Sequence[AppLike] = (),
    *,
    literal: bool = False,
) -> list[Mission]:
    """Return the missions of a run with the changes of ``reading`` put in.

    ``literal``: a launch script made the files (``read_mission``).

    Raises ``ConfigError`` for what is no change of one of them, ``MissionFileError`` for a file.
    """
    words, folders = reading.definitions, reading.folders
    missions = [read_mission(file, definitions=words, folders=folders, literal=literal) for file in files]
    if not reading.changes:
        return missions
    each = zip(
        files,
        of_communities(reading.changes, missions),
        chosen_blocks(missions, reading.block),
        apps_of(missions, apps),
        strict=True,
    )
    return [
        changed_mission(file, replace(reading, changes=changes, block=block), apps=own, literal=literal)
        for file, changes, block, own in each
    ]


def refuse(template: MissionTemplate, made: FilledMission, keys: Iterable[str], *, unread: bool = False) -> None:
    """Raise the first error about an inserted line: it would have no effect, or another one.

    ``unread``: only for a key that nothing reads, whatever its value.
    """
    from usimmarine_py.check.mission import check_mission
    from usimmarine_py.run.changes.template import is_entry, place_of

    mission = template.flat(made)
    vehicle = template.vehicle(mission)
    found = check_mission(mission, read_file=Beside(mission.file))
    for key in keys:
        outside = key.startswith(("env.", "script.")) and mission.block(key.partition(".")[0]) is None
        if outside or is_entry(mission, vehicle, key):
            continue
        block, name = place_of(mission, vehicle, key)
        columns = {entry.line: entry.value_column for entry in block.entries if entry.key.lower() == name.lower()}
        for finding in found:
            if finding.line not in columns or finding.severity is Severity.NOTE:
                continue
            if unread and not finding.what.lower().startswith(_UNREAD):
                continue
            # a warning about the value means that another one is in force; a script only warns, without a column.
            # That two lines set the same is a warning at the key, and allowed
            if finding.severity is Severity.ERROR or finding.column in (0, columns[finding.line]):
                where = key if unread else f"--set {key}"
                raise ConfigError(finding.what, key=where, suggestion=finding.suggestion)
