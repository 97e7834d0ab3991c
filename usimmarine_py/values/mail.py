"""Mail that arrives and posts that are sent, for every package except ``wire``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

Value = float | str | bytes

#: Posts that an application makes together: the variables (the same tuple for the same variables) and their values.
Made = tuple[tuple[str, ...], Sequence[Value]]
#: The values of a row that a reader takes, each with the reader's name for it.
Picks = tuple[tuple[int, str], ...]


class Message(NamedTuple):
    """One piece of mail. ``value`` is float for type D, str for S, bytes for B."""

    variable: str
    value: Value
    time: float  #: s, MOOS time of the post (warped epoch)
    source: str = ""
    source_aux: str = ""
    community: str = ""

    @property
    def key(self) -> str:
        """The variable; the name is that of pymoos."""
        return self.variable

    @property
    def is_double(self) -> bool:
        """True for a numeric message."""
        return isinstance(self.value, float)


class Post(NamedTuple):
    """One post. ``time`` None = now (MOOS s); ``source`` None = own name."""

    variable: str
    value: Value
    time: float | None = None
    source_aux: str = ""
    source: str | None = None


class RowMail(NamedTuple):
    """A row of posts by another application, for one reader: numbers, all finite."""

    time: float  #: s, when it was posted
    picks: Picks
    values: Sequence[Value]
    source: str
    mail: Picks = ()  #: the values that would arrive as mail, with their variables
