"""docs/programs.md, for who knows nothing else: its commands run as they stand there, what it says of them is so."""

from __future__ import annotations

import json
import re
import shlex
import signal
import subprocess
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest

from tests.fault.test_pages import calls, give_ports
from tests.support.missions import HEAD, VEHICLE, write
from tests.support.paths import ROOT
from tests.support.processes import call, environment, free_port, running, usim
from usimmarine_py.cli.usimmarine import main
from usimmarine_py.moos.testing import wait_for
from usimmarine_py.run.summary import RunSummary
from usimmarine_py.sweep.run import RESULT_COLUMNS

PAGE = ROOT / "docs" / "programs.md"
TEXT = PAGE.read_text(encoding="utf-8")
#: Words of its table of keys that are values.
VALUES = {"duration", "limit", "stuck", "guidance", "script", "verdict", "pass", "fail", "error"}

pytest.importorskip("pyarrow")
pytest.importorskip("scipy")


def keys(document: Any) -> Iterator[str]:
    """All keys of a document, at any depth."""
    for part in document.values() if isinstance(document, dict) else document:
        if isinstance(part, dict | list):
            yield from keys(part)
    yield from document if isinstance(document, dict) else ()


def played(words: list[str], capsys: pytest.CaptureFixture[str]) -> list[Any]:
    """The documents that it prints; it ends with 0, and with -q without a word on standard error."""
    if words[0] == "usimmarine":
        assert main(words) == 0 and capsys.readouterr().err == ""
        return []
    code, out, err = usim(capsys, *words[1:])
    assert (words[0], code) == ("usim", 0), f"{words}: {err}"
    assert "-q" not in words or err == "", words
    if "--json" not in words:
        return []
    return list(map(json.loads, out.splitlines() if words[1] == "scope" else [out]))


@pytest.mark.timeout(1800)
def test_its_commands_run_and_its_keys_are_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("MPLBACKEND", "Agg")
    lines = [shlex.split(line.text) for line in calls(PAGE)]
    assert len(lines) > 12
    found: dict[str, list[Any]] = {}
    live = [words for words in lines if words[1] in ("launch", "scope", "appcast")]
    for words in lines:
        if words not in live:
            found.setdefault(words[1], []).extend(played(words, capsys))
        if words[1] == "new":
            give_ports(tmp_path)
    launch, *beside = live
    with running(*launch[1:], program="usim", cwd=tmp_path) as community:
        assert community.stdout is not None
        assert any("is running" in line for line in community.stdout)
        for words in beside:
            found.setdefault(words[1], []).extend(played(words, capsys))
        community.send_signal(signal.SIGTERM)
        assert community.wait(60.0) == 0
    misspell(tmp_path / "square.moos")
    found["check"].append(json.loads(usim(capsys, "check", "square.moos", "--json")[1]))
    table = TEXT.partition("| JSON of |")[2].partition("\n\n")[0]
    for names, told in re.findall(r"^\| (`.*?`) \| (.*) \|$", table, re.MULTILINE):
        wanted = {token for token in re.findall(r"`(\w+)`", told)} - VALUES
        there = {key for name in re.findall(r"\w+", names) for document in found[name] for key in keys(document)}
        assert wanted and wanted <= there, names
    for words in beside:
        (told,) = re.findall(rf"usim {words[1]} .*?# .*?: (.*)", TEXT)
        assert {*told.split(", ")} <= {key for document in found[words[1]] for key in keys(document)}
    row = json.loads((tmp_path / "many" / "runs.json").read_text())[0]
    assert 0 <= row["seed"] < 2**60
    (code,) = re.findall(r"From Python: `(.*?)`", TEXT)
    made: dict[str, Any] = {}
    exec(code, made)
    assert made["log"].summary.ended == "usim_guidance" and len(made["log"]["NAV_X"].values)


def misspell(mission: Path) -> None:
    mission.write_text(mission.read_text().replace("turn_rate", "turn_rte"))


RAISES = (
    "from usimmarine_py import App\n\nclass Raises(App):\n    def iterate(self):\n        raise ValueError('of mine')\n"
)


@pytest.mark.parametrize(
    ("words", "code", "shown"),
    [
        ("check misspelt.moos", 2, {"counts": {"error": 1, "warning": 0, "note": 0}}),
        ("check nope.moos", 2, None),
        ("run misspelt.moos -o out", 0, {"ended_by": "guidance", "failures": []}),
        ("run misspelt.moos -o out --strict", 2, None),
        ("grade misspelt.moos", 1, {"passed": 0}),
        ("grade misspelt.moos --strict", 1, {"passed": 0}),
        ("sweep misspelt.moos -n 1 --workers 1 --no-figure -o out", 0, {"share_passed": 1.0, "status": {"ok": 1}}),
        ("run square.moos -o out --require 'NAV_X > 1000'", 1, {"ended_by": "guidance"}),
        ("run square.moos -o out --duration 20", 0, {"ended": "duration"}),
        ("run square.moos -o out --max-time 20", 1, {"ended": "limit"}),
        ("run square.moos -o out --set drift_vector=180,9 --set usim_guidance.give_up=9", 1, {"ended": "stuck"}),
        ("grade square.moos --expect 'NAV_X > 1000'", 1, {"passed": 0}),
        (
            "sweep square.moos -n 1 --workers 1 --no-figure -o out --require 'NAV_X > 1000'",
            1,
            {"share_passed": 0.0, "failures": ["0 of the runs passed, 1 was required"]},
        ),
        ("trials --mission square.moos --trial turning_circle --approach 1 --figures none -o out", 1, {}),
        ("run square.moos -o out --app raises.py:Raises", 1, None),
        ("sweep square.moos -n 1 -o out --vary turn_rat=3", 2, None),
        ("fit table.csv -o out", 1, None),
        ("scope --until 'A > 1' --timeout 0.2 --port {port}", 1, None),
        ("appcast --once --for 0.2 --port {port}", 1, None),
    ],
)
def test_exit_codes_and_what_stands_beside_them(
    words: str,
    code: int,
    shown: dict[str, Any] | None,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("square", "misspelt"):
        assert usim(capsys, "new", "mission", name)[0] == 0
    misspell(Path("misspelt.moos"))
    Path("raises.py").write_text(RAISES)
    Path("table.csv").write_text("time,x\n0,0\n")
    found, out, err = usim(capsys, *shlex.split(words.format(port=free_port())), "--json")
    assert (found, bool(out)) == (code, shown is not None), err
    assert "Traceback" not in err and (code == 0 or shown or err)
    if shown is not None:
        document = json.loads(out)
        assert {key: document[key] for key in shown} == shown
        if "misspelt" in words and words.startswith(("run", "grade")):
            texts = document.get("config_warnings") or document["missions"][0]["reasons"]
            assert texts[0].startswith("misspelt.moos:")


def test_usage_is_told_in_lines_that_end_with_the_error(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = usim(capsys, "run", "--json")
    assert (code, out) == (2, "") and err.splitlines()[-1].startswith("Error: ")


@pytest.mark.parametrize(
    ("command", "number", "code"),
    [("run", "SIGTERM", 0), ("run", "SIGINT", 130), ("sweep", "SIGTERM", 143), ("sweep", "SIGINT", 130)],
)
@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="no signals of POSIX")
def test_a_signal_leaves_json_of_a_run_alone(command: str, number: str, code: int, tmp_path: Path) -> None:
    path = write(tmp_path, HEAD + VEHICLE % "")
    more = {"run": ["--duration", "86400"], "sweep": ["-n", "100000", "--duration", "3600", "--workers", "1"]}[command]
    begun = tmp_path / "o" / {"run": "test.alog", "sweep": "journal.jsonl"}[command]
    words = call(command, str(path), *more, "-o", str(begun.parent), "--json", "-q", program="usim")
    process = subprocess.Popen(
        words, env=environment(), stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, cwd=tmp_path
    )
    try:
        assert wait_for(lambda: begun.exists() and begun.stat().st_size > 0, 120.0)
        process.send_signal(getattr(signal, number))
        out, _ = process.communicate(timeout=120.0)
    finally:
        process.kill()
        process.wait()
    assert process.returncode == code
    assert json.loads(out)["ended"] == "interrupted" if command == "run" else out == ""


def test_the_page_is_short() -> None:
    assert len(TEXT.splitlines()) <= 60


def test_keys_of_summaries_and_columns_of_sweeps_are_on_their_pages() -> None:
    run, sweep = ((ROOT / "docs" / name).read_text(encoding="utf-8") for name in ("run.md", "sweep.md"))
    section = run.partition("## Output files")[2].partition("\n## ")[0]
    wanted = {field.name for field in fields(RunSummary)} - {"real_time"} | {"timing", "folder", "failures"}
    assert [name for name in sorted(wanted) if f"`{name}`" not in section] == []
    section = sweep.partition("## Output files")[2].partition("\n## ")[0]
    assert [name for name in RESULT_COLUMNS if f"`{name}`" not in section] == []
