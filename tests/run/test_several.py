"""Several communities on one clock: shoreside and vehicles, connected by their brokers."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from usimmarine_py.apps.viewer import buttons_of
from usimmarine_py.cli.usim import entry
from usimmarine_py.errors import ConfigError
from usimmarine_py.mission import parse_mission, read_mission
from usimmarine_py.run.presses import deploying
from usimmarine_py.run.several import plan_field

SHARE = "ProcessConfig = pShare\n{\n  input = route = localhost:%d\n}\nProcessConfig = pHostInfo\n{\n  AppTick = 1\n}\n"
HEAD = "ServerPort = %d\nCommunity = %s\nLatOrigin = 43.8253\nLongOrigin = -70.3304\n"
SHORE = (
    HEAD % (9000, "shoreside")
    + SHARE % 9200
    + """
ProcessConfig = uFldShoreBroker
{
  AppTick = 1
  qbridge = DEPLOY, MOOS_MANUAL_OVERRIDE
}
ProcessConfig = pMarineViewer
{
  button_one = DEPLOY # DEPLOY_ALL=true # MOOS_MANUAL_OVERRIDE_ALL=false
}
"""
)
VEHICLE = """
ProcessConfig = uFldNodeBroker
{
  AppTick = 1
  try_shore_host = pshare_route=localhost:9200
  bridge = src=NODE_REPORT_LOCAL, alias=NODE_REPORT
}
ProcessConfig = pNodeReporter
{
  AppTick = 2
  platform_type = kayak
}
ProcessConfig = uSimMarineV22
{
  AppTick = 4
  prefix = NAV
  turn_rate = 95
  thrust_map = 0:0, 100:5
  start_pos = x=%d, y=0, heading=0, speed=0
}
ProcessConfig = pMarinePIDV22
{
  AppTick = 20
  yaw_pid_kp = 0.9
  yaw_pid_kd = 0.3
  speed_factor = 20
  depth_control = false
}
ProcessConfig = pHelmIvP
{
  AppTick = 4
  behaviors = m.bhv
  domain = course:0:359:360
  domain = speed:0:4:41
}
"""
BEHAVIORS = """
initialize DEPLOY = false
Behavior = BHV_Waypoint
{
  name = go
  condition = DEPLOY = true
  speed = 2
  capture_radius = 5
  points = 0,60
}
"""


@pytest.fixture
def files(tmp_path: Path) -> list[Path]:
    (tmp_path / "m.bhv").write_text(BEHAVIORS)
    texts = {"shore.moos": SHORE}
    for number, name in enumerate(("abe", "ben"), 1):
        texts[f"{name}.moos"] = HEAD % (9000 + number, name) + SHARE % (9200 + number) + VEHICLE % (20 * number)
    for name, text in texts.items():
        (tmp_path / name).write_text(text)
    return [tmp_path / name for name in texts]


def test_brokers_connect_and_a_button_deploys_all(files: list[Path], capsys: pytest.CaptureFixture[str]) -> None:
    folder = files[0].parent
    words = ["run", *map(str, files)]
    assert entry([*words, "-o", str(folder / "one")]) == 0
    told = capsys.readouterr().out
    assert "DEPLOY is pressed in shoreside at 20 s" in told and "ended        pHelmIvP" in told
    found = json.loads((folder / "one" / "run.json").read_text())
    assert found["ended"] == "pHelmIvP" and 40.0 < found["time"] < 100.0
    for name in ("abe", "ben"):
        x, y = found["communities"][name]["end"]
        assert abs(x) < 6.0 and 50.0 < y < 70.0
    shore = (folder / "one" / "shore.alog").read_text()
    assert "NAME=abe" in shore and "NAME=ben" in shore
    # equal seeds, equal bytes
    assert entry([*words, "-q", "-o", str(folder / "two")]) == 0
    for file in sorted((folder / "one").iterdir()):
        assert file.read_bytes() == (folder / "two" / file.name).read_bytes(), file.name


def test_a_launch_script_is_played(files: list[Path], capsys: pytest.CaptureFixture[str]) -> None:
    folder = files[0].parent
    (folder / "launch.sh").write_text(
        "#!/bin/bash\nfor F in abe shore; do pAntler $F.moos --MOOSTimeWarp=$1 & done\nuMAC shore.moos\n"
    )
    words = ["run", str(folder / "launch.sh"), "10", "--duration", "30", "-o", str(folder / "o")]
    assert entry(words) == 0
    told = capsys.readouterr().out
    assert "starts abe.moos, shore.moos" in told and "ended        duration at 30 s" in told
    assert json.loads((folder / "o" / "run.json").read_text())["communities"]["abe"]["distance"] > 5.0


def test_what_cannot_be(files: list[Path], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(ConfigError, match="two communities have the name 'abe'"):
        plan_field([read_mission(str(files[1])), read_mission(str(files[1]))])
    assert entry(["run", *map(str, files), "--csv"]) == 2
    assert "--csv: is for a mission of one community" in capsys.readouterr().err


def test_presses_and_posts_by_community(files: list[Path]) -> None:
    missions = [read_mission(str(file)) for file in files]
    plan = plan_field(missions, presses=["deploy@5"], pokes=["abe:RETURN=true@7", "NOTE=1"])
    assert plan.notes == []
    assert [len(one.applications) for one in plan.communities] == [5, 8, 7]


def _buttons(*lines: str) -> list[str]:
    mission = parse_mission("ProcessConfig = pMarineViewer\n{\n" + "\n".join(lines) + "\n}\n", "m.moos")
    return [button.label for button in deploying(buttons_of(mission)[0])]


def test_which_buttons_deploy() -> None:
    each = ["action = DEPLOY_ABE = true", "action = DEPLOY_ABE = false", "button_one = DEPLOY_A # DEPLOY_ABE=true",
            "button_one = RETURN_ABE=false", "button_two = DEPLOY_B # DEPLOY_BEN=true"]  # fmt: skip
    assert _buttons(*each) == ["DEPLOY_A", "DEPLOY_B"]
    assert _buttons(*each, "button_three = DEPLOY_ALL # DEPLOY_ALL=true") == ["DEPLOY_ALL"]
    assert _buttons(*each, "button_three = Deploy # GO=1") == ["Deploy"]
    assert _buttons("action = DEPLOY = false", "button_one = RETURN # RETURN=true") == []


def test_every_vehicle_is_deployed(files: list[Path], capsys: pytest.CaptureFixture[str]) -> None:
    """By its own button, and without a viewer in each community that has a helm; a script of gusts does not deploy."""
    shore, abe, ben = files
    one = "DEPLOY_%(v)s=true # MOOS_MANUAL_OVERRIDE_%(v)s=false\n"
    shore.write_text(
        SHORE.replace("DEPLOY # DEPLOY_ALL=true # MOOS_MANUAL_OVERRIDE_ALL=false\n", f"DEPLOY_A # {one % {'v': 'ABE'}}")
        .replace("ABE=false\n", f"ABE=false\n  button_two = DEPLOY_B # {one % {'v': 'BEN'}}")
    )  # fmt: skip
    ben.write_text(ben.read_text() + "ProcessConfig = uTimerScript\n{\n  event = var=GUST, val=1, time=1\n}\n")
    for played, told in ((files, "DEPLOY_A and DEPLOY_B are pressed in shoreside at 20 s"),
                         ([abe, ben], "DEPLOY is pressed in abe, ben at 20 s"),
                         ([abe], "DEPLOY is pressed at 1 s")):  # fmt: skip
        folder = shore.parent / f"o{len(played)}"
        assert entry(["run", *map(str, played), "--duration", "40", "-o", str(folder)]) == 0
        assert told in capsys.readouterr().out
        if len(played) > 1:
            found = json.loads((folder / "run.json").read_text())["communities"]
            assert all(found[name]["distance"] > 5.0 for name in ("abe", "ben"))
    ben.write_text(ben.read_text().replace("var=GUST, val=1", "var = DEPLOY_ALL, val = true"))
    assert entry(["run", *map(str, files), "--duration", "5", "-o", str(shore.parent / "script")]) == 0
    assert "pressed" not in capsys.readouterr().out


POKED = """
ProcessConfig = pAutoPoke
{
  AppTick = 2
  required_nodes = 1
  flag = DEPLOY_ALL=true
  flag = MOOS_MANUAL_OVERRIDE_ALL=false
}
ProcessConfig = pMissionEval
{
  AppTick = 4
  lead_condition = %s
  pass_condition = DEPLOY_ALL = true
  result_flag = MISSION_EVALUATED = true
}
"""


def test_the_shoreside_starts_when_its_vehicles_ping(files: list[Path]) -> None:
    """As launch scripts start it: what its pAutoPoke posts reaches the vehicles at once, not with a later round."""
    files[0].write_text(SHORE + POKED % "DEPLOY_ALL = true")
    folder = files[0].parent / "o"
    assert entry(["run", *map(str, files), "-q", "--duration", "20", "-o", str(folder)]) == 0
    posted = _times(folder / "shore.alog", "DEPLOY_ALL")
    for name in ("abe", "ben"):
        # the first is the helm's own initialize
        assert _times(folder / f"{name}.alog", "DEPLOY")[1] - posted[0] < 0.02


def _times(log: Path, name: str) -> list[float]:
    rows = [line.split(None, 2) for line in log.read_text().splitlines() if not line.startswith("%")]
    return [float(row[0]) for row in rows if row[1] == name]


def test_a_refused_helm_of_a_judged_field_is_played(files: list[Path], capsys: pytest.CaptureFixture[str]) -> None:
    """Live it would be MALCONFIG, and a mission may expect that; without a judge it does not run."""
    behaviors = files[0].parent / "m.bhv"
    behaviors.write_text(BEHAVIORS.replace("speed = 2", "speed = fast"))
    assert entry(["run", *map(str, files), "-q", "-o", str(files[0].parent / "a")]) == 2
    assert "m.bhv:7: m.bhv: Line 6: speed = fast" in capsys.readouterr().err
    files[0].write_text(SHORE + POKED % "ABE_STATE = MALCONFIG")
    for file in files[1:]:
        line = f"  bridge = src=IVPHELM_STATE, alias={file.stem.upper()}_STATE\n"
        file.write_text(file.read_text().replace("  bridge = src=NODE", line + "  bridge = src=NODE"))
    folder = files[0].parent / "b"
    assert entry(["run", *map(str, files), "-o", str(folder)]) == 0
    assert "Line 6: speed = fast" in capsys.readouterr().out
    rows = [line.split() for line in (folder / "shore.alog").read_text().splitlines()]
    assert ["MISSION_RESULT", "pMissionEval", "pass"] in [row[1:] for row in rows]
