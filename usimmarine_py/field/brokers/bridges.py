"""Which variables brokers bridge."""

from __future__ import annotations

from typing import NamedTuple

from usimmarine_py.finding import Finding
from usimmarine_py.texts.pairs import fields_of


class Bridge(NamedTuple):
    """A variable, and its name in the other community."""

    source: str
    alias: str

    @staticmethod
    def of_others(text: str) -> Finding | None:
        """Return what is said of other parts of its line, which have no effect."""
        others = [key for key in fields_of(text) if key not in ("src", "alias")]
        return Finding(f"takes src and alias, not {others[0]}", taken=True) if others else None


def read_bridge(text: str) -> Bridge | str:
    """Return the bridge of ``src=VAR, alias=NAME``, or what is wrong with it."""
    found = fields_of(text)
    source = found.get("src", "")
    if not source:
        return "must be src=VARIABLE, alias=NAME"
    return Bridge(source, found.get("alias") or source)


def is_known(bridge: Bridge, others: list[Bridge]) -> bool:
    """Whether source and alias both occur already, not necessarily together."""
    return any(one.source == bridge.source for one in others) and any(one.alias == bridge.alias for one in others)


def share_command(source: str, alias: str, route: str) -> str:
    """Return the command that makes pShare send a variable."""
    return f"cmd=output,src_name={source},dest_name={alias},route={route}"
