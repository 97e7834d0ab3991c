"""``usim check`` for pShare."""

from __future__ import annotations

from usimmarine_py.check.programs import check_shares
from usimmarine_py.errors import Severity
from usimmarine_py.mission import parse_mission


def found(*lines: str, name: str = "pShare", head: str = "") -> list[tuple[Severity, int, str]]:
    mission = parse_mission(head + f"ProcessConfig = {name}\n{{\n" + "\n".join(lines) + "\n}\n", "m.moos")
    return [(one.severity, one.line, one.what) for one in check_shares(mission)]


def test_a_list_that_stops_brokers_is_a_note() -> None:
    ((severity, line, text),) = found("input = route=localhost:9200, white_list=DEPLOY & NODE_BROKER_ACK")
    assert (severity, line) == (Severity.NOTE, 3) and "lacks NODE_BROKER_PING" in text
    assert not found("input = route=localhost:9200, white_list=NODE_BROKER_*")
    assert not found("input = route=localhost:9200")
    assert not found("input = route=localhost:$(PORT), white_list=A")


def test_routes_that_cannot_be_read_are_errors() -> None:
    lines = ("input = localhost:9200", "output = A", "output = src_name=A, route=multicast_x", "output = A->h:1")
    assert [(severity, line) for severity, line, _ in found(*lines)] == [(Severity.ERROR, n) for n in (3, 4, 5)]
    head = "ProcessConfig = ANTLER\n{\nRun = pShare @ NewConsole = false ~ pTalk\n}\n"
    assert found("input = x", name="pTalk", head=head) and not found("input = x", name="pTalk")
