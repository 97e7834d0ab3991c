"""The interfaces of an application and of its life cycle (``moos.app.moos_app.MoosApp``).

An application of the autonomy tower implements them without seeing MOOS: it gets messages and the time, and returns
rows.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import Protocol, runtime_checkable

from usimmarine_py.values.frozen import dataclass
from usimmarine_py.values.mail import Message
from usimmarine_py.values.rows import Row

#: A span of whole ticks counts as passed (s): ticks here have exact times, those of live programs are late. A replay of
#: a program whose clock was exact has none.
SLACK = 1e-4


@dataclass(frozen=True, slots=True)
class Subscription:
    """One registration. With ``sources`` it is a wildcard one: patterns of variable and of last writer."""

    variable: str
    interval: float = 0.0  #: least gap, MOOS s
    sources: str | None = None


class TickCounters(Protocol):
    """How well the loop keeps its time."""

    @property
    def ticks(self) -> int:
        """Iterations so far."""
        ...

    @property
    def late(self) -> int:
        """Iterations that began more than half a period after their deadline."""
        ...

    @property
    def missed(self) -> int:
        """Deadlines left out because an iteration before them took too long."""
        ...

    def summary(self) -> str:
        """All three in one line for a report."""
        ...


class AppHost(Protocol):
    """The services of the life cycle for an application. For the application's own thread."""

    def config_warning(self, text: str) -> None:
        """Add a configuration warning to the report and print it."""
        ...

    def run_warning(self, text: str) -> None:
        """Count a run warning; printed the first time."""
        ...

    def retract_run_warning(self, text: str) -> None:
        """Take back every occurrence of exactly this text."""
        ...

    def event(self, text: str) -> None:
        """Add a time-stamped event to the report."""
        ...

    def say(self, text: str) -> None:
        """One line on the terminal (or in APP_LOG)."""
        ...

    def subscribe(self, wanted: Sequence[Subscription | str]) -> None:
        """Subscribe to more variables."""
        ...

    def skip_own(self, variables: Collection[str]) -> None:
        """Leave out of the mail, where the transport can, the application's own numbers of these variables."""
        ...

    def stop(self, exit_code: int = 0) -> None:
        """End the program soon."""
        ...

    def hold(self, seconds: float) -> None:
        """In lock step: make no tick for so long (MOOS s), as if the one under way took it."""
        ...

    @property
    def now(self) -> float:
        """MOOS time (s) of the tick under way."""
        ...

    @property
    def set_by(self) -> float:
        """How far clocks were set since the start, MOOS s (negative: back).

        The times that the application gets (``now``, ticks, stamps of mail) go on evenly. A time that it posts as a
        value or in a text is for others: its own time plus this.
        """
        ...

    @property
    def counters(self) -> TickCounters:
        """How well the loop keeps its time."""
        ...


class Application(Protocol):
    """The part that differs between applications. Everything is called from one thread, in the order given here.

    An exception of a method becomes a run warning and a line on the terminal; only that of ``on_start`` ends the
    program.
    """

    @property
    def name(self) -> str:
        """The application's name in messages; the name in MOOS is that of the settings."""
        ...

    def on_connect_subscriptions(self) -> Sequence[Subscription | str]:
        """The subscriptions; read before the connection and again after ``on_start`` (new ones are added)."""
        ...

    def on_start(self, host: AppHost) -> Iterable[Row] | None:
        """Called once, before the first mail. An ``UsimError`` ends the program with its exit code."""
        ...

    def on_mail(self, mail: list[Message]) -> Iterable[Row] | None:
        """New mail, sorted by time unless configured otherwise; never empty."""
        ...

    def iterate(self, now: float) -> Iterable[Row] | None:
        """One iteration at MOOS time ``now``, s."""
        ...

    def report(self) -> str:
        """The body of the report, lines ended by newlines; only called on request."""
        ...


@runtime_checkable
class Paced(Protocol):
    """An application that has hardly any posts but in every n-th iteration."""

    @property
    def posts_every(self) -> int:
        """That n."""
        ...


@runtime_checkable
class Reporting(Protocol):
    """An application that has no report after some of its iterations."""

    @property
    def has_report(self) -> bool:
        """Whether it has one after the last."""
        ...


@runtime_checkable
class Ending(Protocol):
    """An application that may come to an end by itself."""

    @property
    def may_end(self) -> bool:
        """Whether it will, if all goes well."""
        ...

    @property
    def finished(self) -> bool:
        """It has."""
        ...


@runtime_checkable
class Stuck(Protocol):
    """An application that may find out that it will not come to its end."""

    @property
    def stuck(self) -> str:
        """Why, in one line; empty: it may."""
        ...


def passed(now: float, then: float, span: float, slack: float = SLACK) -> bool:
    """Whether ``span`` s have passed since ``then`` (MOOS s)."""
    return now - then >= span - slack


def exceeded(now: float, then: float, span: float, slack: float = SLACK) -> bool:
    """Whether more than ``span`` s have passed since ``then`` (MOOS s)."""
    return now - then > span - slack
