"""Lets code that numba compiles call the kernels; the very same functions run interpreted and compiled."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from functools import cache
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any, TypeVar

_F = TypeVar("_F", bound=Callable[..., Any])


@cache
def _registered(module: ModuleType) -> bytes:
    from numba.extending import register_jitable

    for function in vars(module).values():
        if isinstance(function, FunctionType) and function.__module__ == module.__name__:
            # inlined, and without numba's reference counting, kernels take less than half the time
            register_jitable(forceinline=True, error_model="numpy", _nrt=False)(function)
    return Path(str(module.__file__)).read_bytes()


def register(*modules: ModuleType) -> str:
    """Let compiled code call every function of some modules, and return a digest of their sources.

    numba keeps machine code on the disk and does not notice when what it calls is another; a digest in the closure of
    the compiled function tells it. Raises ``ImportError`` without numba.
    """
    digest = hashlib.sha256()
    for module in modules:
        digest.update(_registered(module))
    return digest.hexdigest()


@cache
def compiled(function: _F, *modules: ModuleType) -> _F:
    """Return ``function`` compiled by numba, where that is installed, else as it is; it calls those of ``modules``."""
    try:
        import numba
    except ImportError:
        return function
    key = register(*modules)

    def call(*given: Any) -> Any:
        _ = key
        return function(*given)

    numba.extending.register_jitable(error_model="numpy")(function)
    made: _F = numba.njit(cache=True, error_model="numpy")(call)
    return made
