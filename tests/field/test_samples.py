"""Sample applications: pXRelay and pOdometry."""

from __future__ import annotations

from tests.support.driven import Driven


def test_a_relay_counts_and_tells_its_rates() -> None:
    driven = Driven("pXRelay", "INCOMING_VAR = PEARS", "OUTGOING_VAR = APPLES")
    driven.mail("PEARS", 7.0)
    driven.mail("PEARS", "text counts, too")
    assert driven.tick(0.5) == [("APPLES", 1.0), ("APPLES", 2.0)]
    assert driven.tick(0.5) == [("APPLES_ITER_HZ", 4.0)]
    driven.mail("PEARS", 1.0)
    assert driven.tick(0.5) == [("APPLES", 3.0), ("APPLES_ITER_HZ", 3.0), ("APPLES_POST_HZ", 3.0)]


def test_a_relay_without_its_variables_says_so() -> None:
    driven = Driven("pXRelay", "outgoing_var = APPLES")
    assert any("incoming_var is missing" in warning for warning in driven.app.config_warnings)


def test_the_odometer_adds_the_way_from_the_first_position_on() -> None:
    driven = Driven("pOdometry")
    driven.mail("NAV_X", 100.0)
    assert driven.tick() == []
    driven.mail("NAV_Y", 50.0)
    assert driven.tick() == []
    driven.mail("NAV_X", 103.0)
    driven.mail("NAV_Y", 54.0)
    assert driven.tick() == [("ODOMETRY_DIST", 5.0)]
    assert driven.tick() == [("ODOMETRY_DIST", 5.0)]
    driven.mail("NAV_X", "no number")
    assert driven.tick() == [("ODOMETRY_DIST", 5.0)]
    assert driven.host.run_warnings
