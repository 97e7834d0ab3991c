"""`usim new`: what it writes works as it is; nothing is ever written over; names that cannot be are refused."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from tests.support.processes import environment
from usimmarine_py.cli.usim import entry

KINDS = {
    "app": ["heading.moos", "heading.py", "test_heading.py"],
    "behavior": ["hold_it.bhv", "hold_it.moos", "hold_it.py", "test_hold_it.py"],
    "mission": ["harbour.moos", "test_harbour.py"],
    "vehicle": ["cat.toml", "test_cat.py"],
    "backend": ["raft2/pyproject.toml", "raft2/test_raft2.py", "raft2/usim_raft2.py"],
}
NAMES = {"app": "heading", "behavior": "hold_it", "mission": "harbour", "vehicle": "cat", "backend": "raft2"}


def written(folder: Path) -> list[str]:
    return sorted(p.relative_to(folder).as_posix() for p in folder.rglob("*") if p.is_file())


def test_their_tests_pass_in_an_empty_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    for kind, files in KINDS.items():
        assert entry(["new", kind, NAMES[kind]]) == 0
        assert all(f"wrote {Path(name)}\n" in capsys.readouterr().out or (tmp_path / name).is_file() for name in files)
    assert written(tmp_path) == sorted(name for files in KINDS.values() for name in files)
    # no placeholder is left
    assert [name for name in written(tmp_path) if re.search(r"@\w+@|NAME", (tmp_path / name).read_text())] == []
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider"],
        cwd=tmp_path, env=environment(), capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert (done.returncode, "9 passed" in done.stdout) == (0, True), done.stdout


def test_the_commands_that_it_names_work(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    for kind in ("app", "behavior", "mission", "vehicle"):
        assert entry(["new", kind, NAMES[kind]]) == 0
        told = capsys.readouterr().out.partition("next:\n")[2].split("\n")
        for line in told:
            words = line.split()
            if words[:1] == ["usim"] and words[1] not in ("plot", "trials"):
                assert entry(words[1:]) == 0, line
                out = capsys.readouterr().out.lower()
                missions = [text for text in out.split("\n") if "it is for dynamics = kinematic" not in text]
                assert "warning" not in "\n".join(missions), line
    assert entry(["check", "--json", "--app", "heading.py", "heading.moos"]) == 0
    assert '"findings": []' in capsys.readouterr().out
    assert entry(["check", "--json", "hold_it.moos", "harbour.moos"]) == 0
    assert '"findings": []' in capsys.readouterr().out


def test_a_policy_steers_the_new_application(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for needed in ("numba", "gymnasium", "onnxruntime", "onnx"):
        pytest.importorskip(needed)
    from tests.gym.boat.test_policies import write_policy

    monkeypatch.chdir(tmp_path)
    weights = np.zeros((12, 2))
    weights[0, 0], weights[4, 0], weights[2, 1], weights[6, 1] = 0.1, -0.5, 1.0, -1.0
    write_policy(tmp_path / "k.onnx", weights)
    assert entry(["new", "app", "keeper", "--policy", "k.onnx"]) == 0
    assert [name for name in written(tmp_path) if name != "k.onnx" and "@x@" in (tmp_path / name).read_text()] == []
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider"],
        cwd=tmp_path, env=environment(), capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert (done.returncode, "2 passed" in done.stdout) == (0, True), done.stdout
    capsys.readouterr()
    assert entry(["launch", "--dry-run", "--prefer=ours", "keeper.moos"]) == 0
    assert "pLogger" in capsys.readouterr().out
    assert entry(["new", "behavior", "holder", "--policy", "k.onnx"]) == 0
    assert "usim run holder.moos --duration 120" in capsys.readouterr().out
    assert entry(["run", "holder.moos", "--duration", "20"]) == 0
    assert "DESIRED_HEADING" in (tmp_path / "holder_run" / "holder.alog").read_text()
    capsys.readouterr()
    (tmp_path / "make.py").touch()
    for words, told in (
        (["app", "other", "--policy", "absent.onnx"], "absent.onnx: --policy: there is no such file"),
        (["app", "other", "--policy", "make.py"], "make.py: --policy: is no FILE.onnx"),
        (["app", "other", "--policy", "k.onnx", "--task", "Stay"], "there is no task 'Stay'"),
        (["mission", "other", "--policy", "k.onnx"], "--policy is for a new app"),
        (["app", "other", "--task", "Dock"], "go with --policy"),
    ):
        assert entry(["new", *words]) == 2
        assert told in " ".join(capsys.readouterr().err.split())


def test_a_backend_as_an_installer_leaves_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert entry(["new", "backend", "raft2"]) == 0
    metadata = tmp_path / "usim_raft2-0.1.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text("Metadata-Version: 2.1\nName: usim-raft2\nVersion: 0.1\n")
    (metadata / "entry_points.txt").write_text("[usimmarine_py.backends]\nraft2 = usim_raft2:raft2\n")
    shutil.copy(tmp_path / "raft2" / "usim_raft2.py", tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    assert entry(["backends", "raft2", "--check"]) == 0
    script = "event = var=DESIRED_THRUST, val=50, time=0\n  event = quit, time=60"
    (tmp_path / "m.moos").write_text(
        "Community = alpha\nProcessConfig = usimmarine\n{\n  dynamics = raft2\n  prefix = NAV\n  raft2_tau = 5\n}\n"
        f"ProcessConfig = uTimerScript\n{{\n  {script}\n}}\n"
    )
    capsys.readouterr()
    assert entry(["run", "m.moos"]) == 0
    out = capsys.readouterr().out
    assert "warning" not in out
    # half of 3 m/s for a minute, less the time constant of 5 s
    assert float(re.search(r"distance +([\d.]+) m", out)[1]) == pytest.approx(1.5 * 55.0, abs=1.0)  # type: ignore[index]
    sys.modules.pop("usim_raft2")


@pytest.mark.parametrize("kind", KINDS)
def test_nothing_is_written_over(
    kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    mine = tmp_path / KINDS[kind][-1]
    mine.parent.mkdir(exist_ok=True)
    mine.write_text("mine")
    assert entry(["new", kind, NAMES[kind]]) == 2
    told = capsys.readouterr()
    assert told.err.count("\n") == 1
    assert str(Path(KINDS[kind][-1])) in told.err
    assert "exists already: nothing was written; choose another name" in told.err
    assert mine.read_text() == "mine"
    assert written(tmp_path) == [KINDS[kind][-1]]


@pytest.mark.parametrize(
    "name",
    ["hEading", "my-app", "2nd", "a b", "../up", "/tmp/x", "", "class", "math", "numpy", "test_it", "x" * 41, "é"],
)
def test_names_that_cannot_be(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    for kind in KINDS:
        assert entry(["new", kind, name]) == 2
        told = capsys.readouterr().err
        assert told.count("\n") == 1
        assert "for instance" in told
    assert written(tmp_path) == []


def test_the_name_of_a_backend_that_is_there(capsys: pytest.CaptureFixture[str]) -> None:
    assert entry(["new", "backend", "fossen6"]) == 2
    assert "is a backend already" in capsys.readouterr().err


def test_a_vehicle_of_each_kind_begins_as_one_that_sails(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A file of each kind is read, keeps its new name, and passes a part of the envelope (its own test has more)."""
    from usimmarine_py.trials.envelope import CommandGrid, calm
    from usimmarine_py.vehicle.files import load
    from usimmarine_py.vehicle.model import Model

    monkeypatch.chdir(tmp_path)
    grid = CommandGrid((0.0, 100.0), (-100.0, 0.0, 100.0), (0.0,), 20.0, 2)
    kinds = {"catamaran": "usv", "usv": "usv", "auv": "auv", "rov": "rov", "glider": "glider", "ship": "ship"}
    for kind in kinds:
        assert entry(["new", "vehicle", f"my_{kind}", "--kind", kind]) == 0
        vehicle = load(f"./my_{kind}.toml")
        assert vehicle.name == f"my_{kind}"
        assert calm(Model(vehicle), grid).passed, kind
        assert "envelope" in Path(f"test_my_{kind}.py").read_text() or kind == "catamaran"
    capsys.readouterr()
    assert entry(["new", "mission", "harbour", "--kind", "auv"]) == 2
    assert "--kind is that of a new vehicle" in capsys.readouterr().err


def test_a_behaviour_may_be_named_by_its_kind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert entry(["new", "behavior", "HoldNorth"]) == 0
    assert written(tmp_path) == ["hold_north.bhv", "hold_north.moos", "hold_north.py", "test_hold_north.py"]
    assert "Behavior = BHV_HoldNorth" in (tmp_path / "hold_north.bhv").read_text()
    assert entry(["check", "hold_north.moos"]) == 0
    assert entry(["new", "behavior", "BHV_HoldNorth"]) == 2  # the same files
    capsys.readouterr()
    assert entry(["new", "behavior", "AvoidGPS"]) == 2
    assert "a file avoid_gps.py is looked for as BHV_AvoidGps" in capsys.readouterr().err
    assert entry(["new", "app", "HoldNorth"]) == 2
    assert "for instance hold_north" in capsys.readouterr().err


SHEET = ["--kind", "catamaran", "--length", "135cm", "--beam", "0.98", "--mass", "28kg"]


def test_a_vehicle_from_a_data_sheet_passes_its_short_envelope(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert entry(["new", "vehicle", "boat", *SHEET, "--thruster", "T200:2@16V", "--top-speed", "3.3kn"]) == 0
    out = capsys.readouterr().out
    assert "top speed 1.7 m/s, by sizes and thrust alone" in out
    assert "a short envelope passes" in out
    text = (tmp_path / "boat.toml").read_text()
    assert written(tmp_path) == ["boat.toml", "test_boat.py"]
    assert ('name = "boat"' in text, "speed_max = 1.6977" in text, "@" in text) == (True, True, False)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--mass", "28"], "--length: is needed"),
        ([*SHEET, "--top-speed", "fast"], "--top-speed: 'fast' must be a number above 0, in one of m/s, kn"),
        ([*SHEET, "--bollard", "10"], "--propeller: is needed, or --top-speed"),
        ([*SHEET], "--thruster: is needed, or --bollard, --power or --top-speed"),
        ([*SHEET[2:], "--kind", "auv", "--draft", "1"], "--draft: is not for the kind auv"),
        ([*SHEET, "--like", "odin"], "--like VEHICLE goes with --length"),
    ],
)
def test_a_wrong_data_sheet_is_one_error(
    words: list[str], message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert entry(["new", "vehicle", "boat", *words]) == 2
    assert message in capsys.readouterr().err
    assert written(tmp_path) == []


def test_on_a_terminal_what_is_missing_is_asked_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from click.testing import CliRunner

    from usimmarine_py.cli.missions import new as command

    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(command, "on_terminal", lambda: True)
    monkeypatch.setattr(command, "short_envelope", lambda path: "")  # tried above
    answers = ["", "", "long", "1.35", "0.98", "", "", "", "28", "1.7", "67.2", "", "0.1", "", ""]
    done = CliRunner().invoke(command.new, ["vehicle", "boat"], input="\n".join(answers) + "\n", standalone_mode=False)
    assert done.exit_code == 0, done.output
    assert ("this one is needed" in done.output, "'long' must be a number" in done.output) == (True, True)
    assert (
        "length 1.35, beam 0.98, mass 28, top speed 1.7, bollard 67.2, propeller 0.1"
        in (tmp_path / "boat.toml").read_text()
    )


def test_on_a_terminal_the_kind_is_asked_for_and_a_present_file_is_said_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from click.testing import CliRunner

    from usimmarine_py.cli.missions import new as command

    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(command, "on_terminal", lambda: True)
    monkeypatch.setattr(command, "short_envelope", lambda path: "")
    answers = ["tub", "auv", "1.6", "0.19", "38", "2.5", "", "", "", "", ""]
    done = CliRunner().invoke(command.new, ["vehicle", "fish"], input="\n".join(answers) + "\n", standalone_mode=False)
    assert done.exit_code == 0, done.output
    assert 'kind = "auv"' in (tmp_path / "fish.toml").read_text()
    assert "usim run auv_survey --set dynamics=fossen6 --set vehicle=./fish.toml" in done.output
    again = CliRunner().invoke(command.new, ["vehicle", "fish"], input="", standalone_mode=False)
    assert ("exist already" in str(again.exception), again.output) == (True, "")
