"""pSpoofNode: node reports of vehicles that do not exist."""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, radians, sin

from usimmarine_py.field.contacts.posting import PostingApp
from usimmarine_py.field.settings import HomeCommunity, colour, field_table, number, special, text
from usimmarine_py.finding import Finding
from usimmarine_py.limits import MOST_SPOOFED
from usimmarine_py.text import read_number
from usimmarine_py.texts.ledger import KINDS
from usimmarine_py.texts.node_report import NodeState, ReportDetails, as_text, report_pairs
from usimmarine_py.texts.pairs import first_value
from usimmarine_py.values.frozen import dataclass, field
from usimmarine_py.values.key import ConfigLine, RefusedValueError
from usimmarine_py.values.mail import Message

_WORDS = ("name", "group", "type", "vsource")
_NUMBERS = ("x", "y", "hdg", "spd", "len", "dur")


@dataclass(slots=True)
class SpoofOptions:
    """What the block says; m, m/s, deg, s."""

    refresh_interval: float = 0.5
    default_vtype: str = "kayak"
    default_color: str = "purple"
    default_length: float = 5.0
    default_hdg: float = 45.0
    default_spd: float = 0.0
    default_duration: float = 0.0
    default_group: str = ""
    default_vsource: str = ""
    spoofs: list[str] = field(default_factory=list)


def _spoof(options: SpoofOptions, value: str) -> Finding | None:
    try:
        _read_request(value)
    except ValueError as error:
        return Finding(str(error))
    options.spoofs.append(value)
    return None


def _known_kind(value: str) -> str:
    """Return a type as written. Raises ``RefusedValueError`` for one that MOOS-IvP does not know."""
    if value.lower() not in KINDS:
        raise RefusedValueError("is no type of vehicle that MOOS-IvP knows")
    return value


#: The keys of its block.
KEYS = field_table(
    SpoofOptions,
    number("refresh_interval", "refresh_interval", "Time between two reports of a vehicle.", "s", minimum=0.0),
    text("default_vtype", "default_vtype", "Type of vehicles.", parse=_known_kind),
    colour("default_color", "default_color", "Colour of vehicles."),
    number("default_length", "default_length", "Length of vehicles.", "m", above=0.0),
    number("default_hdg", "default_hdg", "Heading of vehicles.", "deg"),
    number("default_spd", "default_spd", "Speed of vehicles.", "m/s", above=0.0, default="0"),
    number("default_duration", "default_duration", "How long vehicles are there; 0: for ever.", "s", minimum=0.0),
    text("default_group", "default_group", "Group of vehicles; taken, not reported, as in the original."),
    text("default_vsource", "default_vsource", "Source of reports; taken, not reported, as in the original."),
    special(
        "spoof", "list", _spoof, "A vehicle at the start: x=, y=, hdg=, spd=, name=, group=, type=, color=, vsource=, "
        "dur=.", repeatable=True, example="x=100, y=-50, name=zoe, dur=60",
    ),
)  # fmt: skip


def _read_request(text: str) -> tuple[dict[str, float], dict[str, str]]:
    """Return the numbers and words of a request, in lower case. Raises ``ValueError``."""
    text = text.lower()
    numbers, words = {}, {}
    for key in _NUMBERS:
        if value := first_value(text, key):
            number = read_number(value)
            if number is None:
                raise ValueError(f"{key} must be a number")
            numbers[key] = number
    for key in (*_WORDS, "color"):
        if value := first_value(text, key):
            if key != "color" and not (value.isascii() and value.isalnum()):
                raise ValueError(f"{key} must be letters and digits")
            words[key] = value
    if not {"x", "y"} <= set(numbers):
        raise ValueError("x= and y= are needed")
    return numbers, words


@dataclass(slots=True)
class _Node:
    """A spoofed vehicle, and until when it is reported (s of its age; 0: for ever)."""

    state: NodeState
    born: float
    duration: float


class SpoofNode(PostingApp):
    """Reports vehicles that do not exist."""

    keys = KEYS

    subscriptions = ("SPOOF", "SPOOF_CANCEL")

    def __init__(self, lines: Sequence[ConfigLine], home: HomeCommunity, name: str = "pSpoofNode") -> None:
        super().__init__(lines, home, name)
        self.options = SpoofOptions()
        self.read_block(lines, self.options)
        self.nodes: dict[str, _Node] = {}
        self._count = 0
        self._last = 0.0

    def begin(self) -> None:
        """Add the vehicles of the block."""
        for request in self.options.spoofs:
            self._add(request)

    def take(self, message: Message) -> None:
        """Take in one message."""
        if (text := self.text(message)) is None:
            return
        try:
            if message.variable == "SPOOF":
                self._add(text)
            else:
                self._cancel(text)
        except ValueError as error:
            self.refuse(message, str(error))

    def _add(self, text: str) -> None:
        numbers, words = _read_request(text)
        options = self.options
        name = words.get("name", f"C{self._count:04d}")
        if name not in self.nodes and len(self.nodes) >= MOST_SPOOFED:
            raise ValueError(f"there are {MOST_SPOOFED} spoofed vehicles already")
        state = NodeState(
            name=name, x=numbers["x"], y=numbers["y"], speed=numbers.get("spd", options.default_spd),
            heading=numbers.get("hdg", options.default_hdg), kind=words.get("type", options.default_vtype),
            group=words.get("group", ""), length=options.default_length,
            details=ReportDetails(
                more={"COLOR": words.get("color", options.default_color), "VSOURCE": words.get("vsource", "")}
            ),
        )  # fmt: skip
        self.nodes[name] = _Node(state, self.now, numbers.get("dur", options.default_duration))
        self._count += 1

    def _cancel(self, text: str) -> None:
        text = text.lower()
        name, group = first_value(text, "vname") or first_value(text, "contact"), first_value(text, "group")
        if not name and not group:
            raise ValueError("vname= or group= is needed")
        self.nodes = {
            key: node for key, node in self.nodes.items() if not (key == name or (group and node.state.group == group))
        }

    def tick(self) -> None:
        """Move and report all vehicles when it is due, and drop those whose time is over.

        The first interval is counted from time 0, as in the original: a moving vehicle of the block jumps.
        """
        elapsed = self.now - self._last
        if elapsed > self.options.refresh_interval:
            self._last = self.now
            for name in sorted(self.nodes):
                state = self.nodes[name].state
                way, heading = (state.speed or 0.0) * elapsed, radians(state.heading or 0.0)
                state.x = (state.x or 0.0) + way * sin(heading)
                state.y = (state.y or 0.0) + way * cos(heading)
                state.time = self.written(self.now)
                self.post("NODE_REPORT", as_text(report_pairs(state)))
        self.nodes = {
            name: node
            for name, node in self.nodes.items()
            if node.duration <= 0 or self.now - node.born <= node.duration
        }

    def report(self) -> str:
        """The spoofed vehicles."""
        return f"Spoofed: {', '.join(sorted(self.nodes)[:50]) or 'none'}\n"
