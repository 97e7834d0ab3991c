"""The choice of what integrates a Fossen vehicle: plain Python, or the same functions compiled by numba."""

from __future__ import annotations

from importlib.util import find_spec
from typing import TYPE_CHECKING

from usimmarine_py.errors import ConfigError
from usimmarine_py.simulator import Simulator
from usimmarine_py.values.frozen import replace

if TYPE_CHECKING:
    from usimmarine_py.vehicle.backend import FossenBackend

#: ``auto``: compiled where numba is installed, for a single run if it is long enough.
ENGINES = ("auto", "python", "compiled")
#: Simulated s from which on a single run gains more than numba and machine code on the disk take to load (0.5 s).
LOADING_PAYS = 200.0
#: The same where the equations have to be compiled first (20 s).
COMPILING_PAYS = 6000.0


def wants_compiled(engine: str) -> bool:
    """Whether the equations are to run compiled. Raises ``ConfigError`` for a name that is no engine."""
    if engine not in ENGINES:
        raise ConfigError(f"must be one of {', '.join(ENGINES)}, not {engine!r}", key="--engine")
    return engine == "compiled" or (engine == "auto" and find_spec("numba") is not None)


def _equations(simulator: Simulator) -> FossenBackend | None:
    """Return what integrates the vehicle's equations; None for one without, which starts without numpy."""
    if simulator.backend is None:
        return None
    from usimmarine_py.vehicle.backend import FossenBackend

    return simulator.backend if isinstance(simulator.backend, FossenBackend) else None


def use_engine(simulator: Simulator, compiled: bool) -> None:
    """Let the vehicle's equations run compiled, or not; nothing for a vehicle without such equations."""
    if (backend := _equations(simulator)) is None:
        return
    advance = None
    if compiled:
        from usimmarine_py.vehicle.compiled import compiled_advance

        advance = compiled_advance(backend.model)
    simulator.backend = replace(backend, advance=advance)


def use_engine_for_run(simulator: Simulator, engine: str, duration: float | None) -> None:
    """Choose what steps the equations in one run of ``duration`` simulated s (None: to the end of a plan).

    The same to the last bit either way. ``auto`` leaves what the mission asks for, and short runs, as they are.
    """
    wanted = wants_compiled(engine)
    if engine != "auto":
        use_engine(simulator, wanted)
    elif wanted and (backend := _equations(simulator)) is not None and not backend.engine_given:
        length = LOADING_PAYS if duration is None else duration
        if length >= LOADING_PAYS:
            from usimmarine_py.vehicle.compiled import is_ready

            if length >= COMPILING_PAYS or is_ready():
                use_engine(simulator, True)
