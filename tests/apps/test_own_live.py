"""An application of one's own live, against the built-in MOOSDB: what does not hang on time is as in lock step."""

from __future__ import annotations

import signal
import time
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.support.processes import free_port, run, running
from usimmarine_py import App, Message, Parameter, connect, run_mission
from usimmarine_py.cli.usim import entry
from usimmarine_py.moos.db import MoosDb
from usimmarine_py.moos.testing import collect, wait_for

NUMBERS = [0.5 * k * (-1.0) ** k + 0.1 for k in range(1, 61)]
MISSION = """
ServerHost = localhost
ServerPort = {port}
Community = alpha
MOOSTimeWarp = {warp:g}
ProcessConfig = usimmarine
{{
  AppTick = 20
  prefix = NAV
  start_pos = x=0, y=0, heading=0, speed=0
  thrust_map = 20:1, 100:5
  turn_rate = 40
  seed = 7
}}
ProcessConfig = smooth
{{
  AppTick = 20
  share = 0.25
}}
ProcessConfig = Heading
{{
  AppTick = 10
}}
ProcessConfig = uTimerScript
{{
  {events}
}}
"""


class Filter(App):
    """A low-pass filter with noise: what it posts hangs on the order of the numbers alone, not on their times."""

    subscriptions = ("NUMBER", "MODE")
    parameters = (Parameter("share", "number", "1", "Of what is new.", minimum=0, maximum=1),)

    def on_start(self) -> None:
        self.value = 0.0
        self.post("FILTER_READY", True)

    def on_mail(self, mail: Sequence[Message]) -> None:
        for message in mail:
            if message.variable == "NUMBER":
                self.value += self.config["share"] * (float(message.value) - self.value)
                self.post("FILTERED", self.value + 0.01 * self.random.normal())
            else:
                self.post("FILTER_MODE", f"{self.alias} heard {message.value!s}")

    def report(self) -> str:
        return f"value {self.value:.3f}"


class Heading(App):
    """P control of the heading."""

    subscriptions = ("NAV_HEADING",)

    def iterate(self) -> None:
        if "NAV_HEADING" in self.latest:
            self.post("DESIRED_RUDDER", law(self.latest["NAV_HEADING"]))
            self.post("DESIRED_THRUST", 40)


class Broken(App):
    """Raises after a while."""

    def iterate(self) -> None:
        if self.elapsed > 1.0:
            raise RuntimeError("of mine")


def law(heading: float) -> float:
    return max(-50.0, min(50.0, 1.5 * ((120.0 - heading + 180.0) % 360.0 - 180.0)))


def mission_file(folder: Path, port: int, warp: float, events: Sequence[str] = ()) -> str:
    path = folder / "m.moos"
    path.write_text(MISSION.format(port=port, warp=warp, events="\n  ".join(events or ["event = quit, time=3"])))
    return str(path)


def app(name: str) -> str:
    return f"{__file__}:{name}"


def test_it_posts_live_what_it_posts_in_lock_step(tmp_path: Path) -> None:
    events = [f"event = var=NUMBER, val={value!r}, time={1 + 0.1 * k:.1f}" for k, value in enumerate(NUMBERS)]
    events += ['event = var=MODE, val="on", time=8', "event = quit, time=10"]
    offline = run_mission(mission_file(tmp_path, 1, 5.0, events), apps=[f"smooth={app('Filter')}"])
    assert len(offline["FILTERED"].values) == len(NUMBERS)
    with MoosDb(warp=5.0) as db:
        file = mission_file(tmp_path, db.port, 5.0)
        client = connect(port=db.port, name="tester", warp=5.0)
        for name in ("FILTERED", "FILTER_MODE", "FILTER_READY", "SMOOTH_STATUS", "APPCAST"):
            client.register(name)
        with running("start", app("Filter"), file, "smooth", program="usim") as process:
            mail = collect(client, lambda found: any(m.variable == "FILTER_READY" for m in found))
            for value in NUMBERS:
                client.notify("NUMBER", value)
                time.sleep(0.005)
            client.notify("MODE", "on")
            mail += collect(client, lambda found: any(m.variable == "FILTER_MODE" for m in found))
            mail += collect(client, lambda found: any(m.variable == "SMOOTH_STATUS" for m in [*mail, *found]))
            process.send_signal(signal.SIGTERM)
            assert process.wait(60.0) == 0
        client.close()
    posted = {
        name: [m.value for m in mail if m.variable == name] for name in ("FILTERED", "FILTER_MODE", "FILTER_READY")
    }
    assert posted["FILTERED"] == offline["FILTERED"].values.tolist()
    assert posted["FILTER_MODE"] == list(offline.texts["FILTER_MODE"].values) == ["smooth heard on"]
    assert posted["FILTER_READY"] == list(offline.texts["FILTER_READY"].values) == ["true"]
    assert {m.source for m in mail} == {"smooth"}
    report = next(str(m.value) for m in mail if m.variable == "APPCAST")
    assert "proc=smooth" in report
    assert "value " in report


def test_it_steers_live_as_in_lock_step(tmp_path: Path) -> None:
    offline = run_mission(mission_file(tmp_path, 1, 10.0), duration=40.0, apps=[Heading])
    with MoosDb(warp=10.0) as db:
        file = mission_file(tmp_path, db.port, 10.0)
        client = connect(port=db.port, name="tester", warp=10.0)
        for name in ("NAV_HEADING", "DESIRED_RUDDER"):
            client.register(name)
        with running(file, "--comms=native"), running("start", app("Heading"), file, program="usim"):
            mail = collect(client, lambda found: steady([m for m in found if m.variable == "NAV_HEADING"]), 60.0)
        client.close()
    headings = [float(m.value) for m in mail if m.variable == "NAV_HEADING"]
    rudders = [float(m.value) for m in mail if m.variable == "DESIRED_RUDDER"]
    assert headings[-1] == pytest.approx(offline["NAV_HEADING"].values[-1], abs=0.1)
    for found, heard in ((rudders, headings), (offline["DESIRED_RUDDER"].values, offline["NAV_HEADING"].values)):
        # to the bit, the law of a heading that was posted
        assert set(found) <= {law(heading) for heading in heard}
        assert len(set(found)) > 5


def steady(found: Sequence[Message]) -> bool:
    return len(found) > 60 and abs(float(found[-1].value) - 120.0) < 0.05


def test_what_raises_ends_the_program_with_one_line(tmp_path: Path) -> None:
    with MoosDb(warp=10.0) as db:
        done = run("start", app("Broken"), mission_file(tmp_path, db.port, 10.0), "--for=20", program="usim")
        assert done.returncode == 1
        line = Path(__file__).read_text().split('raise RuntimeError("of mine")')[0].count("\n") + 1
        expected = f"Broken: Broken.iterate failed: RuntimeError: of mine (test_own_live.py:{line})"
        assert done.stderr.splitlines() == [expected]
        assert wait_for(lambda: "Broken" not in db.clients)


def test_command_lines(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    def told_by(*words: str) -> tuple[int, str, str]:
        code = entry(["start", *words])
        return code, *capsys.readouterr()

    file = mission_file(tmp_path, free_port(), 1.0)
    for words, code, told in (
        ((app("Filter"), "--example"), 0, "  share = 1"),
        ((app("Filter"), "--interface"), 0, "Reads:  NUMBER, MODE"),
        ((app("Filter"),), 0, "FILE.moos [ALIAS] [SWITCHES]"),
        ((app("Filtr"), file), 2, "did you mean Filter?"),
        ((app("Filter"), str(tmp_path / "gone.moos")), 2, "gone.moos"),
        ((app("Filter"), file, "--db"), 2, "an application brings no MOOSDB"),
        ((str(tmp_path / "gone.py"), file), 2, "gone.py: no such file"),
        (("no_such_module:Filter", file), 2, "there is no module no_such_module"),
        ((__file__, file), 2, "several applications: choose one of"),
        ((file, app("Filter")), 2, "the program comes first"),
        ((), 0, "Play one program of a community live"),
    ):
        found, out, err = told_by(*words)
        assert (found, told in out + err, err.count("\n") <= 3) == (code, True, True), (words, out, err)
    wrong = Path(file).read_text().replace("share = 0.25", "share = 2\n  shar = 3")
    Path(file).write_text(wrong)
    found, _, err = told_by(app("Filter"), file, "smooth")
    assert (found, err.count("\n")) == (2, 1)
    assert "share: must be at most 1, found 2" in err
    Path(file).write_text(wrong.replace("share = 2", "share = 1"))
    found, _, err = told_by(app("Filter"), file, "smooth", "--strict")
    assert found == 2
    assert "shar: unknown key of Filter: without effect; did you mean share?" in err
