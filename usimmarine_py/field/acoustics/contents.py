"""What packets say: pings, answers to them, and mail."""

from __future__ import annotations

from collections.abc import Mapping
from math import inf

from usimmarine_py.field.acoustics.channel import Place
from usimmarine_py.texts.pairs import pairs
from usimmarine_py.values.frozen import dataclass, field


@dataclass(slots=True)
class Ping:
    """A ping of a vehicle, and in which turn each that answers does; none answers one that goes one way."""

    turns: Mapping[str, int]
    one_way: bool
    where: Place  #: of its sender, as the packet says
    #: measured ranges to beacons, with the places of these
    found: dict[str, tuple[Place, float]] = field(default_factory=dict)
    until: float = inf  #: s, when the fix is made; inf: there is none to make


@dataclass(slots=True)
class Answer:
    """The answer to a ping."""

    ping: Ping
    asker: str
    asked_at: float  #: s, by the clock of who asked
    slot: float  #: s, that it waited beyond the turnaround, as both know


@dataclass(slots=True)
class Mail:
    """Mail for vehicles; it is posted as ``VARIABLE_NAME``."""

    variable: str
    value: str
    receivers: frozenset[str]

    @property
    def kind(self) -> str:
        """The word for it in reports."""
        return "report" if self.variable == "NODE_REPORT" else "message"


def kind_of(content: Ping | Answer | Mail) -> str:
    """Return the word for a packet in reports."""
    if isinstance(content, Mail):
        return content.kind
    return "ping" if isinstance(content, Ping) else "reply"


def read_mail(text: str) -> tuple[str, Mail]:
    """Read ``src=abe,dest=ben:cal,var=NODE_MESSAGE,val=...``: sender and mail; all behind ``val=`` is the value.

    Raises ``ValueError``.
    """
    head, mark, value = text.partition(",val=")
    found = pairs(head)
    source, variable = found.get("src", ""), found.get("var", "")
    receivers = frozenset(name for name in found.get("dest", "").split(":") if name)
    if not (mark and source and variable and receivers):
        raise ValueError("must be src=NAME,dest=NAME:NAME,var=VARIABLE,val=TEXT")
    return source, Mail(variable, value, receivers)


def mail_text(source: str, mail: Mail) -> str:
    """Return the text that ``read_mail`` reads."""
    return f"src={source},dest={':'.join(sorted(mail.receivers))},var={mail.variable},val={mail.value}"
