"""uPokeDB, uQueryDB and uMAC by the names, arguments, output and exit codes that scripts know of them."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from usimmarine_py.cli.community.client import block_values, connected
from usimmarine_py.cli.progress import say
from usimmarine_py.conditions.language import HELM
from usimmarine_py.conditions.parser import read_condition
from usimmarine_py.conditions.terms import LastValues
from usimmarine_py.errors import UsimError
from usimmarine_py.field.viewer.commander import COMMANDER, read_commander_block
from usimmarine_py.launch.standins.asking import OnePoke, read_one_poke, read_words
from usimmarine_py.mission import read_mission
from usimmarine_py.moos.transport.comms import Comms
from usimmarine_py.text import compact_number, finite_number
from usimmarine_py.values import Message, Value

POKE, QUERY = "uPokeDB", "uQueryDB"
#: How a value of ``--check_var`` is written, by the name of the format: before the name, and between it and the value;
#: None: without the name.
_FORMATS = {"esv": (" ", "="), "csv": ("", ","), "wsv": ("", " "), "vo": None}
#: Longest wait for an echo, and for the current values, real s; and the shortest duration of a query.
ECHO, CURRENT, LEAST = 1.0, 0.15, 0.3
_PAUSE = 0.02
#: Of a variable without a value.
_NONE = "[---]"
#: What says when the MOOSDB was started.
_UPTIME = "DB_UPTIME"


def upokedb(words: Sequence[str]) -> int:
    """Post ``VAR=VALUE ...``, with a table before and after; the exit code is 0 once there is a MOOSDB."""
    given = read_words(words)
    pokes = [read_one_poke(word) for word in given.rest]
    if {"cache", "c"} & {name for name, _ in given.switches}:
        pokes = [read_one_poke(value) for value in block_values(given.mission, POKE, "poke")] + pokes
    if not pokes:
        say(f"{POKE}: nothing to post; give VAR=VALUE, VAR:=TEXT or --cache", err=True)
    comms, warp = connected(given, f"{POKE}_{os.getpid()}")
    try:
        values: dict[str, Message] = {}
        for name in dict.fromkeys([_UPTIME, *(poke.variable for poke in pokes)]):
            comms.register(name)
        _gather(comms, values, ECHO, enough={_UPTIME})
        _gather(comms, values, CURRENT)
        _table(pokes, values, warp)
        for one in pokes:
            value: Value = f"{time.time() * warp:.2f}" if one.value is None else one.value
            comms.notify(one.variable, value, source=POKE)
        _gather(comms, values, ECHO, enough={one.variable for one in pokes})
        _table(pokes, values, warp)
        return 0
    finally:
        comms.close()


def _table(pokes: Sequence[OnePoke], values: dict[str, Message], warp: float) -> None:
    """Show each variable; its time is in real s since the start of the MOOSDB, as uPokeDB has it."""
    uptime = values.get(_UPTIME)
    start = uptime.time - uptime.value if uptime is not None and isinstance(uptime.value, float) else None
    rows = [("VarName", "Source", "Time", "VarValue"), ("-------", "------", "----", "--------")]
    for name in dict.fromkeys(poke.variable for poke in pokes):
        message = values.get(name)
        shown = "n/a" if message is None else f'"{_text(message.value)}"'
        if message is not None and isinstance(message.value, float):
            shown = f"{message.value:.5f}"
        when = "" if message is None or start is None else f"{(message.time - start) / warp:.2f}"
        rows.append((name, "" if message is None else message.source, when, shown))
    widths = [max(len(row[place]) for row in rows) for place in range(4)]
    say("")
    for row in rows:
        say("  ".join(text.ljust(width) for text, width in zip(row, widths, strict=True)))


def uquerydb(words: Sequence[str]) -> int:
    """Wait until conditions hold; 0 if all do and no ``--fail_condition``, 1 after ``--wait`` seconds.

    They are of MOOS time with a mission file; without one real ones, as the original's clock has no time warp then.
    """
    given = read_words(words)
    passes, fails, checked, form, wait, unique = [], [], [], "esv", 0.0, False
    asked = [(name, value) for name, value in given.switches]
    if given.mission:
        keys = ("condition", "pass_condition", "fail_condition", "check_var", "check_var_format", "wait")
        for key in (*keys, "halt_max_time"):
            asked = [(key, value) for value in block_values(given.mission, QUERY, key)] + asked
    for name, value in asked:
        if name in ("condition", "pass_condition"):
            passes.append(value)
        elif name == "fail_condition":
            fails.append(value)
        elif name == "check_var":
            checked.append(value.strip())
        elif name in ("wait", "halt_max_time"):
            wait = finite_number(value) or 0.0
        elif name == "check_var_format" and value.lower() in _FORMATS:
            form = value.lower()
        elif name in _FORMATS:
            form = name
        elif name == "unique":
            unique = True
        elif name not in ("q", "quiet", "verbose"):
            say(f"Unhandled command line argument: {name}", err=True)
            return 1
    terms = [(read_condition(text, HELM)[0], wanted) for texts, wanted in ((passes, True), (fails, False))
             for text in texts]  # fmt: skip
    names = set().union(*(term.variables for term, _ in terms))
    needed = set().union(*(term.variables for term, wanted in terms if wanted))
    if not terms and not checked:
        return 0
    comms, warp = connected(given, f"{QUERY}_{os.getpid()}" if unique else QUERY)
    try:
        for name in dict.fromkeys([*sorted(names), *checked]):
            comms.register(name)
        values: dict[str, Message] = {}
        end = time.monotonic() + LEAST + wait / (warp if given.mission else 1.0)
        _gather(comms, values, LEAST)
        while True:
            known = LastValues()
            known.values.update({name: one.value for name, one in values.items() if not isinstance(one.value, bytes)})
            met = needed <= set(values) and all(term.holds(known) is wanted for term, wanted in terms)
            if met or time.monotonic() >= end:
                break
            _gather(comms, values, _PAUSE)
    finally:
        comms.close()
    if checked:
        marks = _FORMATS[form]
        heads = ["" if marks is None else f"{marks[0]}{name}{marks[1]}" for name in checked]
        lines = [head + _shown(values.get(name)) for head, name in zip(heads, checked, strict=True)]
        Path(".checkvars").write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return 0 if met else 1


def _shown(message: Message | None) -> str:
    if message is None:
        return _NONE
    return _text(message.value)


def _text(value: Value) -> str:
    if isinstance(value, float):
        return compact_number(value, 6)
    return value if isinstance(value, str) else f"({len(value)} bytes)"


def umac(words: Sequence[str]) -> int:
    """Show the reports of all applications on a terminal; without one, wait for a signal."""
    given = read_words(words)
    if sys.stdout.isatty() and sys.stdin.isatty():
        from usimmarine_py.cli.usim import entry

        while (code := entry(["appcast", *([given.mission] if given.mission else [])])) == 1:
            time.sleep(1.0)  # no answer yet: the MOOSDB is being started
        return code
    while True:
        time.sleep(3600.0)


def _gather(comms: Comms, values: dict[str, Message], seconds: float, enough: set[str] | None = None) -> None:
    """Take mail for so long, or until there is new mail of each of ``enough``."""
    end = time.monotonic() + seconds
    seen: set[str] = set()
    while time.monotonic() < end and (enough is None or not enough <= seen):
        for message in comms.fetch():
            values[message.variable] = message
            seen.add(message.variable)
        time.sleep(min(_PAUSE, seconds))


def ucommand(words: Sequence[str]) -> int:
    """Press buttons of the block by their labels, typed on a terminal, until its end; without one, only be there."""
    given = read_words(words)
    if not sys.stdin.isatty() or not given.mission:
        from usimmarine_py.cli.usim import entry

        return entry(["start", COMMANDER, *words])
    block = read_mission(given.mission).block(COMMANDER, verbatim=False)
    options, findings = read_commander_block(() if block is None else block.config_lines)
    for finding in findings:
        say(f"{COMMANDER}: {finding}", err=True)
    buttons = options.buttons()
    comms, _ = connected(given, COMMANDER)
    try:
        say("".join(f"  {button.label:<24} {button.title}\n" for button in buttons))
        for line in sys.stdin:
            typed = line.strip()
            button = next((one for one in buttons if one.answers(typed)), None)
            if button is None:
                say(f"no button {typed!r}; there are {', '.join(one.label for one in buttons) or 'none'}")
                continue
            for name, value in button.posts(0.0):
                comms.notify(name, value)
            say(button.title)
    finally:
        comms.close()
    return 0


_PROGRAMS = {
    POKE: upokedb, QUERY: uquerydb, "uMAC": umac, "uMACView": umac, COMMANDER: ucommand,
}  # fmt: skip


def main() -> int:
    """Be the program that ``sys.argv[0]`` names; its exit code."""
    name = Path(sys.argv[0]).name
    try:
        return _PROGRAMS[name](sys.argv[1:])
    except UsimError as error:
        say(f"{name}: {error}", err=True)
        return 1
