"""How fast the shafts of a vehicle turn, and what power their torque takes (laws/actuators 3.1)."""

from __future__ import annotations

from collections.abc import Sequence
from math import nan, pi, sqrt
from typing import TYPE_CHECKING

from usimmarine_py.kernels.body.actuators import four_quadrant, propeller
from usimmarine_py.kernels.body.drives import CURVE_FOURIER, LinearScrew, QuadrantScrew
from usimmarine_py.kernels.body.mmg import mmg_thrust
from usimmarine_py.kernels.body.motion6 import current_body
from usimmarine_py.kernels.body.places import IN, IN_REF
from usimmarine_py.kernels.body.propulsion import actuator_force
from usimmarine_py.kernels.lag import lag_rate
from usimmarine_py.maths.attitude import rzyx
from usimmarine_py.values import Shaft, VehicleState
from usimmarine_py.vehicle.actuators.actuator import Actuator

if TYPE_CHECKING:
    from usimmarine_py.vehicle.model import Model


class ModelShafts:
    """Looks at the states of one vehicle; made once."""

    def __init__(self, model: Model) -> None:
        self._model = model
        #: (actuator, place of its shaft speed, or of the volume of a pump, among the actuator states)
        self._turning: list[tuple[Actuator, int]] = []
        self._pumps: list[tuple[Actuator, int]] = []
        acting = [a.name for a in model.vehicle.actuators if a.kind not in ("generalised_force", "mmg")]
        self._records = dict(zip(acting, model.body.actuators, strict=False))
        place = 0
        for actuator in model.vehicle.actuators:
            if actuator.states and actuator.states[0].name == f"{actuator.name}_n":
                self._turning.append((actuator, place))
            elif actuator.kind == "buoyancy_engine":
                self._pumps.append((actuator, place))
            place += len(actuator.states)

    def __call__(self, state: VehicleState) -> tuple[Shaft, ...]:
        """Every shaft at the moment of a state of this vehicle's backend."""
        model, size = self._model, IN_REF + len(self._model.lags)
        inputs, own = state.internal[2 : 2 + size], state.internal[2 + size :]
        if not own:
            still = [Shaft(a.name.lower(), 0.0, torque_power(a, 0.0, (0.0,) * 3), a.power) for a, _ in self._turning]
            return (*still, *(Shaft(a.name.lower(), 0.0, 0.0) for a, _ in self._pumps))
        phi, theta, psi = model.eta(own)[3:]
        u, v, w = model.nu(own)[:3]
        north, east, down = (inputs[i] for i in (IN.current_n, IN.current_e, IN.current_d))
        uc, vc, wc = current_body(rzyx(phi, theta, psi), psi, north, east, down, model.constants.current)
        flow = (u - uc, v - vc, 0.0 if model.planar else w - wc)
        found = []
        for actuator, place in self._turning:
            n, lag = own[model.head + place], actuator.states[0]
            full = max(abs(lag.low), abs(lag.high))
            twist = torque_power(actuator, n, flow)
            least = 0.0 if twist == twist else self._least(actuator, own, inputs, flow)
            found.append(Shaft(actuator.name.lower(), n / full, twist, actuator.power, least))
        medium = model.vehicle.medium
        pressure = medium.rho * medium.g * max(model.eta(own)[2], 0.0)
        for actuator, place in self._pumps:
            lag = actuator.states[0]
            flow_rate = lag_rate(own[model.head + place], inputs[IN_REF + place], lag.time_constant, lag.rate)
            share = flow_rate / lag.rate if lag.rate > 0.0 else 0.0
            found.append(Shaft(actuator.name.lower(), share, pump_power(pressure, flow_rate)))
        return tuple(found)

    def _least(
        self, actuator: Actuator, own: Sequence[float], inputs: Sequence[float], flow: tuple[float, float, float]
    ) -> float:
        """W that an actuator disc needs for the thrust; without a diameter what the thrust itself does."""
        model, c = self._model, self._model.constants
        if actuator.kind == "mmg":
            i, screw = model.head + int(c.mmg.propeller.state), c.mmg.propeller
            ahead = (1.0 - screw.w) * flow[0]
            return disc_power(mmg_thrust(screw.to_rps * own[i], ahead, c.rho, screw), ahead, c.rho, screw.D)
        terms = self._records[actuator.name]
        below = model.eta(own)[2] + inputs[IN.surface]
        p, q, r = model.nu(own)[3:]
        rot = rzyx(*model.eta(own)[3:])
        x, y, z, *_ = actuator_force(
            terms, own, model.head, *flow, p, q, r, 0.0, rot[6], rot[7], rot[8], below, model.body
        )
        force = sqrt(x * x + y * y + z * z)
        along = (flow[0] * x + flow[1] * y + flow[2] * z) / force if force > 0.0 else 0.0
        return disc_power(force, along, c.rho, actuator.disc)


def disc_power(thrust: float, ahead: float, rho: float, diameter: float) -> float:
    """W of an ideal propeller (actuator disc) that pushes with ``thrust`` N in a flow of ``ahead`` m/s (m, kg/m3).

    T (V/2 + sqrt(V^2/4 + T/(2 rho A))); ``diameter`` 0: T V alone.
    """
    push, speed = abs(thrust), max(ahead, 0.0)
    if diameter <= 0.0:
        return push * speed
    area = 0.25 * pi * diameter * diameter
    return push * (0.5 * speed + sqrt(0.25 * speed * speed + push / (2.0 * rho * area)))


def pump_power(pressure: float, flow: float) -> float:
    """W of a buoyancy engine that pumps ``flow`` cm3/s of oil out against ``pressure`` Pa; letting it in takes none."""
    return pressure * max(flow, 0.0) * 1e-6


def torque_power(actuator: Actuator, n: float, flow: tuple[float, float, float]) -> float:
    """W of a shaft that turns at ``n`` (its own unit) at a velocity through the water (BODY, m/s); nan if unknown."""
    law = actuator.law
    u, v, w = flow
    if isinstance(law, LinearScrew):
        turns, speed = n / 60.0, sqrt(u * u + v * v + w * w)
        if turns < 0.0 and law.astern:
            turns, speed = -turns, max(-u, 0.0)
        advance = (1.0 - law.w) * speed
        twist = propeller(turns, advance, law.rho, law.D, law.KT_0, law.KT_max, law.KQ_0, law.KQ_max, law.J_max)[1]
    elif isinstance(law, QuadrantScrew):
        x, y, z = actuator.direction
        turns, advance = n * law.to_rps, law.wake * (u * x + v * y + w * z)
        series = law.form == CURVE_FOURIER
        twist = four_quadrant(turns, advance, law.rho, law.D, series, actuator.curve, 0, int(law.rows))[1]
    else:
        return nan
    return 2.0 * pi * turns * twist
