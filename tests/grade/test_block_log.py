"""Logs of a pLogger block in lock step."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

from usimmarine_py.logs.alog.writer import EPOCH_DATE
from usimmarine_py.logs.plogger import read_logger_block
from usimmarine_py.mission import parse_mission
from usimmarine_py.moos.clock import SteppedClock
from usimmarine_py.moos.transport.lockstep import LockstepBus
from usimmarine_py.run.logger import BusLogger
from usimmarine_py.values.rows import Shape

LINES = """FileTimeStamp = false
SyncLog = true @ 1
DynamicSyncLogColumns = 1
Log = A @ 0
WildcardLogging = true
WildcardExclusionLog = true
WildCardPattern = X*"""


def test_files_of_a_block(tmp_path: Path) -> None:
    block = parse_mission(f"ProcessConfig = pLogger\n{{\n{LINES}\n}}\n", "m.moos").block("pLogger")
    assert block is not None
    asked = read_logger_block(block, tmp_path, datetime(2026, 1, 1))
    clock = SteppedClock(100.0)
    log = BusLogger(asked, LockstepBus(clock), EPOCH_DATE, lambda text: None, apart=1e-5)
    shape = Shape(("A", "B", "X1"), "p")
    rows = [
        (100.5, shape, (1.0, 2.0, "x")),
        (101.5, Shape(("PLOGGER_CMD",), "p"), ("LOG_REQUEST = B @ 0",)),
        (102.5, shape, (3.0, 4.0, "y")),
        (103.5, Shape(("Q",), "p"), (0.0,)),
    ]
    for stamp, names, values in rows:
        clock.sleep_until(stamp)
        log(stamp, names, values, "")
    log.close()
    found = {ending: asked.path.with_suffix(ending).read_text().splitlines() for ending in (".alog", ".xlog", ".slog")}
    names = {ending: [line.split() for line in lines if line[:2] != "%%"] for ending, lines in found.items()}
    assert [row[1] for row in names[".alog"]] == ["A", "X1", "A", "B", "X1"]
    assert [row[1] for row in names[".xlog"]] == ["B", "PLOGGER_CMD", "Q"]
    assert names[".slog"] == [["1", "1", "NaN"], ["2", "NaN", "NaN"], ["3", "3", "4"]]
