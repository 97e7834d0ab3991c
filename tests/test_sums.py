"""The bits of a run do not depend on how the built-in ``sum`` of a Python rounds: from 3.12 on it compensates."""

from __future__ import annotations

import ast
import builtins
import json
import math
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.support.paths import ROOT
from tests.support.sources import PACKAGE, nodes_of, tree_of
from usimmarine_py.cli.usim import entry
from usimmarine_py.sums import plain_dist, plain_hypot, plain_sum

#: What computes in a run: the cores, the applications, the runner.
ROOMS = (
    "apps", "conditions", "control", "field", "helm", "kernels", "kinematic", "maths", "run", "script", "sea",
    "sensors", "simulator", "values", "vehicle",
)  # fmt: skip
#: Attributes that hold integers.
INTEGERS = {"corners", "count", "missed", "order", "refines", "size", "spawned", "st_size", "steered"}


def whole(number: ast.expr) -> bool:
    """Whether an expression is an integer, by its form."""
    if isinstance(number, ast.Call):
        return ast.unparse(number.func) in ("isfinite", "len")
    if isinstance(number, ast.IfExp):
        return whole(number.body) and whole(number.orelse)
    if isinstance(number, ast.UnaryOp):
        return whole(number.operand)
    if isinstance(number, ast.Constant):
        return isinstance(number.value, int)
    if isinstance(number, ast.BoolOp):
        return all(map(whole, number.values))
    return isinstance(number, ast.Compare) or (isinstance(number, ast.Attribute) and number.attr in INTEGERS)


def sums_of_floats(tree: ast.Module) -> Iterator[str]:
    """Calls of the built-in ``sum`` whose digits may matter: neither of integers nor for ``isfinite`` alone."""
    calls = [node for node in nodes_of(tree) if isinstance(node, ast.Call)]
    tested = {id(node.args[0]) for node in calls if ast.unparse(node.func) in ("isfinite", "math.isfinite")}
    for node in calls:
        if isinstance(node.func, ast.Name) and node.func.id == "sum" and id(node) not in tested:
            added = node.args[0]
            if isinstance(added, ast.GeneratorExp | ast.ListComp) and whole(added.elt):
                continue
            if ast.unparse(added) != "self.counts.values()":  # rows of a log
                yield ast.unparse(node)


def test_floats_are_added_by_plain_sum() -> None:
    assert list(sums_of_floats(ast.parse("sum(x for x in a), sum(len(x) for x in a), isfinite(sum(a))"))) == [
        "sum((x for x in a))"
    ]
    files = [file for room in ROOMS for file in (PACKAGE / room).rglob("*.py")]
    found = {str(file.relative_to(ROOT)): list(sums_of_floats(tree_of(file))) for file in files}
    assert {file: calls for file, calls in found.items() if calls} == {}


def test_each_partial_sum_is_rounded() -> None:
    tenths = [0.1] * 10
    by_hand = 0.0
    for value in tenths:
        by_hand += value
    assert plain_sum(tenths) == by_hand == 0.9999999999999999 != math.fsum(tenths)
    assert plain_sum([1.0, 1e100, 1.0, -1e100]) == 0.0
    assert str(plain_sum([])) == "0.0"


def rounding(values: Iterable[Any], start: Any = 0) -> Any:
    """The built-in ``sum`` up to Python 3.11."""
    for value in values:
        start = start + value
    return start


def compensating(values: Iterable[Any], start: Any = 0) -> Any:
    """The built-in ``sum`` from Python 3.12 on, or better: floats are rounded once."""
    values = list(values)
    if values and all(isinstance(value, float | int) for value in values) and float in map(type, values):
        return math.fsum([start, *values])
    return rounding(values, start)


def test_a_run_has_the_same_bits_whatever_sum_does(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A mission whose digits would show it: most do, after some minutes."""
    mission = ROOT / "missions" / "auv_survey" / "auv_survey.moos"

    def played(one: Callable[..., Any]) -> tuple[bytes, dict[str, Any]]:
        """The log, rounded, and the summary, whose numbers have all digits."""
        monkeypatch.setattr(builtins, "sum", one)
        run = tmp_path / one.__name__
        assert entry(["run", str(mission), "--duration", "200", "-q", "-o", str(run)]) == 0
        summary = json.loads((run / "auv_survey.json").read_text())
        del summary["timing"]
        return (run / "auv_survey.alog").read_bytes(), summary

    (log, summary), again = played(rounding), played(compensating)
    assert summary == again[1]
    assert log == again[0]


def test_lengths_are_rounded_as_the_c_library_rounds_them() -> None:
    np = pytest.importorskip("numpy")  # its hypot is that of the C library
    x, y = 48.46 - 114.86440623469338, 66.09 - 27.717836452023494
    assert plain_hypot(x, y) == np.hypot(x, y) == plain_dist((48.46, 66.09), (114.86440623469338, 27.717836452023494))
    for k in range(1, 2000):
        assert plain_hypot(k / 7, k / 11 - 50) == np.hypot(k / 7, k / 11 - 50)
