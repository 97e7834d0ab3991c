"""What holds for a run of one community holds for one of several: its options, checks and studies."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from tests.run.test_several import BEHAVIORS, SHORE, VEHICLE
from tests.support.missions import opening, program, shares
from usimmarine_py.cli.usim import entry
from usimmarine_py.errors import ConfigError
from usimmarine_py.run.mission import run_mission
from usimmarine_py.sweep.sweep import sweep

OWN = """
from usimmarine_py import App

class Counter(App):
    app_tick = 1.0
    count = 0.0
    def iterate(self):
        self.count += 1.0
        self.post("COUNT", self.count)
"""


@pytest.fixture
def files(tmp_path: Path) -> list[Path]:
    (tmp_path / "m.bhv").write_text(BEHAVIORS)
    (tmp_path / "own.py").write_text(OWN)
    texts = {"shore": SHORE}
    for number, name in enumerate(("abe", "ben"), 1):
        texts[name] = opening(name, 9000 + number) + shares(9200 + number) + VEHICLE % (20 * number)
    for name, text in texts.items():
        (tmp_path / f"{name}.moos").write_text(text)
    return [tmp_path / f"{name}.moos" for name in texts]


def run(files: list[Path], *words: str, duration: str = "5") -> tuple[int, Path]:
    folder = files[0].parent / "o"
    return entry(["run", *map(str, files), "--duration", duration, "-o", str(folder), *words]), folder


def counts(folder: Path) -> dict[str, int]:
    found = {}
    for log in sorted(folder.glob("*.alog")):
        rows = [line.split() for line in log.read_text().splitlines() if line[:1] != "%"]
        found[log.stem] = sum(row[1] == "COUNT" for row in rows)
    return found


@pytest.mark.parametrize(
    ("given", "where"),
    [("%s", ["abe", "ben"]), ("ben:%s", ["ben"]), ("shoreside:%s", ["shore"]), ("abe:pTally=%s", ["abe"])],
)
def test_an_application_of_ones_own(files: list[Path], given: str, where: list[str]) -> None:
    code, folder = run(files, "--app", given % f"{files[0].parent / 'own.py'}:Counter", "-q", duration="11")
    # a shore starts 6 s after its vehicles
    assert code == 0 and counts(folder) == {"abe": 0, "ben": 0, "shore": 0} | {
        name: 5 if name == "shore" else 11 for name in where
    }


def test_it_plays_where_a_block_or_a_line_asks_for_it(files: list[Path]) -> None:
    files[2].write_text(files[2].read_text() + program("Counter", "AppTick = 2"))
    _, folder = run(files, "--app", f"{files[0].parent / 'own.py'}:Counter", "-q")
    assert counts(folder) == {"abe": 0, "ben": 10, "shore": 0}
    log = run_mission([str(file) for file in files], duration=5.0, apps=[f"{files[0].parent / 'own.py'}:Counter"])
    assert [name for name in log if "COUNT" in log[name]] == ["ben"]


def test_strict_looks_at_every_community(files: list[Path], capsys: pytest.CaptureFixture[str]) -> None:
    assert run(files, "--strict", "-q")[0] == 0, capsys.readouterr().err
    files[1].write_text(files[1].read_text().replace("turn_rate = 95", "turn_rte = 95"))
    assert run(files, "--strict")[0] == 2
    said = capsys.readouterr().err
    assert "did you mean turn_rate?" in said and "ended by --strict" in said


def test_block_chooses_where_there_are_several(files: list[Path], capsys: pytest.CaptureFixture[str]) -> None:
    slow = program("uSimMarine_slow", "AppTick = 4", "prefix = NAV", "start_pos = x=7, y=9, heading=0, speed=0")
    files[2].write_text(files[2].read_text() + slow)
    assert run(files, "-q")[0] == 2
    assert "ben.moos: several simulator blocks: uSimMarineV22" in capsys.readouterr().err
    code, folder = run(files, "--block", "uSimMarine_slow", "-q")
    found = json.loads((folder / "run.json").read_text())["communities"]
    assert code == 0 and found["ben"]["start"] == [7.0, 9.0] and found["abe"]["start"] == [20.0, 0.0]
    assert run(files, "--block", "uSimMarine_slo")[0] == 2
    assert "no mission has a block uSimMarine_slo; did you mean uSimMarine_slow?" in capsys.readouterr().err


def test_a_vehicle_of_a_field_is_driven_by_a_recording(files: list[Path], capsys: pytest.CaptureFixture[str]) -> None:
    text = "time,DESIRED_THRUST,DESIRED_RUDDER\n" + "".join(f"{t},40,0\n" for t in range(20))
    log = files[0].with_name("driven.csv")
    log.write_text(text)
    assert run(files, "--commands", str(log))[0] == 2
    assert "write COMMUNITY:" in (said := capsys.readouterr().err) and "one of abe, ben" in said
    code, folder = run(files, "--commands", f"ben:{log}", "-q", duration="10")
    found = json.loads((folder / "ben.json").read_text())
    assert code == 0 and found["start"] == [40.0, 0.0]
    # heading 0, at 2 m/s of 40 % once the speed is there
    assert found["end"][0] == pytest.approx(40.0, abs=0.01) and 10.0 < found["end"][1] < 20.5


def test_engine_and_requirements(files: list[Path], capsys: pytest.CaptureFixture[str]) -> None:
    required = ("--require", "abe.NAV_X > 19", "--require", "closest < 30")
    assert run(files, "--engine", "python", *required, "-q")[0] == 0, capsys.readouterr().err
    assert run(files, "--require", "ben.NAV_X < 0", "-q")[0] == 1
    assert "ben.NAV_X < 0" in capsys.readouterr().err


def test_a_sweep_of_a_field_keeps_tracks_and_plays_own_applications(files: list[Path]) -> None:
    pytest.importorskip("pyarrow", reason="sweeps write Parquet: install usimmarine[sweep]")
    result = sweep(
        [str(file) for file in files],
        {"ben:start_x": [40.0, 50.0]},
        duration=5.0, workers=1, track_every=1.0,
        apps=[f"abe:{files[0].parent / 'own.py'}:Counter"], require=["abe.COUNT > 3"],
    )  # fmt: skip
    assert list(result["status"]) == ["ok", "ok"] and list(result["passed"]) == [1.0, 1.0]
    tracks = [result.track(i, "ben") for i in range(2)]
    assert [track["x"][0] for track in tracks] == pytest.approx([40.0, 50.0], abs=0.2)
    assert np.all(np.diff(tracks[0]["time"]) > 0.9) and len(tracks[0]["time"]) == 5
    with pytest.raises(KeyError, match="run 0 has no stored track of cal"):
        result.track(0, "cal")


def test_an_instance_cannot_play_twice(files: list[Path]) -> None:
    space: dict[str, type] = {"__name__": "own"}
    exec(OWN, space)
    with pytest.raises(ConfigError, match="is an instance, which cannot play in abe, ben: give its class"):
        run_mission([str(file) for file in files], duration=1.0, apps=[space["Counter"]()])
