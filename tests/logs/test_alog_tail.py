"""A log that is read while it is written."""

from __future__ import annotations

from pathlib import Path

import pytest

from usimmarine_py.errors import LogFileError
from usimmarine_py.logs.alog import AlogRow, AlogTail, AlogWriter, read_alog
from usimmarine_py.values import Message


def drain(tail: AlogTail, limit: int = 64) -> list[AlogRow]:
    rows: list[AlogRow] = []
    while tail.left:
        rows += tail.read(limit)
    return rows + tail.read()


@pytest.mark.parametrize("limit", [1, 7, 64, 100_000])
def test_in_pieces_of_any_size_it_gives_what_the_reader_gives(moos_wire: Path, limit: int) -> None:
    path = moos_wire / "plogger_sample.alog"
    tail = AlogTail(path)
    rows = drain(tail, limit)
    tail.close()
    # nan is unequal to itself: compare as text
    assert [repr(row) for row in rows] == [repr(row) for row in read_alog(path)]


def test_rows_come_as_they_are_written(tmp_path: Path) -> None:
    path = tmp_path / "run.alog"
    with AlogWriter(path, 1000.0, opened="") as writer:
        writer.flush()
        tail = AlogTail(path)
        assert drain(tail) == []
        writer.write(Message("NAV_X", 1.0, 1001.0, "sim"))
        writer.flush()
        assert [(row.time, row.variable, row.value) for row in drain(tail)] == [(1.0, "NAV_X", 1.0)]
        assert tail.read() == []
        assert not tail.begun_anew()
    tail.close()


def test_half_a_row_waits_for_its_other_half(tmp_path: Path) -> None:
    path = tmp_path / "run.alog"
    path.write_bytes(b"1.00000         NAV_X                sim             1.5")
    tail = AlogTail(path)
    assert drain(tail) == []
    with path.open("ab") as file:
        file.write(b"0000      \n")
    assert [row.value for row in drain(tail)] == [1.5]
    tail.close()


def test_a_log_that_is_begun_anew_is_read_from_its_start(tmp_path: Path) -> None:
    path = tmp_path / "run.alog"
    path.write_text("1.00000 NAV_X sim 1\n2.00000 NAV_X sim 2\n")
    tail = AlogTail(path)
    assert len(drain(tail)) == 2
    path.write_text("1.00000 NAV_X sim 7\n")  # shorter: cut
    assert tail.begun_anew()
    assert [row.value for row in drain(tail)] == [7.0]
    (tmp_path / "new").write_text("1.00000 NAV_X sim 8\n" * 3)
    (tmp_path / "new").replace(path)  # another file of that name
    assert tail.begun_anew()
    assert [row.value for row in drain(tail)] == [8.0] * 3
    tail.close()


def test_what_is_no_log_is_told_with_file_and_line(tmp_path: Path) -> None:
    (tmp_path / "run.alog").write_text("%% LOGSTART 0\nhello\n")
    tail = AlogTail(tmp_path / "run.alog")
    with pytest.raises(LogFileError, match=r"run\.alog:2: not a row"):
        tail.read()
    tail.close()
    with pytest.raises(LogFileError, match="cannot read the log"):
        AlogTail(tmp_path / "none.alog")


def test_unwanted_rows_are_left_out(moos_wire: Path) -> None:
    path = moos_wire / "plogger_sample.alog"
    tail = AlogTail(path, lambda time, name: name != b"REPORT" or time < b"4")
    rows = drain(tail)
    tail.close()
    wanted = [row for row in read_alog(path) if row.variable == "REPORT" and row.time > 4]
    assert rows == wanted
    assert any("\n" in str(row.value) for row in rows)
