"""One scan of a sensor: what it detects, by geometry and chance (laws/sensors 8)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from math import cos, exp, hypot, pi, radians, sin, sqrt

from usimmarine_py.field.detections.kinds import BED, OBSTACLES, VEHICLES, Detector
from usimmarine_py.field.detections.scene import ScannedScene, Sighted, elevation
from usimmarine_py.maths.angles import angle_360, bearing
from usimmarine_py.maths.streams import NoiseStream
from usimmarine_py.texts.obstacle import Obstacle
from usimmarine_py.values.frozen import dataclass

#: False alarms of one scan.
MOST_FALSE = 40
#: A vehicle deeper than this (m) is not seen from the air, and sees nothing there.
AWASH = 1.0
#: The stream of a part of a scan: its name and how many numbers it has at each index.
Streams = Callable[[str, int], NoiseStream]


@dataclass(frozen=True, slots=True)
class Detection:
    """Something detected: range (m) and bearing (deg from north) as measured, and what it truly is of."""

    range: float
    bearing: float
    of: str  #: a vehicle, an obstacle; empty: nothing
    is_vehicle: bool = False


def scan(
    detector: Detector, own: Sighted, others: Iterable[Sighted], scene: ScannedScene, k: int, streams: Streams
) -> list[Detection]:
    """Return what is detected in the ``k``-th scan: vehicles by name, then obstacles, then false alarms."""
    if not detector.under_water and own.depth > AWASH:
        return []
    near = scene.near(own.x, own.y, detector.range)
    found = _vehicles(detector, own, others, scene, near, k, streams) if VEHICLES in detector.sees else []
    if OBSTACLES in detector.sees and near:
        found += _rays(detector, own, scene, near, k, streams)
    return found + _false(detector, own, k, streams)


def _measured(detector: Detector, distance: float, direction: float, draws: Sequence[float]) -> tuple[float, float]:
    """Return range and bearing with noise, on the cells of the range."""
    noise = hypot(detector.range_noise, detector.range_share * distance)
    measured = distance + noise * draws[0]
    if detector.range_cell > 0.0:
        measured = detector.range_cell * round(measured / detector.range_cell)
    return max(measured, 0.0), angle_360(direction + detector.bearing_noise * draws[1])


def _vehicles(
    detector: Detector,
    own: Sighted,
    others: Iterable[Sighted],
    scene: ScannedScene,
    near: Sequence[Obstacle],
    k: int,
    streams: Streams,
) -> list[Detection]:
    found = []
    for other in others:
        level = hypot(other.x - own.x, other.y - own.y)
        distance = hypot(level, other.depth - own.depth) if detector.under_water else level
        direction = bearing(own.x, own.y, other.x, other.y)
        if not detector.min_range <= distance <= detector.range or not detector.covers(direction - own.heading):
            continue
        if detector.under_water:
            if abs(elevation(own, other)) > detector.vertical / 2:
                continue
        elif other.depth > AWASH:
            continue
        stream = streams(f"vehicle {other.name}", 2)
        if stream.uniforms(k)[0] >= detector.chance(distance):
            continue
        if not detector.identifies and not scene.is_seen(own, other, near, under_water=detector.under_water):
            continue  # what identifies itself does so by VHF, round corners
        found.append(((distance, direction), Detection(*_measured(detector, distance, direction, stream.normals(k)),
                                                       other.name, is_vehicle=True)))  # fmt: skip
    return _resolved(detector, found)


def _resolved(detector: Detector, found: list[tuple[tuple[float, float], Detection]]) -> list[Detection]:
    """Leave out what stands in one cell with something nearer: two echoes that overlap are one."""
    kept: list[tuple[tuple[float, float], Detection]] = []
    for (distance, direction), detection in sorted(found, key=lambda one: one[0][0]):
        hidden = any(
            distance - nearer < detector.range_cell
            and abs((direction - side + 180.0) % 360.0 - 180.0) < detector.bearing_cell
            for (nearer, side), _ in kept
        )
        if not hidden:
            kept.append(((distance, direction), detection))
    return [detection for _, detection in sorted(kept, key=lambda one: one[1].of)]


def ray_sides(detector: Detector) -> list[float]:
    """Return the bearings of its rays relative to the bow, deg: the middles of its cells."""
    count = max(1, round(detector.fov / detector.bearing_cell))
    step = detector.fov / count
    sides = [detector.look - detector.fov / 2 + (i + 0.5) * step for i in range(count)]
    return sides + [-side for side in sides] if detector.both_sides else sides


def _rays(
    detector: Detector, own: Sighted, scene: ScannedScene, near: Sequence[Obstacle], k: int, streams: Streams
) -> list[Detection]:
    """Return a point for each ray that meets an obstacle: behind the first there is shadow."""
    sides = ray_sides(detector)
    stream = streams("rays", 2 * len(sides))
    chances, noises = stream.uniforms(k), stream.normals(k)
    found = []
    for i, side in enumerate(sides):
        direction = angle_360(own.heading + side)
        hit = scene.first(own, direction, near, detector.range, under_water=detector.under_water)
        if hit is None or hit[0] < detector.min_range or chances[i] >= detector.chance(hit[0]):
            continue
        measured = _measured(detector, hit[0], direction, noises[2 * i : 2 * i + 2])
        found.append(Detection(*measured, hit[1].label))
    return found


def _false(detector: Detector, own: Sighted, k: int, streams: Streams) -> list[Detection]:
    """Return false alarms: their number by Poisson, their places even over the area that is seen."""
    if detector.false_alarms <= 0.0:
        return []
    draws = streams("false", 1 + 3 * MOST_FALSE).uniforms(k)
    found, chance = 0, exp(-detector.false_alarms)
    below = chance
    while draws[0] >= below and found < MOST_FALSE:
        found += 1
        chance *= detector.false_alarms / found
        below += chance
    alarms = []
    for i in range(found):
        u, v, w = draws[1 + 3 * i : 4 + 3 * i]
        low, high = detector.min_range**2, detector.range**2
        side = detector.look + (u - 0.5) * detector.fov
        if detector.both_sides and w < 0.5:
            side = -side
        alarms.append(Detection(sqrt(low + v * (high - low)), angle_360(own.heading + side), ""))
    return alarms


def bed_points(
    detector: Detector, own: Sighted, scene: ScannedScene, k: int, streams: Streams
) -> list[tuple[float, float, float]]:
    """Return the points x, y, depth (m) of the bed that beams across the track meet."""
    if scene.bed is None or BED not in detector.sees:
        return []
    sides = ray_sides(detector)
    stream = streams("beams", len(sides))
    chances, noises = stream.uniforms(k), stream.normals(k)
    along = own.heading * pi / 180.0
    found = []
    for i, side in enumerate(sides):
        out, down = sin(radians(side)), cos(radians(side))
        way = (out * cos(along), -out * sin(along), down)
        distance = scene.bed.range_along((own.x, own.y, own.depth), way, detector.range)
        if distance is None or distance < detector.min_range or chances[i] >= detector.chance(distance):
            continue
        measured = distance + hypot(detector.range_noise, detector.range_share * distance) * noises[i]
        x, y, depth = (start + measured * part for start, part in zip((own.x, own.y, own.depth), way, strict=True))
        found.append((x, y, depth))
    return found
