"""A community spread over several programs of a simulated machine, beside a second community; programs hang, die, and
come back.

The vehicle, a script and the MOOSDB play in the first program, an application that once hangs or fails beside them;
helm, controller and a client that counts are programs of their own, and bob is another community with a pShare to this
one. ``Spread(seed, folder).play()`` returns what does not hold: what ``simulated_community`` asks, and that a program
that was killed or held up plays again, posts of each life come in order, mail without gaps, a name in use is refused
with exit code 3 and a reason, who hangs ends alone, and every program ends within a time after SIGTERM.
"""

from __future__ import annotations

import gc
import signal
from collections.abc import Callable
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import Any

from tests.support.simulated_community import MISSION, MODULES, START, TICKING, WARP, Community
from tests.support.simulated_machine import LOOK, Connection
from tests.support.simulated_programs import Program, scheduled
from usimmarine_py import App
from usimmarine_py.apps.own.find import read_app
from usimmarine_py.cli import steering
from usimmarine_py.mission import read_mission
from usimmarine_py.moos import clock
from usimmarine_py.moos.app import moos_app, signals
from usimmarine_py.moos.app.argv import parse_arguments
from usimmarine_py.moos.app.moos_app import MoosApp
from usimmarine_py.moos.app.status import ProcessFigures
from usimmarine_py.moos.db.door import Door
from usimmarine_py.moos.db.options import DbOptions
from usimmarine_py.moos.transport import comms, inbox, native, tcp
from usimmarine_py.run.live import link, own
from usimmarine_py.run.live import loop as live_loop
from usimmarine_py.run.live import program as live_program
from usimmarine_py.run.live.context import LiveCommunity, LiveContext
from usimmarine_py.run.live.loop import LiveLoop
from usimmarine_py.run.live.pace import Pace
from usimmarine_py.run.live.plan import plan_live
from usimmarine_py.run.live.program import play_program
from usimmarine_py.values.mail import Message

BOB, BOB_SHARE = 9001, 9400
#: A tick ends after this time, real s: less than the real one, as a run is short.
HANG = 0.3
#: A program ends within this time after SIGTERM, real s, where the machine is not held up.
TO_END = 0.5
#: What a clock advances by on a slow machine, s: five programs share it.
SLOW_LOOK = 4e-5
#: They are asked to so long before the end of the run, real s.
AT_END = 1.2
FIGURES = ProcessFigures(1.0, 20_000.0, 30_000.0)  # what no seed decides
LONE = ("pHelmIvP", "pMarinePIDV22", "counter")
#: A client of the other MOOSDB, which is killed now and then.
FAR = "listener"
#: A client notices a silent link after this time, real s, and then so much more until it plays again.
NOTICED, AGAIN = 6.1, 2.5
BEHAVIOR = """\
initialize DEPLOY = true
Behavior = BHV_ConstantHeading
{
  name = heading
  heading = 45
}
Behavior = BHV_ConstantSpeed
{
  name = speed
  speed = 2
}
"""
ABE = (
    MISSION.replace(
        "  Run = uTimerScript  @ NewConsole = false\n",
        "  Run = uTimerScript  @ NewConsole = false\n"
        + "".join(f"  Run = {name} @ NewConsole = false\n" for name in ("Fragile", *LONE[:2])),
    ).replace("  event = var=DESIRED_THRUST, val=50, time=1\n  event = var=DESIRED_RUDDER, val=10, time=2\n", "")
    + """\
ProcessConfig = pHelmIvP
{
  AppTick = 2
  behaviors = abe.bhv
  domain = course:0:359:36
  domain = speed:0:4:5
  start_in_drive = true
}
ProcessConfig = pMarinePIDV22
{
  AppTick = 5
  speed_factor = 20
  depth_control = false
}
ProcessConfig = Fragile
{
  AppTick = 10
}
ProcessConfig = counter
{
  AppTick = 5
  SortMailByTime = false
}
"""
)
BOBS = (
    TICKING.format(port=BOB, name="bob", warp=WARP, share=BOB_SHARE, to="BOBS_TICK", next_share=9200)
    + f"""\
ProcessConfig = {FAR}
{{
  AppTick = 5
}}
"""
)
SPREAD_MODULES = (
    *MODULES, clock, comms, inbox, link, live_program, moos_app, native, own, signals, steering, tcp,
)  # fmt: skip


class Fragile(App):
    """Posts what it reads, and in one of its iterations hangs or fails."""

    subscriptions = ("NAV_X",)
    fails_at = -1
    hangs: Callable[[], object] | None = None  #: passes time; None: it raises

    def on_start(self) -> None:
        self.count = 0

    def on_mail(self, mail: list[Message]) -> None:
        self.post("HEARD", float(len(mail)))

    def iterate(self) -> None:
        self.count += 1
        self.post("FRAGILE", float(self.count))
        if self.count == self.fails_at:
            while self.hangs is not None:
                self.hangs()
            raise ValueError("enough")


class Counter(App):
    """Counts its iterations, and notes what it reads."""

    subscriptions = ("STEP", "NAV_X")
    app_tick = 5.0

    def __init__(self) -> None:
        self.count = 0
        self.read: list[tuple[str, Any]] = []

    def on_mail(self, mail: list[Message]) -> None:
        self.read += [(message.variable, message.value) for message in mail]

    def iterate(self) -> None:
        self.count += 1
        self.post("COUNT", float(self.count))


class Listener(App):
    """Notes what it hears of bob, and says how much it was."""

    subscriptions = ("TICK",)

    def __init__(self) -> None:
        self.read: list[float] = []

    def on_mail(self, mail: list[Message]) -> None:
        self.read += [float(message.value) for message in mail if message.variable == "TICK"]

    def iterate(self) -> None:
        self.post("HEARD_OF_BOB", float(len(self.read)))


class Life:
    """One life of a program."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.app: MoosApp | None = None
        self.counter: Counter | None = None
        self.listener: Listener | None = None
        self.ticks: list[float] = []  #: of bob's script, in this life
        self.heard: list[float] = []  #: how much its listener has read, as bob knows
        self.asked = False  #: to end, by SIGTERM


class Spread(Community):
    """The community for one seed."""

    mission = ABE
    calm_time = 3.0  #: those that come back late need it

    def __init__(self, seed: int, folder: Path) -> None:
        (folder / "abe.bhv").write_text(BEHAVIOR)
        (folder / "bob.moos").write_text(BOBS)
        super().__init__(seed, folder)
        if self.machine.cost > LOOK:
            self.machine.cost = SLOW_LOOK
        self.machine.ahead = START / WARP - self.machine.now
        Fragile.fails_at, Fragile.hangs = -1, None
        random = self.machine.random
        if self.machine.chance(0.5):
            Fragile.fails_at = random.randint(1, 15)
            if self.machine.chance(0.6, "an application hangs"):
                Fragile.hangs = self.machine.look
            else:
                self.machine.reached["an application fails"] += 1
        file = str(folder / "abe.moos")
        self.community = LiveCommunity(
            read_mission(file), frozenset(LONE), {"Fragile": read_app(Fragile)}, loggers=("pLogger",)
        )
        self.file = file
        self.lives: dict[str, list[Life]] = {name: [] for name in (*LONE, "bob", FAR)}
        self.twins: list[Life] = []
        self.bobs: list[float] = []  #: what bob's script posted
        self.last: dict[str, float] = {}  #: when a source posted last, s
        self.missing: list[str] = []  #: who does not play at the end
        self.took = float("inf")  #: until all had ended, s
        self.heard = 0  #: how many STEPs each reader has read then, at least
        self.asked_at = 0.0  #: when they were asked to, s
        self.silent: dict[str, float] = {}  #: how long each had posted nothing then, s

    # -- the programs

    def _start(self, name: str) -> Life:
        life = Life(Program(name))
        self.schedule.start(life.program, partial(self._bob if name == "bob" else partial(self._alone, name), life))
        return life

    def _begin(self, name: str) -> None:
        if not self.over:
            self.lives[name].append(self._start(name))

    def _alone(self, name: str, life: Life) -> int:
        file = str(self.folder / "bob.moos") if name == FAR else self.file
        arguments = parse_arguments([name, file, name], name)
        if name == FAR:
            life.listener = Listener()
            app = own.live_app(read_app(lambda: life.listener), life.listener, arguments)
        elif name == "counter":
            life.counter = Counter()
            app = own.live_app(read_app(lambda: life.counter), life.counter, arguments)
        else:
            make, role = (steering._helm, "helm") if name == "pHelmIvP" else (steering._pid, "pid")
            app = steering.build(arguments, make, role)
        life.app = app
        app._console = app._errors = self.lines.append
        app._meter = lambda: FIGURES
        app.caster.terminal = False
        return play_program(app)

    def _bob(self, life: Life) -> int:
        mission = LiveCommunity(read_mission(str(self.folder / "bob.moos")))
        context = LiveContext(
            WARP, START, outlets=lambda _community, _name: (self.lines.append, self.lines.append), began=1.8e9,
            token="bob", address="10.1.2.4", process_id=8, utc_offset=0.0,
        )  # fmt: skip
        context.pace = Pace(WARP, steady=self.machine.look, wall=self.machine.time.time)
        context.start_time = context.pace.start
        context.meters.meter = lambda _application: lambda: FIGURES  # type: ignore[method-assign]
        plan = plan_live([mission], context)
        bus = plan.communities[0].community.bus  # type: ignore[attr-defined]

        def note(_stamp: float, shape: Any, values: tuple[Any, ...], _aux: str) -> None:
            for name, value in zip(shape.names, values, strict=True):
                if name == "TICK":
                    self.bobs.append(value)
                    life.ticks.append(value)
                elif name == "HEARD_OF_BOB":
                    life.heard.append(value)
                    self.last[FAR] = self.machine.now

        bus.listeners.append(note)
        gate = Door(bus, DbOptions("127.0.0.1", BOB), self.lines.append)
        gate.bind()
        loop = LiveLoop(plan, context, doors=[gate])
        with signals.ended_by(lambda _number: loop.stop()):
            loop.run()
        return 0

    # -- what happens to them

    def _seconds(self) -> float:
        return NOTICED + AGAIN + 2.0 if self.machine.chance(0.15) else super()._seconds()

    def _set_up(self, bus: Any, seconds: float) -> None:
        machine = self.machine
        bus.listeners.append(self._see)
        machine.at(seconds + self.calm_time - AT_END, self._ask_all)
        for name in self.lives:
            machine.at(machine.random.uniform(0.0, 0.3), partial(self._begin, name))
        if machine.chance(0.3, "the program with the MOOSDB is held up"):
            machine.at(machine.random.uniform(0.1, seconds), self._hold_up)
        if seconds > NOTICED and machine.chance(0.9):
            for _ in range(machine.random.choice((1, 3))):
                machine.at(machine.random.uniform(0.3, seconds - NOTICED - AGAIN), self._pull_out)
        for _ in range(machine.random.choice((0, 1, 2, 3))):
            at = machine.random.uniform(0.1, seconds)
            machine.at(at, partial(self._strike, machine.random.choice((*self.lives,))))
        if machine.chance(0.3, "a program finds its name in use"):
            machine.at(machine.random.uniform(0.8, seconds), self._double)

    def _see(self, _stamp: float, shape: Any, _values: tuple[Any, ...], _aux: str) -> None:
        self.last["bob" if "BOBS_TICK" in shape.names else shape.source] = self.machine.now

    def _strike(self, name: str) -> None:
        machine = self.machine
        life = self.lives[name][-1] if self.lives[name] else None
        if life is None or machine.calm or life.asked or life.program.dead or self.schedule.is_over(life.program):
            return
        what = machine.random.choice(("killed", "held up", "asked to end"))
        machine.reached[f"a program is {what}"] += 1
        if what == "held up":
            life.program.held = machine.now + machine.random.uniform(0.05, 1.0)
            return
        if what == "killed":
            self.schedule.kill(life.program)
        else:
            self._ask(life)
        self._come_back(name, life, machine.random.uniform(0.0, 0.5))

    def _come_back(self, name: str, life: Life, pause: float) -> None:
        """Begin it again after a pause, s, behind the end of all that it has sent."""
        forgotten = self.machine.now - NOTICED  # who has its name drops a link that is silent for so long
        left: list[Any] = [
            one for one in life.program.files
            if isinstance(one, Connection) and not (one.give.ended or one.give.broken or one.give.dead_at < forgotten)
        ]  # fmt: skip
        for twin in self.twins if name == "counter" else ():  # it has the name now, perhaps
            if not self.schedule.is_over(twin.program):
                left.append(twin)
                if not twin.asked:
                    self._ask(twin)
        if self.schedule.is_over(life.program) and not left:
            self.machine.at(pause, partial(self._begin, name))
        else:
            self.machine.at(0.01, partial(self._come_back, name, life, pause))

    def _hold_up(self) -> None:
        self.schedule.main.held = self.machine.now + self.machine.random.uniform(0.05, 1.0)

    def _pull_out(self) -> None:
        """Let a connection transport nothing any more, and nobody know."""
        there = [one for one in self.machine.connections if not (one.closed or one.give.broken)]
        if there:
            found = self.machine.random.choice(there)
            self.machine.reached["a link falls silent"] += 1
            found.give.dead_at = found.take.dead_at = self.machine.now

    def _ask(self, life: Life) -> None:
        life.asked = True
        self.schedule.send(life.program, signal.SIGTERM)

    def _double(self) -> None:
        lives = self.lives["counter"]
        first = lives[-1].app if lives else None
        there = first is not None and not (lives[-1].asked or lives[-1].program.dead)
        if there and first is not None and first.comms.is_connected():
            self.twins.append(self._start("counter"))

    def _calm(self, posted: dict[str, list[tuple[Any, float]]]) -> None:
        super()._calm(posted)
        self.posted = posted
        for connection in self.machine.connections:
            connection.give.cut_after = connection.take.cut_after = float("inf")
        for lives in self.lives.values():
            for life in lives:
                life.program.held = -float("inf")
        self.schedule.main.held = -float("inf")

    # -- the run

    def play(self) -> list[str]:
        before, hang = gc.get_threshold(), live_loop.HANG
        live_loop.HANG = HANG
        try:
            with scheduled(self.machine) as self.schedule, self.machine.installed(*SPREAD_MODULES):
                return self._played()
        finally:
            live_loop.HANG = hang
            gc.set_threshold(*before)
            gc.unfreeze()

    def _ask_all(self) -> None:
        """Ask all programs to end, and look how long it takes."""
        machine = self.machine
        self.asked_at, self.over = machine.now, True
        self.heard = len(self.posted.get("STEP", ())) - 4
        self.silent = {name: machine.now - self.last.get(name, 0.0) for name in self.lives}
        for name, lives in self.lives.items():
            if not lives or self.schedule.is_over(lives[-1].program):
                self.missing.append(name)
            else:
                self._ask(lives[-1])
        for life in self.twins:
            self._ask(life)
        self._await()

    def _await(self) -> None:
        lives = [life for lives in (*self.lives.values(), self.twins) for life in lives]
        if all(self.schedule.is_over(life.program) for life in lives):
            self.took = self.machine.now - self.asked_at
        else:
            self.machine.at(0.001, self._await)

    def _ended(self, posted: dict[str, list[tuple[Any, float]]]) -> list[str]:
        """Return what does not hold of the programs."""
        machine = self.machine
        found = [f"{name} does not play at the end: {self._state(name)}" for name in self.missing]
        machine.reached["slowest end, ms"] = max(machine.reached["slowest end, ms"], round(1e3 * min(self.took, 10.0)))
        if self.took > (TO_END if machine.cost < 1e-4 else 2.0 * TO_END):
            found.append(f"the programs took {self.took:.2f} s to end")
        for name, lives in (*self.lives.items(), ("twin", self.twins)):
            for life in lives:
                program = life.program
                if program.error is not None:
                    found.append(f"{name} failed: {program.error!r}")
                elif not program.dead and program.code not in ((0, 3) if name == "twin" else (0,)):
                    found.append(f"{name} ended with {program.code}: {self.lines[-3:]}")
        if any(life.program.code == 3 for life in self.twins):
            machine.reached["a program is refused"] += 1
            if not any("refused" in line for line in self.lines):
                found.append("a program was refused without a reason")
        return found + self._of_counter(posted) + self._of_lone(posted) + self._of_listener()

    def _state(self, name: str) -> str:
        return ", ".join(f"{life.program.code} {life.program.error!r}" for life in self.lives[name]) or "never began"

    def _of_counter(self, posted: dict[str, list[tuple[Any, float]]]) -> list[str]:
        found = []
        counts = [value for value, _ in posted.get("COUNT", ())]
        lives = 1 + sum(b <= a for a, b in pairwise(counts))
        most = len(self.lives["counter"]) + len(self.twins)
        if counts and lives > most:
            found.append(f"COUNT goes back {lives - 1} times in {most} lives")
        # who is of its name got in while its connection was broken, and has it still
        lost = any(life.app is not None and life.app.connections for life in self.twins)
        last = self.lives["counter"][-1].counter if self.lives["counter"] and not lost else None
        if last is not None and counts and last.count - counts[-1] > 1:
            found.append(f"COUNT ends with {counts[-1]:g}, posted were {last.count}")
        for life in self.lives["counter"]:
            if life.counter is None or life.app is None:
                continue
            rows = {value: n for n, (value, _) in enumerate(posted.get("STEP", ()))}
            got = [value for name, value in life.counter.read if name == "STEP"]
            if missing := [value for value in got if value not in rows]:
                found.append(f"counter read STEP that nobody posted: {missing[:3]}")
                continue
            if life.counter is last and (not got or rows[got[-1]] < self.heard):
                found.append(f"counter read STEP {got[-1:]} last")
            steps = [rows[b] - rows[a] for a, b in pairwise(got)]
            gaps = sum(step != 1 for step in steps)
            if gaps >= max(life.app.comms.statistics.connections, 1) or any(step < 0 for step in steps):
                found.append(f"counter read STEP with {gaps} gaps: {got}")
        return found

    def _of_lone(self, posted: dict[str, list[tuple[Any, float]]]) -> list[str]:
        found = [
            f"{name} posted nothing in the last {silent:.1f} s" for name, silent in self.silent.items() if silent > 1.0
        ]
        if not {value for value, _ in posted.get("BOBS_TICK", ())} <= {*self.bobs}:
            found.append("BOBS_TICK: values that TICK never had")
        return found

    def _of_listener(self) -> list[str]:
        """Return what does not hold of the client of a MOOSDB that is killed and comes back."""
        if not self.lives["bob"] or not self.lives[FAR]:
            return []
        bob, listener = self.lives["bob"][-1], self.lives[FAR][-1].listener
        found = []
        for life in self.lives[FAR]:
            read = life.listener.read if life.listener is not None else []
            if strange := [value for value in read if value not in self.bobs]:
                found.append(f"the listener read TICK that nobody posted: {strange[:3]}")
        if listener is not None and bob.ticks and listener.read[-1:] and listener.read[-1] < bob.ticks[-1] - 5:
            found.append(f"the listener read TICK {listener.read[-1]:g} last, of {bob.ticks[-1]:g}")
        if any(later < before for before, later in pairwise(bob.heard)) and len(self.lives[FAR]) == 1:
            found.append(f"HEARD_OF_BOB in another order: {bob.heard}")
        return found
