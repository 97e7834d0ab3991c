"""Changed values of a field: ``COMMUNITY:KEY`` for one community, ``KEY`` for every vehicle."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from usimmarine_py.apps.own.find import AppLike
from usimmarine_py.errors import ConfigError, suggest
from usimmarine_py.mission import Mission, read_mission, simulator_blocks
from usimmarine_py.run.changes import changed_mission


def community_name(mission: Mission) -> str:
    """Return the name of a mission's community: its line ``Community``, else the name of the file."""
    return mission.value("Community") or Path(mission.file).stem


def of_communities(changes: Mapping[str, str], missions: Sequence[Mission]) -> list[dict[str, str]]:
    """Return the changes of each of several missions. Raises ``ConfigError`` for an unknown community."""
    names = [community_name(mission) for mission in missions]
    found: list[dict[str, str]] = [{} for _ in missions]
    for key, value in changes.items():
        name, colon, rest = key.partition(":")
        if colon and name not in names:
            problem = f"there is no community {name}; it is one of {', '.join(names)}"
            raise ConfigError(problem, key=f"--set {key}", suggestion=suggest(name, names))
        for own, mission, place in zip(names, missions, found, strict=True):
            if colon and own == name:
                place[rest] = value
            elif not colon and simulator_blocks(mission):
                place[key] = value
    return found


def changed_missions(
    files: Sequence[str | Path],
    changes: Mapping[str, str],
    definitions: Sequence[str] = (),
    folders: Sequence[str] = (),
    apps: Sequence[AppLike] = (),
) -> list[Mission]:
    """Return the missions of a field with ``changes`` put in, or a single one with its own.

    Raises ``ConfigError`` for what is no change of one of them, ``MissionFileError`` for a file.
    """
    if len(files) == 1:
        return [changed_mission(files[0], changes, definitions=definitions, folders=folders, apps=apps)]
    missions = [read_mission(file, definitions=definitions, folders=folders) for file in files]
    if not changes:
        return missions
    each = of_communities(changes, missions)
    return [
        changed_mission(file, own, definitions=definitions, folders=folders)
        for file, own in zip(files, each, strict=True)
    ]
