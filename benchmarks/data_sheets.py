"""Six real craft from their public data sheets by `usim new vehicle`, beside what is published of them.

    python -m benchmarks.data_sheets

Nothing that is compared was given, but for the spin of the BlueBoat. The table of docs/vehicles.md; sources in `CRAFT`.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import radians
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from usimmarine_py.values.toml_table import read_toml
from usimmarine_py.vehicle import Vehicle
from usimmarine_py.vehicle.datasheet.craft import DataSheet, Made, vehicle_file

_KNOT = 1852.0 / 3600.0
_HP = 745.7
#: Of the electric power that reaches the shaft.
_MOTOR = 0.8


@dataclass(frozen=True)
class Case:
    """What was given, and what is published: name, unit, number, source, and how it is predicted."""

    sheet: DataSheet
    source: str
    published: Sequence[tuple[str, str, float, Callable[[Vehicle, Made], float], str]]


def top(_: Vehicle, made: Made) -> float:
    return made.by_sizes or made.top_speed


def drag(v: Vehicle, speed: float) -> float:
    """N that it takes to go straight ahead."""
    return float(v.damping_force([speed, 0.0, 0.0, 0.0, 0.0, 0.0])[0])


def shaft_power(v: Vehicle, speed: float) -> float:
    """W at all shafts at a steady speed, by the cube of the rate of turns."""
    start = v.state((0.0, 0.0, 20.0, 0.0, 0.0, 0.0)) if v.description.submerged else None
    run = v.steady(speed=speed, **({} if start is None else {"start": start}))
    turns = v.actuators(run.state)
    total, place = 0.0, 0
    for a in v.description.actuators:
        if a.power:
            total += a.power * abs(turns[place] / a.states[0].high) ** 3
        place += len(a.states)
    return total


def hours(speed: float, energy: float, others: float) -> Callable[[Vehicle, Made], float]:
    """Endurance (h) of ``energy`` Wh at ``speed`` m/s with ``others`` W for all else."""
    return lambda v, _: energy / (shaft_power(v, speed) / _MOTOR + others)


def spin(ahead: float, astern: float) -> Callable[[Vehicle, Made], float]:
    """rad/s on the spot with so many N on each side."""

    def rate(v: Vehicle, _: Made) -> float:
        screws = v.description.actuators
        points = [
            (f / (a.bollard or (1.0, 1.0))[0 if f > 0 else 1]) for a, f in zip(screws, (ahead, -astern), strict=True)
        ]
        setpoints = [float(np.sign(p) * np.sqrt(abs(p))) for p in points]
        states = v.simulate(v.steady().state, np.tile(v.inputs(setpoints), (1200, 1)), step=0.05, steps=1)
        return abs(float(states[-1, v.names.index("r")]))

    return rate


def radius(rudder: float, speed: float) -> Callable[[Vehicle, Made], float]:
    """Radius (m) of the steady turn with ``rudder`` deg, entered at ``speed`` m/s."""

    def found(v: Vehicle, _: Made) -> float:
        start = v.state((0.0, 0.0, 20.0, 0.0, 0.0, 0.0))
        most = next(a.states[0].high for a in v.description.actuators if a.axis == "yaw")
        ahead = v.steady(speed=speed, start=start)
        n = float(v.actuators(ahead.state)[0])
        percent = 100.0 * n / v.description.actuators[0].states[0].high
        turn = v.steady(thrust=percent, rudder=100.0 * radians(rudder) / most, start=start)
        return float(np.hypot(turn.nu[0], turn.nu[1]) / abs(turn.turning))

    return found


def range_miles(speed: float, litres: float) -> Callable[[Vehicle, Made], float]:
    """Range (nmi) at ``speed`` with so much diesel oil, 240 g/kWh and 0.84 kg/l."""
    return lambda v, _: speed / _KNOT * litres * 0.84 / (0.240e-3 * shaft_power(v, speed))


CRAFT = (
    Case(
        DataSheet("blueboat", "catamaran", 1.2, 0.93, 17.2, bollard=110.4, propeller=0.12),
        "Blue Robotics, BlueBoat technical details; pull by the force table of the runs in vehicles/blueboat.toml",
        (
            ("top speed", "m/s", 3.0, top, "maker, two batteries"),
            (
                "spin, 34.4 N ahead and 27.6 N astern", "rad/s", 0.95, spin(34.4, 27.6),
                "36 runs, NTNU 2024; used to set an estimate",
            ),
            ("endurance at 1 m/s, 532 Wh, 10 W else", "h", 6.0, hours(1.0, 532.0, 10.0), "maker"),
        ),
    ),
    Case(
        DataSheet("heron", "catamaran", 1.35, 0.98, 28.0, bollard=67.2, propeller=0.10),
        "Clearpath, Heron data sheet; pull: heron_description, thruster table",
        (("top speed", "m/s", 1.7, top, "maker, 3.3 kn"),),
    ),
    Case(
        DataSheet("otter", "catamaran", 2.0, 1.08, 65.0, bollard=239.4, propeller=0.20),
        "Maritime Robotics; pull 24.4 kgf: MSS otter.m",
        (
            ("top speed", "m/s", 3.09, top, "MSS otter.m, 6 kn"),
            (
                "endurance at full power, 3660 Wh, 34 W else", "h", 4.39,
                lambda v, m: hours(0.99 * m.top_speed, 3660.0, 34.0)(v, m), "otter.itk.ntnu.no, power usage",
            ),
        ),
    ),
    Case(
        DataSheet("remus100", "auv", 1.6, 0.19, 38.5, top_speed=2.57),
        "Hydroid, REMUS 100 data sheet",
        (
            ("endurance at 1.5 m/s, 1 kWh, 20 W else", "h", 22.0, hours(1.5, 1000.0, 20.0), "maker"),
            ("radius of turn, 15 deg of rudder", "m", 5.8, radius(15.0, 1.5), "vehicles/remus100.toml"),
        ),
    ),
    Case(
        DataSheet("lauv", "auv", 1.08, 0.15, 18.0, top_speed=2.0),
        "da Silva et al. 2007",
        (
            (
                "thrust at 1.97 m/s, what its drag takes there", "N", 14.0, lambda v, _: drag(v, 1.966),
                "da Silva et al. 2007, limit of the thrust",
            ),
        ),
    ),
    Case(
        DataSheet("rother", "ship", 11.43, 3.5, 13200.0, power=104.0 * _HP),
        "RNLI, 37 ft 6 in Rother class lifeboat, two 52 hp diesels",
        (("top speed", "m/s", 8.0 * _KNOT, top, "RNLI, 8 kn"),),
    ),
)  # fmt: skip


def main(argv: Sequence[str] | None = None) -> int:
    argparse.ArgumentParser(description=__doc__).parse_args(argv)
    print("| craft | what | published | predicted | |\n| --- | --- | --- | --- | --- |")
    for case in CRAFT:
        made = vehicle_file(case.sheet)
        name = case.sheet.name
        vehicle = Vehicle.from_dict(read_toml(made.text.replace("@name@", name).replace("@Class@", name)))
        for what, unit, published, predict, source in case.published:
            value = predict(vehicle, made)
            print(
                f"| {name} | {what} | {published:.3g} {unit} ({source}) | {value:.3g} | "
                f"{100 * (value / published - 1):+.0f} % |",
                flush=True,
            )
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
