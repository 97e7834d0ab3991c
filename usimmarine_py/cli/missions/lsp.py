"""``usim lsp``: a language server for missions."""

from __future__ import annotations

import sys

import click

from usimmarine_py.cli.options import prints_aside, template_options
from usimmarine_py.errors import MissingExtraError


@click.command()
@template_options
@click.option("--stdio", is_flag=True, help="Speak on standard input and output: the only way, and the default.")
def lsp(definitions: tuple[str, ...], folders: tuple[str, ...], stdio: bool) -> None:
    """Serve an editor by the language server protocol, on standard input and output.

    For .moos, .bhv and vehicle files: findings of usim check while typing, completion and help of keys, kinds, macros
    and variables, jumps to who posts and reads a variable and to sections of templates. docs/editor.md shows how to
    set up VS Code and Neovim.
    """
    del stdio
    try:
        from usimmarine_py.editor.server import make_server
    except ModuleNotFoundError as error:
        if error.name not in ("pygls", "lsprotocol"):
            raise
        raise MissingExtraError("usim lsp", "pygls", "editor") from error
    stdin, stdout = sys.stdin.buffer, sys.stdout.buffer
    with prints_aside(True):  # what a behaviour of the user's prints is no message of the protocol
        make_server(definitions, folders).start_io(stdin, stdout)
