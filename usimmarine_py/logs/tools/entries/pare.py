"""alogpare: a log without bulky variables far from the moments that matter."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from typing import TextIO

from usimmarine_py.logs.tools.lines import (
    HELP,
    VERSION,
    commas,
    fields,
    is_comment,
    numeric,
    readable,
    share,
    target_file,
    whole_lines,
    writable,
)  # fmt: skip
from usimmarine_py.logs.tools.texts import USE_HELP, help_text, version_text
from usimmarine_py.text import atof, stream_number
from usimmarine_py.texts.pairs import parts
from usimmarine_py.values.frozen import dataclass, field

_HIT = "*ITER_GAP, *ITER_LEN,PSHARE*,NODE_REPORT*, DB_QOS"
_PARE = "BHV_IPF,VIEW_SEGLIST,VIEW_POINT,CONTACTS_RECAP"
_OWN_REPORTS = ("NODE_REPORT_LOCAL", "NODE_REPORT_LOCAL_FIRST")


@dataclass(slots=True)
class Paring:
    """Which variables mark a moment, go for good, or stay around moments only."""

    marks: list[str] = field(default_factory=list)
    hits: list[str] = field(default_factory=list)
    pared: list[str] = field(default_factory=list)
    window: float = 30.0  #: s before and behind a moment
    moments: deque[float] = field(default_factory=deque)  #: s, those that are still to come
    community: str = ""
    lines: int = 0  #: that are left out
    _known: dict[tuple[str, bool], bool] = field(default_factory=dict)

    def look(self, lines: Iterable[str]) -> int:
        """Find the moments; return the number of lines."""
        count = 0
        for line in lines:
            count += 1
            if is_comment(line):
                continue
            entry = fields(line)
            if entry.variable in self.marks:
                self.moments.append(atof(entry.time))
            if not self.community and entry.variable == "DB_TIME":
                self.community = entry.source.rpartition("_")[2]
        return count

    def kept(self, lines: Iterable[str]) -> Iterator[str]:
        """Yield the lines that stay."""
        reported = False
        for line in lines:
            name = "" if is_comment(line) else fields(line).variable
            if not reported and name in _OWN_REPORTS:
                reported = True
                yield line
            elif is_comment(line) or self._stays(name, line):
                yield line

    def _stays(self, name: str, line: str) -> bool:
        if self._on(name, hits=True):
            self.lines += 1
            return False
        if not self._on(name, hits=False) or (name.startswith("VIEW_") and "active=false" in line):
            return True
        time = atof(fields(line).time)
        while self.moments and time - self.moments[0] >= self.window:
            self.moments.popleft()
        if not self.moments:
            return False  # the original does not count these
        if abs(time - self.moments[0]) <= self.window:
            return True
        self.lines += 1
        return False

    def _on(self, name: str, *, hits: bool) -> bool:
        found = self._known.get((name, hits))
        if found is None:
            found = any(_matches(name, pattern) for pattern in (self.hits if hits else self.pared))
            self._known[name, hits] = found
        return found


def _matches(name: str, pattern: str) -> bool:
    inner = pattern.removeprefix("*")
    if inner != pattern:
        return inner[:-1] in name if inner.endswith("*") else bool(inner) and name.endswith(inner)
    return name.startswith(pattern[:-1]) and len(pattern) > 1 if pattern.endswith("*") else name == pattern


def main(words: Sequence[str], out: TextIO) -> int:
    """Run ``alogpare in.alog [out.alog] [OPTIONS]``; its exit code."""
    paring = Paring()
    source = target = ""
    verbose, good = False, True
    for word in words:
        key, _, text = word.partition("=")
        if word in HELP:
            out.write(help_text("alogpare"))
            return 0
        if word in VERSION:
            out.write(version_text("alogpare"))
            return 0
        if word.endswith(".alog") and not source:
            if not readable(word):
                out.write(f"Unable to read from: {word}\n")
                return 1
            source = word
        elif word.endswith(".alog") and not target:
            target, good = word, writable(word)
            out.write("" if good else f"Unable to write to file: {word}\n")
        elif word == "--verbose":
            verbose = True
        elif key == "--pare_window":
            good = numeric(text) and atof(text) >= 0
            paring.window = atof(text) if good else paring.window
        elif key == "--markvars":
            _add(paring.marks, text)
        elif key == "--hitvars":
            _add(paring.hits, text)
        elif key == "--parevars":
            _add(paring.pared, text)
        elif word.startswith("--test"):
            _add(paring.marks, "ENCOUNTER")
            _add(paring.hits, "*ITER_GAP,*ITER_LEN,DB_QOS,NODE_REPORT*,PSHARE*")
            _add(paring.pared, "BHV_IPF,VIEW_SEGLIST")
        elif word not in ("-w", "--web", "-web"):
            good = False
        if not good:
            out.write(f"Unhandled command line argument: {word}\n{USE_HELP}")
            return 1
    _add(paring.hits, _HIT)
    _add(paring.pared, _PARE)
    if source:
        _pare(paring, source, target, out, verbose=verbose)
    if verbose:
        out.write(f"Total Pare Events: {len(paring.moments)}\n")
        out.writelines(f"[{place}]: {stream_number(time)}\n" for place, time in enumerate(paring.moments))
    return 0


def _add(names: list[str], text: str) -> None:
    names += [name for name in parts(text, ",") if name and name not in names]


def _pare(paring: Paring, source: str, target: str, out: TextIO, *, verbose: bool) -> None:
    out.write(f"Gathering timestamps from file: {source}\n" if verbose else "Paring Phase 1... ")
    count = paring.look(whole_lines(source)) + 1
    moments = len(paring.moments)
    plus = "".join(_progress(count))
    if verbose:
        out.write(f"{plus}\n{commas(count)} lines total.\n")
    if target == "name.alog" and paring.community:
        target = f"{paring.community}_pared.alog"
    out.write(f"Paring variables from file: {source}\n" if verbose else "Phase 2... ")
    lines = (f"{line}\n" for line in paring.kept(whole_lines(source)))
    if target:
        with target_file(target) as file:
            file.writelines(lines)
    else:
        out.writelines(lines)
    if verbose:
        out.write(f"{plus}\n{commas(count)} lines total.\n")
    out.write(f"{commas(paring.lines)} lines pared. ({share(paring.lines, count)}%) [{moments}]\n")


def _progress(count: int) -> Iterator[str]:
    for ten_thousands in range(1, count // 10000 + 1):
        yield "+"
        if ten_thousands % 10 == 0:
            yield f" ({commas(ten_thousands * 10000)}) lines\n"
