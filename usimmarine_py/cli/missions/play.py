"""``usim run``: from missions, or what a launch script starts, to the summary of their run."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from usimmarine_py.cli.missions.under_way import RunUnderWay
from usimmarine_py.cli.progress import say
from usimmarine_py.errors import ConfigError, MissingExtraError, suggest
from usimmarine_py.run.changes import changed_missions
from usimmarine_py.run.communities import community_name
from usimmarine_py.run.engine import use_engine_for_run
from usimmarine_py.run.files import run_to_files
from usimmarine_py.run.loop import SHARE_DELAY
from usimmarine_py.run.plan import RunPlan, limits, plan_run
from usimmarine_py.run.requirements import Requirements
from usimmarine_py.run.stop import TickEnded
from usimmarine_py.run.summary import RunResult, RunSummary

if TYPE_CHECKING:
    from usimmarine_py.logs.measured import Measured
    from usimmarine_py.mission import Mission


@contextmanager
def scripted(
    script: Path, arguments: Sequence[str], running: RunUnderWay
) -> Iterator[tuple[list[Mission], tuple[str, ...]]]:
    """Yield the missions that a launch script starts, and what it posts. Raises ``ConfigError``."""
    from usimmarine_py.launch.script import played_script

    given = running.given
    if given.reading.definitions:
        raise ConfigError("the launch script gives the macros: use its own arguments", key="-D")
    with ExitStack() as stack:
        played = played_script(script, arguments, seed=given.seed or 0, stopped=lambda: bool(running.stop()))
        try:
            found = stack.enter_context(played)
            found.require_whole(script)
        except ConfigError:
            if running.stop():  # which ended the script, too
                raise TickEnded from None
            raise
        if running.speaks:
            names = ", ".join(one.mission.name for one in found.communities)
            say(f"script       {script} starts {names}")
            for text in found.left_out:
                say(f"not played   {text}")
            for word in found.pokes:
                say(f"poke         {word}, by uPokeDB of the script")
        files = [one.mission for one in found.communities]
        running.made = {str(one.mission): one.folder / one.mission.name for one in found.communities}
        yield changed_missions(files, given.reading, given.own.apps, literal=True), found.pokes


def planned(missions: Sequence[Mission], running: RunUnderWay, pokes: Sequence[str] = ()) -> RunPlan:
    """Set up the run that the options ask for; ``pokes`` are those of a script."""
    given = running.given
    links = given.links
    if len(missions) == 1 and (links.share_loss or links.share_delay is not None):
        raise ConfigError("is for several communities", key="--share-loss" if links.share_loss else "--share-delay")
    limit, cut = limits(given.duration, given.max_time)
    plan = plan_run(
        missions,
        duration=given.duration,
        seed=given.seed,
        block=given.reading.block,
        limit=limit,
        cut=cut,
        apps=given.own.apps,
        behaviors=given.own.behaviors,
        operator=replace(given.operator, pokes=(*given.operator.pokes, *pokes)),
        share_loss=given.links.share_loss,
        share_delay=SHARE_DELAY if given.links.share_delay is None else given.links.share_delay,
    )
    for simulator in plan.simulators:
        use_engine_for_run(simulator, given.engine, given.duration)
    return plan


def play(plan: RunPlan, running: RunUnderWay) -> RunResult:
    """Do the run, with its files."""
    from usimmarine_py.mission.unplayed import REMEDY

    alone = plan.alone
    for one in plan.communities if running.speaks else ():
        if one.left_out:
            names = ", ".join(left.name for left in one.left_out)
            say(f"not played   {names}: {REMEDY}" if alone else f"not played   {one.name}: {names}")
    if running.progress is not None and alone is not None:
        longest = f"of at most {plan.limit:.0f} s" if plan.duration is None else f"of {plan.duration:.0f} s"
        running.progress.whole = longest
    files = running.files(Requirements(running.given.require))
    processes = 1
    if alone is None:
        from usimmarine_py.run.processes.whole import process_count

        processes, why = process_count(plan, running.given.processes)
        if why:
            say(f"usim: {why}", err=True)
    return run_to_files(plan, running.folder, files, progress=running.show, stopped=running.stop, processes=processes)


def play_recorded(missions: Sequence[Mission], running: RunUnderWay) -> RunSummary:
    """Do the run of one vehicle that ``--again LIVE.alog`` or ``--commands`` asks for."""
    recorded = running.given.recorded
    log = recorded.replay if recorded.commands is None else recorded.commands
    assert log is not None
    option = "--again" if recorded.commands is None else "--commands"
    mission, path = _recorded_in(missions, log, option)
    return (_replayed if recorded.commands is None else _commanded)(mission, path, running)


def _recorded_in(missions: Sequence[Mission], log: Path, option: str) -> tuple[Mission, Path]:
    """The mission whose vehicle a recording drives: that of ``COMMUNITY:LOG``, else the only one with a vehicle."""
    from usimmarine_py.mission import simulator_blocks

    if len(missions) == 1:
        return missions[0], log
    names = [community_name(mission) for mission in missions]
    head, colon, rest = str(log).partition(":")
    if colon and head in names:
        return missions[names.index(head)], Path(rest)
    driven = [mission for mission in missions if simulator_blocks(mission)]
    if len(driven) == 1:
        return driven[0], log
    some = [name for name, mission in zip(names, missions, strict=True) if simulator_blocks(mission)]
    problem = f"one vehicle is driven by a recording: write COMMUNITY:{log}, one of {', '.join(some or names)}"
    raise ConfigError(problem, key=option, suggestion=suggest(head, names) if colon else "")


def _replayed(mission: Mission, recording: Path, running: RunUnderWay) -> RunSummary:
    """Run ``--again LIVE.alog``."""
    from usimmarine_py.run.replay import replay_to_files

    given = running.given
    if given.duration is not None or given.seed is not None:
        raise ConfigError("--again takes times and seed from the recording: leave --duration and --seed out")
    files = given.files.files(Requirements(given.require))
    return replay_to_files(
        mission, recording, running.folder, files, block=given.reading.block, progress=running.show,
        stopped=running.stop,
    )  # fmt: skip


def _commanded(mission: Mission, log: Path, running: RunUnderWay) -> RunSummary:
    """Run ``--commands``, with the figure of measured and simulated values."""
    from usimmarine_py.run.commanded import FROM_LOG, Wanted, commanded_to_files

    given, recorded = running.given, running.given.recorded
    if given.duration is not None and not given.duration > 0.0:
        raise ConfigError(f"must be above 0 seconds, found {given.duration:g}", key="duration")
    start = recorded.start or FROM_LOG
    wanted = Wanted(log, start, recorded.begin, given.duration, recorded.actuators)
    summary, measured, simulated = commanded_to_files(
        mission, wanted, running.folder, given.files.files(Requirements(given.require)), block=given.reading.block,
        seed=given.seed, progress=running.show, stopped=running.stop,
    )  # fmt: skip
    if summary.measured:
        _draw_measured(summary, measured, simulated, log, running.folder)
    return summary


def _draw_measured(summary: RunSummary, measured: Measured, simulated: Measured, log: Path, folder: Path) -> None:
    """Write the figure of measured and simulated values; without matplotlib add a note."""
    from usimmarine_py.plots.model.measured import measured_figure
    from usimmarine_py.plots.output import save_figure

    stem = Path(summary.mission).stem
    target = folder / f"{stem}_measured.png"
    try:
        figure = measured_figure(f"{stem} with the commands of {log.name}", measured, simulated, summary.measured)
        save_figure(figure, target)
    except MissingExtraError as error:
        summary.notes.append(f"no figure: {error}")
        return
    summary.notes.append(f"figure {target}")
