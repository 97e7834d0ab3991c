"""What a page asks of logs beyond the present values: the helm, its objective functions, encounters, any variables."""

from __future__ import annotations

import threading
import time
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from itertools import pairwise
from math import isfinite, nan
from typing import Any

import numpy as np

from usimmarine_py.errors import NothingToDrawError, UsimError
from usimmarine_py.logs.fleet.encounters import RecordedEncounter, encounters
from usimmarine_py.logs.fleet.happened import happened, verdicts
from usimmarine_py.logs.fleet.read import read_fleet
from usimmarine_py.logs.helm import HelmLog, has_helm, helm_of, says_of_helm
from usimmarine_py.logs.runs import RecordedRun, Series, mission_as_run, read_run
from usimmarine_py.logs.viewer.fields import shown
from usimmarine_py.plots.helm.figure import lanes_of
from usimmarine_py.plots.helm.replayed import Decisions, other_decisions
from usimmarine_py.watch.feeds.alog import LogFeed
from usimmarine_py.watch.feeds.decisions import functions_answer, rounded
from usimmarine_py.watch.feeds.feed import Feed, ShownVehicle
from usimmarine_py.watch.motion import motion_of_log

#: Most points of a curve, encounters, and variables at a time that are sent to a page.
_MOST_POINTS, _MOST_MET, _MOST_NAMES, _MOST_EVENTS = 3000, 12, 24, 400
#: A log that grows is read again after this time, real s.
_AGAIN = 3.0


class LogRecord:
    """One log as a whole; read when it is asked for, and again when it has grown."""

    def __init__(self, feed: LogFeed) -> None:
        self.path, self.offset, self.feed = feed.path, feed.offset, feed
        self._size, self._read = -1, 0.0
        self._run: RecordedRun | None = None
        self._helm: HelmLog | None = None
        self._decisions: Decisions | None = None

    def refresh(self) -> None:
        """Forget what was read of a log that has grown since."""
        size = self.path.stat().st_size if self.path.exists() else -1
        if size != self._size and time.monotonic() - self._read > _AGAIN:
            self._size, self._read = size, time.monotonic()
            self._run = self._helm = self._decisions = None

    @property
    def run(self) -> RecordedRun:
        """All numbers of the log, and the texts of its helm."""
        if self._run is None:
            self._run = read_run(self.path, says_of_helm)
        return self._run

    @property
    def helm(self) -> HelmLog:
        """What its helm did. Raises ``NothingToDrawError`` without one."""
        if not has_helm(self.run) and "IVPHELM_SUMMARY" not in self.run.mail:
            raise NothingToDrawError(f"{self.path.name}: no helm posted to this log")
        if self._helm is None:
            self._helm = helm_of(self.run)
        return self._helm

    @property
    def decisions(self) -> Decisions:
        """Its objective functions."""
        if self._decisions is None:
            self._decisions = Decisions(self.path, mission_as_run(self.path))
        return self._decisions


class Records:
    """The logs of a page. One question is answered at a time; the lock of the page is not held meanwhile."""

    def __init__(self, feeds: Sequence[Feed]) -> None:
        self._logs = {id(feed): LogRecord(feed) for feed in feeds if isinstance(feed, LogFeed)}
        self._lock = threading.Lock()
        self._met: dict[str, tuple[tuple[int, ...], list[RecordedEncounter]]] = {}  # by run
        self.answers: Mapping[str, Callable[[LogRecord, Mapping[str, str]], dict[str, Any]]] = {
            "/helm": self._of_helm,
            "/functions": self._of_functions,
            "/encounters": self._of_encounters,
            "/variables": lambda record, asked: {"names": sorted(record.run)},
            "/series": self._of_series,
            "/happened": self._of_events,
            "/mail": self._of_mail,
            "/motion": self._of_motion,
        }

    def answer(
        self, path: str, feed: Feed | None, vehicle: ShownVehicle | None, asked: Mapping[str, str]
    ) -> dict[str, Any]:
        """Return what is asked of the vehicle's log; ``{"refused": WHY}`` where there is nothing."""
        record = self._logs.get(id(feed))
        if record is None or vehicle is None:
            return {"refused": "this is for logs: usim watch RUN.alog, or the folder of a run"}
        if not vehicle.own and path != "/encounters":
            return {"refused": f"{vehicle.name} is known by its reports alone; give its log, too"}
        with self._lock:
            try:
                for one in self._logs.values():
                    one.refresh()
                return self.answers[path](record, asked)
            except (UsimError, OSError) as error:
                return {"refused": str(error).partition("; give --mission")[0]}
            except ValueError:
                return {"refused": "t must be a number"}

    def _of_helm(self, record: LogRecord, asked: Mapping[str, str]) -> dict[str, Any]:
        del asked
        helm, shift = record.helm, record.offset
        names = [*lanes_of(helm), *sorted(name for name in helm.idle if name not in helm.active | helm.running)]

        def spans(found: Mapping[str, Sequence[tuple[float, float]]], name: str) -> list[list[float]]:
            return [[begin + shift, end + shift] for begin, end in found.get(name, ())]

        def changes(found: Sequence[tuple[float, Any]]) -> list[list[Any]]:
            return [[at + shift, value] for at, value in found]

        return {
            "end": helm.end + shift,
            "states": changes(helm.states),
            "modes": changes(helm.modes),
            "behaviors": [
                {
                    "name": name, "idle": spans(helm.idle, name), "running": spans(helm.running, name),
                    "active": spans(helm.active, name), "weights": changes(helm.weights.get(name, ())),
                    "ways": changes(helm.avoidance.get(name, ())),
                }
                for name in names
            ],
            "errors": changes(helm.errors),
        }  # fmt: skip

    def _of_functions(self, record: LogRecord, asked: Mapping[str, str]) -> dict[str, Any]:
        at = float(asked.get("t", "")) - record.offset + 1e-6  # times come back with six decimals
        if at != at:
            raise ValueError
        decisions = record.decisions
        times, notes = decisions.times, []
        try:
            moment = decisions.at(at)
        except NothingToDrawError as error:
            place = bisect_right(times, at + 1e-9)
            return {
                "refused": str(error).removeprefix(f"{record.path}: "),
                "previous": times[place - 2] + record.offset if place > 1 else None,
                "next": times[place] + record.offset if place < len(times) else None,
            }
        if decisions.replays:
            notes = other_decisions(moment)
        before, behind = bisect_left(times, moment.time - 1e-9), bisect_right(times, moment.time + 1e-9)
        return {
            **functions_answer(moment),
            "time": moment.time + record.offset,
            "previous": times[before - 1] + record.offset if before > 0 else None,
            "next": times[behind] + record.offset if behind < len(times) else None,
            "replayed": decisions.replays,
            "notes": notes,
        }

    def _of_encounters(self, record: LogRecord, asked: Mapping[str, str]) -> dict[str, Any]:
        run = record.feed.run
        name = asked.get("vehicle", "")
        if run:  # its name on the page says the run, too
            name = name.removesuffix(f" ({shown(run, 60)})")
        logs = [one for one in self._logs.values() if one.feed.run == run]
        key = tuple(one._size for one in logs)
        if run not in self._met or self._met[run][0] != key:
            known = [one for one in logs if one.path.exists()]
            fleet = read_fleet([one.path for one in known])
            helms = {one.path: one.helm for one in known if has_helm(one.run)}
            self._met[run] = key, encounters(fleet, helms)
        own = [one for one in self._met[run][1] if not name or name.lower() in (word.lower() for word in one.vehicles)]
        if not own:
            return {"refused": "no two vehicles at the same time in these logs"}
        return {
            "left": max(len(own) - _MOST_MET, 0),
            "met": [
                {
                    "vehicles": one.vehicles, "time": one.closest.time, "least": one.closest.distance,
                    "places": one.closest.places, "distance": curve(one.distance), "ahead": curve(one.ahead),
                    "ways": one.ways,
                }
                for one in own[:_MOST_MET]
            ],
        }  # fmt: skip

    def _of_mail(self, record: LogRecord, asked: Mapping[str, str]) -> dict[str, Any]:
        """The latest number of every variable at a time, and the texts that are kept of a log."""
        at = float(asked.get("t", "")) - record.offset
        rows: list[list[Any]] = []
        for name, (times, values) in record.run.series.items():
            place = int(np.searchsorted(times, at, "right")) - 1
            if place >= 0:
                rows.append([name, float(values[place]), round(float(times[place]) + record.offset, 2), ""])
        for name, posts in record.run.mail.items():
            place = bisect_right([time for time, _ in posts], at) - 1
            if place >= 0:
                rows.append([name, posts[place][1][:240], round(posts[place][0] + record.offset, 2), ""])
        return {"mail": sorted(rows, key=lambda row: str(row[0])), "absent": len(record.run.texts)}

    def _of_events(self, record: LogRecord, asked: Mapping[str, str]) -> dict[str, Any]:
        """Times and words of what happened: states, modes, waypoints, behaviours, errors, closest approaches."""
        run = record.run
        met = self._of_encounters(record, asked)
        helm = record.helm if has_helm(run) else None
        events = [(at + record.offset, text) for at, text in happened(run, helm)]
        for other in self._logs.values():  # the shore judges the mission
            if other is not record and other.feed.run == record.feed.run:
                with suppress(UsimError):
                    events += [(at + other.offset, text) for at, text in verdicts(other.run)]
        for one in met.get("met", ()):
            events.append((float(one["time"]), f"closest: {one['least']:.1f} m, {' and '.join(one['vehicles'])}"))
        events.sort()
        left = max(len(events) - _MOST_EVENTS, 0)
        return {"events": [[round(at, 3), text] for at, text in events[:_MOST_EVENTS]], "left": left}

    def _of_motion(self, record: LogRecord, asked: Mapping[str, str]) -> dict[str, Any]:
        """Poses and arrows of the actuators ``from`` a time ``to`` another."""
        shift, own = record.offset, record.feed.own
        try:
            begin, end = (float(asked.get(name, "")) - shift for name in ("from", "to"))
        except ValueError:
            begin = end = nan
        if not (isfinite(begin) and isfinite(end)):
            return {"refused": "from and to must be numbers"}
        found = motion_of_log(record.run, own.hull, own.data.prefix, begin, end)
        for row in (*found["poses"], *found["pushes"]):
            row[0] = round(row[0] + shift, 5)
        return found

    def _of_series(self, record: LogRecord, asked: Mapping[str, str]) -> dict[str, Any]:
        found: dict[str, Any] = {}
        absent: list[str] = []
        for name in dict.fromkeys(word.strip() for word in asked.get("names", "").split(",") if word.strip()):
            if len(found) == _MOST_NAMES:
                absent.append(f"{name}: no more than {_MOST_NAMES} variables at a time")
                break
            try:
                times, values = record.run.variable(name)
                found[name] = curve((times + record.offset, values))
            except NothingToDrawError as error:
                absent.append(str(error).removeprefix(f"{record.path}: "))
        return {"series": found, "absent": absent}


def curve(series: Series) -> list[list[float]]:
    """Times and values; of a long series the least and the largest value of each short time."""
    times, values = series
    if len(times) > _MOST_POINTS:
        edges = np.linspace(0, len(times), _MOST_POINTS // 2 + 1).astype(int)
        kept = {0, len(times) - 1}
        for begin, end in pairwise(edges.tolist()):
            kept |= {begin + int(np.argmin(values[begin:end])), begin + int(np.argmax(values[begin:end]))}
        places = np.array(sorted(kept))
        times, values = times[places], values[places]
    return [rounded(times, 4), [float(f"{value:.7g}") for value in values.tolist()]]
