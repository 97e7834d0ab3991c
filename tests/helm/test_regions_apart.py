"""Regions set apart from even boxes, and where courses and speeds keep clear, against point by point."""

from __future__ import annotations

import random

import numpy as np

from usimmarine_py.helm.functions.approach import closest_approaches, keeps_clear
from usimmarine_py.helm.functions.axis import DomainAxis
from usimmarine_py.helm.functions.surface import Region, grid_of, layout, with_regions
from usimmarine_py.maths.encounters.sides import StraightMotion

COURSE, SPEED = DomainAxis("course", 0.0, 359.0, 360), DomainAxis("speed", 0.0, 2.0, 21)


def some(random_: random.Random) -> Region:
    first, last = sorted(random_.randrange(COURSE.count) for _ in range(2))
    lowest, highest = sorted(random_.randrange(SPEED.count) for _ in range(2))
    return first, last, lowest, highest


def test_each_point_is_in_one_box_which_is_of_its_first_region_or_within_its_even_box() -> None:
    random_ = random.Random(4)
    even = layout(COURSE, SPEED)
    for _ in range(40):
        regions = [some(random_) for _ in range(random_.randint(1, 6))]
        boxes, numbers = with_regions(COURSE, SPEED, (3, 3), regions)
        owner = np.full((COURSE.count, SPEED.count), -1)
        for number, (first, last, lowest, highest) in reversed([*enumerate(regions)]):
            owner[first : last + 1, lowest : highest + 1] = number
        times = np.zeros(owner.shape, int)
        for k, (first, last, lowest, highest) in enumerate(boxes.ranges.tolist()):
            here = slice(first, last + 1), slice(lowest, highest + 1)
            times[here] += 1
            assert (boxes.places[here] == k).all()
            of = k - (boxes.count - len(numbers))
            assert (owner[here] == (numbers[of] if of >= 0 else -1)).all()
            if of < 0:
                assert len(np.unique(even.places[here])) == 1
        assert (times == 1).all()


def test_speeds_from_an_index_on_keep_clear_as_all_do() -> None:
    own, other = StraightMotion(0.0, 0.0, 30.0, 1.2), StraightMotion(40.0, 25.0, 250.0, 0.7)
    grid = grid_of(COURSE, SPEED)
    whole = keeps_clear(grid, own, other, 120.0, 18.0, 0)
    points = layout(COURSE, SPEED, (1, 1))  # each point a box
    distances = closest_approaches(points, own, other, 120.0)[0].reshape(whole.T.shape).T
    assert np.array_equal(whole, distances >= 18.0)
    assert 0 < whole.sum() < whole.size
    for first in (7, SPEED.count - 1):
        assert np.array_equal(keeps_clear(grid, own, other, 120.0, 18.0, first), whole[first:])
