"""Several communities on one clock: shoreside and vehicles, connected by their brokers."""

from __future__ import annotations

import json
import os
import signal
import time
from math import inf
from pathlib import Path

import numpy as np
import pytest

from tests.support.missions import controls, craft, opening, shares
from usimmarine_py.apps.operator import buttons_of
from usimmarine_py.cli.start import SignalExit
from usimmarine_py.cli.usim import entry
from usimmarine_py.errors import ConfigError
from usimmarine_py.logs.runs import mission_as_run
from usimmarine_py.mission import find_simulator_block, parse_mission, read_mission
from usimmarine_py.run.asked import Operator
from usimmarine_py.run.mission import run_mission
from usimmarine_py.run.plan import plan_run
from usimmarine_py.run.presses import deploying
from usimmarine_py.run.run import execute
from usimmarine_py.values import Value
from usimmarine_py.values.rows import Shape

SHORE = (
    opening("shoreside")
    + shares(9200)
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
VEHICLE = (
    """
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
"""
    + craft("start_pos = x=%d, y=0, heading=0, speed=0")
    + controls()
)
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
        texts[f"{name}.moos"] = opening(name, 9000 + number) + shares(9200 + number) + VEHICLE % (20 * number)
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
    words = ["run", *map(str, files), "--duration", "2", "--json", "-o", str(folder / "json")]
    assert entry(words) == 0 and set(json.loads(capsys.readouterr().out)["communities"]) == {"shoreside", "abe", "ben"}
    (folder / "launch.sh").write_text(
        "#!/bin/bash\nfor F in abe shore; do pAntler $F.moos --MOOSTimeWarp=$1 & done\nuMAC shore.moos\n"
    )
    # what a launch script left undefined is read as it stands, in a mission with other values, too
    text = files[1].read_text()
    files[1].write_text(text.replace("platform_type = kayak", "platform_type = kayak\n  platform_color = $(COLOR)"))
    words = ["run", str(folder / "launch.sh"), "10", "--duration", "30", "-o", str(folder / "o")]
    assert entry([*words, "--set", "abe:turn_rate=90"]) == 0
    told = capsys.readouterr().out
    assert "starts abe.moos, shore.moos" in told and "ended        duration at 30 s" in told
    said = json.loads((folder / "o" / "run.json").read_text())
    assert said["communities"]["abe"]["distance"] > 5.0
    assert said["command"] == ["run", str(folder / "launch.sh"), "10", "--duration", "30", "--set", "abe:turn_rate=90"]
    # the page and figures know the mission where the script had made it, though its copy has gone
    mission = mission_as_run(folder / "o" / "abe.alog")
    assert mission is not None and Path(mission.file).resolve() == files[1].resolve()
    assert (block := find_simulator_block(mission)).value("turn_rate") == "90", block


def test_values_of_a_community_without_a_vehicle(files: list[Path], capsys: pytest.CaptureFixture[str]) -> None:
    """Its applications change, and those of a field aboard a vehicle."""
    folder = files[0].parent

    def run(change: str) -> float:
        words = ["run", *map(str, files), "--duration", "40", "-q", "-o", str(folder / "o"), "--set", change]
        assert entry(words) == 0, capsys.readouterr().err
        found = json.loads((folder / "o" / "run.json").read_text())["communities"]
        return float(found["ben"]["distance"])

    assert run("shoreside:uFldShoreBroker.AppTick=2") > 5.0
    assert run("shoreside:uFldShoreBroker.qbridge=OTHER") == 0.0
    assert run("ben:uFldNodeBroker.try_shore_host=pshare_route=localhost:9999") == 0.0
    for change, told in {
        "shoreside:AppTick=2": "AppTick: this community has no vehicle: write BLOCK.KEY",
        "shoreside:uFldShoreBrok.AppTick=2": "no block uFldShoreBrok in the mission; did you mean uFldShoreBroker?",
        "ben:start_pos.y=3": "no block start_pos in the mission; start_pos is a key of uSimMarineV22, set it",
    }.items():
        assert entry(["run", *map(str, files), "--duration", "1", "--set", change]) == 2
        assert told in capsys.readouterr().err
    vary = ["--vary", "shoreside:uFldShoreBroker.AppTick=uniform(1,4)", "-n", "2", "--duration", "2", "--workers", "1"]
    assert entry(["sweep", *map(str, files), *vary, "-o", str(folder / "s")]) == 0
    assert "shoreside:uFldShoreBroker.AppTick" in (folder / "s" / "runs.csv").read_text()


def test_what_cannot_be(files: list[Path], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(ConfigError, match="two communities have the name 'abe'"):
        plan_run([read_mission(str(files[1])), read_mission(str(files[1]))])
    other = files[1].with_name("other.moos")
    other.write_text(files[1].read_text().replace("= abe", "= Abe"))
    with pytest.raises(ConfigError, match="two communities have the name 'abe'"):
        plan_run([read_mission(str(files[1])), read_mission(str(other))])
    assert entry(["run", str(files[1]), str(files[1].with_name("m.bhv"))]) == 2
    assert "m.bhv: is no mission file: no ProcessConfig block" in capsys.readouterr().err
    assert entry(["run", *map(str, files), "--again", "x.alog"]) == 2
    assert (
        "--again: one vehicle is driven by a recording: write COMMUNITY:x.alog, one of abe, ben"
        in capsys.readouterr().err
    )
    assert entry(["run", str(files[1]), "--share-loss", "0.5"]) == 2
    assert "--share-loss: is for several communities" in capsys.readouterr().err
    with pytest.raises(ConfigError, match=r"must be at least 0\.001 seconds"):
        plan_run([read_mission(str(file)) for file in files], share_delay=0.0)
    text = other.read_text().replace("= Abe", "= cal")
    other.write_text(text + "\nProcessConfig = ANTLER\n{\n  Run = @ NewConsole = false\n}\n")
    with pytest.raises(ConfigError, match=r"other.moos:\d+: Run: a client name has 1 to 255 bytes, not 0"):
        plan_run([read_mission(str(files[1])), read_mission(str(other))])


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        (
            "localhost:9202",
            "localhost:9201",
            "pShares of abe and ben listen at port 9201: what is sent there reaches abe",
        ),
        ("localhost:9200", "localhost:9300", "ben: pShare sends to localhost:9300, where no community of this run"),
        ("ServerPort = 9002", "ServerPort = 9001", "abe and ben have the same ServerPort 9001: live"),
        ("LatOrigin = 43", "LatOrigin = 44", "LatOrigin and LongOrigin differ (shoreside, abe: "),
        ("none", "none", ""),
    ],
)
def test_ports_that_are_used_twice_or_by_no_community(
    files: list[Path], capsys: pytest.CaptureFixture[str], old: str, new: str, told: str
) -> None:
    text = files[2].read_text()
    files[2].write_text(text.replace(old, new))
    assert (text == files[2].read_text()) == (not told)
    assert entry(["run", *map(str, files), "--duration", "30", "-o", str(files[0].parent / "o")]) == 0
    words = (" port", "Port", "sends to", "LatOrigin")
    notes = [line for line in capsys.readouterr().out.splitlines() if any(word in line for word in words)]
    assert len(notes) == bool(told) and all(told in line for line in notes), notes


def test_files_encounters_and_expectations_of_a_field(files: list[Path], capsys: pytest.CaptureFixture[str]) -> None:
    folder = files[0].parent / "o"
    wanted = {
        "closest(ben, abe) < 21": True,
        "closest(abe, ben) > 19.9": False,  # the second goes to the waypoint of the first
        "closest < 21": True,
        "abe.NAV_SPEED > 1 for 5 s": True,
        "NAV_SPEED > 1": False,
        "abe.distance > 50": True,
        "max(UFSB_NODE_COUNT) = 2": True,
        "closest(abe, cal) > 1": False,
        "ended = helm": True,
    }
    words = [word for text in wanted for word in ("--require", text)]
    assert entry(["run", *map(str, files), "--csv", "--seed", "4", "-o", str(folder), *words]) == 1
    told = capsys.readouterr()
    assert {file.name for file in folder.iterdir()} == {
        *("shore.alog", "shore.json", "abe.alog", "abe.csv", "abe.json", "ben.alog", "ben.csv", "ben.json", "run.json")
    }
    found = json.loads((folder / "run.json").read_text())
    assert {text: not why for text, why in found["required"].items()} == wanted
    assert "NAV_SPEED is posted in abe and ben: name one, abe.NAV_SPEED" in told.err
    assert "closest(abe,cal) was never posted" in told.err
    # the closest approach is that of the two tracks
    abe, ben = (np.genfromtxt(folder / f"{name}.csv", delimiter=",", names=True) for name in ("abe", "ben"))
    apart = np.hypot(abe["x"] - ben["x"], abe["y"] - ben["y"])
    (met,) = found["encounters"]
    assert met["vehicles"] == ["abe", "ben"] and met["distance"] == pytest.approx(apart.min(), abs=0.02)
    assert met["time"] == pytest.approx(abe["time"][apart.argmin()], abs=0.26)
    assert found["events"] == [] and found["vehicles"] == ["abe", "ben"]


def test_messages_between_communities_may_be_lost_or_late(files: list[Path]) -> None:
    def nodes(**options: float) -> tuple[float, float]:
        """The first time at which the shore knows both, and the reports that it received."""
        plan = plan_run([read_mission(str(file)) for file in files], duration=40.0, seed=3, **options)
        times: list[float] = []
        reports: list[float] = []

        def row(stamp: float, shape: Shape, values: tuple[Value, ...], _: str) -> None:
            if "UFSB_NODE_COUNT" in shape.names and values[shape.names.index("UFSB_NODE_COUNT")] == 2.0:
                times.append(stamp)
            if "NODE_REPORT" in shape.names:
                reports.append(stamp)

        execute(plan, listeners={"shoreside": [row]})
        return times[0] if times else inf, len(reports)

    usual = nodes()
    assert nodes(share_loss=0.0) == usual and usual[1] > 100
    half = nodes(share_loss=0.5)
    assert nodes(share_loss=0.5) == half and 0.3 * usual[1] < half[1] < 0.7 * usual[1]
    assert nodes(share_loss=1.0) == (inf, 0)
    assert nodes(share_delay=9.0)[0] > usual[0] + 1.0


def test_near_misses_of_a_detector_are_events(files: list[Path], capsys: pytest.CaptureFixture[str]) -> None:
    shore = files[0]
    shore.write_text(
        shore.read_text()
        + """
ProcessConfig = uFldCollisionDetect
{
  encounter_range = 30
  near_miss_range = 25
  collision_range = 2
}
"""
    )
    # they pass each other on the way out and back
    bhv = BEHAVIORS.replace("points = 0,60", "points = 60,0 : -60,0")
    (shore.parent / "m.bhv").write_text(bhv)
    folder = shore.parent / "o"
    assert entry(["run", *map(str, files), "-o", str(folder), "--require", "near_misses + collisions > 0"]) == 0
    found = json.loads((folder / "run.json").read_text())
    assert found["events"] and {event["by"] for event in found["events"]} == {"uFldCollisionDetect"}
    assert {event["kind"] for event in found["events"]} <= {"encounter", "near_miss", "collision"}
    assert "counted      " in capsys.readouterr().out


def test_presses_and_posts_by_community(files: list[Path]) -> None:
    missions = [read_mission(str(file)) for file in files]
    plan = plan_run(missions, operator=Operator(("deploy@5",), ("abe:RETURN=true@7", "NOTE=1")))
    assert plan.notes == []
    assert [len(one.applications) for one in plan.communities] == [5, 8, 7]
    plan = plan_run(missions, operator=Operator(("deploy@5",), ("abe:RETURN=true@7",)), duration=6.0)
    assert "RETURN=true is for 7 s, after the end of the run" in execute(plan).notes


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
    files[0].write_text(SHORE + POKED % "DB_UPTIME > 15")
    folder = files[0].parent / "o"
    assert entry(["run", *map(str, files), "-q", "--duration", "20", "-o", str(folder)]) == 0
    posted = _times(folder / "shore.alog", "DEPLOY_ALL")
    for name in ("abe", "ben"):
        # the first is the helm's own initialize
        assert _times(folder / f"{name}.alog", "DEPLOY")[1] - posted[0] < 0.02


def _times(log: Path, name: str) -> list[float]:
    rows = [line.split(None, 2) for line in log.read_text().splitlines() if not line.startswith("%")]
    return [float(row[0]) for row in rows if row[1] == name]


def test_vehicles_have_numbers_in_the_order_of_their_communities(files: list[Path]) -> None:
    files[0].write_text(SHORE.replace("  qbridge = DEPLOY", "  bridge = src=TASK_$N, alias=TASK\n  qbridge = DEPLOY"))
    folder = files[0].parent / "o"
    words = ["--poke", "shoreside:TASK_1=one@12", "--poke", "shoreside:TASK_2=two@12"]
    assert entry(["run", *map(str, files), *words, "-q", "--duration", "15", "-o", str(folder)]) == 0
    for name, task in (("abe", "one"), ("ben", "two")):
        rows = [line.split() for line in (folder / f"{name}.alog").read_text().splitlines()]
        assert [row[3] for row in rows if row[1:2] == ["TASK"]] == [task]


def test_a_refused_helm_of_a_judged_field_is_played(files: list[Path], capsys: pytest.CaptureFixture[str]) -> None:
    """Live it would be MALCONFIG, and a mission may expect that; without a judge it does not run."""
    behaviors = files[0].parent / "m.bhv"
    behaviors.write_text(BEHAVIORS.replace("speed = 2", "speed = fast"))
    assert entry(["run", *map(str, files), "-q", "-o", str(files[0].parent / "a")]) == 2
    assert "m.bhv:7: speed = fast" in capsys.readouterr().err
    files[0].write_text(SHORE + POKED % "ABE_STATE = MALCONFIG")
    for file in files[1:]:
        line = f"  bridge = src=IVPHELM_STATE, alias={file.stem.upper()}_STATE\n"
        file.write_text(file.read_text().replace("  bridge = src=NODE", line + "  bridge = src=NODE"))
    folder = files[0].parent / "b"
    assert entry(["run", *map(str, files), "-o", str(folder)]) == 0
    assert "m.bhv:7: speed = fast" in capsys.readouterr().out
    rows = [line.split() for line in (folder / "shore.alog").read_text().splitlines()]
    assert ["MISSION_RESULT", "pMissionEval", "pass"] in [row[1:] for row in rows]


def test_warnings_name_what_is_stopped_and_no_folder(files: list[Path], capsys: pytest.CaptureFixture[str]) -> None:
    shore, abe, _ = files
    shore.write_text(shore.read_text().replace(":9200\n", ":9200, white_list=APPCAST\n"))
    abe.write_text(abe.read_text().replace("platform_type = kayak", "platform_tipe = kayak"))
    assert entry(["run", str(shore), str(abe), "--duration", "30", "-o", str(shore.parent / "o")]) == 0
    out = capsys.readouterr().out
    assert "shoreside: pShare: the white_list of localhost:9200 stops NODE_REPORT, by which vehicles know" in out
    assert "abe: abe.moos:" in out and "did you mean platform_type?" in out
    assert str(shore.parent) not in out.replace(f"{shore.parent / 'o'}", "")
    assert json.loads((shore.parent / "o" / "run.json").read_text())["communities"]["abe"]["distance"] > 5.0


def test_a_vehicle_that_nothing_reaches_is_named(files: list[Path], capsys: pytest.CaptureFixture[str]) -> None:
    shore, abe, ben = files
    abe.write_text(abe.read_text().replace("  input = route = localhost:9201\n", ""))
    assert entry(["run", *map(str, files), "--duration", "40", "-o", str(shore.parent / "o")]) == 0
    out = capsys.readouterr().out
    assert "warning      abe: uFldNodeBroker: no ping is sent: give pShare an input" in out
    assert "note         abe: the helm never drove the vehicle: PARK, all-stop ManualOverride" in out
    assert "ben: the helm never" not in out and "timewarp" not in out
    assert entry(["run", str(ben), "--no-press", "--duration", "9", "-o", str(shore.parent / "p")]) == 0
    assert "the helm never drove the vehicle: PARK" in capsys.readouterr().out


def test_a_field_from_python(files: list[Path]) -> None:
    log = run_mission([str(file) for file in files], duration=45.0, changes={"ben:start_pos": "x=30,y=5,heading=0"})
    assert list(log) == ["shoreside", "abe", "ben"] and log.summary.time == pytest.approx(45.0)
    assert log["abe"]["NAV_X"].times.shape == log["abe"]["NAV_X"].values.shape
    assert log["shoreside"].track == {} and log["ben"].track["y"][0] == pytest.approx(5.0, abs=0.1)
    apart = np.hypot(*(log["abe"].track[axis] - log["ben"].track[axis] for axis in "xy"))
    assert log.summary.encounters[0].distance == pytest.approx(apart.min(), abs=0.02)
    again = run_mission([read_mission(str(file)) for file in files], duration=5.0)
    assert again["abe"].summary.ended == "duration"
    with pytest.raises(ConfigError, match="there is no community bob"):
        run_mission([str(file) for file in files], changes={"bob:turn_rate": 3})


def test_of_a_field_only_what_antler_starts_is_played(files: list[Path]) -> None:
    """A mission may have the block of a simulator and move its vehicle by a script instead."""
    antler = "ProcessConfig = ANTLER\n{\n  Run = %s @ NewConsole = false\n  Run = pShare @ NewConsole = false\n}\n"
    _, abe, ben = files
    abe.write_text(abe.read_text() + antler % "pHelmIvP")
    ben.write_text(ben.read_text() + antler % "uSimMarineV22")
    plan = plan_run([read_mission(str(file)) for file in files])
    played = {one.community.name: {app.settings.name for app in one.applications} for one in plan.communities}
    assert played["abe"] == {"pHelmIvP", "pShare"} and played["ben"] == {"uSimMarineV22", "pShare"}
    assert [one.simulator is not None for one in plan.communities] == [False, False, True]


def test_a_signal_before_the_run_begins(files: list[Path], monkeypatch: pytest.MonkeyPatch) -> None:
    """No exception of the run's own, and the exit code of the signal."""
    number = signal.SIGINT

    def slow(*_: object, **__: object) -> None:
        os.kill(os.getpid(), number)
        while True:
            time.sleep(0.01)

    monkeypatch.setattr("usimmarine_py.cli.missions.play.plan_run", slow)
    assert entry(["run", *map(str, files)]) == 130
    number = signal.SIGTERM
    with pytest.raises(SignalExit) as caught:
        entry(["run", *map(str, files)])
    caught.value.handled = True
    assert caught.value.code == 143


def test_a_signal_while_a_script_runs(files: list[Path]) -> None:
    script = files[0].with_name("launch.sh")
    script.write_text(f"#!/bin/bash\nkill -INT {os.getpid()}\nread -t 60 < <(sleep 60)\n")
    assert entry(["run", str(script)]) == 130


def test_a_time_out_before_the_run_begins(
    files: list[Path], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("usimmarine_py.cli.missions.play.plan_run", lambda *_, **__: time.sleep(60))
    assert entry(["run", *map(str, files), "--timeout", "0.1"]) == 1
    assert capsys.readouterr().err == "usim: timeout: the run did not begin in this time\n"


def test_a_folder_after_its_launch_script(files: list[Path], capsys: pytest.CaptureFixture[str]) -> None:
    """Templates and pieces lie beside the communities that a launch script made of them."""
    folder = files[0].parent
    (folder / "meta_vehicle.moos").write_text(files[1].read_text().replace("= abe", "= $(VNAME)"))
    (folder / "meta_shoreside.moos").write_text("#include plug_origin.moos\n" + SHORE.replace("shoreside", "$(VNAME)"))
    (folder / "plug_origin.moos").write_text("LatOrigin = 43.8\nLongOrigin = -70.3\n")
    out = ["-o", str(folder / "o")]
    assert entry(["run", str(folder), "--duration", "2", *out]) == 0
    found = json.loads((folder / "o" / "run.json").read_text())
    assert set(found["communities"]) == {"abe", "ben", "shoreside"}
    assert entry(["grade", str(folder), "--expect", "closest(abe, ben) < 5"]) == 0
    told = capsys.readouterr().out
    assert "1 of 1 passed" in told and "meta_" not in told
    (folder / "other.moos").write_text(files[1].read_text())
    (folder / "launch.sh").write_text("#!/bin/bash\n")
    assert entry(["run", str(folder), "--duration", "2", *out]) == 2
    assert "shore.moos; name one of them, or play launch.sh" in capsys.readouterr().err
