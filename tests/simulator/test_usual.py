"""Without a line ``quirks`` a dialect has the numbers of its program on well-formed input (laws/usimmarine 12)."""

from __future__ import annotations

import re

import pytest

from tests.support.internals import internals
from tests.support.paths import ROOT
from tests.support.simulators import config_lines, mail, make, run
from usimmarine_py.check.lint import lint
from usimmarine_py.errors import Severity
from usimmarine_py.kinematic.dialects import find_dialect
from usimmarine_py.mission import parse_mission
from usimmarine_py.simulator import Simulator

RECORDED = ("classic", "v22", "v23")


def usual(dialect: str, *texts: str, **more: float) -> Simulator:
    return Simulator.from_lines(config_lines(*texts), dialect=dialect, **more)  # type: ignore[arg-type]


def test_the_page_marks_what_is_usual() -> None:
    page = (ROOT / "docs/laws/usimmarine.md").read_text(encoding="utf-8").split("## 12 Quirks")[1]
    rows = dict(re.findall(r"^\| (\w+) \| (usual)? ?\|", page, re.M))
    reproduced = {quirk for name in RECORDED for quirk in find_dialect(name).reproduced}
    every = {quirk for name in RECORDED for quirk in find_dialect(name, quirks=True).reproduced}
    # the step of the rudder is not a switch
    assert {quirk for quirk, mark in rows.items() if mark} - {"rudder_step_cap"} == reproduced
    assert set(rows) - {"rudder_step_cap", "id"} == every


def test_other_laws_of_motion_have_no_original() -> None:
    plain = Simulator.from_lines(config_lines("dynamics = fossen3", "vehicle = cybership2"), dialect="v22")
    asked = Simulator.from_lines(
        config_lines("dynamics = fossen3", "vehicle = cybership2", "quirks = true"), dialect="v22"
    )
    assert (plain.quirks, asked.quirks) == (False, True)
    assert (usual("v22").quirks, usual("v22", "dynamics = kinematic").quirks) == (None, None)


def test_features_of_ours_are_known() -> None:
    assert usual("classic", "turn_radius = 3", "dual_state = true").config_warnings == []
    assert "USM_TURN_RADIUS" in usual("classic").subscriptions()


def test_malformed_mail_is_mended() -> None:
    simulator = usual("v22")
    mail(simulator, 0.0, DESIRED_THRUST="30")
    assert internals(simulator).command.thrust == 30
    mail(simulator, 0.0, THRUST_MODE_REVERSE="sideways")
    assert internals(simulator).command.reverse is False
    assert "dialect v22 knows reverse, true, normal, false only" in simulator.run_warnings[-1]


def test_the_step_after_a_pause_goes_back_as_in_the_program() -> None:
    found = {}
    for quirks in (True, None):
        simulator = make("v22", "drift_x = 1", quirks=quirks)  # type: ignore[arg-type]
        run(simulator, 0.0, 1.0)
        mail(simulator, 1.0, USM_SIM_PAUSED="true")
        run(simulator, 1.0, 6.0)
        mail(simulator, 6.0, USM_SIM_PAUSED="false", USM_ENABLED="false")
        run(simulator, 6.0, 8.0)
        mail(simulator, 8.0, USM_ENABLED="true")
        run(simulator, 8.0, 9.0)
        found[quirks] = simulator.state.x
        assert simulator.run_warnings == ()
    assert found[None] == found[True] == pytest.approx(2.0 - 5.0)


def test_a_live_limit_of_the_step_leaves_the_jump_behind_an_obstacle() -> None:
    simulator = usual("v22", "drift_x = 1")
    for tick in range(1, 201):
        now = tick * 0.1
        if tick in (11, 191):
            mail(simulator, now, OBSTACLE_HIT="true" if tick == 11 else "false")
        simulator.iterate(now, 5.0)
    assert simulator.truth.x == pytest.approx(20.0)
    assert simulator.run_warnings == ()
    # a program that stood still itself loses the time beyond the limit
    simulator.iterate(30.0, 5.0)
    assert simulator.truth.x == pytest.approx(25.0)
    simulator.iterate(30.1, 5.0)
    assert simulator.truth.x == pytest.approx(25.1)
    assert len(simulator.run_warnings) == 1


def test_a_cut_step_keeps_the_pause() -> None:
    simulator = usual("v22", "drift_x = 1")
    simulator.iterate(1.0, 5.0)
    mail(simulator, 1.0, USM_SIM_PAUSED="true")
    simulator.iterate(4.0, 5.0)
    mail(simulator, 4.0, USM_SIM_PAUSED="false")
    for now in (5.0, 15.0, 16.0):
        simulator.iterate(now, 5.0)
    assert simulator.truth.x == pytest.approx(1.0 + 1.0 + 5.0 + 1.0)


@pytest.mark.parametrize(
    ("name", "line", "text"),
    [
        ("uSimMarineV22", "turn_rate = 0", "refuses 0 here: the vehicle turns at a full rate of 100"),
        ("uSimMarineV22", "thrust_factor = 10", "reaches 10 m/s, but dialect v22 publishes 5 m/s"),
        ("uSimMarine", "thrust_map = 20:1, 40:x, 60:3", "reads no further in this line"),
        ("uSimMarineV23", "thrust_map = 20:1, 40:x, 60:3", "drops the whole map"),
        ("uSimMarine", "post = USM_ENABLED=false", "that is disabled moves on without posts"),
    ],
)  # fmt: skip
def test_check_notes_what_surprises(name: str, line: str, text: str) -> None:
    script = ""
    if line.startswith("post"):
        line, script = "", "ProcessConfig = uTimerScript\n{\n  event = var=USM_ENABLED, val=false, time=3\n}\n"

    def found(more: str = "") -> list[str]:
        body = f"ProcessConfig = {name}\n{{\n  {line}\n{more}}}\n{script}"
        findings = lint(parse_mission(body, "a.moos"))
        return [d.text for d in findings if d.severity is not Severity.ERROR and "quirks = false" in d.text]

    (note,) = found()
    assert text in note
    assert found("  quirks = false\n") == []


def test_check_knows_which_of_two_lines_counts() -> None:
    for name, late in (("uSimMarine", "start_x (line 3)"), ("uSimMarineV22", "start_pos (line 4)")):
        body = f"ProcessConfig = {name}\n{{\n  start_x = 5\n  start_pos = x=7\n}}\n"
        (finding,) = [d for d in lint(parse_mission(body, "a.moos")) if d.severity is Severity.WARNING]
        key = late.split()[0]
        assert finding.key == key and "this line counts" in finding.text
