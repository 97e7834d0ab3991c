"""Changed values of a field: ``COMMUNITY:KEY`` for one community, ``KEY`` for every vehicle."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from usimmarine_py.apps.own.find import AppLike
from usimmarine_py.errors import ConfigError, suggest
from usimmarine_py.mission import Mission, read_mission, simulator_blocks
from usimmarine_py.run.asked import AS_WRITTEN, MissionReading
from usimmarine_py.run.changes import FilledMission, MissionTemplate, changed_mission, check_keys, filled, refuse


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
    reading: MissionReading,
    apps: Sequence[AppLike] = (),
    *,
    literal: bool = False,
) -> list[Mission]:
    """Return the missions of a field with the changes of ``reading`` put in, or a single one with its own.

    ``literal``: a launch script made the files (``read_mission``).

    Raises ``ConfigError`` for what is no change of one of them, ``MissionFileError`` for a file.
    """
    words, folders = reading.definitions, reading.folders
    missions = [read_mission(file, definitions=words, folders=folders, literal=literal) for file in files]
    if not reading.changes:
        return missions
    each = of_communities(reading.changes, missions) if len(files) > 1 else [reading.changes]
    return [
        changed_mission(file, replace(reading, changes=own), apps=apps, literal=literal, several=len(files) > 1)
        for file, own in zip(files, each, strict=True)
    ]


@dataclass(frozen=True, slots=True)
class FieldTemplate:
    """The missions of a field as written, with all that is needed to run them on another machine."""

    templates: tuple[MissionTemplate, ...]
    names: tuple[str, ...]  #: of the communities
    vehicles: tuple[str, ...]  #: of those with a simulator

    @classmethod
    def read(cls, files: Sequence[Path], reading: MissionReading = AS_WRITTEN) -> FieldTemplate:
        """Raises ``MissionFileError`` and ``ConfigError`` for what cannot be read."""
        templates = tuple(MissionTemplate.read(file, reading, several=True) for file in files)
        missions = [one.unchanged() for one in templates]
        names = tuple(map(community_name, missions))
        vehicles = tuple(name for name, m in zip(names, missions, strict=True) if simulator_blocks(m))
        return cls(templates, names, vehicles)

    @property
    def first(self) -> MissionTemplate:
        """The first mission with a simulator, else the first."""
        of_vehicles = [one for name, one in zip(self.names, self.templates, strict=True) if name in self.vehicles]
        return (of_vehicles or list(self.templates))[0]

    def each(self, texts: Mapping[str, str]) -> list[dict[str, str]]:
        """Return the values of each community. Raises ``ConfigError``."""
        return of_communities(texts, [one.unchanged() for one in self.templates])

    def check(self, keys: Sequence[str]) -> None:
        """Raise ``ConfigError`` for a key that nothing reads."""
        for template, own in zip(self.templates, self.each(dict.fromkeys(keys, "")), strict=True):
            if own:
                check_keys(template, list(own), seeded=True)

    def refuse(self, texts: Mapping[str, str]) -> None:
        """Raise the first error about a key that nothing reads, whatever its value."""
        for template, own in zip(self.templates, self.each(texts), strict=True):
            if own:
                refuse(template, filled(template, own), own, unread=True)

    def fill(self, texts: Mapping[str, str]) -> list[FilledMission | None]:
        """Return the missions with values put in; None: as written. Raises ``ConfigError``."""
        each = zip(self.templates, self.each(texts), strict=True)
        return [filled(template, own) if own else None for template, own in each]

    def missions(self, made: Sequence[FilledMission | None]) -> list[Mission]:
        """Return the missions of what ``fill`` made."""
        each = zip(self.templates, made, strict=True)
        return [template.unchanged() if one is None else template.filled(one) for template, one in each]
