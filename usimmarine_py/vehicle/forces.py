"""What acts on a vehicle at one moment, force by force, in BODY about CO (laws/hydrodynamics 15).

The same laws as in the equations of motion, asked for one after the other; for publication only.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt

from usimmarine_py.maths.attitude import rzyx
from usimmarine_py.vehicle.equations import layout as at
from usimmarine_py.vehicle.equations.damping import polynomial
from usimmarine_py.vehicle.equations.kernel3 import coriolis3
from usimmarine_py.vehicle.equations.kernel6 import coriolis_forces, current_body, damping_forces
from usimmarine_py.vehicle.equations.memory import memory_forces
from usimmarine_py.vehicle.equations.mmg import mmg_drive, mmg_hull
from usimmarine_py.vehicle.equations.propulsion import actuator_forces
from usimmarine_py.vehicle.equations.restoring import linear_restoring, submerged_forces, vertical_restoring
from usimmarine_py.vehicle.equations.wind_load import hull_wind_force, relative_wind
from usimmarine_py.vehicle.model import ZERO, Model, Six

#: Names that an actuator cannot have for its own force.
PARTS = ("actuators", "external", "wind", "waves", "drag", "restoring", "memory", "current", "total")


class Forces:
    """The forces on one vehicle; made once, asked after a step."""

    def __init__(self, model: Model) -> None:
        self._model = model
        c = model.constants
        #: each actuator's name with the table of constants in which it is the only one
        self._alone: list[tuple[str, tuple[float, ...]]] = []
        acting = [a for a in model.vehicle.actuators if a.kind not in ("generalised_force", "mmg")]
        for i, actuator in enumerate(acting[: int(c[at.N_ACTUATORS])]):
            table = list(c)
            table[at.N_ACTUATORS] = 1.0
            table[at.ACTUATORS_AT] = c[at.ACTUATORS_AT] + float(i * at.ACTUATOR_STRIDE)
            self._alone.append((actuator.name, tuple(table)))
        self._drive = next((a.name for a in model.vehicle.actuators if a.kind == "mmg"), "")
        self._generalised = [a.name for a in model.vehicle.actuators if a.kind == "generalised_force"]
        self._rows = (0, 1, 5) if model.planar else (0, 1, 2, 3, 4, 5)
        self._scratch = [0.0] * len(model.names)
        self._mass = tuple(tuple(float(x) for x in row) for row in model.vehicle.M)

    def named(
        self, s: Sequence[float], inputs: Sequence[float], direct: Six, external: Six
    ) -> tuple[tuple[str, float], ...]:
        """FORCE_<PART>_<COMPONENT> and its value (N, N m) for the model's state ``s`` under the kernel's ``inputs``.

        ``direct`` is what generalised actuators push with, ``external`` what was commanded beside all actuators; what
        is left of the inputs' extra force comes from the waves.
        """
        parts = self.parts(s, inputs, direct, external)
        return tuple(
            (f"FORCE_{name.upper()}_{'XYZKMN'[i]}", wrench[i]) for name, wrench in parts.items() for i in self._rows
        )

    def parts(self, s: Sequence[float], inputs: Sequence[float], direct: Six, external: Six) -> dict[str, Six]:
        """X, Y, Z, K, M, N of every part: actuators one by one, then ``PARTS``; the total is their sum."""
        model, c = self._model, self._model.constants
        x, y, z, phi, theta, psi = model.eta(s)
        u, v, w, p, q, r = model.nu(s)
        rot = rzyx(phi, theta, psi)
        cn, ce, cd = inputs[at.IN_CURRENT_N], inputs[at.IN_CURRENT_E], inputs[at.IN_CURRENT_D]
        uc, vc, wc = current_body(rot, psi, cn, ce, 0.0 if model.planar else cd, c[at.CURRENT])
        if model.planar:
            wc = 0.0
        ur, vr, wr = u - uc, v - vc, w - wc
        speed, below = sqrt(u * u + v * v + w * w), z + inputs[at.IN_SURFACE]
        found: dict[str, Six] = {}
        pushed: Six = direct
        for name, table in self._alone:
            own = actuator_forces(s, model.head, ur, vr, wr, p, q, r, speed, rot[6], rot[7], rot[8], below, table)
            found[_own_name(name)] = own
            pushed = _sum(pushed, own)
        for i, name in enumerate(self._generalised):
            # the file has at most one that matters; a second would share its command
            found[_own_name(name)] = direct if i == 0 else ZERO
        if self._drive and c[at.MMG_STATE] >= 0.0:
            i = model.head + int(c[at.MMG_STATE])
            fx, fy, fn = mmg_drive(c[at.MMG_TO_RPS] * s[i], s[i + 1], ur, vr, r, c)
            found[_own_name(self._drive)] = own = (fx, fy, 0.0, 0.0, 0.0, fn)
            pushed = _sum(pushed, own)
        parts = {"actuators": pushed, "external": external}
        parts["wind"] = self.wind(u, v, psi, inputs)
        parts["waves"] = _less(_less(_six(inputs[:6]), direct), external)
        if model.planar:
            dx, dy, dn = polynomial(ur, vr, r, c)
            hx, hy, hn = mmg_hull(ur, vr, r, c) if c[at.MMG_ON] != 0.0 else (0.0, 0.0, 0.0)
            parts["drag"] = (dx + hx, dy + hy, 0.0, 0.0, 0.0, dn + hn)
        else:
            parts["drag"] = _less(ZERO, damping_forces(ur, vr, wr, p, q, r, c))
            parts["restoring"] = self.restoring((x, y, z, phi, theta, psi), inputs)
        if c[at.MEMORY_SYSTEMS] != 0.0:
            first = model.head + int(c[at.N_LAGS])
            parts["memory"] = _less(ZERO, memory_forces(list(s), first, vr, wr, p, q, r, c, self._scratch))
        parts["current"] = self._current((u, v, w, p, q, r), (uc, vc, wc))
        total = ZERO
        for wrench in parts.values():
            total = _sum(total, wrench)
        found |= parts
        found["total"] = total
        return found

    def actuators(self, s: Sequence[float], nu_r: Sequence[float], surface: float = 0.0) -> Six:
        """Of all actuators together in the model's state ``s``; ``nu_r`` relative to the water."""
        model, c = self._model, self._model.constants
        eta, nu = model.eta(s), model.nu(s)
        rot = rzyx(eta[3], eta[4], eta[5])
        u, v, w, p, q, r = (nu_r[0], nu_r[1], 0.0, 0.0, 0.0, nu_r[2]) if model.planar else nu_r
        speed = sqrt(nu[0] * nu[0] + nu[1] * nu[1] + nu[2] * nu[2])
        force = actuator_forces(s, model.head, u, v, w, p, q, r, speed, *rot[6:], eta[2] + surface, c)
        if c[at.MMG_ON] != 0.0 and c[at.MMG_STATE] >= 0.0:
            i = model.head + int(c[at.MMG_STATE])
            fx, fy, fn = mmg_drive(c[at.MMG_TO_RPS] * s[i], s[i + 1], u, v, r, c)
            force = _sum(force, (fx, fy, 0.0, 0.0, 0.0, fn))
        return force

    def wind(self, u: float, v: float, psi: float, inputs: Sequence[float]) -> Six:
        """Of the inputs' wind on a hull over ground (m/s) that heads ``psi`` (rad)."""
        c = self._model.constants
        if inputs[at.IN_WIND_ON] == 0.0 or c[at.WIND_ON] == 0.0:
            return ZERO
        u_rw, v_rw, _speed, _gamma = relative_wind(u, v, psi, inputs[at.IN_WIND_SPEED], inputs[at.IN_WIND_TOWARDS])
        x, y, _z, k, _m, n = hull_wind_force(
            c[at.WIND_ON], u_rw, v_rw, c[at.WIND_AF], c[at.WIND_AL], c[at.WIND_SH], c[at.WIND_SL], c[at.WIND_L],
            c[at.WIND_CDT], c[at.WIND_CDL_BOW], c[at.WIND_CDL_STERN], c[at.WIND_DELTA], c[at.WIND_KAPPA],
            c[at.WIND_RHO],
        )  # fmt: skip
        return x, y, 0.0, k, 0.0, n

    def restoring(self, eta: Six, inputs: Sequence[float]) -> Six:
        """-g(eta) of x, y, z, phi, theta, psi (m, rad), payload included."""
        c = self._model.constants
        rot = rzyx(eta[3], eta[4], eta[5])
        force = ZERO
        if c[at.HYDROSTATICS] == 1.0:
            g = linear_restoring(*eta, c)
            if c[at.AXES_VERTICAL] != 0.0:
                g = vertical_restoring(rot, eta[3], eta[4], g[2], g[3], g[4])
            force = _less(ZERO, g)
        elif c[at.HYDROSTATICS] == 2.0:
            force = submerged_forces(rot[6], rot[7], rot[8], eta[2], inputs[at.IN_LIFT_ON], inputs[at.IN_LIFT], c)
        if c[at.PAYLOAD_ON] != 0.0:
            weight = c[at.PAYLOAD_WEIGHT]
            px, py, pz = weight * rot[6], weight * rot[7], weight * rot[8]
            rx, ry, rz = c[at.PAYLOAD_X], c[at.PAYLOAD_Y], c[at.PAYLOAD_Z]
            if c[at.PAYLOAD_ROWS] == 0.0:
                load = (px, py, pz, ry * pz - rz * py, rz * px - rx * pz, rx * py - ry * px)
            else:
                load = (0.0, 0.0, pz, ry * pz - rz * py, rz * px - rx * pz, 0.0)
            force = _sum(force, load)
        return force

    def _current(self, nu: Six, current: tuple[float, float, float]) -> Six:
        """What moving water adds to the forces of the relative velocity, so that all of them make M nu_dot + C nu."""
        uc, vc, wc = current
        if uc == 0.0 and vc == 0.0 and wc == 0.0:
            return ZERO
        model, c = self._model, self._model.constants
        u, v, w, p, q, r = nu
        if model.planar:
            bx, by, bn = coriolis3(u, v, u, v, r, c)
            gx, gy, gn = coriolis3(u, v, u - uc, v - vc, r, c)
            ax, ay = r * vc, -r * uc
            return c[at.A11] * ax + bx - gx, c[at.A22] * ay + by - gy, 0.0, 0.0, 0.0, c[at.A62] * ay + bn - gn
        still = coriolis_forces(u, v, w, u, v, w, p, q, r, c)
        moving = coriolis_forces(u, v, w, u - uc, v - vc, w - wc, p, q, r, c)
        if c[at.CURRENT] == at.CURRENT_PVS:
            ax, ay, az = r * vc, -r * uc, 0.0
        else:
            ax, ay, az = r * vc - q * wc, p * wc - r * uc, q * uc - p * vc
        if c[at.CORIOLIS] == at.CORIOLIS_FULL and c[at.CURRENT] == at.CURRENT_FULL:
            rows = [tuple(c[at.A11 + 6 * i : at.A11 + 6 * i + 3]) for i in range(6)]
        else:
            # form A: the water's acceleration is added to the vehicle's, whatever its mass
            rows = [row[:3] for row in self._mass]
        inertia = _six([row[0] * ax + row[1] * ay + row[2] * az for row in rows])
        return _sum(inertia, _less(still, moving))


def _own_name(name: str) -> str:
    return f"{name}_actuator" if name.lower() in PARTS else name


def _six(values: Sequence[float]) -> Six:
    x, y, z, k, m, n = values
    return x, y, z, k, m, n


def _sum(a: Six, b: Six) -> Six:
    return a[0] + b[0], a[1] + b[1], a[2] + b[2], a[3] + b[3], a[4] + b[4], a[5] + b[5]


def _less(a: Six, b: Six) -> Six:
    return a[0] - b[0], a[1] - b[1], a[2] - b[2], a[3] - b[3], a[4] - b[4], a[5] - b[5]
