"""``usim mavlink`` as a process, at the MOOSDB of a test."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.doors.commands import door_open
from tests.doors.station import Station

MISSION = "ServerHost = localhost\nServerPort = {port}\nCommunity = abe\nLatOrigin = 43.8253\nLongOrigin = -70.3304\n"


@contextmanager
def mavlink_door(folder: Path, station: Station, port: int, *words: str) -> Iterator[subprocess.Popen[str]]:
    """Open it for a ground station and the MOOSDB at ``port``."""
    (folder / "m.moos").write_text(MISSION.format(port=port))
    where = f"--station=127.0.0.1:{station.port}"
    with door_open(folder, "mavlink", "m.moos", where, *words) as (process, _):
        yield process
