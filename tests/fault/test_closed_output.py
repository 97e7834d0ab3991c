"""A reader that leaves, a closed standard output, a pipe that nobody reads: for every program and every command.

Properties: with `| head -1`, with `>&-` and with both streams closed a command does all of its work and gives the exit
code that it gives with a reader; no traceback, no word of Python's on the other stream. What only shows ends with its
reader. A pipe that is full makes nobody deaf: SIGTERM ends the command. The table has a row for every command of
``usim`` and every program: a new one without a row is a failure.
"""

from __future__ import annotations

import os
import random
import shlex
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from tests.support.missions import TURNING
from tests.support.paths import DATA, ROOT
from tests.support.processes import call, environment, free_port
from tests.support.programs import MISSION, OWN
from tests.support.torture import Torture
from usimmarine_py.cli.usim import COMMANDS, entry
from usimmarine_py.moos.db import MoosDb
from usimmarine_py.moos.testing import wait_for
from usimmarine_py.moos.transport.open import connect

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="needs pipes and signals of Linux")

#: The program or command, what to call, the exit code, a file that is there afterwards. {port}: of a MOOSDB.
CALLS = [
    ("usimmarine", "m.moos --moos_port={port} --for 5", 0, ""),
    ("usimmarine", "--interface", 0, ""),
    ("usim_pid", "m.moos pMarinePIDV22 --moos_port={port} --for 5", 0, ""),
    ("usim_guidance", "m.moos --moos_port={port} --for 5", 0, ""),
    ("usim_helm", "m.moos --moos_port={port} --for 5", 0, ""),
    ("start", "start pEchoVar m.moos --moos_port={port} --for 5", 0, ""),
    ("demo", "demo -o out", 0, "out/abe/abe.alog"),
    ("missions", "missions box --copy mine", 0, "mine/box.moos"),
    ("db", "db --port {free} --verbose", signal.SIGTERM, ""),
    ("poke", "poke --port {port} A=1 B=2 --every 0.1 --count 3", 0, ""),
    ("scope", "scope --port {port} --for 1", 0, ""),
    ("appcast", "appcast --port {port} --once", 1, ""),
    ("end", "end --port {port} pNone", 1, ""),
    ("new", "new app heading", 0, "test_heading.py"),
    ("launch", "launch m.moos --prefer ours --for 10 --reports", 0, ""),
    ("bin", "bin stand-ins", 0, "stand-ins/pAntler"),
    ("expand", "expand m.moos", 0, ""),
    ("lsp", "lsp", 0, ""),
    ("warm", "warm", 0, ""),
    ("check", "check m.moos odd.moos", 2, ""),
    ("start", "start own.py:Own m.moos --moos_port={port} --for 5", 0, ""),
    ("watch", "watch localhost:{port} --port {free}", signal.SIGTERM, ""),
    ("log", "log --port {port} -o live.alog --for 1", 0, "live.alog"),
    ("play", "play run/m.alog --port {port} --from 58 --rate 10", 0, ""),
    ("start", "start uTimerScript m.moos --moos_port={port} --for 5", 0, ""),
    ("plot", "plot run/m.alog -o out.png", 0, "out.png"),
    ("report", "report run/m.alog -o out.html", 0, "out.html"),
    ("compare", "compare run/m.alog run/m.alog -o out.png", 0, "out.png"),
    ("alog", "alog grep run/m.alog NAV_X -o out.alog", 0, "out.alog"),
    ("mcap", "mcap run/m.alog -o out.mcap", 0, "out.mcap"),
    ("rosbag", "rosbag run/m.alog -o bag", 0, "bag/metadata.yaml"),
    ("foxglove", "foxglove --port {port} --ws-port {free}", signal.SIGTERM, ""),
    ("nmea", "nmea localhost:{port} --tcp 127.0.0.1:{free}", signal.SIGTERM, ""),
    # no port of theirs tells that they are there
    ("ros", "ros nope.moos", 2, ""),
    ("mavlink", "mavlink nope.moos", 2, ""),
    ("sitl", "sitl nope.moos", 2, ""),
    ("run", "run odd.moos --duration 20 --csv -o out --require 'NAV_X > 1e6'", 1, "out/odd.json"),
    ("grade", "grade m.moos odd.moos --within 20 --jobs 2 --expect 'NAV_X > 1e6' --junit out.xml", 1, "out.xml"),
    ("start", "start pMissionEval m.moos --moos_port={port} --for 5", 0, ""),
    ("trials", "trials odin:hilsim --trial crash_stop --engine python --figures none -o out", 0, "out/trials.json"),
    ("sweep", "sweep m.moos --vary 'turn_rate=uniform(5,6)' -n 3 --duration 20 --workers 1 -o out", 0, "out/runs.csv"),
    ("fit", "fit run/m.alog -o out --no-figure", 0, "out/m_fit.json"),
    ("verify", "verify replay scenario.json -o out.csv", 0, "out.csv"),
    ("verify", "verify simulate scenarios.toml --id turn -o out.csv", 0, "out.csv"),
    ("verify", "verify steps scenarios.toml --id turn --steps 0.2,0.1 -o out.png", 0, "out.png"),
    ("vehicles", "vehicles", 0, ""),
    ("backends", "backends", 0, ""),
    ("behaviors", "behaviors", 0, ""),
    ("keys", "keys uSimMarine", 0, ""),
]  # fmt: skip

WAYS = ["left", "closed", "full"]


def test_the_table_has_every_program_and_command() -> None:
    section = (ROOT / "pyproject.toml").read_text(encoding="utf-8").partition("[project.scripts]\n")[2]
    programs = {line.partition(" = ")[0] for line in section.partition("\n\n")[0].splitlines()} - {"usim"}
    assert {name for name, *_ in CALLS} == programs | set(COMMANDS)


@pytest.fixture(scope="module")
def beside() -> Iterator[MoosDb]:
    with MoosDb(warp=10.0) as moosdb:
        yield moosdb


@pytest.fixture(scope="module")
def recorded(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("recorded")
    (folder / "m.moos").write_text(MISSION.format(port=9000))
    assert entry(["run", str(folder / "m.moos"), "--duration", "60", "-q", "-o", str(folder / "run")]) == 0
    return folder / "run"


def furnish(folder: Path, recorded: Path, port: int) -> None:
    shutil.copytree(recorded, folder / "run")
    text = MISSION.format(port=port)
    (folder / "m.moos").write_text(text)
    (folder / "odd.moos").write_text(text.replace("turn_rate", "turn_rte").replace("NAV\n", "NAV\n  max_ruder = 3\n"))
    (folder / "own.py").write_text(OWN)
    (folder / "scenarios.toml").write_text(TURNING)
    shutil.copy(DATA / "golden" / "scenarios" / "pubs_dual_01.json", folder / "scenario.json")


def start(command: list[str], folder: Path, way: str) -> subprocess.Popen[bytes]:
    """``left``: nobody reads; ``closed``: both streams are; ``full``: the pipe takes nothing. Errors go to ``err``."""
    read, write = os.pipe()
    if way == "left":
        os.close(read)
    elif way == "full":
        os.set_blocking(write, False)
        for size in (4096, 1):
            with suppress(BlockingIOError):
                while True:
                    os.write(write, b"x" * size)
        os.set_blocking(write, True)
    if way == "closed":
        command = ["sh", "-c", 'exec "$@" >&- 2>&-', "sh", *command]
    with (folder / "err").open("wb") as err:
        process = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=write, stderr=err, cwd=folder,
            env=environment(MPLBACKEND="Agg"), pass_fds=[read] if way == "full" else [],
        )  # fmt: skip
    os.close(write)
    if way != "left":
        os.close(read)
    return process


@pytest.mark.parametrize("name, words, code, left", CALLS, ids=[words.partition(" --")[0] for _, words, *_ in CALLS])
def test_nobody_has_to_read(
    name: str, words: str, code: int, left: str, torture: Torture, beside: MoosDb, recorded: Path, tmp_path: Path
) -> None:
    """One of the three ways with each change, all by night."""
    rng = random.Random(f"{torture.seed} {words}")
    ways = WAYS if torture.nightly else ["full"] if name == "demo" else [rng.choice(WAYS)]
    for way in ways:
        folder, free = tmp_path / way, free_port()
        folder.mkdir()
        port = free if name == "launch" else beside.port
        furnish(folder, recorded, port)
        program = name if name.startswith("usim") else "usim"
        command = call(*shlex.split(words.format(port=port, free=free)), program=program)
        with start(command, folder, way) as process:
            try:
                if way == "full":
                    time.sleep(rng.uniform(0.0, 1.5))  # at any instant
                    process.send_signal(signal.SIGTERM)
                elif code == signal.SIGTERM:
                    assert wait_for(lambda port=free: answers(port), 60.0)
                    process.send_signal(signal.SIGTERM)
                found = process.wait(60.0)
            finally:
                process.kill()
        said = (folder / "err").read_text()
        assert "Traceback" not in said and "Exception ignored" not in said, (way, said)
        if way == "full":
            assert found in (0, code, 128 + signal.SIGTERM, -signal.SIGTERM), (way, found, said)
        else:
            assert found == (0 if code == signal.SIGTERM else code), (way, said)
            assert (folder / left).exists() and (not left or (folder / left).stat().st_size), way


#: The signal goes to a thread that sleeps: the write of the main one is not broken off by it, as when a signal comes
#: just before a write that blocks.
PRINTS = """
import os, signal, threading, time
from usimmarine_py.cli.start import SignalExit, ended_by_signals, open_streams

threading.Thread(target=time.sleep, args=(600.0,), daemon=True).start()
signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGTERM])
try:
    with ended_by_signals(None):
        open_streams()
        open("ready", "w").close()
        while True:
            print("x" * 1000)
except SignalExit as exit_request:
    os._exit(exit_request.code)
"""
#: As extensions do it: what is raised in the midst of their work is dropped.
DROPS = """
import os, time
from usimmarine_py.cli.start import SignalExit, ended_by_signals

try:
    with ended_by_signals(None):
        try:
            open("ready", "w").close()
            time.sleep(600.0)
        except BaseException:
            pass
        time.sleep(600.0)
except SignalExit as exit_request:
    os._exit(exit_request.code)
"""


@pytest.mark.parametrize("code", [PRINTS, DROPS], ids=["a write that blocks", "a signal that is dropped"])
def test_no_signal_is_lost(code: str, tmp_path: Path) -> None:
    with start([sys.executable, "-c", code], tmp_path, "full") as process:
        try:
            assert wait_for((tmp_path / "ready").exists, 60.0)
            time.sleep(0.2)
            process.send_signal(signal.SIGTERM)
            assert process.wait(60.0) == 128 + signal.SIGTERM, (tmp_path / "err").read_text()
        finally:
            process.kill()


def answers(port: int) -> bool:
    with suppress(OSError), socket.create_connection(("127.0.0.1", port), 1.0):
        return True
    return False


@pytest.mark.parametrize("words", ["scope --port {port}", "appcast --port {port} uSimMarine"])
def test_what_only_shows_ends_with_its_reader(words: str, beside: MoosDb, tmp_path: Path) -> None:
    """`usim scope | head -1`, without --for, for as long as somebody posts."""
    process = start(call(*words.format(port=beside.port).split(), program="usim"), tmp_path, "left")
    comms = connect(port=beside.port, warp=10.0)
    cast = "proc=uSimMarine!@#iter={}!@#node=alpha!@#messages=line {}!@#config_warnings=!@#run_warning_total=0!@#"
    try:
        number = 0
        while process.poll() is None and number < 6000:
            number += 1
            comms.notify("APPCAST", cast.format(number, number))
            time.sleep(0.01)
        assert process.wait(1.0) == 0
    finally:
        process.kill()
        process.wait()
        comms.close()
