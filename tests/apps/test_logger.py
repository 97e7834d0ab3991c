"""The logger on the in-memory bus."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

import pytest

from tests.support.memory_bus import MemoryBus
from usimmarine_py.apps.logger import LoggerApp
from usimmarine_py.logs.alog import AlogRow, BinaryRef, read_alog, read_header
from usimmarine_py.logs.plogger import LoggerBlock, obey, read_logger_block
from usimmarine_py.mission import parse_mission
from usimmarine_py.moos.app.moos_app import MoosApp
from usimmarine_py.moos.app.settings import AppSettings, LoopSettings
from usimmarine_py.moos.app.status import no_figures
from usimmarine_py.moos.clock import SteppedClock
from usimmarine_py.run.live.program import play_program
from usimmarine_py.values import Message


class Recording:
    """A logger beside somebody who posts, on a stepped clock."""

    def __init__(self, path: Path, **options) -> None:
        self.clock = SteppedClock(1000.0)
        bus = MemoryBus(self.clock)
        self.poster = bus.client("poster")
        self.poster.run()
        self.recorder = LoggerApp(path, self.clock, **options)
        self.said: list[str] = []
        settings = AppSettings("usim_log", community="alpha", loop=LoopSettings(5.0))
        self.app = MoosApp(
            self.recorder,
            settings,
            bus.client("usim_log"),
            self.clock,
            console=self.said.append,
            errors=self.said.append,
            meter=no_figures,
            terminal=False,
        )

    def start(self) -> None:
        self.app.connect()
        self.app.begin()

    def step(self, ticks: int = 1) -> None:
        for _ in range(ticks):
            self.app.tick(self.clock.advance(0.2))


def rows_of(path: Path, *names: str) -> list[AlogRow]:
    return [row for row in read_alog(path) if row.variable in names]


def test_mail_with_a_stamp_that_is_no_time_leaves_a_log_that_can_be_read(tmp_path):
    path = tmp_path / "x.alog"
    r = Recording(path)
    r.start()
    stamps = [1001.0, 1e300, float("inf"), float("nan"), -1e300, 1002.0]
    r.recorder.on_mail([Message("V", float(k), stamp, "c") for k, stamp in enumerate(stamps)])
    r.step()
    r.recorder.close()
    assert [(row.time, row.value) for row in rows_of(path, "V")] == [(1, 0), (1, 1), (1, 2), (1, 3), (1, 4), (2, 5)]
    assert len([text for text in r.said if "V of c has the stamp 1e+300, which is no time" in text]) == 1
    assert not [text for text in r.said if "stamp inf" in text]


def test_everything_heard_is_written(tmp_path):
    path = tmp_path / "run.alog"
    r = Recording(path, opened="Thu Jan  1 00:00:00 1970")
    r.poster.notify("OLD", "before the start", time=990.0)
    r.start()
    r.step()
    r.poster.notify("NAV_X", 1.5)
    r.poster.notify("TEXT", "two\nlines", source_aux="bhv")
    r.poster.notify("RAW", b"\x00\n\xff")
    r.poster.notify("APPCAST_REQ", "node=all,app=all,duration=3,key=k,thresh=any")
    r.step(2)
    r.recorder.close()
    r.recorder.close()
    assert read_header(path).log_start == 1000.0
    old, number, text, raw, request = rows_of(path, "OLD", "NAV_X", "TEXT", "RAW", "APPCAST_REQ")
    assert (old.time, old.value) == (-10.0, "before the start")
    assert (number.time, number.source, number.value) == (0.2, "poster", 1.5)
    assert (text.value, text.source_aux) == ("two\nlines", "bhv")
    assert isinstance(raw.value, BinaryRef)
    assert raw.value.read() == b"\x00\n\xff"
    assert request.value.startswith("node=all")
    report = r.app.application.report()
    assert f"Rows:      {sum(r.recorder.counts.values())}" in report
    assert len(rows_of(path, "APPCAST")) >= 1  # its own, too


def test_patterns_choose(tmp_path):
    path = tmp_path / "run.alog"
    r = Recording(path, variables=["NAV_*"], sources="poster")
    r.start()
    for name in ("NAV_X", "NAV_Y", "OTHER"):
        r.poster.notify(name, 1.0)
    r.step(2)
    r.recorder.close()
    assert [row.variable for row in read_alog(path)] == ["NAV_X", "NAV_Y"]


def test_a_file_that_cannot_be_made_ends_with_one_line(tmp_path):
    r = Recording(tmp_path / "nowhere" / "run.alog")
    assert play_program(r.app, handle_signals=False) == 1
    assert r.said[-1].startswith("usim_log: ")
    assert "run.alog: cannot write the log: No such file or directory; check the path" in r.said[-1]


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_a_full_disk_ends_the_start_with_one_line(tmp_path):
    path = tmp_path / "run.alog"
    path.symlink_to("/dev/full")
    r = Recording(path)
    assert play_program(r.app, handle_signals=False) == 1
    assert "cannot write the log: No space left on device" in r.said[-1]


def test_equal_runs_write_equal_logs(tmp_path):
    def write(name: str) -> bytes:
        (tmp_path / name).mkdir()
        path = tmp_path / name / "run.alog"
        r = Recording(path, opened="Thu Jan  1 00:00:00 1970")
        r.start()
        for k in range(30):
            r.poster.notify("NAV_X", float(k))
            r.step()
        r.recorder.close()
        return path.read_bytes().replace(f"{tmp_path}/{name}".encode(), b"")

    first = write("a")
    assert first == write("b")
    assert first.count(b"NAV_X") > 30


@pytest.mark.parametrize(
    ("lines", "path", "variables", "omitted"),
    [
        (
            "Log = A @ 0 NOSYNC\nLog = B*@2\nWildCardOmitPattern = C*",
            "MOOSLog_06_01_2026_____03_04_05",
            ("A", "B*"),
            (),
        ),
        ("FileTimeStamp = false\nWildCardLogging = true", "MOOSLog", ("*",), ()),
        (
            "File = L\nFileTimeStamp=false\nPATH = sub\nWildCardLogging = true\nWildCardPattern = N*\n"
            "WildCardOmitPattern = *_STATUS\nLog = X_STATUS @ 0",
            "sub/L",
            ("X_STATUS", "N*"),
            ("*_STATUS",),
        ),
    ],
)
def test_a_block_of_plogger(lines: str, path: str, variables: tuple[str, ...], omitted: tuple[str, ...]) -> None:
    """File names as the program made them, for the same lines."""
    block = parse_mission(f"ProcessConfig = pLogger\n{{\n{lines}\n}}\n", "m.moos").block("pLogger")
    assert block is not None
    found = read_logger_block(block, Path("here"), datetime(2026, 1, 6, 3, 4, 5))
    assert found.path == Path("here", path, f"{Path(path).name}.alog")
    assert (found.variables, found.omitted) == (variables, omitted)


def test_what_is_omitted_is_not_written_unless_it_is_named(tmp_path: Path) -> None:
    path = tmp_path / "run.alog"
    r = Recording(path, variables=("*", "A_STATUS"), omitted=("*_STATUS", "Q?"))
    r.start()
    for name in ("A_STATUS", "B_STATUS", "Q1", "Q12"):
        r.poster.notify(name, 1.0)
    r.step(2)
    r.recorder.close()
    names = {row.variable for row in read_alog(path)}
    assert {"A_STATUS", "Q12"} <= names and not names & {"B_STATUS", "Q1"}


BLOCK = """ProcessConfig = pLogger
{
  FileTimeStamp = false
  SyncLog = true @ 0.5
  DynamicSyncLogColumns = 1
  MarkDataType = true
  DoublePrecision = 3
  Log = NUM @ 0
  Log = STR @ 0
  WildcardLogging = true
  WildcardExclusionLog = true
  WildCardPattern = X*
  WildCardOmitPattern = XOM*
  MaxFileSize = 5
}
"""


def test_a_file_of_the_missions_folder_is_copied_and_no_other(tmp_path: Path) -> None:
    home, log = tmp_path / "mission", tmp_path / "mission" / "LOG" / "LOG.alog"
    log.parent.mkdir(parents=True)
    (home / "a.bhv").write_text("initialize A = 1")
    (home / "plain").write_text("b")
    (tmp_path / "secret.txt").write_text("c")
    (home / "link.txt").symlink_to(tmp_path / "secret.txt")
    (home / "large.bin").write_bytes(b"0" * 10_000_001)
    asked, said = LoggerBlock(log, ("*",), (), home=home), list[str]()
    for name in ("a.bhv", f" {home}/plain"):
        assert obey(asked, f"COPY_FILE_REQUEST = {name}", said.append) == []
    assert not said and (log.parent / "a._bhv").read_text() == "initialize A = 1"
    assert (log.parent / "plain._bak").read_text() == "b"
    for name in ("../secret.txt", "/etc/hostname", "link.txt", "none.bhv", "large.bin", "", "LOG"):
        obey(asked, f"COPY_FILE_REQUEST = {name}", said.append)
        assert f"COPY_FILE_REQUEST = {name} has no effect: " in said[-1]
    assert len(said) == 7 and sorted(file.name for file in log.parent.iterdir()) == ["a._bhv", "plain._bak"]


def test_files_beside_the_log_and_requests_while_it_runs(tmp_path: Path) -> None:
    """Columns and rows as those of the program, which were recorded for the same lines."""
    block = parse_mission(BLOCK, "m.moos").block("pLogger")
    assert block is not None
    asked = read_logger_block(block, tmp_path, datetime(2026, 1, 6))
    asked.path.parent.mkdir()
    r = Recording(asked.path, variables=asked.variables, omitted=asked.omitted, asked=asked)
    r.start()
    r.poster.notify("NUM", 3.14159265)
    r.poster.notify("STR", "one")
    for name in ("XA", "XOMIT", "DYN", "MORE"):
        r.poster.notify(name, 1.0)
    r.step(4)
    for name in ("DYN @ 0", "MORE @ 0 nosync", ""):
        r.poster.notify("PLOGGER_CMD", f"LOG_REQUEST={name}")
    r.poster.notify("PLOGGER_CMD", "COPY_FILE_REQUEST=/etc/hostname")
    r.step()
    for name in ("DYN", "MORE"):
        r.poster.notify(name, 7.0)
    r.step(4)
    r.recorder.close()
    text = asked.path.read_text()
    assert "%% DATATYPE MARKING ON\n" in text
    rows = [line.split()[1::2] for line in text.splitlines() if line[:2] != "%%"]
    assert rows == [["NUM", "D:3.142"], ["STR", "S:one"], ["XA", "D:1.000"], ["DYN", "D:7.000"], ["MORE", "D:7.000"]]
    left = {line.split()[1] for line in asked.path.with_suffix(".xlog").read_text().splitlines() if line[:2] != "%%"}
    assert {"XOMIT", "DYN", "MORE"} <= left and not left & {"NUM", "STR", "XA"}
    lines = [line.split() for line in asked.path.with_suffix(".slog").read_text().splitlines()]
    assert ["%%", "TIME", "NUM", "STR", "DYNAMIC_0"] in lines and ["%%", "TIME", "NUM", "STR", "DYN"] in lines
    assert [line for line in lines if line[0] != "%" * 59 and line[0] != "%%"] == [
        ["0.5", "3.14159", "NaN", "NaN"], ["1", "NaN", "NaN", "NaN"], ["1.5", "NaN", "NaN", "7"],
    ]  # fmt: skip
    said = " ".join(r.said)
    for words in ("MaxFileSize has no effect", "MORE has no column in the .slog", "COPY_FILE_REQUEST=/etc/hostname"):
        assert words in said
    assert len(list(asked.path.parent.iterdir())) == 3
