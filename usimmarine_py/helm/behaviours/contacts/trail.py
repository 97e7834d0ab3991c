"""BHV_Trail."""

from __future__ import annotations

from math import cos, isfinite, radians, sin
from typing import ClassVar

from usimmarine_py.helm.behaviours.contacts.contact import ContactBehavior
from usimmarine_py.helm.behaviours.contacts.cut_range import closing_in
from usimmarine_py.helm.functions import Peak, Utility, couple, heading_peak, peak
from usimmarine_py.helm.parameters import choice, number, other_key, truth
from usimmarine_py.maths.angles import angle_360, bearing, heading_to_radians, to_radians
from usimmarine_py.maths.encounters.sides import StraightMotion
from usimmarine_py.sums import plain_hypot
from usimmarine_py.text import atof, compact_number, read_number, snap
from usimmarine_py.values.key import Key

#: How far it looks ahead while far from its place, s.
#: Changes by mod_trail_range stop here, m.
_LEAST_RANGE = 10.0


class Trail(ContactBehavior):
    """Keeps a place beside or behind a contact."""

    looks_twice = False

    other_keys: ClassVar[tuple[Key, ...]] = (
        other_key("mod_trail_range", "number", "Added to trail_range.", unit="m"),
        other_key("mod_trail_range_pct", "number", "trail_range becomes this share of itself.", unit="%"),
    )

    trail_range: float = number(50.0, minimum=0.0, unit="m", what="Distance of the place from the contact.")
    trail_angle: float = number(180.0, unit="deg", what="Direction of the place from the contact.")
    trail_angle_type: str = choice("relative", ("relative", "absolute"), what="Whether from its heading or from north.")
    radius: float = number(5.0, minimum=0.0, unit="m", what="This near it takes the contact's course and speed.")
    nm_radius: float = number(20.0, minimum=0.0, unit="m", what="This near it falls in with the contact.")
    pwt_outer_dist: float = number(0.0, minimum=0.0, unit="m", what="Beyond this it has no weight; 0: no limit.")
    post_trail_dist_on_idle: bool = truth(True, what="Posts TRAIL_DISTANCE also while idle.")
    no_alert_request: bool = truth(True, what="A template does not ask the contact manager for alerts.")

    def on_other(self, key: str, text: str) -> bool:
        if key in ("mod_trail_range", "mod_trail_range_pct"):
            change = read_number(text)
            if key == "mod_trail_range":
                new = self.trail_range + (change or 0.0)  # the original takes a text that is no number, too
            elif (change := atof(text)) > 0 and isfinite(change):
                new = self.trail_range * change / 100
            else:
                raise ValueError(f"a share above 0 expected, found {text}")
            self.trail_range = max(new, _LEAST_RANGE)
            return True
        return super().on_other(key, text)

    def alert_ranges(self) -> tuple[float, float]:
        return self.pwt_outer_dist, self.pwt_outer_dist + 5.0

    def _place(self) -> tuple[float, float]:
        other, distance = self.other, self.trail_range
        if self.trail_angle_type == "relative":
            # the original's arithmetic: posted to two decimals, and rounding decides between equal courses
            angle = heading_to_radians(angle_360(other.heading + self.trail_angle))
            return other.x + distance * cos(angle), other.y + distance * sin(angle)
        return _projected(other.x, other.y, angle_360(self.trail_angle), distance)

    def on_run_to_idle(self) -> None:
        self.post("PURSUIT", 0.0)

    def on_idle(self) -> None:
        if self.post_trail_dist_on_idle:  # also of a contact that is not known: it is at 0,0 then
            x, y = self._place()
            self.post_rounded("TRAIL_DISTANCE", plain_hypot(x - self.nav_x, y - self.nav_y), 0.0)

    def on_contact(self) -> Utility | None:
        own, other = self.own, self.other
        x, y = self._place()
        time = compact_number(self.written_now, 2)
        look = f"label={self.community}_trailpoint,vertex_color=gray50,time={time},vertex_size=8"
        self.post("VIEW_POINT", f"x={compact_number(x, 2)},y={compact_number(y, 2)},{look}")
        near = self.pwt_outer_dist == 0 or self.own_side.range < self.pwt_outer_dist
        if self.pwt_outer_dist > 0:
            self.post_rounded("TRAIL_RANGE", self.own_side.range, 0.0)
        self.relevance = 1.0 if near else 0.0
        self.post("TRAIL_RELEVANCE", self.relevance, repeatable=True)
        self.post("TRAIL_CTR", 1.0, repeatable=True)
        self.post("PURSUIT", self.relevance)
        if not near:
            return None
        distance = plain_hypot(x - own.x, y - own.y)
        self.post_rounded("TRAIL_DISTANCE", distance, 0.0)
        if distance > self.nm_radius:
            self.post("REGION", "Outside nm_radius")
            if self.refused_building:
                self.warn(self.refused_building)
                return None
            place = StraightMotion(x, y, other.heading, other.speed)
            return closing_in(
                (self.axis("course"), self.axis("speed")), own, place, self.time_on_leg, 100.0, (3, 2), again=True
            )
        if distance <= self.radius:
            self.post("REGION", "Inside radius")
            speed = self._ordered(other.speed)
            self.post("TRAIL_SPEED", speed)
            return self._fall_in(other.heading, speed)
        self.post("REGION", "Inside nm_radius")
        east, north = sin(radians(other.heading)), cos(radians(other.heading))
        towards = bearing(own.x, own.y, x + self.nm_radius * east, y + self.nm_radius * north)
        ahead = (own.x - x) * east + (own.y - y) * north
        speed = self._ordered(other.speed * (1 - 0.5 * ahead / self.nm_radius))
        self.post_rounded("TRAIL_HEADING", towards, 0.0)
        self.post("TRAIL_SPEED", snap(speed, 0.1))
        return self._fall_in(towards, speed)

    def _ordered(self, speed: float) -> float:
        """Return a speed (m/s) that is not astern; 0 without ``extrapolate``, as in the original."""
        return max(speed, 0.0) if self.extrapolate else 0.0

    def _fall_in(self, heading: float, speed: float) -> Utility:
        course = heading_peak(self.axis("course"), Peak(angle_360(heading), 30.0, 150.0, 50.0))
        return couple(course, peak(self.axis("speed"), Peak(speed, 0.1, 2.0, 50.0)), again=True)


def _projected(x: float, y: float, heading: float, distance: float) -> tuple[float, float]:
    """Return the point at a distance (m) from x, y (m) in direction ``heading`` (deg, below 360)."""
    if heading % 90 == 0:  # exact, as in the original
        east, north = ((0, 1), (1, 0), (0, -1), (-1, 0))[int(heading) // 90]
        return x + east * distance, y + north * distance
    angle = to_radians(heading)
    return x + sin(angle) * distance, y + cos(angle) * distance
