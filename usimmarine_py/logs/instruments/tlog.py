"""Packets of a .tlog: times of 8 bytes (us since 1970), before packets of MAVLink 1 or 2 as a station heard it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeVar

Message = TypeVar("Message")

_TIME = 8
#: First byte of a packet: bytes around its payload. A signed one of MAVLink 2 has 13 more.
_AROUND = {0xFE: 8, 0xFD: 12}
_SIGNED = 13
#: s, of times that cannot be of one log: a station whose clock was set, or a broken time.
_FAR = 3 * 86400.0


def packets(
    log: bytes, read: Callable[[bytearray, bool], Message | None], lose: Callable[[str, int], None]
) -> Iterator[tuple[float, Message]]:
    """The times (s since 1970) and messages of all packets that ``read`` takes, in the order of the log.

    ``read`` returns None for a packet that is none (its checksum is wrong, say). Its second argument says whether
    another head or the end follows: that tells a packet without a checksum to judge by from chance bytes. Bytes between
    two packets are given to ``lose`` with what they are; an end that is torn off is one of them, with a count of 0.
    """
    at, skipped = 0, 0
    while at < len(log):
        length = _length(log, at)
        if length and at + length <= len(log):
            after = at + length
            message = read(bytearray(log[at + _TIME : after]), after == len(log) or _length(log, after) > 0)
            if message is not None:
                if skipped:
                    lose("bytes that are no message", skipped)
                    skipped = 0
                yield int.from_bytes(log[at : at + _TIME], "big") * 1e-6, message
                at = after
                continue
        following = _next(log, at + 1)
        skipped += following - at
        at = following
    if 0 < skipped <= _TIME + max(_AROUND.values()) + _SIGNED + 255 and _torn(log, len(log) - skipped):
        lose("the last message, which is torn off", 0)
    elif skipped:
        lose("bytes that are no message", skipped)


def _length(log: bytes, at: int) -> int:
    """The bytes of time and packet; 0: there is none, or its head is torn off."""
    head = log[at + _TIME : at + _TIME + 3]
    if len(head) < 3 or head[0] not in _AROUND:
        return 0
    return _TIME + _AROUND[head[0]] + head[1] + (_SIGNED if head[0] == 0xFD and head[2] & 1 else 0)


def _torn(log: bytes, at: int) -> bool:
    """Whether what is left from here can be the beginning of a packet."""
    length = _length(log, at)
    return at + length > len(log) if length else len(log) - at < _TIME + 3


def _next(log: bytes, at: int) -> int:
    """The next place where a packet can begin."""
    places = [found for found in (log.find(first, at + _TIME) for first in _AROUND) if found >= 0]
    return min(places) - _TIME if places else len(log)


def far_off(times: list[float]) -> list[bool]:
    """Which times are days away from the middle one."""
    middle = sorted(times)[len(times) // 2] if times else 0.0
    return [abs(time - middle) > _FAR for time in times]
