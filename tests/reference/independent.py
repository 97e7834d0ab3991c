"""Vehicles written anew from docs/laws and their files alone, in plain numpy with RK4.

Nothing here is imported from the package, and whoever wrote it had not read its equations: where both agree, the pages
say what the code does. Jolner and Otter were added later, on top of Odin, by somebody who had read the backend and the
wave loads. Numbers in comments are headings of docs/laws.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from itertools import pairwise
from math import atan2, cos, exp, log10, pi, radians, sin, sqrt, tan
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

Array = NDArray[np.float64]
Segment = tuple[float, float, float, float]  #: seconds, DESIRED_THRUST, _RUDDER, _ELEVATOR
#: (thrust, rudder, elevator) to the references of all actuator states
Rule = Callable[[float, float, float], list[float]]

#: hydrodynamics 7.1: a_k, c_k (without the last, which is 0) of each pair
VIKNES = {
    (1, 1): ((10.5819, 40.3442, 74.3206, 51.0862), (9979.32741355037, 22918.4583751628, 15780.8377225351)),
    (2, 2): ((10.8044, 40.2573, 74.2156, 51.4893), (40179.7498055168, 92673.0452638225, 64374.4305099363)),
    (2, 4): ((8.1047, 23.4101, 34.5435), (30394.1087395157, 42384.5103537706)),
    (2, 6): ((1.1147, 6.0631), (-209.165956356670,)),
    (3, 3): ((5.9560, 11.4690, 5.3749, 0.4502), (147159.294077335, 243503.238108501, 43814.5056222167)),
    (3, 5): ((6.4986, 31.5127, 16.5388, 1.4476), (-42225.0493265813, 49487.0184208576, 14376.5689784988)),
    (4, 4): ((8.4332, 23.9192, 36.1083), (28610.6674325093, 40464.3930955079)),
    (4, 6): ((1.5393, 5.8180), (-1263.19362192829,)),
    (5, 5): ((6.0199, 11.3013, 5.2349, 0.4339), (434621.463430541, 665145.221962119, 116485.986335729)),
    (6, 6): ((11.0792, 43.8660, 84.4465, 63.9643), (123351.802797675, 300235.457336133, 227412.688726648)),
}
VIKNES_MASS, VIKNES_LENGTH = 5002.6, 7.2


def rk4(f: Callable[[float, Array], Array], t: float, x: Array, h: float) -> Array:
    """One step (solvers 1)."""
    k1 = f(t, x)
    k2 = f(t + h / 2, x + h / 2 * k1)
    k3 = f(t + h / 2, x + h / 2 * k2)
    k4 = f(t + h, x + h * k3)
    return x + h / 6 * (k1 + 2 * k2 + 2 * k3 + k4)


def cross(a: Sequence[float]) -> Array:
    """The cross-product matrix (frames 3.1)."""
    return np.array([[0.0, -a[2], a[1]], [a[2], 0.0, -a[0]], [-a[1], a[0], 0.0]])


def rotation(phi: float, theta: float, psi: float) -> Array:
    """BODY to NED as a product of three turns (frames 3.2)."""
    about_x = np.array([[1, 0, 0], [0, cos(phi), -sin(phi)], [0, sin(phi), cos(phi)]])
    about_y = np.array([[cos(theta), 0, sin(theta)], [0, 1, 0], [-sin(theta), 0, cos(theta)]])
    about_z = np.array([[cos(psi), -sin(psi), 0], [sin(psi), cos(psi), 0], [0, 0, 1]])
    return np.asarray(about_z @ about_y @ about_x, dtype=np.float64)


def cross_flow(v: float, r: float, length: float) -> tuple[float, float]:
    """I_Y and I_N of hydrodynamics 4.4 by quadrature: two points a side of the kink are exact for cubics."""
    ends = [-length / 2, length / 2]
    if r and abs(v / r) < length / 2:
        ends.insert(1, -v / r)
    sway = yaw = 0.0
    for a, b in pairwise(ends):
        for point in (-1 / sqrt(3), 1 / sqrt(3)):
            x = (a + b) / 2 + (b - a) / 2 * point
            s = v + x * r
            sway += (b - a) / 2 * abs(s) * s
            yaw += (b - a) / 2 * x * abs(s) * s
    return sway, yaw


def read(file: Path, variant: str = "") -> dict[str, Any]:
    """A vehicle file with the dotted keys of a variant put in (hydrodynamics 10)."""
    tree: dict[str, Any] = tomllib.loads(file.read_text(encoding="utf-8"))
    for dotted, value in (tree["variant"][variant] if variant else {}).items():
        *path, last = dotted.split(".")
        at: Any = tree
        for key in path:
            at = at[int(key)] if isinstance(at, list) else at.setdefault(key, {})
        at[int(last) if isinstance(at, list) else last] = value
    return tree


class Lags:
    """Actuator states under held references (actuators 1.1)."""

    def __init__(self, constants: Sequence[float], rest: Sequence[float]) -> None:
        self.constants, self.now, self.references, self.since = constants, list(rest), list(rest), 0.0

    def hold(self, references: Sequence[float], t: float) -> None:
        """From ``t`` on."""
        self.now, self.references, self.since = self.at(t), list(references), t

    def at(self, t: float) -> list[float]:
        """The states at ``t``."""
        return [
            r + (x - r) * exp(-(t - self.since) / c)
            for x, r, c in zip(self.now, self.references, self.constants, strict=True)
        ]


class SixDegrees:
    """hydrodynamics 1.1; a subclass gives the attitude, damping, restoring forces and actuators."""

    def __init__(self, tree: dict[str, Any]) -> None:
        self.tree = tree
        self.medium = tree["medium"]
        self.m = tree["rigid_body"]["mass"]
        self.r_g = np.array(tree["rigid_body"]["r_g"])
        self.inertia = np.array(tree["rigid_body"]["inertia_co"])
        shift = self.m * cross(self.r_g)
        self.M_RB = np.block([[self.m * np.eye(3), -shift], [shift, self.inertia]])  # 2.1
        added = tree["added_mass"]
        M_A = np.array(added["matrix"]) if "matrix" in added else np.diag(added["matrix_diag"])
        self.M_A = (M_A + M_A.T) / 2  # 2.3
        self.dropped = [(i - 1, j - 1) for i, j in added.get("coriolis_zero", [])]  # 3.2
        self.munk = tree.get("coriolis", {}).get("munk", 1.0)  # 3.4
        self.linear = np.array(tree["damping"]["linear_diag"])
        self.current = np.zeros(3)

    def accelerations(self, R: Array, nu: Array, forces: Callable[[Array], Array]) -> tuple[Array, Array]:
        """nu_dot and nu_r; ``forces`` is everything at nu_r but inertia."""
        v_c = R.T @ self.current
        nu_r = nu - np.concatenate([v_c, np.zeros(3)])
        current_rate = np.concatenate([-np.cross(nu[3:], v_c), np.zeros(3)])
        C_A = self.coriolis(self.M_A, nu_r)
        for i, j in self.dropped:
            C_A[i, j] = 0.0
        for i, j in ((4, 2), (4, 3), (5, 1), (5, 3), (6, 1), (6, 2)):
            C_A[i - 1, j - 1] *= self.munk
            C_A[j - 1, i - 1] *= self.munk
        total = forces(nu_r) - self.coriolis(self.M_RB, nu) @ nu - C_A @ nu_r + self.M_A @ current_rate
        return np.linalg.solve(self.M_RB + self.M_A, total), nu_r

    @staticmethod
    def coriolis(M: Array, nu: Array) -> Array:
        """C by the momenta (3.1)."""
        momenta = M @ nu
        return np.block(
            [[np.zeros((3, 3)), -cross(momenta[:3])], [-cross(momenta[:3]), -cross(momenta[3:])]]
        )  # fmt: skip


class Odin(SixDegrees):
    """State: eta, nu, 45 of the fluid memory."""

    def __init__(self, tree: dict[str, Any]) -> None:
        super().__init__(tree)
        self.length = self.tree["vehicle"]["length_pp"]
        self.jets = self.tree["actuator"]
        self.lags = self.lagging(self.jets)
        memory = self.tree["fluid_memory"]["enabled"]
        self.pairs = sorted({*VIKNES, *((j, i) for i, j in VIKNES)}) if memory else []
        self.start = np.zeros(12 + sum(len(self.kernel(pair)[0]) for pair in self.pairs))

    @staticmethod
    def lagging(jets: list[dict[str, Any]]) -> Lags:
        """Speed, nozzle and deflector of each."""
        return Lags(
            [j[key] for j in jets for key in ("T_n", "T_alpha", "T_beta")],
            [x for j in jets for x in (j["n_min"], 0, 0)],
        )

    def kernel(self, pair: tuple[int, int]) -> tuple[list[float], list[float]]:
        """a_k, c_k of H_ij = H_ji for this hull (hydrodynamics 7.2)."""
        a, c = VIKNES[min(pair), max(pair)]
        mass, length = self.m / VIKNES_MASS, self.length / VIKNES_LENGTH
        if self.tree["fluid_memory"]["scaling"] == "hilsim":
            return list(a), [mass * x * (1.0 if pair[0] <= 3 else length) for x in c]
        turns = (pair[0] > 3) + (pair[1] > 3)  # moment, from an angular velocity
        rate = sqrt(1.0 / length)
        return (
            [x * rate ** (k + 1) for k, x in enumerate(a)],
            [mass * length ** (turns - 1) * x * rate**k for k, x in enumerate(c)],
        )

    def rule(self, thrust: float, rudder: float, _elevator: float) -> list[float]:
        """actuators 2.2, waterjet."""
        band = self.tree["command"]["deflector_band"]
        references = []
        for j in self.jets:
            n = j["n_min"] + (j["n_max"] - j["n_min"]) * abs(thrust) / 100
            references += [n, -radians(j["alpha_max"]) * rudder / 100, max(-1.0, min(1.0, thrust / band))]
        return references

    @staticmethod
    def sideways(v: float, r: float, drag: dict[str, Any]) -> Array:
        """4.4."""
        sway, yaw = cross_flow(v, r, drag["length"])
        return np.array([0.0, drag["coef_sway"] * sway, 0.0, 0.0, 0.0, drag["coef_yaw"] * yaw])

    def restoring(self, eta: Array, R: Array) -> Array:
        """hydrodynamics 6.3."""
        hydrostatics = self.tree["hydrostatics"]
        g: Array = np.array(hydrostatics["G"]) @ eta
        if hydrostatics.get("axes", "body") == "vertical":
            phi, theta = eta[3:5]
            F, K, M = g[2:5]
            c, s, t = cos(phi), sin(phi), tan(theta)
            g = np.array([*(F * R[2]), K, s * t * K + c * M, c * t * K - s * M])
        return g

    def propulsion(self, actuators: list[float], u: float) -> Array:
        """actuators 1.2, waterjet."""
        tau = np.zeros(6)
        for k, jet in enumerate(self.jets):
            n, angle, bucket = actuators[3 * k : 3 * k + 3]
            push = jet["K"] * n * abs(n)
            along = push * bucket * cos(angle) * (jet.get("astern", 1.0) if bucket < 0 else 1.0)
            f = np.array([along - jet.get("K_ram", 0.0) * abs(n) * u, push * sin(angle), 0.0])
            tau += np.concatenate([f, np.cross(jet["position"], f)])
        return tau

    def derivative(self, t: float, x: Array) -> Array:
        """All of it."""
        eta, nu = x[:6], x[6:12]
        phi, theta, psi = eta[3:]
        R = rotation(phi, theta, psi)
        memory_rate = np.zeros(len(x) - 12)
        actuators = self.lags.at(t)
        ittc, drag = self.tree["damping"].get("surge_ittc"), self.tree["damping"]["cross_flow"]

        def forces(nu_r: Array) -> Array:
            u, v, r = nu_r[0], nu_r[1], nu_r[5]
            tau = -self.linear * nu_r
            if ittc:  # 4.3
                reynolds = max(abs(u), ittc["u_floor"]) * ittc["length"] / self.medium["nu_kin"]
                froude = abs(u) / sqrt(self.medium["g"] * self.length)
                residual = ittc["C_R"] + ittc.get("hump", 0.0) * max(0.0, froude - ittc.get("hump_froude", 0.0))
                resistance = ittc["coef"] * (0.075 / (log10(reynolds) - 2) ** 2 + residual) * abs(u) * u
                tau[0] -= resistance * (ittc.get("astern", 1.0) if u < 0 else 1.0)
            tau -= np.array(self.tree["damping"].get("quadratic_diag", [0.0] * 6)) * abs(nu_r) * nu_r  # 4.2
            tau -= self.sideways(v, r, drag)
            if skeg := self.tree["damping"].get("skeg"):  # 4.8
                s = v + skeg["x"] * r - skeg["z"] * nu_r[3]
                Y = 0.5 * self.medium["rho"] * skeg["area"] * skeg["lift_slope"] * abs(u) * s
                tau -= [0.0, Y, 0.0, -skeg["z"] * Y, 0.0, skeg["x"] * Y]
            tau -= self.restoring(eta, R)
            moved = nu_r.copy()
            moved[0] = 0.0
            at = 0
            for i, j in self.pairs:  # 7
                a, c = self.kernel((i, j))
                z = x[12 + at : 12 + at + len(a)]
                tau[i - 1] -= float(np.dot(c, z[:-1]))
                memory_rate[at] = moved[j - 1] - float(np.dot(a, z))
                memory_rate[at + 1 : at + len(a)] = z[:-1]
                at += len(a)
            return tau + self.propulsion(actuators, u)

        rates, _ = self.accelerations(R, nu, forces)
        p, q, r = nu[3:]
        turning = [
            p + sin(phi) * tan(theta) * q + cos(phi) * tan(theta) * r,
            cos(phi) * q - sin(phi) * r,
            (sin(phi) * q + cos(phi) * r) / cos(theta),
        ]
        return np.concatenate([R @ nu[:3], turning, rates, memory_rate])

    def seen(self, x: Array) -> Array:
        """eta and nu."""
        return x[:12]


class Jolner(Odin):
    """As Odin, with two propellers."""

    @staticmethod
    def lagging(jets: list[dict[str, Any]]) -> Lags:
        """The speed of each."""
        return Lags([j["T_n"] for j in jets], [0.0] * len(jets))

    def rule(self, thrust: float, rudder: float, _elevator: float) -> list[float]:
        """actuators 2.2, differential."""
        mix = self.tree["command"]["mix"]
        shares = [max(-100.0, min(100.0, thrust + side * mix * rudder)) / 100 for side in (1, -1)]
        return [(j["n_max"] if s > 0 else -j["n_min"]) * s for j, s in zip(self.jets, shares, strict=True)]

    def propulsion(self, actuators: list[float], u: float) -> Array:
        """actuators 1.2, thruster and thruster_advance."""
        tau = np.zeros(6)
        for jet, n in zip(self.jets, actuators, strict=True):
            if jet["type"] == "thruster":
                X = jet["K_pos" if n > 0 else "K_neg"] * n * abs(n)
            else:
                ahead, astern = (jet[f"T_nu_{way}"] / jet[f"T_nn_{way}"] * u for way in ("pos", "neg"))
                way = "pos" if n >= max(0.0, ahead) else "neg" if n <= min(0.0, astern) else ""
                X = jet[f"T_nn_{way}"] * n * abs(n) - jet[f"T_nu_{way}"] * abs(n) * u if way else 0.0
            f = np.array([X, 0.0, 0.0])
            tau += np.concatenate([f, np.cross(jet["position"], f)])
        return tau


class Otter(Jolner):
    """As Jolner, with strips and a payload."""

    @staticmethod
    def sideways(v: float, r: float, drag: dict[str, Any]) -> Array:
        """4.4, strips."""
        tau, length = np.zeros(6), drag["length"]
        coef = 0.5 * drag["rho"] * drag["T"] * drag["Cd"] * length / 20
        for k in range(21):
            place = -length / 2 + k * length / 20
            s = v + place * r
            tau += np.array([0.0, 1.0, 0.0, 0.0, 0.0, place]) * coef * abs(s) * s
        return tau

    def restoring(self, eta: Array, R: Array) -> Array:
        """hydrodynamics 6.3 and 6.4."""
        payload = self.tree["payload"]
        f = R.T @ [0.0, 0.0, payload["mass"] * self.medium["g"]]
        weight = np.concatenate([f, np.cross(payload["position"], f)])
        if payload.get("rows") == "heave_roll_pitch":
            weight[[0, 1, 5]] = 0.0
        return super().restoring(eta, R) - weight


class Remus(SixDegrees):
    """State: place, unit quaternion, nu."""

    def __init__(self, tree: dict[str, Any]) -> None:
        super().__init__(tree)
        self.prop, self.rudder, self.stern = self.tree["actuator"]
        self.lags = Lags([self.prop["T_n"], self.rudder["T_delta"], self.stern["T_delta"]], [0.0] * 3)
        self.start = np.array([0.0, 0.0, 20.0, 1.0, *[0.0] * 9])

    def rule(self, thrust: float, rudder: float, elevator: float) -> list[float]:
        """actuators 2.2, auv."""
        return [
            self.prop["n_max"] * thrust / 100,
            radians(self.rudder["delta_max"]) * rudder / 100,
            radians(self.stern["delta_max"]) * elevator / 100,
        ]

    def derivative(self, t: float, x: Array) -> Array:
        """All of it."""
        quaternion, nu = x[3:7], x[7:]
        e = cross(quaternion[1:])
        R = np.eye(3) + 2 * quaternion[0] * e + 2 * e @ e  # frames 4.1
        n, delta_r, delta_s = self.lags.at(t)
        damping, rho = self.tree["damping"], self.medium["rho"]
        hydrostatics = self.tree["hydrostatics"]

        def forces(nu_r: Array) -> Array:
            u, v, w, *_, r = nu_r
            speed = sqrt(u * u + v * v + w * w)
            tau = -self.linear * np.exp(-np.array(damping["linear_fade"]) * speed) * nu_r  # 4.1
            flow, length = damping["cross_flow"], damping["cross_flow"]["length"]
            coef = 0.5 * flow["rho"] * flow["T"] * flow["Cd"]
            for k in range(21):  # 4.4, strips
                place = -length / 2 + k * length / 20
                s = v + place * r
                tau[1] -= coef * abs(s) * s * length / 20
                tau[5] -= coef * place * abs(s) * s * length / 20
            wing = damping["lift_drag"]  # 4.5
            alpha, ratio = atan2(w, u), wing["span"] ** 2 / wing["area"]
            C_L = pi * ratio * alpha / (1 + sqrt(1 + (ratio / 2) ** 2))
            C_D = wing["CD_0"] + C_L**2 / (pi * wing["oswald"] * ratio)
            lift, drag = (0.5 * wing["rho"] * speed**2 * wing["area"] * c for c in (C_L, C_D))
            tau[0] += -cos(alpha) * drag + sin(alpha) * lift
            tau[2] += -sin(alpha) * drag - cos(alpha) * lift
            weight, buoyancy, down = self.m * self.medium["g"], hydrostatics["buoyancy"], R[2]  # 6.1
            tau[:3] += (weight - buoyancy) * down
            tau[3:] += np.cross(weight * self.r_g - buoyancy * np.array(hydrostatics["r_b"]), down)
            prop = self.prop
            N, V_a = n / 60, (1 - prop["w"]) * sqrt(float(nu[:3] @ nu[:3]))  # over ground
            slope = V_a / prop["D"] / prop["J_max"]
            push, twist = -prop["KT_0"] * N * N, -prop["KQ_0"] * N * N
            if N > 0:
                push = prop["KT_0"] * N * N + (prop["KT_max"] - prop["KT_0"]) * slope * N
                twist = prop["KQ_0"] * N * N + (prop["KQ_max"] - prop["KQ_0"]) * slope * N
            tau[0] += (1 - prop["t"]) * rho * prop["D"] ** 4 * push
            tau[3] += prop["roll_factor"] * rho * prop["D"] ** 5 * twist
            side = 0.5 * rho * self.rudder["area"] * self.rudder["CL"] * (u * u + v * v)
            tau[0] -= side * delta_r**2
            tau[1] -= side * delta_r
            tau[5] -= self.rudder["x"] * side * delta_r
            up = 0.5 * rho * self.stern["area"] * self.stern["CL"] * (u * u + w * w)
            tau[0] -= up * delta_s**2
            tau[2] -= up * delta_s
            tau[4] += self.stern["x"] * up * delta_s
            return tau

        rates, _ = self.accelerations(R, nu, forces)
        p, q, r = nu[3:]
        spin = 0.5 * np.array([[0, -p, -q, -r], [p, 0, r, -q], [q, -r, 0, p], [r, q, -p, 0]]) @ quaternion  # frames 4.2
        return np.concatenate([R @ nu[:3], spin, rates])

    def seen(self, x: Array) -> Array:
        """eta and nu; the quaternion as Euler angles (frames 4.3)."""
        e = cross(x[4:7])
        R = np.eye(3) + 2 * x[3] * e + 2 * e @ e
        angles = [atan2(R[2, 1], R[2, 2]), -np.arcsin(R[2, 0]), atan2(R[1, 0], R[0, 0])]
        return np.concatenate([x[:3], angles, x[7:]])


class CyberShip:
    """hydrodynamics 1.4; state: x, y, psi, u, v, r."""

    def __init__(self, tree: dict[str, Any]) -> None:
        self.tree = tree
        self.current = np.zeros(3)
        self.start = np.zeros(6)
        self.actuators = {a["name"]: a for a in tree["actuator"]}
        self.lags = Lags([a.get("T_n", a.get("T_delta")) for a in tree["actuator"]], [0.0] * len(tree["actuator"]))

    def rule(self, thrust: float, rudder: float, _elevator: float) -> list[float]:
        """actuators 2.2, propeller_rudder: the tunnel stays at rest."""
        prop, blade = self.actuators["prop_port"], self.actuators["rudder_port"]
        n = (prop["n_max"] if thrust >= 0 else -prop["n_min"]) * thrust / 100
        return [n, n, *[radians(blade["delta_max"]) * rudder / 100] * 2, 0.0]

    @staticmethod
    def push(p: dict[str, Any], n: float, u: float) -> float:
        """actuators 1.2, thruster_advance."""
        if n >= max(0.0, p["T_nu_pos"] / p["T_nn_pos"] * u):
            return float(p["T_nn_pos"] * n * abs(n) - p["T_nu_pos"] * abs(n) * u)
        if n <= min(0.0, p["T_nu_neg"] / p["T_nn_neg"] * u):
            return float(p["T_nn_neg"] * n * abs(n) - p["T_nu_neg"] * abs(n) * u)
        return 0.0

    def lift(self, a: dict[str, Any], delta: float, F: float, u: float) -> float:
        """actuators 1.2, slipstream_rudder."""
        flow = u
        if u >= 0:
            flow += a["k_u"] * (sqrt(max(0.0, 8 * F / (pi * self.tree["medium"]["rho"] * a["D"] ** 2) + u * u)) - u)
        sign = "pos" if flow >= 0 else "neg"
        return float((a[f"L_d_{sign}"] * delta - a[f"L_dd_{sign}"] * abs(delta) * delta) * abs(flow) * flow)

    def derivative(self, t: float, x: Array) -> Array:
        """All of it."""
        psi, u, v, r = x[2:]
        c, s = cos(psi), sin(psi)
        u_c, v_c = c * self.current[0] + s * self.current[1], -s * self.current[0] + c * self.current[1]
        a, b = u - u_c, v - v_c  # through the water
        d: dict[str, float] = dict(self.tree["manoeuvring"])
        body = self.tree["rigid_body"]
        m, x_g, I_z = body["mass"], body["x_g"], body["I_z"]
        coupling = (d["Y_rdot"] + d.get("N_vdot", d["Y_rdot"])) / 2
        M_RB = np.array([[m, 0, 0], [0, m, m * x_g], [0, m * x_g, I_z]])
        M_A = -np.array([[d["X_udot"], 0, 0], [0, d["Y_vdot"], coupling], [0, coupling, d["N_rdot"]]])
        l_y = m * (v + x_g * r)
        C_RB = np.array([[0, 0, -l_y], [0, 0, m * u], [l_y, -m * u, 0]])
        y_a = d["Y_vdot"] * b + coupling * r
        C_A = np.array([[0, 0, y_a], [0, 0, -d["X_udot"] * a], [-y_a, d["X_udot"] * a, 0]])

        def k(name: str) -> float:
            return d.get(name, 0.0)

        A, B, W = abs(a), abs(b), abs(r)
        damping = [  # 4.7
            (k("X_u") + k("X_uu") * A + k("X_uuu") * a * a) * a + k("X_v") * b + k("X_r") * r,
            k("Y_u") * a
            + (k("Y_v") + k("Y_vv") * B + k("Y_rv") * W + k("Y_vvv") * b * b) * b
            + (k("Y_r") + k("Y_vr") * B + k("Y_rr") * W) * r,
            k("N_u") * a
            + (k("N_v") + k("N_vv") * B + k("N_rv") * W) * b
            + (k("N_r") + k("N_vr") * B + k("N_rr") * W + k("N_rrr") * r * r) * r,
        ]
        tau = np.array(damping)
        states = dict(zip(self.actuators, self.lags.at(t), strict=True))
        for name, actuator in self.actuators.items():
            X = Y = 0.0
            if actuator["type"] == "thruster_advance":
                X = self.push(actuator, states[name], a)
            elif actuator["type"] == "slipstream_rudder":
                behind = actuator["behind"]
                Y = -self.lift(actuator, states[name], self.push(self.actuators[behind], states[behind], a), a)
            px, py, _ = actuator["position"]
            tau += [X, Y, px * Y - py * X]
        total = tau - C_RB @ x[3:] - C_A @ np.array([a, b, r]) + M_A @ np.array([r * v_c, -r * u_c, 0.0])
        return np.concatenate([[c * u - s * v, s * u + c * v, r], np.linalg.solve(M_RB + M_A, total)])

    def seen(self, x: Array) -> Array:
        """eta and nu of six degrees of freedom."""
        return np.array([x[0], x[1], 0, 0, 0, x[2], x[3], x[4], 0, 0, 0, x[5]])


def run(vehicle: Any, segments: Sequence[Segment], current: Sequence[float], h: float) -> Array:
    """eta and nu at the end of each segment, shape (n, 12); ``current`` in NED, m/s."""
    vehicle.current = np.array(current)
    x, t, rows = vehicle.start, 0.0, []
    for seconds, *command in segments:
        vehicle.lags.hold(vehicle.rule(*command), t)
        begin, steps = t, round(seconds / h)
        for i in range(steps):
            x = rk4(vehicle.derivative, begin + i * h, x, h)
            if isinstance(vehicle, Remus):
                x[3:7] /= sqrt(float(x[3:7] @ x[3:7]))
        t = begin + steps * h
        rows.append(vehicle.seen(x))
    return np.array(rows)
