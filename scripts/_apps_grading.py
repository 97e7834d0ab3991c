"""Random keys and mail of pMissionEval, pAutoPoke and pHostInfo, for scripts/apps-oracle."""

from __future__ import annotations

from _apps_values import BOOL, Block, Drawn, Mail, number, span

_NAMES = ("A", "B", "C", "N", "M")
_WORDS = ("true", "false", "TRUE", "done", '"done"', '"a b"', "5", "-2.5", "0", "$(B)", "B", "1e1", "")
_SIGNS = ("=", "==", "!=", "<", "<=", ">", ">=", "=<", "=>", "= =")
_MACROS = (
    "$[A]", "$[B]", "$[N]", "$[M]", "$[GRADE]", "$[MISSION_FORM]", "$[MMOD]", "$[MHASH]", "$[MHASH_SHORT]",
    "$[MHASH_LSHORT]", "$[MHASH_UTC]", "$[MISSION_HASH]", "$[NONE]", "$[WALL_TIME]", "$[CNT]", "$[X",
)  # fmt: skip


def _simple(drawn: Drawn) -> str:
    rng = drawn.rng
    blank = rng.choice(("", " "))
    return f"{rng.choice(_NAMES)}{blank}{rng.choice(_SIGNS[:7] * 4 + _SIGNS)}{blank}{rng.choice(_WORDS)}"


def condition(drawn: Drawn) -> str:
    """Return a condition."""
    rng = drawn.rng
    how = rng.random()
    if how < 0.6:
        return _simple(drawn)
    if how < 0.75:
        return f"({_simple(drawn)})"
    word = rng.choice((" and ", " or ", " and ", "or", " AND ", " xor "))
    both = f"({_simple(drawn)}){word}({_simple(drawn)})"
    return rng.choice((both, both, f"not ({_simple(drawn)})", f"(({_simple(drawn)}){word}({_simple(drawn)}))",
                       f"({both}) and ({_simple(drawn)})"))  # fmt: skip


def flag(drawn: Drawn) -> str:
    """Return a flag."""
    rng = drawn.rng
    texts = (
        "5",
        "-2.50",
        "done",
        '"5"',
        "0.12345678",
        "",
        "a=b",
        *_MACROS,
        f"{rng.choice(_MACROS)}:{rng.choice(_MACROS)}",
    )
    blank = rng.choice(("", " "))
    return f"{rng.choice(('OUT', 'OUT_2', 'A', 'x y'))}{blank}={blank}{rng.choice(texts)}"


def mail_flag(drawn: Drawn) -> str:
    """Return a flag of mail."""
    rng = drawn.rng
    mark = rng.choice(("@", "@", "@", ""))
    return f"{mark}{rng.choice((*_NAMES, 'NAV_X'))}{rng.choice((' # ', '#', ' '))}{flag(drawn)}"


def run_name(drawn: Drawn) -> str:
    """Return the name of a run."""
    return drawn.rng.choice((
        "mhash=230512-2147L-ICED-FAWN,utc=1683936443.91", "mhash=230512-2147L-ICED-FAWN, utc=1683936443", "mhash=X-Y",
        "utc=5", "", "mhash=a-b-c-d",
    ))  # fmt: skip


def inputs(drawn: Drawn) -> str:
    """Return where pShare listens."""
    rng = drawn.rng
    routes = (
        "localhost:9201", "localhost:9200:udp", "192.168.1.7:9300:multicast_3", "1.2.3.4:9:udp", "x:9200",
        "localhost:x", "224.1.1.11:24465:multicast_5", "", "localhost", "1.2.3.256:9201", "a:b:c:d", " LOCALHOST:9202",
    )  # fmt: skip
    return rng.choice((",", ", ")).join(rng.choices(routes[:4] * 2 + routes, k=rng.randint(0, 3)))


BLOCKS: dict[str, Block] = {
    "pMissionEval": {
        "lead_condition!*": condition, "pass_condition*": condition, "fail_condition*": condition,
        "result_flag*": flag, "pass_flag*": flag, "fail_flag*": flag,
        "mailflag*": mail_flag, "mission_form": "alpha|a b|", "mission_mod": "x|y z",
    },
    "pAutoPoke": {"flag!*": flag, "required_nodes!": span(0, 4, "-1", "2.5")},
    "pHostInfo": {
        "default_hostip_force+": "1.2.3.4|localhost|192.168.1.7|10.0.0.1", "default_hostip": "1.2.3.4|x|localhost",
        "default_host_ip_force": "10.0.0.9|x|1.2.3|LOCALHOST|1.2.3.256", "prefer_interface": "eth0|wlan0|x",
    },
}  # fmt: skip
MAIL: dict[str, Mail] = {
    "pMissionEval": {
        "A|B|C": (0.08, f"{BOOL}|done|a b|5|-2.5|"), "N|M": (0.15, number(-6, 6)), "MISSION_HASH": (0.03, run_name),
        "DB_UPTIME": (0.2, number(0, 60)),
    },
    "pAutoPoke": {"UFSB_NODE_COUNT": (0.1, number(0, 5))},
    "pHostInfo": {"HOST_INFO_REQUEST": (0.05, f"{BOOL}|"), "PSHARE_INPUT_SUMMARY": (0.1, inputs)},
}  # fmt: skip
