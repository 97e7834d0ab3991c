"""From wire messages to mail."""

from __future__ import annotations

from usimmarine_py.model import Message
from usimmarine_py.wire.limits import MIN_MESSAGE_LENGTH
from usimmarine_py.wire.messages import WireMessage


def to_mail(message: WireMessage) -> tuple[Message, int]:
    """The piece of mail in a NOTIFY, and about how many bytes it takes."""
    mail = Message(message.key, message.value, message.time, message.src, message.src_aux, message.community)
    return mail, MIN_MESSAGE_LENGTH + len(message.string_val)
