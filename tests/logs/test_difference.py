"""How two runs differ: distances, events, modes, as numbers, as a table and as a figure."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.logs.test_fleet_log import Row, motion, write
from tests.support.paths import MISSIONS
from usimmarine_py.cli.usim import entry
from usimmarine_py.errors import NothingToDrawError
from usimmarine_py.logs.fleet.difference import compare_runs
from usimmarine_py.logs.fleet.table import difference_lines
from usimmarine_py.plots.fleet.compared import difference_figure


def mail(shift: float) -> list[Row]:
    """A vehicle whose survey begins ``shift`` s later."""
    return [
        (1001.0, "NODE_REPORT_LOCAL", "NAME=abe,X=0,Y=0,COLOR=red,MODE=PARK,TIME=1001"),
        (1010.0 + shift, "NODE_REPORT_LOCAL", "NAME=abe,X=0,Y=0,COLOR=red,MODE=MODE@ACTIVE:GOING,TIME=1010"),
        (1015.0, "WPT_INDEX", 1.0), (1020.0, "WPT_INDEX", 2.0),
    ]  # fmt: skip


@pytest.fixture
def runs(tmp_path: Path) -> tuple[Path, Path]:
    """The second vehicle is 3 m to the north and does not reach waypoint 3."""
    extra: list[Row] = [(1040.0, "WPT_INDEX", 3.0)]
    one = write(tmp_path / "one.alog", 1000.0, [*motion(1000.0, 0.0, 2.0), *mail(0.0), *extra])
    return one, write(tmp_path / "two.alog", 1000.0, [*motion(1000.0, 0.0, 2.0, 3.0), *mail(2.5)])


def test_distances_events_and_modes(runs: tuple[Path, Path]) -> None:
    found = compare_runs(*runs)
    assert not found.same
    (abe,) = found.vehicles
    assert (abe.name, abe.mean, abe.rms, abe.largest, abe.last) == ("abe", 3.0, 3.0, 3.0, 3.0)
    assert abe.across == pytest.approx(3.0)
    assert abe.lengths == (120.0, 120.0)
    assert abe.modes == (("PARK", 9.0, 11.5), ("ACTIVE:GOING", 50.0, 47.5))
    later = {(event.what, event.number): event.later for event in found.events}
    assert later == {
        ("PARK", 1): 0.0, ("ACTIVE:GOING", 1): 2.5, ("to waypoint 1", 1): 0.0, ("to waypoint 2", 1): 0.0,
        ("to waypoint 3", 1): None,
    }  # fmt: skip


def test_a_late_vehicle_on_the_same_track_is_apart_but_not_beside(tmp_path: Path) -> None:
    one = write(tmp_path / "one.alog", 1000.0, motion(1000.0, 0.0, 2.0))
    two = write(tmp_path / "two.alog", 1000.0, motion(1000.0, -4.0, 2.0))
    (found,) = compare_runs(one, two).vehicles
    assert found.largest == pytest.approx(4.0)
    assert found.across == pytest.approx(4.0)  # where only one of them was
    assert found.mean == pytest.approx(4.0)


def test_runs_that_were_deployed_at_other_times_are_aligned(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    def run(name: str, wait: float) -> Path:
        rows: list[Row] = [(1000.0, "NAV_X", 0.0), (1000.0, "NAV_Y", 0.0), (1000.0, "DEPLOY", "false")]
        rows += [*motion(1000.0 + wait, 0.0, 2.0), (1000.0 + wait, "DEPLOY", "true"), (1004.0 + wait, "LAP", 1.0)]
        return write(tmp_path / f"{name}.alog", 1000.0, sorted(rows, key=lambda row: row[0]))

    one, two = run("one", 5.0), run("two", 17.0)
    assert compare_runs(one, two).vehicles[0].largest > 10.0
    for words in ("DEPLOY", "DEPLOY=true", "LAP = 1"):
        found = compare_runs(one, two, align=words)
        assert found.vehicles[0].largest == pytest.approx(0.0, abs=1e-9)
        assert found.runs[1].zero - found.runs[0].zero == pytest.approx(12.0)
    assert entry(["compare", str(one), str(two), "--align", "DEPLOY"]) == 0
    assert "times count from 5.00 s of A and 17.00 s of B" in capsys.readouterr().out
    with pytest.raises(NothingToDrawError, match=r"one\.alog: DEPLOY was never posted as 3"):
        compare_runs(one, two, align="DEPLOY=3")


def test_equal_runs_have_no_differences(runs: tuple[Path, Path]) -> None:
    found = compare_runs(runs[0], runs[0])
    assert found.same
    lines = difference_lines(found)
    assert lines[-1] == "no differences"
    assert "5 events at the same time" in lines


def test_the_table_names_what_differs(runs: tuple[Path, Path], capsys: pytest.CaptureFixture[str]) -> None:
    assert entry(["compare", *(str(run) for run in runs)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[:2] == ["A  one: abe; 60.0 s", "B  two: abe; 60.0 s"]
    words = [line.split() for line in lines]
    assert ["abe", *["3.00", "m"] * 3, "0.0", "s", *["3.00", "m"] * 2, *["120.0", "m"] * 2] in words
    assert ["abe", "ACTIVE:GOING", "10.00", "s", "12.50", "s", "+2.50", "s"] in words
    assert ["abe", "to", "waypoint", "3", "40.00", "s", "-"] in words
    assert "3 events at the same time" in lines
    assert not any("waypoint 1" in line for line in lines)
    assert entry(["compare", "--all", *(str(run) for run in runs)]) == 0
    assert "waypoint 1" in capsys.readouterr().out


def test_json_and_figure(runs: tuple[Path, Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    picture = tmp_path / "difference.png"
    assert entry(["compare", *(str(run) for run in runs), "--json", "-o", str(picture)]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["vehicles"]["abe"]["largest"] == 3.0
    assert picture.stat().st_size > 20_000
    chart, apart, _, lanes = difference_figure(compare_runs(*runs)).axes
    assert [text.get_text() for text in chart.get_legend().get_texts()] == ["A: one", "B: two"]
    assert [text.get_text() for text in apart.get_legend().get_texts()] == ["abe, at most 3.0 m"]
    assert [label.get_text() for label in lanes.get_yticklabels()] == ["abe A", "abe B"]


def test_a_table_without_mail_is_compared_by_its_tracks(runs: tuple[Path, Path], tmp_path: Path) -> None:
    table = tmp_path / "table.csv"
    table.write_text("t,x,y\n" + "".join(f"{k},{2 * k},1\n" for k in range(61)))
    found = compare_runs(runs[0], table)
    assert found.vehicles[0].largest == pytest.approx(1.0)
    assert found.events == ()


def test_what_cannot_be_compared_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    def run(name: str) -> Path:
        rows: list[Row] = [*motion(1000.0, 0.0, 1.0), (1001.0, "NODE_REPORT_LOCAL", f"NAME={name},X=0,Y=0,TIME=1")]
        return write(tmp_path / f"{name}.alog", 1000.0, rows)

    one, two = run("abe"), run("ben")
    # one vehicle each: these are meant
    assert compare_runs(one, two).vehicles[0].largest == 0.0
    with pytest.raises(NothingToDrawError, match="no position"):
        compare_runs(one, write(tmp_path / "none.alog", 1000.0, [(1000.0, "A", 1.0)]))
    assert entry(["compare", str(one), str(tmp_path / "missing.alog")]) == 2
    assert "no such file" in capsys.readouterr().err


def test_two_runs_of_a_field_that_differ_by_a_poke(tmp_path: Path) -> None:
    for name, more in (("a", []), ("b", ["--poke", "ben:USM_RESET=x=-60,y=-55@30"])):
        folder = str(tmp_path / name)
        assert entry(["run", str(MISSIONS / "encounter"), "--duration", "60", "-o", folder, "-q", *more]) == 0
    found = compare_runs(tmp_path / "a", tmp_path / "b")
    assert [one.name for one in found.vehicles] == ["abe", "ben"]
    assert found.vehicles[1].largest > 5.0
    assert len(found.approaches) == 1
