"""``usim fit``: the kinematic parameters that repeat a recorded run best, and which of them the run does not determine.

Three fits, each of the channel that its parameters move: speed (thrust map, turn_loss, accelerations), heading
(turn_rate), depth (buoyancy_rate, max_depth_rate, max_depth_rate_speed). What
the run does not determine keeps its default. Drift and rotation are weather of the run: measured first, and then held.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from usimmarine_py.errors import ConfigError, FitError
from usimmarine_py.fit.data import LEAST_DEPTH, FitData, read_fit_data, resolution, stays_afloat
from usimmarine_py.fit.model import Predictor, knot_name, law_ticks, settings_of
from usimmarine_py.fit.optimum import Channel, Fitted, fit_channel
from usimmarine_py.fit.water import surroundings
from usimmarine_py.kinematic.dialects import Dialect, dialect_of_name, find_dialect
from usimmarine_py.kinematic.settings import KinematicSettings
from usimmarine_py.sums import plain_sum
from usimmarine_py.values import Environment
from usimmarine_py.values.arrays import Array

#: Largest number of different thrusts that are knots themselves; more are gathered in steps of ten per cent.
MOST_KNOTS = 10
_KNOT_STEP = 10.0
_HELD = 3  # ticks
_MOSTLY = 0.8  # of the ticks with thrust
#: Limits of acceleration that hold in fewer steps than this are not determined by the run.
LEAST_LIMITED = 3
#: Default AppTick (Hz) of a simulator.
USUAL_TICK = 10.0
_NOTHING = 1e-9  # what a bound at 0 leaves of a parameter
_SCAN = np.geomspace(0.1, 3.0, 40)  # of the largest speed: the law has a kink at every speed of a dive
_SLOW = 4.0  # Hz: a log with fewer ticks may be a thinned one
#: A law that explains less of what the vehicle did within the horizon does not describe it.
LEAST_EXPLAINED = 0.5


@dataclass(frozen=True, slots=True)
class FitResult:
    """The result of a fit. ``series`` holds t (s) and, at the predicted ticks, measured and predicted values."""

    data: FitData = field(repr=False)
    dialect: str
    app_tick: float  #: Hz, steps of the law
    horizon: float
    parameters: tuple[Fitted, ...]
    residuals: Mapping[str, float]  #: rms of speed (m/s), heading (deg), depth (m) within the horizon; track (m)
    settings: KinematicSettings = field(repr=False)
    track: Mapping[str, Array] = field(repr=False)  #: x, y, heading, speed of the fitted vehicle by commands alone
    series: Mapping[str, Array] = field(repr=False)
    restarts: NDArray[np.bool_] = field(repr=False)  #: where ``track`` begins again from what was measured
    explained: Mapping[str, float] = field(default_factory=dict)  #: share of what changed within the horizon
    surroundings: Mapping[str, float] = field(default_factory=dict)  #: drift_x, drift_y, rotate_speed of the run
    notes: tuple[str, ...] = ()

    def value(self, name: str) -> float:
        """Return a parameter by name; ``speed@50`` is the thrust map at 50 %."""
        return next(p.value for p in self.parameters if p.name == name)

    def as_json(self) -> dict[str, Any]:
        """Parameters, residuals, remarks and the block."""
        return {
            "format": "usimmarine fit",
            "run": self.data.name,
            "prefix": self.data.prefix,
            "dialect": self.dialect,
            "app_tick": self.app_tick,
            "horizon": self.horizon,
            "parameters": {
                p.name: {"value": p.value, "standard_error": p.error, "seen": p.seen, "remark": p.remark}
                for p in self.parameters
            },
            "residuals": dict(self.residuals),
            "explained": dict(self.explained),
            "surroundings": dict(self.surroundings),
            "notes": list(self.notes),
            "block": self.block(),
        }

    def block(self) -> str:
        """Return the ProcessConfig block to paste; what the run did not determine is a comment, not a line."""
        fitted = {p.name: p for p in self.parameters}
        knots = sorted((float(n[6:]), p.value) for n, p in fitted.items() if n.startswith("speed@"))
        lines = ["ProcessConfig = usimmarine", "{"]
        tick = f"{self.app_tick:g}"
        lines += [f"  AppTick   = {tick}", f"  CommsTick = {tick}", f"  prefix    = {self.data.prefix}"]
        lines += [f"  dialect   = {self.dialect}", "", f"  // fitted to {self.data.name}"]
        if self.data.differential:
            lines.append("  thrust_mode_diff = true")
        if knots:
            unsure = ", ".join(f"{t:g}" for t, _ in knots if not fitted[knot_name(t)].seen)
            table = ", ".join(f"{t:g}:{_shown(v)}" for t, v in knots)
            lines.append(f"  thrust_map = {table}" + (f"   // not seen: {unsure}" if unsure else ""))
        for name, p in fitted.items():
            if name.startswith("speed@"):
                continue
            if p.written:
                lines.append(f"  {name} = {_shown(p.value)}" + ("" if not p.remark else f"   // {p.remark}"))
            else:
                lines.append(f"  // {name}: {p.remark}")
        if self.surroundings:
            lines.append("\n  // the water of that run, no part of the vehicle:")
            lines += [f"  // {name} = {value:.4g}" for name, value in self.surroundings.items()]
        return "\n".join([*lines, "}"])


def _shown(value: float) -> str:
    """Six significant digits, without an exponent, which not every dialect reads."""
    text = np.format_float_positional(float(f"{value:.6g}"), trim="-")
    return "0" if text == "-0" else text


def fit_run(
    file: str | os.PathLike[str],
    dialect: str | None = None,
    horizon: float = 10.0,
    app_tick: float | None = None,
    prefix: str = "",
) -> FitResult:
    """Fit a kinematic vehicle to a recorded run (``.alog``, or a table of ``usim run``), as ``usim fit`` does.

    Args:
        file: the run: DESIRED_THRUST, _RUDDER, _ELEVATOR and speed (m/s), heading (deg), depth (m) of the vehicle.
        dialect: the law; None: that of the application which posted the log.
        horizon: s, how far each prediction goes from a measured state.
        app_tick: Hz, how often the law steps; None: as the log has it.
        prefix: of the motion; empty: NAV if logged, else USM.

    Raises ``LogFileError``, ``FitError`` for a log that cannot be fitted, ``ConfigError``, ``MissingExtraError``.
    """
    return fit(read_fit_data(Path(file), prefix), dialect, horizon, app_tick)


def fit(data: FitData, dialect: str | None = None, horizon: float = 10.0, app_tick: float | None = None) -> FitResult:
    """Fit the kinematic law ``dialect`` to a run; None: that of the application that posted it.

    ``horizon`` (s) is the length of every prediction from a measured state, ``app_tick`` (Hz) the step rate of the law
    (None: the rate that posts as often as in the log, or ``USUAL_TICK`` if that explains a thinned log better). Raises
    ``ConfigError`` for an invalid horizon or app_tick and an unknown dialect, ``MissingExtraError`` without scipy.
    """
    law = find_dialect(dialect or dialect_of_name(data.source))
    if not 2 * data.usual_dt <= horizon <= 3600.0:
        problem = f"must be from {2 * data.usual_dt:g} s (two ticks of this log) to 3600 s, not {horizon:g}"
        raise ConfigError(problem, key="--horizon")
    if app_tick is not None:
        if not 0.1 <= app_tick <= 1000.0:
            raise ConfigError(f"must be from 0.1 to 1000 Hz, not {app_tick:g}", key="--app-tick")
        return _fit(data, law, horizon, app_tick)
    ticks = law_ticks(data, law)
    result = _fit(data, law, horizon, ticks)
    if ticks < _SLOW:
        usual = _fit(data, law, horizon, USUAL_TICK)
        if plain_sum(usual.explained.values()) > plain_sum(result.explained.values()):
            return usual
    return result


def _fit(data: FitData, law: Dialect, horizon: float, ticks: float) -> FitResult:
    predictor = Predictor.of(data, law, horizon, ticks)
    if not predictor.stretches:
        raise FitError(f"{data.name}: nowhere two ticks in a row without a gap, reset or pause between them")
    water, notes = surroundings(predictor)
    notes = [*data.notes, *notes]
    predictor = predictor.within(
        Environment(
            drift_x=water.get("drift_x", 0.0),
            drift_y=water.get("drift_y", 0.0),
            rotate_speed=water.get("rotate_speed", 0.0),
        )
    )
    found: list[Fitted] = []
    found += _without_idle_limits(predictor, _fit_speed(predictor, notes))
    settings = settings_of({p.name: p.value for p in found}, law)
    _, fresh, before = predictor.speeds(settings)
    if data.differential:
        notes.append("differential thrust turns by a fixed law (36 deg/s): turn_rate has no say")
    else:
        found += fit_channel(_heading_channel(predictor, found, fresh))
    found += _mark_products(fit_channel(_depth_channel(predictor, found, fresh, before, notes)))
    found = [_with_limits(p) for p in found]
    settings = settings_of({p.name: p.value for p in found}, law)
    series = _series(predictor, settings)
    residuals: dict[str, float] = {
        str(name): float(np.sqrt(np.mean((series[f"{name}_predicted"] - series[name]) ** 2)))
        for name in _CHANNELS
        if name in series
    }
    explained = _explained(predictor, series)
    for name, share in explained.items():
        if share < LEAST_EXPLAINED:
            notes.append(
                f"the law explains {100 * max(share, 0.0):.0f} % of how the {name} changed within {horizon:g} s: "
                f"do not trust what follows from the {name}"
            )
    track = predictor.open_loop(settings)
    if data.x is not None and data.y is not None:
        miss = np.hypot(track["x"] - data.x, track["y"] - data.y)
        residuals["track_end"] = float(miss[-1])
        residuals["track_rms"] = float(np.sqrt(np.mean(miss**2)))
    return FitResult(
        data, law.name, ticks, horizon, tuple(found), residuals, settings, track, series, predictor.begins, explained,
        water, tuple(notes),
    )  # fmt: skip


_CHANNELS = {
    "speed": 0.05,
    "heading": 1.0,
    "depth": 0.05,
}  # with the rms change (m/s, deg, m) below which it stood still


def _explained(p: Predictor, series: Mapping[str, Array]) -> dict[str, float]:
    """Return the share of what each channel changed since the measured state that the prediction explains."""
    shares = {}
    for name, least in _CHANNELS.items():
        whole = getattr(p.data, name)
        if name not in series or whole is None:
            continue
        changed = series[name] - whole[p.origins]
        missed = series[f"{name}_predicted"] - series[name]
        if float(np.sqrt(np.mean(changed**2))) > least:
            shares[name] = 1.0 - float(np.sum(missed**2) / np.sum(changed**2))
    return shares


# ---- channels ------------------------------------------------------------------------------------------------------


def _fit_speed(p: Predictor, notes: list[str]) -> list[Fitted]:
    """Fit the thrust map and what goes with it; leave out knots that are not determined or impossible, with a note."""
    last = np.array([steps[-1] if len(steps) else 0 for steps in p.steps], dtype=np.intp)
    thrust = np.array([s[0] for s in p.steered])[last]
    rudder = np.array([s[1] for s in p.steered])[last]
    knots = _knots(thrust[p.predicted])
    if not knots:
        notes.append("the thrust never left 0: the thrust map is not known")
    found = fit_channel(_speed_channel(p, knots, thrust, rudder))
    while (odd := _falling(found)) is not None:
        notes.append(f"the speed at {odd:g} % does not grow with the thrust: left out, as no thrust map can hold it")
        knots = [knot for knot in knots if knot != odd]
        found = fit_channel(_speed_channel(p, knots, thrust, rudder))
    known = {f.name for f in found}
    lost = ", ".join(f"{knot:g}" for knot in knots if knot_name(knot) not in known)
    if lost:
        notes.append(f"the run does not determine the speed at {lost} %: the thrust map goes on without")
    return found


def _falling(found: list[Fitted]) -> float | None:
    """Return the thrust (%) of the worse one of two neighbours whose speeds do not grow with it; None where all do."""
    map_ = sorted((float(f.name[6:]), f) for f in found if f.name.startswith("speed@"))
    for (low, one), (high, other) in pairwise(map_):
        if one.value > other.value:
            return low if (one.error or 0.0) > (other.error or 0.0) else high
    return None


def _speed_channel(p: Predictor, knots: list[float], thrust: Array, rudder: Array) -> Channel:
    data = p.data
    ticks = p.predicted
    top = float(np.max(np.abs(data.speed))) or 1.0
    start: dict[str, float] = {}
    bounds: dict[str, tuple[float, float]] = {}
    for knot in knots:
        start[knot_name(knot)] = _steady_speed(data, thrust, rudder, knot, top)
        bounds[knot_name(knot)] = (0.0, 5.0 * top) if knot > 0 else (-5.0 * top, 0.0)
    slopes = np.diff(data.speed) / np.diff(data.t)
    usual = data.usual_dt
    up, down = slopes[slopes > 0], -slopes[slopes < 0]
    start["turn_loss"] = 0.5
    start["max_acceleration"] = float(np.percentile(up, 90)) if len(up) else 0.1
    start["max_deceleration"] = float(np.percentile(down, 90)) if len(down) else 0.1
    bounds["turn_loss"] = (0.0, 1.0)
    for name in ("max_acceleration", "max_deceleration"):
        bounds[name] = (1e-6, max(10.0 * start[name], top / usual))
    defaults = {"turn_loss": 0.85, "max_acceleration": 0.0, "max_deceleration": 0.0}
    defaults |= {knot_name(knot): float("nan") for knot in knots}

    def residuals(values: Mapping[str, float]) -> Array:
        return p.speeds(settings_of(values, p.dialect))[0] - data.speed[ticks]

    limits = [
        {"max_acceleration": start["max_acceleration"] * up, "max_deceleration": start["max_deceleration"] * down}
        for up, down in ((0.2, 0.2), (3.0, 3.0), (0.2, 3.0), (3.0, 0.2))
    ]
    others = [{**limit, "turn_loss": loss} for limit, loss in zip(limits, (0.9, 0.1, 0.1, 0.9), strict=True)]
    # a thrust that grows steadily looks like a limit, so also from none
    others.append({name: bounds[name][1] for name in ("max_acceleration", "max_deceleration")})
    rounding = resolution(data.speed) / np.sqrt(12.0)
    # without a line a mission loses at most 0.5 m/s2; here no limit is the simplest law
    own = frozenset(("max_deceleration",))
    return Channel(list(start), start, bounds, defaults, residuals, rounding, p.origins, others, own_defaults=own)


def _knots(thrust: Array) -> list[float]:
    """Return the thrusts (%) at which the map gets a knot: those held in the run, or tens where it hardly held any."""
    thrust = np.clip(thrust, -100.0, 100.0)
    levels, counts = np.unique(np.round(thrust, 3), return_counts=True)
    held = (counts >= _HELD) & (levels != 0)
    if np.count_nonzero(held) <= MOST_KNOTS and counts[held].sum() >= _MOSTLY * counts[levels != 0].sum():
        return [float(level) for level in levels[held]]
    # a controller moved it: up to the largest thrust itself, beyond which no speed is known
    tens, counts = np.unique(np.round(thrust / _KNOT_STEP) * _KNOT_STEP, return_counts=True)
    knots = {float(ten) for ten, count in zip(tens, counts, strict=True) if count >= _HELD and ten != 0}
    top, bottom = round(float(np.max(thrust)), 3), round(float(np.min(thrust)), 3)
    if top > 0:
        knots = {knot for knot in knots if knot <= top - 0.5 * _KNOT_STEP} | {top}
    if bottom < 0:
        knots = {knot for knot in knots if knot >= bottom + 0.5 * _KNOT_STEP} | {bottom}
    return sorted(knots)


def _steady_speed(data: FitData, thrust: Array, rudder: Array, knot: float, top: float) -> float:
    """Return a first guess: the fastest near this thrust with little rudder, by the 90th percentile."""
    near = np.abs(thrust - knot) <= _KNOT_STEP / 2
    straight = near & (np.abs(rudder) < 5)
    chosen = straight if np.count_nonzero(straight) >= 3 else near
    if not np.any(chosen):
        return top * knot / 100.0
    value = float(np.percentile(np.abs(data.speed[chosen]), 90))
    return value if knot > 0 else -value


def _heading_channel(p: Predictor, found: list[Fitted], fresh: Array) -> Channel:
    ticks = p.predicted
    known = {f.name: f.value for f in found}

    def residuals(values: Mapping[str, float]) -> Array:
        settings = settings_of({**known, **values}, p.dialect)
        return p.headings(settings, fresh) - p.data.heading[ticks]

    start = {"turn_rate": 50.0}
    return Channel(
        ["turn_rate"], start, {"turn_rate": (0.0, 100.0)}, {"turn_rate": 70.0}, residuals,
        resolution(p.data.heading) / np.sqrt(12.0), p.origins,
    )  # fmt: skip


def _depth_channel(p: Predictor, found: list[Fitted], fresh: Array, before: Array, notes: list[str]) -> Channel:
    ticks = p.predicted
    known = {f.name: f.value for f in found}
    # buoyancy first: the order in which indistinguishable parameters are kept
    start = {"buoyancy_rate": 0.02, "max_depth_rate": 0.3, "max_depth_rate_speed": 1.5}
    defaults = {"buoyancy_rate": 0.0, "max_depth_rate": 0.5, "max_depth_rate_speed": 2.0}
    top = max(float(np.max(np.abs(p.data.speed))), 0.1)
    bounds = {"buoyancy_rate": (-5.0, 5.0), "max_depth_rate": (0.0, 20.0), "max_depth_rate_speed": (1e-3, 20.0 * top)}
    depth = p.data.depth
    afloat = stays_afloat(p.data)
    if depth is None or afloat or float(np.ptp(depth)) < LEAST_DEPTH:
        if depth is not None:
            kept = "stayed at the surface" if afloat else "kept its depth"
            notes.append(f"the vehicle {kept}: the log gives no parameters of diving")
        return Channel(list(start), start, bounds, defaults, lambda values: np.zeros(1), 1.0, p.origins[:1])
    measured = depth
    if p.dialect.recorded and p.data.pitch is None:
        notes.append(f"no {p.data.prefix}_PITCH, by which this dialect dives: taken for 0, so do not trust the depth")

    def residuals(values: Mapping[str, float]) -> Array:
        settings = settings_of({**known, **values}, p.dialect)
        return p.depths(settings, fresh, before) - measured[ticks]

    rounding = resolution(measured) / np.sqrt(12.0)
    scan = ("max_depth_rate_speed", (top * _SCAN).tolist())
    return Channel(list(start), start, bounds, defaults, residuals, rounding, p.origins, scan=scan)


# ---- afterwards ----------------------------------------------------------------------------------------------------


def _without_idle_limits(p: Predictor, found: list[Fitted]) -> list[Fitted]:
    """Limits of acceleration that hardly ever hold, or without which the run comes out as well, are none."""
    values = {f.name: f.value for f in found}
    dt = np.array(p.dt)[p.predicted_steps]

    def missed(changed: Mapping[str, float]) -> tuple[float, Array, Array]:
        stored, fresh, before = p.speeds(settings_of({**values, **changed}, p.dialect))
        return float(np.sum((stored - p.data.speed[p.predicted]) ** 2)), fresh, before

    checked = []
    for f in found:
        if f.seen and f.name in ("max_acceleration", "max_deceleration"):
            least, fresh, before = missed({})
            sign = 1.0 if f.name == "max_acceleration" else -1.0
            held = int(np.count_nonzero(np.abs(sign * (fresh - before) / dt - f.value) <= 1e-9 * f.value))
            if held < LEAST_LIMITED or missed({f.name: 0.0})[0] <= least:
                steepest = float(np.max(sign * (fresh - before) / dt, initial=0.0))
                f = Fitted(
                    f.name, 0.0, None, False, f"not seen: the run shows no limit (steps up to {steepest:.3g} m/s2)"
                )
                values[f.name] = 0.0
        checked.append(f)
    return checked


def _mark_products(found: list[Fitted]) -> list[Fitted]:
    """Mark the depth rate as part of a product if the run does not determine the speed that belongs to it."""
    unseen = {f.name for f in found if not f.seen}
    if "max_depth_rate_speed" not in unseen:
        return found
    speed = next(f.value for f in found if f.name == "max_depth_rate_speed")
    remark = f"goes with max_depth_rate_speed = {_shown(speed)}"
    return [replace(f, remark=f.remark or remark) if f.name == "max_depth_rate" and f.seen else f for f in found]


def _with_limits(f: Fitted) -> Fitted:
    if abs(f.value) < _NOTHING:
        f = replace(f, value=0.0)
    if f.name == "turn_rate" and f.seen and f.value >= 100.0 - 1e-6:
        return Fitted(f.name, 100.0, f.error, True, "at its limit: the vehicle turns faster than a kinematic one can")
    return f


def _series(p: Predictor, settings: KinematicSettings) -> dict[str, Array]:
    ticks = p.predicted
    stored, fresh, before = p.speeds(settings)
    series = {
        "t": p.data.t[ticks],
        "origin": p.data.t[p.origins],
        "speed": p.data.speed[ticks],
        "speed_predicted": stored,
        "heading": p.data.heading[ticks],
        "heading_predicted": p.headings(settings, fresh),
    }
    if p.data.depth is not None:
        series["depth"] = p.data.depth[ticks]
        series["depth_predicted"] = p.depths(settings, fresh, before)
    return series
