"""The block of uFldNodeComms, and the mail that changes it."""

from __future__ import annotations

from collections.abc import Mapping
from math import inf

from usimmarine_py.field.settings import LineReader, colour_of, number_of, pairs_of, truth_of
from usimmarine_py.text import read_number
from usimmarine_py.values.frozen import dataclass, field

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


def _range(options: CommsOptions, value: str) -> str:
    number = inf if value.lower() == "nolimit" else read_number(value)
    if number is None:
        return "must be a number of metres, or nolimit"
    options.comms_range = inf if number < 0 else number
    return ""


def _factor(name: str, keys: tuple[str, ...], low: float, high: float) -> LineReader[CommsOptions]:
    def read(options: CommsOptions, value: str) -> str:
        found = {key.lower(): text for key, text in pairs_of(value)}
        number = read_number(next((found[key] for key in keys if key in found), ""))
        vehicle = found.get("vname", "")
        if number is None or not vehicle:
            return f"must be vname=NAME,{keys[0]}=NUMBER"
        getattr(options, name)[vehicle] = min(max(number, low), high)
        return ""

    return read


def _shared(options: CommsOptions, value: str) -> str:
    word = value.lower()
    number = read_number(value)
    if word in ("true", "false"):
        options.shared_gap = _SHARED if word == "true" else None
    elif number is not None and number >= 0:
        options.shared_gap = number
    else:
        return "must be true, false or a number of seconds"
    return ""


_STEALTH = _factor("stealth", ("stealth",), 0.1, 1.0)
_EARANGE = _factor("earange", ("earange", "earrange"), 1.0, 10.0)
READERS: Mapping[str, LineReader[CommsOptions]] = {
    "comms_range": _range, "critical_range": number_of("critical_range", 0.0), "stale_time": number_of("stale_time"),
    "min_msg_interval": number_of("message_gap"), "min_rpt_interval": number_of("report_gap"),
    "max_msg_length": number_of("longest_message", 0.0), "stealth": _STEALTH, "earange": _EARANGE,
    "earrange": _EARANGE, "groups": truth_of("groups"), "msg_groups": truth_of("message_groups"),
    "drop_percentage": number_of("drop", 0.0, 100.0), "view_node_rpt_pulses": truth_of("pulses.of_reports"),
    "pulse_duration": number_of("pulses.duration"), "shared_node_reports": _shared,
    "msg_color": colour_of("pulses.message_colour"), "msg_repeat_color": colour_of("pulses.repeat_colour"),
}  # fmt: skip
#: By variable: a reader, and whether the value is a number.
MAIL: Mapping[str, tuple[LineReader[CommsOptions], bool]] = {
    "UNC_COMMS_RANGE": (_range, True), "UNC_STEALTH": (_STEALTH, False), "UNC_EARANGE": (_EARANGE, False),
    "UNC_DROP_PCT": (number_of("drop", 0.0, 100.0), True), "UNC_SHARED_NODE_REPORTS": (_shared, False),
    "UNC_VIEW_NODE_RPT_PULSES": (truth_of("pulses.of_reports"), False),
}  # fmt: skip
