"""One sensor: frozen description, frozen state, samples at its own rate.

Sample n is due at n / rate seconds of simulated time, so rates don't drift, and its random numbers are drawn by
(seed, sensor name, n): ticks, sub-steps and pauses change nothing. Truth between two steps is interpolated.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from math import ceil, exp, expm1, floor, sqrt

from usimmarine_py.maths.streams import noise_stream
from usimmarine_py.model.faults import Fault
from usimmarine_py.sensors.faults import FaultEffect, effect_on
from usimmarine_py.sensors.kinds import KINDS, ErrorModel, Kind, Output, ToLatLon
from usimmarine_py.sensors.truth import Truth, Vector, between

_SLACK = 1e-9
#: Readings under way at once in a delayed sensor; more than 30 s at 100 Hz means a mistaken latency.
MOST_PENDING = 3000
#: Samples worked through at once: of a longer leap only the last ones are taken.
MOST_SAMPLES = 100_000


@dataclass(frozen=True, slots=True)
class Reading:
    """What a sensor says."""

    sensor: str  #: its name
    kind: str
    time: float  #: s, when it was measured
    values: tuple[float, ...]  #: raw channels of the kind
    outputs: tuple[Output, ...]  #: what is published, see the mail table


@dataclass(frozen=True, slots=True)
class Sensor:
    """A sensor as configured."""

    kind: Kind
    name: str
    rate: float  #: Hz
    errors: tuple[tuple[str, ErrorModel], ...]  #: by group
    latency: float = 0.0  #: s, from measurement to delivery
    dropout: float = 0.0  #: chance that a drop-out begins at a sample
    dropout_time: float = 0.0  #: s; 0 = that sample only
    jump: float = 0.0  #: standard deviation of a sudden offset of the main group, in its unit
    jump_every: float = 600.0  #: s, mean time from the end of one jump to the next
    jump_time: float = 10.0  #: s, how long it lasts
    arm: Vector = (0.0, 0.0, 0.0)  #: m, position in BODY
    nmea: bool = True  #: whether it speaks NMEA 0183

    @property
    def width(self) -> int:
        """Number of raw channels."""
        return len(self.kind.channels)


@dataclass(frozen=True, slots=True)
class SensorState:
    """What changes: next sample, drifts, offsets, readings under way."""

    n: int = -1  #: index of the next sample; -1 = not begun
    drift: tuple[float, ...] = ()  #: Gauss-Markov deviation per channel
    offset: tuple[float, ...] = ()  #: of the jump in force, per channel
    jump_until: float = 0.0  #: s
    dropped_until: float = 0.0  #: s
    pending: tuple[Reading, ...] = field(default=())
    last: Reading | None = None  #: the last one measured (delivered or not)
    delivered: Reading | None = None  #: the last one handed out


def advance(
    sensor: Sensor,
    state: SensorState,
    before: Truth,
    after: Truth,
    seed: int,
    faults: tuple[Fault, ...] = (),
    to_latlon: ToLatLon | None = None,
) -> tuple[SensorState, tuple[Reading, ...]]:
    """All samples due up to ``after.time`` and the readings that arrive by then, oldest first."""
    effect = effect_on(sensor.name, sensor.kind.main, faults)
    n = state.n if state.n >= 0 else max(0, ceil(before.time * sensor.rate - _SLACK))
    last_due = floor(after.time * sensor.rate + _SLACK)
    n = max(n, last_due + 1 - MOST_SAMPLES)
    pending = list(state.pending)
    while n <= last_due:
        time = n / sensor.rate
        state, reading = _sample(sensor, state, n, between(before, after, time), seed, effect, to_latlon)
        if reading is not None and len(pending) < MOST_PENDING:
            pending.append(reading)
        n += 1
    arrived = tuple(r for r in pending if r.time + sensor.latency <= after.time + _SLACK)
    delivered = arrived[-1] if arrived else state.delivered
    return replace(state, n=n, pending=tuple(pending[len(arrived) :]), delivered=delivered), arrived


def _sample(
    sensor: Sensor,
    state: SensorState,
    n: int,
    truth: Truth,
    seed: int,
    effect: FaultEffect,
    to_latlon: ToLatLon | None,
) -> tuple[SensorState, Reading | None]:
    time = n / sensor.rate
    width = sensor.width
    # white noise, drift, jump and fault noise have columns of their own, so that switching one leaves the others alone
    stream = noise_stream(seed, f"sensor.{sensor.name}", 4 * width)
    normal, chance = stream.normals(n), stream.uniforms(n)
    errors = dict(sensor.errors)
    models = [errors[group] for _, group in sensor.kind.channels]
    drift = tuple(
        _drift(model, sensor.rate, previous, normal[width + i])
        for i, (model, previous) in enumerate(zip(models, state.drift or (0.0,) * width, strict=True))
    )
    state = _jumps(sensor, replace(state, drift=drift), time, chance[0], normal[2 * width : 3 * width])
    if time >= state.dropped_until and chance[1] < sensor.dropout:
        state = replace(state, dropped_until=time + max(sensor.dropout_time, 0.5 / sensor.rate))
    true_values = sensor.kind.measure(truth, sensor.arm)
    if time < state.dropped_until or effect.dead or chance[2] < effect.dropout or true_values is None:
        return state, None
    if effect.freeze and state.last is not None:
        reading = replace(state.last, time=time)
        return replace(state, last=reading), reading
    values = []
    for i, (x, model) in enumerate(zip(true_values, models, strict=True)):
        y = (1.0 + model.scale) * x + model.bias + drift[i] + model.noise * normal[i]
        if state.offset:
            y += state.offset[i]
        y = effect.apply(sensor.kind.channels[i][1], y, normal[3 * width + i])
        values.append(floor(y / model.quantum + 0.5) * model.quantum if model.quantum > 0.0 else y)
    raw = tuple(values)
    reading = Reading(sensor.name, sensor.kind.name, time, raw, tuple(sensor.kind.report(raw, to_latlon)))
    return replace(state, last=reading), reading


def _drift(model: ErrorModel, rate: float, previous: float, normal: float) -> float:
    if model.drift <= 0.0:
        return 0.0
    h = 1.0 / (rate * model.tau)
    return exp(-h) * previous + model.drift * sqrt(-expm1(-2.0 * h)) * normal


def _jumps(sensor: Sensor, state: SensorState, time: float, chance: float, normals: tuple[float, ...]) -> SensorState:
    if sensor.jump <= 0.0:
        return state
    if state.offset and time >= state.jump_until:
        state = replace(state, offset=())
    if not state.offset and chance < -expm1(-1.0 / (sensor.rate * sensor.jump_every)):
        main = sensor.kind.main
        offset = tuple(
            sensor.jump * x if group == main else 0.0
            for (_, group), x in zip(sensor.kind.channels, normals, strict=True)
        )
        state = replace(state, offset=offset, jump_until=time + sensor.jump_time)
    return state


def default_sensor(kind: str) -> Sensor:
    """A sensor of ``kind`` (a key of ``KINDS``) with the default errors, named after its kind."""
    found = KINDS[kind]
    return Sensor(found, found.name, found.rate, tuple(found.errors.items()))
