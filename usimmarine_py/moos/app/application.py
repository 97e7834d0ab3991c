"""What an application is to the life cycle (``app.MoosApp``), and what the life cycle offers to it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple, Protocol, runtime_checkable

from usimmarine_py.values import Message, Post, Value
from usimmarine_py.values.frozen import dataclass
from usimmarine_py.values.mail import Made, Picks, RowMail


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
    """What an application may ask of the life cycle that drives it. For the application's own thread."""

    def config_warning(self, text: str) -> None:
        """Add a configuration warning to the report and say it on the terminal."""
        ...

    def unhandled_config_line(self, key: str, value: str) -> None:
        """Add the usual configuration warning, except for keys that every application understands."""
        ...

    def run_warning(self, text: str) -> None:
        """Count a run warning; said on the terminal the first time."""
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

    def stop(self, exit_code: int = 0) -> None:
        """End the program soon."""
        ...

    @property
    def counters(self) -> TickCounters:
        """How well the loop keeps its time."""
        ...


class Application(Protocol):
    """The part that differs between applications. Everything is called from one thread, in the order given here.

    What a method raises becomes a run warning and one line on the terminal; only ``on_start`` may end the program.
    """

    @property
    def name(self) -> str:
        """What the application calls itself, for messages; the name in MOOS is that of the settings."""
        ...

    def on_connect_subscriptions(self) -> Sequence[Subscription | str]:
        """What to register for; asked before the connection and again after ``on_start`` (new ones are added)."""
        ...

    def on_start(self, host: AppHost) -> Iterable[Post] | None:
        """Called once, before the first mail. An ``UsimError`` ends the program with its exit code."""
        ...

    def on_mail(self, mail: list[Message]) -> Iterable[Post] | None:
        """New mail, sorted by time unless configured otherwise; never empty."""
        ...

    def iterate(self, now: float) -> Iterable[Post] | None:
        """One iteration at MOOS time ``now``, s."""
        ...

    def report(self) -> str:
        """The body of the report, lines ended by newlines; only asked for when somebody looks."""
        ...


@runtime_checkable
class Quiet(Protocol):
    """An application that knows for how long it has nothing to do; lock-step runs leave such iterations out."""

    def quiet_until(self, mail: Mapping[str, float]) -> float:
        """MOOS time (s) before which iterations have no effect that others see; -inf if unknown.

        ``mail``: the variables that may come, and the MOOS time (s) of the earliest; mail that changes nothing as
        things are need not be delivered.
        """
        ...

    def pass_over(self, times: Sequence[float]) -> object:
        """Catch up on the iterations at ``times`` (MOOS s) that were left out, to the last bit."""
        ...


@runtime_checkable
class Steady(Protocol):
    """An application that goes on as if nothing had happened when a clock is set."""

    def clock_was_set(self, change: float) -> None:
        """MOOS time jumped by ``change`` s (negative: back) since the last iteration."""
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


@runtime_checkable
class Steered(Protocol):
    """An application that steers or is steered, and can be handed the numbers that it needs in each iteration, without
    a message for each; lock-step runs do so for many iterations in a row.
    """

    def picks(self, subscribed: Picks) -> Picks | None:
        """What ``step`` wants of rows in which these variables, with their places, are subscribed to; None if one of
        them has to come as mail.
        """
        ...

    def begin_stretch(self, now: float, *, every_post: bool) -> None:
        """Get ready for ``step``, the first time at MOOS time ``now`` or later. Without ``every_post`` nobody looks at
        latitudes and longitudes but the last ones.
        """
        ...

    def step(self, now: float, mail: Sequence[RowMail]) -> Made:
        """What mail and iteration at MOOS time ``now`` make."""
        ...

    def end_stretch(self) -> Made | None:
        """Be as if all iterations had gone by ``iterate``. What the last ``step`` that posted should have posted, where
        something was left out of it; else None.
        """
        ...


class Rows(NamedTuple):
    """Posts of many iterations: a value for each of ``variables`` from each iteration in ``places``, counted from 0."""

    variables: tuple[str, ...]
    places: Sequence[int]
    values: Sequence[Sequence[Value]]


@runtime_checkable
class Batched(Protocol):
    """An application whose iterations may be made somewhat after the time that they stand for, several at once."""

    @property
    def may_lag(self) -> bool:
        """Whether only mail tells anybody what it does: then nobody sees how late an iteration was made."""
        ...

    @property
    def ignored(self) -> frozenset[str]:
        """Variables of which own numbers that come back as mail change nothing as things are."""
        ...

    @property
    def silent(self) -> int:
        """How many iterations from now on post nothing, unless mail comes; 0 if unknown."""
        ...

    def iterate_all(self, times: Sequence[float]) -> Rows | None:
        """Iterations at each of ``times`` (rising, MOOS s), no mail in between; None, and nothing done, if it takes
        ``iterate`` for each."""
        ...
