"""A cache of the destinations of posts: a source posts the same variable repeatedly, with new number, time and value.

The rest of a message, its envelope, is decoded, looked up and encoded once instead of at each post, which would be
most of the work of a MOOSDB.
"""

from __future__ import annotations

from usimmarine_py.wire.codec import MAX_KNOWN_ENVELOPE, NOTIFY, decode_envelope, encode_envelope
from usimmarine_py.wire.variables import StoredVariable

#: Most cached envelopes; a community has some hundreds.
MAX_ROUTES = 4096


class Route:
    """The constant part of all posts of a variable by one source, decoded, and encoded as it is forwarded."""

    __slots__ = ("encoded", "envelope", "kind", "variable")

    def __init__(self, envelope: bytes, community: str) -> None:
        fields = decode_envelope(envelope)
        self.kind = fields.msg_type
        if self.kind == NOTIFY and not fields.community:
            fields = fields._replace(community=community)
            envelope = encode_envelope(fields)
        self.envelope = fields
        self.encoded = envelope
        self.variable: StoredVariable | None = None  #: destination of the posts; None before the first one


class Routes(dict[bytes, Route]):
    """The routes by received envelope; a new route is created on look-up, and kept if its envelope is of usual size.

    Args:
        community: of posts without one.
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
