"""``usim run --again``: a launch with clients, other processes and a clock that is set comes out the same offline."""

from __future__ import annotations

import shutil
import signal
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

import pytest

from tests.support.processes import free_port, running, usim
from usimmarine_py.cli.live.play import LiveLaunch
from usimmarine_py.errors import ConfigError
from usimmarine_py.kernels.threads import processors
from usimmarine_py.launch.plan import plan_community, with_warp
from usimmarine_py.launch.spread import process_count
from usimmarine_py.logs.alog import read_alog
from usimmarine_py.mission.shipped import shipped_folder
from usimmarine_py.moos.testing import wait_for
from usimmarine_py.moos.transport.datagrams import encode_datagram
from usimmarine_py.moos.transport.open import connect
from usimmarine_py.run.again import repetition
from usimmarine_py.run.again.journal import JournalReader, find_journal
from usimmarine_py.run.again.repetition import Again, run_again
from usimmarine_py.values import Message

LOGGED = """ProcessConfig = pLogger
{
  File = %s
  FileTimeStamp = false
  WildCardLogging = true
  WildCardOmitPattern = IVPHELM_*
  WildcardExclusionLog = true
  SyncLog = true @ 0.5
  Log = NAV_X @ 0
  DynamicSyncLogColumns = 2
}
"""
METER = """from usimmarine_py import App


class Meter(App):
    app_tick = 5.0
    subscriptions = ("NAV_X", "GUEST")

    def on_start(self):
        self.count = 0

    def on_mail(self, message):
        self.count += 1

    def iterate(self):
        self.post("METER", float(self.count))
        self.post("DICE", self.random.random())
"""
WARP = 12.5


def logged(text: str, name: str, port: int) -> str:
    """A mission with a port of its own, and a logger of everything."""
    head, _, _ = text.partition("ProcessConfig = pLogger")
    lines = [f"ServerPort = {port}" if line.startswith("ServerPort") else line for line in head.splitlines()]
    return "\n".join(lines) + "\n" + LOGGED % name


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The working directory, where nothing of MOOS-IvP is on PATH."""
    monkeypatch.setenv("PATH", "/usr/bin:/bin")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def alpha(folder: Path) -> int:
    """Leave a template of a mission with an application of its own; the port."""
    place, port = shipped_folder("alpha").folder, free_port()
    text = logged((place / "alpha.moos").read_text(), "LOG", port)
    text = text.replace("  Run = pHelmIvP", "  Run = meter.py @ NewConsole = false ~ Meter\n  Run = pHelmIvP", 1)
    text = text.replace("start_pos = x=0", "start_pos = x=$(X)").replace("turn_rate  = 40", "#include turning.txt")
    (folder / "alpha.moos").write_text(text.replace("Community    = alpha", "Community = ${USIM_TEST_NAME}"))
    (folder / "turning.txt").write_text("  turn_rate = 45\n")
    (folder / "meter.py").write_text(METER)
    shutil.copy(place / "alpha.bhv", folder)
    return port


def play(seconds: float, script: Callable[[LiveLaunch], None]) -> None:
    """Launch alpha.moos in this process, with what a thread does meanwhile."""
    community = with_warp(plan_community(Path("alpha.moos"), ("X=7",), (), "ours"), WARP)
    community.write_files()
    said: list[str] = []
    with ExitStack() as stack:
        launch = LiveLaunch([community], lambda community, name: (said.append, said.append))
        loop = launch.loop(stack, [], lambda community, name, code: None, lambda community, name: None)
        loop.until = seconds
        beside = threading.Thread(target=script, args=[launch])
        beside.start()
        loop.run()
        beside.join()


def again(folder: Path, log: str = "LOG", **options: bool) -> Again:
    return run_again(JournalReader(find_journal(folder / log)), folder / "again", **options)


def visit(port: int, name: str, *posts: tuple[str, object]) -> None:
    """Join, post, and leave."""
    client = connect("127.0.0.1", port, name, warp=WARP)
    client.register("NAV_X")
    for variable, value in posts:
        client.notify(variable, value)  # type: ignore[arg-type]
    time.sleep(0.3)
    client.close()


def test_a_launch_comes_out_the_same(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Clients, odd values, measured loads, reports, a clock that is set, a program that is ended by mail."""
    monkeypatch.setenv("USIM_TEST_NAME", "alpha")
    port = alpha(folder)
    wanted = "app=all,duration=30"

    def script(launch: LiveLaunch) -> None:
        pace = launch.context.pace
        visit(port, "operator", ("DEPLOY", "true"), ("MOOS_MANUAL_OVERRIDE", "false"))
        visit(
            port, "guest", ("GUEST", 0.1 + 0.2), ("TEXT", "tab\tline\nend\x00\x1b \udcff"), ("BINARY", b"\0\xff"),
            ("LOADCAST_REQ", wanted), ("APPCAST_REQ", f"node=all,key=guest,thresh=any,{wanted}"),
            ("PLOGGER_CMD", "LOG_REQUEST = GUEST @ 0"),
        )  # fmt: skip
        wall = pace._wall
        pace._wall = lambda: wall() - 20.0
        visit(port, "guest", ("GUEST", 5.0), ("LOADCAST_REQ", wanted))  # a busy machine iterates seldom: asked again
        pace._wall = wall
        visit(port, "operator", ("USIM_END", "pNodeReporter"), ("LOADCAST_REQ", wanted))

    play(125.0, script)
    monkeypatch.setenv("USIM_TEST_NAME", "another")
    found = again(folder)
    assert [one.live.suffix for one in found.logs] == [".alog", ".blog", ".slog", ".xlog"]
    assert found.equal and found.complete and not found.killed and found.notes == ()
    live = (folder / "LOG" / "LOG.alog").read_bytes()
    assert live == (folder / "again" / "LOG.alog").read_bytes()
    rows = list(read_alog(folder / "LOG" / "LOG.alog"))
    assert {"METER", "DICE", "USIMMARINE_STATUS", "PHELMIVP_ITER_GAP", "APPCAST", "BINARY"} <= {
        r.variable for r in rows
    }
    helm = [row.value for row in rows if row.variable == "PHELMIVP_ITER_LEN"]
    assert len(set(helm)) > 20  # measured, not made up
    assert any(row.value == 5.0 for row in rows if row.variable == "GUEST")
    events = {event.what for event in JournalReader(find_journal(folder / "LOG")).events()}
    assert events - {"skip"} == {"measured", "join", "leave", "post", "clock", "mark", "over"}  # a busy machine skips
    assert [row.time for row in rows if row.time < -100.0], "the clock was not set"
    _changed_files_are_named(folder, monkeypatch)


def _changed_files_are_named(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of the same launch: what was played is checked, and kept."""
    for name in ("alpha.bhv", "alpha.moos", "turning.txt", "meter.py"):
        before = (folder / name).read_text()
        (folder / name).write_text(before + "\n")
        with pytest.raises(ConfigError, match=rf"{name}: is not the file that was played.*--copies") as error:
            again(folder)
        assert error.value.exit_code == 2
        assert again(folder, copies=True).equal or name != "alpha.bhv"
        (folder / name).write_text(before)
    copy = folder / "LOG" / "LOG.files" / "alpha.bhv"
    kept = copy.read_text()
    copy.write_text(kept + "\n")
    with pytest.raises(ConfigError, match=r"alpha\.bhv: this copy of what was played has changed"):
        again(folder, copies=True)
    copy.write_text(kept)
    with pytest.raises(ConfigError, match="the logs of the live run are there"):
        run_again(JournalReader(find_journal(folder / "LOG")), folder / "LOG")
    # the folder of the log is enough, elsewhere, too
    for name in ("alpha.bhv", "alpha.moos", "turning.txt", "meter.py"):
        (folder / name).unlink()
    shutil.move(folder / "LOG", folder / "kept")
    monkeypatch.setattr(repetition, "__version__", "0.1")
    found = again(folder, "kept")
    assert found.equal
    assert "0.1: the logs may differ" in found.notes[0] and len(found.notes) == 5
    _differences_are_found(folder)


def _differences_are_found(folder: Path) -> None:
    """Of the same launch: the first line that differs, and what a killed run left."""
    log, journal = folder / "kept" / "LOG.alog", folder / "kept" / "LOG.journal"
    whole, events = log.read_bytes(), journal.read_bytes()
    lines = whole.splitlines(keepends=True)
    log.write_bytes(b"".join([*lines[:999], lines[999].replace(b".", b",", 1), *lines[1000:]]))
    found = again(folder, "kept")
    different = [one for one in found.logs if not one.equal]
    assert not found.equal and [(one.live, one.line) for one in different] == [(log, 1000)]
    assert (different[0].is_now, "," in different[0].was) == (lines[999].decode().rstrip(), True)
    log.write_bytes(b"".join(lines[:-1]))
    last = next(one for one in again(folder, "kept").logs if not one.equal)
    assert (last.line, last.was) == (len(lines), "the file ends")
    (folder / "kept" / "LOG.xlog").unlink()
    assert [one.was for one in again(folder, "kept").logs if not one.equal] == ["the file ends", "is not there"]
    # as after a kill: no end of the journal, a torn line, and a log that was written a little further
    cut = events.index(b'["mark"', len(events) // 2)
    journal.write_bytes(events[: events.index(b"\n", cut) + 1] + b'["po')
    log.write_bytes(whole[: len(whole) * 2 // 3])
    found = again(folder, "kept")
    alog = found.logs[0]
    assert found.killed and alog.equal and 1000 < alog.lines < len(lines)


@pytest.fixture
def field(folder: Path) -> Iterator[dict[str, int]]:
    """The shipped encounter with ports of its own: the ports by what they are for."""
    place = shipped_folder("encounter").folder
    ports = {name: free_port() for name in ("abe", "ben", "shore")}
    ports |= {f"{name} share": free_port(socket.SOCK_DGRAM) for name in ("abe", "ben", "shore")}
    for file in place.iterdir():
        text = file.read_text()
        if file.suffix == ".moos":
            text = logged(text, file.stem, ports[file.stem])
            for name, number in (("shore", 9200), ("abe", 9201), ("ben", 9202)):
                text = text.replace(f":{number}", f":{ports[f'{name} share']}")
        (folder / file.name).write_text(text)
    yield ports


def test_a_field_with_another_process_comes_out_the_same(
    folder: Path, field: dict[str, int], capsys: pytest.CaptureFixture[str]
) -> None:
    """Abe and the shore in one process, ben in another: node reports come as datagrams. By the commands."""
    with (
        running("launch", "abe.moos", "shore.moos", "--warp=10", "--for=130", program="usim", cwd=folder) as launch,
        running("launch", "ben.moos", "--warp=10", "--for=140", program="usim", cwd=folder) as other,
    ):
        assert wait_for(lambda: (folder / "shore" / "shore.alog").is_file(), 60.0)
        time.sleep(1.0)
        shore = ["--port", str(field["shore"]), "--warp=10"]
        assert usim(capsys, "poke", *shore, "OPERATOR=here", "SPEED=0.3")[0] == 0
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sender:
            address = "127.0.0.1", field["shore share"]
            sender.sendto(b"no message of MOOS", address)
            sender.sendto(encode_datagram(Message("RADIO", "over", 1.0, "tower", "", "sky")), address)
        asked = "app=all,duration=30,node=all,key=me,thresh=any"
        for _ in range(3):  # of 1.5 s each
            assert usim(capsys, "poke", *shore, f"APPCAST_REQ={asked}", f"LOADCAST_REQ={asked}")[0] == 0
        assert (launch.wait(60.0), other.wait(60.0)) == (0, 0)
    for name, lines in (("shore", 6), ("abe", 6), ("ben", 3)):
        code, out, err = usim(capsys, "run", "--again", name, "-o", f"{name}_out")
        assert code == 0, out + err
        assert sum(line.startswith("equal ") for line in out.splitlines()) == lines
    rows = [(row.variable, row.value) for row in read_alog(folder / "shore_out" / "shore.alog")]
    assert {("OPERATOR", "here"), ("SPEED", 0.3), ("RADIO", "over")} <= set(rows)
    assert any("datagrams that are no message" in str(value) for name, value in rows if name == "APPCAST")
    assert sum("NAME=ben" in str(value) for name, value in rows if name == "NODE_REPORT") > 20
    events = {event.what for event in JournalReader(find_journal(folder / "shore")).events()}
    assert {"share", "forward", "trouble", "network", "host"} <= events
    _exit_codes(folder, capsys)


def test_a_field_over_processes_is_one_launch(
    folder: Path, field: dict[str, int], capsys: pytest.CaptureFixture[str]
) -> None:
    """Each community in a process: datagrams between them, one end, and a journal for each."""
    files = ("abe.moos", "ben.moos", "shore.moos")
    words = ("launch", *files, "--processes=3", "--warp=10", "--for=100")
    with running(*words, program="usim", cwd=folder) as process:
        printed, _ = process.communicate(timeout=90.0)
    assert process.returncode == 0, printed
    assert "3 processes: this one plays abe; others play ben; shore" in printed
    assert {line.partition(" | ")[0].strip() for line in printed.splitlines() if "| is running" in line} >= {
        "abe/uSimMarineV22", "ben/uSimMarineV22"
    }  # fmt: skip
    rows = [row for row in read_alog(folder / "shore" / "shore.alog") if row.variable == "NODE_REPORT"]
    for name in ("abe", "ben"):
        assert sum(f"NAME={name}" in str(row.value) for row in rows) > 5  # on a busy machine; else 100 and more
        assert usim(capsys, "run", "--again", name, "-o", f"{name}_out")[0] == 0


def test_a_failure_in_another_process_ends_the_launch(folder: Path, field: dict[str, int]) -> None:
    text = (folder / "ben.moos").read_text()
    (folder / "ben.moos").write_text(text.replace("start_pos", "dynamics = none_such\n  start_pos", 1))
    files = ("abe.moos", "ben.moos", "shore.moos")
    with running("launch", *files, "--processes=2", program="usim", cwd=folder) as process:
        printed, _ = process.communicate(timeout=60.0)
    assert process.returncode == 2 and "none_such" in printed, printed


def test_the_load_decides_over_how_many_processes_communities_are_spread(folder: Path, field: dict[str, int]) -> None:
    abe = plan_community(folder / "abe.moos", (), (), "ours")
    fleet = [replace(abe, warp=20.0)] * 21
    assert process_count(fleet[:3], None) == 1
    assert process_count(fleet, None) == min(processors(), 4)
    assert (process_count(fleet[:3], 8), process_count(fleet, 1)) == (3, 1)


def _exit_codes(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    log = folder / "ben" / "ben.slog"
    log.write_text(log.read_text().replace("NaN", "Nan", 1))
    code, out, _ = usim(capsys, "run", "--again", "ben")
    assert (code, "different    ben/ben.slog:" in out, (folder / "ben_again" / "ben.slog").is_file()) == (1, True, True)
    code, out, err = usim(capsys, "run", "--again", "ben", "-q")
    assert (code, out, "differs from ben_again/ben.slog" in err) == (1, "", True)
    code, out, _ = usim(capsys, "run", "--again", "ben", "--json")
    assert (code, '"equal": false' in out) == (1, True)
    journal = folder / "ben" / "ben.journal"
    journal.write_bytes(journal.read_bytes().replace(b"NODE_REPORT", b"NODE-REPORT"))
    for words, problem in (
        (["ben"], "the journal is damaged"),
        ([str(journal)], "the journal is damaged"),
        (["ben_again"], "no journal of a live run in it"),
        (["nothing"], "there is no such folder"),
        (["ben", "--seed", "3"], "--seed: does not go with --again"),
        (["ben", "ben.moos"], "--again: ben is a folder, whose journal says what is played: leave ben.moos out"),
    ):
        code, out, err = usim(capsys, "run", "--again", *words)
        assert (code, out, problem in err, err.count("\n")) == (2, "", True, 1), err
    code, _, err = usim(capsys, "run", "--copies", "ben.moos")
    assert (code, "is for --again" in err) == (2, True)


def test_a_killed_launch_is_repeated_as_far_as_it_came(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    alpha(folder)
    text = (folder / "alpha.moos").read_text().replace("${USIM_TEST_NAME}", "alpha")
    (folder / "alpha.moos").write_text(text)
    log = folder / "LOG" / "LOG.alog"
    with running("launch", "alpha.moos", "-D", "X=0", "--warp=20", program="usim", cwd=folder) as launch:
        assert wait_for(lambda: log.is_file() and log.stat().st_size > 200_000, 60.0)
        journal = find_journal(log.parent)
        before = journal.stat().st_size
        assert wait_for(lambda: journal.stat().st_size > before, 60.0)  # it knows of these rows, too
        launch.send_signal(signal.SIGKILL)
        launch.wait(60.0)
    code, out, _ = usim(capsys, "run", "--again", "LOG")
    assert (code, "the live run was killed" in out) == (0, True), out
    equal = next(line for line in out.splitlines() if "LOG.alog" in line)
    assert int(equal.split(", ")[1].split()[0]) > 1000


def test_a_journal_can_be_left_out(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    alpha(folder)
    text = (folder / "alpha.moos").read_text().replace("${USIM_TEST_NAME}", "alpha")
    (folder / "alpha.moos").write_text(text)
    words = ["launch", "alpha.moos", "-D", "X=0", "--warp=50", "--for=20", "--no-journal"]
    with running(*words, program="usim", cwd=folder) as launch:
        assert launch.wait(60.0) == 0
    names = {path.name for path in (folder / "LOG").iterdir()}
    assert "LOG.alog" in names and not {"LOG.journal", "LOG.files"} & names
    code, _, err = usim(capsys, "run", "--again", "LOG")
    assert (code, "usim launch writes one beside each log" in err) == (2, True)
