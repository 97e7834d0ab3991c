"""uFldDetectionSensor: what radar, lidar, camera, AIS and sonars of vehicles detect (shore)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from heapq import heappop, heappush
from itertools import count
from math import ceil, cos, floor, radians, sin
from typing import Any

from usimmarine_py.errors import UsimError
from usimmarine_py.field.contacts.posting import PostingApp
from usimmarine_py.field.detections.kinds import Detector, read_detector
from usimmarine_py.field.detections.scan import Detection, bed_points, scan
from usimmarine_py.field.detections.scene import ScannedScene, Sighted
from usimmarine_py.field.detections.tracks import LOST, ContactTrack
from usimmarine_py.field.settings import HomeCommunity, field_table, number, special, truth
from usimmarine_py.finding import Finding
from usimmarine_py.limits import MOST_OBSTACLES, MOST_PAIRS, TooMuchError, admit
from usimmarine_py.maths.angles import angle_360
from usimmarine_py.maths.streams import NoiseStream
from usimmarine_py.text import compact_number
from usimmarine_py.texts.ledger import Ledger
from usimmarine_py.texts.node_report import NodeState, ReportDetails, as_text, report_pairs
from usimmarine_py.texts.obstacle import Obstacle, read_obstacle
from usimmarine_py.values.frozen import dataclass, field
from usimmarine_py.values.key import ConfigLine
from usimmarine_py.values.mail import Message

#: Sensors of a block.
MOST_SENSORS = 100
#: A report that is older (s) does not carry its vehicle any further.
_LONGEST_CARRY = 10.0
#: Scans of a sensor that may be late; those before are left out.
_MOST_LATE = 3


@dataclass(slots=True)
class DetectionOptions:
    """What the block says; m and s."""

    sensors: list[Detector] = field(default_factory=list)
    obstacles: dict[str, Obstacle] = field(default_factory=dict)
    bathymetry: str = ""
    land: list[str] = field(default_factory=list)
    depth: float = 0.0
    stale_time: float = 10.0
    post_detections: bool = True
    open_bed: Callable[[str, Sequence[str], float], Any] = lambda *_: None


def _sensor(options: DetectionOptions, value: str) -> Finding | None:
    try:
        admit(len(options.sensors) + 1, MOST_SENSORS, "sensors")
        detector = read_detector(value)
    except (ValueError, TooMuchError) as error:
        return Finding(str(error))
    same = [
        one.name
        for one in options.sensors
        if one.name == detector.name and (not one.vehicles or not detector.vehicles or one.vehicles & detector.vehicles)
    ]
    if same:
        return Finding(f"there are two sensors {detector.name} of one vehicle: give it another name=")
    options.sensors.append(detector)
    return None


def _obstacle(options: DetectionOptions, value: str) -> Finding | None:
    try:
        obstacle = read_obstacle(value)
        admit(len(options.obstacles) + 1, MOST_OBSTACLES, "obstacles")
    except (ValueError, TooMuchError) as error:
        return Finding(str(error))
    options.obstacles[obstacle.label] = obstacle
    return None


def _bed(options: DetectionOptions, file: str, land: Sequence[str]) -> Finding | None:
    try:
        options.open_bed(file, land, 0.0)
    except (UsimError, OSError, ValueError) as error:
        return Finding(str(error))
    return None


def _bathymetry(options: DetectionOptions, value: str) -> Finding | None:
    finding = _bed(options, value, ())
    if finding is None:
        options.bathymetry = value
    return finding


def _land(options: DetectionOptions, value: str) -> Finding | None:
    finding = _bed(options, "", (value,))
    if finding is None:
        options.land.append(value)
    return finding


#: The keys of its block.
KEYS = field_table(
    DetectionOptions,
    special(
        "sensor", "list", _sensor, "A sensor: kind=radar, lidar, camera, ais, forward_sonar, side_sonar or multibeam; "
        "vehicle=NAME:NAME or all; name=NAME; and parts in place of the kind's, such as range=80.", repeatable=True,
        example="kind=forward_sonar, vehicle=abe, range=60",
    ),
    special(
        "obstacle", "list", _obstacle, "An obstacle, besides those of uFldObstacleSim.", repeatable=True, unit="m",
        example="pts={10,-20:20,-20:20,-30:10,-30}, label=ob_0",
    ),
    special(
        "bathymetry", "file", _bathymetry, "File with the sea bed as a grid, as of the simulator's key; what rises "
        "above the water is land.",
    ),
    special(
        "land", "list", _land, "Land as a polygon, as of the simulator's key: x,y:x,y:...", repeatable=True, unit="m"
    ),
    number("default_water_depth", "depth", "Depth where no bathymetry is; 0: unknown.", "m", minimum=0.0),
    number("stale_time", "stale_time", "A vehicle with an older report sees nothing, and is not seen.", "s", above=0.0),
    truth("post_detections", "post_detections", "Posts DETECTION_<VEHICLE>: each detection as it is measured."),
    file_order=True,
)  # fmt: skip


class DetectionSensorApp(PostingApp):
    """Scans for each vehicle with its sensors, and posts what these detect."""

    keys = KEYS
    subscriptions = ("NODE_REPORT", "NODE_REPORT_LOCAL", "KNOWN_OBSTACLE", "KNOWN_OBSTACLE_CLEAR")

    def __init__(self, lines: Sequence[ConfigLine], home: HomeCommunity, name: str = "uFldDetectionSensor") -> None:
        super().__init__(lines, home, name)
        self.options = DetectionOptions(open_bed=home.open_bed)
        self.read_block(lines, self.options)
        options = self.options
        bed = None
        if options.bathymetry or options.land or options.depth > 0.0:
            bed = home.open_bed(options.bathymetry, options.land, options.depth)
        self.vehicles = Ledger(self.geodesy)
        self.scene = ScannedScene(list(options.obstacles.values()), bed)
        self._start = 0.0  #: MOOS s of the first scan
        self._next: dict[tuple[str, str], int] = {}  #: scan of a sensor of a vehicle
        self._tracks: dict[tuple[str, str, str], ContactTrack] = {}
        self._named: Counter[tuple[str, str]] = Counter()
        self._counts: Counter[tuple[str, str]] = Counter()
        self._streams: dict[str, NoiseStream] = {}
        self._waiting: list[tuple[float, int, str, str]] = []  #: posts that are due later
        self._serial = count()
        self._first = 0  #: which sensor scans first, where not all could
        self._judged = 0

    def begin(self) -> None:
        """Begin with the scans."""
        self._start = self.now

    # -- mail

    def take(self, message: Message) -> None:
        """Take in one message."""
        if (text := self.text(message)) is None:
            return
        try:
            if message.variable == "KNOWN_OBSTACLE":
                obstacle = read_obstacle(text)
                admit(len(self.options.obstacles) + 1, MOST_OBSTACLES, "obstacles")
                self.options.obstacles[obstacle.label] = obstacle
            elif message.variable == "KNOWN_OBSTACLE_CLEAR":
                self.options.obstacles.clear()
            else:
                self.vehicles.take(text)
                return
        except ValueError as error:
            self.refuse(message, str(error))
            return
        self.scene.obstacles = list(self.options.obstacles.values())

    # -- the tick

    def tick(self) -> None:
        """Make the scans that are due, and post what is."""
        fresh = [name for name in self.vehicles if self._age(name) <= self.options.stale_time]
        due = [
            (name, detector)
            for name in fresh
            for detector in self.options.sensors
            if not detector.vehicles or name.lower() in detector.vehicles
        ]
        self._judged, first = 0, self._first % max(len(due), 1)
        self._first = 0
        for place, (name, detector) in enumerate(due[first:] + due[:first]):
            if self._judged > MOST_PAIRS:
                self._first = (first + place) % len(due)
                self.host.run_warning(f"more than {MOST_PAIRS} pairs of vehicles and targets: some scans are late")
                break
            self._scan_all(name, detector, fresh)
        while self._waiting and self._waiting[0][0] <= self.now:
            _, _, variable, text = heappop(self._waiting)
            self.post(variable, text)

    def _age(self, name: str) -> float:
        return self.written(self.now) - (self.vehicles[name].time or 0.0)

    def _scan_all(self, name: str, detector: Detector, fresh: Sequence[str]) -> None:
        """Make the scans of a sensor until now."""
        key, last = (name, detector.name), floor((self.now - self._start) * detector.rate + 1e-9)
        k = max(self._next.get(key, ceil((self.now - self._start) * detector.rate - 1e-9)), last - _MOST_LATE)
        while k <= last:
            time = self._start + k / detector.rate
            own = self._sighted(name, time)
            if detector.posts == "bed":
                self._post_bed(detector, own, k, time)
            else:
                others = [self._sighted(other, time) for other in fresh if other != name]
                self._judged += len(others) + len(self.scene.obstacles)
                self._post_all(detector, own, scan(detector, own, others, self.scene, k, self._chance(key)), k, time)
            k += 1
        self._next[key] = k

    def _sighted(self, name: str, time: float) -> Sighted:
        """Return a vehicle at a time, carried on from its report."""
        state = self.vehicles[name]
        x, y = self.vehicles.position(name)
        after = max(-_LONGEST_CARRY, min(self.written(time) - (state.time or 0.0), _LONGEST_CARRY))
        way, course = after * (state.speed or 0.0), radians(state.course or 0.0)
        return Sighted(name, x + way * sin(course), y + way * cos(course), state.depth or 0.0, state.heading or 0.0)

    def _chance(self, key: tuple[str, str]) -> Callable[[str, int], NoiseStream]:
        def stream(part: str, width: int) -> NoiseStream:
            name = f"{self.home.name}.{self.name}.{key[0]}.{key[1]}.{part}"
            if name not in self._streams:
                self._streams[name] = NoiseStream(self.home.seed, name, width)
            return self._streams[name]

        return stream

    # -- posts

    def _later(self, detector: Detector, time: float, variable: str, text: str) -> None:
        heappush(self._waiting, (time + detector.latency, next(self._serial), variable, text))

    def _post_bed(self, detector: Detector, own: Sighted, k: int, time: float) -> None:
        points = bed_points(detector, own, self.scene, k, self._chance((own.name, detector.name)))
        self._counts[own.name, detector.name] += len(points)
        if points:
            pts = ":".join(",".join(compact_number(one, 2) for one in point) for point in points)
            stamp = compact_number(self.written(time), 3)
            self._later(
                detector, time, f"BED_POINTS_{own.name.upper()}", f"sensor={detector.name},time={stamp},pts={{{pts}}}"
            )

    def _post_all(self, detector: Detector, own: Sighted, found: Sequence[Detection], k: int, time: float) -> None:
        self._counts[own.name, detector.name] += len(found)
        stamp = compact_number(self.written(time), 3)
        for number_, one in enumerate(found):
            way = radians(one.bearing)
            x, y = own.x + one.range * sin(way), own.y + one.range * cos(way)
            if self.options.post_detections:
                self._later(
                    detector, time, f"DETECTION_{own.name.upper()}",
                    f"sensor={detector.name},time={stamp},range={compact_number(one.range, 3)},"
                    f"bearing={compact_number(one.bearing, 3)},x={compact_number(x, 2)},y={compact_number(y, 2)}",
                )  # fmt: skip
            false_name = f"{detector.name}_f{k}_{number_}"
            if detector.posts == "contacts":
                self._post_contact(detector, own, one, (x, y), time, false_name)
            else:
                key = self._key(detector, own, one, (x, y), time) if one.of else false_name
                if detector.key_cell > 0.0:
                    cell = detector.key_cell
                    key = f"{detector.name}_{floor(x / cell)}_{floor(y / cell)}"
                self._later(
                    detector, time, f"TRACKED_FEATURE_{own.name.upper()}",
                    f"x={compact_number(x, 2)},y={compact_number(y, 2)},key={key},vsource={detector.name}",
                )  # fmt: skip

    def _key(self, detector: Detector, own: Sighted, one: Detection, place: tuple[float, float], time: float) -> str:
        return self._track(detector, own, one.of, place, time).name if one.is_vehicle else one.of

    def _post_contact(
        self, detector: Detector, own: Sighted, one: Detection, place: tuple[float, float], time: float, name: str
    ) -> None:
        track = self._track(detector, own, one.of, place, time) if one.of else ContactTrack(name, *place, time)
        if track.count < detector.confirm:
            return
        state = NodeState(
            name=track.name, x=track.x, y=track.y, speed=track.speed, heading=track.course, course=track.course,
            depth=0.0, kind="ship", time=self.written(time), details=ReportDetails(more={"VSOURCE": detector.name}),
        )  # fmt: skip
        if detector.identifies:
            true = self.vehicles[one.of]
            state.x, state.y = place
            state.speed, state.heading, state.course = true.speed, true.heading, true.course
            state.kind, state.length, state.depth = true.kind, true.length, true.depth
        self._later(detector, time, f"NODE_REPORT_{own.name.upper()}", as_text(report_pairs(state)))

    def _track(
        self, detector: Detector, own: Sighted, of: str, place: tuple[float, float], time: float
    ) -> ContactTrack:
        """Return the contact that a vehicle is to this sensor, with the detection; a new one after it was lost."""
        key = own.name, detector.name, of
        track = self._tracks.get(key)
        if track is not None and time - track.time <= max(LOST, 5.0 / detector.rate):
            track.follow(*place, time)
            return track
        self._named[own.name, detector.name] += 1
        name = of if detector.identifies else f"{detector.name}_{self._named[own.name, detector.name]}"
        self._tracks[key] = track = ContactTrack(name, *place, time)
        return track

    def report(self) -> str:
        """Sensors with what they detected, and contacts."""
        lines = [f"Vehicles: {len(self.vehicles)}, obstacles: {len(self.scene.obstacles)}"]
        lines += [
            f"  {name} {sensor}: {found} detections" for (name, sensor), found in sorted(self._counts.items())[:50]
        ]
        lines.append(f"Contacts: {len(self._tracks)}")
        for (name, _, _), track in sorted(self._tracks.items())[:20]:
            age = self.now - track.time
            lines.append(
                f"  {name} {track.name}: {angle_360(track.course):.0f} deg, {track.speed:.1f} m/s, {age:.1f} s ago"
            )
        return "\n".join(lines) + "\n"
