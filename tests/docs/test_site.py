"""The documentation site: every page is in it, every link leads somewhere, every mission and example can be shown."""

from __future__ import annotations

import subprocess
import sys
from html.parser import HTMLParser
from importlib.util import find_spec
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest

from tests.support.paths import ROOT
from tests.support.processes import environment

SITE = ROOT / "docs" / "site"
NEEDED = ("sphinx", "furo", "myst_parser", "sphinx_copybutton", "matplotlib")
MISSING = [name for name in NEEDED if find_spec(name) is None]


class References(HTMLParser):
    """Where the pages of a site point to, and the places that can be pointed to."""

    def __init__(self) -> None:
        super().__init__()
        self.targets: set[str] = set()
        self.places: set[str] = set()
        self.loaded: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for key, value in attrs:
            if key in ("href", "src") and value:
                self.targets.add(value)
                if tag != "a":
                    self.loaded.add(value)
            elif key == "id" and value:
                self.places.add(value)


@pytest.mark.nightly
@pytest.mark.timeout(600)
@pytest.mark.skipif(bool(MISSING), reason=f"not installed: {', '.join(MISSING)}")
def test_it_builds_without_a_warning_and_every_link_leads_somewhere(tmp_path: Path) -> None:
    """Sphinx has nothing to say, all that pages point to is there, and nothing is fetched when they are looked at."""
    out = tmp_path / "site"
    done = subprocess.run(
        [sys.executable, str(SITE / "build.py"), "--text", str(out)],
        env=environment(PYTHONDONTWRITEBYTECODE="1"), capture_output=True, text=True, timeout=590, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")
    pages = {page: References() for page in out.rglob("*.html")}
    for page, found in pages.items():
        found.feed(page.read_text(encoding="utf-8"))
    for name in ("docs/tutorial", "docs/laws/wire", "missions/box/README", "examples/odometry", "reference/commands"):
        assert out / f"{name}.html" in pages
    broken = [f"{page.relative_to(out)}: {target}" for page, found in pages.items() for target in sorted(found.targets)
              if not _leads_somewhere(page, target, pages)]  # fmt: skip
    assert broken == []
    loaded = set().union(*(found.loaded for found in pages.values()))
    assert {target for target in loaded if urlsplit(target).scheme in ("http", "https")} == set()


def _leads_somewhere(page: Path, target: str, pages: dict[Path, References]) -> bool:
    link = urlsplit(target)
    if link.scheme:
        return link.scheme in ("http", "https", "mailto", "data")
    other = (page.parent / unquote(link.path)).resolve() if link.path else page
    if other in pages and link.fragment:
        return unquote(link.fragment) in pages[other].places
    return other.exists()


@pytest.mark.skipif(bool(MISSING), reason=f"not installed: {', '.join(MISSING)}")
def test_every_example_has_its_figure() -> None:
    """A new example is refused without a picture; a figure of none is dead."""
    code = "from figures import DRAWN, OWN; print(*DRAWN, *OWN)"
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=SITE, env=environment(MPLBACKEND="Agg", PYTHONDONTWRITEBYTECODE="1"),
        capture_output=True, text=True, timeout=60, check=True,
    )  # fmt: skip
    assert set(done.stdout.split()) == {script.stem for script in (ROOT / "examples").glob("*.py")}
