"""``run_mission``: a lock-step run whose log comes back as arrays."""

from __future__ import annotations

import os
from array import array
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar, overload

import numpy as np
import numpy.typing as npt

from usimmarine_py.apps.own.behaviors import BehaviorLike
from usimmarine_py.apps.own.find import AppLike
from usimmarine_py.errors import ConfigError
from usimmarine_py.logs.alog import Series
from usimmarine_py.logs.tables import ArrayRows
from usimmarine_py.mission import Mission, read_mission
from usimmarine_py.run.asked import MissionReading
from usimmarine_py.run.changes import changed_missions
from usimmarine_py.run.files import summaries
from usimmarine_py.run.plan import plan_run
from usimmarine_py.run.run import execute
from usimmarine_py.run.summary import FieldSummary, RunSummary
from usimmarine_py.values import Value
from usimmarine_py.values.frozen import dataclass
from usimmarine_py.values.overrides import read_changes
from usimmarine_py.values.rows import Shape

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Texts:
    """One text variable: ``times`` in s since the start of the run, shape (n,), and as many ``values``."""

    times: npt.NDArray[np.float64]
    values: tuple[str, ...]


class _ByName(Mapping[str, T]):
    """What a log holds, by name."""

    def __init__(self, found: dict[str, T]) -> None:
        self._found = found

    def __getitem__(self, name: str) -> T:
        return self._found[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._found)

    def __len__(self) -> int:
        return len(self._found)


class RunLog(_ByName[Series]):
    """The log of a run: ``log["NAV_X"].times`` (s since the start) and ``.values``, both of shape (n,).

    A mapping of the numeric variables; the others stand in ``texts``.
    """

    def __init__(
        self,
        numbers: dict[str, Series],
        texts: dict[str, Texts],
        track: dict[str, npt.NDArray[np.float64]],
        summary: RunSummary,
    ) -> None:
        super().__init__(numbers)
        self.texts = texts  #: text variables by name
        #: the true state after each tick: time (s), x, y, depth (m), heading (deg), speed (m/s) and more by name
        self.track = track
        self.summary = summary

    def __repr__(self) -> str:
        ended = self.summary.ended
        return f"<RunLog of {self.summary.mission}: {self.summary.time:g} s, {len(self)} variables, ended by {ended}>"


class FieldLog(_ByName[RunLog]):
    """The logs of a field: ``log["abe"]["NAV_X"].values``; a mapping of the communities by name.

    The log of a community without a vehicle has an empty ``track``.
    """

    def __init__(self, logs: dict[str, RunLog], summary: FieldSummary) -> None:
        super().__init__(logs)
        #: of the whole, with the closest approach of each pair (``encounters``) and what detectors counted (``events``)
        self.summary = summary

    def __repr__(self) -> str:
        return f"<FieldLog of {', '.join(self)}: {self.summary.time:g} s, ended by {self.summary.ended}>"


class _Collector:
    """A listener that keeps everything."""

    def __init__(self, start: float) -> None:
        self._start = start
        self._numbers: dict[str, tuple[array[float], array[float]]] = {}
        self._texts: dict[str, tuple[array[float], list[str]]] = {}

    def __call__(self, stamp: float, shape: Shape, values: tuple[Value, ...], source_aux: str) -> None:
        for variable, value in zip(shape.names, values, strict=True):
            self._keep(stamp, variable, value)

    def _keep(self, stamp: float, variable: str, value: Value) -> None:
        if isinstance(value, float):
            if variable not in self._numbers:
                self._numbers[variable] = (array("d"), array("d"))
            times, values = self._numbers[variable]
            times.append(stamp - self._start)
            values.append(value)
        elif isinstance(value, str):
            stamps, texts = self._texts.setdefault(variable, (array("d"), []))
            stamps.append(stamp - self._start)
            texts.append(value)

    def numbers(self) -> dict[str, Series]:
        return {name: Series(np.array(t), np.array(v)) for name, (t, v) in self._numbers.items()}

    def texts(self) -> dict[str, Texts]:
        return {name: Texts(np.array(t), tuple(v)) for name, (t, v) in self._texts.items()}


_File = str | os.PathLike[str] | Mission


@overload
def run_mission(
    file: _File,
    duration: float | None = None,
    seed: int | None = None,
    block: str | None = None,
    apps: Sequence[AppLike] = (),
    changes: Mapping[str, Any] | None = None,
    behaviors: Sequence[BehaviorLike] = (),
) -> RunLog: ...
@overload
def run_mission(
    file: list[_File] | list[str] | list[Path] | list[Mission] | tuple[_File, ...],
    duration: float | None = None,
    seed: int | None = None,
    block: str | None = None,
    apps: Sequence[AppLike] = (),
    changes: Mapping[str, Any] | None = None,
    behaviors: Sequence[BehaviorLike] = (),
) -> FieldLog: ...
def run_mission(
    file: Any,
    duration: float | None = None,
    seed: int | None = None,
    block: str | None = None,
    apps: Sequence[AppLike] = (),
    changes: Mapping[str, Any] | None = None,
    behaviors: Sequence[BehaviorLike] = (),
) -> RunLog | FieldLog:
    """Run a mission in lock step, without files and without waiting; everything posted comes back as arrays.

    Args:
        file: a ``.moos`` file, the name of a shipped mission (``box``), or a mission that was read already; a list of
            them: the communities of a field, of which a ``FieldLog`` comes back.
        duration: simulated s, also behind the end of a plan or script; None: until guidance has finished or a script
            quits.
        seed: >= 0; None: that of the simulator's block, else 0. Equal seeds give equal logs, to the bit.
        block: which simulator's block, where the mission has several.
        apps: applications of your own that play, too (docs/apps.md): classes derived from ``App``, functions that make
            one, instances, or names as in ``path/file.py:Class``, each of them as ``NAME=path/file.py:Class``, too.
        behaviors: behaviours of your own for the helm (docs/helm.md): Python files, modules or classes.
        changes: values by key, as ``--set`` takes them: ``{"turn_rate": 40, "vehicle.rigid_body.mass": 60}``; of a
            field ``{"abe:turn_rate": 40}`` for one community, without a name before it for every vehicle.

    Raises ``MissionFileError`` and ``ConfigError`` for what cannot be run, ``AppError`` if a method of yours raises.
    """
    several = isinstance(file, list | tuple)
    files = list(file) if several else [file]
    if not files:
        raise ConfigError("there is no mission in the list", key="file")
    read = [one for one in files if isinstance(one, Mission)]
    if changes and read:
        raise ConfigError("go with the path of a mission, not with one that was read already", key="changes")
    if read:
        missions = [one if isinstance(one, Mission) else read_mission(one) for one in files]
    else:
        reading = MissionReading(changes=read_changes(changes or {}), block=block)
        missions = changed_missions([os.fspath(one) for one in files], reading, apps)
    plan = plan_run(missions, duration=duration, seed=seed, block=block, apps=apps, behaviors=behaviors)
    collectors = {one.name: _Collector(plan.loop.start) for one in plan.communities}
    rows = {one.name: ArrayRows(one.columns) for one in plan.communities if one.simulator is not None}
    summary = execute(
        plan,
        listeners={name: [collector] for name, collector in collectors.items()},
        rows={name: [found] for name, found in rows.items()},
    )
    logs = {
        name: RunLog(found.numbers(), found.texts(), rows[name].arrays() if name in rows else {}, each)
        for (name, found), each in zip(collectors.items(), summaries(plan, summary).values(), strict=True)
    }
    if not several:
        return logs[plan.communities[0].name]
    return FieldLog(logs, FieldSummary.of(plan.communities[0].name, summary))
