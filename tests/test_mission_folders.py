"""The table of mission folders: what plays, what is missing, what stops the others."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.mission_folders import KEPT, main
from tests.run.test_several import BEHAVIORS, SHORE, VEHICLE
from tests.support.missions import opening, shares

SCRIPT = "#!/bin/bash -e\n%sfor F in *.moos; do pAntler $F --MOOSTimeWarp=$1 & done\nuMAC shore.moos\n"
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
    assert main([str(folders), "--duration", "40", "--write", str(tmp_path / "page.md")]) == 0
    rows = {
        cells[0]: cells[1:]
        for line in (tmp_path / "page.md").read_text().splitlines()
        if (cells := [cell.strip() for cell in line.strip("|").split("|")])
    }
    assert rows["field"][:2] == ["", "3"] and rows["field"][3].endswith(" s")
    assert all(float(moved) > 20.0 for moved in rows["field"][2].split(","))
    assert rows["alone (`usim run alone.moos`)"][:2] == ["pOwn", "1"]
    assert rows["bash -e ends the launch script at its let"] == ["fails"]
    assert [cells for cause, cells in rows.items() if "no simulator block" in cause] == [["bad (`usim run bad.moos`)"]]
    assert not any("empty" in cell for row in rows.items() for cell in (row[0], *row[1]))
    assert "2 of 4 play, 1 with all" in (tmp_path / "page.md").read_text()
    assert sorted(folders.rglob("*")) == before  # a copy is played
    assert main([str(folders), "empty"]) == 2


def test_a_row_for_a_repository_and_a_page_that_keeps_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Folders at any depth; what stands under its heading stays when the page is written again."""
    folders = _folders(tmp_path / "repository" / "missions")
    assert main([str(folders.parent), "--duration", "20", "--row", "me/mine"]) == 0
    row = capsys.readouterr().out
    assert row.startswith("| me/mine | 2 | 2, 1 | pOwn 1 |") and "let" not in row
    page = tmp_path / "page.md"
    page.write_text(f"# Former\n\n{KEPT}\n\n{row}")
    assert main([str(folders), "bad", "--write", str(page)]) == 0
    assert page.read_text().endswith(f"\n\n{KEPT}\n\n{row}") and "Former" not in page.read_text()
    capsys.readouterr()
