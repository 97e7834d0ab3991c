"""Random keys and mail of sensors, monitors and small applications, for scripts/apps-oracle."""

from __future__ import annotations

from collections.abc import Callable

from _apps_values import BOOL, COLOUR, GROUPS, Block, Drawn, Mail, flag, number, polygon, span


def obstacle_file(drawn: Drawn) -> str:
    """Make a file of obstacles and return its name."""
    rng = drawn.rng
    name = rng.choice(("obs.txt", "other.txt"))
    lines = [f"poly = {polygon(drawn, 50.0)},label=ob_{i}" for i in range(rng.randint(0, 4))]
    lines = [line + rng.choice(("", "", ",vsource=radar", ",duration=7", ",msg=hi")) for line in lines]
    lines += [f"{key} = {span(1, 12)(drawn)}" for key in ("min_range", "min_size", "max_size") if rng.random() < 0.9]
    if rng.random() < 0.8:
        lines.append("region = pts={-80,-80:80,-80:80,80:-80,80}")
    for line in (
        "// remark",
        "",
        "foo = 3",
        "min_range = x",
        "poly = pts={1,1:2,2},label=z",
        "region = 5",
        "REGION = 3",
        "poly = pts={0,0:9,0:0,9}",
        "max_size=0",
        "min_size = 30",
    ):
        if rng.random() < 0.07:
            lines.append(line)
    rng.shuffle(lines)
    drawn.files[name] = "\n".join(lines) + "\n"
    return name if rng.random() < 0.95 else "none.txt"


def known_obstacle(drawn: Drawn) -> str:
    """Return an obstacle for those that count encounters with it."""
    rng = drawn.rng
    parts = [polygon(drawn, 80.0), f"label=ob_{rng.randint(0, 2)}"]
    if rng.random() < 0.15:
        parts.append(rng.choice(("duration=5", "vsource=radar", "foo", "active=false")))
    if rng.random() < 0.1:
        parts.pop(1)
    return ",".join(parts)


_PAIR = ("$V1", "$V2", "$UP_V1", "$UP_V2", "$IDX", "$CPA", "$[ben@40]", "$[V1@100]", "$[v2@0]", "$[zoe@x]")
_WITH = ("$VNAME", "$UP_VNAME", "$ID", "$DIST", "$ENC_CNT", "$COLL_CNT", "$MISS_CNT")


def exactly(*macros: str) -> Callable[[Drawn], str]:
    """Return a drawer of flags whose value is often one macro alone."""
    usual = flag(*macros)
    return lambda drawn: (
        f"OUT_{drawn.rng.choice(macros)}={drawn.rng.choice(macros)}" if drawn.rng.random() < 0.4 else usual(drawn)
    )


# -- range sensors


def distances(drawn: Drawn) -> str:
    """Return distances of a sensor: nothing is heard by chance."""
    name = drawn.rng.choice(("default", "ben", "BEN", "cal", "abe"))
    values = ("5000", "nolimit", "unlimited", "-3", "x", "99.5e2", "NoLimit")
    return f"{name}={drawn.rng.choice(values if name == 'default' else ('0', '1', *values))}"


def beacon(drawn: Drawn) -> str:
    """Return a beacon."""
    rng = drawn.rng
    parts = [f"x={rng.uniform(-90, 90):.1f}", f"y={rng.uniform(-90, 90):.0f}", f"label=b{rng.randint(0, 5)}"]
    for key, values in (
        ("freq", "5|5:5|never|0|x|10:9|9:10"),
        ("shape", "circle|square|diamond|foo"),
        ("color", COLOUR),
        ("width", "3|0|-1|x"),
        ("push_dist", "30|nolimit|0|-1|x"),
        ("pull_dist", "40|nolimit|0|x"),
        ("foo", "3"),
        ("X", "5"),
    ):
        if rng.random() < 0.2:
            parts.append(f"{key}={rng.choice(values.split('|'))}")
    if rng.random() < 0.08:
        parts.pop(rng.randrange(3))
    if rng.random() < 0.2:
        rng.shuffle(parts)
    return ",".join(parts)


def ranging_request(drawn: Drawn) -> str:
    """Return a request of a range."""
    name = drawn.name()
    return drawn.rng.choice(
        (f"name={name}",) * 6 + (f"name={name},foo=3", f"NAME={name}", f"name = {name}", "name=", "x")
    )


# -- pEchoVar, pDeadManPost, pSearchGrid, pSpoofNode


def echo(drawn: Drawn) -> str:
    """Return an echo."""
    rng = drawn.rng
    one, other = rng.choice("ABCD"), rng.choice("EFGHA")
    return rng.choice(
        (
            f"{one} -> {other}",
            f"{one}->{other}",
            f"{one} > {other}",
            f"{one} !-> {other}",
            f"{one} -> {one}2",
            f"{one} !> {other}",
            f"{one} {other}",
            f"{one} -> ",
            f"-> {other}",
            f"{one} -> {other} -> Z",
        )
    )


def flip(number: int) -> Callable[[Drawn], str]:
    """Return a drawer of the parts of a flip."""

    def one(drawn: Drawn) -> str:
        rng = drawn.rng
        return rng.choice(
            (
                f"source_variable = {'ABC'[number % 3]}",
                f"dest_variable = FLIP{number}",
                "source_separator = #",
                "dest_separator = :",
                "component = x -> y",
                "component = y -> x",
                "component = spd -> SPEED",
                "x -> xx",
                "filter = type == kayak",
                "filter = x == 3",
                "component = x",
                "filter = type = kayak",
                "foo = bar",
                "source_separator = ##",
                "dest_separator =",
                "source_separator = ,",
            )
        )

    return one


def echoed(drawn: Drawn) -> float | str:
    """Return what is echoed."""
    return drawn.rng.choice(
        (
            1.0,
            2.5,
            "true",
            "FALSE",
            "False",
            "tRue",
            "x=3,y=4",
            "x=3,type=kayak",
            "x=5, type = Kayak",
            "x=1#y=2",
            "spd=2,x=,y",
            "a b",
            "",
            "x=1,x=2,type=ship",
            "5",
        )
    )


def grid(drawn: Drawn) -> str:
    """Return a part of a grid's configuration."""
    rng = drawn.rng
    return rng.choice(
        (
            "pts={-100,-100:100,-100:100,100:-100,100}",
            "pts={-60,-20:90,-40:40,80}",
            f"cell_size={rng.choice((20, 35, 50, 0, 'x'))}",
            "cell_vars=x:0",
            "cell_vars=x:0:y:5",
            "cell_vars=n:2.5",
            "cell_min=x:0",
            "cell_max=x:3",
            "cell_min=y:-1",
            "cell_min_hi=x:2",
            "label=grid",
            "cell_size=25,cell_vars=x:0",
            "foo=3",
            "pts={0,0:5,5}",
            "cell_max=n:9",
            "pts={-90,-90:90,-90:90,90:-90,90},cell_size=30,cell_vars=x:0",
            "fill_color=red",
            "edge_color=white",
        )
    )


def spoof(drawn: Drawn) -> str:
    """Return a request of a vehicle that is not there."""
    rng = drawn.rng
    parts = [f"x={span(-50, 50)(drawn)}", f"y={span(-50, 50)(drawn)}"]
    for key, values in (
        ("name", "ben|Cal|a b|c_1|7"),
        ("hdg", "90|-45|400|x"),
        ("spd", "0|2|-1|1.5|x"),
        ("len", "4|x|0"),
        ("group", "red|Blue|a b|3"),
        ("type", "kayak|SHIP|foo|a-b"),
        ("color", "green|nocolor|White"),
        ("vsource", "ais|a b"),
        ("dur", "2|5|0|-1|x"),
        ("foo", "3"),
        ("X", "7"),
        ("time", "3"),
    ):
        if rng.random() < 0.25:
            parts.append(f"{key}={rng.choice(values.split('|'))}")
    if rng.random() < 0.08:
        parts.pop(rng.randrange(2))
    return rng.choice((",", ", ", " , ")).join(parts)


# -- uProcessWatch, uLoadWatch

_PROGRAMS = ("pA", "pB", "pLogger", "uXMS", "pHelmIvP", "pNew_1", "DBWebServer", "pC")


def clients(drawn: Drawn) -> str:
    """Return the clients of a community."""
    found = drawn.rng.sample(_PROGRAMS, drawn.rng.randint(0, 6))
    return ",".join(found) + drawn.rng.choice(("", "", ","))


def loadcast(drawn: Drawn) -> float:
    """Return the gap of an iteration."""
    return drawn.rng.choice((0.5, 1.0, 1.2, 1.95, 2.5, 3.5, 8.0))


BLOCKS: dict[str, Block] = {
    "uFldObstacleSim": {
        "obstacle_file!*": obstacle_file,
        "draw_region": BOOL,
        "max_duration": "0|-1|off|x",
        "min_duration": "10|10|0|-1|off",
        "point_size": span(0, 5),
        "poly_edge_color": COLOUR,
        "poly_edge_size": span(0, 3),
        "poly_fill_color": COLOUR,
        "poly_label_color": COLOUR,
        "poly_transparency": span(0, 1.5),
        "poly_vert_color": COLOUR,
        "poly_vert_size": span(0, 4),
        "post_points": "false|false|true|no",
        "post_visuals": BOOL,
        "rate_points": span(0, 4),
        "refresh_interval": span(0, 10, "off"),
        "region_edge_color": COLOUR,
        "region_vert_color": COLOUR,
        "reset_interval": span(0, 10, "off"),
        "reset_range": span(0, 30),
        "reuse_ids": BOOL,
        "sensor_range": span(0, 90),
    },
    "uFldCollisionDetect": {
        "collision_range": span(0, 40),
        "near_miss_range": span(0, 60),
        "encounter_range!": span(5, 150),
        "collision_flag*": exactly(*_PAIR),
        "near_miss_flag*": exactly(*_PAIR),
        "encounter_flag!*": exactly(*_PAIR),
        "condition": "GO = true|(A > 3) or (GO = true)|GO != false|bad ((|A=B",
        "encounter_rings": BOOL,
        "ignore_group*": GROUPS,
        "reject_group*": GROUPS,
        "post_closest_range": BOOL,
        "post_closest_range_ever": BOOL,
        "pulse_duration": span(0, 9),
        "pulse_range": span(0, 30),
        "pulse_render": BOOL,
        "report_all_encounters": BOOL,
        "verbose": BOOL,
    },
    "uFldCollObDetect": {
        "encounter_dist!": span(5, 60),
        "near_miss_dist": span(0, 40),
        "collision_dist": span(0, 20),
        "encounter_flag!*": exactly(*_WITH),
        "near_miss_flag*": exactly(*_WITH),
        "collision_flag*": exactly(*_WITH),
        "bin_min_val": span(0, 3),
        "bin_delta": span(0, 3),
    },
    "uFldContactRangeSensor": {
        "push_distance*": distances,
        "pull_distance*": distances,
        "push_dist*": distances,
        "pull_dist*": distances,
        "ping_wait": lambda d: d.rng.choice(("default=3", "ben=5", "default=0", "cal=x", "default=-1", "BEN=2")),
        "report_vars": "short|long|both|SHORT|none",
        "allow_echo_types": "kayak|ship,kayak|KAYAK| kayak , auv|kayak ship",
        "ping_color": COLOUR,
        "echo_color": COLOUR,
        "reply_color": COLOUR,
        "rn_algorithm": "uniform|gaussian|uniform,pct=0|foo",
        "display_pulses": BOOL,
        "ground_truth": BOOL,
        "rn_uniform_pct": "0|-1|x",
        "rn_gaussian_sigma": span(0, 3),
        "sensor_arc": "360|-90:90|-45:45,90:180|270:90|x|0:0|45:-45|180:180",
        "ignore_group": "red",
    },
    "uFldBeaconRangeSensor": {
        "beacon!*": beacon,
        "default_beacon_color": COLOUR,
        "default_beacon_freq": "never|4|NEVER|x|0",
        "default_beacon_push_dist": span(0, 90, "nolimit"),
        "default_beacon_pull_dist": span(0, 90, "nolimit"),
        "default_beacon_shape": "circle|square|efield|foo",
        "default_beacon_width": span(0, 9),
        "ground_truth": BOOL,
        "node_pull_dist*": lambda d: f"{d.name()}={d.rng.choice(('30', '0', 'nolimit', 'x', '-5'))}",
        "node_push_dist*": lambda d: f"{d.name()}={d.rng.choice(('30', '90', 'nolimit', 'x'))}",
        "ping_payments": "upon_response|upon_request|upon_accept|UPON_REQUEST|foo",
        "ping_wait*": lambda d: f"{d.name()}={d.rng.choice(('3', '0', 'x', '-1'))}",
        "report_vars": "short|long|both|LONG|x",
        "rn_algorithm": "uniform,pct=0|foo",
        "rn_uniform_pct": "0|x|-3",
        "verbose": BOOL,
    },
    "pEchoVar": {
        "echo!*": echo,
        "flip:1*": flip(0),
        "FLIP:b*": flip(1),
        "flip:*": flip(2),
        "hold_messages": BOOL,
        "echo_latest_only": BOOL,
        "condition": "A = 3|GO = true",
    },
    "pDeadManPost": {
        "heartbeat_var!": "BEAT|HB|A B",
        "deadflag!*": flag(),
        "max_noheart": span(0, 12),
        "active_at_start": BOOL,
        "post_policy": "once|repeat|reset|REPEAT|foo",
    },
    "pSearchGrid": {
        "grid_config!*": grid,
        "report_deltas": BOOL,
        "grid_label": "psg|Mine|a b",
        "grid_var_name": "VIEW_GRID|my_grid|A B",
        "match_name*": "abe|ben|ABE",
        "ignore_name*": "ben|abe|zoe",
    },
    "pSpoofNode": {
        "refresh_interval": span(0, 4),
        "default_vtype": "kayak|SHIP|foo|a b",
        "default_color": COLOUR,
        "default_length": span(-1, 9),
        "default_hdg": span(-90, 400),
        "default_spd": span(-1, 4),
        "default_duration": span(-1, 9),
        "default_group": "red|a b",
        "default_vsource": "ais|a b",
        "spoof*": spoof,
    },
    "uProcessWatch": {
        "watch*": "pA|pB:B_UP|pA,pB|pC*|pNew*:NEW_UP|all|p*|pLogger|pA:|:X|pA:a b",
        "nowatch*": "uXMS|uXMS*|pA|pHelmIvP,pB",
        "watch_all": "true|false|antler|dbclients|foo",
        "summary_wait": span(-1, 9),
        "allow_retractions": BOOL,
        "post_mapping*": "PROC_WATCH_SUMMARY,PWS|PROC_WATCH_EVENT,PWE|PROC_WATCH_ALL_OK,silent|x",
    },
    "uLoadWatch": {
        "thresh!*": "app=ANY,gapthresh=2|app=PA,gapthresh=1.5|app=pA,gapthresh=3|any:2|app=PB,gapthresh=0.5|"
        "app=PB|gapthresh=2|app=PC, gapthresh=x",
        "near_breach_thresh": "0.9|0.5|0|1|2|-1|x",
        "breach_trigger": span(0, 3),
    },
}

MAIL: dict[str, Mail] = {
    "uFldObstacleSim": {
        "PMV_CONNECT": (0.05, "true"),
        "OBM_CONNECT": (0.05, "true"),
        "UFOS_RESET": (0.02, "true"),
        "VEHICLE_CONNECT": (0.03, "ben"),
        "UFOS_POINT_SIZE": (0.05, "bigger|smaller|Bigger|5|0.5|x"),
    },
    "uFldCollisionDetect": {
        "UCD_RESET": (0.02, "true"),
        "GO": (0.1, "true|false"),
        "A": (0.1, number(0, 6)),
        "B": (0.05, "3|true"),
    },
    "uFldCollObDetect": {"KNOWN_OBSTACLE": (0.15, known_obstacle), "KNOWN_OBSTACLE_CLEAR": (0.02, "all|ALL|ob_0|zz|")},
    "uFldContactRangeSensor": {"CRS_RANGE_REQUEST": (0.3, ranging_request)},
    "uFldBeaconRangeSensor": {"BRS_RANGE_REQUEST": (0.3, ranging_request)},
    "pEchoVar": {"A|B|C|D": (0.25, echoed)},
    "pDeadManPost": {"BEAT|HB|AB": (0.12, "1|x")},
    "pSearchGrid": {"PSG_RESET_GRID": (0.03, "true")},
    "pSpoofNode": {
        "SPOOF": (0.15, spoof),
        "SPOOF_CANCEL": (0.06, "vname=ben|contact=cal|group=red|vname=C0000|VNAME=ben|vname=c0001|group=Blue|x|ben"),
    },
    "uProcessWatch": {"DB_CLIENTS": (0.4, clients), "EXITED_NORMALLY": (0.08, "pA|pB|pZ")},
    "uLoadWatch": {"PA_ITER_GAP|PB_ITER_GAP|PC_ITER_GAP": (0.3, loadcast), "PA_ITER_LEN": (0.1, loadcast)},
}
