"""A live community on a simulated machine, with clients and a far pShare that meet what a seed decides.

``Community(seed, folder).play()`` plays it and returns what does not hold, one line each; ``machine.reached`` counts
the faults. What must hold: no post of a client that stays connected is lost or comes in another order; what a client
reads comes in order, without gaps while it is connected, and ends with the last value; every refusal has its reason; no
tick is left out unless that is counted; the log is that of the community to the byte, and comes out again offline.
"""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Any

from tests.support.simulated_machine import Connection, Datagrams, Machine, connect
from tests.support.simulated_records import Records
from usimmarine_py.errors import RemoteProtocolError
from usimmarine_py.logs.plogger import read_logger_block
from usimmarine_py.mission import read_mission
from usimmarine_py.moos.app.status import ProcessFigures
from usimmarine_py.moos.db import door, peer, server
from usimmarine_py.moos.db.door import Door
from usimmarine_py.moos.db.options import DbOptions
from usimmarine_py.moos.transport import datagrams
from usimmarine_py.moos.transport.datagrams import decode_datagram, encode_datagram
from usimmarine_py.moos.transport.lockstep import LockstepBus
from usimmarine_py.run.live import context as live_context
from usimmarine_py.run.live import loop as live_loop
from usimmarine_py.run.live.context import LiveCommunity, LiveContext
from usimmarine_py.run.live.loop import LiveLoop
from usimmarine_py.run.live.measures import PastMeasures
from usimmarine_py.run.live.outside import Outside, play_again
from usimmarine_py.run.live.pace import Pace
from usimmarine_py.run.live.plan import plan_live
from usimmarine_py.run.logger import BusLogger
from usimmarine_py.run.plan import RunPlan
from usimmarine_py.values import Message
from usimmarine_py.values.frozen import replace
from usimmarine_py.values.rows import Shape
from usimmarine_py.wire.client import ClientCore, LinkState, Received, Refused, Welcomed

PORT, SHARE, FAR_SHARE = 9000, 9200, 9300
WARP, START = 10.0, 18_000_000_123.0
CALM = 2.0
#: A community that counts, and shares its count.
TICKING = """\
ServerHost = localhost
ServerPort = {port}
Community = {name}
MOOSTimeWarp = {warp:g}
ProcessConfig = ANTLER
{{
  Run = MOOSDB        @ NewConsole = false
  Run = uTimerScript  @ NewConsole = false
  Run = pShare        @ NewConsole = false
}}
ProcessConfig = uTimerScript
{{
  AppTick = 10
  event = var=TICK, val=$[TCOUNT], time=0.2
  reset_max = nolimit
  reset_time = 0.5
}}
ProcessConfig = pShare
{{
  input = route=localhost:{share}
  output = src_name=TICK, dest_name={to}, route=localhost:{next_share}
}}
"""
MISSION = f"""\
ServerHost = localhost
ServerPort = {PORT}
Community = abe
MOOSTimeWarp = {WARP:g}
LatOrigin = 43.8
LongOrigin = -70.3
ProcessConfig = ANTLER
{{
  Run = MOOSDB        @ NewConsole = false
  Run = uSimMarineV22 @ NewConsole = false
  Run = uTimerScript  @ NewConsole = false
  Run = pEchoVar      @ NewConsole = false
  Run = pShare        @ NewConsole = false
  Run = pLogger       @ NewConsole = false
}}
ProcessConfig = uSimMarineV22
{{
  AppTick = 10
  prefix = NAV
  thrust_map = 0:0, 100:5
  turn_rate = 70
}}
ProcessConfig = uTimerScript
{{
  AppTick = 10
  event = var=DESIRED_THRUST, val=50, time=1
  event = var=DESIRED_RUDDER, val=10, time=2
  event = var=STEP, val=$[TCOUNT], time=0.2
  reset_max = nolimit
  reset_time = 0.5
}}
ProcessConfig = pEchoVar
{{
  AppTick = 10
  echo = POSTED -> ECHOED
}}
ProcessConfig = pShare
{{
  input = route=localhost:{SHARE}
  output = src_name=NAV_X, dest_name=NAV_X_ABE, route=localhost:{FAR_SHARE}
  output = src_name=POSTED, dest_name=POSTED_BACK, route=localhost:{FAR_SHARE}
  output = src_name=RADIO, dest_name=RADIO_BACK, route=localhost:{FAR_SHARE}
}}
ProcessConfig = pLogger
{{
  File = LOG
  WildCardLogging = true
  Log = NAV_X @ 0
}}
"""
MODULES = (door, peer, server, datagrams, live_loop, live_context)


class Guest:
    """A client at the door, by the package's own rules of a client: its connection breaks, and it comes back."""

    def __init__(self, community: Community, name: str, reads: tuple[str, ...] = (), posts: str = "") -> None:
        self.community, self.machine = community, community.machine
        self.core = ClientCore(name, warp=WARP, host_name="simulated")
        self.reads, self.posts = reads, posts
        self.connection: Connection | None = None
        self.number = 0
        self.lives: list[list[tuple[float, float]]] = []  #: numbers that it posted in each connection, and when
        self.read: list[list[tuple[str, Any, float]]] = []  #: what it read in each
        self.refused: str | None = None  #: the reason
        self.garbled = ""  #: what it got that is no packet
        self.out = b""
        self.ended = False
        self.machine.at(self.machine.random.random() * 0.3, self.turn)

    def turn(self) -> None:
        """Do what there is to do, and come back."""
        if self.ended or self.community.over:
            return
        machine = self.machine
        if self.core.link is LinkState.REFUSED:
            self.ended = True
            return
        if self.connection is None:
            self.begin()
        else:
            self.receive()
            if self.core.link is LinkState.UP:
                self.speak()
            if self.connection is not None:
                self.send()
        pause = machine.random.expovariate(1.0 / 0.02)
        if machine.chance(0.002, "a client hangs"):
            pause = machine.random.uniform(0.3, 0.8)
        machine.at(pause, self.turn)

    def begin(self) -> None:
        self.connection = connect(self.machine, PORT, self.machine.random.choice((0.0002, 0.002, 0.02)))
        if self.connection is None:
            return
        self.community.connections.append(self.connection)
        for direction in (self.connection.give, self.connection.take):
            if self.machine.chance(0.4):
                direction.cut_after = self.machine.random.randint(1, 6000)
        self.lives.append([])
        self.read.append([])
        self.out = self.core.begin(self.community.local())

    def receive(self) -> None:
        assert self.connection is not None
        try:
            while data := self.connection.recv(1 << 16):
                for event in self.core.receive(data, self.community.local()):
                    self.take(event)
            self.lose()
        except BlockingIOError:
            pass
        except OSError:
            self.lose()
        except RemoteProtocolError as error:
            self.garbled = str(error)
            self.lose()

    def take(self, event: object) -> None:
        if isinstance(event, Welcomed):
            if self.core.registrations:
                self.core.renew(self.community.local())
            for name in self.reads:
                if name not in self.core.registrations:
                    self.core.register(name, 0.0, self.community.local())
        elif isinstance(event, Refused):
            self.refused = event.reason
        elif isinstance(event, Received):
            self.read[-1] += [(m.key, m.value, m.time) for m in event.messages]

    def speak(self) -> None:
        local = self.community.local()
        if self.posts and self.machine.chance(0.5):
            for _ in range(self.machine.random.choice((1, 1, 1, 5, 60))):
                self.number += 1
                self.core.notify(self.posts, float(self.number), local)
                self.lives[-1].append((float(self.number), self.machine.now))
        if not self.out and self.machine.now >= self.core.due():
            self.out = self.core.next_packet(self.machine.now, local)

    def send(self) -> None:
        assert self.connection is not None
        try:
            while self.out:
                self.out = self.out[self.connection.send(self.out) :]
        except BlockingIOError:
            pass
        except OSError:
            self.lose()

    def lose(self) -> None:
        self.machine.reached["a client comes back"] += 1
        if self.connection is not None:
            self.connection.close()
        self.connection = None
        self.core.lost()

    def faults(self, posted: dict[str, list[tuple[Any, float]]]) -> list[str]:
        """Return what does not hold; ``posted``: value and stamp of each post of the community, by variable."""
        name = self.core.name
        found = [f"{name} got what is no packet: {self.garbled}"] if self.garbled else []
        if self.core.link is LinkState.REFUSED:
            return [] if self.refused else [f"{name} was refused without a reason"]
        if self.posts:
            found += self._lost([value for value, _ in posted.get(self.posts, ())])
        for variable in self.reads:
            rows = posted.get(variable, [])
            for life in self.read:
                got = [(value, stamp) for key, value, stamp in life if key == variable]
                if got and not _is_run(got, rows):
                    found.append(f"{name} read {variable} with gaps, or in another order: {got[:3]} ... {got[-3:]}")
            last = [(value, stamp) for key, value, stamp in self.read[-1] if key == variable] if self.read else []
            calm = rows[self.community.calm_counts.get(variable, 0) + 10 :]
            if calm and not (last and last[-1] in calm):
                found.append(f"{name} has no value of {variable} of the calm at the end")
        return found

    def _lost(self, arrived: list[Any]) -> list[str]:
        """Return where posts are missing: of each connection there is a beginning, of the last one all."""
        place = 0
        for number, life in enumerate(self.lives):
            values = [value for value, _ in life]
            count = 0
            while place < len(arrived) and count < len(values) and arrived[place] == values[count]:
                place, count = place + 1, count + 1
            left = [value for value, at in life[count:] if at < self.community.calm_at + 1.0]
            if number == len(self.lives) - 1 and self.connection is not None and left:
                return [f"{self.core.name}: {len(left)} posts of the last connection are lost, from {left[0]:g}"]
        rest = arrived[place:]
        return [f"{self.core.name}: posts came that were not made, or in another order: {rest[:5]}"] if rest else []


def _is_run(got: list[tuple[Any, float]], rows: list[tuple[Any, float]]) -> bool:
    """Whether ``got`` stands in ``rows`` without gaps."""
    first = got[0]
    return any(rows[n : n + len(got)] == got for n, row in enumerate(rows) if row == first)


class Stranger:
    """Sends what no client sends, and leaves."""

    def __init__(self, community: Community) -> None:
        machine = community.machine
        machine.reached["a stranger"] += 1
        connection = connect(machine, PORT)
        if connection is not None:
            noise = machine.random.choice((b"GET / HTTP/1.1\r\n\r\n", machine.random.randbytes(64), b"ELKS CAN'T"))
            connection.send(noise)
            machine.at(machine.random.random(), connection.close)


class FarShare:
    """The pShare of another machine: numbered datagrams, and some that are none."""

    def __init__(self, community: Community) -> None:
        self.community, self.machine = community, community.machine
        self.sent: list[float] = []
        self.heard: dict[str, list[Any]] = {}
        self.socket = Datagrams(self.machine)
        self.socket.bind(("127.0.0.1", FAR_SHARE))
        self.machine.at(0.1, self.turn)

    def turn(self) -> None:
        machine = self.machine
        while self.socket.readable():
            try:
                message = decode_datagram(self.socket.recvfrom(65536)[0])
            except OSError:
                break
            self.heard.setdefault(message.variable, []).append(message.value)
        if self.community.over:
            return
        number = float(len(self.sent) + 1)
        data = encode_datagram(Message("RADIO", number, self.community.local(), "tower", "", "sky"))
        if machine.chance(0.05, "a datagram that is none"):
            data = data[: machine.random.randint(0, len(data) - 1)]
        else:
            self.sent.append(number)
        with suppress(OSError):
            self.socket.sendto(data, ("127.0.0.1", SHARE))
        machine.at(machine.random.expovariate(1.0 / 0.05), self.turn)

    def faults(self, posted: dict[str, list[tuple[Any, float]]]) -> list[str]:
        """Return what does not hold."""
        came = [value for value, _ in posted.get("RADIO", ())]
        found = [] if {*came} <= {*self.sent} else ["RADIO: values that were not sent"]
        for name, there in (("NAV_X_ABE", "NAV_X"), ("POSTED_BACK", "POSTED"), ("RADIO_BACK", "RADIO")):
            if not {*self.heard.get(name, ())} <= {value for value, _ in posted.get(there, ())}:
                found.append(f"{name}: values that {there} never had")
        found += [] if len(came) <= 2 * len(self.sent) else ["RADIO: values came more than twice"]
        return found


class Community:
    """One community for one seed; its log is in ``folder``."""

    mission = MISSION
    calm_time = CALM  #: without faults at the end, real s

    def __init__(self, seed: int, folder: Path) -> None:
        self.machine = Machine(seed)
        self.folder = folder
        self.over = False
        self.connections: list[Connection] = []
        self.calm_at = 0.0
        self.calm_counts: dict[str, int] = {}  #: posts until then
        self.lines: list[str] = []
        file = folder / "abe.moos"
        file.write_text(self.mission)
        self.community = LiveCommunity(read_mission(str(file)), loggers=("pLogger",))

    def local(self) -> float:
        """MOOS time, s."""
        return self.context.pace.now()

    def _context(self, measures: PastMeasures | None = None) -> LiveContext:
        outlets = None if measures is not None else lambda _community, _name: (self.lines.append, self.lines.append)
        return LiveContext(
            WARP, START, outlets=outlets, began=1.8e9, token="token", address="10.1.2.3", process_id=7, utc_offset=0.0,
            measures=measures,
        )  # fmt: skip

    def _logger(self, plan: RunPlan, name: str) -> BusLogger:
        one = plan.communities[0]
        block = one.mission.block("pLogger")
        assert block is not None
        asked = replace(read_logger_block(block, self.folder, datetime(2026, 1, 1)), path=self.folder / name / "a.alog")
        return BusLogger(asked, one.community.bus, "today", self.lines.append)

    def play(self) -> list[str]:
        """Play it, and return what does not hold."""
        with self.machine.installed(*MODULES):
            return self._played()

    def _seconds(self) -> float:
        """Draw how long there are faults, real s."""
        return 4.0 if self.machine.chance(0.2) else self.machine.random.uniform(1.0, 2.5)

    def _set_up(self, bus: LockstepBus, seconds: float) -> None:
        """Start what else there is; ``seconds`` until the calm at the end, real s."""

    def _ended(self, posted: dict[str, list[tuple[Any, float]]]) -> list[str]:
        """Return what does not hold of that."""
        return []

    def _played(self) -> list[str]:
        machine = self.machine
        self.context = context = self._context()
        context.pace = Pace(WARP, START, steady=machine.look, wall=machine.time.time)
        figures = ProcessFigures(1.0, 20_000.0, 30_000.0)  # what no seed decides
        context.meters.meter = lambda _application: lambda: figures  # type: ignore[method-assign]
        plan = plan_live([self.community], context)
        posted: dict[str, list[tuple[Any, float]]] = {}
        bus = plan.communities[0].community.bus  # type: ignore[attr-defined]
        bus.listeners.append(partial(_keep, posted))
        early: list[str] = []
        bus.listeners.append(partial(_find_early, early, bus))
        logger = self._logger(plan, "live")
        records = Records(machine, self.folder, WARP, START, self.lines.append)
        records.take(logger)
        gate = Door(bus, DbOptions("127.0.0.1", PORT), self.lines.append)
        gate.bind()
        loop = LiveLoop(plan, context, doors=[gate], loggers=[logger], journal=records.journal)
        events: list[Outside] = []
        written = loop.record
        assert written is not None

        def record(event: Outside) -> None:
            events.append(event)
            written(event)

        loop.record = record
        seconds = self._seconds()
        guests, far = self._visitors(), FarShare(self)
        self._trouble(records, seconds)
        self._set_up(bus, seconds)
        loop.until = (seconds + self.calm_time) * WARP
        machine.at(seconds, partial(self._calm, posted))
        loop.run()
        self.over = records.over = True
        for _ in range(2000):
            if machine._due:
                machine.advance(machine.now + 1.0)
        found = [fault for guest in guests for fault in guest.faults(posted)]
        found += far.faults(posted) + early[:1]
        machine.reached["ticks are left out"] += loop.skipped
        found += [f"a line without words: {line!r}" for line in self.lines if not line.strip()]
        pauses = sum("no connection can be accepted" in line for line in self.lines)
        if pauses > machine.reached["no descriptors left"]:
            found.append("one connection that was gone kept others out")
        for app in plan.communities[0].applications:
            made, asked = app.caster.iteration, (seconds + self.calm_time) * WARP * app.settings.loop.app_tick
            if app.exit_code is None and made + app.schedule.missed < 0.95 * asked - 2:
                found.append(
                    f"{app.settings.name}: {made} of {asked:g} ticks, {app.schedule.missed} counted as left out"
                )
        return found + self._ended(posted) + records.faults(events, self._again)

    def _visitors(self) -> list[Guest]:
        machine = self.machine
        guests = [
            Guest(self, "reader", ("NAV_X", "STEP")),
            Guest(self, "poster", (), "POSTED"),
            Guest(self, "both", ("ECHOED",), "SAID"),
        ]
        if machine.chance(0.5, "a name is taken"):
            guests.append(Guest(self, machine.random.choice(("reader", "uTimerScript", "poster"))))
        for _ in range(machine.random.choice((0, 0, 1, 3))):
            machine.at(machine.random.uniform(0.0, 3.0), lambda: Stranger(self))
        return guests

    def _trouble(self, records: Records, seconds: float) -> None:
        machine = self.machine
        if machine.chance(0.3):
            begin = machine.random.uniform(0.0, seconds)
            machine.at(begin, partial(records.fill, True))
            machine.at(begin + machine.random.uniform(0.0, 1.5), partial(records.fill, False))
        if machine.chance(0.3, "the wall clock is set"):
            change = machine.random.choice((-100.0, -1.0, 0.2, 3.0, 1000.0))
            machine.at(machine.random.uniform(0.0, seconds), lambda: setattr(machine, "ahead", machine.ahead + change))
        if seconds <= 4.0 and machine.chance(0.4):  # in long runs links fall silent, which shows after a fixed time
            begin = 3.0 if seconds == 4.0 else machine.random.uniform(0.0, seconds - 0.5)
            machine.stalls.append((machine.now + begin, machine.random.uniform(0.05, seconds - begin)))

    def _calm(self, posted: dict[str, list[tuple[Any, float]]]) -> None:
        """No more faults, so that all can come to an end."""
        self.calm_counts = {name: len(rows) for name, rows in posted.items()}
        self.calm_at = self.machine.now
        self.machine.calm = True
        self.machine.stalls.clear()
        for connection in self.connections:
            connection.give.cut_after = connection.take.cut_after = float("inf")

    def _again(self, events: Iterable[Outside]) -> bytes | None:
        """Play it again offline, from what came from outside, and return the log; None: not to the end."""
        measures = PastMeasures()
        context = self._context(measures)
        context.take([self.community])
        plan = plan_live([self.community], context)
        logger = self._logger(plan, "again")
        complete = play_again(plan, events, measures)
        logger.close()
        return (self.folder / "again" / "a.alog").read_bytes() if complete else None


def _keep(
    posted: dict[str, list[tuple[Any, float]]], stamp: float, shape: Shape, values: tuple[Any, ...], _aux: str
) -> None:
    for name, value in zip(shape.names, values, strict=True):
        posted.setdefault(name, []).append((value, stamp))


def _find_early(
    found: list[str], bus: LockstepBus, stamp: float, shape: Shape, _values: tuple[Any, ...], _aux: str
) -> None:
    if stamp > bus.clock.now() + 1e-9:
        found.append(f"{shape.names[0]} of {shape.source} bears a time that is still to come")
