"""What a launch refuses before anything is started."""

from __future__ import annotations

import socket
from pathlib import Path

import pytest

from tests.launch.test_launch import mission
from tests.support.processes import free_port, usim
from usimmarine_py.errors import ConfigError, MissionFileError
from usimmarine_py.launch.plan import check_plan, plan_community


@pytest.fixture(autouse=True)
def alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing of MOOS-IvP is on PATH."""
    monkeypatch.setenv("PATH", "/usr/bin:/bin")


def refused(*files: Path, skip_missing: bool = False) -> str:
    with pytest.raises((ConfigError, MissionFileError)) as caught:
        check_plan([plan_community(file, (), (), "theirs") for file in files], skip_missing=skip_missing)
    return str(caught.value)


def test_programs_that_nobody_has(tmp_path: Path) -> None:
    path = mission(tmp_path, "MOOSDB", "pNoSuch", "pNorThis")
    said = refused(path)
    assert said.endswith(
        f"{path}: pNoSuch (line 9), pNorThis (line 10); put them on PATH, or leave them out with --skip-missing"
    )
    plan = plan_community(path, (), (), "theirs")
    check_plan([plan], skip_missing=True)
    assert [child.name for child in plan.children] == ["MOOSDB"]
    assert "nothing is left" in refused(mission(tmp_path, "pNoSuch", name="b"), skip_missing=True)


def test_ports_that_clash(tmp_path: Path) -> None:
    port = free_port()
    one = mission(tmp_path, "MOOSDB", port=port, name="abe")
    two = mission(tmp_path, "MOOSDB", port=port, name="ben")
    assert f"port {port} is used twice: by the MOOSDB of {one} and by the MOOSDB of {two}" in refused(one, two)


def test_ports_of_pshare_that_clash(tmp_path: Path) -> None:
    share = "ProcessConfig = pShare\n{{\n  input = route = localhost:{port}, white_list = A & B\n}}\n"
    files = []
    for name, port in (("abe", 9301), ("ben", 9301)):
        path = mission(tmp_path, "MOOSDB", "ExecutablePath = .", "pShare", name=name, blocks=share.format(port=port))
        files.append(path)
    (tmp_path / "pShare").write_text("#!/bin/sh\n")
    (tmp_path / "pShare").chmod(0o755)
    assert f"port 9301 is used twice: by pShare of {files[0]} and by pShare of {files[1]}" in refused(*files)


def test_a_port_that_is_in_use(tmp_path: Path) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        path = mission(tmp_path, "MOOSDB", port=port)
        assert (
            refused(path) == f"{path}: ServerPort: port {port} is in use already, by a MOOSDB that still runs, perhaps"
        )
        # who brings no MOOSDB joins it
        joins = mission(tmp_path, "uTimerScript", port=port, name="joins")
        check_plan([plan_community(joins, (), (), "theirs")], skip_missing=False)


def test_two_of_one_name(tmp_path: Path) -> None:
    assert "two programs are called uTimerScript" in refused(
        mission(tmp_path, "MOOSDB", "uTimerScript", "uTimerScript")
    )


def test_a_second_logger_gets_a_number(tmp_path: Path) -> None:
    plan = plan_community(mission(tmp_path, "MOOSDB", "uXMS", "uXMS", "uXMS"), (), (), "theirs")
    assert [note.partition(" starts ")[2] for note in plan.notes] == [
        "uXMS again: it is called uXMS2", "uXMS again: it is called uXMS3",
    ]  # fmt: skip


def test_without_antler_its_blocks_say_what_is_meant(tmp_path: Path) -> None:
    names = ("uSimMarineV22", "uTimerScript", "uTimerScript_wind", "pMarinePIDV22", "pHelmIvP", "pLogger")
    blocks = {name: f"ProcessConfig = {name}\n{{\n  AppTick = 4\n}}\n" for name in names}
    blocks["uSimMarineV22"] = blocks["uSimMarineV22"].replace("AppTick", "timer_script = uTimerScript_wind\n  AppTick")
    path = tmp_path / "m.moos"
    path.write_text("".join(blocks.values()))
    plan = plan_community(path, (), (), "theirs")
    started = [(child.name, child.program.what) for child in plan.children]
    assert started == [
        ("MOOSDB", "usim db"),
        ("uSimMarineV22", "usimmarine"),
        ("uTimerScript", "usim start uTimerScript"),
        ("pMarinePIDV22", "usim_pid"),
        ("pHelmIvP", "usim_helm"),
        ("pLogger", "usim start pLogger"),
    ]
    assert "no ANTLER block" in plan.notes[0]


@pytest.mark.parametrize("text", ["Community = a\n", "ProcessConfig = ANTLER\n{\n  MSBetweenLaunches = 3\n}\n"])
def test_a_file_without_programs(tmp_path: Path, text: str) -> None:
    path = tmp_path / "m.moos"
    path.write_text(text)
    assert refused(path).startswith(f"{path}: ") and "ANTLER" in refused(path)


def test_whose_program_it_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    there = tmp_path / "bin"
    there.mkdir()
    for name in ("MOOSDB", "usimmarine", "uSimMarine", "pEcho"):
        (there / name).write_text("#!/bin/sh\n")
        (there / name).chmod(0o755)
    monkeypatch.setenv("PATH", f"{there}:/usr/bin:/bin")
    path = mission(tmp_path, "MOOSDB", "usimmarine", "uSimMarine", "pMarinePIDV22", "pEcho")

    def whose(prefer: str) -> list[bool]:
        return [child.program.ours for child in plan_community(path, (), (), prefer).children]

    # what is ours by name is never another's; uSimMarine is MOOS-IvP's
    assert whose("theirs") == [False, True, False, True, False]
    assert whose("ours") == [True, True, True, True, False]


def test_pauses_are_those_of_the_file(tmp_path: Path) -> None:
    path = mission(tmp_path, "MOOSDB", "uTimerScript")
    assert [child.pause for child in plan_community(path, (), (), "theirs").children] == [0.02, 0.02]


def test_a_behavior_file_is_expanded_where_it_is_the_only_one(tmp_path: Path) -> None:
    helm = "ProcessConfig = pHelmIvP\n{\n  Behaviors = targ_$(VNAME).bhv\n}\n"
    meta = mission(tmp_path, "MOOSDB", blocks=helm, name="$(VNAME)")
    (tmp_path / "meta_vehicle.bhv").write_text("a = $(VNAME) $(SPD:=2)\n")
    plan = plan_community(meta, ["VNAME=abe"], (), "theirs")
    assert plan.notes == ("expanded to targ_abe.moos, targ_abe.bhv",)
    assert not (tmp_path / "targ_abe.bhv").exists()
    plan.write_files()
    assert (tmp_path / "targ_abe.bhv").read_text() == "a = abe 2\n\n"
    (tmp_path / "meta_vehicle.bhv").write_text("a = $(SPEED)\n")
    with pytest.raises(ConfigError, match=r"meta_vehicle.bhv: one macro is not defined: SPEED \(line 1\)"):
        plan_community(meta, ["VNAME=abe"], (), "theirs")


@pytest.mark.parametrize("name", ["../up", "a/b", "..\\up", "a\x1b[2J"])
def test_what_templates_become_stays_beside_them(tmp_path: Path, name: str) -> None:
    """Names of communities and behavior files lead nowhere else, so that a template cannot write over your files."""
    meta = mission(tmp_path, "MOOSDB", blocks=f"// $(A:=1)\nCommunity = {name}\n", name="abe")
    meta.write_text(meta.read_text().replace("Community = abe", f"Community = {name}"))
    with pytest.raises(ConfigError, match="lies beside them, under a plain name"):
        plan_community(meta, (), (), "theirs")
    helm = f"ProcessConfig = pHelmIvP\n{{\n  Behaviors = targ_{name}.bhv\n  // $(A:=1)\n}}\n"
    (tmp_path / "meta_vehicle.bhv").write_text("a = $(SPEED:=1)\n")
    with pytest.raises(ConfigError, match="lies beside them, under a plain name"):
        plan_community(mission(tmp_path, "MOOSDB", blocks=helm, name="ben"), (), (), "theirs")


def test_no_file_of_the_template_is_overwritten(tmp_path: Path) -> None:
    path = mission(tmp_path, "MOOSDB", name="abe", blocks="#define X 1\n// $(X)\n")
    path.rename(tmp_path / "targ_abe.moos")
    assert "would be written over targ_abe.moos" in refused(tmp_path / "targ_abe.moos")


def test_a_dry_run_starts_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = mission(tmp_path, "MOOSDB", "pNoSuch", "uTimerScript")
    code, out, err = usim(capsys, "launch", str(path), "--dry-run", "--skip-missing")
    assert (code, out) == (0, "MOOSDB: usim db\nuTimerScript: usim start uTimerScript\n")
    assert "left out: pNoSuch (line 9)" in err
