"""What steps the equations of a Fossen vehicle: plain Python, or the same functions compiled by numba."""

from __future__ import annotations

from importlib.util import find_spec

from usimmarine_py.errors import ConfigError
from usimmarine_py.fossen.backend import FossenBackend
from usimmarine_py.model.frozen import replace
from usimmarine_py.simulator import Simulator

#: ``auto``: compiled where numba is installed.
ENGINES = ("auto", "python", "compiled")


def wants_compiled(engine: str) -> bool:
    """Whether the equations are to run compiled. Raises ``ConfigError`` for a name that is no engine."""
    if engine not in ENGINES:
        raise ConfigError(f"must be one of {', '.join(ENGINES)}, not {engine!r}", key="--engine")
    return engine == "compiled" or (engine == "auto" and find_spec("numba") is not None)


def use_engine(simulator: Simulator, compiled: bool) -> None:
    """Let the vehicle's equations run compiled, or not; nothing for a vehicle without such equations."""
    backend = simulator.backend
    if not isinstance(backend, FossenBackend):
        return
    advance = None
    if compiled:
        from usimmarine_py.fossen.compiled import compiled_advance

        advance = compiled_advance(backend.model)
    simulator.use_backend(replace(backend, advance=advance))
