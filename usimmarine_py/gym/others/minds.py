"""Helms that decide for a vehicle of an environment, by a behaviour file, with the contact manager of a boat."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from pathlib import Path

from usimmarine_py.errors import ConfigError
from usimmarine_py.field.contacts.manager.manager import ContactManager
from usimmarine_py.field.settings import HomeCommunity
from usimmarine_py.helm import Helm, read_helm_block
from usimmarine_py.maths.angles import angle_360
from usimmarine_py.values import Message
from usimmarine_py.values.app import Subscription, TickCounters
from usimmarine_py.values.rows import Row

#: The behaviour file of ``rules``: a waypoint, and BHV_AvdColregsV22.
RULES_OF_THE_ROAD = str(Path(__file__).with_name("rules_of_the_road.bhv"))
#: A helm decides only when it has lived so long (s): it begins that much before the episode.
_BEFORE = 1.0
#: s between two iterations of the contact manager.
_MANAGED = 1.0


class HelmMind:
    """A helm and its contact manager, which hear what there is, and decide course and speed.

    ``file`` is a .bhv file; ``key`` is the keyword that errors name. Raises ``ConfigError`` for a file that it refuses.
    """

    def __init__(self, file: str, top: float, *, key: str, name: str = "own") -> None:
        """``top`` is the largest speed that it may decide, m/s."""
        try:
            self._text = Path(file).expanduser().read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise ConfigError(f"cannot be read: {error}", file=file, key=key) from None
        self._file, self._name = Path(file).name, name
        self._options = read_helm_block(
            f"behaviors = {self._file}\ndomain = course:0:359:360\ndomain = speed:0:{min(10.0, top):g}:41"
        )
        self.begin(0)
        if self._helm.problems:
            raise ConfigError(self._helm.problems[0], key=key)

    def begin(self, seed: int) -> None:
        """A helm that has decided nothing, at time 0."""
        self._helm = Helm(self._options, {self._file: self._text}, community=self._name, seed=seed, now=-_BEFORE)
        self._mail = [Message(p.variable, p.value, -_BEFORE, "pHelmIvP") for p in self._helm.start(-_BEFORE)]
        self._mail.append(Message("MOOS_MANUAL_OVERRIDE", "false", -_BEFORE, "environment"))
        self._manager: ContactManager | None = None
        self._managed = -_MANAGED
        if any(message.variable == "BCM_ALERT_REQUEST" for message in self._mail):
            self._manager = ContactManager((), HomeCommunity(name=self._name))
            self._host = _QuietHost()
            self._wanted = frozenset(self._manager.on_connect_subscriptions())
            self._manager.on_start(self._host)

    def decide(self, now: float, heard: Iterable[Message]) -> dict[str, float]:
        """Return course (deg) and speed (m/s) by what is known at ``now`` (s); empty while it decides nothing."""
        mail = [*self._mail, *heard]
        if self._manager is not None and now - self._managed >= _MANAGED - 1e-9:
            self._managed = self._host.now = now
            self._manager.on_mail([message for message in mail if message.variable in self._wanted])
            mail += _messages(self._manager.iterate(now), now)
        self._helm.mail(mail, now)
        posts = self._helm.tick(now)
        self._mail = [Message(p.variable, p.value, now, "pHelmIvP", p.source_aux) for p in posts]
        return self._helm.decision


def own_mail(now: float, x: float, y: float, heading: float, speed: float) -> list[Message]:
    """Return what a boat's navigation posts: m, deg, m/s."""
    values = {"NAV_X": x, "NAV_Y": y, "NAV_HEADING": heading, "NAV_SPEED": speed}
    return [Message(name, value, now, "environment") for name, value in values.items()]


def report_mail(
    now: float, name: str, x: float, y: float, heading: float, speed: float, *, group: str = "", length: float = 2.0
) -> Message:
    """Return the report of another vehicle: m, deg, m/s."""
    report = (
        f"NAME={name},TYPE=kayak,{f'GROUP={group},' if group else ''}TIME={now:.3f},X={x:.3f},Y={y:.3f},"
        f"SPD={speed:.3f},HDG={angle_360(heading):.3f},DEP=0,LENGTH={length:g}"
    )
    return Message("NODE_REPORT", report, now, "environment")


def _messages(rows: Iterable[Row], now: float) -> list[Message]:
    return [
        Message(name, value, now, "pContactMgrV20")
        for row in rows
        for name, value in zip(row.shape.names, row.values, strict=True)
    ]


class _QuietHost:
    """The life cycle around the contact manager (``values.app.AppHost``), whose report has no reader."""

    now = 0.0
    set_by = 0.0

    def config_warning(self, text: str) -> None:
        pass

    def run_warning(self, text: str) -> None:
        pass

    def retract_run_warning(self, text: str) -> None:
        pass

    def event(self, text: str) -> None:
        pass

    def say(self, text: str) -> None:
        pass

    def subscribe(self, wanted: Sequence[Subscription | str]) -> None:
        pass

    def skip_own(self, variables: Collection[str]) -> None:
        pass

    def stop(self, exit_code: int = 0) -> None:
        pass

    def hold(self, seconds: float) -> None:
        pass

    @property
    def counters(self) -> TickCounters:
        raise NotImplementedError("an environment keeps no time")
