"""The recorded runs of the real uTimerScript, replayed."""

from __future__ import annotations

import re
from itertools import pairwise

import numpy as np
import pytest

from tests.support.script_helpers import EPOCH, RECORDINGS, Row, play, recorded_script, recording, status_fields
from usimmarine_py.script import TimerScript, report_text
from usimmarine_py.values import Message

#: The recorded iterations are this much longer than nominal (about 1 ms each).
DRAG = 1.0009
VOLATILE = {"elapsed_time"}


def _compare(played: list[Row], recorded: list[Row], zero: float, tick: float, masks: dict[str, str]) -> None:
    """Same order, types and texts; times within one tick. ``masks`` gives patterns for texts that are random."""
    assert [r.variable for r in played] == [r.variable for r in recorded]
    for mine, real in zip(played, recorded, strict=True):
        assert abs(mine.t + zero - real.t) < tick, (mine, real)
        assert mine.kind == real.kind, (mine, real)
        if mine.variable == "UTS_STATUS":
            fields, expected = status_fields(mine.text), status_fields(real.text)
            assert list(fields) == list(expected)
            assert {k: v for k, v in fields.items() if k not in VOLATILE | set(masks)} == {
                k: v for k, v in expected.items() if k not in VOLATILE | set(masks)
            }
        elif mine.variable in masks:
            assert re.fullmatch(masks[mine.variable], mine.text), mine
            assert re.fullmatch(masks[mine.variable], real.text), real
        else:
            assert mine.text == real.text, (mine, real)


def test_fixed() -> None:
    recorded = recording("fixed")
    played = play(recorded_script("fixed"), 3.5, period=0.1 * DRAG)
    _compare(played, recorded, -0.501, 0.1, {})
    assert [status_fields(r.text)["elapsed_time"] for r in played if r.variable == "UTS_STATUS"] == [
        status_fields(r.text)["elapsed_time"] for r in recorded if r.variable == "UTS_STATUS"
    ]


def test_fixed_on_an_exact_grid() -> None:
    """A stepped clock hits 0.5 s at k = 5, not one tick later because of rounding."""
    rows = play(recorded_script("fixed"), 3.5)
    times = {r.variable: r.t for r in rows}
    assert (times["NUM"], times["LATE"]) == (pytest.approx(0.5), pytest.approx(3.0))


def test_edge() -> None:
    def mail(script: TimerScript, k: int, t: float) -> None:
        if k == 0:
            script.on_mail(Message("DB_UPTIME", 2.069, EPOCH))

    script = recorded_script("edge")
    played = play(script, 7, period=0.1 * DRAG, mail=mail)
    masks = {
        "E02": r"7\.?\d*|8",
        "E03": r"0|0\.25|0\.5|0\.75|1|1\.25|1\.5|1\.75|2",
        "E04": r"p=\d+\.\d{3},\d\.\d{3}",
        "E19": r"179\d{7}\.\d+|179\d{7}",
        "E20": r"t=179\d{7}\.\d\dd=3\.0\d",
        "E21": r"(\d{0,5})_\1",
        "E36": r"6\.0\d+",
    }
    _compare(played, recording("edge"), 0.0, 0.1, masks)
    assert script.finished


def test_edge_report_and_warnings() -> None:
    parts = (RECORDINGS / "edge_appcast.txt").read_text().rstrip("\n").split("!@#")
    script = recorded_script("edge")
    script.on_mail(Message("DB_UPTIME", 2.06, EPOCH))
    script.iterate(EPOCH)
    warnings = next(p for p in parts if p.startswith("config_warnings="))
    assert script.config_warnings == warnings.removeprefix("config_warnings=").split("!@")
    body = next(p for p in parts if p.startswith("messages=")).removeprefix("messages=").replace("!@", "\n")
    # the real program looked at its clock anew for every post
    assert report_text(script) == body.replace("2.07", "2.06")
    assert script.take_events() == ["Script Start. Warp=1, DelayStart=0.0, DelayReset=0.0"]
    assert script.take_events() == []


def test_right_lines_earn_no_warning_without_quirks() -> None:
    with_quirks = recorded_script("edge").config_warnings
    without = recorded_script("edge", quirks=False).config_warnings
    assert [w for w in with_quirks if w not in without] == [
        "Invalid time_zero parameter value: script_start",
        'Rand pair problem: var1=PX,var2=PY,type=poly,key=at_post,poly="pts={0,0:10,0:0,2}":bad poly',
    ]
    assert str(recorded_script("edge", quirks=False).diagnostics[0]).endswith(
        "edge.moos:69: Invalid paused parameter: maybe"
    )


@pytest.mark.parametrize("name", ["odd_lines", "odd_values"])
def test_odd_lines_earn_the_warnings_of_the_real_program_and_make_its_events(name: str) -> None:
    parts = (RECORDINGS / f"{name}_appcast.txt").read_text().rstrip("\n").split("!@#")
    warnings = next(p for p in parts if p.startswith("config_warnings="))
    script = recorded_script(name)
    assert script.config_warnings == warnings.removeprefix("config_warnings=").split("!@")
    body = next(p for p in parts if p.startswith("messages="))
    assert f" Elements: {len(script.config.events)}(" in body


def test_odd_values() -> None:
    recorded = [r for r in recording("odd_values") if r.variable != "UTS_STATUS"]
    # a seed with which the event at a random time comes first, as in the recording
    played = next(
        rows
        for rows in (
            [r for r in play(recorded_script("odd_values", seed=s), 1.0) if r.variable != "UTS_STATUS"]
            for s in range(100)
        )
        if rows[0].variable == "E04" and rows[0].t == 0.0
    )
    masks = {
        "E17": r"(\d+\.?\d*)/\1/\$\[sn\]",
        "E19": r"0|-?0\.\d+",
        "E20": r"\d+\.\d{3}:\d\.\d{3}",
        "E21": r"\d?-\d{0,2}-\d{0,20}-\$\(21\)",
        "E22": r"\d{0,3}",
        "E24": r"179\d{7}\.?\d*",
        "E25": r"179\d{7}\.?\d*",
        "E26": r"a179\d{7}\.\d\d",
    }
    assert [r.variable for r in played] == [r.variable for r in recorded]
    for mine, real in zip(played, recorded, strict=True):
        assert mine.kind == real.kind, (mine, real)
        if mine.variable in masks:
            assert re.fullmatch(masks[mine.variable], mine.text), mine
        else:
            assert mine.text == real.text


def test_reset_warp() -> None:
    masks = {
        "ALL": r"s=\d+\.?\d*,r=(\d|\d\d|100),p=-?[01]\.?\d*,g=\d+\.?\d*",
        "PNUM": r"-?[01]\.?\d*",
        "PSTR": r"-?[01]\.?\d*",
    }
    recorded = recording("reset_warp")
    for seed in range(200):
        rows = play(recorded_script("reset_warp", seed=seed), 14.2, period=0.1 * DRAG)
        ranged = [r.t for r in rows if r.variable == "RANGED"]
        if abs(ranged[0] - 1.001 - 2.202) < 0.05:  # the range 2:6 was drawn once; take a seed that drew about as much
            break
    _compare(rows, recorded, -1.001, 0.1, masks)
    elapsed, expected = (
        [float(status_fields(r.text)["elapsed_time"]) for r in some if r.variable == "UTS_STATUS"]
        for some in (rows, recorded)
    )
    assert elapsed == pytest.approx(expected, abs=0.015)
    texts = [r.text for r in rows if r.variable == "ALL"]
    fields = [dict(f.split("=") for f in text.split(",")) for text in texts]
    assert len({f["s"] for f in fields}) == 1
    assert [a["r"] == b["r"] for a, b in zip(fields[::2], fields[1::2], strict=True)] == [True] * 3
    assert len({f["r"] for f in fields}) == 3
    assert len({f["p"] for f in fields}) == len({f["g"] for f in fields}) == 6


def test_reset_numeric() -> None:
    played = play(recorded_script("reset_numeric"), 14.42, period=0.1 * DRAG)
    _compare(played, recording("reset_numeric"), -5.104, 0.1, {})


def _gusts(seed: int) -> list[Row]:
    def mail(script: TimerScript, k: int, t: float) -> None:
        if k == 0:
            script.on_mail(Message("WIND_GUSTS", "true", EPOCH))

    return play(recorded_script("charlie_gusts", seed=seed), 440, mail=mail)


def test_charlie_gusts_have_the_structure_of_the_recording() -> None:
    recorded_steps = [r for r in recording("charlie_gusts") if r.variable == "DRIFT_VECTOR_ADD"]
    for rows in (recorded_steps, *([r for r in _gusts(s) if r.variable == "DRIFT_VECTOR_ADD"] for s in range(5))):
        passes = [rows[i : i + 10] for i in range(0, len(rows) - len(rows) % 10, 10)]
        assert len(passes) >= 3
        for steps in passes:
            angles, sizes = zip(*(map(float, r.text.split(",")) for r in steps), strict=True)
            assert len(set(angles)) == 1
            assert 0 <= angles[0] <= 359
            assert sizes == (sizes[0],) * 5 + (-sizes[0],) * 5
            assert 0.3 <= sizes[0] <= 0.7
            warp = 18 / (steps[-1].t - steps[0].t)
            assert 0.25 * 0.9 < warp < 2.0 * 1.15
            for a, b in pairwise(steps):
                assert abs((b.t - a.t) - 2 / warp) < 0.6  # the 0.5 s grid


def test_charlie_status_tells_warp_and_delays() -> None:
    rows = _gusts(3)
    statuses = [(r.t, status_fields(r.text)) for r in rows if r.variable == "UTS_STATUS"]
    assert statuses[0][1]["conditions_ok"] == "true"
    first_post = next(r for r in rows if r.variable == "DRIFT_VECTOR_ADD")
    warp = float(statuses[0][1]["time_warp"])
    assert 0 <= first_post.t - 30 / warp <= 0.5
    for _, fields in statuses:
        assert 0.25 <= float(fields["time_warp"]) <= 2
        assert fields["delay_start"] == "30"
        assert 10 <= float(fields["delay_reset"]) <= 60
    # nothing is posted: one status every ten ticks
    quiet = [b - a for (a, f), (b, g) in pairwise(statuses) if f["posted"] == g["posted"] == "0"]
    assert quiet
    assert all(abs(gap - 5.0) < 0.51 for gap in quiet)


def test_equal_seeds_play_equally() -> None:
    assert _gusts(7) == _gusts(7)
    assert _gusts(7) != _gusts(8)


def test_random_numbers_spread_as_they_should() -> None:
    script = recorded_script("charlie_gusts", seed=5)
    rng = np.random.default_rng(11)
    angles = np.array([float(script.config.draws.variables[0].draw(rng)) for _ in range(4000)])
    assert angles.min() >= 0
    assert angles.max() <= 359
    assert abs(angles.mean() - 179.5) < 4 * 359 / np.sqrt(12 * 4000)
    counts, _ = np.histogram(angles, bins=10, range=(0, 359))
    assert ((counts - 400) ** 2 / 400).sum() < 27.9  # chi square, 9 degrees of freedom, 1 in 1000
