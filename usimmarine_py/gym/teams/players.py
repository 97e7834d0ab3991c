"""Players of capture the flag that learn nothing: to play against, to compare with, and of before (self-play)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import atan2, hypot
from typing import Any

import numpy as np
from numpy.typing import NDArray

from usimmarine_py.gym.actions.shares import DISCRETE, discrete_of
from usimmarine_py.gym.others.steering import DAMPING, GAIN, SHARP, TURNING
from usimmarine_py.gym.teams import capture_rules as flags
from usimmarine_py.gym.words import Observed
from usimmarine_py.values.arrays import Array

Shown = NDArray[np.float32]
Seen = Mapping[str, float]
#: A place from the vehicle, m ahead and m to starboard.
Place = tuple[float, float]

#: Radii from an opponent that may tag, within which an attacker turns away.
_SHY = 2.5
#: Radii before the own flag where a defender waits.
_BEFORE = 2.0


class TeamPlayer:
    """Takes observations of one agent and returns its actions; ``begin`` comes first in every game."""

    def begin(self, random: np.random.Generator) -> None:
        """A new game; what is random comes from ``random``."""

    def act(self, seen: Shown) -> Any:
        """Return the action of the next step."""
        raise NotImplementedError


class FunctionPlayer(TeamPlayer):
    """A function of the observation: a policy of before, or a rule of the user's own."""

    def __init__(self, function: Callable[[Shown], Any]) -> None:
        self._function = function

    def act(self, seen: Shown) -> Any:
        """What the function returns."""
        return self._function(seen)


class RandomPlayer(TeamPlayer):
    """Any action, evenly."""

    def __init__(self, *, discrete: bool) -> None:
        self._discrete = discrete
        self._random = np.random.default_rng(0)

    def begin(self, random: np.random.Generator) -> None:
        """Draw from a generator of its own."""
        self._random = np.random.default_rng(int(random.integers(1 << 31)))

    def act(self, seen: Shown) -> Any:
        """One of all actions."""
        del seen
        return int(self._random.integers(len(DISCRETE))) if self._discrete else self._random.uniform(-1.0, 1.0, 2)


class SteeredPlayer(TeamPlayer):
    """Goes to a place that ``aim`` chooses from the observation by names; who is tagged goes to the own flag."""

    def __init__(self, observed: Sequence[Observed], numbers: Array, *, discrete: bool) -> None:
        self._names = [one.name for one in observed]
        self._opponents = sorted({name[: name.index("_", 9)] for name in self._names if name.startswith("opponent_")})
        self._radius = float(numbers[flags.G_RADIUS])
        self._edge = 0.9 * float(numbers[flags.G_HALF_LENGTH]), 0.9 * float(numbers[flags.G_HALF_WIDTH])
        self._discrete = discrete

    def aim(self, s: Seen) -> Place:
        """Return where to go."""
        raise NotImplementedError

    def act(self, seen: Shown) -> Any:
        """Thrust and rudder towards the place; inside the field in any case."""
        s = dict(zip(self._names, seen.tolist(), strict=True))
        ahead, aside = _place(s, "own_flag") if s["tagged"] else self.aim(s)
        x, y = s["heading_x"] * ahead + s["heading_y"] * aside, s["heading_y"] * ahead - s["heading_x"] * aside
        x, y = (min(e, max(-e, o + d)) - o for e, o, d in zip(self._edge, (s["x"], s["y"]), (x, y), strict=True))
        turn = atan2(s["heading_y"] * x - s["heading_x"] * y, s["heading_x"] * x + s["heading_y"] * y)
        near = min(1.0, hypot(x, y) / self._radius)
        thrust = TURNING if abs(turn) > SHARP else near
        rudder = min(1.0, max(-1.0, GAIN * turn - DAMPING * s["yaw_rate"]))
        return discrete_of(thrust, rudder) if self._discrete else np.array((thrust, rudder))


class Attacker(SteeredPlayer):
    """Fetches the other flag and brings it home; keeps away from opponents that may tag it."""

    def aim(self, s: Seen) -> Place:
        """To the flag or home, less what pushes away from each opponent in its own half."""
        if s["carries"]:
            to = -s["heading_x"] * (s["x"] + self._radius), -s["heading_y"] * (s["x"] + self._radius)
        else:
            to = _place(s, "other_flag")
        far = max(hypot(*to), 1e-9)
        ahead, aside = to[0] / far, to[1] / far
        for name in self._opponents:
            away = s[f"{name}_distance"]
            shy = _SHY * self._radius
            if s["at_home"] or s[f"{name}_tagged"] or s[f"{name}_cooldown"] or not s[f"{name}_at_home"] or away > shy:
                continue
            push = 2.0 * (shy - away) / shy
            ahead, aside = ahead - push * s[f"{name}_ahead"], aside - push * s[f"{name}_aside"]
        return far * ahead, far * aside


class Defender(SteeredPlayer):
    """Chases who comes into its half, one with the flag first; else it waits before its flag."""

    def aim(self, s: Seen) -> Place:
        """To the nearest intruder, where it will be, or to the waiting place."""
        found = [n for n in self._opponents if not s[f"{n}_at_home"] and not s[f"{n}_tagged"]]
        if not found or s["cooldown"]:
            ahead, aside = _place(s, "own_flag")
            before = _BEFORE * self._radius
            return ahead + before * s["heading_x"], aside + before * s["heading_y"]
        name = min(found, key=lambda n: (-s[f"{n}_carries"], s[f"{n}_distance"]))
        ahead, aside = _place(s, name)
        soon = s[f"{name}_distance"] / max(s["speed"] + s[f"{name}_speed"], 1.0)
        way = s[f"{name}_speed"] * min(soon, 5.0)
        return ahead + way * s[f"{name}_turn_cosine"], aside + way * s[f"{name}_turn_sine"]


def _place(s: Seen, name: str) -> Place:
    return s[f"{name}_distance"] * s[f"{name}_ahead"], s[f"{name}_distance"] * s[f"{name}_aside"]
