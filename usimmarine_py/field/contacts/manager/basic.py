"""pBasicContactMgr, the older contact manager, which missions from before 2020 start."""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot

from usimmarine_py.colours import shown_colour
from usimmarine_py.field.contacts.manager.manager import ContactManager, KnownContact
from usimmarine_py.field.contacts.manager.options import (
    BASIC_KEYS,
    FORCED,
    LAZY,
    ManagerOptions,
    basic_options,
)
from usimmarine_py.field.settings import HomeCommunity
from usimmarine_py.text import bite, compact_number, strict_boolean
from usimmarine_py.texts.ledger import placed
from usimmarine_py.texts.node_report import NodeState, read_node_report
from usimmarine_py.values.frozen import replace
from usimmarine_py.values.key import ConfigLine
from usimmarine_py.values.mail import Message

#: A contact farther than this beyond ``reject_range`` is retired, m.
BEYOND = 10.0
_RESOLVED, _RADII = "CONTACT_RESOLVED", "BCM_DISPLAY_RADII"


class BasicContactManager(ContactManager):
    """The older contact manager, as its runs show it.

    Its defaults differ, its tick judges alerts last, so that the lists show a change one tick late, and it posts
    CONTACTS_UNALERTED, CONTACT_CLOSEST_EVAL and circles of each alert; of newer options it knows none.
    """

    keys = BASIC_KEYS
    _first_pid = ""
    process_variable = "PBASICCONTACTMGR_PID"

    def __init__(self, lines: Sequence[ConfigLine], home: HomeCommunity, name: str = "pBasicContactMgr") -> None:
        super().__init__(lines, home, name)
        self._silent = any(
            line.key.strip().lower() == "deprecated_ok" and strict_boolean(line.value.strip()) for line in lines
        )
        self._last |= {"CONTACTS_UNALERTED": "", "CONTACT_CLOSEST_EVAL": 0.0}

    def _defaults(self) -> ManagerOptions:
        return basic_options()

    def begin(self) -> None:
        """Warn that the program is deprecated."""
        super().begin()
        if not self._silent:
            for text in (
                "pBasicContactMgr is deprecated.", "Set deprecated_ok = true to silence deprecation warning.",
                "The supported alternative is: pContactMgrV20",
            ):  # fmt: skip
                self.host.run_warning(text)

    def on_connect_subscriptions(self) -> Sequence[str]:
        """Contacts that another application, or an off_flag of an alert, calls resolved, too."""
        return [*super().on_connect_subscriptions(), _RESOLVED]

    def take(self, message: Message) -> None:
        """Take in one message; the alert of a resolved contact begins anew."""
        if message.variable != _RESOLVED:
            super().take(message)
            if message.variable == _RADII and not self.options.display_radii:
                self._post_circles(shown=False)
        elif (text := self.text(message)) is not None:
            name, key = bite(text.lower(), ",")
            if unknown := self.options.alerts.begin_anew(name, key):
                self.post("CONTACT_MGR_WARNING", f"Resolution failed. Nothing known about {unknown}")
                self.refuse(message, f"names no {unknown}")

    def _is_own(self, name: str) -> bool:
        return name == self.home.name

    def _usable(self, text: str) -> NodeState | None:
        """The report with its type as it came; the first of a contact beyond ``reject_range`` is dropped."""
        state = read_node_report(text)
        choice = self.options.older.local_coordinates
        if choice == FORCED:
            state = placed(replace(state, x=None, y=None), self.geodesy) or state
        elif choice == LAZY:
            state = placed(state, self.geodesy) or state
        x, y = state.x or 0.0, state.y or 0.0
        limit = self.options.limits.range
        far = limit is not None and hypot(x - self._pose[0], y - self._pose[1]) > limit
        return None if far and state.name not in self.contacts else replace(state, x=x, y=y)

    def _is_too_far(self, contact: KnownContact) -> bool:
        limit = self.options.limits.range
        return limit is not None and contact.actual > limit + BEYOND

    def tick(self) -> None:
        """Relations, retirement, reports, summaries, alerts, circles."""
        names = self._names()
        for name in names:
            self._relate(self.contacts[name])
        self._retire(names)
        self._report_and_sum_up()
        names = self._names()
        self._judge_alerts(names)
        far, oldest = self.options.older.evaluated_far, self.options.limits.age
        near = any(one.actual < far and self._age(one) <= oldest for one in map(self.contacts.__getitem__, names))
        self._post_change("CONTACT_CLOSEST_EVAL", float(near))
        if self.options.display_radii:
            self._post_circles()

    def _post_alerted(self) -> None:
        super()._post_alerted()
        table = self.options.alerts
        on, keys, names = table.on, table.ids(), table.on.names()
        unalerted = [f"({name},{key})" for name in names for key in keys if (name, key) not in on]
        self._post_change("CONTACTS_UNALERTED", "".join(unalerted))

    def _post_verbose(self, contact: KnownContact, key: str, applies: bool) -> None:
        change = "off-->alerted, alerted=true" if applies else "alerted-->off, alerted=false"
        self.post("ALERT_VERBOSE", f"contact={contact.state.name},alert_id={key},{change}")

    def _post_circles(self, *, shown: bool = True) -> None:
        x, y = (compact_number(value, 2) for value in self._pose[:2])
        table = self.options.alerts
        for key in table.ids():
            alert = table.alerts[key]
            circles = [(alert.near, "in", alert.near_colour), (alert.far, "out", alert.far_colour)]
            for radius, side, colour in circles[: 1 + (alert.far > alert.near)]:
                shown &= colour not in ("invisible", "empty")  # as there, with all that follow
                active = "" if shown else "active=false,"
                self.post(
                    "VIEW_CIRCLE",
                    f"x={x},y={y},radius={compact_number(radius, 2)},{active}label={key}_{side},"
                    f"edge_color={shown_colour(colour)},vertex_size=0,edge_size=1",
                )
