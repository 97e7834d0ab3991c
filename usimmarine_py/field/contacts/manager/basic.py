"""pBasicContactMgr, the older contact manager, which missions from before 2020 start."""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot

from usimmarine_py.field.contacts.manager.manager import ContactManager, KnownContact
from usimmarine_py.field.contacts.manager.options import (
    BASIC_KEYS,
    FORCED,
    LAZY,
    ManagerOptions,
    basic_options,
)
from usimmarine_py.field.settings import HomeCommunity
from usimmarine_py.text import compact_number, strict_boolean
from usimmarine_py.texts.ledger import placed
from usimmarine_py.texts.node_report import NodeState, read_node_report
from usimmarine_py.values.frozen import replace
from usimmarine_py.values.key import ConfigLine
from usimmarine_py.values.mail import Message

#: A closest contact nearer than this sets CONTACT_CLOSEST_EVAL, m.
EVALUATED = 20.0
#: A contact farther than this beyond ``reject_range`` is retired, m.
BEYOND = 10.0
_RESOLVED = "CONTACT_RESOLVED"


class BasicContactManager(ContactManager):
    """The older contact manager, as its runs show it.

    Its defaults differ, its tick judges alerts last, so that the lists show a change one tick late, and it posts
    CONTACTS_UNALERTED, CONTACT_CLOSEST_EVAL and circles of each alert; of newer options it knows none.
    """

    keys = BASIC_KEYS
    _first_pid = ""

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
        """Take in one message; all alerts of a resolved contact begin anew."""
        if message.variable == _RESOLVED:
            self.options.alerts.begin_anew(self.text(message) or "")
        else:
            super().take(message)

    def _usable(self, text: str) -> NodeState | None:
        """The report with its type as it came; the first of a contact beyond ``reject_range`` is dropped."""
        state = read_node_report(text)
        choice = self.options.local_coordinates
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
        closest = min((self.contacts[name].actual for name in names), default=EVALUATED)
        self._post_change("CONTACT_CLOSEST_EVAL", float(closest < EVALUATED))
        if self.options.display_radii:
            self._post_circles()

    def _post_alerted(self) -> None:
        super()._post_alerted()
        table = self.options.alerts
        on, keys, names = table.on, table.ids(), [name.lower() for name in self._names()]
        unalerted = [f"({name},{key})" for name in names for key in keys if (name, key) not in on]
        self._post_change("CONTACTS_UNALERTED", "".join(unalerted))

    def _post_verbose(self, contact: KnownContact, key: str, applies: bool) -> None:
        change = "off-->alerted, alerted=true" if applies else "alerted-->off, alerted=false"
        self.post("ALERT_VERBOSE", f"contact={contact.state.name},alert_id={key},{change}")

    def _post_circles(self) -> None:
        x, y = (compact_number(value, 2) for value in self._pose[:2])
        table = self.options.alerts
        for key in table.ids():
            alert = table.alerts[key]
            circles = [(alert.near, "in", "gray65"), (alert.far, "out", "gray35")]
            for radius, side, colour in circles[: 1 + (alert.far > alert.near)]:
                self.post(
                    "VIEW_CIRCLE",
                    f"x={x},y={y},radius={compact_number(radius, 2)},label={key}_{side},edge_color={colour},"
                    "vertex_size=0,edge_size=1",
                )
