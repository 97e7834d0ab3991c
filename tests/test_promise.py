"""The public interface is a promise: pages, ``__all__`` and docstrings say the same, and what they show runs."""

from __future__ import annotations

import ast
import doctest
import inspect
import re
import subprocess
import sys
from collections.abc import Iterator
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from tests.support.paths import ROOT
from tests.support.processes import environment
from usimmarine_py import Simulator

PYTHON = ROOT / "docs" / "python.md"
#: Pages for those who change the package: they may name what is private.
INSIDE = {"architecture.md", "performance.md"}
#: Names of packaging: groups of entry points.
NO_MODULES = {"usimmarine_py.backends", "usimmarine_py.behaviors"}
TOKEN = re.compile(r"`([^`]+)`")


def rooms() -> dict[str, Path]:
    """Room and page, as docs/python.md has them; "here" is that page itself."""
    found = re.findall(r"^\| `(usimmarine_py[\w.]*)` \| [^|]* \| ([^|]*) \|$", PYTHON.read_text(), re.MULTILINE)
    pages = {room: re.search(r"\]\(([\w./]+\.md)", cell) for room, cell in found}
    return {room: PYTHON.parent / link[1] if link else PYTHON for room, link in pages.items()}


#: What optional rooms need; without it they are not looked at.
OPTIONAL = {"usimmarine_py.gym": ("gymnasium", "pettingzoo")}
ROOMS = {room: page for room, page in rooms().items() if all(map(find_spec, OPTIONAL.get(room, ())))}
#: Everything that is promised, by its full name.
PUBLIC: dict[str, Any] = {
    f"{room}.{name}": getattr(import_module(room), name)
    for room in ROOMS
    for name in getattr(import_module(room), "__all__", ())
}
CALLABLES = {name: thing for name, thing in PUBLIC.items() if inspect.isclass(thing) or inspect.isfunction(thing)}


def tables(page: Path) -> Iterator[tuple[str, list[str]]]:
    """Head and first cells of the tables of a page."""
    head, cells = "", list[str]()
    for line in [*page.read_text(encoding="utf-8").splitlines(), ""]:
        if line.startswith("| "):
            first = line[2:].partition(" |")[0]
            if head:
                cells.append(first)
            else:
                head = first
        elif not line.startswith("|") and head:
            yield head, cells
            head, cells = "", []


def told(page: Path) -> dict[str, str]:
    """The names in the first cells of a page's tables, with what stands behind them, arguments as a rule."""
    tokens = [token for _, cells in tables(page) for cell in cells for token in TOKEN.findall(cell)]
    return {re.split(r"\W", token)[0]: token for token in tokens}


def test_the_rooms() -> None:
    assert next(iter(ROOMS)) == "usimmarine_py" and len(ROOMS) >= 6
    for room in ROOMS:
        names = import_module(room).__all__
        assert sorted(set(names)) == sorted(names), room
        assert not [name for name in names if name.startswith("_") and name != "__version__"], room
        assert set(names) <= set(dir(import_module(room))), room
        assert import_module(room).__doc__, room


@pytest.mark.parametrize("room", ROOMS)
def test_the_page_tells_every_name(room: str) -> None:
    names = told(ROOMS[room])
    assert [name for name in import_module(room).__all__ if name not in names and name != "__version__"] == []


def test_the_page_tells_nothing_else() -> None:
    known = {full.rpartition(".")[2] for full in PUBLIC}
    names = [TOKEN.findall(cell) for head, cells in tables(PYTHON) if head == "name" for cell in cells]
    assert len(names) > 50
    assert [token for tokens in names for token in tokens if re.split(r"\W", token)[0] not in known] == []


def written(token: str) -> list[tuple[str, str]]:
    """Names and defaults (their text; ``...`` leaves one out) of a call as a page has it."""
    call = ast.parse(token, mode="eval").body
    assert isinstance(call, ast.Call)
    given = [(ast.unparse(argument), "") for argument in call.args]
    return given + [(f"{k.arg}" if k.arg else f"**{ast.unparse(k.value)}", ast.unparse(k.value)) for k in call.keywords]


def declared(thing: Any) -> list[tuple[str, str]]:
    found = []
    for p in inspect.signature(thing).parameters.values():
        if p.name == "self":
            continue
        default = "" if p.default is p.empty else repr(p.default)
        name = f"*{p.name}" if p.kind is p.VAR_POSITIONAL else p.name
        found.append((f"**{p.name}", p.name) if p.kind is p.VAR_KEYWORD else (name, default))
    return found


def equal(a: str, b: str) -> bool:
    return bool(a and b) and bool(ast.literal_eval(a) == ast.literal_eval(b))


def same(page: list[tuple[str, str]], code: list[tuple[str, str]]) -> bool:
    # the last ... stands for all that follow
    if page and page[-1][0] == "...":
        page = page[:-1]
        code = code[: len(page)]
    # a default that is no literal (a method of integration) stands by its name
    return [n for n, _ in page] == [n for n, _ in code] and all(
        a in (b, "", "...") or (a.isidentifier() and a not in ("None", "True", "False") and bool(b)) or equal(a, b)
        for (_, a), (_, b) in zip(page, code, strict=True)
    )


def test_arguments_are_those_of_the_pages() -> None:
    wrong, looked_at = [], 0
    for full, thing in CALLABLES.items():
        room, _, name = full.rpartition(".")
        token = told(ROOMS[room]).get(name, "")
        if token.startswith(f"{name}("):
            looked_at += 1
            if not same(written(token), declared(thing)):
                wrong.append(f"{token}: {declared(thing)}")
    assert looked_at > 60
    assert wrong == []


def test_the_simulator_has_what_its_table_says() -> None:
    (cells,) = [cells for head, cells in tables(PYTHON) if head == "attribute"]
    tokens = [token for cell in cells for token in TOKEN.findall(cell)]
    assert len(tokens) > 20
    for token in tokens:
        thing = getattr(Simulator, re.split(r"\W", token)[0])
        if "(" in token:
            assert same(written(token), declared(thing)), token
        else:
            assert isinstance(thing, property), token


def test_fields_of_messages_are_those_of_the_page() -> None:
    for name in ("Message", "Post"):
        ((_, cells),) = [(head, cells) for head, cells in tables(PYTHON) if head == f"`{name}`"]
        told_fields = [token for cell in cells for token in TOKEN.findall(cell)]
        kind = PUBLIC[f"usimmarine_py.{name}"]
        own = [key for key, value in vars(kind).items() if isinstance(value, property)]
        assert sorted(told_fields) == sorted([*kind._fields, *own])


# ---- docstrings -----------------------------------------------------------------------------------------------------


def methods(kind: type) -> Iterator[tuple[str, Any]]:
    """Public methods and properties that a class and its bases in the package declare."""
    bases = [base for base in reversed(kind.__mro__) if base.__module__.startswith("usimmarine_py")]
    for name, value in {key: value for base in bases for key, value in vars(base).items()}.items():
        function = value.fget if isinstance(value, property) else getattr(value, "__func__", value)
        if inspect.isfunction(function) and not name.startswith("_"):
            yield name, function


def test_everything_has_a_docstring() -> None:
    bare = [full for full, thing in CALLABLES.items() if not thing.__doc__]
    bare += [
        f"{full}.{name}"
        for full, thing in CALLABLES.items()
        if inspect.isclass(thing)
        for name, function in methods(thing)
        if not function.__doc__
    ]
    assert bare == []


UNIT = re.compile(
    r"(?<![\w-])(m|s|deg|rad|Hz|N|kg|Pa|W|Wh|%|V|m/s2?|rad/s2?|deg/s|1/s|units?|SI|degrees|seconds|metres|per cent|"
    r"share|factor|rotations|skew|times and values|numbers? and|text)(?![\w-])"
)
NUMERIC = re.compile(r"\bfloat\b|Array|Vector|NDArray")


def test_numbers_have_units() -> None:
    """A docstring of what takes or gives floats names a unit; its class's counts for a method."""
    silent = []
    for full, thing in CALLABLES.items():
        parts = [("", thing)] if inspect.isfunction(thing) else list(methods(thing))
        for name, function in parts:
            if not NUMERIC.search(" ".join(str(a) for a in inspect.get_annotations(function).values())):
                continue
            said = f"{function.__doc__} {thing.__doc__ if inspect.isclass(thing) else ''}"
            if not UNIT.search(said):
                silent.append(f"{full}.{name}")
    assert silent == []


def test_fields_have_units() -> None:
    """Numeric fields of dataclasses and tuples: a comment at the field, or its name in the class's docstring."""
    silent = []
    for full, thing in CALLABLES.items():
        if not inspect.isclass(thing) or not (hasattr(thing, "__dataclass_fields__") or hasattr(thing, "_fields")):
            continue
        lines = inspect.getsource(thing).splitlines()
        for before, line in zip(["", *lines], lines, strict=False):
            field = re.match(r"    (\w+): (.*)", line)
            if not field or not NUMERIC.search(field[2].partition("=")[0]) or "#:" in line + before:
                continue
            if not re.search(rf"`{field[1]}`", thing.__doc__ or ""):
                silent.append(f"{full}.{field[1]}")
    assert silent == []


# ---- what pages and examples show -----------------------------------------------------------------------------------

PAGES = [
    path
    for place in (ROOT, ROOT / "docs", ROOT / "examples", *(ROOT / "missions").iterdir())
    for path in sorted(place.glob("*.md"))
    if path.name not in {*INSIDE, "CHANGELOG.md", "CONTRIBUTING.md"}
]
IMPORT = re.compile(r"^\s*(?:>>> |\.\.\. )?from (usimmarine_py[\w.]*) import (\([^)]*\)|.*)$", re.MULTILINE)


def wanted(module: str, names: str) -> list[str]:
    plain = re.sub(r"[()]|#.*", "", names)
    return [f"{module}.{name.split(' as ')[0].strip()}" for name in plain.split(",") if name.strip()]


@pytest.mark.parametrize("page", PAGES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_pages_import_and_name_what_is_public(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    imported = [name for module, names in IMPORT.findall(text) for name in wanted(module, names)]
    dotted = set(re.findall(r"(?<![\w/.-])usimmarine_py(?:\.\w+)+(?![\w/])", text)) - NO_MODULES
    missing = tuple(set(OPTIONAL) - set(ROOMS))
    looked_at = [name for name in (*imported, *dotted) if not missing or not name.startswith(missing)]
    assert [name for name in looked_at if name not in PUBLIC and name not in ROOMS] == []


@pytest.mark.parametrize("script", sorted((ROOT / "examples").glob("*.py")), ids=lambda path: path.stem)
def test_examples_import_what_is_public(script: Path) -> None:
    tree = ast.parse(script.read_text(encoding="utf-8"))
    nodes = [node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
    names = [f"{node.module}.{alias.name}" for node in nodes for alias in node.names]
    names = [name for name in names if name.startswith("usimmarine_py")]
    names += [a.name for node in ast.walk(tree) if isinstance(node, ast.Import) for a in node.names if "usim" in a.name]
    assert names
    missing = tuple(set(OPTIONAL) - set(ROOMS))
    looked_at = [name for name in names if not missing or not name.startswith(missing)]
    assert [name for name in looked_at if name not in PUBLIC and name not in ROOMS] == []


@pytest.mark.parametrize("page", PAGES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_python_in_pages_is_python(page: Path) -> None:
    for block in re.findall(r"^```python\n(.*?)^```", page.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL):
        ast.parse(block)


def test_the_page_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    failed, tried = doctest.testfile(str(PYTHON), module_relative=False)
    assert tried > 25 and failed == 0


def test_the_block_of_the_sweep_page_runs(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("pyarrow")
    monkeypatch.chdir(ROOT)
    text = (ROOT / "docs" / "sweep.md").read_text(encoding="utf-8").partition("## From Python")[2]
    first, second = re.findall(r"^```python\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    exec(first.replace("runs=100", "runs=2, workers=1").replace("duration=120.0", "duration=5.0"), {})
    assert "2 went well" in capsys.readouterr().out
    exec(second.replace("workers=2", "workers=2, duration=5.0"), {})


def modules() -> list[ModuleType]:
    """The modules that public names come from, but those of rooms whose own tests run theirs."""
    found = {thing.__module__ for thing in CALLABLES.values() if thing.__module__.startswith("usimmarine_py")}
    found = {name for name in found if not name.startswith(("usimmarine_py.maths", "usimmarine_py.vehicle"))}
    return [import_module(name) for name in sorted(found)]


@pytest.mark.parametrize("module", modules(), ids=lambda module: module.__name__.partition(".")[2])
def test_docstrings_run(module: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    assert doctest.testmod(module).failed == 0


def test_importing_loads_nothing_of_ours() -> None:
    code = "import sys, usimmarine_py; print(*[m for m in sys.modules if m.startswith('usimmarine_py')])"
    done = subprocess.run([sys.executable, "-c", code], env=environment(), capture_output=True, text=True, check=True)
    assert sorted(done.stdout.split()) == ["usimmarine_py", "usimmarine_py.lazy", "usimmarine_py.version"]
