"""What other programs call it: an error names the form of this program, and each form that is named exists."""

from __future__ import annotations

import re
from pathlib import Path

import click
import pytest

from usimmarine_py import Simulator, load_mission, run_mission, sweep_mission
from usimmarine_py.cli.hints.other_words import COMMANDS, FORMS, SAME
from usimmarine_py.cli.usim import COMMANDS as OURS
from usimmarine_py.cli.usim import entry, usim
from usimmarine_py.errors import ConfigError, MissionFileError, suggest
from usimmarine_py.mission.shipped import find_mission


def options(name: str) -> set[str]:
    command = usim.get_command(click.Context(usim), name)
    assert command is not None, name
    return {word for parameter in command.params for word in parameter.opts} | {"--help"}


def said(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    """The last line of an error of wrong usage."""
    assert entry(words) == 2
    return capsys.readouterr().err.splitlines()[-1]


def test_every_command_and_option_that_a_hint_names_is_there() -> None:
    for text in COMMANDS.values():
        for command, rest in re.findall(r"usim (\w+)([^,]*)", text):
            known = options(command) if command != "alog" else {"--tv", "--csc"}  # of its tool grep
            assert set(re.findall(r"--[a-z-]+", rest)) <= known, text
    assert not set(COMMANDS) & set(OURS)
    for option, (commands, form) in FORMS.items():
        for command in commands:
            assert option not in options(command)
            named = re.search(r"usim (\w+)", form)
            known = options(command) | (options(named[1]) if named else set())
            assert set(re.findall(r"--[a-z-]+", form)) <= known, (command, form)


def test_each_option_for_another_stands_in_for_it_somewhere() -> None:
    every = {name: options(name) for name in OURS if name != "alog"}
    for option, ours in SAME.items():
        for one in ours:
            assert any(one in known and option not in known for known in every.values()), (option, one)


@pytest.mark.parametrize(
    ("words", "form"),
    [
        ("run box --fault rudder=stuck", "--poke 'USM_FAULT=rudder:stuck@30'"),
        ("run box --until 60", "--duration S ends it after S seconds"),
        ("run box --warp 20", "usim launch --warp W plays live"),
        ("run box --expect time<9", "did you mean --require?"),
        ("run box --wind-speed 8", "--set wind_speed=VALUE"),
        ("run box --vehicle otter", "--set dynamics=fossen6 --set vehicle=NAME"),
        ("run box --time 8", "did you mean --duration?"),
        ("grade box --max_time 8", "No such option '--max_time'"),
        ("grade box --require time<9", "did you mean --expect?"),
        ("trials odin -j 2", "did you mean --workers?"),
        ("check --strict box", "usim run FILE.moos --strict"),
        ("end --all", "Ctrl-C"),
        ("help", "did you mean usim --help?"),
        ("convert a.alog", "did you mean usim mcap, usim rosbag or usim alog?"),
        ("runn box", "did you mean usim run?"),
        ("alog csv a.alog", "grep LOG VAR --tv --csc"),
        ("alog mat a.alog", "there are grep, scan"),
        ("alog gerp a.alog", "did you mean grep?"),
        ("keys DESIRED_HEADING", "posted by usim_guidance, pHelmIvP; read by usimmarine"),
        ("keys NAV_X", "posted by usimmarine; read by"),
        ("keys nothing", "is no block or behaviour"),
        ("sweep box --vary turn_rate=20,40 -o out", "(a grid needs none: turn_rate=grid(20,40))"),
        ("sweep box --vary turn_rate=uniform(20,40) -o out", "(a grid needs none)"),
        ("run box --set wind_direction=0", "did you mean wind_dir?"),
        ("run box --set gps_noise=1", "did you mean sensor=gps, noise=VALUE?"),
        ("run box --set speed=1", "did you mean usim_guidance.speed?"),
    ],
)  # fmt: skip
def test_the_error_names_the_form(words: str, form: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert form in said(capsys, *words.split(" "))


def test_an_option_that_nobody_means_is_refused_as_before(capsys: pytest.CaptureFixture[str]) -> None:
    assert said(capsys, "run", "box", "--nonsense").startswith("Error: No such option '--nonsense'.")


def test_a_film_is_not_a_figure(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "run.csv").write_text("t,x,y,heading,speed\n0,0,0,0,1\n1,0,1,0,1\n")
    for name, named in (("a.mp4", True), ("a.bmp", False)):
        line = said(capsys, "plot", str(tmp_path / "run.csv"), "-o", str(tmp_path / name))
        assert ("usim plot --animate" in line) is named


def test_behaviours_are_found_whatever_their_letters(capsys: pytest.CaptureFixture[str]) -> None:
    for word in ("waypoint", "bhv_waypoint", "BHV_Waypoint"):
        assert entry(["behaviors", word]) == 0
        assert capsys.readouterr().out.startswith("BHV_Waypoint\n")
    assert "did you mean BHV_Waypoint?" in said(capsys, "behaviors", "waypont")


def test_an_abbreviation_comes_before_a_likeness() -> None:
    assert suggest("wind_direction", ["wind_conditions", "wind_dir"]) == "wind_dir"
    assert suggest("wind_d", ["wind_dir", "wind_x"]) == "wind_dir"
    assert suggest("drift_vector_ad", ["drift_vector", "drift_vector_add"]) == "drift_vector_add"


def test_python_and_mission_files_name_the_sensor_line() -> None:
    with pytest.raises(ConfigError, match="did you mean sensor=gps, noise=VALUE"):
        Simulator(gps_noise=1)


def test_python_takes_the_name_of_a_shipped_mission(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    file = find_mission("box").path
    assert load_mission("box").file == str(file)
    named, whole = (run_mission(one, duration=5.0, changes={"turn_rate": 20}) for one in ("box", file))
    assert (named["NAV_X"].values == whole["NAV_X"].values).all()
    assert len(sweep_mission("box", {"turn_rate": [20, 40]}, duration=2.0, workers=1).rows) == 2
    with pytest.raises(MissionFileError, match="there are several: abe, ben, shore"):
        run_mission("encounter")
    for word in ("x" * 5000, "a\0b"):
        with pytest.raises(MissionFileError, match="cannot read the mission file"):
            load_mission(word)
    (tmp_path / "box").write_text("ProcessConfig = usimmarine\n{\n}\n")  # a file comes first
    assert load_mission("box").file == "box"
