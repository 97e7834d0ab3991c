"""One line of a configuration, and the description of one parameter or mail variable.

Each room declares its own; ``mission`` collects them into the one table that makes the parser, ``--example``,
``--interface``, the reference page, the JSON schema and completion.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

NO_DEFAULTS: Mapping[str, str] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class ConfigLine:
    """One ``key = value`` line of a block; ``file`` empty and ``line`` 0 where it came from Python."""

    key: str
    value: str
    file: str = ""
    line: int = 0

    @property
    def where(self) -> str:
        """``file:line``, or an empty text."""
        return f"{self.file}:{self.line}" if self.file else ""


@dataclass(frozen=True, slots=True)
class Parameter:
    """One key of the simulator's block.

    ``default`` is the text that a mission file would hold; ``dialect_defaults`` names the dialects that differ.
    ``minimum`` and ``maximum`` are inclusive and None where there is none. ``dialects`` empty = known to all.
    """

    name: str
    kind: str  #: number | integer | bool | text | pair | list | file
    default: str
    help: str
    unit: str = ""
    minimum: float | None = None
    maximum: float | None = None
    choices: tuple[str, ...] = ()
    aliases: tuple[str, ...] = ()
    deprecated: tuple[str, ...] = ()
    dialects: tuple[str, ...] = ()
    dialect_defaults: Mapping[str, str] = field(default_factory=lambda: NO_DEFAULTS)
    group: str = "general"
    example: str = ""  #: value shown by --example; empty = leave the parameter out of the example block
    source: str = ""  #: document and section
    repeatable: bool = False


@dataclass(frozen=True, slots=True)
class MailEntry:
    """One variable that is read (``direction`` "in") or posted ("out")."""

    name: str
    direction: str
    kind: str  #: number | text | binary
    help: str
    unit: str = ""
    when: str = ""
    aliases: tuple[str, ...] = ()
    dialects: tuple[str, ...] = ()
    group: str = "general"
    source: str = ""
