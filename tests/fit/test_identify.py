"""Numbers of a vehicle file from trials: the truth comes back within its errors; what data lack is said."""

from __future__ import annotations

import itertools
import json
import re
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from tests.support.trials import CASES, INDOORS, recovered, trial
from usimmarine_py.cli.craft.informative import possible_trials
from usimmarine_py.cli.usim import entry
from usimmarine_py.errors import ConfigError, FitError
from usimmarine_py.fit.identify.design import asked_numbers, propose
from usimmarine_py.fit.identify.files import vehicle_text
from usimmarine_py.fit.identify.free import VehicleFile, read_free
from usimmarine_py.fit.identify.identify import Identified, identify
from usimmarine_py.fit.identify.mapping import read_record
from usimmarine_py.fit.identify.pieces import Options, unsettled
from usimmarine_py.fit.identify.record import Record, held_at, held_means
from usimmarine_py.trials.subject import vehicle_subject
from usimmarine_py.vehicle import Vehicle

pytest.importorskip("numba")

MODEL = "cybership2"


@pytest.mark.parametrize("seed", [1, 2])
def test_the_truth_is_within_its_errors(seed: int) -> None:
    """200 seeds of three vehicles: benchmarks/fit_coverage.py."""
    found = recovered(MODEL, seed)
    assert len(found) == 3
    for name, (value, error, truth) in found.items():
        assert abs(value - truth) < 4.0 * error, name
        assert error < 0.05 * abs(truth), name


def model_trials(changes: dict[str, float], rudder: bool = True) -> list[Record]:
    real = Vehicle.load(MODEL, overrides=changes)
    orders = CASES[MODEL][1]
    if not rudder:
        orders = [[(t, thrust, 0.0) for t, thrust, _ in one] for one in orders]
    return [trial(real, f"run{i}", one, 60.0, (0.03, -0.02), i, INDOORS) for i, one in enumerate(orders)]


def fitted(records: list[Record], free: str, options: Options | None = None, vehicle: str = MODEL) -> Identified:
    file = VehicleFile.open(vehicle)
    return identify(file, read_free(file, [free]), records, options)


def test_a_run_left_out_is_predicted_and_currents_come_back() -> None:
    result = fitted(model_trials({"manoeuvring.N_r": -2.3}), "manoeuvring.N_r")
    assert result.value("manoeuvring.N_r") == pytest.approx(-2.3, rel=0.02)
    assert result.value("run0: current north") == pytest.approx(0.03, abs=0.01)
    assert result.value("run1: current east") == pytest.approx(-0.02, abs=0.01)
    assert [left.run for left in result.left_out] == ["run0", "run1"]
    for left in result.left_out:
        assert left.rms["heading"] == pytest.approx(left.within["heading"], rel=0.2)
        assert left.values["manoeuvring.N_r"] == pytest.approx(-2.3, rel=0.05)


def test_of_a_product_one_is_held_and_both_are_named() -> None:
    file = VehicleFile.open("remus100")
    twice = read_free(file, ["actuator.rudder.CL,actuator.rudder.area"])
    real = file.build({"actuator.1.CL": 1.6})
    record = trial(real, "run", CASES["remus100"][1][0], 60.0, (0.0, 0.0), 1)
    result = identify(file, twice, [record], Options(current="none", leave_out=False))
    product = result.value("actuator.rudder.CL") * result.value("actuator.rudder.area")
    assert product == pytest.approx(1.6 * 0.0133, rel=0.03)
    assert [e.error is None for e in result.estimates] == [True, False]
    assert any("only the product of actuator.rudder.CL and actuator.rudder.area" in note for note in result.notes)


def test_what_no_rudder_excites_is_not_determined() -> None:
    free = "manoeuvring.X_uu,actuator.*.L_d_pos"
    result = fitted(model_trials({"manoeuvring.X_uu": -1.6}, rudder=False), free, Options(leave_out=False))
    surge, steer = result.estimates
    assert surge.value == pytest.approx(-1.6, rel=0.1)
    assert steer.error is None
    assert steer.value == steer.start == 6.43306
    assert any(note.startswith("these records do not determine actuator.*.L_d_pos") for note in result.notes)


def test_outliers_bias_and_lag_do_not_move_the_number() -> None:
    records = model_trials({"manoeuvring.N_r": -2.3})
    random = np.random.default_rng(5)
    spoilt = []
    for record in records:
        t, heading = record.channels["heading"]
        wild = heading + 4.0 + np.where(random.random(len(t)) < 0.05, random.uniform(-90, 90, len(t)), 0.0)
        late = {name: (record.channels[name][0] + 0.4, record.channels[name][1]) for name in ("x", "y")}
        spoilt.append(replace(record, channels={**record.channels, **late, "heading": (t, wild)}))
    options = Options(bias=["heading"], lag=["x", "y"], leave_out=False)
    result = fitted(spoilt, "manoeuvring.N_r", options)
    assert result.value("manoeuvring.N_r") == pytest.approx(-2.3, rel=0.03)
    assert result.value("run0: bias of heading") == pytest.approx(4.0, abs=0.5)
    assert result.value("run0: lag") == pytest.approx(0.4, abs=0.1)


def test_sides_that_are_exchanged_are_noticed() -> None:
    records = [
        replace(one, commands={**one.commands, "rudder": (one.commands["rudder"][0], -one.commands["rudder"][1])})
        for one in model_trials({})
    ]
    result = fitted(records, "manoeuvring.N_r", Options(leave_out=False))
    note = next(note for note in result.notes if "of the variation of yaw_rate" in note)
    assert "is a sign, a side or a unit in --map another one?" in note


def test_actuators_that_a_log_finds_under_way_do_not_move_the_number() -> None:
    """The propeller of a REMUS follows its first order within a second; taken as settled, its drag came out 2 % low."""
    file = VehicleFile.open("remus100")
    real = file.build({})
    orders = [(0, 70, 0), (4, 70, 40), (12, 70, -40), (20, 70, 40), (28, 70, -40), (36, 70, 40), (44, 70, -40)]
    exact = {"x": 1e-3, "y": 1e-3, "heading": 1e-2, "yaw_rate": 1e-2, "depth": 1e-3, "pitch": 1e-2}
    record = trial(real, "run", orders, 60.0, (0.1, -0.05), 1, exact)
    free = read_free(file, ["damping.quadratic_diag.0"])
    result = identify(file, free, [record], Options(leave_out=False))
    assert result.estimates[0].value == pytest.approx(free[0].start, rel=1e-3)
    assert "run: its first 5 s are left out: it begins under commands" in " ".join(result.notes)
    assert unsettled(real, record) == pytest.approx(5.0)
    idle = replace(record, commands={name: (t + 4.0, values) for name, (t, values) in record.commands.items()})
    since = replace(record, commands={name: (t - 3.0, values) for name, (t, values) in record.commands.items()})
    assert (unsettled(real, idle), unsettled(real, since)) == (0.0, pytest.approx(2.0))


def test_columns_with_the_names_of_quantities_need_no_map(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record = model_trials({"manoeuvring.N_r": -2.3})[0]
    names = ["x", "y", "heading", "yaw_rate"]
    t = record.channels["x"][0]
    orders = [held_at(record.commands[name], t) for name in ("thrust", "rudder")]
    table = np.stack([t, *(record.channels[name][1] for name in names), *orders], axis=-1)
    path = tmp_path / "plain.csv"
    np.savetxt(path, table, delimiter=",", comments="", header="time," + ",".join(names) + ",thrust,rudder")
    arguments = ["fit", str(path), "--vehicle", MODEL, "--free", "manoeuvring.N_r", "--no-figure"]
    assert entry(arguments) == 0
    shown = capsys.readouterr().out
    assert ("yaw_rate: yaw_rate (deg/s)" in shown, "not used" in shown) == (True, False)
    made = json.loads((tmp_path / "plain_fitted.json").read_text())
    assert made["parameters"]["manoeuvring.N_r"]["value"] == pytest.approx(-2.3, rel=0.05)
    # columns of `usim run` have pitch in rad: one in deg is refused, not taken
    rows = path.read_text().replace("yaw_rate", "yaw").splitlines()
    path.write_text("\n".join([rows[0] + ",pitch", *(f"{row},7.5" for row in rows[1:])]) + "\n")
    assert entry(["fit", str(path), "--vehicle", "remus100", "--free", "rigid_body.mass", "--no-figure"]) != 0
    assert "pitch reaches 7.5 rad, which no pitch does: is it in deg?" in capsys.readouterr().err


def test_tracks_of_trials_are_known(tmp_path: Path) -> None:
    (tmp_path / "t.csv").write_text(
        "time,x,y,heading,speed,sway,depth,yaw_rate,thrust,rudder\n"
        + "".join(f"{0.5 * k},0,{k},0,1,0.1,0,2,50,{k}\n" for k in range(20))
    )
    record = read_record(tmp_path / "t.csv", Vehicle.load(MODEL), {})
    assert sorted(record.channels) == ["heading", "speed", "v", "x", "y", "yaw_rate"]
    assert sorted(record.commands) == ["rudder", "thrust"]
    assert record.channels["yaw_rate"][1][3] == 2.0


@pytest.mark.parametrize("factor", [10.0, 180.0 / np.pi])
def test_a_pitch_in_another_unit_is_noticed(factor: float) -> None:
    """It was the only channel without a word where it disagreed, and a far one ended in a traceback."""
    file = VehicleFile.open("remus100")
    record = trial(file.build({}), "run", CASES["remus100"][1][0], 60.0, (0.0, 0.0), 1)
    t, pitch = record.channels["pitch"]
    wrong = replace(record, channels={**record.channels, "pitch": (t, factor * pitch)})
    try:
        notes = identify(file, read_free(file, ["actuator.rudder.CL"]), [wrong], Options(leave_out=False)).notes
    except FitError as error:
        notes = [str(error)]
    assert any("is a sign, a side or a unit in --map another one" in note for note in notes), notes


def test_of_several_runs_the_one_in_another_unit_is_named() -> None:
    """Degrees taken for metres, in a run beside one that is right: summed over both they were hidden."""
    file = VehicleFile.open("otter")
    real = file.build({})
    pair = enumerate(CASES["otter"][1])
    first, second = (trial(real, f"run{i}", orders, 60.0, (0.1, 0.0), i) for i, orders in pair)
    shrunk = {name: (t, values / 111_300.0) for name, (t, values) in second.channels.items() if name in ("x", "y")}
    wrong = replace(second, channels={**second.channels, **shrunk})
    free = read_free(file, ["damping.linear_diag.0"])
    notes = identify(file, free, [first, wrong], Options(leave_out=False)).notes
    assert any("of the variation of x in run1" in note for note in notes), notes
    assert not any("in run0" in note for note in notes)


def test_a_prior_and_a_bound_count() -> None:
    records = model_trials({"manoeuvring.N_r": -2.3})[:1]
    file = VehicleFile.open(MODEL)
    tight = read_free(file, ["manoeuvring.N_r"], [], ["manoeuvring.N_r=-1.9+-1e-6"])
    held = identify(file, tight, records).value("manoeuvring.N_r")
    assert held == pytest.approx(-1.9, abs=1e-4)
    bounded = identify(file, read_free(file, ["manoeuvring.N_r"], ["manoeuvring.N_r=-2:-1"]), records)
    assert bounded.value("manoeuvring.N_r") == pytest.approx(-2.0)
    assert any("at its bound" in note for note in bounded.notes)


def test_the_written_file_is_the_fitted_vehicle() -> None:
    result = fitted(model_trials({"manoeuvring.N_r": -2.3})[:1], "manoeuvring.N_r")
    made = Vehicle.from_toml(vehicle_text(result))
    wanted = Vehicle.load(MODEL, overrides={"manoeuvring.N_r": result.value("manoeuvring.N_r")})
    nu = [0.5, 0.1, 0.2]
    assert made.damping_force(nu) == pytest.approx(wanted.damping_force(nu), rel=1e-7)
    assert made.description.variant == "fitted"
    assert ("variant fitted", "fitted to run0") in made.description.about.sources
    # the former default is still there
    assert Vehicle.from_toml(vehicle_text(result), "mission").damping_force(nu) != pytest.approx(made.damping_force(nu))


@pytest.mark.parametrize(
    ("free", "problem"),
    [
        ("manoeuvring.N_x", "is no number of this vehicle"),
        ("manoeuvring.N_r,manoeuvring.N_r*", "is free twice"),
        ("manoeuvring.N_*", "matches numbers that differ, and 0"),
        ("", "names no number"),
        ("manoeuvring.N_r=nan", "is no number"),
    ],
)
def test_numbers_that_cannot_be_free(free: str, problem: str) -> None:
    with pytest.raises(ConfigError, match=problem):
        read_free(VehicleFile.open(MODEL), [free])


def test_equal_numbers_are_one_and_different_ones_a_factor() -> None:
    both = read_free(VehicleFile.open("otter"), ["actuator.*.K_pos", "damping.linear_diag.*"])
    assert both[0].overrides(0.02) == {"actuator.0.K_pos": 0.02, "actuator.1.K_pos": 0.02}
    assert both[1].factor
    assert both[1].overrides(2.0)["damping.linear_diag.1"] == 325.0


def test_a_command_counts_for_its_share_of_a_row() -> None:
    means = held_means((np.array([0.0, 0.25]), np.array([1.0, 3.0])), np.array([0.0, 0.1, 0.2, 0.3, 0.4]))
    assert means == pytest.approx([1.0, 1.0, 2.0, 3.0])


def write_trial(path: Path, record: Record) -> None:
    """A table as a GPS and a logger write it: knots, degrees, text for times, the command in pulse widths."""
    lat, lon = 54.32, 10.16
    (t, x), (_, y), (_, heading) = (record.channels[name] for name in ("x", "y", "heading"))
    rows = ["stamp;latitude;longitude;hdg;servo3;servo1"]
    for k, time in enumerate(t.tolist()):
        orders = [
            record.commands[name][1][np.searchsorted(record.commands[name][0], time, side="right") - 1]
            for name in ("thrust", "rudder")
        ]
        place = lat + y[k] / 111_300.0, lon + x[k] / (111_412.0 * np.cos(np.radians(lat)))
        stamp = f"2025-06-01T12:{int(time // 60):02d}:{time % 60:06.3f}Z"
        pulses = ";".join(f"{1500 + 4 * order:.0f}" for order in orders)
        rows.append(f"{stamp};{place[0]:.9f};{place[1]:.9f};{heading[k]:.2f};{pulses}")
    path.write_text("\n".join(rows) + "\n", encoding="utf-8")


def test_the_command_fits_a_table_of_instruments(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    records = model_trials({"manoeuvring.N_r": -2.3})
    for record in records:
        write_trial(tmp_path / f"{record.name}.csv", record)
    mapping = "x=longitude,y=latitude,heading=hdg:deg,thrust=servo3:pwm,rudder=servo1:pwm"
    runs = [str(tmp_path / f"{record.name}.csv") for record in records]
    arguments = ["fit", *runs, "--vehicle", MODEL, "--free", "manoeuvring.N_r", "-o", str(tmp_path), "--no-figure"]
    assert entry([*arguments, "--map", mapping + ",time=stamp"]) == 0
    shown = capsys.readouterr().out
    assert "x: longitude (deg), 121 values every 0.5 s" in shown
    assert "from 2025-06-01 12:00:00 UTC" in shown
    assert "run1 predicted by the other runs" in shown
    made = Vehicle.load(tmp_path / "cybership2_fitted.toml")
    assert made.description.forces.damping.derivatives.n.r == pytest.approx(-2.3, rel=0.03)
    assert re.search(r" values in \d+ pieces, ", shown)
    # one run of another instrument: a map of its own for what differs
    other = tmp_path / "run0.csv"
    other.write_text(other.read_text().replace("hdg", "compass"))
    assert entry([*arguments, "--map", mapping + ",time=stamp", "--map", "run0.csv: heading=compass:deg"]) == 0
    assert capsys.readouterr().out.count("heading: compass (deg), 121 values") == 1
    assert entry([*arguments, "--map", mapping + ",time=stamp", "--map", "run3:heading=compass"]) == 2
    assert "run3 is none of the runs (run0.csv, run1.csv)" in capsys.readouterr().err
    assert entry([*arguments, "--map", mapping + ",run0.csv:heading=compass"]) == 2
    assert "another run has a --map of its own" in capsys.readouterr().err
    alone = [word for word in arguments if word != runs[0]]
    assert entry([*alone, "--map", mapping + ",time=stamp", "--horizon", "100"]) == 0
    assert " values in 1 piece, " in capsys.readouterr().out
    other.write_text(other.read_text().replace("compass", "hdg"))
    # what is wrong with a mapping is said in a line
    assert entry([*arguments, "--map", mapping]) == 2
    assert "no column is named t or time" in capsys.readouterr().err
    assert entry([*arguments, "--map", mapping.replace("hdg", "hgd") + ",time=stamp"]) == 2
    assert "did you mean hdg?" in capsys.readouterr().err
    assert entry([*arguments, "--map", "speed=hdg:furlong,time=stamp"]) == 2
    assert "furlong is no unit of speed" in capsys.readouterr().err


def dense(file: VehicleFile, names: list[str], record: Record, noise: dict[str, float], horizon: float) -> np.ndarray:  # type: ignore[type-arg]
    """Relative errors by one large matrix of derivatives: numbers, current, and a start for each part of the record."""
    vehicle, numbers = file.build({}), file.numbers()
    times = record.channels["x"][0]
    grid = np.arange(0.0, float(times[-1]) + 0.05, 0.1)
    orders = {key: held_means(record.commands[key], np.append(grid, grid[-1] + 0.1)) for key in record.commands}

    def run(change: dict[str, float], current: tuple[float, float], start: np.ndarray, a: int, b: int) -> np.ndarray:  # type: ignore[type-arg]
        v = file.build(change)
        inputs = v.inputs(v.orders(orders["thrust"][a:b], orders["rudder"][a:b]), current=[*current, 0.0])
        s = v.simulate(start, inputs, step=0.05, steps=2, solver="rk4")
        at = {n: s[:, v.names.index(n)] for n in ("x", "y", "psi", "r")}
        t = grid[a : b + 1] if b < len(grid) else np.append(grid[a:b], grid[b - 1] + 0.1)
        mine = times[(times >= grid[a] - 1e-9) & (times < t[-1] - 1e-9)]
        shown = (at["y"], at["x"], np.degrees(at["psi"]), np.degrees(at["r"]))
        return np.concatenate(
            [np.interp(mine, t, x) / noise[k] for k, x in zip(("x", "y", "heading", "yaw_rate"), shown, strict=True)]
        )

    whole = vehicle.inputs(vehicle.orders(orders["thrust"], orders["rudder"]))
    states = vehicle.simulate(vehicle.state(), whole, step=0.05, steps=2, solver="rk4")
    count = max(1, round(float(times[-1]) / horizon))
    cuts = [round(len(grid) * k / count) for k in range(count + 1)]
    blocks = []
    for k, (a, b) in enumerate(itertools.pairwise(cuts)):
        steps = [({n: numbers[n] * (1 + e)}, (0.0, 0.0), np.zeros(6)) for n in names for e in (1e-5, -1e-5)]
        steps += [({}, (e, 0.0), np.zeros(6)) for e in (1e-5, -1e-5)] + [
            ({}, (0.0, e), np.zeros(6)) for e in (1e-5, -1e-5)
        ]
        steps += [({}, (0.0, 0.0), e * np.eye(6)[i]) for i in range(6) for e in (1e-6, -1e-6)]
        widths = [2e-5] * len(names) + [2e-5] * 2 + [2e-6] * 6
        found = []
        for change, current, moved in steps:
            start = states[a].copy()
            start[:6] += moved
            found.append(run(change, current, start, a, b))
        slopes = [(found[2 * i] - found[2 * i + 1]) / w for i, w in enumerate(widths)]
        block = np.zeros((len(slopes[0]), len(names) + 2 + 6 * count))
        block[:, : len(names) + 2] = np.array(slopes[: len(names) + 2]).T
        block[:, len(names) + 2 + 6 * k : len(names) + 8 + 6 * k] = np.array(slopes[len(names) + 2 :]).T
        blocks.append(block)
    jacobian = np.concatenate(blocks)
    normal = jacobian.T @ jacobian
    normal[len(names), len(names)] += 1.0  # a current within 1 m/s
    normal[len(names) + 1, len(names) + 1] += 1.0
    return np.sqrt(np.diag(np.linalg.inv(normal))[: len(names)])


@pytest.mark.nightly
def test_the_trial_that_is_proposed_is_that_of_brute_force() -> None:
    # within 20 %: at rest, where the rudder of this vehicle jumps, differences depend on how they are taken
    names = ["manoeuvring.X_uu", "manoeuvring.Y_r", "manoeuvring.N_r"]
    noise = {"x": 0.02, "y": 0.02, "heading": 0.5, "yaw_rate": 0.5}
    file, subject = VehicleFile.open(MODEL), vehicle_subject(MODEL)
    free, known, _ = asked_numbers(file, ",".join(names))
    possible = possible_trials(subject, False, ["turning_circle", "zigzag_20_20"])
    result = propose(file, possible, free, known, noise)
    assert all(np.isinf(list(result.before.values())))
    own = {(p.manoeuvre, p.thrust, p.angle): dense(file, names, p.record(), noise, 30.0) for p in possible}
    for one in result.trials:
        expected = own[one.manoeuvre, one.thrust, one.angle]
        assert list(one.errors.values()) == pytest.approx(expected.tolist(), rel=0.2), one.command
    best = min(own, key=lambda key: own[key].max())
    assert (result.trials[0].manoeuvre, result.trials[0].thrust, result.trials[0].angle) == best


def test_informations_add_and_a_fit_gives_its_own(tmp_path: Path) -> None:
    result = fitted(
        model_trials({"manoeuvring.N_r": -2.3})[:1], "manoeuvring.N_r,manoeuvring.X_uu", Options(leave_out=False)
    )
    path = tmp_path / "a_fitted.json"
    path.write_text(json.dumps(result.as_json()))
    file = VehicleFile.open(MODEL)
    free, known, noise = asked_numbers(file, str(path))
    assert [f.name for f in free] == ["manoeuvring.N_r", "manoeuvring.X_uu"]
    errors = np.sqrt(np.diag(np.linalg.inv(known)))
    stated = [e.error or 0.0 for e in result.estimates]
    assert (errors <= np.array(stated) * 1.001).all()
    assert errors == pytest.approx(stated, rel=0.5)
    assert set(noise) >= {"x", "y", "heading"}
    both = propose(file, possible_trials(vehicle_subject(MODEL), False, ["acceleration"]), free, known, noise)
    assert all(both.trials[0].errors[name] < before for name, before in both.before.items())
    path.write_text("{}")
    with pytest.raises(ConfigError, match="is no result of a fit with an information matrix"):
        asked_numbers(file, str(path))
