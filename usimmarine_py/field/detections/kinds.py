"""What sensors can do, as data: one record a kind, whose parts a line of the block replaces."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from usimmarine_py.errors import suggest
from usimmarine_py.field.settings import count, number
from usimmarine_py.texts.pairs import pairs
from usimmarine_py.values.frozen import dataclass, replace

VEHICLES, OBSTACLES, BED = "vehicles", "obstacles", "bed"


@dataclass(slots=True)
class Detector:
    """A sensor: m, deg, s. Angles are full openings; ``look`` is the middle, clockwise from the bow."""

    kind: str
    sees: tuple[str, ...]  #: of vehicles, obstacles, bed
    posts: str  #: contacts, points or bed
    under_water: bool
    range: float
    min_range: float = 0.0
    fov: float = 360.0
    look: float = 0.0
    both_sides: bool = False  #: a second opening, mirrored
    vertical: float = 180.0
    range_noise: float = 0.0
    range_share: float = 0.0
    bearing_noise: float = 0.0
    range_cell: float = 0.0  #: 0: any
    bearing_cell: float = 1.0
    pd: float = 1.0  #: chance of a detection at hand, and at the range
    pd_far: float = 1.0
    false_alarms: float = 0.0  #: mean of a scan
    rate: float = 1.0  #: scans a second
    latency: float = 0.0
    confirm: int = 2  #: detections of a contact before it is posted
    key_cell: float = 0.0  #: points are named by squares of this side; 0: by what they are of
    identifies: bool = False  #: knows name, type, course and speed
    name: str = ""
    vehicles: frozenset[str] = frozenset()  #: in lower case; empty: all

    def chance(self, distance: float) -> float:
        """Return the probability of a detection at a distance, m."""
        return self.pd + (self.pd_far - self.pd) * min(distance / self.range, 1.0)

    def covers(self, side: float) -> bool:
        """Whether a bearing relative to the bow (deg) is within the opening."""
        if self.fov >= 360.0:
            return True
        off = abs((side - self.look + 180.0) % 360.0 - 180.0)
        mirrored = abs((side + self.look + 180.0) % 360.0 - 180.0)
        return off <= self.fov / 2 or (self.both_sides and mirrored <= self.fov / 2)


_BOTH = (VEHICLES, OBSTACLES)
#: The kinds with their figures; docs/field.md has the same table.
KINDS: Mapping[str, Detector] = MappingProxyType({
    one.kind: one
    for one in (
        Detector(
            "radar", (VEHICLES,), "contacts", under_water=False, range=5000.0, min_range=30.0, range_noise=5.0,
            range_share=0.001, bearing_noise=0.7, range_cell=10.0, bearing_cell=2.0, pd=0.95, pd_far=0.5,
            false_alarms=0.2, rate=0.4, latency=0.5,
        ),
        Detector(
            "lidar", _BOTH, "points", under_water=False, range=100.0, min_range=1.0, range_noise=0.03,
            bearing_noise=0.1, range_cell=0.01, bearing_cell=2.0, pd=0.98, pd_far=0.6, false_alarms=0.05, rate=2.0,
            latency=0.1,
        ),
        Detector(
            "camera", (VEHICLES,), "contacts", under_water=False, range=400.0, min_range=2.0, fov=90.0,
            range_share=0.1, bearing_noise=0.2, bearing_cell=0.5, pd=0.95, pd_far=0.4, false_alarms=0.1, rate=1.0,
            latency=0.3,
        ),
        Detector(
            "ais", (VEHICLES,), "contacts", under_water=False, range=30000.0, range_noise=5.0, bearing_cell=0.0,
            pd=0.95, pd_far=0.7, rate=0.1, latency=1.0, confirm=1, identifies=True,
        ),
        Detector(
            "forward_sonar", _BOTH, "points", under_water=True, range=80.0, min_range=1.0, fov=120.0, vertical=20.0,
            range_noise=0.1, range_share=0.002, bearing_noise=0.8, range_cell=0.1, bearing_cell=4.0, pd=0.9,
            pd_far=0.5, false_alarms=0.1, rate=1.0, latency=0.2,
        ),
        Detector(
            "side_sonar", _BOTH, "points", under_water=True, range=75.0, min_range=2.0, fov=2.0, look=90.0,
            both_sides=True, vertical=90.0, range_noise=0.1, range_share=0.002, bearing_noise=0.5, range_cell=0.1,
            bearing_cell=1.0, pd=0.9, pd_far=0.6, false_alarms=0.1, rate=4.0, latency=0.5,
        ),
        Detector(
            "multibeam", (BED,), "bed", under_water=True, range=150.0, min_range=0.5, fov=120.0, range_noise=0.05,
            range_share=0.002, bearing_cell=2.0, pd=0.98, pd_far=0.8, rate=2.0, latency=0.1,
        ),
    )
})  # fmt: skip
#: What a line may replace.
PARTS = {
    key.name: key
    for key in (
        number("range", "range", "How far it sees.", "m", above=0.0, maximum=100_000.0),
        number("min_range", "min_range", "What is nearer it does not see.", "m", minimum=0.0),
        number("fov", "fov", "Opening.", "deg", above=0.0, maximum=360.0),
        number("look", "look", "Middle of the opening, clockwise from the bow.", "deg"),
        number("vertical", "vertical", "Opening in elevation.", "deg", above=0.0, maximum=180.0),
        number("range_noise", "range_noise", "Standard deviation of a range.", "m", minimum=0.0),
        number("range_share", "range_share", "The same as a share of the range.", minimum=0.0, maximum=1.0),
        number("bearing_noise", "bearing_noise", "Standard deviation of a bearing.", "deg", minimum=0.0),
        number("range_cell", "range_cell", "Resolution in range; 0: any.", "m", minimum=0.0),
        number("bearing_cell", "bearing_cell", "Resolution in bearing.", "deg", minimum=0.0, maximum=90.0),
        number("pd", "pd", "Chance of a detection at hand.", minimum=0.0, maximum=1.0),
        number("pd_far", "pd_far", "Chance of a detection at the range.", minimum=0.0, maximum=1.0),
        number("false_alarms", "false_alarms", "Mean of a scan.", minimum=0.0, maximum=10.0),
        number("rate", "rate", "Scans.", "1/s", above=0.0, maximum=20.0),
        number("latency", "latency", "From scan to post.", "s", minimum=0.0, maximum=600.0),
        count("confirm", "confirm", "Detections before a contact is posted.", minimum=1.0, maximum=100.0),
        number("key_cell", "key_cell", "Side of the squares that name points; 0: by what they are of.", "m",
               minimum=0.0),
    )
}  # fmt: skip
#: Rays of one scan.
MOST_RAYS = 720


def read_detector(text: str) -> Detector:
    """Read ``kind=radar[,vehicle=abe:ben][,name=NAME][,PART=NUMBER...]``. Raises ``ValueError``."""
    found = pairs(text)
    kind = found.pop("kind", "").lower()
    if kind not in KINDS:
        near = suggest(kind, KINDS)
        raise ValueError(f"kind must be one of {', '.join(KINDS)}" + (f"; did you mean {near}?" if near else ""))
    vehicles = frozenset(name.lower() for name in found.pop("vehicle", "all").split(":"))
    detector = replace(
        KINDS[kind], name=found.pop("name", kind), vehicles=frozenset() if "all" in vehicles else vehicles
    )
    for part, value in found.items():
        if part not in PARTS:
            near = suggest(part, PARTS)
            raise ValueError(f"{part} is no part of a sensor" + (f"; did you mean {near}?" if near else ""))
        if (finding := PARTS[part].read_into(detector, value, shown=False)) is not None:
            raise ValueError(f"{part}: {finding.what}")
    if detector.min_range >= detector.range:
        raise ValueError(f"min_range must be below range, {detector.range:g} m")
    if detector.bearing_cell and detector.fov / detector.bearing_cell > MOST_RAYS:
        raise ValueError(f"bearing_cell must be at least {detector.fov / MOST_RAYS:g} deg: {MOST_RAYS} rays a scan")
    if not detector.bearing_cell and detector.posts != "contacts":
        raise ValueError("bearing_cell must be above 0 for a sensor that posts points")
    return detector
