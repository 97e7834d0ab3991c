"""The rule of a sensor written plainly, sample by sample, and slowly: what ``usimmarine_py.sensors`` must give exactly.

``Plain`` stands in for a ``Suite``.
"""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from math import ceil, cos, exp, expm1, floor, sqrt

from usimmarine_py.maths.streams import noise_stream
from usimmarine_py.sensors.faults import FaultEffect, effect_on
from usimmarine_py.sensors.increments import increments
from usimmarine_py.sensors.kinds import ErrorModel, ToLatLon
from usimmarine_py.sensors.sensor import MOST_PENDING, MOST_SAMPLES, Reading, Sensor, SensorState
from usimmarine_py.sensors.suite import SuiteState
from usimmarine_py.sensors.truth import Truth, short_way
from usimmarine_py.values.faults import Fault

_SLACK = 1e-9
_ANGLES = ("attitude", "wind_towards")


@dataclass(frozen=True)
class Plain:
    """A suite by the plain rule."""

    sensors: tuple[Sensor, ...]
    seed: int = 0

    def start(self) -> SuiteState:
        """No sample taken yet."""
        return SuiteState(tuple(SensorState() for _ in self.sensors))

    def advance(
        self, state: SuiteState, truth: Truth, faults: tuple[Fault, ...] = (), to_latlon: ToLatLon | None = None
    ) -> tuple[SuiteState, tuple[Reading, ...]]:
        """As ``Suite.advance``."""
        before = state.truth if state.truth is not None else truth
        states: list[SensorState] = []
        readings: list[Reading] = []
        for sensor, own in zip(self.sensors, state.sensors, strict=True):
            new, arrived = advance(sensor, own, before, truth, self.seed, faults, to_latlon)
            states.append(new)
            readings += arrived
        return SuiteState(tuple(states), truth), tuple(sorted(readings, key=lambda r: r.time))


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
    delivered = ([state.delivered] + [r for r in arrived if r.values])[-1]
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
    start_drift, start_bias = _beginning(sensor, models, seed)
    state = replace(state, drift=state.drift or start_drift, bias=state.bias or start_bias)
    drift = tuple(
        _drift(model, sensor.rate, previous, normal[width + i])
        for i, (model, previous) in enumerate(zip(models, state.drift, strict=True))
    )
    state = _jumps(sensor, replace(state, drift=drift), time, chance[0], normal[2 * width : 3 * width])
    if time >= state.dropped_until and chance[1] < sensor.dropout:
        state = replace(state, dropped_until=time + max(sensor.dropout_time, 0.5 / sensor.rate))
    true_values = sensor.measure(truth)
    since = state.since
    state = replace(state, since=truth if sensor.kind.integrates else None)
    fixes = sensor.kind.name == "gps"
    roll, pitch, _ = truth.attitude
    wet = fixes and truth.place[2] + truth.surface > sensor.own.antenna * cos(roll) * cos(pitch)
    state = replace(state, fix_from=time + sensor.own.reacquire) if wet else state
    if time < state.dropped_until or effect.dead or chance[2] < effect.dropout or true_values is None:
        return state, None
    if effect.freeze and state.last is not None:
        reading = replace(state.last, time=time)
        return replace(state, last=reading), reading
    if wet or time < state.fix_from:
        blind = Reading(sensor.name, sensor.kind.name, time, (), (("QUALITY", 0.0),))
        return replace(state, last=blind), blind
    values = []
    for i, (x, model) in enumerate(zip(true_values, models, strict=True)):
        y = (1.0 + model.scale) * x + state.bias[i] + drift[i] + model.white(sensor.rate) * normal[i]
        if state.offset:
            y += state.offset[i]
        y = effect.apply(sensor.kind.channels[i][1], y, normal[3 * width + i])
        values.append(floor(y / model.quantum + 0.5) * model.quantum if model.quantum > 0.0 else y)
    raw = tuple(values)
    outputs = sensor.report(raw, to_latlon)
    if sensor.kind.integrates:
        # their own law is held against a strapdown in test_increments
        outputs += tuple(increments(since, truth, 1.0 / sensor.rate, sensor.arm, true_values, raw))
    reading = Reading(sensor.name, sensor.kind.name, time, raw, outputs, sensor.magnetic)
    return replace(state, last=reading), reading


def _beginning(sensor: Sensor, models: list[ErrorModel], seed: int) -> tuple[tuple[float, ...], tuple[float, ...]]:
    if sensor.start_calibrated:
        return (0.0,) * sensor.width, tuple(model.bias + 0.0 for model in models)
    normals = noise_stream(seed, f"sensor.{sensor.name}.start", 2 * sensor.width).normals(0)
    drift = tuple(model.drift * normals[i] for i, model in enumerate(models))
    return drift, tuple(model.bias + model.turn_on * normals[sensor.width + i] + 0.0 for i, model in enumerate(models))


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


def between(a: Truth, b: Truth, time: float) -> Truth:
    """The truth at ``time`` between two moments, linear, angles the short way; held outside."""
    if time >= b.time or b.time <= a.time:
        return b
    if time <= a.time:
        return a
    share = (time - a.time) / (b.time - a.time)
    values = {}
    for name in (f.name for f in fields(Truth)):
        x, y = getattr(a, name), getattr(b, name)
        pairs = zip(x, y, strict=True) if isinstance(x, tuple) else [(x, y)]
        found = [p + share * (short_way(q - p) if name in _ANGLES else q - p) for p, q in pairs]
        values[name] = tuple(found) if isinstance(x, tuple) else found[0]
    return Truth(**values)
