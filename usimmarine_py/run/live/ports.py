"""The ports of pShare of a live run: datagrams from and to communities of other processes."""

from __future__ import annotations

import socket
from collections.abc import Callable
from functools import partial
from typing import Any

from usimmarine_py.errors import LocalProtocolError, RemoteProtocolError, UsimError
from usimmarine_py.field.share.share import ShareApp
from usimmarine_py.moos.app.moos_app import MoosApp
from usimmarine_py.moos.transport.datagrams import DatagramSockets, decode_datagram, encode_datagram
from usimmarine_py.run.live.field import PacedField
from usimmarine_py.run.live.outside import note_trouble, receive
from usimmarine_py.run.loop import AppGroup
from usimmarine_py.texts.shares import ShareAddress
from usimmarine_py.values.mail import Message


class SharePorts:
    """Sends and receives for all pShares of a field, which it joins by being its ``network``."""

    def __init__(
        self,
        field: PacedField,
        watch: Callable[[Any, Callable[[], object]], object],
        note: Callable[..., object],
    ) -> None:
        """``watch`` gets what has a ``fileno``, and what to call when it can be read. ``note`` gets community, what
        comes in or goes wrong, and its details (``Outside``), before its effect.
        """
        self.received = 0  #: messages so far
        self._field, self._watch, self._note = field, watch, note
        self._sockets: dict[bool, DatagramSockets] = {}
        self._warned: set[tuple[str, str]] = set()
        alone = all(share.loopback for community in field.communities for _, share, _ in community.shares)
        self._out = self._sockets_of(alone)
        self._hosts: dict[str, bool] = {}  # whether they are this machine
        note("", "network")

    def open_all(self) -> None:
        """Listen at the ports of all pShares that are not open yet."""
        self._field.forget_places()
        for community in self._field.communities:
            for app, share, _ in community.shares:
                share.on_input = self.open_all
                for one in share.inputs:
                    self._listen(community, app, share, one.address)

    def is_this_machine(self, host: str) -> bool:
        """Whether a host is this machine."""
        found = self._hosts.get(host)
        if found is None:
            found = self._hosts[host] = self._out.is_this_machine(host)
            self._note("", "host", host, found)
        return found

    def send(self, address: ShareAddress, message: Message, sender: str) -> None:
        """Send a message of a community to an address."""
        try:
            problem = self._out.send(address.host, address.port, encode_datagram(message))
        except LocalProtocolError as error:
            problem = str(error)
        if problem:
            self._not_sent(address, problem, sender)

    def close(self) -> None:
        """Close all ports."""
        for sockets in self._sockets.values():
            sockets.close()

    def _sockets_of(self, alone: bool) -> DatagramSockets:
        if alone not in self._sockets:
            self._sockets[alone] = DatagramSockets(loopback=alone)
        return self._sockets[alone]

    def _not_sent(self, address: ShareAddress, problem: str, sender: str) -> None:
        for community in self._field.communities:
            if community.name == sender and community.shares:
                self._trouble(community, community.shares[0][0], 1, f"cannot send to {address}: {problem}")

    def _trouble(self, community: AppGroup, app: MoosApp, dropped: int, text: str) -> None:
        """Count messages that a pShare has lost, and warn, unless the text is empty."""
        self._note(community.name, "trouble", app.settings.name, dropped, text)
        note_trouble(community, app.settings.name, dropped, text)

    def _listen(self, community: AppGroup, app: MoosApp, share: ShareApp, address: ShareAddress) -> None:
        key = f"{community.name}/{app.settings.name}", str(address)
        if key in self._warned:
            return
        self._warned.add(key)
        sockets = self._sockets_of(share.loopback)
        try:
            port = sockets.open(address.port, "" if address.channel is None else address.host)
        except UsimError as error:
            text = f"nothing is received at {address}: {error}; another pShare has it, perhaps"
            self._trouble(community, app, 0, text)
            return
        self._watch(port, partial(self._read, sockets, port, community, app, share, address))

    def _read(
        self, sockets: DatagramSockets, port: socket.socket, community: AppGroup, app: MoosApp, share: ShareApp,
        address: ShareAddress,
    ) -> None:  # fmt: skip
        for data, sender in sockets.read(port):
            if any(one.sent_by_itself(sender) for one in self._sockets.values()):
                continue
            try:
                message = decode_datagram(data)
            except RemoteProtocolError as error:
                host, number = sender
                text = f"{address}: datagrams that are no message of MOOS are dropped, as the first, of"
                warned = (address.host, text) in self._warned
                self._warned.add((address.host, text))
                self._trouble(community, app, 1, "" if warned else f"{text} {host}:{number}: {error}")
                continue
            self.received += 1
            self._note(community.name, "share", app.settings.name, address, message)
            receive(community, app.settings.name, address, message)
        self._note(community.name, "forward")
        self._field.forward(community)
