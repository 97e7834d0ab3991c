"""How applications that share a process fare: the processor time of each, the memory of all."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial

from usimmarine_py.moos.app.status import LOAD_WINDOW, ProcessFigures, ProcessMeter, memory_figures
from usimmarine_py.values.app import Application


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
