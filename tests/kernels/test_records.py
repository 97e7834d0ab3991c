"""Records of bodies: small, and the same for compiled code as for interpreted."""

from __future__ import annotations

from inspect import isclass
from typing import Any, get_type_hints

import numpy as np
import pytest

from tests.support.vehicles import EVERY, vehicle
from usimmarine_py.kernels.body import drives, places, records, set_points
from usimmarine_py.vehicle.compiled import body_tables, command_tables, record_type
from usimmarine_py.vehicle.model import Model

RECORDS = [
    found
    for module in (drives, places, records, set_points)
    for found in vars(module).values()
    if isclass(found) and found.__module__ == module.__name__
]


def same(record: Any, entry: Any) -> bool:
    """Return whether an entry of a table holds the numbers of a record under its names."""
    if not isinstance(entry, np.void):
        return bool(record == entry)
    return entry.dtype.names == records.names(type(record)) and all(
        same(getattr(record, name), entry[name]) for name in entry.dtype.names
    )


def test_no_record_has_more_than_fifteen_fields() -> None:
    assert len(RECORDS) > 30
    assert {found.__name__: len(get_type_hints(found)) for found in RECORDS if len(get_type_hints(found)) > 15} == {}


@pytest.mark.parametrize(("name", "variant"), EVERY)
def test_tables_of_compiled_code_hold_the_records(name: str, variant: str) -> None:
    model = Model(vehicle(name, variant))
    tables, body = body_tables([model]), model.body
    assert same(body.terms, tables.terms[0])
    assert all(same(one, entry) for one, entry in zip(body.actuators, tables.actuators[0], strict=False))
    assert all(same(one, entry) for one, entry in zip(body.memory, tables.memory[0], strict=False))
    assert tables.curves[0, : len(body.curves)].tolist() == list(body.curves)
    assert (body.terms.acting, body.terms.systems) == (len(body.actuators), len(body.memory))
    rule = model.vehicle.command
    if rule is not None:
        commands = command_tables(model)
        assert same(rule.body.terms, commands.terms[0]) and rule.body.terms.points == len(rule.body.points)
        assert all(same(one, entry) for one, entry in zip(rule.body.points, commands.points[0], strict=False))
        assert all(same(one, entry) for one, entry in zip(rule.body.thrusters, commands.thrusters[0], strict=False))


def test_a_layout_has_the_fields_in_their_order() -> None:
    layout = record_type(records.Restoring)
    assert layout.names == records.names(records.Restoring)
    assert layout["centre"].names == ("x", "y", "z")
