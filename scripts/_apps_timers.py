"""Random keys and mail of scripts and controllers, for scripts/apps-oracle."""

from __future__ import annotations

from _apps_values import BOOL, Block, Drawn, Mail, number, span

# -- uTimerScript

_MACROS = (
    "$[COUNT]", "$(COUNT)", "$[TCOUNT]", "$(TCOUNT)", "$[UTC]", "$(UTCTIME)", "$[DBTIME]", "$(DBTIME)", "$[NAV_X]",
    "$(NAV_Y)", "$[VNAME]", "$(VNAME)", "$[IDX]", "$(IDX)", "$$IDX", "$(1)", "$(3)", "$(12)", "$(20)", "$[R]", "$(R)",
    "$[Q]",
    "$(PX)", "$[PY]", "$[none]", "$[S]", "$R",
)  # fmt: skip
_SUMS = (
    "{2*3}", "{{3+2}*4}", "{-5-3}", "{10--3}", "{1/3}", "{1/0}", "{2*3+1}", "{1+2},{3+4}", "{$[R]*2}", "{ 4 - 1 }",
    "{+2+3}",
    "{a+1}", "{2+}", "{*3}", "{{1+1}*{1+1}}", "{5}", "{{2*2}}", "{0/0}", "{-1/0}", "{$[COUNT]+1}", "}{", "{1+1",
    "{1.5e3+1}",
    "{.5*4}", "{3-}", "{--4+1}", "{2**3}", "{6/2/3}", "{1-2-3}", "{-$[R]*-2}",
)  # fmt: skip


def value(drawn: Drawn) -> str:
    """Return the value of an event."""
    rng = drawn.rng
    kind = rng.random()
    if kind < 0.2:
        text = rng.choice(("5", "-2.5", "+7", "1e3", "--5", ".5", "-.5", "0", "5.", "-", "+", "1.2.3", "+-4"))
    elif kind < 0.4:
        text = rng.choice(_MACROS)
    elif kind < 0.6:
        text = "".join(rng.choice((*_MACROS, "a", ":", "x=", "#")) for _ in range(rng.randint(2, 4)))
    elif kind < 0.85:
        text = rng.choice(("", "", "v", "x=")) + rng.choice(_SUMS) + rng.choice(("", "", "y"))
    else:
        text = rng.choice(("true", "a b", "say={one}", "x=1,y=2", "'q'"))
    how = rng.random()
    if how < 0.3:
        return f'"{text}"'
    return f"{{{text}}}" if how < 0.35 else f'"{text}' if how < 0.36 else text


def time(drawn: Drawn) -> str:
    """Return the time of an event."""
    rng = drawn.rng
    long = drawn.ticks * 0.3
    one, other = sorted((rng.uniform(0, long), rng.uniform(0, long)))
    digits = rng.choice((0, 1, 2))
    words = ("-1", "5:1", "abc", "", ":", "3:", ":4", "0", "2:2", "-2:4", "1:2:3", "1e1")
    return rng.choice((f"{one:.{digits}f}",) * 8 + (f"{one:.{digits}f}:{other:.1f}",) * 4 + (rng.choice(words),))


def event(drawn: Drawn) -> str:
    """Return an event."""
    rng = drawn.rng
    if rng.random() < 0.05:
        return rng.choice(("quit", "quit,time=4", "QUIT, time=3:5", "time=5,quit", "quit,var=A", "var=A,val=3,quit"))
    parts = [f"var={rng.choice(('OUT_A', 'OUT_B', 'OUT_C', 'GO', 'A', 'UTS_PAUSE'))}", f"val={value(drawn)}",
             f"time={time(drawn)}"]  # fmt: skip
    if rng.random() < 0.2:
        parts.append(f"amt={rng.choice(('3', '2', '5', '0', 'x', '1.7', ''))}")
    if rng.random() < 0.07:
        parts.append(rng.choice(("amount=3", "foo", "var=OUT_D", "val=again", "time=2", "", "TIME=3")))
    if rng.random() < 0.06:
        parts.pop(rng.randrange(3))
    if rng.random() < 0.1:
        rng.shuffle(parts)
    return rng.choice((",", ", ", " , ")).join(parts)


def random_variable(drawn: Drawn) -> str:
    """Return a random variable."""
    rng = drawn.rng
    name = rng.choice(("R", "R", "Q", "S", "COUNT"))
    low, high = rng.choice(((0, 359), (1.5, 3.5), (-2, 2), (5, 5), (4, 1), (-1e3, 1e3), (0, 0.01), (-3, -1)))
    key = rng.choice(("at_start", "at_reset", "at_post", "AT_POST", "at_whim"))
    parts = [f"varname={name}", f"min={low}", f"max={high}", f"key={key}"]
    for part in ("snap=0.5", "snap=0", "snap=7", "snap=-1", "type=uniform", "snap=x", "MIN=3", "mu=3"):
        if rng.random() < 0.1:
            parts.append(part)
    if rng.random() < 0.15:
        parts.append("type=" + rng.choice(("Gaussian", "odd", "")))  # draws of the normal ones cannot be compared
    if rng.random() < 0.08:
        parts.pop(rng.randrange(len(parts)))
    if rng.random() < 0.3:
        rng.shuffle(parts)
    return rng.choice((",", ", ")).join(parts)


def random_pair(drawn: Drawn) -> str:
    """Return a random pair in a polygon that is convex: another one ends the original."""
    rng = drawn.rng
    poly = rng.choice(("pts={0,0:10,0:10,10:0,10}", "pts={0,0:10,0:0,2}", "pts={-500,-500:500,-500:500,500:-500,500}",
                       "pts={0.1,0:0.3,0:0.3,0.2}", "pts={-4,-3:5,-3:1,8}"))  # fmt: skip
    parts = [f"var1={rng.choice(('PX', 'P1'))}", f"var2={rng.choice(('PY', 'P2', 'PX'))}", "type=poly",
             f"key={rng.choice(('at_start', 'at_reset', 'at_post', 'At_Post', 'x'))}", f'poly="{poly}"']  # fmt: skip
    if rng.random() < 0.1:
        parts.pop(rng.randrange(4))
    return ", ".join(parts)


_SPANS = "2|5:20|0|0:3|3:1|x|1:|-2|2:2|0.5|1.5:1.5"
_NAMES = "MINE|A B|UTS_PAUSE|A"


# -- controllers


def per_cent(drawn: Drawn) -> str:
    """Return a limit, or what is none."""
    return drawn.rng.choice(("0", "1", "100", "45", "", "x", "0.5", "180", "361", "12.75"))


_GAINS = {f"{loop}_{part}": span(-0.2, 2, "0", "1") for loop in ("yaw_pid", "speed_pid", "pitch_pid", "z_to_pitch_pid")
          for part in ("kp", "kd", "ki", "integral_limit")}  # fmt: skip
PID_KEYS: Block = {
    **_GAINS, "maxrudder": per_cent, "maxthrust": per_cent, "maxelevator": per_cent, "maxpitch": per_cent,
    "max_sat_rudder": "x", "speed_factor": span(-1, 30), "depth_control": BOOL, "active_start": BOOL,
    "verbose": "terse|quiet|true|verbose|x",
    "tardy_helm_threshold": span(-1, 6), "tardy_nav_threshold": span(-1, 6), "sim_instability": span(-5, 120),
    "heading_debug": BOOL, "speed_debug": BOOL, "depth_debug": BOOL, "ok_skew": "any|360|0|x|2", "simulation": BOOL,
    "ignore_nav_yaw": BOOL, "use_nav_yaw": BOOL, "output_bias": "x", "deprecated_ok": BOOL, "yaw_pid_ki_limit": span(0,
    1),
    "max_rudder": "30", "thrust_cap": "50", "output_suffix": "_A|B", "rudder_bias_duration": span(0, 5),
    "rudder_bias_limit": span(0, 5),
    "debug_hdg": BOOL, "debug_spd": BOOL, "debug_dep": BOOL,
}  # fmt: skip
#: The older one ends without one of these, or with a bad number of them.
_NEEDED = (*_GAINS, "maxrudder", "maxthrust", "maxelevator", "maxpitch")
_OLD_PID: Block = {
    **{f"{key}+": span(0, 2, "0", "1") for key in _GAINS}, "maxrudder+": span(1, 120), "maxthrust+": span(1, 120),
    "maxelevator+": span(1, 30), "maxpitch+": span(1, 30), **{key: one for key,
    one in PID_KEYS.items() if key not in _NEEDED},
    **{f"reset_{loop}_i_at_{when}": BOOL for loop in ("heading", "speed", "depth", "pitch")
       for when in ("zero_error", "new_desired")},
    **{f"max_sat_{word}_debug": BOOL for word in ("hdg", "spd", "dep")},
}  # fmt: skip
_PID_MAIL: Mail = {
    "DESIRED_HEADING": (0.5, number(-30, 400)), "DESIRED_SPEED": (0.5, number(-1, 4)), "DESIRED_DEPTH": (0.4,
    number(-1, 20)),
    "NAV_DEPTH": (0.5, number(0, 10)), "NAV_PITCH": (0.4, number(-1, 1)), "NAV_YAW": (0.2, number(-3, 3)),
    "SPEED_FACTOR": (0.03, number(-2, 30)), "MOOS_MANUAL_OVERRIDE": (0.06, "true|false|TRUE|False|x|"),
    "MOOS_MANUAL_OVERIDE": (0.2, "false|false|false|true"),
}  # fmt: skip

BLOCKS: dict[str, Block] = {
    "uTimerScript": {
        "event!*": event, "Event!*": event, "EVENT!*": event, "randvar*": random_variable, "rand_var": random_variable,
        "randpair": random_pair,
        "rand_pair": random_pair, "paused": "false|False|no|off|true|toggle", "shuffle": BOOL, "script_atomic": BOOL,
        "verbose": BOOL,
        "upon_awake": "n/a|reset|restart|RESET|x", "time_zero": "script_start|x",
        "reset_max": "any|unlimited|nolimit|ANY|0|1|2|3.7|-1|x|5",
        "reset_time": "none|end|all-posted|END|10|3|0|-1|x|7.5",
        "delay_start": _SPANS, "delay_reset": _SPANS, "time_warp": "2|0.5|0.25:2|0|-1|x|4|3:1|1.796",
        "condition": "GO = true|A > 3|(A > 3) or (GO = true)|GO != false|B = 3|bad ((|!(GO = true)|A = $(B)|"
        "GO = true and A = 3",
        "block_on": "pA|pA,pB|pB, pC|pA pB||pD", "script_name": "mine|a b|a,b|", "forward_var": "FWD|A B",
        "forward_variable": "UTS_FORWARD", "pause_var": _NAMES, "reset_var": _NAMES,
        "status_var": "silent|SILENT|ST|A B|",
    },
    "pMarinePIDV22": PID_KEYS,
    "pMarinePID": _OLD_PID,
}  # fmt: skip

MAIL: dict[str, Mail] = {
    "uTimerScript": {
        "UTS_FORWARD|FWD": (0.05, lambda drawn: drawn.rng.choice((0.0, 0.0, 5.0, -1.0, 2.5, "3"))),
        "UTS_PAUSE|MINE": (0.05, "true|false|toggle|TRUE|x|reset|"),
        "UTS_RESET": (0.04, "true|reset|RESET|false|x"),
        "A|B": (0.08, lambda drawn: drawn.rng.choice((3.0, 5.0, 1.0, "true", "5", "3"))),
        "GO": (0.15, "true|true|true|true|false|TRUE|"),
        "DB_UPTIME": (0.1, number(3, 400)),
        "DB_CLIENTS": (0.15, "pA|pA,pB,pC|pB,pC|pA,pB,pC,pD,pApB|uXMS,|"),
        "EXITED_NORMALLY": (0.01, "uTimerScript|pOther"),
    },
    "pMarinePIDV22": _PID_MAIL,
    "pMarinePID": _PID_MAIL,
}  # fmt: skip
