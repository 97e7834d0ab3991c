"""Workers as a user asks for them: processes of this machine, or those of a Dask cluster."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from usimmarine_py.launch.dask import dask_pool
from usimmarine_py.launch.workers import Futures, Processes, Work, processors


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
        self, work: Work[Any], tasks: int, name: str, *, copies: bool = True, say: Callable[[str], None] = _silent
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


ONE_A_PROCESSOR = WorkersWanted()
HERE = WorkersWanted(1)  #: in this process
