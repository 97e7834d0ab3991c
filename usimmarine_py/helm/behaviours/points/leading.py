"""Steering to a point ahead on the line to the next one."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from usimmarine_py.helm.behaviours.points.status import PointStatus
from usimmarine_py.helm.condition import HelmCondition
from usimmarine_py.helm.parameters import leading, number, other_key, truth
from usimmarine_py.limits import MOST_FLAGS, admit
from usimmarine_py.maths.angles import bearing
from usimmarine_py.maths.plane.buffers import projected
from usimmarine_py.maths.plane.polygon import Point
from usimmarine_py.maths.plane.segments import foot_on_segment
from usimmarine_py.sums import plain_hypot
from usimmarine_py.values.key import Key


class Leading(PointStatus):
    """Leads along the lines between points, where asked for."""

    other_keys: ClassVar[tuple[Key, ...]] = (
        other_key("lead_condition", "text", "It leads only while all of these conditions hold."),
    )

    lead: float = number(-1.0, unit="m", what="Steers to a point this far ahead on the line.")
    lead_damper: float = leading(-1.0, above=0.0, unit="m", what="Off the line by less than this, leads further.")
    lead_to_start: bool = truth(False, what="Leads on the way to the first point too.")

    def on_create(self) -> None:
        super().on_create()
        self.start: Point | None = None  #: where leading to the first point began
        self._lead_conditions: list[HelmCondition] = []
        self._lead_names: list[str] = []  #: variables of those that a text without mistakes completed

    def on_other(self, key: str, text: str) -> bool:
        if key == "lead_condition":
            # the original replaces every comma first
            admit(len(self._lead_conditions) + 1, MOST_FLAGS, "conditions of leading")
            self._lead_conditions.append(HelmCondition(text.replace(",", "=")))
            return True
        return False

    def wanted(self) -> Iterator[str]:
        yield from super().wanted()
        yield from self._lead_names

    def on_configured(self) -> None:
        super().on_configured()
        self._lead_names = [name for condition in self._lead_conditions for name in condition.names]

    def track_point(self, here: Point) -> Point:
        """Return the point that it steers to: the current one, or one ahead on the line to it."""
        engine = self.engine
        point = engine.current
        if self.lead <= 0 or not all([c.holds(self.buffer) for c in self._lead_conditions]):
            return point
        if engine.index > 0:
            anchor = engine.points[engine.index - 1]
        elif engine.cycles:
            anchor = engine.points[-1]
        elif self.lead_to_start:
            anchor = self.start = self.start or here
        else:
            return point
        if point == anchor:
            return point
        foot = foot_on_segment(*anchor, *point, *here)
        off = plain_hypot(here[0] - foot[0], here[1] - foot[1])
        factor = 1 + 2 * (1 - off / self.lead_damper) if 0 <= off < self.lead_damper else 1.0
        left = plain_hypot(point[0] - foot[0], point[1] - foot[1])
        return projected(foot, bearing(*anchor, *point), min(self.lead * factor, left))
