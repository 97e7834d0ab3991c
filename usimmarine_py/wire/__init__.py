"""The MOOS wire protocol without any input or output: bytes and times in, messages and bytes out.

The one rule of this room: it never reads a clock, a socket or a file. Whoever owns the connection hands in
the received bytes together with the time, and sends what it gets back. So one core serves the socket
client, the built-in MOOSDB and the tests, and every fault can be replayed exactly.

Any bytes either parse or raise ``RemoteProtocolError``, nothing else (laws/wire 13).
"""
