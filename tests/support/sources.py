"""The modules of the package as text and as syntax trees, read once by all tests that look at them."""

from __future__ import annotations

import ast
import gc
from functools import cache
from pathlib import Path

from tests.support.paths import ROOT

PACKAGE = ROOT / "usimmarine_py"


@cache
def text_of(file: Path) -> str:
    """Text of a file."""
    return file.read_text(encoding="utf-8")


@cache
def tree_of(file: Path) -> ast.Module:
    """Syntax tree of a Python file."""
    # a collector that looks through the trees of all modules again and again takes three times as long as the parser
    gc.disable()
    try:
        return ast.parse(text_of(file))
    finally:
        gc.enable()


@cache
def nodes_of(tree: ast.Module) -> tuple[ast.AST, ...]:
    """All nodes of a tree, as ``ast.walk`` has them."""
    return tuple(ast.walk(tree))


@cache
def modules() -> dict[str, Path]:
    """Files of the package's modules by their place in it, such as ``wire/codec.py``."""
    return {path.relative_to(PACKAGE).as_posix(): path for path in sorted(PACKAGE.rglob("*.py"))}
