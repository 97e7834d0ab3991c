"""Random numbers that depend only on (seed, process name, index).

A run gives the same numbers for any tick rate, number of other processes, pauses and resets. So each process draws by
index: ``normals(k)`` is a function of (seed, name, k). Blocks of draws are cached only to save time.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np

#: Simulated seconds between two draws of every environment process (laws/solvers 4).
GRID_STEP = 0.1
#: Draws per block; a power of two, small enough that a short run wastes little.
BLOCK = 128
#: Cached blocks; around a block boundary two neighbours are read alternately, older ones rarely.
KEPT_BLOCKS = 4


def owned(owner: str, name: str) -> str:
    """Return the name of a process of a vehicle: that of its community goes ahead, where it has one."""
    return f"{owner}.{name}" if owner else name


def child_generator(seed: int, name: str, *indices: int) -> np.random.Generator:
    """Return the generator of the process ``name`` in the run ``seed``; ``indices`` select independent parts of it.

    Equal arguments give an equal generator. The name is hashed by SHA-256, so the number and order of other
    processes do not matter. ``seed`` and ``indices`` are >= 0.
    """
    # imported here: a vehicle without random processes does not need numpy
    import hashlib

    import numpy as np

    digest = hashlib.sha256(name.encode("utf-8")).digest()
    words = [int.from_bytes(digest[i : i + 4], "little") for i in range(0, 16, 4)]
    return np.random.Generator(np.random.PCG64(np.random.SeedSequence([seed], spawn_key=(*words, *indices))))


class NoiseStream:
    """Independent standard normals and uniforms of one process, by index.

    ``normals(k)`` and ``uniforms(k)`` return ``width`` numbers each for k = 0, 1, 2...; uniforms lie in [0, 1).
    """

    __slots__ = ("_blocks", "name", "seed", "width")

    def __init__(self, seed: int, name: str, width: int = 1) -> None:
        if seed < 0:
            raise ValueError("seed must not be negative")
        self.seed = seed
        self.name = name
        self.width = width
        self._blocks: dict[tuple[int, int], list[tuple[float, ...]]] = {}

    def _row(self, kind: int, k: int) -> tuple[float, ...]:
        number, row = divmod(k, BLOCK)
        block = self._blocks.get((kind, number))
        if block is None:
            generator = child_generator(self.seed, self.name, kind, number)
            shape = (BLOCK, self.width)
            drawn = generator.standard_normal(shape) if kind == 0 else generator.random(shape)
            block = [tuple(values) for values in drawn.tolist()]
            # a new dict instead of a changed one: readers in other threads never see an incomplete one
            kept = list(self._blocks.items())[-(KEPT_BLOCKS - 1) :]
            self._blocks = dict([*kept, ((kind, number), block)])
        return block[row]

    def normals(self, k: int) -> tuple[float, ...]:
        """``width`` independent N(0, 1) numbers of index ``k`` >= 0."""
        return self._row(0, k)

    def uniforms(self, k: int) -> tuple[float, ...]:
        """``width`` independent U[0, 1) numbers of index ``k`` >= 0, independent of ``normals(k)``."""
        return self._row(1, k)


@lru_cache(maxsize=64)
def noise_stream(seed: int, name: str, width: int = 1) -> NoiseStream:
    """Return the stream of a process, shared between callers: values depend only on the arguments and the index."""
    return NoiseStream(seed, name, width)
