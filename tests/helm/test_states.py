"""States of the helm that no recorded run shows, and modes, templates and mail that they meet."""

from __future__ import annotations

from tests.support.helm_bench import DOMAIN, HelmBench, behavior
from usimmarine_py.values.mail import Message

SPEED = behavior("BHV_ConstantSpeed", "name = spd", "duration = no-time-limit", "speed = 2")
COURSE = behavior("BHV_ConstantHeading", "name = hdg", "duration = no-time-limit", "heading = 90")


def test_another_helm_disables_it_for_good() -> None:
    bench = HelmBench(SPEED + COURSE)
    bench.run(2.0)
    bench.mail("IVPHELM_STATE", "DRIVE", "pHelmOther")
    bench.run(2.0)
    assert bench.values("IVPHELM_ALLSTOP")[-1] == "DisabledByStandbyHelm"
    assert bench.values("DESIRED_SPEED")[-1] == 0.0
    assert bench.values("IVPHELM_STATE").count("DISABLED") == 1
    bench.mail("MOOS_MANUAL_OVERRIDE", "false")
    assert bench.run(2.0) == []


def test_park_on_allstop_parks() -> None:
    bench = HelmBench(COURSE, [*DOMAIN, "park_on_allstop = true"])
    bench.run(2.0)
    assert bench.values("IVPHELM_STATE")[-1] == "PARK"


def test_its_own_initial_values_drive_and_park_it() -> None:
    bench = HelmBench("initialize MOOS_MANUAL_OVERRIDE = false\n" + SPEED + COURSE, drive=False)
    bench.run(2.0)
    assert bench.values("IVPHELM_STATE") == ["DRIVE"] * 4 and bench.values("DESIRED_SPEED")[-1] == 2.0
    bench = HelmBench("initialize MOOS_MANUAL_OVERRIDE = true\n" + SPEED + COURSE)
    bench.run(2.0)
    assert bench.values("IVPHELM_STATE")[-1] == "PARK" and "ManualOverride" in bench.values("IVPHELM_ALLSTOP")


def test_mail_of_the_same_batch_counts_more_than_an_initial_value() -> None:
    bench = HelmBench("initialize GO = no\n" + SPEED.replace("speed = 2", "speed = 2\ncondition = GO = yes") + COURSE)
    bench.helm.mail([Message("GO", "yes", 0.0, "test"), Message("GO", "no", 0.0, "pHelmIvP", "HELM_VAR_INIT")], 0.0)
    assert bench.helm.buffer.texts["GO"] == "yes"


def test_a_deferred_initial_value_gives_way_to_mail() -> None:
    text = "initialize_ A = 1\ninitialize_ B = one\n" + SPEED + COURSE
    bench = HelmBench(text)
    bench.mail("B", "two")
    bench.run(3.0)
    assert bench.values("A") == [1.0]
    assert bench.values("B") == []
    assert bench.helm.buffer.texts["B"] == "two"


def test_a_mode_refines_its_parent() -> None:
    modes = "set MODE = ACTIVE {\n GO = true\n} IDLE\nset MODE = HOME {\n MODE = ACTIVE\n BACK = true\n} OUT\n"
    bench = HelmBench("initialize GO = false, BACK = false\n" + modes + SPEED + COURSE)
    bench.run(2.0)
    bench.mail("GO", "true")
    bench.run(1.0)
    bench.mail("BACK", "true")
    bench.run(1.0)
    assert bench.values("MODE") == ["IDLE", "ACTIVE:OUT", "ACTIVE:HOME"]
    assert bench.values("IVPHELM_MODESET") == ["MODE#---,ACTIVE#---,IDLE#ACTIVE,HOME#ACTIVE,OUT"]


def test_a_restart_reads_everything_anew() -> None:
    bench = HelmBench(SPEED.replace("speed = 2", "speed = 2\nupdates = UP") + COURSE)
    bench.run(2.0)
    bench.mail("UP", "speed = 3")
    bench.run(1.0)
    assert bench.helm.decision["speed"] == 3.0
    bench.mail("RESTART_HELM", "type1")
    bench.run(1.0)
    assert bench.helm.decision["speed"] == 2.0
    assert bench.values("IVPHELM_RESTARTED") == ["true"]


def test_a_restart_with_a_line_that_can_be_read_once_is_malconfig() -> None:
    bench = HelmBench(SPEED + COURSE, [*DOMAIN, "node_skew = ben,5"])
    bench.run(2.0)
    assert bench.values("IVPHELM_STATE")[-1] == "DRIVE"
    bench.mail("RESTART_HELM", "type1")
    bench.run(1.0)
    assert bench.values("IVPHELM_STATE")[-1] == "MALCONFIG"
    assert "node_skew=ben,5" in bench.helm.problems[0]


def test_starving_makes_idle_and_mail_wakes() -> None:
    bench = HelmBench(SPEED.replace("speed = 2", "speed = 2\nno_starve = FOOD, 2") + COURSE)
    bench.run(2.0)
    assert bench.helm.summary.lists["idle"] == ["spd"]
    bench.mail("FOOD", 1.0)
    bench.run(1.0)
    assert bench.helm.summary.lists["active"] == ["spd", "hdg"]
    bench.run(3.0)
    assert bench.helm.summary.lists["idle"] == ["spd"]
    assert any("VarStarve: FOOD(stime:2.00000)" in str(text) for text in bench.values("BHV_STATUS"))


def test_a_mapped_post_has_its_other_name_and_a_silent_one_none() -> None:
    text = behavior(
        "BHV_Timer", "name = t", "post_mapping = TIMER_RUNNING, AT_WORK", "post_mapping = TIMER_IDLE, silent"
    )
    bench = HelmBench(SPEED + COURSE + text)
    bench.run(4.0)
    assert bench.values("AT_WORK")
    assert not bench.values("TIMER_RUNNING") + bench.values("TIMER_IDLE")


def test_equal_runs_are_equal_to_the_bit() -> None:
    text = behavior("BHV_Waypoint", "name = w", "points = 40,40:80,0", "speed = 2", "wptflag = W = $[HASH]") + SPEED
    first, second = HelmBench(text), HelmBench(text)
    assert first.run(60.0) == second.run(60.0)
    assert first.values("W")
