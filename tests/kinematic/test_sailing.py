"""Sailing against the recorded polar plots and wind texts."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from usimmarine_py.kernels.kinematic import speed_under_sail
from usimmarine_py.kinematic.sailing import PolarPlot, Sailing, Wind, read_polar_plot, read_wind


def test_recorded_polar_plots(golden_vectors, figure):
    cases = golden_vectors("sailing.json")["cases"]
    worst, rows = 0.0, 0
    for case in cases:
        sailing, accepted = Sailing().with_polar_plot(case["polar_plot"])
        assert accepted is case["accepted"], case["polar_plot"]
        assert sailing.plot.text() == case["spec_text"]
        sailing, _ = sailing.with_wind(f"spd=1,dir={case['wind_dir']}")
        for heading, fraction in case["query"]:
            worst = max(worst, abs(sailing.fraction(heading, wrap=False) - fraction))
            rows += 1
    assert worst < 1e-12
    figure(f"sailing.json: {len(cases)} plots, {rows} look-ups, worst error {worst:.2g}")


def test_recorded_wind_texts(golden_vectors, figure):
    rows = golden_vectors("sailing.json")["wind"]
    for text, accepted, speed, direction, summary, arrow in rows:
        wind, taken = read_wind(text, Wind())
        assert taken is accepted, text
        assert (wind.speed, wind.direction) == (speed, direction)
        assert (wind.summary(), wind.arrow()) == (summary, arrow)
    figure(f"sailing.json wind: {len(rows)} texts equal")


@pytest.mark.parametrize(
    ("text", "is_set"), [("", True), ("spd=-2", True), ("spd=3,foo=1", True), ("spd=x", False), ("SPD=1", False)]
)
def test_a_wind_is_set_by_success_or_by_any_part(text, is_set):
    assert read_wind(text, Wind())[0].is_set is is_set


def test_each_part_of_a_wind_text_counts_by_itself():
    earlier = Wind(3, 40, True, 220)
    assert read_wind("spd=0", earlier) == (Wind(0, 40, True, 220), True)
    assert read_wind("spd=0.5", earlier) == (Wind(0.5, 40, True, 220), True)
    assert read_wind("spd=-1", earlier) == (earlier, True)
    assert read_wind("dir=0", earlier) == (Wind(3, 0, True, 180), True)
    assert read_wind("dir=370.5", earlier) == (Wind(3, 10.5, True, 190.5), True)
    assert read_wind("dir=-1,spd=9", earlier) == (earlier, False)
    assert read_wind("dir=90,knots=9,spd=9", Wind()) == (Wind(0, 90, True, 270), False)
    assert read_wind("spd=2,dir=x", Wind()) == (Wind(2, 0, True, 0), False)


def test_an_exponent_counts_where_the_dialect_has_it():
    assert read_wind("spd=1e1", Wind()) == (Wind(), False)
    assert read_wind("spd=1e1", Wind(), exponent=True) == (Wind(10, 0, True), True)
    assert Sailing().with_wind("spd=1e1") == (Sailing(), False)
    assert Sailing().with_wind("spd=1e1,dir=9e1", exponent=True)[0].plot_direction == 90
    assert Sailing().with_polar_plot("9e1,8e1") == (Sailing(), False)
    assert Sailing().with_polar_plot("9e1,8e1", exponent=True)[0].plot.points == ((90, 80),)
    assert read_polar_plot("9e1,80", PolarPlot(), exponent=True)[1]
    assert not read_polar_plot("9e1,80", PolarPlot())[1]


def test_the_fraction_by_the_side_of_the_wind_and_to_the_nearest_degree():
    sailing = Sailing(Wind(10, 90, True), PolarPlot(((0.0, 20.0), (90.0, 80.0), (180.0, 40.0))), 90)
    for heading, fraction in ((90, 0.2), (0, 0.8), (180, 0.8), (270, 0.4), (135, 0.5), (45, 0.5), (225, 0.6)):
        assert sailing.fraction(heading) == pytest.approx(fraction)
        assert sailing.fraction(heading + 0.4) == sailing.fraction(heading - 0.5) == sailing.fraction(heading)
        assert sailing.speed_limit(heading) == pytest.approx(10 * fraction)
    assert Sailing(Wind(1, 0, True), PolarPlot(((90.0, 100.0),)), 0).fraction(90) == 1
    assert Sailing(Wind(1, 0, True), PolarPlot(((90.0, 150.0),)), 0).fraction(90) == 1
    assert Sailing(Wind(1, 0, True), PolarPlot(((90.0, 0.5),)), 0).fraction(90) == 0.005


def test_what_a_new_sailing_knows():
    assert (Sailing().wind.is_set, Sailing().is_set, Sailing().plot_direction) == (False, False, 0)
    assert Wind().summary() == "spd=0, dir=0"
    assert Wind(1.23456, 2.3456789, True, 3.46).summary() == "spd=1.235, dir=2.34568"
    assert "ang=3.5," in Wind(arrow_angle=3.46).arrow()
    assert not Sailing(plot=PolarPlot(((1.0, 1.0),))).is_set


def test_a_refused_wind_leaves_the_angle_of_the_plot():
    sailing, _ = Sailing().with_wind("spd=2,dir=90")
    sailing, accepted = sailing.with_wind("dir=180,spd=fast")
    assert not accepted
    assert sailing.wind.direction == 180
    assert sailing.plot_direction == 90


@pytest.mark.parametrize("line", ["", "0", "0,x", "-1,5", "181,5", "10,-5", "10,5::20,5", "0,1e1"])
def test_one_bad_pair_refuses_the_line(line):
    plot = PolarPlot(((45.0, 30.0),))
    assert read_polar_plot(line, plot) == (plot, False)


def test_no_angle_twice_over_the_life_of_the_plot():
    plot, accepted = read_polar_plot("90,5:90,7:0,1", PolarPlot())
    assert accepted
    assert plot.points == ((0, 1), (90, 5))
    assert read_polar_plot("100,3:90,6", plot) == (plot, False)
    assert read_polar_plot("100,3", plot)[0].points == ((0, 1), (90, 5), (100, 3))


def test_the_last_half_degree_wraps_unless_the_defect_is_asked_for():
    sailing, _ = Sailing().with_polar_plot("0,40:180,40")
    assert sailing.fraction(359.7) == 0.4
    assert sailing.fraction(359.7, wrap=False) == 0
    assert sailing.fraction(359.4, wrap=False) == 0.4


@pytest.mark.parametrize(
    ("speed", "limit", "quirk", "result"),
    [(3, 2, False, 2), (1, 2, False, 1), (3, 0, False, 0), (3, 0, True, 3), (-1, 0, False, -1), (-1, 2, True, -1)],
)
def test_the_limit(speed, limit, quirk, result):
    assert speed_under_sail(speed, limit, quirk) == result


@given(
    st.dictionaries(st.integers(0, 180), st.integers(0, 150), min_size=1, max_size=6),
    st.floats(0, 360),
    st.floats(-720, 720),
)
def test_the_fraction_stays_between_nothing_and_the_wind(points, direction, heading):
    sailing = Sailing(Wind(1, direction, True), PolarPlot(tuple(sorted(points.items()))), direction)
    assert 0 <= sailing.fraction(heading) <= 1


@given(st.text(max_size=60))
def test_any_text_is_accepted_or_refused(text):
    assert read_wind(text, Wind())[1] in (True, False)
    plot, accepted = read_polar_plot(text, PolarPlot())
    assert accepted or plot == PolarPlot()
