"""Random keys and mail of brokers, realms and small applications of a shore, for scripts/apps-oracle."""

from __future__ import annotations

from collections.abc import Callable

from _apps_contacts import report_request
from _apps_values import BOOL, COLOUR, GROUPS, MACROS, Block, Drawn, Mail, flag, junk, polygon, span

_HOSTS = ("127.0.0.1", "localhost", "192.168.1.7", "10.0.0.256", "LocalHost", "1.2.3", "")
_ROUTES = ("127.0.0.1:9300", "localhost:9201", "multicast_3", "localhost:9300&multicast_2", "192.168.1.7:9200", "x", "")


def own_host(drawn: Drawn) -> str:
    """Return what is posted of the own machine."""
    rng = drawn.rng
    parts = [
        f"hostip={rng.choice(_HOSTS[:3])}",
        f"port_db={9000 + 10 * rng.randint(0, 2)}",
        f"pshare_iroutes={rng.choice(_ROUTES)}",
    ]
    parts += [part for part in ("port_udp=9201", "hostip_alts=10.0.0.1", "timewarp=1", "foo=3") if rng.random() < 0.4]
    return ",".join(["community=abe", *parts])


def host(*names: str) -> Callable[[Drawn], str]:
    """Return a drawer of what is posted of another machine."""

    def one(drawn: Drawn) -> str:
        rng = drawn.rng
        port = 9000 + 10 * rng.randint(0, 3)
        parts = [
            f"community={rng.choice(names)}", f"hostip={rng.choice((*_HOSTS[:3], *_HOSTS))}",
            f"port_db={rng.choice((port, port, port, 'x'))}", f"pshare_iroutes={rng.choice((*_ROUTES[:4], *_ROUTES))}",
            f"timewarp={rng.choice((1, 1, 1, 2, 1.0))}",
        ]  # fmt: skip
        for part in (
            f"time={drawn.now:.2f}", f"key={rng.choice((0, 1, 2, 7, 'x'))}", "port_udp=9201", "keyword=lemon",
            "vname=zoe",
            "hostip_alts=10.0.0.1", "status=ok", "foo=3", f"Key={rng.randint(0, 2)}",
        ):  # fmt: skip
            if rng.random() < (0.8 if part.startswith(("time", "key=")) else 0.06):
                parts.append(part)
        if rng.random() < 0.08:
            parts.pop(rng.randrange(len(parts)))
        return rng.choice((",", ",", ", ")).join(parts)

    return one


def bridge(drawn: Drawn) -> str:
    """Return a bridge."""
    rng = drawn.rng
    sources = ("VIEW_POINT", "X_$V", "Y_$v", "IX_$N", "A B", "NODE_MESSAGE_LOCAL", "MEDIATED_MESSAGE_LOCAL", "")
    parts = [f"src={rng.choice(sources)}"]
    if rng.random() < 0.7:
        parts.append(f"alias={rng.choice(('VIEW_POINT', 'X', 'NODE_MESSAGE', 'MEDIATED_MESSAGE', 'A B', ''))}")
    if rng.random() < 0.1:
        parts.append(rng.choice(("foo=3", "SRC=Z", "alias=Q")))
    return rng.choice((",", ", ")).join(parts)


def shares(drawn: Drawn) -> str:
    """Return what pShare sends."""
    rng = drawn.rng
    names = ("X_BEN", "X_ALL", "DEPLOY_ALL", "MISSION_HASH", "NODE_BROKER_ACK_BEN")
    routes = ("127.0.0.1:9300", "X:localhost:9201")
    return ", ".join(
        f"{name}->{name.partition('_')[0]}:{' & '.join(rng.sample(routes, rng.randint(1, 2)))}"
        for name in rng.sample(names, rng.randint(0, 3))
    )


# -- pMapMarkers, uFldPathCheck, uFldGenericSensor


def place(drawn: Drawn) -> str:
    """Return points that have names."""
    rng = drawn.rng
    x, y = rng.uniform(-90, 90), rng.uniform(-90, 90)
    return rng.choice(
        (f"p{rng.randint(0, 4)}={x:.1f},{y:.0f}",) * 5 + (f"p1={x:.1f}", "p2=x,3", "=1,2", f"p3 = {x:.0f}, {y:.0f}")
    )


def sensed(drawn: Drawn) -> str:
    """Return a request of a sensor."""
    name = drawn.name()
    return drawn.rng.choice(
        (f"vname={name}",) * 5 + (f"VNAME={name}", f"vname={name},foo=3", "vname=", "x", f"vname = {name}")
    )


def places(drawn: Drawn) -> str:
    """Make a file of points and return its name."""
    rng = drawn.rng
    lines = [place(drawn) for _ in range(rng.randint(0, 3))] + rng.sample(
        ("// said", "", "q1=x=3,y=4", "foo"), rng.randint(0, 2)
    )
    drawn.files["points.txt"] = "\n".join(lines) + "\n"
    return rng.choice(("points.txt", "points.txt", "none.txt"))


def older_alert(drawn: Drawn) -> str:
    """Return an alert of the older manager."""
    rng = drawn.rng
    parts = [f"id={rng.choice(('avd', 'near', 'a b'))}"] if rng.random() < 0.9 else []
    near = rng.uniform(5, 120)
    some = (
        f"alert_range={near:.0f}", f"cpa_range={near * rng.uniform(0.8, 2):.1f}", f"on_flag={flag(*MACROS)(drawn)}",
        f"onflag={flag(*MACROS)(drawn)}", f"off_flag={flag(*MACROS)(drawn)}",
        "var=CONTACT_INFO,val=name=$[VNAME]#x=$[X]",
        "var=OLD,pattern=name=$[VNAME]", f"match_type={rng.choice(('kayak', 'ship', 'Kayak'))}",
        f"ignore_type={rng.choice(('ship', 'kayak'))}",
        f"match_group={rng.choice(('red', 'Red', 'blue'))}", f"ignore_group={rng.choice(('red', 'blue'))}",
        "alert_range_color=red",
        "cpa_range_color=white", f'region="{polygon(drawn)}"', f"alert_range={junk(rng)}", f"{junk(rng)}", "foo=3",
    )  # fmt: skip
    for part in rng.choices(some, (12, 7, 8, 3, 6, 3, 2, 2, 2, 2, 1, 1, 1, 0.4, 0.4, 0.4, 0.3), k=rng.randint(2, 5)):
        if part not in parts:
            parts.append(part)
    return rng.choice((",", ", ")).join(parts)


BLOCKS: dict[str, Block] = {
    "uFldShoreBroker": {
        "bridge!*": bridge, "qbridge*": "DEPLOY|RETURN,STATION|A=B|DEPLOY, X", "keyword": "lemon|",
        "auto_bridge_realmcast": BOOL, "auto_bridge_appcast": BOOL, "auto_bridge_mhash": BOOL, "warning_on_stale": BOOL,
        "try_vnode*": "route=127.0.0.1:9300|route=192.168.1.7|route=localhost|route=x:9|route=1.2.3.4:x|foo=3|"
        "route=1.2.3.4,foo=3",
    },
    "uFldNodeBroker": {
        "try_shore_host!*": lambda d: "pshare_route=" + d.rng.choice((*_ROUTES[:3], *_ROUTES)) + d.rng.choice(("", "",
        "", ",x=3")),
        "bridge!*": bridge, "auto_bridge_realmcast": BOOL, "auto_bridge_appcast": BOOL, "auto_bridge_pshare_vars": BOOL,
    },
    "pBasicContactMgr": {
        "alert!*": older_alert, "ignore_group": GROUPS, "decay": "15,30|0,0|5,10|30,15|x,3|5",
        "range_report_timeout": span(0, 20),
        "display_radii": BOOL, "post_closest_range": BOOL, "max_retired_history": span(0, 4, "60", "-1"),
        "contact_local_coords": "verbatim|lazy_lat_lon|force_lat_lon|x", "contacts_recap_interval": span(0, 5, "off"),
        "reject_range": span(10, 200, "off", "0"), "default_alert_range_color": COLOUR,
        "default_cpa_range_color": COLOUR,
        "alert_range": span(-1, 90), "alert_cpa_range": span(-1, 150), "default_cpa_range": span(0, 150),
        "contact_max_age": span(1, 40), "eval_range_far": span(-1, 90), "eval_range_near": span(-1, 90),
    },
    "pMapMarkers": {
        "opfield!*": place, "opfile": places, "marker_size": span(-1, 9), "marker_color": COLOUR,
        "marker_lcolor": COLOUR,
        "marker_ecolor": COLOUR, "marker_shape": "circle|diamond|x|efield|gateway|Square", "show_markers": BOOL,
        "show_mlabels": BOOL, "marker_key": "a|b",
    },
    "uFldGenericSensor": {
        "sensor_config!*": "range=10|range=25.5|range=x|range=0|width=3|range=300", "color_source_pts": COLOUR,
        "show_source_pts": BOOL, "min_reset_interval": span(-1, 20), "min_sensor_interval": span(-1, 9),
        "scope_transparency": span(-1, 2),
    },
    "uFldPathCheck": {"history_length": span(-1, 20)},
}  # fmt: skip
MAIL: dict[str, Mail] = {
    "uFldShoreBroker": {
        "PHI_HOST_INFO": (0.3, own_host), "NODE_BROKER_PING": (0.4, host("ben", "cal", "Eve",
        "abe")),
        "PSHARE_OUTPUT_SUMMARY": (0.1, shares),
    },
    "uFldNodeBroker": {
        "PHI_HOST_INFO": (0.3, own_host), "NODE_BROKER_ACK": (0.25, host("shoreside", "other")),
        "TRY_SHORE_HOST": (0.04, lambda d: "pshare_route=" + d.rng.choice(_ROUTES)), "DB_CLIENTS": (0.1,
        "pShare,pMediator|uXMS|"),
    },
    "pBasicContactMgr": {
        "BCM_ALERT_REQUEST": (0.04, older_alert), "BCM_REPORT_REQUEST": (0.08, report_request),
        "BCM_DISPLAY_RADII": (0.02, BOOL),
        "CONTACT_RESOLVED": (0.05, lambda d: d.name() + d.rng.choice(("", ",avd", ", near", ",x"))),
    },
    "pMapMarkers": {"MAP_MARKERS": (0.05, f"{BOOL}|toggle|x")},
    "uFldGenericSensor": {
        "UGS_SENSOR_REQUEST": (0.2, sensed), "UGS_CONFIG_REQUEST": (0.1,
        lambda d: f"vname={d.name()},range={d.rng.choice((9, 30, 'x'))}"),
    },
    "uFldPathCheck": {"UPC_TRIP_RESET": (0.04, lambda d: d.name())},
}  # fmt: skip
