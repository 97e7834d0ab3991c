"""``usim check`` of what the helm accepts and its author hardly intended: conditions, flags, speeds."""

from __future__ import annotations

import inspect
from pathlib import Path

import pytest

from tests.support.processes import usim
from usimmarine_py.check.behaviors import kind_classes
from usimmarine_py.check.mission import check_mission
from usimmarine_py.helm.behavior import Behavior
from usimmarine_py.helm.buffer import Buffer
from usimmarine_py.helm.functions import DomainAxis
from usimmarine_py.helm.surroundings import HelmSurroundings
from usimmarine_py.mission import exit_code, read_mission

HEAD = """\
initialize DEPLOY = false
initialize RETURN = false
set MODE = ACTIVE {
  DEPLOY = true
} INACTIVE
set MODE = SURVEYING {
  MODE = ACTIVE
  RETURN != true
} RETURNING
"""
SURVEY = """\
Behavior = BHV_Waypoint
{
  name      = survey
  points    = 60,-40 : 60,-160
  speed     = 2
  condition = MODE == SURVEYING
  endflag   = RETURN = true
}
"""
MISSION = """\
LatOrigin  = 43.8253
LongOrigin = -70.3304
ProcessConfig = ANTLER
{
  Run = MOOSDB        @ NewConsole = false
  Run = uSimMarineV22 @ NewConsole = false
  Run = pMarinePIDV22 @ NewConsole = false
  Run = pHelmIvP      @ NewConsole = false
}
ProcessConfig = uSimMarineV22
{
  prefix = NAV
  thrust_map = 0:0, 100:4
}
ProcessConfig = pMarinePIDV22
{
  yaw_pid_kp = 0.5
  speed_factor = 20
  depth_control = false
}
ProcessConfig = pHelmIvP
{
  behaviors = m.bhv
  domain    = course:0:359:360
  domain    = speed:0:4:41
}
"""


def findings(folder: Path, behaviors: str, mission: str = MISSION) -> list[str]:
    """Return what is said about a .bhv file in a mission, without the line of its head."""
    (folder / "m.moos").write_text(mission)
    (folder / "m.bhv").write_text(behaviors)
    found = check_mission(read_mission(folder / "m.moos"))
    assert exit_code(found) == 0
    return [f"{Path(one.file).name}:{one.line}: {one.text}" for one in found]


def test_what_is_intended_has_no_findings(tmp_path: Path) -> None:
    assert findings(tmp_path, HEAD + SURVEY) == []


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        # modes
        (
            "MODE == SURVEYING",
            "MODE == SURVYING",
            "15: survey never runs: `MODE == SURVYING` fails, MODE is always one of ACTIVE, ACTIVE:RETURNING, "
            "ACTIVE:SURVEYING, INACTIVE; did you mean SURVEYING?",
        ),
        (
            "MODE == SURVEYING",
            "MODE = SURVEYING",
            "15: survey never runs: `MODE = SURVEYING` fails, MODE is always one of ACTIVE, ACTIVE:RETURNING, "
            "ACTIVE:SURVEYING, INACTIVE; did you mean MODE == SURVEYING?",
        ),
        # variables
        (
            "MODE == SURVEYING",
            "DEPLOI = true",
            "15: survey never runs: `DEPLOI = true` fails, nothing posts DEPLOI; did you mean DEPLOY?",
        ),
        (
            "  DEPLOY = true\n",
            "  READY = true\n",
            "3: set MODE = ACTIVE never holds: `READY = true` fails, nothing posts READY",
        ),
        (
            "initialize RETURN = false",
            "initialize RETURN = false\ninitialize READY = no\nset X = y {\n  READY = yes\n}\n",
            "4: set X = y never holds: `READY = yes` fails, nothing changes READY = no",
        ),
        # conditions that exclude each other, each of which can hold
        (
            "  endflag ",
            "  condition = RETURN = true\n  condition = RETURN = false\n  endflag ",
            "10: survey never runs: its conditions cannot hold together",
        ),
        (
            "  endflag ",
            "  condition = (RETURN > 3) and (RETURN < 2)\n  endflag ",
            "16: survey never runs: `(RETURN > 3)",
        ),
        # flags
        (
            "endflag   = RETURN = true",
            "endflag   = RETURN = $[CTR7]",
            "16: endflag: no macro $[CTR7] of BHV_Waypoint in the helm of usim run; it is posted as it is written; "
            "did you mean CTR?",
        ),
        (
            "BHV_Waypoint",
            "BHV_StationKeep",
            "16: endflag: never posted: BHV_StationKeep does not complete by itself as configured, and has no duration",
        ),
        ("  endflag ", "  repeat = forever\n  endflag ", "17: endflag: never posted: BHV_Waypoint does not complete"),
        (
            "BHV_Waypoint",
            "BHV_ConstantSpeed",
            "10: survey completes when it first runs: duration is 0; write duration = no-time-limit",
        ),
        # speeds
        ("speed     = 2", "speed     = 4.5", "14: speed: the helm orders 4 m/s at most: its domain ends there"),
    ],
)
def test_what_is_hardly_intended(tmp_path: Path, old: str, new: str, expected: str) -> None:
    text = (HEAD + SURVEY).replace(old, new)
    if "BHV_Waypoint" not in text:
        place = "  station_pt = 60,-40\n" if "StationKeep" in text else "  // no points\n"
        text = text.replace("  points    = 60,-40 : 60,-160\n", place)
        text = text.replace("  speed ", "  speed " if "ConstantSpeed" in text else "  transit_speed ")
    found = findings(tmp_path, text)
    assert len(found) == 1 and found[0].startswith(f"m.bhv:{expected}"), found


@pytest.mark.parametrize(
    ("old", "new"),
    [
        # a value between two limits, another type, an unknown variable in one of two alternatives
        ("  endflag ", "  condition = RETURN > 2\n  condition = RETURN < 3\n  endflag "),
        ("  endflag ", "  condition = !(RETURN = true)\n  endflag "),
        ("  endflag ", "  condition = (READY = true) or (RETURN = false)\n  endflag "),
        # posted by mail of its own, named by a parameter, of a contact
        ("  endflag ", "  condition = NAV_SPEED > 1\n  condition = WPT_INDEX > 3\n  endflag "),
        ("  endflag ", "  duration = 100\n  duration_status = LEFT\n  condition = LEFT != 7\n  endflag "),
        ("  endflag ", "  condition = AVOID_$[CONTACT] = true\n  endflag "),
        # its parameters may change, or nsplug fills them in
        ("  endflag ", "  repeat = forever\n  updates = WPT\n  endflag "),
        ("  endflag ", "  repeat = forever\n  duration = 30\n  endflag "),
    ],
)
def test_what_may_be_intended_has_no_findings(tmp_path: Path, old: str, new: str) -> None:
    assert findings(tmp_path, (HEAD + SURVEY).replace(old, new)) == []


def test_the_poster_may_be_anywhere_in_the_folder(tmp_path: Path) -> None:
    text = HEAD.replace("  DEPLOY = true", "  READY = true") + SURVEY
    assert len(findings(tmp_path, text)) == 1
    (tmp_path / "shore.moos").write_text("button_one = GO # READY = true\n")
    assert findings(tmp_path, text) == []
    (tmp_path / "shore.moos").unlink()
    # what a foreign program or another community posts is not known; a slip is still likely
    for program in ("pMine", "pShare"):
        foreign = MISSION.replace("Run = MOOSDB ", f"Run = {program} @ NewConsole = false\n  Run = MOOSDB ")
        slip = [one for one in findings(tmp_path, text.replace("READY", "RETURNN"), foreign) if "m.bhv" in one]
        assert len(slip) == 1 and slip[0].endswith("nothing posts RETURNN; did you mean RETURN?")


def test_speeds_that_the_vehicle_does_not_reach(tmp_path: Path) -> None:
    fast = MISSION.replace("speed:0:4:41", "speed:0:6:61")
    assert findings(tmp_path, HEAD + SURVEY.replace("= 2", "= 5"), fast) == [
        "m.moos:25: domain: the vehicle does not reach 6 m/s: its thrust_map gives 4 m/s at a thrust of 100",
        "m.bhv:14: speed: the vehicle does not reach 5 m/s: its thrust_map gives 4 m/s at a thrust of 100",
    ]
    limited = MISSION.replace("speed_factor = 20", "maxthrust = 50")
    assert findings(tmp_path, HEAD + SURVEY.replace("= 2", "= 3"), limited)[-1].endswith("2 m/s at a thrust of 50")
    odin = MISSION.replace("thrust_map = 0:0, 100:4", "dynamics = fossen6\n  vehicle = otter")
    assert any("speed_max of its vehicle file" in one for one in findings(tmp_path, HEAD + SURVEY, odin))
    macro = MISSION.replace("100:4", "100:$(TOP)")
    assert [one for one in findings(tmp_path, HEAD + SURVEY, macro) if "reach" in one] == []


def test_a_skeleton_and_a_behaviour_beside_the_mission_have_no_findings(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert usim(capsys, "new", "behavior", "hold")[0] == 0
    assert usim(capsys, "check", ".")[:2] == (0, "")
    [bhv] = tmp_path.glob("*.bhv")
    bhv.write_text(bhv.read_text().replace("BHV_Hold", "BHV_Hould"))
    code, out, _ = usim(capsys, "check", bhv.name)
    assert code == 2 and "no behaviour BHV_Hould in the helm of usim run; did you mean BHV_Hold?" in out
    bhv.write_text(bhv.read_text().replace("BHV_Hould", "BHV_Broken"))
    (tmp_path / "broken.py").write_text("import nothing_of_this_name\n")
    code, out, _ = usim(capsys, "check", bhv.name)
    assert code == 2 and "nothing_of_this_name" in out and "Traceback" not in out


def test_kinds_that_do_not_end_never_complete_themselves() -> None:
    axes = [DomainAxis("course", 0, 359, 360), DomainAxis("speed", 0, 4, 41), DomainAxis("depth", 0, 100, 101)]
    ends = {}
    for kind, cls in kind_classes().items():
        methods = [f for c in cls.__mro__ if c is not Behavior for f in vars(c).values() if inspect.isfunction(f)]
        completes = any("complete" in f.__code__.co_names for f in methods)
        ends[kind] = cls(HelmSurroundings("abe", axes, Buffer(0.0))).ends()
        # a kind that completes itself may have a parameter that prevents it
        assert ends[kind] or not completes or "ends" in vars(cls), kind
    assert ends["BHV_Waypoint"] and not ends["BHV_Loiter"] and not ends["BHV_StationKeep"]


@pytest.mark.parametrize(
    ("flag", "near"),
    [
        ("RETRUN = true", "RETURN"),
        ("RETUR = true", "RETURN"),
        ("RETURN = true", ""),
        ("RETURNED = true", ""),  # a name of its own
        ("LEG_DONE_2 = true", ""),
        ("#all RETRUN = true [if] DEPLOY = true", "RETURN"),
    ],
)
def test_a_flag_that_is_nearly_what_the_helm_reads(flag: str, near: str, tmp_path: Path) -> None:
    text = SURVEY.replace("RETURN = true", "RETURN = true\n  wptflag = LEG_DONE_1 = 1\n  endflag   = " + flag)
    text += "Behavior = BHV_Timer\n{\n  name = t\n  condition = LEG_DONE_1 = 1\n}\n"
    found = [line for line in findings(tmp_path, HEAD + text) if "reads" in line]
    name = flag.removeprefix("#all ").partition(" ")[0]
    words = f"endflag: no condition of the helm and no other file of the mission reads {name}; did you mean {near}?"
    assert found == ([f"m.bhv:18: {words}"] if near else [])
