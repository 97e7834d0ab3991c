"""What the live page knows, and how it says it."""

from __future__ import annotations

import math

import pytest

from usimmarine_py.watch.data import MAX_VALUES, History, LiveData
from usimmarine_py.watch.track import Row
from usimmarine_py.watch.values import NONE, FeedStatus, page_values

HERE = FeedStatus("good", "connected", "alpha")


def rows_of(data: LiveData) -> list[Row]:
    return data.track.everything()


def drive(data: LiveData, prefix: str, count: int, *, start: float = 0.0, step: float = 0.1) -> None:
    """A vehicle that goes east, as a simulator posts it."""
    for k in range(count):
        t = start + step * k
        for name, value in (("X", float(k)), ("Y", 5.0), ("HEADING", 90.0), ("SPEED", 1.0 + k)):
            data.take(f"{prefix}_{name}", value, t, now=k * 0.1)
    data.flush()


def test_a_row_holds_what_was_posted_with_its_position() -> None:
    data = LiveData()
    drive(data, "NAV", 3)
    # an even drive is two rows, and the one between can be had back
    assert [row[:5] for row in rows_of(data)] == [
        pytest.approx((0.0, 0.0, 5.0, 90.0, 1.0)),
        pytest.approx((0.2, 2.0, 5.0, 90.0, 3.0)),
    ]
    between = data.track.at(0.1)
    assert between is not None
    assert between[:5] == pytest.approx((0.1, 1.0, 5.0, 90.0, 2.0))
    assert all(math.isnan(value) for value in rows_of(data)[0][5:])


def test_x_and_y_thinned_out_of_step_are_brought_together() -> None:
    data = LiveData()
    for k in range(10):  # on the line y = 2x, y posted half a second after x
        data.take("NAV_X", float(k), 100.0 + k, now=k)
        data.take("NAV_Y", 2.0 * (k + 0.5), 100.5 + k, now=k)
    data.flush()
    # the first has no y before it; all others are on the line
    assert [row[2] / row[1] for row in rows_of(data)[1:]] == pytest.approx([2.0] * len(rows_of(data)[1:]))
    assert rows_of(data)[-1][1] == 9.0


def test_navigation_goes_before_the_simulators_own_and_before_others() -> None:
    data = LiveData()
    drive(data, "ABE", 2)
    assert data.prefix == "ABE"
    drive(data, "USM", 2)
    assert data.prefix == "USM"
    drive(data, "NAV", 3)
    drive(data, "ZOE", 2)
    assert data.prefix == "NAV"
    assert rows_of(data)[-1][1] == 2.0


def test_a_prefix_that_was_asked_for_stays() -> None:
    data = LiveData("ABE_")
    drive(data, "NAV", 2)
    assert rows_of(data) == []
    assert "waiting for ABE_X; there is NAV_X: --prefix NAV" in page_values(data, HERE, 0.0)["vehicle"]
    drive(data, "ABE", 2)
    assert len(rows_of(data)) == 2


@pytest.mark.parametrize("name", ["DRIFT_X", "CURRENT_X", "TRUE_X"])
def test_what_ends_like_a_position_need_not_be_one(name: str) -> None:
    data = LiveData()
    data.take(name, 1.0, 0.0, 0.0)
    assert data.prefix == ""


def test_a_clock_set_back_drops_what_lies_ahead_and_disorder_is_left_out() -> None:
    data = LiveData()
    drive(data, "NAV", 100)
    generation = data.track.generation
    data.take("NAV_X", 77.0, 9.5, 20.0)  # a little late
    assert data.track.generation == generation
    assert rows_of(data)[-1][:2] == pytest.approx((9.9, 99.0))
    drive(data, "NAV", 10, start=2.0)
    assert data.track.generation > generation
    times = [row[0] for row in rows_of(data)]
    assert times == sorted(times)
    assert times[-1] == pytest.approx(2.9)


def test_numbers_that_are_none_are_refused() -> None:
    data = LiveData()
    drive(data, "NAV", 2)
    data.take("NAV_X", math.nan, 1.0, 1.0)
    data.take("NAV_X", "east", 1.0, 1.0)
    data.take("NAV_HEADING", math.inf, 1.0, 1.0)
    data.flush()
    assert rows_of(data)[-1][:2] == pytest.approx((0.1, 1.0))
    assert data.state("HEADING") == 90.0


def test_the_real_time_factor_is_that_of_the_last_seconds() -> None:
    data = LiveData()
    for k in range(100):
        warp = 10.0 if k < 50 else 4.0
        data.take("NAV_X", 0.0, data.time + 0.1 * warp if k else 0.0, now=0.1 * k)
        data.tick(0.1 * k)
    assert data.factor() == pytest.approx(4.0)
    data.restart_pace()
    assert data.factor() is None


def test_every_place_says_what_is_known() -> None:
    data = LiveData()
    mail: dict[str, float | str] = {
        "NAV_X": -12.34, "NAV_Y": 5.0, "NAV_HEADING": 359.97, "NAV_SPEED": 2.0, "NAV_SPEED_OVER_GROUND": 2.5,
        "NAV_HEADING_OVER_GROUND": 7.0, "NAV_DEPTH": -0.0001, "NAV_ALTITUDE": 30.0, "DESIRED_HEADING": 9.0,
        "DESIRED_THRUST": 40.0, "DESIRED_RUDDER": -12.0, "DESIRED_ELEVATOR": 3.0,
        "USM_DRIFT_SUMMARY": "ang=90, mag=0.3, xmag=0.3, ymag=0", "WIND_CONDITIONS": "spd=8,dir=225",
        "USM_CURRENT_SPEED": 0.5, "USM_CURRENT_DIR": 180.0,
    }  # fmt: skip
    for name, value in mail.items():
        data.take(name, value, 100.0, 0.0)
    values = page_values(data, HERE, 0.5)
    assert values["position"] == "\N{MINUS SIGN}12.3, 5.0"
    assert (values["heading"], values["heading_note"]) == ("000.0°", "desired 009°, course 007°")
    assert (values["speed"], values["speed_note"]) == ("2.00 m/s", "over ground 2.50")
    assert (values["depth"], values["depth_note"]) == ("0.0 m", "above bottom 30.0")
    assert (values["thrust"], values["rudder"]) == ("40 %", "\N{MINUS SIGN}12 %")
    assert (values["rudder_note"], values["elevator_note"]) == ("to port", "dives")
    assert (values["drift"], values["drift_note"]) == ("0.30 m/s", "to 090°, current 0.50 m/s to 180°")
    assert (values["wind"], values["wind_note"], values["wind_turn"]) == ("8.0 m/s", "from 225°", "45.0")
    assert (values["vehicle_level"], values["vehicle"]) == ("good", "running")


def test_battery_and_alerts_are_said_where_they_are_posted() -> None:
    data = LiveData()
    nothing = page_values(data, HERE, 0.5)
    assert [nothing[name] for name in ("battery", "battery_note", "alerts", "alerts_note")] == [NONE, "", NONE, ""]
    for name, value in (
        ("USM_BATTERY_CHARGE", 62.6), ("USM_BATTERY_VOLTAGE", 15.42), ("USM_BATTERY_POWER", 210.4),
        ("CONTACTS_ALERTED", "(ben,avoid_)(ben,rules)(<b>,avoid_)(torn"),
    ):  # fmt: skip
        data.take(name, value, 100.0, 0.0)
    values = page_values(data, HERE, 0.5)
    assert (values["battery"], values["battery_note"]) == ("63 %", "15.4 V, 210 W")
    assert (values["alerts"], values["alerts_note"]) == ("ben, <b>", "avoid, rules")
    data.take("CONTACTS_ALERTED", "(" * 1_000_000, 101.0, 0.0)
    assert page_values(data, HERE, 0.5)["alerts"] == NONE


def test_differential_thrust_has_two_numbers() -> None:
    data = LiveData()
    data.take("DESIRED_THRUST_L", 30.0, 0.0, 0.0)
    data.take("DESIRED_THRUST_R", -20.0, 0.0, 0.0)
    values = page_values(data, HERE, 0.0)
    assert (values["thrust"], values["thrust_note"]) == ("30 | \N{MINUS SIGN}20 %", "left | right")


def test_nothing_known_is_a_dash_and_a_reason() -> None:
    values = page_values(LiveData(), HERE, 0.0)
    for place in ("position", "heading", "speed", "depth", "thrust", "drift", "wind", "time", "factor"):
        assert values[place] == NONE
    assert values["vehicle"] == "no position yet, waiting for NAV_X or USM_X"


def test_a_silent_and_a_paused_vehicle_are_told() -> None:
    data = LiveData()
    drive(data, "NAV", 2)
    assert page_values(data, HERE, 0.1 + 5.0)["vehicle"] == "no position for 5 s"
    assert page_values(data, HERE, 0.1 + 600.0)["vehicle"] == "no position for 10 min"
    data.take("USM_SIM_PAUSED", "true", 1.0, 0.2)
    assert page_values(data, HERE, 0.2)["vehicle"] == "paused"


def test_what_turns_and_stands_is_shown_where_nobody_posts_a_wish() -> None:
    data = LiveData()
    drive(data, "NAV", 2)
    for name, value in (("JET_PORT_N_RPM", 1448.2), ("JET_STBD_N_RPM", 1450.0)):
        data.take(f"NAV_{name}", value, 0.3, now=0.3)
    for name, value in (("JET_PORT_ALPHA_DEG", -5.04), ("JET_STBD_ALPHA_DEG", -5.02), ("STERN_PLANE_DELTA_DEG", 2.0)):
        data.take(f"NAV_{name}", value, 0.3, now=0.3)
    values = page_values(data, HERE, now=0.3)
    assert (values["thrust"], values["thrust_note"]) == ("1449 rpm", "1448 | 1450, as it turns")
    assert (values["rudder"], values["rudder_note"]) == ("\N{MINUS SIGN}5.0°", "as it stands")
    assert (values["elevator"], values["elevator_note"]) == ("2.0°", "as it stands")
    assert values["actuators_none"] == "no DESIRED_THRUST or DESIRED_RUDDER so far"
    data.take("PID_HAS_CONTROL", "true", 0.4, now=0.4)
    assert "embedded controller" in page_values(data, HERE, now=0.4)["actuators_none"]
    data.take("DESIRED_THRUST", 40.0, 0.5, now=0.5)
    data.take("DESIRED_RUDDER", 3.0, 0.5, now=0.5)
    values = page_values(data, HERE, now=0.5)
    assert (values["thrust"], values["thrust_note"]) == ("40 %", "1448 | 1450 rpm")
    assert (values["rudder"], values["rudder_note"]) == ("3 %", "to starboard, \N{MINUS SIGN}5.0°")
    assert values["actuators_none"] == ""


def test_the_end_of_a_log_is_no_silence() -> None:
    data = LiveData()
    drive(data, "NAV", 2)
    ended = FeedStatus("good", "log read to its end", "run.alog", at_end=True)
    values = page_values(data, ended, now=9.0)
    assert (values["vehicle_level"], values["vehicle"]) == ("good", "at the end of the log")
    assert page_values(data, HERE, now=9.0)["vehicle"] == "no position for 9 s"


def test_an_earlier_time_is_what_was_known_then() -> None:
    data = LiveData(keep=True)
    drive(data, "NAV", 100)
    data.take("DESIRED_THRUST", 40.0, 3.0, 0.0)
    data.take("DESIRED_THRUST", 70.0, 6.0, 0.0)
    then = page_values(data.at(4.02), HERE, 0.0)
    assert then["vehicle"] == "running"
    assert (then["thrust"], then["speed"], then["position"]) == ("40 %", "41.00 m/s", "40.0, 5.0")
    assert page_values(data.at(2.9), HERE, 0.0)["thrust"] == NONE
    assert page_values(data.at(99.0), HERE, 0.0)["thrust"] == "70 %"


def test_a_history_of_days_stays_in_memory_and_keeps_its_ends() -> None:
    history = History()
    for k in range(5 * MAX_VALUES):
        history.add("NAV_X", float(k), 0.1 * k)
        history.add("MODE", "same", 0.1 * k)
    assert history.at(0.0)["NAV_X"] == 0.0
    assert history.at(1e9)["NAV_X"] == 5 * MAX_VALUES - 1
    middle = history.at(1000.0)["NAV_X"]
    assert isinstance(middle, float)
    assert abs(middle - 10_000.0) < 20.0
    assert history.at(-1.0) == {}
