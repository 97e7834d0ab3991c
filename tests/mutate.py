"""Mutation testing of the engine modules: how many small, deliberate mistakes do the tests notice?

    scripts/mutate                              every mutant of every module in the table below (an hour)
    scripts/mutate --sample 40 text             40 mutants of usimmarine_py/text.py, taken at random by --seed
    scripts/mutate --line 42 kinematic/engine   only the mutants of one line

One mutant is one change in the syntax tree: another operator, a moved or turned comparison, another constant, a turned
condition, a lost result. No file is written: a forked child imports the changed module from memory and runs the
module's tests until one fails. Docstrings, annotations, decorators and formats inside f-strings stay as they are.
Needs a system with fork (Linux, macOS).
"""

from __future__ import annotations

import argparse
import ast
import copy
import importlib
import os
import random
import resource
import sys
import time
from collections.abc import Callable, Iterator
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, SourceFileLoader
from importlib.util import spec_from_file_location
from pathlib import Path
from typing import Any

import hypothesis
import pytest

ROOT = Path(__file__).resolve().parent.parent
LONGEST_TEST = 10  # s, then a mutant counts as noticed (most of them loop for ever)
LONGEST_RUN = 60  # s of processor time, against loops that no signal reaches

#: Imported once before the forks for what they import; the package itself is then forgotten again.
PRELOADED = ("hypothesis.strategies", "usimmarine_py.moos.testing", "usimmarine_py.run.scenarios.replay")

GOLDEN = "tests/golden"
#: Recorded runs of a few steps each that together touch every law.
SMALL_RUNS = "documented and (depth_elevator_01 or turn_loss) or quirks and (" + (
    "accel_limits_01.v22 or altitude_01.v23 or buoy_trim_01.v22 or depth_elevator_01.v23 or diff_switch_01.v22"
    " or drift_add_01.v22 or drift_mult_01.v22 or dt_backward_01.v22 or dual_state_01.v22 or geo_run_01.v23"
    " or obstacle_hit_01 or pause_fraction_01.v22 or pid_depth_01.v23 or reverse_mode_01 or rotate_speed_01.v23"
    " or sail_v22_01 or sail_v23_01 or string_numbers_01.v22 or tm_doc_example_01.v22 or tm_v23_replace_01"
    " or turn_radius_0 or turn_speed_map_02.v22 or wormhole_basic_01.v22)"
)

#: Module to its own tests; what they don't notice, the small golden runs may.
TESTS: dict[str, tuple[str, ...]] = {
    "kernels/kinematic": (
        "tests/kinematic/test_engine.py",
        "tests/kinematic/test_turn_limit.py",
        "tests/kernels/test_kernels.py",
        "tests/simulator/test_documented_dialect.py",
    ),
    "kernels/pid": ("tests/kernels/test_kernels.py", "tests/control/test_pid.py"),
    "kinematic/engine": ("tests/kinematic/test_engine.py", "tests/simulator/test_documented_dialect.py"),
    "kinematic/thrust_map": ("tests/kinematic/test_thrust_map.py",),
    "kinematic/settings": ("tests/kinematic/test_turn_speed_map.py",),
    "kinematic/sailing": ("tests/kinematic/test_sailing.py",),
    "maths/drift": ("tests/maths/test_drift.py",),
    "text": ("tests/test_text.py",),
    "control/pid": ("tests/control/test_pid.py",),
}

PASSED = "passed"

Change = Callable[[Any], None]

_OTHER_OPERATOR: dict[type[ast.AST], tuple[type[ast.AST], ...]] = {
    ast.Add: (ast.Sub,),
    ast.Sub: (ast.Add,),
    ast.Mult: (ast.Div,),
    ast.Div: (ast.Mult,),
    ast.FloorDiv: (ast.Div,),
    ast.Mod: (ast.Mult,),
    ast.Pow: (ast.Mult,),
    ast.Lt: (ast.LtE, ast.GtE),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.LtE),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
    ast.And: (ast.Or,),
    ast.Or: (ast.And,),
}
_OTHER_NAME = {
    "min": "max",
    "max": "min",
    "sin": "cos",
    "cos": "sin",
    "any": "all",
    "strip": "rstrip",
    "lstrip": "strip",
    "rstrip": "strip",
    "startswith": "endswith",
    "endswith": "startswith",
    "lower": "upper",
    "partition": "rpartition",
}


def _set(name: str, value: Any) -> Change:
    return lambda node: setattr(node, name, value)


def _negate(node: Any) -> None:
    node.test = ast.UnaryOp(ast.Not(), node.test)


def changes(node: ast.AST) -> Iterator[Change]:
    """The changes that make mutants of one node."""
    if isinstance(node, (ast.BinOp, ast.AugAssign, ast.BoolOp)):
        for other in _OTHER_OPERATOR.get(type(node.op), ()):
            yield _set("op", other())
    elif isinstance(node, ast.Compare):
        for place, old in enumerate(node.ops):
            for other in _OTHER_OPERATOR.get(type(old), ()):
                yield _set("ops", [*node.ops[:place], other(), *node.ops[place + 1 :]])
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        yield _set("op", ast.UAdd())
    elif isinstance(node, (ast.If, ast.IfExp, ast.While)) and not isinstance(node.test, ast.Compare):
        yield _negate
    elif isinstance(node, ast.Constant):
        if isinstance(node.value, bool):
            yield _set("value", not node.value)
        elif isinstance(node.value, (int, float)):
            yield _set("value", node.value + 1)
        elif isinstance(node.value, str):
            yield _set("value", f"XX{node.value}XX")
    elif isinstance(node, ast.Call):
        if isinstance(node.func, ast.Name) and node.func.id in _OTHER_NAME:
            yield _set("func", ast.Name(_OTHER_NAME[node.func.id], ast.Load()))
        elif isinstance(node.func, ast.Attribute) and node.func.attr in _OTHER_NAME:
            yield _set("func", ast.Attribute(node.func.value, _OTHER_NAME[node.func.attr], ast.Load()))
    elif isinstance(node, ast.Return) and node.value is not None:
        if not (isinstance(node.value, ast.Constant) and node.value.value is None):
            yield _set("value", ast.Constant(None))
    elif isinstance(node, ast.Break):
        yield lambda node: setattr(node, "__class__", ast.Continue)


def fields(node: ast.AST) -> Iterator[ast.AST]:
    """The children that may be changed, in the order of the source."""
    for name, value in ast.iter_fields(node):
        if name in ("annotation", "returns", "decorator_list", "format_spec", "type_comment", "ctx"):
            continue
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.Expr) and isinstance(child.value, ast.Constant):
                continue  # a docstring
            if isinstance(child, ast.AST):
                yield child


def nodes(node: ast.AST, statement: ast.AST | None = None) -> Iterator[tuple[ast.AST, ast.AST | None]]:
    """A tree's nodes, each with the statement it stands in."""
    statement = node if isinstance(node, ast.stmt) else statement
    yield node, statement
    for child in fields(node):
        yield from nodes(child, statement)


class Mutant:
    """One change of one module."""

    def __init__(self, module: str, tree: ast.Module, node_number: int, change_number: int) -> None:
        self.module = module
        self.tree = copy.deepcopy(tree)
        node, statement = list(nodes(self.tree))[node_number]
        self.line = getattr(node, "lineno", getattr(statement, "lineno", 0))
        before = _head(statement)
        list(changes(node))[change_number](node)
        ast.fix_missing_locations(self.tree)
        self.text = _difference(before, _head(statement))

    def __str__(self) -> str:
        return f"{self.module}.py:{self.line}: {self.text}"


def _head(statement: ast.AST | None) -> list[str]:
    return ast.unparse(statement).splitlines() if statement is not None else []


def _difference(before: list[str], after: list[str]) -> str:
    for old, new in zip(before, after, strict=False):
        if old != new:
            same = next((n for n, pair in enumerate(zip(old, new, strict=False)) if pair[0] != pair[1]), len(old))
            piece = slice(max(0, same - 30), same + 40)
            return f"{old[piece].strip()}  ->  {new[piece].strip()}"
    return "no other text"


def places(tree: ast.Module) -> list[tuple[int, int]]:
    """All mutants of a module, in the order of its lines, as the numbers of a node and of its change."""
    return [(n, c) for n, (node, _) in enumerate(nodes(tree)) for c, _ in enumerate(changes(node))]


class _Swap(MetaPathFinder):
    """Imports one module from a changed tree."""

    def __init__(self, mutant: Mutant) -> None:
        self.name = "usimmarine_py." + mutant.module.replace("/", ".")
        self.path = str(ROOT / "usimmarine_py" / f"{mutant.module}.py")
        self.tree = mutant.tree

    def find_spec(self, fullname: str, path: Any, target: Any = None) -> ModuleSpec | None:
        if fullname != self.name:
            return None
        loader = SourceFileLoader(fullname, self.path)
        code = compile(self.tree, self.path, "exec")
        loader.get_code = lambda _: code  # type: ignore[method-assign]
        return spec_from_file_location(fullname, self.path, loader=loader)


class _FirstFailure:
    name = ""

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed and not self.name:
            self.name = report.nodeid

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        if report.failed and not self.name:
            self.name = report.nodeid


def _run(tests: tuple[str, ...]) -> str:
    first = _FirstFailure()
    options = ["-x", "-q", "-p", "pytest_timeout", "--tb=line", "-p", "no:cacheprovider", f"--timeout={LONGEST_TEST}"]
    options += ["-W", "ignore:Module already imported so cannot be rewritten"]
    for selection in ([*tests], [GOLDEN, "-k", SMALL_RUNS]):
        code = pytest.main([*options, *selection], plugins=[first])
        if code:
            return first.name or f"pytest ended with {int(code)}"
    return PASSED


def noticed_by(mutant: Mutant | None, tests: tuple[str, ...], log: int) -> str:
    """The first test that fails with a mutant (or what else ended the run); empty when all pass."""
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        os.dup2(log, 1)
        os.dup2(log, 2)
        resource.setrlimit(resource.RLIMIT_CPU, (LONGEST_RUN, LONGEST_RUN))
        if mutant is not None:
            sys.meta_path.insert(0, _Swap(mutant))
        answer = "crashed"
        try:
            answer = _run(tests)
        finally:
            os.write(writer, answer.encode())
            os._exit(0)
    os.close(writer)
    with os.fdopen(reader) as pipe:
        answer = pipe.read()
    _, status = os.waitpid(child, 0)
    if not answer:
        return f"ended by signal {os.WTERMSIG(status)}"
    return "" if answer == PASSED else answer


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("modules", nargs="*", metavar="MODULE", help=f"of {', '.join(TESTS)}; all without any")
    parser.add_argument("--sample", type=int, metavar="N", help="at most N mutants of each module, taken at random")
    parser.add_argument("--seed", type=int, default=21, help="of the sample (default: %(default)s)")
    parser.add_argument("--line", type=int, action="append", metavar="N", help="only mutants of this line")
    parser.add_argument("--verbose", action="store_true", help="show the noticed mutants too, and which test it was")
    parser.add_argument("--log", default=os.devnull, metavar="FILE", help="where pytest's own output goes")
    args = parser.parse_args()
    unknown = set(args.modules) - set(TESTS)
    if unknown:
        parser.error(f"no tests are known for {', '.join(sorted(unknown))}; choose of {', '.join(TESTS)}")
    return args


def _prepare() -> None:
    os.chdir(ROOT)
    sys.path.insert(0, str(ROOT))
    os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
    # the same examples for every mutant, and no time spent on making a failing one smaller
    hypothesis.settings.register_profile(
        "mutation",
        derandomize=True,
        database=None,
        max_examples=40,
        deadline=None,
        phases=(hypothesis.Phase.explicit, hypothesis.Phase.generate),
    )
    hypothesis.settings.load_profile("mutation")
    for name in PRELOADED:
        importlib.import_module(name)
    for name in [name for name in sys.modules if name.split(".")[0] == "usimmarine_py"]:
        del sys.modules[name]


def chosen(module: str, args: argparse.Namespace) -> tuple[list[Mutant], int]:
    """The mutants to try, and how many the module has."""
    tree = ast.parse((ROOT / "usimmarine_py" / f"{module}.py").read_text(encoding="utf-8"))
    found = places(tree)
    total = len(found)
    if args.sample and args.sample < total:
        found = sorted(random.Random(args.seed).sample(found, args.sample))
    tried = [Mutant(module, tree, *place) for place in found]
    return [mutant for mutant in tried if not args.line or mutant.line in args.line], total


def main() -> int:
    """Run it; 1 when the tests fail without any change."""
    args = _arguments()
    _prepare()
    log = os.open(args.log, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
    for module in args.modules or TESTS:
        failed = noticed_by(None, TESTS[module], log)
        if failed:
            print(f"{module}: the tests fail without any change: {failed}", file=sys.stderr)
            return 1
        mutants, total = chosen(module, args)
        killed, began = 0, time.monotonic()
        for mutant in mutants:
            test = noticed_by(mutant, TESTS[module], log)
            killed += bool(test)
            if args.verbose or not test:
                print(f"{'killed' if test else 'SURVIVED'}  {mutant}  {test}".rstrip(), flush=True)
        seconds = time.monotonic() - began
        print(f"== {module}: {killed} of {len(mutants)} killed ({total} in all), {seconds:.0f} s", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
