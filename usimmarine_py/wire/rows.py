"""Rows of posts that recur: laid out once, then only ids, time stamp and values are filled in."""

from __future__ import annotations

import struct
from collections.abc import Sequence

from usimmarine_py.wire.codec import (
    BODY_LENGTH,
    DOUBLE,
    NOTIFY,
    START_LENGTH,
    STRING,
    UNUSED,
    Envelope,
    encode_envelope,
    encode_text,
)

_LENGTH = struct.Struct("<i")
_END = struct.Struct("<di")  # the end of a message before its text: double_aux, length of string_val
#: Format of a message for ``struct``: id, envelope, time, value, and the rest up to the next id.
_FIELDS = 5

Values = Sequence[float | str | bytes]


class RowEncoder:
    """The messages of one source's posts of several ``variables``, in their order: numbers and texts."""

    def __init__(self, source: str, variables: Sequence[str]) -> None:
        self._source = source
        self._variables = tuple(variables)
        self._texts: dict[int, str] = {}  # by place
        self._lay_out(())

    def encode(self, first_id: int, time: float, values: Values) -> bytes:
        """Encode all messages, with the time stamp ``time`` (MOOS s) and ids from ``first_id`` on.

        Raises ``struct.error`` for bytes.
        """
        for place, text in self._texts.items():
            if values[place] != text:
                self._lay_out(values)
                break
        try:
            return self._encode(first_id, time, values)
        except struct.error:  # a value changed from number to text
            self._lay_out(values)
            return self._encode(first_id, time, values)

    def _encode(self, first_id: int, time: float, values: Values) -> bytes:
        fields, count = self._fields, len(self._variables)
        fields[1::_FIELDS] = range(first_id, first_id + count)
        fields[3::_FIELDS] = [time] * count
        fields[4::_FIELDS] = values
        for place in self._texts:
            fields[4 + _FIELDS * place] = UNUSED
        return self._struct.pack(*fields)

    def _lay_out(self, values: Values) -> None:
        """Lay out the messages without ids, time stamp and numbers."""
        self._texts = {place: value for place, value in enumerate(values) if isinstance(value, str)}
        texts = [encode_text(self._texts.get(place, "")) for place in range(len(self._variables))]
        envelopes = [
            encode_envelope(Envelope(NOTIFY, STRING if place in self._texts else DOUBLE, self._source, "", "", name))
            for place, name in enumerate(self._variables)
        ]
        sizes = [START_LENGTH + len(e) + BODY_LENGTH + len(t) for e, t in zip(envelopes, texts, strict=True)]
        lengths = [*map(_LENGTH.pack, sizes), b""]
        fields: list[object] = [lengths[0]]
        pattern = "<4s"
        for envelope, text, following in zip(envelopes, texts, lengths[1:], strict=True):
            end = _END.pack(UNUSED, len(text)) + text + following
            fields += [0, envelope, 0.0, 0.0, end]
            pattern += f"i{len(envelope)}sdd{len(end)}s"
        self._fields = fields
        self._struct = struct.Struct(pattern)
