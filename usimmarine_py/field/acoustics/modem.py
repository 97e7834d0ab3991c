"""uFldAcousticModem: ranges and messages by sound under water, and fixes by beacons (shore)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from math import cos, radians, sin

from usimmarine_py.field.acoustics.channel import Place
from usimmarine_py.field.acoustics.contents import Answer, Mail, Ping, kind_of, read_mail
from usimmarine_py.field.acoustics.fix import fix_from
from usimmarine_py.field.acoustics.medium import MOST_WAITING, AcousticMedium, Modem, Reception, SoundPacket
from usimmarine_py.field.acoustics.options import KEYS, ModemOptions
from usimmarine_py.field.contacts.posting import PostingApp
from usimmarine_py.field.contacts.small.ranging import post_both, post_pulse
from usimmarine_py.field.settings import HomeCommunity
from usimmarine_py.text import compact_number
from usimmarine_py.texts.ledger import Ledger
from usimmarine_py.texts.node_message import read_node_message
from usimmarine_py.texts.pairs import pairs
from usimmarine_py.values.key import ConfigLine
from usimmarine_py.values.mail import Message

_REPORTS = ("NODE_REPORT", "NODE_REPORT_LOCAL")
_MESSAGES = ("NODE_MESSAGE", "MEDIATED_MESSAGE")
_TO_VEHICLES, _TO_BEACONS, _SEND = "CRS_RANGE_REQUEST", "BRS_RANGE_REQUEST", "UAM_SEND"
#: Bytes of a message besides its value: who, to whom, which variable.
HEAD_BYTES = 8
#: Ranges that the report shows.
_SHOWN = 20


class AcousticModemApp(PostingApp):
    """Every vehicle with a node report has a modem; beacons answer pings."""

    keys = KEYS

    def __init__(self, lines: Sequence[ConfigLine], home: HomeCommunity, name: str = "uFldAcousticModem") -> None:
        super().__init__(lines, home, name)
        self.options = ModemOptions(file_text=home.file_text)
        self.read_block(lines, self.options)
        self.vehicles = Ledger(self.geodesy)
        self.medium = AcousticMedium(self.options.channel, home.seed, f"{home.name}.{name}")
        for label, (x, y, depth) in self.options.beacons.items():
            beacon = Modem(label, x, y, depth, is_beacon=True)
            self.medium.modems[beacon.key] = beacon
        self._start = 0.0  #: MOOS s; clocks gain from then on
        self._rounds: list[tuple[str, Ping]] = []  #: pings to beacons without a fix yet
        self._waiting: dict[str, SoundPacket] = {}  #: the last node report of each vehicle
        self._results: Counter[tuple[str, str]] = Counter()
        self._ranges: dict[tuple[str, str], tuple[float, float]] = {}

    def on_connect_subscriptions(self) -> Sequence[str]:
        """Reports, requests, what uFldNodeComms hands over, and messages where that is not there."""
        wanted = self.options.messages
        messages = wanted == "true" or (wanted == "auto" and "uFldNodeComms" not in self.home.launched)
        return [*_REPORTS, _TO_VEHICLES, _TO_BEACONS, _SEND, *(_MESSAGES if messages else ())]

    def begin(self) -> None:
        """Set the clocks, show the beacons."""
        self._start = self.now
        for label in sorted(self.options.beacons):
            x, y, _ = self.options.beacons[label]
            place = f"x={compact_number(x, 2)},y={compact_number(y, 2)}"
            self.post("VIEW_MARKER", f"{place},width=4,primary_color=orange,type=circle,label={label}")

    # -- mail

    def take(self, message: Message) -> None:
        """Take in one message."""
        if (text := self.text(message)) is None:
            return
        try:
            if message.variable in _REPORTS:
                self._place(text)
            elif message.variable in (_TO_VEHICLES, _TO_BEACONS):
                self._ask(text, to_beacons=message.variable == _TO_BEACONS)
            elif message.variable == _SEND:
                source, mail = read_mail(text)
                self._send_mail(self._modem(source), mail)
            else:
                self._take_message(text, message)
        except ValueError as error:
            self.refuse(message, str(error))

    def _place(self, text: str) -> None:
        """Move the modem of a vehicle to where its report says it is."""
        state = self.vehicles.take(text)
        modem = self.medium.modems.get(state.name)
        if modem is None:
            modem = self.medium.modems[state.name] = Modem(state.name, 0.0, 0.0, 0.0)
        modem.x, modem.y = self.vehicles.position(state.name)
        modem.depth = max(state.depth or 0.0, _by_name(self.options.transducer, state.name), 0.0)
        course, speed = radians(state.course or 0.0), state.speed or 0.0
        modem.east, modem.north = speed * sin(course), speed * cos(course)
        # by the clock of this process; that of the report is the machine's
        modem.time = (state.time or 0.0) - self.host.set_by

    def _modem(self, name: str) -> Modem:
        found = self.vehicles.find(name) if name else None
        if found is None:
            raise ValueError(f"there is no node report of {name or 'a vehicle without name'}")
        return self.medium.modems[found]

    def _ask(self, text: str, *, to_beacons: bool) -> None:
        """Let a vehicle ping: ``name=abe``, to all or with ``target=ben``, answered or with ``way=one`` not."""
        wanted = pairs(text)
        asking, way, target = self._modem(wanted.get("name", "")), wanted.get("way", "two"), wanted.get("target", "")
        if way not in ("one", "two"):
            raise ValueError("way must be one or two")
        if to_beacons:
            if way == "one":
                raise ValueError("beacons answer: way must be two")
            names = sorted(key for key, modem in self.medium.modems.items() if modem.is_beacon)
        else:
            names = [name for name in self.vehicles if name != asking.name]
        if target:
            names = [name for name in names if self.medium.modems[name].name.lower() == target.lower()]
        if not names:
            raise ValueError(f"there is no {'beacon' if to_beacons else 'other vehicle'} {target}".rstrip())
        ping = Ping({name: turn for turn, name in enumerate(names)}, way == "one", asking.at(self.now))
        if self._send(asking, self.options.ping_bytes, ping, self.now) is None:
            raise ValueError(f"the modem of {asking.name} has {MOST_WAITING} packets waiting")
        if self.options.display_pulses:
            post_pulse(self, ping.where[0], ping.where[1], 50, f"{asking.name}_ping", "white", 6)
        if to_beacons and not target:
            options = self.options
            last = options.turnaround + options.reply_slot * (len(names) - 1)
            ping.until = asking.free_at + last + options.reply_wait
            self._rounds.append((asking.name, ping))

    def _take_message(self, text: str, message: Message) -> None:
        found = read_node_message(text)
        found.src_app = found.src_app or message.source
        if not found.valid:
            raise ValueError("a message needs src_node, var_name, dest_node or dest_group, and one value")
        nodes, group = found.dest_node.lower().split(":"), found.dest_group
        everyone = found.dest_node.lower() == "all" or group == "all"
        receivers = frozenset(
            name
            for name in self.vehicles
            if name.lower() != found.src_node.lower()
            and (everyone or name.lower() in nodes or (group and self.vehicles[name].group == group))
        )
        if not receivers:
            raise ValueError(f"no vehicle is known that it is for: {found.dest_node or found.dest_group}")
        mail = Mail("MEDIATED_MESSAGE" if found.ack else "NODE_MESSAGE", found.text(), receivers)
        self._send_mail(self._modem(found.src_node), mail, found.length)

    def _send_mail(self, source: Modem, mail: Mail, length: int | None = None) -> None:
        if mail.kind == "report":
            waiting = self._waiting.get(source.name)
            if waiting is not None and not waiting.begun:
                waiting.content = mail  # a newer report takes the place of one that has not been sent
                return
            size = self.options.report_bytes
        else:
            size = HEAD_BYTES + (_length_of(mail.value) if length is None else length)
        if size > self.options.longest:
            raise ValueError(f"{size} bytes are more than max_message_bytes, {self.options.longest}")
        packet = self._send(source, size, mail, self.now)
        if packet is None:
            raise ValueError(f"the modem of {source.name} has {MOST_WAITING} packets waiting")
        if mail.kind == "report":
            self._waiting[source.name] = packet

    def _send(self, source: Modem, size: int, content: Ping | Answer | Mail, at: float) -> SoundPacket | None:
        return self.medium.send(source, self.options.preamble + 8.0 * size / self.options.rate, content, at)

    # -- the tick

    def tick(self) -> None:
        """Let happen in the water what has happened until now."""
        for reception in self.medium.until(self.now):
            self._hear(reception)
        over = [one for one in self._rounds if one[1].until <= self.now or len(one[1].found) == len(one[1].turns)]
        for name, ping in over:
            self._post_fix(name, ping)
        self._rounds = [one for one in self._rounds if one not in over]

    def _hear(self, reception: Reception) -> None:
        """Take what a modem has heard, if it was for it."""
        content, receiver = reception.packet.content, reception.receiver
        if not _is_for(content, receiver):
            return
        self._note(reception)
        if reception.result != "ok":
            return
        if isinstance(content, Mail):
            self.post(f"{content.variable}_{receiver.name.upper()}", content.value)
        elif isinstance(content, Answer):
            self._measure_both_ways(reception, content)
        elif content.one_way:
            self._measure_one_way(reception, content)
        else:
            self._answer(reception, content)

    def _note(self, reception: Reception) -> None:
        """Count, and tell, what became of a packet."""
        packet, receiver = reception.packet, reception.receiver
        kind = kind_of(packet.content)
        self._results[kind, reception.result] += 1
        if self.options.post_packets:
            times = [compact_number(self.written(time), 4) for time in (packet.begin, reception.arrival)]
            self.post(
                "UAM_PACKET",
                f"src={packet.source.name},num={packet.number},dest={receiver.name},kind={kind},"
                f"result={reception.result},sent={times[0]},arrival={times[1]},"
                f"range={compact_number(reception.distance, 3)},snr={compact_number(reception.level, 1)}",
            )

    # -- ranges

    def _answer(self, reception: Reception, ping: Ping) -> None:
        """Answer a ping, unless something else is to be sent at that time."""
        receiver, asker = reception.receiver, reception.packet.source
        slot = self.options.reply_slot * ping.turns[receiver.key]
        # both spans are measured by its own clock
        wait = (self.options.turnaround + slot) / self._gain(receiver.name)
        at = reception.end + wait
        if receiver.free_at <= at:
            asked = self._clock(asker.name, reception.packet.begin)
            self._send(receiver, self.options.ping_bytes, Answer(ping, asker.name, asked, slot), at)

    def _measure_both_ways(self, reception: Reception, answer: Answer) -> None:
        """Reckon a range from the time there and back, by the clock of who asked."""
        asker, other = reception.receiver, reception.packet.source
        heard = self._clock(asker.name, reception.arrival + self.options.timing_noise * reception.jitter)
        size = self.options.preamble + 8.0 * self.options.ping_bytes / self.options.rate
        span = heard - answer.asked_at - self.options.turnaround - answer.slot - size
        distance = 0.5 * span * self._reckoned(asker, other)
        if other.is_beacon:
            place = (other.x, other.y, other.depth)
            answer.ping.found[other.name] = place, distance
            self._post_range("BRS_RANGE_REPORT", asker, distance, f"id={other.name}", reception.arrival, place)
        else:
            place = other.at(reception.packet.begin)
            self._post_range(
                "CRS_RANGE_REPORT", asker, distance, f"target={other.name}", reception.arrival, place, "two"
            )
        self._ranges[asker.name, other.name] = distance, reception.arrival

    def _measure_one_way(self, reception: Reception, ping: Ping) -> None:
        """Reckon a range from the time of arrival and that of sending, by two clocks."""
        receiver, other = reception.receiver, reception.packet.source
        heard = self._clock(receiver.name, reception.arrival + self.options.timing_noise * reception.jitter)
        span = heard - self._clock(other.name, reception.packet.begin)
        distance = span * self._reckoned(receiver, other)
        what = f"target={other.name}"
        self._post_range("CRS_RANGE_REPORT", receiver, distance, what, reception.arrival, ping.where, "one")
        self._ranges[receiver.name, other.name] = distance, reception.arrival

    def _post_range(
        self, variable: str, to: Modem, distance: float, what: str, time: float, place: Place, way: str = ""
    ) -> None:
        x, y, depth = (compact_number(number, 2) for number in place)
        text = f"range={compact_number(distance, 4)},{what},time={compact_number(self.written(time), 3)}"
        text += f",x={x},y={y},depth={depth}" + (f",way={way}" if way else "")
        post_both(self, self.options.report_vars, variable, to.name, text)

    def _post_fix(self, name: str, ping: Ping) -> None:
        """Post the position of a vehicle by the ranges to beacons; without one, why."""
        depth = self.medium.modems[name].depth
        fix = fix_from([ping.found[label] for label in sorted(ping.found)], depth)
        if fix is None:
            text = f"quality=0,ranges={len(ping.found)},time={compact_number(self.written(self.now), 3)}"
        else:
            x, y, rms = (compact_number(number, 3) for number in (fix.x, fix.y, fix.rms))
            time = compact_number(self.written(self.now), 3)
            text = f"quality=1,x={x},y={y},depth={compact_number(depth, 2)},rms={rms},ranges={fix.ranges},time={time}"
        post_both(self, self.options.report_vars, "BRS_FIX", name, text)

    def _reckoned(self, one: Modem, other: Modem) -> float:
        """Return the speed of sound (m/s) that a range is reckoned with."""
        if self.options.sound_speed is not None:
            return self.options.sound_speed
        return self.options.channel.column.mean_speed(one.depth, other.depth)

    def _gain(self, name: str) -> float:
        """Return how many seconds a clock shows in one second."""
        return 1.0 + 1e-6 * _by_name(self.options.drift, name)

    def _clock(self, name: str, time: float) -> float:
        """Return what the clock of a modem shows at a time, s since the start."""
        return _by_name(self.options.offset, name) + self._gain(name) * (time - self._start)

    def report(self) -> str:
        """Modems, what became of packets, the last ranges."""
        kinds = sorted({kind for kind, _ in self._results})
        lines = [f"Modems: {len(self.vehicles)} of vehicles, {len(self.options.beacons)} of beacons"]
        lines += ["Kind      ok   noise  collision  busy"]
        for kind in kinds:
            counts = [self._results[kind, result] for result in ("ok", "noise", "collision", "busy")]
            lines.append(f"{kind:<8}{counts[0]:>5}{counts[1]:>8}{counts[2]:>11}{counts[3]:>6}")
        for (name, other), (distance, time) in sorted(self._ranges.items())[:_SHOWN]:
            lines.append(f"  {name} to {other}: {distance:.1f} m, {self.now - time:.1f} s ago")
        return "\n".join(lines) + "\n"


def _is_for(content: Ping | Answer | Mail, receiver: Modem) -> bool:
    if isinstance(content, Answer):
        return receiver.key == content.asker
    return receiver.key in (content.turns if isinstance(content, Ping) else content.receivers)


def _by_name(table: Mapping[str, float], name: str) -> float:
    return table.get(name.lower(), table["default"])


def _length_of(text: str) -> int:
    return len(text.encode("utf-8", "surrogateescape"))
