"""From the names and units of a log to the quantities of a fit: ``--map``, and what is known of MOOS and usim."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timezone
from pathlib import Path

import numpy as np

from usimmarine_py.errors import ConfigError, FitError, shorten, suggest
from usimmarine_py.fit.identify.record import CHANNELS, COMMANDS, Record, Series
from usimmarine_py.logs.instruments.read import read_series
from usimmarine_py.logs.runs import stem
from usimmarine_py.vehicle.arrays.vehicle import Vehicle

#: Factors to the units of ``CHANNELS``, by unit.
_FACTORS: dict[str, dict[str, float]] = {
    "m": {"m": 1.0, "ft": 0.3048, "cm": 0.01, "mm": 0.001, "km": 1000.0, "nmi": 1852.0},
    "m/s": {"m/s": 1.0, "kn": 1852.0 / 3600.0, "km/h": 1.0 / 3.6, "mph": 0.44704, "cm/s": 0.01, "mm/s": 0.001},
    "deg": {"deg": 1.0, "rad": 180.0 / np.pi, "cdeg": 0.01},
    "deg/s": {"deg/s": 1.0, "rad/s": 180.0 / np.pi, "rpm": 6.0},
}
#: Of commands in per cent; ``pwm``: 1100 to 1900 us, 1500 in the middle.
_PERCENT = {"%": 1.0, "1": 100.0}
#: Angles (rad) beyond which a column is no roll and no pitch.
_TILTS, _HALF_TURN = ("roll", "pitch"), 1.001 * np.pi
_PLACES = {"deg": 1.0, "e7": 1e-7}  #: of latitudes and longitudes
_PAIR = re.compile(r"(?P<what>[\w ]+?)\s*=\s*(?P<sign>-?)\s*(?P<column>[^:]+?)\s*(?::\s*(?P<unit>[\w/%]+)\s*)?$")
#: Times that are rather moments than durations (s).
_MOMENT = 1e8
_MOTION = {  # MOOS: suffix of PREFIX_, quantity, unit
    "X": ("x", "m"), "Y": ("y", "m"), "HEADING": ("heading", "deg"), "SPEED": ("speed", "m/s"),
    "SPEED_OVER_GROUND": ("sog", "m/s"), "U": ("u", "m/s"), "V": ("v", "m/s"), "R": ("yaw_rate", "rad/s"),
}  # fmt: skip
_DIVING = {"DEPTH": ("depth", "m"), "PITCH": ("pitch", "rad"), "ROLL": ("roll", "rad"), "W": ("w", "m/s")}
_ORDERS = {
    "DESIRED_THRUST": "thrust", "DESIRED_RUDDER": "rudder", "DESIRED_ELEVATOR": "elevator", "DESIRED_SWAY": "sway",
    "DESIRED_HEAVE": "heave", "DESIRED_THRUST_L": "left", "DESIRED_THRUST_R": "right",
}  # fmt: skip
#: Columns of the tables of `usim run`; one of the marks tells them from other tables with a heading and a thrust.
_MARKS = ("yaw", "hog", "r", "drift_x", "thrust_left")
_TABLE = {
    "x": ("x", "m"), "y": ("y", "m"), "heading": ("heading", "deg"), "speed": ("speed", "m/s"), "sog": ("sog", "m/s"),
    "u": ("u", "m/s"), "v": ("v", "m/s"), "r": ("yaw_rate", "rad/s"),
}  # fmt: skip
_TABLE_DIVING = {"depth": ("depth", "m"), "pitch": ("pitch", "rad"), "roll": ("roll", "rad"), "w": ("w", "m/s")}
_TABLE_ORDERS = {
    "thrust": "thrust", "rudder": "rudder", "elevator": "elevator", "thrust_left": "left", "thrust_right": "right",
}  # fmt: skip


#: Columns of a track of `usim trials --tracks`, whose `sway` is a velocity.
_TRACK = ("x", "y", "heading", "speed", "sway", "depth", "yaw_rate", "thrust", "rudder")


@dataclass(frozen=True, slots=True)
class MappedColumn:
    """What a quantity is read from."""

    what: str
    column: str
    unit: str = ""
    sign: float = 1.0
    ends: bool = False  #: a row has the command of the step that ends there


def read_maps(texts: Sequence[str], runs: Sequence[Path]) -> list[dict[str, MappedColumn]]:
    """What ``--map [RUN:]WHAT=COLUMN[:UNIT], ...`` says, by quantity, for each of ``runs``.

    What is said for a run (its file name, with or without the ending, or its path) replaces what is said for all.
    Raises ``ConfigError``.
    """
    general: dict[str, MappedColumn] = {}
    own: list[dict[str, MappedColumn]] = [{} for _ in runs]
    for text in texts:
        run, rest = _run_named(text)
        mine = (
            [own[i] for i, path in enumerate(runs) if run in (path.name, stem(path), str(path))] if run else [general]
        )
        if not mine:
            names = [path.name for path in runs]
            listed = shorten(", ".join(names), 160)
            raise ConfigError(f"{run} is none of the runs ({listed})", key="--map", suggestion=suggest(run, names))
        for found in mine:
            _read_into(found, rest)
    return [{**general, **found} for found in own]


def _run_named(text: str) -> tuple[str, str]:
    """The run before the first pair, if there is one, and the pairs."""
    head, equals, rest = text.partition("=")
    run, colon, what = head.rpartition(":")
    return (run.strip(), what + equals + rest) if colon and equals else ("", text)


def _read_into(found: dict[str, MappedColumn], text: str) -> None:
    for piece in (piece.strip() for piece in text.split(",")):
        if not piece:
            continue
        parts = _PAIR.match(piece)
        if parts is None:
            usage = "[RUN:]WHAT=COLUMN[:UNIT], as in speed=sog_kn:kn or run1.csv:speed=sog_kn:kn"
            other = "; another run has a --map of its own" if ":" in piece.partition("=")[0] else ""
            raise ConfigError(f"{shorten(piece, 60)!r} must be {usage}{other}", key="--map")
        what = parts["what"].strip()
        if what in found:
            raise ConfigError(f"{what} is mapped twice", key="--map")
        found[what] = MappedColumn(what, parts["column"].strip(), parts["unit"] or "", -1.0 if parts["sign"] else 1.0)


def read_record(path: Path, vehicle: Vehicle, mapping: Mapping[str, MappedColumn], prefix: str = "") -> Record:
    """A record of a log for a vehicle, by ``mapping``, else by the names of MOOS and usim.

    Raises ``ConfigError`` for a mapping that does not fit, ``FitError`` for a log without motion or commands.
    """
    time = mapping.get("time", MappedColumn("time", ""))
    left_out: list[str] = []
    series = read_series(path, time.column, time.unit, left_out)
    actuators = {lag.name for lag in vehicle.model.lags}
    _known(mapping, actuators)
    sources = dict(mapping) or _usual(path, series, vehicle, prefix)
    sources.pop("time", None)
    channels: dict[str, Series] = {}
    commands: dict[str, Series] = {}
    used: list[str] = []
    placed = _placed(path, series, sources)
    for what, source in sources.items():
        found, said = placed.get(what) or _converted(path, series, source)
        (channels if what in CHANNELS else commands)[what] = found
        used.append(f"{what}: {said}")
    if not channels:
        raise FitError(f"{path}: no motion is mapped: name some of {', '.join(CHANNELS)} by --map")
    if not commands:
        given = ", ".join([*COMMANDS, *sorted(actuators)])
        raise FitError(f"{path}: no command is mapped: name some of {given} by --map")
    begin = min(float(t[0]) for t, _ in channels.values())
    if begin > _MOMENT:
        used.insert(0, f"from {datetime.fromtimestamp(begin, timezone.utc):%Y-%m-%d %H:%M:%S} UTC")
        channels = {name: (t - begin, values) for name, (t, values) in channels.items()}
        commands = {name: (t - begin, values) for name, (t, values) in commands.items()}
    taken = {source.column for source in sources.values()}
    rest = [name for name in series if name not in taken]
    if rest:
        used.append(f"not used: {shorten(', '.join(rest), 200)}")
    resets = [float(t) for name in ("USM_RESET", "USM_RESET_NAV") for t in series.get(name, ((), ()))[0]]
    return Record(stem(path), channels, commands, resets, (*used, *left_out))


def _known(mapping: Mapping[str, MappedColumn], actuators: set[str]) -> None:
    names = ["time", *CHANNELS, *COMMANDS, *sorted(actuators)]
    for what in mapping:
        if what not in names:
            raise ConfigError(f"{what} is none of {', '.join(names)}", key="--map", suggestion=suggest(what, names))


def _usual(path: Path, series: Mapping[str, Series], vehicle: Vehicle, prefix: str) -> dict[str, MappedColumn]:
    """The mapping of a log of MOOS, of a table of usim, or of one whose columns have the names of the quantities."""
    diving = vehicle.description.submerged
    found: dict[str, MappedColumn] = {}
    prefixes = [prefix.removesuffix("_")] if prefix else ["NAV", "USM"]
    mine = next((p for p in prefixes if f"{p}_HEADING" in series or f"{p}_X" in series), "")
    states = {lag.name: lag.name for lag in vehicle.model.lags}
    if mine:
        for suffix, (what, unit) in (_MOTION | (_DIVING if diving else {})).items():
            if f"{mine}_{suffix}" in series:
                found[what] = MappedColumn(what, f"{mine}_{suffix}", unit)
        orders = {name: what for name, what in _ORDERS.items() if name in series}
        if "DESIRED_THRUST" in orders:
            orders = {name: what for name, what in orders.items() if what not in ("left", "right")}
        for name, what in orders.items():
            found[what] = MappedColumn(what, name)
        for name, state in states.items():
            column = f"DESIRED_{name.removesuffix('_n').upper()}"
            if column in series and column not in _ORDERS:
                found[state] = MappedColumn(state, column)
        return found
    if "heading" in series and "thrust" in series and any(name in series for name in _MARKS):
        for column, (what, unit) in (_TABLE | (_TABLE_DIVING if diving else {})).items():
            if column in series:
                found[what] = MappedColumn(what, column, unit)
        orders = {name: what for name, what in _TABLE_ORDERS.items() if name in series}
        sided = any(np.any(series[name][1]) for name in ("thrust_left", "thrust_right") if name in series)
        if sided and not np.any(series["thrust"][1]):
            orders.pop("thrust")
            orders.pop("rudder", None)
        else:
            orders = {name: what for name, what in orders.items() if what not in ("left", "right")}
        for name, what in orders.items():
            found[what] = MappedColumn(what, name, ends=True)
        return found
    if set(series) == set(_TRACK):
        own = {"sway": "v"} | ({} if diving else {"depth": ""})
        for column in _TRACK:
            what = own.get(column, column)
            if what:
                found[what] = MappedColumn(what, column, ends=what in COMMANDS)
        return found
    named = [name for name in (*CHANNELS, *COMMANDS, *states) if name in series]
    if any(name in CHANNELS for name in named) and any(name not in CHANNELS for name in named):
        return {name: MappedColumn(name, name) for name in named}
    listed = shorten(", ".join(series), 200)
    problem = f"{path}: no NAV_X or NAV_HEADING, and no columns named as in docs/fit.md: say what is what by --map"
    raise FitError(f"{problem}, as in --map x=lon,y=lat,heading=hdg,thrust=throttle; it holds {listed}")


def _column(path: Path, series: Mapping[str, Series], source: MappedColumn) -> Series:
    if source.column not in series:
        listed = shorten(", ".join(series), 200)
        raise ConfigError(
            f"{source.what}={source.column}: the log has no {source.column} ({listed})", key="--map", file=str(path),
            suggestion=suggest(source.column, series),
        )  # fmt: skip
    return series[source.column]


def _converted(path: Path, series: Mapping[str, Series], source: MappedColumn) -> tuple[Series, str]:
    times, values = _column(path, series, source)
    unit = source.unit
    if source.what in CHANNELS:
        own = CHANNELS[source.what].unit
        factors: Mapping[str, float] = _FACTORS[own]
        if unit == "enu" and own == "deg":  # rad from east, counterclockwise
            values, unit = 90.0 - np.degrees(values), "deg"
        unit = unit or own
    elif source.what in COMMANDS:
        factors = _PERCENT
        if unit == "pwm":
            values, unit = (values - 1500.0) / 4.0, "%"
        unit = unit or "%"
    else:
        factors, unit = {"": 1.0, "rpm": np.pi / 30.0}, unit
    if unit not in factors:
        known = ", ".join(name for name in factors if name)
        raise ConfigError(
            f"{unit} is no unit of {source.what} ({known})", key="--map", suggestion=suggest(unit, factors)
        )
    if source.what in _TILTS and unit == "rad" and len(values) and float(np.max(np.abs(values))) > _HALF_TURN:
        raise FitError(
            f"{path}: {source.column} reaches {float(np.max(np.abs(values))):.3g} rad, which no {source.what} does: "
            f"is it in deg? Say so: --map {source.what}={source.column}:deg, and what the others are"
        )
    if source.ends and len(times) > 1:
        times = times - float(np.median(np.diff(times)))
    made = times, values * (source.sign * factors[unit])
    keep = np.concatenate([[True], np.diff(times) > 0.0]) if source.what in CHANNELS else np.ones(len(times), bool)
    lost = len(times) - int(keep.sum())
    return (made[0][keep], made[1][keep]), _said(source, unit, made[0][keep], lost)


def _said(source: MappedColumn, unit: str, times: np.ndarray[tuple[int], np.dtype[np.float64]], lost: int) -> str:
    text = f"{'-' if source.sign < 0 else ''}{source.column}{f' ({unit})' if unit else ''}, {len(times)} values"
    if len(times) > 1 and source.what in CHANNELS:
        apart = np.diff(times)
        usual, longest = float(np.median(apart)), float(apart.max())
        text += f" every {usual:.3g} s"
        if longest > max(5.0, 10.0 * usual):
            text += f", longest gap {longest:.3g} s"
    return text + (f"; {lost} at a time already taken left out" if lost else "")


def _placed(
    path: Path, series: Mapping[str, Series], sources: Mapping[str, MappedColumn]
) -> dict[str, tuple[Series, str]]:
    """x and y from longitude and latitude, about the first place, by an azimuthal equidistant projection on WGS 84."""
    pair = [sources.get("x"), sources.get("y")]
    asked = [s is not None and (s.unit in _PLACES or (not s.unit and _is_place(s))) for s in pair]
    if not any(asked):
        return {}
    x, y = pair
    if x is None or y is None or not all(asked):
        raise ConfigError("x=LONGITUDE and y=LATITUDE go together, both in deg", key="--map")
    (t, lon), (other, lat) = _column(path, series, x), _column(path, series, y)
    lon, lat = lon * _PLACES.get(x.unit, 1.0), lat * _PLACES.get(y.unit, 1.0)
    if len(t) != len(other) or np.any(t != other):
        lat = np.interp(t, other, lat)
    keep = (abs(lat) <= 90.0) & (abs(lon) <= 360.0) & ((lat != 0.0) | (lon != 0.0))
    keep &= np.concatenate([[True], np.diff(t) > 0.0])
    if not keep.any():
        raise FitError(f"{path}: {x.column} and {y.column} hold no place on earth, in deg")
    lost = len(t) - int(keep.sum())
    t, lon, lat = t[keep], lon[keep], lat[keep]
    from pyproj import Transformer

    plane = f"+proj=aeqd +lat_0={float(lat[0])!r} +lon_0={float(lon[0])!r} +ellps=WGS84 +units=m"
    east, north = Transformer.from_crs("EPSG:4326", plane, always_xy=True).transform(lon, lat)
    return {
        "x": ((t, np.asarray(east)), _said(x, "deg", t, lost)),
        "y": ((t, np.asarray(north)), _said(y, "deg", t, lost)),
    }


def _is_place(source: MappedColumn) -> bool:
    word = source.column.lower()
    return any(part in word for part in (("lon", "lng") if source.what == "x" else ("lat",)))
