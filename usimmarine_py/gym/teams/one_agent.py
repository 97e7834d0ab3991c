"""One vehicle of capture the flag as a ``gymnasium.Env``, for trainers that know one learner only."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from gymnasium import Env
from gymnasium.error import ResetNeeded

from usimmarine_py.errors import ConfigError
from usimmarine_py.gym.environment import RENDER_MODES, Shown
from usimmarine_py.gym.teams.capture import CaptureTheFlag
from usimmarine_py.gym.words import Observed

#: Who plays where no keyword says it: the smallest game that has a learner.
_RANDOM_RED = MappingProxyType({"red_0": "random"})


class CaptureTheFlagAgent(Env[Any, Any]):
    """The one agent that ``played`` leaves of a game; all keywords are as those of ``CaptureTheFlag``.

    ``game`` is the game itself, ``agent`` the name of the learner. Rewards are those of the agent; at the end ``info``
    has ``is_success`` (its team has more flags than the other one), ``score`` (blue, red) and ``end``. Raises
    ``ConfigError`` for what is wrong, and unless ``played`` has a player for every other vehicle.
    """

    metadata = {"render_modes": list(RENDER_MODES), "render_fps": 10}  # noqa: RUF012, as gymnasium has it

    def __init__(
        self,
        team_size: int | tuple[int, int] = 1,
        *,
        played: Mapping[str, str | Callable[[Any], Any]] = _RANDOM_RED,
        render_mode: str | None = None,
        **keywords: Any,
    ) -> None:
        game = self.game = CaptureTheFlag(team_size, played=played, render_mode=render_mode, **keywords)
        left = game.possible_agents
        if len(left) != 1:
            raise ConfigError(f"leave one agent: {', '.join(left[1:])} need players beside {left[0]}", key="played")
        (self.agent,) = left
        self.render_mode = game.render_mode
        self.observation_space = game.observation_space(self.agent)
        self.action_space = game.action_space(self.agent)

    @property
    def observed(self) -> tuple[Observed, ...]:
        """Name, unit, bound and meaning of every number of an observation."""
        return self.game.observed_by(self.agent)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Shown, dict[str, Any]]:
        """Begin a game, that of ``CaptureTheFlag`` with this seed; ``options`` are not used."""
        super().reset(seed=seed)
        seen, infos = self.game.reset(seed=seed, options=options)
        return seen[self.agent], infos[self.agent]

    def step(self, action: Any) -> tuple[Shown, float, bool, bool, dict[str, Any]]:
        """Make one time step of all vehicles, of ``game.time_step`` s."""
        agent, game = self.agent, self.game
        seen, rewards, terminated, truncated, infos = game.step({agent: action} if game.agents else {})
        if not seen:
            raise ResetNeeded("the game is over: call reset")
        info = infos[agent]
        if terminated[agent] or truncated[agent]:
            blue, red = info["score"]
            info["is_success"] = blue > red if agent.startswith("blue") else red > blue
        return seen[agent], rewards[agent], terminated[agent], truncated[agent], info

    def render(self) -> Any:
        """Return a picture of the game so far, or show it; see ``CaptureTheFlag``."""
        return self.game.render()

    def close(self) -> None:
        """Close the window of ``human``."""
        self.game.close()
