"""``usim run --replay``: a recorded live run again, with the same mail at the same ticks; does it come out the same?"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass, fields
from math import isfinite
from os import SEEK_END
from pathlib import Path

from usimmarine_py.apps.recorder import MAIL, START, TICK, RecordStart, mission_hash, read_mail
from usimmarine_py.apps.setup import set_up
from usimmarine_py.errors import LogFileError, shorten
from usimmarine_py.logs.alog import read_alog
from usimmarine_py.mission import Mission
from usimmarine_py.model import Message
from usimmarine_py.run.followers import Follower, StateRows, SummaryMeter
from usimmarine_py.run.loop import FULL_TICKS, PROGRESS_TICKS
from usimmarine_py.run.output import RunFiles, RunOutput
from usimmarine_py.run.run import RunProgress
from usimmarine_py.run.summary import RunSummary
from usimmarine_py.simulator import Simulator
from usimmarine_py.version import __version__

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
        except (ValueError, KeyError, TypeError) as error:
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


def replay_to_files(
    mission: Mission,
    recording: Path,
    folder: Path,
    files: RunFiles,
    *,
    block: str | None = None,
    progress: RunProgress | None = None,
    stopped: Callable[[], bool] | None = None,
) -> RunSummary:
    """Repeat a recorded run and leave its files in ``folder``; ``summary.differences`` says how it differs."""
    rows = read_recording(recording)
    start = next(rows)
    if not isinstance(start, RecordStart):
        raise LogFileError(f"does not begin with {START}", file=str(recording))
    found = mission.block(block or start.block or start.name)
    setup = set_up(
        mission,
        found,
        start.name,
        start_time=start.start,
        time_warp=start.warp,
        seed=start.seed,
    )
    simulator = setup.simulator
    same = start.mission == mission_hash(mission) and start.version == __version__
    header = [
        f"usimmarine {__version__}, replay of {recording.name}",
        f"mission {Path(mission.file).name}, SHA-256 as read {mission_hash(mission)}",
    ]
    began = time.perf_counter()
    summary = RunSummary(Path(mission.file).name, start.seed or 0, "recording", config_warnings=list(setup.warnings))
    meter = SummaryMeter(simulator, start.start)
    check = _Check(simulator)
    ticks = 0
    now = start.start
    last = last_time(recording)
    with ExitStack() as stack:
        output = RunOutput(folder, mission.file, files, start.start, header, simulator)
        stack.callback(output.close)
        stack.enter_context(output.writing())
        followers: list[Follower] = [meter]
        if output.rows:
            followers.append(StateRows(simulator, start.start, output.rows, files.every))
        waiting: list[Message] = []
        for row in rows:
            if isinstance(row, Message):
                waiting.append(row)
                if row.source != start.client:  # its own posts came back as mail; they are posted below
                    output.post(row.time, row.key, row.source, row.source_aux, row.value)
            elif isinstance(row, Tick):
                if stopped is not None and stopped():
                    summary.ended = "interrupted"
                    break
                now = row.now
                # what the live application did with it, in the same order and at the same clock
                for message in waiting:
                    simulator.on_mail(message, now=now)
                waiting.clear()
                for post in simulator.iterate(now, max_dt=start.max_dt):
                    output.post(now, post.variable, start.name, "", post.value)
                ticks += 1
                for follow in followers:
                    follow((now,), (simulator.truth,), (simulator.internal.command,))
                check(row)
                if ticks % FULL_TICKS == 0 and output.is_full():
                    summary.ended = "full"
                    break
                if progress is not None and ticks % PROGRESS_TICKS == 0:
                    progress(now - start.start, min((now - start.start) / last, 1.0) if last > 0.0 else 0.0)
    summary.time = now - start.start
    summary.real_time = time.perf_counter() - began
    meter.fill(summary, None, [(start.name, ticks)])
    for text in simulator.take_warnings():
        summary.run_warnings[text] = summary.run_warnings.get(text, 0) + 1
    _judge(summary, check, ticks, same=same)
    output.finish(summary)
    return summary


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
