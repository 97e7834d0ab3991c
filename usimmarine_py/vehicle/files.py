"""The vehicle files that come with the package, and reading one by name or by path.

A word without a dot or a slash is a name; anything else is a path to a file of one's own.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from importlib import resources
from pathlib import Path
from typing import Any

from usimmarine_py.errors import ConfigError, suggest, suggest_file
from usimmarine_py.values.overrides import VehicleText
from usimmarine_py.vehicle.description.loader import load_vehicle
from usimmarine_py.vehicle.description.vehicle import VehicleDescription

#: A vehicle file: a larger file is something else.
MAX_BYTES = 1_000_000


@lru_cache(maxsize=1)
def names() -> tuple[str, ...]:
    """Names of the shipped vehicles, sorted."""
    files = (resources.files("usimmarine_py") / "vehicles").iterdir()
    return tuple(sorted(f.name[: -len(".toml")] for f in files if f.name.endswith(".toml")))


def read(vehicle: str, beside: Path | None = None) -> tuple[str, str]:
    """Text and file name of a vehicle; ``beside`` is the folder that a relative path is looked up in first.

    Raises ConfigError (key ``vehicle``) when there is no such name or file.
    """
    if not vehicle:
        raise ConfigError(f"is missing; shipped vehicles: {', '.join(names())}", key="vehicle")
    if not any(c in vehicle for c in "./\\"):
        if vehicle.lower() not in names():
            known = ", ".join(names())
            raise ConfigError(
                f"there is no vehicle {vehicle!r} (shipped: {known}; a file of your own is given by its path)",
                key="vehicle",
                suggestion=suggest(vehicle, names()),
            )
        file = f"{vehicle.lower()}.toml"
        return (resources.files("usimmarine_py") / "vehicles" / file).read_text(encoding="utf-8"), file
    path = Path(vehicle).expanduser()
    if beside is not None and not path.is_absolute() and (beside / path).exists():
        path = beside / path
    try:
        if path.stat().st_size > MAX_BYTES:
            raise ConfigError(f"is larger than {MAX_BYTES} bytes: not a vehicle file", file=str(path), key="vehicle")
        return path.read_text(encoding="utf-8"), str(path)
    except UnicodeDecodeError:
        raise ConfigError("is not UTF-8 text", file=str(path), key="vehicle") from None
    except OSError as error:
        close = ""
        if isinstance(error, FileNotFoundError):
            close = suggest_file(str(path), ".toml") or suggest(path.stem, names())
        problem = f"cannot be read: {error.strerror}"
        raise ConfigError(problem, file=str(path), key="vehicle", suggestion=close) from None


def load(
    text: str,
    variant: str = "",
    overrides: Mapping[str, Any] | None = None,
    source: Callable[[str], tuple[str, str]] = read,
) -> VehicleDescription:
    """Return the vehicle that ``NAME[:VARIANT][,KEY=VALUE ...]`` names.

    ``variant`` and ``overrides`` add to those of the text, as in ``load_vehicle``; ``source`` gives text and file name
    of a vehicle. Raises ``ConfigError``.
    """
    vehicle = VehicleText.read(text)
    changes = {**(overrides or {}), **vehicle.overrides()}
    return load_vehicle(*source(vehicle.name), vehicle.variant_or(variant), changes)
