"""A community for the doors."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing

import pytest

from usimmarine_py.moos.db import MoosDb
from usimmarine_py.moos.transport.comms import Comms
from usimmarine_py.moos.transport.open import connect


@pytest.fixture
def community() -> Iterator[tuple[Comms, int]]:
    """A client of a MOOSDB that runs, and its port."""
    with MoosDb(community="abe") as db, closing(connect(port=db.port, name="helm")) as client:
        yield client, db.port
