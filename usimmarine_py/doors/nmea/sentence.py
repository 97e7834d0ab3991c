"""What a sentence of NMEA 0183 is: its frame and its checksum."""

from __future__ import annotations

import re
from functools import reduce
from operator import xor

_SENTENCE = re.compile(rb"[$!]([A-Z][A-Z0-9]{2,9})((?:,[ -~]*)?)\*([0-9A-Fa-f]{2})")


def whole(line: bytes) -> str:
    """Return the name of a sentence without its talker. Raises ``ValueError`` for what is none, or torn."""
    found = _SENTENCE.fullmatch(line)
    if found is None:
        if line[:1] not in b"$!":
            raise ValueError("a line that is no sentence")
        raise ValueError("a sentence that is torn, or has no checksum")
    if reduce(xor, line[1:-3]) != int(found[3], 16):
        raise ValueError("a sentence with a wrong checksum")
    return "" if found[1][:1] == b"P" else found[1].decode()[2:]  # P: of a maker, not of the standard


def bare(line: bytes) -> bytes:
    """Return a line without what may stand around a sentence: blanks, and a tag block."""
    line = line.strip()
    return line.rpartition(b"\\")[2] if line[:1] == b"\\" else line


def is_sentence(line: bytes) -> bool:
    """Whether a line holds a sentence that is whole."""
    try:
        whole(bare(line))
    except ValueError:
        return False
    return True
