"""docs/security.md holds: what the package never does, where it does what must be done with care, and its limits."""

from __future__ import annotations

import ast
import re
from functools import cache
from importlib import import_module

import pytest

from tests.support.paths import ROOT
from tests.support.sources import modules, nodes_of, tree_of

PAGE = (ROOT / "docs" / "security.md").read_text(encoding="utf-8")


@cache
def trees() -> dict[str, ast.Module]:
    """The modules of the package by their place in it; parsed where they are needed, not in every worker of a run."""
    return {file: tree_of(path) for file, path in modules().items()}


#: What is never imported: it runs, unpacks or fetches what others wrote.
FORBIDDEN = {
    "marshal", "shelve", "dill", "cloudpickle", "joblib", "yaml", "code", "codeop", "runpy", "tarfile", "zipfile",
    "webbrowser", "urllib.request", "http.client", "requests", "ftplib", "smtplib", "xmlrpc", "cgi",
}  # fmt: skip
#: Where a thing is done that wants care, and only there.
PLACES = {
    "exec": {"values/light.py"},  # of names of fields, which stand in our source
    "pickle": {
        # to see whether an application of one's own can be sent
        "launch/workers.py",
        "sweep/sweep.py",
        # between a process and its copies, over pipes that no other process has
        "run/processes/part.py",
        "run/processes/whole.py",
    },
    # of a community, of a launch script that the user asks for, and hostname -I
    "subprocess": {
        "launch/supervisor.py",
        "launch/script.py",
        "launch/antler.py",
        "launch/standins/play.py",
        "launch/standins/xlaunch.py",
        "apps/field/make.py",
        "run/stop.py",  # wakes a run that an application has stopped: numbers of ours alone
    },
    # a stand-in becomes a program of ours, by a table of ours
    "execve": {"launch/standins/live.py"},
    "pty": {"launch/supervisor.py"},
    "multiprocessing": {"launch/workers.py"},
    "tempfile": {
        "sea/data/stored.py",
        "sweep/sweep.py",
        "launch/workers.py",
        "launch/script.py",
        "run/again/repetition.py",
        "cli/doors/sitl.py",
        "cli/missions/alog.py",
        "plots/report.py",
    },
    "spec_from_file_location": {"apps/own/load.py"},  # applications and behaviours of one's own
    "entry_points": {"simulator/backends.py", "apps/own/behaviors.py"},  # plug-ins
    "listen": {"apps/nmea_port.py", "apps/field/share.py", "moos/db/server.py"},
    "ThreadingHTTPServer": {"watch/server.py"},
}
#: Names that a plain import takes; all others of ``import_module`` come from tables of ours.
NAMED_IMPORTS = {
    "apps/own/find.py", "apps/own/load.py",  # what the user asks for by --app, --behaviors or usim start
    "run/output.py",  # pyarrow, mcap
    "field/programs.py",  # applications of a table of ours
    "logs/tools/__init__.py",  # tools of a table of ours
    "lazy.py",  # names that a package lists
    "helm/behaviours/__init__.py", "helm/life/roster.py",  # kinds of a table of ours, and what they need
    "check/comments.py",  # modules of ours, for a reference page
    "simulator/backends.py", "cli/start.py", "cli/usim.py", "moos/transport/pymoos.py",
}  # fmt: skip
#: Callers that may print without ``say``: escaped texts with colours or drawings, and the text of a ``UsimError``.
PRINTERS = {
    "cli/progress.py", "cli/check.py", "cli/plot.py", "cli/start.py", "cli/steering.py", "cli/usimmarine.py",
    "run/live/own.py", "check/docs.py", "grade/play.py", "launch/standins/pickpos.py", "launch/standins/tools.py",
}  # fmt: skip
DRAWERS = {
    "cli/community/appcast.py", "cli/community/keys/typed.py", "cli/community/keys/helm/scope.py",
    "cli/community/play.py", "cli/missions/launch.py", "moos/app/terminal.py",
}  # fmt: skip
#: Among the rooms that mail comes to: who opens files at all, under a name that the command line or a mission gives.
ROOMS_OF_MAIL = ("apps/", "control/", "moos/", "script/", "sensors/", "simulator/", "watch/", "wire/", "conditions/")
OPENERS = {
    "apps/field/make.py": "obstacle_file of the block",
    "apps/helm.py": "behaviors of the block",
    "apps/nmea_port.py": "nmea_serial of the block",
    "apps/own/behaviors.py": "behaviours of one's own beside the mission",
    "apps/own/find.py": "an application of one's own",
    "moos/app/processes.py": "/proc/NUMBER/stat",
    "moos/app/status.py": "/proc/self/statm",
    "moos/clock.py": "/proc/self/stat",
    "moos/app/terminal.py": "standard output once more",
    "watch/plans.py": "behavior files that the mission names",
    "watch/server.py": "files of the page, at the start",
    "watch/viewer/chart.py": "--chart, or tiff_file of the mission",
    "watch/viewer/geojson.py": "--chart",
    "watch/viewer/s57.py": "--chart",
    "watch/viewer/hull_model.py": "hull_model of the mission, in its folder",
}
OPENING = {"open", "write_text", "write_bytes", "read_text", "read_bytes", "unlink", "rename", "symlink_to", "mkdir"}


def dotted(node: ast.AST) -> str:
    """``a.b.c`` of a name; empty for what is none."""
    if isinstance(node, ast.Name):
        return node.id
    if isinstance(node, ast.Attribute):
        before = dotted(node.value)
        return f"{before}.{node.attr}" if before else node.attr
    return ""


@cache
def calls(tree: ast.Module) -> list[tuple[str, ast.Call]]:
    """What is called, by its dotted name."""
    return [(dotted(node.func), node) for node in nodes_of(tree) if isinstance(node, ast.Call)]


@cache
def imports(tree: ast.Module) -> set[str]:
    """Modules that are imported anywhere, and names from them."""
    found = set()
    for node in nodes_of(tree):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            found |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
    return found


def where(name: str) -> set[str]:
    """Files that import or call what is called so."""
    return {
        file
        for file, tree in trees().items()
        if any(name in found.split(".") for found, _ in calls(tree))
        or any(name in (found, found.rpartition(".")[2]) for found in imports(tree))
    }


def test_nothing_runs_unpacks_or_fetches_what_others_wrote() -> None:
    found = {file: imports(tree) & FORBIDDEN for file, tree in trees().items()}
    assert {file: names for file, names in found.items() if names} == {}
    never = re.compile(
        r"(builtins\.)?(eval|__import__|input|compile)|os\.(system|popen|exec(?!ve)\w*|spawn\w*|startfile)|.*\.(unpack_archive|mktemp)"
        r"|pickle\.(load|loads|Unpickler)|(np|numpy)\.(load|loadtxt|genfromtxt)"
    )
    found = {file: {name for name, _ in calls(tree) if never.fullmatch(name)} for file, tree in trees().items()}
    # what a copy of this process has sent
    assert {file: names for file, names in found.items() if names} == {"run/processes/part.py": {"pickle.loads"}}


@pytest.mark.parametrize("name", PLACES)
def test_what_wants_care_is_done_in_one_place(name: str) -> None:
    assert where(name) == PLACES[name]


def test_processes_are_started_without_a_shell() -> None:
    for _, call in calls(trees()["launch/supervisor.py"]):
        assert "shell" not in {keyword.arg for keyword in call.keywords}


def test_modules_are_named_by_us() -> None:
    free = {
        file
        for file, tree in trees().items()
        for name, call in calls(tree)
        if name.rpartition(".")[2] == "import_module" and not isinstance(call.args[0], ast.Constant)
    }
    assert free <= NAMED_IMPORTS


def test_no_text_of_others_is_a_format() -> None:
    """``.format`` of literals and of constants of ours only: a foreign one reaches into objects."""
    for file, tree in trees().items():
        for name, call in calls(tree):
            if isinstance(call.func, ast.Attribute) and call.func.attr in ("format", "format_map"):
                value = call.func.value
                assert isinstance(value, ast.Constant) or dotted(value).isupper(), (file, call.lineno, name)


def test_words_reach_the_terminal_by_one_way() -> None:
    plain = re.compile(r"print|click\.s?echo|sys\.std(out|err)\.write(lines)?")
    assert {file for file, tree in trees().items() if any(plain.fullmatch(name) for name, _ in calls(tree))} <= PRINTERS
    drawn = ("stdout_drawing", "write_at_once")
    assert {file for file, tree in trees().items() if any(name in drawn for name, _ in calls(tree))} <= DRAWERS


def test_mail_opens_no_file() -> None:
    """Rooms that mail comes to open files under names of the command line or the mission alone."""
    found = {
        file
        for file, tree in trees().items()
        if file.startswith(ROOMS_OF_MAIL)
        and any(name.rpartition(".")[2] in OPENING and name.rpartition(".")[0] != "self" for name, _ in calls(tree))
    }
    assert found == set(OPENERS)


def test_the_limits_are_those_of_the_code() -> None:
    page = (ROOT / "docs" / "reference" / "limits.md").read_text(encoding="utf-8").partition("## Elsewhere")[2]
    rows = re.findall(r"^\| `([\w/]+)\.py:(\w+)` \| ([\d.,e+]+) ?(\w*) \| [^|]+ \|$", page, re.MULTILINE)
    assert len(rows) == len(re.findall(r"^\| `.*`", page, re.MULTILINE)) > 10
    units = {"MiB": 2.0**20, "KiB": 2.0**10}
    for file, name, number, unit in rows:
        module = import_module(f"usimmarine_py.{file.replace('/', '.')}")
        assert getattr(module, name) == float(number.replace(",", "")) * units.get(unit, 1.0), name


def test_every_test_that_the_page_names_exists() -> None:
    named = re.findall(r"`(tests/[\w/]+\.py)`", PAGE)
    assert named
    assert [name for name in named if not (ROOT / name).is_file()] == []
