"""The closest approach of a path that begins with a turn, beside the same path in small steps."""

from __future__ import annotations

from itertools import pairwise
from math import cos, hypot, radians, sin

import numpy as np
import pytest

from usimmarine_py.helm.functions.turns import TurningCrossing
from usimmarine_py.helm.platform import TurningModel
from usimmarine_py.maths.encounters.sides import StraightMotion

OWN, OTHER = StraightMotion(0.0, 0.0, 10.0, 2.0), StraightMotion(70.0, 40.0, 250.0, 1.5)
MODEL = TurningModel(10.0, 1.0)


def stepped(course: float, speed: float) -> float:
    places = MODEL.places((OWN.x, OWN.y), OWN.heading, 1.0)[: MODEL.place_count(OWN.heading, course) + 1]
    end = places[-1]
    places.append((end[0] + 300 * sin(radians(course)), end[1] + 300 * cos(radians(course))))
    best, time = 1e9, 0.0
    for (ax, ay), (bx, by) in pairwise(places):
        length = hypot(bx - ax, by - ay)
        for k in range(200):
            at = time + k / 200 * length / speed
            x, y = ax + (bx - ax) * k / 200, ay + (by - ay) * k / 200
            heading = radians(OTHER.heading)
            other = OTHER.x + at * 1.5 * sin(heading), OTHER.y + at * 1.5 * cos(heading)
            best = min(best, hypot(x - other[0], y - other[1]))
        time += length / speed
    return best


@pytest.mark.parametrize("course", [40.0, 60.0, 90.0])
def test_the_turn_counts(course: float) -> None:
    seen = TurningCrossing(OWN, OTHER, MODEL, OWN)
    found = float(seen.approach(course, 2.0, 120.0))
    assert found == pytest.approx(stepped(course, 2.0), abs=0.3)
    straight = TurningCrossing(OWN, OTHER, TurningModel(1e-6, 1.0), OWN)
    assert abs(float(straight.approach(course, 2.0, 120.0)) - found) > 1.0


def test_a_course_is_the_same_among_others_as_alone() -> None:
    """The sides of the circle are looked at once for all courses and speeds: each has the nearest place of its own."""
    seen = TurningCrossing(OWN, OTHER, TurningModel(10.0, 15.0), OWN)
    courses, speeds = np.meshgrid(np.arange(0.0, 360.0, 20.0), [0.0, 0.5, 2.0])
    together = seen.approach(courses, speeds, 120.0)
    for place in np.ndindex(courses.shape):
        assert together[place] == seen.approach(courses[place], speeds[place], 120.0)
