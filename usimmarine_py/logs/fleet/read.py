"""Read the logs of a run of one vehicle or several: tracks, modes, messages and other events, on one clock."""

from __future__ import annotations

import json
import os
import re
from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from usimmarine_py.errors import LogFileError, NothingToDrawError
from usimmarine_py.logs.alog import offsets
from usimmarine_py.logs.motion import RunSeries, has_position, run_series
from usimmarine_py.logs.runs import RecordedRun, logger_files, read_run, runs_in, stem
from usimmarine_py.logs.viewer.fields import fields_of
from usimmarine_py.logs.viewer.planned import GUIDANCE_EVENT
from usimmarine_py.logs.viewer.shapes import drawing_of
from usimmarine_py.text import read_number
from usimmarine_py.texts.node_report import NodeState, read_node_report
from usimmarine_py.values.frozen import dataclass, field, replace

_OWN_REPORT, _REPORT = "NODE_REPORT_LOCAL", "NODE_REPORT"
_SENT, _CAME = "NODE_MESSAGE_LOCAL", "NODE_MESSAGE"
_HELM, _INDEX = "IVPHELM_STATE", "WPT_INDEX"
#: Mail of a log whose texts are kept.
_KEPT = frozenset({_OWN_REPORT, _REPORT, _SENT, _CAME, _HELM, GUIDANCE_EVENT, "VIEW_POLYGON"})
#: What a person or a script on the shore posts to all vehicles.
_ORDERS = re.compile(r"(?:DEPLOY|RETURN|STATION_KEEP|STATION|LOITER|SURFACE|AVOID)(?:_[A-Z0-9]+)?\Z")
#: Fields that a message keeps on its way.
_SAME = ("src_node", "var_name", "string_val", "double_val")
#: A message arrives within this time, s, or is lost.
_LATE = 60.0
_WAYPOINT = re.compile(r"waypoint=(\d+),")

#: The file in the folder of a run of several communities.
RUN_FILE = "run.json"


@dataclass(frozen=True, slots=True)
class FleetEvent:
    """Something that happened, at a time since the start of the earliest log."""

    time: float  #: s
    kind: str  #: mode, helm, waypoint, message, order, encounter
    what: str  #: such as ``ACTIVE:SURVEYING``, ``waypoint 2`` or ``SURVEY to all``


@dataclass(frozen=True, slots=True)
class Sent:
    """A message between vehicles."""

    time: float  #: s, when it was sent
    sender: str
    variable: str
    to: str  #: as addressed: a name, several, or ``all``
    arrivals: tuple[tuple[str, float], ...] = ()  #: who received it, and when (s)


@dataclass(frozen=True, slots=True)
class FleetVehicle:
    """One vehicle; times are s since the start of the earliest log."""

    name: str
    run: RunSeries
    colour: str = ""  #: as in its node reports, empty: none
    modes: tuple[tuple[float, str], ...] = ()  #: from when on it was in each mode
    events: tuple[FleetEvent, ...] = ()  #: in order of time, without messages
    log: Path | None = None  #: its own, None for one that is known by reports


@dataclass(frozen=True, slots=True)
class FleetLog:
    """The vehicles of one run."""

    name: str
    vehicles: tuple[FleetVehicle, ...]
    messages: tuple[Sent, ...] = ()  #: in order of time
    orders: tuple[FleetEvent, ...] = ()  #: what was posted on the shore for all
    counted: tuple[FleetEvent, ...] = ()  #: encounters that a detector of the mission counted
    regions: tuple[tuple[tuple[float, float], ...], ...] = ()  #: m, corners of polygons that were shown
    end: float = 0.0  #: s, the last time in any log
    zero: float = 0.0  #: s after the start of the earliest log, from which times count
    logs: tuple[Path, ...] = field(default_factory=tuple)

    @property
    def holds_mail(self) -> bool:
        """Whether its events were recorded: a table holds states only."""
        return any(path.name.lower().endswith(".alog") for path in self.logs)

    def vehicle(self, name: str) -> FleetVehicle | None:
        """The vehicle of this name, without case."""
        return next((one for one in self.vehicles if one.name.lower() == name.lower()), None)


def is_field(folder: str | os.PathLike[str]) -> bool:
    """Whether a folder holds a run of several communities, by its ``run.json``, or the folders of their loggers."""
    path = Path(folder)
    communities = _summary(path).get("communities")
    if isinstance(communities, dict) and len(communities) > 1:
        return True
    files = logger_files(path)
    return len(files) > 1 and runs_in(path) == files


def read_fleet(
    path: str | os.PathLike[str] | Sequence[str | os.PathLike[str]], prefix: str = "", align: str = ""
) -> FleetLog:
    """Read a run: the folder of ``usim run``, a log, or the logs of several communities of one mission.

    Logs of several communities are put on one clock by their LOGSTART. Vehicles of which there is no log of their own
    are those of the node reports in the others. ``prefix`` as for ``run_series``. ``align``: times count from the first
    post of this, ``VAR=VALUE``, in any log; ``VAR`` alone is ``VAR=true``.
    Raises ``NothingToDrawError`` without any position or such a post, and what ``read_run`` raises.
    """
    given = [Path(path)] if isinstance(path, str | os.PathLike) else [Path(one) for one in path]
    files = [file for one in given for file in runs_in(one)]
    shifts = offsets(files)
    found: dict[str, FleetVehicle] = {}
    owners: dict[Path, str] = {}  # vehicle by log
    name, _, value = (word.strip() for word in align.partition("="))
    value = value or "true"
    reads = [read_run(file, lambda variable: _kept(variable) or variable == name) for file in files]
    logs = [shifted(log, shifts[file]) for log, file in zip(reads, files, strict=True)]
    zero = _first(logs, name, value) if align else 0.0
    if zero is None:
        raise NothingToDrawError(f"{given[0]}: {name} was never posted as {value}, so times cannot begin there")
    logs = [shifted(log, -zero) for log in logs]
    for log in logs:
        for called, its in _vehicles_in(log, prefix):
            vehicle = _vehicle(log, run_series(log, its), called or _community(given[0], log.path))
            if vehicle.name in found:
                raise LogFileError(
                    f"is a second log of vehicle {vehicle.name}; the first is {found[vehicle.name].run.name}",
                    remedy="give the logs of one run", file=str(log.path),
                )  # fmt: skip
            found[vehicle.name], owners[log.path] = vehicle, vehicle.name
    known = {name.lower() for name in found}
    for name, reports in _reported(logs).items():
        if name.lower() not in known:
            found[name] = _by_reports(name, reports)
    if not found:
        raise NothingToDrawError(f"{given[0]}: no position (..._X and ..._Y) in any log of this run")
    vehicles = tuple(found[name] for name in sorted(found, key=str.lower))
    folder = given[0]
    own = folder.absolute().name if folder.is_dir() else stem(folder)
    names = [vehicle.name for vehicle in vehicles[:4]] + ["..."] * (len(vehicles) > 4)
    return FleetLog(
        own if len(given) == 1 else ", ".join(names),
        vehicles,
        _messages(logs, owners),
        _orders([log for log in logs if log.path not in owners] or logs),
        _counted(_summary(folder), zero),
        _regions(logs),
        max(log.end for log in logs if log.series),
        zero,
        tuple(files),
    )


def _vehicles_in(log: RecordedRun, prefix: str) -> list[tuple[str, str]]:
    """Return names and prefixes of the vehicles of a log: none of a shoreside; several, with names, of a bag alone."""
    if not has_position(log, prefix):
        return []
    several = [name[:-2] for name in log.series if name.endswith("_X") and f"{name[:-2]}_Y" in log.series]
    if prefix or len(several) == 1 or not (log.path.is_dir() or log.path.suffix == ".db3"):
        return [("", prefix)]
    return [(one.lower(), one) for one in several]


def _first(logs: Sequence[RecordedRun], name: str, value: str) -> float | None:
    """When a variable was first posted as a value, s."""
    number = read_number(value)
    times = [time for log in logs for time, text in log.mail.get(name, ()) if text.strip().lower() == value.lower()]
    if number is not None:
        series = [log.series[name] for log in logs if name in log.series]
        times += [float(time) for stamps, values in series for time in stamps[values == number][:1]]
    return min(times, default=None)


def _kept(variable: str) -> bool:
    """Whether the texts of a variable are kept."""
    return variable in _KEPT or _ORDERS.match(variable) is not None


def shifted(log: RecordedRun, shift: float) -> RecordedRun:
    """The run with ``shift`` (s) added to its times."""
    if not shift:
        return log
    series = {name: (times + shift, values) for name, (times, values) in log.series.items()}
    mail = {name: [(time + shift, text) for time, text in posts] for name, posts in log.mail.items()}
    return replace(log, series=series, mail=mail)


def _summary(folder: Path) -> dict[str, Any]:
    try:
        found = json.loads((folder / RUN_FILE).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}


def _community(folder: Path, file: Path) -> str:
    """The community of a log, by the summary of the run."""
    communities = _summary(folder).get("communities", {})
    for name, one in communities.items() if isinstance(communities, dict) else ():
        if isinstance(one, dict) and Path(str(one.get("mission", ""))).stem == stem(file):
            return str(name)
    return ""


def _vehicle(log: RecordedRun, track: RunSeries, community: str) -> FleetVehicle:
    reports = [(time, read_node_report(text)) for time, text in log.mail.get(_OWN_REPORT, ())]
    name = next((state.name for _, state in reversed(reports) if state.name), "") or community or log.name
    colour = next((state.colour for _, state in reversed(reports) if state.colour), "")
    modes = _changes((time, _mode(state)) for time, state in reports)
    events = [FleetEvent(time, "mode", mode) for time, mode in modes]
    events += [FleetEvent(time, "helm", f"helm {text}") for time, text in _changes(log.mail.get(_HELM, ()))]
    events += [
        FleetEvent(time, "waypoint", f"waypoint {found[1]}")
        for time, text in log.mail.get(GUIDANCE_EVENT, ())
        if (found := _WAYPOINT.match(text)) is not None
    ]
    if _INDEX in log.series:
        indices = _changes((float(t), f"{v:g}") for t, v in zip(*log.series[_INDEX], strict=True))
        events += [FleetEvent(time, "waypoint", f"to waypoint {text}") for time, text in indices]
    events.sort(key=lambda event: event.time)
    return FleetVehicle(name, track, colour, tuple(modes), tuple(events), log.path)


def _mode(state: NodeState) -> str:
    return state.mode.removeprefix("MODE@")


def _changes(values: Iterable[tuple[float, str]]) -> list[tuple[float, str]]:
    """The first of each row of equal values."""
    found: list[tuple[float, str]] = []
    for time, value in values:
        if value and (not found or found[-1][1] != value):
            found.append((time, value))
    return found


def _reported(logs: Sequence[RecordedRun]) -> dict[str, list[tuple[float, NodeState]]]:
    """Node reports by vehicle, of the log that has most of them."""
    best: dict[str, list[tuple[float, NodeState]]] = {}
    for log in logs:
        found: dict[str, list[tuple[float, NodeState]]] = {}
        for time, text in log.mail.get(_REPORT, ()):
            state = read_node_report(text)
            if state.name and state.x is not None and state.y is not None:
                found.setdefault(state.name, []).append((time, state))
        best |= {name: posts for name, posts in found.items() if len(posts) > len(best.get(name, ()))}
    return best


def _by_reports(name: str, reports: Sequence[tuple[float, NodeState]]) -> FleetVehicle:
    times = np.array([time for time, _ in reports])

    def series(key: str) -> tuple[np.ndarray, np.ndarray] | None:
        held = [(time, value) for time, state in reports if (value := getattr(state, key)) is not None]
        return (np.array([t for t, _ in held]), np.array([v for _, v in held])) if held else None

    run = RunSeries(
        name, times, np.array([state.x for _, state in reports]), np.array([state.y for _, state in reports]),
        heading=series("heading"), speed=series("speed"), depth=series("depth"),
    )  # fmt: skip
    modes = _changes((time, _mode(state)) for time, state in reports)
    colour = next((state.colour for _, state in reversed(reports) if state.colour), "")
    return FleetVehicle(name, run, colour, tuple(modes), tuple(FleetEvent(time, "mode", mode) for time, mode in modes))


def _messages(logs: Sequence[RecordedRun], owners: Mapping[Path, str]) -> tuple[Sent, ...]:
    """Messages in the senders' logs, with their arrivals in those of the receivers."""
    sent: list[tuple[float, dict[str, str], str]] = []
    for log in logs:
        if log.path in owners:
            sent += [(time, fields_of(text), owners[log.path]) for time, text in log.mail.get(_SENT, ())]
    sent.sort(key=lambda one: one[0])
    places: dict[tuple[str | None, ...], list[int]] = {}
    for place, (_, given, _) in enumerate(sent):
        places.setdefault(tuple(map(given.get, _SAME)), []).append(place)
    arrivals: list[dict[str, float]] = [{} for _ in sent]
    for log in logs:
        owner = owners.get(log.path, "")
        waiting = {key: list(found) for key, found in places.items()}
        for time, text in log.mail.get(_CAME, ()) if owner else ():
            given = fields_of(text)
            alike = waiting.get(tuple(map(given.get, _SAME)), [])
            # of equal ones the latest that was sent before: delays are short, losses are not rare
            k = bisect_right(alike, time, key=lambda place: sent[place][0]) - 1
            if k >= 0 and time - sent[alike[k]][0] <= _LATE and given.get("src_node", "").lower() != owner.lower():
                arrivals[alike.pop(k)][owner] = time
    return tuple(
        Sent(time, given.get("src_node", owner), given.get("var_name", "?"), _addressed(given), tuple(came.items()))
        for (time, given, owner), came in zip(sent, arrivals, strict=True)
    )


def _addressed(given: Mapping[str, str]) -> str:
    group = given.get("dest_group", "")
    return given.get("dest_node", "") or (f"group {group}" if group else "all")


def _orders(logs: Sequence[RecordedRun]) -> tuple[FleetEvent, ...]:
    found = [
        FleetEvent(time, "order", f"{name} = {text}")
        for log in logs
        for name, posts in log.mail.items()
        if _ORDERS.match(name)
        for time, text in _changes(posts)
    ]
    return tuple(sorted(dict.fromkeys(found), key=lambda event: event.time))


def _counted(summary: Mapping[str, Any], zero: float) -> tuple[FleetEvent, ...]:
    found = []
    events = summary.get("events")
    for event in events if isinstance(events, list) else ():
        try:
            between = " and ".join(str(name) for name in event["between"])
            found.append(FleetEvent(float(event["time"]) - zero, "encounter", f"{event['kind']} {between}"))
        except (KeyError, TypeError, ValueError):
            continue
    return tuple(found)


def _regions(logs: Sequence[RecordedRun]) -> tuple[tuple[tuple[float, float], ...], ...]:
    """Polygons that were shown, each in its last form, once each."""
    last: dict[tuple[Path, str], tuple[tuple[float, float], ...]] = {}
    for log in logs:
        for _, text in log.mail.get("VIEW_POLYGON", ()):
            given = fields_of(text)
            drawing = None if given.get("active", "true").lower() == "false" else drawing_of("polygon", given)
            if drawing is not None:
                last[log.path, given.get("label", text)] = tuple((x, y) for x, y in drawing["points"])
    return tuple(dict.fromkeys(last.values()))
