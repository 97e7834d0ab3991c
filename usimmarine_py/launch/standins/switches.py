"""Switches by which a program tells about itself and ends."""

from __future__ import annotations

from collections.abc import Sequence

_SHORT = {"-h": "help", "-e": "example", "-i": "interface", "-v": "version"}
_LONG = {f"{dash}{kind}": kind for dash in ("--", "-") for kind in ("help", "example", "interface", "version")}
#: Programs that answer by themselves, but for their version.
_OWN = ("uSimMarine", "pHelmIvP", "pMarinePID")
#: What is short for a switch, by the program; of all others every letter is.
_LETTERS = {
    **dict.fromkeys(("MOOSDB", "pLogger", "pShare", "pAntler", "ktm", "mykill", "nspatch", "xlaunch.sh"), ("-h",)),
    **dict.fromkeys(("nsplug", "pickpos", "pluck", "gen_obstacles"), ("-h", "-v")),
}
#: Exit codes after such a switch, where they are not 0.
EXIT_CODES = {"pAntler": 255}


def kind_of(word: str) -> str:
    """Return which switch a word is: help, example, interface or version; empty for none."""
    return _LONG.get(word) or _SHORT.get(word, "")


def asked_about(name: str, arguments: Sequence[str]) -> str:
    """Return the switch among the arguments of a program that ends it at once, empty if there is none."""
    for word in arguments:
        if (word in _LONG or word in _LETTERS.get(name, _SHORT)) and (
            kind_of(word) == "version" or not name.startswith(_OWN)
        ):
            return word
    return ""
