"""The applications of one community in one process, as pAntler starts them in many.

Each runs as its program does, in a thread of its own with its own connection to the MOOSDB, so it answers to other
programs as it would alone. Python and its packages are loaded once.
"""

from __future__ import annotations

import gc
import signal
import sys
import threading
import time
from collections.abc import Sequence
from contextlib import ExitStack, suppress
from importlib import import_module
from pathlib import Path
from types import FrameType

from usimmarine_py.errors import UsimError
from usimmarine_py.launch.antler import OtherPrograms, read_antler_arguments, with_values
from usimmarine_py.launch.plan import Child, Community, plan_community
from usimmarine_py.moos.app import live
from usimmarine_py.moos.app.signals import ending_signals
from usimmarine_py.moos.app.terminal import stderr_line, stdout_line
from usimmarine_py.moos.db import MoosDb, parse_db_arguments, resolve_db_options
from usimmarine_py.values.frozen import replace

#: Module and function of each entry point, imported when a community needs it: its MOOSDB must not wait.
_ENTRIES = {
    "usim": ("usim", "entry"),
    "usimmarine": ("usimmarine", "main"),
    "usim_helm": ("steering", "helm_main"),
    "usim_pid": ("steering", "pid_main"),
    "usim_guidance": ("steering", "guidance_main"),
}
#: Between two looks at what has ended, real s.
LOOK = 0.1
#: For an application to end, real s.
PATIENCE = 3.0
#: pAntler's exit code when all its programs have ended by themselves.
ALL_ENDED = 255
#: Switches of this program, not keys of a mission: the names to start; and to end with the first program that fails.
_ONLY, _STRICT = "--only", "--ends-with-failures"


def main(argv: Sequence[str] | None = None) -> int:
    """Play ``FILE.moos [--Key=Value ...] ["NAME NAME ..."]``; the exit code."""
    words = list(sys.argv[1:] if argv is None else argv)
    strict = _STRICT in words
    only = [word.partition("=")[2].split(",") for word in words if word.startswith(f"{_ONLY}=")]
    behaviors = [word.partition("=")[2] for word in words if word.startswith("--behaviors=")]
    words = [word for word in words if word != _STRICT and not word.startswith((f"{_ONLY}=", "--behaviors="))]
    try:
        arguments = read_antler_arguments(words)
        if only:
            arguments = replace(arguments, names=tuple(only[0]))
        community = plan_community(Path(with_values(arguments)), (), (), "ours", behaviors)
        if arguments.names:
            wanted = tuple(child for child in community.children if child.name in arguments.names)
            community = replace(community, children=wanted)
        for missing in community.missing:
            stderr_line(f"pAntler: {missing}: there is no such program")
        return LiveCommunity(community, strict=strict, filtered=bool(arguments.names)).run()
    except UsimError as error:
        stderr_line(f"pAntler: {error}")
        return error.exit_code


class LiveCommunity:
    """A community of this process."""

    def __init__(self, community: Community, *, strict: bool = False, filtered: bool = False) -> None:
        """``strict``: end all with the first application that fails; ``filtered``: only a part of it is started."""
        self._community = community
        self._strict, self._filtered = strict, filtered
        self._others = OtherPrograms()
        self._threads: dict[Child, threading.Thread] = {}
        self._codes: dict[Child, int] = {}
        self._signals: list[int] = []

    def run(self) -> int:
        """Start all, wait, end all; the exit code."""
        with ExitStack() as stack:
            for number in ending_signals():
                stack.callback(signal.signal, number, signal.signal(number, self._note))
            try:
                code = self._start(stack)
                gc.freeze()  # what is there by now need not be looked through time and again
                return self._wait() if code is None else code
            finally:
                self._end()  # before the MOOSDB, which the stack ends

    def _note(self, number: int, _frame: FrameType | None) -> None:
        self._signals.append(number)

    def _start(self, stack: ExitStack) -> int | None:
        for child in self._community.children:
            if self._signals:
                break
            if child.is_database and child.program.ours:
                stack.enter_context(self._database(child))
            elif child.program.ours:
                thread = threading.Thread(target=self._play, args=(child,), name=child.name, daemon=True)
                self._threads[child] = thread
                thread.start()
            elif problem := self._others.start(child):
                stderr_line(f"pAntler: {child.name} cannot be started: {problem}")
                if self._strict:
                    return 1
            until = time.monotonic() + child.pause
            while not self._signals and (left := until - time.monotonic()) > 0.0:
                time.sleep(min(left, LOOK))
        return None

    def _database(self, child: Child) -> MoosDb:
        mission = self._community.mission
        parsed = parse_db_arguments(child.program.words[2:] + child.arguments)
        options = resolve_db_options(parsed, mission.value, "127.0.0.1")
        stdout_line(f"MOOSDB: community {options.community} at port {options.port}, time warp {options.warp:g}")
        return MoosDb(
            options.host, options.port, options.community, options.warp, options.client_timeout,
            lambda text: stdout_line(f"MOOSDB: {text}"), consolidation=options.consolidation,
        )  # fmt: skip

    def _play(self, child: Child) -> None:
        entry, *words = child.program.words
        try:
            module, function = _ENTRIES[entry]
            call = getattr(import_module(f"usimmarine_py.cli.{module}"), function)
            words += child.arguments
            self._codes[child] = call(words if entry == "usim" else [entry, *words])
        except SystemExit as leaving:
            self._codes[child] = leaving.code if isinstance(leaving.code, int) else 0
        except Exception as error:
            stderr_line(f"{child.name}: {type(error).__name__}: {error}; please report this")
            self._codes[child] = 1

    def _wait(self) -> int:
        """Wait for a signal, for the end of all, or for the first failure where that counts; the exit code."""
        printed: set[Child] = set()
        while not self._signals:
            gone = [(child.name, self._codes[child], child.ends_all) for child in self._codes if child not in printed]
            printed.update(self._codes)
            gone += [(name, code, False) for name, code in self._others.ended()]
            for name, code, ends_all in gone:
                stdout_line(f"pAntler: {name} has ended" + (f" with exit code {code}" if code else ""))
                if self._strict and (code or ends_all):
                    return code
            if len(printed) == len(self._threads) and not self._others.count and self._threads:
                if self._strict or self._filtered:
                    return 0
                return ALL_ENDED
            time.sleep(LOOK)
        return 130 if self._strict and self._signals[-1] == signal.SIGINT else 0

    def _end(self) -> None:
        """End all but the MOOSDB."""
        self._others.end()
        until = time.monotonic() + PATIENCE
        while any(thread.is_alive() for thread in self._threads.values()) and time.monotonic() < until:
            for app in list(live.RUNNING):
                app.stop()
            time.sleep(0.01)
        with suppress(OSError, ValueError):
            sys.stdout.flush()
