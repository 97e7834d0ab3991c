"""A vehicle's navigation as it came by mail, and the pair of coordinates that is filled in."""

from __future__ import annotations

from usimmarine_py.field.reporter.options import FILL_EMPTY, GLOBAL, LATEST, LOCAL
from usimmarine_py.maths.angles import angle_360
from usimmarine_py.maths.geodesy import Geodesy
from usimmarine_py.texts.node_report import NodeState

_FIELDS = {
    "X": "x", "Y": "y", "LAT": "latitude", "LONG": "longitude", "SPEED": "speed", "HEADING": "heading",
    "DEPTH": "depth",
}  # fmt: skip
_DETAILS = {"TRANSP": "transparency", "ALTITUDE": "altitude"}


class OwnNavigation:
    """What came under a prefix; ``state`` holds it."""

    def __init__(self, state: NodeState) -> None:
        self.state = state
        self.received = False
        self.time = 0.0  #: MOOS s, of the newest mail
        self._local_time = self._global_time = 0.0

    def take(self, field: str, value: float, now: float) -> bool:
        """Take the variable ``field`` (without its prefix) at MOOS time ``now``; False for one that is not reported."""
        if (name := _FIELDS.get(field)) is not None:
            setattr(self.state, name, angle_360(value) if field == "HEADING" else value)
        elif (name := _DETAILS.get(field)) is not None:
            setattr(self.state.details, name, value)
        elif field == "YAW":
            self.state.details.has_yaw = True
        else:
            return False
        self.received, self.time = True, now
        if field in ("X", "Y"):
            self._local_time = now
        elif field in ("LAT", "LONG"):
            self._global_time = now
        return True

    @property
    def complete(self) -> bool:
        """Whether position, speed and heading are known."""
        state = self.state
        moving = state.speed is not None and state.heading is not None
        return moving and (self._has_local or self._has_global)

    @property
    def placed(self) -> bool:
        """Whether a position is known, as far as the original looks: a longitude is enough."""
        return self._has_local or self.state.longitude is not None

    @property
    def _has_local(self) -> bool:
        return self.state.x is not None and self.state.y is not None

    @property
    def _has_global(self) -> bool:
        return self.state.latitude is not None and self.state.longitude is not None

    def fill(self, policy: str, grid: Geodesy | None) -> None:
        """Fill in the other pair of coordinates by ``policy``."""
        state = self.state
        some_global = state.latitude is not None or state.longitude is not None
        some_local = state.x is not None or state.y is not None
        to_global = to_local = False
        if policy == FILL_EMPTY:
            to_local, to_global = self._has_global and not some_local, self._has_local and not some_global
        elif policy == GLOBAL:
            to_local = self._has_global
        elif policy == LOCAL:
            to_global = self._has_local
        elif policy == LATEST:
            # as in the original half a pair will do
            to_local, to_global = self._global_time > self._local_time, self._local_time > self._global_time
        if grid is None:
            return
        if to_local:
            place = grid.to_local(state.latitude or 0.0, state.longitude or 0.0)
            state.x, state.y = (state.x, state.y) if place is None else place
        elif to_global:
            place = grid.to_latlon(state.x or 0.0, state.y or 0.0)
            state.latitude, state.longitude = (state.latitude, state.longitude) if place is None else place
