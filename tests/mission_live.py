"""One mission folder played live: ``usim launch`` of its script or file, deployed as ``usim run`` deploys it.

Clients of its MOOSDBs press what deploys the vehicles and count the metres that each one moves, by NAV_X and NAV_Y.
"""

from __future__ import annotations

import re
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from math import hypot
from pathlib import Path

from usimmarine_py.errors import UsimError
from usimmarine_py.launch.antler import AntlerArguments, with_values
from usimmarine_py.launch.script import started_by
from usimmarine_py.mission import HELM, Mission, launches, program_role, read_mission, simulator_blocks
from usimmarine_py.moos.transport.comms import Comms
from usimmarine_py.moos.transport.open import connect
from usimmarine_py.run.applications import played_blocks
from usimmarine_py.run.asked import NOTHING_MORE
from usimmarine_py.run.presses import CONNECTED, PressedCommunity, presses_of

#: Real s until every vehicle must have told its place.
_PATIENCE = 25.0
#: Least real s between the first words of all vehicles and helms and what deploys them.
_SETTLED = 2.0
#: Positions further apart than this in one step are a reset, m.
_JUMP = 50.0
_STATE = "IVPHELM_STATE"
_STOPPED = ("MALCONFIG", "DISABLED")
_TROUBLE = re.compile(r"Traceback|BehaviorError|cannot send to|usim launch: .*(failed|exit code)", re.IGNORECASE)


@dataclass(slots=True)
class LiveVehicle:
    """A community while it runs."""

    name: str
    port: int
    simulated: bool  #: it has a simulator
    steered: bool  #: it has a helm
    moved: float = 0.0  #: m
    state: str = ""  #: of its helm
    told: str = ""  #: its last error
    comms: Comms | None = None
    place: dict[str, float] = field(default_factory=dict)
    last: tuple[float, float] | None = None

    def fetch(self, *, counts: bool) -> None:
        """Take the mail; ``counts``: the way is counted."""
        assert self.comms is not None
        for message in self.comms.fetch():
            if message.variable == _STATE:
                self.state = str(message.value)
            elif message.variable == "BHV_ERROR":
                self.told = str(message.value)
            elif isinstance(message.value, float):
                self.place[message.variable] = message.value
                if message.variable == "NAV_Y" and len(self.place) == 2:
                    self._step((self.place["NAV_X"], self.place["NAV_Y"]), counts=counts)

    def _step(self, here: tuple[float, float], *, counts: bool) -> None:
        if counts and self.last is not None:
            way = hypot(here[0] - self.last[0], here[1] - self.last[1])
            self.moved += way if way < _JUMP else 0.0
        self.last = here


@dataclass(slots=True)
class LivePlay:
    """What became of it."""

    moved: str = ""  #: m, by vehicle
    trouble: str = ""  #: one line; empty: none


def play_live(folder: Path, words: Sequence[str], warp: float, seconds: float, prefer: str) -> LivePlay:
    """Play what ``usim run WORDS`` plays offline, for as many MOOS seconds, and return what was seen.

    ``words``: of the row; ``prefer``: ours or theirs, as for ``usim launch``.
    """
    trouble = ""
    # not every script takes a warp
    for warped in ([*words, f"{warp:g}"], words) if words[0].endswith(".sh") else (words,):
        try:
            return _play(folder, warped, warp, seconds, prefer)
        except UsimError as error:
            trouble = trouble or str(error).replace(f"{folder}/", "")
    return LivePlay(trouble=trouble)


def _play(folder: Path, words: Sequence[str], warp: float, seconds: float, prefer: str) -> LivePlay:
    if words[0].endswith(".sh"):
        files = started_by(folder / words[0], [word for word in words[1:] if word != "--"], lambda _text: None)
    else:
        files = [Path(with_values(AntlerArguments(str(folder / words[0]), (("MOOSTimeWarp", f"{warp:g}"),))))]
        words = [files[0].name]
    missions = [read_mission(str(file)) for file in files]
    out = folder / "live.out"
    command = [sys.executable, "-m", "usimmarine_py", "launch", "--prefer", prefer, "--skip-missing", "--keep-going"]
    with out.open("wb") as sink:
        process = subprocess.Popen(
            [*command, *words], cwd=folder, stdin=subprocess.DEVNULL, stdout=sink, stderr=subprocess.STDOUT
        )
        vehicles = [_vehicle(mission) for mission in missions]
        try:
            trouble = _watch(process, missions, vehicles, seconds)
        finally:
            for one in vehicles:
                if one.comms is not None:
                    one.comms.close()
            ended = process.poll() is None
            if ended:
                process.send_signal(signal.SIGINT)
            try:
                code = process.wait(timeout=20)
            except subprocess.TimeoutExpired:
                process.kill()
                code, trouble = process.wait(), trouble or "usim launch did not end within 20 s after Ctrl-C"
    lines = out.read_text("utf-8", "replace").splitlines()
    if not trouble and not ended:
        trouble = f"usim launch ended with exit code {code}: {lines[-1] if lines else 'it printed nothing'}"
    trouble = trouble or next((re.sub(r"\s+\| ", ": ", line) for line in lines if _TROUBLE.search(line)), "")
    seen = [one for one in vehicles if one.simulated]
    told = [
        f"{one.name}: {one.told or one.state}" for one in seen if one.told or one.state in ("MALCONFIG", "DISABLED")
    ]
    return LivePlay(", ".join(f"{one.moved:.0f}" for one in seen), "; ".join(filter(None, [trouble, *told])))


def _vehicle(mission: Mission) -> LiveVehicle:
    started = {launch.alias.lower() for launch in launches(mission)}
    simulated = any(not started or block.name.lower() in started for block in simulator_blocks(mission))
    steered = any(program_role(launch.program) == HELM for launch in launches(mission))
    return LiveVehicle(mission.value("Community") or "", int(mission.value("ServerPort") or 9000), simulated, steered)


def _watch(
    process: subprocess.Popen[bytes], missions: Sequence[Mission], vehicles: list[LiveVehicle], seconds: float
) -> str:
    """Connect, deploy and count for so many MOOS seconds; return what went wrong."""
    warp = float(missions[0].value("MOOSTimeWarp") or 1.0)
    blocks = [played_blocks(mission) for mission in missions]
    communities = [
        PressedCommunity(one.name, mission, played)
        for one, mission, played in zip(vehicles, missions, blocks, strict=True)
    ]
    presses, _ = presses_of(communities, NOTHING_MORE)
    times = [press.time for some in presses for press in some]
    if len(vehicles) == 1 and times:
        times = [0.0]  # the first place of a vehicle comes about a second after the start
    end = time.monotonic() + _PATIENCE
    while time.monotonic() < end and process.poll() is None:
        for place, one in enumerate(vehicles):
            if one.comms is None:
                one.comms = _connect(one, place, warp)
        if all(one.comms is not None for one in vehicles):
            for one in vehicles:
                one.fetch(counts=not times)
            # a helm that starts later takes back what deploys it
            if all((one.last or not one.simulated) and (one.state or not one.steered) for one in vehicles):
                break
        time.sleep(0.05)
    if process.poll() is not None:
        return ""
    if missing := [one.name for one in vehicles if one.comms is None]:
        return f"no MOOSDB of {', '.join(missing)} within {_PATIENCE:g} s"
    silent = [one.name for one in vehicles if one.simulated and one.last is None]
    if times:
        wait = max(times) if len(vehicles) == 1 else CONNECTED
        _count(process, vehicles, max(wait / warp, _SETTLED), counts=False)
        for one, some in zip(vehicles, presses, strict=True):
            for press in some:
                for name, value in press.button.posts(time.time() * warp):
                    assert one.comms is not None
                    one.comms.notify(name, value)
        seconds -= max(press.time for some in presses for press in some)
    _count(process, vehicles, seconds / warp, counts=True)
    return f"no NAV_X of {', '.join(silent)} within {_PATIENCE:g} s" if silent else ""


def _connect(one: LiveVehicle, place: int, warp: float) -> Comms | None:
    try:
        comms = connect("127.0.0.1", one.port, f"usim_live_{place}", warp=warp, timeout=0.5)
    except UsimError:
        return None
    for name in ("NAV_X", "NAV_Y", _STATE, "BHV_ERROR"):
        comms.register(name)
    return comms


def _count(process: subprocess.Popen[bytes], vehicles: Sequence[LiveVehicle], seconds: float, *, counts: bool) -> None:
    end = time.monotonic() + seconds
    while time.monotonic() < end and process.poll() is None:
        for one in vehicles:
            one.fetch(counts=counts)
        time.sleep(0.02)
