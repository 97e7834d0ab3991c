"""alogiter: how long applications iterated, and how far apart."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TextIO

from usimmarine_py.logs.tools.lines import HELP, VERSION, fields, is_comment, readable, share, whole_lines
from usimmarine_py.logs.tools.texts import help_text, version_text
from usimmarine_py.text import atof, plain_number
from usimmarine_py.values.frozen import dataclass, field

_GAPS, _LENGTHS = (1.25, 1.5, 2.0), (0.25, 0.5, 0.75, 1.0)


@dataclass(slots=True)
class Iterations:
    """Iterations of an application: seconds, or gaps in periods of its AppTick."""

    limits: tuple[float, ...]
    count: int = 0
    total: float = 0.0
    largest: float = 0.0
    beyond: list[int] = field(default_factory=lambda: [0] * 4)  #: how many exceed each limit

    def take(self, value: float) -> None:
        """Count one more."""
        self.count += 1
        self.total += value
        self.largest = max(self.largest, value)
        for place, limit in enumerate(self.limits):
            self.beyond[place] += value > limit

    @property
    def mean(self) -> str:
        """The mean with two decimals."""
        return share(self.total, self.count, factor=1.0)

    def shares(self) -> list[str]:
        """Return which share exceeds each limit."""
        return [f"{share(count, self.count, 3, 1.0):>5}" for count, _ in zip(self.beyond, self.limits, strict=False)]


def main(words: Sequence[str], out: TextIO) -> int:
    """Run ``alogiter FILE.alog``; its exit code."""
    if any(word in VERSION for word in words):
        out.write(version_text("alogiter"))
        return 0
    if any(word in HELP for word in words):
        out.write(help_text("alogiter"))
        return 0
    source = next((word for word in reversed(words) if ".alog" in word), "")
    if not source:
        out.write("No alog file given - exiting\n")
        return 0
    out.write(f"Processing on file : {source}\n")
    if not readable(source):
        out.write("input not found or unable to open - exiting\nUnhandled. Exiting now.\n")
        return 1
    gaps: dict[str, Iterations] = {}
    lengths: dict[str, Iterations] = {}
    for line in whole_lines(source):
        if is_comment(line):
            continue
        entry = fields(line)
        for ending, limits, found in (("_ITER_GAP", _GAPS, gaps), ("_ITER_LEN", _LENGTHS, lengths)):
            if entry.variable.endswith(ending):
                name = entry.variable.replace(ending, "")
                found.setdefault(name, Iterations(limits)).take(atof(entry.data))
    _report(gaps, lengths, out)
    return 0


def _report(gaps: dict[str, Iterations], lengths: dict[str, Iterations], out: TextIO) -> None:
    width = max([10, *map(len, gaps)])
    names = sorted(gaps)
    none = Iterations(_LENGTHS)
    out.write(
        f"{'':<{width + 2}} GAP     GAP       PCT     PCT     PCT    \n"
        f"{'AppName':<{width + 2}} MAX     AVG       >1.25   >1.50   >2.0   \n"
        f"{'-------------':<{width + 2}}-----   -----      -----   -----   -----  \n"
    )
    for name in names:
        one = gaps[name]
        out.write(f"{name:<{width}}  {_largest(one)}   {one.mean:>5}      {'   '.join(one.shares())}\n")
    out.write(
        f"\n{'':<{width + 2}} LEN    LEN      PCT     PCT     PCT     PCT  \n"
        f"{'AppName':<{width + 2}} MAX    AVG      >0.25   >0.50   >0.75   >1.0 \n"
        f"{'-------------':<{width + 2}}-----  -----     -----   -----   -----   -----\n"
    )
    for name in names:
        one = lengths.get(name, none)
        out.write(f"{name:<{width}}  {_largest(one)}  {one.mean:>5}     {'   '.join(one.shares())}\n")
    out.write("\nMission Summmary \n---------------------------\n")
    for title, found in (("GAP", gaps), ("LEN", lengths)):
        total = 0.0
        for name in names:
            one = found.get(name, none)
            total += one.total / one.count if one.count else float("nan")
        text = share(total, len(names), factor=1.0)
        out.write(f" Collective APP_{title}: {'-nan' if text == 'nan' else text}\n")
    out.write("\n")


def _largest(one: Iterations) -> str:
    return f"{plain_number(one.largest, 2):>5}"
