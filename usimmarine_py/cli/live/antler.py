"""pAntler's stand-in: the programs of this package of one community in this process, all others as processes."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from pathlib import Path

from usimmarine_py.cli.live.play import LiveLaunch
from usimmarine_py.errors import UsimError
from usimmarine_py.launch.antler import AntlerProcesses, read_antler_arguments, with_values
from usimmarine_py.launch.plan import Community, plan_community, plays_inside
from usimmarine_py.moos.app.signals import ended_by
from usimmarine_py.moos.app.terminal import Console, stderr_console, stderr_line, stdout_console
from usimmarine_py.values.frozen import replace

#: pAntler's exit code when all its programs have ended by themselves.
ALL_ENDED = 255


def main(argv: Sequence[str] | None = None) -> int:
    """Play ``FILE.moos [--Key=Value ...] ["NAME NAME ..."]``; the exit code."""
    words = sys.argv[1:] if argv is None else argv
    try:
        arguments = read_antler_arguments(words)
        community = plan_community(Path(with_values(arguments)), (), (), "ours")
        if arguments.names:
            wanted = tuple(child for child in community.children if child.name in arguments.names)
            community = replace(community, children=wanted)
        for missing in community.missing:
            stderr_line(f"pAntler: {missing}: there is no such program")
        return AntlerRun(community, filtered=bool(arguments.names)).run()
    except UsimError as error:
        stderr_line(f"pAntler: {error}")
        return error.exit_code


class AntlerRun:
    """A community of this process."""

    def __init__(self, community: Community, *, filtered: bool = False) -> None:
        """``filtered``: only a part of it is started."""
        self._community, self._filtered = community, filtered
        self._signals: list[int] = []
        self._stop: Callable[[], object] = lambda: None

    def run(self) -> int:
        """Start all, wait, end all; the exit code."""
        with ended_by(self._note), ExitStack() as stack:
            processes = AntlerProcesses(self._signals)
            if not plays_inside(self._community):
                processes.take(self._community.children)
                return self._code(processes.run())
            launch = LiveLaunch([self._community], _outlets, reports=None)
            ended = set[str]()

            def has_ended(_community: str, name: str, code: int) -> None:
                ended.add(name)
                processes.say_ended(name, code)

            loop = launch.loop(stack, [processes], has_ended, lambda _community, name: processes.end_one(name))
            inside = {name for _, name in launch.inside}
            processes.take([child for child in self._community.children if child.name not in inside])
            lasting = {child.name for child in self._community.children if child.is_database}
            processes.on_sweep = lambda: loop.stop() if not processes.count and inside - lasting <= ended else None
            self._stop = loop.stop
            if not self._signals:
                loop.run()
            for text in loop.losses():
                stderr_line(f"pAntler: {text}")
            return self._code(not self._signals)

    def _note(self, number: int) -> None:
        self._signals.append(number)
        self._stop()

    def _code(self, all_ended: bool) -> int:
        return ALL_ENDED if all_ended and not self._filtered else 0


def _outlets(_community: str, _name: str) -> tuple[Console, Console]:
    return stdout_console, stderr_console
