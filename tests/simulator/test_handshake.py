"""The buoyancy and trim handshake as recorded, and its timing rules."""

from __future__ import annotations

import math

import pytest

from usimmarine_py.simulator.parts.run.handshake import Handshake
from usimmarine_py.values import Post

TRIM_START = Post("TRIM_REPORT", "status=1,error=0,progressing,trim_pitch=0.0,trim_roll=0.0")


def test_buoyancy_takes_five_seconds():
    handshake, posts = Handshake().request_buoyancy("True", 1005.0)
    assert posts == (Post("BUOYANCY_REPORT", "status=1,error=0,progressing,buoyancy=0.0"),)
    handshake, posts = handshake.iterate(1009.75, 0.0)
    assert posts == ()
    handshake, posts = handshake.iterate(1010.0, 0.0)
    assert posts == (Post("BUOYANCY_REPORT", "status=2,error=0,completed,buoyancy=0.0"),)
    assert handshake.iterate(1020.0, 0.0)[1] == ()


def test_trim_reports_progress_until_the_pitch_is_within_tolerance():
    handshake, posts = Handshake().request_trim("TRUE", 1004.0)
    assert posts == (TRIM_START,)
    seen = []
    for tick in range(1, 24):
        pitch = math.radians(7.04795 if tick < 20 else 0.13751)
        handshake, posts = handshake.iterate(1004.0 + tick / 2, pitch)
        seen += [(tick, post.value) for post in posts]
    assert seen == [
        (10, "status=1,error=0,progressing,trim_pitch=7.04795,trim_roll=0.0"),
        (20, "status=2,error=0,completed,trim_pitch=0.13751,trim_roll=0.0"),
    ]


@pytest.mark.parametrize(
    ("elapsed", "pitch_degrees", "word"),
    [
        (4.99, 0.0, None),
        (5.0, 5.0, "completed"),
        (5.0, -5.5, "progressing"),
        (9.99, 6.0, "progressing"),
        (10.0, 60.0, "completed"),
    ],
)
def test_when_trim_is_done(elapsed, pitch_degrees, word):
    handshake, _ = Handshake().request_trim("true", 100.0)
    _, posts = handshake.iterate(100.0 + elapsed, math.radians(pitch_degrees) * (1 - 1e-12))
    assert [post.value.split(",")[2] for post in posts] == ([word] if word else [])


def test_tolerance_and_patience_are_settings():
    handshake, _ = Handshake().request_trim("true", 0.0)
    assert "completed" in handshake.iterate(5.0, math.radians(8), trim_tolerance=9)[1][0].value
    assert "completed" in handshake.iterate(1.0, 1.0, max_trim_delay=1)[1][0].value


def test_both_requests_share_the_time_of_the_last_report():
    handshake, _ = Handshake().request_trim("true", 100.0)
    handshake, _ = handshake.request_buoyancy("true", 102.0)
    handshake, posts = handshake.iterate(105.0, 1.0)
    assert posts == ()
    _, posts = handshake.iterate(107.0, 1.0)
    assert [post.variable for post in posts] == ["BUOYANCY_REPORT", "TRIM_REPORT"]


def test_a_new_request_restarts_the_timing():
    handshake, _ = Handshake().request_buoyancy("true", 100.0)
    handshake, _ = handshake.request_buoyancy("true", 104.0)
    assert handshake.iterate(106.0, 0.0)[1] == ()
    assert len(handshake.iterate(109.0, 0.0)[1]) == 1


@pytest.mark.parametrize("text", ["false", "", "yes", " true", "1"])
def test_anything_but_true_is_ignored(text):
    assert Handshake().request_buoyancy(text, 1.0) == (Handshake(), ())
    assert Handshake().request_trim(text, 1.0) == (Handshake(), ())


def test_nothing_open_says_nothing():
    assert Handshake().iterate(1e9, 1.0) == (Handshake(), ())
