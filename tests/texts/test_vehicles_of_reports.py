"""Node reports, the ledger of vehicles, extrapolation, closest approach."""

from __future__ import annotations

import pytest

from usimmarine_py.maths.encounters.motion import closest_approach, closing_rate, extrapolated
from usimmarine_py.maths.geodesy import Geodesy
from usimmarine_py.texts.contact_filter import ContactFilter
from usimmarine_py.texts.ledger import Ledger
from usimmarine_py.texts.node_report import as_json, as_text, read_node_report, report_pairs
from usimmarine_py.values.frozen import replace

REPORT = "NAME=ben,X=50,Y=-28.75,SPD=2.5,HDG=0,DEP=0,TYPE=kayak,GROUP=blue,MODE=X,LENGTH=4,TIME=1000.5"


def test_a_report_is_read_and_written_in_both_forms() -> None:
    state = read_node_report(REPORT)
    assert (state.name, state.x, state.y, state.speed, state.heading, state.time) == ("ben", 50, -28.75, 2.5, 0, 1000.5)
    assert (state.kind, state.group, state.length) == ("kayak", "blue", 4)
    pairs = report_pairs(state)
    assert read_node_report(as_text(pairs)) == state
    assert read_node_report(as_json(pairs)) == state


def test_a_number_is_no_group() -> None:
    assert read_node_report("NAME=ben,GROUP=3").group == ""


@pytest.mark.parametrize(
    ("text", "lacks"),
    [
        ("X=1,Y=2,TIME=3", "NAME"),
        ("NAME=ben,X=1,Y=2", "TIME"),
        ("NAME=ben,TIME=3,X=1", "X, Y"),
        ("NAME=ben,TIME=3,X=1,Y=2,TYPE=uuv", "depth"),
        ("%$&/(", "NAME"),
    ],
)
def test_the_ledger_says_what_a_report_lacks(text: str, lacks: str) -> None:
    with pytest.raises(ValueError, match=lacks):
        Ledger(None).take(text)


def test_the_ledger_keeps_the_latest_report_and_mends_types() -> None:
    ledger = Ledger(Geodesy.at(43.8253, -70.3304))
    ledger.take(REPORT)
    ledger.take("NAME=ben,X=51,Y=-28.75,SPD=2.5,HDG=0,TYPE=barge,TIME=1001.5")
    ledger.take("NAME=cal,LAT=43.8253,LON=-70.3304,TIME=1001.5")
    assert ledger.names == ["ben", "cal"]
    assert (ledger["ben"].x, ledger["ben"].kind, ledger["ben"].length) == (51, "ship", 12)
    assert ledger["ben"].course == 90.0
    assert ledger.position("cal") == pytest.approx((0, 0), abs=0.01)


def test_a_ledger_changes_no_report_that_others_read() -> None:
    for text in ("NAME=ben,X=1,Y=2,TYPE=barge,TIME=3", "NAME=cal,LAT=43.8253,LON=-70.3304,TIME=3"):
        shared = read_node_report(text)
        before = replace(shared)
        for ledger in (Ledger(Geodesy.at(43.8253, -70.3304)), Ledger(Geodesy.at(43.0, -70.0))):
            assert ledger.take(text) != before
        assert read_node_report(text) is shared
        assert shared == before


def test_a_ledger_forgets_what_is_old() -> None:
    ledger = Ledger(None)
    ledger.take(REPORT)
    ledger.forget_older(1010.5, 10.0)
    assert ledger.names == ["ben"]
    ledger.forget_older(1010.6, 10.0)
    assert ledger.names == []


def test_extrapolation_decays() -> None:
    assert extrapolated(0, 0, 2, 90, 10, (15, 30)) == pytest.approx((20, 0))
    assert extrapolated(0, 0, 2, 90, 30, (15, 30)) == pytest.approx((45, 0))
    assert extrapolated(0, 0, 2, 90, 300, (15, 30)) == pytest.approx((45, 0))
    assert extrapolated(0, 0, 2, 90, 300, (-1, -1)) == pytest.approx((600, 0))
    assert extrapolated(1, 2, 2, 90, -5, (15, 30)) == (1, 2)


def test_closest_approach_and_rate() -> None:
    own, other = (0.0, 0.0, 90.9, 1.0), (100.0, 10.0, 270.0, 1.0)
    assert closest_approach(own, other) == pytest.approx(10)
    assert closest_approach(own, other, 25) == pytest.approx((50**2 + 10**2) ** 0.5)
    assert closest_approach(own, (100.0, 10.0, 90.0, 2.0)) == pytest.approx((100**2 + 10**2) ** 0.5)
    assert closing_rate((0, 0, 90, 1), (100, 0, 270, 2)) == pytest.approx(3)


def test_a_filter_matches_and_ignores() -> None:
    found = ContactFilter()
    assert found.read("match_type", "Kayak")
    assert found.read("ignore_group", "red")
    with pytest.raises(ValueError, match="red cannot be matched and ignored, too"):
        found.read("match_group", "red")
    assert not found.read("colour", "red")
    state = read_node_report(REPORT)
    assert found.passes(state)
    state.group = ""
    assert not found.passes(state)
    assert found.read("strict_ignore", "false")
    assert found.passes(state)
