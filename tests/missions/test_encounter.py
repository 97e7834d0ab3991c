"""missions/encounter: two vehicles meet head-on and pass port to port."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path

import numpy as np
import pytest

from tests.support.paths import ROOT
from usimmarine_py.cli.community.demo import run_demo
from usimmarine_py.cli.usim import entry
from usimmarine_py.logs.alog import load_series, read_alog

NAMES = ("abe", "ben")


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("encounter")
    assert entry(["run", str(ROOT / "missions" / "encounter"), "-q", "-o", str(folder)]) == 0
    return folder


def track(folder: Path, name: str) -> np.ndarray:
    """Time, x, y, heading of a vehicle."""
    series = load_series(folder / f"{name}.alog", ["NAV_X", "NAV_Y", "NAV_HEADING"])
    x, y, heading = (np.asarray(series[v].values, float) for v in ("NAV_X", "NAV_Y", "NAV_HEADING"))
    count = min(map(len, (x, y, heading)))
    return np.column_stack([series["NAV_X"].times[:count], x[:count], y[:count], heading[:count]])


def test_both_turn_to_starboard_and_pass_port_to_port(played: Path) -> None:
    abe, ben = (track(played, name) for name in NAMES)
    count = min(len(abe), len(ben))
    assert np.allclose(abe[:count, 0], ben[:count, 0], atol=0.01)
    apart = np.hypot(*(abe[:count, 1:3] - ben[:count, 1:3]).T)
    nearest = int(np.argmin(apart))
    assert 30.0 < apart[nearest] < 60.0
    assert abe[nearest, 2] < -60.0 < ben[nearest, 2]  # each south, north of the line: the other is to port
    assert abe[:nearest, 3].max() > 110.0 and ben[:nearest, 3].max() > 290.0


def test_both_arrive_and_the_shore_measures_the_encounter(played: Path) -> None:
    summary = json.loads((played / "run.json").read_text())
    assert summary["ended"] == "pHelmIvP" and summary["time"] < 300.0
    ends = {"abe": (120.0, -60.0), "ben": (-120.0, -60.0)}
    for name, end in ends.items():
        assert np.hypot(*np.subtract(summary["communities"][name]["end"], end)) < 6.0
    [row] = [row for row in read_alog(played / "shore.alog") if row.variable == "ENCOUNTER"]
    abe, ben = (track(played, name) for name in NAMES)
    count = min(len(abe), len(ben))
    closest = np.hypot(*(abe[:count, 1:3] - ben[:count, 1:3]).T).min()
    first, second, measured = str(row.value).split(",")
    # node reports come four times a second, with two decimals
    assert {first, second} == set(NAMES) and float(measured) == pytest.approx(closest, abs=1.5)


def test_a_folder_of_missions_that_are_no_field_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert entry(["run", str(ROOT / "missions" / "odin_weather")]) == 2
    assert "several missions: calm.moos, gale.moos, gale_waves.moos; name one" in capsys.readouterr().err


def test_why_the_missions_of_a_folder_are_no_field(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for file in (ROOT / "missions" / "encounter").glob("*.*"):
        (tmp_path / file.name).write_text(file.read_text().replace("Community    = ben", "Community    = ABE"))
    assert entry(["run", str(tmp_path)]) == 2
    assert "that are no field (abe.moos and ben.moos have one Community, ABE): abe.moos," in capsys.readouterr().err
    text = (tmp_path / "ben.moos").read_text()
    (tmp_path / "ben.moos").write_text(text.replace("Community    = ABE\n", ""))
    assert entry(["run", str(tmp_path)]) == 2
    assert "that are no field (ben.moos has no Community): abe.moos," in capsys.readouterr().err
    long = "b" * 300
    (tmp_path / "ben.moos").write_text(text.replace("= ABE", f"= {long}"))
    assert entry(["run", str(tmp_path)]) == 2
    assert (
        "ben.moos: the name of its Community or of a block: a client name has 1 to 255 bytes" in capsys.readouterr().err
    )


@pytest.mark.skipif(not hasattr(os, "killpg"), reason="needs process groups")
def test_the_demo_plays_it_live(tmp_path: Path) -> None:
    said: list[str] = []
    assert run_demo(tmp_path, said.append) == 0, said
    assert any("both have arrived" in line for line in said)
    for name in (*NAMES, "shore"):
        assert (tmp_path / name / f"{name}.alog").is_file()
    assert (tmp_path / "encounter.png").read_bytes().startswith(b"\x89PNG")
    [row] = [row for row in read_alog(tmp_path / "shore" / "shore.alog") if row.variable == "ENCOUNTER"]
    assert 20.0 < float(str(row.value).split(",")[2]) < 60.0


def test_the_loggers_of_its_communities_write_to_folders_of_their_own() -> None:
    """They stand in one folder and start in the same second."""
    texts = [(ROOT / "missions" / "encounter" / f"{name}.moos").read_text() for name in (*NAMES, "shore")]
    files = [re.findall(r"(?m)^\s*File\s*=\s*(\S+)", text.partition("ProcessConfig = pLogger")[2]) for text in texts]
    assert sorted(files) == [["abe"], ["ben"], ["shore"]]
