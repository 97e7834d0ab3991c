"""The journal of a live run: what is written comes back exactly, and what is damaged is named."""

from __future__ import annotations

from math import inf, nan
from pathlib import Path

import pytest

from usimmarine_py.errors import ConfigError
from usimmarine_py.run.again.journal import (
    JournalCommunity,
    JournalFile,
    JournalLog,
    JournalReader,
    JournalStart,
    RunJournal,
    find_journal,
    leave_pointer,
)
from usimmarine_py.run.live.outside import Outside
from usimmarine_py.texts.shares import ShareAddress
from usimmarine_py.values.mail import Message
from usimmarine_py.values.rows import Shape

START = JournalStart(
    version="1.2", python="3.12.1", warp=7.3, start=18_000_000_123.0, began=1.7e9 + 0.1, utc_offset=-12600.0,
    token="1", address="10.1.2.3", process_id=7, reports=True, folder="/a", environment={"N": "v\udc80"},
    behaviors=("own.py",),
    communities=(
        JournalCommunity(
            "a.moos", ("A=1",), ("../inc",), ("pHelm",), {"own": "/a/own.py"}, (JournalLog("pLogger", "a.alog", "x"),)
        ),
        JournalCommunity("b.moos", (), (), (), {}, ()),
    ),
    files=(JournalFile("/a/a.moos", "ab", "a.files/a.moos"), JournalFile("/a/large.nc", "cd")),
)  # fmt: skip
TIME = 18_000_000_123.1 + 1 / 3
EVENTS = [
    Outside(0, 0.0, "", "network", ()),
    Outside(0, 0.0, "", "host", ("shöre", True)),
    Outside(0, 0.0, "", "measured", ("a/pX figures", 3, [0.1 + 0.2, 1e300])),
    Outside(0, 0.0, "", "measured", ("a/pX gap", 4, None)),
    Outside(5, TIME, "a", "join", ("guest",)),
    Outside(5, TIME, "a", "post", (Shape(("X",), "guest", "other"), 0.1 + 0.2, TIME - 1e-5, "aux")),
    Outside(5, TIME, "a", "post", (Shape(("T",), "guest"), "\t\r\n\x00\x0b\x0c\x1b \u2028 \udcff ☃ \"", TIME, "")),
    Outside(5, TIME, "a", "post", (Shape(("B",), "guest"), bytes(range(256)), TIME, "")),
    Outside(5, TIME, "a", "post", (Shape(("I",), "guest"), -inf, TIME, "")),
    Outside(5, TIME, "a", "post", (None, TIME, TIME, "")),
    Outside(
        6, TIME, "b", "share",
        ("pShare", ShareAddress("224.1.1.11", 24461, 1), Message("N", b"\0", TIME, "pNodeReporter", "", "ben")),
    ),
    Outside(6, TIME, "b", "forward", ()),
    Outside(6, TIME, "b", "trouble", ("pShare", 1, "no")),
    Outside(7, TIME, "a", "end", ("pX",)),
    Outside(7, TIME, "", "clock", (-3600.0,)),
    Outside(7, TIME - 3600.0, "", "skip", (TIME - 3590.0,)),
    Outside(9, TIME, "a", "leave", ("guest",)),
]  # fmt: skip


def written(path: Path, *, over: bool = True) -> Path:
    said: list[str] = []
    journal = RunJournal(path, START, said.append)
    for k, event in enumerate(EVENTS):
        journal.record(event)
        if k == 8:
            journal.flush(5, TIME)
    if over:
        journal.record(Outside(12, TIME + 1.0, "", "over", ()))
        journal.record(EVENTS[4])  # what comes later is of no run
    else:
        journal.flush(12, TIME + 1.0)
    journal.close()
    assert said == []
    return path


def test_what_is_written_comes_back(tmp_path: Path) -> None:
    reader = JournalReader(written(tmp_path / "a.journal"))
    assert reader.start == START
    assert (reader.over, reader.time) == (True, TIME + 1.0)
    events = list(reader.events())
    assert [event for event in events if event.what not in ("mark", "over")] == EVENTS
    places = [(event.made, event.time) for event in events if event.what in ("mark", "over")]
    assert places == [(5, TIME), (12, TIME + 1.0)]
    lines = (tmp_path / "a.journal").read_bytes()
    assert lines.isascii() and lines.count(b"\n") == len(lines.splitlines()) == 2 + len(EVENTS) + 1


def test_numbers_that_are_none_come_back(tmp_path: Path) -> None:
    journal = RunJournal(tmp_path / "a.journal", START, print)
    journal.record(Outside(1, TIME, "a", "post", (Shape(("X",), "g"), nan, TIME, "")))
    journal.flush(1, TIME)
    journal.close()
    (post, _) = JournalReader(tmp_path / "a.journal").events()
    assert post.details[1] != post.details[1]


def test_a_killed_run_leaves_what_it_had(tmp_path: Path) -> None:
    data = written(tmp_path / "a.journal", over=False).read_bytes()
    reader = JournalReader(tmp_path / "a.journal")
    assert (reader.over, reader.time) == (False, TIME + 1.0)
    # whatever the last bytes are, whole lines before them count
    ends = [k + 1 for k, byte in enumerate(data) if byte == 10]
    for cut in (ends[0], ends[3] + 1, ends[-2] - 1, ends[-2], ends[-1] - 1):
        torn = tmp_path / "torn.journal"
        torn.write_bytes(data[:cut])
        whole = sum(end <= cut for end in ends) - 1
        assert len(list(JournalReader(torn).events())) == whole


def test_damage_is_named(tmp_path: Path) -> None:
    data = written(tmp_path / "a.journal").read_bytes()
    lines = data.splitlines(keepends=True)
    damaged = tmp_path / "damaged.journal"
    # line 7 is before the first mark, which is line 11; the last line is the seal of the others
    for number, named in ((7, 11), (13, len(lines))):
        changed = list(lines)
        changed[number - 1] = changed[number - 1].replace(b"guest", b"guesu").replace(b"pShare", b"pSharf")
        assert changed != lines
        damaged.write_bytes(b"".join(changed))
        with pytest.raises(ConfigError, match=rf"damaged\.journal:{named}: the journal is damaged") as found:
            JournalReader(damaged)
        assert found.value.exit_code == 2
    damaged.write_bytes(b"".join([*lines[:-1], b'["post",1\n']))  # behind the last mark: no seal vouches for it
    with pytest.raises(ConfigError, match=rf"damaged\.journal:{len(lines)}: the journal is damaged"):
        JournalReader(damaged)


@pytest.mark.parametrize("text", ["", "no JSON\n", "[1]\n", '{"journal": "of a sweep"}\n', '{"a": 1}\n', "\x00\xff\n"])
def test_what_is_no_journal_is_named(tmp_path: Path, text: str) -> None:
    (tmp_path / "a.journal").write_text(text, "latin-1")
    with pytest.raises(ConfigError, match=r"a\.journal: is no journal of a live run"):
        JournalReader(find_journal(tmp_path))


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ('"warp": 7.3', '"warp": 0'), ('"warp": 7.3', '"warp": "7"'), ('"start": 18000000123.0', '"start": NaN'),
        ('"folder": "/a"', '"folder": "/a/../.."'), ('"path": "/a/a.moos"', '"path": "/../a.moos"'),
        ('"path": "/a/a.moos"', '"path": "a.moos"'), ('"communities": [', '"communities": [7, '),
    ],
)  # fmt: skip
def test_a_start_that_cannot_be_is_named(tmp_path: Path, before: str, after: str) -> None:
    """Files are laid out in a folder of the system for them, and nowhere else."""
    path = tmp_path / "a.journal"
    first = written(path).read_text("ascii").partition("\n")[0]
    assert before in first
    path.write_text(first.replace(before, after) + "\n", "ascii")
    with pytest.raises(ConfigError, match="is no journal of a live run"):
        JournalReader(path)


@pytest.mark.parametrize(
    "line", ['["post",1,2.0,"a"]', '["what",1,2.0,"a"]', '["join",1e999,2.0,"a","b"]', "[]", "{}", "7"]
)
def test_a_line_that_cannot_be_is_named(tmp_path: Path, line: str) -> None:
    path = tmp_path / "a.journal"
    first = written(path).read_text("ascii").partition("\n")[0]
    path.write_text(f"{first}\n{line}\n", "ascii")
    with pytest.raises(ConfigError, match=r"a\.journal:2: the journal is damaged"):
        JournalReader(path)


def test_another_format_is_named(tmp_path: Path) -> None:
    path = written(tmp_path / "a.journal")
    path.write_bytes(path.read_bytes().replace(b'"format": 1', b'"format": 2'))
    with pytest.raises(ConfigError, match=r"another format, by version 1\.2"):
        JournalReader(path)


def test_all_logs_of_a_launch_lead_to_its_journal(tmp_path: Path) -> None:
    for name in ("abe", "ben"):
        (tmp_path / name).mkdir()
    first = written(tmp_path / "abe" / "abe.journal")
    leave_pointer(tmp_path / "ben" / "ben.alog", first)
    assert find_journal(tmp_path / "abe") == first
    assert find_journal(first) == first
    assert find_journal(tmp_path / "ben").samefile(first)
    first.unlink()
    with pytest.raises(ConfigError, match=r"the journal of this launch, .*abe\.journal, is not there"):
        find_journal(tmp_path / "ben")
    with pytest.raises(ConfigError, match="no journal of a live run in it"):
        find_journal(tmp_path / "abe")
    with pytest.raises(ConfigError, match="no such folder"):
        find_journal(tmp_path / "abel")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full here")
def test_a_full_disk_ends_the_journal_and_nothing_else(tmp_path: Path) -> None:
    said: list[str] = []
    journal = RunJournal(Path("/dev/full"), START, said.append)
    for event in EVENTS * 200:
        journal.record(event)
    journal.flush(1, TIME)
    journal.close()
    (text,) = said
    assert journal.failed and text == "no journal /dev/full: No space left on device; the run cannot be repeated"


def test_long_texts_do_not_pile_up_in_memory(tmp_path: Path) -> None:
    """1,024 events waited for the file, however long."""
    journal = RunJournal(tmp_path / "a.journal", START, print)
    long = Outside(5, TIME, "a", "post", (Shape(("T",), "guest"), "x" * 100_000, TIME, ""))
    for number in range(1, 41):
        journal.record(long)
        assert journal.path.stat().st_size >= 100_000 * number - 500_000
    journal.record(Outside(12, TIME + 1.0, "", "over", ()))
    journal.close()
    found = [event for event in JournalReader(journal.path).events() if event.what == "post"]
    assert found == [long] * 40
