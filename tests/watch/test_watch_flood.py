"""A flood of shapes, and vehicles that are shown meanwhile."""

from __future__ import annotations

import json
import time

import pytest

from usimmarine_py.logs.viewer.shapes import MAX_SHAPES
from usimmarine_py.values import Message
from usimmarine_py.watch import hub as hubs
from usimmarine_py.watch.feeds.moosdb import MOST_DRAWN, MoosFeed
from usimmarine_py.watch.hub import Hub

COUNT = 30_000


def test_shapes_wait_and_vehicles_do_not(monkeypatch: pytest.MonkeyPatch) -> None:
    start = time.time()
    text = "x={},y=2,label=p{},vertex_color=red"
    mail = [Message("VIEW_POINT", text.format(k % 100, k), start, "flood", "", "abe") for k in range(COUNT)]
    mail += [Message(f"NAV_{name}", 5.0, start + 1.0, "sim", "", "abe") for name in ("X", "Y")]
    batches = [mail]
    feed = MoosFeed("127.0.0.1", 1)
    monkeypatch.setattr(feed, "_comms", _Given(feed._comms, batches))
    hub = Hub([feed])
    try:
        reader = hub.join("")
        assert reader is not None
        hub.poll()
        # one poll is enough for the position that came last, and a portion of shapes was taken
        assert feed.own.data.number("NAV_X") == 5.0
        assert feed.is_behind
        assert 0 < len(feed.shapes.drawings()) < MAX_SHAPES
        assert len(feed._drawn) < MOST_DRAWN
        sizes: list[int] = []
        shown: list[dict[str, str]] = []
        began = time.monotonic()

        def look() -> None:
            nonlocal shown
            hub.poll()
            for frame in reader.frames:
                if found := json.loads(frame).get("shapes"):
                    sizes.append(len(frame))
                    shown = found
            reader.frames.clear()

        while feed.is_behind:
            look()
        spent = time.monotonic() - began
        assert sum(sizes) <= hubs._SHAPES_RATE * (spent + 2.0) + 2 * max(sizes, default=0)
        hub._shapes_due = 0.0
        look()
        # what is left in the end is the latest
        assert len(shown) == MAX_SHAPES
        assert shown[-1]["label"] == f"p{COUNT - 1}"
    finally:
        hub.close()


class _Given:
    """Comms with given mail, once."""

    def __init__(self, comms: object, batches: list[list[Message]]) -> None:
        self._comms, self._batches = comms, batches

    def fetch(self) -> list[Message]:
        return self._batches.pop() if self._batches else []

    def __getattr__(self, name: str) -> object:
        return getattr(self._comms, name)
