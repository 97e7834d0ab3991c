"""The page of verdicts of ``usim grade --keep``: what it shows, and that texts of missions stay texts."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

import pytest

from tests.support.missions import HEAD, VEHICLE
from tests.support.pages import read_page
from tests.support.processes import usim
from usimmarine_py.errors import LogFileError
from usimmarine_py.grade.grade import ERROR, Grade
from usimmarine_py.grade.keep import PAGE
from usimmarine_py.grade.page import write_page

JUDGED = (
    HEAD + VEHICLE % "" + "ProcessConfig = uTimerScript\n{\n  event = var=DESIRED_THRUST, val=50, time=1\n}\n"
    "ProcessConfig = usim_grade\n{\n  within = 5\n  expect = max(NAV_Y) > 0\n}\n"
    "ProcessConfig = pMissionEval\n{\n  lead_condition = NAV_Y > 0\n  pass_condition = NAV_Y < 1\n"
    "  report_file = results.txt\n  report_column = note=<script>1</script>\n}\n"
)


def test_every_mission_with_its_picture_and_its_files(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    name = '<img src=x onerror="1"> & b%41'
    (tmp_path / f"{name}.moos").write_text(JUDGED)
    (tmp_path / "half.moos").write_text("ProcessConfig = usimmarine\n{\n")
    kept = tmp_path / "kept"
    words = [str(tmp_path), "--keep", str(kept), "--expect", "max(NAV_Y) < 0.01", "--jobs", "1"]
    code, _, _ = usim(capsys, "grade", *words)
    page = read_page(kept / PAGE)
    assert code == 1 and page.headings == [f"fail {tmp_path / name}.moos", f"error {tmp_path}/half.moos"]
    assert "script" not in page.tags and len(page.pictures) == bool(find_spec("matplotlib"))
    assert {f"{name}/{name}.alog", f"{name}/results.txt", "#m0", "#m1"} <= set(page.links)
    told = "\n".join(page.texts)
    assert "usim grade: 0 of 2 passed" in told and "max(NAV_Y) < 0.01: max(NAV_Y) = " in told
    assert "note=<script>1</script>" in told and "pass by pMissionEval" in told and "usim run" in told
    assert f"{tmp_path / 'half.moos'}:1: " in told
    # one that passes: nothing stands first, and what an earlier call left is gone
    (tmp_path / "half.moos").unlink()
    assert usim(capsys, "grade", str(tmp_path), "--keep", str(kept), "--jobs", "1")[0] == 0
    page = read_page(kept / PAGE)
    assert page.headings == [f"pass {tmp_path / name}.moos"] and not any(link.startswith("#") for link in page.links)
    assert usim(capsys, "grade", str(tmp_path), "--keep", str(kept), "--exclude", "*", "--jobs", "1")[0] == 2


def test_what_cannot_be_written_is_one_line(tmp_path: Path) -> None:
    (tmp_path / PAGE).mkdir()
    with pytest.raises(LogFileError, match=f"{PAGE}: --keep: cannot be written: Is a directory"):
        write_page([Grade("m.moos", ERROR, ["\x00\udcff"])], tmp_path)
    (tmp_path / PAGE).rmdir()
    write_page([Grade("m\x00.moos", ERROR, ["\x1b[1m\udcff"])], tmp_path)
    assert read_page(tmp_path / PAGE).headings == ["error m?.moos"]
