"""Completion: blocks, behaviours, keys and their values, programs, macros, variables."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from usimmarine_py.check.blocks import KeySet, behavior_names, block_names, key_set
from usimmarine_py.editor.position import Kind, Position
from usimmarine_py.errors import ConfigError
from usimmarine_py.values.application import APPLICATION_PARAMETERS
from usimmarine_py.values.key import Key

#: Global keys of a mission file.
GLOBALS = {
    "ServerHost": "Host of the MOOSDB.",
    "ServerPort": "Port of the MOOSDB.",
    "Community": "Name of the community, and of its vehicle.",
    "MOOSTimeWarp": "Time warp.",
    "LatOrigin": "Latitude of the origin of the local grid, deg.",
    "LongOrigin": "Longitude of the origin of the local grid, deg.",
    "MOOSTimeScaling": "Read by libMOOS, without effect here.",
}
_HEADS = {"ProcessConfig": "The block of an application.", "Behavior": "A behaviour of the helm."}
_BOOLEANS = ("true", "false")


class Proposal(NamedTuple):
    """A text to complete with: its sort, its help, the rest of a line such as its default."""

    text: str
    sort: str  #: key | value | block | macro | variable
    help: str = ""
    detail: str = ""


def keys_of(position: Position) -> KeySet | None:
    """Return the keys of the block around a place, None for a block that is not known."""
    if position.kind is Kind.NONE:
        return None
    try:
        return key_set(position.name)
    except ConfigError:
        return None


def find_key(position: Position, name: str) -> Key | None:
    """Return the declaration of a key of the block around a place."""
    known = keys_of(position)
    listed = () if known is None else known.keys
    every = listed if known is None or known.behavior else (*listed, *APPLICATION_PARAMETERS)
    wanted = name.strip().lower()
    return next((key for key in every if wanted in (one.lower() for one in key.names)), None)


def proposals(position: Position, *, behaviors: bool) -> Iterator[Proposal]:
    """Yield what may stand at a place; ``behaviors``: of a .bhv file."""
    if position.value is None:
        yield from _keys(position, behaviors)
    elif position.kind is Kind.NONE:
        yield from _names(position.key.lower())
    else:
        yield from _values(position)


def _names(key: str) -> Iterator[Proposal]:
    if key == "processconfig":
        names = [*block_names(), "uSimMarineV22", "pMarinePIDV22"]
    elif key == "behavior":
        names = behavior_names()
    else:
        return
    for name in names:
        yield Proposal(name, "block", _about(name))


def _keys(position: Position, behaviors: bool) -> Iterator[Proposal]:
    if position.kind is Kind.NONE:
        for name, text in _HEADS.items():
            if (name == "Behavior") is behaviors:
                yield Proposal(f"{name} = ", "key", text)
        if not behaviors:
            for name, text in GLOBALS.items():
                yield Proposal(f"{name} = ", "key", text)
        return
    known = keys_of(position)
    if known is None:
        return
    every = known.keys if known.behavior else (*known.keys, *APPLICATION_PARAMETERS)
    for key in every:
        given = any(name.lower() in position.keys for name in key.names)
        if key.repeatable or not given:
            default = known.table.default(key)
            yield Proposal(f"{key.name} = ", "key", key.help, f"default {default}" if default else "")


def _values(position: Position) -> Iterator[Proposal]:
    if position.kind is Kind.PROCESS and position.name.lower() == "antler" and position.key.lower() == "run":
        for name in ("MOOSDB", "uSimMarineV22", "pMarinePIDV22", *block_names()):
            if name not in ("ANTLER", "usim_grade", "usimmarine"):
                yield Proposal(name, "value", _about(name))
        return
    key = find_key(position, position.key)
    if key is None:
        return
    words = key.choices or (_BOOLEANS if key.kind == "bool" else ())
    for word in words:
        yield Proposal(word, "value", key.help)
    if key.example and key.example not in words:
        yield Proposal(key.example, "value", key.help, "example")


def _about(name: str) -> str:
    try:
        return key_set(name).about
    except ConfigError:
        return ""
