"""Environments for reinforcement learning (extra ``gym``): Gymnasium's for one vehicle and for many, PettingZoo's for
two teams. Importing this package registers them; each name below is imported when it is first used.

    import gymnasium
    import usimmarine_py.gym
    env = gymnasium.make("usimmarine/Waypoint-v0", vehicle="otter", wind_speed=(0, 8))
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from usimmarine_py.errors import MissingExtraError
from usimmarine_py.gym.registration import register_envs
from usimmarine_py.lazy import lazy

if TYPE_CHECKING:
    from usimmarine_py.gym.actions.shares import DISCRETE as DISCRETE
    from usimmarine_py.gym.boat.application import PolicyApp as PolicyApp
    from usimmarine_py.gym.boat.behaviour import PolicyBehavior as PolicyBehavior
    from usimmarine_py.gym.environment import MarineEnv as MarineEnv
    from usimmarine_py.gym.others.pilot import HelmPilot as HelmPilot
    from usimmarine_py.gym.teams.capture import CaptureTheFlag as CaptureTheFlag
    from usimmarine_py.gym.teams.one_agent import CaptureTheFlagAgent as CaptureTheFlagAgent
    from usimmarine_py.gym.trainers.stable_baselines import StableBaselinesEnv as StableBaselinesEnv
    from usimmarine_py.gym.truth import EpisodeTruth as EpisodeTruth
    from usimmarine_py.gym.vector import MarineVectorEnv as MarineVectorEnv

__all__, __getattr__, __dir__ = lazy(
    __name__,
    {
        "actions.shares": "DISCRETE",
        "teams.capture": "CaptureTheFlag",
        "teams.one_agent": "CaptureTheFlagAgent",
        "boat.application": "PolicyApp",
        "boat.behaviour": "PolicyBehavior",
        "environment": "MarineEnv",
        "others.pilot": "HelmPilot",
        "vector": "MarineVectorEnv",
        "registration": "register_envs",
        "trainers.stable_baselines": "StableBaselinesEnv",
        "truth": "EpisodeTruth",
    },
)

try:
    register_envs()
except ImportError:
    raise MissingExtraError("environments for reinforcement learning", "gymnasium", "gym") from None
