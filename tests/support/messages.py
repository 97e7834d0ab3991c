"""Messages as the database core takes them and gives them."""

from __future__ import annotations

from collections.abc import Iterable

from usimmarine_py.wire.codec import Part, WireMessage, build_message, encode_message, split_message


def parts(*messages: WireMessage) -> list[Part]:
    """Messages as they come out of a received packet."""
    return [split_message(encode_message(message)) for message in messages]


def decoded(encoded: Iterable[bytes]) -> list[WireMessage]:
    """The messages of a delivery."""
    return [build_message(split_message(message)) for message in encoded]
