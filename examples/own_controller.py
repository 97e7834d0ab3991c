"""A user's controller: PID on the heading, on a 10.9 m waterjet boat that crosses a gale.

The class below is a MOOS application. Here it runs in lock step; `usim run FILE.moos --app own_controller.py` does the
same from a shell, and `usim start own_controller.py FILE.moos` runs it live. See docs/apps.md.

    python examples/own_controller.py
"""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np

from usimmarine_py import App, Parameter, run_mission

MISSION = """
Community = odin
ProcessConfig = usimmarine
{
  AppTick   = 10
  prefix    = NAV
  start_pos = x=0, y=0, heading=0, speed=0
  dynamics  = fossen6
  vehicle   = odin
  variant   = hilsim
  wind_speed    = 20
  wind_dir      = 180          // from the south, with gusts
  wind_gust     = harris
  current_speed = 0.5
  current_dir   = 0
}
ProcessConfig = Heading
{
  AppTick = 10
  heading = 90                 // across it
  ki      = 0.3
}
"""


class Heading(App):
    """Steers to a heading."""

    subscriptions = ("NAV_HEADING",)
    parameters = (
        Parameter("heading", "number", "0", "Where to.", unit="deg", minimum=0, maximum=360),
        Parameter("thrust", "number", "60", "Held all the time.", unit="%", minimum=0, maximum=100),
        Parameter("kp", "number", "3", "Rudder per degree off.", unit="%/deg", minimum=0),
        Parameter("ki", "number", "0", "Rudder per degree off and second.", unit="%/(deg s)", minimum=0),
        Parameter("kd", "number", "6", "Rudder against turning.", unit="% s/deg", minimum=0),
    )

    def on_start(self) -> None:
        self.integral = 0.0  # deg s
        self.before = None

    def iterate(self) -> None:
        if "NAV_HEADING" not in self.latest:
            return  # no mail yet
        gains, heading = self.config, self.latest["NAV_HEADING"]
        off = (gains["heading"] - heading + 180) % 360 - 180
        turning = 0.0 if not self.dt or self.before is None else ((heading - self.before + 180) % 360 - 180) / self.dt
        self.before = heading
        if abs(off) < 20:
            self.integral += off * self.dt
        rudder = gains["kp"] * off + gains["ki"] * self.integral - gains["kd"] * turning
        self.post("DESIRED_RUDDER", max(-100, min(100, rudder)))
        self.post("DESIRED_THRUST", gains["thrust"])


if __name__ == "__main__":
    with TemporaryDirectory() as folder:
        mission = Path(folder) / "gale.moos"
        mission.write_text(MISSION)
        log = run_mission(mission, duration=180, seed=1, apps=[Heading])
        same = run_mission(mission, duration=180, seed=1, apps=[Heading])
    time, heading = log.track["time"], log.track["heading"]
    late = heading[time > 90]
    rudder = log["DESIRED_RUDDER"].values
    print(f"heading after 90 s: {late.mean():.2f} deg, standard deviation {late.std():.2f} deg")
    print(f"rudder held against the wind: {rudder[-900:].mean():.1f} %")
    assert abs(late.mean() - 90) < 0.5
    assert late.std() < 1.5
    assert np.array_equal(log["NAV_X"].values, same["NAV_X"].values), "equal seeds, equal runs, to the bit"
