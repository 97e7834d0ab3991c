"""The WebSocket server for Foxglove and what viewers ask of it.

Only this module and logs/mcap/writer.py, which writes the same to files, import Foxglove's SDK.
"""

from __future__ import annotations

import json
import logging
import re
from collections import deque
from collections.abc import Callable, Sequence
from math import isfinite
from typing import Any

from usimmarine_py.errors import MissingExtraError, TransportError, printable
from usimmarine_py.logs.mcap.messages import encode, readable_topic
from usimmarine_py.logs.mcap.schemas import Schema
from usimmarine_py.values import Value

#: Characters of a value that a viewer posts, and posts that wait for the next round.
LONGEST_POST, MOST_POSTS = 8_000, 1_000
#: Channels: one for each variable, and those of scenes.
MOST_CHANNELS = 20_000
_NAME = re.compile(r"[A-Za-z][\w.:-]{0,99}")
Say = Callable[[str], None]


class FoxgloveServer:
    """Channels for viewers, by numbers; posts and parameters that viewers set, where that is allowed."""

    def __init__(self, name: str, host: str, port: int, say: Say, *, control: bool) -> None:
        """``control``: whether viewers may post and set parameters.

        Raises ``MissingExtraError`` and ``TransportError``.
        """
        try:
            import foxglove
            from foxglove.websocket import Capability
        except ImportError:
            raise MissingExtraError("usim foxglove", "foxglove-sdk", "foxglove") from None
        logging.getLogger("foxglove").setLevel(logging.CRITICAL)  # what it has to say is said here, in one line
        self._sdk: Any = foxglove
        self._context = foxglove.Context()
        self._channels: list[Any] = []
        self._numbers: dict[int, int] = {}  #: of channels, by the ids that the SDK gives them
        self._last: dict[int, tuple[int, dict[str, Any]]] = {}  #: messages, for viewers that come later
        self._renewed: list[int] = []  #: ids of channels that a viewer has subscribed to
        self._listener = _Listener(foxglove, say, control=control)
        able = [Capability.Time, *([Capability.ClientPublish, Capability.Parameters] if control else [])]
        try:
            self._server = foxglove.start_server(
                name=name, host=host, port=port, capabilities=able, server_listener=self._listener,
                supported_encodings=["json"], context=self._context,
            )  # fmt: skip
        except Exception as error:
            raise TransportError(f"no viewer can be served at {host}:{port}: {error}; choose another port") from None

    @property
    def port(self) -> int:
        """The port in use."""
        return int(self._server.port)

    def channel(self, topic: str, name: str, schema: Schema) -> int:
        """Return the number of a new channel; beyond the limit, of one that drops all."""
        if len(self._channels) >= MOST_CHANNELS:
            return -1
        described = self._sdk.Schema(name=name, encoding="jsonschema", data=encode(schema).encode())
        topic = readable_topic(topic)
        made = self._sdk.Channel(topic, schema=described, message_encoding="json", context=self._context)
        self._numbers[made.id()] = len(self._channels)
        self._channels.append(made)
        return len(self._channels) - 1

    def send(self, channel: int, time: int, fields: dict[str, Any]) -> None:
        """Send a message at ``time`` (ns) to those that have subscribed; it is kept for those that will."""
        if channel >= 0:
            self._last[channel] = time, fields
            if (found := self._channels[channel]).has_sinks():
                found.log(encode(fields).encode(), log_time=time)

    def renew(self, now: int) -> None:
        """Send the last messages of channels that viewers have subscribed to meanwhile, with the time ``now`` (ns).

        The SDK says of a subscription before it is in force: each is answered in two calls of this.
        """
        answered, self._renewed = self._renewed, []
        while self._listener.subscribed:
            self._renewed.append(self._listener.subscribed.popleft())
        for number in dict.fromkeys([*answered, *self._renewed]):
            channel = self._numbers.get(number, -1)
            if channel not in self._last:
                continue
            if (found := self._channels[channel]).has_sinks():
                found.log(encode(self._last[channel][1]).encode(), log_time=now)
            elif number in answered:
                self._renewed.append(number)  # not in force yet, or given up again

    def tell_time(self, time: int) -> None:
        """Let viewers know the present time (ns)."""
        self._server.broadcast_time(time)

    def offer(self, parameters: Sequence[str]) -> None:
        """Let viewers post, and set these as parameters: variables, behind the name of a community and / if need be."""
        self._listener.offer(parameters)

    def refuse(self, topic: str, reason: str) -> None:
        """Say why a post is not carried out."""
        self._listener.refuse(topic, reason)

    def take_posts(self) -> list[tuple[str, str, Value]]:
        """Return what viewers have posted since the last call: community or nothing, variable, value."""
        found = []
        while self._listener.posts:
            found.append(self._listener.posts.popleft())
        return found

    def know(self, name: str, value: Value) -> None:
        """Note the value of a parameter, which viewers see."""
        if self._listener.know(name, value):
            self._server.publish_parameter_values([self._listener.parameter(name)])

    def close(self) -> None:
        """End the server."""
        self._server.stop()


class _Listener:
    """What viewers ask; called by threads of the SDK."""

    def __init__(self, sdk: Any, say: Say, *, control: bool) -> None:
        self.posts: deque[tuple[str, str, Value]] = deque()  #: community or nothing, variable, value
        self.subscribed: deque[int] = deque(maxlen=MOST_CHANNELS)  #: ids of channels
        self._sdk, self._say, self._said = sdk, say, set[str]()
        self._control, self._ready = control, False
        self._values: dict[str, Value | None] = {}  #: of parameters
        self._topics: dict[tuple[int, int], str] = {}

    def offer(self, parameters: Sequence[str]) -> None:
        """Set the names of the parameters, and take posts from now on."""
        self._values = dict.fromkeys(parameters)
        self._ready = True

    # The SDK calls each of these; a method that is missing would raise in its thread.

    def on_subscribe(self, client: Any, channel: Any) -> None:
        """Note that a viewer waits for the last message of a channel."""
        self.subscribed.append(channel.id)

    def on_unsubscribe(self, client: Any, channel: Any) -> None:
        """Nothing to do."""

    def on_client_advertise(self, client: Any, channel: Any) -> None:
        """Note which topic a viewer is about to post to."""
        if len(self._topics) < MOST_POSTS:
            self._topics[client.id, channel.id] = str(channel.topic)

    def on_client_unadvertise(self, client: Any, client_channel_id: int) -> None:
        """Forget a topic."""
        self._topics.pop((client.id, client_channel_id), None)

    def on_message_data(self, client: Any, client_channel_id: int, data: bytes) -> None:
        """Take a post: JSON, a number, a text, or an object with one of them as ``value`` or ``data``."""
        topic = self._topics.get((client.id, client_channel_id))
        if topic is None or not self._control:
            return
        try:
            self._post(topic, _value(data))
        except Exception as error:
            self.refuse(topic, str(error))

    def on_get_parameters(self, client: Any, param_names: list[str], request_id: str | None = None) -> list[Any]:
        """Return the parameters of these names, all without names."""
        return [self.parameter(name) for name in param_names or self._values if self._values.get(name) is not None]

    def on_set_parameters(self, client: Any, parameters: list[Any], request_id: str | None = None) -> list[Any]:
        """Post parameters that were set; return all of them."""
        for one in parameters:
            if not self._control or one.name not in self._values:
                self.refuse(one.name, "is no parameter")
                continue
            try:
                self._post(one.name, _plain(one.get_value()))
            except Exception as error:
                self.refuse(one.name, str(error))
        return self.on_get_parameters(client, [])

    def on_parameters_subscribe(self, param_names: list[str]) -> None:
        """Nothing to do."""

    def on_parameters_unsubscribe(self, param_names: list[str]) -> None:
        """Nothing to do."""

    def on_connection_graph_subscribe(self) -> None:
        """Nothing to do."""

    def on_connection_graph_unsubscribe(self) -> None:
        """Nothing to do."""

    def on_playback_control_request(self, playback_control_request: Any) -> None:
        """There is no playback of a live community."""

    def know(self, name: str, value: Value) -> bool:
        """Note a value; whether it is that of a parameter, and new."""
        if name not in self._values or self._values[name] == value or isinstance(value, bytes):
            return False
        self._values[name] = value
        return True

    def parameter(self, name: str) -> Any:
        """Return a parameter with its value."""
        return self._sdk.websocket.Parameter(name, value=self._values[name])

    def _post(self, topic: str, value: Value) -> None:
        """Keep a post for the next round. Raises ``ValueError``."""
        if not self._ready:
            raise ValueError("there is no community yet")
        place, _, variable = topic.removeprefix("/").rpartition("/")
        if not _NAME.fullmatch(variable):
            raise ValueError("no name of a variable")
        if len(self.posts) >= MOST_POSTS:
            raise ValueError(f"more than {MOST_POSTS} posts at once")
        self.posts.append((place, variable, value))

    def refuse(self, topic: str, reason: str) -> None:
        """Say once that a post is not carried out, and why."""
        text = f"a viewer's post to {printable(topic[:80])} is refused: {printable(reason[:200])}"
        if text not in self._said and len(self._said) < 50:
            self._said.add(text)
            self._say(text)


def _value(data: bytes) -> Value:
    if len(data) > LONGEST_POST:
        raise ValueError(f"{len(data)} bytes are more than {LONGEST_POST}")
    try:
        found = json.loads(data)
    except (ValueError, RecursionError):
        raise ValueError("no JSON") from None
    if isinstance(found, dict):
        found = found.get("value", found.get("data"))
    return _plain(found)


def _plain(found: object) -> Value:
    """Return a value as MOOS has it. Raises ``ValueError``."""
    if isinstance(found, bool):
        return "true" if found else "false"
    if isinstance(found, (int, float)):
        number = float(found)
        if not isfinite(number):
            raise ValueError("a number that is not finite")
        return number
    if isinstance(found, str) and len(found) <= LONGEST_POST:
        found.encode()  # half of a surrogate pair is no text
        return found
    raise ValueError("must be a number or a text, or an object with one as value")
