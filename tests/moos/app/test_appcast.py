"""AppCast strings against recorded ones, requests, production and limits."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.paths import MOOS_WIRE
from usimmarine_py.moos.app.appcast import OTHER_RUN_WARNINGS, AppCaster, clean_line
from usimmarine_py.moos.app.terminal import terminal_report


def recorded_body(appcast: str) -> str:
    """The body lines of a recorded string, as an application would hand them over."""
    start = appcast.index("messages=") + len("messages=")
    return appcast[start : appcast.index("!@!@#", start)].replace("!@", "\n") + "\n"


def read_as_umac_does(appcast: str) -> dict[str, object]:
    fields: dict[str, object] = {}
    for part in appcast.split("!@#"):
        name, equals, value = part.partition("=")
        if equals:
            fields[name] = (
                value.split("!@") if name in ("messages", "config_warnings", "events", "run_warnings") else value
            )
    return fields


def test_a_recorded_report_is_rebuilt_from_its_parts():
    text = (MOOS_WIRE / "appcast_usimmarinev22.txt").read_text().rstrip("\n")
    caster = AppCaster("uSimMarineV22", "alpha")
    caster.iteration = 3
    assert caster.report(recorded_body(text)).appcast() == text


def test_a_recorded_report_with_a_warning_is_rebuilt():
    text = (MOOS_WIRE / "appcast_usimmarinev22_config_warning.txt").read_text().rstrip("\n")
    caster = AppCaster("uSimMarineV22", "alpha")
    caster.iteration = 17
    caster.config_warning("Unhandled config line: bogus_param=7")
    assert caster.report(recorded_body(text)).appcast() == text


def test_the_recorded_terminal_report_is_rebuilt():
    text = (MOOS_WIRE / "term_report_usimmarinev22.txt").read_text()
    body = text[text.index("Enabled:") :].removesuffix("\n")
    caster = AppCaster("uSimMarineV22", "alpha")
    caster.iteration = 17
    caster.config_warning("Unhandled config line: bogus=3")
    assert terminal_report(caster.report(body)) == text


def test_all_parts_of_the_string():
    caster = AppCaster("app")
    caster.iteration = 2
    for text in ("b: second", "a first", "b: second"):
        caster.run_warning(text)
    caster.config_warning("same")
    caster.config_warning("same")
    caster.event("deployed", 12.345)
    caster.event("returned", 100.0)
    assert caster.report("one\n\ntwo").appcast() == (
        "proc=app!@#iter=2!@#iter=2!@#messages=one!@!@two!@!@#config_warnings=same!@same!@#events_total=2!@#"
        "events=[12.35]: deployed!@[100.00]: returned!@#run_warning_total=3!@#run_warnings=1:a first!@2:b: second"
    )


def test_all_parts_of_the_terminal_report():
    caster = AppCaster("app", "alpha")
    caster.iteration = 2
    caster.run_warning("w")
    caster.run_warning("w")
    caster.event("first", 1.0)
    caster.event("last", 2.0)
    assert terminal_report(caster.report("body\n")).splitlines() == [
        "=" * 62,
        "app alpha" + " " * (62 - 9 - 6) + "0/2(2)",
        "=" * 62,
        "Runtime Warnings: 2",
        " [2]: w",
        "",
        "body",
        "",
        "=" * 67,
        "Most Recent Events (2):",
        "=" * 67,
        "[2.00]: last",
        "[1.00]: first",
    ]


@given(st.lists(st.text(max_size=30), max_size=4), st.text(max_size=20), st.text(max_size=20), st.text(max_size=20))
def test_no_text_breaks_the_frame(lines, config, run, event):
    caster = AppCaster("app", "alpha")
    caster.iteration = 1
    caster.config_warning(config + "!@#x")
    caster.run_warning(run + "!@#proc=evil")
    caster.event(event + "!@", 0.0)
    body = "\n".join([*lines, "#hash", "!@#", "end"])
    fields = read_as_umac_does(caster.report(body).appcast())
    assert fields["proc"] == "app"
    assert len(fields["messages"]) == len(body.split("\n")) + 1
    assert fields["messages"][-2:] == ["end", ""]
    assert (len(fields["config_warnings"]), len(fields["events"]), len(fields["run_warnings"])) == (1, 1, 1)
    assert (fields["events_total"], fields["run_warning_total"]) == ("1", "1")


def test_cleaning_leaves_plain_text_alone():
    plain = "DRIFT_VECTOR from pHelmIvP: not a pair: 12 = é°"
    assert clean_line(plain) == plain
    assert clean_line("a\tb\nc\x07!!@@") == "a\tb c !! @@"


def test_limits_of_warnings_and_events():
    caster = AppCaster("app", max_events=2, max_run_warnings=2)
    for i in range(5):
        caster.run_warning(f"w{i}")
        caster.event(f"e{i}", i)
        caster.run_warning("w0")
    assert caster.run_warnings == {"w0": 6, "w1": 1, OTHER_RUN_WARNINGS: 3}
    assert list(caster.events) == ["[3.00]: e3", "[4.00]: e4"]
    for i in range(500):
        caster.config_warning(str(i))
    assert len(caster.config_warnings) == 100
    assert AppCaster("app", max_events=0).report("").events == ()


def test_others_are_named_by_the_latest_and_kept_for_summaries():
    caster = AppCaster("app", max_run_warnings=1)
    for text in ("first", "a", "b", "b", "a"):
        caster.run_warning(text)
    assert caster.run_warnings == {"first": 1, OTHER_RUN_WARNINGS: 4}
    assert caster.report("").run_warnings == ((f"{OTHER_RUN_WARNINGS}, the latest: a", 4), ("first", 1))
    assert caster.all_run_warnings == {"first": 1, "a": 2, "b": 2}
    assert caster.retract_run_warning("b")
    assert caster.run_warnings == {"first": 1, OTHER_RUN_WARNINGS: 2}
    assert caster.retract_run_warning("a")
    assert not caster.retract_run_warning("a")
    assert caster.run_warnings == caster.all_run_warnings == {"first": 1}
    for i in range(150):
        caster.run_warning(f"w{i}")
    assert len(caster.all_run_warnings) == 102  # the first, a hundred others, and the rest as a number
    assert sum(caster.all_run_warnings.values()) == 151


def test_retraction_needs_the_same_text_and_frees_a_place():
    caster = AppCaster("app", max_run_warnings=1)
    caster.run_warning("first!@#")
    caster.run_warning("first!@#")
    assert not caster.retract_run_warning("first")
    assert caster.retract_run_warning("first!@#")
    assert caster.run_warnings == {}
    caster.run_warning("second")
    assert caster.run_warnings == {"second": 1}


@pytest.mark.parametrize(
    ("request_text", "wanted"),
    [
        ("node=all,app=all,duration=10.0,key=uMAC_4606startup,thresh=any", True),
        ("node=alpha,app=uSimMarineV22,duration=3.0,key=uMAC_4606:app,thresh=any", True),
        ("NODE=alpha, App=uSimMarineV22 ,Duration=3,KEY=k", True),
        ("key=k,duration=1", True),
        ("node=all,app=all,duration=10", False),  # no key
        ("node=all,app=all,key=k", False),  # no duration
        ("node=bravo,app=all,duration=10,key=k", False),
        ("node=Alpha,app=all,duration=10,key=k", False),
        ("node=all,app=usimmarinev22,duration=10,key=k", False),
        ("node=all,app=all,duration=-3,key=k", False),
        ("node=all,app=all,duration=nan,key=k", False),
        ("node=all,app=all,duration=3,key=k,thresh=run_warning", False),
        ("node=all,app=all,duration=3,key=k,thresh=foo", False),
        ("", False),
        (",=,,=k", False),
    ],
)
def test_requests(request_text, wanted):
    caster = AppCaster("uSimMarineV22", "alpha")
    caster.on_request(request_text, 100.0)
    assert caster.requested(100.5) is wanted


def test_requests_end_and_are_clamped():
    caster = AppCaster("app", "alpha")
    caster.on_request("key=a,duration=1000", 0.0)
    assert caster.requested(29.9)
    assert not caster.requested(30.0)
    caster.on_request("key=a,duration=20", 100.0)
    caster.on_request("key=a,duration=1", 101.0)  # the newer one replaces the older
    assert not caster.requested(102.5)


def test_thresholds():
    caster = AppCaster("app", "alpha")
    caster.iteration = 5
    caster.on_request("key=a,duration=20,thresh=run_warning", 0.0)
    assert caster.due(1.0, 1.0) == (False, False)
    caster.run_warning("w")
    assert caster.due(2.0, 2.0) == (False, True)
    assert caster.due(3.0, 3.0) == (False, False)
    caster.retract_run_warning("w")
    assert caster.due(4.0, 4.0) == (False, True)
    caster.config_warning("late one")
    assert caster.due(5.0, 5.0) == (False, True)
    assert caster.due(6.0, 6.0) == (False, False)


def test_requesters_are_bounded():
    for others, kept in ((99, True), (100, False), (1000, False)):
        caster = AppCaster("app", "alpha")
        caster.on_request("key=first,duration=30", 0.0)
        for i in range(others):
            caster.on_request(f"key=k{i},duration=1", 0.0)
        assert caster.requested(20.0) is kept


def due_times(caster: AppCaster, period: float, until: float, warp: float = 1.0) -> list[tuple[float, bool, bool]]:
    found = []
    for k in range(1, round(until / period) + 1):
        caster.iteration = k
        printed, posted = caster.due(k * period, k * period / warp)
        if printed or posted:
            found.append((k * period, printed, posted))
    return found


def test_one_report_in_the_first_iteration_unasked():
    assert due_times(AppCaster("app"), 0.25, 10.0) == [(0.25, False, True)]


def test_reports_on_request_come_each_half_real_second():
    caster = AppCaster("app")
    caster.on_request("key=a,duration=5", 0.0)
    assert [t for t, _, _ in due_times(caster, 0.25, 10.0)] == [0.25 + 0.5 * k for k in range(10)]
    caster = AppCaster("app")
    caster.on_request("key=a,duration=30", 0.0)
    # at warp 10 half a real second is five MOOS seconds
    assert [t for t, _, _ in due_times(caster, 0.25, 40.0, warp=10.0)] == [0.25 + 5.0 * k for k in range(6)]


def test_on_a_terminal_reports_are_printed_and_posted_only_on_request():
    caster = AppCaster("app", terminal=True)
    assert due_times(caster, 0.25, 2.0) == [
        (0.25, True, True),
        (0.75, True, False),
        (1.25, True, False),
        (1.75, True, False),
    ]


def test_nothing_is_due_twice_in_one_interval():
    caster = AppCaster("app", interval=1.0)
    caster.on_request("key=a,duration=30", 0.0)
    times = [t for t, _, _ in due_times(caster, 0.1, 20.0)]
    assert min(b - a for a, b in itertools.pairwise(times)) >= 1.0 - 1e-9
