"""``usim check`` as a user sees it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from tests.support.paths import MISSIONS
from usimmarine_py.cli.check import check
from usimmarine_py.cli.usim import entry

SHIPPED = sorted(MISSIONS.rglob("*.moos"))


@pytest.fixture
def bad(tmp_path: Path) -> Path:
    path = tmp_path / "bad.moos"
    path.write_text("ProcessConfig = usimmarine\n{\n  thurst_map = 100:5\n  turn_rate = 170\n}\n")
    return path


@pytest.mark.parametrize("mission", SHIPPED, ids=lambda p: p.stem)
def test_shipped_missions_are_clean(mission: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert entry(["check", str(mission)]) == 0
    out, err = capsys.readouterr()
    # what a vehicle's model cannot do is a note, not a warning
    assert [line for line in out.splitlines() if ": note: vehicle: " not in line] == []
    assert "warning" not in err
    assert "error" not in err


def test_findings_and_exit_code(bad: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert entry(["check", str(bad)]) == 2
    out, err = capsys.readouterr()
    assert out == (
        f"{bad}:3:3: error: thurst_map: unknown parameter; did you mean thrust_map?\n"
        f"{bad}:4:15: warning: turn_rate: must lie in [0, 100]; 100 is used\n"
    )
    assert err == "1 error, 1 warning\n"


def test_colours_on_a_terminal_only(bad: Path) -> None:
    assert "\x1b[31m" in CliRunner().invoke(check, [str(bad)], color=True, standalone_mode=False).output
    assert "\x1b" not in CliRunner().invoke(check, [str(bad)], standalone_mode=False).output


def test_json(bad: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert entry(["check", "--json", str(bad)]) == 2
    found = json.loads(capsys.readouterr().out)
    assert found["counts"] == {"error": 1, "warning": 1, "note": 0}
    assert [(f["line"], f["column"], f["severity"]) for f in found["findings"]] == [(3, 3, "error"), (4, 15, "warning")]


def test_schema(capsys: pytest.CaptureFixture[str]) -> None:
    assert entry(["check", "--schema"]) == 0
    assert "thrust_map" in json.loads(capsys.readouterr().out)["properties"]


def test_misuse_is_one_message(tmp_path: Path, bad: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert entry(["check"]) == 2
    assert "no mission file given" in capsys.readouterr().err
    assert entry(["check", str(tmp_path / "nope.moos")]) == 2
    assert capsys.readouterr().err.startswith(f"usim: {tmp_path}/nope.moos: cannot read the mission file")
    assert entry(["check", "--block", "sim", str(bad)]) == 2
    assert "blocks present: usimmarine" in capsys.readouterr().err


def test_one_file_that_cannot_be_read_does_not_hide_what_is_wrong_with_others(
    bad: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (piece := tmp_path / "a.moos").write_text("// one\n#include nowhere.moos\n")
    nothing = tmp_path / "nothing.moos"
    assert entry(["check", str(piece), str(nothing), str(bad)]) == 2
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith(f"{piece}:2: error: #include: no file nowhere.moos")
    assert lines[1].startswith(f"{nothing}: error: cannot read the mission file: No such file")
    assert [line.partition(": ")[0] for line in lines[2:]] == [f"{bad}:3:3", f"{bad}:4:15"]
    assert entry(["check", "--block", "nobody", str(bad), str(bad)]) == 2
    assert len(capsys.readouterr().out.splitlines()) == 2
    assert entry(["check", str(nothing)]) == 2
    assert capsys.readouterr().err.startswith(f"usim: {nothing}: cannot read the mission file")


def test_a_launch_script_is_no_mission(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    script = tmp_path / "launch.sh"
    script.write_text("#!/bin/bash\nfor ARGI; do echo ${ARGI}; done\n")
    assert entry(["check", str(script)]) == 2
    assert "launch.sh: is a launch script: usim check reads mission files" in capsys.readouterr().err
    for command in ("run", "launch", "grade", "sweep"):
        assert entry([command, str(script), "10", "--amt=3"]) == 2
        assert f"options of the script follow --: usim {command} {script} -- --amt" in capsys.readouterr().err
    assert entry(["run", "m.moos", "--amt=3"]) == 2
    assert "follow --" not in capsys.readouterr().err


def test_files_of_other_editors(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = ("name = on", "speed = 1", "duration = no-time-limit")
    behaviors = "initialize GO = true\n" + "\n".join(("Behavior = BHV_ConstantSpeed", "{", *lines, "}", ""))
    head = "LatOrigin = 43.8\nLongOrigin = -70.3\nProcessConfig = usimmarine\n{\n  thrust_map = 100:5\n}\n"
    mission = (
        head
        + "ProcessConfig = pHelmIvP\n{\n  behaviors = m.bhv\n  domain = course:0:359:360\n  domain = speed:0:4:41\n}\n"
        + "ProcessConfig = ANTLER\n{\n  Run = usimmarine\n  Run = pHelmIvP\n}\n"
    )
    path, other = tmp_path / "m.moos", tmp_path / "m.bhv"
    words = ["run", str(path), "--duration", "2", "-q", "-o", str(tmp_path / "o")]
    for encoding, ends in (("utf-8-sig", "\n"), ("utf-8-sig", "\r\n"), ("utf-8", "\r\n")):
        for file, text in ((path, mission), (other, behaviors)):
            file.write_bytes(text.replace("\n", ends).encode(encoding))
        assert entry(["check", str(path)]) == 0 and entry(words) == 0
        assert "no findings" in capsys.readouterr().err
    other.write_text(behaviors, "utf-16")
    assert entry(words) == 2 and entry(["check", str(path)]) == 2
    out, err = capsys.readouterr()
    assert err.splitlines()[0].endswith("behaviors = m.bhv: UTF-16 text; save it as UTF-8")
    assert "m.bhv: error: cannot be read: UTF-16 text; save it as UTF-8\n" in out
    path.write_text(mission, "utf-16")
    assert entry(words) == 2
    assert "m.moos: cannot read the mission file: UTF-16 text; save it as UTF-8" in capsys.readouterr().err
