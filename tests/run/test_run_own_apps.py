"""Applications of one's own in lock-step runs: what they hear and post, and that the quick way is the long way."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
import pytest

from tests.support.missions import mission, program
from tests.support.runs import execute
from tests.support.steered import BOX, vehicle
from usimmarine_py import App, Message, Parameter, run_mission
from usimmarine_py.errors import AppError, ConfigError
from usimmarine_py.run.header import header
from usimmarine_py.run.plan import plan_run

KINEMATIC = vehicle(10, "thrust_map = 20:1, 100:5", "turn_rate = 40")
ODIN = vehicle(10, "dynamics = fossen6", "vehicle = odin", "variant = hilsim")


class Heading(App):
    """PD on the heading; once, in text, who is in control."""

    app_tick = 10.0
    subscriptions = ("NAV_HEADING", "DESIRED_HEADING")
    parameters = (
        Parameter("kp", "number", "1.5", "Rudder per degree of error.", unit="%/deg", minimum=0.0),
        Parameter("kd", "number", "1", "Rudder per degree and second.", unit="%s/deg", minimum=0.0),
        Parameter("thrust", "number", "40", "Thrust.", unit="%", minimum=0.0, maximum=100.0),
    )

    def on_start(self) -> None:
        self.post("MOOS_MANUAL_OVERRIDE", False)
        self.before: float | None = None

    def iterate(self) -> None:
        if "NAV_HEADING" not in self.latest:
            return
        error = wrapped(self.latest.get("DESIRED_HEADING", 90.0) - self.latest["NAV_HEADING"])
        slope = 0.0 if self.before is None or self.dt == 0.0 else wrapped(error - self.before) / self.dt
        self.before = error
        rudder = self.config["kp"] * error + self.config["kd"] * slope
        self.post("DESIRED_RUDDER", max(-100.0, min(100.0, rudder)))
        self.post("DESIRED_THRUST", self.config["thrust"])


def wrapped(angle: float) -> float:
    return (angle + 180.0) % 360.0 - 180.0


class Odd(App):
    """Everything out of the ordinary: patterns, intervals, texts, its own mail, odd numbers, random ones, events."""

    app_tick = 7.0
    subscriptions = ("NAV_X", "NAV_Y", "ODD_COUNT", "DRIFT_VECTOR_ADD", "GUIDANCE_EVENT")

    def on_start(self) -> None:
        self.count = 0
        self.heard: list[str] = []
        self.register("NAV_SPEED")

    def on_mail(self, mail: Sequence[Message]) -> None:
        self.count += len(mail)
        self.heard += [repr((self.now, m)) for m in mail]
        if any(m.variable == "DRIFT_VECTOR_ADD" for m in mail):
            self.post("ODD_DRIFT", self.latest["DRIFT_VECTOR_ADD"])

    def iterate(self) -> None:
        self.post("ODD_COUNT", self.count)
        self.post("ODD_DT", self.dt)
        if self.elapsed % 3.0 < 1.0:
            self.post("ODD_RANDOM", self.random.normal())
            self.post("ODD_RANDOM", np.float64(self.random.random()))
        if 10.0 < self.elapsed < 12.0:
            self.post("ODD_COUNT", "a text")
            self.post("ODD_NAN", float("nan"))
            self.event(f"at {self.elapsed:.3f}")
        if self.elapsed > 20.0:
            self.post("ODD_TEXT", f"{self.elapsed:.1f}")

    def report(self) -> str:
        return f"{self.count} {self.elapsed} {sorted(self.latest.items())} {self.heard}"


def test_it_steers() -> None:
    log = run_mission(mission(KINEMATIC + program("Heading", "kp = 2")), duration=60.0, apps=[Heading])
    assert log.summary.config_warnings == []
    assert log.track["heading"][-1] == pytest.approx(90.0, abs=0.5)
    assert log["DESIRED_THRUST"].values[-1] == 40.0
    assert log.texts["MOOS_MANUAL_OVERRIDE"].values == ("false",)
    # a note, since it goes with its default as long as nobody posts one
    assert log.summary.notes == ["Heading reads DESIRED_HEADING, which was never posted"]


def test_what_it_hears_is_what_was_posted() -> None:
    class Ear(App):
        app_tick = 10.0
        subscriptions = ("NAV_X",)

        def on_start(self) -> None:
            self.heard: list[tuple[float, float]] = []

        def on_mail(self, mail: Sequence[Message]) -> None:
            self.heard += [(m.time - 1000.0, float(m.value)) for m in mail if m.source == "usimmarine"]

    ear = Ear()
    log = run_mission(mission(BOX), duration=30.0, apps=[ear])
    posted = log["NAV_X"]
    count = len(ear.heard)
    assert count >= len(posted.times) - 1
    assert ear.heard == list(zip(posted.times[:count], posted.values[:count], strict=True))
    with pytest.raises(ConfigError, match="has played before"):
        run_mission(mission(BOX), duration=1.0, apps=[ear])


def test_equal_seeds_give_equal_numbers_and_other_names_other_ones() -> None:
    class Dice(App):
        def iterate(self) -> None:
            self.post(f"DICE_{self.alias}", self.random.random())

    def thrown(seed: int) -> list[list[float]]:
        log = run_mission(mission(KINEMATIC), duration=2.0, seed=seed, apps=[named("a", Dice), named("b", Dice)])
        return [log[name].values.tolist() for name in ("DICE_a", "DICE_b")]

    first = thrown(1)
    assert first == thrown(1)
    assert first[0] != first[1]
    assert first != thrown(2)
    assert first[0] == np.random.default_rng([1, *b"a"]).random(len(first[0])).tolist()


def named(name: str, cls: type[App]) -> Callable[[], App]:
    """A class of another usual name."""
    return type(name, (cls,), {"__module__": __name__})


def test_its_block(tmp_path: Path) -> None:
    text = KINEMATIC + program(
        "Heading", "AppTick = 2", "KP = 0.5", "thurst = 3", "thrust = 30", "thrust = 50", "AppTik = 3", "odd line"
    )
    log = run_mission(mission(text), duration=4.0, apps=[Heading])
    assert log["DESIRED_THRUST"].values[0] == 30.0
    assert np.diff(log["DESIRED_THRUST"].times) == pytest.approx(0.5)
    line = text.splitlines().index("  thurst = 3") + 1
    warnings = log.summary.config_warnings
    assert [w.partition(": ")[2] for w in warnings] == [
        "thurst: unknown key of Heading: without effect; did you mean thrust?",
        "thrust: given before in line 16, which counts; 50 is not used",
        "AppTik: unknown key of Heading: without effect; did you mean AppTick?",
        "'odd line' has no '='; MOOS drops it",
    ]
    assert warnings[0].startswith(f"test.moos:{line}:")
    for wrong, reason in (
        ("kp = fast", "must be a finite number, found 'fast'"),
        ("thrust = 101", "must be at most 100"),
    ):
        with pytest.raises(ConfigError, match=reason) as raised:
            run_mission(mission(KINEMATIC + program("Heading", wrong)), duration=4.0, apps=[Heading])
        assert raised.value.line == KINEMATIC.count("\n") + 3
        assert raised.value.exit_code == 2


@pytest.mark.parametrize("method", ["on_start", "on_mail", "iterate", "report"])
def test_a_method_that_raises(method: str) -> None:
    class Broken(App):
        app_tick = 10.0
        subscriptions = ("NAV_X",)

        def iterate(self) -> None:
            self.post("LAST", self.elapsed)

    def fail(self: App, *mail: object) -> None:
        if method in ("on_start", "report") or self.elapsed > 20.0:
            {}["gone"]

    setattr(Broken, method, fail)
    plan = plan_run(mission(BOX), duration=60.0, seed=1, apps=[Broken])
    with pytest.raises(AppError) as raised:
        execute(plan)
    line = fail.__code__.co_firstlineno + 2
    assert str(raised.value) == f"Broken: Broken.{method} failed: KeyError: 'gone' (test_run_own_apps.py:{line})"
    assert isinstance(raised.value.__cause__, KeyError)
    assert raised.value.exit_code == 1
    # everything up to there was posted
    if method in ("on_mail", "iterate"):
        assert plan.clock.now() == pytest.approx(1020.1)


def test_it_may_end_the_run() -> None:
    class Ender(App):
        ends = True

        def iterate(self) -> None:
            if self.elapsed >= 7.0:
                self.finish()

    log = run_mission(mission(BOX), apps=[Ender])
    assert (log.summary.ended, log.summary.time) == ("Ender", pytest.approx(7.0))

    class Unable(App):
        def iterate(self) -> None:
            self.finish()

    with pytest.raises(AppError, match=r"Unable.iterate failed: .*needs ends = True"):
        run_mission(mission(BOX), apps=[Unable])


def test_names() -> None:
    antler = program(
        "ANTLER", "Run = MOOSDB", "Run = test_run_own_apps.py @ NewConsole=false ~ port", "Run = Odd @ ~ stbd"
    )
    log = run_mission(mission(antler + BOX), duration=2.0, apps=[Odd])
    assert {app for app in log.summary.ticks if app in ("port", "stbd", "Odd")} == {"port", "stbd"}
    assert [name for name in log.texts if name.endswith(("PORT_STATUS", "STBD_STATUS"))] != []
    # in the place of what else would play the block
    log = run_mission(
        mission(KINEMATIC + program("pMarinePIDV22", "kp = 2")), duration=60.0, apps=["pMarinePIDV22=" + PLACE]
    )
    assert log.track["heading"][-1] == pytest.approx(90.0, abs=0.5)
    assert log.summary.config_warnings == []
    for wrong, reason in (
        ([Odd, Odd], "two applications of this name"),
        (["usimmarine=" + PLACE], "is the name of the simulator"),
        (["=" + PLACE], "no name before the ="),
    ):
        with pytest.raises(ConfigError, match=reason):
            run_mission(mission(BOX), duration=2.0, apps=wrong)  # type: ignore[arg-type]
    log = run_mission(mission(KINEMATIC), duration=2.0, apps=["steers=" + PLACE])
    assert log.summary.config_warnings == [
        "steers: no block ProcessConfig = steers; blocks present: usimmarine; Heading plays with defaults"
    ]


PLACE = f"{__file__}:Heading"


def test_commands_that_nobody_reads_are_told_of() -> None:
    class Typo(App):
        subscriptions = ("NAV_HEDING",)

        def iterate(self) -> None:
            self.post("DESIRED_RUDER", 3.0)

    summary = run_mission(mission(BOX), duration=3.0, apps=[Typo]).summary
    assert any("DESIRED_RUDER from Typo" in text for text in summary.run_warnings)
    assert "Typo reads NAV_HEDING, which was never posted; did you mean NAV_HEADING?" in summary.notes


def test_the_header_of_a_log_names_it() -> None:
    plan = plan_run(mission(BOX), duration=3.0, apps=[Odd])
    lines = "\n".join(header(plan, plan.communities[0]))
    assert "application Odd is Odd of test_run_own_apps.py" in lines
    assert "file test_run_own_apps.py, SHA-256 " in lines
    pickle.dumps(Odd)
