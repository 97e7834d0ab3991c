"""Learn a task by PPO, with boats that are never twice the same; draw the curve of the training.

Needs stable-baselines3 (which brings PyTorch) and matplotlib, which no extra of this package installs:

    pip install stable-baselines3 matplotlib
    python ppo_stable_baselines.py [STEPS [FILE.onnx]] [--task StationKeep|Waypoint|Encounter]

With FILE.onnx (`pip install onnx`) the policy is written, its scaling of observations inside, to steer a boat in a
community: `usim new app keeper --policy FILE.onnx`. What is compared: a hundred new
episodes, with random actions, a simple rule, for Encounter the helm with BHV_AvdColregsV22, and the policy.

StationKeep: mass and drag of each Otter and the current are drawn anew for each episode, and the current grows with the
progress of the training. Waypoint: a race to three places in a current. Encounter: to a goal past another
vessel, which keeps its course, wanders, or is steered by a helm that keeps the rules of the road.
"""

import argparse
import time
from pathlib import Path

import matplotlib
import numpy as np
import torch
from stable_baselines3 import PPO
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.vec_env import VecMonitor, VecNormalize

from usimmarine_py.gym import HelmPilot, StableBaselinesEnv

matplotlib.use("Agg")
import matplotlib.pyplot as plt

options = argparse.ArgumentParser()
options.add_argument("steps", type=int, nargs="?", default=200_000)
options.add_argument("onnx", nargs="?")
options.add_argument("--task", choices=("StationKeep", "Waypoint", "Encounter"), default="StationKeep")
given = options.parse_args()
STEPS, TASK = given.steps, given.task
VARIED = {
    "StationKeep": {
        "vehicle.rigid_body.mass": (45.0, 70.0),
        "vehicle.damping.linear_diag.0": (50.0, 110.0),
        "current_dir": (0.0, 360.0),
    },
    "Waypoint": {"current_speed": (0.0, 0.3), "current_dir": (0.0, 360.0)},
    "Encounter": {},
}[TASK]
# to train with, and to be judged by
TRAINING, JUDGED = {
    "StationKeep": (
        {"current_speed": lambda progress: (0.0, 0.05 + 0.25 * progress)},
        {"current_speed": (0.0, 0.3)},
    ),
    "Waypoint": ({}, {}),
    # a helm takes 2 ms to decide: of eight vessels one has one; the judge lets all of them be steered by helms
    "Encounter": ({"opponents": [["straight"] * 5 + ["wander"] * 2 + ["rules"]]}, {"opponents": "rules"}),
}[TASK]
torch.set_num_threads(1)  # the network is small: threads would only wait


def judged(act, episodes: int = 100, **more) -> tuple[float, float]:
    """Mean return and share of successes of new episodes; ``act`` takes the environment and observations."""
    env = StableBaselinesEnv(episodes, TASK, **{**JUDGED, **VARIED, **more})
    env.seed(100_000)
    actions = act(env)
    seen, total, sailing, good = env.reset(), np.zeros(episodes), np.ones(episodes, dtype=bool), 0
    while sailing.any():
        seen, rewards, over, infos = env.step(actions(seen))
        total += rewards * sailing
        good += sum(infos[i]["is_success"] for i in np.flatnonzero(sailing & over))
        sailing &= ~over
    return float(total.mean()), good / episodes


def learned(env):
    """The policy, as ``judged`` wants it."""
    return lambda seen: policy.predict(scale.normalize_obs(seen), deterministic=True)[0]


def chance(env):
    """Any action."""
    random = np.random.default_rng(1)
    return lambda seen: random.uniform(-1.0, 1.0, (len(seen), 2)).astype(np.float32)


def rule(env):
    """Turn to where to go, the faster the farther; at the station turn to its heading."""
    if TASK != "StationKeep":
        return lambda seen: np.stack([np.full(len(seen), 0.4), 0.7 * np.arctan2(seen[:, 1], seen[:, 2])], axis=1)

    def keep(seen):
        ahead, aside, turn, rate = seen[:, 0], seen[:, 1], np.arctan2(seen[:, 2], seen[:, 3]), seen[:, 6]
        wanted = np.where(np.hypot(ahead, aside) > 2.0, np.arctan2(aside, ahead), turn)
        return np.clip(np.stack([0.15 * ahead - 0.3 * seen[:, 4], 0.8 * wanted - rate], axis=1), -1.0, 1.0)

    return keep


def helm(env):
    """The helm in its place."""
    pilot = HelmPilot(env)
    return lambda seen: pilot.actions()


RIVALS = {"random": chance, "rule": rule, **({"helm": helm} if TASK == "Encounter" else {})}


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


boats = StableBaselinesEnv(64, TASK, threads=1, **TRAINING, **VARIED)
scale = VecNormalize(VecMonitor(boats))
scale.seed(1)
policy = PPO("MlpPolicy", scale, n_steps=128, batch_size=1024, learning_rate=1e-3, seed=1, device="cpu")
rivals = {name: judged(act) for name, act in RIVALS.items()}
before, curve = judged(learned), Curve()
start = time.perf_counter(), time.process_time()
policy.learn(STEPS, callback=curve)
seconds = time.perf_counter() - start[0], time.process_time() - start[1]
after = judged(learned)
print(f"{TASK}: {policy.num_timesteps} steps in {seconds[0]:.0f} s ({seconds[1]:.0f} s of CPU)")
print("100 new episodes, mean return and success:")
for name, (total, good) in {**rivals, "before": before, "after": after}.items():
    print(f"  {name:8} {total:8.1f} {good:5.0%}")
if TASK == "Encounter":
    for name, act in {**RIVALS, "after": learned}.items():
        total, good = judged(act, opponents="straight")
        print(f"  {name:8} {total:8.1f} {good:5.0%}  where the other one goes straight on")

plt.figure(figsize=(6, 3.5), layout="constrained")
plt.plot(curve.steps, curve.returns, label="in training")
plt.plot(policy.num_timesteps, after[0], "o", label=f"policy, {after[1]:.0%} succeed")
for k, (name, (total, good)) in enumerate(rivals.items(), start=2):
    plt.axhline(total, linestyle="--", color=f"C{k}", label=f"{name}, {good:.0%} succeed")
plt.xlabel("steps")
plt.ylabel("mean return of an episode")
plt.title(f"{TASK}, {seconds[1]:.0f} s of CPU")
plt.legend(fontsize="small")
picture = Path(f"ppo-{TASK.lower()}.png")
plt.savefig(picture, dpi=120)
print(f"wrote {picture.resolve()}")
assert after[0] > before[0] + (500 if TASK == "StationKeep" else 20)


class Exported(torch.nn.Module):
    """An observation in the units of the environment in, an action out."""

    def __init__(self) -> None:
        super().__init__()
        self.mean = torch.tensor(scale.obs_rms.mean, dtype=torch.float32)
        self.std = torch.tensor(np.sqrt(scale.obs_rms.var + scale.epsilon), dtype=torch.float32)
        self.policy = policy.policy

    def forward(self, seen: torch.Tensor) -> torch.Tensor:
        scaled = torch.clamp((seen - self.mean) / self.std, -scale.clip_obs, scale.clip_obs)
        return self.policy._predict(scaled, deterministic=True)


if given.onnx:
    shape = torch.zeros(1, *boats.observation_space.shape)
    torch.onnx.export(Exported().eval(), (shape,), given.onnx, dynamo=False)
    print(f"wrote {Path(given.onnx).resolve()}")
