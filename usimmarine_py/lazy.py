"""Names of a package that are imported when they are first used."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any


def lazy(package: str, where: Mapping[str, str]) -> tuple[list[str], Callable[[str], Any], Callable[[], list[str]]]:
    """``__all__``, ``__getattr__`` and ``__dir__`` of a package.

    ``where`` has the modules below it with their names, separated by blanks; ``own=name`` makes ``own`` public as
    ``name``. Type checkers see the names by imports under ``TYPE_CHECKING``.
    """
    places: dict[str, tuple[str, str]] = {}
    for module, names in where.items():
        for entry in names.split():
            own, _, public = entry.partition("=")
            places[public or own] = module, own

    def get(name: str) -> Any:
        if name not in places:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        module, own = places[name]
        value = getattr(import_module(f"{package}.{module}"), own)
        setattr(sys.modules[package], name, value)
        return value

    return sorted(places), get, lambda: sorted({*vars(sys.modules[package]), *places})
