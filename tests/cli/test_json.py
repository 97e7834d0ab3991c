"""What a person reads as a table a program reads as JSON: one document on standard output, and nothing else there."""

from __future__ import annotations

import json
import threading
from pathlib import Path
from typing import Any

import pytest

from tests.support.missions import HEAD, VEHICLE
from tests.support.processes import usim
from usimmarine_py import connect
from usimmarine_py.cli.usim import entry
from usimmarine_py.moos.db.server import MoosDb
from usimmarine_py.moos.testing import wait_for

BOX = str(Path(__file__).parents[2] / "missions" / "box" / "box.moos")


def document(capsys: pytest.CaptureFixture[str], *words: str, code: int = 0) -> Any:
    """What ``usim WORDS --json`` prints, read whole."""
    found, out, err = usim(capsys, *words, "--json")
    assert found == code, err
    return json.loads(out, parse_constant=lambda name: pytest.fail(f"{name} is no JSON"))


def test_missions_are_listed_explained_and_copied(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    listed = document(capsys, "missions")
    box = next(one for one in listed if one["name"] == "box")
    assert all(Path(file).is_file() for one in listed for file in one["files"])
    assert document(capsys, "missions", "box")["text"].startswith("# box")
    written = document(capsys, "missions", "box", "--copy", str(tmp_path / "mine"))["written"]
    assert [Path(file).name for file in written] == [Path(file).name for file in box["files"]]
    assert all(Path(file).is_file() for file in written)


def test_vehicles_are_listed_and_explained(capsys: pytest.CaptureFixture[str]) -> None:
    otter = next(one for one in document(capsys, "vehicles") if one["name"] == "otter")
    one = document(capsys, "vehicles", "otter")
    assert one["length"] == otter["length"] and one["mass"] == otter["mass"]
    # M is M_RB + M_A: surge of the rigid body is the mass
    assert one["M"][0][0] - one["M_A"][0][0] == pytest.approx(one["mass"])
    assert {"DESIRED_PROP_LEFT", "DESIRED_PROP_RIGHT"} & {state["mail"] for state in one["actuators"]} or one[
        "actuators"
    ]
    assert usim(capsys, "vehicles", "otter", "--toml", "--json")[0] == 2


def test_backends_and_their_parameters(capsys: pytest.CaptureFixture[str]) -> None:
    assert {"kinematic", "fossen3", "fossen6"} <= {one["name"] for one in document(capsys, "backends")}
    rate = next(one for one in document(capsys, "backends", "kinematic") if one["name"] == "turn_rate")
    assert (rate["default"], rate["minimum"], rate["maximum"]) == ("70", 0, 100)


def test_a_run_prints_its_summary(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """The same that stands in its file but for what repeats it, where it is, and what failed."""
    out = tmp_path / "out"
    found = document(capsys, "run", BOX, "-o", str(out), "--duration", "30", "--require", "NAV_X > 1000", code=1)
    written = json.loads((out / "box.json").read_text(encoding="utf-8"))
    assert written.pop("command") == ["run", BOX, "--duration", "30", "--require", "NAV_X > 1000"]
    assert {key: found[key] for key in written} == written
    assert found["folder"] == str(out) and len(found["failures"]) == 1


def test_trials_print_their_report(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    words = ("trials", "--mission", BOX, "--trial", "acceleration", "--figures", "none", "-o", str(tmp_path), "-q")
    found = document(capsys, *words)
    written = json.loads((tmp_path / "trials.json").read_text(encoding="utf-8"))
    assert {key: found[key] for key in written} == written


@pytest.mark.parametrize("quiet", [(), ("-q",)], ids=["", "-q"])
def test_a_refused_manoeuvre_is_a_line_on_standard_error(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, quiet: tuple[str, ...]
) -> None:
    """Also where it makes no failure, as one that was done stands beside it; not with -q then."""
    words = (
        "trials",
        "cybership2",
        "--approach",
        "1",
        "--trial",
        "turning_circle",
        "--figures",
        "none",
        "-o",
        str(tmp_path),
        *quiet,
    )
    begin = "cybership2: turning_circle: refused: the approach is not s"
    code, _, err = usim(capsys, *words)
    # on a machine with an empty cache it also says that it compiles
    said = [line for line in err.splitlines() if not line.startswith("compil")]
    assert (code, len(said)) == (1, 1) and said[0].startswith(begin)
    code, out, err = usim(capsys, *words, "--json")
    assert (code, err.count(begin)) == (1, 1) and "turning_circle" in json.loads(out)["subjects"][0]["failed"]
    code, out, err = usim(capsys, *words, "--trial", "acceleration", "--json")
    assert (code, err.count(begin)) == (0, 0 if quiet else 1) and "acceleration" in json.loads(out)["subjects"][0][
        "trials"
    ]


def test_a_scope_prints_objects(capsys: pytest.CaptureFixture[str], moosdb: MoosDb) -> None:
    """A line a message, whole: long texts, bytes and what JSON has no number for, too."""
    client = connect(port=moosdb.port, name="poster")
    long = "x" * 500
    for name, value in (("A", 1.5), ("B", long), ("C", b"\x00\xff"), ("D", float("inf"))):
        client.notify(name, value)
    assert wait_for(lambda: {"A", "B", "C", "D"} <= set(moosdb.variables))
    code, out, _ = usim(
        capsys, "scope", "--port", str(moosdb.port), "--host", "127.0.0.1", "A", "B", "C", "D", "--once", "--json"
    )
    client.close()
    found = {row["variable"]: row for row in map(json.loads, out.splitlines())}
    assert code == 0
    assert {name: row["value"] for name, row in found.items()} == {"A": 1.5, "B": long, "C": "AP8=", "D": "inf"}
    assert {row["source"] for row in found.values()} == {"poster"}


def test_appcasts_are_a_list(capsys: pytest.CaptureFixture[str], moosdb: MoosDb) -> None:
    """Counts and texts of warnings apart; a list that goes on cannot be one document."""
    client = connect(port=moosdb.port, name="poster")
    cast = "proc=pTest!@#iter=7!@#node=alpha!@#messages=all well!@#run_warning_total=1!@#run_warnings=1:too slow"
    done = threading.Event()

    def post() -> None:
        while not done.wait(0.1):
            client.notify("APPCAST", cast)

    thread = threading.Thread(target=post)
    thread.start()
    try:
        code, out, _ = usim(capsys, "appcast", "--port", str(moosdb.port), "--once", "--json")
    finally:
        done.set()
        thread.join()
        client.close()
    (found,) = json.loads(out)
    assert (code, found["app"], found["iteration"]) == (0, "pTest", 7)
    assert found["run_warnings"] == [{"count": 1, "text": "too slow"}]
    assert usim(capsys, "appcast", "--json")[0] == 2
    assert "With --once: print only JSON" in usim(capsys, "appcast", "--help")[1]


def test_a_sweep_prints_what_came_of_it(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """Shares and files of the whole; runs that did not pass fail it, and say how they are repeated."""
    pytest.importorskip("pyarrow")
    words = ("sweep", BOX, "--vary", "turn_rate=grid(20,40)", "--duration", "20", "-o", str(tmp_path), "--no-figure")
    found = document(capsys, *words, "--workers", "1", "--require", "NAV_X > 1000", code=1)
    rows = json.loads((tmp_path / "runs.json").read_text(encoding="utf-8"))
    assert (found["runs"], found["share_passed"]) == (len(rows), 0.0)
    assert found["status"] == {"ok": 2} and found["varied"] == ["turn_rate"]
    assert all((tmp_path / name).is_file() for name in found["files"])
    assert "usim run" in found["replays"]["0"] and len(found["failures"]) == 1


TALKER = """from usimmarine_py import App, Parameter

print("loaded")

class Talker(App):
    parameters = (Parameter("gain", "number", "1", "Of nothing."),)
    def iterate(self):
        print("tick")
        self.post("DESIRED_THRUST", 50)
"""


@pytest.mark.parametrize(
    "words",
    [
        ("check", "m.moos"),
        ("run", "m.moos", "--duration", "3", "-o", "out"),
        ("sweep", "m.moos", *("--vary", "Talker.gain=grid(1,2)", "--duration", "3", "-o", "out", "--workers", "1")),
        ("sweep", "m.moos", *("--vary", "Talker.gain=grid(1,2)", "--duration", "3", "-o", "out", "--workers", "2")),
        ("trials", "--mission", "m.moos", *("--trial", "acceleration", "--figures", "none", "-o", "out")),
    ],
    ids=lambda words: f"{words[0]} {words[-1]}",
)
def test_what_an_application_prints_stays_out_of_it(
    words: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    """While it is loaded and while it plays, in this process and in workers; it is not lost."""
    if words[0] == "sweep":
        pytest.importorskip("pyarrow")
    monkeypatch.chdir(tmp_path)
    Path("talker.py").write_text(TALKER)
    Path("m.moos").write_text(HEAD + VEHICLE % "" + "ProcessConfig = Talker\n{\n  AppTick = 4\n}\n")
    assert entry([*words, "--app", "talker.py", "--json"]) == 0
    found = capfd.readouterr()
    json.loads(found.out)
    assert "loaded\n" in found.err and ("tick\n" in found.err) == (words[0] != "check")
