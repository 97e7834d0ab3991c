"""Navigation: the posts of a vehicle's position and motion, in the order of its dialect (laws/usimmarine 5)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache, partial
from math import isfinite, isnan, nan
from typing import Any

from usimmarine_py.kernels.kinematic import half_turned_yaw
from usimmarine_py.kinematic.dialects import Dialect
from usimmarine_py.maths.angles import angle_360
from usimmarine_py.maths.geodesy import Geodesy
from usimmarine_py.simulator.part import Part, PartsRow, Share
from usimmarine_py.simulator.parts.shown.measured import with_motion
from usimmarine_py.simulator.parts.shown.sensors import SensorPart
from usimmarine_py.simulator.parts.shown.velocities import further
from usimmarine_py.simulator.records import Own, Place, WeatherNow
from usimmarine_py.text import compact_number, snap
from usimmarine_py.values import Finding, Key, Value, VehicleState
from usimmarine_py.values.frozen import dataclass, replace
from usimmarine_py.values.key import SimulatorRules
from usimmarine_py.values.rows import Row, Shape, make_row, single


@dataclass(slots=True)
class Publication:
    """Parameters of what is published."""

    prefix: str = "USM"  #: of the published names, without the underscore that joins them
    dual_state: bool = False  #: navigation without drift, ground truth with it (laws/kinematics 1.1)
    nav_modulo: int = 1  #: navigation is published in every n-th iteration
    post_forces: bool = False  #: post set-points and forces (laws/hydrodynamics 15)
    navpos_summary: bool = False  #: post USM_NAVPOS_SUMMARY (laws/usimmarine 1.8)
    depth_info: bool = True  #: depth in the report (laws/usimmarine 6)
    speed_cap: float | None = None  #: m/s, of the published speed (laws/usimmarine 5)
    visuals_at: tuple[float, float] | None = None  #: m, where the arrows of the weather are drawn; None = nowhere


class Located:
    """Latitude and longitude of a vehicle: kept from the step, or converted when they are asked for."""

    def __init__(self, geodesy: Geodesy | None, dialect: Dialect) -> None:
        self.geodesy = geodesy
        self._converts = not dialect.later
        self._quirks = dialect.quirks

    def known(self, own: Own) -> Place:
        """Return latitude and longitude (deg) of a vehicle; nan without a datum, or before the first step."""
        if self.geodesy is not None and self._converts:
            place = self.geodesy.to_latlon(own.x, own.y)
            if place is not None:
                return place
        return own.latitude, own.longitude

    def published(self, own: Own) -> Place | None:
        """Return what is posted; None without a datum. V22 and V23 post zeros until their first step."""
        geodesy = self.geodesy
        if geodesy is None:
            return None
        if self._converts:
            place = geodesy.to_latlon(own.x, own.y)
            if place is not None:
                return place
        if isfinite(own.latitude):
            return own.latitude, own.longitude
        return (0.0, 0.0) if self._quirks else geodesy.to_latlon(own.x, own.y)


class NavigationBlock:
    """The posts of one vehicle under one prefix."""

    def __init__(self, prefix: str, settings: Publication, dialect: Dialect, *, diving: bool) -> None:
        """``diving``: depth, pitch and yaw are published, too."""
        self.prefix, self._cap, self._summary = prefix, settings.speed_cap, settings.navpos_summary
        self._snaps, self._diving = dialect.recorded, diving
        self._mode = diving and dialect.recorded
        self._shapes: list[Shape | None] = [None] * 4  #: by whether place (+ 2) and altitude (+ 1) are known

    def row(self, vehicle: Own | VehicleState, place: Place | None, full: VehicleState | None = None) -> Row:
        """Return the row of a vehicle; ``full``: its whole state where it has velocities."""
        speed, altitude = vehicle.speed, vehicle.altitude
        if self._snaps:
            # cut to a 64-bit integer, not-a-number is the lowest of them
            speed = snap(speed, 0.01) if not isnan(speed) else -(2.0**63) * 0.01
        if self._cap is not None:
            speed = min(speed, self._cap)
        x, y, depth = vehicle.x, vehicle.y, vehicle.depth
        values: tuple[Value, ...] = (x, y) if place is None else (x, y, *place)
        if self._summary:
            values += (navpos_summary(x, y, place),)
        values += (vehicle.heading, speed, depth if depth >= 0.0 else max(depth, 0.0))
        if self._mode:
            values += ("TRUE", -depth, vehicle.pitch, vehicle.yaw, x, y)
        elif self._diving:
            values += (-depth, vehicle.pitch, vehicle.yaw)
        values += (vehicle.hog, vehicle.sog)
        high = isfinite(altitude)
        if high:
            values += (altitude,)
        kind = high if place is None else high + 2
        shape = self._shapes[kind]
        if shape is None:
            names = _names(self.prefix, place is not None, self._summary, self._diving, self._mode, high)
            shape = self._shapes[kind] = Shape(names)
        if full is not None and full.nu:
            shape, more = further(self.prefix, full, shape)
            values += more
        return make_row((shape, values, None, ""))


def _names(prefix: str, placed: bool, summary: bool, diving: bool, mode: bool, altitude: bool) -> tuple[str, ...]:
    names = [f"{prefix}_X", f"{prefix}_Y"]
    if placed:
        names += [f"{prefix}_LAT", f"{prefix}_LONG"]
    if summary:
        names.append("USM_NAVPOS_SUMMARY")
    names += [f"{prefix}_HEADING", f"{prefix}_SPEED", f"{prefix}_DEPTH"]
    if diving:
        names += ["SIMULATION_MODE"] * mode
        names += [f"{prefix}_Z", f"{prefix}_PITCH", f"{prefix}_YAW"]
        names += ["TRUE_X", "TRUE_Y"] * mode
    names += [f"{prefix}_HEADING_OVER_GROUND", f"{prefix}_SPEED_OVER_GROUND"]
    if altitude:
        names.append(f"{prefix}_ALTITUDE")
    return tuple(names)


def navpos_summary(x: float, y: float, place: Place | None) -> str:
    """Return the text of USM_NAVPOS_SUMMARY (laws/usimmarine 1.8) for a position (m)."""
    text = f"x={compact_number(x, 3)},y={compact_number(y, 3)}"
    if place is not None and all(place):
        text += f",lat={compact_number(place[0], 7)},lon={compact_number(place[1], 7)}"
    return text


def half_turned(state: VehicleState) -> VehicleState:
    """Return the state with heading, heading over ground and yaw turned by 180 degrees (laws/kinematics 7)."""
    return replace(
        state,
        heading=angle_360(state.heading + 180),
        hog=angle_360(state.hog + 180),
        yaw=half_turned_yaw(state.yaw),
    )


class Navigation(Part):
    """Posts the vehicle: as it is, as waves let it show, or as sensors measure it."""

    def __init__(
        self, row: PartsRow, settings: Publication, located: Located, weather: WeatherNow, sensors: SensorPart, *,
        diving: bool,
    ) -> None:  # fmt: skip
        super().__init__(row)
        self.settings, self.located = settings, located
        self._nav, self._truth = row.nav, row.truth if row.dual else None
        self._weather, self._sensors = weather, sensors
        self._plain = False  #: the vehicle shows as it is
        self._turns, self._stores = not row.dialect.has("reverse_flip"), row.dialect.later
        self._block = NavigationBlock(settings.prefix, settings, row.dialect, diving=diving)
        self._true_block = NavigationBlock(f"{settings.prefix}_GT", settings, row.dialect, diving=diving)

    def shares(self) -> Mapping[str, Share]:
        """``post`` posts navigation; ``forces`` posts set-points and forces."""
        self._plain = self._truth is None and not (self._weather.acts or self._sensors.watched)
        found = {"post": self.post}
        if self.settings.post_forces:
            found["forces"] = self.forces
        return found

    def post(self, now: float) -> None:
        """Post navigation when it is due."""
        del now
        if self._time.iteration % self._modulo:
            return
        nav, output = self._nav, self._output
        if self._plain and not (self._command.reverse and self._turns):
            output.rows.append(self._block.row(nav, self.located.published(nav), nav.full))
        else:
            output.rows += self._rows()

    def _rows(self) -> list[Row]:
        """Return navigation in weather, with sensors, with dual state or in reverse."""
        own = self._nav if self._truth is None else self._truth
        seen = (
            with_motion(own.state, self._weather.conditions.motion)
            if self._weather.acts or self._sensors.watched
            else own.state
        )
        if self._sensors.as_navigation:
            return self._measured(own, seen)
        nav, truth = (seen, None) if self._truth is None else (self._nav.state, seen)
        if self._command.reverse and self._turns:
            nav = half_turned(nav)
            if truth is not None and self._stores:
                truth = half_turned(truth)
        rows = [self._block.row(nav, self.located.published(self._nav), nav)]
        if truth is not None:
            rows.append(self._true_block.row(truth, self.located.published(own), truth))
        return rows

    def _measured(self, own: Own, true: VehicleState) -> list[Row]:
        """Return PREFIX_* as the sensors measure it and PREFIX_GT_* as it is.

        A variable of a sensor is posted when this has delivered since the last time, so that a dead sensor shows.
        """
        sensors, prefix = self._sensors, self.settings.prefix
        vehicle, place = sensors.measured()
        # velocities and rates in the vehicle's axes are truth, which a navigation system does not give away
        where = self.located.published(own)
        if "X" in sensors.suite.sources and self.located.geodesy is not None:
            where = self._measured_place(vehicle, place or (nan, nan))
        row = self._block.row(vehicle, where)
        posts = list(zip(row.shape.names, row.values, strict=True))
        if "ROLL" in sensors.suite.sources:
            posts.append((f"{prefix}_ROLL", vehicle.roll))
        posts += [(f"{prefix}_{name.upper()}", value) for name, value in vehicle.actuators]
        silent = {f"{prefix}_{suffix}" for suffix in sensors.silent(sensors.state.fresh)}
        rows = [single(name, value) for name, value in posts if name not in silent]
        return [*rows, self._true_block.row(true, self.located.published(own), true)]

    def _measured_place(self, vehicle: VehicleState, place: Place) -> Place | None:
        """Return latitude and longitude of a measured position: the sensor's where the dialect keeps them."""
        own = Own(latitude=place[0], longitude=place[1])
        own.set(vehicle)
        return self.located.published(own)

    def held(self) -> None:
        """Post the vehicle twice with speed 0, as V22 does while an obstacle holds it (laws/usimmarine 8.2)."""
        if self._time.iteration % self._modulo == 0:
            state = replace(self._nav.state, speed=0.0)
            self._output.rows += 2 * [self._block.row(state, self.located.published(self._nav), state)]

    def forces(self, now: float) -> None:
        """Post what was commanded and what acts, where the backend tells it (laws/hydrodynamics 15)."""
        del now
        if self._time.iteration % self._modulo == 0:
            own = self._nav if self._truth is None else self._truth
            names, values = zip(*own.state.forces, strict=True) if own.state.forces else ((), ())
            if names:
                self._output.rows.append(make_row((_force_shape(names), values, None, "")))


@lru_cache(maxsize=8)
def _force_shape(names: tuple[str, ...]) -> Shape:
    return Shape(tuple(f"USM_{name}" for name in names))


def _prefix(draft: Any, text: str) -> Finding | None:
    if text.endswith("_") and not draft.dialect.quirks:
        text = text[:-1]
    draft.publication.prefix = text
    return None


_own = partial(Key, group="publication")

PARAMETERS: Sequence[Key] = (
    _own(
        "prefix", "text", "USM",
        "First part of the published names. One trailing underscore is dropped, except where the recorded version kept "
        "it (quirks = true).", example="USM", source="laws/usimmarine 3, 5",
        rules=SimulatorRules(reader=_prefix),
    ),
    _own(
        "dual_state", "bool", "false",
        "Keep two copies: navigation without the drift, and the ground truth (published with _GT) with it.",
        source="laws/usimmarine 3, laws/kinematics 1.1",
    ),
    _own(
        "nav_modulo", "integer", "1", "Publish navigation in every n-th iteration only.", minimum=1.0,
        source="our own; overrides the habit of V22 and V23",
        rules=SimulatorRules(dialect_defaults={"v22": "2", "v23": "2"}),
    ),
    _own(
        "post_navpos_summary", "bool", "false", "Post USM_NAVPOS_SUMMARY.",
        source="laws/usimmarine 1.6",
        rules=SimulatorRules(dialects=("v22",), into="navpos_summary"),
    ),
    _own(
        "post_forces", "bool", "false",
        "Post what was commanded of each actuator (USM_SET_*) and every force on the vehicle (USM_FORCE_*), with "
        "dynamics = fossen3 or fossen6; columns of CSV and Parquet, too.", source="laws/hydrodynamics 15",
    ),
    _own(
        "depth_info_acast", "bool", "true", "Show depth in the report.", source="laws/usimmarine 6",
        rules=SimulatorRules(dialects=("v23",), into="depth_info", exclusive=True),
    ),
)  # fmt: skip
