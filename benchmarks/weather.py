"""What weather and sensors cost: microseconds of each process per tick.

    python -m benchmarks.weather [--ticks N] [--json FILE]

Each process alone, as the simulator calls it once per tick of 0.1 s; then whole ticks of a simulator, kinematic and
Odin, without and with everything. The figure is the best of several rounds, so that other load hardly counts.
"""

from __future__ import annotations

import argparse
import itertools
import json
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from tests.support.plain_sensor import Plain
from usimmarine_py.kernels.body.wind_load import blendermann_force
from usimmarine_py.sea.hull import hull_of
from usimmarine_py.sea.settings import weather_from
from usimmarine_py.sensors.nmea import sentences
from usimmarine_py.sensors.settings import sensor_from
from usimmarine_py.sensors.suite import Suite
from usimmarine_py.sensors.truth import Truth
from usimmarine_py.simulator import Simulator
from usimmarine_py.values import ActuatorCommand

ROUNDS = 5
WEATHERS: dict[str, dict[str, str]] = {
    "still weather": {},
    "wind, mean": {"wind_speed": "20"},
    "wind, slow variation": {"wind_speed": "20", "wind_speed_sigma": "1", "wind_dir_sigma": "3"},
    "wind, Harris gusts (60)": {"wind_speed": "20", "wind_gust": "harris"},
    "current, varying": {"current_speed": "0.5", "current_speed_sigma": "0.1", "current_dir_sigma": "2"},
    "waves, motion (60)": {"wave_hs": "1", "waves": "motion"},
    "waves, forces (60)": {"wave_hs": "1", "waves": "forces"},
    "waves, thesis (60)": {"wave_hs": "1", "waves": "thesis"},
    "waves, orbital (60)": {"wave_hs": "1", "waves": "none", "wave_orbital": "true"},
}
SENSORS = ("gps", "mru", "imu", "log", "wind", "depth", "altimeter", "compass")
GALE: dict[str, Any] = {
    "wind_speed": 20, "wind_gust": "harris", "wind_speed_sigma": 1, "wind_dir_sigma": 3, "current_speed": 0.5,
    "current_speed_sigma": 0.1, "wave_hs": 1,
}  # fmt: skip
ODIN: dict[str, Any] = {"dynamics": "fossen6", "vehicle": "odin", "variant": "hilsim"}


def best(tick: Callable[[int], object], ticks: int) -> float:
    """Microseconds of one call, the least of ``ROUNDS`` rounds; ``tick`` gets a running number."""
    numbers, found = itertools.count(1), []
    for _ in range(ROUNDS):
        began = time.perf_counter()
        for _ in range(ticks):
            tick(next(numbers))
        found.append((time.perf_counter() - began) / ticks * 1e6)
    return min(found)


def weather_tick(settings: dict[str, str]) -> Callable[[int], object]:
    """Advance the processes to the tick and ask what a vehicle meets."""
    weather = weather_from(settings, hull_of(Simulator(**ODIN).backend))
    state = weather.start()

    def tick(k: int) -> None:
        nonlocal state
        state = weather.advance(state, 0.1 * k, 0.3, 5.0)
        weather.at(state, 0.1 * k, 3.0 * k, 1.0, 0.0, 0.3)

    return tick


def sensor_tick(kind: str, rule: type[Suite | Plain] = Suite) -> Callable[[int], object]:
    """All samples of a sensor that fall into the tick, at its own rate; ``Plain`` is the tests' rule without tricks."""
    suite = rule((sensor_from(kind),), 1)
    state = suite.start()

    def tick(k: int) -> None:
        nonlocal state
        state, _ = suite.advance(
            state, Truth(0.1 * k, (5.0 * k, 1.0, 0.0), (0.0, 0.0, 0.3), (5.0, 0.0, 0.0), altitude=20.0)
        )

    return tick


def simulator_tick(**parameters: Any) -> Callable[[int], object]:
    """A whole iteration, publications included."""
    own = {} if "dynamics" in parameters else {"thrust_map": "20:1, 100:5", "leeway": 3}
    simulator = Simulator(**own, **parameters)
    simulator.step(ActuatorCommand(thrust=50.0), 0.05)
    return lambda k: simulator.iterate(0.05 + 0.1 * k)


def measure(ticks: int) -> Iterator[tuple[str, float]]:
    """(what, microseconds per tick)."""
    for name, settings in WEATHERS.items():
        yield name, best(weather_tick(settings), ticks)
    yield "Blendermann force, one evaluation", best(
        lambda k: blendermann_force(
            5.0, 0.01 * k % 20.0, 6.4, 11.3, 0.4, 1.2, 10.5, 0.9, 0.55, 0.6, 0.6, 1.1, 1.204
        ), ticks,
    )  # fmt: skip
    for kind in SENSORS:
        rate = sensor_from(kind).rate
        for rule, words in ((Suite, ""), (Plain, ", by the plain rule of the tests")):
            yield f"sensor {kind}, {rate / 10:g} samples{words}", best(sensor_tick(kind, rule), max(ticks // 5, 50))
    reading = Suite((sensor_from("gps"),), 1)
    _, readings = reading.advance(reading.start(), Truth(0.0, (5.0, 1.0, 0.0)))
    yield "NMEA, GGA and RMC of one fix", best(lambda k: sentences(readings[0]), ticks)
    few = max(ticks // 10, 50)
    yield "simulator, kinematic", best(simulator_tick(), few)
    yield "simulator, kinematic in the gale", best(simulator_tick(**GALE), few)
    yield "simulator, kinematic with gps at 10 Hz", best(simulator_tick(sensor="gps, rate=10"), few)
    yield "simulator, odin", best(simulator_tick(**ODIN), few)
    yield "simulator, odin in the gale", best(simulator_tick(**ODIN, **GALE), few)
    yield "simulator, odin in the gale, all sensors", best(simulator_tick(**ODIN, **GALE, sensor=list(SENSORS)), few)


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--ticks", type=int, default=2000)
    parser.add_argument("--json", type=Path, help="write the figures there, too")
    found = parser.parse_args()
    figures = {}
    print("microseconds per tick of 0.1 s")
    for name, cost in measure(found.ticks):
        figures[name] = cost
        quick = figures.get(name.partition(", by the plain rule")[0], cost)
        print(f"{cost:10.1f}  {name}{f' ({quick / cost:.2f} of it is left)' if quick != cost else ''}", flush=True)
    if found.json:
        found.json.write_text(json.dumps(figures, indent=1))


if __name__ == "__main__":
    main()
