"""BHV_OpRegionV24."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import cos, pi, sin
from typing import ClassVar

from usimmarine_py.helm.behavior import Behavior
from usimmarine_py.helm.behaviours.region.op_region import distance_ahead
from usimmarine_py.helm.functions import Peak, Utility, couple, peak
from usimmarine_py.helm.functions.builders import lines
from usimmarine_py.helm.life.record import ACTIVE, RUNNING
from usimmarine_py.helm.parameters import hints, number, other_key, parameter, truth, variable
from usimmarine_py.maths.plane.buffers import buffered
from usimmarine_py.maths.plane.polygon import Polygon
from usimmarine_py.maths.plane.shapes import (
    LabelledPolygon,
    Point,
    distance_to_edges,
    look_text,
    no_shape_text,
    points_text,
    read_polygon,
)
from usimmarine_py.values.key import Key

#: Radius of the ring around the vehicle, m.
_RING = 4.0
#: Weight of the course against the speed, by helm iteration: the original alternates so.
_WEIGHTS = (95.0, 80.0, 50.0, 20.0, 5.0)
_NONE, _LEFT, _RIGHT = "none", "left", "right"
_COMMON_LOOK = {"label_color": "invisible", "vertex_color": "gray50", "vertex_size": "0", "edge_size": "1"}


class OpRegionV24(Behavior):
    """Brings the vehicle back into a region, and stops it when it gets too far out, too deep, or is out too long."""

    other_keys: ClassVar[tuple[Key, ...]] = (
        other_key("reset", "text", "true: begins anew, as if it had never been inside."),
    )

    endless = True
    default_name = "opregx"
    own_flags = ("save", "savex", "breached_poly", "breached_time", "breached_altitude", "breached_depth")
    variables = ("NAV_X", "NAV_Y", "NAV_HEADING", "NAV_SPEED")
    constraint = True

    core_poly: LabelledPolygon | None = parameter(
        None, read_polygon, "polygon", also=("polygon",), unit="m", what="The region."
    )
    save_poly: LabelledPolygon | None = parameter(
        None, read_polygon, "polygon", unit="m", what="Outside it comes back."
    )
    halt_poly: LabelledPolygon | None = parameter(None, read_polygon, "polygon", unit="m", what="Outside it stops.")
    visual_hints: str = hints(strict=True, what="Colours and sizes; no effect.")
    save_dist: float = number(-1.0, minimum=0.0, unit="m", what="save_poly as a buffer around core_poly.")
    halt_dist: float = number(-1.0, minimum=0.0, unit="m", what="halt_poly as a buffer around core_poly.")
    max_depth: float = number(0.0, minimum=0.0, unit="m", what="Deepest depth; 0: off.")
    min_altitude: float = number(0.0, minimum=0.0, unit="m", what="Least altitude; 0: off.")
    max_time: float = number(0.0, minimum=0.0, unit="s", what="Longest time; 0: off.")
    recover_speed: float = number(0.8, also=("recover_spd",), above=0.0, unit="m/s", what="Speed on the way back.")
    trigger_on_poly_entry: bool = truth(True, what="Only after it was inside.")
    trigger_entry_time: float = number(1.0, minimum=0.0, unit="s", what="Time inside that counts as having been in.")
    trigger_exit_time: float = number(0.5, minimum=0.0, unit="s", what="Time outside halt_poly that counts.")
    draw_save_status: bool = truth(True, what="Draws a ring around it while it comes back.")
    draw_halt_status: bool = truth(True, what="Draws a ring around it when it stops.")
    dynamic_region_var: str = variable(what="Variable whose mail is a new core_poly.")

    def on_create(self) -> None:
        #: Rise when it begins to run again, and the first also with an update while it runs, if there are buffers: what
        #: is drawn then is posted though nothing has changed.
        self._edition = self._turn = 0
        self._in_halt: float | None = None  #: since when it is inside halt_poly, s
        self._out_save: float | None = None  #: since when it is outside save_poly, s; once it was inside
        self._save: list[Point] = []
        self._halt: list[Point] = []
        self._begin_anew()

    def _begin_anew(self) -> None:
        # max_time counts from the start of the helm, not from the first time that it runs
        self._began = self.now
        self._in_halt = self._out_save = None
        self._inside_since: float | None = None
        self._outside_since: float | None = None
        self._entered = self._saved = self._was_safe = False
        self._committed = _NONE

    def on_other(self, key: str, text: str) -> bool:
        if key != "reset" or text.strip().lower() != "true":
            return False
        self._begin_anew()
        return True

    def on_set(self, name: str) -> None:
        if name == "dynamic_region_var":
            self.extra_variables.append(self.dynamic_region_var)

    def on_configured(self) -> None:
        self._shape()
        if self._core:
            self._draw()

    def on_updated(self) -> None:
        if self.life.state in (RUNNING, ACTIVE):
            self._edition += self._has_buffers
        super().on_updated()

    def _shape(self) -> None:
        core = list(self.core_poly.points) if self.core_poly is not None else []
        self._core = core
        self._save = self._outer(self.save_poly, self.save_dist)
        self._halt = self._outer(self.halt_poly, self.halt_dist)

    def _outer(self, given: LabelledPolygon | None, distance: float) -> list[Point]:
        if given is not None:
            return list(given.points)
        if distance < 0:
            return []
        return buffered(self._core, distance) if self._core and distance > 0 else list(self._core)

    # -- running

    def on_run(self) -> Utility | None:
        self.read_pose()
        self._read_mail()
        self._watch_depth()
        self._watch_altitude()
        if 0 < self.max_time < self.now - self._began:
            self._breach("time", "timeout")
        return self._stay()

    def _read_mail(self) -> None:
        tick = self.buffer.tick
        for text in tick.get(self.dynamic_region_var, ()) if self.dynamic_region_var else ():
            if isinstance(text, str) and self.set("core_poly", text):
                self._shape()

    def _stay(self) -> Utility | None:
        now = self.now
        if self._contains(self._halt):
            self._outside_since = None
            self._in_halt = now if self._in_halt is None else self._in_halt
        else:
            self._outside_since = now if self._outside_since is None else self._outside_since
            self._in_halt = None
        if self._contains(self._core):
            if self._inside_since is None:
                self._inside_since = now
            stayed = bool(self._halt) and now - self._inside_since >= self.trigger_entry_time
            self._entered = self._entered or stayed
        else:
            self._inside_since = None
        armed = self._entered or not self.trigger_on_poly_entry
        if armed and self._outside_since is not None and now - self._outside_since >= self.trigger_exit_time:
            if self.draw_halt_status:
                self._draw_ring(8, "red")
            self.post_flags("breached_poly", repeatable=False)
            self.fail("OpRegion HaltPoly Failure")
        if self.life.failed:
            return None
        if not self._save:
            self._draw()
            return None
        if self._contains(self._save):
            self._was_safe = True
            self._committed = _NONE
            self._out_save = None
            self._draw()
            self._take_ring_away()
            return None
        if not (self._was_safe or not self.trigger_on_poly_entry):
            self._draw()
            return None
        self._out_save = now if self._out_save is None else self._out_save
        if not self._saved:
            self._saved = True
            self.post_flags("save", repeatable=False)
        self.post_flags("savex", repeatable=False)
        if self.draw_save_status:
            self._draw_ring(12, "yellow", duration=2.0)
        function = self._way_back()
        self._draw(repeatable=True)
        return function

    def _contains(self, points: list[Point]) -> bool:
        return bool(points) and Polygon(tuple(points)).contains(self.nav_x, self.nav_y)

    def _way_back(self) -> Utility | None:
        import numpy as np  # outside the region only

        from usimmarine_py.helm.functions.rays import distances_ahead, turns

        course, here = self.axis("course"), (self.nav_x, self.nav_y)
        ways = distances_ahead(self._save, here, course)
        hits = ways >= 0
        if not hits.any():
            return None
        near, far = float(ways[hits].min()), float(ways.max())
        turned = turns(course, self.nav_heading)
        if distance_ahead(self._save, here, self.nav_heading) >= 0:
            self._committed = _NONE
        elif self._committed == _NONE:
            nearest = min(turned[hits].tolist(), key=lambda turn: (abs(turn), -turn))
            self._committed = _RIGHT if nearest >= 0 else _LEFT
        self.post("COMMITTED", self._committed, repeatable=True)
        span = far - near
        # 0 where it does not lead back, and to the side to which it is not committed
        side = {_RIGHT: 1.0, _LEFT: -1.0, _NONE: 0.0}[self._committed]
        wanted = hits & (turned * side >= 0)
        utilities = np.where(wanted, 100.0 * (far - ways) / span if span > 0 else 100.0, 0.0).tolist()
        speed = peak(self.axis("speed"), Peak(self.recover_speed, self.recover_speed / 2, 0.2, 20.0))
        weight = _WEIGHTS[self.surroundings.iteration % len(_WEIGHTS)]
        return couple(lines(course, list(enumerate(utilities))), speed, weight, 100.0 - weight)

    def _watch_depth(self) -> None:
        if self.max_depth > 0:
            if not self.heard("NAV_DEPTH"):
                self.fail("No ownship depth in info_buffer.")
            elif self.value("NAV_DEPTH") > self.max_depth:
                self._breach("depth", "Depth")

    def _watch_altitude(self) -> None:
        if self.min_altitude > 0:
            if not self.heard("NAV_ALTITUDE"):
                self.fail("No ownship altitude in info_buffer.")
            elif self.value("NAV_ALTITUDE") < self.min_altitude:
                self._breach("altitude", "Altitude")

    def _breach(self, kind: str, what: str) -> None:
        self.post_flags(f"breached_{kind}", repeatable=False)
        self.fail(f"OpRegion {what} failure")

    # -- drawing

    def _regions(self) -> Iterator[tuple[list[Point], str, str]]:
        """Yield points, label and colour of the regions; only buffers are drawn, beside the core."""
        for points, distance, name, color in (
            (self._save, self.save_dist, "save", "gray50"), (self._halt, self.halt_dist, "halt", "pink"),
        ):  # fmt: skip
            is_given = getattr(self, f"{name}_poly") is not None
            is_buffer = len(points) > 0 and not is_given and distance > 0
            label = f"opreg_{name}_" if is_buffer else name if is_given else "core" if points else ""
            yield points, label and label + self.community, color if is_buffer else ""

    @property
    def _has_buffers(self) -> bool:
        return any(color for _, _, color in self._regions())

    def _draw(self, *, repeatable: bool = False) -> None:
        for points, label, color in ((self._core, f"core{self.community}", "gray30"), *self._regions()):
            if color:
                text = points_text(points, 3) + look_text(label, **_COMMON_LOOK, edge_color=color)
                self.post("VIEW_POLYGON", text, repeatable=repeatable, tag=f"{label} {self._edition}")

    def _draw_ring(self, count: int, color: str, **more: float) -> None:
        label = f"{self.community}_stat"
        ring = [
            (self.nav_x + _RING * sin(a), self.nav_y + _RING * cos(a))
            for a in ((k + 0.5) * 2 * pi / count for k in range(count))
        ]
        text = points_text(ring) + look_text(label, **_COMMON_LOOK, edge_color=color, **more)
        self.post("VIEW_POLYGON", text, tag=f"{label} {self._edition} {self._turn}")

    def _take_ring_away(self) -> None:
        label = f"{self.community}_stat"
        self.post("VIEW_POLYGON", no_shape_text(label), tag=f"{label} {self._edition} {self._turn}")

    def on_idle_to_run(self) -> None:
        self._turn += 1
        self._edition += self._has_buffers

    def on_run_to_idle(self) -> None:
        for label in (f"core{self.community}", *(label for _, label, _ in self._regions())):
            # what was never drawn is taken away each time
            edition = self._edition if label else self._turn
            self.post("VIEW_POLYGON", no_shape_text(label), tag=f"{label} {edition}")
        if self._save:
            self._take_ring_away()

    def _seconds_since(self, time: float | None) -> float:
        return 0.0 if time is None else self.now - time

    def macros(self) -> Mapping[str, float | str | None]:
        left, deep = self.max_time - (self.now - self._began), self.max_depth - self.value("NAV_DEPTH")
        core = self._core, f"core{self.community}", "gray30"
        regions = zip(("CORE", "SAVE", "HALT"), (core, *self._regions()), strict=True)
        found: dict[str, float | str | None] = {
            "SAVE_DIST": self.save_dist, "HALT_DIST": self.halt_dist,
            "TIME_LEFT": max(left, 0.0) if self.max_time > 0 else None,
            "DEPTH_LEFT": float(int(max(deep, 0.0))) if self.max_depth > 0 else None,
            "ALT_LEFT": max(self.value("NAV_ALTITUDE") - self.min_altitude, 0.0) if self.min_altitude > 0 else None,
            "SECS_IN_HALT_POLY": self._seconds_since(self._in_halt),
            "SECS_OUT_HALT_POLY": self._seconds_since(self._outside_since),
            "SECS_OUT_SAVE_POLY": self._seconds_since(self._out_save),
        }  # fmt: skip
        top = self.axis("speed").high or 1.0
        for name, (points, label, color) in regions:
            look = {**_COMMON_LOOK, "edge_color": color} if color else {}
            found[f"{name}_POLY"] = points_text(points) + look_text(label, **look) if points else ""
            nearest = distance_to_edges(points, self.nav_x, self.nav_y) if points else -1.0
            ahead = distance_ahead(points, (self.nav_x, self.nav_y), self.nav_heading) if points else -1.0
            # odd, but so: along the way to the core there is the least distance, too
            found[f"DIST_TO_{name}"], found[f"TRAJ_DIST_TO_{name}"] = nearest, nearest if name == "CORE" else ahead
            found[f"ETA_TO_{name}"], found[f"TRAJ_ETA_TO_{name}"] = nearest / top, ahead / top
        return found
