"""Lines whose values are macros of nsplug, and so cannot be checked."""

from __future__ import annotations

from usimmarine_py.errors import Severity
from usimmarine_py.finding import FilePlace, Finding
from usimmarine_py.mission.reader import Block, Entry

#: Beginnings of macros.
MACROS = ("$(", "%(")


def without_macros(block: Block) -> tuple[list[Entry], list[Finding]]:
    """The entries without those whose value is a macro of nsplug, and a note about those."""
    plain = [e for e in block.entries if not any(m in e.value for m in MACROS) or "wormhole" in e.key.lower()]
    macros = len(block.entries) - len(plain)
    if not macros:
        return plain, []
    text = f"not checked, for their macros: {macros} of its lines; give them values with -D NAME=VALUE"
    return plain, [Finding(text, FilePlace(block.file, block.line, 1), severity=Severity.NOTE)]
