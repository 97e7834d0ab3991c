"""BHV_Shadow."""

from __future__ import annotations

from collections.abc import Iterator

from usimmarine_py.helm.behaviours.contacts.contact import ContactBehavior
from usimmarine_py.helm.functions import Peak, Utility, couple, heading_peak, peak
from usimmarine_py.helm.parameters import number


class Shadow(ContactBehavior):
    """Takes the course and speed of a contact."""

    runs_unset = True
    pwt_outer_dist: float = number(0.0, minimum=0.0, unit="m", what="Beyond this it has no weight; 0: no limit.")
    heading_peakwidth: float = number(
        20.0, also=("hdg_peakwidth",), minimum=0.0, unit="deg", what="Half width of the top."
    )
    heading_basewidth: float = number(
        160.0, also=("hdg_basewidth",), minimum=0.0, unit="deg", what="Where utility falls to 0."
    )
    speed_peakwidth: float = number(
        0.1, also=("spd_peakwidth",), minimum=0.0, unit="m/s", what="Half width of the top."
    )
    speed_basewidth: float = number(
        2.0, also=("spd_basewidth",), minimum=0.0, unit="m/s", what="Where utility falls to 0."
    )

    def wanted(self) -> Iterator[str]:
        yield from super().wanted()
        if not self.life.spawned:
            yield "BHV_ABLE_FILTER"

    def on_contact(self) -> Utility | None:
        other = self.other
        for name, value in (("X", other.x), ("Y", other.y), ("SPEED", other.speed), ("HEADING", other.heading)):
            self.post(f"SHADOW_CONTACT_{name}", float(int(value + 0.5)))
        near = self.pwt_outer_dist == 0 or self.own_side.range <= self.pwt_outer_dist
        self.relevance = 1.0 if near else 0.0
        self.post("SHADOW_RELEVANCE", self.relevance)
        if not near:
            return None
        course = Peak(other.heading, self.heading_peakwidth, self.heading_basewidth, 50.0)
        speed = Peak(other.speed, self.speed_peakwidth, self.speed_basewidth, 10.0)
        return couple(heading_peak(self.axis("course"), course), peak(self.axis("speed"), speed), again=True)
