"""The blocks of pAutoPoke, uMayFinish and pMissionHash as MOOS applications."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import inf

from usimmarine_py.apps.grading.mission_eval import Dated
from usimmarine_py.script.grading.flags import shown
from usimmarine_py.script.grading.hashes import make_hash
from usimmarine_py.script.grading.pokes import FinishConfig, HashConfig, PokeConfig
from usimmarine_py.values import Message, Value
from usimmarine_py.values.app import AppHost
from usimmarine_py.values.rows import Row, Shape, single

NODES = "UFSB_NODE_COUNT"
UPTIME = "DB_UPTIME"
#: Both are read: one is documented, the other is the one that works in release 24.8.
RESETS = ("MHASH_RESET", "RESET_MHASH")
#: Exit code of uMayFinish when the time is over.
TOO_LATE = 1
#: After this long a name is posted again, s.
_AGAIN = 30.0
#: In place of the name of a variable: none.
_OFF = "off"


class _Grader:
    """Base class of the three applications."""

    def __init__(self, name: str, config_warnings: Sequence[str] = ()) -> None:
        self._name = name
        self.config_warnings = tuple(config_warnings)  #: said at the start
        self.host: AppHost | None = None

    @property
    def name(self) -> str:
        """The application's name."""
        return self._name

    def on_start(self, host: AppHost) -> Iterable[Row] | None:
        """Tell what is wrong with the block."""
        self.host = host
        for text in self.config_warnings:
            host.config_warning(text)
        return None


class AutoPokeApp(_Grader):
    """Posts its flags once, when enough nodes are there."""

    def __init__(self, config: PokeConfig, *, name: str, config_warnings: Sequence[str] = ()) -> None:
        super().__init__(name, config_warnings)
        self.config = config
        self.posted = False
        self._nodes: Value | None = None

    def on_connect_subscriptions(self) -> Sequence[str]:
        """The number of nodes."""
        return (NODES,)

    def on_mail(self, mail: list[Message]) -> None:
        """Take the number of nodes."""
        for message in mail:
            self._nodes = message.value

    def iterate(self, now: float) -> Iterable[Row]:
        """The flags, once."""
        if self.posted or not self.config.due(self._nodes):
            return ()
        self.posted = True
        return [single(flag.variable, flag.value) for flag in self.config.flags]

    def report(self) -> str:
        """What waits for what."""
        lines = [
            f"Required nodes: {self.config.nodes}",
            f"Nodes:          {shown(self._nodes) if self._nodes is not None else 0}",
            f"Posted:         {self.posted}",
        ]
        return "\n".join([*lines, *(f"  {flag.variable} = {flag.value}" for flag in self.config.flags)]) + "\n"


class MayFinishApp(_Grader):
    """Ends (a run, or itself) when a variable has a value, or when it took too long."""

    def __init__(self, config: FinishConfig, *, name: str, config_warnings: Sequence[str] = ()) -> None:
        super().__init__(name, config_warnings)
        self.config = config
        self.finished = False
        self.code: int | None = None  #: exit code, once it has finished
        self._uptime = 0.0

    @property
    def may_end(self) -> bool:
        """Always."""
        return True

    @property
    def stuck(self) -> str:
        """Empty: the end is unknown."""
        return ""

    @property
    def progress(self) -> float:
        """Part of the time that is over."""
        return min(self._uptime / self.config.latest, 1.0) if self.config.latest > 0.0 else 0.0

    def on_connect_subscriptions(self) -> Sequence[str]:
        """The variable that ends it, and the time."""
        return (self.config.variable, UPTIME)

    def on_mail(self, mail: list[Message]) -> None:
        """Look whether this is the end."""
        for message in mail:
            if message.variable == self.config.variable and self.config.reached(message.value):
                self._finish(0)
            elif message.variable == UPTIME and isinstance(message.value, float):
                self._uptime = message.value
                if self.config.over(message.value):
                    self._finish(TOO_LATE)

    def _finish(self, code: int) -> None:
        if not self.finished and self.host is not None:
            self.finished, self.code = True, code
            what = f"{self.config.variable} = {self.config.value}" if code == 0 else f"DB_UPTIME is {self._uptime:g} s"
            self.host.say(f"finished: {what}")
            self.host.stop(code)

    def iterate(self, now: float) -> Iterable[Row]:
        """Nothing."""
        return ()

    def report(self) -> str:
        """What it waits for."""
        latest = f"{self.config.latest:g} s" if self.config.latest >= 0.0 else "any"
        return (
            f"Waits for:     {self.config.variable} = {self.config.value}\n"
            f"Max DB_UPTIME: {latest}\nDB_UPTIME:     {self._uptime:g} s\n"
        )


class MissionHashApp(_Grader):
    """Posts a name for the run, and a new one on request."""

    def __init__(
        self,
        config: HashConfig,
        *,
        name: str,
        dated: Dated,
        salt: str,
        warp: float = 1.0,
        config_warnings: Sequence[str] = (),
    ) -> None:
        """``salt``: what the name is drawn by; ``warp``: MOOS seconds in a second of its ``utc``, which is real."""
        super().__init__(name, config_warnings)
        self.config = config
        self._dated, self._salt, self._warp = dated, salt, warp
        self._number = 0
        self._wanted = True
        self._hash = self._words = ""
        self._posted = -inf  #: when it was posted last, s

    def on_connect_subscriptions(self) -> Sequence[str]:
        """Requests for a new name."""
        return RESETS

    def on_mail(self, mail: list[Message]) -> None:
        """Take a request for a new name."""
        self._wanted = self._wanted or any(m.variable in RESETS and str(m.value).lower() == "true" for m in mail)

    def iterate(self, now: float) -> Iterable[Row]:
        """Post the name when one is requested, and again from time to time, for those that come later."""
        if self._wanted:
            self._wanted = False
            self._number += 1
            self._hash, self._words = make_hash(self._dated(now), now / self._warp, f"{self._salt} {self._number}")
        elif now - self._posted <= _AGAIN:
            return ()
        self._posted = now
        if self.config.variable.lower() == _OFF:
            return ()
        if self.config.short.lower() == _OFF:
            return [single(self.config.variable, self._hash)]
        return [Row(Shape((self.config.variable, self.config.short)), (self._hash, self._words))]

    def report(self) -> str:
        """The name."""
        return f"{self.config.variable} = {self._hash}\n"
