"""A uTimerScript block: a MOOS application of its own, as in lock-step runs, or played inside the simulator's."""

from __future__ import annotations

from collections.abc import Sequence

from usimmarine_py.script import TimerScript, report_text
from usimmarine_py.values import Message
from usimmarine_py.values.app import AppHost
from usimmarine_py.values.rows import Row, rows_of

#: How long to wait for DB_CLIENTS before playing: a MOOSDB posts it every 2 MOOS seconds.
PATIENCE = 5.0


class ScriptApp:
    """Drives one ``TimerScript``."""

    def __init__(self, script: TimerScript) -> None:
        self.script = script
        self._host: AppHost | None = None

    @property
    def name(self) -> str:
        """The application's name."""
        return self.script.app_name

    @property
    def quits(self) -> bool:
        """Whether the script has an event that ends it."""
        return any(event.leaves for event in self.script.config.events)

    @property
    def may_end(self) -> bool:
        """The same, as the life cycle asks for it."""
        return self.quits

    @property
    def stuck(self) -> str:
        """Always empty: what a script waits for may come yet."""
        return ""

    @property
    def finished(self) -> bool:
        """The script has asked to end (event ``quit``)."""
        return self.script.finished

    @property
    def exhausted(self) -> bool:
        """Nothing is to come: all is posted, and the script will not start over by itself."""
        return self.script.exhausted

    @property
    def progress(self) -> float:
        """Part of the events of this pass that are posted."""
        events = len(self.script.config.events)
        return self.script.posted / events if events else 0.0

    def on_connect_subscriptions(self) -> Sequence[str]:
        """The variables that the script subscribes to."""
        return self.script.subscriptions()

    def on_start(self, host: AppHost) -> None:
        """Tell what is wrong with the block, with file and line."""
        self._host = host
        for found in self.script.diagnostics:
            host.config_warning(str(found))

    def on_mail(self, mail: list[Message]) -> None:
        """Hand mail to the script."""
        for message in mail:
            self.script.on_mail(message)

    def iterate(self, now: float) -> list[Row]:
        """The posts that are due."""
        if self._host is not None:
            self.script.set_by = self._host.set_by
        rows = rows_of(self.script.iterate(now))
        if self._host is not None:
            for text in self.script.take_events():
                self._host.event(text)
        return rows

    def report(self) -> str:
        """As uTimerScript's own."""
        return report_text(self.script)


class EmbeddedScript:
    """Plays a ``TimerScript`` inside another application, unless a client of that name does it already.

    Nothing is posted before the first DB_CLIENTS tells who is there (or ``PATIENCE`` MOOS seconds have passed), so
    that a real uTimerScript launched beside us is never doubled.
    """

    def __init__(self, script: TimerScript) -> None:
        self._script = script
        self._warnings: list[str] = []
        self._began: float | None = None
        self._clients_known = False
        self._silent = False

    def subscriptions(self) -> Sequence[str]:
        """The variables that the script subscribes to; DB_CLIENTS always."""
        return ("DB_CLIENTS", *(name for name in self._script.subscriptions() if name != "DB_CLIENTS"))

    def on_mail(self, message: Message) -> None:
        """Take in one message."""
        value = message.value
        if message.variable == "DB_CLIENTS" and isinstance(value, str):
            self._clients_known = True
            if not self._silent and self._script.app_name in value.split(","):
                self._silent = True
                self._warnings.append(
                    f"a client {self._script.app_name} is in the community and plays its script; ours stays silent"
                )
        self._script.on_mail(message)

    def iterate(self, now: float, set_by: float = 0.0) -> list[Row]:
        """The posts of the script at MOOS time ``now``; ``set_by`` as of ``AppHost``."""
        self._script.set_by = set_by
        if self._began is None:
            self._began = now
        if self._silent or not (self._clients_known or now - self._began >= PATIENCE):
            return []
        source = self._script.app_name
        return rows_of(post._replace(source=source) for post in self._script.iterate(now))

    @property
    def quits(self) -> bool:
        """Whether the script has an event that ends it."""
        return any(event.leaves for event in self._script.config.events)

    @property
    def finished(self) -> bool:
        """The script asked to end the run (event ``quit``)."""
        return self._script.finished

    @property
    def status(self) -> str:
        """One line for the report."""
        if self._silent:
            return f"{self._script.app_name}: silent, a client of that name is in the community"
        return f"{self._script.app_name}: {self._script.status}"

    def take_warnings(self) -> list[str]:
        """Warnings since the last call."""
        taken, self._warnings = self._warnings, []
        return taken
