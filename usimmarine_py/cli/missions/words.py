"""The words of a command that plays one block of a mission in a live community."""

from __future__ import annotations

from collections.abc import Sequence

from usimmarine_py.cli.progress import say
from usimmarine_py.errors import ConfigError
from usimmarine_py.mission import Mission
from usimmarine_py.moos.app.argv import Action, AppArguments, parse_arguments
from usimmarine_py.moos.app.terminal import stdout_console


def prints_example(program: str, words: Sequence[str]) -> bool:
    """Print an example of the block of a program, if the words ask for one; return whether they do."""
    if parse_arguments([program, *words], program).action is not Action.EXAMPLE:
        return False
    from usimmarine_py.check.blocks import example_of, key_set

    say(example_of(key_set(program)))
    return True


def read_words(command: str, program: str, words: Sequence[str]) -> tuple[AppArguments, Mission]:
    """Read the words of a command that plays the block of a program. Raises ``ConfigError``, ``MissionFileError``."""
    arguments = parse_arguments([program, *words], program)
    if arguments.action is not Action.RUN:
        raise ConfigError(f"usim {command} has no switch --{arguments.action.value}; see usim {command} --help")
    for text in arguments.warnings:
        stdout_console(f"{program}: {text}\n")
    mission = arguments.mission.read()
    return arguments, mission
