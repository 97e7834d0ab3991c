"""Every command that runs until it is told to leave or for long, as data: how it is called, when it is under way."""

from __future__ import annotations

import fcntl
import os
import signal
import socket
import subprocess
import sys
import termios
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from tests.support.processes import environment, free_port
from usimmarine_py.moos.db import MoosDb

MISSION = """\
ServerHost = localhost
ServerPort = {port}
Community = alpha
MOOSTimeWarp = 10
LatOrigin = 43.8253
LongOrigin = -70.3304
ProcessConfig = ANTLER
{{
  MSBetweenLaunches = 1
  Run = MOOSDB @ NewConsole = false
  Run = usimmarine @ NewConsole = false
  Run = usim_guidance @ NewConsole = false
  Run = pMarinePIDV22 @ NewConsole = false
  Run = pHelmIvP @ NewConsole = false
  Run = uTimerScript @ NewConsole = false
  Run = pMissionEval @ NewConsole = false
}}
ProcessConfig = usimmarine
{{
  AppTick = 10
  start_speed = 1
  prefix = NAV
  turn_rate = 40
  speed_factor = 20
  depth_control = false
  record = live.alog
}}
ProcessConfig = usim_guidance
{{
  waypoints = 0,100 : 100,100
  repeat = 100000
}}
ProcessConfig = pMarinePIDV22
{{
  yaw_pid_kp = 0.5
}}
ProcessConfig = pHelmIvP
{{
  domain = course:0:359:360
  domain = speed:0:4:41
}}
ProcessConfig = uTimerScript
{{
  event = var=COUNT, val=1, time=1
  event = var=COUNT, val=2, time=900000
}}
ProcessConfig = pMissionEval
{{
  lead_condition = ARRIVED = true
  report_file = results.txt
}}
ProcessConfig = Own
{{
  AppTick = 10
}}
"""

OWN = """\
from usimmarine_py import App

class Own(App):
    subscriptions = ("NAV_X",)

    def iterate(self):
        self.post("OWN", 1.0)
"""


@dataclass(frozen=True)
class Program:
    """A call. ``ready`` tells that it is under way: by a port, a client's name or a file; none: when called.

    ``told``: its exit code after SIGTERM and SIGHUP; None: 128 + n, as what had a task to finish ends.
    ``soon``: a launcher ends one program after the other.
    """

    words: str
    ready: str = ""
    program: str = "usim"
    beside: bool = False  #: a MOOSDB is there
    told: int | None = 0
    soon: float = 1.0  #: s, in which it is gone


PROGRAMS = {
    "vehicle --db": Program("m.moos --db", "port", "usimmarine"),
    "vehicle": Program("m.moos", "client usimmarine", "usimmarine", beside=True),
    "vehicle alone": Program("m.moos", "", "usimmarine"),
    "usim_pid": Program("m.moos pMarinePIDV22", "client pMarinePIDV22", "usim_pid", beside=True),
    "usim_guidance": Program("m.moos", "client usim_guidance", "usim_guidance", beside=True),
    "usim_helm": Program("m.moos pHelmIvP", "client pHelmIvP", "usim_helm", beside=True),
    "db": Program("db --port {port}", "port"),
    "launch": Program("launch m.moos --prefer ours", "port", soon=10.0),
    "demo": Program("demo -o out", "file out/abe/abe.alog"),
    "app": Program("start own.py:Own m.moos", "client Own", beside=True),
    "script": Program("start uTimerScript m.moos", "client uTimerScript", beside=True),
    "grader": Program("start pMissionEval m.moos", "client pMissionEval", beside=True),
    "log": Program("log m.moos -o live.alog", "client usim_log", beside=True),
    "play": Program("play run/m.alog m.moos", "client usim_play", beside=True),
    "watch": Program("watch m.moos --port {http}", "http", beside=True),
    "scope": Program("scope m.moos", "client uXMS_usim_scope", beside=True, told=None),
    "appcast": Program("appcast m.moos", "client uMAC_usim_appcast", beside=True, told=None),
    "poke": Program("poke m.moos A=1 --every 0.05", "client uPokeDB_usim_poke", beside=True, told=None),
    "run": Program("run m.moos --duration 80000 -q -o out --csv --max-log 0", "file out/m.alog"),
    "grade": Program("grade m.moos again.moos --jobs 2 --within 80000 --junit out.xml", "", told=None),
    "sweep": Program(
        "sweep m.moos --vary turn_rate=uniform(50,90) -n 500 --workers 2 --duration 60 -q -o out",
        "file out/journal.jsonl", told=None,
    ),
    "trials": Program("trials odin:hilsim --tracks -o out", "file out", told=None),
    "fit": Program("fit run/m.alog -o out", "", told=None),
    "plot": Program("plot run/m.alog -o out.png", "", told=None),
    "mcap": Program("mcap run/m.alog -o out.mcap", "", told=None),
}  # fmt: skip


class Called:
    """One of them, called in a folder of its own that ``furnish`` has prepared."""

    def __init__(
        self, program: Program, folder: Path, ports: dict[str, int], moosdb: MoosDb | None, terminal: int
    ) -> None:
        self.program, self.folder, self._ports, self._moosdb = program, folder, ports, moosdb
        (folder / "tmp").mkdir()
        begun, report = os.pipe()
        code = (
            f"import os, sys; from usimmarine_py.cli import start; sys.argv[0] = {program.program!r}; "
            f"os.write({report}, b'.'); os.close({report}); sys.exit(start.{program.program}())"
        )
        self._mark = f"USIM_FAULT={folder}"

        def take_terminal() -> None:
            fcntl.ioctl(terminal, termios.TIOCSCTTY, 0)

        with (folder / "said").open("wb") as said:
            self.process = subprocess.Popen(
                [sys.executable, "-c", code, *program.words.format(**ports).split()],
                stdin=terminal if terminal else subprocess.DEVNULL, stdout=terminal or said, stderr=terminal or said,
                env=environment(USIM_FAULT=str(folder), TMPDIR=str(folder / "tmp"), MPLBACKEND="Agg", TERM="xterm"),
                cwd=folder, pass_fds=[report], start_new_session=True,
                preexec_fn=take_terminal if terminal else None,
            )  # fmt: skip
        os.close(report)
        os.read(begun, 1)  # Python is there, what follows is ours
        os.close(begun)

    @property
    def said(self) -> str:
        """What it has printed so far."""
        return (self.folder / "said").read_text(errors="replace")

    def is_ready(self) -> bool:
        """Whether it is under way, or has ended."""
        kind, _, what = self.program.ready.partition(" ")
        if self.process.poll() is not None or not kind:
            return True
        if kind == "file":
            return (self.folder / what).exists()
        if kind == "client":
            return self._moosdb is not None and any(name.startswith(what) for name in self._moosdb.clients)
        with suppress(OSError), socket.create_connection(("127.0.0.1", self._ports[kind]), 1.0):
            return True
        return False

    def others(self) -> list[int]:
        """The processes that it has started and that are there still."""
        found = []
        for place in Path("/proc").iterdir():
            if place.name.isdigit() and int(place.name) not in (os.getpid(), self.process.pid):
                with suppress(OSError):
                    if self._mark.encode() in (place / "environ").read_bytes().split(b"\0"):
                        found.append(int(place.name))
        return found

    def port_is_free(self) -> bool:
        """Whether another program can listen where it did."""
        if self.program.ready not in ("port", "http"):
            return True
        try:
            socket.create_server(("127.0.0.1", self._ports[self.program.ready])).close()
        except OSError:
            return False
        return True


@contextmanager
def called(program: Program, folder: Path, moosdb: MoosDb | None, terminal: int = 0) -> Iterator[Called]:
    """Call it, in a terminal if its descriptor is given; whatever is left of it at the end is killed."""
    ports = {"port": moosdb.port if moosdb is not None else free_port(), "http": free_port()}
    (folder / "m.moos").write_text(MISSION.format(**ports))
    (folder / "again.moos").write_text(MISSION.format(**ports))
    (folder / "own.py").write_text(OWN)
    one = Called(program, folder, ports, moosdb, terminal)
    try:
        yield one
    finally:
        for pid in (one.process.pid, *one.others()):
            with suppress(OSError):
                os.kill(pid, signal.SIGKILL)
        one.process.wait(60.0)
