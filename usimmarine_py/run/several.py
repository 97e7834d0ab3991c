"""Several communities in lock step: shoreside and vehicles on one clock, each with its own log and summary."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from usimmarine_py.apps.vehicle import VehicleApp
from usimmarine_py.apps.viewer import ViewerApp
from usimmarine_py.errors import ConfigError, LogFileError
from usimmarine_py.field.brokers.shore import ShoreBrokerApp
from usimmarine_py.field.share.share import ShareApp
from usimmarine_py.logs.alog import AlogWriter
from usimmarine_py.mission import EVALUATION, Mission, launches
from usimmarine_py.moos.app.moos_app import MoosApp
from usimmarine_py.moos.clock import SteppedClock
from usimmarine_py.moos.transport.lockstep import LockstepBus
from usimmarine_py.run.applications import (
    START_TIME,
    Applications,
    effective_seed,
    hold_helms,
    make_apps,
    played_blocks,
)
from usimmarine_py.run.field import FieldCommunity, FieldRun
from usimmarine_py.run.followers import SummaryMeter
from usimmarine_py.run.presses import Aboard, presses_of
from usimmarine_py.run.summary import RunSummary
from usimmarine_py.simulator import Simulator
from usimmarine_py.simulator.parts.motion import Motion
from usimmarine_py.simulator.parts.steering.commands import CommandPart

#: When the shoreside starts, s: launch scripts start it last, when its vehicles, which ping every 5 s, already do. Its
#: broker bridges those in its first iteration; others wait for its next round, which a script would not wait for.
SHORE_START = 6.0
#: A field that nothing ends is ended after this, simulated s.
LONGEST = 3600.0
#: Between two looks at whether the run has come to its end, s.
_SLICE = 1.0


@dataclass(slots=True)
class PlayedCommunity:
    """A community of the run."""

    mission: Mission
    community: FieldCommunity
    simulator: Simulator | None
    left_out: list[str]
    problems: list[str]
    meter: SummaryMeter | None = None
    log: AlogWriter | None = None
    #: posts that the run ends by: of helms, scripts, graders
    applications: list[MoosApp] = field(default_factory=list)

    @property
    def stem(self) -> str:
        """The name of its files."""
        return Path(self.mission.file).stem


@dataclass(slots=True)
class PlannedField:
    """A field that is set up."""

    communities: list[PlayedCommunity]
    run: FieldRun
    seed: int
    duration: float | None
    notes: list[str]


def plan_field(
    missions: Sequence[Mission],
    *,
    duration: float | None = None,
    seed: int | None = None,
    presses: Sequence[str] = (),
    pokes: Sequence[str] = (),
    deploy: bool = True,
) -> PlannedField:
    """Set up the communities of several mission files, in this order, on one clock.

    Args:
        missions: as read by ``read_mission``.
        duration: simulated s; None: until every helm rests or a script or grader ends it, at most an hour.
        seed: of every random number; None: that of the first simulator's block, else 0.
        presses: buttons, ``LABEL[@T]``, pressed in the first community that has one of this label.
        pokes: posts, ``[COMMUNITY:]VAR=VALUE[@T]``; without a community in the first one with a viewer, else the first.
        deploy: press DEPLOY where nothing else deploys a vehicle.

    Raises ``ConfigError`` and ``MissionFileError``.
    """
    names = [mission.value("Community") or Path(mission.file).stem for mission in missions]
    if twice := {name for name in names if names.count(name) > 1}:
        files = ", ".join(m.file for m, name in zip(missions, names, strict=True) if name in twice)
        raise ConfigError(f"two communities have the name {min(twice)!r}: {files}; give each its own", key="Community")
    clock = SteppedClock(START_TIME)
    played = [played_blocks(mission, shore=True) for mission in missions]
    with_vehicle = [one.vehicle for one in played if any(block.kind == "simulator" for block in one.blocks)]
    used = effective_seed(with_vehicle[0], seed) if with_vehicle else seed or 0
    aboard = [Aboard(*one) for one in zip(names, missions, played, strict=True)]
    pressed, notes = presses_of(aboard, presses, pokes, deploy=deploy)
    judged = any(block.kind == EVALUATION for one in played for block in one.blocks)
    communities = []
    for mission, blocks, name, wanted in zip(missions, played, names, pressed, strict=True):
        problems: list[str] = []
        bus = LockstepBus(clock, name, problems.append)
        apps, simulator = make_apps(mission, blocks, used, clock, bus.client, wanted, refuse_helms=not judged)
        community = FieldCommunity(name, bus)
        shore = any(isinstance(app.application, ShoreBrokerApp) for app in apps)
        for app in apps:
            late = shore and not isinstance(app.application, ShareApp | ViewerApp)
            community.add(app, clock.now() + SHORE_START if late else 0.0)
        started = {app.settings.name for app in apps}
        for launch in launches(mission):
            if launch.alias not in started and launch.program != "MOOSDB":
                # it is there for others, such as uProcessWatch, but has no effect
                bus.client(launch.alias).run(_nothing)
        one = PlayedCommunity(mission, community, simulator, [o.name for o in blocks.left_out], problems)
        one.applications = apps
        communities.append(one)
    hold_helms([app for one in communities for app in one.applications])
    run = FieldRun(clock, [one.community for one in communities])
    return PlannedField(communities, run, used, duration, notes)


def _nothing() -> None:
    """Nothing to register."""


def run_field(
    plan: PlannedField,
    folder: Path,
    *,
    log: bool = True,
    progress: Callable[[float, float], None] | None = None,
    stopped: Callable[[], str] | None = None,
) -> dict[str, Any]:
    """Do the run and leave logs and summaries in ``folder``; the summary of the whole, which is ``run.json``, too."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        return _run(plan, folder, log, progress, stopped)
    except OSError as error:
        raise LogFileError(f"cannot write the files of the run: {error.strerror or error}", file=str(folder)) from error


def _run(
    plan: PlannedField,
    folder: Path,
    log: bool,
    progress: Callable[[float, float], None] | None,
    stopped: Callable[[], str] | None,
) -> dict[str, Any]:
    run, clock = plan.run, plan.run.clock
    for one in plan.communities:
        if log:
            one.log = AlogWriter(folder / f"{one.stem}.alog", run.start, flush_interval=None)
            one.community.bus.listeners.append(one.log.row)
        _follow(one, run.start)
    began = time.perf_counter()
    ended = ""
    try:
        run.connect()
        end = run.start + (LONGEST if plan.duration is None else plan.duration)
        while not ended:
            run.run(min(clock.now() + _SLICE, end))
            if stopped is not None and (why := stopped()):
                ended = why
            elif plan.duration is None and (who := _over(plan)):
                ended = who
            elif clock.now() >= end - 1e-9:
                ended = "duration"
            if progress is not None:
                progress(clock.now() - run.start, (clock.now() - run.start) / (end - run.start))
    finally:
        run.close()
        for one in plan.communities:
            if one.log is not None:
                one.log.close()
    summaries = {one.community.name: _summary(one, plan, ended) for one in plan.communities}
    found = {
        "ended": ended,
        "time": clock.now() - run.start,
        "seed": plan.seed,
        "notes": plan.notes,
        "communities": summaries,
        "real_time": time.perf_counter() - began,
    }
    for one in plan.communities:
        text = json.dumps(summaries[one.community.name], indent=2, ensure_ascii=False)
        (folder / f"{one.stem}.json").write_text(text + "\n", encoding="utf-8", errors="backslashreplace")
    text = json.dumps({k: v for k, v in found.items() if k != "real_time"}, indent=2, ensure_ascii=False)
    (folder / "run.json").write_text(text + "\n", encoding="utf-8", errors="backslashreplace")
    return found


def _follow(one: PlayedCommunity, start: float) -> None:
    """Gather the figures of a vehicle."""
    simulator = one.simulator
    app = next((app for app in one.applications if isinstance(app.application, VehicleApp)), None)
    if simulator is None or app is None:
        return
    meter = one.meter = SummaryMeter(simulator, start)
    own, command = simulator.vehicle.part(Motion).own, simulator.vehicle.part(CommandPart).command
    one.community.followers[app] = lambda now: meter(now, own, command)


def _over(plan: PlannedField) -> str:
    """Who has ended the run; empty while it goes on."""
    helms = []
    for one in plan.communities:
        found = Applications(tuple(one.applications), one.simulator)  # type: ignore[arg-type]
        for ending in found.endings.values():
            if ending in found.helms:
                helms.append(ending)
            elif ending.finished:
                return one.community.name
    return "pHelmIvP" if helms and all(helm.finished for helm in helms) else ""


def _summary(one: PlayedCommunity, plan: PlannedField, ended: str) -> dict[str, Any]:
    summary = RunSummary(Path(one.mission.file).name, plan.seed, ended, plan.run.clock.now() - plan.run.start)
    if one.meter is not None:
        one.meter.fill(summary, None, [(app.settings.name, app.schedule.ticks) for app in one.applications])
    else:
        summary.ticks = {app.settings.name: app.schedule.ticks for app in one.applications}
    summary.left_out = one.left_out
    summary.config_warnings = list(
        dict.fromkeys(text for app in one.applications for text in app.caster.config_warnings)
    )
    for app in one.applications:
        for text, count in sorted(app.caster.all_run_warnings.items()):
            summary.run_warnings[f"{app.settings.name}: {text}"] = count
    summary.run_warnings |= dict.fromkeys(one.problems, 1)
    found = summary.as_dict()
    found.pop("timing")
    return found
