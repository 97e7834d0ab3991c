"""pMarineViewer without a screen: presses of its buttons and single posts, at their times."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import isfinite
from typing import NamedTuple

from usimmarine_py.errors import ConfigError, shorten, suggest
from usimmarine_py.field.viewer.buttons import Button
from usimmarine_py.field.viewer.clicks import ClickContext, read_contexts
from usimmarine_py.field.viewer.commander import COMMANDER, read_commander_block
from usimmarine_py.field.viewer.options import VIEWER, read_viewer_block
from usimmarine_py.mission import Mission
from usimmarine_py.text import finite_number, is_number
from usimmarine_py.values import Message, Post
from usimmarine_py.values.app import AppHost, Application
from usimmarine_py.values.mail import refuse_name
from usimmarine_py.values.rows import Row, rows_of

#: The client that presses.
PRESSER = "usim_press"
#: When a button is pressed if no time is given, s since the start of the run.
SOON = 1.0
#: The label of the button that lets vehicles go, and its posts if the mission has none.
DEPLOY = "DEPLOY"
RETURNING = Button("RETURN", (("RETURN", "true"),))
DEPLOYING = Button(DEPLOY, (("DEPLOY", "true"), ("MOOS_MANUAL_OVERRIDE", "false"), ("RETURN", "false")))


class Poke(NamedTuple):
    """One post of the command line."""

    variable: str
    value: float | str


class Press(NamedTuple):
    """A button that is pressed at a time (s since the start). A post of the command line is a button, too."""

    time: float
    button: Button


def buttons_of(mission: Mission) -> tuple[list[Button], list[str]]:
    """Return what a person can press in a mission's viewer or commander, and the lines that cannot be used."""
    buttons: list[Button] = []
    wrong: list[str] = []
    if (block := mission.block(VIEWER, verbatim=False)) is not None:
        viewer, findings = read_viewer_block(block.config_lines)
        buttons += viewer.pressed()
        wrong += map(str, findings)
    if (block := mission.block(COMMANDER, verbatim=False)) is not None:
        commander, findings = read_commander_block(block.config_lines)
        buttons += commander.buttons()
        wrong += map(str, findings)
    return buttons, wrong


def contexts_of(mission: Mission) -> list[ClickContext]:
    """Return what clicks on the map of a mission's viewer post."""
    block = mission.block(VIEWER, verbatim=False)
    return read_contexts(block.config_lines if block is not None else ())


def parse_poke(word: str) -> Poke:
    """``VAR=VALUE``: a number is posted as a double, anything else as a string; ``VAR:=VALUE`` is always a string."""
    name, equals, value = word.partition("=")
    as_string = name.endswith(":")
    name = name.removesuffix(":").strip()
    if not equals or not name:
        raise ConfigError(f"{shorten(word)} is not VAR=VALUE (or VAR:=TEXT for a string)")
    refuse_name(name, word)
    if len(value) >= 2 and value[0] == value[-1] == '"':
        return Poke(name, value[1:-1])
    if as_string or not is_number(value.strip(), exponent=True):
        return Poke(name, value)
    number = float(value)
    if not isfinite(number):
        raise ConfigError(f"{shorten(word)} is too large for a number; {name}:={shorten(value)} posts the text")
    return Poke(name, number)


def _timed(word: str) -> tuple[str, float]:
    """Split ``WHAT@T``; the time is ``SOON`` if there is none."""
    what, at, text = word.rpartition("@")
    time = finite_number(text) if at else None
    if time is None:
        return word, SOON
    if time < 0.0:
        raise ConfigError(f"{shorten(word)}: the time must be at least 0 seconds")
    return what, time


def read_poke(word: str) -> Press:
    """Read ``VAR=VALUE[@T]``. Raises ``ConfigError``."""
    what, time = _timed(word)
    variable, value = parse_poke(what)
    # the text as it is: no button's macros in it
    return Press(time, Button(what, ((variable, f'"{value}"' if isinstance(value, str) else value),)))


def read_press(word: str, buttons: Sequence[Button]) -> Press:
    """Read ``LABEL[@T]``: a button, an action or a command of the viewer by its label, without case.

    Raises ``ConfigError`` for a label that there is not.
    """
    label, time = _timed(word)
    for button in buttons:
        if button.answers(label):
            return Press(time, button)
    if not buttons and DEPLOYING.answers(label):
        return Press(time, DEPLOYING)
    labels = list(dict.fromkeys(button.label for button in buttons))
    known = (
        f"the mission has {', '.join(labels)}" if labels else f"it has no block {VIEWER} or {COMMANDER} with buttons"
    )
    raise ConfigError(
        f"there is no button {shorten(label)!r}; {known}", key="--press", suggestion=suggest(label, labels)
    )


class ViewerApp:
    """Presses buttons. Its AppTick is how exact the times are."""

    def __init__(self, presses: Sequence[Press], start: float) -> None:
        """``start``: MOOS time (s) of the start of the run."""
        self.due = sorted(presses, key=lambda press: press.time)  #: what is to come
        self._start = start
        self._count = 0  # pairs posted so far

    @property
    def name(self) -> str:
        """Its own name: the mission's viewer may play beside it. The source of its posts is the viewer."""
        return PRESSER

    @property
    def exhausted(self) -> bool:
        """Nothing is to come: every button is pressed."""
        return not self.due

    def on_connect_subscriptions(self) -> Sequence[str]:
        """None."""
        return ()

    def on_start(self, host: AppHost) -> None:
        """Nothing to do."""

    def on_mail(self, mail: list[Message]) -> None:
        """There is none."""

    def iterate(self, now: float) -> list[Row]:
        """Return the posts that are due."""
        posts = []
        while self.due and now - self._start >= self.due[0].time - 1e-6:
            button = self.due.pop(0).button
            posts += [
                Post(name, value, source=button.source or VIEWER) for name, value in button.posts(now, self._count)
            ]
            self._count += len(button.pairs)
        return rows_of(posts)

    def report(self) -> str:
        """Return what is still to come."""
        return "".join(f"at {press.time:g} s: {press.button.label}\n" for press in self.due)


def never_pressed(applications: Iterable[Application]) -> list[str]:
    """Return a line for each press and post that was to come after the end of the run."""
    return [
        f"{press.button.label} is for {press.time:g} s, after the end of the run"
        for one in applications
        if isinstance(one, ViewerApp)
        for press in one.due
    ]
