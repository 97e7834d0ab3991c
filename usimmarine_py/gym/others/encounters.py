"""Encounters: how they are drawn, what is observed of them, and their options."""

from __future__ import annotations

from collections.abc import Mapping
from math import cos, degrees, hypot, inf, pi, sin

import numpy as np

from usimmarine_py.errors import ConfigError
from usimmarine_py.field.contacts.monitors.ranges import EncounterRanges
from usimmarine_py.gym.others import encounter_rules as rules
from usimmarine_py.gym.words import Observed, Option, Start
from usimmarine_py.maths.encounters.rules import RULES
from usimmarine_py.values.arrays import Array

_RANGES = EncounterRanges()
OPTIONS = {
    "distance": Option(80.0, 10.0, "m", "from the start to the middle, and from there to the goal"),
    "pace": Option(2.0, 0.1, "m/s", "speed at the start, by which encounters are drawn"),
    "slowest": Option(0.5, 0.05, "", "least speed of the others, as a share of it"),
    "fastest": Option(1.5, 0.05, "", "largest speed of the others, as a share of it"),
    "radius": Option(8.0, 0.1, "m", "the goal is reached this near"),
    "arena": Option(150.0, 1.0, "m", "|x| and |y| stay below"),
    "collision": Option(_RANGES.collision, 0.1, "m", "nearer is a collision, the end"),
    "near_miss": Option(_RANGES.near_miss, 0.1, "m", "nearer is a near miss"),
    "encounter": Option(_RANGES.encounter, 0.1, "m", "nearer costs reward, the more the nearer"),
    "concern": Option(50.0, 1.0, "m", "rules are judged within this distance"),
    "extremis": Option(25.0, 0.0, "m", "nearer also who stands on may act"),
}
#: Of a kinematic vehicle, as in the mission ``encounter``.
DEFAULTS: dict[str, float | str] = {
    "thrust_map": "20:1, 40:2, 60:3, 80:4, 100:5", "turn_rate": 70.0,
    "max_acceleration": 1.0, "max_deceleration": 1.0,
}  # fmt: skip
#: At the start others are at least so far away (m).
_LEAST = 40.0
#: Where others are met, as a share of ``distance`` to either side of the middle.
_SPREAD = 0.25
_TRIES = 1000


def seen_of_encounter(options: Mapping[str, float], contacts: int) -> list[Observed]:
    """Return the task's own part of an observation."""
    far = 10.0 * options["arena"]
    found = [
        Observed("distance", "m", far, "to the goal"),
        Observed("aside", "", 1.0, "sine of the goal's bearing relative to the heading, positive to starboard"),
        Observed("ahead", "", 1.0, "cosine of it"),
    ]
    for k in range(contacts):
        found += [
            Observed(f"other_{k}_distance", "m", far, "to another vehicle"),
            Observed(f"other_{k}_aside", "", 1.0, "sine of its bearing relative to the heading"),
            Observed(f"other_{k}_ahead", "", 1.0, "cosine of it"),
            Observed(f"other_{k}_turn_sine", "", 1.0, "sine of its heading less the own one"),
            Observed(f"other_{k}_turn_cosine", "", 1.0, "cosine of it"),
            Observed(f"other_{k}_speed", "m/s", 60.0, "its speed over ground"),
            Observed(f"other_{k}_keep_clear", "", 1.0, "1: the rules ask to keep clear of it, 0: to stand on"),
            Observed(f"other_{k}_head_on", "", 1.0, "1: both meet head-on, and turn to starboard"),
        ]
    return found


def drawn_encounter(
    options: Mapping[str, float], contacts: int, random: np.random.Generator
) -> tuple[dict[str, float], tuple[float, ...], tuple[Start, ...]]:
    """Return own start and goal, and those of others that would be met where both go straight on."""
    far, pace = options["distance"], options["pace"]
    psi = float(random.uniform(-pi, pi))
    own = _pose(psi, -far, 0.0, 0.0, pace)
    others: list[Start] = []
    for _ in range(contacts):
        along = float(random.uniform(-_SPREAD, _SPREAD)) * far
        meeting = sin(psi) * along, cos(psi) * along
        time = (far + along) / pace
        for _try in range(_TRIES):
            course = psi + float(random.uniform(0.0, 2.0 * pi))
            speed = pace * float(random.uniform(options["slowest"], options["fastest"]))
            pose = _pose(course, -speed * time, *meeting, speed)
            near = min((_apart(pose, one.pose) for one in others), default=inf)
            if min(near, _apart(pose, own)) >= min(_LEAST, 0.5 * far):
                break
        else:
            raise ConfigError("leaves no room for so many vehicles at the start", key="distance")
        beyond = speed * time + far
        to = meeting[0] + sin(course) * beyond, meeting[1] + cos(course) * beyond
        others.append(Start(pose, to, speed))
    return own, (far * sin(psi), far * cos(psi), psi, 0.0), tuple(others)


def _pose(course: float, along: float, x: float, y: float, speed: float) -> dict[str, float]:
    return {
        "start_x": x + sin(course) * along, "start_y": y + cos(course) * along,
        "start_heading": degrees(course) % 360.0, "start_speed": speed,
    }  # fmt: skip


def _apart(one: Mapping[str, float], other: Mapping[str, float]) -> float:
    return hypot(one["start_x"] - other["start_x"], one["start_y"] - other["start_y"])


def graded(memory: Array, contacts: int) -> list[dict[str, float | str | bool]]:
    """Return of each contact the rule for own ship, the closest approach (m), whether it was a near miss, and whether
    the rule was kept.
    """
    found: list[dict[str, float | str | bool]] = []
    for k in range(contacts):
        c = memory[rules.FIRST + k * rules.CONTACT :][: rules.CONTACT].tolist()
        found.append({
            "rule": RULES[int(c[rules.C_RULE])], "closest": c[rules.C_CLOSEST],
            "near_miss": c[rules.C_NEAR_MISS] != 0.0, "kept": c[rules.C_BROKEN] == 0.0,
        })  # fmt: skip
    return found


def checked_ranges(options: Mapping[str, float], top: float) -> None:
    """Raise ``ConfigError`` for ranges in another order, and for speeds that no vehicle has (``top``, m/s)."""
    for key, most in (("collision", "near_miss"), ("near_miss", "encounter"), ("slowest", "fastest")):
        if options[key] > options[most]:
            raise ConfigError(f"must not be above {most}: {options[key]:g} and {options[most]:g}", key=key)
    if options["pace"] > top:
        raise ConfigError(f"is more than the vehicle makes: {options['pace']:g} and {top:g} m/s", key="pace")
