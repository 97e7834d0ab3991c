"""Capytaine's NetCDF (laws/bem 2.1).

Its files need xarray and netCDF4 (extra ``ocean``).
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from usimmarine_py.errors import ConfigError, MissingExtraError, shorten
from usimmarine_py.values.arrays import Array
from usimmarine_py.vehicle.bem.data import FLIP, HydroData, Places, WaveResponse

MODES = ("Surge", "Sway", "Heave", "Roll", "Pitch", "Yaw")


def read(path: Path) -> tuple[HydroData, tuple[float, ...]]:
    """The data of a file in its axes, and where moments are taken about, in BODY from the origin of the mesh (m).

    Raises ``ConfigError`` for what is not a data set of one rigid body at rest, ``MissingExtraError`` without xarray.
    """
    try:
        import netCDF4  # noqa: F401 - the engine
        import xarray
    except ImportError as error:
        raise MissingExtraError("a NetCDF file", error.name or "xarray", "ocean") from error
    try:
        with path.open("rb"):
            pass  # a file of this machine: the library would fetch an address, too
        with xarray.open_dataset(path, engine="netcdf4", decode_times=False) as file:
            return _content(file.load(), str(path))
    except OSError as error:
        raise ConfigError(f"cannot be read: {error.strerror or error}", file=str(path)) from None
    except (ValueError, KeyError, TypeError) as error:
        problem = f"is no data set of Capytaine: {shorten(str(error), 100)}"
        raise ConfigError(problem, file=str(path)) from None


def _content(ds: Any, file: str) -> tuple[HydroData, tuple[float, ...]]:
    for name in ("added_mass", "radiation_damping", "omega"):
        if name not in ds.variables:
            raise ConfigError(f"has no {name}: is it written by Capytaine's export_dataset?", file=file)
    for name in ("water_depth", "forward_speed", "rho", "g"):
        if name in ds.variables and ds[name].size != 1:
            raise ConfigError(f"has {ds[name].size} values of {name}: export one", file=file)
    if "forward_speed" in ds.variables and float(ds["forward_speed"]) != 0.0:
        raise ConfigError("is for a hull with forward speed: only data at rest are used", file=file)
    dofs = [str(d) for d in np.atleast_1d(ds["radiating_dof"].values)]
    strange = [d for d in dofs if d not in MODES]
    if strange:
        problem = f"has the motion {shorten(strange[0], 40)}: one rigid body has {', '.join(MODES)}"
        raise ConfigError(problem, file=file)
    at = [MODES.index(d) for d in dofs]
    along = ds["omega"].dims[0] if ds["omega"].dims else "omega"
    omega = np.atleast_1d(np.array(ds["omega"].values, dtype=float))
    order = np.argsort(omega)

    def square(name: str) -> Array:
        part = ds[name]
        if along not in part.dims:
            part = part.expand_dims(along)
        found = np.zeros((len(omega), 6, 6))
        found[np.ix_(range(len(omega)), _modes(ds, "influenced_dof"), at)] = np.squeeze(
            part.transpose(along, "influenced_dof", "radiating_dof", ...).values
        ).reshape(len(omega), -1, len(at))
        return found[order]

    mass, damping = square("added_mass"), square("radiation_damping")
    own = omega[order]
    keep = (own > 0.0) & np.isfinite(own)
    if not keep.any():
        raise ConfigError("has no frequency above 0", file=file)
    depth = float(ds["water_depth"]) if "water_depth" in ds.variables else np.inf
    data = HydroData(
        "Capytaine", float(ds["rho"]), float(ds["g"]), depth if np.isfinite(depth) else 0.0, own[keep], mass[keep],
        damping[keep], mass[-1] if np.isinf(own[-1]) else None, mass[0] if own[0] == 0.0 else None,
        _excitation(ds, along, order, keep), None, None, None, _matrix(ds, "hydrostatic_stiffness"),
        _matrix(ds, "inertia_matrix"),
    )  # fmt: skip
    centre = np.zeros(3)
    if "rotation_center" in ds.variables and ds["rotation_center"].size == 3:
        centre = np.array(ds["rotation_center"].values, dtype=float).ravel()
    return data, tuple((centre * FLIP[:3]).tolist())


def _modes(ds: Any, name: str) -> list[int]:
    return [MODES.index(str(d)) for d in np.atleast_1d(ds[name].values)]


def _excitation(ds: Any, along: str, order: Places, keep: Any) -> WaveResponse | None:
    """Forces for exp(-i w t), whose conjugates belong to exp(+i w t)."""
    if "excitation_force" in ds.variables:
        part = ds["excitation_force"]
    elif "diffraction_force" in ds.variables and "Froude_Krylov_force" in ds.variables:
        part = ds["diffraction_force"] + ds["Froude_Krylov_force"]
    else:
        return None
    if "complex" in part.dims:
        part = part.sel(complex="re") + 1j * part.sel(complex="im")
    for name in (along, "wave_direction"):
        if name not in part.dims:
            part = part.expand_dims(name)
    chi = np.atleast_1d(np.array(part["wave_direction"].values, dtype=float))
    raw = part.transpose(along, "wave_direction", "influenced_dof", ...).values.reshape(len(order), len(chi), -1)
    found = np.zeros((len(order), len(chi), 6), dtype=complex)
    found[:, :, _modes(ds, "influenced_dof")] = np.conj(raw)
    turned = np.argsort(chi)
    own = found[order][keep][:, turned]
    omega = np.atleast_1d(np.array(ds["omega"].values, dtype=float))[order][keep]
    known = np.isfinite(own).all(axis=(1, 2))
    return WaveResponse(omega[known], chi[turned], own[known])


def _matrix(ds: Any, name: str) -> Array | None:
    if name not in ds.variables:
        return None
    found = np.zeros((6, 6))
    part = np.squeeze(ds[name].transpose("influenced_dof", "radiating_dof", ...).values)
    found[np.ix_(_modes(ds, "influenced_dof"), _modes(ds, "radiating_dof"))] = part
    return found if np.isfinite(found).all() else None
