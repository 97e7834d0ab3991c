"""``usim check`` for the blocks of pShare: routes that cannot be read, and lists that would stop brokers."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import PurePosixPath

from usimmarine_py.errors import Severity
from usimmarine_py.field.share.routes import MulticastBase, RouteError, inputs_of, long_form, routes_of, short_form
from usimmarine_py.field.share.share import stops_brokers
from usimmarine_py.finding import FilePlace, Finding
from usimmarine_py.mission import Block, Mission, launches

_MACRO = "$("


def check_shares(mission: Mission) -> Iterable[Finding]:
    """Yield the findings about all blocks of pShare."""
    programs = {one.alias.lower(): PurePosixPath(one.program).name.lower() for one in launches(mission)}
    for block in mission.blocks:
        name = block.name.lower()
        if programs.get(name, name) == "pshare":
            yield from _check_share(block)


def _check_share(block: Block) -> Iterable[Finding]:
    base = MulticastBase()
    for entry in block.entries:
        key = entry.key.lower()
        if _MACRO in entry.value or key not in ("input", "output"):
            continue
        where = (block.file, entry.line, entry.value_column, entry.key)
        try:
            if key == "input":
                for one in inputs_of(long_form(entry.value), base):
                    if stops_brokers(one):
                        text = (
                            "the white_list lacks NODE_BROKER_PING or NODE_BROKER_ACK, without which no vehicle and "
                            "shore find each other: our pShare lets both pass, the original none"
                        )
                        yield Finding(text, FilePlace(*where), severity=Severity.NOTE)
            elif "route" in entry.value:
                routes_of(long_form(entry.value), base, 0.0)
            else:
                short_form(entry.value, base, 0.0)
        except RouteError as error:
            yield Finding(str(error), FilePlace(*where), severity=Severity.ERROR)
