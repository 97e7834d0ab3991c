"""Every leaf of every shipped file replaced by nonsense: it loads, or it is one ConfigError; never anything else."""

from __future__ import annotations

import copy
import sys
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from usimmarine_py.errors import ConfigError
from usimmarine_py.maths.integrators import RK4
from usimmarine_py.vehicle.description.checks import vehicle_warnings
from usimmarine_py.vehicle.description.loader import build_vehicle
from usimmarine_py.vehicle.files import names, read
from usimmarine_py.vehicle.model import Forcing, Model

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

#: With every change those that between them have every table; the others by night.
FEW = ("odin", "remus100", "cybership2", "bluerov2", "kvlcc2", "seawing")
BY_DAY_AND_NIGHT = [pytest.param(name, marks=[] if name in FEW else [pytest.mark.nightly]) for name in names()]

NONSENSE: tuple[Any, ...] = (
    0,
    -1.0,
    1e300,
    float("nan"),
    float("inf"),
    "x",
    "",
    True,
    [],
    [1.0],
    [[1.0]],
    {},
    {"a": 1},
)


def leaves(node: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Paths of all tables, lists and values, variants and sources apart."""
    if path:
        yield path
    if isinstance(node, dict):
        for key, value in node.items():
            if key not in ("variant", "info", "source"):
                yield from leaves(value, (*path, key))
    elif isinstance(node, list) and node and isinstance(node[0], dict):
        for i, value in enumerate(node):
            yield from leaves(value, (*path, i))


@pytest.mark.parametrize("name", BY_DAY_AND_NIGHT)
def test_nonsense(name: str, figure: Callable[[str], None]) -> None:
    tree = tomllib.loads(read(name)[0])
    refused = loaded = 0
    for path in leaves(tree):
        for value in NONSENSE:
            changed = copy.deepcopy(tree)
            node: Any = changed
            for key in path[:-1]:
                node = node[key]
            node[path[-1]] = value
            try:
                vehicle = build_vehicle(changed, "fuzz.toml")
            except ConfigError as error:
                refused += 1
                assert str(error).startswith("fuzz.toml: ") and "\n" not in str(error)
                continue
            loaded += 1
            model = Model(vehicle)
            assert model.constants.rigid.mass > 0.0
    figure(f"nonsense in {name}.toml: {refused} refused, {loaded} loaded")
    assert refused > loaded


@pytest.mark.parametrize("name", BY_DAY_AND_NIGHT)
def test_leaving_out_any_table_or_key(name: str) -> None:
    tree = tomllib.loads(read(name)[0])
    for path in leaves(tree):
        changed = copy.deepcopy(tree)
        node: Any = changed
        for key in path[:-1]:
            node = node[key]
        del node[path[-1]]
        try:
            vehicle = build_vehicle(changed, "fuzz.toml")
        except ConfigError as error:
            assert str(error).startswith("fuzz.toml: ")
            continue
        model = Model(vehicle)
        refs = [lag.rest for lag in model.lags]
        state = model.state((0, 0, 5, 0.1, 0.1, 0.1), (1, 0.1, 0.1, 0.1, 0.1, 0.1))
        model.advance(state, model.inputs(Forcing(wind=(5.0, 1.0)), refs), model.solver(RK4, 0.001))
        vehicle_warnings(vehicle)
