"""What dynamic backends publish beyond the classic mail."""

from __future__ import annotations

from math import degrees

import pytest

from tests.support.simulators import posted
from usimmarine_py.simulator import Simulator
from usimmarine_py.simulator.parts.shown.velocities import MAIL
from usimmarine_py.simulator.table import MAIL as ALL_MAIL
from usimmarine_py.values import Message


def posts_of(**parameters: str | float | bool) -> dict[str, float | str]:
    sim = Simulator(**parameters)
    sim.on_mail(Message("DESIRED_THRUST", 60.0, 0.0))
    sim.on_mail(Message("DESIRED_RUDDER", 30.0, 0.0))
    sim.iterate(0.1)
    return posted(sim, 8.0)


def test_velocities_rates_and_actuators() -> None:
    posts = posts_of(dynamics="fossen6", vehicle="torpedo_auv", start_depth=10)
    for suffix in ("ROLL", "PITCH", "YAW_RATE", "U", "V", "W", "P", "Q", "R"):
        assert isinstance(posts[f"USM_{suffix}"], float)
    assert posts["USM_U"] > 0.3 and posts["USM_R"] > 0.01
    # YAW is positive to port, R to starboard
    assert posts["USM_YAW_RATE"] == pytest.approx(-posts["USM_R"], rel=0.05)
    assert posts["USM_RUDDER_DELTA_DEG"] == pytest.approx(6.0, abs=1e-6)
    assert 0.0 < posts["USM_PROP_N_RPM"] <= 900.0
    assert posts["USM_HEADING"] == pytest.approx(-degrees(posts["USM_YAW"]), abs=1e-6)


def test_each_variable_is_posted_once() -> None:
    sim = Simulator(dynamics="fossen6", vehicle="odin", variant="hilsim", dual_state=True)
    sim.iterate(0.1)
    names = [post.variable for post in sim.iterate(0.2) if post.variable.startswith("USM_")]
    assert len(names) == len(set(names))
    assert "USM_GT_JET_PORT_BETA" in names


def test_the_kinematic_vehicle_says_nothing_new() -> None:
    assert not any(name.endswith(("_ROLL", "_U", "_R", "_YAW_RATE")) for name in posts_of())


def test_the_mail_table_has_them() -> None:
    names = [entry.name for entry in ALL_MAIL]
    assert all(entry.name in names for entry in MAIL)
    assert {"PREFIX_ROLL", "PREFIX_YAW_RATE", "PREFIX_ACTUATOR_STATE_UNIT"} <= set(names)
    assert names.count("PREFIX_PITCH") == 1
