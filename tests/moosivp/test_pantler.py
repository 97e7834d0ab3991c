"""Launched and ended by pAntler."""

from __future__ import annotations

import signal
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.community import Community
from usimmarine_py.moos.testing import wait_for

PROGRAMS = ("pAntler", "MOOSDB")

BLOCKS = """
ProcessConfig = ANTLER
{
  MSBetweenLaunches = 100
  Run = MOOSDB @ NewConsole = false
  Run = usimmarine @ NewConsole = false, ExtraProcessParams = XP ~ uSimMarineV22
  XP = --comms=native, --seed 7
}
ProcessConfig = uSimMarineV22
{
  AppTick = 10
  prefix = NAV
  start_x = 5
  start_speed = 1
}
"""


@pytest.fixture
def community(tmp_path: Path) -> Iterator[Community]:
    found = Community(tmp_path, BLOCKS)
    try:
        yield found
    finally:
        found.end()


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_it_is_launched_and_gone_within_a_second(community: Community, number: int) -> None:
    community.start("pAntler")
    client = community.client("tester", "NAV_X", "APPCAST")
    # the alias brings the block and the dialect
    report = community.await_mail(client, lambda m: m.key == "APPCAST" and m.source == "uSimMarineV22")
    assert "dialect v22 (from the name uSimMarineV22)" in str(report.value)
    assert "config_warnings" not in str(report.value)
    community.await_mail(client, lambda m: m.key == "NAV_X")
    began = time.monotonic()
    community.stop("pAntler", number)
    # it waits for its children without limit; the promise is 1 s, a loaded machine gets some grace
    assert time.monotonic() - began < 4.0
    assert wait_for(lambda: not client.is_connected())
    client.close()
    output = community.output("pAntler")
    assert "Traceback" not in output
    assert "unknown switch" not in output


def test_a_changed_key_comes_by_a_file_of_another_ending(community: Community) -> None:
    community.start("pAntler", "m.moos", "--MOOSTimeWarp=20", "--start_x=77")
    community.warp = 20.0
    client = community.client("tester", "NAV_X", "USIMMARINEV22_STATUS")
    first = community.await_mail(client, lambda m: m.key == "NAV_X")
    assert isinstance(first.value, float)
    assert first.value >= 77.0
    assert first.time / time.time() == pytest.approx(20.0, rel=1e-6)
    client.close()
    assert (community.folder / "m.moos++").is_file()
    community.stop("pAntler")
