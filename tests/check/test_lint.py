"""What ``usim check`` finds, and that it finds nothing where nothing is wrong."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.missions import program
from usimmarine_py.apps.setup import set_up
from usimmarine_py.check.lint import lint
from usimmarine_py.errors import MissionFileError
from usimmarine_py.mission import Beside, Finding, Severity, exit_code, parse_mission


def _lint(*lines: str, name: str = "usimmarine", head: str = "") -> list[Finding]:
    return lint(parse_mission(head + program(name, *lines), "alpha.moos", {}))


def _shown(findings: list[Finding]) -> list[str]:
    return [f"{d.where}: {d.severity.value}: {d.text}" for d in findings]


def test_a_misspelt_key() -> None:
    (finding,) = _lint("thurst_map = 20:1, 100:5")
    assert str(finding) == "alpha.moos:3: thurst_map: unknown parameter; did you mean thrust_map?"
    assert (finding.line, finding.column, finding.severity) == (3, 3, Severity.ERROR)
    assert finding.as_dict() == {
        "file": "alpha.moos",
        "line": 3,
        "column": 3,
        "severity": "error",
        "key": "thurst_map",
        "message": "thurst_map: unknown parameter; did you mean thrust_map?",
        "suggestion": "thrust_map",
    }
    assert exit_code([finding]) == 2
    assert _shown(_lint("CommsTic = 4")) == [
        "alpha.moos:3:3: error: CommsTic: unknown parameter; did you mean CommsTick?"
    ]


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        (("turn_rate = abc",), ["3:15: error: turn_rate: not a finite number"]),
        (("turn_rate = 170",), ["3:15: warning: turn_rate: must lie in [0, 100]; 100 is used"]),
        (("thrust_factor = -1",), ["3:19: error: thrust_factor: must be at least 0"]),
        (("sim_pause = maybe",), ["3:15: error: sim_pause: must be true or false"]),
        (("start_pos = x=1,q=2",), None),
        (
            ("turn_rate = 50", "turn_rate = 60"),
            ["4:15: warning: turn_rate: also given at alpha.moos:3 as turn_rate = 50; this one counts"],
        ),
        (
            ("AppTick = 4", "apptick = 5"),
            ["4:13: warning: apptick: given before in line 3 as 4; that one counts"],
        ),
        (("AppTick = .5",), ["3:13: error: AppTick: is no number that MOOS reads; 5 is used"]),
        (("AppTick = 0",), ["3:13: warning: AppTick: the application will iterate without any pause"]),
        (("comms = natve",), ["3:11: error: comms: must be one of auto, native, pymoos; did you mean native?"]),
        (("no equals",), ["3:3: warning: 'no equals' has no '='; MOOS drops it"]),
        (("prefix =",), ["3:3: warning: 'prefix =' has no value"]),
        (("= 3",), ["3:3: warning: '= 3' has no key"]),
        (("[x]",), ["3:3: warning: '[x]' has no '='; MOOS finds no AppTick and the like behind this line"]),
        (
            ("start_x = 3", "start_pos = x=1, y=2", "start_heading = 4"),
            ["4:3: warning: start_pos: sets again what start_x (line 3) set; this line counts"],
        ),
        (
            ("start_pos = 1,2,3", "START_HEADING = 4", "start_depth = 1"),
            ["4:3: warning: START_HEADING: sets again what start_pos (line 3) set; this line counts"],
        ),
        (
            ("drift_vector = 90,1", "drift_y = 4"),
            ["4:3: warning: drift_y: sets again what drift_vector (line 3) set; this line counts"],
        ),
        (
            ("thrust_factor = 10", "thrust_map = 100:5"),
            ["3:3: note: thrust_factor: has no effect beside thrust_map in line 4, unless that has no positive pair"],
        ),
        (
            ("start_depth = 30", "default_water_depth = 20"),
            ["3:17: warning: start_depth: is below the bottom: default_water_depth is 20"],
        ),
        (
            ("dialect = v22", "turn_spd_map_null_speed = 3", "turn_spd_map_full_speed = 2"),
            ["4:29: warning: turn_spd_map_null_speed: must be below turn_spd_map_full_speed (2)"],
        ),
        (("dialect = v21",), None),
        (("dynamics = fosen6",), None),
        (("timer_script = gusts",), None),
    ],
)
def test_findings(lines: tuple[str, ...], expected: list[str] | None) -> None:
    findings = _lint(*lines)
    if expected is None:
        assert [d.severity for d in findings] == [Severity.ERROR]
        assert findings[0].line == 3
        assert findings[0].column == lines[0].index("=") + 5
    else:
        assert _shown(findings) == [f"alpha.moos:{e}" for e in expected]


def test_dropped_thrust_map_pairs_are_named() -> None:
    (finding,) = _lint("thrust_map = 20:1, 40:-2, 200:3, 100:5")
    assert finding.severity is Severity.WARNING
    assert finding.text.startswith("thrust_map: pairs left out: 40:-2: ")
    assert "200:3: " in finding.text
    assert finding.column == 16


def test_parameters_that_the_dialect_ignores() -> None:
    findings = _lint("quirks = true", "turn_radius = 3", name="uSimMarine")
    assert _shown(findings) == [
        "alpha.moos:4:3: warning: turn_radius: not a parameter of dialect classic (known to v22)"
    ]
    assert _lint("turn_radius = 3", name="uSimMarineV22") == []


def test_the_alias_of_antler_decides_the_dialect() -> None:
    head = "ProcessConfig = ANTLER\n{\nRun = usimmarine @ NewConsole = false ~ uSimMarineV22\n}\n"
    assert lint(parse_mission(head + "ProcessConfig = USIMMARINEV22\n{\nturn_spd_loss = 0.4\n}\n", "a.moos")) == []


def test_a_line_that_starts_nothing() -> None:
    findings = _lint("AppTick = 4", head="ProcessConfig = ANTLER\n{\nRun = @ NewConsole = false\n}\n")
    assert "alpha.moos:3:1: error: Run: names no program" in _shown(findings)


def test_launches_without_a_block() -> None:
    head = "ProcessConfig = ANTLER\n{\nRun = usimmarine @ NewConsole = false ~ usimarine\nRun = uSimMarine ~ sim2\n}\n"
    findings = _lint("AppTick = 4", head=head)
    assert _shown(findings) == [
        "alpha.moos:3:1: warning: no block ProcessConfig = usimarine; the simulator will run with all defaults; "
        "did you mean usimmarine?",
        "alpha.moos:4:1: error: pAntler looks for a program 'uSimMarine~sim2'; "
        "write uSimMarine @ NewConsole = false ~ sim2",
    ]


def test_globals_and_scripts_are_checked_too() -> None:
    head = "LatOrigin = 43,8\nProcessConfig = uTimerScript\n{\n  event = var=A, val=x, amount=3\n}\n"
    findings = _lint("timer_script = uTimerScript", head=head)
    assert _shown(findings) == [
        "alpha.moos: warning: LongOrigin is missing; it belongs to the other key; there will be no LAT, LONG",
        "alpha.moos:1:1: error: LatOrigin: '43,8' is no number; there will be no LAT, LONG",
        "alpha.moos:4: error: Unknown param in event config: amount",
    ]


def test_macros_of_nsplug_are_not_taken_for_mistakes() -> None:
    findings = _lint("start_pos = $(START_POS)", "#ifdef X", "turn_rate = $(RATE)")
    assert {d.severity for d in findings} == {Severity.NOTE}
    assert exit_code(findings) == 0


def test_a_mission_without_a_simulator_is_no_error() -> None:
    findings = lint(parse_mission("ProcessConfig = pLogger\n{\n}\n", "shore.moos"))
    assert [d.severity for d in findings] == [Severity.NOTE]
    with pytest.raises(MissionFileError, match="blocks present: pLogger"):
        lint(parse_mission("ProcessConfig = pLogger\n{\n}\n", "shore.moos"), "sim")


def test_several_blocks_are_all_checked_and_one_can_be_chosen() -> None:
    text = "".join(f"ProcessConfig = {n}\n{{\nbad_{n} = 1\n}}\n" for n in ("usimmarine", "uSimMarineV22", "auv"))
    mission = parse_mission(text, "m.moos")
    assert [d.line for d in lint(mission)] == [3, 7]
    assert [d.line for d in lint(mission, "auv")] == [11]


def test_huge_values_are_cut() -> None:
    for finding in _lint("turn_rate = " + "9" * 5000 + "x", "k" * 5000 + " = 1", "x" * 5000):
        assert len(str(finding)) < 400


@given(
    st.lists(
        st.tuples(
            st.sampled_from(["start_pos", "thrust_map", "dialect", "prefix", "AppTick", "drift_vector", "q", "quirks"]),
            st.text(alphabet='0123456789.,:=-+eExy "true/nan[]{}$()', max_size=30),
        ),
        max_size=8,
    )
)
def test_no_block_breaks_the_checker(lines: list[tuple[str, str]]) -> None:
    for finding in _lint(*(f"{k} = {v}" for k, v in lines), name="uSimMarineV22"):
        assert finding.what


@pytest.mark.parametrize(
    ("line", "finding"),
    [
        ("ServerPort = 99999", "ServerPort: '99999' is no port from 1 to 65535; 9000 is used"),
        ("ServerPort = nine", "ServerPort: 'nine' is no port from 1 to 65535; 9000 is used"),
        ("MOOSTimeWarp = -2", "MOOSTimeWarp: '-2' is no number above 0 and at most 400; 1 is used"),
        ("MOOSTimeWarp = fast", "MOOSTimeWarp: 'fast' is no number above 0 and at most 400; 1 is used"),
        ("ServerPort = 9200", ""),
        ("MOOSTimeWarp = 400", ""),
        ("ServerPort = $(PORT)", ""),
        ("MOOSTimeWarp = $(WARP)", ""),
    ],
)
def test_port_and_warp_of_the_community(line: str, finding: str) -> None:
    found = _shown(_lint("turn_rate = 40", head=f"Community = alpha\n{line}\n"))
    assert found == ([f"alpha.moos:2:1: error: {finding}"] if finding else [])


def test_files_on_the_globe_know_the_datum(tmp_path: Path) -> None:
    bed = tmp_path / "bed.asc"
    bed.write_text("ncols 2\nnrows 2\nxllcenter -71\nyllcenter 43\ndx 1\ndy 1\n-10 -10\n-10 -10\n")
    block = "ProcessConfig = usimmarine\n{\nbathymetry = bed.asc\nbathymetry_coordinates = latlon\n}\n"
    for head, expected in (("LatOrigin = 43.8\nLongOrigin = -70.3\n", []), ("", ["error"])):
        mission = parse_mission(head + block, str(tmp_path / "m.moos"))
        found = lint(mission, read_file=Beside(mission.file))
        assert [d.severity.value for d in found] == expected


def test_a_file_that_is_not_there_is_named_once() -> None:
    for mission, told in (("m.moos", "no file a.asc"), ("x/m.moos", "no file a.asc (looked at x/a.asc, a.asc)")):
        with pytest.raises(FileNotFoundError, match=f"^{re.escape(told)}$"):
            Beside(mission).find("a.asc")


#: What its documentation prints as an example, in our own arrangement: every key and value of it.
PUBLISHED = """
Community = alpha
ProcessConfig = {name}
{{
  AppTick = 4
  CommsTick = 4
  start_x = 0
  start_y = 0
  start_heading = 0
  start_speed = 0
  start_depth = 0
  start_pos = x=0, y=0, speed=0, heading=0, depth=0
  drift_x = 0
  drift_y = 0
  rotate_speed = 0
  drift_vector = 0,0   // heading, magnitude
  buoyancy_rate = 0.025
  max_acceleration = 0
  max_deceleration = 0.5
  max_depth_rate = 0.5
  max_depth_rate_speed = 2.0
  sim_pause = false
  dual_state = false
  thrust_reflect = false
  thrust_factor = 20
  turn_rate = 70
  thrust_map = 0:0, 20:1, 40:2, 60:3, 80:5, 100:5
}}
"""


@pytest.mark.parametrize("name", ["usimmarine", "uSimMarine", "uSimMarineV22"])
def test_the_published_example_has_no_warning(name: str) -> None:
    mission = parse_mission(PUBLISHED.format(name=name), "m.moos")
    assert [str(d) for d in lint(mission) if d.severity is not Severity.NOTE] == []
    assert set_up(mission, mission.block(name), name, start_time=0.0, time_warp=1.0).warnings == ()


def test_another_thrust_0_is_a_warning() -> None:
    text = "Community = a\nProcessConfig = usimmarine\n{\n  thrust_map = 0:1, 20:1\n}\n"
    assert [d.severity for d in lint(parse_mission(text, "m.moos"))] == [Severity.WARNING]
