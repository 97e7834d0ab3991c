"""Random keys and mail of the managers of contacts and obstacles, for scripts/apps-oracle."""

from __future__ import annotations

from collections.abc import Callable

from _apps_values import BOOL, COLOUR, GROUPS, MACROS, Block, Drawn, Mail, flag, junk, polygon, span


def alert(drawn: Drawn) -> str:
    """Return an alert."""
    rng = drawn.rng
    parts = [f"id={rng.choice(('avd', 'near', 'Far', 'a b'))}"] if rng.random() < 0.9 else []
    near = rng.uniform(5, 120)
    some = [
        f"alert_range={near:.0f}", f"cpa_range={near * rng.uniform(0.8, 2):.1f}", f"on_flag={flag(*MACROS)(drawn)}",
        f"onflag={flag(*MACROS)(drawn)}", f"off_flag={flag(*MACROS)(drawn)}", f"offflag={flag(*MACROS)(drawn)}",
        f"match_type={rng.choice(('kayak', 'ship', 'Kayak', 'auv'))}", f"ignore_type={rng.choice(('ship', 'kayak'))}",
        f"match_group={rng.choice(('red', 'Red', 'blue'))}", f"ignore_group={rng.choice(('red', 'blue'))}",
        f"match_name={drawn.name()}", f"ignore_name={drawn.name()}", f'match_region="{polygon(drawn)}"',
        f'ignore_region="{polygon(drawn)}"', f"match_region={polygon(drawn)}",
        f"strict_ignore={rng.choice(BOOL.split('|'))}",
        "var=OLD", "val=$[VNAME]", "pattern=name=$[VNAME]", f"alert_range={junk(rng)}", f"cpa_range={junk(rng)}",
        f"{junk(rng)}", "alert_range=0", "action=disable", "action=enable", f'on_flag="{flag(*MACROS)(drawn)}"',
    ]  # fmt: skip
    weights = [12, 7, 10, 3, 6, 3, 2, 2, 2, 2, 1, 1, 2, 2, 0.7, 1, 1, 1, 1, 0.4, 0.4, 0.4, 0.5, 0.4, 0.4, 4]
    for part in rng.choices(some, weights, k=rng.randint(2, 6)):
        if part not in parts:
            parts.append(part)
    if rng.random() < 0.1:
        rng.shuffle(parts)
    return rng.choice((",", ", ")).join(parts)


def report_request(drawn: Drawn) -> str:
    """Return a request of ranges."""
    rng = drawn.rng
    parts = [f"var={rng.choice(('REP_A', 'REP_B', 'REP_C'))}", f"range={rng.choice((10, 50, 85, 200))}"]
    for part in (
        "group=red",
        "group=RED",
        "type=kayak",
        "refresh=true",
        "refresh=FALSE",
        "reason=x",
        "what=3",
        "range=-3",
    ):
        if rng.random() < 0.12:
            parts.append(part)
    if rng.random() < 0.1:
        parts.pop(0)
    return rng.choice((",", ", ")).join(parts)


def named(word: str, *names: str) -> Callable[[Drawn], str]:
    """Return a drawer of mail that disables, enables or expunges."""

    def one(drawn: Drawn) -> str:
        name = drawn.rng.choice(names) if names else drawn.name()
        forms = (name, f"{word}={name}", f"{word}={name}", f"{word}={name},vsource=ais", "vsource=ais",
                 f"x=1,{word}={name}", f"{word} = {name}", f"{word.upper()}={name}", f"{word}=")  # fmt: skip
        return drawn.rng.choice(forms)

    return one


_WARNING = ("$[CONTACT]", "$[RNG]", "$[RNG_EXT]", "$[CPA]", "$[ROC]", "$[UTC]")
_ABLE = ("$[RECENT_DISABLED]", "$[RECENT_ENABLED]", "$[TOTAL_DISABLED]", "$[ALL_DISABLED]")
_NAMES = "ben|cal|Ben|deb|ben,cal|{ben,deb}|BEN| |ben, cal"
_TYPES = "kayak|ship|Kayak|auv|kayak,ship|uuv"

# -- pObstacleMgr


def obstacle(drawn: Drawn) -> str:
    """Return an obstacle as simulators give it."""
    rng = drawn.rng
    parts = [polygon(drawn, 40.0)]
    if rng.random() < 0.93:
        parts.append(f"label={rng.choice(('ob_0', 'ob_1', 'ob_2', 'Ob_1', 'p'))}")
    if rng.random() < 0.8:
        parts.append(f"duration={rng.choice(('5', '10', '60', '61', '0', '-1', '3.5', 'x', '30'))}")
    for part in ("vsource=radar", "active=false", "edge_color=red", "msg=hi", "type=rock", "foo=bar", "id=7", "time=5"):
        if rng.random() < 0.06:
            parts.append(part)
    return ",".join(parts)


def point(drawn: Drawn) -> str:
    """Return a point of an obstacle."""
    rng = drawn.rng
    key = rng.choice(("a", "b", "c", "ob_0", "7"))
    x, y = rng.choice((-20, 5, 30)), rng.choice((-25, 10))
    digits = rng.choice((0, 0, 1, 2))
    parts = [f"x={x + rng.uniform(-6, 6):.{digits}f}", f"y={y + rng.uniform(-6, 6):.{digits}f}",
             f"{rng.choice(('key', 'key', 'key', 'label', 'KEY'))}={key}"]  # fmt: skip
    if rng.random() < 0.15:
        parts.append(rng.choice(("vsource=lidar", "size=3", "z=2", "foo")))
    if rng.random() < 0.08:
        parts.pop(rng.randrange(3))
    return rng.choice((",", ",", ", ")).join(parts)


def obstacle_request(drawn: Drawn) -> str:
    """Return a request of alerts of obstacles."""
    rng = drawn.rng
    parts = [f"name={rng.choice(('avd_', 'avd', ''))}", f"update_var={rng.choice(('OB_UP', 'OB_NEW', ''))}",
             f"alert_range={rng.choice(('10', '40', '25.5', '0', '-3', 'x', '80'))}"]  # fmt: skip
    if rng.random() < 0.1:
        parts.append(rng.choice(("foo=3", "name=again", "alert_range=15")))
    if rng.random() < 0.08:
        parts.pop(rng.randrange(3))
    return rng.choice((",", ", ")).join(parts)


_OBS = ("$[OBS_NOW]", "$[OBS_EVER]", *_ABLE)
_OBSTACLES = ("ob_0", "ob_1", "a", "b", "zz")

BLOCKS: dict[str, Block] = {
    "pContactMgrV20": {
        "alert!*": alert, "match_name": _NAMES, "ignore_name": _NAMES, "match_group": GROUPS, "ignore_group": GROUPS,
        "match_type": _TYPES, "ignore_type": _TYPES, "match_region": polygon, "ignore_region": polygon,
        "strict_ignore": BOOL, "max_contacts": span(0, 4), "decay": "15,30|0,0|5,10|30,15|2.5,8|x,3|5",
        "range_report_timeout": span(0, 20), "range_report_maxsize": span(0, 4), "display_radii": BOOL,
        "display_radii_id": "x", "post_closest_range": BOOL, "post_closest_relbng": BOOL, "post_all_ranges": BOOL,
        "max_retired_history": span(0, 4, "60", "-1"), "contact_local_coords": "verbatim",
        "recap_interval": span(0, 5, "off", "OFF"), "contacts_recap_interval": span(0, 5, "off"),
        "reject_range": span(10, 200, "off", "0"), "alert_verbose": BOOL, "contact_max_age": span(1, 40),
        "alert_range_color": COLOUR, "default_alert_range_color": COLOUR, "cpa_range_color": COLOUR,
        "hold_alerts_for_helm": BOOL, "ownship_group": GROUPS, "ownship_type": _TYPES,
        "disable_var": "DIS|DIS|A B", "enable_var": "ENA", "expunge_var": "EXP|DIS", "able_flag*": flag(*_ABLE),
        "disable_flag*": flag(*_ABLE), "enable_flag*": flag(*_ABLE), "early_warning_flag*": flag(*_WARNING),
        "cease_warning_flag*": flag(*_WARNING), "retire_flag*": flag("$[CONTACT]", "$[UTC]"),
        "early_warning_time": span(0, 60), "early_warning_radii": BOOL, "ewarn_radii_color": COLOUR,
        "alert_range": span(5, 90),
    },
    "pObstacleMgr": {
        "given_obstacle*": obstacle, "given_obstable": obstacle, "point_var": "TRACKED_FEATURE|PTS|A B|GIVEN_OBSTABLE",
        "alert_range": span(5, 60), "ignore_range": span(5, 60), "max_pts_per_cluster": span(0, 6),
        "max_age_per_point": span(1, 20), "lasso": BOOL, "lasso_points": span(2, 9), "lasso_radius": span(-1, 10),
        "post_dist_to_polys": f"{BOOL}|close|CLOSE", "post_view_polys": BOOL, "obstacles_color": COLOUR,
        "poly_label_thresh": span(0, 3), "poly_shade_thresh": span(0, 3), "poly_vertex_thresh": span(0, 3),
        "given_max_duration": span(5, 70, "off", "OFF", "0"), "new_obs_flag*": flag(*_OBS),
        "general_alert*": lambda d: d.rng.choice(("name=gen,update_var=GEN,alert_range=60", obstacle_request(d))),
        "mailflag*": lambda d: d.rng.choice(("@M1 # ", "@M2#", "@M1", "M1 # ")) + flag(*_OBS)(d),
        "disable_var": "DIS|A B", "enable_var": "ENA", "expunge_var": "EXP|DIS",
    },
}  # fmt: skip

MAIL: dict[str, Mail] = {
    "pContactMgrV20": {
        "BCM_ALERT_REQUEST": (0.04, alert), "BCM_REPORT_REQUEST": (0.08, report_request),
        "BCM_DISPLAY_RADII": (0.02, BOOL),
        "IVPHELM_STATE": (0.05, "DRIVE|PARK|drive|DRIVE+"), "DIS|ENA|EXP": (0.06, named("contact")),
    },
    "pObstacleMgr": {
        "GIVEN_OBSTACLE": (0.12, obstacle), "TRACKED_FEATURE|PTS": (0.4, point),
        "OBM_ALERT_REQUEST": (0.06, obstacle_request),
        "DIS|ENA|EXP": (0.04, named("obstacle_id", *_OBSTACLES)), "M1|M2": (0.05, "go|stop|5"),
    },
}  # fmt: skip
