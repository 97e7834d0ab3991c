"""A live field of several communities while clocks are set, and while members are killed, restarted and join late.

Properties: the helms go on from waypoint to waypoint, and every vehicle hears of every other one again, whatever became
of the others before. Nothing here waits for a time: each state is waited for, long enough for a busy machine.
"""

from __future__ import annotations

import random
import re
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest

from tests.support.paths import MISSIONS
from tests.support.processes import environment, free_port
from tests.support.torture import Torture
from usimmarine_py.moos.testing import wait_for
from usimmarine_py.moos.transport.comms import Comms
from usimmarine_py.moos.transport.open import connect

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="communities are set by signals")

WARP = 10.0
#: Real s for anything to happen: all communities share the cores with other tests.
PATIENCE = 90.0
#: A community on a clock that SIGUSR1 sets by as many seconds as the file names.
PROGRAM = """\
import pathlib, signal, sys, time
real, ahead = time.time, [0.0]
time.time = lambda: real() + ahead[0]
def turn(*_):
    ahead[0] = float(pathlib.Path(sys.argv[1] + ".ahead").read_text())
signal.signal(signal.SIGUSR1, turn)
from usimmarine_py.cli.live.antler import main
sys.exit(main([sys.argv[1] + ".moos"]))
"""
#: There and back for ever, deployed from the start.
BEHAVIORS = """\
initialize DEPLOY = true
initialize MOOS_MANUAL_OVERRIDE = false
Behavior = BHV_Waypoint
{
  name           = patrol
  pwt            = 100
  condition      = DEPLOY = true
  points         = pts={-30,%(y)s:30,%(y)s}
  speed          = 4
  capture_radius = 8
  slip_radius    = 20
  repeat         = forever
}
"""
_PORT = re.compile(r"\b9[02]0\d\b")
#: Where the first vehicle patrols, m north, and how far from there the next one does.
FIRST, STEP = 0.0, -100.0


class LossyLink:
    """A datagram relay that loses a share of what it gets."""

    def __init__(self, to: int, share: float, rng: random.Random) -> None:
        self._to, self._share, self._rng = to, share, rng
        self._socket = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self._socket.bind(("127.0.0.1", 0))
        self._socket.settimeout(0.1)
        self.port = int(self._socket.getsockname()[1])
        self.passed = self.lost = 0
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def _run(self) -> None:
        while not self._over.is_set():
            try:
                data = self._socket.recv(65536)
            except TimeoutError:
                continue
            if self._rng.random() < self._share:
                self.lost += 1
            else:
                self.passed += 1
                self._socket.sendto(data, ("127.0.0.1", self._to))

    def close(self) -> None:
        self._over.set()
        self._thread.join()
        self._socket.close()


class Member:
    """A community in a process of its own, and what it says, seen by a client with an honest clock."""

    def __init__(self, folder: Path, name: str, port: int) -> None:
        self.folder, self.name, self.port = folder, name, port
        self.process: subprocess.Popen[bytes] | None = None
        self.watcher: Comms | None = None
        self.waypoint = self.recap = ""
        self.waypoints = 0  #: how often the helm went on to another one
        self.heard: dict[str, int] = {}  #: reports by vehicle
        self.contacts: str | None = None

    def start(self) -> None:
        with self._output.open("ab") as out:
            self.process = subprocess.Popen(
                [sys.executable, "-c", PROGRAM, self.name], cwd=self.folder, env=environment(),
                stdin=subprocess.DEVNULL, stdout=out, stderr=out,
            )  # fmt: skip
        self.watcher = connect(port=self.port, name="watcher", warp=WARP, timeout=PATIENCE)
        for variable in ("WPT_INDEX", "NODE_REPORT", "CONTACTS_LIST", "CONTACTS_RECAP"):
            self.watcher.register(variable)

    @property
    def _output(self) -> Path:
        return self.folder / f"{self.name}.out"

    @property
    def output(self) -> str:
        return self._output.read_text(errors="replace")

    def look(self) -> None:
        """Take in what has come."""
        assert self.watcher is not None
        for message in self.watcher.fetch():
            text = str(message.value)
            if message.variable == "NODE_REPORT":
                vehicle = text.partition("NAME=")[2].partition(",")[0]
                self.heard[vehicle] = self.heard.get(vehicle, 0) + 1
            elif message.variable == "CONTACTS_LIST":
                self.contacts = text
            elif message.variable == "CONTACTS_RECAP":
                self.recap = text
            elif text != self.waypoint:
                self.waypoint = text
                self.waypoints += 1

    def set_clock(self, ahead: float) -> None:
        """Set its clock to so many seconds before the true one."""
        file = self.folder / f"{self.name}.ahead"
        file.with_suffix(".new").write_text(str(ahead))
        file.with_suffix(".new").replace(file)  # at once: it may just be read
        assert self.process is not None
        self.process.send_signal(signal.SIGUSR1)

    def waits(self, what: str, holds: object) -> None:
        """Wait until ``holds`` (a function) is true of what has come."""

        def looked() -> bool:
            self.look()
            assert self.process is not None and self.process.poll() is None, self.output
            return bool(holds())  # type: ignore[operator]

        assert wait_for(looked, PATIENCE), f"{self.name}: {what}; {self.output[-3000:]}"

    def expect(self, others: Sequence[str]) -> Callable[[], None]:
        """Look from now on; what is returned waits until all is well.

        Its helm has gone on to two more waypoints, ten new reports of each of the others have come, and its contact
        manager follows them, by reports that are not old.
        """
        self.look()
        waypoints, heard = self.waypoints, dict(self.heard)
        self.recap = ""

        def wait() -> None:
            self.waits("no new waypoint", lambda: self.waypoints >= waypoints + 2)
            for other in others:
                more = heard.get(other, 0) + 10
                self.waits(f"nothing of {other}", lambda: self.heard.get(other, 0) >= more)  # noqa: B023
                recent = re.compile(rf"vname={other},range=[\d.]+,age=-?[0-9](\.\d+)?(?: #|$)")
                self.waits(f"does not follow {other}", lambda: recent.search(self.recap))  # noqa: B023

        return wait

    def kill(self) -> None:
        if self.watcher is not None:
            self.watcher.close()
        if self.process is not None:
            self.process.kill()
            self.process.wait(60.0)
        self.process = self.watcher = None

    def end(self) -> int:
        """End it as a launcher does; the exit code."""
        assert self.process is not None
        self.process.terminate()
        code = self.process.wait(PATIENCE)
        self.kill()
        return code


class Field:
    """A shore and vehicles, made of the shipped mission ``encounter``."""

    def __init__(self, folder: Path, vehicles: tuple[str, ...]) -> None:
        self.folder = folder
        source = MISSIONS / "encounter"
        ports = {port: str(free_port()) for port in ("9000", "9200")}
        self.shore_port = int(ports["9200"])
        self.members: dict[str, Member] = {}
        for number, name in enumerate(("shore", *vehicles)):
            text = (source / ("shore.moos" if name == "shore" else "abe.moos")).read_text()
            text = text.replace("abe", name).replace("MOOSTimeWarp = 10", f"MOOSTimeWarp = {WARP:g}")
            own = {"9001": str(free_port()), "9201": str(free_port()), **ports}
            text = _PORT.sub(lambda found, own=own: own[found[0]], text)  # type: ignore[misc]
            text = text.replace("AppTick   = 20", "AppTick   = 5").replace("CommsTick = 20", "CommsTick = 5")
            text = text.replace("  behaviors = ", "  start_in_drive = true\n  behaviors = ")
            text = text.replace("x=-120, y=-60", f"x=-30, y={FIRST + STEP * number:g}")
            text = text.replace("  input = route", "  loopback = true\n  input = route")
            (folder / f"{name}.moos").write_text(text)
            (folder / f"{name}.bhv").write_text(BEHAVIORS % {"y": FIRST + STEP * number})
            self.members[name] = Member(folder, name, int(own["9000" if name == "shore" else "9001"]))

    @property
    def shore(self) -> Member:
        return self.members["shore"]

    @property
    def vehicles(self) -> list[Member]:
        return [one for one in self.members.values() if one is not self.shore and one.process is not None]

    def is_whole(self) -> None:
        """Wait until all vehicles go on, hear of and follow each other."""
        waits = [one.expect([other.name for other in self.vehicles if other is not one]) for one in self.vehicles]
        for wait in waits:
            wait()

    def close(self) -> None:
        for one in self.members.values():
            one.kill()


@pytest.fixture
def field(tmp_path: Path) -> Iterator[Field]:
    made = Field(tmp_path, ("abe", "ben", "cal"))
    yield made
    made.close()


def test_clocks_are_set(torture: Torture, field: Field) -> None:
    """The clock of one machine with all communities, forward and back; then that of one vehicle, and back.

    While its clock is another one than theirs the vehicle says that it does not follow the others, and why.
    """
    for name in ("shore", "abe", "ben"):
        field.members[name].start()
    field.is_whole()
    rng = torture.rng()
    steps = [3600.0, 0.0] + [rng.choice((-1, 1)) * 10 ** rng.uniform(-0.5, 6.0) for _ in range(torture.amount(0, 6))]
    for step in steps:
        for one in field.members.values():
            if one.process is not None:
                one.set_clock(step)
        field.is_whole()
    abe, ben = field.vehicles
    for one in field.members.values():
        if one.process is not None:
            one.set_clock(0.0)
    abe.set_clock(7200.0)
    abe.waits("follows on", lambda: abe.contacts == "")
    abe.waits("says nothing", lambda: "NODE_REPORT of ben is over 60 s old or ahead" in abe.output)
    ben.waits("says nothing", lambda: "NODE_REPORT of abe is over 60 s old or ahead" in ben.output)
    for wait in [abe.expect([]), ben.expect([])]:
        wait()
    abe.set_clock(0.0)
    field.is_whole()
    assert [one.end() for one in (*field.vehicles, field.shore)] == [0, 0, 0]
    assert "Traceback" not in "".join(one.output for one in field.members.values() if one.watcher is not None)
    torture.say(f"a live field: clocks of all communities set {len(steps)} times, of one vehicle twice")


def test_members_come_and_go(torture: Torture, field: Field) -> None:
    """A vehicle that joins late over a link that loses a third; one that is killed and restarted; then the shore."""
    for name in ("shore", "abe", "ben"):
        field.members[name].start()
    field.is_whole()
    link = LossyLink(field.shore_port, 0.33, torture.rng())
    try:
        late = field.members["cal"]
        mission = field.folder / "cal.moos"
        route = f"pshare_route=localhost:{field.shore_port}"
        mission.write_text(mission.read_text().replace(route, f"pshare_route=localhost:{link.port}"))
        late.start()
        field.is_whole()
        assert link.lost > 5 and link.passed > 5
        abe, ben = field.vehicles[:2]
        for _ in range(torture.amount(1, 5)):
            ben.kill()
            for wait in [abe.expect(["cal"]), late.expect(["abe"])]:
                wait()
            ben.start()
            field.is_whole()
            field.shore.kill()
            abe.expect([])()
            field.shore.start()
            field.is_whole()
        codes = [one.end() for one in (*field.vehicles, field.shore)]
    finally:
        link.close()
    assert codes == [0, 0, 0, 0]
    torture.say(
        f"a live field: a vehicle joined over a link that lost {link.lost} of {link.lost + link.passed} packets; a "
        f"vehicle and the shore were killed and restarted {torture.amount(1, 5)} times"
    )
