"""Actuators driven one by one through the original MOOSDB and the built-in one: each set-point arrives once, names that
nobody has are told of, and a release gives the actuator back.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.community import Community
from usimmarine_py.moos.testing import collect
from usimmarine_py.values import Message

PROGRAMS = ("MOOSDB",)

BLOCK = """
ProcessConfig = usimmarine
{
  AppTick = 10
  dynamics = fossen6
  vehicle = odin
  post_forces = true
}
"""


@pytest.mark.parametrize("server", ["built-in", "real"])
def test_an_actuator_goes_where_it_is_told_to_and_back(tmp_path: Path, server: str) -> None:
    community = Community(tmp_path, BLOCK)
    try:
        community.start_server(server)
        client = community.client("computer", "USM_JET_PORT_N_RPM", "USM_SET_JET_PORT_N_RPM", "USM_FORCE_EXTERNAL_N")
        # as the vehicle itself is subscribed: by name and by pattern
        witness = community.client("witness", "DESIRED_JET_PORT")
        witness.register_wildcard("DESIRED_*_*")
        community.start("usimmarine", "m.moos", "--comms=native")
        community.await_mail(client, lambda m: m.key == "USM_SET_JET_PORT_N_RPM")
        client.notify("DESIRED_JET_PORT", 1500.0)
        client.notify("DESIRED_JET_PRT", 3.0)
        client.notify("USM_FORCE", "N=-40")

        def near(speed: float) -> Message:
            return community.await_mail(
                client, lambda m: m.key == "USM_JET_PORT_N_RPM" and abs(float(m.value) - speed) < 1.0
            )

        near(1500.0)
        assert community.await_mail(client, lambda m: m.key == "USM_FORCE_EXTERNAL_N").value == -40.0
        client.notify("USM_RELEASE", "jet_port")
        near(400.0)
        assert [m.value for m in collect(witness, lambda _: False, 0.2) if m.key == "DESIRED_JET_PORT"] == [1500.0]
        community.await_output("usimmarine", "DESIRED_JET_PRT from computer: no actuator of this vehicle is called so")
        client.close()
        witness.close()
    finally:
        community.end()
