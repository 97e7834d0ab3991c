"""`bathymetry` in a block: ground, altitude, USM_WATER_DEPTH_HERE, and what is told."""

from __future__ import annotations

from pathlib import Path

import pytest

from usimmarine_py.errors import ConfigError
from usimmarine_py.mission import Beside
from usimmarine_py.model import ConfigLine
from usimmarine_py.simulator import Simulator

BEACH = "ncols 3\nnrows 4\nxllcenter -100\nyllcenter 0\ncellsize 100\n1 1 1\n-10 -10 -10\n-20 -20 -20\n-30 -30 -30\n"
AUV = {"dynamics": "fossen6", "vehicle": "torpedo_auv", "start_depth": 3}


@pytest.fixture
def files(tmp_path: Path) -> Beside:
    """A beach to the north: 30 m of water at y = 0, 10 m at 200 m, land from 290.9 m on."""
    (tmp_path / "beach.asc").write_text(BEACH)
    return Beside(str(tmp_path / "any.moos"))


def run(simulator: Simulator, seconds: float, thrust: float = 50.0) -> list[tuple[str, float | str]]:
    simulator.post("DESIRED_THRUST", thrust)
    start = simulator.clock
    return [(p.variable, p.value) for k in range(round(seconds)) for p in simulator.iterate(start + k + 1.0)]


def test_depth_and_altitude_are_those_of_the_file(files: Beside) -> None:
    simulator = Simulator(bathymetry="beach.asc", read_file=files, start_y=50, **AUV)
    posts = run(simulator, 20.0)
    depths = [value for name, value in posts if name == "USM_WATER_DEPTH_HERE"]
    altitudes = [value for name, value in posts if name == "USM_ALTITUDE"]
    assert len(depths) == len(altitudes) == 20
    state = simulator.state
    assert state.y > 55.0
    assert depths[-1] == pytest.approx(30.0 - 0.1 * state.y)
    assert altitudes[-1] == pytest.approx(depths[-1] - state.depth, abs=0.2)


@pytest.mark.parametrize("block", [{"draft": 0.5, "dialect": "v22"}, {"dynamics": "fossen6", "vehicle": "otter"}])
def test_a_craft_runs_aground_on_the_beach(files: Beside, block: dict[str, str | float]) -> None:
    simulator = Simulator(bathymetry="beach.asc", read_file=files, start_y=270, **block)
    posts = run(simulator, 120.0)
    assert ("USM_AGROUND", "true") in posts
    assert any("aground at x=" in text for text in simulator.run_warnings)
    assert 280.0 < simulator.state.y < 292.0


def test_leaving_the_file_is_told_once(files: Beside) -> None:
    simulator = Simulator(bathymetry="beach.asc", read_file=files, start_heading=180, default_water_depth=40)
    posts = run(simulator, 30.0)
    (told,) = [text for text in simulator.run_warnings if "no sea bed" in text]
    assert "40 m, from parameter or mail" in told
    assert posts[-1] == ("USM_WATER_DEPTH_HERE", 40.0)
    simulator = Simulator(bathymetry="beach.asc", read_file=files, start_heading=180)
    posts = run(simulator, 30.0)
    assert [value for name, value in posts if name == "USM_WATER_DEPTH_HERE"] == []
    assert simulator.run_warnings[-1].endswith("unknown")


def warnings_of(read_file: Beside | None, *lines: tuple[str, str]) -> list[str]:
    given = [ConfigLine(key, value, "a.moos", 7 + k) for k, (key, value) in enumerate(lines)]
    return [str(w) for w in Simulator.from_lines(given, read_file=read_file).config_warnings]


def test_what_is_wrong_is_told_with_file_and_line(files: Beside, tmp_path: Path) -> None:
    bed = ("bathymetry", "beach.asc")
    assert warnings_of(files, bed) == []
    (text,) = warnings_of(files, ("bathymetry", "none.asc"))
    assert text.startswith("a.moos:7: bathymetry: no file none.asc (looked at ")
    assert text.endswith("the run goes on without a sea bed")
    (text,) = warnings_of(None, bed)
    assert "no files can be found here" in text
    (text,) = warnings_of(files, bed, ("bathymetry_values", "heights"))
    assert text.startswith("a.moos:8: bathymetry_values: must be one of auto, elevation, depth")
    (text,) = warnings_of(files, ("bathymetry_coordinates", "utm"))
    assert text == "a.moos:7: bathymetry_coordinates: has no effect without bathymetry"
    (text,) = warnings_of(files, bed, ("bathymetry_coordinates", "utm"))
    assert "LatOrigin and LongOrigin" in text
    (text,) = warnings_of(files, bed, ("start_y", "299"))
    assert "starts on land, 0.89 m above the water" in text
    (text,) = warnings_of(files, bed, ("start_y", "-5"))
    assert "the start lies where it knows no depth" in text
    with pytest.raises(ConfigError, match="no file"):
        Simulator(bathymetry="none.asc", read_file=files)
