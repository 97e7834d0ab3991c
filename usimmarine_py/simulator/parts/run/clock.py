"""The clock of a vehicle: how long a step is, and the pause (laws/kinematics 1.1, laws/usimmarine 8.3)."""

from __future__ import annotations

from collections.abc import Mapping
from math import inf, isfinite, ulp
from typing import ClassVar

from usimmarine_py.simulator.mail import Incoming, reads
from usimmarine_py.simulator.part import Part, PartsRow, Share
from usimmarine_py.values import Key, Message
from usimmarine_py.values.frozen import dataclass
from usimmarine_py.values.key import SimulatorRules

#: Paused time (s) that may be missing to a whole second for no other reason than rounding.
_ROUNDING = 1e-5


@dataclass(slots=True)
class Pause:
    """The pause."""

    paused: bool = False
    pause_began: float = 0.0  #: s
    pause_total: float = 0.0  #: s, taken off the clock


class VehicleClock(Part):
    """The documented clock: while paused the stamp follows the clock."""

    def __init__(self, row: PartsRow, pause: Pause, time_warp: float) -> None:
        super().__init__(row, row.time, pause)
        self.time, self.pause, self.owns, self._time_warp = row.time, pause, row.owns, time_warp
        #: s, limit of the time from tick to tick; a step loses what is beyond it, with a warning
        self.max_dt: float | None = None
        self.exact_dt: float | None = None  #: s, replaces the difference of the clock readings
        self._cut = False
        self._any_dt, self._whole = row.dialect.has("bad_dt"), row.dialect.has("pause_whole_seconds")
        self._back = row.dialect.has("enable_after_pause")

    def shares(self) -> Mapping[str, Share]:
        """``begin`` counts the tick, ``step`` finds the length of the step, ``end`` drops the time beyond its limit."""
        return {"begin": self.begin, "step": self.step, "end": self.end}

    def begin(self, now: float) -> None:
        """Count a tick."""
        time = self.time
        time.iteration += 1
        clock = now if isfinite(now) else time.clock
        time.since = clock - time.clock
        time.clock = clock

    def step(self, now: float) -> None:
        """Find the length of the step that the clock asks for."""
        time = self.time
        time.moves = False
        if time.frozen:
            time.frozen = False
            return
        pause = self.pause
        if pause.paused:
            self.hold(now)
            return
        exact = self.exact_dt
        dt = self.model(now) - self.owns[0].time if exact is None else exact
        if self._any_dt:
            pass  # whatever it is
        elif pause.pause_total > 0.0 and time.since > 0.0 and abs(dt) <= 4 * ulp(now):
            # the clock went on but a pause that began with the mail used all of it up: a step of no time
            dt = 0.0
        elif not 0.0 < dt < inf and not (
            # while it was disabled the stamp followed the clock with the pause in it
            self._back and time.since > 0.0 and pause.pause_total > 0 and isfinite(dt)
        ):
            self._output.warnings.append(
                f"the clock did not move forward (dt = {dt:g} s): nothing moves in this iteration"
            )
            return
        most = self.max_dt
        if most is not None and time.since > most and dt > most:
            # time that an obstacle or a pause held the vehicle counts as the dialect has it
            kept = max(dt - (time.since - most), most)
            self._output.warnings.append(f"a step of {dt:.3g} s was cut to {kept:.6g} s; the time beyond it is lost")
            dt, self._cut = kept, True
        time.dt, time.moves = dt, True

    def end(self, now: float) -> None:
        """Drop the time beyond the limit of a step."""
        if self._cut:
            self._cut = False
            for own in self.owns:
                own.stamp(self.model(now))

    def hold(self, now: float) -> None:
        """Let a paused tick pass."""
        self.stamp(now)

    def model(self, now: float) -> float:
        """Return the clock (s) less the paused time."""
        return now - self.pause.pause_total

    def stamp(self, now: float) -> None:
        """Move the stamps of the vehicles to the clock, so that the time so far does not count."""
        if isfinite(now):
            stamp = now if self._dialect.has("enable_after_pause") else self.model(now)
            for own in self.owns:
                own.stamp(stamp)

    def on_pause(self, message: Message) -> str:
        """Take USM_SIM_PAUSED."""
        pause = self.pause
        if self._dialect.has("strict_booleans"):
            word, remark = self.reader.text(message)
            paused = word.lower() == "true"
        else:
            paused, remark = self.reader.boolean(message, pause.paused)
        if paused != pause.paused:
            pause.paused = paused
            self.changed(message.time)
        return remark

    def changed(self, now: float) -> None:
        """Note that the pause began or ended at clock ``now`` (s)."""
        if self.pause.paused:
            self.pause.pause_began = now

    MAIL: ClassVar[tuple[Incoming, ...]] = (
        reads(
            "USM_SIM_PAUSED", "text", on_pause, "true or false: holds the vehicle, publications go on.", group="run",
            section="usimmarine 8.3",
        ),
    )  # fmt: skip


class RecordedClock(VehicleClock):
    """The clock of the recorded programs: the time between pause and resume is taken off the clock."""

    def hold(self, now: float) -> None:
        """Let a paused tick pass; the stamp stays."""

    def model(self, now: float) -> float:
        """Return the clock (s) less the paused time."""
        pause = self.pause
        if self._whole:
            # a clock of 0.01 s measured it, which does not see the rounding of our differences
            return now - int(pause.pause_total + _ROUNDING)
        ongoing = now - pause.pause_began if pause.paused else 0.0
        return now - pause.pause_total - ongoing

    def changed(self, now: float) -> None:
        """Note that the pause began or ended at clock ``now`` (s)."""
        pause = self.pause
        if pause.paused:
            pause.pause_began = now
            return
        elapsed = now - pause.pause_began
        if self._dialect.has("pause_wall_clock"):
            elapsed /= self._time_warp
        pause.pause_total += elapsed


PARAMETERS: tuple[Key, ...] = (
    Key(
        "sim_pause", "bool", "false", "Start paused; USM_SIM_PAUSED = false lets the vehicle go.", group="run",
        example="false", source="laws/usimmarine 3, 8.3",
        rules=SimulatorRules(into="paused"),
    ),
)  # fmt: skip
