"""Applications of one's own in trials: the order passes through them, and its way is that of the vehicle alone."""

from __future__ import annotations

import json
import threading
from pathlib import Path

import pytest

from tests.support.missions import HEAD, VEHICLE
from usimmarine_py import App, Parameter
from usimmarine_py.cli.usim import entry
from usimmarine_py.errors import AppError
from usimmarine_py.mission import parse_mission
from usimmarine_py.trials.own import with_apps
from usimmarine_py.trials.subject import Subject, mission_subject, vehicle_subject
from usimmarine_py.trials.trials import TrialReport, run_trials


class Passes(App):
    """Hands the order on as it is."""

    app_tick = 20.0
    subscriptions = ("TRIAL_THRUST", "TRIAL_RUDDER")

    def iterate(self) -> None:
        self.post("DESIRED_THRUST", self.latest["TRIAL_THRUST"])
        self.post("DESIRED_RUDDER", self.latest["TRIAL_RUDDER"])


class Damper(App):
    """Takes rudder off while the vehicle turns."""

    app_tick = 20.0
    subscriptions = ("TRIAL_RUDDER", "NAV_YAW_RATE")
    parameters = (Parameter("gain", "number", "200", "Rudder per turn rate.", unit="% s/rad", minimum=0),)

    def iterate(self) -> None:
        self.post("DESIRED_RUDDER", self.latest["TRIAL_RUDDER"] + self.config["gain"] * self.latest["NAV_YAW_RATE"])


def tried(subject: Subject, *names: str) -> TrialReport:
    return run_trials([subject], names=names)


def test_who_hands_the_order_on_changes_nothing_but_by_a_tick() -> None:
    plain = vehicle_subject("cybership2", engine="python", step=0.05)
    same, notes = with_apps(plain, [Passes])
    bare, steered = (tried(one, "turning_circle").results[0].trials["turning_circle"].metrics for one in (plain, same))
    # an order waits for the next tick, 0.05 s at most, in which the model goes some centimetres
    assert steered["steady_radius"] == pytest.approx(bare["steady_radius"], rel=1e-9)
    assert steered["advance"] == pytest.approx(bare["advance"], abs=0.05 * bare["u_approach"])
    assert steered["advance"] >= bare["advance"]
    assert list(notes.texts) == []
    assert same.label == "cybership2 with Passes"


def test_a_damper_damps_more_with_more_gain() -> None:
    mission = parse_mission("ProcessConfig = strong\n{\n AppTick = 10\n gain = 400\n}\n", "m.moos")
    plain = vehicle_subject("odin:hilsim", engine="python", step=0.05)
    found = []
    for subject in (plain, with_apps(plain, [Damper])[0], with_apps(plain, [f"strong={__file__}:Damper"], mission)[0]):
        found.append(tried(subject, "zigzag_10_10").results[0].trials["zigzag_10_10"].metrics["second_overshoot_deg"])
    assert found[0] > 1.5 * found[1] > 1.5 * found[2]
    # a trial leaves nothing behind for the next
    assert (
        tried(with_apps(plain, [Damper])[0], "zigzag_10_10").as_json()
        == tried(with_apps(plain, [Damper])[0], "zigzag_10_10").as_json()
    )


def test_what_no_trial_posts_or_takes_is_told_of() -> None:
    class Odd(App):
        subscriptions = ("NAV_PITCH",)

        def iterate(self) -> None:
            self.post("DESIRED_ELEVATOR", 3.0)
            self.post("DESIRED_THRUST", "much")

    plain = vehicle_subject("cybership2", engine="python", step=0.05)
    subject, notes = with_apps(plain, [Odd])
    tried(subject, "acceleration")
    assert [text.partition(", which")[0].partition("; a trial")[0] for text in notes.texts] == [
        "Odd reads NAV_PITCH",
        "Odd posts DESIRED_ELEVATOR",
        "Odd posts the text much as DESIRED_THRUST",
    ]


def test_mistakes() -> None:
    class Broken(App):
        def iterate(self) -> None:
            raise ValueError("of mine")

    class Held(App):
        def on_start(self) -> None:
            self.lock = threading.Lock()

    plain = vehicle_subject("cybership2", engine="python", step=0.05)
    with pytest.raises(AppError, match=r"Broken\.iterate failed: ValueError: of mine"):
        tried(with_apps(plain, [Broken])[0], "acceleration")
    subject, _ = with_apps(plain, [Held])
    failed = tried(subject, "acceleration").results[0].failed["acceleration"]
    assert "cannot be copied, which a trial needs: TypeError" in failed


def test_from_a_shell(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "alpha.moos"
    file.write_text(HEAD + VEHICLE % "" + "ProcessConfig = Damper\n{\n  gain = 50\n  gian = 3\n}\n")
    given = [f"--mission={file}", f"--app={__file__}:Damper", "--trial=turning_circle", "--figures=none"]
    assert entry(["trials", *given, f"--output={tmp_path / 'out'}"]) == 0
    out = capsys.readouterr().out
    line = file.read_text().splitlines().index("  gian = 3") + 1
    assert f"alpha with Damper: {file}:{line}: gian: unknown key of Damper: without effect; did you mean gain?" in out
    found = json.loads((tmp_path / "out" / "trials.json").read_text())["subjects"]
    assert [one["name"] for one in found] == ["alpha", "alpha with Damper"]
    assert found[1]["apps"] == {"Damper": "Damper of test_own_apps_in_trials.py"}
    radii = [one["trials"]["turning_circle"]["metrics"]["steady_radius"] for one in found]
    assert radii[1] > 1.2 * radii[0]
    assert mission_subject(str(file)).label == "alpha"
