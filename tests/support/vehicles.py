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


_OFTEN = {("odin", "mission"), ("lauv", "mission")}
#: All of them with their variants.
EVERY = [(name, variant) for name in names() for variant in ("base", *vehicle(name).about.variants)]
#: The same for tests that take long, of what follows from numbers that are compared for all: with every change the
#: printed numbers, and the `mission` variant of one with fluid memory and of one submerged; the others by night.
SOME = [pytest.param(*one, marks=[] if one[1] == "base" or one in _OFTEN else [pytest.mark.nightly]) for one in EVERY]
