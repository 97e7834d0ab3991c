"""Find other clients of a MOOSDB that post what a simulator posts."""

from __future__ import annotations

from usimmarine_py.values import Message
from usimmarine_py.values.app import AppHost, Subscription

#: What each client reads and writes: ``app=SUB1:SUB2&PUB1:PUB2``, joined by commas (laws/moos 2).
SUMMARY = "DB_RWSUMMARY"
#: Least gap between two of them, MOOS s.
_GAP = 10.0


class Rivals:
    """Warns of other clients that post ``variable``, by the MOOSDB's summary of writers."""

    subscription = Subscription(SUMMARY, _GAP)

    def __init__(self, variable: str, own: str) -> None:
        """``own``: the name of this client in MOOS."""
        self._variable, self._own = variable, own
        self._warned = ""

    def take(self, message: Message, host: AppHost) -> None:
        """Compare a summary with what is posted here; the warning is retracted when the others have left."""
        if not isinstance(message.value, str):
            return
        others = [name for name in writers(message.value, self._variable) if name != self._own]
        text = ""
        if others:
            text = (
                f"{self._variable} is posted by {self._own} and by {', '.join(others)}: the vehicle jumps; "
                "end all but one, or give each another prefix"
            )
        if text != self._warned:
            if self._warned:
                host.retract_run_warning(self._warned)
            if text:
                host.run_warning(text)
            self._warned = text


def writers(summary: str, variable: str) -> list[str]:
    """The clients that post a variable, sorted."""
    found = []
    for part in summary.split(","):
        name, _, listed = part.partition("=")
        if variable in listed.partition("&")[2].split(":"):
            found.append(name)
    return sorted(found)
