"""The socket side of the built-in MOOSDB: one thread, one selector, one ``DbCore``.

No client can block another: data is read, processed and written in portions, output queues are bounded in bytes,
and a client that is silent, slow or violates the protocol is disconnected, with one line in the log; the other
clients are not affected. The server listens on the loopback address by default, because MOOS has no authentication.
"""

from __future__ import annotations

import contextlib
import errno
import ipaddress
import selectors
import socket
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from types import TracebackType

from usimmarine_py.errors import RemoteProtocolError, TransportError
from usimmarine_py.moos.clock import RealClock
from usimmarine_py.moos.db.peer import READ_SIZE, SOCKET_BUFFER, Peer, Tally
from usimmarine_py.wire.codec import packet_pieces
from usimmarine_py.wire.database import DbCore
from usimmarine_py.wire.limits import (
    BLOCKED_WRITE_TIMEOUT,
    CLIENT_TIMEOUT,
    HANDSHAKE_TIMEOUT,
    HELD_UP,
    HIGH_QUEUE_BYTES,
    LARGE_DELIVERY,
    MAX_ALL_UNREAD_BYTES,
    MAX_ALL_UNSENT_BYTES,
    MAX_CONNECTIONS,
    MAX_HANDSHAKE_LENGTH,
    MAX_QUEUE_BYTES,
    MAX_REMEMBERED_CLIENTS,
    READER_WAIT,
    RESERVED_CONNECTIONS,
)
from usimmarine_py.wire.server import ServerConnection, State, poison
from usimmarine_py.wire.variables import StoredVariable

#: Logged when the server listens on an address that other machines can reach.
NO_AUTHENTICATION = (
    "MOOS has no authentication: any host that can reach this address can read and post everything; "
    "use it only on a network that you trust"
)
#: Length of the queue of pending connections; the original MOOSDB uses 50. When it is full, the kernel delays a client
#: by a second or more, so a burst of silent connections would keep other clients out.
BACKLOG = 1024
#: Connections accepted before the existing ones are served.
ACCEPTED = 50
#: Interval between checks of time-outs, real s.
SWEEP_PERIOD = 0.25
#: Real s for the packets of one client before the other clients are served, and for all clients before the sockets
#: are polled again.
TURN = 0.002
#: Pause between such rounds, real s. Other threads of this process need it to get the interpreter lock: polling the
#: sockets releases the lock for too short a time for any of them to wake up.
TURN_PAUSE = 50e-6
#: The machine has no file descriptors or memory left; other errors of ``accept`` are those of one connection.
NO_ROOM = (errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM)
#: Pause in accepting then, real s.
ACCEPT_PAUSE = 1.0
#: How often a client is read before another one of its name is refused.
HEARD_OUT = 8


def is_loopback(host: str) -> bool:
    """Whether ``host`` (a numeric IPv4 address) is only reachable from this machine."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def resolve(host: str) -> str:
    """The numeric IPv4 address of ``host``. Raises ``TransportError`` when it is unknown."""
    try:
        return str(socket.getaddrinfo(host, None, socket.AF_INET, socket.SOCK_STREAM)[0][4][0])
    except (OSError, UnicodeError) as error:
        raise TransportError(f"host {host}: {error}; check the name or give an IPv4 address") from None


class MoosDb:
    """A MOOSDB in a thread of this process; a context manager.

    Args:
        host: address to listen on; loopback unless you know who else is on the network.
        port: 0 takes any free one, see ``port``.
        community: name of the community.
        warp: time warp; every client must use the same.
        client_timeout: real s of silence after which a client is cut off.
        log: takes one line of text per incident (a refused name, a broken protocol, a time-out...).
        verbose: log every arrival and departure, too.
        consolidation: (pattern of client names, s): the pause that clients shall make after each packet.
    """

    def __init__(
        self,
        host: str = "127.0.0.1",
        port: int = 0,
        community: str = "alpha",
        warp: float = 1.0,
        client_timeout: float = CLIENT_TIMEOUT,
        log: Callable[[str], None] | None = None,
        *,
        verbose: bool = False,
        consolidation: Sequence[tuple[str, float]] = (),
    ) -> None:
        self._host = host
        self._asked_port = port
        self._community = community
        self._clock = RealClock(warp)
        self._client_timeout = client_timeout
        self._log = log
        self._verbose = verbose
        self._consolidation = tuple(consolidation)
        self._thread: threading.Thread | None = None
        self._address = ("", 0)
        self._stopping = False

    # --- life -----------------------------------------------------------------------------------------

    @property
    def host(self) -> str:
        """The numeric address of the server; before the start, the address as given."""
        return self._address[0] or self._host

    @property
    def port(self) -> int:
        """The port of the server; before the start, the port as given."""
        return self._address[1] or self._asked_port

    @property
    def community(self) -> str:
        """Name of the community."""
        return self._community

    @property
    def running(self) -> bool:
        """True between ``start`` and ``close``."""
        return self._thread is not None and self._thread.is_alive()

    @property
    def clients(self) -> list[str]:
        """Names of the connected clients, newest first (a snapshot)."""
        return list(self._peers)[::-1] if self.running else []

    @property
    def variables(self) -> Mapping[str, StoredVariable]:
        """All variables by name. Read-only: the server's thread keeps changing them."""
        return self._core.variables if self.running else {}

    def start(self) -> MoosDb:
        """Listen and serve; clients can connect as soon as this returns.

        Raises:
            TransportError: the address is unknown or the port is taken.
        """
        if self.running:
            return self
        self.bind()
        self._thread = threading.Thread(target=self._serve, name=f"moosdb-{self.port}", daemon=True)
        self._thread.start()
        return self

    def bind(self) -> None:
        """Listen without a thread: the caller serves, by ``serve``. Raises as ``start``."""
        address = resolve(self._host)
        self._listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        try:
            self._listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            self._listener.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, SOCKET_BUFFER)
            self._listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SOCKET_BUFFER)
            self._listener.bind((address, self._asked_port))
            self._listener.listen(BACKLOG)
            self._listener.setblocking(False)
        except (OSError, OverflowError) as error:
            self._listener.close()
            reason = getattr(error, "strerror", None) or str(error)
            raise TransportError(
                f"no MOOSDB can listen on {address}:{self._asked_port}: {reason}; "
                "stop the program that uses the port or choose another port"
            ) from None
        self._address = self._listener.getsockname()[:2]
        if not is_loopback(address):
            self._say(f"listening on {address}:{self.port}. {NO_AUTHENTICATION}")
        self._core = self._make_core(self._now())
        self._peers: dict[str, Peer] = {}  # by client name
        # dictionaries: what is done with several at once has an order that comes out again
        self._all: dict[Peer, None] = {}
        self._known: dict[str, None] = {}  #: names of clients that are or were connected, the oldest first
        self._looked = time.monotonic()
        self._tally = Tally()
        self._backlog: dict[Peer, None] = {}  # with received bytes to carry out
        #: Clients that wait for a reader (themselves, if they asked for much) to take its mail, with the time.
        self._waiting: dict[Peer, tuple[Peer, float]] = {}
        self._strangers: dict[Peer, None] = {}  # before the end of the handshake, the oldest first
        self._accept_again = 0.0
        self._was_full = False
        self._stopping = False
        self._selector = selectors.DefaultSelector()
        self._selector.register(self._listener, selectors.EVENT_READ)
        self._wake_in, self._wake_out = socket.socketpair()
        self._wake_in.setblocking(False)
        self._selector.register(self._wake_in, selectors.EVENT_READ)
        self._next_sweep = 0.0

    def _now(self) -> float:
        """The database's local time, MOOS s."""
        return self._clock.local_time()

    def _make_core(self, now: float) -> DbCore:
        return DbCore(
            self._community,
            start=now,
            warp=self._clock.warp,
            host_name=socket.gethostname(),
            utc_offset=float(time.localtime().tm_gmtoff),
            consolidation=self._consolidation,
            report=self._report,
        )

    def close(self) -> None:
        """Cut every connection and stop listening. Idempotent."""
        thread, self._thread = self._thread, None
        if thread is None:
            return
        self._stopping = True
        with contextlib.suppress(OSError):
            self._wake_out.send(b"x")
        thread.join()
        self._wake_out.close()

    def __enter__(self) -> MoosDb:
        return self.start()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    # --- the loop -------------------------------------------------------------------------------------

    def _serve(self) -> None:
        try:
            while not self._stopping:
                self.serve()
        finally:
            self.shut()

    def serve(self, longest: float | None = None) -> None:
        """One round: read, process, write; sleeps at most ``longest`` s (None: until there is something to do)."""
        looked = time.monotonic()
        if looked - self._looked > HELD_UP:
            self._forgive(looked - self._looked)
        more = self._core.subscriptions.tidy()
        timeout = 0.0 if self._backlog or more else max(0.0, self._next_sweep - looked)
        writable = []
        for key, mask in self._selector.select(timeout if longest is None else min(timeout, longest)):
            if key.fileobj is self._listener:
                self._accept()
            elif key.fileobj is not self._wake_in:
                if mask & selectors.EVENT_READ:
                    self._guarded(key.data, self._read)
                if mask & selectors.EVENT_WRITE:
                    writable.append(key.data)
        self._write(writable)
        if self._waiting:
            self._end_waits(time.monotonic())
        self._take_turns()
        if self._backlog and longest is None:
            time.sleep(TURN_PAUSE)
        self._looked = looked
        if looked >= self._next_sweep:
            # read what has arrived before time-outs are checked: no client counts as silent because this
            # process was delayed
            self._next_sweep = looked if self._sweep(looked) else looked + SWEEP_PERIOD

    def _forgive(self, span: float) -> None:
        """Do not count a time (s) in which this process was busy, or did not run, as silence of its clients."""
        for peer in self._all:
            peer.last_packet += span
            if peer.blocked_since is not None:
                peer.blocked_since += span

    def shut(self) -> None:
        """Close all sockets of a server without a thread."""
        for peer in self._all:
            peer.close()
        self._selector.close()
        self._listener.close()
        self._wake_in.close()

    def _say(self, text: str) -> None:
        # a log that fails must not take the server down
        if self._log is not None:
            with contextlib.suppress(Exception):
                self._log(text)

    def _report(self, name: str, text: str) -> None:
        peer = self._peers.get(name)
        self._say(f"{peer.label if peer else name}: {text}")

    def _accept(self) -> None:
        for _ in range(ACCEPTED):
            try:
                sock, address = self._listener.accept()
            except (BlockingIOError, InterruptedError):
                return
            except OSError as error:
                if error.errno not in NO_ROOM:
                    continue  # of this connection, which is gone: others wait
                self._say(f"no connection can be accepted for {ACCEPT_PAUSE:g} s: {error.strerror}")
                self._selector.unregister(self._listener)
                self._accept_again = time.monotonic() + ACCEPT_PAUSE
                return
            if len(self._all) >= MAX_CONNECTIONS and self._strangers:
                # silent connections must not keep others out
                self._drop(next(iter(self._strangers)), "")
                self._say_full("the oldest without a handshake is closed for each new one")
            if len(self._all) >= MAX_CONNECTIONS:
                self._turn_away(sock)
                self._say_full("further ones are turned away")
                continue
            try:
                where = f"{address[0]}:{address[1]}"
                connection = ServerConnection(self._core, where, self._refusal)
                peer = Peer(sock, where, connection, time.monotonic(), self._tally)
                self._selector.register(sock, selectors.EVENT_READ, peer)
            except OSError:
                sock.close()  # gone again already
                continue
            self._all[peer] = None
            self._strangers[peer] = None

    def _refusal(self, name: str) -> str:
        """Say why a client gets no place: the last ones are for those that were connected before.

        Who has the name may have left while this process was busy: a program that comes back is not refused for that.
        """
        if (holder := self._peers.get(name)) is not None:
            self._hear_out(holder)
        if len(self._peers) < MAX_CONNECTIONS - RESERVED_CONNECTIONS or name in self._known:
            return ""
        return f"{len(self._peers)} clients are connected; the last places are for clients that were connected before"

    def _hear_out(self, peer: Peer) -> None:
        """Take what a client has sent, and drop it if that is all there will be."""
        for _ in range(HEARD_OUT):
            if peer in self._backlog:
                self._guarded(peer, self._carry_out)
            self._read(peer)
            if peer.closed or peer not in self._backlog:
                return

    def _turn_away(self, sock: socket.socket) -> None:
        """Close a connection for which there is no place, with the reason."""
        with contextlib.suppress(OSError):
            sock.setblocking(False)
            sock.send(poison(f"{MAX_CONNECTIONS} connections are open, no more are admitted", self._now()))
            sock.shutdown(socket.SHUT_WR)
            sock.recv(MAX_HANDSHAKE_LENGTH)  # what is left unread would take the reason back
        sock.close()

    def _remember(self, name: str) -> None:
        """Keep the name of a client, which gets a place again."""
        self._known.pop(name, None)
        self._known[name] = None
        if len(self._known) > MAX_REMEMBERED_CLIENTS:
            del self._known[next(one for one in self._known if one not in self._peers)]

    def _say_full(self, what: str) -> None:
        if not self._was_full:
            self._was_full = True
            self._say(f"{MAX_CONNECTIONS} connections are open, {what}")

    def _read(self, peer: Peer) -> None:
        # while a client's earlier bytes are not carried out, later ones wait in the kernel
        if peer.closed or peer in self._backlog or peer in self._waiting:
            return
        data = peer.read()
        if data == b"":
            self._drop(peer, "")
        elif data:
            peer.connection.feed(data)
            self._backlog[peer] = None
            if peer.connection.pending > READ_SIZE:
                self._bound(lambda one: one.connection.pending, MAX_ALL_UNREAD_BYTES, "unfinished packets")

    def _write(self, writable: list[Peer]) -> None:
        """Write to clients whose sockets accept bytes, for a limited time; those written to least recently first."""
        began = time.monotonic()
        for peer in sorted(writable, key=lambda one: one.written):
            if not peer.closed:
                self._guarded(peer, self._flush)
                peer.written = time.monotonic()
                if peer.written - began > TURN:
                    return

    def _guarded(self, peer: Peer, work: Callable[[Peer], None]) -> None:
        try:
            work(peer)
        except RemoteProtocolError as error:
            self._drop(peer, str(error))
        except Exception as error:  # a fault of ours met by one client's bytes must not stop the others
            self._drop(peer, f"internal error {error!r}; please report it")

    def _take_turns(self) -> None:
        """Process received packets, those of the clients that used the least time recently first, so that many busy
        clients do not delay a client that posts little. Of requests that take long, one portion comes last."""
        began = before = time.monotonic()
        waiting = sorted(self._backlog, key=lambda one: one.served)
        heavy = next((peer for peer in waiting if peer.connection.is_busy), None)
        for peer in waiting:
            if peer.connection.is_busy:
                continue
            before = self._serve_one(peer, before)
            if before - began > TURN:
                break
        if heavy is not None and not heavy.closed:
            self._serve_one(heavy, before)

    def _serve_one(self, peer: Peer, before: float) -> float:
        self._guarded(peer, self._carry_out)
        now = time.monotonic()
        peer.served += now - before
        return now

    def _carry_out(self, peer: Peer) -> None:
        connection = peer.connection
        began = time.monotonic()
        while not peer.closed:
            was_open = connection.state is State.OPEN
            outcome = connection.step(self._now())
            now = time.monotonic()
            if outcome is None:
                self._backlog.pop(peer, None)
                return
            peer.last_packet = now
            if outcome.reply:
                peer.queue([outcome.reply])
                self._flush(peer)
            if outcome.close:
                self._drop(peer, outcome.close)
                return
            if connection.state is State.OPEN and not was_open:
                self._peers[connection.name] = peer
                self._remember(connection.name)
                self._strangers.pop(peer, None)
                if self._verbose:
                    self._say(f"{peer.label}: connected")
            for name, mail in outcome.deliveries:
                self._deliver(name, mail, peer)
            for name in list(self._core.overflowed):
                self._core.overflowed.discard(name)
                self._drop(self._peers[name], f"too slow: more than {MAX_QUEUE_BYTES} bytes of mail are waiting")
            if now - began > TURN or peer in self._waiting:
                return

    def _deliver(self, name: str, encoded: list[bytes], sender: Peer) -> None:
        """Queue mail of a client; if it is large, the sender waits until the reader has taken most of it."""
        peer = self._peers.get(name)
        if peer is None:
            return
        before = peer.out_bytes
        if peer.queue(packet_pieces(encoded)):
            if not peer.writing:
                self._flush(peer)
            large = sender is peer or peer.out_bytes - before >= LARGE_DELIVERY
            if large and peer.out_bytes > HIGH_QUEUE_BYTES and not sender.closed and not peer.closed:
                self._backlog.pop(sender, None)
                self._waiting[sender] = (peer, time.monotonic())
            if self._tally.unsent > MAX_ALL_UNSENT_BYTES:
                self._bound(lambda one: one.out_bytes, MAX_ALL_UNSENT_BYTES, "unread mail")
        else:
            self._drop(peer, f"too slow: more than {MAX_QUEUE_BYTES} bytes are waiting to be read")

    def _bound(self, size: Callable[[Peer], int], most: int, what: str) -> None:
        """Disconnect the client with the most bytes until all connections together have at most ``most``."""
        total = sum(map(size, self._all))
        while total > most:
            largest = max(self._all, key=size)
            total -= size(largest)
            self._drop(largest, f"{size(largest)} bytes of {what}; all connections together have more than {most}")

    def _flush(self, peer: Peer) -> None:
        if not peer.flush(time.monotonic()):
            self._drop(peer, "")
            return
        writing = peer.out_bytes > 0
        if writing != peer.writing:
            peer.writing = writing
            events = selectors.EVENT_READ | (selectors.EVENT_WRITE if writing else 0)
            self._selector.modify(peer.sock, events, peer)

    def _end_waits(self, now: float) -> None:
        """Let those go on whose reader has taken its mail, has left, or has been waited for long enough."""
        for sender, (reader, since) in list(self._waiting.items()):
            if reader.closed or reader.out_bytes <= HIGH_QUEUE_BYTES or now - since > READER_WAIT:
                del self._waiting[sender]
                self._backlog[sender] = None

    def _drop(self, peer: Peer, reason: str) -> None:
        """Close one connection; an empty reason is an ordinary departure."""
        if peer.closed:
            return
        if reason:
            self._say(f"{peer.label}: {reason}; connection closed")
        elif self._verbose:
            self._say(f"{peer.label}: left")
        self._backlog.pop(peer, None)
        self._waiting.pop(peer, None)
        self._strangers.pop(peer, None)
        self._all.pop(peer, None)
        if self._peers.get(peer.connection.name) is peer:
            del self._peers[peer.connection.name]
        self._selector.unregister(peer.sock)
        peer.close()
        peer.connection.close(self._now())

    def _sweep(self, now: float) -> bool:
        """Drop clients that are silent or blocked; True when there may be more than one round has time for."""
        if self._accept_again and now >= self._accept_again:
            self._accept_again = 0.0
            self._selector.register(self._listener, selectors.EVENT_READ)
        self._was_full = self._was_full and len(self._all) >= MAX_CONNECTIONS
        began = time.monotonic()
        for peer in list(self._all):
            peer.served /= 2.0
            reason = self._overdue(peer, now)
            if reason:
                self._drop(peer, reason)
                if time.monotonic() - began > TURN:
                    return True
        return False

    def _overdue(self, peer: Peer, now: float) -> str:
        """The reason to disconnect a client; empty if there is none."""
        silent = now - peer.last_packet
        if peer.blocked_since is not None and now - peer.blocked_since > BLOCKED_WRITE_TIMEOUT:
            return f"too slow: it has read nothing for {now - peer.blocked_since:.1f} s"
        if peer in self._backlog or peer in self._waiting:
            return ""  # this process was late, or made it wait
        if peer.connection.state is not State.OPEN:
            return f"no handshake within {HANDSHAKE_TIMEOUT:g} s" if silent > HANDSHAKE_TIMEOUT else ""
        return f"silent for {silent:.1f} s" if silent > self._client_timeout else ""
