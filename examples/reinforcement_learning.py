"""Learn to reach waypoints by the cross-entropy method, with a hundred boats in parallel.

A policy of 3 x 2 numbers maps the observation of the waypoint to thrust and rudder. A hundred random policies run one
episode each in parallel, with different wind and current; the best fifth give mean and spread of the next hundred. The
result is compared with the start on new episodes.
"""

import gymnasium
import numpy as np

import usimmarine_py.gym  # noqa: F401, makes the environments known

BOATS, ROUNDS, BEST = 100, 12, 20
SETTING = {"vehicle": "heron", "wind_speed": (0, 6), "wind_dir": (0, 360), "current_speed": (0, 0.2), "time_limit": 150}


def sail(env: gymnasium.vector.VectorEnv, policies: np.ndarray, seed: int) -> tuple[np.ndarray, np.ndarray]:
    """The return of each policy (boats, 3, 2) in the first episode of its boat, and whether it was completed."""
    seen, _ = env.reset(seed=seed)
    total, reached, sailing = np.zeros(BOATS), np.zeros(BOATS, bool), np.ones(BOATS, bool)
    while sailing.any():
        aside, ahead = seen[:, 1], seen[:, 2]
        features = np.stack((np.ones(BOATS), aside, ahead), axis=1)
        actions = np.tanh(np.einsum("bi,bij->bj", features, policies))
        seen, reward, terminated, truncated, info = env.step(actions.astype(np.float32))
        total += reward * sailing
        reached |= sailing & info.get("is_success", False)
        sailing &= ~(terminated | truncated)
    return total, reached


random = np.random.default_rng(0)
env = gymnasium.make_vec("usimmarine/Waypoint-v0", BOATS, vectorization_mode="vector_entry_point", **SETTING)
mean, spread = np.zeros((3, 2)), np.ones((3, 2))
before = sail(env, np.broadcast_to(mean, (BOATS, 3, 2)), seed=10_000)
for k in range(ROUNDS):
    policies = mean + spread * random.standard_normal((BOATS, 3, 2))
    total, reached = sail(env, policies, seed=BOATS * k)
    best = policies[np.argsort(total)[-BEST:]]
    mean, spread = best.mean(axis=0), best.std(axis=0) + 0.05
    print(f"round {k:2}: mean return {total.mean():7.1f}, best fifth {np.sort(total)[-BEST:].mean():7.1f}")
after = sail(env, np.broadcast_to(mean, (BOATS, 3, 2)), seed=10_000)
print(f"at the start: return {before[0].mean():.1f}, {before[1].mean():.0%} reached all three waypoints")
print(f"learnt:       return {after[0].mean():.1f}, {after[1].mean():.0%} reached all three waypoints")
assert before[1].mean() < 0.05
assert after[1].mean() > 0.8
assert after[0].mean() > before[0].mean() + 50
