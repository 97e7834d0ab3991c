"""What a class of a user's own raised, in words."""

from __future__ import annotations

from usimmarine_py.errors import shorten


def raised_text(error: Exception, cls: type) -> str:
    """Return an exception in one line, with file and line of the code of ``cls``."""
    import inspect  # only in case of need: the helm starts without them
    import traceback
    from pathlib import Path

    own = [base for base in cls.__mro__ if not base.__module__.startswith("usimmarine_py.")]
    files = {getattr(inspect.getmodule(base), "__file__", None) for base in own or cls.__mro__}
    frames = [frame for frame in traceback.extract_tb(error.__traceback__) if frame.filename in files]
    where = f" ({Path(frames[-1].filename).name}:{frames[-1].lineno})" if frames else ""
    return f"{type(error).__name__}: {shorten(str(error))}{where}"
