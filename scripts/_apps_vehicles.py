"""Random keys and mail of the simulated vehicles, for scripts/apps-oracle."""

from __future__ import annotations

from _apps_timers import PID_KEYS
from _apps_values import BOOL, Block, Drawn, Mail, number, polygon, span


def thrust_map(drawn: Drawn) -> str:
    """Return a thrust map, good or with one bad entry."""
    rng = drawn.rng
    thrusts = sorted(
        {rng.choice((-100, -75, -50, -10, 0, 20, 33.3, 40, 60, 80, 100, 120)) for _ in range(rng.randint(1, 5))}
    )
    speed, entries = -3.0, []
    for thrust in thrusts:
        speed += rng.uniform(-0.2, 2.5)
        entries.append(f"{thrust}:{speed:.{rng.choice((0, 1, 2))}f}")
    if rng.random() < 0.3:
        rng.shuffle(entries)
    if rng.random() < 0.08:
        entries.append(rng.choice(("x:3", "50", "50:", "200:9", "", "40:1:2", entries[0])))
    return rng.choice((",", ", ")).join(entries)


def vector(drawn: Drawn) -> str:
    """Return a vector of drift."""
    rng = drawn.rng
    usual = f"{rng.uniform(-30, 400):.{rng.choice((0, 1))}f},{rng.uniform(-1, 2):.{rng.choice((0, 2))}f}"
    return rng.choice((usual,) * 6 + ("90, 0.5", "90", "x,1", "45,0", "90,1,3"))


def pose(drawn: Drawn) -> str:
    """Return a pose."""
    rng = drawn.rng
    x, y, heading, speed, depth = (
        f"{rng.uniform(*ends):.1f}" for ends in ((-90, 90), (-90, 90), (-20, 380), (-1, 4), (-1, 9))
    )
    forms = [f"x={x},y={y}", f"x={x}, y={y}, heading={heading}, speed={speed}, depth={depth}",
    f"{x},{y},{heading},{speed},{depth}",
             f"{x},{y}", f"X={x},Y={y},HDG={heading},spd={speed},dep={depth}", f"y={y},deg={heading}",
             f"x={x},foo=3,y={y}", "", x,
             f"x={x},{y},{heading}"]  # fmt: skip
    return rng.choice((*forms[:5], *forms))


def wormhole(drawn: Drawn) -> str:
    """Return a pair of wormholes, or a setting of all."""
    rng = drawn.rng
    parts = [
        f"tag={rng.choice(('one', 'two'))}",
        f"madrid_poly={polygon(drawn, 20)}",
        f"weber_poly={polygon(drawn, 40)}",
    ]
    for part in (
        "connection=from_madrid",
        "connection=from_weber",
        "delay=2",
        "id_change=true",
        "connection=both",
        "foo=3",
    ):
        if rng.random() < 0.15:
            parts.append(part)
    return ",".join(parts)


_SAME: Block = {
    "start_x": span(-40, 40), "start_y": span(-40, 40), "start_heading": span(-90, 400), "start_speed": span(-1, 4),
    "start_depth": span(-1, 9), "start_pos": pose, "buoyancy_rate": span(-0.5, 0.5), "drift_x": span(-1, 1),
    "drift_y": span(-1, 1), "drift_vector": vector, "rotate_speed": span(-5, 5), "max_acceleration": span(-0.1, 2),
    "max_deceleration": span(-0.1, 2), "max_depth_rate": span(-0.5, 2), "max_depth_rate_speed": span(-0.5, 4, "0"),
    "max_rudder_degs_per_sec": span(-10, 90, "0"), "prefix": "USM|NAV|SIM|A B", "sim_pause": BOOL, "dual_state": BOOL,
    "thrust_reflect": BOOL, "thrust_factor": span(-1, 30), "thrust_map*": thrust_map, "turn_rate": span(-10, 120),
    "default_water_depth": span(-5, 60), "trim_tolerance": span(0, 9), "max_trim_delay": span(0, 12),
}  # fmt: skip
#: Without turn_radius, which makes not-a-number of a vehicle there and is mended here.
_V22: Block = {
    **_SAME, "max_speed": span(-1, 6), "wind_conditions": "spd=5,dir=90|spd=2, dir=-20|spd=x|dir=30",
    "polar_plot": "0,0:20,30:45,60:90,80:120,85:150,83:166,80:180,70|45,50:90,80|x", "turn_spd_map_full_speed": span(0,
    5),
    "turn_spd_map_null_speed": span(0, 2), "turn_spd_map_full_rate": span(0, 120), "turn_spd_map_null_rate": span(0,
    60),
    "turn_spd_loss": span(-0.1, 1.2), "thrust_mode_diff": f"{BOOL}|differential|normal", "thrust_mode_reverse": BOOL,
    "wormhole": wormhole, "post_des_thrust": "DESIRED_THRUST|THR|A B", "post_des_rudder": "RUD",
    "post_navpos_summary": BOOL,
}  # fmt: skip
_V23 = {key: one for key, one in _V22.items() if key not in ("max_speed", "turn_spd_loss", "post_navpos_summary")}
_V23 |= {"thrust_map_fan": thrust_map, "depth_info_acast": BOOL}

_STEERING: Mail = {
    "DESIRED_THRUST": (0.15, number(-110, 120)), "DESIRED_RUDDER": (0.2, number(-120, 120)),
    "DESIRED_ELEVATOR": (0.1, number(-50, 50)), "DESIRED_THRUST_L|DESIRED_THRUST_R": (0.05, number(-110, 120)),
}  # fmt: skip
_MAIL: Mail = {
    "USM_SIM_PAUSED": (0.01, BOOL), "THRUST_MODE_REVERSE": (0.02, BOOL), "THRUST_MODE_DIFFERENTIAL": (0.02, BOOL),
    "BUOYANCY_RATE": (0.02, number(-0.3, 0.3)), "ROTATE_SPEED": (0.02, number(-4, 4)), "CURRENT_X|DRIFT_X": (0.02,
    number(-1, 1)),
    "CURRENT_Y|DRIFT_Y": (0.02, number(-1, 1)), "DRIFT_VECTOR|DRIFT_VECTOR_ADD": (0.03, vector),
    "DRIFT_VECTOR_MULT": (0.02, number(-2, 2)), "WATER_DEPTH": (0.02, number(-1, 40)), "USM_RESET": (0.01, pose),
    "USM_TURN_RATE": (0.02, number(-5, 110)), "USM_ENABLED": (0.02, f"{BOOL}|true|true|toggle"),
    "BUOYANCY_CONTROL|TRIM_CONTROL": (0.02, "true|false|TRUE"), "OBSTACLE_HIT": (0.01, BOOL),
}  # fmt: skip
_OTHER_V22: Mail = {
    **_MAIL, "USM_RESET_NAV": (0.01, "true"),
    "WIND_CONDITIONS": (0.02, "spd=5,dir=90|spd=2|dir=3"),
}  # fmt: skip
_MAIL_V22: Mail = {**_STEERING, **_OTHER_V22}
#: Of one that is steered by wishes: whether it hears of rudder and thrust depends on how fast it connects.
_WISHES: Mail = {
    "DESIRED_HEADING": (0.4, number(-30, 400)), "DESIRED_SPEED": (0.4, number(-1, 4)), "DESIRED_DEPTH": (0.3,
    number(-1, 20)),
    "SPEED_FACTOR": (0.02, number(-2, 30)), "MOOS_MANUAL_OVERRIDE": (0.08, "true|false|false|TRUE|False|x"),
}  # fmt: skip
_CLASSIC_MAIL: Mail = {**_STEERING, **_MAIL, "OBSTACLE_HIT": (0.01, number(0, 1))}

#: By the name of a scenario; the program is the first word.
BLOCKS: dict[str, Block] = {
    "uSimMarineV22": _V22, "uSimMarineV22 steered": {**_V22, **PID_KEYS}, "uSimMarineV23": _V23, "uSimMarine": _SAME,
}  # fmt: skip
MAIL: dict[str, Mail] = {
    "uSimMarineV22": _MAIL_V22, "uSimMarineV22 steered": {**_OTHER_V22, **_WISHES}, "uSimMarine": _CLASSIC_MAIL,
    "uSimMarineV23": {**_MAIL_V22, "DESIRED_FAN": (0.05, number(-100, 100))},
}  # fmt: skip
