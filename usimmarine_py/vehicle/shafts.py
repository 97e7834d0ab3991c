"""How fast the shafts of a vehicle turn, and what power their torque takes (laws/actuators 3.1)."""

from __future__ import annotations

from math import nan, pi, sqrt
from typing import TYPE_CHECKING

from usimmarine_py.kernels.body.actuators import four_quadrant, propeller
from usimmarine_py.kernels.body.drives import CURVE_FOURIER, LinearScrew, QuadrantScrew
from usimmarine_py.kernels.body.motion6 import current_body
from usimmarine_py.kernels.body.places import IN, IN_REF
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
            found.append(Shaft(actuator.name.lower(), n / full, torque_power(actuator, n, flow), actuator.power))
        medium = model.vehicle.medium
        pressure = medium.rho * medium.g * max(model.eta(own)[2], 0.0)
        for actuator, place in self._pumps:
            lag = actuator.states[0]
            flow_rate = lag_rate(own[model.head + place], inputs[IN_REF + place], lag.time_constant, lag.rate)
            share = flow_rate / lag.rate if lag.rate > 0.0 else 0.0
            found.append(Shaft(actuator.name.lower(), share, pump_power(pressure, flow_rate)))
        return tuple(found)


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
