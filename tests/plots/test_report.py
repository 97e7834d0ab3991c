"""`usim report`: one page that opens without a server, with what its run holds, and the command that repeats it."""

from __future__ import annotations

import hashlib
import html
import json
import re
import shlex
import shutil
from pathlib import Path

import pytest

from tests.support.helm_logs import helm_logs
from tests.support.paths import ROOT
from usimmarine_py.cli.usim import entry
from usimmarine_py.logs.fleet.happened import happened
from usimmarine_py.logs.helm import says_of_helm
from usimmarine_py.logs.runs import mission_as_run, read_run
from usimmarine_py.mission import read_mission

pytest.importorskip("matplotlib", reason="needs matplotlib, for pictures")


def repeated(page: str) -> list[str]:
    """The words of the command that the page says repeats the run."""
    found = re.search(r"<h2>Repeat it</h2>\n<pre>(.*)</pre>", page)
    assert found
    return shlex.split(html.unescape(found[1]))


def test_the_page_of_a_run_repeats_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    shutil.copytree(ROOT / "missions" / "box", tmp_path / "box")
    assert entry(["run", "box/box.moos", "--duration", "20", "--seed", "7"]) == 0
    (folder,) = (path for path in (*tmp_path.glob("*_run"), *tmp_path.glob("box/*_run")) if path.is_dir())
    assert entry(["report", str(folder)]) == 0
    page = (folder / "report.html").read_text()
    log = next(folder.glob("*.alog"))
    total = hashlib.sha256(log.read_bytes()).hexdigest()
    assert f"<td>{log.name}</td><td>{total}</td>" in page
    assert "<title>box</title>" in page
    # nothing comes from elsewhere
    assert re.findall(r'(?:src|href)="(?!data:)', page) == []
    summary = json.loads(log.with_suffix(".json").read_text())
    assert f"<td>Distance (m)</td><td>{summary['distance']:.6g}</td>" in page
    assert f"<td>Energy (s at full thrust)</td><td>{summary['energy']:.6g}</td>" in page
    assert ".wide td { overflow-wrap: normal; }" in page  # words and numbers of wide tables stay whole
    words = repeated(page)
    assert words[:2] == ["usim", "run"]
    assert entry([*words[1:], "--output", "again"]) == 0
    assert hashlib.sha256(next((tmp_path / "again").glob("*.alog")).read_bytes()).hexdigest() == total


def test_the_page_of_a_run_with_options_repeats_it_with_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    shutil.copytree(ROOT / "missions" / "box", tmp_path / "m")
    words = ["run", "m/box.moos", "--duration=15", "-o", "a", "--set", "start_pos=x=7, y=3", "--poke", "NOTE=a b", "-q"]
    assert entry(words) == 0
    assert entry(["report", "a"]) == 0
    found = repeated((tmp_path / "a" / "report.html").read_text())
    assert found[:3] == ["usim", "run", "m/box.moos"] and not {"-o", "a", "-q"} & set(found)
    assert entry([*found[1:], "-o", "again"]) == 0
    assert (tmp_path / "again" / "box.alog").read_bytes() == (tmp_path / "a" / "box.alog").read_bytes()
    # so does that of a folder from elsewhere, and the mission is known as it was played
    mission = mission_as_run(Path("a/box.alog"))
    assert mission is not None and mission.file == str(Path("m/box.moos"))
    simulator = mission.block("usimmarine")
    assert simulator is not None and simulator.value("start_pos") == "x=7, y=3"
    written = read_mission("m/box.moos")
    assert [block.line for block in mission.blocks] == [block.line for block in written.blocks]


def test_logs_of_others_have_tracks_helms_encounters_and_events(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    folder.mkdir()
    logs = helm_logs(folder)
    assert entry(["report", str(folder), "-o", str(tmp_path / "page.html")]) == 0
    page = (tmp_path / "page.html").read_text()
    assert re.findall(r"<h2>(Tracks|Helm|Encounters|Events)", page) == ["Tracks", "Helm", "Encounters", "Events"]
    assert page.count("data:image/png;base64,") == 3
    events = happened(read_run(logs[0], says_of_helm))
    assert [at for at, _ in events] == sorted(at for at, _ in events)
    rows = re.findall(r"<tr><td>([\d.]+)</td><td>abe</td><td>([^<]*)</td></tr>", page)
    assert [html.unescape(text) for _, text in rows] == [text for _, text in events]


def test_texts_of_a_run_are_only_text(tmp_path: Path) -> None:
    log = tmp_path / "a.alog"
    log.write_text(
        "%% LOGSTART 0\n%% mission <script>alert(1)</script>\n1.0 NAV_X sim 1\n1.0 NAV_Y sim 2\n2.0 NAV_X sim 2\n"
        "2.0 NAV_Y sim 3\n1.0 IVPHELM_STATE pHelmIvP <img src=x>\n1.0 IVPHELM_SUMMARY pHelmIvP iter=1\n"
    )
    assert entry(["report", str(log)]) == 0
    page = (tmp_path / "report.html").read_text()
    assert "<script" not in page
    assert "<img src=x" not in page
    assert "&lt;script&gt;" in page


def test_a_sweep_has_its_outcomes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    mission = str(ROOT / "missions" / "box" / "box.moos")
    words = ["sweep", mission, "-n", "3", "--duration", "5", "--workers", "1", "-o", "out", "--quiet"]
    assert entry(words) == 0
    assert entry(["report", "out"]) == 0
    page = (tmp_path / "out" / "report.html").read_text()
    rows = json.loads((tmp_path / "out" / "runs.json").read_text())
    assert re.search(r"<h2>Outcomes</h2>.*?<td>3</td>", page, re.DOTALL)
    assert page.count("data:image/png;base64,") == 1
    assert len(rows) == 3
    again = re.search(r"<h2>Repeat it</h2>\n<pre>usim (.*?)</pre>", page)
    assert again is not None
    assert entry(shlex.split(html.unescape(again[1]))) == 0
    assert (tmp_path / "out_again" / "runs.csv").read_bytes() == (tmp_path / "out" / "runs.csv").read_bytes()
    (tmp_path / "out" / "command.txt").unlink()
    assert entry(["report", "out"]) == 0
    assert "is not known" in (tmp_path / "out" / "report.html").read_text()


@pytest.mark.parametrize(
    ("path", "words"),
    [
        ("nothing", "nothing: is neither a folder of usim run or usim sweep nor an .alog"),
        ("empty", "no run in this folder"),
        ("broken", "is no summary of a run"),
    ],
)
def test_what_is_no_run_is_one_line(
    path: str, words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("empty").mkdir()
    Path("broken").mkdir()
    Path("broken/a.alog").write_text("1.0 NAV_X sim 1\n1.0 NAV_Y sim 1\n")
    Path("broken/run.json").write_text("{")
    assert entry(["report", path]) in (1, 2)
    error = capsys.readouterr().err
    assert words in error
    assert error.count("\n") == 1
