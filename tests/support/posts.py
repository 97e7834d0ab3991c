"""Rows value by value."""

from __future__ import annotations

from collections.abc import Iterable

from usimmarine_py.values import Post, Value
from usimmarine_py.values.rows import Row, Shape


def posts_of(rows: Iterable[Row] | None) -> list[Post]:
    """The posts of rows, one for each value."""
    return [
        Post(name, value, time, aux, shape.source or None)
        for shape, values, time, aux in rows or ()
        for name, value in zip(shape.names, values, strict=True)
    ]


def values_of(
    stamp: float, shape: Shape, values: tuple[Value, ...], source_aux: str
) -> list[tuple[float, str, str, str, Value]]:
    """What a listener of a bus gets, value by value: time, variable, source, auxiliary source, value."""
    return [(stamp, name, shape.source, source_aux, value) for name, value in zip(shape.names, values, strict=True)]
