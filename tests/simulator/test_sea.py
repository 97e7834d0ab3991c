"""`bathymetry` in a block: ground, altitude, USM_WATER_DEPTH_HERE, and what is told."""

from __future__ import annotations

from pathlib import Path

import pytest

from usimmarine_py import Simulator
from usimmarine_py.errors import ConfigError
from usimmarine_py.mission import Beside
from usimmarine_py.values import ConfigLine

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


@pytest.mark.parametrize("vehicle", [{}, {"dynamics": "fossen6", "vehicle": "torpedo_auv", "start_depth": 10}])
def test_profile_and_tide_carry_a_vehicle_and_are_told(vehicle: dict[str, str | float]) -> None:
    simulator = Simulator(
        current_profile="0:0.4:90, 20:0.2:90", tide=["M2, major=0.1, direction=90", "S2, major=0.2"], **vehicle
    )
    posts = dict(run(simulator, 200.0, thrust=0.0))
    east = 0.4 - 0.01 * simulator.state.depth + 0.1
    assert posts["USM_CURRENT_SPEED"] == pytest.approx((east**2 + 0.2**2) ** 0.5, rel=2e-3)
    # hydrodynamics take some seconds to go with the water
    assert 0.85 * 200.0 * east < simulator.state.x < 1.1 * 200.0 * east
    assert "profile of 2 depths" in simulator.report()
    assert "tide of M2, S2" in simulator.report()


def ocean_file(folder: Path) -> None:
    netcdf = pytest.importorskip("netCDF4")
    with netcdf.Dataset(folder / "ocean.nc", "w") as file:
        axes = {"time": [0.0, 100.0], "depth": [0.0, 50.0], "y": [-500.0, 500.0], "x": [-500.0, 500.0]}
        for name, values in axes.items():
            file.createDimension(name, 2)
            file.createVariable(name, "f8", (name,))[:] = values
        file["time"].units = "seconds since 2026-05-01"
        for name in ("uo", "vo"):
            values = file.createVariable(name, "f8", tuple(axes))
            # grows with time from 0.2 to 0.4 m/s at the surface, none at 50 m
            values[:] = 0.0
            values[0, 0], values[1, 0] = 0.2, 0.4


def test_a_file_of_currents_acts_by_time_and_depth(files: Beside, tmp_path: Path) -> None:
    ocean_file(tmp_path)
    simulator = Simulator(current_field="ocean.nc", read_file=files)
    posts = [value for name, value in run(simulator, 90.0, thrust=0.0) if name == "USM_CURRENT_SPEED"]
    assert posts[49] == pytest.approx(0.3 * 2.0**0.5, abs=1e-9)
    # the kinematic vehicle goes with the water of the place and time before each step: 0.2 + 0.002 t
    expected = sum(0.2 + 0.002 * k for k in range(90))
    assert simulator.state.x == pytest.approx(expected, abs=1e-6)
    run(simulator, 60.0, thrust=0.0)
    (told,) = [text for text in simulator.run_warnings if "current_field" in text]
    assert told == "current_field: ends at 2026-05-01 00:01:40; its last current goes on"
    simulator.post("USM_CURRENT_FIELD", "false")
    assert dict(run(simulator, 2.0, thrust=0.0))["USM_CURRENT_SPEED"] == 0.0
    late = Simulator(current_field="ocean.nc", current_field_start="2026-05-01T00:00:50Z", read_file=files)
    assert dict(run(late, 1.0, thrust=0.0))["USM_CURRENT_SPEED"] == pytest.approx(0.302 * 2.0**0.5)
    deep = Simulator(current_field="ocean.nc", read_file=files, **{**AUV, "start_depth": 25})
    assert dict(run(deep, 1.0, thrust=0.0))["USM_CURRENT_SPEED"] == pytest.approx(0.101 * 2.0**0.5, rel=1e-2)


@pytest.mark.parametrize("how", ["folder", "path", "text", "bytes"])
def test_files_from_python_by_a_plain_function_or_none(
    files: Beside, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, how: str
) -> None:
    """Text (current_field), a grid (.asc) and a binary file (.nc), as in a mission beside them."""
    ocean_file(tmp_path)
    (tmp_path / "bay.cfd").write_text("Radius: 900\nx=0, y=0, mag=0.5, ang=90\n")
    expected = [
        Simulator(current_field="ocean.nc", bathymetry="beach.asc", read_file=files),
        Simulator(current_field="bay.cfd", dialect="documented", read_file=files),
    ]
    if how != "path":
        monkeypatch.chdir(tmp_path)
    readers = {
        "folder": None,
        "path": lambda name: tmp_path / name,
        "text": lambda name: (tmp_path / name).read_text(encoding="ascii"),
        "bytes": lambda name: (tmp_path / name).read_text(encoding="latin-1"),
    }
    found = [
        Simulator(current_field="ocean.nc", bathymetry="beach.asc", read_file=readers[how]),
        Simulator(current_field="bay.cfd", dialect="documented", read_file=readers[how]),
    ]
    for one, other in zip(found, expected, strict=True):
        assert run(one, 20.0) == run(other, 20.0)
        assert one.state.x > 1.0


def test_a_binary_file_that_only_a_text_function_knows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(ConfigError, match=r"bathymetry: .*beach.asc.*read_file may return a pathlib.Path of it"):
        Simulator(bathymetry="beach.asc", read_file=lambda _: BEACH)


def test_a_start_at_another_clock_changes_nothing(files: Beside, tmp_path: Path) -> None:
    ocean_file(tmp_path)
    places = []
    for start in (0.0, 1.7e9):
        simulator = Simulator(current_field="ocean.nc", read_file=files, start_time=start)
        run(simulator, 50.0)
        places.append((simulator.state.x, simulator.state.y))
    assert places[0] == pytest.approx(places[1], abs=1e-4)


def test_what_is_wrong_with_currents_is_told(files: Beside, tmp_path: Path) -> None:
    ocean_file(tmp_path)
    field = ("current_field", "ocean.nc")
    assert warnings_of(files, field) == []
    (text,) = warnings_of(files, field, ("current_field_start", "noon"))
    assert text.startswith("a.moos:8: current_field_start: must be a date and time such as")
    (text,) = warnings_of(files, field, ("current_field_variables", "uo,wo"))
    assert "has no variable wo" in text
    (text,) = warnings_of(files, ("current_field_start", "2026-05-01"))
    assert "has no effect without a current_field of a NetCDF file" in text
    (text,) = warnings_of(files, field, ("current_field_interpolation", "idw"))
    assert "has no effect: a NetCDF file" in text
    (text,) = warnings_of(files, ("current_field", "none.nc"))
    assert "no file none.nc" in text
    (text,) = warnings_of(files, ("tide", "M2"))
    assert text.startswith("a.moos:7: tide: needs major=")
    (text,) = warnings_of(files, ("current_profile", "none.csv"))
    assert "no file none.csv" in text


def test_a_kinematic_vehicle_gets_off_against_a_current_that_is_slower(files: Beside) -> None:
    for drift, free in ((0.8, True), (3.0, False)):
        simulator = Simulator(
            bathymetry="beach.asc", read_file=files, start_y=270, draft=0.5, thrust_map="-100:-2, 100:4", drift_y=drift
        )
        run(simulator, 60.0)
        stuck = simulator.state.y
        run(simulator, 60.0, thrust=-100.0)
        assert simulator.state.speed == pytest.approx(-2.0)
        assert simulator.state.y == pytest.approx(stuck - 60.0 * 1.2, abs=6.0) if free else simulator.state.y == stuck
