"""Applications of one's own by name: ``module:Class``, ``path/file.py:Class``, ``file.py``, ``NAME=any of these``."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from pathlib import Path
from typing import Any

from usimmarine_py.apps.own.app import App
from usimmarine_py.apps.own.declared import checked, usual_name
from usimmarine_py.apps.own.load import in_one_line, is_file, load_file, load_module, split_place
from usimmarine_py.errors import ConfigError, shorten, suggest
from usimmarine_py.mission import Mission, launches, missing_block_text
from usimmarine_py.values.frozen import dataclass

#: An application of one's own: its name, its class, a function that makes one, or (for one run) an instance.
AppLike = str | type[App] | Callable[[], App] | App


@dataclass(frozen=True, slots=True)
class RequestedApp:
    """One application as it was asked for. ``name`` is what it shall be called; empty: see ``aliases``."""

    make: Callable[[], App]
    what: str  #: class, for messages
    usual: str  #: its default name
    name: str = ""
    program: str = ""  #: file that it is in

    @property
    def label(self) -> str:
        """Where it is from."""
        return f"{self.what} of {Path(self.program).name}" if self.program else self.what

    @property
    def programs(self) -> frozenset[str]:
        """What an Antler line that starts it may call it, in lower case."""
        file = Path(self.program)
        return frozenset(name.lower() for name in (self.usual, file.name, file.stem) if name)


def read_app(app: AppLike) -> RequestedApp:
    """Find it. Raises ``ConfigError`` for what is no application."""
    if isinstance(app, str):
        name, _, where = app.rpartition("=")
        found = _given(_loaded(where.strip()), where.strip())
        if "=" in app and not name.strip():
            raise ConfigError(f"no name before the = of {shorten(app)}: NAME=module:Class", key="app")
        if len(name.split()) > 1:
            raise ConfigError(f"a name has no blanks, found {shorten(name)!r}", key="app")
        return RequestedApp(found.make, found.what, found.usual, name.strip(), found.program)
    return _given(app, "")


def absolute(app: AppLike) -> AppLike:
    """The same for a process that runs in another folder."""
    if not isinstance(app, str):
        return app
    name, equals, where = app.rpartition("=")
    file, colon, attribute = split_place(where.strip())
    return f"{name}{equals}{Path(file).resolve()}{colon}{attribute}" if is_file(file) else app


def named_apps(mission: Mission, apps: Iterable[AppLike]) -> tuple[dict[str, RequestedApp], list[str]]:
    """The applications by name, and the notes about their names.

    The name given; else those of the Antler lines that start it; else its own. Raises ``ConfigError`` if a name comes
    twice.
    """
    found: dict[str, RequestedApp] = {}
    warnings = []
    for app in apps:
        given = read_app(app)
        if given.name and mission.block(given.name) is None:
            warnings.append(
                f"{given.name}: {missing_block_text(mission, given.name)}; {given.what} plays with defaults"
            )
        names = [given.name] if given.name else aliases(mission, given)
        if len(names) > 1 and isinstance(app, App):
            problem = f"Antler lines start it as {', '.join(names)}: one instance cannot be all of them, give the class"
            raise ConfigError(problem, key=given.what)
        for name in names:
            if name.lower() in {other.lower() for other in found}:
                problem = f"two applications of this name: tell them apart, {name}=... and another name=..."
                raise ConfigError(problem, key=name)
            found[name] = given
    return found, warnings


def aliases(mission: Mission, given: RequestedApp) -> list[str]:
    """The names under which Antler lines start it, else its own."""
    wanted = given.programs
    lines = [x for x in launches(mission) if not x.plain and Path(x.program).name.lower() in wanted]
    names = [block_name(mission, x.alias, given) for x in lines]
    return list(dict.fromkeys(names)) or [block_name(mission, given.usual, given)]


def block_name(mission: Mission, alias: str, given: RequestedApp) -> str:
    """An alias, or the name of the class where that alone has a block and the alias is but the program's file."""
    file = Path(given.program)
    if alias in (file.name, file.stem) and mission.block(alias) is None and mission.block(given.usual) is not None:
        return given.usual
    return alias


def _given(found: Any, where: str) -> RequestedApp:
    if isinstance(found, App):
        return RequestedApp(
            partial(checked, found), type(found).__name__, usual_name(type(found)), program=_file(type(found))
        )
    if isinstance(found, type) and issubclass(found, App):
        if found is App:
            raise ConfigError("App is but the base: give a class of your own that derives from it", key=where or "app")
        return RequestedApp(partial(_made, found, where), found.__name__, usual_name(found), program=_file(found))
    if callable(found) and not isinstance(found, type):
        made = _made(found, where)
        cls = type(made)
        return RequestedApp(partial(_made, found, where), cls.__name__, usual_name(cls), program=_file(cls))
    what = found.__name__ if isinstance(found, type) else shorten(repr(found), 60)
    problem = f"{what} is no application: derive the class from usimmarine_py.App"
    raise ConfigError(problem, key=where or "app")


def _made(factory: Callable[[], Any], where: str) -> App:
    name = where or getattr(factory, "__name__", "app")
    try:
        made = factory()
    except (Exception, SystemExit) as error:
        raise ConfigError(f"cannot be made without arguments: {in_one_line(error)}", key=name) from error
    if not isinstance(made, App):
        raise ConfigError(f"gave {shorten(repr(made), 60)}, which is no usimmarine_py.App", key=name)
    return checked(made)


def _file(cls: type) -> str:
    return getattr(sys.modules.get(cls.__module__), "__file__", None) or ""


# -- from a text


def _loaded(text: str) -> Any:
    """The application that a text names."""
    place, _, attribute = split_place(text)
    if not place:
        raise ConfigError(f"must be module:Class or path/file.py:Class, found {shorten(text)!r}", key="app")
    module = load_file(place) if is_file(place) else load_module(place)
    own = [
        value
        for value in vars(module).values()
        if isinstance(value, type) and issubclass(value, App) and value.__module__ == module.__name__
    ]
    if attribute:
        found: Any = module
        for part in attribute.split("."):
            found = getattr(found, part, None)
        if found is None:
            names = [cls.__name__ for cls in own]
            problem = f"no {shorten(attribute, 60)} in {place}" + (f"; there is {', '.join(names)}" if names else "")
            raise ConfigError(problem, key=shorten(text), suggestion=suggest(attribute, names))
        return found
    if len(own) != 1:
        listed = ", ".join(f"{place}:{cls.__name__}" for cls in own)
        problem = (
            f"several applications: choose one of {listed}" if own else "no class in it derives from usimmarine_py.App"
        )
        raise ConfigError(problem, key=shorten(text))
    return own[0]


def digests(named: Mapping[str, RequestedApp]) -> dict[str, str]:
    """SHA-256 of the files that they are in, by file name: what a run depends on."""
    import hashlib  # loads OpenSSL: no program needs it to start

    files = {Path(given.program) for given in named.values() if given.program}
    return {file.name: hashlib.sha256(file.read_bytes()).hexdigest() for file in sorted(files)}


def known_keys(given: RequestedApp) -> list[str]:
    """The keys that it declares."""
    return [name for parameter in given.make().parameters for name in parameter.names]
