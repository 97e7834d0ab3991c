"""BHV_StationKeep."""

from __future__ import annotations

from collections.abc import Iterator
from math import hypot

from usimmarine_py.helm.behavior import Behavior
from usimmarine_py.helm.functions import Peak, Utility, couple, heading_peak, peak
from usimmarine_py.helm.parameters import hints, number, parameter, take_hints, truth
from usimmarine_py.maths.angles import bearing
from usimmarine_py.maths.plane.polygon import Point
from usimmarine_py.text import truth_text
from usimmarine_py.texts.shapes import read_point

_HIBERNATING, _SEEKING, _DISABLED = "HIBERNATING", "SEEKING_STATION", "DISABLED"
_UNSET = "STATION_POINT_NOT_SET"
#: Progress towards the station is judged over this span, s, once it is at least half as long.
_SPAN = 10.0


class StationKeep(Behavior):
    """Stays near a point."""

    awaited = ("station_pt|center_activate",)
    endless = True
    default_name = "station_keep"
    variables = ("NAV_X", "NAV_Y")

    station_pt: Point | None = parameter(None, read_point, "point", also=("point",), unit="m", what="The station.")
    center_activate: bool = truth(False, strict=True, what="The station is the own position when it begins to run.")
    inner_radius: float = number(4.0, above=0.0, unit="m", what="Closer than this it drifts.")
    outer_radius: float = number(15.0, above=0.0, unit="m", what="Up to this the speed rises to outer_speed.")
    outer_speed: float = number(1.2, above=0.0, unit="m/s", what="Speed at outer_radius.")
    transit_speed: float = number(2.5, above=0.0, also=("extra_speed",), unit="m/s", what="Speed beyond outer_radius.")
    swing_time: float = number(
        0.0, minimum=0.0, maximum=60.0, clamped=True, unit="s", what="center_activate lasts so long."
    )
    hibernation_radius: float = number(
        -1.0, above=0.0, words={"off": -1.0, "-1": -1.0}, unit="m", what="Within this it waits; or off."
    )
    visual_hints: str = hints(strict=False, what="Colours and sizes.")

    def on_create(self) -> None:
        self.center: Point | None = None
        self._distance = -1.0  #: to the station, as of the last iteration
        self._since: float | None = None  #: when it began to run
        self._pending = True  #: the station is to be set
        self._moved = False  #: it was in this iteration
        self._mode = _DISABLED
        self._progress = False
        self._history: list[tuple[float, float]] = []
        self._drawn: tuple[object, ...] = ()
        self._circles: list[tuple[str, str]] = []
        self._look = {
            "edge_size": "1", "vertex_size": "1", "edge_color": "light_blue", "label_color": "white",
            "vertex_color": "red",
        }  # fmt: skip

    def on_set(self, name: str) -> None:
        if name == "visual_hints":
            take_hints(self._look, self.visual_hints)
            self._drawn = ()
        elif name == "outer_speed":
            # a transit_speed after it stands, also a smaller one
            self.transit_speed = max(self.transit_speed, self.outer_speed)
        elif name in ("center_activate", "station_pt"):
            self._pending = True
        elif name == "hibernation_radius":
            if self.hibernation_radius < 0:
                self._mode = _DISABLED
            elif self._mode == _DISABLED:
                self._mode = _HIBERNATING

    def on_configured(self) -> None:
        self._post_settings()

    def on_idle_to_run(self) -> None:
        self._post_settings()

    def on_run_to_idle(self) -> None:
        self._since = None
        self._pending |= self.center_activate
        self._history.clear()
        self._draw(active=False)

    def on_complete_state(self) -> None:
        self._draw(active=False)

    def _post_settings(self) -> None:
        x, y = self.station_pt or (0.0, 0.0)
        text = (
            f"type={self.kind},name={self.name},x={x:.2f},y={y:.2f},inner_radius={self.inner_radius:.1f}"
            f",outer_radius={self.outer_radius:.1f},hibernation_radius={self.hibernation_radius:.1f}"
            f",outer_speed={self.outer_speed:.1f},center_activate={truth_text(self.center_activate)}"
        )
        self.post("BHV_SETTINGS", text, repeatable=True)

    def on_run(self) -> Utility | None:
        self.read_pose()
        self.outer_radius = max(self.outer_radius, self.inner_radius)
        towards = self._place()
        if self.center is None or towards is None:
            # as the original: to the point 0,0
            self._distance = hypot(self.nav_x, self.nav_y)
            self.post("DIST_TO_STATION", self._distance)
            self.warn(_UNSET)
            self._draw(active=False)
            return None
        distance = self._distance
        self.post("DIST_TO_STATION", distance)
        self._judge(distance)
        self.post("PSKEEP_MODE", self._mode)
        self._draw(active=True)
        speed = peak(self.axis("speed"), Peak(self._wanted_speed(distance), 0.0, 0.4, 0.0, 0.0, 25.0))
        return couple(speed, heading_peak(self.axis("course"), Peak(towards, 0.0, 180.0)))

    def _place(self) -> float | None:
        """Set the station where it is due and return the course to it, deg.

        In the iteration in which it is set, the distance is still the old one, as in the original.
        """
        here = self.nav_x, self.nav_y
        self._moved = False
        if self._since is None:
            self._since = self.now
        if self._pending and self.center_activate:
            self.center, self._moved = here, True
            self._pending = self.now - self._since < self.swing_time
            return self.nav_heading if self._pending else 0.0
        if self._pending and self.station_pt is not None:
            self.center, self._moved, self._pending = self.station_pt, True, False
            return bearing(*here, *self.center)
        if self.center is None:
            return None
        self._distance = hypot(self.center[0] - here[0], self.center[1] - here[1])
        # where it once took the own position, without leave to do so and without a point, it holds its heading
        held = not self.center_activate and self.station_pt is None
        return self.nav_heading if held else bearing(*here, *self.center)

    def _wanted_speed(self, distance: float) -> float:
        if distance <= self.inner_radius or (self._mode == _HIBERNATING and self.hibernation_radius > 0):
            return 0.0
        if distance < self.outer_radius:
            return self.outer_speed * (distance - self.inner_radius) / (self.outer_radius - self.inner_radius)
        return self.transit_speed

    def _judge(self, distance: float) -> None:
        """Go on from hibernating to seeking and back; without a radius it works with -1, as the original does."""
        history = self._history
        if self._moved and self._mode == _DISABLED:
            self._mode = _HIBERNATING
        history.append((self.now, distance))
        while self.now - history[0][0] > _SPAN:
            history.pop(0)
        if self._mode == _HIBERNATING:
            if distance > self.hibernation_radius:
                self._mode, self._progress = _SEEKING, False
                history.clear()
        elif self._mode == _SEEKING and not self._moved:
            if distance <= self.inner_radius:
                self._mode = _HIBERNATING
            elif distance <= self.hibernation_radius and self.now - history[0][0] > _SPAN / 2:
                oldest = history[0][1]
                if self._progress and distance >= oldest:
                    self._mode = _HIBERNATING
                elif not self._progress and distance <= oldest:
                    self._progress = True
                    history.clear()

    def _draw(self, *, active: bool) -> None:
        drawn = (self.center, active, self.outer_radius, self.inner_radius, self.hibernation_radius)
        if drawn != self._drawn:
            self._drawn = drawn
            self._circles = list(self._texts(active))
        for name, text in self._circles:
            self.post("VIEW_POLYGON", text, tag=name)

    def _texts(self, active: bool) -> Iterator[tuple[str, str]]:
        x, y = self.center or (0.0, 0.0)
        look = ",".join(f"{name}={value}" for name, value in self._look.items())
        off = "" if active else ",active=false"
        circles = [("out", self.outer_radius)]
        if self.inner_radius < self.outer_radius or not active:
            circles.append(("in", self.inner_radius))
        if self.hibernation_radius > self.outer_radius or not active:
            circles.append(("hiber", self.hibernation_radius))
        for name, radius in circles:
            label = f"{self.community}:station-keep-{name}"
            text = f"radial:: x={x:.1f},y={y:.1f},source={self.community}:{self.name},pts=32,{look},label={label}"
            yield name, f"{text},radius={radius:.1f}{off}"
