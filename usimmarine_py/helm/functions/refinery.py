"""Regions of courses and speeds that keep clear of a contact by the wished distance: ``use_refinery``. Needs numpy.

They are what the original finds by sweeps over courses at some speeds, seen from where own ship is: abaft the
contact's beam, or before it, in the way of the contact or out of it.
"""

from __future__ import annotations

from functools import lru_cache
from math import asin, cos

from usimmarine_py.helm.functions.approach import keeps_clear
from usimmarine_py.helm.functions.axis import DomainAxis
from usimmarine_py.helm.functions.surface import Region, grid_of
from usimmarine_py.maths.angles import angle_360, to_degrees, to_radians
from usimmarine_py.maths.encounters.motion import closest_approach
from usimmarine_py.maths.encounters.sides import StraightMotion, side_of

#: What a sweep returns that cannot begin, and one that meets no end.
_NOWHERE, _EVERYWHERE = -1.0, -2.0
_DOWN, _UP, _NEAREST = 0, 1, 2


def _index(axis: DomainAxis, value: float, snap: int) -> int:
    """Return the index of a value, rounded as the original rounds (it cuts off what rounding errors leave)."""
    if value <= axis.low:
        return 0
    if value >= axis.high:
        return axis.count - 1
    if snap == _NEAREST:
        value -= axis.step / 2.0
    place = (value - axis.low) / axis.step
    return int(place) + (snap != _DOWN and place > int(place))


def _snapped(axis: DomainAxis, value: float, snap: int) -> float:
    return axis.value(_index(axis, value, snap))


def _lower(axis: DomainAxis, value: float, snap: int, *, wrap: bool = False) -> float:
    """Return the value of the index below."""
    k = _index(axis, value, snap)
    return axis.value(k - 1) if k else axis.high if wrap else value


def _higher(axis: DomainAxis, value: float, snap: int, *, wrap: bool = False) -> float:
    """Return the value of the index above."""
    k = _index(axis, value, snap)
    return axis.value(k + 1) if k + 1 < axis.count else axis.low if wrap else value


def course_ranges(course: DomainAxis, low: float, high: float) -> list[tuple[int, int]]:
    """Return the first and last index of headings (deg) from ``low`` to the right to ``high``; two across north."""
    if low <= high:
        return [_span(course, low, high)]
    first, last = _index(course, low, _UP), _index(course, high, _DOWN)
    if last > first:  # between two neighbours
        first = last = _index(course, (low + high) / 2, _NEAREST)
    return [(0, last), (first, course.count - 1)]


def _span(axis: DomainAxis, low: float, high: float) -> tuple[int, int]:
    first, last = _index(axis, low, _UP), _index(axis, high, _DOWN)
    if first > last:  # between two neighbours
        first = last = _index(axis, (low + high) / 2, _NEAREST)
    return first, last


class _Steps:
    """What the values of an axis become by the functions above, by index; the last one is that of its upper end."""

    def __init__(self, low: float, high: float, count: int) -> None:
        axis = DomainAxis("", low, high, count)
        self.values = [*map(axis.value, range(count)), axis.high]
        self.nearest = [_index(axis, value, _NEAREST) for value in self.values]
        below = [_index(axis, value, _DOWN) for value in self.values]
        self.lower = [k - 1 if k else at for at, k in enumerate(below)]
        self.higher = [k + 1 if k + 1 < count else at for at, k in enumerate(below)]


_steps = lru_cache(maxsize=4)(_Steps)


class Refinery:
    """The regions for own ship and a contact: ``clear`` (m) is the wished distance, ``horizon`` the time ahead (s)."""

    def __init__(
        self,
        axes: tuple[DomainAxis, DomainAxis],
        own: StraightMotion,
        other: StraightMotion,
        horizon: float,
        clear: float,
    ) -> None:
        self._course, self._speed = axes
        self._own, self._other, self._horizon = own, other, horizon
        side = side_of(own, other)
        self._range, self._side = side.range, side
        self._clear = min(clear, side.range)
        self._steps = _steps(axes[1].low, axes[1].high, axes[1].count)
        relative = side.relative
        self._closing = other.speed * cos(to_radians(relative)) if relative != 90 else 0.0
        half = abs(relative - 360 if relative > 180 else relative)
        self._gamma = 0.0 if half in (0.0, 180.0) else side.range * cos(to_radians(90 - half))
        self._spread = to_degrees(asin(self._clear / side.range)) if self._clear > 0 and side.range > 0 else 0.0

        speeds = range(axes[1].count)
        if self.case == "aft":  # sweeps at the highest speed only
            speeds = speeds[-1:]
        holds = keeps_clear(grid_of(*axes), own, other, horizon, self._clear, speeds[0])
        rows, courses = holds.tobytes(), axes[0].count
        #: By index of the speed: 1 for each course that keeps clear, 0 for the others.
        self._holds = {k: rows[at * courses : (at + 1) * courses] for at, k in enumerate(speeds)}

    @property
    def case(self) -> str:
        """How own ship lies to the contact, in the original's word."""
        if not self._side.fore:
            return "aft"
        return "fore_in_rgam" if self._gamma < self._clear else "fore_out_rgam"

    def regions(self) -> list[Region]:
        """Return the regions, those at the ends of the axes first; they may overlap."""
        by_case = {"aft": self._abaft, "fore_in_rgam": self._in_the_way, "fore_out_rgam": self._out_of_the_way}
        found = by_case[self.case]()
        return sorted(found, key=lambda region: -region[1] - region[3])

    # -- sweeps

    def _sweep(self, speed: float, heading: float, step: int, *, until: bool) -> float:
        """Go round from a heading at a speed until it holds, or while it does; return the heading."""
        course = self._course
        if speed <= 0 or not course.low <= heading <= course.high:
            return _NOWHERE
        at_speed = self._holds[_index(self._speed, speed, _NEAREST)]
        first = _index(course, heading, _UP if until and step > 0 else _NEAREST)
        wanted = b"\1" if until else b"\0"
        if step > 0:
            i = at_speed.find(wanted, first)
            i = at_speed.find(wanted, 0, first) if i < 0 else i
        else:
            i = at_speed.rfind(wanted, 0, first + 1)
            i = at_speed.rfind(wanted, first + 1) if i < 0 else i
        if i < 0:
            return _NOWHERE if until else _EVERYWHERE
        if until:
            return course.value(i)
        return heading if i == first else course.value((i - step) % course.count)

    def _last_to_right(self, speed: float, heading: float) -> float:
        return self._sweep(speed, 359.0 if 359 < heading < 360 else heading, 1, until=False)

    def _last_to_left(self, speed: float, heading: float) -> float:
        return self._sweep(speed, heading, -1, until=False)

    def _slowest(self, low: float, high: float, step: int) -> float:
        """Return the speed up to which all headings from ``low`` to ``high`` hold, found heading by heading."""
        course, speed, steps = self._course, self._speed, self._steps
        if not (course.low <= low <= course.high and course.low <= high <= course.high):
            return _NOWHERE
        spread = high - low if low <= high else 360 - low + high
        exact = 1 + spread / course.step
        count = int(exact) + (int(exact) != exact)
        first = _index(course, low if step > 0 else high, _NEAREST)
        now = speed.count  # its upper end
        holds = self._holds[steps.nearest[now]]
        for k in range(count):
            i = (first + step * k) % course.count
            while not holds[i]:
                now = steps.lower[now]
                if steps.values[now] in (0.0, speed.low):
                    return steps.values[now]
                holds = self._holds[steps.nearest[now]]
        return steps.values[now]

    def _pass(self, heading: float, slowest: float, step: int) -> float:
        """Return the heading nearest to the end of a sweep at the highest speed that holds down to ``slowest``."""
        course, steps, now = self._course, self._steps, self._speed.count  # its upper end
        if not course.low <= heading <= course.high:
            return _NOWHERE
        fastest = self._speed.high
        end = self._last_to_right(fastest, heading) if step > 0 else self._last_to_left(fastest, heading)
        if end < 0:
            return heading
        first = _index(course, end, _NEAREST)
        all_hold, nearest = self._holds, steps.nearest
        for k in range(course.count):
            i = (first - step * k) % course.count
            if all_hold[nearest[now]][i]:
                while True:
                    below = steps.lower[now]
                    if steps.values[below] == 0 or steps.values[below] <= slowest:
                        return course.value(i)
                    if below == now or not all_hold[nearest[below]][i]:
                        break
                    now = below
            else:
                while (above := steps.higher[now]) != now:
                    now = above
                    if all_hold[nearest[now]][i]:
                        break
        return heading

    def _lowest_at(self, heading: float) -> float:
        """Return the lowest speed from which on all hold at a heading; -1 if the highest does not."""
        own, found = self._own, _NOWHERE
        for j in reversed(range(self._speed.count)):
            speed = self._speed.value(j)
            if closest_approach((own.x, own.y, heading, speed), self._other, self._horizon) < self._clear:
                break
            found = speed
        return found

    # -- regions

    def _at_all_headings(self, fastest: float) -> Region:
        return (0, self._course.count - 1, *_span(self._speed, 0.0, fastest))

    def _wedge(self, low: float, high: float, slowest: float, fastest: float) -> list[Region]:
        """Return the region of headings ``low`` to the right to ``high`` and of some speeds; two across north."""
        speeds = _span(self._speed, slowest, fastest)
        return [(*headings, *speeds) for headings in course_ranges(self._course, low, high)]

    def _abaft(self) -> list[Region]:
        course, speed, side = self._course, self._speed, self._side
        if self._closing > 0:
            return []
        found = []
        to_close = self._range - self._clear
        inner = -self._closing + (to_close / self._horizon if to_close > 0 and self._horizon > 0 else 0.0)
        inner = _lower(speed, inner, _DOWN)
        if inner > 0:
            found.append(self._at_all_headings(inner))
        star, towards, fastest = side.starboard, side.bearing, speed.high
        passing = self._other.heading
        if star:
            crossing = _lower(course, angle_360(towards - self._spread), _UP, wrap=True)
            if self._gamma < self._clear:
                passing = self._last_to_left(fastest, angle_360(towards + self._spread))
            crossing = self._last_to_right(fastest, crossing)
        else:
            crossing = _higher(course, angle_360(towards + self._spread), _DOWN, wrap=True)
            if self._gamma < self._clear:
                passing = self._last_to_right(fastest, angle_360(towards - self._spread))
            crossing = self._last_to_left(fastest, crossing)
        low, high = min(passing, crossing), max(passing, crossing)
        if low != high and not low <= angle_360(towards + 180) <= high:
            low, high = high, low
        return found + self._wedge(low, high, _higher(speed, inner, _UP), fastest)

    def _snapped_up(self, heading: float) -> float:
        return 0.0 if heading > self._course.high else _snapped(self._course, heading, _UP)

    def _out_of_the_way(self) -> list[Region]:
        course, speed, star = self._course, self._speed, self._side.starboard
        fastest, towards, passing = speed.high, self._side.bearing, self._other.heading
        if star:
            crossing = _snapped(course, angle_360(towards - self._spread), _DOWN)
            crossing = self._last_to_right(fastest, crossing)
        else:
            crossing = self._last_to_left(fastest, self._snapped_up(angle_360(towards + self._spread)))
        if crossing == _EVERYWHERE:
            return [self._at_all_headings(fastest)]
        found = []
        inner = self._slowest(crossing, passing, 1) if star else self._slowest(passing, crossing, -1)
        if inner > speed.low:
            found.append(self._at_all_headings(inner))
        passing = self._pass(passing, inner, -1 if star else 1)
        low, high = (passing, crossing) if star else (crossing, passing)
        found += self._wedge(low, high, speed.low, fastest)
        return found + self._shadows(low, high) + self._ahead(low, high, inner)

    def _shadows(self, low: float, high: float) -> list[Region]:
        """Return regions behind the contact, at speeds above its own."""
        speed, fastest = self._speed, self._speed.high
        own = _snapped(speed, self._other.speed, _UP)
        one = _snapped(speed, (fastest - own) * 2 / 3 + own, _UP)
        two = _snapped(speed, (fastest - own) * 1 / 3 + own, _UP)
        below = _lower(speed, one, _NEAREST)
        one, two = min(one, fastest), max(two, own)
        if own >= fastest or one <= two:
            return []
        found = []
        for slow, fast in ((one, fastest), (two, below)):
            if self._side.starboard:
                found += self._wedge(self._last_to_left(slow, low), low, slow, fast)
            else:
                found += self._wedge(high, self._last_to_right(slow, high), slow, fast)
        return found

    def _ahead(self, low: float, high: float, inner: float) -> list[Region]:
        """Return the regions before the contact, at speeds below its own."""
        course, speed = self._course, self._speed
        slow = _higher(speed, inner, _NEAREST) if inner > 0 else 0.0
        own = _snapped(speed, self._other.speed, _UP)
        fast = min(_snapped(speed, (own - inner) * 1 / 3 + inner, _UP), speed.high)
        if fast <= slow:
            return []
        if self._side.starboard:
            high = _snapped(course, high, _DOWN)
            return self._wedge(high, _snapped(course, self._last_to_right(fast, high), _DOWN), slow, fast)
        low = self._snapped_up(low)
        return self._wedge(_snapped(course, self._last_to_left(fast, low), _UP), low, slow, fast)

    def _in_the_way(self) -> list[Region]:
        course, speed, other = self._course, self._speed, self._other
        sides = [self._lowest_at(angle_360(other.heading + turn)) for turn in (-90, 90)]
        away = angle_360(other.heading - 180)
        up, down = self._snapped_up(away), _snapped(course, away, _DOWN)
        flee = _snapped(speed, other.speed, _UP)
        inner = max(flee, *sides)
        if closest_approach((self._own.x, self._own.y, 0.0, 0.0), other, self._horizon) >= self._clear:
            if self._horizon != 0:
                inner = self._range / self._horizon - other.speed
            inner = _snapped(speed, inner, _UP)
        found = []
        port, star = self._sweep(inner, up, 1, until=True), self._sweep(inner, down, -1, until=True)
        inner = _higher(speed, inner, _DOWN)
        if port >= 0 and star >= 0:
            found += self._wedge(port, star, inner, speed.high)
        below = _lower(speed, inner, _UP)
        for k, slowest in enumerate(sides):
            if slowest <= 0:
                continue
            slow = _snapped(speed, (flee - slowest) / 4 + slowest, _UP)
            if k == 0:
                low = self._sweep(slow, up, 1, until=True)
                high = self._last_to_right(slow, low)
            else:
                high = self._sweep(slow, down, -1, until=True)
                low = self._last_to_left(slow, high)
            if slow < below:
                found += self._wedge(low, high, slow, below)
        return found
