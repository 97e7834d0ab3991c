"""The table of mission folders: what plays, what is missing, what stops the others."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.mission_folders import Played, commands, main, read_rows
from tests.mission_page import cause, page
from tests.run.test_several import BEHAVIORS, SHORE, VEHICLE
from tests.support.missions import opening, shares
from tests.support.processes import free_port

SCRIPT = "#!/bin/bash -e\n%sfor F in *.moos; do pAntler $F --MOOSTimeWarp=${1:-1} & done\nuMAC shore.moos\n"
RUNS = "".join(f"  Run = {name}\n" for name in ("MOOSDB", "pOwn", "uSimMarineV22", "pHelmIvP", "pMarinePIDV22"))
FURTHER = f"ProcessConfig = ANTLER\n{{\n{RUNS}}}\n"


def _folders(place: Path) -> Path:
    """Two vehicles that meet, one with an application of its own, a script that fails, a bad mission, no mission."""
    for name in ("field", "alone", "fails", "bad", "empty"):
        (place / name).mkdir(parents=True)
        (place / name / "m.bhv").write_text(BEHAVIORS)
    field = place / "field"
    comms = "ProcessConfig = uFldNodeComms\n{\n  comms_range = 500\n}\n"
    (field / "shore.moos").write_text(SHORE.replace("OVERRIDE\n", "OVERRIDE, NODE_REPORT\n") + comms)
    for number, name in enumerate(("abe", "ben"), 1):
        text = opening(name, 9000 + number) + shares(9200 + number) + VEHICLE % (20 * number)
        (field / f"{name}.moos").write_text(text)
    (field / "launch.sh").write_text(SCRIPT % "")
    (place / "alone" / "alone.moos").write_text(opening("alone") + VEHICLE % 0 + FURTHER)
    (place / "fails" / "launch.sh").write_text(SCRIPT % "let COUNT=0\n")
    (place / "bad" / "bad.moos").write_text(opening("bad"))
    return place


def test_a_row_for_each_folder(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folders = _folders(tmp_path / "missions")
    before = sorted(folders.rglob("*"))
    asked = [
        "--duration",
        "40",
        "--rows",
        str(tmp_path / "rows.csv"),
        "--write",
        str(tmp_path / "page.md"),
        "--jobs",
        "2",
    ]
    assert main([str(folders), *asked]) == 0
    rows = {
        cells[0]: cells[1:]
        for line in (tmp_path / "page.md").read_text().splitlines()
        if (cells := [cell.strip() for cell in line.strip("|").split("|")])
    }
    (field,) = (row for row in read_rows(tmp_path / "rows.csv") if row.folder == "field")
    assert (field.why_not, field.missing, field.communities) == ("", "", 3) and field.known.endswith(" s")
    assert all(float(moved) > 20.0 for moved in field.moved.split(","))
    assert rows["alone (`usim run alone.moos`)"][0] == "without pOwn"
    assert rows["fails"] == ["no", "bash -e ends the launch script at its let"]
    assert rows["bad (`usim run bad.moos`)"][0] == "no" and "no simulator" in rows["bad (`usim run bad.moos`)"][1]
    assert "field" not in rows and "empty" not in rows
    assert rows["bash -e ends the launch script at its let"] == ["1"] and rows["pOwn"] == ["1"]
    opening_lines = "**2 of 4** play offline unchanged (50 %;\n67 % of the 3 that have a simulator), 1 of them"
    assert opening_lines in (tmp_path / "page.md").read_text()
    assert sorted(folders.rglob("*")) == before  # a copy is played
    assert main([str(folders / "empty")]) == 2
    capsys.readouterr()


def test_rows_are_kept_and_played_again_on_request(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    top, rows = _folders(tmp_path / "owner+missions") / "bad", tmp_path / "rows.csv"
    assert main([str(top), "--rows", str(rows)]) == 0
    (row,) = read_rows(rows)
    assert row.key == ("bad", ".", "usim run bad.moos") and row.seconds == 120.0 and "no simulator" in row.why_not
    rows.write_text(rows.read_text().replace("no simulator block", "kept words"))
    assert main([str(top), "--rows", str(rows)]) == 0
    assert "kept words" in read_rows(rows)[0].why_not
    assert main([str(top), "--rows", str(rows), "--again", "^bad.moos: kept"]) == 0
    assert "no simulator" in read_rows(rows)[0].why_not
    capsys.readouterr()


def test_what_of_a_folder_is_played(tmp_path: Path) -> None:
    texts = {"meta_a.moos": "ServerPort = 1", "part.moos": "AppTick = 1", "macro.moos": "ServerPort = $(PORT)"}
    whole = {"a.moos": "ServerPort = 9000", "b.moos": "ServerPort = $(PORT:=9001)"}
    for name, text in {**texts, **whole}.items():
        (tmp_path / name).write_text(text)
    assert commands(tmp_path) == [["a.moos"], ["b.moos"]]
    (tmp_path / "launch_field.sh").touch()
    assert commands(tmp_path) == [["./launch_field.sh"]]
    (tmp_path / "launch_more.sh").touch()
    assert len(commands(tmp_path)) == 2
    (tmp_path / "launch.sh").touch()
    assert commands(tmp_path) == [["./launch.sh"]]


def test_the_page_of_several_repositories() -> None:
    rows = [
        Played("a/one", "x", "usim run ./launch.sh", 30.0, moved="5", communities=1, notes="BHV_A is deprecated: so"),
        Played("a/one", "y", "usim run ./launch.sh", 30.0, missing="pOwn, pTwo", moved="0, 0", communities=3),
        Played("b/two", "z", "usim run z.moos", 120.0, why_not="z.moos: no simulator block (uSimMarine*)"),
        Played("b/two", "w", "usim run ./launch.sh", 120.0, why_not="launch.sh: it went wrong"),
    ]
    text = page(rows, "b/two")
    assert "missions in 2 repositories, **2 of 4** play offline unchanged (50 %;\n67 % of the 3" in text
    assert "1 of them with all their applications. In 1\nof them no vehicle went a metre" in text
    assert "\n1 of them name a deprecated behaviour" in text
    assert "| a/one | 2 | 2 | 1 |" in text and "| b/two | 2 | 0 | 0 |" in text
    assert "30 or 120 simulated seconds" in text
    assert "| it went wrong | 1 |" in text and "| pOwn | 1 |" in text
    assert "| z (`usim run z.moos`) | no |" in text and "| x |" not in text
    assert "0 of 2 folders play with all their applications" in text


def test_the_page_of_live_plays() -> None:
    script = "usim run ./launch.sh"
    rows = [
        Played("a/one", "same", script, moved="100, 3", live="92, 7", originals="90, 4"),
        Played("a/one", "less", script, moved="100, 30", live="80, 30", originals="99, 30"),
        Played("a/one", "stood", script, moved="100", live_notes="no MOOSDB of abe within 25 s"),
        Played("a/one", "parks", script, moved="0", live="0", live_notes="abe: Bad", notes="abe: all-stop Bad"),
        Played("a/one", "not tried", script, moved="7"),
    ]
    text = page(rows, "a/one")
    assert "Of 4 that were tried (4 of a/one) every vehicle moved as" in text and "5 m, in **2**" in text
    assert "originals on PATH 2 were played,\n1 of them as far as by ours." in text
    assert "| less | 100, 30 | 80, 30 | 99, 30 |  |" in text and "| stood | 100 |  |  | no MOOSDB of abe" in text
    assert "| same |" not in text and "| parks |" not in text and "## Live" not in page(rows[-1:], "a/one")


def test_rows_are_played_live(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    top, rows = _folders(tmp_path / "missions") / "alone", tmp_path / "rows.csv"
    file = top / "alone.moos"
    file.write_text(re.sub(r"(ServerPort\s*=) \d+", rf"\1 {free_port()}", file.read_text()))
    assert main([str(top), "--duration", "40", "--rows", str(rows)]) == 0
    assert main([str(top), "--rows", str(rows), "--live", "ours"]) == 0
    (row,) = read_rows(rows)
    assert row.live_notes == "" and float(row.live) > 5.0
    assert main([str(top), "--rows", str(rows), "--live", "ours"]) == 0  # it is kept
    assert read_rows(rows) == [row]
    said = capsys.readouterr().err
    assert said.count("; live ") == 1


@pytest.mark.parametrize(
    ("why_not", "words"),
    [
        (
            "a.bhv:3: BehaviorSpec: failed to load dynamic behavior BHV_Own (no such kind)",
            "a behaviour of its owner's own",
        ),
        ("launch.sh: the launch script starts pAntler b.moos, which is not there", "starts a mission file"),
        ("a.moos: ServerPort = x: is no port", "ServerPort = x: is no port"),
    ],
)
def test_causes_leave_out_what_differs(why_not: str, words: str) -> None:
    assert words in cause(why_not) and "a.moos: " not in cause(why_not)
