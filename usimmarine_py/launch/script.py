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
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from math import inf, nan
from pathlib import Path
from typing import Any

from usimmarine_py.errors import ConfigError, UsimError, shorten
from usimmarine_py.launch.antler import AntlerArguments, with_values
from usimmarine_py.launch.groups import group_lives, group_work, signal_group
from usimmarine_py.launch.pokes import asked_by
from usimmarine_py.launch.standins.dispatch import SLEEP
from usimmarine_py.launch.standins.folder import fill_folder
from usimmarine_py.launch.standins.play import PLAYER
from usimmarine_py.launch.standins.record import EVENTS, RECORD, SEED

#: Without an event for so long a script that still runs is ended, real s; while it works, CPU s.
QUIET = 3.0
#: The same for one that has started nothing yet.
PATIENCE = 20.0
_PERIOD, _LOOK = 0.02, 0.25
#: So many sleeps in a row, or equal commands, do not count as waiting for something.
_SLEEPS = 10
#: Most that a script may print, bytes, and what is read of it.
MOST_OUTPUT, _READ = 100_000_000, 100_000
#: Lines of the script's output that an error shows.
_LINES = 6
_SILENT = "it printed nothing"
#: Where bash notes the last command that failed: line, exit code, options of the shell, command.
_FAILED = "failed"
#: Where bash notes its exit code, and the command by which it ended.
_LEFT = "left"
#: Where bash notes the commands that it does not find, a line each.
_UNKNOWN = "unknown"
#: Read by every bash before its script; the user's own comes first.
_NOTING = f"""\
[ -z "$USIM_BASH_ENV" ] || . "$USIM_BASH_ENV"
set -E
trap 'echo "$LINENO $? $- $BASH_COMMAND" > "${{{RECORD}}}/{_FAILED}"' ERR
trap 'echo "$? $BASH_COMMAND" > "${{{RECORD}}}/{_LEFT}"' EXIT
command_not_found_handle() {{
    echo "$1" >> "${{{RECORD}}}/{_UNKNOWN}"
    echo "$0: $1: command not found" >&2
    return 127
}}
"""


@dataclass(frozen=True, slots=True)
class StartedCommunity:
    """A mission file as it was when the script started it."""

    mission: Path
    warp: float | None  #: of the command line
    folder: Path  #: where the script started it


@dataclass(frozen=True, slots=True)
class ScriptPlay:
    """What a player of ``played_script`` played."""

    folder: Path  #: in which the script had started it
    result: dict[str, Any]  #: what the player printed


@dataclass(frozen=True, slots=True)
class PlayedScript:
    """What a script did."""

    communities: tuple[StartedCommunity, ...]
    alone: tuple[str, ...]  #: applications that were started by themselves
    plays: tuple[ScriptPlay, ...]  #: what was played while it ran
    exit_code: int | None  #: None: it was ended
    output: str  #: the end of what it printed
    unknown: tuple[str, ...] = ()  #: commands that its shell did not find
    lacking: tuple[str, ...] = ()  #: mission files that pAntler was to read and that are not there
    pokes: tuple[str, ...] = ()  #: posts of its uPokeDB, ``COMMUNITY:VAR=VALUE@T``, T in simulated s
    asked: tuple[str, ...] = ()  #: other commands for a running MOOSDB, which a recording does not carry out, and why
    gave_up: str = ""  #: how it ended itself as failed after it had started something; empty: it did not

    @property
    def left_out(self) -> list[str]:
        """What the script does besides, and is not done here: a line each."""
        unknown = (f"{name}, which the script calls: there is no such program" for name in self.unknown)
        return [*(f"{name}, which the script starts by itself" for name in self.alone), *self.asked, *unknown]

    def require_whole(self, script: Path) -> None:
        """Raise ``ConfigError``, with the script's exit code and last lines, if it did not start all that it was to."""
        started = ", ".join(one.mission.name for one in self.communities)
        if twice := next((one for one, count in self._starts().items() if count > 1), None):
            problem = f"the launch script starts {twice[0]} {self._starts()[twice]} times: start each community once"
            raise ConfigError(problem, file=str(script))
        if self.lacking:
            raise ConfigError(f"{_lacks(script, self)}; it also starts {started}", file=str(script))
        if self.gave_up:
            error = ConfigError(
                f"the launch script failed after it had started {started} ({self.gave_up}); its last lines: "
                f"{_last_lines(self.output)}",
                file=str(script),
            )
            error.exit_code = self.exit_code or error.exit_code
            raise error

    def _starts(self) -> Counter[tuple[str, bytes]]:
        """How often each mission file was started as it is."""
        return Counter((one.mission.name, one.mission.read_bytes()) for one in self.communities)

    @property
    def without_pokes(self) -> list[str]:
        """The same where its posts are left out, too."""
        return [*self.left_out, *(f"{word}, which the script posts by uPokeDB" for word in self.pokes)]

    def with_own_places(self, text: str) -> str:
        """``text`` with the script's own places of files for those of kept ones, which are gone when it is read."""
        for one in self.communities:
            text = text.replace(f"{one.mission.parent}{os.sep}", f"{os.path.relpath(one.folder)}{os.sep}")
        return text


@contextmanager
def played_script(
    script: Path,
    arguments: Sequence[str],
    *,
    seed: int = 0,
    stopped: Callable[[], bool] | None = None,
    player: Sequence[str] = (),
    played: Callable[[ScriptPlay], None] | None = None,
) -> Iterator[PlayedScript]:
    """Run a script and yield what it started; the kept mission files are there while the context lasts.

    ``player``: a command that plays what the script has started up to its uMayFinish (or xlaunch.sh): it gets the
    names of the mission files as JSON on standard input, and its JSON on standard output is the result, which
    ``played`` gets at once. Raises ``ConfigError`` with the script's own last lines if it started nothing.
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
            **({PLAYER: json.dumps(list(player))} if player else {}),
        }  # fmt: skip
        with output.open("wb") as sink:
            interpreter = _interpreter(script)
            try:
                process = subprocess.Popen(
                    [*interpreter, f"./{script.name}", *arguments], cwd=script.resolve().parent, env=environment,
                    stdin=subprocess.DEVNULL, stdout=sink, stderr=subprocess.STDOUT, start_new_session=True,
                )  # fmt: skip
            except OSError as failure:
                problem = f"its first line asks for {interpreter[0]}, which cannot be run: {failure.strerror}"
                raise ConfigError(problem, file=str(script), line=1) from None
            try:
                code = _wait(process, _Events(record / EVENTS, played), output, stopped)
            finally:
                signal_group(process.pid, signal.SIGKILL)
                process.wait()
        with output.open("rb") as printed:
            printed.seek(max(0, output.stat().st_size - _READ))
            said = printed.read(_READ).decode("utf-8", "replace")
        found = _result(script, record, code, said)
        if not found.communities:
            error = ConfigError(_nothing(script, found, record / _FAILED), file=str(script))
            error.exit_code = found.exit_code or error.exit_code
            raise error
        try:
            yield found
        except UsimError as error:
            error.file, error.problem = found.with_own_places(error.file), found.with_own_places(error.problem)
            raise


def started_by(script: Path, arguments: Sequence[str], tell: Callable[[str], None]) -> list[Path]:
    """Run a script and return the mission files that it starts, where it wrote them; ``tell`` gets what is left out.

    Where it gives pAntler a time warp, the file is a copy with that, ``FILE++``, as pAntler makes it. Raises
    ``ConfigError`` as ``played_script`` does, and for a file of theirs that the script has written anew since.
    """
    found = []
    with played_script(script, arguments) as played:
        played.require_whole(script)
        for text in played.without_pokes:
            tell(f"left out: {text}")
        for one in played.communities:
            text = one.mission.read_text("utf-8", "surrogateescape")
            # of what stands beside it a mission reads what it names
            named = (file for file in sorted(one.mission.parent.glob("*")) if file == one.mission or file.name in text)
            for file in named:
                now = one.folder / file.name
                if not file.is_symlink() and file.read_bytes() != (now.read_bytes() if now.is_file() else b""):
                    raise ConfigError(
                        f"the script writes {file.name} again after it started {one.mission.name}: only usim run, "
                        "or the script itself with the stand-ins of usim bin first on PATH, plays it",
                        file=str(script),
                    )
            file = one.folder / one.mission.name
            values = () if one.warp is None else (("MOOSTimeWarp", f"{one.warp:g}"),)
            found.append(Path(with_values(AntlerArguments(str(file), values))))
    return found


def _interpreter(script: Path) -> list[str]:
    try:
        with script.open("rb") as file:
            first = file.readline(200).decode("utf-8", "replace")
    except OSError as error:
        raise ConfigError(f"cannot read the script: {error.strerror}", file=str(script)) from None
    if first.endswith("\r\n"):
        remedy = f"convert it: sed -i 's/\\r$//' {shlex.quote(str(script))}"
        raise ConfigError("its lines end as on Windows, which no shell reads", file=str(script), line=1, remedy=remedy)
    first = first.strip()
    # taken apart by us: the kernel would hand "-eo pipefail" over as one word
    words = shlex.split(first[2:]) if first.startswith("#!") else []
    return words or ["bash"]


class _Events:
    """The record while the script runs."""

    def __init__(self, file: Path, played: Callable[[ScriptPlay], None] | None) -> None:
        self._file, self._played = file, played
        self._text = b""
        self._sleeps = 0  # events of sleeps since the last other one
        self._counts: Counter[tuple[str, ...]] = (
            Counter()
        )  # of equal commands: a loop that asks until it gets an answer
        self.some = self.playing = False  #: whether there is an event, and whether one is of a player
        self.repeated = False  #: whether there was one that did not count

    def grown(self) -> bool:
        """Read what is new, and say whether there is any."""
        if not self._file.exists():
            return False
        with self._file.open("rb") as file:
            file.seek(len(self._text))
            new = file.read()
        new = new[: new.rfind(b"\n") + 1]
        self._text += new
        grown = False
        for line in new.splitlines():
            event = json.loads(line)
            sleeps = event["program"] == SLEEP
            command = (event["folder"], event["program"], *event["arguments"])
            if sleeps:
                self._sleeps += 1
            elif self._counts[command] < _SLEEPS:
                self._counts[command] += 1
                self._sleeps = 0
            # a sleep is an event at its start and one at its end
            counts = self._sleeps <= 2 * _SLEEPS and (sleeps or self._counts[command] < _SLEEPS)
            grown, self.repeated = grown or counts, self.repeated or not counts
            self.some = self.some or not sleeps
            self.playing = self.playing or "begins" in event
            if "played" in event and self._played is not None:
                self._played(ScriptPlay(Path(event["folder"]), event["played"]))
        return grown


def _wait(
    process: subprocess.Popen[bytes], events: _Events, output: Path, stopped: Callable[[], bool] | None
) -> int | None:
    """Wait for the script and all that it started in the background; its exit code, None if it was ended.

    Once it has begun to play it takes the time that it needs.
    """
    looked = time.monotonic()
    quiet, worked = 0.0, 0.0
    while True:
        code = process.poll()
        grown = events.grown()
        if code is not None and not group_lives(process.pid):
            events.grown()
            return code
        now = time.monotonic()
        if grown:
            quiet, looked = 0.0, now
        elif now - looked >= _LOOK:
            work, busy = group_work(process.pid)
            passed, worked, done = now - looked, work, max(0.0, work - worked)
            # a script that works, on a machine with other work, has had no more than its share of the time
            quiet += min(passed, done) if (busy or done) and not events.repeated else passed
            looked, events.repeated = now, False
        silent = quiet > (QUIET if events.some else PATIENCE) and not events.playing
        loud = output.stat().st_size > MOST_OUTPUT
        if silent or loud or (stopped is not None and stopped()):
            return None
        time.sleep(_PERIOD)


def _result(script: Path, record: Path, code: int | None, output: str) -> PlayedScript:
    events = record / EVENTS
    lines = events.read_text().splitlines() if events.exists() else []
    found = [json.loads(line) for line in lines]
    communities, alone, plays, lacking = [], [], [], []
    for one in found:
        if "lacking" in one:
            lacking.append(one["lacking"])
        elif one["program"] == "pAntler":
            folder = Path(one["folder"], one["file"]).parent
            communities.append(StartedCommunity(Path(one["mission"]), _warp(script, one), folder))
        elif "alias" in one:
            alone.append(one["program"])
        elif "played" in one:
            plays.append(ScriptPlay(Path(one["folder"]), one["played"]))
    # those started in the background come in any order
    communities.sort(key=lambda one: one.mission.name)
    asked = asked_by(found, communities)
    return PlayedScript(
        tuple(communities),
        tuple(alone),
        tuple(plays),
        code,
        output,
        tuple(dict.fromkeys(_lines_of(record / _UNKNOWN))),
        tuple(lacking),
        asked.pokes,
        asked.left,
        _gave_up(record, code),
    )


def _lines_of(file: Path) -> list[str]:
    return file.read_text("utf-8", "replace").splitlines() if file.exists() else []


def _warp(script: Path, event: Mapping[str, Any]) -> float | None:
    text = event["warp"]
    try:
        warp = float(text) if text else None
    except ValueError:
        warp = nan
    if warp is not None and not 0.0 < warp < inf:
        raise ConfigError(f"pAntler {event['file']} --MOOSTimeWarp={text}: a number above 0 expected", file=str(script))
    return warp


def _nothing(script: Path, found: PlayedScript, failed: Path) -> str:
    """Why nothing can be played: what ended the script, and its own last lines."""
    if found.lacking:
        return _lacks(script, found)
    said = _last_lines(found.output)
    why, remedy = _ended_by_shell(failed, found.exit_code), ""
    if why and said == _SILENT:
        missions = sorted(file.name for file in script.resolve().parent.glob("*.moos"))
        alone = f", or play its mission file: usim run {missions[0]}" if len(missions) == 1 else ""
        remedy = f"; it does so with MOOS-IvP's programs, too: take -e out of the script{alone}"
    how = (
        f"exit code {found.exit_code}"
        if found.exit_code is not None
        else "it was ended: it went on and started nothing"
    )
    return f"the launch script started no community ({why or how}); its last lines: {said}{remedy}"


def _lacks(script: Path, found: PlayedScript) -> str:
    there = ", ".join(sorted(file.name for file in script.resolve().parent.glob("*.moos"))) or "none"
    return f"the launch script starts pAntler {found.lacking[0]}, which is not there (mission files there: {there})"


def _last_lines(output: str) -> str:
    return "; ".join([line.strip() for line in output.splitlines() if line.strip()][-_LINES:]) or _SILENT


def _gave_up(record: Path, code: int | None) -> str:
    """How a script ended itself as failed: by ``exit N``, or by bash -e; empty if it did not.

    Neither the exit code of an ordinary last command counts, nor ``read``, which finds no user here.
    """
    left = record / _LEFT
    if not code or code < 0 or not left.exists():
        return ""
    status, _, command = left.read_text("utf-8", "replace").strip().partition(" ")
    if status != str(code):  # that of another bash, which it called
        return ""
    if command.split(" ", 1)[0] == "exit":
        return f"exit code {code}"
    why = _ended_by_shell(record / _FAILED, code)
    return "" if command.split(" ", 1)[0] == "read" else why


def _ended_by_shell(failed: Path, code: int | None) -> str:
    """Which command ended a script whose bash has the option -e, empty if none did."""
    if not code or not failed.exists():
        return ""
    line, status, options, command = failed.read_text("utf-8", "replace").rstrip("\n").split(" ", 3)
    if int(status) != code or "e" not in options:
        return ""
    return f"bash -e ended it at line {line}: exit code {code} of {shorten(command)}"
