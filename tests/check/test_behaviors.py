"""The table of behaviours: its page, and the command that prints it."""

from __future__ import annotations

import json

import pytest

from usimmarine_py.check.behaviors import behaviors_page, kind_classes
from usimmarine_py.cli.usim import entry
from usimmarine_py.helm.behaviours import KINDS


def test_the_page_has_every_kind_and_parameter() -> None:
    page = behaviors_page()
    for kind, cls in kind_classes().items():
        assert f"## {kind}\n" in page
        assert all(f"`{parameter.name}`" in page for parameter in cls.parameters.values())
    assert kind_classes().keys() == KINDS.keys()


def test_a_kind_is_explained(capsys: pytest.CaptureFixture[str]) -> None:
    assert entry(["behaviors", "Waypoint", "--json"]) == 0
    facts = json.loads(capsys.readouterr().out)
    assert facts["kind"] == "BHV_Waypoint"
    radius = next(row for row in facts["parameters"] if row["name"] == "capture_radius")
    assert (radius["default"], radius["unit"], radius["also"]) == ("3", "m", ["radius"])
    assert "wptflag" in facts["flags"]


def test_an_unknown_kind_is_one_line_with_the_nearest(capsys: pytest.CaptureFixture[str]) -> None:
    assert entry(["behaviors", "BHV_Waypont"]) == 2
    assert "BHV_Waypoint" in capsys.readouterr().err


def test_limits_and_choices_are_shown(capsys: pytest.CaptureFixture[str]) -> None:
    assert entry(["behaviors", "FixedTurn"]) == 0
    text = capsys.readouterr().out
    assert "(at least 0, deg) [0]" in text and "(above 0, s) [5]" in text
    assert entry(["behaviors", "LegRun"]) == 0
    assert "(fixed | close_turn | far_turn) [fixed]" in capsys.readouterr().out
    assert "| number, 0 to 180, deg |" in behaviors_page()
