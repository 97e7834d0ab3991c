"""``usim expand``: expand a template to a mission or behavior file, as nsplug does."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from usimmarine_py.cli.options import template_options
from usimmarine_py.cli.progress import say
from usimmarine_py.errors import ConfigError, Severity, file_errors
from usimmarine_py.logs.whole_files import whole_file


@click.command()
@click.argument("template", metavar="META")
@template_options
@click.option("-o", "--output", metavar="OUT", help="File to write [standard output].")
@click.option("--strict", is_flag=True, help="Write nothing if a macro is not defined; exit code 2.")
@click.option("--lenient", is_flag=True, help="Also replace defined macros in lines with undefined ones.")
def expand(
    template: str,
    definitions: tuple[str, ...],
    folders: tuple[str, ...],
    output: str | None,
    strict: bool,
    lenient: bool,
) -> int:
    """Expand a template as nsplug does: #include, #ifdef, #define, $(VAR), $(VAR:=default), %(VAR).

    The output equals nsplug's, byte for byte. Undefined macros are listed, and their lines are not changed.
    """
    from usimmarine_py.mission.template import expand_file, read_definitions

    found = expand_file(template, read_definitions(definitions), folders, lenient=lenient)
    if strict and found.missing:
        raise ConfigError(found.undefined(), file=template)
    for diagnostic in found.diagnostics:
        severity = "" if diagnostic.severity is Severity.WARNING else f"{diagnostic.severity.value}: "
        say(f"{severity}{diagnostic}", err=True)
    if output is None and sys.stdout.isatty():
        say(found.text.replace("\r\n", "\n"), nl=False)
        return 0
    data = found.text.encode("utf-8", "surrogateescape")
    if output is None:
        sys.stdout.buffer.write(data)
        return 0
    if Path(output).resolve() in {Path(file).resolve() for file in found.files}:
        raise ConfigError(f"{output} is one of the files that are read; name another", key="-o")
    with file_errors(output), whole_file(Path(output)) as file:
        file.write(data)
    return 0
