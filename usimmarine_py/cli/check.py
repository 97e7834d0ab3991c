"""``usim check``."""

from __future__ import annotations

import json
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

import click

from usimmarine_py.cli.options import MissionPath, app_option, exclude_option, prints_aside, template_options
from usimmarine_py.cli.progress import say
from usimmarine_py.errors import ConfigError, MissionFileError, UsimError, printable

if TYPE_CHECKING:
    from usimmarine_py.apps.own.find import RequestedApp
    from usimmarine_py.finding import Finding

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
    from usimmarine_py.apps.own.behaviors import kind_finder
    from usimmarine_py.check.blocks import SIMULATOR, key_set, schema_of
    from usimmarine_py.check.helm.files import ENDING, check_behavior_file
    from usimmarine_py.check.mission import check_mission
    from usimmarine_py.mission import Beside, exit_code, read_mission
    from usimmarine_py.mission.started import without_antler
    from usimmarine_py.mission.unplayed import unplayed_findings
    from usimmarine_py.run.applications import played_blocks

    if as_schema:
        say(json.dumps(schema_of(key_set(SIMULATOR)), indent=2))
        return 0
    if not missions:
        raise click.UsageError("no mission file given")
    findings: list[Finding] = []
    files = _files(missions, exclude)
    for path in files:
        if path.endswith(ENDING):
            with prints_aside(as_json):
                findings += check_behavior_file(path, kind_finder(folder=Path(path).parent))
            continue
        try:
            mission = read_mission(path, definitions=definitions, folders=folders)
            with prints_aside(as_json):
                find = kind_finder(folder=Path(path).parent)
                found = check_mission(mission, block, read_file=Beside(path), find=find)
        except MissionFileError as error:
            if len(missions) == len(files) == 1:
                raise
            findings.append(_unreadable(error))  # the other files are checked, too
            continue
        own: dict[str, RequestedApp] = {}
        if apps:
            from usimmarine_py.apps.own.config import check_own
            from usimmarine_py.apps.own.find import named_apps

            with prints_aside(as_json):
                own, _ = named_apps(mission, apps)
                found += check_own(mission, apps)
        if block is None:
            with suppress(UsimError):  # no run plays it, as was said above
                found += without_antler(mission)
                found += unplayed_findings(mission, played_blocks(mission, None, own).left_out)
        found = [one for one in found if one not in findings or not one.file.endswith(ENDING)]  # read by several
        findings += sorted(found, key=lambda d: (d.file.endswith(ENDING), d.line, d.column))
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


def _unreadable(error: MissionFileError) -> Finding:
    from usimmarine_py.finding import Finding

    return Finding.of(error)
