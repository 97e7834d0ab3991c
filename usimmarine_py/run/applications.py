"""Which applications of a mission a lock-step run plays, and how each is made."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path, PurePosixPath

from usimmarine_py.apps.field.make import home_of, make_application, program_of
from usimmarine_py.apps.grading.make import GraderContext, make_grader
from usimmarine_py.apps.guidance import GuidanceApp, read_plan_block
from usimmarine_py.apps.helm import HelmApp, fail_in_lock_step, read_helm, refuse_bad_helm
from usimmarine_py.apps.own.behaviors import BehaviorLike
from usimmarine_py.apps.own.find import RequestedApp
from usimmarine_py.apps.own.player import OwnApp
from usimmarine_py.apps.pid import PidApp, read_pid_block
from usimmarine_py.apps.recorder import mission_hash
from usimmarine_py.apps.script import ScriptApp
from usimmarine_py.apps.setup import set_up
from usimmarine_py.apps.vehicle import VehicleApp
from usimmarine_py.apps.viewer import Press, ViewerApp
from usimmarine_py.errors import ConfigError, LocalProtocolError, MissionFileError, shorten
from usimmarine_py.field.programs import LIVE_PROGRAMS, field_program
from usimmarine_py.mission import (
    EVALUATION,
    FIELD,
    GRADERS,
    HELM,
    PID,
    SCRIPT,
    Block,
    Mission,
    find_simulator_block,
    launches,
    program_role,
    simulator_blocks,
)
from usimmarine_py.mission.unplayed import Unplayed, unplayed
from usimmarine_py.moos.app.argv import AppArguments, MissionWords
from usimmarine_py.moos.app.moos_app import MoosApp
from usimmarine_py.moos.app.settings import AppSettings, resolve_settings
from usimmarine_py.moos.clock import Clock, SteppedClock
from usimmarine_py.moos.transport.comms import Comms
from usimmarine_py.run.context import NO_APPS, OFFLINE, RunContext
from usimmarine_py.run.context import START_TIME as START_TIME
from usimmarine_py.run.ending import Endings
from usimmarine_py.script import TimerScript
from usimmarine_py.simulator import Simulator
from usimmarine_py.text import whole_number
from usimmarine_py.values.app import Application
from usimmarine_py.values.frozen import dataclass, replace

VEHICLE = "simulator"
OWN = "own"
#: More iterations per second are taken for a mistake: ticks 1e-7 s apart are one, and the run would never end.
MOST_TICKS = 10_000.0
#: Fewer as well: one in three years.
LEAST_TICKS = 1e-8
#: AppTick of the viewer that presses buttons.
_PRESSING = 10.0


#: Of a community without a simulator.
#: Stands for the block of the simulator in a community without one.
NO_VEHICLE = Block("", "", 0, (), (), True, True)


@dataclass(frozen=True, slots=True)
class PlayedBlock:
    """One block that is played; ``own``: by this application of the user's."""

    kind: str
    block: Block
    own: RequestedApp | None = None


@dataclass(frozen=True, slots=True)
class PlayedBlocks:
    """The blocks that are played, in file order, and the applications that are not."""

    blocks: tuple[PlayedBlock, ...]
    left_out: tuple[Unplayed, ...]

    @property
    def vehicle(self) -> Block:
        """The simulator's block."""
        return next(one.block for one in self.blocks if one.kind == VEHICLE)


def played_blocks(
    mission: Mission,
    block: str | None = None,
    own: Mapping[str, RequestedApp] = NO_APPS,
    *,
    shore: bool = False,
    context: RunContext = OFFLINE,
) -> PlayedBlocks:
    """Who plays: the simulator's block (``block`` chooses among several), scripts, controllers and guidance, and
    applications of one's ``own`` by their names, which take the place of what else would play their blocks.

    What a block is comes from the program that an Antler line starts under its name, else from the name itself.
    ``shore``: the community may be one without a simulator; of a mission with Antler lines only what they start is
    played. ``context`` may leave some to programs outside.

    Raises ``MissionFileError`` or ``ConfigError`` when the simulator's block is not clear.
    """
    started = {launch.alias.lower() for launch in launches(mission)} if shore else set()
    known = [one for one in simulator_blocks(mission) if not started or one.name.lower() in started]
    without = shore and block is None and not known
    vehicle = NO_VEHICLE if without else find_simulator_block(mission, block)
    wanted_own = {name.lower(): name for name in own}
    if vehicle.name.lower() in wanted_own:
        raise ConfigError("is the name of the simulator, whose place no other application takes", key=vehicle.name)
    programs = {launch.alias.lower(): PurePosixPath(launch.program).name for launch in launches(mission)}
    wanted_script = (vehicle.value("timer_script") or "").lower()
    blocks: dict[str, PlayedBlock] = {}
    for found in mission.blocks:
        name = found.name.lower()
        if name in blocks or (started and name not in {*started, *wanted_own, wanted_script}):
            continue
        if name == vehicle.name.lower():
            blocks[name] = PlayedBlock(VEHICLE, vehicle)
        elif name in wanted_own:
            blocks[name] = PlayedBlock(OWN, found, own[wanted_own[name]])
        elif kind := SCRIPT if name == wanted_script else _role(programs.get(name, found.name), shore, context.live):
            blocks[name] = PlayedBlock(kind, found)
    for launch in launches(mission):  # pMissionHash needs no block
        name, kind = launch.alias.lower(), program_role(launch.program)
        kind = FIELD if shore and _of_field(PurePosixPath(launch.program).name, context.live) else kind
        if name not in blocks and name not in wanted_own and (kind == FIELD or kind in GRADERS.values()):
            blocks[name] = PlayedBlock(kind, Block(launch.alias, mission.file, launch.line, (), (), True, True))
    for name, given in own.items():
        if name.lower() not in blocks:
            blocks[name.lower()] = PlayedBlock(OWN, Block(name, mission.file, 0, (), (), True, True), given)
    ours = {program for given in own.values() for program in given.programs}
    played = tuple(one for one in blocks.values() if context.plays(mission, one.block.name))
    return PlayedBlocks(played, unplayed(mission, blocks, ours))


def _role(program: str, several: bool, live: bool) -> str:
    """The role of a program; ``several``: in a run of several communities, which needs their brokers, too."""
    return program_role(program) or (FIELD if several and _of_field(program, live) else "")


def _of_field(program: str, live: bool) -> bool:
    found = field_program(program)
    return bool(found) and (live or found not in LIVE_PROGRAMS)


def effective_seed(vehicle: Block, seed: int | None) -> int:
    """The seed given, else that of the simulator's block, else 0. Raises ``ConfigError`` for what is none: another one
    would be other gusts than were asked for.
    """
    if seed is not None:
        if seed < 0:
            raise ConfigError(f"must be at least 0, found {seed}", key="seed")
        return seed
    line = next((line for line in vehicle.config_lines if line.key.strip().lower() == "seed"), None)
    text = "" if line is None else line.value.strip()
    if line is None or not text:
        return 0
    if (found := whole_number(text)) is None:
        problem = f"must be a whole number from 0 to {10**18 - 1}, found {shorten(text, 60)!r}"
        raise ConfigError(problem, file=line.file, line=line.line, key="seed")
    return found


@dataclass(frozen=True, slots=True)
class Applications:
    """All applications of a run with their life cycles, in file order, and the simulator that one of them drives."""

    apps: tuple[MoosApp, ...]
    simulator: Simulator

    @property
    def vehicle(self) -> tuple[int, VehicleApp]:
        """Which of ``apps`` drives the simulator: index and application."""
        return next((i, app.application) for i, app in enumerate(self.apps) if isinstance(app.application, VehicleApp))

    @property
    def guidance(self) -> GuidanceApp | None:
        """The first guidance there is."""
        found = (app.application for app in self.apps)
        return next((a for a in found if isinstance(a, GuidanceApp)), None)

    @property
    def helms(self) -> list[HelmApp]:
        """All helms."""
        return [app.application for app in self.apps if isinstance(app.application, HelmApp)]

    @property
    def ending(self) -> Endings:
        """What ends the run by itself."""
        return Endings([app.application for app in self.apps], self.apps[0].clock.now)


def make_applications(
    mission: Mission,
    played: PlayedBlocks,
    seed: int,
    clock: SteppedClock,
    new_client: Callable[[str], Comms],
    presses: Sequence[Press] = (),
    behaviors: Sequence[BehaviorLike] = (),
) -> Applications:
    """An application for every block that is played, each on its client; none has started yet."""
    judged_by = any(one.kind == EVALUATION for one in played.blocks)
    apps, simulator = make_apps(
        mission, played, seed, clock, new_client, presses, behaviors, refuse_helms=not judged_by
    )
    assert simulator is not None  # ``played_blocks`` refuses a mission without one
    hold_helms(apps)
    return Applications(tuple(apps), simulator)


def make_apps(
    mission: Mission,
    played: PlayedBlocks,
    seed: int,
    clock: SteppedClock,
    new_client: Callable[[str], Comms],
    presses: Sequence[Press] = (),
    behaviors: Sequence[BehaviorLike] = (),
    *,
    refuse_helms: bool = True,
    context: RunContext = OFFLINE,
) -> tuple[list[MoosApp], Simulator | None]:
    """The same for a community that may have no simulator: the applications, and the simulator.

    ``refuse_helms``: raise ``ConfigError`` for a helm whose files are refused. Else it is played as MALCONFIG, as live:
    a mission that is judged may be about that.
    """
    vehicles = [one.block for one in played.blocks if one.kind == VEHICLE]
    setup = None
    if vehicles:
        (block,) = vehicles
        setup = set_up(mission, block, block.name, start_time=clock.now(), time_warp=clock.warp, seed=seed)
    # what is posted must not depend on the folder that the mission lies in
    named = mission.renamed(Path(mission.file).name)
    prefix = "NAV" if setup is None else setup.simulator.prefix
    apps: list[MoosApp] = []
    for one in played.blocks:
        settings = block_settings(mission, one.block, context)
        application: Application
        if one.own is not None:
            application, settings = _own(named, one, one.own, settings, seed, clock)
        elif one.kind == VEHICLE and setup is not None:
            application = VehicleApp(
                setup.simulator,
                name=settings.name,
                app_tick=settings.loop.app_tick,
                headline=setup.headline,
                notes=_unplaced(mission, setup.notes),
                config_warnings=_unplaced(mission, [*setup.warnings, *mission.warnings]),
                limit_steps=context.live,
            )
        else:
            application = _other(mission, named, one, seed, prefix, behaviors, refuse_helms, context)
        client = new_client(settings.name)
        apps.append(context.moos_app(application, settings, client, clock))
    if presses:
        viewer = ViewerApp(presses, clock.now())
        settings = block_settings(mission, Block(viewer.name, mission.file, 0, (), (), True, True), context)
        settings = settings.at(_PRESSING)
        client = new_client(settings.name)
        apps.append(context.moos_app(viewer, settings, client, clock))
    return apps, None if setup is None else setup.simulator


@contextmanager
def names_of(mission: Mission) -> Iterator[None]:
    """Turn the refusal of a name that no client can have into an error of the mission."""
    try:
        yield
    except LocalProtocolError as error:
        raise MissionFileError(f"the name of its Community or of a block: {error}", file=mission.file) from None


def hold_helms(apps: Sequence[MoosApp]) -> None:
    """Let helms end a run only when no script or button is to come that may deploy them again."""
    posters = [app.application for app in apps if isinstance(app.application, (ScriptApp, ViewerApp))]
    for app in apps:
        if isinstance(app.application, HelmApp):
            app.application.after = posters


def _own(
    mission: Mission, played: PlayedBlock, given: RequestedApp, settings: AppSettings, seed: int, clock: Clock
) -> tuple[OwnApp, AppSettings]:
    """An application of the user's, and its settings."""
    app = given.make()
    block = replace(played.block, file=mission.file)
    if block.value("AppTick") is None:
        settings = settings.at(app.app_tick)
        _check_tick(app.app_tick, f"app_tick of {given.what}")
    name = settings.name
    return OwnApp(app, clock, name=name, block=block, seed=seed, community=settings.community, prompt=False), settings


def _other(
    placed: Mission,
    mission: Mission,
    played: PlayedBlock,
    seed: int,
    prefix: str,
    behaviors: Sequence[BehaviorLike],
    refuse_helms: bool,
    context: RunContext,
) -> Application:
    """``mission`` is ``placed`` without its folder."""
    name, folder = played.block.name, Path(placed.file).parent
    if played.kind == SCRIPT:
        script = TimerScript.seeded(mission, name, seed)
        if script is None:
            raise ConfigError(f"block {name} cannot be read without verbatim quoting", file=mission.file)
        return ScriptApp(script)
    if played.kind in GRADERS.values():
        salt = context.salt(f"{seed} {mission_hash(mission)}")
        warp = mission.number("MOOSTimeWarp") or 1.0
        where = GraderContext(context.dated, salt, context.writer(placed), context.warp if context.live else warp)
        return make_grader(played.kind, mission.block(name, verbatim=False), name, where)
    if played.kind == FIELD:
        home = home_of(
            mission, seed=seed, warp=context.warp, address=context.address, folder=folder,
            process_id=context.process_id,
        )  # fmt: skip
        application = make_application(mission, played.block, name, program_of(mission, name), home)
        application.config_warnings = tuple(_unplaced(played.block, application.config_warnings))
        return application
    if played.kind == HELM:
        helm = read_helm(
            mission, played.block, name, folder=folder, now=context.start_time, seed=seed, behaviors=behaviors
        )
        if refuse_helms:
            refuse_bad_helm(helm)
        warp = context.warp if context.live else mission.number("MOOSTimeWarp") or 1.0
        return HelmApp(helm, name=name, fail=fail_in_lock_step(warp))
    if played.kind == PID:
        options, warnings = read_pid_block(played.block, name)
        return PidApp(options, name=name, config_warnings=_unplaced(played.block, warnings))
    plan, warnings = read_plan_block(played.block)
    return GuidanceApp(plan, name=name, prefix=prefix, config_warnings=_unplaced(played.block, warnings))


def _unplaced(where: Mission | Block, warnings: Iterable[str]) -> list[str]:
    """Warnings with the file's name in place of its path."""
    return [text.replace(where.file, Path(where.file).name) for text in warnings]


def block_settings(mission: Mission, block: Block, context: RunContext = OFFLINE) -> AppSettings:
    """The settings of an application of a run. Raises ``ConfigError`` for an impossible AppTick."""
    arguments = AppArguments(block.name, mission=MissionWords(mission.file), alias=block.name)
    settings = resolve_settings(arguments, block, mission)
    tick = settings.loop.app_tick
    line = next((e.line for e in block.entries if e.key.lower() == "apptick"), block.line)
    _check_tick(tick, "AppTick", block.file, line)
    return context.settings(settings)


def _check_tick(tick: float, key: str, file: str = "", line: int = 0) -> None:
    if not LEAST_TICKS <= tick <= MOST_TICKS:
        problem = f"a lock-step run needs {LEAST_TICKS:g} to {MOST_TICKS:g} iterations per second, found {tick:g}"
        raise ConfigError(problem, key=key, file=file, line=line)
