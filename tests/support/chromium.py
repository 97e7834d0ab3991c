"""A page in headless Chromium, by its own debugging protocol: needs no package beside those of `usim watch`."""

from __future__ import annotations

import asyncio
import base64
import json
import shutil
import subprocess
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

FLAGS = (
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync",
    "--disable-background-networking", "--disable-component-update", "--disable-dev-shm-usage",
    "--remote-debugging-port=0", "--remote-debugging-address=127.0.0.1",
)  # fmt: skip


_WAIT = """
new Promise((done, no) => {
  const end = performance.now() + LIMIT;
  const look = () => {
    let found = null;
    try { found = (EXPRESSION); } catch (error) { found = null; }
    if (found) done(found);
    else if (performance.now() > end) no(new Error("waited in vain: " + document.body.innerText.slice(0, 600)));
    else setTimeout(look, 30);
  };
  look();
})
"""


def find_chromium() -> str | None:
    """A browser that speaks the protocol, if there is one on PATH."""
    names = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
    return next((found for name in names if (found := shutil.which(name))), None)


class Page:
    """One tab."""

    def __init__(self, socket: Any) -> None:
        self._socket = socket
        self._count = 0
        self.requests: list[str] = []  #: every address that the page asked for
        self.complaints: list[str] = []  #: errors on the console, and what the page's policy forbade

    async def call(self, method: str, **arguments: object) -> dict[str, Any]:
        """One command and its answer; events that come in between are kept."""
        self._count += 1
        await self._socket.write_message(json.dumps({"id": self._count, "method": method, "params": arguments}))
        while True:
            text = await self._socket.read_message()
            assert text is not None, "the browser has gone"
            answer = json.loads(text)
            if answer.get("id") == self._count:
                assert "error" not in answer, answer
                return dict(answer["result"])
            self._event(answer.get("method", ""), answer.get("params", {}))

    def _event(self, method: str, given: dict[str, Any]) -> None:
        if method == "Network.requestWillBeSent":
            self.requests.append(given["request"]["url"])
        elif method == "Network.webSocketCreated":
            self.requests.append(given["url"])
        elif method == "Runtime.exceptionThrown":
            self.complaints.append(json.dumps(given["exceptionDetails"])[:500])
        elif method == "Log.entryAdded" and given["entry"]["level"] == "error":
            self.complaints.append(given["entry"]["text"])

    async def open(self, url: str) -> None:
        """Go there."""
        for domain in ("Network", "Runtime", "Log", "Page"):
            await self.call(f"{domain}.enable")
        await self.call("Page.navigate", url=url)

    async def look(self, size: tuple[int, int], *, dark: bool = False) -> None:
        """Size of the window in dots, and the reader's colour scheme."""
        await self.call(
            "Emulation.setDeviceMetricsOverride", width=size[0], height=size[1], deviceScaleFactor=1, mobile=False
        )
        scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        await self.call("Emulation.setEmulatedMedia", features=[scheme])

    async def value(self, expression: str) -> Any:
        """The value of a JavaScript expression; a promise is awaited."""
        answer = await self.call("Runtime.evaluate", expression=expression, awaitPromise=True, returnByValue=True)
        assert "exceptionDetails" not in answer, answer
        return answer["result"].get("value")

    async def wait(self, expression: str, seconds: float = 20.0) -> Any:
        """Wait until an expression is true in the page, looked at with each picture; its value."""
        code = _WAIT.replace("EXPRESSION", expression).replace("LIMIT", str(seconds * 1000.0))
        while True:
            try:
                return await self.value(code)
            except AssertionError as error:
                if "navigated" not in str(error):  # the page loaded itself anew: look at the new one
                    raise

    async def picture(self, path: Path) -> None:
        """A screenshot as PNG."""
        answer = await self.call("Page.captureScreenshot", format="png")
        path.write_bytes(base64.b64decode(answer["data"]))


async def _announced(file: Path, process: subprocess.Popen[bytes]) -> None:
    """Chromium tells its port in a file; nothing else could be awaited."""
    while not file.exists() or "\n" not in file.read_text():
        assert process.poll() is None, f"the browser ended with {process.returncode}"
        await asyncio.sleep(0.05)


@asynccontextmanager
async def browser(program: str, folder: Path, *flags: str) -> AsyncIterator[Page]:
    """A fresh browser with one empty tab; it is ended with the context. ``flags``: more than the usual ones."""
    from tornado.httpclient import AsyncHTTPClient
    from tornado.websocket import websocket_connect

    profile = folder / "profile"
    process = subprocess.Popen(
        [program, *FLAGS, *flags, f"--user-data-dir={profile}", "about:blank"],
        stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    try:
        announced = profile / "DevToolsActivePort"
        await asyncio.wait_for(_announced(announced, process), 60.0)
        port = announced.read_text().split()[0]
        tabs = json.loads((await AsyncHTTPClient().fetch(f"http://127.0.0.1:{port}/json/list")).body)
        address = next(tab["webSocketDebuggerUrl"] for tab in tabs if tab["type"] == "page")
        socket = await websocket_connect(address, max_message_size=64 * 1024 * 1024)
        try:
            yield Page(socket)
        finally:
            socket.close()
    finally:
        process.terminate()
        try:
            process.wait(60.0)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait(60.0)
