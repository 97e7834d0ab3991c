"""The alpha mission: with a helm of MOOS-IvP where there is one, and steered by the test on the built-in MOOSDB."""

from __future__ import annotations

import math
import shutil
import signal
import subprocess
import time
from pathlib import Path

import pytest

from tests.support.paths import ROOT
from tests.support.processes import running
from usimmarine_py.logs.alog import read_alog
from usimmarine_py.moos.db import MoosDb
from usimmarine_py.moos.testing import wait_for
from usimmarine_py.moos.transport.comms import Comms
from usimmarine_py.moos.transport.open import connect

MISSION = ROOT / "missions" / "alpha"
WAYPOINTS = [(60.0, -40.0), (60.0, -150.0), (140.0, -160.0), (180.0, -100.0), (140.0, -40.0)]
PROGRAMS = ("pAntler", "pHelmIvP", "pMarinePIDV22", "pNodeReporter", "uProcessWatch", "pLogger", "uPokeDB")


def steer(client: Comms, timeout: float) -> list[tuple[float, float]]:
    """Head for each waypoint in turn, as a helm would; the waypoints reached within ``timeout`` real seconds."""
    reached: list[tuple[float, float]] = []
    here: dict[str, float] = {}
    end = time.monotonic() + timeout
    client.notify("DESIRED_THRUST", 80.0)
    while len(reached) < len(WAYPOINTS) and time.monotonic() < end:
        here.update({m.key: m.value for m in client.fetch() if isinstance(m.value, float)})
        if {"NAV_X", "NAV_Y", "NAV_HEADING"} <= here.keys():
            x, y = WAYPOINTS[len(reached)]
            east, north = x - here["NAV_X"], y - here["NAV_Y"]
            if math.hypot(east, north) < 5.0:
                reached.append((x, y))
            error = (math.degrees(math.atan2(east, north)) - here["NAV_HEADING"] + 180.0) % 360.0 - 180.0
            client.notify("DESIRED_RUDDER", max(-100.0, min(100.0, 1.5 * error)))
        time.sleep(0.005)
    return reached


@pytest.mark.slow
def test_five_waypoints_on_the_built_in_moosdb() -> None:
    with MoosDb(community="alpha", warp=10.0) as db:
        switches = (f"--moos_port={db.port}", "--moos_time_warp=10", "--comms=native")
        with running(str(MISSION / "alpha.moos"), *switches) as process:
            client = connect(port=db.port, name="helm", warp=10.0)
            for name in ("NAV_X", "NAV_Y", "NAV_HEADING"):
                client.register(name)
            assert wait_for(lambda: "usimmarine" in db.clients)
            assert steer(client, 40.0) == WAYPOINTS
            client.close()
            process.send_signal(signal.SIGTERM)
            output, _ = process.communicate(timeout=60.0)
    assert "unknown parameter" not in output


@pytest.mark.moosivp
@pytest.mark.slow
@pytest.mark.timeout(120)
@pytest.mark.skipif(
    any(shutil.which(p) is None for p in (*PROGRAMS, "usimmarine")),
    reason="needs MOOS-IvP's programs and usimmarine on PATH",
)
def test_the_helm_drives_a_lap(tmp_path: Path) -> None:
    for name in ("alpha.moos", "alpha.bhv"):
        shutil.copy(MISSION / name, tmp_path / name)
    text = (tmp_path / "alpha.moos").read_text()
    with MoosDb(community="alpha", warp=20.0) as db:
        # our own MOOSDB serves, so that Antler must not start another
        text = text.replace("ServerPort   = 9000", f"ServerPort = {db.port}").replace("Run = MOOSDB", "// Run = MOOSDB")
        (tmp_path / "alpha.moos").write_text(text.replace("MOOSTimeWarp = 1", "MOOSTimeWarp = 20"))
        antler = subprocess.Popen(
            ["pAntler", "alpha.moos"],
            cwd=tmp_path, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        try:
            client = connect(port=db.port, name="tester", warp=20.0)
            client.register("LAP_DONE")
            assert wait_for(lambda: {"pHelmIvP", "pMarinePIDV22", "usimmarine"} <= set(db.clients), 60.0)
            assert wait_for(
                lambda: bool(
                    client.notify("DEPLOY", "true")
                    and client.notify("MOOS_MANUAL_OVERRIDE", "false")
                    and time.sleep(0.5) is None
                    and client.fetch()
                ),
                60.0,
            )
            client.close()
        finally:
            antler.send_signal(signal.SIGTERM)
            antler.wait(60.0)
    (log,) = tmp_path.glob("MOOSLog*/*.alog")
    reports = [str(row.value) for row in read_alog(log) if row.variable == "APPCAST"]
    assert [r for r in reports if r.startswith("proc=usimmarine") and "config_warnings" in r] == []
    hits = {str(row.value) for row in read_alog(log) if row.variable == "WAYPOINT_HIT"}
    assert len(hits) >= 5
