"""The table of parameters and mail, collected from all packages, and the two texts that the command line prints.

A new parameter or mail variable is declared in the ``parameters`` of its package; the example block, the interface
text, the reference pages, the schema and the checker are generated from this table.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import TypeVar

from usimmarine_py.sea.data.parameters import PARAMETERS as SEA_PARAMETERS
from usimmarine_py.sea.parameters import PARAMETERS as ENVIRONMENT_PARAMETERS
from usimmarine_py.sensors.parameters import PARAMETERS as SENSOR_PARAMETERS
from usimmarine_py.simulator import MAIL as SIMULATOR_MAIL
from usimmarine_py.simulator import PARAMETERS as SIMULATOR_PARAMETERS
from usimmarine_py.simulator.features import FEATURES
from usimmarine_py.values import Key, MailEntry
from usimmarine_py.values.application import APPLICATION_NAMES
from usimmarine_py.values.application import MAIL as APPLICATION_MAIL
from usimmarine_py.values.application import PARAMETERS as APPLICATION_PARAMETERS
from usimmarine_py.vehicle.parameters import PARAMETERS as FOSSEN_PARAMETERS

_WIDTH = 80
_Item = TypeVar("_Item", Key, MailEntry)

#: Groups in the order of all pages, with their headings. A group that is not listed comes last under its own name.
GROUPS: Mapping[str, str] = MappingProxyType(
    {
        "application": "Application",
        "command": "Commands",
        "physics": "Choice of the physics",
        "start": "Start",
        "run": "Run",
        "publication": "Publication",
        "speed": "Speed",
        "turning": "Turning",
        "depth": "Depth",
        "drift": "Drift and current field",
        "dynamics": "Vehicles with hydrodynamics (dynamics = fossen3 or fossen6)",
        "weather": "Wind, waves and current",
        "sensors": "Sensors and faults",
        "energy": "Energy and battery",
        "sailing": "Sailing",
        "controller": "Embedded controller",
        "handshake": "Buoyancy and trim requests",
        "wormholes": "Wormholes",
    }
)

_RANKS = {name: rank for rank, name in enumerate(GROUPS)}


def _rank(item: Key | MailEntry) -> tuple[int, str]:
    """The sort key by group; groups that are not listed come last, by name."""
    return (_RANKS[item.group], "") if item.group in _RANKS else (len(_RANKS), item.group)


def _collect(*packages: Iterable[Key]) -> tuple[Key, ...]:
    """All parameters by group, each name once: the first declaration is used."""
    found: dict[str, Key] = {}
    for parameters in packages:
        for parameter in parameters:
            found.setdefault(parameter.name.lower(), parameter)
    return tuple(sorted(found.values(), key=_rank))


PARAMETERS: tuple[Key, ...] = _collect(
    APPLICATION_PARAMETERS,
    SIMULATOR_PARAMETERS,
    SEA_PARAMETERS,
    ENVIRONMENT_PARAMETERS,
    SENSOR_PARAMETERS,
    *(feature.PARAMETERS for feature in FEATURES),
    FOSSEN_PARAMETERS,
)
MAIL: tuple[MailEntry, ...] = tuple(dict.fromkeys((*SIMULATOR_MAIL, *APPLICATION_MAIL)))

#: Keys that set the values of other keys: the overriding key, and the keys that it replaces.
OVERLAPS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {p.name: p.rules.covers for p in PARAMETERS if p.rules.covers}
)

#: All spellings of all parameters, in lower case.
BY_NAME: Mapping[str, Key] = MappingProxyType(
    {name.lower(): p for p in reversed(PARAMETERS) for name in reversed(p.names)}
)

_IN_USE = APPLICATION_NAMES | {
    p.name.lower()
    for p in (
        *SIMULATOR_PARAMETERS,
        *SEA_PARAMETERS,
        *ENVIRONMENT_PARAMETERS,
        *SENSOR_PARAMETERS,
        *(p for feature in FEATURES for p in feature.PARAMETERS),
    )
}


#: Groups that the example block shows as comments.
_OPTIONAL = frozenset({"weather", "sensors"})


#: Keys that an example sets; the others are comments in it.
ACTIVE = frozenset(
    p.name for p in PARAMETERS if p.example and p.name.lower() in _IN_USE and p.group not in _OPTIONAL
) - {key for keys in OVERLAPS.values() for key in keys}


def by_group(items: Iterable[_Item]) -> dict[str, list[_Item]]:
    """Heading of each group with its items, in the order of the pages."""
    groups: dict[str, list[_Item]] = {}
    for item in sorted(items, key=_rank):
        groups.setdefault(GROUPS.get(item.group, item.group.capitalize()), []).append(item)
    return groups


def example_block(name: str = "usimmarine") -> str:
    """Return a ProcessConfig block to paste into a mission: it gives no warnings and has at most 80 columns.

    Keys that another line overrides are comments, and so are weather and sensors, which are off by default.
    """
    shown = [p for p in PARAMETERS if p.example and p.name.lower() in _IN_USE]
    width = max(len(p.name) for p in shown)
    lines = [f"ProcessConfig = {name}", "{"]
    for heading, parameters in by_group(shown).items():
        lines += ([""] if len(lines) > 2 else []) + [f"  // {heading}"]
        for p in parameters:
            mark = "" if p.name in ACTIVE else "// "
            line = f"  {mark}{p.name.ljust(width - len(mark))} = {p.example}"
            note = f"  // {p.unit}" if p.unit and not mark else f"  ({p.unit})" if p.unit else ""
            lines.append(line + note if len(line + note) <= _WIDTH else line)
    return "\n".join([*lines, "}"])


def interface_page() -> str:
    """All mail that is read and posted, for the terminal; at most 80 columns wide."""
    lines = []
    for direction, title in (("in", "SUBSCRIPTIONS"), ("out", "PUBLICATIONS")):
        lines += ["", title, "=" * len(title)]
        for heading, entries in by_group(m for m in MAIL if m.direction == direction).items():
            lines += ["", f"{heading}:"]
            for entry in entries:
                lines += _interface_lines(entry)
    lines += [
        "",
        "PREFIX stands for the parameter prefix (default USM); <APP> for the name of the",
        "application in capitals. In brackets: the dialects that post it, or whose",
        "original reads it; the other dialects read it, too, unless quirks = true.",
    ]
    return "\n".join(lines).lstrip("\n")


def _interface_lines(entry: MailEntry) -> list[str]:
    facts = [entry.kind + (f", {entry.unit}" if entry.unit else "")]
    if entry.when and entry.when not in ("at any time", "every iteration"):
        facts.append(entry.when)
    text = f"{entry.help.rstrip('.')} ({'; '.join(facts)})"
    if entry.dialects:
        text += f" [{', '.join(entry.dialects)}]"
    head = "  " + " = ".join((entry.name, *entry.aliases))
    column = 30
    pad = " " * column
    wrapped = textwrap.wrap(text, _WIDTH, initial_indent=pad, subsequent_indent=pad)
    if len(head) < column - 1:
        return [head + wrapped[0][len(head) :], *wrapped[1:]]
    return [head, *wrapped]
