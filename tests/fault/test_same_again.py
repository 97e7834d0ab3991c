"""What is promised to the bit: seeds, warp, output, reset and pause, on every shipped mission and kind of vehicle.

Of the same promises elsewhere: a live run and its replay (`tests/run/test_run_replay.py`), any number of workers in a
sweep and any hash seed (`tests/sweep/test_sweep.py`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.fault.test_mail import CASES, FEW
from tests.support.internals import internals
from tests.support.runs import execute
from tests.support.torture import Torture
from usimmarine_py.logs.tables import ArrayRows
from usimmarine_py.mission import parse_mission
from usimmarine_py.run.plan import plan_run
from usimmarine_py.simulator import Simulator
from usimmarine_py.values import ConfigLine, Message, Post, VehicleState
from usimmarine_py.vehicle.files import names as vehicle_names

SHIPPED = [
    path
    for path in sorted((Path(__file__).parents[2] / "missions").glob("*/*.moos"))
    if "uFldShoreBroker" not in path.read_text()  # a shore has no vehicle: tests/run/test_several.py
]
#: A clock whose sums are exact: what differs by rounding alone would hide what differs for a reason.
TICK = 0.125
COMMANDS: dict[int, dict[str, float | str]] = {
    4: {"DESIRED_THRUST": 50.0, "DESIRED_RUDDER": 15.0, "DESIRED_ELEVATOR": 20.0, "DESIRED_HEADING": 60.0},
    12: {"DRIFT_VECTOR": "45,0.25", "DESIRED_SPEED": 1.5, "DESIRED_DEPTH": 3.0},
    24: {"DESIRED_RUDDER": -30.0, "DESIRED_THRUST": 80.0},
}

Recorded = tuple[str, list[object], str]


def _run(path: Path, seconds: float, *, warp: str = "1", listened: bool = True) -> Recorded:
    """Text of the true states, posts and the summary's status of a run with seed 3."""
    text = re.sub(r"(?mi)^(MOOSTimeWarp *=).*$", rf"\1 {warp}", f"{path.read_text()}\nMOOSTimeWarp = 1\n")
    plan = plan_run(parse_mission(text, str(path)), duration=seconds, limit=seconds, seed=3)
    rows = ArrayRows(plan.communities[0].columns)
    posts: list[object] = []
    listeners = [lambda *post: posts.append(post)] if listened else []
    summary = execute(plan, rows=[rows], listeners=listeners)
    states = {name: column.tobytes() for name, column in rows.arrays().items()}
    return repr(states), posts, summary.status


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_a_shipped_mission_is_the_same_again(path: Path, torture: Torture) -> None:
    """Equal mission and seed: equal states and posts, to the bit, with

    - a second run in the same process, and another time warp in the file;
    - nobody who listens to what is posted (states only: what is asked for of output moves no vehicle).
    """
    seconds = torture.amount(6, 300)
    states, posts, status = _run(path, seconds)
    assert _run(path, seconds, warp="17") == (states, posts, status)
    assert _run(path, seconds, listened=False)[0] == states
    if torture.nightly:
        torture.say(f"{path.stem}: {seconds} s three times, equal to the bit, {len(posts)} posts")


def _made(name: str, **more: str) -> Simulator:
    lines = [ConfigLine(key, value) for key, value in {**CASES[name], **more}.items()]
    simulator = Simulator.from_lines(lines, datum=(57.0, 15.0), seed=5)
    simulator.reset(1000.0)
    return simulator


def _drive(simulator: Simulator, ticks: int, pause: range = range(0)) -> Iterator[list[Post]]:
    """Posts of each tick; during ``pause`` (ticks beside the others) the simulation is paused and gets no commands."""
    now, tick = 1000.0, 0
    while tick < ticks:
        if pause and tick == pause.start:
            simulator.on_mail(Message("USM_SIM_PAUSED", "true", now, "test"), now=now)
            for _ in pause:
                now += TICK
                yield simulator.iterate(now)
            simulator.on_mail(Message("USM_SIM_PAUSED", "false", now, "test"), now=now)
            pause = range(0)
        for variable, value in COMMANDS.get(tick, {}).items():
            simulator.on_mail(Message(variable, value, now, "test"), now=now)
        now, tick = now + TICK, tick + 1
        yield simulator.iterate(now)


def _motion(state: VehicleState) -> str:
    """All that is seen of it but the stamp."""
    values = (state.x, state.y, state.heading, state.speed, state.depth, state.roll, state.pitch, state.nu)
    return repr((*values, state.actuators))


def _few(name: str, torture: Torture) -> int:
    if not torture.nightly and name in vehicle_names() and name not in FEW:
        pytest.skip("by night")
    return torture.amount(60, 1200)


@pytest.mark.parametrize("name", CASES)
def test_reset_and_a_fresh_start_are_the_same(name: str, torture: Torture) -> None:
    """After ``reset`` every post and the whole state are to the bit those of the first time, and of a fresh vehicle."""
    ticks = _few(name, torture)
    simulator = _made(name)
    first = repr(list(_drive(simulator, ticks))), repr(internals(simulator))
    simulator.reset()
    assert (repr(list(_drive(simulator, ticks))), repr(internals(simulator))) == first
    fresh = _made(name)
    assert (repr(list(_drive(fresh, ticks))), repr(internals(fresh))) == first


#: What is posted, how often and how, by keys that move nothing.
OUTPUT: tuple[dict[str, str], ...] = (
    {"nav_modulo": "7"},
    {"prefix": "ABC", "post_navpos_summary": "true", "depth_info_acast": "false"},
    {"visuals": "true", "nmea": "false"},
    {"heading_debug": "true", "speed_debug": "true", "depth_debug": "true", "post_forces": "true"},
)


@pytest.mark.parametrize("name", CASES)
def test_what_is_posted_moves_no_vehicle(name: str, torture: Torture) -> None:
    """Rate and kind of output, all at once and by night one after another, leave every state as it is, to the bit."""
    ticks = _few(name, torture)

    def track(**more: str) -> list[str]:
        simulator = _made(name, **more)
        return [_motion(simulator.truth) for _ in _drive(simulator, ticks)]

    plain = track()
    for keys in OUTPUT if torture.nightly else [{key: value for some in OUTPUT for key, value in some.items()}]:
        assert track(**keys) == plain, keys


@pytest.mark.parametrize("name", CASES)
def test_while_paused_time_stands_still(name: str, torture: Torture) -> None:
    """A pause of 8 s: the vehicle stays as it is, and what follows is to the bit what would have been without it."""
    ticks = _few(name, torture)
    moved, paused = _made(name), _made(name)
    track = [_motion(moved.truth) for _ in _drive(moved, ticks)]
    halted = [_motion(paused.truth) for _ in _drive(paused, ticks, range(30, 94))]
    assert set(halted[30:94]) == {track[29]}
    assert halted[94:] == track[30:]
