"""BHV_RubberBand and BHV_RStationKeep: they come back to a place, the faster the farther away they are."""

from __future__ import annotations

from collections.abc import Iterator
from math import cos, radians, sin
from typing import ClassVar

from usimmarine_py.helm.behavior import Behavior
from usimmarine_py.helm.functions import Peak, Utility, couple, heading_peak, peak
from usimmarine_py.helm.parameters import number, other_key, parameter, truth, word
from usimmarine_py.maths.angles import angle_360, bearing
from usimmarine_py.maths.plane.polygon import Point
from usimmarine_py.sums import plain_dist, plain_hypot
from usimmarine_py.text import read_number
from usimmarine_py.texts.shapes import point_text
from usimmarine_py.values.key import Key, RefusedValueError

_HERE = "present_position"


def _two_numbers(text: str) -> tuple[float, float] | None:
    if text.strip().lower() == _HERE:
        return None
    numbers = [read_number(part.strip()) for part in text.split(",")]
    if len(numbers) != 2 or numbers[0] is None or numbers[1] is None:
        raise RefusedValueError(f"must be two numbers or {_HERE}", text)
    return numbers[0], numbers[1]


class Tether(Behavior):
    """Comes back to a place. A kind says where it is and how its function looks."""

    needed_axes = ("course", "speed")
    endless = True
    default_name = "(d)bhv_waypoint"
    variables = ("NAV_X", "NAV_Y")
    where: ClassVar[str]  #: ending of the names of posts

    center_activate: bool = truth(False, strict=True, what="The place is the own position when it begins to run.")
    inner_radius: float = number(4.0, above=0.0, unit="m", what="Closer than this it has no wish.")
    outer_radius: float = number(15.0, above=0.0, unit="m", what="Up to this the speed rises to outer_speed.")
    outer_speed: float = number(1.2, above=0.0, unit="m/s", what="Speed at outer_radius.")
    extra_speed: float = number(0.0, above=0.0, unit="m/s", what="Speed beyond outer_radius.")

    def on_create(self) -> None:
        self.place: Point = (0.0, 0.0)
        self.is_set = False
        self._pending = False  #: the own position is to be the place

    # -- what a kind writes

    def take_here(self) -> None:
        """Make the own position the place."""
        self.place = self.nav_x, self.nav_y

    def locate(self) -> bool:
        """Find where the place is now; False if it cannot be known."""
        return True

    def beyond(self, share: float) -> float:
        """Return the speed (m/s) beyond outer_radius, ``share`` of it farther away."""
        return self.extra_speed

    def function(self, towards: float, speed: float) -> Utility:
        """Return the wish for a course (deg) and a speed (m/s)."""
        raise NotImplementedError

    def show(self, *, active: bool) -> None:
        """Post the circle around the place."""
        raise NotImplementedError

    # -- running

    def place_here(self) -> None:
        """Make the own position the place as soon as it runs."""
        self._pending = True

    def on_idle(self) -> None:
        self.show(active=False)
        self._pending |= self.center_activate

    def on_run(self) -> Utility | None:
        self.read_pose()
        if not self.locate():
            return None
        if self._pending:
            self.take_here()
            self.is_set, self._pending = True, False
        if not self.is_set:
            self.warn(f"{self.where}_NOT_SET")
            self.show(active=False)
            return None
        here = self.nav_x, self.nav_y
        self.mark()
        distance = plain_dist(here, self.place)
        self.post_rounded(f"DIST_TO_{self.where}", distance, 1.0)
        self.show(active=True)
        inner, outer = self.inner_radius, self.outer_radius
        if distance <= inner:
            return None
        self.relevance = 1.0
        speed = self.outer_speed * (distance - inner) / (outer - inner) if distance < outer else 0.0
        if distance >= outer:
            speed = self.beyond((distance - outer) / outer)
        return self.function(bearing(*here, *self.place), speed)

    def mark(self) -> None:
        """Draw the place."""


class RubberBand(Tether):
    """Comes back to a point, with a weight that rises beyond a distance."""

    pose_macros = False
    other_keys: ClassVar[tuple[Key, ...]] = (
        other_key(
            "width", "number", "Half width of the top over the course; only by an update.", unit="deg", default="90"
        ),
    )

    where = "STATION"
    awaited = ("points|center_activate",)
    points: Point | None = parameter(
        None, _two_numbers, "point", also=("point",), unit="m", what=f"The point, or {_HERE}."
    )
    stiffness: float = number(0.1, above=0.0, what="How the weight rises, for each outer_radius beyond it.")

    def on_create(self) -> None:
        super().on_create()
        self._width = 90.0

    def on_set(self, name: str) -> None:
        if name == "points":
            self.is_set = True
            # odd, but so: in a file it is the position of the start, the origin
            self.place = self.points or (self.nav_x, self.nav_y)

    def on_other(self, key: str, text: str) -> bool:
        if key != "width":
            return False
        width = read_number(text)
        self._width = float(int(width)) if width is not None else 0.0
        # odd, but so: it is taken, and refused
        raise ValueError("refused by MOOS-IvP's helm, too: it is MALCONFIG in a file, and takes effect by an update")

    def on_run_to_idle(self) -> None:
        self._draw_place(active=False)

    def mark(self) -> None:
        self._draw_place(active=True)

    def _draw_place(self, *, active: bool) -> None:
        source = f"{self.community}_{self.name.lower()}"
        off = "" if active else ",active=false"
        self.post("VIEW_POINT", point_text(self.place, "") + f"{off},label={self.community}_station,source={source}")

    def beyond(self, share: float) -> float:
        self.relevance = 1.0 + self.stiffness * share
        return self.extra_speed or self.outer_speed

    def function(self, towards: float, speed: float) -> Utility:
        width = self._width
        course = heading_peak(self.axis("course"), Peak(towards, width, max(180.0 - width, 0.0), 10.0))
        return couple(course, peak(self.axis("speed"), Peak(speed, 0.5, 2.0, 25.0, 0.0, 25.0)))

    def show(self, *, active: bool) -> None:
        x, y = self.place
        radius = f"{self.outer_radius:.0f}" if active else "0"
        self.post("STATION_CIRCLE", f"{x:.0f},{y:.0f},{radius},{self.community}")


class RStationKeep(Tether):
    """Keeps a place relative to a contact, whose position, heading and speed come as `NAME_NAV_X` and so on."""

    where = "RSTATION"
    awaited = ("contact", "rstation_position|center_activate")
    rstation_position: tuple[float, float] | None = parameter(
        None, _two_numbers, "text", what=f"`RANGE,ANGLE` from the contact and its heading (m, deg), or {_HERE}."
    )
    contact: str = word(also=("them",), what="Name of the vehicle, in capitals in the names of variables.")
    inner_radius: float = number(5.0, above=0.0, unit="m", what="Closer than this it has no wish.")
    outer_radius: float = number(25.0, above=0.0, unit="m", what="Up to this the speed rises to outer_speed.")
    outer_speed: float = number(1.4, above=0.0, unit="m/s", what="Speed at outer_radius.")
    extra_speed: float = number(2.0, above=0.0, unit="m/s", what="Speed beyond outer_radius.")

    def on_create(self) -> None:
        super().on_create()
        self._polar = 0.0, 0.0  #: range (m) and angle (deg) from the contact
        self._contact_at = 0.0, 0.0, 0.0  #: x, y (m), heading (deg)

    def on_set(self, name: str) -> None:
        if name == "contact":
            self.contact = self.contact.upper()
            self.extra_variables += self._names()
        elif name == "outer_speed":
            self.extra_speed = max(self.extra_speed, self.outer_speed)
        elif name == "rstation_position":
            self.is_set = True
            if self.rstation_position is None:
                self.take_here()
            else:
                self._polar = self.rstation_position
                self._put()

    def _names(self) -> Iterator[str]:
        return (f"{self.contact}_NAV_{name}" for name in ("X", "Y", "SPEED", "HEADING"))

    def locate(self) -> bool:
        known = self.buffer.numbers
        missing = [name for name in ("X", "Y", "HEADING", "SPEED") if not self.heard(f"{self.contact}_NAV_{name}")]
        for name in missing:
            self.warn(f"No contact NAV_{name} in info_buffer.")
        if missing:
            return False
        x, y, heading = (known[f"{self.contact}_NAV_{name}"] for name in ("X", "Y", "HEADING"))
        self._contact_at = x, y, heading
        self._put()
        return True

    def _put(self) -> None:
        (distance, angle), (x, y, heading) = self._polar, self._contact_at
        towards = radians(angle_360(angle + heading))
        self.place = x + distance * sin(towards), y + distance * cos(towards)

    def take_here(self) -> None:
        super().take_here()
        x, y, heading = self._contact_at
        angle = angle_360(bearing(x, y, self.nav_x, self.nav_y) - heading)
        self._polar = plain_hypot(self.nav_x - x, self.nav_y - y), angle

    def function(self, towards: float, speed: float) -> Utility:
        course = heading_peak(self.axis("course"), Peak(towards, 0.0, 180.0))
        return couple(course, peak(self.axis("speed"), Peak(speed, 0.0, 0.4, 0.0, 0.0, 25.0)))

    def show(self, *, active: bool) -> None:
        x, y = self.place
        radius = f"{self.outer_radius:.1f}" if active else "0"
        label = f"{self.community}_rstation"
        self.post("RSTATION_CIRCLE", f"{x:.1f},{y:.1f},{radius},{label}")
        where = f"x={x:.0f},y={y:.0f}" if active else "x=0,y=0"
        self.post("RVIEW_POINT", f"{where},label={label},type=rstation{'' if active else ', active=false'}")
