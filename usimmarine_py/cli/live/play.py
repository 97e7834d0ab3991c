"""Communities that play in this process: from a planned launch to the loop, beside processes of other programs."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Sequence
from contextlib import ExitStack
from functools import partial
from pathlib import Path

from usimmarine_py.apps.own.find import read_app
from usimmarine_py.errors import ConfigError
from usimmarine_py.launch.output import Stream
from usimmarine_py.launch.plan import Child, Community, plays_inside
from usimmarine_py.launch.supervisor import Supervisor
from usimmarine_py.mission import launches
from usimmarine_py.moos.app.signals import ended_by
from usimmarine_py.moos.app.terminal import Console, stderr_line
from usimmarine_py.moos.db.door import Door
from usimmarine_py.moos.db.options import DbOptions, parse_db_arguments, resolve_db_options
from usimmarine_py.run.again.beginning import PlayedMission, begin_journal
from usimmarine_py.run.again.journal import RunJournal
from usimmarine_py.run.again.played_files import noticed_files
from usimmarine_py.run.asked import Operator
from usimmarine_py.run.live.context import LiveCommunity, LiveContext, Outlets
from usimmarine_py.run.live.loop import QUIET, LiveLoop, Service
from usimmarine_py.run.live.plan import open_loggers, plan_live
from usimmarine_py.run.live.program import EXIT_FAILED
from usimmarine_py.run.logger import BusLogger
from usimmarine_py.run.plan import RunPlan
from usimmarine_py.values.frozen import replace

#: Beginnings of names of programs that play as a part of the loop.
_DATABASE, _LOGGER = "moosdb", "plogger"


class LiveLaunch:
    """The programs of this package that play in this process, of all communities that are started together."""

    def __init__(
        self,
        communities: Sequence[Community],
        outlets: Outlets,
        *,
        apart: Collection[str] = (),
        behaviors: Sequence[str] = (),
        reports: bool | None = False,
        operator: Operator | None = None,
        seed: int | None = None,
    ) -> None:
        """Plan them; files of templates are written by now. ``apart``: names of programs that shall be processes; at
        least one program plays inside. ``operator``: what is pressed and posted.

        Raises ``ConfigError`` and ``MissionFileError``.
        """
        self._outlets, self._behaviors = outlets, tuple(behaviors)
        inside = {community.name: plays_inside(community, apart) for community in communities}
        self._communities = [community for community in communities if inside[community.name]]
        warps = {community.warp for community in self._communities}
        if len(warps) > 1:
            named = ", ".join(f"{one.mission.file} {one.warp:g}" for one in self._communities)
            raise ConfigError(f"communities that are started together have one; found {named}; --warp W gives one",
                              key="MOOSTimeWarp")  # fmt: skip
        #: (community, program) that play here
        self.inside: set[tuple[str, str]] = set()
        self.journal: RunJournal | None = None
        self.context = LiveContext(warps.pop(), outlets=outlets, reports=reports)
        with noticed_files() as self._files:
            self.parts = [_part(one, inside[one.name]) for one in self._communities]
            self.plan = plan_live(self.parts, self.context, behaviors=behaviors, operator=operator, seed=seed)
        for one, community in zip(self.plan.communities, self._communities, strict=True):
            names = {app.settings.name for app in one.applications}
            self.inside |= {
                (community.name, child.name)
                for child in inside[community.name]
                if child.name in names or _kind(child) in (_DATABASE, _LOGGER)
            }

    def loop(
        self,
        stack: ExitStack,
        services: Sequence[Service],
        ended: Callable[[str, str, int], object],
        end_other: Callable[[str, str], object],
        *,
        journal: bool = True,
        logged: bool = True,
    ) -> LiveLoop:
        """Open doors and logs, which ``stack`` closes, and return the loop; ``journal``: with one beside the first log.
        ``logged``: whether pLoggers write their logs.

        Raises as ``Door.bind``.
        """
        doors, logs = [], []
        for one, community, part in zip(self.plan.communities, self._communities, self.parts, strict=True):
            options = self._options(community)
            console, _ = self._outlets(community.name, "MOOSDB")
            door = Door(one.community.bus, options, partial(_say, console), quiet=QUIET)
            door.bind()
            stack.callback(door.close)
            console(f"MOOSDB: community {community.name} at port {door.port}, time warp {options.warp:g}\n")
            doors.append(door)
            logs.append(open_loggers(one, part.loggers if logged else (), community.file, self.context))
            for logger in logs[-1]:
                stack.callback(logger.close)
        return LiveLoop(
            self.plan, self.context, doors=doors, loggers=[one for some in logs for one in some], services=services,
            ended=ended, end_other=end_other, journal=self._journal(stack, logs) if journal else None,
        )  # fmt: skip

    def _journal(self, stack: ExitStack, logs: Sequence[Sequence[BusLogger]]) -> RunJournal | None:
        """Open the journal beside the first log, if there is one; those of others point to it."""
        paths = [logger.path for some in logs for logger in some]
        if not paths:
            return None
        played = [
            PlayedMission(part, community.definitions, community.folders, some)
            for community, part, some in zip(self._communities, self.parts, logs, strict=True)
        ]
        journal = begin_journal(played, self.context, self._behaviors, self._files, stderr_line)
        stack.callback(journal.close)
        self.journal = journal
        return journal

    def _options(self, community: Community) -> DbOptions:
        child = next(child for child in community.children if child.is_database)
        parsed = parse_db_arguments(child.program.words[2:] + child.arguments)
        return replace(resolve_db_options(parsed, community.mission.value, "127.0.0.1"), warp=self.context.warp)


def play(
    communities: Sequence[Community],
    supervisor: Supervisor,
    *,
    apart: Collection[str] = (),
    behaviors: Sequence[str] = (),
    seconds: float | None = None,
    journal: bool = True,
    attend: Callable[[RunPlan], object] | None = None,
) -> int:
    """Play communities beside the processes of a supervisor, until one of both ends; the exit code.

    ``seconds``: MOOS s. ``journal``: with a journal beside the first log. ``attend`` gets the plan before it begins.
    Raises ``ConfigError`` and others of the plan.
    """
    by_place = {(child.community, child.name): name for name, child in supervisor.children}
    streams: dict[str, Stream] = {}

    def outlets(community: str, program: str) -> tuple[Console, Console]:
        name = by_place.get((community or communities[0].name, program), program)
        stream = streams.setdefault(name, Stream(name, supervisor.printer, reports=supervisor.reports))
        return (lambda text: stream.feed(text.encode("utf-8", "replace"), time.monotonic()),) * 2

    def ended(community: str, name: str, code: int) -> None:
        supervisor.inside_ended(by_place.get((community, name), name), code)

    with ended_by(supervisor.signal), ExitStack() as stack:
        launch = LiveLaunch(communities, outlets, apart=apart, behaviors=behaviors)
        if attend is not None:
            attend(launch.plan)
        loop = launch.loop(
            stack,
            [supervisor],
            ended,
            lambda community, name: supervisor.end_one(by_place.get((community, name), "")),
            journal=journal,
        )
        supervisor.play_inside([by_place[place] for place in launch.inside])
        supervisor.on_over = loop.stop
        if seconds is not None:
            loop.until = seconds
        if supervisor.is_over:  # while it was planned
            return supervisor.code
        loop.run()
        if not loop.stopped:
            supervisor.say(f"ends after {seconds:g} s, as --for asks")
        for text in loop.losses():
            supervisor.say(text)
        if launch.journal is not None and launch.journal.failed:
            supervisor.exit_code = supervisor.exit_code or EXIT_FAILED
    for stream in streams.values():
        stream.close()
    return supervisor.code


def _say(console: Console, text: str) -> None:
    console(f"MOOSDB: {text}\n")


def _part(community: Community, inside: Sequence[Child]) -> LiveCommunity:
    """Return who of a community plays where."""
    names = {child.name for child in inside}
    started = {launch.alias for launch in launches(community.mission)}
    own = {
        child.name: read_app(str((community.file.parent / child.argv0).resolve()))
        for child in inside
        if _kind(child).endswith(".py")
    }
    return LiveCommunity(
        community.mission,
        outside=frozenset({*started, *(child.name for child in community.children)} - names),
        own=own,
        loggers=tuple(child.name for child in inside if _kind(child) == _LOGGER),
    )


def _kind(child: Child) -> str:
    return Path(child.argv0).name.lower()
