"""Serves the page until Ctrl-C. Bokeh's server brings its own JavaScript: nothing comes from the internet."""

from __future__ import annotations

import asyncio
import signal
import socket
from collections.abc import Callable
from typing import Any

from usimmarine_py.errors import MissingExtraError, TransportError
from usimmarine_py.moos.db.server import is_loopback
from usimmarine_py.watch.feeds import Feed, LogFeed

#: Real ms between two looks for mail or rows.
POLL_INTERVAL = 100


def check_extra() -> None:
    """Raises ``MissingExtraError`` where Bokeh is not installed."""
    try:
        import bokeh.server  # noqa: F401
    except ImportError as error:
        raise MissingExtraError("the live page", "bokeh", "watch") from error


def serve(feed: Feed, say: Callable[[str], None], *, http_host: str = "127.0.0.1", http_port: int) -> int:
    """Serve the page of ``feed`` until SIGINT (130) or SIGTERM (0); port 0 takes any.

    Raises ``MissingExtraError``, ``TransportError`` when the address cannot be had.
    """
    check_extra()
    try:
        return asyncio.run(_serve(feed, say, http_host, http_port))
    finally:
        feed.close()


def announcement(title: str, address: str, port: int) -> list[str]:
    """What is said at the start: where the page is, after a warning when others can reach it."""
    shown = f"[{address}]" if ":" in address else address
    lines = [f"watch {title} at http://{shown}:{port}/ (Ctrl-C ends it)"]
    if not is_loopback(address):
        lines.insert(0, f"warning: anyone who reaches {shown}:{port} can see this page; it has no password")
    return lines


async def _serve(feed: Feed, say: Callable[[str], None], host: str, port: int) -> int:
    from tornado.ioloop import PeriodicCallback

    ended = asyncio.Event()
    code = 0

    def leave(number: int) -> None:
        nonlocal code
        code = 130 if number == signal.SIGINT else 0
        ended.set()

    for number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(number, leave, number)
    address = "127.0.0.1" if host.lower() == "localhost" else host
    try:
        family = socket.AF_INET6 if ":" in address else socket.AF_INET
        listener = socket.create_server((address, port), family=family)
    except (OSError, UnicodeError) as error:
        problem = str(getattr(error, "strerror", None) or error).partition(" (while")[0]
        raise TransportError(
            f"cannot serve the page at {address}:{port}: {problem}", remedy="choose another --http-port"
        ) from error
    listener.setblocking(False)
    actual = int(listener.getsockname()[1])
    server, http = _make_server(feed, listener, address, actual)
    polling = PeriodicCallback(feed.poll, POLL_INTERVAL)
    server.start()
    polling.start()
    for line in announcement(feed.status().title, address, actual):
        say(line)
    if isinstance(feed, LogFeed) and feed.waiting:
        say(feed.status().text)
    try:
        await ended.wait()
    finally:
        polling.stop()
        server.stop()
        http.stop()
        await http.close_all_connections()
    return code


def _make_server(feed: Feed, listener: socket.socket, address: str, port: int) -> tuple[Any, Any]:
    from bokeh.application import Application
    from bokeh.application.handlers import FunctionHandler
    from bokeh.server.server import BaseServer
    from bokeh.server.tornado import BokehTornado
    from bokeh.settings import settings
    from tornado.httpserver import HTTPServer
    from tornado.ioloop import IOLoop

    from usimmarine_py.watch.page import make_page

    settings.resources = "server"  # whatever the environment says: never from a CDN
    # other sites that the reader has open must not read along
    names = ("127.0.0.1", "localhost", "[::1]") if is_loopback(address) else ("*",)
    tornado = BokehTornado(
        {"/": Application(FunctionHandler(make_page(feed)))},
        extra_websocket_origins=[f"{name}:{port}" for name in names],
    )
    http = HTTPServer(tornado)
    http.add_sockets([listener])
    return BaseServer(IOLoop.current(), tornado, http), http
