"""uHelmScope: what the helm does on a terminal, by the arguments, block, keys and text of the original."""

from __future__ import annotations

import os
import time
from collections.abc import Sequence

from usimmarine_py.cli.community.client import QuitError, block_entries, connected
from usimmarine_py.cli.community.keys.helm.view import HELM_MAIL, HelmView
from usimmarine_py.cli.community.keys.keyboard import Keys, terminal_keys
from usimmarine_py.cli.progress import say
from usimmarine_py.cli.start import reader_left
from usimmarine_py.launch.standins.asking import DatabaseWords, published, read_words
from usimmarine_py.moos.app.terminal import stdout_drawing
from usimmarine_py.moos.transport.comms import Comms

HELM_SCOPE = "uHelmScope"
#: Keys that end it.
ENDING = ("q", "Q", "\x03")
_STATUS, _UPTIME, _WHOLE = "PHELMIVP_STATUS", "DB_UPTIME", "IVPHELM_REJOURNAL"
#: Real s: longest wait for a key, between two reports, and for the first values.
_KEY, _INTERVAL, _CURRENT = 0.04, 0.6, 0.4
#: What switches without a value set.
_SWITCHES = {
    ("r", "s", "stream", "streaming"): ("paused", "false"), ("x", "noscope"): ("display_moos_scope", "false"),
    ("p", "noposts"): ("display_bhv_posts", "false"), ("g", "novirgins"): ("display_virgins", "false"),
    ("t", "trunc"): ("truncated_output", "true"),
}  # fmt: skip


def uhelmscope(words: Sequence[str]) -> int:
    """Show what the helm does, until ``q``, Ctrl-C or the loss of the reader."""
    given = read_words(words)
    view = view_of(given)
    name = next((value for switch, value in given.switches if switch == "alias"), "") or f"{HELM_SCOPE}_{os.getpid()}"
    with terminal_keys(pipes=True) as keys:
        try:
            comms, _ = connected(given, name, lambda: reader_left() or keys(0.2) in ENDING)
        except QuitError:
            say("Quitting...")
            return 0
        try:
            for variable in (_UPTIME, _STATUS, *HELM_MAIL):
                comms.register(variable)
            comms.notify(_WHOLE, 1.0)
            _scope(comms, view, keys)
        finally:
            comms.close()
    return 0


def view_of(given: DatabaseWords) -> HelmView:
    """Return a view by the block of a mission file, and by what the command line says, which comes first."""
    view = HelmView()
    names = {name for name, _ in given.switches}
    for key, value in block_entries(given.mission, HELM_SCOPE):
        if key != "var" or not {"c", "clean"} & names:
            view.take_setting(key, value.strip('"'))
    for switches, setting in _SWITCHES.items():
        if names.intersection(switches):
            view.take_setting(*setting)
    if {"l", "life"} & names:
        view.page = "life"
    for word in given.rest:
        view.add(word)
    return view


def _scope(comms: Comms, view: HelmView, keys: Keys) -> None:
    asked = {_UPTIME, _STATUS, *HELM_MAIL}
    next_report = time.monotonic() + _CURRENT  # what there is comes first
    while not reader_left():
        for message in comms.fetch():
            if message.variable == _UPTIME and not view.started and isinstance(message.value, float):
                view.started, view.community = message.time - message.value, message.community
            elif message.variable == _STATUS and isinstance(message.value, str):
                for name in set(published(message.value)) - asked:
                    comms.register(name)
                    asked.add(name)
            view.take(message)
        for name in set(view.values) - asked:
            comms.register(name)
            asked.add(name)
        if pressed := keys(_KEY):
            if pressed in ENDING:
                say("Quitting...")
                return
            view.key(pressed)
        now = time.monotonic()
        runs = not view.paused and view.page not in ("help", "modes")
        if (view.due or runs) and (now >= next_report or not view.throttled):
            next_report = now + _INTERVAL
            stdout_drawing(view.report())
