"""The sea bed, land, and what the water does by itself: grids in files, tides, profiles (laws/environment 7).

Public: sea beds from files (docs/sea.md). Names are imported when they are first used.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from usimmarine_py.sea.data.files import open_bed
    from usimmarine_py.sea.data.seabed import Seabed, beam, beam_of

__all__ = ["Seabed", "beam", "beam_of", "open_bed"]

_WHERE = {"Seabed": "seabed", "beam": "seabed", "beam_of": "seabed", "open_bed": "files"}


def __getattr__(name: str) -> Any:
    if name not in _WHERE:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(f"{__name__}.{_WHERE[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
