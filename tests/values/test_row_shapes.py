"""Shapes are one object for all rows of a kind."""

from __future__ import annotations

import copy
import gc
import pickle

from usimmarine_py.values import rows
from usimmarine_py.values.rows import Row, Shape, joined, make_row, single


def test_equal_shapes_are_the_same_object() -> None:
    shape = Shape(("NAV_X", "NAV_Y"))
    assert Shape(("NAV_X", "NAV_Y")) is shape
    assert Shape(("NAV_X", "NAV_Y"), "usimmarine") is not shape
    assert Shape(("NAV_Y", "NAV_X")) is not shape
    assert (shape.names, shape.source) == (("NAV_X", "NAV_Y"), "")


def test_copies_and_pickles_lead_back_to_it() -> None:
    shape = Shape(("A", "B"), "app")
    assert copy.copy(shape) is shape
    assert copy.deepcopy(Row(shape, (1.0, "b"))).shape is shape
    assert pickle.loads(pickle.dumps(shape)) is shape


def test_a_shape_that_nothing_holds_is_forgotten() -> None:
    shape = Shape(("ONCE",))
    assert (("ONCE",), "", "") in rows._KNOWN
    del shape
    gc.collect()
    assert (("ONCE",), "", "") not in rows._KNOWN


def test_a_single_post_is_a_row_of_one() -> None:
    assert single("MODE", "ON") == Row(Shape(("MODE",)), ("ON",), None, "")
    assert single("MODE", "ON", 2.0, "aux", "other") == Row(Shape(("MODE",), "other"), ("ON",), 2.0, "aux")


def test_the_quick_maker_makes_the_same() -> None:
    shape = Shape(("A",))
    assert make_row((shape, (1.0,), None, "")) == Row(shape, (1.0,))


def test_short_rows_that_follow_each_other_are_joined() -> None:
    rows = [single("A", 1.0), Row(Shape(("B", "A")), ("b", 2.0)), single("C", 3.0, source_aux="x"), single("D", 4.0)]
    rows += [single("E", 5.0, 10.0), single("F", 6.0, source="other"), single("G", 7.0), single("H", 8.0)]
    found = joined(rows)
    assert [row.shape.names for row in found] == [("A", "B", "A"), ("C",), ("D",), ("E",), ("F",), ("G", "H")]
    assert [value for row in found for value in row.values] == [value for row in rows for value in row.values]
    assert [(row.time, row.source_aux) for row in found] == [
        (None, ""), (None, "x"), (None, ""), (10.0, ""), (None, ""), (None, "")
    ]  # fmt: skip
    long = Row(Shape(tuple(f"V{i}" for i in range(30))), (0.0,) * 30)
    assert joined([single("A", 1.0), long]) == [single("A", 1.0), long]
    assert joined([]) == []
