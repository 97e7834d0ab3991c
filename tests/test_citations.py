"""Every equation and rule that code or pages cite is there: page, number, erratum, source. Nothing else is cited."""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from tests.support.paths import ROOT
from tests.support.sources import modules, nodes_of, text_of, tree_of
from usimmarine_py.check.table import MAIL, PARAMETERS

LAWS = ROOT / "docs" / "laws"
PAGES = {path.stem: path.read_text(encoding="utf-8") for path in sorted(LAWS.glob("*.md"))}
HEADING = re.compile(r"^#{2,4} (\d+(?:\.\d+)*) \S", re.MULTILINE)
ERRATUM = re.compile(r"^\| (E\d\d) \|", re.MULTILINE)
NUMBER = r"(?:E\d\d|\d+(?:\.\d+)*)"
#: laws/kinematics 11; laws/wire 5, 6.1 and 10.3; laws/hydrodynamics 1 to 7; laws/sensors (the whole page)
CITATION = re.compile(rf"\blaws/([a-z]+)(?!\w|\.md)(?:\s+({NUMBER}(?:(?:,\s+|\s+and\s+|\s+to\s+){NUMBER})*))?")
#: in the pages themselves: kinematics 11
WITHIN = re.compile(rf"(?<![\w/])({'|'.join(set(PAGES) - {'README', 'sources', 'errata'})}) (\d+(?:\.\d+)*)")
#: documents that are not in the repository
OUTSIDE = re.compile(
    r"(?:behaviou?r|dynamics)\s+specification|application\s+conventions|wire\s+protocol,?\s+\d|specification\s+of\s+uTimer"
    r"|\bspec(?:ification)?,?\s+(?:sections?\s+)?\d|(?<!\d{4} )(?<![\w/.])[Ss]ections?\s+\d"
    r"|\bdesign(?:\.md|,? (?:decision )?\d)"
)
BARE = re.compile(r"(?<![\w`)\]])\((?:[1-9]\d?\.\d{1,2})(?:(?:, | to )\d{1,2}(?:\.\d{1,2})?)*\)")
KEY = re.compile(r"\b(S\d{3}|HIL|PVS|MSS)\b")
AUTHOR = re.compile(r"\b([A-Z][a-z]\w+)(?:(?:, [A-Z]\w+)*,? (?:and|&) [A-Z]\w+| et al\.)? ((?:19|20)\d\d)\b")
NOT_AUTHORS = {"January", "June", "NTNU", "Version"}


@cache
def texts() -> dict[str, str]:
    """All that may cite, by its place: read when a test asks, not in every worker of a run."""
    found = [
        path
        for top in ("usimmarine_py", "tests", "docs", "missions", "benchmarks", "scripts")
        for path in sorted((ROOT / top).rglob("*"))
        if path.suffix in (".py", ".md", ".toml", ".moos", ".sh") and (ROOT / "tests" / "data") not in path.parents
    ]
    return {path.relative_to(ROOT).as_posix(): text_of(path) for path in [*found, *ROOT.glob("*.md")]}


HERE = "tests/test_citations.py"


def remarks(file: Path) -> Iterator[str]:
    """Comments and docstrings of a module."""
    for node in nodes_of(tree_of(file)):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef) and (found := ast.get_docstring(node)):
            yield found
    for token in tokenize.generate_tokens(io.StringIO(text_of(file)).readline):
        if token.type == tokenize.COMMENT:
            yield token.string


def in_remarks(pattern: re.Pattern[str]) -> dict[str, list[Any]]:
    """What a pattern finds in comments and docstrings of the package's modules, by file.

    Where it finds nothing in the whole text, no remark has it: tokens are taken of few files only.
    """
    return {
        name: found
        for name, file in modules().items()
        if pattern.search(text_of(file)) and (found := pattern.findall("\n".join(remarks(file))))
    }


def numbers(page: str) -> set[str]:
    return set((ERRATUM if page == "errata" else HEADING).findall(PAGES[page]))


def missing(text: str) -> list[str]:
    """Citations in a text that lead nowhere."""
    found = []
    for page, listed in CITATION.findall(text):
        wanted = re.findall(NUMBER, listed)
        if page not in PAGES:
            found.append(f"laws/{page}")
        else:
            found += [f"laws/{page} {number}" for number in wanted if number not in numbers(page)]
    return found


def test_every_citation_leads_to_a_heading() -> None:
    cited = {name: lost for name, text in texts().items() if name != HERE and (lost := missing(text))}
    assert cited == {}
    assert sum(len(CITATION.findall(text)) for text in texts().values()) > 250


@pytest.mark.parametrize("page", PAGES)
def test_pages_cite_each_other_rightly(page: str) -> None:
    assert [f"{other} {n}" for other, n in WITHIN.findall(PAGES[page]) if n not in numbers(other)] == []
    assert set(re.findall(r"\bE\d\d\b", PAGES[page])) <= numbers("errata")
    assert set(re.findall(r"\bsections? (\d+(?:\.\d+)*)", PAGES[page])) <= numbers(page)


@pytest.mark.parametrize("page", PAGES)
def test_headings_are_numbered_in_order(page: str) -> None:
    found = [tuple(int(part) for part in number.split(".")) for number in HEADING.findall(PAGES[page])]
    assert found == sorted(set(found))


def test_the_index_lists_every_page() -> None:
    assert {name for name in PAGES if name != "README"} == set(re.findall(r"^\| \[(\w+)\.md\]", PAGES["README"], re.M))


def test_nothing_outside_the_repository_is_cited() -> None:
    cited = {
        name: found
        for name, text in texts().items()
        if name != HERE and not name.startswith("docs/laws/") and (found := OUTSIDE.findall(text))
    }
    assert cited == {}


def test_no_citation_without_its_page() -> None:
    assert in_remarks(BARE) == {}


def test_sources_of_parameters_and_mail_are_laws_or_words() -> None:
    sources = {entry.source for entry in (*PARAMETERS, *MAIL)}
    assert [source for source in sources if missing(source) or OUTSIDE.search(source)] == []


def test_literature_is_listed() -> None:
    rows = re.findall(r"^\| ([^|]+) \|", PAGES["sources"], re.MULTILINE)
    pages = [text for name, text in texts().items() if name.startswith("docs/laws/") and name != "docs/laws/sources.md"]

    def cited(pattern: re.Pattern[str]) -> set[Any]:
        return {one for found in ([*map(pattern.findall, pages), *in_remarks(pattern).values()]) for one in found}

    keys = cited(KEY)
    assert keys and keys - set(rows) == set()
    authors = {found for found in cited(AUTHOR) if found[0] not in NOT_AUTHORS}
    assert authors
    assert [a for a in authors if not any(a[0] in row and (a[1] in row) for row in rows)] == []
