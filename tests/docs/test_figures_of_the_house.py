"""`scripts/house` counts what it says, and `scripts/guesses` reads the page."""

from __future__ import annotations

import ast
import runpy
from typing import Any

import pytest

from tests.support.paths import ROOT

TEXT = '''"""A module
of two lines."""

import ast  # why


def read(text):
    """Docstring."""
    try:
        return float(text)
    except ValueError:
        return None


def keys(block):
    return [entry.key for entry in block.entries]
'''
ONE = '''
def one(a, b):
    """Say."""
    total = 0
    for x in a:
        total += x * b
    return total
'''


@pytest.fixture(scope="module")
def house() -> dict[str, Any]:
    return runpy.run_path(str(ROOT / "scripts" / "house"), run_name="house")


def functions(text: str) -> list[ast.FunctionDef]:
    return [node for node in ast.parse(text).body if isinstance(node, ast.FunctionDef)]


def test_lines_are_code_or_words(house: dict[str, Any]) -> None:
    assert house["lines_of"](TEXT) == (8, 3)  # a comment behind code is code


def test_readers_of_numbers_and_loops_over_entries_are_found(house: dict[str, Any]) -> None:
    read, keys = functions(TEXT)
    assert [house["reads_number"](one) for one in (read, keys)] == [True, False]
    assert [house["loops_over_entries"](one) for one in (read, keys)] == [False, True]


def test_functions_are_alike_but_for_names_of_their_own(house: dict[str, Any]) -> None:
    [first] = functions(ONE)
    text = ONE.replace("total", "sum_").replace("one(a, b)", "two(rows: list, c: float) -> float")
    text = text.replace("in a:", "in rows:").replace("* b", "* c").replace('    """Say."""\n', "")
    [renamed] = functions(text)
    [other] = functions(ONE.replace("x * b", "x * x"))
    assert house["shape_of"](first) == house["shape_of"](renamed) != ()
    assert house["body_of"](first) == house["body_of"](renamed) != house["body_of"](other)
    assert house["shape_of"](functions(TEXT)[1]) == ()  # too short to count


def test_the_page_of_guesses_is_read_whole() -> None:
    rows = runpy.run_path(str(ROOT / "scripts" / "guesses"), run_name="guesses")["rows"]()
    said = (ROOT / "docs" / "commands.md").read_text().partition("## First guesses")[2].split()[0]
    assert len(rows) == int(said)
    assert {page.rpartition(", ")[2] for *_, page in rows} == {"right", "led", "not"}
