"""The dynamics backends by name: built in, and those of other packages (entry points ``usimmarine_py.backends``).

A plug-in's entry point gives a ``BackendFactory``. One that fails to load is remembered with its reason and told of
when it is asked for; it never stops the others.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Protocol, runtime_checkable

from usimmarine_py.errors import ConfigError, suggest
from usimmarine_py.model import Backend, Parameter
from usimmarine_py.model.frozen import dataclass
from usimmarine_py.simulator.integrated import Continuous

GROUP = "usimmarine_py.backends"
KINEMATIC = "kinematic"

#: Built-in backends, imported only when they are named: they bring numpy with them.
_BUILT_IN = {"fossen3": "FOSSEN3", "fossen6": "FOSSEN6"}


@runtime_checkable
class BackendFactory(Protocol):
    """What stands behind a name of ``dynamics``."""

    @property
    def parameters(self) -> tuple[Parameter, ...]:
        """The keys of the simulator's block that this backend reads."""
        ...

    def __call__(self, parameters: Mapping[str, str], read_file: Callable[[str], str] | None) -> Backend | Continuous:
        """The backend for the given texts by parameter name; raises ``ConfigError``.

        ``read_file`` gives the text of a file named by a parameter, or is None where there are no files.
        """
        ...


@dataclass(frozen=True, slots=True)
class BackendInfo:
    """One line for ``usim backends``: a name, where it comes from, and why it can't be used (empty: it can)."""

    name: str
    origin: str
    problem: str = ""


_REGISTERED: dict[str, BackendFactory] = {}


def register_backend(name: str, factory: BackendFactory) -> None:
    """Make ``dynamics = name`` known in this process; a later registration of the same name replaces the earlier."""
    if name == KINEMATIC:
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
            failed[point.name] = BackendInfo(point.name, point.value, f"{type(error).__name__}: {error}")
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

    Raises ``ConfigError`` for a name that is unknown, not built yet, or whose plug-in failed to load.
    """
    if name == KINEMATIC:
        return None
    if name in _REGISTERED:
        return _REGISTERED[name]
    if name in _BUILT_IN:
        built_in: BackendFactory = getattr(import_module("usimmarine_py.fossen.factory"), _BUILT_IN[name])
        return built_in
    loaded, failed = _plugins()
    if name in loaded:
        return loaded[name]
    if name in failed:
        problem = f"the plug-in {name!r} failed to load: {failed[name].problem}"
        raise ConfigError(problem, key="dynamics")
    known = sorted({KINEMATIC, *_BUILT_IN, *_REGISTERED, *loaded})
    problem = f"unknown backend {name!r}; there are {', '.join(known)}"
    raise ConfigError(problem, key="dynamics", suggestion=suggest(name, known))
