"""BHV_HSLine."""

from __future__ import annotations

from math import cos, radians, sin

from usimmarine_py.helm.behaviours.views.wishes import DecisionView
from usimmarine_py.helm.parameters import number
from usimmarine_py.maths.plane.shapes import look_text, points_text


class HSLine(DecisionView):
    """Draws the way that the last decision leads in some time; it has no wish."""

    time_on_leg: float = number(60.0, above=0.0, unit="s", what="Length of the line in time.")

    def ends(self) -> bool:
        return False

    def on_run(self) -> None:
        self.read_pose()
        if not self.decided():
            for name in ("DESIRED_HEADING", "DESIRED_SPEED"):
                if name not in self.buffer.numbers:
                    self.warn(f"No {name} info in the info_buffer")
        self._draw(active=True)

    def on_run_to_idle(self) -> None:
        self._draw(active=False)

    def _draw(self, *, active: bool) -> None:
        way, angle = self.value("DESIRED_SPEED") * self.time_on_leg, radians(self.value("DESIRED_HEADING"))
        end = self.nav_x + way * sin(angle), self.nav_y + way * cos(angle)
        look = look_text(f"{self.community}_{self.name}", active=active)
        self.post("VIEW_SEGLIST", points_text(((self.nav_x, self.nav_y), end)) + look)
