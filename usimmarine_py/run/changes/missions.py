"""Changed values of the missions of a run: ``COMMUNITY:KEY`` for one community, ``KEY`` for every vehicle."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from usimmarine_py.apps.own.app import App
from usimmarine_py.apps.own.find import AppLike, aliases, read_app
from usimmarine_py.errors import ConfigError, suggest
from usimmarine_py.mission import Mission, read_mission
from usimmarine_py.mission.started import played_simulators, started
from usimmarine_py.run.asked import AS_WRITTEN, MissionReading
from usimmarine_py.run.changes.given import changed_mission, refuse
from usimmarine_py.run.changes.template import FilledMission, MissionTemplate, check_keys, filled


def community_name(mission: Mission) -> str:
    """Return the name of a mission's community: its line ``Community``, else the name of the file."""
    return mission.value("Community") or Path(mission.file).stem


def of_communities(changes: Mapping[str, str], missions: Sequence[Mission]) -> list[dict[str, str]]:
    """Return the changes of each mission. Raises ``ConfigError`` for an unknown community."""
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
            elif not colon and (len(missions) == 1 or played_simulators(mission)):
                place[key] = value
    return found


def chosen_blocks(missions: Sequence[Mission], block: str | None) -> list[str | None]:
    """Return the simulator's block that is asked for in each mission: where there is one of the name.

    Raises ``ConfigError`` where none of several missions has one.
    """
    if block is None or len(missions) == 1:
        return [block] * len(missions)
    found = [block if mission.block(block) is not None else None for mission in missions]
    if not any(found):
        known = sorted({name for mission in missions for name in mission.block_names})
        raise ConfigError(f"no mission has a block {block}", key="--block", suggestion=suggest(block, known))
    return found


def apps_of(missions: Sequence[Mission], apps: Sequence[AppLike]) -> list[list[AppLike]]:
    """Return the user's applications of each mission.

    ``COMMUNITY:APP`` plays in one of several; any other in each community that starts it or has its block, else beside
    each vehicle. Raises ``ConfigError`` for what is no application, and for an instance that would play in several.
    """
    found: list[list[AppLike]] = [[] for _ in missions]
    names = [community_name(mission) for mission in missions]
    for app in apps:
        head, colon, rest = app.partition(":") if isinstance(app, str) else ("", "", "")
        if colon and head in names:
            found[names.index(head)].append(rest)
            continue
        places = [0] if len(missions) == 1 else _places(missions, app)
        if len(places) > 1 and isinstance(app, App):
            listed = ", ".join(names[i] for i in places)
            raise ConfigError(f"is an instance, which cannot play in {listed}: give its class", key=type(app).__name__)
        for i in places:
            found[i].append(app)
    return found


def _places(missions: Sequence[Mission], app: AppLike) -> Sequence[int]:
    """Where an application of a run of several communities plays."""
    given = read_app(app)
    places = []
    for i, mission in enumerate(missions):
        called = {given.name} if given.name else set(aliases(mission, given))
        starts = any(one.name in called or one.program.lower() in given.programs for one in started(mission))
        if starts or any(mission.block(name) is not None for name in called):
            places.append(i)
    return places or [i for i, mission in enumerate(missions) if played_simulators(mission)] or [0]


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


@dataclass(frozen=True, slots=True)
class MissionTemplates:
    """The missions of a run as written, with all that is needed to run them on another machine."""

    each: tuple[MissionTemplate, ...]
    names: tuple[str, ...]  #: of the communities
    vehicles: tuple[str, ...]  #: of those with a simulator
    block: str | None = None  #: the simulator's that is asked for

    @classmethod
    def read(cls, files: Sequence[Path], reading: MissionReading = AS_WRITTEN) -> MissionTemplates:
        """Raises ``MissionFileError`` and ``ConfigError`` for what cannot be read."""
        blocks: Sequence[str | None] = [reading.block]
        if len(files) > 1:
            found = [read_mission(f, definitions=reading.definitions, folders=reading.folders) for f in files]
            blocks = chosen_blocks(found, reading.block)
        each = zip(files, blocks, strict=True)
        templates = tuple(MissionTemplate.read(file, replace(reading, block=block)) for file, block in each)
        missions = [one.unchanged() for one in templates]
        names = tuple(map(community_name, missions))
        vehicles = tuple(name for name, m in zip(names, missions, strict=True) if played_simulators(m))
        return cls(templates, names, vehicles, reading.block)

    @property
    def first(self) -> MissionTemplate:
        """The first mission with a simulator, else the first."""
        of_vehicles = [one for name, one in zip(self.names, self.each, strict=True) if name in self.vehicles]
        return (of_vehicles or list(self.each))[0]

    def values(self, texts: Mapping[str, str]) -> list[dict[str, str]]:
        """Return the values of each community. Raises ``ConfigError``."""
        return of_communities(texts, [one.unchanged() for one in self.each])

    def check(self, keys: Sequence[str], apps: Sequence[AppLike] = ()) -> None:
        """Raise ``ConfigError`` for a key that nothing reads."""
        mine = apps_of([one.unchanged() for one in self.each], apps)
        for template, own, some in zip(self.each, self.values(dict.fromkeys(keys, "")), mine, strict=True):
            if own:
                check_keys(template, list(own), seeded=True, apps=some)

    def refuse(self, texts: Mapping[str, str]) -> None:
        """Raise the first error about a key that nothing reads, whatever its value."""
        for template, own in zip(self.each, self.values(texts), strict=True):
            if own:
                refuse(template, filled(template, own), own, unread=True)

    def fill(self, texts: Mapping[str, str]) -> list[FilledMission]:
        """Return the missions with values put in. Raises ``ConfigError``."""
        return [filled(template, own) for template, own in zip(self.each, self.values(texts), strict=True)]

    def missions(self, made: Sequence[FilledMission]) -> list[Mission]:
        """Return the missions of what ``fill`` made."""
        return [template.filled(one) for template, one in zip(self.each, made, strict=True)]
