"""For tests of missions and applications: a real MOOSDB on a free port, ready when you get it.

In a ``conftest.py``::

    from usimmarine_py.moos.testing import moosdb  # noqa: F401

and then ``def test_mine(moosdb): comms = connect(port=moosdb.port, name="me") ...``.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator

from usimmarine_py.moos.db import MoosDb
from usimmarine_py.moos.transport.comms import Comms
from usimmarine_py.values import Message

__all__ = ["collect", "moosdb", "wait_for"]

#: Poll period of ``wait_for`` and ``collect``, real s.
_POLL = 0.002


def wait_for(condition: Callable[[], bool], timeout: float = 30.0) -> bool:
    """Wait until ``condition()`` is true, at most ``timeout`` real s; whether it became true."""
    deadline = time.monotonic() + timeout
    while not condition():
        if time.monotonic() > deadline:
            return False
        time.sleep(_POLL)
    return True


def collect(comms: Comms, enough: Callable[[list[Message]], bool], timeout: float = 30.0) -> list[Message]:
    """Fetch until ``enough(mail so far)``, at most ``timeout`` real s; all that came."""
    mail: list[Message] = []

    def done() -> bool:
        mail.extend(comms.fetch())
        return enough(mail)

    wait_for(done, timeout)
    return mail


def _make_fixture() -> object:
    try:
        import pytest
    except ImportError:
        return None

    @pytest.fixture
    def moosdb() -> Iterator[MoosDb]:
        """A built-in MOOSDB of community alpha on a free loopback port."""
        with MoosDb() as db:
            yield db

    return moosdb


#: The pytest fixture; None where pytest is not installed.
moosdb = _make_fixture()
