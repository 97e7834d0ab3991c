"""Logs of several vehicles read as one run: names, colours, modes, messages, encounters."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path

import numpy as np
import pytest

from tests.support.paths import MISSIONS
from usimmarine_py.cli.usim import entry
from usimmarine_py.errors import LogFileError, NothingToDrawError
from usimmarine_py.logs.alog import AlogWriter
from usimmarine_py.logs.fleet.meetings import meetings, place_at
from usimmarine_py.logs.fleet.read import is_field, read_fleet
from usimmarine_py.plots.fleet.figure import fleet_figure
from usimmarine_py.values import Message

Row = tuple[float, str, float | str]


def write(path: Path, start: float, rows: Iterable[Row]) -> Path:
    """A log that begins at MOOS time ``start``; times of rows are MOOS times, too."""
    with AlogWriter(path, start, opened="") as log:
        for time, name, value in sorted(rows, key=lambda row: row[0]):
            log.write(Message(name, value, time, "test"))
    return path


def motion(start: float, x: float, speed: float, y: float = 0.0) -> list[Row]:
    """A minute on a line to the east."""
    return [
        (start + k / 2, name, value)
        for k in range(121)
        for name, value in (
            ("NAV_X", x + speed * k / 2),
            ("NAV_Y", y),
            ("NAV_SPEED", abs(speed)),
            ("NAV_HEADING", 90.0),
        )
    ]


MESSAGE = "src_node=abe,dest_node=ben,var_name=HELLO,string_val=you"


@pytest.fixture
def logs(tmp_path: Path) -> list[Path]:
    """Two vehicles that pass at 30 s, 4 m apart; ben's log begins 10 s later; a shore that hears of a third."""
    abe: list[Row] = [
        *motion(1000.0, -60.0, 2.0),
        (1001.0, "NODE_REPORT_LOCAL", "NAME=abe,X=0,Y=0,COLOR=dodger_blue,MODE=PARK,TIME=1001"),
        (1005.0, "NODE_REPORT_LOCAL", "NAME=abe,X=0,Y=0,COLOR=dodger_blue,MODE=MODE@ACTIVE:GOING,TIME=1005"),
        (1006.0, "NODE_REPORT_LOCAL", "NAME=abe,X=0,Y=0,COLOR=dodger_blue,MODE=MODE@ACTIVE:GOING,TIME=1006"),
        (1020.0, "NODE_MESSAGE_LOCAL", MESSAGE),
        (1021.0, "NODE_MESSAGE_LOCAL", "src_node=abe,dest_node=all,var_name=LOST,double_val=3"),
        (1007.0, "WPT_INDEX", 0.0), (1008.0, "WPT_INDEX", 0.0), (1009.0, "WPT_INDEX", 1.0),
    ]  # fmt: skip
    ben: list[Row] = [
        *((time, name, value) for time, name, value in motion(1010.0, 40.0, -2.0, 4.0)),
        (1012.0, "NODE_REPORT_LOCAL", "NAME=ben,X=0,Y=0,MODE=DRIVE,TIME=1012"),
        (1020.5, "NODE_MESSAGE", f"{MESSAGE},src_app=pHelmIvP"),
    ]
    shore: list[Row] = [
        (1002.0, "DEPLOY_ALL", "true"), (1002.0, "OTHER_ALL", "true"),
        *((1003.0 + k, "NODE_REPORT", f"NAME=cal,X={k},Y=50,SPD=1,HDG=90,COLOR=red,MODE=DRIVE,TIME={1003 + k}")
          for k in range(20)),
        (1009.0, "NODE_REPORT", "NAME=abe,X=7,Y=7,TIME=1009"),
    ]  # fmt: skip
    return [
        write(tmp_path / "abe.alog", 1000.0, abe), write(tmp_path / "ben.alog", 1010.0, ben),
        write(tmp_path / "shore.alog", 1000.0, shore),
    ]  # fmt: skip


def test_the_vehicles_of_several_logs_are_on_one_clock(logs: list[Path]) -> None:
    fleet = read_fleet(logs)
    assert [(one.name, one.colour) for one in fleet.vehicles] == [("abe", "dodger_blue"), ("ben", ""), ("cal", "red")]
    abe, ben, cal = fleet.vehicles
    assert abe.modes == ((1.0, "PARK"), (5.0, "ACTIVE:GOING"))
    assert [(event.time, event.what) for event in abe.events if event.kind == "waypoint"] == [
        (7.0, "to waypoint 0"), (9.0, "to waypoint 1"),
    ]  # fmt: skip
    assert (ben.run.track_t[0], ben.run.track_t[-1]) == (10.0, 70.0)
    assert place_at(cal, np.array([5.5])).tolist() == [[2.5, 50.0]]
    assert [(order.time, order.what) for order in fleet.orders] == [(2.0, "DEPLOY_ALL = true")]
    assert fleet.end == 70.0


def test_messages_have_their_arrivals(logs: list[Path]) -> None:
    hello, lost = read_fleet(logs).messages
    assert (hello.sender, hello.to, hello.variable, hello.time) == ("abe", "ben", "HELLO", 20.0)
    assert hello.arrivals == (("ben", 20.5),)
    assert (lost.variable, lost.to, lost.arrivals) == ("LOST", "all", ())


def test_of_equal_messages_the_latest_arrives(tmp_path: Path) -> None:
    text = "src_node=abe,dest_node=all,var_name=PING,string_val=go"
    abe: list[Row] = [*motion(1000.0, 0.0, 1.0), *((1001.0 + k, "NODE_MESSAGE_LOCAL", text) for k in range(400))]
    ben: list[Row] = [
        *motion(1000.0, 50.0, 1.0),
        # the first ones are lost, the others come after half a second; its own are no arrivals
        *((1070.5 + k, "NODE_MESSAGE", text) for k in range(331)),
        (1001.5, "NODE_MESSAGE", "src_node=ben,var_name=PING,string_val=go"), (1001.6, "NODE_MESSAGE", "=,=,"),
    ]  # fmt: skip
    names = {"abe": abe, "ben": ben}
    logs = [
        write(tmp_path / f"{name}.alog", 1000.0, [*rows, (1000.0, "NODE_REPORT_LOCAL", f"NAME={name},X=0,Y=0,TIME=1")])
        for name, rows in names.items()
    ]
    fleet = read_fleet(logs)
    assert len(fleet.messages) == 400
    came = [(message.time, dict(message.arrivals).get("ben")) for message in fleet.messages]
    assert came == [(k, None if k < 70.0 else k + 0.5) for k in range(1, 401)]
    assert fleet_figure(fleet).axes[-1].get_legend() is not None


def test_the_closest_approach_of_each_pair_is_between_the_samples(logs: list[Path]) -> None:
    met = meetings(read_fleet(logs).vehicles)
    assert [one.vehicles for one in met] == [("abe", "ben"), ("ben", "cal"), ("abe", "cal")]
    # abe at -60 + 2 t, ben at 40 - 2 (t - 10): side by side at 30 s
    assert met[0].time == pytest.approx(30.0, abs=0.01)
    assert met[0].distance == pytest.approx(4.0, abs=1e-3)
    assert met[0].places == (pytest.approx((0.0, 0.0), abs=0.02), pytest.approx((0.0, 4.0), abs=0.02))
    assert met[0].passing


def test_logs_that_are_no_run_are_refused_in_one_line(logs: list[Path], tmp_path: Path) -> None:
    twice = tmp_path / "again.alog"
    twice.write_bytes(logs[0].read_bytes())
    with pytest.raises(LogFileError, match="is a second log of vehicle abe; the first is abe"):
        read_fleet([*logs, twice])
    empty = write(tmp_path / "empty.alog", 1000.0, [(1000.0, "DEPLOY", "true"), (1001.0, "A", 1.0)])
    with pytest.raises(NothingToDrawError, match="no position"):
        read_fleet(empty)


@pytest.mark.parametrize(
    "text", ["{", "[]", '{"communities": 5, "events": 7}', '{"communities": {"abe": 3}, "events": [4]}']
)
def test_a_torn_summary_does_no_harm(logs: list[Path], text: str) -> None:
    folder = logs[0].parent
    (folder / "run.json").write_text(text)
    assert not is_field(folder)
    assert len(read_fleet(folder).vehicles) == 3


def test_a_run_of_a_field_has_the_closest_approaches_of_its_summary(tmp_path: Path) -> None:
    out = tmp_path / "out"
    assert entry(["run", str(MISSIONS / "encounter"), "--duration", "110", "-o", str(out), "-q"]) == 0
    assert is_field(out)
    assert not is_field(tmp_path)
    fleet = read_fleet(out)
    assert [(one.name, one.colour) for one in fleet.vehicles] == [("abe", "yellow"), ("ben", "orange")]
    (met,) = meetings(fleet.vehicles)
    (truth,) = json.loads((out / "run.json").read_text())["encounters"]
    assert met.distance == pytest.approx(truth["distance"], abs=0.02)
    assert met.time == pytest.approx(truth["time"], abs=0.1)
    # the picture of the folder is that of all vehicles
    assert entry(["plot", str(out)]) == 0
    assert (out / "run.png").stat().st_size > 20_000
