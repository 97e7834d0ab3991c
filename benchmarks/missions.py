"""Missions with a helm: a whole one, iterations of the helm, its start live, and fields whose vehicles meet.

    scripts/bench missions [--only NAME,NAME] [--mission FILE.moos] [--repeat N] [--vehicles N,N] [--duration S]

- mission: a mission with its log in lock step, to its end or ``--duration``
  (missions/alpha for 600 s, or ``--mission``);
- iteration: CPU of a tick of the helm with the mail of navigation, four behaviours;
- start: the helm as a program of its own at warp 10, from its launch to the first decision that a waiting client sees
  (0.1 s of it the second in which no helm decides), and its CPU until then, without coupled functions (no numpy) and
  with them;
- field: a shoreside and vehicles (benchmarks/_encounters.py) with logs in lock step: times real time on one core,
  memory a community, and whether a second run (another process, another hash seed) writes the same bytes;
- processes: the same field over 1, 2 ... processes in turns (``--processes``): real time, CPU of the busiest process
  (what real time is on a machine that has nothing else to do), whether the bytes are equal;
- fleet: the same field live, by this package and by MOOS-IvP in turns: times real time on one core, of all processes,
  where time is what the helms have iterated.

Times real time: simulated s over CPU s of the process; its start, and the loading of modules by a first short run, are
not in it; the best of the repetitions. pHelmIvP and pAntler are measured beside, where they are on PATH; theirs is the
CPU of all processes of a community at warp 20.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import re
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from contextlib import ExitStack, closing
from pathlib import Path

from benchmarks._encounters import write_field
from benchmarks._launched import DEPLOY, launched
from benchmarks.live import CACHE, ROOT, WATCHER, cpu_seconds, free_port, process
from usimmarine_py.moos.transport.comms import Comms
from usimmarine_py.moos.transport.open import connect

ALPHA = str(ROOT / "missions" / "alpha" / "alpha.moos")
NAMES = ("mission", "iteration", "start", "field", "processes", "fleet")
WARP = 20.0
#: Seconds of real time in which the CPU of the original programs is counted.
WINDOW = 15.0
#: Simulated s that are played first, which load the modules.
LOADING = 30.0
#: Ticks of the helm in one of the windows of which the fastest counts.
TICKS = 100

_BLOCK = """ServerHost = 127.0.0.1
ServerPort = {port}
Community = bench
MOOSTimeWarp = 10
LatOrigin = 43.825300
LongOrigin = -70.330400
ProcessConfig = pHelmIvP
{{
  AppTick = 4
  CommsTick = 4
  behaviors = bench.bhv
  start_in_drive = true
  domain = course:0:359:360
  domain = speed:0:5:26
{depth}}}
"""
_DEPTH_AXIS = "  domain = depth:0:100:101\n"
_KINDS = {
    "waypoint": (
        "Waypoint",
        "speed = 2\n  points = 60,-40 : 60,-160 : 150,-160 : 180,-100 : 150,-40\n  repeat = forever\n  lead = 8",
    ),
    "turn": ("MemoryTurnLimit", "memory_time = 20\n  turn_range = 120"),
    "heading": ("ConstantHeading", "pwt = 20\n  heading = 135\n  duration = no-time-limit"),
    "speed": ("ConstantSpeed", "pwt = 20\n  speed = 2.5\n  duration = no-time-limit"),
    "depth": ("ConstantDepth", "pwt = 20\n  depth = 12\n  duration = no-time-limit"),
    "closing": ("Waypoint", "speed = 2\n  points = 60,-40 : 150,-40\n  repeat = forever\n  ipf_type = roc"),
    "region": (
        "OpRegionV24",
        "core_poly = pts={0,0:200,0:200,-200:0,-200}\n  save_dist = 10\n  halt_dist = 400",
    ),
    **{
        name: (
            "AvdColregsV22",
            f"contact = {name}\n  pwt_outer_dist = 200\n  pwt_inner_dist = 50\n  completed_dist = 400\n"
            "  on_no_contact_ok = true",
        )
        for name in ("north", "east", "south", "west")
    },
}
#: Contacts and their places, m: behaviours of these names avoid them.
CONTACTS = {"north": (100, 0), "east": (200, -100), "south": (100, -200), "west": (0, -100)}
#: Behaviours, and the radius (m) of the circle on which the vehicle runs after some seconds within 50 m of its centre.
ITERATIONS = {
    "four behaviours, 360 x 26": (("waypoint", "turn", "heading", "speed"), 60.0),
    "the same, and a depth axis of 101": (("waypoint", "turn", "speed", "depth"), 60.0),
    "one of four coupled, OpRegionV24 outside its region": (("waypoint", "turn", "speed", "region"), 250.0),
    "Waypoint and AvdColregsV22 for each of four contacts": (("waypoint", *CONTACTS), 60.0),
    "one of four coupled, Waypoint with ipf_type = roc": (("closing", "turn", "heading", "speed"), 60.0),
}


def write_helm(folder: Path, names: Sequence[str], port: int) -> Path:
    """Write a mission whose helm has these behaviours."""
    mission = folder / "bench.moos"
    mission.write_text(_BLOCK.format(port=port, depth=_DEPTH_AXIS if "depth" in names else ""))
    parts = [f"Behavior = BHV_{_KINDS[name][0]}\n{{\n  name = {name}\n  {_KINDS[name][1]}\n}}\n" for name in names]
    (folder / "bench.bhv").write_text("".join(parts))
    return mission


def iteration(names: Sequence[str], radius: float) -> tuple[float, int]:
    """Microseconds of CPU of a tick, mail of navigation included, and the number of functions in the last one."""
    from math import cos, radians, sin

    from usimmarine_py.apps.helm import read_helm
    from usimmarine_py.mission import read_mission
    from usimmarine_py.values import Message

    with tempfile.TemporaryDirectory() as folder:
        mission = read_mission(str(write_helm(Path(folder), names, 9000)))
        helm = read_helm(mission, mission.block("pHelmIvP"), "pHelmIvP", now=0.0)
    if helm.problems:
        raise SystemExit(helm.problems[0])
    helm.start(0.0)
    now, best = 0.0, 1e9
    for window in range(40):
        began = time.process_time()
        for _ in range(TICKS):
            now += 0.25
            far, angle = (radius if now > 10.0 else 50.0), 0.31 * now
            values = {
                "X": 100.0 + far * sin(radians(angle)),
                "Y": -100.0 + far * cos(radians(angle)),
                "HEADING": (angle + 90.0) % 360.0,
                "SPEED": 2.0,
                "DEPTH": 3.0,
            }
            mail = [Message(f"NAV_{name}", value, now, "sim") for name, value in values.items()]
            mail += [
                Message(
                    "NODE_REPORT", f"NAME={name},X={x},Y={y},SPD=1,HDG=45,DEP=0,TYPE=kayak,TIME={now:.2f}", now, name
                )
                for name, (x, y) in CONTACTS.items()
                if name in names
            ]
            helm.mail(mail, now)
            helm.tick(now)
        if window:
            best = min(best, (time.process_time() - began) / TICKS)
    return 1e6 * best, len(helm.functions)


def start(command: Sequence[str], coupled: bool) -> tuple[float, float]:
    """Real s from the launch of a helm to its first decision, and its CPU until then."""
    with tempfile.TemporaryDirectory() as name:
        folder, port = Path(name), free_port()
        names = ("closing" if coupled else "waypoint", "turn", "heading", "speed")
        mission = write_helm(folder, names, port)
        server = shutil.which("MOOSDB")
        ours = [sys.executable, "-c", "from usimmarine_py.cli.start import usim; usim()", "db"]
        with process([*([server] if server else ours), str(mission)], folder):
            client = connect(port=port, name=WATCHER, warp=10.0, timeout=20.0)
            client.register("DESIRED_HEADING")
            for variable in ("NAV_X", "NAV_Y", "NAV_HEADING", "NAV_SPEED"):
                client.notify(variable, 1.0)
            time.sleep(0.3)
            client.fetch()
            began = time.perf_counter()
            with process([*command, str(mission), "pHelmIvP"], folder) as helm:
                while not any(mail.key == "DESIRED_HEADING" for mail in client.fetch()):
                    if time.perf_counter() - began > 20.0:
                        raise SystemExit(f"no DESIRED_HEADING: {(folder / 'console.txt').read_text()[-2000:]}")
                    time.sleep(0.0005)
                found = time.perf_counter() - began, cpu_seconds(helm.pid)
            client.close()
        return found


def digest(folder: Path) -> str:
    """A hash of all files of a run; summaries say how long it took."""
    files = sorted(path for path in folder.rglob("*") if path.is_file() and path.suffix != ".json")
    return hashlib.sha256(b"".join(path.read_bytes() for path in files)).hexdigest()


def play_one(mission: str, duration: float) -> dict[str, float | str]:
    """Run a mission of one community here; its figures."""
    from usimmarine_py.mission import read_mission
    from usimmarine_py.run.files import run_to_files
    from usimmarine_py.run.output import RunFiles
    from usimmarine_py.run.plan import plan_run

    with tempfile.TemporaryDirectory() as folder:
        plan = plan_run(read_mission(mission), duration=duration or None)
        began = time.process_time()
        summary = run_to_files(plan, Path(folder), RunFiles())
        cpu = time.process_time() - began
        return {"cpu": cpu, "time": summary.time, "digest": digest(Path(folder))}


def play_field(vehicles: int, duration: float, processes: int = 1) -> dict[str, float | str]:
    """Run a field here, over some processes; its figures."""
    from usimmarine_py.mission import read_mission
    from usimmarine_py.run.asked import Operator
    from usimmarine_py.run.files import run_to_files
    from usimmarine_py.run.output import RunFiles
    from usimmarine_py.run.plan import plan_run

    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        missions = [read_mission(str(file)) for file in write_field(folder, vehicles)]
        before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        plan = plan_run(missions, duration=duration, operator=Operator(("DEPLOY@20",)))
        began, real = time.process_time(), time.perf_counter()
        run_to_files(plan, folder / "run", RunFiles(), processes=processes)
        cpu, real = time.process_time() - began, time.perf_counter() - real
        copies = resource.getrusage(resource.RUSAGE_CHILDREN)  # of this one, which have ended
        busiest = max(cpu, (copies.ru_utime + copies.ru_stime) / max(processes - 1, 1))
        grown = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1024.0
        found = {"cpu": cpu, "real": real, "busiest": busiest, "time": duration, "memory": grown / (vehicles + 1)}
        return {**found, "digest": digest(folder / "run")}


def apart(words: Sequence[str], seed: str = "0") -> dict[str, float | str]:
    """Return the figures of a run in a process of its own."""
    done = subprocess.run(
        [sys.executable, "-m", "benchmarks.missions", "--here", *words],
        cwd=ROOT,
        env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPYCACHEPREFIX": CACHE.name},
        check=True,
        stdout=subprocess.PIPE,
        text=True,
    )
    return dict(json.loads(done.stdout))


def live(files: Sequence[Path], warp: float = WARP, *, ours: bool = False) -> tuple[float, float] | None:
    """Simulated s for each s of CPU that these missions take live, once deployed; and simulated over nominal time.

    What was simulated is what their helms have iterated. By this package's programs, or by those of MOOS-IvP; None
    where these are not on PATH.
    """
    if not ours and any(shutil.which(name) is None for name in ("pAntler", "MOOSDB", "pHelmIvP", "uSimMarineV22")):
        return None
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for file in {path for given in files for path in given.parent.iterdir() if path.is_file()}:
            shutil.copy(file, folder)
        copies = [folder / file.name for file in files]
        for copy in copies:  # a window needs a screen
            copy.write_text(re.sub(r"(?m)^\s*Run\s*=\s*pMarineViewer.*$", "", copy.read_text()))
        with launched(copies, warp, ours=ours) as playing, ExitStack() as stack:
            time.sleep(8.0)
            clients = [stack.enter_context(closing(join(copy, warp))) for copy in copies]
            helms = [client for copy, client in zip(copies, clients, strict=True) if tick_of_helm(copy)]
            for client in helms:
                client.register("IVPHELM_ITER")
            deploy(clients[0], helms, "_ALL" * (len(files) > 1))
            time.sleep(1.0)
            (before, _), first = playing.used(), [newest(client) for client in helms]
            time.sleep(WINDOW)
            (after, _), last = playing.used(), [newest(client) for client in helms]
        # what a loop that is held up leaves out was not simulated
        ticks = [tick for copy in copies if (tick := tick_of_helm(copy))]
        simulated = [(new - old) / tick for new, old, tick in zip(last, first, ticks, strict=True)]
        seconds = sum(simulated) / len(simulated)
        return seconds / (after - before), seconds / (warp * WINDOW)


def join(mission: Path, warp: float) -> Comms:
    """A client of the community of a mission file."""
    found = re.search(r"(?m)^\s*ServerPort\s*=\s*(\d+)", mission.read_text())
    return connect(port=int(found[1]) if found else 9000, name=WATCHER, warp=warp, timeout=20.0)


def tick_of_helm(mission: Path) -> float:
    """Return how many iterations its helm makes in a simulated second; 0 without a helm."""
    found = re.search(r"(?is)ProcessConfig\s*=\s*pHelmIvP\s*\{[^}]*?AppTick\s*=\s*([\d.]+)", mission.read_text())
    return float(found[1]) if found else 0.0


def deploy(operator: Comms, helms: Sequence[Comms], ending: str) -> None:
    """Deploy all vehicles, again and again until each helm iterates: a shore may not know of one yet."""
    waiting, until = list(helms), time.monotonic() + 60.0
    while waiting and time.monotonic() < until:
        for variable, value in DEPLOY.items():
            operator.notify(variable + ending, value)
        time.sleep(2.0)
        waiting = [helm for helm in waiting if not any(mail.key == "IVPHELM_ITER" for mail in helm.fetch())]
    if waiting:
        raise SystemExit(f"{len(waiting)} of {len(helms)} helms do not iterate")


def newest(client: Comms) -> float:
    """Return how many iterations a helm has made by now."""
    until = time.monotonic() + 20.0
    while time.monotonic() < until:
        found = [float(mail.value) for mail in client.fetch() if mail.key == "IVPHELM_ITER"]
        if found:
            return found[-1]
        time.sleep(0.01)
    raise SystemExit("no helm iterates")


def rate(runs: Sequence[dict[str, float | str]]) -> float:
    """Times real time of the fastest run."""
    return max(float(run["time"]) / float(run["cpu"]) for run in runs)


def measure_mission(given: argparse.Namespace) -> None:
    """Print the line of a whole mission."""
    duration = given.duration or (600.0 if given.mission == ALPHA else 0.0)
    runs = [apart(["mission", given.mission, f"{duration:g}"]) for _ in range(given.repeat)]
    line = f"mission {Path(given.mission).name}, {runs[0]['time']:.0f} s with log: {rate(runs):,.0f} times real time"
    other = live([Path(given.mission)])
    print(line + (f"; original programs: {other[0]:.0f}" if other else ""), flush=True)


def measure_iteration(given: argparse.Namespace) -> None:
    """Print the lines of iterations."""
    del given
    for name, (behaviors, radius) in ITERATIONS.items():
        cost, functions = iteration(behaviors, radius)
        print(f"iteration, {name}: {cost:.0f} us ({functions} functions)", flush=True)


def measure_start(given: argparse.Namespace) -> None:
    """Print the lines of starts."""
    programs = {"ours": [sys.executable, "-c", "from usimmarine_py.cli.start import usim_helm; usim_helm()"]}
    if (original := shutil.which("pHelmIvP")) is not None:
        programs["pHelmIvP"] = [original]
    for coupled in (False, True):
        start(programs["ours"], coupled)  # fills the caches
        for name, command in programs.items():
            found = [start(command, coupled) for _ in range(given.repeat)]
            real, cpu = (min(column) for column in zip(*found, strict=True))
            kind = "with" if coupled else "without"
            print(f"start live, {kind} coupled functions, {name}: {real:.3f} s, CPU {cpu:.3f} s", flush=True)


def measure_field(given: argparse.Namespace) -> None:
    """Print the line of each field."""
    for vehicles in map(int, given.vehicles.split(",")):
        words = ["field", str(vehicles), f"{given.duration or 600.0:g}"]
        runs = [apart(words, str(number)) for number in range(max(given.repeat, 2))]
        equal = "equal" if len({run["digest"] for run in runs}) == 1 else "DIFFERENT"
        line = (
            f"field of {vehicles} vehicles and a shoreside, {runs[0]['time']:.0f} s with logs: {rate(runs):.0f} times"
            f" real time, {float(runs[0]['memory']):.1f} MB a community, {len(runs)} runs {equal}"
        )
        print(line, flush=True)


def measure_processes(given: argparse.Namespace) -> None:
    """Print the lines of fields over several processes, beside one."""
    counts = [int(word) for word in given.processes.split(",")]
    for vehicles in map(int, given.vehicles.split(",")):
        runs: dict[int, list[dict[str, float | str]]] = {count: [] for count in (1, *counts)}
        for _ in range(given.repeat):  # in turns: a machine's speed changes while it measures
            for count, found in runs.items():
                found.append(apart(["field", str(vehicles), f"{given.duration or 600.0:g}", str(count)]))
        equal = "equal" if len({run["digest"] for found in runs.values() for run in found}) == 1 else "DIFFERENT"
        for count, found in runs.items():
            real, busiest = (min(float(run[name]) for run in found) for name in ("real", "busiest"))
            if count == 1:
                whole = real, busiest
            print(
                f"field of {vehicles} vehicles and a shoreside over {count} processes: {real:.1f} s"
                f" ({whole[0] / real:.2f} x), CPU of the busiest {busiest:.1f} s ({whole[1] / busiest:.2f} x), {equal}",
                flush=True,
            )


def measure_fleet(given: argparse.Namespace) -> None:
    """Print the lines of fields that are played live, in turns."""
    for vehicles in map(int, given.vehicles.split(",")):
        for _ in range(given.repeat):
            for name, ours in (("usimmarine", True), ("MOOS-IvP", False)):
                with tempfile.TemporaryDirectory() as folder:
                    found = live(write_field(Path(folder), vehicles), given.warp, ours=ours)
                said = "not on PATH"
                if found is not None:
                    said = f"CPU for {found[0]:.1f} times real time, {100.0 * found[1]:.0f} % of the iterations made"
                print(f"{vehicles} vehicles and a shoreside live at warp {given.warp:g}, {name}: {said}", flush=True)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", default=",".join(NAMES), metavar="NAME,NAME", help=f"of {', '.join(NAMES)}")
    parser.add_argument("--mission", default=ALPHA, help="a mission of one vehicle")
    parser.add_argument("--repeat", type=int, default=3, help="runs of each; the best counts")
    parser.add_argument("--vehicles", default="2,10,20", help="of the fields")
    parser.add_argument("--duration", type=float, help="simulated s")
    parser.add_argument("--warp", type=float, default=4.0, help="of fleet")
    parser.add_argument("--processes", default="2", metavar="N,N", help="over which fields are spread, beside one")
    parser.add_argument("--here", nargs="+", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.here:
        kind, what, duration, *processes = given.here
        if kind == "mission":
            play_one(what, LOADING)
            made = play_one(what, float(duration))
        else:
            play_field(2, LOADING)
            made = play_field(int(what), float(duration), *map(int, processes))
        print(json.dumps(made))
        return
    names = given.only.split(",")
    if unknown := [name for name in names if name not in NAMES]:
        parser.error(f"no {', '.join(unknown)}; there are {', '.join(NAMES)}")
    for name in names:
        globals()[f"measure_{name}"](given)


if __name__ == "__main__":
    main()
