"""The hazard sensor, its manager and its metric: protocol, chances by their formulas, scores."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterable
from math import sqrt

import pytest

from tests.field.test_small_applications import Driven
from tests.support.paths import DATA
from usimmarine_py.field.hazards.hazard import read_hazard
from usimmarine_py.field.hazards.laydown import HazardSet, read_hazard_report, read_laydown
from usimmarine_py.field.hazards.queue import Classification, ClassifyQueue
from usimmarine_py.field.hazards.sensing import HeadingHistory, off_aspect, swath
from usimmarine_py.field.settings import HomeCommunity
from usimmarine_py.maths.plane.polygon import Polygon
from usimmarine_py.values.mail import Message, Value

Posts = list[tuple[str, Value]]

LAYDOWN = """// two objects
source = file:hazards.txt
region = pts={-150,-75:-150,-400:400,-400:400,-75}
hazard = x=0,y=-100,label=01,type=hazard   // the wreck
hazard = x=50,y=-100,label=02,type=benign
"""


def home(name: str = "shoreside", *, seed: int = 1, **files: str) -> HomeCommunity:
    texts = {file.replace("_txt", ".txt"): text for file, text in files.items()}
    return HomeCommunity(name, 9000, (43.8, -70.3), seed=seed, file_text=texts.get)


def sensor(*lines: str, kind: str = "width=50, exp=2, pclass=0.6", laydown: str = LAYDOWN, seed: int = 1) -> Driven:
    block = (*lines, f"sensor_config = {kind}", "hazard_file = h.txt")
    return Driven("uFldHazardSensor", *block, home=home(seed=seed, h_txt=laydown))


def from_vehicle(driven: Driven, variable: str, value: str, vehicle: str = "archie") -> Posts:
    message = Message(variable, value, driven.host.now, "uFldHazardMgr", "", vehicle)
    found: Posts = []
    for row in driven.app.on_mail([message]):
        found += zip(row.shape.names, row.values, strict=True)
    return found


def at(driven: Driven, x: float, y: float, heading: float = 0.0, speed: float = 2.0, name: str = "archie") -> Posts:
    """Report a vehicle at a place, and return the posts of the tick after it."""
    text = f"NAME={name},TYPE=kayak,TIME=1,X={x},Y={y},SPD={speed},HDG={heading}"
    assert from_vehicle(driven, "NODE_REPORT", text, name) == []
    return driven.tick()


def of(posts: Iterable[tuple[str, Value]], variable: str) -> list[str]:
    return [str(value) for name, value in posts if name == variable]


# -- the protocol


def test_a_vehicle_sets_its_sensor_and_gets_detections() -> None:
    driven = sensor()
    (ack,) = from_vehicle(driven, "UHZ_CONFIG_REQUEST", "vname=archie,width=38,pd=0.86")
    # the figures of the original's own help
    assert ack == ("UHZ_CONFIG_ACK_ARCHIE", "vname=archie,width=50,pd=0.86,pfa=0.74,pclass=0.6")
    (other,) = from_vehicle(driven, "UHZ_CONFIG_REQUEST", "vname=archie,pd=1")
    assert other[1] == "vname=archie,width=50,pd=1,pfa=1,pclass=0.6"
    assert from_vehicle(driven, "UHZ_CONFIG_REQUEST", "vname=archie,width=10,pd=0.5") == []  # 300 s too soon
    first = at(driven, 0, 0)
    assert first == [("UHZ_OPTIONS_SUMMARY", "width=50,exp=2,class=0.6")]  # nothing without a request
    from_vehicle(driven, "UHZ_SENSOR_REQUEST", "vname=archie")
    posts = at(driven, 0, 0)
    (shown,) = of(posts, "VIEW_POLYGON")
    assert shown == (
        "pts={50,5:50,-5:-50,-5:-50,5},label=sensor_swath_archie,msg=1.00/1.00,edge_color=green,fill_color=white,"
        "vertex_size=0,edge_size=0,fill_transparency=0.2"
    )
    assert not of(posts, "UHZ_DETECTION_REPORT")
    posts = at(driven, 0, -97)
    assert of(posts, "UHZ_DETECTION_REPORT_ARCHIE") == ["x=0,y=-100,label=01", "x=50,y=-100,label=02"]
    assert of(posts, "UHZ_DETECTION_REPORT") == [
        "x=0,y=-100,label=01,vname=archie",
        "x=50,y=-100,label=02,vname=archie",
    ]
    assert len(of(posts, "VIEW_CIRCLE")) == 2
    assert not of(at(driven, 0, -99), "UHZ_DETECTION_REPORT")  # still within
    assert not of(at(driven, 0, -200), "UHZ_DETECTION_REPORT")
    assert len(of(at(driven, 0, -99), "UHZ_DETECTION_REPORT")) == 2  # a second pass


def test_the_sensor_is_off_in_turns_and_at_high_speed() -> None:
    driven = sensor()
    from_vehicle(driven, "UHZ_CONFIG_REQUEST", "vname=archie,width=50,pd=1")
    from_vehicle(driven, "UHZ_SENSOR_REQUEST", "vname=archie")
    assert "fill_color=red" in of(at(driven, 0, -100, speed=2.1), "VIEW_POLYGON")[0]
    for k in range(12):
        posts = at(driven, 0, -100, heading=359 + k)  # 4 deg/s, through north
    assert "fill_color=red" in of(posts, "VIEW_POLYGON")[0] and not of(posts, "UHZ_DETECTION_REPORT")
    for _ in range(9):
        posts = at(driven, 0, -100, heading=10)
    assert "fill_color=white" in of(posts, "VIEW_POLYGON")[0]


def test_the_rate_of_turn_is_that_of_the_last_two_seconds() -> None:
    history = HeadingHistory()
    assert history.turn_rate(2.0) == 0
    for k in range(9):
        history.add((350 + 5 * k) % 360, 0.5 * k)
    history.add(0.0, 4.0)  # not newer
    assert history.turn_rate(2.0) == pytest.approx(10.0)


def test_few_vehicles_have_a_setting_that_is_limited() -> None:
    driven = sensor("sensor_config = width=10, exp=6, pclass=0.93, max=1")
    widths = []
    for name in ("abe", "ben", "abe"):
        driven.host.now += 400
        posts = from_vehicle(driven, "UHZ_CONFIG_REQUEST", f"vname={name},width=9,pd=0.9", name)
        widths.append(str(posts[0][1]).split(",")[1])
    assert widths == ["width=10", "width=50", "width=10"]
    # the block from the bottom, as the original reads it
    assert of(driven.tick(), "UHZ_OPTIONS_SUMMARY") == ["width=50,exp=2,class=0.6:width=10,exp=6,class=0.93,max=1"]


def test_classes_come_one_by_one_as_often_as_objects_were_passed() -> None:
    driven = sensor(kind="width=50, exp=2, pclass=1")
    from_vehicle(driven, "UHZ_CONFIG_REQUEST", "vname=archie,width=50,pd=1")
    from_vehicle(driven, "UHZ_SENSOR_REQUEST", "vname=archie")
    at(driven, 0, -100)
    for label in ("01", "02", "01"):
        from_vehicle(driven, "UHZ_CLASSIFY_REQUEST", f"vname=archie,label={label}")
    assert driven.host.run_warnings == ["Sensor classify request saturated: archie"]
    from_vehicle(driven, "UHZ_SENSOR_REQUEST", "vname=archie")
    found = []
    for _ in range(4 * 65):
        found += [(driven.host.now, text) for text in of(at(driven, 0, -100), "UHZ_HAZARD_REPORT_ARCHIE")]
    assert [text for _, text in found] == ["x=0,y=-100,label=01,type=hazard", "x=50,y=-100,label=02,type=benign"]
    assert found[1][0] - found[0][0] == 30


def test_the_queue_of_classes() -> None:
    queue = ClassifyQueue()

    def answer(label: str, priority: float) -> Classification:
        return Classification(read_hazard(f"x=1,y=1,label={label}"), priority, spoilt=False)

    for label, priority in (("a", 1), ("b", 50), ("c", 90), ("d", 50)):
        queue.push(answer(label, priority))
    queue.push_top(answer("t", 0))
    labels = []
    while (found := queue.pop()) is not None:
        labels.append(found.hazard.label)
    # the first waits for none; one that is put before it lets it wait, then its priority counts
    assert labels == ["t", "c", "b", "d", "a"]
    queue.push(answer("e", 1))
    queue.clear()
    assert len(queue) == 0 and queue.pop() is None


@pytest.mark.parametrize(
    ("variable", "value", "word"),
    [
        ("UHZ_CONFIG_REQUEST", "vname=betty,width=10,pd=0.9", "must be archie"),
        ("UHZ_CONFIG_REQUEST", "vname=archie,width=wide,pd=0.9", "width=NUMBER"),
        ("UHZ_CONFIG_REQUEST", "vname=archie,width=10", "pd=NUMBER"),
        ("UHZ_SENSOR_REQUEST", "archie", "vname= is needed"),
        ("UHZ_CLASSIFY_REQUEST", "vname=archie,label=99", "no object with the label 99"),
        ("UHZ_CLASSIFY_REQUEST", "vname=archie,label=01", "has no sensor yet"),
        ("UHZ_CLASSIFY_REQUEST", "vname=archie,label=01,priority=high", "priority= must be a number"),
        ("NODE_REPORT", "NAME=archie,TIME=1,X=1,Y=2", "SPD and HDG"),
    ],
)
def test_mail_that_cannot_be_used_names_its_sender(variable: str, value: str, word: str) -> None:
    driven = sensor()
    assert from_vehicle(driven, variable, value) == []
    (warning,) = driven.host.run_warnings
    assert variable in warning and "uFldHazardMgr" in warning and word in warning


def test_lines_of_a_hazard_file_that_are_wrong_are_named() -> None:
    text = "hazard = x=1,label=a,type=hazard\nhazard = x=1,y=1,type=hazard\nhazard = x=1,y=1,label=a\nfog = 3\n"
    text += "hazard = x=1,y=2,label=b,type=benign,hr=much,aspect_min=80,aspect_max=20\nregion = pts={0,0:1,1}\n"
    found, problems = read_laydown(home(h_txt=text), "h.txt")
    assert [one.label for one in found.hazards] == ["b"]
    texts = [str(one) for one in problems]
    for line, word in ((1, "needs x= and y="), (2, "label="), (3, "type=hazard"), (4, "no line of"), (5, "hr=much"),
                       (5, "aspect_max=20"), (6, "convex")):  # fmt: skip
        assert any(one.startswith(f"h.txt:{line}:") and word in one for one in texts), (line, word, texts)
    (missing,) = read_laydown(home(), "none.txt")[1]
    assert "no such file" in str(missing)


def test_the_swath_is_a_rectangle_across_the_vehicle() -> None:
    corners = swath(10, 20, 90, 50, 5)
    assert [(round(x, 9), round(y, 9)) for x, y in corners] == [(15, -30), (5, -30), (5, 70), (15, 70)]
    assert Polygon.convex(swath(0, 0, 30, 0, 5)) is None


# -- chances


def passes(driven: Driven, heading: float, times: int) -> Iterable[list[str]]:
    """Let a vehicle pass over all objects again and again; yield the labels that it detects."""
    from_vehicle(driven, "UHZ_CONFIG_REQUEST", "vname=archie,width=100,pd=1")
    for _ in range(times):
        driven.host.now += 20
        from_vehicle(driven, "UHZ_SENSOR_REQUEST", "vname=archie")
        at(driven, 0, 5000, heading)
        driven.host.now += 20
        labels = [
            text.split("label=")[1].split(",")[0] for text in of(at(driven, 0, 0, heading), "UHZ_DETECTION_REPORT")
        ]
        at(driven, 0, 5000, heading)
        yield labels


def _objects(more: str, count: int = 100) -> str:
    return "".join(f"hazard = x={k / 10 - 5},y=0,label={k},{more}\n" for k in range(count))


@pytest.mark.parametrize(
    ("more", "pd", "exponent", "heading", "expected"),
    [
        ("type=hazard", 0.8, 4, 0, 0.8),
        ("type=hazard,aspect=90,aspect_min=10,aspect_max=40", 0.7, 4, 0, 0.7),  # hazards whatever the aspect
        ("type=benign", 0.8, 4, 0, 0.8**4),
        ("type=benign", 0.9, 8, 0, 0.9**8),
        ("type=benign", 0.8, 1, 0, 0.8),
        ("type=benign,hr=0.9", 0.8, 4, 0, (0.8**4 + 0.9) / 2),
        ("type=benign,hr=0", 0.8, 4, 0, 0.8**4 / 2),
    ],
)
def test_detections_and_false_alarms_by_their_formulas(
    more: str, pd: float, exponent: float, heading: float, expected: float
) -> None:
    """Of 4,000 draws the rate is within four standard deviations of P_D, or of P_FA = P_D^exp."""
    driven = sensor("show_swath = false", kind=f"width=100, exp={exponent}, pclass=0.8", laydown=_objects(more))
    rounds = passes(driven, heading, 41)
    assert len(next(iter(rounds))) == (100 if "hr" not in more else pytest.approx(100, abs=60))  # by P_D = 1
    from_vehicle(driven, "UHZ_CONFIG_REQUEST", f"vname=archie,pd={pd}")
    draws, seen = 4000, sum(len(labels) for labels in rounds)
    assert abs(seen / draws - expected) < 4 * sqrt(expected * (1 - expected) / draws)


@pytest.mark.parametrize(
    ("more", "p_class", "heading", "expected"),
    [
        ("type=hazard", 0.85, 0, 0.85),
        ("type=benign", 0.85, 0, 0.85),
        ("type=benign,hr=0.2", 0.6, 0, 0.6 + 0.4 * 0.8),
        ("type=benign,hr=1", 0.6, 0, 0.6),
        ("type=hazard,aspect=90,aspect_min=10,aspect_max=40", 0.9, 90 + 25, 0.5 + 0.5 * 0.4),  # half way
        ("type=hazard,aspect=90,aspect_min=10,aspect_max=40", 0.9, 275, 0.9),  # from behind it is the same
        ("type=hazard,aspect=90,aspect_min=10,aspect_max=40", 0.9, 0, 0.5),  # a guess
    ],
)
def test_classes_are_right_as_often_as_the_formula_says(
    more: str, p_class: float, heading: float, expected: float
) -> None:
    driven = sensor(
        "show_swath = false", "show_reports = 0", "classify_period = 0", laydown=_objects(more),
        kind=f"width=100, exp=4, pclass={p_class}",
    )  # fmt: skip
    answers: list[str] = []
    for labels in passes(driven, heading, 10):
        for label in labels:
            from_vehicle(driven, "UHZ_CLASSIFY_REQUEST", f"vname=archie,label={label}")
        for _ in labels:
            answers += of(driven.tick(0.01), "UHZ_HAZARD_REPORT_ARCHIE")
    kind = more.split(",")[0]
    right = sum(kind in text for text in answers)
    assert len(answers) > (500 if "hr" in more else 999)
    assert abs(right / len(answers) - expected) < 4 * sqrt(expected * (1 - expected) / len(answers))


def test_chances_come_from_the_seed_and_each_vehicle_has_its_own() -> None:
    def seen(seed: int, *others: str) -> list[str]:
        driven = sensor(laydown=_objects("type=hazard"), kind="width=100, exp=4, pclass=0.8", seed=seed)
        for name in (*others, "archie"):
            from_vehicle(driven, "UHZ_CONFIG_REQUEST", f"vname={name},width=100,pd=0.5", name)
            from_vehicle(driven, "UHZ_SENSOR_REQUEST", f"vname={name}", name)
            at(driven, 0, 0, name=name)
        at(driven, 0, 900)
        return of(at(driven, 0, 0), "UHZ_DETECTION_REPORT_ARCHIE")

    assert seen(1) == seen(1, "betty", "charlie") != seen(2)


def test_an_aspect_is_that_of_both_directions() -> None:
    hazard = read_hazard("x=1,y=1,aspect=350,aspect_min=10,aspect_max=40")
    assert [off_aspect(hazard, heading) for heading in (350, 0, 15, 30, 170, 80)] == [0, 0, 0.5, 1, 0, 1]


# -- the manager


def test_a_manager_asks_detects_and_reports() -> None:
    driven = Driven("uFldHazardMgr", "swath_width = 50", "sensor_pd = 0.86", "report_name = first", home=home("archie"))
    assert driven.tick() == [("UHZ_CONFIG_REQUEST", "vname=archie,width=50,pd=0.86")]
    assert driven.tick() == []
    driven.mail("UHZ_CONFIG_ACK", "vname=archie,width=50,pd=0.86,pfa=0.74,pclass=0.6")
    assert driven.tick() == [("UHZ_SENSOR_REQUEST", "vname=archie")]
    for label, x in (("12", -150.3), ("01", -151), ("12", -150.3)):
        posts = driven.mail("UHZ_DETECTION_REPORT", f"x={x},y=-117.5,label={label}")
        assert posts == [("UHZ_CLASSIFY_REQUEST", f"vname=archie,label={label}")]
    (report,) = driven.mail("HAZARDSET_REQUEST", "true")
    assert report == (
        "HAZARDSET_REPORT", "source=archie#name=first#x=-150.3,y=-117.5,label=12#x=-151,y=-117.5,label=01",
    )  # fmt: skip
    driven.mail("UHZ_CONFIG_ACK", "vname=archie,width=50")
    driven.mail("UHZ_DETECTION_REPORT", "x=1,y=2")
    assert len(driven.host.run_warnings) == 2


def test_the_path_of_a_report_crosses_fewest_hazards() -> None:
    region = "pts={0,0:0,100:100,100:100,0}"
    driven = Driven("uFldHazardMgr", f"region = {region}", home=home("archie"))
    for k, x in enumerate((5, 25, 45, 95)):
        driven.mail("UHZ_DETECTION_REPORT", f"x={x},y=50,label={k}")
    (report,) = driven.mail("HAZARDSET_REQUEST", 1.0)
    # 20 m to both sides: the first column in whole metres from the west with the fewest, between 45 and 95
    assert str(report[1]).startswith("source=archie#xpath=66#")
    narrow = HazardSet(region=Polygon(((0, 0), (0, 9), (9, 9), (9, 0))))
    narrow.find_path(20)
    assert narrow.xpath is None


def test_a_report_has_what_was_found_since_the_last_one() -> None:
    driven = Driven("uFldHazardMgr", "region = pts={0,0:0,100:100,100:100,0}", home=home("archie"))
    said = []
    for label in ("1", "1", "2"):
        driven.mail("UHZ_DETECTION_REPORT", f"x={5 * len(said)},y=50,label={label}")
        (report,) = driven.mail("HAZARDSET_REQUEST", 1.0)
        assert driven.mail("HAZARDSET_REQUEST", 1.0) == [report]
        said.append(str(report[1]))
    assert len(set(said)) == 3 and "label=2" in said[2] and "label=2" not in said[1]


@pytest.mark.parametrize("seed", range(20))
def test_the_path_is_that_of_a_plain_count(seed: int) -> None:
    """Each column is counted by itself here; the first with the fewest hazards counts."""
    rng = random.Random(seed)
    width, half = rng.uniform(3, 90), rng.choice([0.5, 2.0, 7.25])
    region = Polygon(((0.0, 0.0), (0.0, 50.0), (width, 50.0), (width, 0.0)))
    found = HazardSet(region=region)
    for k in range(rng.randrange(12)):
        kind = rng.choice(["hazard", "benign"])
        text = f"x={rng.randrange(-5, 95)},y={rng.randrange(-20, 70)},label={k},type={kind}"
        found.put(read_hazard(text))
    found.find_path(half)
    columns = []
    while half + len(columns) < width - half:
        x = half + len(columns)
        columns.append(
            sum(one.is_hazard and 0 <= one.place[1] <= 50 and abs(one.place[0] - x) <= half for one in found.hazards)
        )
    if columns:
        assert found.xpath == half + columns.index(min(columns))
    else:
        assert found.xpath in (None, half)


def test_a_hazard_of_a_known_label_takes_its_place() -> None:
    """Also where the list was changed without the set."""
    found, plain = HazardSet(), {}
    rng = random.Random(1)
    for k in range(300):
        label = str(rng.randrange(40))
        one = read_hazard(f"x={k},y=0,label={label}")
        assert found.knows(label) == (label in plain)
        found.put(one)
        plain[label] = one
        assert found.hazards == [*plain.values()]
        if k == 150:
            found.hazards = found.hazards[5:]
            plain = dict([*plain.items()][5:])


# -- the metric


def metric(*lines: str) -> Driven:
    laydown = LAYDOWN + "hazard = x=60,y=-100,label=03,type=hazard\nhazard = x=70,y=-100,label=04,type=benign\n"
    return Driven(
        "uFldHazardMetric", "hazard_file = h.txt", "penalty_missed_hazard = 150", "penalty_false_alarm = 25", *lines,
        home=home(h_txt=laydown),
    )  # fmt: skip


def test_a_report_is_scored() -> None:
    driven = metric("max_time = 600", "penalty_max_time_over = 300", "penalty_max_time_rate = 0.25")
    names = [name for name, _ in driven.started]
    assert names == ["VIEW_POLYGON", "UHZ_MISSION_PARAMS"]
    assert driven.started[1][1] == (
        "penalty_missed_hazard=150,penalty_nonopt_hazard=50,penalty_false_alarm=25,penalty_max_time_over=300,"
        "max_time=600,penalty_max_time_rate=0.25,transit_path_width=20,"
        "search_region=pts={-150,-75:-150,-400:400,-400:400,-75}"
    )
    driven.mail("HAZARD_SEARCH_START", "true")
    driven.host.now += 640
    report = "source=archie#name=first#x=0,y=-100,label=01#x=50,y=-100,label=02#x=9,y=9,label=77"
    posts = driven.mail("HAZARDSET_REPORT", report)
    # one of two hazards missed (150), one of two benign objects reported (25), 40 s over time (300 + 10)
    wanted = (
        "vname=archie,report_name=first,total_score=485,norm_score=0,score_missed_hazards=150,score_false_alarms=25,"
        "score_time_overage=310,total_objects=3,total_time=640,received_time=640,start_time=0,missed_hazards=1,"
        "correct_hazards=1,false_alarms=1,penalty_false_alarm=25,penalty_missed_hazard=150,penalty_max_time_over=300,"
        "penalty_max_time_rate=0.25,max_time=600"
    )
    full = (
        f"{wanted},object_report={{label=01,truth=hazard,report=hazard#label=02,truth=benign,report=hazard,penalty=25#"
        "label=03,truth=hazard,report=nothing,penalty=150#label=04,truth=benign,report=nothing}"
    )
    assert posts == [
        ("HAZARD_SEARCH_SCORE", 0.0), ("HAZARDSET_EVAL_FULL", full), ("HAZARDSET_EVAL_FULL_ARCHIE", full),
        ("HAZARDSET_EVAL", wanted), ("HAZARDSET_EVAL_ARCHIE", wanted),
    ]  # fmt: skip
    assert "archie" in driven.app.report()


def test_without_a_limit_of_time_the_score_is_that_of_the_objects() -> None:
    driven = metric()
    posts = dict(driven.mail("HAZARDSET_REPORT", "source=archie#x=0,y=-100,label=01"))
    assert posts["HAZARD_SEARCH_SCORE"] == pytest.approx(100 * (350 - 150) / 350)
    posts = dict(driven.mail("HAZARDSET_REPORT", "source=betty#x=0,y=-100,label=01#x=0,y=0,label=03"))
    assert posts["HAZARD_SEARCH_SCORE"] == 100


@pytest.mark.parametrize(
    ("report", "word"),
    [
        ("x=0,y=0,label=1", "source="), ("source=actual#x=0,y=0,label=1", "source="), ("source=abe", "holds no hazard"),
        ("source=abe#label=1", "x= and y="),
    ],
)  # fmt: skip
def test_reports_that_cannot_be_scored(report: str, word: str) -> None:
    driven = metric()
    assert driven.mail("HAZARDSET_REPORT", report) == []
    assert word in driven.host.run_warnings[0]


def test_the_rules_are_repeated_every_fifty_iterations() -> None:
    driven = metric()
    posts = [driven.tick() for _ in range(100)]
    assert [k for k, some in enumerate(posts, 1) if some] == [50, 100]


def test_nothing_to_lose_is_no_division_by_zero() -> None:
    driven = Driven(
        "uFldHazardMetric", "hazard_file = h.txt", "penalty_missed_hazard = 0", "penalty_false_alarm = 0",
        home=home(h_txt=LAYDOWN),
    )  # fmt: skip
    assert dict(driven.mail("HAZARDSET_REPORT", "source=a#x=1,y=1,label=9"))["HAZARD_SEARCH_SCORE"] == 100


def test_a_report_reads_what_a_manager_writes() -> None:
    text = "source=archie#name=first#xpath=66#x=-150.3,y=-117.5,label=12#x=1,y=2,label=3"
    found = read_hazard_report(text)
    assert (found.source, found.name, found.labels()) == ("archie", "first", {"12", "3"})


# -- beside the originals


def test_a_search_is_that_of_the_originals() -> None:
    """The three programs in one community: each variable has the posts that the originals made of the same mail."""
    recorded = json.loads((DATA / "field" / "hazards.json").read_text())
    place = home("archie", h_txt=recorded["file"])
    driven = {name: Driven(name, *lines, home=place) for name, lines in recorded["blocks"].items()}
    mail: Posts = []
    found: dict[str, list[str]] = {}

    def post(some: Posts) -> None:
        for name, value in some:
            text = re.sub(r"\b(time|total_time|received_time|start_time)=-?[0-9.]+", r"\1=T", str(value))
            text = f"{value:.5f}" if isinstance(value, float) else text
            if found.setdefault(name, [])[-1:] != [text]:
                found[name].append(text)
        mail.extend(some)

    for one in driven.values():
        post(one.started)
    inputs = [(time, name, value) for time, name, value in recorded["inputs"]]
    for tick in range(int(4 * inputs[-1][0]) + 20):
        while inputs and inputs[0][0] <= tick / 4:
            mail.append(inputs.pop(0)[1:])
        arrived, mail = mail, []
        for one in driven.values():
            one.host.now = 1000 + tick / 4
            wanted = one.app.on_connect_subscriptions()
            for name, value in arrived:
                if name in wanted:
                    post(from_vehicle(one, name, str(value)))
            post(one.tick(0))
    assert found == recorded["posts"]
