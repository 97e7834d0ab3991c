"""Packets in the water: when each is heard where, what overlaps there, and who sends meanwhile (laws/sensors 7).

Events come in the order of their times, whatever the ticks of the application: a run has the same packets at any
AppTick. Chance depends only on the seed, the pair of modems, and the number of the packet among those of its sender.
"""

from __future__ import annotations

from collections.abc import Iterator
from heapq import heappop, heappush
from itertools import count
from math import log10
from typing import Any

from usimmarine_py.field.acoustics.channel import Place, SoundChannel
from usimmarine_py.maths.streams import NoiseStream
from usimmarine_py.sums import plain_sum
from usimmarine_py.values.frozen import dataclass, field

#: A report that is older (s) does not carry its vehicle any further.
_LONGEST_CARRY = 10.0
#: Rounds in which the place of a moving receiver is found; each is 300 times as exact as the one before.
_ROUNDS = 5
#: A signal above this level (dB) over the noise disturbs others.
_AUDIBLE = 0.0
#: A chance below this is none.
_HOPELESS = 1e-9
#: Packets of one modem that wait.
MOST_WAITING = 20


@dataclass(slots=True)
class Modem:
    """A modem: where it is, how it moves (m/s), when that was so (s), and what it sends and hears."""

    name: str
    x: float
    y: float
    depth: float
    east: float = 0.0
    north: float = 0.0
    time: float = 0.0
    is_beacon: bool = False
    free_at: float = 0.0  #: s, from then on it has nothing to send
    sent: int = 0
    sending: list[SoundPacket] = field(default_factory=list)
    hearing: list[Reception] = field(default_factory=list)

    @property
    def key(self) -> str:
        """What it is found by: the name of a vehicle; no vehicle has that of a beacon."""
        return f"beacon {self.name}" if self.is_beacon else self.name

    def at(self, time: float) -> Place:
        """Return its place at a time, s."""
        after = 0.0 if self.is_beacon else max(-_LONGEST_CARRY, min(time - self.time, _LONGEST_CARRY))
        return self.x + after * self.east, self.y + after * self.north, self.depth


@dataclass(slots=True)
class SoundPacket:
    """A packet: what it says, and when its sender sends it, s."""

    number: int  #: among those of its sender
    source: Modem
    begin: float
    length: float  #: s
    content: Any
    begun: bool = False

    @property
    def end(self) -> float:
        """When it has been sent, s."""
        return self.begin + self.length


@dataclass(slots=True)
class Reception:
    """A packet where another modem hears it; ``result`` is ok, noise, collision or busy."""

    packet: SoundPacket
    receiver: Modem
    arrival: float  #: s, of its beginning
    distance: float  #: m, that the sound went
    level: float  #: dB, mean level over the noise
    result: str = ""
    jitter: float = 0.0  #: standard normal, of the measured arrival

    @property
    def end(self) -> float:
        """When all of it has come, s."""
        return self.arrival + self.packet.length


class AcousticMedium:
    """The water with its modems."""

    def __init__(self, channel: SoundChannel, seed: int, owner: str) -> None:
        """``owner``: the name that streams of chance begin with."""
        self.channel = channel
        self.modems: dict[str, Modem] = {}
        self._seed, self._owner = seed, owner
        self._events: list[tuple[float, int, int, SoundPacket | Reception]] = []
        self._serial = count()
        self._streams: dict[tuple[str, str], NoiseStream] = {}
        self._longest = 0.0  #: s, of all packets so far

    def send(self, source: Modem, length: float, content: Any, at: float) -> SoundPacket | None:
        """Send a packet at a time (s), or once those before it are sent; None where too many wait."""
        source.sending = [one for one in source.sending if one.end > at - self._longest - 60.0]
        if len([one for one in source.sending if not one.begun]) >= MOST_WAITING:
            return None
        packet = SoundPacket(source.sent, source, max(at, source.free_at), length, content)
        source.sent += 1
        source.free_at = packet.end
        source.sending.append(packet)
        self._longest = max(self._longest, length)
        heappush(self._events, (packet.begin, 0, next(self._serial), packet))
        return packet

    def until(self, now: float) -> Iterator[Reception]:
        """Yield what has been heard, understood or not, until ``now`` (s) in the order of time.

        Its reader may send meanwhile, from the end of a reception on.
        """
        while self._events and self._events[0][0] <= now:
            event = heappop(self._events)[3]
            if isinstance(event, SoundPacket):
                self._spread(event)
            else:
                self._judge(event)
                yield event

    def _spread(self, packet: SoundPacket) -> None:
        """Let a packet reach all who can hear it."""
        packet.begun = True
        start = packet.source.at(packet.begin)
        for name in sorted(self.modems):
            receiver = self.modems[name]
            if receiver is packet.source:
                continue
            after, length = 0.0, 0.0
            for _ in range(1 if receiver.is_beacon else _ROUNDS):
                after, length = self.channel.travel(start, receiver.at(packet.begin + after))
            level = self.channel.level(length, 0.5 * (start[2] + receiver.depth))
            if level <= _AUDIBLE and self.channel.chance(length, level) < _HOPELESS:
                continue
            reception = Reception(packet, receiver, packet.begin + after, length, level)
            receiver.hearing.append(reception)
            heappush(self._events, (reception.end, 1, next(self._serial), reception))

    def _judge(self, reception: Reception) -> None:
        """Decide at its end whether a packet is understood: all that overlaps it is known by then."""
        receiver, packet = reception.receiver, reception.packet
        begin, end = reception.arrival, reception.end
        stream = self._stream(packet.source.key, receiver.key)
        reception.jitter = stream.normals(packet.number)[0]
        others = [
            10.0 ** (0.1 * one.level)
            for one in receiver.hearing
            if one is not reception and one.level > _AUDIBLE and one.arrival < end and one.end > begin
        ]
        if any(one.begun and one.begin < end and one.end > begin for one in receiver.sending):
            reception.result = "busy"
        elif others and reception.level - 10.0 * log10(plain_sum(others)) < self.channel.threshold:
            reception.result = "collision"
        elif stream.uniforms(packet.number)[0] >= self.channel.chance(reception.distance, reception.level):
            reception.result = "noise"
        else:
            reception.result = "ok"
        receiver.hearing = [one for one in receiver.hearing if one.end > end - self._longest]

    def _stream(self, source: str, receiver: str) -> NoiseStream:
        key = source, receiver
        if key not in self._streams:
            self._streams[key] = NoiseStream(self._seed, f"{self._owner}.{source}>{receiver}")
        return self._streams[key]
