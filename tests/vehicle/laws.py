"""The equations of docs/laws/hydrodynamics.md written anew in matrices, from a vehicle's TOML text; complex steps pass.

Nothing of the package is used but the texts of the shipped files, so that a slip in a reader shows as well.
"""

from __future__ import annotations

import re
import sys
from collections import defaultdict
from collections.abc import Sequence
from itertools import pairwise
from math import pi
from typing import Any

import numpy as np

from tests.support.paths import ROOT
from usimmarine_py.vehicle.files import read

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

Z6 = [0.0] * 6


def tree_of(name: str, variant: str) -> dict[str, Any]:
    """A shipped file with a variant's dotted keys put in."""
    tree = tomllib.loads(read(name)[0])
    changes = tree.pop("variant", {}).get(variant, {})
    tree.pop("default_variant", None)
    for dotted, value in changes.items():
        node: Any = tree
        *path, last = dotted.split(".")
        for part in path:
            node = node[int(part)] if isinstance(node, list) else node.setdefault(part, {})
        if isinstance(node, list):
            node[int(last)] = value
        else:
            node[last] = value
    return tree


def size(x: Any) -> Any:
    """|x| that a complex step passes."""
    return np.where(np.real(x) >= 0.0, x, -np.asarray(x))[()]


def atan2(y: Any, x: Any) -> Any:
    """The same for atan2: first order in the imaginary parts."""
    a, b = np.real(y), np.real(x)
    return np.arctan2(a, b) + 1j * (b * np.imag(y) - a * np.imag(x)) / (a * a + b * b)


def S(a: Sequence[Any]) -> np.ndarray:
    return np.array([[0, -a[2], a[1]], [a[2], 0, -a[0]], [-a[1], a[0], 0]])


def C_of(momentum: np.ndarray) -> np.ndarray:
    """3.1: [[0, -S(l)], [-S(l), -S(h)]]."""
    l, h = S(momentum[:3]), S(momentum[3:])  # noqa: E741
    return np.block([[0.0 * l, -l], [-l, -h]])


def kernels() -> list[tuple[int, list[float], list[float]]]:
    """Table 7.1 of the page: ij, a, c (the last of which is 0)."""
    page = (ROOT / "docs" / "laws" / "hydrodynamics.md").read_text(encoding="utf-8")
    table = page.partition("### 7.1")[2].partition("Order of the states")[0]
    found = []
    for pairs, a, c in re.findall(r"^\| ([\d, ]+) \| ([\d. ]+) \| ([−\d. ]+) \|", table, re.MULTILINE):
        numbers = [[float(x) for x in t.replace("−", "-").split()] for t in (a, c)]
        found += [(int(ij), numbers[0], [*numbers[1], 0.0]) for ij in pairs.split(", ")]
    return sorted(found)


class Laws:
    """One vehicle; nu has six entries with 6 DOF and three with 3 DOF."""

    def __init__(self, tree: dict[str, Any]) -> None:
        v, medium, body = tree["vehicle"], tree.get("medium", {}), tree["rigid_body"]
        self.tree, self.dof = tree, v.get("dof", 6)
        self.rho, self.g = medium.get("rho", 1025.0), medium.get("g", 9.81)
        self.viscosity, self.rule = medium.get("nu_kin", 1e-6), medium.get("current", "full")
        self.length, self.draft, self.m = v["length_pp"], v.get("draft", 0.0), body["mass"]
        if self.dof == 3:
            self._planar(tree, body)
        else:
            self._spatial(tree, body)
        self.M = self.M_RB + self.M_A

    def _planar(self, tree: dict[str, Any], body: dict[str, Any]) -> None:
        m, x, i_z = self.m, body.get("x_g", 0.0), body["I_z"]
        self.M_RB = np.array([[m, 0, 0], [0, m, m * x], [0, m * x, i_z]])
        if "mmg" in tree:
            k = tree["mmg"]
            mass = 0.5 * self.rho * self.length**2 * self.draft
            self.M_A = np.diag([mass * k["m_x"], mass * k["m_y"], mass * self.length**2 * k["J_z"]])
            return
        k = tree["manoeuvring"]
        mean = 0.5 * (k.get("Y_rdot", 0.0) + k.get("N_vdot", k.get("Y_rdot", 0.0)))
        self.M_A = -np.array([[k["X_udot"], 0, 0], [0, k["Y_vdot"], mean], [0, mean, k["N_rdot"]]])

    def _spatial(self, tree: dict[str, Any], body: dict[str, Any]) -> None:
        m, (x, y, z) = self.m, body.get("r_g", (0.0, 0.0, 0.0))
        top = [[m, 0, 0, 0, m * z, -m * y], [0, m, 0, -m * z, 0, m * x], [0, 0, m, m * y, -m * x, 0]]
        left = [[0, -m * z, m * y], [m * z, 0, -m * x], [-m * y, m * x, 0]]
        self.M_RB = np.vstack([top, np.hstack([left, body["inertia_co"]])])
        a = tree["added_mass"]
        added = np.array(a["matrix"], dtype=float) if "matrix" in a else np.diag(a["matrix_diag"])
        self.M_A = 0.5 * (added + added.T) if a.get("symmetrise", True) else added
        h = tree.get("hydrostatics", {"model": "none"})
        self.h = h
        self.G = np.zeros((6, 6))
        if h["model"] == "linear" and "A_wp" in h:
            volume = h.get("volume", m / self.rho)
            lcf = np.eye(6)
            lcf[:3, 3:] = S([h.get("LCF", 0.0), 0.0, 0.0]).T
            push = self.rho * self.g
            self.G = lcf.T @ np.diag([0, 0, push * h["A_wp"], push * volume * h["GM_T"], push * volume * h["GM_L"], 0])
            self.G = self.G @ lcf
        elif h["model"] == "linear":
            self.G = np.array(h["G"], dtype=float)
        d = tree.get("damping", {})
        linear = d.get("linear") or np.diag(d.get("linear_diag") or d.get("matrix_diag") or Z6).tolist()
        self.D_L = np.array(linear, dtype=float)
        heave_pitch = d.get("optional_heave_pitch", {})
        if heave_pitch.get("enabled"):
            for i, zeta in zip((2, 4), heave_pitch["zeta"], strict=True):
                self.D_L[i, i] += 2.0 * zeta * np.sqrt(self.G[i, i] * (self.M_RB + self.M_A)[i, i])
        self.systems = self._memory(tree.get("fluid_memory", {}))

    def _memory(self, t: dict[str, Any]) -> list[tuple[int, list[float], list[float]]]:
        if not t.get("enabled", bool(t)):
            return []
        scaled = []
        share, ratio = self.m / 5002.6, self.length / 7.2
        for ij, a, c in kernels():
            moment, angular = ij // 10 > 3, ij % 10 > 3
            how = t.get("scaling", "hilsim")
            if how == "hilsim":
                scaled.append((ij, a, [x * share * (ratio if moment else 1.0) for x in c]))
            elif how == "bis":
                faster = np.sqrt(1.0 / ratio)
                gain = share * ratio ** (moment + angular - 1)
                a_new = [x * faster ** (k + 1) for k, x in enumerate(a)]
                scaled.append((ij, a_new, [gain * x * faster**k for k, x in enumerate(c)]))
            else:
                scaled.append((ij, a, c))
        return scaled

    # -------------------------------------------------------------------------------------------------- Coriolis

    def C_RB(self, nu: np.ndarray) -> np.ndarray:
        if self.dof == 3:
            u, v, r = nu
            y = self.m * (self.tree["rigid_body"].get("x_g", 0.0) * r + v)
            return np.array([[0, 0, -y], [0, 0, self.m * u], [y, -self.m * u, 0]])
        if self.tree.get("coriolis", {}).get("model") == "linear_surge":
            return np.zeros((6, 6))
        return C_of(self.M_RB @ nu)

    def C_A(self, nu: np.ndarray) -> np.ndarray:
        if self.dof == 3:
            a1, a2 = self.M_A[0] @ nu, self.M_A[1] @ nu
            return np.array([[0, 0, -a2], [0, 0, a1], [a2, -a1, 0]])
        t = self.tree.get("coriolis", {})
        if t.get("model") == "linear_surge":
            return nu[0] * np.array(t["matrix"], dtype=float)
        c = C_of(self.M_A @ nu)
        for i, j in ((4, 2), (4, 3), (5, 1), (5, 3), (6, 1), (6, 2)):
            for a, b in ((i, j), (j, i)):
                c[a - 1, b - 1] *= t.get("munk", 1.0)
        for i, j in self.tree["added_mass"].get("coriolis_zero", []):
            c[i - 1, j - 1] = 0.0
        return c

    # --------------------------------------------------------------------------------------------------- damping

    def damping(self, nu: np.ndarray) -> np.ndarray:
        """D(nu) nu."""
        if self.dof == 3:
            return -self._mmg(nu) if "mmg" in self.tree else -derivatives(self.tree["manoeuvring"], *nu)
        d = self.tree.get("damping", {})
        u, v, w, p, q, r = nu
        fade = (
            np.ones(6)
            if "linear_fade" not in d
            else np.exp(-np.sqrt(u * u + v * v + w * w) * np.array(d["linear_fade"]))
        )
        matrix = self.D_L + np.diag(np.diag(self.D_L) * (fade - 1.0))
        f = (
            matrix @ nu
            + np.array(d.get("quadratic_diag", Z6)) * size(nu) * nu
            + np.array(d.get("cubic_diag", Z6)) * nu**3
        )
        if "surge_ittc" in d:
            f[0] += self._friction(u, d["surge_ittc"])
        if d.get("cross_flow"):
            f = f + self._cross_flow(nu, d["cross_flow"])
        if d.get("lift_drag"):
            f = f - self._lift_drag(u, v, w, d["lift_drag"])
        if "skeg" in d:
            k = d["skeg"]
            side = 0.5 * self.rho * k["area"] * k["lift_slope"] * size(u) * (v + k["x"] * r - k["z"] * p)
            f = f + np.array([0, side, 0, -k["z"] * side, 0, k["x"] * side])
        if "body_lift" in d:
            k = {
                n: d["body_lift"].get(n, 0.0) for n in ("Y_uv", "Y_ur", "N_uv", "N_ur", "Z_uw", "Z_uq", "M_uw", "M_uq")
            }
            f = f - np.array([
                0, k["Y_uv"] * size(u) * v + k["Y_ur"] * u * r, k["Z_uw"] * size(u) * w + k["Z_uq"] * u * q,
                0, k["M_uw"] * u * w + k["M_uq"] * size(u) * q, k["N_uv"] * u * v + k["N_ur"] * size(u) * r,
            ])  # fmt: skip
        if "polynomial" in d:
            f[[0, 1, 5]] -= derivatives(d["polynomial"], u, v, r)
        if "polar" in d:
            f = f - self._polar(nu, d["polar"])
        return f

    def _friction(self, u: Any, k: dict[str, float]) -> Any:
        speed = size(u)
        seen = speed if speed.real > k.get("u_floor", 0.2) else k.get("u_floor", 0.2)
        c_f = 0.075 / (np.log10(seen * k.get("length", self.length) / self.viscosity) - 2.0) ** 2
        beyond = speed / np.sqrt(self.g * self.length) - k.get("hump_froude", 0.0)
        c_r = k.get("C_R", 0.0) + (k.get("hump", 0.0) * beyond if beyond.real > 0.0 else 0.0)
        return k["coef"] * (c_f + c_r) * speed * u * (k.get("astern", 1.0) if u.real < 0.0 else 1.0)

    def _cross_flow(self, nu: np.ndarray, k: dict[str, Any]) -> np.ndarray:
        if "Cd" in k:
            sway = yaw = 0.5 * k.get("rho", self.rho) * k.get("T", self.draft) * k["Cd"]
        else:
            sway, yaw = k["coef_sway"], k["coef_yaw"]
        half = 0.5 * k.get("length", self.length)
        ends = k.get("limits", (-half, half))

        def integrals(v: Any, r: Any) -> tuple[Any, Any]:
            if k.get("method", "exact") == "strips":
                x = ends[0] + np.arange(21) * (ends[1] - ends[0]) / 20
                s = size(v + x * r) * (v + x * r) * (ends[1] - ends[0]) / 20
                return s.sum(), (x * s).sum()
            cut = [ends[0], ends[1]]
            if r.real != 0.0 and ends[0] < (-v / r).real < ends[1]:
                cut.insert(1, -v / r)
            total = np.zeros(2, dtype=complex)
            nodes, weights = np.polynomial.legendre.leggauss(4)
            for a, b in pairwise(cut):
                x = 0.5 * (b - a) * nodes + 0.5 * (a + b)
                s = v + x * r
                value = size(s) * s * weights * 0.5 * (b - a)
                total += np.array([value.sum(), (x * value).sum()])
            return total[0], total[1]

        i_y, i_n = integrals(nu[1], nu[5])
        f = np.array([0, sway * i_y, 0, 0, 0, yaw * i_n])
        vertical = k.get("vertical")
        if vertical in (True, "physical"):
            i_z, i_m = integrals(nu[2], -nu[4])
            f = f + np.array([0, 0, sway * i_z, 0, -yaw * i_m, 0])
        elif vertical == "mss":
            i_z, i_m = integrals(nu[2], nu[4])
            f = f + np.array([0, 0, sway * i_z, 0, yaw * i_m, 0])
        return f

    def _lift_drag(self, u: Any, v: Any, w: Any, k: dict[str, Any]) -> np.ndarray:
        """X and Z that are added."""
        alpha = atan2(w, u)
        bent = alpha
        if k.get("fold", True) and abs(alpha.real) > 0.5 * pi:
            bent = alpha - pi * np.sign(alpha.real)
        aspect = k["span"] ** 2 / k["area"]
        c_l = pi * aspect * bent / (1.0 + np.sqrt(1.0 + (0.5 * aspect) ** 2))
        c_d = k["CD_0"] + c_l**2 / (pi * k.get("oswald", 0.7) * aspect)
        push = 0.5 * k.get("rho", self.rho) * (u * u + v * v + w * w) * k["area"]
        ca, sa = np.cos(alpha), np.sin(alpha)
        return push * np.array([-ca * c_d + sa * c_l, 0, -sa * c_d - ca * c_l, 0, 0, 0])

    def _polar(self, nu: np.ndarray, k: dict[str, float]) -> np.ndarray:
        u, v, w = nu[:3]
        speed = np.sqrt(u * u + v * v + w * w)
        alpha, beta = atan2(w, u), np.arcsin(v / speed)
        ca, sa, cb, sb = np.cos(alpha), np.sin(alpha), np.cos(beta), np.sin(beta)
        R = np.array([[ca * cb, -ca * sb, -sa], [sb, cb, 0], [sa * cb, -sa * sb, ca]])
        drag = k["K_D0"] + k["K_D"] * sa**2 * cb**2 + k.get("K_D_beta", 0.0) * sb**2
        force = R @ np.array([-drag, k["K_beta"] * sb, -(k["K_L0"] + k["K_L"] * sa * ca)])
        moment = R @ np.array([k["K_MR"] * sb * ca, k["K_M0"] + k["K_M"] * sa * ca, k["K_MY"] * sb * ca])
        moment = moment + np.array([k["K_p"], k["K_q"], k["K_r"]]) * nu[3:]
        return speed**2 * np.concatenate([force, moment])

    def _mmg(self, nu: np.ndarray) -> np.ndarray:
        """4.10, added, with the Munk moment taken off."""
        k, (u, v, r) = self.tree["mmg"], nu
        turn = r * self.length
        speed = np.sqrt(u * u + v * v)
        if size(turn).real > speed.real:
            speed = size(turn)
        v_, r_, s = v / speed, turn / speed, (u * u + v * v) / speed**2
        e = np.sqrt(2.0) * u / speed
        e = 1.0 if e.real > 1.0 else (-1.0 if e.real < -1.0 else e)
        x = e * (-k["R_0"] * s + k["X_vv"] * v_**2 + k["X_rr"] * r_**2 + k["X_vvvv"] * v_**4) + k["X_vr"] * v_ * r_
        y = k["Y_v"] * v_ + k["Y_vvv"] * v_**3 + k["Y_vrr"] * v_ * r_**2
        y += e * (k["Y_r"] * r_ + k["Y_vvr"] * v_**2 * r_ + k["Y_rrr"] * r_**3)
        n = e * (k["N_v"] * v_ + k["N_vvv"] * v_**3 + k["N_vrr"] * v_ * r_**2)
        n += k["N_r"] * r_ + k["N_vvr"] * v_**2 * r_ + k["N_rrr"] * r_**3
        push = 0.5 * self.rho * self.length * self.draft * speed**2
        munk = (self.M_A[1, 1] - self.M_A[0, 0]) * u * v
        return np.array([push * x, push * y, push * self.length * n + munk])

    # ------------------------------------------------------------------------------------------------- restoring

    def g_of(self, eta: np.ndarray, R: np.ndarray) -> np.ndarray:
        """g(eta), payload included."""
        if self.dof == 3:
            return np.zeros(3)
        h, down = self.h, R[2]
        g = np.zeros(6, dtype=complex)
        if h["model"] == "submerged":
            weight, buoyancy = self.m * self.g, h["buoyancy"]
            # a share is lost near the surface only: tests are deep
            arm = weight * np.array(self.tree["rigid_body"]["r_g"]) - buoyancy * np.array(h.get("r_b", (0, 0, 0)))
            g -= np.concatenate([(weight - buoyancy) * down, S(arm) @ down])
        elif h["model"] == "linear":
            g = g + self.G @ eta
            if h.get("axes", "body") == "vertical":
                f, k, m = g[2], g[3], g[4]
                sphi, cphi, tth = np.sin(eta[3]), np.cos(eta[3]), np.tan(eta[4])
                g = np.array([*(f * down), k, sphi * tth * k + cphi * m, cphi * tth * k - sphi * m])
        if "payload" in self.tree:
            p = self.tree["payload"]
            f = p["mass"] * self.g * down
            load = np.concatenate([f, S(p["position"]) @ f])
            g = g - load * ([0, 0, 1, 1, 1, 0] if p.get("rows") == "heave_roll_pitch" else [1] * 6)
        return g

    # --------------------------------------------------------------------------------------------- all together

    def rates(self, x: np.ndarray, tau: np.ndarray, current: np.ndarray) -> np.ndarray:
        """Derivative of eta, nu and the fluid memory of the bare hull (1.1; 1.3 and 3.3 where the file says so)."""
        n = self.dof
        eta, nu, memory = x[:n], x[n : 2 * n], x[2 * n :]
        phi, theta, psi = (0.0, 0.0, eta[2]) if n == 3 else eta[3:]
        R = Rz(psi) @ Ry(theta) @ Rx(phi)
        omega = np.array([0.0, 0.0, nu[2]]) if n == 3 else nu[3:]
        turn = R if self.rule == "full" else Rz(psi)
        water = turn.T @ current
        slip = (
            -np.cross(omega, water)
            if self.rule != "pvs"
            else np.array([omega[2] * water[1], -omega[2] * water[0], 0.0])
        )
        pad = np.zeros(n, dtype=complex)
        nu_c, nu_c_dot = pad.copy(), pad.copy()
        width = 2 if n == 3 else 3
        nu_c[:width], nu_c_dot[:width] = water[:width], slip[:width]
        nu_r = nu - nu_c
        force = tau - self.C_RB(nu) @ nu - self.C_A(nu_r) @ nu_r - self.damping(nu_r) - self.g_of(eta, R)
        if n == 3:
            rate = np.array([*(Rz(psi) @ np.array([nu[0], nu[1], 0.0]))[:2], nu[2]])
        else:
            T = np.array([
                [1, np.sin(phi) * np.tan(theta), np.cos(phi) * np.tan(theta)], [0, np.cos(phi), -np.sin(phi)],
                [0, np.sin(phi) / np.cos(theta), np.cos(phi) / np.cos(theta)],
            ])  # fmt: skip
            rate = np.concatenate([R @ nu[:3], T @ omega])
            mu, moved = self._mu(memory, nu_r)
            force = force - mu
        matched = self.rule == "full" and self.tree.get("coriolis", {}).get("model", "full") == "full"
        inertia = self.M_A if matched else self.M
        nu_dot = np.linalg.solve(self.M, force + inertia @ nu_c_dot)
        return np.concatenate([rate, nu_dot] if n == 3 else [rate, nu_dot, moved])

    def _mu(self, memory: np.ndarray, nu_r: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        mu, moved, first = np.zeros(6, dtype=complex), [], 0
        for ij, a, c in self.systems:
            own = memory[first : first + len(a)]
            drive = nu_r[ij % 10 - 1] if ij % 10 > 1 else 0.0
            moved += [drive - np.array(a) @ own, *own[:-1]]
            mu[ij // 10 - 1] += np.array(c) @ own
            first += len(a)
        return mu, np.array(moved, dtype=complex)


def derivatives(k: dict[str, float], u: Any, v: Any, r: Any) -> np.ndarray:
    """4.7: X, Y, N, added."""
    d: dict[str, float] = defaultdict(float, k)
    a, b, c = size(u), size(v), size(r)
    return np.array([
        d["X_u"] * u + d["X_uu"] * a * u + d["X_uuu"] * u**3 + d["X_v"] * v + d["X_r"] * r,
        d["Y_u"] * u + d["Y_v"] * v + d["Y_vv"] * b * v + d["Y_rv"] * c * v + d["Y_vvv"] * v**3
        + d["Y_r"] * r + d["Y_vr"] * b * r + d["Y_rr"] * c * r,
        d["N_u"] * u + d["N_v"] * v + d["N_vv"] * b * v + d["N_rv"] * c * v
        + d["N_r"] * r + d["N_vr"] * b * r + d["N_rr"] * c * r + d["N_rrr"] * r**3,
    ])  # fmt: skip


def Rx(a: Any) -> np.ndarray:
    c, s = np.cos(a), np.sin(a)
    return np.array([[1, 0, 0], [0, c, -s], [0, s, c]])


def Ry(a: Any) -> np.ndarray:
    c, s = np.cos(a), np.sin(a)
    return np.array([[c, 0, s], [0, 1, 0], [-s, 0, c]])


def Rz(a: Any) -> np.ndarray:
    c, s = np.cos(a), np.sin(a)
    return np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]])
