"""Thrusters by name, and tables of thrust as their makers publish them.

>>> read_thruster("T200:2@12V").count
2
"""

from __future__ import annotations

import csv
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from usimmarine_py.errors import ConfigError, file_errors, suggest
from usimmarine_py.values.arrays import Array

_NEWTON = {
    "kgf": 9.80665,
    "gf": 9.80665e-3,
    "g": 9.80665e-3,
    "kg": 9.80665,
    "n": 1.0,
    "lbf": 4.4482216,
    "lb": 4.4482216,
}
#: Single figures of makers' product pages: volts, N ahead, N astern, W; propeller (m). No table of theirs is shipped:
#: that of the T200 names no licence.
_KNOWN: dict[str, tuple[float, Sequence[tuple[float, float, float, float]]]] = {
    "T200": (0.0762, ((12.0, 36.4, 28.6, 205.0), (16.0, 51.5, 40.2, 390.0), (20.0, 65.7, 49.5, 645.0))),
}
_SHAPE = re.compile(r"(?P<name>[^@]+?)(:(?P<count>\d{1,3}))?(@(?P<volts>[0-9.]+)\s*[vV]?)?")
_NEAR = 0.25  # V: rows of a table at the same voltage


@dataclass(frozen=True, slots=True)
class Thruster:
    """What ``count`` equal thrusters do at full command, each of them."""

    name: str
    count: int
    ahead: float  #: N
    astern: float  #: N
    power: float = 0.0  #: W that it takes; 0: not known
    disc: float = 0.0  #: m, diameter of the propeller; 0: not known
    turns: float = 0.0  #: rpm; 0: not known
    source: str = ""
    deadband: float = 0.0  #: share of the command that does nothing
    table: tuple[tuple[float, float], ...] = ()  #: command (-1 to 1), N; empty: none was given

    @property
    def linear(self) -> bool:
        """Whether the force of the table lies nearer to the command than to its square."""
        return bool(self.table) and self.apart(1.0) < self.apart(2.0)

    def apart(self, power: float) -> float:
        """Largest distance of the table from a force by |command|^power, over the largest force ahead."""
        share, force = np.array(self.table).T
        law = np.sign(share) * abs(share) ** power * np.where(share > 0.0, self.ahead, self.astern)
        return float(abs(law - force).max() / self.ahead)


def read_thruster(text: str) -> Thruster:
    """``NAME[:N]@VOLTS``: a known thruster, or the file of a table. Raises ``ConfigError``."""
    found = _SHAPE.fullmatch(text.strip())
    if found is None:
        raise ConfigError(f"{text!r} must be NAME[:N]@VOLTS, as in T200:2@12V or mine.csv:2@16V", key="--thruster")
    name, volts = found["name"].strip(), found["volts"]
    count = int(found["count"] or 0)
    if found["count"] is not None and not 1 <= count <= 50:
        raise ConfigError(f"{text!r}: 1 to 50 thrusters", key="--thruster")
    asked = float(volts) if volts and re.fullmatch(r"\d+(\.\d*)?|\.\d+", volts) else None
    if name.lower().endswith((".csv", ".txt", ".tsv")):
        return replace(read_curve(Path(name), asked), count=count)
    if name.upper() not in _KNOWN:
        raise ConfigError(
            f"{name} is not known; known: {', '.join(_KNOWN)}", key="--thruster",
            suggestion=suggest(name.upper(), _KNOWN), remedy="give the maker's table as FILE.csv, or --bollard",
        )  # fmt: skip
    disc, rows = _KNOWN[name.upper()]
    low, high = rows[0][0], rows[-1][0]
    if asked is None or not low <= asked <= high:
        problem = f"{name} needs its voltage, {low:g} to {high:g} V, as in {name}:2@{rows[0][0]:g}V"
        raise ConfigError(problem, key="--thruster")
    at = [float(np.interp(asked, [r[0] for r in rows], [r[k] for r in rows])) for k in (1, 2, 3)]
    source = f"{name.upper()} at {asked:g} V: the maker's product page"
    return Thruster(name.upper(), count, at[0], at[1], at[2], disc, source=source)


def read_curve(path: Path, volts: float | None = None) -> Thruster:
    """A table of thrust with columns named as makers do: PWM (us) or RPM, Voltage (V), Power (W), Force (kg f).

    Forces in kgf, gf, lbf or N by the heading. Several voltages: that of ``volts``. Raises ``ConfigError`` with file
    and line.
    """
    with file_errors(path):
        text = path.read_text(encoding="utf-8-sig", errors="replace")
    lines = list(csv.reader(text.splitlines(), delimiter=_separator(text)))
    start = next(
        (i for i, row in enumerate(lines) if any("force" in c.lower() or "thrust" in c.lower() for c in row)), -1
    )
    if start < 0:
        raise ConfigError(
            "has no column Force or Thrust, as in: PWM, RPM, Voltage, Power, Force (kg f)", file=str(path)
        )
    head = [cell.strip().lower() for cell in lines[start]]
    places = {what: _column(head, words) for what, words in _WORDS.items()}
    if places["pwm"] < 0 and places["rpm"] < 0:
        raise ConfigError("has no column PWM or RPM: thrust by which command?", file=str(path), line=start + 1)
    unit = _unit(head[places["force"]], str(path), start + 1)
    rows: list[list[float]] = []
    for number, row in enumerate(lines[start + 1 :], start + 2):
        if not any(cell.strip() for cell in row):
            continue
        values = []
        for what, place in places.items():
            cell = row[place].strip() if 0 <= place < len(row) else ""
            try:
                value = float(cell) if place >= 0 else np.nan
            except ValueError:
                value = np.inf
            if np.isinf(value):
                raise ConfigError(f"{cell!r} is no number of the column {what}", file=str(path), line=number)
            values.append(value)
        rows.append(values)
    if len(rows) < 3:
        raise ConfigError("has fewer than three rows of numbers", file=str(path))
    return _thruster(path, np.array(rows), unit, volts)


_WORDS = {
    "pwm": ("pwm",), "rpm": ("rpm",), "volts": ("volt",), "power": ("power",), "force": ("force", "thrust"),
}  # fmt: skip


def _thruster(path: Path, rows: Array, unit: float, volts: float | None) -> Thruster:
    table = dict(zip(_WORDS, rows.T, strict=True))
    known = table["volts"][np.isfinite(table["volts"])]
    use = np.ones(len(rows), dtype=bool)
    if len(known) and float(np.ptp(known)) > 2.0 * _NEAR:
        levels = ", ".join(f"{v:g}" for v in sorted({round(float(v), 1) for v in known})[:8])
        if volts is None:
            raise ConfigError(f"has several voltages ({levels} V): FILE.csv@VOLTS chooses one", file=str(path))
        use = abs(table["volts"] - volts) <= _NEAR
        if use.sum() < 3:
            raise ConfigError(f"has no three rows at {volts:g} V (it has {levels} V)", file=str(path))
    elif len(known) and volts is not None and abs(float(known[0]) - volts) > 1.0:
        raise ConfigError(f"is for {known[0]:g} V, not for {volts:g} V", file=str(path))
    force = table["force"][use] * unit
    command = table["pwm"][use] if np.isfinite(table["pwm"][use]).all() else table["rpm"][use]
    order = np.argsort(command, kind="stable")
    command, force = command[order], force[order]
    by_pwm = bool(np.isfinite(table["pwm"][use]).all())
    share = _shares(command) if by_pwm else command / np.max(abs(command))
    ahead, astern = float(force.max()), float(-force.min())
    if ahead <= 0.0:
        raise ConfigError("has no thrust ahead: the largest force is not above 0", file=str(path))
    if float(force[share > 0.5].mean() if (share > 0.5).any() else 0.0) < 0.0:
        raise ConfigError(
            "pushes astern at the large commands: the sign of the force is turned", file=str(path),
            remedy="write thrust ahead as a positive force at the larger PWM, or turn the column",
        )  # fmt: skip
    power = table["power"][use]
    turns = table["rpm"][use]
    idle = abs(share[abs(force) <= 0.01 * ahead])
    top = int(np.nanargmax(table["force"] * np.where(use, 1.0, np.nan)))
    return Thruster(
        path.stem, 0, ahead, max(astern, 0.0),
        float(np.nanmax(power)) if np.isfinite(power).any() else 0.0, 0.0,
        float(abs(table["rpm"][top])) if np.isfinite(turns).any() else 0.0,
        f"{path.name}{f' at {volts:g} V' if volts is not None else ''}",
        float(idle.max()) if len(idle) else 0.0,
        tuple(zip(share.tolist(), force.tolist(), strict=True)),
    )  # fmt: skip


def _shares(pwm: Array) -> Array:
    """Commands from -1 to 1 of pulses about 1500 us."""
    return np.asarray((pwm - 1500.0) / max(abs(float(pwm.max()) - 1500.0), abs(float(pwm.min()) - 1500.0)))


def _separator(text: str) -> str:
    first = text.splitlines()[0] if text.strip() else ""
    return max(",;\t", key=first.count)


def _column(head: Sequence[str], words: Sequence[str]) -> int:
    return next((i for i, cell in enumerate(head) if any(word in cell for word in words)), -1)


def _unit(cell: str, file: str, line: int) -> float:
    found = re.search(r"[(\[]([^)\]]*)[)\]]", cell)
    word = (found.group(1) if found else "").replace(" ", "").lower().replace("-", "")
    if word not in _NEWTON:
        raise ConfigError(
            f"the column {cell!r} must name the unit of its force, as in Force (kg f) or Thrust (N)",
            file=file,
            line=line,
        )
    return _NEWTON[word]
