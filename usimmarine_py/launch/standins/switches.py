"""Switches by which a program tells about itself and ends."""

from __future__ import annotations

from collections.abc import Sequence

_SHORT = {"-h": "help", "-e": "example", "-i": "interface", "-v": "version"}
_LONG = {f"{dash}{kind}": kind for dash in ("--", "-") for kind in ("help", "example", "interface", "version")}
#: Programs that answer by themselves, and those for which only -h is short for a switch.
_OWN = ("uSimMarine", "pHelmIvP", "pMarinePID")
_LONG_ONLY = ("MOOSDB", "pLogger", "pShare", "pAntler", "ktm", "mykill")
_OTHERS = ("uPokeDB", "uQueryDB", "uXMS", "nsplug", "nspatch", "pickpos", "pluck", "gen_obstacles", "xlaunch.sh")
#: Exit codes after such a switch, where they are not 0.
EXIT_CODES = {"pAntler": 255}


def kind_of(word: str) -> str:
    """Return which switch a word is: help, example, interface or version; empty for none."""
    return _LONG.get(word) or _SHORT.get(word, "")


def asked_about(name: str, arguments: Sequence[str]) -> str:
    """Return the switch among the arguments of a program that ends it at once, empty if there is none."""
    if name.startswith(_OWN):
        return ""
    for word in arguments:
        if word in _LONG:
            return word
        short = word == "-h" if name in _OTHERS else word in _SHORT and name not in _LONG_ONLY
        if short or (word == "-h" and name in _LONG_ONLY):
            return word
    return ""
