"""``usim expand``, and templates given to the other commands."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.paths import DATA
from tests.support.processes import run, usim

MISSION = DATA / "nsplug" / "mission"
SIM = ["MOOS_PORT=9001", "VNAME=abe", "XMODE=SIM", "START_POS=x=1,y=2", "LENGTH=4", "WARP=5", "STOCK_SPD=2.5"]
META = str(MISSION / "meta_vehicle.moos")


def defined(words: list[str]) -> list[str]:
    return [part for word in words for part in ("-D", word)]


def test_the_file_is_nsplugs(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    out = tmp_path / "targ.moos"
    assert usim(capsys, "expand", META, *defined(SIM), "-o", str(out))[0] == 0
    assert out.read_bytes() == (MISSION / "judged_sim.moos").read_bytes()


def test_without_an_output_it_is_printed() -> None:
    done = run("expand", META, *defined(SIM), program="usim")
    assert (done.returncode, done.stdout, done.stderr) == (0, (MISSION / "judged_sim.moos").read_text(), "")


def test_what_is_missing_is_said_and_strict_writes_nothing(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    out = tmp_path / "targ.moos"
    code, _, err = usim(capsys, "expand", META, "-o", str(out))
    assert code == 0
    assert "MOOS_PORT (line 5), VNAME (lines 6, " in err
    assert out.read_bytes() == (MISSION / "judged_bare.moos").read_bytes()
    out.unlink()
    code, _, err = usim(capsys, "expand", META, "-o", str(out), "--strict")
    assert (code, out.exists()) == (2, False)
    assert "3 macros are not defined" in err and len(err.splitlines()) == 1


@pytest.mark.parametrize("target", ["plugs.moos", "meta_vehicle.moos", "no/where"])
def test_no_source_is_overwritten(capsys: pytest.CaptureFixture[str], tmp_path: Path, target: str) -> None:
    for path in MISSION.iterdir():
        (tmp_path / path.name).write_bytes(path.read_bytes())
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    code, _, err = usim(capsys, "expand", str(tmp_path / "meta_vehicle.moos"), "-o", str(tmp_path / target))
    assert code == (1 if target == "no/where" else 2) and target in err.splitlines()[-1]
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == before


def test_check_of_a_template(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = usim(capsys, "check", META)
    assert code == 0
    assert "conditions use undefined names: XMODE (line 15)" in out
    assert "3 macros are not defined" in out
    assert usim(capsys, "check", META, *defined(SIM))[1] == ""


def test_check_points_into_the_included_file(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = usim(capsys, "check", META, *defined([*SIM, "START_POS=east=1"]))
    assert code == 2
    assert f"{MISSION / 'plugs.moos'}:16:20: error: start_pos:" in out


def test_run_of_a_template(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    words = ["run", META, "-o", str(tmp_path), "--duration", "10"]
    code, _, err = usim(capsys, *words, *defined(["XMODE=SIM"]))
    assert code == 2
    assert "START_POS" in err and "VNAME" in err and "LENGTH" not in err  # no line starts pNodeReporter
    code, out, err = usim(capsys, *words, *defined(SIM))
    assert code == 0, err
    # thrust 2.5 from the first second on
    log = (tmp_path / "meta_vehicle.alog").read_text()
    assert "DESIRED_THRUST" in log and "DEPLOY_ABE" in log
    assert "x=1" in out


def test_a_sweep_of_a_template(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    words = ["sweep", META, "--vary", "turn_rate=grid(60,80)", "--duration", "5", "--workers", "1", "--no-figure"]
    code, _, err = usim(capsys, *words, "-o", str(tmp_path / "a"))
    assert code == 2
    assert "conditions use undefined names: XMODE (line 15): give -D NAME=VALUE" in err
    code, out, err = usim(capsys, *words, "-o", str(tmp_path / "b"), *defined(SIM))
    assert code == 0, err
    assert "2 went well" in out


def test_the_application_takes_macros(tmp_path: Path) -> None:
    text = "ServerPort = $(PORT)\nProcessConfig = uSimMarineV22\n{\n  start_x = $(X)\n  bogus = 1\n}\n"
    meta = tmp_path / "meta.moos"
    meta.write_text(text)
    done = run(str(meta), "-D", "PORT=9321", "-DX=7", "--strict", "--db")
    assert done.returncode == 2
    assert f"{meta}:5: bogus" in done.stderr + done.stdout
    assert "not defined" not in done.stdout + done.stderr
    done = run(str(meta), "-D", "PORT=9321", "--strict", "--db")
    assert "one macro is not defined: X (line 4)" in done.stdout + done.stderr
    assert run(str(meta), "-D").returncode == 2


def test_whose_port_is_a_macro_is_asked_for_it(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    meta = tmp_path / "meta.moos"
    meta.write_text("Community = $(NAME)\nserverport = $(PORT)\n")
    code, _, err = usim(capsys, "poke", str(meta), "X=1")
    assert code == 2
    assert err.startswith(f"usim: {meta}:2: one macro is not defined: PORT (line 2)")
