"""Own behaviours from files: given, beside the mission, installed; errors name file and line."""

from __future__ import annotations

import subprocess
import sys
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

from tests.support.processes import call, environment, free_port
from usimmarine_py import run_mission
from usimmarine_py.apps.own.behaviors import file_name, kind_finder
from usimmarine_py.cli.usim import entry
from usimmarine_py.errors import ConfigError
from usimmarine_py.launch.plan import plan_community

MISSION = """
ServerPort = {port}
Community = abe
LatOrigin = 43.8
LongOrigin = -70.3
ProcessConfig = usimmarine
{{
  prefix = NAV
  turn_rate = 40
  thrust_map = 100:5
  yaw_pid_kp = 1
  speed_factor = 20
  depth_control = false
}}
ProcessConfig = pHelmIvP
{{
  AppTick = 4
  behaviors = m.bhv
  start_in_drive = true
  domain = course:0:359:360
  domain = speed:0:4:41
}}
"""
BEHAVIORS = """
Behavior = BHV_KeepCourse
{
  name = keep
  course = 75
}
Behavior = BHV_ConstantSpeed
{
  name = speed
  duration = no-time-limit
  speed = 2
}
"""
OWN = """\
from usimmarine_py.helm import Behavior, Peak, heading_peak
from usimmarine_py.helm.parameters import number


class KeepCourse(Behavior):
    \"\"\"Keeps a course.\"\"\"

    course: float = number(0.0, minimum=0.0, maximum=359.0, unit="deg", what="The course.")

    def on_run(self):
        return heading_peak(self.axis("course"), Peak(self.course, 10.0, 170.0, 25.0))
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", list(sys.path))
    (tmp_path / "m.moos").write_text(MISSION.format(port=free_port()))
    (tmp_path / "m.bhv").write_text(BEHAVIORS)
    return tmp_path


def heading(**options: object) -> float:
    log = run_mission("m.moos", duration=30.0, **options)  # type: ignore[arg-type]
    return float(log["NAV_HEADING"].values[-1])


def test_names_of_files() -> None:
    assert file_name("BHV_HoldBearing") == "hold_bearing.py"
    assert file_name("BHV_CPAWatch2") == "cpa_watch2.py"
    assert file_name("BHV_weave") == "weave.py"


def test_a_file_beside_the_mission_needs_no_option(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (folder / "keep_course.py").write_text(OWN)
    assert heading() == pytest.approx(75.0, abs=0.5)
    (folder / "elsewhere").mkdir()
    monkeypatch.chdir(folder / "elsewhere")
    assert float(run_mission("../m.moos", duration=30.0)["NAV_HEADING"].values[-1]) == pytest.approx(75.0, abs=0.5)


def test_a_file_that_is_given(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "mine").mkdir()
    (folder / "mine" / "own_one.py").write_text(OWN)
    assert heading(behaviors=["mine/own_one.py"]) == pytest.approx(75.0, abs=0.5)
    options = ["--behaviors", "mine/own_one.py"]
    assert entry(["run", "m.moos", "--duration", "30", "-q", *options, "--require", "abs(NAV_HEADING - 75) < 1"]) == 0
    capsys.readouterr()
    assert "own_one.py, SHA-256" in (folder / "m_run" / "m.alog").read_text()
    # both complete: the run has an end
    text = BEHAVIORS.replace("duration = no-time-limit", "duration = 20").replace(
        "name = keep", "name = keep\n duration = 20"
    )
    (folder / "m.bhv").write_text(text)
    expected = ["--within", "60", "--expect", "abs(NAV_HEADING - 75) < 1", "--jobs", "1"]
    assert entry(["grade", "m.moos", *options, *expected]) == 0
    assert entry(["grade", "m.moos", *expected]) == 1
    # a kind that is not there may be one of C++: the error says how such a mission is graded
    assert "m.bhv:2: no behaviour BHV_KeepCourse in the helm of usim run; " in capsys.readouterr().out


def test_classes_of_a_test(folder: Path) -> None:
    from usimmarine_py.helm import Behavior, Peak, heading_peak

    class KeepCourse(Behavior):
        course = 0.0

        def on_other(self, key: str, text: str) -> bool:
            self.course = float(text)
            return key == "course"

        def on_run(self):  # type: ignore[no-untyped-def]
            return heading_peak(self.axis("course"), Peak(self.course, 10.0, 170.0, 25.0))

    assert heading(behaviors=[KeepCourse]) == pytest.approx(75.0, abs=0.5)


def test_an_entry_point(folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "installed_one.py").write_text(OWN)
    monkeypatch.syspath_prepend(folder)
    point = EntryPoint("BHV_KeepCourse", "installed_one:KeepCourse", "usimmarine_py.behaviors")
    monkeypatch.setattr("importlib.metadata.entry_points", lambda group: [point] if group == point.group else [])
    assert heading() == pytest.approx(75.0, abs=0.5)
    assert entry(["behaviors"]) == 0
    assert "BHV_KeepCourse" in capsys.readouterr().out
    broken = EntryPoint("BHV_KeepCourse", "no_such_module_at_all:KeepCourse", "usimmarine_py.behaviors")
    monkeypatch.setattr("importlib.metadata.entry_points", lambda group: [broken])
    with pytest.raises(ConfigError, match=r"m\.bhv:2: .*plug-in no_such_module_at_all:KeepCourse cannot be loaded"):
        heading()


@pytest.mark.parametrize(
    "before, after, problem",
    [
        ("def on_run(self):", "def on_run(self:", r"m\.bhv:2: .*keep_course\.py: .*SyntaxError.*keep_course\.py:10"),
        ("import number", "import nmber", r"m\.bhv:2: .*ImportError.*keep_course\.py:2"),
        ("class KeepCourse", "class KepCourse", r"m\.bhv:2: .*keep_course\.py: has no BHV_KeepCourse; there is"),
        ("class KeepCourse(Behavior)", "class KeepCourse", r"m\.bhv:2: .*no class in it derives from"),
        ("def on_run", "def on_create(self): self.x\n    def on_run", r"bhv:2: .*AttributeError.*course\.py:10"),
        ("def on_run", "def on_configured(self): 1/0\n    def on_run", r"bhv:2: .*ZeroDivision.*course\.py:10"),
        ("maximum=359.0", "maximum=70.0", r"m\.bhv:5: .*course = 75 \(must be at most 70 deg"),
        ("course:", "corse:", r"m\.bhv:5: .*unknown parameter; did you mean corse"),
    ],
)  # fmt: skip
def test_errors_at_the_start(before: str, after: str, problem: str, folder: Path) -> None:
    (folder / "keep_course.py").write_text(OWN.replace(before, after))
    with pytest.raises(ConfigError, match=problem):
        heading()


def test_an_unknown_kind_names_the_nearest_own_one(folder: Path) -> None:
    (folder / "keep_course.py").write_text(OWN)
    text = (folder / "m.bhv").read_text()
    (folder / "m.bhv").write_text(text.replace("BHV_KeepCourse", "BHV_KeepCurse"))
    with pytest.raises(ConfigError, match=r"m\.bhv:2: .*did you mean BHV_KeepCourse\?"):
        heading()
    (folder / "m.bhv").write_text(text.replace("BHV_ConstantSpeed", "BHV_ConstSpeed"))
    with pytest.raises(ConfigError, match=r"m\.bhv:7: .*did you mean BHV_ConstantSpeed\?"):
        heading()


def test_a_default_outside_its_own_limits_is_refused(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "keep_course.py").write_text(OWN.replace("minimum=0.0", "minimum=1.0"))
    words = "the default 0.0 of course is outside its own limits: it must be at least 1"
    with pytest.raises(ConfigError, match=words):
        heading()
    assert entry(["behaviors", "keep_course.py"]) == 2
    assert words in capsys.readouterr().err


@pytest.mark.parametrize(
    "line, reason",
    [
        ("self.no_such_thing()", "AttributeError: .* (keep_course.py:12)"),
        ("return 7", "TypeError: on_run returned 7, which is no function of helm.functions"),
        ("return 1 / 0", "ZeroDivisionError: division by zero (keep_course.py:12)"),
    ],
)
def test_errors_under_way_stop_the_vehicle_and_end_the_run(
    line: str, reason: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    own = OWN.replace(
        "    def on_run(self):\n", f"    def on_run(self):\n        if self.now > 1010.0:\n            {line}\n"
    )
    (folder / "keep_course.py").write_text(own)
    assert entry(["run", "m.moos", "-q"]) == 1
    err = capsys.readouterr().err
    assert "Traceback" not in err
    for part in reason.split(" .* "):
        assert part in err, err
    log = (folder / "m_run" / "m.alog").read_text()
    assert "BehaviorError" in log


def test_what_is_given_and_is_none(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "stock.py").write_text(OWN.replace("class KeepCourse", "class Waypoint"))
    for place, problem in {
        "absent.py": "absent.py: no such file",
        "stock.py": "BHV_Waypoint is a kind of the helm already",
    }.items():
        assert entry(["run", "m.moos", "--behaviors", place]) == 2
        assert problem in capsys.readouterr().err
        assert entry(["behaviors", place]) == 2
    assert kind_finder()("BHV_KeepCourse") is None


def test_launch_hands_them_to_the_helm(folder: Path) -> None:
    (folder / "own_two.py").write_text(OWN)
    antler = "ProcessConfig = ANTLER\n{\n  Run = MOOSDB\n  Run = pHelmIvP\n}\n"
    (folder / "m.moos").write_text((folder / "m.moos").read_text() + antler)
    database, helm = plan_community(Path("m.moos"), (), (), "theirs", ["own_two.py"]).children
    assert helm.arguments == (f"--behaviors={folder / 'own_two.py'}",)
    assert helm.program.ours and database.arguments == ()


def test_live_it_says_what_is_wrong(folder: Path) -> None:
    command = call("m.moos", "pHelmIvP", "--behaviors=absent.py", program="usim_helm")
    done = subprocess.run(command, env=environment(), capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (2, "usim_helm: absent.py: no such file\n")
