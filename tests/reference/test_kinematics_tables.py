"""The kinematics library against 40-digit arithmetic and against MSS (README: 1e-12; peers 1e-9)."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.support.tables.csv_table import read_csv
from usimmarine_py.maths import attitude, earth, quaternions, rotations

TABLES = ["euler", "quaternion", "geodesy", "flat_earth", "flow_axes", "ssa_deg", "moos_mapping", "seed001_printed"]


@pytest.mark.parametrize("name", TABLES)
def test_table(compare: Callable[..., None], reference: Path, name: str) -> None:
    compare("kinematics", reference / "kinematics" / f"{name}.csv.gz", 1e-12)


def test_every_table_is_compared(reference: Path) -> None:
    assert {f.name.removesuffix(".csv.gz") for f in (reference / "kinematics").iterdir()} == set(TABLES)


def test_printed_digits_of_the_lecture(reference: Path) -> None:
    table = read_csv(reference / "kinematics" / "seed001_printed.csv.gz")
    for i in range(len(table.rows)):
        printed = table.rows[i]["printed"]
        digits = len(printed.rstrip("0").partition(".")[2][:4]) if "." in printed else 0
        assert abs(float(printed) - table.number(i, "exact")) <= 0.51 * 10.0 ** -min(digits, 4) or digits == 0


def test_mss_kinematics(reference: Path, figure: Callable[[str], None]) -> None:
    table = read_csv(reference / "peer_mss" / "kinematics.csv.gz")
    worst = 0.0
    for i in range(len(table.rows)):

        def at(*names: str, row: int = i) -> list[float]:
            return [table.number(row, n) for n in names]

        phi, theta, psi, p, q, r, h = at("phi", "theta", "psi", "p", "q", "r", "h")
        quaternion = at("eta", "eps1", "eps2", "eps3")
        pairs = list(zip(attitude.rzyx(phi, theta, psi), at(*_names("R", 3, 3)), strict=True))
        pairs += zip(rotations.Tzyx(phi, theta).ravel(), at(*_names("T", 3, 3)), strict=True)
        pairs += zip(quaternions.euler2q(phi, theta, psi), quaternion, strict=True)
        pairs += zip(quaternions.Tquat(quaternion).ravel(), at(*_names("Tq", 4, 3)), strict=True)
        after = quaternions.step_exact(quaternion, (p, q, r), h)
        pairs += zip(after, at("q_next0", "q_next1", "q_next2", "q_next3"), strict=True)
        pairs += zip(quaternions.q2euler(after), at("phi_next", "theta_next", "psi_next"), strict=True)
        worst = max(worst, max(abs(a - b) for a, b in pairs))
    figure(f"peer MSS kinematics: {len(table.rows)} rows, worst {worst:.1e}, tolerance 1e-9")
    assert worst <= 1e-9


def test_mss_geodesy(reference: Path, figure: Callable[[str], None]) -> None:
    table = read_csv(reference / "peer_mss" / "geodesy.csv.gz")
    worst = 0.0
    for i in range(len(table.rows)):

        def at(*names: str, row: int = i) -> list[float]:
            return [table.number(row, n) for n in names]

        xyz = at("x_e", "y_e", "z_e")
        lon, lat, h = at("lon", "lat", "h")
        pairs = [(a / 6.4e6, b / 6.4e6) for a, b in zip(earth.llh2ecef(lon, lat, h), xyz, strict=True)]
        back = earth.ecef2llh(*xyz)
        pairs += [(back[0], lon), (back[1], lat), (back[2] / 6.4e6, h / 6.4e6)]
        pairs += zip(earth.R_ll(lon, lat).ravel(), at(*_names("R", 3, 3)), strict=True)
        lon0, lat0, x, y, z = at("lon0", "lat0", "x_n", "y_n", "z_n")
        flat = earth.flat2llh(x, y, z, lon0, lat0)
        pairs += zip(flat[:2], at("lon3", "lat3"), strict=True)
        worst = max(worst, max(abs(a - b) for a, b in pairs))
    figure(f"peer MSS geodesy: {len(table.rows)} rows, worst {worst:.1e} (lengths over 6400 km), tolerance 1e-9")
    assert worst <= 1e-9


def _names(prefix: str, rows: int, columns: int) -> list[str]:
    return [f"{prefix}{i}{j}" for i in range(1, rows + 1) for j in range(1, columns + 1)]
