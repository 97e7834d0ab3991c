"""Every environment table of the reference data, recomputed from its input columns."""

from __future__ import annotations

import csv
from collections.abc import Callable

import pytest

from tests.support.paths import REFERENCE
from tests.support.tables.environment import components_needed, output_header, recompute
from usimmarine_py.errors import ConfigError

Figure = Callable[[str], None]

ENVIRONMENT = REFERENCE / "environment"


def read(name: str) -> tuple[list[str], list[list[float]]]:
    with (ENVIRONMENT / f"{name}.csv").open(newline="") as stream:
        header, *rows = csv.reader(stream)
    return header, [[float(cell) for cell in row] for row in rows]


#: Every exactly computable file with the number of its leading input columns.
EXACT = {
    "elevation": 1,
    "elevation_components": 3,
    "elevation_variance_vs_N": 3,
    "encounter": 3,
    "gauss_markov": 3,
    "gps_rate_model": 7,
    "gust": 1,
    "gust_components": 3,
    "ittc_moments": 2,
    "ittc_spectrum": 3,
    "wave_filter_discrete": 5,
    "wind_force_odin": 5,
    "wind_profile": 3,
    "wind_simple_coefficients": 1,
    "wind_spectra": 2,
}


@pytest.mark.parametrize(("name", "inputs"), EXACT.items())
def test_table_is_reproduced(name: str, inputs: int, figure: Figure) -> None:
    header, rows = read(name)
    components = read(f"{name}_components")[1] if components_needed(header) else None
    # outputs are spoiled first, so that a copied column can't pass
    out = recompute(header, [row[:inputs] + [-1.0] * (len(row) - inputs) for row in rows], components)
    assert output_header(header) == header
    assert len(out) == len(rows)
    worst = 0.0
    for computed, given in zip(out, rows, strict=True):
        for column, value, reference in zip(header, computed, given, strict=True):
            scale = max(1.0, abs(reference))
            if name == "wind_force_odin" and column == "N":
                # N is a difference of moments of Y; its inputs are printed with 15 digits
                scale = max(scale, abs(given[header.index("Y")]) * 10.5)
            worst = max(worst, abs(value - reference) / scale)
    figure(f"{name}: {len(rows)} rows x {len(header)} columns, worst relative error {worst:.1e}")
    assert worst < 1e-12


def test_clipped_gauss_markov_agrees_with_the_monte_carlo_table(figure: Figure) -> None:
    header, rows = read("gauss_markov_clipped_mc")
    out = recompute(header, rows)
    for computed, given in zip(out, rows, strict=True):
        known, reference = dict(zip(header, computed, strict=True)), dict(zip(header, given, strict=True))
        variance = known["variance_mc"] / reference["variance_mc"] - 1.0
        share = known["fraction_at_limit_mc"] / reference["fraction_at_limit_mc"] - 1.0
        figure(f"limit {reference['limit']}: variance off by {variance:.2%}, share at the limit by {share:.2%}")
        assert abs(variance) < 0.03
        assert abs(share) < 0.03


def test_inputs_alone_get_the_outputs_appended() -> None:
    header, rows = read("encounter")
    assert output_header(header[:3]) == header
    assert recompute(header[:3], [rows[0][:3]])[0] == pytest.approx(rows[0], rel=1e-12)


def test_columns_may_stand_in_any_order_and_strangers_are_copied() -> None:
    header, rows = read("wind_profile")
    mixed = ["note", *reversed(header)]
    out = recompute(mixed, [[7.0, *reversed(rows[3])]])
    assert out[0] == pytest.approx([7.0, *reversed(rows[3])], rel=1e-12)


@pytest.mark.parametrize("header", [["t"], ["omega", "phase"], ["U10"], []])
def test_unknown_columns_are_named(header: list[str]) -> None:
    with pytest.raises(ConfigError, match="no environment table has the columns"):
        recompute(header, [])


def test_sums_ask_for_their_components() -> None:
    with pytest.raises(ConfigError, match="needs the components omega, amplitude, phase"):
        recompute(["t", "zeta"], [[0.0, 0.0]])


@pytest.mark.parametrize(
    ("header", "row"),
    [
        (["U10", "f_hz"], [0.0, 0.1]),
        (["U10", "kappa", "z"], [5.0, -1.0, 3.0]),
        (["K", "lambda", "omega_e", "h", "q"], [1.0, 0.1, 0.0, 0.1, 1.0]),
        (["Hs", "omega_p", "N"], [1.0, 1.0, 1e12]),
    ],
)
def test_values_out_of_range_name_the_row(header: list[str], row: list[float]) -> None:
    with pytest.raises(ConfigError, match=r"row 1: .* is out of range"):
        recompute(header, [row])
