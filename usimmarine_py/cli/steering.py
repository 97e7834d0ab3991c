"""``usim_guidance``, ``usim_helm`` and ``usim_pid``: guidance, helm and controller as separate programs.

Each imports its own application only, so that it starts quickly.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from usimmarine_py.apps.live import strict_first, with_alias
from usimmarine_py.errors import ConfigError, MissionFileError, UsimError
from usimmarine_py.mission import GUIDANCE, HELM, PID, Mission, find_simulator_block, missing_block_text
from usimmarine_py.moos.app.argv import Action, AppArguments, parse_arguments
from usimmarine_py.moos.app.moos_app import MoosApp
from usimmarine_py.moos.app.settings import open_application_comms, resolve_settings
from usimmarine_py.moos.app.terminal import stdout_console
from usimmarine_py.moos.clock import RealClock
from usimmarine_py.run.live.program import play_program
from usimmarine_py.values.frozen import replace
from usimmarine_py.version import __version__

if TYPE_CHECKING:
    from usimmarine_py.apps.guidance import GuidanceApp
    from usimmarine_py.apps.helm import HelmApp
    from usimmarine_py.apps.pid import PidApp

GUIDANCE_NAME, PID_NAME, HELM_NAME = "usim_guidance", "usim_pid", "usim_helm"
#: Navigation mail that guidance reads if the mission has no simulator.
DEFAULT_PREFIX = "NAV"


def guidance_example() -> str:
    """Return a block to paste into a mission, which gives no warnings."""
    from textwrap import wrap

    from usimmarine_py.control import plan

    lines = [f"ProcessConfig = {GUIDANCE_NAME}", "{", "  AppTick   = 4", "  CommsTick = 4", ""]
    lines += ["  // tasks, done in this order", *(f"  {p.name:<9} = {p.example}" for p in plan.TASKS), ""]
    for p in (*plan.PACE, *plan.SETTINGS):
        remark = ", ".join(part for part in (p.unit, p.help) if part)
        # without a default it is off: shown as a comment
        line = f"  {p.name:<17} = {p.default}" if p.default else f"  // {p.name:<14} = {p.example}"
        first, *more = wrap(remark, 46)
        lines += [f"{line:<30}// {first}", *(f"{'':<30}// {rest}" for rest in more)]
    return "\n".join([*lines, "}"])


PID_EXAMPLE = """\
ProcessConfig = usim_pid
{
  AppTick   = 20
  CommsTick = 20

  yaw_pid_kp   = 0.9
  yaw_pid_kd   = 0.6
  yaw_pid_ki   = 0.05
  yaw_pid_integral_limit = 5

  speed_factor  = 20
  depth_control = false
}"""

HELM_EXAMPLE = """\
ProcessConfig = usim_helm
{
  AppTick   = 4
  CommsTick = 4

  behaviors = alpha.bhv           // beside the mission file
  domain    = course:0:359:360
  domain    = speed:0:4:41
}"""


def guidance_main(argv: Sequence[str] | None = None) -> int:
    """Run ``usim_guidance FILE.moos [ALIAS] [SWITCHES]`` and return the exit code."""
    about = "Steers a simulated vehicle over the plan of its block:\nwaypoints, set-points, loiter"
    return _main(GUIDANCE_NAME, argv, _guidance, about, guidance_example)


def pid_main(argv: Sequence[str] | None = None) -> int:
    """Run ``usim_pid FILE.moos [ALIAS] [SWITCHES]`` and return the exit code. Alias pMarinePID: the older program."""
    about = "Turns heading, speed and depth into rudder, thrust and elevator\nas pMarinePIDV22 does"
    return _main(PID_NAME, argv, _pid, about, lambda: PID_EXAMPLE)


def helm_main(argv: Sequence[str] | None = None) -> int:
    """Run ``usim_helm FILE.moos [ALIAS] [SWITCHES]`` and return the exit code."""
    about = "Steers a vehicle by the behaviours of .bhv files\nas pHelmIvP does"
    return _main(HELM_NAME, argv, _helm, about, lambda: HELM_EXAMPLE)


Make = Callable[[Mission, AppArguments], "GuidanceApp | HelmApp | PidApp"]


def _guidance(mission: Mission, arguments: AppArguments) -> GuidanceApp:
    from usimmarine_py.apps.guidance import GuidanceApp, read_plan_block

    name = arguments.alias
    block = mission.block(name)
    if block is None:
        raise MissionFileError(missing_block_text(mission, name), file=mission.file)
    what, warnings = read_plan_block(block)
    return GuidanceApp(what, name=name, prefix=navigation_prefix(mission), config_warnings=warnings)


def _pid(mission: Mission, arguments: AppArguments) -> PidApp:
    from usimmarine_py.apps.pid import PidApp, read_pid_block

    name = arguments.alias
    options, warnings = read_pid_block(mission.block(name), name)
    return PidApp(options, name=name, config_warnings=warnings)


def _helm(mission: Mission, arguments: AppArguments) -> HelmApp:
    from usimmarine_py.apps.helm import HelmApp, fail_live, read_helm

    name = arguments.alias
    before = time.thread_time()

    def processor_time() -> float:
        """Return the processor time since the last call, s: of this thread, as others may share the process."""
        nonlocal before
        last, before = before, time.thread_time()
        return before - last

    pid = os.getpid()
    helm = read_helm(
        mission, mission.block(name), name, seed=pid, process_id=pid, processor_time=processor_time,
        behaviors=arguments.behaviors,
    )  # fmt: skip
    return HelmApp(helm, name=name, fail=fail_live)


def navigation_prefix(mission: Mission) -> str:
    """The prefix of the posts of the mission's simulator, NAV if unknown."""
    from usimmarine_py.apps.setup import build_simulator

    try:
        block = find_simulator_block(mission)
        return build_simulator(mission, block, block.name).prefix
    except UsimError:
        return DEFAULT_PREFIX


def _interface(program: str) -> str:
    from usimmarine_py.check.variables import interface_of

    return interface_of({HELM_NAME: "pHelmIvP"}.get(program, program))


def _main(program: str, argv: Sequence[str] | None, make: Make, about: str, example: Callable[[], str]) -> int:
    try:
        arguments = parse_arguments(sys.argv if argv is None else argv, program)
        printed = {
            Action.HELP: f"{program} FILE.moos [ALIAS] [SWITCHES]\n{about}.\nSwitches as for usimmarine, without --db.",
            Action.EXAMPLE: example() if arguments.action is Action.EXAMPLE else "",
            Action.INTERFACE: _interface(program) if arguments.action is Action.INTERFACE else "",
            Action.VERSION: f"{program} {__version__}",
            Action.WEB: "docs/ in the source distribution",
        }
        if arguments.action in printed:
            print(printed[arguments.action])
            return 0
        if arguments.db:
            raise ConfigError(f"{program} needs a MOOSDB; start one: usim db {arguments.mission.file}", key="--db")
        for text in arguments.warnings:
            stdout_console(f"{program}: {text}\n")
        role = {GUIDANCE_NAME: GUIDANCE, HELM_NAME: HELM}.get(program, PID)
        if not arguments.mission.changes:
            return play_program(build(arguments, make, role))
        from usimmarine_py.cli.options import program_mission

        return play_program(build(arguments, make, role, program_mission(arguments, role)))
    except UsimError as error:
        print(f"{program}: {error}", file=sys.stderr)
        return error.exit_code


def build(arguments: AppArguments, make: Make, role: str, mission: Mission | None = None) -> MoosApp:
    """Build the application, with the mission of the arguments or ``mission``. Raises ``ConfigError`` and
    ``MissionFileError``.
    """
    mission = mission or arguments.mission.read()
    arguments, note = with_alias(arguments, mission, role)
    settings = resolve_settings(arguments, mission.block(arguments.alias), mission)
    settings = replace(settings, notes=(*note, *settings.notes))
    clock = RealClock(settings.time_warp)
    application = make(mission, arguments)
    settings = strict_first(settings, application)
    return MoosApp(application, settings, open_application_comms(settings, clock), clock)
