"""Pairs of a transport and a MOOSDB, as far as they can be had here, as parameters of tests."""

from __future__ import annotations

import importlib.util
import shutil
from collections.abc import Iterable, Sequence

import pytest

PAIRS = [("native", "builtin"), ("native", "MOOSDB"), ("pymoos", "builtin"), ("pymoos", "MOOSDB")]


def missing(*words: str) -> str:
    """Why what these words name (pymoos, MOOSDB) cannot be had here; empty when it can."""
    if "pymoos" in words and importlib.util.find_spec("pymoos") is None:
        return "pymoos is not installed for this Python (it has wheels for CPython 3.10 only)"
    if "MOOSDB" in words and shutil.which("MOOSDB") is None:
        return "no MOOSDB of MOOS-IvP on PATH"
    return ""


def marks(words: Sequence[str]) -> list[pytest.MarkDecorator]:
    """The marks of tests with what these words name."""
    return [mark for word, mark in (("pymoos", pytest.mark.pymoos), ("MOOSDB", pytest.mark.moosivp)) if word in words]


def parameters(pairs: Iterable[Sequence[str]] = PAIRS) -> list[object]:
    """One parameter for each pair; those that cannot be had here are skipped, with the reason."""
    return [
        pytest.param(
            *pair,
            id="-".join(pair),
            marks=[*marks(pair), pytest.mark.skipif(bool(missing(*pair)), reason=missing(*pair))],
        )
        for pair in pairs
    ]
