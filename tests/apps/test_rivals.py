"""Other clients that post the same navigation, by the MOOSDB's summary of writers."""

from __future__ import annotations

from typing import Any, cast

from usimmarine_py.apps.vehicle import SUMMARY, Rivals, writers
from usimmarine_py.values import Message

ALONE = "usimmarine=DESIRED_THRUST:NAV_X&NAV_X:NAV_Y,pHelmIvP=NAV_X:NAV_Y&DESIRED_THRUST"
BOTH = f"{ALONE},uSimMarineV22=DESIRED_THRUST&NAV_X:NAV_Y"


class Host:
    def __init__(self) -> None:
        self.warnings: list[str] = []

    def run_warning(self, text: str) -> None:
        self.warnings.append(text)

    def retract_run_warning(self, text: str) -> None:
        self.warnings.remove(text)


def test_writers_are_read_from_the_summary() -> None:
    assert writers(BOTH, "NAV_X") == ["uSimMarineV22", "usimmarine"]
    assert writers(BOTH, "NAV") == []
    assert writers("", "NAV_X") == writers("torn=A:B", "A") == []


def test_a_rival_is_warned_of_until_it_leaves() -> None:
    host, rivals = Host(), Rivals("NAV_X", "usimmarine")
    for text, warnings in ((ALONE, 0), (BOTH, 1), (BOTH, 1), (ALONE, 0)):
        rivals.take(Message(SUMMARY, text, 10.0, "MOOSDB"), cast(Any, host))
        assert len(host.warnings) == warnings
    rivals.take(Message(SUMMARY, 3.0, 10.0, "MOOSDB"), cast(Any, host))
    assert host.warnings == []
