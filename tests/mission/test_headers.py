"""Lines that were meant to begin a block: `usim check`, `usim run` and `usim grade` all say so, with file and line."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.missions import HEAD, VEHICLE, mission, write
from tests.support.processes import usim
from usimmarine_py.errors import MissionFileError
from usimmarine_py.mission import Severity, read_mission
from usimmarine_py.run.plan import plan_run

FLEET = HEAD + VEHICLE % ""
LINE = len(FLEET.splitlines()) + 1
BODY = "{\n  expect = NAV_X > 4000\n}\n"
NO_BLOCK = "begins no block, and the lines between its { and } belong to none"
MEANT = {
    "ProcesConfig = usim_grade\n": f"ProcesConfig: {NO_BLOCK}; did you mean ProcessConfig?",
    "PorcessConfig=usim_grade\n\n  // a comment\n": "did you mean ProcessConfig?",
    "Process_Config = usim_grade // why not\n": "did you mean ProcessConfig?",
    "Proces Config = usim_grade\n": "ProcesConfig: begins no block",
    "ProcessConfig usim_grade\n": "did you mean ProcessConfig = NAME?",
    "ProcessConfig: usim_grade\n": "did you mean ProcessConfig = NAME?",
}
NOT_MEANT = ("Settings = usim_grade\n", "usim_grade\n", "= usim_grade\n")
HARMLESS = (
    "// ProcessConfig = usim_grade\n",  # taken out on purpose; what stands before the { is the end of a block
    "processconfig=usim_grade\n",
    "PROCESSCONFIG = usim_grade\n",
    "#define ProcesConfig\n",
)


@pytest.mark.parametrize("header", MEANT)
def test_a_slip_in_the_word_is_an_error_but_of_a_run(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], header: str
) -> None:
    file = str(write(tmp_path, FLEET + header + BODY))
    code, out, _ = usim(capsys, "check", file)
    assert code == 2 and f"{file}:{LINE}:1: error: " in out and MEANT[header] in out
    code, out, _ = usim(capsys, "run", file, "--duration", "5", "-o", str(tmp_path / "out"))
    assert code == 0 and f"{Path(file).name}:{LINE}: " in out and MEANT[header] in out  # plays on, as the original does
    code, _, err = usim(capsys, "run", file, "--duration", "5", "-o", str(tmp_path / "out"), "--strict")
    assert code == 2 and f"{Path(file).name}:{LINE}: " in err and MEANT[header] in err
    code, out, _ = usim(capsys, "grade", file, "--within", "5", "--expect", "driven = false", "--jobs", "1")
    assert code == 1 and out.startswith(f"ERROR {file}:{LINE}: ") and MEANT[header] in out


def test_on_the_line_of_the_brace(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = str(write(tmp_path, FLEET + "ProcesConfig = usim_grade {\n  expect = NAV_X > 4000\n}\n"))
    code, out, _ = usim(capsys, "check", file)
    assert code == 2 and out == f"{file}:{LINE}:1: error: {MEANT['ProcesConfig = usim_grade' + chr(10)]}\n"


@pytest.mark.parametrize("header", NOT_MEANT)
def test_another_word_is_one_too(tmp_path: Path, capsys: pytest.CaptureFixture[str], header: str) -> None:
    file = str(write(tmp_path, FLEET + header + BODY))
    told = f"{NO_BLOCK}; a block begins with ProcessConfig = NAME"
    code, out, _ = usim(capsys, "check", file)
    assert code == 2 and f"{file}:{LINE}:1: error: " in out and told in out
    code, out, _ = usim(capsys, "run", file, "--duration", "5", "-o", str(tmp_path / "out"))
    assert code == 0 and told in out
    # a judge that nobody finds would be a verdict about something else
    code, out, _ = usim(capsys, "grade", file, "--within", "5", "--expect", "driven = false", "--jobs", "1")
    assert code == 1 and out.startswith(f"ERROR {file}:{LINE}: ") and told in out


def test_a_block_in_a_comment_that_moos_does_not_know_is_a_warning(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = str(write(tmp_path, FLEET + "/*ProcessConfig = pLogger\n" + BODY.replace("}", "}*/")))
    told = f"/*ProcessConfig: {NO_BLOCK}; MOOS knows no comments but //"
    code, out, _ = usim(capsys, "check", file)
    assert code == 0 and f"{file}:{LINE}:1: warning: {told}" in out
    code, out, _ = usim(capsys, "run", file, "--duration", "5", "-o", str(tmp_path / "out"))
    assert code == 0 and told in out


@pytest.mark.parametrize("header", HARMLESS)
def test_what_is_right_or_left_out_on_purpose(header: str) -> None:
    assert mission(FLEET + header + BODY).strays == ()


def test_braces_inside_a_block_are_its_own() -> None:
    text = FLEET.replace("  prefix = NAV\n", "  prefix = NAV\n  Something = else\n{\n")
    assert mission(text + "ProcessConfig = pOther\n" + BODY).strays == ()


def test_two_of_them_are_two_and_the_next_block_is_read() -> None:
    found = mission("ProcesConfig = a\n{\n  b = c\n}\nSome = d\n{\n}\n" + FLEET)
    assert [(one.line, one.severity) for one in found.strays] == [(1, Severity.ERROR), (5, Severity.ERROR)]
    assert found.block("usimmarine") is not None
    assert plan_run(found, duration=5.0).communities  # plays, as in the original


def test_a_vehicle_that_it_hides_is_missed_by_that_name() -> None:
    with pytest.raises(MissionFileError, match="did you mean ProcessConfig"):
        plan_run(mission(FLEET.replace("ProcessConfig = usimmarine", "ProcesConfig = usimmarine")), duration=5.0)


def test_in_an_included_file_it_has_the_place_there(tmp_path: Path) -> None:
    plug = write(tmp_path, "// a plug\nProcesConfig = usim_grade\n" + BODY, "plug.moos")
    (found,) = read_mission(write(tmp_path, FLEET + "#include plug.moos\n")).strays
    assert (found.file, found.line) == (str(plug), 2)
