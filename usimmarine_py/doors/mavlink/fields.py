"""Whether values fit into the fields of a message: pymavlink leaves that to struct, whose words help no user."""

from __future__ import annotations

from collections.abc import Sequence
from math import isfinite
from typing import Any

#: Largest number of 32 bits with a point.
_FLOAT = 3.4028234e38
_RANGES = {
    f"{sign}int{bits}_t": (0 if sign else -(2 ** (bits - 1)), 2 ** (bits if sign else bits - 1) - 1)
    for sign in ("", "u")
    for bits in (8, 16, 32, 64)
} | {"uint8_t_mavlink_version": (0, 255)}


def misfit(kind: Any, values: Sequence[Any]) -> str:
    """Return what of a message does not fit, empty if all does. ``kind``: its class of pymavlink."""
    for name, form, value in zip(kind.fieldnames, kind.fieldtypes, values, strict=False):
        if isinstance(value, bytes):
            continue
        for one in value if isinstance(value, list | tuple) else (value,):
            if form in ("float", "double"):
                if not isfinite(one) or (form == "float" and abs(one) > _FLOAT):
                    return f"{name} = {one:g} is no finite number of {32 if form == 'float' else 64} bits"
            elif form in _RANGES and not _RANGES[form][0] <= one <= _RANGES[form][1]:
                return f"{name} = {one} is not from {_RANGES[form][0]} to {_RANGES[form][1]}"
    return ""
