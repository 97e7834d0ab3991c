"""What a behaviour sees of the helm around it."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence

from usimmarine_py.errors import ConfigError
from usimmarine_py.helm.buffer import Buffer
from usimmarine_py.helm.functions.axis import DomainAxis
from usimmarine_py.helm.functions.refine import Draws
from usimmarine_py.helm.platform import TurningModel
from usimmarine_py.maths.geodesy import Geodesy
from usimmarine_py.texts.ledger import Ledger

_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"


class HelmSurroundings:
    """The buffer, the domain, the clock and the names that behaviours of one helm share."""

    def __init__(
        self,
        community: str,
        axes: Sequence[DomainAxis],
        buffer: Buffer,
        *,
        seed: int = 0,
        geodesy: Geodesy | None = None,
        platform: TurningModel | None = None,
    ) -> None:
        self.community, self.buffer = community, buffer
        self.ledger = Ledger(geodesy)  #: other vehicles by their reports
        self.platform = platform  #: how own ship turns; None: at once
        self.axes: Mapping[str, DomainAxis] = {axis.name: axis for axis in axes}
        self.iteration = 0
        self.update_results: list[str] = []
        self.refused: list[str] = []  #: mail beyond a limit, until it is said
        self.base_names: dict[str, str] = {}  #: of behaviours made on request: the template's name
        self.start = buffer.now  #: of the helm, s
        self.begun = buffer.now  #: since the helm was restarted last, s
        self.set_by = 0.0  #: how far clocks were set since then, s
        self.refining: Callable[[], int] = lambda: 0  #: counts the behaviours with use_refinery
        self.corners: Callable[[], int] = lambda: 0  #: counts those of the obstacles of all behaviours
        self.changes = 0  #: rises when a parameter is set, or a behaviour comes or goes
        self.failure: tuple[str, float] | None = None  #: what BHV_TestFailure asks for: crash, burn or hang, and s
        self.draws = Draws()  #: that the original takes from the C library
        self._seed, self._words = seed, 0

    @property
    def now(self) -> float:
        """The helm's clock, s, which goes on evenly."""
        return self.buffer.now

    @property
    def written_now(self) -> float:
        """The same as it is written in posts and in the reports of others, by the clock of the machine, s."""
        return self.buffer.now + self.set_by

    def axis(self, name: str) -> DomainAxis:
        """Return an axis of the domain. Raises ``ConfigError`` if the domain has none of that name."""
        found = self.axes.get(name)
        if found is None:
            raise ConfigError(f"the domain has no axis {name}", suggestion=f"domain = {name}:...")
        return found

    def refuse(self, variable: str, problem: str) -> None:
        """Keep why mail of a variable is refused, until it is said."""
        sender = self.buffer.senders.get(variable, "")
        self.refused.append(f"{variable} from {sender}: {problem}; nothing is changed")

    def note_update(self, name: str, variable: str, result: str, text: str) -> None:
        """Keep the result of an update until it is posted."""
        passed = self.now - self.start
        self.update_results.append(f"bhv={name},var={variable},time={passed:.2f},result={result},val={text}")

    def random_word(self, length: int) -> str:
        """Return letters and digits that look random; the same seed gives the same ones."""
        self._words += 1
        digest = hashlib.sha256(f"{self._seed}:{self.community}:{self._words}".encode()).digest()
        return "".join(_LETTERS[byte % len(_LETTERS)] for byte in digest[:length])
