"""Generated reference: every command's help, and the public modules of the Python interface by autodoc."""

from __future__ import annotations

import importlib
import inspect
import os
import subprocess
import sys
from collections.abc import Mapping

import click

from usimmarine_py.cli.usim import COMMANDS, usim

ROOMS = (
    "usimmarine_py",
    "usimmarine_py.errors",
    "usimmarine_py.maths",
    "usimmarine_py.vehicle",
    "usimmarine_py.conditions",
    "usimmarine_py.sea.data",
    "usimmarine_py.gym",
    "usimmarine_py.moos.testing",
)
APPLICATIONS = ("usimmarine", "usim_guidance", "usim_helm", "usim_pid")


def commands_page() -> str:
    """All programs and commands with their ``--help``."""
    parts = ["# Commands", "", "What `--help` says; `usim COMMAND --help` says it in the terminal.", ""]
    for name in APPLICATIONS:
        parts += [f"## {name}", "", "```text", _application_help(name), "```", ""]
    context = click.Context(usim, info_name="usim")
    for name in COMMANDS:
        command = usim.get_command(context, name)
        if command is None:
            raise LookupError(name)
        text = command.get_help(click.Context(command, info_name=f"usim {name}", max_content_width=80))
        parts += [f"## usim {name}", "", "```text", text, "```", ""]
    return "\n".join(parts)


def _application_help(name: str) -> str:
    done = subprocess.run(
        [sys.executable, "-c", f"import sys; from usimmarine_py.cli.start import {name}; sys.exit({name}())", "--help"],
        env={**os.environ, "COLUMNS": "80"}, capture_output=True, text=True, timeout=60, check=True,
    )  # fmt: skip
    return done.stdout.rstrip()


def api_pages() -> dict[str, str]:
    """One page per public module, by the names in its ``__all__``; ``index`` lists them."""
    pages = {}
    for room in ROOMS:
        module = importlib.import_module(room)
        directives = [_directive(room, name, getattr(module, name)) for name in module.__all__]
        pages[room] = "\n".join([f"# {room}", "", "```{eval-rst}", *directives, "```", ""])
    about = "What is promised, and the units, stand in [The public interface](/docs/python.md)."
    toctree = "\n".join(["```{toctree}", ":maxdepth: 1", "", *ROOMS, "```"])
    return {"index": f"# Python\n\n{about}\n\n{toctree}\n", **pages}


def _directive(room: str, name: str, value: object) -> str:
    if inspect.isclass(value):
        return f".. autoclass:: {room}.{name}\n   :members:\n   :undoc-members:\n"
    if inspect.isroutine(value):
        return f".. autofunction:: {room}.{name}\n"
    if isinstance(value, Mapping):  # autodoc would show what a dict is, and all that is in it
        return f".. py:data:: {room}.{name}\n\n   Its keys: {', '.join(f'``{key}``' for key in value)}.\n"
    return f".. autodata:: {room}.{name}\n"
