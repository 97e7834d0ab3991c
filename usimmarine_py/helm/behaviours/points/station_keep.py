"""BHV_StationKeep."""

from __future__ import annotations

from collections.abc import Iterator

from usimmarine_py.helm.behavior import Behavior
from usimmarine_py.helm.functions import Peak, Utility, couple, heading_peak, peak
from usimmarine_py.helm.parameters import hints, number, parameter, take_hints, truth
from usimmarine_py.maths.angles import bearing
from usimmarine_py.maths.plane.polygon import Point
from usimmarine_py.sums import plain_hypot
from usimmarine_py.text import truth_text
from usimmarine_py.texts.pairs import pairs
from usimmarine_py.texts.shapes import read_point

_HIBERNATING, _SEEKING, _DISABLED = "HIBERNATING", "SEEKING_STATION", "DISABLED"
#: How far a way to the station has come: none, awaited, begun, over.
_STILL, _AWAITED, _NEARING, _OVER = range(4)
_UNSET = "STATION_POINT_NOT_SET"
#: Progress towards the station is judged over this span, s, once it is at least half as long.
_SPAN = 10.0


class StationKeep(Behavior):
    """Stays near a point."""

    needed_axes = ("course", "speed")
    unknown_keys = ("precision",)
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
        self._pending = False  #: the station is to be set
        self._mode = _DISABLED
        self._transit = _STILL
        self._history: list[tuple[float, float]] = []
        self._drawn: tuple[object, ...] = ()
        self._circles: list[tuple[str, str]] = []
        self._look = {
            "edge_size": "1", "vertex_size": "1", "edge_color": "light_blue", "label_color": "white",
            "vertex_color": "red",
        }  # fmt: skip

    def on_set(self, name: str) -> None:
        if name == "visual_hints":
            take_hints(self._look, pairs(self.visual_hints))
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
        self.post_settings()

    def on_idle_to_run(self) -> None:
        self.post_settings()

    def on_run_to_idle(self) -> None:
        self._since = None
        self._pending |= self.center_activate
        self._history.clear()
        self._draw(active=False)

    def on_complete_state(self) -> None:
        self._draw(active=False)

    def post_settings(self) -> None:
        x, y = self.station_pt or (0.0, 0.0)
        text = (
            f"type={self.kind},name={self.name},x={x:.2f},y={y:.2f},inner_radius={self.inner_radius:.1f}"
            f",outer_radius={self.outer_radius:.1f},hibernation_radius={self.hibernation_radius:.1f}"
            f",outer_speed={self.outer_speed:.1f},center_activate={truth_text(self.center_activate)}"
        )
        self.post("BHV_SETTINGS", text, repeatable=True)

    def on_run(self) -> Utility | None:
        self.read_pose()
        self._place()
        distance = self._distance
        self.post("DIST_TO_STATION", distance)
        if self.center is None:
            self.warn(_UNSET)
            self._draw(active=False)
            return None
        self.outer_radius = max(self.outer_radius, self.inner_radius)
        self._judge(distance)
        self.post("PSKEEP_MODE", self._mode)
        self._draw(active=True)
        # a station that is to be set yet is no course: it holds its heading
        towards = self.nav_heading if self._pending else bearing(self.nav_x, self.nav_y, *self.center)
        speed = peak(self.axis("speed"), Peak(self._wanted_speed(distance), 0.0, 0.4, 0.0, 0.0, 25.0))
        return couple(heading_peak(self.axis("course"), Peak(towards, 0.0, 180.0)), speed)

    def _place(self) -> None:
        """Set the station where it is due; in this iteration the distance is still the old one, as in the original."""
        here = self.nav_x, self.nav_y
        if self._since is None:
            self._since = self.now
        if self._pending and (self.center_activate or self.station_pt is not None):
            self.center = here if self.center_activate else self.station_pt
            self._pending = self.center_activate and self.now - self._since < self.swing_time
            self._mode, self._transit = _HIBERNATING, _STILL
            return
        x, y = self.center or (0.0, 0.0)
        self._distance = plain_hypot(x - here[0], y - here[1])
        self._history.append((self.now, self._distance))
        while self.now - self._history[0][0] > _SPAN:
            self._history.pop(0)

    def _wanted_speed(self, distance: float) -> float:
        if distance <= self.inner_radius or (self._mode == _HIBERNATING and self.hibernation_radius > 0):
            return 0.0
        if distance < self.outer_radius:
            return self.outer_speed * (distance - self.inner_radius) / (self.outer_radius - self.inner_radius)
        return self.transit_speed

    def _judge(self, distance: float) -> None:
        """Go on from hibernating to seeking and back; without a radius it works with -1, as the original does."""
        if self._mode == _DISABLED:
            return
        if self._transit == _AWAITED:
            if distance <= self.hibernation_radius and self._trend() < 0:
                self._history.clear()
                self._transit = _NEARING
        elif self._transit == _NEARING and self._trend() > 0:
            self._transit = _OVER
        if self._mode == _HIBERNATING:
            if distance > self.hibernation_radius:
                self._mode, self._transit = _SEEKING, _AWAITED
                self._history.clear()
        elif distance <= self.inner_radius or (self._transit == _OVER and distance <= self.hibernation_radius):
            self._mode, self._transit = _HIBERNATING, _STILL
            self._history.clear()

    def _trend(self) -> int:
        """Return -1 if it came nearer over the last seconds, or 1; 0 if they are too few. What stays counts as both."""
        if not self._history or self._history[-1][0] - self._history[0][0] <= _SPAN / 2:
            return 0
        change = self._history[-1][1] - self._history[0][1]
        if change == 0:
            return -1 if self._transit == _AWAITED else 1
        return -1 if change < 0 else 1

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
