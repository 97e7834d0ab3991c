"""The missions of a run as written, into which values are put: one of a sweep, for example."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from usimmarine_py.apps.own.find import AppLike
from usimmarine_py.mission import Mission, read_mission
from usimmarine_py.mission.started import played_simulators
from usimmarine_py.run.asked import AS_WRITTEN, MissionReading
from usimmarine_py.run.changes.given import refuse
from usimmarine_py.run.changes.template import FilledMission, MissionTemplate, check_keys, filled
from usimmarine_py.run.communities import apps_of, chosen_blocks, community_name, of_communities


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
