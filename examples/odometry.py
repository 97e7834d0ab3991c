"""An odometry application in 21 lines, with guidance and vehicle of a shipped mission.

python examples/odometry.py
usim run missions/box/box.moos --app examples/odometry.py        # the same, from a shell
"""

from math import hypot
from pathlib import Path

from usimmarine_py import App, Parameter, run_mission


class Odometry(App):
    """Measures the distance covered by the vehicle."""

    app_tick = 10.0
    subscriptions = ("NAV_X", "NAV_Y")
    parameters = (Parameter("step", "number", "0.5", "Shorter ways are noise.", unit="m", minimum=0),)

    def on_start(self) -> None:
        self.last: tuple[float, float] | None = None
        self.way = 0.0

    def iterate(self) -> None:
        if "NAV_X" in self.latest and "NAV_Y" in self.latest:
            here = self.latest["NAV_X"], self.latest["NAV_Y"]
            gone = hypot(here[0] - self.last[0], here[1] - self.last[1]) if self.last else 0.0
            if self.last is None or gone >= self.config["step"]:
                self.last, self.way = here, self.way + gone
            self.post("ODOMETRY_DIST", self.way)

    def report(self) -> str:
        return f"Gone so far: {self.way:.1f} m"


if __name__ == "__main__":
    log = run_mission(Path(__file__).parents[1] / "missions" / "box" / "box.moos", apps=[Odometry])
    counted, true = log["ODOMETRY_DIST"].values[-1], log.summary.distance
    print(f"odometry {counted:.1f} m, the vehicle went {true:.1f} m")
    assert abs(counted - true) < 0.01 * true
