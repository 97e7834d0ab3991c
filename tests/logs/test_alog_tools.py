"""The alog tools beside MOOS-IvP's own: output, files and exit codes to the byte, recorded from release 24.8."""

from __future__ import annotations

import io
import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from usimmarine_py.cli.usim import entry
from usimmarine_py.logs.tools import TOOLS, run_tool
from usimmarine_py.logs.tools.entries.sorting import Sorter
from usimmarine_py.logs.tools.lines import ENCODING

DATA = Path(__file__).parents[1] / "data" / "alog-tools"
RECORDED = "expected.json"
CASES: list[dict[str, Any]] = json.loads((DATA / RECORDED).read_text())


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    place = tmp_path / "logs"
    fill(place)
    monkeypatch.chdir(place)
    return place


def fill(place: Path) -> None:
    shutil.copytree(DATA, place, ignore=shutil.ignore_patterns(RECORDED))


def contents(place: Path) -> dict[str, str]:
    return {
        str(path.relative_to(place)): path.read_bytes().decode(ENCODING) for path in place.rglob("*") if path.is_file()
    }


def run(words: list[str]) -> tuple[int, str]:
    out = io.StringIO(newline="\n")
    code = run_tool(words[0], words[1:], out)
    return code, out.getvalue()


@pytest.mark.parametrize("tool", sorted({case["words"][0] for case in CASES}))
def test_output_files_and_codes_equal_the_originals(tool: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    place = tmp_path / "logs"
    fill(place)
    before = contents(place)
    monkeypatch.chdir(place)
    for case in (case for case in CASES if case["words"][0] == tool):
        code, output = run(case["words"])
        new = {name: text for name, text in contents(place).items() if before.get(name) != text}
        assert (code, output, new) == (case["code"], case["output"], case["files"]), case["words"]
        if new:
            monkeypatch.undo()
            shutil.rmtree(place)
            fill(place)
            monkeypatch.chdir(place)


def test_every_tool_is_compared() -> None:
    assert {case["words"][0] for case in CASES} == set(TOOLS)


@pytest.mark.parametrize("tool", TOOLS)
def test_a_tool_explains_itself_and_ends(tool: str) -> None:
    code, output = run([tool, "--help"])
    assert code == 0
    assert output.startswith(f"Usage:\n  {tool} ")


def test_entries_of_one_time_keep_their_order_and_leave_once() -> None:
    sorter = Sorter(unique=True)
    for time, line in ((2.0, "a"), (1.0, "b"), (1.0, "c"), (1.0, "b"), (2.0, "a")):
        sorter.add(time, line)
    assert [sorter.pop() for _ in range(3)] == ["b", "c", "a"]
    assert not sorter.filled
    assert sorter.sorted_again == 3


# -- usim alog


def test_several_logs_have_their_output_one_after_the_other(folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert entry(["alog", "cd", "nasty.alog", "later.alog", "-t"]) == 3
    assert capfd.readouterr().out == "== nasty.alog\n1/1/2\n== later.alog\n0/0/0\n"


def test_new_logs_of_several_go_to_a_folder(folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert entry(["alog", "clip", "1", "2", "nasty.alog", "later.alog", "-o", "new"]) == 0
    assert (folder / "new" / "later.alog").read_text() == "%% a\n%% LOGSTART  1700000900.0 x\n%%\n1.5 NAV_X u 1.5\n"
    assert "COLLISION" in (folder / "new" / "nasty.alog").read_text(ENCODING)


def test_a_table_is_read_as_a_log(folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    (folder / "run.csv").write_text("t,NAV_X,NAV_Y\n0,1,2\n1,2.5,3\n")
    assert entry(["alog", "grep", "run.csv", "NAV_X", "--tv", "-csc"]) == 0
    assert capfd.readouterr().out == "0.00000,1.00000\n1.00000,2.50000\n"
    assert entry(["alog", "scan", "run.csv", "-n"]) == 0
    assert capfd.readouterr().out.startswith("Scanning run.csv... \n")


def test_parquet_is_read_as_a_log(folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("pyarrow")
    from usimmarine_py.logs.tables import ParquetRows

    rows = ParquetRows(folder / "run.parquet", ["t", "NAV_X"])
    rows.row([0.0, 1.25])
    rows.close()
    assert entry(["alog", "grep", "run.parquet", "NAV_X", "--v"]) == 0
    assert capfd.readouterr().out == "1.25000\n"


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (["grp", "nasty.alog"], "did you mean grep?"),
        (["scan", "none.alog"], "none.alog: there is no such log; check its path"),
        (["grep", "NAV_X", "none.alog"], "none.alog: there is no such log; check its path"),
        (["grep", "nasty.alog", "NAV_X", "none.alog"], "none.alog: there is no such log; give the new log with -o"),
        (["grep", "NAV_X", "none"], "there is no log none; give a file (.alog"),
        (["scan"], "there is no log; give a file (.alog"),
        (["grep", "nasty.alog", "-o", "new.txt"], "--output: must end with .alog"),
        (["grep", "nasty.alog", "-o", "later.alog"], "later.alog: is there already"),
    ],
)
def test_wrong_arguments_of_alog_are_named(
    words: list[str], problem: str, folder: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    assert entry(["alog", *words]) == 2
    assert problem in capfd.readouterr().err


def test_logs_of_one_name_get_new_logs_of_their_own(folder: Path) -> None:
    table = "t,NAV_X\n0,1\n1,2\n"
    for name in ("nasty.csv", "run.csv"):
        Path(name).write_text(table)
    Path("sub").mkdir()
    shutil.copy("later.alog", "sub/later.alog")
    logs = ["nasty.alog", "nasty.csv", "later.alog", "sub/later.alog", "run.csv"]
    assert entry(["alog", "grep", *logs, "NAV_X", "-o", "new"]) == 0
    names = {path.name for path in Path("new").iterdir()}
    assert names == {"nasty_alog.alog", "nasty_csv.alog", "later.alog", "sub_later.alog", "run.alog"}
