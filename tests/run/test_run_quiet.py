"""Quiet stretches of lock-step runs: the same posts, rows and sums as tick by tick."""

from __future__ import annotations

import pytest

from tests.support.missions import GUSTS, HEAD, PID, VEHICLE, mission
from tests.support.paths import MISSIONS
from usimmarine_py import load_mission
from usimmarine_py.logs.tables import ArrayRows
from usimmarine_py.mission import Mission
from usimmarine_py.run.quiet import quiet_stretches
from usimmarine_py.run.run import execute, plan_run
from usimmarine_py.simulator import Simulator, Stretch

DRIFT = (MISSIONS / "drift_gusts" / "drift_gusts.moos").read_text()

#: Everything that ends a quiet stretch, at odd times.
BUSY = (
    HEAD
    + VEHICLE % "%s"
    + """ProcessConfig = uTimerScript
{
  AppTick = %s
  reset_max = 1
  reset_time = %s
  delay_start = 1.25
  time_warp = %s
  event = var=DESIRED_THRUST, val=40, time=1
  event = var=DESIRED_RUDDER, val=30, time=6.05
  event = var=DESIRED_ELEVATOR, val=20, time=8
  event = var=ROTATE_SPEED, val=2, time=9
  event = var=DRIFT_VECTOR_ADD, val="90,0.3", time=13:15
  event = var=USM_SIM_PAUSED, val=true, time=18.31
  event = var=USM_SIM_PAUSED, val=false, time=21
  event = var=USM_ENABLED, val=false, time=25
  event = var=NAV_X, val=99, time=27
  event = var=USM_ENABLED, val=true, time=28
  event = var=TRIM_CONTROL, val=true, time=30
  event = var=USM_RESET, val="x=4,y=5,depth=20", time=42.2
  event = var=THRUST_MODE_DIFFERENTIAL, val=true, time=46
  event = var=DESIRED_THRUST_L, val=30, time=47
  event = var=DESIRED_THRUST, val=much, time=50
  event = var=APPCAST_REQ, val="node=all,app=all,duration=3,key=a,thresh=any", time=53
  event = var=LOADCAST_REQ, val="app=all,duration=3", time=58
  event = var=UTS_PAUSE, val=true, time=62
}
"""
)

#: Scripts that heed what the MOOSDB and the life cycles post, in part of the run or all the time.
HEEDING = """ProcessConfig = uTimerScript_two
{
  AppTick = 10
  %s
  event = var=DESIRED_RUDDER, val=10, time=3
  event = var=DESIRED_RUDDER, val=-10, time=7
}
"""

PLAYED = {
    "drift": DRIFT,
    "rates": DRIFT.replace("AppTick   = 10", "AppTick = 7", 1),
    "fast": DRIFT.replace("AppTick   = 10", "AppTick = 30", 1).replace("AppTick   = 10", "AppTick = 7"),
    "gusts": GUSTS,
    "busy": BUSY % ("", "10", "none", "1"),
    "classic": BUSY % ("  dialect = classic", "4", "end", "1.7"),
    "v22": BUSY % ("  dialect = v22\n  quirks = true", "5", "70", "2"),
    "v23": BUSY % ("  dialect = v23\n  water_depth = 30", "3", "end", "0.8"),
    "modulo": DRIFT.replace("prefix    = NAV", "prefix = NAV\n nav_modulo = 37\n dialect = classic", 1),
    "clients": DRIFT + HEEDING % "block_on = nobody",
    "uptime": DRIFT + HEEDING % "condition = DB_UPTIME > 30",
    "time": DRIFT + HEEDING % "condition = DB_TIME < 1031",
    "status": DRIFT + HEEDING % "condition = USIMMARINE_STATUS = nothing",
    "two": DRIFT + HEEDING % "forward_var = DB_UPTIME",
    # the request reaches the vehicle in the tick with which a stretch would begin
    "asked": DRIFT.replace("AppTick   = 10", "AppTick = 33", 1).replace(
        "AppTick   = 10", 'AppTick = 7\n  event = var=LOADCAST_REQ, val="app=all,duration=3", time=22.112', 1
    ),
    "alone": HEAD + VEHICLE % "  start_speed = 2",
}


def outcome(read: Mission, duration: float, *, listened: bool, stretches: bool) -> tuple[list[object], str, object]:
    plan = plan_run(read, duration=duration, seed=4)
    heard: list[object] = []
    rows = ArrayRows(plan.columns)
    summary = execute(
        plan,
        listeners=[lambda *post: heard.append(post)] if listened else [],
        rows=[rows],
        every=0.35,
        stretches=stretches,
    )
    found = summary.as_dict()
    del found["timing"]
    # repr tells -0.0 from 0.0 and finds nan equal to nan
    inner = plan.applications.simulator.internal
    return heard, repr({name: column.tolist() for name, column in rows.arrays().items()}), repr((found, inner))


@pytest.mark.parametrize("listened", [True, False])
@pytest.mark.parametrize("name", sorted(PLAYED))
def test_the_quick_way_is_the_long_way(name: str, listened: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    accepted: list[int] = []
    pass_over = Simulator.pass_over

    def counted(simulator: Simulator, times: list[float], *, every_post: bool) -> Stretch | None:
        found = pass_over(simulator, times, every_post=every_post)
        if found is not None:
            accepted.append(len(times))
        return found

    monkeypatch.setattr(Simulator, "pass_over", counted)
    read = mission(PLAYED[name])
    quick = outcome(read, 100.0, listened=listened, stretches=True)
    # somebody else reads NAV_X, or a status, all the time
    assert (sum(accepted) > 100) is (name not in ("gusts", "status"))
    if name == "drift":
        # statuses and the MOOSDB's posts, every two seconds, end no stretch; the script's own status does
        assert sum(accepted) / len(accepted) > 25
    accepted.clear()
    slow = outcome(read, 100.0, listened=listened, stretches=False)
    assert not accepted
    for mine, theirs in zip(quick[0], slow[0], strict=True):
        assert repr(mine) == repr(theirs)
    assert quick[1:] == slow[1:]


def test_missions_with_a_controller_or_other_dynamics_have_no_quiet_stretches() -> None:
    steered = HEAD + VEHICLE % "" + "ProcessConfig = usim_pid\n{\n  AppTick = 10\n" + PID + "}\n"
    for read in (mission(steered), load_mission(MISSIONS / "auv_dive" / "auv_dive.moos")):
        plan = plan_run(read, duration=1.0)
        assert quiet_stretches(plan.bus, plan.applications, []) is None
