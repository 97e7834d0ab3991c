"""A live vehicle while clocks are set, programs are suspended and the processor is taken away."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest

from tests.support.databases import Database
from tests.support.processes import environment
from tests.support.torture import Torture
from tests.support.transports import parameters
from usimmarine_py.moos.testing import collect, wait_for
from usimmarine_py.moos.transport.comms import Comms
from usimmarine_py.moos.transport.open import connect
from usimmarine_py.values import Message

MISSION = """\
ServerHost = localhost
ServerPort = {port}
Community = alpha
LatOrigin = 43.8
LongOrigin = -70.3
ProcessConfig = usimmarine
{{
  AppTick = 10
  start_pos = x=0, y=0, speed=0, heading=90
}}
"""
#: The program on a clock that SIGUSR1 sets by as many seconds as the file names.
PROGRAM = """\
import pathlib, signal, sys, time
real, ahead = time.time, [0.0]
time.time = lambda: real() + ahead[0]
def turn(*_):
    ahead[0] = float(pathlib.Path("ahead").read_text())
signal.signal(signal.SIGUSR1, turn)
from usimmarine_py.cli import start
sys.argv = ["usimmarine", "m.moos", "--comms=" + sys.argv[1]]
sys.exit(start.usimmarine())
"""
#: No vehicle moves on by more than this at once, s of its motion (docs/moos.md).
LIMIT = 5.0


class Vehicle:
    """A vehicle in a process of its own, and what it publishes, seen by a client with an honest clock."""

    def __init__(self, folder: Path, port: int, transport: str) -> None:
        self.folder, self.ahead = folder, 0.0
        (folder / "m.moos").write_text(MISSION.format(port=port))
        command = [sys.executable, "-c", PROGRAM, transport]
        with (folder / "out").open("w") as out:
            self.process = subprocess.Popen(
                command, cwd=folder, env=environment(), stdin=subprocess.DEVNULL, stdout=out, stderr=out
            )
        self.watcher: Comms = connect(port=port, name="watcher", timeout=20.0)
        for variable in ("USM_X", "USIMMARINE_STATUS"):
            self.watcher.register(variable)

    @property
    def output(self) -> str:
        return (self.folder / "out").read_text()

    def set_clock(self, ahead: float) -> None:
        """Set its clock to so many seconds before the true one."""
        self.ahead = ahead
        (self.folder / "ahead").write_text(str(ahead))
        self.process.send_signal(signal.SIGUSR1)

    def under_way(self) -> None:
        """Wait until it goes at full speed."""
        assert wait_for(lambda: any(m.variable == "USM_X" for m in self.watcher.fetch()), 60.0), self.output
        self.watcher.notify("DESIRED_THRUST", 50.0)
        assert wait_for(lambda: self.speed() > 2.0, 60.0), self.output

    def speed(self) -> float:
        """Over the next half second, m/s."""
        mail = collect(self.watcher, lambda got: len(places(got)) >= 6, 60.0)
        first, last = places(mail)[0], places(mail)[-1]
        return (number(last) - number(first)) / max(0.1, last.time - first.time)

    def goes_on(self) -> list[Message]:
        """All that came until it has published with its present clock for a while, and a status with it."""

        since = time.time() + self.ahead

        def enough(mail: list[Message]) -> bool:
            fresh = [m for m in mail if 0.0 <= m.time - since < 30.0]
            return len(places(fresh)) >= 15 and len(fresh) > len(places(fresh))

        mail = collect(self.watcher, enough, 60.0)
        assert enough(mail), f"silent; {self.output}"
        return mail

    def close(self) -> None:
        self.watcher.close()
        self.process.kill()
        self.process.wait(60.0)


def places(mail: list[Message]) -> list[Message]:
    return [m for m in mail if m.variable == "USM_X"]


def number(mail: Message) -> float:
    return float(mail.value)


def largest_leap(mail: list[Message]) -> float:
    """The longest way between two publications, m."""
    xs = [number(m) for m in places(mail)]
    return max(b - a for a, b in pairwise(xs))


@pytest.fixture
def database(kind: str, tmp_path: Path) -> Iterator[Database]:
    with Database(kind, tmp_path) as made:
        yield made


@pytest.fixture
def vehicle(database: Database, transport: str, tmp_path: Path) -> Iterator[Vehicle]:
    made = Vehicle(tmp_path, database.port, transport)
    yield made
    made.close()


@pytest.mark.parametrize(("transport", "kind"), parameters([("native", "builtin")]))
def test_the_clock_is_set(torture: Torture, vehicle: Vehicle) -> None:
    """Forward and back, by parts of a second and by days.

    * mail, status and motion go on at once, with the new time
    * the vehicle neither leaps nor stands still: its time-outs and its motion do not hang on the machine's clock
    * each step is told; the connection is kept
    """
    rng = torture.rng()
    steps = [3600.0, -7200.0, 0.4, -0.4] + [rng.choice((-1, 1)) * 10 ** rng.uniform(-0.5, 6.0) for _ in range(6)]
    vehicle.under_way()
    leap = 0.0
    for step in steps[: torture.amount(3, 10)]:
        vehicle.set_clock(vehicle.ahead + step)
        mail = vehicle.goes_on()
        leap = max(leap, largest_leap(mail))
        assert vehicle.speed() > 2.0
        told = f"MOOS time was set {'forward' if step > 0 else 'back'} by {abs(step):.3g} s"
        assert wait_for(lambda told=told: told in vehicle.output), f"{told}: {vehicle.output}"  # type: ignore[misc]
    assert "lost the MOOSDB" not in vehicle.output
    torture.say(
        f"{torture.amount(3, 10)} settings of the clock: longest way from one publication to the next {leap:.2f} m"
    )
    assert leap < 3.0 * LIMIT


@pytest.mark.parametrize(
    ("transport", "kind"), parameters([("native", "builtin"), ("native", "MOOSDB"), ("pymoos", "MOOSDB")])
)
@pytest.mark.parametrize("who", ["vehicle", "MOOSDB"])
def test_somebody_sleeps(torture: Torture, vehicle: Vehicle, database: Database, who: str) -> None:
    """SIGSTOP of the vehicle or of the MOOSDB, for 3 s with every change, for 5, 30 and 120 s by night.

    * the vehicle goes on afterwards, connected, and moves by at most 5 s at once; more is told
    """
    vehicle.under_way()
    after: list[float] = []
    for seconds in [5.0, 30.0, 120.0] if torture.nightly else [3.0]:
        send = vehicle.process.send_signal if who == "vehicle" else database.signal
        vehicle.watcher.fetch()
        send(signal.SIGSTOP)
        time.sleep(seconds)
        send(signal.SIGCONT)
        began = time.monotonic()
        mail = vehicle.goes_on()
        after.append(time.monotonic() - began)
        assert vehicle.speed() > 2.0
        # behind the MOOSDB's sleep posts are wanting that nobody took
        assert who == "MOOSDB" or largest_leap(mail) < 3.0 * LIMIT
        if who == "vehicle" and seconds > 2.0 * LIMIT:
            assert "s was cut to 5 s" in vehicle.output
    torture.say(
        f"{database.kind}, {who} asleep: on its way for 1.5 s again after {', '.join(f'{t:.1f}' for t in after)} s"
    )


@pytest.mark.nightly
@pytest.mark.parametrize(("transport", "kind"), parameters([("native", "builtin")]))
def test_starved(torture: Torture, vehicle: Vehicle) -> None:
    """The vehicle gets the processor for a tenth of the time, in pieces: it publishes what time it is, and moves on."""
    vehicle.under_way()
    far, began = number(places(vehicle.goes_on())[-1]), time.monotonic()
    rng = torture.rng()
    while time.monotonic() - began < torture.amount(4, 60):
        vehicle.process.send_signal(signal.SIGSTOP)
        time.sleep(rng.uniform(0.05, 0.4))
        vehicle.process.send_signal(signal.SIGCONT)
        time.sleep(rng.uniform(0.005, 0.04))
    mail = places(vehicle.goes_on())
    late = max(abs(time.time() - m.time) for m in mail[-3:])
    way = number(mail[-1]) - far
    expected = vehicle.speed() * (time.monotonic() - began)
    torture.say(
        f"starved to a tenth: {way:.1f} m of {expected:.1f} m gone; newest publication at most {late:.1f} s old"
    )
    assert way > 0.5 * expected
    assert "lost the MOOSDB" not in vehicle.output
