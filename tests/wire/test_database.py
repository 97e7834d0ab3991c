"""Rules of the database core that the recorded connections do not show."""

from __future__ import annotations

import math

import pytest

from tests.support.messages import decoded, parts
from usimmarine_py.errors import NameRefusedError
from usimmarine_py.wire import database, limits, store, subscriptions, variables
from usimmarine_py.wire.codec import (
    BINARY,
    DOUBLE,
    NOTIFY,
    NULL,
    REGISTER,
    SERVER_REQUEST,
    STRING,
    TIMING,
    UNREGISTER,
    WILDCARD_REGISTER,
    WireMessage,
    decode_envelope,
)
from usimmarine_py.wire.database import DbCore

START = 1.0e9


class Bench:
    """A core with clients a (asynchronous), b (asynchronous) and s (synchronous); time stands still unless moved."""

    def __init__(self, **options: object) -> None:
        self.said: list[tuple[str, str]] = []
        self.core = DbCore("alpha", start=START, report=lambda *line: self.said.append(line), **options)  # type: ignore[arg-type]
        self.now = START
        for name, asynchronous in (("a", True), ("b", True), ("s", False)):
            self.core.admit(name, asynchronous, START, START)

    def send(self, name: str, *messages: WireMessage) -> dict[str, list[WireMessage]]:
        """One packet; what goes to whom."""
        out: dict[str, list[WireMessage]] = {}
        for receiver, held in self.core.process(name, parts(*messages), self.now):
            out.setdefault(receiver, []).extend(decoded(held))
        return out


def post(key: str, value: float | str | bytes, src: str = "a", **fields: object) -> WireMessage:
    message = WireMessage(0, NOTIFY, DOUBLE, src, key=key, time=5.0)
    if isinstance(value, float):
        message = message._replace(double_val=value)
    elif isinstance(value, str):
        message = message._replace(data_type=STRING, string_val=value.encode())
    else:
        message = message._replace(data_type=BINARY, string_val=value)
    return message._replace(**fields)


def register(key: str, interval: float = 0.0, src: str = "a") -> WireMessage:
    return WireMessage(0, REGISTER, DOUBLE, src, key=key, double_val=interval)


def wildcard(text: str, src: str = "a") -> WireMessage:
    return WireMessage(0, WILDCARD_REGISTER, STRING, src, key=src, string_val=text.encode())


HEARTBEAT = WireMessage(msg_type=TIMING, key="_async_timing", time=START, double_val=0.0)


def test_a_heartbeat_releases_held_mail_unless_told_otherwise() -> None:
    for release, expected in ((True, ["_async_timing", "DB_EVENT"]), (False, ["_async_timing"])):
        bench = Bench(release_on_heartbeat=release)
        bench.send("a", register("DB_EVENT"), HEARTBEAT)
        bench.core.leave("b", bench.now)  # the event waits for a's next packet
        out = bench.send("a", HEARTBEAT)
        assert [m.key for m in out["a"]] == expected


def test_the_echo_carries_our_time_and_the_consolidation() -> None:
    bench = Bench(consolidation=(("x*", 9.0), ("a", 0.02)))
    bench.now += 3.0
    (echo,) = [m for m in bench.send("a", HEARTBEAT._replace(string_val=b"kept"))["a"] if m.msg_type == TIMING]
    assert (echo.time, echo.double_val, echo.double_aux) == (HEARTBEAT.time, bench.now, 0.02)
    bench = Bench(consolidation=(("a", 0.02),))
    core = bench.core
    core.leave("a", START)
    core.admit("a", True, START, START)
    (echo,) = bench.send("a", HEARTBEAT._replace(string_val=b"kept"))["a"]
    assert (echo.double_aux, echo.string_val) == (0.02, b"kept")


def test_a_synchronous_client_gets_one_packet_per_packet() -> None:
    bench = Bench()
    out = bench.send("s", register("V", src="s"))
    assert [m.msg_type for m in out["s"]] == [NULL]
    assert out["s"][0].double_val == START
    # never pushed
    assert "s" not in bench.send("a", post("V", 1.0))
    out = bench.send("s", WireMessage(src="s"))
    assert [m.key for m in out["s"]] == ["", "V"]
    assert [m.msg_type for m in bench.send("s")["s"]] == [NULL]


def test_portions_of_a_huge_packet_are_answered_once_to_a_synchronous_client() -> None:
    bench = Bench()
    request = WireMessage(-2, SERVER_REQUEST, STRING, "s", key="VAR_SUMMARY")
    assert bench.core.process("s", parts(request), START, last=False) == []
    ((name, mail),) = bench.core.process("s", parts(request), START, last=True)
    assert name == "s"
    assert [m.key for m in decoded(mail)] == ["", "VAR_SUMMARY", "VAR_SUMMARY"]


def test_periodic_variables_come_after_more_than_two_moos_seconds() -> None:
    bench = Bench()
    bench.send("a", wildcard("AppPattern=*,VarPattern=DB_*,Interval=0"))
    bench.now = START + 2.0
    assert [m.key for m in bench.send("a", HEARTBEAT)["a"]] == ["_async_timing"]
    bench.now = START + 2.01
    keys = [m.key for m in bench.send("a", HEARTBEAT)["a"]]
    assert keys == ["_async_timing", "DB_TIME", "DB_UPTIME", "DB_CLIENTS", "DB_VARSUMMARY", "DB_QOS", "DB_RWSUMMARY"]
    values = {k: v for k, v in bench.core.variables.items()}
    assert values["DB_TIME"].number == bench.now
    assert values["DB_UPTIME"].number == pytest.approx(2.01)
    assert values["DB_CLIENTS"].text == b"s,b,a,"
    assert values["DB_QOS"].text.startswith(b"a=0:")
    assert b"b=0:0:1e+09:0," in values["DB_QOS"].text
    assert values["DB_RWSUMMARY"].text.startswith(b"s=&,b=&,a=DB_CLIENTS:DB_EVENT:")


def test_events_tell_of_arrivals_and_departures() -> None:
    bench = Bench()
    bench.send("a", register("DB_EVENT"))
    bench.core.leave("b", bench.now)
    bench.core.admit("c", True, 0.0, bench.now)
    texts = [m.text for m in bench.send("a", HEARTBEAT)["a"][1:]]
    assert texts == ["disconnected=b", "connected=c"]
    assert bench.core.clients == ["c", "s", "a"]


def test_leaving_takes_subscriptions_and_patterns_along() -> None:
    bench = Bench()
    bench.send("a", register("V"), wildcard("AppPattern=*,VarPattern=W*,Interval=0"))
    bench.core.leave("a", bench.now)
    bench.core.leave("a", bench.now)
    bench.core.admit("a", True, 0.0, bench.now)
    bench.send("b", post("V", 1.0, "b"), post("W1", 1.0, "b"))
    assert bench.send("a", HEARTBEAT)["a"] == [HEARTBEAT._replace(double_val=bench.now, double_aux=0.0)]
    # but the values stay
    assert bench.core.variables["V"].number == 1.0


def test_the_clock_may_be_set_back() -> None:
    bench = Bench()
    bench.send("a", register("V", 10.0))
    assert bench.send("b", post("V", 1.0, "b"))["a"]
    assert "a" not in bench.send("b", post("V", 2.0, "b"))
    bench.now -= 3600.0
    assert bench.send("b", post("V", 3.0, "b"))["a"][0].double_val == 3.0


@pytest.mark.parametrize("interval", [math.nan, -math.inf, -1.0, 0.0])
def test_intervals_that_deliver_everything(interval: float) -> None:
    bench = Bench()
    bench.send("a", register("V", interval))
    for value in (1.0, 2.0):
        assert bench.send("b", post("V", value, "b"))["a"][0].double_val == value


def test_wildcard_pairs_keep_their_first_interval_and_outlive_unregistering() -> None:
    bench = Bench()
    bench.send("a", wildcard("AppPattern=*,VarPattern=V*,Interval=5"))
    bench.send("a", wildcard("AppPattern=*,VarPattern=V*,Interval=0"))
    bench.send("b", post("V1", 1.0, "b"))
    assert "a" not in bench.send("b", post("V1", 2.0, "b"))
    bench.send("a", wildcard("AppPattern=*,VarPattern=V*,Interval=0")._replace(msg_type=b"/"))
    assert bench.core.variables["V1"].subscribers == {}
    assert bench.send("b", post("V2", 1.0, "b"))["a"][0].key == "V2"


def test_clearing() -> None:
    bench = Bench()
    bench.send("a", register("V"))
    bench.send("b", post("V", 1.0, "b"), register("V", src="a"))
    bench.now += 1.0
    assert bench.send("b", WireMessage(-2, SERVER_REQUEST, STRING, "b", key="DB_CLEAR")) == {}
    assert bench.core.variables["V"].data_type == b"~"
    # the type may change, the subscription holds, held mail is gone
    assert [m.text for m in bench.send("b", post("V", "text", "b"))["a"]] == ["text"]
    # our own variables cannot be taken over
    bench.send("b", post("DB_TIME", "mine", "b"))
    assert bench.core.variables["DB_TIME"].writes == 0


def test_all_shows_values_and_frequencies() -> None:
    bench = Bench()
    bench.send("a", register("NEVER"))
    for step in range(1, 13):
        bench.now = START + step * 0.1
        bench.send("a", post("V", float(step)))
    replies = bench.send("b", WireMessage(-2, SERVER_REQUEST, STRING, "b", key="ALL"))["b"]
    keys = [m.key for m in replies]
    assert keys == sorted(keys, reverse=True)
    by_key = {m.key: m for m in replies}
    assert by_key["V"].time == pytest.approx(1.2)
    assert 4.9 < by_key["V"].double_aux < 10.0
    assert (by_key["NEVER"].data_type, by_key["NEVER"].time) == (b"~", -1.0)


def test_requests_that_are_no_requests() -> None:
    bench = Bench()
    assert bench.send("a", WireMessage(7, SERVER_REQUEST, STRING, "a", key="NONSENSE")) == {}


def test_the_table_is_made_for_readers_only_but_is_never_old() -> None:
    bench = Bench()
    for step in range(1, 4):
        bench.now = START + step * 3.0
        bench.send("a", post("V", float(step)))
    (table,) = bench.send("b", register("DB_VARSUMMARY", src="b"))["b"]
    row = next(line for line in table.text.splitlines() if line.startswith("V "))
    assert row == "V                    01:46:49.000         a                    0.2 Hz D  3.0"
    assert table.time == bench.now
    # with a reader it comes by itself
    bench.now += 3.0
    assert [m.key for m in bench.send("b", HEARTBEAT)["b"]] == ["_async_timing", "DB_VARSUMMARY"]


@pytest.mark.parametrize("name", ["", "x" * 256, "a", "a\nb", "\x1b[2Jx", "\x9b2J"])
def test_names_that_are_refused(name: str) -> None:
    with pytest.raises(NameRefusedError):
        Bench().core.admit(name, True, 0.0, START)


def test_the_longest_name_is_taken() -> None:
    name = "x" * limits.MAX_CLIENT_NAME_LENGTH
    core = Bench().core
    core.admit(name, True, 0.0, START)
    with pytest.raises(NameRefusedError, match="already exists"):
        core.admit(name, True, 0.0, START)


def test_the_welcome_is_finite_whatever_the_client_says() -> None:
    core = Bench().core
    assert core.admit("nan", True, math.nan, START).double_val == 0.0
    assert core.admit("early", True, START - 2.5, START).double_val == 2.5


def test_a_registration_counts_for_the_connection_that_sent_it() -> None:
    bench = Bench()
    bench.send("b", register("V", src="a"), register("V", src="ghost"), register("V", src=""))
    assert bench.core.variables["V"].subscribers == {"b": 0.0}
    bench.send("b", wildcard("AppPattern=*,VarPattern=DB_*,Interval=0", src="a"))
    bench.send("a", WireMessage(0, UNREGISTER, DOUBLE, "b", key="V"))
    assert bench.core.variables["V"].subscribers == {"b": 0.0}
    assert bench.core.variables["DB_TIME"].subscribers == {"b": 0.0}
    assert [name for name, _ in bench.said] == ["b", "b", "b", "a"]
    assert "ghost" in bench.said[1][1]


def test_incidents_are_said_once_and_not_without_end() -> None:
    bench = Bench()
    bench.send("a", post("V", 1.0))
    for _ in range(3):
        bench.send("a", post("V", "text"))
    assert bench.said == [("a", "V: post of type S dropped, the variable has type D")]
    for number in range(100):
        bench.send("a", WireMessage(0, bytes([number + 128]), DOUBLE, "a"))
    assert len(bench.said) == 20


def test_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    bench = Bench()
    monkeypatch.setattr(store, "MAX_VARIABLES", len(bench.core.variables) + 1)
    bench.send("a", post("FITS", 1.0), post("NOT", 1.0), register("NEITHER"))
    assert "FITS" in bench.core.variables and "NOT" not in bench.core.variables
    monkeypatch.setattr(store, "MAX_VARIABLE_NAME_LENGTH", 5)
    monkeypatch.setattr(subscriptions, "MAX_VARIABLE_NAME_LENGTH", 5)
    bench.send("a", post("TOO_LONG", 1.0), wildcard("AppPattern=*,VarPattern=TOOLONG*,Interval=0"))
    monkeypatch.setattr(subscriptions, "MAX_PATTERNS", 1)
    bench.send("a", wildcard("VarPattern=A*"), wildcard("VarPattern=B*"))
    monkeypatch.setattr(subscriptions, "MAX_PATTERN_COST", 3)
    bench.send("b", wildcard("VarPattern=A*", "b"))
    monkeypatch.setattr(store, "MAX_STORED_BYTES", 100)
    bench.core.process("a", parts(post("FITS", 1.0)), START)
    bench.send("b", register("FITS", src="b"))
    bench.core.process("a", parts(WireMessage(-2, SERVER_REQUEST, STRING, "a", key="DB_CLEAR")), START)
    bench.send("a", post("FITS", "x" * 90))
    told = bench.send("a", post("FITS", "y" * 120))["a"]
    assert [m.text for m in told if m.key == "DB_EVENT"] == [
        "refused=a: FITS: post dropped, all values together exceed 100 bytes"
    ]
    assert bench.core.variables["FITS"].text == b"x" * 90
    assert [text.split(":")[-1].split(",")[0].strip()[:40] for _, text in bench.said] == [
        "there are 8 variables already",
        "a variable name longer than 5 characters",
        "a pattern longer than 5 characters",
        "more than 1 wildcard registrations",
        "those of all clients take too much time",
        "post dropped",
    ]


def test_one_client_does_not_fill_the_database(monkeypatch: pytest.MonkeyPatch) -> None:
    """What it may make and store is limited; when it has left, what no client reads makes room."""
    bench = Bench()
    own = len(bench.core.variables)
    monkeypatch.setattr(store, "MAX_VARIABLES", own + 8)
    monkeypatch.setattr(store, "MAX_VARIABLES_OF_CLIENT", 6)
    monkeypatch.setattr(store, "MAX_STORED_OF_CLIENT", 50)
    bench.send("a", *(post(f"A{n}", "x" * 8) for n in range(9)))
    assert len(bench.core.variables) == own + 6
    assert "more than 6 names" in bench.said[-1][1]
    bench.send("a", post("A1", "y" * 11))
    assert bench.core.variables["A1"].text == b"x" * 8 and "the values of one client exceed 50" in bench.said[-1][1]
    bench.send("b", register("A3", src="b"), register("B0", src="b"), post("B1", 1.0, "b"))
    bench.send("s", post("NONE", 1.0, "s"))
    assert "NONE" not in bench.core.variables  # the writers are still there
    bench.core.leave("a", bench.now)
    bench.now += 2.0  # it does not search at each refusal
    bench.send("s", *(post(f"S{n}", 1.0, "s") for n in range(5)))
    left = [key for key in bench.core.variables if key[0] in "ABS"]
    assert sorted(left) == ["A3", "B0", "B1", "S0", "S1", "S2", "S3", "S4"]
    # a route that is known does not lead to what was removed
    bench.core.admit("a", True, bench.now, bench.now)
    bench.core.leave("s", bench.now)
    bench.now += 2.0
    bench.send("a", post("A1", "new"))
    assert bench.core.variables["A1"].text == b"new"
    assert "S0" not in bench.core.variables


def test_clearing_frees_names_that_no_client_reads() -> None:
    bench = Bench()
    bench.send("a", post("V", 1.0), post("W", 1.0), register("W"))
    bench.send("a", WireMessage(-2, SERVER_REQUEST, STRING, "a", key="DB_CLEAR"))
    assert "V" not in bench.core.variables and bench.core.variables["W"].data_type == b"~"
    bench.send("a", post("V", "text"))
    assert bench.core.variables["V"].text == b"text"


def test_what_concerns_thousands_of_variables_is_done_in_portions() -> None:
    bench = Bench()
    core = bench.core
    core.process("a", parts(*(post(f"V{n:05d}", 1.0) for n in range(6000))), START)
    got = [m.key for m in bench.send("b", wildcard("VarPattern=V*", "b"))["b"]]
    turns = 1
    assert core.is_busy("b")
    while core.is_busy("b"):
        for _, mail in core.proceed("b", START):
            got += [m.key for m in decoded(mail)]
        turns += 1
    assert got == [f"V{n:05d}" for n in range(6000)]
    assert turns > 20
    # the same goes for leaving, and the name is free at once
    core.leave("b", START)
    core.admit("b", True, START, START)
    core.process("b", parts(register("V00001", src="b")), START)
    while core.subscriptions.tidy():
        pass
    assert core.variables["V00001"].subscribers == {"b": 0.0}
    assert not core.variables["V00002"].is_read


def test_a_client_that_never_fetches_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    bench = Bench()
    monkeypatch.setattr(database, "MAX_QUEUE_BYTES", 1000)
    bench.send("s", register("V", src="s"))
    for _ in range(20):
        bench.send("a", post("V", 1.0))
    assert bench.core.overflowed == {"s"}


def test_frequency_is_forgotten_after_a_pause() -> None:
    variable = variables.StoredVariable("V", written=0.0)
    ((_, raw, body),) = parts(post("V", 1.0))
    envelope = decode_envelope(raw)
    for step in range(1, 50):
        variable.store(envelope, body, step * 0.1)
    assert variable.frequency == pytest.approx(10.0, rel=0.3)
    variable.store(envelope, body, 60.0)
    assert variable.frequency == 0.0
