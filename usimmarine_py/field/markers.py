"""pMapMarkers: named points of a field of operations, as markers of a viewer."""

from __future__ import annotations

from collections.abc import Sequence
from math import dist

from usimmarine_py.colours import is_colour, shown_colour
from usimmarine_py.field.application import FieldApp
from usimmarine_py.field.settings import HomeCommunity, colour, count, field_table, idle, special, truth
from usimmarine_py.finding import Finding
from usimmarine_py.limits import MOST_POINTS
from usimmarine_py.text import compact_number, loose_boolean
from usimmarine_py.texts.ledger import in_bytes
from usimmarine_py.texts.pairs import unquoted
from usimmarine_py.texts.shapes import look_text, read_point
from usimmarine_py.values.app import passed
from usimmarine_py.values.frozen import dataclass, field
from usimmarine_py.values.key import ConfigLine
from usimmarine_py.values.mail import Message
from usimmarine_py.values.rows import Row, single

Point = tuple[float, float]
_SWITCH = "MAP_MARKERS"
#: While it starts, a viewer may come late: so often, s, up to this iteration.
_GAP, _EAGER = 5.0, 100
#: Points closer than this are one place, m.
_SAME = 0.001
#: The colour of an edge that is not posted.
_PLAIN_EDGE = "black"
_SHAPES = ("circle", "triangle", "square", "diamond", "gateway", "efield")


@dataclass(slots=True)
class MarkerOptions:
    """What the block says."""

    points: dict[str, Point] = field(default_factory=dict)  #: by their names, m
    colours: dict[str, str] = field(default_factory=dict)  #: of single points
    files: list[str] = field(default_factory=list)
    shown: bool = False
    size: int = 3
    shape: str = "circle"
    colour: str = "light_green"
    label_colour: str = "gray60"
    edge_colour: str = _PLAIN_EDGE


def _add(points: dict[str, Point], name: str, value: str) -> str:
    """Add a point; return what is wrong with it."""
    if name in points:
        return f"{name} is there already"
    if len(points) >= MOST_POINTS:
        return f"more than {MOST_POINTS:,} points"
    try:
        points[name] = read_point(value)
    except ValueError as error:
        return f"{name}: {error}"
    return ""


def _opfield(options: MarkerOptions, value: str) -> Finding | None:
    problems = []
    for part in unquoted(value).split("#"):
        name, _, what = part.strip().partition("=")
        if is_colour(what):
            options.colours[name] = what
        elif problem := _add(options.points, name, what):
            problems.append(problem)
    return Finding("; ".join(problems)) if problems else None


def _opfile(options: MarkerOptions, value: str) -> Finding | None:
    if value in options.files:
        return Finding(f"{value} is there already")
    options.files.append(value)
    return None


def _shape(options: MarkerOptions, value: str) -> Finding | None:
    if value not in _SHAPES:
        return Finding(f"must be {', '.join(_SHAPES[:-1])} or {_SHAPES[-1]}")
    options.shape = value
    return None


#: The keys of its block.
KEYS = field_table(
    MarkerOptions,
    special(
        "opfield", "list", _opfield, "Points, and colours of points: NAME=X,Y # NAME=COLOUR.", repeatable=True,
        example="sw=0,0 # se=100,0 # se=red",
    ),
    special(
        "opfile", "list", _opfile, "A file beside the mission with a point a line: NAME=X,Y or NAME=x=X,y=Y.",
        repeatable=True,
    ),
    truth("show_markers", "shown", "Whether markers are shown at the start; MAP_MARKERS changes it.", example="true"),
    count("marker_size", "size", "Size of markers.", unit="m", minimum=0),
    special(
        "marker_shape", "text", _shape, f"Shape of markers: {', '.join(_SHAPES)}, in small letters.", "shape",
        example="diamond",
    ),
    colour("marker_color", "colour", "Colour of points without one of their own."),
    colour("marker_lcolor", "label_colour", "Colour of labels."),
    colour("marker_ecolor", "edge_colour", "Colour of edges."),
    idle("show_mlabels", "Whether labels are shown, which the viewer decides"),
    idle("marker_key", "A name of the markers"),
)  # fmt: skip


class MapMarkersApp(FieldApp):
    """Posts VIEW_MARKER for each point: several times at the start, and when they are switched on or off."""

    keys = KEYS

    def __init__(self, lines: Sequence[ConfigLine], home: HomeCommunity, name: str = "pMapMarkers") -> None:
        super().__init__(lines, home, name)
        self.options = options = MarkerOptions()
        self.read_block(lines, options)
        self._read_files()
        self.points = {label: options.points[label] for label in sorted(options.points, key=in_bytes)}
        self._iteration = 0
        self._last_post: float | None = None  # None: due

    def _read_files(self) -> None:
        """Add the points of the files; a file with a wrong line, and those below it, add none, as in the original."""
        added: dict[str, Point] = {}
        for file in self.options.files:
            content = self.home.file_text(file)
            if content is None:
                self.find(Finding(f"opfile = {file}: there is no such file beside the mission"))
                return
            for number, line in enumerate(content.splitlines(), 1):
                if not line.strip() or line.lstrip().startswith(("#", "//")):
                    continue
                label, _, value = line.partition("=")
                if problem := _add(added, label.strip(), value.strip()):
                    self.find(Finding(f"{file}:{number}: {problem}; none of its points is shown"))
                    return
        for label in sorted(added, key=in_bytes):
            if label in self.options.points:
                self.find(Finding(f"{label} stands in opfield and in a file: {label} of the file and all behind it in "
                                  "the order of names are left out"))  # fmt: skip
                break
            self.options.points[label] = added[label]
        if added:
            self.options.points = _plain_names(self.options.points)

    def on_connect_subscriptions(self) -> Sequence[str]:
        """The switch."""
        return [_SWITCH]

    def on_mail(self, mail: list[Message]) -> Sequence[Row]:
        """Switch the markers on or off."""
        for message in mail:
            if message.variable != _SWITCH or (word := self.text(message)) is None:
                continue
            shown = loose_boolean(word, self.options.shown)
            if shown is None:
                self.refuse(message, "must be true, false or toggle")
            elif shown is not self.options.shown:
                self.options.shown, self._last_post = shown, None
        return ()

    def iterate(self, now: float) -> list[Row]:
        """Post all markers when they are due."""
        self._iteration += 1
        last, slack = self._last_post, self.home.slack
        if last is not None and not (self._iteration < _EAGER and passed(now, last, _GAP, slack)):
            return []
        self._last_post = now
        return [single("VIEW_MARKER", self._marker(label, *place)) for label, place in self.points.items()]

    def _marker(self, label: str, x: float, y: float) -> str:
        options = self.options
        if not options.shown:
            return f"x=0,y=0,active=false,label={label}"
        colour = shown_colour(options.colours.get(label, options.colour))
        look = {"label_color": options.label_colour}
        if options.edge_colour != _PLAIN_EDGE:
            look["edge_color"] = options.edge_colour
        return (
            f"x={compact_number(x, 2)},y={compact_number(y, 2)},width={options.size},"
            f"primary_color={colour},type={options.shape}{look_text(label, **look)}"
        )

    def report(self) -> str:
        """Return the counts and looks."""
        options = self.options
        return (
            f"Points: {len(self.points)}\nShow Markers: {str(options.shown).lower()}\n"
            f"Default Color: {options.colour}\nDefault Size: {options.size}\n"
        )


def _plain_names(points: dict[str, Point]) -> dict[str, Point]:
    """Return points without those at the place of another one with a shorter name."""
    order = sorted(points, key=lambda label: points[label])
    left_out: set[str] = set()
    for place, label in enumerate(order):
        for other in order[place + 1 :]:
            if points[other][0] - points[label][0] >= _SAME:
                break
            if len(other) != len(label) and dist(points[label], points[other]) < _SAME:
                left_out.add(max(label, other, key=len))
    return {label: point for label, point in points.items() if label not in left_out}
