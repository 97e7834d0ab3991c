"""BHV_FullStop."""

from __future__ import annotations

from collections.abc import Mapping

from usimmarine_py.helm.behavior import Behavior
from usimmarine_py.helm.functions import Peak, Utility, at_most, couple, heading_peak
from usimmarine_py.helm.parameters import hints, number
from usimmarine_py.maths.plane.polygon import Point
from usimmarine_py.sums import plain_dist
from usimmarine_py.texts.shapes import no_point_text, point_text

#: Navigation older than this is an error, s.
_STALE = 10.0
_LOOK: Mapping[str, str | float | bool] = {"label_color": "invisible", "vertex_color": "pink", "vertex_size": 10.0}


class FullStop(Behavior):
    """Stops the vehicle on the heading at which it begins, and completes when it stands or comes back."""

    needed_axes = ("course", "speed")
    default_name = "zig"
    own_flags = ("mark", "unmark")
    variables = ("NAV_X", "NAV_Y", "NAV_SPEED", "NAV_HEADING")
    stop_thresh: float = number(0.1, minimum=0.0, unit="m/s", what="Slower than this it stands.")
    mark_duration: float = number(
        0.0, minimum=0.0, unit="s", what="How long mark flags are posted, unmark flags after."
    )
    delay_complete: float = number(0.0, minimum=0.0, unit="s", what="Time from standing to completing.")
    visual_hints: str = hints(strict=True, what="Accepted; no effect.")

    def on_create(self) -> None:
        self._begin: Point = (0.0, 0.0)
        self._reset()

    def _reset(self) -> None:
        self._heading = 0.0
        self._from = 0.0  #: when it went from idle to running, s; 0: it did not
        self._farthest = -1.0  #: from where it began, m
        self._stood: float | None = None  #: since when it stands, s
        self._way = 0.0
        self._last: Point | None = None

    def on_idle_to_run(self) -> None:
        self.read_pose()
        if self.pose_is_stale(_STALE, speed=False):
            return
        self._from, self._heading, self._begin = self.now, self.nav_heading, (self.nav_x, self.nav_y)
        self._way, self._last = 0.0, None
        self.post("VIEW_POINT", point_text(self._begin, self._label, **_LOOK), tag="bpt1")

    def on_run_to_idle(self) -> None:
        self._reset()
        self._take_away()

    @property
    def _label(self) -> str:
        return f"fstop_{self.community}"

    def _take_away(self) -> None:
        self.post("VIEW_POINT", no_point_text(self._label), tag="bpt1")

    def on_run(self) -> Utility | None:
        self.read_pose()
        if self.pose_is_stale(_STALE):
            return None
        here = self.nav_x, self.nav_y
        self._way += plain_dist(here, self._last or here)
        self._last = here
        if self.flags.lists["mark"]:
            marked = self.now - self._from < self.mark_duration
            self.post_flags("mark" if marked else "unmark", repeatable=False)
        if self._stood is None and self._stands(here):
            self._stood = self.now
        if self._stood is not None and self.now - self._stood >= self.delay_complete:
            self.complete()
            self._take_away()
            if self.perpetual:
                self._reset()
            self._stood = None
            return None
        course = heading_peak(self.axis("course"), Peak(self._heading, 0.0, 180.0))
        return couple(course, at_most(self.axis("speed"), 0.0, 0.0), again=True)

    def _stands(self, here: Point) -> bool:
        if self.nav_speed < self.stop_thresh:
            return True
        distance = plain_dist(here, self._begin)
        # odd, but so: the first distance counts as the farthest
        if self._farthest == -1:
            self._farthest = distance
        return distance < self._farthest

    def macros(self) -> Mapping[str, float | str | None]:
        return {"STOP_DIST": self._way, "STOP_TIME": self.now - self._from if self._from > 0 else 0.0}
