"""pLogger as a listener of the bus: what its block asks for, and what PLOGGER_CMD asks for later."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

import pytest

from usimmarine_py.errors import ConfigError
from usimmarine_py.logs.alog import read_alog
from usimmarine_py.logs.plogger import read_logger_block
from usimmarine_py.mission import parse_mission
from usimmarine_py.moos.clock import SteppedClock
from usimmarine_py.moos.transport.lockstep import LockstepBus, LockstepComms
from usimmarine_py.run.logger import BusLogger
from usimmarine_py.values.rows import Row, Shape, single

BLOCK = """ProcessConfig = pLogger
{
  File = LOG
  FileTimeStamp = false
%s
}
"""


class Bench:
    def __init__(self, folder: Path, lines: str) -> None:
        self.clock = SteppedClock(1000.0)
        self.bus = LockstepBus(self.clock, "alpha")
        block = parse_mission(BLOCK % lines, "m.moos").block("pLogger")
        assert block is not None
        self.asked = read_logger_block(block, folder, datetime(2026, 1, 1))
        self.asked.path.parent.mkdir(exist_ok=True)
        self.said: list[str] = []
        self.logger = BusLogger(self.asked, self.bus, "today", self.said.append)
        self.poster: LockstepComms = self.bus.client("pPoster")
        self.poster.run()

    def post(self, time: float, *rows: Row) -> None:
        self.clock.sleep_until(1000.0 + time)
        self.poster.post_rows(rows)

    def rows(self, ending: str = ".alog") -> list[tuple[float, str, object]]:
        self.logger.close()
        found = read_alog(self.asked.path.with_suffix(ending))
        return [(row.time, row.variable, row.value) for row in found if not row.variable.startswith("DB_")]


def test_rows_are_logged_as_the_block_says(tmp_path: Path) -> None:
    bench = Bench(tmp_path, "  WildCardLogging = true\n  WildCardOmitPattern = *_STATUS\n  Log = GONE @ 0")
    bench.post(1.0, Row(Shape(("X", "P_STATUS", "T")), (1.5, "fine", "two\nlines")))
    bench.post(2.0, single("GONE", "yes"), single("Y", 2.0))
    assert bench.rows() == [(1.0, "X", 1.5), (1.0, "T", "two\nlines"), (2.0, "GONE", "yes"), (2.0, "Y", 2.0)]


def test_a_command_adds_variables_with_what_they_are(tmp_path: Path) -> None:
    bench = Bench(tmp_path, "  Log = A @ 0")
    bench.post(1.0, single("A", 1.0), single("B", 2.0), single("C", 3.0))
    bench.post(2.0, single("PLOGGER_CMD", "LOG_REQUEST = B @ 0, A"))
    bench.post(3.0, single("B", 5.0), single("C", 6.0))
    bench.post(4.0, single("PLOGGER_CMD", "COPY = C"))
    assert bench.rows() == [(1.0, "A", 1.0), (1.0, "B", 2.0), (3.0, "B", 5.0)]
    (said,) = bench.said
    assert said.startswith("PLOGGER_CMD = COPY = C has no effect: it is LOG_REQUEST = VARIABLE, or COPY_FILE_REQUEST")


def test_files_beside_it(tmp_path: Path) -> None:
    bench = Bench(
        tmp_path, "  SyncLog = true @ 0.5\n  Log = A @ 0\n  WildcardExclusionLog = true\n  DynamicSyncLogColumns = 1"
    )
    bench.post(0.2, single("A", 1.0), single("B", 9.0))
    bench.post(0.7, single("A", 2.0), single("PLOGGER_CMD", "LOG_REQUEST = B"))
    bench.post(1.2, single("B", 7.0))
    bench.clock.sleep_until(1001.6)
    assert bench.rows(".xlog") == [(0.2, "B", 9.0), (0.7, "PLOGGER_CMD", "LOG_REQUEST = B")]
    lines = bench.asked.path.with_suffix(".slog").read_text().splitlines()
    table = [line.split() for line in lines if not line.startswith("%")]
    # each line has what came in its half second
    assert table == [["0.5", "1", "NaN"], ["1", "2", "NaN"], ["1.5", "NaN", "7"]]


def test_a_log_has_one_writer(tmp_path: Path) -> None:
    bench = Bench(tmp_path, "  Log = A @ 0")
    with pytest.raises(ConfigError, match="another program is writing this log"):
        BusLogger(bench.asked, bench.bus, "today", bench.said.append)
    bench.logger.close()
