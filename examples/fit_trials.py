"""Identification: drag, mass and yaw damping of a boat from two noisy trials in a current, and what they cannot tell.

Run it with `python examples/fit_trials.py`; a minute where numba is installed. The trials are made here, so that the
truth is known; logs of one's own are read by `usim fit` or `read_record`.
"""

import numpy as np

from usimmarine_py.fit.identify.free import VehicleFile, read_free
from usimmarine_py.fit.identify.identify import identify
from usimmarine_py.fit.identify.record import Record

TRUTH = {"damping.linear_diag.0": 90.0, "damping.linear_diag.5": 33.0, "rigid_body.mass": 71.0}


def record(boat, name, thrust, rudder, current, seed):
    """A GPS (0.5 m), a compass (1 deg) and a gyro (0.5 deg/s), twice a second for a minute."""
    noise = np.random.default_rng(seed)
    t = np.arange(600) * 0.1
    orders = boat.orders(thrust=np.interp(t, *thrust), rudder=np.where(t % 30 < 15, rudder, -rudder))
    states = boat.simulate(boat.steady().state, boat.inputs(orders, current=[*current, 0.0]), step=0.05, steps=2)[:-1:5]
    now = t[::5]

    def seen(state, scale, spread):
        return now, scale * states[:, boat.names.index(state)] + noise.normal(0.0, spread, len(now))

    channels = {
        "x": seen("y", 1.0, 0.5),
        "y": seen("x", 1.0, 0.5),
        "heading": seen("psi", 180.0 / np.pi, 1.0),
        "yaw_rate": seen("r", 180.0 / np.pi, 0.5),
    }
    held = np.where(t % 30 < 15, rudder, -rudder)
    return Record(name, channels, {"thrust": (t, np.interp(t, *thrust)), "rudder": (t, held)})


def main():
    file = VehicleFile.open("otter")
    boat = file.build(TRUTH)
    runs = [
        record(boat, "zigzag", ([0, 5, 30, 35], [0, 60, 60, 100]), 30.0, (0.2, -0.1), 1),
        record(boat, "sprints", ([0, 20, 22, 40, 42], [100, 100, 10, 10, 80]), 15.0, (0.1, 0.1), 2),
    ]
    result = identify(file, read_free(file, list(TRUTH)), runs)
    print(f"{'number':<26}{'file':>9}{'estimate':>10}{'+-':>8}{'truth':>8}")
    for e in result.estimates:
        print(f"{e.name:<26}{e.start:>9.2f}{e.value:>10.2f}{e.error:>8.2f}{TRUTH[e.name]:>8.1f}")
    for e in result.others:
        print(f"{e.name:<26}{e.value:>19.3f}{e.error:>8.3f}")
    for left in result.left_out:
        print(f"{left.run} predicted by the other: position {left.rms['x']:.2f} m for {left.within['x']:.2f} m")
    assert all(abs(e.value - TRUTH[e.name]) < 4.0 * e.error for e in result.estimates)


if __name__ == "__main__":
    main()
