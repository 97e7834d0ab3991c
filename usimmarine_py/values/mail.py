"""Mail that arrives and posts that are sent, for every package except ``wire``."""

from __future__ import annotations

from typing import NamedTuple

from usimmarine_py.errors import ConfigError, shorten

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


def refuse_name(name: str, word: str) -> None:
    """Raise ``ConfigError`` if the name of a variable in ``word`` has a blank, as that of ``5 VAR=x``."""
    if len(name.split()) > 1:
        raise ConfigError(
            f"{shorten(word)}: {shorten(name)!r} is no name of a variable, which has no blanks; a post at a time is "
            "VAR=VALUE@T in usim run --poke, an event of a uTimerScript, or a uPokeDB after a sleep"
        )
