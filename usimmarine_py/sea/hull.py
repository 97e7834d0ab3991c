"""Facts of a hull that wind and waves need. Backends that have such facts offer them as ``hull``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from usimmarine_py.values.frozen import dataclass

if TYPE_CHECKING:
    from usimmarine_py.sea.wave_filter import WaveGains
    from usimmarine_py.sea.waves import WaveField


class WaveLoad(Protocol):
    """The load of a sea on a hull."""

    def water(
        self, sea: WaveField, time: float, place: tuple[float, float, float], psi: float
    ) -> tuple[float, float, float]:
        """Return the water's velocity (north, east, down, m/s), averaged over a hull that heads ``psi`` rad."""
        ...

    def risen(self, sea: WaveField, time: float, place: tuple[float, float], psi: float) -> float:
        """Return the elevation (m, up) at a place north, east, averaged over a hull that heads ``psi`` rad."""
        ...

    def meet(
        self,
        sea: WaveField,
        time: float,
        place: tuple[float, float, float],
        attitude: tuple[float, float, float],
        velocity: tuple[float, float, float],
        turning: tuple[float, float, float] = (0.0, 0.0, 0.0),
        stream: tuple[float, float] = (0.0, 0.0),
        gained: tuple[float, float] = (0.0, 0.0),
    ) -> tuple[tuple[float, ...], tuple[float, float, float], tuple[float, float]]:
        """Return X, Y, Z, K, M, N (N and N m, BODY), the water's velocity and two elevations of the surface (m, up).

        The velocity is north, east, down in m/s, averaged over the hull. The elevations are those at the place and
        time, and where and when the forces are held for.

        ``time`` in s, ``place`` north, east, down in m, ``attitude`` roll, pitch and heading in rad, ``velocity``
        north, east, down over ground in m/s, ``turning`` rates of roll, pitch and heading in rad/s, ``stream``
        the current north and east in m/s, ``gained`` what the velocity north and east has gained over the last step
        (m/s).
        """
        ...


@dataclass(frozen=True, slots=True)
class Hull:
    """Facts from a vehicle file; the defaults suit a vehicle of which nothing is known."""

    load: WaveLoad | None = None  #: forces of the waves that are seen; None = waves move the outputs instead
    gains: WaveGains | None = None  #: of the thesis's filter
    length: float = 0.0  #: m, filters first-order motion; 0 = point
    sensor_height: float = 10.0  #: m, where a wind given at 10 m is evaluated
    windage: bool = True  #: it has areas that the wind can push at
    rho: float = 1025.0  #: kg/m3, of the water that it floats in
    added_resistance: tuple[float, float] | None = None  #: N/m2 and m2, of ``kernels.waves.added_resistance``
    owner: str = ""  #: name of the vehicle among others, which makes its random numbers its own


def hull_of(backend: object) -> Hull:
    """Return the hull of a backend, or the defaults for one that offers none (None = the kinematic one)."""
    # ``isinstance`` with a protocol loads ``inspect`` at every start (Python 3.12)
    found: Hull | None = getattr(backend, "hull", None)
    return Hull() if found is None else found
