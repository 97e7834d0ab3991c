"""What the applications of a field have in common."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import isfinite
from typing import ClassVar

from usimmarine_py.errors import MailError
from usimmarine_py.field.settings import HomeCommunity, read_lines
from usimmarine_py.finding import Finding
from usimmarine_py.limits import too_long
from usimmarine_py.values.app import AppHost, Subscription
from usimmarine_py.values.key import ConfigLine, KeyTable
from usimmarine_py.values.mail import Message
from usimmarine_py.values.rows import Row, single


class FieldApp:
    """An application of a field; see ``values.app.Application`` for the methods.

    Made from the lines of its block, and what its mission knows of the community. Times are in s.
    """

    keys: ClassVar[KeyTable]  #: of its block
    #: gets the number of its process at the start of a live program; empty: none
    process_variable: ClassVar[str] = ""

    def __init__(self, lines: Sequence[ConfigLine], home: HomeCommunity, name: str) -> None:
        self.home = home
        self.findings: list[Finding] = []  #: what is wrong with the block
        self.config_warnings: tuple[str, ...] = ()  #: the same as texts, with what others say of it
        self._name = name
        self._host: AppHost | None = None
        del lines

    def read_block(self, lines: Sequence[ConfigLine], settings: object) -> None:
        """Read the block into ``settings``; what is wrong is shown at the start."""
        self.find(*read_lines(lines, self.keys, settings))

    def find(self, *findings: Finding) -> None:
        """Keep what is wrong with the block, for the start."""
        self.findings += findings
        self.config_warnings += tuple(map(str, findings))

    @property
    def name(self) -> str:
        """The application's name."""
        return self._name

    @property
    def host(self) -> AppHost:
        """The life cycle around it, from ``on_start`` on."""
        assert self._host is not None, "it has not started"
        return self._host

    def written(self, time: float) -> float:
        """Return a time (s) as it is written in texts, by the clock of the machine (``AppHost.set_by``)."""
        return time + self.host.set_by

    def on_connect_subscriptions(self) -> Sequence[Subscription | str]:
        """The subscriptions."""
        return ()

    def on_start(self, host: AppHost) -> Iterable[Row]:
        """Tell what is wrong with the block, with file and line."""
        self._host = host
        for text in self.config_warnings:
            host.config_warning(text)
        rows = self.started(host.now)
        if self.process_variable and self.home.process_id:
            return [single(self.process_variable, float(self.home.process_id)), *rows]
        return rows

    def started(self, now: float) -> Iterable[Row]:
        """Return the posts of the start at MOOS time ``now`` (s)."""
        del now
        return ()

    def on_mail(self, mail: list[Message]) -> Iterable[Row]:
        """Take mail."""
        del mail
        return ()

    def iterate(self, now: float) -> Iterable[Row]:
        """Return the posts of one iteration."""
        del now
        return ()

    def report(self) -> str:
        """Return the body of the report."""
        return ""

    def refuse(self, message: Message, problem: str) -> None:
        """Report mail that cannot be used."""
        self.host.run_warning(str(MailError(message.variable, message.source, message.value, problem)))

    def number(self, message: Message) -> float | None:
        """Return the number of a message; None, and a run warning, for text and for what is not finite."""
        if isinstance(message.value, float) and isfinite(message.value):
            return message.value
        self.refuse(message, "must be a finite number; the last good value stays")
        return None

    def text(self, message: Message) -> str | None:
        """Return the text of a message; None, and a run warning, for a number and for one that is too long."""
        if not isinstance(message.value, str):
            self.refuse(message, "must be text")
        elif problem := too_long(message.variable, message.value):
            self.refuse(message, problem)
        else:
            return message.value
        return None
