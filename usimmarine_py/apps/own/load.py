"""Python files and modules of a user's own, loaded by their names."""

from __future__ import annotations

import importlib
import importlib.util
import sys
from pathlib import Path
from types import ModuleType

from usimmarine_py.errors import ConfigError, shorten

#: The files that were loaded by their path, by that path.
_LOADED: dict[str, ModuleType] = {}


def split_place(text: str) -> tuple[str, str, str]:
    """Return module or file, colon, attribute; a drive letter's colon is none."""
    head, colon, tail = text.rpartition(":")
    return (text, "", "") if not colon or tail[:1] in ("/", "\\") else (head, colon, tail)


def is_file(text: str) -> bool:
    """Whether a text names a file, not a module."""
    return text.endswith(".py") or "/" in text or "\\" in text


def load_file(place: str) -> ModuleType:
    """Return the module of a Python file, loaded once. Raises ``ConfigError``."""
    path = Path(place).resolve()
    key = str(path)
    if key in _LOADED:
        return _LOADED[key]
    if not path.is_file():
        raise ConfigError("no such file", file=shorten(place))
    if path.suffix != ".py":
        raise ConfigError("is no Python file", file=shorten(place))
    present = sys.modules.get(path.stem)
    if present is not None and getattr(present, "__file__", None) == key:
        return present
    # what lies beside it can be imported, as when the file is run by itself
    if str(path.parent) not in sys.path:
        sys.path.insert(0, str(path.parent))
    name = path.stem if present is None else _own_name(key)
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    try:
        spec.loader.exec_module(module)
    except (Exception, SystemExit) as error:
        del sys.modules[name]
        raise ConfigError(f"cannot be loaded: {in_one_line(error, key)}", file=shorten(place)) from error
    _LOADED[key] = module
    return module


def _own_name(key: str) -> str:
    import hashlib  # loads OpenSSL: no program needs it to start

    return f"usim_app_{hashlib.sha256(key.encode()).hexdigest()[:12]}"


def load_module(place: str) -> ModuleType:
    """Return an installed module, or one of this folder. Raises ``ConfigError``."""
    # as Python itself does for `python -m`: what lies in this folder counts
    here = str(Path.cwd())
    if here not in sys.path and "" not in sys.path:
        sys.path.insert(0, here)
    try:
        return importlib.import_module(place)
    except ModuleNotFoundError as error:
        if error.name is None or not f"{place}.".startswith(f"{error.name}."):
            raise ConfigError(f"module {place} cannot be loaded: {in_one_line(error)}") from error
        beside = f"{place.replace('.', '/')}.py"
        hint = f"{beside}:Class names a file" if not Path(beside).is_file() else f"write {beside}:Class"
        raise ConfigError(f"there is no module {shorten(place, 80)} here or among the installed ones; {hint}") from None
    except (Exception, SystemExit) as error:
        raise ConfigError(f"module {place} cannot be loaded: {in_one_line(error)}") from error


def in_one_line(error: BaseException, file: str = "") -> str:
    """Return an exception in one line, with the line of the file where there is one."""
    if isinstance(error, SyntaxError):
        return f"SyntaxError: {error.msg} ({Path(error.filename or file).name}:{error.lineno})"
    import traceback

    frames = traceback.extract_tb(error.__traceback__)
    here = str(Path(__file__).parent)
    own = [f for f in frames if f.filename == file or (not file and str(Path(f.filename).parent) != here)]
    place = f" ({Path(own[-1].filename).name}:{own[-1].lineno})" if own else ""
    return f"{type(error).__name__}: {shorten(str(error))}{place}"
