"""Records that many parts read: the vehicle itself, the time of its tick, the command in force, weather and sails."""

from __future__ import annotations

from math import nan
from typing import NamedTuple

from usimmarine_py.kinematic.sailing import Sailing
from usimmarine_py.maths.angles import angle_180, angle_360, to_radians
from usimmarine_py.sea.weather import Conditions, Weather, WeatherState
from usimmarine_py.values import ActuatorCommand, VehicleState
from usimmarine_py.values.frozen import dataclass, field, replace

#: The words of the thrust mode, as the report shows them.
NORMAL, DIFFERENTIAL, SAILING = "normal", "differential", "sailing"

Place = tuple[float, float]  #: latitude and longitude, deg


@dataclass(slots=True)
class Own:
    """One vehicle, units and frames as in ``VehicleState``; with ``dual_state`` there is a second one.

    ``full`` holds the whole state where a backend made it. None: the fields here are all that there is.
    """

    time: float = 0.0  #: s
    x: float = 0.0  #: m
    y: float = 0.0  #: m
    heading: float = 0.0  #: deg
    speed: float = 0.0  #: m/s
    depth: float = 0.0  #: m
    roll: float = 0.0  #: rad
    pitch: float = 0.0  #: rad
    yaw: float = 0.0  #: rad
    sog: float = 0.0  #: m/s
    hog: float = 0.0  #: deg
    altitude: float = nan  #: m
    full: VehicleState | None = None
    latitude: float = nan  #: deg, where the position was last converted to
    longitude: float = nan  #: deg

    def set(self, state: VehicleState) -> None:
        """Take the values of a whole state."""
        self.time, self.x, self.y, self.heading, self.speed = state.time, state.x, state.y, state.heading, state.speed
        self.depth, self.roll, self.pitch, self.yaw = state.depth, state.roll, state.pitch, state.yaw
        self.sog, self.hog, self.altitude, self.full = state.sog, state.hog, state.altitude, state

    @property
    def state(self) -> VehicleState:
        """The whole state as a frozen value."""
        full = self.full
        if full is None:
            full = self.full = VehicleState(
                self.time, self.x, self.y, self.heading, self.speed, self.depth, self.roll, self.pitch, self.yaw,
                self.sog, self.hog, self.altitude,
            )  # fmt: skip
        return full

    def stamp(self, time: float) -> None:
        """Set the time stamp (s) alone."""
        self.time = time
        if self.full is not None:
            self.full = replace(self.full, time=time)

    def copy(self, other: Own) -> None:
        """Take the values of another vehicle, its latitude and longitude too."""
        self.set(other.state)
        self.latitude, self.longitude = other.latitude, other.longitude


def moved(state: VehicleState, values: dict[str, float], *, exact: bool) -> VehicleState:
    """Return the state with the named values; ``exact`` wraps the heading, lets yaw follow it and keeps depth >= 0."""
    if not exact:
        return replace(state, **values)
    new = dict(values)
    if "heading" in new:
        new["heading"] = angle_360(new["heading"])
        new["yaw"] = -to_radians(angle_180(new["heading"]))
    if "depth" in new:
        new["depth"] = max(new["depth"], 0.0)
    return replace(state, **new)


@dataclass(slots=True)
class Time:
    """The time of the present tick."""

    clock: float = 0.0  #: s, of the last tick, or of start-up
    since: float = 0.0  #: s, from the tick before to this one
    iteration: int = 0
    dt: float = 0.0  #: s, of the step
    moves: bool = False  #: there is a step in this tick
    elapsed: float = 0.0  #: s, simulated since the start
    frozen: bool = False  #: an obstacle holds the vehicle in this tick


@dataclass(slots=True)
class Command:
    """The command in force, fields and units as in ``ActuatorCommand``."""

    thrust: float = 0.0  #: %
    rudder: float = 0.0  #: %
    elevator: float = 0.0  #: %
    thrust_left: float = 0.0  #: %
    thrust_right: float = 0.0  #: %
    fan: float = 0.0  #: %
    sway: float = 0.0  #: %
    heave: float = 0.0  #: %
    reverse: bool = False
    set_points: tuple[tuple[str, float], ...] = ()
    force: tuple[float, ...] = ()
    thrust_mode: str = NORMAL  #: of the thrusters
    rudder_time: float = 0.0  #: s, when the rudder was last moved
    rudder_wanted: float = 0.0  #: %, where it was last sent: a limited rudder gets there later

    @property
    def differential(self) -> bool:
        """Whether two thrusts steer."""
        return self.thrust_mode == DIFFERENTIAL

    def frozen(self) -> ActuatorCommand:
        """Return the command as a frozen value."""
        return ActuatorCommand(
            self.thrust, self.rudder, self.elevator, self.thrust_left, self.thrust_right, self.fan, self.sway,
            self.heave, self.thrust_mode == DIFFERENTIAL, self.reverse, (), self.set_points, self.force,
        )  # fmt: skip

    def set(self, command: ActuatorCommand) -> None:
        """Take the values of a frozen command; its mode is not taken."""
        self.thrust, self.rudder, self.elevator = command.thrust, command.rudder, command.elevator
        self.thrust_left, self.thrust_right, self.fan = command.thrust_left, command.thrust_right, command.fan
        self.sway, self.heave, self.reverse = command.sway, command.heave, command.reverse
        self.set_points, self.force = command.set_points, command.force


class GroundSpeed(NamedTuple):
    """Velocity over ground of a vehicle at the last point of its grid, and what it gained in the step before (m/s)."""

    north: float
    east: float
    gained: tuple[float, float] = (0.0, 0.0)  #: north and east

    def after(self, north: float, east: float) -> GroundSpeed:
        """Return that one step later."""
        return GroundSpeed(north, east, (north - self.north, east - self.east))


@dataclass(slots=True)
class WeatherNow:
    """The weather of a vehicle."""

    settings: tuple[tuple[str, str], ...] = ()  #: parameters in force, by name
    model: Weather = field(default_factory=Weather)  #: made from them
    asked: bool = False  #: a weather parameter or USM_WEATHER was given; WIND_CONDITIONS alone is for the sails
    acts: bool = False  #: on this vehicle at all
    processes: WeatherState = field(default_factory=WeatherState)
    conditions: Conditions = field(default_factory=Conditions)  #: at the vehicle, after the last step
    met: Weather | None = None  #: the weather that ``conditions`` are of
    seen: VehicleState | None = None  #: the vehicle after the last step; None = ``conditions`` are out of date
    pace: GroundSpeed | None = None  #: of the vehicle ``seen``


@dataclass(slots=True)
class SailState:
    """Wind and polar plot."""

    sailing: Sailing = Sailing()
    sailed: bool = False  #: both were set in the last step, whatever the thrust mode
