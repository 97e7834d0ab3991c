"""The standard manoeuvres and their metrics (ITTC 7.5-04-02-01; laws/hydrodynamics 12).

Every manoeuvre begins with an approach from rest: constant thrust, rudder amidships; the execute order is the origin
of time, position and heading. Metrics are in SI units; angles with ``_deg`` are in degrees. A value that the vehicle
did not reach is None, with a note.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from math import atan2, degrees, hypot, radians
from typing import Any

import numpy as np
from numpy.typing import NDArray

from usimmarine_py.errors import ConfigError, TrialError
from usimmarine_py.sums import plain_sum
from usimmarine_py.trials.plant import Plant
from usimmarine_py.trials.track import Drive, TrackRow, TrialOrigin, Watch

#: A motion is steady if speed and yaw rate change by less than this fraction over the window.
_STEADY = 1e-4
_STEADY_WINDOW = 20.0  # s
_GAINING = 0.02  # largest relative change of the speed of an approach in the window before the order
_STRAIGHT = 10.0  # deg: largest change of heading of a run from rest
_ASTRAY = 1.0  # deg: largest change of heading of an approach in the same window
_LONGEST_TURN = 600.0  # s after execute
_LONGEST_ZIGZAG = 600.0
_LONGEST_STOP = 900.0
_LONGEST_ACCELERATION = 600.0
_LONGEST_SPIRAL_LEG = 600.0
#: Rudder in per cent for vehicles without a rudder angle (differential craft; laws/hydrodynamics 12).
WITHOUT_RUDDER = 50.0
USUAL_RUDDER = 20.0  #: deg, of a turning circle
SIDES = {"starboard": 1.0, "port": -1.0}
#: Sizes of the spiral's rudder steps, per cent.
SPIRAL_STEP = 10.0
_NOTHING = 1e-9  # smaller metrics are rounding errors
_ROUNDING = 1e-6  # s
_NO_TURN = 1e-6  # rad/s
_EDGE = 0.1  # %: tolerance of the edges of the loop
_SPIRAL_LOOP = 1e-3  # rad/s: tolerance for equal yaw rates of both directions, and for a straight run
_NUDGE, _NUDGE_TIME = 5.0, 2.0  # % of rudder, s: disturbance of a straight run


@dataclass(frozen=True, slots=True)
class TrialOptions:
    """The options of the trials."""

    thrust: float = 60.0  #: %, of the approach
    approach: float = 60.0  #: s
    circle_rudder: float | None = None  #: deg; None: ``USUAL_RUDDER``, or the largest where that is smaller
    side: str = "starboard"  #: of the turning circle and of the first rudder of a zig-zag
    astern: float = -100.0  #: %, of the crash stop
    overshoots: int = 3  #: number in a zig-zag
    any_approach: bool = False  #: accept an approach that is not straight and steady, with a note

    def __post_init__(self) -> None:
        for key, value, low, high in (
            ("thrust", self.thrust, 0.0, 100.0),
            ("approach", self.approach, 0.0, 3600.0),
            ("circle_rudder", USUAL_RUDDER if self.circle_rudder is None else self.circle_rudder, 0.0, 180.0),
        ):
            if not low < value <= high:
                raise ConfigError(f"must be above {low:g} and at most {high:g}, not {value:g}", key=key)
        if self.side not in SIDES:
            raise ConfigError(f"must be one of {', '.join(SIDES)}, not {self.side!r}", key="side")
        if not -100.0 <= self.astern <= 0.0:
            raise ConfigError(f"must be from -100 to 0 %, not {self.astern:g}", key="astern")
        if not 1 <= self.overshoots <= 50:
            raise ConfigError(f"must be from 1 to 50, not {self.overshoots}", key="overshoots")


@dataclass(frozen=True, slots=True)
class Trial:
    """The result of one manoeuvre: metrics, notes, and the track (columns ``track.COLUMNS``)."""

    name: str
    metrics: Mapping[str, Any]
    notes: tuple[str, ...]
    track: NDArray[np.float64]
    execute: float  #: s, time of the order
    complete: bool = True  #: whether the vehicle completed it
    table: Sequence[Sequence[float]] = field(default_factory=tuple)  #: spiral: rudder (%), yaw rate (rad/s), way


def rudder_percent(angle: float, plant: Plant) -> float:
    """DESIRED_RUDDER (%) for a rudder angle (deg); 50 % without a rudder. Raises ``TrialError``."""
    if plant.rudder_max is None:
        return WITHOUT_RUDDER
    percent = 100.0 * angle / plant.rudder_max
    if percent > 100.0 + 1e-9:
        raise TrialError(
            f"a rudder angle of {angle:g} deg is beyond the vehicle's largest, {plant.rudder_max:g} deg",
            remedy="choose less",
        )
    return min(percent, 100.0)


def _nearest_rudder(angle: float, plant: Plant, notes: list[str]) -> float:
    """The same, but limited to the largest rudder, with a note."""
    if plant.rudder_max is not None and angle > plant.rudder_max:
        notes.append(f"done with {plant.rudder_max:g} deg of rudder, the vehicle's largest, instead of {angle:g}")
        angle = plant.rudder_max
    return rudder_percent(angle, plant)


def _rudder_facts(percent: float, plant: Plant, options: TrialOptions) -> dict[str, Any]:
    facts: dict[str, Any] = {"side": options.side, "rudder_percent": percent}
    if plant.rudder_max is not None:
        facts["rudder_deg"] = percent * plant.rudder_max / 100.0
    return facts


def _no_way(options: TrialOptions) -> TrialError:
    problem = f"the vehicle does not move ahead with thrust {options.thrust:g} and no elevator"
    return TrialError(f"{problem}: give more thrust, or check its thrust map (gliders are not supported)")


def _run_up(plant: Plant, options: TrialOptions) -> tuple[Drive, TrialOrigin]:
    drive = Drive(plant)
    drive.hold(options.thrust, 0.0, options.approach)
    origin = TrialOrigin.of(drive.now)
    if origin.u <= plant.rest_speed:
        raise _no_way(options)
    return drive, origin


def _approached(plant: Plant, options: TrialOptions) -> tuple[Drive, TrialOrigin, list[str]]:
    """Run the approach; if it is unfit, raise ``TrialError``, or add a note if any approach is accepted."""
    drive, origin = _run_up(plant, options)
    wrong = _unfit(drive, origin)
    if wrong and not options.any_approach:
        raise TrialError(f"refused: {wrong[0]}")
    return drive, origin, wrong


def _unfit(drive: Drive, origin: TrialOrigin) -> list[str]:
    """Why an approach is not straight and steady as required by the standard; empty if it is."""
    rows = [row for row in drive.rows if row.t >= origin.t - _STEADY_WINDOW - _ROUNDING]
    headings = [degrees(row.psi) for row in rows]
    turned = max(headings) - min(headings)
    if turned > _ASTRAY:
        return [
            f"the approach is not straight: the heading changed by {turned:.3g} deg in its last {_STEADY_WINDOW:g} s "
            "with the rudder amidships"
        ]
    speeds = [row.u for row in rows]
    if max(speeds) - min(speeds) > _GAINING * origin.u:
        return [
            f"the approach is not steady: the speed went from {speeds[0]:.3g} to {speeds[-1]:.3g} m/s in its last "
            f"{rows[-1].t - rows[0].t:.3g} s; a longer --approach may help"
        ]
    return []


def _steady_run(drive: Drive, thrust: float, rudder: float, longest: float) -> bool:
    """Hold the command until the motion is steady; return whether it is."""
    done = 0.0
    last: tuple[float, float, float, float] | None = None
    while done < longest:
        begin = len(drive.rows)
        drive.hold(thrust, rudder, _STEADY_WINDOW)
        done += _STEADY_WINDOW
        rows = drive.rows[begin:]
        speeds, rates = [speed_of_row(row) for row in rows], [row.r for row in rows]
        now = (min(speeds), max(speeds), min(rates), max(rates))
        if last is not None:
            # over two windows: a slow oscillation must not count as steady at its turning point
            speed_span = max(now[1], last[1]) - min(now[0], last[0])
            rate_span = max(now[3], last[3]) - min(now[2], last[2])
            largest = max(abs(now[2]), abs(now[3]))
            if speed_span <= _STEADY * max(now[1], 1e-3) and rate_span <= _STEADY * max(largest, 1e-3):
                return True
        last = now
    return False


def speed_of_row(row: TrackRow) -> float:
    """Horizontal speed (m/s)."""
    return hypot(row.u, row.v)


def turning_circle(plant: Plant, options: TrialOptions) -> Trial:
    """Rudder to one side at speed: advance, transfer, tactical diameter, steady turn."""
    notes: list[str] = []
    side = SIDES[options.side]
    given = options.circle_rudder
    rudder = _nearest_rudder(USUAL_RUDDER, plant, notes) if given is None else rudder_percent(given, plant)
    drive, origin, wrong = _approached(plant, options)
    marks: dict[int, TrackRow | None] = {}
    for angle in (90, 180, 360):
        met = drive.hold(options.thrust, side * rudder, _LONGEST_TURN, _turned(origin, side * radians(angle)))
        marks[angle] = drive.now if met else None
        if not met:
            break
    quarter, half = marks.get(90), marks.get(180)
    if half is None:
        turned = side * degrees(drive.now.psi - origin.psi)
        notes.append(f"the vehicle turned only {turned:.0f} deg in {drive.now.t - origin.t:.0f} s")
    steady = half is not None and _steady_run(drive, options.thrust, side * rudder, _LONGEST_TURN)
    if half is not None and not steady:
        notes.append("the turn did not become steady; the last values are given")
    end = drive.now
    turn_speed = speed_of_row(end) if half is not None else None
    rate = end.r if half is not None else None
    after = [row for row in drive.rows if row.t >= origin.t]
    metrics: dict[str, Any] = {
        **_rudder_facts(rudder, plant, options),
        "u_approach": origin.u,
        "advance": None if quarter is None else origin.ahead(quarter),
        "transfer": None if quarter is None else side * origin.across(quarter),
        "tactical_diameter": None if half is None else side * origin.across(half),
        "max_advance": None if quarter is None else max(origin.ahead(row) for row in after),
        "max_transfer": None if half is None else max(side * origin.across(row) for row in after),
        "t90": None if quarter is None else quarter.t - origin.t,
        "t180": None if half is None else half.t - origin.t,
        "steady_speed": turn_speed,
        "steady_yaw_rate": rate,
        "steady_radius": turn_speed / abs(rate) if turn_speed is not None and rate else None,
        "drift_angle_deg": None if half is None else degrees(atan2(end.v, end.u)),
        "speed_ratio": None if turn_speed is None else turn_speed / origin.u,
    }
    radius = metrics["steady_radius"]
    metrics["steady_turning_diameter"] = None if radius is None else 2.0 * radius
    return _finished("turning_circle", plant, metrics, [*wrong, *notes], drive, origin, complete=steady)


def zigzag(plant: Plant, options: TrialOptions, angle: float = 20.0, rudder_angle: float | None = None) -> Trial:
    """Rudder over by ``rudder_angle`` deg (default: ``angle``) each time the heading has changed by ``angle`` deg."""
    notes: list[str] = []
    rudder = _nearest_rudder(angle, plant, notes) if rudder_angle is None else rudder_percent(rudder_angle, plant)
    drive, origin, wrong = _approached(plant, options)
    wanted = radians(angle)
    switches = [origin.t]
    overshoots: list[float] = []
    first_extreme: float | None = None
    second_execute: int | None = None
    side = SIDES[options.side]
    while len(overshoots) < options.overshoots:
        met = drive.hold(options.thrust, side * rudder, _LONGEST_ZIGZAG, _turned(origin, side * wanted))
        if not met:
            notes.append(f"the heading did not change by {angle:g} deg in {_LONGEST_ZIGZAG:g} s after a rudder order")
            break
        switches.append(drive.now.t)
        second_execute = second_execute or len(drive.rows)
        # the excursion ends when the heading reverses
        if not drive.hold(options.thrust, -side * rudder, _LONGEST_ZIGZAG, _coming_back(drive.now, side)):
            notes.append(f"the heading did not come back in {_LONGEST_ZIGZAG:g} s after the rudder was put over")
            break
        overshoots.append(max(0.0, degrees(side * (drive.now.psi - origin.psi)) - angle))
        first_extreme = drive.now.t if first_extreme is None else first_extreme
        side = -side
    # the next execute order completes the last excursion
    if len(overshoots) == options.overshoots and drive.hold(
        options.thrust, side * rudder, _LONGEST_ZIGZAG, _turned(origin, side * wanted)
    ):
        switches.append(drive.now.t)
    metrics: dict[str, Any] = {
        **_rudder_facts(rudder, plant, options),
        "u_approach": origin.u,
        "switch_times": switches,
        "overshoot_deg": overshoots,
        "first_overshoot_deg": overshoots[0] if overshoots else None,
        "second_overshoot_deg": overshoots[1] if len(overshoots) > 1 else None,
        "initial_turning_time": switches[1] - switches[0] if len(switches) > 1 else None,
        "initial_turning_distance": None if second_execute is None else _run(drive.rows[:second_execute], origin),
        "time_to_check_yaw": None if first_extreme is None else first_extreme - switches[1],
        "period": switches[3] - switches[1] if len(switches) > 3 else None,
        "speed_ratio": speed_of_row(drive.now) / origin.u,
    }
    done = len(overshoots) == options.overshoots
    return _finished(f"zigzag_{angle:g}_{angle:g}", plant, metrics, [*wrong, *notes], drive, origin, complete=done)


def _run(rows: Sequence[TrackRow], origin: TrialOrigin) -> float:
    """Distance along the track (m) since the order to execute."""
    after = [row for row in rows if row.t >= origin.t]
    return plain_sum(hypot(b.north - a.north, b.east - a.east) for a, b in pairwise(after))


def _turned(origin: TrialOrigin, angle: float) -> Watch:
    """Positive once the heading has changed by ``angle`` rad, to the side of its sign."""
    return lambda row: row.psi - origin.psi - angle if angle > 0 else angle - (row.psi - origin.psi)


def _coming_back(before: TrackRow, side: float) -> Watch:
    """Positive once the heading returns; at the order itself the rate is that before it."""
    return lambda row: -1.0 if row is before else -side * row.turning


def crash_stop(plant: Plant, options: TrialOptions) -> Trial:
    """Thrust astern at speed: time and distance until the vehicle has stopped."""
    drive, origin, wrong = _approached(plant, options)
    stopped = drive.hold(options.astern, 0.0, _LONGEST_STOP, lambda m: plant.rest_speed - m.u)
    end = drive.now
    notes = [] if stopped else [f"not stopped after {_LONGEST_STOP:g} s with thrust {options.astern:g}"]
    metrics: dict[str, Any] = {
        "astern_percent": options.astern,
        "u_approach": origin.u,
        "t_stop": end.t - origin.t if stopped else None,
        "head_reach": origin.ahead(end) if stopped else None,
        "side_reach": origin.across(end) if stopped else None,
        "track_reach": _run(drive.rows, origin) if stopped else None,
        "stopped": stopped,
    }
    return _finished("crash_stop", plant, metrics, [*wrong, *notes], drive, origin, complete=stopped)


def acceleration(plant: Plant, options: TrialOptions) -> Trial:
    """Thrust from rest: the final speed, and the time and distance to fractions of it."""
    drive = Drive(plant)
    origin = TrialOrigin.of(drive.now)
    steady = _steady_run(drive, options.thrust, 0.0, _LONGEST_ACCELERATION)
    final = drive.now.u
    notes = [] if steady else [f"the speed did not become steady in {_LONGEST_ACCELERATION:g} s"]
    if final <= plant.rest_speed:
        raise _no_way(options)
    turned = max(degrees(abs(row.psi - origin.psi)) for row in drive.rows)
    if turned > _STRAIGHT:
        crooked = f"the run is not straight: the heading changed by {turned:.3g} deg with the rudder amidships"
        if not options.any_approach:
            raise TrialError(f"refused: {crooked}")
        notes.append(crooked)
    metrics: dict[str, Any] = {"thrust_percent": options.thrust, "final_speed": final}
    for share in (50, 90, 95):
        drive_to = Drive(plant)
        drive_to.hold(options.thrust, 0.0, _LONGEST_ACCELERATION + _STEADY_WINDOW, _faster(share / 100.0 * final))
        metrics[f"time_to_{share}"] = drive_to.now.t
        metrics[f"distance_to_{share}"] = origin.ahead(drive_to.now)
    if drive.rows[1].u >= 0.95 * final:
        notes.append("the speed follows the thrust at once: no limit of acceleration")
        metrics["steepest_acceleration"] = None
    else:
        metrics["steepest_acceleration"] = max((b.u - a.u) / (b.t - a.t) for a, b in pairwise(drive.rows))
    return _finished("acceleration", plant, metrics, notes, drive, origin, complete=steady)


def _faster(speed: float) -> Watch:
    return lambda row: row.u - speed


def spiral(plant: Plant, options: TrialOptions) -> Trial:
    """Dieudonne's spiral: rudder from starboard to port and back in steps, each held until the yaw rate is steady.

    A course-unstable vehicle turns to both sides with the rudder amidships: the two directions form a loop, whose edges
    are then searched between the steps. A vehicle that continues to turn after a small disturbance of a straight run is
    not course-stable either, even if the two directions are equal.
    """
    drive, origin = _run_up(plant, options)
    straying = max(_left_alone(drive.fork(), options.thrust, side * _NUDGE) for side in SIDES.values())
    most = 100.0 if plant.rudder_max is not None else 2 * WITHOUT_RUDDER
    count = round(most / SPIRAL_STEP)
    down = [SPIRAL_STEP * k for k in range(count, -count - 1, -1)]
    table, unsteady, last_before = _there_and_back(drive, options.thrust, down)
    going = {rudder: r for rudder, r, way in table if way < 0}
    coming = {rudder: r for rudder, r, way in table if way > 0}
    heights = {rudder: going[rudder] - coming[rudder] for rudder in going}
    loop = sorted(rudder for rudder, height in heights.items() if abs(height) > _SPIRAL_LOOP)
    width = 0.0
    if loop:
        edges = {}
        for way, (place, before) in sorted(last_before.items(), key=lambda item: -item[1][0]):
            edge, rows = _loop_edge(before, options.thrust, table[place - 1], table[place])
            edges[way] = edge
            table[place:place] = rows
        width = max(edges.get(1.0, 0.0) - edges.get(-1.0, 0.0), loop[-1] - loop[0])
    amidships = going[0.0], coming[0.0]
    metrics: dict[str, Any] = {
        "u_approach": origin.u,
        "yaw_rate_hard_starboard": going[most],
        "yaw_rate_hard_port": going[-most],
        "residual_yaw_rate": max(amidships, key=abs),
        "straight_run_yaw_rate": straying,
        "loop_height": max(abs(height) for height in heights.values()),
        "loop_width_percent": width,
        "course_stable": not loop and max(straying, *map(abs, amidships)) <= _SPIRAL_LOOP,
    }
    notes = []
    if straying > _SPIRAL_LOOP:
        notes.append(f"a straight run does not stay straight: {degrees(straying):.3g} deg/s with the rudder amidships")
    if max(abs(rate) for _, rate, _ in table) < _NO_TURN:
        notes.append("the vehicle does not turn: its course stability is unknown")
        metrics["course_stable"] = None
    if plant.rudder_max is not None:
        metrics["loop_width_deg"] = metrics["loop_width_percent"] * plant.rudder_max / 100.0
    if unsteady:
        named = ", ".join(f"{rudder:g}" for rudder in sorted(set(unsteady)))
        notes.append(
            f"not steady after {_LONGEST_SPIRAL_LEG:g} s with the rudder at {named} %; the last value is given"
        )
    return _finished("spiral", plant, metrics, notes, drive, origin, table)


def _there_and_back(
    drive: Drive, thrust: float, down: Sequence[float]
) -> tuple[list[tuple[float, float, float]], list[float], dict[float, tuple[int, Drive]]]:
    """Rudder, yaw rate (rad/s) and direction (-1, 1) of each step; the rudders without a steady turn; and by direction
    the last index of the table before the yaw rate changed its sign.
    """
    table: list[tuple[float, float, float]] = []
    unsteady: list[float] = []
    last_before: dict[float, tuple[int, Drive]] = {}
    for way, sequence in ((-1.0, down), (1.0, down[::-1])):
        for rudder in sequence:
            before = drive.fork()
            if not _steady_run(drive, thrust, rudder, _LONGEST_SPIRAL_LEG):
                unsteady.append(rudder)
            if rudder != sequence[0] and way not in last_before and way * drive.now.r >= 0.0:
                last_before[way] = len(table), before
            table.append((rudder, drive.now.r, way))
    return table, unsteady, last_before


def _left_alone(drive: Drive, thrust: float, nudge: float) -> float:
    """The largest rate of turning (rad/s) in the last window of a straight run that was disturbed by some rudder."""
    drive.hold(thrust, nudge, _NUDGE_TIME)
    _steady_run(drive, thrust, 0.0, _LONGEST_SPIRAL_LEG)
    end = drive.now.t - _STEADY_WINDOW
    return max(abs(row.turning) for row in drive.rows if row.t >= end)


def _loop_edge(
    before: Drive, thrust: float, kept: tuple[float, float, float], jumped: tuple[float, float, float]
) -> tuple[float, list[tuple[float, float, float]]]:
    """The rudder (%) at which the vehicle changes the side of its turn, and the two rows of the table there.

    It is found by bisection between a rudder with the old side and one with the new, from the motion with the former.
    """
    way = kept[2]
    while abs(jumped[0] - kept[0]) > _EDGE:
        rudder = 0.5 * (kept[0] + jumped[0])
        drive = before.fork()
        _steady_run(drive, thrust, rudder, _LONGEST_SPIRAL_LEG)
        row = (rudder, drive.now.r, way)
        if way * row[1] < 0.0:
            before, kept = drive, row
        else:
            jumped = row
    return 0.5 * (kept[0] + jumped[0]), [kept, jumped]


def _finished(
    name: str,
    plant: Plant,
    metrics: dict[str, Any],
    notes: list[str],
    drive: Drive,
    origin: TrialOrigin,
    table: Sequence[Sequence[float]] = (),
    *,
    complete: bool = True,
) -> Trial:
    if plant.length is not None:
        lengths = (
            "advance",
            "transfer",
            "tactical_diameter",
            "steady_radius",
            "head_reach",
            "track_reach",
            "initial_turning_distance",
        )
        found = {f"{key}_lengths": metrics[key] / plant.length for key in lengths if metrics.get(key) is not None}
        metrics = {**metrics, **found}
    metrics = {key: 0.0 if isinstance(x, float) and abs(x) < _NOTHING else x for key, x in metrics.items()}
    track = drive.track()
    drop = float(track[-1, 3] - track[0, 3])
    if abs(drop) > 1.0:
        notes = [*notes, f"the depth changed by {drop:+.1f} m: no elevator was used"]
    if not bool(np.all(np.isfinite(track))):
        raise TrialError("the motion is not finite", remedy="choose a smaller step")
    return Trial(name, metrics, tuple(notes), track, origin.t, complete, table)


#: The manoeuvres by name, in the order of execution.
MANOEUVRES: Mapping[str, Callable[[Plant, TrialOptions], Trial]] = {
    "turning_circle": turning_circle,
    "zigzag_10_10": lambda plant, options: zigzag(plant, options, 10.0),
    "zigzag_20_20": lambda plant, options: zigzag(plant, options, 20.0),
    "crash_stop": crash_stop,
    "acceleration": acceleration,
    "spiral": spiral,
}
