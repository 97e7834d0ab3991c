"""pSearchGrid: a grid of cells that counts where vehicles were."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from math import inf

from usimmarine_py.field.contacts.posting import PostingApp
from usimmarine_py.field.settings import HomeCommunity, field_table, needed, special, text, truth
from usimmarine_py.finding import Finding
from usimmarine_py.maths.plane.polygon import Point, Polygon
from usimmarine_py.maths.plane.squares import covering_squares
from usimmarine_py.text import atof, compact_number, leading_integer, read_number
from usimmarine_py.texts.contact_filter import ContactFilter
from usimmarine_py.texts.node_report import NodeState, read_node_report
from usimmarine_py.texts.objects import object_text
from usimmarine_py.texts.shapes import points_text, read_polygon
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
    filter: ContactFilter = field(default_factory=ContactFilter)


def _names(name: str, help: str) -> Key:
    def keep(options: GridOptions, value: str) -> Finding | None:
        try:
            options.filter.read(name, value)
        except ValueError as error:
            return Finding(str(error))
        return None

    return special(name, "list", keep, help, repeatable=True)


#: The keys of its block.
KEYS = field_table(
    GridOptions,
    text(
        "grid_config", "config", "Parts of the grid, several lines add up: pts={..}, cell_size=, cell_vars=NAME:VALUE, "
        "cell_min=, cell_max=.", repeatable=True, unit="m",
        example="pts={0,0:200,0:200,-100:0,-100}, cell_size=20, cell_vars=x:0, cell_min=x:0, cell_max=x:10",
    ),
    truth("report_deltas", "report_deltas", "Posts what changed; false: the whole grid in each iteration."),
    text("grid_label", "grid_label", "Label in the posts of changes.", parse=needed),
    text("grid_var_name", "grid_var_name", "Variable of the grid.", parse=lambda value: needed(value).upper()),
    _names("match_name", "Communities whose vehicles count; empty: all."),
    _names("ignore_name", "Communities whose vehicles do not count."),
    file_order=True,
)  # fmt: skip


class VisitGrid:
    """Square cells that cover a polygon, numbered column by column from the west, from the south in each."""

    def __init__(self, text: str) -> None:
        self.problem = ""  #: why there are no cells, in words of the original
        self.cells: list[Point] = []
        self._variables: list[str] = []
        self._initial: list[float] = []
        self._bounds: list[tuple[float | None, float | None]] = []
        self._shape = ",cell_size=0"
        self._look: dict[str, str] = {}
        self._size = 10.0
        self._values: dict[int, list[float]] = {}
        try:
            polygon, others = self._read(text)
        except ValueError as error:
            self.problem = str(error)
            self._look = {"msg": self.problem}
            return
        if polygon is None or min(_extent(polygon)) < self._size:
            self._variables, self._initial = [], []
            return
        self.cells = covering_squares(polygon, self._size)
        # a name that stands twice has its limits at the first
        self._bounds = [
            (None, None) if name in self._variables[:i] else _bounds(name, others)
            for i, name in enumerate(self._variables)
        ]
        shape = f"{points_text(polygon.vertices)},cell_size={_amount(self._size)},cell_vars="
        shape += ":".join(
            f"{name}:{_amount(value)}" for name, value in zip(self._variables, self._initial, strict=True)
        )
        for name, (least, most) in zip(self._variables, self._bounds, strict=True):
            shape += f",cell_min={name}:{_amount(least)}" if least is not None else ""
            shape += f",cell_max={name}:{_amount(most)}" if most is not None else ""
        self._shape = shape
        for key, value in others:
            if key == "cell":
                self._set(value)

    def _read(self, text: str) -> tuple[Polygon | None, list[tuple[str, str]]]:
        """Return the polygon and what is read when there is one. Raises ``ValueError``."""
        polygon, others, initial = None, [], 0.0
        vertices: list[str] = []  # of all lines together
        rest = text
        while rest:
            key, _, rest = (side.strip() for side in rest.partition("="))
            if key == "pts":
                body, _, rest = (side.strip() for side in rest.partition("}"))
                if (rest and not rest.startswith(",")) or not body.startswith("{"):
                    raise ValueError("Invalid pts specification")
                rest = rest[1:].strip()
                try:
                    vertices.append(body[1:])
                    polygon = read_polygon(f"pts={{{':'.join(vertices)}}}").polygon
                except ValueError:
                    raise ValueError("Invalid pts specification") from None
                continue
            value, _, rest = (side.strip() for side in rest.partition(","))
            if key == "cell_size":
                self._size = _number(key, value)
                if self._size <= 0:
                    raise ValueError("Invalid cell_size specification")
            elif key == "init_val":
                initial = _number(key, value)
            elif key == "cell_vars":
                pieces = value.removesuffix(":").split(":") if value else []
                for name, given in zip(pieces[::2], [*pieces[1::2], ""], strict=False):
                    if not name:
                        raise ValueError("Invalid cell_vars specification")
                    self._variables.append(name)
                    self._initial.append(_number(key, given))
            elif key in ("cell", "cell_min", "cell_max"):
                others.append((key, value))
            else:
                self._look[key] = value
        if not self._variables:
            self._variables, self._initial = ["v"], [initial]
        return polygon, others

    def _set(self, text: str) -> None:
        """Set a cell by ``NUMBER:NAME:VALUE:NAME:VALUE``."""
        number, *pieces = text.split(":")
        for name, value in zip(pieces[::2], [*pieces[1::2], ""], strict=False):
            if name in self._variables:
                self._put(leading_integer(number), self._variables.index(name), atof(value))

    def _put(self, cell: int, variable: int, value: float) -> None:
        if not 0 <= cell < len(self.cells):
            return
        least, most = self._bounds[variable]
        value = value if most is None else min(value, most)
        self._values.setdefault(cell, list(self._initial))[variable] = value if least is None else max(value, least)

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
        """Add to the first variable of a cell, within its limits."""
        self._put(cell, 0, self._values.get(cell, self._initial)[0] + amount)

    def reset(self) -> None:
        """Let all cells begin anew."""
        self._values.clear()

    @property
    def touched(self) -> int:
        """How many cells have another value than at the start."""
        return sum(values != self._initial for values in self._values.values())

    def spec(self) -> str:
        """Return the text of the grid."""
        cells = ""
        for k, values in sorted(self._values.items()):
            given = zip(self._variables, values, self._initial, strict=True)
            if changed := "".join(f":{name}:{_amount(value)}" for name, value, first in given if value != first):
                cells += f",cell={k}{changed}"
        return f"{self._shape}{cells},{object_text(_OWN_LABEL, self._look)}"


def _number(key: str, text: str) -> float:
    number = read_number(text)
    if number is None:
        raise ValueError(f"Invalid {key} specification")
    return number


def _extent(polygon: Polygon) -> tuple[float, float]:
    xs, ys = [x for x, _ in polygon.vertices], [y for _, y in polygon.vertices]
    return max(xs) - min(xs), max(ys) - min(ys)


def _bounds(variable: str, others: Sequence[tuple[str, str]]) -> tuple[float | None, float | None]:
    """Return the limits of a variable: the last of each, the least ones first, neither beyond the other."""
    limits: dict[str, float] = {}
    for key in ("cell_min", "cell_max"):
        for _, given in (one for one in others if one[0] == key):
            pieces = given.split(":")
            for name, value in zip(pieces[::2], pieces[1::2], strict=False):
                number = read_number(value)
                if name == variable and number is not None:
                    limits[key] = number
    least, most = limits.get("cell_min"), limits.get("cell_max")
    return least, most if most is None or least is None else max(least, most)


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
        self._changed: dict[int, int] = {}
        self.grid = VisitGrid(_joined(self.options.config))
        if not self.grid.cells:
            self.find(Finding(f"grid_config: {self.grid.problem or 'no pts, or none as large as a cell'}"))

    def begin(self) -> None:
        """Show the grid."""
        self.post(self.options.grid_var_name, self.grid.spec())

    def take(self, message: Message) -> None:
        """Take in one message."""
        if not self.options.filter.passes(NodeState(name=message.community), ("name",)):
            return
        if message.variable == "PSG_RESET_GRID":
            self.grid.reset()
            return
        if (text := self.text(message)) is None:
            return
        state = read_node_report(text)
        local, globally = (state.x, state.y), (state.latitude, state.longitude)
        if not state.name or None in (state.speed, state.heading) or (None in local and None in globally):
            self.refuse(message, "the report needs NAME, X, Y, SPD and HDG")
            return
        # as in the original one by LAT, LON is at 0,0
        for cell in self.grid.visited(state.x or 0.0, state.y or 0.0):
            self.grid.add(cell)
            self._changed[cell] = self._changed.get(cell, 0) + 1

    def tick(self) -> None:
        """Post what has changed, or the whole grid."""
        if not self.options.report_deltas:
            self.post(self.options.grid_var_name, self.grid.spec())
        elif self._changed:
            cells = ":".join(f"{cell},x,{count}" for cell, count in sorted(self._changed.items()))
            self.post(f"{self.options.grid_var_name}_DELTA", f"{self.options.grid_label}@{cells}")
            self._changed.clear()

    def report(self) -> str:
        """Cells, and how many were visited."""
        if not self.grid.cells:
            return f"No grid: {self.grid.problem}\n"
        return f"Cells: {len(self.grid.cells)}, visited: {self.grid.touched}\n"


def _joined(parts: Sequence[str]) -> str:
    text = ""
    for part in parts:
        text += "," + part if text and not text.endswith(",") else part
    return text
