"""Which applications of a mission a lock-step run plays, and how each is made."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

from usimmarine_py.apps.field.make import home_of, make_application, program_of
from usimmarine_py.apps.grading.make import GraderContext, make_grader
from usimmarine_py.apps.guidance import GuidanceApp, read_plan_block
from usimmarine_py.apps.helm import HelmApp, fail_in_lock_step, read_helm, refuse_bad_helm
from usimmarine_py.apps.operator import Press, ViewerApp
from usimmarine_py.apps.own.behaviors import BehaviorLike
from usimmarine_py.apps.own.find import RequestedApp
from usimmarine_py.apps.own.player import OwnApp
from usimmarine_py.apps.pid import PidApp, read_pid_block
from usimmarine_py.apps.recorder import mission_hash
from usimmarine_py.apps.script import ScriptApp
from usimmarine_py.apps.setup import set_up
from usimmarine_py.apps.vehicle import VehicleApp
from usimmarine_py.check.roles import role_in_run
from usimmarine_py.errors import ConfigError, LocalProtocolError, MissionFileError, shorten
from usimmarine_py.mission import (
    FIELD,
    GRADERS,
    HELM,
    PID,
    SCRIPT,
    SIMULATOR,
    Block,
    Mission,
)
from usimmarine_py.mission.started import started, vehicle_block
from usimmarine_py.mission.unplayed import Unplayed, unplayed
from usimmarine_py.moos.app.argv import AppArguments, MissionWords
from usimmarine_py.moos.app.moos_app import MoosApp
from usimmarine_py.moos.app.settings import AppSettings, resolve_settings
from usimmarine_py.moos.clock import Clock, SteppedClock
from usimmarine_py.moos.transport.comms import Comms
from usimmarine_py.run.context import NO_APPS, OFFLINE, RunContext
from usimmarine_py.run.context import START_TIME as START_TIME
from usimmarine_py.script import TimerScript
from usimmarine_py.simulator import Simulator
from usimmarine_py.text import whole_number
from usimmarine_py.values.app import Application
from usimmarine_py.values.frozen import dataclass, replace

OWN = "own"
#: More iterations per second are taken for a mistake: ticks 1e-7 s apart are one, and the run would never end.
MOST_TICKS = 10_000.0
#: Fewer as well: one in three years.
LEAST_TICKS = 1e-8
#: AppTick of the viewer that presses buttons.
_PRESSING = 10.0


#: Roles of programs that play without a block, with defaults.
_WITHOUT_BLOCK = (PID, FIELD, *GRADERS.values())
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
    def vehicle(self) -> Block | None:
        """The simulator's block."""
        return next((one.block for one in self.blocks if one.kind == SIMULATOR), None)


def played_blocks(
    mission: Mission,
    block: str | None = None,
    own: Mapping[str, RequestedApp] = NO_APPS,
    *,
    context: RunContext = OFFLINE,
) -> PlayedBlocks:
    """Which blocks of a mission play, in file order: those that its ANTLER block starts, without one all.

    What a block is comes from the program that an Antler line starts under its name, else from the name itself. The
    script that the simulator's block names plays, too, and so does what the user names: the simulator ``block`` (in
    place of a started one), and ``own`` applications by their names, which take the place of what else would play.
    ``context`` may leave some to programs outside.

    Raises ``MissionFileError`` or ``ConfigError`` when the simulator's block is not clear.
    """
    vehicle = vehicle_block(mission, block) or NO_VEHICLE
    wanted_own = {name.lower(): name for name in own}
    if vehicle.name.lower() in wanted_own:
        raise ConfigError("is the name of the simulator, whose place no other application takes", key=vehicle.name)
    wanted_script = (vehicle.value("timer_script") or "").lower()
    programs = {one.name.lower(): one.program for one in reversed(started(mission))}
    blocks: dict[str, PlayedBlock] = {}
    for found in mission.blocks:
        name = found.name.lower()
        if name in blocks:
            continue
        if name == vehicle.name.lower():
            blocks[name] = PlayedBlock(SIMULATOR, vehicle)
        elif name in wanted_own:
            blocks[name] = PlayedBlock(OWN, found, own[wanted_own[name]])
        elif name == wanted_script:
            blocks[name] = PlayedBlock(SCRIPT, found)
        elif (kind := role_in_run(mission, programs.get(name, ""))) not in ("", SIMULATOR):
            blocks[name] = PlayedBlock(kind, found)
    for one in started(mission):  # pMissionHash, say, needs no block
        name, kind = one.name.lower(), role_in_run(mission, one.program)
        if name == vehicle.name.lower() and vehicle is not NO_VEHICLE:
            blocks.setdefault(name, PlayedBlock(SIMULATOR, vehicle))
        elif name not in blocks and name not in wanted_own and kind in _WITHOUT_BLOCK:
            blocks[name] = PlayedBlock(kind, Block(one.name, mission.file, one.line, (), (), True, True))
    for name, given in own.items():
        if name.lower() not in blocks:
            blocks[name.lower()] = PlayedBlock(OWN, Block(name, mission.file, 0, (), (), True, True), given)
    ours = {program for given in own.values() for program in given.programs}
    played = tuple(one for one in blocks.values() if context.plays(mission, one.block.name))
    return PlayedBlocks(played, unplayed(mission, blocks, ours))


def effective_seed(vehicle: Block | None, seed: int | None) -> int:
    """The seed given, else that of the simulator's block, else 0. Raises ``ConfigError`` for what is none: another one
    would be other gusts than were asked for.
    """
    if seed is not None:
        if seed < 0:
            raise ConfigError(f"must be at least 0, found {seed}", key="seed")
        return seed
    lines = () if vehicle is None else vehicle.config_lines
    line = next((line for line in lines if line.key.strip().lower() == "seed"), None)
    text = "" if line is None else line.value.strip()
    if line is None or not text:
        return 0
    if (found := whole_number(text)) is None:
        problem = f"must be a whole number from 0 to {10**18 - 1}, found {shorten(text, 60)!r}"
        raise ConfigError(problem, file=line.file, line=line.line, key="seed")
    return found


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
    """Return an application for every block that is played, each on its client, and the simulator, if there is one.

    None has started yet.

    ``refuse_helms``: raise ``ConfigError`` for a helm whose files are refused. Else it is played as MALCONFIG, as live:
    a mission that is judged may be about that.
    """
    vehicles = [one.block for one in played.blocks if one.kind == SIMULATOR]
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
        elif one.kind == SIMULATOR and setup is not None:
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
            process_id=context.process_id, memory_of=context.memory_of(f"{mission.value('Community') or ''}/{name}"),
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
