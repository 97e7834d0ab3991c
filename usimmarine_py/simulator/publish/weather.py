"""What weather, sensors and faults publish."""

from __future__ import annotations

from usimmarine_py.environment import reports
from usimmarine_py.model import Environment, Post, VehicleState
from usimmarine_py.model.faults import Fault
from usimmarine_py.model.frozen import replace
from usimmarine_py.sensors.suite import publications
from usimmarine_py.simulator.config.setup import Setup
from usimmarine_py.simulator.weather.state import Sensing, WeatherNow

#: Arrows are posted in every n-th iteration.
ARROW_MODULO = 10


def weather_posts(
    setup: Setup, weather: WeatherNow, vehicle: VehicleState, around: Environment, iteration: int, name: str
) -> list[Post]:
    """Numbers of every process in force and, now and then, the arrows; ``name`` begins the arrows' labels."""
    if not weather.acts:
        return []
    # the field is current, too, where the vehicle is; the drift has mail of its own
    met = replace(
        weather.conditions,
        current_east=weather.conditions.current_east + around.current_east,
        current_north=weather.conditions.current_north + around.current_north,
    )
    posts = reports.publications(weather.model, met)
    if setup.visuals_at is not None and iteration % ARROW_MODULO == 0:
        posts += reports.visuals(weather.model, met, setup.visuals_at, vehicle.x, vehicle.y, name)
    return posts


def sensor_posts(setup: Setup, sensing: Sensing) -> tuple[list[Post], list[str]]:
    """Mail of the readings delivered in the last step, and their NMEA sentences, which are mail too if asked."""
    posts: list[Post] = []
    spoken: list[str] = []
    talking = {sensor.name for sensor in setup.suite.sensors if sensor.nmea}
    for reading in sensing.readings:
        posts += publications(reading)
        if reading.sensor in talking:
            from usimmarine_py.sensors.nmea import sentences  # a vehicle without sensors starts without

            own = sentences(reading, setup.nmea_start)
            spoken += own
            if setup.nmea:
                posts += [Post("USM_NMEA", sentence) for sentence in own]
    return posts, spoken


def faults_text(faults: tuple[Fault, ...]) -> str:
    """The text of USM_FAULTS: the faults in force."""
    return ", ".join(str(fault) for fault in faults) or "none"
