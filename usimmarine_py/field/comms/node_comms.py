"""uFldNodeComms: sends node reports and messages on to the vehicles that can hear them."""

from __future__ import annotations

from bisect import bisect_left
from collections import deque
from collections.abc import Callable, Sequence
from math import hypot, inf, isfinite

from usimmarine_py.field.acoustics.contents import Mail, mail_text
from usimmarine_py.field.application import FieldApp
from usimmarine_py.field.comms.options import KEYS, MAIL, CommsOptions
from usimmarine_py.field.comms.roster import KnownVehicle, completed, distance, known_vehicle, refusal_of
from usimmarine_py.field.settings import HomeCommunity
from usimmarine_py.finding import Finding
from usimmarine_py.limits import MOST_MESSAGES, MOST_PAIRS, MOST_VEHICLES
from usimmarine_py.maths.geodesy import Geodesy
from usimmarine_py.maths.plane.grid import PointGrid
from usimmarine_py.maths.streams import NoiseStream
from usimmarine_py.text import compact_number, split
from usimmarine_py.texts.node_message import NodeMessage, read_node_message
from usimmarine_py.texts.node_report import as_text, read_node_report, report_pairs
from usimmarine_py.texts.pairs import pairs_of
from usimmarine_py.values.app import passed
from usimmarine_py.values.key import ConfigLine, without_blanks
from usimmarine_py.values.mail import Message, Post
from usimmarine_py.values.rows import Row, Shape, rows_of, single

REPORTS = ("NODE_REPORT", "NODE_REPORT_LOCAL")
MESSAGES = ("NODE_MESSAGE", "MEDIATED_MESSAGE")
#: A vehicle is forgotten after this many times ``stale_time``.
_FORGOTTEN = 20
#: Acknowledgements that are remembered, to tell repeated messages.
_REMEMBERED = 100
_UNSEEN = ("off", "invisible")
#: With fewer vehicles all pairs are looked at.
_FEW = 16
_PULSE = "VIEW_COMMS_PULSE"


class NodeCommsApp(FieldApp):
    """Sends each vehicle the reports and messages of those that it can hear."""

    keys = KEYS

    def __init__(self, lines: Sequence[ConfigLine], home: HomeCommunity, name: str = "uFldNodeComms") -> None:
        super().__init__(lines, home, name)
        self.options = CommsOptions()
        self.read_block(lines, self.options)
        self._grid = None if home.datum is None else Geodesy.at(*home.datum)
        self._vehicles: dict[str, KnownVehicle] = {}
        self._messages: list[NodeMessage] = []
        self._acks: list[dict[str, str]] = []
        self._last_message: dict[str, float] = {}
        self._last_ack: dict[str, float] = {}
        self._last_pair: dict[tuple[str, str], float] = {}
        self._last_shared: dict[str, float] = {}
        self._known_ids: deque[str] = deque(maxlen=_REMEMBERED)
        self._next = ""  #: whose report is sent first, where not all were
        self._names: list[str] | None = []  #: sorted, until they change
        self._draws = NoiseStream(home.seed, f"{home.name}.{name}.drop")
        self._pulse_end = ""  #: what pictures of this iteration end with
        self._drawn = self.reports_sent = self.messages_sent = self.dropped = 0

    def on_connect_subscriptions(self) -> Sequence[str]:
        """Reports, messages and mail that changes the options."""
        return [*REPORTS, *MESSAGES, "ACK_MESSAGE", *MAIL]

    def on_mail(self, mail: list[Message]) -> Sequence[Row]:
        """Take reports, messages and changes."""
        for message in mail:
            self._take(message)
        return ()

    def _take(self, message: Message) -> None:
        name = message.variable
        if name in MAIL:
            key, numeric = MAIL[name]
            number = isinstance(message.value, float)
            text = without_blanks(f"{message.value:.17g}" if isinstance(message.value, float) else str(message.value))
            finding = key.read_into(self.options, text) if number is numeric else Finding("wrong type")
            if finding is not None:
                self.host.run_warning(f"Bad Mail: {name} {finding.what}")
            return
        if (content := self.text(message)) is None:
            return
        if name in REPORTS:
            self._take_report(message, content)
        elif name in MESSAGES:
            found = read_node_message(content)
            found.src_app = found.src_app or message.source
            if found.valid and len(self._messages) >= MOST_MESSAGES:
                self.refuse(message, f"{MOST_MESSAGES} messages wait already")
            elif found.valid:
                self._messages.append(found)
            else:
                self.refuse(message, "a message needs src_node, var_name, dest_node or dest_group, and one value")
        elif name == "ACK_MESSAGE":
            ack = {key.lower(): value for key, value in pairs_of(content)}
            if len(self._acks) >= MOST_MESSAGES:
                self.refuse(message, f"{MOST_MESSAGES} acknowledgements wait already")
            elif all(ack.get(key) for key in ("src", "dest", "id")):
                self._acks.append(ack)
            else:
                self.refuse(message, "an acknowledgement needs src, dest and id")

    def _take_report(self, message: Message, content: str) -> None:
        state = read_node_report(content)
        before = self._vehicles.get(state.name)
        if before is None and len(self._vehicles) >= MOST_VEHICLES:
            self.refuse(message, f"there are {MOST_VEHICLES} vehicles already")
            return
        if problem := refusal_of(state):
            self.refuse(message, problem)
            return
        try:
            known = completed(content, None if before is None else before.state, self._grid)
        except ValueError as error:
            self.refuse(message, str(error))
            return
        if before is None:
            self._names = None
        self._vehicles[state.name] = known_vehicle(known, self.host.now)

    def iterate(self, now: float) -> list[Row]:
        """Send on what came since the last iteration."""
        span = compact_number(self.options.pulses.duration, 2)
        self._pulse_end = f"time={compact_number(self.written(now), 2)},duration={span},edge_size=0"
        rows, judged = self._send_reports(now)
        for vehicle in self._vehicles.values():
            vehicle.fresh = False
        waiting = sorted(self._messages, key=lambda one: one.src_node)
        while waiting and judged <= MOST_PAIRS:
            rows += self._send_message(waiting.pop(0), now)
            judged += len(self._vehicles)
        self._messages = waiting
        self._forget_times(now)
        acks, self._acks = self._acks, []
        for ack in acks:
            rows += self._send_ack(ack, now)
        limit = self.options.stale_time * _FORGOTTEN
        if limit >= 0:
            for name in [name for name, one in self._vehicles.items() if now - one.received >= limit]:
                del self._vehicles[name]
                self._last_message.pop(name, None)
                self._last_shared.pop(name, None)
                self._names = None
        return rows

    def _forget_times(self, now: float) -> None:
        """Forget when something was last sent where that no longer matters: names come from the network."""
        gaps = ((self._last_message, self.options.message_gap), (self._last_ack, self.options.message_gap))
        for times, gap in (*gaps, (self._last_pair, self.options.report_gap)):
            if len(times) > MOST_PAIRS:
                for key in [key for key, time in times.items() if now - time > gap]:
                    del times[key]  # type: ignore[arg-type]

    # -- reports

    def _send_reports(self, now: float) -> tuple[list[Row], int]:
        """Return reports that are due, and the pairs that were judged; what is too much waits."""
        if self._names is None:
            self._names = sorted(self._vehicles)
        names, vehicles = self._names, self._vehicles
        due = [name for name in names if vehicles[name].due]
        if not due:
            return [row for name in names for row in self._share_report(name, now)], 0
        first = bisect_left(due, self._next)
        self._next, judged = "", 0
        near = self._neighbours(names)
        rows: list[Row] = []
        for name in due[first:] + due[:first]:
            sender = vehicles[name]
            others = near(sender) if sender.complete else ()
            if judged and judged + len(others) > MOST_PAIRS:
                self._next = name
                self.host.run_warning(f"more than {MOST_PAIRS} pairs of vehicles: some reports are sent later")
                break
            judged += len(others)
            sender.due = False
            rows += self._send_report(name, others, now)
            rows += self._share_report(name, now)
        return rows, judged

    def _neighbours(self, names: Sequence[str]) -> Callable[[KnownVehicle], Sequence[str]]:
        """Return what gives the names, sorted, of those that may be in range of a vehicle."""
        options = self.options
        shares = max([1.0, *options.stealth.values()]) * max([1.0, *options.earange.values()])
        reach = max(options.critical_range, options.comms_range * shares, 0.0)
        if len(names) < _FEW or not isfinite(reach):
            return lambda _: names
        placed = [name for name in names if self._vehicles[name].moving]  # of others the distance is not known
        grid = PointGrid(reach, (self._vehicles[name].place for name in placed))
        name_of = placed.__getitem__
        return lambda one: list(map(name_of, grid.near(*one.place))) if one.moving else ()

    def _send_report(self, name: str, others: Sequence[str], now: float) -> list[Row]:
        if not others or (len(others) == 1 and others[0] == name):
            return []
        sender = self._vehicles[name]
        text = ""
        shows = self.options.pulses.of_reports and self.options.pulses.duration > 0
        names: list[str] = []
        values: list[str] = []
        by_sound: list[str] = []
        for other in others:
            receiver = self._vehicles[other]
            if other == name or not receiver.complete or not self._hears(sender, receiver, now):
                continue
            if self.options.report_gap > 0:
                self._last_pair[sender.key, receiver.key] = now
            self.reports_sent += 1
            text = text or as_text(report_pairs(sender.state))
            if self.options.link == "acoustic":
                by_sound.append(other)
                continue
            names.append(receiver.report)
            values.append(text)
            if shows:
                names.append(_PULSE)
                values.append(self._pulse(sender, receiver, "nrep", 0.35, "", "orange"))
        if by_sound:
            return self._sent_by_sound(name, "NODE_REPORT", text, by_sound)
        return [Row(Shape(tuple(names)), tuple(values))] if names else []

    def _sent_by_sound(self, source: str, variable: str, text: str, receivers: Sequence[str]) -> list[Row]:
        """Return what hands mail to the modem: one packet for all who may hear it."""
        return [single("UAM_SEND", mail_text(source, Mail(variable, text, frozenset(receivers))))]

    def _hears(self, sender: KnownVehicle, receiver: KnownVehicle, now: float) -> bool:
        """Whether a report gets through."""
        options = self.options
        apart = distance(sender, receiver)
        if apart is not None and apart <= options.critical_range:
            return True
        if options.stale_time >= 0 and passed(now, receiver.received, options.stale_time, self.home.slack):
            return False
        if not self._in_range(sender, receiver, apart):
            return False
        if options.groups and sender.state.group != receiver.state.group:
            return False
        if self._is_dropped():
            return False
        last = self._last_pair.get((sender.key, receiver.key), -inf)
        return not (options.report_gap > 0 and now - last < options.report_gap - self.home.slack)

    def _in_range(self, sender: KnownVehicle, receiver: KnownVehicle, apart: float | None) -> bool:
        options = self.options
        if options.comms_range == inf:
            return True
        reach = options.comms_range * options.stealth.get(sender.state.name, 1.0)
        reach *= options.earange.get(receiver.state.name, 1.0)
        return apart is not None and options.comms_range > 0 and apart <= reach

    def _is_dropped(self) -> bool:
        if self.options.drop <= 0:
            return False
        draw = int(100 * self._draws.uniforms(self._drawn)[0])
        self._drawn += 1
        lost = draw < self.options.drop
        self.dropped += lost
        return lost

    def _share_report(self, name: str, now: float) -> list[Row]:
        """Return the report of a vehicle for viewers, if it is fresh."""
        gap, vehicle = self.options.shared_gap, self._vehicles[name]
        if gap is None or not (vehicle.fresh and vehicle.complete):
            return []
        vehicle.fresh = False
        real, rows = now / self.home.warp, []
        elapsed = real - self._last_shared.get(name, -inf)
        if name in self._last_shared:
            rows.append(single("RTE", elapsed))
        if elapsed >= gap - self.home.slack:
            self._last_shared[name] = real
            rows.append(single("NODE_REPORT_UNC", as_text(report_pairs(vehicle.state))))
        return rows

    # -- messages

    def _send_message(self, message: NodeMessage, now: float) -> list[Row]:
        options, name = self.options, message.src_node
        if now - self._last_message.get(name, -inf) < options.message_gap - self.home.slack:
            return []
        self._last_message[name] = now
        sender = self._vehicles.get(name)
        too_long = options.longest_message > 0 and message.length > options.longest_message
        if too_long or sender is None or not sender.complete:
            return []
        variable = "MEDIATED_MESSAGE" if message.ack else "NODE_MESSAGE"
        posts: list[Post] = []
        by_sound: list[str] = []
        for other in self._addressed(message):
            receiver = self._vehicles[other]
            if options.message_groups and sender.state.group != receiver.state.group:
                continue
            if not self._reaches(sender, receiver, now):
                continue
            self.messages_sent += 1
            if options.link == "acoustic":
                by_sound.append(other)
                continue
            posts.append(Post(f"{variable}_{other.upper()}", message.text()))
            # as in the original what goes to a second vehicle is repeated, too
            repeated = message.ack_id in self._known_ids
            if message.ack_id:
                self._known_ids.append(message.ack_id)
            colour = options.pulses.repeat_colour if repeated else message.color or options.pulses.message_colour
            if colour.lower() not in _UNSEEN and options.pulses.duration > 0:
                posts.append(Post(_PULSE, self._pulse(sender, receiver, "msg", 0.6, colour, colour)))
        if by_sound:
            return self._sent_by_sound(name, variable, message.text(), by_sound)
        return rows_of(posts)

    def _addressed(self, message: NodeMessage) -> list[str]:
        """Return the vehicles that a message is for."""
        nodes, group = split(message.dest_node, ":"), message.dest_group
        everyone = bool({message.dest_node, group} & {"all", "ALL"})
        return [
            name
            for name in sorted(self._vehicles)
            if name != message.src_node
            and (everyone or name in nodes or (group and self._vehicles[name].state.group == group))
        ]

    def _reaches(self, sender: KnownVehicle, receiver: KnownVehicle, now: float) -> bool:
        """Whether a message gets through: here the time that a vehicle reports counts."""
        stale = self.options.stale_time
        if not receiver.complete or (stale > 0 and self.written(now) - (receiver.state.time or 0.0) > stale):
            return False
        return self._in_range(sender, receiver, distance(sender, receiver)) and not self._is_dropped()

    def _send_ack(self, ack: dict[str, str], now: float) -> list[Row]:
        source, to = ack["src"], ack["dest"]
        if now - self._last_ack.get(source, -inf) < self.options.message_gap - self.home.slack:
            return []
        self._last_ack[source] = now
        sender, receiver = self._vehicles.get(source), self._vehicles.get(to)
        stale = self.options.stale_time
        if sender is None or receiver is None or not sender.complete:
            return []
        if stale > 0 and self.written(now) - (sender.state.time or 0.0) > stale:
            return []
        if not self._reaches(sender, receiver, now):
            return []
        text = f"id={ack['id']}, src={source}, dest={to}"
        if self.options.link == "acoustic":
            return self._sent_by_sound(source, "ACK_MESSAGE", text, [to])
        return [single(f"ACK_MESSAGE_{to}", text)]

    def _pulse(
        self, sender: KnownVehicle, receiver: KnownVehicle, kind: str, fill: float, suffix: str, colour: str
    ) -> str:
        """Return the picture of something sent."""
        a, b = sender.state, receiver.state
        width = max(5.0, hypot((a.x or 0.0) - (b.x or 0.0), (a.y or 0.0) - (b.y or 0.0)) / 10.0)
        (sx, sy), (tx, ty) = sender.spot, receiver.spot
        return (
            f"sx={sx},sy={sy},tx={tx},ty={ty},beam_width={compact_number(width)},fill={fill:g},ptype={kind},"
            f"label={a.name}2{b.name}{suffix},fill_color={colour},{self._pulse_end}"
        )

    def report(self) -> str:
        """Return vehicles and counts."""
        names = ", ".join(sorted(self._vehicles)) or "none"
        return (
            f"Vehicles: {names}\nReports sent: {self.reports_sent}, messages sent: {self.messages_sent}, "
            f"dropped: {self.dropped}\n"
        )
