"""The dynamics backends by name: built in, and those of other packages (entry points ``usimmarine_py.backends``).

A plug-in's entry point gives a ``BackendFactory``. One that fails to load is kept with its reason, which is reported
when it is requested; it never stops the others.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import TypeVar

from usimmarine_py.errors import ConfigError, suggest
from usimmarine_py.values import BackendFactory
from usimmarine_py.values.frozen import dataclass

GROUP = "usimmarine_py.backends"
KINEMATIC = "kinematic"
_Found = TypeVar("_Found")

#: Built-in backends, imported only when they are named: they bring numpy with them.
_BUILT_IN = {"fossen3": "FOSSEN3", "fossen6": "FOSSEN6"}


@dataclass(frozen=True, slots=True)
class BackendInfo:
    """One line for ``usim backends``: a name, where it comes from, and why it can't be used (empty: it can)."""

    name: str
    origin: str
    problem: str = ""


_REGISTERED: dict[str, BackendFactory] = {}


def register_backend(name: str, factory: BackendFactory) -> None:
    """Make ``dynamics = name`` known in this process; a later registration of the same name replaces the earlier."""
    if name.lower() == KINEMATIC:
        raise ConfigError("the kinematic backend cannot be replaced", key="dynamics")
    _REGISTERED[name] = factory


def _plugins() -> tuple[dict[str, BackendFactory], dict[str, BackendInfo]]:
    from importlib.metadata import entry_points  # slow, and most blocks name no plug-in

    loaded: dict[str, BackendFactory] = {}
    failed: dict[str, BackendInfo] = {}
    for point in entry_points(group=GROUP):
        try:
            factory = point.load()
        # a plug-in is foreign code: whatever it raises must not take the others with it
        except Exception as error:
            problem = " ".join(f"{type(error).__name__}: {error}".split())
            failed[point.name] = BackendInfo(point.name, point.value, problem)
            continue
        if isinstance(factory, BackendFactory):
            loaded[point.name] = factory
        else:
            failed[point.name] = BackendInfo(point.name, point.value, "is no backend factory")
    return loaded, failed


def list_backends() -> tuple[BackendInfo, ...]:
    """Every backend that can be named, and every plug-in that failed to load."""
    loaded, failed = _plugins()
    found = [BackendInfo(KINEMATIC, "built in")]
    found += [BackendInfo(name, "built in") for name in sorted({*_BUILT_IN, *_REGISTERED})]
    found += [BackendInfo(name, "plug-in") for name in sorted(loaded) if name not in {*_BUILT_IN, *_REGISTERED}]
    return (*found, *failed.values())


def find_backend(name: str) -> BackendFactory | None:
    """The factory behind ``dynamics = name``; None for the kinematic backend, which the simulator knows itself.

    Names are found in whatever case they are written. The factory of a plug-in comes wrapped: it gets values
    instead of texts, and its backend is checked. Raises ``ConfigError`` for a name that is unknown, or whose plug-in
    failed to load.
    """
    wanted = name.lower()
    if wanted == KINEMATIC:
        return None
    registered = _named(_REGISTERED, wanted)
    if registered is None and wanted in _BUILT_IN:
        built_in: BackendFactory = getattr(import_module("usimmarine_py.vehicle.factory"), _BUILT_IN[wanted])
        return built_in
    loaded, failed = ({}, {}) if registered is not None else _plugins()
    factory = registered or _named(loaded, wanted)
    if factory is not None:
        from usimmarine_py.simulator.plugins.checked import PluginFactory  # most blocks name no plug-in

        return PluginFactory(name, factory)
    broken = _named(failed, wanted)
    if broken is not None:
        raise ConfigError(f"the plug-in {name!r} failed to load: {broken.problem}", key="dynamics")
    known = sorted({KINEMATIC, *_BUILT_IN, *_REGISTERED, *loaded})
    problem = f"unknown backend {name!r}; there are {', '.join(known)}"
    raise ConfigError(problem, key="dynamics", suggestion=suggest(name, known))


def _named(table: Mapping[str, _Found], name: str) -> _Found | None:
    return next((found for key, found in table.items() if key.lower() == name), None)
