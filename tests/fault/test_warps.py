"""A mission whose time warp is not that of its MOOSDB.

Property: a program of a community says so in one line, with both warps and where the MOOSDB is.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.fault.test_name_clash import KINDS, SERVERS
from tests.support.community import Community

BLOCKS = """
ProcessConfig = usimmarine
{
  prefix = NAV
}
"""


@pytest.mark.parametrize("server", SERVERS)
@pytest.mark.parametrize("comms", KINDS)
def test_another_warp_is_told_once(comms: str, server: str, tmp_path: Path) -> None:
    community = Community(tmp_path, BLOCKS, warp=10.0)
    port = f"--moos_port={community.port}"
    try:
        community.start(*(("MOOSDB", port) if server == "real" else ("usim", "db", port)), name="server")
        community.start("usimmarine", "m.moos", f"--comms={comms}", "--for=30")
        text = f"this mission's time warp is 10, the MOOSDB at localhost:{community.port} runs at 1; "
        community.await_output("usimmarine", text, 60.0)
        assert community.processes["usimmarine"].wait(60.0) == 0
        assert community.output("usimmarine").count("time warp is 10") == 1
    finally:
        community.end()
