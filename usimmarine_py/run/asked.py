"""What users ask of runs of missions: the records that the commands and studies share."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields, is_dataclass
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from usimmarine_py.apps.own.behaviors import BehaviorLike
    from usimmarine_py.apps.own.find import AppLike

_T = TypeVar("_T")


@dataclass(frozen=True, slots=True)
class MissionReading:
    """How mission files are read."""

    definitions: tuple[str, ...] = ()  #: macros of templates
    folders: tuple[str, ...] = ()  #: where their ``#include`` looks, too
    changes: Mapping[str, str] = field(default_factory=dict)  #: values put in place of those of the files
    block: str | None = None  #: the simulator's, where a mission has several
    lenient: bool = False  #: a changed value that is refused leaves the default in force


#: Without macros and changes.
AS_WRITTEN = MissionReading()


@dataclass(frozen=True, slots=True)
class OwnCode:
    """What the user has written."""

    apps: tuple[AppLike, ...] = ()  #: applications that play, too
    behaviors: tuple[BehaviorLike, ...] = ()  #: for the helm


@dataclass(frozen=True, slots=True)
class Operator:
    """What is done from outside in a run."""

    presses: tuple[str, ...] = ()  #: buttons of pMarineViewer, ``LABEL[@T]``, T in s since the start
    pokes: tuple[str, ...] = ()  #: ``[COMMUNITY:]VAR=VALUE[@T]``
    deploy: bool = True  #: DEPLOY is pressed where nothing else deploys a vehicle


#: No more than the mission does, but for DEPLOY.
NOTHING_MORE = Operator()


def gathered(record: type[_T], options: Mapping[str, Any]) -> _T:
    """Make a record of options by their names: a record in it takes those of its own fields.

    Raises ``TypeError`` for an option that no field takes: it would have no effect.
    """
    if unknown := set(options) - option_names(record):
        raise TypeError(f"{record.__name__} takes no {', '.join(sorted(unknown))}")
    return _gathered(record, options)


def _gathered(record: type[_T], options: Mapping[str, Any]) -> _T:
    given: dict[str, Any] = {}
    for name, inner in _fields(record):
        if inner is not None:
            given[name] = _gathered(inner, options)
        elif name in options:
            given[name] = options[name]
    return record(**given)


def option_names(record: type) -> set[str]:
    """Return the names of the options that ``gathered`` takes."""
    found: set[str] = set()
    for name, inner in _fields(record):
        found |= {name} if inner is None else option_names(inner)
    return found


def _fields(record: Any) -> Iterator[tuple[str, Any]]:
    """Yield the names of the fields of a record, with the class of those that are records."""
    for one in fields(record):
        yield one.name, one.default_factory if is_dataclass(one.default_factory) else None
