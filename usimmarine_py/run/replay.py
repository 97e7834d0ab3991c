"""``usim run --again LIVE.alog``: a recorded live run again, with the same mail at the same ticks: the same result?"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass, fields
from math import isfinite
from os import SEEK_END
from pathlib import Path

from usimmarine_py.apps.recorder import MAIL, START, TICK, RecordStart, mission_hash, read_mail
from usimmarine_py.apps.setup import set_up
from usimmarine_py.errors import LogFileError, shorten
from usimmarine_py.logs.alog import read_alog
from usimmarine_py.mission import Mission
from usimmarine_py.run.followers import Follower, StateRows, SummaryMeter
from usimmarine_py.run.output import RunFiles, RunOutput
from usimmarine_py.run.requirements import Requirements
from usimmarine_py.run.run import RunProgress
from usimmarine_py.run.summary import RunSummary
from usimmarine_py.simulator import Simulator
from usimmarine_py.simulator.parts.motion import Motion
from usimmarine_py.simulator.parts.steering.commands import CommandPart
from usimmarine_py.values import Message
from usimmarine_py.values.rows import Shape
from usimmarine_py.version import __version__

#: Ticks between two looks at the progress, and between two at the size of the files.
PROGRESS_TICKS, FULL_TICKS = 32, 512
#: Bytes at the end of a recording in which its last row is looked for.
_TAIL = 1 << 16
#: State of the vehicle in a tick's row.
_STATE = {"x": "x", "y": "y", "h": "heading", "u": "speed", "d": "depth"}


@dataclass(frozen=True, slots=True)
class Tick:
    """One iteration at MOOS time ``now`` (s) and the state that the live run had after it."""

    now: float
    state: dict[str, float]


def read_recording(path: Path) -> Iterator[RecordStart | Message | Tick]:
    """The rows of a recording in order; the first is the start. Raises ``LogFileError`` with file and line."""
    started = False
    for row in read_alog(path):
        if row.variable not in (START, MAIL, TICK):
            continue
        text = row.value if isinstance(row.value, str) else ""
        try:
            if row.variable == START:
                found = json.loads(text)
                yield RecordStart(**{f.name: found[f.name] for f in fields(RecordStart)})
                started = True
                continue
            if not started:
                raise LogFileError(f"no {START} row before this one; is the beginning missing?", file=str(path))
            if row.variable == MAIL:
                yield read_mail(text)
            else:
                found = json.loads(text)
                yield Tick(float(found["t"]), {long: float(found[short]) for short, long in _STATE.items()})
        except LogFileError as error:
            error.line = row.line
            raise
        except (ValueError, KeyError, TypeError, OverflowError, RecursionError) as error:
            problem = f"a {row.variable} row that cannot be read: {shorten(text, 60)}"
            raise LogFileError(problem, file=str(path), line=row.line) from error
    if not started:
        raise LogFileError("is no recording of a live run: set record = FILE.alog in the block", file=str(path))


def last_time(path: Path) -> float:
    """The time of the last whole row of a log, s since its start; 0 without one."""
    with path.open("rb") as file:
        file.seek(max(0, file.seek(0, SEEK_END) - _TAIL))
        for line in reversed(file.read().splitlines()[:-1]):
            try:
                return float(line.split(None, 1)[0])
            except (ValueError, IndexError):
                continue
    return 0.0


class DrivenRun:
    """A vehicle that plays alone, driven by a recording: its ticks, its files, and what the summary says of both.

    It is the application ``name`` from MOOS time ``start`` (s) on; ``length`` (s) is how long it is likely to last.
    ``progress`` and ``stopped`` as of ``run_to_files``.
    """

    def __init__(
        self,
        simulator: Simulator,
        name: str,
        start: float,
        length: float,
        summary: RunSummary,
        progress: RunProgress | None,
        stopped: Callable[[], str] | None,
    ) -> None:
        self.ticks = 0
        self._meter = SummaryMeter(simulator, start)
        part = simulator.vehicle.part
        self._own, self._command = part(Motion).own, part(CommandPart).command
        self.followers: list[Follower] = [self._meter]
        self._simulator, self._name, self._summary = simulator, name, summary
        self._start, self._now, self._length = start, start, length
        self._progress, self._stopped = progress, stopped
        self._began = time.perf_counter()

    def write_to(self, output: RunOutput, every: float) -> None:
        """Posts go there from now on, and rows of the state at most one each ``every`` s."""
        self.output = output
        if output.rows:
            self.followers.append(StateRows(self._simulator, self._start, output.rows, every))

    def is_stopped(self) -> bool:
        """Whether the user has ended it."""
        if self._stopped is None or not (why := self._stopped()):
            return False
        self._summary.ended = why
        return True

    def tick(self, now: float, mail: Iterable[Message], max_dt: float | None = None) -> None:
        """One iteration at MOOS time ``now`` (s), the mail before it at the same clock, as live."""
        simulator = self._simulator
        self._now = now
        for message in mail:
            simulator.on_mail(message, now=now)
        for shape, values, _, _ in simulator.tick(now, max_dt):
            self.output.post(now, Shape(shape.names, self._name), values)
        self.ticks += 1
        for follow in self.followers:
            follow(now, self._own, self._command)

    def is_full(self) -> bool:
        """Whether the files may not grow; looked at, and progress shown, now and then."""
        if self.ticks % FULL_TICKS == 0 and self.output.is_full():
            self._summary.ended = "full"
            return True
        if self._progress is not None and self.ticks % PROGRESS_TICKS == 0:
            done = self._now - self._start
            self._progress(done, min(done / self._length, 1.0) if self._length > 0.0 else 0.0)
        return False

    def sum_up(self) -> None:
        """Times, figures and warnings into the summary."""
        summary = self._summary
        summary.time = self._now - self._start
        summary.real_time = time.perf_counter() - self._began
        self._meter.fill(summary, None, [(self._name, self.ticks)])
        for text in self._simulator.take_warnings():
            summary.run_warnings[text] = summary.run_warnings.get(text, 0) + 1


def replay_to_files(
    mission: Mission,
    recording: Path,
    folder: Path,
    files: RunFiles,
    *,
    block: str | None = None,
    progress: RunProgress | None = None,
    stopped: Callable[[], str] | None = None,
) -> RunSummary:
    """Repeat a recorded run and leave its files in ``folder``; ``summary.differences`` says how it differs."""
    rows = read_recording(recording)
    start = next(rows)
    if not isinstance(start, RecordStart):
        raise LogFileError(f"does not begin with {START}", file=str(recording))
    found = mission.block(block or start.block or start.name)
    setup = set_up(mission, found, start.name, start_time=start.start, time_warp=start.warp, seed=start.seed)
    simulator = setup.simulator
    same = start.mission == mission_hash(mission) and start.version == __version__
    header = [
        f"usimmarine {__version__}, replay of {recording.name}",
        f"mission {Path(mission.file).name}, SHA-256 as read {mission_hash(mission)}",
    ]
    summary = RunSummary(Path(mission.file).name, start.seed or 0, "recording", config_warnings=list(setup.warnings))
    run = DrivenRun(simulator, start.name, start.start, last_time(recording), summary, progress, stopped)
    check = _Check(simulator)
    output = RunOutput(folder, mission, files, start.start, header, simulator)
    required = files.required or Requirements(())
    output.listeners += required.of(mission.value("Community") or "")
    with closing(output), output.writing():
        run.write_to(output, files.every)
        _play(run, rows, start, check)
    run.sum_up()
    _judge(summary, check, run.ticks, same=same)
    required.judge(summary)
    output.finish(summary)
    return summary


def _play(run: DrivenRun, rows: Iterable[RecordStart | Message | Tick], start: RecordStart, check: _Check) -> None:
    """The ticks of a recording, each with the mail that it saw."""
    waiting: list[Message] = []
    for row in rows:
        if isinstance(row, Message):
            waiting.append(row)
            if row.source != start.client:  # its own posts came back as mail; they are posted by the tick
                run.output.post(row.time, Shape((row.key,), row.source), (row.value,), row.source_aux)
        elif isinstance(row, Tick):
            if run.is_stopped():
                break
            run.tick(row.now, waiting, max_dt=start.max_dt)
            waiting.clear()
            check(row)
            if run.is_full():
                break


class _Check:
    """Compares the state after each tick with that of the recording."""

    def __init__(self, simulator: Simulator) -> None:
        self._simulator = simulator
        self.differing = 0
        self.largest = 0.0
        self.first = ""

    def __call__(self, tick: Tick) -> None:
        state = self._simulator.truth
        for name, was in tick.state.items():
            value = getattr(state, name)
            if value == was or (not isfinite(value) and not isfinite(was)):
                continue
            self.differing += 1
            self.largest = max(self.largest, abs(value - was))
            if not self.first:
                self.first = f"{name} at MOOS time {tick.now!r}: {value!r}, live {was!r}"


def _judge(summary: RunSummary, check: _Check, ticks: int, *, same: bool) -> None:
    if not check.differing:
        summary.notes.append(f"equal to the live run to the bit in all {ticks} ticks")
        return
    text = f"differs from the live run, first in {check.first}; largest difference {check.largest:g}"
    if same:
        summary.differences.append(text)
    else:
        summary.notes.append(f"{text} (mission or version is not that of the recording)")
