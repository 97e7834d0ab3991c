"""Which mission folders play offline, by their own launch scripts, and why the others do not.

    scripts/missions-table DIR                          every mission folder below DIR
    scripts/missions-table REPOSITORY REPOSITORY ...    those of several repositories (OWNER+NAME is shown OWNER/NAME)
    scripts/missions-table DIR ... --rows docs/missions-table.csv --write docs/missions-table.md --details OWNER/NAME
    scripts/missions-table DIR ... --rows docs/missions-table.csv --live ours       play them live, too

A mission folder has a launch.sh, or another single launch*.sh, or mission files that are no templates. It is played in
a copy of DIR, as `usim run ./launch.sh --duration 120` (without a launch script: `usim run FILE.moos`), in a process of
its own. The scripts are programs of their owners and run with your rights: play those of others in a sandbox.
Rows that --rows has already are not played again. Exit code 0 whatever the folders do; 2 without a folder to play.
"""

from __future__ import annotations

import argparse
import csv
import json
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing
from dataclasses import asdict, dataclass, fields, replace
from functools import partial
from pathlib import Path
from typing import Any

from tests.mission_live import play_live
from tests.mission_page import NO_VEHICLE, page
from usimmarine_py.launch.pools import WorkersWanted
from usimmarine_py.launch.workers import WorkFailed

_REPORT = re.compile(r"^(\S+)\s+NODE_REPORT\s.*?\bNAME=([^,\s]+)")
#: In the log of each vehicle.
_NAVIGATION = " NAV_X "
_DEPRECATED = re.compile(r"\w+ is deprecated: MOOS-IvP's helm is MALCONFIG")
_TEMPLATE = ("meta_", "plug", "targ_")
#: Arguments that a launch script does not start without, as its own help names them; by OWNER/NAME/FOLDER.
_ARGUMENTS = {
    "HeroCC/moos-ivp-cc/missions/docker-multicast": "henry 10 0,0 x=0,y=-75",
    "alonzo3569/moos-ivp-logan/missions/PoseKeeping/charles_river_mission/heron": "-- --evan --sim",
    "argupta98/moos-ivp-pLearn/pLearn/simulation_engine/mokai": "-- --blue --w-evan --sim",
    "mivp-agent/moos-ivp-agent/examples/DiscreteField/mission/m200": "-- --evan --blue --sim",
    "mivp-agent/moos-ivp-agent/examples/QTable/mission/heron": "blue drone 11",
    "mivp-agent/moos-ivp-agent/examples/WORK_IN_PROGRESS/pLearn2/mission/heron": "blue drone 11",
    "mivp-agent/moos-ivp-agent/examples/pLearn/mission/m200": "-- --evan --blue --sim",
    "mivp-agent/moos-ivp-agent/missions/1v1-Attacking/m200": "-- --evan --blue --sim",
    "mivp-agent/moos-ivp-agent/missions/AgentAquaticus/heron": "blue drone 11",
}
#: Where folders of logs and of sources begin, which are no missions.
_APART = re.compile(r"^(LOG_|MOOSLog|XLOG_|\.|src$|build$)")


@dataclass(slots=True)
class Played:
    """What became of a folder."""

    repository: str
    folder: str
    command: str
    seconds: float = 0.0  #: simulated
    why_not: str = ""  #: empty: it plays
    missing: str = ""  #: applications that are not played
    moved: str = ""  #: m, by vehicle
    communities: int = 0
    known: str = ""  #: when all vehicles know each other
    notes: str = ""
    live: str = ""  #: m, by vehicle, played live with our programs; empty: not tried, or in trouble
    live_notes: str = ""  #: what went wrong there
    originals: str = ""  #: m, played live with the original programs

    @property
    def key(self) -> tuple[str, str, str]:
        """What a row is of."""
        return self.repository, self.folder, self.command


def commands(folder: Path) -> list[list[str]]:
    """The arguments of ``usim run`` for a folder: its launch script, else each mission file that is no template."""
    if folder.name == "scripts" and (folder.parent / "simulation_launch.sh").exists():
        return []  # they are for that one
    scripts = sorted(folder.glob("launch*.sh")) or sorted(folder.glob("simulation_launch.sh"))
    if (folder / "launch.sh").exists():
        scripts = [folder / "launch.sh"]
    if len(scripts) == 1:
        return [[f"./{scripts[0].name}"]]
    return [[file.name] for file in sorted(folder.glob("*.moos")) if _is_mission(file)]


def _is_mission(file: Path) -> bool:
    """Whether a file is a community's as it is: it names a port, and that is no macro without a default."""
    if file.name.startswith(_TEMPLATE) or not file.is_file():
        return False
    port = re.search(r"(?mi)^\s*ServerPort\s*=\s*(\S+)", file.read_text("utf-8", "replace"))
    return port is not None and (not port[1].startswith(("$", "%")) or ":=" in port[1])


def folders(top: Path) -> Iterator[Path]:
    """All folders below ``top`` that are no logs and no sources, ``top`` among them."""
    yield top
    for entry in sorted(top.iterdir()):
        if entry.is_dir() and not entry.is_symlink() and not _APART.match(entry.name):
            yield from folders(entry)


def play(row: Played, folder: Path, patience: float, out: Path) -> Played:
    """Play one folder in a process of its own and fill its row."""
    words = row.command.split()[2:]
    command = [sys.executable, "-m", "usimmarine_py", "run", "--duration", f"{row.seconds:g}", "--json", "-o", str(out)]
    try:
        done = subprocess.run(
            [*command, *words], cwd=folder, stdin=subprocess.DEVNULL, capture_output=True, text=True,
            errors="replace", timeout=patience, check=False,
        )  # fmt: skip
    except subprocess.TimeoutExpired:
        row.why_not = f"not done after {patience:g} s"
        return row
    if done.returncode == 2 or not done.stdout.strip():
        lines = [line for line in done.stderr.splitlines() if line.startswith("usim:")] or done.stderr.splitlines()
        said = (lines or [f"exit code {done.returncode}"])[0].removeprefix("usim: ").replace(f"{folder}/", "")
        row.why_not = re.sub(r"/\S*/usim-script-\w+/record/\d+/", "", said.replace(str(Path.home()), "~"))
        return row
    _fill(row, json.loads(done.stdout), out)
    return row


def _fill(row: Played, result: dict[str, Any], out: Path) -> None:
    communities = result.get("communities") or {Path(result["mission"]).stem: result}
    vehicles = result.get("vehicles", list(communities))
    row.communities = len(communities)
    row.missing = ", ".join(sorted({name for one in communities.values() for name in one["left_out"]}))
    texts = (log.read_text(errors="replace") for log in out.glob("*.alog"))
    if "vehicles" not in result and not any(_NAVIGATION in text for text in texts):
        vehicles = []
    row.moved = ", ".join(f"{communities[name]['distance']:.0f}" for name in vehicles)
    stood = [note for note in result["notes"] if "never drove" in note]
    if broken := [note for note in stood if "MALCONFIG" in note]:
        # a template's behaviour that is not there is a warning of the run, and stops the helm
        refused = [text for text in result["config_warnings"] if "BehaviorSpec" in text or ".bhv:" in text]
        row.why_not = (refused or broken)[0]
    lists = [text for text in result["run_warnings"] if "white_list" in text]
    none = [] if vehicles else [NO_VEHICLE]
    row.notes = "; ".join([*none, *stood, *result["failures"], *lists, *_deprecated(result["config_warnings"])])
    if len(vehicles) > 1:
        times = [
            _known(out / f"{Path(communities[name]['mission']).stem}.alog", set(vehicles) - {name}) for name in vehicles
        ]
        known = [moment for moment in times if moment is not None]
        row.known = f"{max(known):.0f} s" if len(known) == len(times) else f"{len(known)} of {len(times)}"


def _deprecated(warnings: list[str]) -> list[str]:
    """What the helm says of deprecated behaviours, without where they are."""
    return sorted({found[0] for text in warnings if (found := _DEPRECATED.search(text))})


def _known(log: Path, others: set[str]) -> float | None:
    """When the last of ``others`` was heard of, s; None if one never was."""
    for line in log.read_text(errors="replace").splitlines() if log.exists() else ():
        if (report := _REPORT.match(line)) is not None:
            others = others - {report[2]}
            if not others:
                return float(report[1])
    return None


def read_rows(file: Path) -> list[Played]:
    """The rows of a CSV file that ``write_rows`` wrote."""
    with file.open(newline="", encoding="utf-8") as text:
        return [_read_row(one) for one in csv.DictReader(text)]


def _read_row(one: dict[str, Any]) -> Played:
    return Played(**{**one, "communities": int(one["communities"]), "seconds": float(one["seconds"])})


def write_rows(file: Path, rows: list[Played]) -> None:
    """Write a CSV file, in the order of the folders; a run that is ended leaves a whole one."""
    part = file.with_name(f"{file.name}.part")
    with part.open("w", newline="", encoding="utf-8") as text:
        writer = csv.DictWriter(text, [one.name for one in fields(Played)], lineterminator="\n")
        writer.writeheader()
        writer.writerows(asdict(row) for row in sorted(rows, key=lambda row: row.key))
    part.replace(file)


def main(words: list[str] | None = None) -> int:
    """Play the folders and print or write the page."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("dirs", nargs="*", type=Path, metavar="DIR")
    parser.add_argument("--duration", type=float, default=120.0, metavar="S", help="simulated seconds [120]")
    parser.add_argument("--patience", type=float, default=900.0, metavar="S", help="real seconds for a folder [900]")
    parser.add_argument("--jobs", type=int, default=1, metavar="N", help="folders at a time [1]; 0: one per processor")
    parser.add_argument(
        "--dask", default="", metavar="ADDRESS", help="workers of a Dask scheduler that see these folders"
    )
    parser.add_argument("--for", type=float, default=1e9, dest="limit", metavar="S", help="start no folder after S s")
    parser.add_argument("--rows", type=Path, metavar="FILE", help="the rows, as CSV: read first, written after each")
    parser.add_argument("--again", metavar="REGEX", help="play rows of --rows again whose reason matches")
    parser.add_argument("--live", choices=("ours", "theirs"), help="play rows of --rows that play offline live, too")
    parser.add_argument("--warp", type=float, default=10.0, metavar="N", help="of live runs [10]")
    parser.add_argument("--only", default="", metavar="REGEX", help="of --live: folders that match")
    parser.add_argument("--details", default="", metavar="NAME", help="the repository whose folders the page lists")
    parser.add_argument("--write", type=Path, metavar="FILE", help="the page, instead of standard output")
    given = parser.parse_args(words)
    rows = read_rows(given.rows) if given.rows is not None and given.rows.exists() else []
    if given.again:
        rows = [row for row in rows if not re.search(given.again, row.why_not)]
    ends = time.time() + given.limit
    with tempfile.TemporaryDirectory(prefix="missions-") as place:
        for top in given.dirs:
            (_play_live if given.live else _play_all)(top.resolve(), rows, given, ends, Path(place))
    if not rows:
        print(f"{', '.join(map(str, given.dirs))}: no mission folder", file=sys.stderr)
        return 2
    rows.sort(key=lambda row: row.key)
    text = page(rows, given.details or rows[0].repository)
    if given.write is None:
        sys.stdout.write(text)
    else:
        given.write.write_text(text, encoding="utf-8")
    return 0


def _play_all(top: Path, rows: list[Played], given: argparse.Namespace, ends: float, place: Path) -> None:
    """Play what of ``top`` has no row yet, and add its rows."""
    there = {row.key for row in rows}
    name = top.name.replace("+", "/")
    todo = []
    for folder in folders(top):
        for one in commands(folder):
            inside = folder.relative_to(top).as_posix()
            words = [*one, *_ARGUMENTS.get(f"{name}/{inside}", "").split()]
            row = Played(name, inside, f"usim run {' '.join(words)}", given.duration)
            if row.key not in there:
                todo.append(row)
    copy = place / top.name
    if todo and time.time() < ends:
        shutil.copytree(top, copy, symlinks=True)

    wanted = WorkersWanted(given.jobs, given.dask)
    work = partial(_play_one, todo, copy, given.patience, place / "out" / top.name, ends)
    with closing(wanted.each(work, len(todo), "missions", partial(_lost, todo), say=_say)) as answers:
        for row in (row for _, row in answers if row is not None):
            rows.append(row)
            if given.rows is not None:
                write_rows(given.rows, rows)
            verdict = "no" if row.why_not else f"without {row.missing}" if row.missing else "yes"
            _say(f"{name} {row.folder:<24} {verdict:<30} {row.why_not[:100]}")
    shutil.rmtree(copy, ignore_errors=True)
    shutil.rmtree(place / "out", ignore_errors=True)


def _play_one(todo: list[Played], copy: Path, patience: float, out: Path, ends: float, number: int) -> Played | None:
    """In a worker: play a folder; None if it comes too late."""
    row = todo[number]
    return play(row, copy / row.folder, patience, out / str(number)) if time.time() < ends else None


def _lost(todo: list[Played], number: int, failed: WorkFailed) -> Played | None:
    return replace(todo[number], why_not=f"{failed.worker} ({failed.how})")


def _say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


def _play_live(top: Path, rows: list[Played], given: argparse.Namespace, ends: float, place: Path) -> None:
    """Play the rows of ``top`` live that have vehicles offline and were not played live, one at a time."""
    name, ours = top.name.replace("+", "/"), given.live == "ours"
    for row in rows:
        tried = row.live or row.live_notes if ours else row.originals
        if row.repository != name or not row.moved or tried or not re.search(given.only, row.folder):
            continue
        if time.time() > ends:
            return
        copy = place / top.name
        if not copy.exists():
            shutil.copytree(top, copy, symlinks=True)
        done = play_live(copy / row.folder, row.command.split()[2:], given.warp, row.seconds, given.live)
        if ours:
            row.live, row.live_notes = done.moved, done.trouble
        else:
            row.originals = done.moved or done.trouble
        write_rows(given.rows, rows)
        _say(f"{name} {row.folder:<24} offline {row.moved}; live {done}")


if __name__ == "__main__":
    sys.exit(main())
