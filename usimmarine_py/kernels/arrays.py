"""The functions of this package on arrays, and on other numbers."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import FunctionType, ModuleType, SimpleNamespace
from typing import Any

_FUNCTIONS = {name: name for name in ("abs", "cos", "exp", "log", "sin", "sqrt", "tan", "tanh")} | {
    "atan2": "arctan2", "max": "maximum",
}  # fmt: skip

_HERE = f"{__package__}."


def on_arrays(kernel: Callable[..., Any]) -> Callable[..., Any]:
    """Return ``kernel`` with numpy's functions in the place of those of ``math``: its lines on arrays that broadcast.

    Arguments that the kernel compares or indexes stay floats or sequences of floats.
    """
    import numpy as np  # the kernels themselves start without

    return rebuilt(kernel, {name: getattr(np, known) for name, known in _FUNCTIONS.items()}, (_HERE,), {})


def rebuilt(
    kernel: Callable[..., Any], functions: Mapping[str, Any], within: Sequence[str], made: dict[Any, Any]
) -> Callable[..., Any]:
    """Return ``kernel`` with other functions of numbers by their names, in it and in what it calls.

    Of what it calls those functions are followed whose module's name begins with one of ``within``. ``made`` holds what
    was made before.
    """
    assert isinstance(kernel, FunctionType)
    if kernel in made:
        return made[kernel]  # type: ignore[no-any-return]
    names = dict(kernel.__globals__)
    found = made[kernel] = FunctionType(
        kernel.__code__, names, kernel.__name__, kernel.__defaults__, kernel.__closure__
    )
    found.__kwdefaults__ = kernel.__kwdefaults__
    beginnings = tuple(within)

    def other(name: str, of: Any) -> Any:
        if name in functions and getattr(of, "__module__", "math") in ("math", "builtins"):
            return functions[name]
        if isinstance(of, FunctionType) and of.__module__.startswith(beginnings):
            return rebuilt(of, functions, within, made)
        return of

    used = kernel.__code__.co_names
    for name in used:
        of = kernel.__globals__.get(name)
        if isinstance(of, ModuleType) and of.__name__.startswith(beginnings):
            members = {m: other(m, getattr(of, m)) for m in used if hasattr(of, m)}
            names[name] = SimpleNamespace(**members)
        elif of is not None or name in functions:
            names[name] = other(name, of)
    return found
