"""How often the 95 % intervals of a fit hold the truth: known numbers, from noisy trials in a current.

    python -m benchmarks.fit_coverage [--seeds 200] [--first 1] [--journal FILE.jsonl] [VEHICLE ...]

Each seed draws the truth (up to 25 % from the vehicle file), the current (up to 0.3 m/s) and the noise of a GPS, a
compass and a gyro; the trials are simulated with another solver and a shorter step. A line for each number:
the share of seeds whose interval holds the truth, and the mean error in standard errors, which is 0 without bias.
A number that a fit held at the value of its file has no interval: such seeds are counted apart. With --journal each
seed is a line of that file; the same command goes on where it was stopped.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from math import isfinite
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from tests.support.trials import CASES, recovered

#: Of a seed: number -> estimate, standard error (None: held), truth.
Found = dict[str, tuple[float, float | None, float]]


def fitted(vehicle: str, seed: int) -> Found:
    found = recovered(vehicle, seed)
    return {name: (value, error if isfinite(error) else None, truth) for name, (value, error, truth) in found.items()}


def known(journal: Path | None) -> dict[tuple[str, int], Found]:
    """What earlier runs wrote; a line that was torn off is left out."""
    done: dict[tuple[str, int], Found] = {}
    for line in journal.read_text().splitlines() if journal and journal.exists() else ():
        try:
            row = json.loads(line)
        except json.JSONDecodeError:
            continue
        done[row["vehicle"], row["seed"]] = row["found"]
    return done


def shown(vehicle: str, seeds: Sequence[Found]) -> float:
    """Print a line for each number; the least share that is inside."""
    worst = 1.0
    for name in seeds[0]:
        rows = [found[name] for found in seeds]
        errors = np.array([(value - truth) / error for value, error, truth in rows if error is not None])
        inside = float(np.mean(np.abs(errors) <= 1.959964)) if len(errors) else 0.0
        text = f"inside {inside:6.1%} of {len(errors)}, held {len(rows) - len(errors)}"
        print(
            f"{vehicle:<10} {name:<30} {text}  mean error {np.mean(errors):+.2f} sd  spread {np.std(errors):.2f}",
            flush=True,
        )
        worst = min(worst, inside)
    return worst


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("vehicles", nargs="*", default=list(CASES))
    parser.add_argument("--seeds", type=int, default=200)
    parser.add_argument("--first", type=int, default=1)
    parser.add_argument("--journal", type=Path)
    given = parser.parse_args(argv)
    done, worst = known(given.journal), 1.0
    for vehicle in given.vehicles:
        seeds = []
        for seed in range(given.first, given.first + given.seeds):
            if (vehicle, seed) not in done:
                done[vehicle, seed] = fitted(vehicle, seed)
                if given.journal:
                    with given.journal.open("a") as file:
                        file.write(json.dumps({"vehicle": vehicle, "seed": seed, "found": done[vehicle, seed]}) + "\n")
            seeds.append(done[vehicle, seed])
            if seed % 20 == 0:
                print(f"{vehicle}: seed {seed}", flush=True)
        worst = min(worst, shown(vehicle, seeds))
    return 0 if worst >= 0.90 else 1


if __name__ == "__main__":
    raise SystemExit(main())
