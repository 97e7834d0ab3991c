"""Rules of the road: modes by geometry, and what the functions forbid."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from tests.support.helm_bench import HelmBench, behavior
from usimmarine_py.helm.behaviours.contacts.colregs.functions import LEAST, utility
from usimmarine_py.helm.behaviours.contacts.colregs.modes import ModeKeeper, RuleDistances, Situation, stand_on_sub_mode
from usimmarine_py.helm.functions import DomainAxis
from usimmarine_py.helm.functions.approach import closest_approaches, graded, graded_approaches
from usimmarine_py.helm.functions.surface import layout
from usimmarine_py.maths.encounters.crossing import Crossing
from usimmarine_py.maths.encounters.sides import StraightMotion

COURSE, SPEED = DomainAxis("course", 0, 359, 360), DomainAxis("speed", 0, 4, 41)
LIMITS = RuleDistances(outer=100, least=8, most=25, bow=(2 * 25 + 8) / 3, turn_radius=0)
OWN = StraightMotion(0, 0, 0, 1)


def mode_of(other: StraightMotion) -> tuple[str, str]:
    keeper = ModeKeeper()
    keeper.update(0.0, Situation(OWN, other), LIMITS)
    return keeper.mode, keeper.sub


@pytest.mark.parametrize(
    ("other", "mode"),
    [
        (StraightMotion(0, 60, 180, 1), "headon"),
        (StraightMotion(0, 60, 0, 0.5), "overtaking"),
        (StraightMotion(40, 40, 270, 1), "giveway"),
        (StraightMotion(-40, 40, 90, 1), "standon"),
        (StraightMotion(5, -40, 0, 3), "standon_ot"),
        (StraightMotion(0, 150, 90, 1), "none"),
        (StraightMotion(60, 0, 90, 1), "cpa"),
    ],
)
def test_the_mode_follows_the_geometry(other: StraightMotion, mode: str) -> None:
    assert mode_of(other)[0] == mode


def test_a_contact_that_passes_exactly_at_the_limit_overtakes() -> None:
    """Two that keep parallel courses 18 m apart: rounding of the closest approach must not decide."""
    limits = replace(LIMITS, most=18.0)
    modes = set()
    for step in range(40):
        own = StraightMotion(-35 + 0.5 * step, -80, 90, 1)
        keeper = ModeKeeper()
        keeper.update(0.0, Situation(own, StraightMotion(-70 + 0.8 * step, -62, 90, 1.6)), limits)
        modes.add(keeper.mode)
    assert modes == {"standon_ot"}


@pytest.mark.parametrize(("east", "sub"), [(-5, "starboard"), (5, "port")])
def test_own_ship_overtakes_on_the_side_where_it_is(east: float, sub: str) -> None:
    assert mode_of(StraightMotion(east, 60, 0, 0.5)) == ("overtaking", sub)


def test_a_mode_lasts_until_its_release() -> None:
    keeper = ModeKeeper()
    keeper.update(0.0, Situation(OWN, StraightMotion(40, 40, 270, 1)), LIMITS)
    keeper.update(0.5, Situation(OWN._replace(heading=80), StraightMotion(38, 40, 270, 1)), LIMITS)
    assert keeper.mode == "giveway"
    keeper.update(1.0, Situation(OWN, StraightMotion(-40, 10, 270, 1)), LIMITS)
    assert keeper.mode == "cpa"


def test_only_head_on_counts_where_it_is_asked_for() -> None:
    keeper = ModeKeeper()
    keeper.update(0.0, Situation(OWN, StraightMotion(40, 40, 270, 1)), LIMITS, head_on_only=True)
    assert keeper.mode == "cpa"


def found(mode: str, sub: str, other: StraightMotion) -> np.ndarray:
    seen = Situation(OWN, other)
    points = layout(COURSE, SPEED, (1, 1))  # each point is a box of its own, with four equal corners
    approaches = graded_approaches(points, OWN, other, 120, 8, 25, LEAST["cpa"])
    return utility(mode, sub, seen, points, approaches, port_turns=True)[0].reshape(COURSE.count, SPEED.count)


@pytest.mark.parametrize(("least", "most"), [(8.0, 25.0), (0.0, 25.0), (12.0, 12.0), (0.0, 0.0)])
def test_graded_approaches_are_those_of_their_distances(least: float, most: float) -> None:
    boxes = layout(COURSE, SPEED)
    for place in ((40.0, 40.0), (0.0, 12.0), (-3.0, 1.0), (12.0, 0.0)):
        for own in (OWN, StraightMotion(0.0, 0.0, 270.0, 0.0)):
            other = StraightMotion(*place, 270.0, 1.0)
            distances = closest_approaches(boxes, own, other, 120.0)
            expected = graded(distances, least, most, 25.0)
            assert (graded_approaches(boxes, own, other, 120.0, least, most, 25.0) == expected).all()


def test_giving_way_astern_never_crosses_ahead() -> None:
    other = StraightMotion(40, 40, 270, 1)
    u = found("giveway", "stern", other)
    ahead = Crossing(OWN, other).crosses_bow(np.arange(360)[:, None], SPEED.step * np.arange(41)[None, :])
    assert u[ahead].max() == 0
    assert u.max() > 0


def test_head_on_passes_port_to_port() -> None:
    u = found("headon", "none", StraightMotion(0, 60, 180, 1))
    assert u[:, 10].argmax() < 180
    assert u[330, 20] == 0


@pytest.mark.parametrize(
    ("beta", "ahead", "turn", "sub"),
    [
        (355, 10, None, "unsure_bow"), (355, 10, -1, "bow"), (355, 5, 0, "unsure"), (355, -1, 0, "unsure_stern"),
        (320, 20, 2, "bow"), (320, 20, 4, "unsure_bow"), (320, 10, 1, "unsure_bow"), (320, -1, 0, "stern"),
        (280, 30, None, "bow"), (280, 20, None, "unsure_bow"), (280, 5, 1, "unsure"), (250, 20, 0, "unsure_bow"),
        (250, 5, 0, "unsure"), (250, -1, 0, "stern"),
    ],
)  # fmt: skip
def test_standing_on_is_as_sure_as_the_crossing(beta: float, ahead: float, turn: float | None, sub: str) -> None:
    assert stand_on_sub_mode(beta, ahead, 8, 25, turn) == sub


def test_a_velocity_filter_whose_speeds_are_one_stops_nothing() -> None:
    """Found by random scenarios (it divided by zero): below it the share counts, as in the original."""
    text = behavior("BHV_AvdColregsV22", "name = b", "contact = ben", "velocity_filter = min_spd=1,max_spd=1,pct=26")
    bench = HelmBench(text)
    for _ in range(3):
        report = f"NAME=ben,X=20,Y=20,SPD=0.5,HDG=225,DEP=0,TYPE=kayak,GROUP=blue,TIME={bench.now}"
        bench.mail("NODE_REPORT", report)
        bench.run(0.5)
    assert not bench.values("BHV_ERROR")
    assert list(bench.helm.functions) == ["b"]
