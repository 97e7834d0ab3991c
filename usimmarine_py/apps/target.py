"""Where a MOOSDB is, for the small tools: from a mission file, from switches, or MOOS's defaults."""

from __future__ import annotations

from dataclasses import dataclass

from usimmarine_py.errors import ConfigError
from usimmarine_py.mission import read_mission
from usimmarine_py.moos.app.argv import is_mission_file, parse_arguments
from usimmarine_py.moos.app.settings import AppSettings, resolve_settings
from usimmarine_py.moos.clock import valid_warp
from usimmarine_py.moos.transport.comms import Comms
from usimmarine_py.moos.transport.open import connect


@dataclass(frozen=True, slots=True)
class Target:
    """A MOOSDB to talk to."""

    host: str = "127.0.0.1"
    port: int = 9000
    warp: float = 1.0

    def connect(self, name: str, timeout: float = 5.0) -> Comms:
        """A running client; raises ``TransportError`` or ``NameRefusedError``."""
        return connect(self.host, self.port, name, warp=self.warp, timeout=timeout)


def split_mission(words: tuple[str, ...]) -> tuple[str, tuple[str, ...]]:
    """The mission file among the words of a command line (empty if none), and the others."""
    files = [word for word in words if is_mission_file(word)]
    if len(files) > 1:
        raise ConfigError(f"two mission files given: {files[0]} and {files[1]}")
    return (files[0] if files else ""), tuple(word for word in words if not is_mission_file(word))


def find_target(mission_file: str = "", host: str = "", port: int = 0, warp: float = 0.0) -> Target:
    """Switches first, then the mission file's global keys, then localhost:9000 at warp 1.

    Raises ``MissionFileError`` for a file that cannot be read, ``ConfigError`` for a warp that MOOS refuses.
    """
    if warp and not valid_warp(warp):
        raise ConfigError(f"time warp {warp:g} is outside 0 < warp <= 400", key="--warp")
    settings = AppSettings(name="usim")
    if mission_file:
        settings = resolve_settings(parse_arguments(["usim"]), None, read_mission(mission_file))
    found = host or settings.host
    return Target(
        "127.0.0.1" if found.lower() == "localhost" else found, port or settings.port, warp or settings.time_warp
    )
