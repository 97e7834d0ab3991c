"""uFldObstacleSim: the obstacles of a simulated world, shown to every vehicle, and points on them as a sensor sees."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import ceil, hypot, inf

from usimmarine_py.colours import is_colour, shown_colour
from usimmarine_py.field.contacts.obstacles.near import NearObstacles
from usimmarine_py.field.contacts.posting import PostingApp
from usimmarine_py.field.settings import HomeCommunity, colour, field_table, number, span, text, truth
from usimmarine_py.finding import FilePlace, Finding
from usimmarine_py.maths.angles import angle_180, angle_360, bearing
from usimmarine_py.maths.plane.polygon import Polygon, distance_to_edges, radial_points, ray_hit
from usimmarine_py.maths.streams import child_generator
from usimmarine_py.text import atof, compact_number, read_number
from usimmarine_py.texts.ledger import Ledger
from usimmarine_py.texts.obstacle import Obstacle, obstacle_text, read_given
from usimmarine_py.texts.shapes import no_shape_text, points_text, read_polygon
from usimmarine_py.values.frozen import dataclass, field
from usimmarine_py.values.key import ConfigLine
from usimmarine_py.values.mail import Message

#: Places tried for each obstacle of a reset.
_TRIES = 2000
#: The number in the label of a shown point is below this.
_LABELS = 100
_CONNECT = "PMV_CONNECT"
#: A random duration is the least one and so many parts of the span.
_PARTS = 10_000


@dataclass(slots=True)
class PolygonLook:
    """How obstacles are drawn."""

    vert_color: str = "gray50"
    edge_color: str = "gray50"
    fill_color: str = "white"
    label_color: str = "invisible"
    vert_size: float = 1.0
    edge_size: float = 1.0
    transparency: float = 0.15


@dataclass(slots=True)
class RegionLook:
    """How the region is drawn."""

    shown: bool = True
    edge_color: str = "gray50"
    vert_color: str = "white"


@dataclass(slots=True)
class SimulatorOptions:
    """What the block says; m and s."""

    files: list[str] = field(default_factory=list)
    look: PolygonLook = field(default_factory=PolygonLook)
    region: RegionLook = field(default_factory=RegionLook)
    post_points: bool = False
    rate_points: float = 5.0
    point_size: float = 2.0
    sensor_range: float = 50.0
    bounds: list[tuple[str, float]] = field(default_factory=list)  #: of durations, s
    refresh_interval: float | None = None
    reset_interval: float | None = None
    reset_range: float = 10.0
    reuse_ids: bool = True
    post_visuals: bool = True


def _bound(which: str) -> Callable[[SimulatorOptions, float | None], None]:
    def keep(options: SimulatorOptions, value: float | None) -> None:
        if value is not None:
            options.bounds.append((which, value))

    return keep


def _transparency(options: SimulatorOptions, value: float) -> None:
    options.look.transparency = min(value, 1.0)


#: The keys of its block.
KEYS = field_table(
    SimulatorOptions,
    text(
        "obstacle_file", "files", "A file of obstacles beside the mission; the last line of several is read first.",
        repeatable=True, example="obstacles.txt",
    ),
    *(
        colour(f"poly_{part}_color", f"look.{part}_color", f"Colour of the {what} of obstacles.")
        for part, what in (("vert", "corners"), ("edge", "edges"), ("fill", "inside"), ("label", "labels"))
    ),
    colour("region_edge_color", "region.edge_color", "Colour of the edges of the region."),
    colour("region_vert_color", "region.vert_color", "Colour of the corners of the region."),
    number("poly_vert_size", "look.vert_size", "Size of the corners of obstacles.", "pixel", minimum=0.0),
    number("poly_edge_size", "look.edge_size", "Width of the edges of obstacles.", "pixel", minimum=0.0),
    number(
        "poly_transparency", _transparency, "How obstacles are filled: 0 solid, 1 not at all.", minimum=0.0,
        default="0.15",
    ),
    truth("draw_region", "region.shown", "Viewers show the region."),
    truth("post_points", "post_points", "Posts points that a sensor sees in place of the obstacles themselves."),
    number(
        "rate_points", "rate_points", "Points of an obstacle in each iteration.", minimum=0.0, maximum=1000.0,
    ),
    number("point_size", "point_size", "Size of points in viewers.", "pixel", minimum=0.0),
    number("sensor_range", "sensor_range", "How far the sensor sees.", "m", minimum=0.0),
    number(
        "min_duration", _bound("min"), "Least time for which an obstacle is given.", "s", default="off",
        words={"off": None},
    ),
    number(
        "max_duration", _bound("max"), "Longest time for which an obstacle is given; off: without an end.", "s",
        default="off", words={"off": None},
    ),
    span("refresh_interval", "refresh_interval", "Time after which all obstacles are posted again.", "s"),
    span("reset_interval", "reset_interval", "Least time between two resets when no vehicle is inside.", "s"),
    number(
        "reset_range", "reset_range", "A reset waits until all vehicles are this far outside.", "m", minimum=0.0,
    ),
    truth("reuse_ids", "reuse_ids", "New obstacles have the labels of the old ones."),
    truth("post_visuals", "post_visuals", "Viewers show obstacles and region."),
)  # fmt: skip


#: Sizes of new obstacles of a file that names none, m.
_SIZES = (6.0, 10.0)


class ObstacleField:
    """What the files say: a region, obstacles, and sizes (m) for others at random places."""

    def __init__(self) -> None:
        self.region: Polygon | None = None
        self.numbers = {"min_range": 0.0, "min_size": 0.0, "max_size": 0.0}
        self.obstacles: list[Obstacle] = []
        self.said: list[tuple[str, float]] = []  #: each file, and the least distance behind each of its lines of that

    def read(self, file: str, text: str) -> list[Finding]:
        """Read a file, and return what is wrong with it; nothing is read behind a polygon that is none."""
        found: list[Finding] = []
        named: set[str] = set()
        self.said.append((file, 0.0))
        for at, written in enumerate(text.splitlines(), 1):
            line = written.strip()
            key, equals, value = line.partition("=")
            key, value = key.strip(), value.strip()
            if not equals or line.startswith("//"):
                continue
            named.add(key)
            try:
                self._read(key, value)
            except ValueError as error:
                found.append(Finding(str(error), FilePlace(file, at, 0, key, value)))
                if key in ("region", "poly"):
                    break
            finally:
                if key == "min_range":
                    self.said.append(("", self.numbers[key]))
        missing = [f"{key} = NUMBER" for key in self.numbers if key not in named]
        if missing:
            new = f"new obstacles of a reset are {_SIZES[0]:g} to {_SIZES[1]:g} m large, and may touch"
            found.append(Finding(f"{', '.join(missing)} missing: without, {new}", FilePlace(file)))
        return found

    def _read(self, key: str, value: str) -> None:
        if key == "region":
            self.region = read_polygon(value).polygon
        elif key == "poly":
            self.obstacles.append(read_given(value))
        elif key in self.numbers:
            number = read_number(value)
            if number is None or number < 0:
                raise ValueError("must be a number above 0")
            self.numbers[key] = number
            if number == 0:
                raise ValueError("must be a number above 0; as if it were not given")

    def _sizes(self) -> tuple[float, float]:
        """Return the least and the largest size of new obstacles, m; one that is not given is the original's."""
        (small, large), least, most = _SIZES, self.numbers["min_size"], self.numbers["max_size"]
        if least > 0:
            small, large = least, max(large, least)
        return (min(small, most), most) if most > 0 else (small, large)

    def scatter(self, count: int, first: int, seed: int, turn: int) -> list[Obstacle]:
        """Return ``count`` octagons at random places of the region, labels from ``first`` on, as far as they fit."""
        if self.region is None:
            return []
        random = child_generator(seed, "uFldObstacleSim.reset", turn)
        xs, ys = [x for x, _ in self.region.vertices], [y for _, y in self.region.vertices]
        gap, (small, large) = self.numbers["min_range"], self._sizes()
        placed: list[tuple[float, float, float]] = []
        found: list[Obstacle] = []
        for _ in range(_TRIES * count):
            if len(found) == count:
                break
            x, y = random.uniform(min(xs), max(xs)), random.uniform(min(ys), max(ys))
            radius = random.uniform(small, large) / 2
            points = tuple(radial_points(x, y, radius, 8, 0.1))
            inside = all(self.region.contains(*point) for point in points)
            apart = all(hypot(x - px, y - py) - radius - pr >= gap for px, py, pr in placed)
            polygon = Polygon.convex(points) if inside and apart else None
            if polygon is not None:
                placed.append((x, y, radius))
                found.append(Obstacle(polygon, f"ob_{first + len(found)}"))
        return found


class ObstacleSimulator(PostingApp):
    """Shows the obstacles of a world to viewers and vehicles."""

    keys = KEYS

    subscriptions = ("NODE_REPORT", "NODE_REPORT_LOCAL", _CONNECT, "UFOS_RESET", "UFOS_POINT_SIZE")

    def __init__(self, lines: Sequence[ConfigLine], home: HomeCommunity, name: str = "uFldObstacleSim") -> None:
        super().__init__(lines, home, name)
        self.options = SimulatorOptions()
        self.read_block(lines, self.options)
        self.field = ObstacleField()
        self.vehicles = Ledger(self.geodesy)
        self.durations: list[float] = []  #: of the obstacles in their order, also of later ones
        self._point_size = self.options.point_size
        self._counts: dict[tuple[str, str], int] = {}
        self._random = child_generator(home.seed, f"{name}.points")
        self._must_refresh = False
        self._last_refresh = 0.0
        self._last_reset = 0.0
        self._resets = 0
        self._must_reset = False
        self._entered = self._newly_exited = False
        self._out = -1.0  #: distance of the nearest vehicle outside the region, m; below 0: there is none
        self._read_files()

    def _read_files(self) -> None:
        for file in self.options.files:
            content = self.home.file_text(file)
            if content is None:
                self.find(Finding(f"obstacle_file = {file}: there is no such file beside the mission"))
            else:
                self.find(*self.field.read(file, content))
        self._draw_durations()
        self._next_id = len(self.field.obstacles)

    def _draw_durations(self) -> None:
        if not self.options.bounds:
            return
        least = longest = -1.0
        for which, bound in self.options.bounds:
            # each bound takes the other along
            least, longest = (bound, max(bound, longest)) if which == "min" else (min(bound, least), bound)
            if which == "max" and least < 0 <= longest:
                least = 0.0
        if longest <= 0:
            return
        random = child_generator(self.home.seed, f"{self.name}.durations", 0)
        least = max(least, 0.0)
        span = longest - least
        self.durations = [least + span * random.integers(_PARTS) / _PARTS for _ in self.field.obstacles]

    def begin(self) -> None:
        """Have the files kept with the log, and show the least distance of obstacles."""
        self._last_reset = self.now
        for file, least in self.field.said:
            if file:
                self.post("PLOGGER_CMD", f"COPY_FILE_REQUEST = {file}")
            else:
                self.post("UFOS_MIN_RNG", least)

    def take(self, message: Message) -> None:
        """Take in one message."""
        name = message.variable
        if name == _CONNECT:
            self._must_refresh = True
        elif name == "UFOS_RESET":
            self._must_reset = True
        elif name == "UFOS_POINT_SIZE":
            self._resize(message)
        elif (text := self.text(message)) is not None:
            known = len(self.vehicles)
            try:
                self.vehicles.take(text)
            except ValueError as error:
                self.refuse(message, str(error))
            self._must_refresh = self._must_refresh or len(self.vehicles) > known

    def _resize(self, message: Message) -> None:
        text = str(message.value).lower()
        number = atof(text)  # as the original: 5pts is 5
        if 1 <= number < inf:
            self._point_size = number
        elif text == "bigger":
            self._point_size += 1
        elif text == "smaller":
            self._point_size -= self._point_size >= 2
        else:
            self.refuse(message, "must be bigger, smaller or a number of at least 1")

    def tick(self) -> None:
        """Points, a reset, and everything again when it is due."""
        self._watch_region()
        if self._is_reset_due():
            self._reset()
        if self.options.post_points:
            nearby = NearObstacles(self.field.obstacles, self.options.sensor_range)
            for name in self.vehicles:
                for obstacle in nearby.near(*self.vehicles.position(name)):
                    self._sense(name, obstacle)
        interval = self.options.refresh_interval
        if self._must_refresh or (interval is not None and self.now - self._last_refresh > interval):
            self._refresh()

    # -- all obstacles

    def _refresh(self) -> None:
        self._must_refresh, self._last_refresh = False, self.now
        options, field_ = self.options, self.field
        if options.post_visuals:
            drawn = options.look
            colours = (
                f",label_color={shown_colour(drawn.label_color)},edge_color={shown_colour(drawn.edge_color)},"
                f"vertex_color={shown_colour(drawn.vert_color)},fill_color={shown_colour(drawn.fill_color)}"
            )
            sizes = (
                f",vertex_size={compact_number(drawn.vert_size, 1)},"
                f"edge_size={compact_number(drawn.edge_size, 1)},"
                f"fill_transparency={compact_number(drawn.transparency, 2)}"
            )
            for obstacle in field_.obstacles:
                text, (first, last) = obstacle_text(obstacle.points, obstacle.label, decimals=2), obstacle.shown
                inactive = "" if obstacle.active else ",active=false"
                head, _, label = text.partition("}")
                self.post("VIEW_POLYGON", f"{head}}}{inactive}{label}{first}{colours}{last}{sizes}")
            if options.region.shown and field_.region is not None:
                edge, vertex = (shown_colour(one) for one in (options.region.edge_color, options.region.vert_color))
                look = f"label=obs_region,edge_color={edge},vertex_color={vertex}"
                self.post("VIEW_POLYGON", f"{points_text(field_.region.vertices)},{look}")
        for i, obstacle in enumerate(field_.obstacles):
            text = obstacle.text()
            if i < len(self.durations):
                text += f",duration={compact_number(self.durations[i])}"
            self.post("KNOWN_OBSTACLE", text)
            if not options.post_points:
                self.post("GIVEN_OBSTACLE", text)

    # -- points that a sensor sees

    def _sense(self, name: str, obstacle: Obstacle) -> None:
        x, y = self.vehicles.position(name)
        if obstacle.polygon.contains(x, y) or distance_to_edges(obstacle.points, x, y) > self.options.sensor_range:
            return
        directions = [bearing(x, y, *point) for point in obstacle.points]
        turns = [angle_180(one - directions[0]) for one in directions]
        lowest, span = angle_360(directions[0] + min(turns)), max(turns) - min(turns)
        source = f",vsource={obstacle.source}" if obstacle.source else ""
        for _ in range(ceil(self.options.rate_points)):
            direction = lowest + int(self._random.integers(0, int(span) + 1))
            hit = ray_hit(x, y, direction, obstacle.points)
            if hit is None:
                continue
            count = self._counts[name, obstacle.label] = (self._counts.get((name, obstacle.label), 0) + 1) % _LABELS
            place = f"x={compact_number(hit[0], 2)},y={compact_number(hit[1], 2)}"
            self.post(f"TRACKED_FEATURE_{name.upper()}", f"{place},key={obstacle.label}{source}")
            if self.options.post_visuals:
                colour = self.vehicles[name].colour
                look = f",vertex_color={colour}" if is_colour(colour) else ""
                look += f",duration=10,vertex_size={compact_number(self._point_size, 1)}"
                label = f"label={name}:{obstacle.label}:{count},label_color=invisible"
                self.post("VIEW_POINT", f"{place},{label}{look}")

    # -- other obstacles

    def _watch_region(self) -> None:
        region = self.field.region
        if region is None:
            return
        before, self._out = self._out, -1.0
        for x, y in map(self.vehicles.position, self.vehicles):
            distance = 0.0 if region.contains(x, y) else distance_to_edges(region.vertices, x, y)
            self._entered = self._entered or distance == 0
            self._out = distance if self._out < 0 else min(self._out, distance)
        if before <= 0 < self._out:
            self._newly_exited = True
        if self._out <= 0 or not self._entered:
            self._newly_exited = False

    def _is_reset_due(self) -> bool:
        if self._out <= self.options.reset_range:
            return False
        interval = self.options.reset_interval
        by_itself = interval is not None and self._newly_exited and self.now - self._last_reset > interval
        return self._must_reset or by_itself

    def _reset(self) -> None:
        self._must_reset = self._newly_exited = False
        self._last_reset = self.now
        self._resets += 1
        self.post("KNOWN_OBSTACLE_CLEAR", "all")
        self.post("UFOS_MIN_RNG", self.field.numbers["min_range"])
        if not self.options.reuse_ids:
            for obstacle in self.field.obstacles:
                text = no_shape_text(obstacle.label) + ",duration=0"
                for variable, posted in (
                    ("VIEW_POLYGON", self.options.post_visuals), ("KNOWN_OBSTACLE", True),
                    ("GIVEN_OBSTACLE", not self.options.post_points),
                ):  # fmt: skip
                    if posted:
                        self.post(variable, text)
        count, first = len(self.field.obstacles), 0 if self.options.reuse_ids else self._next_id
        self.field.obstacles = self.field.scatter(count, first, self.home.seed, self._resets)
        self._next_id = first + count
        if len(self.field.obstacles) < count:
            self.host.run_warning(f"only {len(self.field.obstacles)} of {count} obstacles fit into the region")
        self._must_refresh = True

    def report(self) -> str:
        """Obstacles, vehicles, resets."""
        return (
            f"Obstacles: {len(self.field.obstacles)}, vehicles: {len(self.vehicles)}, resets: {self._resets}\n"
            f"Files: {', '.join(self.options.files) or 'none'}\n"
        )
