"""The text conventions, against the recorded vectors and against hostile texts."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from usimmarine_py import text


def test_formats_match_the_recorded_texts(golden_vectors, figure):
    data = golden_vectors("formatting.json")
    wrong = [row for row in data["compact"] if text.compact_number(row[1], row[0]) != row[2]]
    wrong += [row for row in data["plain"] if text.plain_number(row[1], row[0]) != row[2]]
    assert wrong == []
    figure(f"formatting.json: {len(data['compact'])} compact and {len(data['plain'])} plain texts equal")


def test_snap_matches_the_recorded_values(golden_vectors, figure):
    rows = golden_vectors("formatting.json")["snap"]
    worst = max(abs(text.snap(value, step) - expected) for value, step, expected in rows)
    assert worst == 0
    figure(f"formatting.json snap: {len(rows)} rows, worst error {worst}")


def test_number_and_boolean_recognition_matches(golden_vectors, figure):
    data = golden_vectors("formatting.json")
    assert [row for row in data["is_number"] if text.is_number(row[0]) is not row[1]] == []
    for word, recognised, from_false, from_true in data["boolean"]:
        assert (text.loose_boolean(word, False) is not None) is recognised, word
        if recognised:
            assert (text.loose_boolean(word, False), text.loose_boolean(word, True)) == (from_false, from_true), word
    figure(f"formatting.json: {len(data['is_number'])} numbers and {len(data['boolean'])} booleans recognised alike")


@pytest.mark.parametrize(
    ("given_text", "value"),
    [
        ("--5", 0.0),
        ("+-5", 0.0),
        ("5.", 5.0),
        ("\t -.5 ", -0.5),
        ("1e3", None),
        ("+", None),
        ("- 1", None),
        ("1" * 400, None),
        ("nan", None),
        ("inf", None),
        ("0x10", None),
        ("١٢", None),
        ("12\n", None),
        ("X12", None),
        ("12X", None),
        (" 7", 7.0),
        ("7 ", 7.0),
        ("+7", 7.0),
        ("", None),
    ],
)
def test_numbers_in_text(given_text, value):
    assert text.read_number(given_text) == value


@pytest.mark.parametrize(
    ("given_text", "value"),
    [("1e3", 1000.0), ("-2.5E-2", -0.025), ("+.5e+1", 5.0), ("1e400", None), ("1e", None), ("e5", None), ("1e-400", 0)],
)
def test_exponents_count_only_where_asked_for(given_text, value):
    assert text.read_number(given_text) is None
    assert text.read_number(given_text, exponent=True) == value


@pytest.mark.parametrize(
    ("given_text", "value"),
    [
        ("12abc", 12.0),
        (" \n-3.5e2x", -350.0),
        ("abc", 0.0),
        ("--5", 0.0),
        ("1e", 1.0),
        ("0x1Fp1", 62.0),
        ("-0x10", -16.0),
        ("+0X.8", 0.5),
        ("X5", 0.0),
        ("\v\f\r\t5", 5.0),
        ("+inf", math.inf),
        ("0x", 0.0),
        ("-infinity", -math.inf),
        ("1e400", math.inf),
        ("0x1p99999", math.inf),
        ("-0x1p99999", -math.inf),
        (".", 0.0),
        ("1.2.3", 1.2),
    ],
)
def test_atof_reads_as_c_does(given_text, value):
    assert text.atof(given_text) == value


@pytest.mark.parametrize(
    ("given_text", "value"),
    [
        (" -2.5e1\t", -25.0),
        ("+5", 5.0),
        ("-5", -5.0),
        (".5", 0.5),
        ("--5", None),
        (" --5", None),
        ("+-5", None),
        ("5--", None),
        ("1e400", None),
        ("nan", None),
        ("0x10", None),
        ("five", None),
        ("", None),
    ],
)
def test_our_own_parameters_take_plain_numbers(given_text, value):
    assert text.finite_number(given_text) == value


def test_atof_reads_nan():
    assert math.isnan(text.atof("NaN"))


@given(st.text())
def test_any_text_is_a_finite_number_or_none(anything):
    for exponent in (False, True):
        value = text.read_number(anything, exponent=exponent)
        assert value is None or math.isfinite(value)
    assert isinstance(text.atof(anything), float)


@pytest.mark.parametrize("filling", ["9", "-", "+", " ", "x", "1.", "1e"])
def test_a_megabyte_is_read_without_fuss(filling):
    huge = filling * (2**20 // len(filling))
    assert text.read_number(huge) is None
    assert text.read_number(huge, exponent=True) is None


@pytest.mark.parametrize(("word", "value"), [("TRUE", True), ("False", False), ("yes", None), ("toggle", None)])
def test_strict_booleans(word, value):
    assert text.strict_boolean(word) is value


@pytest.mark.parametrize(
    ("whole", "before", "after"),
    [("a = b = c", "a", "b = c"), ("alone", "alone", ""), ("", "", ""), ("\t=x\r\n", "", "x")],
)
def test_bite(whole, before, after):
    assert text.bite(whole, "=") == (before, after)


@pytest.mark.parametrize(
    ("whole", "pieces"),
    [("a, b,,c", ["a", "b", "", "c"]), ("a,", ["a"]), ("a,,", ["a", ""]), (",a", ["", "a"]), (",", [""]), ("", [])],
)
def test_split_has_no_piece_after_the_last_separator(whole, pieces):
    assert text.split(whole, ",") == pieces


@pytest.mark.parametrize(
    ("quoted", "bare"), [('"20:1"', "20:1"), ('a"b"c"d"', 'abc"d"'), ('one"', 'one"'), ("none", "none")]
)
def test_only_the_first_pair_of_quotes_goes(quoted, bare):
    assert text.unquote(quoted) == bare


def test_values_above_two_to_the_128_use_an_exponent():
    assert text.compact_number(2.0**128, 2) == "340282366920938463463374607431768211456"
    assert text.compact_number(3.5e38, 2) == "3.50e+38"
    assert text.compact_number(1e40, 2) == "1.00e+4"  # as the real programs print it
    assert text.plain_number(1e40, 2) == "1.00e+40"
    assert text.compact_number(-1e39, 0) == "-999999999999999939709166371603178586112"


@pytest.mark.parametrize(
    ("value", "decimals", "plain", "compact"),
    [
        (1.5, 0, "2", "2"),
        (2.5, 0, "2", "2"),
        (100.0, 0, "100", "100"),
        (1.25, -3, "1", "1"),
        (0.1, 20, "0.10000000000000000555", "0.10000000000000000555"),
        (0.1, 25, "0.10000000000000000555", "0.10000000000000000555"),
        (-0.001, 2, "-0.00", "0"),
        (0.0, 1, "0.0", "0"),
        (10.0, 2, "10.00", "10"),
    ],
)
def test_numbers_of_decimals(value, decimals, plain, compact):
    assert text.plain_number(value, decimals) == plain
    assert text.compact_number(value, decimals) == compact


def test_five_decimals_unless_told():
    assert text.plain_number(1 / 3) == "0.33333"
    assert text.compact_number(1 / 3) == "0.33333"


@pytest.mark.parametrize(
    ("value", "step", "snapped"),
    [(7.4, 1, 7), (7.5, 1, 8), (-7.5, 1, -8), (-7.4, 1, -7), (0.2, 1, 0), (-0.2, 1, 0), (7.5, 5, 10), (7.4, -1, 7.4)],
)
def test_snap_goes_to_the_nearest_multiple(value, step, snapped):
    assert text.snap(value, step) == snapped


@pytest.mark.parametrize(("value", "shown"), [(30, "30"), (1234567.0, "1.23457e+06"), (0.1, "0.1"), (0, "0")])
def test_stream_format(value, shown):
    assert text.stream_number(value) == shown


def test_snap_survives_what_cannot_be_snapped():
    assert text.snap(math.inf, 0.01) == math.inf
    assert text.snap(1e308, 1e-9) == 1e308
    assert text.snap(1e300, 0.01) == pytest.approx(1e300)
    assert text.snap(1.234, 0) == 1.234
