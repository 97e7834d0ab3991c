"""Objective functions, weights and encounters in logs of the original's helm."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest

from tests.support.helm_logs import helm_logs
from usimmarine_py.errors import LogFileError
from usimmarine_py.logs.decisions import PostedDecisions
from usimmarine_py.logs.fleet.encounters import encounters
from usimmarine_py.logs.fleet.read import read_fleet
from usimmarine_py.logs.functions import GridAxis, read_function, read_packet
from usimmarine_py.logs.helm import helm_log


@pytest.fixture(scope="module")
def logs(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    return helm_logs(tmp_path_factory.mktemp("logs"))


def test_the_sum_of_the_posted_functions_is_largest_where_the_original_decided(logs: list[Path]) -> None:
    """The decision of the original is an independent source: its solver found it, over the same functions."""
    posted = PostedDecisions(logs[0])
    assert len(posted.times) == 4
    for time, iteration, names in zip(posted.times, (1, 200, 281, 484), (1, 2, 2, 1), strict=True):
        moment = posted.at(time)
        assert moment is not None and moment.iteration == iteration and len(moment.functions) == names
        assert [axis.name for axis in moment.axes] == ["speed", "course"]
        speed, course = moment.axes
        total = sum(weight * f.over((course, speed), moment.decision) for weight, f in moment.functions.values())
        place = np.unravel_index(np.argmax(total), total.shape)
        assert course.low + course.step * place[0] == moment.decision["course"]
        assert speed.low + speed.step * place[1] == pytest.approx(moment.decision["speed"])
        for _, function in moment.functions.values():
            assert function.values.min() > -0.1 and 99.9 < function.values.max() < 100.1
    avoid = posted.at(90.0)
    assert avoid is not None and set(avoid.functions) == {"cross", "avoid_ben"}
    assert avoid.functions["avoid_ben"][0] == pytest.approx(191.98906)


def test_before_behind_and_where_a_packet_is_missing(logs: list[Path], tmp_path: Path) -> None:
    posted = PostedDecisions(logs[0])
    assert posted.at(19.0) is None
    # both behaviours had ended in iteration 485
    assert posted.at(145.0) is None
    lines = logs[0].read_bytes().splitlines(keepends=True)
    cut = tmp_path / "cut.alog"
    seventh = re.compile(rb"P,avoid_ben\^281,\d+,7,")
    cut.write_bytes(b"".join(line for line in lines if not seventh.search(line)))
    with pytest.raises(LogFileError, match=r"avoid_ben in iteration 281 at 89\.9.* packet 7 of \d+ is missing"):
        PostedDecisions(cut).at(90.0)
    assert PostedDecisions(cut).at(19.4) is not None


def test_a_function_is_read_by_its_pieces() -> None:
    text = "H,4,7:go,2,2,1,50,D,course;0;359;360:speed;0;2;3,G,9,4,F,0,179,0,2,1,10,0,180,359,0,1,0,0,5,"
    weight, function = read_function(text)
    assert weight == 50.0
    assert function.axes == (GridAxis("course", 0.0, 359.0, 360), GridAxis("speed", 0.0, 2.0, 3))
    assert function.values[10, 2] == 10.0 + 20.0 and function.values[200, 1] == 5.0
    assert function.values[200, 2] == 0.0  # no piece
    # along an axis that it lacks it is constant; on one that is left out, the value asked for
    depth = GridAxis("depth", 0.0, 10.0, 5)
    course, _ = function.axes
    assert (function.over((depth, course), {"speed": 2.0}) == function.values[:, 2]).all()
    assert function.over((course,), {})[10] == 30.0
    # quadratic in one axis, the first index excluded
    _, curve = read_function("H,1,1:c,1,1,2,1,D,depth;0;4;5,G,4,F,X0,4,2,3,1,")
    assert curve.values.tolist() == [0.0, 6.0, 15.0, 28.0, 45.0]


@pytest.mark.parametrize(
    "text",
    [
        "", "H,", "hello", "H,1,1:c,1,1,1,1,D,depth;0;4;5,G,4,F,0,4,1,",
        "H,1,1:c,1,1,1,nan,D,depth;0;4;5,G,4,F,0,4,1,1,",
        "H,1,1:c,1,1,1,1,D,depth;0;4;99999999,G,4,F,0,4,1,1,", "H,1,1:c,1,1,1,1,D,depth;0;inf;5,G,4,F,0,4,1,1,",
        "H,1,1:c,1,1,1,1,D,depth;0;4;5,G,4,F,0,4,inf,1,", "H,1,1:c,1,1,7,1,D,depth;0;4;5,G,4,F,0,4,1,1,",
        "H,1,1:c,2,1,0,1,D,a;0;4;5:a;0;4;5,G,4,F,0,4,0,4,1,", "H,1,1:c,1,1,1,1,D,depth;0;4;-5,G,4,F,0,4,1,1,",
    ],
)  # fmt: skip
def test_a_text_that_is_no_function_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        read_function(text)


@pytest.mark.parametrize("text", ["P,go^x,1,1,H", "P,go,1,1,H", "P,go^3,2,3,H", "Q,go^3,1,1,H", "P,go^3"])
def test_a_text_that_is_no_packet_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        read_packet(text)


def test_weights_and_ways_of_avoidance_over_time(logs: list[Path]) -> None:
    helm = helm_log(logs[0])
    assert helm.weights["cross"] == [(19.35516, 100.0), (141.25824, 0.0)]
    heaviest = max(weight for _, weight in helm.weights["avoid_ben"])
    assert heaviest == pytest.approx(226.4, abs=0.1)
    assert [text for _, text in helm.ways_past("BEN")] == ["headon", "cpa", ""]
    assert helm.ways_past("carl") == []


def test_an_encounter_has_distance_outlook_and_both_ways(logs: list[Path]) -> None:
    fleet = read_fleet(logs)
    (met,) = encounters(fleet, {path: helm_log(path) for path in logs})
    assert met.vehicles == ("abe", "ben") and met.avoided
    assert met.closest.distance == pytest.approx(42.3, abs=0.2) and met.closest.time == pytest.approx(82.7, abs=0.6)
    times, ahead = met.ahead
    # on opposite courses in one line, then past each other
    assert ahead[np.searchsorted(times, 40.0)] < 1.0
    assert ahead[np.searchsorted(times, 78.0)] == pytest.approx(43.0, abs=2.0)
    assert np.all(ahead <= met.distance[1] + 1e-6)
    assert [[text for _, text in ways] for ways in met.ways] == [["headon", "cpa", ""]] * 2
    # one log alone has the other by its reports, and one helm
    (alone,) = encounters(read_fleet(logs[0]), {logs[0]: helm_log(logs[0])})
    assert alone.closest.distance == pytest.approx(42.3, abs=0.3) and not alone.ways[1]
