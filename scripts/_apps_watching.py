"""Random keys and mail of pRealm and pXRelay, for scripts/apps-oracle."""

from __future__ import annotations

from _apps_values import Block, Drawn, Mail, number, span

_NAMES = ("FOO", "BAR", "BAZ", "NAV_X", "P_STATUS", "DB_VARSUMMARY", "BHV_IPF")
_PROGRAMS = ("pOne", "pTwo", "aThree", "Zed", "uXMS_12", "MOOSDB_abe")
_WORDS = ("nosrc", "nocom", "nosubs", "mask", "wrap", "trunc", "utc", "force", "WRAP", "Utc")


def _some(drawn: Drawn, words: tuple[str, ...], sign: str, most: int) -> str:
    return sign.join(drawn.rng.choices(words, k=drawn.rng.randint(0, most)))


def summary(drawn: Drawn) -> str:
    """Return what a MOOSDB says of its clients."""
    rng = drawn.rng
    sign = rng.choice(("&", "&", "&", " & "))
    return ",".join(
        f"{rng.choice(_PROGRAMS)}={_some(drawn, _NAMES, ':', 4)}{sign}{_some(drawn, _NAMES, ':', 4)}"
        for _ in range(rng.randint(0, 4))
    )


def request(drawn: Drawn) -> str:
    """Return a request of a viewer."""
    rng = drawn.rng
    parts = [
        f"client={rng.choice(('pmv', 'pmv', 'mac', ''))}",
        f"duration={rng.choice(('3', '6', '30', '0.5', 'x', '-2'))}",
    ]
    if rng.random() < 0.6:
        parts.append(f"channel={rng.choice((*_PROGRAMS, 'life', 'FOO', 'BAR', 'none'))}")
    else:
        parts.append(f"vars={_some(drawn, _NAMES, ':', 3)}")
    parts += [word for word in _WORDS if rng.random() < 0.15]
    if rng.random() < 0.1:
        parts.insert(rng.randrange(3), rng.choice(("foo=3", "bar", "", "vars=BAZ", "duration=2")))
    if rng.random() < 0.3:
        rng.shuffle(parts)
    return rng.choice((",", ",", ", ")).join(parts)


def value(drawn: Drawn) -> float | str:
    """Return what an application posts."""
    rng = drawn.rng
    return rng.choice(
        (1.0, -2.123456789, 1e6, "a", "a|b", "", "one\ntwo", "x" * 120, " w ", "MOOSName=pOne,x$y", "a  b")
    )


def scope_set(drawn: Drawn) -> str:
    """Return a channel of variables."""
    rng = drawn.rng
    text = f"name={rng.choice(('life', 'life', 'other', ''))}, vars={_some(drawn, _NAMES[:5], ':', 3)}"
    return text if rng.random() < 0.9 else f"{text},foo=3"


BLOCKS: dict[str, Block] = {
    "pRealm": {
        "relcast_interval": span(0.2, 3, "20", "x"), "summary_interval": span(0.5, 12, "x"),
        "wrap_length": span(5, 60, "0", "x"), "trunc_length": span(5, 60, "0", "x"),
        "msg_max_hist": span(1, 5, "0", "x"), "msg_max_history": "2", "hist_var*": "FOO|BAR|NAV_X",
        "scope_set*": scope_set,
    },
    "pXRelay": {"incoming_var!": "PEARS|FOO", "outgoing_var+": "APPLES|OUT"},
}  # fmt: skip
MAIL: dict[str, Mail] = {
    "pRealm": {
        "DB_RWSUMMARY": (0.12, summary), "REALMCAST_REQ": (0.15, request), "|".join(_NAMES): (0.12, value),
        "DB_UPTIME": (0.1, number(0, 60)),
    },
    "pXRelay": {"PEARS|FOO": (0.3, number(0, 5))},
}  # fmt: skip
