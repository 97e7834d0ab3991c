"""The helm: mail and a clock in, posts out; ``decider.py`` has its iterations."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from math import inf, isfinite

from usimmarine_py.helm.behavior import Behavior
from usimmarine_py.helm.behaviours import find_kind
from usimmarine_py.helm.buffer import Buffer
from usimmarine_py.helm.contact_mail import ContactMail
from usimmarine_py.helm.decider import Decider
from usimmarine_py.helm.files.configuration import HelmOptions
from usimmarine_py.helm.files.reader import InitialValue, ReadError, read_behavior_files
from usimmarine_py.helm.functions.axis import Utility
from usimmarine_py.helm.life.able_filter import filter_behaviors
from usimmarine_py.helm.life.roster import FindKind, Roster
from usimmarine_py.helm.modes import Modes
from usimmarine_py.helm.navigation import HelmNavigation
from usimmarine_py.helm.posts.outbox import HelmOutbox
from usimmarine_py.helm.posts.stopping import CLEAR
from usimmarine_py.helm.posts.summary import Summary, domain_text
from usimmarine_py.helm.surroundings import HelmSurroundings
from usimmarine_py.limits import too_long
from usimmarine_py.maths.geodesy import Geodesy
from usimmarine_py.text import truth_text
from usimmarine_py.texts.ledger import Ledger
from usimmarine_py.values.application import COMMS_POLICIES
from usimmarine_py.values.frozen import maker
from usimmarine_py.values.mail import Message, Post

_post = maker(Post)

PARK, DRIVE, STANDBY, MALCONFIG, DISABLED = "PARK", "DRIVE", "STANDBY", "MALCONFIG", "DISABLED"
#: No decision before the helm has lived this long, s.
FIRST_DECISION = 1.0
#: A wish of HELM_MAP_CLEAR waits until this time has passed since the last one was fulfilled, s.
_CLEAR_PAUSE = 2.0
_INITIAL_AUX = "HELM_VAR_INIT"
_START_AUX = "HELM_STARTUP_MSG"
_OVERRIDES = ("MOOS_MANUAL_OVERIDE", "MOOS_MANUAL_OVERRIDE")
#: What every helm subscribes to, in the original's order.
SUBSCRIPTIONS = (
    "DB_CLIENTS", *_OVERRIDES, "RESTART_HELM", "IVPHELM_REJOURNAL", "BHV_ABLE_FILTER", "NAV_X", "NAV_Y", "NAV_SPEED",
    "NAV_HEADING", "NAV_DEPTH", "HELM_MAP_CLEAR", "AIS_REPORT", "NODE_REPORT", "AIS_REPORT_LOCAL", "NODE_REPORT_LOCAL",
)  # fmt: skip
COMMS_POLICY = "COMMS_POLICY"
#: Mail that is for the helm alone: behaviours and conditions never see it.
_FOR_ITSELF = frozenset((
    "IVPHELM_STATE", "RESTART_HELM", "IVPHELM_REJOURNAL", "BHV_ABLE_FILTER", "NODE_REPORT_LOCAL", "HELM_MAP_CLEAR",
    COMMS_POLICY,
))  # fmt: skip
_UNHANDLED = "Unhandled BHV_ABLE_FILTER"
#: Said while not all applications of ``hold_on_apps`` are there.
_HOLDING = "Not all HoldOnApps have been detected"
#: How many of them stand before those of other vehicles.
_OWN = SUBSCRIPTIONS.index("AIS_REPORT")


class Helm:
    """One helm: reads its files, takes mail, and decides once a tick.

    It knows no clock of its own: times are given, in s. ``start`` once, then ``mail`` and ``tick`` as often as wanted.
    """

    def __init__(
        self,
        options: HelmOptions,
        files: Mapping[str, str],
        *,
        community: str,
        now: float = 0.0,
        name: str = "pHelmIvP",
        behaviors: Sequence[type[Behavior]] = (),
        find: FindKind = find_kind,
        datum: tuple[float, float] | None = None,
        seed: int = 0,
        process_id: int = 0,
        processor_time: Callable[[], float] | None = None,
    ) -> None:
        """``files`` maps names of .bhv files to their text. ``datum`` is the latitude and longitude (deg) of the
        local origin, for reports without local coordinates. ``processor_time`` (s of CPU) adds the posts about it.

        ``behaviors`` are own classes, ``find`` returns the class of any other kind. A file that is refused makes the
        helm MALCONFIG; ``config_warnings`` holds the original's texts, ``problems`` one line each that says where and
        what to do.
        """
        self.options, self.name, self.community = options, name, community
        self.buffer = Buffer(now)
        self.begun = now
        self.config_warnings: list[str] = [warning.what for warning in options.warnings]
        self.problems: list[str] = [str(warning) for warning in options.warnings]
        self._outbox = outbox = HelmOutbox(self.buffer)
        self._post, self._post_changed = outbox.post, outbox.post_changed
        self._subscribe, self._warn = outbox.subscribe, outbox.warn
        self.in_control = bool(options.start_in_drive)
        own = {cls.kind: cls for cls in behaviors}
        self._files, self._find = dict(files), lambda kind: own.get(kind) or find(kind)
        self._pid, self._processor_time = process_id, processor_time
        self._axes = options.axes
        self._surroundings = HelmSurroundings(
            community,
            options.axes,
            self.buffer,
            seed=seed,
            geodesy=Geodesy.at(*datum) if datum is not None else None,
            platform=options.platform,
        )
        self._clients: set[str] = set()
        self._start_messages_due = False
        self._policy = options.comms_policy
        self._modes = Modes(())
        self._roster = Roster(self._surroundings, self._find)
        self._initial: tuple[InitialValue, ...] = ()
        self._deferred: list[InitialValue] = []
        self._decider = Decider(options, self._surroundings, outbox, self._roster, timed=processor_time is not None)
        self._taken_over = self._disabled = self._disabled_said = self._heard_itself = False
        self._heartbeat: float | None = None
        self._refused = False  # its files were
        self.has_report = True  #: the last tick has a report, as in the original all but the first ones in DRIVE
        self._update_variables_of = -1  #: ``changes`` of the surroundings when they were last looked at
        self._restart_announced = False
        self._map_cleared = -inf  #: when its memory of posts was cleared last
        self._clear_wanted = False
        self._navigation = HelmNavigation(
            self.buffer, outbox.warn, outbox.retract, depth="depth" in self._surroundings.axes
        )
        self._contacts = ContactMail(self._surroundings, outbox, options.times.contact_max_age)
        #: What takes the mail of a variable besides the buffer.
        self._takers: dict[str, Callable[[Message, float], None]] = {
            "IVPHELM_STATE": self._take_state, "RESTART_HELM": self._take_restart,
            "IVPHELM_REJOURNAL": self._take_journal, "HELM_MAP_CLEAR": self._clear_map,
            **self._contacts.takers,
            "DB_CLIENTS": self._take_clients, "BHV_ABLE_FILTER": self._take_filter, COMMS_POLICY: self._take_policy,
            **dict.fromkeys((*_OVERRIDES, *filter(None, (options.other_override,))), self._override),
        }  # fmt: skip
        if not self.config_warnings:
            self._load()
            self._keep_initial()

    # -- files

    def _load(self) -> None:
        try:
            found = read_behavior_files(sorted(self._files.items()))
            self._initial, self._modes = found.initial, Modes(found.modes)
            self._deferred = [value for value in found.initial if value.deferred]
            self._roster.cautions += [one.explain() for one in found.left_out]
            self._roster.build(found.behaviors)
            self._decider.begin(self._roster, self._modes)
        except ReadError as error:
            self._refused = True
            for one in (error, *error.others):
                self.config_warnings += (str(one), *one.more)
                self.problems.append(one.explain())

    @property
    def iteration(self) -> int:
        """How many iterations it has done."""
        return self._decider.iteration

    @property
    def decision(self) -> dict[str, float]:
        """The decision of the last iteration, by axis; empty if there is none."""
        return self._decider.decision

    @property
    def functions(self) -> dict[str, tuple[float, Utility]]:
        """Weight and function of each behaviour that had one in the last iteration."""
        return self._decider.functions

    @property
    def broken(self) -> str:
        """What a method of an own behaviour raised, with file and line."""
        return self._decider.broken

    @property
    def halted(self) -> bool:
        """Whether the last iteration ended with an error."""
        return self._decider.halted

    @property
    def last_posts(self) -> dict[str, tuple[str, float, int, float | str]]:
        """The last post of each variable by a behaviour: its name, s since the start, iteration, value."""
        return self._decider.last_posts

    @property
    def warning_count(self) -> int:
        """How many run warnings there were since the start."""
        return self._outbox.warning_count

    @property
    def behaviors(self) -> list[Behavior]:
        """The living behaviours, in their order."""
        return self._roster.behaviors

    @property
    def cautions(self) -> list[str]:
        """Where MOOS-IvP's helm does otherwise with the behaviours of the files."""
        return self._roster.cautions

    @property
    def contacts(self) -> Ledger:
        """The latest reports of other vehicles."""
        return self._surroundings.ledger

    @property
    def hold_on(self) -> str:
        """What became of the applications that it waits for: none, waiting, satisfied."""
        wanted = self.options.hold_on_apps
        return "none" if not wanted else "satisfied" if self._clients.issuperset(wanted) else "waiting"

    @property
    def templates(self) -> list[str]:
        """Names of the templates whose behaviours are made on request."""
        return [template.name for template in self._roster.templates]

    @property
    def modes(self) -> list[tuple[str, str]]:
        """The mode variables and their values."""
        return self._modes.values()

    @property
    def summary(self) -> Summary:
        """The lists of behaviours by state, as of the last iteration."""
        return self._decider.summary

    @property
    def failure(self) -> tuple[str, float] | None:
        """What BHV_TestFailure asks the application for: crash, burn or hang, and for how long (real s)."""
        return self._surroundings.failure

    def take_failure(self) -> tuple[str, float] | None:
        """Return it, once."""
        found, self._surroundings.failure = self._surroundings.failure, None
        return found

    @property
    def last_error(self) -> str:
        """The error of a behaviour that was posted last."""
        return str(self.buffer.texts.get("BHV_ERROR", ""))

    @property
    def allstop(self) -> str:
        """The last text of IVPHELM_ALLSTOP."""
        return self._decider.allstop.text

    @property
    def state(self) -> str:
        """What IVPHELM_STATE says: PARK, DRIVE, STANDBY, MALCONFIG, DISABLED, and ``+`` after taking over."""
        if self.config_warnings:
            return MALCONFIG
        if self._disabled:
            return DISABLED
        if self.options.times.standby is not None and not self._taken_over:
            return STANDBY
        return (DRIVE if self.in_control else PARK) + ("+" if self._taken_over else "")

    # -- posts and subscriptions

    def take_subscriptions(self) -> list[str]:
        """Return the variables that it wants since the last call, also those that it wants again."""
        return self._outbox.take_subscriptions()

    def take_warnings(self) -> list[str]:
        """Return the run warnings since the last call."""
        return self._outbox.take_warnings()

    def take_retracted(self) -> list[str]:
        """Return the texts of run warnings that were taken back since the last call."""
        return self._outbox.take_retracted()

    def take_events(self) -> list[tuple[float, str]]:
        """Return the events for the report since the last call: (s since the start, text)."""
        return self._outbox.take_events()

    def subscribes_to(self, variable: str) -> bool:
        """Whether it wants the mail of a variable."""
        return variable in self._outbox.subscribed

    def clock_was_set(self, by: float) -> None:
        """From now on what it posts of times is its own time plus ``by`` s, and so is what others report."""
        self._surroundings.set_by = by

    # -- start

    def start(self, now: float) -> list[Post]:
        """Return what it posts when it starts."""
        self.buffer.now = self._surroundings.start = now
        self._subscribe(SUBSCRIPTIONS, again=True)
        self._start_messages_due = True
        self._begin(initial=True)
        return self._outbox.take_posts()

    def _begin(self, *, initial: bool) -> None:
        """Begin, or begin anew, with the behaviours that were read; ``initial``: with the values of the files."""
        self.begun = self._surroundings.begun = self.buffer.now
        self._post("PHELMIVP_PID", float(self._pid))
        if self.config_warnings:
            return
        if initial:
            self._post_initial()
            self._subscribe(("IVPHELM_STATE",), again=True)
        if self._start_messages_due and not self.options.hold_on_apps:
            self._post_start_messages()
        other = (self.options.other_override,) if self.options.other_override else ()
        self._subscribe((*SUBSCRIPTIONS[:_OWN], *other, *SUBSCRIPTIONS[_OWN:]), again=True)
        self._subscribe([*self._wanted(), *self._roster.asked], again=True)
        for name in sorted(self._files):
            self._post("PLOGGER_CMD", f"COPY_FILE_REQUEST = {name}")
        self._post("IVPHELM_DOMAIN", domain_text(self._axes))
        self._post("IVPHELM_MODESET", self._modes.description())
        for state in ("ACTIVE", "IDLE", "RUNNING", "DISABLED"):
            self._post(f"IVPHELM_BHV_{state}_CNT", 0.0)
        if self.options.helm_alias:
            self._post("IVPHELM_ALIAS", self.options.helm_alias)
        for behavior in self._roster.behaviors:
            self._roster.note("spawn", behavior.name, behavior.kind, "helm_startup")

    def _wanted(self) -> list[str]:
        return list(dict.fromkeys([*self._roster.wanted(), *self._modes.wanted()]))

    def _keep_initial(self) -> None:
        for value in self._initial:
            if not value.deferred:
                self.buffer.put(value.variable, value.value)

    def _post_initial(self) -> None:
        for value in self._initial:
            if value.deferred:
                self._subscribe((value.variable,), again=True)
            else:
                self._post(value.variable, value.value, _INITIAL_AUX)

    def _post_start_messages(self) -> None:
        self._start_messages_due = False
        self._outbox.retract(_HOLDING)
        for variable, text in self._roster.start_messages:
            self._post(variable, text, _START_AUX)

    # -- mail

    def mail(self, messages: Iterable[Message], now: float) -> None:
        """Take mail, in its order; the helm's own posts come back like any other."""
        self.buffer.now = now
        for message in messages:
            self._take(message, now)
        if not self._disabled:
            self.buffer.put(COMMS_POLICY, self._policy)
        if self.options.times.standby is not None and not self._taken_over and self._heartbeat is not None:
            self._taken_over = now - self._heartbeat > self.options.times.standby

    def _take(self, message: Message, now: float) -> None:
        variable, value, stamp, source, aux, _ = message
        if self._disabled or isinstance(value, bytes):
            return
        skew = now - stamp
        if abs(skew) > self.options.times.ok_skew and source != self.name and variable != "HELM_MAP_CLEAR":
            counted = min(skew, now - self._outbox.subscribed.get(variable, self.begun))
            if abs(counted) > self.options.times.ok_skew:
                text = f"{variable} Source={source} Skew={skew:.2f} curr_time: {now:.3f}"
                self._post("IVPHELM_SKEW", f"Helm ignores MOOS msg due to skew: {text}")
                self._warn(f"Helm ignores MOOS msg due to skew: {variable} Source={source}")
                return
        finite = isinstance(value, float) and isfinite(value)
        if variable in self._navigation.names and (self._navigation.bad or not finite):
            self._navigation.judge(message, finite)
        if not finite and isinstance(value, float):
            self._warn(f"{variable} from {source}: {value} is no number to steer by, the last value stays")
            return
        if isinstance(value, str) and (problem := too_long(variable, value)):
            self._warn(f"{variable} from {source}: {problem}; the last value stays")
            return
        self.buffer.senders[variable] = source
        kept = variable not in _FOR_ITSELF and not (variable == "DB_CLIENTS" and self.hold_on == "waiting")
        if (take := self._takers.get(variable)) is not None:
            take(message, now)
        if kept and aux != _INITIAL_AUX:  # of its own ones the buffer has them since they were posted
            self.buffer.mail(variable, value, stamp)

    def _override(self, message: Message, now: float) -> None:
        word = str(message.value).lower()
        if word == "false":
            self.in_control = True
        elif word == "true" and self.options.allow_park:
            self.in_control = False
        if message.variable in _OVERRIDES:
            matter = truth_text(self.options.times.ok_skew < inf)
            text = f"var={message.variable}:matter={matter}, skew={abs(now - message.time):.2f}"
            self._outbox.note(self.buffer.now - self.begun, text)

    def _take_state(self, message: Message, now: float) -> None:
        if message.source != self.name:
            self._hear_another(str(message.value), now)
        self._heard_itself = True

    def _hear_another(self, value: str, now: float) -> None:
        if self.options.times.standby is not None:
            if self._taken_over:
                self._clear_wanted = True
                self._decider.summary.full = True
                self._decider.allstop.say_again()
            else:
                self._heartbeat = now
        elif value != STANDBY and not self.config_warnings:
            self._decider.allstop.stop("DisabledByStandbyHelm")
            self._disabled = True

    def _take_restart(self, message: Message, now: float) -> None:
        del now
        if message.value not in ("type1", "type2"):
            return
        self._roster = Roster(self._surroundings, self._find)
        for line in self.options.again:
            self.config_warnings.append(line.what)
            self.problems.append(str(line))
        if not self.config_warnings:
            self._load()
        if self.options.start_in_drive is not None:
            self.in_control = self.options.start_in_drive
        self._taken_over = False
        initial = message.value == "type2"
        if initial:
            self._keep_initial()
        self._outbox.forget("IVPHELM_STATEVARS", "IVPHELM_UPDATEVARS")
        self._update_variables_of = -1
        self._begin(initial=initial)
        self._restart_announced = True
        self._warn("pHelmIvP has been re-started!!")

    def _take_journal(self, message: Message, now: float) -> None:
        if not self._decider.shown.ask(str(message.value), now):
            self._decider.summary.full = True

    def _clear_map(self, message: Message, now: float) -> None:
        del message, now
        self._clear_wanted = True

    def _take_clients(self, message: Message, now: float) -> None:
        del now
        if self.hold_on == "waiting":
            present = {name.strip() for name in str(message.value).split(",")}
            self._clients |= present.intersection(self.options.hold_on_apps)
            self._warn(_HOLDING)  # until the start messages are posted

    def _take_policy(self, message: Message, now: float) -> None:
        del now
        word = message.value.lower() if isinstance(message.value, str) else ""
        level, least = (COMMS_POLICIES.index(one) if one in COMMS_POLICIES else -1
                        for one in (word, self.options.comms_policy))  # fmt: skip
        if level >= least:  # mail may tighten it, never relax it below what the file says
            self._policy = word
        elif level:  # as the original, which does not say so of open
            self._warn(f"Unhandled COMMS_POLICY:{word}")

    def _take_filter(self, message: Message, now: float) -> None:
        del now
        if self._refused:
            self._warn(_UNHANDLED)
            return
        problems, unread = filter_behaviors(str(message.value), self._roster.behaviors)
        self._roster.note_disabled(str(message.value))
        if unread:
            self._warn(_UNHANDLED)
        for problem in problems:
            # this the original does not say, so that it does not count in its summary
            self._outbox.warn(f"{message.variable} from {message.source}: {problem}", counts=False)

    # -- one tick

    def tick(self, now: float) -> list[Post]:
        """Return what it posts in one pass of the application loop."""
        self.buffer.now = now
        if (
            self._start_messages_due
            and self._clients.issuperset(self.options.hold_on_apps)
            and (not self.config_warnings or self._roster.only_deprecated)
        ):
            self._post_start_messages()
        self._post_processor_time("IVPHELM_CPU")
        state = self.state
        if state != DISABLED or not self._disabled_said:
            self._post("IVPHELM_STATE", state)
        self._disabled_said = state == DISABLED
        late = now - self.begun > self.options.times.nav_grace
        self.has_report = True
        if state in (MALCONFIG, DISABLED, STANDBY):
            self.buffer.tick.clear()
            return self._outbox.take_posts()
        if self._navigation.awaited(late):
            return self._outbox.take_posts()
        if self._deferred and self._heard_itself:
            self._post_deferred()
        self._contacts.post_ledger(self.behaviors)
        if not self.in_control:
            self._decider.allstop.stop("ManualOverride")
            self.buffer.tick.clear()
        elif self._navigation.bad:
            self._decider.allstop.stop(f"BadNavigation:{','.join(sorted(self._navigation.bad))}")
            self.buffer.tick.clear()
        elif now - self.begun < FIRST_DECISION:
            self.has_report = False
        else:
            if self._restart_announced:
                self._restart_announced = False
                self._post("IVPHELM_RESTARTED", "true")
            self._post("TURN_RATE", self._navigation.turn_rate(now))
            clears = self._clear_wanted and now - self._map_cleared > _CLEAR_PAUSE
            if clears:
                self._clear_wanted, self._map_cleared = False, now
            self._decider.iterate(now, now - self.begun, forgets=clears)
            self._post_processor_time("IVPHELM_CREATE_CPU", "IVPHELM_LOOP_CPU")
            if self._surroundings.changes != self._update_variables_of:
                self._update_variables_of = self._surroundings.changes
                self._post_changed("IVPHELM_UPDATEVARS", self._roster.update_variables())
            if self.options.park_on_allstop and self.options.allow_park and self._decider.allstop.text != CLEAR:
                self.in_control = False
            self.buffer.tick.clear()
        return self._outbox.take_posts()

    def _post_processor_time(self, *names: str) -> None:
        if self._processor_time is not None:
            for name in names:
                self._post(name, self._processor_time())

    def _post_deferred(self) -> None:
        for value in self._deferred:
            if value.variable not in self.buffer.received:
                self.buffer.put(value.variable, value.value)
                self._post(value.variable, value.value, _INITIAL_AUX)
        self._deferred = []
