"""Workers of a Dask cluster, for work that is otherwise done by processes of this machine."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from usimmarine_py.errors import MissingExtraError, TransportError
from usimmarine_py.launch.workers import Futures, Work


@contextmanager
def dask_pool(work: Work[Any], address: str, workers: int, say: Callable[[str], None]) -> Iterator[Futures]:
    """Yield a pool of the workers of a Dask scheduler that do ``work``.

    ``address``: tcp://HOST:PORT of a scheduler that runs, which goes on, or ``local``: a cluster of ``workers``
    processes on this machine, which ends with the block. ``say`` receives one line of what there is. The workers need
    the same version of this package, and the files under the same paths.

    Raises ``MissingExtraError`` without the package distributed, ``TransportError`` where no scheduler answers or it
    has no worker.
    """
    try:
        from distributed import Client
    except ImportError:
        raise MissingExtraError("--dask", "distributed", "dask") from None
    try:
        if address == "local":
            client = Client(n_workers=workers, threads_per_worker=1, dashboard_address=":0")
        else:
            client = Client(address, timeout=10)
    except (OSError, TimeoutError, ValueError) as error:
        reason = str(error) or type(error).__name__
        raise TransportError(f"no Dask scheduler at {address}: {reason}; start one with `dask scheduler`") from None
    with client:
        threads = client.nthreads()
        if not threads:
            raise TransportError(
                f"the Dask scheduler at {address} has no worker; start one with `dask worker {address}`"
            )
        parallel = sum(threads.values())
        say(f"Dask: {parallel} threads on {len(threads)} workers")
        with client.get_executor(pure=False) as executor:
            yield Futures(work, executor, parallel)
