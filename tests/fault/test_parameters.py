"""Numbers of a mission that are none, or that no vehicle can have: every numeric parameter of every room."""

from __future__ import annotations

import math
import random

import numpy as np
import pytest

from tests.support.missions import HEAD, mission
from tests.support.runs import execute
from tests.support.torture import Torture
from usimmarine_py.check.table import PARAMETERS
from usimmarine_py.errors import ConfigError
from usimmarine_py.kinematic.dialects import DIALECT_NAMES
from usimmarine_py.logs.tables import ArrayRows
from usimmarine_py.run.plan import plan_run
from usimmarine_py.values import Parameter
from usimmarine_py.vehicle.files import names as vehicle_names

pytestmark = pytest.mark.filterwarnings("error")

NUMERIC = [p for p in PARAMETERS if p.kind in ("number", "integer", "pair")]
#: No parameter can mean these: each is told of, with file and line.
NO_NUMBERS = ("nan", "inf", "-inf", "1e400", "text", "5 m", "9" * 400, "\udcff", "1,2,3")
NO_PAIRS = ("nan,1", "1,inf", "1e400,1e400", "1", "x,y")
#: These are taken, limited or refused.
STRANGE = ("-1", "0", "", "1e300", "-1e300", "1e-320", "-0.0", "1e12", "0.5")
#: Keys of libMOOS's own, of which a run says what libMOOS says, without the line; `usim check` names it.
MOOS = frozenset(p.name for p in PARAMETERS if p.group == "application" and p.name != "seed")

PLAIN = ("thrust_map = 20:1, 100:5", "drift_x = 0.3", "wind_speed = 8", "leeway = 3", "sensor = gps, noise=0.5")
STEERED = ("yaw_pid_kp = 1", "speed_pid_kp = 1", "depth_control = true", "z_to_pitch_pid_kp = 0.1", "pitch_pid_kp = 1")
AROUND = ("sea_state = 3", "wind_speed = 8", "current_speed = 0.4", "battery_capacity = 500", "sensor = imu")
KINEMATIC = {
    "plain": PLAIN,
    "steered": (*STEERED, "drift_vector = 90,0.3"),
    "sailing": ("polar_plot = 0,0:90,80:180,40", "wind_conditions = spd=4, dir=20", "thrust_map_fan = 100:2"),
}
HYDRODYNAMIC = {
    "odin": ("dynamics = fossen6", "vehicle = odin", *AROUND),
    "bluerov2 hovering": ("dynamics = fossen6", "vehicle = bluerov2", "hover = true", *AROUND),
    "steered wamv16": ("dynamics = fossen6", "vehicle = wamv16", *STEERED),
}
#: Of the true state after each tick; others may be unknown, as an altitude without water depth is.
MOTION = ("x", "y", "heading", "speed", "depth", "roll", "pitch", "sog", "hog", "thrust", "rudder", "elevator")
SCRIPT = """ProcessConfig = uTimerScript
{
  event = var=DESIRED_THRUST, val=60, time=0.2
  event = var=DESIRED_RUDDER, val=20, time=0.4
}
"""


def _blocks(nightly: bool) -> dict[str, tuple[str, ...]]:
    if not nightly:
        return KINEMATIC | HYDRODYNAMIC
    found = {f"{d} {name}": (f"dialect = {d}", *block) for d in DIALECT_NAMES for name, block in KINEMATIC.items()}
    for name in vehicle_names():
        dynamics = "fossen3" if name in ("cybership2", "kvlcc2", "mssjl_example") else "fossen6"
        found[name] = (f"dynamics = {dynamics}", f"vehicle = {name}", *AROUND)
    return found | HYDRODYNAMIC


def _play(lines: tuple[str, ...], key: str, value: str, seconds: float) -> list[str]:
    """What is told of the line ``key = value``, which stands behind the others; the mission is played if it can be."""
    kept = [line for line in ("AppTick = 4", "prefix = NAV", *lines) if line.partition("=")[0].strip() != key]
    text = HEAD + "ProcessConfig = usimmarine\n{\n" + "".join(f"{line}\n" for line in kept)
    where = f"m.moos:{text.count(chr(10)) + 1}: "
    try:
        plan = plan_run(mission(f"{text}{key} = {value}\n}}\n{SCRIPT}", "m.moos"), duration=seconds)
    except ConfigError as error:
        assert str(error).startswith(where), f"{key} = {value[:50]!r}: {error}"
        return [str(error)]
    rows = ArrayRows(plan.communities[0].columns)
    execute(plan, rows=[rows])
    for name, column in rows.arrays().items():
        if name in MOTION:
            assert np.all(np.isfinite(column)), f"{key} = {value[:50]!r}: {name} is {column}"
    vehicle = plan.simulators[0].truth
    assert abs(vehicle.speed) <= 1e4 and abs(vehicle.pitch) <= 0.5 * math.pi, f"{key} = {value[:50]!r}: {vehicle}"
    app = plan.apps[0]
    assert not [text for text in app.caster.run_warnings if "failed" in text or "not posted" in text]
    told = [text for text in app.caster.config_warnings if text.startswith(where)]
    assert all(text.isprintable() and len(text) <= 500 for text in told), told
    return told


def test_numbers_that_are_none_are_told_of_and_the_rest_is_played(torture: Torture) -> None:
    """Every numeric parameter of the collected table x values that are none, or that no vehicle can have:

    - what is no finite number is told of with file and line, as a warning or as the reason why nothing is run;
    - the mission then plays: no exception, no lost tick, motion and command finite, speed and attitude in bounds.

    With every change one value of each kind where the parameter does something, by night all, and one of each kind on
    every vehicle and in every dialect.
    """
    blocks, rng = _blocks(torture.nightly), torture.rng()
    silent, runs, told_of = [], 0, 0
    for parameter in NUMERIC:
        home = _home(parameter, torture.nightly)
        tried = [(home, value) for value in _values(parameter, rng, every=torture.nightly)]
        if torture.nightly:
            tried += [(name, value) for name in blocks for value in _values(parameter, rng, every=False)]
        for name, value in tried:
            told = _play(blocks[name], parameter.name, value, torture.amount(1, 3))
            runs, told_of = runs + 1, told_of + bool(told)
            if value in NO_NUMBERS and not told and parameter.name not in MOOS:
                silent.append(f"{name}: {parameter.name} = {value[:20]!r}")
    assert silent == []
    torture.say(
        f"{len(NUMERIC)} numeric parameters, {runs} missions, {told_of} lines told of, all that was played finite"
    )


def _home(parameter: Parameter, nightly: bool) -> str:
    """The block in which a parameter does something; weather does with every change what it does to a kinematic one."""
    if parameter.name.startswith("hover"):
        return "bluerov2 hovering"
    if parameter.group in ("dynamics", "energy") or (nightly and parameter.group == "weather"):
        return "odin"
    found = {"controller": "steered", "sailing": "sailing"}.get(parameter.group, "plain")
    return f"{DIALECT_NAMES[0]} {found}" if nightly else found


def _values(parameter: Parameter, rng: random.Random, *, every: bool) -> list[str]:
    none, strange = (NO_NUMBERS, STRANGE) if parameter.kind != "pair" else (NO_PAIRS, ("1,2", "1e300,0", "-0,1e-320"))
    return [*none, *strange] if every else [rng.choice(none), rng.choice(strange)]
