"""``usim log``: write what a MOOSDB hears into an ``.alog``, on a machine without pLogger."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from fnmatch import fnmatchcase
from pathlib import Path

from usimmarine_py.apps.target import Target
from usimmarine_py.logs.alog import LogRecorder
from usimmarine_py.moos.app.application import Post, Subscription
from usimmarine_py.moos.app.moos_app import HOST_VARIABLES, MoosApp
from usimmarine_py.moos.app.settings import AppSettings
from usimmarine_py.moos.clock import RealClock
from usimmarine_py.moos.transport.comms import Clock, Message
from usimmarine_py.moos.transport.open import open_comms

#: How often mail is fetched, 1 / real s.
FETCH_RATE = 20.0


class PatternRecorder(LogRecorder):
    """A recorder of several patterns of names."""

    def __init__(self, path: Path, clock: Clock, patterns: Sequence[str], sources: str) -> None:
        super().__init__(path, clock)
        self._patterns = tuple(dict.fromkeys(patterns or ("*",)))
        self._sources = sources
        # fnmatch knows brackets, too, which no name of a variable has
        self._wanted = {name for name in HOST_VARIABLES if any(fnmatchcase(name, p) for p in self._patterns)}

    def on_connect_subscriptions(self) -> Sequence[Subscription | str]:
        """Each pattern; of a name that fits two, one copy comes."""
        return [Subscription(pattern, 0.0, self._sources) for pattern in self._patterns]

    def on_mail(self, mail: list[Message]) -> Iterable[Post] | None:
        """Write it down, but for what every application is subscribed to and nobody asked for."""
        return super().on_mail([m for m in mail if m.key not in HOST_VARIABLES or m.key in self._wanted])


def run_log(
    target: Target,
    path: Path,
    patterns: Sequence[str],
    say: Callable[[str], None],
    *,
    sources: str = "*",
    seconds: float | None = None,
    name: str = "usim_log",
) -> int:
    """Log until SIGINT, SIGTERM or for ``seconds`` real s; the exit code.

    ``patterns`` (``*`` and ``?``) choose the variables, ``sources`` the pattern of who posted them.
    """
    clock = RealClock(target.warp)
    recorder = PatternRecorder(path, clock, patterns, sources)
    settings = AppSettings(
        name=name,
        host=target.host,
        port=target.port,
        time_warp=target.warp,
        app_tick=FETCH_RATE / target.warp,
        terminal=False,
    )
    comms = open_comms("native", name, target.host, target.port, clock)
    app = MoosApp(recorder, settings, comms, clock, deliver_host_mail=True, console=lambda text: say(text.rstrip("\n")))
    try:
        if seconds is None:
            code = app.run()
        else:
            code = _run_for(app, seconds)
    finally:
        recorder.close()
    rows = sum(recorder.counts.values())
    say(f"{path}: {rows} rows of {len(recorder.counts)} variables")
    return code


def _run_for(app: MoosApp, seconds: float) -> int:
    import threading

    timer = threading.Timer(seconds, app.stop)
    timer.start()
    try:
        return app.run()
    finally:
        timer.cancel()
