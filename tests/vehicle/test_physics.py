"""The properties that every implementation must satisfy (laws/hydrodynamics 11)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import atan2, cos, pi, sin, sqrt
from typing import Any

import numpy as np
import pytest

from tests.support.coriolis import coriolis_matrix, coriolis_rigid_body
from tests.support.vehicles import EVERY, vehicle
from usimmarine_py.errors import ConfigError
from usimmarine_py.kernels.body import motion6
from usimmarine_py.kernels.body.motion3 import coriolis3
from usimmarine_py.maths import flow
from usimmarine_py.maths.integrators import DP5, EULER, HEUN, RK4, Tableau
from usimmarine_py.vehicle.description.mass import inertia_cg, positive_definite
from usimmarine_py.vehicle.model import Forcing, Model

SIX = [(n, v) for n, v in EVERY if vehicle(n, v).dof == 6]
FULL = [(n, v) for n, v in EVERY if vehicle(n, v).forces.coriolis.model == "full"]


def velocities(model: Model, seed: int) -> list[float]:
    rng = np.random.default_rng(seed)
    nu = rng.uniform(-1.0, 1.0, 6) * [1.5, 0.7, 0.4, 0.4, 0.3, 0.4]
    return [nu[0], nu[1], 0.0, 0.0, 0.0, nu[5]] if model.planar else nu.tolist()


@pytest.mark.parametrize(("name", "variant"), EVERY)
def test_mass_is_positive_definite(name: str, variant: str) -> None:
    v = vehicle(name, variant)
    used = [0, 1, 5] if v.dof == 3 else list(range(6))
    assert positive_definite(v.M[np.ix_(used, used)])
    if v.dof == 6:
        assert positive_definite(inertia_cg(v.mass, v.r_g, v.body.inertia))


@pytest.mark.parametrize(("name", "variant"), FULL)
def test_coriolis_does_no_work(name: str, variant: str, figure: Callable[[str], None]) -> None:
    v = vehicle(name, variant, **({"added_mass__coriolis_zero": []} if name == "remus100" else {}))
    model = Model(v)
    worst = 0.0
    for seed in range(50):
        nu = velocities(model, seed)
        if v.dof == 3:
            c = coriolis3(nu[0], nu[1], nu[0], nu[1], nu[5], model.constants)
            power = c[0] * nu[0] + c[1] * nu[1] + c[2] * nu[5]
        else:
            power = sum(a * b for a, b in zip(nu, motion6.coriolis_forces(*nu[:3], *nu, model.constants), strict=True))
        worst = max(worst, abs(power) / (float(np.abs(v.M).max()) * sum(x * x for x in nu)))
    figure(f"nu^T C nu of {name} {variant}: worst {worst:.1e} of |M||nu|^2, tolerance 1e-12")
    assert worst <= 1e-12


@pytest.mark.parametrize(("name", "variant"), [s for s in SIX if s in FULL and s[0] != "remus100"])
def test_coriolis_product_is_that_of_every_parametrisation(name: str, variant: str) -> None:
    v = vehicle(name, variant, coriolis__munk=1.0)
    c = Model(v).constants
    for seed in range(20):
        nu = velocities(Model(v), seed)
        scale = float(np.abs(v.M).max()) * sum(x * x for x in nu)
        momentum = coriolis_matrix(v.M, nu) @ nu
        free = (
            coriolis_rigid_body(v.mass, v.r_g, inertia_cg(v.mass, v.r_g, v.body.inertia), nu)
            + coriolis_matrix(v.body.M_A, nu)
        ) @ nu
        ours = motion6.coriolis_forces(*nu[:3], *nu, c)
        assert np.abs(momentum - ours).max() <= 1e-12 * scale
        assert np.abs(free - ours).max() <= 1e-12 * scale


@pytest.mark.parametrize(("name", "variant"), [s for s in SIX if s in FULL])
def test_form_a_equals_form_b_in_a_constant_current(name: str, variant: str) -> None:
    zero = {"added_mass.coriolis_zero": []} if name == "remus100" else {}
    forms = [Model(vehicle(name, variant, {**zero, "coriolis.form": f}), "euler") for f in "AB"]
    for seed in range(20):
        rng = np.random.default_rng(seed)
        eta = [0.0, 0.0, 9.0, *rng.uniform(-0.4, 0.4, 2), rng.uniform(-3, 3)]
        forcing = Forcing(current=tuple(rng.uniform(-0.6, 0.6, 3)))
        rates = []
        for model in forms:
            state = model.state(eta, velocities(model, seed))
            rates.append(model.derivative(0.0, state, model.inputs(forcing, [lag.rest for lag in model.lags]))[6:12])
        assert np.allclose(rates[0], rates[1], rtol=1e-12, atol=1e-12 * float(np.abs(rates[0]).max()))


@pytest.mark.parametrize(("name", "variant"), EVERY)
@pytest.mark.parametrize("psi", [0.0, 0.7, -2.9])
def test_a_vehicle_drifts_exactly_with_the_current(name: str, variant: str, psi: float) -> None:
    overrides: dict[str, Any] = {}
    v = vehicle(name, variant)
    if v.submerged:
        overrides["hydrostatics.buoyancy"] = v.mass * v.g
    if v.forces.payload.on:
        overrides["payload.mass"] = 0.0
    model = Model(vehicle(name, variant, overrides), actuators=False)
    north, east = 0.4, -0.3
    nu = (cos(psi) * north + sin(psi) * east, cos(psi) * east - sin(psi) * north, 0.0, 0.0, 0.0, 0.0)
    start = model.state((1.0, 2.0, 10.0 if v.submerged else 0.0, 0.0, 0.0, psi), nu)
    state = model.advance(start, model.inputs(Forcing(current=(north, east, 0.0))), model.solver(RK4, 0.05), 200)
    expected = model.state(
        (1.0 + 10.0 * north, 2.0 + 10.0 * east, start[2] if not model.planar else 0.0, 0, 0, psi), nu
    )
    assert np.abs(np.array(state) - expected).max() <= 1e-12 * 10.0


def energy(model: Model, state: list[float]) -> float:
    v, nu, eta = model.vehicle, np.array(model.nu(state)), model.eta(state)
    rot = motion6.rzyx_of(sin(eta[3]), cos(eta[3]), sin(eta[4]), cos(eta[4]), sin(eta[5]), cos(eta[5]))
    total = 0.5 * float(nu @ v.M @ nu)
    if v.submerged:
        weight, down = v.mass * v.g, rot[6:]
        total -= weight * (eta[2] + float(np.dot(down, v.r_g)))
        total += v.forces.hydrostatics.buoyancy * (eta[2] + float(np.dot(down, v.forces.hydrostatics.r_b)))
    return total


def test_energy_of_a_conservative_auv_is_constant(figure: Callable[[str], None]) -> None:
    v = vehicle("torpedo_auv", damping__linear_diag=[0.0] * 6, damping__quadratic_diag=[0.0] * 6)
    model = Model(v, actuators=False)
    state = model.state((0, 0, 20, 0.3, -0.2, 0.5), (1.0, 0.3, -0.2, 0.4, 0.3, -0.2))
    start = energy(model, state)
    solver, worst = model.solver(DP5, 0.005), 0.0
    for _ in range(40):
        state = model.advance(state, model.inputs(Forcing()), solver, 100)
        worst = max(worst, abs(energy(model, state) - start))
    figure(f"energy of the undamped torpedo over 20 s: {start:.6g} J +- {worst:.1e} J, tolerance 1e-9 relative")
    assert worst <= 1e-9 * max(1.0, abs(start))


#: linear_surge models do work by construction, and Cybership II's cross terms feed energy in (laws/hydrodynamics 11.1)
EXEMPT = {("odin", "hilsim"), ("jolner", "hilsim"), ("cybership2", "base")}


@pytest.mark.parametrize(("name", "variant"), [s for s in EVERY if s not in EXEMPT])
def test_energy_never_grows_unforced(name: str, variant: str) -> None:
    overrides: dict[str, Any] = {"fluid_memory.enabled": False}
    if vehicle(name, variant).forces.hydrostatics.model == "linear":
        # G eta is linear theory: with way on a pitched hull it is no gradient of a potential
        overrides["hydrostatics.model"] = "none"
    if name == "otter":
        overrides["payload.mass"] = 0.0
    if (name, variant) == ("otter", "mss"):
        overrides["damping.cross_flow.vertical"] = "none"  # MSS's sign of q feeds pitch
    if name == "remus100":
        overrides["added_mass.coriolis_zero"] = []
        # with lift on the body a stream can do work on it
        overrides["damping.lift_drag"] = {}
    v = vehicle(name, variant, overrides)
    model = Model(v, actuators=False)
    for seed in range(3):
        state = model.state((0, 0, 20.0 if v.submerged else 0.1, 0.1, 0.05, 0.4), velocities(model, seed))
        last = energy(model, state)
        for _ in range(40):
            state = model.advance(state, model.inputs(Forcing()), model.solver(DP5, 0.01), 20)
            now = energy(model, state)
            assert now <= last + 1e-9 * max(1.0, abs(last))
            last = now


@pytest.mark.parametrize(("name", "variant"), EVERY)
def test_mirror_symmetry(name: str, variant: str) -> None:
    overrides: dict[str, Any] = {"fluid_memory.enabled": False}
    v = vehicle(name, variant)
    if v.dof == 6:
        inertia = np.array(v.body.inertia)
        inertia[0, 1] = inertia[1, 0] = inertia[1, 2] = inertia[2, 1] = 0.0
        overrides["rigid_body.inertia_co"] = inertia.tolist()
    model = Model(vehicle(name, variant, overrides), actuators=False)
    keep = {"y", "phi", "psi", "v", "p", "r"}
    mirror = np.array([-1.0 if n in keep else 1.0 for n in model.names[: model.head]])
    if model.quaternion:
        # the mirrored attitude negates eps1 and eps3
        mirror = np.array(
            [-1.0 if n in {"y", "eps1", "eps3", "v", "p", "r"} else 1.0 for n in model.names[: model.head]]
        )
    wind = (8.0, 0.6)
    for seed in range(10):
        nu = velocities(model, seed)
        state = np.array(model.state((1.0, 2.0, 10.0, 0.2, 0.1, 0.5), nu))
        tau = [10.0, 5.0, 3.0, 2.0, 1.0, 4.0]
        one = model.derivative(0.0, state, model.inputs(Forcing(tau, (0.2, 0.1, 0.05), wind)))
        other_tau = [x * s for x, s in zip(tau, (1, -1, 1, -1, 1, -1), strict=True)]
        forcing = Forcing(other_tau, (0.2, -0.1, 0.05), (wind[0], -wind[1]))
        two = model.derivative(0.0, state * mirror, model.inputs(forcing))
        assert np.allclose(np.array(one) * mirror, two, rtol=1e-12, atol=1e-12)


@pytest.mark.parametrize(("name", "variant"), [("odin", "hilsim"), ("torpedo_auv", "base"), ("cybership2", "base")])
def test_rotation_invariance(name: str, variant: str) -> None:
    v = vehicle(name, variant)
    model = Model(v)
    turn, depth = 1.1, 10.0 if v.submerged else 0.0
    refs = [0.6 * lag.high for lag in model.lags]
    ends = []
    for extra in (0.0, turn):
        current = (0.3 * cos(0.4 + extra), 0.3 * sin(0.4 + extra), 0.02)
        state = model.state((0, 0, depth, 0, 0, 0.2 + extra), (0.5, 0, 0, 0, 0, 0))
        inputs = model.inputs(Forcing(current=current, wind=(7.0, 2.0 + extra)), refs)
        ends.append(model.eta(model.advance(state, inputs, model.solver(RK4, 0.05), 200)))
    x, y = ends[0][:2]
    rotated = (cos(turn) * x - sin(turn) * y, sin(turn) * x + cos(turn) * y)
    assert abs(rotated[0] - ends[1][0]) <= 1e-10 * 100
    assert abs(rotated[1] - ends[1][1]) <= 1e-10 * 100


@pytest.mark.parametrize(
    ("method", "order", "tolerance"), [(EULER, 1, 0.2), (HEUN, 2, 0.2), (RK4, 4, 0.2), (DP5, 5, 0.3)]
)
def test_observed_order(method: Tableau, order: int, tolerance: float, figure: Callable[[str], None]) -> None:
    """The torpedo turning with a running propeller and lagging actuators; |v| v would not be smooth at v = 0."""
    model = Model(vehicle("torpedo_auv", damping__quadratic_diag=[0.0] * 6))
    start = model.state((0, 0, 20, 0.1, 0.1, 0.3), (1.0, 0.1, 0.05, 0.1, 0.05, 0.1))
    inputs = model.inputs(Forcing((5, 0, 0, 0, 0, 0)), [1000.0, 0.1, 0.05])
    exact = np.array(model.advance(start, inputs, model.solver(DP5, 4.0 / 4096), 4096))
    steps = (256, 512)
    errors = [
        np.abs(np.array(model.advance(start, inputs, model.solver(method, 4.0 / n), n)) - exact).max() for n in steps
    ]
    observed = float(np.log2(errors[0] / errors[1]))
    figure(f"observed order of {method.name}: {observed:.2f} (errors {errors[0]:.1e}, {errors[1]:.1e})")
    assert abs(observed - order) <= tolerance


def test_quaternion_stays_of_unit_length_and_passes_the_vertical() -> None:
    model = Model(vehicle("torpedo_auv"), actuators=False)
    state = model.state((0, 0, 50, 0, 0, 0))
    inputs, solver = model.inputs(Forcing((20.0, 0, 0, 0, 60.0, 0))), model.solver(DP5, 0.02)
    steepest = 0.0
    for _ in range(200):
        state = model.advance(state, inputs, solver, 5)
        assert abs(sqrt(sum(x * x for x in state[3:7])) - 1.0) <= 1e-12
        steepest = max(steepest, abs(model.eta(state)[4]))
    assert steepest > 0.99 * pi / 2


def test_euler_angles_and_quaternions_give_the_same_motion() -> None:
    v = vehicle("torpedo_auv")
    ends = []
    for attitude in ("euler", "quaternion"):
        model = Model(v, attitude)
        state = model.state((0, 0, 20, 0.2, -0.3, 1.0), (1, 0.1, 0.1, 0.1, 0.1, 0.1))
        inputs = model.inputs(Forcing(current=(0.2, 0.1, 0.0), rotate=0.05), [900.0, 0.1, 0.05])
        state = model.advance(state, inputs, model.solver(DP5, 0.01), 500)
        ends.append([*model.eta(state), *model.nu(state)])
    assert np.abs(np.array(ends[0]) - ends[1]).max() <= 1e-8


def test_external_rotation_turns_the_heading_only() -> None:
    model = Model(vehicle("odin", "hilsim"), actuators=False)
    state = model.advance(model.state(), model.inputs(Forcing(rotate=0.1)), model.solver(RK4, 0.05), 100)
    assert model.eta(state)[5] == pytest.approx(0.5, abs=1e-12)
    assert max(abs(x) for x in model.nu(state)) <= 1e-12


def test_lift_of_the_hull_is_that_of_a_fin_at_its_place() -> None:
    """laws/hydrodynamics 4.9: a lift L at x ahead has Y_uv = -L, N_uv = -x L, Y_ur = -x L, N_ur = -x^2 L."""
    lift, x = 30.0, -0.4
    fin = {"damping.skeg": {"x": x, "area": 2.0 * lift / 1025.0, "lift_slope": 1.0}}
    derivatives = {"Y_uv": -lift, "N_uv": -x * lift, "Y_ur": -x * lift, "N_ur": -x * x * lift}
    derivatives |= {"Z_uw": -lift, "M_uw": x * lift, "Z_uq": x * lift, "M_uq": -x * x * lift}
    hull = {"damping.body_lift": derivatives}
    bare, finned, lifted = (Model(vehicle("torpedo_auv", overrides=o)).constants for o in ({}, fin, hull))

    def own(c: Sequence[float], *nu: float) -> list[float]:
        forces = zip(motion6.damping_forces(*nu, c), motion6.damping_forces(*nu, bare), strict=True)
        return [one - other for one, other in forces]

    for nu in ((1.3, 0.2, 0.0, 0.0, 0.0, 0.1), (0.4, -0.3, 0.0, 0.0, 0.0, 0.5)):
        assert own(lifted, *nu) == pytest.approx(own(finned, *nu), abs=1e-12)
    # heave and pitch mirror sway and yaw; astern it takes as much energy out, at the other end
    sway, heave = own(lifted, 1.0, 0.2, 0.0, 0.0, 0.0, 0.3), own(lifted, 1.0, 0.0, 0.2, 0.0, -0.3, 0.0)
    assert (heave[2], heave[4]) == pytest.approx((sway[1], -sway[5]))
    ahead, astern = (own(lifted, u, 0.2, 0.0, 0.0, 0.0, 0.0) for u in (1.0, -1.0))
    assert (astern[1], astern[5]) == pytest.approx((ahead[1], -ahead[5]))
    with pytest.raises(ConfigError, match=r"damping.body_lift.Y_uv.*negative"):
        vehicle("torpedo_auv", overrides={"damping.body_lift": {"Y_uv": 1.0}})


def test_lift_and_drag_beyond_the_stall_are_those_of_the_flow_over_the_other_end(figure: Callable[[str], None]) -> None:
    """Mirrored fore and aft: X turns its sign, Z stays; never pushed. So REMUS brakes astern about as ahead."""
    for alpha in np.radians(np.linspace(91.0, 179.0, 23)):
        forces = []
        for angle in (alpha, pi - alpha):
            u, w = 2.0 * cos(angle), 2.0 * sin(angle)
            c_l, c_d = flow.lift_drag_coefficients(flow.folded(atan2(w, u)), 1.6, 0.3, 0.02, 0.8)
            x, z = flow.lift_drag_force(1025.0, u, 0.0, w, 0.3, c_l, c_d)
            assert x * u + z * w < 0.0
            forces.append((x, z))
        (x, z), (ahead, same) = forces
        assert (x, z) == pytest.approx((-ahead, same), rel=1e-12)
    model = Model(vehicle("remus100", ""))
    still = model.inputs(Forcing(), [lag.rest for lag in model.lags])
    brakes = []
    for u in (2.0, -2.0):
        state = model.state((0.0, 0.0, 20.0, 0.0, 0.0, 0.0), (u, 0.0, 0.0, 0.0, 0.0, 0.0))
        brakes.append(abs(model.derivative(0.0, state, still)[model.head - 6]))
    figure(f"REMUS 100 at 2 m/s brakes by {brakes[0]:.4f} ahead, {brakes[1]:.4f} m/s2 astern")
    assert brakes[1] == pytest.approx(brakes[0], rel=0.25)
