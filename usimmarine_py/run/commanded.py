"""A vehicle driven by the commands of a recording: as live, on a clock that jumps, with nobody else in the mission."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path

from usimmarine_py.apps.recorder import mission_hash
from usimmarine_py.apps.setup import set_up
from usimmarine_py.control.gains import PID_PARAMETERS
from usimmarine_py.errors import ConfigError, shorten
from usimmarine_py.logs.runs import read_run
from usimmarine_py.mission import Block, Entry, Mission, find_simulator_block
from usimmarine_py.model import forced
from usimmarine_py.model.frozen import dataclass, replace
from usimmarine_py.run.applications import START_TIME, block_settings, effective_seed
from usimmarine_py.run.commands import command_of, drives_by_thrust, read_commands
from usimmarine_py.run.followers import Follower, StateRows, SummaryMeter
from usimmarine_py.run.loop import FULL_TICKS, PROGRESS_TICKS
from usimmarine_py.run.measured import Measured, MotionKeeper, differences, measured_motion
from usimmarine_py.run.output import RunFiles, RunOutput, file_hash
from usimmarine_py.run.run import RunProgress, packages
from usimmarine_py.run.summary import RunSummary
from usimmarine_py.simulator import PARAMETERS
from usimmarine_py.simulator.config.pose import read_exactly
from usimmarine_py.version import __version__

#: Words of ``--start`` that are no pose.
FROM_LOG, FROM_MISSION = "log", "mission"
_POSES = frozenset(name for p in PARAMETERS if p.group == "start" for name in p.names)


@dataclass(frozen=True, slots=True)
class Wanted:
    """How a recording is to drive the vehicle."""

    recording: Path
    start: str = FROM_LOG  #: log, mission, or the text of ``start_pos``
    begin: float | None = None  #: s of the recording at which the run begins; None: where it knows the whole pose
    duration: float | None = None  #: s; None: to the end of the recording
    actuators: bool = False  #: by the measured states of the actuators, whatever else there is


def commanded_to_files(
    mission: Mission,
    wanted: Wanted,
    folder: Path,
    files: RunFiles,
    *,
    block: str | None = None,
    seed: int | None = None,
    progress: RunProgress | None = None,
    stopped: Callable[[], bool] | None = None,
) -> tuple[RunSummary, Measured, Measured]:
    """Drive the mission's vehicle with a recording and leave the files of a run; summary, measured, simulated motion.

    Scripts, controllers of their own and guidance do not play: the recording has what they said. Times are those of
    the recording. Raises ``ConfigError``, ``LogFileError`` and ``MissionFileError`` for what cannot be run.
    """
    vehicle = find_simulator_block(mission, block)
    if wanted.recording.resolve().parent == folder.resolve():
        problem = f"the files of the run would stand beside it, or in its place: choose another folder than {folder}"
        raise ConfigError(problem, file=str(wanted.recording), key="-o")
    log = read_run(wanted.recording)
    measured = measured_motion(log)
    begin = _begin(wanted, measured, log.end)
    placed = _placed(vehicle, wanted, measured, begin)
    open_loop = wanted.actuators or drives_by_thrust(log)
    before = len(placed.entries)
    if open_loop:
        placed = replace(placed, entries=tuple(e for e in placed.entries if e.key.lower() not in PID_PARAMETERS))
    # the clock reads the recording's time, further on by a shift that no controller takes for never
    shift = START_TIME - begin
    used = effective_seed(vehicle, seed)
    setup = set_up(mission, placed, vehicle.name, start_time=START_TIME, time_warp=1.0, seed=used)
    simulator = setup.simulator
    commands = read_commands(wanted.recording, log, simulator, actuators=wanted.actuators)
    # without a motion the commands hold to the end of the recording, be the last change of them long before
    end = max(log.end, commands.messages[-1].time) if measured.end is None else measured.end
    last = max(end, begin)
    duration = last - begin if wanted.duration is None else wanted.duration
    period = 1.0 / block_settings(mission, vehicle).app_tick
    if duration + 1e-9 < period:
        problem = f"{duration:g} s from {begin:g} s on are less than one tick of {period:g} s"
        raise ConfigError(problem, file=str(wanted.recording), key="--commands")
    header = [
        f"usimmarine {__version__}, driven by {wanted.recording.name}, {packages()}",
        f"mission {Path(mission.file).name}, SHA-256 as read {mission_hash(mission)}",
        f"commands {', '.join(commands.names)}, SHA-256 {file_hash(wanted.recording)}",
        f"begins at {begin!r} s of the recording, start {wanted.start}, seed {used}",
    ]
    began = time.perf_counter()
    summary = RunSummary(Path(mission.file).name, used, "recording", config_warnings=list(setup.warnings))
    if wanted.duration is not None:
        summary.ended = "duration"
    controller = ", without its embedded controller" if len(placed.entries) < before else ""
    summary.notes = [f"{vehicle.name} alone plays{controller}; it is driven by {', '.join(commands.names)}"]
    if commands.states and forced(simulator.backend):
        simulator.use_backend(simulator.backend.without_lags())
        summary.notes.append("the measured states of the actuators drive the vehicle, without the lags of its model")
    if commands.missing:
        states = ", ".join(commands.missing)
        summary.run_warnings[f"{wanted.recording.name} does not hold {states}: what they are at rest is used"] = 1
    meter, keeper = SummaryMeter(simulator, START_TIME), MotionKeeper(shift)
    waiting = [message._replace(time=message.time + shift) for message in commands.messages]
    taken = ticks = 0
    now = START_TIME
    with ExitStack() as stack:
        output = RunOutput(folder, mission.file, files, START_TIME, header, simulator)
        stack.callback(output.close)
        stack.enter_context(output.writing())
        followers: list[Follower] = [meter, keeper]
        if output.rows:
            followers.append(StateRows(simulator, START_TIME, output.rows, files.every))
        while (following := START_TIME + (ticks + 1) * period) <= START_TIME + duration + 1e-9:
            if stopped is not None and stopped():
                summary.ended = "interrupted"
                break
            now = following
            # what bears the very time of a tick was on its way then
            while taken < len(waiting) and waiting[taken].time < now - 1e-9:
                message = waiting[taken]
                output.post(message.time, message.variable, message.source, message.source_aux, message.value)
                simulator.on_mail(message, now=now)
                taken += 1
            for post in simulator.iterate(now):
                output.post(now, post.variable, vehicle.name, "", post.value)
            ticks += 1
            for follow in followers:
                follow((now,), (simulator.truth,), (simulator.internal.command,))
            if ticks % FULL_TICKS == 0 and output.is_full():
                summary.ended = "full"
                break
            if progress is not None and ticks % PROGRESS_TICKS == 0:
                progress(now - START_TIME, (now - START_TIME) / duration)
    summary.time = now - START_TIME
    summary.real_time = time.perf_counter() - began
    meter.fill(summary, None, [(vehicle.name, ticks)])
    for text in simulator.take_warnings():
        summary.run_warnings[text] = summary.run_warnings.get(text, 0) + 1
    for name in commands.unread:
        summary.run_warnings[f"{name} of {wanted.recording.name} is not read by this vehicle"] = 1
    for name, (line, text) in log.no_numbers.items():
        if command_of(name) in commands.names:
            summary.run_warnings[f"{wanted.recording}:{line}: {name}: {text!r} is no number and is left out"] = 1
    simulated = keeper.motion("simulated", measured)
    summary.measured = differences(measured, simulated) if ticks > 1 else {}
    if not summary.measured:
        summary.notes.append(f"{wanted.recording.name} holds no motion to compare with")
    output.finish(summary)
    return summary, measured, simulated


def _begin(wanted: Wanted, measured: Measured, end: float) -> float:
    """The time of the recording (s) at which the run begins."""
    known = measured.begin
    begin = wanted.begin if wanted.begin is not None else known if known is not None else 0.0
    if wanted.start == FROM_LOG and known is not None:
        begin = max(begin, known)
    if not begin < end:
        raise ConfigError(f"ends at {end:g} s; nothing is left from {begin:g} s on", file=str(wanted.recording))
    return begin


def _placed(vehicle: Block, wanted: Wanted, measured: Measured, begin: float) -> Block:
    """The vehicle's block with the start that is wanted."""
    if wanted.start == FROM_MISSION:
        return vehicle
    text = wanted.start
    if wanted.start == FROM_LOG:
        if measured.begin is None:
            return vehicle
        text = measured.start_pos(begin)
    elif problem := read_exactly(text).problem:
        wish = (
            f"must be {FROM_LOG}, {FROM_MISSION} or a pose such as x=0,y=0,heading=90: {shorten(text, 60)!r}: {problem}"
        )
        raise ConfigError(wish, key="--start")
    kept = tuple(entry for entry in vehicle.entries if entry.key.lower() not in _POSES)
    return replace(vehicle, entries=(*kept, Entry("start_pos", text, vehicle.line, 0, 0)))
