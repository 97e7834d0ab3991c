"""The table of the mail of programs: what they ask for, and every name that their modules post; no more, no less."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from tests.support.sources import PACKAGE, nodes_of, text_of, tree_of
from usimmarine_py.check.variables import program_mail
from usimmarine_py.field.programs import FIELD_PROGRAMS, make_field_app
from usimmarine_py.field.settings import HomeCommunity

ROOMS = ("field", "helm", "script", "control", "apps")
KINDS = {"number", "text", "report", "number or text"}
#: Functions whose first argument is the name of a variable.
POSTING = {
    "post", "_post", "_post_changed", "_post_change", "post_changed", "_post_processor_time", "post_rounded", "single",
    "Post",
}  # fmt: skip
NAME = re.compile(r"[A-Z][A-Z0-9_<>]+")
#: The vehicle's own programs, whose mail stands with the simulator's.
ELSEWHERE = {"USM_NMEA_PORTS"}


def pattern(name: str) -> re.Pattern[str]:
    return re.compile(re.sub(r"<\w*>", "[A-Z0-9_<>]+", name))


def posted() -> set[str]:
    """Names in the calls that post, and in shapes; ``<>`` for what differs."""
    found: set[str] = set()
    for file in (file for room in ROOMS for file in (PACKAGE / room).rglob("*.py")):
        for call in (node for node in nodes_of(tree_of(file)) if isinstance(node, ast.Call)):
            called = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
            if called in POSTING:
                texts = call.args if called == "_post_processor_time" else call.args[:1]
            elif called == "Shape":
                texts = [one for one in ast.walk(call) if isinstance(one, ast.Constant)]
            else:
                continue
            for text in texts:
                if isinstance(text, ast.Constant) and isinstance(text.value, str):
                    found.add(text.value)
                elif isinstance(text, ast.JoinedStr):
                    parts = (str(p.value) if isinstance(p, ast.Constant) else "<>" for p in text.values)
                    found.add("".join(parts))
    return {name for name in found if NAME.fullmatch(name) and not name.endswith("_")} - ELSEWHERE


def test_every_row_says_what_it_is() -> None:
    rows = [entry for entries in program_mail().values() for entry in entries]
    assert len(rows) > 300
    for row in rows:
        assert row.kind in KINDS and row.help.endswith(".") and row.when, row
    for program, entries in program_mail().items():
        keys = [(one.direction, one.name) for one in entries]
        assert len(set(keys)) == len(keys), program


def test_every_program_of_a_field_is_there() -> None:
    assert set(FIELD_PROGRAMS) <= set(program_mail())


@pytest.mark.parametrize("program", FIELD_PROGRAMS)
def test_what_it_asks_for_without_a_line_is_what_the_table_says(program: str) -> None:
    asked = make_field_app(program, "", HomeCommunity("abe")).on_connect_subscriptions()
    names = {(one if isinstance(one, str) else one.variable).replace("*", "<>") for one in asked}
    wanted = [one.name for one in program_mail()[program] if one.direction == "in"]
    assert {name for name in names if not any(pattern(one).fullmatch(name) for one in wanted)} == set()
    assert [one for one in wanted if not any(pattern(one).fullmatch(name) for name in names)] == []


def test_every_name_that_is_posted_is_in_the_table() -> None:
    rows = {one.name for entries in program_mail().values() for one in entries if one.direction == "out"}
    patterns = [pattern(row) for row in rows]
    missing = {name for name in posted() if not any(one.fullmatch(name) for one in patterns)}
    # a name that begins with the one of a vehicle's variable
    assert {name for name in missing if not name.startswith("<>")} == set()


def test_every_posted_row_has_its_name_in_the_package() -> None:
    source = "\n".join(text_of(file) for room in ROOMS for file in Path(PACKAGE / room).rglob("*.py"))
    for program, entries in program_mail().items():
        for row in entries:
            stem = re.split(r"<\w+>", row.name)[0].rstrip("_")
            assert stem in source or _made(stem) in source, (program, row.name)


def _made(name: str) -> str:
    """The end of a name that is put together."""
    return name.rpartition("_")[2]
