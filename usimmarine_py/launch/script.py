"""A launch script played with stand-ins: which communities it would start.

The script runs with the user's rights, in its own folder, as it is; only the programs of MOOS-IvP that it calls are
others. What it starts is written down and can be played in lock step.
"""

from __future__ import annotations

import json
import os
import shlex
import signal
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from usimmarine_py.errors import ConfigError, shorten
from usimmarine_py.launch.standins.folder import fill_folder
from usimmarine_py.launch.standins.record import EVENTS, RECORD, SEED

#: Without an event for so long a script that still runs is ended, real s.
QUIET = 3.0
#: The same for one that has started nothing yet.
PATIENCE = 20.0
_PERIOD = 0.02
#: Lines of the script's output that an error shows.
_LINES = 6
#: Where bash notes the last command that failed: line, exit code, options of the shell, command.
_FAILED = "failed"
#: Read by every bash before its script; the user's own comes first.
_NOTING = f"""\
[ -z "$USIM_BASH_ENV" ] || . "$USIM_BASH_ENV"
set -E
trap 'echo "$LINENO $? $- $BASH_COMMAND" > "${{{RECORD}}}/{_FAILED}"' ERR
"""


@dataclass(frozen=True, slots=True)
class StartedCommunity:
    """A mission file as it was when the script started it."""

    mission: Path
    warp: float | None  #: of the command line


@dataclass(frozen=True, slots=True)
class PlayedScript:
    """What a script did."""

    communities: tuple[StartedCommunity, ...]
    alone: tuple[str, ...]  #: applications that were started by themselves
    exit_code: int | None  #: None: it was ended
    output: str


@contextmanager
def played_script(
    script: Path, arguments: Sequence[str], *, seed: int = 0, stopped: Callable[[], bool] | None = None
) -> Iterator[PlayedScript]:
    """Run a script and yield what it started; the kept mission files are there while the context lasts.

    Raises ``ConfigError`` with the script's own last lines if it started nothing.
    """
    with tempfile.TemporaryDirectory(prefix="usim-script-") as place:
        record, programs = Path(place, "record"), Path(place, "bin")
        record.mkdir()
        fill_folder(programs)
        output, noting = Path(place, "output"), Path(place, "noting")
        noting.write_text(_NOTING)
        environment = {
            **os.environ, "PATH": f"{programs}{os.pathsep}{os.environ.get('PATH', '')}",
            RECORD: str(record), SEED: str(seed),
            "USIM_BASH_ENV": os.environ.get("BASH_ENV", ""), "BASH_ENV": str(noting),
        }  # fmt: skip
        with output.open("wb") as sink:
            process = subprocess.Popen(
                [*_interpreter(script), f"./{script.name}", *arguments], cwd=script.resolve().parent, env=environment,
                stdin=subprocess.DEVNULL, stdout=sink, stderr=subprocess.STDOUT, start_new_session=True,
            )  # fmt: skip
            try:
                code = _wait(process, record / EVENTS, stopped)
            finally:
                with suppress(ProcessLookupError, PermissionError):
                    os.killpg(process.pid, signal.SIGKILL)
                process.wait()
        found = _result(record / EVENTS, code, output.read_text("utf-8", "replace"))
        if not found.communities:
            raise ConfigError(_nothing(script, found, record / _FAILED), file=str(script))
        yield found


def _interpreter(script: Path) -> list[str]:
    with script.open("rb") as file:
        first = file.readline(200).decode("utf-8", "replace").strip()
    # taken apart by us: the kernel would hand "-eo pipefail" over as one word
    words = shlex.split(first[2:]) if first.startswith("#!") else []
    return words or ["bash"]


def _wait(process: subprocess.Popen[bytes], events: Path, stopped: Callable[[], bool] | None) -> int | None:
    """Wait for the script and all that it started in the background; its exit code, None if it was ended."""
    size, changed = 0, time.monotonic()
    while True:
        code = process.poll()
        if code is not None and not _alive(process.pid):
            return code
        now = time.monotonic()
        grown = events.stat().st_size if events.exists() else 0
        if grown != size:
            size, changed = grown, now
        if now - changed > (QUIET if size else PATIENCE) or (stopped is not None and stopped()):
            return None
        time.sleep(_PERIOD)


def _alive(group: int) -> bool:
    try:
        os.killpg(group, 0)
    except (ProcessLookupError, PermissionError):
        return False
    return True


def _result(events: Path, code: int | None, output: str) -> PlayedScript:
    lines = events.read_text().splitlines() if events.exists() else []
    found = [json.loads(line) for line in lines]
    communities, alone = [], []
    for one in found:
        if one["program"] == "pAntler":
            warp = one["warp"]
            communities.append(StartedCommunity(Path(one["mission"]), float(warp) if warp else None))
        elif "alias" in one:
            alone.append(one["program"])
    # those started in the background come in any order
    communities.sort(key=lambda one: one.mission.name)
    return PlayedScript(tuple(communities), tuple(alone), code, output)


def _nothing(script: Path, found: PlayedScript, failed: Path) -> str:
    """Why nothing can be played: what ended the script, and its own last lines."""
    said = "; ".join([line.strip() for line in found.output.splitlines() if line.strip()][-_LINES:])
    why, remedy = _ended_by_shell(failed, found.exit_code), ""
    if why and not said:
        missions = sorted(file.name for file in script.resolve().parent.glob("*.moos"))
        alone = f", or play its mission file: usim run {missions[0]}" if len(missions) == 1 else ""
        remedy = f"; it does so with MOOS-IvP's programs, too: take -e out of the script{alone}"
    how = f"exit code {found.exit_code}" if found.exit_code is not None else "it was ended, since it waited"
    return (
        f"the launch script started no community ({why or how}); its last lines: {said or 'it printed nothing'}{remedy}"
    )


def _ended_by_shell(failed: Path, code: int | None) -> str:
    """Which command ended a script whose bash has the option -e, empty if none did."""
    if not code or not failed.exists():
        return ""
    line, status, options, command = failed.read_text("utf-8", "replace").strip().split(" ", 3)
    if int(status) != code or "e" not in options:
        return ""
    return f"bash -e ended it at line {line}: exit code {code} of {shorten(command)}"
