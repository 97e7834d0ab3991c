"""The player that ``played`` of a game asks for."""

from __future__ import annotations

from collections.abc import Sequence

from usimmarine_py.errors import ConfigError, suggest
from usimmarine_py.gym.teams import capture_rules as flags
from usimmarine_py.gym.teams.helmed import HelmPlayer
from usimmarine_py.gym.teams.players import (
    Attacker,
    Defender,
    FunctionPlayer,
    RandomPlayer,
    SteeredPlayer,
    TeamPlayer,
)
from usimmarine_py.gym.words import Observed
from usimmarine_py.values.arrays import Array

_STEERING: dict[str, type[SteeredPlayer]] = {"attack": Attacker, "defend": Defender}


def player(how: object, observed: Sequence[Observed], numbers: Array, *, discrete: bool) -> TeamPlayer:
    """Return the player of a name (``random``, ``attack``, ``defend``), of a .bhv file for a helm, or of a function.

    Raises ``ConfigError``.
    """
    if how == "random":
        return RandomPlayer(discrete=discrete)
    if isinstance(how, str) and how in _STEERING:
        return _STEERING[how](observed, numbers, discrete=discrete)
    if isinstance(how, str) and how.endswith(".bhv"):
        return HelmPlayer(how, observed, float(numbers[flags.G_TIME_STEP]), discrete=discrete)
    if callable(how):
        return FunctionPlayer(how)
    known = ("random", *_STEERING)
    hint = suggest(how, known) if isinstance(how, str) else ""
    raise ConfigError(f"must be {', '.join(known)}, FILE.bhv or a function, not {how!r}", key="played", suggestion=hint)
