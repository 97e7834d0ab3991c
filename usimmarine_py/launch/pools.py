"""Workers as a user asks for them: processes of this machine, or those of a Dask cluster."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeVar

from usimmarine_py.kernels.threads import processors
from usimmarine_py.launch.dask import dask_pool
from usimmarine_py.launch.workers import MOST_ATTEMPTS, Futures, Processes, Work, WorkFailed, do_tasks

_Answer = TypeVar("_Answer")


def _silent(text: str) -> None:
    del text


@dataclass(frozen=True, slots=True)
class WorkersWanted:
    """``workers``: how many, 0: one a processor; ``dask``: the address of a scheduler, or ``local`` (``dask_pool``)."""

    workers: int = 0
    dask: str = ""

    @property
    def here(self) -> int:
        """How many processes this machine starts."""
        return self.workers or processors()

    def alone(self, tasks: int) -> bool:
        """Whether ``tasks`` are done one after the other in this process."""
        return not self.dask and min(self.here, tasks) <= 1

    @contextmanager
    def pool(
        self, work: Work[Any], tasks: int, name: str, *, copies: bool, say: Callable[[str], None] = _silent
    ) -> Iterator[Processes | Futures]:
        """Yield what does ``work``, for ``do_tasks``.

        ``name``, ``copies``: as of ``Processes``. ``say`` receives a line of what a cluster has. Raises
        ``MissingExtraError``, ``TransportError`` as ``dask_pool``.
        """
        if self.dask:
            with dask_pool(work, self.dask, self.here, say) as cluster:
                yield cluster
            return
        yield Processes(work, min(self.here, max(tasks, 1)), name, copies=copies)

    def each(
        self, work: Callable[[int], _Answer], tasks: int, name: str, lost: Callable[[int, WorkFailed], _Answer],
        *, copies: bool = False, attempts: int = MOST_ATTEMPTS, say: Callable[[str], None] = _silent,
    ) -> Generator[tuple[int, _Answer], None, None]:  # fmt: skip
        """Yield the number of each of ``tasks`` with what ``work`` makes of it, one at a time, as they come.

        What fails ``attempts`` times has the answer of ``lost``. Close it where it is not read to its end.
        """

        def blamed(number: int, failed: WorkFailed) -> tuple[int, _Answer]:
            return number, lost(number, failed)

        with (
            self.pool(partial(_numbered, work), tasks, name, copies=copies, say=say) as pool,
            closing(do_tasks(range(tasks), pool, blamed, attempts=attempts, largest=1)) as answers,
        ):
            for pairs in answers:
                yield from pairs


def _numbered(work: Callable[[int], _Answer], numbers: Sequence[int]) -> list[tuple[int, _Answer]]:
    return [(number, work(number)) for number in numbers]


ONE_A_PROCESSOR = WorkersWanted()
HERE = WorkersWanted(1)  #: in this process
