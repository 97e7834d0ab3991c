"""An application that notes what it is told, on the in-memory bus and a stepped clock."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from tests.support.memory_bus import MemoryBus, MemoryComms
from usimmarine_py.moos.app.moos_app import MoosApp
from usimmarine_py.moos.app.settings import AppSettings, DbSettings, LoopSettings, ReportSettings
from usimmarine_py.moos.app.status import no_figures
from usimmarine_py.moos.clock import SteppedClock
from usimmarine_py.values import Message, Value
from usimmarine_py.values.app import AppHost, Subscription
from usimmarine_py.values.frozen import field_names
from usimmarine_py.values.rows import Row, single


def app_settings(**given: object) -> AppSettings:
    """Settings of an application, with the fields of their parts by their plain names."""
    parts = {}
    for name, cls in (("db", DbSettings), ("loop", LoopSettings), ("reports", ReportSettings)):
        parts[name] = cls(**{field: given.pop(field) for field in field_names(cls) & given.keys()})
    return AppSettings(**given, **parts)


class NotedComms(MemoryComms):
    """The in-memory client, which also notes what the life cycle asks of it."""

    def __init__(self, bus: MemoryBus, name: str = "app") -> None:
        super().__init__(bus, name)
        self.closed = 0
        self._given: list[Message] = []
        self.posts: list[tuple[str, float | str | bytes]] = []
        self.registered: list[tuple[str, float]] = []
        self.wildcards: list[tuple[str, str, float]] = []

    def register(self, variable: str, interval: float = 0.0) -> bool:
        self.registered.append((variable, interval))
        return super().register(variable, interval)

    def register_wildcard(self, variables: str, sources: str = "*", interval: float = 0.0) -> bool:
        self.wildcards.append((variables, sources, interval))
        return super().register_wildcard(variables, sources, interval)

    def post_one(self, name: str, value: Value, time: float, source_aux: str, source: str) -> bool:
        done = super().post_one(name, value, time, source_aux, source)
        if done:
            self.posts.append((name, value))
        return done

    def close(self) -> None:
        self.closed += 1
        super().close()

    def lose_name(self) -> None:
        """As if another client had taken the name while the connection was down."""
        self._bus.down()
        self._bus.waiting.remove(self)
        self._refused_reason = "in use"

    def give(self, message: Message) -> None:
        """Mail past the database, which would not have a text for a number."""
        self._given.append(message)

    def fetch(self) -> list[Message]:
        given, self._given = self._given, []
        return super().fetch() + given

    def posted(self, variable: str) -> list[float | str | bytes]:
        return [value for name, value in self.posts if name == variable]


@dataclass
class NotingApplication:
    """Posts its iteration number; ``plan`` may be replaced by a test."""

    subscriptions: list[Subscription | str] = field(default_factory=lambda: ["X"])
    plan: Callable[[NotingApplication, float], Iterable[Row] | None] = lambda self, now: [
        single("COUNT", len(self.times))
    ]
    mail: list[list[Message]] = field(default_factory=list)
    times: list[float] = field(default_factory=list)
    host: AppHost | None = None
    body: str = "body\n"
    name: str = "noting"

    def on_connect_subscriptions(self) -> Sequence[Subscription | str]:
        return self.subscriptions

    def on_start(self, host: AppHost) -> Iterable[Row] | None:
        self.host = host
        return [single("STARTED", "yes")]

    def on_mail(self, mail: list[Message]) -> Iterable[Row] | None:
        self.mail.append(mail)
        return None

    def iterate(self, now: float) -> Iterable[Row] | None:
        self.times.append(now)
        return self.plan(self, now)

    def report(self) -> str:
        return self.body


@dataclass
class Bench:
    """A ``MoosApp`` on a stepped clock with everything that it says, and somebody who posts."""

    app: MoosApp
    application: NotingApplication
    comms: NotedComms
    bus: MemoryBus
    poster: MemoryComms
    clock: SteppedClock
    said: list[str]
    complained: list[str]

    def step(self, ticks: int = 1) -> None:
        for _ in range(ticks):
            self.app.tick(self.clock.advance(self.app.settings.loop.period))

    def mail(self, key: str, value: float | str | bytes, time: float | None = None) -> None:
        assert self.poster.notify(key, value, time)


def bench(
    *,
    started: bool = True,
    application: NotingApplication | None = None,
    warp: float = 1.0,
    deliver_host_mail: bool | None = None,
    **settings,
) -> Bench:
    clock = SteppedClock(1000.0, warp)
    bus = MemoryBus(clock)
    comms = NotedComms(bus)
    poster = bus.client("tester")
    poster.run()
    application = application or NotingApplication()
    said: list[str] = []
    complained: list[str] = []
    chosen = app_settings(**{"name": "app", "community": "alpha", "app_tick": 4.0, **settings})
    app = MoosApp(
        application,
        chosen,
        comms,
        clock,
        console=said.append,
        errors=complained.append,
        meter=no_figures,
        terminal=False,
        deliver_host_mail=deliver_host_mail,
    )
    if started:
        app.connect()
        app.begin()
    return Bench(app, application, comms, bus, poster, clock, said, complained)
