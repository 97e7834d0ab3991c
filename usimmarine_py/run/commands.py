"""The commands in the recording of a vehicle: which mail of it drives a simulated one, and when."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from usimmarine_py.errors import ConfigError, shorten, suggest
from usimmarine_py.logs.alog import read_alog
from usimmarine_py.logs.runs import RecordedRun
from usimmarine_py.simulator import MAIL, Simulator
from usimmarine_py.simulator.parts.steering.direct import Direct
from usimmarine_py.values import Message, SetPoint
from usimmarine_py.values.frozen import dataclass

#: Groups of the mail table that drive a vehicle.
_GROUPS = ("command", "controller")
#: The mail names of the columns of ``usim run``'s tables.
_TABLE = {
    "thrust": "DESIRED_THRUST",
    "rudder": "DESIRED_RUDDER",
    "elevator": "DESIRED_ELEVATOR",
    "thrust_left": "DESIRED_THRUST_L",
    "thrust_right": "DESIRED_THRUST_R",
    "sway": "DESIRED_SWAY",
    "heave": "DESIRED_HEAVE",
}
_SIDES = ("DESIRED_THRUST_L", "DESIRED_THRUST_R")
_KNOWN = frozenset(name for entry in MAIL for name in (entry.name, *entry.aliases))


@dataclass(frozen=True, slots=True)
class Commands:
    """Mail in order, its times as in the recording (s)."""

    messages: tuple[Message, ...]
    unread: tuple[str, ...] = ()  #: looks like commands, and this vehicle does not read it
    states: bool = False  #: they are measured states of actuators, which have gone through their lags already
    missing: tuple[str, ...] = ()  #: states of the vehicle's actuators that are not among them

    @property
    def names(self) -> tuple[str, ...]:
        """The variables, in order of their first mail."""
        return tuple(dict.fromkeys(message.variable for message in self.messages))


def read_commands(path: Path, log: RecordedRun, simulator: Simulator, *, actuators: bool = False) -> Commands:
    """The commands for a vehicle in an ``.alog``, or in a table (``log``: the same file, read as series).

    DESIRED_* and what else the vehicle takes as a command; where there is none, or with ``actuators``, the measured
    states of its actuators. Raises ``ConfigError`` for a recording that holds neither, ``LogFileError``.
    """
    wanted = set(simulator.subscriptions(_GROUPS))
    # a column of that name may be a speed
    wanted -= {
        f"DESIRED_{axis.upper()}" for axis in ("sway", "heave") if axis not in getattr(simulator.backend, "axes", ())
    }
    found: list[Message] = []
    seen: set[str] = set()
    if not actuators:
        if is_log(path):
            found, seen = _from_log(path, wanted)
        else:
            found, seen = _from_table(log, wanted)
        if found and _only_sides(found) and "THRUST_MODE_DIFFERENTIAL" not in {m.variable for m in found}:
            found.insert(0, Message("THRUST_MODE_DIFFERENTIAL", "true", found[0].time, "usim_run"))
    states = not found
    if states:
        found = _measured_states(log, simulator)
    if not found:
        what = "states of this vehicle's actuators" if actuators else "commands that this vehicle reads"
        reads = ", ".join(sorted(name for name in wanted if name.startswith("DESIRED_")))
        raise ConfigError(f"holds no {what} ({shorten(reads, 200)})", file=str(path), key="--commands")
    unread = sorted(name for name in seen if name.startswith("DESIRED_") and name not in wanted | _KNOWN)
    driven = {message.variable for message in found}
    missing = [c for (c, _), p in _states(simulator) if states and f"DESIRED_{p.state.upper()}" not in driven]
    return Commands(tuple(found), tuple(unread), states, tuple(missing))


def is_log(path: Path) -> bool:
    """Whether a recording is an ``.alog``; else it is a table."""
    return path.name.lower().endswith(".alog")


def command_of(column: str) -> str:
    """The mail variable that a column of a table is."""
    return _TABLE.get(column, column.upper())


def _from_log(path: Path, wanted: set[str]) -> tuple[list[Message], set[str]]:
    found, seen = [], set()
    for row in read_alog(path):
        seen.add(row.variable)
        if row.variable in wanted and isinstance(row.value, (float, str)):
            found.append(Message(row.variable, row.value, row.time, row.source, row.source_aux, row.community))
    # a logger writes in order of arrival
    found.sort(key=lambda message: message.time)
    return found, seen


def _from_table(log: RecordedRun, wanted: set[str]) -> tuple[list[Message], set[str]]:
    names = {name: command_of(name) for name in log.series}
    if "DESIRED_THRUST" in log.series or "DESIRED_THRUST_L" in log.series:
        names = {name: mail for name, mail in names.items() if name not in _TABLE}
    sides = [name for name, mail in names.items() if mail in _SIDES and name in _TABLE]
    if sides:
        # our own tables have both ways to command a vehicle, one of them all zero
        differs = any(log.series[name][1].any() for name in sides)
        differential = differs and not log.series["thrust"][1].any()
        left_out = {"thrust", "rudder"} if differential else set(sides)
        names = {name: mail for name, mail in names.items() if name not in left_out}
    found = [message for name, mail in names.items() if mail in wanted for message in _changes(log, name, mail)]
    found.sort(key=lambda message: message.time)
    return found, set(names.values())


def _changes(log: RecordedRun, name: str, mail: str) -> Iterable[Message]:
    """Mail for each change of a series, the first value included."""
    times, values = (part.tolist() for part in log.series[name])
    last = None
    # a row of our own tables has what was in force on the way to it
    sent = [times[0], *times[:-1]] if name in _TABLE else times
    for time, value in zip(sent, values, strict=True):
        if value != last:
            yield Message(mail, value, time, "usim_run")
        last = value


def drives_by_thrust(log: RecordedRun) -> bool:
    """Whether a recording holds what a controller gave out, so that the embedded one is not used."""
    return any(name in log.series for name in ("DESIRED_THRUST", "thrust", *_SIDES))


def _states(simulator: Simulator) -> Iterable[tuple[tuple[str, float], SetPoint]]:
    """The states of the vehicle's actuators as they are published, and their set-points."""
    return zip(simulator.truth.actuators, simulator.vehicle.part(Direct).set_points, strict=False)


def _measured_states(log: RecordedRun, simulator: Simulator) -> list[Message]:
    """The states of actuators as they are published under any prefix, or stand in a table, as set-points of them."""
    found: list[Message] = []
    columns = _columns(log, simulator)
    for (column, _), point in _states(simulator):
        names = sorted(columns.get(column, ()), key=lambda name: (not name.startswith("NAV_"), name))
        if names:
            found += _changes(log, names[0], f"DESIRED_{point.state.upper()}")
    found.sort(key=lambda message: message.time)
    return found


def _columns(log: RecordedRun, simulator: Simulator) -> dict[str, list[str]]:
    """The columns of a recording by the state that they hold, with or without its unit, in any case.

    Raises ``ConfigError`` for a column of a table that looks like a state of an actuator and is none of this vehicle.
    """
    states = {name.upper(): column for (column, _), p in _states(simulator) for name in (column, p.state)}
    actuators = {f"{point.actuator}_" for _, point in _states(simulator)}
    # what a state ends with, its actuator aside: N_RPM, DELTA_DEG
    endings = tuple({f"_{name.removeprefix(a)}" for name in states for a in actuators if name.startswith(a)})
    found: dict[str, list[str]] = {}
    for name in log.series:
        big = name.upper()
        if big.startswith(("DESIRED_", "SET_")) or "_SET_" in big:
            continue
        # the longest: UP_FRONT_PORT_N is no FRONT_PORT_N
        held = max((state for state in states if big == state or big.endswith(f"_{state}")), key=len, default="")
        if held:
            found.setdefault(states[held], []).append(name)
        elif not is_log(log.path) and (big.endswith(endings) or big.startswith(tuple(actuators))):
            known = list(dict.fromkeys(states.values()))
            problem = f"column {name} is no state of an actuator of this vehicle; it has {', '.join(known)}"
            close = suggest(name.lower(), known)
            raise ConfigError(shorten(problem, 300), file=str(log.path), key="--actuators", suggestion=close)
    return found


def _only_sides(messages: Iterable[Message]) -> bool:
    names = {message.variable for message in messages}
    return bool(names & set(_SIDES)) and "DESIRED_THRUST" not in names
