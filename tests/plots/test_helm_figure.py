"""The figure of a run with a helm, and the objective functions at a time."""

from __future__ import annotations

from pathlib import Path

import pytest
from matplotlib.figure import Figure
from PIL import Image

from tests.support.helm_logs import helm_logs
from tests.support.missions import controls, craft, opening
from tests.support.paths import MISSIONS
from usimmarine_py.cli.usim import entry
from usimmarine_py.errors import ConfigError, NothingToDrawError
from usimmarine_py.logs.alog import AlogWriter
from usimmarine_py.logs.fleet.encounters import encounters
from usimmarine_py.logs.fleet.read import read_fleet
from usimmarine_py.logs.helm import HelmLog, has_helm, helm_log
from usimmarine_py.logs.motion import run_series
from usimmarine_py.logs.runs import read_run
from usimmarine_py.plots.fleet.met import encounters_figure
from usimmarine_py.plots.helm.figure import draw_timeline, helm_figure, phases_of
from usimmarine_py.plots.helm.functions import functions_figure
from usimmarine_py.plots.helm.helms import helms_figure
from usimmarine_py.plots.helm.replayed import Decisions, moment_at
from usimmarine_py.plots.paper import fitted
from usimmarine_py.plots.style import Look, looking, styled
from usimmarine_py.values import Message

MISSION = opening("alpha") + craft("start_pos = x=0, y=0, heading=0, speed=0") + controls()
BEHAVIORS = """
initialize DEPLOY = false
initialize RETURN = false
set MODE = ACTIVE {
  DEPLOY = true
} INACTIVE
set MODE = BACK {
  MODE = ACTIVE
  RETURN = true
}
set MODE = OUT {
  MODE = ACTIVE
}
Behavior = BHV_Waypoint
{
  name = go
  condition = MODE == OUT
  speed = 2
  capture_radius = 5
  points = 0,60 : 40,60
  endflag = RETURN = true
}
Behavior = BHV_ConstantSpeed
{
  name = slow
  condition = MODE == OUT
  speed = 1
  duration = 10
}
Behavior = BHV_Waypoint
{
  name = home
  condition = MODE == BACK
  speed = 3
  capture_radius = 5
  points = 0,0
}
"""


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("helm")
    (folder / "m.moos").write_text(MISSION)
    (folder / "m.bhv").write_text(BEHAVIORS)
    assert entry(["run", str(folder / "m.moos"), "-q", "-o", str(folder / "out")]) == 0
    return folder / "out"


def test_the_log_says_what_the_helm_did(run: Path) -> None:
    found = helm_log(run / "m.alog")
    assert [state for _, state in found.states] == ["PARK", "DRIVE"]
    assert [mode for _, mode in found.modes] == ["ACTIVE:OUT", "ACTIVE:BACK"]
    ((begin, end),) = found.active["go"]
    ((home, _),) = found.active["home"]
    assert begin < 2.0 and 40.0 < end <= home < end + 1.0
    ((_, slow),) = found.active["slow"]
    assert 10.0 < slow < 14.0
    assert {shape.kind for shape in found.shapes} >= {"seglist"}
    assert ((0.0, 60.0), (40.0, 60.0)) in [shape.points for shape in found.shapes]
    assert found.desired["speed"][1].max() == 3.0


def test_the_figure_has_track_series_and_lanes(run: Path, tmp_path: Path) -> None:
    assert has_helm(read_run(run / "m.alog"))
    figure = helm_figure(run_series(read_run(run / "m.alog")), helm_log(run / "m.alog"))
    track, time_line, heading, speed = figure.axes
    labels = track.get_legend_handles_labels()[1]
    assert "OUT" in labels and "BACK" in labels and "waypoints" in labels
    lanes = [text.get_text() for text in time_line.get_yticklabels()]
    assert lanes == ["state", "mode", "go", "slow", "home"]
    assert [line.get_label() for line in heading.lines] == ["actual", "desired"]
    assert speed.get_ylabel() == "m/s"
    picture = tmp_path / "helm.png"
    assert entry(["plot", str(run), "-o", str(picture)]) == 0
    with Image.open(picture) as image:
        assert image.width > 1000 and image.height > 900


def test_in_a_narrow_paper_the_legend_of_the_bars_is_whole_and_below_them(run: Path) -> None:
    """It covered the first bar, and was cut at the right."""
    look = Look(width=88 / 25.4, paper=True)
    with looking(look), styled():
        figure = helm_figure(run_series(read_run(run / "m.alog")), helm_log(run / "m.alog"))
        fitted(figure, look)
        figure.draw_without_rendering()
    time_line = figure.axes[1]
    legend = time_line.get_legend()
    assert legend is not None
    box = legend.get_window_extent()
    assert box.y1 < time_line.get_window_extent().y0
    assert figure.bbox.x0 <= box.x0 and box.x1 <= figure.bbox.x1
    assert not any(box.overlaps(axes.get_window_extent()) for axes in figure.axes)


def test_without_modes_the_active_behaviours_colour_the_track() -> None:
    helm = HelmLog(30.0, ((0.0, "DRIVE"),), active={"one": [(1.0, 20.0)], "two": [(10.0, 15.0)]})
    phases, what = phases_of(helm)
    assert what == "active"
    assert phases == [
        (0.0, "no behaviour active"), (1.0, "one"), (10.0, "one, two"), (15.0, "one"), (20.0, "no behaviour active")
    ]  # fmt: skip


def test_errors_of_behaviours_are_marked_in_their_lane(tmp_path: Path) -> None:
    log = tmp_path / "e.alog"
    error = "BHV_ERROR pHelmIvP go: no way"
    rows = (
        "0.5 NAV_X abe 1.0",
        "1.0 IVPHELM_BHV_ACTIVE pHelmIvP go",
        f"2.5 {error}",
        "3.0 IVPHELM_STATE pHelmIvP DRIVE",
        f"3.5 {error}",
        "9.0 BHV_ERROR pHelmIvP other: bad",
        "10.0 NAV_X abe 2.0",
    )
    log.write_text("\n".join(rows) + "\n")
    helm = helm_log(log)
    assert helm.errors == ((2.5, "go: no way"), (9.0, "other: bad"))
    axes = Figure().subplots()
    draw_timeline(axes, helm, {}, "active")
    lane = dict(zip([text.get_text() for text in axes.get_yticklabels()], axes.get_yticks(), strict=True))
    marks = [(line.get_xdata()[0], line.get_ydata()[0]) for line in axes.lines if line.get_marker() == "X"]
    assert marks == [(2.5, lane["go"]), (9.0, lane["state"])]
    assert "error of a behaviour" in axes.get_legend_handles_labels()[1]


def test_the_functions_are_those_that_decided(run: Path) -> None:
    notes: list[str] = []
    moment = moment_at(run / "m.alog", run.parent / "m.moos", 6.1, notes.append)
    assert moment.time == 6.0 and set(moment.functions) == {"go", "slow"}
    # the recorded decision, which the replay has not read from the log
    assert moment.decision == moment.logged and notes == []
    later = moment_at(run / "m.alog", run.parent / "m.moos", 30.0)
    assert set(later.functions) == {"go"} and later.decision["speed"] == 2.0
    figure = functions_figure(moment, "m")
    titles = [axes.get_title() or axes.get_title(loc="left") for axes in figure.axes]
    assert [title for title in titles if title] == ["Weighted sum", "go, weight 100", "slow, weight 100"]
    (star,) = [line for line in figure.axes[0].lines if len(line.get_xdata())]
    assert star.get_ydata()[0] == moment.decision["speed"]


def test_another_mission_does_not_go_unnoticed(run: Path, tmp_path: Path) -> None:
    (tmp_path / "m.moos").write_text(MISSION)
    (tmp_path / "m.bhv").write_text(BEHAVIORS.replace("points = 0,60", "points = 60,0"))
    notes: list[str] = []
    moment_at(run / "m.alog", tmp_path / "m.moos", 6.0, notes.append)
    assert len(notes) == 1 and notes[0].startswith("the log has course 0 at 6 s, the helm decides ")


def test_functions_over_depth_have_a_panel(tmp_path: Path) -> None:
    depth = "\n  domain = depth:0:100:101\n}\n"
    (tmp_path / "m.moos").write_text(MISSION.rstrip().removesuffix("}") + depth)
    extra = (
        "Behavior = BHV_ConstantDepth\n{\n  name = deep\n  condition = MODE == OUT\n  depth = 20\n  duration = 90\n}\n"
    )
    (tmp_path / "m.bhv").write_text(BEHAVIORS + extra)
    words = ["run", str(tmp_path / "m.moos"), "-q", "--duration", "8", "-o", str(tmp_path / "o")]
    assert entry(words) == 0
    assert entry(["plot", str(tmp_path / "o"), "--ipf", "6"]) == 0
    with Image.open(tmp_path / "o" / "m_ipf.png") as image:
        assert image.height > image.width * 0.6
    figure = functions_figure(moment_at(tmp_path / "o" / "m.alog", tmp_path / "m.moos", 6.0), "m")
    assert figure.axes[-1].get_xlabel() == "depth (m)"


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (["--ipf", "0.5"], "no behaviour has a function at 0.5 s: the helm is in PARK"),
        (["--ipf", "1e6"], "; the first is at 1.25 s"),
        (["--ipf", "nan"], "is no finite number"),
        (["--ipf", "5", "--weather"], "choose one of"),
    ],
)
def test_what_cannot_be_drawn(
    run: Path, words: list[str], problem: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert entry(["plot", str(run / "m.alog"), *words, "-o", str(tmp_path / "x.png")]) in (1, 2)
    assert problem in capsys.readouterr().err
    assert not (tmp_path / "x.png").exists()


def test_a_log_without_a_helm_or_its_mission_says_so(run: Path, tmp_path: Path) -> None:
    path = tmp_path / "x.alog"
    with AlogWriter(path, 1000.0, opened="") as writer:
        writer.write(Message("NAV_X", 1.0, 1000.0, "sim"))
    with pytest.raises(NothingToDrawError, match="no helm posted to this log"):
        moment_at(path, run.parent / "m.moos", 1.0)
    with pytest.raises(ConfigError, match=r"give --mission FILE\.moos"):
        moment_at(path, None, 1.0)
    (tmp_path / "bare.moos").write_text("Community = x\n")
    with pytest.raises(ConfigError, match="no block of a helm"):
        moment_at(run / "m.alog", tmp_path / "bare.moos", 5.0)


def test_a_run_that_guidance_drove_beside_an_idle_helm_shows_the_vehicle(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn: list[int] = []
    monkeypatch.setattr("usimmarine_py.plots.draw.helm_figure", lambda *_: drawn.append(1))
    steered = (MISSIONS / "dive" / "dive_guidance.moos").read_text()
    plan = steered[steered.index("ProcessConfig = usim_guidance") :].partition("\n}\n")[0] + "\n}\n"
    text = (MISSIONS / "dive" / "dive.moos").read_text() + plan
    (tmp_path / "dive.moos").write_text(text.replace("Run = pHelmIvP ", "Run = usim_guidance\n  Run = pHelmIvP "))
    (tmp_path / "dive.bhv").write_text((MISSIONS / "dive" / "dive.bhv").read_text())
    words = ["run", str(tmp_path / "dive.moos"), "--duration", "60", "-q", "-o", str(tmp_path / "run")]
    assert entry(words) == 0
    assert has_helm(read_run(tmp_path / "run" / "dive.alog"))
    assert entry(["plot", str(tmp_path / "run"), "-o", str(tmp_path / "dive.png")]) == 0
    assert (tmp_path / "dive.png").is_file() and drawn == []


def test_functions_of_a_log_of_the_original_need_no_mission(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    abe, _ = helm_logs(tmp_path)
    assert entry(["plot", str(abe), "--ipf", "90"]) == 0
    assert (tmp_path / "abe" / "abe_ipf.png").is_file()
    moment = moment_at(abe, None, 90.0)
    figure = functions_figure(moment, "abe")
    (star,) = [line for line in figure.axes[0].lines if len(line.get_xdata())]
    assert star.get_ydata()[0] == moment.decision["speed"] == 2.0
    assert entry(["plot", str(abe), "--ipf", "1"]) == 1
    error = capsys.readouterr().err
    assert error.count("\n") == 1 and "no behaviour has a function at 1 s; the next is at 19.3549 s" in error


def test_helms_of_several_vehicles_have_weights_and_decisions(tmp_path: Path) -> None:
    abe, ben = helm_logs(tmp_path)
    assert entry(["plot", str(tmp_path), "--helm", "-o", str(tmp_path / "helm.png")]) == 0
    assert (tmp_path / "helm.png").is_file()
    figure = helms_figure([("abe", helm_log(abe)), ("ben", helm_log(ben))])
    assert [axes.get_title(loc="left") for axes in figure.axes] == [
        "abe: helm", "Desired heading", "Desired speed", "ben: helm", "Desired heading", "Desired speed"
    ]  # fmt: skip
    lines = [line for line in figure.axes[0].lines if len(line.get_xdata()) > 100]
    heights = [float(y) for line in lines for y in line.get_ydata() if y == y]
    lane = -2.0
    assert max(heights) == pytest.approx(lane + 0.3) and min(heights) < lane - 0.25


def test_encounters_have_a_panel_and_bars(tmp_path: Path) -> None:
    logs = helm_logs(tmp_path)
    assert entry(["plot", str(tmp_path), "--encounters"]) == 0
    assert (tmp_path / "encounters.png").is_file()
    met = encounters(read_fleet(logs), {path: helm_log(path) for path in logs})
    distances, ways = encounters_figure("met", met).axes
    assert distances.get_title(loc="left") == "abe and ben"
    assert [text.get_text().strip() for text in ways.texts] == ["headon", "cpa"] * 2


def test_one_vehicle_has_no_encounters_and_a_log_without_helm_no_helm(
    run: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert entry(["plot", str(run), "--encounters", "-o", str(tmp_path / "x.png")]) == 1
    assert "no two vehicles at the same time" in capsys.readouterr().err
    (tmp_path / "bare.alog").write_text("1.00000 NAV_X sim 1\n2.00000 NAV_X sim 1\n")
    assert entry(["plot", str(tmp_path / "bare.alog"), "--helm", "-o", str(tmp_path / "x.png")]) == 1
    assert "no helm posted to these logs" in capsys.readouterr().err
    assert not (tmp_path / "x.png").exists()


def test_a_replay_goes_back_also_to_what_it_has_forgotten(run: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("usimmarine_py.plots.helm.replayed._MOST_PIECES", 50)
    decisions = Decisions(run / "m.alog", run.parent / "m.moos")
    late, early = decisions.at(20.0), decisions.at(6.0)
    assert (late.time, early.time) == (20.0, 6.0)
    assert early.decision == moment_at(run / "m.alog", run.parent / "m.moos", 6.0).decision
    assert decisions.at(20.0).decision == late.decision
