"""Our applications beside MOOS-IvP's own programs."""

from __future__ import annotations

import shutil
import subprocess
import threading
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.app_doubles import NotingApplication
from tests.support.processes import free_port
from usimmarine_py.apps.logger import LoggerApp
from usimmarine_py.logs.alog import read_alog, read_header
from usimmarine_py.moos.app.moos_app import MoosApp
from usimmarine_py.moos.app.settings import AppSettings, LoopSettings
from usimmarine_py.moos.clock import RealClock
from usimmarine_py.moos.testing import collect, wait_for
from usimmarine_py.moos.transport.comms import Comms
from usimmarine_py.moos.transport.native import NativeComms
from usimmarine_py.moos.transport.open import connect
from usimmarine_py.run.live.program import play_program

PROGRAMS = ("MOOSDB", "uProcessWatch", "uPokeDB", "uMAC", "pLogger", "alogscan", "aloggrep")
MISSING = [name for name in PROGRAMS if shutil.which(name) is None]

pytestmark = [
    pytest.mark.moosivp,
    pytest.mark.slow,
    pytest.mark.skipif(bool(MISSING), reason=f"not on PATH: {', '.join(MISSING)}"),
]

WARP = 10.0
MISSION = """
ServerHost = localhost
ServerPort = {port}
Community = alpha
MOOSTimeWarp = {warp:g}
ProcessConfig = uProcessWatch
{{
  AppTick = 4
  summary_wait = 1
  watch = noting
}}
ProcessConfig = pLogger
{{
  AppTick = 20
  AsyncLog = true
  WildCardLogging = true
  FileTimeStamp = false
  Path = ./
  File = theirs
}}
"""


class Community:
    """The real MOOSDB and our applications in threads."""

    def __init__(self, folder: Path) -> None:
        self.port = free_port()
        self.folder = folder
        (folder / "m.moos").write_text(MISSION.format(port=self.port, warp=WARP))
        self.programs: list[subprocess.Popen[bytes]] = []
        self.apps: list[tuple[MoosApp, threading.Thread]] = []

    def start(self, program: str) -> subprocess.Popen[bytes]:
        with (self.folder / f"{program}.out").open("wb") as out:
            process = subprocess.Popen(
                [program, "m.moos"], cwd=self.folder, stdin=subprocess.DEVNULL, stdout=out, stderr=subprocess.STDOUT
            )
        self.programs.append(process)
        return process

    def connect(self, name: str) -> Comms:
        return connect(port=self.port, name=name, warp=WARP, timeout=10.0)

    def live(self, application, name: str, **options) -> MoosApp:
        clock = RealClock(WARP)
        settings = AppSettings(name, community="alpha", loop=LoopSettings(4.0))
        comms = NativeComms(name, "127.0.0.1", self.port, clock)
        app = MoosApp(application, settings, comms, clock, console=lambda text: None, terminal=False, **options)
        thread = threading.Thread(target=play_program, args=(app,), kwargs={"handle_signals": False})
        thread.start()
        self.apps.append((app, thread))
        return app

    def end(self) -> None:
        while self.apps:
            app, thread = self.apps.pop()
            app.stop()
            thread.join(10)
        for process in reversed(self.programs):
            process.terminate()
            process.wait(60.0)


@pytest.fixture
def community(tmp_path) -> Iterator[Community]:
    found = Community(tmp_path)
    found.start("MOOSDB")
    try:
        yield found
    finally:
        found.end()


def test_uprocesswatch_and_umac_take_us_for_one_of_theirs(community):
    application = NotingApplication(body="all well\n")
    app = community.live(application, "noting")
    assert wait_for(lambda: bool(application.times))
    application.host.config_warning("one warning to show")
    watcher = community.connect("watcher")
    watcher.register("PROC_WATCH_SUMMARY")
    watcher.register("APPCAST")
    community.start("uProcessWatch")
    mail = collect(watcher, lambda m: any(x.value == "All Present" for x in m), 60.0)
    assert any(x.value == "All Present" for x in mail), mail
    assert app.caster.config_warnings  # said and posted unasked; everything from here on was asked for by uMAC
    watcher.fetch()
    viewer = community.start("uMAC")
    mail = collect(watcher, lambda m: any(x.key == "APPCAST" and x.source == "noting" for x in m), 60.0)
    assert any("messages=all well!@!@#config_warnings=one warning to show!@#" in str(x.value) for x in mail)
    # the list of nodes counts our configuration warning
    assert wait_for(lambda: b"AppCasts Recd:" in (community.folder / "uMAC.out").read_bytes(), 60.0)
    assert viewer.poll() is None
    watcher.close()
    assert not app.caster.run_warnings


def test_our_log_beside_ploggers(community):
    theirs = community.folder / "theirs" / "theirs.alog"
    recorder = LoggerApp(community.folder / "ours.alog", RealClock(WARP), home_community="alpha")
    community.live(recorder, "usim_log")
    community.start("pLogger")
    watcher = community.connect("watcher")
    watcher.register("LOGGER_DIRECTORY")
    assert collect(watcher, bool, 60.0)
    watcher.register("READY")
    application = NotingApplication()
    # pLogger learns of new variables once a second or so: what comes before that is not in its log
    community.live(application, "noting")
    assert wait_for(lambda: len(application.times) >= 200, 60.0)
    watcher.close()
    application.host.stop()
    community.apps[-1][1].join(10)
    assert wait_for(lambda: recorder.counts["COUNT"] == len(application.times))
    community.end()
    recorder.close()

    ours = list(read_alog(community.folder / "ours.alog"))
    counts = Counter(row.variable for row in ours)
    assert counts["COUNT"] == len(application.times)
    assert [row.value for row in ours if row.variable == "COUNT"] == [k + 1.0 for k in range(counts["COUNT"])]
    stamps = {row.value: row.time + read_header(community.folder / "ours.alog").log_start for row in ours}
    start = read_header(theirs).log_start
    both = [row for row in read_alog(theirs) if row.variable == "COUNT"]
    assert len(both) > 100
    assert all(abs(row.time + start - stamps[row.value]) < 2e-5 for row in both)

    scan = subprocess.run(["alogscan", "ours.alog"], cwd=community.folder, capture_output=True, text=True, check=True)
    line = next(line for line in scan.stdout.splitlines() if "COUNT " in line)
    assert line.split()[1] == str(counts["COUNT"])
    grep = subprocess.run(
        ["aloggrep", "ours.alog", "COUNT", "-nr", "-nc"],
        cwd=community.folder,
        capture_output=True,
        text=True,
        check=True,
    )
    assert len([line for line in grep.stdout.splitlines() if " COUNT " in line]) == counts["COUNT"]
