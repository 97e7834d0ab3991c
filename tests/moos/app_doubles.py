"""A transport that a test moves by hand, an application that notes what it is told, and settings for both."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from usimmarine_py.errors import NameRefusedError
from usimmarine_py.moos.app import MoosApp
from usimmarine_py.moos.application import AppHost, Post, Subscription
from usimmarine_py.moos.clock import SteppedClock
from usimmarine_py.moos.comms import Clock, Message
from usimmarine_py.moos.settings import AppSettings
from usimmarine_py.moos.status import no_figures


class HandComms:
    """A ``Comms`` whose connection and mail are in the hands of the test."""

    def __init__(self, clock: Clock, name: str = "app") -> None:
        self.name = name
        self.community = "alpha"
        self.clock = clock
        self.connected = False
        self.refused = ""
        self.closed = 0
        self.posts: list[tuple[str, float | str | bytes]] = []
        self.registered: list[tuple[str, float]] = []
        self.wildcards: list[tuple[str, str, float]] = []
        self.box: list[Message] = []
        self._on_connect: Callable[[], None] | None = None

    def run(self, on_connect=None, on_disconnect=None) -> None:
        self._on_connect = on_connect

    def connect(self) -> None:
        self.connected = True
        if self._on_connect:
            self._on_connect()

    def is_connected(self) -> bool:
        return self.connected

    def wait_until_connected(self, timeout: float) -> bool:
        if self.refused:
            raise NameRefusedError(self.name, self.refused)
        return self.connected

    def register(self, variable: str, interval: float = 0.0) -> bool:
        self.registered.append((variable, interval))
        return True

    def register_wildcard(self, variables: str, sources: str = "*", interval: float = 0.0) -> bool:
        self.wildcards.append((variables, sources, interval))
        return True

    def unregister(self, variable: str) -> bool:
        return True

    def notify(self, variable, value, time=None, source_aux="", source=None) -> bool:
        if self.connected:
            self.posts.append((variable, value))
        return self.connected

    def fetch(self) -> list[Message]:
        mail, self.box = self.box, []
        return mail

    def close(self) -> None:
        self.closed += 1
        self.connected = False

    def mail(self, key: str, value: float | str | bytes, time: float | None = None, source: str = "tester") -> None:
        self.box.append(Message(key, value, self.clock.now() if time is None else time, source))

    def posted(self, variable: str) -> list[float | str | bytes]:
        return [value for name, value in self.posts if name == variable]


@dataclass
class NotingApplication:
    """Posts its iteration number; ``plan`` may be replaced by a test."""

    subscriptions: list[Subscription | str] = field(default_factory=lambda: ["DESIRED_THRUST"])
    plan: Callable[[NotingApplication, float], Iterable[Post] | None] = lambda self, now: [
        Post("COUNT", len(self.times))
    ]
    mail: list[list[Message]] = field(default_factory=list)
    times: list[float] = field(default_factory=list)
    host: AppHost | None = None
    body: str = "body\n"
    name: str = "noting"

    def on_connect_subscriptions(self) -> Sequence[Subscription | str]:
        return self.subscriptions

    def on_start(self, host: AppHost) -> Iterable[Post] | None:
        self.host = host
        return [Post("STARTED", "yes")]

    def on_mail(self, mail: list[Message]) -> Iterable[Post] | None:
        self.mail.append(mail)
        return None

    def iterate(self, now: float) -> Iterable[Post] | None:
        self.times.append(now)
        return self.plan(self, now)

    def report(self) -> str:
        return self.body


@dataclass
class Bench:
    """A ``MoosApp`` on a stepped clock with everything that it says."""

    app: MoosApp
    application: NotingApplication
    comms: HandComms
    clock: SteppedClock
    said: list[str]
    complained: list[str]

    def step(self, ticks: int = 1, period: float | None = None) -> None:
        for _ in range(ticks):
            self.app.tick(self.clock.advance(self.app.settings.period if period is None else period))


def bench(
    *, started: bool = True, application: NotingApplication | None = None, warp: float = 1.0, **settings
) -> Bench:
    clock = SteppedClock(1000.0, warp)
    comms = HandComms(clock)
    application = application or NotingApplication()
    said: list[str] = []
    complained: list[str] = []
    chosen = AppSettings(**{"name": "app", "community": "alpha", "app_tick": 4.0, **settings})
    app = MoosApp(
        application,
        chosen,
        comms,
        clock,
        console=said.append,
        errors=complained.append,
        meter=no_figures,
        terminal=False,
    )
    if started:
        app.connect()
        comms.connect()
        app.begin()
    return Bench(app, application, comms, clock, said, complained)
