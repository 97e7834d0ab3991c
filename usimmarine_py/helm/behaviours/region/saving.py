"""BHV_OpRegionV24."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import cos, pi, sin
from typing import ClassVar, NamedTuple

from usimmarine_py.helm.behavior import Behavior
from usimmarine_py.helm.behaviours.region.op_region import distance_ahead
from usimmarine_py.helm.functions import Peak, Utility, couple, peak
from usimmarine_py.helm.functions.builders import lines
from usimmarine_py.helm.parameters import add_hints, hints, number, other_key, parameter, spelled_hints, truth, variable
from usimmarine_py.maths.plane.buffers import buffered
from usimmarine_py.maths.plane.polygon import Point, Polygon
from usimmarine_py.maths.plane.segments import distance_to_polygon
from usimmarine_py.texts.shapes import LabelledPolygon, look_text, no_shape_text, points_text, read_polygon
from usimmarine_py.values.key import Key

#: Radius of the ring around the vehicle, m.
_RING = 4.0
#: Weight of the course against the speed, by helm iteration: the original alternates so.
_WEIGHTS = (95.0, 80.0, 50.0, 20.0, 5.0)
_NONE, _LEFT, _RIGHT = "none", "left", "right"
_PARTS = ("label_color", "edge_color", "vertex_color", "fill_color", "vertex_size", "edge_size")
_COMMON_LOOK = {"label_color": "invisible", "vertex_color": "gray50", "vertex_size": "0", "edge_size": "1"}


class Region(NamedTuple):
    """A polygon and the label that it is drawn under."""

    points: list[Point]  #: m
    label: str = ""


_NOWHERE = Region([])


class OpRegionV24(Behavior):
    """Brings the vehicle back into a region, and stops it when it gets too far out, too deep, or is out too long."""

    needed_axes = ("course", "speed")
    other_keys: ClassVar[tuple[Key, ...]] = (
        other_key("reset", "text", "true: begins anew, as if it had never been inside."),
    )

    endless = True
    default_name = "opregx"
    loads = ("usimmarine_py.helm.functions.rays",)
    own_flags = ("save", "savex", "breached_poly", "breached_time", "breached_altitude", "breached_depth")
    variables = ("NAV_X", "NAV_Y", "NAV_HEADING", "NAV_SPEED")

    core_poly: LabelledPolygon | None = parameter(None, read_polygon, "polygon", unit="m", what="The region.")
    save_poly: LabelledPolygon | None = parameter(
        None, read_polygon, "polygon", unit="m", what="Outside it comes back."
    )
    halt_poly: LabelledPolygon | None = parameter(None, read_polygon, "polygon", unit="m", what="Outside it stops.")
    visual_hints: str = hints(
        strict=True, what="Colours and sizes: `edge_color=red`, or of a region: `save_edge_color=red`."
    )
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
        self._look = {
            **_COMMON_LOOK, "core_edge_color": "gray30", "save_edge_color": "gray50", "halt_edge_color": "pink",
            "save_status_edge_color": "yellow", "halt_status_edge_color": "red", "edge_color": "gray50",
        }  # fmt: skip
        self._in_halt: float | None = None  #: since when it is inside halt_poly, s
        self._out_halt: float | None = None  #: since when it is outside, s
        self._out_save: float | None = None  #: since when it is outside save_poly, s; once it was inside
        #: how long it was there when that was last looked at, s
        self._seconds = dict.fromkeys(("IN_HALT", "OUT_HALT", "OUT_SAVE"), 0.0)
        self._core = self._save = self._halt = _NOWHERE
        self._began: float | None = None  #: max_time counts from its making, not from the first time that it runs
        self._entered = self._was_safe = self._saved = False
        self._committed = _NONE

    def on_other(self, key: str, text: str) -> bool:
        if key != "reset" or text.strip().lower() != "true":
            return False
        self._began = self._in_halt = self._out_halt = self._out_save = None
        self._entered = self._was_safe = False
        self._seconds = dict.fromkeys(self._seconds, 0.0)
        return True

    def on_set(self, name: str) -> None:
        if name == "dynamic_region_var":
            self.extra_variables.append(self.dynamic_region_var)
        elif name == "visual_hints":
            add_hints(self._look, spelled_hints(self.visual_hints))
        elif name.endswith("_poly"):
            given: LabelledPolygon = getattr(self, name)
            kind = name.removesuffix("_poly")
            setattr(self, f"_{kind}", Region(list(given.points), f"{kind}{self.community}"))

    def on_configured(self) -> None:
        self._shape()
        if self._began is None:
            self._began = self.now
        self._draw()

    def _shape(self) -> None:
        """Make the buffers around the core; with a distance of 0 they are the core."""
        core = self._core.points
        if not core:
            return
        for name, distance in (("save", self.save_dist), ("halt", self.halt_dist)):
            if distance > 0:
                setattr(self, f"_{name}", Region(buffered(core, distance), f"opreg_{name}_{self.community}"))
            elif distance == 0:
                setattr(self, f"_{name}", self._core)

    # -- running

    def on_run(self) -> Utility | None:
        self.read_pose()
        if not self._read_mail():
            return None
        self._watch_depth()
        self._watch_altitude()
        if 0 < self.max_time < self._age:
            self._breach("time", "timeout")
        stays = self._stays()
        return self._save_itself() if stays and not self.life.failed else None

    @property
    def _age(self) -> float:
        return 0.0 if self._began is None else self.now - self._began

    def _read_mail(self) -> bool:
        """Take a new core; False if it is none."""
        name = self.dynamic_region_var
        if not name or self.buffer.received.get(name) != self.now:
            return True
        taken = self.set("core_poly", self.buffer.texts.get(name, ""))
        self.on_configured()
        return taken

    def _stays(self) -> bool:
        """Whether it is inside halt_poly, or not long enough outside."""
        now = self.now
        if self._contains(self._halt):
            self._out_halt = None
            self._in_halt = now if self._in_halt is None else self._in_halt
            self._seconds |= {"IN_HALT": now - self._in_halt, "OUT_HALT": 0.0}
            self._entered = self._entered or now - self._in_halt >= self.trigger_entry_time
            return True
        self._out_halt = now if self._out_halt is None else self._out_halt
        self._in_halt = None
        self._seconds |= {"IN_HALT": 0.0, "OUT_HALT": now - self._out_halt}
        if now - self._out_halt < self.trigger_exit_time or (self.trigger_on_poly_entry and not self._entered):
            return True
        if self.draw_halt_status:
            self._draw_ring(8, "halt_status")
        self.post_flags("breached_poly", repeatable=False)
        self.fail("OpRegion HaltPoly Failure")
        return False

    def _save_itself(self) -> Utility | None:
        """Lead back into save_poly, once it was inside."""
        if self._contains(self._save):
            self._was_safe, self._saved = True, False
            self._committed = _NONE
            self._out_save, self._seconds["OUT_SAVE"] = None, 0.0
            self.post("VIEW_POLYGON", no_shape_text(f"{self.community}_stat"))
            return None
        if not self._was_safe:
            return None
        if not self._saved:
            self._saved, self._out_save = True, self.now
            self.post_flags("save", repeatable=False)
        self._seconds["OUT_SAVE"] = 0.0 if self._out_save is None else self.now - self._out_save
        self.post_flags("savex", repeatable=False)
        if self.draw_save_status:
            self._draw_ring(12, "save_status", duration=2.0)
        function = self._way_back()
        self._draw()
        return function

    def _contains(self, region: Region) -> bool:
        return bool(region.points) and Polygon(tuple(region.points)).contains(self.nav_x, self.nav_y)

    def _way_back(self) -> Utility | None:
        import numpy as np  # outside the region only

        from usimmarine_py.helm.functions.rays import distances_ahead, turns

        course, here = self.axis("course"), (self.nav_x, self.nav_y)
        ways = distances_ahead(self._save.points, here, course)
        hits = ways >= 0
        if not hits.any():
            return None
        near, far = float(ways[hits].min()), float(ways.max())
        turned = turns(course, self.nav_heading)
        if distance_ahead(self._save.points, here, self.nav_heading) >= 0:
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

    def _regions(self) -> Iterator[tuple[str, Region, bool]]:
        """Yield prefix, region and whether it is drawn; only buffers are, and the core."""
        yield "core", self._core, True
        yield "save", self._save, self.save_dist > 0
        yield "halt", self._halt, self.halt_dist > 0

    def _shown(self, prefix: str) -> dict[str, str]:
        """Return the look of a region or ring: what has its prefix, else what is common."""
        return {
            name: self._look.get(f"{prefix}_{name}", common) for name, common in self._look.items() if name in _PARTS
        }

    def _draw(self) -> None:
        # all under one tag, as in the original: what differs from the last drawing of any is posted again
        for prefix, region, drawn in self._regions():
            if drawn:
                shape = points_text(region.points, 3) if region.points else ""
                text = shape + look_text(region.label, **self._shown(prefix))
                self.post("VIEW_POLYGON", text.removeprefix(","))

    def _draw_ring(self, count: int, prefix: str, **more: float) -> None:
        ring = [
            (self.nav_x + _RING * sin(a), self.nav_y + _RING * cos(a))
            for a in ((k + 0.5) * 2 * pi / count for k in range(count))
        ]
        self.post(
            "VIEW_POLYGON", points_text(ring) + look_text(f"{self.community}_stat", **self._shown(prefix), **more)
        )

    def on_idle_to_run(self) -> None:
        self._draw()

    def on_run_to_idle(self) -> None:
        for _, region, _ in self._regions():
            self.post("VIEW_POLYGON", no_shape_text(region.label))

    def on_flag_text(self) -> None:
        # the original works out all macros for each text, with a warning for what it lacks
        if self.max_depth > 0:
            self.heard("NAV_DEPTH")
        if self.min_altitude > 0:
            self.heard("NAV_ALTITUDE")

    def macros(self) -> Mapping[str, float | str | None]:
        left, deep = self.max_time - self._age, self.max_depth - self.value("NAV_DEPTH")
        high = self.value("NAV_ALTITUDE") - self.min_altitude
        found: dict[str, float | str | None] = {
            "SAVE_DIST": self.save_dist, "HALT_DIST": self.halt_dist,
            "TIME_LEFT": max(left, 0.0) if self.max_time > 0 else None,
            "DEPTH_LEFT": float(int(max(deep, 0.0))) if self.max_depth > 0 else None,
            "ALT_LEFT": float(int(max(high, 0.0))) if self.min_altitude > 0 else None,
            **{f"SECS_{name}_POLY": seconds for name, seconds in self._seconds.items()},
        }  # fmt: skip
        top = self.axis("speed").high or 1.0
        for prefix, (points, label), drawn in self._regions():
            name = prefix.upper()
            look = self._shown(prefix) if drawn else {}
            found[f"{name}_POLY"] = points_text(points) + look_text(label, **look) if points else ""
            nearest = distance_to_polygon(points, self.nav_x, self.nav_y) if points else -1.0
            ahead = distance_ahead(points, (self.nav_x, self.nav_y), self.nav_heading) if points else -1.0
            # odd, but so: along the way to the core there is the least distance, too
            found[f"DIST_TO_{name}"], found[f"TRAJ_DIST_TO_{name}"] = nearest, nearest if name == "CORE" else ahead
            found[f"ETA_TO_{name}"], found[f"TRAJ_ETA_TO_{name}"] = nearest / top, ahead / top
        return found
