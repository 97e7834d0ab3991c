"""uHelmScope: its command line, its block, its keys and its text, as that of MOOS-IvP's uHelmScope beside it."""

from __future__ import annotations

import re
from pathlib import Path

from usimmarine_py.cli.community.keys.helm.scope import view_of
from usimmarine_py.cli.community.keys.helm.view import HelmView
from usimmarine_py.launch.standins.asking import read_words
from usimmarine_py.values.mail import Message, Value

SUMMARY = (
    "iter=1,utc_time=1100.00,ofnum=1,total_pcs_formed=35,total_pcs_cached=0,warnings=1,solve_time=0.00,"
    "create_time=0.004,max_create_time=0.006,max_solve_time=0.00,max_loop_time=0.008,loop_time=0.00,var=speed:1.2,"
    "var=course:109,halted=false,active_goal=true,modes=MODE@ACTIVE:SURVEYING#SPEED@SLOW,running_bhvs=none,"
    "active_bhvs=waypt_survey$1090.00$100.00000$35$0.10000$0/0$1$$,disabled_bhvs=none,"
    'idle_bhvs=waypt_return$1090.00$0/0:const_speed$0$0/0,completed_bhvs=none,ivpdomain="speed,0,4,41",halt_msg=none'
)
MODES = "MODE#---,ACTIVE#ACTIVE,SURVEYING#ACTIVE,RETURNING#---,INACTIVE#SPEED#---,FAST#---,SLOW"
LONG = "waypt_return: No waypts given. Set val to empty if intentional"


def mail(view: HelmView, name: str, value: Value, time: float = 5.0, aux: str = "") -> None:
    view.take(Message(name, value, 1000.0 + time, "pHelmIvP", aux, "alpha"))


def scope(*words: str) -> HelmView:
    view = view_of(read_words(words))
    view.started, view.community = 1000.0, "alpha"
    mail(view, "IVPHELM_STATE", "DRIVE")
    mail(view, "IVPHELM_DOMAIN", "speed,0,4,41:course,0,359,360")
    mail(view, "IVPHELM_MODESET", MODES)
    mail(view, "IVPHELM_STATEVARS", "DEPLOY,SPD")
    mail(view, "IVPHELM_SUMMARY", SUMMARY)
    mail(view, "IVPHELM_SUMMARY", "iter=2,utc_time=1100.25,var=speed:1.2,var=course:110")
    mail(view, "DEPLOY", "true")
    mail(view, "BHV_WARNING", LONG, aux="1:waypt_return")
    mail(view, "WPT_INDEX", 0.0, aux="1:waypt_survey")
    mail(view, "WPT_ODO", 33.996712, aux="128:waypt_survey")
    return view


def plain(view: HelmView) -> list[str]:
    return re.sub("\x1b[^m]*m", "", view.report()).strip("\n").splitlines()


def test_a_report_is_that_of_the_original() -> None:
    assert plain(scope("NAV_X")) == [
        "(alpha)(PAUSED)===========   uHelmScope Report  ============= DRIVE (1)",
        "  Helm Iteration:  2",
        "  IvP Functions:   1",
        "  Pieces (Formed): 35",
        "  Pieces (Cached): 0",
        "  Mode(s):         MODE@ACTIVE:SURVEYING#SPEED@SLOW",
        "  SolveTime:   0.00   (max=0.00)",
        "  CreateTime:  0.00   (max=0.01)",
        "  LoopTime:    0.00   (max=0.01)",
        "  Halted:         false   (1 warnings)",
        "  Active Goal:    true",
        "Helm Decision: [speed,0,4,41] [course,0,359,360]",
        "  speed = 1.2",
        "  course = 110",
        "Behaviors Spawnable: --------- (0)",
        "Behaviors Active: ---------- (1)",
        "  waypt_survey [10.25] (pwt=100) (pcs=35) (cpu=0.1) (upd=0/0)",
        "Behaviors Running: --------- (0)",
        "Behaviors Disabled: --------- (0)",
        "Behaviors Idle: ------------ (2)",
        "  waypt_return [10.25]",
        "  const_speed [always]",
        "Behaviors Completed: ------- (0)",
        "",
        "",
        "#  MOOSDB-SCOPE ------------------------------------ (Hit '#' to en/disable)",
        "#",
        "#  VarName  Source    Time  Commty  VarValue",
        "#  -------  --------  ----  ------  --------",
        '#  DEPLOY   pHelmIvP  5.00  alpha   "true"',
        "#  NAV_X    n/a        n/a          n/a",
        "#  SPD      n/a        n/a          n/a",
        "",
        "",
        "@  BEHAVIOR-POSTS TO MOOSDB ----------------------- (Hit '@' to en/disable)",
        "@",
        "@  MOOS Var     Behavior      Iter  Value",
        "@  -----------  ------------  ----  ----------------------------------------",
        "@  BHV_WARNING  waypt_return     1  waypt_return: No wa..mpty if intentional",
        "@  -----------  ------------  ----  ----------------------------------------",
        "@  WPT_INDEX    waypt_survey     1  0",
        "@  WPT_ODO      waypt_survey   128  33.99671",
    ]


def test_keys_choose_what_is_shown() -> None:
    view = scope()
    view.report()
    for key in "bv`@":
        assert not view.due or key != "b"
        view.key(key)
    lines = plain(view)
    assert "  waypt_return[10.25], const_speed[always]" in lines
    assert not any(line.startswith("#  SPD") for line in lines) and lines[-1].endswith("en/disable)")
    view.key("@")
    assert any(line.endswith(LONG) for line in plain(view))
    view.key("#")
    assert not any("DEPLOY" in line for line in plain(view))
    view.key("r")
    assert not view.paused and "(STREAMING)" in plain(view)[0] and view.throttled
    view.key("R")
    assert not view.throttled
    view.key("h")
    assert "Getting Help:" in plain(view)
    view.key(" ")  # back to the report
    assert view.paused and "  Helm Iteration:  2" in plain(view)


def test_pages_of_warnings_modes_and_lives() -> None:
    view = scope()
    event = "iter=1,time=25.71,bname=const_speed,btype=BHV_ConstantSpeed,event=spawn,seed=x\x1b[2J"
    mail(view, "IVPHELM_LIFE_EVENT", event)
    view.key("w")
    assert plain(view)[1:] == [
        "Behavior       Iter   Value",
        "------------   ----   ---------------------------------------------",
        "waypt_return   1      waypt_return: No waypt.. empty if intentional",
    ]
    view.key("m")
    lines = plain(view)
    tree = ["Mode-Variable=MODE", "ACTIVE", "    SURVEYING", "    RETURNING", "INACTIVE", "", "Mode-Variable=SPEED"]
    assert lines[2:9] == tree and "CURENT MODE(S): MODE@ACTIVE:SURVEYING#SPEED@SLOW" in lines
    view.key("l")
    report = view.report()
    assert "const_speed" in report and "\x1b[2J" not in report


def test_the_command_line_comes_before_the_block(tmp_path: Path) -> None:
    mission = tmp_path / "m.moos"
    mission.write_text(
        "ProcessConfig = uHelmScope\n{\n  paused = true\n  truncated_output = false\n  behaviors_concise = true\n"
        "  var = NAV_X, NAV_Y\n}\n"
    )
    view = view_of(read_words([str(mission), "uHelmScope", "-s", "-t", "-p", "-x", "--novirgins", "NAV_SPEED"]))
    assert (view.paused, view.cut, view.posts, view.scope, view.virgins, view.concise) == (
        False, True, False, False, False, True,
    )  # fmt: skip
    assert list(view.values) == ["NAV_X", "NAV_Y", "NAV_SPEED"]
    assert list(view_of(read_words([str(mission), "--clean", "SPD"])).values) == ["SPD"]
    assert view_of(read_words(["-l"])).page == "life"
