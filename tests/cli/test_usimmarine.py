"""What is printed instead of running."""

from __future__ import annotations

import pytest

from tests.support.processes import run
from usimmarine_py import __version__
from usimmarine_py.check.table import interface_page
from usimmarine_py.cli.usimmarine import help_text, version_text
from usimmarine_py.mission import parse_mission
from usimmarine_py.moos.app.argv import SWITCHES
from usimmarine_py.simulator import Simulator


def test_help_names_every_switch() -> None:
    text = help_text()
    assert [s.name for s in SWITCHES if s.name not in text] == []


def test_version_names_the_package_version() -> None:
    assert __version__ in version_text()


def test_without_arguments_it_prints_help_and_ends_well() -> None:
    done = run()
    assert done.returncode == 0
    assert done.stdout.rstrip("\n") == help_text()
    assert done.stderr == ""


@pytest.mark.parametrize("switch", ["--example", "-example", "-e"])
def test_the_example_is_a_block_that_can_be_pasted(switch: str) -> None:
    done = run(switch)
    assert done.returncode == 0
    mission = parse_mission("Community = alpha\n" + done.stdout, "pasted.moos")
    assert mission.block("usimmarine") is not None


@pytest.mark.parametrize("dialect", ["documented", "classic", "v22", "v23"])
def test_the_interface_names_all_that_is_read(dialect: str) -> None:
    words = interface_page().split("PUBLICATIONS")[0].split()
    assert sorted(set(Simulator(dialect=dialect).subscriptions()) - set(words)) == []


def test_a_switch_without_effect_is_not_offered_as_one_with() -> None:
    offered, idle = help_text().split("Accepted, without effect:")
    assert {s.name for s in SWITCHES if s.effect} == {s.name for s in SWITCHES if f"  {s.name}" not in offered}
    assert [s.effect for s in SWITCHES if s.effect and " ".join(s.effect.split()) not in " ".join(idle.split())] == []
