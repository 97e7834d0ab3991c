"""The server of the page: its files, a stream of events, and the requests of pages, without further packages.

Pages can only be opened from this machine, unless another address was given. Other sites in the same browser can
neither read data nor press a button: host and origin of every request are checked. No part of a request becomes a file
name.
"""

from __future__ import annotations

import ipaddress
import json
import re
import signal
import socket
import socketserver
import threading
import time
from collections.abc import Callable
from contextlib import closing, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

from usimmarine_py.errors import TransportError
from usimmarine_py.moos.app.signals import ended_by
from usimmarine_py.moos.db.server import is_loopback
from usimmarine_py.watch.control import RefusedError
from usimmarine_py.watch.feeds.alog import LogFeed
from usimmarine_py.watch.hub import POLL_INTERVAL, Hub

_MEDIA = {".html": "text/html", ".js": "text/javascript", ".css": "text/css"}
_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
_SECURITY = "Content-Security-Policy"
_HEADERS = {
    _SECURITY: _POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-store",
}
#: A host and its port, without user, path or query; and a length in bytes.
_HOST = re.compile(r"(?:[A-Za-z0-9._-]+|\[[0-9A-Fa-f:.]+\])(?::[0-9]{1,5})?")
_LENGTH = re.compile(r"[0-9]{1,9}")
#: Largest request of a page, bytes.
MOST_ASKED = 10_000
#: Time limit of a complete request, and of each part that the browser reads, real s.
PATIENCE = 30.0
#: Between two portions of mail, real s: pages are served meanwhile.
_BREATH = 0.005
#: Connections at once, each a thread; a browser has some six, and a page keeps one open.
MAX_CONNECTIONS = 100


def page_files() -> dict[str, tuple[bytes, str]]:
    """The files of the page by path; read once, so that no request opens a file."""
    folder = Path(__file__).parent / "page"
    files = {
        f"/{f.relative_to(folder).as_posix()}": (f.read_bytes(), _MEDIA[f.suffix])
        for f in folder.rglob("*")
        if f.suffix in _MEDIA
    }
    files["/"] = files.pop("/index.html")
    return files


class PageServer(ThreadingHTTPServer):
    """The page of a hub at an address."""

    daemon_threads = True
    block_on_close = False

    def __init__(self, hub: Hub, host: str, port: int) -> None:
        self.address_family = socket.AF_INET6 if ":" in host else socket.AF_INET
        super().__init__((host, port), PageHandler)
        self.hub = hub
        self.files = page_files()
        self.local = is_loopback(host)
        self.open: set[Any] = set()
        self.answered: set[Any] = set()
        self.asking: dict[Any, float] = {}  #: connections with an incomplete request, and its start (monotonic s)

    def process_request(self, request: Any, client_address: Any) -> None:
        """Start a thread for a connection, unless there are too many."""
        self.open.add(request)
        if len(self.open) > MAX_CONNECTIONS and not self._make_room():
            self.shutdown_request(request)
        else:
            super().process_request(request, client_address)

    def _make_room(self) -> bool:
        """Close the connection that has been sending its request for the longest time; False if there is none.

        Those that have had an answer come last: they are of browsers.
        """
        asking = sorted(self.asking.items(), key=lambda item: (item[0] in self.answered, item[1]))
        for request, _ in asking[:1]:
            self.asking.pop(request, None)
            self.open.discard(request)
            with suppress(OSError):
                request.shutdown(socket.SHUT_RDWR)
        return bool(asking)

    def shutdown_request(self, request: Any) -> None:
        """End a connection."""
        self.open.discard(request)
        self.answered.discard(request)
        super().shutdown_request(request)

    def service_actions(self) -> None:
        """Close connections with requests that take too long."""
        late = time.monotonic() - PATIENCE
        for request, since in list(self.asking.items()):
            if since < late:
                self.asking.pop(request, None)
                with suppress(OSError):
                    request.shutdown(socket.SHUT_RDWR)

    def server_bind(self) -> None:
        """Bind without a look-up of the host name."""
        socketserver.TCPServer.server_bind(self)
        self.server_name, self.server_port = "", int(self.server_address[1])

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Ignore errors of closed browsers."""

    def is_known(self, host: str) -> bool:
        """Whether ``host`` is a name of this machine, which refuses DNS rebinding."""
        if not _HOST.fullmatch(host):
            return False
        try:
            parts = urlsplit(f"//{host}")
            name, port = parts.hostname or "", parts.port or 80
        except ValueError:
            return False
        if port != self.server_port:
            return False
        if name == "localhost":
            return True
        try:
            address = ipaddress.ip_address(name)
        except ValueError:
            return not self.local and name == socket.gethostname().lower()
        return address.is_loopback or not self.local


class PageHandler(BaseHTTPRequestHandler):
    """One request."""

    server: PageServer
    protocol_version = "HTTP/1.1"
    server_version, sys_version = "usim", ""
    timeout = PATIENCE

    def handle_one_request(self) -> None:
        """Set the time limit of a request."""
        self.server.asking[self.connection] = time.monotonic()
        try:
            super().handle_one_request()
        finally:
            self._has_asked()

    def parse_request(self) -> bool:
        """Read the headers; the body follows them."""
        good = super().parse_request()
        if self.command != "POST":
            self._has_asked()
        return good

    def _has_asked(self) -> None:
        self.server.asking.pop(self.connection, None)

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        """Refuse an invalid request."""
        del explain
        self._refuse(code, message or "there is nothing here")

    def log_message(self, format: str, *args: Any) -> None:
        """Do nothing: requests are not logged on the terminal."""

    def _is_ours(self) -> bool:
        """Whether host and origin are those of the page."""
        hosts = self.headers.get_all("Host", [])
        host = hosts[0] if len(hosts) == 1 else ""  # of two, others might take the other one
        origin = self.headers.get("Origin")
        site = self.headers.get("Sec-Fetch-Site", "none")
        return (
            self.server.is_known(host)
            and (origin is None or origin == f"http://{host}")
            # links from other sites are allowed, but no requests by their scripts
            and (site in ("same-origin", "none") or self.headers.get("Sec-Fetch-Mode") == "navigate")
        )

    def do_GET(self) -> None:
        """Send a file of the page, a picture, an earlier time, or the stream of events."""
        if not self._is_ours():
            self._refuse(403, "this page is for its own site only")
            return
        url = urlsplit(self.path)
        asked = {key: values[-1] for key, values in parse_qs(url.query).items()}
        hub = self.server.hub
        if url.path in self.server.files:
            self._send(200, *self.server.files[url.path])
        elif url.path in ("/chart", "/bed"):
            with hub.lock:
                image = hub.chart if url.path == "/chart" else hub.bed
            if image is None:
                self._refuse(404, "there is no such picture")
            else:
                self._send(200, image.data, image.media)
        elif url.path == "/lines":
            self._send(200, hub.lines or b"[]", "application/json")
        elif url.path == "/then":
            try:
                found = hub.then(float(asked.get("t", "")), asked.get("vehicle", ""))
            except ValueError:
                self._refuse(400, "t must be a number")
                return
            self._send(200, json.dumps(found).encode(), "application/json")
        elif url.path == "/hears":
            try:
                pairs = hub.hears(float(asked["t"]) if "t" in asked else None)
            except ValueError:
                self._refuse(400, "t must be a number")
                return
            self._send(200, json.dumps({"hears": pairs}).encode(), "application/json")
        elif url.path in ("/scene", "/depths"):
            answer = hub.scene if url.path == "/scene" else hub.depths
            self._send(200, json.dumps(answer(asked.get("vehicle", ""))).encode(), "application/json")
        elif url.path == "/model":
            model = hub.model(asked.get("vehicle", ""))
            if model is None:
                self._refuse(404, "this vehicle has no hull of its own")
            else:
                self._send(200, model, "model/gltf-binary")
        elif url.path in hub.records.answers:
            self._send(200, json.dumps(hub.look_up(url.path, asked)).encode(), "application/json")
        elif url.path == "/events":
            self._stream(asked)
        else:
            self._refuse(404, "there is nothing here")

    do_HEAD = do_GET

    def do_POST(self) -> None:
        """Handle the view of a page, a button or a slider."""
        hub = self.server.hub
        sizes = self.headers.get_all("Content-Length", [])
        size = sizes[0] if len(sizes) == 1 and "Transfer-Encoding" not in self.headers else ""
        if not self._is_ours() or self.headers.get("Content-Type") != "application/json":
            self._refuse(403, "this page is for its own site only")
        elif not _LENGTH.fullmatch(size) or int(size) > MOST_ASKED:
            self._refuse(413, "too large")
        elif self.path == "/look":
            wish = self._wish(int(size))
            found = wish is not None and hub.look(
                str(wish.get("reader")),
                str(wish.get("vehicle")),
                wish.get("appcasts") is True,
                wish.get("mail") is True,
                wish.get("scene") is True,
            )
            self._send(200 if found else 404, b"{}", "application/json")
        elif self.path != "/control":
            self._refuse(404, "nothing is taken here; /look and /control are")
        elif hub.control is None:
            self._refuse(404, "this page only shows; usim watch --control lets it command")
        elif not hub.control.knows(self.headers.get("X-Token", "")):
            self._refuse(403, "open the address that usim watch --control has printed")
        else:
            self._control(int(size))

    def _wish(self, size: int) -> dict[str, Any] | None:
        asked = self.rfile.read(size)
        self._has_asked()
        try:
            wish = json.loads(asked)
        except (ValueError, RecursionError):
            return None
        return wish if isinstance(wish, dict) else None

    def _control(self, size: int) -> None:
        hub, wish = self.server.hub, self._wish(size)
        if wish is None:
            self._refuse(400, "no JSON object")
            return
        with hub.lock:
            chosen = hub.fleet.vehicles.get(str(wish.get("vehicle", "")))
            feed = chosen[0] if chosen is not None and chosen[1].own else None
            assert hub.control is not None
            try:
                done = hub.control.do(wish, feed, "" if chosen is None else chosen[1].name, hub.fleet.places())
            except RefusedError as error:
                self._refuse(409, str(error))
                return
        self._send(200, json.dumps({"posted": done}).encode(), "application/json")

    def _stream(self, asked: dict[str, str]) -> None:
        hub = self.server.hub
        reader = hub.join(asked.get("vehicle", ""))
        if reader is None:
            self._refuse(503, "too many pages are open")
            return
        try:
            self.send_response(200)
            self._send_headers("text/event-stream")
            self.send_header("Connection", "close")
            self.end_headers()
            self.close_connection = True
            while frames := hub.await_frames(reader):
                self.wfile.write(b"".join(b"data: " + frame + b"\n\n" for frame in frames))
                self.wfile.flush()
        except OSError:
            pass  # the page was closed
        finally:
            hub.leave(reader)

    def _refuse(self, code: int, why: str) -> None:
        self.close_connection = True
        self._send(code, json.dumps({"refused": why}).encode(), "application/json")

    def _send(self, code: int, body: bytes, media: str) -> None:
        self.server.answered.add(self.connection)
        self.send_response(code)
        self._send_headers(media)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    def _send_headers(self, media: str) -> None:
        text = media.startswith("text/") or media == "application/json"
        self.send_header("Content-Type", f"{media}; charset=utf-8" if text else media)
        for name, value in _HEADERS.items():
            if name == _SECURITY and self.server.hub.tiles:  # pictures of the one server that the user has named
                tiles = urlsplit(self.server.hub.tiles)
                value = value.replace("img-src 'self'", f"img-src 'self' {tiles.scheme}://{tiles.netloc}")
            self.send_header(name, value)


def serve(hub: Hub, say: Callable[[str], None], *, http_host: str = "127.0.0.1", http_port: int) -> int:
    """Serve the page of ``hub`` until SIGINT (130) or SIGTERM (0); port 0 takes any.

    Raises ``TransportError`` when the address cannot be had.
    """
    address = "127.0.0.1" if http_host.lower() == "localhost" else http_host
    received: list[int] = []  # not an event, whose lock the waiting thread may hold
    with ended_by(received.append), closing(hub):  # before the page is visible
        server = _page_server(hub, address, http_port)
        looks = {"poll_interval": POLL_INTERVAL}  # for its end
        pages = threading.Thread(target=server.serve_forever, kwargs=looks, name="pages", daemon=True)
        pages.start()
        try:
            token = hub.control.token if hub.control else ""
            for line in announcement(hub.title, address, server.server_port, token):
                say(line)
            for feed in hub.feeds:
                if isinstance(feed, LogFeed) and feed.waiting:
                    say(feed.status().text)
            while not received:
                hub.poll()
                time.sleep(_BREATH if hub.is_behind else POLL_INTERVAL)
        finally:
            server.shutdown()
            server.server_close()
            pages.join(2.0)
    return 130 if received[-1] == signal.SIGINT else 0


def _page_server(hub: Hub, address: str, http_port: int) -> PageServer:
    try:
        return PageServer(hub, address, http_port)
    except (OSError, UnicodeError) as error:
        problem = str(getattr(error, "strerror", None) or error).partition(" (while")[0]
        raise TransportError(
            f"cannot serve the page at {address}:{http_port}: {problem}", remedy="choose another --port"
        ) from error


def announcement(title: str, address: str, port: int, token: str = "") -> list[str]:
    """The lines at the start: the address of the page, after a warning if other machines can reach it."""
    shown = f"[{address}]" if ":" in address else address
    # the part after the # never leaves the browser
    lines = [f"watch {title} at http://{shown}:{port}/{f'#{token}' if token else ''} (Ctrl-C ends it)"]
    if not is_loopback(address):
        lines.insert(0, f"warning: anyone who reaches {shown}:{port} can see this page; it has no password")
    return lines
