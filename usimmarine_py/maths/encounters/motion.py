"""Where vehicles are by now, and how near they come to each other."""

from __future__ import annotations

from math import cos, inf, radians, sin

from usimmarine_py.maths.angles import bearing
from usimmarine_py.sums import plain_hypot

#: A report that is stamped more than this after the clock is from the future, s.
FUTURE = 0.1


def extrapolated(
    x: float, y: float, speed: float, heading: float, age: float, decay: tuple[float, float]
) -> tuple[float, float]:
    """Return where a vehicle is ``age`` s after its report: at full speed until ``decay[0]`` s, then slowing down,
    and at rest from ``decay[1]`` s on. Unchanged for a report from the future. m, m/s, deg.
    """
    if age < -FUTURE:
        return x, y
    begin, end = decay
    if age <= begin or (begin == -1 and end == -1):
        way = speed * age
    elif age < end:
        later = age - begin
        way = speed * begin + later * (speed + speed * (1 - later / (end - begin))) / 2
    else:
        way = speed * begin + speed * (end - begin) / 2
    return x + way * sin(radians(heading)), y + way * cos(radians(heading))


def closest_approach(
    own: tuple[float, float, float, float], other: tuple[float, float, float, float], horizon: float = inf
) -> float:
    """Return the least distance (m) within ``horizon`` s of two that keep course and speed.

    Each is x, y (m), course (deg) and speed (m/s). The own course counts in whole degrees, as the original tabulates
    them.
    """
    ox, oy, course, speed = own
    cx, cy, other_course, other_speed = other
    course = float(int(course))
    dx, dy = cx - ox, cy - oy
    vx = other_speed * sin(radians(other_course)) - speed * sin(radians(course))
    vy = other_speed * cos(radians(other_course)) - speed * cos(radians(course))
    square = vx * vx + vy * vy
    if square == 0:
        return plain_hypot(dx, dy)
    time = -(dx * vx + dy * vy) / square
    if time <= 0:
        return plain_hypot(dx, dy)
    time = min(time, horizon)
    return plain_hypot(dx + vx * time, dy + vy * time)


def closing_rate(
    own: tuple[float, float, float, float], other: tuple[float, float, float, float], *, whole_degrees: bool = True
) -> float:
    """Return how fast (m/s) two vehicles, each x, y, course and speed, come nearer; the own course in whole degrees,
    or as it is.
    """
    ox, oy, course, speed = own
    cx, cy, other_course, other_speed = other
    if whole_degrees:
        course = float(int(course))
    to_other, to_own = bearing(ox, oy, cx, cy), bearing(cx, cy, ox, oy)
    return speed * cos(radians(to_other - course)) + other_speed * cos(radians(to_own - other_course))
