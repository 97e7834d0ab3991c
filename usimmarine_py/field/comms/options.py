"""The block of uFldNodeComms, and the mail that changes it."""

from __future__ import annotations

from collections.abc import Mapping
from math import inf

from usimmarine_py.field.settings import colour, field_table, number, special, text, truth
from usimmarine_py.finding import Finding
from usimmarine_py.text import read_number
from usimmarine_py.texts.pairs import pairs_of
from usimmarine_py.values.frozen import dataclass, field, replace
from usimmarine_py.values.key import Key, Take

#: Between two shared reports of a vehicle where only ``true`` was asked for, real s.
_SHARED = 0.1


@dataclass(slots=True)
class Pulses:
    """What viewers show of reports and messages that are passed on."""

    of_reports: bool = True
    duration: float = 10.0  #: s
    message_colour: str = "white"
    repeat_colour: str = "light_green"


@dataclass(slots=True)
class CommsOptions:
    """What the block says: m, s."""

    comms_range: float = 100.0
    critical_range: float = 30.0
    stale_time: float = 5.0
    message_gap: float = 30.0
    report_gap: float = -1.0
    longest_message: float = 1000.0
    stealth: dict[str, float] = field(default_factory=dict)
    earange: dict[str, float] = field(default_factory=dict)
    groups: bool = False
    message_groups: bool = False
    drop: float = 0.0  #: percent
    shared_gap: float | None = None  #: real s; None: not shared
    pulses: Pulses = field(default_factory=Pulses)
    link: str = "radio"


def _range(options: CommsOptions, value: str) -> Finding | None:
    number = inf if value == "nolimit" else read_number(value)
    if number is None:
        return Finding("must be a number of metres, or nolimit")
    options.comms_range = inf if number < 0 else number
    return None


def _factor(name: str, keys: tuple[str, ...], low: float, high: float) -> Take:
    def read(options: CommsOptions, value: str) -> Finding | None:
        found = {key.lower(): text for key, text in pairs_of(value)}
        number = read_number(next((found[key] for key in keys if key in found), ""))
        vehicle = found.get("vname", "")
        if number is None or not vehicle:
            return Finding(f"must be vname=NAME,{keys[0]}=NUMBER")
        getattr(options, name)[vehicle] = min(max(number, low), high)
        return None

    return read


def _shared(options: CommsOptions, value: str) -> Finding | None:
    word = value.lower()
    number = read_number(value)
    if word in ("true", "false"):
        options.shared_gap = _SHARED if word == "true" else None
    elif number is not None and number >= 0:
        options.shared_gap = number
    else:
        return Finding("must be true, false or a number of seconds")
    return None


_STEALTH = _factor("stealth", ("stealth",), 0.1, 1.0)
_EARANGE = _factor("earange", ("earange", "earrange"), 1.0, 10.0)
#: The keys of its block.
KEYS = field_table(
    CommsOptions,
    special(
        "comms_range", "number", _range, "Range of reports and messages; nolimit or less than 0: any; 0: none.",
        "comms_range", unit="m", example="500",
    ),
    number(
        "critical_range", "critical_range", "Vehicles this close hear each other whatever their groups and ages.", "m",
        minimum=0.0, example="25",
    ),
    number("stale_time", "stale_time", "A report that is older is not passed on; 0 or less: any age.", "s"),
    number("min_msg_interval", "message_gap", "Least time between two messages of a vehicle.", "s"),
    number("min_rpt_interval", "report_gap", "Least time between two reports to a vehicle; below 0: none.", "s"),
    number("max_msg_length", "longest_message", "Characters of a message; 0: any.", minimum=0.0),
    special(
        "stealth", "list", _STEALTH, "Factor (0.1 to 1) of the range at which a vehicle is heard.", repeatable=True,
        example="vname=abe, stealth=0.5",
    ),
    special(
        "earange", "list", _EARANGE, "Factor (1 to 10) of the range at which a vehicle hears.", repeatable=True,
        aliases=("earrange",), example="vname=abe, earange=2",
    ),
    truth("groups", "groups", "Reports are passed on only within a group."),
    truth("msg_groups", "message_groups", "Messages are passed on only within a group."),
    number("drop_percentage", "drop", "Share of reports and messages that are lost.", "%", minimum=0.0),
    text(
        "link", "link", "How reports and messages go that are passed on: at once, or by sound: uFldAcousticModem "
        "in the same community.", choices=("radio", "acoustic"), example="radio",
    ),
    truth("view_node_rpt_pulses", "pulses.of_reports", "Viewers show reports that are passed on."),
    number("pulse_duration", "pulses.duration", "How long viewers show them; 0 or less: not at all.", "s"),
    special(
        "shared_node_reports", "text", _shared, "Posts NODE_REPORT_UNC: true, false, or the least time "
        "(real) between two of a vehicle.", default="false", unit="s",
    ),
    colour("msg_color", "pulses.message_colour", "Colour of messages; off or invisible: not shown."),
    colour("msg_repeat_color", "pulses.repeat_colour", "Colour of messages that are sent again."),
)  # fmt: skip
#: Mail of more than all is refused.
_BY_MAIL = replace(KEYS["drop_percentage"], maximum=100.0)
#: The key that mail sets, by variable, and whether its value is a number.
MAIL: Mapping[str, tuple[Key, bool]] = {
    "UNC_COMMS_RANGE": (KEYS["comms_range"], True), "UNC_STEALTH": (KEYS["stealth"], False),
    "UNC_EARANGE": (KEYS["earange"], False), "UNC_DROP_PCT": (_BY_MAIL, True),
    "UNC_SHARED_NODE_REPORTS": (KEYS["shared_node_reports"], False),
    "UNC_VIEW_NODE_RPT_PULSES": (KEYS["view_node_rpt_pulses"], False),
}  # fmt: skip
