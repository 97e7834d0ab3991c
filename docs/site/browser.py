"""The page of the site that plays missions in the browser: ``python docs/site/browser.py FOLDER`` makes it alone.

It is made of the files in docs/site/play, the live page of `usim watch`, an archive of the package and click, and
Pyodide's core, which npm fetches; its hash is compared. None of the last is kept in the repository.
"""

from __future__ import annotations

import base64
import hashlib
import json
import shutil
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from pathlib import Path

import click

ROOT = Path(__file__).resolve().parents[2]
SOURCES, PAGE = ROOT / "docs" / "site" / "play", ROOT / "usimmarine_py" / "watch" / "page"
#: Pyodide of npm and its hash, as in npm's `dist.integrity`.
PYODIDE = "pyodide@314.0.7"
INTEGRITY = "sha512-0YvXxEhfEdpLfb/XkM2BFAeMROq0iMUX2bzzH9pOttyMcWkwq+HbE5uyuGD82LN7y2q+SNvi/6V5JEsOlD2R1A=="
#: What the browser loads of it, and what says who made it.
CORE = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json")
ABOUT = ("package.json", "README.md")
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'"
)
#: Of one date, so that equal sources give an equal archive.
_DATE = (2020, 1, 1, 0, 0, 0)


class PageError(Exception):
    """The page could not be made."""


def make(output: Path, *, pyodide: bool = True) -> str:
    """Make the page in a folder; without Pyodide it says how to build it. Return why it has none, or an empty text."""
    shutil.rmtree(output, ignore_errors=True)
    (output / "view").mkdir(parents=True)
    for file in SOURCES.iterdir():
        if file.name != "source.js":
            shutil.copy(file, output / file.name)
    for file in PAGE.iterdir():
        if file.suffix in (".js", ".css"):
            shutil.copy(file, output / "view" / file.name)
    shutil.copy(SOURCES / "source.js", output / "view" / "source.js")
    head, mark, rest = (PAGE / "index.html").read_text(encoding="utf-8").partition('<meta charset="utf-8">\n')
    policy = f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">\n'
    (output / "view" / "index.html").write_text(head + mark + policy + rest, encoding="utf-8")
    why = "not asked for" if not pyodide else "npm is not on PATH" if shutil.which("npm") is None else ""
    if not why:
        _core(output / "pyodide")
        _archive(output / "python.zip")
    (output / "built.json").write_text(json.dumps({"pyodide": not why}) + "\n", encoding="utf-8")
    return why


def _core(target: Path) -> None:
    """Put Pyodide's core into a folder; it is fetched once for all builds of a checkout."""
    kept = ROOT / "build" / f"{PYODIDE.replace('@', '-')}.tgz"
    if not kept.is_file() or not _is_right(kept):
        kept.parent.mkdir(exist_ok=True)
        with tempfile.TemporaryDirectory() as folder:
            words = ["npm", "pack", "--silent", "--pack-destination", folder, PYODIDE]
            done = subprocess.run(words, capture_output=True, text=True, cwd=folder, check=False)
            found = list(Path(folder).glob("*.tgz"))
            if done.returncode or len(found) != 1:
                raise PageError(f"npm cannot fetch {PYODIDE}: {done.stderr.strip()[-300:]}")
            if not _is_right(found[0]):
                raise PageError(f"{PYODIDE} of npm has another hash than docs/site/browser.py: it is not used")
            shutil.move(found[0], kept)
    target.mkdir()
    with tarfile.open(kept) as archive:
        for name in (*CORE, *ABOUT):
            member = archive.extractfile(f"package/{name}")
            if member is None:
                raise PageError(f"{PYODIDE} has no {name}")
            (target / name).write_bytes(member.read())


def _is_right(file: Path) -> bool:
    digest = base64.b64encode(hashlib.sha512(file.read_bytes()).digest()).decode()
    return f"sha512-{digest}" == INTEGRITY


def _archive(target: Path) -> None:
    """The package, its missions and click, as the browser's Python imports them."""
    packages = [
        ("usimmarine_py", ROOT / "usimmarine_py"),
        ("usimmarine_py/missions", ROOT / "missions"),
        ("click", Path(click.__file__).parent),
    ]
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, folder in packages:
            for file in sorted(path for path in folder.rglob("*") if path.is_file() and _is_source(path, folder)):
                info = zipfile.ZipInfo(f"{name}/{file.relative_to(folder).as_posix()}", _DATE)
                info.compress_type = zipfile.ZIP_DEFLATED
                archive.writestr(info, file.read_bytes())


def _is_source(file: Path, folder: Path) -> bool:
    parts = file.relative_to(folder).parts
    return "__pycache__" not in parts and file.suffix not in (".pyc", ".png", ".alog") and not parts[0].endswith("_run")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: python docs/site/browser.py FOLDER")
    try:
        missing = make(Path(sys.argv[1]).resolve())
    except PageError as error:
        sys.exit(str(error))
    if missing:
        sys.exit(f"the page has no Python to play with: {missing}")
