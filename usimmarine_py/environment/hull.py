"""What wind and waves need to know of a hull. Backends that have such facts offer them as ``hull``."""

from __future__ import annotations

from typing import Protocol, runtime_checkable

from usimmarine_py.environment.wave_load import WaveLoad
from usimmarine_py.model.frozen import dataclass


@dataclass(frozen=True, slots=True)
class Hull:
    """Facts from a vehicle file; the defaults suit a vehicle of which nothing is known."""

    load: WaveLoad | None = None  #: wave gains; None = waves move the outputs instead
    length: float = 0.0  #: m, filters first-order motion; 0 = point
    sensor_height: float = 10.0  #: m, where a wind given at 10 m is evaluated


@runtime_checkable
class HasHull(Protocol):
    """A backend that knows its hull."""

    @property
    def hull(self) -> Hull:
        """The facts."""
        ...


def hull_of(backend: object) -> Hull:
    """The hull of a backend, or the defaults for one that offers none (None = the kinematic one)."""
    return backend.hull if isinstance(backend, HasHull) else Hull()
