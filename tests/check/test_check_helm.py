"""``usim check`` of .bhv files, of missions with a helm, and of folders."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.processes import usim
from usimmarine_py.check.helm.files import check_behavior_file

GOOD = """\
initialize DEPLOY = false

Behavior = BHV_Waypoint
{
  name   = survey
  pwt    = 100
  condition = DEPLOY = true
  speed  = 2
  radius = 3
  points = 60,-40 : 60,-160
}
"""
MISSION = """\
LatOrigin  = 43.8253
LongOrigin = -70.3304
ProcessConfig = uSimMarineV22
{
  prefix = NAV
}
ProcessConfig = pHelmIvP
{
  behaviors = m.bhv
  domain    = course:0:359:360
  domain    = speed:0:4:41
}
ProcessConfig = ANTLER
{
  Run = uSimMarineV22
  Run = pHelmIvP
}
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "m.moos").write_text(MISSION)
    (tmp_path / "m.bhv").write_text(GOOD)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_a_good_file_has_no_findings(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert usim(capsys, "check", "m.bhv")[:2] == (0, "")
    assert usim(capsys, "check", "m.moos")[:2] == (0, "")


@pytest.mark.parametrize(
    ("old", "new", "line", "words"),
    [
        (
            "BHV_Waypoint",
            "BHV_Waypont",
            3,
            "no behaviour BHV_Waypont in the helm of usim run; did you mean BHV_Waypoint?",
        ),
        ("radius = 3", "radus = 3", 9, "did you mean radius?"),
        ("speed  = 2", "speed = fast", 8, "speed = fast"),
        ("initialize", "inititalize", 1, "initialize, set, Behavior = or // expected"),
        ("}\n", "", 3, ""),
    ],
)
def test_what_the_helm_refuses_has_file_and_line(
    folder: Path, capsys: pytest.CaptureFixture[str], old: str, new: str, line: int, words: str
) -> None:
    (folder / "m.bhv").write_text(GOOD.replace(old, new))
    for file in ("m.bhv", "m.moos"):
        code, out, _ = usim(capsys, "check", file)
        assert code == 2 and words in out and "ProcessConfig" not in out
        assert out.startswith(f"m.bhv:{line}:" if line else "m.bhv")


def test_every_error_is_found_and_other_kinds_are_warnings(folder: Path) -> None:
    text = GOOD.replace("radius", "radus").replace("speed ", "sped ") + GOOD.partition("\n")[2].replace(
        "BHV_Waypoint", "BHV_OfMyOwn"
    )
    (folder / "m.bhv").write_text(text)
    found = check_behavior_file("m.bhv")
    assert [(one.line, one.severity.value) for one in found] == [(8, "error"), (9, "error"), (13, "warning")]


def test_a_missing_file_and_a_wrong_line_of_the_block(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "m.moos").write_text(MISSION.replace("m.bhv", "mm.bhv").replace("domain    = speed", "doman = speed"))
    code, out, _ = usim(capsys, "check", "m.moos")
    assert code == 2 and "m.moos:9:1: error: behaviors = mm.bhv: no such file" in out and "did you mean m.bhv?" in out
    assert "m.moos:11:1: error: Unhandled config line: doman=" in out and "did you mean domain?" in out


def test_lines_with_macros_of_nsplug_are_left_out(folder: Path) -> None:
    (folder / "m.bhv").write_text(GOOD.replace("speed  = 2", "speed = $(SPEED)"))
    [note] = check_behavior_file("m.bhv")
    assert (note.severity.value, note.line) == ("note", 8)


def test_folders_and_what_is_left_out_of_them(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "old").mkdir()
    (folder / "old" / "bad.bhv").write_text("inititalize A = 1\n")
    code, out, _ = usim(capsys, "check", ".")
    assert code == 2 and out.count("\n") == 1 and out.startswith("old/bad.bhv:1:")
    assert usim(capsys, "check", ".", "--exclude", "old")[0] == 0
    code, _, err = usim(capsys, "check", "m.moos", "--exclude", "*")
    assert code == 2 and "leaves no file" in err


def test_no_simulator_offers_no_block(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "m.moos").write_text("ProcessConfig = pHelmIvP\n{\n}\n")
    code, _, err = usim(capsys, "run", "m.moos")
    assert code == 2 and "no simulator block" in err and "--block" not in err
