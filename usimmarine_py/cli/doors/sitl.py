"""``usim sitl``: a vehicle for an autopilot in the loop."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import click

from usimmarine_py.cli.missions.under_way import RunOptions, RunUnderWay
from usimmarine_py.cli.options import (
    Finite,
    MissionPath,
    Whole,
    engine_option,
    json_option,
    log_limit,
    prints_aside,
    quiet_option,
    set_option,
)
from usimmarine_py.cli.progress import say
from usimmarine_py.errors import ConfigError
from usimmarine_py.maths.geodesy import Geodesy
from usimmarine_py.mission import Mission
from usimmarine_py.run.asked import gathered
from usimmarine_py.text import finite_number
from usimmarine_py.values.frozen import replace

#: Options of ``usim run`` that have no meaning here.
_DEFAULTS: dict[str, Any] = {"max_time": None, "timeout": None, "strict": False}
#: Simulated s of a run that only the autopilot or a signal ends.
_FOR_EVER = 1e9
_MISSION = """ServerHost = localhost
ServerPort = 9000
Community  = {name}
{datum}
ProcessConfig = usimmarine
{{
  prefix    = NAV
  dynamics  = {dynamics}
  vehicle   = {vehicle}
  start_pos = x=0, y=0, heading=0, speed=0, depth=0
}}
"""


@click.command()
@click.argument("mission", type=MissionPath(), required=False, metavar="[FILE.moos|NAME]")
@click.option("--vehicle", metavar="NAME|FILE.toml", help="Without a mission: this vehicle alone, in calm water.")
@click.option(
    "--servo", "servos", multiple=True, metavar="OUTPUT:NAME[:LOW:REST:HIGH]",
    help="What an output of the autopilot drives (left, right, thrust, rudder, elevator, sway, heave, or an actuator "
    "of the vehicle), and its pulses in us [1100:1500:1900]; repeatable. Else 1:left 3:right of a vehicle with "
    "differential thrust, 1:rudder 3:thrust of one with a rudder; with --px4 1:left 2:right, and 1:thrust 3:rudder.",
)  # fmt: skip
@click.option("--px4", is_flag=True, help="Be the vehicle of PX4's simulation instead, by its MAVLink on TCP.")
@click.option("--rate", type=Whole(50, 1000), metavar="HZ", help="With --px4: of its inertial sensors [250].")
@click.option("--home", metavar="LAT,LON", help="Without a mission: latitude and longitude of its origin.")
@click.option("--port", type=Whole(0, 65535), help="UDP port of the vehicle [9002], with --px4 TCP [4560]; 0: any.")
@click.option("--host", default="127.0.0.1", show_default=True, help="Address of the vehicle.")
@click.option("--duration", type=Finite(0.0, min_open=True), metavar="S", help="End after these simulated seconds.")
@click.option("--seed", type=Whole(0, 10**18 - 1), metavar="N", help="Else that of the block, else 0.")
@click.option("-o", "--output", type=click.Path(path_type=Path), metavar="DIR", help="Folder [NAME_sitl].")
@click.option("--csv", is_flag=True, help="Also write the state after each tick as CSV.")
@click.option("--no-log", is_flag=True, help="Write no .alog, only the summary.")
@log_limit()
@set_option
@click.option(
    "--require", metavar="EXPR", multiple=True, help="Exit code 1 unless this holds, such as 'near(30,-50) < 5'."
)
@engine_option("python: interpreted; compiled: a Fossen vehicle's equations by numba; auto: the faster one.")
@json_option
@quiet_option()
def sitl(
    mission: Path | None,
    vehicle: str | None,
    servos: tuple[str, ...],
    px4: bool,
    rate: int | None,
    home: str | None,
    port: int | None,
    host: str,
    **options: Any,
) -> int:
    """Be the vehicle of ArduPilot's SITL, by its JSON interface, or of PX4's.

    Start ArduPilot with --model JSON:127.0.0.1; PX4, with --px4, finds the vehicle by itself. Each frame of servo
    outputs makes one tick of the mission's vehicle, in its wind, waves and current, and is answered; time goes as fast
    as the autopilot does. Helm, controllers and guidance of the mission are left out: the autopilot steers. Log and
    summary are those of usim run. Ctrl-C ends it.
    """
    from usimmarine_py.doors.sitl.port import PORT, AutopilotPort
    from usimmarine_py.doors.sitl.px4 import PORT as PX4_PORT
    from usimmarine_py.doors.sitl.px4 import RATE as PX4_RATE
    from usimmarine_py.doors.sitl.px4 import Px4Port
    from usimmarine_py.doors.sitl.px4_messages import Px4Messages
    from usimmarine_py.doors.sitl.servos import servos_of
    from usimmarine_py.doors.sitl.session import AutopilotSession, SteeredContext, steering_programs
    from usimmarine_py.run.changes import changed_missions
    from usimmarine_py.run.engine import use_engine_for_run
    from usimmarine_py.run.files import run_to_files
    from usimmarine_py.run.plan import plan_run
    from usimmarine_py.run.requirements import Requirements

    if (mission is None) == (vehicle is None):
        raise ConfigError("give a mission file, or --vehicle NAME", key="usim sitl")
    if home is not None and vehicle is None:
        raise ConfigError("is for --vehicle; a mission has LatOrigin and LongOrigin", key="--home")
    if rate is not None and not px4:
        raise ConfigError("is for --px4: ArduPilot says its own", key="--rate")
    given = gathered(RunOptions, {**_DEFAULTS, **options})
    with ExitStack() as stack:
        stack.enter_context(prints_aside(given.shown.as_json))
        file = mission or stack.enter_context(_written(vehicle or "", home))
        running = RunUnderWay(given, given.output or Path(f"{file.stem}_sitl"))
        stack.enter_context(running.under_way(ticks=True))
        base = changed_missions([file], given.reading)
        rehearsed = plan_run(base, duration=_FOR_EVER, seed=given.seed, context=SteeredContext())
        if len(rehearsed.simulators) != 1:
            raise ConfigError("has no vehicle", file=str(file))
        driven = servos_of(servos, rehearsed.simulators[0], px4=px4)
        door: AutopilotPort | Px4Port
        if px4:
            messages = Px4Messages(_plane(base[0], str(mission or vehicle)), given.seed or 0)
            door = Px4Port(host, PX4_PORT if port is None else port, rate or PX4_RATE, messages, _note)
        else:
            door = AutopilotPort(host, PORT if port is None else port, _note)
        stack.callback(door.close)
        if running.speaks:
            own = f"{door.address[0]}:{door.address[1]}"
            say(f"vehicle      {f'tcp {own}; PX4' if px4 else f'udp {own}; ArduPilot: --model JSON:{door.address[0]}'}")
            say("servos       " + ", ".join(f"{one.output} {one.variable}" for one in driven))
            if left := steering_programs(base[0]):
                say(f"not played   {', '.join(left)}: the autopilot steers")
        first = door.next(running.stop)
        if first is None:
            say("usim sitl: no autopilot came", err=True)
            return running.exit_code(True)
        changes = {**given.reading.changes, "AppTick": str(first.rate)}
        if rehearsed.simulators[0].backend is not None and "sim_step" not in changes:
            changes["sim_step"] = repr(1.0 / first.rate)
        (read,) = changed_missions([file], replace(given.reading, changes=changes))
        plan = plan_run(read, duration=given.duration or _FOR_EVER, seed=given.seed, context=SteeredContext())
        use_engine_for_run(plan.simulators[0], given.engine, given.duration)
        session = AutopilotSession(door, first, driven, _note)
        files = given.files.files(Requirements(given.require))
        summary = run_to_files(plan, running.folder, files, stopped=running.stop, drive=session.drive)
    from usimmarine_py.cli.run import print_result

    failures = running.report(summary, lambda: print_result(summary, running.folder))
    if running.speaks:
        say(f"autopilot    {', '.join(session.lines())}")
    for text in failures if given.require or not running.speaks else ():
        say(f"{vehicle or file}: {text}", err=True)
    return 1 if failures else 0


@contextmanager
def _written(vehicle: str, home: str | None) -> Iterator[Path]:
    """Yield a mission file of one vehicle. Raises ``ConfigError``."""
    from usimmarine_py.simulator import Simulator

    datum = "" if home is None else _datum(home)
    try:
        Simulator(dynamics="fossen6", vehicle=vehicle)
        dynamics = "fossen6"
    except ConfigError as error:
        if "3-DOF" not in error.problem:
            raise
        dynamics = "fossen3"
    name = Path(vehicle).stem
    with TemporaryDirectory(prefix="usim-sitl-") as folder:
        file = Path(folder) / f"{name}.moos"
        own = str(Path(vehicle).absolute()) if vehicle.endswith(".toml") else vehicle
        file.write_text(_MISSION.format(name=name, datum=datum, dynamics=dynamics, vehicle=own))
        yield file


def _plane(mission: Mission, name: str) -> Geodesy:
    """Return the map of a mission: PX4 has to know where it is. Raises ``ConfigError``."""
    datum = mission.datum()[0]
    plane = None if datum is None else Geodesy.at(*datum, true_pi=True)
    if plane is None:
        raise ConfigError("PX4 needs a place: LatOrigin and LongOrigin of the mission, or --home LAT,LON", file=name)
    return plane


def _datum(home: str) -> str:
    words = [finite_number(word.strip()) for word in home.split(",")]
    if len(words) != 2 or words[0] is None or words[1] is None or abs(words[0]) > 85.0 or abs(words[1]) > 180.0:
        raise ConfigError(f"must be LAT,LON in degrees, such as 43.8253,-70.3304, found {home!r}", key="--home")
    return f"LatOrigin  = {words[0]!r}\nLongOrigin = {words[1]!r}\n"


def _note(text: str) -> None:
    say(f"note: {text}", err=True)
