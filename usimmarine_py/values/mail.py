"""Mail that arrives and posts that are sent, for every package except ``wire``."""

from __future__ import annotations

from typing import NamedTuple

Value = float | str | bytes


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
