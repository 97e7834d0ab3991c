"""BHV_PeriodicSurface."""

from __future__ import annotations

from math import floor
from typing import NamedTuple

from usimmarine_py.helm.behavior import Behavior
from usimmarine_py.helm.functions import Peak, Utility, couple, peak
from usimmarine_py.helm.parameters import choice, number, parameter, variable
from usimmarine_py.text import read_number

#: A C int, which the time until the ascent passes through; what does not fit becomes the least one.
_LEAST_INT, _PAST_INT = -(2**31), 2**31


class AcousticMark(NamedTuple):
    """Mail that puts the ascent off: each new value by ``interval``, all since the last mark by ``most`` (s)."""

    variable: str
    interval: float
    most: float


def _acoustic(text: str) -> AcousticMark:
    name, *numbers = (part.strip() for part in text.split(","))
    found = [read_number(part) for part in numbers]
    if not name or " " in name or len(found) != 2 or found[0] is None or found[1] is None:
        raise ValueError(f"VARIABLE,SECONDS,MOST expected, found {text}")
    if not 0 < found[0] <= found[1]:
        raise ValueError(f"seconds above 0, at most MOST, expected, found {text}")
    return AcousticMark(name, found[0], found[1])


class PeriodicSurface(Behavior):
    """Brings the vehicle to the surface after a while, and keeps it there until a mark, such as a position, comes."""

    endless = True
    variables = ("NAV_DEPTH", "NAV_SPEED")
    period: float = number(300.0, above=0.0, unit="s", what="Time from a mark to the ascent.")
    mark_variable: str = variable("GPS_UPDATE_RECEIVED", what="Variable whose mail is a mark.")
    acomms_mark_variable: AcousticMark | None = parameter(
        None, _acoustic, what="`VARIABLE,SECONDS,MOST`: each new value of the variable puts the ascent off, s."
    )
    pending_status_var: str = variable(
        "PENDING_SURFACE", also=("pending_status_variable",), what="Variable for the time until the ascent."
    )
    atsurface_status_var: str = variable(
        "TIME_AT_SURFACE", also=("atsurface_status_variable",), what="Variable for the time at the surface."
    )
    max_time_at_surface: float = number(300.0, minimum=0.0, unit="s", what="Longest time at the surface.")
    zero_speed_depth: float = number(0.0, minimum=0.0, unit="m", what="Above this depth it is at the surface, speed 0.")
    ascent_speed: float = number(
        -1.0, minimum=0.0, words={"current": -1.0}, also=("speed_to_surface",), unit="m/s",
        what="Speed of the ascent; or current.",
    )  # fmt: skip
    ascent_grade: str = choice(
        "linear", ("linear", "quadratic", "quasi", "fullspeed"), what="How the speed falls towards the surface."
    )

    def on_create(self) -> None:
        self._mark: float | None = None
        self._put_off = 0.0  #: by acoustic marks, s
        self._marked: float | str | None = None  #: the last mark
        self._heard: float | str | None = None  #: the last acoustic mark
        self._surfaced: float | None = None
        self._start: tuple[float, float] | None = None  #: depth (m) and speed (m/s) where the ascent began
        self.extra_variables.append(self.mark_variable)

    def on_set(self, name: str) -> None:
        if name == "mark_variable":
            self.extra_variables.append(self.mark_variable)
        elif name == "acomms_mark_variable" and self.acomms_mark_variable is not None:
            self.extra_variables.append(self.acomms_mark_variable.variable)

    def _begin_anew(self) -> None:
        self._mark, self._surfaced, self._put_off = self.now, None, 0.0

    def on_idle(self) -> None:
        self._post_pending()
        self._see_mark()

    def _post_pending(self) -> float:
        """Post the time (s) until it ascends and return it."""
        # before the first iteration the mark is 0 of the clock
        pending = self.period + self._put_off - (self.now - (self._mark or 0.0))
        shown = int(pending + 0.5)
        self.post(self.pending_status_var, float(shown if _LEAST_INT <= shown < _PAST_INT else _LEAST_INT))
        return pending

    def _see_mark(self) -> bool:
        """Begin anew with a mark, put the ascent off by an acoustic one; return whether there was a mark."""
        mark = self._last(self.mark_variable)
        marked = self._mark is None or mark != self._marked
        if marked:
            self._marked = mark
            self._begin_anew()
        acoustic = self.acomms_mark_variable
        if acoustic is None or marked:
            return marked
        name = acoustic.variable
        heard = self._last(name)
        if heard is None:
            self.warn(f"{name} str info not found in helm info_buffer")
        elif heard != self._heard:
            self._heard = heard
            self._put_off = min(self._put_off + acoustic.interval, acoustic.most)
        return False

    def _last(self, name: str) -> float | str | None:
        return self.buffer.texts.get(name, self.buffer.numbers.get(name))

    def on_run(self) -> Utility | None:
        pending = self._post_pending()
        if self._see_mark():
            return None
        if pending > 0:
            if self._start is not None:
                self._start = None
                self.post("PERIODIC_ASCEND", "false")
            self.post(self.atsurface_status_var, 0.0)
            return None
        depth, own = self.value("NAV_DEPTH"), self.value("NAV_SPEED")
        at_surface = depth <= self.zero_speed_depth
        if at_surface:
            if self._surfaced is None:
                self._surfaced = self.now
        else:
            self._surfaced = None
        waited = self.now - self._surfaced if self._surfaced is not None else 0.0
        if self._start is None:
            self.post("PERIODIC_ASCEND", "true")
        self.post("PERIODIC_ASCEND", "false" if at_surface else "true")
        self.post(self.atsurface_status_var, float(floor(waited + 0.5)))
        if waited >= self.max_time_at_surface > 0:
            self.post("PSF_AT_SURFACE_TIMEOUT", f"Timestamp={self.now:.2f}", repeatable=True)
            self._begin_anew()
            return None
        if self._start is None:
            self._start = depth, own
        speed = 0.0 if at_surface else self._ascent(depth)
        return couple(peak(self.axis("speed"), Peak(speed, 0.0, 0.5)), peak(self.axis("depth"), Peak(0.0, 0.0, 1.0)))

    def _ascent(self, depth: float) -> float:
        """Return the speed at a depth (m) of the ascent, m/s."""
        start, own = self._start if self._start is not None else (depth, 0.0)
        full = own if self.ascent_speed < 0 else self.ascent_speed
        span = start - self.zero_speed_depth
        if self.ascent_grade == "fullspeed" or span <= 0:
            return full
        share = min(max((depth - self.zero_speed_depth) / span, 0.0), 1.0)
        power = {"linear": 1.0, "quadratic": 2.0, "quasi": 1.5}[self.ascent_grade]
        return float(full * share**power)
