"""Warnings about the block of a grader, without playing it."""

from __future__ import annotations

from usimmarine_py.finding import Finding
from usimmarine_py.mission.antler import EVALUATION, FINISH, POKE
from usimmarine_py.mission.reader import Block
from usimmarine_py.script.grading.evaluation import read_evaluation
from usimmarine_py.script.grading.pokes import read_finish, read_hash, read_poke


def grader_warnings(kind: str, block: Block, ignored: frozenset[str]) -> list[Finding]:
    """Return all that does not count. ``ignored`` keys (lower case) belong to others."""
    if kind == EVALUATION:
        return read_evaluation(block, ignored).warnings
    if kind == POKE:
        return read_poke(block, ignored).warnings
    return read_finish(block, ignored).warnings if kind == FINISH else read_hash(block, ignored).warnings
