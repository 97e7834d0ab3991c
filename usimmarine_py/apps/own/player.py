"""An application of one's own as the life cycle sees it, live and in lock-step runs."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Any, TypeVar

from usimmarine_py.apps.own.app import App, AppLink, subscription
from usimmarine_py.apps.own.config import read_config
from usimmarine_py.apps.own.declared import misspelt
from usimmarine_py.errors import AppError, ConfigError, Severity, shorten
from usimmarine_py.mission import Block
from usimmarine_py.moos.clock import Clock
from usimmarine_py.values import Message
from usimmarine_py.values.app import AppHost, Subscription
from usimmarine_py.values.rows import Row

_T = TypeVar("_T")


class OwnApp:
    """Drives one ``App``.

    ``prompt``: what ``on_mail`` posts leaves at once, not with the iteration that follows; in lock-step runs mail comes
    with an iteration anyway.
    """

    def __init__(
        self, app: App, clock: Clock, *, name: str, block: Block | None, seed: int, community: str, prompt: bool
    ) -> None:
        if app._link is not None:
            problem = "this instance has played before, and what it remembers would count: give its class, or a new one"
            raise ConfigError(problem, key=name)
        self.app = app
        self._clock = clock
        self._name = name
        self._block = block
        self._seed = seed
        self._community = community or "#1"
        self._prompt = prompt
        self._reads_mail = type(app).on_mail is not App.on_mail
        self._last: float | None = None  # time of the last iteration, MOOS s
        self._link: AppLink | None = None
        self._registered: tuple[Subscription, ...] = ()
        self._values, found = read_config(type(app), block)
        if errors := [one for one in found if one.severity is Severity.ERROR]:
            raise errors[0].as_error()
        warnings = [str(one) for one in found if one.severity is Severity.WARNING]
        self.config_warnings = (*warnings, *misspelt(type(app)))

    @property
    def name(self) -> str:
        """Its name in MOOS."""
        return self._name

    @property
    def may_end(self) -> bool:
        """Whether it will, if all goes well."""
        return self.app.ends

    @property
    def finished(self) -> bool:
        """It has called ``finish``."""
        return self._link is not None and self._link.finished

    @property
    def stuck(self) -> str:
        """Empty: it is unknown whether it will end."""
        return ""

    @property
    def progress(self) -> float:
        """1 at the end, 0 before: the end is unknown before it comes."""
        return float(self.finished)

    def on_connect_subscriptions(self) -> Sequence[Subscription]:
        """Those of the class, and those registered in ``on_start``."""
        wanted = [subscription(name) for name in self.app.subscriptions]
        return [*wanted, *self._registered]

    def on_start(self, host: AppHost) -> Iterable[Row]:
        """Tell what is wrong with the block, and start."""
        for text in self.config_warnings:
            host.config_warning(text)
        app, now = self.app, self._clock.now()
        self._link = app._link = AppLink(host, (self._seed,), now)
        app.alias, app.now, app.dt, app.latest = self._name, now, 0.0, {}
        app.config = MappingProxyType(self._values)
        self._call("on_start", app.on_start)
        self._registered = tuple(self._link.wanted or ())
        self._link.wanted = None
        return self._posts()

    def on_mail(self, mail: list[Message]) -> Iterable[Row] | None:
        """Keep the message, and pass it on."""
        self._take_mail(self._clock.now(), mail)
        return self._posts() if self._prompt else None

    def iterate(self, now: float) -> Iterable[Row]:
        """One iteration; in lock-step runs also what ``on_mail`` has posted."""
        self._iterate(now)
        return self._posts()

    def step(self, now: float, mail: list[Message]) -> list[Row]:
        """Mail, if there is any, and one iteration, both at MOOS time ``now``."""
        if mail:
            self._take_mail(now, mail)
        self._iterate(now)
        return self._posts()

    def copied(self) -> OwnApp:
        """Another one that stands where this one does; each then goes its own way. Raises ``ConfigError``."""
        other = copy.copy(self)
        kept = [self._link.host] if self._link is not None else []
        memo = {id(one): one for one in (*kept, self.app.config)}
        try:
            other.app = copy.deepcopy(self.app, memo)
        except Exception as error:
            problem = f"what it remembers cannot be copied, which a trial needs: {type(error).__name__}: {error}"
            raise ConfigError(problem, key=self._name) from error
        other._link = other.app._link
        return other

    def report(self) -> str:
        """Its own report."""
        text = self._call("report", self._report)
        return text if not text or text.endswith("\n") else f"{text}\n"

    # -- inside

    def _report(self) -> str:
        lines: Any = self.app.report()
        if lines is None or isinstance(lines, str):
            return lines or ""
        if isinstance(lines, (list, tuple)):
            return "\n".join(map(str, lines))
        raise TypeError(f"must give a text or a list of lines, found {shorten(repr(lines), 60)}")

    def _take_mail(self, now: float, mail: list[Message]) -> None:
        app = self.app
        app.now = now
        for message in mail:
            app.latest[message.variable] = message.value
        if self._reads_mail:
            self._call("on_mail", app.on_mail, mail)

    def _iterate(self, now: float) -> None:
        app = self.app
        app.now = now
        app.dt = 0.0 if self._last is None else now - self._last
        self._last = now
        try:
            app.iterate()
        except (Exception, SystemExit) as error:
            raise self._failure("iterate", error) from error

    def _posts(self) -> list[Row]:
        """Return what was posted since the last time."""
        row = None if self._link is None else self._link.take()
        return [] if row is None else [row]

    def _call(self, name: str, method: Callable[..., _T], *given: Any) -> _T:
        try:
            return method(*given)
        except (Exception, SystemExit) as error:
            if name == "on_start" and isinstance(error, ConfigError):
                raise
            raise self._failure(name, error) from error

    def _failure(self, method: str, error: BaseException) -> AppError:
        cls = type(self.app)
        return AppError(self._name, f"{cls.__name__}.{method}", _described(error, cls))


def _described(error: BaseException, cls: type) -> str:
    """What it is, and the line in the file of the class, or else where it was raised."""
    import sys
    import traceback

    frames = traceback.extract_tb(error.__traceback__)
    home = getattr(sys.modules.get(cls.__module__), "__file__", None)
    own = [frame for frame in frames if frame.filename == home]
    others = [frame for frame in frames if frame.filename != __file__]
    text = str(error)
    what = f"{type(error).__name__}: {shorten(text)}" if text else type(error).__name__
    if not own and not others:  # it could not even be called
        return what
    frame = (own or others)[-1]
    return f"{what} ({Path(frame.filename).name}:{frame.lineno})"
