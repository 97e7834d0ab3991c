"""One way from a file of hydrodynamic data, whatever wrote it, to ``HydroData`` about CO."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from pathlib import Path

import numpy as np

from usimmarine_py.errors import ConfigError, suggest_file
from usimmarine_py.vehicle.bem import capytaine, nemoh, wamit
from usimmarine_py.vehicle.bem.data import HydroData

_NONE = (0.0, 0.0, 0.0)


def read_data(
    path: Path, rho: float, g: float, length: float = 1.0, origin: tuple[float, ...] = _NONE, scale: float = 1.0,
    drift: Path | None = None,
) -> HydroData:  # fmt: skip
    """Data in BODY about CO for water of ``rho`` kg/m3.

    ``length``: the ULEN of WAMIT's files (m). ``origin``: of the file's coordinates, seen from CO in BODY (m), before
    ``scale`` makes all lengths so many times as long by Froude's law. The format follows from the name: .nc of
    Capytaine, .tec or Nemoh.cal or a folder of NEMOH, .1 and its kin of WAMIT. ``drift``: a file of
    WAMIT whose second-order forces count (.8, .9, .12d beside each other). Raises ``ConfigError``.
    """
    try:
        stamp = path.stat().st_mtime_ns
    except OSError as error:
        if path.suffix not in wamit.endings():
            problem = f"cannot be read: {error.strerror or error}"
            raise ConfigError(problem, file=str(path), suggestion=suggest_file(str(path), path.suffix) or "") from None
        stamp = 0
    return _read(path, stamp, rho, g, length, origin, scale, drift)


@lru_cache(maxsize=16)
def _read(
    path: Path, stamp: int, rho: float, g: float, length: float, origin: tuple[float, ...], scale: float,
    drift: Path | None,
) -> HydroData:  # fmt: skip
    name = path.name.lower()
    about: tuple[float, ...] = _NONE
    if name.endswith((".nc", ".nc4")):
        data, about = capytaine.read(path)
    elif path.is_dir() or name.endswith(".tec") or name == nemoh.INPUT.lower():
        data, about = nemoh.read(path)
    elif path.suffix in wamit.endings():
        data = wamit.read(path, rho, g, length)
    else:
        problem = (
            "is of no known format: .nc of Capytaine, RadiationCoefficients.tec or the folder of NEMOH, "
            "or .1 of WAMIT with its other files beside it"
        )
        raise ConfigError(problem, file=str(path))
    _check(data, str(path))
    if drift is not None:
        mean, transfer = wamit.second(drift, data.rho, g, length)
        data = replace(data, drift=mean, transfer=transfer)
    moments = tuple(a + b for a, b in zip(origin, about, strict=True))
    return data.in_body().moved(moments, origin).scaled(scale, rho)


def _check(data: HydroData, file: str) -> None:
    if len(data.omega) < 2 or (np.diff(data.omega) <= 0.0).any():
        raise ConfigError("needs two frequencies or more, each once", file=file)
    parts = [data.added_mass, data.damping, data.force.values if data.force else np.zeros(1)]
    if not all(np.isfinite(part).all() for part in parts):
        raise ConfigError("has numbers that are not finite in added mass, damping or excitation", file=file)
