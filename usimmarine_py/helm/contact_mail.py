"""Node reports as a helm takes them: into its ledger, and of own ship its group."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from usimmarine_py.helm.behavior import Behavior
from usimmarine_py.helm.posts.outbox import HelmOutbox
from usimmarine_py.helm.surroundings import HelmSurroundings
from usimmarine_py.texts.ledger import DIVING
from usimmarine_py.texts.node_report import read_node_report
from usimmarine_py.values.mail import Message

_NO_DEPTH = "underwater vehicle type with no depth reported"
_REPORTS = ("NODE_REPORT", "AIS_REPORT", "AIS_REPORT_LOCAL")


def _lacks(text: str) -> str:
    """Return what a report lacks, in the original's words."""
    state = read_node_report(text)
    missing = {
        "vname": not state.name, "timestamp": state.time is None,
        "both x/y and lat/lon": None in (state.x, state.y) and state.longitude is None,
    }  # fmt: skip
    return "".join(f"Missing {what}." for what, lacks in missing.items() if lacks)


def _lacks_depth(text: str) -> bool:
    state = read_node_report(text)
    return state.kind in ("uuv", *DIVING) and state.depth is None


class ContactMail:
    """Takes reports, and posts which vehicles are known; these are forgotten after twice ``max_age`` s."""

    def __init__(self, surroundings: HelmSurroundings, outbox: HelmOutbox, max_age: float) -> None:
        self._surroundings, self._outbox, self._max_age = surroundings, outbox, max_age
        self._count = 0  #: of reports in the ledger
        #: What takes the mail of a variable.
        self.takers: dict[str, Callable[[Message, float], None]] = {
            **dict.fromkeys(_REPORTS, self._take), "NODE_REPORT_LOCAL": self._take_own,
        }  # fmt: skip

    def _take(self, message: Message, now: float) -> None:
        del now
        text = str(message.value)
        around = self._surroundings
        try:
            state = around.ledger.take(text)
        except ValueError as error:
            lacks = _lacks(text)
            self._count += not lacks
            self._outbox.warn(f"Bad NodeReport: {text}")
            depth = _NO_DEPTH if _lacks_depth(text) else ""
            self._outbox.warn(f"The issue: {lacks or depth or error}")
            around.buffer.put("_NAV_GROUP", "")  # as the original, of a vehicle without name
            around.buffer.put("_NAV_TYPE", "")
            return
        self._count += 1
        if state.name.lower() == around.community.lower():
            around.ledger.forget(state.name)
            self._outbox.warn(f"Bad NodeReport: {state.name} is the name of own ship")
            return
        prefix = f"{state.name.upper()}_NAV_"
        around.buffer.put(prefix + "GROUP", state.group)
        around.buffer.put(prefix + "TYPE", state.kind)

    def _take_own(self, message: Message, now: float) -> None:
        del now
        state = read_node_report(message.value if isinstance(message.value, str) else "")
        if not state.name:
            self._outbox.warn("Unhandled NODE_REPORT_LOCAL")
            return
        known = {"GROUP": state.group, "TYPE": state.kind, "COLOR": state.colour, "LENGTH": state.length}
        for end, value in known.items():
            if value:
                self._surroundings.buffer.put(f"{state.name.upper()}_NAV_{end}", value)

    def post_ledger(self, behaviors: Sequence[Behavior]) -> None:
        """Post which vehicles are known, and which of them behaviours are about."""
        ledger = self._surroundings.ledger
        ledger.forget_older(self._surroundings.written_now, 2 * self._max_age)
        contacts = dict.fromkeys(name for behavior in behaviors if (name := behavior.said_contact))
        if contacts:
            self._outbox.post("IVPHELM_CONTACT_SUMMARY", ",".join(contacts))
        who = ",".join(ledger)
        self._outbox.post("IVPHELM_LEDGER_SUMMARY", f"now:{len(ledger)}, reps:{self._count}, who:{who}")
