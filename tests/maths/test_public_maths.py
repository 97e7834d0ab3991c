"""The public room of mathematics: every name has a page, units, an example that runs, and takes arrays."""

from __future__ import annotations

import doctest
import inspect
import re
import runpy
import subprocess
import sys
from collections.abc import Callable
from importlib import import_module
from math import pi
from pathlib import Path

import numpy as np
import pytest

from tests.support.paths import ROOT
from tests.support.processes import environment
from usimmarine_py import maths

MODULES = ("", ".rotations", ".quaternions", ".earth", ".flow", ".filters")
FUNCTIONS = [name for name in maths.__all__ if callable(getattr(maths, name))]
N = 100_000


def draws(*widths: float) -> list[np.ndarray]:
    rng = np.random.default_rng(15)
    return [rng.uniform(-width, width, N) for width in widths]


@pytest.mark.parametrize("module", MODULES)
def test_doctests(module: str) -> None:
    failed, tried = doctest.testmod(import_module(f"usimmarine_py.maths{module}"))
    assert tried > 0 and failed == 0


def test_the_page() -> None:
    failed, tried = doctest.testfile(str(ROOT / "docs" / "maths.md"), module_relative=False)
    assert tried > 0 and failed == 0
    page = (ROOT / "docs" / "reference" / "maths.md").read_text(encoding="utf-8")
    cells = re.findall(r"^\| (`[^|]*) \|", page, re.MULTILINE)
    rows = dict(name for cell in cells for name in re.findall(r"`(\w+)(\([^`]*\))?`", cell))
    assert sorted(rows) == sorted(maths.__all__)
    for name in FUNCTIONS:
        signature = inspect.signature(getattr(maths, name)).parameters.values()
        defaults = {p.name: f"{p.default:g}" if isinstance(p.default, float) else repr(p.default) for p in signature}
        shown = {name: "=" + text.replace("'", '"') for name, text in defaults.items()}
        given = ", ".join(p.name + ("" if p.default is p.empty else shown[p.name]) for p in signature)
        assert rows[name] == f"({given})"


@pytest.mark.parametrize("name", FUNCTIONS)
def test_every_function_has_an_example(name: str) -> None:
    assert ">>>" in (getattr(maths, name).__doc__ or "")


def test_names_come_late_and_unknown_ones_not_at_all() -> None:
    code = (
        "import sys, usimmarine_py.maths as m; assert 'numpy' not in sys.modules; m.ssa; assert 'numpy' in sys.modules"
    )
    assert subprocess.run([sys.executable, "-c", code], env=environment(), check=False).returncode == 0
    assert set(maths.__all__) <= set(dir(maths))
    with pytest.raises(AttributeError, match="no attribute 'nonsense'"):
        maths.nonsense  # noqa: B018


#: Shape of one argument by its name; all others are single numbers.
SHAPES = {"a": (3,), "r": (3,), "axis": (3,), "omega": (3,), "q": (4,), "b": (4,), "R": (3, 3), "S": (3, 3)}


@pytest.mark.parametrize("name", [name for name in FUNCTIONS if name not in ("low_passed", "vex")])
def test_arrays_give_what_single_numbers_give(name: str) -> None:
    """Arguments of shapes (5, 1, ...) and (4, ...) in turn, against a loop."""
    function, rng = getattr(maths, name), np.random.default_rng(7)
    given = []
    for k, p in enumerate(
        p for p in inspect.signature(function).parameters.values() if p.name not in ("gamma", "unit")
    ):
        own = (4,) if name == "quaternion_product" else SHAPES.get(p.name, ())
        shape = (5, 1) if k % 2 == 0 else (4,)
        given.append((shape, rng.uniform(0.2, 1.2, shape + own), own))
    whole = function(*(values for _, values, _ in given))
    single = isinstance(whole, tuple)
    full = np.broadcast_shapes(*(shape for shape, _, _ in given))
    for place in np.ndindex(*full):
        one = [np.broadcast_to(values, full + own)[place] for _, values, own in given]
        found = function(*(x if x.ndim else float(x) for x in map(np.asarray, one)))
        for part, alone in zip(whole if single else (whole,), found if single else (found,), strict=True):
            at = np.broadcast_to(part, full + np.shape(alone))[place]
            assert np.allclose(at, alone, rtol=1e-13, atol=1e-9 if name.endswith(("ned", "ecef")) else 1e-13)
            assert np.ndim(alone) > 0 or type(alone) is float


def test_attitudes_there_and_back() -> None:
    phi, theta, psi = draws(pi, 0.5 * pi - 1e-3, pi)
    q = maths.euler2q(phi, theta, psi)
    assert np.abs(np.linalg.norm(q, axis=-1) - 1.0).max() < 1e-14
    for back in (maths.q2euler(q), maths.R2euler(maths.Rzyx(phi, theta, psi))):
        assert max(np.abs(maths.ssa(a - b)).max() for a, b in zip(back, (phi, theta, psi), strict=True)) < 1e-12
    assert np.abs(maths.Rquat(q) - maths.Rzyx(phi, theta, psi)).max() < 1e-14
    one = maths.quaternion_product(q, maths.quaternion_conjugate(q))
    assert np.abs(one - [1.0, 0.0, 0.0, 0.0]).max() < 1e-14
    assert np.abs(maths.Tzyx(phi, theta) @ maths.Tzyx_inv(phi, theta) - np.eye(3)).max() < 1e-12


def test_steps_there_and_back_and_against_scipy() -> None:
    phi, theta, psi, p, q, r, h = draws(pi, 1.5, pi, 3.0, 3.0, 3.0, 2.0)
    start, omega = maths.euler2q(phi, theta, psi), np.stack((p, q, r), axis=-1)
    there = maths.quaternion_step(start, omega, h)
    assert np.abs(maths.quaternion_step(there, omega, -h) - start).max() < 1e-14
    rotation = pytest.importorskip("scipy.spatial.transform", exc_type=ImportError).Rotation
    expected = maths.Rquat(start) @ rotation.from_rotvec(omega * h[:, None]).as_matrix()
    assert np.abs(maths.Rquat(there) - expected).max() < 1e-13


def test_positions_there_and_back() -> None:
    lon, lat, h, north, east, down = draws(pi, 0.5 * pi, 9000.0, 5000.0, 5000.0, 300.0)
    x, y, z = maths.llh2ecef(lon, lat, h)
    lon1, lat1, h1 = maths.ecef2llh(x, y, z)
    assert np.abs(lat1 - lat).max() < 2e-12
    assert (np.abs(maths.ssa(lon1 - lon)) * np.cos(lat)).max() < 1e-14
    assert np.abs(h1 - h).max() < 1e-4
    again = maths.llh2ecef(lon1, lat1, h1)
    assert max(np.abs(a - b).max() for a, b in zip(again, (x, y, z), strict=True)) < 2e-4
    back = maths.ecef2ned(*maths.ned2ecef(north, east, down, lon, lat, h), lon, lat, h)
    assert max(np.abs(a - b).max() for a, b in zip(back, (north, east, down), strict=True)) < 1e-8
    middle = np.clip(lat, -1.4, 1.4)
    back = maths.llh2flat(*maths.flat2llh(north, east, down, lon, middle, h), lon, middle, h)
    assert max(np.abs(a - b).max() for a, b in zip(back, (north, east, down), strict=True)) < 1e-7


def test_flow_axes_of_many_velocities() -> None:
    u, v, w = draws(3.0, 3.0, 3.0)
    alpha, beta, size = maths.attack(u, w), maths.sideslip_3d(u, v, w), maths.speed(u, v, w)
    along = (maths.R_flow(alpha, beta) @ np.stack((u, v, w), axis=-1)[..., None])[..., 0]
    assert np.abs(along - np.stack((size, 0.0 * size, 0.0 * size), axis=-1)).max() < 1e-14
    assert np.abs(maths.vex(maths.Smtrx(np.stack((u, v, w), axis=-1))) - np.stack((u, v, w), axis=-1)).max() == 0.0


def test_the_filter_is_that_of_a_held_input() -> None:
    u = np.random.default_rng(3).standard_normal((400, 2))
    fine = np.repeat(u, 50, axis=0)[50:]
    state = u[0].copy()
    for value in fine:  # classical Runge-Kutta on a fine grid
        h, f = 0.1 / 50, lambda x, value=value: (value - x) / 0.7
        a = f(state)
        b = f(state + 0.5 * h * a)
        c = f(state + 0.5 * h * b)
        state = state + h / 6 * (a + 2 * b + 2 * c + f(state + h * c))
    assert np.abs(maths.low_passed(u, 0.1, 0.7)[-1] - state).max() < 1e-10


def test_the_case_study(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("matplotlib", reason="matplotlib draws the figures")
    study = runpy.run_path(str(ROOT / "examples" / "kinematics_case_study.py"))
    study["main"](tmp_path)
    printed = capsys.readouterr().out
    assert "Earth rate left in" in printed
    for name in ("kinematics_track.png", "kinematics_errors.png"):
        assert (tmp_path / name).stat().st_size > 10_000
    headings = [float(x) for x in re.findall(r"heading off by (\S+) deg", printed)]
    places = [float(x) for x in re.findall(r"position by (\S+) m", printed)]
    # without noise: the Earth's turn about down, and the bias, for 600 s
    turned = -np.degrees(7.292115e-5 * np.sin(study["LAT"]) * 600.0)
    assert headings[0] - headings[1] == pytest.approx(turned, abs=0.03)
    assert headings[1] == pytest.approx(2.0 / 6.0, abs=0.4)  # noise: 0.11 deg, one sigma
    assert places[1] < 1.0 < places[0] < 10.0


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        (lambda: maths.R2euler(np.eye(4)), r"needs matrices \(..., 3, 3\), found shape \(4, 4\)"),
        (lambda: maths.R_dot(np.eye(2), [0, 0, 1]), "needs matrices"),
        (lambda: maths.q2euler([1, 0, 0]), r"needs quaternions \(..., 4\), found shape \(3,\)"),
        (lambda: maths.Rquat([1, 0, 0]), "needs quaternions"),
        (lambda: maths.quaternion_product([1, 0, 0, 0], [1, 0]), "needs quaternions"),
        (lambda: maths.Smtrx([1, 2]), r"needs vectors \(..., 3\), found shape \(2,\)"),
        (lambda: maths.Tomega(0.1), r"needs vectors \(..., 3\), found shape \(\)"),
        (lambda: maths.low_pass(0.0, 1.0, 0.1, -1.0), "must be at least 0 s"),
        (lambda: maths.low_passed([1.0, 2.0], -0.1, 1.0), "must be at least 0 s"),
    ],
)
def test_what_has_the_wrong_shape_is_refused(wrong: Callable[[], object], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        wrong()


def test_several_results_have_one_shape() -> None:
    for found in (
        maths.flat2llh([1.0, 2.0], 0.0, 0.0, 0.1, 0.2),
        maths.llh2flat(0.1, 0.2, [[1.0], [2.0]], 0.1, [0.2, 0.3]),
        maths.relative_velocity([1.0, 2.0], 0.0, 0.0, 0.1, 0.2, 0.3),
    ):
        assert len({part.shape for part in found}) == 1
        found[0][...] = 0.0  # their own, to be written to


def test_a_filter_without_time_constant_lets_all_pass() -> None:
    assert maths.low_pass([1.0, 2.0], 5.0, [0.1, 0.0], 0.0).tolist() == [5.0, 2.0]
