"""``usim appcast``: the reports of applications in the terminal."""

from __future__ import annotations

import os
import shutil
import time
from math import inf

import click

from usimmarine_py.cli.community.keys.keyboard import terminal_keys
from usimmarine_py.cli.options import (
    Finite,
    Target,
    echo_json,
    find_target,
    split_mission,
    target_options,
)
from usimmarine_py.cli.progress import say
from usimmarine_py.cli.start import reader_left
from usimmarine_py.errors import ConfigError, printable
from usimmarine_py.moos.app.terminal import stdout_drawing, stdout_is_terminal
from usimmarine_py.moos.transport.comms import Comms
from usimmarine_py.watch.viewer.appcasts import AppCast, request
from usimmarine_py.watch.viewer.board import HEADER, Board, report, row, run_warning_total, screen

#: Real s between two requests, and the duration of one (MOOS applications accept at most 30 MOOS s).
ASKING, ASKED_FOR, MOST_ASKED = 2.0, 5.0, 30.0
#: Real s without a new application after which the list of ``--once`` is complete, and the wait for the first one.
WHOLE_AFTER, ANSWER_WITHIN = 1.5, 5.0
#: Real s after the start during which older mail is ignored.
HELD_FOR = 1.0
#: Real s without a report before a message is shown, and between two updates of an unchanged screen.
SILENT, REDRAW = 10.0, 0.5
_ENTER, _LEAVE = "\033[?1049h\033[?25l", "\033[?25h\033[?1049l"


@click.command()
@click.argument("words", nargs=-1, metavar="[FILE.moos] [APP]")
@target_options
@click.option("--once", is_flag=True, help="Show the present reports and end; exit code 1 if there are none.")
@click.option("--for", "seconds", type=Finite(0.0, min_open=True), metavar="S", help="End after S real seconds.")
@click.option("--json", "as_json", is_flag=True, help="With --once: print only JSON to standard output.")
def appcast(
    words: tuple[str, ...], host: str, port: int, warp: float, once: bool, seconds: float | None, as_json: bool
) -> int:
    """Show the reports (appcasts) of the applications of a MOOSDB, as uMAC does; with APP only that of one.

    On a terminal the list, with counts of warnings, is above the selected report: up and down select, q ends.
    Otherwise, and with --once, lines are printed: changes of the list, or each new report of APP.
    """
    if as_json and not once:
        raise click.UsageError("--json goes with --once")
    mission_file, names = split_mission(words)
    if len(names) > 1:
        raise ConfigError(f"one application at a time; found {', '.join(names)}", key="APP")
    end = inf if seconds is None else time.monotonic() + seconds  # includes the time to connect
    target = find_target(mission_file, host, port, warp).at_its_warp(end, "uMAC")
    comms = target.visit("uMAC", "appcast", end)
    viewer = _Viewer(comms, target, names[0] if names else "", as_json)
    try:
        comms.register("APPCAST")
        if once:
            return viewer.once(min(end, time.monotonic() + ANSWER_WITHIN))
        return viewer.screen(end) if stdout_is_terminal() else viewer.lines(end)
    finally:
        comms.close()


class _Viewer:
    def __init__(self, comms: Comms, target: Target, name: str, as_json: bool) -> None:
        self._comms, self._target, self._name, self._as_json = comms, target, name, as_json
        self._board = Board()
        self._asked = -inf
        # mail from before the start may be of a client that has left; a clock of another machine may be behind
        self._began, self._held_until = time.time() * target.warp, time.monotonic() + HELD_FOR

    def _poll(self) -> list[AppCast]:
        """Send a request if it is due and return the reports that arrived."""
        now = time.monotonic()
        if now - self._asked >= ASKING and self._comms.is_connected():
            self._asked = now
            text = request(f"uMAC_{os.getpid()}", min(ASKED_FOR * self._target.warp, MOST_ASKED))
            self._comms.notify("APPCAST_REQ", text)
            # a shoreside forwards this request to its vehicles
            self._comms.notify("APPCAST_REQ_ALL", text)
        found = []
        for message in self._comms.fetch():
            if message.time < self._began and now < self._held_until:
                continue
            if message.variable == "APPCAST" and isinstance(message.value, str):
                cast = self._board.take(message.value, now)
                if cast is not None:
                    found.append(cast)
        return found

    def _is_it(self, cast: AppCast) -> bool:
        return cast.app.lower() == self._name.lower()

    def _nobody(self) -> str:
        """Why there is nothing to show."""
        if not self._board.casts:
            return (
                "no application has answered" if not self._name else f"{self._name} has not answered, nor has another"
            )
        close = self._board.like(self._name)
        there = ", ".join(cast.app for cast in self._board.sorted())
        return f"{self._name} has not answered; " + (f"did you mean {close}?" if close else f"there are {there}")

    def once(self, end: float) -> int:
        """Print the list when no more reports arrive, or the requested report as soon as it arrives."""
        latest = inf
        while time.monotonic() < min(end, latest + WHOLE_AFTER):
            known = len(self._board.casts)
            for cast in self._poll():
                if self._name and self._is_it(cast):
                    if self._as_json:
                        echo_json(_facts(cast))
                    else:
                        _print(report(cast))
                    return 0
            if len(self._board.casts) > known:
                latest = time.monotonic()
            time.sleep(0.02)
        if self._name or not self._board.casts:
            say(self._nobody(), err=True)
            return 1
        casts = self._board.sorted()
        if self._as_json:
            echo_json([_facts(cast) for cast in casts])
        else:
            _print([HEADER, *(row(cast) for cast in casts)])
        return 0

    def lines(self, end: float) -> int:
        """Print new reports until ``end`` (monotonic s); return 1 if there were none."""
        before: dict[tuple[str, str], object] = {}
        wondering = time.monotonic() + ANSWER_WITHIN
        if not self._name:
            _print([HEADER])
        while time.monotonic() < end and not reader_left():
            for cast in self._poll():
                if self._name and not self._is_it(cast):
                    continue
                counts = (len(cast.config_warnings), run_warning_total(cast))
                new = (cast.lines, cast.config_warnings, cast.run_warnings, cast.events) if self._name else counts
                if before.get((cast.node, cast.app)) != new:
                    before[cast.node, cast.app] = new
                    _print([*report(cast), ""] if self._name else [row(cast)])
            if not before and time.monotonic() >= wondering:
                wondering = inf
                say(f"{self._nobody()}; waiting", err=True)
            time.sleep(0.02)
        if not before:
            say(self._nobody(), err=True)
        return 0 if before else 1

    def screen(self, end: float) -> int:
        """Draw until ``end`` (monotonic s) or q."""
        chosen: tuple[str, str] | None = None
        drawn = -inf
        stdout_drawing(_ENTER)
        try:
            with terminal_keys() as keys:
                while time.monotonic() < end:
                    key = keys(0.05)
                    if key == "q":
                        break
                    came = self._poll()
                    chosen = self._choose(chosen, key)
                    if came or key or time.monotonic() - drawn >= REDRAW:
                        drawn = time.monotonic()
                        self._draw(chosen)
        finally:
            stdout_drawing(_LEAVE)
        return 0 if self._board.casts else 1

    def _choose(self, chosen: tuple[str, str] | None, key: str) -> tuple[str, str] | None:
        casts = self._board.sorted()
        places = [(cast.node, cast.app) for cast in casts]
        if self._name:
            return next((place for place, cast in zip(places, casts, strict=True) if self._is_it(cast)), None)
        if chosen not in places:
            return places[0] if places else None
        step = {"up": -1, "k": -1, "down": 1, "j": 1}.get(key, 0)
        return places[min(max(places.index(chosen) + step, 0), len(places) - 1)]

    def _draw(self, chosen: tuple[str, str] | None) -> None:
        now = time.monotonic()
        silences = [(cast, self._board.silent(cast, now)) for cast in self._board.sorted()]
        rows = [row(cast, silent if silent >= SILENT else 0.0) for cast, silent in silences]
        where = f"{self._comms.community or 'MOOSDB'} at {self._target.host}:{self._target.port}"
        problem = "" if self._comms.is_connected() else f"; no connection: {self._comms.problem}"
        help_ = "q ends" if self._name else f"{len(rows)} applications; up and down choose, q ends"
        if not rows or (self._name and chosen is None):
            help_ = f"{self._nobody()} so far; q ends"
        cast = None if chosen is None else self._board.casts.get(chosen)
        size = shutil.get_terminal_size()
        lines = screen(
            self._board, f"{where}{problem or '; ' + help_}", cast, rows, (size.columns, size.lines), bool(self._name)
        )
        stdout_drawing("\033[H" + "".join(f"{printable(line)}\033[K\n" for line in lines) + "\033[J")


def _facts(cast: AppCast) -> dict[str, object]:
    """A report as JSON values; a run warning is its count and its text."""
    warnings = [warning.partition(":")[::2] for warning in cast.run_warnings]
    return {
        "app": cast.app, "node": cast.node, "iteration": _number(cast.iteration), "lines": cast.lines,
        "config_warnings": cast.config_warnings, "events": cast.events,
        "run_warnings": [{"count": _number(count), "text": text} for count, text in warnings],
    }  # fmt: skip


def _number(text: str) -> int | None:
    """The count in a text; None if it is not a number."""
    return int(text) if text.isdecimal() else None


def _print(lines: list[str]) -> None:
    say("\n".join(lines))
