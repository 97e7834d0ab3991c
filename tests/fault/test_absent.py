"""A vehicle that is started before there is a MOOSDB."""

from __future__ import annotations

import os
import subprocess
import time
from pathlib import Path

import pytest

from tests.support.databases import Database
from tests.support.processes import call, environment
from tests.support.torture import Torture
from tests.support.transports import parameters
from usimmarine_py.moos.testing import wait_for

BLOCK = "\nProcessConfig = usimmarine\n{\n  AppTick = 10\n}\n"


def cpu_time(process: subprocess.Popen[bytes]) -> float:
    """Of the process so far, s."""
    fields = Path(f"/proc/{process.pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


@pytest.mark.nightly
@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="the time of another process is looked up in /proc")
@pytest.mark.parametrize(("transport", "kind"), parameters())
def test_no_moosdb_at_the_start(torture: Torture, tmp_path: Path, transport: str, kind: str) -> None:
    """It waits, says so and takes next to no processor time; it is connected soon after the MOOSDB comes.

    * by night two minutes without one, under 1 % of a core; connected within 2 s
    """
    database = Database(kind, tmp_path)
    with database.mission.open("a") as mission:
        mission.write(BLOCK)
    out = tmp_path / "out"
    command = call(str(database.mission), f"--comms={transport}")
    with out.open("w") as file:
        process = subprocess.Popen(command, env=environment(), stdin=subprocess.DEVNULL, stdout=file, stderr=file)
    try:
        assert wait_for(lambda: "still trying" in out.read_text(), 40.0), out.read_text()
        before, began = cpu_time(process), time.monotonic()
        time.sleep(torture.amount(3, 120))
        load = (cpu_time(process) - before) / (time.monotonic() - began)
        database.start()
        came = time.monotonic()
        assert wait_for(lambda: "connected to the MOOSDB" in out.read_text(), 60.0), out.read_text()
        took = time.monotonic() - came
    finally:
        process.kill()
        process.wait(60.0)
        database.kill()
    torture.say(
        f"{transport}, {kind}: without a MOOSDB {100 * load:.2f} % of a core; connected {took:.2f} s after it came"
    )
    assert load < (0.01 if torture.nightly else 0.1)
    assert not torture.nightly or took <= 2.0
