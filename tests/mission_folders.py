"""Which mission folders play offline, by their own launch scripts, and why the others do not.

    scripts/missions-table DIR                              every folder of DIR that has a launch.sh or .moos files
    scripts/missions-table DIR s1_alpha m2_berta            some of them
    scripts/missions-table DIR --write docs/missions-table.md
    scripts/missions-table DIR --row OWNER/NAME             a line about all folders of a repository, at any depth

Each folder is played in a copy of DIR, as `usim run ./launch.sh 10 --duration 120` (without a launch script: `usim run
FILE.moos`), in a process of its own. Exit code 0 whatever the folders do; 2 without a folder to play.
"""

from __future__ import annotations

import argparse
import json
import re
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

#: Real seconds for one folder.
PATIENCE = 900.0
#: Where the page goes on with what ``--write`` keeps: the lines of ``--row``.
KEPT = "## Public repositories"
_REPORT = re.compile(r"^(\S+)\s+NODE_REPORT\s.*?\bNAME=([^,\s]+)")


@dataclass(slots=True)
class Played:
    """What became of a folder."""

    folder: str
    command: str
    why_not: str = ""  #: empty: it plays
    missing: list[str] = field(default_factory=list)  #: applications that are not played
    moved: list[float] = field(default_factory=list)  #: m, by vehicle
    communities: int = 0
    acquainted: str = ""  #: when all vehicles know each other
    notes: list[str] = field(default_factory=list)

    @property
    def verdict(self) -> str:
        """Whether it plays."""
        return "no" if self.why_not else f"without {', '.join(self.missing)}" if self.missing else "yes"

    @property
    def cause(self) -> str:
        """What stops it, without what differs between folders."""
        if found := re.search(r"dynamic behavior (\w+)", self.why_not):
            return f"no behaviour {found[1]}"
        if found := re.search(r"bash -e ended it at line \d+: exit code \d+ of (\w+)", self.why_not):
            return f"bash -e ends the launch script at its {found[1]}"
        return re.sub(r"^(\S+:\d+: )+", "", self.why_not)


def commands(folder: Path) -> list[list[str]]:
    """The arguments of ``usim run`` for a folder: its launch scripts, else each mission that is no template."""
    scripts = sorted(file.name for file in folder.glob("launch*.sh"))
    if "launch.sh" in scripts:
        return [["./launch.sh", "10"]]
    if scripts:
        return [[f"./{name}", "10"] for name in scripts]
    return [
        [file.name] for file in sorted(folder.glob("*.moos")) if not file.name.startswith(("meta_", "plug", "targ_"))
    ]


def play(folder: Path, words: list[str], duration: float, out: Path) -> Played:
    """Play one folder in a process of its own."""
    shown = f"usim run {' '.join(words)}"
    found = Played(folder.name, shown)
    command = [
        sys.executable,
        "-m",
        "usimmarine_py",
        "run",
        *words,
        "--duration",
        f"{duration:g}",
        "--json",
        "-o",
        str(out),
    ]
    try:
        done = subprocess.run(
            command, cwd=folder, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=PATIENCE, check=False
        )
    except subprocess.TimeoutExpired:
        found.why_not = f"not done after {PATIENCE:g} s"
        return found
    if done.returncode == 2 or not done.stdout.strip():
        lines = [line for line in done.stderr.splitlines() if line.startswith("usim:")] or done.stderr.splitlines()
        found.why_not = (lines or [f"exit code {done.returncode}"])[0].removeprefix("usim: ")
        return found
    _fill(found, json.loads(done.stdout), out)
    return found


def _fill(found: Played, result: dict[str, Any], out: Path) -> None:
    communities = result.get("communities") or {Path(result["mission"]).stem: result}
    vehicles = result.get("vehicles", list(communities))
    found.communities = len(communities)
    found.missing = sorted({name for one in communities.values() for name in one["left_out"]})
    found.moved = [communities[name]["distance"] for name in vehicles]
    stood = [note for note in result["notes"] if "never drove" in note]
    found.notes = [*stood, *result["failures"], *(text for text in result["run_warnings"] if "white_list" in text)]
    if len(vehicles) > 1:
        times = [
            _known(out / f"{Path(communities[name]['mission']).stem}.alog", set(vehicles) - {name}) for name in vehicles
        ]
        known = [time for time in times if time is not None]
        found.acquainted = f"{max(known):.0f} s" if len(known) == len(times) else f"{len(known)} of {len(times)}"


def _known(log: Path, others: set[str]) -> float | None:
    """When the last of ``others`` was heard of, s; None if one never was."""
    for line in log.read_text(errors="replace").splitlines() if log.exists() else ():
        if (report := _REPORT.match(line)) is not None:
            others = others - {report[2]}
            if not others:
                return float(report[1])
    return None


def table(rows: list[Played], where: str, duration: float) -> str:
    """The page: how many play, what stops the others in order of count, and every folder that plays."""
    plays = [row for row in rows if not row.why_not]
    whole = [row for row in plays if not row.missing]
    lines = [
        "# Which missions play offline",
        "",
        f"`scripts/missions-table {where}` plays every folder unchanged for {duration:g} simulated seconds, and",
        f"writes this page (`--write`): {len(plays)} of {len(rows)} play, {len(whole)} with all their applications.",
        "Those that only show, log or watch do not count as missing ([run](run.md#applications)).",
        "",
    ]  # fmt: skip
    stopped: dict[str, list[Played]] = {}
    for row in rows:
        if row.why_not:
            stopped.setdefault(row.cause, []).append(row)
    if stopped:
        lines += ["| what stops it | folders |", "| --- | --- |"]
        for cause, those in sorted(stopped.items(), key=lambda pair: (-len(pair[1]), pair[0])):
            lines.append(f"| {_cell(cause)} | {', '.join(map(_name, those))} |")
        lines.append("")
    lines += [
        "Of those that play: `moved`: metres of each vehicle. `known`: when every vehicle has heard of every other by",
        "NODE_REPORT (missions limit ranges and groups), else how many have.",
        "",
        "| folder | without | communities | moved | known | remarks |",
        "| --- | --- | --- | --- | --- | --- |",
    ]
    for row in plays:
        moved = ", ".join(f"{metres:.0f}" for metres in row.moved)
        cells = [_name(row), ", ".join(row.missing), str(row.communities), moved, row.acquainted, "; ".join(row.notes)]
        lines.append(f"| {' | '.join(map(_cell, cells))} |")
    return "\n".join(lines) + "\n"


def _name(row: Played) -> str:
    return row.folder if "./launch.sh " in row.command else f"{row.folder} (`{row.command}`)"


def summary(rows: list[Played], repository: str) -> str:
    """A row of the table of public repositories: folders, how many play, what is missing, what stops the others."""
    plays = [row for row in rows if not row.why_not]
    missing = Counter(name for row in plays for name in row.missing)
    stops = Counter(row.cause for row in rows if row.why_not)
    cells = [
        repository,
        str(len(rows)),
        f"{len(plays)}, {sum(not row.missing for row in plays)}",
        ", ".join(f"{name} {count}" for name, count in missing.most_common(4)),
        "; ".join(f"{_cell(cause)[:120]} {count}" for cause, count in stops.most_common(3)),
    ]
    return f"| {' | '.join(cells)} |\n"


def mission_folders(place: Path) -> list[str]:
    """Every folder below a place, at any depth, whose files start a vehicle."""
    found = {file.parent for file in place.rglob("*.moos") if "uSimMarine" in file.read_text(errors="replace")}
    return sorted(folder.relative_to(place).as_posix() for folder in found)


def _cell(text: str) -> str:
    text = text.replace("|", "\\|").replace("$", "\\$")
    return text if len(text) <= 240 else f"{text[:237]}..."


def main(words: list[str] | None = None) -> int:
    """Play the folders and print or write the page."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("dir", type=Path, metavar="DIR")
    parser.add_argument("folders", nargs="*", metavar="FOLDER")
    parser.add_argument("--duration", type=float, default=120.0, metavar="S", help="simulated seconds [120]")
    parser.add_argument("--write", type=Path, metavar="FILE", help="the page, instead of standard output")
    parser.add_argument("--row", metavar="OWNER/NAME", help="a row about the folders of a public repository")
    given = parser.parse_args(words)
    names = given.folders or (
        mission_folders(given.dir) if given.row else sorted(e.name for e in given.dir.iterdir() if e.is_dir())
    )
    rows: list[Played] = []
    with tempfile.TemporaryDirectory(prefix="missions-") as place:
        copy = Path(place, given.dir.resolve().name)
        shutil.copytree(given.dir, copy, symlinks=True)
        for name in names:
            for number, one in enumerate(commands(copy / name)):
                rows.append(play(copy / name, one, given.duration, Path(place, "out", name, str(number))))
                print(f"{name:<24} {rows[-1].verdict:<30} {rows[-1].why_not[:100]}", file=sys.stderr, flush=True)
    if not rows:
        print(f"{given.dir}: no folder with a launch.sh or a .moos file", file=sys.stderr)
        return 2
    page = summary(rows, given.row) if given.row else table(rows, given.dir.name, given.duration)
    if given.write is None:
        sys.stdout.write(page)
    else:
        before = given.write.read_text(encoding="utf-8") if given.write.exists() else ""
        page += f"\n{KEPT}{before.partition(KEPT)[2]}" if KEPT in before else ""
        given.write.write_text(page, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
