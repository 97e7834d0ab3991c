"""BHV_SimpleWaypoint, the example behaviour of moos-ivp-extend."""

from __future__ import annotations

from usimmarine_py.helm.behavior import Behavior
from usimmarine_py.helm.functions import Peak, Utility, couple, heading_peak, peak
from usimmarine_py.helm.parameters import choice, number
from usimmarine_py.maths.angles import bearing
from usimmarine_py.sums import plain_hypot
from usimmarine_py.texts.shapes import point_text


class SimpleWaypoint(Behavior):
    """Steers to one point and completes there."""

    variables = ("NAV_X", "NAV_Y")

    ptx: float = number(0.0, unit="m", what="The point, east.")
    pty: float = number(0.0, unit="m", what="The point, north.")
    speed: float = number(0.0, above=0.0, unit="m/s", what="Speed.")
    radius: float = number(10.0, above=0.0, unit="m", what="The point is reached this close.")
    ipf_type: str = choice("zaic", ("zaic", "reflector"), what="Course and speed apart, or coupled.")

    def on_idle(self) -> None:
        self._draw(active=False)

    def on_run(self) -> Utility | None:
        if not {"NAV_X", "NAV_Y"} <= self.buffer.numbers.keys():
            self.warn("No ownship X/Y info in info_buffer.")
            return None
        # not nav_x and nav_y: $[OSX] of its flags is 0 in the original
        x, y = self.value("NAV_X"), self.value("NAV_Y")
        if plain_hypot(self.ptx - x, self.pty - y) <= self.radius:
            self.complete()
            self._draw(active=False)
            return None
        self._draw(active=True)
        course, speed = self.axis("course"), self.axis("speed")
        towards = bearing(x, y, self.ptx, self.pty)
        if self.ipf_type == "reflector":
            from usimmarine_py.helm.functions.surface import closure_at_speed  # numpy only for coupled functions

            return closure_at_speed(course, speed, towards, self.speed, self.surroundings.draws)
        turn = heading_peak(course, Peak(towards, 0.0, 180.0))
        return couple(turn, peak(speed, Peak(self.speed, 0.5, 1.0, 0.8)))

    def _draw(self, *, active: bool) -> None:
        label = f"{self.community}'s next waypoint"
        self.post("VIEW_POINT", point_text((self.ptx, self.pty), label, active=active))
