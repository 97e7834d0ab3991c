"""What ``usim check`` says of controllers and guidance: what their programs say at the start."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.support.moosivp import mission_files
from usimmarine_py import run_mission
from usimmarine_py.apps.guidance import read_plan_block
from usimmarine_py.apps.pid import read_pid_block
from usimmarine_py.check.mission import check_mission
from usimmarine_py.cli.steering import PID_EXAMPLE, guidance_example
from usimmarine_py.errors import ConfigError, MissionFileError
from usimmarine_py.mission import Mission, Severity, exit_code, parse_mission, read_mission

#: Keys in these missions that pMarinePIDV22 reports as unhandled, too.
REAL_MISTAKES = {"max_sat_hdg_debug", "max_sat_spd_debug"}
SIMULATOR = "ProcessConfig = usimmarine\n{\n}\n"


def mission_of(name: str, *lines: str, head: str = SIMULATOR) -> Mission:
    body = "".join(f"  {line}\n" for line in lines)
    return parse_mission(f"{head}ProcessConfig = {name}\n{{\n{body}}}\n", "m.moos", {})


def shown(mission: Mission, block: str | None = None) -> list[str]:
    return [f"{d.where}: {d.severity.value}: {d.text}" for d in check_mission(mission, block)]


PID_LINES = ("yaw_pid_kp = x", "yaw_pid_kq = 1", "verbose = maybe", "tardy_nav_threshold = -1", "AppTick = .5")
PID_FINDINGS = [
    "m.moos:6:16: error: yaw_pid_kp: must be a number",
    "m.moos:7:3: error: yaw_pid_kq: unknown parameter; did you mean yaw_pid_kp?",
    "m.moos:8:13: error: verbose: must be true or false, found 'maybe'",
    "m.moos:9:25: warning: tardy_nav_threshold: must not be below 0; 0 is used",
    "m.moos:10:13: error: AppTick: is no number that MOOS reads; 5 is used",
]
GUIDANCE_LINES = ("waypoints = 0,0 : 5", "lokahead = 3", "loiter = x=0, y=0, radus=9", "speed = -1", "no equals")
GUIDANCE_FINDINGS = [
    "m.moos:6:15: error: waypoints: must be x,y : x,y : ... in metres; '5' is no point",
    "m.moos:7:3: error: lokahead: unknown parameter; did you mean lookahead?",
    "m.moos:8:12: error: loiter: 'radus=9' must be one of x, y, radius, clockwise, time, turns, each as NAME=VALUE; "
    "did you mean radius?",
    "m.moos:9:11: error: speed: must be at least 0 m/s, found -1",
    "m.moos:10:3: warning: 'no equals' has no '='; MOOS drops it",
]


@pytest.mark.parametrize("name", ["usim_pid", "pMarinePIDV22", "pMarinePID"])
def test_wrong_lines_of_a_controller(name: str) -> None:
    mission = mission_of(name, *PID_LINES)
    assert shown(mission) == PID_FINDINGS
    assert exit_code(check_mission(mission)) == 2
    block = mission.block(name)
    _, told = read_pid_block(block, name)
    found = [str(d) for d in check_mission(mission) if d.key != "AppTick"]
    assert found == told


def test_wrong_lines_of_guidance_all_of_them() -> None:
    mission = mission_of("usim_guidance", *GUIDANCE_LINES)
    assert shown(mission) == GUIDANCE_FINDINGS
    block = mission.block("usim_guidance")
    assert block is not None
    with pytest.raises(ConfigError) as caught:
        read_plan_block(block)
    assert str(caught.value) == str(check_mission(mission)[0])


def test_a_block_under_another_name_is_told_by_the_antler_line() -> None:
    antler = "ProcessConfig = ANTLER\n{\n  Run = usimmarine\n  Run = bin/usim_pid @ NewConsole = false ~ helm\n}\n"
    assert shown(mission_of("helm", "yaw_pid_kp = x", head=SIMULATOR + antler)) == [
        "m.moos:11:16: error: yaw_pid_kp: must be a number"
    ]
    assert shown(mission_of("iOther", "yaw_pid_kp = x")) == []


def test_a_controller_without_yaw_gains_and_a_plan_without_a_task() -> None:
    assert shown(mission_of("usim_pid", "speed_factor = 20")) == [
        "m.moos:4:1: warning: no yaw_pid gain is given: the rudder stays amidships"
    ]
    (finding,) = shown(mission_of("usim_guidance", "speed = 2"))
    assert finding.startswith("m.moos:4:1: error: block usim_guidance has nothing to do")


def test_macros_are_left_to_nsplug() -> None:
    note = "m.moos:4:1: note: not checked, for their macros: 1 of its lines; give them values with -D NAME=VALUE"
    assert shown(mission_of("usim_guidance", "waypoints = $(POINTS)")) == [note]
    assert shown(mission_of("usim_pid", "yaw_pid_kp = $(KP)")) == [note]


def test_launches_without_a_block() -> None:
    runs = "  Run = usim_guidance\n  Run = usim_pid @ NewConsole = false\n  Run = usimmarine\n"
    antler = f"ProcessConfig = ANTLER\n{{\n{runs}}}\n"
    mission = parse_mission(SIMULATOR + antler, "m.moos", {})
    assert shown(mission) == [
        "m.moos:6:1: error: no block ProcessConfig = usim_guidance; it will not start",
        "m.moos:7:1: warning: no block ProcessConfig = usim_pid; the controller will steer nothing",
    ]


def test_one_block_only() -> None:
    text = "ProcessConfig = usim_guidance\n{\n  lokahead = 3\n  hold = heading=9\n}\n"
    mission = mission_of("usim_pid", *PID_LINES, head="ProcessConfig = usimmarine\n{\n  q = 1\n}\n" + text)
    assert [d.line for d in check_mission(mission, "usim_guidance")] == [7]
    assert [d.line for d in check_mission(mission, "usimmarine")] == [3]
    assert [d.line for d in check_mission(mission)] == [3, 7, 12, 13, 14, 15, 16]


@pytest.mark.parametrize("text", [PID_EXAMPLE, guidance_example()])
def test_the_examples_are_clean(text: str) -> None:
    assert shown(parse_mission(SIMULATOR + text + "\n", "m.moos", {})) == []


@pytest.mark.moosivp
def test_no_false_error_in_the_missions_of_moos_ivp(figure: Callable[[str], None]) -> None:
    blocks, errors, broken = 0, [], []
    for path in mission_files("*.moos"):
        try:
            mission = read_mission(path, {})
        except MissionFileError as error:
            broken.append(str(error))
            continue
        for name in (n for n in mission.block_names if n.lower().startswith("pmarinepid")):
            blocks += 1
            errors += [d for d in check_mission(mission, name) if d.severity is Severity.ERROR]
    keys = ", ".join(sorted({d.key for d in errors}))
    figure(f"usim check over MOOS-IvP's missions: {blocks} controller blocks, {len(errors)} errors ({keys})")
    assert blocks >= 40
    # m9_indigo includes a file that is not there, and nsplug refuses it, too
    assert [b for b in broken if "#include: no file plug_origin_warp.moos" not in b] == []
    assert {d.key for d in errors} <= REAL_MISTAKES, "\n".join(map(str, errors))


STEERED = "ProcessConfig = usimmarine\n{\n  yaw_pid_kp = 1\n%s}\n"
DIVES = "  z_to_pitch_pid_kp = 0.1\n  pitch_pid_kp = 5\n"


@pytest.mark.parametrize(
    ("gains", "depth", "told"),
    [
        ("", 20, True),
        ("  depth_control = false\n" + DIVES, 20, True),
        ("  z_to_pitch_pid_kp = 0.1\n", 20, True),
        (DIVES, 20, False),
        ("", 0, False),
        ("  pitch_pid_kp = $(KP)\n", 20, False),
        ("  hover = true\n", 20, False),
    ],
)
def test_a_depth_that_no_controller_follows(gains: str, depth: int, told: bool) -> None:
    """Without a word the vehicle would stay at the surface."""
    mission = mission_of("usim_guidance", f"depth = {depth}", "waypoints = 0,50", head=STEERED % gains)
    found = [d for d in check_mission(mission) if "does not control the depth" in d.text]
    assert [d.key for d in found] == (["depth"] if told else [])
    assert all("usimmarine does not" in d.text and d.severity is Severity.WARNING for d in found)


@pytest.mark.parametrize(("gains", "told"), [("", True), (DIVES, False)])
def test_a_run_says_that_nobody_followed_the_depth(gains: str, told: bool) -> None:
    mission = mission_of("usim_guidance", "depth = 20", "waypoints = 0,50", head=STEERED % gains)
    notes = run_mission(mission, duration=1.0).summary.notes
    assert any("depth: block usimmarine does not control" in note for note in notes) == told


@pytest.mark.parametrize(("gains", "told"), [("", True), (DIVES, False)])
def test_a_depth_that_a_controller_of_its_own_follows(gains: str, told: bool) -> None:
    head = SIMULATOR + "ProcessConfig = usim_pid\n{\n  yaw_pid_kp = 1\n" + gains + "}\n"
    mission = mission_of("usim_guidance", "depth = 20", "waypoints = 0,50", head=head)
    assert any("usim_pid does not control the depth" in d.text for d in check_mission(mission)) == told


HELM = "ProcessConfig = pHelmIvP\n{\n  domain = course:0:359:360\n  domain = speed:0:4:41\n%s}\n"


@pytest.mark.parametrize(
    ("program", "gains", "helm", "told"),
    [
        ("pMarinePIDV22", "", "", True),
        ("pMarinePIDV22", "  depth_control = false\n", "", False),
        ("pMarinePIDV22", "", "  domain = depth:0:100:101\n", False),
        ("pMarinePIDV22", "", "  domain = $(MORE)\n", False),
        ("pMarinePID", "", "", False),  # the older one takes 0
    ],
)
def test_a_controller_that_waits_for_a_depth(program: str, gains: str, helm: str, told: bool) -> None:
    text = f"ProcessConfig = {program}\n{{\n  yaw_pid_kp = 1\n  speed_factor = 20\n{gains}}}\n" + HELM % helm
    found = [d for d in check_mission(parse_mission(SIMULATOR + text, "m.moos")) if "DESIRED_DEPTH" in d.text]
    assert [(d.severity, d.key) for d in found] == ([(Severity.WARNING, "")] if told else [])
