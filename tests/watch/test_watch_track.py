"""The track of the live page: the fewest rows that still tell the whole of it."""

from __future__ import annotations

import math
import random
from itertools import pairwise

import numpy as np
import pytest

from usimmarine_py.watch.track import COLUMNS, MAX_ROWS, TOLERANCES, Row, Track

NAN = math.nan


def row(t: float, x: float, y: float, heading: float = 0.0, speed: float = 1.0, thrust: float = NAN) -> Row:
    return (t, x, y, heading, speed, NAN, 0.0, thrust, *[NAN] * (len(COLUMNS) - 8))


def tracked(rows: list[Row]) -> Track:
    track = Track()
    for one in rows:
        track.add(one)
    return track


def test_every_row_can_be_had_back_within_the_tolerances() -> None:
    draw, rows, heading = random.Random(5), [], 350.0
    x = y = 0.0
    for k in range(3000):
        heading = (heading + (8.0 if k % 400 < 150 else 0.0) + draw.gauss(0.0, 0.02)) % 360.0
        x += 0.2 * math.sin(math.radians(heading))
        y += 0.2 * math.cos(math.radians(heading))
        rows.append(row(0.1 * k, x, y, heading, 2.0 + 0.5 * math.sin(0.01 * k), 40.0 if k % 500 < 250 else -20.0))
    track = tracked(rows)
    kept = np.array(track.everything())
    assert len(kept) < 0.75 * len(rows)
    # by numpy, column by column
    given = np.array(rows)
    given[:, 3] = np.degrees(np.unwrap(np.radians(given[:, 3])))
    for place, tolerance in enumerate(TOLERANCES, 1):
        if not np.isnan(given[0, place]):
            drawn = np.interp(given[:, 0], kept[:, 0], kept[:, place])
            assert np.abs(drawn - given[:, place]).max() <= tolerance + 1e-9, COLUMNS[place]


def test_a_straight_leg_is_two_rows_and_a_step_stays_a_step() -> None:
    track = tracked([row(0.1 * k, 0.2 * k, 5.0, 90.0, 2.0, 20.0 if k < 500 else 60.0) for k in range(1000)])
    kept = [(round(r[0], 9), r[7]) for r in track.everything()]
    assert kept == [(0.0, 20.0), (49.9, 20.0), (50.0, 60.0), (99.9, 60.0)]


def test_a_turn_is_round_at_any_pace() -> None:
    """A circle of 10 m at 2 m/s, posted five times a second: no corner turns by more than a few degrees."""
    places = [(10.0 * math.sin(0.04 * k), 10.0 * math.cos(0.04 * k)) for k in range(500)]
    track = tracked([row(0.2 * k, x, y, math.degrees(0.04 * k) + 90.0) for k, (x, y) in enumerate(places)])
    kept = track.everything()
    radii = [math.hypot(0.5 * (a[1] + b[1]), 0.5 * (a[2] + b[2])) for a, b in pairwise(kept)]
    assert min(radii) > 10.0 - 0.05


def test_headings_go_on_through_north() -> None:
    track = tracked([row(0.1 * k, 0.0, 0.0, (350.0 + 7.0 * k) % 360.0) for k in range(5)])
    assert track.everything()[-1][3] == pytest.approx(378.0)


def test_what_becomes_known_begins_there() -> None:
    track = tracked([row(0.1 * k, 0.1 * k, 0.0, thrust=NAN if k < 50 else 30.0) for k in range(100)])
    kept = [(round(r[0], 9), math.isnan(r[7])) for r in track.everything()]
    assert kept == [(0.0, True), (4.9, True), (5.0, False), (9.9, False)]


def test_a_long_track_stays_bounded_and_keeps_its_ends() -> None:
    draw = random.Random(1)
    rows = [row(0.1 * k, 10.0 * draw.random(), 10.0 * draw.random()) for k in range(3 * MAX_ROWS)]
    track = tracked(rows)
    kept = track.everything()
    assert MAX_ROWS // 4 < len(kept) <= MAX_ROWS + 1
    assert (kept[0], kept[-1]) == (rows[0], rows[-1])
    times = [r[0] for r in kept]
    assert times == sorted(times)
    assert track.generation > 0


def test_a_clock_that_goes_back_takes_the_rows_ahead_with_it() -> None:
    track = tracked([row(float(k), float(k * k), 0.0) for k in range(10)])
    track.back_to(4.5)
    assert [r[0] for r in track.everything()] == [0.0, 1.0, 2.0, 3.0, 4.0]
    assert track.at(-1.0) is None
    assert track.at(99.0) == track.everything()[-1]


def test_a_track_of_few_rows_keeps_to_them() -> None:
    track = Track(400)
    for k in range(8000):  # a spiral, which has no straight part
        turn = 0.05 * k
        track.add(row(0.5 * k, 0.01 * k * math.sin(turn), 0.01 * k * math.cos(turn), math.degrees(turn), 2.0))
        assert len(track.rows) <= 401
    assert (track.rows[0][0], track.everything()[-1][0]) == (0.0, 3999.5)
