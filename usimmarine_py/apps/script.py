"""A uTimerScript block as a MOOS application of its own; lock-step runs play every block of a mission this way."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from usimmarine_py.model import Message, Post
from usimmarine_py.moos.app.application import AppHost
from usimmarine_py.script import TimerScript, report_text


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
    def finished(self) -> bool:
        """The script has asked to end (event ``quit``)."""
        return self.script.finished

    @property
    def progress(self) -> float:
        """Part of the events of this pass that are posted."""
        events = len(self.script.config.events)
        return self.script.posted / events if events else 0.0

    def on_connect_subscriptions(self) -> Sequence[str]:
        """What the script listens to."""
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

    def iterate(self, now: float) -> Iterable[Post]:
        """What is due."""
        posts = self.script.iterate(now)
        if self._host is not None:
            for text in self.script.take_events():
                self._host.event(text)
        return posts

    def quiet_until(self, mail: Mapping[str, float]) -> float:
        """See ``Quiet``."""
        return self.script.quiet_until(mail)

    def pass_over(self, times: Sequence[float]) -> None:
        """See ``Quiet``."""
        self.script.pass_over(times)

    def report(self) -> str:
        """As uTimerScript's own."""
        return report_text(self.script)
