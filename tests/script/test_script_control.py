"""Control by mail: pause, forward, reset, conditions, awakening; as runs of the real program showed it."""

from __future__ import annotations

import math
from collections.abc import Callable
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.missions import block
from tests.support.script_helpers import EPOCH, Row, play, script_of, status_fields
from usimmarine_py.mission import parse_mission
from usimmarine_py.script import TimerScript, report_text
from usimmarine_py.values import Message

Mail = Callable[[TimerScript, int, float], None]


def _at(**plan: tuple[tuple[float, float | str], ...]) -> Mail:
    """Mail that comes in the first iteration at or after its time."""
    waiting = sorted(((t, name, value) for name, items in plan.items() for t, value in items), key=lambda x: x[0])

    def mail(script: TimerScript, k: int, t: float) -> None:
        while waiting and waiting[0][0] <= t + 1e-9:
            _, name, value = waiting.pop(0)
            script.on_mail(Message(name, value, EPOCH + t))

    return mail


def _posts(rows: list[Row]) -> list[tuple[float, str, str]]:
    return [(round(r.t, 3), r.variable, r.text) for r in rows if r.variable != "UTS_STATUS"]


def _statuses(rows: list[Row]) -> list[tuple[float, dict[str, str]]]:
    return [(round(r.t, 3), status_fields(r.text)) for r in rows if r.variable == "UTS_STATUS"]


AWAKE = (
    "condition = A = true",
    "delay_reset = 0.5",
    "reset_max = 2",
    "event = var=E1, val=a$[COUNT], time=0",
    "event = var=E2, val=b$[COUNT], time=0.5",
)
TOGGLES = (
    (2.75, "true"),
    (4.25, "false"),
    (6.0, "true"),
    (7.75, "false"),
    (9.25, "true"),
    (11.0, "false"),
    (12.5, "true"),
)


def test_upon_awake_reset() -> None:
    rows = play(script_of(*AWAKE, "upon_awake = reset", app_tick=4), 13, mail=_at(A=TOGGLES))
    statuses = _statuses(rows)
    assert [(t, f["elapsed_time"], f["posted"], f["conditions_ok"], f["resets"]) for t, f in statuses] == [
        (0.0, "0.00", "0", "false", "0/2"),
        (2.75, "0.25", "1", "true", "0/2"),
        (3.0, "0.50", "2", "true", "0/2"),
        (4.25, "1.50", "2", "false", "0/2"),
        (6.0, "0.00", "0", "true", "1/2"),
        (6.5, "0.50", "1", "true", "1/2"),
        (7.0, "1.00", "2", "true", "1/2"),
        (7.75, "1.50", "2", "false", "1/2"),
        (9.25, "0.00", "0", "true", "2/2"),
        (9.75, "0.50", "1", "true", "2/2"),
        (10.25, "1.00", "2", "true", "2/2"),
        (11.0, "1.50", "2", "false", "2/2"),
        (12.5, "1.75", "2", "true", "2/2"),
    ]


def test_upon_awake_restart() -> None:
    lines = (*AWAKE, "upon_awake = restart", "delay_start = 0.25")
    rows = play(script_of(*lines, app_tick=4), 13, mail=_at(A=TOGGLES))
    assert [(t, f["elapsed_time"], f["posted"], f["resets"]) for t, f in _statuses(rows)][:6] == [
        (0.0, "0.00", "0", "0/2"),
        (2.75, "0.00", "0", "0/2"),
        (3.0, "0.25", "1", "0/2"),
        (3.5, "0.75", "2", "0/2"),
        (4.25, "1.25", "2", "0/2"),
        (6.0, "0.00", "0", "0/2"),
    ]
    assert len(_posts(rows)) == 7


def test_reset_while_paused() -> None:
    mail = _at(
        UTS_RESET=((3.75, "Reset"), (10.5, "true")),
        UTS_PAUSE=((5.0, "nonsense"), (6.0, "off"), (6.0, "FALSE"), (9.0, "TRUE"), (12.5, "toggle"), (12.6, 1.0)),
        NAV_X=((1.5, 12.345),),
    )
    lines = (
        "paused = true",
        "reset_max = 2",
        "event = var=E1, val=a$[COUNT]",
        "event = var=E2, val=$[NAV_X]_$(NAV_Y), time=1",
    )
    rows = play(script_of(*lines, app_tick=4), 13, mail=mail)
    assert _posts(rows) == [(6.0, "E1", "a0"), (6.75, "E2", "12.35_0.00"), (12.5, "E1", "a0")]
    assert [(t, f["elapsed_time"], f["resets"]) for t, f in _statuses(rows)] == [
        (0.0, "0.00", "0/2"),
        (5.0, "0.00", "1/2"),
        (6.0, "0.25", "1/2"),
        (6.75, "1.00", "1/2"),
        (11.75, "0.00", "2/2"),
        (12.5, "0.25", "2/2"),
    ]


def test_forward_with_warp_overshoots_as_the_real_one() -> None:
    mail = _at(UTS_FORWARD=((2.0, 1.0), (2.5, "1"), (5.5, 0.0), (7.0, -5.0), (7.0, math.nan), (7.0, math.inf)))
    events = [f"event = var={n}, val=x, time={t}" for n, t in (("E1", 10), ("E2", 20), ("E3", 400))]
    rows = play(script_of("delay_start = 1", "time_warp = 2", *events, app_tick=4), 8, mail=mail)
    assert [(r.t, r.variable) for r in rows if r.variable != "UTS_STATUS"] == [(4.5, "E1"), (5.5, "E2"), (7.0, "E3")]
    by_post = [f["elapsed_time"] for t, f in _statuses(rows) if t in (4.5, 5.5, 7.0)]
    # 2 * 5.25 + 2 = 12.5 was the last elapsed time: 13 + 2 * (20 - 12.5) = 28; and so on
    assert by_post == ["11.00", "28.00", "770.00"]


def test_forward_is_exact_without_warp_and_delay_and_lost_before_the_start() -> None:
    script = script_of("event = var=A, val=x, time=30", "event = var=B, val=x, time=40")
    script.on_mail(Message("UTS_FORWARD", 100.0, EPOCH))
    rows = play(script, 3, mail=_at(UTS_FORWARD=((1.0, 0.0), (2.0, 0.0))))
    assert _posts(rows) == [(1.0, "A", "x"), (2.0, "B", "x")]


def test_names_of_control_variables_can_be_changed() -> None:
    script = script_of(
        "forward_variable = F",
        "pause_var = P",
        "reset_variable = R",
        "status_var = SILENT",
        "event = var=A, val=x, time=5",
    )
    assert script.subscriptions() == ("F", "P", "R", "DB_UPTIME", "DB_CLIENTS", "EXITED_NORMALLY")
    rows = play(script, 1, mail=_at(F=((0.5, 0.0),), UTS_RESET=((0.2, "true"),)))
    assert [(r.variable, r.text) for r in rows] == [("A", "x")]
    assert script.resets == 0


def test_subscriptions_follow_what_is_used() -> None:
    script = script_of('event = var=A, val="$(NAV_Y)"', "condition = (W = true) and (V > $(U))")
    assert script.subscriptions()[6:] == ("NAV_Y", "U", "V", "W")


def test_reset_is_refused_at_the_limit() -> None:
    script = script_of("reset_max = 0", "event = var=A, val=x")
    rows = play(script, 2, mail=_at(UTS_RESET=((1.0, "true"),)))
    assert _posts(rows) == [(0.0, "A", "x")]
    assert script.resets == 0


def test_block_on_waits_for_all_clients_and_stays_open() -> None:
    clients = ((0.5, "DB,pFoo,"), (1.0, "pBar,"), (1.5, ""))
    script = script_of("block_on = pFoo,pBar", "event = var=A, val=x")
    assert "Block Apps: pBar,pFoo" in report_text(script)
    rows = play(script, 2, mail=_at(DB_CLIENTS=clients))
    assert _posts(rows) == [(1.0, "A", "x")]


def test_atomic_script_ignores_conditions_in_mid_pass() -> None:
    lines = ("condition = A = true", "event = var=E, val=1, time=0", "event = var=E, val=2, time=1")
    mail = ((0.5, "true"), (1.0, "false"), (2.0, "true"))
    loose = play(script_of(*lines), 4, mail=_at(A=mail))
    atomic = play(script_of("script_atomic = true", *lines), 4, mail=_at(A=mail))
    assert _posts(loose) == [(0.5, "E", "1"), (2.4, "E", "2")]
    assert _posts(atomic) == [(0.5, "E", "1"), (1.4, "E", "2")]


def test_quit_ends_the_script_when_the_post_comes_back() -> None:
    script = script_of("event = quit, time=1", "event = var=A, val=x, time=1.1", "event = var=B, val=x, time=1.2")
    script.on_mail(Message("EXITED_NORMALLY", "left over by an earlier run", EPOCH))
    rows = play(script, 3)
    assert _posts(rows) == [(1.0, "EXITED_NORMALLY", "uTimerScript"), (1.1, "A", "x")]
    assert script.finished


def test_db_start_zero_waits_for_the_uptime() -> None:
    script = script_of("time_zero = db_start", "event = var=A, val=x, time=5", 'event = var=B, val="$[DBTIME]", time=9')
    rows = play(script, 6, mail=_at(DB_UPTIME=((1.0, 3.0), (4.0, 100.0))))
    assert _posts(rows)[0] == (3.0, "A", "x")
    assert next(r.t for r in rows if r.variable == "UTS_STATUS") == 0.0
    assert script.config_warnings == []


# Bounds that the test harness of MOOS-IvP sets for the real program (MOOS seconds after the first status).
@pytest.mark.parametrize(
    ("lines", "low", "high"),
    [
        (("delay_start = 1", "event = var=A, val=x, time=0.1"), 0.9, 1.4),
        (("time_warp = 4", "event = var=A, val=x, time=2"), 0.35, 0.8),
        (("event = var=A, val=x, time=0.2:0.8",), 0.15, 0.95),
    ],
)
@pytest.mark.parametrize("seed", range(5))
def test_graded_bounds(lines: tuple[str, ...], low: float, high: float, seed: int) -> None:
    ((t, _, _),) = _posts(play(script_of(*lines, seed=seed), 3))
    assert low <= t <= high


def test_graded_reset_delay() -> None:
    rows = play(script_of("delay_reset = 1", "reset_time = all-posted", "event = var=A, val=x"), 6)
    times = [t for t, _, _ in _posts(rows)]
    assert len(times) >= 4
    assert all(1.0 <= b - a <= 1.6 for a, b in pairwise(times))


@pytest.mark.parametrize(("limit", "passes"), [(0, 1), (2, 3)])
def test_what_is_later_than_the_reset_time_is_never_posted(limit: int, passes: int) -> None:
    events = ("event = var=A, val=x, time=0.5", "event = var=B, val=x, time=2")
    script = script_of(f"reset_max = {limit}", "reset_time = 1", *events)
    assert [v for _, v, _ in _posts(play(script, 8))] == ["A"] * passes
    assert "pending=1" in script.status
    assert script.exhausted


@pytest.mark.parametrize(
    ("line", "posts"),
    [
        ("var=A, val=x, time=1, time=soon", [(1.0, "A")]),
        ("var=A, val=x, time=1, time=-2", [(1.0, "A")]),
        ("var=A, val=x, amt=2, amt=few", [(0.0, "A"), (0.0, "A")]),
        ("quit, var=A, val=x", [(0.0, "A")]),
        ("quit=yes, var=A, val=x", [(0.0, "A")]),
        ("var=A, val=x, quit", [(0.0, "EXITED_NORMALLY")]),
        ("quit, var=A", [(0.0, "A")]),
        ("quit, val=x", [(0.0, "EXITED_NORMALLY")]),
    ],
)
def test_a_field_that_comes_twice(line: str, posts: list[tuple[float, str]]) -> None:
    """As in runs of uTimerScript: a bad value leaves what stood before it; of `var` and `quit` the later counts."""
    assert [(t, v) for t, v, _ in _posts(play(script_of(f"event = {line}"), 2))] == posts


def test_quit_with_another_value_posts_the_name() -> None:
    assert _posts(play(script_of("event = quit, val=x"), 1)) == [(0.0, "EXITED_NORMALLY", "uTimerScript")]


def test_a_condition_keeps_the_kind_of_its_variable() -> None:
    """As in MOOS-IvP: text after a number is not looked at, a text that comes with the first number counts."""
    script = script_of("condition = A > 3", "event = var=E, val=x")
    assert _posts(play(script, 2, mail=_at(A=((0.5, 1.0), (1.0, "7"), (1.5, 4.0))))) == [(1.5, "E", "x")]
    script = script_of("condition = A = go", "event = var=E, val=x")
    assert _posts(play(script, 2, mail=_at(A=((0.5, 1.0), (0.5, "go"))))) == [(0.5, "E", "x")]


def test_what_else_is_read_is_no_value_of_a_condition() -> None:
    script = script_of("condition = NAV_X > 3", "event = var=E, val=x")
    assert _posts(play(script, 1, mail=_at(NAV_X=((0.0, 5.0),)))) == []


def test_a_script_without_events_starts_over_again_and_again() -> None:
    script = script_of("reset_time = end", "reset_max = 3")
    play(script, 1)
    assert script.resets == 3


@pytest.mark.parametrize(
    ("line", "status"),
    [
        ("delay_start = 2:", ("delay_start", "2")),
        ("time_warp = 5x", ("time_warp", "5")),
        ("reset_max = -0.5", ("resets", "0/0")),
        ("reset_max = -1", ("resets", "0/any")),
    ],
)
def test_numbers_of_a_block_as_the_real_one_reads_them(line: str, status: tuple[str, str]) -> None:
    rows = play(script_of(line, "event = var=A, val=x, time=9"), 0.2)
    assert _statuses(rows)[0][1][status[0]] == status[1]


def test_an_exact_clock_has_no_slack() -> None:
    """The status comes when more than 5 s have passed."""
    found = block("event = var=A, val=x, time=99", name="uTimerScript", verbatim=False)
    script = TimerScript(found, 0.0, slack=0.0)
    times = [t for t in np.arange(0, 12, 0.5) if script.iterate(EPOCH + t)]
    assert times == [0.0, 5.5, 11.0]


def test_order_in_one_iteration_is_that_of_the_file() -> None:
    rows = play(script_of("event = var=A, val=x, time=1.02", "event = var=B, val=x, time=1.01"), 2)
    assert [v for _, v, _ in _posts(rows)] == ["A", "B"]


def test_a_host_may_call_at_another_rate() -> None:
    script = script_of("event = var=A, val=x, time=1", app_tick=4)
    acted = [k for k in range(41) if _acts(script, k * 0.1)]
    assert len(acted) == 17  # 4 Hz for 4 s, both ends
    slow = script_of("event = var=A, val=x, time=1.05", app_tick=20)
    rows = play(slow, 3, period=0.5)
    assert _posts(rows) == [(1.5, "A", "x")]


def test_a_jittery_host_at_the_same_rate_loses_no_iteration() -> None:
    script = script_of("event = var=A, val=x, time=1")
    offsets = [0.02, -0.01, 0.0, 0.015, -0.02, 0.01]
    assert all(_acts(script, k * 0.1 + offsets[k % 6]) for k in range(200))


def _acts(script: TimerScript, t: float) -> bool:
    script.on_mail(Message("UTS_PAUSE", "false", EPOCH + t))
    before = script.elapsed
    return bool(script.iterate(EPOCH + t)) or script.elapsed != before


def test_refused_lines() -> None:
    script = script_of(
        "event = var=A, val=a{}b", "event = var=B, val=x, amt=-4", "event = var=C, val=x, amt=1000000000"
    )
    assert script.config_warnings == [
        "Event value with empty braces (uTimerScript would abort), not played: a{}b",
        "Event amt must be > 0: -4",
        "Event amt must be <= 100000: 1000000000",
    ]
    assert [e.variable for e in script.config.events] == ["B", "C"]


def test_from_mission_takes_tick_and_community() -> None:
    text = 'Community = gilda\nProcessConfig = wind\n{\nAppTick = 2\nevent = var=A, val="$[VNAME], x // y"'
    text += "\nevent = quit\n}\n"
    mission = parse_mission(text, "m.moos")
    script = TimerScript.from_mission(mission, "wind", np.random.default_rng(0))
    assert script is not None
    assert script.app_tick == 2
    rows = play(script, 0.5)
    assert [(r.variable, r.text) for r in rows[:2]] == [("A", '"gilda,x'), ("EXITED_NORMALLY", "wind")]
    assert TimerScript.from_mission(mission, "gusts", np.random.default_rng(0)) is None


@given(
    st.lists(
        st.tuples(
            st.sampled_from(["UTS_FORWARD", "UTS_PAUSE", "UTS_RESET", "DB_UPTIME", "DB_CLIENTS", "W"]),
            st.one_of(st.floats(), st.sampled_from(["true", "reset", "toggle", "", "x"])),
        ),
        max_size=30,
    )
)
def test_no_mail_breaks_the_player(mails: list[tuple[str, float | str]]) -> None:
    script = script_of(
        "condition = W = true",
        "reset_time = end",
        "time_warp = 0.5:2",
        "event = var=A, val=$[COUNT], time=0:2",
        "block_on = q",
    )
    for k, (name, value) in enumerate(mails):
        script.on_mail(Message(name, value, EPOCH + k / 10))
        for post in script.iterate(EPOCH + k / 10):
            assert isinstance(post.value, str) or math.isfinite(post.value)
    assert math.isfinite(script.elapsed)


def test_a_condition_on_mail_that_the_script_keeps_for_itself_is_named() -> None:
    script = script_of("condition = NAV_X < 400", "event = var=A, val=1, time=0")
    assert script.config_warnings == [
        "condition = NAV_X<400: a script's conditions do not see NAV_X, as in the original"
    ]
    assert _posts(play(script, 4, mail=_at(NAV_X=((0.0, 1.0),)))) == []
    other = script_of("condition = NAV_HEADING < 400", "event = var=A, val=1, time=0")
    assert other.config_warnings == []
    assert [row[1] for row in _posts(play(other, 4, mail=_at(NAV_HEADING=((0.0, 1.0),))))] == ["A"]
