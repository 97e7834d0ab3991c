"""Lock-step runs from Python: what they do, that they repeat, and that the short way of the mail is the long one."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.support.memory_bus import MemoryBus
from tests.support.missions import GUSTS, HEAD, PID, VEHICLE, mission, write
from tests.support.paths import MISSIONS
from tests.support.posts import values_of
from tests.support.processes import usim
from tests.support.runs import execute
from usimmarine_py import load_mission, run_mission, sweep_mission
from usimmarine_py.errors import ConfigError, MissionFileError
from usimmarine_py.logs.tables import ArrayRows
from usimmarine_py.mission import Mission
from usimmarine_py.moos.clock import SteppedClock
from usimmarine_py.run.applications import START_TIME, make_apps, played_blocks
from usimmarine_py.run.loop import BusCommunity, RunLoop
from usimmarine_py.run.plan import plan_run

STRAIGHT = HEAD + VEHICLE % "  start_heading = 90" + "ProcessConfig = uTimerScript\n{\n  AppTick = 10\n%s\n}\n"


def straight(*events: str) -> Mission:
    return mission(STRAIGHT % "\n".join(f"  event = {event}" for event in events))


def test_a_straight_run_has_the_distance_of_speed_times_time() -> None:
    log = run_mission(straight("var=DESIRED_THRUST, val=40, time=0"), duration=100.0)
    # the script posts at 0.1 s; the vehicle takes it at 0.2 s, moves by the mean of 0 and 2 m/s, then at 2 m/s
    summary = log.summary
    assert summary.ended == "duration"
    assert summary.time == pytest.approx(100.0, abs=1e-9)
    assert summary.distance == pytest.approx(0.1 + 2.0 * 99.8, rel=1e-9)
    assert summary.end[0] == pytest.approx(summary.distance, rel=1e-12)
    assert summary.end[1] == pytest.approx(0.0, abs=1e-9)
    assert summary.largest_speed == pytest.approx(2.0)
    assert summary.energy == pytest.approx(0.4**3 * 99.9)
    assert summary.ticks == {"usimmarine": 1000, "uTimerScript": 1000}
    assert summary.waypoints is None
    assert log.track["x"][-1] == summary.end[0]
    assert log["NAV_X"].values[-1] == summary.end[0]
    assert log["NAV_X"].times == pytest.approx(np.arange(1, 1001) / 10.0)
    assert log.texts["USM_DRIFT_SUMMARY"].values == ("ang=0, mag=0, xmag=0, ymag=0",)


def test_a_reset_is_no_distance() -> None:
    log = run_mission(
        straight("var=DESIRED_THRUST, val=40, time=0", 'var=USM_RESET, val="x=500,y=0", time=50'), duration=100.0
    )
    assert log.summary.distance == pytest.approx(2.0 * 99.9, abs=0.5)
    assert log.summary.end[0] > 590.0


def test_a_quit_event_ends_the_run() -> None:
    log = run_mission(straight("var=DESIRED_THRUST, val=40, time=0", "quit, time=20"))
    assert log.summary.ended == "uTimerScript"
    assert 20.0 <= log.summary.time <= 20.5


@pytest.mark.parametrize(("duration", "ended"), [(10.0, "duration"), (100.0, "uTimerScript")])
def test_a_duration_is_at_most_where_something_ends_the_run(
    duration: float, ended: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """On the command line and in a sweep; ``run_mission`` lasts as long as it is told to."""
    pytest.importorskip("pyarrow")
    path = write(tmp_path, STRAIGHT % "  event = var=DESIRED_THRUST, val=40, time=0\n  event = quit, time=20")
    asked = run_mission(path, duration=duration).summary
    assert (asked.ended, asked.time) == ("duration", pytest.approx(duration, abs=0.3))
    summary = run_mission(path, duration=duration if ended == "duration" else None).summary
    words = ("run", str(path), "--duration", str(duration), "-o", str(tmp_path / "o"), "-q", "--json")
    code, out, _ = usim(capsys, *words)
    shown = json.loads(out)
    row = sweep_mission(path, runs=1, duration=duration, workers=1).rows[0]
    assert (code, shown["ended"], shown["time"], shown["end"]) == (0, ended, summary.time, [*summary.end])
    assert (row["ended"], row["time"], row["end_x"], row["end_y"]) == (ended, summary.time, *summary.end)


def test_a_run_that_nothing_ends_wants_a_duration() -> None:
    with pytest.raises(ConfigError, match="--duration"):
        run_mission(straight("var=DESIRED_THRUST, val=40, time=0"))


@pytest.mark.parametrize("duration", [0.0, -1.0, math.inf, math.nan])
def test_a_senseless_duration_is_refused(duration: float) -> None:
    with pytest.raises(ConfigError, match="above 0"):
        run_mission(straight("quit, time=1"), duration=duration)


def test_an_app_tick_that_never_pauses_is_refused_with_its_line() -> None:
    for tick in ("0", "-1", "1e-300", "10001", "1e9", "1e300"):
        with pytest.raises(ConfigError, match=r"test\.moos:3: AppTick: .* needs 1e-08 to 10000 iterations.* found "):
            run_mission(mission(f"ProcessConfig = usimmarine\n{{\nAppTick = {tick}\n}}\n"), duration=1.0)
    fast = run_mission(mission("ProcessConfig = usimmarine\n{\nAppTick = 10000\n}\n"), duration=0.01)
    assert fast.summary.ticks == {"usimmarine": 100}


def test_a_mission_without_a_simulator_is_refused() -> None:
    with pytest.raises(MissionFileError, match="no simulator block"):
        run_mission(mission("ProcessConfig = pHelmOther\n{\n}\n"), duration=1.0)
    with pytest.raises(MissionFileError, match=r"^nope\.moos: cannot read the mission file"):
        run_mission("nope.moos")


def test_of_two_simulators_one_must_be_chosen() -> None:
    text = VEHICLE % "" + (VEHICLE % "  start_x = 7").replace("= usimmarine", "= uSimMarineV22")
    with pytest.raises(ConfigError, match="--block NAME"):
        run_mission(mission(text), duration=1.0)
    log = run_mission(mission(text), duration=1.0, block="uSimMarineV22")
    assert log.summary.start == (7.0, 0.0)
    assert log.summary.left_out == ["usimmarine"]


def test_what_is_not_played_is_said_and_a_named_script_plays_once() -> None:
    text = STRAIGHT % "  event = var=DESIRED_THRUST, val=40, time=0" + "ProcessConfig = pHelmOther\n{\n}\n"
    text = text.replace("AppTick = 10\n  prefix", "AppTick = 10\n  timer_script = uTimerScript\n  prefix")
    log = run_mission(mission(text), duration=5.0)
    assert log.summary.left_out == ["pHelmOther"]
    assert len(log["DESIRED_THRUST"].values) == 1


def test_a_wrong_parameter_is_among_the_warnings_with_its_line() -> None:
    log = run_mission(mission(HEAD + VEHICLE % "  thurst_map = 1:1"), duration=1.0)
    assert log.summary.config_warnings == ["test.moos:12: thurst_map: unknown parameter; did you mean thrust_map?"]


def test_bad_mail_is_among_the_run_warnings() -> None:
    log = run_mission(straight("var=DESIRED_THRUST, val=much, time=0"), duration=2.0)
    (text,) = log.summary.run_warnings
    assert "DESIRED_THRUST from uTimerScript" in text


def test_a_post_of_another_type_is_dropped_and_said() -> None:
    log = run_mission(straight("var=A, val=1, time=0", "var=A, val=text, time=1"), duration=3.0)
    assert list(log["A"].values) == [1.0]
    assert any("A: post of another type" in text for text in log.summary.run_warnings)


def test_equal_seeds_are_equal_and_others_differ() -> None:
    first, again, other = (run_mission(mission(GUSTS), duration=60.0, seed=seed) for seed in (5, 5, 6))
    for name in first.track:
        assert np.array_equal(first.track[name], again.track[name], equal_nan=True)
    assert not np.array_equal(first.track["x"], other.track["x"])


def test_the_seed_of_the_block_counts_when_none_is_given() -> None:
    text = GUSTS.replace("prefix = NAV", "prefix = NAV\n  seed = 6")
    assert run_mission(mission(text), duration=1.0).summary.seed == 6
    assert run_mission(mission(text), duration=1.0, seed=2).summary.seed == 2


def test_the_pause_takes_simulated_time_whatever_the_warp() -> None:
    text = "MOOSTimeWarp = 7\n" + GUSTS
    slow, fast = run_mission(mission(GUSTS), duration=40.0), run_mission(mission(text), duration=40.0)
    assert np.array_equal(slow.track["x"], fast.track["x"])
    between = (slow.track["time"] > 20.6) & (slow.track["time"] < 24.9)
    assert len(set(slow.track["x"][between])) == 1


def test_listeners_and_thinned_rows_change_no_trajectory() -> None:
    full = run_mission(mission(GUSTS), duration=30.0)
    plan = plan_run(mission(GUSTS), duration=30.0)
    rows = ArrayRows(plan.communities[0].columns)
    summary = execute(plan, rows=[rows], every=1.0)
    assert summary.end == full.summary.end
    assert rows.arrays()["time"] == pytest.approx(np.arange(30) + 0.1)
    assert execute(plan_run(mission(GUSTS), duration=30.0)).end == full.summary.end


@pytest.mark.parametrize("prefix", ["NAV", "USM"])
def test_posts_that_nobody_reads_may_be_left_out_unseen(prefix: str) -> None:
    """The script's texts hold DBTIME and NAV_X: they tell when the mail of the MOOSDB came, too."""
    text = GUSTS.replace("prefix = NAV", f"prefix = {prefix}").replace("NAV_HEADING <", f"{prefix}_HEADING <")
    logged = run_mission(mission(text), duration=60.0)
    plan = plan_run(mission(text), duration=60.0)
    rows, reader, seen = ArrayRows(plan.communities[0].columns), plan.communities[0].community.bus.client("reader"), []
    reader.run(lambda: [reader.register(name) for name in ("NOTE", "DRIFT_VECTOR_ADD", "DB_TIME")] and None)
    quiet = execute(plan, rows=[rows])
    seen = [(m.key, m.value) for m in reader.fetch()]
    for name, column in rows.arrays().items():
        assert np.array_equal(column, logged.track[name], equal_nan=True)
    for name in ("NOTE", "DRIFT_VECTOR_ADD"):
        assert [value for key, value in seen if key == name] == list(logged.texts[name].values)
    assert [value for key, value in seen if key == "DB_TIME"] == list(logged["DB_TIME"].values)
    assert len(logged.texts["NOTE"].values) > 5
    assert quiet.run_warnings == logged.summary.run_warnings


Row = tuple[float, str, str, str, Any]


def through_direct(read: Mission, duration: float, seed: int) -> list[Row]:
    plan = plan_run(read, duration=duration, seed=seed)
    rows: list[Row] = []
    execute(plan, listeners=[lambda *row: rows.extend(values_of(*row))])
    return [row for row in rows if not row[1].startswith("DB_")]


def through_memory(read: Mission, duration: float, seed: int) -> list[Row]:
    """The general path: the database core of the real MOOSDB, and a logger that subscribes to everything."""
    clock = SteppedClock(START_TIME)
    bus = MemoryBus(clock, read.value("Community") or "#1")
    community = BusCommunity("memory", bus)  # type: ignore[arg-type]
    for app in make_apps(read, played_blocks(read), seed, clock, bus.client)[0]:
        community.add(app)
    loop = RunLoop(clock, [community])
    logger = bus.client("logger")
    rows: list[Row] = []

    def write() -> None:
        rows.extend((m.time, m.key, m.source, m.source_aux, m.value) for m in logger.fetch())

    logger.run(lambda: logger.register_wildcard("*") and None, on_mail=write)
    loop.connect()
    loop.run(START_TIME + duration)
    return [row for row in rows if not row[1].startswith("DB_")]


@pytest.mark.parametrize("name", ["gusts", "drift_gusts", "box", "types"])
def test_the_short_way_of_the_mail_gives_the_log_of_the_general_one(name: str) -> None:
    if name == "gusts":
        read = mission(GUSTS)
    elif name == "types":
        read = straight("var=A, val=1, time=0", "var=A, val=text, time=1", "var=APPCAST_REQ, val=x, time=2")
    else:
        read = load_mission(MISSIONS / name / f"{name}.moos")
    short, general = through_direct(read, 70.0, 3), through_memory(read, 70.0, 3)
    assert len(short) > 100
    # one by one: a list of half a million numbers is no message
    for mine, theirs in zip(short, general, strict=True):
        assert mine == theirs


def test_ticks_at_the_same_time_run_in_file_order() -> None:
    text = HEAD + VEHICLE % PID
    for name in ("uTimerScript_b", "uTimerScript_a"):
        text += f"ProcessConfig = {name}\n{{\n  AppTick = 20\n  event = var=N, val={name}, time=0.3\n}}\n"
    log = run_mission(mission(text), duration=2.0)
    assert log.texts["N"].values == ("uTimerScript_b", "uTimerScript_a")
    assert len(set(log.texts["N"].times)) == 1


def test_the_battery_stands_in_the_summary() -> None:
    """Thrust of half a full one for 100 s: 400 W / 8 at the shaft, over 0.8 from the battery, beside 10 W."""
    text = (
        "ProcessConfig = usimmarine\n{\nAppTick = 10\nbattery_capacity = 20\nshaft_power = 400\nhotel_load = 10\n}\n"
        "ProcessConfig = uTimerScript\n{\nAppTick = 10\nevent = var=DESIRED_THRUST, val=50, time=0\n}\n"
    )
    log = run_mission(mission(text), duration=100.0)
    summary = log.summary
    assert summary.shaft_energy == pytest.approx(50.0 * 100.0 / 3600.0, rel=0.02)
    assert summary.battery_used == pytest.approx((10.0 + 50.0 / 0.8) * 100.0 / 3600.0, rel=0.02)
    assert summary.battery_left == pytest.approx(100.0 * (1.0 - summary.battery_used / 20.0))
    assert summary.energy == pytest.approx(0.125 * 100.0, rel=0.02)  # of the commands alone, as ever
    assert summary.battery_left == log["USM_BATTERY_CHARGE"].values[-1]
    assert any("Wh at the shafts" in line for line in summary.lines())
    without = run_mission(mission(text.replace("battery_capacity = 20\n", "")), duration=10.0).summary
    assert (without.battery_left, without.battery_used, without.shaft_energy) == (None, None, None)
    assert not any("battery" in line for line in without.lines())
