"""Wormholes: reading, the state machine, transport, and what is shown of them (laws/usimmarine 13).

A wormhole joins two convex polygons, *madrid* and *weber*. A vehicle inside the entry polygon fades for five seconds,
comes out of the other one and emerges for five seconds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from enum import Enum
from typing import Any

from usimmarine_py.maths.plane.polygon import Point, Polygon
from usimmarine_py.simulator.mail import V22_V23
from usimmarine_py.simulator.part import Part, PartsRow, Share
from usimmarine_py.text import bite, compact_number, read_number, split, strict_boolean, strip_white
from usimmarine_py.values import Finding, Key, VehicleState, unhandled
from usimmarine_py.values.frozen import dataclass, replace
from usimmarine_py.values.key import SimulatorRules

TUNNEL_TIME = 10.0  #: s, fading and emerging together
_CONNECTIONS = ("from_madrid", "from_weber", "both")
_LOOK = "label_color=invisible,edge_color=invisible,vertex_color=invisible,fill_color=white,fill_transparency=0.1"


@dataclass(frozen=True, slots=True)
class Wormhole:
    """One wormhole. ``delay`` and ``id_change`` are kept and shown and have no effect, as in the references."""

    tag: str
    madrid: Polygon | None = None
    weber: Polygon | None = None
    connection: str = "from_madrid"  #: from_madrid | from_weber | both (never entered)
    delay: float = 0.0  #: s
    id_change: bool = True

    @property
    def entry(self) -> Polygon | None:
        """The polygon that takes a vehicle in."""
        return {"from_madrid": self.madrid, "from_weber": self.weber}.get(self.connection)

    @property
    def exit(self) -> Polygon | None:
        """The polygon that lets it out."""
        return {"from_madrid": self.weber, "from_weber": self.madrid}.get(self.connection)

    def view_polygons(self) -> tuple[str, ...]:
        """The texts of VIEW_POLYGON: weber, then madrid; a missing one is left out."""
        both = ((self.weber, "weber"), (self.madrid, "madrid"))
        return tuple(_view(polygon, f"{self.tag}_{name}") for polygon, name in both if polygon is not None)

    def report_lines(self) -> tuple[str, str, str]:
        """The three lines of the report (laws/usimmarine 6)."""
        madrid = "null" if self.madrid is None else _view(self.madrid, f"{self.tag}_madrid")
        weber = "null" if self.weber is None else _view(self.weber, f"{self.tag}_weber")
        return (
            f"tag={self.tag}, connection={self.connection}, delay={compact_number(self.delay)}, "
            f"id_change={'true' if self.id_change else 'false'}",
            f"madrid_poly: {madrid}",
            f"weber_poly:  {weber}",
        )


def _view(polygon: Polygon, label: str) -> str:
    points = ":".join(f"{compact_number(x, 1)},{compact_number(y, 1)}" for x, y in polygon.vertices)
    return f"pts={{{points}}},label={label},{_LOOK}"


def read_wormhole(
    wormholes: tuple[Wormhole, ...], text: str, *, exponent: bool = False
) -> tuple[tuple[Wormhole, ...], str]:
    """The wormholes after a line ``tag=.., madrid_poly=.., ...``, and what was wrong with it (empty: nothing).

    Lines of equal tag extend one wormhole. A bad part leaves the wormhole as earlier lines made it (a new one stays
    bare); a line without a tag changes nothing.
    """
    tag = _tag(text)
    if not tag:
        return wormholes, "needs tag=NAME in front of any part with more than one ="
    place = next((i for i, known in enumerate(wormholes) if known.tag == tag), None)
    if place is None:
        wormholes, place = (*wormholes, Wormhole(tag)), len(wormholes)
    changed = wormholes[place]
    for part in _parts_outside_braces(text):
        changed, problem = _with_part(changed, part, exponent)
        if problem:
            return wormholes, problem
    return (*wormholes[:place], changed, *wormholes[place + 1 :]), ""


def _tag(text: str) -> str:
    for part in split(text, ","):
        if part.count("=") > 1:
            return ""
        name, value = bite(part, "=")
        if name == "tag":
            return value.lower()
    return ""


def _parts_outside_braces(text: str) -> list[str]:
    parts, depth, start = [], 0, 0
    for place, character in enumerate(text):
        if character == "{":
            depth += 1
        elif character == "}":
            depth -= 1
        elif character == "," and depth <= 0:
            parts.append(strip_white(text[start:place]))
            start = place + 1
    last = strip_white(text[start:])
    return [*parts, last] if last else parts


def _with_part(wormhole: Wormhole, part: str, exponent: bool) -> tuple[Wormhole, str]:
    name, value = bite(part, "=")
    if name == "tag":
        return wormhole, ""
    if name in ("madrid_poly", "weber_poly"):
        polygon = read_polygon(value, exponent=exponent)
        if polygon is None:
            return wormhole, f"{name} must be a convex polygon such as {{0,0:10,0:10,10}}"
        if name == "madrid_poly":
            return replace(wormhole, madrid=polygon), ""
        return replace(wormhole, weber=polygon), ""
    if name == "connection":
        if value.lower() not in _CONNECTIONS:
            return wormhole, f"connection must be one of {', '.join(_CONNECTIONS)}"
        return replace(wormhole, connection=value.lower()), ""
    if name == "delay":
        delay = read_number(value, exponent=exponent)
        if delay is None or delay < 0:
            return wormhole, "delay must be a number of seconds, 0 or more"
        return replace(wormhole, delay=delay), ""
    if name == "id_change":
        flag = strict_boolean(value)
        if flag is None:
            return wormhole, "id_change must be true or false"
        return replace(wormhole, id_change=flag), ""
    return wormhole, f"unknown part {name}"


def read_polygon(text: str, *, exponent: bool = False) -> Polygon | None:
    """A convex polygon of ``{x,y:x,y:...}``, ``{pts={x,y:...}}`` or ``pts={x,y:...}`` (m); None if it is none.

    Behind ``pts={...}`` drawing hints may follow; a third number of a vertex is read and dropped.
    """
    if text.startswith("{") and text.endswith("}"):
        text = strip_white(text[1:-1])
    if text.startswith("pts={"):
        text, closing, _ = text[len("pts={") :].partition("}")
        if not closing:
            return None
    vertices: list[Point] = []
    for vertex in split(text, ":"):
        numbers = [read_number(number, exponent=exponent) for number in split(vertex, ",")]
        finite = [number for number in numbers if number is not None]
        if len(finite) != len(numbers) or len(finite) not in (2, 3):
            return None
        vertices.append((finite[0], finite[1]))
    return Polygon.convex(tuple(vertices))


class Phase(Enum):
    """Where in the tunnel the vehicle is."""

    NORMAL = "normal"
    FADING = "fading"
    EMERGING = "emerging"


@dataclass(frozen=True, slots=True)
class Tunnel:
    """State of the machine of laws/usimmarine 13."""

    phase: Phase = Phase.NORMAL
    since: float = 0.0  #: s, when the phase began
    wormhole: int = -1  #: index of the one entered
    entered_at: Point = (0.0, 0.0)  #: m
    transparency: float = 1.0  #: 0 to 1, posted as P_TRANSP

    def step(self, wormholes: tuple[Wormhole, ...], clock: float, x: float, y: float) -> tuple[Tunnel, Point | None]:
        """The state after a publication at a clock (s) with the vehicle at x, y (m).

        The second value is the vehicle's new position when it is transported now; then both states move there and
        the rudder becomes 0.
        """
        half = TUNNEL_TIME / 2
        elapsed = clock - self.since
        if self.phase is Phase.FADING:
            if elapsed < half:
                return replace(self, transparency=min(1.0, 1 - elapsed / half)), None
            after = replace(self, phase=Phase.EMERGING, since=clock, transparency=0.0)
            if not 0 <= self.wormhole < len(wormholes):
                return after, None
            return after, transported(wormholes[self.wormhole], self.entered_at)
        if self.phase is Phase.EMERGING:
            if elapsed > half:
                return Tunnel(), None
            return replace(self, transparency=max(0.0, elapsed / half)), None
        for index, wormhole in enumerate(wormholes):
            if wormhole.entry is not None and wormhole.entry.contains(x, y):
                return Tunnel(Phase.FADING, clock, index, (x, y)), None
        return self, None


def transported(wormhole: Wormhole, entered_at: Point) -> Point | None:
    """Where a vehicle comes out that entered at a point (m); None when a polygon is missing, so that it stays.

    The entry point's bearing and range from the mean of the entry polygon's vertices are laid off from that of the
    exit polygon; a point outside it is drawn in to the edge, on the line to the centre of its bounding box.
    """
    if wormhole.entry is None or wormhole.exit is None:
        return None
    entry_mean, exit_mean = wormhole.entry.mean(), wormhole.exit.mean()
    x = exit_mean[0] + (entered_at[0] - entry_mean[0])
    y = exit_mean[1] + (entered_at[1] - entry_mean[1])
    if wormhole.exit.contains(x, y):
        return x, y
    drawn_in = wormhole.exit.crossing(wormhole.exit.box_centre(), (x, y))
    # a slim polygon may lie beside the centre of its box; its mean is always inside
    return drawn_in or wormhole.exit.crossing(exit_mean, (x, y)) or exit_mean


#: The polygons are posted in every n-th iteration (laws/usimmarine 5, 13).
_POLYGON_MODULO = 10


@dataclass(slots=True)
class Inside:
    """Where in a wormhole the vehicle is."""

    tunnel: Tunnel = Tunnel()


class Wormholes(Part):
    """Wormholes that transport the vehicle, after all else of a tick."""

    def __init__(
        self,
        row: PartsRow,
        wormholes: tuple[Wormhole, ...],
        placed: Callable[[VehicleState], VehicleState],
        prefix: str,
    ) -> None:
        self.wormholes, self.state, self._placed = wormholes, Inside(), placed
        super().__init__(row, self.state)
        self._transparency = f"{prefix}_TRANSP"

    def shares(self) -> Mapping[str, Share]:
        """``post`` transports the vehicle and posts how much of it can be seen."""
        return {"post": self.post}

    def post(self, now: float) -> None:
        """Transport the vehicle, and post how much of it can be seen and, now and then, where the wormholes are."""
        before, here = self.state.tunnel, self._owns[0]
        tunnel, place = before.step(self.wormholes, now, here.x, here.y)
        if tunnel.phase is Phase.EMERGING and before.phase is Phase.FADING:
            # also where a polygon is missing and the vehicle stays
            self._command.rudder = 0.0
        if place is not None:
            for own in self._owns:
                own.set(self._placed(replace(own.state, x=place[0], y=place[1])))
        self.state.tunnel = tunnel
        self._output.post(self._transparency, tunnel.transparency)
        if self._time.iteration % _POLYGON_MODULO == 0:
            for wormhole in self.wormholes:
                for text in wormhole.view_polygons():
                    self._output.post("VIEW_POLYGON", text)

    def report(self) -> Iterable[str]:
        """The lines of all wormholes."""
        lines = ["", "WormHole Information:", "---------------------", f"Total WormHoles: {len(self.wormholes)}"]
        return lines + [line for wormhole in self.wormholes for line in wormhole.report_lines()]


def _wormhole(draft: Any, text: str) -> Finding | None:
    draft.vehicle.wormholes, problem = read_wormhole(draft.vehicle.wormholes, text, exponent=not draft.dialect.recorded)
    return unhandled(problem) if problem else None


PARAMETERS: tuple[Key, ...] = (
    Key(
        "wormhole", "text", "",
        "A pair of polygons between which the vehicle is transported: tag=, madrid_poly=, weber_poly=, connection=, "
        "delay=, id_change=.", group="wormholes", source="laws/usimmarine 13", repeatable=True,
        rules=SimulatorRules(dialects=V22_V23, reader=_wormhole),
    ),
)  # fmt: skip
