"""``python -m tests.support.atheris_packets [OPTIONS OF LIBFUZZER] FOLDER``: packets to decoder, server and client."""

from __future__ import annotations

import sys

import atheris

with atheris.instrument_imports(include=["usimmarine_py.wire"]):
    import usimmarine_py.wire.client
    import usimmarine_py.wire.server  # noqa: F401

from tests.support.packets import at_client, at_server, decoded
from usimmarine_py.wire.client import ClientCore
from usimmarine_py.wire.database import DbCore


def one_input(data: bytes) -> None:
    """The same bytes to all three."""
    decoded(data)
    at_server(DbCore("alpha", start=1e9), iter([data]), "hello", 1e9)
    at_client(ClientCore("me", host_name="here"), iter([data]), True, 1e9)


if __name__ == "__main__":
    atheris.Setup(sys.argv, one_input)
    atheris.Fuzz()
