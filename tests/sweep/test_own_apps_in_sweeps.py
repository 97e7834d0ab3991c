"""Applications of one's own in sweeps: by name, in workers, with keys that vary; a changed file is another sweep."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.missions import HEAD, VEHICLE
from usimmarine_py import App, run_mission
from usimmarine_py.errors import ConfigError
from usimmarine_py.sweep.run import run_seed
from usimmarine_py.sweep.sweep import sweep

APP = """from usimmarine_py import App, Parameter

class Wander(App):
    parameters = (Parameter("rudder", "number", "5", "Largest.", minimum=0),)
    def iterate(self):
        if self.config["rudder"] > 90:
            raise ValueError("too much")
        self.post("DESIRED_THRUST", 50)
        self.post("DESIRED_RUDDER", self.config["rudder"] * self.random.random())
"""
BLOCK = "ProcessConfig = Wander\n{\n  AppTick = 4\n}\n"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "wander.py").write_text(APP)
    (tmp_path / "m.moos").write_text(HEAD + VEHICLE % "" + BLOCK)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_each_run_is_that_of_run_mission_in_any_number_of_workers(folder: Path) -> None:
    given = {"vary": ["Wander.rudder=uniform(0,20)"], "runs": 6, "duration": 20.0, "apps": ["wander.py:Wander"]}
    two = sweep("m.moos", output=folder / "two", workers=2, **given)  # type: ignore[arg-type]
    one = sweep("m.moos", output=folder / "one", workers=1, **given)  # type: ignore[arg-type]
    assert two.rows == one.rows
    assert len({row["log_sha256"] for row in one.rows}) == 6
    row = one.rows[3]
    # the value as a line of the file
    text = (HEAD + VEHICLE % "" + BLOCK).replace("AppTick = 4\n", f"AppTick = 4\n rudder = {row['Wander.rudder']!r}\n")
    (folder / "again.moos").write_text(text)
    log = run_mission("again.moos", duration=20.0, seed=run_seed(0, 3), apps=["wander.py"])
    assert (row["end_x"], row["end_y"]) == (log.track["x"][-1], log.track["y"][-1])
    assert 0.0 < log["DESIRED_RUDDER"].values.max() <= row["Wander.rudder"]


def test_a_run_whose_application_fails_is_a_row_that_says_so(folder: Path) -> None:
    rows = sweep(
        "m.moos", output=folder / "out", vary=["Wander.rudder=grid(5,95)"], duration=5.0, workers=1, apps=["wander.py"]
    ).rows
    assert [row["status"] for row in rows] == ["ok", "failed"]
    assert rows[1]["error"] == "Wander: Wander.iterate failed: ValueError: too much (wander.py:7)"


def test_a_changed_application_is_another_sweep(folder: Path) -> None:
    given = {"vary": ["Wander.rudder=uniform(0,20)"], "runs": 2, "duration": 2.0, "workers": 1, "apps": ["wander.py"]}
    sweep("m.moos", output=folder / "out", **given)  # type: ignore[arg-type]
    assert sweep("m.moos", output=folder / "out", **given).done_before == 2  # type: ignore[arg-type]
    (folder / "wander.py").write_text(APP + "\n")
    with pytest.raises(ConfigError, match="holds another sweep"):
        sweep("m.moos", output=folder / "out", **given)  # type: ignore[arg-type]


def test_what_cannot_be(folder: Path) -> None:
    class Local(App):
        pass

    for apps, vary, reason in (
        (["wander.py"], "Wander.ruder=uniform(0,1)", "unknown key of Wander; did you mean rudder"),
        ([], "Wander.rudder=uniform(0,1)", "is not played in a lock-step run"),
        ([Local], "turn_rate=uniform(1,2)", "Local: a worker cannot find it"),
        ([Local()], "turn_rate=uniform(1,2)", "Local: is an instance"),
        (["gone.py"], "turn_rate=uniform(1,2)", "gone.py: no such file"),
    ):
        with pytest.raises(ConfigError, match=reason):
            sweep("m.moos", output=folder / "out", vary=[vary], runs=2, duration=2.0, apps=apps)
