"""Runs from files of every kind."""

from __future__ import annotations

import gzip
from pathlib import Path

import numpy as np
import pytest

from usimmarine_py.errors import ConfigError, LogFileError, MissingExtraError, NothingToDrawError
from usimmarine_py.logs.motion import run_series
from usimmarine_py.logs.runs import read_run, read_runs

STATES = "t,x,y,heading,speed,depth,note\n0,0,0,90,2,0,a\n1,2,0,90,2,0.5,b\n2,4,0,90,2,nan,c\n"


def test_ploggers_own_log_is_read(moos_wire: Path) -> None:
    log = read_run(moos_wire / "plogger_sample.alog")
    times, values = log.variable("NAV_SPEED")
    assert times.tolist() == [2.21975, 4.72]
    assert values.tolist() == [0.0, 1.25]
    assert np.isfinite(log.variable("NAV_X")[1]).all()
    assert "REPORT" in log.texts


@pytest.mark.parametrize("name", ["run.csv", "run.csv.gz"])
def test_a_table_of_states_is_a_run(tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_bytes(gzip.compress(STATES.encode()) if name.endswith("gz") else STATES.encode())
    run = run_series(read_run(tmp_path / name))
    assert run.name == "run"
    assert run.x.tolist() == [0.0, 2.0, 4.0]
    assert run.depth is not None
    assert run.depth[1].tolist() == [0.0, 0.5]


def test_a_table_may_name_its_columns_like_variables(tmp_path: Path) -> None:
    (tmp_path / "run.csv").write_text("time,ABE_X,ABE_Y,ABE_SPEED\n1795242476,1,2,3\n1795242477,2,3,3\n")
    run = run_series(read_run(tmp_path / "run.csv"))
    assert run.track_t.tolist() == [0.0, 1.0]
    assert run.y.tolist() == [2.0, 3.0]
    assert run.speed is not None


def test_a_force_is_no_position(tmp_path: Path) -> None:
    (tmp_path / "run.csv").write_text("time,USM_FORCE_WIND_X,USM_FORCE_WIND_Y,ZED_X,ZED_Y\n0,9,9,1,2\n1,9,9,2,3\n")
    assert run_series(read_run(tmp_path / "run.csv")).x.tolist() == [1.0, 2.0]


def test_north_east_down_states_are_turned(tmp_path: Path) -> None:
    (tmp_path / "run.csv").write_text("t,x,y,z,psi,u,v\n0,0,0,0,0,3,4\n1,10,5,2,-1.5707963267948966,3,4\n")
    run = run_series(read_run(tmp_path / "run.csv"))
    assert (run.x[-1], run.y[-1]) == (5.0, 10.0)
    assert run.heading is not None
    assert run.heading[1].tolist() == [0.0, 270.0]
    assert run.speed_over_ground is not None
    assert run.speed_over_ground[1].tolist() == [5.0, 5.0]
    assert run.depth is not None
    assert run.depth[1].tolist() == [0.0, 2.0]


def test_parquet_is_read(tmp_path: Path) -> None:
    pa = pytest.importorskip("pyarrow", reason="needs pyarrow (extra logs)")
    parquet = pytest.importorskip("pyarrow.parquet")
    table = pa.table({"t": [0, 1, 2], "x": [0.0, 1.0, None], "y": [0.0, 0.0, 0.0], "note": ["a", "b", "c"]})
    parquet.write_table(table, tmp_path / "run.parquet")
    log = read_run(tmp_path / "run.parquet")
    assert log.variable("x")[1].tolist() == [0.0, 1.0]
    assert log.texts == {"note"}


def test_parquet_without_pyarrow_names_the_extra(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "pyarrow", None)
    with pytest.raises(MissingExtraError, match=r"usimmarine\[logs\]"):
        read_run(tmp_path / "run.parquet")


@pytest.mark.parametrize(
    ("name", "content", "error", "words"),
    [
        ("run.alog", b"", NothingToDrawError, "holds no numbers"),
        ("run.alog", b"%% LOGSTART 0\n", NothingToDrawError, "holds no numbers"),
        ("run.alog", b"\x00\x01 nothing of the kind\n", LogFileError, r"run\.alog:1: not a row"),
        ("run.csv", b"", NothingToDrawError, "is empty"),
        ("run.csv", b"t,x,y\n", NothingToDrawError, "holds no numbers"),
        ("run.csv", b"a,b\n1,2\n", LogFileError, "no column t or time; its columns are a, b"),
        ("run.csv", b"t,x\n1,2\n3\n", LogFileError, r"run\.csv:3: has 1 cells"),
        ("run.csv", b"\xff\xfe\x00\x9f", LogFileError, "is no text"),
        ("run.csv.gz", b"\x1f\x8b\x08\x00", LogFileError, "cannot read"),
        ("run.parquet", b"", LogFileError, "cannot read the table"),
        ("run.parquet", b"PAR1 is not all it takes PAR1", LogFileError, "cannot read the table"),
        ("run.txt", b"x", ConfigError, r"is no \.alog, \.csv or \.parquet"),
    ],
)
def test_a_file_that_cannot_be_used_is_told_in_one_line(
    tmp_path: Path, name: str, content: bytes, error: type[Exception], words: str
) -> None:
    if name.endswith("parquet"):
        pytest.importorskip("pyarrow", reason="needs pyarrow (extra logs)")
    (tmp_path / name).write_bytes(content)
    with pytest.raises(error, match=words) as caught:
        read_run(tmp_path / name)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("name", ["run.alog", "run.csv", "run.parquet"])
def test_a_file_that_is_not_there_is_told(tmp_path: Path, name: str) -> None:
    if name.endswith("parquet"):
        pytest.importorskip("pyarrow", reason="needs pyarrow (extra logs)")
    with pytest.raises(LogFileError, match="cannot read"):
        read_run(tmp_path / name)


def test_an_unknown_variable_is_told_with_the_nearest(tmp_path: Path) -> None:
    (tmp_path / "run.csv").write_text(STATES)
    log = read_run(tmp_path / "run.csv")
    assert log.variable("SPEED")[1].tolist() == [2.0, 2.0, 2.0]
    with pytest.raises(NothingToDrawError, match="no spede in this log; did you mean speed"):
        log.variable("spede")
    with pytest.raises(NothingToDrawError, match="it holds depth, heading, speed, x, y"):
        log.variable("QQQ")
    with pytest.raises(NothingToDrawError, match="note holds no numbers"):
        log.variable("note")


def test_runs_called_alike_are_told_apart_by_their_folders(tmp_path: Path) -> None:
    for folder in ("calm", "gale"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "run.csv").write_text(STATES)
    logs = read_runs([tmp_path / "calm" / "run.csv", tmp_path / "gale" / "run.csv"])
    assert [log.name for log in logs] == ["calm/run", "gale/run"]
