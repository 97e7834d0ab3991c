"""The helm as a MOOS application: answers to the name pHelmIvP, live and in lock-step runs."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Protocol

from usimmarine_py.errors import ConfigError
from usimmarine_py.finding import FilePlace
from usimmarine_py.helm import Behavior, Helm, read_helm_block
from usimmarine_py.helm.behaviours import find_kind, nearest_kind
from usimmarine_py.helm.files.configuration import NO_FILE
from usimmarine_py.helm.helm import DRIVE, PARK
from usimmarine_py.helm.life.roster import FindKind
from usimmarine_py.helm.posts.report import report_lines
from usimmarine_py.helm.posts.stopping import BEHAVIOR_ERROR, CLEAR, ERRORS
from usimmarine_py.mission import Block, Mission
from usimmarine_py.mission.plain import read_text
from usimmarine_py.text import atof
from usimmarine_py.values import Message
from usimmarine_py.values.app import AppHost, Subscription
from usimmarine_py.values.application import APP_KEYS
from usimmarine_py.values.rows import Row, rows_of

#: A helm without an active behaviour for this long has completed what it can complete, s.
PATIENCE = 10.0
#: An error that stops the vehicle for a shorter time at the end of a run may be over soon, s.
SHORT = 2.0


def read_helm(
    mission: Mission,
    block: Block | None,
    name: str,
    *,
    folder: Path | None = None,
    now: float = 0.0,
    seed: int = 0,
    process_id: int = 0,
    processor_time: Callable[[], float] | None = None,
    behaviors: Sequence[str | type[Behavior]] = (),
) -> Helm:
    """Return the helm of a mission, with the .bhv files that its block names, read in ``folder`` (None: beside the
    mission file).

    ``now`` is the time of its start (MOOS s); ``processor_time`` adds the posts about the processor. A file or block
    that is refused makes the helm MALCONFIG: see ``Helm.problems``. ``behaviors`` are files, modules or classes of own
    behaviours; raises ``ConfigError`` for one that is none.
    """
    folder = folder or Path(mission.file).parent
    latitude, longitude = (mission.value(name) for name in ("LatOrigin", "LongOrigin"))
    datum = None if latitude is None or longitude is None else (atof(latitude), atof(longitude))
    options = read_helm_block(() if block is None else block.config_lines, APP_KEYS, has_datum=datum is not None)
    options.warnings[:] = [one if one.file else one.placed(FilePlace(mission.file)) for one in options.warnings]
    files: dict[str, str] = {}
    missing: list[str] = []
    for file in options.files:
        path = folder / file
        try:
            files[file] = read_text(str(path))
        except OSError as error:
            where = mission.file if block is None else f"{mission.file}:{block.line}"
            remedy = "; name a file beside the mission" if isinstance(error, FileNotFoundError) else ""
            missing.append(f"{where}: behaviors = {file}: {error.strerror or error}{remedy}")
    helm = Helm(
        options,
        files,
        community=mission.value("Community") or "",
        now=now,
        name=name,
        find=_finder(behaviors, folder),
        datum=datum,
        seed=seed,
        process_id=process_id,
        processor_time=processor_time,
    )
    if not options.files:
        where = mission.file if block is None else f"{mission.file}:{block.line}"
        helm.cautions.append(f"{where}: {NO_FILE}")
    for text in missing:
        helm.problems.append(text)
        helm.config_warnings.append(text)
    return helm


def _finder(behaviors: Sequence[str | type[Behavior]], folder: Path) -> FindKind:
    """Return the function that finds kinds; most missions name stock ones only, and load nothing else."""

    def own() -> FindKind:
        from usimmarine_py.apps.own.behaviors import kind_finder, own_kinds

        find = kind_finder(behaviors, folder)

        def found(kind: str) -> type[Behavior] | None:
            cls = find(kind)
            if cls is None and (near := nearest_kind(kind, own_kinds(behaviors, folder))):
                raise ConfigError("no such kind; usim behaviors lists them", suggestion=near)
            return cls

        return found

    if behaviors:
        return own()
    return lambda kind: find_kind(kind) or own()(kind)


class Poster(Protocol):
    """An application that posts by itself, at times."""

    @property
    def exhausted(self) -> bool:
        """Whether nothing is to come."""


#: Fails as BHV_TestFailure asks: crash, burn or hang, and for how long, real s. The answer: whether the posts of this
#: iteration do not leave now.
Failing = Callable[[AppHost, str, float], bool]


def fail_live(host: AppHost, kind: str, seconds: float) -> bool:
    """Crash this process, or keep its processor busy for so long (real s)."""
    del host
    if kind == "crash":
        os.abort()
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        pass
    return False


def fail_in_lock_step(warp: float) -> Failing:
    """Return what stands for that in a lock-step run of a mission with this time warp."""

    def fail(host: AppHost, kind: str, seconds: float) -> bool:
        if kind == "crash":
            host.stop(1)
            return True
        if seconds > 0.0:
            host.hold(seconds * warp)
        return seconds > 0.0

    return fail


class HelmApp:
    """Drives one ``Helm``. Also an ending of a run: the helm has parked, or completed all that it can complete."""

    heeds_policy = True  #: its behaviours see COMMS_POLICY

    def __init__(self, helm: Helm, *, name: str, fail: Failing | None = None) -> None:
        """``fail`` acts for a BHV_TestFailure that completes; None: nothing does."""
        self.helm = helm
        self._fail = fail
        self._late: list[Row] = []  #: posts of an iteration that takes long
        self._name = name
        self.config_warnings: tuple[str, ...] = ()
        self._host: AppHost | None = None
        self._subscribed: list[str] = []
        self._problems = 0  #: how many were said
        self._drove = False
        self.steered = False  #: whether it drove the vehicle at any time
        self._rests_since: float | None = None
        self._drove_last: float | None = None  #: when it last drove, or at first began to
        self._now = 0.0
        self.after: Sequence[Poster] = ()  #: what may deploy the helm again: the run does not end before they are done

    @property
    def name(self) -> str:
        """The application's name."""
        return self._name

    @property
    def finished(self) -> bool:
        """It has driven, and since some time it is parked, or no behaviour is active; nothing will deploy it again."""
        return self.rested and all(one.exhausted for one in self.after)

    @property
    def rests(self) -> bool:
        """It has driven, and is parked now, or no behaviour is active."""
        return self._rests_since is not None

    @property
    def rested(self) -> bool:
        """It rests since some time."""
        return self._rests_since is not None and self._now - self._rests_since >= PATIENCE

    @property
    def stuck(self) -> str:
        """Why it will not drive, in one line."""
        return self.helm.problems[0] if self.helm.problems else self.helm.broken

    @property
    def stopped_for(self) -> float:
        """For how long the vehicle has been stopped at the last iteration, s."""
        return 0.0 if self._drove_last is None else self._now - self._drove_last

    @property
    def progress(self) -> float:
        """0 until the end: a behaviour does not say how far it is."""
        return float(self.finished)

    @property
    def how_it_ended(self) -> str:
        """What the helm does at the end of a run, in words."""
        if self.helm.state.startswith(PARK):
            return "the helm has parked"
        return "the helm has completed what it can complete"

    def on_connect_subscriptions(self) -> Sequence[Subscription | str]:
        """The variables that the helm reads so far; each also when it was asked for already, as the original does."""
        return self._subscribed

    def on_start(self, host: AppHost) -> list[Row]:
        """Start the helm; a file or block that is refused is a configuration warning with file and line."""
        self._host = host
        for text in (*self.config_warnings, *self.helm.cautions, *self.helm.problems):
            host.config_warning(text)
        self._problems = len(self.helm.problems)
        for text in self.helm.options.notes:
            host.say(text)
        rows = rows_of(self.helm.start(host.now))
        self._subscribed += self.helm.take_subscriptions()
        return rows

    def on_mail(self, mail: list[Message]) -> list[Row]:
        """Hand mail to the helm."""
        self.helm.mail(mail, self._host.now if self._host is not None else mail[-1].time)
        return []

    def iterate(self, now: float) -> list[Row]:
        """One pass of the helm."""
        helm, host = self.helm, self._host
        self._now = now
        if host is not None:
            helm.clock_was_set(host.set_by)
        posts = helm.tick(now)
        if host is not None:
            for text in helm.problems[self._problems :]:  # of a restart
                host.config_warning(text)
            self._problems = len(helm.problems)
            if fresh := helm.take_subscriptions():
                self._subscribed = list(dict.fromkeys([*self._subscribed, *fresh]))
                host.subscribe(fresh)
            for text in helm.take_retracted():
                host.retract_run_warning(text)
            for text in helm.take_warnings():
                host.run_warning(text)
            for _, text in helm.take_events():
                host.event(text)
        self._note_rest(now)
        rows, self._late = [*self._late, *rows_of(posts)], []
        failure = helm.take_failure()
        if failure is not None and host is not None and self._fail is not None and self._fail(host, *failure):
            rows, self._late = [], rows
        return rows

    def _note_rest(self, now: float) -> None:
        if self.helm.allstop == CLEAR:
            self.steered, self._drove_last = True, now
        elif self._drove_last is None and self.helm.state.startswith(DRIVE):
            self._drove_last = now
        if self.helm.decision and self.helm.state.startswith(DRIVE):
            self._drove, self._rests_since = True, None
        elif self._drove and self._rests_since is None:
            self._rests_since = now

    @property
    def has_report(self) -> bool:
        """Whether the last tick has one."""
        return self.helm.has_report

    def report(self) -> str:
        """The helm's report, as its AppCast shows it."""
        return "\n".join(report_lines(self.helm)) + "\n"


def why_it_stood(helms: Sequence[HelmApp]) -> list[str]:
    """Return what the helms of a community did instead of driving, where none of them ever drove."""
    if any(one.steered for one in helms):
        return []
    return [f"the helm never drove the vehicle: {one.helm.state}, all-stop {one.helm.allstop}" for one in helms]


def stopped_by_errors(helms: Sequence[HelmApp]) -> list[str]:
    """Return the errors for which the helms of a community stopped the vehicle at the end of a run."""
    return [
        f"the helm stopped the vehicle for the last {one.stopped_for:.0f} s, all-stop {one.helm.allstop}"
        + (f": {one.helm.last_error}" if one.helm.allstop == BEHAVIOR_ERROR else "")
        for one in helms
        if one.stopped_for >= SHORT and one.helm.allstop.startswith(ERRORS)
    ]


def refuse_bad_helm(helm: Helm) -> None:
    """Raise ``ConfigError`` for a helm that is MALCONFIG."""
    if helm.problems:
        raise ConfigError(helm.problems[0])
