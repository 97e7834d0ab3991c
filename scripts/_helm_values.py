"""Random values of the parameters of behaviours, for scripts/helm-oracle."""

from __future__ import annotations

import math
from collections.abc import Callable
from random import Random

from usimmarine_py.values.key import Key

COLOURS = ("red", "yellow", "dodger_blue", "gray50", "white", "off")
MACROS = ("$[OSX]", "$[OSY]", "$[OSH]", "$[OSV]", "$[BHVNAME]", "$[BHVTYPE]", "$[PWT]", "$[UTC]", "$[CTR]", "$[CTR2]",
          "$[OWNSHIP]", "$[DUR_RUN_TIME]", "$[DUR_IDLE_TIME]", "$(OSX)", "$[NOSUCH]", "$[NOW]")  # fmt: skip

_CONTACT = ("CNX", "CNY", "CNH", "CNV", "CN_NAME", "CN_VTYPE", "CN_GROUP", "CN_RANGE", "RANGE", "ROC", "OS_CN_REL_BNG",
            "CN_OS_REL_BNG", "BNG_RATE", "CN_SPD_IN_OS_POS", "OS_FORE_OF_CN", "CN_PORT_OF_OS")  # fmt: skip
_COLREGS = (*_CONTACT, "AVD_MODE", "AVD_SMODE", "APWT", "MODE_ID", "FULL_MODE")
#: Macros of the kinds' own, in flags.
OWN_MACROS: dict[str, tuple[str, ...]] = {
    "Waypoint": ("POINTS", "SPEED", "SPEED_ALT", "USE_SPEED_ALT", "IPF_TYPE", "LEAD_DAMPER", "ORDER", "NI", "NX", "NY",
                 "PI", "PX", "PY", "X", "Y", "IX", "CYCLES", "CYCREM", "WPTS_HIT", "WPTS_REM", "WPTS", "CYC_DIST_TOGO",
                 "ALL_DIST_TOGO"),
    "Loiter": ("PTS", "CX", "CY", "CENTER", "CWISE", "RAD"),
    "LegRun": ("SPEED", "NI", "NX", "CYCLES", "WPTS_HIT", "MODE", "DIST_NP", "DIST_PP", "PCT_NP", "LEG_ODO", "LEG_ID",
               "WRAPS"),
    "FixedTurn": ("TURN_DIST", "TURN_TIME", "TURN_RAD"), "FixTurn": ("TURN_DIST", "TURN_TIME"),
    "FullStop": ("STOP_DIST", "STOP_TIME"),
    "ZigZag": ("ODO", "ZIG_ODO", "ZAG_ODO", "STEM_DIST", "STEM_ODO", "ZIGS", "ZAGS", "ZIGS_EVER", "ZAGS_EVER",
               "STEM_HDG", "STEM_SPD", "ZIG_START_SPD", "ZIG_MIN_SPD", "ZIG_SPD_DELTA", "ZIGS_TOGO", "ZAGS_TOGO",
               "ZIG_PORT", "ZIG_STAR", "ZIG_SIDE"),
    "AvoidObstacleV24": ("RNG", "BNG", "RBNG", "SIDE", "OID", "CPA", "SLOCK", "OIDX", "MINU_CPA", "MAXU_CPA"),
    "AvoidObstacleV21": ("RNG", "BNG", "RBNG", "SIDE", "OID", "CPA"),
    "OpRegionV24": ("CORE_POLY", "SAVE_DIST", "HALT_DIST", "SAVE_POLY", "HALT_POLY", "SECS_IN_HALT_POLY",
                    "SECS_OUT_HALT_POLY", "SECS_OUT_SAVE_POLY", "TIME_LEFT", "DEPTH_LEFT", "DIST_TO_CORE",
                    "TRAJ_DIST_TO_CORE", "ETA_TO_CORE", "TRAJ_ETA_TO_CORE", "DIST_TO_SAVE", "TRAJ_DIST_TO_SAVE",
                    "ETA_TO_SAVE", "DIST_TO_HALT", "TRAJ_DIST_TO_HALT", "ETA_TO_HALT", "TRAJ_ETA_TO_HALT"),
    "AvdColregsV22": _COLREGS, "AvdColregsV26": _COLREGS,
    **dict.fromkeys(("AvdColregsV19", "AvdColregsV17", "AvoidCollision", "CutRange", "Shadow", "Trail", "Convoy"),
                    _CONTACT),
}  # fmt: skip


def number(rng: Random, low: float, high: float) -> str:
    """Return a number, whole or with up to two digits."""
    return (
        f"{rng.uniform(low, high):.{rng.choice((0, 0, 1, 2))}f}".replace("-0", "0")
        if high <= 0
        else _positive(rng, low, high)
    )


def _positive(rng: Random, low: float, high: float) -> str:
    text = f"{rng.uniform(low, high):.{rng.choice((0, 0, 1, 2))}f}"
    return text if float(text) >= low else f"{low:g}"


def point(rng: Random) -> str:
    """Return a point in one of its forms."""
    x, y = number(rng, -60, 60), number(rng, -60, 60)
    return rng.choice((f"{x},{y}", f"x={x},y={y}", f"x={x},y={y},label=here"))


def points(rng: Random, count: int | None = None) -> str:
    """Return a list of points."""
    if count is None and rng.random() < 0.25:
        return rng.choice((
            f"format=lawnmower,label=lawn,x={number(rng, -20, 20)},y={number(rng, -20, 20)},"
            f"width={number(rng, 20, 60)},height={number(rng, 20, 60)},"
            f"lane_width={number(rng, 8, 20)},degs={number(rng, 0, 180)},"
            f"rows={rng.choice(('ns', 'ew'))},startx=0,starty=0",
            f"zigzag:{number(rng, -20, 20)},{number(rng, -20, 20)},{number(rng, 0, 180)},"
            f"{number(rng, 40, 80)},{number(rng, 10, 20)},{number(rng, 3, 12)}",
            f"format=bowtie,x={number(rng, -20, 20)},y={number(rng, -20, 20)},height=30,wid1=8,wid2=20,wid3=6",
        ))  # fmt: skip
    found = ":".join(f"{number(rng, -60, 60)},{number(rng, -60, 60)}" for _ in range(count or rng.randint(1, 5)))
    return rng.choice((found, f"pts={{{found}}}", f"pts={{{found}}},label=way"))


def polygon(rng: Random, x: float = 0.0, y: float = 0.0, low: float = 10.0, high: float = 50.0, label: str = "") -> str:
    """Return a convex polygon about a place."""
    radius = rng.uniform(low, high)
    x, y = x + rng.uniform(-low, low), y + rng.uniform(-low, low)
    end = f",label={label}" if label else ""
    form = rng.randrange(4)
    if form == 0:
        return f"format=radial,x={x:.0f},y={y:.0f},radius={radius:.1f},pts={rng.randint(3, 12)},snap=0.1{end}"
    if form == 1:
        return (
            f"format=ellipse,x={x:.0f},y={y:.0f},major={2 * radius:.0f},minor={radius:.0f},"
            f"pts={rng.randint(5, 12)},degs={rng.randint(0, 180)},snap=0.1{end}"
        )
    angles = sorted(rng.sample(range(0, 360, 5), rng.randint(3, 7)))
    if form == 2:
        angles.reverse()
    corners = [(x + radius * math.sin(math.radians(a)), y + radius * math.cos(math.radians(a))) for a in angles]
    return f"pts={{{':'.join(f'{a:.2f},{b:.2f}' for a, b in corners)}}}{end}"


def region(rng: Random) -> str:
    """Return a polygon that holds the start."""
    return polygon(rng, low=5.0, high=60.0) if rng.random() < 0.3 else polygon(rng, low=2.0, high=80.0)


def flag(rng: Random, kind: str = "") -> str:
    """Return a flag, often with a macro, sometimes with a destination or a condition."""
    macros = MACROS
    if (own := OWN_MACROS.get(kind)) and rng.random() < 0.6:
        macros = tuple(f"$[{one}]" for one in own)
    value = rng.choice((number(rng, -5, 5), "on", '"2"', "true", "a=$[CTR]", *rng.sample(macros, min(3, len(macros)))))
    if rng.random() < 0.25:
        value = f"x={rng.choice(macros)},y={rng.choice(macros)}"
    before = rng.choice(("",) * 8 + ("#all ", "#blue+ ", "#blue ", "#all+ "))
    after = rng.choice(("",) * 8 + (" [if] GO = true", " [if] LEVEL > 2"))
    return f"{before}F_{rng.randint(1, 9)} = {value}{after}"


#: Names of visual hints, of the kinds that have their own.
HINTS = {
    "ZigZag": ("draw_set_hdg", "draw_req_hdg", "set_hdg_color", "req_hdg_color"),
    "AvoidObstacle": ("obstacle_edge_color", "obstacle_fill_color", "obstacle_fill_transparency", "buffer_edge_color",
                      "buffer_vertex_color"),
    "AvoidObstacleX": ("obstacle_edge_color", "buffer_min_edge_color", "buffer_max_vertex_color"),
    "AvoidObstacleV21": ("obstacle_edge_color", "buffer_max_edge_color", "buffer_min_edge_size"),
    "AvoidObstacleV24": ("edge_color", "gut_edge_color", "mid_vertex_color", "rim_edge_size", "fill_color"),
    "OpRegionV24": ("edge_color", "save_edge_color", "halt_vertex_color", "core_edge_color", "vertex_size"),
}  # fmt: skip
_HINTS = ("edge_color", "vertex_color", "nextpt_color", "label_color", "edge_size", "vertex_size", "nextpt_lcolor",
          "nextpt_vertex_size")  # fmt: skip


def hints(rng: Random, kind: str = "") -> str:
    """Return visual hints of a kind."""
    chosen = rng.sample(HINTS.get(kind, _HINTS), 2)
    found = []
    for one in chosen:
        size = one.endswith(("size", "transparency"))
        truth = one.startswith("draw")
        found.append(
            f"{one}={rng.choice(('true', 'false')) if truth else rng.randint(1, 4) if size else rng.choice(COLOURS)}"
        )
    return ",".join(found)


def interval(rng: Random) -> str:
    low = rng.uniform(0, 40)
    return f"{low:.0f},{low + rng.uniform(5, 80):.0f}"


def _leg(rng: Random) -> str:
    return rng.choice((
        f"{number(rng, -30, 30)}:{number(rng, -30, 30)}:{number(rng, 0, 359)}:{number(rng, 20, 70)}",
        f"x={number(rng, -30, 30)},y={number(rng, -30, 30)},ang={number(rng, 0, 359)},len={number(rng, 20, 70)}",
    ))  # fmt: skip


def _turn_spec(rng: Random) -> str:
    parts = {
        "spd": number(rng, 0.5, 3), "mhdg": number(rng, 5, 60), "fix": number(rng, 20, 200),
        "turn": rng.choice(("port", "star", "starboard")), "timeout": number(rng, 5, 40), "flag": "TURNED=$[TURN_DIST]",
    }  # fmt: skip
    return ",".join(f"{name}={parts[name]}" for name in rng.sample(sorted(parts), rng.randint(2, 5)))


TEXTS: dict[str, Callable[[Random], str]] = {
    "points": points,
    "newpt": point, "point": lambda r: r.choice((point(r), point(r), "start")),
    "xpoints": lambda r: points(r, r.randint(1, 4)),
    "order": lambda r: r.choice(("normal", "reverse", "toggle")),
    "lead_condition": lambda r: r.choice(("GO = true", "LEVEL > 2")),
    "end_spd": lambda r: f"slow_dist={number(r, 10, 40)},stop_dist={number(r, 1, 10)}",
    "ipf_type": lambda r: r.choice(("zaic", "zaic_spd", "roc")),
    "visual_hints": hints,
    "center_assign": lambda r: r.choice((point(r), f"{r.randint(-9, 9)},{r.randint(-9, 9)}", "present_position")),
    "leg": _leg,
    "leg_spds": lambda r: ",".join(number(r, 0.5, 3) for _ in range(r.randint(1, 4))),
    "turn_dir": lambda r: r.choice(("port", "star", "starboard")),
    "depth": lambda r: ":".join(f"{number(r, 0, 30)},{r.randint(0, 8)}" for _ in range(r.randint(1, 3))),
    "turn_spec": _turn_spec,
    "rstation_position": lambda r: r.choice((f"{r.randint(5, 40)},{r.randint(0, 359)}", "present_position")),
    "dist_priority_interval": interval, "cpa_utility_interval": interval,
    "velocity_filter": lambda r: f"min_spd={number(r, 0.2, 1)},max_spd={number(r, 1, 3)},pct={r.randint(0, 100)}",
    "rng_flag": lambda r: f"<{r.randint(5, 50)} RNGF=$[RNG]",
    "cpa_flag": lambda r: "CPAF=$[CPA]",
    "cnflag": lambda r: f"{r.choice(('@<', '@>', '<', '>'))}{r.randint(5, 60)} CN_{r.randint(1, 3)} = "
    f"{r.choice(('$[RANGE]', '$[CN_NAME]', '$[CNX]', '$[CTR]', 'near', '3', '$[BNG_RATE]', 'r=$[RANGE],h=$[CNH]'))}"
    if r.random() < 0.7 else f"{r.choice(('@cpa', '@os_passed_cn', '@cn_passed_os', '@os_passed_cn_port'))} CN_4 = 1",
    "decay": interval,
    "bearing_line_config": lambda r: r.choice(("white:0, green:0.65, red:100", "info:range,red:20,white:8000")),
    "match_name": lambda r: r.choice(("ben", "ben:cal")), "ignore_name": lambda r: "cal",
    "match_group": lambda r: r.choice(("blue", "red")), "ignore_group": lambda r: r.choice(("blue", "red")),
    "match_type": lambda r: r.choice(("kayak", "ship", "kayak:ship")), "ignore_type": lambda r: "ship",
    "match_region": region, "ignore_region": region,
    "contact_type_required": lambda r: r.choice(("kayak", "ship")),
    "avoid_submode": lambda r: "none",
    "build_info": lambda r: r.choice((
        "uniform_piece=discrete@course:5,speed:4", "uniform_amount=200",
        "uniform_piece=discrete@course:3,speed:3#uniform_grid=discrete@course:9,speed:6",
    )),
    "post_mapping": lambda r: r.choice(("WPT_STAT, silent", "VIEW_POINT, VP2", "F_1, F_99")),
    "no_starve": lambda r: f"GO, LEVEL, {r.randint(1, 20)}",
    "duration_reset": lambda r: r.choice(("GO=true", "LEVEL")),
    "mid_leg_flag": lambda r: flag(r, "LegRun"), "mid_turn_flag": lambda r: flag(r, "LegRun"),
    "repeat": lambda r: r.choice(("0", "1", "2", "forever")),
    "acomms_mark_variable": lambda r: f"ACOMMS_GO,{r.randint(3, 20)},{r.randint(1, 4)}",
    "shift_pt": point,
    "failure_type": lambda r: "hang,0",
    "post_suffix": lambda r: r.choice(("A", "_b")), "status_suffix": lambda r: r.choice(("A", "_b")),
    "arrival_flag": lambda r: "ARRIVED",
    "reset": lambda r: "true",
    "id": lambda r: "ob_0", "obstacle_key": lambda r: "ob_0",
    "heading": lambda r: number(r, 0, 359),
}  # fmt: skip

#: Ranges of numbers by a part of their name, first that fits.
RANGES: tuple[tuple[str, float, float], ...] = (
    ("pcheck", 0, 1), ("summit", 0, 60), ("inner_dist", 2, 25), ("outer_dist", 20, 120), ("completed_dist", 30, 130),
    ("min_util", 2, 12), ("max_util", 8, 30), ("giveup", 20, 120), ("trail_range", 5, 50), ("bow_dist", 5, 40),
    ("rad_mod", -3, 3), ("len_mod", -10, 10), ("ang_mod", -30, 30), ("ext_mod", -3, 3), ("bias_mod", -20, 20),
    ("mod_poly_rad", -4, 8), ("mod_speed", -0.5, 0.8), ("_pct", 10, 90), ("turn_rad_min", 1, 4), ("pt_gap", 5, 60),
    ("bias", -80, 80), ("_ext", 0, 15), ("_rad", 4, 15), ("leg_len", 20, 60), ("leg_ang", 0, 359),
    ("mark_range", 3, 20), ("rng_estop", 3, 15), ("rng_tgating", 10, 30), ("rng_lagging", 30, 70), ("slower", 0.2, 1),
    ("faster", 1, 2), ("spd_max", 1, 3), ("thresh", 0.1, 10), ("acquire", 3, 25), ("slip", 4, 25), ("nm_radius", 6, 40),
    ("inner_radius", 2, 8), ("outer_radius", 8, 30), ("hibernation", 10, 40), ("radius", 2, 12), ("swing", 0, 8),
    ("speed_peak", 0, 1), ("speed_base", 0.5, 3), ("speed", 0.2, 3.5), ("patience", 1, 99), ("ratio", 1, 99),
    ("heading_delta", 10, 170), ("heading_base", 20, 180), ("heading_peak", 0, 40), ("window", 5, 200),
    ("zig_angle", 5, 60), ("mod_hdg", 5, 60), ("fix_turn", 20, 250), ("turn_range", 5, 120), ("trail_angle", 0, 359),
    ("hdg", 0, 359), ("slingshot", 30, 400), ("lead", 2, 25), ("memory_time", 2, 20), ("period_", 2, 15),
    ("period", 10, 40), ("trigger", 0.2, 4), ("max_time", 10, 60), ("delay", 0.5, 5), ("timeout", 3, 30),
    ("time", 5, 90), ("duration", 3, 40), ("save_dist", 3, 12), ("halt_dist", 12, 30), ("max_depth", 3, 30),
    ("altitude", 1, 20), ("depth", 0, 30), ("delta", 0.5, 4), ("odo", 20, 90), ("legs", 1, 6), ("zags", 1, 3),
    ("ttc", 5, 40), ("buffer", 2, 10), ("width", 20, 150), ("stiff", 0.1, 3), ("center", -40, 40), ("pt", -40, 40),
    ("dampen", 0, 1), ("heighten", 1, 2), ("eval_tol", 5, 200), ("utility", 20, 100), ("strength", 1, 100),
    ("odd", 1, 9), ("pwt", 10, 300), ("pri", 10, 300), ("spd", 0.5, 3), ("currix", 0, 2), ("size", 1, 4),
)  # fmt: skip


def value(rng: Random, key: Key, kind: str = "") -> str | None:
    """Return a random value of a parameter, None for one without any."""
    if key.name == "visual_hints":
        return hints(rng, kind)
    if (make := TEXTS.get(key.name)) is not None and not (key.name == "depth" and key.kind == "number"):
        return make(rng)
    if key.choices:
        return rng.choice(key.choices)
    if key.kind == "flag":
        return flag(rng, kind)
    if key.kind == "bool":
        return rng.choice(("true", "false"))
    if key.kind == "variable":
        return f"V_{key.name.upper()}" if rng.random() < 0.8 else "silent"
    if key.kind in ("number", "integer"):
        low, high = next(((a, b) for part, a, b in RANGES if part in key.name), (0.0, 10.0))
        if key.minimum is not None:
            low = max(low, key.minimum)
        if key.maximum is not None:
            high = min(high, key.maximum)
        return (
            str(rng.randint(math.ceil(low), max(math.ceil(low), int(high))))
            if key.kind == "integer"
            else number(rng, max(low, 0.1) if key.above is not None else low, high)
        )
    if key.kind == "polygon":
        return region(rng)
    if key.kind == "point":
        return point(rng)
    if key.kind == "colour":
        return rng.choice(COLOURS[:-1])
    return None
