"""A mission with values put in: the text of each kind of key, and ``--set`` of every command."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from tests.support.missions import HEAD, VEHICLE, write
from tests.support.paths import MISSIONS
from tests.support.processes import free_port, usim
from tests.support.processes import run as run_program
from usimmarine_py.apps.setup import build_simulator
from usimmarine_py.check.table import BY_NAME
from usimmarine_py.errors import ConfigError
from usimmarine_py.mission import find_simulator_block, parse_mission
from usimmarine_py.run.asked import MissionReading
from usimmarine_py.run.changes import MissionTemplate, changed_mission, check_keys, filled
from usimmarine_py.run.changes.template import place_of
from usimmarine_py.run.mission import run_mission
from usimmarine_py.values.overrides import read_changes
from usimmarine_py.vehicle.description.loader import load_vehicle
from usimmarine_py.vehicle.files import load, read

MISSION = """Community = swept
ProcessConfig = ANTLER
{
  MSBetweenLaunches = 100
  Run = usimmarine
  Run = uTimerScript
  Run = usim_guidance
}
ProcessConfig = usimmarine
{
  AppTick = 10
  turn_rate = 70   // was 60
  Turn_Rate = 50
  drift_x = ${GUST}
}
ProcessConfig = uTimerScript
{
  event = var=DRIFT_VECTOR_ADD, val="90,0.3", time=30
  event = var=DESIRED_THRUST, val=50, time=1
  event = var=DRIFT_VECTOR_ADD, val="90,-0.3", time=70
}
ProcessConfig = usim_guidance
{
  speed = 2
}
"""


@pytest.fixture
def template(tmp_path: Path) -> MissionTemplate:
    file = tmp_path / "some.moos"
    file.write_text(MISSION, encoding="utf-8")
    return MissionTemplate.read(file)


def made(template: MissionTemplate, **texts: str) -> list[str]:
    result = filled(template, {key.replace("__", "."): value for key, value in texts.items()})
    return [line.strip() for line in result.lines]


def test_block_parameters_are_replaced_or_added(template: MissionTemplate) -> None:
    lines = made(template, turn_rate="33.5", max_acceleration="0.25")
    assert lines.count("turn_rate = 33.5") == 1
    assert "Turn_Rate = 50" not in lines
    assert lines[lines.index("drift_x = ${GUST}") + 1] == "max_acceleration = 0.25"
    mission = template.filled(filled(template, {"turn_rate": "33.5"}))
    assert find_simulator_block(mission).value("turn_rate") == "33.5"


@pytest.mark.parametrize("name", ["usimmarine", "uSimMarineV22", "uSimMarineV23", "uSimMarine"])
@pytest.mark.parametrize("quirks", ["true", "false"])
def test_a_varied_key_overrules_the_lines_around_it(name: str, quirks: str, tmp_path: Path) -> None:
    file = tmp_path / "some.moos"
    body = f"ProcessConfig = {name}\n{{\n quirks = {quirks}\n start_pos = x=1, y=2, heading=10, speed=0\n // end\n}}\n"
    file.write_text("Community = a\n" + body, encoding="utf-8")
    template = MissionTemplate.read(file)
    found = filled(template, {"start_heading": "90", "AppTick": "7"})
    mission = template.filled(found)
    block = find_simulator_block(mission)
    assert block.value("AppTick") == "7"
    assert build_simulator(mission, block, name).truth.heading == 90.0


def test_the_other_name_of_a_parameter_is_replaced_too(tmp_path: Path) -> None:
    parameter = next(p for p in BY_NAME.values() if p.aliases)
    file = tmp_path / "some.moos"
    file.write_text(f"ProcessConfig = usimmarine\n{{\n {parameter.aliases[0]} = 1\n}}\n", encoding="utf-8")
    lines = filled(MissionTemplate.read(file), {parameter.name: "2"}).lines
    assert [line.strip() for line in lines[2:4]] == [f"{parameter.name} = 2", "}"]


def test_one_event_of_several_has_the_last_word(template: MissionTemplate) -> None:
    texts = {"script.DRIFT_VECTOR_ADD[2]": "0,2", "script.DRIFT_VECTOR_ADD": "0,1"}
    text = "\n".join(filled(template, texts).lines)
    assert 'val="0,1", time=30' in text
    assert 'val="0,2", time=70' in text


def test_definitions_of_the_file_are_replaced(tmp_path: Path) -> None:
    file = tmp_path / "some.moos"
    file.write_text("define: GUST = 1\nProcessConfig = usimmarine\n{\n drift_x = ${GUST}\n}\n", encoding="utf-8")
    template = MissionTemplate.read(file)
    found = filled(template, {"env.GUST": "0.4"})
    assert find_simulator_block(template.filled(found)).value("drift_x") == "0.4"


def test_other_blocks_are_reached_by_name(template: MissionTemplate) -> None:
    assert "speed = 1.5" in made(template, usim_guidance__speed="1.5")


def test_events_keep_everything_but_their_value(template: MissionTemplate) -> None:
    lines = filled(template, {"script.DRIFT_VECTOR_ADD[2]": "90,-0.7", "script.DESIRED_THRUST": "44.5"}).lines
    text = "\n".join(lines)
    assert 'event = var=DRIFT_VECTOR_ADD, val="90,0.3", time=30' in text
    assert 'event = var=DRIFT_VECTOR_ADD, val="90,-0.7", time=70' in text
    assert "event = var=DESIRED_THRUST, val=44.5, time=1" in text


def test_environment_values_replace_macros(template: MissionTemplate) -> None:
    result = filled(template, {"env.GUST": "0.4"})
    mission = template.filled(result)
    assert find_simulator_block(mission).value("drift_x") == "0.4"


@pytest.mark.parametrize(
    ("key", "told"),
    [
        ("turn_rat", "did you mean turn_rate?"),
        ("usim_guidanc.speed", "did you mean usim_guidance?"),
        ("env.WIND", "holds no ${WIND}"),
        ("vehicle.rigid_body.mass", "kinematic has no vehicle file"),
        ("seed", "every run has its own seed"),
        ("ANTLER.MSBetweenLaunches", "is not played in a lock-step run"),
        ("script.DESIRED_THRUST[x]", "must be script.VAR or script.VAR[n]"),
    ],
)
def test_keys_that_nothing_reads_are_refused(template: MissionTemplate, key: str, told: str) -> None:
    with pytest.raises(ConfigError) as caught:
        check_keys(template, [key], seeded=True)
    assert told in str(caught.value)


def test_one_place_under_two_names_is_refused(template: MissionTemplate) -> None:
    with pytest.raises(ConfigError, match=r"Turn_Rate: is what usimmarine\.turn_rate sets, too"):
        check_keys(template, ["usimmarine.turn_rate", "Turn_Rate"])


@pytest.mark.parametrize(
    ("key", "told"),
    [
        ("script.DRIFT_VECTOR", "did you mean DRIFT_VECTOR_ADD?"),
        ("script.DRIFT_VECTOR_ADD[3]", "2 events post DRIFT_VECTOR_ADD"),
    ],
)
def test_events_that_are_not_there_are_refused(template: MissionTemplate, key: str, told: str) -> None:
    with pytest.raises(ConfigError) as caught:
        filled(template, {key: "1"})
    assert told in str(caught.value)


def test_vehicle_entries_go_on_top_of_the_chosen_variant(tmp_path: Path) -> None:
    file = tmp_path / "odin.moos"
    text = "ProcessConfig = usimmarine\n{\n dynamics = fossen6\n vehicle = odin\n variant = hilsim\n}\n"
    file.write_text(text, encoding="utf-8")
    template = MissionTemplate.read(file)
    check_keys(template, ["vehicle.rigid_body.mass"])
    result = filled(template, {"vehicle.rigid_body.mass": "6500"})
    assert "  vehicle = odin,rigid_body.mass=6500" in result.lines
    swept = load("odin,rigid_body.mass=6500", "hilsim")
    wanted = load_vehicle(*read("odin"), "hilsim", {"rigid_body.mass": 6500})
    assert swept.mass == wanted.mass == 6500
    assert np.array_equal(swept.M, wanted.M)
    assert swept.forces.coriolis.model == wanted.forces.coriolis.model
    block = find_simulator_block(template.filled(result))
    assert block.value("variant") == "hilsim"
    with pytest.raises(ConfigError, match="rigid_body"):
        filled(template, {"vehicle.rigid_body.mas": "6500"})


BOX = MISSIONS / "box" / "box.moos"


def test_lines_keep_their_numbers_and_added_ones_bear_that_of_the_brace(template: MissionTemplate) -> None:
    """Warnings about the lines below must lead to where they stand in the file."""
    made = filled(template, {"max_acceleration": "0.25", "start_x": "3", "usim_guidance.lookahead": "7"})
    before, after = template.mission({}), template.filled(made)
    for name in ("usimmarine", "usim_guidance"):
        old, new = before.block(name), after.block(name)
        assert old is not None and new is not None
        assert old.line == new.line
        lines = {entry.key: entry.line for entry in old.entries}
        added = {entry.key: entry.line for entry in new.entries if entry.key not in lines}
        assert {entry.key: entry.line for entry in new.entries} == {**lines, **added}
        assert set(added.values()) == {old.line + 1}


@pytest.mark.parametrize(
    ("texts", "told"),
    [
        (["turn_rate"], "must be KEY=VALUE, as in turn_rate=40"),
        (["=3"], "must be KEY=VALUE"),
        (["turn_rate= "], "must be KEY=VALUE"),
        (["turn_rate=3", "Turn_Rate=4"], "is set twice"),
    ],
)
def test_what_is_no_change_is_refused(texts: list[str], told: str) -> None:
    with pytest.raises(ConfigError, match=told):
        read_changes(texts)
    assert read_changes(["a = b=c ", "d=e"]) == {"a": "b=c", "d": "e"}


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ("turn_rat=40", "turn_rat: unknown parameter of the simulator; did you mean turn_rate?"),
        ("usim_guidance.sped=1", "--set usim_guidance.sped: unknown parameter; did you mean speed?"),
        ("usim_guidanc.speed=1", "did you mean usim_guidance?"),
        ("turn_rate=fast", "--set turn_rate: not a finite number"),
        ("turn_rate=-4", "--set turn_rate: must lie in [0, 100]"),
        ("speed_factor=abc", "--set speed_factor: must be a number"),
        ("usim_guidance.waypoints=1,2 : 3", "--set usim_guidance.waypoints: must be x,y : x,y"),
        ("AppTick=x", "--set AppTick: is no number"),
        ("vehicle.rigid_body.mass=4", "dynamics = kinematic has no vehicle file"),
        ("script.FOO=1", "no event posts FOO"),
        ("env.WIND=1", "holds no ${WIND}"),
    ],
)
def test_what_would_have_no_effect_is_one_line(
    change: str, told: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code, out, err = usim(capsys, "run", str(BOX), "--set", change, "-o", str(tmp_path / "o"))
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert told in err
    assert not (tmp_path / "o").exists()


def test_run_plays_what_was_set(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """As the same mission with the lines edited by hand, to the byte of its log but for the header."""
    edited = BOX.read_text()
    by_hand = {"turn_rate  = 40": "turn_rate=20", "  speed   ": "  speed = 1.5 //", "repeat    = 1": "repeat=0"}
    for old, new in by_hand.items():
        edited = edited.replace(old, new)
    (tmp_path / "box.moos").write_text(edited)
    options = ["--set", "turn_rate=20", "--set", "usim_guidance.speed=1.5", "--set", "usim_guidance.repeat=0"]
    for name, mission, more in (("set", BOX, options), ("hand", tmp_path / "box.moos", [])):
        assert usim(capsys, "run", str(mission), *more, "-q", "-o", str(tmp_path / name))[0] == 0
    rows = [
        [line for line in (tmp_path / name / "box.alog").read_text().splitlines() if not line.startswith("%%")]
        for name in ("set", "hand")
    ]
    assert rows[0] == rows[1]
    assert len(rows[0]) > 1000


def test_a_script_and_a_vehicle_are_reached_and_nothing_is_left_behind(tmp_path: Path) -> None:
    text = HEAD + (VEHICLE % "  dynamics = fossen3\n  vehicle = cybership2").replace("  thrust_map", "  // ")
    text = text.replace("  max_", "  // ").replace("  turn_rate", "  // ")
    text += "ProcessConfig = uTimerScript\n{\n  event = var=DESIRED_THRUST, val=50, time=0\n}\n"
    path = write(tmp_path, text)
    mission = changed_mission(
        path, MissionReading(changes={"vehicle.rigid_body.mass": "30", "script.DESIRED_THRUST": "80"})
    )
    heavy = run_mission(mission, 20.0)
    light = run_mission(changed_mission(path, MissionReading(changes={"script.DESIRED_THRUST": "80"})), 20.0)
    assert sorted(p.name for p in tmp_path.iterdir()) == [path.name]
    assert heavy["DESIRED_THRUST"].values[-1] == light["DESIRED_THRUST"].values[-1] == 80.0
    assert heavy["NAV_SPEED"].values[40] < 0.95 * light["NAV_SPEED"].values[40]


def test_trials_are_done_with_what_was_set(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    more = ["--trial", "acceleration", "--figures", "none", "-q", "-o", str(tmp_path)]
    found = []
    for words in (["--mission", str(BOX), "--set", "max_acceleration=0.1"], ["odin", "--set", "rigid_body.mass=7000"]):
        assert usim(capsys, "trials", *words, *more)[0] == 0
        found.append(json.loads((tmp_path / "trials.json").read_text())["subjects"][0])
    assert found[0]["changes"] == {"max_acceleration": "0.1"}
    assert found[1]["changes"] == {"rigid_body.mass": 7000}
    metrics = found[0]["trials"]["acceleration"]["metrics"]
    assert metrics["time_to_50"] == pytest.approx(15.0, abs=0.2)  # 3 m/s at 0.1 m/s2
    for words, told in (
        (["--mission", str(BOX), "--set", "start_x=1"], "--set start_x: has no effect in a trial"),
        (["--mission", str(BOX), "--set", "usim_guidance.speed=1"], "has no effect in a trial"),
        (["odin", "--set", "rigid_body.mas=7000"], "did you mean mass?"),
    ):
        code, _, err = usim(capsys, "trials", *words, *more)
        assert (code, err.count("\n")) == (2, 1)
        assert told in err


def test_the_live_programs_take_it_for_their_own_block(tmp_path: Path) -> None:
    path = write(tmp_path, f"ServerPort = {free_port()}\nMOOSTimeWarp = 20\n{BOX.read_text()}")
    log = tmp_path / "live.alog"
    done = run_program(
        str(path), "--db", "--for=20", "--set", "start_pos=x=70,y=8", f"--set=record={log.name}", "--set AppTick=5"
    )
    assert done.returncode == 0, done.stdout + done.stderr
    first = next(line for line in log.read_text().splitlines() if "USIM_RECORD_TICK" in line)
    assert '"x":70.0,"y":8.0,' in first
    for program, change, told in (
        ("usimmarine", "turn_rat=1", "turn_rat: unknown parameter of the simulator; did you mean turn_rate?"),
        ("usimmarine", "usim_guidance.speed=1", "block usim_guidance is not read by usimmarine"),
        ("usim_guidance", "sped=1", "--set sped: unknown parameter; did you mean speed?"),
        ("usim_guidance", "usimmarine.turn_rate=1", "block usimmarine is not read by usim_guidance"),
    ):
        wrong = run_program(str(path), "--set", change, program=program)
        assert (wrong.returncode, wrong.stderr.count("\n")) == (2, 1), wrong
        assert told in wrong.stderr


def test_templates_of_launch_scripts_are_changed_where_they_stand(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    meta = write(tmp_path, HEAD + VEHICLE % "  start_x = $(X)\n#include more.moos" + "#include script.moos\n")
    (tmp_path / "more.moos").write_text("  start_y = 3\n  bogus = 1\n")
    (tmp_path / "script.moos").write_text("ProcessConfig = uTimerScript\n{\n  event = quit, time=2\n  pausd = 1\n}\n")
    words = ["run", str(meta), "-o", str(tmp_path / "o"), "--no-log"]
    code, out, _ = usim(capsys, *words, "-DX=5", "--set", "start_y=8", "--set", "start_depth=2")
    assert code == 0
    assert "to x=5, y=8" in out
    assert "script.moos:4: Unhandled config line: pausd=1" in out
    include = 1 + meta.read_text().split("\n").index("#include more.moos")
    assert f"{meta.name}:{include}: bogus: unknown parameter" in out
    code, _, err = usim(capsys, *words, "--set", "start_y=8")
    assert code == 2 and "one macro is not defined: X" in err
    assert usim(capsys, *words, "--set", "start_x=9")[0] == 0


def test_an_entry_of_the_vehicle_file_without_its_prefix(tmp_path: Path) -> None:
    block = "ProcessConfig = usimmarine\n{\n%s}\n"
    otter = tmp_path / "otter.moos"
    otter.write_text(block % "  dynamics = fossen6\n  vehicle = otter\n", encoding="utf-8")
    template = MissionTemplate.read(otter)
    check_keys(template, ["rigid_body.mass", "vehicle.actuator.0.K_pos"])
    lines = filled(template, {"rigid_body.mass": "60", "vehicle.actuator.0.K_pos": "0.02"}).lines
    assert "  vehicle = otter,rigid_body.mass=60,actuator.0.K_pos=0.02" in lines
    with pytest.raises(ConfigError, match=r"is what .* sets, too"):
        check_keys(template, ["rigid_body.mass", "vehicle.rigid_body.mass"])
    mission = parse_mission(block % "", "m.moos", {})
    with pytest.raises(ConfigError, match="no block rigid_body in the mission"):
        place_of(mission, mission.blocks[0], "rigid_body.mass")
