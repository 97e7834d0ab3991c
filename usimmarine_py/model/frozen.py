"""Changing frozen values quickly, and comparing those that may hold NaN for "unknown"."""

from __future__ import annotations

import dataclasses
from operator import attrgetter
from typing import Any, TypeVar

_T = TypeVar("_T")


def replace(value: _T, **changes: Any) -> _T:
    """``dataclasses.replace`` for frozen dataclasses that check nothing in ``__init__``, several times as fast.

    A class without ``slots=True`` is copied in one go, whatever its number of fields. Names of fields are not checked:
    mypy and the tests do that.
    """
    fields = getattr(value, "__dict__", None)
    if fields is None:
        return dataclasses.replace(value, **changes)  # type: ignore[type-var]
    new: _T = object.__new__(type(value))
    copy = new.__dict__
    copy.update(fields)
    copy.update(changes)
    return new


def nan_equal(cls: type[_T]) -> type[_T]:
    """Class decorator above ``dataclass``: a field that is NaN in both values counts as equal.

    What dataclasses generate finds such values equal or not depending on the version of Python (3.13 compares field by
    field, earlier ones tuples) and on whether both hold the same NaN object. Hashes agree with it.
    """
    # two names at least, or attrgetter gives no tuple
    digits = attrgetter(*(f.name for f in dataclasses.fields(cls) if f.compare))  # type: ignore[arg-type]

    def __eq__(self: Any, other: object) -> bool:
        if other.__class__ is not self.__class__:
            return NotImplemented
        mine, theirs = digits(self), digits(other)
        return bool(mine == theirs) or all(a == b or (a != a and b != b) for a, b in zip(mine, theirs, strict=True))

    def __hash__(self: Any) -> int:
        return hash(tuple(None if x != x else x for x in digits(self)))

    cls.__eq__ = __eq__  # type: ignore[method-assign]
    cls.__hash__ = __hash__  # type: ignore[method-assign]
    return cls
