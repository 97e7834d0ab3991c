"""Lets code that numba compiles call the kernels; the very same functions run interpreted and compiled."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from functools import cache
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any, TypeVar

_F = TypeVar("_F", bound=Callable[..., Any])


class Compilations:
    """What shows compilations that take long: nothing, unless a program says what does."""

    def __init__(self) -> None:
        #: entered with what is compiled and the usual time of it (s), left when it is
        self.show: Callable[[str, float], AbstractContextManager[None]] = lambda what, seconds: nullcontext()

    @contextmanager
    def first(self, mark: Path, what: str, seconds: float) -> Iterator[None]:
        """Surround the first call of a compiled function; ``mark`` is the file that says that its code is on the disk.

        It is shown where the code is not there yet. The mark is made afterwards.
        """
        if mark.exists():
            yield
            return
        with self.show(what, seconds):
            yield
        with suppress(OSError):  # where nothing can be kept, numba keeps nothing either
            mark.touch()


COMPILATIONS = Compilations()


@cache
def _registered(module: ModuleType) -> bytes:
    from numba.extending import register_jitable

    for function in vars(module).values():
        if isinstance(function, FunctionType) and function.__module__ == module.__name__:
            # inlined, and without numba's reference counting, kernels take less than half the time; without entries
            # for Python and C, which none of them needs, a sixth less to compile
            register_jitable(
                forceinline=True, error_model="numpy", _nrt=False, no_cpython_wrapper=True, no_cfunc_wrapper=True
            )(function)
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
