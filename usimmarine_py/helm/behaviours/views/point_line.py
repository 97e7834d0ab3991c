"""BHV_BearingLine."""

from __future__ import annotations

from usimmarine_py.helm.behavior import Behavior
from usimmarine_py.helm.parameters import number, parameter, truth
from usimmarine_py.maths.plane.shapes import Point, look_text, point_text, points_text, read_point
from usimmarine_py.text import compact_number


class BearingLine(Behavior):
    """Draws a line towards a point; it has no wish."""

    variables = ("NAV_X", "NAV_Y")
    bearing_point: Point | None = parameter(None, read_point, "point", unit="m", what="The point; default: 0,0.")
    line_pct: float = number(50.0, unit="%", what="Length of the line as a share of the way to the point.")
    show_pt: bool = truth(True, what="Draws the point, too.")

    def ends(self) -> bool:
        return False

    def on_run(self) -> None:
        self.read_pose()
        self._draw(active=True)

    def on_run_to_idle(self) -> None:
        self._draw(active=False)

    def _draw(self, *, active: bool) -> None:
        x, y = self.bearing_point or (0.0, 0.0)
        share = self.line_pct / 100.0
        end = self.nav_x + share * (x - self.nav_x), self.nav_y + share * (y - self.nav_y)
        gone = {} if active else {"active": False}
        points = points_text(((self.nav_x, self.nav_y), end))
        self.post("VIEW_SEGLIST", points + look_text(f"{self.community}_{self.name}", **gone))
        label = f"{compact_number(x)},{compact_number(y)}" if self.bearing_point else ""
        shown = {} if active and self.show_pt else {"active": False}
        self.post("VIEW_POINT", point_text((x, y), label, **shown))
