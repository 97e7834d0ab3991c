"""A mission in lock step, as fast as the machine allows: the same applications as live, on a clock that jumps."""

from __future__ import annotations

import hashlib
import platform
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from functools import cache
from importlib import metadata
from pathlib import Path

from usimmarine_py.apps.grading.mission_eval import MissionEvalApp
from usimmarine_py.apps.grading.pokes import NODES, AutoPokeApp
from usimmarine_py.apps.helm import HelmApp, why_it_stood
from usimmarine_py.apps.own.behaviors import BehaviorLike, behavior_digests
from usimmarine_py.apps.own.find import AppLike, RequestedApp, digests, named_apps
from usimmarine_py.apps.own.player import OwnApp
from usimmarine_py.apps.recorder import mission_hash
from usimmarine_py.apps.viewer import never_pressed
from usimmarine_py.check.depth import unfollowed_depth
from usimmarine_py.errors import ConfigError
from usimmarine_py.logs.tables import RowSink
from usimmarine_py.mission import Mission
from usimmarine_py.mission.unplayed import Unplayed
from usimmarine_py.moos.app.moos_app import MoosApp
from usimmarine_py.moos.clock import SteppedClock
from usimmarine_py.moos.transport.lockstep import Listener, LockstepBus
from usimmarine_py.run.applications import (
    START_TIME,
    Applications,
    PlayedBlocks,
    effective_seed,
    make_applications,
    names_of,
    played_blocks,
)
from usimmarine_py.run.asked import NOTHING_MORE, Operator
from usimmarine_py.run.ending import ROLES, Endings
from usimmarine_py.run.followers import Follower, StateRows, SummaryMeter, state_columns
from usimmarine_py.run.loop import LockStep
from usimmarine_py.run.output import RunFiles, RunOutput
from usimmarine_py.run.presses import Aboard, presses_of
from usimmarine_py.run.stop import Stop
from usimmarine_py.run.summary import RunSummary
from usimmarine_py.script.grading.evaluation import PASS
from usimmarine_py.script.grading.expected import BLOCK as EXPECTED
from usimmarine_py.script.grading.expected import read_expected
from usimmarine_py.simulator.parts.steering.direct import Direct
from usimmarine_py.simulator.table import KNOWN
from usimmarine_py.values.app import Application
from usimmarine_py.values.frozen import dataclass
from usimmarine_py.values.overrides import VehicleText
from usimmarine_py.version import __version__

#: A run that only its guidance or script can end is given up after this, simulated s.
LONGEST_RUN = 24 * 3600.0
#: The same for one that only a helm can end, which need not.
LONGEST_HELM_RUN = 3600.0

RunProgress = Callable[[float, float], None]


@dataclass(frozen=True, slots=True)
class PlannedRun:
    """A run that is set up, not yet begun. Made by ``plan_run``."""

    mission: Mission
    played: PlayedBlocks
    seed: int
    duration: float | None
    limit: float  #: simulated s after which a run that a plan or a script ends is given up
    cut: str  #: how a run that reaches the limit is said to have ended: ``limit``, or ``duration`` where asked for
    clock: SteppedClock
    bus: LockstepBus
    applications: Applications
    problems: list[str]  #: what the bus refused; grows while the run lasts
    own: Mapping[str, RequestedApp]  #: applications of the user's by name
    warnings: tuple[str, ...] = ()  #: of what was asked for
    notes: tuple[str, ...] = ()

    @property
    def columns(self) -> tuple[str, ...]:
        """Names of the columns of state rows."""
        return state_columns(self.applications.simulator)

    @property
    def apps(self) -> tuple[MoosApp, ...]:
        """All applications."""
        return self.applications.apps

    @property
    def ending(self) -> Endings:
        """What will end it by itself."""
        return self.applications.ending

    @property
    def left_out(self) -> tuple[Unplayed, ...]:
        """The applications that the mission starts and the run does not play."""
        return self.played.left_out

    def header(self) -> list[str]:
        """All that is needed to repeat the run; nothing about where and when it was done."""
        simulator = self.applications.simulator
        what = f"block {self.played.vehicle.name}, dialect {simulator.dialect}, dynamics {simulator.dynamics}"
        lines = header(self.mission, what, self.apps, self.seed, self.duration)
        lines += [f"application {name} is {given.label}" for name, given in self.own.items()]
        files = files_named(self.mission, self.played)
        files += digests(self.own).items()
        files += [pair for app in self.applications.helms for pair in behavior_digests(app.helm.behaviors)]
        return lines + [f"file {name}, SHA-256 {digest}" for name, digest in files]


def header(mission: Mission, what: str, apps: Sequence[MoosApp], seed: int, duration: float | None) -> list[str]:
    """The first lines of a log; ``what`` is the line about this vehicle or community."""
    return [
        f"usimmarine {__version__}, lock-step run, {packages()}",
        f"mission {Path(mission.file).name}, SHA-256 as read {mission_hash(mission)}",
        what,
        f"applications {', '.join(f'{app.settings.name} {app.settings.loop.app_tick:g}/s' for app in apps)}",
        f"seed {seed}",
        f"duration {'until the mission ends it' if duration is None else repr(duration)}",
    ]


@cache
def packages() -> str:
    """Python and numpy, as logs and sweeps name them. Too slow to look up in each run of a sweep."""
    return f"Python {platform.python_version()}, numpy {metadata.version('numpy')}"


def files_named(mission: Mission, played: PlayedBlocks) -> list[tuple[str, str]]:
    """Return name and SHA-256 of every file that a played block names (vehicle files, current fields)."""
    folder = Path(mission.file).parent
    entries = [entry for one in played.blocks for entry in one.block.entries]
    names = {e.value if e.key.lower() != "vehicle" else VehicleText.read(e.value).name for e in entries}
    return sorted((name, digest) for name in names if (digest := digest_beside(folder, name)))


def digest_beside(folder: Path, name: str) -> str:
    """SHA-256 of the file of that name in a folder; empty if the text is no name of a file there."""
    try:
        file = folder / name
        return hashlib.sha256(file.read_bytes()).hexdigest() if file.is_file() else ""
    except (OSError, ValueError):
        # too long for a name, a NUL inside
        return ""


def limits(duration: float | None, max_time: float | None = None) -> tuple[float | None, str]:
    """``limit`` and ``cut`` of ``plan_run`` for what a user asks for: what ends when it was asked to has not failed."""
    limit = min([found for found in (duration, max_time) if found is not None], default=None)
    return limit, "limit" if duration is None or duration != limit else "duration"


def check_times(duration: float | None, limit: float | None) -> None:
    """Raise ``ConfigError`` unless the times (s) that are given are above 0."""
    for key, given in (("duration", duration), ("max-time", limit)):
        if given is not None and not 0.0 < given < float("inf"):
            raise ConfigError(f"must be above 0 seconds, found {given:g}", key=key)


def plan_run(
    mission: Mission,
    *,
    duration: float | None = None,
    seed: int | None = None,
    block: str | None = None,
    limit: float | None = None,
    cut: str = "limit",
    apps: Sequence[AppLike] = (),
    behaviors: Sequence[BehaviorLike] = (),
    operator: Operator = NOTHING_MORE,
) -> PlannedRun:
    """Set up a run of a mission.

    Args:
        mission: as read by ``read_mission``.
        duration: simulated s; None: until guidance has finished or a script quits.
        seed: >= 0; None: that of the block usim_grade, else of the simulator's block, else 0.
        block: which simulator, where the mission has several.
        limit: simulated s after which a plan or script that should end the run has failed to; where one can, it takes
            the place of ``duration``. None: ``LONGEST_RUN``.
        cut: how a run that reaches ``limit`` is said to have ended.
        apps: applications of one's own that play, too: see ``apps.own.find.AppLike``.
        behaviors: behaviours of one's own for the helm: files, modules or classes.
        operator: what is pressed and posted besides.

    Raises ``ConfigError`` (and ``MissionFileError``) for what cannot be run.
    """
    check_times(duration, limit)
    mission.refuse_strays()  # it would be another mission
    own, warnings = named_apps(mission, apps)
    played = played_blocks(mission, block, own)
    if mission.expansion is not None:
        entries = ((one.block.file, e.line, e.value) for one in played.blocks for e in one.block.entries)
        mission.expansion.require(entries)
    used = effective_seed(played.vehicle, read_expected(mission).seed if seed is None else seed)
    clock = SteppedClock(START_TIME)
    problems: list[str] = []
    with names_of(mission):
        bus = LockstepBus(clock, mission.value("Community") or "", problems.append)
    alone = [Aboard(bus.community, mission, played)]
    (pressed,), note = presses_of(alone, operator, deploys=not own)
    with names_of(mission):
        applications = make_applications(mission, played, used, clock, bus.client, pressed, behaviors)
    ending = applications.ending
    if limit is not None and ending:
        duration = None
    if duration is None and not ending:
        raise ConfigError(
            "nothing in this mission ends the run (no helm, no guidance plan with an end, no script event = quit); "
            "give --duration SECONDS",
            file=mission.file,
        )
    if ending.by_helms and limit is None:
        # behaviours need not come to an end
        limit, cut = LONGEST_HELM_RUN, "duration"
    longest = LONGEST_RUN if limit is None else limit
    made = clock, bus, applications, problems, own, tuple(warnings)
    return PlannedRun(mission, played, used, duration, longest, cut, *made, notes=tuple(note))


def start_warnings(
    mission: Mission,
    *,
    block: str | None = None,
    apps: Sequence[AppLike] = (),
    behaviors: Sequence[BehaviorLike] = (),
) -> list[str]:
    """Every configuration warning of a run of the mission, each once; nothing is run.

    Raises what ``plan_run`` raises.
    """
    plan = plan_run(mission, duration=1.0, block=block, apps=apps, behaviors=behaviors)
    for app in plan.applications.apps:
        app.connect()
        app.begin()
    found = [*plan.warnings, *(text for app in plan.applications.apps for text in app.caster.config_warnings)]
    for app in plan.applications.apps:
        app.close()
    return list(dict.fromkeys(found))


def execute(
    plan: PlannedRun,
    *,
    listeners: Sequence[Listener] = (),
    rows: Sequence[RowSink] = (),
    every: float = 0.0,
    progress: RunProgress | None = None,
    stopped: Callable[[], str] | None = None,
    full: Callable[[], bool] | None = None,
) -> RunSummary:
    """Do the run. A plan can be executed once.

    ``listeners`` get every post, ``rows`` the state after each tick of the simulator (at most one each ``every`` s).
    ``stopped`` is asked before each tick why the run is to end (empty: it is not), ``full`` now and then.
    """
    simulator = plan.applications.simulator
    meter = SummaryMeter(simulator, plan.clock.now())
    followers: list[Follower] = [meter]
    if rows:
        followers.append(StateRows(simulator, plan.clock.now(), rows, every))
    plan.bus.listeners += listeners
    loop = LockStep(
        plan.clock,
        plan.applications,
        followers=followers,
        progress=progress,
        stopped=stopped,
        full=full,
    )
    began = time.perf_counter()
    ended = loop.run(plan.duration, plan.limit)
    ended = plan.cut if ended == "limit" else ended
    real_time = time.perf_counter() - began
    summary = RunSummary(Path(plan.mission.file).name, plan.seed, ended, loop.elapsed, real_time=real_time)
    summary.stuck = loop.stuck
    apps = plan.applications.apps
    meter.fill(summary, plan.applications.guidance, [(app.settings.name, app.schedule.ticks) for app in apps])
    _add_warnings(summary, plan)
    ender = next((one for one in plan.applications.ending.each.values() if one.finished), None)
    summary.ended_by = ROLES.get(type(ender), "") if plan.duration is None else ""
    summary.notes += [*plan.notes, *why_it_stood(plan.applications.helms), *_never_posted(plan)]
    summary.notes += never_pressed(app.application for app in plan.apps)
    if isinstance(ender, HelmApp):
        summary.notes.append(ender.how_it_ended)
    elif plan.limit == LONGEST_HELM_RUN and ended == "duration" and plan.duration is None:
        summary.notes.append("the helm came to no end within an hour; --duration S gives another time")
    if plan.applications.guidance and not plan.own:  # own applications may well steer the depth
        summary.notes += [finding.text for finding in unfollowed_depth(plan.mission)]
    summary.left_out = [one.name for one in plan.played.left_out]
    if plan.mission.block(EXPECTED) is not None:
        summary.notes.append(f"what its block {EXPECTED} expects is judged by usim grade, not here")
    add_verdicts(summary, [app.application for app in apps])
    _add_driven(summary, plan)
    loop.close()
    return summary


def _add_warnings(summary: RunSummary, plan: PlannedRun) -> None:
    """The warnings of applications and transport, and of mail that the vehicle does not use."""
    add_warnings(summary, plan.applications.apps, plan.problems, plan.warnings)
    own, direct = _vehicle_name(plan), plan.applications.simulator.vehicle.part(Direct)
    for name, author in (*plan.bus.unread("DESIRED_"), *plan.bus.unread("USM_")):
        # under what name the controller's own command is posted is the mission's affair
        if author != own and (reason := direct.unread(name, KNOWN)):
            summary.run_warnings[f"{own}: {name} from {author}: {reason}"] = 1


def add_warnings(
    summary: RunSummary, apps: Sequence[MoosApp], problems: Sequence[str], asked: Sequence[str] = ()
) -> None:
    """The warnings of applications and of the bus (``problems``), and about what was asked for."""
    summary.config_warnings = list(dict.fromkeys([*asked, *(t for app in apps for t in app.caster.config_warnings)]))
    for app in apps:
        for text, count in sorted(app.caster.all_run_warnings.items()):
            summary.run_warnings[f"{app.settings.name}: {text}"] = count
    summary.run_warnings |= dict.fromkeys(problems, 1)


def _vehicle_name(plan: PlannedRun) -> str:
    applications = plan.applications
    return applications.apps[applications.vehicle[0]].settings.name


def _add_driven(summary: RunSummary, plan: PlannedRun) -> None:
    """Whether anything drove the vehicle."""
    own = _vehicle_name(plan)
    commanded = any(author != own for name in ("DESIRED_", "USM_FORCE") for author in plan.bus.authors(name))
    # a controller without a helm posts zeros
    if summary.waypoints is None and summary.energy == 0.0 and not commanded:
        summary.driven = False


def add_verdicts(summary: RunSummary, applications: Sequence[Application]) -> None:
    """Verdicts and reports into the summary, and what kept a grader waiting among the warnings."""
    for application in applications:
        if isinstance(application, MissionEvalApp):
            evaluation = application.evaluation
            summary.verdicts[application.name] = evaluation.result
            if evaluation.result != PASS:
                end = START_TIME + summary.time if application.judged_at is None else application.judged_at
                found = f"; at {end - START_TIME:g} s {', '.join(evaluation.found)}" if evaluation.found else ""
                summary.stopped_at[application.name] = (evaluation.status or "not begun") + found
            file = evaluation.config.report_file
            if file and evaluation.written:
                summary.reports[file] = summary.reports.get(file, "") + evaluation.written
        elif isinstance(application, AutoPokeApp) and not application.posted:
            text = f"{application.name}: waits for {NODES} of at least {application.config.nodes}, nothing is posted"
            summary.run_warnings[text] = 1


def _never_posted(plan: PlannedRun) -> list[str]:
    """Warnings of variables that users' applications read but no one posts: mostly misspelt names."""
    found = []
    for app in plan.applications.apps:
        if isinstance(app.application, OwnApp):
            names = [s.variable for s in app.application.on_connect_subscriptions() if s.sources is None]
            for name, near in plan.bus.never_written(names):
                hint = f"; did you mean {near}?" if near else ""
                found.append(f"{app.settings.name} reads {name}, which was never posted{hint}")
    return found


def run_to_files(
    plan: PlannedRun,
    folder: Path,
    files: RunFiles,
    *,
    progress: RunProgress | None = None,
    stopped: Callable[[], str] | None = None,
) -> RunSummary:
    """Do the run and leave its files in ``folder``, complete even when the run was interrupted."""
    output = RunOutput(folder, plan.mission.file, files, plan.clock.now(), plan.header(), plan.applications.simulator)
    if isinstance(stopped, Stop):
        stopped.closing.append(output.close)
    with closing(output), output.writing():
        summary = execute(
            plan,
            listeners=output.listeners,
            rows=output.rows,
            every=files.every,
            progress=progress,
            stopped=stopped,
            full=output.is_full,
        )
        output.report(summary.reports)
    output.finish(summary)
    return summary
