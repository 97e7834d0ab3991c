"""Random keys and mail of applications between vehicles, for scripts/apps-oracle."""

from __future__ import annotations

from _apps_values import BOOL, COLOUR, Block, Drawn, Mail, flag, number, span


def rider(drawn: Drawn) -> str:
    """Return a rider."""
    rng = drawn.rng
    parts = [f"var={rng.choice(('FOO', 'BAR', 'BAZ', 'NAME', ''))}"]
    for key, values in (
        ("policy", "always|updated|updated+2|3|UPDATED|x|updated+x"),
        ("rfld", "foo|b1|a_b|X"),
        ("prec", "0|2|12|-1|x"),
        ("foo", "3"),
    ):
        if rng.random() < 0.4:
            parts.append(f"{key}={rng.choice(values.split('|'))}")
    return rng.choice((",", ", ")).join(parts)


def ridden(drawn: Drawn) -> float | str:
    """Return what a rider carries."""
    return drawn.rng.choice((1.0, 2.123456, -0.5, "a", "a,b", "", "x=3", "7", "{a}"))


def message(drawn: Drawn) -> str:
    """Return a message between vehicles."""
    rng = drawn.rng
    source, other = rng.choice((drawn.name(), "abe", "")), rng.choice((drawn.name(), "all", "ALL", ""))
    parts = [f"src_node={source}", f"dest_node={other}", f"var_name={rng.choice(('HELLO', 'M_1', ''))}"]
    parts.append(
        rng.choice(
            (
                "string_val=hi",
                'string_val="a,b=c"',
                "double_val=3.5",
                "double_val=x",
                "string_val=",
                "string_val=a b",
                "double_val=3,string_val=b",
                "string_val={a,b}",
            )
        )
    )
    for part in (
        "dest_group=red",
        "group=blue",
        "dest_group=Red",
        "src_app=pX",
        "src_bhv=w",
        "ack=true",
        "ack_id=7",
        "ack_id=8",
        "ack=false",
        "string_val_quoted=true",
        "color=off",
        "color=green",
        "foo=3",
    ):
        if rng.random() < 0.1:
            parts.append(part)
    if rng.random() < 0.1:
        parts.pop(rng.randrange(4))
    return rng.choice((",", ",", ", ")).join(parts)


_STATES = "DRIVE|PARK|MALCONFIG|DISABLED|DRIVE+|PARK+|STANDBY|drive|MALCONFIG+|bogus"
_VARIABLES = "NODE_REPORT_LOCAL|NR|nr_low|A B"

BLOCKS: dict[str, Block] = {
    "pNodeReporter": {
        "platform_type": "kayak|SHIP|foo|a b",
        "vessel_type": "heron|auv",
        "platform_color": COLOUR,
        "platform_length": span(-1, 9),
        "vessel_length": span(0, 9),
        "platform_beam": span(-1, 3),
        "platform_transparency": span(-1, 2),
        "platform_aspect*": "a=1|b=x|A=2|x|=3|name=zz",
        "group": "red|a b|3",
        "platform_group": "blue",
        "vsource": "ais|a b",
        "platform_vsource": "radar",
        "coord_policy_global": BOOL,
        "terse_reports": BOOL,
        "allow_color_change": BOOL,
        "rider*": rider,
        "blackout_interval": span(-1, 5),
        "blackout_variance": "0|-1|x",
        "node_report_output": _VARIABLES,
        "node_report_var": _VARIABLES,
        "node_report_summary": _VARIABLES,
        "paused": BOOL,
        "nohelm_threshold": span(-1, 9),
        "plat_report_input*": "TEMP|TEMP,gap=3|HUM, gap=1, alias=h|TEMP,alias=a b|gap=3|HUM,foo=3|TEMP,gap=x",
        "plat_report_output": "PR|A B",
        "plat_report_var": "HUM,gap=2",
        "platform_variable": "TEMP",
        "crossfill_policy": "literal|fill-empty|global|local|use-latest|use_latest|foo|GLOBAL|global-terse",
        "cross_fill_policy": "fill_empty|local",
        "alt_nav_prefix": "NAV_GT|GT_|X",
        "alt_nav_name": "_T|truth|",
        "alt_nav_group": "g",
        "nav_grace_period": span(-1, 9),
        "extrap_enabled": BOOL,
        "extrap_pos_thresh": span(-1, 3),
        "extrap_hdg_thresh": span(-1, 9),
        "extrap_max_gap": span(-1, 9),
        "json_report": "true|JR|false|True",
        "report_cog": BOOL,
        "hdg_error": span(-9, 9),
    },
    "uFldNodeComms": {
        "comms_range!": "nolimit|100|0|-1|30|x|NOLIMIT",
        "critical_range": span(-1, 90),
        "drop_percentage": "0|100|-3|x|101",
        "earange": "ben=2|ben=0.5|x|cal=0,ben=9|all=3",
        "groups": BOOL,
        "max_msg_length": span(-1, 20),
        "min_msg_interval": span(-1, 5),
        "min_rpt_interval": span(-1, 5),
        "msg_color": COLOUR,
        "msg_groups": BOOL,
        "msg_repeat_color": COLOUR,
        "pulse_duration": span(-1, 9),
        "shared_node_reports": BOOL,
        "stale_time": span(-1, 9),
        "stealth": "ben=0.5|cal=0|x|ben=2|all=0.1",
        "view_node_rpt_pulses": BOOL,
    },
    "uFldMessageHandler": {
        "strict_addressing": BOOL,
        "aux_info": "src|app|node+app|all|foo|none",
        "appcast_trunc_msg": span(-1, 90),
        "msg_flag*": flag("$[CTR]", "$[GOOD]", "$[BAD]", "$[SRC]", "$[VAR]", "$[VAL]"),
        "bad_msg_flag*": flag("$[CTR]", "$[BAD]", "$[SRC]"),
    },
}

MAIL: dict[str, Mail] = {
    "pNodeReporter": {
        "NAV_LAT": (0.1, number(43.81, 43.83)),
        "NAV_LONG": (0.1, number(-70.34, -70.32)),
        "NAV_DEPTH|NAV_ALTITUDE": (0.1, number(-1, 9)),
        "NAV_YAW|NAV_TRANSP": (0.03, number(-1, 2)),
        "NAV_TRAJECTORY": (0.04, "1,2:3,4|x"),
        "IVPHELM_STATE": (0.08, _STATES),
        "IVPHELM_SUMMARY": (0.06, "iter=3,modes=ACTIVE|modes=none,x=3|modes=|modes=MODE@A:B,foo"),
        "IVPHELM_ALLSTOP": (0.05, "clear|ManualOverride|"),
        "AUX_MODE": (0.03, "aux|"),
        "LOAD_WARNING": (0.04, "app=pA,maxgap=3.4|app=pA|maxgap=3|x"),
        "THRUST_MODE_REVERSE": (0.03, BOOL),
        "NODE_GROUP_UPDATE": (0.03, "zz|g 1|"),
        "NODE_COLOR_CHANGE|PLATFORM_COLOR": (0.03, COLOUR),
        "PNR_PAUSE": (0.04, "true|false|toggle|x"),
        "MISSION_HASH": (0.03, "mhash=A-B,utc=3|mhash=C-D|x"),
        "FOO|BAR|BAZ": (0.15, ridden),
        "TEMP|HUM": (0.12, ridden),
        "NAV_GT_X|NAV_GT_Y|NAV_GT_HEADING|NAV_GT_SPEED|GT_X|GT_Y|X_SPEED": (0.08, number(-20, 20)),
    },
    "uFldNodeComms": {
        "NODE_MESSAGE": (0.2, message),
        "ACK_MESSAGE|MEDIATED_MESSAGE": (0.05, message),
        "UNC_COMMS_RANGE": (0.03, number(-5, 200)),
        "UNC_EARANGE": (0.03, "vname=ben,earange=2|vname=cal,earange=x|ben=2|vname=ben,earrange=0.5"),
        "UNC_STEALTH": (0.03, "vname=ben,stealth=0.5|vname=cal,stealth=x|ben=2"),
        "UNC_DROP_PCT": (0.02, lambda drawn: drawn.rng.choice((0.0, 0.0, 100.0, 101.0, -3.0))),
        "UNC_SHARED_NODE_REPORTS|UNC_VIEW_NODE_RPT_PULSES": (0.03, f"{BOOL}|toggle"),
    },
    "uFldMessageHandler": {"NODE_MESSAGE": (0.5, message)},
}
