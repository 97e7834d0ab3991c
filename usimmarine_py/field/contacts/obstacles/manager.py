"""pObstacleMgr: obstacles given or found as clusters of points, and alerts about those near own ship."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Sequence
from math import hypot

from usimmarine_py.field.contacts.able_filter import ACTIONS, AbleList
from usimmarine_py.field.contacts.obstacles.hull import hull_of, mean_of
from usimmarine_py.field.contacts.posting import Flag, PostingApp
from usimmarine_py.field.settings import (
    HomeCommunity,
    colour,
    field_table,
    flags,
    number,
    span,
    special,
    text,
    truth,
)
from usimmarine_py.finding import Finding
from usimmarine_py.limits import MOST_CLUSTER_POINTS, MOST_OBSTACLE_VERTICES, MOST_OBSTACLES, MOST_PAIRS, admit
from usimmarine_py.maths.plane.polygon import Point, distance_to_edges, radial_points
from usimmarine_py.text import read_number
from usimmarine_py.texts.obstacle import Obstacle, obstacle_text, read_obstacle
from usimmarine_py.texts.pairs import pairs
from usimmarine_py.texts.shapes import no_shape_text, points_text
from usimmarine_py.values.frozen import dataclass, field
from usimmarine_py.values.key import ConfigLine, flag_of
from usimmarine_py.values.mail import Message

_REQUEST = {"name", "update_var", "alert_range"}


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
    most_points: float = 20.0
    max_age: float = 20.0
    lasso: bool = False
    lasso_points: float = 6.0
    lasso_radius: float = 5.0


@dataclass(slots=True)
class ClusterLook:
    """How clusters are drawn; with more obstacles than a threshold without its part."""

    shown: bool = True
    color: str = "blue"
    most_labels: float = 25.0
    most_shades: float = 100.0
    most_vertices: float = 150.0


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
    mail_flags: list[tuple[str, Flag]] = field(default_factory=list)
    disable_var: str = ""
    enable_var: str = ""
    expunge_var: str = ""
    give: Callable[[str], None] = lambda _: None  #: takes the text of an obstacle


def _general(options: ObstacleOptions, value: str) -> Finding | None:
    try:
        found = pairs(value)
    except ValueError as error:
        return Finding(str(error))
    limit = read_number(found.get("alert_range", ""))
    if set(found) - _REQUEST or "update_var" not in found or limit is None or limit <= 0:
        return Finding("must be name=NAME,update_var=VAR,alert_range=R")
    prefix = found.get("name", "gen_alert")
    options.general_alert = ObstacleRequest(
        prefix if prefix.endswith("_") else f"{prefix}_", found["update_var"], limit
    )
    return None


def _mail_flag(options: ObstacleOptions, value: str) -> Finding | None:
    head, _, rest = value.partition("#")
    flag = flag_of(rest.strip())
    variable = head.strip().removeprefix("@")
    if not head.strip().startswith("@") or not variable or flag is None:
        return Finding("must be @VAR # FLAG=VALUE")
    options.mail_flags.append((variable, flag))
    return None


#: The keys of its block. Obstacles are given at once: flags of lines that are read later do not count for them.
KEYS = field_table(
    ObstacleOptions,
    text("point_var", "point_var", "Variable of the points that a sensor sees."),
    number(
        "alert_range", "alert_range", "Range of alerts to the helm, unless its request says otherwise.",
        "m", above=0.0,
    ),
    span("ignore_range", "clusters.ignore_range", "Points farther from own ship are dropped.", "m"),
    number(
        "max_pts_per_cluster", "clusters.most_points", "Points kept of an obstacle.", minimum=1.0,
        maximum=MOST_CLUSTER_POINTS,
    ),
    number("max_age_per_point", "clusters.max_age", "Points that are older go.", "s", above=0.0),
    truth("lasso", "clusters.lasso", "Points become a regular polygon in place of their hull."),
    number("lasso_points", "clusters.lasso_points", "Corners of that polygon.", minimum=3.0, maximum=1000.0),
    number("lasso_radius", "clusters.lasso_radius", "Radius of that polygon.", "m", above=0.0),
    text(
        "post_dist_to_polys", "post_dist_to_polys", "Posts OBM_DIST_TO_OBJ: true, false, or only within alert_range.",
        choices=("true", "false", "close"),
    ),
    truth("post_view_polys", "look.shown", "Viewers show obstacles made of points."),
    colour("obstacles_color", "look.color", "Colour of obstacles made of points."),
    number("poly_label_thresh", "look.most_labels", "With more obstacles labels are not shown.", minimum=0.0),
    number("poly_shade_thresh", "look.most_shades", "With more obstacles they are not filled.", minimum=0.0),
    number("poly_vertex_thresh", "look.most_vertices", "With more obstacles corners are not shown.", minimum=0.0),
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
    cluster: list[tuple[Point, float]] | None = None
    time: float = 0.0  #: of the last text, s
    duration: float | None = None  #: None: for ever
    active: bool = True
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
        self._able = AbleList("obstacle_id")
        options = self.options
        options.give = self._read_given
        self.read_block(lines, options)
        variables = (options.disable_var, options.enable_var, options.expunge_var)
        self._able_variables = {v: action for v, action in zip(variables, ACTIONS, strict=True) if v}

    def _read_given(self, value: str) -> None:
        """Take an obstacle of the block. Raises ``ValueError`` for a text that is none."""
        self._give(read_obstacle(value), by_mail=False)

    def on_connect_subscriptions(self) -> Sequence[str]:
        """Points, obstacles, requests, own position, variables of flags."""
        flags = [variable for variable, _ in self.options.mail_flags]
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
        elif name in self._able_variables:
            self._switch(str(message.value), self._able_variables[name])
        elif name in (self.options.point_var, "GIVEN_OBSTACLE", "OBM_ALERT_REQUEST"):
            self._take_text(message)
        for variable, flag in self.options.mail_flags:
            if variable == name:
                self.post_flags([flag], self._expand)

    def _take_text(self, message: Message) -> None:
        name, text = message.variable, self.text(message)
        if text is None:
            return
        try:
            if name == "GIVEN_OBSTACLE":
                self._give(read_obstacle(text, self._admit), by_mail=True)
            elif name == "OBM_ALERT_REQUEST":
                self._ask(text)
            else:
                self._add_point(text)
        except ValueError as error:
            self.refuse(message, str(error))

    def _give(self, given: Obstacle, *, by_mail: bool) -> None:
        known = self.obstacles.get(given.label)
        if known is not None and known.cluster is not None:
            raise ValueError("Reject given obst: already known as data obstacle")
        longest = self.options.given_max_duration
        if by_mail and longest is not None:
            if given.duration is None:
                raise ValueError("Incoming GIVEN_OBSTACLE has missing duration")
            if given.duration > longest:
                raise ValueError(f"duration is longer than given_max_duration, {longest:g} s")
        self._admit(given.label, len(given.points))
        if known is None:
            known = self._new(KnownObstacle(given.label, given.source))
        if not _alike(known.points, given.points):
            self._outlined(known, given.points)
        known.source, known.active = given.source, given.active
        known.time, known.changed = self.now, True
        known.duration = None if given.duration == -1 else given.duration
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
        found = pairs(text)
        x, y = read_number(found.get("x", "")), read_number(found.get("y", ""))
        key = found.get("key") or found.get("label", "")
        if x is None or y is None or not key:
            raise ValueError("Invalid point: needs x=, y= and key=")
        own_x, own_y = self._pose
        limit = self.options.clusters.ignore_range
        if limit is not None and hypot(x - own_x, y - own_y) > limit:
            self._ignored += 1
            return
        known = self.obstacles.get(key)
        if known is None:
            known = self._new(KnownObstacle(key, "", cluster=[]))
        elif known.cluster is None:
            raise ValueError("the key is that of a given obstacle")
        cluster = known.cluster or []
        cluster.insert(0, ((x, y), self.now))
        if len(cluster) > 1:
            del cluster[int(self.options.clusters.most_points) :]
        known.cluster, known.changed = cluster, True
        known.source = found.get("vsource", known.source)
        self._ever += 1

    def _ask(self, text: str) -> None:
        found = pairs(text)
        limit = read_number(found.get("alert_range", ""))
        if set(found) != _REQUEST or limit is None or limit <= 0:
            raise ValueError("must be name=NAME,update_var=VAR,alert_range=R, R above 0")
        self.request = ObstacleRequest(found["name"], found["update_var"], limit)
        self.options.alert_range = limit
        for obstacle in self.obstacles.values():
            obstacle.changed = True

    def _switch(self, text: str, action: str) -> None:
        posted, name = self._able.request(text, action)
        self.post("BHV_ABLE_FILTER", posted)
        if action == "expunge":
            self._forget(name or text.strip())

    def _expand(self, text: str) -> str:
        text = text.replace("$[OBS_NOW]", str(len(self.obstacles))).replace("$[OBS_EVER]", str(self._ever))
        return self._able.expand(text)

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
        for key in [*keys[first:], *keys[:first]]:
            obstacle = self.obstacles[key]
            if obstacle.cluster and obstacle.changed:
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
            expired = expired or not obstacle.active
        else:
            oldest = self.now - self.options.clusters.max_age
            left = [one for one in obstacle.cluster if one[1] >= oldest]
            obstacle.changed = obstacle.changed or len(left) < len(obstacle.cluster)
            obstacle.cluster = left
            expired = not left
        if expired:
            self._forget(key)
            if self.options.look.shown:
                self.post("VIEW_POLYGON", no_shape_text(key if obstacle.cluster is None else f"obmgr_{key}"))
            self.post("OBM_RESOLVED", key)

    def _outline(self, key: str, obstacle: KnownObstacle, points: Sequence[Point]) -> None:
        made = self.options.clusters
        if made.lasso:
            x, y = mean_of(points)
            hull = radial_points(x, y, made.lasso_radius, int(made.lasso_points), 0.01)
        else:
            hull = hull_of(points)
        if not _alike(obstacle.points, hull):
            self._outlined(obstacle, tuple(hull))
        if self.options.look.shown:
            self.post("VIEW_POLYGON", f"{points_text(hull, 5)},label=obmgr_{key},{self._look()}")

    def _look(self) -> str:
        """Return how a cluster is drawn: with many obstacles there is less to see of each."""
        look, count = self.options.look, len(self.obstacles)
        color = look.color
        label = "label_color=invisible," if count > look.most_labels else ""
        vertex = "invisible" if count > look.most_vertices else color
        fill = "invisible" if count > look.most_shades else color
        return (
            f"{label}edge_color={color},vertex_color={vertex},fill_color={fill},"
            "vertex_size=3,edge_size=1,fill_transparency=0.15"
        )

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
                polygon = obstacle_text(obstacle.points, key, obstacle.source, 5)
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
