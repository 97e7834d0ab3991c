"""The environments' names, made known to gymnasium; this module imports nothing of it before that."""

from __future__ import annotations

NAMESPACE = "usimmarine"
TASKS = ("Waypoint", "StationKeep", "Dock", "Encounter")


def register_envs() -> None:
    """Register ``usimmarine/Waypoint-v0`` and its sisters, and one agent of the game; twice does no harm."""
    from gymnasium.envs.registration import register, registry

    for task in TASKS:
        name = f"{NAMESPACE}/{task}-v0"
        if name not in registry:
            register(
                name,
                entry_point="usimmarine_py.gym.environment:MarineEnv",
                vector_entry_point="usimmarine_py.gym.vector:MarineVectorEnv",
                kwargs={"task": task},
            )
    name = f"{NAMESPACE}/CaptureTheFlag-v0"
    if name not in registry:
        register(name, entry_point="usimmarine_py.gym.teams.one_agent:CaptureTheFlagAgent")
