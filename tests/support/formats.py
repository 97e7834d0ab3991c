"""Every file that a user may hand us: an example, how it is read, and how it may be spoiled."""

from __future__ import annotations

import gzip
import json
import random
import tempfile
from collections.abc import Callable
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path

from tests.support.paths import DATA, MISSIONS
from usimmarine_py.apps.recorder import MAIL, START, TICK, RecordStart
from usimmarine_py.cli.usim import entry
from usimmarine_py.fit.data import read_fit_data
from usimmarine_py.logs.alog import AlogWriter, BinaryRef, read_alog
from usimmarine_py.logs.runs import read_run
from usimmarine_py.maths.plane.current_field import read_current_field
from usimmarine_py.run.replay import read_recording
from usimmarine_py.run.scenarios.replay import read_scenario
from usimmarine_py.run.scenarios.scenario import load_scenario
from usimmarine_py.sea.data.files import open_bed
from usimmarine_py.sweep.journal import Journal
from usimmarine_py.sweep.run import RESULT_COLUMNS
from usimmarine_py.vehicle.files import read

#: What numbers, names and lines become.
_NUMBERS = (
    b"nan",
    b"-inf",
    b"1e400",
    b"-1",
    b"0",
    b"9" * 400,
    b"1e308",
    b"",
    b"fast",
    b"0x10",
    b"1_0",
    b"\xef\xbc\x91",
)
_PIECES = (
    b"\0",
    b"\xff\xfe",
    b"{",
    b"}",
    b"[[",
    b'"',
    b"=",
    b",",
    b":",
    b"//",
    b"\n",
    b"\r",
    b"\x1b[2J",
    b"%s%n",
    b"${",
)


@dataclass(frozen=True)
class Format:
    """One kind of file. ``read`` raises what is ours, or gives an exit code that is not 0, where it is spoiled."""

    name: str
    file: str
    seed: Callable[[Path], bytes]  #: a good one; may write files beside it
    read: Callable[[Path], object]
    by_night: int = 10_000
    lines: bool = True  #: whether its lines can be taken apart


def spoiled(data: bytes, rng: random.Random, *, lines: bool) -> bytes:
    """One to three mutations: of bytes, of numbers, of whole lines."""
    for _ in range(rng.randint(1, 3)):
        data = rng.choice(_OF_LINES if lines else _OF_BYTES)(data, rng)
    return data


def _flip(data: bytes, rng: random.Random) -> bytes:
    if not data:
        return data
    place = rng.randrange(len(data))
    return data[:place] + bytes([rng.randrange(256)]) + data[place + 1 :]


def _cut(data: bytes, rng: random.Random) -> bytes:
    return data[: rng.randrange(len(data) + 1)]


def _insert(data: bytes, rng: random.Random) -> bytes:
    place = rng.randrange(len(data) + 1)
    return data[:place] + rng.choice(_PIECES) * rng.choice((1, 1, 1, 2000)) + data[place:]


def _remove(data: bytes, rng: random.Random) -> bytes:
    place = rng.randrange(len(data) + 1)
    return data[:place] + data[place + rng.randint(1, 40) :]


def _number(data: bytes, rng: random.Random) -> bytes:
    digits = [i for i, byte in enumerate(data) if 48 <= byte <= 57]
    if not digits:
        return data
    start = end = rng.choice(digits)
    while start > 0 and data[start - 1] in b"0123456789.-e":
        start -= 1
    while end < len(data) and data[end] in b"0123456789.-e":
        end += 1
    return data[:start] + rng.choice(_NUMBERS) + data[end:]


def _line(data: bytes, rng: random.Random) -> bytes:
    found = data.splitlines(keepends=True)
    if not found:
        return data
    first, second = rng.randrange(len(found)), rng.randrange(len(found))
    match rng.randrange(4):
        case 0:
            del found[first]
        case 1:
            found[first] = found[second]
        case 2:
            found.insert(first, found[second])
        case _:
            found[first] = found[first].rstrip(b"\r\n") + found[second]
    return b"".join(found)


_OF_BYTES = (_flip, _cut, _insert, _remove)
_OF_LINES = (*_OF_BYTES, _number, _number, _line, _line)


def command(*words: str) -> Callable[[Path], int]:
    """The command itself, in this process; ``FILE`` and ``OUT`` stand for the file and a place beside it."""

    def called(path: Path) -> int:
        places = {"FILE": str(path), "OUT": str(path.parent / "out")}
        return entry([places.get(word, word) for word in words])

    return called


def _shipped(place: Path) -> Callable[[Path], bytes]:
    return lambda folder: place.read_bytes()


@cache
def _made() -> dict[str, bytes]:
    """The files of one short run, and its recording."""
    with tempfile.TemporaryDirectory() as folder:
        box = str(MISSIONS / "box/box.moos")
        words = ["run", box, "--duration", "20", "-q", "-o", folder, "--csv", "--parquet"]
        assert entry(words) == 0
        return {file.name: file.read_bytes() for file in Path(folder).iterdir()}


def _of_run(name: str) -> Callable[[Path], bytes]:
    return lambda folder: _made()[name]


def _zipped(folder: Path) -> bytes:
    return gzip.compress(b"".join(_made()["box.csv"].splitlines(keepends=True)[:30]))


def _with_binary(folder: Path) -> bytes:
    """The .blog of a log that names it; the log lies beside it."""
    with AlogWriter(folder / "binary.alog", 0.0, opened="") as log:
        for k in range(20):
            log(float(k), "IMAGE", "me", "", bytes(range(50)))
    return (folder / "binary.blog").read_bytes()


def _naming_binary(folder: Path) -> bytes:
    _with_binary(folder)
    return (folder / "binary.alog").read_bytes()


def _read_binary(path: Path) -> None:
    for row in read_alog(path.with_suffix(".alog")):
        if isinstance(row.value, BinaryRef):
            row.value.read()


def _recording(folder: Path) -> bytes:
    start = RecordStart("usimmarine", "usimmarine", "usimmarine", 100.0, 1.0, 1, 5.0, "0" * 64)
    rows = [f"0.0 {START} usim_record {json.dumps(asdict(start))}"]
    rows += [
        f'{k / 4:.3f} {TICK} usim_record {{"t":{100 + k / 4},"x":{k},"y":1.5,"h":9,"u":1,"d":0}}' for k in range(9)
    ]
    rows.append(f'9.0 {MAIL} usim_record {{"k":"DESIRED_THRUST","t":109.0,"s":"me","a":"","v":50.0}}')
    return ("%% LOGSTART 100\n" + "\n".join(rows) + "\n").encode()


def _rows(folder: Path) -> bytes:
    row = {"run": 0, "seed": 5, "turn_rate": 70.25, **dict.fromkeys(RESULT_COLUMNS), "status": "ok", "end_x": 3.5}
    return "".join(json.dumps({**row, "run": run}) + "\n" for run in range(12)).encode()


def _read_journal(path: Path) -> None:
    journal = Journal(path, ("run", "seed", "turn_rate", *RESULT_COLUMNS))
    try:
        journal.read()
        for _ in journal.rows(1_000_000):
            pass
    finally:
        journal.close()


def _field(folder: Path) -> bytes:
    return b"".join(f"{x},{y},0.{x % 9},{(x + y) % 360}\n".encode() for x in range(0, 50, 10) for y in range(0, 50, 10))


def _read_field(path: Path) -> None:
    read_current_field(path.read_text(encoding="utf-8", errors="surrogateescape"), str(path))


def _xyz(folder: Path) -> bytes:
    return b"".join(f"{x} {y} {-x - y}\n".encode() for y in range(0, 60, 10) for x in range(0, 60, 10))


def _read_bed(path: Path) -> None:
    bed = open_bed(path, coordinates="local")
    bed.depth(5.0, 5.0)


def _first_scenario(folder: Path) -> bytes:
    return (DATA / "reference/scenarios.toml").read_bytes().split(b"[[scenario]]")[1].join((b"[[scenario]]", b""))


_SCENARIO = DATA / "golden/scenarios/drift_current_alias_01.json"
FORMATS = (
    Format("mission, checked", "m.moos", _shipped(MISSIONS / "box/box.moos"), command("check", "FILE"), 2000),
    Format(
        "mission, run",
        "m.moos",
        _shipped(MISSIONS / "drift_gusts/drift_gusts.moos"),
        command("run", "FILE", "--duration", "2", "-q", "--max-log", "5", "-o", "OUT"),
        2000,
    ),
    Format("mission, expanded", "m.moos", _shipped(MISSIONS / "alpha/alpha.moos"), command("expand", "FILE"), 2000),
    Format("vehicle", "v.toml", lambda _: read("cybership2")[0].encode(), command("vehicles", "FILE"), 1000),
    Format(
        "scenario of replay", "s.json", _shipped(DATA / "golden/scenarios/drift_current_alias_01.json"), read_scenario
    ),
    Format("scenarios of simulate", "s.toml", _first_scenario, lambda path: load_scenario(path, "odin_straight_steps")),
    Format(".alog", "box.alog", _of_run("box.alog"), read_run, 2000),
    Format(".blog", "binary.blog", _with_binary, _read_binary),
    Format(".alog that names a .blog", "binary.alog", _naming_binary, _read_binary),
    Format("CSV", "box.csv", _of_run("box.csv"), read_fit_data, 2000),
    Format("CSV, gzipped", "box.csv.gz", _zipped, read_run, lines=False),
    Format("Parquet", "box.parquet", _of_run("box.parquet"), read_run, 2000, lines=False),
    Format("recording", "r.alog", _recording, lambda path: list(read_recording(path))),
    Format("journal of a sweep", "journal.jsonl", _rows, _read_journal),
    Format("current field", "f.cfd", _field, _read_field),
    Format("sea bed, .asc", "bed.asc", _shipped(MISSIONS / "auv_survey/bank.asc"), _read_bed, 2000),
    Format("sea bed, .xyz", "bed.xyz", _xyz, _read_bed),
)
