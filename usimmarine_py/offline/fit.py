"""``usim fit``: the kinematic parameters that repeat a recorded run best, and which of them the run cannot tell.

Three fits, each of the channel that its parameters move: speed (thrust map, turn_loss, accelerations), heading
(turn_rate), depth (buoyancy_rate, max_depth_rate, max_depth_rate_speed). A parameter counts as seen when the run pins
it down: its standard error, from the Jacobian at the optimum, is below ``SEEN`` of its value. What is not seen keeps
the default, and the others are fitted again without it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from usimmarine_py.errors import ConfigError, MissingExtraError
from usimmarine_py.kinematic.dialects import find_dialect
from usimmarine_py.kinematic.settings import KinematicSettings
from usimmarine_py.offline.fit_data import FitData, resolution
from usimmarine_py.offline.fit_model import Predictor, knot_name, settings_of

Array = NDArray[np.float64]
Residuals = Callable[[Mapping[str, float]], Array]

#: Largest standard error, as a share of the value, of a parameter that the run tells.
SEEN = 0.1
#: Largest number of different thrusts that are knots themselves; more are gathered in steps of ten per cent.
MOST_KNOTS = 10
_KNOT_STEP = 10.0
#: Limits of acceleration that hold in fewer steps than this are not told by the run.
LEAST_LIMITED = 3
_LEAST_DEPTH = 0.05  # m: a vehicle that moves less than this up and down stays at its depth
_HUGE = 1e4


@dataclass(frozen=True, slots=True)
class Fitted:
    """One parameter."""

    name: str
    value: float
    error: float | None  #: standard error; None where the run tells nothing
    seen: bool
    remark: str = ""


@dataclass(frozen=True, slots=True)
class FitResult:
    """What came out. ``series`` holds t (s) and, at the predicted ticks, measured and predicted values."""

    data: FitData = field(repr=False)
    dialect: str
    horizon: float
    parameters: tuple[Fitted, ...]
    residuals: Mapping[str, float]  #: rms of speed (m/s), heading (deg), depth (m) within the horizon; track (m)
    settings: KinematicSettings = field(repr=False)
    track: Mapping[str, Array] = field(repr=False)  #: x, y, heading, speed of the fitted vehicle by commands alone
    series: Mapping[str, Array] = field(repr=False)
    notes: tuple[str, ...] = ()

    def value(self, name: str) -> float:
        """A parameter by name; ``speed@50`` is the thrust map at 50 %."""
        return next(p.value for p in self.parameters if p.name == name)

    def as_json(self) -> dict[str, Any]:
        """Parameters, residuals, remarks and the block."""
        return {
            "format": "usimmarine fit",
            "run": self.data.name,
            "prefix": self.data.prefix,
            "dialect": self.dialect,
            "horizon": self.horizon,
            "parameters": {
                p.name: {"value": p.value, "standard_error": p.error, "seen": p.seen, "remark": p.remark}
                for p in self.parameters
            },
            "residuals": dict(self.residuals),
            "notes": list(self.notes),
            "block": self.block(),
        }

    def block(self) -> str:
        """The ProcessConfig block to paste; what the run did not tell is a comment beside its default."""
        told = {p.name: p for p in self.parameters}
        knots = sorted((float(n[6:]), p.value) for n, p in told.items() if n.startswith("speed@"))
        lines = ["ProcessConfig = usimmarine", "{"]
        lines += ["  AppTick   = 10", "  CommsTick = 10", f"  prefix    = {self.data.prefix}"]
        lines += [f"  dialect   = {self.dialect}", "", f"  // fitted to {self.data.name}"]
        if self.data.differential:
            lines.append("  thrust_mode_diff = true")
        if knots:
            lines.append("  thrust_map = " + ", ".join(f"{t:g}:{_shown(v)}" for t, v in knots))
        for name, p in told.items():
            if not name.startswith("speed@"):
                lines.append(f"  {name} = {_shown(p.value)}" + ("" if not p.remark else f"   // {p.remark}"))
        return "\n".join([*lines, "}"])


def _shown(value: float) -> str:
    """Six significant digits, without an exponent, which not every dialect reads."""
    text = np.format_float_positional(float(f"{value:.6g}"), trim="-")
    return "0" if text == "-0" else text


@dataclass
class _Channel:
    """Some parameters and the residuals that they move."""

    names: list[str]
    start: dict[str, float]
    bounds: dict[str, tuple[float, float]]
    defaults: dict[str, float]
    residuals: Residuals
    noise: float  #: least standard deviation of a residual: the log's own rounding


def fit(data: FitData, dialect: str = "documented", horizon: float = 10.0) -> FitResult:
    """Fit the kinematic law ``dialect`` to a run.

    ``horizon`` (s) is how far every prediction goes from a measured state. Raises ``ConfigError`` for a horizon that
    is no use and an unknown dialect, ``MissingExtraError`` without scipy.
    """
    law = find_dialect(dialect)
    if not 2 * data.usual_dt <= horizon <= 3600.0:
        problem = f"must be from {2 * data.usual_dt:g} s (two ticks of this log) to 3600 s, not {horizon:g}"
        raise ConfigError(problem, key="--horizon")
    predictor = Predictor.of(data, law, horizon)
    notes: list[str] = []
    found: list[Fitted] = []
    speeds = _fit_channel(_speed_channel(predictor, notes))
    found += _without_idle_limits(predictor, speeds)
    settings = settings_of({p.name: p.value for p in found}, law)
    _, fresh, before = predictor.speeds(settings)
    if data.differential:
        notes.append("differential thrust turns by a fixed law (36 deg/s): turn_rate has no say")
    else:
        found += _fit_channel(_heading_channel(predictor, found, fresh))
    found += _fit_channel(_depth_channel(predictor, found, fresh, before, notes))
    found = [_with_limits(p) for p in found]
    settings = settings_of({p.name: p.value for p in found}, law)
    series = _series(predictor, settings)
    residuals: dict[str, float] = {
        str(name): float(np.sqrt(np.mean((series[f"{name}_predicted"] - series[name]) ** 2)))
        for name in ("speed", "heading", "depth")
        if name in series
    }
    track = predictor.open_loop(settings)
    if data.x is not None and data.y is not None:
        miss = np.hypot(track["x"] - data.x, track["y"] - data.y)
        residuals["track_end"] = float(miss[-1])
        residuals["track_rms"] = float(np.sqrt(np.mean(miss**2)))
    return FitResult(data, law.name, horizon, tuple(found), residuals, settings, track, series, tuple(notes))


# ---- channels ------------------------------------------------------------------------------------------------------


def _speed_channel(p: Predictor, notes: list[str]) -> _Channel:
    data = p.data
    ticks = p.predicted
    thrust = np.array([s.thrust for s in p.steered])
    rudder = np.array([s.rudder for s in p.steered])
    knots = _knots(thrust[ticks], notes)
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

    return _Channel(list(start), start, bounds, defaults, residuals, resolution(data.speed) / np.sqrt(12.0))


def _knots(thrust: Array, notes: list[str]) -> list[float]:
    """The thrusts (%) at which the map gets a knot: those held in the run."""
    levels, counts = np.unique(np.round(thrust, 3), return_counts=True)
    held = [float(level) for level, count in zip(levels, counts, strict=True) if count >= 3 and level != 0]
    if len(held) > MOST_KNOTS:
        tens = np.round(np.array(held) / _KNOT_STEP) * _KNOT_STEP
        held = sorted({float(t) for t in tens if t != 0 and abs(t) <= 100})
    held = [t for t in held if abs(t) <= 100]
    if not held:
        notes.append("the thrust never left 0: the thrust map is not told")
    return held


def _steady_speed(data: FitData, thrust: Array, rudder: Array, knot: float, top: float) -> float:
    """A first guess: the fastest that the run was near this thrust with little rudder, by its 90th percentile."""
    near = np.abs(thrust - knot) <= _KNOT_STEP / 2
    straight = near & (np.abs(rudder) < 5)
    chosen = straight if np.count_nonzero(straight) >= 3 else near
    if not np.any(chosen):
        return top * knot / 100.0
    value = float(np.percentile(np.abs(data.speed[chosen]), 90))
    return value if knot > 0 else -value


def _heading_channel(p: Predictor, found: list[Fitted], fresh: Array) -> _Channel:
    ticks = p.predicted
    known = {f.name: f.value for f in found}

    def residuals(values: Mapping[str, float]) -> Array:
        settings = settings_of({**known, **values}, p.dialect)
        return p.headings(settings, fresh) - p.data.heading[ticks]

    start = {"turn_rate": 50.0}
    return _Channel(
        ["turn_rate"], start, {"turn_rate": (0.0, 100.0)}, {"turn_rate": 70.0}, residuals,
        resolution(p.data.heading) / np.sqrt(12.0),
    )  # fmt: skip


def _depth_channel(p: Predictor, found: list[Fitted], fresh: Array, before: Array, notes: list[str]) -> _Channel:
    ticks = p.predicted
    known = {f.name: f.value for f in found}
    # buoyancy first: the order in which parameters that cannot be told apart are kept
    start = {"buoyancy_rate": 0.02, "max_depth_rate": 0.3, "max_depth_rate_speed": 1.5}
    defaults = {"buoyancy_rate": 0.0, "max_depth_rate": 0.5, "max_depth_rate_speed": 2.0}
    top = max(float(np.max(np.abs(p.data.speed))), 0.1)
    bounds = {"buoyancy_rate": (-5.0, 5.0), "max_depth_rate": (0.0, 20.0), "max_depth_rate_speed": (1e-3, 20.0 * top)}
    depth = p.data.depth
    if depth is None or float(np.ptp(depth)) < _LEAST_DEPTH:
        notes.append("the vehicle kept its depth: nothing about depth is told")
        return _Channel(list(start), start, bounds, defaults, lambda values: np.zeros(1), 1.0)
    measured = depth

    def residuals(values: Mapping[str, float]) -> Array:
        settings = settings_of({**known, **values}, p.dialect)
        return p.depths(settings, fresh, before) - measured[ticks]

    return _Channel(list(start), start, bounds, defaults, residuals, resolution(measured) / np.sqrt(12.0))


# ---- the optimiser -------------------------------------------------------------------------------------------------


def _fit_channel(channel: _Channel) -> list[Fitted]:
    """Fit; leave out, one after the other, what is not seen; fit the rest again."""
    free = list(channel.names)
    fixed: dict[str, float] = {}
    unseen: dict[str, Fitted] = {}
    values = dict(channel.start)
    errors: dict[str, float] = {}
    # a parameter without any say would only trouble the optimiser
    for name in list(free):
        if not np.any(_derivative(channel, values, name)):
            pushed = {**values, name: _middle(channel.bounds[name])}
            if not np.any(_derivative(channel, pushed, name)):
                unseen[name] = _fixed(channel, fixed, name, "no effect in this run")
                free.remove(name)
    while free:
        values = _optimum(channel, free, {**values, **fixed})
        errors = _standard_errors(channel, free, {**values, **fixed})
        shares = {name: errors[name] / max(abs(values[name]), _floor(channel, name)) for name in free}
        worst = max(reversed(free), key=lambda name: min(shares[name], _HUGE))
        if shares[worst] <= SEEN:
            break
        reason = "no effect in this run" if shares[worst] >= _HUGE else f"only told to {100 * shares[worst]:.0f} %"
        unseen[worst] = _fixed(channel, fixed, worst, reason)
        free.remove(worst)
    told = {name: Fitted(name, values[name], errors[name], True) for name in free}
    return [told.get(name) or unseen[name] for name in channel.names if not _dropped(unseen.get(name))]


def _fixed(channel: _Channel, fixed: dict[str, float], name: str, reason: str) -> Fitted:
    default = channel.defaults[name]
    if np.isfinite(default):
        fixed[name] = default
    return Fitted(name, default, None, False, f"not seen: {reason}")


def _dropped(fitted: Fitted | None) -> bool:
    """A knot of the thrust map that is not seen goes; other parameters keep their default."""
    return fitted is not None and not np.isfinite(fitted.value)


def _values(channel: _Channel, values: Mapping[str, float]) -> dict[str, float]:
    return {name: v for name, v in values.items() if np.isfinite(v)}


def _floor(channel: _Channel, name: str) -> float:
    """What counts as a sizeable value: an estimate near 0 must not be judged by its own smallness."""
    return {"turn_loss": 0.1, "buoyancy_rate": 0.01, "turn_rate": 1.0}.get(name, 1e-6)


def _middle(bounds: tuple[float, float]) -> float:
    return 0.5 * (bounds[0] + bounds[1])


def _derivative(channel: _Channel, values: Mapping[str, float], name: str) -> Array:
    """Central difference of the residuals, wide enough to step over kinks."""
    low, high = channel.bounds[name]
    width = 1e-3 * max(abs(values[name]), 1e-2)
    ends = [min(high, values[name] + width), max(low, values[name] - width)]
    up, down = (channel.residuals(_values(channel, {**values, name: end})) for end in ends)
    return (up - down) / (ends[0] - ends[1])


def _standard_errors(channel: _Channel, free: list[str], values: Mapping[str, float]) -> dict[str, float]:
    residual = channel.residuals(_values(channel, values))
    noise = max(float(np.sqrt(np.mean(residual**2))), channel.noise)
    jacobian = np.column_stack([_derivative(channel, values, name) for name in free])
    norms = np.linalg.norm(jacobian, axis=0)
    seen = norms > 0
    errors = np.full(len(free), np.inf)
    if np.any(seen):
        # unit columns, so that parameters of any size compare
        scaled = jacobian[:, seen] / norms[seen]
        _, singular, rows = np.linalg.svd(scaled, full_matrices=False)
        inverse = np.where(singular > 1e-10 * singular[0], 1.0 / np.maximum(singular, 1e-300), np.inf)
        with np.errstate(invalid="ignore"):
            parts = np.where(np.abs(rows) > 1e-9, (rows * inverse[:, None]) ** 2, 0.0)
        errors[seen] = noise * np.sqrt(parts.sum(axis=0)) / norms[seen]
    return dict(zip(free, errors.tolist(), strict=True))


def _optimum(channel: _Channel, free: list[str], values: Mapping[str, float]) -> dict[str, float]:
    try:
        from scipy.optimize import least_squares
    except ImportError:
        raise MissingExtraError("fitting parameters", "scipy", "sweep") from None
    scale = np.array([max(abs(channel.start[name]), _floor(channel, name), 1e-3) for name in free])
    low, high = (np.array([channel.bounds[name][side] for name in free]) / scale for side in (0, 1))
    inside = 1e-9 * (high - low)
    first = np.clip(np.array([values[name] for name in free]) / scale, low + inside, high - inside)

    def residuals(x: Array) -> Array:
        given = dict(zip(free, (x * scale).tolist(), strict=True))
        return channel.residuals(_values(channel, {**values, **given}))

    solution = least_squares(residuals, first, bounds=(low, high), diff_step=1e-5, xtol=1e-12, ftol=1e-12, gtol=1e-12)
    return {**values, **dict(zip(free, (solution.x * scale).tolist(), strict=True))}


# ---- afterwards ----------------------------------------------------------------------------------------------------


def _without_idle_limits(p: Predictor, found: list[Fitted]) -> list[Fitted]:
    """Limits of acceleration that hardly ever hold are none."""
    values = {f.name: f.value for f in found}
    _, fresh, before = p.speeds(settings_of(values, p.dialect))
    dt = p.data.dt[p.predicted]
    checked = []
    for f in found:
        if f.seen and f.name in ("max_acceleration", "max_deceleration"):
            sign = 1.0 if f.name == "max_acceleration" else -1.0
            held = int(np.count_nonzero(np.abs(sign * (fresh - before) / dt - f.value) <= 1e-9 * f.value))
            if held < LEAST_LIMITED:
                what = f"not seen: the run shows no limit (steps up to {f.value:.3g} m/s2)"
                f = Fitted(f.name, 0.0, None, False, what)
        checked.append(f)
    return checked


def _with_limits(f: Fitted) -> Fitted:
    if f.name == "turn_rate" and f.seen and f.value >= 100.0 - 1e-6:
        return Fitted(f.name, 100.0, f.error, True, "at its limit: the vehicle turns faster than a kinematic one can")
    return f


def _series(p: Predictor, settings: KinematicSettings) -> dict[str, Array]:
    ticks = p.predicted
    stored, fresh, before = p.speeds(settings)
    series = {
        "t": p.data.t[ticks],
        "speed": p.data.speed[ticks],
        "speed_predicted": stored,
        "heading": p.data.heading[ticks],
        "heading_predicted": p.headings(settings, fresh),
    }
    if p.data.depth is not None:
        series["depth"] = p.data.depth[ticks]
        series["depth_predicted"] = p.depths(settings, fresh, before)
    return series
