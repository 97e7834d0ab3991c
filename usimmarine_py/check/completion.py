"""What a shell completes: names of blocks and behaviours, and keys of ``--set``; each with its help."""

from __future__ import annotations

from usimmarine_py.check.blocks import SIMULATOR, behavior_names, block_names, key_set
from usimmarine_py.errors import ConfigError


def complete_name(begun: str) -> list[tuple[str, str]]:
    """Return the blocks and behaviours that begin so."""
    names = [*block_names(), *behavior_names()]
    return [(name, "") for name in names if name.lower().startswith(begun.lower())]


def complete_kind(begun: str) -> list[tuple[str, str]]:
    """Return the kinds of behaviours that begin so, with or without ``BHV_``."""
    wanted = begun.lower().removeprefix("bhv_")
    return [(kind, "") for kind in behavior_names() if kind.lower().removeprefix("bhv_").startswith(wanted)]


def complete_set(begun: str) -> list[tuple[str, str]]:
    """Return the keys of ``--set`` that begin so: those of the simulator, and ``BLOCK.KEY`` of other blocks."""
    block, point, _ = begun.partition(".")
    if not point:
        found = [(f"{one.name}=", one.help) for one in key_set(SIMULATOR).keys]
        found += [(f"{name}.", "keys of this block") for name in block_names()]
    else:
        try:
            found = [(f"{block}.{one.name}=", one.help) for one in key_set(block).keys]
        except ConfigError:
            return []
    return [(text, help) for text, help in found if text.lower().startswith(begun.lower())]
