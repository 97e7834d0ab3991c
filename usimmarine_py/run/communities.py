"""To which communities of a run a name, a key, a block or an application of the user's belongs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from usimmarine_py.apps.own.app import App
from usimmarine_py.apps.own.find import AppLike, aliases, read_app
from usimmarine_py.errors import ConfigError, suggest
from usimmarine_py.mission import Mission
from usimmarine_py.mission.started import played_simulators, started


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
