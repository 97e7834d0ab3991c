"""A page in headless Firefox by WebDriver BiDi, with the face of a page in Chromium."""

from __future__ import annotations

import asyncio
import base64
import json
import os
import re
import shutil
import subprocess
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from tests.support.chromium import Page


def find_firefox() -> str | None:
    """A Firefox on PATH."""
    return next((found for name in ("firefox", "firefox-esr") if (found := shutil.which(name))), None)


class FirefoxPage(Page):
    """One tab."""

    context = ""

    async def call(self, method: str, **arguments: object) -> dict[str, Any]:
        """One command and its answer; errors of the console that come in between are kept."""
        self._count += 1
        await self._socket.write_message(json.dumps({"id": self._count, "method": method, "params": arguments}))
        while True:
            text = await self._socket.read_message()
            assert text is not None, "the browser has gone"
            answer = json.loads(text)
            if answer.get("id") == self._count:
                assert answer["type"] == "success", answer
                return dict(answer["result"])
            if answer.get("method") == "log.entryAdded" and answer["params"]["level"] == "error":
                self.complaints.append(str(answer["params"]["text"]))

    async def open(self, url: str) -> None:
        """Go there."""
        await self.call("browsingContext.navigate", context=self.context, url=url, wait="complete")

    async def look(self, size: tuple[int, int], *, dark: bool = False) -> None:
        """Size of the window in dots; the colour scheme is a setting of Firefox."""
        del dark
        await self.call(
            "browsingContext.setViewport", context=self.context, viewport={"width": size[0], "height": size[1]}
        )

    async def value(self, expression: str) -> Any:
        """The value of a JavaScript expression, as JSON knows it; a promise is awaited."""
        answer = await self.call(
            "script.evaluate", expression=f"Promise.resolve({expression}).then((v) => JSON.stringify(v))",
            target={"context": self.context}, awaitPromise=True,
        )  # fmt: skip
        assert answer["type"] == "success", answer
        return json.loads(answer["result"].get("value") or "null")

    async def picture(self, path: Path) -> None:
        """A screenshot as PNG."""
        answer = await self.call("browsingContext.captureScreenshot", context=self.context)
        path.write_bytes(base64.b64decode(answer["data"]))


async def _announced(file: Path, process: subprocess.Popen[bytes]) -> str:
    """Firefox tells the address on its terminal; nothing else could be awaited."""
    while (found := re.search(r"WebDriver BiDi listening on (ws://\S+)", file.read_text())) is None:
        assert process.poll() is None, f"the browser ended with {process.returncode}: {file.read_text()[-500:]}"
        await asyncio.sleep(0.05)
    return found[1]


@asynccontextmanager
async def firefox(program: str, folder: Path) -> AsyncIterator[FirefoxPage]:
    """A fresh Firefox with one empty tab; it is ended with the context."""
    from tornado.websocket import websocket_connect

    (folder / "profile").mkdir(parents=True, exist_ok=True)
    said = folder / "said.txt"
    with said.open("wb") as output:
        process = subprocess.Popen(
            [program, "--headless", "--no-remote", "--remote-debugging-port=0", "--profile", str(folder / "profile")],
            stdin=subprocess.DEVNULL, stdout=output, stderr=output, env={**os.environ, "HOME": str(folder)},
        )  # fmt: skip
    try:
        address = await asyncio.wait_for(_announced(said, process), 120.0)
        socket = await websocket_connect(f"{address}/session", max_message_size=64 * 1024 * 1024)
        try:
            page = FirefoxPage(socket)
            await page.call("session.new", capabilities={})
            await page.call("session.subscribe", events=["log.entryAdded"])
            tree = await page.call("browsingContext.getTree")
            page.context = tree["contexts"][0]["context"]
            yield page
        finally:
            socket.close()
    finally:
        process.terminate()
        try:
            process.wait(60.0)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait(60.0)
