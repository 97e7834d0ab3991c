"""A live run on a real MOOSDB, recorded, comes out the same offline: to the bit."""

from __future__ import annotations

import json
import signal
from pathlib import Path

import pytest

from tests.support.missions import HEAD, PID, VEHICLE, write
from tests.support.processes import running
from usimmarine_py.apps.recorder import MAIL, START, TICK, mail_text, read_mail
from usimmarine_py.cli.usim import entry
from usimmarine_py.logs.alog import load_series, read_alog
from usimmarine_py.moos.db import MoosDb
from usimmarine_py.moos.testing import wait_for
from usimmarine_py.moos.transport.open import connect
from usimmarine_py.run.replay import last_time
from usimmarine_py.values import Message

LIVE = (
    """ServerHost = localhost
ServerPort = %d
MOOSTimeWarp = 10
"""
    + HEAD
)
RECORD = "  record = live.alog\n"


@pytest.fixture(scope="module")
def recorded(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[float]]:
    """The mission file, with live.alog beside it, and the NAV_X that the live run posted."""
    folder = tmp_path_factory.mktemp("live")
    with MoosDb(warp=10.0) as db:
        path = write(folder, LIVE % db.port + VEHICLE % (RECORD + PID + "  dual_state = true"))
        with running(str(path), "--comms=native") as process:
            client = connect(port=db.port, name="helm", warp=10.0)
            client.register("NAV_X")
            assert wait_for(lambda: "usimmarine" in db.clients)
            posted: list[float] = []

            def steer(heading: float, enough: int, places: int = 0) -> None:
                def driven() -> bool:
                    client.notify("DESIRED_HEADING", heading)
                    client.notify("DESIRED_SPEED", 2.0 + heading / 777.0)
                    client.notify("DRIFT_VECTOR", f"{heading},0.37")
                    posted.extend(float(m.value) for m in client.fetch())
                    return len(posted) > enough and len(set(posted)) > places

                assert wait_for(driven)

            client.notify("MOOS_MANUAL_OVERRIDE", "false")
            client.notify("USM_TURN_RATE", float("nan"))
            steer(30.0, 60)
            client.notify("USM_SIM_PAUSED", "true")
            steer(60.0, 90)
            client.notify("USM_SIM_PAUSED", "false")
            steer(222.2, 200, places=100)  # a busy machine may post little while it drives
            process.send_signal(signal.SIGTERM)
            assert process.wait(60.0) == 0
            client.close()
    return path, posted


def test_the_replay_gives_the_same_track(recorded: tuple[Path, list[float]], tmp_path: Path) -> None:
    path, posted = recorded
    assert len(set(posted)) > 100
    arguments = ["--again", str(path.with_name("live.alog")), "-o", str(tmp_path), "--csv", "-q"]
    assert entry(["run", str(path), *arguments]) == 0
    summary = json.loads((tmp_path / "test.json").read_text())
    assert summary["differences"] == []
    assert "to the bit" in summary["notes"][0]
    assert any("USM_TURN_RATE" in text for text in summary["run_warnings"])
    ticks = [json.loads(str(r.value)) for r in read_alog(path.with_name("live.alog")) if r.variable == TICK]
    assert summary["ticks"] == {"usimmarine": len(ticks)}
    lines = (tmp_path / "test.csv").read_text().splitlines()
    columns = lines[0].split(",")
    table = [dict(zip(columns, (float(v) for v in line.split(",")), strict=True)) for line in lines[1:]]
    assert [row["x"] for row in table] == [tick["x"] for tick in ticks]
    assert [row["heading"] for row in table] == [tick["h"] for tick in ticks]
    # and what the live run posted for others to see is in the log of the replay, in the same order
    replayed = load_series(tmp_path / "test.alog", ["NAV_X"])["NAV_X"].values
    mine = [f"{value:.5f}" for value in replayed]
    theirs = [f"{value:.5f}" for value in posted]
    assert any(mine[begin : begin + len(theirs)] == theirs for begin in range(len(mine)))


def test_a_replay_tells_how_far_it_is(
    recorded: tuple[Path, list[float]], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path, _ = recorded
    recording = path.with_name("live.alog")
    assert entry(["run", str(path), "--again", str(recording), "-o", str(tmp_path), "--no-log", "--progress"]) == 0
    lines = capsys.readouterr().err.splitlines()
    summary = json.loads((tmp_path / "test.json").read_text())
    assert lines[-1] == f"100 %, {summary['time']:.0f} s simulated"
    assert last_time(recording) == pytest.approx(summary["time"], abs=1.0)  # mail may follow the last tick


def test_a_changed_mission_is_told_from_a_failure(recorded: tuple[Path, list[float]], tmp_path: Path) -> None:
    path, _ = recorded
    changed = write(tmp_path, path.read_text().replace("turn_rate = 40", "turn_rate = 41"))
    arguments = ["--again", str(path.with_name("live.alog")), "-o", str(tmp_path / "o"), "-q"]
    assert entry(["run", str(changed), *arguments]) == 0
    summary = json.loads((tmp_path / "o" / "test.json").read_text())
    assert "differs from the live run, first in " in summary["notes"][0]
    assert "is not that of the recording" in summary["notes"][0]


def test_a_recording_that_was_tampered_with_is_a_failure(recorded: tuple[Path, list[float]], tmp_path: Path) -> None:
    path, _ = recorded
    text = path.with_name("live.alog").read_text()
    (tmp_path / "live.alog").write_text(text.replace('"v":222.2}', '"v":222.3}'))
    arguments = ["--again", str(tmp_path / "live.alog"), "-o", str(tmp_path / "o"), "-q"]
    assert entry(["run", str(path), *arguments]) == 1


def test_a_recording_cut_short_is_replayed_as_far_as_it_goes(
    recorded: tuple[Path, list[float]], tmp_path: Path
) -> None:
    path, _ = recorded
    raw = path.with_name("live.alog").read_bytes()
    (tmp_path / "live.alog").write_bytes(raw[: len(raw) // 2])
    arguments = ["--again", str(tmp_path / "live.alog"), "-o", str(tmp_path / "o"), "-q"]
    assert entry(["run", str(path), *arguments]) == 0
    assert json.loads((tmp_path / "o" / "test.json").read_text())["differences"] == []


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "is no recording"),
        ("%% a log\n1.00000         NAV_X                app             1.00000      \n", "is no recording"),
        (f"1.00000         {TICK}     usim_record     {{}} \n", ":1: no USIM_RECORD_START row"),
        (f"1.00000         {START}    usim_record     {{}} \n", ":1: a USIM_RECORD_START row that cannot be read"),
    ],
)
def test_what_is_no_recording_is_one_error(
    tmp_path: Path, text: str, words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    path = write(tmp_path, HEAD + VEHICLE % "")
    (tmp_path / "live.alog").write_text(text)
    assert entry(["run", str(path), "--again", str(tmp_path / "live.alog"), "-o", str(tmp_path / "o")]) == 1
    assert words in capsys.readouterr().err


def test_every_kind_of_value_survives_a_recording_to_the_bit() -> None:
    values: list[float | str | bytes] = [0.1 + 0.2, -0.0, 5e-324, 1.7976931348623157e308, "", 'a "b"\n\t\\ü\udcff']
    values += [b"\x00\xff", "nan", float("inf"), float("-inf")]
    for value in values:
        message = Message("V", value, 17952424764.480312, "me", "aux")
        text = mail_text(message)
        assert "\n" not in text
        assert text.isascii()
        found = read_mail(text)
        assert repr(found) == repr(message)
    assert repr(read_mail(mail_text(Message("V", float("nan"), 0.1)))) == repr(Message("V", float("nan"), 0.1))
    assert MAIL.startswith("USIM_")
