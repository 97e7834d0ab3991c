"""``python docs/site/build.py [--text] [FOLDER]``: the documentation site, from the pages of this checkout.

The pages are staged in a folder of their own, where the gallery is made by running every mission and example, and the
reference is written; then Sphinx makes HTML of them, and the page that plays missions in the browser goes beside them
(docs/browser.md). Each warning is an error: a link that leads nowhere, too.
"""

from __future__ import annotations

import os
import re
import shutil
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from browser import PageError, make
from gallery import GalleryError, examples, index_page, missions
from reference import api_pages, commands_page
from sphinx.cmd.build import build_main

ROOT = Path(__file__).resolve().parents[2]
PLACES = ("docs", "missions", "examples", "benchmarks/results")
FILES = ("README.md", "CHANGELOG.md", "CONTRIBUTING.md", "CITATION.cff", "LICENSE", "NOTICE")


# in the checkout, so that the README has it, too
FRONT = "docs/encounter.png"


def stage(target: Path) -> None:
    """Copy what pages are made of; links to a folder lead to its README."""
    shutil.rmtree(target, ignore_errors=True)
    for place in PLACES:
        shutil.copytree(ROOT / place, target / place, ignore=shutil.ignore_patterns("__pycache__", "run_*"))
    for name in FILES:
        shutil.copy(ROOT / name, target / name)
    for source in ("index.md", "conf.py"):
        shutil.copy(ROOT / "docs" / "site" / source, target / source)
    for page in target.rglob("*.md"):
        text = page.read_text(encoding="utf-8")
        page.write_text(re.sub(r"\]\(((?:\.\./)*)missions/?\)", r"](\1gallery/index.md)", text), encoding="utf-8")
    laws = sorted(page.stem for page in (target / "docs" / "laws").glob("*.md") if page.stem != "README")
    with (target / "docs" / "laws" / "README.md").open("a", encoding="utf-8") as page:
        page.write("\n".join(["", "```{toctree}", ":hidden:", "", *laws, "```", ""]))


def generate(target: Path, run: bool) -> int:
    """Gallery (without runs and pictures unless ``run``) and reference pages; returns how many the gallery has."""
    pages = [*missions(target, run), *examples(target, run)]
    shown = {"gallery/index.md": index_page(pages), "reference/commands.md": commands_page()}
    shown |= {f"reference/api/{name}.md": text for name, text in api_pages().items()}
    for name, text in shown.items():
        (target / name).parent.mkdir(parents=True, exist_ok=True)
        (target / name).write_text(text, encoding="utf-8")
    shutil.copy(target / FRONT, target / "gallery" / "encounter.png")
    return len(pages)


def main(arguments: Sequence[str]) -> int:
    """0, or what Sphinx said; 1 where the gallery could not be made, 2 for wrong usage."""
    words = [word for word in arguments if word != "--text"]
    if len(words) > 1 or any(word.startswith("-") for word in words):
        sys.stderr.write("usage: scripts/docs site [--text] [FOLDER]     (--text: no runs, no pictures, no Pyodide)\n")
        return 2
    output = Path(words[0] if words else ROOT / "build" / "site").resolve()
    staged = output.with_name(f"{output.name}-pages")
    os.environ["MPLBACKEND"] = "Agg"
    started = time.monotonic()
    stage(staged)
    try:
        count = generate(staged, run="--text" not in arguments)
    except GalleryError as error:
        sys.stderr.write(f"{error}\n")
        return 1
    made = time.monotonic()
    code = build_main(["-q", "-W", "--keep-going", "-b", "html", str(staged), str(output)])
    if code == 0:
        try:
            missing = make(output / "play", pyodide="--text" not in arguments)
        except PageError as error:
            sys.stderr.write(f"{error}\n")
            return 1
        if missing:
            sys.stdout.write(f"play/ has no Python to play with: {missing}\n")
        pages = len(list(output.rglob("*.html")))
        sys.stdout.write(
            f"gallery of {count} in {made - started:.0f} s, {pages} pages in {time.monotonic() - made:.0f} s: "
            f"{output}/index.html\n"
        )
    return int(code)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
