"""Sets of hazards: the laydown of a file, and what a vehicle reports."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from itertools import accumulate
from math import floor

from usimmarine_py.field.hazards.hazard import Hazard, read_hazard
from usimmarine_py.field.settings import HomeCommunity
from usimmarine_py.finding import FilePlace, Finding
from usimmarine_py.maths.plane.polygon import Polygon
from usimmarine_py.text import compact_number, split
from usimmarine_py.texts.shapes import read_polygon
from usimmarine_py.values.frozen import dataclass, field

#: What a vehicle's report does not say of hazards.
_NOT_REPORTED = ("hr", "type", "width", "color")
#: Columns tried for a narrow path at most; the original tries one for each metre.
_MOST_COLUMNS = 100_000


@dataclass(slots=True)
class HazardSet:
    """Hazards, who says so, and the region that was searched; m."""

    source: str = ""
    name: str = ""
    region: Polygon | None = None
    hazards: list[Hazard] = field(default_factory=list)
    others: int = 0  #: parts of a report that are no hazard
    xpath: float | None = None  #: middle of the path from south to north that crosses fewest hazards
    _places: dict[str, int] = field(default_factory=dict, repr=False, compare=False)  # of labels

    @property
    def hazard_count(self) -> int:
        """How many are hazards."""
        return sum(1 for one in self.hazards if one.is_hazard)

    @property
    def benign_count(self) -> int:
        """How many are not."""
        return len(self.hazards) - self.hazard_count

    def labels(self) -> set[str]:
        """The labels of all objects."""
        return {one.label for one in self.hazards}

    def knows(self, label: str) -> bool:
        """Whether there is an object with this label."""
        if len(self._places) != len(self.hazards):
            self._places = {one.label: k for k, one in reversed([*enumerate(self.hazards)])}
        return label in self._places

    def put(self, hazard: Hazard) -> None:
        """Add a hazard, in the place of the one with its label."""
        self.knows(hazard.label)
        at = self._places.setdefault(hazard.label, len(self.hazards))
        self.hazards[at : at + 1] = [hazard]

    def find_path(self, half_width: float) -> None:
        """Find the path, from the west; a region narrower than the path has none."""
        if self.region is None or half_width <= 0:
            return
        xs = [x for x, _ in self.region.vertices]
        ys = [y for _, y in self.region.vertices]
        first, last = min(xs) + half_width, max(xs) - half_width
        if first > last:
            return
        inside = [x for x, y in (one.place for one in self.hazards if one.is_hazard) if min(ys) <= y <= max(ys)]
        count = min(floor(last - first) + 1, _MOST_COLUMNS)
        while count and first + (count - 1) >= last:
            count -= 1
        changes = [0] * (count + 1)  # of the number of hazards, from column to column
        for x in inside:
            begin = bisect_left(range(count), x, key=lambda k: first + k + half_width)
            changes[begin] += 1
            changes[max(begin, bisect_right(range(count), x, key=lambda k: first + k - half_width))] -= 1
        crossed = [*accumulate(changes[:count])]
        self.xpath = first + crossed.index(min(crossed)) if crossed else first

    def report(self) -> str:
        """Return it as a vehicle reports it."""
        parts = [f"source={self.source}"]
        if self.name:
            parts.append(f"name={self.name}")
        if self.xpath is not None:
            parts.append(f"xpath={compact_number(self.xpath, 1)}")
        return "#".join([*parts, *(one.text(_NOT_REPORTED) for one in self.hazards)])


def read_hazard_report(text: str) -> HazardSet:
    """Read ``source=archie#name=first#x=4,y=2,label=07#...``. Raises ``ValueError`` for a hazard without a place."""
    found = HazardSet()
    for part in split(text.strip(), "#"):
        key, _, value = part.partition("=")
        if key.startswith("source"):
            found.source = value.strip()
        elif key.startswith("name"):
            found.name = value.strip()
        elif key.startswith("search_region"):
            found.region = read_polygon(value.strip()).polygon
        elif key.startswith(("xpath", "ypath")):
            found.others += 1
        elif part and not key.startswith("transit_path_width"):
            hazard = read_hazard(part)
            if hazard.x is None or hazard.y is None:
                raise ValueError(f"x= and y= are needed: {part}")
            found.hazards.append(hazard)
    return found


def read_laydown(home: HomeCommunity, file: str) -> tuple[HazardSet, list[Finding]]:
    """Return the objects of a file beside the mission, and what is wrong with it.

    Its lines are ``hazard = x=..,y=..,label=..,type=..``, ``region = pts={..}`` and ``source = NAME``.
    """
    content = home.file_text(file)
    if content is None:
        return HazardSet(source=file), [Finding(f"hazard_file = {file}: there is no such file beside the mission")]
    found, problems = HazardSet(), []
    for at, written in enumerate(content.splitlines(), 1):
        key, _, value = written.partition("//")[0].partition("=")
        key, value = key.strip(), value.strip()
        if not key:
            continue
        place = FilePlace(file, at, 0, key, value)
        try:
            problems += [Finding(text, place) for text in _read_line(found, key.lower(), value)]
        except ValueError as error:
            problems.append(Finding(str(error), place))
    found.source = found.source or file
    if not found.hazards:
        problems.append(Finding("holds no hazard", FilePlace(file)))
    return found, problems


def _read_line(found: HazardSet, key: str, value: str) -> tuple[str, ...]:
    if key == "source":
        found.source = value
    elif key == "region":
        found.region = read_polygon(value).polygon
    elif key == "hazard":
        return add_checked(found, value)
    else:
        raise ValueError("is no line of a hazard file: hazard, region or source")
    return ()


def add_checked(found: HazardSet, text: str) -> tuple[str, ...]:
    """Add an object of a laydown and return what of its text was left out. Raises ``ValueError`` for one without a
    place, type or label of its own.
    """
    hazard = read_hazard(text)
    if hazard.x is None or hazard.y is None:
        raise ValueError("needs x= and y=")
    if not hazard.type:
        raise ValueError("needs type=hazard or type=benign")
    if not hazard.label:
        raise ValueError("needs label=")
    if hazard.label in found.labels():
        raise ValueError(f"the label {hazard.label} is that of another object")
    found.hazards.append(hazard)
    return hazard.problems
