"""pSafetyRetreat: sends a vehicle to the nearest safe area for a while when a threat is named."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf

from usimmarine_py.colours import is_colour
from usimmarine_py.field.contacts.posting import PostingApp
from usimmarine_py.field.settings import HomeCommunity, field_table, idle, needed, number, special, text
from usimmarine_py.finding import Finding
from usimmarine_py.limits import MOST_VEHICLES
from usimmarine_py.maths.plane.polygon import Point, distance_to_edges
from usimmarine_py.text import plain_number, read_number
from usimmarine_py.texts.pairs import fields_of
from usimmarine_py.texts.shapes import look_text, points_text, read_polygon
from usimmarine_py.values.frozen import dataclass, field
from usimmarine_py.values.key import ConfigLine
from usimmarine_py.values.mail import Message

_COLOURS = ("label_color", "edge_color", "vertex_color", "fill_color")
_SIZES = ("vertex_size", "edge_size", "fill_transparency")


@dataclass(slots=True)
class SafeArea:
    """A polygon (m), and its text as a behaviour reads it."""

    points: tuple[Point, ...]
    text: str


@dataclass(slots=True)
class RetreatOptions:
    """What the block says; s."""

    areas: list[SafeArea] = field(default_factory=list)
    duration: float = 1200.0
    cue: str = "THREAT_DETECTED"
    message: str = "UP_RETREAT"
    notify: str = "SAFETY_RETREAT"


def _area(options: RetreatOptions, value: str) -> Finding | None:
    try:
        polygon = read_polygon(value)
    except ValueError as error:
        return Finding(str(error))
    found = fields_of(value)
    look: dict[str, str | float | bool] = {name: found[name] for name in _COLOURS if is_colour(found.get(name, ""))}
    for name in _SIZES:
        if (size := read_number(found.get(name, ""))) is not None:
            look[name] = size
    options.areas.append(SafeArea(polygon.points, points_text(polygon.points) + look_text(polygon.label, **look)))
    return None


#: The keys of its block.
KEYS = field_table(
    RetreatOptions,
    special(
        "polygon", "polygon", _area, "A safe area, convex.", repeatable=True, unit="m",
        example="radial:: x=20, y=-60, radius=20, pts=8, snap=1",
    ),
    number("duration", "duration", "How long the vehicle stays after the last threat.", "s", above=0.0),
    text("retreat_cue_var", "cue", "Variable whose mail names a threat.", parse=needed),
    text("retreat_message_var", "message", "Variable of the update for the behaviour that retreats.", parse=needed),
    text("retreat_notify_var", "notify", "Variable that becomes true with a retreat.", parse=needed),
    idle("verbose", "More on the terminal"),
    file_order=True,
)  # fmt: skip


class SafetyRetreat(PostingApp):
    """Remembers threats until none was named for the duration, then resolves them."""

    keys = KEYS

    def __init__(self, lines: Sequence[ConfigLine], home: HomeCommunity, name: str = "pSafetyRetreat") -> None:
        super().__init__(lines, home, name)
        self.options = RetreatOptions()
        self.read_block(lines, self.options)
        self.threats: list[str] = []
        self._x = self._y = 0.0
        self._since: float | None = None
        if not self.options.areas:
            self.find(Finding("there is no polygon: no retreat is possible"))

    def on_connect_subscriptions(self) -> Sequence[str]:
        """The cue, and the own position."""
        return (self.options.cue, "NAV_X", "NAV_Y")

    def take(self, message: Message) -> None:
        """Take in one message."""
        if message.variable == self.options.cue:
            self._retreat(message)
        elif (value := self.number(message)) is not None:
            if message.variable == "NAV_X":
                self._x = value
            else:
                self._y = value

    def _retreat(self, message: Message) -> None:
        # as in the original, a cue that is a number names a threat without a name
        name = message.value if isinstance(message.value, str) else ""
        if not self.options.areas:
            self.refuse(message, f"there is no polygon in the block of {self.name}")
            return
        if name not in self.threats:
            if len(self.threats) >= MOST_VEHICLES:
                self.refuse(message, f"there are {MOST_VEHICLES} threats already")
                return
            self.threats.append(name)
        self._since = self.now
        area = min(self.options.areas, key=lambda one: distance_to_edges(one.points, self._x, self._y))
        duration = plain_number(self.options.duration)
        self.post(self.options.message, f"polygon = {area.text} # duration = {duration}")
        self.post(self.options.notify, "true")

    def tick(self) -> None:
        """Resolve the threats when the time is over."""
        since = inf if self._since is None else self._since
        if self.threats and self.now - since > self.options.duration:
            for name in self.threats:
                self.post("CONTACT_RESOLVED", name)
            self.threats.clear()

    def report(self) -> str:
        """Areas, and the threats of now."""
        return f"Safe areas: {len(self.options.areas)}\nThreats: {', '.join(self.threats[:50]) or 'none'}\n"
