"""Frozen values: light dataclasses, fast changes, and equality where NaN means "unknown"."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from operator import attrgetter
from typing import TYPE_CHECKING, Any, TypeVar

from usimmarine_py.values.light import FIELDS, compared

if TYPE_CHECKING:  # to a type checker they are the standard ones
    from dataclasses import dataclass, field
else:
    from usimmarine_py.values.light import dataclass, field

__all__ = ["dataclass", "field", "field_names", "maker", "nan_equal", "replace"]

_T = TypeVar("_T")
#: The place of each argument of ``__init__``, and what gives their values.
_Copying = tuple[dict[str, int], Callable[[Any], tuple[Any, ...]]]
#: Of classes with slots.
_COPIES: dict[type, _Copying] = {}
_new, _set = object.__new__, object.__setattr__


def field_names(cls: type) -> frozenset[str]:
    """The names of the fields of a class made by ``dataclass`` above."""
    return frozenset(getattr(cls, FIELDS))


def replace(value: _T, /, **changes: Any) -> _T:
    """Do what ``dataclasses.replace`` does, several times faster for the classes of ``dataclass`` above.

    A class without ``slots=True`` is copied at once, whatever its number of fields; its ``__init__`` must not check
    anything. Names of fields are not checked here, but by mypy and the tests.
    """
    cls = type(value)
    if (found := _COPIES.get(cls)) is not None:
        places, values_of = found
        values = list(values_of(value))
        for name, new_value in changes.items():
            values[places[name]] = new_value
        return cls(*values)
    if (fields := getattr(value, "__dict__", None)) is None:
        if (copying := _copies(cls)) is not None:
            _COPIES[cls] = copying
            return replace(value, **changes)
        if not hasattr(cls, FIELDS):
            import dataclasses

            return dataclasses.replace(value, **changes)  # type: ignore[type-var]
        given = {name: getattr(value, name) for name, f in getattr(cls, FIELDS).items() if f.init}
        return cls(**{**given, **changes})
    new: _T = _new(cls)
    _set(new, "__dict__", fields | changes)
    return new


def _copies(cls: type) -> _Copying | None:
    fields = {name: f for name, f in getattr(cls, FIELDS, {}).items() if f.init}
    if len(fields) < 2 or any(f.kw_only for f in fields.values()):
        return None
    return {name: place for place, name in enumerate(fields)}, attrgetter(*fields)


def maker(cls: type[_T]) -> Callable[[Iterable[Any]], _T]:
    """Return a function that makes a named tuple of all its fields, three times as fast as calling the class."""
    return partial(tuple.__new__, cls)  # type: ignore[type-var]


def nan_equal(cls: type[_T]) -> type[_T]:
    """Class decorator above ``dataclass``: a field that is NaN in both values counts as equal.

    With the methods of ``dataclasses`` the equality of such values depends on the version of Python (3.13 compares
    field by field, earlier ones compare tuples) and on whether both hold the same NaN object. Hashes agree with it.
    """
    digits = compared(cls)

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
