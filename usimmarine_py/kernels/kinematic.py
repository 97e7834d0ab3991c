"""The kinematic laws: speed, heading, depth and position of a vehicle ``dt`` seconds later.

The order of arithmetic is that of the reference programs, so that recorded runs repeat to the last bit. What differs
between dialects is an argument or a function of its own: ``documented`` is the law of the published documentation,
``recorded`` that of the recorded programs. Frames: x east, y north (m), depth positive down (m), headings in degrees
clockwise from north, yaw in rad counter-clockwise.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import asin, atan2, cos, inf, isfinite, nan, radians, sin, sqrt, trunc
from math import hypot as documented_hypot

from usimmarine_py.maths.angles import (
    angle_180,
    angle_360,
    angle_difference,
    bearing,
    heading_to_radians,
    to_degrees,
    to_radians,
)

#: Pairs of thrust (%) and speed (m/s), thrust growing: a tuple of pairs, or an array of two columns.
Table = Sequence[Sequence[float]]
#: x, y (m), heading (deg), speed (m/s), depth (m), pitch, yaw (rad), heading over ground (deg).
Pose = tuple[float, float, float, float, float, float, float, float]
#: A pose and the speed over ground (m/s).
Moved = tuple[float, float, float, float, float, float, float, float, float]
#: Thrust and rudder (%), thrust of the left and right thruster (%), whether these two steer.
Steering = tuple[float, float, float, float, bool]
#: Drift towards east and north, current towards east and north (m/s), rotation (deg/s).
Water = tuple[float, float, float, float, float]
#: Null speed and full speed (m/s), the turn rates at and beyond them (0 to 100); see ``turn_rate``.
TurnMap = tuple[float, float, float, float]
#: Largest acceleration and deceleration (m/s^2, 0: none), depth rate (m/s) and the speed (m/s) from which it is whole,
#: buoyancy rate (m/s, up), turn radius (m, 0: none), and the speed (m/s, 0: none) below which that shrinks.
Limits = tuple[float, float, float, float, float, float, float]

#: Turn rate in differential mode with full opposite thrusts, deg/s (laws/kinematics 6).
DIFFERENTIAL_RATE = 36.0
#: Below this speed over ground (m/s) the heading over ground keeps its value (laws/documented 2.6).
AT_REST = 1e-9
#: Below this sum of unit vectors two headings are opposite, and the new one counts (laws/documented 2.3).
_OPPOSITE = 1e-12
#: The reference's pi where it turns a yaw by half a turn (laws/kinematics 7).
_COARSE_PI = 3.1415926
#: Numbers beyond these are no motion: any number, and a speed (m/s).
LARGEST, FASTEST = 1e12, 1e4
_HUGE = 1e300


def clip(value: float, low: float, high: float) -> float:
    """Return ``value`` limited to [low, high]; not-a-number passes through."""
    return low if value < low else high if value > high else value


def hypot(x: float, y: float) -> float:
    """Return the C library's hypot, which the recorded runs used; Python's own rounds differently in the last bit."""
    if abs(x) > _HUGE or abs(y) > _HUGE:  # abs of a complex number raises where it overflows
        return abs(complex(x * 2.0**-10, y * 2.0**-10)) * 2.0**10
    return abs(complex(x, y))


# ---- speed (laws/kinematics 2, 3) -----------------------------------------------------------------------------------


def _on_line(left: float, left_speed: float, right: float, right_speed: float, thrust: float) -> float:
    slope = (right_speed - left_speed) / (right - left)
    if not isfinite(slope):
        # a speed of 1e308 within a thrust below 1: take the share first
        return (thrust - left) / (right - left) * (right_speed - left_speed) + left_speed
    return (thrust - left) * slope + left_speed


def speed_ahead(table: Table, factor: float, thrust: float) -> float:
    """Return the speed (m/s) at a ``thrust`` > 0 (%): by the table from 0:0 to 100 with its last speed.

    By ``factor`` (% per m/s, 0: no speed) while the table is empty.
    """
    if len(table) == 0:
        return thrust / factor if factor else 0.0
    last = table[len(table) - 1][1]
    if thrust >= 100.0:
        return last
    left, left_speed, right, right_speed = 0.0, 0.0, 100.0, last
    for pair in table:
        if pair[0] <= thrust:
            left, left_speed = pair[0], pair[1]
        else:
            right, right_speed = pair[0], pair[1]
            break
    return _on_line(left, left_speed, right, right_speed, thrust)


def speed_astern(table: Table, thrust: float) -> float:
    """Return the speed (m/s) at a ``thrust`` < 0 (%) by a table of such, from -100 with its first speed to 0:0.

    Not the mirrored table: the references start from the lower key, which rounds differently.
    """
    if thrust <= -100.0:
        return table[0][1]
    left, left_speed, right, right_speed = -100.0, table[0][1], 0.0, 0.0
    for pair in table:
        if pair[0] >= thrust:
            right, right_speed = pair[0], pair[1]
            break
        left, left_speed = pair[0], pair[1]
    return _on_line(left, left_speed, right, right_speed, thrust)


def map_speed(positive: Table, negative: Table, factor: float, reflect: bool, thrust: float) -> float:
    """Return the speed (m/s) of a thrust map at a thrust (%), which is not limited here.

    ``reflect``: thrust below 0 mirrors thrust above it while ``negative`` is empty.
    """
    if thrust > 0:
        return speed_ahead(positive, factor, thrust)
    if thrust < 0:
        if len(negative) > 0:
            return speed_astern(negative, thrust)
        return -speed_ahead(positive, factor, -thrust) if reflect else 0.0
    return 0.0


def speed_under_sail(speed: float, limit: float, zero_is_unlimited: bool) -> float:
    """Return a map speed (m/s) under the limit (m/s) of the sail (laws/usimmarine 10).

    ``zero_is_unlimited``: in irons the references sail on at full map speed (quirk ``sail_zero_unlimited``).
    """
    if zero_is_unlimited and limit <= 0:
        return speed
    return limit if limit < speed else speed


def polar_share(table: Sequence[float], heading: float, wraps: bool) -> float:
    """Return the share of the wind speed, 0 to 1, that a heading (deg) allows; ``table``: % by whole degrees, 360.

    Without ``wraps`` the entry from 359.5 deg up is 0: the references look up one that does not exist (quirk
    ``polar_360``).
    """
    entry = trunc(angle_360(heading) + 0.5)
    if entry == 360:
        if not wraps:
            return 0.0
        entry = 0
    share = table[entry] / 100
    return 1.0 if share > 1.0 else share


def after_turn_loss(speed: float, rudder: float, turn_loss: float) -> float:
    """Return the speed (m/s) that a rudder (%) leaves; ``turn_loss`` is the share that full rudder takes."""
    size = abs(rudder)
    return speed * (1.0 - ((100.0 if size > 100.0 else size) / 100.0) * turn_loss)


def limited_speed(v0: float, desired: float, faster: float, slower: float, dt: float) -> float:
    """Return the speed (m/s) ``dt`` > 0 s on the way from ``v0`` to ``desired``; limits in m/s^2, 0: none."""
    if desired > v0 and faster > 0.0 and (desired - v0) / dt > faster:
        return faster * dt + v0
    if desired < v0 and slower > 0.0 and (v0 - desired) / dt > slower:
        return v0 - slower * dt
    return desired


# ---- heading (laws/kinematics 4 to 7) -------------------------------------------------------------------------------


def steering(
    thrust: float,
    rudder: float,
    left: float,
    right: float,
    differential: bool,
    reverse: bool,
    limited: bool,
    slips: bool,
) -> Steering:
    """Return thrusts and rudder (%) as the laws of speed and heading use them, modes applied.

    ``limited``: thrust and rudder count to 100 % at most; ``slips``: reverse mode is applied twice to two thrusters
    (quirk ``reverse_differential``).
    """
    if differential:
        if reverse and not slips:
            left, right = -right, -left
        thrust, rudder = (left + right) / 2, (left - right) / 2
        if reverse and slips:
            # left and right were swapped and negated on arrival already: the reference does it twice
            return -thrust, -rudder, -right, left, True
        return thrust, rudder, left, right, True
    if limited:
        thrust = -100.0 if thrust < -100.0 else 100.0 if thrust > 100.0 else thrust
        rudder = -100.0 if rudder < -100.0 else 100.0 if rudder > 100.0 else rudder
    if reverse:
        return -thrust, -rudder, left, right, False
    return thrust, rudder, left, right, False


def turn_rate(speed: float, turn_map: TurnMap) -> float:
    """Return the turn rate (0 to 100) at a speed (m/s); equal rates at both ends hold at every speed."""
    null_speed, full_speed, null_rate, full_rate = turn_map
    if null_rate == full_rate or speed <= null_speed:
        return null_rate
    if speed >= full_speed:
        return full_rate
    return (speed - null_speed) / (full_speed - null_speed) * (full_rate - null_rate) + null_rate


def turn(thrust: float, rudder: float, rate: float, rotate: float, dt: float) -> float:
    """Return the change of heading (deg, not wrapped) over ``dt`` s by a rudder (%) at a turn rate (0 to 100).

    ``rotate`` (deg/s) comes on top.
    """
    rudder = -100.0 if rudder < -100.0 else 100.0 if rudder > 100.0 else rudder
    effect = rudder * ((0.0 if rate < 0.0 else 100.0 if rate > 100.0 else rate) / 100.0)
    return (1.0 + (thrust - 50.0) / 50.0) * (effect * dt) + dt * rotate


def differential_turn(left: float, right: float, rotate: float, dt: float) -> float:
    """Return the change of heading (deg, not wrapped) over ``dt`` s by two thrusts (%); ``rotate`` (deg/s) on top."""
    return DIFFERENTIAL_RATE * ((left - right) / 200) * dt + dt * rotate


def mean_heading(before: float, after: float) -> float:
    """Return the direction (rad, from north) between two headings (deg) by unit vectors (laws/kinematics 9)."""
    h0, h1 = to_radians(before), to_radians(after)
    return atan2(sin(h0) + sin(h1), cos(h0) + cos(h1))


def documented_mean_heading(before: float, after: float) -> float:
    """Return the same by the documented law: of two opposite headings the new one counts (laws/documented 2.3)."""
    h0, h1 = radians(before), radians(after)
    sines, cosines = sin(h0) + sin(h1), cos(h0) + cos(h1)
    if abs(sines) < _OPPOSITE and abs(cosines) < _OPPOSITE:
        return h1
    return atan2(sines, cosines)


def half_turned_yaw(yaw: float) -> float:
    """Return a yaw (rad) turned by 180 degrees with the recorded programs' pi (laws/kinematics 7)."""
    turned = yaw + _COARSE_PI
    return turned - 2 * _COARSE_PI if turned > 2 * _COARSE_PI else turned


# ---- depth ----------------------------------------------------------------------------------------------------------


def coupled_depth(
    depth: float, pitch: float, speed: float, elevator: float, limits: Limits, dt: float
) -> tuple[float, float]:
    """Return depth (m) and pitch (rad) of the recorded programs: the elevator (%) integrates (laws/kinematics 8)."""
    _, _, most, full, buoyancy, _, _ = limits
    if not speed > 0:
        depth = depth - buoyancy * dt
        return (0.0 if depth < 0.0 else depth), 0.0
    ratio = speed / full if full > 0 else 1.0
    rate = (clip(elevator, -100.0, 100.0) / 100) * (sqrt(ratio if ratio < 1.0 else 1.0) * most)
    vertical = -sin(pitch) * speed + rate
    depth += (-buoyancy + -sin(pitch) * speed + rate) * dt
    return (0.0 if depth < 0.0 else depth), -asin(vertical / speed) if abs(vertical) <= speed else 0.0


def documented_dive(mean_speed: float, elevator: float, most: float, full: float) -> tuple[float, float]:
    """Return the depth rate (m/s) of an elevator (%) and the pitch (rad) by the documented law (laws/documented 2.4).

    ``most``: the largest depth rate (m/s); ``full``: the speed (m/s) from which it is whole.
    """
    if elevator == 0.0:
        return 0.0, -0.0 if mean_speed > 0.0 else 0.0
    if full > 0.0:
        ratio = mean_speed / full
        ratio = -1.0 if ratio < -1.0 else 1.0 if ratio > 1.0 else ratio
    else:
        ratio = 1.0 if mean_speed > 0.0 else -1.0 if mean_speed < 0.0 else 0.0
    rate = ratio * ratio * (-100.0 if elevator < -100.0 else 100.0 if elevator > 100.0 else elevator) / 100.0 * most
    if not mean_speed > 0.0:
        return rate, 0.0
    sine = rate / mean_speed
    return rate, -asin(-1.0 if sine < -1.0 else 1.0 if sine > 1.0 else sine)


def altitude(water_depth: float, depth: float, unknown: float) -> float:
    """Return the height (m) above a bottom at ``water_depth`` (m, 0 or less: ``unknown``)."""
    if water_depth > 0.0:
        above = water_depth - depth
        return above if above > 0.0 else 0.0
    return unknown


# ---- the turn limit (laws/kinematics 11) ----------------------------------------------------------------------------


def project(x: float, y: float, direction: float, distance: float) -> tuple[float, float]:
    """Return the point ``distance`` m from (x, y) in ``direction`` (deg); the four axes need no trigonometry."""
    if direction == 0:
        return x, y + distance
    if direction == 90:
        return x + distance, y
    if direction == 180:
        return x, y - distance
    if direction == 270:
        return x - distance, y
    angle = heading_to_radians(direction)
    return x + distance * cos(angle), y + distance * sin(angle)


def _half_arc(distance: float, radius: float, reckless: bool) -> float:
    """Return half the angle (deg) that a chord of ``distance`` m spans on the circle; nan beyond the circle.

    Going astern with a top speed makes the radius negative, and with it the angle, as in the references.
    """
    if radius == 0:
        ratio = inf if distance > 0 else nan
    else:
        ratio = distance / (2 * radius)
    if not reckless:
        ratio = clip(ratio, -1.0, 1.0)
    return to_degrees(asin(ratio)) if -1 <= ratio <= 1 else nan


def limited_turn(
    x0: float, y0: float, h0: float, v0: float, x: float, y: float, heading: float, speed: float,
    turn_radius: float, top_speed: float, reckless: bool,
) -> tuple[float, float, float]:  # fmt: skip
    """Return x, y (m) and heading (deg) after a step, brought back onto the smallest circle if it turned more.

    ``x0``, ``y0``, ``h0``: before the step; ``v0``: the speed of the laws (m/s); ``x`` to ``speed``: what they made of
    it. Below ``top_speed`` (m/s, 0: none) the circle shrinks. ``reckless``: a step longer than the circle is wide ends
    as not-a-number (quirk ``turn_radius_nan``).
    """
    if h0 == heading:
        return x, y, heading
    radius, mean = turn_radius, (v0 + speed) / 2
    if top_speed > 0 and mean < top_speed:
        radius = (1 - (top_speed - mean) / top_speed) * turn_radius
    distance = hypot(x - x0, y - y0)
    if not reckless and distance == 0:
        return x, y, heading
    half = _half_arc(distance, radius, reckless)
    if half >= angle_difference(bearing(x0, y0, x, y), h0):
        return x, y, heading
    port = angle_360(heading - h0) > 180
    x, y = project(x0, y0, angle_360(h0 - half if port else h0 + half), distance)
    return x, y, angle_360(h0 - 2 * half if port else h0 + 2 * half)


# ---- motion ---------------------------------------------------------------------------------------------------------


def documented(
    pose: Pose, steered: Steering, desired: float, elevator: float, water: Water, turn_map: TurnMap, limits: Limits,
    dt: float,
) -> Moved:  # fmt: skip
    """Return the pose ``dt`` s later by the documented law (laws/documented 2.1 to 2.6), and the speed over ground.

    ``desired``: the speed (m/s) without limits of acceleration; ``elevator`` in %.
    """
    x, y, h0, v0, depth, _, _, hog = pose
    thrust, rudder, left, right, differential = steered
    drift_east, drift_north, current_east, current_north, rotate = water
    faster, slower, most, full, buoyancy, radius, top_speed = limits
    v1 = limited_speed(v0, desired, faster, slower, dt) if dt > 0.0 else v0
    heading = h0
    if not differential:
        heading = angle_360(turn(thrust, rudder, turn_rate(v1, turn_map), rotate, dt) + h0)
    elif dt > 0.0:
        heading = angle_360(differential_turn(left, right, rotate, dt) + h0)
    mean = (v0 + v1) / 2.0
    angle = documented_mean_heading(h0, heading)
    xdot = sin(angle) * mean + drift_east + current_east
    ydot = cos(angle) * mean + drift_north + current_north
    sog = documented_hypot(xdot, ydot)
    if not sog < AT_REST:
        hog = bearing(0.0, 0.0, xdot, ydot)
    yaw = -to_radians(angle_180(heading))
    rate, pitch = documented_dive(mean, elevator, most, full)
    depth += (rate - buoyancy) * dt
    depth = 0.0 if depth < 0.0 else depth
    x1, y1 = x + xdot * dt, y + ydot * dt
    if radius > 0.0:
        x1, y1, heading = limited_turn(x, y, h0, v1, x1, y1, heading, v1, radius, top_speed, False)
    return x1, y1, heading, v1, depth, pitch, yaw, hog, sog


def recorded(
    pose: Pose, steered: Steering, desired: float, elevator: float, water: Water, turn_map: TurnMap, limits: Limits,
    dt: float, flipped: bool, reckless: bool,
) -> Moved:  # fmt: skip
    """Return the pose ``dt`` s later by the law of the recorded programs (laws/kinematics 3 to 12), see ``documented``.

    ``dt`` <= 0 skips the laws of speed and of the differential turn. ``flipped``: reverse mode turns the stored heading
    in every step (quirk ``flips``); ``reckless`` as for ``limited_turn``.
    """
    x, y, h0, v0, depth, pitch, yaw, _ = pose
    thrust, rudder, left, right, differential = steered
    drift_east, drift_north, current_east, current_north, rotate = water
    faster, slower, _, _, _, radius, top_speed = limits
    v1 = limited_speed(v0, desired, faster, slower, dt) if dt > 0.0 else v0
    heading = h0
    if not differential:
        # a vehicle at rest does not answer its rudder (laws/kinematics 4)
        heading = angle_360(turn(thrust, 0.0 if v1 == 0.0 else rudder, turn_rate(v1, turn_map), rotate, dt) + h0)
    elif dt > 0.0:
        heading = angle_360(differential_turn(left, right, rotate, dt) + h0)
    depth, pitch = coupled_depth(depth, pitch, v1, elevator, limits, dt)
    # where the differential turn is skipped the yaw stays as well, even behind a heading that mail has set
    if dt > 0.0 or not differential:
        yaw = -to_radians(angle_180(heading))
    if flipped:
        heading, yaw = angle_360(heading + 180), half_turned_yaw(yaw)
    mean = (v1 + v0) / 2.0
    angle = mean_heading(h0, heading)
    xdot, ydot = sin(angle) * mean, cos(angle) * mean
    east, north = drift_east + current_east, drift_north + current_north
    through, sog = hypot(xdot, ydot), hypot(xdot + east, ydot + north)
    x1 = x + (xdot * dt) + (east * dt)
    y1 = y + (ydot * dt) + (north * dt)
    speed = -through if mean < 0.0 else through
    hog = bearing(x, y, x1, y1)
    if radius > 0.0:
        x1, y1, heading = limited_turn(x, y, h0, v1, x1, y1, heading, speed, radius, top_speed, reckless)
    return x1, y1, heading, speed, depth, pitch, yaw, hog, sog
