"""Utility by course and speed for each mode of BHV_AvdColregs. Needs numpy."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
import numpy.typing as npt

from usimmarine_py.helm.behaviours.contacts.colregs.modes import Situation
from usimmarine_py.helm.functions import DomainAxis, Function, couple, speed_band
from usimmarine_py.helm.functions.builders import lines_around
from usimmarine_py.helm.functions.surface import Layout
from usimmarine_py.maths.angles import angle_360, bearing
from usimmarine_py.maths.encounters.crossing import Crossing

Array = npt.NDArray[np.float64]
Grid = npt.NDArray[np.bool_]

#: Utility of the closest approach that just counts, by mode; that of ``cpa`` for those that are not listed.
LEAST = {"cpa": 25.0, "overtaking": 15.0}
#: Utility by degrees off the stored heading while standing on.
_STAND_ON = ((0.0, 100.0), (20.0, 25.0), (180.0, 0.0))


def utility(mode: str, sub: str, seen: Situation, boxes: Layout, graded: Array, *, port_turns: bool) -> Array:
    """Return samples of the utility over course and speed, of any mode but standing on.

    ``graded`` are samples of the utility of the closest approach, and may be changed. Without ``port_turns`` own ship
    gives way astern by turning to starboard only.
    """
    courses, speeds = boxes.a, boxes.b
    contact = seen.of_own
    if mode == "headon":
        rate, full = contact.bearing_rate(courses, speeds), _sharpest_turn(seen)
        if full < 0:
            graded += boxes.sample(np.where(rate < 0, 100.0 * np.minimum(1.0, rate / full), 0.0))
        wrong = contact.passes_starboard(courses, speeds)
        if contact.side.port:
            wrong = wrong | contact.crosses_bow(courses, speeds)
    elif mode == "overtaking":
        passes = contact.passes_starboard if sub == "port" else contact.passes_port
        wrong = passes(courses, speeds) & (speeds > 0)
    elif mode == "giveway":
        turn = (courses - seen.own.heading) % 360.0
        to_starboard = (turn > 0) & (turn < 180)
        if sub == "bow":
            wrong = to_starboard & ~contact.crosses_bow(courses, speeds)
        elif port_turns:
            ahead, astern = contact.crosses(courses, speeds)
            wrong = ahead | (~to_starboard & ~astern)
        else:
            wrong = ~contact.crosses_stern(courses, speeds) | (turn > 180)
    else:
        return graded
    np.putmask(graded, boxes.sample(wrong), 0.0)
    return graded


def _sharpest_turn(seen: Situation) -> float:
    """Return the rate of the bearing (deg/s) when both turn to the right, square to the line of sight, at the contact's
    speed.
    """
    side, other = seen.of_own.side, seen.other
    back = bearing(other.x, other.y, seen.own.x, seen.own.y)
    turned = other._replace(heading=angle_360(back + 90))
    rate: float = Crossing(seen.own, turned).bearing_rate(angle_360(side.bearing + 90), other.speed)
    return rate


@lru_cache(maxsize=64)
def standing_on(course: DomainAxis, speed: DomainAxis, heading: float, wanted: float) -> Function:
    """Return the function that keeps the stored heading (deg) and speed (m/s)."""
    # the original takes a heading above the last course for 0
    around = lines_around(course, heading if heading <= course.high else 0.0, _STAND_ON)
    return couple(around, speed_band(speed, wanted, 0.1, wanted + 0.4, 50.0, 50.0), 0.5, 0.5, again=True)
