"""The navigator of ben: dead reckoning by log and compass, corrected by ranges to a companion that knows its place.

A range comes with the place of the companion (``CRS_RANGE_REPORT`` of uFldAcousticModem with ``way=one``). An extended
Kalman filter of four states (place x, y and current east, north) does the rest: the current, which a log does not
see, shows in ranges from different sides.
"""

from __future__ import annotations

from math import cos, hypot, radians, sin, sqrt

import numpy as np

from usimmarine_py import App, Parameter


class Cooperative(App):
    """Posts COOP_X, COOP_Y, COOP_SIGMA, and how wrong it and dead reckoning alone are."""

    app_tick = 4.0
    subscriptions = (
        "USM_SENSOR_LOG_SPEED", "USM_SENSOR_COMPASS_HEADING", "USM_SENSOR_PRESSURE_DEPTH", "CRS_RANGE_REPORT",
        "NAV_X", "NAV_Y",
    )  # fmt: skip
    parameters = (
        Parameter("start_x", "number", "0", "Where it starts, east.", unit="m"),
        Parameter("start_y", "number", "0", "Where it starts, north.", unit="m"),
        Parameter("start_sigma", "number", "1", "How well that is known.", unit="m", minimum=0),
        Parameter("velocity_sigma", "number", "0.1", "Error of log and compass, per root s.", unit="m/s", minimum=0),
        Parameter("current_sigma", "number", "0.3", "Current to be expected.", unit="m/s", minimum=0),
        Parameter("range_sigma", "number", "2", "Error of a range.", unit="m", minimum=0.01),
        Parameter("gate", "number", "4", "A range that is off by more sigmas is left out.", minimum=1),
    )

    def on_start(self):
        own = self.config
        self.state = np.array([own["start_x"], own["start_y"], 0.0, 0.0])
        self.alone = self.state[:2].copy()
        self.covariance = np.diag([own["start_sigma"] ** 2] * 2 + [own["current_sigma"] ** 2] * 2)
        self.velocity = np.zeros(2)
        self.used = self.refused = 0

    def on_mail(self, mail):
        for message in mail:
            if message.variable == "CRS_RANGE_REPORT":
                self.correct(dict(part.split("=", 1) for part in message.value.split(",")))

    def correct(self, report):
        """Use one range; it is of the time of its arrival."""
        age = max(self.now - float(report["time"]), 0.0)
        x, y, depth, slant = (float(report[key]) for key in ("x", "y", "depth", "range"))
        level = slant**2 - (self.latest.get("USM_SENSOR_PRESSURE_DEPTH", 0.0) - depth) ** 2
        if level <= 1.0:
            return  # right above: its direction is not known
        place = self.state[:2] - age * (self.velocity + self.state[2:])
        away = hypot(*(place - (x, y)))
        row = np.array([(place[0] - x) / away, (place[1] - y) / away, 0.0, 0.0])
        row[2:] = -age * row[:2]
        variance = row @ self.covariance @ row + self.config["range_sigma"] ** 2
        off = sqrt(level) - away
        if abs(off) > self.config["gate"] * sqrt(variance):
            self.refused += 1
            return
        gain = self.covariance @ row / variance
        self.state = self.state + gain * off
        self.covariance = self.covariance - np.outer(gain, row @ self.covariance)
        self.used += 1

    def iterate(self):
        if "USM_SENSOR_LOG_SPEED" not in self.latest or "USM_SENSOR_COMPASS_HEADING" not in self.latest:
            return
        heading = radians(self.latest["USM_SENSOR_COMPASS_HEADING"])
        self.velocity = self.latest["USM_SENSOR_LOG_SPEED"] * np.array([sin(heading), cos(heading)])
        self.alone = self.alone + self.dt * self.velocity
        change = np.eye(4)
        change[0, 2] = change[1, 3] = self.dt
        self.state = change @ self.state + self.dt * np.array([*self.velocity, 0.0, 0.0])
        self.covariance = change @ self.covariance @ change.T
        self.covariance[0, 0] += self.config["velocity_sigma"] ** 2 * self.dt
        self.covariance[1, 1] += self.config["velocity_sigma"] ** 2 * self.dt
        self.post("COOP_X", float(self.state[0]))
        self.post("COOP_Y", float(self.state[1]))
        self.post("COOP_CURRENT_EAST", float(self.state[2]))
        self.post("COOP_CURRENT_NORTH", float(self.state[3]))
        self.post("COOP_SIGMA", float(sqrt(self.covariance[0, 0] + self.covariance[1, 1])))
        if "NAV_X" in self.latest and "NAV_Y" in self.latest:
            true = np.array([self.latest["NAV_X"], self.latest["NAV_Y"]])
            self.post("COOP_ERROR", float(hypot(*(self.state[:2] - true))))
            self.post("ALONE_ERROR", float(hypot(*(self.alone - true))))

    def report(self):
        return [f"Ranges: {self.used} used, {self.refused} left out", f"x, y, current: {self.state.round(2)}"]
