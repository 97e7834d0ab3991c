"""Behaviours of a user's own for the helm: given files or classes, a file beside the mission, entry points.

``BHV_HoldBearing`` is the class ``HoldBearing``. It is looked for in what was given, among the stock kinds, in
``hold_bearing.py`` beside the mission file, then among the entry points ``usimmarine_py.behaviors``.
"""

from __future__ import annotations

import hashlib
import re
import sys
from collections.abc import Iterable
from pathlib import Path

from usimmarine_py.apps.own.load import in_one_line, load_file, load_module
from usimmarine_py.errors import ConfigError, shorten
from usimmarine_py.helm.behavior import Behavior
from usimmarine_py.helm.behaviours import KINDS, find_kind, kind_of_file
from usimmarine_py.helm.life.roster import FindKind
from usimmarine_py.helm.parameters import outside

#: A Python file or module with behaviours, or one of their classes.
BehaviorLike = str | type[Behavior]
GROUP = "usimmarine_py.behaviors"
_KIND = re.compile(r"BHV_[A-Za-z][A-Za-z0-9_]*")


def kind_finder(behaviors: Iterable[BehaviorLike] = (), folder: Path | None = None) -> FindKind:
    """Return the function that finds the class of a kind: those given, stock ones, in ``folder``, installed ones.

    Raises ``ConfigError`` for what has no behaviour; so does the function for a file or plug-in that cannot be loaded.
    """
    given = given_kinds(behaviors)

    def find(kind: str) -> type[Behavior] | None:
        cls = given.get(kind) or find_kind(kind)
        if cls is None and folder is not None:
            cls = _beside(kind, folder)
        return cls or _installed(kind)

    return find


def given_kinds(behaviors: Iterable[BehaviorLike]) -> dict[str, type[Behavior]]:
    """Return the classes of files, modules and classes by their kind. Raises ``ConfigError``."""
    found: dict[str, type[Behavior]] = {}
    for one in behaviors:
        for cls in behaviors_in(one) if isinstance(one, str) else [_checked(one, getattr(one, "__name__", repr(one)))]:
            if found.setdefault(cls.kind, cls) is not cls:
                raise ConfigError("two behaviours of this kind: leave one out", key=cls.kind)
    return found


def behaviors_in(place: str) -> list[type[Behavior]]:
    """Return the behaviours that a Python file or module defines. Raises ``ConfigError`` if there is none."""
    module = load_file(place) if place.endswith(".py") or "/" in place else load_module(place)
    own = [
        value
        for value in vars(module).values()
        if isinstance(value, type) and issubclass(value, Behavior) and value.__module__ == module.__name__
    ]
    if not own:
        raise ConfigError("no class in it derives from usimmarine_py.helm.Behavior", file=shorten(place))
    return [_checked(cls, place) for cls in own]


def installed_kinds() -> dict[str, str]:
    """Return the kinds of the entry points ``usimmarine_py.behaviors``, with the places that they name."""
    from importlib.metadata import entry_points  # slow, and most missions name stock kinds only

    return {point.name: point.value for point in entry_points(group=GROUP)}


def own_kinds(behaviors: Iterable[BehaviorLike], folder: Path) -> list[str]:
    """Return the kinds that are not stock: those given, what files in ``folder`` would be, installed ones."""
    return [*given_kinds(behaviors), *(kind_of_file(file.name) for file in folder.glob("*.py")), *installed_kinds()]


def behavior_digests(behaviors: Iterable[Behavior]) -> list[tuple[str, str]]:
    """Return name and SHA-256 of the files of own behaviours: what a run depends on."""
    modules = {type(b).__module__ for b in behaviors}
    own = [sys.modules.get(name) for name in modules if not name.startswith("usimmarine_py.")]
    files = {Path(file) for module in own if (file := getattr(module, "__file__", None))}
    return [(file.name, hashlib.sha256(file.read_bytes()).hexdigest()) for file in sorted(files)]


def file_name(kind: str) -> str:
    """Return the name of the file beside a mission in which a kind is looked for: ``hold_bearing.py``."""
    words = re.sub(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])", "_", kind.removeprefix("BHV_"))
    return f"{words.lower()}.py"


def _beside(kind: str, folder: Path) -> type[Behavior] | None:
    path = folder / file_name(kind)
    if not _KIND.fullmatch(kind) or not path.is_file():
        return None
    found = {cls.kind: cls for cls in behaviors_in(str(path))}
    if kind not in found:
        raise ConfigError(f"has no {kind}; there is {', '.join(found)}", file=path.name)
    return found[kind]


def _installed(kind: str) -> type[Behavior] | None:
    from importlib.metadata import entry_points

    for point in entry_points(group=GROUP):
        if point.name == kind:
            try:
                cls = point.load()
            # a plug-in is foreign code: it may raise anything
            except Exception as error:
                raise ConfigError(f"plug-in {point.value} cannot be loaded: {in_one_line(error)}", key=kind) from error
            return _checked(cls, point.value)
    return None


def _checked(cls: object, place: str) -> type[Behavior]:
    if not (isinstance(cls, type) and issubclass(cls, Behavior) and cls is not Behavior):
        raise ConfigError("is no class that derives from usimmarine_py.helm.Behavior", key=shorten(place))
    if cls.kind in KINDS:
        raise ConfigError(f"{cls.kind} is a kind of the helm already; name the class otherwise", key=shorten(place))
    for declaration in {key.name: key for key in cls.parameters.values()}.values():
        owner = next(base for base in cls.__mro__ if declaration.name in vars(base))
        default = getattr(cls, declaration.name)
        # stock kinds mean by some such default that nothing was given
        if not owner.__module__.startswith("usimmarine_py.") and (problem := outside(declaration, default)):
            words = f"the default {default} of {declaration.name} is outside its own limits: it {problem}"
            raise ConfigError(words, key=cls.kind, file=shorten(place))
    return cls
