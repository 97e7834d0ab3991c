"""CPU of a tick of one ``Simulator``, its mail and its posts included; the least of several windows.

    python -m benchmarks.tick

A kinematic vehicle is steered by its own controller, with desired heading and speed in every third tick; Odin runs
ahead.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from importlib.util import find_spec

from usimmarine_py.simulator import Simulator
from usimmarine_py.values import Message

DT = 0.1  # s
WINDOWS = 15


def kinematic() -> Callable[[int], None]:
    """Return what makes a number of ticks of a kinematic vehicle."""
    vehicle = Simulator(
        prefix="NAV", thrust_map="20:1, 40:2, 60:3, 80:4, 100:5", turn_rate=70, start_heading=90, datum=(43.8, -70.3),
        yaw_pid_kp=0.9, yaw_pid_kd=0.6, speed_factor=20, max_acceleration=0.3, depth_control=False,
    )  # fmt: skip
    vehicle.post("MOOS_MANUAL_OVERRIDE", "false")

    def run(ticks: int) -> None:
        now = vehicle.clock
        for number in range(ticks):
            now += DT
            if number % 3 == 0:
                mail = (("DESIRED_HEADING", 90.0), ("DESIRED_SPEED", 2.0))
                vehicle.on_mail(*[Message(name, value, now, "helm") for name, value in mail], now=now)
            vehicle.tick(now)

    return run


def odin(*, compiled: bool) -> Callable[[int], None]:
    """Return what makes a number of ticks of Odin, compiled or interpreted."""
    vehicle = Simulator(dynamics="fossen6", vehicle="odin", prefix="NAV", datum=(43.8, -70.3), compiled=compiled)
    vehicle.post("DESIRED_THRUST", 60.0)

    def run(ticks: int) -> None:
        now = vehicle.clock
        for _ in range(ticks):
            now += DT
            vehicle.tick(now)

    return run


def least(run: Callable[[int], None], ticks: int) -> float:
    """Return the CPU time of a tick (us)."""
    run(200)
    found = []
    for _ in range(WINDOWS):
        began = time.process_time()
        run(ticks)
        found.append((time.process_time() - began) / ticks)
    return 1e6 * min(found)


def main() -> None:
    """Print the table."""
    argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter).parse_args()
    print(f"kinematic with its controller: {least(kinematic(), 1000):.1f} us a tick")
    if find_spec("numba") is not None:
        print(f"odin, compiled: {least(odin(compiled=True), 300):.1f} us a tick")
    print(f"odin, interpreted: {least(odin(compiled=False), 50):.0f} us a tick")


if __name__ == "__main__":
    main()
