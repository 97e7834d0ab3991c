"""docs/validation.md says how each figure is repeated: the tests, selections and programs that it names are there."""

from __future__ import annotations

import ast
import re
from importlib.util import find_spec

import pytest

from tests.support.paths import ROOT

PAGE = (ROOT / "docs" / "validation.md").read_text(encoding="utf-8")
#: What is called in the page, line breaks taken out.
FOUND = re.findall(r"`((?:pytest|python -m|scripts/|usim trials)[^`]*)`", PAGE)
CALLS = sorted({" ".join(call.split("[")[0].split()) for call in FOUND})


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
    if words[0] == "usim":
        options = {word for word in words if word.startswith("--")}
        given = {words[words.index(option) + 1] for option in options}
        vehicles = [word.split(":")[0] for word in words[2:] if word not in options | given | {"VEHICLE"}]
        assert all((ROOT / "usimmarine_py" / "vehicles" / f"{name}.toml").is_file() for name in vehicles), vehicles
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


def test_one_table_has_figure_source_and_command_in_every_row() -> None:
    blocks = [block.splitlines() for block in re.findall(r"(?m)(?:^\|.*\n)+", PAGE)]
    assert len(blocks) == 1, "checks stand in one table"
    rows = [[cell.strip() for cell in re.split(r"(?<!\\)\|", line.strip()[1:-1])] for line in blocks[0]]
    head, _, *body = rows
    assert head == ["of", "what", "figure", "source", "repeat"]
    assert len(body) > 80 and len({row[1] for row in body}) == len(body)
    for row in body:
        assert len(row) == 5 and all(row), row
        assert re.search(r"\d", row[2]), row
        assert any(call in CALLS for call in re.findall(r"`([^`]*)`", row[4])), row
