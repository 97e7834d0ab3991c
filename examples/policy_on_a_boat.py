"""One policy three times: in the environment, in a mission offline, and live in a MOOS community; how far the tracks
are apart.

    python policy_on_a_boat.py [FILE.onnx] [--warp W]

FILE.onnx is a policy of ppo_stable_baselines.py (`pip install 'usimmarine[policy]'`), by default a simple rule steers.
The mission begins where the environment does. Live, `usim launch` starts this file as an application; the boat waits at
rest for its first order, from which on all three are compared. Draws policy.png, if matplotlib is there.
"""

from __future__ import annotations

import argparse
import shutil
import socket
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np

from usimmarine_py import read_run, run_app, run_mission
from usimmarine_py.gym import MarineEnv, PolicyApp

SECONDS, STEP = 60.0, 0.5
FILE = Path(__file__).with_name("policy.onnx")
MISSION = """
ServerHost = localhost
ServerPort = {port}
Community = boat
MOOSTimeWarp = {warp}
ProcessConfig = ANTLER
{{
  Run = MOOSDB @ NewConsole = false
  Run = pLogger @ NewConsole = false
  Run = usimmarine @ NewConsole = false
  Run = policy_on_a_boat.py @ NewConsole = false ~ Keeper
}}
ProcessConfig = pLogger
{{
  AsyncLog = true
  Path = ./live
  File = live
  WildCardLogging = true
}}
ProcessConfig = usimmarine
{{
  AppTick = 10
  prefix = NAV
  dynamics = fossen6
  vehicle = otter
  start_pos = x={x!r}, y={y!r}, heading={heading!r}, speed=0
}}
ProcessConfig = Keeper
{{
  AppTick = 10
  goal = x={goal[0]!r}, y={goal[1]!r}, heading={goal[2]!r}
}}
"""


def rule(seen):
    """Turn to the station, the faster the farther; there to its heading."""
    ahead, aside = float(seen[0]), float(seen[1])
    turn = np.arctan2(aside, ahead) if np.hypot(ahead, aside) > 2.0 else np.arctan2(seen[2], seen[3])
    return np.clip((0.15 * ahead - 0.3 * seen[4], 0.8 * turn - seen[6]), -1.0, 1.0)


class Keeper(PolicyApp):
    """The policy as an application."""

    environment = {"task": "StationKeep", "vehicle": "otter"}  # noqa: RUF012
    policy = str(FILE) if FILE.exists() else rule


def in_environment(act) -> tuple[dict, tuple, np.ndarray]:
    """Where it begins, its goal, and the places (m) after each step."""
    env = MarineEnv(**Keeper.environment)
    seen, _ = env.reset(seed=5)
    start, goal, track = env.vehicle, env.goal, []
    track.append((start["x"], start["y"]))
    for _ in range(round(SECONDS / STEP)):
        seen, *_ = env.step(np.asarray(act(seen), dtype=np.float32))
        track.append((env.vehicle["x"], env.vehicle["y"]))
    return start, goal, np.array(track)


def of_log(log, track: np.ndarray) -> np.ndarray:
    """The places at the same times after the position that brought the first order."""
    ordered, known = log["DESIRED_THRUST"].times[0], log["NAV_X"].times
    begin = known[known <= ordered][-1]
    times = begin + STEP * np.arange(len(track))
    return np.stack([np.interp(times, log[name].times, log[name].values) for name in ("NAV_X", "NAV_Y")], axis=1)


def main() -> None:
    """Play all three."""
    options = argparse.ArgumentParser()
    options.add_argument("onnx", nargs="?", type=Path)
    options.add_argument("--warp", type=float, default=5.0)
    given, act = options.parse_args(), rule
    with TemporaryDirectory() as folder:
        here = Path(folder)
        shutil.copy(__file__, here / "policy_on_a_boat.py")
        if given.onnx:
            import onnxruntime

            shutil.copy(given.onnx, here / "policy.onnx")
            session = onnxruntime.InferenceSession(str(given.onnx))
            name = session.get_inputs()[0].name

            def act(seen):
                return session.run(None, {name: seen[None]})[0][0]

            Keeper.policy = str(given.onnx.resolve())
        start, goal, track = in_environment(act)
        mission = here / "boat.moos"
        with socket.socket() as free:
            free.bind(("localhost", 0))
            port = free.getsockname()[1]
        mission.write_text(MISSION.format(warp=given.warp, port=port, goal=goal, **start))
        tracks = {"environment": track, "offline": of_log(run_mission(mission, apps=[Keeper], duration=70.0), track)}
        # imports take real seconds, at this warp
        more = str(SECONDS + 20.0 * given.warp)
        command = [sys.executable, "-m", "usimmarine_py", "launch", str(mission), "--prefer=ours", f"--for={more}"]
        live = subprocess.run(command, check=False, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        assert live.returncode == 0, live.stdout
        (alog,) = here.rglob("*.alog")
        tracks[f"live, time warp {given.warp:g}"] = of_log(read_run(alog), track)
    away = np.hypot(*(track - goal[:2]).T)
    print(f"from {away[0]:.1f} m to {away[-1]:.2f} m in {SECONDS:g} s")
    apart = {name: np.hypot(*(other - track).T) for name, other in tracks.items() if name != "environment"}
    for name, metres in apart.items():
        print(f"{name}: at most {100.0 * metres.max():.1f} cm from the environment's track")
    assert max(metres.max() for metres in apart.values()) < 1.0
    draw(tracks, apart, goal)


def draw(tracks: dict, apart: dict, goal: tuple) -> None:
    """Draw the tracks, and how far they are apart."""
    try:
        import matplotlib.pyplot as plt
    except ImportError:
        return
    figure, (where, far) = plt.subplots(1, 2, figsize=(9, 4), layout="constrained")
    for k, (name, track) in enumerate(tracks.items()):
        where.plot(*track.T, ("-", "-", "--")[k], label=name, linewidth=(5, 2.5, 1)[k], color=f"C{(7, 0, 1)[k]}")
    where.plot(*goal[:2], "k+", markersize=12, label="station")
    where.set(xlabel="x [m]", ylabel="y [m]", aspect="equal")
    where.legend(fontsize="small")
    for k, (name, metres) in enumerate(apart.items()):
        far.plot(STEP * np.arange(len(metres)), 100.0 * metres, color=f"C{k}", label=name)
    far.set(xlabel="time [s]", ylabel="from the environment's track [cm]")
    far.legend(fontsize="small")
    figure.savefig("policy.png", dpi=110)


if __name__ == "__main__":
    # as pAntler starts an application: FILE.moos and its name
    if sys.argv[1:] and sys.argv[1].endswith(".moos"):
        raise SystemExit(run_app(Keeper))
    main()
