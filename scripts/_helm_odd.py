"""Random scenarios of what is rarely written or sent, for scripts/helm-oracle: odd lines, modes, requests and mail."""

from __future__ import annotations

import math
from collections.abc import Callable
from random import Random
from typing import Any

import _helm_scenarios as single
import _helm_values as values

KIND = "Odd"


class _Draft:
    """A scenario as far as it is drawn."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng
        self.ticks, self.dt = rng.randint(20, 60), rng.choice((0.25, 0.5, 0.5, 1.0))
        self.head: list[str] = []  #: lines before the behaviours
        self.lines: list[list[str]] = []  #: of each behaviour: its head, and its lines
        self.tail: list[str] = []
        self.config: list[str] = []
        self.inputs: list[list[Any]] = []

    def later(self) -> int:
        return self.rng.randint(2, self.ticks)

    def mail(self, variable: str, value: float | str, source: str = "uTest", *, k: int | None = None) -> None:
        kind = "S" if isinstance(value, str) else "D"
        self.inputs.append([self.later() if k is None else k, variable, kind, value, source])

    def add(self, *lines: str) -> None:
        """Add a line to one of the behaviours."""
        self.rng.choice(self.lines).extend(lines)

    def behave(self, kind: str, *lines: str) -> None:
        self.lines.append([f"Behavior = BHV_{kind}", *lines])


_NAMES = ("ONE", "TWO", "THREE", "four", "A", "B")


def _condition(d: _Draft, mode: str = "") -> str:
    rng = d.rng
    simple = ("GO = true", "GO != true", "LEVEL > 2", "LEVEL = 3", "LEVEL != 3", "GO = $(BACK)", "LEVEL >= $(DEPTHS)",
              'GO = "true"', "UNSET = 1", "UNSET != 1", "BACK = no")  # fmt: skip
    a, b = rng.choice(simple), rng.choice(simple)
    if mode and rng.random() < 0.5:
        word = rng.choice((*_NAMES, "ONE:TWO", "ONE:A", '"ONE"', "TWO:four"))
        a = f"{mode} {rng.choice(('=', '=', '=', '!='))} {word}"
    return rng.choice((a, a, a, f"({a}) and ({b})", f"({a}) or ({b})", f"!({a})", f"({a})"))


def _modes(d: _Draft) -> None:
    """Declare modes, often one below the other, with or without another value, of one variable or of two."""
    rng = d.rng
    for _ in range(rng.randint(1, 4)):
        name = rng.choice(("MODE", "MODE", "MODE", "WATCH"))
        lines = [f"set {name} = {rng.choice(_NAMES)} {{"]
        if rng.random() < 0.2:
            lines = [lines[0][:-2], "{"]
        lines += [f"  {_condition(d, name)}" for _ in range(rng.choice((0, 1, 1, 2)))]
        end = rng.choice(("}", "}", f"}} {rng.choice(_NAMES)}", f"}}\n{rng.choice(_NAMES)}"))
        d.head += [*lines, *end.split("\n"), *rng.choice(((), ("",), ("",)))]
    for mode in ("MODE", "WATCH"):
        if rng.random() < 0.7:
            word = rng.choice((*_NAMES, "ONE:TWO", "ONE:A"))
            d.add(f"condition = {mode} {rng.choice(('=', '==', '!='))} {word}")


def _initial(d: _Draft) -> None:
    """Give initial values in odd forms, also of what is updated by mail."""
    rng = d.rng
    d.head.append(rng.choice((
        "initialize UP = pwt=70", "initialize   BACK=no", 'initialize BACK = "a, b", DEPTHS = 2',
        "initialize LEVEL = 1e1",
        "INITIALIZE BACK = true,DEPTHS=3", "initialize_ LEVEL = 5", "initialize_ BACK = yes, GO = false",
        'initialize LEVEL = "4"', "initialize SPAWN = name=z", "initialize BACK = ", "initialize A B = 3",
        "initialize BACK", "initialize NAV_X = 3", "initialize_ UP = speed=1", "initialize BACK = $(GO)",
        "initialize MODE = TWO", "initialize MOOS_MANUAL_OVERRIDE = false", "initialize\tBACK = 3",
        "initialize BACK = no // why", "initialize BACK = {no}", "initialize LEVEL = +4", "initialize LEVEL = -0",
        "initialize LEVEL = .5", "initialize LEVEL = 5.", "initialize BACK = no, ", "initialize COMMS_POLICY = dire",
    )))  # fmt: skip


def _lines(d: _Draft) -> None:
    """Write a line as few would."""
    rng = d.rng
    d.add(rng.choice((
        "// comment {", "# comment", "pwt = 50 // why", "PWT = 60", "_pwt = 40", "pwt=30", "pwt = 1e2", "pwt = 100 =",
        "pwt", "pwt =", "= 4", "pwt = +20", "pwt = -1", 'pwt = "70"', "pwt = .5", "pwt = 20.", "name = other name",
        "condition = GO = true // {", "condition = GO=true", "condition = GO", "condition = GO == true",
        "condition = (GO=true) and LEVEL>1", "condition = GO,true",
        "condition = (GO = true) and (LEVEL = 3) and (A = 1)",
        "condition = ((GO = true))", "condition = GO = true or BACK = no", 'condition = GO = "true"', "condition =",
        "condition = LEVEL <= 3", "condition = (LEVEL < 4) or !(GO = true)", "condition = LEVEL_DELTA < 5",
        "runflag = X", "runflag = X = ", "runflag = = 3", 'runflag = X = "3"', "runflag = X = 1e3",
        "runflag = X=$[CTR]",
        "runflag = X Y = 3", "runflag = #all X = 3", "runflag = #group X = $[OSX]", "runflag = #blue X = 3",
        "runflag = X = a [if] GO = true", "runflag = X = a [if] GO", "runflag = X = a [IF] GO = true",
        "runflag = X = $[CTR1] [if] (GO = true) and (LEVEL > 2)", "run_flag = X = 2", "run__flag = X = 2",
        "endflag = X = $[BHVNAME]$[CTR]", "runxflag = X = $[CTR]/$[CTR]", "runxflag = X = $[CTR2]",
        "runxflag = UP = pwt=90",
        "runxflag = GO = false", "idleflag = GO = true", "activeflag = LEVEL = 1", "inactiveflag = LEVEL = 3",
        "runxflag = X = $[UTC]", "runxflag = X = $[NOW]", "runxflag = X = $(OSX),$[OSY]", "spawnxflag = X = 3",
        "configflag = X = $[PWT]", "configflag = X = a", "runflag = clearall", "runxflag = MODE = ONE",
        "runflag = SPAWN = name=y", "endflag = SPAWN = name=y#pwt=40", "runxflag = RESTART_HELM = no",
        "duration = 10", "duration = no-time-limit", "duration = -1", "duration = 0", "duration = -2",
        "duration = ten",
        "duration = 12.5", "duration_status = LEFT", "duration_reset = GO=true", "duration_reset = GO",
        "duration_reset = =",
        "duration_reset = LEVEL=3", 'duration_reset = GO="true"', "duration_idle_decay = false",
        "duration_idle_decay = no",
        "duration_idle_decay = maybe", "perpetual = true", "perpetual = yes", "perpetual = TRUE", "nostarve = GO, 5",
        "no_starve = GO, LEVEL, 3", "no_starve = GO", "no_starve = GO, 0", "no_starve = GO, x", "nostarve = GO,, 4",
        "nostarve = GO, 4s", "post_mapping = BHV_STATUS, STATUS", "post_mapping = X, Y", "post_mapping = X",
        "post_mapping = X,",
        "post_mapping = X, silent", "post_mapping = X, SILENT", "post_mapping = X Y, Z",
        "post_mapping = BHV_SETTINGS, silent",
        "comms_policy = lean", "comms_policy = LEAN", "comms_policy = none", "build_info = x", "precision = high",
        "templating = clone", "templating = spawn", "templating = disallow", "templating = Spawn", "templating = yes",
        "max_spawnings = 1", "max_spawnings = -1", "max_spawnings = two", "updates = UP", "updates = UP2",
        "updates =",
        "updates = U P", "us = ben", "nosuch = 3", "speed = 2 \\", "pwt = \\\n 55", "pwt = 5\\\n5", "}", "{",
        "pwt = {50}", "pwt = 50}", "can_disable = true", "name = a", "descriptor = a_b", "name =", "name = a#b",
        "set MODE = ONE", "initialize X = 3", "Behavior = BHV_Timer", "disableflag = X = 3",
    )))  # fmt: skip


def _file(d: _Draft) -> None:
    """Write a line outside of the behaviours as few would."""
    rng = d.rng
    line = rng.choice((
        "// comment", "# comment", "#include other.bhv", "#define X 3", "#ifdef X", "words", "}", "{", "{\n words\n}",
        "{\n words\n}\nwords", "{\n words\n}\n\n", "set MODE", "set MODE = ", "set = ONE {\n}",
        "set MODE = ONE {\n} TWO THREE",
        "set MODE = ONE {\n GO == true\n}", "set MODE = ONE {\n GO\n}", "set M ODE = ONE {\n}",
        "Behavior BHV_Timer\n{\n}",
        "behavior=BHV_Timer\n{\nname=extra\n}", "BEHAVIOR = BHV_Timer {\n name = extra\n}",
        "Behaviors = BHV_Timer\n{\nname=extra\n}",
        "Behavior = BHV_Timer // timer\n{\n name = extra\n}", "Behavior = BHV_Timer {  // timer\n name = extra\n}",
        "Behavior = BHV_Timer\n\n{\n\n name = extra\n\n}", "Behavior = BHV_Timer\n{ name = extra\n}",
        "Behavior = BHV_timer\n{\n}",
        "Behavior = Timer\n{\n name = extra\n}", "Behavior = BHV_Timer\n{\n name = extra }",
        "Behavior = BHV_Timer\n{\n name = extra\n} words",
        "Behavior = BHV_Timer\n{\n name = extra\n} Behavior = BHV_Timer\n{\n name = more\n}",
        "Behavior = BHV_Timer\n// {\n{\n name = extra\n}",
        "Behavior = BHV_Timer\nname = extra\n{\n}", "Behavior = BHV_Timer\n{\n{\n name = extra\n}\n}",
        "set MODE = ONE\n{\n GO = true }",
        "Behavior = BHV_Timer\n{\n name = extra // }\n}", "{ words }", "//{",
        "set MODE = ONE {\n} TWO\nset MODE = TWO {\n}",
        "set MODE = ONE {\n GO = true\n}\ninitialize X = 3",
        "set MODE = ONE {\n GO = true\n}\nBehavior = BHV_Timer\n{\n name = extra\n}",
        "Behavior = BHV_Timer\n{\n  name = extra\n",
    ))  # fmt: skip
    rng.choice((d.head, d.tail)).extend(line.split("\n"))


def _domain(d: _Draft) -> None:
    """Give a domain in odd forms."""
    d.config.append("domain = " + d.rng.choice((
        "depth:0:100:101:optional", "depth,0,100,101,optional", "depth:0:10:delta=2.5:optional", "depth:0:100:101",
        "depth:0:100:101:Optional", "depth:0:100:101:maybe", "depth:100:0:101", "depth:0:0:1:optional",
        "depth:0:100:0",
        "depth:0:100:10.5:optional", "depth:0:100", "depth:a:100:101:optional", "speed:0:4:41",
        "other:0:1:2:optional",
        "depth:0:10:delta=3:optional", "depth:0:2.4:delta=0.1:optional", "depth:0:1:delta=2:optional",
        "depth:-5:5:11:optional",
        "depth:0:100:1:optional", "depth:0:100:delta=x:optional", "", "depth::100:101:optional",
        "depth : 0 : 100 : 101 : optional",
    )))  # fmt: skip


def _keys(d: _Draft) -> None:
    """Give keys of the helm's block, also in forms that it does not take."""
    d.config += d.rng.choice((
        "ok_skew = 2", "ok_skew = -1", "ok_skew = ANY", "ok_skew = x", "ok_skew=0", "start_in_drive = true",
        "start_engaged = true",
        "start_indrive = TRUE", "active_start = yes", "start_in_drive = on", "start_in_drive = maybe",
        "allow_park = false",
        "park_on_allstop = true", "goals_mandatory = true", "goals_mandatory = 1", "helm_prefix = P_",
        "helm_prefix =", "helm_alias = a b", "helm_alias = nav", "standby = 0", "standby = 3", "standby = x",
        "node_skew = ben,3",
        "node_skew = ben", "nav_grace = x", "nav_grace = 1", "contact_max_age = 5", "contact_max_age = 10",
        "contact_max_age = 2000",
        "hold_on_app = pMgr", "hold_on_apps = pMgr, pOther", "hold_on_apps = pMgr,pMgr", "hold_on_app =",
        "other_override_var = OV",
        "other_override_var = O V", "other_override_var = GO", "verbose = terse", "verbose = loud",
        "behaviors = m.bhv",
        "behaviors = none.bhv", "bhv_dir_not_found_ok = true", "nosuch = 3", "seed_random = maybe",
        "pmgen = alg=holo",
        "pmgen = alg=dubins", "pmgen = alg=dubins#rad=6", "pmgen = alg=dubins#radius=8#degs=4", "pmgen = radius=8",
        "pmgen = alg=x",
        "pmgen = alg=dubins#radius=0", "pmgen = alg=dubins#mod_radius=-20", "pmgen = alg=holo#radius=3",
        "pmgen = alg=dubins#degs=0",
        "goals_mandatory = true\nallow_park = false", "park_on_allstop = true\nstart_in_drive = true",
        "ok_skew = 1\nok_skew = 5",
        "helm_prefix = A_\nhelm_prefix = B_", "start_in_drive = true\nstandby = 2", "AppTick = 2", "CommsTick = 4",
        "max_appcast_events = 3",
        'helm_alias = "nav"', "domain = course:0:359:360", "// comment", "start_in_drive", "term_reporting = false",
    )).split("\n")  # fmt: skip


def _updates(d: _Draft) -> None:
    """Send updates, good ones and others."""
    rng = d.rng
    d.lines[0].append("updates = UP")
    for _ in range(rng.randint(2, 6)):
        d.mail("UP", rng.choice((
            "speed=1.5", "speed = 1.5", "speed=1.5#", "#speed=1.5", "speed=-1", "speed", "speed=", "", " ",
            "name=way", "name=way#speed=1.7",
            "name=other#speed=1", "NAME=way#speed=1", "speed=1.5#name=way#pwt=50", "pwt=80", "priority=70", "pwt=-3",
            "PWT=60",
            "condition=GO=true", "condition=LEVEL > 2", "condition=GO", "points=10,10:50,50", "points=10,10 : 50,50",
            "points=clear",
            "speed=1.2#speed=1.9", "speed=1.2,pwt=50", "nosuch=1", "nosuch=1#speed=1.1", "templating=spawn",
            "max_spawnings=3",
            "updates=UP2", "runflag=X=4", "endflag=X=clearall", "runxflag=X=$[CTR]", "duration=3",
            "duration=no-time-limit",
            "duration_status=LEFT", "perpetual=true", "MOD_SPEED=0.2", "mod_speed=0.2", "TOGGLE=1", "order=toggle",
            "order=reverse",
            "us=ben", "post_mapping=WPT_STAT,W", "nostarve=GO,3", "comms_policy=dire", "build_info=x", "repeat=2",
            "repeat=forever",
            "currix=0", "currix=5", "speed=abc", "speed=1e0", "speed=+2", "speed=1.5 # name = way",
            "speed=1#\"pwt=3#4\"", "duration_reset=GO",
            "_speed=1", "_pwt=44", "name=way # speed = 1.4 # nosuch", 3.0, 0.0,
        )))  # fmt: skip
    if rng.random() < 0.3:
        d.mail("UP", "speed=0.9", k=1)


def _templates(d: _Draft) -> None:
    """Make behaviours on request, by requests of every kind."""
    rng = d.rng
    kind, line = rng.choice((("ConstantSpeed", "speed = 1.5"), ("Timer", "duration = 5"), ("ConstantHeading",
    "heading = 40"),
                             ("Waypoint", "points = 5,5:20,-30")))  # fmt: skip
    lines = [f"templating = {rng.choice(('spawn', 'spawn', 'clone'))}", "updates = SPAWN", line]
    if kind.startswith("Constant"):
        lines.append("duration = no-time-limit")
    if rng.random() < 0.8:
        lines.insert(0, f"name = {rng.choice(('sp_', 'sp', 't', 'way', 'x'))}")
    for extra in ("max_spawnings = 2", "spawnflag = SP=$[CTR]", "runflag = SR=$[BHVNAME]", "configflag = SC = 1",
    "pwt = 60", "condition = GO = true",
                  "endflag = SE=$[BHVNAME]", "spawnxflag = SX=$[OSX]", "idleflag = SI = $[BHVNAME]"):  # fmt: skip
        if rng.random() < 0.25:
            lines.append(extra)
    d.behave(kind, *lines)
    for _ in range(rng.randint(2, 7)):
        same = rng.random() < 0.25
        text = rng.choice((
            "name=a", "name=b", "name = c", "name=a#pwt=50", "name=b # pwt=30", "pwt=20#name=d", "name=sp_e",
            "name=spf", "name=sp_", "name=", "name",
            "pwt=30", "rename=3", "name=g#nosuch=1", "name=h#nosuch=1#bad=2", "name=i j", "name=a.b",
            "name=k#name=l", "NAME=m", "name=n#speed=x",
            "name=o#duration=2", "name=p#condition=GO=true", "name=way", "name=q#updates=UP3", "name=r#endflag=SE=9",
            "name=s#descriptor=t",
            "name=u#templating=spawn", "name=v#points=3,3:9,9", "name=w#pwt=\"3#4\"", "name=a#duration=0",
            "nickname=x", "name=a,pwt=3", "",
        ))  # fmt: skip
        k = d.later()
        d.mail("SPAWN", text, k=k)
        if same:
            d.mail("SPAWN", rng.choice(("name=a", "name=b", "name=c#pwt=20", text)), k=k)
    if rng.random() < 0.2:
        d.mail("SPAWN", 3.0)


def _types(d: _Draft) -> None:
    """Send numbers for texts and texts for numbers, and what the helm itself takes."""
    rng = d.rng
    for _ in range(rng.randint(2, 5)):
        name, value = rng.choice((
            ("GO", 1.0), ("GO", "TRUE"), ("GO", "False"), ("GO", ""), ("GO", " true"), ("LEVEL", "3"), ("LEVEL",
            "high"), ("LEVEL", 3.0), ("LEVEL", 0.1 + 0.2),
            ("MOOS_MANUAL_OVERRIDE", 0.0), ("MOOS_MANUAL_OVERRIDE", "FALSE"), ("MOOS_MANUAL_OVERRIDE", "True"),
            ("MOOS_MANUAL_OVERRIDE", "maybe"),
            ("MOOS_MANUAL_OVERIDE", "false"), ("IVPHELM_REJOURNAL", 1.0), ("IVPHELM_REJOURNAL", ""), ("RESTART_HELM",
            "type3"), ("RESTART_HELM", 1.0),
            ("RESTART_HELM", "type1"), ("RESTART_HELM", "type2"), ("HELM_MAP_CLEAR", "x"), ("HELM_MAP_CLEAR", 1.0),
            ("MODE", "TWO"), ("MODE", 3.0), ("COMMS_POLICY", "lean"),
            ("COMMS_POLICY", 1.0), ("COMMS_POLICY", "LEAN"), ("COMMS_POLICY", "none"), ("DB_CLIENTS",
            "pMgr,pHelmIvP"), ("DB_CLIENTS", "pOther"),
            ("NAV_X", 1e6), ("NAV_SPEED", -1.0), ("NAV_HEADING", 400.0), ("NAV_HEADING", -20.0), ("NAV_DEPTH", -3.0),
            ("BACK", "no"), ("BACK", 2.0),
            ("DEPTHS", 2.0), ("DEPTHS", "2"), ("OV", "true"), ("OV", "false"), ("IVPHELM_ALLSTOP", "clear"),
            ("BHV_ERROR", "mine"),
            ("X", "3"), ("X", 3.0), ("UNSET", 1.0), ("UNSET", "1"), ("IVPHELM_ITER", 3.0),
        ))  # fmt: skip
        d.mail(name, value)


def _own(d: _Draft) -> None:
    """Have conditions on what the helm itself posts or takes, and flags on it."""
    rng = d.rng
    name, word = rng.choice((
        ("IVPHELM_STATE", "DRIVE"), ("IVPHELM_ALLSTOP", "clear"), ("IVPHELM_ITER", "4"), ("DESIRED_SPEED", "2"),
        ("COMMS_POLICY", "open"), ("COMMS_POLICY", "lean"),
        ("DB_CLIENTS", "pOther"), ("MOOS_MANUAL_OVERRIDE", "false"), ("RESTART_HELM", "type3"), ("HELM_MAP_CLEAR",
        "1"), ("IVPHELM_REJOURNAL", "true"),
        ("NODE_REPORT", "x"), ("NODE_REPORT_LOCAL", "x"), ("BHV_ABLE_FILTER", "x"), ("BEN_NAV_GROUP", "blue"),
        ("BEN_NAV_TYPE", "kayak"), ("ABE_NAV_GROUP", "red"),
        ("NAV_X", "0"), ("NAV_SPEED", "1"), ("BHV_STATUS", "x"), ("WPT_INDEX", "1"), ("MODE", "ONE"), ("TURN_RATE",
        "0"), ("IVPHELM_REGISTER", "GO"),
        ("ABE_NAV_TYPE", "kayak"), ("ABE_NAV_LENGTH", "4"), ("ABE_NAV_COLOR", "red"), ("IVPHELM_BHV_ACTIVE_CNT",
        "1"), ("X", "3"), ("OV", "true"),
    ))  # fmt: skip
    op = rng.choice(("=", "!=", ">", "<", "=="))
    d.add(rng.choice((f"condition = {name} {op} {word}", f"runxflag = Y = $[CTR] [if] {name} {op} {word}")))
    for variable, text in (("HELM_MAP_CLEAR", 1.0), ("RESTART_HELM", "type3"), ("BHV_ABLE_FILTER", "x"),
    ("IVPHELM_REJOURNAL", "true"),
                           ("DB_CLIENTS", "pOther"), ("IVPHELM_STATE", "STANDBY")):  # fmt: skip
        if variable == name and rng.random() < 0.8:
            d.mail(variable, text)
    if rng.random() < 0.5:
        d.mail("NODE_REPORT_LOCAL", rng.choice((
            "NAME=abe,X=1,Y=2,SPD=1,HDG=3,DEP=0,TYPE=kayak,GROUP=red,COLOR=red,LENGTH=4,TIME=1003",
            "NAME=abe,GROUP=blue", "GROUP=blue", "x", "",
            "NAME=abe,TYPE=ship,GROUP=", "name=abe,group=red", 3.0,
        )), "pNodeReporter")  # fmt: skip


def _contacts(d: _Draft) -> None:
    """Have a behaviour about a contact, and odd reports of it."""
    rng = d.rng
    kind = rng.choice(("AvoidCollision", "AvdColregsV22", "AvdColregsV19", "Trail", "Shadow", "CutRange", "Convoy"))
    lines = ["name = cn_", "contact = ben"] if rng.random() < 0.4 else [
        "name = cn_", "contact = to-be-set", "updates = CN_UP",
        f"templating = {rng.choice(('spawn', 'clone'))}"]  # fmt: skip
    for extra in ("pwt_outer_dist = 60", "on_no_contact_ok = false", "can_disable = true", "match_type = kayak",
    "ignore_group = red", "strict_ignore = false",
                  "post_per_contact_info = true", "no_alert_request = true", "match_name = ben:cal",
                  "cnflag = @<40 CF=$[RANGE]", "endflag = CE = $[CONTACT]",
                  "exit_on_filter_group = true", "exit_on_filter_vtype = true",
                  "bearing_line_show = true"):  # fmt: skip
        if rng.random() < 0.2:
            lines.append(extra)
    d.behave(kind, *lines)
    for name in rng.sample(("ben", "cal", "Ben", "BEN"), rng.choice((1, 1, 2))):
        d.mail("CN_UP", f"name={name}#contact={name}", "pContactMgr")
        x, y, heading, speed = rng.uniform(-40, 40), rng.uniform(-40, 40), rng.uniform(0, 360), rng.choice((0, 1.2))
        for k in range(1, d.ticks, rng.choice((1, 2, 5))):
            t = 1000 + k * d.dt - rng.choice((0, 0, 0, 0, 1, 3, -2, 50, 200))
            x += speed * d.dt * math.sin(math.radians(heading))
            y += speed * d.dt * math.cos(math.radians(heading))
            text = f"NAME={name},X={x:.2f},Y={y:.2f},SPD={speed},HDG={heading:.1f},DEP=0,TYPE=kayak,GROUP=blue,"
            text += f"LENGTH=4,TIME={t:.2f}"
            if rng.random() < 0.25:
                old, new = rng.choice((
                    (f",X={x:.2f}", ""), (",SPD=", ",SPEED="), (",HDG=", ",HEADING="), (",DEP=0", ""), ("TYPE=kayak",
                    "TYPE=uuv"), ("TYPE=kayak", "TYPE=auv"),
                    ("TYPE=kayak,", ""), ("GROUP=blue", "GROUP=red"), (",GROUP=blue", ""), (f",TIME={t:.2f}", ""),
                    ("TIME=", "UTC_TIME="), ("LENGTH=4", "LENGTH=-4"),
                    ("LENGTH=4", "LEN=4"), ("NAME=", "name="), (",X=", ",x="), (",", ", "), (",", ";"),
                    (f"SPD={speed}", "SPD=x"),
                    ("LENGTH=4", "MODE=a:b,ALLSTOP=clear,YAW=1.2,LENGTH=4"),
                    ("TYPE=kayak", "TYPE=spaceship"), (f"NAME={name},", ""), ("DEP=0", "DEP=5"), ("LENGTH=4",
                    "COLOR=red"), ("LENGTH=4", "VSOURCE=ais"),
                    ("LENGTH=4", "TRAJECTORY={1,2,3}"), ("LENGTH=4", "LAT=43.8250,LON=-70.3300"),
                    (f"X={x:.2f},Y={y:.2f}", "LAT=43.8250,LON=-70.3300"),
                    ("LENGTH=4", "X=3"), ("TYPE=kayak", "TYPE=KAYAK"), ("TYPE=kayak", "TYPE=glider"),
                    (f"HDG={heading:.1f},", ""), (f"SPD={speed},", ""),
                ))  # fmt: skip
                text = text.replace(old, new)
            d.inputs.append(
                [k, rng.choice(("NODE_REPORT",) * 8 + ("AIS_REPORT", "AIS_REPORT_LOCAL")), "S", text, "pShare"]
            )
    for _ in range(rng.choice((0, 0, 1, 2))):
        d.mail("BHV_ABLE_FILTER", rng.choice((
            "action=disable,contact=ben", "action=enable,contact=ben", "action=expunge,contact=ben",
            "action=able,contact=ben", "contact=ben,action=disable",
            "action=disable,bhv_type=BHV_AvoidCollision", "action=disable,vsource=ais", "action=disable",
            "contact=ben", "", "x", "action=disable,contact=BEN",
            "action=stop,contact=ben", "action=disable,contact=ben,bhv_type=BHV_Trail",
            "action=disable,gen_type=safety", "action = disable , contact = ben",
        )))  # fmt: skip


def _company(d: _Draft) -> None:
    """Have another behaviour of a kind that there is already, or of another axis."""
    rng = d.rng
    d.behave(*rng.choice((
        ("Waypoint", "name = b_way", "points = -40,-40:0,0", "speed = 1", "updates = UP"), ("Timer",
        "name = b_timer", "duration = 6"),
        ("ConstantSpeed", "name = b_speed", "speed = 1.2", "duration = 8"), ("MaxSpeed", "name = b_max",
        "max_speed = 1"),
        ("StationKeep", "name = b_keep", "center_activate = true", "condition = BACK = no"), ("OpRegion",
        "name = b_op", "max_time = 12"),
        ("ConstantDepth", "name = b_depth", "depth = 3", "duration = no-time-limit"), ("Timer", "duration = 6"),
        ("ConstantSpeed", "speed = 1"),
        ("Loiter", "name = b_loiter", "polygon = format=radial,x=0,y=0,radius=20,pts=6", "speed = 1.4", "pwt = 40"),
        ("Timer", "name = wa"),
        ("ConstantHeading", "name = b_hdg", "heading = 77", "duration = no-time-limit", "updates = UP", "pwt = 200"),
        ("Waypoint", "name = b_way", "speed = 2"),
    )))  # fmt: skip


_FEATURES: tuple[Callable[[_Draft], None], ...] = (
    _modes, _modes, _initial, _lines, _lines, _lines, _file, _domain, _keys, _keys, _updates, _templates, _templates,
    _types, _types, _own,
    _contacts, _contacts, _company, _company,
)  # fmt: skip


def scenario(seed: int) -> dict[str, Any]:
    """Return a scenario; the same each time."""
    rng = Random(f"{KIND} {seed}")
    d = _Draft(rng)
    d.behave("Waypoint", "name = way", f"points = {rng.randint(-40, 40)},{rng.randint(20, 60)}:30,-30", "speed = 2")
    d.mail("MOOS_MANUAL_OVERRIDE", "false", k=rng.choice((1, 1, 2, 6)))
    for feature in rng.sample(_FEATURES, rng.randint(1, 4)):
        feature(d)
    for _ in range(rng.choice((0, 1, 2, 3))):
        d.mail(*rng.choice((("GO", "false"), ("GO", "true"), ("LEVEL", 1.0), ("LEVEL", 5.0), ("BACK", "no"))))
    if rng.random() < 0.1:
        d.mail("APPCAST_REQ", "node=abe,app=all,duration=3.0,key=k,thresh=any", "uMAC")
    config = ["AppTick = 4", "behaviors = m.bhv",
    f"domain = course:{rng.choice(('0:359:360', '0:359:360', '0:355:72', '0:345:24'))}",
              f"domain = speed:0:{rng.choice(('4:41', '4:41', '5:26', '5:51', '2:9'))}",
              "seed_random = false"]  # fmt: skip
    for line in d.config:
        config.insert(rng.randint(0, len(config)), line)
    blocks = [f"{head}\n{{\n" + "".join(f"  {line}\n" for line in lines) + "}\n" for head, *lines in d.lines]
    if rng.random() < 0.3:
        rng.shuffle(blocks)
    text = (
        "\n".join(["initialize GO = true, LEVEL = 3", *d.head, "", ""])
        + "\n".join(blocks)
        + "\n"
        + "\n".join(d.tail)
        + "\n"
    )
    return {
        "format": 1, "name": f"{KIND}_{seed}", "family": "odd", "t0": 1000.0, "dt": d.dt, "n": d.ticks,
        "community": "abe",
        "datum": list(single.DATUM), "config": config, "bhv_files": {"m.bhv": text}, "inputs": sorted(d.inputs,
        key=lambda one: one[0]),
        "nav_from": rng.choice((1, 1, 1, 1, 4)), "plant": {"turn_rate": 20, "accel": 0.5, "dive_rate": 0.3},
        "nav_start": [0.0, 0.0, float(rng.randint(0, 359)), float(values.number(rng, 0, 2)), 0.0],
    }  # fmt: skip
