"""Where posts go, remembered: a source posts the same variable again and again, and only number, time and value change.

So the rest of a message, its envelope, is decoded, looked up and encoded once, and not at each post: most of what a
MOOSDB would otherwise do.
"""

from __future__ import annotations

from usimmarine_py.wire.codec import MAX_KNOWN_ENVELOPE, NOTIFY, decode_envelope, encode_envelope
from usimmarine_py.wire.variables import StoredVariable

#: Origins of posts that are remembered; a community has some hundreds.
MAX_ROUTES = 4096


class Route:
    """What is the same in all posts of a variable by one source: decoded, and encoded as it is sent on."""

    __slots__ = ("encoded", "envelope", "kind", "variable")

    def __init__(self, envelope: bytes, community: str) -> None:
        fields = decode_envelope(envelope)
        self.kind = fields.msg_type
        if self.kind == NOTIFY and not fields.community:
            fields = fields._replace(community=community)
            envelope = encode_envelope(fields)
        self.envelope = fields
        self.encoded = envelope
        self.variable: StoredVariable | None = None  #: what the posts go to; None before the first one


class Routes(dict[bytes, Route]):
    """The routes by the envelope as it was received; a new one is made, and remembered if it is of the usual size.

    Args:
        community: that of posts without one.
    """

    def __init__(self, community: str) -> None:
        super().__init__()
        self._community = community

    def __missing__(self, envelope: bytes) -> Route:
        route = Route(envelope, self._community)
        if len(envelope) <= MAX_KNOWN_ENVELOPE:
            if len(self) >= MAX_ROUTES:
                self.clear()
            self[envelope] = route
        return route
