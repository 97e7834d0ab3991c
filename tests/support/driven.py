"""An application of a field without a MOOSDB: mail and ticks by hand, posts and warnings to look at."""

from __future__ import annotations

from collections.abc import Sequence

from usimmarine_py.field.application import FieldApp
from usimmarine_py.field.programs import make_field_app
from usimmarine_py.field.settings import HomeCommunity
from usimmarine_py.values.app import Subscription
from usimmarine_py.values.key import ConfigLine
from usimmarine_py.values.mail import Message, Value
from usimmarine_py.values.rows import Row

HOME = HomeCommunity("abe", 9001, (43.8253, -70.3304))


class Host:
    set_by = 0.0

    """The services of a life cycle, written down."""

    def __init__(self) -> None:
        self.now = 1000.0
        self.warnings: list[str] = []
        self.run_warnings: list[str] = []
        self.subscribed: list[Subscription | str] = []
        self.events: list[str] = []

    def config_warning(self, text: str) -> None:
        self.warnings.append(text)

    def run_warning(self, text: str) -> None:
        self.run_warnings.append(text)

    def retract_run_warning(self, text: str) -> None:
        self.run_warnings = [one for one in self.run_warnings if one != text]

    def event(self, text: str) -> None:
        self.events.append(text)

    def say(self, text: str) -> None:
        pass

    def subscribe(self, wanted: Sequence[Subscription | str]) -> None:
        self.subscribed += wanted


class Driven:
    """An application with its host."""

    def __init__(self, program: str, *lines: str, home: HomeCommunity = HOME) -> None:
        parts = [line.partition("=") for line in lines]
        config = [ConfigLine(k.strip(), v.strip(), "m.moos", 1 + i) for i, (k, _, v) in enumerate(parts)]
        self.app: FieldApp = make_field_app(program, config, home)
        self.host = Host()
        self.started = values(self.app.on_start(self.host))  # type: ignore[arg-type]

    def mail(self, variable: str, value: Value, source: str = "p") -> list[tuple[str, Value]]:
        message = Message(variable, value, self.host.now, source, "", "abe")
        return values(self.app.on_mail([message]))

    def tick(self, after: float = 0.25) -> list[tuple[str, Value]]:
        self.host.now += after
        return values(self.app.iterate(self.host.now))


def values(rows: object) -> list[tuple[str, Value]]:
    assert isinstance(rows, Sequence)
    found: list[tuple[str, Value]] = []
    for row in rows:
        assert isinstance(row, Row)
        found += zip(row.shape.names, row.values, strict=True)
    return found
