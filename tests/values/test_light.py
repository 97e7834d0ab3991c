"""The light dataclasses do what the standard ones do."""

from __future__ import annotations

import copy
import dataclasses
import pickle
from collections.abc import Callable
from typing import Any

import pytest

from usimmarine_py.values import VehicleState, light


def _classes(decorate: Callable[..., Any], field: Callable[..., Any]) -> dict[str, Any]:
    """The same declarations, made by either."""

    @decorate(frozen=True, slots=True)
    class Base:
        """A base with a method and a property."""

        a: float
        b: tuple[int, ...] = ()

        @property
        def twice(self) -> float:
            return 2 * self.a

    @decorate(frozen=True, slots=True)
    class Derived(Base):
        c: dict[str, int] = field(default_factory=dict, compare=False)
        d: int = field(kw_only=True)
        e: str = field(default="e", repr=False)

    @decorate(frozen=True)
    class Open:
        x: float = 1.0
        made: list[float] = field(init=False, repr=False, compare=False)

        def __post_init__(self) -> None:
            object.__setattr__(self, "made", [self.x])

    @decorate
    class Free:
        x: float = 0.0
        y: list[int] = field(default_factory=list)

    @decorate(slots=True, eq=False)
    class Bare:
        pass

    return {c.__name__: c for c in (Base, Derived, Open, Free, Bare)}


OURS, STANDARD = _classes(light.dataclass, light.field), _classes(dataclasses.dataclass, dataclasses.field)

CALLS: list[tuple[str, tuple[Any, ...], dict[str, Any]]] = [
    ("Base", (1.0,), {}),
    ("Base", (1.0, (2,)), {}),
    ("Base", (), {"b": (1,), "a": 2.0}),
    ("Derived", (1.0,), {"d": 4}),
    ("Derived", (1.0, (), {"k": 1}, "other"), {"d": 4}),
    ("Open", (), {}),
    ("Open", (3.0,), {}),
    ("Free", (), {}),
    ("Free", (1.0, [2]), {}),
]


@pytest.mark.parametrize("several", [1, light.FEW + 1])
@pytest.mark.parametrize("name, args, kwargs", CALLS)
def test_values_show_compare_and_change_as_standard_ones(name: str, args: Any, kwargs: Any, several: int) -> None:
    """By the ``__init__`` of the first values, and by the written one."""
    ours = _classes(light.dataclass, light.field)[name]
    mine, theirs = [ours(*args, **kwargs) for _ in range(several)][-1], STANDARD[name](*args, **kwargs)
    assert repr(mine) == repr(theirs)
    assert [(f.name, f.init, f.repr, f.compare, f.kw_only) for f in dataclasses.fields(mine)] == [
        (f.name, f.init, f.repr, f.compare, f.kw_only) for f in dataclasses.fields(theirs)
    ]
    assert dataclasses.asdict(mine) == dataclasses.asdict(theirs)
    assert mine == ours(*args, **kwargs)
    assert mine != theirs
    first = dataclasses.fields(mine)[0].name
    changed = {first: 77.0}
    assert repr(dataclasses.replace(mine, **changed)) == repr(dataclasses.replace(theirs, **changed))
    assert dataclasses.replace(mine, **changed) != mine
    assert copy.deepcopy(mine) == mine
    assert hasattr(mine, "__dict__") == hasattr(theirs, "__dict__")
    if type(theirs).__hash__ is None:
        assert type(mine).__hash__ is None
    else:
        assert hash(mine) == hash(ours(*args, **kwargs))


WRONG: list[tuple[str, tuple[Any, ...], dict[str, Any]]] = [
    ("Base", (), {}),
    ("Base", (1.0, (), 3), {}),
    ("Derived", (1.0,), {}),
    ("Base", (1.0,), {"z": 1}),
    ("Base", (1.0,), {"a": 1.0}),
    ("Open", (), {"made": []}),
    ("Bare", (1,), {}),
]


@pytest.mark.parametrize("name, args, kwargs", WRONG)
def test_wrong_arguments_are_refused_as_by_standard_ones(name: str, args: Any, kwargs: Any) -> None:
    ours = _classes(light.dataclass, light.field)[name]
    with pytest.raises(TypeError) as theirs:
        STANDARD[name](*args, **kwargs)
    with pytest.raises(TypeError) as mine:
        ours(*args, **kwargs)
    assert str(mine.value) == str(theirs.value)


def test_frozen_is_frozen() -> None:
    for value in (OURS["Base"](1.0), OURS["Derived"](1.0, d=1), OURS["Open"]()):
        with pytest.raises(dataclasses.FrozenInstanceError):
            value.a = 2.0
        with pytest.raises(dataclasses.FrozenInstanceError):
            del value.a
    free = OURS["Free"]()
    free.x = 3.0
    assert free.x == 3.0


def test_compared_fields_alone_make_equality_and_hash() -> None:
    derived = OURS["Derived"]
    assert derived(1.0, (), {"k": 1}, d=1) == derived(1.0, (), {}, d=1)
    assert hash(derived(1.0, (), {"k": 1}, d=1)) == hash(derived(1.0, (), {}, d=1))
    assert derived(1.0, d=1) != derived(1.0, d=2)
    assert derived(1.0, d=1).twice == 2.0


def test_a_standard_dataclass_may_inherit() -> None:
    @dataclasses.dataclass(frozen=True)
    class More(OURS["Base"]):  # type: ignore[name-defined,misc]
        more: int = 1

    assert More(1.0, (2,), 3).more == 3
    assert [f.name for f in dataclasses.fields(More)] == ["a", "b", "more"]


def test_frozen_slots_travel_to_other_processes() -> None:
    state = VehicleState(x=1.0, nu=(1.0, 2.0))
    assert pickle.loads(pickle.dumps(state)) == state
