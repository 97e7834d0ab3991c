"""Monte Carlo in Python: the spread of the end positions of a vehicle without guidance, and its causes.

A script runs 2 minutes at half thrust on a heading of 90 degrees. Drift and rudder trim are uncertain. Each of 100 runs
draws both; results are arrays, and nothing stays on the disk.

    python examples/monte_carlo.py

Needs `pip install 'usimmarine[sweep]'`.
"""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np

from usimmarine_py import sweep_mission

MISSION = """
ProcessConfig = usimmarine
{
  AppTick    = 5
  prefix     = NAV
  start_pos  = x=0, y=0, heading=90
  thrust_map = 100:3
  turn_rate  = 70
}
ProcessConfig = uTimerScript
{
  AppTick = 5
  event   = var=DESIRED_THRUST, val=50, time=0
  event   = var=DESIRED_RUDDER, val=0, time=0
}
"""
DURATION = 120.0  # s

with TemporaryDirectory() as folder:
    mission = Path(folder) / "blind.moos"
    mission.write_text(MISSION)
    result = sweep_mission(
        mission,
        {
            "drift_vector": "0,{normal(0.2,0.05)}",  # heading (deg), speed (m/s): to the north
            "script.DESIRED_RUDDER": "normal(0,0.02)",  # %
        },
        runs=100,
        seed=7,
        duration=DURATION,
        digest=False,  # no hash of each run's log
    )

x, y, drift, rudder = (result[name] for name in ("end_x", "end_y", "drift_vector", "script.DESIRED_RUDDER"))
print(f"{len(result)} runs, {(result['status'] == 'ok').sum()} of them well")
print(f"end: x {x.mean():6.1f} +- {x.std():.1f} m, y {y.mean():6.1f} +- {y.std():.1f} m")

# sensitivities of y by least squares, each multiplied by its spread
design = np.column_stack((np.ones_like(y), drift, rudder))
parts = np.linalg.lstsq(design, y, rcond=None)[0]
spread = np.abs(parts[1:]) * (drift.std(), rudder.std())
print(f"y: {parts[1]:.1f} m per m/s of drift ({spread[0]:.1f} m), {parts[2]:.1f} m per % of rudder ({spread[1]:.1f} m)")

# a drift carries the vehicle during the whole run
assert abs(parts[1] - DURATION) < 0.02 * DURATION
# the rest is the effect of the rudder: a continuous turn to starboard, which is south for a vehicle that moves east
assert parts[2] < 0.0 and np.corrcoef(rudder, y - parts[1] * drift)[0, 1] < -0.99
# the first runs keep their tracks
track = result.track(0)
assert abs(track["x"][-1] - x[0]) < 2.0 and np.all(np.diff(track["time"]) > 0.9)
