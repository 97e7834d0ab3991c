"""A viewer of Foxglove's WebSocket (protocol foxglove.sdk.v1), which does not import the package or Foxglove's SDK.

Frames are those of RFC 6455, on a plain socket: no event loop.
"""

from __future__ import annotations

import base64
import json
import os
import re
import socket
import struct
import time
from typing import Any

PROTOCOLS = ["foxglove.sdk.v1"]


class Viewer:
    """One connection."""

    def __init__(self, port: int, protocols: list[str] | None = None) -> None:
        self.channels: dict[int, dict[str, Any]] = {}
        self.messages: dict[str, list[tuple[float, int, dict[str, Any]]]] = {}  #: real time, log time (ns), message
        self.said: list[dict[str, Any]] = []
        self.line = socket.create_connection(("127.0.0.1", port), 30.0)
        key = base64.b64encode(os.urandom(16)).decode()
        names = ", ".join(protocols or PROTOCOLS)
        self.line.sendall(
            f"GET / HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Protocol: {names}\r\n\r\n".encode()
        )
        self.rest = b""
        while b"\r\n\r\n" not in self.rest:
            self._more()
        head, _, self.rest = self.rest.partition(b"\r\n\r\n")
        if b" 101 " not in head.partition(b"\r\n")[0]:
            self.line.close()
            raise ConnectionError(f"HTTP {head.split()[1].decode()}")

    def _more(self) -> None:
        data = self.line.recv(1 << 20)
        if not data:
            raise ConnectionError("HTTP 400: closed")
        self.rest += data

    def _take(self, count: int) -> bytes:
        while len(self.rest) < count:
            self._more()
        found, self.rest = self.rest[:count], self.rest[count:]
        return found

    def _frame(self) -> tuple[int, bytes]:
        """Return kind and content of the next message: 1 text, 2 bytes, 8 the end."""
        kind, content = 0, b""
        while True:
            first, length = self._take(2)
            size = length & 127
            if size == 126:
                (size,) = struct.unpack(">H", self._take(2))
            elif size == 127:
                (size,) = struct.unpack(">Q", self._take(8))
            data = self._take(size)
            if first & 15 == 9:  # ping
                self._write(10, data)
                continue
            kind, content = kind or first & 15, content + data
            if first & 128:
                return kind, content

    def _write(self, kind: int, data: bytes) -> None:
        size = len(data)
        head = bytes([128 | kind])
        head += bytes([128 | size]) if size < 126 else bytes([254]) + struct.pack(">H", size)
        self.line.sendall(head + bytes(4) + data)  # a mask of zeros

    def send(self, **fields: Any) -> None:
        self.raw(json.dumps(fields))

    def raw(self, data: str | bytes) -> None:
        self._write(2 if isinstance(data, bytes) else 1, data if isinstance(data, bytes) else data.encode())

    def publish(self, topic: str, data: bytes, number: int = 1) -> None:
        self.send(op="advertise", channels=[{"id": number, "topic": topic, "encoding": "json", "schemaName": ""}])
        self.raw(b"\x01" + struct.pack("<I", number) + data)

    def read(self) -> bool:
        """Take one message; subscribe to each channel. False at the end of the connection."""
        kind, data = self._frame()
        if kind == 8:
            return False
        if kind == 1:
            found = json.loads(data)
            self.said.append(found)
            if found["op"] == "advertise":
                self.channels |= {one["id"]: one for one in found["channels"]}
                new = [{"id": one["id"], "channelId": one["id"]} for one in found["channels"]]
                self.send(op="subscribe", subscriptions=new)
            elif found["op"] == "status" and (late := re.fullmatch(r"Unknown channel ID: (\d+)", found["message"])):
                # the SDK tells of a channel a moment before it takes subscriptions to it
                self.send(op="subscribe", subscriptions=[{"id": int(late[1]), "channelId": int(late[1])}])
        elif data[0] == 1:
            channel, stamp = struct.unpack_from("<IQ", data, 1)
            topic = self.channels[channel]["topic"]
            self.messages.setdefault(topic, []).append((time.time(), stamp, json.loads(data[13:])))
        return True

    def await_topic(self, topic: str, count: int = 1) -> list[tuple[float, int, dict[str, Any]]]:
        until = time.monotonic() + 60.0
        while len(self.messages.get(topic, ())) < count:
            assert time.monotonic() < until, (topic, sorted(self.messages))
            assert self.read()
        return self.messages[topic]

    def close(self) -> None:
        self.line.close()
