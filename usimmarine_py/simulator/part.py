"""The shape of a part: one feature of a vehicle, with everything that belongs to it.

A vehicle is a row of parts. A part owns its parameters, the mail it takes, the records of its state, its named shares
of a tick, its posts and its lines of the report. ``docs/architecture.md`` shows how to add one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, ClassVar

from usimmarine_py.kinematic.dialects import Dialect
from usimmarine_py.simulator.mail import Incoming, MailReader
from usimmarine_py.simulator.records import Command, Own, Time
from usimmarine_py.values import ActuatorCommand, Environment, Message, Value, VehicleState
from usimmarine_py.values.rows import Row, single

#: A share of a tick at clock ``now`` (s); a true answer ends the tick.
Share = Callable[[float], object]
#: A handler of a message; returns a remark about it, empty for none. Raises ``MailError``.
Handler = Callable[[Message], str]


class Output:
    """The output of a vehicle in a tick, in order: rows of posts, NMEA 0183 sentences, run warnings."""

    __slots__ = ("rows", "sentences", "warnings")

    def __init__(self) -> None:
        self.rows: list[Row] = []
        self.sentences: list[str] = []
        self.warnings: list[str] = []

    def post(self, name: str, value: Value) -> None:
        """Add the post of one variable."""
        self.rows.append(single(name, value))

    def clear(self) -> None:
        """Forget everything."""
        self.rows.clear()
        self.sentences.clear()
        self.warnings.clear()


#: A force of a part on the vehicle in a state, in what is around it there (drift, currents and weather included):
#: X, Y, Z, K, M, N (N, N m) in BODY.
Load = Callable[[VehicleState, Environment], tuple[float, ...]]


class PartsRow:
    """What all parts of a vehicle share while they are put in a row."""

    def __init__(self, dialect: Dialect, command: Command, start_time: float, *, dual: bool, nav_modulo: int) -> None:
        """``start_time``: the clock at the start, s. ``dual``: navigation believes in a vehicle of its own."""
        self.dialect, self.command, self.dual = dialect, command, dual
        self.nav_modulo = nav_modulo  #: what goes with navigation is posted in every n-th iteration
        self.output, self.reader = Output(), MailReader(dialect)
        self.time = Time(clock=start_time)
        self.nav, self.truth = Own(), Own()  #: the second one moves with ``dual`` only
        self.own = self.truth if dual else self.nav  #: the vehicle that drifts
        self.owns = (self.nav, self.truth)
        self.loads: list[Load] = []  #: forces of parts on the vehicle
        self.spenders: list[Callable[[ActuatorCommand, float], None]] = []  #: of a step: command, dt (s)
        self.unpowered: list[Callable[[], bool]] = []  #: whether a part keeps the shafts still

    def arrange(self) -> None:
        """Have the vehicle put its shares in order again, when mail has made a part active or idle."""


class Part:
    """One feature of a vehicle.

    ``records`` are all of it that changes: small objects with ``__slots__`` whose fields hold immutable values, so
    that they can be saved and restored. A share computes, checks, then assigns.
    """

    MAIL: ClassVar[tuple[Incoming, ...]] = ()  #: the mail that it takes

    def __init__(self, row: PartsRow, *records: Any) -> None:
        self.records: tuple[Any, ...] = records
        self.reader = row.reader  #: reads the values of its messages
        self._dialect, self._command, self._time, self._output = row.dialect, row.command, row.time, row.output
        self._own, self._owns, self._modulo, self._arrange = row.own, row.owns, row.nav_modulo, row.arrange

    def mail(self) -> Iterable[Incoming]:
        """The entries of ``MAIL`` that this vehicle reads."""
        return self.MAIL

    def shares(self) -> Mapping[str, Share]:
        """The shares of a tick by name; asked again by ``SimulatedVehicle.arrange``."""
        return {}

    def report(self) -> Iterable[str]:
        """Lines of the report (appcast)."""
        return ()
