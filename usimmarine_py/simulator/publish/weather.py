"""What weather, sensors and faults publish."""

from __future__ import annotations

from usimmarine_py.sea import reports
from usimmarine_py.sea.weather import Conditions, Weather
from usimmarine_py.sensors.suite import publications
from usimmarine_py.simulator.config.setup import Setup
from usimmarine_py.simulator.state import SimulatorState
from usimmarine_py.simulator.weather.state import Sensing
from usimmarine_py.values import Environment, Post, VehicleState
from usimmarine_py.values.faults import Fault
from usimmarine_py.values.frozen import replace

#: Arrows are posted in every n-th iteration.
ARROW_MODULO = 10


def weather_now(setup: Setup, state: SimulatorState) -> tuple[Weather, Conditions, list[Post]]:
    """The weather in force, what the vehicle meets of it, and a number for each process of it; the drift apart."""
    model, met = (state.weather.model, state.weather.conditions) if state.weather.acts else (Weather(), Conditions())
    field = setup.flowing
    if field:
        # the field is current, too, where the vehicle is
        around = setup.local(Environment(), own_vehicle(setup, state), field=state.field_active)
        east, north = met.current_east + around.current_east, met.current_north + around.current_north
        met = replace(met, current_east=east, current_north=north)
    return model, met, reports.publications(model, met, field=field)


def own_vehicle(setup: Setup, state: SimulatorState) -> VehicleState:
    """The vehicle that drifts."""
    return (state.truth if setup.dual_state else state.nav).state


def weather_posts(setup: Setup, state: SimulatorState) -> list[Post]:
    """Numbers of every process in force and, now and then, the arrows."""
    if not (state.weather.acts or setup.flowing):
        return []
    model, met, posts = weather_now(setup, state)
    if setup.visuals_at is not None and state.iteration // setup.nav_modulo % ARROW_MODULO == 0:
        own = own_vehicle(setup, state)
        posts += reports.visuals(model, met, setup.visuals_at, own.x, own.y, setup.prefix.lower())
    return posts


def sensor_posts(setup: Setup, sensing: Sensing) -> tuple[list[Post], list[str]]:
    """Mail of the readings delivered in the last step, and their NMEA sentences, which are mail too if asked."""
    posts: list[Post] = []
    spoken: list[str] = []
    talking = {sensor.name: 1.0 / sensor.rate for sensor in setup.suite.sensors if sensor.nmea}
    rates = dict(setup.nmea_rates)
    for reading in sensing.readings:
        posts += publications(reading)
        if reading.sensor in talking:
            from usimmarine_py.sensors.nmea import sentences  # a vehicle without sensors starts without

            own = sentences(reading, setup.nmea_start, rates, talking[reading.sensor])
            spoken += own
            if setup.nmea:
                posts += [Post("USM_NMEA", sentence) for sentence in own]
    return posts, spoken


def faults_text(faults: tuple[Fault, ...]) -> str:
    """The text of USM_FAULTS: the faults in force."""
    return ", ".join(str(fault) for fault in faults) or "none"
