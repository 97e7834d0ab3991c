"""Mean drift and transfer functions of a file against numpy's own sums, and what a run makes of them (laws/bem 7)."""

from __future__ import annotations

import math
from dataclasses import replace
from itertools import product
from pathlib import Path

import numpy as np
import pytest

from tests.vehicle.test_bem import BARGE, DATA, RHO, G, data, nearest
from usimmarine_py.errors import ConfigError
from usimmarine_py.sea.waves import Component, WaveField
from usimmarine_py.vehicle.bem.data import Transfer
from usimmarine_py.vehicle.bem.load import BemLoad, first_order, slow
from usimmarine_py.vehicle.bem.second import SecondOrder, mean_of, pairs_of
from usimmarine_py.vehicle.bem.wamit import second
from usimmarine_py.vehicle.description.loader import load_vehicle
from usimmarine_py.vehicle.description.vehicle import VehicleDescription
from usimmarine_py.vehicle.model import Forcing, Model
from usimmarine_py.vehicle.solver import tableau
from usimmarine_py.vehicle.wave_load import load_of


def barge() -> VehicleDescription:
    text = BARGE.replace("FILE", str(DATA / "barge.nc")) + f'drift = "{DATA / "barge.8"}"\n'
    return load_vehicle(text, "barge.toml")


def component(omega: float, height: float, towards: float, phase: float = 0.4) -> Component:
    k = omega**2 / G
    return Component(omega, height, phase, k * math.cos(towards), k * math.sin(towards))


def test_short_waves_are_thrown_back() -> None:
    """The file of Capytaine's far field: half of rho g B A2 against the bow of a wall-sided box."""
    drift = barge().hydro.drift  # type: ignore[union-attr]
    assert drift is not None
    head = drift.values[-1, nearest(drift.chi, math.pi)]
    assert head[0] / (RHO * G) == pytest.approx(-2.0, rel=0.03) and abs(head[1]) < 1e-3 * RHO * G


@pytest.mark.parametrize(
    ("omega", "axis", "towards"), [pytest.param(2.6, 0, 180.0, marks=pytest.mark.nightly), (3.0, 1, -120.0)]
)
def test_the_barge_is_pushed_as_the_file_says(  # type: ignore[no-untyped-def]
    omega: float, axis: int, towards: float, figure
) -> None:
    """A free hull, heading held, gathers way by mean force over mass; first-order forces alone do otherwise."""
    v, step, height, b = barge(), 0.1, 0.05, math.radians(towards)
    model, own = Model(v), data()
    assert own.zero is not None and v.hydro is not None and v.hydro.drift is not None
    drift, table = v.hydro.drift, model.solver(tableau("rk4"), step)
    wanted = drift.values[nearest(drift.omega, omega), nearest(np.cos(drift.chi - b), 1.0), axis]
    found = []
    for whole in (True, False):
        load = load_of(v, step)
        assert isinstance(load, BemLoad)
        load = load if whole else replace(load, second=None)
        sea, state, rows = WaveField((component(omega, height, b),)), model.state((0.0,) * 6), []
        for n in range(1000):
            force, _, _ = load.meet(sea, n * step, state[:3], state[3:6], state[6:9], state[9:12])  # type: ignore[arg-type]
            ramp = min(1.0, n * step / 40.0) ** 2 * (3.0 - 2.0 * min(1.0, n * step / 40.0))
            state = model.advance(state, model.inputs(Forcing([ramp * x for x in force]), []), table, 1)
            state[5] = state[11] = 0.0
            rows.append(state[axis])
        t = step * np.arange(1, 1001)
        late = t > 50.0
        waves = [f(n * omega * t) for n in (1, 2) for f in (np.cos, np.sin)]
        columns = np.stack([*waves, np.ones_like(t), t, t * t], axis=1)[late]
        gathered = 2.0 * np.linalg.lstsq(columns, np.array(rows)[late], rcond=None)[0][-1]
        found.append(gathered * (v.mass + own.zero[axis, axis]) / height**2)
    share, alone = (x / wanted for x in found)
    figure(f"drift at {omega:g} rad/s, {towards:g} deg: {share:.3f} of the file's, {alone:.2f} by first order alone")
    assert found[0] == pytest.approx(wanted, rel=0.1)
    assert abs(found[1] - wanted) > 0.5 * abs(wanted)


def transfer(omega: np.ndarray, chi: np.ndarray) -> Transfer:  # type: ignore[type-arg]
    """A smooth Hermitian function of all three."""
    values = np.zeros((len(omega), len(omega), len(chi), 6), dtype=complex)
    for (j, a), (k, b), (h, c) in product(enumerate(omega), enumerate(omega), enumerate(chi)):
        values[j, k, h] = (a * b + 0.3j * (a - b) * (2.0 + a * b)) * (1.5 + math.cos(c)) * np.arange(1.0, 7.0)
    return Transfer(omega, chi, values)


@pytest.mark.parametrize("spread", [0.0, 0.3])
def test_every_pair_of_waves_counts(spread: float) -> None:
    """Against the double sum, the values of the function itself in place of the table."""
    table = transfer(np.linspace(0.5, 3.0, 26), np.linspace(-math.pi, math.pi, 36, endpoint=False))
    first = first_order(barge())
    drift, pairs = mean_of(replace(data(), transfer=table)), pairs_of(table)
    assert first is not None and drift is not None and pairs is not None
    mean = np.repeat(drift.values[None, ..., [0, 1, 5]], 6, axis=0)
    numbers = [0.0] * 15
    numbers[-2:] = 1.0, 1.0
    chi = np.mod(drift.chi, 2 * math.pi)
    order = np.argsort(chi)
    whole = SecondOrder(drift.omega, chi[order], mean[:, :, order], tuple(numbers), pairs)
    waves = [component(w, 0.2 + 0.1 * i, 0.7 + spread * i, 0.5 * i) for i, w in enumerate((0.83, 1.21, 1.9, 2.6))]
    sea, psi, time = WaveField(tuple(waves)), 0.2, 3.3
    a = np.array([w.amplitude * np.exp(1j * (w.omega * time + w.phase)) for w in waves])
    towards = np.array([math.atan2(w.number_east, w.number_north) for w in waves])
    found = slow(whole, first, sea, 0.0, psi, towards, a)
    expected = np.zeros(6)
    for j, k in product(range(4), range(4)):
        wj, wk = waves[j].omega, waves[k].omega
        by = 0.5 * sum(1.5 + math.cos(towards[n] - psi) for n in (j, k))
        own = [w * w * (1.5 + math.cos(towards[n] - psi)) for w, n in ((wj, j), (wk, k))]
        rest = (wj * wk + 0.3j * (wj - wk) * (2.0 + wj * wk) - 0.5 * (wj**2 + wk**2)) * by
        expected += np.real(a[j] * np.conj(a[k]) * (0.5 * sum(own) + rest)) * np.arange(1.0, 7.0)
    assert found == pytest.approx(expected[[0, 1, 5]], rel=2e-3, abs=2e-3)


def test_transfer_functions_are_read_with_their_other_half(tmp_path: Path) -> None:
    table = transfer(np.array([1.0, 1.5, 2.0]), np.array([0.0, math.pi]))
    lines = []
    for j, k, h in product(range(3), range(3), range(2)):
        if j <= k:
            for i in range(6):
                z = complex(table.values[j, k, h, i])
                n = 0 if i < 3 else 1
                z /= RHO * G * 2.0 ** (1 + n)
                degrees = math.degrees(table.chi[h])
                periods = (2 * math.pi / table.omega[j], 2 * math.pi / table.omega[k])
                lines.append(
                    f"{periods[0]:.9e} {periods[1]:.9e} {degrees} {degrees} {i + 1} {abs(z)} 0 {z.real} {z.imag}"
                )
    lines.append("6.0 5.0 0.0 30.0 1 1 0 1 0")
    (tmp_path / "a.12d").write_text("\n".join(lines), encoding="utf-8")
    _, found = second(tmp_path / "a.12d", RHO, G, 2.0)
    assert found is not None and found.crossing == 1
    assert found.omega == pytest.approx(table.omega) and found.values == pytest.approx(table.values)
    with pytest.raises(ConfigError, match="is missing"):
        second(tmp_path / "b.8", RHO, G, 1.0)


@pytest.mark.parametrize("ending", [".9", ".7"])
def test_mean_drift_by_pressure_or_momentum_is_read_like_that_by_control_surface(ending: str, tmp_path: Path) -> None:
    """Of the same digits; where a run has several, .8 counts before .9 and .9 before .7."""
    rows = "2.5 30 30 2 0.5 0 0.5 0\n2.5 30 30 6 0.25 0 0.25 0\n2.5 0 30 1 9 0 9 0\n"
    (tmp_path / f"a{ending}").write_text(rows, encoding="utf-8")
    drift, none = second(tmp_path / "a.1", RHO, G, 2.0)
    assert drift is not None and none is None
    # rho g L, times L for a moment
    assert drift.omega == pytest.approx([2.0 * math.pi / 2.5]) and drift.chi == pytest.approx([math.radians(30.0)])
    assert drift.values[0, 0, 1] == pytest.approx(0.5 * RHO * G * 2.0)
    assert drift.values[0, 0, 5] == pytest.approx(0.25 * RHO * G * 4.0)
    (tmp_path / "a.8").write_text(rows.replace("0.5", "0.7"), encoding="utf-8")
    first, _ = second(tmp_path / "a.1", RHO, G, 2.0)
    assert first is not None and first.values[0, 0, 1] == pytest.approx(0.7 * RHO * G * 2.0)
    (tmp_path / "a.8").unlink()
    (tmp_path / f"a{ending}").write_text("2.5 30 30 7 0.5 0 0.5 0\n", encoding="utf-8")
    with pytest.raises(ConfigError, match="mode 7"):
        second(tmp_path / "a.1", RHO, G, 2.0)
