"""A launch of several communities over several processes, on a simulated machine: the launcher, which plays the first
community and relays the output of the others, and one process for each of these.

``Parts(seed, folder).play()`` returns what does not hold: each line that a part has written is shown, whole and in
order, up to the end of the part; a part that is killed, ends by itself or cannot be started is named with a reason, and
the others end; the exit code is that of the first that failed; what is sent from community to community was posted
there; nobody is left, and all have ended within a time after SIGTERM, or SIGKILL follows.
"""

from __future__ import annotations

import errno
import gc
import os as real_os
import signal
import subprocess as real_subprocess
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from math import inf
from pathlib import Path
from typing import Any

from tests.support.simulated_community import MODULES, TICKING
from tests.support.simulated_machine import LOOK, Machine, failure
from tests.support.simulated_programs import Program, scheduled
from usimmarine_py.cli.live import play as live_play
from usimmarine_py.launch import supervisor as launch_supervisor
from usimmarine_py.launch.output import Printer
from usimmarine_py.launch.plan import Child, Community, plan_community
from usimmarine_py.launch.spread import spread
from usimmarine_py.launch.supervisor import PATIENCE, Supervisor
from usimmarine_py.moos.app import signals
from usimmarine_py.moos.app.status import ProcessFigures
from usimmarine_py.run.live.context import LiveContext
from usimmarine_py.run.live.pace import Pace
from usimmarine_py.run.plan import RunPlan

NAMES = ("abe", "ben", "cal")
PORT, SHARE, WARP = 9000, 9200, 10.0
#: All have ended within this time after SIGTERM, real s, if none is held up.
TO_END = 0.5
SLOW_LOOK = 4e-5
PLAYED = (*MODULES, live_play, signals)


class _Pipe:
    """A pipe from a process to the launcher."""

    def __init__(self) -> None:
        self.buffer = bytearray()
        self.is_over: Callable[[], bool] = lambda: False  #: whether the process has ended

    def readable(self) -> bool:
        return bool(self.buffer) or self.is_over()

    def writable(self) -> bool:
        return False


class _Os:
    """``os`` of the launcher."""

    def __init__(self, machine: Machine) -> None:
        self._machine = machine

    def pipe(self) -> tuple[int, int]:
        pipe = _Pipe()
        return self._machine.descriptor(pipe), self._machine.descriptor(pipe)

    def read(self, number: int, most: int) -> bytes:
        pipe: _Pipe = self._machine.file(number)
        size = min(most, len(pipe.buffer))
        if size > 1 and self._machine.chance(0.3, "a part is read"):
            size = self._machine.random.randint(1, size)
        data = bytes(pipe.buffer[:size])
        del pipe.buffer[:size]
        return data

    def close(self, _number: int) -> None:
        pass  # the end of a process is the end of its pipe

    def __getattr__(self, name: str) -> Any:
        return getattr(real_os, name)


class _Process:
    """``subprocess.Popen`` of the launcher."""

    def __init__(self, parts: Parts, command: Sequence[str], stdout: int, **_: object) -> None:
        machine = parts.machine
        if machine.chance(0.1, "a program cannot be started"):
            parts.reasons.append("cannot be started")
            raise failure(machine.random.choice((errno.EAGAIN, errno.ENOMEM)))
        files = [word for word in command if word.endswith(".moos")]
        self.part = parts.begin([Path(file).stem for file in files], machine.file(stdout))
        self.pid = len(parts.processes)
        parts.processes[self.pid] = self.part

    def poll(self) -> int | None:
        program = self.part.program
        if not self.part.schedule.is_over(program):
            return None
        return -signal.SIGKILL if program.dead else 1 if program.code is None else program.code

    @property
    def returncode(self) -> int | None:
        return self.poll()


class _Subprocess:
    def __init__(self, parts: Parts) -> None:
        self.Popen = partial(_Process, parts)

    def __getattr__(self, name: str) -> Any:
        return getattr(real_subprocess, name)


class Part:
    """A process that plays communities."""

    def __init__(self, schedule: Any, names: Sequence[str], pipe: _Pipe) -> None:
        self.schedule, self.names, self.pipe = schedule, names, pipe
        self.program = Program(names[0])
        self.written: list[str] = []


class Parts:
    """The launch for one seed."""

    def __init__(self, seed: int, folder: Path) -> None:
        self.machine = machine = Machine(seed)
        self.folder = folder
        if machine.cost > LOOK:
            machine.cost = SLOW_LOOK
        self.shown: list[str] = []  #: by the launcher
        self.said: list[str] = []  #: about the launch
        self.parts: list[Part] = []
        self.processes: dict[int, Part] = {}  #: by their numbers
        self.reasons: list[str] = []  #: for which all ended, as the launcher has to say them
        self.ticks: dict[str, set[float]] = {name: set() for name in NAMES}  #: what was posted
        self.came: dict[str, set[float]] = {name: set() for name in NAMES}  #: what came from there
        self.asked_at = 0.0  #: when the launcher was asked to end, s
        self.ended_at = 0.0  #: when it had, s
        self.held = False
        for k, name in enumerate(NAMES):
            shares = {"share": SHARE + k, "next_share": SHARE + (k + 1) % len(NAMES)}
            text = TICKING.format(name=name, port=PORT + k, warp=WARP, to=f"TICK_{name}", **shares)
            (folder / f"{name}.moos").write_text(text)

    # -- the processes

    def _communities(self, names: Sequence[str]) -> list[Community]:
        files = [self.folder / f"{name}.moos" for name in names]
        return [plan_community(file, (), (), "ours") for file in files]

    def begin(self, names: Sequence[str], pipe: _Pipe) -> Part:
        """Start a process of its own."""
        part = Part(self.schedule, names, pipe)
        self.parts.append(part)
        self.schedule.start(part.program, partial(self._part, part))
        pipe.is_over = partial(self.schedule.is_over, part.program)
        return part

    def _part(self, part: Part) -> int:
        def write(line: str) -> None:
            if not part.program.dead:
                part.written.append(line)
                part.pipe.buffer += f"{line}\n".encode()

        communities = self._communities(part.names)
        children = [(f"{one.name}/{child.name}", child) for one in communities for child in one.children]
        supervisor = Supervisor(children, Printer([], write), write)
        code = live_play.play(communities, supervisor, attend=partial(self._attend, supervisor))
        for number in range(20):
            supervisor.printer.line(f"{part.names[0]}/talk", f"{number} lines before the end")
        return code

    def _attend(self, supervisor: Supervisor, plan: RunPlan) -> None:
        for one in plan.communities:
            bus = one.community.bus  # type: ignore[attr-defined]
            bus.listeners.append(partial(self._note, supervisor, one.community.name))

    def _note(
        self, supervisor: Supervisor, name: str, _stamp: float, shape: Any, values: tuple[Any, ...], _aux: str
    ) -> None:
        for variable, value in zip(shape.names, values, strict=True):
            if variable == "TICK":
                self.ticks[name].add(value)
                supervisor.printer.line(f"{name}/talk", f"tick {value:g}")
            elif variable.startswith("TICK_"):
                self.came[variable.removeprefix("TICK_")].add(value)

    def _context(self, *arguments: Any, **options: Any) -> LiveContext:
        machine = self.machine
        fixed = {"began": 1.8e9, "token": "token", "address": "10.1.2.3", "process_id": 7, "utc_offset": 0.0}
        context = LiveContext(*arguments, **fixed, **options)
        context.pace = Pace(WARP, steady=machine.look, wall=machine.time.time)
        context.start_time = context.pace.start
        figures = ProcessFigures(1.0, 20_000.0, 30_000.0)  # what no seed decides
        context.meters.meter = lambda _application: lambda: figures  # type: ignore[method-assign]
        return context

    # -- what happens to them

    def _strike(self) -> None:
        machine = self.machine
        left = [part for part in self.parts if not (part.program.dead or self.schedule.is_over(part.program))]
        if not left or self.asked_at:
            return
        part = machine.random.choice(left)
        what = machine.random.choice(("killed", "held up", "asked to end"))
        machine.reached[f"a program is {what}"] += 1
        if what == "held up":
            self.held = True
            part.program.held = machine.now + (inf if machine.chance(0.3) else machine.random.uniform(0.05, 1.0))
        elif what == "killed":
            self.schedule.kill(part.program)
            self.reasons.append("ended by SIGKILL")
        else:
            self.schedule.send(part.program, signal.SIGTERM)

    def _ask(self) -> None:
        self.asked_at = self.machine.now
        self.schedule.send(self.schedule.main, self.machine.random.choice((signal.SIGTERM, signal.SIGINT)))

    # -- the run

    def play(self) -> list[str]:
        before = gc.get_threshold()
        try:
            with scheduled(self.machine) as self.schedule, self._installed():
                return self._played()
        finally:
            gc.set_threshold(*before)
            gc.unfreeze()

    @contextmanager
    def _installed(self) -> Iterator[None]:
        machine = self.machine

        def send(number: int, what: int) -> None:
            part = self.processes[number]
            if what == signal.SIGKILL:
                if not self.schedule.is_over(part.program):
                    machine.reached["a program has to be killed"] += 1
                    self.schedule.kill(part.program)
            else:
                self.schedule.send(part.program, what)

        places: list[tuple[Any, str, Any]] = [
            (launch_supervisor, "os", _Os(machine)), (launch_supervisor, "subprocess", _Subprocess(self)),
            (launch_supervisor, "time", machine.time), (launch_supervisor, "selectors", machine.selectors),
            (launch_supervisor, "signal_group", send), (live_play, "LiveContext", self._context),
        ]  # fmt: skip
        old = [(module, name, getattr(module, name)) for module, name, _ in places]
        try:
            for module, name, value in places:
                setattr(module, name, value)
            with machine.installed(*PLAYED):
                yield
        finally:
            for module, name, value in old:
                setattr(module, name, value)

    def _played(self) -> list[str]:
        machine = self.machine
        stay, parts = spread(self._communities(NAMES), 3, (), ())
        inside = [(f"{one.name}/{child.name}", child) for one in stay for child in one.children]
        children: list[tuple[str, Child]] = [*inside, *((child.name, child) for child in parts)]
        supervisor = Supervisor(children, Printer([], self.shown.append), self.said.append)
        for _ in range(machine.random.choice((0, 0, 1, 2))):
            machine.at(machine.random.uniform(0.1, 2.0), self._strike)
        if machine.chance(0.3, "the launcher is held up"):
            begin = machine.random.uniform(0.1, 2.0)
            until = machine.now + begin + machine.random.uniform(0.05, 1.0)
            machine.at(begin, partial(setattr, self.schedule.main, "held", until))
        machine.at(machine.random.uniform(1.0, 3.0), self._ask)
        code = live_play.play(stay, supervisor, attend=partial(self._attend, supervisor))
        self.ended_at = machine.now
        return self._faults(supervisor, code)

    def _faults(self, supervisor: Supervisor, code: int) -> list[str]:
        machine = self.machine
        found = []
        for part in self.parts:
            name = part.names[0]
            if not self.schedule.is_over(part.program):
                found.append(f"{name} is left")
            if part.program.error is not None:
                found.append(f"{name} failed: {part.program.error!r}")
            ours = [_squeezed(line) for line in self.shown if line.startswith(f"{name}/")]
            sent = [_squeezed(line) for line in part.written if " | " in line]
            if ours != sent[: len(ours)]:
                wrong = next(k for k, line in enumerate(ours) if line not in sent[k : k + 1])
                found.append(f"{name} wrote {sent[wrong : wrong + 2]}, shown was {ours[wrong : wrong + 2]}")
            elif not part.program.dead and len(ours) < len(sent):
                found.append(f"of {name} the last {len(sent) - len(ours)} lines are not shown: {sent[-1]}")
        for name, values in self.came.items():
            if not values <= self.ticks[name]:
                found.append(f"TICK of {name} came, though it was not posted: {sorted(values - self.ticks[name])[:3]}")
        told = supervisor.signalled or any(reason in line for line in self.said for reason in self.reasons)
        if self.reasons and not told:  # a signal came first
            found.append(f"nothing was said of {self.reasons}: {self.said}")
        expected = {130} if supervisor.signal_number == signal.SIGINT else {0}
        expected |= {137 if "SIGKILL" in reason else 1 for reason in self.reasons}
        if code not in expected or (code and not supervisor.signalled and not self.reasons):
            found.append(f"exit code {code}, for {self.reasons}, {self.said}")
        took = self.ended_at - self.asked_at if self.asked_at else 0.0
        machine.reached["slowest end, ms"] = max(machine.reached["slowest end, ms"], round(1e3 * took))
        most = TO_END if not self.held and machine.cost < 1e-4 else 2.0 * PATIENCE + TO_END
        if took > most and self.schedule.main.held < self.asked_at:
            found.append(f"it took {took:.2f} s to end")
        return found


def _squeezed(line: str) -> str:
    return " ".join(line.split())
