"""docs/validation.md says how each figure is repeated: the tests, selections and programs that it names are there."""

from __future__ import annotations

import ast
import re
from importlib.util import find_spec

import pytest

from tests.support.paths import ROOT

PAGE = (ROOT / "docs" / "validation.md").read_text(encoding="utf-8")
#: What is called in the page, line breaks taken out.
CALLS = sorted({" ".join(call.split()) for call in re.findall(r"`((?:pytest|python -m|scripts/)[^`]*)`", PAGE)})


def names_in(path: str) -> list[str]:
    """Names of the test functions of a file, or of all files of a folder."""
    place = ROOT / path
    files = [place] if place.is_file() else sorted(place.rglob("test_*.py"))
    trees = [ast.parse(file.read_text(encoding="utf-8")) for file in files]
    return [node.name for tree in trees for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]


@pytest.mark.parametrize("call", CALLS)
def test_what_repeats_a_figure_is_there(call: str) -> None:
    words = call.split()
    if words[0] == "python":
        name = words[2].strip(",")
        assert name == "pytest" or find_spec(name) is not None
        return
    if words[0] != "pytest":
        assert (ROOT / words[0]).is_file()
        return
    paths = [word for word in words[1:] if word.startswith("tests/")]
    for path in paths:
        assert (ROOT / path).exists(), path
    if "-k" in words:
        wanted = words[words.index("-k") + 1].strip('"')
        assert any(wanted in name for path in paths for name in names_in(path)), wanted


def test_every_row_has_figure_source_and_command() -> None:
    """Of the table of integrations of their own; 'the same' means the row above."""
    part = PAGE.split("## Beside integrations of their own")[1].split("\n## ")[0]
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in part.splitlines() if line.startswith("|")]
    head, _, *body = rows
    assert head == ["what", "figure", "source", "repeat"]
    assert len(body) > 25
    for row in body:
        assert len(row) == 4 and all(row), row
        assert re.search(r"\d", row[1]) or "both" in row[1], row
        assert "`" in row[3] or row[3] == "the same" or "by" in row[3], row
