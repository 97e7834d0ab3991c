"""Shipped vehicle files, read and changed."""

from __future__ import annotations

from typing import Any

import pytest

from usimmarine_py.vehicle.description.loader import load_vehicle
from usimmarine_py.vehicle.description.vehicle import VehicleDescription
from usimmarine_py.vehicle.files import names, read


def vehicle(
    name: str, variant: str = "base", overrides: dict[str, Any] | None = None, **more: Any
) -> VehicleDescription:
    """A shipped vehicle, the printed numbers unless a variant is named.

    ``overrides`` by key; ``more`` are keys with __ for the point.
    """
    changes = {**(overrides or {}), **{key.replace("__", "."): value for key, value in more.items()}}
    return load_vehicle(*read(name), variant, changes)


#: All of them with their variants.
EVERY = [(name, variant) for name in names() for variant in ("base", *vehicle(name).about.variants)]
#: The same for tests that take long: by night; with every change the printed numbers and the `mission` variant.
SOME = [
    pytest.param(name, variant, marks=[] if variant in ("base", "mission") else [pytest.mark.nightly])
    for name, variant in EVERY
]
