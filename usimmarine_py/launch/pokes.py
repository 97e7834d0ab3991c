"""The posts that a launch script makes by uPokeDB while its mission would run, and when.

While a script is recorded nothing runs, so only what the script sleeps says when a post comes: ``sleep N`` between the
first start of a community and uPokeDB is N real seconds, which are N times the time warp in simulated seconds.
"""

from __future__ import annotations

import shlex
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from usimmarine_py.errors import ConfigError, UsimError
from usimmarine_py.launch.standins.asking import OnePoke, read_one_poke, read_words
from usimmarine_py.mission import Mission, read_mission

#: Ports and time warp of a mission file that does not say.
_PORT, _WARP = 9000, 1.0
_LOCAL = ("", "localhost", "127.0.0.1")


class _Started(Protocol):
    """A community as the script started it."""

    @property
    def mission(self) -> Path: ...

    @property
    def warp(self) -> float | None: ...

    @property
    def folder(self) -> Path: ...


class ScriptRequests(NamedTuple):
    """What a script asks of running communities."""

    pokes: tuple[str, ...]  #: ``COMMUNITY:VAR=VALUE@T``, as the runs take them; T in simulated s
    left: tuple[str, ...]  #: commands that are not carried out, each with the reason


def asked_by(events: Sequence[Mapping[str, Any]], communities: Sequence[_Started]) -> ScriptRequests:
    """Return the posts of a script whose time is known, and its other commands for a running MOOSDB.

    ``events``: of the record, in its order.
    """

    @cache
    def missions() -> list[tuple[_Started, Mission]]:
        return [(one, read_mission(str(one.mission), literal=True)) for one in communities]

    # a program that is started in the background may write its event late, but its number is given at its start
    first = min((one["pid"] for one in events if "mission" in one), default=None)
    pokes: list[str] = []
    left: list[str] = []
    slept, sleeping, why = 0.0, set[int](), ""
    for one in events:
        if "sleeps" in one:
            if first is not None and one["pid"] > first:
                why = why or ("it sleeps in two places at once" if sleeping else "")
                slept += one["sleeps"]
            sleeping.add(one["pid"])
        elif "slept" in one:
            sleeping.discard(one["slept"])
        elif "asks" in one:
            reason = why or ("no sleep before it says when" if sleeping or not slept else "")
            if one["program"] != "uPokeDB":
                reason = why = why or f"{one['program']} waits for a MOOSDB"
            try:
                if not reason:
                    pokes += _pokes(one, missions, slept)
            except UsimError as error:
                reason = str(error)
            if reason:
                left.append(f"{shlex.join([one['program'], *one['arguments']])}, which the script calls while its "
                            f"mission runs: {reason}")  # fmt: skip
        elif one["program"] == "uMayFinish":
            why = why or "uMayFinish before it waits for an end"
    return ScriptRequests(tuple(pokes), tuple(left))


def _pokes(event: Mapping[str, Any], missions: Callable[[], list[tuple[_Started, Mission]]], slept: float) -> list[str]:
    """The words of a uPokeDB ``slept`` real s after the first start. Raises ``ConfigError``."""
    given = read_words(event["arguments"])
    target = next((pair for pair in missions() if _is_meant(given.mission, given.port, event["folder"], *pair)), None)
    if target is None or given.host.lower() not in _LOCAL:
        raise ConfigError("it started no such community")
    if {"cache", "c"} & {name for name, _ in given.switches}:
        raise ConfigError("--cache is for a running MOOSDB")
    started, mission = target
    warp = started.warp or mission.number("MOOSTimeWarp") or _WARP
    return [
        _word(mission.value("Community") or started.mission.stem, read_one_poke(word), slept * warp)
        for word in given.rest
    ]


def _is_meant(file: str, port: int, folder: str, started: _Started, mission: Mission) -> bool:
    if file:
        return Path(folder, file).resolve() == Path(started.folder, started.mission.name).resolve()
    return int(mission.number("ServerPort") or _PORT) == (port or _PORT)


def _word(community: str, poke: OnePoke, time: float) -> str:
    if poke.value is None:
        raise ConfigError("the time of a post is that of a running MOOSDB")
    text = f"={poke.value!r}" if isinstance(poke.value, float) else f":={poke.value}"
    return f"{community}:{poke.variable}{text}@{time:g}"
