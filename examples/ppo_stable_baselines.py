"""Learn to keep a station by PPO, with boats that are never twice the same; draw the curve of the training.

Needs stable-baselines3 (which brings PyTorch) and matplotlib, which no extra of this package installs:

    pip install stable-baselines3 matplotlib
    python ppo_stable_baselines.py [STEPS [FILE.onnx]]      # 1,000,000 steps: two minutes

With FILE.onnx (`pip install onnx`) the policy is written, its scaling of observations inside, to steer a boat in a
community: `usim new app keeper --policy FILE.onnx`.

Mass and drag of each boat and the current are drawn anew for each episode, and the current grows with the progress of
the training. The policy that comes out is compared with the start on a hundred new episodes.
"""

import sys
from pathlib import Path

import matplotlib
import numpy as np
import torch
from stable_baselines3 import PPO
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.vec_env import VecMonitor, VecNormalize

from usimmarine_py.gym import StableBaselinesEnv

matplotlib.use("Agg")
import matplotlib.pyplot as plt

STEPS = int(sys.argv[1]) if len(sys.argv) > 1 else 200_000
BOATS = 64
VARIED = {
    "vehicle.rigid_body.mass": (45.0, 70.0),
    "vehicle.damping.linear_diag.0": (50.0, 110.0),
    "current_dir": (0.0, 360.0),
}
torch.set_num_threads(1)  # the network is small: threads would only wait


def evaluated(policy: PPO, scale: VecNormalize, episodes: int = 100) -> float:
    """The mean return of new episodes in the strongest current."""
    env = StableBaselinesEnv(episodes, "StationKeep", current_speed=(0.0, 0.3), **VARIED)
    env.seed(100_000)
    seen, total, sailing = env.reset(), np.zeros(episodes), np.ones(episodes, dtype=bool)
    while sailing.any():
        actions, _ = policy.predict(scale.normalize_obs(seen), deterministic=True)
        seen, rewards, over, _ = env.step(actions)
        total += rewards * sailing
        sailing &= ~over
    return float(total.mean())


class Curve(BaseCallback):
    """Tells the environment how far the training is, and notes the mean return."""

    def __init__(self) -> None:
        super().__init__()
        self.steps, self.returns = [], []

    def _on_step(self) -> bool:
        return True

    def _on_rollout_end(self) -> None:
        self.training_env.set_attr("progress", min(1.0, self.num_timesteps / STEPS))
        if self.model.ep_info_buffer:
            self.steps.append(self.num_timesteps)
            self.returns.append(np.mean([episode["r"] for episode in self.model.ep_info_buffer]))


boats = StableBaselinesEnv(
    BOATS, "StationKeep", threads=1, current_speed=lambda progress: (0.0, 0.05 + 0.25 * progress), **VARIED
)
env = VecNormalize(VecMonitor(boats))
env.seed(1)
policy = PPO("MlpPolicy", env, n_steps=128, batch_size=1024, learning_rate=1e-3, seed=1, device="cpu")
before, curve = evaluated(policy, env), Curve()
policy.learn(STEPS, callback=curve)
after = evaluated(policy, env)
print(f"mean return of 100 new boats: {before:.0f} before, {after:.0f} after {STEPS} steps")

plt.figure(figsize=(5, 3), layout="constrained")
plt.plot(curve.steps, curve.returns)
plt.xlabel("steps")
plt.ylabel("mean return of an episode")
plt.title("StationKeep, mass, drag and current drawn anew")
plt.savefig("ppo.png", dpi=150)
print(f"wrote {Path('ppo.png').resolve()}")
assert after > before + 500


class Exported(torch.nn.Module):
    """An observation in the units of the environment in, an action out."""

    def __init__(self) -> None:
        super().__init__()
        self.mean = torch.tensor(env.obs_rms.mean, dtype=torch.float32)
        self.std = torch.tensor(np.sqrt(env.obs_rms.var + env.epsilon), dtype=torch.float32)
        self.policy = policy.policy

    def forward(self, seen: torch.Tensor) -> torch.Tensor:
        scaled = torch.clamp((seen - self.mean) / self.std, -env.clip_obs, env.clip_obs)
        return self.policy._predict(scaled, deterministic=True)


if len(sys.argv) > 2:
    shape = torch.zeros(1, *boats.observation_space.shape)
    torch.onnx.export(Exported().eval(), (shape,), sys.argv[2], dynamo=False)
    print(f"wrote {Path(sys.argv[2]).resolve()}")
