"""Floods of datagrams, from outside."""

from __future__ import annotations

import socket
from pathlib import Path

#: Bytes that Linux counts for a small datagram in a buffer, at most.
_SMALL = 1280


def burst_size(most: int = 2000) -> int:
    """How many small datagrams this machine keeps for a reader that asked for 4 MB, while it reads none."""
    try:
        permitted = int(Path("/proc/sys/net/core/rmem_max").read_text())
    except OSError:
        permitted = 200_000
    return min(most, 2 * permitted // _SMALL)


def burst(address: tuple[str, int], data: list[bytes], count: int) -> None:
    """Send so many datagrams from a port of its own, one after another of ``data``."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sender:
        for number in range(count):
            sender.sendto(data[number % len(data)], address)
