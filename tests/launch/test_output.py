"""The lines of many programs on one terminal."""

from __future__ import annotations

from usimmarine_py.launch.output import Printer, Stream

REPORT = (
    b"\n" * 9
    + b"==============================================================\r\n"
    + b"pNodeReporter abe                                      0/0(14)\r\n"
    + b"==============================================================\r\n"
    + b"Vehicle name: abe\r\n"
)


def stream(**options: bool) -> tuple[Stream, list[str]]:
    lines: list[str] = []
    printer = Printer(["pNodeReporter", "db"], lines.append, colours=options.pop("colours", False))
    return Stream("db", printer, **options), lines


def test_lines_have_their_program_before_them() -> None:
    source, lines = stream()
    source.feed(b"one\r\n\n  two", 1.0)
    source.feed(b" three\nfo\xff", 1.1)
    assert lines == ["db            | one", "db            |   two three"]
    source.close()
    assert lines[-1] == "db            | fo\ufffd"


def test_a_name_stands_once() -> None:
    lines: list[str] = []
    source = Stream("abe/db", Printer(["abe/db"], lines.append))
    source.feed(b"db: running\ndbx: running\n", 1.0)
    assert lines == ["abe/db | running", "abe/db | dbx: running"]


def test_colours_are_ours_alone() -> None:
    source, lines = stream(colours=True)
    source.feed(b"\x1b[31mred\x1b[0m\x07 \x1b[2J\n", 1.0)
    assert lines == ["\x1b[33mdb           \x1b[0m | red"]
    source, lines = stream()
    source.feed(b"\x1b[31mred\x1b[0m\n", 1.0)
    assert lines == ["db            | red"]


def test_reports_are_left_out() -> None:
    source, lines = stream()
    source.feed(b"before\n" + REPORT, 1.0)
    source.feed(b"Warnings: none\r\n", 1.01)
    source.feed(b"after\n", 1.5)
    source.feed(REPORT[:80], 2.0)
    source.feed(REPORT[80:], 2.001)
    source.feed(b"last\n", 3.0)
    assert [line.partition("| ")[2] for line in lines] == ["before", "after", "last"]


def test_a_rule_that_begins_no_report_stays() -> None:
    source, lines = stream()
    source.feed(b"====================\nstarting ...\n====================\n", 1.0)
    source.close()
    assert [line.partition("| ")[2] for line in lines] == ["=" * 20, "starting ...", "=" * 20]


def test_reports_are_shown_if_asked_for() -> None:
    source, lines = stream(reports=True)
    source.feed(REPORT, 1.0)
    assert len(lines) == 4
