"""The page of the site that plays missions: by its Python without arrays, its files, and (nightly) a browser."""

from __future__ import annotations

import asyncio
import hashlib
import json
import re
import shutil
import subprocess
import sys
import threading
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from tests.support.chromium import browser, find_chromium
from tests.support.paths import ROOT
from tests.support.processes import environment, run

MAKER = ROOT / "docs" / "site" / "browser.py"
#: A Python as the browser's: none of these can be imported, no thread and no socket can be had.
BARE = """
import json, sys, threading, socket
class Absent:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in ("numpy", "scipy", "pyproj", "numba", "tornado", "matplotlib"):
            raise ModuleNotFoundError(f"No module named {name!r}", name=name.partition(".")[0])
sys.meta_path.insert(0, Absent())
def none(*_, **__):
    raise RuntimeError("there is none in a browser")
threading.Thread.start = socket.socket.connect = socket.socket.bind = none
from usimmarine_py.cli.live.browser import Playground, shipped_texts
frames = []
playground = Playground(frames.append)
def wish(**given):
    return json.loads(playground.do(json.dumps(given)))
"""


def bare(script: str, folder: Path) -> Any:
    """What a script in a bare Python prints as JSON."""
    done = subprocess.run(
        [sys.executable, "-c", BARE + script], cwd=folder, env=environment(), capture_output=True, text=True,
        timeout=300, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")
    return json.loads(done.stdout)


def posts_of(log: bytes) -> str:
    """The digest of a log without its header, which names versions."""
    return hashlib.sha256(b"".join(line for line in log.splitlines(True) if not line.startswith(b"%"))).hexdigest()


def run_here(name: str, duration: str, folder: Path) -> str:
    """The digest of a shipped mission's log by `usim run`."""
    mission = ROOT / "missions" / name / f"{name}.moos"
    done = run("run", str(mission), "--duration", duration, "-o", str(folder / name), program="usim", cwd=folder)
    assert done.returncode == 0, done.stderr
    return posts_of((folder / name / f"{name}.alog").read_bytes())


def test_missions_play_without_arrays_threads_and_sockets_and_give_the_same_logs(tmp_path: Path) -> None:
    script = """
found = {}
for name in ("alpha", "box"):
    done = wish(do="play", files=shipped_texts(name), duration=60.0)
    found[name] = [done["ended"], done["failures"], playground.file(f"{name}.alog").decode("latin-1")]
found["rows"] = sum('"rows"' in frame for frame in frames)
found["mail"] = {row[0]: row[1] for row in wish(do="ask", path="mail?t=30&vehicle=box")["mail"]}
found["series"] = wish(do="ask", path="series?names=NAV_X,NONE&vehicle=box")
print(json.dumps(found))
"""
    found = bare(script, tmp_path)
    for name in ("alpha", "box"):
        ended, failures, log = found[name]
        assert (ended, failures) == ("duration", [])
        assert posts_of(log.encode("latin-1")) == run_here(name, "60", tmp_path)
    assert found["rows"] > 1
    assert found["mail"]["NAV_SPEED"] > 0.5
    times, values = found["series"]["series"]["NAV_X"]
    assert times == sorted(times) and times[-1] == 60.0 and len(values) == len(times)
    assert found["series"]["absent"] == ["NONE: no numbers of this name"]


def test_what_cannot_be_played_is_refused_with_one_line(tmp_path: Path) -> None:
    script = """
bad = {"m.moos": "ProcessConfig = usimmarine\\n{\\n  thurst_map = 1:2\\n}\\n"}
found = {
    "arrays": wish(do="play", files=shipped_texts("encounter")),
    "folder": wish(do="play", files={"../m.moos": ""}),
    "python": wish(do="play", files={"m.py": "import os"}),
    "many": wish(do="check", files={f"m{k}.moos": "" for k in range(41)}),
    "large": wish(do="check", files={"m.moos": "/" * 1000001}),
    "none": wish(do="play", files={}),
    "duration": wish(do="play", files=shipped_texts("box"), duration=float("nan")),
    "path": wish(do="ask", path="../../etc/passwd"),
    "check": wish(do="check", files=bad),
}
print(json.dumps(found))
"""
    found = bare(script, tmp_path)
    finding = found.pop("check")["findings"][0]
    assert (finding["file"], finding["line"], finding["suggestion"]) == ("m.moos", 3, "thrust_map")
    said = {what: answer["refused"] for what, answer in found.items()}
    assert all(len(line.splitlines()) == 1 for line in said.values()), said
    words = {
        "arrays": "needs the package numpy", "folder": "no folders", "python": "is no file for here",
        "many": "at most 40", "large": "1000001 bytes", "none": "no mission file", "duration": "duration",
        "path": "played yet",
    }  # fmt: skip
    assert {what: word for what, word in words.items() if word not in said[what]} == {}


def test_all_files_of_the_page_are_there_and_nothing_else_is_asked_for(tmp_path: Path) -> None:
    folder = tmp_path / "play"
    script = f"import sys; sys.path.insert(0, {str(MAKER.parent)!r}); import browser, pathlib; "
    script += f"print(browser.make(pathlib.Path({str(folder)!r}), pyodide=False))"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode, done.stdout.strip(), done.stderr) == (0, "not asked for", "")
    assert json.loads((folder / "built.json").read_text()) == {"pyodide": False}
    later = {"pyodide/pyodide.mjs", "python.zip"}  # of npm, and of this checkout
    for page in [*folder.rglob("*.html"), *folder.rglob("*.js"), *folder.rglob("*.css")]:
        text = page.read_text(encoding="utf-8")
        named = re.findall(r"""(?:from |import |href=|src=|url\()\(?["']?([\w./-]+\.(?:js|mjs|css|html))""", text)
        for name in named:
            if not name.startswith("../"):  # pages of the site
                assert (page.parent / name).is_file() or name.lstrip("./") in later, (page.name, name)
        assert not re.search(r"""["'(]https?://(?!www\.w3\.org)""", text), page.name
        if page.suffix == ".html":
            assert "default-src 'none'" in text
    # its only connection is source.js
    connects = re.compile(r"\bfetch\(|EventSource")
    assert [file.name for file in (folder / "view").glob("*.js") if connects.search(file.read_text())] == []


class Quiet(SimpleHTTPRequestHandler):
    """A server of files that says nothing."""

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing."""


@pytest.mark.nightly
@pytest.mark.timeout(600)
@pytest.mark.skipif(find_chromium() is None, reason="no Chromium on PATH")
@pytest.mark.skipif(shutil.which("npm") is None, reason="no npm on PATH")
@pytest.mark.skipif(find_spec("tornado") is None, reason="needs tornado, to speak with the browser")
def test_a_browser_plays_as_cpython_does(tmp_path: Path) -> None:
    """Alpha and box to the byte; a run is stopped with whole files; markup in a file is text."""
    folder = tmp_path / "play"
    subprocess.run([sys.executable, str(MAKER), str(folder)], check=True, timeout=200)
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(folder)))
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        found = asyncio.run(_played(f"http://127.0.0.1:{server.server_port}/index.html", tmp_path))
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
    for name in ("alpha", "box"):
        assert posts_of(found[name].encode("latin-1")) == run_here(name, "60", tmp_path)
    assert "interrupted" in found["stopped"]
    assert "<img" in found["findings"] and found["images"] == 0
    assert found["complaints"] == [] and found["hosts"] == {"127.0.0.1"}


IDLE = "document.getElementById('run').disabled === false"


async def _played(url: str, folder: Path) -> dict[str, Any]:
    """What the page showed."""
    found: dict[str, Any] = {}
    chromium = find_chromium()
    assert chromium is not None
    async with browser(chromium, folder) as page:
        await page.look((1400, 900))
        await page.open(url)
        await page.wait(IDLE, 120.0)

        async def play(duration: int, until: str = IDLE) -> None:
            await page.value(f"document.getElementById('duration').value = '{duration}'")
            await page.value("document.getElementById('run').click()")
            await page.wait(until, 120.0)

        for name in ("alpha", "box"):
            script = f"m = document.getElementById('mission'); m.value = '{name}'; m.dispatchEvent(new Event('change'))"
            await page.value(script)
            await page.wait(f"document.getElementById('files').innerText.includes('{name}.moos')", 60.0)
            await play(60)
            text = f"usimPlay.file('{name}.alog').then((b) => new TextDecoder('latin1').decode(b))"
            found[name] = await page.value(text)
        await play(80000, "/playing: [1-9]/.test(document.getElementById('state-text').textContent)")
        await page.value("document.getElementById('stop').click()")
        await page.wait(IDLE, 120.0)
        found["stopped"] = await page.value("document.getElementById('verdict').textContent")
        mission = "ProcessConfig = usimmarine\n{\n  <img src=x onerror=top.HIT=1> = 3\n}\n"
        await page.value(f"usimPlay.take({{'m.moos': {json.dumps(mission)}}})")
        await play(5)
        found["findings"] = await page.value("document.getElementById('findings').innerText")
        found["images"] = await page.value("document.querySelectorAll('img').length")
        found["complaints"] = page.complaints
        found["hosts"] = {re.sub(r"^\w+://([^/:]*).*", r"\1", address) for address in page.requests
                          if not address.startswith(("data:", "blob:"))}  # fmt: skip
    return found
