"""The mission files of a folder whose communities are one field."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from usimmarine_py.errors import MissionFileError, UsimError
from usimmarine_py.mission.antler import launches
from usimmarine_py.mission.reader import Mission, read_mission
from usimmarine_py.mission.shipped import ENDING

#: Runs in one community of each field.
SHORE_BROKER = "uFldShoreBroker"
_MACRO = "$("


def field_of(files: Sequence[str], definitions: Sequence[str] = (), folders: Sequence[str] = ()) -> tuple[str, ...]:
    """Return those of ``files`` that are the communities of one field, of which one runs the broker of the shore.

    Left out are templates without values for their macros, and pieces that templates include: they name no community
    and start nothing. Empty where two communities have one name, or a file cannot be read or has no name.
    """
    names: dict[str, str] = {}
    shore = False
    for file in files:
        try:
            mission = read_mission(file, definitions=definitions, folders=folders)
        except UsimError:
            return ()
        name, starts = mission.value("Community"), launches(mission)
        if is_template(mission) or not (name or starts):
            continue
        if not name or name.lower() in names:
            return ()
        names[name.lower()] = file
        programs = [Path(launch.program).name for launch in starts] or mission.block_names
        shore = shore or SHORE_BROKER in programs
    return tuple(names.values()) if shore and len(names) > 1 else ()


def is_template(mission: Mission) -> bool:
    """Return whether a mission is a template that lacks values: of the name of its community, or of a condition."""
    expansion = mission.expansion
    return expansion is not None and (bool(expansion.asked) or _MACRO in (mission.value("Community") or ""))


def communities_of(folder: Path) -> list[Path]:
    """Return the mission files of a folder that are played together: its only one, or those of a field, which are
    several of which one runs the broker of the shore.

    Raises ``MissionFileError`` for a folder without missions, and for one with several that are not of one field.
    """
    files = sorted(folder.glob(f"*{ENDING}"))
    if not files:
        raise MissionFileError(f"no mission file ({ENDING}) in this folder", key=str(folder))
    if len(files) == 1:
        return files
    field = field_of([str(file) for file in files])
    if not field:
        names = ", ".join(file.name for file in files)
        script = next((f", or play {file.name}" for file in sorted(folder.glob("*launch*.sh"))), "")
        raise MissionFileError(f"several missions: {names}", key=str(folder), remedy=f"name one of them{script}")
    return [Path(file) for file in field]
