"""BHV_ZigZag."""

from __future__ import annotations

from math import cos, radians, sin

from usimmarine_py.helm.behavior import Behavior
from usimmarine_py.helm.functions import Peak, Utility, couple, heading_peak, speed_band
from usimmarine_py.helm.parameters import choice, integer, number, parameter, word
from usimmarine_py.maths.angles import angle_180, angle_360
from usimmarine_py.maths.plane.shapes import look_text, points_text
from usimmarine_py.text import read_number

#: Length of the drawn course, m.
_DRAWN = 20.0
#: Spellings of a side.
_SIDES = {"port": "port", "left": "port", "star": "star", "starboard": "star", "right": "star"}


def _stem(text: str) -> float | None:
    """Read a heading, or ``active_hdg``: the own one when it begins."""
    if text.strip().lower() == "active_hdg":
        return None
    value = read_number(text)
    if value is None:
        raise ValueError(f"a heading or active_hdg expected, found {text}")
    return angle_360(value)


class ZigZag(Behavior):
    """Steers to both sides of a stem heading in turn; each leg ends when its heading is reached."""

    own_flags = ("zig", "zag", "port", "star", "portx", "starx")
    variables = ("NAV_X", "NAV_Y", "NAV_HEADING", "NAV_SPEED", "DESIRED_RUDDER")
    stem_hdg: float | None = parameter(None, _stem, "number", unit="deg", what="Stem heading; default: the own one.")
    zig_angle: float = number(
        45.0, minimum=0.0, maximum=180.0, also=("delta_heading",), unit="deg", what="Angle to either side."
    )
    speed: float = number(0.0, minimum=0.0, unit="m/s", what="Speed; 0: the own one when it begins.")
    max_zig_legs: int = integer(2, minimum=0, what="Legs until it completes; 0: without end.")
    zig_first: str = choice("port", tuple(_SIDES), what="Side of the first leg.")
    visual_hints: str = word(what="Colours and sizes; no effect.")
    hdg_thresh: float = number(2.0, minimum=0.0, unit="deg", what="A heading this close is reached.")
    stale_nav_thresh: float = number(5.0, above=0.0, unit="s", what="Navigation older than this stops it.")

    def ends(self) -> bool:
        return self.max_zig_legs > 0

    def on_create(self) -> None:
        self._reset()

    def on_other(self, key: str, text: str) -> bool:
        if key in ("portflagx", "starflagx"):
            self.flags.add(key.removesuffix("flagx") + "x", text)
            return True
        return False

    def _reset(self) -> None:
        self._stem: float | None = None
        self._port = True
        self._legs = 0
        self._speed = 0.0

    def on_run_to_idle(self) -> None:
        self._reset()

    def on_run(self) -> Utility | None:
        self.read_pose()
        for name in self.variables[:4]:
            if self.now - self.buffer.received.get(name, self.now) > self.stale_nav_thresh:
                self.warn(f"{name} is stale")
                return None
        if self._stem is None:
            self._stem = self.nav_heading if self.stem_hdg is None else self.stem_hdg
            self._port = _SIDES[self.zig_first] == "port"
            self._speed = self.speed if self.speed > 0 else self.nav_speed
            self.post_flags("port" if self._port else "star")
        if abs(angle_180(self.nav_heading - self._course(self._stem))) <= self.hdg_thresh:
            self._legs += 1
            if 0 < self.max_zig_legs <= self._legs:
                self.complete()
                self._reset()
                return None
            self._port = not self._port
            self.post_flags("zig" if self._legs % 2 else "zag")
            self.post_flags("port" if self._port else "star")
        self.post_flags("portx" if self._port else "starx")
        course = self._course(self._stem)
        self._draw(course)
        heading = heading_peak(self.axis("course"), Peak(course, 0.0, 180.0))
        return couple(heading, speed_band(self.axis("speed"), self._speed, 0.1, self._speed + 0.4, 85.0, 20.0))

    def _course(self, stem: float) -> float:
        return angle_360(stem + (-self.zig_angle if self._port else self.zig_angle))

    def _draw(self, course: float) -> None:
        x, y, angle = self.nav_x, self.nav_y, radians(course)
        line = points_text([(x, y), (x + _DRAWN * sin(angle), y + _DRAWN * cos(angle))])
        look: dict[str, str | float | bool] = {
            "label_color": "invisible",
            "duration": 5.0,
            "vertex_size": 2.0,
            "edge_size": 1.0,
        }
        for name, color in (("set", "white"), ("req", "yellow")):
            text = look_text(f"zig_{name}_{self.community}", **look, edge_color=color, vertex_color=color)
            self.post("VIEW_SEGLIST", line + text, tag=name)
