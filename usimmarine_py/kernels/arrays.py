"""The functions of this package on arrays."""

from __future__ import annotations

from collections.abc import Callable
from types import FunctionType
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

    assert isinstance(kernel, FunctionType)
    names = kernel.__globals__ | {name: getattr(np, known) for name, known in _FUNCTIONS.items()}
    for name in kernel.__code__.co_names:
        called = kernel.__globals__.get(name)
        if isinstance(called, FunctionType) and called.__module__.startswith(_HERE) and called is not kernel:
            names[name] = on_arrays(called)
    return FunctionType(kernel.__code__, names, kernel.__name__, kernel.__defaults__, kernel.__closure__)
