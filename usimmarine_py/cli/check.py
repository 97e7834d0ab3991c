"""``usim check``."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import click

from usimmarine_py.cli.options import MissionPath, app_option, exclude_option, prints_aside, template_options
from usimmarine_py.cli.progress import say
from usimmarine_py.errors import ConfigError, MissionFileError, printable

_COLOURS = {"error": "red", "warning": "yellow", "note": "cyan"}


@click.command()
@click.argument("missions", nargs=-1, type=MissionPath(folders=True), metavar="FILE.moos|FILE.bhv|NAME|DIR ...")
@click.option("--block", metavar="NAME", help="Check this block only, whatever its name.")
@exclude_option
@app_option
@template_options
@click.option("--json", "as_json", is_flag=True, help="Print the findings as JSON.")
@click.option("--schema", "as_schema", is_flag=True, help="Print a JSON schema of the simulator's block, for editors.")
def check(
    missions: tuple[Path, ...],
    block: str | None,
    exclude: tuple[str, ...],
    apps: tuple[str, ...],
    definitions: tuple[str, ...],
    folders: tuple[str, ...],
    as_json: bool,
    as_schema: bool,
) -> int:
    """Check mission files (all .moos and .bhv files of a folder): misspelt keys, bad values, lines without effect.

    Every block of a uSimMarine or usimmarine, of a controller (usim_pid, pMarinePID*), of usim_guidance and of the
    helm, with its .bhv files, is read as at a start; with --app also blocks of your own applications. A template
    (nsplug's macros and directives) is
    expanded first. Each of several files is checked, whatever the others contain.

    Exit code 2 if there is an error, 0 if there are only warnings and notes.
    """
    from usimmarine_py.check.blocks import SIMULATOR, key_set, schema_of
    from usimmarine_py.check.helm.files import ENDING
    from usimmarine_py.finding import Finding, exit_code
    from usimmarine_py.run.checked import file_findings

    if as_schema:
        say(json.dumps(schema_of(key_set(SIMULATOR)), indent=2))
        return 0
    if not missions:
        raise click.UsageError("no mission file given")
    findings: list[Finding] = []
    files = _files(missions, exclude)
    for path in files:
        try:
            with prints_aside(as_json):
                found = file_findings(path, definitions, folders, block=block, apps=apps)
        except MissionFileError as error:
            if len(missions) == len(files) == 1:
                raise
            findings.append(Finding.of(error))  # the other files are checked, too
            continue
        findings += [one for one in found if one not in findings or not one.file.endswith(ENDING)]  # read by several
    counts = {name: sum(f.severity.value == name for f in findings) for name in _COLOURS}
    if as_json:
        say(json.dumps({"counts": counts, "findings": [f.as_dict() for f in findings]}, indent=2))
        return exit_code(findings)
    for finding in findings:
        severity = finding.severity.value
        word = click.style(severity, fg=_COLOURS[severity], bold=severity == "error")
        click.echo(f"{click.style(printable(str(finding.where)), bold=True)}: {word}: {printable(finding.text)}")
    counted = ", ".join(f"{n} {name}{'' if n == 1 else 's'}" for name, n in counts.items() if n)
    say(counted or "no findings", err=True)
    return exit_code(findings)


def _files(paths: Sequence[Path], exclude: Sequence[str]) -> list[str]:
    """Return the files, those of folders in the order of their names; raises ``ConfigError`` where none is left."""
    from usimmarine_py.grade.files import Exclusion, files_below
    from usimmarine_py.launch.standins.names import is_script

    left_out = Exclusion(exclude)
    found: list[str] = []
    for path in paths:
        if path.is_dir():
            inside = sorted(files_below(path, left_out, (".moos", ".bhv")))
            if not inside and not left_out.taken:
                raise ConfigError("no .moos or .bhv file in this folder", file=str(path))
            found += inside
        elif is_script(path):
            raise ConfigError(
                "is a launch script: usim check reads mission files; check those that it writes, or their templates "
                "(usim run plays the script)",
                file=str(path),
            )
        elif not left_out.takes(path.parent, path.name):
            found.append(str(path))
    if not found:
        raise ConfigError("leaves no file", key="--exclude")
    return found
