"""The keys of blocks and their lines, by the rules that the applications of a field share."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from usimmarine_py.errors import ConfigError
from usimmarine_py.finding import Finding
from usimmarine_py.values.app import SLACK
from usimmarine_py.values.application import APP_KEYS
from usimmarine_py.values.frozen import dataclass
from usimmarine_py.values.key import ConfigLine, Key, KeyTable, RefusedValueError, Store, Take, read_block


def _no_bed(file: str, land: Sequence[str], depth: float) -> Any:
    raise ConfigError("a sea bed and land are read for missions only")


@dataclass(frozen=True, slots=True)
class HomeCommunity:
    """What a mission knows of the community that an application runs in."""

    name: str = ""
    port: int = 9000  #: of the MOOSDB
    datum: tuple[float, float] | None = None  #: latitude and longitude, deg
    warp: float = 1.0
    seed: int = 0
    address: str = ""  #: of the machine, as far as it was asked for
    launched: tuple[str, ...] = ()  #: the names that the ANTLER block starts
    mission_hash: str = ""  #: of the mission, for the application that announces it
    file_text: Callable[[str], str | None] = lambda _: None  #: of a file beside the mission, None without one
    #: Sea bed of a file beside the mission (empty: none), land of texts, and the depth (m) where the file has none:
    #: ``sea.data.seabed.Seabed``. Raises ``UsimError`` or ``OSError``.
    open_bed: Callable[[str, Sequence[str], float], Any] = _no_bed
    process_id: int = 0
    slack: float = SLACK  #: by which a span of whole ticks may be short and has passed, s
    #: resident memory of a process by its number, KiB; 0 without such a process, None offline
    memory_of: Callable[[int], float | None] = lambda _: None


def field_table(settings: Callable[[], object], *keys: Key, file_order: bool = False) -> KeyTable:
    """Return the keys of a block, which is read into ``settings``.

    The last line is read first, so that of two contradicting lines the first counts; ``file_order`` reads from the top.
    Blanks are removed from keys and values.
    """
    return KeyTable(keys, settings, backwards=not file_order, squeezed=True, shows_values=True)


def read_lines(lines: Sequence[ConfigLine], table: KeyTable, settings: object) -> list[Finding]:
    """Read a block into ``settings`` and return what is wrong."""
    return read_block(lines, table, settings, APP_KEYS, unknown="is not known here")


# ---- declarations: name, where the value goes, and what it is for


def number(name: str, into: str | Store, help: str, unit: str = "", **more: Any) -> Key:
    """Declare a number; ``more``: its limits and other fields of ``Key``."""
    return Key(name, "number", help=help, unit=unit, into=into, by_moos=True, **more)


def span(name: str, into: str | Store, help: str, unit: str, **more: Any) -> Key:
    """Declare a number above 0, or ``off``, which gives None."""
    return number(name, into, help, unit, above=0.0, words={"off": None}, **more)


def count(name: str, into: str | Store, help: str, **more: Any) -> Key:
    """Declare a whole number: the whole part of a number."""
    return Key(name, "integer", help=help, into=into, by_moos=True, **more)


def truth(name: str, into: str, help: str, **more: Any) -> Key:
    """Declare true or false."""
    return Key(name, "bool", help=help, into=into, **more)


def text(name: str, into: str | Store, help: str, **more: Any) -> Key:
    """Declare a text; with ``choices`` one of them."""
    return Key(name, "text", help=help, into=into, **more)


def needed(value: str) -> str:
    """Return a text. Raises ``RefusedValueError`` for an empty one."""
    if not value:
        raise RefusedValueError("must not be empty")
    return value


def colour(name: str, into: str, help: str, **more: Any) -> Key:
    """Declare a colour."""
    return Key(name, "colour", help=help, into=into, **more)


def flags(name: str, into: str, help: str, **more: Any) -> Key:
    """Declare posts ``VAR=VALUE``, which are added to a list."""
    return Key(name, "flag", help=help, into=into, repeatable=True, **more)


def special(name: str, kind: str, take: Take, help: str, into: str = "", **more: Any) -> Key:
    """Declare a key whose text changes the settings by ``take``; its default is that of ``into``."""
    return Key(name, kind, help=help, take=take, into=into, **more)


def idle(name: str, help: str, **more: Any) -> Key:
    """Declare a key that is taken and has no effect."""
    return Key(name, "text", help=f"{help}; taken, without effect.", take=lambda _settings, _text: None, **more)
