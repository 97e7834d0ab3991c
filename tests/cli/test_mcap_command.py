"""``usim mcap``, and ``usim run --mcap`` beside it."""

from __future__ import annotations

import json
import os
from io import BytesIO
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from tests.support.paths import ROOT
from usimmarine_py.cli.usim import entry

mcap_reader = pytest.importorskip("mcap.reader")


def messages(path: Path, *topics: str) -> list[tuple[str, int, Any]]:
    with path.open("rb") as file:
        found = mcap_reader.make_reader(file, validate_crcs=True).iter_messages(topics=topics or None)
        return [(channel.topic, message.log_time, json.loads(message.data)) for _, channel, message in found]


@pytest.fixture(scope="module")
def odin(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("odin")
    mission = folder / "gale_waves.moos"
    mission.write_bytes((ROOT / "missions" / "odin_weather" / "gale_waves.moos").read_bytes())
    assert (
        entry(["run", str(mission), "--duration", "6", "-o", str(folder / "out"), "--csv", "--mcap", "-q"]) == 0
    )  # cut short
    return folder / "out" / "gale_waves.alog"


def test_the_log_of_a_run_gives_what_the_run_gave(
    odin: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    target = tmp_path / "o.mcap"
    assert entry(["mcap", str(odin), "-o", str(target)]) == 0
    assert capsys.readouterr() == (f"wrote {target}\n", "")
    log, run = messages(target), messages(odin.with_suffix(".mcap"))
    assert [(topic, time) for topic, time, _ in log] == [(topic, time) for topic, time, _ in run]
    for topic in ("/tf", "/pose", "/location", "/actuators", "/weather", "/hull", "/track"):
        mine, theirs = ([numbers(m) for t, _, m in found if t == topic] for found in (log, run))
        # the log has five decimals, of latitude and longitude more
        assert mine == [pytest.approx(one, abs=3e-4) for one in theirs]
        assert len(mine) == (1 if topic in ("/hull", "/track") else 60)
    hull = next(m for t, _, m in log if t == "/hull")["entities"][0]["triangles"][0]["points"]
    assert max(p["x"] for p in hull) == 5.45  # Odin's, from the mission beside the log


def numbers(value: Any) -> list[float]:
    if isinstance(value, dict | list):
        return [n for part in (value.values() if isinstance(value, dict) else value) for n in numbers(part)]
    return [float(value)] if isinstance(value, int | float) else []


def test_equal_logs_give_equal_files(odin: Path, tmp_path: Path) -> None:
    for name in "ab":
        assert entry(["mcap", str(odin), "-o", str(tmp_path / name)]) == 0
    assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes()


def test_a_table_and_a_vehicle_by_its_name(odin: Path, tmp_path: Path) -> None:
    target = tmp_path / "t.mcap"
    assert entry(["mcap", str(odin.with_suffix(".csv")), "-o", str(target), "--vehicle", "lauv"]) == 0
    (_, _, hull), *_ = messages(target, "/hull")
    assert len(hull["entities"][0]["cylinders"]) == 3
    assert len(messages(target, "/tf")) == 60


@pytest.mark.parametrize(
    ("name", "content", "options", "says"),
    [
        ("none.alog", None, [], "no such file or folder"),
        ("a.alog", b"no log at all\n", [], "a.alog:1: not a row of a log"),
        ("a.txt", b"", [], "is no .alog, .csv or .parquet"),
        ("a.csv", b"x,y\n1,2\n", [], "has no column t or time"),
        ("a.alog", b"0.1 NAV_X a 1.0\n", ["--vehicle", "lav"], "there is no vehicle 'lav'"),
        ("a.alog", b"0.1 NAV_X a 1.0\n", ["--prefix", "USM"], "no USM_X and USM_Y in this log"),
        ("a.alog", b"0.1 NAV_X a 1.0\n", ["-o", "/nowhere/at/all.mcap"], "/nowhere/at/all.mcap: cannot be written: "),
    ],
)
def test_bad_input_is_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str, content: bytes | None, options: list[str], says: str
) -> None:
    if content is not None:
        (tmp_path / name).write_bytes(content)
    assert entry(["mcap", str(tmp_path / name), *options]) in (1, 2)
    out, error = capsys.readouterr()
    assert out == ""
    assert says in error
    assert error.count("\n") == 1
    assert not list(tmp_path.glob("*.mcap*"))


def test_a_log_without_a_position_says_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "a.alog").write_text("0.1 NAV_SPEED a 1.0\n0.2 NAV_SPEED a 1.5\n")
    assert entry(["mcap", str(tmp_path / "a.alog")]) == 0
    assert capsys.readouterr().out.startswith("note: no position (..._X and ..._Y) in this log")
    assert [(t, m["value"]) for t, _, m in messages(tmp_path / "a.mcap")] == [("NAV_SPEED", 1.0), ("NAV_SPEED", 1.5)]


def test_without_the_package_the_extra_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(__import__("sys").modules, "foxglove", None)
    (tmp_path / "a.alog").write_text("0.1 NAV_SPEED a 1.0\n0.2 NAV_SPEED a 1.5\n")
    assert entry(["mcap", str(tmp_path / "a.alog")]) == 2
    assert capsys.readouterr().err == "usim: writing MCAP needs foxglove-sdk: pip install 'usimmarine[logs]'\n"


def test_the_writer_is_foxgloves_own(tmp_path: Path, odin: Path) -> None:
    assert entry(["mcap", str(odin), "-o", str(tmp_path / "a.mcap")]) == 0
    with (tmp_path / "a.mcap").open("rb") as file:
        assert mcap_reader.make_reader(file).get_header().library.startswith("foxglove-sdk")


def test_a_pipe_gets_the_whole_file(tmp_path: Path, odin: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pipe, found = tmp_path / "pipe", []
    os.mkfifo(pipe)
    reader = Thread(target=lambda: found.append(pipe.read_bytes()))
    reader.start()
    assert entry(["mcap", str(odin), "-o", str(pipe)]) == 0
    reader.join(60.0)
    assert entry(["mcap", str(odin), "-o", str(tmp_path / "a.mcap")]) == 0
    messages = []
    for data in (found[0], (tmp_path / "a.mcap").read_bytes()):
        read = mcap_reader.make_reader(BytesIO(data), validate_crcs=True)
        messages.append([(channel.topic, message.data) for _, channel, message in read.iter_messages()])
        assert read.get_summary().statistics.message_count == len(messages[-1]) > 100
    assert messages[0] == messages[1]
