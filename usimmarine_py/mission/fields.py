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
    return _communities(files, definitions, folders)[0]


def _communities(
    files: Sequence[str], definitions: Sequence[str] = (), folders: Sequence[str] = ()
) -> tuple[tuple[str, ...], str]:
    """The same, and why there are none though one runs the broker of the shore."""
    names: dict[str, str] = {}
    shore, problem = False, ""
    for file in files:
        try:
            mission = read_mission(file, definitions=definitions, folders=folders)
        except UsimError as error:
            problem = problem or str(error)
            continue
        name, starts = mission.value("Community"), launches(mission)
        if is_template(mission) or not (name or starts):
            continue
        programs = [Path(launch.program).name for launch in starts] or mission.block_names
        shore = shore or SHORE_BROKER in programs
        if not name:
            problem = problem or f"{Path(file).name} has no Community"
        elif name.lower() in names:
            first = Path(names[name.lower()]).name
            problem = problem or f"{first} and {Path(file).name} have one Community, {name}"
        else:
            names[name.lower()] = file
    if problem or not shore:
        return (), problem if shore else ""
    return tuple(names.values()) if len(names) > 1 else (), ""


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
    field, problem = _communities([str(file) for file in files])
    if not field:
        names = ", ".join(file.name for file in files)
        script = next((f", or play {file.name}" for file in sorted(folder.glob("*launch*.sh"))), "")
        why = f" that are no field ({problem})" if problem else ""
        raise MissionFileError(f"several missions{why}: {names}", key=str(folder), remedy=f"name one of them{script}")
    return [Path(file) for file in field]
