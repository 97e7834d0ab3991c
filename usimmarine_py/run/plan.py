"""What a run plays: the communities of one or several mission files, set up on one clock, and what will end them."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from usimmarine_py.apps.grading.pokes import MayFinishApp
from usimmarine_py.apps.guidance import GuidanceApp
from usimmarine_py.apps.helm import HelmApp
from usimmarine_py.apps.operator import ViewerApp
from usimmarine_py.apps.own.behaviors import BehaviorLike
from usimmarine_py.apps.own.find import AppLike, RequestedApp, named_apps
from usimmarine_py.apps.script import ScriptApp
from usimmarine_py.apps.vehicle import VehicleApp
from usimmarine_py.errors import ConfigError, LocalProtocolError, MissionFileError, Severity
from usimmarine_py.field.brokers.shore import ShoreBrokerApp
from usimmarine_py.field.host_info import HostInfoApp
from usimmarine_py.field.programs import FIELD_PROGRAMS
from usimmarine_py.field.share.share import ShareApp
from usimmarine_py.mission import EVALUATION, Block, Mission, find_simulator_block
from usimmarine_py.mission.misspelt import misspelt_blocks
from usimmarine_py.mission.started import ANTLER, slips, started
from usimmarine_py.mission.unplayed import Unplayed
from usimmarine_py.moos.app.moos_app import MoosApp
from usimmarine_py.moos.app.status import no_figures
from usimmarine_py.moos.clock import SteppedClock
from usimmarine_py.moos.transport.comms import Comms
from usimmarine_py.moos.transport.lockstep import LockstepBus
from usimmarine_py.run.applications import (
    PlayedBlocks,
    block_settings,
    effective_seed,
    hold_helms,
    make_apps,
    names_of,
    played_blocks,
)
from usimmarine_py.run.asked import NOTHING_MORE, Operator
from usimmarine_py.run.communities import apps_of, chosen_blocks, community_name
from usimmarine_py.run.context import OFFLINE, RunContext
from usimmarine_py.run.ending import Endings
from usimmarine_py.run.followers import state_columns
from usimmarine_py.run.loop import SHARE_DELAY, BusCommunity, RunLoop
from usimmarine_py.run.presses import PressedCommunity, presses_of
from usimmarine_py.script.grading.expected import read_expected
from usimmarine_py.script.grading.pokes import FinishConfig
from usimmarine_py.simulator import Simulator
from usimmarine_py.text import atof

#: Simulated s after which a run of one vehicle that a plan or a script should end is given up; one of several; and one
#: that only helms can end, which need not.
LONGEST_RUN, LONGEST_FIELD, LONGEST_HELM_RUN = 24 * 3600.0, 3600.0, 3600.0
#: Name of the uMayFinish that ``plan_run`` adds.
FINISHER = "uMayFinish"
#: When the shoreside starts, s: launch scripts start it last, when its vehicles already ping. Its broker hears all of
#: them before, so that it numbers them in the order of the communities, and bridges them all in one round at this time.
SHORE_START = 6.0
#: When its scripts start, s: pAntler starts applications one after another, and shoresides name pMissionEval and
#: pAutoPoke last; the first posts of scripts set back what vehicles set once they are deployed.
SCRIPT_START = 4.0
#: The least delay of what communities share, s: less would let two of them answer each other without end at one time.
LEAST_DELAY = 1e-3
LOCALHOST = "localhost"


@dataclass(slots=True)
class PlayedCommunity:
    """A community of the run."""

    mission: Mission
    played: PlayedBlocks
    community: BusCommunity
    simulator: Simulator | None
    applications: list[MoosApp]
    problems: list[str]  #: what the bus refused; grows while the run lasts
    stem: str  #: of the names of its files
    own: Mapping[str, RequestedApp]  #: applications of the user's by name

    @property
    def name(self) -> str:
        """The name of the community."""
        return self.community.name

    @property
    def vehicle(self) -> MoosApp | None:
        """The application that drives the simulator."""
        return next((app for app in self.applications if isinstance(app.application, VehicleApp)), None)

    @property
    def guidance(self) -> GuidanceApp | None:
        """The first guidance there is."""
        found = (app.application for app in self.applications)
        return next((one for one in found if isinstance(one, GuidanceApp)), None)

    @property
    def helms(self) -> list[HelmApp]:
        """All helms."""
        return [app.application for app in self.applications if isinstance(app.application, HelmApp)]

    @property
    def left_out(self) -> tuple[Unplayed, ...]:
        """The applications that the mission starts and the run does not play."""
        return self.played.left_out

    @property
    def columns(self) -> tuple[str, ...]:
        """Names of the columns of state rows; none without a vehicle."""
        return () if self.simulator is None else state_columns(self.simulator)


@dataclass(slots=True)
class RunPlan:
    """A run that is set up, not yet begun. Made by ``plan_run``."""

    communities: list[PlayedCommunity]
    loop: RunLoop
    ending: Endings
    seed: int
    duration: float | None
    limit: float  #: simulated s after which a run that a plan or a script ends is given up
    cut: str  #: how a run that reaches the limit is said to have ended: ``limit``, or ``duration`` where asked for
    warnings: list[str] = field(default_factory=list)  #: of the missions and of what was asked for
    notes: list[str] = field(default_factory=list)

    @property
    def clock(self) -> SteppedClock:
        """The one clock."""
        return self.loop.clock

    @property
    def apps(self) -> tuple[MoosApp, ...]:
        """All applications of all communities."""
        return tuple(app for one in self.communities for app in one.applications)

    @property
    def simulators(self) -> tuple[Simulator, ...]:
        """Those of all vehicles."""
        return tuple(one.simulator for one in self.communities if one.simulator is not None)

    @property
    def left_out(self) -> tuple[Unplayed, ...]:
        """The applications that the missions start and the run does not play."""
        return tuple(found for one in self.communities for found in one.left_out)

    @property
    def alone(self) -> PlayedCommunity | None:
        """The only community, if there is but one."""
        return self.communities[0] if len(self.communities) == 1 else None


def plan_run(
    missions: Mission | Sequence[Mission],
    *,
    duration: float | None = None,
    seed: int | None = None,
    block: str | None = None,
    limit: float | None = None,
    cut: str = "limit",
    apps: Sequence[AppLike] = (),
    behaviors: Sequence[BehaviorLike] = (),
    operator: Operator = NOTHING_MORE,
    share_loss: float = 0.0,
    share_delay: float = SHARE_DELAY,
    finish: Mapping[int, FinishConfig] | None = None,
    context: RunContext = OFFLINE,
    loop: type[RunLoop] = RunLoop,
) -> RunPlan:
    """Set up the communities of one or several missions, in this order, on one clock.

    Args:
        missions: as read by ``read_mission``.
        duration: simulated s; None: until a verdict, a plan, a script or all helms end the run.
        seed: of every random number, >= 0; None: that of a block usim_grade, else of the first simulator's block, else
            0.
        block: which simulator, where a mission has several.
        limit: simulated s after which a run that should end by itself has failed to; where it can, it takes the place
            of ``duration``. None: a day (``LONGEST_RUN``), an hour for several communities and where only helms could
            end it.
        cut: how a run that reaches ``limit`` is said to have ended.
        apps: applications of one's own that play, too: see ``apps.own.find.AppLike``; ``COMMUNITY:APP`` in one of
            several communities, else in each that starts it or has its block, else beside each vehicle.
        behaviors: behaviours of one's own for the helms: files, modules or classes.
        operator: what is pressed and posted besides.
        share_loss: share of the messages between communities that are lost, 0 to 1.
        share_delay: MOOS s from a post to its arrival in another community, at least 0.001.
        finish: by place of a mission, a uMayFinish that runs beside its applications.
        context: the surroundings of the run.
        loop: what drives it.

    Raises ``ConfigError`` and ``MissionFileError`` for what cannot be run.
    """
    missions = [missions] if isinstance(missions, Mission) else list(missions)
    check_times(duration, limit)
    if not 0.0 <= share_loss <= 1.0:
        raise ConfigError(f"must be from 0 to 1, found {share_loss:g}", key="share-loss")
    if not LEAST_DELAY <= share_delay < float("inf"):
        raise ConfigError(f"must be at least {LEAST_DELAY:g} seconds, found {share_delay:g}", key="share-delay")
    names = _names(missions)
    for mission in missions:
        if len(missions) > 1 and not mission.blocks and mission.value("Community") is None:
            raise MissionFileError("is no mission file: no ProcessConfig block, no Community", file=mission.file)
    found = [named_apps(mission, some) for mission, some in zip(missions, apps_of(missions, apps), strict=True)]
    own = [{**context.own(mission), **named} for mission, (named, _) in zip(missions, found, strict=True)]
    warnings = [text for _, texts in found for text in texts]
    warnings += [text for mission in missions for text in _mistakes(mission)]
    played = [
        played_blocks(mission, one, given, context=context)
        for mission, one, given in zip(missions, chosen_blocks(missions, block), own, strict=True)
    ]
    if all(one.vehicle is None for one in played) and not any(mission.block(ANTLER) for mission in missions):
        find_simulator_block(missions[0])  # says what is there
    used = _seed(missions, played, seed)
    clock = SteppedClock(context.start_time, context.warp)
    pressed_in = [PressedCommunity(*one) for one in zip(names, missions, played, strict=True)]
    pressed, notes = presses_of(pressed_in, operator, deploys=not any(own))
    notes += [*_same_ports(missions, names), *_other_datums(missions, names)]
    judged = any(block.kind == EVALUATION for one in played for block in one.blocks)
    stems = Counter(Path(mission.file).stem for mission in missions)
    communities = []
    for index, (mission, blocks, name, wanted) in enumerate(zip(missions, played, names, pressed, strict=True)):
        if mission.expansion is not None:
            entries = ((one.block.file, e.line, e.value) for one in blocks.blocks for e in one.block.entries)
            mission.expansion.require(entries)
        problems: list[str] = []
        with names_of(mission):
            bus = LockstepBus(clock, name if len(missions) > 1 else mission.value("Community") or "", problems.append)
            made, simulator = make_apps(
                mission, blocks, used, clock, bus.client, wanted, behaviors,
                refuse_helms=not (judged or context.live), context=context,
            )  # fmt: skip
        if finish is not None and index in finish:
            made.append(_finisher(mission, finish[index], clock, bus.client))
        community = _started_late(BusCommunity(name, bus), made, clock)
        _join_others(mission, made, bus, context)
        stem = Path(mission.file).stem
        stem = stem if stems[stem] == 1 else f"{name}_{stem}"
        communities.append(PlayedCommunity(mission, blocks, community, simulator, made, problems, stem, own[index]))
    everything = [app for one in communities for app in one.applications]
    hold_helms(everything)
    lost = partial(_lost, random.Random(f"{used} share-loss").random, share_loss) if share_loss else None
    run = loop(clock, [one.community for one in communities], share_delay=share_delay, lost=lost)
    ending = Endings([app.application for app in everything], clock.now)
    if limit is not None and ending:
        duration = None
    if duration is None and not ending:
        raise ConfigError(
            "nothing in this mission ends the run (no helm, no guidance plan with an end, no script event = quit); "
            "give --duration SECONDS",
            file=missions[0].file,
        )
    if ending.by_helms and limit is None:
        # behaviours need not come to an end
        limit, cut = LONGEST_HELM_RUN, "duration"
    longest = LONGEST_RUN if len(missions) == 1 else LONGEST_FIELD
    return RunPlan(communities, run, ending, used, duration, longest if limit is None else limit, cut, warnings, notes)


def _mistakes(mission: Mission) -> Iterator[str]:
    """Yield warnings of what makes another mission of it; its applications warn of their own lines."""
    found = (*mission.diagnostics, *slips(mission, FIELD_PROGRAMS), *misspelt_blocks(mission))
    for one in (*found, *read_expected(mission).errors):
        if one.severity is Severity.ERROR:
            yield str(one.placed(one.where._replace(file=Path(one.file).name)))


def limits(duration: float | None, max_time: float | None = None) -> tuple[float | None, str]:
    """``limit`` and ``cut`` of ``plan_run`` for what a user asks for: what ends when it was asked to has not failed."""
    limit = min([found for found in (duration, max_time) if found is not None], default=None)
    return limit, "limit" if duration is None or duration != limit else "duration"


def check_times(duration: float | None, limit: float | None) -> None:
    """Raise ``ConfigError`` unless the times (s) that are given are above 0."""
    for key, given in (("duration", duration), ("max-time", limit)):
        if given is not None and not 0.0 < given < float("inf"):
            raise ConfigError(f"must be above 0 seconds, found {given:g}", key=key)


def _started_late(community: BusCommunity, apps: Sequence[MoosApp], clock: SteppedClock) -> BusCommunity:
    """Add the applications to their community, those of a shore at the time at which it starts."""
    shore = any(isinstance(app.application, ShoreBrokerApp) for app in apps)
    for app in apps:
        late = shore and not isinstance(app.application, ShareApp | ViewerApp | ShoreBrokerApp | HostInfoApp)
        delay = SCRIPT_START if isinstance(app.application, ScriptApp) else SHORE_START
        community.add(app, clock.now() + delay if late else 0.0)
    return community


def _join_others(mission: Mission, apps: Sequence[MoosApp], bus: LockstepBus, context: RunContext) -> None:
    """Let the programs that are not played be clients: they are there for others, such as uProcessWatch."""
    names = {app.settings.name for app in apps}
    if mission.block(ANTLER) is None:
        return
    for one in started(mission):
        if one.name not in names and one.program != "MOOSDB" and context.stands_for(mission, one.name):
            try:
                bus.client(one.name).run(_nothing)
            except LocalProtocolError as error:
                raise ConfigError(str(error), key="Run", file=mission.file, line=one.line) from None


def _names(missions: Sequence[Mission]) -> list[str]:
    """The names of the communities. Raises ``ConfigError`` where two have the same, but for upper and lower case."""
    names = [community_name(mission) for mission in missions]
    lower = [name.lower() for name in names]
    if twice := {name for name in lower if lower.count(name) > 1}:
        files = ", ".join(m.file for m, name in zip(missions, lower, strict=True) if name in twice)
        raise ConfigError(f"two communities have the name {min(twice)!r}: {files}; give each its own", key="Community")
    return names


def _same_ports(missions: Sequence[Mission], names: Sequence[str]) -> Iterator[str]:
    """Yield what is wrong with the ports of the MOOSDBs, which only live runs use."""
    users: dict[tuple[str, str], list[str]] = {}
    for mission, name in zip(missions, names, strict=True):
        if port := mission.value("ServerPort"):
            host = (mission.value("ServerHost") or LOCALHOST).lower()
            users.setdefault((LOCALHOST if host == "127.0.0.1" else host, port), []).append(name)
    for (_, port), some in users.items():
        if len(some) > 1:
            yield f"{' and '.join(some)} have the same ServerPort {port}: live, their MOOSDBs need one each"


def _other_datums(missions: Sequence[Mission], names: Sequence[str]) -> Iterator[str]:
    """Yield a line if the local coordinates of two communities do not have one origin."""
    users: dict[tuple[float, float], list[str]] = {}
    for mission, name in zip(missions, names, strict=True):
        latitude, longitude = mission.value("LatOrigin"), mission.value("LongOrigin")
        if latitude is not None and longitude is not None:
            users.setdefault((atof(latitude), atof(longitude)), []).append(name)
    if len(users) > 1:
        listed = "; ".join(f"{', '.join(some)}: {where[0]:.8g}, {where[1]:.8g}" for where, some in users.items())
        yield f"LatOrigin and LongOrigin differ ({listed}): x and y of node reports do not mean one place"


def _seed(missions: Sequence[Mission], played: Sequence[PlayedBlocks], seed: int | None) -> int:
    if seed is None:
        seed = next((found for m in missions if (found := read_expected(m).seed) is not None), None)
    return effective_seed(next((one.vehicle for one in played if one.vehicle is not None), None), seed)


def _lost(draw: Callable[[], float], share: float) -> bool:
    return draw() < share


def _nothing() -> None:
    """Nothing to register."""


def _finisher(mission: Mission, config: FinishConfig, clock: SteppedClock, client: Callable[[str], Comms]) -> MoosApp:
    """A uMayFinish of its own, which no block asks for."""
    settings = block_settings(mission, Block(FINISHER, mission.file, 0, (), (), True, True))
    application = MayFinishApp(config, name=FINISHER)
    return MoosApp(application, settings, client(FINISHER), clock, meter=no_figures, terminal=False)
