"""How often the 95 % intervals of a fit hold the truth: known numbers, from noisy trials in a current.

    python -m benchmarks.fit_coverage [--seeds 200] [--first 1] [VEHICLE ...]

Each seed draws the truth (up to 25 % from the vehicle file), the current (up to 0.3 m/s) and the noise of a GPS, a
compass and a gyro; the trials are simulated with another solver and a shorter step. A line for each number:
the share of seeds whose interval holds the truth, and the mean error in standard errors, which is 0 without bias.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from tests.support.trials import CASES, recovered


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("vehicles", nargs="*", default=list(CASES))
    parser.add_argument("--seeds", type=int, default=200)
    parser.add_argument("--first", type=int, default=1)
    given = parser.parse_args(argv)
    worst = 1.0
    for vehicle in given.vehicles:
        inside: dict[str, list[bool]] = {}
        errors: dict[str, list[float]] = {}
        for seed in range(given.first, given.first + given.seeds):
            for name, (value, error, truth) in recovered(vehicle, seed).items():
                inside.setdefault(name, []).append(abs(value - truth) <= 1.959964 * error)
                errors.setdefault(name, []).append((value - truth) / error)
            if seed % 10 == 0:
                shares = ", ".join(f"{np.mean(x):.3f}" for x in inside.values())
                print(f"{vehicle}: after seed {seed}: {shares}", flush=True)
        for name, found in inside.items():
            shown = f"inside {np.mean(found):6.1%} of {len(found)}  mean error {np.mean(errors[name]):+.2f} sd"
            print(f"{vehicle:<14} {name:<32} {shown}  spread {np.std(errors[name]):.2f}", flush=True)
            worst = min(worst, float(np.mean(found)))
    return 0 if worst >= 0.90 else 1


if __name__ == "__main__":
    raise SystemExit(main())
