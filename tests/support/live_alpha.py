"""The shipped mission alpha, live under our helm."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.support.processes import free_port, running
from usimmarine_py import connect
from usimmarine_py.moos.testing import wait_for
from usimmarine_py.moos.transport.comms import Comms

WARP = 5.0


@contextmanager
def launched(folder: Path, viewer: str = "") -> Iterator[tuple[Path, int, Comms]]:
    """The mission file, the port of its MOOSDB, and a client of it, once the helm drives.

    ``viewer``: lines of the pMarineViewer block.
    """
    port = free_port()
    for file in ("alpha.moos", "alpha.bhv"):
        text = (Path(__file__).parents[2] / "missions" / "alpha" / file).read_text()
        text = text.replace("ServerPort   = 9000", f"ServerPort = {port}").replace(
            "MOOSTimeWarp = 1", f"MOOSTimeWarp = {WARP}"
        )
        (folder / file).write_text(text.replace("  set_pan_x ", f"{viewer}\n  set_pan_x "))
    mission = folder / "alpha.moos"
    with running("launch", str(mission), "--prefer", "ours", "--for", "1500", program="usim"):
        client = connect(port=port, name="driver", warp=WARP, timeout=60.0)
        try:
            client.register("IVPHELM_STATE")

            def drives() -> bool:
                client.notify("DEPLOY", "true")
                client.notify("MOOS_MANUAL_OVERRIDE", "false")
                return any(message.value == "DRIVE" for message in client.fetch())

            assert wait_for(drives, 60.0)
            yield mission, port, client
        finally:
            client.close()
