"""How an application fares: ``<APP>_STATUS`` for uProcessWatch, ``<NAME>_ITER_GAP`` and ``<NAME>_ITER_LEN`` on request.

laws/moos 5, 6.
"""

from __future__ import annotations

import math
import sys
import time
from collections.abc import Callable, Iterable
from functools import lru_cache

from usimmarine_py.moos.app.appcast import MAX_REQUEST_DURATION, clamp, request_fields
from usimmarine_py.moos.transport.comms import CommsStatistics
from usimmarine_py.text import atof
from usimmarine_py.values.frozen import dataclass
from usimmarine_py.values.rows import Shape

#: MOOS s that must have passed since the last status.
STATUS_INTERVAL = 2.0
#: Least stretch over which the processor load is taken, and from one look at the memory to the next, real s.
LOAD_WINDOW = 0.5


@dataclass(frozen=True, slots=True)
class ProcessFigures:
    """Load of one core in percent, resident and peak memory in KiB."""

    cpu_percent: float = 0.0
    memory_kb: float = 0.0
    memory_max_kb: float = 0.0


_NO_FIGURES = ProcessFigures()


def no_figures() -> ProcessFigures:
    """Zeros, for lock-step runs whose logs must not depend on the machine."""
    return _NO_FIGURES


class ProcessMeter:
    """Measures the running process; call it for the figures."""

    def __init__(
        self,
        real_time: Callable[[], float] = time.monotonic,
        cpu_time: Callable[[], float] = time.process_time,
        memory: Callable[[], tuple[float, float]] | None = None,
    ) -> None:
        """``memory`` gives resident and peak memory, KiB; None: they are looked up."""
        self._real_time = real_time
        self._cpu_time = cpu_time
        self._memory = memory_figures if memory is None else memory
        self._since = (real_time(), cpu_time())
        self._figures = self._measured(0.0)

    def __call__(self) -> ProcessFigures:
        real, cpu = self._real_time(), self._cpu_time()
        passed = real - self._since[0]
        if passed >= LOAD_WINDOW:
            self._figures = self._measured(100.0 * (cpu - self._since[1]) / passed)
            self._since = (real, cpu)
        return self._figures

    def _measured(self, load: float) -> ProcessFigures:
        return ProcessFigures(load, *self._memory())


def memory_figures() -> tuple[float, float]:
    """Resident and peak memory of this process, KiB; the second for both where the system does not tell the first."""
    peak = peak_memory_kb()
    now = resident_memory_kb()
    return peak if math.isnan(now) else now, peak


def peak_memory_kb() -> float:
    """Largest resident memory of this process so far, KiB; nan where the system does not tell (Windows)."""
    try:
        import resource
    except ImportError:
        return math.nan
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak / 1024.0 if sys.platform == "darwin" else float(peak)  # macOS counts bytes


def memory_of_process(process: int) -> float | None:
    """Resident memory of a process by its number, KiB: 0 if there is none, None where the system does not tell."""
    found = resident_memory_kb(f"{process}")
    if math.isfinite(found):
        return found
    return None if math.isnan(resident_memory_kb()) else 0.0


def resident_memory_kb(process: str = "self") -> float:
    """Resident memory of a process, KiB; nan where the system does not tell (macOS, Windows), or without a process."""
    try:
        import resource

        with open(f"/proc/{process}/statm", encoding="ascii") as file:  # noqa: PTH123  # a start need not wait for pathlib
            pages = int(file.read().split()[1])
    except (ImportError, OSError, ValueError, IndexError):
        return math.nan
    return pages * resource.getpagesize() / 1024.0


def status_string(
    app: str,
    uptime: float,
    figures: ProcessFigures,
    publishing: Iterable[str],
    subscribing: Iterable[str],
    error: str = "",
) -> str:
    """The value of ``<APP>_STATUS``. ``uptime`` in MOOS s; ``error`` is the reason of the error flag, empty = none."""
    # a comma or quote in the reason would look like the next field to its readers
    reason = error and "".join(";" if c == "," else c if c.isprintable() and c != '"' else " " for c in error)
    flag = f"AppErrorFlag=true,AppErrorReason={reason}" if error else "AppErrorFlag=false"
    return (
        f"{flag},Uptime={uptime:.6g},cpuload={figures.cpu_percent:.4g},memory_kb={figures.memory_kb:.4g},"
        f"memory_max_kb={figures.memory_max_kb:.4g},MOOSName={app},"
        f'Publishing="{_names(frozenset(publishing))}",Subscribing="{_names(frozenset(subscribing))}"'
    )


@lru_cache
def _names(names: frozenset[str]) -> str:
    return "".join(f"{name}," for name in sorted(names))


def losses(before: CommsStatistics, now: CommsStatistics) -> list[str]:
    """What the transport had to drop, or caught, between two looks: run warnings."""
    found = []
    if now.outbox_dropped > before.outbox_dropped:
        found.append("posts were lost: the MOOSDB takes them too slowly; lower AppTick or the time warp")
    if now.inbox_dropped > before.inbox_dropped:
        found.append("mail was lost: it comes faster than it is read; raise AppTick or lower the time warp")
    if now.callback_errors > before.callback_errors:
        found.append(f"registering failed: {now.last_error}")
    return found


class LoadMeter:
    """Measures iterations while a LOADCAST_REQ asks for it. Times are MOOS s, results are parts of a tick period."""

    def __init__(self, app: str, client_name: str, app_tick: float) -> None:
        """``app`` is the name that requests use, ``client_name`` the prefix of the variables."""
        self.app = app
        self.gap_variable = f"{client_name.upper()}_ITER_GAP"
        self.length_variable = f"{client_name.upper()}_ITER_LEN"
        self.gap_shape, self.length_shape = Shape((self.gap_variable,)), Shape((self.length_variable,))
        self.app_tick = app_tick
        self.asked = False  #: there was a request
        self._until = -math.inf
        self.began = math.nan  #: MOOS s, when the last iteration began

    def on_request(self, text: str, now: float) -> bool:
        """Take the value of LOADCAST_REQ; False if it does not concern us. ``thresh`` has no effect in MOOS-IvP."""
        fields = request_fields(text)
        if fields.get("app", "") not in (self.app, "all", "any"):
            return False
        duration = clamp(atof(fields.get("duration", "")), 0.0, MAX_REQUEST_DURATION)
        self._until = max(self._until, now + duration)
        self.asked = True
        return True

    def clock_was_set(self, change: float) -> None:
        """The clock jumped by ``change`` (MOOS s)."""
        self._until += change
        self.began += change

    def begin(self, now: float) -> float | None:
        """Begin an iteration: the gap since the last start, ideally 1; None without a request, or in the first one."""
        gap = (now - self.began) * self.app_tick
        self.began = now
        return gap if now < self._until and math.isfinite(gap) else None

    def end(self, now: float) -> float | None:
        """The iteration is over: its length; None if no request is open."""
        return (now - self.began) * self.app_tick if self.began < self._until else None
