"""How fast the shafts of a vehicle turn, and what power their torque takes."""

from __future__ import annotations

from usimmarine_py.actuators.actuator import Actuator
from usimmarine_py.actuators.battery import Shaft, torque_power
from usimmarine_py.fossen.equations import layout as at
from usimmarine_py.fossen.equations.kernel6 import current_body
from usimmarine_py.fossen.model import Model
from usimmarine_py.maths.attitude import rzyx
from usimmarine_py.values import VehicleState


class ShaftMeter:
    """Looks at the states of one vehicle; made once."""

    def __init__(self, model: Model) -> None:
        self._model = model
        #: (actuator, place of its shaft speed among the actuator states)
        self._turning: list[tuple[Actuator, int]] = []
        place = 0
        for actuator in model.vehicle.actuators:
            if actuator.states and actuator.states[0].name == f"{actuator.name}_n":
                self._turning.append((actuator, place))
            place += len(actuator.states)

    def __call__(self, state: VehicleState) -> tuple[Shaft, ...]:
        """Every shaft at the moment of a state of this vehicle's backend."""
        model, size = self._model, at.IN_REF + len(self._model.lags)
        inputs, own = state.internal[2 : 2 + size], state.internal[2 + size :]
        if not own:
            return tuple(
                Shaft(a.name.lower(), 0.0, torque_power(a, 0.0, (0.0,) * 3), a.power) for a, _ in self._turning
            )
        phi, theta, psi = model.eta(own)[3:]
        u, v, w = model.nu(own)[:3]
        north, east, down = (inputs[i] for i in (at.IN_CURRENT_N, at.IN_CURRENT_E, at.IN_CURRENT_D))
        uc, vc, wc = current_body(rzyx(phi, theta, psi), psi, north, east, down, model.constants[at.CURRENT])
        flow = (u - uc, v - vc, 0.0 if model.planar else w - wc)
        found = []
        for actuator, place in self._turning:
            n, lag = own[model.head + place], actuator.states[0]
            full = max(abs(lag.low), abs(lag.high))
            found.append(Shaft(actuator.name.lower(), n / full, torque_power(actuator, n, flow), actuator.power))
        return tuple(found)
