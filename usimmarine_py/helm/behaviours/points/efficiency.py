"""How straight and how fast the ways between waypoints were."""

from __future__ import annotations

from collections.abc import Iterator

from usimmarine_py.maths.plane.polygon import Point
from usimmarine_py.sums import plain_dist
from usimmarine_py.text import compact_number


class Efficiency:
    """Compares each leg with a straight one at the wanted speed; a leg counts from where a point was reached."""

    def __init__(self) -> None:
        self._start: tuple[Point, float] | None = None  #: place and time (s) where the leg began
        self._speeds: tuple[float, ...] = ()
        self._linear = self._odometer = self._linear_time = self._time = 0.0  #: of all legs

    def forget(self) -> None:
        """Leave out the leg that is under way."""
        self._start = None

    def count(self, *speeds: float) -> None:
        """Leave out the leg that is under way if what its speed is made of has changed."""
        if speeds != self._speeds:
            self._speeds = speeds
            self.forget()

    def leg(
        self, here: Point, odometer: float, now: float, speed: float, names: str
    ) -> Iterator[tuple[str, float | str]]:
        """Return the posts at the end of a leg at ``here``; ``odometer`` is the way (m) since it began."""
        start, self._start = self._start, (here, now)
        if start is None:
            return
        linear, passed = plain_dist(start[0], here), now - start[1]
        self._linear += linear
        self._odometer += odometer
        wanted = linear / speed if speed > 0 else 0.0
        self._linear_time += wanted
        self._time += passed
        each = (linear, odometer, wanted, passed)
        total = (self._linear, self._odometer, self._linear_time, self._time)
        yield "WPT_EFF_SUMM_LEG", _summary(names, each)
        yield "WPT_EFF_SUMM_ALL", _summary(names, total)
        for ending, measured in (("ALL", total), ("LEG", each)):
            yield f"WPT_EFF_DIST_{ending}", _ratio(measured[0], measured[1])
            yield f"WPT_EFF_TIME_{ending}", _ratio(measured[2], measured[3])


def _ratio(one: float, other: float) -> float:
    return one / other if other > 0 else 0.0


def _summary(names: str, measured: tuple[float, float, float, float]) -> str:
    linear, odometer, linear_time, time = measured
    return (
        f"{names}, linear_dist={compact_number(linear, 1)}, odo_dist={compact_number(odometer, 1)}"
        f", efficiency_dist={compact_number(_ratio(linear, odometer), 3)}, linear_time={compact_number(linear_time, 1)}"
        f", odo_time={compact_number(time, 1)}, efficiency_time={compact_number(_ratio(linear_time, time), 3)}"
    )
