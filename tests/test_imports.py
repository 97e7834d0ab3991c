"""The package as a graph of imports: no circles, not even by imports in functions; no folder is too full to look over;
every module can be imported.

Which room may import which is import-linter's business (contracts in pyproject.toml).
"""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from tests.support.processes import environment
from tests.support.sources import PACKAGE, modules, nodes_of, tree_of

FILES = {
    ".".join(p.relative_to(PACKAGE.parent).with_suffix("").parts).removesuffix(".__init__"): p
    for p in modules().values()
}
#: Modules of one folder, ``__init__`` included.
MOST_MODULES = 15


def imported(module: str) -> Iterator[str]:
    """Modules of ours that a module imports anywhere: in functions and for type checkers, too."""
    for node in nodes_of(tree_of(FILES[module])):
        names: list[str] = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            names = [f"{node.module}.{alias.name}" for alias in node.names]
        for name in names:
            found = name if name in FILES else name.rpartition(".")[0]
            if found in FILES and found != module:
                yield found


def test_nothing_imports_itself_by_way_of_others() -> None:
    left = {module: set(imported(module)) for module in FILES}
    while free := [module for module, wanted in left.items() if not wanted & left.keys()]:
        for module in free:
            del left[module]
    assert sorted(left) == [], "these import each other, or import who does"


def test_no_folder_is_too_full() -> None:
    folders = [PACKAGE, *(p for p in PACKAGE.rglob("*") if p.is_dir())]
    sizes = {folder.name: len(list(folder.glob("*.py"))) for folder in folders}
    assert {name: size for name, size in sizes.items() if size > MOST_MODULES} == {}


def test_no_files_are_told_apart_by_a_prefix() -> None:
    families: dict[Path, list[str]] = {}
    for file in FILES.values():
        families.setdefault(file.parent / file.stem.partition("_")[0], []).append(file.name)
    # wind and wind_load, or current and current_field, make no family yet
    assert [names for names in families.values() if len(names) > 2] == []


#: What belongs to extras (pyproject.toml) and may be missing.
OPTIONAL = {
    "PIL", "distributed", "foxglove", "gymnasium", "matplotlib", "mcap", "netCDF4", "numba", "pettingzoo", "pyarrow",
    "pymoos", "rasterio", "scipy", "xarray", "pygls", "lsprotocol",
}  # fmt: skip
IMPORT_ALL = """
import importlib, sys
from usimmarine_py.errors import MissingExtraError
for name in sys.argv[2:]:
    try:
        importlib.import_module(name)
    except MissingExtraError:
        pass
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] not in sys.argv[1].split():
            raise
"""


def test_every_module_can_be_imported() -> None:
    """By any Python that is supported, with whatever extras there are."""
    names = sorted(name for name in FILES if not name.endswith("__main__"))
    command = [sys.executable, "-c", IMPORT_ALL, " ".join(OPTIONAL), *names]
    done = subprocess.run(command, env=environment(), capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
