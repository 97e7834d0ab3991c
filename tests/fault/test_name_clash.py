"""A second program of a name that is in use.

Properties: it ends with exit code 3 and one line on stderr that names the name and the MOOSDB, and with ours where the
first one is; the first stays connected, loses no mail and (by night) no tick.
"""

from __future__ import annotations

import importlib.util
import shutil
import subprocess
from contextlib import ExitStack
from itertools import pairwise
from pathlib import Path

import pytest

from tests.support.community import Community
from tests.support.processes import call, environment
from tests.support.torture import Torture
from usimmarine_py.moos.testing import collect, wait_for
from usimmarine_py.values import Message

BLOCKS = """
ProcessConfig = usimmarine
{
  AppTick = 10
  prefix = NAV
}
ProcessConfig = usim_pid
{
  yaw_pid_kp = 1
}
ProcessConfig = usim_helm
{
}
ProcessConfig = usim_guidance
{
  waypoints = 100,0 : 200,0
}
ProcessConfig = uTimerScript
{
  event = var=LATE, val=1, time=100000
}
ProcessConfig = pAutoPoke
{
  flag = GO=1
}
"""
IDLE = """from usimmarine_py import App


class Idle(App):
    def iterate(self):
        pass
"""
PROGRAMS = {
    "usimmarine": ("usimmarine", "m.moos"),
    "usim_pid": ("usim_pid", "m.moos"),
    "usim_guidance": ("usim_guidance", "m.moos"),
    "usim_helm": ("usim_helm", "m.moos"),
    "uTimerScript": ("usim", "start", "uTimerScript", "m.moos"),
    "pAutoPoke": ("usim", "start", "pAutoPoke", "m.moos"),
    "Idle": ("usim", "start", "idle.py:Idle", "m.moos"),
}
#: MOOS s between two positions at AppTick 10.
LONGEST_GAP = 0.35

HAS_PYMOOS = importlib.util.find_spec("pymoos") is not None
KINDS = [
    pytest.param("native", id="native"),
    pytest.param(
        "pymoos",
        id="pymoos",
        marks=[pytest.mark.pymoos, pytest.mark.skipif(not HAS_PYMOOS, reason="needs pymoos (CPython 3.10)")],
    ),
]
SERVERS = [
    "built-in",
    pytest.param(
        "real",
        marks=[
            pytest.mark.moosivp,
            pytest.mark.slow,
            pytest.mark.skipif(shutil.which("MOOSDB") is None, reason="not on PATH: MOOSDB"),
        ],
    ),
]


@pytest.mark.parametrize("server", SERVERS)
@pytest.mark.parametrize("comms", KINDS)
def test_the_second_goes_and_the_first_stays(comms: str, server: str, tmp_path: Path, torture: Torture) -> None:
    community = Community(tmp_path, BLOCKS, warp=1.0)
    (tmp_path / "idle.py").write_text(IDLE)
    with ExitStack() as stack:
        stack.callback(community.end)
        community.start_server(server)
        watcher = community.client("watcher", "DB_EVENT", "NAV_X")
        stack.callback(watcher.close)
        for name, (program, *words) in PROGRAMS.items():
            community.processes[name] = start(program, *words, f"--comms={comms}", folder=tmp_path)
        mail: list[Message] = []

        def events(what: str) -> set[str]:
            mail.extend(watcher.fetch())
            found = [str(m.value) for m in mail if m.variable == "DB_EVENT"]
            return {text.removeprefix(what) for text in found if text.startswith(what)}

        assert wait_for(lambda: events("connected=") >= set(PROGRAMS), 60.0), events("connected=")
        seconds = {
            name: start(program, *words, f"--comms={comms}", folder=tmp_path, errors=subprocess.PIPE)
            for name, (program, *words) in PROGRAMS.items()
        }
        try:
            told = {name: process.communicate(timeout=60.0)[1].decode() for name, process in seconds.items()}
        finally:
            for process in seconds.values():
                process.kill()
        for name, text in told.items():
            assert seconds[name].returncode == 3, (name, text)
            assert text.count("\n") == 1, text
            at = "at 127.0.0.1:" if (server, comms) == ("built-in", "native") else ""
            for words in (f"localhost:{community.port} refused the name {name}: ", f'("{name}") already exists', at):
                assert words in text, text
        # the first go on, on the connections that they had
        mail += collect(watcher, lambda found: sum(m.variable == "NAV_X" for m in found) > 5, 60.0)
        assert events("disconnected=").isdisjoint(PROGRAMS)
        assert all(community.processes[name].poll() is None for name in PROGRAMS)
        times = [m.time for m in mail if m.variable == "NAV_X"]
        gap = max(b - a for a, b in pairwise(times))
        torture.say(
            f"name clash of {len(told)} programs, {comms}, {server} MOOSDB: longest gap of the first {gap:.2f} s"
        )
        assert not torture.nightly or gap < LONGEST_GAP


def start(program: str, *words: str, folder: Path, errors: int = subprocess.DEVNULL) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        call(*words, program=program),
        env=environment(), cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=errors,
    )  # fmt: skip
