"""The surroundings of a live run: this machine, this day, and a terminal."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Collection, Mapping, Sequence
from datetime import datetime, timedelta, timezone
from functools import partial
from pathlib import Path

from usimmarine_py.apps.field.make import address_of_this_machine
from usimmarine_py.apps.grading.mission_eval import Writer
from usimmarine_py.apps.own.find import RequestedApp
from usimmarine_py.logs.whole_rows import append_text
from usimmarine_py.mission import Mission
from usimmarine_py.moos.app.moos_app import MoosApp
from usimmarine_py.moos.app.settings import AppSettings
from usimmarine_py.moos.app.status import (
    LOAD_WINDOW,
    ProcessFigures,
    ProcessMeter,
    memory_figures,
    memory_of_process,
    no_figures,
)
from usimmarine_py.moos.app.terminal import Console, stdout_is_terminal
from usimmarine_py.moos.clock import Clock
from usimmarine_py.moos.transport.comms import Comms
from usimmarine_py.run.context import NO_APPS, RunContext
from usimmarine_py.run.live.measures import Measures, T
from usimmarine_py.run.live.pace import Pace
from usimmarine_py.values.app import Application
from usimmarine_py.values.frozen import dataclass, replace

# -- How applications that share a process fare: the processor time of each, the memory of all


class AppMeters:
    """Counts the processor time of each application while it is at work."""

    def __init__(self) -> None:
        self._used: dict[Application, float] = {}  # s
        self._memory = (float("nan"), float("nan"))
        self._looked = -LOAD_WINDOW

    def meter(self, application: Application) -> Callable[[], ProcessFigures]:
        """Return what gives the figures of an application."""
        self._used[application] = 0.0
        return ProcessMeter(cpu_time=partial(self._used.__getitem__, application), memory=self._both)

    def add(self, application: Application, seconds: float) -> None:
        """Count processor time, s."""
        if application in self._used:
            self._used[application] += seconds

    def _both(self) -> tuple[float, float]:
        """Resident and peak memory, KiB: looked up once for all."""
        now = time.monotonic()
        if now - self._looked >= LOAD_WINDOW:
            self._looked, self._memory = now, memory_figures()
        return self._memory


#: What takes the lines of an application: its community and its name are given.
Outlets = Callable[[str, str], tuple[Console, Console]]


@dataclass(frozen=True, slots=True)
class LiveCommunity:
    """A mission that is played live, and who of it plays elsewhere."""

    mission: Mission
    outside: frozenset[str] = frozenset()  #: programs that are processes of their own, by their names
    own: Mapping[str, RequestedApp] = NO_APPS  #: the user's applications by their names
    loggers: tuple[str, ...] = ()  #: names of the pLoggers that play inside


class LiveContext(RunContext):
    """What a live run shares with its repetition offline; with ``outlets`` it is live.

    ``began``: Unix time of the start (s), ``token``: what names are drawn by, ``address`` and ``process_id`` of the
    machine and the process; None: those of now.
    """

    live = True

    def __init__(
        self,
        warp: float,
        start_time: float | None = None,
        *,
        outlets: Outlets | None = None,
        began: float | None = None,
        token: str | None = None,
        address: str | None = None,
        process_id: int | None = None,
        reports: bool | None = False,
        utc_offset: float | None = None,
        measures: Measures | None = None,
    ) -> None:
        """``reports``: whether applications print their reports where the file does not say; None: on a terminal.

        ``utc_offset``: of local time, s; None: that of the machine. ``measures``: what applications measure; None: what
        they do measure.
        """
        self.pace = Pace(warp, start_time)
        self.warp = warp
        self.start_time = self.pace.start
        self.began = time.time() if began is None else began
        self.token = f"{time.time_ns()}" if token is None else token
        self.address = address_of_this_machine() if address is None else address
        self.process_id = os.getpid() if process_id is None else process_id
        self.meters = AppMeters()
        offset = datetime.fromtimestamp(self.began).astimezone().utcoffset() or timedelta()
        self.utc_offset = offset.total_seconds() if utc_offset is None else utc_offset
        self.measures = Measures() if measures is None else measures
        self.reports = stdout_is_terminal() if reports is None else reports
        self._outlets = outlets
        self._communities: dict[str, LiveCommunity] = {}

    def take(self, communities: Collection[LiveCommunity]) -> None:
        """Note who plays what."""
        self._communities = {one.mission.file: one for one in communities}

    def dated(self, now: float) -> datetime:
        """Return the date of a MOOS time (s)."""
        zone = timezone(timedelta(seconds=self.utc_offset))
        return datetime.fromtimestamp(self.began + (now - self.start_time) / self.warp, zone).replace(tzinfo=None)

    def salt(self, seed: str) -> str:
        """Return what the name of the run is drawn by: each run has another one."""
        return f"{self.token} {seed}"

    def writer(self, mission: Mission) -> Writer | None:
        """Graders write beside the mission; a repetition writes nothing."""
        if self._outlets is None:
            return None
        folder = Path(mission.file).parent

        def append(name: str, text: str) -> None:
            append_text(folder / name, text)

        return append

    def settings(self, settings: AppSettings) -> AppSettings:
        """Return the settings that the file gives, with the warp of the run."""
        return replace(settings, time_warp=self.warp, db=replace(settings.db, use_comms=True))

    def moos_app(self, application: Application, settings: AppSettings, comms: Comms, clock: Clock) -> MoosApp:
        """Return an application with its life cycle, its own processor time, and lines on the terminal."""
        console, errors = (_drop, _drop) if self._outlets is None else self._outlets(settings.community, settings.name)
        meter = no_figures if self._outlets is None else self.meters.meter(application)
        # what is printed may be posted, too, as APP_LOG
        terminal = self.reports if settings.reports.terminal is None else settings.reports.terminal
        taken = partial(self._taken, f"{settings.community}/{settings.name}")
        app = MoosApp(
            application, settings, comms, clock, console=console, errors=errors, terminal=terminal,
            meter=_as_figures(taken("figures", partial(_as_numbers, meter))),
        )  # fmt: skip
        app.measured_by(clock.now if self._outlets is None else self.pace.now, taken)
        return app

    def _taken(self, app: str, name: str, read: Callable[[], T]) -> Callable[[], T]:
        return self.measures.of(f"{app} {name}", read)

    def memory_of(self, who: str) -> Callable[[int], float | None]:
        """Return what gives the memory of a process (KiB) to an application."""
        readers: dict[int, Callable[[], float | None]] = {}

        def memory(process: int) -> float | None:
            if process not in readers:
                readers[process] = self._taken(who, f"memory of {process}", partial(memory_of_process, process))
            return readers[process]()

        return memory

    def console(self, community: str, name: str) -> Console:
        """Return what prints the lines of a program."""
        return _drop if self._outlets is None else self._outlets(community, name)[0]

    def own(self, mission: Mission) -> Mapping[str, RequestedApp]:
        """Return the user's own applications of a mission by their names."""
        return self._communities[mission.file].own

    def plays(self, mission: Mission, name: str) -> bool:
        """Whether the application of this name plays in this process."""
        return name not in self._communities[mission.file].outside

    def stands_for(self, mission: Mission, name: str) -> bool:
        """Loggers are clients; the names of all others are free for programs outside."""
        return name in self._communities[mission.file].loggers


def _as_numbers(meter: Callable[[], ProcessFigures]) -> Sequence[float]:
    found = meter()
    return found.cpu_percent, found.memory_kb, found.memory_max_kb


def _as_figures(numbers: Callable[[], Sequence[float]]) -> Callable[[], ProcessFigures]:
    return lambda: ProcessFigures(*(numbers() or ()))


def _drop(text: str) -> None:
    """Print nothing."""
