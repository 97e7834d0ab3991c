"""pSearchGrid: a grid of cells that counts where vehicles were."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from math import inf

from usimmarine_py.field.contacts.posting import PostingApp
from usimmarine_py.field.settings import HomeCommunity, field_table, text, truth
from usimmarine_py.finding import Finding
from usimmarine_py.maths.plane.squares import covering_squares
from usimmarine_py.text import compact_number, read_number
from usimmarine_py.texts.node_report import read_node_report
from usimmarine_py.texts.pairs import pairs, words_of
from usimmarine_py.texts.shapes import read_polygon
from usimmarine_py.values.frozen import dataclass, field
from usimmarine_py.values.key import ConfigLine, Key
from usimmarine_py.values.mail import Message

_OWN_LABEL = "psg"
#: Cells whose lower left corner is farther to the left or below, in their sizes, do not hold a place.
_SEARCHED = 1.5


@dataclass(slots=True)
class GridOptions:
    """What the block says."""

    config: list[str] = field(default_factory=list)
    report_deltas: bool = True
    grid_label: str = _OWN_LABEL
    grid_var_name: str = "VIEW_GRID"
    match_names: list[str] = field(default_factory=list)
    ignore_names: list[str] = field(default_factory=list)


def _names(name: str, into: str, help: str) -> Key:
    def keep(options: GridOptions, value: list[str]) -> None:
        getattr(options, into).extend(value)

    return text(name, keep, help, parse=lambda value: words_of(value.lower()), repeatable=True)


#: The keys of its block.
KEYS = field_table(
    GridOptions,
    text(
        "grid_config", "config", "Parts of the grid, several lines add up: pts={..}, cell_size=, cell_vars=NAME:VALUE, "
        "cell_min=, cell_max=.", repeatable=True, unit="m",
        example="pts={0,0:200,0:200,-100:0,-100}, cell_size=20, cell_vars=x:0, cell_min=x:0, cell_max=x:10",
    ),
    truth("report_deltas", "report_deltas", "Posts what changed; false: the whole grid in each iteration."),
    text("grid_label", "grid_label", "Label in the posts of changes."),
    text("grid_var_name", "grid_var_name", "Variable of the grid.", parse=str.upper),
    _names("match_name", "match_names", "Communities whose vehicles count; empty: all."),
    _names("ignore_name", "ignore_names", "Communities whose vehicles do not count."),
    file_order=True,
)  # fmt: skip


class VisitGrid:
    """Square cells that cover a polygon, numbered column by column from the west, from the south in each."""

    def __init__(self, text: str) -> None:
        """Raises ``ValueError`` that says what is wrong, in words of the original where those are known."""
        found = pairs(text)
        self.text = text
        try:
            polygon = read_polygon(f"pts={found.get('pts', '')}").polygon
        except ValueError:
            raise ValueError("Invalid pts specification") from None
        size = read_number(found.get("cell_size", ""))
        if size is None or size <= 0:
            raise ValueError("Invalid cell_size specification")
        self.variable, self._initial = _first(found.get("cell_vars", ""))
        self._least = _limit(found.get("cell_min", ""), self.variable)
        self._most = _limit(found.get("cell_max", ""), self.variable)
        self.cells = covering_squares(polygon, size)
        self._size = size
        self.values: dict[int, float] = {}

    def visited(self, x: float, y: float) -> list[int]:
        """Return the numbers of the cells that hold a point; borders belong to both sides."""
        size, cells = self._size, self.cells  # which are sorted
        found: list[int] = []
        at = bisect_left(cells, (x - _SEARCHED * size, -inf))
        while at < len(cells) and (left := cells[at][0]) <= x:  # column by column
            end = bisect_right(cells, (left, inf), at)
            if x <= left + size:
                first = bisect_left(cells, (left, y - _SEARCHED * size), at, end)
                last = bisect_right(cells, (left, y), first, end)
                found += [k for k in range(first, last) if y <= cells[k][1] + size]
            at = end
        return found

    def add(self, cell: int, amount: float = 1.0) -> None:
        """Add to a cell, within its limits."""
        value = self.values.get(cell, self._initial) + amount
        if self._most is not None:
            value = min(value, self._most)
        self.values[cell] = value if self._least is None else max(value, self._least)

    def spec(self) -> str:
        """Return the text of the grid."""
        cells = "".join(f",cell={k}:{self.variable}:{_amount(v)}" for k, v in sorted(self.values.items()))
        return f"{self.text}{cells},label={_OWN_LABEL}"


def _first(text: str) -> tuple[str, float]:
    parts = text.split(":")
    value = read_number(parts[1]) if len(parts) > 1 else None
    return parts[0] or "x", value or 0.0


def _limit(text: str, variable: str) -> float | None:
    parts = text.split(":")
    for name, value in zip(parts[::2], parts[1::2], strict=False):
        if name == variable:
            return read_number(value)
    return None


def _amount(value: float) -> str:
    return compact_number(value, 5)


class SearchGrid(PostingApp):
    """Counts the visits of vehicles to the cells of a grid."""

    keys = KEYS

    subscriptions = ("NODE_REPORT", "NODE_REPORT_LOCAL", "PSG_RESET_GRID")

    def __init__(self, lines: Sequence[ConfigLine], home: HomeCommunity, name: str = "pSearchGrid") -> None:
        super().__init__(lines, home, name)
        self.options = GridOptions()
        self.read_block(lines, self.options)
        self.grid: VisitGrid | None = None
        self._problem = ""
        self._changed: dict[int, int] = {}
        try:
            self.grid = VisitGrid(",".join(self.options.config))
        except ValueError as error:
            self._problem = str(error)
            self.find(Finding(f"grid_config: {error}"))

    def begin(self) -> None:
        """Show the grid."""
        empty = f",cell_size=0,label={_OWN_LABEL},msg={self._problem}"
        self.post(self.options.grid_var_name, empty if self.grid is None else self.grid.spec())

    def take(self, message: Message) -> None:
        """Take in one message."""
        if self.grid is None:
            return
        if message.variable == "PSG_RESET_GRID":
            self.grid.values.clear()
            self._changed.clear()
            return
        options, community = self.options, message.community.lower()
        if (options.match_names and community not in options.match_names) or community in options.ignore_names:
            return
        if (text := self.text(message)) is None:
            return
        state = read_node_report(text)
        if not state.name or state.x is None or state.y is None or state.speed is None or state.heading is None:
            self.refuse(message, "the report needs NAME, X, Y, SPD and HDG")
            return
        for cell in self.grid.visited(state.x, state.y):
            self.grid.add(cell)
            self._changed[cell] = self._changed.get(cell, 0) + 1

    def tick(self) -> None:
        """Post what has changed, or the whole grid."""
        if self.grid is None:
            return
        if not self.options.report_deltas:
            self.post(self.options.grid_var_name, self.grid.spec())
        elif self._changed:
            variable = self.grid.variable
            cells = ":".join(f"{cell},{variable},{count}" for cell, count in sorted(self._changed.items()))
            self.post(f"{self.options.grid_var_name}_DELTA", f"{self.options.grid_label}@{cells}")
        self._changed.clear()

    def report(self) -> str:
        """Cells, and how many were visited."""
        if self.grid is None:
            return f"No grid: {self._problem}\n"
        return f"Cells: {len(self.grid.cells)}, visited: {len(self.grid.values)}\n"
