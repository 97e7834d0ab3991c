"""NEMOH's results: RadiationCoefficients.tec, ExcitationForce.tec, IRF.tec, Nemoh.cal (laws/bem 2.3).

Found in the folder of the named file, in ``results`` below it, and Nemoh.cal in the folder above.
"""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np

from usimmarine_py.errors import ConfigError, shorten
from usimmarine_py.values.arrays import Array
from usimmarine_py.vehicle.bem.data import FLIP, HydroData, WaveResponse
from usimmarine_py.vehicle.bem.lines import numbers, text_lines

RADIATION, EXCITATION, RESPONSE, INPUT = "RadiationCoefficients.tec", "ExcitationForce.tec", "IRF.tec", "Nemoh.cal"
#: What counts where there is no Nemoh.cal.
_RHO, _G = 1000.0, 9.81


def read(path: Path) -> tuple[HydroData, tuple[float, ...]]:
    """The data of a folder, or of the folder of one of its files, in axes of NEMOH, and the point of moments, in
    BODY from the origin of the mesh (m). Raises ``ConfigError``.
    """
    folder = path if path.is_dir() else path.parent
    places = [folder, folder / "results", folder / "Results", folder.parent]
    files = {name: _found(places, name) for name in (RADIATION, EXCITATION, RESPONSE, INPUT)}
    radiation = files[RADIATION]
    if radiation is None:
        raise ConfigError(f"has no {RADIATION}: NEMOH writes it into results", file=str(folder))
    given = files[INPUT]
    rho, g, depth, headings, about = (_RHO, _G, 0.0, None, np.zeros(3)) if given is None else _input(given)
    zones = _zones(radiation)
    omega = zones[0][1][:, 0]
    if len(zones) != 6 or any(z[1].shape != (len(omega), 13) for z in zones):
        problem = f"must have 6 zones of 13 columns (one rigid body), not {len(zones)} of {zones[0][1].shape[1]}"
        raise ConfigError(problem, file=str(radiation))
    # a zone is a motion, its columns the forces
    table = np.array([z[1][:, 1:].reshape(-1, 6, 2) for z in zones])
    mass, damping = (np.transpose(table[..., i], (1, 2, 0)) for i in (0, 1))
    keep = (omega > 0.0) & np.isfinite(omega)
    force, response = files[EXCITATION], files[RESPONSE]
    data = HydroData(
        "NEMOH", rho, g, depth, omega[keep], mass[keep], damping[keep],
        None if response is None else _infinite(response),
        None, None if force is None else _excitation(force, headings),
    )  # fmt: skip
    return data, tuple((about * FLIP[:3]).tolist())


def _found(places: list[Path], name: str) -> Path | None:
    return next((place / name for place in places if (place / name).is_file()), None)


def _zones(path: Path) -> list[tuple[str, Array]]:
    """Titles and numbers (rows, columns) of the blocks of a Tecplot file."""
    found: list[tuple[str, list[list[float]]]] = []
    title = ""
    for number, text in enumerate(text_lines(path), 1):
        row = numbers(text.replace(",", " ").split()) if text.strip() else None
        if row is None and re.fullmatch(r"\s*inf(inity)?\s.*", text, re.IGNORECASE):
            continue
        if not row:
            title = text.strip() or title
            if found and found[-1][1]:
                found.append((title, []))
            elif found:
                found[-1] = (title, [])
            else:
                found.append((title, []))
            continue
        if not found:
            found.append(("", []))
        if found[-1][1] and len(found[-1][1][0]) != len(row):
            problem = f"has {len(row)} numbers, the lines above it {len(found[-1][1][0])}: {shorten(text, 60)}"
            raise ConfigError(problem, file=str(path), line=number)
        found[-1][1].append(row)
    zones = [(title, np.array(part)) for title, part in found if part]
    if not zones:
        raise ConfigError("has no numbers", file=str(path))
    return zones


def _excitation(path: Path, headings: Array | None) -> WaveResponse:
    """A zone for each heading: frequency, then modulus and phase (rad) of each force for exp(-i w t)."""
    zones = _zones(path)
    omega = zones[0][1][:, 0]
    if any(z[1].shape != (len(omega), 13) for z in zones):
        raise ConfigError("must have 13 columns in each zone (one rigid body)", file=str(path))
    named = [re.search(r"(beta|angle)\s*=\s*([-+0-9.eE]+)\s*(deg)?", title) for title, _ in zones]
    if all(named):
        own = np.array([float(n[2]) * (np.pi / 180.0 if n[3] or n[1] == "beta" else 1.0) for n in named if n])
    elif headings is not None and len(headings) == len(zones):
        own = headings
    else:
        raise ConfigError(f"has {len(zones)} zones without headings, and no {INPUT} gives them", file=str(path))
    values = np.stack([z[1][:, 1::2] * np.exp(-1j * z[1][:, 2::2]) for z in zones], axis=1)
    keep, order = (omega > 0.0) & np.isfinite(omega), np.argsort(own)
    return WaveResponse(omega[keep], own[order], values[keep][:, order])


def _infinite(path: Path) -> Array:
    """Added mass at infinite frequency, which stands in every line of IRF.tec before each response."""
    zones = _zones(path)
    if len(zones) != 6 or any(z[1].shape[1] != 13 for z in zones):
        raise ConfigError("must have 6 zones of 13 columns (one rigid body)", file=str(path))
    return np.array([z[1][0, 1::2] for z in zones]).T


def _input(path: Path) -> tuple[float, float, float, Array | None, Array]:
    """rho, g, depth, headings (rad) and the point of rotations of a Nemoh.cal; its comments stand behind ``!``."""
    rho, g, depth, headings = _RHO, _G, 0.0, None
    about: set[tuple[float, ...]] = set()
    for text in text_lines(path):
        value, _, comment = text.partition("!")
        found, word = numbers(value.split()), comment.strip().lower()
        if not found:
            continue
        if "specific volume" in word or "density" in word:
            rho = found[0]
        elif word.endswith("gravity"):
            g = found[0]
        elif "water depth" in word:
            depth = found[0]
        elif "wave direction" in word and len(found) >= 3:
            headings = np.radians(np.linspace(found[1], found[2], int(found[0])))
        elif len(found) == 7 and found[0] == 2.0:
            about.add(tuple(found[4:]))
    if len(about) > 1:
        raise ConfigError(f"has rotations and moments about {len(about)} points: one is needed", file=str(path))
    return rho, g, depth, headings, np.array(next(iter(about), (0.0, 0.0, 0.0)))
