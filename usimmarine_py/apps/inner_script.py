"""A uTimerScript block played by the application itself (``timer_script = NAME``)."""

from __future__ import annotations

from collections.abc import Sequence

from usimmarine_py.model import Message, Post
from usimmarine_py.script import TimerScript

#: How long to wait for DB_CLIENTS before playing: a MOOSDB posts it every 2 MOOS seconds.
PATIENCE = 5.0


class ScriptPlayer:
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
        """What the script listens to; DB_CLIENTS always."""
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

    def iterate(self, now: float) -> list[Post]:
        """What the script posts at MOOS time ``now``."""
        if self._began is None:
            self._began = now
        if self._silent or not (self._clients_known or now - self._began >= PATIENCE):
            return []
        source = self._script.app_name
        return [post._replace(source=source) for post in self._script.iterate(now)]

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
