"""The lines of DB_VARSUMMARY and the like, against those recorded from the real MOOSDB."""

from __future__ import annotations

import pytest

from usimmarine_py.wire import summaries
from usimmarine_py.wire.codec import BINARY, DOUBLE, STRING, WireMessage, decode_envelope, encode_message, split_message
from usimmarine_py.wire.variables import Latency, StoredVariable


def variable(key: str, message: WireMessage, written: float) -> StoredVariable:
    made = StoredVariable(key)
    _, envelope, body = split_message(encode_message(message._replace(key=key)))
    made.store(decode_envelope(envelope), body, written)
    made.frequency = 0.0
    return made


@pytest.mark.parametrize(
    ("made", "line"),
    [
        # lines recorded from the real MOOSDB
        (
            variable("DB_TIME", WireMessage(src="MOOSDB_alpha", data_type=DOUBLE, double_val=1795242186.1), 22986.14),
            "DB_TIME              06:23:06.140         MOOSDB_alpha         0.0 Hz D  1795242186.1\n",
        ),
        (StoredVariable("APPCAST_REQ"), "APPCAST_REQ          23:59:59.000         (write pending)      0.0 Hz ~  \n"),
        (
            variable("VT_B", WireMessage(src="synccli", data_type=BINARY, string_val=b"1234567"), 22985.939),
            "VT_B                 06:23:05.939         synccli              0.0 Hz B  *binary* 7    B\n",
        ),
        (
            variable("VT_L", WireMessage(src="synccli", data_type=STRING, string_val=b"x" * 5000), 22985.939),
            "VT_L                 06:23:05.939         synccli              0.0 Hz S  xxxxxxxxxxxxxxxxxxxxxx...\n",
        ),
        (
            variable("K", WireMessage(src="p", data_type=BINARY, string_val=bytes(1234)), 0.0),
            "K                    00:00:00.000         p                    0.0 Hz B  *binary* 1.234 KB\n",
        ),
        (
            variable("M", WireMessage(src="p", data_type=BINARY, string_val=bytes(2_345_678)), 0.0),
            "M                    00:00:00.000         p                    0.0 Hz B  *binary* 2.346 MB\n",
        ),
        (
            variable("S", WireMessage(src="p", data_type=STRING, string_val=b"y" * 25), 0.0),
            "S                    00:00:00.000         p                    0.0 Hz S  yyyyyyyyyyyyyyyyyyyyyyyyy\n",
        ),
    ],
    ids=lambda v: v.key if isinstance(v, StoredVariable) else "",
)
def test_rows(made: StoredVariable, line: str) -> None:
    assert summaries.variable_row(made, 1.0, 0.0) == line


def test_time_of_day() -> None:
    assert summaries.time_of_day(86399.9999, 0.0) == "23:59:59.999"
    assert summaries.time_of_day(0.0, 5400.0) == "01:30:00.000"
    assert summaries.time_of_day(float("inf"), 0.0) == "--:--:--.---"
    # at warp 10 the epoch is multiplied, the time of day is not
    made = variable("V", WireMessage(src="p"), 36000.0)
    assert "01:00:00.000" in summaries.variable_row(made, 10.0, 0.0)


def test_lists() -> None:
    assert summaries.process_summary("p", ["B", "A"], ["C"]) == "p:SUBSCRIBED=,A,B,PUBLISHED=,C"
    clients = [("edge_b", [], ["V"]), ("edge_a", ["V", "NEVER"], [])]
    assert summaries.read_write_summary(clients) == "edge_b=&V,edge_a=NEVER:V&"


def test_summaries_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(summaries, "MAX_SUMMARY_LENGTH", 50)
    assert len(summaries.clip("x" * 99)) == 50
    assert summaries.read_write_summary([("a", ["V"], []), ("b", ["W" * 60], [])]) == "a=V&"
    assert summaries.variable_table([StoredVariable("V"), StoredVariable("W")], 1.0, 0.0) == ""


def test_latency() -> None:
    latency = Latency()
    assert latency.text() == "0:0:1e+09:0"
    latency.add(float("nan"))
    latency.add(0.359058)
    latency.add(0.294924)
    assert latency.text() == "0:0.359058:0.294924:0"
    for _ in range(3):
        latency.add(1.0)
    assert latency.text() == "1:1:0.294924:0.730796"
