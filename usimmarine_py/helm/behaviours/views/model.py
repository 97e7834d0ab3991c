"""BHV_PModelView."""

from __future__ import annotations

from usimmarine_py.helm.behaviours.views.wishes import DecisionView
from usimmarine_py.maths.angles import angle_180

_DRAWN = "label=LABEL,vertex_color=lime_green,vertex_size=2,ray_len=20,head_size=1"
_GONE = "active=false,label=LABEL,ray_len=5,head_size=3"


class PModelView(DecisionView):
    """Draws the way to the last decided course as the helm's model of the vehicle (``pmgen``) turns; it has no wish."""

    def ends(self) -> bool:
        return False

    def on_create(self) -> None:
        self._shape = ""  #: as drawn last

    def on_run(self) -> None:
        self.read_pose()
        if not self.decided():
            return
        course, here = self.value("DESIRED_HEADING"), (self.nav_x, self.nav_y)
        points, model = [here], self.surroundings.platform
        if model is not None:
            turn = angle_180(course - self.nav_heading)
            points = model.places(here, self.nav_heading, 1.0 if turn >= 0 else -1.0)[: model.place_count(turn) + 1]
        body = ":".join(f"{x:.1f},{y:.1f}" for x, y in points)
        self._shape = f"pts={{{body}}},ray={course:.1f}"
        self._draw(_DRAWN)

    def on_run_to_idle(self) -> None:
        if self._shape:
            self._draw(_GONE)

    def _draw(self, look: str) -> None:
        self.post("VIEW_SEGLR", f"{self._shape},{look.replace('LABEL', f'{self.community}_seglr')}")
