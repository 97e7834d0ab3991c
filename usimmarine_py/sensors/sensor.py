"""One sensor: frozen description, frozen state, samples at its own rate.

Sample n is due at n / rate seconds of simulated time, so rates don't drift, and its random numbers depend on (seed,
name of the vehicle among others, sensor name, n), not on ticks, sub-steps and pauses. The truth between two steps is
interpolated.
"""

from __future__ import annotations

from itertools import takewhile
from math import ceil, exp, expm1, floor, sqrt
from typing import TYPE_CHECKING, Any, NamedTuple

from usimmarine_py.maths.streams import noise_stream, owned
from usimmarine_py.sensors.faults import FaultEffect, effect_on
from usimmarine_py.sensors.kinds import CompassSettings, ErrorModel, GpsSettings, Output, SensorKind, ToLatLon
from usimmarine_py.sensors.truth import Passage, Truth, Vector
from usimmarine_py.values.faults import Fault
from usimmarine_py.values.frozen import dataclass, field, replace

if TYPE_CHECKING:
    from usimmarine_py.sensors.water import Surroundings

_SLACK = 1e-9
#: Most pending readings of a delayed sensor; more than 30 s at 100 Hz indicates a wrong latency.
MOST_PENDING = 3000
#: Most samples of one step: of a longer step only the last ones are taken.
MOST_SAMPLES = 100_000


@dataclass(frozen=True, slots=True)
class Reading:
    """One reading of a sensor."""

    sensor: str  #: its name
    kind: str
    time: float  #: s, when it was measured
    values: tuple[float, ...]  #: raw channels; empty = no fix, no bottom lock, no echo
    outputs: tuple[Output, ...]  #: posts, see the mail table
    magnetic: bool = False  #: a heading by the magnetic field, not corrected
    delay: float = 0.0  #: s from measurement to delivery, beside the sensor's latency

    @property
    def numbers(self) -> dict[str, float]:
        """The numeric outputs, by suffix."""
        return {name: value for name, value in self.outputs if not isinstance(value, str)}


class Laws(NamedTuple):
    """The error models by channel."""

    gauges: tuple[tuple[float, float, float], ...]  #: factor, noise, quantum
    walks: tuple[tuple[float, float] | None, ...] | None  #: see ``_walk``; None = nothing drifts
    coarse: bool  #: some channel is quantised
    shares: tuple[float, ...] | None  #: white noise that grows with the value; None = none does


@dataclass(frozen=True, slots=True)
class Sensor:
    """A sensor as configured."""

    kind: SensorKind
    name: str
    rate: float  #: Hz
    errors: tuple[tuple[str, ErrorModel], ...]  #: by group
    latency: float = 0.0  #: s, from measurement to delivery
    dropout: float = 0.0  #: chance that a drop-out begins at a sample
    dropout_time: float = 0.0  #: s; 0 = that sample only
    jump: float = 0.0  #: standard deviation of a sudden offset of the main group, in its unit
    jump_every: float = 600.0  #: s, mean time from the end of one jump to the next
    jump_time: float = 10.0  #: s, duration
    arm: Vector = (0.0, 0.0, 0.0)  #: m, position in BODY
    nmea: bool = True  #: whether it outputs NMEA 0183
    start_calibrated: bool = False  #: drifts and turn-on biases begin at 0
    own: Any = None  #: settings of its kind
    laws: Laws = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        errors = dict(self.errors)
        models = [errors[group] for _, group in self.kind.channels]
        walks = tuple(_walk(m, self.rate) for m in models)
        laws = Laws(
            tuple((1.0 + m.scale, m.white(self.rate), m.quantum) for m in models),
            walks if any(walks) else None,
            any(m.quantum > 0.0 for m in models),
            tuple(m.share for m in models) if any(m.share for m in models) else None,
        )
        object.__setattr__(self, "laws", laws)

    @property
    def width(self) -> int:
        """Number of raw channels."""
        return len(self.kind.channels)

    @property
    def magnetic(self) -> bool:
        """Whether it reads a heading by the magnetic field."""
        return isinstance(self.own, CompassSettings) and self.own.magnetic

    def measure(self, truth: Truth, around: Surroundings | None = None) -> tuple[float, ...] | None:
        """Raw channels without errors; None = nothing to measure."""
        return self.kind.measure(truth, self.arm, self.own, around)

    def report(self, raw: tuple[float, ...], to_latlon: ToLatLon | None) -> tuple[Output, ...]:
        """The posts of raw channels."""
        return tuple(self.kind.report(raw, to_latlon, self.own))

    def beginning(self, seed: int, owner: str = "") -> tuple[tuple[float, ...], tuple[float, ...]]:
        """Drift and constant bias of each channel at the first sample (laws/sensors 1.3, 1.4)."""
        models = [dict(self.errors)[group] for _, group in self.kind.channels]
        if self.start_calibrated or not any(m.drift > 0.0 or m.turn_on > 0.0 for m in models):
            return (0.0,) * self.width, tuple(m.bias + 0.0 for m in models)
        normals = noise_stream(seed, owned(owner, f"sensor.{self.name}.start"), 2 * self.width).normals(0)
        drifts = tuple(m.drift * x + 0.0 for m, x in zip(models, normals, strict=False))
        return drifts, tuple(m.bias + m.turn_on * x + 0.0 for m, x in zip(models, normals[self.width :], strict=True))


@dataclass(frozen=True, slots=True)
class SensorState:
    """The changing state: next sample, drifts, offsets, pending readings."""

    n: int = -1  #: index of the next sample; -1 = not begun
    drift: tuple[float, ...] = ()  #: Gauss-Markov deviation per channel
    bias: tuple[float, ...] = ()  #: constant per channel, that of turning on included
    fix_from: float = 0.0  #: s, a GPS has no fix before
    offset: tuple[float, ...] = ()  #: of the jump in force, per channel
    jump_until: float = 0.0  #: s
    dropped_until: float = 0.0  #: s
    pending: tuple[Reading, ...] = field(default=())
    last: Reading | None = None  #: the last one measured (delivered or not)
    delivered: Reading | None = None  #: the last one with values that was delivered
    since: Truth | None = None  #: at the last sample, of one that integrates from there


def advance(
    sensor: Sensor,
    state: SensorState,
    before: Truth,
    after: Truth,
    seed: int,
    faults: tuple[Fault, ...] = (),
    to_latlon: ToLatLon | None = None,
    passage: Passage | None = None,
    around: Surroundings | None = None,
    owner: str = "",
) -> tuple[SensorState, tuple[Reading, ...]]:
    """Take all samples due up to ``after.time`` and return the readings that arrive by then, oldest first.

    ``passage`` is that from ``before`` to ``after``, if shared with other sensors; ``around`` is required by
    instruments under water, ``owner`` is the vehicle's name among others.
    """
    effect = effect_on(sensor.name, sensor.kind.main, faults)
    n = state.n if state.n >= 0 else max(0, ceil(before.time * sensor.rate - _SLACK))
    last_due = floor(after.time * sensor.rate + _SLACK)
    n = max(n, last_due + 1 - MOST_SAMPLES)
    if n > last_due and not state.pending:
        return state if state.n == n else replace(state, n=n), ()
    work = _Work(sensor, state, seed, effect, to_latlon, around, owner)
    passage = Passage(before, after) if passage is None else passage
    pending = list(state.pending)
    while n <= last_due:
        time = n / sensor.rate
        reading = work.sample(n, time, passage.at(time))
        if reading is not None and len(pending) < MOST_PENDING:
            pending.append(reading)
        n += 1
    limit = after.time + _SLACK
    arrived = tuple(takewhile(lambda r: r.time + sensor.latency + r.delay <= limit, pending))
    delivered = next((reading for reading in reversed(arrived) if reading.values), state.delivered)
    return work.state(n, tuple(pending[len(arrived) :]), delivered), arrived


class _Work:
    """The samples of one ``advance``: the state in variables, and their common values."""

    __slots__ = (
        *("sensor", "stream", "effect", "to_latlon", "around", "gauges", "walks", "plain", "shares"),
        *("drift", "bias", "fix_from", "offset", "jump_until", "dropped_until", "last", "gps", "since"),
    )

    def __init__(
        self,
        sensor: Sensor,
        state: SensorState,
        seed: int,
        effect: FaultEffect,
        to_latlon: ToLatLon | None,
        around: Surroundings | None,
        owner: str,
    ) -> None:
        self.sensor = sensor
        # white noise, drift, jump and fault noise have columns of their own, so that switching one leaves the others
        self.stream = noise_stream(seed, owned(owner, f"sensor.{sensor.name}"), 4 * sensor.width)
        self.effect = effect
        self.to_latlon, self.around = to_latlon, around
        self.gauges, self.walks, coarse, self.shares = sensor.laws
        self.plain = not (effect.changes or coarse)
        self.drift, self.bias = state.drift, state.bias
        if not self.bias:
            self.drift, self.bias = sensor.beginning(seed, owner)
        self.fix_from, self.gps = state.fix_from, sensor.own if isinstance(sensor.own, GpsSettings) else None
        self.offset, self.jump_until, self.dropped_until = state.offset, state.jump_until, state.dropped_until
        self.last, self.since = state.last, state.since

    def state(self, n: int, pending: tuple[Reading, ...], delivered: Reading | None) -> SensorState:
        """The state of the sensor after the samples."""
        return SensorState(
            n, self.drift, self.bias, self.fix_from, self.offset, self.jump_until, self.dropped_until, pending,
            self.last, delivered, self.since,
        )  # fmt: skip

    def sample(self, n: int, time: float, truth: Truth) -> Reading | None:
        """Take sample ``n``; None if there is no reading."""
        sensor, effect, width = self.sensor, self.effect, self.sensor.width
        normal, chance = self.stream.normals(n), self.stream.uniforms(n)
        if self.walks is not None:
            self.drift = tuple(
                [
                    0.0 if walk is None else walk[0] * previous + walk[1] * x
                    for walk, previous, x in zip(self.walks, self.drift, normal[width:], strict=False)
                ]
            )
        if sensor.jump > 0.0:
            self._jump(time, chance[0], normal[2 * width : 3 * width])
        if time >= self.dropped_until and chance[1] < sensor.dropout:
            self.dropped_until = time + max(sensor.dropout_time, 0.5 / sensor.rate)
        wet = self.gps is not None and self.gps.covered(truth)
        if self.gps is not None and wet:
            self.fix_from = time + self.gps.reacquire
        true_values = sensor.measure(truth, self.around)
        since = self.since
        if sensor.kind.integrates:
            self.since = truth
        if time < self.dropped_until or effect.dead or chance[2] < effect.dropout or true_values is None:
            return None
        if effect.freeze and self.last is not None:
            self.last = replace(self.last, time=time)
            return self.last
        delay = 0.0
        if sensor.kind.hears is not None:
            lost, delay = sensor.kind.hears(true_values, sensor.own)
            if chance[3] < lost:
                return None
        if wet or time < self.fix_from:
            self.last = Reading(sensor.name, sensor.kind.name, time, (), (("QUALITY", 0.0),))
            return self.last
        values = [
            factor * x + bias + drift + noise * white
            for (factor, noise, _), x, bias, drift, white in zip(
                self.gauges, true_values, self.bias, self.drift, normal, strict=False
            )
        ]
        if self.shares is not None:
            values = [
                y + share * abs(x) * white
                for y, share, x, white in zip(values, self.shares, true_values, normal, strict=False)
            ]
        if self.offset:
            values = [y + x for y, x in zip(values, self.offset, strict=True)]
        # without a fault gain 1 and 0 more, as the faults' own rule has it: no value is -0
        raw = tuple([y + 0.0 for y in values]) if self.plain else self._faulty(values, normal[3 * width :])
        outputs = sensor.report(raw, self.to_latlon)
        if sensor.kind.integrates:
            from usimmarine_py.sensors.increments import increments  # few vehicles have one

            outputs += tuple(increments(since, truth, 1.0 / sensor.rate, sensor.arm, true_values, raw))
        # a missing first channel: no bottom lock, no echo
        seen = raw if raw[0] == raw[0] else ()
        self.last = Reading(sensor.name, sensor.kind.name, time, seen, outputs, sensor.magnetic, delay)
        return self.last

    def _faulty(self, values: list[float], normals: tuple[float, ...]) -> tuple[float, ...]:
        found = []
        channels = self.sensor.kind.channels
        for (_, group), y, normal, (_, _, quantum) in zip(channels, values, normals, self.gauges, strict=True):
            seen = self.effect.apply(group, y, normal)
            if y != y:
                found.append(y)  # a channel that is not measured has no fault
                continue
            found.append(floor(seen / quantum + 0.5) * quantum if quantum > 0.0 else seen)
        return tuple(found)

    def _jump(self, time: float, chance: float, normals: tuple[float, ...]) -> None:
        sensor = self.sensor
        if self.offset and time >= self.jump_until:
            self.offset = ()
        if not self.offset and chance < -expm1(-1.0 / (sensor.rate * sensor.jump_every)):
            main = sensor.kind.main
            self.offset = tuple(
                sensor.jump * x if group == main else 0.0
                for (_, group), x in zip(sensor.kind.channels, normals, strict=True)
            )
            self.jump_until = time + sensor.jump_time


def _walk(model: ErrorModel, rate: float) -> tuple[float, float] | None:
    """Decay and step of the Gauss-Markov drift from one sample to the next; None without a drift."""
    if model.drift <= 0.0:
        return None
    h = 1.0 / (rate * model.tau)
    return exp(-h), model.drift * sqrt(-expm1(-2.0 * h))


def default_sensor(kind: SensorKind) -> Sensor:
    """A sensor of ``kind`` with the default errors, named after its kind."""
    return Sensor(kind, kind.name, kind.rate, tuple(kind.errors.items()), own=kind.own)
