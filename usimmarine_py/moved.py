"""Former names of public modules: a module under the old name imports all of the new one and calls ``warn_moved``."""

from __future__ import annotations

import warnings


def warn_moved(old: str, new: str) -> None:
    """Emit a DeprecationWarning that names ``new``, at the line that imports ``old``; ``old`` itself calls it."""
    # 1 is this function, 2 the module of the old name, 3 the import statement (frames of importlib are not counted)
    warnings.warn(f"{old} is deprecated: import {new}", DeprecationWarning, stacklevel=3)
