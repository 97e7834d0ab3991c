"""All that changes in a simulated vehicle, as one value that can be compared and printed."""

from __future__ import annotations

from copy import copy
from types import SimpleNamespace
from typing import Any

from usimmarine_py.control.hover import HoverState
from usimmarine_py.control.pid import PidLoops, PidState
from usimmarine_py.simulator import Simulator
from usimmarine_py.simulator.parts.run.reset import Reset
from usimmarine_py.simulator.parts.shown.sensors import Sensing
from usimmarine_py.simulator.records import Command, Own, WeatherNow

#: Records that keep their name; the fields of all others stand for themselves.
_NAMED: dict[type, str] = {
    Command: "command", Sensing: "sensing", WeatherNow: "weather", PidState: "pid", PidLoops: "loops",
    HoverState: "hover",
}  # fmt: skip


def internals(simulator: Simulator, **instead: Any) -> SimpleNamespace:
    """Return copies of the records of all parts, with other values ``instead``."""
    found: dict[str, Any] = {}
    reset = simulator.vehicle.part(Reset)
    for part in simulator.vehicle.parts.values():
        for record in part.records:
            if type(record) in _NAMED:
                found[_NAMED[type(record)]] = copy(record)
            elif isinstance(record, Own):
                record.state  # noqa: B018  # what it holds of the whole state is no difference
                found["truth" if record is reset.truth else "nav"] = copy(record)
            else:
                found |= {name: getattr(record, name) for name in record.__slots__}
    found["thrust_mode"] = found["command"].thrust_mode
    rows = [*simulator.vehicle.output.rows, *simulator.vehicle.output.sentences]
    return SimpleNamespace(**{**found, "waiting": rows, **instead})
