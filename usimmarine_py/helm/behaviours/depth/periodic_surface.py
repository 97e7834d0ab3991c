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


_WAITING, _ASCENDING, _AT_SURFACE = range(3)


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

    needed_axes = ("speed", "depth")
    endless = True
    variables = ("NAV_DEPTH", "NAV_SPEED")
    period: float = number(300.0, above=0.0, unit="s", what="Time from a mark to the ascent.")
    mark_variable: str = variable("GPS_UPDATE_RECEIVED", blanks=True, what="Variable whose mail is a mark.")
    acomms_mark_variable: AcousticMark | None = parameter(
        None, _acoustic, what="`VARIABLE,SECONDS,MOST`: each new value of the variable puts the ascent off, s."
    )
    pending_status_var: str = variable(
        "PENDING_SURFACE",
        blanks=True,
        also=("pending_status_variable",),
        what="Variable for the time until the ascent.",
    )
    atsurface_status_var: str = variable(
        "TIME_AT_SURFACE",
        blanks=True,
        also=("atsurface_status_variable",),
        what="Variable for the time at the surface.",
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
        self._state = _WAITING
        self._first = True  #: no iteration has been a mark yet
        self._mark = 0.0  #: time of the last mark; before the first one that of the clock's begin, s
        self._put_off = 0.0  #: by acoustic marks, s
        self._seen: dict[type, float | str] = {}  #: the last marks, a number and a text
        self._heard = ""  #: the last acoustic mark
        self._surfaced = 0.0  #: s
        self._start = (0.0, 0.0)  #: depth (m) and speed (m/s) where the ascent began
        self.extra_variables.append(self.mark_variable)

    def on_set(self, name: str) -> None:
        if name == "mark_variable":
            self.extra_variables.append(self.mark_variable)
        elif name == "acomms_mark_variable" and self.acomms_mark_variable is not None:
            self.extra_variables.append(self.acomms_mark_variable.variable)

    def on_idle(self) -> None:
        if self._first and self.value("NAV_DEPTH") >= self.zero_speed_depth:
            self._first, self._mark = False, self.now
        self._post_pending()

    def _post_pending(self) -> float:
        """Post the time (s) until it ascends and return it."""
        pending = self.period - (self.now - self._mark) + self._put_off
        shown = int(pending + 0.5)
        self.post(self.pending_status_var, float(shown if _LEAST_INT <= shown < _PAST_INT else _LEAST_INT))
        return pending

    def _marked(self) -> bool:
        """Begin to wait anew with a mark; return whether there was one."""
        if self._first:
            self._first, found = False, True
        else:
            name = self.mark_variable
            marks = [values[name] for values in (self.buffer.numbers, self.buffer.texts) if name in values]
            found = any([mark != self._seen.get(type(mark)) for mark in marks])
            self._seen.update((type(mark), mark) for mark in marks)
        if found:
            self._mark, self._put_off = self.now, 0.0
        return found

    def _hear_acoustic_mark(self) -> None:
        acoustic = self.acomms_mark_variable
        if acoustic is None or self._put_off >= acoustic.most:
            return
        heard = self.buffer.texts.get(acoustic.variable)
        if heard is None:
            self.warn(f"{acoustic.variable} str info not found in helm info_buffer")
        elif heard != self._heard:
            self._heard = heard
            self._put_off = min(self._put_off + acoustic.interval, acoustic.most)

    def on_run(self) -> Utility | None:
        pending = self._post_pending()
        if self._marked():
            return None
        self._hear_acoustic_mark()
        if pending > 0:
            self._state = _WAITING
            self.post(self.atsurface_status_var, 0.0)
            return None
        depth, own = self.value("NAV_DEPTH"), self.value("NAV_SPEED")
        if self._state == _WAITING:
            self._state = _ASCENDING
            self.post("PERIODIC_ASCEND", "true")
            self._start = depth, own if self.ascent_speed < 0 else self.ascent_speed
        if self._state == _ASCENDING and depth <= self.zero_speed_depth:
            self._state, self._surfaced = _AT_SURFACE, self.now
            self.post("PERIODIC_ASCEND", "false")
        waited = self.now - self._surfaced if self._state == _AT_SURFACE else 0.0
        self.post(self.atsurface_status_var, float(floor(waited + 0.5)))
        if self._state == _AT_SURFACE and waited >= self.max_time_at_surface:
            self._state, self._mark = _WAITING, self.now
            self.post("PSF_AT_SURFACE_TIMEOUT", f"Timestamp={self.now:.2f}")
            return None
        speed = self._ascent(depth) if self._state == _ASCENDING else 0.0
        wish = Peak(speed, 0.0, 0.5 if speed != 0 else 0.0)
        return couple(peak(self.axis("speed"), wish), peak(self.axis("depth"), Peak(0.0, 0.0, 0.0)))

    def _ascent(self, depth: float) -> float:
        """Return the speed at a depth (m) of the ascent, m/s."""
        start, full = self._start
        span = start - self.zero_speed_depth
        if span <= 0 or depth <= self.zero_speed_depth:
            return 0.0
        if depth > start or self.ascent_grade == "fullspeed":
            return full
        power = {"linear": 1.0, "quadratic": 2.0, "quasi": 1.5}[self.ascent_grade]
        return float(full * ((depth - self.zero_speed_depth) / span) ** power)
