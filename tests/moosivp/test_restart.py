"""The MOOSDB is killed under a running vehicle and comes back."""

from __future__ import annotations

import signal
import time
from pathlib import Path

import pytest

from tests.support.community import Community
from usimmarine_py.moos.testing import wait_for

PROGRAMS = ("MOOSDB",)

BLOCKS = """
ProcessConfig = usimmarine
{
  AppTick = 10
  prefix = NAV
  start_pos = x=0, y=0, heading=90, speed=0
  thrust_map = 20:1, 100:5
}
"""


@pytest.mark.parametrize("server", ["built-in", "real"])
def test_the_vehicle_goes_on_after_kill_9(server: str, tmp_path: Path) -> None:
    community = Community(tmp_path, BLOCKS)
    try:
        community.start_server(server)
        # libMOOS clients of its own kind stay connected for ever; this one counts with the vehicle
        client = community.client("watcher", "NAV_X")
        vehicle = community.start("usimmarine", "m.moos", "--comms=native")
        assert wait_for(lambda: client.notify("DESIRED_THRUST", 20.0) and bool(client.fetch()), 60.0)
        driven = community.await_mail(client, lambda m: float(m.value) > 5.0)
        assert community.stop("server", signal.SIGKILL) == -signal.SIGKILL
        assert wait_for(lambda: not client.is_connected())
        community.start_server(server)
        # from here on every new piece of mail comes through the new server, which began empty
        assert wait_for(client.is_connected, 60.0)
        client.fetch()
        back = time.monotonic()
        again = community.await_mail(client, lambda m: m.key == "NAV_X")
        assert time.monotonic() - back < 4.0  # the promise is 2 s; a loaded machine gets some grace
        # it went on simulating from where it was, with the thrust it had
        assert float(again.value) > float(driven.value)
        further = community.await_mail(client, lambda m: float(m.value) > float(again.value) + 2.0)
        assert (float(further.value) - float(again.value)) / (further.time - again.time) == pytest.approx(1.0, rel=0.05)
        # and it hears again
        client.notify("DESIRED_THRUST", 100.0)
        client.register("NAV_SPEED")
        community.await_mail(client, lambda m: m.key == "NAV_SPEED" and m.value == 5.0)
        assert vehicle.poll() is None
        assert "lost the MOOSDB" in community.output("usimmarine")
        client.close()
    finally:
        community.end()
