"""Drift arithmetic against the recorded vectors, and the documented law beside it."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from usimmarine_py.maths.drift import Drift, components, read_vector


def test_components_and_products_match(golden_vectors, figure):
    data = golden_vectors("drift.json")
    worst = 0.0
    for heading, magnitude, x, y in data["vector"]:
        found = components(heading, magnitude)
        worst = max(worst, abs(found[0] - x), abs(found[1] - y))
    for x0, y0, factor, x, y in data["mult"]:
        drift = Drift(x0, y0).times(factor)
        worst = max(worst, abs(drift.x - x), abs(drift.y - y))
    assert worst < 1e-15
    figure(f"drift.json vector and mult: {len(data['vector'])} and {len(data['mult'])} rows, worst error {worst:.2g}")


def test_sequences_of_mail_match(golden_vectors, figure):
    worst, steps = 0.0, 0
    for sequence in golden_vectors("drift.json")["sequences"]:
        drift = Drift()
        for variable, value, x, y in sequence:
            drift = apply(drift, variable, value)
            worst = max(worst, abs(drift.x - x), abs(drift.y - y))
            steps += 1
    assert worst < 1e-14
    figure(f"drift.json sequences: {steps} steps, worst error {worst:.2g}")


def apply(drift: Drift, variable: str, value: str | float) -> Drift:
    if variable == "DRIFT_VECTOR_MULT":
        return drift.times(float(value))
    if variable in ("DRIFT_X", "DRIFT_Y"):
        return drift.with_x(float(value)) if variable == "DRIFT_X" else drift.with_y(float(value))
    vector = read_vector(str(value))
    assert vector is not None
    return drift.with_vector(*vector) if variable == "DRIFT_VECTOR" else drift.plus_vector(*vector)


def test_summaries_match(golden_vectors, figure):
    rows = golden_vectors("drift.json")["summary"]
    assert [row for row in rows if Drift(row[0], row[1]).summary() != row[2]] == []
    figure(f"drift.json summary: {len(rows)} texts equal")


@pytest.mark.parametrize(
    ("text", "vector"),
    [
        (" 90 , 1.5", (90.0, 1.5)),
        ("-90,-2", (-90.0, -2.0)),
        ("90", None),
        ("90,1,2", None),
        ("90,fast", None),
        ("90,1e1", None),
        ("", None),
    ],
)
def test_vector_texts(text, vector):
    assert read_vector(text) == vector


def test_an_exponent_counts_where_the_dialect_has_it():
    assert read_vector("90,1e1", exponent=True) == (90.0, 10.0)
    assert read_vector("90,1e999", exponent=True) is None


@given(st.floats(-720, 720), st.floats(-10, 10), st.floats(-4, 4))
def test_both_laws_mean_the_same_drift(heading, magnitude, factor):
    reference = Drift().with_vector(heading, magnitude).plus_vector(10, 1).times(factor)
    documented = Drift(documented=True).with_vector(heading, magnitude).plus_vector(10, 1).times(factor)
    assert (documented.x, documented.y) == pytest.approx((reference.x, reference.y), abs=1e-12)


def test_the_documented_law_is_the_plain_formula():
    drift = Drift(1.0, 2.0, documented=True).with_vector(30.0, 2.0)
    assert (drift.x, drift.y) == (2.0 * math.sin(math.radians(30.0)), 2.0 * math.cos(math.radians(30.0)))
    assert drift.documented


def test_one_component_at_a_time():
    assert Drift(1, 2).with_x(5).with_y(-1) == Drift(5, -1)


def test_the_law_in_force_survives_every_change():
    for documented in (False, True):
        drift = Drift(1, 2, documented)
        changed = (drift.with_x(3), drift.with_y(3), drift.with_vector(10, 1), drift.plus_vector(10, 1), drift.times(2))
        assert {one.documented for one in changed} == {documented}


def test_a_vector_is_added_to_what_there_is():
    for documented in (False, True):
        drift = Drift(1, 2, documented).plus_vector(90, 3)
        assert (drift.x, drift.y) == pytest.approx((4, 2))


def test_length_and_direction():
    drift = Drift(3, -4)
    assert drift.magnitude == 5
    assert drift.direction == pytest.approx(180 - math.degrees(math.atan2(3, 4)))
    assert (Drift().magnitude, Drift().direction) == (0, 0)
    assert Drift(1.23456, 0).summary() == "ang=90, mag=1.23, xmag=1.235, ymag=0"
