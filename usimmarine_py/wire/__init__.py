"""The MOOS wire protocol without input and output: bytes and times in, messages and bytes out.

This package never reads a clock, a socket or a file. The owner of the connection passes in the received bytes and
the time, and sends the bytes that are returned. So one core serves the socket client, the built-in MOOSDB and the
tests, and every fault can be replayed exactly.

Bytes either parse or raise ``RemoteProtocolError`` (laws/wire 13).
"""
