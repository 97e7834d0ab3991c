"""``usim missions``, shipped missions by name, and what is misspelt."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.paths import ROOT
from tests.support.processes import usim
from usimmarine_py.errors import suggest, suggest_file
from usimmarine_py.mission.shipped import find_mission, like, shipped

SHIPPED = ROOT / "missions"


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def test_the_list_has_every_mission_of_the_folder_with_a_line(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = usim(capsys, "missions")
    folders = sorted(path.name for path in SHIPPED.iterdir() if list(path.glob("*.moos")))
    assert code == 0
    assert sorted(one.name for one in shipped()) == folders
    for one in shipped():
        assert f"{one.name:<16} {one.line}\n" in out
        assert 20 < len(one.line) <= 120
    for file in SHIPPED.glob("*/*.moos"):
        assert file.stem in out


def test_one_is_explained_by_its_readme(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = usim(capsys, "missions", "gale")
    assert code == 0
    assert (SHIPPED / "odin_weather" / "README.md").read_text(encoding="utf-8").strip() in out
    assert str(SHIPPED / "odin_weather" / "calm.moos") in out


def test_a_copy_is_whole_and_runs(capsys: pytest.CaptureFixture[str]) -> None:
    assert usim(capsys, "missions", "tidal_sound", "--copy", "mine")[0] == 0
    assert {path.name for path in Path("mine").iterdir()} == {
        path.name for path in SHIPPED.joinpath("tidal_sound").iterdir()
    }
    assert usim(capsys, "run", "mine/tidal_sound.moos", "-q", "--duration", "5")[0] == 0
    code, _, err = usim(capsys, "missions", "tidal_sound", "--copy", "mine")
    assert code == 0 and Path("mine/tidal_sound/tidal_sound.moos").is_file()  # into it, as cp -r does
    code, _, err = usim(capsys, "missions", "tidal_sound", "--copy", "mine")
    assert (code, err.count("\n")) == (2, 1) and "exists already: nothing was written" in err


def test_all_are_copied_at_once(capsys: pytest.CaptureFixture[str]) -> None:
    assert usim(capsys, "missions", "--copy", "all")[0] == 0
    copied = {path.relative_to("all") for path in Path("all").rglob("*.moos")}
    assert copied == {path.relative_to(SHIPPED) for path in SHIPPED.rglob("*.moos")}


@pytest.mark.parametrize("command", [["run", "--duration", "5"], ["check"], ["grade", "--within", "900"]])
def test_a_name_is_taken_for_a_mission_and_is_said(command: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    code, _, err = usim(capsys, *command, "box")
    assert code == 0
    assert f"note: box is the shipped mission {SHIPPED / 'box' / 'box.moos'}\n" in err


def test_quiet_says_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    assert usim(capsys, "run", "box", "--duration", "5", "-q") == (0, "", "")


def test_trials_and_thrust_maps_take_names(capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("matplotlib")
    words = ["--mission", "box,turn_rate=30", "--trial", "acceleration", "--figures", "none", "-q"]
    assert usim(capsys, "trials", *words)[0] == 0
    code, out, _ = usim(capsys, "plot", "--thrust-map", "box", "-o", "map.png")
    assert code == 0 and Path("map.png").is_file(), out


def test_what_is_here_wins_and_is_said() -> None:
    assert find_mission("box").path == SHIPPED / "box" / "box.moos"
    Path("box").mkdir()
    assert find_mission("box").path == SHIPPED / "box" / "box.moos"  # no mission in it
    assert find_mission("box", folders=True).path == Path("box")
    Path("box/box.moos").write_text("")
    assert find_mission("box") == (Path("box/box.moos"), "box is box/box.moos here, not the shipped mission")
    Path("box.moos").write_text("")
    assert find_mission("box").path == Path("box.moos")
    Path("gale").write_text("")
    said = "gale is the file or folder in this directory, not the shipped mission"
    assert find_mission("gale") == (Path("gale"), said)
    assert find_mission("odin_weather/calm").path == SHIPPED / "odin_weather" / "calm.moos"
    assert find_mission("box.moos") == (Path("box.moos"), "")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["rnu"], "rnu: is not a command; did you mean usim run?"),
        (["sweeep", "x"], "did you mean usim sweep?"),
        (["xyzzy"], "usim --help lists them"),
        (["box.moos"], "usim run plays it"),
        (["run", "bxo"], "bxo: cannot read the mission file: No such file or directory; did you mean box?"),
        (["run", "misions/box/box.mos"], "did you mean missions/box/box.moos?"),
        (["check", "missions/box/bx.moos"], "did you mean missions/box/box.moos?"),
        (["grade", "missions/box/bx.moos"], "did you mean missions/box/box.moos?"),
        (["run", "odin_weather"], "there are several: calm, gale, gale_waves; name one of them"),
        (["missions", "tidal_sond"], "did you mean tidal_sound?"),
        (["missions", "nothing_like_it"], "usim missions lists them"),
        (["vehicles", "oden"], "did you mean odin?"),
        (["vehicles", "./oden.toml"], "did you mean odin?"),
        (["vehicles", "./mine/boot.toml"], "did you mean mine/boat.toml?"),
        (["backends", "fosen6"], "did you mean fossen6?"),
    ],
)
def test_misspelt(words: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    Path("missions/box").mkdir(parents=True)
    Path("missions/box/box.moos").write_text("")
    Path("mine").mkdir()
    Path("mine/boat.toml").write_text("")
    code, out, err = usim(capsys, *words)
    assert (code, out) == (2, "")
    assert said in err
    assert err.count("\n") == 1


def test_suggestions() -> None:
    assert suggest("rnu", ["run", "replay"]) == "run"
    assert suggest("run", ["run"]) == "run"
    assert suggest("abc", ["run", "replay"]) == ""
    assert suggest_file("no/such/folder/file.txt") == ""
    assert like("nothing/like/it.moos") == ""
