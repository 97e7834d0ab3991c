"""The mission file reader against what libMOOS's own reader gave, and where it has to be better."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.paths import MOOS_WIRE
from usimmarine_py.errors import MissionFileError
from usimmarine_py.mission import Block, Mission, Severity, parse_mission, read_mission

DATA = MOOS_WIRE / "mission-file"
EXPECTED: dict[str, Any] = json.loads((DATA / "expected.json").read_text())
MODES = {"verbatim_quoting_on": True, "verbatim_quoting_off": False}


@pytest.fixture(scope="module")
def cases() -> Mission:
    # as libMOOS reads it: what nsplug would act on is text like any other
    data = (DATA / "cases.moos").read_bytes()
    return parse_mission(data, str(DATA / "cases.moos"), EXPECTED["environment"])


def spaces_removed(block: Block) -> list[str]:
    """The lines of a block as the reference lists them, the last one first."""
    return [f"{key}={value}" for key, value, _ in block.listed()][::-1]


@pytest.mark.parametrize("mode", MODES)
def test_block_lines_equal_the_reference(cases: Mission, mode: str) -> None:
    for name, expected in EXPECTED["modes"][mode]["block_lines_no_space"].items():
        block = cases.block(name, verbatim=MODES[mode])
        assert (block is not None and block.closed) == expected["found"], name
        if block is None:
            assert expected["lines"] == []
        else:
            assert spaces_removed(block) == expected["lines"]


@pytest.mark.parametrize("mode", MODES)
def test_single_keys_equal_the_reference(cases: Mission, mode: str) -> None:
    block = cases.block("pTest", verbatim=MODES[mode])
    assert block is not None
    for key, expected in EXPECTED["modes"][mode]["block_param"].items():
        got = {
            "string": block.value(key),
            "double": block.number(key),
            "int": block.integer(key),
            "bool": block.boolean(key),
        }
        assert got == expected, key


def test_globals_equal_the_reference(cases: Mission) -> None:
    for key, expected in EXPECTED["modes"]["verbatim_quoting_on"]["global"].items():
        got = {"string": cases.value(key), "double": cases.number(key), "bool": cases.boolean(key)}
        assert got == expected, key


# What uSimMarineV22 reported as unhandled lines for these lines of its block (24.8.1).
ODD_LINES = [
    ('a = x // "q" and "r"', "a=x"),
    ("a = ${URL}/z // c", "a=http://a//b/z"),
    ("a = ${SHELL_URL}/z // c", "a=http://e//f/z"),
    ("a = ${COMMENTED}", "a=COMMENTED"),
    ("a = ${PRE}", "a=7"),
    ("a = a${URL b", "a=aURLb"),
    ("define: INB = 3", "define:INB=3"),
    ('a = "q${PRE}q" x', "a=q7qx"),
    ('a = "a" // "b"', "a=a"),
    ("a = ${P RE}x", "a=PREx"),
    ('a = "x//y', 'a="x'),
    ('a = "" // e', None),
    ("a = $${PRE}}", "a=$7}"),
    ("a = ${pre}", "a=pre"),
    ("{ inner", None),
    ("a[ = 2", "a[=2"),
    ("a[17] 3", "a[17]3="),
    ("a = ${PRE}//${PRE}", "a=7"),
    ("a = ${A${PRE}}", "a=A${PRE}"),
    ("[br]", "[br]="),
    ('"a b" = 4', "ab=4"),
    ('a = "x" "y//z" // w', 'a=x"y'),
    ("a = ${}x", None),
    ("${PRE}", None),
    ("a${PRE} = 3", "a7=3"),
    ("]", "]="),
    ("=", "=="[:1]),
    ("a =/ / x", "a=//x"),
    ("a = a / // b", "a=a/"),
    ("a = a /// b", "a=a"),
    ("a = $ {PRE}", "a=${PRE}"),
    ("define: X", None),
    ('"define: QD = 5"', "define:QD=5"),
    ("a = ${SP ACE}${SPACE}", "a=SPACE3"),
    ("a = x${EMPTY}y", "a=x"),
    ("a = ${MQ}", "a=a//b"),
    ("a = ${TWICE}", "a=2"),
    ("a = ${HOME}", "a=/h"),
]


@pytest.mark.parametrize(("line", "expected"), ODD_LINES)
def test_odd_lines_read_as_by_usimmarinev22(line: str, expected: str | None) -> None:
    text = f"""define: URL = "http://a//b"
// define: COMMENTED = 5
x define: PRE = 7
define:TWICE = 1
define:TWICE = 2
define:SP ACE = 3
define: EMPTY =
define: HOME = /h
define: MQ = "a // b" // c
ProcessConfig = pX // tail
{{ z = 1
{line}
}} tail"""
    mission = parse_mission(text, "odd.moos", {"SHELL_URL": "http://e//f", "HOME": "/elsewhere"})
    block = mission.block("pX")
    assert block is not None
    assert spaces_removed(block) == ([] if expected is None else [expected])


def test_entries_know_their_places() -> None:
    text = "// top\r\nProcessConfig = uSimMarine\r\n{\r\n  AppTick = 4\r\n\tstart_pos =\tx=1, y = 2 // here\r\n}\r\n"
    block = parse_mission(text, "alpha.moos").block("usimmarine")
    assert block is not None
    assert (block.file, block.line, block.name) == ("alpha.moos", 2, "uSimMarine")
    first, second = block.entries
    assert (first.key, first.value, first.line, first.column, first.value_column) == ("AppTick", "4", 4, 3, 13)
    assert (second.key, second.value, second.line, second.column) == ("start_pos", "x=1, y = 2", 5, 2)
    assert second.value_column == 14
    assert second.squeezed == ("start_pos", "x=1,y=2")


def test_byte_order_mark_long_line_and_foreign_bytes() -> None:
    data = b"\xef\xbb\xbfCommunity = alpha\nname = caf\xe9\x00\xff\nlong = " + b"x" * 100_000 + b"\nlate = 1"
    mission = parse_mission(data, "bytes.moos")
    assert mission.value("community") == "alpha"
    assert mission.value("late") == "1"
    assert len(mission.value("long") or "") == 100_000
    name = mission.value("name")
    assert name is not None
    assert name.encode("utf-8", "surrogateescape") == b"caf\xe9\x00\xff"


def test_an_empty_global_wins_as_first_hit() -> None:
    mission = parse_mission("Community =\nCommunity = beta\n", "x.moos")
    assert mission.value("Community") == ""


def test_header_without_brace_hides_later_blocks_of_the_name() -> None:
    text = "ProcessConfig = a\n x = 1\nProcessConfig = a\n{\n x = 2\n}\n"
    mission = parse_mission(text, "x.moos")
    assert mission.block("a") is None
    assert [str(d) for d in mission.diagnostics] == [
        "x.moos:1: block a has no { on the line after its header; MOOS finds no such block",
        "x.moos:3: block a is there twice; only the one in line 1 is used",
    ]


def test_spoilt_braces_are_reported() -> None:
    text = "ProcessConfig = a {\n}\nProcessConfig = b\n{\n x = ${NOPE}\nProcessConfig = c\n{\n}\nProcessConfig = d\n{\n"
    mission = parse_mission(text, "x.moos", {})
    assert [(d.line, d.column, d.severity) for d in mission.diagnostics] == [
        (1, 1, Severity.ERROR),
        (3, 1, Severity.ERROR),
        (5, 8, Severity.WARNING),
        (9, 1, Severity.ERROR),
    ]
    assert "stand on a line of its own" in mission.diagnostics[0].what
    assert "no } before the next block begins in line 6" in mission.diagnostics[1].what
    assert "${NOPE} is neither defined" in mission.diagnostics[2].what
    assert mission.block("d") is not None
    assert mission.block_names == ("b", "c", "d")


@pytest.mark.parametrize(
    ("text", "number", "integer", "boolean"),
    [
        ("0x10", 16.0, 0, False),
        ("1e400", None, 1, True),
        ("-inf", None, 0, False),
        ("nan", None, 0, False),
        ("-", 0.0, 0, False),
        ("99999999999", 99999999999.0, 2**31 - 1, True),
        ("TRUE", None, 0, True),
        ("\u0665", None, 0, False),
    ],
)
def test_conversions_never_give_a_number_that_is_not_finite(
    text: str, number: float | None, integer: int, boolean: bool
) -> None:
    block = parse_mission(f"ProcessConfig = a\n{{\nk = {text}\n}}", "x.moos").block("a")
    assert block is not None
    assert (block.number("k"), block.integer("k"), block.boolean("k")) == (number, integer, boolean)


def test_a_missing_file_and_a_directory_are_one_line(tmp_path: Path) -> None:
    with pytest.raises(MissionFileError) as missing:
        read_mission(tmp_path / "nope.moos")
    assert str(missing.value).startswith(f"{tmp_path / 'nope.moos'}: cannot read the mission file: No such file")
    assert missing.value.exit_code == 2
    with pytest.raises(MissionFileError, match="is a directory"):
        read_mission(tmp_path)
    with pytest.raises(MissionFileError, match="cannot read the mission file"):
        read_mission("a\0b.moos")


def test_dropped_lines_are_kept_for_the_checker() -> None:
    block = parse_mission("ProcessConfig = a\n{\n no equals\n k =\n = v\n x = 1\n}", "x.moos").block("a")
    assert block is not None
    assert [line.number for line in block.dropped] == [3, 4, 5]


@given(st.binary(max_size=400))
def test_any_bytes_can_be_read(data: bytes) -> None:
    mission = parse_mission(b"ProcessConfig = a\n{\n" + data, "x.moos", {})
    block = mission.block("a")
    assert block is not None
    assert len(block.listed()) >= len(block.entries)
    assert mission.diagnostics or block.closed


@given(st.text(alphabet='ab=${}"/ []:define\t\n', max_size=200))
def test_both_readings_have_equal_places(text: str) -> None:
    mission = parse_mission(text, "x.moos", {})
    raw = text.split("\n")
    for line in (*mission.verbatim.lines, *mission.plain.lines):
        assert raw[line.number - 1].rstrip("\r") == line.raw
        assert 1 <= line.column <= line.value_column or "=" not in line.raw
