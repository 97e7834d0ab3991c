"""alogsplit: one file for each variable, and a summary of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import TextIO

from usimmarine_py.logs.tools.lines import (
    ENCODING,
    HELP,
    VERSION,
    bite,
    fields,
    file_name,
    is_comment,
    is_entry,
    lower,
    numeric,
    readable,
    strip,
    value_of,
    whole_lines,
)  # fmt: skip
from usimmarine_py.logs.tools.texts import help_text, version_text
from usimmarine_py.logs.whole_files import whole_folder
from usimmarine_py.text import atof, compact_number, leading_integer
from usimmarine_py.texts.pairs import parts, pieces
from usimmarine_py.values.frozen import dataclass, field

#: Variables that go to VISUALS.klog together.
_VISUALS = frozenset((
    "VIEW_POINT", "VIEW_POLYGON", "VIEW_SEGLIST", "VIEW_CIRCLE", "GRID_INIT", "VIEW_MARKER", "GRID_DELTA", "VIEW_SEGLR",
    "VIEW_ARROW", "VIEW_RANGE_PULSE", "VIEW_COMMS_PULSE",
))  # fmt: skip
#: Variables whose files the original always keeps open.
_ALWAYS_OPEN = frozenset((
    "NAV_X", "NAV_Y", "NAV_SPEED", "NAV_HEADING", "NAV_HEADING_OVER_GROUND", "NAV_LAT", "NAV_LONG", "DESIRED_RUDDER",
    "DESIRED_THRUST", "BHV_IPF", "PID_REPORT", "APP_LOG", "NODE_REPORT",
))  # fmt: skip
#: What it says of too many files, to the byte.
_TOO_MANY = (
    "WARNING: Maximum concurrent fopen fileptr cache exceeded.\n"
    "This is not an error, but the alog file pre-splitting    \n"
    "phase will be slower in these cases.                     \n"
    "Total unique varnames: {}\n"
)
_OWN_REPORTS = ("NODE_REPORT_LOCAL", "NODE_REPORT_LOCAL_FIRST")
#: Keys of a node report -> names in VIEW_VESSEL; the last of several counts.
_VESSEL = {
    "NAME": "label", "X": "x", "Y": "y", "HDG": "hdg", "HEADING": "hdg", "LENGTH": "len", "LEN": "len", "TYPE": "type",
    "COLOR": "color", "TIME": "time", "UTC_TIME": "time",
}  # fmt: skip
_TEXTS = ("label", "type", "color")


@dataclass(slots=True)
class Split:
    """Lines by variable, and what is known of the log."""

    detached: dict[str, set[str]] = field(default_factory=dict)  #: keys of a=1,b=2 with files of their own, by variable
    lines: dict[str, list[str]] = field(default_factory=dict)
    kinds: dict[str, str] = field(default_factory=dict)  #: double, or string
    sources: dict[str, set[str]] = field(default_factory=dict)
    start: str = ""  #: as LOGSTART has it
    first: str = ""  #: times
    last: str = ""
    vehicle: str = ""
    look: dict[str, str] = field(default_factory=dict)  #: type, color and length of the vehicle
    behaviors: set[str] = field(default_factory=set)
    applications: set[str] = field(default_factory=set)  #: with APP_LOG
    most_open: int = 125  #: files that the original keeps open
    too_many: bool = False  #: whether it would need more
    _open: set[str] = field(default_factory=set)
    _iteration: str = ""

    def take(self, line: str) -> None:
        """Take a line of the log."""
        if not self.start and "LOGSTART" in line:
            changed = line.replace("LOGSTART", "X")
            self.start = bite(changed, "X")[1]
            return
        entry = fields(line)
        name = entry.variable.replace("/", "_")
        if is_comment(line) or not is_entry(line) or name == "DB_VARSUMMARY":
            return
        self.first = self.first or entry.time
        self.last = entry.time
        if name == "IVPHELM_ITER":
            self._iteration = entry.data.partition(".")[0]
        name = self._file(name, entry.source, entry.data).replace("/", "_")
        if not self.vehicle and name == "DB_TIME":
            self.vehicle = entry.source.partition("_")[2]
        if not self.look.get("type") and name in _OWN_REPORTS:
            data = lower(entry.data)
            self.look |= {key: value for key in ("type", "color", "length") if (value := value_of(data, key))}
        if name in self.detached:
            for key, value in self._detached(name, entry.data):
                line = f"{entry.time}  {name}:{key.encode(ENCODING).upper().decode(ENCODING)}  {entry.source}  {value}"
                self._add(fields(line).variable, line)
        self._add(name, line)
        if name == "NODE_REPORT":
            head = line[: len(line) - len(fields(line).data)].replace("NODE_REPORT", "VIEW_VESSEL")
            self._add("VISUALS", head + vessel_of(entry.data))

    def _file(self, name: str, source: str, data: str) -> str:
        if name in _VISUALS:
            return "VISUALS"
        if name == "BHV_IPF":
            behavior = data.partition(",")[2].partition(",")[0]
            before, mark, _ = behavior.partition("^")
            behavior = before if mark or not self._iteration else behavior.replace(self._iteration, "")
            self.behaviors.add(behavior)
            return f"BHV_IPF_{behavior}"
        if name == "APP_LOG":
            self.applications.add(source)
            return f"APP_LOG_{source}"
        return name

    def _detached(self, name: str, data: str) -> Iterator[tuple[str, str]]:
        """Yield the keys and numbers that get files of their own."""
        text = lower(strip(data))
        if len(text) > 1 and text[0] == "{" and text[-1] == "}":
            text = _from_json(text)
        keys = self.detached[name]
        if "all" in keys:
            keys = {strip(pair[0]) for part in pieces(text) if len(pair := parts(part, "=")) == 2}
        for key in sorted(keys):
            value = value_of(text, lower(key))
            if numeric(value):
                yield key, value

    def _add(self, name: str, line: str) -> None:
        entry = fields(line)
        self.lines.setdefault(name, []).append(line)
        if name not in self._open:
            if name in _ALWAYS_OPEN or len(self._open) <= self.most_open:
                self._open.add(name)
            else:
                self.too_many = True
        if self.kinds.get(name) != "string":
            self.kinds[name] = "double" if numeric(entry.data) else "string"
        self.sources.setdefault(name, set()).add(entry.application)

    def summary(self) -> Iterator[str]:
        """Yield the lines of summary.klog."""
        yield f"total_vars={len(self.kinds)}"
        yield f"logstart={self.start}"
        yield f"logtmin={self.first}"
        yield f"logtmax={self.last}"
        yield f"vname={self.vehicle}"
        for key, value in self.look.items():
            yield f"v{key}={value}"
        if self.behaviors:
            yield f"bhvs={','.join(sorted(self.behaviors))}"
        if self.applications:
            yield f"applogging_apps={','.join(sorted(self.applications))}"
        for name, kind in sorted(self.kinds.items()):
            yield f"var={name}, type={kind}, srcs={':'.join(sorted(self.sources[name]))}"


def _from_json(text: str) -> str:
    pairs = []
    for part in pieces(text[1:-1]):
        key, value = bite(part, ":")
        pairs.append(f"{_bare(key)}={_bare(value)}")
    return ",".join(pairs)


def _bare(text: str) -> str:
    return text[1:-1] if len(text) > 1 and text[0] == text[-1] == '"' else text


def vessel_of(report: str) -> str:
    """Return a node report as VIEW_VESSEL, empty for one without name, place, speed, heading and type."""
    text = _from_json(strip(report)).replace('"', "") if strip(report).startswith("{") else report
    found: dict[str, str] = {}
    given = set()
    for part in pieces(text):
        key, value = bite(part, "=")
        name = key.encode(ENCODING).upper().decode(ENCODING)
        if name in _VESSEL and (_VESSEL[name] in _TEXTS or numeric(value)):
            found[_VESSEL[name]] = value
        if numeric(value):
            given.add(name)
    place = {"X", "Y"} <= given or {"LAT", "LON"} <= given
    if not (found.get("label") and place and given & {"SPD", "SPEED"} and given & {"HDG", "HEADING"}):
        return ""
    numbers = {key: compact_number(atof(found.get(key, "0")), 2) for key in ("x", "y", "hdg", "len", "time")}
    shown = {
        "label": found["label"],
        "x": numbers["x"],
        "y": numbers["y"],
        "hdg": numbers["hdg"],
        "len": numbers["len"],
    }
    shown["type"] = found.get("type", "")
    if found.get("color"):
        shown["color"] = found["color"]
    if atof(found.get("time", "0")):
        shown["time"] = numbers["time"]
    return ",".join(f"{key}={value}" for key, value in shown.items()) + ",dur=3"


def main(words: Sequence[str], out: TextIO) -> int:
    """Run ``alogsplit FILE.alog [OPTIONS]``; its exit code."""
    if any(word in VERSION for word in words):
        out.write(version_text("alogsplit"))
        return 0
    if any(word in HELP for word in words):
        out.write(help_text("alogsplit"))
        return 0
    source = folder = ""
    split = Split()
    pairs = []
    for word in words:
        if word.endswith(".alog"):
            if source:
                out.write("Only one alog file allowed.\n")
                return 1
            source = word
        elif word.startswith("--max_fptrs=") and numeric(word[12:]):
            split.most_open = min(max(leading_integer(word[12:]), 10), 2000)
        elif word.startswith("--detached="):
            pairs.append(word[11:])
        elif word.startswith("--dir="):
            folder = word[6:]
    if not source:
        out.write("No alog file given - exiting\n")
        return 1
    for pair in pairs:
        names = parts(pair, ":")
        if not names or set(" \t") & set(pair):
            out.write(f"Bad Detached Pair: {pair}\n")
            return 1
        split.detached.setdefault(names[0], set()).update(names[1:] or ["all"])
    return _run(split, source, folder, out)


def _run(split: Split, source: str, folder: str, out: TextIO) -> int:
    if set(" \t") & set(source):
        out.write("Input file must be an alog file, with no white space.\n")
        return 1
    if not readable(source):
        out.write(f"file {source} cannnot find or open.\n")
        return 1
    folder = folder or f"{source.rpartition('.')[0]}_alvtmp"
    if readable(folder):
        out.write(f"    Dir [{folder.rpartition('/')[2]}] confirmed.\n")
        return 0
    with ExitStack() as stack:
        try:
            place = stack.enter_context(whole_folder(file_name(folder)))
        except OSError:
            out.write(f"Possible err in SplitHandler syscmd mkdir\nCache dur [{folder}] could not be created.\n")
            return 1
        for line in whole_lines(source):
            split.take(line)
        if split.too_many:
            out.write(_TOO_MANY.format(len(split.kinds)))
        for name, lines in split.lines.items():
            _write(place / file_name(f"{name}.klog"), lines)
        _write(place / "summary.klog", split.summary())
    return 0


def _write(path: Path, lines: Sequence[str] | Iterator[str]) -> None:
    with path.open("a", encoding=ENCODING, newline="\n") as file:
        file.writelines(f"{line}\n" for line in lines)
