"""A vehicle driven by recorded commands: the same vehicle comes out the same, another one differs by what is told."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner

from tests.support.paths import ROOT
from usimmarine_py.cli.run import run as command
from usimmarine_py.errors import ConfigError
from usimmarine_py.logs.alog import read_alog
from usimmarine_py.logs.runs import read_run
from usimmarine_py.mission import parse_mission, read_mission
from usimmarine_py.run.commanded import Wanted, commanded_to_files
from usimmarine_py.run.files import run_to_files
from usimmarine_py.run.output import RunFiles
from usimmarine_py.run.plan import plan_run

BOAT = """ServerPort = 9000
Community = alpha
ProcessConfig = usimmarine
{{
  AppTick = 10
  prefix = NAV
  start_pos = x=5, y=-3, heading=40, speed=0.5
  dynamics = fossen6
  vehicle = odin
  {more}
}}
ProcessConfig = uTimerScript
{{
  AppTick = 4
  event = var=DESIRED_THRUST, val=60, time=2
  event = var=DESIRED_RUDDER, val=15, time=8
  event = var=DESIRED_JET_STBD_ALPHA, val=-5, time=15
  event = var=DESIRED_RUDDER, val=-10, time=22
}}
"""


def sail(text: str, folder: Path, name: str = "trial.moos", duration: float = 40.0) -> Path:
    plan = plan_run(parse_mission(text, name), duration=duration)
    run_to_files(plan, folder, RunFiles(csv=True))
    return folder / Path(name).stem


def drive(text: str, recording: Path, folder: Path, **more: Any) -> dict[str, float]:
    mission = parse_mission(text, "model.moos")
    summary, _, _ = commanded_to_files(mission, Wanted(recording, **more), folder, RunFiles(csv=True))
    assert json.loads((folder / "model.json").read_text())["measured"] == summary.measured
    # a line whose place the recording takes is none that MOOS drops
    assert not [text for text in summary.config_warnings if "has no value" in text]
    return {**summary.measured, "time": summary.time, "notes": len(summary.notes)}


@pytest.fixture(scope="module")
def trial(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return sail(BOAT.format(more=""), tmp_path_factory.mktemp("trial"))


def test_its_own_commands_give_its_own_run(trial: Path, tmp_path: Path) -> None:
    found = drive(BOAT.format(more=""), trial.with_suffix(".alog"), tmp_path)
    assert found["track_rms"] < 1e-3 and found["heading_rms"] < 1e-2 and found["speed_rms"] < 1e-4
    assert found["time"] == pytest.approx(39.9)


def test_sources_and_times_of_the_mail_are_those_of_the_log(trial: Path, tmp_path: Path) -> None:
    drive(BOAT.format(more=""), trial.with_suffix(".alog"), tmp_path)
    rows, was = (
        [row for row in read_alog(file) if row.variable.startswith("DESIRED_")]
        for file in (tmp_path / "model.alog", trial.with_suffix(".alog"))
    )
    assert [row[1:5] for row in rows] == [row[1:5] for row in was]
    assert [row.source for row in rows] == ["uTimerScript"] * 4
    # the recording begins at its first position, 0.1 s after the log
    assert [a.time - b.time for a, b in zip(rows, was, strict=True)] == pytest.approx([-0.1] * 4, abs=2e-3)


def test_a_table_drives_as_the_log_does(trial: Path, tmp_path: Path) -> None:
    # the table knows per cent, not the nozzle that was set by itself
    text = BOAT.format(more="").replace("DESIRED_JET_STBD_ALPHA", "UNREAD")
    plain = sail(text, tmp_path / "plain")
    found = drive(text, plain.with_suffix(".csv"), tmp_path / "driven")
    assert found["track_rms"] < 1e-2


def test_a_table_of_a_hovering_vehicle_drives_along_all_its_axes(tmp_path: Path) -> None:
    text = (
        BOAT.format(more="start_depth = 5").replace("vehicle = odin", "vehicle = bluerov2").replace(", speed=0.5", "")
    )
    text = text.replace("DESIRED_RUDDER, val=15", "DESIRED_SWAY, val=30").replace(
        "DESIRED_JET_STBD_ALPHA", "DESIRED_HEAVE"
    )
    rov = sail(text, tmp_path / "rov")
    series = read_run(rov.with_suffix(".csv")).series
    assert series["sway"][1].max() == 30.0 and series["heave"][1].min() == -5.0
    found = drive(text, rov.with_suffix(".csv"), tmp_path / "driven")
    assert found["track_rms"] < 1e-2 and found["heading_rms"] < 0.1


def test_measured_states_of_actuators_drive_without_lags(trial: Path, tmp_path: Path) -> None:
    found = drive(BOAT.format(more=""), trial.with_suffix(".csv"), tmp_path, actuators=True)
    assert found["track_rms"] < 0.3
    there, was = (
        read_run(file).series["jet_stbd_alpha_deg"] for file in (tmp_path / "model.csv", trial.with_suffix(".csv"))
    )
    # never later than the tick after; a second time through the lag of 1 s it would be 2.5 deg behind
    late = np.interp(there[0][5:-2] + 0.1, *was) - there[1][5:-2]
    assert np.abs(late).max() < 0.5


def test_another_model_differs_by_what_the_summary_says(trial: Path, tmp_path: Path) -> None:
    mission = parse_mission(BOAT.format(more="wind_speed = 8"), "model.moos")
    wanted = Wanted(trial.with_suffix(".alog"), begin=5.0, duration=20.0)
    summary, measured, simulated = commanded_to_files(mission, wanted, tmp_path, RunFiles(log=False))
    assert summary.time == pytest.approx(20.0)
    assert measured.x and measured.y and simulated.x and simulated.y
    # once more by hand, at the times of the measurement that the run covers
    t = measured.x[0]
    t = t[(t >= simulated.x[0][0] - 1e-9) & (t <= simulated.x[0][-1] + 1e-9)]
    gap = np.hypot(
        np.interp(t, *measured.x) - np.interp(t, *simulated.x), np.interp(t, *measured.y) - np.interp(t, *simulated.y)
    )
    assert summary.measured["track_rms"] == pytest.approx(float(np.sqrt(np.mean(gap**2))), rel=1e-9)
    assert summary.measured["track_largest"] == pytest.approx(gap.max()) and gap.max() > 0.3
    assert simulated.x[0][0] == pytest.approx(5.1) and simulated.x[0][-1] == pytest.approx(25.0)
    # it began where the recording was then
    assert simulated.x[1][0] == pytest.approx(np.interp(5.0, *measured.x), abs=0.3)


def test_an_embedded_controller_gives_way_to_recorded_thrust(tmp_path: Path) -> None:
    mission = read_mission(ROOT / "missions" / "box" / "box.moos")
    run_to_files(plan_run(mission, duration=120.0), tmp_path, RunFiles(csv=True))
    for ending, without in ((".csv", True), (".alog", False)):
        folder = tmp_path / ending[1:]
        summary, _, _ = commanded_to_files(mission, Wanted(tmp_path / f"box{ending}"), folder, RunFiles())
        assert summary.measured["track_rms"] < 1e-3
        assert ("without its embedded controller" in summary.notes[0]) == without


def test_commands_that_the_vehicle_does_not_read_are_told_of(trial: Path, tmp_path: Path) -> None:
    kinematic = BOAT.format(more="").replace("dynamics = fossen6", "").replace("vehicle = odin", "")
    mission = parse_mission(kinematic, "model.moos")
    summary, _, _ = commanded_to_files(mission, Wanted(trial.with_suffix(".alog")), tmp_path, RunFiles())
    assert "DESIRED_JET_STBD_ALPHA of trial.alog is not read by this vehicle" in summary.run_warnings


def test_the_command_draws_and_tells(trial: Path, tmp_path: Path) -> None:
    file = tmp_path / "model.moos"
    file.write_text(BOAT.format(more="current_speed = 0.4"))
    asked = [str(file), "--commands", str(trial.with_suffix(".alog")), "-o", str(tmp_path / "out")]
    done = CliRunner().invoke(command, asked, standalone_mode=False)
    assert done.exception is None and done.return_value == 0
    assert "measured     speed rms" in done.output and "track rms" in done.output
    assert (tmp_path / "out" / "model_measured.png").stat().st_size > 20_000


def test_commands_alone_are_enough(tmp_path: Path) -> None:
    table = tmp_path / "commands.csv"
    table.write_text("t,DESIRED_THRUST,DESIRED_RUDDER\n0,50,0\n10,50,20\n20,0,0\n")
    mission = parse_mission(BOAT.format(more=""), "model.moos")
    summary, _, _ = commanded_to_files(mission, Wanted(table), tmp_path / "out", RunFiles())
    assert summary.measured == {} and summary.time == pytest.approx(20.0) and summary.start == (5.0, -3.0)
    assert summary.distance > 20.0 and any("no motion to compare with" in note for note in summary.notes)


def test_commands_hold_to_the_end_of_their_recording(tmp_path: Path) -> None:
    table = tmp_path / "commands.csv"
    table.write_text("t,DESIRED_JET_PORT,DESIRED_JET_STBD\n" + "".join(f"{t},900,900\n" for t in range(31)))
    mission = parse_mission(BOAT.format(more=""), "model.moos")
    summary, _, _ = commanded_to_files(mission, Wanted(table), tmp_path / "out", RunFiles())
    assert summary.time == pytest.approx(30.0) and summary.distance > 3.0


def test_cells_and_states_that_are_not_there_are_told_of(trial: Path, tmp_path: Path) -> None:
    mission = parse_mission(BOAT.format(more=""), "model.moos")
    table = tmp_path / "words.csv"
    table.write_text("t,DESIRED_THRUST,mode,DESIRED_RUDDER\n0,50,auto,0\n10,full,,\n20,0,1,n/a\n")
    summary, _, _ = commanded_to_files(mission, Wanted(table), tmp_path / "out", RunFiles())
    [said] = [text for text in summary.run_warnings if "no number" in text]
    assert said == f"{table}:3: DESIRED_THRUST: 'full' is no number and is left out"
    table.write_text("t,NAV_JET_PORT_N_RPM,NAV_JET_STBD_N_RPM\n0,500,500\n20,600,500\n")
    summary, _, _ = commanded_to_files(mission, Wanted(table), tmp_path / "out", RunFiles())
    states = "jet_port_alpha_deg, jet_port_beta, jet_stbd_alpha_deg, jet_stbd_beta"
    assert f"words.csv does not hold {states}: what they are at rest is used" in summary.run_warnings


@pytest.mark.parametrize("names", ["jet_port_n,jet_stbd_n", "JET_PORT_N_RPM,My_jet_stbd_n", "X_JET_PORT_N,Jet_Stbd_N"])
def test_columns_of_actuators_match_without_their_unit(tmp_path: Path, names: str) -> None:
    rows = "\n0,500,400\n20,500,400\n"
    for file, header in (("plain.csv", names), ("units.csv", "jet_port_n_rpm,jet_stbd_n_rpm")):
        (tmp_path / file).write_text(f"t,{header}{rows}")
    mission = parse_mission(BOAT.format(more=""), "model.moos")
    one, other = (
        commanded_to_files(mission, Wanted(tmp_path / file, actuators=True), tmp_path / "out", RunFiles())[0]
        for file in ("plain.csv", "units.csv")
    )
    assert one.distance == other.distance > 3.0
    assert one.end == other.end


def test_a_warning_of_the_start_names_no_line_that_is_not_there(tmp_path: Path) -> None:
    table = tmp_path / "diver.csv"
    table.write_text(
        "t,x,y,heading,speed,depth,thrust,rudder\n" + "".join(f"{t},{t},0,90,1,5,40,0\n" for t in range(9))
    )
    mission = parse_mission(BOAT.format(more="").replace("start_pos", "// start_pos"), "model.moos")
    summary, _, _ = commanded_to_files(mission, Wanted(table), tmp_path / "out", RunFiles())
    [said] = [text for text in summary.config_warnings if "on the surface" in text]
    assert said.startswith(f"{table}: its pose: has no effect")
    summary, _, _ = commanded_to_files(mission, Wanted(table, "x=0,depth=3"), tmp_path / "out", RunFiles())
    [said] = [text for text in summary.config_warnings if "on the surface" in text]
    assert said.startswith("--start: has no effect")


@pytest.mark.parametrize(
    ("text", "more", "said"),
    [
        ("t,jet_port_n,jet_port_rpm\n0,1,2\n9,1,2\n", {"actuators": True}, "column jet_port_rpm is no state"),
        ("t,jet_port_n,jet_prot_n\n0,1,2\n9,1,2\n", {"actuators": True}, "column jet_prot_n is no state"),
        ("t,jet_port_alpha_rad\n0,1\n9,1\n", {"actuators": True}, "jet_port_alpha_rad is no state"),
        ("t,DESIRED_THRUST\n0,1\n0.05,2\n", {}, "less than one tick of 0.1 s"),
        ("t,NAV_X\n0,1\n1,2\n", {}, "holds no commands that this vehicle reads"),
        ("t,DESIRED_THRUST\n0,1\n1,2\n", {"actuators": True}, "holds no states of this vehicle's actuators"),
        ("t,DESIRED_THRUST\n0,1\n1,2\n", {"begin": 9.0}, "nothing is left from 9 s on"),
    ],
)
def test_what_cannot_drive_is_said_in_one_line(tmp_path: Path, text: str, more: dict[str, Any], said: str) -> None:
    table = tmp_path / "log.csv"
    table.write_text(text)
    mission = parse_mission(BOAT.format(more=""), "model.moos")
    with pytest.raises(Exception, match=said) as caught:
        commanded_to_files(mission, Wanted(table, **more), tmp_path / "out", RunFiles())
    assert "log.csv" in str(caught.value) and "\n" not in str(caught.value)


@pytest.mark.parametrize("start", ["foo", "", "x=nan,y=3", "x=0,q=2"])
def test_a_start_that_is_no_pose_is_refused(trial: Path, tmp_path: Path, start: str) -> None:
    mission = parse_mission(BOAT.format(more=""), "model.moos")
    with pytest.raises(ConfigError, match="--start: must be log, mission or a pose"):
        commanded_to_files(mission, Wanted(trial.with_suffix(".alog"), start), tmp_path, RunFiles())


@pytest.mark.parametrize("words", [["--start", "log"], ["--from", "3"], ["--actuators"]])
def test_options_of_commands_need_commands(words: list[str]) -> None:
    done = CliRunner().invoke(command, ["x.moos", *words], standalone_mode=False)
    assert "for --commands" in str(done.exception)


def test_a_recording_is_never_written_over(trial: Path) -> None:
    recording = trial.with_suffix(".alog")
    was = recording.read_bytes()
    mission = parse_mission(BOAT.format(more=""), "trial.moos")
    with pytest.raises(ConfigError, match="choose another folder"):
        commanded_to_files(mission, Wanted(recording), recording.parent, RunFiles())
    assert recording.read_bytes() == was
