"""What acts on a vehicle at one moment, force by force, in BODY about CO (laws/hydrodynamics 15).

The same laws as in the equations of motion, asked for one after the other; for publication only.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt

from usimmarine_py.kernels.body.actuators import wrench_at
from usimmarine_py.kernels.body.damping import polynomial
from usimmarine_py.kernels.body.memory import memory_forces
from usimmarine_py.kernels.body.mmg import mmg_drive, mmg_hull
from usimmarine_py.kernels.body.motion3 import coriolis3
from usimmarine_py.kernels.body.motion6 import (
    coriolis_forces,
    current_body,
    damping_forces,
    surfacing_forces,
    water_acceleration,
)
from usimmarine_py.kernels.body.places import IN
from usimmarine_py.kernels.body.propulsion import actuator_force, actuator_forces
from usimmarine_py.kernels.body.records import CORIOLIS_FULL, CURRENT_FULL
from usimmarine_py.kernels.body.restoring import load_forces, restoring_forces, submerged_share
from usimmarine_py.kernels.body.wind_load import hull_wind_force
from usimmarine_py.maths.attitude import rzyx
from usimmarine_py.vehicle.description.vehicle import axes_of
from usimmarine_py.vehicle.model import ZERO, Model, Six

#: Names that an actuator cannot have for its own force.
PARTS = ("actuators", "external", "wind", "waves", "banks", "drag", "restoring", "memory", "current", "total")


class Forces:
    """The forces on one vehicle; made once, asked after a step."""

    def __init__(self, model: Model) -> None:
        self._model = model
        acting = [a for a in model.vehicle.actuators if a.kind not in ("generalised_force", "mmg")]
        #: each actuator's name with its record
        self._alone = list(zip((a.name for a in acting), model.body.actuators, strict=False))
        self._drive = next((a.name for a in model.vehicle.actuators if a.kind == "mmg"), "")
        self._generalised = [a.name for a in model.vehicle.actuators if a.kind == "generalised_force"]
        self._rows = axes_of(model.vehicle.dof)
        self._scratch = [0.0] * len(model.names)
        self._mass = [(float(row[0]), float(row[1]), float(row[2])) for row in model.vehicle.M]

    def named(
        self, s: Sequence[float], inputs: Sequence[float], direct: Six, external: Six, banks: Sequence[float] = ()
    ) -> tuple[tuple[str, float], ...]:
        """FORCE_<PART>_<COMPONENT> and its value (N, N m) for the model's state ``s`` under the kernel's ``inputs``.

        ``direct`` is what generalised actuators push with, ``external`` what was commanded beside all actuators,
        ``banks`` what these pull with, empty where there are none; what is left of the inputs' extra force comes from
        the waves.
        """
        parts = self.parts(s, inputs, direct, external, banks)
        return tuple(
            (f"FORCE_{name.upper()}_{'XYZKMN'[i]}", wrench[i]) for name, wrench in parts.items() for i in self._rows
        )

    def parts(
        self, s: Sequence[float], inputs: Sequence[float], direct: Six, external: Six, banks: Sequence[float] = ()
    ) -> dict[str, Six]:
        """X, Y, Z, K, M, N of every part: actuators one by one, then ``PARTS``; the total is their sum."""
        model, c = self._model, self._model.constants
        x, y, z, phi, theta, psi = model.eta(s)
        u, v, w, p, q, r = model.nu(s)
        rot = rzyx(phi, theta, psi)
        cn, ce, cd = inputs[IN.current_n], inputs[IN.current_e], inputs[IN.current_d]
        uc, vc, wc = current_body(rot, psi, cn, ce, 0.0 if model.planar else cd, c.current)
        if model.planar:
            wc = 0.0
        ur, vr, wr = u - uc, v - vc, w - wc
        speed, below = sqrt(u * u + v * v + w * w), z + inputs[IN.surface]
        found: dict[str, Six] = {}
        pushed: Six = direct
        for name, actuator in self._alone:
            own = actuator_force(
                actuator, s, model.head, ur, vr, wr, p, q, r, speed, rot[6], rot[7], rot[8], below, model.body
            )
            found[_own_name(name)] = own
            pushed = _sum(pushed, own)
        for i, name in enumerate(self._generalised):
            # the file has at most one that matters; a second would share its command
            found[_own_name(name)] = direct if i == 0 else ZERO
        if self._drive and c.mmg.propeller.state >= 0.0:
            i = model.head + int(c.mmg.propeller.state)
            fx, fy, fn = mmg_drive(c.mmg.propeller.to_rps * s[i], s[i + 1], ur, vr, r, c)
            found[_own_name(self._drive)] = own = (fx, fy, 0.0, 0.0, 0.0, fn)
            pushed = _sum(pushed, own)
        parts = {"actuators": pushed, "external": external}
        parts["wind"] = self.wind(u, v, psi, inputs)
        parts["waves"] = _less(_less(_six(inputs[:6]), direct), external)
        if banks:
            parts["banks"] = _six(banks)
            parts["waves"] = _less(parts["waves"], parts["banks"])
        if model.planar:
            dx, dy, dn = polynomial(ur, vr, r, c.damping.derivatives)
            hx, hy, hn = mmg_hull(ur, vr, r, c) if c.mmg.on != 0.0 else (0.0, 0.0, 0.0)
            parts["drag"] = (dx + hx, dy + hy, 0.0, 0.0, 0.0, dn + hn)
        else:
            drag = damping_forces(ur, vr, wr, p, q, r, c)
            if self._wet(below) < 1.0:
                drag = surfacing_forces(rot, ur, vr, wr, p, q, r, self._wet(below), below, *drag, c)
            parts["drag"] = _less(ZERO, drag)
            parts["restoring"] = self.restoring((x, y, z, phi, theta, psi), inputs)
        if c.systems != 0.0:
            first = model.head + int(c.lags)
            parts["memory"] = _less(ZERO, memory_forces(list(s), first, ur, vr, wr, p, q, r, model.body, self._scratch))
        rate = current_body(rot, psi, inputs[IN.rate_n], inputs[IN.rate_e], inputs[IN.rate_d], c.current)
        parts["current"] = self._current((u, v, w, p, q, r), (uc, vc, wc), rate, below)
        total = ZERO
        for wrench in parts.values():
            total = _sum(total, wrench)
        found |= parts
        found["total"] = total
        return found

    def actuators(self, s: Sequence[float], nu_r: Sequence[float]) -> Six:
        """Of all actuators together in the model's state ``s``; ``nu_r`` relative to the water."""
        model, c = self._model, self._model.constants
        eta, nu = model.eta(s), model.nu(s)
        rot = rzyx(eta[3], eta[4], eta[5])
        u, v, w, p, q, r = (nu_r[0], nu_r[1], 0.0, 0.0, 0.0, nu_r[2]) if model.planar else nu_r
        speed = sqrt(nu[0] * nu[0] + nu[1] * nu[1] + nu[2] * nu[2])
        force = actuator_forces(s, model.head, u, v, w, p, q, r, speed, *rot[6:], eta[2], model.body)
        if c.mmg.on != 0.0 and c.mmg.propeller.state >= 0.0:
            i = model.head + int(c.mmg.propeller.state)
            fx, fy, fn = mmg_drive(c.mmg.propeller.to_rps * s[i], s[i + 1], u, v, r, c)
            force = _sum(force, (fx, fy, 0.0, 0.0, 0.0, fn))
        return force

    def wind(self, u: float, v: float, psi: float, inputs: Sequence[float]) -> Six:
        """Of the inputs' wind on a hull over ground (m/s) that heads ``psi`` (rad)."""
        c = self._model.constants
        if inputs[IN.wind_on] == 0.0 or c.wind.law == 0.0:
            return ZERO
        x, y, _z, k, _m, n = hull_wind_force(c.wind, u, v, psi, inputs[IN.wind_speed], inputs[IN.wind_towards])
        return x, y, 0.0, k, 0.0, n

    def restoring(self, eta: Six, inputs: Sequence[float]) -> Six:
        """-g(eta) of x, y, z, phi, theta, psi (m, rad), payload included."""
        c = self._model.constants
        rot = rzyx(eta[3], eta[4], eta[5])
        force = restoring_forces(rot, *eta, inputs[IN.lift_on], inputs[IN.lift], inputs[IN.surface], c)
        return force if c.load.on == 0.0 else _sum(force, load_forces(rot, c.load))

    def _current(
        self, nu: Six, current: tuple[float, float, float], rate: tuple[float, float, float], below: float
    ) -> Six:
        """What moving water adds to the forces of the relative velocity, so that all of them make M nu_dot + C nu.

        ``rate``: at which the current changes (m/s2, BODY); ``below``: depth of CO below the surface (m).
        """
        uc, vc, wc = current
        if not (any(current) or any(rate)):
            return ZERO
        model, c = self._model, self._model.constants
        u, v, w, p, q, r = nu
        if model.planar:
            bx, by, bn = coriolis3(u, v, u, v, r, c)
            gx, gy, gn = coriolis3(u, v, u - uc, v - vc, r, c)
            ax, ay = r * vc + rate[0], -r * uc + rate[1]
            m, xg = c.rigid.mass, c.rigid.xg
            return (
                c.added.x.u * ax + m * rate[0] + bx - gx, c.added.y.v * ay + m * rate[1] + by - gy, 0.0, 0.0, 0.0,
                c.added.n.v * ay + m * xg * rate[1] + bn - gn,
            )  # fmt: skip
        wet = self._wet(below)
        still = coriolis_forces(u, v, w, u, v, w, p, q, r, c, wet)
        moving = coriolis_forces(u, v, w, u - uc, v - vc, w - wc, p, q, r, c, wet)
        ax, ay, az = (a + b for a, b in zip(water_acceleration(c.current, uc, vc, wc, p, q, r), rate, strict=True))
        displaced = ZERO
        if c.coriolis.form == CORIOLIS_FULL and c.current == CURRENT_FULL:
            added = (c.added.x, c.added.y, c.added.z, c.added.k, c.added.m, c.added.n)
            rows = [(wet * row.u, wet * row.v, wet * row.w) for row in added]
            displaced = self._displaced(rate, below)
        else:
            # form A: the water's acceleration is added to the vehicle's, whatever its mass
            rows = self._mass
        inertia = _six([row[0] * ax + row[1] * ay + row[2] * az for row in rows])
        return _sum(_sum(inertia, displaced), _less(still, moving))

    def _wet(self, below: float) -> float:
        """The share of a submerged body that is wet whose CO is ``below`` m under the surface."""
        own = self._model.constants.restoring
        return submerged_share(below, own.surfacing_radius) if own.model == 2.0 and own.surfacing_radius > 0.0 else 1.0

    def _displaced(self, rate: tuple[float, float, float], below: float) -> Six:
        """The pressure gradient of water that is accelerated at ``rate`` (m/s2, BODY) on the displaced mass."""
        c = self._model.constants
        mass, at = c.rigid.mass, (c.rigid.xg, c.rigid.yg, c.rigid.zg)
        if c.restoring.model == 2.0:
            mass *= self._wet(below) * c.restoring.buoyancy / c.restoring.weight
            at = (c.restoring.centre.x, c.restoring.centre.y, c.restoring.centre.z)
        return wrench_at(mass * rate[0], mass * rate[1], mass * rate[2], *at)


def _own_name(name: str) -> str:
    return f"{name}_actuator" if name.lower() in PARTS else name


def _six(values: Sequence[float]) -> Six:
    x, y, z, k, m, n = values
    return x, y, z, k, m, n


def _sum(a: Six, b: Six) -> Six:
    return a[0] + b[0], a[1] + b[1], a[2] + b[2], a[3] + b[3], a[4] + b[4], a[5] + b[5]


def _less(a: Six, b: Six) -> Six:
    return a[0] - b[0], a[1] - b[1], a[2] - b[2], a[3] - b[3], a[4] - b[4], a[5] - b[5]
