"""How soon each command that runs long ends by a signal, in the midst of a large or busy input.

    python -m benchmarks.ends [--only NAME] [--signal TERM] [--slower 3]

A row: real s from the signal to the end of the last process, s of CPU that the command took meanwhile (what is left of
the figure on a machine that does nothing else), and its exit code.
"""

from __future__ import annotations

import argparse
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from benchmarks import attacks
from benchmarks.live import free_port

_ROOT = Path(__file__).parents[1]
_SCRIPT = """ProcessConfig = uTimerScript
{
  event = var=DESIRED_THRUST, val=50, time=0
  event = var=DESIRED_RUDDER, val=5, time=0
}
"""
_PHYSICAL = """ServerHost = localhost
ServerPort = {port}
Community = odin
LatOrigin = 42
LongOrigin = -71
ProcessConfig = ANTLER
{{
  Run = MOOSDB @ NewConsole = false
  Run = uSimMarineV22 @ NewConsole = false
  Run = uTimerScript @ NewConsole = false
}}
ProcessConfig = uSimMarineV22
{{
  AppTick = 10
  dynamics = fossen6
  vehicle = odin
  sea_state = 4
  waves = forces
}}
"""


def _mission(folder: Path, port: int) -> None:
    runs = "\n".join(f"  Run = {one} @ NewConsole = false" for one in attacks.PROGRAMS)
    (folder / "a.moos").write_text(attacks.MISSION.format(port=port, runs=runs))
    (folder / "a.bhv").write_text(attacks.BEHAVIORS)
    (folder / "odin.moos").write_text(_PHYSICAL.format(port=port) + _SCRIPT)


def _log(folder: Path, rows: int) -> None:
    with (folder / "big.alog").open("w") as file:
        file.write("%%%%\n%% LOG FILE:       big.alog\n%% FILE OPENED ON  Thu Jan  1 00:00:00 2026\n")
        file.write("%% LOGSTART 0\n%%%%\n")
        for k in range(rows // 4):
            for name, value in (("NAV_X", k % 977), ("NAV_Y", k % 877), ("NAV_HEADING", k % 360), ("NAV_SPEED", 1.5)):
                file.write(f"{k * 0.25:<15.5f} {name:<19} {'uSimMarine':<17} {value:.5f}\n")


@contextmanager
def _flooded(port: int, kind: str) -> Iterator[None]:
    """Send an attack to a MOOSDB while it is there."""
    over = threading.Event()

    def flood() -> None:
        while not over.is_set():
            with suppress(OSError):
                one = attacks.connect(port, b"attacker")
                threading.Thread(target=attacks.drain, args=(one,), daemon=True).start()
                for data in attacks.ATTACKS[kind](port):
                    if over.is_set():
                        return
                    one.sendall(data)
            time.sleep(0.1)

    threading.Thread(target=flood, daemon=True).start()
    try:
        yield
    finally:
        over.set()


@dataclass(frozen=True)
class Case:
    """A command; ``{port}`` is that of a MOOSDB. ``after``: real s until it is in the midst."""

    words: str
    flood: str = ""  #: an attack meanwhile
    beside: bool = False  #: a MOOSDB is there before
    program: str = "usim"
    prepare: Callable[[Path], object] = lambda folder: None
    after: float = 3.0


def _fleet(folder: Path) -> None:
    code = "from usimmarine_py.cli.usim import entry; import sys; sys.exit(entry(sys.argv[1:]))"
    words = [sys.executable, "-c", code, "missions", "encounter", "--copy", str(folder / "fleet")]
    subprocess.run(words, check=True, env=_environment(), stdout=subprocess.DEVNULL)


def _big(folder: Path) -> None:
    _log(folder, 1_200_000)


CASES = {
    "run": Case("run a.moos --duration 1e6 -q -o out --csv --max-log 0"),
    "run, a field": Case("run fleet --duration 1e6 -q -o out", prepare=_fleet, after=2.5),
    "run, physical, waves": Case("run odin.moos --duration 1e6 -q -o out"),
    "launch, 1,000 vehicles": Case("launch a.moos", "1,000 vehicles"),
    "launch, a field": Case("launch fleet", prepare=_fleet, after=6.0),
    "launch, 3 processes": Case("launch fleet --processes 3", prepare=_fleet, after=6.0),
    "pAntler": Case("a.moos", "10,000 vehicles", program="pAntler"),
    "grade": Case("grade a.moos odin.moos --jobs 2 --within 1e6 --expect NAV_X>9e9"),
    "sweep": Case(
        "sweep odin.moos --vary sea_state=uniform(1,4) -n 100000 --workers 2 --duration 100 -q -o out", after=5.0
    ),
    "trials": Case("trials odin:hilsim --tracks -o out"),
    "watch, live, 1,000 vehicles": Case("watch a.moos", "1,000 vehicles", beside=True),
    "watch, a log": Case("watch big.alog --port 0", prepare=_big, after=2.0),
    "db, names without end": Case("db --port {port}", "names without end"),
    "db, texts of 4 MB": Case("db --port {port}", "texts of 4 MB"),
    "log": Case("log a.moos -o live.alog", "names without end", beside=True),
    "scope": Case("scope a.moos", "1,000 vehicles", beside=True),
    "start pObstacleMgr": Case("start pObstacleMgr a.moos", "obstacles of 400 corners", beside=True),
    "start uFldNodeComms": Case("start uFldNodeComms a.moos", "10,000 vehicles", beside=True),
    "start pContactMgrV20": Case("start pContactMgrV20 a.moos", "100 alerts, 1,000 contacts", beside=True),
    "usimmarine": Case("a.moos uSimMarineV22", "1,000 vehicles", beside=True, program="usimmarine"),
    "usimmarine, physical": Case("odin.moos uSimMarineV22", "texts of 4 MB", beside=True, program="usimmarine"),
    "usim_helm, requests to a template": Case(
        "a.moos pHelmIvP", "requests to a template", beside=True, program="usim_helm"
    ),
    "usim_helm, lists of points": Case("a.moos pHelmIvP", "lists of 1,999 points", beside=True, program="usim_helm"),
    "usim_pid": Case("a.moos pMarinePIDV22", "1,000 vehicles", beside=True, program="usim_pid"),
    "plot": Case("plot big.alog -o out.png", prepare=_big, after=3.0),
    "mcap": Case("mcap big.alog -o out.mcap", prepare=_big),
    "alog grep": Case("alog grep big.alog NAV_X -o out.alog", prepare=_big, after=1.5),
    "fit": Case("fit big.alog -o out", prepare=_big),
    "play": Case("play big.alog a.moos --warp 0.1", prepare=_big, beside=True, after=5.0),
    "compare": Case("compare big.alog big.alog", prepare=_big),
}


def _environment() -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": str(_ROOT), "MPLBACKEND": "Agg"}


def _seconds(process: int) -> float:
    """Return the CPU time of a process and of its children that have ended, s."""
    with suppress(OSError, IndexError):
        fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
        return sum(map(int, fields[11:15])) / os.sysconf("SC_CLK_TCK")
    return 0.0


def ended(name: str, number: signal.Signals, slower: float) -> str:
    """Make one row of the table."""
    case = CASES[name]
    with tempfile.TemporaryDirectory() as place, ExitStack() as stack:
        folder, port = Path(place), free_port()
        _mission(folder, port)
        case.prepare(folder)
        launcher = f"from usimmarine_py.cli import start; import sys; sys.argv[0] = {case.program!r}; "
        launcher += f"sys.exit(start.{case.program}())"
        if case.beside:
            words = [sys.executable, "-m", "usimmarine_py", "db", "--port", str(port)]
            beside = subprocess.Popen(words, env=_environment(), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            stack.callback(beside.kill)
            time.sleep(1.0)
        words = [sys.executable, "-c", launcher, *case.words.format(port=port).split()]
        if case.program == "pAntler":
            standins = [sys.executable, "-m", "usimmarine_py", "bin", str(folder / "bin")]
            subprocess.run(standins, env=_environment(), check=True, stdout=subprocess.DEVNULL)
            words = [str(folder / "bin" / "pAntler"), *case.words.split()]
        with (folder / "said").open("wb") as said:
            process = subprocess.Popen(
                words, cwd=folder, env=_environment(), stdout=said, stderr=said, start_new_session=True
            )
        try:
            if case.flood:
                stack.enter_context(_flooded(port, case.flood))
            time.sleep(case.after * slower)
            if process.poll() is not None:
                return f"ended before: {process.returncode} {(folder / 'said').read_text()[-200:]}"
            processes = attacks.descendants(process.pid)
            before, began = sum(map(_seconds, processes)), time.monotonic()
            process.send_signal(number)
            taken = before
            while any(map(attacks.lives, processes)) and time.monotonic() - began < 30.0:
                taken = max(taken, sum(map(_seconds, processes)))
                if process.poll() is not None and not any(map(attacks.lives, processes)):
                    break
                time.sleep(0.005)
            took = time.monotonic() - began
            return f"{took:.2f} s | {taken - before:.2f} s | {process.wait()}"
        finally:
            for one in attacks.descendants(process.pid):
                with suppress(OSError):
                    os.kill(one, signal.SIGKILL)
            shutil.rmtree(folder / "out", ignore_errors=True)


def main() -> None:
    """Print one row for each command."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", action="append", choices=CASES)
    parser.add_argument("--signal", default="TERM", choices=("TERM", "INT", "HUP"))
    parser.add_argument("--slower", type=float, default=1.0, help="how much longer a busy machine needs to begin")
    arguments = parser.parse_args()
    number = signal.Signals[f"SIG{arguments.signal}"]
    print("| command | end | of it CPU | exit code |\n| --- | --- | --- | --- |")
    for name in arguments.only or CASES:
        print(f"| {name} | {ended(name, number, arguments.slower)} |", flush=True)


if __name__ == "__main__":
    main()
