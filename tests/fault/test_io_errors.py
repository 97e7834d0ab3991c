"""Calls that may fail do so, one after the other: open, write, fsync, rename, close; fork of a launch; send and recv.

Property: whatever fails, once or from then on, outputs are whole or absent, the exit code is not 0, and there is one
line, no traceback. A live log whose rows could be written later is whole, and its launch ends with 0. A connection that
fails is none of the program: clients come back, and posts come in order. What fails is a call of the C library
(tests/support/failing.c), so that the package cannot tell it from a disk.
"""

from __future__ import annotations

import json
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from contextlib import closing
from pathlib import Path

import pytest

from tests.support.paths import ROOT
from tests.support.processes import call, environment, free_port
from tests.support.torture import Torture
from usimmarine_py.moos.db import MoosDb
from usimmarine_py.moos.testing import wait_for
from usimmarine_py.moos.transport.open import connect
from usimmarine_py.values.rows import single

SOURCE = Path(__file__).parents[1] / "support" / "failing.c"
MISSION = """
ServerHost = localhost
ServerPort = PORT
Community = one
LatOrigin = 42
LongOrigin = -71
ProcessConfig = ANTLER
{
  Run = uSimMarineV22 @ NewConsole = false
}
ProcessConfig = uSimMarineV22
{
  AppTick = 4
  start_pos = x=0,y=0,speed=1,heading=90
}
"""
LOGGED = """
ProcessConfig = pLogger
{
  File = log
  FileTimeStamp = false
  SyncLog = true @ 0.2
  WildCardLogging = true
  Path = out
}
"""
#: What is played, with outputs in ``out``.
COMMANDS = {
    "grade": ("grade", "graded.moos", "--junit", "out/results.xml", "--keep", "out", "--jobs", "1"),
    "logs": ("launch", "logged.moos", "--for", "2"),
    "run": ("run", "m.moos", "-o", "out", "--duration", "5", "--csv", "--quiet"),
    "sweep": ("sweep", "m.moos", "-o", "out", "-n", "3", "--workers", "1", "--duration", "5"),
    "launch": ("launch", "m.moos", "--for", "2"),
    "mcap": ("mcap", "log.alog", "-o", "out/a.mcap"),
    "plot": ("plot", "log.alog", "-o", "out/a.png"),
    "alog clip": ("alog", "clip", "log.alog", "2", "40", "-o", "out/a.alog"),
    "expand": ("expand", "m.moos", "-o", "out/a.moos"),
    "missions": ("missions", "box", "--copy", "out/box"),
    "fit": ("fit", "fit.alog", "-o", "out", "--no-figure"),
    "fit of a vehicle": (
        "fit",
        "short.alog",
        "--vehicle",
        "odin",
        "--free",
        "rigid_body.mass",
        "-o",
        "out",
        "--no-figure",
    ),
    "sweep by two": ("sweep", "m.moos", "-o", "out", "-n", "6", "--workers", "2", "--duration", "5"),
    "report": ("report", "ran", "-o", "out/a.html"),
    "report of a sweep": ("report", "swept", "-o", "out/a.html"),
    "rosbag": ("rosbag", "log.alog", "-o", "out/bag"),
    "trials": ("trials", "odin:hilsim", "--trial", "crash_stop", "-o", "out/trials", "--figures", "none"),
}
#: What these read is made before, by a command or a test of its own.
MADE = {
    "report": ("run", "m.moos", "-o", "ran", "--duration", "5", "--quiet"),
    "report of a sweep": ("sweep", "m.moos", "-o", "swept", "-n", "3", "--workers", "1", "--duration", "5"),
}
#: Of a client of a MOOSDB: what it sends and receives may fail, too.
CLIENTS = {
    "log": ("log", "m.moos", "-o", "out/live.alog", "--for", "4"),
    "poke": ("poke", "m.moos", "COUNT=1", "--every", "0.05", "--count", "20"),
}


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The library that fails calls."""
    compiler = shutil.which("cc")
    if compiler is None or not sys.platform.startswith("linux"):
        pytest.skip("needs Linux and a C compiler")
    path = tmp_path_factory.mktemp("library") / "failing.so"
    subprocess.run([compiler, "-shared", "-fPIC", "-O1", "-o", path, SOURCE, "-ldl"], check=True)
    return path


#: ``usim``, which does not look for a folder of temporary files: where one cannot be written, Python takes the next.
PROGRAM = f"""
import runpy, sys, tempfile
tempfile.tempdir = {tempfile.gettempdir()!r}
sys.argv[0] = "usim"
runpy.run_module("usimmarine_py", run_name="__main__")
"""


def play(folder: Path, library: Path, words: tuple[str, ...], **more: str) -> subprocess.CompletedProcess[str]:
    shutil.rmtree(folder / "out", ignore_errors=True)
    if any(word.startswith("out/") for word in words) and words[0] != "grade":
        (folder / "out").mkdir()
    variables = {**environment(), "LD_PRELOAD": str(library), "PYTHONDONTWRITEBYTECODE": "1", **more}
    return subprocess.run(
        [sys.executable, "-c", PROGRAM, *words],
        cwd=folder, env=variables, capture_output=True, text=True, timeout=120.0, check=False,
    )  # fmt: skip


#: How a whole file of a kind ends.
ENDS = {
    ".csv": b"\n", ".alog": b"\n", ".jsonl": b"\n", ".txt": b"\n", ".slog": b"\n", ".ylog": b"\n", ".usim": b"\n",
    ".html": b"</html>\n", ".xml": b"</testsuites>\n", ".png": b"IEND\xaeB`\x82", ".parquet": b"PAR1",
    ".mcap": b"\x89MCAP0\r\n", ".toml": b"\n",
}  # fmt: skip


def torn(folder: Path) -> list[str]:
    """The files that are there, but not whole."""
    found = []
    for path in (path for path in folder.rglob("*") if path.is_file()):
        data = path.read_bytes()
        whole = data.endswith(ENDS.get(path.suffix, b"")) and bool(data)
        if path.suffix == ".jsonl":  # a journal of no run
            whole = whole or not data
        elif path.suffix == ".json" and whole:
            try:
                json.loads(data)
            except ValueError:
                whole = False
        if not whole or path.name.endswith(".part"):
            found.append(path.name)
    return found


def prepare(folder: Path) -> None:
    text = MISSION.replace("PORT", str(free_port()))
    (folder / "m.moos").write_text(text)
    run = "  Run = uSimMarineV22 @ NewConsole = false\n"
    runs = "".join(run.replace("uSimMarineV22", name) for name in ("MOOSDB", "pLogger", "uSimMarineV22"))
    (folder / "logged.moos").write_text(text.replace(run, runs) + LOGGED)
    shutil.copy(ROOT / "tests/data/graded/01_speed_pass.moos", folder / "graded.moos")
    rows = [(0.25 * k, name) for k in range(200) for name in ("NAV_X", "NAV_Y", "NAV_SPEED")]
    text = "".join(f"{time:<15.5f} {name:<19} {'uSimMarineV22':<17} {time:.5f}\n" for time, name in rows)
    (folder / "log.alog").write_text(f"%% LOGSTART 0\n{text}")
    (folder / "fit.alog").write_text(f"%% LOGSTART 0\n{steered()}")
    (folder / "short.alog").write_text(f"%% LOGSTART 0\n{steered(24)}")


def steered(count: int = 160) -> str:
    """Rows of a vehicle whose speed follows its thrust, and whose heading its rudder."""
    rows, speed, heading = [], 0.0, 0.0
    for k in range(count):
        thrust, rudder = 60.0 if k // 60 % 2 == 0 else 20.0, 15.0 if k // 20 % 2 == 0 else -15.0
        speed += 0.25 * (thrust / 20.0 - speed)
        heading = (heading + 0.35 * rudder * min(speed, 1.0)) % 360.0
        for name, value in (
            ("DESIRED_THRUST", thrust), ("DESIRED_RUDDER", rudder), ("DESIRED_ELEVATOR", 0.0), ("NAV_SPEED", speed),
            ("NAV_HEADING", heading), ("NAV_DEPTH", 0.0), ("NAV_X", 0.0), ("NAV_Y", 0.0),
        ):  # fmt: skip
            rows.append(f"{0.5 * k:<15.5f} {name:<19} {'sim':<17} {value:.5f}\n")
    return "".join(rows)


def names(folder: Path) -> list[str]:
    return sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file())


def judge(folder: Path, failed: subprocess.CompletedProcess[str], fault: str, usual: list[str]) -> None:
    """Check the property."""
    said = [line for line in failed.stderr.splitlines() if line.startswith("usim") and "--for asks" not in line]
    said += [line for line in failed.stdout.splitlines() if line.startswith("ERROR")]  # of usim grade
    said += [line for line in failed.stderr.splitlines() if "journal " in line]
    assert "Traceback" not in failed.stderr, (fault, failed.stderr)
    assert torn(folder / "out") == [], (fault, failed.stderr)
    if failed.returncode == 0:
        assert names(folder / "out") == usual, fault
    else:
        assert said, (fault, failed.stderr)
    if not fault.endswith("+"):  # else each file has its line
        assert len(set(said)) <= 1 or "journal" in failed.stderr, (fault, failed.stderr)


@pytest.mark.parametrize("command", COMMANDS)
def test_each_call_fails(command: str, library: Path, tmp_path: Path, torture: Torture) -> None:
    prepare(tmp_path)
    if command in MADE:
        assert play(tmp_path, library, MADE[command]).returncode == 0
    words, counts = COMMANDS[command], tmp_path / "counts"
    usually = play(tmp_path, library, words, FAIL_COUNTS=str(counts))
    assert usually.returncode == 0, usually.stderr
    usual = names(tmp_path / "out") if (tmp_path / "out").exists() else []
    calls = [line.split() for line in counts.read_text().splitlines()]
    faults = [f"{kind}:{number}" for kind, count in calls for number in range(1, int(count) + 1)]
    faults += [f"{fault}+" for fault in faults if fault.startswith("write")]
    assert faults
    for fault in torture.rng().sample(faults, min(torture.amount(2, 1000), len(faults))):
        failed = play(tmp_path, library, words, FAIL_CALL=fault)
        # SQLite says nothing of a close, a live log waits for room; an edition of a log has a temporary file
        assert command in ("logs", "alog clip", "rosbag") or failed.returncode not in (0, None), fault
        judge(tmp_path, failed, fault, usual)
    torture.say(f"usim {command}: of {len(faults)} calls each may fail; outputs whole or absent, one line")


@pytest.mark.parametrize("command", CLIENTS)
def test_calls_of_a_client_fail(command: str, library: Path, tmp_path: Path, torture: Torture) -> None:
    """Each of them is made again by a new connection, or ends the command with one line; its files are whole."""
    prepare(tmp_path)
    words, counts = CLIENTS[command], tmp_path / "counts"
    port = int((tmp_path / "m.moos").read_text().partition("ServerPort = ")[2].split()[0])
    with MoosDb(port=port, community="one"):
        usually = play(tmp_path, library, words, FAIL_COUNTS=str(counts))
        assert usually.returncode == 0, usually.stderr
        usual = names(tmp_path / "out") if (tmp_path / "out").exists() else []
        calls = [line.split() for line in counts.read_text().splitlines()]
        faults = [f"{kind}:{number}" for kind, count in calls for number in range(1, min(int(count), 12) + 1)]
        assert any(fault.startswith("send") for fault in faults) and any(fault.startswith("recv") for fault in faults)
        for fault in torture.rng().sample(faults, min(torture.amount(2, 1000), len(faults))):
            failed = play(tmp_path, library, words, FAIL_CALL=fault)
            judge(tmp_path, failed, fault, usual)
    torture.say(f"usim {command}: of {len(faults)} calls each may fail; it comes back, or ends with one line")


@pytest.mark.parametrize("command", ["sweep by two", "run of two processes"])
def test_a_process_that_cannot_be_started_is_named(command: str, library: Path, tmp_path: Path) -> None:
    """It was taken for an output that cannot be written."""
    prepare(tmp_path)
    words = COMMANDS.get(command, ("run", str(ROOT / "missions/encounter"), "-o", "out", "--processes", "2"))
    failed = play(tmp_path, library, words, FAIL_CALL="fork:1")
    assert failed.returncode == 1 and len(failed.stderr.splitlines()) == 1
    assert "Resource temporarily unavailable; use " in failed.stderr and "end other programs" in failed.stderr


def test_the_journal_of_a_launch_fails(library: Path, tmp_path: Path) -> None:
    """A launch ended with 0, and left an empty journal that a run could be repeated by."""
    prepare(tmp_path)
    for number in range(5, 12):  # behind the heads of the logs
        failed = play(tmp_path, library, COMMANDS["logs"], FAIL_CALL=f"write:{number}")
        judge(tmp_path, failed, f"write:{number}", names(tmp_path / "out"))
        if lines := [line for line in failed.stderr.splitlines() if "journal " in line]:
            assert failed.returncode == 1 and len(lines) == 1, failed.stderr
            return
    raise AssertionError("no call wrote the journal")


@pytest.mark.parametrize("kind", ["send", "recv"])
def test_calls_of_a_database_for_its_connections_fail(
    kind: str, library: Path, tmp_path: Path, torture: Torture
) -> None:
    for number in torture.rng().sample(range(1, 30), torture.amount(2, 29)):
        port = free_port()
        database = subprocess.Popen(
            call("db", "--port", str(port), "--community", "one", program="usim"), cwd=tmp_path,
            env={**environment(), "LD_PRELOAD": str(library), "FAIL_CALL": f"{kind}:{number}"},
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        )  # fmt: skip
        try:
            read = counted(port)
            assert read[-1] == 41.0 and read == sorted(set(read)), (kind, number)
        finally:
            database.send_signal(signal.SIGINT)
            _, err = database.communicate(timeout=60.0)
        assert database.returncode in (0, 130) and "Traceback" not in err, (kind, number, err)


def counted(port: int) -> list[float]:
    """Post 1 to 40 by one client, 41 until it arrives, and return what another one reads, while they are connected."""
    with (
        closing(connect(port=port, timeout=60.0, name="reader")) as reader,
        closing(connect(port=port, timeout=60.0, name="poster")) as poster,
    ):
        reader.register("COUNT")
        for count in range(1, 41):
            poster.post_rows([single("COUNT", float(count))])
            time.sleep(0.01)
        found: list[float] = []

        def arrived() -> bool:
            found.extend(float(message.value) for message in reader.fetch() if message.key == "COUNT")
            if found[-1:] != [41.0]:
                poster.post_rows([single("COUNT", 41.0)])
            return found[-1:] == [41.0]

        wait_for(arrived, 20.0)
        return found[: found.index(41.0) + 1] if 41.0 in found else found
