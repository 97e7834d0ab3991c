"""missions/odin_hil: a control computer of its own process sails Odin by NMEA sentences and actuator mail."""

from __future__ import annotations

import csv
import math
import os
import re
import shlex
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import numpy as np
import pytest

from tests.support.paths import MISSIONS
from tests.support.processes import call, environment, free_port
from usimmarine_py import Simulator
from usimmarine_py.mission import read_mission
from usimmarine_py.moos.db import MoosDb

FOLDER = MISSIONS / "odin_hil"


@pytest.fixture
def mission(tmp_path: Path) -> Path:
    """The mission on ports that nobody else uses."""
    text = (FOLDER / "odin_hil.moos").read_text()
    ports = {
        "ServerPort": free_port(),
        "nmea_tcp": free_port(),
        "nmea_udp": free_port(socket.SOCK_DGRAM),
    }
    for key, port in ports.items():
        text, count = re.subn(rf"({key} += )\d+", rf"\g<1>{port}", text)
        assert count == 1
    path = tmp_path / "odin_hil.moos"
    path.write_text(text)
    return path


def sail(mission: Path, *arguments: str, simulator: str = shlex.join(call())) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(FOLDER / "control_computer.py"), "--mission", str(mission)]
    return subprocess.run(
        [*command, "--simulator", simulator, *arguments],
        capture_output=True, text=True, timeout=90.0, env=environment(PYTHONDONTWRITEBYTECODE="1"), check=False,
    )  # fmt: skip


def test_the_course_is_sailed_by_sentences_and_actuator_mail(mission: Path, tmp_path: Path) -> None:
    table = tmp_path / "run.csv"
    done = sail(mission, "--by", "tcp", "--warp", "5", "--legs", "2", "--csv", str(table))
    assert done.returncode == 0, done.stdout + done.stderr
    assert "the course was sailed" in done.stdout and "0 sentences spoilt" in done.stdout
    assert "waypoint 1 of 2" in done.stdout and "stopped" in done.stdout
    with table.open(newline="") as file:
        rows = list(csv.DictReader(file))
    heard = [row for row in rows[20:] if row["NAV_X"] != "nan"]  # from the first mail on
    assert len(heard) > 0.8 * len(rows)
    data = {name: np.array([float(row[name]) for row in heard]) for name in rows[0]}
    assert len(rows) > 500
    # what it heard is where the boat was, but for the wandering of the GPS; the computer had nothing else
    assert np.median(np.hypot(data["x"] - data["NAV_X"], data["y"] - data["NAV_Y"])) < 8.0
    assert math.hypot(data["NAV_X"][-1] - 100.0, data["NAV_Y"][-1] - 110.0) < 30.0
    # both jets were driven, each by itself, and did as they were told
    assert np.ptp(data["DESIRED_JET_PORT"] - data["DESIRED_JET_STBD"]) > 300.0
    for side in ("PORT", "STBD"):
        assert np.corrcoef(data[f"DESIRED_JET_{side}"], data[f"NAV_JET_{side}_N_RPM"])[0, 1] > 0.4
    assert data["NAV_JET_PORT_BETA"].min() < -0.8
    assert data["NAV_SPEED_OVER_GROUND"][-1] < 1.0


def test_a_course_that_is_not_sailed_is_exit_code_1(mission: Path) -> None:
    done = sail(mission, "--by", "serial", "--warp", "10", "--limit", "15")
    assert done.returncode == 1, done.stdout + done.stderr
    assert "the course was not sailed: not done after 15 s: on leg 1 of 4" in done.stderr
    assert "Traceback" not in done.stderr


def test_nothing_to_control_is_exit_code_2(mission: Path) -> None:
    gone = sail(mission, simulator="no_such_program")
    assert (gone.returncode, gone.stderr) == (2, "nothing to control: no program no_such_program\n")
    with socket.socket() as taken:
        port = read_mission(mission).block("usimmarine").value("nmea_tcp")
        taken.bind(("127.0.0.1", int(port)))
        taken.listen()
        done = sail(mission)
    assert done.returncode == 2
    assert "the simulator ended with exit code 1" in done.stderr or "no port" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    ("community", "warp", "said"),
    [("other", 10.0, "is of community other, the mission's is odin"), ("odin", 2.0, "runs at time warp 2, not 10")],
)
def test_it_joins_no_moosdb_of_another_mission(mission: Path, community: str, warp: float, said: str) -> None:
    port = int(read_mission(mission).value("ServerPort") or 0)
    with MoosDb(port=port, community=community, warp=warp):
        done = sail(mission, "--attach", "--by", "tcp")
    assert done.returncode == 2
    assert done.stderr.startswith(f"nothing to control: the MOOSDB at 127.0.0.1:{port} {said}")
    assert len(done.stderr.splitlines()) == 1


@contextmanager
def two_machines() -> Iterator[tuple[list[str], list[str]]]:
    """Commands that run a program on one of two machines, 192.0.2.10 and 192.0.2.20: network namespaces."""
    names = [f"usim{os.getpid()}{letter}" for letter in "ab"]

    def ip(*words: str) -> None:
        subprocess.run(["ip", *words], check=True, capture_output=True)

    made = []
    try:
        try:
            for name in names:
                ip("netns", "add", name)
                made.append(name)
            ends = [f"u{os.getpid()}{letter}" for letter in "ab"]
            ip("link", "add", ends[0], "netns", names[0], "type", "veth", "peer", "name", ends[1], "netns", names[1])
            for name, end, host in zip(names, ends, (10, 20), strict=True):
                ip("-n", name, "addr", "add", f"192.0.2.{host}/24", "dev", end)
                for link in ("lo", end):
                    ip("-n", name, "link", "set", link, "up")
        except (OSError, subprocess.CalledProcessError) as error:
            pytest.skip(f"no network namespaces here: {error}")
        yield ["ip", "netns", "exec", names[0]], ["ip", "netns", "exec", names[1]]
    finally:
        for name in made:
            ip("netns", "del", name)


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="network namespaces take root")
def test_the_computer_may_be_another_machine(tmp_path: Path) -> None:
    # Sentences come and mail goes between the machines; a whole course is sailed above. At a low warp a machine that
    # is held up for a second still hears what its set-points do.
    mission, used, warp = FOLDER / "odin_hil.moos", environment(), ("--warp", "2")
    with two_machines() as (here, there), ExitStack() as stack:
        for command in (
            call("db", str(mission), "--host", "0.0.0.0", *warp, program="usim"),
            call(
                *(str(mission), "--moos_time_warp=2"),
                *("--set", "nmea_tcp=0.0.0.0:10110", "--set", "nmea_udp=192.0.2.20:10110"),
            ),
        ):
            process = subprocess.Popen([*here, *command], env=used, stdout=subprocess.DEVNULL)
            stack.callback(process.wait, 10.0)
            stack.callback(process.terminate)
        computer = [sys.executable, str(FOLDER / "control_computer.py"), "--attach", "--host", "192.0.2.10", *warp]
        for by in ("tcp", "udp"):
            table = tmp_path / f"{by}.csv"
            command = [*there, *computer, "--limit", "8", "--by", by, "--csv", str(table)]
            done = subprocess.run(command, env=used, capture_output=True, text=True, timeout=60.0, check=False)
            assert done.returncode == 1, done.stdout + done.stderr
            assert "not done after 8 s: on leg 1 of 4" in done.stderr
            with table.open(newline="") as file:
                rows = list(csv.DictReader(file))
            last = {name: float(value) for name, value in rows[-1].items()}
            # where the sentences say, within the GPS' wandering and a second's way; and the jets are driven
            assert math.hypot(last["x"] - last["NAV_X"], last["y"] - last["NAV_Y"]) < 15.0
            for side in ("PORT", "STBD"):
                assert last[f"DESIRED_JET_{side}"] > 800.0 and last[f"NAV_JET_{side}_N_RPM"] > 600.0, last


def test_the_block_says_nothing_without_effect() -> None:
    simulator = Simulator.from_mission(FOLDER / "odin_hil.moos")
    assert [str(warning) for warning in simulator.config_warnings if not warning.is_note] == []
    assert "DESIRED_JET_PORT_ALPHA" in simulator.subscriptions()
