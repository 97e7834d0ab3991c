"""What stands behind ``dynamics = fossen3`` and ``dynamics = fossen6``."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from math import floor
from typing import Any

from usimmarine_py.errors import ConfigError
from usimmarine_py.values import Backend, Key
from usimmarine_py.vehicle.backend import SOILS, FossenBackend
from usimmarine_py.vehicle.description.checks import largest_step, trial_spectra, vehicle_warnings
from usimmarine_py.vehicle.files import load, names, read
from usimmarine_py.vehicle.model import Model
from usimmarine_py.vehicle.parameters import PARAMETERS
from usimmarine_py.vehicle.solver import default_step, tableau


@dataclass(frozen=True, slots=True)
class FossenFactory:
    """Makes the backend of one vehicle from the texts of a mission file's block."""

    name: str
    dof: int

    @property
    def parameters(self) -> tuple[Key, ...]:
        """The keys that this backend reads."""
        return PARAMETERS

    def __call__(self, parameters: Mapping[str, str], read_file: Callable[[str], str] | None) -> Backend:
        """The backend; raises ConfigError that names the parameter, or the vehicle file and its key."""
        model = self.model(parameters, read_file)
        vehicle = model.vehicle
        solver = _value(parameters, "solver")
        step = _value(parameters, "sim_step") if "sim_step" in parameters else default_step(solver)
        spectra = trial_spectra(vehicle)
        longest = largest_step(spectra.values(), tableau(solver))
        if step > longest:
            raise ConfigError(
                f"is too long for {vehicle.name} with {solver}: {step:g} s; the longest step that works is "
                f"{floor(longest * 1000.0) / 1000.0:g} s",
                key="sim_step",
            )
        advance = None
        if _value(parameters, "compiled"):
            from usimmarine_py.vehicle.compiled import compiled_advance

            advance = compiled_advance(model)
        return FossenBackend(
            self.name,
            model,
            tableau(solver),
            step,
            _value(parameters, "speed_option"),
            vehicle_warnings(vehicle, spectra),
            advance=advance,
            engine_given="compiled" in parameters,
            plain_drift=_value(parameters, "drift_option") == "plain",
            adrift=_value(parameters, "start_with_water"),
            step_given="sim_step" in parameters,
            soil=SOILS[_value(parameters, "bed_soil")],
        )

    def model(self, parameters: Mapping[str, str], read_file: Callable[[str], str] | None) -> Model:
        """The equations of motion alone, without what is said of their step; raises ConfigError likewise."""
        overrides: dict[str, Any] = {}
        memory = _value(parameters, "fluid_memory")
        if memory != "auto":
            overrides["fluid_memory.enabled"] = memory == "on"
        source = partial(_vehicle_text, read_file)
        vehicle = load(parameters.get("vehicle", ""), parameters.get("variant", ""), overrides, source)
        if vehicle.dof != self.dof:
            raise ConfigError(
                f"{vehicle.name} is a {vehicle.dof}-DOF vehicle; write dynamics = fossen{vehicle.dof}", key="vehicle"
            )
        attitude = _value(parameters, "attitude")
        return Model(vehicle, "" if attitude == "auto" else attitude)


FOSSEN3 = FossenFactory("fossen3", 3)
FOSSEN6 = FossenFactory("fossen6", 6)


def _vehicle_text(read_file: Callable[[str], str] | None, vehicle: str) -> tuple[str, str]:
    # a path goes through the caller's reader, which knows where the mission file lies
    if read_file is None or not vehicle or vehicle.lower() in names():
        return read(vehicle)
    if not any(c in vehicle for c in "./\\"):
        return read(vehicle)
    try:
        return read_file(vehicle), vehicle
    except (OSError, ValueError) as error:
        raise ConfigError(f"cannot be read: {error}", file=vehicle, key="vehicle") from None


def _value(parameters: Mapping[str, str], name: str) -> Any:
    """The checked value of a parameter, or of its default."""
    declared = next(p for p in PARAMETERS if p.name == name)
    return declared.value(parameters.get(name, declared.default))
