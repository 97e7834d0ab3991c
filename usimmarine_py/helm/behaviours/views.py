"""Behaviours that only draw."""

from __future__ import annotations

from math import cos, radians, sin
from typing import ClassVar

from usimmarine_py.helm.behavior import Behavior
from usimmarine_py.helm.parameters import colour, number, parameter, truth
from usimmarine_py.maths.angles import angle_180, bearing
from usimmarine_py.maths.plane.buffers import projected
from usimmarine_py.maths.plane.polygon import Point
from usimmarine_py.sums import plain_hypot
from usimmarine_py.text import compact_number
from usimmarine_py.texts.shapes import look_text, point_text, points_text, read_point

_NAMES = ("DESIRED_HEADING", "DESIRED_SPEED")


class DecisionView(Behavior):
    """Draws something about the last decision."""

    endless = True
    variables: ClassVar[tuple[str, ...]] = ("NAV_X", "NAV_Y", *_NAMES)

    def decided(self) -> bool:
        """Whether there is a decision; warns about what is missing."""
        return all([self.heard(name) for name in _NAMES])  # a list: each missing one has its warning


class HSLine(DecisionView):
    """Draws the way that the last decision leads in some time; it has no wish."""

    pose_macros = False
    unknown_keys = ("precision",)
    time_on_leg: float = number(60.0, above=0.0, unit="s", what="Length of the line in time.")

    def on_create(self) -> None:
        self._shape = ""  #: as drawn last
        self._fastest = -1.0  #: greatest speed that was desired, m/s

    def on_run(self) -> None:
        self.read_pose()
        if not self.decided():
            for name in _NAMES:
                if name not in self.buffer.numbers:
                    self.warn(f"No {name} info in the info_buffer")
        speed, angle = self.value("DESIRED_SPEED"), radians(self.value("DESIRED_HEADING"))
        self._fastest = max(self._fastest, speed)
        share = speed / self._fastest if self._fastest > 0 else 1.0  # a slower one is drawn shorter still
        way = speed * share * self.time_on_leg
        end = self.nav_x + way * sin(angle), self.nav_y + way * cos(angle)
        self._shape = points_text(((self.nav_x, self.nav_y), end))
        self._draw(active=True)

    def on_run_to_idle(self) -> None:
        self._draw(active=False)

    def on_complete_state(self) -> None:
        self._draw(active=False)

    def _draw(self, *, active: bool) -> None:
        if self._shape:
            self.post("VIEW_SEGLIST", self._shape + look_text(f"{self.community}_{self.name}", active=active))


_DRAWN = "label=LABEL,vertex_color=lime_green,vertex_size=2,ray_len=20,head_size=1"
_GONE = "active=false,label=LABEL,ray_len=5,head_size=3"


class PModelView(DecisionView):
    """Draws the way to the last decided course as the helm's model of the vehicle (``pmgen``) turns; it has no wish."""

    needed_axes = ("course", "speed")
    variables = ("NAV_X", "NAV_Y", "NAV_HEADING", "NAV_SPEED", *_NAMES)
    edge_color: str = colour("white", what="Accepted; no effect, as in the original.")
    vertex_color: str = colour("white", what="Accepted; no effect, as in the original.")
    vertex_size: float = number(3.0, minimum=0.0, what="Accepted; no effect, as in the original.")

    def on_create(self) -> None:
        self._course = 0.0  #: decided, as of the last iteration in which it ran, deg

    def on_run(self) -> None:
        self.read_pose()
        if self.decided():
            self._course = self.value("DESIRED_HEADING")
            if self.value("DESIRED_SPEED") > 0:
                self._draw(_DRAWN)

    def _draw(self, look: str) -> None:
        self.read_pose()
        course, here = self._course, (self.nav_x, self.nav_y)
        points, model = [here], self.surroundings.platform
        if model is not None:
            turn = angle_180(course - self.nav_heading)
            count = model.place_count(self.nav_heading, course)
            points = model.places(here, self.nav_heading, 1.0 if turn >= 0 else -1.0)[: count + 1]
        body = ":".join(f"{x:.1f},{y:.1f}" for x, y in points)
        label = f"{self.community}_seglr"
        self.post("VIEW_SEGLR", f"pts={{{body}}},ray={course:.1f},{look.replace('LABEL', label)}")

    def on_run_to_idle(self) -> None:
        self._draw(_GONE)


class BearingLine(Behavior):
    """Draws a line towards a point; it has no wish."""

    pose_macros = False
    unknown_keys = ("precision",)
    endless = True
    variables = ("NAV_X", "NAV_Y")
    bearing_point: Point | None = parameter(None, read_point, "point", unit="m", what="The point; default: 0,0.")
    line_pct: float = number(
        50.0, minimum=0.0, maximum=100.0, clamped=True, unit="%", what="Length of the line as a share of the way."
    )
    show_pt: bool = truth(True, what="Draws the point, too.")

    def on_create(self) -> None:
        self._line = ""  #: as drawn last

    def on_run(self) -> None:
        self.read_pose()
        x, y = self.bearing_point or (0.0, 0.0)
        here = self.nav_x, self.nav_y
        way = self.line_pct / 100.0 * plain_hypot(self.nav_x - x, self.nav_y - y)
        end = projected(here, bearing(*here, x, y), way)
        self._line = points_text(((self.nav_x, self.nav_y), end))
        self.post("VIEW_SEGLIST", self._line + look_text(f"{self.community}_{self.name}"))
        self._post_point(active=self.show_pt)

    def _post_point(self, *, active: bool) -> None:
        label = ",".join(compact_number(number, 0) for number in self.bearing_point or ())
        shown = {} if active else {"active": False}
        self.post("VIEW_POINT", point_text(self.bearing_point or (0.0, 0.0), label, **shown))

    def on_idle(self) -> None:
        self._take_away()

    def on_complete_state(self) -> None:
        self._take_away()

    def _take_away(self) -> None:
        look = look_text(f"{self.community}_{self.name}", active=False)
        self.post("VIEW_SEGLIST", self._line + look if self._line else "active=false")
        self._post_point(active=False)
