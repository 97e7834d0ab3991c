"""Mail of live communities as messages for viewers."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Any

from usimmarine_py.doors.community import CommunityLink
from usimmarine_py.doors.foxglove.server import FoxgloveServer
from usimmarine_py.errors import UsimError
from usimmarine_py.logs.mcap.messages import NANOSECONDS, PostMessages
from usimmarine_py.logs.mcap.scene import VEHICLE
from usimmarine_py.logs.mcap.schemas import Schema
from usimmarine_py.logs.mcap.shapes import HullShape
from usimmarine_py.texts.node_report import read_node_report
from usimmarine_py.values import Message

#: Real s between two looks at the mail.
ROUND = 0.02
#: Real s between two drawings of the tracks.
TRACKS = 1.0
_REPORTS = ("NODE_REPORT", "NODE_REPORT_LOCAL")
#: Vehicles that reports may name.
_MOST_VEHICLES = 500


class LiveMessages(PostMessages):
    """The mail of one community, to a server.

    ``under``: what topics and frames begin with, where there are several communities, such as ``/abe``.
    """

    def __init__(self, link: CommunityLink, server: FoxgloveServer, prefix: str, hull: HullShape, under: str) -> None:
        super().__init__(prefix, hull)
        self.link, self._server, self._under = link, server, under
        self._name = f"{under.removeprefix('/')}/" if under else ""  #: what parameters begin with
        self._reported: dict[str, float] = {}

    def register(self, topic: str, name: str, schema: Schema) -> int:
        """Open a channel."""
        topic = topic if topic.startswith("/") else f"/{topic}"
        return self._server.channel(f"{self._under}{topic}", name, schema)

    def message(self, channel: int, time: int, fields: dict[str, Any]) -> None:
        """Send one message to its readers."""
        self._server.send(channel, time, _framed(fields, self._under) if self._under else fields)

    def poll(self) -> int:
        """Send what has come; return how many posts."""
        mail = self.link.fetch()
        for message in mail:
            at = max(round(self.link.seconds(message) * NANOSECONDS), 0)
            self.write(at, message.variable, message.source, message.source_aux, message.value)
            self._server.know(f"{self._name}{message.variable}", message.value)
            if message.variable in _REPORTS:
                self._report(at, message)
        self.place_known()
        return len(mail)

    def _report(self, at: int, message: Message) -> None:
        """Show another vehicle by its report, as a position of its own."""
        if not isinstance(message.value, str):
            return
        try:
            state = read_node_report(message.value)
        except UsimError:
            return  # the readers of reports say so
        name = state.name.upper()
        if not name or state.x is None or state.y is None or name == self.link.name.upper():
            return
        if name not in self._reported and len(self._reported) >= _MOST_VEHICLES:
            return
        self._reported[name] = message.time
        found = {
            "X": state.x, "Y": state.y, "DEPTH": state.depth, "HEADING": state.heading, "LAT": state.latitude,
            "LONG": state.longitude,
        }  # fmt: skip
        for ending, value in found.items():
            if value is not None and self._scene is not None:
                self._scene.take(at, f"{name}_{ending}", value)


def _framed(fields: dict[str, Any], under: str) -> dict[str, Any]:
    """The same message with the frames of its own vehicle."""
    own = f"{under.removeprefix('/')}/{VEHICLE}"
    found = dict(fields)
    for key in ("frame_id", "child_frame_id"):
        if found.get(key) == VEHICLE:
            found[key] = own
    if "entities" in found:
        found["entities"] = [
            {**one, "id": f"{under}/{one['id']}", **({"frame_id": own} if one["frame_id"] == VEHICLE else {})}
            for one in found["entities"]
        ]
    return found


def serve(
    server: FoxgloveServer, feeds: Sequence[LiveMessages], say: Callable[[str], None], stopped: Callable[[], bool]
) -> int:
    """Send mail to viewers, and their posts to communities, until ``stopped``; return how many posts were sent.

    A post behind the name of a community goes to that one, any other to the first.
    """
    named = {feed.link.name: feed.link for feed in feeds} | {"": feeds[0].link}
    count = 0
    lost = False
    told = drawn = 0.0
    while not stopped():
        for feed in feeds:
            feed.link.watch(say)
            count += feed.poll()
        for place, variable, value in server.take_posts():
            link = named.get(place)
            if link is None:
                server.refuse(f"/{place}/{variable}", f"there is no community {place}")
                continue
            posted = link.post(variable, value)
            if not posted and not lost:
                say(f"{variable} was not posted: there is no MOOSDB; nor are further posts until it is back")
            lost = not posted
        now = time.monotonic()
        if now - told >= 0.1:
            told, calendar = now, round(feeds[0].link.now() * NANOSECONDS)
            server.renew(calendar)
            server.tell_time(calendar)
        if now - drawn >= TRACKS:
            drawn = now
            for feed in feeds:
                feed.finish_scene()
        time.sleep(ROUND)
    return count
