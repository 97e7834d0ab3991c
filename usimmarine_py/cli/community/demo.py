"""``usim demo``: MOOSDB, simulator, script and logger in one process; leaves a log and a figure."""

from __future__ import annotations

import signal
import sys
import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from types import FrameType

import click

from usimmarine_py.apps.live import build_app
from usimmarine_py.apps.logger import LoggerApp
from usimmarine_py.errors import ConfigError, MissingExtraError, UsimError
from usimmarine_py.mission.shipped import shipped_file
from usimmarine_py.moos.app.argv import parse_arguments
from usimmarine_py.moos.app.live import EXIT_FAILED, run_live
from usimmarine_py.moos.app.moos_app import MoosApp
from usimmarine_py.moos.app.settings import AppSettings
from usimmarine_py.moos.app.signals import ending_signals
from usimmarine_py.moos.app.terminal import stdout_line
from usimmarine_py.moos.clock import RealClock
from usimmarine_py.moos.db import MoosDb
from usimmarine_py.moos.transport.comms import Comms
from usimmarine_py.moos.transport.open import connect, open_comms
from usimmarine_py.text import compact_number

#: Simulated seconds; the script of the mission ends at 115 s.
DURATION = 125.0
#: Simulated seconds between two lines of output.
STORY_INTERVAL = 10.0
_LOG_NAME = "drift_gusts"

Say = Callable[[str], None]


@click.command()
@click.option(
    "-o", "--output", type=click.Path(path_type=Path), default=Path("demo-output"), show_default=True,
    help="Folder for the log and the figure.",
)  # fmt: skip
def demo(output: Path) -> int:
    """Run a demonstration without MOOS-IvP, in under 30 seconds.

    It starts the built-in MOOSDB, the simulator and a script with a gust, and writes an .alog and a PNG.
    """

    def leave(_number: int, _frame: FrameType | None) -> None:
        raise SystemExit(0)

    for number in ending_signals():
        if number != signal.SIGINT:
            signal.signal(number, leave)
    return run_demo(output, stdout_line)


def run_demo(output: Path, say: Say) -> int:
    """Run the drift mission live at its time warp; log and figure go to the folder ``output``."""
    try:
        output.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        problem = f"cannot make the folder: {error.strerror or error}; choose another one with -o"
        raise ConfigError(problem, file=str(output)) from error
    mission = shipped_file("drift_gusts")
    log_path = output / f"{_LOG_NAME}.alog"
    say(f"mission    {mission}")
    with MoosDb("127.0.0.1", 0, "gusty", 10.0, log=lambda text: say(f"MOOSDB     {text}")) as db:
        say(f"MOOSDB     built in, community {db.community}, at 127.0.0.1:{db.port}, time warp 10")
        arguments = parse_arguments(["usimmarine", str(mission), f"--moos_port={db.port}", "--comms=native"])
        vehicle = build_app(arguments, quiet=True)
        logger, logging = _logger(log_path, db.port)
        watcher = connect("127.0.0.1", db.port, "usim_demo", warp=10.0)
        threads = [_thread(logging), _thread(vehicle)]
        try:  # a signal may arrive between two starts: programs that have started must end
            for thread in threads:
                thread.start()
            whole = _follow(watcher, say, threads)
        finally:
            watcher.close()
            for app in (vehicle, logging):
                app.stop(0)
            for thread in threads:
                if thread.is_alive():
                    thread.join(5.0)
            logger.close()
    if not whole:
        return EXIT_FAILED  # the program that ended has printed the reason
    warnings = [*vehicle.caster.config_warnings, *vehicle.caster.run_warnings]
    for warning in warnings:
        say(f"warning    {warning}")
    return _finish(log_path, say)


def _logger(path: Path, port: int) -> tuple[LoggerApp, MoosApp]:
    clock = RealClock(10.0)
    logger = LoggerApp(path, clock)
    settings = AppSettings(name="usim_log", port=port, time_warp=10.0, app_tick=5.0, quiet=True, terminal=False)
    return logger, MoosApp(logger, settings, open_comms("native", "usim_log", "127.0.0.1", port, clock), clock)


def _thread(app: MoosApp) -> threading.Thread:
    # a daemon: a second Ctrl-C, while the first is handled, ends the program
    return threading.Thread(
        target=run_live, args=(app,), kwargs={"handle_signals": False}, name=app.settings.name, daemon=True
    )


def _follow(comms: Comms, say: Say, programs: Sequence[threading.Thread]) -> bool:
    """Print the position every ten simulated seconds and each change of the drift; False if a program ended."""
    for name in ("NAV_X", "NAV_Y", "NAV_HEADING", "NAV_SPEED", "NAV_SPEED_OVER_GROUND", "USM_DRIFT_SUMMARY"):
        comms.register(name)
    latest: dict[str, float | str] = {}
    first: float | None = None
    printed = -STORY_INTERVAL
    give_up = time.monotonic() + 3.0 * DURATION / 10.0
    say("")
    say("   t (s)    x (m)    y (m)  heading  speed (m/s)  over ground")
    while time.monotonic() < give_up:
        for message in sorted(comms.fetch(), key=lambda m: m.time):
            value = message.value
            if isinstance(value, bytes):
                continue
            latest[message.variable] = value
            if first is None:
                first = message.time
            elapsed = message.time - first
            if message.variable == "USM_DRIFT_SUMMARY" and elapsed > 1.0:
                say(f"{elapsed:8.0f}  drift now {value}")
            if message.variable == "NAV_SPEED_OVER_GROUND" and elapsed >= printed + STORY_INTERVAL:
                printed = elapsed - elapsed % STORY_INTERVAL
                say(_story_line(elapsed, latest))
            if elapsed >= DURATION:
                return True
        if not all(program.is_alive() for program in programs):
            return False
        time.sleep(0.02)
    raise UsimError("the vehicle did not move for too long; please report this with the lines above")


def _story_line(elapsed: float, latest: dict[str, float | str]) -> str:
    def number(name: str, decimals: int) -> str:
        value = latest.get(name)
        return compact_number(value, decimals) if isinstance(value, float) else "-"

    return (
        f"{elapsed:8.0f} {number('NAV_X', 1):>8} {number('NAV_Y', 1):>8} {number('NAV_HEADING', 1):>8} "
        f"{number('NAV_SPEED', 2):>12} {number('NAV_SPEED_OVER_GROUND', 2):>12}"
    )


def _finish(log_path: Path, say: Say) -> int:
    say("")
    say(f"log        {log_path}")
    try:
        from usimmarine_py.logs.motion import load_run
        from usimmarine_py.plots.output import save_figure
        from usimmarine_py.plots.run import run_figure

        figure_path = log_path.with_suffix(".png")
        save_figure(run_figure([load_run(log_path)]), figure_path)
        say(f"figure     {figure_path}")
    except MissingExtraError as error:
        say(f"figure     none: {error}")
    say("")
    program = Path(sys.argv[0])
    say(f"The same mission offline: {program if program.name == 'usim' else 'usim'} run {shipped_file('drift_gusts')}")
    say(f"With MOOS-IvP on the machine, a helm that steers: pAntler {shipped_file('alpha')}")
    return 0
