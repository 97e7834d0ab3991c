"""docs/architecture.md names rooms, files and functions that exist, and every room."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.paths import ROOT
from tests.support.sources import PACKAGE, modules, nodes_of, tree_of

PAGE = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
#: `apps/vehicle.py` or `apps/vehicle.py:VehicleApp.iterate`
NAMED = sorted(set(re.findall(r"`([\w./-]+\.(?:py|toml|md|json))(?::([\w.]+))?`", PAGE)))


def found(path: str) -> Path | None:
    return next((folder / path for folder in (PACKAGE, ROOT) if (folder / path).is_file()), None)


def names(tree: ast.Module) -> set[str]:
    """Functions, classes, methods and module constants by their qualified name."""
    result: set[str] = set()
    stack: list[tuple[str, ast.AST]] = [("", tree)]
    while stack:
        prefix, parent = stack.pop()
        for node in ast.iter_child_nodes(parent):
            if isinstance(node, ast.FunctionDef | ast.ClassDef):
                result.add(prefix + node.name)
                stack.append((f"{prefix}{node.name}.", node))
            elif isinstance(node, ast.Assign | ast.AnnAssign):
                targets = node.targets if isinstance(node, ast.Assign) else [node.target]
                result |= {prefix + target.id for target in targets if isinstance(target, ast.Name)}
    return result


@pytest.mark.parametrize(("path", "name"), NAMED, ids=lambda part: part)
def test_what_is_named_exists(path: str, name: str) -> None:
    file = found(path)
    assert file is not None
    if name:
        assert name in names(tree_of(file))


def test_every_room_is_named_once() -> None:
    # caches stay behind where a room was
    rooms = {p.name for p in PACKAGE.iterdir() if p.is_dir() and (any(p.glob("*.py")) or any(p.glob("*.toml")))}
    rooms |= {p.name for p in PACKAGE.glob("*.py") if p.name != "__init__.py"}
    assert rooms == set(re.findall(r"^\|[^|]*\| `([\w.]+)` \|", PAGE, re.MULTILINE))


def classes() -> Iterator[tuple[str, ast.ClassDef]]:
    """All classes of the package, each with its place."""
    for name, file in modules().items():
        for node in nodes_of(tree_of(file)):
            if isinstance(node, ast.ClassDef):
                yield f"{name}:{node.lineno}", node


def test_a_class_name_is_used_once() -> None:
    places: dict[str, list[str]] = {}
    for place, node in classes():
        places.setdefault(node.name, []).append(place)
    assert {name: found for name, found in places.items() if len(found) > 1} == {}
