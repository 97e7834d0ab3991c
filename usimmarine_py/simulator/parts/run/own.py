"""The vehicle itself: pose and velocities, written by the part that moves it and by what puts it somewhere."""

from __future__ import annotations

from math import nan

from usimmarine_py.maths.angles import angle_180, angle_360, to_radians
from usimmarine_py.values import VehicleState
from usimmarine_py.values.frozen import dataclass, replace

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
