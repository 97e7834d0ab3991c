"""An HTML page as a browser reads it: its elements are closed in order, and what it links to is there."""

from __future__ import annotations

from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote

_VOID = {"meta", "img", "br", "link"}


class Page(HTMLParser):
    """Headings of sections, pictures, links, and all texts of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: set[str] = set()
        self.headings: list[str] = []
        self.texts: list[str] = []
        self.pictures: list[str] = []
        self.links: list[str] = []
        self.ids: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        given = {name: value or "" for name, value in attrs}
        assert not any(name.startswith("on") for name in given), given
        self.ids += [given["id"]] if "id" in given else []
        self.pictures += [unquote(given["src"])] if tag == "img" else []
        self.links += [unquote(given["href"])] if tag == "a" else []
        self.headings += [""] if tag == "h2" else []
        self.open += [] if tag in _VOID else [tag]

    def handle_endtag(self, tag: str) -> None:
        assert self.open and self.open.pop() == tag, tag

    def handle_data(self, data: str) -> None:
        self.texts.append(data)
        if "h2" in self.open:
            self.headings[-1] += data


def read_page(file: Path) -> Page:
    """Read a page and check that it is whole and that its links lead to files beside it, or to its own sections."""
    page = Page()
    page.feed(file.read_text("utf-8"))
    page.close()
    assert page.open == []
    for link in (*page.pictures, *page.links):
        assert link[1:] in page.ids if link.startswith("#") else (file.parent / link).is_file(), link
    return page
