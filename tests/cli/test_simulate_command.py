"""usim simulate, usim vehicles: what they write, and one line for everything that is wrong."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.support.paths import REFERENCE
from tests.support.tables.csv_table import read_csv
from usimmarine_py.cli.usim import entry
from usimmarine_py.run.scenarios.scenario import load_scenario
from usimmarine_py.vehicle.files import read

SCENARIOS = REFERENCE / "scenarios.toml"

SHORT = """
[[scenario]]
id = "short"
vehicle = "jolner"
variant = "hilsim"
overrides = { "fluid_memory.enabled" = false }
dof = 6
input = "desired"
t_end = 1.0
dt_out = 0.25
segments = [{ t = 0, T = 50 }, { t = 0.3333, T = 50, R = 20 }]
"""


def run(*arguments: object) -> int:
    return entry([str(a) for a in arguments])


def test_simulate_writes_every_column_with_seventeen_digits(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "out.csv"
    assert run("simulate", SCENARIOS, "--id", "mssjl_constant_tau", "-o", out) == 0
    assert "121 rows" in capsys.readouterr().out
    table, stored = read_csv(out), read_csv(REFERENCE / "trajectories" / "mssjl_constant_tau.csv.gz")
    assert table.columns == stored.columns
    assert table.rows[-1]["x"] == repr(float(table.rows[-1]["x"])) or len(table.rows[-1]["x"]) >= 17
    assert float(table.rows[-1]["x"]) == pytest.approx(stored.number(120, "x"), abs=1e-6)


def test_steps_end_at_segments_and_outputs(tmp_path: Path) -> None:
    """A switch between two steps of the grid is met exactly: halving the step changes next to nothing."""
    file = tmp_path / "s.toml"
    file.write_text(SHORT)
    ends = []
    for dt in (0.05, 0.025):
        assert run("simulate", file, "--id", "short", "--dt", dt, "-o", tmp_path / "o.csv.gz") == 0
        ends.append(read_csv(tmp_path / "o.csv.gz"))
    assert [r["t"] for r in ends[0].rows] == ["0", "0.25", "0.5", "0.75", "1"]
    assert ends[0].number(4, "psi") == pytest.approx(ends[1].number(4, "psi"), abs=1e-8)


@pytest.mark.parametrize("solver", ["dp5", "rk4", "heun", "euler"])
def test_every_solver_runs(tmp_path: Path, solver: str) -> None:
    file = tmp_path / "s.toml"
    file.write_text(SHORT)
    assert run("simulate", file, "--id", "short", "--solver", solver, "-o", tmp_path / "o.csv") == 0
    assert float(read_csv(tmp_path / "o.csv").rows[-1]["x"]) == pytest.approx(0.16, abs=0.08)


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ('vehicle = "jolner"', 'vehicle = "jolnir"', "did you mean jolner"),
        ('variant = "hilsim"', 'variant = "nope"', "no variant 'nope'"),
        ('input = "desired"', 'input = "wish"', "one of tau, actuator, desired"),
        ("dof = 6", "dof = 3", "says dof = 3"),
        ("t_end = 1.0", "t_end = -1.0", "above 0"),
        ("t_end = 1.0", 't_end = "later"', "must be a number"),
        ('"fluid_memory.enabled" = false', '"rigid_body.mas" = 3', "rigid_body.mas: unknown key; did you mean mass"),
        ('"fluid_memory.enabled" = false', '"actuator.7.K" = 3', "index from 0 to 1"),
        ("{ t = 0.3333", "{ t = -2", "in order"),
        ("segments = [", "segments = [[", "TOML"),
        ('input = "desired"', 'input = "actuator"', "no actuator 'T'"),
    ],
)
def test_a_wrong_scenario_is_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], old: str, new: str, problem: str
) -> None:
    file = tmp_path / "s.toml"
    file.write_text(SHORT.replace(old, new))
    assert run("simulate", file, "--id", "short", "-o", tmp_path / "o.csv") == 2
    error = capsys.readouterr().err
    assert problem in error and error.startswith("usim: ") and error.count("\n") == 1
    assert not (tmp_path / "o.csv").exists()


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (("--id", "shirt"), "did you mean short"),
        (("--id", "short", "--solver", "rk5"), "unknown solver 'rk5'"),
        (("--id", "short", "--dt", "0"), "greater than 0"),
    ],
)
def test_wrong_options(tmp_path: Path, capsys: pytest.CaptureFixture[str], arguments: Any, problem: str) -> None:
    file = tmp_path / "s.toml"
    file.write_text(SHORT)
    assert run("simulate", file, *arguments, "-o", tmp_path / "o.csv") == 2
    assert problem in capsys.readouterr().err


def test_divergence_is_a_failure_while_running(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "s.toml"
    file.write_text(SHORT.replace("t_end = 1.0", "t_end = 500.0").replace("dt_out = 0.25", "dt_out = 50.0"))
    assert run("simulate", file, "--id", "short", "--solver", "euler", "--dt", "0.5", "-o", tmp_path / "o.csv") == 1
    assert "reduce the step" in capsys.readouterr().err


def test_an_own_vehicle_beside_the_scenario(tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text(read("jolner")[0])
    file = tmp_path / "s.toml"
    file.write_text(SHORT.replace('"jolner"', '"mine.toml"'))
    assert run("simulate", file, "--id", "short", "-o", tmp_path / "o.csv") == 0


def test_three_entries_of_tau_are_surge_sway_and_yaw() -> None:
    scenario = load_scenario(SCENARIOS, "mssjl_constant_tau")
    assert scenario.segments[1].tau == (1.0, 0.2, 0.0, 0.0, 0.0, -0.1)


def test_vehicles_are_listed_and_explained(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("vehicles") == 0
    listing = capsys.readouterr().out
    assert all(name in listing for name in ("odin", "jolner", "torpedo_auv", "remus100", "otter", "cybership2"))
    assert run("vehicles", "odin", "--variant", "hilsim") == 0
    text = capsys.readouterr().out
    for word in (
        "Mass matrix",
        "jet_port_alpha: -27 to 27 deg",
        "Froude number up to 0.4 (4.06 m/s)",
        "Sources",
        "NTNU",
    ):
        assert word in text
    assert run("vehicles", "odn") == 2
    assert "did you mean odin" in capsys.readouterr().err
    assert run("vehicles", "--variant", "hilsim") == 2


@pytest.mark.parametrize(
    ("before", "after", "told"),
    [
        ("dof = 6", "dof = 6\ncurent = [0.1, 0, 0]", "curent: unknown key; did you mean current?"),
        ("{ t = 0, T = 50 }", "{ t = 0, thrust = 50 }", "thrust: unknown key"),
        ('"desired"', '"tau"', "T: unknown key"),
    ],
)
def test_a_key_that_nothing_reads_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], before: str, after: str, told: str
) -> None:
    file = tmp_path / "s.toml"
    file.write_text(SHORT.replace(before, after))
    assert run("simulate", file, "--id", "short", "-o", tmp_path / "o.csv") == 2
    assert told in capsys.readouterr().err
    assert not (tmp_path / "o.csv").exists()
