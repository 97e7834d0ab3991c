"""Weather and sensors, whose lines depend on each other: collected one by one, judged behind the last."""

from __future__ import annotations

from typing import TYPE_CHECKING

from usimmarine_py.errors import ConfigError, Severity
from usimmarine_py.sea.hull import hull_of
from usimmarine_py.sea.parameters import PARAMETERS as WEATHER
from usimmarine_py.sea.settings import seed_of, visuals_from, weather_from
from usimmarine_py.sensors.parameters import PARAMETERS as SENSORS
from usimmarine_py.sensors.settings import in_water
from usimmarine_py.sensors.suite import Suite
from usimmarine_py.simulator.config.draft import Draft
from usimmarine_py.simulator.parts.around.ground import GroundRules
from usimmarine_py.simulator.parts.around.weather import sailing_in, wind_settings
from usimmarine_py.simulator.parts.shown.sensors import NmeaSettings, SensorSettings
from usimmarine_py.values import ConfigLine, limits_of
from usimmarine_py.values.frozen import replace
from usimmarine_py.vehicle.actuators.faults import COMMAND_TARGETS

if TYPE_CHECKING:
    from usimmarine_py.sensors.dead_reckoning import Reckoner
    from usimmarine_py.sensors.sensor import Sensor

#: Parameters whose lines are collected.
COLLECTED = (*WEATHER, *SENSORS)
_WEATHER_NAMES = frozenset(parameter.name for parameter in WEATHER)
#: These alone make no weather.
_NO_WEATHER = frozenset({"seed", "sea_seed", "visuals", "visuals_at"})


def settle(draft: Draft, seed: int | None) -> None:
    """Settle weather and sensors from the collected lines; a warning for each line that had to be left out.

    The wind of the sails counts where no weather parameter gives one; ``seed`` overrides the line.
    """
    vehicle, sailing = draft.vehicle, draft.sailing
    backend = vehicle.backend
    vehicle.hull, vehicle.limits = replace(hull_of(backend), owner=draft.nmea.own_name), limits_of(backend)
    visuals_at = _weather(draft, seed)
    for parameter, value in draft.values(SENSORS):
        draft.change(**{parameter.target: value})
    sensors = tuple(in_water(sensor, vehicle.hull.rho) for sensor in draft.pending.sensors)
    run_seed = seed_of(dict(draft.weather.settings))
    vehicle.suite = Suite(sensors, run_seed, _reckoner(draft, sensors), draft.nmea.own_name)
    draft.publication.visuals_at = visuals_at
    vehicle.ground = GroundRules(
        backend is not None or draft.meets_ground,
        vehicle.limits.draft if vehicle.draft is None else vehicle.draft,
        vehicle.limits.surface,
        getattr(backend, "squat", 0.0) if draft.depths.squats else 0.0,
    )
    vehicle.actuators = (*COMMAND_TARGETS, *getattr(backend, "actuator_targets", ()))
    draft.sail.sailing = sailing_in(draft.weather, sailing)
    _remarks(draft)


def _weather(draft: Draft, seed: int | None) -> tuple[float, float] | None:
    """Settle the weather and return where visuals are drawn; lines that cannot be used are left out with a warning."""
    now = draft.weather
    settings = {name: line.value for name, line in draft.pending.lines.items() if name in _WEATHER_NAMES}
    if seed is not None:
        settings["seed"] = str(seed)
    asked = bool(settings.keys() - _NO_WEATHER)
    now.settings = tuple(settings.items())
    visuals_at = settle_weather(draft, draft.depths.water_depth)
    wind = draft.sailing.wind
    if wind.is_set and not now.model.wind.given:
        settings = dict(now.settings)
        try:
            settings |= wind_settings(draft.sailing)
            now.model = weather_from(settings, draft.vehicle.hull, draft.start_time, draft.depths.water_depth)
        except ConfigError as error:
            settings = {k: v for k, v in settings.items() if k not in ("wind_speed", "wind_dir")}
            draft.refuse(error, ConfigLine("wind_conditions", wind.summary()))
        now.settings = tuple(settings.items())
    now.asked = asked
    now.acts = asked or (draft.vehicle.backend is not None and now.model.wind.given)
    return visuals_at


def settle_weather(draft: Draft, depth: float) -> tuple[float, float] | None:
    """Make the weather of its settings in water ``depth`` m deep (0 = deep), and return where visuals are drawn.

    A setting that cannot be is left out with a warning.
    """
    now = draft.weather
    settings = dict(now.settings)
    while True:
        try:
            weather = weather_from(settings, draft.vehicle.hull, draft.start_time, depth)
            visuals_at = visuals_from(settings)
            break
        except ConfigError as error:
            if error.key not in settings:
                raise
            # the rest of the weather must not suffer from one bad line
            draft.refuse(error)
            del settings[error.key]
    now.settings, now.model = tuple(settings.items()), weather
    line = draft.pending.lines.get("current_speed")
    if weather.waves.hs > 0.0 and line is not None and (blocked := weather.surface().blocked):
        text = f"the current blocks {blocked} of {weather.waves.components} components of the waves: they are left out"
        draft.warn(line, text, severity=Severity.NOTE)
    return visuals_at


def _reckoner(draft: Draft, sensors: tuple[Sensor, ...]) -> Reckoner | None:
    """Dead reckoning, where requested and possible."""
    if not draft.sensor_settings.dead_reckoning:
        return None
    from usimmarine_py.sensors.dead_reckoning import reckoner_for  # few vehicles have it

    try:
        return reckoner_for(sensors, draft.sensor_settings.dead_reckoning_drift)
    except ConfigError as error:
        draft.refuse(error)
    return None


def _remarks(draft: Draft) -> None:
    """Warn of lines that are right but do nothing, or less than they seem to."""
    idle: list[str] = []
    settings, nmea, suite = draft.sensor_settings, draft.nmea, draft.vehicle.suite
    if settings.dead_reckoning_drift != SensorSettings().dead_reckoning_drift and not settings.dead_reckoning:
        draft.warn("dead_reckoning_drift", "has no effect without dead_reckoning = true", severity=Severity.NOTE)
    if not suite.sensors:
        ports = ("nmea", "nmea_start", "nmea_udp", "nmea_tcp", "nmea_serial")
        for name in ("sensors_as_nav", *(() if nmea.nmea_ais else ports)):
            if name in draft.pending.lines and draft.get(name):
                idle.append(name)
    elif settings.sensors_as_nav:
        measured = suite.sources
        true = [suffix for suffix in ("X", "HEADING", "SPEED", "DEPTH") if suffix not in measured]
        if true:
            text = f"no sensor measures {', '.join(true)}: the true values are published"
            draft.warn("sensors_as_nav", text, severity=Severity.NOTE)
    for text in _unmet_rates(nmea, suite):
        draft.warn("nmea_rates", text, severity=Severity.NOTE)
    for name in idle:
        draft.warn(name, "has no effect without a sensor; add a line sensor = gps", idle=True)


def doubtful_instruments(draft: Draft) -> None:
    """Warn of instruments under water that cannot work, or not yet; asked when the sea bed is known."""
    suite, lines = draft.vehicle.suite, draft.pending.sensor_lines
    around = None
    if suite.under_water:
        from usimmarine_py.sensors.water import Surroundings  # few vehicles have such instruments

        bed = draft.vehicle.ground.bed(draft.depths.water_depth)
        around = Surroundings(bed, draft.sensor_settings.water_column, draft.vehicle.hull.rho)
    heard = {"ctd", "usbl", "sonar"} & {sensor.kind.name for sensor in suite.sensors}
    line = lines.get("water_profile")
    # a vehicle with hydrodynamics that dives is carried by it
    carried = draft.vehicle.backend is not None and not draft.vehicle.limits.surface
    if line is not None and not (heard or carried):
        draft.warn(line, "has no effect without a ctd, usbl or sonar", severity=Severity.NOTE)
    for sensor in suite.sensors:
        if around is None:
            break
        from usimmarine_py.sensors.underwater import doubts  # loaded by its line

        pose, line = draft.pose, lines.get(sensor.name)
        why, lasts = doubts(sensor.kind, sensor.own, (pose.x, pose.y, pose.depth), around)
        if why:
            # mail may tell the depth, and the vehicle will move
            severity = Severity.WARNING if lasts else Severity.NOTE
            line = line or ConfigLine("sensor", sensor.kind.name)
            draft.warn(line, f"{sensor.name} {why}", severity=severity, taken=lasts)


def _unmet_rates(nmea: NmeaSettings, suite: Suite) -> list[str]:
    """Return warnings about requested sentences that are not sent, or less often."""
    if not nmea.nmea_rates:
        return []
    from usimmarine_py.sensors.nmea import AIS, SPOKEN  # a vehicle without sensors starts without

    found = []
    for name, rate in nmea.nmea_rates:
        of = [sensor for sensor in suite.sensors if sensor.nmea and name in SPOKEN.get(sensor.kind.name, ())]
        best = max((sensor.rate for sensor in of), default=0.0)
        if name == AIS and not nmea.nmea_ais:
            found.append(f"{name} has no effect without nmea_ais = true")
        elif name != AIS and not of:
            found.append(f"no sensor speaks {name}")
        elif name != AIS and rate > best:
            found.append(f"{name} = {rate:g}: the sensor {of[0].name} gives {best:g} a second")
    return found
