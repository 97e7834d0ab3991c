"""Dataclasses with a low cost of definition; import them from ``values.frozen``.

The standard dataclasses generate and compile six methods of every class, and import ``inspect`` for it: half of the
CPU time of a vehicle from its launch to its first post. Here ``__init__`` is generated after some instances have been
made, and all other methods are shared or closures. ``dataclasses.fields``, ``replace``, ``asdict`` and ``astuple``
accept these classes. ``order``, ``InitVar``, ``ClassVar`` and positional patterns are not supported.
"""

from __future__ import annotations

from collections.abc import Callable
from operator import attrgetter
from typing import Any

#: The attribute of a class that holds its fields by name.
FIELDS = "__light_fields__"
#: Number of instances before an ``__init__`` is generated, which takes as long as making some thirty without it.
FEW = 20
_MISSING: Any = object()


class Field:
    """The declaration of one field."""

    __slots__ = ("compare", "default", "default_factory", "init", "kw_only", "repr")

    def __init__(
        self, default: Any, default_factory: Any, init: bool, repr: bool, compare: bool, kw_only: bool
    ) -> None:
        self.default, self.default_factory = default, default_factory
        self.init, self.repr, self.compare, self.kw_only = init, repr, compare, kw_only

    def initial(self) -> Any:
        """The default; without one, an object that equals nothing else."""
        return self.default if self.default_factory is _MISSING else self.default_factory()


def field(
    *,
    default: Any = _MISSING,
    default_factory: Any = _MISSING,
    init: bool = True,
    repr: bool = True,
    compare: bool = True,
    kw_only: bool = False,
) -> Any:
    """As ``dataclasses.field``."""
    return Field(default, default_factory, init, repr, compare, kw_only)


def dataclass(cls: Any = None, *, frozen: bool = False, slots: bool = False, eq: bool = True) -> Any:
    """As ``dataclasses.dataclass``."""
    if cls is None:
        return lambda made: dataclass(made, frozen=frozen, slots=slots, eq=eq)
    fields = _fields(cls)
    if slots:
        cls = _with_slots(cls)
    setattr(cls, FIELDS, fields)
    cls.__dataclass_fields__ = _StandardFields(frozen)

    cls.__signature__ = _SIGNATURE
    cls.__init__ = _first_init(cls, fields, frozen)
    if "__repr__" not in cls.__dict__:
        cls.__repr__ = _repr
    if eq and "__eq__" not in cls.__dict__:
        cls.__eq__, cls.__hash__ = _equality(compared(cls))
        if not frozen:
            cls.__hash__ = None
    if frozen:
        cls.__setattr__ = cls.__delattr__ = _refuse
        if slots:
            cls.__getstate__, cls.__setstate__ = _state, _set_state
    return cls


class _Signature:
    """The signature of a class, for ``help`` and ``inspect.signature``; computed on access."""

    def __get__(self, instance: Any, cls: Any) -> Any:
        # a subclass with fields or an __init__ of its own has its own signature
        if instance is not None or FIELDS not in cls.__dict__:
            raise AttributeError("__signature__")
        from inspect import Parameter, Signature

        parameters = [
            Parameter(
                name,
                Parameter.KEYWORD_ONLY if f.kw_only else Parameter.POSITIONAL_OR_KEYWORD,
                default=Parameter.empty if f.initial() is _MISSING else f.initial(),
                annotation=cls.__annotations__.get(name, Parameter.empty),
            )
            for name, f in getattr(cls, FIELDS).items()
            if f.init
        ]
        return Signature(sorted(parameters, key=lambda p: p.kind))


_SIGNATURE = _Signature()


def compared(cls: type) -> Callable[[Any], tuple[Any, ...]]:
    """Return a function that gives the values by which two instances are compared."""
    names = [name for name, f in getattr(cls, FIELDS).items() if f.compare]
    # at least two names, else attrgetter returns no tuple
    return attrgetter(*(names * 2 if len(names) == 1 else names)) if names else lambda _: ()


def _fields(cls: type) -> dict[str, Field]:
    """The fields of a class and its bases; their defaults stay in the class."""
    fields: dict[str, Field] = {}
    for base in reversed(cls.__mro__[1:]):
        fields.update(base.__dict__.get(FIELDS, {}))
    for name in cls.__annotations__:
        found = cls.__dict__.get(name, _MISSING)
        if not isinstance(found, Field):
            fields[name] = field(default=found)
            continue
        fields[name] = found
        if found.default is _MISSING:
            delattr(cls, name)
        else:
            setattr(cls, name, found.default)
    return fields


def _with_slots(cls: type) -> type:
    own = tuple(cls.__annotations__)
    inside = {k: v for k, v in cls.__dict__.items() if k not in own and k not in ("__dict__", "__weakref__")}
    inside["__slots__"] = own
    made = type(cls)(cls.__name__, cls.__bases__, inside)
    made.__qualname__ = cls.__qualname__
    return made


def _first_init(cls: Any, fields: dict[str, Field], frozen: bool) -> Callable[..., None]:
    """Return an ``__init__`` for the first instances, until one is generated; also for wrong arguments."""
    positional = [name for name, f in fields.items() if f.init and not f.kw_only]
    made = 0

    def __init__(self: Any, /, *args: Any, **kwargs: Any) -> None:
        nonlocal made
        made += 1
        given = dict(zip(positional, args))  # noqa: B905  # too many are found below
        given.update(kwargs)
        if made <= FEW and len(given) == len(args) + len(kwargs):
            values = {}
            for name, f in fields.items():
                if f.init and name in given:
                    values[name] = given.pop(name)
                elif f.default_factory is not _MISSING:
                    values[name] = f.default_factory()
                elif f.default is not _MISSING:
                    values[name] = f.default
                elif f.init:
                    break
            else:
                if not given:
                    for name, value in values.items():
                        object.__setattr__(self, name, value)
                    if hasattr(cls, "__post_init__"):
                        self.__post_init__()
                    return
        cls.__init__ = _written_init(cls, fields, frozen)
        cls.__init__(self, *args, **kwargs)

    return __init__


def _written_init(cls: type, fields: dict[str, Field], frozen: bool) -> Callable[..., None]:
    known: dict[str, Any] = {"_set": object.__setattr__, "_factory": _MISSING}
    positional: list[str] = []
    named: list[str] = []
    body: list[str] = []
    items: list[str] = []
    for name, f in fields.items():
        value, parameter = name, name
        if f.default_factory is not _MISSING:
            known[f"_make_{name}"] = f.default_factory
            parameter = f"{name}=_factory"
            value = f"_make_{name}() if {name} is _factory else {name}" if f.init else f"_make_{name}()"
        elif f.default is not _MISSING:
            known[f"_default_{name}"] = f.default
            parameter = f"{name}=_default_{name}"
        if f.init:
            (named if f.kw_only else positional).append(parameter)
        elif f.default_factory is _MISSING:
            continue
        if not frozen:
            body.append(f"self.{name} = {value}")
        elif hasattr(member := getattr(cls, name, None), "__set__"):
            known[f"_set_{name}"] = member.__set__  # type: ignore[union-attr]
            body.append(f"_set_{name}(self, {value})")
        else:
            items.append(f"{name!r}: {value}")
    if items:  # all at once: several times faster than one by one
        body.append(f"_set(self, '__dict__', {{{', '.join(items)}}})")
    if hasattr(cls, "__post_init__"):
        body.append("self.__post_init__()")
    parameters = ", ".join(["self", *positional, *(["*", *named] if named else [])])
    exec(f"def __init__({parameters}) -> None:\n " + "\n ".join(body or ["pass"]), known)
    written: Callable[..., None] = known["__init__"]
    written.__qualname__ = f"{cls.__qualname__}.__init__"
    return written


def _repr(self: Any) -> str:
    names = (name for name, f in getattr(self, FIELDS).items() if f.repr)
    return f"{self.__class__.__qualname__}({', '.join(f'{name}={getattr(self, name)!r}' for name in names)})"


def _equality(values: Callable[[Any], tuple[Any, ...]]) -> tuple[Callable[..., bool], Callable[..., int]]:
    def __eq__(self: Any, other: object) -> bool:
        return values(self) == values(other) if other.__class__ is self.__class__ else NotImplemented

    def __hash__(self: Any) -> int:
        return hash(values(self))

    return __eq__, __hash__


def _refuse(_self: Any, name: str, *_value: Any) -> None:
    from dataclasses import FrozenInstanceError

    raise FrozenInstanceError(f"cannot change field {name!r}")


def _state(self: Any) -> list[Any]:
    return [getattr(self, name) for name in getattr(self, FIELDS)]


def _set_state(self: Any, state: list[Any]) -> None:
    for name, value in zip(getattr(self, FIELDS), state, strict=True):
        object.__setattr__(self, name, value)


class _StandardFields:
    """The attribute that the functions of ``dataclasses`` look for in a class, computed on access."""

    def __init__(self, frozen: bool) -> None:
        self._frozen = frozen

    def __get__(self, _instance: Any, owner: Any) -> Any:
        import dataclasses

        rows = []
        for name, f in getattr(owner, FIELDS).items():
            given = {"init": f.init, "repr": f.repr, "compare": f.compare, "kw_only": f.kw_only}
            if f.default is not _MISSING:
                given["default"] = f.default
            if f.default_factory is not _MISSING:
                given["default_factory"] = f.default_factory
            rows.append((name, Any, dataclasses.field(**given)))
        standard: Any = dataclasses.make_dataclass(owner.__name__, rows, frozen=self._frozen)
        owner.__dataclass_params__ = standard.__dataclass_params__
        owner.__dataclass_fields__ = standard.__dataclass_fields__
        return owner.__dataclass_fields__
