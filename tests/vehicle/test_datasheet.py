"""Vehicle files from data sheets: resistance against integrals of one's own, and files that do what the sheet says."""

from __future__ import annotations

import re
from dataclasses import replace
from math import pi, sqrt
from pathlib import Path

import numpy as np
import pytest

from usimmarine_py.errors import ConfigError
from usimmarine_py.values.toml_table import read_toml
from usimmarine_py.vehicle import Vehicle
from usimmarine_py.vehicle.datasheet.craft import DataSheet, circle_of, vehicle_file
from usimmarine_py.vehicle.datasheet.drive import MERITS
from usimmarine_py.vehicle.datasheet.resistance import Propulsion, SlenderBody, SlenderHull
from usimmarine_py.vehicle.datasheet.thrusters import read_curve, read_thruster
from usimmarine_py.vehicle.description.checks import vehicle_warnings

HERON = DataSheet("heron", "catamaran", 1.35, 0.98, 28.0, bollard=67.2, propeller=0.1)
REMUS = DataSheet("remus", "auv", 1.6, 0.19, 38.5, top_speed=2.57)
LAUNCH = DataSheet("launch", "ship", 11.43, 3.5, 13200.0, power=77600.0)


def made(sheet: DataSheet) -> Vehicle:
    text = vehicle_file(sheet).text.replace("@name@", "child").replace("@Class@", "Child")
    return Vehicle.from_dict(read_toml(text))


def havelock(hull: SlenderHull, speed: float) -> float:
    """Michell's integral over angles, with the hull's slope integrated in closed form by pieces: another way round."""
    k = hull.g / speed**2
    n, m = hull.waterplane / (1.0 - hull.waterplane), hull.midship / (1.0 - hull.midship)
    theta = np.linspace(0.0, pi / 2.0 - 1e-4, 6001)
    edges = np.linspace(-0.5, 0.5, 1201) * hull.length
    breadth = 0.5 * hull.beam * (1.0 - abs(2.0 * edges / hull.length) ** n)
    slope, middle = np.diff(breadth) / np.diff(edges), 0.5 * (edges[1:] + edges[:-1])
    depth = np.linspace(0.0, hull.draft, 1501)
    section = 1.0 - (depth / hull.draft) ** m
    total = np.zeros(len(theta))
    for i, angle in enumerate(theta):
        sec = 1.0 / np.cos(angle)
        wave = k * sec
        width = np.diff(edges)
        phase = np.exp(1j * wave * middle) * np.sinc(wave * width / (2.0 * pi)) * width
        along = (slope * phase).sum()
        down = np.trapezoid(section * np.exp(-k * sec**2 * depth), depth)
        apart = 1.0
        if hull.hulls == 2:
            apart = 4.0 * np.cos(0.5 * k * sec**2 * np.sin(angle) * hull.spacing) ** 2
        total[i] = abs(along * down) ** 2 * sec**3 * apart
    return float(4.0 * hull.rho * hull.g**2 / (pi * speed**2) * np.trapezoid(total, theta))


@pytest.mark.parametrize("froude", [0.3, 0.5, 0.9])
@pytest.mark.parametrize("hulls", [1, 2])
def test_waves_are_those_of_an_integral_over_angles(froude: float, hulls: int) -> None:
    hull = SlenderHull(2.0, 0.25, 0.14, 0.7 * 0.25 * 0.14 * 2.0 * 0.8, hulls, 0.79)
    speed = froude * sqrt(9.81 * 2.0)
    assert hull.waves(speed) == pytest.approx(havelock(hull, speed), rel=0.02)


def test_drag_of_a_body_is_that_of_the_formulas() -> None:
    body = SlenderBody(1.6, 0.19, appendages=1.0)
    reynolds = 2.0 * 1.6 / 1.19e-6
    friction = 0.075 / (np.log10(reynolds) - 2.0) ** 2
    wet = 0.95 * pi * 0.19 * 1.6 * (1.0 + 1.5 * (0.19 / 1.6) ** 1.5 + 7.0 * (0.19 / 1.6) ** 3)
    assert body.resistance(2.0) == pytest.approx(0.5 * 1025.0 * wet * friction * 4.0)


def test_an_engine_keeps_its_power_and_a_motor_loses_more() -> None:
    engine, motor = Propulsion(100.0, 0.02, rated=True), Propulsion(100.0, 0.02)
    for speed in (0.0, 0.7, 1.5):
        thrust = engine.thrust(speed)
        takes = thrust * (0.5 * speed + sqrt(0.25 * speed**2 + thrust / (2.0 * 1025.0 * 0.02)))
        assert takes == pytest.approx(engine.ideal, rel=1e-6)
    assert motor.thrust(1.0) < engine.thrust(1.0) < motor.bollard
    assert motor.thrust(0.0) == pytest.approx(100.0)


@pytest.mark.parametrize("sheet", [HERON, REMUS, LAUNCH, replace(HERON, kind="usv", beam=0.4, top_speed=1.8)])
def test_full_thrust_makes_the_top_speed_of_the_file(sheet: DataSheet) -> None:
    vehicle = made(sheet)
    start = vehicle.state((0.0, 0.0, 20.0, 0.0, 0.0, 0.0)) if sheet.kind == "auv" else None
    run = vehicle.steady(thrust=100.0, **({} if start is None else {"start": start}))
    assert run.nu[0] == pytest.approx(vehicle.description.speed_max, rel=0.01)
    assert run.growth < 0.0  # it keeps its course
    if sheet.top_speed:
        assert vehicle.description.speed_max == pytest.approx(sheet.top_speed, rel=1e-3)


def test_the_pull_at_rest_is_that_of_the_sheet() -> None:
    vehicle = made(HERON)
    orders = vehicle.orders(thrust=100.0)
    state = vehicle.state(actuators=orders.setpoints)
    assert vehicle.actuator_force(state)[0] == pytest.approx(67.2, rel=1e-3)


def test_the_circle_of_the_sheet_is_made() -> None:
    text = vehicle_file(replace(HERON, turning_circle=9.0)).text
    assert circle_of(text) == pytest.approx(9.0, rel=0.02)
    with pytest.raises(ConfigError, match=r"--turning-circle: 500 m of diameter cannot be: .* it turns in"):
        vehicle_file(replace(HERON, turning_circle=500.0))


def test_every_estimate_names_its_range_and_no_other_boat_is_a_source() -> None:
    text = vehicle_file(HERON).text
    given = ("name", "title", "kind", "dof", "length_oa", "beam", "mass", "schema")
    assert "other" not in text.partition("[[source]]")[2]
    assert text.count("estimate") > 12
    for line in text.splitlines():
        key = line.partition(" =")[0]
        if key in ("K_neg", "T_n", "power", "C_R", "A_wp", "draft", "hull_beam", "length_pp", "inertia_co", "r_g"):
            assert "#" in line, line
    assert all(key in text for key in given)


@pytest.mark.parametrize(("volts", "figure_of_merit"), [(12, 0.44), (16, 0.39), (20, 0.34)])
def test_the_power_of_a_known_thruster_is_in_the_range_of_the_estimate(volts: int, figure_of_merit: float) -> None:
    t = read_thruster(f"T200:2@{volts}V")
    disc = t.ahead**1.5 / sqrt(2.0 * 1025.0 * 0.25 * pi * t.disc**2)
    assert disc / (0.8 * t.power) == pytest.approx(figure_of_merit, abs=0.01)
    assert MERITS[0] < disc / (0.8 * t.power) < MERITS[1]
    own = vehicle_file(replace(HERON, bollard=2.0 * t.ahead, propeller=t.disc, top_speed=1.7)).text
    estimated = read_toml(own)["actuator"][0]["power"]
    assert 0.78 * estimated < 0.8 * t.power < 1.84 * estimated


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({}, r"\d+ W at the shafts .*an estimate, 0.8 to 1.8 times.*4 times"),
        ({"bollard": 0.0, "thruster": read_thruster("T200:2@12V")}, r"328 W at the shafts .*of the thruster.*4 times"),
        ({"power": 300.0}, ""),
    ],
)
def test_how_far_power_is_known_is_said(change: dict[str, object], said: str) -> None:
    notes = [note for note in vehicle_file(replace(HERON, **change)).notes if "W at the shafts" in note]  # type: ignore[arg-type]
    assert (len(notes) == 1 and re.match(said, notes[0])) if said else not notes


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"draft": 0.5}, r"--mass: 28 kg and the displacement do not go together: .* displace \d+.* to \d+"),
        (
            {"kind": "auv", "beam": 0.15},
            r"--mass: 28 kg and the displacement do not go together: a tube .* 14.67 to 24.94",
        ),
        ({"bollard": 0.0}, r"--thruster: is needed, or --bollard"),
        ({"propeller": 0.0}, r"--propeller: is needed, or --top-speed"),
        ({"hull_beam": 0.6}, r"--hull-beam: two hulls of 0.6 m are wider than the beam"),
        ({"hull_beam": 0.2, "hull_spacing": 0.9}, r"--hull-spacing: .* more than the beam"),
        ({"kind": "usv", "beam": 0.25}, r"--beam: .* it would turn over"),
        ({"beam": 2.0}, r"--beam: 2 m is more than the length"),
        ({"bollard": 5e4, "propeller": 1.0}, r"--bollard: .*a planing hull"),
        ({"kind": "rov", "length": 3.0}, r"--mass: length is .* times that of bluerov2"),
    ],
)
def test_what_cannot_be_is_one_error(change: dict[str, object], message: str) -> None:
    sheet = replace(HERON, **{"hull_beam": 0.22 if "draft" in change else 0.0, **change})  # type: ignore[arg-type]
    with pytest.raises(ConfigError, match=message):
        vehicle_file(sheet)


TABLE = "PWM (µs),RPM,Current (A),Voltage (V),Power (W),Force (Kg f)\n"


def curve(volts: float, most: float) -> str:
    rows = []
    for pwm in range(1100, 1901, 50):
        share = (pwm - 1500) / 400
        force = 0.0 if abs(share) < 0.1 else np.sign(share) * share**2 * (most if share > 0 else 0.8 * most)
        rows.append(f"{pwm},{3000 * share:.0f},{share:.2f},{volts:.2f},{200 * abs(share) ** 3:.1f},{force:.4f}\n")
    return "".join(rows)


def test_a_makers_table_is_read(tmp_path: Path) -> None:
    path = tmp_path / "mine.csv"
    path.write_text(TABLE + curve(12.0, 3.7) + curve(16.0, 5.2), encoding="utf-8")
    at = read_curve(path, 16.0)
    assert (at.ahead, at.astern, at.power) == pytest.approx((5.2 * 9.80665, 0.8 * 5.2 * 9.80665, 200.0), rel=1e-3)
    assert at.turns == 3000.0
    assert at.deadband == pytest.approx(0.0, abs=0.126)
    assert not at.linear
    sheet = replace(HERON, bollard=0.0, top_speed=1.7, thruster=read_thruster(f"{path}:2@12V"))
    assert vehicle_file(sheet).bollard == pytest.approx(2.0 * 3.7 * 9.80665, rel=1e-3)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (TABLE + curve(12.0, 3.7) + curve(16.0, 5.2), r"mine.csv: has several voltages \(12, 16 V\)"),
        (TABLE.replace("Force (Kg f)", "Push"), r"has no column Force or Thrust"),
        (
            TABLE.replace("Force (Kg f)", "Force") + curve(12.0, 3.7),
            r"mine.csv:1: the column 'force' must name the unit",
        ),
        (TABLE.replace("PWM", "P").replace("RPM", "R") + curve(12.0, 3.7), r"has no column PWM or RPM"),
        (TABLE + curve(12.0, -3.7), r"pushes astern at the large commands|has no thrust ahead"),
        (TABLE + "1100,x,1,12,3,4\n", r"mine.csv:2: 'x' is no number of the column rpm"),
        (TABLE, r"fewer than three rows"),
    ],
)
def test_a_wrong_table_is_one_error(text: str, message: str, tmp_path: Path) -> None:
    path = tmp_path / "mine.csv"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(ConfigError, match=message):
        read_curve(path)


@pytest.mark.parametrize("text", ["T200", "T200:2@5V", "T201@12V", "", "none.csv", "T200:0@12V"])
def test_a_thruster_that_is_not_known_is_one_error(text: str) -> None:
    with pytest.raises(Exception, match=r"T200|none.csv|NAME") as caught:
        read_thruster(text)
    assert type(caught.value).__module__ == "usimmarine_py.errors"


def test_the_periods_that_are_printed_are_those_of_small_motions() -> None:
    from usimmarine_py.cli.vehicles import undamped_periods

    for name, start in (("heron", 0.0), ("remus100", 20.0)):
        vehicle = Vehicle.load(name)
        printed = undamped_periods(vehicle.description)
        rest = vehicle.steady().state if not start else vehicle.state((0.0, 0.0, start, 0.0, 0.0, 0.0))
        mass = vehicle.mass_matrix()
        for axis, i in (("roll", 3), ("pitch", 4)):
            eta = vehicle.eta(rest)
            moments = []
            for sign in (1.0, -1.0):
                tilted = eta.copy()
                tilted[i] += sign * 1e-4
                moments.append(vehicle.restoring(tilted)[i])
            stiff = (moments[0] - moments[1]) / 2e-4
            assert printed[axis] == pytest.approx(2.0 * pi * sqrt(mass[i, i] / stiff), rel=0.02), (name, axis)


@pytest.mark.parametrize("length", [1.37, 1.43, 1.5, 1.57, 1.62])
def test_a_file_is_not_warned_of_its_own_top_speed(length: float) -> None:
    """Rounded, the limit of the Froude number was below that of the speed."""
    one = made(replace(HERON, length=length))
    assert not [text for text in vehicle_warnings(one.description) if "out of its range" in text]
