"""The life cycle of an application, stepped by hand."""

from __future__ import annotations

import math

import pytest

from tests.support.app_doubles import NotingApplication, bench
from usimmarine_py.errors import ConfigError
from usimmarine_py.field.hazards.sensor import HazardSensor
from usimmarine_py.field.settings import HomeCommunity
from usimmarine_py.run.live.program import play_program
from usimmarine_py.values import Message
from usimmarine_py.values.app import Subscription
from usimmarine_py.values.key import ConfigLine
from usimmarine_py.values.rows import Row, Shape, single


def test_registrations_come_in_the_usual_order_and_once():
    application = NotingApplication(["B_VAR", Subscription("A_VAR", 0.5), Subscription("NAV_*", 0.0, "*")])
    b = bench(application=application)
    base = [("APPCAST_REQ", 0.0), ("LOADCAST_REQ", 0.0), ("TERM_REPORT_INTERVAL", 0.0), ("COMMS_POLICY", 0.0)]
    assert b.comms.registered == [*base, ("B_VAR", 0.0), ("A_VAR", 0.5)]
    assert b.comms.wildcards == [("NAV_*", "*", 0.0)]


def test_what_the_start_adds_is_registered_then():
    b = bench(started=False)
    b.app.connect()
    b.application.subscriptions = ["X", "LATE_ONE"]
    b.app.begin()
    assert [v for v, _ in b.comms.registered].count("LATE_ONE") == 1
    assert b.comms.registered[-1] == ("LATE_ONE", 0.0)
    assert b.comms.posted("STARTED") == ["yes"]


def test_mail_goes_before_the_iteration_sorted_and_stable():
    b = bench()
    b.mail("X", 1.0, time=5.0)
    b.mail("X", 2.0, time=3.0)
    b.mail("X", 3.0, time=5.0)
    b.mail("X", 4.0, time=3.0)
    b.step()
    assert [m.value for m in b.application.mail[0]] == [2.0, 4.0, 1.0, 3.0]
    assert len(b.application.times) == 1
    b.step()
    assert len(b.application.mail) == 1  # no empty lists


def test_the_first_of_several_late_ticks_gets_the_mail_of_its_time():
    b = bench()
    for value, stamp in ((1.0, 1000.2), (2.0, 1000.6), (3.0, 1000.3), (4.0, 1001.0)):
        b.mail("X", value, time=stamp)
    b.clock.advance(0.75)
    b.app.tick(1000.25, another=True)
    b.mail("X", 5.0, time=1000.1)
    b.app.tick(1000.5, another=True)
    b.app.tick(1000.75)  # the last one leaves nothing
    assert [[m.value for m in mail] for mail in b.application.mail] == [[1.0], [5.0, 3.0], [2.0, 4.0]]


def test_what_the_moosdb_refuses_is_a_run_warning():
    b = bench()
    b.comms.give(Message("DB_EVENT", "refused=app: N1: a new name, ignored", 1000.0, "MOOSDB_alpha"))
    b.comms.give(Message("DB_EVENT", "connected=x", 1000.0, "MOOSDB_alpha"))
    b.step()
    assert list(b.app.caster.all_run_warnings) == ["MOOSDB_alpha: N1: a new name, ignored"]
    assert b.application.mail == []


def test_mail_stays_in_order_of_arrival_if_asked():
    b = bench(sort_mail=False)
    b.mail("X", 1.0, time=5.0)
    b.mail("X", 2.0, time=3.0)
    b.step()
    assert [m.value for m in b.application.mail[0]] == [1.0, 2.0]


def test_no_iteration_without_a_connection():
    b = bench()
    b.step(2)
    b.bus.down()
    b.step(3)
    assert len(b.application.times) == 2
    b.bus.up()
    b.step()
    assert len(b.application.times) == 3
    assert [v for v, _ in b.comms.registered].count("X") == 2  # once a connection
    assert b.comms.posted("STARTED") == ["yes"]


def test_iterations_without_a_connection_if_asked():
    for settings in ({"iterate_no_comms": True}, {"use_comms": False}):
        b = bench(started=False, **settings)
        b.bus.down()
        b.app.connect()
        b.app.begin()
        b.step(3)
        assert len(b.application.times) == 3


def test_a_failing_iteration_costs_that_tick_only():
    def plan(application, now):
        if len(application.times) % 2:
            raise ZeroDivisionError("nobody divides\nby zero")
        return [single("OK", 1.0)]

    b = bench(application=NotingApplication(plan=plan))
    b.step(6)
    assert len(b.comms.posted("OK")) == 3
    (text,) = b.app.caster.run_warnings
    assert b.app.caster.run_warnings[text] == 3
    assert text.startswith(
        "iteration failed, this tick was lost: ZeroDivisionError: nobody divides\\nby zero (test_app_life"
    )
    assert len([line for line in b.said if "ZeroDivisionError" in line]) == 1
    assert b.app.exit_code is None


def test_the_status_tells_of_a_failed_iteration():
    def plan(application, now):
        if len(application.times) == 8:
            raise ValueError("no, really")
        return

    b = bench(application=NotingApplication(plan=plan))
    b.step(17)
    first, second, third = b.comms.posted("APP_STATUS")
    assert first.startswith("AppErrorFlag=false,Uptime")
    assert second.startswith(
        "AppErrorFlag=true,AppErrorReason=iteration failed; this tick was lost: ValueError: no; really"
    )
    assert third.startswith("AppErrorFlag=false,Uptime")


def test_failing_mail_handling_and_report_do_no_harm():
    class Bad(NotingApplication):
        def on_mail(self, mail):
            raise KeyError("oops")

        def report(self):
            raise RuntimeError("no words")

    b = bench(application=Bad())
    b.mail("X", 1.0)
    b.step()
    assert len(b.application.times) == 1
    assert any("mail handling failed" in w for w in b.app.caster.run_warnings)
    assert "messages=no report: RuntimeError: no words" in b.comms.posted("APPCAST")[0]


def test_quit_on_iterate_fail():
    def plan(application, now):
        raise ValueError("x")

    b = bench(application=NotingApplication(plan=plan), quit_on_iterate_fail=True)
    b.step()
    assert b.app.exit_code == 1


def test_nothing_that_is_not_finite_is_posted():
    posts = [single("GOOD", 1), single("BAD", math.nan), Row(Shape(("WORSE", "TEXT")), (-math.inf, "nan"))]
    b = bench(application=NotingApplication(plan=lambda a, now: posts))
    b.poster.register("GOOD")
    b.step()
    assert [p for p in b.comms.posts if p[0] in ("GOOD", "BAD", "WORSE", "TEXT")] == [("GOOD", 1.0), ("TEXT", "nan")]
    assert [type(message.value) for message in b.poster.fetch()] == [float]
    assert "BAD was not posted: its value is not a finite number" in b.app.caster.run_warnings


def test_an_application_may_have_no_report_for_now():
    class Silent(NotingApplication):
        has_report = False

    b = bench(application=Silent())
    b.mail("APPCAST_REQ", "node=all,app=all,duration=30,key=k,thresh=any")
    b.step(2)
    assert b.comms.posted("APPCAST") == []
    b.application.has_report = True
    b.step()
    assert len(b.comms.posted("APPCAST")) == 1


def test_the_hazard_sensor_reports_before_it_knows_a_vehicle():
    """Its table of vehicles, which was empty, was taken for the answer that it has no report."""
    lines = [ConfigLine("sensor_config", "width=50, exp=2, pclass=0.6"), ConfigLine("hazard_file", "h.txt")]
    files = {"h.txt": "hazard = x=0,y=-100,label=01,type=hazard\n"}
    home = HomeCommunity("shoreside", 9000, (43.8, -70.3), seed=1, file_text=files.get)
    b = bench(application=HazardSensor(lines, home))
    b.mail("APPCAST_REQ", "node=all,app=all,duration=3,key=k,thresh=any")
    b.step()
    assert len(b.comms.posted("APPCAST")) == 1


def test_order_of_posts_in_one_iteration():
    b = bench()
    b.step()
    b.mail("LOADCAST_REQ", "app=all,duration=10,thresh=0")
    b.mail("APPCAST_REQ", "node=all,app=all,duration=3,key=k,thresh=any")
    b.comms.posts.clear()
    b.step(9)
    names = [name for name, _ in b.comms.posts]
    at = names.index("APP_STATUS")
    assert names[at:][:5] == ["APP_STATUS", "APP_ITER_GAP", "COUNT", "APPCAST", "APP_ITER_LEN"]
    assert b.comms.posted("APP_ITER_GAP") == [1.0] * 9
    assert b.comms.posted("APP_ITER_LEN") == [0.0] * 9


def test_status_comes_first_and_then_each_two_moos_seconds():
    b = bench()
    times = []
    for _ in range(40):
        before = len(b.comms.posted("APP_STATUS"))
        b.step()
        if len(b.comms.posted("APP_STATUS")) > before:
            times.append(b.clock.now())
    assert times == [1000.25 + 2.0 * k for k in range(5)]
    assert b.comms.posts[1][0] == "APP_STATUS"
    assert b.comms.posted("APP_STATUS")[1] == (
        "AppErrorFlag=false,Uptime=2.25,cpuload=0,memory_kb=0,memory_max_kb=0,MOOSName=app,"
        'Publishing="APPCAST,APP_STATUS,COUNT,STARTED,",'
        'Subscribing="APPCAST_REQ,COMMS_POLICY,LOADCAST_REQ,TERM_REPORT_INTERVAL,X,"'
    )


def test_first_report_unasked_then_on_request():
    b = bench()
    b.step(4)
    assert len(b.comms.posted("APPCAST")) == 1
    b.mail("APPCAST_REQ", "node=all,app=all,duration=3,key=k,thresh=any")
    b.step(8)
    reports = b.comms.posted("APPCAST")
    assert len(reports) == 5
    assert reports[1].startswith("proc=app!@#iter=5!@#node=alpha!@#iter=5!@#messages=body!@!@#!@#events_total=0")
    assert b.application.mail == []  # requests are not the application's business


def test_host_mail_can_be_delivered_too():
    b = bench(deliver_host_mail=True)
    b.mail("APPCAST_REQ", "node=all,app=all,duration=3,key=k,thresh=any")
    b.step(3)
    assert [m.key for m in b.application.mail[0]] == ["APPCAST_REQ"]
    assert len(b.comms.posted("APPCAST")) == 2


def test_report_interval_by_mail():
    b = bench()
    for value, interval in ((2.0, 2.0), (0.1, 0.4), (1e9, 10.0)):
        b.mail("TERM_REPORT_INTERVAL", value)
        b.step()
        assert b.app.caster.interval == interval
    b.mail("TERM_REPORT_INTERVAL", math.nan)
    b.step()
    assert b.app.caster.interval == 10.0
    assert set(b.app.caster.run_warnings) == {"TERM_REPORT_INTERVAL from tester: not a finite number: nan"}


def test_mail_of_the_wrong_type_is_refused():
    b = bench()
    b.mail("TERM_REPORT_INTERVAL", "3")
    b.mail("APPCAST_REQ", 3.0)
    b.mail("LOADCAST_REQ", 3.0)
    b.mail("COMMS_POLICY", b"lean")
    b.step()
    assert b.app.caster.interval == 0.5
    assert set(b.app.caster.run_warnings) == {
        "TERM_REPORT_INTERVAL from tester: wrong type: 3",
        "APPCAST_REQ from tester: wrong type: 3.0",
        "LOADCAST_REQ from tester: wrong type: 3.0",
        "COMMS_POLICY from tester: wrong type: b'lean'",
    }


def test_comms_policy_can_be_tightened_not_relaxed():
    b = bench(comms_policy="lean")
    for policy, kept in (("open", "lean"), ("dire", "dire"), ("lean", "lean"), ("loud", "lean")):
        b.mail("COMMS_POLICY", policy)
        b.step()
        assert b.app.comms_policy == kept
    assert list(b.app.caster.run_warnings) == ["Unhandled COMMS_POLICY:loud"]


def test_command_messages():
    b = bench(catch_commands=True)
    assert ("APP_CMD", 0.0) in b.comms.registered
    b.mail("APP_CMD", "do")
    b.step()
    assert b.application.mail[0][0].value == "do"


def test_app_logging_redirects_what_is_said():
    b = bench(app_logging=True)
    said_before = list(b.said)
    b.application.host.say("one")
    b.application.host.say("two")
    b.step(2)
    assert b.said == said_before == []
    (text,) = b.comms.posted("APP_LOG")
    assert text.startswith("iter=1,log=")
    assert text.endswith("app: one!@#app: two!@#")


def test_warnings_of_the_start_are_said_and_reported():
    b = bench(config_warnings=("Invalid AppTick: fast",))
    b.application.host.config_warning("Unhandled config line: thurst=1")
    b.step()
    assert "config_warnings=Invalid AppTick: fast!@Unhandled config line: thurst=1!@#" in b.comms.posted("APPCAST")[0]
    assert "app: Invalid AppTick: fast\n" in b.said
    assert "app: Unhandled config line: thurst=1\n" in b.said


def test_events_carry_the_time_since_the_start():
    b = bench()
    b.step(5)
    b.application.host.event("deployed")
    assert list(b.app.caster.events) == ["[1.25]: deployed"]


def test_what_the_start_raises_ends_with_one_line():
    class Bad(NotingApplication):
        def on_start(self, host):
            raise ConfigError("unknown vehicle", file="m.moos", line=3)

    class Worse(NotingApplication):
        def on_start(self, host):
            raise IndexError("surprise")

    b = bench(started=False, application=Bad())
    assert play_program(b.app, handle_signals=False) == 2
    assert b.complained == ["app: m.moos:3: unknown vehicle\n"]
    assert b.comms.closed == 1
    b = bench(started=False, application=Worse())
    assert play_program(b.app, handle_signals=False) == 1
    (line,) = b.complained
    assert line.startswith("app: the start failed: IndexError: surprise (test_app_lifecycle.py:")


def test_the_same_steps_give_the_same_posts():
    def once():
        b = bench()
        for k in range(50):
            if k % 7 == 0:
                b.mail("APPCAST_REQ", "key=k,duration=1")
            b.step()
        return b.comms.posts

    assert once() == once()


@pytest.mark.parametrize("quiet", [True, False])
def test_quiet(quiet):
    b = bench(quiet=quiet)
    b.application.host.say("hello")
    assert bool(b.said) is not quiet
