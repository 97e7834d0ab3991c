"""The buoyancy and trim handshake as recorded, and its timing rules."""

from __future__ import annotations

import math
from dataclasses import astuple

import pytest

from usimmarine_py.errors import MailError
from usimmarine_py.kinematic.dialects import find_dialect
from usimmarine_py.simulator.part import PartsRow
from usimmarine_py.simulator.parts.run.handshake import Requested, RequestSettings
from usimmarine_py.simulator.records import Command
from usimmarine_py.values import Message


class Bench:
    """The part alone, with a vehicle whose pitch is given."""

    def __init__(self, tolerance: float = 5.0, delay: float = 10.0) -> None:
        self.row = PartsRow(find_dialect("documented", None), Command(), 0.0, dual=False, nav_modulo=1)
        self.part = Requested(self.row, RequestSettings(tolerance, delay), lambda: None, answers=True)

    def buoyancy(self, now: float, text: str = "true") -> list[tuple[str, object]]:
        self.part.on_buoyancy(Message("BUOYANCY_CONTROL", text, now, "pilot"))
        return self.posts()

    def trim(self, now: float, text: str = "true") -> list[tuple[str, object]]:
        self.part.on_trim(Message("TRIM_CONTROL", text, now, "pilot"))
        return self.posts()

    def tick(self, now: float, pitch: float = 0.0) -> list[tuple[str, object]]:
        self.row.nav.pitch = pitch
        for share in self.part.shares().values():
            share(now)
        return self.posts()

    def posts(self) -> list[tuple[str, object]]:
        rows, self.row.output.rows = self.row.output.rows, []
        return [(row.shape.names[0], row.values[0]) for row in rows]


def words(posts: list[tuple[str, object]]) -> list[str]:
    return [str(value).split(",")[2] for _, value in posts]


def test_buoyancy_takes_five_seconds() -> None:
    bench = Bench()
    assert bench.buoyancy(1005.0, "True") == [("BUOYANCY_REPORT", "status=1,error=0,progressing,buoyancy=0.0")]
    assert bench.tick(1009.75) == []
    assert bench.tick(1010.0) == [("BUOYANCY_REPORT", "status=2,error=0,completed,buoyancy=0.0")]
    assert bench.tick(1020.0) == []


def test_trim_reports_progress_until_the_pitch_is_within_tolerance() -> None:
    bench, seen = Bench(), []
    assert bench.trim(1004.0, "TRUE") == [("TRIM_REPORT", "status=1,error=0,progressing,trim_pitch=0.0,trim_roll=0.0")]
    for tick in range(1, 24):
        posts = bench.tick(1004.0 + tick / 2, math.radians(7.04795 if tick < 20 else 0.13751))
        seen += [(tick, value) for _, value in posts]
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
def test_when_trim_is_done(elapsed: float, pitch_degrees: float, word: str | None) -> None:
    bench = Bench()
    bench.trim(100.0)
    assert words(bench.tick(100.0 + elapsed, math.radians(pitch_degrees) * (1 - 1e-12))) == ([word] if word else [])


def test_tolerance_and_patience_are_settings() -> None:
    for bench, now, pitch in ((Bench(tolerance=9.0), 5.0, math.radians(8)), (Bench(delay=1.0), 1.0, 1.0)):
        bench.trim(0.0)
        assert words(bench.tick(now, pitch)) == ["completed"]


def test_both_requests_share_the_time_of_the_last_report() -> None:
    bench = Bench()
    bench.trim(100.0)
    bench.buoyancy(102.0)
    assert bench.tick(105.0, 1.0) == []
    assert [name for name, _ in bench.tick(107.0, 1.0)] == ["BUOYANCY_REPORT", "TRIM_REPORT"]


def test_a_new_request_restarts_the_timing() -> None:
    bench = Bench()
    bench.buoyancy(100.0)
    bench.buoyancy(104.0)
    assert bench.tick(106.0) == []
    assert len(bench.tick(109.0)) == 1


@pytest.mark.parametrize("text", ["false", "", "yes", " true", "1"])
def test_anything_but_true_is_refused(text: str) -> None:
    bench = Bench()
    for ask in (bench.buoyancy, bench.trim):
        with pytest.raises(MailError):
            ask(1.0, text)
    assert astuple(bench.part.state) == (None, None, 0.0)
    assert bench.tick(1e9, 1.0) == []
