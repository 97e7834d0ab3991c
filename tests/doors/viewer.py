"""A viewer of Foxglove's WebSocket (protocol foxglove.sdk.v1), which does not import the package or Foxglove's SDK."""

from __future__ import annotations

import json
import struct
import time
from typing import Any

from tornado.httpclient import HTTPRequest
from tornado.ioloop import IOLoop
from tornado.websocket import websocket_connect

PROTOCOLS = ["foxglove.sdk.v1"]


class Viewer:
    """One connection."""

    def __init__(self, port: int, protocols: list[str] | None = None) -> None:
        self.loop = IOLoop(make_current=False)
        self.channels: dict[int, dict[str, Any]] = {}
        self.messages: dict[str, list[tuple[float, int, dict[str, Any]]]] = {}  #: real time, log time (ns), message
        self.said: list[dict[str, Any]] = []

        async def connect() -> Any:
            request = HTTPRequest(f"ws://127.0.0.1:{port}", connect_timeout=20.0)
            return await websocket_connect(request, subprotocols=protocols or PROTOCOLS)

        try:
            self.line = self.loop.run_sync(connect, timeout=20.0)
        except BaseException:
            self.loop.close(all_fds=True)
            raise

    def send(self, **fields: Any) -> None:
        self.raw(json.dumps(fields))

    def raw(self, data: str | bytes) -> None:
        async def write() -> None:
            await self.line.write_message(data, binary=isinstance(data, bytes))

        self.loop.run_sync(write, timeout=20.0)

    def publish(self, topic: str, data: bytes, number: int = 1) -> None:
        self.send(op="advertise", channels=[{"id": number, "topic": topic, "encoding": "json", "schemaName": ""}])
        self.raw(b"\x01" + struct.pack("<I", number) + data)

    def read(self) -> bool:
        """Take one message; subscribe to each channel. False at the end of the connection."""

        async def one() -> Any:
            return await self.line.read_message()

        data = self.loop.run_sync(one, timeout=30.0)
        if data is None:
            return False
        if isinstance(data, str):
            found = json.loads(data)
            self.said.append(found)
            if found["op"] == "advertise":
                self.channels |= {one["id"]: one for one in found["channels"]}
                new = [{"id": one["id"], "channelId": one["id"]} for one in found["channels"]]
                self.send(op="subscribe", subscriptions=new)
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
        self.loop.close(all_fds=True)
