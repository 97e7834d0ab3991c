"""Mail: what arrives and what is posted, in every room but ``wire``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

Value = float | str | bytes

#: What an application posts in one go: the variables, always the same tuple where they are the same, and their values.
Made = tuple[tuple[str, ...], Sequence[Value]]
#: Which values of a row a reader takes, each with the reader's own word for it.
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
        """The variable, by the name that it has in pymoos."""
        return self.variable

    @property
    def is_double(self) -> bool:
        """True for a numeric message."""
        return isinstance(self.value, float)


class Post(NamedTuple):
    """One thing to post. ``time`` None = now (MOOS s); ``source`` None = own name."""

    variable: str
    value: Value
    time: float | None = None
    source_aux: str = ""
    source: str | None = None


class RowShape:
    """Source and variables of rows of posts; the very same object for all rows of this kind."""

    __slots__ = ("source", "variables")

    def __init__(self, source: str, variables: tuple[str, ...]) -> None:
        self.source = source
        self.variables = variables


class RowMail(NamedTuple):
    """A row of somebody else's posts on its way to one reader: numbers, all finite."""

    time: float  #: s, when it was posted
    picks: Picks
    values: Sequence[Value]
    source: str
    mail: Picks = ()  #: which values would come as mail, with their variables


#: Rows of posts in order: stamp (MOOS s), source and variables, values.
Rows = Sequence[tuple[float, RowShape, Sequence[Value]]]
