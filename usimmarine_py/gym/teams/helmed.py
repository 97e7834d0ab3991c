"""A player whose course and speed a helm decides, by a behaviour file, as on a boat."""

from __future__ import annotations

from collections.abc import Sequence
from math import atan2, degrees, hypot
from typing import Any

import numpy as np

from usimmarine_py.gym.actions.shares import discrete_of
from usimmarine_py.gym.others.minds import HelmMind, own_mail, report_mail
from usimmarine_py.gym.others.steering import CourseKeeper
from usimmarine_py.gym.teams.players import Seen, Shown, TeamPlayer
from usimmarine_py.gym.words import Observed
from usimmarine_py.maths.angles import angle_360
from usimmarine_py.values import Message

#: s between two decisions, unless the time step is longer.
_TICK = 0.25


class HelmPlayer(TeamPlayer):
    """Steers by the .bhv file ``file``; positions in it are those of blue, x from the middle to the opponents' end.

    The helm reads NAV_X, NAV_Y (m), NAV_HEADING (deg), NAV_SPEED (m/s), TAGGED, HAS_FLAG, FLAG_TAKEN (true: the own
    flag is), OPPONENT_NEAR (true: one that is not tagged is in the own half), and a NODE_REPORT of every other vehicle
    (``mate_1``, ``opponent_0`` ...). It is begun anew in each game. Raises ``ConfigError`` for a file that it refuses.
    """

    def __init__(self, file: str, observed: Sequence[Observed], time_step: float, *, discrete: bool) -> None:
        self._step, self._discrete = time_step, discrete
        self._names = [one.name for one in observed]
        self._others = sorted({n.removesuffix("_distance") for n in self._names if n.endswith("_distance")})
        self._others = [n for n in self._others if not n.endswith("_flag")]
        top = next(one.bound for one in observed if one.name == "speed")
        self._mind, self._keeper = HelmMind(file, top, key="played"), CourseKeeper(1)
        self._wanted: dict[str, float] = {}
        self._now, self._decided = 0.0, -_TICK

    def begin(self, random: np.random.Generator) -> None:
        """A new helm for a new game."""
        self._mind.begin(int(random.integers(1 << 31)))
        self._keeper.begin(0)
        self._now, self._decided, self._wanted = 0.0, -_TICK, {}

    def act(self, seen: Shown) -> Any:
        """Thrust and rudder towards the course and speed that it has decided; none while it decides nothing."""
        s = dict(zip(self._names, seen.tolist(), strict=True))
        if self._now - self._decided >= _TICK - 1e-9:
            self._decided = self._now
            self._wanted = dict(self._mind.decide(self._now, self._told(s)))
        self._now += self._step
        wanted, heading = self._wanted, _heading(s["heading_x"], s["heading_y"])
        stopped = "course" not in wanted or "speed" not in wanted
        turn = np.radians(wanted.get("course", heading) - heading)
        missing = wanted.get("speed", 0.0) - s["speed"]
        row = np.array([[turn, s["yaw_rate"], missing]]).T
        thrust, rudder = self._keeper.shares(row[0], row[1], row[2], np.array([stopped]), self._step)[0]
        return discrete_of(thrust, rudder) if self._discrete else np.array((thrust, rudder))

    def _told(self, s: Seen) -> list[Message]:
        """What a boat's other applications would post."""
        now, heading = self._now, _heading(s["heading_x"], s["heading_y"])
        near = any(not s[f"{n}_at_home"] and not s[f"{n}_tagged"] for n in self._others if n.startswith("opponent_"))
        known: dict[str, float | str] = {
            "TAGGED": _word(s["tagged"]), "HAS_FLAG": _word(s["carries"]), "FLAG_TAKEN": _word(s["own_flag_taken"]),
            "OPPONENT_NEAR": _word(near),
        }  # fmt: skip
        found = own_mail(now, s["x"], s["y"], heading, s["speed"])
        found += [Message(name, value, now, "game") for name, value in known.items()]
        for name in self._others:
            away, ahead, aside = (s[f"{name}_{part}"] for part in ("distance", "ahead", "aside"))
            x = s["x"] + away * (s["heading_x"] * ahead + s["heading_y"] * aside)
            y = s["y"] + away * (s["heading_y"] * ahead - s["heading_x"] * aside)
            turned = degrees(atan2(s[f"{name}_turn_sine"], s[f"{name}_turn_cosine"]))
            group, speed = name.partition("_")[0], s[f"{name}_speed"]
            found.append(report_mail(now, name, x, y, heading + turned, speed, group=group))
        return found


def _heading(x: float, y: float) -> float:
    """Degrees clockwise from y, of a direction; north of nothing."""
    return angle_360(degrees(atan2(x, y))) if hypot(x, y) > 0.0 else 0.0


def _word(value: float | bool) -> str:
    return "true" if value else "false"
