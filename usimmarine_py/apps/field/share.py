"""pShare with its sockets: routes as datagrams to other communities, and theirs as mail of this one."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress

from usimmarine_py.errors import LocalProtocolError, RemoteProtocolError, TransportError
from usimmarine_py.field.settings import HomeCommunity
from usimmarine_py.field.share.share import ShareApp
from usimmarine_py.moos.transport.datagrams import (
    DatagramPorts,
    ReceivedDatagram,
    decode_datagram,
    encode_datagram,
)
from usimmarine_py.values.app import AppHost
from usimmarine_py.values.key import ConfigLine
from usimmarine_py.values.mail import Message
from usimmarine_py.values.rows import Row

#: Problems of the receiving thread that wait to be reported.
MOST_PROBLEMS = 100


class LiveShareApp(ShareApp):
    """pShare of a live community. What comes in is posted as it comes, by ``post``, which any thread may call."""

    def __init__(
        self,
        lines: Sequence[ConfigLine],
        home: HomeCommunity,
        name: str,
        post: Callable[[Iterable[Row]], object],
        *,
        outputs: Sequence[str] = (),
        inputs: Sequence[str] = (),
    ) -> None:
        super().__init__(lines, home, name, outputs=outputs, inputs=inputs)
        self._post = post
        self._ports = DatagramPorts(self._received, loopback=self.loopback)
        self._opened = 0  # inputs
        self._problems: deque[str] = deque(maxlen=MOST_PROBLEMS)
        self._foreign: dict[int, str] = {}  # input: the warning about what is no message

    def on_start(self, host: AppHost) -> Iterable[Row]:
        """Open the ports."""
        rows = super().on_start(host)
        self._open()
        return rows

    def on_mail(self, mail: list[Message]) -> Sequence[Row]:
        """Forward mail; obey commands."""
        rows = super().on_mail(mail)
        self._open()
        for address, message in self.take_packets():
            try:
                problem = self._ports.send(address.host, address.port, encode_datagram(message))
            except LocalProtocolError as error:
                problem = str(error)
            if problem:
                self.packets_dropped += 1
                self.host.run_warning(f"cannot send to {address}: {problem}")
        return rows

    def iterate(self, now: float) -> Sequence[Row]:
        """Post the summaries when they are due."""
        while self._problems:
            self.host.run_warning(self._problems.popleft())
        return super().iterate(now)

    def close(self) -> None:
        """Close the ports."""
        self._ports.close()

    def _open(self) -> None:
        while self._opened < len(self.inputs):
            address = self.inputs[self._opened].address
            try:
                self._ports.listen(self._opened, address.port, "" if address.channel is None else address.host)
            except TransportError as error:
                self.host.run_warning(f"nothing is received at {address}: {error}; another pShare has it, perhaps")
            self._opened += 1

    def _received(self, found: list[ReceivedDatagram]) -> None:
        """Post what came in, in the thread that listens."""
        rows: list[Row] = []
        for datagram in found:
            index = datagram.listener
            address = self.inputs[index].address
            try:
                rows += self.receive(address, decode_datagram(datagram.data))
            except RemoteProtocolError as error:
                self.packets_dropped += 1
                text = f"{address}: datagrams that are no message of MOOS are dropped, as the first, of"
                self._problems.append(self._foreign.setdefault(index, f"{text} {datagram.sender}: {error}"))
        if rows:
            with suppress(LocalProtocolError):
                self._post(rows)
