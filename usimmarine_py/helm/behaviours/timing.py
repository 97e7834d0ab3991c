"""Behaviours about time."""

from __future__ import annotations

from typing import ClassVar

from usimmarine_py.helm.behavior import Behavior
from usimmarine_py.helm.functions import Function, Peak, brought, peak
from usimmarine_py.helm.parameters import number, parameter, suffix, truth, variable
from usimmarine_py.text import read_number

#: Without a number it burns so long, real s.
_BURN = 3.0


def _failure(text: str) -> tuple[str, float]:
    """Read the kind of failure; any other word is a crash, as in the original."""
    kind, _, seconds = (part.strip() for part in text.partition(","))
    kind = kind.lower()
    if kind not in ("burn", "hang"):
        return "crash", 0.0
    time = read_number(seconds)
    return kind, _BURN if time is None else max(time, 0.0)


class TestFailure(Behavior):
    """Fails when it completes, to test what watches a helm; its application acts, ``helm.failure`` says how."""

    unknown_keys = ("precision",)
    endless = True
    default_name = "test_failure"
    failure_type: tuple[str, float] = parameter(
        ("crash", 0.0), _failure, what="crash; burn,S or hang,S: no tick for S real s."
    )

    def on_complete(self) -> None:
        self.surroundings.failure = self.failure_type


class Timer(Behavior):
    """Posts how long it has been idle and running; it has no wish."""

    unknown_keys = ("precision",)
    endless = True
    default_name = "bhv_timer"
    var_status_idle: str = variable("TIMER_IDLE", what="Variable for the idle time, s.")
    var_status_running: str = variable("TIMER_RUNNING", what="Variable for the running time, s.")
    status_suffix: str = suffix(what="Ending of both.")

    def on_run(self) -> None:
        self._post_times()

    def on_idle(self) -> None:
        self._post_times()

    def _post_times(self) -> None:
        self.post(self.var_status_idle + self.status_suffix, self.life.idle_time)
        self.post(self.var_status_running + self.status_suffix, self.life.run_time)


class PeriodicSpeed(Behavior):
    """Wishes a speed for a while, has no wish for a while, and so on."""

    needed_axes = ("speed",)
    unknown_keys = ("precision",)
    endless = True
    default_name = "periodic_speed"
    period_busy: float = number(0.0, above=0.0, unit="s", what="How long it wishes a speed.")
    period_lazy: float = number(0.0, above=0.0, unit="s", what="How long it wishes none.")
    period_speed: float = number(0.0, minimum=0.0, unit="m/s", what="The speed.")
    basewidth: float = number(
        0.0, minimum=0.0, also=("period_basewidth", "zaic_basewidth"), unit="m/s",
        what="Where utility falls to 0, beyond peakwidth.",
    )  # fmt: skip
    peakwidth: float = number(
        0.0, minimum=0.0, also=("period_peakwidth", "zaic_peakwidth"), unit="m/s", what="Half width of the top."
    )
    summit_delta: float = number(25.0, minimum=0.0, also=("zaic_summit_delta",), what="Fall of utility over peakwidth.")
    initially_busy: bool = truth(False, strict=True, what="Begins with the wish.")
    reset_upon_running: bool = truth(True, what="Begins anew after being idle.")
    status_pending_inactive: ClassVar[str] = "PS_PENDING_INACTIVE"
    status_pending_active: ClassVar[str] = "PS_PENDING_ACTIVE"
    status_busy_count: ClassVar[str] = "PS_BUSY_COUNT"

    def on_create(self) -> None:
        self._since: float | None = None  #: when the present mode began, s
        self._busy = False
        self._count = 0
        self._until_busy = self._until_lazy = 0.0  #: s
        self.flags.add("active", "PERIODIC_SPEED = 1")
        self.flags.add("inactive", "PERIODIC_SPEED = 0")

    def on_set(self, name: str) -> None:
        if name == "initially_busy":
            self._busy, self._since = self.initially_busy, None

    def on_configured(self) -> None:
        self.post(self.status_busy_count, 0.0)  # also by an update, whatever it has counted

    def on_idle_to_run(self) -> None:
        if self.reset_upon_running:
            self._since, self._busy = self.now, False

    def on_idle(self) -> None:
        if self.reset_upon_running:
            self._until_busy, self._until_lazy = self.period_lazy, 0.0
        else:
            self._see_time()
        self._post_times()

    def on_run(self) -> Function | None:
        self._see_time()
        self._post_times()
        if not self._busy:
            return None
        top = Peak(self.period_speed, self.peakwidth, self.basewidth, self.summit_delta)
        return brought(peak(self.axis("speed"), top))

    def _see_time(self) -> None:
        """See how long the present mode lasts yet, and change it when its time is over."""
        now = self.now
        if self._since is None:
            self._since = now
        passed = now - self._since
        if self._busy:
            self._until_lazy = max(self.period_busy - passed, 0.0)
            over = self.period_busy - passed <= 0
        else:
            self._until_busy = max(self.period_lazy - passed, 0.0)
            over = self.period_lazy - passed <= 0
        if over:
            self._since, self._busy = now, not self._busy
            if self._busy:
                self._count += 1
                self.post(self.status_busy_count, float(self._count))

    def _post_times(self) -> None:
        self.post_rounded(self.status_pending_inactive, self._until_lazy, 1.0)
        self.post_rounded(self.status_pending_active, self._until_busy, 1.0)
