"""What every program says of itself fits a terminal of 80 columns, and a shell can complete it."""

from __future__ import annotations

import subprocess
from collections.abc import Callable

import click
import pytest

from tests.support.processes import call, environment
from usimmarine_py.cli import steering, usimmarine
from usimmarine_py.cli.usim import COMMANDS, usim

PROGRAMS: dict[str, Callable[[list[str]], int]] = {
    "usimmarine": usimmarine.main,
    "usim_pid": steering.pid_main,
    "usim_guidance": steering.guidance_main,
    "usim_helm": steering.helm_main,
}


def too_long(text: str) -> list[str]:
    assert text
    return [line for line in text.splitlines() if len(line) > 80]


@pytest.mark.parametrize("name", ["", *COMMANDS])
def test_help_of_commands_fits(name: str) -> None:
    command = usim if not name else usim.get_command(click.Context(usim), name)
    assert command is not None
    context = click.Context(command, info_name=f"usim {name}".strip(), terminal_width=80)
    assert too_long(command.get_help(context)) == []


@pytest.mark.parametrize("switch", ["--help", "--example", "--interface", "--version", "--web"])
@pytest.mark.parametrize("program", PROGRAMS)
def test_help_of_moos_applications_fits(program: str, switch: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert PROGRAMS[program]([program, switch]) == 0
    assert too_long(capsys.readouterr().out) == []


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_shells_complete(shell: str) -> None:
    """The lines of docs/install.md."""

    def asked(what: str, **more: str) -> str:
        done = subprocess.run(
            call(program="usim"), env=environment(_USIM_COMPLETE=f"{shell}_{what}", **more),
            capture_output=True, text=True, check=False,
        )  # fmt: skip
        # click looks for a bash new enough
        assert done.returncode == 0, done.stderr
        return done.stdout

    assert "_USIM_COMPLETE" in asked("source")
    assert "watch" in asked("complete", COMP_WORDS="usim wa", COMP_CWORD="wa" if shell == "fish" else "1")
    assert "--http-port" in asked(
        "complete", COMP_WORDS="usim watch --http", COMP_CWORD="--http" if shell == "fish" else "2"
    )
