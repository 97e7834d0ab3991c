"""uTermCommand, uXMS and uHelmScope: programs with a keyboard, by the arguments, keys and output of the originals."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Collection, Sequence
from pathlib import Path

from usimmarine_py.cli.community.client import QuitError, block_entries, block_values, connected
from usimmarine_py.cli.community.commands import CueLine, read_cues, shown
from usimmarine_py.cli.community.keys.helm.scope import HELM_SCOPE, uhelmscope
from usimmarine_py.cli.community.keys.keyboard import Keys, terminal_keys
from usimmarine_py.cli.community.keys.xms_view import XmsView
from usimmarine_py.cli.progress import say
from usimmarine_py.cli.start import reader_left
from usimmarine_py.errors import UsimError
from usimmarine_py.launch.standins.asking import published, read_words, read_xms_words
from usimmarine_py.moos.app.appcast import Report
from usimmarine_py.moos.app.terminal import LEAD, stdout_drawing, terminal_report
from usimmarine_py.moos.transport.comms import Comms
from usimmarine_py.values.application import APPLICATION_PARAMETERS

TERM, XMS = "uTermCommand", "uXMS"
#: Keys that end a program: q, as in the originals whatever is typed, and Ctrl-C.
_ENDING = ("q", "\x03")
#: Longest wait for a key, and for the current values before the first report, real s.
_KEY, _CURRENT = 0.04, 0.3
#: Of a variable that says when the MOOSDB was started.
_UPTIME = "DB_UPTIME"


def utermcommand(words: Sequence[str]) -> int:
    """Post by cues that are typed, key by key, until ``q`` or the end; without any input, wait for a signal."""
    given = read_words(words)
    name = next((value for switch, value in given.switches if switch == "alias"), "") or "".join(given.rest[:1]) or TERM
    say(f"{TERM} launching as {name}")
    cues, bad = read_cues(block_values(given.mission, TERM, "cmd"))
    for line in bad:
        say(f"{TERM}: cmd must be CUE --> VARIABLE --> VALUE, found {line}", err=True)
    comms, _ = connected(given, name)
    typing, keys = CueLine(cues), 0
    try:
        say(typing.screen())
        with terminal_keys(pipes=True) as pressed:
            while pressed.are_there:
                if not (key := pressed(1.0)):
                    continue
                keys += 1
                if key in _ENDING:
                    say("Quitting.....")
                    return 0
                found = typing.take(key)
                if found is not None:
                    comms.notify(found.variable, found.value)
                    say(f"{found.variable} = {shown(found.value)}")
                say(typing.screen())
        while not keys:  # started without a keyboard, as by pAntler
            time.sleep(3600.0)
    finally:
        comms.close()
    return 0


def uxms(words: Sequence[str]) -> int:
    """Show variables as uXMS does, until ``q``, Ctrl-C or the loss of the reader."""
    given = read_xms_words(words)
    view, sources = XmsView(), list(given.sources)
    for name, value in given.settings:
        view.take_setting(name, value)
    view.add(*given.variables)
    of_all = {one.name.lower() for one in APPLICATION_PARAMETERS}
    for key, value in block_entries(given.where.mission, given.name):
        if given.clean and key in ("var", "display_all", "display_alll"):
            continue
        if key == "source":
            sources += value.split(",")
        elif key not in of_all and not view.take_setting(key, value.strip('"')):
            view.warnings += (f"{key} = {value} is left out: no key of uXMS, or no value of it",)
    name = f"{XMS}_{os.getpid() % 1000}" if given.name == XMS else given.name
    status = {f"{source.strip().upper()}_STATUS" for source in sources}
    with terminal_keys(pipes=True) as keys:
        try:
            comms, _ = connected(given.where, name, lambda: reader_left() or keys(0.2) in _ENDING)
        except QuitError:
            say("Quitting.....")
            return 0
        try:
            for variable in (_UPTIME, *sorted(status)):
                comms.register(variable)
            _scope(comms, view, status, given.interval, keys)
        finally:
            comms.close()
    return 0


def _scope(comms: Comms, view: XmsView, status: Collection[str], interval: float, keys: Keys) -> None:
    """Show ``view``, at most every ``interval`` real s; variables of ``status`` name what it shows, too."""
    asked: set[str] = set()
    reports, next_report = 0, time.monotonic() + _CURRENT  # what there is comes first
    while not reader_left():
        if view.everything and "*" not in asked:
            comms.register_wildcard("*")
            asked.add("*")
        for name in sorted(set(view.values) - asked):
            comms.register(name)
            asked.add(name)
        for message in comms.fetch():
            if message.variable == _UPTIME and not view.started and isinstance(message.value, float):
                view.started = message.time - message.value
            if message.variable in status and isinstance(message.value, str):
                view.add(*(one for one in published(message.value) if one != message.variable))
            view.take(message)
        if pressed := keys(_KEY):
            if pressed in _ENDING:
                say("Quitting.....")
                return
            view.key(pressed)
        now = time.monotonic()
        if (view.due or view.refresh == "streaming") and now >= next_report:
            next_report, reports = now + interval, reports + 1
            lines = tuple(view.report().splitlines())
            found = Report(comms.name, comms.community, reports, lines, view.warnings)
            stdout_drawing(LEAD + terminal_report(found))


def main() -> int:
    """Be the program that ``sys.argv[0]`` names; its exit code."""
    name = Path(sys.argv[0]).name
    try:
        return {XMS: uxms, HELM_SCOPE: uhelmscope}.get(name, utermcommand)(sys.argv[1:])
    except UsimError as error:
        say(f"{name}: {error}", err=True)
        return 1
