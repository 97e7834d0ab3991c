"""A mission plays what its ANTLER block starts and nothing else: alone, among others, checked and graded."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.run.test_several import BEHAVIORS, SHORE, VEHICLE
from tests.support.missions import opening, program, shares
from usimmarine_py.cli.usim import entry
from usimmarine_py.launch.programs import our_words
from usimmarine_py.mission import read_mission
from usimmarine_py.run.plan import plan_run

PROGRAMS = ("MOOSDB", "uSimMarineV22", "pMarinePIDV22", "pHelmIvP", "pNodeReporter", "pShare", "uFldNodeBroker")
WITHIN = ("--within", "60", "--expect", "NAV_X < 1000")


def antler(*programs: str) -> str:
    return program("ANTLER", *(f"Run = {name} @ NewConsole = false" for name in programs))


def write(folder: Path, lines: str) -> Path:
    (folder / "m.bhv").write_text(BEHAVIORS)
    file = folder / "abe.moos"
    file.write_text(opening("abe", 9001) + lines + shares(9201) + VEHICLE % 0)
    return file


def played(*files: Path) -> set[str]:
    """What plays of the last mission."""
    plan = plan_run([read_mission(str(file)) for file in files], duration=1.0)
    return {app.settings.name for app in plan.communities[-1].applications}


def test_the_same_applications_play_alone_and_among_others(tmp_path: Path) -> None:
    file = write(tmp_path, antler(*PROGRAMS))
    shore = tmp_path / "shore.moos"
    shore.write_text(SHORE)
    alone = played(file)
    assert alone == {*PROGRAMS[1:], "usim_press"}
    assert played(shore, file) == alone - {"usim_press"}  # the shore has a button for that


def test_without_the_block_all_play_and_check_says_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = write(tmp_path, "")
    assert {"uSimMarineV22", "pHelmIvP", "pMarinePIDV22", "pShare"} <= played(file)
    entry(["check", str(file)])
    assert f"{file}: note: no ANTLER block: every block whose name is known plays" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("missing", "line", "words"),
    [
        ("pHelmIvP", "", "no line of ANTLER starts pHelmIvP: its block is not played"),
        ("pMarinePIDV22", "", "no line of ANTLER starts pMarinePIDV22: its block is not played"),
        ("uSimMarineV22", "", "no line of ANTLER starts uSimMarineV22: its block is not played"),
        ("pHelmIvP", "Run = pHelmIvp @ NewConsole = false", "there is no program pHelmIvp"),
        ("pHelmIvP", "Run = pHelmIv @ NewConsole = false", "did you mean pHelmIvP?"),
        ("pHelmIvP", "Rnu = pHelmIvP @ NewConsole = false", "Rnu is no key of ANTLER"),
        ("pHelmIvP", "Run pHelmIvP @ NewConsole", "'Run pHelmIvP @ NewConsole' has no '='"),
        ("pHelmIvP", "Run = pHelmIvPP @ NewConsole = false", "did you mean pHelmIvP?"),
        ("pNodeReporter", "Run = pnodereporter @ NewConsole = false", "did you mean pNodeReporter?"),
    ],
)
def test_a_slip_is_named_with_its_line_and_fails_a_graded_mission(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], missing: str, line: str, words: str
) -> None:
    text = antler(*PROGRAMS).replace(f"  Run = {missing} @ NewConsole = false\n", f"  {line}\n")
    file = write(tmp_path, text)
    assert missing not in played(file)
    lines = file.read_text().splitlines()
    wrong = lines.index(f"  {line}") + 1 if line else lines.index(f"ProcessConfig = {missing}") + 1
    entry(["run", str(file), "--duration", "2", "-o", str(tmp_path / "o")])
    said = capsys.readouterr().out
    assert words in said and f"abe.moos:{wrong}: " in said
    entry(["check", str(file)])
    assert f"abe.moos:{wrong}:" in (said := capsys.readouterr().out) and words in said
    assert entry(["grade", str(file), *WITHIN]) == 1
    said = capsys.readouterr().out
    assert said.startswith("ERROR") and f"abe.moos:{wrong}: " in said


def test_blocks_of_other_programs_may_wait_unused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A viewer's line in a comment, or guidance beside a helm, is no slip."""
    unused = program("pMarineViewer", "tether = 1") + program("usim_guidance", "waypoints = 3,4", "speed = 2")
    file = write(tmp_path, antler(*PROGRAMS) + unused)
    assert not {"pMarineViewer", "usim_guidance"} & played(file)
    entry(["check", str(file)])
    assert "note: no line of ANTLER starts usim_guidance: its block is not played" in capsys.readouterr().out
    assert entry(["grade", str(file), *WITHIN]) == 0, capsys.readouterr().out


def test_a_program_without_a_block_plays_with_defaults(tmp_path: Path) -> None:
    file = tmp_path / "m.moos"
    file.write_text(opening("alone") + antler("uSimMarineV22", "pMarinePIDV22", "pNodeReporter"))
    plan = plan_run(read_mission(str(file)), duration=2.0)
    assert [app.settings.name for app in plan.apps] == ["uSimMarineV22", "pMarinePIDV22", "pNodeReporter"]
    assert plan.simulators[0].dialect == "v22"


def test_a_community_without_a_vehicle_plays(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A shore, or a test of a single application."""
    script = program("uTimerScript", "AppTick = 10", "event = var=A, val=3, time=1", "event = quit, time=2")
    echo = program("pEchoVar", "echo = A -> B")
    file = tmp_path / "m.moos"
    file.write_text(opening("shore") + antler("uTimerScript", "pEchoVar") + script + echo)
    assert entry(["run", str(file), "--require", "B = 3", "-o", str(tmp_path / "o")]) == 0, capsys.readouterr()
    text = (tmp_path / "o" / "m.alog").read_text()
    assert any(line.split()[1:4] == ["B", "pEchoVar", "3.00000"] for line in text.splitlines() if line[0] != "%")


def test_a_name_that_comes_twice_is_a_slip(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = write(tmp_path, antler(*PROGRAMS, "pHelmIvP"))
    assert entry(["grade", str(file), *WITHIN]) == 1
    said = capsys.readouterr().out
    assert "pHelmIvP is started in line" in said and "a MOOSDB takes a name once" in said


def test_nothing_is_driven_where_there_is_no_vehicle(tmp_path: Path) -> None:
    script = program("uTimerScript", "AppTick = 10", "event = quit, time=2")
    file = tmp_path / "m.moos"
    file.write_text(opening("shore") + antler("uTimerScript") + script)
    assert entry(["run", str(file), "--require", "driven", "-q", "-o", str(tmp_path / "o")]) == 1


@pytest.mark.parametrize("name", ["pHelmIvp", "pHelmIvPP", "uSimmarine", "pMarinePidV22", "pnodereporter"])
def test_live_no_other_program_stands_in(name: str) -> None:
    """Names of programs are matched as the file system of the originals does."""
    assert our_words(name, "m.moos", "alias") is None
    assert our_words("pMarinePIDV22", "m.moos", "alias") == ("usim_pid", "m.moos", "alias")
