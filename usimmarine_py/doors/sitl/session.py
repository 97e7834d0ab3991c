"""A run whose clock is an autopilot: frame by frame, servo outputs in, the vehicle's motion out."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from usimmarine_py.check.roles import role_in_run
from usimmarine_py.doors.refusals import Refusals
from usimmarine_py.doors.sitl.motion import FrameMotion
from usimmarine_py.doors.sitl.packets import ServoFrame, is_overtaken
from usimmarine_py.doors.sitl.port import AutopilotPort
from usimmarine_py.doors.sitl.px4 import Px4Port
from usimmarine_py.doors.sitl.servos import SIDES, Servo, commands_of
from usimmarine_py.mission import GUIDANCE, HELM, PID, Mission
from usimmarine_py.mission.started import started
from usimmarine_py.moos.transport.comms import Comms
from usimmarine_py.run.context import RunContext
from usimmarine_py.run.loop import RunLoop
from usimmarine_py.run.plan import PlayedCommunity, RunPlan
from usimmarine_py.run.run import RunEnd
from usimmarine_py.run.stop import INTERRUPTED, Stop, TickEnded
from usimmarine_py.values.rows import Row, Shape, make_row, single

#: The client of the community that posts what the autopilot commands.
AUTOPILOT = "ardupilot"
#: Steering programs, whose place the autopilot takes.
STEERING = (HELM, PID, GUIDANCE)


class SteeredContext(RunContext):
    """Offline, but for the programs that steer: the autopilot does."""

    def plays(self, mission: Mission, name: str) -> bool:
        """Whether the application of this name plays: helms, controllers and guidance do not."""
        return name not in steering_programs(mission)


def steering_programs(mission: Mission) -> list[str]:
    """Return the names of what would steer the vehicle without an autopilot."""
    programs = {one.name: one.program for one in started(mission)}
    names = dict.fromkeys([*programs, *(block.name for block in mission.blocks)])
    return [name for name in names if role_in_run(mission, programs.get(name, name)) in STEERING]


class AutopilotSession:
    """Drives a planned run of one vehicle by an autopilot; ``drive`` is for ``run_to_files``."""

    def __init__(
        self, port: AutopilotPort | Px4Port, first: ServoFrame, servos: Sequence[Servo], say: Callable[[str], None]
    ) -> None:
        self.restarts = 0  #: times that the autopilot began anew
        self.repeated = 0  #: frames that it sent again
        self.missed = 0  #: numbers of frames that never came
        self.late = 0  #: old frames, overtaken by others
        self._behind = -1  #: number of the frame before
        self._port, self._frame, self._servos, self._remarks = port, first, tuple(servos), Refusals(say)
        self._rate, self._step = first.rate, 1.0 / first.rate
        self._names = Shape(tuple(one.variable for one in servos))
        self._ticks = 0

    def drive(self, plan: RunPlan, end: RunEnd, stopped: Callable[[], str] | None) -> None:
        """Let the loop of a plan run, one tick of its vehicle for each frame, until the run is at its end."""
        loop, (one,) = plan.loop, plan.communities
        loop.stopped = stopped
        ask = stopped or (lambda: "")
        if isinstance(stopped, Stop):
            stopped.ticking = lambda: loop.ticking
        try:
            self._drive(plan, one, ask)
        except TickEnded:
            end.stuck = f"a tick of {loop.ticking} did not end"
            loop.over = ask() or INTERRUPTED
        finally:
            if isinstance(stopped, Stop):
                stopped.over()
            loop.close()

    def _drive(self, plan: RunPlan, one: PlayedCommunity, stopped: Callable[[], str]) -> None:
        loop, simulator, vehicle = plan.loop, one.simulator, one.vehicle
        assert simulator is not None and vehicle is not None
        one.community.followers.setdefault(vehicle, []).append(self._ticked)
        loop.connect()
        client = one.community.bus.client(AUTOPILOT)
        client.run()
        if any(servo.variable in SIDES for servo in self._servos):
            client.post_rows([single("THRUST_MODE_DIFFERENTIAL", "true")])
        watched = FrameMotion(simulator)
        watched.begin()
        start = one.played.vehicle.value("start_pos") if one.played.vehicle is not None else None
        last, answer = -1, b""
        while not loop.over:
            frame = self._frame
            if frame.starts or not self._is_late(frame.number, last):
                if frame.number == last and not frame.starts:
                    self.repeated += 1
                else:
                    if 0 <= frame.number < last or (frame.starts and last >= 0):
                        self._restart(client, start or "x=0,y=0,speed=0,heading=0")
                        self._tick(loop)
                        watched.begin()
                    self.missed += max(frame.number - last - 1, 0) if last >= 0 else 0
                    client.post_rows(self._commands(frame))
                    self._tick(loop)
                    answer, last = self._port.encoded(watched.answer(self._step)), frame.number
                self._port.answer(answer)
            if plan.duration is not None and loop.clock.now() - loop.start >= plan.duration - 1e-9:
                loop.over = "duration"
            elif not loop.over and (following := self._port.next(stopped)) is None:
                loop.over = stopped()
            elif not loop.over:
                self._take(following)

    def _is_late(self, number: int, last: int) -> bool:
        """Whether a frame is an old one that others have overtaken, and not one of an autopilot's new start.

        An autopilot sends a frame again until it is answered, so that the second time it is a new start.
        """
        behind, self._behind = self._behind, number
        if not is_overtaken(number, last) or number == behind:
            return False
        self.late += 1
        return True

    def _take(self, frame: ServoFrame | None) -> None:
        assert frame is not None
        if frame.rate != self._rate:
            text = f"the autopilot asks for {frame.rate} Hz now: the run goes on with {1.0 / self._step:.0f} Hz"
            self._remarks.add(text)
            self._rate = frame.rate
        self._frame = frame

    def _restart(self, client: Comms, start: str) -> None:
        self.restarts += 1
        self._remarks.add("the autopilot has started again: the vehicle is back at its start, and its time begins at 0")
        client.post_rows([single("USM_RESET", start)])

    def _commands(self, frame: ServoFrame) -> list[Row]:
        values = tuple(value for _, value in commands_of(self._servos, frame))
        return [make_row((self._names, values, None, ""))]

    def _tick(self, loop: RunLoop) -> None:
        """Run until the vehicle has made a tick."""
        before = self._ticks
        while self._ticks == before and not loop.over:
            loop.run(max(loop.clock.now(), loop.next_time()))

    def _ticked(self, _now: float) -> None:
        self._ticks += 1

    def lines(self) -> list[str]:
        """What was heard, for the end of the run."""
        found = [f"{self._port.frames} frames at {1.0 / self._step:.0f} Hz"]
        for count, what in (
            (self.repeated, "sent again"), (self.missed, "never came"), (self.late, "came too late"),
            (self._port.refused, "refused"), (self.restarts, "restarts of the autopilot"),
        ):  # fmt: skip
            if count:
                found.append(f"{count} {what}")
        return found
