"""``usim grade --keep``: what each judged mission leaves, where, and that it is of the run that was judged."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tests.support.missions import HEAD, VEHICLE
from tests.support.paths import ROOT
from tests.support.processes import environment, usim
from usimmarine_py.errors import ConfigError, LogFileError
from usimmarine_py.grade.grade import GradeOptions, KeptFiles, grade_file
from usimmarine_py.grade.keep import PAGE, drop_cut, make_folder, places, run_and_keep
from usimmarine_py.logs.alog import load_series
from usimmarine_py.mission import read_mission
from usimmarine_py.run.output import RunFiles
from usimmarine_py.run.plan import plan_run

GRADED = ROOT / "tests/data/graded"
PASSES, FAILS = GRADED / "01_speed_pass.moos", GRADED / "05_speed_fail.moos"
#: What comes of it depends on the seed.
DRAWN = (
    HEAD
    + VEHICLE % ""
    + "ProcessConfig = uTimerScript\n{\n  randvar = varname=SPEED, min=1, max=90, key=at_reset\n"
    + '  event = var=DESIRED_THRUST, val="{$[SPEED]*1}", time=1\n}\n'
    + "ProcessConfig = usim_grade\n{\n  within = 5\n  expect = max(NAV_Y) > 0\n}\n"
)
Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    return lambda *words: usim(capsys, "grade", *words, "--jobs", "1")


def names(folder: Path) -> list[str]:
    return sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file())


def test_every_mission_leaves_its_run(tmp_path: Path, run: Run) -> None:
    pytest.importorskip("matplotlib")
    kept = tmp_path / "kept"
    results = kept / "results.xml"  # in the folder that is made first
    code, out, err = run(str(PASSES), str(FAILS), "--keep", str(kept), "--junit", str(results))
    assert (code, err) == (1, "") and out.splitlines()[-1] == f"1 of 2 passed, kept in {kept}"
    runs = [f"{file.stem}/{file.stem}{end}" for file in (PASSES, FAILS) for end in (".alog", ".json", ".png")]
    written = [*runs, "results.xml", PAGE, *(f"{file.stem}/results.txt" for file in (PASSES, FAILS))]
    assert names(kept) == sorted(written)
    for file, verdict in ((PASSES, "pass"), (FAILS, "fail")):
        place = kept / file.stem
        summary = json.loads((place / f"{file.stem}.json").read_text())
        assert summary["verdicts"] == {"pMissionEval": verdict} and f"{file.stem}.alog" in summary["files"]
        assert len(load_series(place / f"{file.stem}.alog", ["NAV_X"])["NAV_X"].values) > 100
        assert (place / f"{file.stem}.png").read_bytes()[-8:-4] == b"IEND"
        assert (place / "results.txt").read_text().count("\n") == 1
    said = [case.findtext("system-out") or "" for case in ElementTree.parse(results).getroot().iter("testcase")]
    assert [text.splitlines()[-1] for text in said] == [f"kept in {kept / file.stem}" for file in (PASSES, FAILS)]
    # once more: reports are those of this time, and a picture that is not drawn this time is none of an earlier one
    (kept / PASSES.stem / f"{PASSES.stem}.blog").write_text("old")
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(sys.modules, "matplotlib", None)
        code, out, err = run(str(PASSES), "--keep", str(kept), "--json")
    assert code == 0 and [one["kept"] for one in json.loads(out)["missions"]] == [str(kept / PASSES.stem)]
    assert err == "note: no pictures: drawing a figure needs matplotlib: pip install 'usimmarine[plot]'\n"
    assert names(kept / PASSES.stem) == [f"{PASSES.stem}.alog", f"{PASSES.stem}.json", "results.txt"]
    assert (kept / PASSES.stem / "results.txt").read_text().count("\n") == 1


@pytest.mark.parametrize("seed", [None, 7])
def test_it_is_the_run_that_was_judged(tmp_path: Path, seed: int | None) -> None:
    file = tmp_path / "m.moos"
    file.write_text(DRAWN)
    at = places([str(file)], tmp_path)
    expected = ("NAV_Y = 3",)
    kept, plain = (
        grade_file(file, GradeOptions(expected, seed=seed, kept=KeptFiles(keep, pictures=False))) for keep in (at, {})
    )  # fmt: skip
    assert (kept.line, kept.seed, kept.expectations) == (plain.line, plain.seed, plain.expectations)
    assert (kept.kept, plain.kept) == (str(tmp_path / "m"), "")
    summary = json.loads((tmp_path / "m/m.json").read_text())
    assert (summary["seed"], summary["required"]) == (kept.seed, kept.expectations)
    last = load_series(tmp_path / "m/m.alog", ["NAV_Y"])["NAV_Y"].values[-1]
    assert kept.expectations["NAV_Y = 3"] == f"NAV_Y = {last:g}"
    other = grade_file(file, GradeOptions(expected, seed=3))
    assert other.expectations != kept.expectations


def test_a_mission_that_cannot_be_played_leaves_nothing_nor_what_was_there(tmp_path: Path, run: Run) -> None:
    (tmp_path / "m.moos").write_text("ProcessConfig = usimmarine\n{\n")
    (tmp_path / "kept/m").mkdir(parents=True)
    for name in ("m.alog", "m.json", "m.png"):
        (tmp_path / "kept/m" / name).write_text("of an earlier time")
    (tmp_path / "kept/m/mine.txt").write_text("mine")
    code, out, _ = run(str(tmp_path / "m.moos"), "--keep", str(tmp_path / "kept"))
    assert code == 1 and out.startswith("ERROR") and names(tmp_path / "kept") == ["m/mine.txt", PAGE]


STEMS = [
    (["a/m.moos", "b.moos"], ["m", "b"]),
    (["a/m.moos", "b/m.moos"], ["a_m", "b_m"]),
    (["m.moos", "a/m.moos", "a/M.moos"], ["m", "a_m", "a_M_2"]),
    (["x/a/m.moos", "y/a/m.moos", "../x/a/m.moos"], ["a_m", "y_a_m", "x_a_m"]),
    (["/x/m.moos", "../m.moos", "m.moos", "m_2.moos"], ["x_m", "m", "m_2", "m_2_2"]),
    (["x/...moos", "..moos", ".moos", "...moos"], ["x_..", "mission", "moos", "mission_2"]),
]


@pytest.mark.parametrize(("files", "wanted"), STEMS, ids=[files[0] for files, _ in STEMS])
def test_every_mission_has_a_folder_of_its_own_below(tmp_path: Path, files: list[str], wanted: list[str]) -> None:
    found = places(files, tmp_path)
    assert [*found.values()] == [str(tmp_path / name) for name in wanted]
    assert len({name.casefold() for name in wanted}) == len(files)
    assert all(Path(os.path.normpath(place)).parent == tmp_path for place in found.values())


def test_nothing_is_written_through_a_link(tmp_path: Path, run: Run) -> None:
    (tmp_path / "kept").mkdir()
    (tmp_path / "other").mkdir()
    link = tmp_path / "kept" / PASSES.stem
    link.symlink_to(tmp_path / "other")
    code, out, err = run(str(PASSES), "--keep", str(tmp_path / "kept"))
    assert (code, out) == (2, "") and f"{link}: --keep: is a link" in err
    link.unlink()
    link.mkdir()
    (tmp_path / "other/mine").write_text("mine")
    for name in (f"{PASSES.stem}.alog", f"{PASSES.stem}.json", "results.txt"):
        (link / name).symlink_to(tmp_path / "other/mine")
    assert run(str(PASSES), "--keep", str(tmp_path / "kept"))[0] == 0
    assert (tmp_path / "other/mine").read_text() == "mine" and not (link / "results.txt").is_symlink()


def test_what_cannot_be_written_is_one_line(tmp_path: Path, run: Run) -> None:
    (tmp_path / "file").write_text("")
    for folder in (tmp_path / "file", tmp_path / "file" / "inner"):
        code, out, err = run(str(PASSES), "--keep", str(folder), "--junit", str(tmp_path / "out.xml"))
        assert (code, out, len(err.splitlines())) == (2, "", 1) and f"usim: {folder}: --keep: " in err
    (tmp_path / "kept").mkdir()
    (tmp_path / "kept" / PASSES.stem).write_text("a file")
    code, out, err = run(str(PASSES), "--keep", str(tmp_path / "kept"))
    assert (code, out, len(err.splitlines())) == (2, "", 1) and "--keep: cannot be written: Not a directory" in err
    # one that shows while it is played costs this mission only
    (tmp_path / "kept" / PASSES.stem).unlink()
    (tmp_path / "kept" / FAILS.stem / "results.txt").mkdir(parents=True)
    code, out, err = run(str(PASSES), str(FAILS), "--keep", str(tmp_path / "kept"))
    lines = out.splitlines()
    assert (code, err, len(lines)) == (1, "", 3) and lines[0].startswith("PASS ")
    assert lines[1].startswith(f"ERROR {FAILS}: {tmp_path / 'kept' / FAILS.stem}: --keep: cannot be written: ")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="a full disk is needed")
def test_a_picture_that_cannot_be_written_is_an_error(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    (tmp_path / f"{PASSES.stem}.png").symlink_to("/dev/full")
    with pytest.raises(LogFileError, match="cannot write the figure: No space left on device"):
        run_and_keep(plan_run(read_mission(PASSES)), tmp_path, RunFiles())


def test_a_log_that_grows_too_large_ends_its_mission(tmp_path: Path, run: Run) -> None:
    (tmp_path / "m.moos").write_text(DRAWN.replace("within = 5", "within = 3000"))
    code, out, _ = run(str(tmp_path / "m.moos"), "--keep", str(tmp_path / "kept"), "--max-log", "0.2")
    assert code == 1 and out.startswith("FAIL") and "its files have reached --max-log" in out


def test_of_a_very_large_log_there_is_no_picture(tmp_path: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("usimmarine_py.grade.keep.MOST_DRAWN", 100_000)
    code, out, _ = run(str(PASSES), "--keep", str(tmp_path / "kept"))
    assert code == 0 and "warning: no picture: the log has 0.2 MB; usim plot draws it" in out
    assert not list(tmp_path.rglob("*.png"))


def test_a_run_without_a_position_has_no_picture_and_says_so(tmp_path: Path, run: Run) -> None:
    pytest.importorskip("matplotlib")
    file = tmp_path / "m.moos"
    file.write_text(DRAWN.replace("within = 5", "within = 0.01").replace("max(NAV_Y) > 0", "distance < 9"))
    code, out, _ = run(str(file), "--keep", str(tmp_path / "kept"))
    assert code == 0 and "      warning: no picture: " in out and not (tmp_path / "kept/m/m.png").exists()


def test_the_summary_of_a_run_that_was_broken_off_goes(tmp_path: Path) -> None:
    at = places(["x/m.moos", "n.moos"], tmp_path)
    for place, text in zip(at.values(), ("", "{}"), strict=True):
        Path(place).mkdir()
        (Path(place) / f"{Path(place).name}.json").write_text(text)
    for file, place in at.items():
        drop_cut(file, place)
    assert names(tmp_path) == ["n/n.json"]


@pytest.mark.skipif(os.name != "posix", reason="signals of POSIX")
def test_broken_off_it_leaves_whole_summaries_only(tmp_path: Path) -> None:
    (tmp_path / "a.moos").write_text(DRAWN)
    (tmp_path / "b.moos").write_text(DRAWN.replace("within = 5", "within = 1e8"))
    code = "import sys; from usimmarine_py.cli.start import usim; sys.exit(usim())"
    words = ["grade", "a.moos", "b.moos", "--keep", "kept", "--jobs", "2"]
    with subprocess.Popen(
        [sys.executable, "-c", code, *words], cwd=tmp_path, text=True, stdout=subprocess.PIPE,
        env=environment(PYTHONUNBUFFERED="1"),
    ) as process:  # fmt: skip
        assert process.stdout is not None
        assert process.stdout.readline().startswith("PASS  a.moos: ")
        while not (tmp_path / "kept/b/b.alog").exists():
            assert process.poll() is None
        process.terminate()
        process.stdout.read()
    assert process.returncode == 143
    assert [name for name in names(tmp_path / "kept") if name.endswith(".json")] == ["a/a.json"]
    assert "b/b.alog" in names(tmp_path / "kept")


def test_a_folder_into_which_nothing_can_be_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "access", lambda *_: False)  # the superuser may write anywhere
    with pytest.raises(ConfigError, match="nothing can be written into this folder"):
        make_folder(tmp_path)
