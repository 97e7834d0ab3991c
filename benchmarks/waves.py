"""How shipped vehicles ride waves: a table over the peak period, the frequency met at speed, and a figure.

    python -m benchmarks.waves [-o FIGURE.png | --cost | --mean]

The vehicles lie with zero thrust and a held heading in irregular long-crested seas; figures are ratios of standard
deviations over forty peak periods. L is length_pp, slopes are those of the surface at the vehicle's place.
``--cost`` tells what a tick of 0.1 s (two steps) costs in calm water and with ``waves = thesis`` and ``forces``:
medians of CPU time over alternating rounds, so that other load hardly counts.
``--mean`` prints the mean force of regular waves on Odin beside the drift law (laws/environment 4.9).
"""

from __future__ import annotations

import argparse
import math
import statistics
import time
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tests.support.riding import STEP, ride
from usimmarine_py.kernels.waves import GRAVITY
from usimmarine_py.maths.attitude import rzyx
from usimmarine_py.run.engine import use_engine
from usimmarine_py.sea.waves import WaveField, component, wave_field
from usimmarine_py.simulator import Simulator
from usimmarine_py.values import ActuatorCommand
from usimmarine_py.vehicle.description.loader import load_vehicle
from usimmarine_py.vehicle.description.vehicle import VehicleDescription
from usimmarine_py.vehicle.files import read
from usimmarine_py.vehicle.mean_load import at_rest
from usimmarine_py.vehicle.model import Forcing, Model
from usimmarine_py.vehicle.solver import tableau
from usimmarine_py.vehicle.straight_run import StraightRun
from usimmarine_py.vehicle.wave_box import box_of
from usimmarine_py.vehicle.wave_load import box_load

VEHICLES = ("odin", "otter", "jolner")
HEAD, BEAM = math.pi, math.pi / 2.0  # rad, where the waves run to, the bow to the north


def sea(v: VehicleDescription, period: float, towards: float) -> WaveField:
    """An irregular sea of Hs = L/20."""
    return wave_field("ittc", v.length_pp / 20.0, 2.0 * math.pi / period, 3.3, towards, 0.0, 4)


def table() -> None:
    """Print what the waves make of the vehicles at rest."""
    print(f"{'':29}Hs of the  head sea                         beam sea")
    print("vehicle Tp/sqrt(L)    Tp   Hs elevation  heave  corr  deg/m pitch/slope  heave  corr  deg/m roll/slope")
    for name in VEHICLES:
        v = load_vehicle(*read(name))
        for ratio in (2.0, 3.0, 4.0, 6.0, 10.0, 14.0):
            period = ratio * math.sqrt(v.length_pp)
            head, beam = (ride(v, sea(v, period, towards), 0.0, 60.0 * period) for towards in (HEAD, BEAM))
            height = 4.0 * head[:, 1].std()
            print(f"{name:<8}{ratio:>10.0f}{period:>6.1f}{v.length_pp / 20.0:>6.3f}{height:>9.3f}", end="")
            print(_ratios(head, 4, 6), _ratios(beam, 3, 5))


def _ratios(rows: NDArray[np.float64], turn: int, slope: int) -> str:
    size = rows.std(axis=0)
    correlation = np.corrcoef(rows[:, 1], rows[:, 2])[0, 1]
    degrees = math.degrees(size[turn] / size[1])
    return f"{size[2] / size[1]:>7.3f}{correlation:>6.3f}{degrees:>7.2f}{size[turn] / size[slope]:>12.3f}"


def encounter() -> None:
    """Print at which frequency Odin heaves in a regular head sea."""
    v, omega = load_vehicle(*read("odin")), 0.8
    for speed in (0.0, 3.0, 8.0):
        heave = ride(v, WaveField((component(omega, 0.1, 0.0, HEAD),)), 0.0, 600.0, speed)[:, 2]
        window = np.hanning(len(heave)) * (heave - heave.mean())
        frequencies = 2.0 * math.pi * np.fft.rfftfreq(16 * len(heave), STEP)
        peak = frequencies[np.abs(np.fft.rfft(window, 16 * len(heave))).argmax()]
        met = omega + omega**2 / GRAVITY * speed
        print(f"Odin at {speed:g} m/s, w = {omega}: heave peaks at {peak:.3f} rad/s, w + k U = {met:.3f}")


def draw(target: Path) -> None:
    """Elevation, heave and pitch over each other, head and beam sea, Tp = 3 sqrt(L)."""
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(3, 4, figsize=(16, 8), sharex="col")
    for column, (name, towards) in enumerate((n, t) for n in ("odin", "otter") for t in (HEAD, BEAM)):
        v = load_vehicle(*read(name))
        period = 3.0 * math.sqrt(v.length_pp)
        rows = ride(v, sea(v, period, towards), 0.0, 45.0 * period)
        rows = rows[rows[:, 0] > rows[-1, 0] - 12.0 * period]
        # less how it lies at rest: a payload sinks and trims it
        t, up, heave, roll, pitch, slope_roll, slope_pitch = (rows - rows.mean(axis=0) * (0, 0, 1, 1, 1, 0, 0)).T
        top, middle, bottom = axes[:, column]
        kind = "head" if towards == HEAD else "beam"
        top.set_title(f"{v.about.title.split(',')[0]}, {kind} sea, Tp = {period:.1f} s")
        top.plot(t, up, color="#56b4e9", label="elevation")
        top.plot(t, heave, "--", color="#d55e00", label="heave, up")
        middle.plot(t, np.degrees(slope_pitch), color="#56b4e9", label="slope ahead")
        middle.plot(t, np.degrees(pitch), "--", color="#d55e00", label="pitch")
        bottom.plot(t, np.degrees(slope_roll), color="#56b4e9", label="slope across")
        bottom.plot(t, np.degrees(roll), "--", color="#d55e00", label="roll")
        bottom.set_xlabel("time, s")
        widest = 1.1 * math.degrees(np.abs([roll, pitch, slope_roll, slope_pitch]).max())
        middle.set_ylim(-widest, widest)
        bottom.set_ylim(-widest, widest)
    for row, label in zip(axes, ("m", "deg", "deg"), strict=True):
        row[0].set_ylabel(label)
        for ax in row:
            ax.grid(alpha=0.3)
        row[-1].legend(loc="center left", bbox_to_anchor=(1.0, 0.5), frameon=False)  # beside the row, over no curve
    figure.tight_layout()
    figure.savefig(target, dpi=80)


def cost(rounds: int = 15, ticks: int = 100) -> None:
    """Print microseconds of CPU per tick and what waves cost beside calm water."""
    sea = {"wave_hs": 0.2, "wave_tp": 4.0, "wave_dir": 150.0}
    print(f"{'us of CPU per tick':28}{'calm':>8}{'thesis':>8}{'forces':>8}   over calm  over thesis")
    for name, engine, rudder in product((*VEHICLES, "remus100"), ("plain", "compiled"), (0.0, 10.0)):
        kinds: dict[str, dict[str, Any]] = {"calm": {}, "forces": {**sea, "waves": "forces"}}
        if load_vehicle(*read(name)).weather.waves is not None:
            kinds["thesis"] = {**sea, "waves": "thesis"}
        depth: dict[str, Any] = {"start_depth": 5} if name == "remus100" else {}
        boats = {kind: Simulator(dynamics="fossen6", vehicle=name, **depth, **given) for kind, given in kinds.items()}
        times: dict[str, list[float]] = {kind: [] for kind in kinds}
        for boat in boats.values():
            use_engine(boat, engine == "compiled")
            _time(boat, rudder, ticks)
        for _ in range(rounds):
            for kind, boat in boats.items():
                times[kind].append(_time(boat, rudder, ticks))
        found = {kind: statistics.median(values) for kind, values in times.items()}
        label = f"{name}, {engine}, rudder {rudder:g} %"
        row = "".join(f"{found[k]:8.0f}" if k in found else f"{'-':>8}" for k in ("calm", "thesis", "forces"))
        over = f"{found['forces'] / found['thesis']:13.2f}" if "thesis" in found else ""
        print(f"{label:28}{row}{found['forces'] / found['calm']:12.2f}{over}", flush=True)


def mean_forces() -> None:
    """Print the mean force on Odin, held by soft springs, in regular waves of the variance of Hs 0.6 m."""
    v = load_vehicle(*read("odin"))
    amplitude, across = 0.15 * math.sqrt(2.0), {"head": HEAD, "following": 0.0, "beam": BEAM}
    print(f"{'along the waves, N':20}" + "".join(f"{kind:>12}" for kind in across) + "   law: head, beam")
    box = box_of(v, STEP)
    assert box is not None
    run = StraightRun(v, box, 0.0)
    for period in (2.5, 3.0, 4.0):
        omega = 2.0 * math.pi / period
        chi = np.array((HEAD, BEAM))
        law = amplitude**2 * np.abs(at_rest(run, box, np.full(2, omega), chi))
        found = [
            _held(v, WaveField((component(omega, amplitude, 0.0, towards),)), towards) for towards in across.values()
        ]
        shown = "".join(f"{force:12.1f}" for force in found)
        print(f"T = {period:<16g}{shown}   {law[0, 0]:.1f}, {law[1, 1]:.1f}", flush=True)


def _held(v: VehicleDescription, waves: WaveField, towards: float, seconds: float = 480.0) -> float:
    """Return the mean force along the waves (N) on a vehicle whose springs have periods of 60 s, in yaw of 40 s."""
    model, load = Model(v), box_load(v, STEP)
    assert load is not None
    table, still = model.solver(tableau("rk4"), STEP), [0.0] * len(model.lags)
    state = model.state((0.0,) * 6, (0.0,) * 6)
    for i in range(len(model.lags)):
        state[model.head + i] = 0.0
    rate, turning = 2.0 * math.pi / 60.0, 2.0 * math.pi / 40.0
    mass, inertia = float(v.M[0, 0]), float(v.M[5, 5])
    held = []
    for k in range(int(seconds / STEP)):
        c, s = math.cos(state[5]), math.sin(state[5])
        velocity = (c * state[6] - s * state[7], s * state[6] + c * state[7], state[8])
        pull = [-mass * rate * (rate * x + u) for x, u in zip(state[:2], velocity, strict=False)]
        force, water, _ = load.meet(
            waves,
            k * STEP,
            (state[0], state[1], state[2]),
            (state[3], state[4], state[5]),
            velocity,
            (state[9], state[10], state[11]),
        )
        rot = rzyx(state[3], state[4], state[5])
        spring = [rot[i] * pull[0] + rot[3 + i] * pull[1] for i in range(3)]
        spring += [0.0, 0.0, -inertia * turning * (turning * state[5] + state[11])]
        tau = [a + b for a, b in zip(force, spring, strict=True)]
        state = model.advance(state, model.inputs(Forcing(tau, water), still), table)
        if k * STEP >= seconds / 2.0:
            held.append(-pull[0] * math.cos(towards) - pull[1] * math.sin(towards))
    return statistics.fmean(held)


def _time(boat: Simulator, rudder: float, ticks: int) -> float:
    command = ActuatorCommand(40.0, rudder)
    began = time.process_time()
    for _ in range(ticks):
        boat.step(command, 0.1)
    return (time.process_time() - began) / ticks * 1e6


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("-o", "--output", type=Path, help="draw elevation, heave and pitch over each other instead")
    parser.add_argument("--cost", action="store_true", help="tell what a tick costs instead")
    parser.add_argument("--mean", action="store_true", help="tell the mean force beside the drift law instead")
    asked = parser.parse_args()
    if asked.output is not None:
        draw(asked.output)
        return
    if asked.cost or asked.mean:
        (cost if asked.cost else mean_forces)()
        return
    table()
    encounter()


if __name__ == "__main__":
    main()
