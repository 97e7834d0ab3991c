"""``usim plot DIR``: what ``usim run`` left, with the sea bed of its mission wherever that lies."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.support.paths import ROOT
from tests.support.processes import usim
from usimmarine_py.errors import ConfigError, NothingToDrawError
from usimmarine_py.logs.runs import mission_of, runs_in
from usimmarine_py.run.output import mission_place

pytest.importorskip("matplotlib")


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def has_bed(monkeypatch: pytest.MonkeyPatch) -> list[bool]:
    """What ``usim plot`` hands on to the figure from now on: whether there is a bed."""
    from usimmarine_py.plots import draw

    found: list[bool] = []
    true = draw.run_figure

    def watched(runs: object, bed: object = None) -> object:
        found.append(bed is not None)
        return true(runs, bed)  # type: ignore[arg-type]

    monkeypatch.setattr(draw, "run_figure", watched)
    return found


def test_a_folder_of_a_run_is_drawn_with_its_bed_away_from_the_mission(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    beds = has_bed(monkeypatch)
    assert usim(capsys, "run", "tidal_sound", "--duration", "20", "-q")[0] == 0
    assert usim(capsys, "plot", "tidal_sound_run") == (0, "wrote tidal_sound_run/tidal_sound.png\n", "")
    assert beds == [True]
    # a mission that is gone: said, as the log tells of a bed
    summary = Path("tidal_sound_run/tidal_sound.json")
    summary.write_text(summary.read_text().replace(str(ROOT), "/nowhere"))
    code, out, _ = usim(capsys, "plot", "tidal_sound_run")
    assert code == 0
    assert out.startswith("note: no sea bed: tidal_sound.moos, the mission of the run, is not at its path")
    assert usim(capsys, "plot", "tidal_sound_run", "--mission", "tidal_sound")[0] == 0
    assert beds == [True, False, True]


def test_a_mission_without_a_bed_is_no_matter(capsys: pytest.CaptureFixture[str]) -> None:
    assert usim(capsys, "run", "box", "--duration", "20", "-q")[0] == 0
    Path("box_run/box.json").write_text('{"mission": "box.moos"}')
    assert usim(capsys, "plot", "box_run") == (0, "wrote box_run/box.png\n", "")


def test_a_bed_that_cannot_be_read_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    assert usim(capsys, "missions", "tidal_sound", "--copy", "mine")[0] == 0
    assert usim(capsys, "run", "mine/tidal_sound.moos", "--duration", "20", "-q")[0] == 0
    assert (
        json.loads(Path("tidal_sound_run/tidal_sound.json").read_text())["mission_path"] == "../mine/tidal_sound.moos"
    )
    Path("mine/sound.asc").unlink()
    code, out, _ = usim(capsys, "plot", "tidal_sound_run")
    assert (code, out.count("\n")) == (0, 2)
    assert out.startswith("note: mine/tidal_sound.moos:30: bathymetry: no file sound.asc")
    Path("mine/tidal_sound.moos").write_text("no block")
    assert usim(capsys, "plot", "tidal_sound_run")[1].startswith("note: no sea bed: mine/tidal_sound.moos:")


def test_the_place_of_a_mission_is_relative_below_the_working_directory_only(tmp_path: Path) -> None:
    assert mission_place("m/a.moos", Path("out")) == "../m/a.moos"
    assert mission_place("/elsewhere/a.moos", Path("out")) == "/elsewhere/a.moos"
    assert mission_place("a.moos", Path("/elsewhere")) == str(tmp_path / "a.moos")
    Path("out").mkdir()
    Path("m").mkdir()
    Path("m/a.moos").write_text("")
    for text in ('["no", "table"]', "{", '{"mission": ""}'):
        Path("out/a.json").write_text(text)
        assert mission_of(Path("out/a.alog")) is None
    Path("out/a.json").write_text('{"mission": "a.moos", "mission_path": "../m/a.moos"}')
    assert mission_of(Path("out/a.alog")) == Path("m/a.moos")


def test_one_file_of_each_run_in_a_folder(tmp_path: Path) -> None:
    for name in ("a.csv", "a.alog", "b.csv.gz", "c.parquet", "c.csv", "a.json"):
        (tmp_path / name).write_text("")
    assert [path.name for path in runs_in(tmp_path)] == ["a.alog", "c.parquet", "b.csv.gz"]
    (tmp_path / "c.json").write_text('{"mission": "c.moos"}')
    assert [path.name for path in runs_in(tmp_path)] == ["c.parquet"]
    assert runs_in(tmp_path / "a.csv") == [tmp_path / "a.csv"]
    with pytest.raises(ConfigError, match=r"alogue: no such file or folder; did you mean .*long\.alog\?"):
        (tmp_path / "long.alog").write_text("")
        runs_in(tmp_path / "long.alogue")
    (tmp_path / "empty").mkdir()
    with pytest.raises(NothingToDrawError, match="no run in this folder"):
        runs_in(tmp_path / "empty")


def test_mcap_of_a_folder(capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("foxglove")
    assert usim(capsys, "run", "box", "--duration", "5", "-q")[0] == 0
    assert usim(capsys, "mcap", "box_run") == (0, "wrote box_run/box.mcap\n", "")
    assert usim(capsys, "run", "box", "-q", "--duration", "5", "-o", "box_run", "--set", "turn_rate=30")[0] == 0
    Path("box_run/other.alog").write_bytes(Path("box_run/box.alog").read_bytes())
    Path("box_run/other.json").write_text('{"mission": "other.moos"}')
    code, _, err = usim(capsys, "mcap", "box_run")
    assert code == 2 and "box.alog, other.alog; name one of them" in err
