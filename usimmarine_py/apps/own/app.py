"""``App``, the base class of a user's application (docs/apps.md). Importing it loads little else."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import inf
from typing import TYPE_CHECKING, Any, ClassVar, NoReturn

from usimmarine_py.errors import UsimError, shorten
from usimmarine_py.text import truth_text
from usimmarine_py.values import Key, Message, Value
from usimmarine_py.values.app import AppHost, Subscription
from usimmarine_py.values.rows import Row, Shape, make_row

if TYPE_CHECKING:
    import numpy as np

#: How a default report shows what it cannot show whole.
_SHOWN = 60


class AppLink:
    """The connection of an application to the life cycle that drives it."""

    __slots__ = ("began", "finished", "host", "kinds", "last", "random", "seed", "values", "variables", "wanted")

    def __init__(self, host: AppHost, seed: Sequence[int], began: float) -> None:
        self.host = host
        self.seed = seed
        self.random: np.random.Generator | None = None
        self.began = began  #: MOOS s
        self.wanted: list[Subscription] | None = []  #: None once it may register no more
        self.finished = False
        self.kinds: dict[str, type] = {}
        self.variables: list[str] = []  #: posted since they were last taken, with their values
        self.values: list[Value] = []
        self.last: Row | None = None

    def take(self) -> Row | None:
        """Return what was posted since the last time."""
        if not self.variables:
            return None
        self.last = make_row((Shape(tuple(self.variables)), tuple(self.values), None, ""))
        self.variables, self.values = [], []
        return self.last


class App:
    """A MOOS application: derive from it, say what it reads, and fill in what it does.

    The same class plays live (``usim start heading.py:Heading FILE.moos``) and in lock step (``run_mission(FILE,
    apps=[Heading])``, ``usim run FILE.moos --app heading.py:Heading``). Everything is called from one thread, in this
    order: ``on_start`` once, then in each iteration ``on_mail`` if mail came, and ``iterate``. As long as what is made
    there comes from mail, ``config``, ``now`` and ``random`` alone, lock-step runs repeat to the bit.
    """

    #: Its default name in MOOS; empty: the name of the class.
    name: ClassVar[str] = ""
    #: Iterations per MOOS second where its block has no AppTick.
    app_tick: ClassVar[float] = 5.0
    #: The variables that it reads; ``*`` and ``?`` may stand in them.
    subscriptions: ClassVar[Sequence[str]] = ()
    #: The keys of its block, each with kind, default, unit and limits.
    parameters: ClassVar[Sequence[Key]] = ()
    #: Whether it will end the run, by ``finish``.
    ends: ClassVar[bool] = False

    #: The value of each of ``parameters``: of its block, else the default.
    config: Mapping[str, Any]
    #: The newest value of each variable that has come, number (float), text or bytes.
    latest: dict[str, Any]
    #: MOOS time, s.
    now: float = 0.0
    #: MOOS s since the iteration before; 0 in the first.
    dt: float = 0.0
    #: What it is called in MOOS in this run.
    alias: str = ""

    _link: AppLink | None = None

    # -- to be filled in

    def on_start(self) -> None:
        """Called once, before the first mail; ``config`` is there, and ``register`` and ``post`` work."""

    def on_mail(self, mail: Sequence[Message]) -> None:
        """New mail, in order of its time, never empty: each has ``variable``, ``value``, ``time`` and ``source``.

        ``latest`` knows it already: fill this in where every message counts, or when one comes.
        """

    def iterate(self) -> None:
        """One iteration, at AppTick."""

    def report(self) -> str | Sequence[str]:
        """The body of the report (APPCAST, terminal): a text, or a list of lines. Called when a viewer asks for it."""
        last = self._linked.last
        posted = {} if last is None else dict(zip(last.shape.names, last.values, strict=True))
        parts = {"config": self.config, "mail": self.latest, "posted": posted}
        lines = [f"{what}: {_shown(values)}" for what, values in parts.items() if values]
        return "".join(f"{line}\n" for line in lines)

    # -- to be used

    def post(self, variable: str, value: float | str | bytes | bool) -> None:
        """Post a number, in its variable's unit, or a text; true and false are ``true`` and ``false``, as in MOOS."""
        link = self._link
        if link is None or type(value) is not link.kinds.get(variable):
            link, found = self._linked, self._checked(variable, value)
            if found is None:
                return
            value = found
        link.variables.append(variable)
        link.values.append(value)

    def register(self, variable: str, interval: float = 0.0) -> None:
        """Read one more variable (or all that fit a pattern), at most once each ``interval`` s; in ``on_start``."""
        wanted = self._linked.wanted
        if wanted is None:
            self._misused("register() works in on_start only")
        if not isinstance(variable, str) or variable.split() != [variable]:
            raise TypeError(f"register(): must be a name without blanks, found {shorten(repr(variable), _SHOWN)}")
        if not interval >= 0.0:
            raise ValueError(f"register({variable!r}): the interval must be at least 0 s, found {interval}")
        wanted.append(subscription(variable, interval))

    def finish(self) -> None:
        """End: a run without ``--duration`` is over with this iteration, a live one with ``--until-quit``."""
        if not self.ends:
            self._misused("finish() needs ends = True in the class, so that runs without --duration wait for it")
        self._linked.finished = True

    def warn(self, text: str) -> None:
        """Count a run warning: in the report, and in the summary of a run."""
        self._linked.host.run_warning(str(text))

    def unwarn(self, text: str) -> None:
        """Take back every ``warn`` of exactly this text."""
        self._linked.host.retract_run_warning(str(text))

    def event(self, text: str) -> None:
        """Add a time-stamped event to the report."""
        self._linked.host.event(str(text))

    def say(self, text: str) -> None:
        """One line on the terminal; a lock-step run has none."""
        self._linked.host.say(str(text))

    @property
    def elapsed(self) -> float:
        """MOOS s since the start."""
        return self.now - self._linked.began

    @property
    def random(self) -> np.random.Generator:
        """Random numbers of its own, from the seed of the run and the name: equal seeds, equal numbers."""
        link = self._linked
        if link.random is None:
            import numpy as np

            link.random = np.random.default_rng([*link.seed, *self.alias.encode("utf-8", "surrogateescape")])
        return link.random

    # -- how it is driven

    @property
    def _linked(self) -> AppLink:
        if self._link is None:
            self._misused("this works in on_start, on_mail, iterate and report, once it plays")
        return self._link

    def _misused(self, problem: str) -> NoReturn:
        raise UsimError(f"{type(self).__name__}: {problem}")

    def _checked(self, variable: str, value: object) -> Value | None:
        """A value as MOOS has it; None where it cannot be posted, with a warning. TypeError for what is no value."""
        if not isinstance(variable, str) or variable.split() != [variable]:
            problem = f"the variable must be a name without blanks, found {shorten(repr(variable), _SHOWN)}"
            raise TypeError(f"post(): {problem}")
        found: Value
        if isinstance(value, bool):
            found = truth_text(value)
        elif isinstance(value, (str, bytes)):
            found = value
        else:
            try:
                found = float(value)  # type: ignore[arg-type]
            except OverflowError:
                found = inf  # an integer beyond floats: as what is not finite it gives a warning, and is not posted
            except (TypeError, ValueError):
                what = f"{type(value).__name__} {shorten(repr(value), _SHOWN)}"
                raise TypeError(f"post({variable!r}): must be a number or a text, found {what}") from None
        kind = self._linked.kinds.setdefault(variable, type(found))
        if kind is not type(found):
            words = {float: "a number", str: "a text", bytes: "binary"}
            self.warn(f"{variable} is {words[kind]}: {words[type(found)]} was not posted")
            return None
        return found


def subscription(variable: str, interval: float = 0.0) -> Subscription:
    """That of a variable, or of all that fit a pattern with ``*`` and ``?``."""
    return Subscription(variable, interval, "*" if "*" in variable or "?" in variable else None)


def _shown(values: Mapping[str, Any]) -> str:
    return ", ".join(
        f"{k} = {v:g}" if isinstance(v, float) else f"{k} = {shorten(str(v), _SHOWN)}" for k, v in values.items()
    )
