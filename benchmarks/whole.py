"""Whole missions beside the original programs: real time, CPU, memory, and up to which warp they end the same.

    scripts/bench whole [--only NAME,NAME] [--warps W,W] [--repeat N]

Missions: ``alpha``, one lap of five waypoints (missions/alpha, one community), and ``encounter``, two vehicles that
keep clear of each other, with a shore (missions/encounter, three communities). Each is played offline in lock step
(``usim run``), live by this package's programs (``usim launch --prefer ours``) and live by MOOS-IvP's (pAntler), where
those are on PATH, with uSimMarineV22 as the simulator.

A run ends where each vehicle has posted that it has arrived. It counts as the same when it ends, and each vehicle stays
within 5 m of its track in lock step. The highest warp is the largest of those tried up to which all runs were the same.
CPU and memory (proportional set size) are those of all processes of all communities from their launch to the end of the
mission; figures of a live run are those at the first warp that is tried.
"""

from __future__ import annotations

import argparse
import re
import resource
import shutil
import subprocess
import tempfile
import time
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from benchmarks._launched import DEPLOY, USIM, launched
from benchmarks.live import ROOT
from usimmarine_py import read_run
from usimmarine_py.moos.transport.open import connect

#: How far a vehicle may be from its track in lock step, m.
NEAR = 5.0
#: How long a mission may take, MOOS s, and how long its programs may take to start, s.
LONGEST, START = 300.0, 20.0
PROGRAMS = ("pAntler", "MOOSDB", "pHelmIvP", "pMarinePIDV22", "uSimMarineV22", "pShare", "uFldShoreBroker")


@dataclass(frozen=True)
class Mission:
    """``done``: what each vehicle posts when it has arrived; ``ports``: of their MOOSDBs; files: the shore last."""

    files: tuple[str, ...]
    ports: dict[str, int]
    done: str
    deployed: bool  # by itself
    expect: str  # that it has ended, in lock step


MISSIONS = {
    "alpha": Mission(("alpha.moos",), {"alpha": 9000}, "LAP_DONE", False, "count(LAP_DONE) > 0"),
    "encounter": Mission(
        ("abe.moos", "ben.moos", "shore.moos"),
        {"abe": 9001, "ben": 9002},
        "CROSSED",
        True,
        "abe.CROSSED = true and ben.CROSSED = true",
    ),
}


@dataclass(frozen=True)
class Run:
    """Real s, CPU s, MB and the largest distance from the track in lock step, m; ``ended``: all vehicles arrived."""

    real: float
    cpu: float
    memory: float
    off: float
    ended: bool

    @property
    def same(self) -> bool:
        """Whether it ended as in lock step."""
        return self.ended and self.off <= NEAR

    def __str__(self) -> str:
        end = f"at most {self.off:.1f} m off" if self.ended else "a vehicle did not arrive"
        return f"{self.real:.1f} s, CPU {self.cpu:.2f} s, {self.memory:.0f} MB, {end}"


def copy(name: str, folder: Path, warp: float) -> list[Path]:
    """Copy a mission for MOOS-IvP's programs at this warp, each community in a folder; files in the order of launch."""
    files = []
    for file in MISSIONS[name].files:
        place = folder / Path(file).stem
        place.mkdir()
        for path in (ROOT / "missions" / name).iterdir():
            if path.name == file or path.suffix == ".bhv":
                text = re.sub(r"(?m)^MOOSTimeWarp.*", f"MOOSTimeWarp = {warp:g}", path.read_text(encoding="utf-8"))
                text = re.sub(r"(Run\s*=\s*)usimmarine( .*)~ uSimMarineV22", r"\1usimmarine\2", text)
                text = re.sub(r"((?:Run|ProcessConfig)\s*=\s*)usimmarine", r"\1uSimMarineV22", text)
                (place / path.name).write_text(text, encoding="utf-8")
        files.append(place / file)
    return files


def track(log: Path) -> np.ndarray:
    """Positions (n, 2) of an .alog, m."""
    run = read_run(log)
    x, y = run["NAV_X"], run["NAV_Y"]
    return np.column_stack((x.values, np.interp(x.times, y.times, y.values)))


def distance(points: np.ndarray, way: np.ndarray) -> float:
    """The largest distance of ``points`` from a line through ``way``, m."""
    a, b = way[:-1], way[1:]
    along = b - a
    length = np.maximum((along**2).sum(axis=1), 1e-12)
    largest = 0.0
    for point in points:
        share = np.clip(((point - a) * along).sum(axis=1) / length, 0.0, 1.0)
        largest = max(largest, float(np.hypot(*(a + share[:, None] * along - point).T).min()))
    return largest


def offline(name: str, folder: Path) -> Run:
    """Play it in lock step; its logs stay in ``folder/run``."""
    mission = MISSIONS[name]
    files = [str(path) for path in copy(name, folder, 1.0)]
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    began = time.perf_counter()
    options = ["-o", str(folder / "run"), "-q", "--duration", f"{LONGEST:g}", "--require", mission.expect]
    done = subprocess.run([*USIM, "run", *files, *options], cwd=ROOT, check=False)
    real = time.perf_counter() - began
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return Run(real, cpu, after.ru_maxrss / 1024.0, 0.0, done.returncode == 0)


def arrived(mission: Mission, warp: float, until: float) -> bool:
    """Deploy the mission where that is needed; whether all vehicles arrived in time."""
    missing = set(mission.ports)
    with ExitStack() as stack:
        clients = {}
        for name, port in mission.ports.items():
            clients[name] = connect(port=port, name="bench_watcher", warp=warp, timeout=START)
            stack.callback(clients[name].close)
            clients[name].register(mission.done)
            if not mission.deployed:
                clients[name].register("IVPHELM_STATE")
        while missing and time.perf_counter() < until:
            for name in sorted(missing):
                for mail in clients[name].fetch():
                    if mail.key == "IVPHELM_STATE" and mail.value != "DRIVE":
                        for variable, value in DEPLOY.items():
                            clients[name].notify(variable, value)
                    elif mail.key == mission.done:
                        missing.discard(name)
            time.sleep(0.01)
    return not missing


def live(name: str, ours: bool, warp: float, way: dict[str, np.ndarray]) -> Run:
    """Play it live; ``way``: the tracks in lock step."""
    mission = MISSIONS[name]
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        files = copy(name, folder, warp)
        began = time.perf_counter()
        with launched(files, warp, ours=ours) as playing:
            ended = arrived(mission, warp, began + START + LONGEST / warp)
            real = time.perf_counter() - began
            cpu, memory = playing.used()
        logs = {community: log for community in way for log in (folder / community).rglob("*.alog")}
        off = max((distance(track(log)[::4], way[community]) for community, log in logs.items()), default=np.inf)
        return Run(real, cpu, memory, off if len(logs) == len(way) else np.inf, ended)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", default=",".join(MISSIONS), metavar="NAME,NAME", help=f"of {', '.join(MISSIONS)}")
    parser.add_argument("--warps", default="10,20,40,80,160", metavar="W,W", help="time warps, ascending")
    parser.add_argument("--repeat", type=int, default=2, help="live runs at each warp")
    given = parser.parse_args()
    if unknown := [name for name in given.only.split(",") if name not in MISSIONS]:
        parser.error(f"no mission {', '.join(unknown)}; there are {', '.join(MISSIONS)}")
    warps = [float(word) for word in given.warps.split(",")]
    theirs = all(shutil.which(program) for program in PROGRAMS)
    for name in given.only.split(","):
        with tempfile.TemporaryDirectory() as place:
            folder = Path(place)
            print(f"{name}: offline {offline(name, folder)}", flush=True)
            way = {community: track(folder / "run" / f"{community}.alog") for community in MISSIONS[name].ports}
        kinds = {"this package": True, "MOOS-IvP": False} if theirs else {"this package": True}
        highest = dict.fromkeys(kinds, 0.0)
        if not theirs:
            print(f"{name}: the programs of MOOS-IvP are not on PATH", flush=True)
        playing = dict(kinds)
        for warp in warps:
            runs = []  # alternating: a machine's speed changes while it measures
            for kind, ours in list(playing.items()) * given.repeat:
                runs.append((kind, live(name, ours, warp, way)))
                print(f"{name}: {kind} at warp {warp:g}: {runs[-1][1]}", flush=True)
            for kind in list(playing):
                if all(run.same for which, run in runs if which == kind):
                    highest[kind] = warp
                else:
                    del playing[kind]
        for kind, warp in highest.items():
            print(f"{name}: {kind}: the same up to warp {warp:g} of {given.warps}", flush=True)


if __name__ == "__main__":
    main()
