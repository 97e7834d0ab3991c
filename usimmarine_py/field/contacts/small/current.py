"""uSimCurrent: the current of a field of vectors at the place of the vehicle, as a drift for its simulator."""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot

from usimmarine_py.field.contacts.posting import PostingApp
from usimmarine_py.field.settings import HomeCommunity, field_table, idle, needed, text
from usimmarine_py.finding import Finding
from usimmarine_py.maths.angles import bearing
from usimmarine_py.maths.plane.current_field import CurrentVectorField, read_current_field
from usimmarine_py.text import compact_number
from usimmarine_py.values.frozen import dataclass
from usimmarine_py.values.key import ConfigLine
from usimmarine_py.values.mail import Message


@dataclass(slots=True)
class CurrentOptions:
    """What the block says."""

    current_field: str = ""
    post_var: str = "USM_FORCE_VECTOR"


#: The keys of its block.
KEYS = field_table(
    CurrentOptions,
    text("current_field", "current_field", "File with the vectors (.cfd), beside the mission."),
    text(
        "post_var",
        "post_var",
        "Variable of the current; simulators of today read DRIFT_VECTOR (not in the original).",
        parse=needed,
    ),
    idle("current_field_active", "A switch of the field, which the original does not use"),
)


class CurrentSimulator(PostingApp):
    """Posts direction and strength where they change."""

    keys = KEYS

    subscriptions = ("NAV_X", "NAV_Y")

    def __init__(self, lines: Sequence[ConfigLine], home: HomeCommunity, name: str = "uSimCurrent") -> None:
        super().__init__(lines, home, name)
        self.options = CurrentOptions()
        self.read_block(lines, self.options)
        self.currents = self._read(self.options.current_field)
        self._place: dict[str, float] = {}
        self._shown = self.currents is None
        self._last = ""

    def _read(self, file: str) -> CurrentVectorField | None:
        if not file:
            self.find(Finding("there is no current_field: the water stands"))
            return None
        content = self.home.file_text(file)
        if content is None:
            self.find(Finding(f"current_field = {file}: there is no such file beside the mission"))
            return None
        reading = read_current_field(content, file)
        self.find(*(Finding.of(problem) for problem in reading.problems))
        return reading.field

    def take(self, message: Message) -> None:
        """Take in one message."""
        if (value := self.number(message)) is not None:
            self._place[message.variable] = value

    def tick(self) -> None:
        """Show the field once, then post the current."""
        if not self._shown and self.currents is not None:
            self._show(self.currents)
        if len(self._place) < len(self.subscriptions):
            return
        east, north = 0.0, 0.0
        if self.currents is not None:
            east, north = self.currents.current(self._place["NAV_X"], self._place["NAV_Y"])
        strength = hypot(east, north)
        text = f"{compact_number(bearing(0.0, 0.0, east, north), 2)},{compact_number(strength, 2)}"
        if text != self._last:
            self._last = text
            self.post(self.options.post_var, text)

    def _show(self, field: CurrentVectorField) -> None:
        self._shown = True
        # the original takes each vector twice: means are the same, numbers and labels are not
        vectors = [vector for vector in field.vectors for _ in range(2)]
        name = field.name.lower()
        radius = compact_number(field.radius)
        self.post("USC_CFIELD_SUMMARY", f"field_name={name}, radius={radius}, elements={len(vectors)}")
        for k, one in enumerate(vectors):
            x, y, strength, direction = (
                compact_number(value, 2) for value in (one.x, one.y, one.magnitude, one.direction)
            )
            self.post("VIEW_VECTOR", f"xpos={x},ypos={y},mag={strength},ang={direction},label={name}_{k}")

    def report(self) -> str:
        """The field, and the current of the last place."""
        count = 0 if self.currents is None else len(self.currents.vectors)
        return f"Field: {self.options.current_field or 'none'}, vectors: {count}\nCurrent: {self._last or 'unknown'}\n"
