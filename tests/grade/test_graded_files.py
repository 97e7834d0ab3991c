"""Which files `usim grade` takes for missions, which it names, and which it leaves out."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.support.missions import HEAD, VEHICLE
from tests.support.processes import usim
from usimmarine_py.errors import ConfigError
from usimmarine_py.grade.files import find_missions

MISSION = (
    HEAD
    + VEHICLE % ""
    + "ProcessConfig = usim_grade\n{\n  within = 2\n  expect = NAV_X = 0\n  expect = distance < 1\n}\n"
)
JUDGE = "ProcessConfig = usim_grade\n{\n  expect = NAV_X > 4000\n}\n"
EVALUATION = "ProcessConfig = pMissionEval\n{\n  pass_condition = NAV_X > 4000\n}\n"
GUIDANCE = "ProcessConfig = usim_guidance\n{\n  waypoints = 0,0\n}\n"
ANTLER = "ProcessConfig = ANTLER\n{\n  Run = pMissionEval @ NewConsole = false ~ judge\n}\n"
Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    return lambda *words: usim(capsys, "grade", *words, "--jobs", "1")


def put(folder: Path, **texts: str) -> Path:
    """Files .moos; ``__`` in a name parts folders."""
    for name, text in texts.items():
        path = folder / (name.replace("__", "/") + ".moos")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return folder


@pytest.mark.parametrize(
    ("text", "judge"),
    [
        (JUDGE, "usim_grade"),
        (EVALUATION + GUIDANCE, "pMissionEval"),
        (JUDGE + EVALUATION, "usim_grade, pMissionEval"),
        (ANTLER + EVALUATION.replace("pMissionEval", "judge"), "judge"),
    ],
)
def test_a_judge_without_a_vehicle_is_an_error(tmp_path: Path, run: Run, text: str, judge: str) -> None:
    put(tmp_path, good=MISSION, lost=text)
    code, out, _ = run(str(tmp_path), "-q")
    assert code == 1 and len(out.splitlines()) == 1
    told = f"has a judge ({judge}) but no vehicle: is a block misspelt?; where the vehicle is in another file, leave"
    assert out.startswith(f"ERROR {tmp_path / 'lost.moos'}: {told}")
    assert run(str(tmp_path / "lost.moos"))[:2] == (1, out + "0 of 1 passed\n")


def test_a_vehicle_that_a_macro_hides_is_asked_for(tmp_path: Path, run: Run) -> None:
    text = MISSION.replace("ProcessConfig = usimmarine", "#ifdef XMODE SIM\nProcessConfig = usimmarine").replace(
        "}\nProcessConfig = usim_grade", "}\n#endif\nProcessConfig = usim_grade"
    )
    put(tmp_path, meta=text)
    code, out, _ = run(str(tmp_path))
    assert code == 1 and "conditions use undefined names: XMODE (line " in out
    assert "give -D NAME=VALUE" in out
    code, out, _ = run(str(tmp_path), "-D", "XMODE=SIM")
    assert code == 0 and "1 of 1 passed" in out


def test_pieces_for_other_files_are_named(tmp_path: Path, run: Run) -> None:
    tagged = f"<tag> judge\n{JUDGE}"
    included = MISSION + '#include "inner/piece.moos"\n#include plugs.moos <judge>\n'
    put(tmp_path, good=included, plugs=tagged, inner__piece=EVALUATION, plan=GUIDANCE)
    left = find_missions([str(tmp_path)])
    assert left.files == (str(tmp_path / "good.moos"),)
    assert [Path(file).name for file in left.without] == ["piece.moos", "plan.moos", "plugs.moos"]


TREE = {
    "a": MISSION,
    "meta_a": MISSION,
    "plugs": "x = 1\n",
    "old__b": MISSION,
    "old__deep__c": MISSION,
    "new__b": MISSION,
}


@pytest.mark.parametrize(
    ("globs", "files", "excluded"),
    [
        (["meta_*.moos"], "a new/b old/b old/deep/c", "meta_a"),
        (["old"], "a meta_a new/b", "old"),
        (["old/"], "a meta_a new/b", "old"),
        (["b.moos"], "a meta_a old/deep/c", "new/b old/b"),
        (["old/b.moos"], "a meta_a new/b old/deep/c", "old/b"),
        (["./old/*"], "a meta_a new/b", "old/b old/deep"),
        (["**/b.moos", "deep"], "a meta_a", "new/b old/b old/deep"),
        (["**/a.moos"], "meta_a new/b old/b old/deep/c", "a"),
        (["missions/old"], "a meta_a new/b", "old"),
        (["missions", "A.moos"], "a meta_a new/b old/b old/deep/c", ""),  # the folder itself was asked for
        (["[am]*"], "new/b old/b old/deep/c", "a meta_a"),
    ],
)
def test_globs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, globs: list[str], files: str, excluded: str) -> None:
    put(tmp_path / "missions", **TREE)
    monkeypatch.chdir(tmp_path)
    found = find_missions(["missions"], globs)

    def names(paths: tuple[str, ...]) -> list[str]:
        return sorted(Path(path).relative_to("missions").as_posix().removesuffix(".moos") for path in paths)

    assert (names(found.files), names(found.excluded)) == (files.split(), excluded.split())


def test_what_is_excluded_is_said_and_counts_for_files_that_are_named_too(tmp_path: Path, run: Run) -> None:
    folder = str(put(tmp_path, a=MISSION, meta_a="nothing", plugs="x = 1\n"))
    words = [folder, str(tmp_path / "meta_a.moos"), "--exclude", "meta_*.moos", "--exclude", "nowhere"]
    code, out, _ = run(*words)
    assert code == 0 and out.splitlines()[-3:] == [
        "1 of 1 passed",
        f"left out, no vehicle: {tmp_path / 'plugs.moos'}",
        f"left out, --exclude: {tmp_path / 'meta_a.moos'}",
    ]
    found = json.loads(run(*words, "--json")[1])
    assert found["excluded"] == [str(tmp_path / "meta_a.moos")] and found["left_out"] == [str(tmp_path / "plugs.moos")]


def test_nothing_left_is_wrong_use(tmp_path: Path, run: Run) -> None:
    folder = str(put(tmp_path / "m", a=MISSION, inner__b=MISSION))
    for globs in (["*.moos", "inner"], ["[ai]*"]):
        code, out, err = run(folder, *(word for glob in globs for word in ("--exclude", glob)))
        assert (code, out, err) == (2, "", "usim: --exclude: leaves no mission\n")
    with pytest.raises(ConfigError, match="no mission in this folder"):
        find_missions([str(put(tmp_path / "n", plugs="x = 1\n"))], ["other"])


def test_a_folder_that_is_excluded_need_not_be_readable(tmp_path: Path) -> None:
    folder = put(tmp_path, a=MISSION)
    (folder / "closed").mkdir(mode=0)
    assert find_missions([str(folder)], ["closed"]).files == (str(folder / "a.moos"),)
