"""A player whose course and speed a helm decides, by a behaviour file, as on a boat."""

from __future__ import annotations

from collections.abc import Sequence
from math import atan2, degrees, hypot
from pathlib import Path
from typing import Any

import numpy as np

from usimmarine_py.errors import ConfigError
from usimmarine_py.gym.tasks import Observed
from usimmarine_py.gym.teams.players import GAIN, TURNING, Seen, Shown, TeamPlayer, discrete_of
from usimmarine_py.helm import Helm, read_helm_block
from usimmarine_py.maths.angles import angle_180, angle_360
from usimmarine_py.values import Message

#: s between two decisions, unless the time step is longer.
_TICK = 0.25
#: Thrust per m/s that is missing, at once and in a second.
_AT_ONCE, _GATHERED = 0.2, 0.15


class HelmPlayer(TeamPlayer):
    """Steers by the .bhv file ``file``; positions in it are those of blue, x from the middle to the opponents' end.

    The helm reads NAV_X, NAV_Y (m), NAV_HEADING (deg), NAV_SPEED (m/s), TAGGED, HAS_FLAG, FLAG_TAKEN (true: the own
    flag is), OPPONENT_NEAR (true: one that is not tagged is in the own half), and a NODE_REPORT of every other vehicle
    (``mate_1``, ``opponent_0`` ...). It is begun anew in each game. Raises ``ConfigError`` for a file that it refuses.
    """

    def __init__(self, file: str, observed: Sequence[Observed], time_step: float, *, discrete: bool) -> None:
        try:
            self._text = Path(file).expanduser().read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise ConfigError(f"cannot be read: {error}", file=file, key="played") from None
        self._file, self._step, self._discrete = Path(file).name, time_step, discrete
        self._names = [one.name for one in observed]
        self._others = sorted({n.removesuffix("_distance") for n in self._names if n.endswith("_distance")})
        self._others = [n for n in self._others if not n.endswith("_flag")]
        top = next(one.bound for one in observed if one.name == "speed")
        self._options = read_helm_block(
            f"behaviors = {self._file}\ndomain = course:0:359:360\ndomain = speed:0:{min(10.0, top):g}:41"
        )
        self._new(0)
        if self._helm.problems:
            raise ConfigError(self._helm.problems[0], key="played")

    def _new(self, seed: int) -> None:
        """A helm that has decided nothing."""
        self._helm = Helm(self._options, {self._file: self._text}, community="own", seed=seed)
        self._now, self._decided, self._thrust = 0.0, -_TICK, 0.0
        self._mail = [Message(p.variable, p.value, 0.0, "pHelmIvP") for p in self._helm.start(0.0)]
        self._mail.append(Message("MOOS_MANUAL_OVERRIDE", "false", 0.0, "game"))

    def begin(self, random: np.random.Generator) -> None:
        """A new helm for a new game."""
        self._new(int(random.integers(1 << 31)))

    def act(self, seen: Shown) -> Any:
        """Thrust and rudder towards the course and speed that it has decided; none while it decides nothing."""
        s = dict(zip(self._names, seen.tolist(), strict=True))
        if self._now - self._decided >= _TICK - 1e-9:
            self._decided = self._now
            self._helm.mail([*self._mail, *self._told(s)], self._now)
            posts = self._helm.tick(self._now)
            self._mail = [Message(p.variable, p.value, self._now, "pHelmIvP", p.source_aux) for p in posts]
        self._now += self._step
        wanted = self._helm.decision
        if "course" not in wanted or "speed" not in wanted:
            self._thrust = 0.0
            return discrete_of(0.0, 0.0) if self._discrete else np.zeros(2)
        turn = np.radians(angle_180(wanted["course"] - _heading(s["heading_x"], s["heading_y"])))
        missing = wanted["speed"] - s["speed"]
        self._thrust = min(1.0, max(0.0, self._thrust + _GATHERED * self._step * missing))
        thrust = min(1.0, max(0.0, self._thrust + _AT_ONCE * missing))
        if abs(turn) > 1.0:
            thrust = min(thrust, TURNING)
        rudder = float(min(1.0, max(-1.0, GAIN * turn)))
        return discrete_of(thrust, rudder) if self._discrete else np.array((thrust, rudder))

    def _told(self, s: Seen) -> list[Message]:
        """What a boat's other applications would post."""
        now, heading = self._now, _heading(s["heading_x"], s["heading_y"])
        near = any(not s[f"{n}_at_home"] and not s[f"{n}_tagged"] for n in self._others if n.startswith("opponent_"))
        told: dict[str, float | str] = {
            "NAV_X": s["x"], "NAV_Y": s["y"], "NAV_HEADING": heading, "NAV_SPEED": s["speed"],
            "TAGGED": _word(s["tagged"]), "HAS_FLAG": _word(s["carries"]), "FLAG_TAKEN": _word(s["own_flag_taken"]),
            "OPPONENT_NEAR": _word(near),
        }  # fmt: skip
        found = [Message(name, value, now, "game") for name, value in told.items()]
        for name in self._others:
            away, ahead, aside = (s[f"{name}_{part}"] for part in ("distance", "ahead", "aside"))
            x = s["x"] + away * (s["heading_x"] * ahead + s["heading_y"] * aside)
            y = s["y"] + away * (s["heading_y"] * ahead - s["heading_x"] * aside)
            turned = degrees(atan2(s[f"{name}_turn_sine"], s[f"{name}_turn_cosine"]))
            report = (
                f"NAME={name},TYPE=kayak,GROUP={name.partition('_')[0]},TIME={now:.3f},X={x:.3f},Y={y:.3f},"
                f"SPD={s[f'{name}_speed']:.3f},HDG={angle_360(heading + turned):.3f},DEP=0,LENGTH=2"
            )
            found.append(Message("NODE_REPORT", report, now, "game"))
        return found


def _heading(x: float, y: float) -> float:
    """Degrees clockwise from y, of a direction; north of nothing."""
    return angle_360(degrees(atan2(x, y))) if hypot(x, y) > 0.0 else 0.0


def _word(value: float | bool) -> str:
    return "true" if value else "false"
