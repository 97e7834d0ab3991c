"""A vehicle driven by the commands of a recording: as live, on a clock that jumps, with no other application."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path

import numpy as np

from usimmarine_py.apps.recorder import mission_hash
from usimmarine_py.apps.setup import set_up
from usimmarine_py.control.gains import PID_PARAMETERS
from usimmarine_py.errors import ConfigError, shorten
from usimmarine_py.logs.measured import Measured, differences, measured_motion, turning
from usimmarine_py.logs.runs import RecordedRun, read_run
from usimmarine_py.mission import Block, Entry, Mission, find_simulator_block
from usimmarine_py.run.applications import START_TIME, block_settings, effective_seed
from usimmarine_py.run.commands import Commands, command_of, drives_by_thrust, read_commands
from usimmarine_py.run.header import packages
from usimmarine_py.run.output import RunFiles, RunOutput, file_hash
from usimmarine_py.run.replay import DrivenRun
from usimmarine_py.run.requirements import Requirements
from usimmarine_py.run.run import RunProgress
from usimmarine_py.run.summary import RunSummary
from usimmarine_py.simulator import PARAMETERS, Simulator
from usimmarine_py.simulator.parts.run.pose import read_exactly
from usimmarine_py.simulator.records import Command, Own
from usimmarine_py.values import Message, forced
from usimmarine_py.values.frozen import dataclass, replace
from usimmarine_py.values.rows import Shape
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
    stopped: Callable[[], str] | None = None,
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
    driven = _without_controller(placed) if wanted.actuators or drives_by_thrust(log) else placed
    used = effective_seed(vehicle, seed)
    setup = set_up(mission, driven, vehicle.name, start_time=START_TIME, time_warp=1.0, seed=used)
    simulator = setup.simulator
    commands = read_commands(wanted.recording, log, simulator, actuators=wanted.actuators)
    period = block_settings(mission, vehicle).loop.period
    # without a motion the commands hold to the end of the recording, be the last change of them long before
    end = max(log.end, commands.messages[-1].time) if measured.end is None else measured.end
    duration = _duration(wanted, begin, end, period)
    header = [
        f"usimmarine {__version__}, driven by {wanted.recording.name}, {packages()}",
        f"mission {Path(mission.file).name}, SHA-256 as read {mission_hash(mission)}",
        f"commands {', '.join(commands.names)}, SHA-256 {file_hash(wanted.recording)}",
        f"begins at {begin!r} s of the recording, start {wanted.start}, seed {used}",
    ]
    ended = "recording" if wanted.duration is None else "duration"
    summary = RunSummary(
        Path(mission.file).name, used, ended, config_warnings=_without_line(setup.warnings, vehicle, wanted)
    )
    controller = "" if driven is placed else ", without its embedded controller"
    summary.notes = [f"{vehicle.name} alone plays{controller}; it is driven by {', '.join(commands.names)}"]
    _drive_by_states(simulator, commands, wanted, summary)
    # the clock reads the recording's time, further on by a shift that no controller takes for never
    shift = START_TIME - begin
    keeper = MotionKeeper(shift)
    run = DrivenRun(simulator, vehicle.name, START_TIME, duration, summary, progress, stopped)
    run.followers.append(keeper)
    output = RunOutput(folder, mission, files, START_TIME, header, simulator)
    required = files.required or Requirements(())
    output.listeners += required.of(mission.value("Community") or "")
    with closing(output), output.writing():
        run.write_to(output, files.every)
        _play(run, [message._replace(time=message.time + shift) for message in commands.messages], period, duration)
    run.sum_up()
    _remark(summary, wanted, commands, log)
    simulated = keeper.motion("simulated", measured)
    summary.measured = differences(measured, simulated) if run.ticks > 1 else {}
    if not summary.measured:
        summary.notes.append(f"{wanted.recording.name} holds no motion to compare with")
    required.judge(summary)
    output.finish(summary)
    return summary, measured, simulated


def _without_line(warnings: Sequence[str], vehicle: Block, wanted: Wanted) -> list[str]:
    """The warnings; those of the start that the recording, or ``--start``, has given name it, not a line."""
    given = {FROM_LOG: f"{wanted.recording}: its pose: ", FROM_MISSION: ""}.get(wanted.start, "--start: ")
    line = f":{vehicle.line}: start_pos: "
    return [given + text.partition(line)[2] if given and line in text else text for text in warnings]


def _play(run: DrivenRun, waiting: Sequence[Message], period: float, duration: float) -> None:
    """Tick after tick with the mail before it; ``waiting`` at times of the clock."""
    taken = 0
    while (now := START_TIME + (run.ticks + 1) * period) <= START_TIME + duration + 1e-9:
        if run.is_stopped():
            break
        first = taken
        # what bears the very time of a tick was on its way then
        while taken < len(waiting) and waiting[taken].time < now - 1e-9:
            message = waiting[taken]
            shape = Shape((message.variable,), message.source)
            run.output.post(message.time, shape, (message.value,), message.source_aux)
            taken += 1
        run.tick(now, waiting[first:taken])
        if run.is_full():
            break


def _drive_by_states(simulator: Simulator, commands: Commands, wanted: Wanted, summary: RunSummary) -> None:
    """Where states of actuators are the commands, the lags of the model must not count again."""
    if commands.states and forced(simulator.backend):
        simulator.backend = simulator.backend.without_lags()
        summary.notes.append("the measured states of the actuators drive the vehicle, without the lags of its model")
    if commands.missing:
        states = ", ".join(commands.missing)
        summary.run_warnings[f"{wanted.recording.name} does not hold {states}: what they are at rest is used"] = 1


def _remark(summary: RunSummary, wanted: Wanted, commands: Commands, log: RecordedRun) -> None:
    """The warnings, with what of the recording was not used."""
    for name in commands.unread:
        summary.run_warnings[f"{name} of {wanted.recording.name} is not read by this vehicle"] = 1
    for name, (line, text) in log.no_numbers.items():
        if command_of(name) in commands.names:
            summary.run_warnings[f"{wanted.recording}:{line}: {name}: {text!r} is no number and is left out"] = 1


def _without_controller(vehicle: Block) -> Block:
    """The block without its embedded controller, itself where it has none."""
    kept = tuple(entry for entry in vehicle.entries if entry.key.lower() not in PID_PARAMETERS)
    return vehicle if len(kept) == len(vehicle.entries) else replace(vehicle, entries=kept)


def _duration(wanted: Wanted, begin: float, end: float, period: float) -> float:
    """How long the run lasts (s) that begins at ``begin`` of the recording, if at least one tick."""
    duration = max(end, begin) - begin if wanted.duration is None else wanted.duration
    if duration + 1e-9 < period:
        problem = f"{duration:g} s from {begin:g} s on are less than one tick of {period:g} s"
        raise ConfigError(problem, file=str(wanted.recording), key="--commands")
    return duration


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
    """The vehicle's block with the desired start."""
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


class MotionKeeper:
    """Follows the simulated vehicle and keeps its motion, times in s of the recording."""

    def __init__(self, shift: float) -> None:
        """``shift``: s to take off MOOS time."""
        self._shift = shift
        self._rows: list[tuple[float, ...]] = []

    def __call__(self, time: float, own: Own, command: Command) -> None:
        """Note the state at MOOS time ``time``."""
        del command
        self._rows.append((time - self._shift, own.x, own.y, own.heading, own.speed, own.sog))

    def motion(self, name: str, measured: Measured) -> Measured:
        """What was kept, speed and yaw rate of the kind that was measured."""
        t, x, y, heading, speed, sog = np.array(self._rows).reshape(-1, 6).T
        chosen, span = sog if measured.over_ground else speed, measured.span
        rate = turning(t, heading, span)
        return Measured(name, (t, x), (t, y), (t, heading), (t, chosen), None, rate, measured.over_ground, span)
