"""The sea bed, land, and what the water does by itself: grids in files, tides, profiles (laws/environment 7).

Public: sea beds from files (docs/sea.md). Names are imported when they are first used.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from usimmarine_py.lazy import lazy

if TYPE_CHECKING:
    from usimmarine_py.sea.data.files import open_bed as open_bed
    from usimmarine_py.sea.data.seabed import Seabed as Seabed
    from usimmarine_py.sea.data.seabed import beam as beam
    from usimmarine_py.sea.data.seabed import beam_of as beam_of

__all__, __getattr__, __dir__ = lazy(
    __name__,
    {
        "files": "open_bed",
        "seabed": "Seabed beam beam_of",
    },
)
