"""The helm, its functions, encounters and variables of logs, as a page asks for them."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from tests.support.helm_logs import helm_logs
from tests.support.missions import controls, craft, opening
from usimmarine_py.cli.community.watch import open_feeds
from usimmarine_py.cli.usim import entry
from usimmarine_py.watch.hub import Hub
from usimmarine_py.watch.records import curve


@pytest.fixture(scope="module")
def hub(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hub]:
    folder = tmp_path_factory.mktemp("met")
    helm_logs(folder)
    with closing(opened(folder)) as found:
        yield found


def opened(folder: Path) -> Hub:
    """The hub of the logs of a folder, read to their ends."""
    found = Hub(open_feeds((str(folder),), "", 0, 0.0, ""))
    for _ in range(200):
        found.poll()
        if all(feed.status().at_end or "end" in feed.status().text for feed in found.feeds):
            break
    return found


def ask(hub: Hub, path: str, **asked: str) -> Any:
    """What the page gets, through JSON as browsers read it."""
    return json.loads(
        json.dumps(hub.look_up(path, asked), allow_nan=False), parse_constant=lambda word: pytest.fail(word)
    )


def test_the_helm_over_time(hub: Hub) -> None:
    found = ask(hub, "/helm", vehicle="abe")
    assert [state for _, state in found["states"]] == ["PARK", "DRIVE"]
    cross, avoid = found["behaviors"]
    assert (cross["name"], avoid["name"]) == ("cross", "avoid_ben")
    assert [text for _, text in avoid["ways"]] == ["headon", "cpa", ""]
    assert max(weight for _, weight in avoid["weights"]) == pytest.approx(226.4, abs=0.1)
    assert len(avoid["running"]) == 2 and len(avoid["active"]) == 1


def test_functions_are_stepped_through(hub: Hub) -> None:
    found = ask(hub, "/functions", vehicle="abe", t="90")
    assert found["iteration"] == 281 and not found["replayed"]
    assert found["decision"] == {"course": 80.0, "speed": 2.0}
    (course, speed), functions = found["plane"], found["functions"]
    assert course == ["course", 0.0, 359.0, 360] and speed == ["speed", 0.0, 4.0, 41]
    total = [
        sum(one["weight"] * value for one, value in zip(functions, cell, strict=True))
        for cell in zip(*(one["plane"] for one in functions), strict=True)
    ]
    best = max(range(len(total)), key=total.__getitem__)
    assert divmod(best, 41) == (80, 20)
    later = ask(hub, "/functions", vehicle="abe", t=str(found["next"]))
    assert later["iteration"] == 484 and later["next"] is None
    assert ask(hub, "/functions", vehicle="abe", t=str(later["previous"]))["iteration"] == 281
    before = ask(hub, "/functions", vehicle="abe", t="1")
    assert before["refused"].startswith("no behaviour has a function at 1 s") and before["next"] == pytest.approx(
        19.355, abs=1e-3
    )


def test_encounters_and_variables(hub: Hub) -> None:
    (met,) = ask(hub, "/encounters", vehicle="ben")["met"]
    assert met["least"] == pytest.approx(42.3, abs=0.2) and met["vehicles"] == ["abe", "ben"]
    assert "NAV_X" in ask(hub, "/variables", vehicle="ben")["names"]
    found = ask(hub, "/series", vehicle="ben", names="NAV_X, DESIRED_SPEED,NAV_Q")
    assert set(found["series"]) == {"NAV_X", "DESIRED_SPEED"}
    times, values = found["series"]["NAV_X"]
    assert len(times) == len(values) > 100 and values[0] == 120.0
    assert len(found["absent"]) == 1 and "no NAV_Q in this log" in found["absent"][0]


@pytest.mark.parametrize(
    ("path", "asked", "problem"),
    [
        ("/functions", {"t": "x"}, "t must be a number"),
        ("/functions", {"t": "nan"}, "t must be a number"),
        ("/functions", {}, "t must be a number"),
        ("/functions", {"t": "inf"}, "no behaviour has a function at inf s; the last is at 141 s"),
        ("/functions", {"t": "90", "vehicle": "ben"}, "the log holds no objective functions (BHV_IPF)"),
        ("/encounters", {"vehicle": "carl"}, "no two vehicles"),
    ],
)
def test_what_cannot_be_answered_is_said(hub: Hub, path: str, asked: dict[str, str], problem: str) -> None:
    assert problem in ask(hub, path, **asked)["refused"]


def test_a_run_of_several_missions_is_replayed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The summaries of a run of several communities name their missions, wherever the run was started."""
    (tmp_path / "in").mkdir()
    for name in ("abe", "ben"):
        mission = (
            opening(name)
            + craft("start_pos = x=0, y=0, heading=0, speed=0")
            + controls(f"{name}.bhv\n  start_in_drive = true")
        )
        (tmp_path / "in" / f"{name}.moos").write_text(mission)
        (tmp_path / "in" / f"{name}.bhv").write_text(
            "initialize DEPLOY = true\nBehavior = BHV_Waypoint\n{\n  name = go\n  speed = 2\n  points = 0,60\n}\n"
        )
    monkeypatch.chdir(tmp_path)
    words = ["run", "in/abe.moos", "in/ben.moos", "-q", "--duration", "12", "-o", "out"]
    assert entry(words) == 0
    with closing(opened(tmp_path / "out")) as hub:
        found = ask(hub, "/functions", vehicle="ben", t="8")
    assert found.get("refused") is None and found["replayed"] and found["notes"] == []
    assert [one["name"] for one in found["functions"]] == ["go"]
    assert found["time"] == 8.0 and found["previous"] == 7.75


def test_a_long_curve_keeps_its_peaks() -> None:
    import numpy as np

    times = np.arange(100_000.0)
    values = np.sin(times)
    values[77_777] = 9.0
    kept_times, kept = curve((times, values))
    assert len(kept) <= 3002 and kept_times == sorted(kept_times)
    assert kept[kept_times.index(77_777.0)] == 9.0
    assert (kept_times[0], kept_times[-1]) == (0.0, 99_999.0)
    assert math.isclose(min(kept), -1.0, abs_tol=1e-6)


def test_warnings_and_the_verdict_of_the_shore_are_events(tmp_path: Path) -> None:
    (tmp_path / "abe.alog").write_text(
        "%% LOGSTART 1000\n1.0 NAV_X sim 1\n1.0 NAV_Y sim 2\n3.0 NAV_X sim 2\n3.0 NAV_Y sim 2\n"
        "2.0 BHV_WARNING pHelmIvP slow\n"
    )
    (tmp_path / "shore.alog").write_text(
        "%% LOGSTART 1000\n0.5 DB_UPTIME db 1\n1.0 MISSION_RESULT pMissionEval pending\n"
        "4.0 MISSION_RESULT pMissionEval fail\n"
    )
    hub = Hub(open_feeds((str(tmp_path / "abe.alog"), str(tmp_path / "shore.alog")), "", 0, 0.0, ""))
    try:
        hub.poll()
        found = hub.look_up("/happened", {"vehicle": "abe"})
        assert found["events"] == [[2.0, "warning: slow"], [4.0, "verdict: fail"]]
    finally:
        hub.close()
