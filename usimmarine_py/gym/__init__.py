"""Environments for reinforcement learning (extra ``gym``): Gymnasium's for one vehicle and for many, PettingZoo's for
two teams. Importing this package registers them; each name below is imported when it is first used.

    import gymnasium
    import usimmarine_py.gym
    env = gymnasium.make("usimmarine/Waypoint-v0", vehicle="otter", wind_speed=(0, 8))
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from usimmarine_py.errors import MissingExtraError
from usimmarine_py.gym.registration import register_envs

if TYPE_CHECKING:
    from usimmarine_py.gym.capture import CaptureTheFlag
    from usimmarine_py.gym.environment import MarineEnv
    from usimmarine_py.gym.rows import DISCRETE
    from usimmarine_py.gym.vector import MarineVectorEnv

__all__ = ["DISCRETE", "CaptureTheFlag", "MarineEnv", "MarineVectorEnv", "register_envs"]

_WHERE = {
    "CaptureTheFlag": "usimmarine_py.gym.capture",
    "DISCRETE": "usimmarine_py.gym.rows",
    "MarineEnv": "usimmarine_py.gym.environment",
    "MarineVectorEnv": "usimmarine_py.gym.vector",
}


def __getattr__(name: str) -> Any:
    if name not in _WHERE:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(importlib.import_module(_WHERE[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})


try:
    register_envs()
except ImportError:
    raise MissingExtraError("environments for reinforcement learning", "gymnasium", "gym") from None
