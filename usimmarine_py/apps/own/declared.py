"""Checks of what a user's class declares, before it runs: an error is one line."""

from __future__ import annotations

from math import isfinite
from typing import Any

from usimmarine_py.apps.own.app import App
from usimmarine_py.errors import ConfigError, shorten, suggest
from usimmarine_py.values import Key

#: What is filled in, and called.
HOOKS = ("on_start", "on_mail", "iterate", "report")
_KINDS = ("number", "integer", "bool", "text", "pair", "list", "file")
_SHOWN = 60


def usual_name(cls: type[App]) -> str:
    """Its default name. Raises ``ConfigError`` for what is no name."""
    if not isinstance(cls.name, str) or cls.name.split() not in ([], [cls.name]):
        raise _error(cls, "name", "must be a text without blanks", cls.name)
    return cls.name or cls.__name__


def checked(app: App) -> App:
    """The same application. Raises ``ConfigError`` where it declares what cannot be."""
    cls = type(app)
    usual_name(cls)
    tick: Any = app.app_tick
    if isinstance(tick, bool) or not isinstance(tick, (int, float)) or not isfinite(tick) or not tick > 0:
        raise _error(cls, "app_tick", "must be a number of iterations per second above 0", tick)
    _names(cls, app.subscriptions)
    _parameters(cls)
    import inspect  # only for who has an application of one's own: it takes long to load

    for name in HOOKS:
        method: Any = getattr(cls, name, None)
        if not callable(method):
            raise _error(cls, name, "must be a method", method)
        if inspect.iscoroutinefunction(method) or inspect.isgeneratorfunction(method):
            raise ConfigError("must be a plain method: neither async nor with yield", key=f"{cls.__name__}.{name}")
    return app


def misspelt(cls: type[App]) -> list[str]:
    """A warning for each method that is never called but resembles one that is."""
    free = [name for name in HOOKS if getattr(cls, name) is getattr(App, name)]
    own = [name for one in cls.__mro__[: cls.__mro__.index(App)] for name, what in vars(one).items() if callable(what)]
    found = []
    for name in dict.fromkeys(own):
        hit = "" if name.startswith("_") or hasattr(App, name) else suggest(name, free)
        if hit:
            found.append(f"{cls.__name__}.{name} is never called; did you mean {hit}?")
    return found


def _names(cls: type[App], names: Any) -> None:
    if isinstance(names, str):
        raise _error(cls, "subscriptions", f'must be a tuple, as in ("{shorten(names, _SHOWN)}",)', names)
    if not isinstance(names, (tuple, list, set, frozenset)):
        raise _error(cls, "subscriptions", "must be a tuple of names", names)
    for name in names:
        if not isinstance(name, str) or name.split() != [name]:
            raise _error(cls, "subscriptions", "each must be a name without blanks", name)


def _parameters(cls: type[App]) -> None:
    declared: Any = cls.parameters
    if not isinstance(declared, (tuple, list)):
        raise _error(cls, "parameters", "must be a tuple, as in (Parameter(...),)", declared)
    seen: set[str] = set()
    for one in declared:
        if not isinstance(one, Key):
            raise _error(cls, "parameters", "each must be a Parameter", one)
        if one.kind not in _KINDS:
            raise _error(cls, f"parameters: {one.name}", f"its kind must be one of {', '.join(_KINDS)}", one.kind)
        default: Any = one.default
        if not isinstance(default, str):
            problem = f"its default is the text of a mission file: write {str(default)!r}"
            raise _error(cls, f"parameters: {one.name}", problem, default)
        for name in one.names:
            if name.lower() in seen:
                raise _error(cls, "parameters", "a name comes once, in whatever case", name)
            seen.add(name.lower())


def _error(cls: type[App], what: str, problem: str, found: object) -> ConfigError:
    return ConfigError(f"{problem}, found {shorten(repr(found), _SHOWN)}", key=f"{cls.__name__}.{what}")
