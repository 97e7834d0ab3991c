"""Select and open a transport."""

from __future__ import annotations

import importlib.util
import os
import time

from usimmarine_py.errors import ConfigError, TransportError, suggest
from usimmarine_py.moos.clock import Clock, RealClock
from usimmarine_py.moos.transport.comms import COMMS_KINDS, Comms
from usimmarine_py.wire.limits import WARP_DELAY_FACTOR


def choose_comms(kind: str) -> str:
    """Return ``native`` or ``pymoos`` for any of COMMS_KINDS. Raises ``ConfigError`` for another value."""
    folded = kind.strip().lower()
    if folded not in COMMS_KINDS:
        raise ConfigError(
            f"{kind!r} is no transport; use {', '.join(COMMS_KINDS)}",
            key="comms",
            suggestion=suggest(folded, COMMS_KINDS),
        )
    if folded == "auto":
        return "pymoos" if importlib.util.find_spec("pymoos") is not None else "native"
    return folded


def open_comms(
    kind: str = "auto",
    name: str = "",
    host: str = "127.0.0.1",
    port: int = 9000,
    clock: Clock | None = None,
    *,
    delay_factor: float = WARP_DELAY_FACTOR,
) -> Comms:
    """Return a client that is not running yet. ``auto`` is pymoos if it can be imported, else native.

    Raises:
        ConfigError: unknown ``kind``.
        MissingExtraError: pymoos was asked for and is not installed.
        LocalProtocolError: a name that is empty or too long, a delay factor outside 0 to 10.
    """
    chosen = choose_comms(kind)
    clock = clock if clock is not None else RealClock()
    if chosen == "pymoos":
        from usimmarine_py.moos.transport.pymoos import PymoosComms

        return PymoosComms(name, host, port, clock, delay_factor=delay_factor)
    from usimmarine_py.moos.transport.native import NativeComms

    return NativeComms(name, host, port, clock, delay_factor=delay_factor)


def passing_name(original: str, what: str, number: int | str | None = None) -> str:
    """Return the name of a client that comes and goes: ``uXMS_usim_scope_123456``.

    It begins with the program of MOOS-IvP that does the like, as missions leave out these where they watch who is there
    (``nowatch = uXMS*`` of uProcessWatch): another name that leaves would be missed there. ``number``: by default
    one by the clock.
    """
    if number is None:
        number = f"{time.time_ns() % 1_000_000:06d}"
    return f"{original}_usim_{what}_{number}"


def connect(
    host: str = "127.0.0.1",
    port: int = 9000,
    name: str = "",
    *,
    warp: float = 1.0,
    timeout: float = 5.0,
    kind: str = "native",
) -> Comms:
    """Return a client of the MOOSDB at ``host:port``, connected and running; call ``close()`` when done.

    Args:
        host, port: where the MOOSDB listens.
        name: client name, unique in the community; default ``usim_<process id>``.
        warp: the community's time warp (posts are stamped with it).
        timeout: real s to wait for the connection.
        kind: ``auto``, ``native`` or ``pymoos``.

    Raises:
        TransportError: no MOOSDB answered in time.
        NameRefusedError: another client uses the name.
    """
    comms = open_comms(kind, name or f"usim_{os.getpid()}", host, port, RealClock(warp))
    comms.run()
    try:
        if comms.wait_until_connected(timeout):
            return comms
    except BaseException:
        comms.close()
        raise
    problem = comms.problem or f"no MOOSDB at {host}:{port}"
    comms.close()
    raise TransportError(f"{problem}; start one with: usim db --port {port}")
