"""Rows: posts that an application makes together, in the form that bus, log and packets take."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple
from weakref import WeakValueDictionary

from usimmarine_py.values.frozen import maker
from usimmarine_py.values.mail import Post, Value

#: Rows of more variables are not joined: their shapes would be many.
_LONG = 24


class Shape:
    """The variables of a row, their source and community; equal shapes are the same object, so ``is`` compares them.

    An application that makes rows repeatedly keeps the shape: bus, log and packets compute their routes once for each.
    """

    __slots__ = ("__weakref__", "community", "names", "source")
    names: tuple[str, ...]
    source: str  #: empty: the application that posts the row
    community: str  #: empty: the one that it is posted in

    def __new__(cls, names: tuple[str, ...], source: str = "", community: str = "") -> Shape:
        found = _KNOWN.get((names, source, community))
        if found is None:
            found = super().__new__(cls)
            found.names, found.source, found.community = names, source, community
            _KNOWN[names, source, community] = found
        return found

    def __reduce__(self) -> tuple[type[Shape], tuple[tuple[str, ...], str, str]]:
        # copies and pickles return the same object
        return Shape, (self.names, self.source, self.community)

    def __repr__(self) -> str:
        return f"Shape({self.names!r}, {self.source!r}, {self.community!r})"


_KNOWN: WeakValueDictionary[tuple[tuple[str, ...], str, str], Shape] = WeakValueDictionary()


class Row(NamedTuple):
    """A value for each variable of a shape, posted together."""

    shape: Shape
    values: tuple[Value, ...]
    time: float | None = None  #: MOOS time of the post, s; None: when it is posted
    source_aux: str = ""


#: Makes a ``Row`` of a tuple of all four fields, three times as fast as calling the class.
make_row = maker(Row)


def single(
    name: str, value: Value, time: float | None = None, source_aux: str = "", source: str = "", community: str = ""
) -> Row:
    """Return the row of one variable."""
    return make_row((_shape_of(name, source, community), (value,), time, source_aux))


@lru_cache(maxsize=1024)
def _shape_of(name: str, source: str, community: str) -> Shape:
    return Shape((name,), source, community)


def joined(rows: list[Row]) -> list[Row]:
    """Return rows in which short ones that follow each other are one, if neither has a time or an auxiliary source."""
    found = rows[:1]
    for row in rows[1:]:
        shape, values, time, aux = row
        before, earlier, time_before, aux_before = found[-1]
        if (
            time is None
            and time_before is None
            and not aux
            and not aux_before
            and (both := _joint(before, shape)) is not None
        ):
            found[-1] = make_row((both, earlier + values, None, ""))
        else:
            found.append(row)
    return found


@lru_cache(maxsize=4096)
def _joint(one: Shape, other: Shape) -> Shape | None:
    """Return the shape of two rows as one; None if they differ in their sources, or are long."""
    if (one.source, one.community) != (other.source, other.community) or len(one.names) + len(other.names) > _LONG:
        return None
    return Shape(one.names + other.names, one.source, one.community)


def rows_of(posts: Iterable[Post]) -> list[Row]:
    """Return rows of posts, those that follow each other and share time and sources together."""
    rows: list[Row] = []
    names: list[str] = []
    values: list[Value] = []
    last: tuple[float | None, str, str | None] | None = None
    for name, value, time, source_aux, source in posts:
        here = time, source_aux, source
        if here != last:
            if last is not None:
                rows.append(make_row((Shape(tuple(names), last[2] or ""), tuple(values), last[0], last[1])))
            names, values, last = [], [], here
        names.append(name)
        values.append(value)
    if last is not None:
        rows.append(make_row((Shape(tuple(names), last[2] or ""), tuple(values), last[0], last[1])))
    return rows
