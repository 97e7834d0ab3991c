"""``usim demo``: a whole mission live on a bare machine: two vehicles with helms, and the shore."""

from __future__ import annotations

import math
import re
import socket
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from usimmarine_py.errors import ConfigError, MissingExtraError, file_errors
from usimmarine_py.launch.output import Printer
from usimmarine_py.launch.plan import plan_community
from usimmarine_py.launch.supervisor import Supervisor, check_system
from usimmarine_py.logs.whole_files import write_whole
from usimmarine_py.mission.shipped import shipped_folder
from usimmarine_py.moos.app.terminal import stdout_line
from usimmarine_py.values import Value
from usimmarine_py.values.rows import Shape

if TYPE_CHECKING:
    from usimmarine_py.run.plan import RunPlan

_MISSION = "encounter"
_VEHICLES = ("abe", "ben")
_SHORE = "shore"
#: Simulated seconds between two lines of output.
_INTERVAL = 10.0
#: The vehicles arrive some 15 real seconds after the start; a slow machine gets more.
_LONGEST = 90.0
#: What it is made of.
_SHOWN = ("NAV_X", "NAV_Y", "NAV_HEADING", "CROSSED", "ENCOUNTER")
#: Ports of the mission's MOOSDBs and pShares.
_PORT = re.compile(r"\b9[02]0\d\b")

Say = Callable[[str], None]


@click.command()
@click.option(
    "-o", "--output", type=click.Path(path_type=Path), default=Path("demo-output"), show_default=True,
    help="Folder for mission, logs and figure.",
)  # fmt: skip
def demo(output: Path) -> int:
    """Run a whole mission live, without MOOS-IvP, in under 30 seconds.

    Two vehicles with helms meet head-on and keep clear by the rules of the road; the shore relays their reports. Leaves
    the mission, the log of each community and a figure.
    """
    return run_demo(output, stdout_line)


def run_demo(output: Path, say: Say) -> int:
    """Run the mission encounter live at time warp 10; mission, logs and figure go to the folder ``output``."""
    from usimmarine_py.cli.live.play import play  # the help need not wait for it

    check_system("usim demo")
    source = shipped_folder(_MISSION)
    files = _copied(source.folder, output)
    plans = [plan_community(file, (), (), "ours") for file in files]
    say(f"mission    {source.line}: {source.folder}")
    where = f"{len(plans)} communities, time warp {plans[0].warp:g}"
    say(f"launch     {sum(len(one.children) for one in plans)} programs of usimmarine in {where}")
    children = [(f"{one.name}/{child.name}", child) for one in plans for child in one.children]

    def failed(text: str) -> None:
        say(f"launch     {text}")

    supervisor = Supervisor(children, Printer([], lambda _text: None), failed)
    story = _Story(say, supervisor.end)
    code = play(plans, supervisor, seconds=_LONGEST * plans[0].warp, attend=story.attend)
    if code or not story.arrived:
        if not (code or supervisor.signalled):
            say("launch     the vehicles did not arrive; please report this with the lines above")
        return code or int(not supervisor.signalled)
    return _finish(output, say)


def _copied(folder: Path, output: Path) -> list[Path]:
    """Copy the mission, with free ports and without dates in the names of the logs."""
    ports: dict[str, str] = {}
    files = sorted(folder.glob("*.*"))
    with _free_ports(2 * (len(_VEHICLES) + 1)) as free:
        for name in sorted({port for file in files for port in _PORT.findall(file.read_text(encoding="utf-8"))}):
            ports[name] = str(next(free))
    written = []
    with file_errors(output, "cannot make the folder", ConfigError, remedy="choose another one with -o"):
        output.mkdir(parents=True, exist_ok=True)
    with file_errors(output, "cannot write the mission", ConfigError, remedy="choose another folder with -o"):
        for file in files:
            text = _PORT.sub(lambda found: ports[found[0]], file.read_text(encoding="utf-8"))
            text = text.replace("AsyncLog = true", "FileTimeStamp = false")
            text = text.replace("  input = route", "  loopback = true\n  input = route")
            write_whole(output / file.name, text)
            written += [output / file.name] if file.suffix == ".moos" else []
    return written


@contextmanager
def _free_ports(count: int) -> Iterator[Iterator[int]]:
    """Yield ports that no server has, over TCP and UDP."""
    with ExitStack() as stack:
        found: list[int] = []
        while len(found) < count:
            server = stack.enter_context(socket.socket())
            server.bind(("127.0.0.1", 0))
            port = server.getsockname()[1]
            datagrams = stack.enter_context(socket.socket(socket.AF_INET, socket.SOCK_DGRAM))
            try:
                datagrams.bind(("127.0.0.1", port))
            except OSError:
                continue
            found.append(port)
        yield iter(found)


class _Story:
    """Listens to all communities, and says every ten simulated seconds where the vehicles are."""

    def __init__(self, say: Say, end: Callable[[], None]) -> None:
        self.arrived = False
        self._say, self._end = say, end
        self._latest: dict[tuple[str, str], Value] = {}
        self._first = self._printed = 0.0
        self._encounter = ""

    def attend(self, plan: RunPlan) -> None:
        """Listen until both vehicles have arrived; then end the launch."""
        self._say("")
        self._say("   t (s) | abe:  x      y  heading | ben:  x      y  heading | apart (m)")
        for one in plan.communities:
            one.community.bus.listeners.append(partial(self._take, one.community.name))

    def _take(self, community: str, stamp: float, shape: Shape, values: tuple[Value, ...], _aux: str) -> None:
        found = [name for name in shape.names if name in _SHOWN]
        for name, value in zip(shape.names, values, strict=True) if found else ():
            self._latest[community, name] = value
        if "NAV_X" in found and community in _VEHICLES:
            if not self._first and all((name, "NAV_HEADING") in self._latest for name in _VEHICLES):
                self._first, self._printed = stamp, stamp - _INTERVAL
            if self._first and stamp >= self._printed + _INTERVAL - 1e-3:
                self._printed = stamp
                self._say(self._line(stamp - self._first))
        encounter = self._latest.get((_SHORE, "ENCOUNTER"))
        if encounter is not None and not self._encounter:
            self._encounter = str(encounter)
            apart = float(self._encounter.split(",")[2])
            self._say(f"{stamp - self._first:8.0f} | the shore: they have passed {apart:.1f} m apart")
        if (
            not self.arrived
            and self._encounter
            and all(self._latest.get((name, "CROSSED")) == "true" for name in _VEHICLES)
        ):
            self.arrived = True
            self._say(f"{stamp - self._first:8.0f} | both have arrived")
            self._end()

    def _line(self, elapsed: float) -> str:
        places = [
            [float(self._latest.get((name, v), math.nan)) for v in ("NAV_X", "NAV_Y", "NAV_HEADING")]
            for name in _VEHICLES
        ]
        (ax, ay, _), (bx, by, _) = places
        cells = [f"{x:8.1f} {y:6.1f} {heading:8.0f}" for x, y, heading in places]
        return f"{elapsed:8.0f} | {' | '.join(cells)} | {math.hypot(ax - bx, ay - by):8.1f}"


def _finish(output: Path, say: Say) -> int:
    say("")
    logs = [output / name / f"{name}.alog" for name in (*_VEHICLES, _SHORE)]
    for log in logs:
        say(f"log        {log}")
    try:
        from usimmarine_py.logs.fleet.read import read_fleet
        from usimmarine_py.plots.fleet.figure import fleet_figure
        from usimmarine_py.plots.output import save_figure

        figure_path = output / f"{_MISSION}.png"
        save_figure(fleet_figure(read_fleet(logs)), figure_path)
        say(f"figure     {figure_path}")
    except MissingExtraError as error:
        say(f"figure     none: {error}")
    say("")
    program = sys.argv[0] if Path(sys.argv[0]).name == "usim" else "usim"  # as it was called: it may not be on PATH
    say(f"The same offline, some hundred times real time:    {program} run {_MISSION}")
    say(f"In the browser, with a play head:                  {program} watch {output}")
    say(f"A mission of your own with its test:               {program} new mission harbour")
    return 0
