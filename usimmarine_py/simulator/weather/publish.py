"""What weather, sensors and faults publish."""

from __future__ import annotations

from collections.abc import Collection

from usimmarine_py.environment import reports
from usimmarine_py.model import Environment, VehicleState
from usimmarine_py.model.frozen import replace
from usimmarine_py.sensors.nmea import sentences
from usimmarine_py.sensors.suite import publications
from usimmarine_py.simulator.config.setup import Setup
from usimmarine_py.simulator.weather.state import SeaState
from usimmarine_py.simulator.weather.step import with_motion

Entry = tuple[str, "float | str"]
#: Arrows are posted in every n-th iteration.
ARROW_MODULO = 10


def weather_posts(
    setup: Setup, sea: SeaState, vehicle: VehicleState, around: Environment, iteration: int, name: str
) -> list[Entry]:
    """Numbers of every process in force and, now and then, the arrows; ``name`` begins the arrows' labels."""
    if not sea.blows(setup):
        return []
    # the field is current, too, where the vehicle is; the drift has mail of its own
    met = replace(
        sea.conditions,
        current_east=sea.conditions.current_east + around.current_east,
        current_north=sea.conditions.current_north + around.current_north,
    )
    posts: list[Entry] = [*reports.publications(sea.weather, met)]
    if setup.visuals_at is not None and iteration % ARROW_MODULO == 0:
        posts += reports.visuals(sea.weather, met, setup.visuals_at, vehicle.x, vehicle.y, name)
    return posts


def sensor_posts(setup: Setup, sea: SeaState) -> tuple[list[Entry], list[str]]:
    """Mail of the readings delivered in the last step, and their NMEA sentences, which are mail too if asked."""
    posts: list[Entry] = []
    spoken: list[str] = []
    talking = {sensor.name for sensor in setup.suite.sensors if sensor.nmea}
    for reading in sea.readings:
        posts += publications(reading)
        if reading.sensor in talking:
            own = sentences(reading, setup.nmea_start)
            spoken += own
            if setup.nmea:
                posts += [("USM_NMEA", sentence) for sentence in own]
    return posts, spoken


def fault_post(sea: SeaState) -> Entry:
    """The faults in force."""
    return "USM_FAULTS", ", ".join(str(fault) for fault in sea.faults) or "none"


def shown(sea: SeaState, vehicle: VehicleState) -> VehicleState:
    """The true state with what waves add to outputs."""
    return with_motion(vehicle, sea.conditions.motion)


def measured(setup: Setup, sea: SeaState, true: VehicleState) -> tuple[VehicleState, tuple[float, float] | None]:
    """The state that sensors give, and latitude and longitude; what none of them measures is true."""
    values = setup.suite.navigation(sea.suite)
    names = {"x": "X", "y": "Y", "heading": "HEADING", "speed": "SPEED", "depth": "DEPTH", "roll": "ROLL"}
    names |= {"pitch": "PITCH", "yaw": "YAW", "sog": "SPEED_OVER_GROUND", "hog": "HEADING_OVER_GROUND"}
    names |= {"altitude": "ALTITUDE"}
    found = {field: values[suffix] for field, suffix in names.items() if suffix in values}
    place = (values["LAT"], values["LONG"]) if "LAT" in values and "LONG" in values else None
    return replace(true, **found), place


def silent_suffixes(setup: Setup, heard: Collection[str]) -> frozenset[str]:
    """Suffixes of PREFIX_* that a sensor measures whose kind is not among those ``heard``."""
    stale = {suffix for suffix, kind in setup.suite.sources.items() if kind not in heard}
    if "DEPTH" in stale:
        stale.add("Z")
    if "HEADING" in stale:
        stale.add("YAW")
    return frozenset(stale)


def report_lines(setup: Setup, sea: SeaState) -> list[str]:
    """Weather, sensors and faults for the report; empty when there is nothing to tell."""
    lines: list[str] = []
    if sea.blows(setup):
        given = ", ".join(f"{name}={value}" for name, value in sea.settings if name != "seed")
        lines += ["", "Weather Information:", "--------------------", f"     Given: {given} (seed {sea.weather.seed})"]
        lines += [f"  {name.rjust(20)}: {_rounded(value)}" for name, value in reports.publications(
            sea.weather, sea.conditions
        )]  # fmt: skip
    if setup.suite.sensors:
        lines += ["", "Sensors:", "--------"]
        lines += [f"  {s.name}: {s.kind.name}, {s.rate:g} Hz" for s in setup.suite.sensors]
        lines.append(f"  PREFIX_* carries the {'measured' if setup.sensors_as_nav else 'true'} state")
    if sea.faults:
        lines += ["", f"Faults: {fault_post(sea)[1]}"]
    return lines


def _rounded(value: float) -> str:
    return f"{value:.3f}"
