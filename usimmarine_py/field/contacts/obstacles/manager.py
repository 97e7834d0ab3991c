"""pObstacleMgr: obstacles given or found as clusters of points, and alerts about those near own ship."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Sequence
from math import hypot

from usimmarine_py.colours import shown_colour
from usimmarine_py.field.contacts.able_filter import AbleList, actions_of, expanded, filled
from usimmarine_py.field.contacts.obstacles.hull import hull_of, mean_of
from usimmarine_py.field.contacts.posting import Flag, PostingApp
from usimmarine_py.field.settings import (
    HomeCommunity,
    colour,
    count,
    field_table,
    flags,
    number,
    span,
    special,
    text,
    truth,
)
from usimmarine_py.finding import Finding
from usimmarine_py.limits import (
    MOST_CLUSTER_POINTS,
    MOST_MAIL_FLAGS,
    MOST_OBSTACLE_VERTICES,
    MOST_OBSTACLES,
    MOST_PAIRS,
    admit,
)
from usimmarine_py.maths.plane.polygon import Point, distance_to_edges, radial_points
from usimmarine_py.text import atof, compact_number, read_number
from usimmarine_py.texts.obstacle import Obstacle, read_given
from usimmarine_py.texts.shapes import no_shape_text, points_text
from usimmarine_py.values.frozen import dataclass, field
from usimmarine_py.values.key import ConfigLine, flag_of
from usimmarine_py.values.mail import Message
from usimmarine_py.values.rows import Row

_REQUEST = {"name", "update_var", "alert_range"}
_POINT = ("x", "y", "vsource")


@dataclass(slots=True)
class ObstacleRequest:
    """Who wants alerts: the start of a behaviour's name, the variable, and the range (m)."""

    prefix: str
    variable: str
    range: float


@dataclass(slots=True)
class ClusterOptions:
    """Which points make a cluster, and how it becomes a polygon; m and s."""

    ignore_range: float | None = None
    most_points: int = 20
    max_age: float = 20.0
    lasso: bool = False
    lasso_points: int = 6
    lasso_radius: float = 5.0


@dataclass(slots=True)
class ClusterLook:
    """How clusters are drawn; with more obstacles than a threshold without its part."""

    shown: bool = True
    color: str = "blue"
    most_labels: int = 25
    most_shades: int = 100
    most_vertices: int = 150

    def bare(self, count: int) -> tuple[bool, bool, bool]:
        """Return whether of so many obstacles labels, fill and corners are left out."""
        return count > self.most_labels, count > self.most_shades, count > self.most_vertices


@dataclass(slots=True)
class ObstacleOptions:
    """What the block says; m and s."""

    point_var: str = "TRACKED_FEATURE"
    alert_range: float = 20.0
    clusters: ClusterOptions = field(default_factory=ClusterOptions)
    look: ClusterLook = field(default_factory=ClusterLook)
    post_dist_to_polys: str = "close"
    given_max_duration: float | None = 60.0
    general_alert: ObstacleRequest | None = None
    new_obs_flags: list[Flag] = field(default_factory=list)
    mail_flags: dict[str, list[Flag]] = field(default_factory=dict)  #: by variable; ANY: of those without flags
    disable_var: str = ""
    enable_var: str = ""
    expunge_var: str = ""
    give: Callable[[str], None] = lambda _: None  #: takes the text of an obstacle


def _request(text: str, name: str = "") -> ObstacleRequest:
    """Read a request of alerts; ``name``: where it has none. Raises ``ValueError``."""
    found = {"name": name}
    for part in text.removesuffix(",").split(","):
        key, value = _part(part)
        found[key.lower()] = value
    limit = read_number(found.get("alert_range", ""))
    if set(found) != _REQUEST or not all(found.values()) or limit is None or limit <= 0:
        raise ValueError("must be name=NAME,update_var=VAR,alert_range=R, R above 0")
    return ObstacleRequest(found["name"], found["update_var"], limit)


def _part(text: str) -> tuple[str, str]:
    """Return key and value of ``key=value``; without ``=`` all is key."""
    key, _, value = text.partition("=")
    return key.strip(), value.strip()


def _general(options: ObstacleOptions, value: str) -> Finding | None:
    try:
        found = _request(value, "gen_alert")
    except ValueError as error:
        return Finding(str(error))
    found.prefix = found.prefix if found.prefix.endswith("_") else f"{found.prefix}_"
    options.general_alert = found
    return None


def _lasso_radius(options: ObstacleOptions, value: float) -> None:
    options.clusters.lasso_radius = value if value > 0 else 1.0


def _lasso_points(options: ObstacleOptions, value: float) -> None:
    options.clusters.lasso_points = max(int(value), 3)


def _point_var(options: ObstacleOptions, value: str) -> Finding | None:
    if value.upper() == "GIVEN_OBSTABLE" or not value:
        return Finding("must be the name of a variable, and not that of obstacles")
    options.point_var = value
    return None


def _mail_flag(options: ObstacleOptions, value: str) -> Finding | None:
    head, _, rest = value.partition("#")
    flag = flag_of(rest.strip())
    variable = head.strip().removeprefix("@")
    if not head.strip().startswith("@") or not variable or flag is None:
        return Finding("must be @VAR # FLAG=VALUE")
    options.mail_flags.setdefault(variable, []).append(flag)
    return None


#: The keys of its block. Obstacles are given at once: flags of lines that are read later do not count for them.
KEYS = field_table(
    ObstacleOptions,
    special("point_var", "variable", _point_var, "Variable of the points that a sensor sees.", "point_var"),
    number(
        "alert_range", "alert_range", "Range of alerts to the helm, unless its request says otherwise.",
        "m", above=0.0,
    ),
    span("ignore_range", "clusters.ignore_range", "Points farther from own ship are dropped.", "m"),
    count(
        "max_pts_per_cluster", "clusters.most_points", "Points kept of an obstacle.", minimum=0,
        maximum=MOST_CLUSTER_POINTS,
    ),
    number("max_age_per_point", "clusters.max_age", "Points that are older go.", "s", above=0.0),
    truth("lasso", "clusters.lasso", "Points become a regular polygon in place of their hull."),
    count("lasso_points", _lasso_points, "Corners of that polygon, at least 3.", minimum=0, maximum=1000, default="6"),
    number("lasso_radius", _lasso_radius, "Radius of that polygon; of 0 and below 1.", "m", default="5"),
    text(
        "post_dist_to_polys", "post_dist_to_polys", "Posts OBM_DIST_TO_OBJ: true, false, or only within alert_range.",
        choices=("true", "false", "close"),
    ),
    truth("post_view_polys", "look.shown", "Viewers show obstacles made of points."),
    colour("obstacles_color", "look.color", "Colour of obstacles made of points."),
    count("poly_label_thresh", "look.most_labels", "With more obstacles labels are not shown.", minimum=0),
    count("poly_shade_thresh", "look.most_shades", "With more obstacles they are not filled.", minimum=0),
    count("poly_vertex_thresh", "look.most_vertices", "With more obstacles corners are not shown.", minimum=0),
    span(
        "given_max_duration", "given_max_duration", "Longest duration of an obstacle given by mail; off: any.", "s",
    ),
    special(
        "general_alert", "text", _general, "Alerts without a request: name=NAME, update_var=VAR, alert_range=R.",
        unit="m", example="name=gen, update_var=GEN_ALERT, alert_range=50",
    ),
    flags(
        "new_obs_flag", "new_obs_flags", "Posted with each obstacle that is given; $[OBS_NOW] and $[OBS_EVER] are "
        "filled in.", example="OBSTACLES = $[OBS_EVER]",
    ),
    special(
        "mailflag", "list", _mail_flag, "Posted when mail of VAR comes: @VAR # FLAG=VALUE.", repeatable=True,
        example="@DEPLOY # DEPLOYED=true",
    ),
    text("disable_var", "disable_var", "Variable whose mail disables behaviours for an obstacle."),
    text("enable_var", "enable_var", "Variable whose mail enables behaviours for an obstacle."),
    text("expunge_var", "expunge_var", "Variable whose mail ends behaviours for an obstacle, which is forgotten."),
    special(
        "given_obstacle", "list", lambda options, value: options.give(value), "An obstacle from the start.",
        aliases=("given_obstable",), repeatable=True, unit="m", example="pts={10,-20:20,-20:20,-30:10,-30}, label=ob_0",
    ),
)  # fmt: skip


@dataclass(slots=True)
class KnownObstacle:
    """One obstacle: given, or a cluster of points with their times, newest first."""

    label: str
    source: str
    points: tuple[Point, ...] = ()  #: of its polygon
    outline: str = ""  #: the label of that
    cluster: list[tuple[Point, float]] | None = None
    time: float = 0.0  #: of the last text, s
    duration: float | None = None  #: None: for ever
    active: bool = True
    ends: bool = False  #: its polygon has a duration of 0
    most_points: int = 20  #: of a cluster; that of the block from its second point on
    changed: bool = True
    range: float | None = None  #: of own ship, m


class ObstacleManager(PostingApp):
    """Keeps obstacles and tells the helm of those within its range."""

    keys = KEYS

    def __init__(self, lines: Sequence[ConfigLine], home: HomeCommunity, name: str = "pObstacleMgr") -> None:
        super().__init__(lines, home, name)
        self.options = ObstacleOptions()
        self.obstacles: dict[str, KnownObstacle] = {}
        self.request: ObstacleRequest | None = None
        self._pose = [0.0, 0.0]
        self._ever = 0
        self._nearest: float | None = None
        self._next_outlined = ""  #: which cluster is outlined first, where not all were
        self._ignored = 0
        self._vertices = 0  #: of all obstacles
        self._bare = (False, False, False)  #: what is left out of the look of clusters
        self._mails: Counter[str] = Counter()  #: that had flags
        self._mail_flags: list[Flag] = []  #: to be posted
        self._able = AbleList("obstacle_id", 250)
        options = self.options
        options.give = self._read_given
        self.read_block(lines, options)
        self._able_variables = actions_of(
            disable=options.disable_var, expunge=options.expunge_var, enable=options.enable_var
        )

    def _read_given(self, value: str) -> None:
        """Take an obstacle of the block. Raises ``ValueError`` for a text that is none."""
        self._give(read_given(value), by_mail=False)

    def on_connect_subscriptions(self) -> Sequence[str]:
        """Points, obstacles, requests, own position, variables of flags."""
        flags = sorted(self.options.mail_flags)
        return list(dict.fromkeys([
            self.options.point_var, "NAV_X", "NAV_Y", "GIVEN_OBSTACLE", "OBM_ALERT_REQUEST", *flags,
            *self._able_variables,
        ]))  # fmt: skip

    def begin(self) -> None:
        """Show that obstacles can be sent now."""
        for obstacle in self.obstacles.values():
            obstacle.time = self.now
        self.post("OBM_CONNECT", "true")

    # -- mail

    def take(self, message: Message) -> None:
        """Take in one message."""
        name = message.variable
        if name in ("NAV_X", "NAV_Y"):
            number = self.number(message)
            if number is not None:
                self._pose[name == "NAV_Y"] = number
        elif name in (self.options.point_var, "GIVEN_OBSTACLE", "OBM_ALERT_REQUEST", *self._able_variables):
            self._take_text(message)
        wanted = self.options.mail_flags
        if flags := wanted.get(name, wanted.get("ANY")):
            self._mails[name] += 1
            counts = {"CNT": str(self._mails[name]), "MCNT": str(self._mails.total())}
            counts["UTC"] = compact_number(self.written(self.now), 2)
            before = len(self._mail_flags)
            self._mail_flags += [
                (name, filled(text, counts) if isinstance(text, str) else text) for name, text in flags
            ]
            if before <= MOST_MAIL_FLAGS < len(self._mail_flags):
                self.refuse(message, f"more than {MOST_MAIL_FLAGS:,} flags of mail at once: the first are posted")

    def on_mail(self, mail: list[Message]) -> list[Row]:
        """Take in mail; flags of mail are posted behind all else."""
        for message in self._begun(mail):
            self.take(message)
        self.post_flags(self._mail_flags[:MOST_MAIL_FLAGS], self._expand)
        self._mail_flags.clear()
        return self._taken()

    def _take_text(self, message: Message) -> None:
        name, text = message.variable, self.text(message)
        if text is None:
            return
        try:
            if name == "GIVEN_OBSTACLE":
                self._give(read_given(text, self._admit), by_mail=True)
            elif name == "OBM_ALERT_REQUEST":
                self._ask(text)
            elif name in self._able_variables:
                self._switch(text, self._able_variables[name])
            else:
                self._add_point(text)
        except ValueError as error:
            self.refuse(message, str(error))

    def _give(self, given: Obstacle, *, by_mail: bool) -> None:
        known = self.obstacles.get(given.label)
        longest = self.options.given_max_duration
        if by_mail and longest is not None:
            if given.duration is None:
                raise ValueError("Incoming GIVEN_OBSTACLE has missing duration")
            if given.duration > longest:
                raise ValueError(f"duration is longer than given_max_duration, {longest:g} s")
        if known is not None and known.cluster is not None:
            raise ValueError("Reject given obst: already known as data obstacle")
        self._admit(given.label, len(given.points))
        if known is None:
            known = self._new(KnownObstacle(given.label, given.source))
        if not known.points or not _alike(known.points, given.points):
            self._outlined(known, given.points)
            known.outline, known.active, known.ends = given.label, given.active, given.ends
        known.source, known.time, known.changed = given.source, self.now, True
        known.duration = given.duration if given.duration is not None and given.duration >= 0 else None
        self._ever += 1
        self.post_flags(self.options.new_obs_flags, self._expand)

    def _admit(self, label: str, vertices: int) -> None:
        """Raise ``ValueError`` if there would be too many vertices."""
        known = self.obstacles.get(label)
        before = 0 if known is None else len(known.points)
        admit(self._vertices - before + vertices, MOST_OBSTACLE_VERTICES, "vertices of all obstacles")

    def _outlined(self, obstacle: KnownObstacle, points: tuple[Point, ...]) -> None:
        self._vertices += len(points) - len(obstacle.points)
        obstacle.points = points

    def _forget(self, key: str) -> None:
        if (known := self.obstacles.pop(key, None)) is not None:
            self._vertices -= len(known.points)

    def _new(self, obstacle: KnownObstacle) -> KnownObstacle:
        if len(self.obstacles) >= MOST_OBSTACLES:
            raise ValueError(f"there are {MOST_OBSTACLES} obstacles already")
        self.obstacles[obstacle.label] = obstacle
        return obstacle

    def _add_point(self, text: str) -> None:
        found = dict(pair for part in text.split(",") if (pair := _part(part))[0] in _POINT)
        key = next((value for name, value in map(_part, text.split(",")[::-1]) if name in ("key", "label")), "")
        if not (found.get("x") and found.get("y") and key) or any(map(str.isspace, found.get("vsource", ""))):
            raise ValueError("Invalid point: needs x=, y= and key=")
        x, y = atof(found["x"]), atof(found["y"])
        own_x, own_y = self._pose
        limit = self.options.clusters.ignore_range
        if limit is not None and hypot(x - own_x, y - own_y) > limit:
            self._ignored += 1
            return
        known = self.obstacles.get(key)
        if known is None:
            known = self._new(KnownObstacle(key, "", cluster=[]))
        # points of a given obstacle make it one of points
        cluster = known.cluster or []
        cluster.insert(0, ((x, y), self.now))
        if len(cluster) > known.most_points:
            cluster.pop()
        known.cluster, known.changed, known.source = cluster, True, found.get("vsource", "")
        known.most_points = self.options.clusters.most_points
        self._ever += 1

    def _ask(self, text: str) -> None:
        self.request = _request(text)
        self.options.alert_range = self.request.range
        for obstacle in self.obstacles.values():
            obstacle.changed = True

    def _switch(self, text: str, action: str) -> None:
        posted, name = self._able.request(text, action)
        self.post("BHV_ABLE_FILTER", posted)
        if action == "expunge" and name:
            self._forget(name)

    def _expand(self, text: str) -> str:
        text = expanded(self._able.expand(text), "OBS_NOW", str(len(self.obstacles)))
        return expanded(text, "OBS_EVER", str(self._ever))

    # -- the tick

    def tick(self) -> None:
        """Expiry, hulls, ranges, alerts."""
        for key in sorted(self.obstacles):
            self._age(key, self.obstacles[key])
        keys = sorted(self.obstacles)
        later = self._outline_all(keys)
        keys = [key for key in keys if key not in later]
        for key in keys:
            self._measure(self.obstacles[key])
        if self.request is not None:
            for key in keys:
                self._alert(key, self.obstacles[key], self.request)

    def _outline_all(self, keys: Sequence[str]) -> set[str]:
        """Find the hulls of clusters that have changed; return those that must wait for the next iteration."""
        first = bisect_left(keys, self._next_outlined)
        self._next_outlined, points, later = "", 0, set[str]()
        bare = self.options.look.bare(len(self.obstacles))
        again, self._bare = bare != self._bare, bare
        for key in [*keys[first:], *keys[:first]]:
            obstacle = self.obstacles[key]
            if obstacle.cluster and (obstacle.changed or again):
                if points and points + len(obstacle.cluster) > MOST_PAIRS:
                    self._next_outlined = self._next_outlined or key
                    later.add(key)
                    continue
                points += len(obstacle.cluster)
                self._outline(key, obstacle, [point for point, _ in obstacle.cluster])
        if later:
            self.host.run_warning(f"more than {MOST_PAIRS} points of clusters: some are outlined later")
        return later

    def _age(self, key: str, obstacle: KnownObstacle) -> None:
        if obstacle.cluster is None:
            expired = obstacle.duration is not None and self.now - obstacle.time > obstacle.duration
        else:
            oldest = self.now - self.options.clusters.max_age
            left = [one for one in obstacle.cluster if one[1] >= oldest]
            obstacle.changed = obstacle.changed or len(left) < len(obstacle.cluster)
            obstacle.cluster = left
            expired = not left
        if expired or not obstacle.active:
            self._forget(key)
            if self.options.look.shown:
                text = no_shape_text(obstacle.outline)
                self.post("VIEW_POLYGON", text + ",duration=0" if obstacle.ends else text)
            self.post("OBM_RESOLVED", key)

    def _outline(self, key: str, obstacle: KnownObstacle, points: Sequence[Point]) -> None:
        made = self.options.clusters
        if made.lasso:
            x, y, radius = (float(f"{one:.2f}") for one in (*mean_of(points), made.lasso_radius))
            hull = radial_points(x, y, radius, made.lasso_points, 0.01)
        else:
            hull = hull_of(points)
        outline = f"obmgr_{key}"
        if obstacle.outline != outline or not _alike(obstacle.points, hull):
            self._outlined(obstacle, tuple(hull))
            obstacle.outline, obstacle.active, obstacle.ends = outline, True, False
        if self.options.look.shown:
            self.post("VIEW_POLYGON", f"{points_text(hull, 5)},label=obmgr_{key},{self._look()}")

    def _look(self) -> str:
        """Return how a cluster is drawn: with many obstacles there is less to see of each."""
        color = shown_colour(self.options.look.color)
        no_label, no_fill, no_vertices = self._bare
        label = "label_color=invisible," if no_label else ""
        vertex, size = ("invisible", 0) if no_vertices else (color, 3)
        fill, end = ("invisible", "") if no_fill else (color, ",fill_transparency=0.15")
        return f"{label}edge_color={color},vertex_color={vertex},fill_color={fill},vertex_size={size},edge_size=1{end}"

    def _measure(self, obstacle: KnownObstacle) -> None:
        before, obstacle.range = obstacle.range, distance_to_edges(obstacle.points, *self._pose)
        if self._nearest is None or obstacle.range < self._nearest:
            self._nearest = obstacle.range
            self.post("OBM_MIN_DIST_EVER", obstacle.range)
        limit = self.options.alert_range
        if before is not None and before > limit >= obstacle.range:
            obstacle.changed = True

    def _alert(self, key: str, obstacle: KnownObstacle, request: ObstacleRequest) -> None:
        distance = obstacle.range or 0.0
        shown = self.options.post_dist_to_polys
        if shown == "true" or (shown == "close" and distance <= request.range):
            self.post("OBM_DIST_TO_OBJ", f"{key.upper()},{distance:.1f}")
        if not obstacle.changed:
            return
        obstacle.changed = False
        for one in (request, self.options.general_alert):
            if one is not None and distance <= one.range:
                source = f",vsource={obstacle.source}" if obstacle.source else ""
                polygon = f"{points_text(obstacle.points, 5)},label={key}{source}"
                self.post(one.variable, f"name={one.prefix}{key}#poly={polygon}#id={key}")

    def report(self) -> str:
        """Obstacles, who wants to know of them, points that were dropped."""
        request = self.request
        wanted = f"{request.variable} within {request.range:g} m" if request is not None else "none"
        lines = [f"Obstacles: {len(self.obstacles)}, ever: {self._ever}, points out of range: {self._ignored}"]
        lines.append(f"Alerts: {wanted}")
        lines += [f"  {key}: {one.range or 0.0:.1f} m" for key, one in sorted(self.obstacles.items())[:50]]
        return "\n".join(lines) + "\n"


def _alike(one: Sequence[Point], other: Sequence[Point]) -> bool:
    """Whether two polygons are equal to 0.1 m."""
    return points_text(one, 1) == points_text(other, 1)
