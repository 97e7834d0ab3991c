"""The .alog writer and reader, against a log that pLogger wrote."""

from __future__ import annotations

import math
import re
import tracemalloc
import unicodedata
from functools import partial
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.paths import MOOS_WIRE
from usimmarine_py.errors import LogFileError
from usimmarine_py.logs.alog import AlogRow, AlogWriter, BinaryRef, load_series, read_alog, read_header
from usimmarine_py.values import Message
from usimmarine_py.values.rows import Shape

SAMPLE = MOOS_WIRE / "plogger_sample.alog"

START = 1795242476.448031


def test_reading_what_plogger_wrote():
    rows = list(read_alog(SAMPLE))
    assert len(rows) == 22
    assert read_header(SAMPLE).log_start == START
    assert len(read_header(SAMPLE).lines) == 5
    assert rows[0] == AlogRow(0.65116, "LOGGER_DIRECTORY", "pLogger", "./sample", line=6)
    assert rows[2] == AlogRow(2.21972, "NAV_X", "app_one", 0.0, line=8)
    assert rows[6] == AlogRow(2.21977, "REMOTE", "app_one", 1.0, community="bravo", line=12)
    numbers = [r.value for r in rows if r.variable == "NAV_X"]
    assert numbers[:5] == [0.0, 1.5, -12345.6789, 0.0, 1e20]
    assert math.isnan(numbers[5])
    assert numbers[6] == math.inf
    reports = [(r.source_aux, r.value) for r in rows if r.variable == "REPORT"]
    assert reports == [
        ("", "first"),
        ("", "two words, x=1"),
        ("bhv_a", "with aux"),
        ("", ""),
        ("", "line one\nline two"),
        ("", "été"),
    ]
    assert [r.value.read() for r in rows if isinstance(r.value, BinaryRef)] == [b"\x00\x01\xff", b"\x00\x01\xff\x0a"]
    assert rows[-1].line == 28


def test_writing_the_same_log_again_gives_the_same_bytes(tmp_path):
    copy = tmp_path / "sample.alog"
    with AlogWriter(copy, START) as writer:
        for row in read_alog(SAMPLE):
            value = row.value.read() if isinstance(row.value, BinaryRef) else row.value
            source = row.source + (f":{row.source_aux}" if row.source_aux else "")
            source += f"@{row.community}" if row.community else ""
            writer(START + row.time, row.variable, source, "", value)
    expected = SAMPLE.read_bytes().replace(b"./sample/sample.alog", b"./sample.alog")
    assert copy.read_bytes() == expected
    # pLogger's .blog row heads differ in nothing but the time's last digit; offsets and bytes are the same
    assert (tmp_path / "sample.blog").read_bytes() == (MOOS_WIRE / "plogger_sample.blog").read_bytes()


def test_messages_with_auxiliary_source_and_foreign_community(tmp_path):
    messages = [
        Message("V", 1.0, 110.0, "pApp", "bhv", "alpha"),
        Message("V", "text", 90.5, "pApp", "", "bravo"),
        Message("V", 2.0, 110.0, "pApp", "bhv", "bravo"),
    ]
    with AlogWriter(tmp_path / "a.alog", 100.0, home_community="alpha", comments=["seed 3", "two\nlines"]) as writer:
        for message in messages:
            writer.write(message)
    lines = (tmp_path / "a.alog").read_text().splitlines()
    assert lines[4:6] == ["%% seed 3", "%% two lines"]
    rows = list(read_alog(tmp_path / "a.alog"))
    assert [(r.time, r.source, r.source_aux, r.community) for r in rows] == [
        (10.0, "pApp", "bhv", ""),
        (-9.5, "pApp", "", "bravo"),
        (10.0, "pApp", "bhv", "bravo"),
    ]


# what a row of a text may not hold: it would be a row of its own, in pLogger's logs just as in ours
texts = st.text(st.characters(codec="utf-8", exclude_characters="\n"), max_size=40)


def as_written(text: str) -> str:
    """What a row holds of a text: control characters and line ends of Unicode as escapes, but tabs and CR.

    A carriage return that a row could begin after is escaped, too.
    """
    shown = []
    for place, one in enumerate(text):
        control = (unicodedata.category(one) == "Cc" and one not in "\t\r") or one in "\u2028\u2029"
        begins = one == "\r" and re.match(r"%%|[ \t]*[-+.\d]", text[place + 1 :])
        escape = f"\\x{ord(one):02x}" if one < "\u0100" else f"\\u{ord(one):04x}"
        shown.append("\\r" if begins else escape if control else one)
    return "".join(shown)


@given(
    st.lists(
        st.tuples(
            st.floats(-1e6, 1e12),
            st.sampled_from(["V", "A_LONGER_NAME_THAN_THE_COLUMN_HOLDS"]),
            st.one_of(st.floats(allow_nan=False), texts, st.binary(max_size=20)),
        ),
        max_size=8,
    )
)
def test_what_is_written_can_be_read(tmp_path_factory, entries):
    path = tmp_path_factory.mktemp("log") / "x.alog"
    with AlogWriter(path, 0.0) as writer:
        for stamp, name, value in entries:
            writer(stamp, name, "pSource", "", value)
    rows = list(read_alog(path))
    assert len(rows) == len(entries)
    for row, (stamp, name, value) in zip(rows, entries, strict=True):
        assert row.time == pytest.approx(stamp, abs=1e-5)
        assert (row.variable, row.source) == (name, "pSource")
        if isinstance(value, float):
            assert row.value == pytest.approx(value, abs=1e-5) if math.isfinite(value) else row.value == value
        elif isinstance(value, bytes):
            assert isinstance(row.value, BinaryRef)
            assert row.value.read() == value
        elif not (isinstance(row.value, float) and float(value) == row.value):  # a very long text of digits
            assert row.value == as_written(value)


def test_several_lines_and_foreign_bytes_come_through(tmp_path):
    values = ["a\nb\n\nc ", "\udcff\udcfe", "tail\n", " lead", "x\r", "50% of\n%not a comment"]
    with AlogWriter(tmp_path / "x.alog", 0.0) as writer:
        for value in values:
            writer(1.0, "V", "s", "", value)
        writer(1.0, "two words", "", "", "v")
    rows = list(read_alog(tmp_path / "x.alog"))
    assert [r.value for r in rows[:-1]] == values
    assert (rows[-1].variable, rows[-1].source) == ("two_words", "-")
    assert b"\xff\xfe" in (tmp_path / "x.alog").read_bytes()


def test_numbers_and_texts_of_digits_differ(tmp_path):
    with AlogWriter(tmp_path / "x.alog", 0.0) as writer:
        writer(1.0, "V", "s", "", 1.5)
        writer(1.0, "V", "s", "", "1.50000")
        writer(1.0, "V", "s", "", -math.inf)
    first, second, third = read_alog(tmp_path / "x.alog")
    assert (first.value, second.value, third.value) == (1.5, "1.50000", -math.inf)
    assert second.number == 1.5


def test_rows_of_other_tools(tmp_path):
    path = tmp_path / "x.alog"
    path.write_bytes(b"1.5 NAV_X pSim 3.25\n2.5\tNAV_X\tpSim\thello there\r\n%% comment\n3.000 EMPTY pSim\n")
    rows = list(read_alog(path))
    assert [(r.time, r.variable, r.value) for r in rows] == [
        (1.5, "NAV_X", 3.25),
        (2.5, "NAV_X", "hello there\r"),
        (3.0, "EMPTY", ""),
    ]
    assert math.isnan(read_header(path).log_start)


@pytest.mark.parametrize("cut", range(1, 60))
def test_a_log_cut_anywhere_never_gives_a_wrong_value(tmp_path, cut):
    path = tmp_path / "x.alog"
    with AlogWriter(path, 0.0) as writer:
        writer(1.0, "FIRST", "s", "", "whole")
        writer(12.5, "LAST", "s", "", 123.456)
    path.write_bytes(path.read_bytes()[:-cut])
    rows = list(read_alog(path))
    assert rows[0].value == "whole"
    assert all(r.value == 123.456 for r in rows[1:])


def test_files_that_are_no_logs(tmp_path):
    path = tmp_path / "x.alog"
    path.write_text("%% header\n\nthis is a poem\n")
    with pytest.raises(LogFileError, match=r"x\.alog:3: not a row of a log .*this is a poem"):
        list(read_alog(path))
    with pytest.raises(LogFileError, match="cannot read the log: No such file"):
        list(read_alog(tmp_path / "none.alog"))
    with pytest.raises(LogFileError, match="cannot write the log: Is a directory"):
        AlogWriter(tmp_path, 0.0)
    path.write_text("1.0 B s <MOOS_BINARY>File=../../etc/x.blog,Offset=0,Bytes=4</MOOS_BINARY>\n")
    (row,) = read_alog(path)
    assert row.value.file == tmp_path / "x.blog"
    with pytest.raises(LogFileError, match=r"x\.blog: cannot read the binary values"):
        row.value.read()
    (tmp_path / "x.blog").write_bytes(b"abc")
    with pytest.raises(LogFileError, match="ends before the 4 bytes at offset 0"):
        row.value.read()


@given(st.binary(max_size=300))
def test_any_bytes_give_rows_or_the_one_error(tmp_path_factory, data):
    path = tmp_path_factory.mktemp("log") / "x.alog"
    path.write_bytes(b"1.0 A b c \n" + data)
    try:
        rows = list(read_alog(path))
    except LogFileError:
        return
    assert all(isinstance(r, AlogRow) for r in rows)


def test_series(tmp_path):
    path = tmp_path / "x.alog"
    with AlogWriter(path, 0.0) as writer:
        for k in range(5):
            writer(0.5 * k, "NAV_X", "s", "", 2.0 * k)
            writer(0.5 * k, "OTHER", "s", "", 1.0)
        writer(9.0, "NAV_X", "s", "", "n/a")
        writer(9.5, "NAV_X", "s", "", "7")
    found = load_series(path, ["NAV_X", "ABSENT"])
    np.testing.assert_array_equal(found["NAV_X"].times, [0.0, 0.5, 1.0, 1.5, 2.0, 9.5])
    np.testing.assert_array_equal(found["NAV_X"].values, [0.0, 2.0, 4.0, 6.0, 8.0, 7.0])
    assert found["NAV_X"].skipped == 1
    assert found["ABSENT"].values.shape == (0,)
    assert found["ABSENT"].values.dtype == np.float64


def test_rows_reach_the_disk_within_a_second(tmp_path):
    now = [0.0]
    path = tmp_path / "x.alog"
    with AlogWriter(path, 0.0, monotonic=lambda: now[0]) as writer:
        for k in range(30):
            now[0] = 0.1 * k
            writer(now[0], "V", "s", "", now[0])
            assert sum(1 for _ in read_alog(path)) >= k - 9
        size = path.stat().st_size
        now[0] += 1.0
        writer.flush_if_due()
        assert path.stat().st_size > size


def test_without_a_flush_interval_nothing_depends_on_the_clock(tmp_path):
    def write(name: str) -> bytes:
        (tmp_path / name).mkdir()
        path = tmp_path / name / "x.alog"
        with AlogWriter(path, 12.5, flush_interval=None, comments=["seed 1"]) as writer:
            for k in range(3):
                writer(k, "V", "s", "", float(k))
        return path.read_bytes()

    assert write("a") == write("b")


def test_reading_takes_constant_memory(tmp_path):
    path = tmp_path / "x.alog"
    with AlogWriter(path, 0.0) as writer:
        for k in range(20000):
            writer(0.1 * k, "V", "s", "", "x" * 100)
    tracemalloc.start()
    try:
        assert sum(1 for _ in read_alog(path)) == 20000
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert path.stat().st_size > 3_000_000
    assert peak < 500_000


def test_a_listener_and_messages_give_the_same_bytes(tmp_path: Path) -> None:
    values: list[float | str | bytes] = [1.0, -0.0, 1e-9, 123456789.123456, 1e40, float("nan"), float("inf"), "", "x"]
    values += ["a b  c ", "two\nlines", "ümläut", b"\x00\xff\n", -2.5]
    (tmp_path / "slow").mkdir()
    (tmp_path / "quick").mkdir()
    slow = AlogWriter(tmp_path / "slow" / "x.alog", 1000.0, comments=["c"], flush_interval=None)
    quick = AlogWriter(tmp_path / "quick" / "x.alog", 1000.0, ["c"], flush_interval=None)
    for i, value in enumerate(values):
        key, source, aux = f"V{i}" * (1 + i % 3 * 8), "me and you" if i % 2 else "app", "aux" if i % 4 == 0 else ""
        slow.write(Message(key, value, 999.999 + i // 3, source, aux))
        quick(999.999 + i // 3, key, source, aux, value)
    slow.close()
    quick.close()
    for name in ("x.alog", "x.blog"):
        assert (tmp_path / "quick" / name).read_bytes() == (tmp_path / "slow" / name).read_bytes()


def test_many_rows_at_once_are_the_same_bytes(tmp_path: Path) -> None:
    variables, folders = ("NAV_X", "A 100 % SURE", "MODE"), ("one", "many")
    posts = [(1000.05 + 0.1 * i, (i / 7.0 - 3.0, -0.0 if i % 2 else 1e7, "TRUE %d")) for i in range(3000)]
    posts.insert(5, (1000.4, (1e301, -1e308, "big")))
    logs = [AlogWriter(tmp_path / f"{name}.alog", 1000.0, ["c"], flush_interval=None) for name in folders]
    for stamp, values in posts:
        for variable, value in zip(variables, values, strict=True):
            logs[0](stamp, variable, "app", "", value)
    shape = Shape(variables, "app")
    for stamp, values in posts:
        logs[1].row(stamp, shape, tuple(values))
    for log in logs:
        log.close()
    one, many = ((tmp_path / f"{name}.alog").read_bytes() for name in folders)
    assert one.replace(b"one.alog", b"many.alog") == many
    assert len(many.splitlines()) > 9000


def test_long_texts_do_not_pile_up_in_memory(tmp_path: Path) -> None:
    """512 rows waited for the file, however long: 100 MB of texts of 200,000 characters, written at one go."""
    writer = AlogWriter(tmp_path / "x.alog", 0.0, flush_interval=None)
    for number in range(40):
        for write in (
            partial(writer.row, 1.0, Shape(("LONG",), "attacker"), ("x" * 50_000,)),
            partial(writer, 1.0, "LONG", "attacker", "", "\n" * 50_000),
        ):
            before = writer.size()
            write()
            assert writer.size() - before < 700_000
        assert writer.size() >= (2 * number + 1) * 50_000 - 500_000
    writer.close()
