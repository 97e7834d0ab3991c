"""Files, mail and requests that were made to take time or memory, or to be taken for something else."""

from __future__ import annotations

import gzip
import re
import resource
import signal
import sys
import tracemalloc
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from tests.support.processes import usim
from usimmarine_py.errors import ConfigError, LogFileError, MissionFileError
from usimmarine_py.logs import tables
from usimmarine_py.logs.alog import AlogTail, AlogWriter, read_alog
from usimmarine_py.logs.runs import read_run
from usimmarine_py.logs.tables import CsvRows, ParquetRows, RowSink, write_csv
from usimmarine_py.mission import read_mission
from usimmarine_py.mission.template import expand_file
from usimmarine_py.values.overrides import toml_value
from usimmarine_py.values.rows import Shape
from usimmarine_py.values.toml_table import DEEPEST, read_toml
from usimmarine_py.vehicle.description.loader import load_vehicle

OPEN = "ProcessConfig = A{}\n{{\n  x = 1\n"


def test_blocks_without_an_end_are_refused_together(tmp_path: Path) -> None:
    """4,000 of them: each would hold all lines up to the end, which took 41 s and 5.9 GB."""
    file = tmp_path / "m.moos"
    file.write_text("// a mission\n" + "".join(OPEN.format(k) for k in range(4000)))
    with pytest.raises(MissionFileError, match=r"m\.moos:2: 3999 blocks have no closing }"):
        read_mission(file).block("A1")


def test_a_few_blocks_without_an_end_are_read_as_in_moos(tmp_path: Path) -> None:
    file = tmp_path / "m.moos"
    file.write_text("".join(OPEN.format(k) for k in range(50)) + "}\n")
    mission = read_mission(file)
    assert [len(block.body) for block in mission.blocks] == [1 + 2 * (49 - k) for k in range(50)]
    assert len([found for found in mission.diagnostics if "has no }" in found.text]) == 49


def _doubling(turns: int) -> str:
    return "#define A0 xy\n" + "".join(f"#define A{k} $(A{k - 1})$(A{k - 1})\n" for k in range(1, turns + 1))


@pytest.mark.parametrize(
    "use",
    ["note = $(A22)", "note = $(A22=)", "#include $(A22)"],
    ids=["plain", "default", "include"],
)
def test_macros_that_double_come_to_an_end(use: str, tmp_path: Path) -> None:
    """22 doublings made 638 MB of one line."""
    file = tmp_path / "m.moos"
    file.write_text(_doubling(22) + use + "\n")
    tracemalloc.start()
    try:
        with pytest.raises(MissionFileError, match=r"m\.moos:24: more than 100000 characters once its macros"):
            expand_file(str(file))
        assert tracemalloc.get_traced_memory()[1] < 5_000_000
    finally:
        tracemalloc.stop()
    file.write_text(_doubling(12) + "note = $(A12)\n")
    assert expand_file(str(file)).lines == ("note = " + "xy" * 2**12, "")


def test_one_replacement_of_many_macros_takes_no_memory(tmp_path: Path) -> None:
    """30,000 macros of 90,000 characters each would be 2.7 GB at once."""
    file = tmp_path / "m.moos"
    file.write_text(f"#define A {'x' * 90_000}\n{'$(A)' * 20_000}\n")
    with pytest.raises(MissionFileError, match="more than 100000 characters"):
        expand_file(str(file))


def test_the_text_of_all_lines_is_limited(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("usimmarine_py.mission.template.MOST_TEXT", 10_000)
    (tmp_path / "long").write_text("x" * 999)
    file = tmp_path / "m.moos"
    file.write_text("#include long\n" * 10)
    assert len(expand_file(str(file)).text) == 10_001
    file.write_text("#include long\n" * 11)
    with pytest.raises(MissionFileError, match="more than 10000 characters"):
        expand_file(str(file))


def test_includes_that_multiply_without_lines_come_to_an_end(tmp_path: Path) -> None:
    """10^8 files, of which none has a line: the sections are empty."""
    for k in range(8):
        (tmp_path / f"f{k}").write_text(f"#include f{k + 1}\n" * 10)
    (tmp_path / "f7").write_text("#include f8 <none>\n" * 10)
    (tmp_path / "f8").write_text("<tag> none")
    with pytest.raises(MissionFileError, match="more than 10000 files are included"):
        expand_file(str(tmp_path / "f0"))


def test_a_long_chain_of_includes_is_refused(tmp_path: Path) -> None:
    """A chain of 400 files was a traceback of 125 kB."""
    for k in range(400):
        (tmp_path / f"f{k}").write_text(f"#include f{k + 1}\n")
    (tmp_path / "f400").write_text("a = 1\n")
    with pytest.raises(MissionFileError, match="files include files more than 50 deep"):
        expand_file(str(tmp_path / "f0"))
    assert "a = 1" in expand_file(str(tmp_path / "f350")).lines


TOML = {
    "lists": "a = " + "[" * 50_000 + "]" * 50_000,
    "tables": "a = " + "{a=" * 20_000 + "1" + "}" * 20_000,
    "key": ".".join(["a"] * 50_000) + " = 1",
    "quoted key": ".".join(['"a"'] * 30_000) + " = 1",
    "spaced key": " . ".join(["a"] * 30_000) + " = 1",
    "header": "[" + ".".join(["a"] * 50_000) + "]\nb = 1",
    "after a text": 'b = """[\\"""]"""\na = ' + "[" * 50_000,
}


@pytest.mark.parametrize("text", TOML.values(), ids=TOML)
def test_toml_that_nests_without_end_is_refused(text: str) -> None:
    """100 kB of it took 5.9 GB, or ended in a traceback."""
    tracemalloc.start()
    try:
        with pytest.raises(ConfigError, match=r"^x\.toml: is not TOML: .*more than 32 (deep|parts)"):
            load_vehicle(text, "x.toml")
        assert tracemalloc.get_traced_memory()[1] < 30_000_000
    finally:
        tracemalloc.stop()


def test_toml_in_texts_and_comments_counts_for_nothing() -> None:
    deep = "[" * 100 + "a." * 100
    for text in (f"a = '{deep}'", f'a = "{deep}"', f'a = """{deep}"""', f"a = '''{deep}'''", f"a = 'b' # {deep}\n"):
        assert set(read_toml(text)) == {"a"}
    nested = "[" * DEEPEST + "]" * DEEPEST
    assert read_toml(f"a = {nested}\nb = {nested}") == {
        "a": read_toml(f"a = {nested}")["a"],
        "b": toml_value(nested, "b"),
    }
    with pytest.raises(ConfigError, match="is no TOML value"):
        toml_value("[" + nested + "]", "b")


@pytest.mark.parametrize("name", ["r.csv.gz", "r.csv"])
def test_a_gzipped_table_is_decompressed_up_to_a_limit(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """4 MB held 3 GB."""
    path = tmp_path / name
    path.write_bytes(gzip.compress(b"t,x\n" + b"0,0\n1,1\n" * 1000))
    assert len(read_run(path).series["x"][0]) == 2000
    monkeypatch.setattr(tables, "MOST_UNPACKED", 8000)
    with pytest.raises(LogFileError, match="holds more than"):
        read_run(path)


@pytest.mark.parametrize("time", ["1" + "0" * 299 + ".0", "-" + "9" * 300 + ".5", "1000000000000001.0"])
@pytest.mark.parametrize("word", ["mcap", "plot", "play"])
def test_a_time_that_is_none_is_one_line(
    word: str, time: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("foxglove")
    log = tmp_path / "x.alog"
    log.write_text(f"%% LOGSTART 0\n0.0 NAV_X a 1.0\n0.0 NAV_Y a 1.0\n{time} NAV_X a 2.0\n{time} NAV_Y a 2.0\n")
    code, _, err = usim(capsys, word, str(log))
    assert code in (1, 2) and len(err.splitlines()) == 1
    assert f"{log}:4: " in err and "is no time of a log" in err


def test_a_log_that_starts_at_no_time_is_converted(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("foxglove")
    log = tmp_path / "x.alog"
    log.write_text("%% LOGSTART -1e300\n999999999999999.0 NAV_X a 1.0\n-999999999999999.0 NAV_Y a 1.0\n")
    assert usim(capsys, "mcap", str(log))[0] == 0


FORGED = "x\n5.00000         NAV_X                uSim            99.0 "


@pytest.mark.parametrize(
    "text",
    [
        FORGED,
        FORGED.replace("\n", "\r"),
        FORGED.replace("\n", "\r\n"),
        "a\n  -1.0 V s 1 \n2.0 V s 1",
        "a\n%% LOGSTART 9",
        "a\v1.0 NAV_X b 7", "a\f1.0 NAV_X b 7", "a\n\v1.0 NAV_X b 7", "a\x1c1.0 NAV_X b 7", "a\x851.0 NAV_X b 7",
        "a\u20281.0 NAV_X b 7", "a\u2029%% LOGSTART 9", "a\x00\x1b[2J\x7f\x9b",
    ],
)  # fmt: skip
def test_a_text_with_line_ends_forges_no_row(text: str, tmp_path: Path) -> None:
    path = tmp_path / "x.alog"
    with AlogWriter(path, 0.0) as writer:
        writer(1.0, "NOTE", "a", "", text)
        writer.row(2.0, Shape(("NOTE", "NAV_X"), "a"), (text, 3.0))
        writer.row(2.0, Shape(("NAV_X", "NOTE"), "a"), (4.0, text))
    rows = list(read_alog(path))
    assert [(row.time, row.variable) for row in rows] == [
        (1.0, "NOTE"), (2.0, "NOTE"), (2.0, "NAV_X"), (2.0, "NAV_X"), (2.0, "NOTE"),
    ]  # fmt: skip
    assert [row.value for row in rows if row.variable == "NAV_X"] == [3.0, 4.0]
    # programs that take a carriage return for a line end see no row either
    lines = [line for line in path.read_text().splitlines() if not line.startswith("%%")]
    assert sum(line.lstrip().startswith(tuple("-0123456789")) for line in lines) == 5
    texts = {row.value for row in rows if isinstance(row.value, str)}
    assert {unescaped(found) for found in texts} == {text}


def unescaped(text: str) -> str:
    text = text.replace("\\n", "\n").replace("\\r", "\r")
    return re.sub(r"\\x(..)|\\u(....)", lambda found: chr(int(found[1] or found[2], 16)), text)


@pytest.mark.parametrize("time", ["9" * 400 + ".0", "1e400", "inf", "nan", "-" + "1" * 309 + ".5"])
def test_a_line_without_a_finite_time_is_no_row(time: str, tmp_path: Path) -> None:
    path = tmp_path / "x.alog"
    with AlogWriter(path, 0.0) as writer:
        writer(1.0, "NOTE", "a", "", "first")
    with path.open("a") as log:
        log.write(f"{time} NAV_X b 7\n")
    (row,) = read_alog(path)
    assert row.variable == "NOTE" and str(row.value).endswith(f"{time} NAV_X b 7")
    tail = AlogTail(path)
    assert [one.variable for one in [*tail.read(), *tail.read()]] == ["NOTE"]
    tail.close()


@contextmanager
def _room(size: int) -> Iterator[None]:
    """No file grows beyond ``size`` bytes."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    before = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
        signal.signal(signal.SIGXFSZ, before)


@pytest.mark.skipif(sys.platform == "win32", reason="no limits of files")
@pytest.mark.parametrize("rows", [10, 200_000])
@pytest.mark.parametrize("room", [0, 3, 1000])
@pytest.mark.parametrize("kind", [CsvRows, ParquetRows], ids=["csv", "parquet"])
def test_a_full_disk_leaves_no_torn_and_no_empty_table(
    kind: Callable[[Path, list[str]], RowSink], room: int, rows: int, tmp_path: Path
) -> None:
    pytest.importorskip("pyarrow")
    path = tmp_path / "x"
    rows = max(rows, room // 5)  # more than there is room for
    with _room(room), pytest.raises((OSError, LogFileError)), closing(kind(path, ["time", "x"])) as table:
        for k in range(rows):
            table.row((float(k), k / 3.0))
    if kind is CsvRows and room == 1000:
        assert path.read_bytes().endswith(b"\n") and path.read_bytes().startswith(b"time,x\n")
    else:
        assert not path.exists()


@pytest.mark.skipif(sys.platform == "win32", reason="no limits of files")
@pytest.mark.parametrize("name", ["x.csv", "x.csv.gz"])
def test_a_full_disk_leaves_no_empty_file(name: str, tmp_path: Path) -> None:
    with _room(3), pytest.raises(LogFileError, match="cannot be written"):
        write_csv(tmp_path / name, ("time", "x"), [(1.0, 2.0)] * 1000)
    assert not list(tmp_path.iterdir())


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no such device")
def test_a_device_that_is_full_stays() -> None:
    with pytest.raises(LogFileError, match="No space left"):
        write_csv(Path("/dev/full"), ("time", "x"), [(1.0, 2.0)])
    assert Path("/dev/full").exists()
