"""pContactMgrV20: contacts by node reports, alerts, summaries, retirement."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from math import hypot

from usimmarine_py.colours import shown_colour
from usimmarine_py.errors import shorten
from usimmarine_py.field.contacts.able_filter import AbleList, actions_of, filled
from usimmarine_py.field.contacts.manager.alerts import expand_name, expand_value
from usimmarine_py.field.contacts.manager.options import KEYS, ManagerOptions
from usimmarine_py.field.contacts.manager.ranges import RangeReports
from usimmarine_py.field.contacts.posting import PostingApp
from usimmarine_py.field.settings import HomeCommunity
from usimmarine_py.limits import MOST_PAIRS, MOST_VEHICLES
from usimmarine_py.maths.angles import angle_360, bearing
from usimmarine_py.maths.encounters.motion import closest_approach, closing_rate, extrapolated
from usimmarine_py.text import compact_number, loose_boolean
from usimmarine_py.texts.ledger import in_bytes, placed, read_mended
from usimmarine_py.texts.node_report import NodeState, read_node_report
from usimmarine_py.values.frozen import dataclass
from usimmarine_py.values.key import ConfigLine
from usimmarine_py.values.mail import Message

#: How far into the future closest approaches are looked for, s.
HORIZON = 36_000.0
#: Beyond this share of ``reject_range`` a contact is retired, and of the range of its warning no longer near.
HYSTERESIS = 1.05
_POSE = {"NAV_X": 0, "NAV_Y": 1, "NAV_HEADING": 2, "NAV_SPEED": 3}

Motion = tuple[float, float, float, float]  # x, y, course, speed


@dataclass(slots=True)
class KnownContact:
    """A contact and its relation to own ship; m, m/s, deg."""

    state: NodeState
    actual: float = 0.0  #: to the reported position
    extrapolated: float = 0.0  #: to where it is by now
    own: Motion = (0.0, 0.0, 0.0, 0.0)
    other: Motion = (0.0, 0.0, 0.0, 0.0)  #: extrapolated
    warned: tuple[float, float] | None = None  #: time and range of its early warning
    alarmed: bool = False  #: an early warning holds
    needs_place: bool = False

    def approach(self) -> float:
        """Return the closest approach of the future, m."""
        return closest_approach(self.own, self.other, HORIZON)

    def rate(self) -> float:
        """Return how fast it comes nearer, m/s."""
        return closing_rate(self.own, self.other)


#: An alert that begins or ends counts as so many pairs: it is posted.
_CHANGE = 4


class ContactManager(PostingApp):
    """Keeps the contacts of own ship and posts alerts and summaries."""

    keys = KEYS
    _first_pid = "PCONTACTMGRV20_PID"

    def __init__(self, lines: Sequence[ConfigLine], home: HomeCommunity, name: str = "pContactMgrV20") -> None:
        super().__init__(lines, home, name)
        self.options = self._defaults()
        self.read_block(lines, self.options)
        self.contacts: dict[str, KnownContact] = {}
        self.retired: list[str] = []  #: newest first
        self._filtered: set[str] = set()
        self._other_clocks: set[str] = set()  #: vehicles whose clocks seem to be set otherwise
        self._pose = [0.0, 0.0, 0.0, 0.0]
        self._ranges = RangeReports(older=self.options.alerts.older)
        self._able = AbleList("contact", 25)
        able = self.options.able
        self._able_variables = actions_of(disable=able.disable, enable=able.enable, expunge=able.expunge)
        self._holds = self.options.hold_alerts_for_helm
        self._last: dict[str, float | str] = {
            "CONTACTS_RETIRED": "", "CONTACT_CLOSEST_RANGE": 0.0, "CONTACT_CLOSEST_RELBNG": 0.0, "CONTACT_CLOSEST": "",
            "CONTACTS_COUNT": 0.0, "CONTACTS_LIST": "", "CONTACTS_ALERTED": "",
        }  # fmt: skip
        self._last_recap = 0.0
        self._next_judged = ""  #: whose alerts are judged first, where not all were

    def _defaults(self) -> ManagerOptions:
        return ManagerOptions()

    def on_connect_subscriptions(self) -> Sequence[str]:
        """Node reports, requests, own navigation, the helm's state."""
        return [
            "NODE_REPORT", "BCM_DISPLAY_RADII", "BCM_ALERT_REQUEST", "BCM_REPORT_REQUEST", "NAV_X", "NAV_Y",
            "NAV_SPEED", "NAV_HEADING", "IVPHELM_STATE", *self._able_variables,
        ]  # fmt: skip

    def begin(self) -> None:
        """Post the process id."""
        if self._first_pid:
            self.post(self._first_pid, float(self.home.process_id))

    # -- mail

    def take(self, message: Message) -> None:
        """Take in one message."""
        name = message.variable
        if name in _POSE:
            number = self.number(message)
            if number is not None:
                self._pose[_POSE[name]] = number
        elif (text := self.text(message)) is not None:
            try:
                if name in _TAKERS:
                    _TAKERS[name](self, text)
                elif name in self._able_variables:
                    self._switch(text, self._able_variables[name])
            except ValueError as error:
                self.refuse(message, str(error))

    def _take_report(self, text: str) -> None:
        state = read_node_report(text)
        if self._is_own(state.name):
            return
        if state.group.lower() in self.options.ignored_groups:
            return
        if not self.options.filter.passes(state):
            self._filtered.add(state.name)
            return
        usable = self._usable(text)
        if usable is None:
            return
        state = usable
        self._compare_clocks(state)
        known = self.contacts.get(state.name)
        if known is None:
            if len(self.contacts) >= MOST_VEHICLES:
                raise ValueError(f"is dropped: there are {MOST_VEHICLES} contacts")
            known = self.contacts[state.name] = KnownContact(state)
            self.options.alerts.on.meet(state.name.lower())
            if self.options.summary.verbose:
                self.post("ALERT_VERBOSE", f"new_contact={state.name}")
        known.state = state
        known.needs_place = state.x is None or state.y is None
        if state.name in self.retired:
            self.retired.remove(state.name)

    def _is_own(self, name: str) -> bool:
        """Whether a name is that of own ship. Raises ``ValueError`` for one that is none."""
        if not name:
            raise ValueError("is no node report: it has no NAME")
        return name.lower() == self.home.name.lower()

    def _usable(self, text: str) -> NodeState | None:
        """Return the report as it is kept; None: it is dropped."""
        return read_mended(text)

    def _take_alert(self, text: str) -> None:
        problems = list(self.options.alerts.read(text))
        if problems:
            raise ValueError("; ".join(problems))

    def _take_request(self, text: str) -> None:
        try:
            self._ranges.take(text, self.now)
        except ValueError as error:
            raise ValueError(f"Failed REPORT_REQUEST: {error}") from None

    def _take_radii(self, text: str) -> None:
        found = loose_boolean(text, self.options.display_radii)
        if found is None:
            raise ValueError("must be true, false or toggle")
        self.options.display_radii = found

    def _take_helm(self, text: str) -> None:
        if text == "DRIVE":
            self._holds = False

    def _switch(self, text: str, action: str) -> None:
        text, name = self._able.request(text, action)
        self.post("BHV_ABLE_FILTER", text)
        able = self.options.able
        if name and action != "expunge":
            flags = able.disable_flags if action == "disable" else able.enable_flags
            self.post_flags([*able.flags, *flags], self._able.expand)

    # -- the tick

    def tick(self) -> None:
        """Relations, warnings, alerts, retirement, reports, summaries."""
        names = self._names()
        for name in names:
            self._relate(self.contacts[name])
        self._warn_early(names)
        if not self._holds:
            self._judge_alerts(names)
        if self.options.display_radii and self.options.alerts.alerts:
            colour = self.options.alert_range_color
            shown = colour not in ("invisible", "empty")
            look = f"edge_color={shown_colour(colour)}"
            self._post_circle(self.options.alerts.widest, f"alert_{self.home.name}", look, shown=shown)
        self._retire(names)
        self._report_and_sum_up()

    def _report_and_sum_up(self) -> None:
        names = self._names()
        found = [(self.contacts[name].state, self.contacts[name].extrapolated) for name in names]
        options = self.options
        for variable, text in self._ranges.posts(
            found, self.now, options.limits.request_timeout, options.limits.requests
        ):
            self.post(variable, text)
        self._sum_up(names)

    def _compare_clocks(self, state: NodeState) -> None:
        """Warn of a report that would be too old the moment it comes, or is of the future."""
        if state.time is None:
            return
        age = self.options.limits.age
        other = abs(self.written(self.now) - state.time) > age
        if not other and state.name not in self._other_clocks:
            return
        name = shorten(state.name)
        text = f"NODE_REPORT of {name} is over {age:g} s old or ahead: are the clocks of both machines set alike?"
        if other:
            self._other_clocks.add(state.name)
            self.host.run_warning(text)
        else:
            self._other_clocks.remove(state.name)
            self.host.retract_run_warning(text)

    def _names(self) -> list[str]:
        return sorted(self.contacts, key=in_bytes)

    def _age(self, contact: KnownContact) -> float:
        return self.written(self.now) - (contact.state.time or 0.0)

    def _relate(self, contact: KnownContact) -> None:
        state = contact.state
        if contact.needs_place:
            contact.state = state = placed(state, self.geodesy) or state
            contact.needs_place = False
        x, y = state.x or 0.0, state.y or 0.0
        own_x, own_y, heading, speed = self._pose
        # one that goes astern counts as lying still
        other_speed, other_heading = max(state.speed or 0.0, 0.0), state.heading or 0.0
        contact.actual = hypot(x - own_x, y - own_y)
        x, y = extrapolated(x, y, other_speed, other_heading, self._age(contact), self.options.decay)
        contact.extrapolated = hypot(x - own_x, y - own_y)
        contact.own, contact.other = (own_x, own_y, heading, speed), (x, y, other_heading, other_speed)

    def _warn_early(self, names: Sequence[str]) -> None:
        options, widest = self.options, self.options.alerts.widest
        span = options.warning.time
        if span <= 0:
            return
        for name in names:
            contact = self.contacts[name]
            if contact.alarmed or widest <= 0 or (rate := contact.rate()) <= 0:
                continue
            if contact.extrapolated < widest + rate * span:
                contact.alarmed, contact.warned = True, (self.now, contact.extrapolated)
                self.post_flags(options.warning.flags, self._warning_macros(contact))
        unwarned = [name for name in names if not self.contacts[name].alarmed]
        for name in names:
            contact = self.contacts[name]
            if contact.alarmed and contact.warned and contact.extrapolated > HYSTERESIS * contact.warned[1]:
                contact.alarmed = False
                self.post_flags(options.warning.cease_flags, self._warning_macros(contact))
        if options.warning.radii and widest > 0:
            for name in unwarned:
                contact = self.contacts[name]
                if (rate := contact.rate()) > 0:
                    look = f"label_color=gray50,edge_color={shown_colour(options.warning.colour)}"
                    self._post_circle(widest + rate * span, f"xewarn_{name}", look)

    def _warning_macros(self, contact: KnownContact) -> Callable[[str], str]:
        macros = {
            "RNG": contact.actual, "RNG_EXT": contact.extrapolated, "CPA": contact.approach(), "ROC": contact.rate(),
            "UTC": self.written(self.now),
        }  # fmt: skip

        texts = {macro: compact_number(number, 3) for macro, number in macros.items()}
        return lambda text: filled(text, {"CONTACT": contact.state.name, **texts})

    def _post_circle(self, radius: float, label: str, look: str, *, shown: bool = True) -> None:
        # one without a radius has no place either
        x, y, radius = (*self._pose[:2], radius) if radius >= 0 else (0.0, 0.0, 0.0)
        place = f"x={compact_number(x, 2)},y={compact_number(y, 2)},radius={compact_number(radius, 2)}"
        active = "" if shown and radius > 0 else "active=false,"
        self.post(
            "VIEW_CIRCLE",
            f"{place},{active}label={label},{look},"
            f"time={compact_number(self.written(self.now), 2)},duration=3,vertex_size=0,edge_size=1",
        )

    def _judge_alerts(self, names: Sequence[str]) -> None:
        table = self.options.alerts
        alerts = [(key, table.alerts[key]) for key in table.ids() if key not in table.disabled]
        first = bisect_left(names, in_bytes(self._next_judged), key=in_bytes)
        self._next_judged, judged = "", 0
        for name in [*names[first:], *names[:first]]:
            if judged and judged + len(alerts) > MOST_PAIRS:
                self._next_judged = name
                self.host.run_warning(f"more than {MOST_PAIRS} pairs of contacts and alerts: some are judged later")
                break
            judged += len(alerts)
            contact = self.contacts[name]
            in_time = self._age(contact) <= self.options.limits.age
            for key, alert in alerts:
                pair = name.lower(), key
                applies = in_time and alert.applies(contact.state, contact.actual, contact.approach)
                if applies == (pair in table.on):
                    continue
                flags = alert.on_flags if applies else alert.off_flags
                judged += _CHANGE * max(len(flags), 1)
                (table.keep if applies else table.on.discard)(pair)
                for variable, value in flags:
                    text = expand_value(value, contact.state, older=table.older) if isinstance(value, str) else value
                    self.post(expand_name(variable, contact.state, older=table.older), text)
                if self.options.summary.verbose:
                    self._post_verbose(contact, key, applies)

    def _post_verbose(self, contact: KnownContact, key: str, applies: bool) -> None:
        alert = self.options.alerts.alerts[key]
        change = "off-->alerted" if applies else "alerted-->off"
        parts = [
            f"contact={contact.state.name}", f"alert_id={key}", change,
            f"alert_range={compact_number(alert.near, 1)}", f"alert_range_cpa={compact_number(alert.far, 1)}",
            f"range_actual={contact.actual:.1f}",
        ]  # fmt: skip
        if (contact.state.name.lower(), key) in self.options.alerts.on:
            parts.append(f"range_cpa={contact.approach():.1f}")
        if applies and contact.alarmed and contact.warned is not None:
            parts.append(f"after_warning={compact_number(self.now - contact.warned[0], 2)}")
        self.post("ALERT_VERBOSE", ",".join(parts))

    def _retire(self, names: Sequence[str]) -> None:
        options = self.options
        gone = set(self._filtered)
        self._filtered.clear()
        for name in names:
            contact = self.contacts[name]
            if self._age(contact) > options.limits.age or self._is_too_far(contact):
                gone.add(name)
        # as in the original those that were filtered count, known or not
        most = len(names) - options.limits.contacts
        if len(gone) < most:
            gone.update(name for name in names if self._age(self.contacts[name]) > options.limits.age / 2)
        if len(gone) < most:
            left = sorted((name for name in names if name not in gone), key=lambda name: -self.contacts[name].actual)
            gone.update(left[: most - len(gone)])
        for name in sorted(gone, reverse=options.alerts.older):
            if self.contacts.pop(name, None) is not None:
                self.retired.insert(0, name)
                options.alerts.forget(name)
            time = compact_number(self.written(self.now), 3)
            self.post_flags(options.retire_flags, partial(filled, macros={"CONTACT": name, "UTC": time}))

    def _is_too_far(self, contact: KnownContact) -> bool:
        limit = self.options.limits.range
        return limit is not None and contact.actual > HYSTERESIS * limit

    def _sum_up(self, names: Sequence[str]) -> None:
        options = self.options
        self._post_change("CONTACTS_RETIRED", ",".join(self.retired).lstrip(","))
        del self.retired[options.limits.retired :]
        # a contact without a name, which the older program keeps, is in no list
        named = list(filter(None, names))
        closest = min(named, key=lambda name: self.contacts[name].actual, default=None)
        if closest is not None:
            contact = self.contacts[closest]
            if options.summary.closest_range:
                self._post_change("CONTACT_CLOSEST_RANGE", float(int(contact.actual)))
            if options.summary.closest_bearing:
                own_x, own_y, heading, _ = self._pose
                direction = bearing(own_x, own_y, contact.state.x or 0.0, contact.state.y or 0.0)
                self._post_change("CONTACT_CLOSEST_RELBNG", float(int(angle_360(direction - heading))))
            if self._post_change("CONTACT_CLOSEST", closest):
                self.post("CONTACT_CLOSEST_TIME", self.written(self.now))
        self._post_change("CONTACTS_COUNT", float(len(options.alerts.on)))
        self._post_change("CONTACTS_LIST", ",".join(named))
        self._post_alerted()
        if options.summary.recap_interval is not None and self.now - self._last_recap > options.summary.recap_interval:
            self._last_recap = self.now
            self.post("CONTACTS_RECAP", " # ".join(self._recap(self.contacts[name]) for name in names))
        if options.summary.all_ranges:
            ranges = sorted(self.contacts[name].actual for name in names)
            self.post("CONTACT_RANGES", ",".join(compact_number(value, 1) for value in ranges))

    def _post_alerted(self) -> None:
        """Post which alerts apply to whom, where this changed."""
        self._post_change("CONTACTS_ALERTED", self.options.alerts.on.text())

    def _recap(self, contact: KnownContact) -> str:
        return f"vname={contact.state.name},range={contact.actual:.2f},age={self._age(contact):.2f}"

    def _post_change(self, variable: str, value: float | str) -> bool:
        if value == self._last[variable]:
            return False
        self._last[variable] = value
        self.post(variable, value)
        return True

    def report(self) -> str:
        """Contacts, alerts, retired ones."""
        lines = [f"Contacts: {len(self.contacts)}, retired: {','.join(self.retired) or 'none'}"]
        lines += [
            f"  {name}: range {contact.actual:.1f} m, age {self._age(contact):.1f} s"
            for name, contact in sorted(self.contacts.items())[:50]
        ]
        table = self.options.alerts
        lines += [f"  alert {key}: {a.near:g} m, {a.far:g} m" for key, a in sorted(table.alerts.items())[:50]]
        lines.append("Alerted: " + (table.on.text() or "none"))
        return "\n".join(lines) + "\n"


_TAKERS: Mapping[str, Callable[[ContactManager, str], None]] = {
    "NODE_REPORT": ContactManager._take_report, "BCM_ALERT_REQUEST": ContactManager._take_alert,
    "BCM_REPORT_REQUEST": ContactManager._take_request, "BCM_DISPLAY_RADII": ContactManager._take_radii,
    "IVPHELM_STATE": ContactManager._take_helm,
}  # fmt: skip
