"""What policies are shown of all rows: measured, scanned, by a function of the user's own, stacked and late."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from usimmarine_py.errors import ConfigError
from usimmarine_py.gym import task_rules as rules
from usimmarine_py.gym.senses.history import FrameHistory
from usimmarine_py.gym.senses.lidar import NOISE, RANGE, scan, seen_by_lidar
from usimmarine_py.gym.senses.measured import LIDAR, SensedRows
from usimmarine_py.gym.truth import EpisodeTruth, Function, found_by, returned
from usimmarine_py.gym.words import DrawnNumber, Observed, is_drawn, is_number


class ShownRows:
    """Makes the observations of ``EpisodeRows`` (``rows``) from what the task's own rules have observed."""

    def __init__(
        self,
        rows: Any,
        sensors: Sequence[str],
        functions: Mapping[str, Function],
        history: tuple[int, int],
        errors: Any = 1.0,
    ) -> None:
        """``errors``: how many times their usual size those of the sensors have; a number, or what resets draw."""
        count, task = len(rows.episodes), rows.task
        self._rows, self._own = rows, functions.get("observe")
        self._sensed = SensedRows(sensors, count, rows.time_step)
        self._lidar = LIDAR in sensors
        if not (self._sensed or self._lidar) and (is_drawn(errors) or errors != 1.0):
            raise ConfigError("has no effect: sensors names none that measures", key="sensor_errors")
        if not is_drawn(errors) and not is_number(errors):
            problem = f"must be a number, a range (low, high) or a function of the progress, not {errors!r}"
            raise ConfigError(problem, key="sensor_errors")
        self._errors = DrawnNumber("sensor_errors", errors)
        if self._errors.ends[0] < 0.0:
            raise ConfigError(f"must be from 0, not {errors!r}", key="sensor_errors")
        self._varies = is_drawn(errors)
        #: of each row how many times their usual size
        self._times = np.full(count, self._errors.ends[1])
        self.observed: tuple[Observed, ...] = task.observed + (seen_by_lidar() if self._lidar else ())
        self._random = [np.random.default_rng(0) for _ in range(count)]
        bound = np.array([one.bound for one in self.observed], dtype=np.float32)
        self._single = rows.seen_by_task
        if self._own is not None:
            found = found_by("observe", self._own, EpisodeTruth(rows, slice(0, 1)))
            if found.ndim != 2 or len(found) != 1:
                problem = f"must return an array of shape (N, n), not {found.shape} of 1 vehicle"
                raise ConfigError(problem, key="observe")
            bound = np.full(found.shape[1], np.inf, dtype=np.float32)
        if self._own is not None or self._lidar:
            self._single = np.zeros((count, len(bound)), dtype=np.float32)
        stack, late = history
        self._history = FrameHistory(count, len(bound), stack, late) if stack > 1 or late else None
        #: (N, n), what is returned, and the bound of each of its numbers
        self.observations = np.zeros((count, stack * len(bound)), np.float32) if self._history else self._single
        self.bound = np.tile(bound, stack)
        #: Whether more is shown than the task's own observation of the truth.
        self.made = bool(self._sensed) or self.observations is not rows.seen_by_task

    def switch_on(self, row: int, random: np.random.Generator) -> None:
        """Sensors of a new episode; what is random comes from ``random``, of which without sensors nothing is taken."""
        if self._varies:
            self._times[row] = self._errors.draw(random, self._rows.craft.progress)
        if self._sensed:
            self._sensed.begin(row, random, float(self._times[row]))
        if self._lidar:
            self._random[row] = np.random.default_rng(int(random.integers(1 << 31)))

    def drawn_info(self, row: int) -> dict[str, dict[str, float]]:
        """Return what was drawn of the sensors, for the info of a reset."""
        return {"sensors": {"sensor_errors": float(self._times[row])}} if self._varies else {}

    def show(self, which: slice, *, begins: bool = False) -> None:
        """Make the observations of some rows anew; one that is lost keeps what was observed last."""
        rows = self._rows
        if self._sensed or self._single is not rows.seen_by_task:
            self._make(which, rows.ends[which] == rules.DIVERGED, begins=begins)
        if self._history is not None:
            if begins:
                self._history.begin(which.start, self._single[which.start])
            else:
                self._history.push(self._single)
            self.observations[which] = self._history.shown(which)

    def _make(self, which: slice, lost: Any, *, begins: bool) -> None:
        """Make what is not the task's own observation of the truth."""
        rows = self._rows
        if self._sensed:
            numbers = range(*which.indices(len(rows.ends)))
            measured = self._sensed.measure(rows.fleet.seen[which], numbers, again=not begins)
            before = rows.seen_by_task[which].copy()
            rows.observe(measured, which)
            rows.seen_by_task[which][lost] = before[lost]
        if self._own is not None:
            truth, before = EpisodeTruth(rows, which), self._single[which]
            self._single[which] = returned("observe", self._own, truth, before, lost)
        elif self._lidar:
            ranges = scan(rows.fleet.seen[which], rows.memory[which], rows.task.contacts, rows.craft.length)
            width, numbers = rows.seen_by_task.shape[1], range(*which.indices(len(rows.ends)))
            noise = np.array([self._random[i].standard_normal(ranges.shape[1]) for i in numbers])
            times = self._times[which, None]
            measured = np.where(ranges < RANGE, np.clip(ranges + NOISE * times * noise, 0.0, RANGE), RANGE)
            self._single[which, :width] = rows.seen_by_task[which]
            self._single[which, width:][~lost] = measured[~lost]
